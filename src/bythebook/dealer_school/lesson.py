"""A lesson: a table, players, cards, what goes wrong and what the book wants done about it.

    lesson = read_lesson(text)      # or Faulty: everything that is wrong with it, line by line

Orders are written as the API takes them. A card may be `next`: the one that comes out of the shoe
at that moment.
"""

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

import msgspec

from bythebook.cards import CARDS, Card, parse_cards
from bythebook.dealer_school.faults import Faults
from bythebook.deciders import Command
from bythebook.errors import Malformed
from bythebook.money import parse_amount
from bythebook.rulebooks.documents import parse_toml
from bythebook.rulebooks.loader import find_book
from bythebook.rulebooks.tables import PLAYER, TableRules, load_table_rules
from bythebook.table.messages import command_as_written
from bythebook.table.preparing import WrittenSetup

NEXT = "next"
ROUNDS_MAX = 20
LEFT_MAX = 100
MOMENT = re.compile(r"start|wagers|offer|over|paid|(card|decision) ([1-9]\d?)")


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything in a lesson."""


class Seat(Part, frozen=True, kw_only=True):
    """A player who plays by themselves: what they wager, and what they decide, hand after hand."""

    name: str
    box: int
    wagers: dict[str, str]  # dollars, by wager
    plays: str = ""  # decisions in order, such as "hit stand"; then as a careful player would
    rounds: tuple[int, ...] = ()  # wagers only in these; none: in all


class Given(Part, frozen=True, kw_only=True):
    """An order that somebody else gives."""

    order: dict[str, Any]
    by: str = "dealer"  # a role; or a player by name
    why: str = ""
    asked: str = ""


class Want(Part, frozen=True, kw_only=True):
    """An order that the book wants now, by which clause; and what would do as well."""

    order: dict[str, Any]
    clause: str
    by: str = ""  # somebody of this role gives it; none: whoever the book lets
    seconds: int = 0  # within so many; 0: as long as for anything in this lesson
    wait: int = 0  # not before so many
    why: str = ""
    asked: str = ""
    any_of: tuple[str, ...] = ()  # items of the order that may be anything
    instead: tuple["Want", ...] = ()


class Plant(Part, frozen=True, kw_only=True):
    """Something goes wrong, or somebody wants something: when, what is seen, what is to be done."""

    says: str
    at: str  # start, wagers, card N, decision N, offer, over, paid
    round: int = 1
    gives: tuple[Given, ...] = ()
    wants: tuple[Want, ...] = ()


class Lesson(Part, frozen=True, kw_only=True):
    title: str
    book: str
    edition: str = ""
    teaches: tuple[str, ...]
    says: str
    table: str | WrittenSetup  # one of the tables that the lessons of the book share, or its own
    role: str = ""  # as what the trainee works; none: as a dealer
    begins: Literal["ready", "shuffle", "unburned"] = "ready"  # unburned: but for the first burn
    left: int = 0  # so many cards are left in the shoe; none said: as many as it has
    rounds: int = 1
    seconds: int = 40  # for an ordinary step
    pays: bool = True  # the trainee says what is paid and taken
    cards: str = ""  # as they come out of the shoe; after these, by the seed
    seed: int = 1
    players: tuple[Seat, ...] = ()
    planted: tuple[Plant, ...] = ()


def rules_for(lesson: Lesson) -> TableRules:
    return load_table_rules(find_book(lesson.book, lesson.edition))


def command_for(order: dict[str, Any], coming: Sequence[Card]) -> Command:
    """An order of a lesson, with the cards that come now where it says so."""
    if order.get("card") == NEXT:
        order = {**order, "card": str(coming[0])}
    listed = order.get("cards")
    if isinstance(listed, list | tuple) and NEXT in listed:
        cards = iter(coming)
        order = {
            **order,
            "cards": [str(next(cards, coming[-1])) if c == NEXT else c for c in listed],
        }
    return command_as_written(order)


# Reading


def read_lesson(text: str) -> Lesson:
    """A lesson as it is written; whatever is wrong with it is told at once, with the line."""
    faults = Faults(text)
    told = parse_toml(text)
    parts: dict[str, tuple[Any, ...]] = {"players": (), "planted": ()}
    for name, kind in (("players", Seat), ("planted", Plant)):
        listed = told.pop(name, [])
        if not isinstance(listed, list):
            faults.add(name, "a list is wanted")
            continue
        parts[name] = tuple(
            part
            for number, one in enumerate(listed)
            if (part := faults.converted(one, kind, f"{name}[{number}]")) is not None
        )
    lesson: Lesson | None = faults.converted(told, Lesson, "")
    if lesson is None:
        raise faults.told()
    lesson = msgspec.structs.replace(lesson, **parts)
    _check(lesson, faults)
    if faults.found:
        raise faults.told()
    return lesson


def _check(lesson: Lesson, faults: Faults) -> None:
    """What the types cannot say: clauses, roles, boxes, moments and orders that there are."""
    try:
        rules = rules_for(lesson)
    except Malformed as no:
        faults.add("book", no.reason)
        return
    for clause in lesson.teaches:
        _check_clause(rules, clause, "teaches", faults)
    if not lesson.teaches:
        faults.add("teaches", "a lesson teaches something")
    if not 1 <= lesson.rounds <= ROUNDS_MAX:
        faults.add("rounds", f"from 1 to {ROUNDS_MAX}")
    if lesson.seconds < 1:
        faults.add("seconds", "at least one")
    if not 0 <= lesson.left <= LEFT_MAX:
        faults.add("left", f"up to {LEFT_MAX}")
    if lesson.role:
        _check_role(rules, lesson.role, "role", faults)
    faults.tried("cards", partial(parse_cards, lesson.cards))
    _check_seats(lesson, faults)
    for number, plant in enumerate(lesson.planted):
        _check_plant(lesson, rules, plant, f"planted[{number}]", faults)


def _check_seats(lesson: Lesson, faults: Faults) -> None:
    for number, seat in enumerate(lesson.players):
        at = f"players[{number}]"
        if not seat.name.isalnum():
            faults.add(f"{at}.name", "a name of letters")
        if seat.box < 1:
            faults.add(f"{at}.box", "boxes are counted from 1")
        for amount in seat.wagers.values():
            faults.tried(f"{at}.wagers", partial(parse_amount, amount))
    for item in ("name", "box"):
        values = [getattr(seat, item) for seat in lesson.players]
        if len(set(values)) != len(values):
            faults.add("players", f"no two have the same {item}")


def _check_plant(lesson: Lesson, rules: TableRules, plant: Plant, at: str, faults: Faults) -> None:
    if MOMENT.fullmatch(plant.at) is None:
        faults.add(f"{at}.at", "start, wagers, card N, decision N, offer, over or paid")
    if not 1 <= plant.round <= lesson.rounds:
        faults.add(f"{at}.round", f"the lesson has {lesson.rounds} rounds")
    if not plant.gives and not plant.wants:
        faults.add(at, "somebody gives an order, or one is wanted")
    names = {seat.name for seat in lesson.players}
    for number, given in enumerate(plant.gives):
        if given.by not in names:
            _check_role(rules, given.by, f"{at}.gives[{number}].by", faults)
        faults.tried(f"{at}.gives[{number}]", partial(_tried, given.order))
    for number, want in enumerate(plant.wants):
        for one in (want, *want.instead):
            place = f"{at}.wants[{number}]"
            _check_clause(rules, one.clause, place, faults)
            if one.by:
                _check_role(rules, one.by, place, faults)
            faults.tried(place, partial(_tried, one.order))


def _tried(order: dict[str, Any]) -> Command:
    return command_for(order, [CARDS["2C"]])


def _check_clause(rules: TableRules, clause: str, at: str, faults: Faults) -> None:
    if clause not in rules.book.clauses:
        faults.add(at, f"{rules.book.id} has no clause {clause!r}")


def _check_role(rules: TableRules, role: str, at: str, faults: Faults) -> None:
    roles = {known.role for known in (*rules.conduct.ladder, *rules.conduct.beside)} | {PLAYER}
    if role not in roles:
        faults.add(at, f"{role!r} is nobody here; there are {', '.join(sorted(roles))}")
