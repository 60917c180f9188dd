"""What the package offers to programs: every exported name, money, cards, totals, invariants."""

import doctest
import importlib
import inspect
import itertools
import pkgutil
from pathlib import Path

import pytest

import bythebook
from bythebook import (
    BrokenInvariant,
    ByTheBookError,
    Game,
    Malformed,
    Record,
    Refused,
    Settlement,
    load_game,
    parse_record,
    print_record,
    settle,
)
from bythebook.cards import CARDS, JOKER, Pack, format_cards, joker_named, parse_card, parse_cards
from bythebook.errors import ensure
from bythebook.game import evolve, play, start
from bythebook.game.commands import PlaceWager
from bythebook.game.events import CardCalled, Event, Settled, SettlementReversed, WagerPlaced
from bythebook.game.evolve import EVOLVE
from bythebook.game.hands import total, with_card
from bythebook.game.state import State, Table
from bythebook.money import (
    LARGEST_AMOUNT,
    Odds,
    can_be_made,
    divide_up,
    format_amount,
    last_payable,
    next_payable,
    parse_amount,
)
from bythebook.records.story import _SENTENCES

GAME = "canberra-blackjack/blackjack"
TEXT = f"""
game = "{GAME}"
decks = 6
wagers = ["1 ann 10"]
cards = "TH 9D 9C 8S"
play = ["1 stand"]
"""
MODULES = [
    module.name
    for module in pkgutil.walk_packages(bythebook.__path__, "bythebook.")
    if not module.name.endswith("__main__")
]


# The exported names


def test_every_exported_name_is_there() -> None:
    assert all(hasattr(bythebook, name) for name in bythebook.__all__)
    assert bythebook.__all__ == sorted(bythebook.__all__)


def test_the_errors_are_a_small_tree() -> None:
    for error in (Malformed, Refused, BrokenInvariant):
        assert error.__bases__ == (ByTheBookError,)
    assert str(Malformed("why")) == "why"
    assert str(Malformed("why", "where")) == "where: why"
    assert str(Refused("7.1", "why")) == "why (clause 7.1)"
    assert str(Refused("7.1", "why").at("where")) == "where: why (clause 7.1)"


def test_load_game() -> None:
    game = load_game(GAME, decks=4, options={"dealer": "hits-soft-17"})
    assert isinstance(game, Game)
    assert (game.id, game.decks, game.choices["dealer"]) == (GAME, 4, "hits-soft-17")
    with pytest.raises(Refused, match=r"\(clause 2\.1\)"):
        load_game(GAME, decks=1)
    for wrong in ("", "blackjack", "canberra-blackjack/", "x/y", f"{GAME}/z"):
        with pytest.raises(Malformed):
            load_game(wrong)
    with pytest.raises(Malformed):
        load_game(GAME, options={"x": "y"})
    with pytest.raises(Malformed):
        load_game(GAME, readings={"ten-shown": "y"})


def test_a_record_is_read_written_and_settled() -> None:
    record = parse_record(TEXT)
    assert isinstance(record, Record)
    assert (record.game, record.decks, record.wagers[0].amount) == (GAME, 6, 1000)
    assert parse_record(print_record(record)) == record
    settled = settle(record)
    assert isinstance(settled, Settlement)
    assert settled.net == {"ann": "10.00"} == settle(TEXT).net
    assert settled.game == load_game(GAME, decks=6)
    assert [row.clause for row in settled.rows] == ["13.1(b)"]
    assert settled.rows[0] in settled.events
    assert settled.to_json()["net"] == settled.net


def test_a_record_made_by_a_program_is_checked_as_one_read() -> None:
    record = parse_record(TEXT)
    with pytest.raises(Malformed, match="too few cards"):
        settle(Record(game=GAME, wagers=record.wagers, cards=()))
    with pytest.raises(Refused, match="without a main wager"):
        settle(Record(game=GAME, wagers=(), cards=record.cards))


def test_every_event_can_be_applied_and_told() -> None:
    kinds = set(Event.__subclasses__())
    assert EVOLVE.keys() == kinds
    # These three are told beside the sentences: as rows, or by the card that follows.
    assert _SENTENCES.keys() == kinds - {CardCalled, Settled, SettlementReversed}


@pytest.mark.parametrize("name", ["bythebook", *MODULES])
def test_doctests(name: str) -> None:
    """To look through a module for examples takes long: it is done where there are any."""
    module = importlib.import_module(name)
    if ">>>" in inspect.getsource(module):
        found = doctest.testmod(module)
        assert found.attempted > 0
        assert found.failed == 0


# Money is conserved, or the table stops


def a_wager() -> State:
    game = load_game(GAME)
    return play(game, start(game, Table()), PlaceWager(1, "ann", 1000))[0]


def settlement(chips_in: int, chips_out: int) -> Settled:
    return Settled(
        box=1, hand=0, player="ann", wager="main", stake=1000, result="returned", odds="",
        paid=0, returned=1000, clause="4.2", also=(), stage="betting",
        chips_in=chips_in, chips_out=chips_out,
    )  # fmt: skip


def test_evolve_keeps_the_balance() -> None:
    before = a_wager()
    assert before.net == {"ann": -1000}
    after = evolve(before, settlement(1000, 1000))
    assert (after.net, after.house) == ({"ann": 0}, 0)
    after = evolve(before, settlement(1000, 2500))
    assert (after.net, after.house) == ({"ann": 1500}, -1500)


@pytest.mark.parametrize("chips_in", [0, 999, 1001, -1000])
def test_evolve_stops_when_money_does_not_balance(chips_in: int) -> None:
    with pytest.raises(BrokenInvariant, match="money is not conserved"):
        evolve(a_wager(), settlement(chips_in, 0))


def test_evolve_stops_when_a_wager_that_is_not_there_is_settled() -> None:
    with pytest.raises(BrokenInvariant, match="money is not conserved"):
        evolve(State(table=Table()), settlement(1000, 1000))


def test_evolve_leaves_the_state_before_as_it_was() -> None:
    before = a_wager()
    evolve(before, WagerPlaced(2, "bob", "main", 500, False, "4.2"))
    assert before == a_wager()


def test_ensure() -> None:
    ensure(True, "fine")
    with pytest.raises(BrokenInvariant, match=r"^not fine$"):
        ensure(False, "not fine")


# Money


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("0", 0), ("0.01", 1), ("0.1", 10), ("2.5", 250), ("2.50", 250), ("007", 700),
        ("1000000000", LARGEST_AMOUNT), ("1000000000.00", LARGEST_AMOUNT),
        ("999999999.99", LARGEST_AMOUNT - 1),
    ],
)  # fmt: skip
def test_amounts(text: str, cents: int) -> None:
    assert parse_amount(text) == cents
    assert parse_amount(format_amount(cents)) == cents


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "-1", "+1", "1.", ".5", "1.005", "1,000", "1e3", "1e99", "nan", "inf", "$5", "5 ",
        "5\n", "0x10", "1_000", "1000000000.01", "999999999999", "9" * 99, "٢٥", "２５",
    ],
)  # fmt: skip
def test_no_amounts(text: str) -> None:
    with pytest.raises(Malformed):
        parse_amount(text)


def test_amounts_are_written_with_two_places() -> None:
    written = [format_amount(cents) for cents in (0, 5, -5, 100, -100, 123456, -1)]
    assert written == ["0.00", "0.05", "-0.05", "1.00", "-1.00", "1234.56", "-0.01"]


def test_odds() -> None:
    odds = Odds.parse("3 to 2")
    assert odds == Odds(3, 2)
    assert odds != Odds(6, 4)
    assert (str(odds), repr(odds), hash(odds)) == ("3 to 2", "Odds(3, 2)", hash(Odds(3, 2)))
    assert [odds.winnings(cents) for cents in (0, 1, 2, 3, 250)] == [0, 2, 3, 5, 375]
    assert Odds(1, 3).winnings(100) == 34
    assert Odds(0, 1).winnings(100) == 0
    for text in ("", "3", "3 to", "3 to 0", "3:2", "-3 to 2", "3.5 to 1", "3 to 2 ", "٣ to 2"):
        with pytest.raises(Malformed):
            Odds.parse(text)
    for wins, stake in ((-1, 1), (1, 0), (1, -1)):
        with pytest.raises(BrokenInvariant):
            Odds(wins, stake)


def test_a_share_goes_up() -> None:
    assert [divide_up(cents, 3) for cents in (0, 1, 2, 3, 4)] == [0, 1, 1, 1, 2]


CHIP_SETS = [(1,), (5,), (250, 500), (100, 250), (6, 9, 20), (3, 5), (7, 11, 13), (50, 51), (4, 6)]


@pytest.mark.parametrize("chips", CHIP_SETS, ids=str)
def test_what_chips_can_make(chips: tuple[int, ...]) -> None:
    """Against a table of every sum, filled in by adding one chip at a time."""
    most = 3000
    table = {0}
    for cents in range(1, most):
        if any(cents - chip in table for chip in chips):
            table.add(cents)
    for cents in range(most):
        assert can_be_made(cents, chips) == (cents in table)
    for cents in range(most - max(chips)):
        assert next_payable(cents, chips) == min(sum_ for sum_ in table if sum_ >= cents)
        assert last_payable(cents, chips) == max(sum_ for sum_ in table if sum_ <= cents)


def test_without_chips_everything_can_be_paid() -> None:
    assert can_be_made(1, ())
    assert next_payable(2251, ()) == last_payable(2251, ()) == 2251


# Cards and totals


def test_cards() -> None:
    assert len(CARDS) == 53
    assert [str(parse_card(text)) for text in CARDS] == list(CARDS)
    assert format_cards(parse_cards(" AS  TD JK ")) == "AS TD JK"
    assert [parse_card(f"{rank}S").value for rank in "A29TJQK"] == [11, 2, 9, 10, 10, 10, 10]
    assert [card.red for card in parse_cards("2C 2D 2H 2S")] == [False, True, True, False]
    for text in ("", "10H", "1H", "th", "Th", "AX", "A", "JK=9", "AS TD", "AS "):
        with pytest.raises(Malformed):
            parse_card(text)


def test_named_jokers() -> None:
    assert [joker_named(text).value for text in ("A", "a", "2", "9", "T", "10", "K")] == [
        11, 11, 2, 9, 10, 10, 10,
    ]  # fmt: skip
    assert str(joker_named("9")) == "JK=9"
    assert joker_named("9") != parse_card("9S")
    for text in ("", "1", "11", "JK", "x"):
        with pytest.raises(Malformed):
            joker_named(text)


def test_packs() -> None:
    pontoon = Pack(clause="1", without="T")
    assert len(pontoon.cards(6)) == 6 * 48
    assert len(Pack(clause="1", jokers=3).cards(2)) == 107
    assert pontoon.problem_with(pontoon.cards(6), 6) is None
    assert pontoon.problem_with(parse_cards("TS"), 6) == "TS is not in this game's deck"
    problem = Pack(clause="1").problem_with(parse_cards("KS " * 7), 6)
    assert problem == "KS number 7, but 6 decks hold 6"
    assert Pack(clause="1").problem_with(parse_cards("KS " * 6), 6) is None
    assert Pack(clause="1", jokers=1).problem_with((JOKER,), 1) is None
    assert Pack(clause="1", jokers=1).problem_with((JOKER, JOKER), 1) is not None


def best(ranks: tuple[str, ...]) -> tuple[int, bool]:
    """Every ace as one or eleven, all ways tried: the best not over 21, else the least."""
    worth = {"A": (1, 11), "T": (10,), "K": (10,)}
    ways = [
        (sum(points), 11 in points)
        for points in itertools.product(*(worth.get(r) or (int(r),) for r in ranks))
    ]
    good = [way for way in ways if way[0] <= 21]
    return max(good) if good else min(ways)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_totals_of_all_small_hands(size: int) -> None:
    for ranks in itertools.combinations_with_replacement("A23456789TK", size):
        cards = parse_cards(" ".join(f"{rank}S" for rank in ranks))
        expected = best(ranks)
        assert total(cards) == total(cards[::-1]) == expected
        assert with_card(*total(cards[1:]), cards[0]) == expected
        assert with_card(*total(cards[:-1]), cards[-1]) == expected


def test_aces_that_count_one_stay_so() -> None:
    cards = parse_cards("AS 6D AC")
    assert total(cards) == (18, True)
    assert total(cards, aces_as_one=1) == (18, True)
    assert total(cards, aces_as_one=2) == (18, True)
    assert total(cards, aces_as_one=3) == (8, False)
    assert total(parse_cards("AS 6D"), aces_as_one=2) == (7, False)


def test_settle_takes_a_value_a_text_or_a_file(tmp_path: Path) -> None:
    text = 'game = "crown-blackjack/blackjack"\nwagers = ["1 ann 20"]\ncards = "AS 9D KC"\n'
    path = tmp_path / "a.round"
    path.write_text(text)
    nets = [bythebook.settle(given).net for given in (text, bythebook.parse_record(text), path)]
    assert nets == [{"ann": "30.00"}] * 3
