"""How much anybody may ask for: who asks for more waits, and nobody else notices."""

import asyncio
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.exceptions import HTTPException, WebSocketDisconnect

from bythebook.errors import Malformed
from bythebook.house.people import people as p
from bythebook.web.door.limits import DEAR, Buckets, Gate, TooMuch, in_time, limits_of, network_of
from bythebook.web.settings import Limits
from tests.house.inside import the_app
from tests.web.visitors import JSON, Browser, SmallHouse, browser, log_in, send, token_of

DEPLOYMENT = Path(__file__).parents[2] / "docs" / "deployment.md"


def from_address(client: Browser, address: str) -> dict[str, str]:
    return {**JSON, "x-forwarded-for": address}


def limited(house: SmallHouse, **limits: float) -> Any:
    """With a clock that stands: what is used up stays used up."""
    app = house.app(proxies=1, limits=msgspec.convert(limits, Limits, strict=False))
    app.state["gate"] = Gate(app.state.settings.limits)
    app.state["gate"].clock = lambda: 0.0
    return app


def test_a_bucket_fills_again() -> None:
    now = 0.0
    buckets = Buckets(rate=2, burst=3, clock=lambda: now)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b") == 0, "another's is full"
    now = 0.4
    assert buckets.take("a") == pytest.approx(0.1)
    now = 0.5
    assert buckets.take("a") == 0
    now = 100
    assert [bool(buckets.take("a")) for _ in range(4)] == [False, False, False, True]


def test_an_address_that_asks_for_too_much_waits_and_no_other(house: SmallHouse) -> None:
    with browser(limited(house, requests_at_once=3, requests_a_second=0.5)) as client:
        asked = [
            client.get("/api/session", headers=from_address(client, "1.1.1.1")) for _ in "1234"
        ]
        assert [one.status_code for one in asked] == [200, 200, 200, 429]
        assert asked[-1].headers["retry-after"] == "2"
        assert asked[-1].json()["detail"].endswith("try again in 2 seconds.")
        other = client.get("/api/session", headers=from_address(client, "1.1.1.2"))
        assert other.status_code == 200
        page = client.get("/login", headers={"x-forwarded-for": "1.1.1.1"})
        assert (page.status_code, "Please wait" in page.text) == (429, True)


def test_nothing_is_looked_up_for_who_asks_for_too_much(
    house: SmallHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browser(limited(house, requests_at_once=1)) as client:
        client.get("/api/session", headers=from_address(client, "1.1.1.1"))
        client.cookies["bythebook"] = "x"
        looked: list[str] = []
        monkeypatch.setattr(house.accounts, "look", lambda token, now: looked.append(token))
        refused = client.get("/api/session", headers=from_address(client, "1.1.1.1"))
        assert (refused.status_code, looked) == (429, [])


def test_an_account_asks_for_so_much_from_all_its_addresses(house: SmallHouse) -> None:
    house.open_account("ann")
    with browser(limited(house, commands_at_once=2)) as client:
        log_in(client, "ann")
        headers = {"x-csrf-token": client.get("/api/session").json()["csrf"], **JSON}
        asked = []
        for number in range(3):
            address = {"x-forwarded-for": f"1.1.1.{number}"}
            asked.append(client.post("/account/password", headers={**headers, **address}, json={}))
        assert [one.status_code for one in asked][-1] == 429
        assert 429 not in [one.status_code for one in asked][:2]


def test_guests_are_as_many_as_there_is_room_for(house: SmallHouse) -> None:
    with browser(limited(house, guests_an_hour=2, guests_most=3)) as client:

        def guest(address: str) -> int:
            client.cookies.clear()
            csrf = client.get("/api/session").json()["csrf"]
            headers = {**from_address(client, address), "x-csrf-token": csrf}
            return client.post("/api/session/guest", headers=headers).status_code

        assert [guest("1.1.1.1") for _ in range(3)] == [201, 201, 429]
        assert [guest("1.1.1.2") for _ in range(2)] == [201, 429]


def test_practice_tables_of_an_address() -> None:
    gate = Gate(Limits(practice_an_hour=2))
    gate.clock = lambda: 0.0
    for _ in range(2):
        gate.practice("1.1.1.1")
    gate.practice("1.1.1.2")
    with pytest.raises(TooMuch, match="1800 seconds"):
        gate.practice("1.1.1.1")


def test_sockets_of_an_address_and_of_an_account(house: SmallHouse) -> None:
    gate = Gate(Limits(sockets_of_an_address=1))
    with gate.under_way("sockets", "ann", 1):
        with pytest.raises(TooMuch), gate.under_way("sockets", "ann", 1):
            pass
        with gate.under_way("sockets", "ben", 1):
            pass
    with gate.under_way("sockets", "ann", 1):
        pass
    with browser(limited(house, requests_at_once=1)) as client:
        way = {"x-forwarded-for": "1.1.1.1"}
        client.get("/api/session", headers=way)
        live = client.websocket_connect("/tables/crown/live", headers=way)
        with pytest.raises(WebSocketDisconnect) as no:
            live.__enter__()
    assert no.value.code == 1013


def test_what_takes_long_is_marked() -> None:
    """Whatever is read or worked out beside the house, or from a whole log, for anybody."""
    marked = set()
    for route in the_app().routes:
        found: Any = route
        for handler in getattr(found, "route_handlers", ()):
            if handler.opt.get(DEAR):
                marked |= {f"{method} {route.path}" for method in handler.http_methods}
    assert marked == {
        "GET /odds", "POST /api/odds", "GET /rulebooks/diff", "POST /api/rulebooks/diff",
        "GET /workbench", "GET /workbench/book.zip",
        "POST /record", "POST /record/canonical", "POST /api/record",
        "POST /api/tournaments/check", "POST /api/tournaments/rehearse",
        "POST /api/promotions/check",
        "GET /school/card", "GET /school/drills",
        "POST /school/dealers/classes", "POST /school/dealers/shifts",
        "GET /school/hand/{code:str}", "GET /school/hand/{code:str}/picture",
        "GET /shoes/{table:str}", "GET /shoes/{table:str}/{number:int}.shoe",
        "GET /api/shoes/{shoe:str}", "GET /api/tables/{table:str}/seals",
    }  # fmt: skip


def test_what_takes_long_is_asked_for_seldom(house: SmallHouse) -> None:
    with browser(limited(house, calculations_a_minute=1)) as client:
        csrf = client.get("/api/session").json()["csrf"]
        headers = {**from_address(client, "1.1.1.1"), "x-csrf-token": csrf}
        asked = [client.post("/api/odds", headers=headers, json={}).status_code for _ in "12"]
        assert asked == [400, 429]


@pytest.mark.parametrize("ends", ["log-out", "lock", "revoke"])
def test_who_somebody_is_counts_when_all_that_they_send_is_there(
    house: SmallHouse, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    """A body may come for seconds: what ends meanwhile has ended before anything moves."""
    house.open_account("root", "administrator")
    house.open_account("other", "administrator")
    done: list[str] = []

    def slowly(receive: Any, seconds: float) -> Any:
        async def received() -> Any:
            message = await receive()
            if not done:
                done.append(ends)
                await end()
            return message

        return received

    async def end() -> None:
        accounts, now = house.accounts, house.now
        if ends == "log-out":
            await accounts.log_out_elsewhere("root", "")
        elif ends == "lock":
            await accounts.order("other", p.LockAccount("root"), now)
        else:
            await accounts.order("other", p.RevokeHouseRole("root", p.ADMINISTRATOR), now)

    with browser(limited(house)) as client:
        log_in(client, "root")
        csrf = token_of(client.get("/api"))
        monkeypatch.setattr("bythebook.web.door.limits.in_time", slowly)
        form = {"csrf": csrf, "name": "mine", "title": ""}
        answer = client.post("/people", data=form)
        assert (answer.status_code, done) == (403 if ends == "revoke" else 401, [ends])
    assert house.do(house.accounts.viewer("mine")) is None


def test_a_body_that_comes_too_slowly_is_not_waited_for() -> None:
    async def never() -> Any:
        await asyncio.Event().wait()

    async def wait() -> None:
        with pytest.raises(HTTPException) as no:
            await in_time(never, 0.0)()
        assert no.value.status_code == 408

    asyncio.run(wait())


@pytest.mark.parametrize(
    ("address", "counts"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("nonsense", "nonsense"),
    ],
)
def test_by_what_an_address_counts(address: str, counts: str) -> None:
    assert network_of(address) == counts


def test_an_operator_sets_each_of_them() -> None:
    assert limits_of([]) == Limits()
    assert limits_of(["guests-an-hour=5", "body_seconds=2.5"]) == Limits(
        guests_an_hour=5, body_seconds=2.5
    )
    for wrong in ("guests=5", "guests-an-hour=many", "guests-an-hour=0", "guests-an-hour"):
        with pytest.raises(Malformed):
            limits_of([wrong])


def test_each_of_them_is_documented_as_it_is() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| ([\d,.]+) \|", DEPLOYMENT.read_text("utf-8"), re.M)
    written = {name.replace("-", "_"): float(value.replace(",", "")) for name, value in rows}
    assert written == {
        name: float(value) for name, value in msgspec.structs.asdict(Limits()).items()
    }


def test_what_is_over_is_thrown_away(house: SmallHouse, visitor: Browser) -> None:
    send(visitor, "/guest")
    assert len(house.do(house.accounts.guests())) == 1
    house.do(house.accounts.sweep(house.clock.now + 3 * 24 * 3600))
    assert house.do(house.accounts.guests()) == set()
