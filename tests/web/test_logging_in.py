"""Logging in and out: cookies, sessions and their ends, waits, links, guests, accounts."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bythebook.house.people import people as p
from bythebook.web.door.errors_page import Tries
from bythebook.web.door.security import local_path
from tests.web.visitors import (
    JSON,
    PASSWORD,
    Browser,
    SmallHouse,
    browser,
    is_in,
    log_in,
    send,
    token_of,
)

HOUR = 3600


# Cookies and sessions


def cookie_line(answer: Any) -> str:
    line = answer.headers["set-cookie"]
    assert isinstance(line, str)
    return line


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
        line = cookie_line(answer)
        assert line.startswith("__Host-bythebook="), "no browser takes it from a neighbour"
        assert "Secure" in line
        assert "Domain" not in line
        only = answer.headers["strict-transport-security"]
        assert only == "max-age=31536000; includeSubDomains"
    with browser(house.app(), base_url="https://testserver.local") as client:
        assert "Secure" in cookie_line(client.get("/login"))


CROWN, STAR = "crown-blackjack", "star-blackjack-challenge"


@pytest.mark.parametrize(
    ("house_roles", "book_roles", "where"),
    [
        ((), {}, "/"),
        ((), {CROWN: "dealer"}, "/dealer"),
        (("pit",), {CROWN: "dealer"}, "/pit"),
        ((), {CROWN: "dealer", STAR: "supervisor"}, "/pit"),
        ((), {CROWN: "area-manager"}, "/pit"),
        ((), {CROWN: "surveillance"}, "/pit"),
        ((), {CROWN: "tournament-director"}, "/desk"),
        ((), {STAR: "tournament-manager", CROWN: "dealer"}, "/desk"),
        ((), {"star-baceball": "gaming-manager"}, "/pit"),  # a book without tournaments
        (("inspector",), {CROWN: "inspector"}, "/inspector"),
        (("cashier",), {}, "/cage"),
        (("administrator", "pit"), {}, "/people"),
    ],
)
def test_everybody_lands_where_they_work(
    house: SmallHouse,
    visitor: Browser,
    house_roles: tuple[str, ...],
    book_roles: dict[str, str],
    where: str,
) -> None:
    house.open_account("ann", *house_roles)
    house.order(*(p.GrantRole("ann", book, role) for book, role in book_roles.items()))
    assert log_in(visitor, "ann").headers["location"] == where
    assert visitor.get("/login").headers["location"] == where, "whoever is in already"
    assert visitor.get("/login?next=//evil.example").headers["location"] == where
    send(visitor, "/logout")
    assert log_in(visitor, "ann", next="/rulebooks").headers["location"] == "/rulebooks"
    send(visitor, "/logout")
    link = send(visitor, f"/welcome/{house.link('ann')}", {"password": PASSWORD, "again": PASSWORD})
    assert link.headers["location"] == where
    assert f'href="{where}"' in visitor.get("/odds").text, "and finds the way back from anywhere"


def cookie(client: Browser) -> str:
    return str(client.cookies["bythebook"])


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


def test_a_link_of_the_demo_house_goes_straight_in_if_one_wants(house: SmallHouse) -> None:
    house.order(p.OpenAccount("ann"))
    path = f"/welcome/{house.link('ann')}"
    with browser(house.app(demo=True)) as client:
        welcome = client.get(path).text
        assert welcome.index("Set the password") < welcome.index("Go in once"), "a password first"
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


def test_whoever_leaves_takes_along_what_the_browser_has_kept(
    house: SmallHouse, visitor: Browser
) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    assert send(visitor, "/logout").headers["clear-site-data"] == '"cache", "storage"'


def test_what_is_tried_in_vain_is_told_to_the_operator_and_no_more_of_it(
    house: SmallHouse, visitor: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    house.open_account("ann")
    log_in(visitor, "ann", "a wrong one")
    assert "what was given for 'ann' from 'testclient'" in caplog.text
    log_in(visitor, "my password\nby mistake", "ann")
    assert "nobody of this name" in caplog.text
    assert "by mistake" not in caplog.text
    assert "a wrong one" not in caplog.text


def test_whoever_is_not_let_to_something_is_told_of_to_the_operator(
    house: SmallHouse, visitor: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    visitor.get("/people?a=%0aforged")
    visitor.post("/people/x%0aforged", data={})
    refused = [record.getMessage() for record in caplog.records if record.name == "bythebook.door"]
    assert [line.split(":")[0] for line in refused] == [
        "'ann' from 'testclient' was not let to GET '/people'",
        "'ann' from 'testclient' was not let to POST '/people/x\\nforged'",
    ]


def test_who_tries_in_vain_is_told_of_once_a_minute(
    house: SmallHouse, visitor: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    now = [1000.0]
    visitor.app.state["tries"] = Tries(lambda: now[0])
    house.clock.now += 3600
    for seconds in (0, 1, 58.9, 0.1, 60):
        now[0] += seconds
        assert send(visitor, "/account/sessions/end").status_code == 409
    assert "'ann' from 'testclient' was answered 409 at POST '/account/sessions/end'" in caplog.text
    told = [one.getMessage() for one in caplog.records if "since this was told" in str(one.msg)]
    assert [line.rpartition("(")[2].split()[0] for line in told] == ["1", "3", "1"]


def test_ending_sessions_wants_a_fresh_proof(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    house.clock.now += 3600
    answer = send(visitor, "/account/sessions/end")
    assert (answer.status_code, "/account/prove" in answer.text) == (409, True)
    assert send(visitor, "/account/sessions/abc/end").status_code == 409
    send(visitor, "/account/prove", {"password": PASSWORD})
    assert send(visitor, "/account/sessions/end").status_code == 303


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
