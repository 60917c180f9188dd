"""Counts, spreads, index plays: what is read, what is refused, what becomes of a strategy."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bythebook.cards import RANKS, Card
from bythebook.errors import Malformed
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables, compile_game
from bythebook.odds.simulate import counting as c
from bythebook.odds.simulate.counting import Counted, best_by_count, by_count, shoe_at
from bythebook.odds.simulate.statistics import house_edge
from bythebook.odds.simulate.table import SimulatedTable, set_up, strategy_of
from bythebook.odds.simulate.workers import simulate
from bythebook.rulebooks import load_game

REFERENCE = "reference-blackjack/blackjack"
PONTOON = "tasmania-blackjack/federal-pontoon"
CANBERRA = "canberra-blackjack/blackjack"


def shoe(game: str, decks: int) -> tuple[Card, ...]:
    return load_game(game, decks=decks).rules.pack.cards(decks)


# Counts


@pytest.mark.parametrize("name", ["hi-lo", "hi-opt-1", "hi-opt-2", "omega-2", "zen", "halves"])
def test_the_published_counts_balance(name: str) -> None:
    """All six are described as balanced: a whole deck adds up to nothing."""
    count = c.read_count(name)
    assert sum(count.tags[rank] for rank in RANKS) == 0
    assert count.start(shoe(REFERENCE, 6)) == 0


def test_hi_lo() -> None:
    tags = c.read_count("hi-lo").by_code()
    by_rank = {k.CARD_OF_CODE[code].rank: tag for code, tag in enumerate(tags[: k.JOKER_CODE])}
    assert by_rank == dict.fromkeys("23456", 1) | dict.fromkeys("789", 0) | dict.fromkeys(
        "ATJQK", -1
    )
    assert tags[k.JOKER_CODE] == 0


def test_halves_are_counted_double() -> None:
    count = c.read_count("halves")
    assert count.scale == 2
    assert count.by_code()[k.CODE_OF_CARD[k.CARD_OF_CODE[4 * 4]]] == 3  # a five is one and a half


def test_hi_lo_without_tens_starts_below_nothing() -> None:
    """Pontoon's deck lacks four cards of minus one: four below nothing for each of its decks."""
    assert c.read_count("hi-lo").start(shoe(PONTOON, 6)) == -4 * 6


def test_a_count_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        "A = -2\nK = 0\nT = -1\n5 = 1.25\n"
        + "".join(f"{n} = 1\n" for n in (2, 3, 4, 6))
        + "7 = 0\n8 = 0\n9 = 0\nJK = -3\n"
    )
    count = c.read_count(str(file))
    assert count.scale == 4
    assert [count.tags[rank] for rank in ("A", "T", "J", "Q", "K", "5", "JK")] == [
        -2,
        -1,
        -1,
        -1,
        0,
        Fraction(5, 4),
        -3,
    ]


WHOLE = "".join(f"{rank} = 1\n" for rank in "A23456789")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A = -1\n", "no tag for 2, 3"),
        (WHOLE, "no tag for T, J, Q, K"),
        ("".join(f"{rank} = 0\n" for rank in "A23456789T"), "nothing to count"),
        (WHOLE + "T = 0.1\n", "finer than 0.25"),
        (WHOLE + "T = 11\n", "beyond ±10"),
        (WHOLE + "T = nan\n", "is a number"),
        (WHOLE + "T = true\n", "is a number"),
        (WHOLE + 'T = "x"\n', "is a number"),
        (WHOLE + "X = 1\n", "'X' is no rank"),
        ("A == 1", "cannot be read"),
    ],
)
def test_counts_that_are_none(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "count.toml"
    file.write_text(text)
    with pytest.raises(Malformed, match=problem):
        c.read_count(str(file))


def test_an_unknown_count() -> None:
    with pytest.raises(
        Malformed, match=r"'high-low' is no way to count: neither hi-lo, .* nor a file"
    ):
        c.read_count("high-low")


def test_tags_that_add_up_to_nonsense(tmp_path: Path) -> None:
    """A tag of one on every card: a fresh shoe would have a true count of -52."""
    file = tmp_path / "count.toml"
    file.write_text(WHOLE + "T = 1\n")
    with pytest.raises(Malformed, match=r"true count of -52\.0"):
        c.check_on_shoe(c.read_count(str(file)), shoe(REFERENCE, 6))


# Spreads


def test_a_spread_holds_from_each_count_on() -> None:
    spread = c.read_spread("1:1, 2:2,3:4,+4:8")
    counts = ("-7", "0", "1", "3/2", "2", "5/2", "3", "4", "9")
    assert [spread.units(Fraction(count)) for count in counts] == [1, 1, 1, 1, 2, 2, 4, 8, 8]


def test_nothing_may_be_wagered_at_low_counts() -> None:
    spread = c.read_spread("-1:0,1:1")
    assert [spread.units(Fraction(count)) for count in (-5, -1, 0, 1)] == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is no step"),
        ("1-2", "is no step"),
        ("1:1.5", "is no step"),
        ("1:-1", "is no step"),
        ("2:1,1:2", "must rise"),
        ("1:1,1:2", "must rise"),
        ("1:0,2:0", "nothing is ever wagered"),
        ("1:1001", "at most 1000 units"),
        ("1:1,41:2", "beyond ±40"),
    ],
)
def test_spreads_that_are_none(text: str, problem: str) -> None:
    with pytest.raises(Malformed, match=problem):
        c.read_spread(text)


# Index plays


def test_index_plays_are_read_and_written(tmp_path: Path) -> None:
    text = (
        "hard 16 v T: stand at 0; hard 13 v 2: hit below -1; pair T v 6: split at 4; insurance at 3"
    )
    plays = c.read_index_plays(text)
    assert [str(play) for play in plays] == text.split("; ")
    file = tmp_path / "plays.txt"
    file.write_text(
        "# the first four\nhard 16 v 10: stand at +0  # of all the most valuable\n\n"
        + text.partition("; ")[2].replace("; ", "\n")
    )
    assert c.read_index_plays(str(file)) == plays


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nowhere.txt", "neither a file nor an index play"),
        ("hard 16 v T stand at 0", "neither a file nor an index play"),
        ("hard 16 v 1: stand at 0", "neither a file nor an index play"),
        ("hard 16 v T: stand", "neither a file nor an index play"),
        ("hard 22 v T: stand at 0", "total to decide on"),
        ("hard 16 v T: run at 0", "'run' is none of"),
        ("hard 16 v 8: split at 0", "only a pair can be split"),
        ("hard 16 v A: insurance at 0", "insurance stands alone"),
        ("stand at 0", "any other action has its hand"),
        ("insurance at 41", "beyond ±40"),
        (" ; # nothing", "no index play"),
    ],
)
def test_index_plays_that_are_none(text: str, problem: str) -> None:
    with pytest.raises(Malformed, match=problem):
        c.read_index_plays(text)


# A strategy by the count


class Plans:
    """Decisions of a game, looked up as a player would."""

    def __init__(self, game: str, base: NDArray[np.int32] | None = None, **options: str) -> None:
        self.game = load_game(game, options=options)
        self.shoe = self.game.rules.pack.cards(self.game.decks)
        self.tables: Tables = compile_game(self.game, 10_000)
        hands = self.tables.hands
        self.base = base if base is not None else np.zeros((1, hands.size, k.VALUES), np.int32)

    def hand(self, cards: str) -> int:
        at = k.VALUE_NAMES.index(cards[0])
        for card in cards[1:]:
            at = int(self.tables.hands.following[at, k.VALUE_NAMES.index(card)])
        return at

    def counted(
        self, plays: str, count: str = "hi-lo", spread: str = "0:1", without: tuple[str, ...] = ()
    ) -> Counted:
        counting = c.Counting(c.read_count(count), c.read_spread(spread), c.read_index_plays(plays))
        return by_count(self.base, self.tables, self.shoe, counting, without=without)


def actions(plans: Plans, counted: Counted, cards: str, up: str, layer: int = 0) -> list[str]:
    """What a hand does at each count, from the lowest on."""
    assert counted.plans is not None
    column = counted.plans[:, plans.hand(cards), k.VALUE_NAMES.index(up)]
    return [k.ACTIONS[plan >> k.PLAY_BITS * layer & 7] for plan in column]


def offers(plans: Plans, counted: Counted, cards: str, up: str) -> list[list[str]]:
    assert counted.plans is not None
    column = counted.plans[:, plans.hand(cards), k.VALUE_NAMES.index(up)]
    return [
        [name for at, name in enumerate(k.OFFERS) if plan >> k.OFFER_BITS >> at & 1]
        for plan in column
    ]


def all_hit(plans: Plans) -> None:
    """Hit with every hand, and split eights."""
    for layer in range(k.LAYERS):
        plans.base |= k.HIT << k.PLAY_BITS * layer
    eights = plans.hand("88")
    for layer in (k.UNSPLIT, k.AGAIN):
        plans.base[0, eights] += (k.SPLIT - k.HIT) << k.PLAY_BITS * layer


@pytest.fixture
def plans() -> Plans:
    made = Plans(REFERENCE, surrender="late")
    all_hit(made)
    return made


def test_an_action_from_a_count_on(plans: Plans) -> None:
    counted = plans.counted("hard 16 v T: stand at 1", spread="-1:1,3:2")
    assert counted.lowest_count == -2
    assert counted.bets == (1, 1, 1, 1, 1, 2)  # at -2, -1, 0, 1, 2, 3
    expected = ["hit"] * 3 + ["stand"] * 3
    for cards in ("T6", "97", "772", "A5T", "A23T"):
        assert actions(plans, counted, cards, "T") == expected
        assert actions(plans, counted, cards, "T", k.LAST) == expected
        assert actions(plans, counted, cards, "9") == ["hit"] * 6
    for cards in ("A5", "T5", "T7"):  # soft, or another total
        assert actions(plans, counted, cards, "T") == ["hit"] * 6


def test_a_pair_that_splits_still_does(plans: Plans) -> None:
    counted = plans.counted("hard 16 v T: stand at 1")
    assert actions(plans, counted, "88", "T", k.UNSPLIT) == ["split"] * 3
    assert actions(plans, counted, "88", "T", k.LAST) == ["hit", "hit", "stand"]


def test_an_action_below_a_count(plans: Plans) -> None:
    counted = plans.counted("hard 13 v 2: stand below 0", spread="1:1")
    assert actions(plans, counted, "T3", "2") == ["stand", "hit", "hit"]


def test_a_row_for_some_number_of_cards(plans: Plans) -> None:
    counted = plans.counted("hard 16 with 3 cards v T: stand at 0")
    assert actions(plans, counted, "862", "T") == ["hit", "stand"]
    assert actions(plans, counted, "T6", "T") == ["hit", "hit"]


def test_what_is_not_legal_is_not_done(plans: Plans) -> None:
    """Three cards are not doubled in the reference game (7.2), nor a last hand split (8.2)."""
    counted = plans.counted("hard 11 v 6: double at 0; pair T v 6: split at 0")
    assert actions(plans, counted, "83", "6") == ["hit", "double"]
    assert actions(plans, counted, "632", "6") == ["hit", "hit"]
    assert actions(plans, counted, "TT", "6") == ["hit", "split"]
    assert actions(plans, counted, "TT", "6", k.LAST) == ["hit", "hit"]


def test_a_right_given_away_is_not_used(plans: Plans) -> None:
    counted = plans.counted(
        "hard 11 v 6: double at 0; insurance at 0", without=("double", "insurance")
    )
    assert actions(plans, counted, "83", "6") == ["hit", "hit"]
    assert offers(plans, counted, "83", "A") == [[], []]


def test_offers_are_taken_from_a_count_on_and_not_below(plans: Plans) -> None:
    plans.base |= 1 << k.INSURE << k.OFFER_BITS  # a strategy that insures always
    counted = plans.counted("insurance at 3; hard 15 v T: surrender at 0", spread="2:1")
    assert counted.lowest_count == -1
    insured = [["insure"] if n >= 3 else [] for n in range(-1, 4)]
    assert offers(plans, counted, "T5", "A") == insured
    assert offers(plans, counted, "T5", "T") == [
        ["insure", *(["surrender"] if n >= 0 else [])] for n in range(-1, 4)
    ]
    assert offers(plans, counted, "88", "T") == [["insure"]] * 5


def test_even_money_is_insurance_on_a_blackjack() -> None:
    """Where the book offers it, that is what a blackjack takes instead."""
    plans = Plans(CANBERRA)
    counted = plans.counted("insurance at 3")
    assert offers(plans, counted, "AT", "A")[-1] == ["even-money"]
    assert offers(plans, counted, "T9", "A")[-1] == ["insure"]


def test_halves_have_counts_between(plans: Plans) -> None:
    """Counted double: from a true count of one on means from two on, and -1/2 is a count."""
    counted = plans.counted("hard 16 v T: stand at 1", count="halves", spread="0:1,1:3")
    assert counted.lowest_count == -1
    assert counted.bets == (1, 1, 1, 3)  # at -1/2, 0, 1/2 and 1
    assert actions(plans, counted, "T6", "T") == ["hit", "hit", "hit", "stand"]


def test_a_game_without_decisions_can_be_counted() -> None:
    counting = c.Counting(c.read_count("hi-lo"), c.read_spread("1:1,2:5"))
    counted = by_count(None, None, shoe("star-baceball/baceball", 6), counting)
    assert counted.plans is None
    assert counted.bets == (1, 1, 5)


# The best play at every count


@pytest.mark.parametrize("game", [REFERENCE, PONTOON])
@pytest.mark.parametrize("true_count", [-4.5, 0.0, 3.0, 8.5])
def test_a_shoe_at_a_true_count_has_it(game: str, true_count: float) -> None:
    """As many cards as before, whose tags are short of what the count says, per 52."""
    cards, count = shoe(game, 6), c.read_count("hi-lo")
    tilted = shoe_at(cards, count, true_count)
    assert tilted.sum() == pytest.approx(len(cards))
    assert -52 * float(tilted @ np.array(count.by_code())) / len(cards) == pytest.approx(true_count)
    suits = tilted[: k.JOKER_CODE].reshape(13, 4)
    assert np.allclose(suits, suits[:, :1])


def test_the_middle_of_the_shoe_is_the_shoe() -> None:
    cards = shoe(REFERENCE, 6)
    tilted = shoe_at(cards, c.read_count("zen"), 0.0)
    assert tilted == pytest.approx(np.append(np.full(52, 6.0), 0.0))


def test_no_shoe_has_such_a_count() -> None:
    with pytest.raises(Malformed, match="no shoe can have a true count of 45"):
        shoe_at(shoe(REFERENCE, 6), c.read_count("hi-lo"), 45.0)


# Schlesinger's eighteen index plays of most worth, for hi-lo: hand, dealer, action, true count.
EIGHTEEN = """
T6 T stand 0; T5 T stand 4; TT 5 split 5; TT 6 split 4; 64 T double 4; T2 3 stand 2; T2 2 stand 3
65 A double 1; 54 2 double 1; 64 A double 4; 54 7 double 3; T6 9 stand 5; T3 2 stand -1
T2 4 stand 0; T2 5 stand -2; T2 6 stand -1; T3 3 stand -2
"""


def test_the_best_plays_turn_where_the_published_ones_do() -> None:
    """Those were rounded, for several sets of rules at once: within one."""
    plans = Plans(REFERENCE)
    counting = c.Counting(c.read_count("hi-lo"), best=True)
    best = best_by_count(plans.tables, plans.shoe, counting)
    counted = by_count(best, plans.tables, plans.shoe, counting)
    for play in EIGHTEEN.replace("\n", ";").split(";"):
        if not play.strip():
            continue
        cards, up, action, published = play.split()
        does = [each == action for each in actions(plans, counted, cards, up)]
        turn = counting.lowest_count + does.index(True)
        assert all(does[does.index(True) :]), play
        assert abs(turn - int(published)) <= 1, (play, turn)
    insured = [bool(taken) for taken in offers(plans, counted, "T5", "A")]
    assert insured == [n >= 3 for n in range(counting.lowest_count, 9)]


# The same as a player writes them down; below their counts, the strategy's own play is the other.
EIGHTEEN_PLAYS = """
hard 16 v T: stand at 0; hard 15 v T: stand at 4; pair T v 5: split at 5; pair T v 6: split at 4
hard 10 v T: double at 4; hard 12 v 3: stand at 2; hard 12 v 2: stand at 3; hard 11 v A: double at 1
hard 9 v 2: double at 1; hard 10 v A: double at 4; hard 9 v 7: double at 3; hard 16 v 9: stand at 5
hard 13 v 2: hit below -1; hard 12 v 4: hit below 0; hard 12 v 5: hit below -2
hard 12 v 6: hit below -1; hard 13 v 3: hit below -2; insurance at 3
"""


@pytest.mark.slow
def test_eighteen_plays_gain_most_of_what_there_is_to_gain() -> None:
    """Schlesinger: more than eighty per cent of what all index plays together gain, from shoes."""
    system, spread = c.read_count("hi-lo"), c.read_spread("1:1,2:2,3:4,4:8")
    edges = []
    for counting in (
        c.Counting(system, spread),
        c.Counting(system, spread, c.read_index_plays(EIGHTEEN_PLAYS)),
        c.Counting(system, spread, best=True),
    ):
        table = SimulatedTable(game=load_game(REFERENCE), penetration=0.75, counting=counting)
        prepared = set_up(table, strategy_of(table))
        run = simulate(prepared, rounds=2 * 10**8, seed=18, threads=2)
        edges.append(house_edge(run.tally))
    none, some, every = (-edge.value for edge in edges)
    error = max(edge.standard_error for edge in edges)
    assert every - none > 10 * error
    assert (some - none) / (every - none) == pytest.approx(0.85, abs=4 * error / (every - none))
