"""A record that stops at a decision: the round as it stands there."""

from pathlib import Path

from bythebook.errors import Malformed
from bythebook.game.state import State
from bythebook.records.record import Record
from bythebook.records.replay import begin
from bythebook.rulebooks.chapters.game import Game

DECIDING = ("offers", "turns", "withdrawing", "naming")


def stopped_at(record: Record, rulebook: Path | None = None) -> tuple[Game, State]:
    """Play a record until nothing more is written and somebody has to decide.

    While something is offered, cards that follow mean that nobody took it up.
    """
    player = begin(record, rulebook)
    player.place_wagers()
    while player.state.phase != "over":
        written = player.line is not None
        more_cards = player.next_card < len(record.cards)
        waits = player.state.due is None and player.state.phase in DECIDING
        if waits and not written and (player.state.phase == "turns" or not more_cards):
            return player.game, player.state
        player.step()
    raise Malformed("the round is over: there is nothing left to decide", "play")
