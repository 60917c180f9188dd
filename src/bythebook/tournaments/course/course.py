"""A whole tournament as a decider, from its terms to the last prize.

    events = decide(book, course, order)     # or Refused, citing the clause; or Malformed
    course = evolve(course, event)           # None before the first event

    drafted ─publish─▶ open ─close─▶ between ─draw─▶ playing ─results─▶ between …
                                                        └─last stage─▶ decided ─▶ awarded ─▶ over

Tables play their sessions themselves (`session`): the course gives each of them its terms
(`SessionStarted`) and takes its result (`take-result`).
"""

from collections.abc import Callable
from typing import Any

from bythebook.deciders import Event, Order, Person
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.chapters.tournament_course import BookOfTournaments
from bythebook.tournaments.course import conduct, entries, finish, stages
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.decision import WHEN, Desk, tag
from bythebook.tournaments.course.evolve import evolve
from bythebook.tournaments.course.fees import Pool
from bythebook.tournaments.course.money import payments
from bythebook.tournaments.course.results import go_on, take_result
from bythebook.tournaments.course.state import Course

__all__ = ["decide", "evolve", "open_acts", "payments", "pool", "refusal", "reserved_tables"]

_HANDLERS: dict[type, Callable[[Desk, Any], None]] = {
    o.Amend: entries.amend,
    o.TellRegulator: entries.tell_regulator,
    o.Publish: entries.publish,
    o.Enter: entries.enter,
    o.RefuseEntry: entries.refuse_entry,
    o.Withdraw: entries.withdraw,
    o.NameSubstitute: entries.name_substitute,
    o.CloseEntries: entries.close_entries,
    o.Cancel: entries.cancel,
    o.NameDirector: stages.name_director,
    o.NameDeputy: stages.name_deputy,
    o.Attend: stages.attend,
    o.NameTables: stages.name_tables,
    o.Brief: stages.brief,
    o.Practise: stages.practise,
    o.SealDraw: stages.seal_draw,
    o.DrawSeats: stages.draw_seats,
    o.MoveStart: stages.move_start,
    o.PayBuyIn: stages.pay_buy_in,
    o.BuyChips: stages.buy_chips,
    o.LosePlace: stages.lose_place,
    o.SeatReserve: stages.seat_reserve,
    o.StartSession: stages.start_session,
    o.HoldRepechage: stages.hold_repechage,
    o.TakeResult: take_result,
    o.Disqualify: conduct.disqualify,
    o.RaiseDispute: conduct.raise_dispute,
    o.Rule: conduct.rule,
    o.Announce: conduct.announce,
    o.PlayOff: finish.play_off,
    o.AwardPlaces: finish.award_places,
    o.PayPrizes: finish.pay_prizes,
}


def decide(book: BookOfTournaments, course: Course | None, order: Order) -> tuple[Event, ...]:
    """What an order makes happen."""
    desk = Desk(book, course, order)
    command = order.command
    if isinstance(command, o.Make):
        if course is not None:
            raise Malformed("this tournament was made already")
        desk.power()
        entries.make(desk, command)
        return tuple(desk.events)
    if course is None:
        raise Malformed("there is no tournament yet")
    handler = _HANDLERS.get(type(command))
    if handler is None:
        raise Malformed(f"{tag(order)!r} is nothing that a tournament is asked for")
    desk.note(desk.power())
    handler(desk, command)
    go_on(desk)
    return tuple(desk.events)


def refusal(
    book: BookOfTournaments, course: Course | None, order: Order
) -> Refused | Malformed | None:
    """Why this order would not be carried out, if so."""
    try:
        decide(book, course, order)
    except (Refused, Malformed) as error:
        return error
    return None


def open_acts(book: BookOfTournaments, course: Course, person: Person) -> tuple[str, ...]:
    """What this person may ask for at this point of the tournament, by role and phase."""
    director = book.rules.direction.named.value
    unnamed = person.role == director and person.name not in (*course.directors, *course.deputies)
    return tuple(
        name
        for name, power in book.rules.acts.items()
        if person.role in power.by and course.phase in WHEN.get(name, ()) and not unnamed
    )


def reserved_tables(course: Course) -> tuple[str, ...]:
    """Tables that are for nothing but this tournament now."""
    return course.tables if course.phase == "playing" else ()


def pool(book: BookOfTournaments, course: Course) -> Pool:
    """The prize pool as it stands."""
    return finish.pool_of_course(book.rules, course)
