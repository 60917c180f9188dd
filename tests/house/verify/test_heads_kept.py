"""Heads that others keep, against an operator who has the database and all the time in the world.

Each of an insider's acts is done to the log, and the whole chain mended behind it. By itself the
log then looks as good as before, or nearly; a head that somebody else kept does not fit it.
"""

import asyncio
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace

from bythebook.house.cards.shoes import digest
from bythebook.house.heads.heads import HEAD, sign_heads
from bythebook.house.heads.merkle import Growing, leaf_hash
from bythebook.house.heads.notes import SignedHead, Signer, sign_head
from bythebook.house.heads.tree import REACHED, TREE
from bythebook.house.log.chain import check_chain
from bythebook.house.log.choosing import open_store
from bythebook.house.log.sqlite_file import write_copy
from bythebook.house.log.store import Head, Row, Store, whole_log
from bythebook.house.people import people as p
from bythebook.house.people.credentials import PASSWORD, Wrong
from bythebook.house.people.sessions import Begun
from bythebook.house.tables.running_table import secret_from_json
from bythebook.house.tables.table_log import encode
from bythebook.house.verify.heads import KeptHead, Trust
from bythebook.house.verify.verifying import Report, verify
from tests.house.tables.felt import BEGAN
from tests.house.verify.evenings import Evening, mended

OURS = Signer("house.example", bytes(32))
OTHER = Signer("house.example", bytes(31) + b"\1")
WITNESS = Signer("witness.example", bytes(31) + b"\2")
TABLE = "crown"


async def an_evening(folder: Path) -> None:
    """Money at the cage, roles, a round at virtual cards, and new cards that are not dealt yet."""
    evening = Evening(folder, "insider")
    await sign_heads(evening.house, OURS, every=0)
    await evening.open(TABLE)
    for name in ("ann", "ben"):
        await evening.at_cage(name, 200_000)
        await evening.house.accounts.change_password(name, "", "a long horse battery", BEGAN)
    await evening.do("ann", TABLE, type="join", box=1)
    await evening.do("ann", TABLE, type="buy-chips", cents=50_000)
    await evening.do("ann", TABLE, type="place", box=1, amount=1000)
    await evening.at_cage("ben", 5_000, "withdraw")
    await evening.house.close()


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Store:
    folder = tmp_path_factory.mktemp("honest")
    asyncio.run(an_evening(folder))
    return open_store(folder, None, read_only=True)


@pytest.fixture(scope="module")
def rows(honest: Store) -> list[Row]:
    return list(whole_log(honest))


def head_over(rows: list[Row], size: int | None = None, signer: Signer = OURS) -> SignedHead:
    growing = Growing()
    for row in rows[:size]:
        growing.add(leaf_hash(row.hash))
    return sign_head(signer, growing.range.size, growing.range.root(), BEGAN)


def kept(*heads: SignedHead) -> list[KeptHead]:
    return [KeptHead(f"{head.size}.head", head) for head in heads]


def rewritten(folder: Path, rows: list[Row]) -> Store:
    """What the operator leaves: no heads of their own beside it, and a chain without a seam."""
    rows = mended(rows)
    ends = {row.stream: Head(row.version, row.hash) for row in rows}
    last = Head(len(rows), rows[-1].hash)
    assert check_chain(rows, last, ends) is None
    write_copy(folder, rows, last, ends, [])
    return open_store(folder, None, read_only=True)


def changed(rows: list[Row], at: int, **fields: Any) -> list[Row]:
    data = json.loads(rows[at].data) | fields
    return [*rows[:at], replace(rows[at], data=encode(data)), *rows[at + 1 :]]


def place_of(rows: list[Row], kind: str, nth: int = 0, **fields: Any) -> int:
    def is_it(row: Row) -> bool:
        return row.kind == kind and fields.items() <= json.loads(row.data).items()

    return [n for n, row in enumerate(rows) if is_it(row)][nth]


# The insider's acts


def last_events_dropped(rows: list[Row]) -> list[Row]:
    return rows[:-1]


def deposit_put_in(rows: list[Row]) -> list[Row]:
    """Of 999,999.00, as the cashier, just before one of ann's own."""
    at = place_of(rows, "Deposited")
    cents = 99_999_900
    more = replace(
        rows[at], command="cage:cashier/again", data=changed(rows, at, cents=cents)[at].data
    )
    return [*rows[:at], more, *rows[at:]]


def deposit_raised(rows: list[Row]) -> list[Row]:
    return changed(rows, place_of(rows, "Deposited"), cents=999_900)


def withdrawal_lowered(rows: list[Row]) -> list[Row]:
    return changed(rows, place_of(rows, "Withdrawn"), cents=100)


def role_given(rows: list[Row]) -> list[Row]:
    """Ben was a cashier all along: the house itself said so."""
    at = place_of(rows, "HouseRoleGranted")
    order = p.Order(p.HOUSE, BEGAN, p.GrantHouseRole("ben", p.CASHIER))
    event = p.HouseRoleGranted("ben", p.HOUSE, BEGAN, p.CASHIER)
    new = replace(rows[at], command="people-x", cause=encode(order), data=encode(event))
    return [*rows[:at], new, *rows[at:]]


def player_renamed(rows: list[Row]) -> list[Row]:
    """Wherever ben is named, somebody else is."""

    def renamed(data: bytes) -> bytes:
        return data.replace(b'"ben"', b'"bob"')

    return [
        replace(
            row,
            stream=row.stream.replace("/ben", "/bob"),
            data=renamed(row.data),
            cause=renamed(row.cause),
        )
        for row in rows
    ]


def reasons_changed(rows: list[Row]) -> list[Row]:
    return [replace(row, data=row.data.replace(b'"why":"so"', b'"why":"no"')) for row in rows]


def an_hour_later(rows: list[Row]) -> list[Row]:
    def moved(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: moved(one) for name, one in value.items()}
        if isinstance(value, list):
            return [moved(one) for one in value]
        is_time = isinstance(value, int) and BEGAN - 86_400 < value < BEGAN + 86_400
        return value + 3600 if is_time else value

    return [
        row
        if row.kind == "KeyTaken"
        else replace(
            row,
            data=encode(moved(json.loads(row.data))),
            cause=encode(moved(json.loads(row.cause))) if row.cause else b"",
        )
        for row in rows
    ]


def stack_swapped(rows: list[Row]) -> list[Row]:
    """Other cards behind the seal of a stack of which none has been dealt, and a digest to fit."""
    at = next(n for n, row in enumerate(rows) if row.stream == f"shoe/{TABLE}")
    secret = secret_from_json(rows[at].data)
    other = [*rows[:at], replace(rows[at], data=encode(replace(secret, seed="00" * 32)))]
    other += rows[at + 1 :]
    return changed(other, place_of(rows, "StackSealed"), digest=digest(bytes(32), secret.before))


def password_swapped(rows: list[Row]) -> list[Row]:
    """The log says of which hash the password was: it is made to say another, which is kept."""
    at = next(n for n, row in enumerate(rows) if row.kind == "PasswordSet")
    other = {"digest": sha256(b"another").hexdigest()}
    cause = json.loads(rows[at].cause)
    cause["command"] |= other
    swapped = changed(rows, at, **other)
    return [*rows[:at], replace(swapped[at], cause=encode(cause)), *rows[at + 1 :]]


ACTS: list[Callable[[list[Row]], list[Row]]] = [
    last_events_dropped,
    deposit_put_in,
    deposit_raised,
    withdrawal_lowered,
    role_given,
    player_renamed,
    reasons_changed,
    an_hour_later,
    stack_swapped,
    password_swapped,
]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_an_insider_is_found_out_by_the_first_head_that_somebody_else_kept(
    rows: list[Row], tmp_path: Path, act: Callable[[list[Row]], list[Row]]
) -> None:
    other = act(rows)
    assert other != rows
    store = rewritten(tmp_path, other)
    early, late = head_over(rows, 1), head_over(rows)
    report = verify(store, kept=kept(early, late), trust=Trust((OURS.key,)))
    assert report.outcome == "wrong"
    assert report.heads == 1
    assert len(report.wrong_heads) == 1
    said = report.wrong_heads[0]
    assert said.position in range(2, len(rows) + 2)
    assert ("are missing" if len(other) < len(rows) else "not what was signed") in said.reason
    store.close()


def test_the_log_as_it_was_fits_every_head(honest: Store, rows: list[Row]) -> None:
    heads = kept(*(head_over(rows, size) for size in range(1, len(rows) + 1)))
    report = verify(honest, kept=heads, trust=Trust((OURS.key,)))
    assert report.clean
    assert report.heads == len(heads) + len(honest.all_kept(HEAD))


def test_between_which_heads_something_was_changed(rows: list[Row], tmp_path: Path) -> None:
    at = place_of(rows, "Deposited")
    heads = kept(*(head_over(rows, size) for size in (1, at, at + 1, len(rows))))
    store = rewritten(tmp_path, deposit_raised(rows))
    report = verify(store, kept=heads)
    assert report.heads == 2
    first, second = report.wrong_heads
    assert first.position == at + 1
    assert first.reason == (
        f"the head over {at + 1} events ({at + 1}.head) is not of this log:"
        f" event {at + 1} is not what was signed"
    )
    assert f"something among events {at + 1} to {len(rows)} is not" in second.reason
    store.close()


def test_how_many_events_are_missing(rows: list[Row], tmp_path: Path) -> None:
    store = rewritten(tmp_path, rows[:-3])
    (wrong,) = verify(store, kept=kept(head_over(rows))).wrong_heads
    size = len(rows)
    assert wrong.position == size - 2
    assert wrong.reason == (
        f"events are missing: the head over {size} events ({size}.head) was signed, the log has"
        f" {size - 3}: events {size - 2} to {size} are gone"
    )
    store.close()


def wrong_in(report: Report) -> list[str]:
    return [fault.reason for fault in report.wrong_heads]


def test_a_head_that_the_house_did_not_sign_says_nothing(honest: Store, rows: list[Row]) -> None:
    stranger = kept(head_over(rows, 5, OTHER))
    assert wrong_in(verify(honest, kept=stranger)) == [
        "the head over 5 events (5.head) is not signed by any key of this log"
    ]
    mistaken = verify(honest, kept=kept(head_over(rows, 5)), trust=Trust((OTHER.key,)))
    assert "the key that you trust is none of those in this log" in wrong_in(mistaken)


def test_whose_signatures_of_witnesses_are_good(honest: Store, rows: list[Row]) -> None:
    head = head_over(rows, 5)
    good = head.with_signatures([WITNESS.sign_at(head.note.text, 9)])
    forged = head.with_signatures([WITNESS.sign_at("something else", 9)])
    trust = Trust((OURS.key,), (WITNESS.key,))
    report = verify(honest, kept=kept(good), trust=trust)
    assert (report.cosigned, report.clean) == ({"witness.example": 1}, True)
    assert wrong_in(verify(honest, kept=kept(forged), trust=trust)) == [
        "the head over 5 events (5.head): the signature of witness.example is forged"
    ]


@pytest.mark.parametrize("act", ["head", "tree"])
def test_what_the_house_keeps_itself_is_compared_too(
    honest: Store, rows: list[Row], tmp_path: Path, act: str
) -> None:
    honest.backup(tmp_path)
    store = open_store(tmp_path, None)
    if act == "head":
        wrong = replace(head_over(rows, 5), size=6)
        store.keep(HEAD, f"{6:019}", str(wrong).encode())
        store.keep(HEAD, f"{7:019}", b"nonsense")
    else:
        tree = json.loads(store.kept(TREE, REACHED) or b"")
        tree["range"]["hashes"][0] = tree["range"]["hashes"][-1]
        store.keep(TREE, REACHED, json.dumps(tree).encode())
    said = " ".join(wrong_in(verify(store)))
    assert ("cannot be read" if act == "head" else "tree that is kept for the heads") in said
    store.close()


@pytest.mark.parametrize("whose", ["ann", "ben"])
def test_a_password_that_is_swapped_beside_the_log_is_found_without_a_head(
    honest: Store, tmp_path: Path, whose: str
) -> None:
    honest.backup(tmp_path)
    store = open_store(tmp_path, None)
    store.keep(PASSWORD, whose, b"the hash of what the operator knows")
    fault = verify(store).fault
    assert fault is not None
    assert fault.reason == f"the password that is kept for {whose} is not the one that was set"
    store.close()


def test_a_password_in_the_middle_of_a_change_is_no_fault(tmp_path: Path) -> None:
    """The log has the new one, and the machine stopped before it was kept: the old one counts."""

    async def live() -> None:
        evening = Evening(tmp_path, "insider")
        await evening.open()
        accounts = evening.house.accounts
        await accounts.change_password("ann", "", "a long horse battery", BEGAN)
        await accounts.order("ann", p.SetPassword("ann", "00" * 32), BEGAN)
        assert not isinstance(
            await accounts.log_in("ann", "a long horse battery", Begun("here"), BEGAN), Wrong
        )
        await evening.house.close()

    asyncio.run(live())
    store = open_store(tmp_path, None)
    assert verify(store).clean
    store.close()


def test_a_password_that_is_hashed_anew_is_written_down(tmp_path: Path) -> None:
    """Hashed as one does no longer, it is kept anew at the next log-in: the log knows of it."""

    async def live() -> None:
        evening = Evening(tmp_path, "insider")
        await evening.open()
        accounts = evening.house.accounts
        accounts.credentials._hasher = PasswordHasher(time_cost=1, memory_cost=64)
        await accounts.change_password("ann", "", "a long horse battery", BEGAN)
        before = evening.house.store.kept(PASSWORD, "ann")
        accounts.credentials._hasher = PasswordHasher(time_cost=2, memory_cost=64)
        await accounts.log_in("ann", "a long horse battery", Begun("here"), BEGAN)
        assert evening.house.store.kept(PASSWORD, "ann") != before
        await evening.house.close()

    asyncio.run(live())
    store = open_store(tmp_path, None)
    assert verify(store).clean
    assert [row.kind for row in store.read(p.STREAM)][-3:] == [
        "PasswordSet", "PasswordSet", "LoggedIn",
    ]  # fmt: skip
    store.close()
