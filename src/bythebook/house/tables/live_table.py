"""A running table in this process: its state, what it shows, and who is watching.

Messages are encoded once for everybody; what is for one person alone goes out by itself, and only
when it has changed.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

import msgspec

from bythebook.cards import Card
from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house.cards.shoes import seed_with, shuffled
from bythebook.house.cards.stacks import OrderOf, WithStack, added_to
from bythebook.house.log.commits import cause_of
from bythebook.house.log.store import Unavailable
from bythebook.house.people.people import Viewer
from bythebook.house.tables.inscription import called
from bythebook.house.tables.narration import lines_of
from bythebook.house.tables.projecting import (
    LINES_KEPT,
    Projection,
    may_see,
    the_game,
    you_made_from,
    you_view,
)
from bythebook.house.tables.requests import Asked, BuyChips, CashOut, Go
from bythebook.house.tables.running_table import RunningTable, Secret, TableTransaction
from bythebook.house.tables.table_log import Happening, Ordered
from bythebook.house.tables.views import LineView, Means, TableView, YouView
from bythebook.phrases import ENGLISH, Speaker, plain
from bythebook.rulebooks.tables import TableRules
from bythebook.table.events import TableOpened

FOUND_WRONG = (BrokenInvariant, AssertionError)
MOVE_MONEY = (BuyChips, CashOut, Go)  # between a wallet and a table
PENDING_MAX = 500  # messages a slow reader may fall behind before it gets the whole view instead

log = logging.getLogger("bythebook.house")


@lru_cache
def _encoder(speaker: Speaker) -> msgspec.json.Encoder:
    return msgspec.json.Encoder(enc_hook=partial(plain, speaker=speaker))


def encode(message: object, speaker: Speaker = ENGLISH) -> str:
    """Text, made once however many get it who read the same language."""
    return _encoder(speaker).encode(message).decode()


class Ack(msgspec.Struct, frozen=True):
    """The command is durable; or it waits for a second person under this number."""

    id: str
    version: int
    waiting: int = 0
    reason: str = ""


class Vault:
    """The sealed stacks of one table that have not been revealed: nobody but the automatic dealer
    looks."""

    def __init__(self) -> None:
        self._secrets: dict[int, Secret] = {}
        self._orders: dict[int, tuple[Card, ...]] = {}  # by the seed alone
        self._dealt: dict[int, tuple[tuple[str, ...], tuple[Card, ...]]] = {}  # with what was added

    def add(self, secret: Secret, order: tuple[Card, ...]) -> None:
        self._secrets[secret.number] = secret
        self._orders[secret.number] = order

    def add_sealed(self, secret: Secret) -> None:
        self.add(secret, shuffled(secret.before, bytes.fromhex(secret.seed)))

    def secret_of(self, number: int) -> Secret:
        return self._secrets[number]

    def order_of(self, number: int) -> tuple[Card, ...]:
        """The stack as it was sealed, before any cut, and before players added anything."""
        return self._orders[number]

    def order_in(self, run: WithStack) -> OrderOf:
        """How the stacks of a table lie, with what players have added to them."""

        def order_of(number: int) -> tuple[Card, ...]:
            added = added_to(run, number)
            if not added:
                return self._orders[number]
            if self._dealt.get(number, ((), ()))[0] != added:
                secret = self._secrets[number]
                seed = seed_with(bytes.fromhex(secret.seed), added)
                self._dealt[number] = added, shuffled(secret.before, seed)
            return self._dealt[number][1]

        return order_of

    def knows(self, number: int) -> bool:
        return number in self._secrets

    def forget_after(self, number: int) -> None:
        self._forget(n for n in tuple(self._secrets) if n > number)

    def forget_before(self, number: int) -> None:
        self._forget(n for n in tuple(self._secrets) if n < number)

    def _forget(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            del self._secrets[number], self._orders[number]
            self._dealt.pop(number, None)


class Watcher:
    """Somebody who looks at a table: messages pile up here until they are sent."""

    def __init__(self, viewer: Viewer, speaker: Speaker = ENGLISH) -> None:
        self.viewer = viewer
        self.speaker = speaker  # of the language they read
        self.you: YouView | None = None
        self.you_made_from: tuple[Any, ...] = ()
        self.overrun = False
        self._pending: deque[str] = deque()
        self._waiting: asyncio.Future[None] | None = None  # whoever sends, until something comes

    def put(self, message: str) -> None:
        if len(self._pending) >= PENDING_MAX:
            self._pending.clear()
            self.overrun = True  # whoever sends asks for the whole view again
        self._pending.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def tell(self, message: object) -> None:
        """The same of something that is told in their language."""
        self.put(encode(message, self.speaker))

    async def take(self) -> Sequence[str]:
        """All that has come, once there is something."""
        while not self._pending:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
            await asyncio.sleep(0)  # an acknowledgement comes in the same breath as its effect
        taken = list(self._pending)
        self._pending.clear()
        return taken


class Waiting:
    """A command that waits for its turn at a table, and whoever asked for it with it."""

    __slots__ = ("answer", "asked", "cause", "id", "viewer")

    def __init__(self, viewer: Viewer, asked: Asked, id: str) -> None:
        self.viewer = viewer
        self.asked = asked
        self.id = id
        self.cause = cause_of(viewer.name, asked)
        self.answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()

    @property
    def needs_wallet(self) -> bool:
        return isinstance(self.asked.what, MOVE_MONEY)

    def acknowledge(self, ack: Ack) -> None:
        if not self.answer.done():  # whoever asked may have stopped waiting
            self.answer.set_result(ack)

    def refuse(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Stopped(Unavailable):
    """A table that found itself wrong does nothing more until somebody has looked."""


class Audience:
    """Who is looking at a table."""

    def __init__(self) -> None:
        self.watchers: dict[Watcher, None] = {}  # in the order in which they came
        self._names: set[str] = set()  # theirs

    def come(self, watcher: Watcher) -> None:
        self.watchers[watcher] = None
        self.tell_presence()

    def leave(self, watcher: Watcher) -> None:
        self.watchers.pop(watcher, None)
        self.tell_presence()

    def here(self, name: str) -> bool:
        return name in self._names

    def tell_presence(self) -> None:
        """Who else is here. Of the staff only the staff hears."""
        viewers = [watcher.viewer for watcher in self.watchers]
        self._names = {viewer.name for viewer in viewers}
        players = {viewer.name for viewer in viewers if not viewer.staff}
        for watcher in self.watchers:
            here = self._names if watcher.viewer.staff else players
            watcher.put(encode({"presence": {"here": sorted(here - {""})}}))


class LiveTable(Audience):
    def __init__(self, rules: TableRules, run: RunningTable, version: int) -> None:
        super().__init__()
        self.rules = rules
        self.run = run
        self.version = version
        self.kept_version = version  # of the last snapshot
        self.lock = asyncio.Lock()
        self.waiting: list[Waiting] = []  # in the order in which they came
        self.turns: asyncio.Task[None] | None = None  # while somebody carries out what waits
        self.vault = Vault()
        self.held_by: Refused | Malformed | None = None
        self.behind = False  # our rules have been mended since it last said by which it plays
        self.stopped: BrokenInvariant | AssertionError | None = None
        self.lines: deque[LineView] = deque(maxlen=LINES_KEPT)
        self._gone: dict[str, int] = {}  # players whom nobody saw when we looked, since when
        self.projection = Projection(rules)
        self.projection.update(run)

    def next_in_turn(self) -> list[Waiting]:
        """Those whose turn it is now: all that wait, up to the first that needs a wallet."""
        taken: list[Waiting] = []
        while self.waiting:
            waits = self.waiting.pop(0)
            if waits.answer.done():
                continue  # whoever asked has stopped waiting
            taken.append(waits)
            if waits.needs_wallet:
                break
        return taken

    @property
    def id(self) -> str:
        return self.run.terms.id

    @property
    def between_rounds(self) -> bool:
        """Nothing lies on the layout: what is decided next, new rules can decide."""
        table = self.run.table
        wagers = table.round.wagers if table.round is not None else ()
        return not (table.in_round or table.carried or any(wager.live for wager in wagers))

    @property
    def stream(self) -> str:
        return stream_of(self.id)

    # Who is there

    def long_gone(self, now: int, seconds: int) -> list[str]:
        """The players who have not been here for so long, each time that we looked."""
        away = [name for name in self.run.table.players if not self.here(name)]
        self._gone = {name: self._gone.get(name, now) for name in away}
        return [name for name, since in self._gone.items() if now - since >= seconds]

    # What has happened

    def moved(self, move: TableTransaction, held_by: Refused | Malformed | None) -> None:
        """What a move has worked out is in the log: tell everybody."""
        self.run, self.held_by = move.run, held_by
        if move.rules is not self.rules:
            self.rules = self.projection.rules = move.rules
        lines = self._new_lines(move)
        self.version += len(move.happened)
        changed = self.projection.update(self.run, self.held_by)
        if lines:
            changed["lines"] = lines
        if self.run.stack is not None:
            self.vault.forget_before(min((*self.run.to_reveal, self.run.stack.number)))
        self._tell_all(changed)
        self._look_who_may_stay()

    def _look_who_may_stay(self) -> None:
        """Whoever has left a table of their own sees nothing of who plays there next."""
        if self.run.terms.own and self.run.table.phase == "closed":
            for watcher in [one for one in self.watchers if not may_see(self.run, one.viewer)]:
                self.leave(watcher)

    def held(self, held_by: Refused | Malformed | None) -> None:
        """Nothing has happened, but why the dealer does not go on may be another."""
        self.held_by = held_by
        changed = self.projection.update(self.run, held_by)
        if changed:
            self._tell_all(changed)

    def show_meters(self, readings: dict[str, int]) -> None:
        """What the linked jackpot's meters show by now."""
        if readings != self.projection.readings:
            self.projection.readings = readings
            self._tell_all(self.projection.update(self.run, self.held_by))

    def _tell_all(self, changed: dict[str, Any]) -> None:
        changed["version"] = self.version
        held = {name: self.projection.seen_by(name, changed) for name in self.projection.held}
        made: dict[tuple[str, Speaker], str] = {}
        for watcher in self.watchers:
            name = watcher.viewer.name if watcher.viewer.name in held else ""
            key = name, watcher.speaker
            if key not in made:
                made[key] = encode({"patch": held.get(name, changed)}, watcher.speaker)
            watcher.put(made[key])

    def _new_lines(self, move: TableTransaction) -> list[LineView]:
        lines: list[LineView] = []
        names = partial(called, the_game(self.rules, self.run))
        told = zip(move.happened, move.tables, strict=True)
        for version, (happening, before) in enumerate(told, start=self.version + 1):
            if self.run.terms.own and _opens(happening):
                lines.clear()  # whoever played here before, it is another's book now
                self.lines.clear()
            lines += lines_of(happening, before, version, before.rounds + 1, names)
        self.lines.extend(lines)
        return lines

    def tell_you(self, watcher: Watcher, means: Means) -> None:
        """What is for this person alone, if it has changed."""
        made_from = you_made_from(self.run, watcher.viewer, means)
        if made_from == watcher.you_made_from:
            return
        watcher.you_made_from = made_from
        you = you_view(self.rules, self.run, watcher.viewer, means)
        if you != watcher.you:
            watcher.you = you
            watcher.tell({"patch": {"version": self.version, "you": you}})

    def tell_person(self, name: str, means: Means) -> None:
        """The same to somebody by name, wherever they look at this table from."""
        for watcher in self.watchers:
            if watcher.viewer.name == name:
                self.tell_you(watcher, means)

    def tell(self, name: str, message: str) -> None:
        for watcher in self.watchers:
            if watcher.viewer.name == name:
                watcher.put(message)

    def view(self, viewer: Viewer, means: Means) -> TableView:
        parts = self.projection.seen_by(viewer.name, self.projection.parts)
        return TableView(
            version=self.version,
            lines=tuple(self.lines)[-100:],
            you=you_view(self.rules, self.run, viewer, means),
            **{name: parts[name] for name in _PARTS},
        )


def _opens(happening: Happening) -> bool:
    events = happening.events if isinstance(happening, Ordered) else ()
    return any(isinstance(event, TableOpened) for event in events)


class Deciding:
    """Whoever finds a table wrong stops it."""

    __slots__ = ("live",)

    def __init__(self, live: LiveTable) -> None:
        self.live = live

    def __enter__(self) -> None:
        if self.live.stopped is not None:
            raise Stopped(str(self.live.stopped))

    def __exit__(self, _: object, wrong: BaseException | None, __: object) -> None:
        if isinstance(wrong, FOUND_WRONG):
            self.live.stopped = wrong
            log.exception("table %s stops", self.live.id)
            raise Stopped(str(wrong)) from wrong


_PARTS = ("signs", "boxes", "dealer", "due", "choices", "rows", "shoe")


def stream_of(table: str) -> str:
    return f"table/{table}"


def shoe_stream_of(table: str) -> str:
    return f"shoe/{table}"
