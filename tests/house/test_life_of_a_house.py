"""A whole house lives for a while: every game is played, and the log proves all of it."""

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from bythebook.house.demo import demo
from bythebook.house.log.chain import Fault, check_chain, row_hash
from bythebook.house.log.choosing import open_store
from bythebook.house.log.sqlite import SqliteStore
from bythebook.house.log.store import Head, Row, whole_log
from bythebook.house.money.ledger import CAGE
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.service import House
from bythebook.house.staff.exporting import record_text, rounds_in
from bythebook.house.tables.live_table import stream_of
from bythebook.house.verify.verifying import Replayer, first_fault, verify
from bythebook.records import settle
from tests.house.log.stores import check_store
from tests.house.tables.felt import Chance
from tests.house.tables.guests import Guest

ROUNDS = 12
PLAYERS = 3


async def live(folder: Path, rounds: int) -> None:
    """Three guests play at every practice table until each has had so many rounds."""
    house = House(open_store(folder, None), entropy=Chance("a life"))
    await house.open()
    await demo.open_tables(house)
    for name in ("ann", "cashier"):
        await house.accounts.order(p.HOUSE, p.OpenAccount(name), house.now)
    await house.accounts.order(p.HOUSE, p.GrantHouseRole("cashier", p.CASHIER), house.now)
    for row in house.lobby(Viewer()):
        if not row.practice:
            continue
        guests = [
            Guest(house, row.id, Viewer(f"guest-{n}"), Random(f"{row.id}{n}"))
            for n in range(1, PLAYERS + 1)
        ]
        for box, guest in enumerate(guests, start=1):
            await house.watch(row.id, guest.viewer)
            await guest.sit(box)
        for _ in range(rounds):
            for box, guest in enumerate(guests, start=1):
                await guest.bet(box)
            for _ in range(200):
                acted = [await guest.act() for guest in guests]
                if not any(acted):
                    break
        await guests[0].do(type="go")
    await play_for_money(house)
    await house.close()


async def play_for_money(house: House) -> None:
    """Ann brings money from the cage, plays a round alone, and takes the rest back."""
    await house.at_cage("cashier", "ann", 80_000, "deposit", "1")
    ann = Guest(house, "crown", Viewer("ann", False, frozenset({"player"})), Random(7))
    await house.watch("crown", ann.viewer)
    await ann.sit(4)
    await ann.do(type="buy-chips", cents=50_000)
    await ann.bet(4, 2500)
    for _ in range(50):
        if not await ann.act():
            break
    await ann.do(type="go")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("house")
    asyncio.run(live(where, ROUNDS))
    return where


def test_every_game_was_played_and_the_log_verifies(folder: Path) -> None:
    store = open_store(folder, None, read_only=True)
    report = verify(store)
    assert report.fault is None
    games = {(terms.book, terms.setup.game) for terms in demo.demo_tables()}
    assert len(games) == 11  # four of the ten games' names are plain blackjack
    assert report.rounds >= len(games) * (ROUNDS - 1)
    assert report.stacks >= len(games)
    store.close()


def test_every_round_exports_and_settles_identically(folder: Path) -> None:
    store = open_store(folder, None, read_only=True)
    seen = 0
    for table in [name.removeprefix("table/") for name in store.streams() if "table/" in name]:
        for round_ in rounds_in(store.read(stream_of(table)), table):
            text = record_text(store, f"{table}/{round_.number}")
            again = settle(text).replay.state
            final = round_.final_round
            assert {p: c for p, c in again.net.items() if c} == {
                p: c for p, c in final.net.items() if c
            }
            assert list(again.rows) == [r for r in final.rows if r.stage != "betting"]
            seen += 1
    store.close()
    assert seen >= 9 * (ROUNDS - 1)


def test_the_ledger_holds_what_players_bought_and_lost(folder: Path) -> None:
    store = open_store(folder, None, read_only=True)
    replayer = Replayer()
    for row in whole_log(store):
        replayer.read(row)
    ledger = replayer.ledger
    assert ledger.total == 0
    assert ledger.balance(CAGE) == -80_000
    won = 80_000 - ledger.balance("wallet/ann")
    assert ledger.balance("table/crown") == won  # what ann has lost is the table's
    assert ledger.balance("chips/ann@crown") == 0
    assert won != 0
    gone = [name for name in ledger.balances if name.startswith("chips/guest-1@practice-")]
    assert len(gone) >= 9
    assert all(ledger.balance(name) == 0 for name in gone)
    store.close()


# Somebody changes an event and mends the whole chain after it, so that only the rules can tell.


def replayed(rows: list[Row]) -> Fault | None:
    return first_fault(rows, Replayer())


def rehashed(rows: list[Row]) -> list[Row]:
    last, ends, fixed = bytes(32), dict[str, bytes](), list[Row]()
    for row in rows:
        stream_hash = ends.get(row.stream, bytes(32))
        digest = row_hash(
            row.position, row.stream, row.version, row.command, row.cause, row.kind, row.data,
            stream_hash, last,
        )  # fmt: skip
        fixed.append(
            msgspec.structs.replace(row, stream_hash=stream_hash, log_hash=last, hash=digest)
        )
        last = ends[row.stream] = digest
    return fixed


CHANGES = [
    ("an amount paid", b'"paid":1000', b'"paid":9000'),
    ("a card dealt", b'"card":["', None),
    ("who gave an order", b'"role":"player"', b'"role":"dealer"'),
    (
        "money on its way to a table",
        b'"MovedToTable","cents":50000',
        b'"MovedToTable","cents":70000',
    ),
    (
        "chips for money on its way",
        b'"player":"ann","cents":50000',
        b'"player":"ann","cents":70000',
    ),
    ("a sealed seed", b'"seed":"', None),
]


@pytest.mark.parametrize(("what", "old", "new"), CHANGES, ids=[c[0] for c in CHANGES])
def test_a_change_with_a_mended_chain_is_found(
    folder: Path, what: str, old: bytes, new: bytes | None
) -> None:
    store = open_store(folder, None, read_only=True)
    rows = list(whole_log(store))
    head, heads = store.head(), store.stream_heads()
    store.close()
    assert check_chain(rows, head, heads) is None
    at = next(n for n, row in enumerate(rows) if n > 20 and old in row.data)
    data = rows[at].data
    if new is None:
        start = data.index(old) + len(old)
        new_rank = b"2" if data[start : start + 1] != b"2" else b"3"
        changed = data[:start] + new_rank + data[start + 1 :]
    else:
        changed = data.replace(old, new, 1)
    rows[at] = msgspec.structs.replace(rows[at], data=changed)
    mended = rehashed(rows)
    ends = {row.stream: Head(row.version, row.hash) for row in mended}
    assert check_chain(mended, Head(len(mended), mended[-1].hash), ends) is None
    fault = replayed(mended)
    assert fault is not None
    of_command = [row.position for row in rows if row.command == rows[at].command]
    assert fault.position in of_command, what


def test_the_store_as_it_lies_there_has_its_chain(folder: Path) -> None:
    store = SqliteStore(folder, read_only=True)
    assert check_store(store) is None
    store.close()
