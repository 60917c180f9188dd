"""What a share of a meter is worth when other boxes may win it in the same round."""

from fractions import Fraction
from itertools import permutations
from math import comb

import pytest
from msgspec.structs import replace

from bythebook.cards import parse_cards
from bythebook.errors import Malformed
from bythebook.odds.sides.side_wagers import price_side_wager
from bythebook.rulebooks import Game, load_game
from bythebook.rulebooks.chapters.game import Line
from tests.clauses import clause

CHALLENGE = "star-blackjack-challenge/blackjack-challenge"
BACEBALL = "star-baceball/baceball"


@clause("star-baceball 11.13.1")
@pytest.mark.parametrize("reading", ["divided", "each", "none"])
def test_two_hands_of_diamonds_share_under_each_reading(reading: str) -> None:
    """Six aces of diamonds and three kings for two boxes and the dealer; the meter below $100,000.

    Given that box 1 has three of the six, box 2 draws its three from three aces and three kings.
    """
    game = load_game(BACEBALL, readings={"shared-jackpot-floor": reading})
    stock = parse_cards("AD AD AD AD AD AD KC KC KC")
    meters = {"baceball-major": 6_000_000, "baceball-minor": 0}
    price = price_side_wager(game, "jackpot", stock=stock, stake=100, meters=meters, boxes=2)
    both = Fraction(1, comb(6, 3))
    alone = 100_000
    shared = {"divided": 50_000, "each": 100_000, "none": 30_000}[reading]
    assert price.lines[0].exact_returned == (1 - both) * alone + both * shared


def test_many_boxes_share_a_little() -> None:
    """The more boxes, the less a share is worth; at six decks it is very little."""
    game = load_game(CHALLENGE)
    edges = [
        price_side_wager(
            game, "blazing-7s", stake=250, meters={"blazing-7s": 10_000_000}, boxes=boxes
        ).exact_edge
        for boxes in range(1, 8)
    ]
    assert edges == sorted(edges)
    assert 0 < edges[-1] - edges[0] < Fraction(1, 10_000)


def shared_pairs() -> Game:
    """Pairs that win a tenth of Blazing 7's meter."""
    game = load_game(CHALLENGE)
    share = game.rules.side_wagers["blazing-7s"].lines[1].share
    line = Line(name="pair", clause="13.7", hand="pair", share=share)
    side = replace(game.rules.side_wagers["any-pairs"], lines=(line,))
    return replace(game, rules=replace(game.rules, side_wagers={"any-pairs": side}))


def test_sharing_a_line_that_many_hands_win() -> None:
    """Two boxes, six cards, every order: how often the second has a pair if the first has one."""
    game = shared_pairs()
    stock = parse_cards("9D 9H 9C 4S 4S 2C")
    deals = [d for d in permutations(stock, 4) if d[0].rank == d[1].rank]
    both = Fraction(sum(d[2].rank == d[3].rank for d in deals), len(deals))
    price = price_side_wager(
        game, "any-pairs", stock=stock, stake=100, meters={"blazing-7s": 2_000_000}, boxes=2
    )
    # A tenth is $2,000; two draw $2,000 and $1,800 and divide them. The stake is not part of it.
    assert price.lines[0].exact_returned == (1 - both) * 2_000 + both * 1_900


def test_a_line_that_too_many_hands_win() -> None:
    meters = {"blazing-7s": 2_000_000}
    with pytest.raises(Malformed, match="too many hands to follow"):
        price_side_wager(shared_pairs(), "any-pairs", stake=100, meters=meters, boxes=7)
