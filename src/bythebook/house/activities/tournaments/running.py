"""A table of a tournament with what the house keeps beside the session.

TableRun = the session + the shoe in use + which seals are whose + who plays by machine
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Command, Event, Revealed, Sealed, check_seed
from bythebook.errors import Refused
from bythebook.house.activities.tournaments.shoes import ABOUT, CARDS, Shoe
from bythebook.house.tables.views import LineView
from bythebook.rulebooks.chapters.tournament_play import PlayRules, find_play_rules
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.state import Session

VOUCHERS = "vouchers"  # what a seal is about that holds their order
DEALER = "automatic dealer"  # by this name the house deals
CLOSED = "house:tournament-over"
AUTOMATIC_MOST = 1000
AUTOMATIC = frozenset(f"auto-{number}" for number in range(1, AUTOMATIC_MOST + 1))


# What the house adds to a session


class SealShoe(Command, frozen=True, tag="seal-shoe"):
    """The cards of a new shoe are committed to."""

    digest: str


class ShowShoe(Command, frozen=True, tag="show-shoe"):
    """A shoe is over: how it lay is shown."""

    seed: str


class Automate(Command, frozen=True, tag="automate"):
    """These play by machine."""

    players: tuple[str, ...]


class CloseTable(Command, frozen=True, tag="close-table"):
    """The tournament is off: nothing more happens here."""


class BeReady(Command, frozen=True, tag="ready"):
    """A player wants no more of what is offered now."""


class PlayerReady(Event, frozen=True):
    player: str
    clause: str = "house:offers"


class PlayersAutomated(Event, frozen=True):
    players: tuple[str, ...]
    clause: str = "house:practice-tournaments"


class TableClosed(Event, frozen=True):
    clause: str = CLOSED


class TableRun(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a tournament with what the house keeps beside it."""

    session: Session
    shoe: Shoe | None = None
    seals: int = 0  # of this stream, whatever they are about
    chance: tuple[int, ...] = ()  # which of them the session itself knows, in its own order
    container: int = 0  # the seal of the mystery vouchers
    automatic: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()  # who wants no more of what is offered now
    last: Session | None = None  # as the last hand lay when it was settled, until the next begins
    closed: bool = False
    lines: tuple[LineView, ...] = ()  # the newest of the running book
    told: int = 0
    at: int = 0  # when something happened last, as far as its events say

    @property
    def over(self) -> bool:
        return self.closed or self.session.phase == "over"

    @property
    def virtual(self) -> bool:
        return self.session.terms.cards == "virtual"


def rules_of(run: TableRun) -> PlayRules:
    return find_play_rules(run.session.terms.book)


def sealed_shoe(run: TableRun, digest: str) -> Sealed:
    if not run.virtual or run.shoe is not None:
        raise Refused(CARDS, "there are cards already")
    return Sealed(run.seals + 1, digest, ABOUT, CARDS)


def shown_shoe(run: TableRun, seed: str) -> Revealed:
    if run.shoe is None:
        raise Refused(CARDS, "there is no shoe")
    if run.session.phase in ("betting", "playing", "settling"):
        raise Refused(CARDS, "a hand is being played")
    check_seed(run.shoe.digest, seed, CARDS)
    return Revealed(run.shoe.number, seed, CARDS)


def with_seed(run: TableRun, command: Any, seeds: Mapping[int, str]) -> Any:
    """With the seed sealed for it: the vouchers' own, or the first ballot's that is not used."""
    if isinstance(command, c.FillContainer):
        number = run.seals + 1
    else:
        used = run.session.seeds_used
        number = run.chance[used] if used < len(run.chance) else 0
    if number not in seeds:
        raise Refused(CARDS, "no seed is sealed for this")
    return replace(command, seed=seeds[number])


def numbered(run: TableRun, events: Sequence[Event]) -> tuple[Event, ...]:
    """The session counts its own seals; a stream counts all, shoes among them."""
    chance, seals, container = list(run.chance), run.seals, run.container
    renumbered: list[Event] = []
    for event in events:
        if isinstance(event, Sealed):
            seals += 1
            if event.about == VOUCHERS:
                container = seals
            else:
                chance.append(seals)
            event = replace(event, number=seals)
        elif isinstance(event, Revealed):
            vouchers = event.seed == run.session.container_seed
            event = replace(event, number=container if vouchers else chance[event.number - 1])
        renumbered.append(event)
    return tuple(renumbered)


def as_the_session_knows_it(run: TableRun, event: Any) -> Any:
    if isinstance(event, Sealed):
        return replace(event, number=len(run.chance) + 1)
    if isinstance(event, Revealed) and event.number in run.chance:
        return replace(event, number=run.chance.index(event.number) + 1)
    return event
