"""A tournament table as one person may see it, with what that person may do there.

It is seen as any other table, made by the same code (`tables.projecting`) from the session's own
table, less what nobody has seen yet (`session.views.seen_round`). What a tournament adds are parts
of the view beside those: the session, what a player may ask of it, what staff may do at once.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Command, Order, Person, refusal_of, tag_of
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.game.events import Settled
from bythebook.game.state import State as Round
from bythebook.game.state import Wager
from bythebook.house.activities.tournaments.dealing import next_deadline, waited_for
from bythebook.house.activities.tournaments.running import Approve, Deny, TableRun, rules_of
from bythebook.house.activities.tournaments.table_story import row_in_chips
from bythebook.house.activities.tournaments.tables import KIND
from bythebook.house.activities.tournaments.tournaments import TournamentState
from bythebook.house.activities.tournaments.views import View, leaders_of
from bythebook.house.cards.stacks import added_by
from bythebook.house.people.people import INSPECTOR, Viewer
from bythebook.house.staff.pit_view import order_in_words
from bythebook.house.tables import projecting
from bythebook.house.tables.approvals import CORRECTING, correction
from bythebook.house.tables.choices import choices, for_whom_it_lies_face_down
from bythebook.house.tables.running_table import RunningTable
from bythebook.house.tables.table_log import Terms
from bythebook.house.tables.views import (
    AtOnce,
    BoxView,
    ChoiceView,
    DueView,
    SignsView,
    TableView,
    YouView,
)
from bythebook.rulebooks.chapters.tournament_play import Secrets
from bythebook.rulebooks.tables import PLAYER
from bythebook.structs import like
from bythebook.table.cards.depths import cut_bounds
from bythebook.table.cards.face_down import face_down
from bythebook.table.due import what_is_due
from bythebook.table.powers import title
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.decision import act_of, game_in, is_staff
from bythebook.tournaments.session.session import asked, legal
from bythebook.tournaments.session.state import Form as SecretForm
from bythebook.tournaments.session.state import Session, in_hand, limits_now, owner_of, unit_now
from bythebook.tournaments.session.views import SessionView, seen_round, session_view, whose_turn

LINES_SHOWN = 200


class EndingView(View, frozen=True, kw_only=True):
    """How it goes on for a player whose table is over: a place, or another seat."""

    place: int = 0  # that they finished at; 0: not yet
    of: int = 0  # so many entered
    prize: int = 0
    stage: str = ""  # where they go on
    table: str = ""  # the seat there, once it is drawn
    waits: bool = False  # other tables still play


class SessionTableView(TableView, frozen=True, gc=False, kw_only=True):
    """A table, with what a tournament adds to it."""

    session: SessionView
    moves: tuple[ChoiceView, ...] = ()  # what you may ask of the session, beside decisions
    at_once: tuple[AtOnce, ...] = ()
    secret_fields: tuple[str, ...] = ()  # what the book wants on a form
    closed: bool = False  # the tournament is off
    ending: EndingView | None = None  # yours, if this table is over for you


def table_view(
    run: TableRun, held: TournamentState, id: str, viewer: Viewer, now: int, version: int = 0
) -> SessionTableView:
    """A table of a tournament as this person may see it."""
    session, rules = run.session, rules_of(run)
    known = viewer.name if not viewer.guest else ""
    role = viewer.role_at(session.terms.book)
    asking = _Asking(run, Person(known, role), max(now, run.at))
    orders = may_order(run, viewer)
    secrets = rules.play.secrets
    # Until the next hand begins, the cards of the last one lie there for everybody to see.
    shown = seen_round(run.last or session)
    return SessionTableView(
        version=version,
        signs=_signs(run, held),
        boxes=_boxes(run, shown, known),
        dealer=projecting.dealer_view(game_in(rules, session), shown),
        due=_due(run, now),
        choices=tuple(_decisions(asking, orders)),
        rows=projecting.rows_view(shown, _row_words(session)),
        shoe=projecting.shoe_view(rules.table, run),
        lines=run.lines[-LINES_SHOWN:],
        you=_you(run, viewer, shown),
        session=replace(_with_last_hand(run, session_view(rules, session, known, role)), id=id),
        moves=tuple(_moves(asking)),
        at_once=tuple(_at_once(asking)) if orders and not run.over else (),
        secret_fields=_fields(secrets) if secrets is not None else (),
        closed=run.closed,
        ending=_ending(run, held, known),
    )


def _ending(run: TableRun, held: TournamentState, name: str) -> EndingView | None:
    """What comes after this table for one who played here."""
    course, me = held.course, run.session.players.get(name)
    entrant = course.entrants.get(name)
    if me is None or entrant is None or not (run.over or me.gone):
        return None
    if course.has_finished(name):
        won = next((row for row in leaders_of(course, {}) if row.player == name), None)
        if won is not None and won.place:
            return EndingView(place=won.place, of=len(course.field), prize=won.prize)
        return None
    seat = next((seat for seat in course.drawn if seat.player == name), None)
    table = f"{course.stage}.{seat.table}" if seat is not None else ""
    if entrant.standing == "in" and table in course.playing and table != run.session.terms.id:
        return EndingView(stage=course.current.name or f"stage {course.stage}", table=table)
    return EndingView(waits=True) if course.phase in ("playing", "between", "decided") else None


def may_order(run: TableRun, viewer: Viewer) -> bool:
    """Whether somebody runs this table, and does not only look on."""
    role = viewer.role_at(run.session.terms.book)
    staff = bool(viewer.name) and not viewer.guest and is_staff(rules_of(run), role)
    return staff and INSPECTOR not in viewer.house_roles


# As any table is seen


def as_running(run: TableRun, held: TournamentState) -> RunningTable:
    """The session's table as the house runs any other, under the name of its stream."""
    session, terms = run.session, held.course.terms
    assert session.table.setup is not None
    named = Terms(
        id=f"{terms.id}.{session.terms.id}",
        title=terms.title,
        book=terms.book,
        cards=session.terms.cards,
        practice=held.practice,
        setup=session.table.setup,
    )
    return RunningTable(
        terms=named,
        table=session.table,
        stack=run.stack,
        revealed=run.revealed,
        requests=run.requests,
    )


def _signs(run: TableRun, held: TournamentState) -> SignsView:
    """With the limits of this hand; chips are points, unless they were bought for money."""
    session = run.session
    signs = projecting.signs_view(rules_of(run).table, as_running(run, held))
    least, most = limits_now(session)
    main, *sides = signs.spots
    now = replace(main, least=least, most=most, unit=unit_now(session))
    return replace(signs, spots=(now, *sides), points=session.terms.format != "live")


def _boxes(run: TableRun, shown: Round | None, viewer: str) -> tuple[BoxView, ...]:
    """Everybody's place: what lies there in the hand, or the wagers before its first card."""
    session = run.session
    down = face_down((run.last or session).table)
    game = game_in(rules_of(run), session)
    made = []
    for name, each in session.players.items():
        here = shown is not None and shown.has_box(each.box)
        wagers: tuple[Wager, ...] = ()
        if shown is not None:
            wagers = tuple(w for w in shown.wagers if w.live and w.box == each.box)
        elif name in session.bets:
            bet = session.bets[name]
            sides = (Wager(each.box, name, kind, sum_) for kind, sum_ in bet.sides.items())
            wagers = (Wager(each.box, name, "main", bet.amount), *sides)
        in_turn = shown is not None and shown.phase == "turns" and shown.at[0] == each.box
        made_from = (
            shown.box(each.box) if shown is not None and here else None,
            wagers,
            name,
            "",
            shown.at[1] if shown is not None and in_turn else 0,
            shown.insurances if shown is not None else (),
            True,
            session.table.face_down if each.box in down and name != viewer else 0,
        )
        made.append(projecting.box_view(game, each.box, made_from))
    return tuple(made)


_WAITS = {
    "seating": "players take their seats",
    "settling": "the hand is settled",
    "between": "between hands",
    "counting": "chips are counted",
    "ballot": "chance decides",
    "ranked": "the places are fixed",
    "over": "the session is over",
}
_CLOCKS = {"between": "betting", "betting": "betting", "playing": "turn"}
_OF_THE_TABLE = ("between", "betting", "playing", "settling")


def _due(run: TableRun, now: int) -> DueView:
    due = _awaited(run, now)
    to_cut = run.session.table.shoe.status == "to-cut"
    clock = "cut" if to_cut else _CLOCKS.get(run.session.phase, "")
    until = next_deadline(run)
    if until and clock:
        due = replace(due, clock=clock, until=until)
    waits = correction(run, rules_of(run).table, run.table)
    if waits is not None:
        due = replace(due, clause=waits.clause, says=CORRECTING, correcting=waits.number)
    return due


def _awaited(run: TableRun, now: int) -> DueView:
    """What is waited for: at the table, or else in the session."""
    session, rules = run.session, rules_of(run)
    due = what_is_due(rules.table, session.table)
    idle = run.over or session.phase not in _OF_THE_TABLE
    if not idle and session.phase == "betting" and due.what == "wagers":
        turn = whose_turn(session)
        says = f"{turn} wagers" if turn else "everybody has wagered"
        clause = act_of(rules, "wager").clause
        return DueView(what="wagers", clause=clause, says=says, player=turn, called=not turn)
    if idle or due.what == "wagers":
        clause = rules.play.rules_apply.clause
        says = "the tournament is off" if run.closed else _WAITS.get(session.phase, "cards")
        return DueView(what="session", clause=clause, says=says)
    round_ = session.table.round
    player = owner_of(session, due.player)
    says = projecting.due_says(replace(due, player=player))
    if due.what == "offer" and (waited := waited_for(run, now)):
        says = f"offers: {', '.join(waited)}"
    return like(
        DueView,
        due,
        says=says,
        player=player,
        phase=round_.phase if round_ is not None else "",
        ready=run.ready,
        depth=cut_bounds(rules.table, session.table) if due.what == "cut" else (0, 0),
    )


def _row_words(session: Session) -> Any:
    """How a wager ended, in the words of its book; in points, where chips are no money."""
    cents = session.terms.format == "live"

    def says(row: Settled, split: set[int]) -> str:
        if not row.stake:  # nobody has seen how much it was
            return f"box {row.box}, {row.player}: {row.result}"
        return row_in_chips(row, split, cents)

    return says


def _you(run: TableRun, viewer: Viewer, shown: Round | None) -> YouView:
    session, rules, name = run.session, rules_of(run), viewer.name
    role = viewer.role_at(session.terms.book)
    plays = role == PLAYER and not viewer.guest and name not in run.automatic
    me = session.players.get(name) if plays else None
    return YouView(
        name=name if not viewer.guest else "",
        role=role,
        role_title=title(rules.table.conduct, role),
        guest=viewer.guest,
        here=me is not None,
        seat=me.box if me is not None else 0,
        chips=in_hand(session, name) if me is not None else 0,
        won=0,
        round_won=shown.net.get(name, 0) if me is not None and shown is not None else 0,
        may_play=False,  # nobody joins a tournament by taking a box
        several=False,
        added=added_by(run, name) if me is not None else "",
    )


# The session


def _with_last_hand(run: TableRun, seen: SessionView) -> SessionView:
    """Until the next hand begins, what was announced in the last one lies there for all to see."""
    if run.last is None:
        return seen
    past = session_view(rules_of(run), run.last, "", "")
    lay = {place.player: place for place in past.places}
    places = tuple(
        replace(
            place,
            passed=lay[place.player].passed,
            secret_amount=lay[place.player].secret_amount,
        )
        for place in seen.places
        if place.player in lay
    )
    return replace(seen, places=places)


def _fields(secrets: Secrets) -> tuple[str, ...]:
    """What a form asks for; a double, where it must be written down beforehand."""
    doubles = ("double",) if secrets.doubles.value == "written" else ()
    return (*secrets.fields, *secrets.recorded, *doubles)


class _Asking:
    """Tries an order without giving it."""

    def __init__(self, run: TableRun, person: Person, at: int) -> None:
        self.run = run
        self.person = person
        self.at = at

    @property
    def plays(self) -> bool:
        """Whether it is one of those who play here that asks."""
        here = self.person.name in self.run.session.players
        return here and self.person.role == PLAYER and self.person.name not in self.run.automatic

    def refusal(self, command: Command, by: Person | None = None) -> Refused | Malformed | None:
        order = Order(by=by or self.person, at=self.at, command=command, why="asked")
        return refusal_of(KIND.decide, self.run, order, {})

    def choice(self, action: str, command: Command, **more: Any) -> ChoiceView:
        no = self.refusal(command)
        me = self.run.session.players[self.person.name]
        return ChoiceView(
            action=action,
            box=me.box,
            player=me.player,
            legal=no is None,
            clause=no.clause if isinstance(no, Refused) else "",
            why=no.reason if no is not None else "",
            **more,
        )


# What a player may do


def _decisions(asking: _Asking, orders: bool) -> Iterator[ChoiceView]:
    """A player's own; those of all for a dealer of real cards, who hears them."""
    session = asking.run.session
    round_ = session.table.round
    hears = orders and not asking.run.virtual
    if session.phase != "playing" or round_ is None or not (asking.plays or hears):
        return
    boxes = {each.box: name for name, each in session.players.items()}

    def concerns(name: str) -> bool:
        return hears or name == asking.person.name

    def ask(command: g.Command) -> Refused | Malformed | None:
        owner = boxes[command.box]  # type: ignore[attr-defined]
        if not concerns(owner):
            return Malformed("somebody else decides")
        return asking.refusal(asked(command), Person(owner, PLAYER))

    found: set[tuple[str, int, int]] = set()
    down = {box for box in face_down(session.table) if boxes[box] != asking.person.name}
    every = choices(game_in(rules_of(asking.run), session), round_, ask)
    for choice in for_whom_it_lies_face_down(every, round_, down):
        owner = owner_of(session, choice.player)
        key = (choice.action, choice.box, choice.hand)
        hidden = hears and choice.player != owner  # how much it is stays on the form
        if not concerns(owner) or key in found or (hidden and choice.action == "insure"):
            continue
        found.add(key)
        amounts = {"least": 0, "most": 0, "usual": 0} if hidden else {}
        yield replace(choice, player=owner, on="", **amounts)


def _moves(asking: _Asking) -> Iterator[ChoiceView]:
    if not asking.plays:
        return
    run, session = asking.run, asking.run.session
    me = session.players[asking.person.name]
    if run.over or me.gone:
        return
    if not me.seated:
        yield asking.choice("take-seat", c.TakeSeat())
        return
    if session.phase == "betting":
        yield from _wagers(asking)
    if session.terms.cash_out:
        yield asking.choice("consent", c.Consent())
    yield asking.choice("leave-seat", c.LeaveSeat())
    yield asking.choice("dispute", c.RaiseDispute("…"))


def _wagers(asking: _Asking) -> Iterator[ChoiceView]:
    session, name = asking.run.session, asking.person.name
    me = session.players[name]
    least, most = limits_now(session)
    bounds = {"least": least, "most": max(least, min(most, me.chips))}
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


# What staff may do

_QUICK = (
    c.Start, c.ShowJokers, c.Signal, c.BeginHand, c.NoMoreBets, c.Announce, c.EndBreak,
    c.RecordTotals, c.ReturnChips, c.AnnounceResult, c.CheckForm, c.ReturnForm, c.CallTime,
    c.Direct, c.Miss, c.Shuffle,
)  # fmt: skip


def _at_once(asking: _Asking) -> Iterator[AtOnce]:
    """What would not be refused now, as far as nothing has to be filled in."""
    run, session, rules = asking.run, asking.run.session, rules_of(asking.run)
    for command in legal(rules, session, asking.person, asking.at):
        if not isinstance(command, _QUICK) or (isinstance(command, c.Shuffle) and run.virtual):
            continue
        if run.requests and asking.refusal(command) is not None:
            continue
        player = getattr(command, "player", "")
        tag = tag_of(command)
        says = command.says or tag
        yield AtOnce(
            says=f"{says}: {player}" if player else says,
            command=msgspec.to_builtins(command),
            clause=act_of(rules, tag).clause,
        )
    turn = whose_turn(session) if session.phase == "playing" and not run.virtual else ""
    if turn:
        absent = c.Decide(g.DeclareAbsent(session.players[turn].box))
        if asking.refusal(absent) is None:
            clause = act_of(rules, "decide").clause
            command = msgspec.to_builtins(absent)
            yield AtOnce(says=f"Absent: {turn}", command=command, clause=clause)
    yield from _approvals(asking)
    if session.phase == "ballot":
        yield AtOnce(says="Draw the ballot", command={"type": "ballot", "seed": ""}, clause="")


def _approvals(asking: _Asking) -> Iterator[AtOnce]:
    """Orders that wait for somebody to stand behind them, for whoever may."""
    rules = rules_of(asking.run).table
    for request in asking.run.requests:
        if asking.refusal(Approve(request.number)) is None:
            said = order_in_words(rules, asking.run.table, request.order)
            words = f"{said} ({request.order.by.name})"
            for says, command in (
                ("Approve", Approve(request.number)), ("Do not approve", Deny(request.number)),
            ):  # fmt: skip
                given = msgspec.to_builtins(command)
                yield AtOnce(says=f"{says}: {words}", command=given, clause=request.clause)
