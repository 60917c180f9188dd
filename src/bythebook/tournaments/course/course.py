"""A whole tournament as a decider, from its terms to the last prize.

    events = decide(book, course, order)     # or Refused, citing the clause; or Malformed
    course = evolve(course, event)           # None before the first event

    drafted ─publish─▶ open ─close─▶ between ─draw─▶ playing ─results─▶ between …
                                                        └─last stage─▶ decided ─▶ awarded ─▶ over

Tables play their sessions themselves (`session`): the course gives each of them its terms
(`SessionStarted`) and takes its result (`take-result`).
"""

from bythebook.deciders import Event, Order, Person, handlers_in, refusal_of, tag_of
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.chapters.tournament_course import BookOfTournaments
from bythebook.tournaments.course import conduct, entries, finish, results, stages
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.decision import WHEN, Decision
from bythebook.tournaments.course.evolve import evolve
from bythebook.tournaments.course.fees import Pool
from bythebook.tournaments.course.money import payments
from bythebook.tournaments.course.state import Course

__all__ = ["decide", "evolve", "open_acts", "payments", "pool", "refusal", "reserved_tables"]

HANDLERS = handlers_in(entries, stages, results, conduct, finish)


def decide(book: BookOfTournaments, course: Course | None, order: Order) -> tuple[Event, ...]:
    """What an order makes happen."""
    command = order.command
    handler = HANDLERS.get(type(command))
    if handler is None:
        raise Malformed(f"{tag_of(command)!r} is nothing that a tournament is asked for")
    makes = isinstance(command, o.Make)
    if makes != (course is None):
        raise Malformed(
            "this tournament was made already" if makes else "there is no tournament yet"
        )
    desk = Decision(book, course, order)
    if not makes:
        desk.note()
    handler(desk, command)
    if not makes:
        results.go_on(desk)
    return tuple(desk.events)


def refusal(
    book: BookOfTournaments, course: Course | None, order: Order
) -> Refused | Malformed | None:
    """Why this order would not be carried out, if so."""
    return refusal_of(decide, book, course, order)


def open_acts(book: BookOfTournaments, course: Course, person: Person) -> tuple[str, ...]:
    """What this person may ask for at this point of the tournament, by role and phase."""
    director = book.rules.direction.named.value
    unnamed = person.role == director and person.name not in (*course.directors, *course.deputies)
    return tuple(
        name
        for name, power in book.rules.acts.items()
        if person.role in power.by and course.phase in WHEN.get(name, ()) and not unnamed
    )


def reserved_tables(book: BookOfTournaments, course: Course) -> tuple[tuple[str, ...], str]:
    """Tables that are for nothing but this tournament now, and by which clause."""
    only = book.rules.tables.only
    if only is None or not (course.phase == "playing" or course.playing):
        return (), ""
    return course.tables, only.clause


def pool(book: BookOfTournaments, course: Course) -> Pool:
    """The prize pool as it stands."""
    return finish.pool_of_course(book.rules, course)
