"""Perft: compiled rounds, every choice enumerated, hit the golden file as the round engine does."""

from fractions import Fraction

import numpy as np
import pytest

from bythebook.cards import parse_cards
from bythebook.odds.kernel import scratch as q
from bythebook.odds.kernel.packing import card_words
from bythebook.odds.kernel.scripts import play_every_script
from bythebook.odds.kernel.sides import keep_for_sides
from bythebook.odds.numbers import codes as k
from bythebook.rulebooks import load_game
from bythebook.rulebooks.chapters.game import BlackjackGame
from tests.game.perft import STAKE, Shoe, read_golden
from tests.odds.kernel.replay import both

SHOES = read_golden()


@pytest.mark.parametrize("shoe", SHOES, ids=[shoe.name for shoe in SHOES])
def test_kernel_hits_the_golden_file(shoe: Shoe) -> None:
    jokers = shoe.stock.split().count("JK")
    options = {"jokers": str(jokers)} if jokers else {}
    game = load_game(shoe.game, options=options, readings=shoe.readings)
    pair = both(game, shoe.sides, STAKE)
    cards = card_words([k.CODE_OF_CARD[card] for card in parse_cards(shoe.stock)])
    desks = np.zeros(1, dtype=q.DESK)
    desks["size"] = len(cards)
    desks["boxes"] = 1
    desks["source"] = q.ALL_CHOSEN
    desks["careful"] = 1
    desks["three_cards"] = not isinstance(game.rules, BlackjackGame)
    packed, sides = pair.packed, pair.sides
    keep_for_sides(sides, packed.terms, desks)
    rounds, short, net = play_every_script(
        packed.table, sides.lines, packed.terms, sides.record, desks, cards
    )
    assert (rounds, short) == (shoe.rounds, shoe.short)
    assert Fraction(net, rounds) == shoe.mean
