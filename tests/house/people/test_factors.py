"""Second factors: codes by the vectors of their standard, codes to fall back on, each once; what
somebody must have proved before money moves."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bythebook.errors import Malformed, Refused
from bythebook.house.log.choosing import open_store
from bythebook.house.log.committer import Committer
from bythebook.house.log.expiring_store import Cabinet
from bythebook.house.people.factors import (
    CODE,
    FALLBACK,
    FALLBACKS,
    STEP_SECONDS,
    SecondFactors,
    code_at,
    step_of,
)
from bythebook.house.people.people import Account, Viewer
from bythebook.house.people.proofs import Proofs

NOW = 1_800_000_000
SHARED = b"12345678901234567890"


@pytest.mark.parametrize(
    ("at", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(at: int, code: str) -> None:
    assert code_at(SHARED, at // STEP_SECONDS, digits=8) == code


def test_codes_are_those_of_rfc_4226() -> None:
    wanted = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583"]
    assert [code_at(SHARED, step) for step in range(8)] == wanted


def test_a_clock_may_be_one_step_off() -> None:
    here = NOW // STEP_SECONDS
    found = [step_of(SHARED, code_at(SHARED, here + off), NOW) for off in (-2, -1, 0, 1, 2)]
    assert found == [None, here - 1, here, here + 1, None]
    assert step_of(SHARED, code_at(SHARED, here), NOW, after=here) is None
    assert step_of(SHARED, "é", NOW) is None
    strictly = [step_of(SHARED, code_at(SHARED, here + off), NOW, off=0) for off in (-1, 0, 1)]
    assert strictly == [None, here, None]


def with_factors(folder: Path, work: Any) -> None:
    async def find(name: str) -> Account:
        return Account(name, "", NOW, factors=(CODE,))

    async def count(name: str, number: int, now: int) -> None:
        """Nobody does: what the log makes of it is tried with accounts."""

    async def run() -> None:
        store = open_store(folder, None)
        committer = Committer(store)
        try:
            await work(SecondFactors(Cabinet(committer, store), find, count), store)
        finally:
            await committer.close()

    asyncio.run(run())


def test_each_code_is_good_once_and_none_of_them_lies_open(tmp_path: Path) -> None:
    async def work(factors: SecondFactors, store: Any) -> None:
        secret = await factors.new_secret("Ann", NOW)
        assert await factors.new_secret("ann", NOW + 299) == secret, "until it was tried out"
        code = code_at(secret, NOW // STEP_SECONDS)
        wrong = next(one for one in map("{:06}".format, range(4)) if not step_of(secret, one, NOW))
        with pytest.raises(Malformed):
            await factors.check_new_secret("ann", wrong, NOW)
        assert await factors.check_new_secret("ann", f"{code[:3]} {code[3:]}", NOW) == secret
        fallbacks = await factors.add_secret("ann", secret, NOW)
        assert len(set(fallbacks)) == FALLBACKS
        assert await factors.try_code("ann", code, NOW) == "", "it was used to set this up"
        later = NOW + STEP_SECONDS
        code = code_at(secret, later // STEP_SECONDS)
        assert [await factors.try_code("ANN", code, later) for _ in range(2)] == [CODE, ""]
        typed = fallbacks[0].lower().replace("-", " ")
        assert [await factors.try_code("ann", typed, later) for _ in range(2)] == [FALLBACK, ""]
        kept = msgspec.json.encode(await factors.of("ann"))
        assert all(one.replace("-", "").encode() not in kept for one in fallbacks)
        again = await factors.new_fallbacks("ann", NOW)
        assert await factors.try_code("ann", fallbacks[1], later) == "", "void by now"
        assert await factors.try_code("ann", again[0], later) == FALLBACK
        await factors.drop("ann")
        assert not (await factors.of("ann")).any
        assert await factors.new_secret("bob", NOW) != await factors.new_secret("bob", NOW + 300)

    with_factors(tmp_path, work)


def test_a_code_is_good_for_half_a_minute_where_the_operator_is_strict(tmp_path: Path) -> None:
    async def work(factors: SecondFactors, store: Any) -> None:
        factors.steps_off = 0
        begins = NOW // STEP_SECONDS * STEP_SECONDS
        code = code_at(SHARED, begins // STEP_SECONDS)
        await factors.add_secret("ann", SHARED, NOW - STEP_SECONDS)
        for off in (-1, STEP_SECONDS):
            assert await factors.try_code("ann", code, begins + off) == ""
        assert await factors.try_code("ann", code, begins + STEP_SECONDS - 1) == CODE

    with_factors(tmp_path, work)


def test_two_who_send_the_same_code_at_once_are_not_both_right(tmp_path: Path) -> None:
    async def work(factors: SecondFactors, store: Any) -> None:
        fallbacks = await factors.add_secret("ann", SHARED, NOW - STEP_SECONDS)
        for code in (code_at(SHARED, NOW // STEP_SECONDS), fallbacks[0]):
            both = await asyncio.gather(*(factors.try_code("ann", code, NOW) for _ in range(2)))
            assert sorted(map(bool, both)) == [False, True]

    with_factors(tmp_path, work)


def test_what_a_key_was_asked_it_answers_once(tmp_path: Path) -> None:
    async def work(factors: SecondFactors, store: Any) -> None:
        asked = await factors.challenge("token", NOW)
        with pytest.raises(Malformed):
            await factors.challenged("another")
        assert await factors.challenged("token") == asked
        with pytest.raises(Malformed):
            await factors.challenged("token")

    with_factors(tmp_path, work)


LATELY, BY_TWO = Viewer("ann", fresh=True), Viewer("ann", fresh=True, second=True)
LONG_AGO = Viewer("ann")


@pytest.mark.parametrize(
    ("viewer", "cents", "approves", "may"),
    [
        (LATELY, 100_000, False, True),
        (LATELY, 100_001, False, False),
        (BY_TWO, 100_001, False, True),
        (LONG_AGO, 1, False, False),
        (LONG_AGO, 100_000, True, True),
        (LONG_AGO, 100_001, True, False),
        (BY_TWO, 100_001, True, True),
    ],
)
def test_what_is_proved_before_money_moves(
    viewer: Viewer, cents: int, approves: bool, may: bool
) -> None:
    proofs = Proofs(fresh_seconds=900, second_above=100_000)
    check = proofs.check_approval if approves else proofs.check
    if may:
        check(viewer, cents)
    else:
        with pytest.raises(Refused) as no:
            check(viewer, cents)
        assert no.value.clause == "house:proof"
    Proofs().check(LONG_AGO, 10**9)


STAFF, PLAYS = frozenset({"player", "pit"}), frozenset({"player"})


@pytest.mark.parametrize(
    ("staff", "players", "roles", "second", "counts"),
    [
        (True, False, STAFF, False, False),
        (True, False, STAFF, True, True),
        (True, False, PLAYS, False, True),
        (False, True, PLAYS, False, False),
        (False, True, PLAYS, True, True),
        (False, True, STAFF, False, True),
        (False, False, STAFF, False, True),
    ],
)
def test_of_whom_a_second_factor_is_asked(
    staff: bool, players: bool, roles: frozenset[str], second: bool, counts: bool
) -> None:
    proofs = Proofs(staff_second=staff, players_second=players)
    found = proofs.in_force(Viewer("ann", guest=False, house_roles=roles), second)
    assert (found.house_roles == roles, found.withheld) == (counts, not counts)
    guest = Viewer("guest-1", guest=True)
    assert proofs.in_force(guest, second=False) == guest
