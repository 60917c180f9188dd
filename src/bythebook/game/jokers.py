"""Jokers: what their holder says they are, or what they are taken to be."""

from bythebook.cards import NAMED_JOKERS, joker_named
from bythebook.errors import Malformed, Refused
from bythebook.game.commands import NameJoker
from bythebook.game.decisions import decider
from bythebook.game.events import JokerNamed
from bythebook.game.hands import TWENTY_ONE, first_unnamed, total
from bythebook.game.run import Run
from bythebook.game.state import State
from bythebook.rulebooks.chapters.game import BlackjackGame


def may_name_joker(rules: BlackjackGame, state: State, command: NameJoker) -> Refused | None:
    if rules.joker_named is None:
        return Refused(rules.pack.clause, "this game is played without jokers")
    if state.phase != "naming" or state.at[0] != command.box:
        return Refused(rules.joker_named.clause, f"box {command.box} has no joker to name")
    try:
        joker_named(command.rank)
    except Malformed as error:
        return Refused(rules.joker_named.clause, str(error))
    box = state.box(command.box)
    player = decider(box, box.hands[state.at[1] - 1]) or box.order[0]
    if command.player not in ("", player):
        return Refused(rules.joker_named.clause, f"{player} names the joker of box {command.box}")
    return None


def name_joker(run: Run[BlackjackGame], rank: str) -> None:
    rules = run.rules
    assert rules.joker_named is not None
    box, number = run.state.at
    card = joker_named(rank)
    cards = list(run.state.hand(box, number).cards)
    cards[first_unnamed(cards)] = card
    points, soft = total(tuple(cards))
    run.emit(JokerNamed(box, number, card, points, soft, rules.joker_named.clause))


def best_name(state: State) -> str:
    """The value that makes the best total not over 21, for a player who names none."""
    cards = [card for card in state.hand(*state.at).cards if card.rank]

    def worth(rank: str) -> int:
        points, _ = total((*cards, NAMED_JOKERS[rank]))
        return points if points <= TWENTY_ONE else -points

    return max(NAMED_JOKERS, key=worth)
