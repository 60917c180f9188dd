"""Players' first cards that lie face down: on which boxes, for whom, until they are turned up."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from bythebook.game.events import DEALER, CardDealt
from bythebook.game.returns import INSURANCE
from bythebook.game.state import Box
from bythebook.game.state import State as Round
from bythebook.table.events import Event, RoundRewound
from bythebook.table.state import State

_NONE: frozenset[int] = frozenset()
FULL = 21


def face_down(table: State) -> frozenset[int]:
    """The boxes whose first cards nobody sees but whoever they were dealt to."""
    round_ = table.round
    if not table.face_down or round_ is None or round_.phase in ("betting", "over"):
        return _NONE
    return frozenset(box.number for box in round_.boxes if not _turned_up(round_, box))


def _turned_up(round_: Round, box: Box) -> bool:
    """Doubled, split, decided, or a side wager of the box was: then everybody has seen them."""
    hand = box.hands[0]
    if len(box.hands) > 1 or hand.doubled:
        return True
    if round_.phase in ("dealing", "dealt"):
        return False
    settled = [row for row in round_.rows if row.box == box.number and row.stage != "betting"]
    return hand.total >= FULL or any(row.wager != INSURANCE for row in settled)


def holder(box: Box) -> str:
    """To whom its cards were dealt: whoever wagers behind handles none."""
    return box.deciders[0] if box.deciders else ""


def as_seen(table: State, events: Sequence[Event]) -> Callable[[Any], Any]:
    """What those who look on see of a round's event, the table being this before these events.

    Of a card face down they see that it lies there; of one laid to it no total. Where a round is
    dealt again nobody says which card is which.
    """
    down = face_down(table)
    in_play = table.in_round and not any(isinstance(event, RoundRewound) for event in events)
    first = not in_play or table.playing.phase == "dealing"

    def seen(moved: Any) -> Any:
        if not table.face_down or not isinstance(moved, CardDealt) or moved.box == DEALER:
            return moved
        if first:
            return replace(moved, hidden=True, total=0, soft=False)
        return replace(moved, total=0, soft=False) if _unknown(moved) else moved

    def _unknown(moved: CardDealt) -> bool:
        return moved.box in down and moved.total < FULL

    return seen
