"""A tournament as it stands: its people, its money, its stages."""

from typing import Literal

import msgspec

from bythebook.deciders import Money
from bythebook.tournaments.course.events import About, Drawn, Refund
from bythebook.tournaments.course.prizes import Share
from bythebook.tournaments.course.ranking import Places
from bythebook.tournaments.terms.document import Stage, TournamentTerms
from bythebook.tournaments.values import SessionResult, SessionTerms

PLAY_OFF = "0."  # tables of no stage: for those who are level over all sessions

Phase = Literal["drafted", "open", "between", "playing", "decided", "awarded", "over", "cancelled"]
Standing = Literal["in", "reserve", "out", "withdrawn", "lost-place", "disqualified"]
ACTIVE: tuple[Standing, ...] = ("in", "out")


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who entered, in order of entry."""

    player: str
    number: int
    standing: Standing = "in"
    agreed: bool = False
    copy: bool = False
    publicity: bool = False
    out_stage: int = 0
    out_place: int = 0  # at the table, when it ended for this player


class Paid(msgspec.Struct, frozen=True, kw_only=True):
    """Money of one player that the tournament holds or has returned."""

    person: str  # who paid, to whom it would go back
    player: str  # for whom
    cents: int
    money: Money
    about: About
    stage: int = 0
    chips: int = 0
    settled: bool = False  # returned, or turned into chips of value that were cashed

    @property
    def refund(self) -> Refund:
        return Refund(self.person, self.cents, self.money, self.about)


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    about: str
    by: str
    ruling: str = ""
    complaint: str = ""


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that matters for what may happen next."""

    terms: TournamentTerms
    phase: Phase = "drafted"
    entries_open: bool = False
    now: int = 0
    regulator: str = ""  # the reference of what was sent
    confirmed: tuple[str, ...] = ()  # conditions that somebody has answered for
    directors: tuple[str, ...] = ()
    deputies: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    entrants: dict[str, Entrant] = {}
    refused: tuple[str, ...] = ()
    found: dict[str, bool] = {}  # whether somebody may enter, as the house has found
    entered: int = 0  # how many ever did: the next one's number
    paid: tuple[Paid, ...] = ()
    money_in: int = 0
    money_out: int = 0
    tables: tuple[str, ...] = ()
    at: dict[str, str] = {}  # by session: the gaming table where it is played
    briefed: tuple[str, ...] = ()  # who was told how it is played
    practised: int = 0
    stage: int = 0  # the one that was drawn last
    starts: dict[int, int] = {}  # by stage, where moved
    sealed: str = ""  # the digest of the coming ballot
    draws: int = 0
    ballot: tuple[str, ...] = ()  # the order of the last one
    drawn: tuple[Drawn, ...] = ()
    sessions: dict[str, SessionTerms] = {}
    results: dict[str, SessionResult] = {}
    waiting: tuple[str, ...] = ()  # who has a place in the next stage
    eliminated: tuple[str, ...] = ()  # at the last stage, for a repechage
    held: dict[int, bool] = {}  # repechages that were decided on
    chips_missing: int = 0
    points: dict[str, str] = {}  # exact fractions, added up over the sessions
    level: tuple[str, ...] = ()  # level for places that matter, over all sessions
    level_for: int = 0
    broken: tuple[Places, ...] = ()  # where each play-off or ballot has put them, the last last
    play_offs: int = 0
    played_off: tuple[str, ...] = ()  # who had further hands for a place of this stage
    disputes: tuple[Dispute, ...] = ()
    announcements: tuple[str, ...] = ()
    places: Places = ()
    shares: tuple[Share, ...] = ()
    commission: int = 0
    refunded: int = 0

    @property
    def held_cents(self) -> int:
        """What the account holds for the players, added up from what each of them paid."""
        return sum(paid.cents for paid in self.paid if not paid.settled)

    def is_refused(self, player: str) -> bool:
        """Whether an application of this name was refused, however it is written."""
        return player.casefold() in {name.casefold() for name in self.refused}

    def has_finished(self, player: str) -> bool:
        """Whether somebody who entered plays no more, whoever else still does."""
        return self.phase in ("awarded", "over") or self.entrants[player].standing == "out"

    @property
    def playing(self) -> tuple[str, ...]:
        """Tables of the current stage whose result is not in."""
        return tuple(name for name in self.sessions if name not in self.results)

    def is_seated(self, player: str) -> bool:
        """At a table of the current stage that has begun."""
        return any(
            seat.player == player for session in self.sessions.values() for seat in session.seats
        )

    @property
    def entries(self) -> int:
        """How many entries were made and not withdrawn, whatever became of the players since."""
        gone = ("reserve", "withdrawn")
        return sum(one.standing not in gone for one in self.entrants.values())

    @property
    def field(self) -> tuple[Entrant, ...]:
        """Everybody who can still hold a place, in order of entry."""
        return tuple(one for one in self.entrants.values() if one.standing in ACTIVE)

    @property
    def current(self) -> Stage:
        return self.terms.stage(self.stage)

    @property
    def open_dispute(self) -> Dispute | None:
        return next((each for each in self.disputes if not each.ruling), None)
