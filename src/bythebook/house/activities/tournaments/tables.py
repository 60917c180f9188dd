"""Tables of a tournament as the house runs them: sealed cards, clocks, automatic players.

The session itself is the core's. Beside it the house keeps the shoe in use, which seals are the
session's own, and who plays by machine. Nobody but the automatic dealer deals from a sealed shoe.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bythebook.deciders import Command, Event, Order, Person, Revealed, Sealed, tags
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.house.activities.activity import ActivityTransaction, Kind
from bythebook.house.activities.tournaments import dealing
from bythebook.house.activities.tournaments.running import (
    AUTOMATIC,
    CLOSED,
    DEALER,
    VOUCHERS,
    Automate,
    BeReady,
    CloseTable,
    PlayerReady,
    PlayersAutomated,
    SealShoe,
    ShowShoe,
    TableClosed,
    TableRun,
    as_the_session_knows_it,
    numbered,
    rules_of,
    sealed_shoe,
    shown_shoe,
    with_seed,
)
from bythebook.house.activities.tournaments.shoes import (
    ABOUT,
    CARDS,
    Shoe,
    build_of,
    cutting_card_due,
    next_card,
)
from bythebook.house.activities.tournaments.table_story import table_lines
from bythebook.house.activities.tournaments.tournaments import (
    DESK,
    LINES_KEPT,
    NAME,
    TABLE,
    check_texts,
)
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.rulebooks.chapters.tournament_play import find_play_rules
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.session import decide as decide_session
from bythebook.tournaments.session.session import evolve as evolve_session
from bythebook.tournaments.session.state import Session

OFFERS = "house:offers"
_FROM_THE_SHOE = (c.Deal, c.CuttingCard, c.Shuffle)


_HOUSE = tags(SealShoe, ShowShoe, Automate, CloseTable)
# A substitute is named to the tournament before the start: it pays whom it knows by name.
_BY_HOUSE = frozenset({*_HOUSE, "open", "seal", "fill-container", "add-chips", "substitute"})


class SessionKind(Kind):
    name = TABLE
    family = NAME
    commands = {**c.COMMANDS, **_HOUSE, **tags(BeReady)}
    by_people = frozenset(commands) - _BY_HOUSE
    events = e.AnyEvent | PlayersAutomated | PlayerReady | TableClosed
    machines = frozenset({DEALER, DESK}) | AUTOMATIC

    def book_of(self, state: Any, command: Command) -> str:
        if state is not None:
            return str(state.session.terms.book)
        return command.terms.book if isinstance(command, c.Open) else ""

    def person(self, state: Any, viewer: Viewer, command: Command) -> Person:
        person = super().person(state, viewer, command)
        if state is not None and person.role == p.PLAYER and viewer.name in state.automatic:
            raise Refused(p.ACCOUNTS, f"{viewer.name} is an automatic player here")
        return person

    # Deciding

    def decide(self, state: Any, order: Order, seeds: Mapping[int, str]) -> Sequence[Event]:
        command = order.command
        check_texts(command)
        if state is None:
            if not isinstance(command, c.Open):
                raise Malformed("there is no such table")
            return decide_session(find_play_rules(command.terms.book), None, order)
        if state.closed:
            raise Refused(CLOSED, "the tournament is off")
        match command:
            case CloseTable():
                return (TableClosed(),)
            case Automate(players=players):
                return (PlayersAutomated(players),)
            case SealShoe(digest=digest):
                return (sealed_shoe(state, digest),)
            case ShowShoe(seed=seed):
                return (shown_shoe(state, seed),)
            case BeReady():
                return (_ready(state, order.by),)
            case c.Ballot(seed="") | c.FillContainer(seed=""):
                order = replace(order, command=with_seed(state, command, seeds))
        if state.virtual and isinstance(command, _FROM_THE_SHOE) and order.by.name != DEALER:
            raise Refused(CARDS, "these cards are sealed: the automatic dealer deals them")
        return numbered(state, decide_session(rules_of(state), state.session, order))

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
            case Sealed(number=number, digest=digest, about=about) if about == ABOUT:
                build = build_of(state.session.terms)
                shoe = Shoe(number, digest, build.burned, build.cutting)
                return self._told(replace(state, shoe=shoe, seals=number), event, state.session)
            case Revealed(number=number) if state.shoe and state.shoe.number == number:
                return self._told(replace(state, shoe=None), event, state.session)
        before = state.session
        session = evolve_session(before, as_the_session_knows_it(state, event))
        after = replace(state, session=session, at=max(state.at, int(getattr(event, "at", 0))))
        match event:
            case Sealed(number=number, about=about) if about == VOUCHERS:
                after = replace(after, seals=number, container=number)
            case Sealed(number=number):
                after = replace(after, seals=number, chance=(*after.chance, number))
            case e.RoundMoved(command=g.Deal()) if after.shoe is not None:
                after = replace(after, shoe=replace(after.shoe, drawn=after.shoe.drawn + 1))
            case e.HandSettled():
                after = replace(after, last=before)
            case e.HandBegan():
                after = replace(after, last=None)
            case e.CuttingCardCame() if after.shoe is not None:
                after = replace(after, shoe=replace(after.shoe, came=True))
        if after.ready and _offer(session) != _offer(before):
            after = replace(after, ready=())
        return self._told(after, event, before)

    def _told(self, run: TableRun, event: Event, before: Session | None) -> TableRun:
        new = tuple(table_lines(event, before, run.told, run.at))
        if not new:
            return run
        lines = (*run.lines, *new)[-LINES_KEPT:]
        return replace(run, lines=lines, told=run.told + len(new))

    def checked(self, state: Any, order: Order, seeds: Mapping[int, str]) -> str | None:
        """What came out of a sealed shoe is what lay on top."""
        if state is None or not state.virtual:
            return None
        command, shoe = order.command, state.shoe
        if not isinstance(command, c.Deal | c.CuttingCard):
            return None
        if shoe is None or shoe.number not in seeds:
            return "no shoe was sealed"
        due = cutting_card_due(shoe)
        if due != isinstance(command, c.CuttingCard):
            return f"the cutting card {'lay on top' if due else 'lay deeper in the shoe'}"
        if isinstance(command, c.Deal):
            card = next_card(shoe, build_of(state.session.terms), seeds[shoe.number])
            if str(card) != command.card:
                return f"{command.card} was dealt, but {card} lay on top of the sealed shoe"
        return None

    # What follows at once, and in time

    def after_act(self, moving: ActivityTransaction, stream: str) -> None:
        dealing.go_on(moving, stream)

    def next_deadline(self, state: Any) -> int | None:
        return dealing.next_deadline(state)

    def on_timer(self, moving: ActivityTransaction, stream: str) -> None:
        dealing.on_timer(moving, stream)


def _ready(run: TableRun, by: Person) -> PlayerReady:
    if by.role != p.PLAYER or by.name not in run.session.players:
        raise Refused(OFFERS, "only those who play here are asked")
    if by.name in run.ready or not _offer(run.session):
        raise Refused(OFFERS, "nothing is offered to you")
    return PlayerReady(by.name)


def _offer(session: Session) -> tuple[int, str] | None:
    """What the round asks players now, if it asks anything."""
    round_ = session.round
    if session.phase != "playing" or round_ is None or round_.due is not None:
        return None
    return (session.hand + session.extra, round_.phase)


KIND = SessionKind()
