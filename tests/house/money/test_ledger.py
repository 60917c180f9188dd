"""The ledger: an evening worked out by hand, and every movement twice whatever is played."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house.log.store import Row
from bythebook.house.money import wallets as w
from bythebook.house.money.ledger import (  # fmt: skip
    CAGE,
    PLAY,
    Ledger,
    Posting,
    chips_account,
    table_postings,
    wallet_postings,
)
from bythebook.house.tables import table_log as h
from bythebook.house.tables.running_table import RunningTable, happen, in_hand
from bythebook.house.verify.verifying import Replayer
from tests.house.tables.felt import WALLET, Felt, begin, felt_with, terms_of
from tests.house.verify.evenings import Evening, rows_of

TABLE = "crown-cards"


async def an_evening(evening: Evening) -> None:
    """Two rounds of real cards at Crown; see the sums below."""
    await evening.open(TABLE)
    await evening.at_cage("ann", 50_000)
    await evening.at_cage("ben", 20_000)
    for box, name in ((1, "ann"), (2, "ben")):
        await evening.do(name, TABLE, type="join", box=box)
    await evening.do("ann", TABLE, type="buy-chips", cents=10_000)
    await evening.do("dealer", TABLE, type="perform", act="fit-drop-box")
    await evening.do("dealer", TABLE, type="buy-chips", cents=5000, player="ben")
    await evening.do("dealer", TABLE, type="shuffle")
    await evening.do("ann", TABLE, type="cut", from_front=100)
    await evening.do("dealer", TABLE, type="insert", from_back=[78])
    await evening.do("dealer", TABLE, type="burn")
    # Nineteen and sixteen against seventeen: ann wins 25, ben loses 10.
    await evening.do("ann", TABLE, type="place", box=1, amount=2500)
    await evening.do("ben", TABLE, type="place", box=2, amount=1000)
    await evening.deal(TABLE, "TC 8C 7D 9H 8D")
    await evening.decide("ann", TABLE, "Stand", 1)
    await evening.decide("ben", TABLE, "Stand", 2)
    await evening.deal(TABLE, "TH")
    # A blackjack, three to two on 10; eleven doubled to twenty-one against seventeen: 20.
    await evening.do("ann", TABLE, type="place", box=1, amount=1000)
    await evening.do("ben", TABLE, type="place", box=2, amount=1000)
    await evening.deal(TABLE, "AC 5C 7H KD 6D")
    await evening.decide("ben", TABLE, "Double", 2)
    await evening.deal(TABLE, "TS TD")
    await evening.do("dealer", TABLE, type="cash-out", cents=3000, player="ben")
    await evening.do("ann", TABLE, type="cash-out", cents=5000)
    await evening.do("ann", TABLE, type="go")
    await evening.at_cage("ann", 10_000, "withdraw")


def read(rows: list[Row]) -> Replayer:
    replayer = Replayer()
    for row in rows:
        replayer.read(row)
    assert replayer.end() is None
    return replayer


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    async def live() -> list[Row]:
        evening = Evening(tmp_path_factory.mktemp("house"), "ledger")
        return await rows_of(evening, an_evening(evening))

    return asyncio.run(live())


def test_an_evening_comes_to_what_was_worked_out_by_hand(rows: list[Row]) -> None:
    replayer = read(rows)
    held = {name: cents for name, cents in replayer.ledger.balances.items() if cents}
    assert held == {
        CAGE: -60_000,  # 500 and 200 in, 100 out
        "wallet/ann": 44_000,  # 500 less 100, then 50 and 90 back, 100 paid out
        "wallet/ben": 20_000,
        f"chips/ben@{TABLE}": 3000,  # 50 bought, 10 lost, 20 won, 30 cashed
        f"cash/{TABLE}": -2000,  # the table's cash box took 50 and gave 30
        f"table/{TABLE}": -5000,  # 25 and 15 to ann, 10 from and 20 to ben
    }
    assert sum(held.values()) == 0
    assert {name: wallet.cents for name, wallet in replayer.wallets.items()} == {
        "ann": 44_000,
        "ben": 20_000,
    }
    assert replayer.found.rounds == 2


def test_what_leaves_a_wallet_is_nobodys_until_it_is_at_the_table() -> None:
    ledger = Ledger()
    for posting in wallet_postings("ann", w.MovedToTable(700, 5, "crown"), 9):
        ledger.post(posting)
    assert ledger.balances == {"wallet/ann": -700, "transit/ann@crown": 700}
    assert ledger.in_transit() == 700
    run = RunningTable(terms=terms_of("crown"))
    bought = h.ChipsBought("ann", 700, 5, "wallet")
    for posting in table_postings("crown", run.table, run.table, bought, 10):
        ledger.post(posting)
    assert ledger.in_transit() == 0
    assert ledger.balance(chips_account("ann", "crown")) == 700
    assert ledger.total == 0


def test_what_one_paid_does_not_come_out_as_chips_of_another() -> None:
    ledger = Ledger()
    run = RunningTable(terms=terms_of("crown"))
    for posting in (
        *wallet_postings("ann", w.MovedToTable(700, 5, "crown"), 9),
        *table_postings("crown", run.table, run.table, h.ChipsBought("ben", 700, 5, "wallet"), 10),
    ):
        ledger.post(posting)
    assert ledger.total == 0
    assert ledger.in_transit() == 1400


def test_money_over_a_counter_comes_from_the_cage() -> None:
    [paid_in] = wallet_postings("ann", w.Deposited(700, 5, "cashier"), 9)
    assert paid_in == Posting(9, 5, CAGE, "wallet/ann", 700, "by cashier")
    [paid_out] = wallet_postings("ann", w.Withdrawn(700, 5, "cashier"), 9)
    assert (paid_out.taken, paid_out.given) == ("wallet/ann", CAGE)
    run = RunningTable(terms=terms_of("practice-crown"))
    [play] = table_postings("x", run.table, run.table, h.ChipsBought("ann", 5, 5, "play"), 1)
    assert (play.taken, play.given) == (PLAY, "chips/ann@x")


# Whatever is played


def posted(felt: Felt) -> Ledger:
    """The ledger of one table, from its events."""
    ledger, run = Ledger(), RunningTable(terms=felt.run.terms)
    for position, happening in enumerate(felt.log, start=1):
        before, run = run, happen(run, happening)
        for posting in table_postings("t", before.table, run.table, happening, position):
            assert posting.cents > 0
            ledger.post(posting)
        assert ledger.total == 0
    return ledger


@pytest.mark.parametrize("table", ["canberra", "challenge", "free-bet", "pontoon", "jokers"])
def test_between_rounds_the_ledger_has_what_each_has_in_hand(table: str) -> None:
    felt = felt_with(table, "ann", "ben")
    random = Random(table)
    for _ in range(6):
        begin(felt, "", "ann", "ben")
        while felt.run.table.in_round:
            felt.passes(random.choice((1, 30)))
        ledger = posted(felt)
        for name in ("ann", "ben"):
            assert ledger.balance(chips_account(name, "t")) == in_hand(felt.run, name)
        won = sum(felt.run.table.chips.values())
        assert ledger.balance("table/t") == -won


def test_a_wager_that_stays_down_for_the_next_round_lies_in_an_account_of_its_own() -> None:
    """bACEball 12.12: of a void round the jackpot's 5 stay, until their owner leaves."""
    felt = Felt(replace(terms_of("baceball"), cards="scanned"))
    felt.sit("ann", 1, 10_000)
    for kind in ("shuffle", "burn"):
        felt.staff("dealer", type=kind)
    felt.bet("ann", 1, 1000)
    felt.bet("ann", 1, 500, "jackpot")
    felt.staff("dealer", type="perform", act="remove-wagers")
    felt.staff("dealer", type="deal", card="8C")
    felt.staff("gaming-supervisor", type="void-round", clause="12.5", why="nobody knows")
    assert in_hand(felt.run, "ann") == 9500
    ledger = posted(felt)
    assert (ledger.balance("carried/t"), ledger.balance("chips/ann@t")) == (500, 9500)
    assert ledger.balance("table/t") == 0
    felt.player("ann", type="go")
    ledger = posted(felt)
    assert (ledger.balance("carried/t"), ledger.balance("chips/ann@t")) == (0, 0)
    assert ledger.balance("transit/ann@t") == 0
    assert felt.wallet("ann").cents == WALLET


# Wallets


def test_a_wallet_never_holds_less_than_nothing() -> None:
    wallet = w.change(w.Wallet("ann"), w.Deposited(100, 1, "cashier"))
    w.check_can_take(wallet, 100)
    with pytest.raises(Refused):
        w.check_can_take(wallet, 101)
    with pytest.raises(BrokenInvariant):
        w.change(wallet, w.MovedToTable(101, 1, "crown"))
    for cents in (0, -1):
        with pytest.raises(Malformed):
            w.check_can_take(wallet, cents)
        with pytest.raises(BrokenInvariant):
            w.change(wallet, w.Deposited(cents, 1, "cashier"))


def test_a_log_that_was_never_written_has_nothing() -> None:
    assert Ledger().total == 0
    assert read([]).ledger.balances == {}


def test_what_is_known_of_a_wallet_never_goes_back(tmp_path: Path) -> None:
    """Two commands that come to an end in another order than they were written in."""

    async def live() -> None:
        house = Evening(tmp_path, "two").house
        cage, first = house.cage, w.Wallet("ann")
        second = w.change(first, w.Deposited(500, 1, "carl"))
        parts = [cage.part(one, w.Deposited(500, 1, "carl")) for one in (second, first)]
        for part in parts:
            await part.written()
        assert cage.known("ann") == w.Wallet("ann", 1000, 2)
        await house.close()

    asyncio.run(live())
