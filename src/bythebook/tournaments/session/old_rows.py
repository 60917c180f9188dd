"""Rows of a session as they were written before tournament tables were tables like any other.

Until then a session kept its round itself (`RoundBegan`, `RoundMoved`), counted cards by hands and
not by shoes, wrote nothing down about shuffle, cut and burn, and kept the stake of a form under its
player's name with a word behind it. Such a row is read as what it means to a session of today, so
that it folds, can be decided again, and the session can be played on. What was never written, that
somebody made the cards ready, is taken to have happened before it.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Event, Order
from bythebook.game import commands as g
from bythebook.game.commands import AnyCommand as RoundCommand
from bythebook.game.events import AnyEvent as RoundEvent
from bythebook.game.state import Table as RoundTable
from bythebook.rulebooks.chapters.tournament_play import PlayRules
from bythebook.table import events as t
from bythebook.table import evolve as evolve_table
from bythebook.table.cards.shoe import by_shoe
from bythebook.table.decision import Decision as TableDesk
from bythebook.table.state import Step
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.decision import Desk, giver, setup_of
from bythebook.tournaments.session.evolve import evolve
from bythebook.tournaments.session.state import Secret, Session, form_account

_SECRET = " (secret)"  # what stood behind a player's name


class RoundBegan(Event, frozen=True):
    """With the table's part in it: where the deal begins, chips, limits, who sits where."""

    table: RoundTable
    clause: str


class RoundMoved(Event, frozen=True):
    """One command to the round and what it brought about."""

    command: RoundCommand
    events: tuple[RoundEvent, ...]
    at: int
    clause: str = ""


OldEvent = RoundBegan | RoundMoved


def as_today(
    rules: PlayRules, session: Session | None, order: Order, events: Sequence[Event]
) -> tuple[Session | None, tuple[Event, ...]]:
    """The session that a row was written for, and the row, as they would be today."""
    if not _is_old(events):
        return session, tuple(_given(rules, session, order, events))
    if session is not None and any(isinstance(event, RoundBegan) for event in events):
        again = any(isinstance(event, e.StartPutRight) for event in events)
        session = session if again else _made_ready(rules, session)
    row = _Row(rules, session, order)
    return session, tuple(row.read(_renamed(session, events)))


def _given(
    rules: PlayRules, session: Session | None, order: Order, events: Sequence[Event]
) -> Iterator[Event]:
    """Who put a decision down was not written beside it: the order says it."""
    by = giver(rules, session.terms, order) if session is not None else None
    for event in events:
        nameless = isinstance(event, e.TableMoved) and event.by is None
        yield replace(event, by=by) if nameless and by is not None else event


def _made_ready(rules: PlayRules, session: Session) -> Session:
    """Shuffled, cut and, by the house's own dealer, burned: nobody wrote it down.

    Where people dealt, or a device, cards were counted within each hand.
    """
    table, shuffle = session.table, rules.table.conduct.shuffle
    new_shoe, virtual = table.shoe.status != "ready", session.terms.cards == "virtual"
    if not new_shoe and virtual and by_shoe(table):
        return session
    table = evolve_table(table, t.CardsShuffled("ready", new_shoe, shuffle.due.clause))
    burn = shuffle.burn
    if new_shoe and virtual and burn is not None and burn.shoe == "always":
        table = evolve_table(table, t.CardBurned(None, burn.clause, routine=True))
    return replace(session, table=table)


def gist(events: Sequence[Event]) -> tuple[object, ...]:
    """What an old row can be held to: everything but what was not written down then."""
    told: list[object] = []
    for event in events:
        if not isinstance(event, e.TableMoved):
            told.append(event)
            continue
        for inner in event.events:
            if isinstance(inner, t.RoundMoved):
                told.append(inner.step)
            elif isinstance(inner, t.RoundOpened):
                told.append(inner.table)
            elif isinstance(inner, t.LastRoundCorrected):
                told.append(inner.steps[-1])
    return tuple(told)


def _is_old(events: Sequence[Event]) -> bool:
    moved = any(isinstance(event, e.TableMoved) for event in events)
    if moved:
        return False
    alone = (e.SessionOpened, e.ShoeBegan, e.CuttingCardCame, RoundBegan, RoundMoved)
    return any(isinstance(event, alone) or _nameless(event) for event in events)


def _nameless(event: Event) -> bool:
    """Whether forms are told of whose stakes have no account."""
    if not isinstance(event, e.BettingStopped | e.SecretsAnnounced):
        return False
    return any(not secret.account for secret in event.secrets)


# Accounts


def _renamed(session: Session | None, events: Sequence[Event]) -> Sequence[Event]:
    """With the account that a form's stake has today."""
    if session is None:
        return events
    names = {f"{each.player}{_SECRET}": form_account(each.box) for each in session.players.values()}
    return [_with_names(session, event, names) for event in events]


def _with_names(session: Session, event: Event, names: dict[str, str]) -> Event:
    if isinstance(event, e.BettingStopped | e.SecretsAnnounced):
        return replace(event, secrets=tuple(_named(session, secret) for secret in event.secrets))
    if isinstance(event, OldEvent) and session.handed:
        return msgspec.convert(_replaced(msgspec.to_builtins(event), names), type(event))
    return event


def _named(session: Session, secret: Secret) -> Secret:
    return replace(secret, account=form_account(session.players[secret.player].box))


def _replaced(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {_replaced(key, names): _replaced(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


# The table


class _Row:
    """One row, event by event."""

    def __init__(self, rules: PlayRules, session: Session | None, order: Order) -> None:
        self.rules = rules
        self.session = session
        self.order = order
        self.again = False  # a deal is put right: its cards are out already

    def read(self, events: Sequence[Event]) -> Iterator[Event]:
        left = list(events)
        while left:
            event = left.pop(0)
            match event:
                case RoundBegan():
                    placed = [one for one in left if isinstance(one, RoundMoved)]
                    left = [one for one in left if not isinstance(one, RoundMoved)]
                    yield self._happened(self._began(event, placed))
                    continue
                case RoundMoved():
                    yield self._happened(self._at_table(event))
                    continue
                case e.StartPutRight():
                    self.again = True
                case e.CuttingCardCame():
                    out = t.CuttingCardOut(event.clause)
                    due = t.ShuffleDue("first-card", 0, event.clause, False)
                    yield self._happened(e.TableMoved((out, due), self.order.at))
            yield self._happened(event)
            if isinstance(event, e.SessionOpened):
                opened = t.TableOpened(setup_of(self.rules, event.terms), event.clause)
                yield self._happened(e.TableMoved((opened,), self.order.at))
            elif isinstance(event, e.ShoeBegan):
                due = t.ShuffleDue("other", 0, event.clause, True)
                yield self._happened(e.TableMoved((due,), self.order.at))

    def _happened(self, event: Event) -> Event:
        self.session = evolve(self.session, event)
        return event

    @property
    def state(self) -> Session:
        assert self.session is not None
        return self.session

    def _began(self, began: RoundBegan, moved: list[RoundMoved]) -> e.TableMoved:
        """From the wagers to the closing of the betting, in one."""
        events: list[t.Event] = [t.RoundOpened(began.table)]
        for one in moved:
            if isinstance(one.command, g.CloseBetting) and not self.again:
                events.append(t.RoundBegan(began.table))
            events.append(t.RoundMoved(Step(one.command, one.events)))
        return e.TableMoved(tuple(events), self.order.at)

    def _at_table(self, moved: RoundMoved) -> e.TableMoved:
        desk = Desk(self.rules, self.state, self.order)
        step = Step(moved.command, moved.events)

        def move(at: TableDesk) -> None:
            if at.state.round is None:  # voided when it was over
                past = (*at.state.past[-1].steps, step)
                clause = getattr(moved.command, "clause", moved.clause)
                at.emit(t.LastRoundCorrected(past, clause))
                return
            if isinstance(moved.command, g.Deal):
                at.emit(t.CardTaken(moved.command.card))
            at.emit(t.RoundMoved(step))

        desk.at_table(move)
        event = desk.events[0]
        assert isinstance(event, e.TableMoved)
        return event
