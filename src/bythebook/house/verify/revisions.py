"""What was decided before we mended our rules: neither clean nor tampered with.

An event is judged by the edition and the revision that its terms name. Where that revision was
mended in data it is still here, and decides as it did. Where the fault was in the engine, today's
engine decides something else: that is explained, if a later revision says so, by its number, and
told with what it is worth in money. Under today's revision a difference is a fault like any other.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import TypeVar

import msgspec

from bythebook.errors import ByTheBookError
from bythebook.game.events import Settled
from bythebook.house.log.store import Row
from bythebook.money import format_amount
from bythebook.rulebooks.law import Law, NotInstalled, digest, names, played_by, today
from bythebook.structs import like
from bythebook.table.events import RoundMoved

Answer = TypeVar("Answer")


class Earlier(msgspec.Struct, frozen=True, kw_only=True):
    """An event that today's revision would decide otherwise."""

    position: int
    stream: str
    version: int
    revision: int  # the one before which it was decided
    why: str  # what was mended since
    was: str
    would_be: str
    cents: dict[str, int] | None = None  # what each player would have more; None: it cannot be said

    def __str__(self) -> str:
        return (
            f"event {self.position} ({self.stream}, {self.version}) was decided before revision"
            f" {self.revision}: {self.was}; today: {self.would_be}; {worth(self.cents)}"
            f" ({self.why})"
        )


def worth(cents: Mapping[str, int] | None) -> str:
    """What a difference comes to, for each whom it concerns."""
    if cents is None:
        return "what that is worth cannot be said"
    told = [
        f"{player} {'+' if more > 0 else '-'}{format_amount(abs(more))}"
        for player, more in sorted(cents.items())
        if more
    ]
    return ", ".join(told) or "no money"


class Explanation(msgspec.Struct, frozen=True):
    revision: int
    why: str


def explained(law: Law) -> Explanation | None:
    """The revision that explains why today's rules decide otherwise; None: nothing does.

    Rules of another digest are rules that are not here, whatever they call themselves.
    """
    then, now = played_by(law), today(law)
    since = [revision for revision in now.revisions if revision.number > then.revision]
    if since:
        return Explanation(since[-1].number, "; ".join(revision.why for revision in since))
    if law.rules and not names(law, then):
        raise NotInstalled(
            f"this was played under {law.book} {law.edition} with rules {law.rules[:12]}, and those"
            f" here are {digest(then)[:12]}"
        )
    return None


def tried(decide: Callable[[], Answer]) -> Answer | ByTheBookError:
    """What comes of something today, be it a refusal."""
    try:
        return decide()
    except ByTheBookError as no:
        return no


def explanation(law: Law | None, now: object, fault: Exception) -> Explanation:
    """Why something is decided otherwise today; where nothing explains it, it is a fault."""
    because = explained(law) if law is not None else None
    if because is not None:
        return because
    raise now if isinstance(now, ByTheBookError) else fault


def earlier(
    row: Row,
    because: Explanation,
    was: Sequence[object],
    would_be: Sequence[object] | ByTheBookError,
    cents: Mapping[str, int] | None,
) -> Earlier:
    """What an event was, and what it would be."""
    if isinstance(would_be, ByTheBookError):
        then, now = "it was carried out", f"refused: {would_be}"
    else:
        pairs = zip_longest(_flat(was), _flat(would_be))
        pair = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
        then, now = (_told(event) for event in pair)
    money = None if cents is None else {player: more for player, more in cents.items() if more}
    return _found(row, because, then, now, money)


def moved_together(row: Row, because: Explanation, problem: str) -> Earlier:
    """A table and its jackpot pool moved together otherwise than they would now."""
    return _found(row, because, "a table and its pool moved together", problem, None)


def _found(
    row: Row, because: Explanation, was: str, would_be: str, cents: dict[str, int] | None
) -> Earlier:
    told = {"revision": because.revision, "why": because.why, "was": was, "would_be": would_be}
    return like(Earlier, row, **told, cents=cents)


def _flat(events: Iterable[object]) -> Iterable[object]:
    """What a round did, event by event."""
    for event in events:
        if isinstance(event, RoundMoved):
            yield from event.step.events
        else:
            yield event


def _told(event: object) -> str:
    if event is None:
        return "nothing"
    if isinstance(event, Settled):
        paid = f"{format_amount(event.paid)} paid, {format_amount(event.returned)} returned"
        return f"{event.wager} of {event.player} on box {event.box} {event.result}, {paid}"
    clause = getattr(event, "clause", "")
    return f"{type(event).__name__} ({clause})" if clause else type(event).__name__
