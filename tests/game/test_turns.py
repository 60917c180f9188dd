"""Turns, event by event: what a decision brings about, and what it does not."""

from collections.abc import Mapping

import pytest

from bythebook.cards import parse_card
from bythebook.game import State, play, refusal, start
from bythebook.game import commands as c
from bythebook.game.decisions import cannot_double
from bythebook.game.events import (
    AbsenceDeclared,
    CardCalled,
    Event,
    FollowersAsked,
    HandDoubled,
    HandSplit,
    SplittingEnded,
    StakeMatched,
)
from bythebook.game.state import Hand
from bythebook.rulebooks import load_game
from bythebook.rulebooks.chapters.game import BlackjackGame, Game
from tests.clauses import clause

CROWN = "crown-blackjack/blackjack"
FREE_BET = "crown-blackjack/free-bet-blackjack"
PLUS = "crown-blackjack/blackjack-plus"
TASMANIA = "tasmania-blackjack/blackjack"


def dealt(
    name: str, people: str, cards: str, readings: Mapping[str, str] | None = None
) -> tuple[Game, State]:
    """A round with ten dollars of each of these people on box 1, waiting for the first of them."""
    game = load_game(name, 6, None, readings)
    state = start(game)
    for player in people.split():
        state, _ = play(game, state, c.PlaceWager(1, player, 1000))
    state, _ = play(game, state, c.CloseBetting())
    return game, after(game, state, cards)


def after(game: Game, state: State, cards: str) -> State:
    for word in cards.split():
        state, _ = play(game, state, c.Deal(parse_card(word)))
    return state


def absences(events: list[Event]) -> list[tuple[str, bool]]:
    return [(e.player, e.follows) for e in events if isinstance(e, AbsenceDeclared)]


# Absence


@clause("crown-blackjack 8.5.4:direction")
def test_where_control_does_not_pass_everybody_goes_with_the_one_who_decides() -> None:
    game, state = dealt(CROWN, "ann bob cy", "TC 7D 6D")
    _, events = play(game, state, c.DeclareAbsent(1, "ann"))
    assert absences(events) == [("ann", False), ("bob", True), ("cy", True)]
    state, events = play(game, state, c.DeclareAbsent(1, "bob"))
    assert absences(events) == [("bob", False)]  # who does not decide takes nobody along
    assert refusal(game, state, c.Stand(1, "ann")) is None
    _, events = play(game, state, c.DeclareAbsent(1, "ann"))
    assert absences(events) == [("ann", False), ("cy", True)]


@clause("tasmania-blackjack 8.1(b)")
def test_where_control_passes_the_next_decides() -> None:
    game, state = dealt(TASMANIA, "ann bob", "TC 7D 6D")
    state, events = play(game, state, c.DeclareAbsent(1, "ann"))
    assert absences(events) == [("ann", False)]
    assert refusal(game, state, c.Stand(1, "bob")) is None


# Splitting


@clause("crown-blackjack 8.5.6(a)(i)")
def test_alone_on_a_box_nobody_is_asked_to_match_a_split() -> None:
    game, state = dealt(CROWN, "ann", "8C 7D 8D")
    _, events = play(game, state, c.Split(1))
    assert [type(event) for event in events] == [HandSplit, StakeMatched, CardCalled]
    game, state = dealt(CROWN, "ann bob", "8C 7D 8D")
    _, events = play(game, state, c.Split(1))
    assert [type(event) for event in events] == [HandSplit, StakeMatched, FollowersAsked]


@clause("crown-blackjack 8.5.6(a)(i)", "crown-blackjack 11.7.1(a)", "crown-blackjack 11.7.1(b)")
def test_by_what_the_second_hand_has_its_stake() -> None:
    for name, pair, cited in (
        (CROWN, "TC 7D TD", "8.5.6(a)(i)"),
        (FREE_BET, "9C 7D 9D", "11.7.1(a)"),
        (FREE_BET, "TC 7D TD", "11.7.1(b)"),
    ):
        game, state = dealt(name, "ann", pair)
        _, events = play(game, state, c.Split(1))
        matched = [event.clause for event in events if isinstance(event, StakeMatched)]
        assert matched == [cited], (name, pair)


def split_again_or_not(pair: str, people: str = "ann") -> tuple[Game, State]:
    """A pair that was split, its first hand a pair again."""
    rank = pair[0]
    readings = {"declined-split": "ends-splitting"}
    game, state = dealt(TASMANIA, people, f"{rank}C 7D {rank}D", readings)
    state, _ = play(game, state, c.Split(1))
    if state.phase == "following":
        state, _ = play(game, state, c.Split(1, "bob"))
        state, _ = play(game, state, c.Proceed())
    return game, after(game, state, f"{rank}H")


def ended(events: list[Event]) -> list[str]:
    return [event.clause for event in events if isinstance(event, SplittingEnded)]


@clause("tasmania-blackjack 13.1:entitlement", "tasmania-blackjack 14.5")
def test_who_stands_on_a_pair_passes_up_the_split() -> None:
    game, state = split_again_or_not("88")
    _, events = play(game, state, c.Stand(1))
    assert ended(events) == ["14.5"]


@clause("tasmania-blackjack 14.10", "tasmania-blackjack 14.5")
def test_who_draws_to_a_pair_passes_up_the_split() -> None:
    game, state = split_again_or_not("88")
    _, events = play(game, state, c.Hit(1))
    assert ended(events) == ["14.5"]


@clause("tasmania-blackjack 15.1", "tasmania-blackjack 14.5")
def test_who_doubles_a_pair_passes_up_the_split_and_who_follows_does_not_again() -> None:
    game, state = split_again_or_not("55", "ann bob")
    state, events = play(game, state, c.Double(1))
    assert ended(events) == ["14.5"]
    _, events = play(game, state, c.Double(1, "bob"))
    assert [type(event) for event in events] == [HandDoubled]


# Doubling


@clause("crown-blackjack 13.4.4(b)")
def test_a_double_is_made_below_21() -> None:
    rules = load_game(PLUS, 6).rules
    assert isinstance(rules, BlackjackGame)
    cards = tuple(map(parse_card, ("7C", "7D", "6H")))
    assert cannot_double(rules, Hand(cards=cards, total=20)) is None
    cards = tuple(map(parse_card, ("7C", "7D", "7H")))
    refused = cannot_double(rules, Hand(cards=cards, total=21))
    assert refused is not None
    assert refused.clause == "13.4.4(a)"


# What a refusal says


def test_a_refusal_names_the_cards_it_is_about() -> None:
    game, state = dealt(CROWN, "ann", "8C 7D 3D")
    wrong = refusal(game, state, c.Split(1, "ann"))
    assert wrong is not None
    assert wrong.reason == "8 and 3 differ: only a pair can be split"
    game, state = dealt(CROWN, "ann", "TC 7D 9D")
    assert str(refusal(game, state, c.Split(1, "ann"))).startswith("10 and 9 differ")
    state, _ = play(game, dealt(CROWN, "ann", "2C 7D 3D")[1], c.Hit(1, "ann"))
    wrong = refusal(game, after(game, state, "4C"), c.Split(1, "ann"))
    assert wrong is not None
    assert wrong.reason == "3 cards: only a pair can be split"


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("AC 7D 9D", "A and 9 are soft 20: a double is made on a hard 9, 10 or 11"),
        ("TC 7D 2D", "10 and 2 are 12: a double is made on a hard 9, 10 or 11"),
    ],
)
def test_a_refused_double_names_the_cards_and_their_total(cards: str, reason: str) -> None:
    game, state = dealt(CROWN, "ann", cards)
    wrong = refusal(game, state, c.Double(1, "ann"))
    assert wrong is not None
    assert wrong.reason == reason
