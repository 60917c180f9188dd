"""The desk of a tournament: what is to be done now, what is missing, and by which clause."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from bythebook.deciders import Command, Order, Person, commands_in, refusal_of, tag_of
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.tournaments.acts import Form, form_of
from bythebook.house.activities.tournaments.tournaments import (
    KIND,
    DeclarePractice,
    Fill,
    TournamentState,
)
from bythebook.house.activities.tournaments.views import Tables, TournamentView, View
from bythebook.house.people.people import Viewer
from bythebook.rulebooks.chapters.tournament_course import (
    load_tournament_rules,
)
from bythebook.rulebooks.law import played_by
from bythebook.rulebooks.tables import find_table_rules
from bythebook.structs import like
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import open_acts
from bythebook.tournaments.course.decision import WHEN, starts_at
from bythebook.tournaments.course.entries import unconfirmed
from bythebook.tournaments.course.state import Course
from bythebook.tournaments.terms.checks import Problem, check, touched


class StepView(View, frozen=True, kw_only=True):
    """Something to be done; `command`: it can be sent as it is."""

    says: str
    act: str = ""
    command: dict[str, Any] = {}
    legal: bool = True
    clause: str = ""  # of the act, or by which it is closed
    why: str = ""  # it is closed
    link: str = ""
    read: tuple[tuple[str, tuple[str, ...]], ...] = ()  # words, each with clauses it touches


class ActView(View, frozen=True, kw_only=True):
    """An act that this person may do at this point."""

    form: Form
    clause: str
    reason: bool = False  # it must say why


class DisputeView(View, frozen=True, kw_only=True):
    number: int
    about: str
    by: str
    ruling: str = ""
    complaint: str = ""
    table: str = ""


class MoneyView(View, frozen=True, kw_only=True):
    received: int = 0
    paid: int = 0
    held: int = 0
    commission: int = 0


class DeskView(View, frozen=True, kw_only=True):
    tournament: TournamentView
    role: str
    may_order: bool
    directors: tuple[str, ...] = ()
    deputies: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    briefed: bool = False
    steps: tuple[StepView, ...] = ()
    acts: tuple[ActView, ...] = ()
    problems: tuple[Problem, ...] = ()
    disputes: tuple[DisputeView, ...] = ()
    money: MoneyView = MoneyView()


Seeds = Mapping[int, str]
# The acts that have a button, as they are written down.
_KINDS: list[type[Command]] = [DeclarePractice, *commands_in(vars(o))]
_KINDS.insert(_KINDS.index(o.Enter) + 1, Fill)
_LISTED = [kind for kind in _KINDS if kind.says]
NOTICE_MINUTES = 15
PHASES = {
    "seating": "players take their seats",
    "betting": "wagers are made",
    "playing": "cards are dealt",
    "settling": "the hand is settled",
    "between": "the next hand is to come",
    "counting": "chips are counted",
    "ballot": "chance decides",
    "ranked": "the places are fixed",
    "over": "over",
}


def desk_of(
    held: TournamentState,
    tables: Tables,
    view: TournamentView,
    viewer: Viewer,
    at: int,
    seeds: Seeds,
) -> DeskView:
    """Everything around a tournament, for those who run or inspect it."""
    course, book = held.course, held.course.terms.book
    person = Person(viewer.name, viewer.role_at(book))
    may_order = book in viewer.book_roles
    asked = _Asked(held, person, at, seeds)
    return like(
        DeskView,
        course,
        tournament=view,
        role=role_title(book, person.role) if may_order else "",
        may_order=may_order,
        briefed=_briefed(course),
        steps=tuple(steps_of(asked, tables)),
        acts=tuple(_acts(held, person)) if may_order else (),
        problems=check(course.terms) if course.phase == "drafted" else (),
        disputes=tuple(_disputes(held, tables)),
        money=MoneyView(
            received=course.money_in,
            paid=course.money_out,
            held=course.money_in - course.money_out,
            commission=course.commission,
        ),
    )


def role_title(book: str, role: str) -> str:
    conduct = find_table_rules(book).conduct
    titles = {one.role: one.title for one in (*conduct.ladder, *conduct.beside)}
    return titles.get(role, role)


def _disputes(held: TournamentState, tables: Tables) -> Iterator[DisputeView]:
    for one in held.course.disputes:
        yield like(DisputeView, one)
    for id, session in tables.items():
        for raised in session.disputes:
            yield like(DisputeView, raised, table=id)


def _acts(held: TournamentState, person: Person) -> Iterator[ActView]:
    book = load_tournament_rules(played_by(held.course.terms))
    powers = book.rules.acts
    may = {name for name in open_acts(book, held.course, person) if name in powers}
    if person.role in powers["make"].by:
        may |= {"practice"} if held.course.phase == "drafted" and not held.practice else set()
    if held.practice and "enter" in may:
        may.add("fill")
    if person.role in powers["name-director"].by and not held.course.directors:
        may.add("name-director")  # whoever may name one may do so before being named
    players = tuple(held.course.entrants)
    for command in _LISTED:
        tag = tag_of(command)
        if tag in may:
            power = powers.get(tag, powers["enter" if tag == "fill" else "make"])
            form = form_of(command, players)
            yield ActView(form=form, clause=power.clause, reason=power.reason)


# What is to be done now


class _Asked:
    """Tries an order without giving it."""

    def __init__(self, held: TournamentState, person: Person, at: int, seeds: Seeds) -> None:
        self.held = held
        self.person = person
        self.at = max(at, held.course.now)
        self.seeds = seeds

    def form(self, says: str, act: str, clause: str) -> StepView:
        """Something that has to be filled in; or whose affair it is."""
        book = self.held.course.terms.book
        by = load_tournament_rules(played_by(self.held.course.terms)).rules.acts[act].by
        if self.person.role in by:
            return StepView(says=says, act=act, clause=clause)
        why = f"an affair of: {', '.join(role_title(book, role) for role in by)}"
        return StepView(says=says, act=act, legal=False, clause=clause, why=why)

    def step(self, says: str, command: Command, **more: Any) -> StepView:
        tag = str(command.__struct_config__.tag)
        power = load_tournament_rules(played_by(self.held.course.terms)).rules.acts.get(tag)
        clause = power.clause if power is not None else ""
        given = msgspec.to_builtins(command)
        no = preview(self.held, self.person, command, self.at, self.seeds)
        if no is None:
            return StepView(says=says, act=tag, command=given, clause=clause, **more)
        why = getattr(no, "reason", str(no))
        closed = no.clause if isinstance(no, Refused) else clause
        return StepView(
            says=says, act=tag, command=given, legal=False, clause=closed, why=why, **more
        )


def preview(
    held: TournamentState, person: Person, command: Command, at: int, seeds: Seeds
) -> Refused | Malformed | None:
    """Why this would not be carried out now, if so."""
    order = Order(by=person, at=at, command=command, why="asked")
    return refusal_of(KIND.decide, held, order, seeds)


def steps_of(asked: _Asked, tables: Tables) -> Iterator[StepView]:
    """In the order of a tournament's course."""
    course = asked.held.course
    open_dispute = course.open_dispute
    if open_dispute is not None and course.phase in WHEN["rule"]:
        rule = load_tournament_rules(played_by(course.terms)).rules.acts["rule"]
        yield StepView(
            says=f"Rule on dispute {open_dispute.number}", act="rule", clause=rule.clause
        )
    match course.phase:
        case "drafted":
            yield from _drafted(asked)
        case "open":
            yield from _people(asked)
            yield from _entries(asked)
            if course.terms.structure.begins == "table-full":
                yield from _tables(asked)
                yield asked.step("Hold the ballot for a full table", o.DrawSeats(""))
        case "between":
            yield from _people(asked)
            yield from _tables(asked)
            yield from _next_stage(asked)
        case "playing":
            yield from _playing(asked, tables)
        case "decided":
            if course.level:
                yield asked.step(f"Play off between {', '.join(course.level)}", o.PlayOff())
            yield asked.step("Award the places", o.AwardPlaces())
        case "awarded":
            yield asked.step("Pay the prizes", o.PayPrizes())


def _drafted(asked: _Asked) -> Iterator[StepView]:
    course = asked.held.course
    rules = load_tournament_rules(played_by(course.terms)).rules
    publishing = rules.publishing
    for problem in check(course.terms):
        yield StepView(
            says=f"Put the terms right: {problem.reason}", clause=problem.clause, legal=False,
            why=problem.item,
        )  # fmt: skip
    if publishing.regulator is not None and not course.regulator:
        yield StepView(
            says=f"Send the terms to the {publishing.regulator.value}", act="tell-regulator",
            clause=publishing.regulator.clause,
        )  # fmt: skip
    if publishing.confirmed is not None and (words := unconfirmed(rules, course)):
        book = played_by(course.terms)
        read = tuple((text, touched(book, text)) for text in words)
        says = "Confirm that no rule is changed by what the terms say in words of their own"
        yield asked.step(says, o.ConfirmConditions(), read=read)
    yield from _people(asked)
    yield asked.step("Publish the terms", o.Publish())


def _people(asked: _Asked) -> Iterator[StepView]:
    course = asked.held.course
    direction = load_tournament_rules(played_by(course.terms)).rules.direction
    if not course.directors:
        yield asked.form("Name who runs it", "name-director", direction.named.clause)
    elif direction.present is not None and not course.present:
        yield asked.step("Be present", o.Attend(True))


def _entries(asked: _Asked) -> Iterator[StepView]:
    course = asked.held.course
    least, most = course.terms.entry.least, course.terms.entry.most
    bounds = f"{least or 1} to {most}" if most else f"at least {least or 1}"
    says = f"Close entries: {len(course.field)} so far ({bounds})"
    yield asked.step(says, o.CloseEntries())


def _briefed(course: Course) -> bool:
    """Whether everybody who may play was told how it is played."""
    return bool(course.briefed) and {one.player for one in course.field} <= set(course.briefed)


def _tables(asked: _Asked) -> Iterator[StepView]:
    course = asked.held.course
    rules = load_tournament_rules(played_by(course.terms)).rules
    if not course.tables:
        yield asked.form("Name the tables", "name-tables", rules.tables.named.clause)
    if rules.direction.briefing is not None and not _briefed(course):
        yield asked.step("Tell players how it is played", o.Brief(True))


def _next_stage(asked: _Asked) -> Iterator[StepView]:
    course = asked.held.course
    number = course.stage + 1
    if number > len(course.terms.stages):
        return
    stage = course.terms.stage(number)
    name = stage.name or f"stage {number}"
    if stage.kind == "repechage" and stage.may_be_held and number not in course.held:
        yield asked.step(f"Hold {name}", o.HoldRepechage(True))
        yield asked.step(f"Do without {name}", o.HoldRepechage(False))
    yield asked.step(f"Hold the ballot for {name}", o.DrawSeats(""))


def _playing(asked: _Asked, tables: Tables) -> Iterator[StepView]:
    course = asked.held.course
    yield from _people(asked)
    yield from _tables(asked)
    paid = {
        one.player for one in course.paid if one.about == "buy-in" and one.stage == course.stage
    }
    starts = starts_at(course, course.stage)
    if starts is not None and starts > asked.at and not course.sessions:
        soon = o.MoveStart(asked.at + (NOTICE_MINUTES + 1) * 60, NOTICE_MINUTES)
        yield asked.step(f"Move the start: {NOTICE_MINUTES} minutes' notice", soon)
    for number in sorted({seat.table for seat in course.drawn}):
        id = f"{course.stage}.{number}"
        if id in course.sessions:
            continue
        if course.terms.money.buy_in_cents:
            for seat in course.drawn:
                if seat.table == number and seat.player not in paid:
                    says = f"Take the buy-in of {seat.player}, table {id}"
                    yield asked.step(says, o.PayBuyIn(seat.player, "cash"))
        yield asked.step(f"Start table {id}", o.StartSession(number))
    for id in course.playing:
        session = tables.get(id)
        if session is not None:
            hand = f", hand {session.hand}" if session.hand else ""
            says = f"Table {id}{hand}: {PHASES[session.phase]}"
            if session.open_dispute is not None:
                says += f"; dispute {session.open_dispute.number} is open"
            yield StepView(says=says, link=f"/tournaments/{course.terms.id}/tables/{id}")
    if course.level and not course.playing:
        yield asked.step(f"Play off between {', '.join(course.level)}", o.PlayOff())
    if course.terms.structure.begins == "table-full" and course.entries_open:
        yield from _entries(asked)
        yield asked.step("Hold the ballot for a full table", o.DrawSeats(""))
