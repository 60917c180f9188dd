"""What must be done before a table opens or closes, as the orders that do it: asked of the book.

For a demonstration house and for a pit that opens a table by one button: every act is still given
by somebody of the rank that the book wants, and stands in the register with its clause. Settings
that somebody writes down (`WrittenSetup`) have amounts in dollars, as in a record of a round.
"""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from bythebook.errors import Refused
from bythebook.money import parse_amount
from bythebook.rulebooks.chapters.conduct import Act
from bythebook.rulebooks.tables import TableRules
from bythebook.structs import like
from bythebook.table import orders as o
from bythebook.table.evolve import evolve
from bythebook.table.people.signs import shows
from bythebook.table.powers import unmet
from bythebook.table.settings import with_dealing
from bythebook.table.state import State
from bythebook.table.table import decide

Who = Callable[[str], o.Person]  # somebody of this rank


def opening_orders(
    rules: TableRules, state: State, setup: o.Setup, who: Who, at: int
) -> list[o.Order]:
    """The orders that get a closed table ready and open it."""
    commands = (*_preparations(rules, state, setup), o.Open(setup))
    return list(_one_after_the_other(rules, state, commands, who, at))


def closing_orders(rules: TableRules, state: State, who: Who, at: int) -> list[o.Order]:
    """The orders that close a table that nobody is at any more."""
    before = (o.Perform(need.act) for need in rules.conduct.opening.before_closing)
    return list(_one_after_the_other(rules, state, (*before, o.Close()), who, at))


def _one_after_the_other(
    rules: TableRules, state: State, commands: Iterable[o.Command], who: Who, at: int
) -> Iterator[o.Order]:
    """Each on what the one before it leaves: refused here, it says what is still missing."""
    for command in commands:
        for order in _with_notices(rules, command, who, at):
            for event in decide(rules, state, order):
                state = evolve(state, event)
            yield order


def _preparations(rules: TableRules, state: State, setup: o.Setup) -> Iterator[o.Command]:
    setup = with_dealing(rules, setup)
    needs = unmet(rules, state, rules.conduct.opening.needs, setup)
    for need in (n for n in needs if n.present):
        yield o.SignOn(f"{need.present} on duty", need.present)
    sign = state.sign("limits")
    if sign is None or sign.limits != setup.limits or not shows(rules, sign, setup):
        yield o.DisplaySign("limits", limits=setup.limits, setup=setup)
    game = state.sign("game")
    if rules.conduct.opening.change is not None and (game is None or game.text != setup.game):
        yield o.DisplaySign("game", text=setup.game, setup=setup)
    for need in needs:
        if need.act:
            yield o.Perform(need.act)
        elif need.sign and need.sign != "limits":
            yield o.DisplaySign(need.sign, text=need.sign, setup=setup)


def _with_notices(rules: TableRules, command: o.Command, who: Who, at: int) -> Iterator[o.Order]:
    act = _act(rules, command)
    name = command.act if isinstance(command, o.Perform) else ""
    for told in act.told:
        yield _order(rules, o.Tell(told.to, name), who, at)
    yield _order(rules, command, who, at)


def _act(rules: TableRules, command: o.Command) -> Act:
    name = (
        command.act if isinstance(command, o.Perform) else str(type(command).__struct_config__.tag)
    )
    entries = rules.conduct.acts.get(name, ())
    named = {str(getattr(command, word, "")) for word in ("wager", "how", "clause", "kind")}
    for act in entries:
        if not act.only or named & set(act.only):
            return act
    raise Refused(rules.conduct.acts["open"][0].clause, f"{rules.book.id} knows no act {name!r}")


def _order(rules: TableRules, command: o.Command, who: Who, at: int) -> o.Order:
    act = _act(rules, command)
    return o.Order(
        by=who(act.by),
        at=at,
        command=command,
        why="opening the table" if act.reason else "",
        approved=who(act.approved.value) if act.approved is not None else None,
        second=who(act.second.value) if act.second is not None else None,
    )


# As people write them down


class WrittenSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    game: str
    limits: dict[str, tuple[str, str]]
    chips: tuple[str, ...]
    layout: str = ""
    dealing: str = "shoe"
    boxes: int = 7
    decks: int | None = None
    side_wagers: tuple[str, ...] = ()
    units: dict[str, str] = {}
    meters: dict[str, str] = {}
    box_maximum: str | None = None
    options: dict[str, str] = {}
    readings: dict[str, str] = {}
    patience_seconds: int = 30


def setup_of(told: WrittenSetup) -> o.Setup:
    """The same as a table is opened with."""
    return like(
        o.Setup,
        told,
        limits={wager: tuple(map(parse_amount, span)) for wager, span in told.limits.items()},
        box_maximum=parse_amount(told.box_maximum) if told.box_maximum is not None else None,
        units={wager: parse_amount(unit) for wager, unit in told.units.items()},
        chips=tuple(sorted(map(parse_amount, told.chips))),
        meters={meter: parse_amount(amount) for meter, amount in told.meters.items()},
    )
