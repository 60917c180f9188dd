"""The running book of a tournament table, as everybody there may know it.

Only what is listed here is told. What lies on a form or in a voucher is told when the table
announces it, and not before: whatever the round knows of it is passed over.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from bythebook.deciders import Event, Revealed, Sealed
from bythebook.game import events as g
from bythebook.house.tables import narration
from bythebook.house.tables.table_log import Happening, StackRevealed, StackSealed
from bythebook.house.tables.views import LineView
from bythebook.records.story import describe_row
from bythebook.table import events as t
from bythebook.table.cards.face_down import as_seen
from bythebook.tournaments.session import events as v
from bythebook.tournaments.session.state import Session, owner_of

# What is to be seen anyway, or is told by the session itself.
_QUIET = (g.FollowersAsked, g.BettingClosed, g.WagerPlaced)
_OF_THE_SESSION = (t.TableOpened, t.CuttingCardOut, t.ShuffleDue)
_MONEY_FIELDS = ("amount", "stake", "paid", "returned", "free", "in_tokens")
HOUSE_RULES = "house:"
_CENTS = re.compile(r"(\d)\.00\b")


def _hand(event: v.HandBegan) -> str:
    which = f"Hand {event.hand}" if not event.extra else f"Extra hand {event.extra}"
    last = ", the last" if event.last else ""
    counts = ", an elimination hand" if event.counts else ""
    return f"{which}{last}{counts}: {event.least:,} to {event.most:,}, marker at {event.marker}"


def _wager(event: v.WagerMade) -> str:
    what = "" if event.wager == "main" else f" on {event.wager}"
    return f"{event.player} wagers {event.amount:,}{what}"


def _missed(event: v.WagerMissed) -> str:
    cost = f": {event.amount:,} go to the house" if event.amount else ""
    return f"{event.player} makes no wager{cost}"


def _secrets(event: v.SecretsAnnounced) -> str:
    told = [
        f"{one.player} {one.amount:,}" + (f" (loses {one.deducted:,})" if one.deducted else "")
        for one in event.secrets
    ]
    return f"Secret wagers: {', '.join(told)}" if told else "No secret wager counts"


def _settled(event: v.HandSettled) -> str:
    told = [f"{who} {'+' if won > 0 else ''}{won:,}" for who, won in event.changes.items() if won]
    return f"The hand is settled: {', '.join(told) or 'nothing changes hands'}"


def _gone(event: v.PlayerGone) -> str:
    how = {
        "eliminated": "is eliminated",
        "disqualified": "is disqualified",
        "cancelled": "has lost the place",
        "left": "has left",
    }
    return f"{event.player} {how.get(event.how, 'is out')}"


def _ended(event: v.SessionEnded) -> str:
    on = [each.player for each in event.result.standings if each.advances]
    if on:
        return f"The session is over: {', '.join(on)} {'goes' if len(on) == 1 else 'go'} on"
    first = event.result.places[0] if event.result.places else ("nobody",)
    return f"The session is over: {' and '.join(first)} first"


_TOLD: dict[type, Callable[[Any], str]] = {
    v.SessionOpened: lambda e: "The table is ready, everybody with the same chips",
    v.SeatTaken: lambda e: f"{e.player} has sat down",
    v.SeatLeft: lambda e: f"{e.player} is away",
    v.Substituted: lambda e: f"{e.by} plays instead of {e.player}",
    v.JokersShown: lambda e: f"{e.jokers} jokers are shown and shuffled in",
    v.ContainerFilled: lambda e: "The mystery vouchers are in the container",
    v.SessionStarted: lambda e: "Play begins",
    v.SignalGiven: lambda e: "The signal is given",
    v.HandBegan: _hand,
    v.EliminationDisregarded: lambda e: f"Hand {e.hand} eliminates nobody",
    v.WagerMade: _wager,
    v.WagerTakenBack: lambda e: f"{e.player} takes {e.amount:,} back until it is their turn",
    v.WagerCorrected: lambda e: f"{e.player}'s wager of {e.was:,} becomes {e.amount:,}",
    v.WagerVoided: lambda e: f"{e.player}'s wager of {e.amount:,} is void",
    v.PassPlayed: lambda e: f"{e.player} plays a pass card",
    v.FormHandedIn: lambda e: f"{e.player} hands in a secret wager",
    v.FormChecked: lambda e: f"The form of {e.player} is checked",
    v.FormReturned: lambda e: f"The form of {e.player} goes back to be written anew",
    v.VoucherDrawn: lambda e: f"{e.player} plays a mystery voucher",
    v.DoublerUsed: lambda e: f"{e.player} plays Double Your Bet",
    v.TimeCalled: lambda e: f"Time is up for {e.player}: the minimum only",
    v.PlayerDirected: lambda e: f"{e.player} is told to keep the pace",
    v.WagerMissed: _missed,
    v.BettingStopped: lambda e: "No more bets",
    v.StartStood: lambda e: "The deal began at the wrong box and stands",
    v.StartPutRight: lambda e: "The deal is put right",
    v.SecretsAnnounced: _secrets,
    v.VoucherShown: lambda e: f"The voucher of {e.player} was worth {e.value:,}",
    v.VoucherKept: lambda e: f"{e.player} keeps the voucher for the next hand",
    v.VoucherReturned: lambda e: f"The voucher of {e.player} goes back unopened",
    v.ChipsDeducted: lambda e: f"{e.amount:,} are taken from {e.player}",
    v.WinPaidTwice: lambda e: f"{e.player} is paid {e.amount:,} more",
    v.HandSettled: _settled,
    v.HandVoided: lambda e: "The hand is void",
    v.HandReopened: lambda e: "The last hand is put right and settled anew",
    v.HandCorrected: lambda e: "An earlier hand is void: what it paid and took goes back",
    v.HandToMakeUp: lambda e: f"Hand {e.hand} does not count: there is one more",
    v.ChipsCounted: lambda e: "Everybody's chips are counted",
    v.PlayerGone: _gone,
    v.SkipsEarned: lambda e: "An elimination hand to come will eliminate nobody",
    v.PlayOffBegan: lambda e: f"{', '.join(e.players)} are level and play on",
    v.PlayOffSettled: lambda e: "The play-off is counted",
    v.CountRestored: lambda e: f"{e.player} goes on with {e.chips:,}",
    v.BallotNeeded: lambda e: "Chance decides between them",
    v.BallotDrawn: lambda e: "The ballot is drawn",
    v.CuttingCardCame: lambda e: "The cutting card comes out: the shoe ends with this hand",
    v.ShoeBegan: lambda e: "A new shoe",
    v.MarkerMoved: lambda e: f"The marker moves to box {e.box}",
    v.PlayEnded: lambda e: "That was the last hand",
    v.TotalsRecorded: lambda e: "The totals are written down",
    v.PlacesFixed: lambda e: "The places are fixed",
    v.ChipsReturned: lambda e: "The chips go back",
    v.SessionEnded: _ended,
    v.TimeLimitSet: lambda e: f"{e.seconds} seconds for a wager from here on",
    v.BreakGiven: lambda e: f"A break of {e.minutes} minutes",
    v.BreakEnded: lambda e: "Play goes on",
    v.DisputeRaised: lambda e: f"{e.by} raises a dispute: {e.about}",
    v.DisputeDecided: lambda e: f"Ruled: {e.ruling}",
    v.ConsentGiven: lambda e: f"{e.player} agrees to end here",
    StackSealed: lambda e: f"Seal {e.number}: {e.cards} cards shuffled, digest {e.digest}",
    StackRevealed: lambda e: f"Seal {e.number} is opened and can be checked: seed {e.seed}",
    Sealed: lambda e: f"Seal {e.number} ({e.about}): digest {e.digest}",
    Revealed: lambda e: f"Seal {e.number} is opened and can be checked: seed {e.seed}",
}
_WENT_WRONG = (
    v.WagerTakenBack, v.WagerCorrected, v.WagerVoided, v.TimeCalled, v.WagerMissed, v.StartStood,
    v.StartPutRight, v.ChipsDeducted, v.HandVoided, v.HandReopened, v.HandCorrected, v.FormReturned,
    v.DisputeRaised,
)  # fmt: skip


def table_lines(
    event: Event | Happening, before: Session | None, told: int, at: int
) -> Iterator[LineView]:
    """What one event adds to the book, the lines before it being so many."""
    if isinstance(event, v.TableMoved):
        for line in _of_table(event, before):
            told += 1
            yield LineView(number=told, at=at, round=before.hand if before else 0, **line)
    elif type(event) in _TOLD:
        kind = "wrong" if isinstance(event, _WENT_WRONG) else "order"
        number = event.hand if isinstance(event, v.HandBegan) else before.hand if before else 0
        yield LineView(
            number=told + 1,
            at=at,
            round=number,
            says=_TOLD[type(event)](event),
            clause=_of_the_book(str(getattr(event, "clause", ""))),
            kind=kind,
        )


def _of_table(event: v.TableMoved, before: Session | None) -> Iterator[dict[str, Any]]:
    if before is None:
        return
    cents = before.terms.format == "live"
    face_down = as_seen(before.table, event.events)

    def seen(moved: Any) -> Any:
        if isinstance(moved, _QUIET) or _unseen(moved, before):
            return None
        return face_down(moved) if cents else _in_chips(face_down(moved))

    moved = [inner for inner in event.events if not isinstance(inner, _OF_THE_SESSION)]
    for line in narration.told(moved, before.round, seen):
        if not cents:
            line.pop("cents", None)
        says = _CENTS.sub(r"\1", line["says"])
        yield line | {"says": says, "clause": _of_the_book(line["clause"])}


def _of_the_book(clause: str) -> str:
    """The clause, if it is one of a book; the house's own rules have no page."""
    return "" if clause.startswith(HOUSE_RULES) else clause


def _unseen(moved: Any, before: Session) -> bool:
    """Whatever names a wager that nobody has seen."""
    player = str(getattr(moved, "player", ""))
    if owner_of(before, player) != player or isinstance(moved, g.SettlementReversed):
        return True
    return player in before.drawn and any(hasattr(moved, field) for field in _MONEY_FIELDS)


def row_in_chips(row: g.Settled, split: set[int], cents: bool) -> str:
    """One wager's end in a line."""
    return (
        describe_row(row, split)
        if cents
        else _CENTS.sub(r"\1", describe_row(_in_chips(row), split))
    )


def _in_chips(moved: Any) -> Any:
    """Chips are counted in whole points; the words are made for cents."""
    scaled = {
        field: getattr(moved, field) * 100
        for field in _MONEY_FIELDS
        if type(getattr(moved, field, None)) is int
    }
    return replace(moved, **scaled) if scaled else moved
