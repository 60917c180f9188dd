"""What all deciders share: a handler for every command; what is written down is read again."""

from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from bythebook.deciders import (
    Command,
    Decision,
    Event,
    Handlers,
    Order,
    Person,
    carries_out,
    commands_in,
    events_in,
    handlers_in,
    reader,
    tag_of,
    tags,
    union,
)
from bythebook.errors import BrokenInvariant, Malformed
from bythebook.jackpots import commands as jackpots
from bythebook.jackpots.pool import HANDLERS as POOLS
from bythebook.promotions import commands as promotions
from bythebook.promotions.promotion import HANDLERS as PROMOTIONS
from bythebook.table import orders as table
from bythebook.table.cards import orders as cards
from bythebook.table.table import HANDLERS as TABLES
from bythebook.tournaments.course import orders as course
from bythebook.tournaments.course.course import HANDLERS as COURSES
from bythebook.tournaments.session import commands as session
from bythebook.tournaments.session.session import HANDLERS as SESSIONS

# What begins a stream is decided before there is a state; meters speak for themselves.
BEGINNINGS = {
    jackpots.MakePool,
    promotions.Draft,
    table.ReadMeters,
    table.ReturnStake,
    table.ReadStanding,
    session.Open,
}


@pytest.mark.parametrize(
    ("handlers", "modules"),
    [
        (TABLES, (table, cards)),
        (POOLS, (jackpots,)),
        (PROMOTIONS, (promotions,)),
        (COURSES, (course,)),
        (SESSIONS, (session,)),
    ],
)
def test_every_command_has_its_handler(handlers: Handlers, modules: tuple[ModuleType, ...]) -> None:
    written = {kind for module in modules for kind in commands_in(vars(module))}
    assert written - BEGINNINGS == set(handlers)


class Add(Command, frozen=True, tag="add"):
    number: int


class Take(Command, frozen=True, tag="take"):
    number: int


class Added(Event, frozen=True):
    number: int


def evolve(total: int, event: Added) -> int:
    return total + event.number


class Sum(Decision[int]):
    evolve = staticmethod(evolve)


@carries_out
def add(sum_: Sum, command: Add | Take) -> None:
    sign = 1 if isinstance(command, Add) else -1
    sum_.emit(Added(sign * command.number))
    sum_.emit(Added(sum_.state))  # decided on what the first one left


def module(**functions: Any) -> ModuleType:
    return cast(ModuleType, SimpleNamespace(**functions))


ANN = Person("ann", "player")


def test_a_handler_is_found_by_the_commands_that_it_takes_and_decides_on_what_it_left() -> None:
    handlers = handlers_in(module(add=add))
    assert set(handlers) == {Add, Take}
    order = Order(by=ANN, at=1, command=Add(2))
    decision = Sum(10, order, "1.1")
    handlers[Add](decision, order.command)
    assert decision.events == [Added(2), Added(12)]
    assert decision.state == 24


def test_no_command_is_carried_out_by_two() -> None:
    @carries_out
    def other(sum_: Sum, command: Take) -> None:
        """Would do it as well."""

    with pytest.raises(BrokenInvariant, match="two carry out 'take'"):
        handlers_in(module(add=add), module(other=other))


def test_an_order_is_read_as_it_was_written_and_nothing_else_is() -> None:
    commands: Any = union(tags(Add, Take).values())
    read = reader(Order[commands], "order")
    written = b'{"by":{"name":"ann","role":"player"},"at":1,"command":{"type":"take","number":3}}'
    order = read(written)
    assert order == Order(by=ANN, at=1, command=Take(3))
    assert tag_of(order.command) == "take"
    for wrong in (b'"take"', b'"give"'), (b'"number"', b'"numbers"'), (b"}}", b"}"):
        with pytest.raises(Malformed):
            read(written.replace(*wrong))


def test_the_events_of_a_module_are_those_that_can_happen() -> None:
    class Base(Event, frozen=True):
        pass

    class Happened(Base, frozen=True):
        pass

    names = {"Event": Event, "Base": Base, "Happened": Happened, "evolve": evolve, "CLAUSE": "1.1"}
    assert events_in(names) == (Happened,)
