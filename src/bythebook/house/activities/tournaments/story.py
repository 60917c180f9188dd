"""The book of a tournament: what happened, line by line, each with its clause.

A line is for everybody unless its kind is "desk": those are for whoever runs or inspects it.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from bythebook.deciders import Event, Revealed, Sealed, tags
from bythebook.house.tables.views import LineView
from bythebook.money import format_amount
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course.course import HANDLERS
from bythebook.tournaments.terms.text import moment_text

DESK = "desk"
# Acts that have no button of their own.
_OWN = {
    "make": "write the tournament down",
    "amend": "change the terms",
    "seal-draw": "commit to a ballot",
    "take-result": "take a table's result",
}
PUBLIC = "order"
_SAYS = {tag: command.says for tag, command in tags(*HANDLERS).items()}


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(names) if names else "nobody"


def _draw(event: e.SeatsDrawn) -> str:
    tables = len({seat.table for seat in event.seats})
    at = f"at {tables} tables" if tables > 1 else "at one table"
    return f"Stage {event.stage}: {len(event.seats)} seats {at} drawn by ballot"


def _moved(event: e.StartMoved) -> str:
    starts = datetime.fromtimestamp(event.starts, UTC)
    return f"Stage {event.stage} starts at another time: {moment_text(starts)}"


def _result(event: e.ResultTaken) -> str:
    first = " and ".join(event.result.places[0]) if event.result.places else "nobody"
    return f"Table {event.result.id} is over after {event.result.hands} hands: {first} first"


def _prizes(event: e.PrizesPaid) -> str:
    paid = sum(share.cents for share in event.shares)
    players = f"{len(event.shares)} players" if len(event.shares) > 1 else "one player"
    return f"Prizes of ${format_amount(paid)} paid to {players}"


def _stage(event: e.StageEnded) -> str:
    if not event.advancing:
        return f"Stage {event.stage} is over"
    go = "goes" if len(event.advancing) == 1 else "go"
    return f"Stage {event.stage} is over: {_names(event.advancing)} {go} on"


def _order(event: e.OrderGiven) -> str:
    """Who gave it, by their title, and the act as its button says it."""
    says = _SAYS.get(event.act, "")
    act = says or _OWN.get(event.act, event.act.replace("-", " "))
    why = f" ({event.why})" if event.why else ""
    return f"{event.by.name}, {event.by.role.replace('-', ' ')}: {act[:1].lower()}{act[1:]}{why}"


_PUBLIC: dict[type[Event], Callable[[Any], str]] = {
    e.TermsPublished: lambda v: "The terms are published: entries are open",
    e.DirectorNamed: lambda v: f"{v.name} runs the tournament",
    e.DeputyNamed: lambda v: f"{v.name} may stand in",
    e.PlayerEntered: lambda v: f"{v.player} has entered",
    e.ReserveNoted: lambda v: f"{v.player} waits as a reserve",
    e.PlayerWithdrew: lambda v: f"{v.player} has withdrawn",
    e.SubstituteNamed: lambda v: f"{v.substitute} plays instead of {v.player}",
    e.EntriesClosed: lambda v: f"Entries are closed: {v.entries} players",
    e.TournamentCancelled: lambda v: (
        f"The tournament is off: everything goes back{' but what was forfeited' if v.kept else ''}"
    ),
    e.PlayersBriefed: lambda v: "Everybody has been told how it is played",
    Sealed: lambda v: f"Seal {v.number}: a ballot is committed to, digest {v.digest}",
    Revealed: lambda v: f"Seal {v.number} is opened, the ballot can be checked: seed {v.seed}",
    e.SeatsDrawn: _draw,
    e.StartMoved: _moved,
    e.PlaceLost: lambda v: f"{v.player} has lost the place",
    e.ReserveSeated: lambda v: f"{v.player} plays instead of {v.instead_of}",
    e.SessionStarted: lambda v: f"Table {v.session.id} plays",
    e.RepechageDecided: lambda v: "There is a second chance" if v.held else "No second chance",
    e.ResultTaken: _result,
    e.StageEnded: _stage,
    e.PlayerDisqualified: lambda v: f"{v.player} is disqualified",
    e.Announced: lambda v: v.text,
    e.Advertised: lambda v: v.text,
    e.PlacesAwarded: lambda v: "The places are awarded",
    e.PrizesPaid: _prizes,
    e.TournamentEnded: lambda v: "The tournament is over",
}
_DESK: dict[type[Event], Callable[[Any], str]] = {
    e.TermsAmended: lambda v: "Other terms",
    e.PublicityPermitted: lambda v: (
        f"{v.player} permits publicity" if v.permits else f"{v.player} permits no publicity"
    ),
    e.ConditionsConfirmed: lambda v: "It is confirmed that the conditions change no rule",
    e.RegulatorTold: lambda v: f"The {v.who} was told: {v.reference}",
    e.DirectorAttended: lambda v: f"{v.name} {'is here' if v.present else 'has left'}",
    e.EntitlementFound: lambda v: (
        f"It is found that {v.player} {'may' if v.entitled else 'may not'} enter"
    ),
    e.EntryRefused: lambda v: f"The entry of {v.player} is refused",
    e.TablesNamed: lambda v: f"Tables {_names(v.tables)}",
    e.PracticePlayed: lambda v: f"{v.hands} practice hands",
    e.BuyInPaid: lambda v: f"{v.player} buys in for ${format_amount(v.cents)}",
    e.ChipsBought: lambda v: f"{v.player}: {v.what} for ${format_amount(v.cents)}",
    e.DisputeRaised: lambda v: f"Dispute {v.number}, raised by {v.by}: {v.about}",
    e.DisputeRuled: lambda v: f"Dispute {v.number} is ruled on: {v.ruling}",
}


def course_lines(event: Event, told: int, at: int) -> Iterator[LineView]:
    """What one event adds to the book, the lines before it being so many."""
    kind = type(event)
    if isinstance(event, e.OrderGiven):
        says = _order(event)
        yield LineView(number=told + 1, at=at, says=says, clause=event.clause, kind=DESK)
    elif kind in _PUBLIC or kind in _DESK:
        public = kind in _PUBLIC
        says = (_PUBLIC if public else _DESK)[kind](event)
        clause = str(getattr(event, "clause", ""))
        line = PUBLIC if public else DESK
        yield LineView(number=told + 1, at=at, says=says, clause=clause, kind=line)
