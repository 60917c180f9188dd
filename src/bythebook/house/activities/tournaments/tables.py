"""Tables of a tournament as the house runs them: sealed cards, clocks, automatic players.

The session itself is the core's. Beside it the house keeps the shoe in use, which seals are the
session's own, and who plays by machine. Nobody but the automatic dealer deals from a sealed shoe.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import reduce
from typing import Any

from msgspec.structs import replace

from bythebook.deciders import Command, Event, Order, Person, Revealed, Sealed, tags
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.activity import (
    Acted,
    ActivityTransaction,
    Kind,
    Tables,
    encode,
)
from bythebook.house.activities.tournaments import dealing, old_rows
from bythebook.house.activities.tournaments.running import (
    AUTOMATIC,
    CARDS,
    CLOSED,
    DEALER,
    VOUCHERS,
    AddChance,
    Approve,
    Automate,
    BeReady,
    CloseTable,
    Deny,
    PlayerReady,
    PlayersAutomated,
    RevealStack,
    SealStack,
    TableClosed,
    TableRun,
    as_the_session_knows_it,
    numbered,
    order_in,
    pack_now,
    revealed_stack,
    rules_of,
    sealed_stack,
    with_old_stack,
    with_seed,
    with_stack,
    without_stack,
)
from bythebook.house.activities.tournaments.table_story import table_lines
from bythebook.house.activities.tournaments.tournaments import (
    DESK,
    LINES_KEPT,
    NAME,
    TABLE,
    check_texts,
)
from bythebook.house.cards.stacks import (
    ADDITIONS,
    BY_HAND,
    begun_by,
    changes_by,
    check_addition,
    cutting_card_due,
    next_card,
    sealed_now,
    with_addition,
)
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.tables.approvals import (
    asked_for,
    helped,
    overtaken,
    request_of,
    with_requests,
)
from bythebook.house.tables.requests import command_of
from bythebook.house.tables.table_log import (
    ApprovalAnswered,
    ApprovalAsked,
    ChanceAdded,
    Happening,
    StackRevealed,
    StackSealed,
)
from bythebook.rulebooks.chapters.tournament_play import PlayRules, load_play_rules
from bythebook.rulebooks.law import Law, played_by
from bythebook.table.messages import AnyCommand
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.automatic import staff_for
from bythebook.tournaments.session.decision import table_order, table_person
from bythebook.tournaments.session.decisions import DEALERS
from bythebook.tournaments.session.old_rows import OldEvent, gist
from bythebook.tournaments.session.session import decide as decide_session
from bythebook.tournaments.session.session import evolve as evolve_session
from bythebook.tournaments.session.state import Session

OFFERS = "house:offers"
KEPT_OUT = "kept out by the casino"
_FROM_THE_SHOE = (c.Deal, c.CuttingCard, c.Shuffle, *BY_HAND)

_OF_TABLE = frozenset(tags(*c.TABLE_COMMANDS))
# By which somebody plays, also where the staff puts it down for them.
_PLAYING = (c.TakeSeat, c.Wager, c.PlayPass, c.HandIn, c.DrawVoucher, c.UseDoubler)
_HOUSE = tags(SealStack, RevealStack, Automate, CloseTable, old_rows.SealShoe, old_rows.ShowShoe)
# A substitute is named to the tournament before the start: it pays whom it knows by name.
_BY_HOUSE = frozenset({*_HOUSE, "open", "seal", "fill-container", "add-chips", "substitute"})


class SessionKind(Kind):
    name = TABLE
    family = NAME
    commands = {**c.COMMANDS, **_HOUSE, **tags(BeReady, AddChance, Approve, Deny)}
    by_people = frozenset(commands) - _BY_HOUSE
    events = (
        e.AnyEvent | OldEvent | PlayersAutomated | PlayerReady | TableClosed | StackSealed
        | ChanceAdded | StackRevealed | ApprovalAsked[AnyCommand] | ApprovalAnswered
    )  # fmt: skip
    machines = frozenset({DEALER, DESK}) | AUTOMATIC
    admits = dict.fromkeys(tags(*_PLAYING), "player")

    def admitted(self, state: Any, command: Command) -> str:
        """A decision is that of whoever has the box."""
        if not isinstance(command, c.Decide) or isinstance(command.command, DEALERS):
            return super().admitted(state, command)
        box = getattr(command.command, "box", 0)
        found = (each.player for each in state.session.players.values() if each.box == box)
        return next(found, "")

    def latest(self, state: Any) -> int:
        return state.at if isinstance(state, TableRun) else 0

    def person(self, state: Any, viewer: Viewer, command: Command) -> Person:
        person = super().person(state, viewer, command)
        if state is not None and person.role == p.PLAYER and viewer.name in state.automatic:
            raise Refused(p.ACCOUNTS, f"{viewer.name} is an automatic player here")
        return person

    def sent(self, given: dict[str, Any], name: str) -> bytes:
        """What any table of the book knows is read as there, cards as people write them."""
        if given.get("type") in _OF_TABLE:
            return encode(command_of(given, name))
        return encode(given)

    def game_of(self, state: Any) -> str:
        return str(state.session.terms.game)

    def law_of(self, state: Any) -> Law | None:
        return state.session.terms if state is not None else None

    def under_law(self, command: Command, on: date, before: Law | None) -> Command:
        return command  # its tournament has named it

    def under(self, state: Any, terms: Any) -> Any:
        return replace(state, session=replace(state.session, terms=terms))

    def seated(self, state: Any) -> Collection[str]:
        if state is None or state.over:
            return ()
        return [name for name, each in state.session.players.items() if each.active and each.seated]

    def get_up(self, moving: ActivityTransaction, stream: str, name: str) -> None:
        """What follows is the book's: its rule for players who are not there."""
        leaves = c.LeaveSeat(name)
        by = replace(staff_for(rules_of(moving.state(stream)), leaves), name=DEALER)
        moving.act(stream, Order(by=by, at=moving.at, command=leaves, why=KEPT_OUT))

    def at_rest(self, state: Any, tables: Tables) -> bool:
        """Between two hands."""
        return not state.over and state.session.phase in ("seating", "between")

    # Deciding

    def decide(self, state: Any, order: Order, seeds: Mapping[int, str]) -> Sequence[Event]:
        command = order.command
        check_texts(command)
        if state is None:
            if not isinstance(command, c.Open):
                raise Malformed("there is no such table")
            return decide_session(load_play_rules(played_by(command.terms)), None, order)
        if state.closed:
            raise Refused(CLOSED, "the tournament is off")
        match command:
            case CloseTable():
                return (TableClosed(),)
            case Automate(players=players):
                return (PlayersAutomated(players),)
            case SealStack():
                happened: Any = sealed_stack(state, seeds, order.at)
                return (happened,)
            case RevealStack(number=number):
                happened = revealed_stack(state, seeds, number, order.at)
                return (happened,)
            case old_rows.SealShoe():
                return (old_rows.sealed(command, state.seals + 1),)
            case old_rows.ShowShoe():
                return (old_rows.shown(command, state.stack),)
            case BeReady():
                return (_ready(state, order.by),)
            case AddChance(number=number, text=text):
                if order.by.role != p.PLAYER:
                    raise Refused(ADDITIONS, "only those who play here add to the shuffle")
                check_addition(state, number, order.by.name, text)
                happened = ChanceAdded(number, order.by.name, text, order.at)
                return (happened,)
            case Approve() | Deny():
                return _answered(state, order, command)
            case c.Ballot(seed="") | c.FillContainer(seed=""):
                order = replace(order, command=with_seed(state, command, seeds))
        if state.virtual and isinstance(command, _FROM_THE_SHOE) and order.by.name != DEALER:
            raise Refused(CARDS, "these cards are sealed: the automatic dealer deals them")
        return _ordered(state, order)

    def evolve(self, state: Any, event: Any) -> Any:
        if state is None:
            return self._told(TableRun(session=evolve_session(None, event)), event, None)
        match event:
            case TableClosed():
                return replace(state, closed=True)
            case PlayersAutomated(players=players):
                return replace(state, automatic=(*state.automatic, *players))
            case PlayerReady(player=player):
                return replace(state, ready=(*state.ready, player))
            case StackSealed(number=number, digest=digest, cards=cards):
                stack = sealed_now(state.table, number, digest, cards)
                after = with_stack(state, stack, pack_now(state))
                return self._told(after, event, state.session)
            case ChanceAdded(player=player, text=text):
                return replace(state, stack=with_addition(state.stack, player, text))
            case Sealed(about=old_rows.ABOUT):
                return self._told(with_old_stack(state, event), event, state.session)
            case StackRevealed():
                return self._told(without_stack(state, event), event, state.session)
            case Revealed(number=number) if number in state.by_names:
                return self._told(without_stack(state, event), event, state.session)
            case ApprovalAsked() | ApprovalAnswered():
                return replace(state, **with_requests(state, event))
        before = state.session
        session = evolve_session(before, as_the_session_knows_it(state, event))
        after = replace(state, session=session, at=max(state.at, int(getattr(event, "at", 0))))
        match event:
            case Sealed(number=number, about=about) if about == VOUCHERS:
                after = replace(after, seals=number, container=number)
            case Sealed(number=number):
                after = replace(after, seals=number, chance=(*after.chance, number))
            case e.TableMoved():
                after = _with_stack_after(state, after, event)
        if after.ready and _offer(session) != _offer(before):
            after = replace(after, ready=())
        return self._told(after, event, before)

    def _told(self, run: TableRun, event: Event | Happening, before: Session | None) -> TableRun:
        new = tuple(table_lines(event, before, run.told, run.at))
        if not new:
            return run
        lines = (*run.lines, *new)[-LINES_KEPT:]
        return replace(run, lines=lines, told=run.told + len(new))

    def checked(self, state: Any, order: Order, seeds: Mapping[int, str]) -> str | None:
        """What came out of a sealed stack is what lay on top."""
        if state is None or not state.virtual:
            return None
        command, stack = order.command, state.stack
        if not isinstance(command, c.Deal | c.CuttingCard):
            return None
        if stack is None or stack.number not in seeds:
            return "no shoe was sealed"
        due = cutting_card_due(state)
        if due != isinstance(command, c.CuttingCard):
            return f"the cutting card {'lay on top' if due else 'lay deeper in the shoe'}"
        if isinstance(command, c.Deal):
            card = next_card(state, order_in(state, seeds))
            if str(card) != command.card:
                return f"{command.card} was dealt, but {card} lay on top of the sealed shoe"
        return None

    def as_today(self, state: Any, acted: Acted) -> tuple[Any, Acted]:
        return old_rows.as_today(state, acted)

    def gist(self, events: Sequence[Event]) -> Sequence[object]:
        return gist(events)

    # What follows at once, and in time

    def after_act(self, moving: ActivityTransaction, stream: str) -> None:
        dealing.go_on(moving, stream)

    def next_deadline(self, state: Any) -> int | None:
        return dealing.next_deadline(state)

    def on_timer(self, moving: ActivityTransaction, stream: str) -> None:
        dealing.go_on(moving, stream, time_has_come=True)


def _ordered(run: TableRun, order: Order) -> Sequence[Event]:
    """Carried out; or it waits, where the book wants a second person behind it."""
    rules = rules_of(run)
    try:
        return _carried_out(run, rules, order)
    except Refused as no:
        if not isinstance(order.command, c.TABLE_COMMANDS):
            raise
        given = table_order(rules, order)
        waits: Any = asked_for(run, rules.table, run.table, given, no)
        return (waits,)


def _carried_out(run: TableRun, rules: PlayRules, order: Order) -> Sequence[Event]:
    events = decide_session(rules, run.session, order)
    if run.requests:
        after = reduce(evolve_session, events, run.session)
        waits = overtaken(run, rules.table, run.table, after.table)
        if waits is not None:
            raise waits
    return numbered(run, events)


def _answered(run: TableRun, order: Order, command: Approve | Deny) -> Sequence[Event]:
    """Somebody stands behind an order that waits, or does not."""
    rules, granted = rules_of(run), isinstance(command, Approve)
    request = request_of(run, command.number, order.by)
    answer: Any = ApprovalAnswered(command.number, order.by, granted, order.at)
    if not granted:
        return (answer,)
    second = table_person(rules, order.by)
    wanted = helped(rules.table, run.table, request, second, order.at)
    answered = replace(run, **with_requests(run, answer))
    return (answer, *_carried_out(answered, rules, wanted))


def _ready(run: TableRun, by: Person) -> PlayerReady:
    if by.role != p.PLAYER or by.name not in run.session.players:
        raise Refused(OFFERS, "only those who play here are asked")
    if by.name in run.ready or not _offer(run.session):
        raise Refused(OFFERS, "nothing is offered to you")
    return PlayerReady(by.name)


def _with_stack_after(before: TableRun, after: TableRun, event: e.TableMoved) -> TableRun:
    """The sealed cards once this has happened at the table."""
    if before.stack is not None and before.stack.number in before.by_names:
        return old_rows.with_stack_after(before, after, event)
    for moved in event.events:
        after = replace(after, **changes_by(replace(after, session=before.session), moved))
    return replace(after, stack=begun_by(after.stack, before.table, after.table))


def _offer(session: Session) -> tuple[int, str] | None:
    """What the round asks players now, if it asks anything."""
    round_ = session.table.round
    if session.phase != "playing" or round_ is None or round_.due is not None:
        return None
    return (session.hand + session.extra, round_.phase)


KIND = SessionKind()
