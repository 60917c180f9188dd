"""A tournament table as one person may see it, with what that person may do there.

What is seen of the session is the core's affair (`session_views`); here the viewer's own choices
are added, open or closed by a clause, and the clock, the shoe and the running book.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Command, Order, Person, tag_of
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.house.activities.tournaments.acts import Form, form_of, table_forms, with_players
from bythebook.house.activities.tournaments.dealing import next_deadline, waited_for
from bythebook.house.activities.tournaments.running import BeReady, TableRun, rules_of
from bythebook.house.activities.tournaments.tables import KIND
from bythebook.house.activities.tournaments.tournaments import TournamentState
from bythebook.house.activities.tournaments.views import View, sees_desk
from bythebook.house.people.people import INSPECTOR, Viewer
from bythebook.house.tables.projecting import shoe_view
from bythebook.house.tables.views import LineView, ShoeView
from bythebook.rulebooks.chapters.tournament_play import Secrets
from bythebook.rulebooks.tables import PLAYER
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.cards.depths import cut_bounds
from bythebook.table.due import what_is_due
from bythebook.tournaments.session import automatic
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.decision import (
    act_of,
    game_in,
    is_staff,
    may_order,
    table_person,
)
from bythebook.tournaments.session.session import legal
from bythebook.tournaments.session.state import Form as SecretForm
from bythebook.tournaments.session.state import Session, in_hand, limits_now, unit_now
from bythebook.tournaments.session.views import SessionView, session_view, whose_turn

LINES_SHOWN = 200


class TableChoice(View, frozen=True, kw_only=True):
    """Something to ask for now: open, or closed by a clause. An amount is put into the command."""

    action: str
    command: dict[str, Any]
    legal: bool = True
    clause: str = ""
    why: str = ""
    least: int = 0
    most: int = 0
    unit: int = 0
    fill: bool = False  # it is filled in before it is sent


class ClockView(View, frozen=True, kw_only=True):
    what: str
    until: int


class TableActView(View, frozen=True, kw_only=True):
    form: Form
    clause: str


class ViewerPart(View, frozen=True, kw_only=True):
    """What is the viewer's own at this table."""

    name: str = ""
    box: int = 0
    chips: int = 0  # that could still be put down
    secrets: int = 0
    passes: int = 0
    staff: bool = False
    may_order: bool = False
    choices: tuple[TableChoice, ...] = ()
    acts: tuple[TableActView, ...] = ()
    at_once: tuple[TableChoice, ...] = ()  # what staff may do with one click
    waits: bool = False  # something is offered to you


class TableView(View, frozen=True, kw_only=True):
    tournament: str
    title: str
    book: str
    practice: bool = False
    cards: str = "virtual"
    final: bool = False
    unit: int = 1
    denominations: tuple[int, ...] = ()
    secret_fields: tuple[str, ...] = ()  # what the book wants on a form
    session: SessionView
    waiting: tuple[str, ...] = ()  # for whose answer to an offer the table waits
    clock: ClockView | None = None
    shoe: ShoeView
    decks: int
    closed: bool = False
    lines: tuple[LineView, ...] = ()
    you: ViewerPart = ViewerPart()
    now: int


def table_view(
    run: TableRun, held: TournamentState, id: str, viewer: Viewer, now: int
) -> TableView:
    """A table of a tournament as this person may see it."""
    session, terms, rules = run.session, run.session.terms, rules_of(run)
    known = viewer.name if not viewer.guest else ""
    role = viewer.role_at(terms.book)
    seen = session_view(rules, session, known, role)
    playing = session.phase == "playing"
    secrets = rules.play.secrets
    return TableView(
        tournament=held.course.terms.id,
        title=held.course.terms.title,
        book=terms.book,
        practice=held.practice,
        cards=terms.cards,
        final=terms.final,
        unit=unit_now(session),
        denominations=terms.chips,
        secret_fields=_fields(secrets) if secrets is not None else (),
        session=replace(_with_last_hand(run, seen, known, role), chart=(), id=id),
        waiting=waited_for(run, now) if playing and not whose_turn(session) else (),
        clock=_clock(run),
        shoe=shoe_view(rules.table, run),
        decks=game_in(rules, session).decks,
        closed=run.closed,
        lines=run.lines[-LINES_SHOWN:],
        you=_you(run, viewer, max(now, run.at)),
        now=now,
    )


def _with_last_hand(run: TableRun, seen: SessionView, name: str, role: str) -> SessionView:
    """Until the next hand begins, the cards of the last one lie there for everybody to see."""
    if run.last is None:
        return seen
    past = session_view(rules_of(run), run.last, name, role)
    lay = {place.player: place for place in past.places}
    places = tuple(
        replace(
            place,
            hands=lay[place.player].hands,
            passed=lay[place.player].passed,
            secret_amount=lay[place.player].secret_amount,
        )
        for place in seen.places
        if place.player in lay
    )
    return replace(seen, places=places, dealer=past.dealer, dealer_total=past.dealer_total)


def _fields(secrets: Secrets) -> tuple[str, ...]:
    """What a form asks for; a double, where it must be written down beforehand."""
    doubles = ("double",) if secrets.doubles.value == "written" else ()
    return (*secrets.fields, *secrets.recorded, *doubles)


def _clock(run: TableRun) -> ClockView | None:
    until = next_deadline(run)
    if not until:
        return None
    if run.session.table.shoe.status == "to-cut":
        return ClockView(what="cut", until=until)
    what = {"between": "next hand", "betting": "wager", "playing": "decision"}
    return ClockView(what=what.get(run.session.phase, ""), until=until)


def _you(run: TableRun, viewer: Viewer, at: int) -> ViewerPart:
    if not viewer.name or viewer.guest:
        return ViewerPart()
    session, rules = run.session, rules_of(run)
    person = Person(viewer.name, viewer.role_at(session.terms.book))
    staff = sees_desk(viewer, session.terms.book)
    if person.role != PLAYER:
        orders = is_staff(rules, person.role) and INSPECTOR not in viewer.house_roles
        return ViewerPart(
            name=viewer.name,
            staff=staff,
            may_order=orders,
            acts=tuple(_acts(run, person)) if orders and not run.over else (),
            at_once=tuple(_at_once(run, person, at)) if orders and not run.over else (),
        )
    me = session.players.get(viewer.name)
    if me is None or viewer.name in run.automatic:
        return ViewerPart(name=viewer.name, staff=staff)
    return ViewerPart(
        name=viewer.name,
        box=me.box,
        chips=in_hand(session, viewer.name),
        secrets=me.secrets,
        passes=me.passes,
        staff=staff,
        choices=tuple(_choices(_Asking(run, person, at))),
        waits=session.phase == "playing"
        and not whose_turn(session)
        and viewer.name in waited_for(run, at),
    )


# What a player may do


class _Asking:
    """Tries an order without giving it."""

    def __init__(self, run: TableRun, person: Person, at: int) -> None:
        self.run = run
        self.person = person
        self.at = at

    def choice(self, action: str, command: Command, **more: Any) -> TableChoice:
        given = msgspec.to_builtins(command)
        try:
            KIND.decide(
                self.run, Order(by=self.person, at=self.at, command=command, why="asked"), {}
            )
        except Refused as no:
            return TableChoice(
                action=action, command=given, legal=False, clause=no.clause, why=no.reason, **more
            )
        except Malformed as no:
            return TableChoice(action=action, command=given, legal=False, why=no.reason, **more)
        return TableChoice(action=action, command=given, **more)


def _choices(asking: _Asking) -> Iterator[TableChoice]:
    run, name = asking.run, asking.person.name
    session = run.session
    me = session.players[name]
    if run.over or me.gone:
        return
    if not me.seated:
        yield asking.choice("take-seat", c.TakeSeat())
        return
    yield from _cut(asking)
    if session.phase == "betting":
        yield from _wagers(asking)
    elif session.phase == "playing":
        yield from _decisions(asking)
    if session.terms.cash_out:
        yield asking.choice("consent", c.Consent())
    yield asking.choice("leave-seat", c.LeaveSeat())
    yield asking.choice("dispute", c.RaiseDispute("…"))


def _wagers(asking: _Asking) -> Iterator[TableChoice]:
    session, name = asking.run.session, asking.person.name
    me = session.players[name]
    least, most = limits_now(session)
    unit = unit_now(session)
    bounds = {"least": least, "most": max(least, min(most, me.chips)), "unit": unit}
    yield asking.choice("wager", c.Wager(least), **bounds)
    if session.terms.pass_cards:
        yield asking.choice("pass", c.PlayPass())
    if session.terms.secret_wagers:
        form = SecretForm(
            name=name, seat=me.box, figures=str(least), words="", type="main", signed=True
        )
        said = asking.choice("secret", c.HandIn(form, alone=True), **bounds)
        # Only whether a form may be handed in at all: what is written on it comes later.
        yield replace(said, legal=me.secrets > 0 and name not in session.handed)
    if session.terms.vouchers is not None:
        yield asking.choice("voucher", c.DrawVoucher())
    if session.terms.double_your_bet:
        yield asking.choice("double-your-bet", c.UseDoubler())


def _decisions(asking: _Asking) -> Iterator[TableChoice]:
    session, name = asking.run.session, asking.person.name
    box = session.players[name].box
    if whose_turn(session) == name:
        round_ = session.table.round
        if round_ is not None and round_.phase == "turns":
            for action, kind in _TURN:
                yield asking.choice(action, c.Decide(kind(box)))
        shown: tuple[type, ...] = tuple(kind for _, kind in _TURN)
    else:
        shown = ()
    for command in legal(rules_of(asking.run), session, asking.person, asking.at):
        if isinstance(command, c.Decide) and not isinstance(command.command, shown):
            action = _ACTIONS.get(type(command.command), "")
            amount = int(getattr(command.command, "amount", 0) or 0)
            if action:
                yield TableChoice(
                    action=action,
                    command=msgspec.to_builtins(command),
                    least=1 if amount else 0,
                    most=amount,
                )
    if whose_turn(session) != name and name in waited_for(asking.run, asking.at):
        yield asking.choice("ready", BeReady())


_TURN: tuple[tuple[str, Any], ...] = (
    ("hit", g.Hit),
    ("stand", g.Stand),
    ("double", g.Double),
    ("split", g.Split),
)
_ACTIONS: dict[type, str] = {
    g.Insure: "insure",
    g.TakeEvenMoney: "even-money",
    g.Surrender: "surrender",
    g.NameJoker: "joker",
    g.Withdraw: "withdraw",
    g.Ride: "ride",
}


# What staff may do

_SPOKEN: dict[type, str] = {
    g.Hit: "Hit",
    g.Stand: "Stand",
    g.Double: "Double",
    g.Split: "Split",
    g.Insure: "Insurance",
    g.TakeEvenMoney: "Even money",
    g.Surrender: "Surrender",
    g.NameJoker: "Joker as",
    g.Withdraw: "Take the double back",
    g.Ride: "Ride",
    g.DeclareAbsent: "Absent",
    g.Proceed: "Go on",
}


def _acts(run: TableRun, person: Person) -> Iterator[TableActView]:
    rules = rules_of(run)
    players = tuple(run.session.players)
    for tag, command in c.COMMANDS.items():
        if not command.says or tag not in KIND.by_people:
            continue
        if may_order(rules, tag, person) is not None:
            continue
        dealt = issubclass(command, c.Deal | c.CuttingCard | c.Shuffle)
        if not (dealt and run.virtual):
            form = form_of(command, players)
            yield TableActView(form=form, clause=act_of(rules, tag).clause)
    if not run.virtual:
        at_table = table_person(rules, person)
        for form, clause in table_forms(rules.table, run.session.table, at_table):
            yield TableActView(form=with_players(form, players), clause=clause)


def _at_once(run: TableRun, person: Person, at: int) -> Iterator[TableChoice]:
    """What would not be refused now, as far as nothing has to be filled in."""
    rules = rules_of(run)
    quick = (c.Start, c.ShowJokers, c.Signal, c.BeginHand, c.NoMoreBets, c.Announce, c.EndBreak,
             c.RecordTotals, c.ReturnChips, c.AnnounceResult, c.CheckForm, c.ReturnForm,
             c.CallTime, c.Direct, c.Miss, c.Shuffle, c.CuttingCard)  # fmt: skip
    for command in legal(rules, run.session, person, at):
        dealt = isinstance(command, c.Shuffle | c.CuttingCard)
        if not isinstance(command, quick) or (dealt and run.virtual):
            continue
        player = getattr(command, "player", "")
        tag = tag_of(command)
        says = command.says or tag
        yield TableChoice(
            action=f"{says}: {player}" if player else says,
            command=msgspec.to_builtins(command),
            clause=act_of(rules, tag).clause,
        )
    if not run.virtual:
        yield from _of_real_cards(run, person, at)
    if run.session.phase == "ballot":
        yield TableChoice(action="Draw the ballot", command={"type": "ballot", "seed": ""})


def _of_real_cards(run: TableRun, person: Person, at: int) -> Iterator[TableChoice]:
    """The next card; and what the dealer hears players decide who have no page of their own."""
    rules, session = rules_of(run), run.session
    asking = _Asking(run, person, at)
    yield from _about_cards(asking)
    if automatic.wants_card(session) and may_order(rules, "deal", person) is None:
        clause = act_of(rules, "deal").clause
        yield TableChoice(action="Deal", command=msgspec.to_builtins(c.Deal("")), clause=clause)
    if session.phase != "playing":
        return
    turn = whose_turn(session)
    heard: list[Command] = [
        command
        for name in session.players
        for command in legal(rules, session, Person(name, PLAYER), at)
        if isinstance(command, c.Decide)
    ]
    if turn:
        heard.append(c.Decide(g.DeclareAbsent(session.players[turn].box)))
    heard.append(c.Decide(g.Proceed()))
    clause = act_of(rules, "decide").clause
    for command in heard:
        choice = asking.choice(_spoken(session, command), command)
        if choice.legal:
            yield replace(choice, clause=clause)


def _about_cards(asking: _Asking) -> Iterator[TableChoice]:
    """What the cards need before they are dealt; ways to put one right that was not due there.

    How deep somebody cuts is seen at the table and filled in.
    """
    rules, table = rules_of(asking.run).table, asking.run.session.table
    due = what_is_due(rules, table)
    if asking.run.session.phase in ("seating", "counting", "ranked", "over"):
        return
    offered: list[tuple[str, Command, bool]] = [
        (f"Put right: {way}", m.Resolve(way), False) for way in due.ways
    ]
    if due.what == "cut":
        offered.append((f"Cut: {due.player or 'staff'}", o.Cut(due.player), True))
        if due.player:
            offered.append((f"No cut: {due.player}", o.DeclineCut(due.player), False))
    elif due.what == "insert":
        offered.append(("The cutting card goes in", o.Insert(()), True))
    elif due.what == "burn":
        offered.append(("Burn a card", o.Burn(), False))
    for says, command, fill in offered:
        choice = asking.choice(says, command)
        if fill or choice.legal:
            yield replace(choice, legal=True, why="", clause=due.clause, fill=fill)


def _cut(asking: _Asking) -> Iterator[TableChoice]:
    """Whoever is offered the cut says where."""
    rules, table = rules_of(asking.run).table, asking.run.session.table
    due = what_is_due(rules, table)
    if due.what != "cut" or due.player != asking.person.name:
        return
    least, most = cut_bounds(rules, table)
    bounds = {"least": least, "most": most, "unit": 1}
    yield asking.choice("cut", o.Cut(due.player, least), **bounds)
    yield asking.choice("decline-cut", o.DeclineCut(due.player))


def _spoken(session: Session, command: Command) -> str:
    """A decision in the dealer's words: Insurance 50: ann."""
    assert isinstance(command, c.Decide)
    asked: Any = command.command
    owners = {each.box: name for name, each in session.players.items()}
    amount, rank = getattr(asked, "amount", 0), getattr(asked, "rank", "")
    says = " ".join(str(part) for part in (_SPOKEN[type(asked)], amount, rank) if part)
    owner = owners.get(getattr(asked, "box", 0), "")
    return f"{says}: {owner}" if owner else says
