"""What every answer has: headers, errors, files; what machines ask for; what templates show."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar, get, post
from litestar.exceptions import HTTPException
from litestar.params import FromPath, RawBody

from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house.log.store import Unavailable
from bythebook.house.people import people as p
from bythebook.web.app import create_app
from bythebook.web.door.security import from_this_machine
from bythebook.web.door.shell import require
from bythebook.web.settings import Settings
from bythebook.web.show.assets import asset, assets
from bythebook.web.show.navigation import PLACES, navigation
from bythebook.web.show.templating import environment, money, when
from tests.web.visitors import JSON, Browser, SmallHouse, browser, log_in, token_of

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


@pytest.fixture(scope="module")
def fragile() -> Litestar:
    app = create_app(None)
    for handler in (fails, echo, pit_only):
        app.register(handler)
    return app


@pytest.fixture
def failing(house: SmallHouse, fragile: Litestar) -> Any:
    fragile.state.house, fragile.state.settings = house, Settings(now=house.clock)
    with browser(fragile, raise_server_exceptions=False) as client:
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
     ("GET", "/api/nowhere", 404), ("GET", "/static/nothing.css", 404), ("GET", "/pit-only", 401),
     ("TRACE", "/login", 405)],
)  # fmt: skip
def test_the_usual_errors(failing: Browser, method: str, path: str, status: int) -> None:
    answer = failing.request(method, path, headers=JSON)
    assert answer.status_code == answer.json()["status_code"] == status


def test_bodies_have_a_limit(house: SmallHouse) -> None:
    app = house.own_app(body_bytes_max=100)
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
    icon = visitor.get(asset("common/icon.svg"))
    assert icon.headers["content-type"] == "image/svg+xml; charset=utf-8"
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
    with browser(house.own_app()) as away:
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
        (
            p.Viewer("dan", False, frozenset({"player"}), {"crown-blackjack": "dealer"}),
            ["/dealer", "/pit", "/patrons"],
        ),
        (p.Viewer("kim", False, frozenset({"cashier"})), ["/cage"]),
        (p.Viewer("ivy", False, frozenset({"pit"})), ["/pit", "/patrons"]),
        (
            p.Viewer("ida", False, frozenset({"inspector"})),
            ["/pit", "/patrons", "/cage", "/inspector", "/people"],
        ),
        (p.Viewer("root", False, frozenset({"administrator"})), ["/people"]),
    ],
)
def test_everybody_is_shown_the_places_they_may_go_to(viewer: p.Viewer, more: list[str]) -> None:
    for_all = [
        "/", "/tournaments", "/jackpots", "/promotions", "/rulebooks", "/odds", "/school",
        "/record",
    ]  # fmt: skip
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
