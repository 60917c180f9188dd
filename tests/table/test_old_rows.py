"""Orders as they were written before rounds were told everything, read as today's."""

from typing import Any

from msgspec.structs import replace

from bythebook.game import commands as c
from bythebook.table import State
from bythebook.table import events as e
from bythebook.table.cards.old_rows import as_today
from tests.books.canberra import floor as canberra
from tests.books.crown import floor as crown
from tests.table.floor import Floor, m, o


def both_ways(
    floor: Floor, role: str, command: o.Command, **more: Any
) -> tuple[State, o.Order, tuple[Any, ...], tuple[Any, ...]]:
    """An order that is carried out: the table before it, the row as it is and as it once was."""
    before, order = floor.state, floor.order(role, command, **more)
    row = tuple(floor.ok(role, command, **more))
    untold = tuple(event for event in row if not _tells(event))
    return before, order, row, tuple(_as_it_was(event) for event in untold)


def _tells(event: Any) -> bool:
    if isinstance(event, e.LastRoundMoved):
        return True
    told = c.LayExtraCard | c.RunOut
    return isinstance(event, e.RoundMoved) and isinstance(event.step.command, told)


def _as_it_was(event: Any) -> Any:
    return replace(event, ran_out=False) if isinstance(event, e.CardsShuffled) else event


def test_a_card_too_many_was_once_known_to_the_table_alone() -> None:
    floor = crown.seated("ann")
    crown.quick_round(floor, "ann")
    floor.deal("3C", to=0, exposed=False)
    before, order, row, old = both_ways(floor, "dealer", m.Resolve("hold-over"))
    assert old != row
    assert as_today(floor.rules, before, order, old) == row


def test_so_were_cards_that_ran_out() -> None:
    floor = crown.nearly_empty("TC TD 7D 9H 8H")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC TD 7D 9H 8H")
    before, order, row, old = both_ways(floor, "dealer", o.Shuffle())
    assert old != row
    assert as_today(floor.rules, before, order, old) == row


def test_a_row_that_says_something_else_stays_what_it_is() -> None:
    floor = canberra.ready()
    canberra.a_round(floor)
    floor.deal("3C", to=0)
    before, order, _, old = both_ways(floor, "supervisor", m.Resolve("burn"))
    forged = tuple(
        replace(event, clause="14.5") if isinstance(event, e.IrregularityResolved) else event
        for event in old
    )
    assert as_today(floor.rules, before, order, forged) == forged
