"""Side wagers: published figures, hand formulas, full enumeration, and the round engine."""

from fractions import Fraction
from itertools import permutations
from math import comb, sqrt
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.cards import Card, parse_cards
from bythebook.errors import Malformed, Refused
from bythebook.game import State, Table, play, start
from bythebook.game.commands import CloseBetting, Deal, PlaceWager
from bythebook.game.lines.patterns import Sight, line_shown, truth_of
from bythebook.odds.kernel.sides import compile_sides
from bythebook.odds.sides.side_wagers import SidePrice, meters_of, price_side_wager, stakes_of
from bythebook.rulebooks import Game, built_in_books, find_book, load_game
from bythebook.rulebooks.chapters.patterns import NUMBER_OF_CARDS
from tests.clauses import clause

CHALLENGE = "star-blackjack-challenge/blackjack-challenge"
BACEBALL = "star-baceball/baceball"
FREE_BET = "crown-blackjack/free-bet-blackjack"


def chances(price: SidePrice) -> dict[str, Fraction]:
    return {line.name: line.exact for line in price.lines}


# Pairs: of 52n - 1 second cards, n - 1 are the same, n the colour's other, 2n the other colour's


def test_perfect_pairs_as_published() -> None:
    """25, 12 and 6 to 1 at eight decks: 4.0964 %, a published figure; exactly 17/415."""
    price = price_side_wager(load_game("canberra-blackjack/blackjack", 8), "perfect-pairs")
    assert price.exact_edge == Fraction(17, 415)
    assert round(100 * price.house_edge, 4) == 4.0964
    assert chances(price) == {
        "perfect pair": Fraction(7, 415),
        "coloured pair": Fraction(8, 415),
        "mixed pair": Fraction(16, 415),
    }
    assert price.hit_frequency == pytest.approx(31 / 415)
    squares = (25**2 * 7 + 12**2 * 8 + 6**2 * 16 + 384) / 415
    assert price.standard_deviation == pytest.approx(sqrt(squares - (17 / 415) ** 2))
    assert [line.clause for line in price.lines] == ["17.12(c)", "17.12(b)", "17.12(a)"]
    assert [line.pays for line in price.lines] == [25, 12, 6]
    assert price.lines[0].returned == 26
    assert sum(line.contribution for line in price.lines) == pytest.approx(price.return_)


CROWN_ODDS = {
    (4, "A"): (25, 15, 6), (4, "B"): (30, 12, 5), (6, "A"): (25, 13, 6),
    (6, "B"): (30, 10, 5), (8, "A"): (25, 12, 6), (8, "B"): (25, 12, 5),
}  # fmt: skip


@clause("crown-blackjack 14.4.3", "crown-blackjack 15.4.3")
@pytest.mark.parametrize(("decks", "table"), CROWN_ODDS)
@pytest.mark.parametrize("wager", ["perfect-pairs", "crown-pairs"])
def test_crown_pairs_at_every_table(wager: str, decks: int, table: str) -> None:
    suited, coloured, mixed = CROWN_ODDS[decks, table]
    game = load_game("crown-blackjack/blackjack", decks, {"pairs-table": table})
    returned = (suited + 1) * (decks - 1) + (coloured + 1) * decks + (mixed + 1) * 2 * decks
    price = price_side_wager(game, wager)
    assert price.exact_edge == 1 - Fraction(returned, 52 * decks - 1)


@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_pontoon_packs_have_fewer_cards_and_so_more_pairs(decks: int) -> None:
    """Without the tens, 48 cards a deck: at Blackjack's odds the wager is fair with five."""
    game = load_game("tasmania-blackjack/federal-pontoon", decks)
    price = price_side_wager(game, "perfect-pairs")
    returned = 26 * (decks - 1) + 13 * decks + 7 * 2 * decks
    assert price.exact_edge == 1 - Fraction(returned, 48 * decks - 1)
    assert (price.exact_edge < 0) == (decks > 5)
    assert (price.exact_edge == 0) == (decks == 5)


@pytest.mark.parametrize(
    ("game", "decks", "wager"),
    [
        (CHALLENGE, 6, "any-pairs"),
        (CHALLENGE, 8, "any-pairs"),
        ("canberra-blackjack/blackjack", 4, "pairs-play"),
        ("crown-blackjack/crown-blackjack", 8, "any-pairs"),
    ],
)
def test_any_pair_at_11_to_1(game: str, decks: int, wager: str) -> None:
    price = price_side_wager(load_game(game, decks), wager)
    assert price.exact_edge == 1 - 12 * Fraction(4 * decks - 1, 52 * decks - 1)


@clause("star-blackjack-challenge 15.10")
def test_star_pairs_pay_the_best_line_only() -> None:
    """A pair of aces is paid as such, whatever its suits: one rank of 13 goes to that line."""
    price = price_side_wager(load_game(CHALLENGE, 6), "star-pairs")
    other = Fraction(12, 13)
    assert chances(price) == {
        "pair of aces": Fraction(1, 13) * Fraction(23, 311),
        "suited pair": other * Fraction(5, 311),
        "same colour pair": other * Fraction(6, 311),
        "mixed pair": other * Fraction(12, 311),
    }


# Three cards


def sevens(reading: str) -> dict[str, Fraction]:
    """Blazing 7's at six decks: combinations of three, or orders where the dealer's card tells."""
    every, ordered = comb(312, 3), 312 * 311 * 310
    one_colour = 2 * (comb(12, 3) - 2 * comb(6, 3))
    both_colours = comb(24, 3) - 2 * comb(12, 3)
    if reading == "three-suits":
        both_colours = 4 * 6**3  # any three suits are of two colours
    return {
        "three sevens of diamonds": Fraction(comb(6, 3), every),
        "three suited sevens": Fraction(3 * comb(6, 3), every),
        "three sevens of one colour": Fraction(one_colour, every),
        "three sevens": Fraction(both_colours, every),
        "two player sevens": Fraction(24 * 23 * 288, ordered),
        "one player seven and the dealer's": Fraction(2 * 24 * 288 * 23, ordered),
    }


@clause("star-blackjack-challenge 16.8.1", "star-blackjack-challenge 16.8")
@pytest.mark.parametrize("reading", ["any-two-colours", "three-suits"])
@pytest.mark.parametrize(
    ("stake", "fixed"), [(250, (1250, 500, 50, 25)), (500, (2500, 1000, 100, 50))]
)
def test_blazing_7s_line_by_line(stake: int, fixed: tuple[int, ...], reading: str) -> None:
    game = load_game(CHALLENGE, 6, readings={"three-sevens-suits": reading})
    meter = 3_000_000
    price = price_side_wager(game, "blazing-7s", stake=stake, meters={"blazing-7s": meter})
    expected = sevens(reading)
    assert chances(price) == expected
    prizes = [meter, meter // 10, *(100 * dollars for dollars in fixed)]
    # Collected before the deal: a prize is all that comes back.
    paid = [p * prize for p, prize in zip(expected.values(), prizes, strict=True)]
    assert price.exact_edge == 1 - sum(paid, Fraction(0)) / stake
    assert [line.returned for line in price.lines] == [prize / stake for prize in prizes]
    assert price.stake == stake


@clause("star-blackjack-challenge 16.12")
def test_a_meter_below_its_minimum_counts_as_reset() -> None:
    game = load_game(CHALLENGE, 6, {"reset": "25000"})
    low, reset = (
        price_side_wager(game, "blazing-7s", stake=250, meters={"blazing-7s": cents})
        for cents in (1, 2_500_000)
    )
    assert low == reset


@clause("star-baceball 5.1.2.1", "star-baceball 5.1.3.1", "star-baceball 5.1.4.1")
@pytest.mark.parametrize("wager", ["strike-1", "strike-2", "strike-3"])
def test_strikes(wager: str) -> None:
    price = price_side_wager(load_game(BACEBALL), wager)
    assert price.exact_edge == Fraction(1, 13)  # four ranks of thirteen, 2 to 1


@clause("star-baceball 5.1.5.1")
def test_strike_out() -> None:
    price = price_side_wager(load_game(BACEBALL), "strike-out")
    assert price.exact_edge == 1 - 31 * Fraction(comb(96, 3), comb(312, 3))


def aces(reading: str) -> dict[str, int]:
    """bACEball's jackpot in combinations of three at six decks: 24 aces, 6 of each suit."""
    suited = 4 * comb(6, 3)
    three_suits = 4 * 6**3
    two_suits = comb(24, 3) - suited - three_suits
    pair, mixed = 4 * comb(6, 2) * 288, comb(4, 2) * 36 * 288
    lines = {"three aces of diamonds": comb(6, 3), "three suited aces": 3 * comb(6, 3)}
    if reading == "both":
        lines["three mixed aces, two of them suited"] = two_suits
    lines["three mixed aces"] = three_suits + (two_suits if reading == "three-mixed" else 0)
    lines["two suited aces"] = pair + (two_suits if reading == "two-suited" else 0)
    lines["two mixed aces"] = mixed
    return lines


@clause("star-baceball 11.9.1", "star-baceball 11.9.2", "star-baceball 11.10.1")
@clause("star-baceball 11.10.2", "star-baceball 11.10.3")
@pytest.mark.parametrize("reading", ["three-mixed", "two-suited", "both"])
def test_aces_jackpot_line_by_line(reading: str) -> None:
    game = load_game(BACEBALL, readings={"suited-pair-with-third-ace": reading})
    meters = {"baceball-major": 15_000_000, "baceball-minor": 900_000}
    price = price_side_wager(game, "jackpot", stake=500, meters=meters)
    expected = {name: Fraction(n, comb(312, 3)) for name, n in aces(reading).items()}
    assert chances(price) == expected
    # The minor meter is below its guarantee of $10,000.
    pays = {"three aces of diamonds": 30_000, "three suited aces": 2_000, "three mixed aces": 300,
            "three mixed aces, two of them suited": 350, "two suited aces": 50,
            "two mixed aces": 20}  # fmt: skip
    assert price.exact_edge == 1 - sum((p * pays[n] for n, p in expected.items()), Fraction(0))


# Play decides, or a server


@clause("crown-blackjack 12.5.1")
@pytest.mark.parametrize(("table", "four", "three"), [("1", 60, 30), ("2", 50, 25)])
def test_pot_of_gold_from_the_tokens_used(table: str, four: int, three: int) -> None:
    game = load_game(FREE_BET, 6, {"pot-of-gold-table": table})
    tokens = [Fraction(n, 1000) for n in (820, 130, 37, 10, 2, 1)]
    price = price_side_wager(game, "pot-of-gold", tokens=tokens)
    paid = 4 * 130 + 11 * 37 + (three + 1) * 10 + (four + 1) * 2 + 101 * 1
    assert price.exact_edge == 1 - Fraction(paid, 1000)
    assert price.hit_frequency == pytest.approx(0.18)
    assert price.lines[0].exact == Fraction(1, 1000)


STANDS_OFF = {"pot-of-gold-against-22": "stand-off"}


@clause("crown-blackjack 11.3.4(b)", "crown-blackjack 12.5.1")
def test_pot_of_gold_stands_off_against_a_22() -> None:
    """Of 180 wins in 1000 rounds 14 stand off, of 820 losses 50: these 64 stakes come back."""
    game = load_game(FREE_BET, 6, {}, STANDS_OFF)
    tokens = [Fraction(n, 1000) for n in (820, 130, 37, 10, 2, 1)]
    against_22 = [Fraction(n, 1000) for n in (50, 10, 3, 1)]
    price = price_side_wager(game, "pot-of-gold", tokens=tokens, tokens_against_22=against_22)
    paid = 4 * 120 + 11 * 34 + 31 * 9 + 61 * 2 + 101 * 1
    assert price.exact_edge == 1 - Fraction(paid + 64, 1000)
    square = 4**2 * 120 + 11**2 * 34 + 31**2 * 9 + 61**2 * 2 + 101**2 + 64
    assert price.standard_deviation**2 == pytest.approx(square / 1000 - (1420 / 1000) ** 2)
    assert price.hit_frequency == pytest.approx(0.166)
    assert price.missed == pytest.approx(0.770)
    assert price.stands_off is not None
    assert (price.stands_off.exact, price.stands_off.clause) == (Fraction(64, 1000), "11.3.4(b)")


@pytest.mark.parametrize(
    "against_22", [None, (), (0.9,), (-0.1, 0.1), (0, 0, 0.1), (float("nan"),)]
)
def test_a_22_comes_with_tokens_at_most_as_often_as_they_do(
    against_22: tuple[float, ...] | None,
) -> None:
    game = load_game(FREE_BET, 6, {}, STANDS_OFF)
    with pytest.raises(Malformed, match="22"):
        price_side_wager(game, "pot-of-gold", tokens=(0.8, 0.2), tokens_against_22=against_22)


@clause("crown-blackjack 11.3.4(b)")
def test_compiled_rounds_have_a_line_for_the_22() -> None:
    for known, line in ((load_game(FREE_BET, 6, {}, STANDS_OFF), 6), (load_game(FREE_BET, 6), 0)):
        record = compile_sides(known, {"pot-of-gold": 500}, {}).record
        assert record["against_22"][0, 0] == line  # behind the five of its own
        assert list(record["net"][0, 0, 6]) == [0] * len(record["net"][0, 0, 6])


@clause("tasmania-blackjack 24.5.5")
def test_a_mystery_pays_whole_dollars() -> None:
    game = load_game("tasmania-blackjack/blackjack")
    price = price_side_wager(
        game,
        "supernova",
        stake=200,
        meters={"mystery-1": 100_050, "mystery-2": 5_000_000},
        drawn={"mystery-1": Fraction(1, 2000), "mystery-2": Fraction(1, 10**6)},
    )
    assert price.exact_edge == 1 - Fraction(100_100, 2000 * 200) - Fraction(50_000, 2 * 10**6)
    missed = (1 - 1 / 2000) * (1 - 1e-6)
    assert price.hit_frequency == pytest.approx(1 - missed)
    # Drawn apart from each other, so that variances add.
    prizes = [(1 / 2000, 500.5), (1e-6, 25_000)]
    assert price.standard_deviation == pytest.approx(
        sqrt(sum(p * (1 - p) * prize**2 for p, prize in prizes))
    )


@clause("star-baceball 11.11.1")
def test_a_mystery_comes_on_top_of_what_the_cards_win() -> None:
    game = load_game(BACEBALL)
    meters = {"baceball-major": 10_000_000, "baceball-minor": 1_000_000, "mystery-5": 50_000}
    plain = price_side_wager(game, "jackpot", stake=500, meters=meters)
    drawn = {"mystery-5": Fraction(1, 1000)}
    both = price_side_wager(game, "jackpot", stake=500, meters=meters, drawn=drawn)
    assert plain.exact_edge - both.exact_edge == Fraction(1, 10)
    assert 1 - both.hit_frequency == pytest.approx((1 - plain.hit_frequency) * 0.999)


# The same by full enumeration, and through the round engine


def enumerated(game: Game, wager: str, cards: tuple[Card, ...]) -> list[Fraction]:
    """How often each line is the first that fits, over every ordered draw from a small stock."""
    side = game.rules.side_wagers[wager]
    seen = NUMBER_OF_CARDS[side.cards_looked_at]
    first = int(side.looks_at[-1]) - 1 if side.looks_at.startswith("card-") else 0
    found = [0] * len(side.lines)
    hands = [line.hand for line in side.lines]
    draws = list(permutations(cards, seen))
    for drawn in draws:
        sight = Sight(drawn * (first + 1), drawn[2:])
        made = line_shown(hands, side.cards_looked_at, truth_of(sight))
        if made is not None:
            found[made] += 1
    return [Fraction(n, len(draws)) for n in found]


STOCKS = [
    "7D 7D 7D 7H 7H 7C 7S AD AD AH KS KD TC 2C 2C 3D",
    "AD AD AD AH AH AS AC AC QC JC JD TD TD 7D 7D 9S 9S 9D",
]
ON_CARDS = [
    (f"{book}/{game}", wager)
    for book in built_in_books()
    for game, rules in find_book(book).games.items()
    for wager, side in (rules.get("side_wagers") or {}).items()
    if isinstance(side, dict) and side.get("looks_at") not in ("tokens", "server")
]


@pytest.mark.parametrize("stock", STOCKS)
@pytest.mark.parametrize(("game_id", "wager"), ON_CARDS)
def test_full_enumeration_of_small_stocks(game_id: str, wager: str, stock: str) -> None:
    game = load_game(game_id)
    if game.rules.pack.without:
        stock = " ".join(card for card in stock.split() if card[0] not in game.rules.pack.without)
    cards = parse_cards(stock)
    meters = {"blazing-7s": 10**7, "baceball-major": 10**8, "baceball-minor": 10**7}
    price = price_side_wager(game, wager, stock=cards, stake=500, meters=meters)
    assert [line.exact for line in price.lines] == enumerated(game, wager, cards)


def dealt(game: Game, wager: str, cards: tuple[Card, ...], stake: int, boxes: int = 1) -> list[int]:
    """What box 1's wager returns in every order of the stock, by the round engine."""
    meters = {"blazing-7s": 1_234_567, "baceball-major": 10_654_321, "baceball-minor": 1_000_001}
    state = start(game, Table(side_wagers=frozenset([wager]), meters=meters))
    for box in range(1, boxes + 1):
        for kind, amount in (("main", 2000), (wager, stake)):
            state, _ = play(game, state, PlaceWager(box, f"player-{box}", amount, kind))
    state, _ = play(game, state, CloseBetting())

    def follow(state: State, left: tuple[Card, ...]) -> list[int]:
        rows = [row for row in state.rows if row.wager == wager and row.box == 1]
        if rows:
            return [rows[0].returned] * count_orders(len(left))
        found = []
        for at, card in enumerate(left):
            after, _ = play(game, state, Deal(card))
            found += follow(after, left[:at] + left[at + 1 :])
        return found

    return follow(state, cards)


def count_orders(cards: int) -> int:
    """Deals that end early stand for every order of the cards that were not needed."""
    orders = 1
    for n in range(2, cards + 1):
        orders *= n
    return orders


ENGINE_CASES = [
    ("canberra-blackjack/blackjack", "perfect-pairs", "9D 9D 9H 9C 9C KS", 500, 1),
    (CHALLENGE, "star-pairs", "AD AD AH KC KC KS", 500, 1),
    (CHALLENGE, "blazing-7s", "7D 7D 7D 7H 7C KS 2D", 250, 1),
    (CHALLENGE, "blazing-7s", "7D 7D 7D 7D 7D 7H", 500, 2),
    (CHALLENGE, "blazing-7s", "7C 7C 7C 7C 7C 7D 7D", 250, 2),
    (CHALLENGE, "blazing-7s", "7C 7C 7C 7H 7H KS", 250, 2),
    (BACEBALL, "strike-out", "KS QD TC TD 9S JC", 500, 1),
    (BACEBALL, "strike-2", "KS QD TC TD 9S 2C", 500, 1),
    (BACEBALL, "jackpot", "AD AD AD AH AS 9C", 500, 1),
    (BACEBALL, "jackpot", "AH AH AH AS AS AS KC", 500, 1),
]


@pytest.mark.parametrize(("game_id", "wager", "stock", "stake", "boxes"), ENGINE_CASES)
def test_the_round_engine_returns_the_same(
    game_id: str, wager: str, stock: str, stake: int, boxes: int
) -> None:
    """Every order of a small stock, dealt and settled; with two boxes, also what they share."""
    game = load_game(game_id)
    cards = parse_cards(stock)
    found = dealt(game, wager, cards, stake, boxes)
    meters = {"blazing-7s": 1_234_567, "baceball-major": 10_654_321, "baceball-minor": 1_000_001}
    price = price_side_wager(game, wager, stock=cards, stake=stake, meters=meters, boxes=boxes)
    assert 1 - price.exact_edge == Fraction(sum(found), len(found) * stake)


# What cannot be priced


def test_a_wager_that_its_tables_choices_do_not_allow() -> None:
    with pytest.raises(Refused) as refused:
        price_side_wager(load_game(CHALLENGE, 8), "star-pairs")
    assert refused.value.clause == "3.1.1"
    with pytest.raises(Refused) as refused:
        price_side_wager(load_game(CHALLENGE, 6, {"shuffler": "shoe"}), "blazing-7s")
    assert refused.value.clause == "2.3.4.3"
    with pytest.raises(Refused) as refused:
        price_side_wager(load_game("crown-blackjack/blackjack", 4), "any-pairs")
    assert refused.value.clause == "16.2"
    # A wager that the book keeps for another of its games.
    with pytest.raises(Refused) as refused:
        price_side_wager(load_game("crown-blackjack/blackjack"), "pot-of-gold")
    assert refused.value.clause == "12.1"


@pytest.mark.parametrize(
    ("game_id", "wager", "given", "says"),
    [
        (CHALLENGE, "lucky-ladies", {}, "has no side wager 'lucky-ladies'; it has any-pairs"),
        (CHALLENGE, "blazing-7s", {"stake": 300}, r"2.50 or 5.00 \(clause 16.3\), not 3.00"),
        (CHALLENGE, "blazing-7s", {"meters": {"blazing-7s": 0}}, "the stake must be given"),
        (CHALLENGE, "blazing-7s", {"stake": 250}, "meters.blazing-7s: what this meter stands at"),
        (CHALLENGE, "blazing-7s", {"meters": {"blazing-7s": -1}}, "nothing or more"),
        (CHALLENGE, "any-pairs", {"stake": 0}, "more than nothing"),
        (CHALLENGE, "any-pairs", {"drawn": {"mystery-1": 1}}, "no such mystery meter; it has none"),
        ("tasmania-blackjack/blackjack", "supernova",
         {"stake": 100, "drawn": {"mystery-6": 1}}, "it has mystery-1, mystery-2"),
        (FREE_BET, "pot-of-gold", {}, "give the chance of using 0, 1, 2"),
        (FREE_BET, "pot-of-gold", {"tokens": [0.5, 0.4]}, "make one"),
        (FREE_BET, "pot-of-gold", {"tokens": [1.5, -0.5]}, "from 0 to 1"),
        (FREE_BET, "pot-of-gold", {"tokens": [float("nan")]}, "from 0 to 1"),
        ("tasmania-blackjack/blackjack", "supernova", {"stake": 100}, "give the chance of being"),
        ("tasmania-blackjack/blackjack", "supernova",
         {"stake": 100, "drawn": {"mystery-1": 0.1}}, "meters.mystery-1: what this meter"),
        ("tasmania-blackjack/blackjack", "supernova",
         {"stake": 100, "drawn": {"mystery-1": 2}, "meters": {"mystery-1": 5}}, "from 0 to 1"),
        (CHALLENGE, "any-pairs", {"stock": parse_cards("AS")}, "2 cards are needed"),
        (CHALLENGE, "any-pairs", {"stock": parse_cards("AS JK")}, "JK number 1"),
        ("tasmania-blackjack/jokers-wild", "perfect-pairs", {}, "it has none"),
    ],
)  # fmt: skip
def test_clear_errors(game_id: str, wager: str, given: dict[str, Any], says: str) -> None:
    with pytest.raises(Malformed, match=says):
        price_side_wager(load_game(game_id), wager, **given)


def test_a_signed_stake_is_the_only_one() -> None:
    game = load_game(BACEBALL, options={"jackpot-stake": "2.50"})
    meters = {"baceball-major": 0, "baceball-minor": 0}
    assert price_side_wager(game, "jackpot", meters=meters).stake == 250
    with pytest.raises(Malformed, match=r"a jackpot wager is 2.50 \(clause 11.4\)"):
        price_side_wager(game, "jackpot", meters=meters, stake=500)


def test_boxes_that_are_not_there() -> None:
    with pytest.raises(Refused) as refused:
        price_side_wager(load_game(CHALLENGE), "any-pairs", boxes=8)
    assert refused.value.clause == "2.2.1"
    with pytest.raises(Refused):
        price_side_wager(load_game(CHALLENGE), "any-pairs", boxes=0)


def test_stakes_and_meters_that_a_wager_knows() -> None:
    game = load_game(CHALLENGE, options={"reset": "50000"})
    assert stakes_of(game, "blazing-7s") == (250, 500)
    assert stakes_of(game, "any-pairs") == ()
    assert meters_of(game, "blazing-7s") == {"blazing-7s": 5_000_000}
    assert meters_of(load_game(BACEBALL), "jackpot") == {
        "baceball-major": 10_000_000,
        "baceball-minor": 1_000_000,
    }


def test_a_stake_is_paid_to_the_cent_as_at_the_table() -> None:
    """Whole odds: the price of any stake is the price of one unit."""
    game = load_game(CHALLENGE)
    assert (
        price_side_wager(game, "perfect-pairs", stake=2501).exact_edge
        == price_side_wager(game, "perfect-pairs").exact_edge
    )


def test_what_is_not_counted() -> None:
    game = load_game(CHALLENGE)
    side = replace(game.rules.side_wagers["any-pairs"], looks_at="three-cards")
    third = replace(game, rules=replace(game.rules, side_wagers={"any-pairs": side}))
    with pytest.raises(Malformed, match="depends on how the hand is played"):
        price_side_wager(third, "any-pairs")
    jokers = replace(game, rules=replace(game.rules, pack=replace(game.rules.pack, jokers=2)))
    with pytest.raises(Malformed, match="a joker is what its holder says"):
        price_side_wager(jokers, "any-pairs")


def test_a_price_can_be_written_down() -> None:
    price = price_side_wager(load_game("canberra-blackjack/blackjack", 8), "perfect-pairs")
    plain = msgspec.to_builtins(price, enc_hook=str)
    assert plain["house_edge"] == 17 / 415
    assert plain["return"] == 398 / 415
    assert plain["lines"][0]["exact"] == "7/415"
