"""What choices, rights and habits are worth, against hand computation and counting."""

import pytest

from bythebook.errors import Malformed, Refused
from bythebook.odds.sheet import as_text
from bythebook.odds.sheet.figures import Figures, Question, SideFigures, figures_of
from bythebook.odds.sheet.pricing import (
    ChoicePrice,
    price_choices,
    price_habits,
    price_rights,
    same_numbers,
    with_choice,
)
from bythebook.odds.sides.side_wagers import price_side_wager
from bythebook.rulebooks import find_book, load_game
from tests.clauses import clause

REFERENCE = "reference-blackjack/blackjack"
CANBERRA = "canberra-blackjack/blackjack"
CROWN = "crown-blackjack/blackjack"
BACEBALL = "star-baceball/baceball"
PONTOON = "tasmania-blackjack/federal-pontoon"


def perfect_pairs_edge(decks: int, ranks: int = 13) -> float:
    """25, 12 and 6 to 1: of the other cards, decks - 1 are the same, decks of the other suit of the
    colour, twice as many of the other colour."""
    others = 4 * ranks * decks - 1
    return 1 - (26 * (decks - 1) + 13 * decks + 7 * 2 * decks) / others


def asked(name: str, **more: object) -> tuple[Question, Figures]:
    options = more.pop("options", None)
    game = load_game(name, options=options)  # type: ignore[arg-type]
    question = Question(game=game, **more)  # type: ignore[arg-type]
    return question, figures_of(question, find_book(game.book))


def price_one(name: str, choice: str, **more: object) -> ChoicePrice:
    question, figures = asked(name, **more)
    book = find_book(question.game.book)
    (price,) = price_choices(question, book, figures, only=[choice])
    return price


def test_six_to_five_costs_what_the_naturals_say() -> None:
    """Only naturals change. Against an ace even money beats 6 to 5, and 3 to 2 beats even money."""
    natural = 2 * 24 * 96 / (312 * 311)
    ace, ten = 23 / 310, 95 / 310
    against_ace = 1.5 * (1 - 95 / 309) - 1.0
    against_ten = 0.3 * (1 - 23 / 309)
    expected = natural * (ace * against_ace + ten * against_ten + (1 - ace - ten) * 0.3)

    price = price_one(REFERENCE, "blackjack-pays")
    assert price.value == "3 to 2"
    (other,) = price.alternatives
    assert other.value == "6 to 5"
    assert other.changes == {"main": pytest.approx(expected, abs=1e-12)}


@clause("canberra-blackjack 2.1", "canberra-blackjack 17.12(c)")
def test_decks_change_the_side_wager_as_counting_says() -> None:
    price = price_one(CANBERRA, "decks", sides={"perfect-pairs": None})
    assert list(price.values) == ["4", "5", "6", "7", "8"]
    assert price.value == "8"
    assert [other.value for other in price.alternatives] == ["4", "5", "6", "7"]
    for other in price.alternatives:
        expected = perfect_pairs_edge(int(other.value))
        assert other.edges["perfect-pairs"] == pytest.approx(expected, abs=1e-12)
        change = expected - perfect_pairs_edge(8)
        assert other.changes["perfect-pairs"] == pytest.approx(change, abs=1e-12)
        assert other.changes["main"] < 0  # fewer decks are better for the player


@clause("star-baceball 1.1:strike-out", "star-baceball 5.1.1.4", "star-baceball 5.1.1.5")
def test_a_reading_is_worth_the_hands_it_is_about() -> None:
    """Three ten-values against a 30: lost, or a stand-off; so the change is their chance.

    Aces count eleven: the dealer's 30 is T-T-T, 9-T-A or 8-A-A.
    """
    cards, tens, others = 312, 96, 24
    player = tens * (tens - 1) * (tens - 2) / (cards * (cards - 1) * (cards - 2))
    left, rest = tens - 3, cards - 3
    three_tens = left * (left - 1) * (left - 2)
    nine_ten_ace = 6 * others * left * others
    eight_aces = 3 * others * others * (others - 1)
    dealer = (three_tens + nine_ten_ace + eight_aces) / (rest * (rest - 1) * (rest - 2))

    price = price_one(BACEBALL, "strike-out-against-30")
    (other,) = price.alternatives
    assert (price.value, other.value) == ("loses", "stand-off")
    assert other.changes == {"main": pytest.approx(-player * dealer, abs=1e-15)}
    assert "5.1.1.4" in price.clauses
    assert price.question.endswith("?")


def test_readings_about_void_rounds_and_vouchers_are_worth_nothing() -> None:
    for reading in ("void-round-stakes", "token-after-stand-off"):
        price = price_one(CROWN, reading)
        assert not price.tells
    others = price_one(CROWN, "dealer-blackjack-against-21").alternatives
    assert {other.value for other in others if other.changes} == {"stand-off", "plain-stands-off"}


def test_what_a_change_makes_impossible_is_said() -> None:
    price = price_one(CROWN, "decks", sides={"any-pairs": None})
    four = next(other for other in price.alternatives if other.value == "4")
    assert "any-pairs" not in four.edges
    assert "16.2" in four.refused
    assert "main" in four.changes


def test_an_option_of_the_pay_table_touches_its_own_wager_only() -> None:
    price = price_one(CROWN, "pairs-table", sides={"perfect-pairs": None, "any-pairs": None})
    (other,) = price.alternatives
    assert set(other.changes) == {"perfect-pairs"}


def test_same_numbers_looks_at_everything_that_counts() -> None:
    game, book = load_game(CANBERRA), find_book("canberra-blackjack")
    question = Question(game=game)

    def same(name: str, value: str) -> bool:
        changed = Question(game=with_choice(game, book, name, value))
        return same_numbers(question, changed)

    assert same("shuffler", "device")
    assert same("partial-insurance", "others-fill")
    assert not same("dealer", "hits-soft-17")
    assert not same("decks", "6")
    assert not same("ten-shown", "ten-only")
    assert not same("blackjack-against-21", "stand-off")


def test_with_choice_keeps_every_other_choice() -> None:
    game = load_game(CROWN, decks=8, options={"pairs-table": "B", "approved-minimum": "10"})
    changed = with_choice(game, find_book("crown-blackjack"), "forced-draw", "on")
    assert changed.choices == game.choices | {"forced-draw": "on"}
    assert changed.decks == 8
    with pytest.raises(Refused):
        with_choice(game, find_book("crown-blackjack"), "decks", "5")


# Rights and habits


def test_rights_are_worth_something_or_nothing_but_never_less() -> None:
    question, figures = asked(REFERENCE, options={"surrender": "late"})
    prices = {price.right: price for price in price_rights(question, figures)}
    assert set(prices) == {"split", "double", "surrender", "insurance"}
    assert prices["insurance"].change == 0  # from a full shoe nobody should insure
    for right in ("split", "double", "surrender"):
        assert prices[right].change > 0
    # without the option the same table has the edge that the right's loss brings it to
    assert prices["surrender"].house_edge == pytest.approx(0.00402870236, abs=5e-12)
    assert prices["surrender"].clause == "9.1"


def test_a_right_that_is_not_offered_or_already_gone_is_not_priced() -> None:
    question, figures = asked(REFERENCE, without=("split",))
    assert {price.right for price in price_rights(question, figures)} == {"double", "insurance"}
    question, figures = asked(BACEBALL)
    assert price_rights(question, figures) == ()
    assert price_habits(question, figures) == ()


def test_habits_cost() -> None:
    """Whoever never doubles nor splits gives up at least what the two rights are worth."""
    question, figures = asked(REFERENCE)
    neither, bare = asked(REFERENCE, without=("double", "split"))
    habits = {habit.strategy: habit for habit in price_habits(question, figures)}
    assert set(habits) == {"mimic", "never-bust"}
    for habit in habits.values():
        assert habit.house_edge > bare.house_edge
        assert habit.change == pytest.approx(habit.house_edge - figures.house_edge)
    assert "best" not in {habit.strategy for habit in price_habits(neither, bare)}


# Where the player has the edge


def test_warned_where_the_player_has_the_edge() -> None:
    """Perfect Pairs from packs without tens: 48 cards, twelve ranks."""
    game = load_game(PONTOON, decks=6)
    question = Question(game=game, sides={"perfect-pairs": None})
    figures = figures_of(question, find_book("tasmania-blackjack"))
    expected = perfect_pairs_edge(6, ranks=12)
    assert expected == pytest.approx(-5 / 287)
    (caution,) = figures.cautions
    assert (caution.wager, caution.where) == ("perfect-pairs", "")
    assert caution.house_edge == pytest.approx(expected, abs=1e-12)


def test_no_warning_where_the_wager_is_just_even() -> None:
    game = load_game(PONTOON, decks=5)
    question = Question(game=game, sides={"perfect-pairs": None})
    figures = figures_of(question, find_book("tasmania-blackjack"))
    assert figures.sides[0].price.exact_edge == 0
    assert figures.cautions == ()


# What cannot be asked


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"sides": {"nothing": None}}, "no side wager"),
        ({"without": ("hit",)}, "none of split"),
        ({"meters": {"blazing-7s": 1}}, "no such meter"),
        ({"drawn": {"mystery-1": 0.5}}, "no such meter"),
        ({"contribution": {"mystery-1": 0.5}}, "no such meter"),
    ],
)
def test_questions_that_cannot_be_answered(more: dict[str, object], words: str) -> None:
    with pytest.raises(Malformed, match=words):
        asked(CROWN, **more)


def test_nobody_decides_in_a_game_of_three_cards() -> None:
    for more in ({"strategy": "mimic"}, {"without": ("split",)}):
        with pytest.raises(Refused) as refused:
            asked(BACEBALL, **more)
        assert refused.value.clause == "5.5"


@clause("crown-blackjack 11.3.4(b)")
def test_a_stand_off_against_22_is_worked_out_where_it_is_asked_for_and_shown() -> None:
    """That takes seconds, so it is not done for a table at which nothing hangs on it."""
    game = load_game("crown-blackjack/free-bet-blackjack")
    stands_off = with_choice(game, find_book(game.book), "pot-of-gold-against-22", "stand-off")
    usual, other = Question(game=game), Question(game=stands_off)
    assert not same_numbers(usual, other)
    assert same_numbers(other, usual)
    price = price_side_wager(
        stands_off, "pot-of-gold", tokens=(0.8, 0.2), tokens_against_22=(0.1, 0.05)
    )
    section = as_text._side(SideFigures(price=price))
    assert isinstance(section.parts[0], as_text.Table)
    told = {row[0]: row[1:] for row in section.parts[0].rows}
    assert told["one token"][:2] == ("3", "15.000000 %")
    assert told["dealer's 22"] == ("0", "15.000000 %", "6.7", "15.0000 %", "11.3.4(b)")
    assert told["otherwise"][1] == "70.000000 %"
