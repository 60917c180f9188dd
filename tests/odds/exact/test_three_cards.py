"""bACEball's main wager, against the engine's golden rounds, full enumeration and own counting."""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb, isclose, sqrt

import pytest

from bythebook.cards import Card, parse_cards
from bythebook.errors import Malformed
from bythebook.odds.exact.three_cards import ThreeCardAnalysis, analyse_three_cards
from bythebook.odds.sides.side_wagers import price_side_wager
from bythebook.rulebooks import load_game
from tests.clauses import clause
from tests.game.perft import STAKE, Shoe, read_golden

BACEBALL = "star-baceball/baceball"
SHOES = [shoe for shoe in read_golden() if shoe.game == BACEBALL]

VALUES = {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10}
DECKS = 6
ACES, TENS, CARDS = 4 * DECKS, 16 * DECKS, 52 * DECKS


def result(player: tuple[str, ...], dealer: tuple[str, ...], readings: dict[str, str]) -> int:
    """What one unit wins, by clauses 5.1.1.1 to 5.1.1.5 and 5.2.1, told anew."""
    mine, theirs = (sum(VALUES.get(r) or int(r) for r in hand) for hand in (player, dealer))
    if mine == 33:
        stands_off = theirs == 33 and readings.get("home-run-against-33") == "stand-off"
        return 0 if stands_off else 10
    if all(rank in "TJQK" for rank in player):
        stands_off = theirs == 30 and readings.get("strike-out-against-30") == "stand-off"
        return 0 if stands_off else -1
    return (mine > theirs) - (mine < theirs)


def enumerated(stock: str, readings: dict[str, str]) -> list[int]:
    """The result of every choice of three cards for the player and three for the dealer."""
    cards = [text[0] for text in stock.split()]
    results = []
    for mine in combinations(range(len(cards)), 3):
        rest = [card for at, card in enumerate(cards) if at not in mine]
        hand = tuple(cards[at] for at in mine)
        results += [result(hand, dealer, readings) for dealer in combinations(rest, 3)]
    return results


def analysed(stock: str | None = None, **readings: str) -> ThreeCardAnalysis:
    named = {name.replace("_", "-"): value for name, value in readings.items()}
    cards: tuple[Card, ...] | None = parse_cards(stock) if stock is not None else None
    return analyse_three_cards(load_game(BACEBALL, readings=named), cards)


@pytest.mark.parametrize("shoe", SHOES, ids=[shoe.stock for shoe in SHOES])
def test_the_golden_rounds_have_this_mean(shoe: Shoe) -> None:
    """The golden file holds what the round engine and a separate program make of every round."""
    game = load_game(BACEBALL)
    stock = parse_cards(shoe.stock)
    mean = -STAKE * analyse_three_cards(game, stock).exact_edge
    for wager, cents in shoe.sides.items():
        mean -= cents * price_side_wager(game, wager, stock=stock).exact_edge
    assert mean == shoe.mean


READINGS = [
    {},
    {"home-run-against-33": "stand-off"},
    {"strike-out-against-30": "stand-off"},
    {"home-run-against-33": "stand-off", "strike-out-against-30": "stand-off"},
]


@clause(
    "star-baceball 5.1.1.1", "star-baceball 5.1.1.2", "star-baceball 5.1.1.3",
    "star-baceball 5.1.1.4", "star-baceball 5.1.1.5", "star-baceball 5.2.1",
)  # fmt: skip
@pytest.mark.parametrize("readings", READINGS)
@pytest.mark.parametrize(
    "stock",
    [
        "AS AD AC AH AS AD KC QD",
        "KS QD JC TD KS QD AS 9D TC",
        "2S 3D 4C 9D 9S 8D AS AD AC",
        "KS QD TC AD 9S 7H 6H 5C",
    ],
)
def test_full_enumeration_of_small_stocks(stock: str, readings: dict[str, str]) -> None:
    found = analyse_three_cards(load_game(BACEBALL, readings=readings), parse_cards(stock))
    results = enumerated(stock, readings)
    mean = Fraction(sum(results), len(results))
    assert found.exact_edge == -mean
    assert found.house_edge == pytest.approx(float(-mean))
    assert found.return_ == pytest.approx(float(1 + mean))
    square = Fraction(sum(x * x for x in results), len(results))
    assert found.standard_deviation == pytest.approx(sqrt(square - mean**2))
    shares = {float(x): results.count(x) / len(results) for x in (-1, 0, 1, 10)}
    assert dict(found.distribution) == pytest.approx(
        {x: shares[x] for x, _ in found.distribution}, abs=1e-15
    )
    assert sum(p for _, p in found.distribution) == pytest.approx(1)
    assert found.hit_frequency == pytest.approx(shares[1.0] + shares[10.0])


@pytest.mark.parametrize("stock", ["AS AD TC KD 9S 9D", "KS QD JC AD 9S 7H 7C"])
def test_what_the_dealers_first_card_tells(stock: str) -> None:
    """In order: three cards for the player, three for the dealer, of which the first is shown."""
    seen: dict[str, list[int]] = {}
    deals = list(permutations([text[0] for text in stock.split()], 6))
    for deal in deals:
        first = "T" if deal[3] in "TJQK" else deal[3]
        seen.setdefault(first, []).append(result(deal[:3], deal[3:], {}))
    found = analysed(stock).by_dealer_card
    assert {given.given for given in found} == set(seen)
    for given in found:
        results = seen[given.given]
        assert given.probability == pytest.approx(len(results) / len(deals))
        assert given.house_edge == pytest.approx(-sum(results) / len(results))
        assert given.wins == pytest.approx(sum(x > 0 for x in results) / len(results))
        assert given.stands_off == pytest.approx(results.count(0) / len(results))
        assert given.loses == pytest.approx(results.count(-1) / len(results))


def test_what_the_players_count_tells() -> None:
    """KS QD TC and AD 9S TC count 30 both: the one loses, the other beats a dealer's 25 or less."""
    found = {given.given: given for given in analysed("KS QD TC AD 9S 5C").by_count}
    # Three ten-values leave A 9 5; only one of the 20 hands is that.
    assert found["30 of three ten-values"].probability == pytest.approx(1 / 20)
    assert found["30 of three ten-values"].loses == 1
    # An ace, the nine and one of three ten-values leave two tens and the five: 25.
    assert found["30"].probability == pytest.approx(3 / 20)
    assert found["30"].wins == 1
    assert sum(given.probability for given in found.values()) == pytest.approx(1)


# Six decks, counted in another way: polynomials in the difference of the two counts.

SHOE = dict.fromkeys((2, 3, 4, 5, 6, 7, 8, 9, 11), 4 * DECKS) | {10: TENS}


def difference_counts(shoe: dict[int, int]) -> dict[int, int]:
    """In how many ways player's count less dealer's is each number: one value after another."""
    table = {(0, 0, 0): 1}
    for value, cards in shoe.items():
        after: dict[tuple[int, int, int], int] = {}
        for (mine, theirs, apart), ways in table.items():
            for i in range(4 - mine):
                for j in range(4 - theirs):
                    more = comb(cards, i) * comb(cards - i, j) if i + j <= cards else 0
                    key = (mine + i, theirs + j, apart + value * (i - j))
                    after[key] = after.get(key, 0) + ways * more
        table = after
    return {apart: ways for (mine, theirs, apart), ways in table.items() if mine == theirs == 3}


def dealer_counts(shoe: dict[int, int]) -> dict[int, int]:
    table = {(0, 0): 1}
    for value, cards in shoe.items():
        after: dict[tuple[int, int], int] = {}
        for (drawn, total), ways in table.items():
            for i in range(4 - drawn):
                key = (drawn + i, total + i * value)
                after[key] = after.get(key, 0) + ways * comb(cards, i)
        table = after
    return {total: ways for (drawn, total), ways in table.items() if drawn == 3}


def test_six_decks_by_own_counting() -> None:
    """Higher and lower are as likely, so the edge is what the two special hands change.

    Three aces win 10 where they would win 1 (or stand off against three aces). Three ten-values
    lose 1 where they would win 1 (below 30) or stand off (against 30).
    """
    every = comb(CARDS, 3) * comb(CARDS - 3, 3)
    against_aces = Fraction(comb(ACES, 3) * comb(ACES - 3, 3), every)
    aces = Fraction(comb(ACES, 3), comb(CARDS, 3)) - against_aces
    dealer = dealer_counts({**SHOE, 10: TENS - 3})
    below = Fraction(comb(TENS, 3) * sum(n for c, n in dealer.items() if c < 30), every)
    level = Fraction(comb(TENS, 3) * dealer[30], every)
    above = Fraction(comb(TENS, 3) * sum(n for c, n in dealer.items() if c > 30), every)
    apart = difference_counts(SHOE)
    higher = Fraction(sum(n for d, n in apart.items() if d > 0), every)
    found = analysed()
    assert found.exact_edge == 2 * below + level - 9 * aces - 10 * against_aces
    exact = {outcome.name: outcome.exact for outcome in found.outcomes}
    assert exact == {
        "three aces": aces,
        "three aces against three aces": against_aces,
        "three tens": below + above,
        "three tens against 30": level,
        "higher": higher - aces - below,
        "equal": Fraction(apart[0], every) - against_aces - level,
        "lower": higher - above,
    }
    assert isclose(found.house_edge, 0.0506513, abs_tol=5e-8)
    read = analysed(home_run_against_33="stand-off", strike_out_against_30="stand-off")
    assert found.exact_edge - read.exact_edge == level - 10 * against_aces


def test_six_decks_add_up() -> None:
    found = analysed()
    for parts in (found.by_dealer_card, found.by_count):
        assert sum(x.probability for x in parts) == pytest.approx(1)
        assert sum(x.probability * x.house_edge for x in parts) == pytest.approx(found.house_edge)
    assert sum(x.contribution for x in found.outcomes) == pytest.approx(-found.house_edge)
    first = {given.given: given.probability for given in found.by_dealer_card}
    assert first == pytest.approx({**dict.fromkeys("A23456789", 1 / 13), "T": 4 / 13})
    clauses = {outcome.name: outcome.clause for outcome in found.outcomes}
    assert clauses["three tens"] == "5.1.1.4"
    assert clauses["higher"] == "5.1.1.1"


def test_what_cannot_be_analysed() -> None:
    with pytest.raises(Malformed, match="no game of three cards"):
        analyse_three_cards(load_game("crown-blackjack/blackjack"))
    with pytest.raises(Malformed, match="6 cards are needed, and the stock has 5"):
        analysed("AS 2S 3S 4S 5S")
    with pytest.raises(Malformed, match="number 7, but 6 decks hold 6"):
        analysed("AS AS AS AS AS AS AS")
