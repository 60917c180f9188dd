"""Cards that lie face down: on which boxes, for whom, until they are turned up; and those drawn
early that wait so."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from msgspec.structs import replace

from bythebook.cards import Card
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


def cards_face_down(table: State) -> tuple[Card, ...]:
    """Those cards themselves, and the dealer's: what nobody may be told."""
    round_ = table.round
    if round_ is None:
        return ()
    first = [round_.box(number).hands[0].cards[: table.face_down] for number in face_down(table)]
    hole = (round_.hole,) if round_.hole is not None else ()
    return (*chain.from_iterable(first), *hole)


def next_drawn(table: State) -> Card | None:
    """The card that comes before any other, drawn already."""
    shoe = table.shoe
    return shoe.held if shoe.held is not None else next(iter(shoe.next), None)


def next_seen(table: State) -> Card | None:
    """The same as anybody may be shown it: one that was held over nobody has seen."""
    drawn = next_drawn(table)
    return None if drawn is not None and drawn in unseen(table) else drawn


def unseen(table: State) -> tuple[Card, ...]:
    """Cards that were drawn, wait to be dealt, and were seen by nobody."""
    shoe = table.shoe
    held = (shoe.held,) if shoe.held is not None else ()
    return (*held, *(card for card in shoe.next if card in shoe.face_down))


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
