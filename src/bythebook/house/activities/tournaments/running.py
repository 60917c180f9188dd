"""A table of a tournament with what the house keeps beside the session.

TableRun = the session + the sealed cards in use + which seals are whose + who plays by machine
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.deciders import Command, Event, Revealed, Sealed
from bythebook.errors import Refused
from bythebook.house.activities.tournaments import old_rows
from bythebook.house.cards.shoes import digest_of, seed_with, shuffled
from bythebook.house.cards.stacks import (
    Ended,
    OrderOf,
    Stack,
    added_to,
    composition,
    still_asked_for,
)
from bythebook.house.tables.approvals import Request
from bythebook.house.tables.table_log import StackRevealed, StackSealed
from bythebook.house.tables.views import LineView
from bythebook.rulebooks.chapters.tournament_play import PlayRules, load_play_rules
from bythebook.rulebooks.law import played_by
from bythebook.table.state import State as TableState
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.state import Session

CARDS = "house:sealed-cards"  # the house's own rule about its cards, cited like a clause
VOUCHERS = "vouchers"  # what a seal is about that holds their order
DEALER = "automatic dealer"  # by this name the house deals
CLOSED = "house:tournament-over"
AUTOMATIC_MOST = 1000
AUTOMATIC = frozenset(f"auto-{number}" for number in range(1, AUTOMATIC_MOST + 1))


# What the house adds to a session


class SealStack(Command, frozen=True, tag="seal-stack"):
    """The cards were shuffled: their order is committed to before anybody wagers on it."""


class RevealStack(Command, frozen=True, tag="reveal-stack"):
    """A stack has had its time: how it lay is shown."""

    number: int


class Automate(Command, frozen=True, tag="automate"):
    """These play by machine."""

    players: tuple[str, ...]


class CloseTable(Command, frozen=True, tag="close-table"):
    """The tournament is off: nothing more happens here."""


class BeReady(Command, frozen=True, tag="ready"):
    """A player wants no more of what is offered now."""


class AddChance(Command, frozen=True, tag="add-chance"):
    """Something of a player's own for the shuffle, before a card of the stack has been seen."""

    number: int
    text: str


class Approve(Command, frozen=True, tag="approve"):
    """Stand behind an order that waits for a second person."""

    number: int


class Deny(Command, frozen=True, tag="deny"):
    """Do not: it waits no longer."""

    number: int


class PlayerReady(Event, frozen=True):
    player: str
    clause: str = "house:offers"


class PlayersAutomated(Event, frozen=True):
    players: tuple[str, ...]
    clause: str = "house:practice-tournaments"


class TableClosed(Event, frozen=True):
    clause: str = CLOSED


class TableRun(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a tournament with what the house keeps beside it."""

    session: Session
    stack: Stack | None = None
    ended: Ended | None = None  # the last stack that was shuffled again
    to_reveal: tuple[int, ...] = ()
    added: dict[int, tuple[str, ...]] = {}  # by players, to stacks that are over
    revealed: tuple[int, ...] = ()
    packs: dict[int, tuple[Card, ...]] = {}  # what was shuffled, of stacks that are still asked for
    lay: tuple[Card, ...] = ()  # the last stack that was shown, as it was sealed
    by_names: tuple[int, ...] = ()  # of them, those of an older log, drawn in its own way
    seals: int = 0  # of this stream, whatever they are about
    chance: tuple[int, ...] = ()  # which of them the session itself knows, in its own order
    container: int = 0  # the seal of the mystery vouchers
    automatic: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()  # who wants no more of what is offered now
    requests: tuple[Request, ...] = ()  # orders that wait for a second person
    asked: int = 0  # such orders ever
    closed: bool = False
    lines: tuple[LineView, ...] = ()  # the newest of the running book
    told: int = 0
    at: int = 0  # when something happened last, as far as its events say

    @property
    def over(self) -> bool:
        return self.closed or self.session.phase == "over"

    @property
    def last(self) -> Session | None:
        """As the last hand lay when it was settled, until the next begins."""
        return self.session.unsettled if self.session.phase != "betting" else None

    @property
    def table(self) -> TableState:
        return self.session.table

    @property
    def virtual(self) -> bool:
        return self.session.terms.cards == "virtual"


def rules_of(run: TableRun) -> PlayRules:
    return load_play_rules(played_by(run.session.terms))


# Sealed cards


def order_in(run: TableRun, seeds: Mapping[int, str]) -> OrderOf:
    """How the stacks lie that were sealed with these seeds."""

    def order_of(number: int) -> tuple[Card, ...]:
        if number in run.by_names:
            return old_rows.order_of(seeds[number], run.packs[number])
        return _shuffled(run.packs[number], seeds[number], added_to(run, number))

    return order_of


@lru_cache(maxsize=64)
def _shuffled(cards: tuple[Card, ...], seed: str, added: tuple[str, ...]) -> tuple[Card, ...]:
    return shuffled(cards, seed_with(bytes.fromhex(seed), added))


def pack_now(run: TableRun) -> tuple[Card, ...]:
    """What a stack is made of that is sealed now: the one before it was shown by then."""
    return composition(rules_of(run).table, run, lambda _: run.lay)


def sealed_stack(run: TableRun, seeds: Mapping[int, str], at: int) -> StackSealed:
    """Every card that is not out, in the order that the seed kept for it gives."""
    number = run.seals + 1
    if not run.virtual or run.stack is not None:
        raise Refused(CARDS, "there are cards already")
    if number not in seeds:
        raise Refused(CARDS, "no seed is kept for this")
    before = pack_now(run)
    seed = bytes.fromhex(seeds[number])
    return StackSealed(number, digest_of(seed, before, shuffled(before, seed)), len(before), at)


def revealed_stack(
    run: TableRun, seeds: Mapping[int, str], number: int, at: int
) -> StackRevealed | Revealed:
    """With everything that it takes to check it."""
    in_use = run.stack.number if run.stack is not None and run.over else 0
    if number not in (*run.to_reveal, in_use) or number not in seeds:
        raise Refused(CARDS, "that stack is not over")
    if number in run.by_names:
        return Revealed(number, seeds[number], CARDS)
    after = order_in(run, seeds)(number)
    return StackRevealed(number, seeds[number], run.packs[number], after, at, added_to(run, number))


def with_stack(run: TableRun, stack: Stack, before: tuple[Card, ...]) -> TableRun:
    """A stack was sealed: what nobody will ask for any more is forgotten."""
    packs = {number: pack for number, pack in run.packs.items() if number in run.to_reveal}
    packs[stack.number] = before
    added = still_asked_for(run)
    return replace(run, stack=stack, seals=stack.number, packs=packs, added=added)


def with_old_stack(run: TableRun, event: Sealed) -> TableRun:
    """The same for a row of an older log."""
    terms = run.session.terms
    stack = old_rows.stack_of(terms, event)
    run = with_stack(run, stack, old_rows.pack_of(rules_of(run), terms))
    return replace(run, by_names=(*run.by_names, stack.number))


def without_stack(run: TableRun, shown: StackRevealed | Revealed) -> TableRun:
    number = shown.number
    left = tuple(each for each in run.to_reveal if each != number)
    stack = None if run.stack is not None and run.stack.number == number else run.stack
    if isinstance(shown, StackRevealed):
        lay = shown.after
    else:
        lay = order_in(run, {number: shown.seed})(number)
    return replace(run, stack=stack, to_reveal=left, revealed=(*run.revealed, number), lay=lay)


# Seeds of the session's own


def with_seed(run: TableRun, command: Any, seeds: Mapping[int, str]) -> Any:
    """With the seed sealed for it: the vouchers' own, or the first ballot's that is not used."""
    if isinstance(command, c.FillContainer):
        number = run.seals + 1
    else:
        used = run.session.seeds_used
        number = run.chance[used] if used < len(run.chance) else 0
    if number not in seeds:
        raise Refused(CARDS, "no seed is sealed for this")
    return replace(command, seed=seeds[number])


def numbered(run: TableRun, events: Sequence[Event]) -> tuple[Event, ...]:
    """The session counts its own seals; a stream counts all, shoes among them."""
    chance, seals, container = list(run.chance), run.seals, run.container
    renumbered: list[Event] = []
    for event in events:
        if isinstance(event, Sealed):
            seals += 1
            if event.about == VOUCHERS:
                container = seals
            else:
                chance.append(seals)
            event = replace(event, number=seals)
        elif isinstance(event, Revealed):
            vouchers = event.seed == run.session.container_seed
            event = replace(event, number=container if vouchers else chance[event.number - 1])
        renumbered.append(event)
    return tuple(renumbered)


def as_the_session_knows_it(run: TableRun, event: Any) -> Any:
    if isinstance(event, Sealed):
        return replace(event, number=len(run.chance) + 1)
    if isinstance(event, Revealed) and event.number in run.chance:
        return replace(event, number=run.chance.index(event.number) + 1)
    return event
