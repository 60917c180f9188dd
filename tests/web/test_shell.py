"""The door of the house: cookies, tokens, origins, waits, time-outs, headers, errors."""

import re
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar import WebSocket, get, post, websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.params import FromPath, RawBody

from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house.log.store import Unavailable
from bythebook.house.people import people as p
from bythebook.web.door.security import from_this_machine, local_path
from bythebook.web.door.shell import require, still_here
from bythebook.web.door.visits import Visit
from bythebook.web.settings import Settings
from bythebook.web.show.assets import asset, assets
from bythebook.web.show.navigation import PLACES, navigation
from bythebook.web.show.templating import environment, money, when
from tests.web.visitors import PASSWORD, Browser, SmallHouse, browser, log_in, send, token_of

JSON = {"accept": "application/json"}
HOUR = 3600


def cookie_line(answer: Any) -> str:
    line = answer.headers["set-cookie"]
    assert isinstance(line, str)
    return line


def cookie(client: Browser) -> str:
    return str(client.cookies["bythebook"])


def is_in(client: Browser, name: str) -> bool:
    return bool(client.get("/api/session").json()["name"] == name)


# Cookies and sessions


def test_a_visitor_gets_a_token_that_scripts_cannot_read(visitor: Browser) -> None:
    line = cookie_line(visitor.get("/login"))
    assert re.match(r"bythebook=[\w-]{43};", line)
    for part in ("HttpOnly", "SameSite=lax", "Path=/"):
        assert part in line
    assert "Secure" not in line
    assert "set-cookie" not in visitor.get("/login").headers, "one is enough"


def test_cookies_are_for_https_alone_where_the_house_has_it(house: SmallHouse) -> None:
    with browser(house.app(https=True)) as client:
        answer = client.get("/login")
        assert "Secure" in cookie_line(answer)
        assert "max-age" in answer.headers["strict-transport-security"]
    with browser(house.app(), base_url="https://testserver.local") as client:
        assert "Secure" in cookie_line(client.get("/login"))


def test_logging_in_changes_the_token_and_logging_out_ends_the_session(
    house: SmallHouse, visitor: Browser
) -> None:
    house.open_account("ann")
    visitor.get("/login")
    before = cookie(visitor)
    answer = log_in(visitor, "Ann", next="/rulebooks")
    assert (answer.status_code, answer.headers["location"]) == (303, "/rulebooks")
    token = cookie(visitor)
    assert token != before
    assert is_in(visitor, "ann")
    assert send(visitor, "/logout").status_code == 303
    with browser(house.app()) as thief:
        thief.cookies["bythebook"] = token
        assert is_in(thief, "")


def test_a_token_planted_before_the_log_in_is_worth_nothing_after_it(house: SmallHouse) -> None:
    house.open_account("ann")
    with browser(house.app()) as victim, browser(house.app()) as attacker:
        attacker.get("/login")
        victim.cookies["bythebook"] = cookie(attacker)
        assert log_in(victim, "ann").status_code == 303
        assert is_in(victim, "ann")
        assert is_in(attacker, "")


def test_logging_in_again_ends_the_session_before(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    house.open_account("bob")
    log_in(visitor, "ann")
    log_in(visitor, "bob")
    assert is_in(visitor, "bob")
    assert len(house.do(house.accounts.sessions.of("ann"))) == 0


@pytest.mark.parametrize(("roles", "idle"), [((), 12 * HOUR), (("pit",), HOUR // 2)])
def test_idle_sessions_end(
    house: SmallHouse, visitor: Browser, roles: tuple[str, ...], idle: int
) -> None:
    for seconds, alive in ((idle - 1, True), (idle, False), (idle + 1, False)):
        name = f"ann{seconds}"
        house.open_account(name, *roles)
        log_in(visitor, name)
        house.clock.now += seconds
        assert is_in(visitor, name) is alive


def test_a_session_ends_after_half_a_day_of_use(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ivy", "pit")
    log_in(visitor, "ivy")
    for _ in range(35):
        house.clock.now += HOUR // 3
        assert is_in(visitor, "ivy")
    house.clock.now += HOUR // 3 - 1
    assert is_in(visitor, "ivy"), "one second below"
    house.clock.now += 1
    assert not is_in(visitor, "ivy")


def test_locking_an_account_throws_it_out_at_once(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    house.order(p.LockAccount("ann"))
    assert is_in(visitor, "")
    assert visitor.get("/account").headers["location"] == "/login?next=/account"


@pytest.mark.parametrize("junk", ["x", "é", "a" * 5000, '"; Path=/', "\x00", "../../etc"])
def test_junk_in_the_cookie_is_a_visitor(visitor: Browser, junk: str) -> None:
    line = b"bythebook=" + junk.encode("utf-8", "replace")
    answer = visitor.get("/api/session", headers={b"cookie": line})
    assert answer.status_code == 200
    assert answer.json()["name"] == ""


# Tokens in forms


def test_a_form_without_its_token_is_turned_away(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    fields = {"name": "ann", "password": PASSWORD}
    assert visitor.post("/login", data=fields).status_code == 403, "no cookie at all"
    token = token_of(visitor.get("/login"))
    for wrong in ({}, {"csrf": ""}, {"csrf": token[:-1]}, {"csrf": token + "x"}, {"csrf": "é"}):
        assert visitor.post("/login", data={**fields, **wrong}).status_code == 403
    assert is_in(visitor, "")
    assert visitor.post("/login", data={**fields, "csrf": token}).status_code == 303


def test_the_token_of_another_browser_does_not_do(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    with browser(house.app()) as other:
        token = token_of(other.get("/login"))
    visitor.get("/login")
    fields = {"name": "ann", "password": PASSWORD, "csrf": token}
    assert visitor.post("/login", data=fields).status_code == 403


def test_the_token_from_before_the_log_in_does_not_do_after_it(
    house: SmallHouse, visitor: Browser
) -> None:
    house.open_account("ann")
    old = token_of(visitor.get("/login"))
    log_in(visitor, "ann")
    assert visitor.post("/logout", data={"csrf": old}).status_code == 403
    assert is_in(visitor, "ann")


def test_programs_send_the_token_in_a_header(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    who = {"name": "ann", "password": PASSWORD}
    token = visitor.get("/api/session").json()["csrf"]
    assert visitor.post("/api/session", json=who).status_code == 403
    header = {"x-csrf-token": token}
    came = visitor.post("/api/session", json=who, headers=header)
    assert came.status_code == 201
    assert came.json()["name"] == "ann"
    new = {"x-csrf-token": came.json()["csrf"]}
    assert visitor.post("/api/session/end", headers=header).status_code == 403
    assert visitor.post("/api/session/end", headers=new).status_code == 204
    assert is_in(visitor, "")


def test_the_token_tells_nothing_of_the_cookie() -> None:
    visit = Visit(token="secret")
    assert "secret" not in visit.csrf
    assert visit.csrf == Visit(token="secret").csrf != Visit(token="secret2").csrf
    assert Visit().csrf == ""


def test_every_unsafe_route_wants_the_token(house: SmallHouse) -> None:
    app = house.app()
    with browser(app) as client:
        client.get("/login")
        for route in app.routes:
            for method in set(getattr(route, "methods", ())) & {"POST", "PUT", "PATCH", "DELETE"}:
                path = re.sub(r"{[^}]*}", "x", route.path)
                answer = client.request(method, path, headers=JSON)
                assert (method, path, answer.status_code) == (method, path, 403)


# Origins


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"origin": "http://testserver.local"}, 303),
        ({"origin": "HTTP://TESTSERVER.local"}, 303),
        ({"origin": "http://allowed.example"}, 303),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://testserver.local.evil.example"}, 403),
        ({"origin": "http://testserver.local:8000"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "http://["}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-origin", "origin": "http://testserver.local"}, 303),
    ],
)
def test_requests_come_from_our_own_pages(
    house: SmallHouse, headers: dict[str, str], status: int
) -> None:
    with browser(house.app(origins=("http://allowed.example",))) as client:
        token = token_of(client.get("/login"))
        fields = {"csrf": token, "next": "/"}
        assert client.post("/guest", data=fields, headers=headers).status_code == status


def test_over_https_an_origin_without_it_is_another_one(house: SmallHouse) -> None:
    with browser(house.app(https=True), base_url="https://testserver.local") as client:
        token = token_of(client.get("/login"))
        for scheme, status in (("http", 403), ("https", 303)):
            origin = {"origin": f"{scheme}://testserver.local"}
            answer = client.post("/guest", data={"csrf": token}, headers=origin)
            assert answer.status_code == status


@websocket("/probe")
async def probe(socket: WebSocket[Any, Any, Any]) -> None:
    """Says who is there, as often as it is asked."""
    await socket.accept()
    while True:
        await socket.receive_text()
        viewer = await still_here(socket)
        await socket.send_text("gone" if viewer is None else viewer.name)


def test_sockets_come_from_our_own_pages_and_know_their_viewer(house: SmallHouse) -> None:
    house.open_account("ann")
    app = house.app()
    app.register(probe)
    with browser(app) as client:
        log_in(client, "ann")
        ours = {"origin": "http://testserver.local"}
        with client.websocket_connect("/probe", headers=ours) as socket:
            socket.send_text("?")
            assert socket.receive_text() == "ann"
            house.order(p.LockAccount("ann"))
            socket.send_text("?")
            assert socket.receive_text() == "gone"
        theirs = {"origin": "http://evil.example"}
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/probe", headers=theirs):
            pass


# Logging in


def test_a_wrong_password_and_an_unknown_name_look_the_same(
    house: SmallHouse, visitor: Browser
) -> None:
    house.open_account("ann")
    known, unknown = log_in(visitor, "ann", "wrong"), log_in(visitor, "eve", "wrong")
    assert known.status_code == unknown.status_code == 401
    assert known.text.replace('value="ann"', "") == unknown.text.replace('value="eve"', "")
    assert "not right" in known.text


def test_five_failures_bring_a_wait(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    for _ in range(5):
        assert log_in(visitor, "ann", "wrong").status_code == 401
    answer = log_in(visitor, "ann")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "60")
    house.clock.now += 59
    assert log_in(visitor, "ann").status_code == 429
    house.clock.now += 1
    assert log_in(visitor, "ann").status_code == 303


def test_an_address_is_the_clients_not_the_proxys(house: SmallHouse) -> None:
    house.open_account("ann")
    with browser(house.app(proxies=1)) as client:
        csrf = token_of(client.get("/login"))

        def tries(name: str, password: str, forwarded: str) -> int:
            fields = {"csrf": csrf, "name": name, "password": password}
            headers = {"x-forwarded-for": forwarded}
            return client.post("/login", data=fields, headers=headers).status_code

        for number in range(5):
            # What stands before the last hop was written by whoever asks: it changes nothing.
            assert tries(f"eve{number}", "wrong", f"9.9.9.{number}, 5.5.5.5") == 401
        assert tries("ann", PASSWORD, "1.1.1.1, 5.5.5.5") == 429
        assert tries("ann", PASSWORD, "5.5.5.5, 6.6.6.6") == 303


@pytest.mark.parametrize(
    ("wanted", "there"),
    [
        ("/rulebooks?q=1#x", "/rulebooks?q=1#x"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
        ("/\tevil", "/"),
        ("/\r\nset-cookie: a=b", "/"),
    ],
)
def test_one_goes_on_within_the_house_only(wanted: str, there: str) -> None:
    assert local_path(wanted) == there


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=40), password=st.text(max_size=400), next=st.text(max_size=60))
def test_nothing_typed_at_the_log_in_is_our_mistake(
    house: SmallHouse, visitor: Browser, name: str, password: str, next: str
) -> None:
    house.clock.now += 24 * HOUR  # so that no attempt waits for those before
    csrf = token_of(visitor.get("/login"))
    fields = {"csrf": csrf, "name": name, "password": password, "next": next}
    assert visitor.post("/login", data=fields).status_code == 401


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=200), kind=st.sampled_from(["json", "x-www-form-urlencoded", "x"]))
def test_no_bytes_sent_are_our_mistake(
    house: SmallHouse, visitor: Browser, body: bytes, kind: str
) -> None:
    house.clock.now += 24 * HOUR
    token = visitor.get("/api/session").json()["csrf"]
    headers = {"x-csrf-token": token, "content-type": f"application/{kind}", **JSON}
    for path in ("/login", "/api/session", "/welcome/x", "/guest", "/people", "/api/people/orders"):
        answer = visitor.post(path, content=body, headers=headers)
        assert answer.status_code in (200, 303, 400, 401, 403, 404, 415), path


# Links and guests


def test_a_link_leads_in_once_with_the_password_chosen(house: SmallHouse, visitor: Browser) -> None:
    house.order(p.OpenAccount("ann"))
    path = f"/welcome/{house.link('ann')}"
    for _ in range(2):
        assert "Welcome, ann" in visitor.get(path).text, "looking does not use it up"
    for fields, says in (
        ({"password": PASSWORD, "again": PASSWORD + "x"}, "not the same"),
        ({"password": "short", "again": "short"}, "at least 10"),
        ({}, "at least 10"),
    ):
        answer = send(visitor, path, fields)
        assert (answer.status_code, says in answer.text) == (400, True)
    assert send(visitor, path, {"password": PASSWORD, "again": PASSWORD}).status_code == 303
    assert is_in(visitor, "ann")
    assert visitor.get(path).status_code == 404
    assert send(visitor, path, {"password": PASSWORD, "again": PASSWORD}).status_code == 404
    with browser(house.app()) as other:
        assert log_in(other, "ann").status_code == 303


def test_a_link_of_the_demo_house_goes_straight_in(house: SmallHouse) -> None:
    house.order(p.OpenAccount("ann"))
    path = f"/welcome/{house.link('ann')}"
    with browser(house.app(demo=True)) as client:
        assert "Go in" in client.get(path).text
        assert send(client, path).status_code == 303
        assert is_in(client, "ann")


def test_a_link_is_over_after_a_day(house: SmallHouse, visitor: Browser) -> None:
    house.order(p.OpenAccount("ann"))
    path = f"/welcome/{house.link('ann')}"
    house.clock.now += 24 * HOUR - 1
    assert visitor.get(path).status_code == 200
    house.clock.now += 1
    assert visitor.get(path).status_code == 404


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(token=st.text(st.characters(codec="utf-8", exclude_characters="/"), min_size=1, max_size=60))
def test_no_made_up_link_leads_anywhere(visitor: Browser, token: str) -> None:
    path = f"/welcome/{quote(token, safe='')}"
    assert visitor.get(path).status_code in (400, 404)


def test_guests_get_a_name(house: SmallHouse, visitor: Browser) -> None:
    answer = send(visitor, "/guest", {"next": "/practice"})
    assert answer.headers["location"] == "/practice"
    me = visitor.get("/api/session").json()
    assert me["guest"]
    assert re.fullmatch(r"guest-[0-9a-f]{6}", me["name"])
    send(visitor, "/guest")
    assert visitor.get("/api/session").json()["name"] == me["name"], "once is enough"
    assert visitor.get("/account").status_code == 303, "and no account"


# One's own account


def test_changing_the_password(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    new = {"password": "another long password", "again": "another long password"}
    assert send(visitor, "/account/password", {**new, "current": "wrong"}).status_code == 403
    poor = {"current": PASSWORD, "password": "short", "again": "short"}
    assert send(visitor, "/account/password", poor).status_code == 400
    with browser(house.app()) as other:
        log_in(other, "ann")
        done = send(visitor, "/account/password", {**new, "current": PASSWORD})
        assert done.headers["location"] == "/account?done=password"
        assert is_in(visitor, "ann")
        assert is_in(other, "")
        assert log_in(other, "ann").status_code == 401
        assert log_in(other, "ann", new["password"]).status_code == 303


def test_ending_other_sessions(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    with browser(house.app()) as other:
        log_in(other, "ann")
        assert visitor.get("/account").text.count("<time") == 5  # since when; two sessions
        send(visitor, "/account/sessions/end")
        assert is_in(visitor, "ann")
        assert is_in(other, "")


# People


def test_an_administrator_sees_to_people(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("root", "administrator")
    log_in(visitor, "root")
    answer = send(visitor, "/people", {"name": "dan", "title": "Dealer"})
    link = re.search(r"http://testserver\.local(/welcome/[\w-]{43})<", answer.text)
    assert link is not None
    assert link[1] not in visitor.get("/people").text, "it is shown once"
    with browser(house.app()) as other:
        assert "Welcome, dan" in other.get(link[1]).text

    def acts(act: str, role: str = "") -> tuple[int, p.Account]:
        answer = send(visitor, "/people/dan", {"act": act, "role": role})
        dan = house.do(house.accounts.people()).find("dan")
        assert dan is not None
        return answer.status_code, dan

    status, dan = acts("grant", "crown-blackjack/dealer")
    assert (status, dan.book_roles) == (303, {"crown-blackjack": "dealer"})
    status, dan = acts("grant", "pit")
    assert (status, dan.house_roles) == (303, frozenset({"player", "pit"}))
    assert acts("grant", "pit")[0] == 409
    assert acts("grant", "crown-blackjack/emperor")[0] == 409
    assert acts("grant", "nowhere/dealer")[0] == 400
    assert acts("dance")[0] == 400
    assert acts("revoke", "crown-blackjack/dealer")[0] == 303
    status, dan = acts("revoke", "pit")
    assert (status, dan.house_roles, dan.book_roles) == (303, frozenset({"player"}), {})
    status, dan = acts("lock")
    assert (status, dan.locked) == (303, True)
    assert acts("link")[0] == 409
    assert acts("unlock")[0] == 303
    assert acts("link")[0] == 200
    status, dan = acts("close")
    assert (status, dan.closed) == (303, True)
    assert send(visitor, "/people/nobody", {"act": "lock"}).status_code == 400
    assert send(visitor, "/people/root", {"act": "close"}).status_code == 409
    assert visitor.get("/people").status_code == 200


def test_the_same_for_programs(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("root", "administrator")
    log_in(visitor, "root")
    headers = {"x-csrf-token": visitor.get("/api/session").json()["csrf"]}

    def order(**command: str) -> Any:
        return visitor.post("/api/people/orders", json=command, headers=headers)

    assert order(type="OpenAccount", name="dan").json()["house_roles"] == ["player"]
    granted = order(type="GrantRole", name="dan", book="crown-blackjack", role="dealer")
    assert granted.json()["book_roles"] == {"crown-blackjack": "dealer"}
    refused = order(type="CloseAccount", name="root")
    assert refused.status_code == 409
    assert refused.json()["clause"] == "house:last-administrator"
    assert order(type="Dance", name="dan").status_code == 400
    assert order(type="OpenAccount", name="no good").status_code == 400
    assert [one["name"] for one in visitor.get("/api/people").json()] == ["dan", "root"]
    link = visitor.post("/api/people/dan/link", headers=headers)
    assert visitor.get(link.json()["path"]).status_code == 200
    assert visitor.post("/api/people/eve/link", headers=headers).status_code == 400


@pytest.mark.parametrize(
    ("roles", "looks", "acts"),
    [((), 403, 403), (("inspector",), 200, 403), (("pit", "cashier"), 403, 403)],
)
def test_nobody_else_does(
    house: SmallHouse, visitor: Browser, roles: tuple[str, ...], looks: int, acts: int
) -> None:
    assert visitor.get("/people").headers["location"] == "/login?next=/people"
    house.open_account("ann", *roles)
    log_in(visitor, "ann")
    assert visitor.get("/people").status_code == looks
    assert visitor.get("/api/people").status_code == looks
    assert send(visitor, "/people", {"name": "eve"}).status_code == acts
    assert send(visitor, "/people/ann", {"act": "grant", "role": "pit"}).status_code == acts
    assert house.do(house.accounts.people()).find("eve") is None


# Headers, errors, files


@pytest.mark.parametrize(
    "path", ["/login", "/nowhere", "/api", "/healthz", "/static/common/style.css"]
)
def test_every_answer_has_its_headers(visitor: Browser, path: str) -> None:
    headers = visitor.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy == {
        "default-src": "'self'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "object-src": "'none'",
        "frame-ancestors": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
    }
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"


def test_pages_are_not_kept_by_browsers(visitor: Browser) -> None:
    assert visitor.get("/login").headers["cache-control"] == "no-store"


def test_no_page_of_ours_has_scripts_or_styles_inside() -> None:
    loader = environment().loader
    assert loader is not None
    for name in loader.list_templates():
        source, _, _ = loader.get_source(environment(), name)
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", source), name
        assert not re.search(r"<script(?![^>]*\ssrc=)[^>]*>(?!\s*</script>)", source) or re.search(
            r'<script[^>]*type="application/json"', source
        ), name


ERRORS: dict[str, tuple[Exception, int]] = {
    "malformed": (Malformed("a number is expected", "line 3"), 400),
    "refused": (Refused("8.5.2", "below 12 a card must be drawn"), 409),
    "invariant": (BrokenInvariant("secret inside"), 500),
    "bug": (KeyError("secret inside"), 500),
    "away": (Unavailable("secret inside"), 503),
    "large": (HTTPException(status_code=413), 413),
    "unfit": (HTTPException("This does not fit.", status_code=422), 422),
    "odd": (HTTPException("secret inside", status_code=500), 500),
}


@get("/fails/{how:str}")
async def fails(how: FromPath[str]) -> None:
    raise ERRORS[how][0]


@post("/echo")
async def echo(body: RawBody) -> int:
    return len(body)


@get("/pit-only", guards=[require("pit")])
async def pit_only() -> str:
    return "in"


@pytest.fixture
def failing(house: SmallHouse) -> Any:
    app = house.app()
    for handler in (fails, echo, pit_only):
        app.register(handler)
    with browser(app, raise_server_exceptions=False) as client:
        yield client


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarWarning")
@pytest.mark.parametrize("how", ERRORS)
def test_errors_are_pages_for_people_and_json_for_programs(failing: Browser, how: str) -> None:
    error, status = ERRORS[how]
    for_people = failing.get(f"/fails/{how}")
    for_programs = failing.get(f"/fails/{how}", headers=JSON)
    assert for_people.status_code == for_programs.status_code == status
    assert for_people.headers["content-type"].startswith("text/html")
    answer = for_programs.json()
    assert answer["status_code"] == status
    assert answer["detail"]
    for text in (for_people.text, for_programs.text):
        assert "secret inside" not in text
        assert "Traceback" not in text
    if isinstance(error, Refused):
        assert answer["clause"] == "8.5.2"
        assert "8.5.2" in for_people.text
    if isinstance(error, Malformed):
        assert (answer["detail"], answer["where"]) == ("a number is expected", "line 3")


def test_our_mistakes_are_logged(failing: Browser, caplog: pytest.LogCaptureFixture) -> None:
    failing.get("/fails/bug")
    assert "secret inside" in caplog.text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nowhere", 404), ("GET", "/no/where", 404), ("GET", "/logout", 405),
     ("GET", "/api/nowhere", 404), ("GET", "/static/nothing.css", 404), ("GET", "/pit-only", 401)],
)  # fmt: skip
def test_the_usual_errors(failing: Browser, method: str, path: str, status: int) -> None:
    answer = failing.request(method, path, headers=JSON)
    assert answer.status_code == answer.json()["status_code"] == status


def test_bodies_have_a_limit(house: SmallHouse) -> None:
    app = house.app(body_bytes_max=100)
    app.register(echo)
    with browser(app) as client:
        headers = {"x-csrf-token": client.get("/api/session").json()["csrf"], **JSON}
        headers["content-type"] = "application/octet-stream"
        for size, status in ((100, 201), (101, 413)):
            answer = client.post("/echo", content=b"x" * size, headers=headers)
            assert answer.status_code == status
        form = {"csrf": token_of(client.get("/login")), "name": "x" * 200}
        assert client.post("/login", data=form).status_code == 413


def test_whoever_must_log_in_comes_back_to_where_they_were(
    house: SmallHouse, failing: Browser
) -> None:
    house.open_account("ivy", "pit")
    answer = failing.get("/pit-only?a=1&b=2")
    assert answer.headers["location"] == "/login?next=/pit-only%3Fa%3D1%26b%3D2"
    page = failing.get(answer.headers["location"])
    assert 'name="next" value="/pit-only?a=1&amp;b=2"' in page.text
    log_in(failing, "ivy")
    assert failing.get("/pit-only").text == "in"


def test_the_page_of_an_error_knows_its_viewer(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    assert 'href="/account"' in visitor.get("/nowhere").text


def test_static_files_are_kept_for_ever_under_their_edition(visitor: Browser) -> None:
    kept = visitor.get(asset("common/style.css"))
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert kept.headers["content-type"] == "text/css; charset=utf-8"
    etag = kept.headers["etag"]
    again = visitor.get(asset("common/style.css"), headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")
    for path in ("/static/common/style.css", "/static/0123456789abcdef/common/style.css"):
        plain = visitor.get(path)
        assert (plain.content, plain.headers["cache-control"]) == (kept.content, "no-cache")
    assert "set-cookie" not in kept.headers


@pytest.mark.parametrize(
    "name", ["../app.py", "%2e%2e/app.py", "..%2fapp.py", "x/../../app.py", ""]
)
def test_nothing_else_is_served_as_a_file(visitor: Browser, name: str) -> None:
    assert visitor.get(f"/static/{name}").status_code == 404
    assert all(".." not in known for known in assets().files)


# For machines


def test_health(house: SmallHouse, visitor: Browser) -> None:
    answer = visitor.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    house.do(house.committer.close())
    assert visitor.get("/healthz").status_code == 503


def test_figures_are_for_this_machine_and_administrators(house: SmallHouse) -> None:
    house.open_account("root", "administrator")
    house.open_account("ann")
    with browser(house.app()) as away:
        assert away.get("/metrics").status_code == 403
        log_in(away, "ann")
        assert away.get("/metrics").status_code == 403
        log_in(away, "root")
        assert 'route="/metrics",status="403"} 2.0' in away.get("/metrics").text
    with browser(house.app(open_metrics=True)) as away:
        assert away.get("/metrics").status_code == 200


@pytest.mark.parametrize(
    ("address", "forwarded", "proxies", "here"),
    [
        ("127.0.0.1", "", 0, True),
        ("127.8.8.8", "", 0, True),
        ("::1", "", 0, True),
        ("10.0.0.1", "", 0, False),
        ("testclient", "", 0, False),
        ("127.0.0.1", "9.9.9.9", 0, False),  # through a proxy that nobody told us of
        ("127.0.0.1", "9.9.9.9", 1, False),
        ("127.0.0.1", "9.9.9.9, 127.0.0.1", 1, True),
        ("127.0.0.1", "127.0.0.1, 9.9.9.9", 1, False),
        ("127.0.0.1", "", 1, True),
    ],
)
def test_what_is_this_machine(address: str, forwarded: str, proxies: int, here: bool) -> None:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    app = SimpleNamespace(state=SimpleNamespace(settings=Settings(proxies=proxies)))
    scope = {"client": (address, 5000), "headers": headers, "litestar_app": app, "state": {}}
    assert from_this_machine(scope) is here


def test_the_api_is_described(visitor: Browser) -> None:
    schema = visitor.get("/api/openapi.json").json()
    assert "/api/session" in schema["paths"]
    assert "/login" not in schema["paths"], "pages are no part of it"
    for methods in schema["paths"].values():
        assert all("default" in about["responses"] for about in methods.values())
    page = visitor.get("/api").text
    assert "POST /api/session" in page
    assert "//cdn" not in page


# Templates


@pytest.mark.parametrize(
    ("viewer", "more"),
    [
        (p.VISITOR, []),
        (p.Viewer("ann", False, frozenset({"player"})), []),
        (p.Viewer("dan", False, frozenset({"player"}), {"crown-blackjack": "dealer"}), ["/pit"]),
        (p.Viewer("kim", False, frozenset({"cashier"})), ["/cage"]),
        (p.Viewer("ivy", False, frozenset({"pit"})), ["/pit"]),
        (
            p.Viewer("ida", False, frozenset({"inspector"})),
            ["/pit", "/cage", "/inspector", "/people"],
        ),
        (p.Viewer("root", False, frozenset({"administrator"})), ["/people"]),
    ],
)
def test_everybody_is_shown_the_places_they_may_go_to(viewer: p.Viewer, more: list[str]) -> None:
    for_all = ["/", "/tournaments", "/jackpots", "/promotions", "/rulebooks", "/odds", "/record"]
    assert [place.address for place in navigation(viewer)] == for_all + more


def test_a_place_is_marked_on_its_own_pages_only() -> None:
    lobby, *_ = PLACES
    rulebooks = next(place for place in PLACES if place.address == "/rulebooks")
    assert lobby.is_at("/")
    assert not lobby.is_at("/rulebooks")
    assert rulebooks.is_at("/rulebooks/crown-blackjack")
    assert not rulebooks.is_at("/rulebooks-x")


def test_everything_is_escaped_and_misspellings_are_errors() -> None:
    made = environment().from_string("{{ x }} {{ clause('b<', '8.1(a)') }}").render(x="<b>")
    assert made.startswith("&lt;b&gt; ")
    assert 'href="/rulebooks/b%3C/clauses/8.1%28a%29"' in made
    with pytest.raises(Exception, match="'y' is undefined"):
        environment().from_string("{{ y }}").render()


def test_money_and_moments() -> None:
    assert [money(cents) for cents in (0, 5, -123456, 100)] == [
        "$0.00", "$0.05", "−$1,234.56", "$1.00",
    ]  # fmt: skip
    assert str(when(0)) == '<time datetime="1970-01-01T00:00:00+00:00">1970-01-01 00:00 UTC</time>'
