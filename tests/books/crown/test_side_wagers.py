"""Crown's side wagers: what only the order of events, or the tables themselves, can show."""

from itertools import product

import pytest

from bythebook import settle
from bythebook.cards import parse_card
from bythebook.game import State, Table, play, refusal, start
from bythebook.game import commands as c
from bythebook.game.events import (
    CardDealt,
    Event,
    OffersOpened,
    PlayBegan,
    Settled,
    WagerPlaced,
)
from bythebook.game.lines.patterns import Sight, line_shown, truth_of
from bythebook.rulebooks import load_game
from bythebook.rulebooks.chapters.game import Game
from tests.clauses import clause

GAMES = ("blackjack", "crown-blackjack", "free-bet-blackjack", "blackjack-plus")
PAIRS = ("perfect-pairs", "crown-pairs", "any-pairs")
# Decks and option: the odds of a suited, a coloured and a mixed pair.
PAY_TABLE = {
    (4, "A"): ("25 to 1", "15 to 1", "6 to 1"),
    (4, "B"): ("30 to 1", "12 to 1", "5 to 1"),
    (6, "A"): ("25 to 1", "13 to 1", "6 to 1"),
    (6, "B"): ("30 to 1", "10 to 1", "5 to 1"),
    (8, "A"): ("25 to 1", "12 to 1", "6 to 1"),
    (8, "B"): ("25 to 1", "12 to 1", "5 to 1"),
}


def settled_rows(events: list[Event]) -> list[tuple[str, int, str]]:
    """Every settlement in the order in which it happened: wager, box, result."""
    return [(e.wager, e.box, e.result) for e in events if isinstance(e, Settled)]


def first(events: list[Event], kind: type[Event]) -> int:
    return next(i for i, event in enumerate(events) if isinstance(event, kind))


@clause("crown-blackjack 14.4.3", "crown-blackjack 15.4.3")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("decks", "option"), PAY_TABLE)
def test_both_pairs_tables_are_the_same_in_every_variation(
    game: str, decks: int, option: str
) -> None:
    rules = load_game(f"crown-blackjack/{game}", decks, {"pairs-table": option}).rules
    for wager in ("perfect-pairs", "crown-pairs"):
        lines = rules.side_wagers[wager].lines
        assert tuple(str(line.odds) for line in lines) == PAY_TABLE[decks, option]


@clause("crown-blackjack 14.4.2", "crown-blackjack 15.4.2", "crown-blackjack 16.3:any-pair")
def test_two_cards_are_one_kind_of_pair_or_none() -> None:
    deck = [parse_card(rank + suit) for rank in "A23456789TJQK" for suit in "SHDC"]
    counted = dict.fromkeys(("suited-pair", "coloured-pair", "mixed-pair", "pair"), 0)
    for cards in product(deck, deck):
        truth = truth_of(Sight(cards))
        kinds = [name for name in counted if line_shown([name], "first-two", truth) == 0]
        alike = cards[0].rank == cards[1].rank
        assert len(kinds) == (2 if alike else 0)
        for kind in kinds:
            counted[kind] += 1
    # For each of 52 first cards: itself, one of its colour, two of the other colour.
    assert counted == {"suited-pair": 52, "coloured-pair": 52, "mixed-pair": 104, "pair": 208}


@clause("crown-blackjack 14.4.1", "crown-blackjack 15.4.1", "crown-blackjack 16.5.1")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("wager", PAIRS)
def test_pairs_are_settled_before_any_blackjack_is_paid(game: str, wager: str) -> None:
    """Box 1 has blackjack, box 2 a pair, box 3 none: the pairs wagers of all three come first."""
    events = settle(f"""
        game        = "crown-blackjack/{game}"
        decks       = 6
        side_wagers = ["{wager}"]
        wagers      = [
          "1 ann 10", "2 bob 10", "3 cat 10",
          "1 ann 5 {wager}", "2 bob 5 {wager}", "3 cat 5 {wager}",
        ]
        cards       = "AS 8S TS 7C KS 8S 9H TC"
        play        = ["2 stand", "3 stand"]
    """).events
    rows = settled_rows(events)
    assert sorted(rows[:3]) == [(wager, 1, "loses"), (wager, 2, "wins"), (wager, 3, "loses")]
    assert rows[3] == ("main", 1, "wins")
    interim = events[: first(events, PlayBegan)]
    assert settled_rows(interim) == rows[:4]


@clause("crown-blackjack 14.4.1", "crown-blackjack 15.4.1", "crown-blackjack 16.5.1")
@pytest.mark.parametrize("wager", PAIRS)
def test_pairs_are_settled_before_insurance_and_even_money(wager: str) -> None:
    events = settle(f"""
        game        = "crown-blackjack/blackjack"
        decks       = 6
        side_wagers = ["{wager}"]
        wagers      = ["1 ann 10", "1 ann 5 {wager}", "2 bob 10", "2 bob 5 {wager}"]
        cards       = "AS 8S AC KS 8S TC"
        play        = ["1 even-money", "2 stand"]
    """).events
    before = events[: first(events, OffersOpened)]
    assert settled_rows(before) == [(wager, 1, "loses"), (wager, 2, "wins")]


def at_betting(name: str, wager: str) -> tuple[Game, State]:
    game = load_game(f"crown-blackjack/{name}", 6)
    state = start(game, Table(side_wagers=frozenset({wager})))
    state, _ = play(game, state, c.PlaceWager(1, "ann", 1000))
    return game, state


@clause(
    "crown-blackjack 12.3.1",
    "crown-blackjack 14.3.1",
    "crown-blackjack 15.3.1",
    "crown-blackjack 16.4.1",
)
@pytest.mark.parametrize(
    ("name", "wager", "rule"),
    [
        ("free-bet-blackjack", "pot-of-gold", "12.3.1"),
        ("blackjack", "perfect-pairs", "14.3.1"),
        ("crown-blackjack", "crown-pairs", "15.3.1"),
        ("blackjack-plus", "any-pairs", "16.4.1"),
    ],
)
def test_side_wagers_are_placed_before_the_first_card(name: str, wager: str, rule: str) -> None:
    game, state = at_betting(name, wager)
    late = c.PlaceWager(1, "ann", 500, wager)
    assert refusal(game, state, late) is None
    _, events = play(game, state, late)
    assert events == [WagerPlaced(1, "ann", wager, 500, False, rule)]
    state, _ = play(game, state, c.CloseBetting())
    assert refusal(game, state, late) is not None
    for card in ("8S", "6C", "8S"):
        state, _ = play(game, state, c.Deal(parse_card(card)))
        assert refusal(game, state, late) is not None


@clause("crown-blackjack 11.8.2", "crown-blackjack 12.4.1")
def test_pot_of_gold_is_settled_while_the_tokens_still_lie_there() -> None:
    """Final settlement: Pot of Gold first, then the hands whose tokens it counted."""
    events = settle("""
        game        = "crown-blackjack/free-bet-blackjack"
        decks       = 6
        side_wagers = ["pot-of-gold"]
        wagers      = ["1 ann 25", "1 ann 5 pot-of-gold", "2 bob 25", "2 bob 5 pot-of-gold"]
        cards       = "8S 5S 6D 8H 6H TC TD TS TH 5C"
        play        = ["1 split", "1 stand", "1 stand", "2 double"]
    """).events
    assert settled_rows(events) == [
        ("pot-of-gold", 1, "wins"),
        ("pot-of-gold", 2, "wins"),
        ("main", 1, "loses"),
        ("main", 1, "loses"),
        ("main", 2, "stand-off"),
    ]
    last_card = max(i for i, event in enumerate(events) if isinstance(event, CardDealt))
    assert all(i > last_card for i, event in enumerate(events) if isinstance(event, Settled))
