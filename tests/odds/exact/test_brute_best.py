"""The analyser finds the best play: so says a brute force over tiny stocks that shares no code.

The brute force itself is checked by hand on stocks so small that a pencil is enough, and by playing
its decisions card by card through a third program.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest

from bythebook.cards import parse_cards
from bythebook.odds.exact.analysis import Analysis, analyse
from bythebook.rulebooks import load_game
from tests.clauses import clause
from tests.odds.exact.brute_best import Cell, Result, best
from tests.odds.exact.brute_follower import followed, tokens_followed
from tests.odds.exact.brute_rules import GAMES, READINGS

CHALLENGE = "star-blackjack-challenge/blackjack-challenge"
CANBERRA = "canberra-blackjack/blackjack"
CROWN = "crown-blackjack/blackjack"
CROWN_17 = "crown-blackjack/crown-blackjack"
FREE_BET = "crown-blackjack/free-bet-blackjack"
PLUS = "crown-blackjack/blackjack-plus"
TASMANIA = "tasmania-blackjack/blackjack"
PONTOON = "tasmania-blackjack/federal-pontoon"
JOKERS = "tasmania-blackjack/jokers-wild"
REFERENCE = "reference-blackjack/blackjack"

Choices = Mapping[str, str]
Chosen = tuple[tuple[str, str], ...]


def stock_of(text: str) -> str:
    """Cards from a short form: "K:3 7S:2" is three kings (of whatever suit) and two 7S."""
    cards = []
    for part in text.split():
        card, number = part.split(":")
        cards += [card if len(card) == 2 else card + "C"] * int(number)
    return " ".join(cards)


def cell_of(result: Result, hand: tuple[str, str], up: str, suits: str = "") -> Cell:
    return next(cell for cell in result.cells if cell[:3] == (hand, up, suits))


# --- By hand -----------------------------------------------------------------------------------

# Nine kings and a nine. The nine is among the player's two cards in 2 deals of 10: 19 against the
# dealer's 20 is lost. It is the dealer's first card in 1 of 10: the player splits kings as often as
# he may, and every hand wins. Otherwise the player stands on 20 and wins in 1 of 7 deals, when the
# dealer draws the nine; to split would cost a stake as often as a hand gets it.
ONE_NINE = {
    CROWN: Fraction(-2, 10) + Fraction(3, 10) + Fraction(7, 10) * Fraction(1, 7),
    CROWN_17: Fraction(2, 10),
    FREE_BET: Fraction(2, 10),  # tens are split for money
    PLUS: Fraction(2, 10),
    TASMANIA: Fraction(2, 10),
    JOKERS: Fraction(2, 10),
    CANBERRA: Fraction(-2, 10) + Fraction(4, 10) + Fraction(1, 10),
    REFERENCE: Fraction(3, 10),
    PONTOON: Fraction(-2, 10) / 2 + Fraction(3, 10) + Fraction(1, 10),  # 19 is surrendered
    CHALLENGE: Fraction(-2, 10) + Fraction(3, 10) + Fraction(7, 10) * Fraction(1 - 6, 7),
}

# Nine kings and an ace. Up in 1 deal of 10: the dealer's blackjack is certain, the stake is lost,
# and insurance, where there is one, brings it back. Among the player's two in 2 of 10: a blackjack
# that no dealer can tie. Otherwise two kings are split, to three hands or four; the ace makes one
# of them 21 (4 or 6 times in 7) or the dealer's blackjack (once), which takes what the rule says.
ONE_ACE = {
    CROWN: Fraction(2, 10) * Fraction(3, 2) + Fraction(7, 10) * Fraction(4 - 1, 7),
    CROWN_17: Fraction(6, 10),
    FREE_BET: Fraction(6, 10),
    PLUS: Fraction(6, 10),
    TASMANIA: Fraction(6, 10),
    JOKERS: Fraction(6, 10),
    PONTOON: Fraction(6, 10),
    CANBERRA: Fraction(3, 10) + Fraction(7, 10) * Fraction(6 - 4, 7),
    REFERENCE: Fraction(3, 10) + Fraction(7, 10) * Fraction(6 - 1, 7),
    # No insurance, and a blackjack pays 2 to 1. Ties lose, so two kings are best hit, and so are
    # the hands of a split: the others go over, and the ace comes second (4 times in 7), a blackjack
    # that makes up for them, or third, a 21 that does not.
    CHALLENGE: Fraction(-1, 10) + Fraction(2, 10) * 2 + Fraction(7, 10) * Fraction(3 * (1 - 2), 7),
}


@pytest.mark.parametrize("game", GAMES)
def test_kings_alone_tie(game: str) -> None:
    ties = -1 if game == CHALLENGE else 0
    assert best(game, stock_of("K:12")).value == ties


@pytest.mark.parametrize("game", GAMES)
def test_nine_kings_and_a_nine(game: str) -> None:
    assert best(game, stock_of("K:9 9:1")).value == ONE_NINE[game]


@pytest.mark.parametrize("game", GAMES)
def test_nine_kings_and_an_ace(game: str) -> None:
    assert best(game, stock_of("K:9 A:1")).value == ONE_ACE[game]


def test_choices_change_what_nine_kings_are_worth() -> None:
    nine, ace = stock_of("K:9 9:1"), stock_of("K:9 A:1")
    assert best(REFERENCE, nine, options={"hands": "2"}).value == Fraction(-2 + 2 + 1, 10)
    only_one = {"dealer-blackjack-takes": "original-only"}
    assert best(CANBERRA, ace, readings=only_one).value == Fraction(3, 10) + Fraction(6 - 1, 10)


def test_a_pair_of_eights_is_split_for_a_token() -> None:
    """Against a king, with a three and eight kings to come. Standing wins only if the dealer draws
    the three, and then goes over with a king: 1 - 8 in 9. Split, a hand that gets the three is
    doubled and makes 21, one with a king loses to 20."""
    stock = stock_of("8:2 3:1 K:9")
    paid = cell_of(best(CROWN, stock), ("8", "8"), "T")
    assert paid.values["stand"] == Fraction(1 - 8, 9)
    assert paid.values["split"] == Fraction(2 - 1 - 1 + 2 + 2 - 6 * 2, 9)
    assert paid.action == "stand"
    free = cell_of(best(FREE_BET, stock), ("8", "8"), "T")
    assert free.values["split"] == Fraction(2 + (2 - 1) + (1 + 1) - 6, 9)
    assert free.action == "split"


def test_three_spade_sevens_and_the_super_bonus() -> None:
    """7S 7S against a seven, with the last seven and eight kings to come: a hit wins 3 to 1 and the
    bonus, by the stake, or goes over (21.4). For a stake too small for the bonus a split is better:
    every hand makes 17 against 17, or the dealer draws the seven and goes over."""
    stock = stock_of("7S:4 K:8")
    for stake, bonus in ((10_000, 5_000), (2_500, 5_000), (2_400, 1_000), (200, 1_000)):
        cell = cell_of(best(PONTOON, stock, stake=stake), ("7", "7"), "7", "spades")
        assert cell.value == (3 + Fraction(bonus * 100, stake) - 8) / 9
    cell = cell_of(best(PONTOON, stock, stake=198), ("7", "7"), "7", "spades")
    assert (cell.action, cell.value) == ("split", Fraction(2, 9))
    assert cell.values["hit"] == Fraction(3 - 8, 9)


def test_a_doubled_hand_is_withdrawn() -> None:
    """9-2 against a king, with a three and eleven kings to come: doubled, a king makes 21, and with
    the three 14 would lose both parts to 20, but only one is given up (21.5.6)."""
    cell = cell_of(best(PONTOON, stock_of("9:1 2:1 3:1 K:12")), ("2", "9"), "T")
    assert (cell.action, cell.value) == ("double", Fraction(11 * 2 - 1, 12))


def test_a_joker_that_the_dealer_sets_aside_is_gone() -> None:
    """A joker and eleven kings. With a king it makes a blackjack (2 deals of 12). If the player has
    two kings, it lies in one of ten places: set aside before the dealer's first card, or among the
    nine cards left; split to three hands, it makes one of them 21 from four of these."""
    result = best(JOKERS, stock_of("JK:1 K:11"))
    cell = cell_of(result, ("T", "T"), "T")
    assert (cell.action, cell.value) == ("split", Fraction(4, 10))
    assert result.value == Fraction(2, 12) * Fraction(3, 2) + Fraction(10, 12) * Fraction(4, 10)


# --- Card by card ------------------------------------------------------------------------------

FOLLOWED = [
    *((game, "A:4 8:4 K:6") for game in GAMES),
    *((game, "5:3 6:3 K:9") for game in (CANBERRA, FREE_BET, PONTOON, REFERENCE)),
    (CHALLENGE, "A:3 K:3 T:2 8:3"),
    (PONTOON, "7S:3 7H:3 K:5 A:1"),
    (PONTOON, "7S:2 6S:2 6H:1 8S:2 K:5"),
    (JOKERS, "JK:2 A:2 8:3 K:7"),
]


@pytest.mark.parametrize(("game", "stock"), FOLLOWED)
def test_the_same_decisions_card_by_card_bring_the_same_money(game: str, stock: str) -> None:
    assert best(game, stock_of(stock)).value == followed(game, stock_of(stock))


# --- The analyser ------------------------------------------------------------------------------

PLAIN = "A:4 6:4 8:4 K:6"
LARGER = "A:4 6:4 8:4 9:2 K:6"  # one more kind takes four times as long
INSURED = "A:5 7:7 9:3 K:7"
FIVE_CARDS = "2:5 3:3 9:3 K:6"
SOFT_HANDS = "A:2 2:5 8:3 K:6"
MANY_KINDS = "A:2 2:4 7:3 9:5 K:4"
SUITED = "7S:3 7H:2 6S:2 8S:2 K:5 A:2"
BONUS = "7S:3 7H:3 7D:2 K:7"
TENS_AND_KINGS = "A:4 8:4 9:4 T:3 K:3"

COMPARED: list[tuple[str, str, Choices, Choices]] = [
    *((game, stock, {}, {}) for game in GAMES for stock in (PLAIN, INSURED)),
    *((g, s, {}, {}) for g in (CHALLENGE, PLUS, PONTOON) for s in (FIVE_CARDS, SOFT_HANDS)),
    (CHALLENGE, "A:4 8:5 T:2 J:2 Q:2", {}, {}),
    (JOKERS, "JK:2 A:3 8:4 K:6", {}, {}),
    (JOKERS, "JK:1 A:4 6:4 8:4 K:6", {}, {}),
    (PONTOON, SUITED, {}, {}),
    (PONTOON, BONUS, {}, {}),
    # Readings
    (CHALLENGE, INSURED, {}, {"dealer-blackjack-after-bust": "original-covers-busts"}),
    (CHALLENGE, INSURED, {}, {"split-blackjack": "paid-as-21"}),
    (CANBERRA, INSURED, {}, {"blackjack-against-21": "stand-off"}),
    (CANBERRA, INSURED, {}, {"dealer-blackjack-takes": "original-only"}),
    (CANBERRA, TENS_AND_KINGS, {}, {"ten-shown": "ten-only"}),
    (CROWN, INSURED, {}, {"dealer-blackjack-against-21": "stand-off"}),
    (FREE_BET, INSURED, {}, {"dealer-blackjack-against-21": "stand-off"}),
    (FREE_BET, INSURED, {}, {"blackjack-against-dealer-21": "stand-off"}),
    (CROWN, PLAIN, {}, {"dealer-blackjack-after-bust": "busted-plus-one"}),
    (CROWN, PLAIN, {}, {"dealer-blackjack-after-bust": "original-only"}),
    (PLUS, PLAIN, {}, {"dealer-blackjack-after-bust": "original-only"}),
    (CROWN, INSURED, {}, {"dealer-blackjack-against-21": "plain-stands-off"}),
    (PLUS, PLAIN, {}, {"dealer-blackjack-after-bust": "busted-plus-one"}),
    (PLUS, "9:7 3:6 A:2 K:2", {}, {"busted-double-against-dealer-blackjack": "returned"}),
    (TASMANIA, PLAIN, {}, {"dealer-blackjack-after-bust": "original-covers-busts"}),
    (TASMANIA, TENS_AND_KINGS, {}, {"ten-shown": "ten-only"}),
    (TASMANIA, INSURED, {}, {"declined-split": "first-pair-only"}),
    (PONTOON, MANY_KINDS, {}, {"busted-double-against-dealer-blackjack": "returned"}),
    (PONTOON, BONUS, {}, {"super-bonus-after-split": "never"}),
    # What is left to the operator
    (CANBERRA, PLAIN, {"dealer": "hits-soft-17"}, {}),
    (CROWN, PLAIN, {"forced-draw": "on"}, {}),
    (REFERENCE, PLAIN, {"dealer": "hits-soft-17", "hands": "2"}, {}),
    (REFERENCE, PLAIN, {"resplit-aces": "yes", "surrender": "late"}, {}),
    (REFERENCE, PLAIN, {"double-after-split": "no", "blackjack-pays": "6 to 5"}, {}),
    (REFERENCE, INSURED, {"double": "hard-9-to-11", "hands": "3"}, {}),
]


EUROPEAN = "european-blackjack/blackjack"
SPANISH = "spanish-21/blackjack"
EXPOSED = "double-exposure/blackjack"
MACAU = "macau-blackjack/blackjack"
SUPER_FUN = "super-fun-21/blackjack"
FREE = "free-bet-blackjack/blackjack"
STANDS_OFF = {"dealer": "stands-soft-17", "tied-blackjack": "stands-off", "hands": "2"}
WORLD: list[tuple[str, str, Choices, Choices]] = [
    ("atlantic-city-blackjack/blackjack", PLAIN, {}, {}),
    ("single-deck-6-5/blackjack", PLAIN, {}, {}),
    (EUROPEAN, PLAIN, {}, {}),
    (EUROPEAN, PLAIN, {"taken": "original-only", "double": "any-two-cards"}, {}),
    (SPANISH, PLAIN, {}, {}),
    (SPANISH, SUITED, {}, {}),
    (SPANISH, BONUS, {}, {}),
    (EXPOSED, "A:3 8:5 9:4 K:9", {"hands": "3"}, {}),
    (EXPOSED, "A:4 7:6 9:4 K:7", STANDS_OFF, {}),
    (
        EXPOSED,
        "A:3 6:4 8:4 K:9",
        {"double": "any-two-cards", "hands": "2", "surrender": "late"},
        {},
    ),
    (MACAU, PLAIN, {}, {}),
    (MACAU, INSURED, {"taken": "everything"}, {}),
    (SUPER_FUN, "A:2 2:8 KD:3 K:4", {"hands": "2"}, {}),
    (SUPER_FUN, "2:6 3:3 9:3 K:6", {"hands": "2"}, {}),
    (SUPER_FUN, "AD:2 A:3 7:4 8:4 KD:2 K:5", {"hands": "2"}, {}),
    ("six-card-charlie/blackjack", "A:2 2:6 3:3 8:2 K:5", {}, {}),
    (FREE, PLAIN, {}, {}),
    (FREE, "5:3 6:3 2:3 K:9", {"hands": "3"}, {}),
    (FREE, "A:3 6:5 5:3 K:8", {"hands": "2"}, {}),
    (SPANISH, FIVE_CARDS, {"dealer": "stands-soft-17", "hands": "2"}, {}),
]


@cache
def _best(game: str, stock: str, options: Chosen, readings: Chosen) -> Result:
    return best(game, stock_of(stock), dict(options), dict(readings))


def expected(game: str, stock: str, options: Choices, readings: Choices) -> Result:
    """The best play, worked out once for all tests that ask."""
    return _best(game, stock, tuple(options.items()), tuple(readings.items()))


def analysed(
    game: str, stock: str, options: Choices, readings: Choices, stake: int = 10_000
) -> Analysis:
    jokers = {"jokers": str(stock.split().count("JK"))} if "JK" in stock else {}
    table = load_game(game, options={**options, **jokers}, readings=dict(readings))
    return analyse(table, stock=parse_cards(stock), stake=stake)


def check_agreement(found: Analysis, right: Result) -> None:
    """The whole, and every deal: how likely it is, what is best, and what each action is worth."""
    # Otherwise there would be more than one best play. Where both of the dealer's cards are seen
    # many hands are lost or won whatever one does, and all plays come to the same.
    assert right.ties == 0 or right.cells[0].second
    assert -found.house_edge == pytest.approx(float(right.value), abs=1e-12)
    cells = {(frozenset(cell.hand), cell.up, cell.second, cell.suits): cell for cell in found.cells}
    assert len(cells) == len(found.cells) == len(right.cells)
    for mine in right.cells:
        cell = cells[frozenset(mine.hand), mine.up, mine.second, mine.suits]
        where = f"{' '.join(mine.hand)} {mine.suits} against {mine.up}{mine.second}"
        assert cell.probability == pytest.approx(float(mine.probability), abs=1e-12), where
        assert cell.value == pytest.approx(float(mine.value), abs=1e-12), where
        check_actions(cell.action, cell.values, mine, where)


def check_actions(action: str, values: Mapping[str, float], mine: Cell, where: str) -> None:
    if "JK" not in mine.hand:  # otherwise the values hang on what the joker is called
        for name, value in values.items():
            assert value == pytest.approx(float(mine.values[name]), abs=1e-12), (where, name)
    # A blackjack that is insured in full is worth as much as even money.
    rivals = {*mine.values} - {"even-money"} if mine.insured else {*mine.values}
    best_value = max(mine.values[name] for name in rivals)
    if action in rivals:
        assert mine.values[action] == best_value or action == mine.action, where
    else:
        assert mine.insured, where


@pytest.mark.parametrize(("game", "stock", "options", "readings"), COMPARED)
def test_analyser_agrees(game: str, stock: str, options: Choices, readings: Choices) -> None:
    found = analysed(game, stock_of(stock), options, readings)
    check_agreement(found, expected(game, stock, options, readings))


@pytest.mark.parametrize(("game", "stock", "options", "readings"), WORLD)
def test_analyser_agrees_about_games_of_the_world(
    game: str, stock: str, options: Choices, readings: Choices
) -> None:
    found = analysed(game, stock_of(stock), options, readings)
    check_agreement(found, expected(game, stock, options, readings))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_analyser_agrees_on_more_cards(game: str) -> None:
    check_agreement(analysed(game, stock_of(LARGER), {}, {}), expected(game, LARGER, {}, {}))


@pytest.mark.parametrize("stake", [101, 2_400])
def test_analyser_agrees_at_other_stakes(stake: int) -> None:
    """A fraction of a cent is paid up; the Super Bonus goes by the stake."""
    cards = stock_of(BONUS)
    check_agreement(analysed(PONTOON, cards, {}, {}, stake), best(PONTOON, cards, stake=stake))


# Hands of a split that all go over, doubles, three hands; and blackjacks that make the dealer draw.
TIES = {"blackjack-against-dealer-21": "stand-off"}
WITH_TOKENS: list[tuple[str, Choices]] = [
    ("5:3 6:3 K:9", {}),
    ("7:5 5:3 K:7", {}),
    ("3:4 6:4 K:7", {}),
    ("A:3 6:5 K:6", {}),
    ("A:3 6:5 K:6", TIES),
]


@clause("crown-blackjack 11.3.4(b)", "crown-blackjack 12.4.1")
@pytest.mark.parametrize(("stock", "readings"), WITH_TOKENS)
def test_tokens_and_a_dealers_22_card_by_card(stock: str, readings: Choices) -> None:
    """How often so many tokens lie there, and how often the dealer makes 22 against them: the
    dealer draws only while some hand of the box has not gone over."""
    assert expected(FREE_BET, stock, {}, readings).ties == 0
    stands_off = {"pot-of-gold-against-22": "stand-off", **readings}
    found = analysed(FREE_BET, stock_of(stock), {}, stands_off)
    played, against_22 = tokens_followed(FREE_BET, stock_of(stock), readings)
    assert min(against_22[0], against_22[1]) > 0
    for right, chances in ((played, found.tokens), (against_22, found.tokens_against_22)):
        assert chances == pytest.approx([float(right.get(n, 0)) for n in range(len(chances))])
        assert sum(chances) == pytest.approx(float(sum(right.values())), abs=1e-15)


@pytest.mark.parametrize("reading", READINGS)
def test_every_reading_that_moves_money_is_compared(reading: str) -> None:
    assert any(reading in readings for _, _, _, readings in COMPARED)


@pytest.mark.parametrize(("game", "stock", "readings"), [(g, s, r) for g, s, _, r in COMPARED if r])
def test_the_stocks_tell_the_readings_apart(game: str, stock: str, readings: Choices) -> None:
    """A comparison says something only if the reading changes what the stock is worth."""
    read, default = expected(game, stock, {}, readings), expected(game, stock, {}, {})
    # A pair is never passed up by the best play, so what that would mean does not matter.
    assert (read.value == default.value) == ("declined-split" in readings)
