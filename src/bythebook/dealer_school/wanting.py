"""What the book wants of the trainee now: worked out from the table, or said by the lesson."""

import msgspec

from bythebook.dealer_school.lesson import Want, command_for
from bythebook.dealer_school.players import wish
from bythebook.dealer_school.shift import Shift, colleague, coming, owed, unpaid, upcoming
from bythebook.deciders import Command, tag_of
from bythebook.errors import Refused
from bythebook.game import commands as c
from bythebook.rulebooks.chapters.conduct import Act
from bythebook.rulebooks.tables import PLAYER
from bythebook.structs import like
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.console import order_of, step_due
from bythebook.table.dealing import about_the_shoe
from bythebook.table.decision import game_of
from bythebook.table.due import Expected, what_is_due
from bythebook.table.powers import entry_of
from bythebook.table.seconding import second_roles, seconded
from bythebook.table.table import refusal

WHY = "as the book wants it"


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """One order that would be right now."""

    command: Command
    clause: str
    by: str = ""  # a role that the lesson names
    seconds: int = 0
    wait: int = 0
    why: str = ""
    asked: str = ""
    any_of: tuple[str, ...] = ()


def wanted(shift: Shift) -> tuple[Wanted, ...]:
    """Each of these would be right; none, where wagers are to be paid or the shift has ended."""
    if shift.ended:
        return ()
    if shift.open:
        want = shift.open[0].want
        return tuple(_by_lesson(shift, one) for one in (want, *want.instead))
    due = _owed(shift)
    if unpaid(shift) and not due and not shift.waits:
        return ()
    return due or _due(shift, what_is_due(shift.rules, shift.table))


def _by_lesson(shift: Shift, want: Want) -> Wanted:
    """Whoever must be told first is told first."""
    command = command_for(want.order, upcoming(shift))
    told = _to_tell(shift, command)
    if told is not None:
        return told
    return like(Wanted, want, command=command)


def _to_tell(shift: Shift, command: Command) -> Wanted | None:
    player, wager = (str(getattr(command, word, "")) for word in ("player", "wager"))
    for told in entry_for(shift, command).told:
        if (told.to, act_of(command), player, wager) not in shift.table.told:
            tell = o.Tell(told.to, act_of(command), player, wager)
            return Wanted(command=tell, clause=told.clause)
    return None


def act_of(command: Command) -> str:
    return command.act if isinstance(command, o.Perform) else tag_of(command)


def entry_for(shift: Shift, command: Command) -> Act:
    """What the book says of such an order."""
    order = o.Order(by=shift.trainee, at=shift.now, command=command)
    return entry_of(shift.rules, shift.table, order)


def _owed(shift: Shift) -> tuple[Wanted, ...]:
    """What must be done or told because of something that was done on this shift."""
    for duty in owed(shift):
        command: Command = o.Perform(duty.act, player=duty.player)
        if duty.to:
            command = o.Tell(duty.to, duty.act, duty.player)
        return (Wanted(command=command, clause=duty.clause, asked=duty.player),)
    return ()


def _due(shift: Shift, due: Expected) -> tuple[Wanted, ...]:
    rules, table = shift.rules, shift.table
    match due.what:
        case "put-right":
            ways = due.ways or {}
            return tuple(Wanted(command=m.Resolve(how), clause=by) for how, by in ways.items())[:1]
        case "check":
            return (Wanted(command=_checked(shift, due.clause), clause=due.clause),)
        case "cut" if due.player:
            return (Wanted(command=o.DeclineCut(due.player), clause=due.clause),)
        case "shuffle" | "cut" | "insert" | "burn":
            command = about_the_shoe(rules, table, shift.lesson.seed)
            assert command is not None
            free = ("from_back", "from_front", "card")
            return (Wanted(command=command, clause=due.clause, any_of=free),)
        case "wagers":
            return _before_the_deal(shift)
        case "card":
            return (Wanted(command=o.Deal(coming(shift)), clause=due.clause),)
        case "decision" | "offer":
            wants = wish(game_of(rules, table), shift.lesson, table) or c.Proceed()
            return (Wanted(command=o.Decide(wants), clause=due.clause),)  # type: ignore[arg-type]
    return ()


def _checked(shift: Shift, clause: str) -> Command:
    """The decks are checked; or, where the book has them taken away, replaced by that clause."""
    acts = shift.rules.conduct.acts
    if tag_of(m.CardsVerified) in acts:
        return m.CardsVerified()
    by = [act for act in acts["replace-cards"] if act.clause == clause]
    return o.ReplaceCards(by[0].only[0] if by and by[0].only else "")


def _before_the_deal(shift: Shift) -> tuple[Wanted, ...]:
    """The call and all that the book wants around it, then the first card."""
    conduct, table = shift.rules.conduct, shift.table
    step = step_due(conduct, table)
    if step is not None:
        return (Wanted(command=order_of(conduct, step[0]), clause=step[1]),)
    call = Wanted(command=o.NoMoreBets(), clause=conduct.acts["no-more-bets"][0].clause)
    if conduct.call_first is not None and not table.called:
        return (call,)
    deal = Wanted(command=o.Deal(coming(shift)), clause=conduct.acts["deal"][0].clause)
    return (deal,) if table.called else (call, deal)


# Who gives it


def order_for(shift: Shift, want: Wanted, by: o.Person, at: int) -> o.Order:
    """The order that is wanted, given by somebody; with a second person where the book has one."""
    act = entry_for(shift, want.command)
    asked = want.asked or str(getattr(want.command, "player", ""))
    if act.asked is not None and act.asked_by:
        asked = shift.table.acted.get(act.asked_by, "")
    order = o.Order(
        by=by,
        at=at,
        command=want.command,
        why=want.why or (WHY if act.reason else ""),
        asked=asked if act.asked is not None else "",
    )
    return helped(shift, order)


def helped(shift: Shift, order: o.Order) -> o.Order:
    """The same with a colleague behind it, if that is all it lacks."""
    if not isinstance(refusal(shift.rules, shift.table, order), Refused):
        return order
    for role in second_roles(shift.rules, order):
        found = seconded(shift.rules, shift.table, order, colleague(shift, role))
        if found is not None:
            return found
    return order


def bearer(shift: Shift, want: Wanted, at: int) -> o.Person | None:
    """Who gives it: the trainee, where their rank suffices; else the lowest who may be called."""
    conduct = shift.rules.conduct
    if want.by == PLAYER:
        return None
    if want.by and want.by != shift.trainee.role:
        people = [colleague(shift, want.by)]
    else:
        others = [role.role for role in (*conduct.ladder, *conduct.beside)]
        people = [shift.trainee, *(colleague(shift, role) for role in others)]
    for person in people:
        order = order_for(shift, want, person, at)
        if refusal(shift.rules, shift.table, order) is None:
            return person
    return None
