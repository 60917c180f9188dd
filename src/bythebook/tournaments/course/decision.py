"""One order to a tournament as it unfolds: who may give it, and the events that it makes."""

from bythebook import deciders
from bythebook.deciders import Order, Person, tag_of
from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.rulebooks.chapters.tournament_course import (
    BookOfTournaments,
    Disqualified,
    Power,
    TournamentRules,
)
from bythebook.rulebooks.chapters.words import Authority
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.evolve import evolve
from bythebook.tournaments.course.state import Course, Entrant, Phase, Standing
from bythebook.tournaments.terms.document import seconds

PLAYER = "player"
MINUTE = 60

_BEFORE_PLAY: tuple[Phase, ...] = ("open", "between")
_UNDER_WAY: tuple[Phase, ...] = ("open", "between", "playing", "decided", "awarded")
_AFTERWARDS_TOO: tuple[Phase, ...] = (*_UNDER_WAY, "over", "cancelled")

# When each act can be thought of at all; whatever else it needs is asked where it is done.
WHEN: dict[str, tuple[Phase, ...]] = {
    "amend": ("drafted",),
    "tell-regulator": ("drafted",),
    "confirm-conditions": ("drafted",),
    "publish": ("drafted",),
    "name-director": ("drafted", *_UNDER_WAY),
    "name-deputy": ("drafted", *_UNDER_WAY),
    "attend": ("drafted", *_UNDER_WAY),
    "enter": ("drafted", "open", "playing"),
    "find-entitled": ("drafted", "open", "between", "playing"),
    "refuse-entry": ("open", "playing"),
    "withdraw": ("open", "between", "playing"),
    "name-substitute": ("open", "between", "playing"),
    "close-entries": ("open", "playing"),
    "cancel": ("drafted", *_UNDER_WAY),
    "name-tables": ("drafted", *_BEFORE_PLAY, "playing", "decided"),
    "brief": (*_BEFORE_PLAY, "playing"),
    "practise": _BEFORE_PLAY,
    "seal-draw": ("open", "between", "playing"),
    "draw-seats": ("open", "between", "playing"),
    "move-start": ("open", "between", "playing"),
    "pay-buy-in": ("playing",),
    "buy-chips": ("between", "playing"),
    "lose-place": ("playing",),
    "seat-reserve": ("playing",),
    "start-session": ("playing",),
    "hold-repechage": ("between",),
    "take-result": ("playing", "decided"),
    "disqualify": ("open", "between", "playing", "decided"),
    "raise-dispute": _UNDER_WAY,
    "rule": _UNDER_WAY,
    "announce": _UNDER_WAY,
    "permit-publicity": _AFTERWARDS_TOO,
    "advertise": _AFTERWARDS_TOO,
    "play-off": ("playing", "decided"),
    "award-places": ("decided",),
    "pay-prizes": ("awarded",),
}


class Decision(deciders.Decision[Course | None]):
    """A tournament while an order is carried out."""

    __slots__ = ("book",)
    evolve = staticmethod(evolve)

    def __init__(self, book: BookOfTournaments, course: Course | None, order: Order) -> None:
        super().__init__(course, order, "")
        self.book = book
        self.clause = self._power().clause

    @property
    def course(self) -> Course:
        if self.state is None:
            raise BrokenInvariant("there is no tournament yet")
        return self.state

    @property
    def rules(self) -> TournamentRules:
        return self.book.rules

    def entrant(self, player: str, *standing: Standing) -> Entrant:
        """Somebody who has entered, and stands like that now where it is said."""
        found = self.course.entrants.get(player)
        if found is None:
            raise Malformed(f"{player or 'nobody'} has not entered", "player")
        if standing and found.standing not in standing:
            raise Malformed(f"{player} is not in it any more", "player")
        return found

    def check_no_dispute(self) -> None:
        """In some books nothing goes on while one waits for its ruling."""
        waits = self.rules.order.waits
        if waits is not None and self.course.open_dispute is not None:
            raise Refused(waits.clause, "a dispute is not settled")

    def check_settled(self) -> None:
        """Places are final, and so are the prizes: nothing is in dispute any more."""
        settled, found = self.rules.order.settled, self.course.open_dispute
        if settled is not None and found is not None:
            raise Refused(settled.clause, f"dispute {found.number} is ruled on first")

    @property
    def extra_hands(self) -> str:
        """The clause by which those who are level play further hands."""
        return clause_of(self.rules.finish.extra_hands, self.rules.going.winners.clause)

    def _power(self) -> Power:
        """The power by which this order is given now; otherwise it is refused by its clause."""
        name, order = tag_of(self.order.command), self.order
        power = self.rules.acts.get(name)
        if power is None:
            raise Malformed(f"{self.book.book.id} knows no act {name!r} in its tournaments")
        self._check_person(power, order.by)
        if power.reason and not order.why.strip():
            raise Refused(power.clause, "it must say why")
        if self.state is not None:
            if self.state.phase not in WHEN.get(name, ()):
                raise Refused(power.clause, f"not now: {_SO_FAR[self.state.phase]}")
            if order.at < self.state.now:
                raise Malformed("this comes from before what has happened already", "at")
        return power

    def _check_person(self, power: Power, person: Person) -> None:
        if person.role not in power.by:
            wanted = " or ".join(map(_titled, power.by))
            reason = f"this takes {wanted}; {person.name} is {_titled(person.role)}"
            raise Refused(power.clause, reason)
        if person.role == PLAYER:
            named = str(getattr(self.order.command, "player", person.name))
            if named != person.name:
                raise Refused(power.clause, f"{person.name} does not speak for {named}")
        director = self.rules.direction.named
        named_first = isinstance(self.order.command, o.Make | o.NameDirector)
        if person.role != director.value or self.state is None or named_first:
            return
        if person.name not in (*self.state.directors, *self.state.deputies):
            raise Refused(director.clause, f"{person.name} was not named to run this one")


def _titled(role: str) -> str:
    """A role as people say it.

    >>> _titled("casino-manager"), _titled("inspector")
    ('a casino manager', 'an inspector')
    """
    return f"{'an' if role[:1] in 'aeiou' else 'a'} {role.replace('-', ' ')}"


_SO_FAR: dict[Phase, str] = {
    "drafted": "the terms are not published",
    "open": "entries are still open",
    "between": "no session is drawn",
    "playing": "sessions are being played",
    "decided": "play is over",
    "awarded": "the places are awarded",
    "over": "the tournament is over",
    "cancelled": "the tournament was cancelled",
}


def starts_at(course: Course, stage: int) -> int | None:
    """When the sessions of a stage start, as published or moved."""
    if stage in course.starts:
        return course.starts[stage]
    moment = course.terms.stage(stage).starts
    if moment is None and stage == 1:
        moment = course.terms.dates.starts
    return None if moment is None else seconds(moment)


def clause_of(says: Authority | Disqualified | None, otherwise: str) -> str:
    return otherwise if says is None else says.clause
