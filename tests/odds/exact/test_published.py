"""The exact analyser beside published figures, to all their digits."""

import pytest

from bythebook.odds.exact.analysis import Analysis, analyse
from bythebook.odds.sides.side_wagers import price_side_wager
from bythebook.rulebooks import load_game

REFERENCE = "reference-blackjack/blackjack"


@pytest.mark.parametrize(("hands", "percent"), [("2", "-0.456886297"), ("4", "-0.402870236")])
def test_reference_game_with_six_decks(hands: str, percent: str) -> None:
    """Eric Farmer's figures for CDZ-: S17, double any two cards and after a split, peek, 3 to 2."""
    game = load_game(REFERENCE, decks=6, options={"hands": hands})
    assert f"{-100 * analyse(game).house_edge:.9f}" == percent


@pytest.mark.parametrize(("decks", "chance"), [(6, "0.073536"), (8, "0.073544")])
def test_dealer_ends_with_22_where_soft_17_is_hit(decks: int, chance: str) -> None:
    game = load_game(REFERENCE, decks=decks, options={"dealer": "hits-soft-17"})
    assert f"{analyse(game).dealer['22']:.6f}" == chance


def test_perfect_pairs_with_eight_decks() -> None:
    game = load_game("canberra-blackjack/blackjack", decks=8)
    assert f"{100 * price_side_wager(game, 'perfect-pairs').house_edge:.4f}" == "4.0964"


def test_rules_move_the_edge_as_everybody_knows() -> None:
    """Signs that any table of rule variations agrees on: which side each rule helps."""

    def edge(decks: int = 6, **options: str) -> float:
        chosen = {name.replace("_", "-"): value for name, value in options.items()}
        analysis: Analysis = analyse(load_game(REFERENCE, decks=decks, options=chosen))
        return analysis.house_edge

    plain = edge()
    assert edge(dealer="hits-soft-17") > plain
    assert edge(blackjack_pays="6 to 5") > plain + 0.01
    assert edge(surrender="late") < plain
    assert edge(double_after_split="no") > plain
    assert edge(resplit_aces="yes") < plain
    assert edge(double="hard-9-to-11") > plain
    assert edge(decks=8) > plain > edge(decks=1)
