"""Second factors at the door: having one, coming in by it, proving oneself before money moves;
sessions ended one by one; odd log-ins told once."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from httpx import Response

from bythebook.errors import Refused
from bythebook.house.people import people as p
from bythebook.house.people.credentials import Wait, Wrong
from bythebook.house.people.factors import STEP_SECONDS, code_at
from bythebook.house.people.proofs import Proofs
from bythebook.web.serving import Serving, proofs_of
from tests.web.floor_of_two import Floor, floor_at
from tests.web.software_key import SoftwareKey, as_text
from tests.web.visitors import (
    JSON,
    PASSWORD,
    Browser,
    SmallHouse,
    browser,
    is_in,
    log_in,
    send,
)


def tell(client: Browser, path: str, body: Any) -> Response:
    csrf = client.get("/api/session").json()["csrf"]
    return client.post(path, json=body, headers={**JSON, "x-csrf-token": csrf})


def secret_on(page: Response) -> bytes:
    from base64 import b32decode

    found = re.search(r"secret=([A-Z2-7]{32})&", page.text)
    assert found is not None
    return b32decode(found[1])


def code_now(house: SmallHouse, secret: bytes) -> str:
    return code_at(secret, house.clock.now // STEP_SECONDS)


def wrong_codes(house: SmallHouse, secret: bytes, number: int) -> list[str]:
    """Whatever the secret is, and it is drawn: none of these is right."""
    step = house.clock.now // STEP_SECONDS
    right = {code_at(secret, step + off) for off in (-1, 0, 1)}
    codes = (f"{n:06}" for n in range(number + len(right)))
    return [code for code in codes if code not in right][:number]


def have_codes(house: SmallHouse, client: Browser) -> tuple[bytes, list[str]]:
    """Whoever is logged in sets codes up; the secret, and those to fall back on."""
    secret = secret_on(client.get("/account/second"))
    done = send(client, "/account/second/codes", {"code": code_now(house, secret)})
    assert done.status_code == 200
    fallbacks = re.findall(r"<code>([A-Z2-7]{4}(?:-[A-Z2-7]{4}){5})</code>", done.text)
    assert len(fallbacks) == 10
    house.clock.now += STEP_SECONDS
    return secret, fallbacks


def add_key(client: Browser, key: SoftwareKey, label: str = "blue") -> Response:
    options = tell(client, "/keys/options", {"purpose": "new"}).json()
    return tell(
        client, "/keys", {"purpose": "new", "credential": key.made(options), "label": label}
    )


def events(house: SmallHouse, *kinds: type) -> list[Any]:
    rows = house.do(house.committer.call(house.accounts._store.read, p.STREAM))
    found = [msgspec.json.decode(row.data, type=p.AnyEvent) for row in rows]
    return [event for event in found if isinstance(event, kinds)]


# Codes


def test_codes_are_asked_for_once_they_are_set_up(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    [wrong] = wrong_codes(house, secret_on(visitor.get("/account/second")), 1)
    assert send(visitor, "/account/second/codes", {"code": wrong}).status_code == 400
    secret, fallbacks = have_codes(house, visitor)
    assert not re.search("secret=", visitor.get("/account/second").text), "it is shown no more"
    with browser(house.app()) as other:
        assert log_in(other, "ann", next="/odds").headers["location"] == "/login/second?next=/odds"
        assert is_in(other, "")
        assert "One more step, ann" in other.get("/login/second").text
        [wrong] = wrong_codes(house, secret, 1)
        assert send(other, "/login/second", {"code": wrong}).status_code == 401
        code = code_now(house, secret)
        came = send(other, "/login/second", {"code": code, "next": "/odds"})
        assert (came.status_code, came.headers["location"]) == (303, "/odds")
        assert is_in(other, "ann")
    with browser(house.app()) as thief:
        log_in(thief, "ann")
        assert send(thief, "/login/second", {"code": code}).status_code == 401, "once"
        assert send(thief, "/login/second", {"code": fallbacks[0]}).status_code == 303
    with browser(house.app()) as again:
        log_in(again, "ann")
        assert send(again, "/login/second", {"code": fallbacks[0]}).status_code == 401, "once"
    assert [event.second for event in events(house, p.LoggedIn)] == ["", "code", "fallback"]
    assert [event.factor for event in events(house, p.FactorAdded)] == ["code"]


def test_no_secret_is_in_the_log(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    secret, fallbacks = have_codes(house, visitor)
    rows = house.do(house.committer.call(house.accounts._store.read, p.STREAM))
    log = b"".join(row.data for row in rows)
    from base64 import b32encode

    for kept in (b32encode(secret), *(one.replace("-", "").encode() for one in fallbacks)):
        assert kept not in log


def test_half_way_in_is_nowhere(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    have_codes(house, visitor)
    with browser(house.app()) as other:
        assert other.get("/login/second").headers["location"] == "/login", "no password yet"
        assert send(other, "/login/second", {"code": "1"}).status_code == 400
        log_in(other, "ann")
        assert other.get("/account").headers["location"].startswith("/login")
        house.clock.now += 300
        assert other.get("/login/second").headers["location"] == "/login", "it took too long"


def test_wrong_codes_slow_whoever_guesses(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    secret, _ = have_codes(house, visitor)
    with browser(house.app()) as other:
        log_in(other, "ann")
        codes = wrong_codes(house, secret, 6)
        tries = [send(other, "/login/second", {"code": code}).status_code for code in codes]
        assert tries == [401] * 5 + [429]
        right = send(other, "/login/second", {"code": code_now(house, secret)})
        assert (right.status_code, right.headers["retry-after"]) == (429, "60")


def test_guesses_at_once_are_judged_one_after_the_other(
    house: SmallHouse, visitor: Browser
) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    secret, _ = have_codes(house, visitor)

    async def guess() -> list[Any]:
        tries = wrong_codes(house, secret, 10)
        now, tried = house.clock.now, house.accounts.try_code
        return await asyncio.gather(*(tried("ann", code, "9.9.9.9", now) for code in tries))

    answers = house.do(guess())
    assert [isinstance(one, Wrong) for one in answers] == [True] * 5 + [False] * 5
    assert all(isinstance(one, Wait) for one in answers[5:])


def test_programs_send_the_code_with_the_password(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    secret, _ = have_codes(house, visitor)
    with browser(house.app()) as other:
        who = {"name": "ann", "password": PASSWORD}
        assert tell(other, "/api/session", who).status_code == 403
        [wrong] = wrong_codes(house, secret, 1)
        assert tell(other, "/api/session", {**who, "code": wrong}).status_code == 403
        code = code_now(house, secret)
        assert tell(other, "/api/session", {**who, "code": code}).status_code == 201


def test_a_link_does_not_go_round_the_second_factor(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    secret, _ = have_codes(house, visitor)
    with browser(house.app()) as other:
        chosen = {"password": "another long password", "again": "another long password"}
        came = send(other, f"/welcome/{house.link('ann')}", chosen)
        assert came.headers["location"].startswith("/login/second")
        assert is_in(other, "")
        log_in(other, "ann")
        assert "ann" in other.get("/login/second").text, "the password is as it was until then"
        send(other, f"/welcome/{house.link('ann')}", chosen)
        send(other, "/login/second", {"code": code_now(house, secret)})
        assert is_in(other, "ann")
    assert is_in(visitor, ""), "with a new password everybody else is out"
    [changed] = events(house, p.PasswordSet)
    assert changed.at == house.clock.now


def test_an_administrator_takes_lost_ones_off_and_nobody_else(
    house: SmallHouse, visitor: Browser
) -> None:
    house.open_account("ann")
    house.open_account("root", "administrator")
    log_in(visitor, "ann")
    have_codes(house, visitor)
    with browser(house.app()) as other:
        log_in(other, "root")
        gone = send(other, "/people/ann", {"act": "drop-factors"})
        assert gone.headers["location"] == "/people?done=DropFactors"
        assert send(other, "/people/ann", {"act": "drop-factors"}).status_code == 409
        assert log_in(other, "ann").headers["location"] == "/"
    [dropped] = events(house, p.FactorsDropped)
    assert (dropped.name, dropped.by) == ("ann", "root")


def test_changing_them_wants_a_fresh_proof(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    secret, _ = have_codes(house, visitor)
    house.clock.now += 15 * 60
    assert "prove" in visitor.get("/account/second").text
    for path in ("codes", "fallbacks", "drop"):
        assert send(visitor, f"/account/second/{path}", {"code": "1"}).status_code == 409
    assert tell(visitor, "/keys/options", {"purpose": "new"}).status_code == 409
    assert send(visitor, "/account/prove", {"password": "no"}).status_code == 400
    assert send(visitor, "/account/prove", {"password": PASSWORD}).status_code == 303
    assert send(visitor, "/account/second/drop").status_code == 409, (
        "a password alone is too little"
    )
    assert tell(visitor, "/keys/options", {"purpose": "new"}).status_code == 409
    proof = {"code": code_now(house, secret), "next": "/account/second"}
    proved = send(visitor, "/account/prove", proof)
    assert proved.headers["location"] == "/account/second"
    assert len(re.findall(r"<code>", send(visitor, "/account/second/fallbacks").text)) == 10
    assert send(visitor, "/account/second/drop").status_code == 303
    assert log_in(visitor, "ann").status_code == 303
    assert [event.by_what for event in events(house, p.Proved)] == ["code", "password", "code"]


# Keys


def test_a_key_lets_its_owner_in(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    key = SoftwareKey()
    assert len(add_key(visitor, key).json()["fallbacks"]) == 10
    assert "blue" in visitor.get("/account/second").text
    with browser(house.app()) as other:
        log_in(other, "ann")
        options = tell(other, "/keys/options", {"purpose": "log-in"}).json()
        said = {"purpose": "log-in", "credential": key.proves(options), "next": "/odds"}
        answer = tell(other, "/keys", said)
        assert (answer.status_code, answer.json()["to"]) == (200, "/odds")
        assert is_in(other, "ann")
    assert [event.second for event in events(house, p.LoggedIn)] == ["", "key"]
    assert [event.label for event in events(house, p.FactorAdded)] == ["blue"]


def test_another_key_another_place_or_the_same_answer_again_do_not(
    house: SmallHouse, visitor: Browser
) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    key = SoftwareKey()
    add_key(visitor, key)
    stranger, elsewhere = SoftwareKey(), SoftwareKey("http://evil.example")
    elsewhere.id, elsewhere._private = key.id, key._private
    with browser(house.app()) as other:
        log_in(other, "ann")
        for wrong in (stranger, elsewhere):
            options = tell(other, "/keys/options", {"purpose": "log-in"}).json()
            said = {"purpose": "log-in", "credential": wrong.proves(options)}
            assert tell(other, "/keys", said).status_code == 400
        options = tell(other, "/keys/options", {"purpose": "log-in"}).json()
        said = {"purpose": "log-in", "credential": key.proves(options)}
        credential: Any = said["credential"]
        for spoilt in ({}, {"rawId": 7}, {**credential, "response": {}}):
            tell(other, "/keys/options", {"purpose": "log-in"})
            assert tell(other, "/keys", {**said, "credential": spoilt}).status_code == 400
        other.headers["host"] = ""
        assert tell(other, "/keys/options", {"purpose": "log-in"}).status_code == 400
        other.headers["host"] = "testserver.local"
        assert tell(other, "/keys", said).status_code == 400, "what it was asked is used up"
        assert is_in(other, "")
        assert tell(other, "/keys/options", {"purpose": "new"}).status_code == 401
    options = tell(visitor, "/keys/options", {"purpose": "new"}).json()
    fake = {"purpose": "new", "credential": SoftwareKey("http://evil.example").made(options)}
    assert tell(visitor, "/keys", fake).status_code == 400
    made = SoftwareKey().made(tell(visitor, "/keys/options", {"purpose": "new"}).json())
    made["response"]["attestationObject"] = as_text(b"\x81" * 5000)  # lists in lists
    assert tell(visitor, "/keys", {"purpose": "new", "credential": made}).status_code == 400


def test_nobody_has_ever_more_keys(
    house: SmallHouse, visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bythebook.house.people.factors.KEYS_MAX", 1)
    house.open_account("ann")
    log_in(visitor, "ann")
    assert [add_key(visitor, SoftwareKey()).status_code for _ in range(2)] == [200, 400]
    assert len(events(house, p.FactorAdded)) == 1, "nor does the log say so"


def test_where_one_is_turned_away_another_comes_in_by_a_key(
    house: SmallHouse, visitor: Browser
) -> None:
    house.open_account("ann")
    house.open_account("bob")
    log_in(visitor, "bob")
    key = SoftwareKey()
    add_key(visitor, key)
    log_in(visitor, "ann")
    excluded = Refused("1.1", "ann is not let in")
    house.accounts._turned_away = lambda name: excluded if name == "ann" else None
    assert send(visitor, "/account/prove", {"password": PASSWORD}).status_code == 409
    assert tell(visitor, "/keys/options", {"purpose": "new"}).status_code == 409
    log_in(visitor, "bob")
    options = tell(visitor, "/keys/options", {"purpose": "log-in"}).json()
    tell(visitor, "/keys", {"purpose": "log-in", "credential": key.proves(options)})
    assert is_in(visitor, "bob")


# Staff


def roles(client: Browser) -> list[str]:
    return list(client.get("/api/session").json()["house_roles"])


def test_staff_is_led_to_a_second_factor_and_does_nothing_of_the_staffs_before(
    house: SmallHouse, visitor: Browser
) -> None:
    house.accounts.proofs = Proofs(staff_second=True)
    house.open_account("root", "administrator")
    house.open_account("ann")
    assert log_in(visitor, "ann").headers["location"] == "/", "a player need not have one"
    with browser(house.app()) as other:
        for client in (visitor, other):
            assert log_in(client, "root").headers["location"] == "/account/second"
            led = client.get("/people")
            assert (led.status_code, led.headers["location"]) == (303, "/account/second")
            assert roles(client) == []
            told = client.get("/people", headers=JSON)
            assert (told.status_code, "second factor is given" in told.text) == (403, True)
            assert send(client, "/people", {"name": "eve"}).status_code == 403
            assert "second factor</a> is given" in client.get("/account").text
        secret, _ = have_codes(house, visitor)
        assert visitor.get("/people").status_code == 200
        # Whoever came in before it was there, with the password alone, has still to give it.
        assert other.get("/people").headers["location"] == "/account/second"
        assert "/account/prove" in other.get("/account/second").text
        proved = {"code": code_now(house, secret)}
        assert send(other, "/account/prove", proved).status_code == 303
        assert other.get("/people").status_code == 200
        assert "administrator" in roles(other)


def test_staff_with_a_second_factor_comes_straight_in_until_it_is_taken_off(
    house: SmallHouse, visitor: Browser
) -> None:
    house.open_account("root", "administrator")
    assert log_in(visitor, "root").headers["location"] == "/people", (
        "a house that does not ask for one"
    )
    assert visitor.get("/people").status_code == 200
    secret, _ = have_codes(house, visitor)
    house.accounts.proofs = Proofs(staff_second=True)
    send(visitor, "/logout")
    log_in(visitor, "root")
    came = send(visitor, "/login/second", {"code": code_now(house, secret), "next": "/people"})
    assert came.headers["location"] == "/people"
    assert visitor.get("/people").status_code == 200
    send(visitor, "/account/second/drop")
    assert visitor.get("/people").headers["location"] == "/account/second"


def test_whose_roles_are_withheld_does_not_play_either() -> None:
    dealer = p.Viewer("dan", False, frozenset({p.PLAYER}), {"crown-blackjack": "dealer"})
    withheld = Proofs(staff_second=True).in_force(dealer, second=False)
    assert not p.may_play(withheld, "crown-blackjack")
    assert not withheld.staff
    player = p.Viewer("ann", False, frozenset({p.PLAYER}))
    assert Proofs(staff_second=True).in_force(player, second=False) == player


def test_a_house_that_is_served_by_https_asks_its_staff_for_one() -> None:
    assert proofs_of(Serving(https=True)).staff_second
    assert not proofs_of(Serving()).staff_second
    assert not proofs_of(Serving(https=True, require_second=False)).staff_second
    assert proofs_of(Serving(require_second=True)).staff_second


# Before money moves


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    with floor_at(tmp_path / "house") as opened:
        opened.house.accounts.proofs = Proofs(fresh_seconds=900, second_above=100_000)
        yield opened


def deposit(floor: Floor, amount: str) -> Response:
    floor.sent += 1
    fields = {"name": "ann", "act": "deposit", "amount": amount, "id": f"d{floor.sent}"}
    return floor.form("cashier", "/cage", fields)


def test_the_cage_wants_a_fresh_proof_and_above_an_amount_a_second_factor(floor: Floor) -> None:
    assert deposit(floor, "1000").status_code == 303
    above = deposit(floor, "1000.01")
    assert (above.status_code, "/account/prove" in above.text) == (409, True)
    floor.clock.now += 900
    assert deposit(floor, "1").status_code == 409
    assert floor.form("cashier", "/account/prove", {"password": PASSWORD}).status_code == 303
    assert deposit(floor, "1").status_code == 303
    assert deposit(floor, "1000.01").status_code == 409, "a password alone is not enough"
    secret = secret_on(floor.get("cashier", "/account/second"))
    for path in ("/account/second/codes", "/account/prove"):
        code = code_at(secret, floor.clock.now // STEP_SECONDS)
        assert floor.form("cashier", path, {"code": code}).status_code in (200, 303)
        floor.clock.now += STEP_SECONDS
    assert deposit(floor, "1000.01").status_code == 303
    floor.clock.now += 900
    assert deposit(floor, "1000.01").status_code == 409
    wallet = floor.do(floor.house.wallet("ann", fresh=True))
    assert wallet.cents == 100_000 + 100 + 100_001


# Sessions


def test_one_session_is_ended_wherever_it_is(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    house.open_account("bob")
    log_in(visitor, "ann")
    with browser(house.app()) as other, browser(house.app()) as bob:
        other.headers["user-agent"] = "Another/1.0 <b>"
        log_in(other, "ann")
        page = visitor.get("/account").text
        assert "Another/1.0 &lt;b&gt;" in page
        [path] = re.findall(r'action="(/account/sessions/[0-9a-f]{64}/end)"', page)
        log_in(bob, "bob")
        assert send(bob, path).status_code == 404, "not somebody else's"
        assert is_in(other, "ann")
        assert send(visitor, path).headers["location"] == "/account?done=session"
        assert is_in(other, "")
        assert is_in(visitor, "ann")
        assert send(visitor, path).status_code == 404


# Odd log-ins


def test_an_odd_log_in_is_told_once_to_its_owner_and_to_an_administrator(house: SmallHouse) -> None:
    house.open_account("ann")
    house.open_account("root", "administrator")
    house.open_account("the")
    app = house.app(proxies=1)

    def come(name: str, address: str, agent: str, *passwords: str) -> Browser:
        client = browser(app).__enter__()
        client.headers.update({"x-forwarded-for": address, "user-agent": agent})
        for password in passwords or (PASSWORD,):
            log_in(client, name, password)
        return client

    at_home = come("ann", "1.1.1.1", "Fox")
    come("ann", "1.1.1.1", "Fox")
    assert "Somebody logged in" not in at_home.get("/account").text
    away = come("ann", "9.9.9.9", "Wolf", "x", "y", "z", PASSWORD)
    told = away.get("/account").text
    assert "after 3 failures, from a new address, with a new program" in re.sub(r"\s+", " ", told)
    assert "9.9.9.9" in told
    assert "from a new address" not in at_home.get("/account").text, "once"
    the = come("the", "1.1.1.1", "Fox")
    assert "Somebody logged in" not in the.get("/account").text, "the administrators are not The"
    root = come("root", "1.1.1.1", "Fox")
    assert "ann logged in after 3 failures" in re.sub(r"\s+", " ", root.get("/people").text)
    assert "ann logged in" not in root.get("/people").text, "once"
    odd = [event.odd for event in events(house, p.LoggedIn) if event.name == "ann"]
    assert odd[:2] == [(), ()]
    assert odd[2] == ("after 3 failures", "from a new address", "with a new program")
    come("ann", "9.9.9.9", "Wolf")
    assert [event.odd for event in events(house, p.LoggedIn)][-1] == ("after 3 failures",)
