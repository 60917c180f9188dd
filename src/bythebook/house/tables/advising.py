"""At practice tables: what each choice is worth, worked out beside the house.

The sums are exact and take milliseconds, but their compiled code takes seconds to load and the
first time a minute to compile, so they live in a process of their own that starts when first asked.
"""

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from typing import TYPE_CHECKING, Protocol, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from bythebook.cards import JOKER, Card
from bythebook.errors import Malformed, Refused
from bythebook.game.state import State as Round
from bythebook.house.end_with_parent import end_at_once, end_with_parent
from bythebook.house.tables.live_table import LiveTable, Watcher, encode
from bythebook.house.tables.running_table import setup_of
from bythebook.house.tables.table_log import Terms
from bythebook.structs import like
from bythebook.table.cards.face_down import face_down, holder
from bythebook.table.due import what_is_due
from bythebook.table.orders import Setup
from bythebook.table.settings import with_dealing

if TYPE_CHECKING:
    from bythebook.odds.strategy.advice import Choice

NICENESS = 5  # the tables come first
DECLINE = "decline"
A = TypeVar("A")
B = TypeVar("B")
log = logging.getLogger("bythebook.house")


class GameAsked(msgspec.Struct, frozen=True):
    """A game as it is set up at a table, as plain data."""

    book: str  # with its edition
    game: str
    decks: int | None
    options: tuple[tuple[str, str], ...]
    readings: tuple[tuple[str, str], ...]


class Question(msgspec.Struct, frozen=True):
    """A game and a round as plain data, for the other process."""

    game: GameAsked
    round: bytes
    discards: tuple[Card, ...]
    down: dict[int, tuple[int, str]]  # by box: first cards face down, and who sees them


class Worth(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A choice on offer, and what it is worth: exactly, in original wagers, played well after."""

    action: str  # as the choices of a view name it; DECLINE: to take nothing of what is offered
    value: float
    rank: str = ""  # what a joker is named
    best: bool = False
    on: str = ""  # whose wager, if it is another's: then it counts in wagers of theirs


class HandAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """All that one player may do for one hand now, the best first."""

    player: str
    box: int
    hand: int
    stake: int  # cents: the original wager that values count in
    choices: tuple[Worth, ...]
    beside: tuple[Worth, ...] = ()  # what they may do about others' wagers, each by itself


class Advised(msgspec.Struct, frozen=True):
    """What is said of a table as it is at a version; nothing: nothing has a value there."""

    version: int
    hands: tuple[HandAdvice, ...] = ()

    def of(self, player: str) -> "Advised":
        return Advised(self.version, tuple(one for one in self.hands if one.player == player))


class Advisable(Protocol):
    """Where something moves, and somebody looks."""

    on_move: list[Callable[[LiveTable], None]]
    on_look: list[Callable[[LiveTable, Watcher], None]]


class Adviser:
    """Asked after every move at a practice table; answers whoever decides, if still in time.

    Who comes back to a table is told again. Warmed up before anybody comes, it answers the first
    question as quickly as any other.
    """

    def __init__(self) -> None:
        self._pool: Executor | None = None
        self._under_way: dict[str, asyncio.Task[None]] = {}  # by table
        self._said: WeakKeyDictionary[LiveTable, Advised] = WeakKeyDictionary()
        self.untold: set[str] = set()  # who wants to decide first, and hear afterwards

    def advise_in(self, house: Advisable) -> None:
        house.on_move.append(self.consider)
        house.on_look.append(self.tell_again)

    async def warm_up(self, terms: Iterable[Terms]) -> None:
        """Load, and the first time compile, all that the games of these tables need."""
        games = {_game_of(one.book, one.setup): None for one in terms if one.practice}
        if games:
            await self._beside(warm_up, list(games))

    def said(self, live: LiveTable) -> Advised | None:
        """What has been worked out of a table as it is now, if it has."""
        said = self._said.get(live)
        return said if said is not None and said.version == live.version else None

    async def wait(self, live: LiveTable, seconds: float) -> Advised | None:
        """The same, once it has been; whoever cannot wait so long goes without."""
        task = self._under_way.get(live.id)
        if task is not None:
            await asyncio.wait({task}, timeout=seconds)
        return self.said(live)

    def consider(self, live: LiveTable) -> None:
        """Somebody has moved at a table: work out what is worth knowing now."""
        if live.watchers:
            self._work_out(live)

    def tell_again(self, live: LiveTable, watcher: Watcher) -> None:
        """Somebody looks at a table anew."""
        said = self.said(live)
        if said is None:
            self._work_out(live)
        elif watcher.viewer.name in self._told(live):
            watcher.put(_message(said, watcher.viewer.name))

    def _work_out(self, live: LiveTable) -> None:
        last = self._under_way.pop(live.id, None)
        if last is not None:
            last.cancel()  # what it asks is no longer asked
        if not live.run.terms.practice or live.run.table.round is None:
            return
        if what_is_due(live.rules, live.run.table).what not in ("decision", "offer"):
            return
        task = asyncio.create_task(self._advise(live))
        self._under_way[live.id] = task
        task.add_done_callback(lambda done: self._done(live.id, done))

    def _done(self, table: str, task: asyncio.Task[None]) -> None:
        if self._under_way.get(table) is task:
            del self._under_way[table]

    async def _advise(self, live: LiveTable) -> None:
        version = live.version
        try:
            hands = await self._beside(answer, question_of(live))
        except Exception:
            log.exception("no advice could be given")
            hands = ()
        if live.version != version:
            return  # played on meanwhile
        self._said[live] = said = Advised(version, hands)
        for name in self._told(live):
            live.tell(name, _message(said, name))

    def _told(self, live: LiveTable) -> list[str]:
        """Whoever has a choice now, and wants to know."""
        choices = live.projection.parts["choices"]
        return sorted({choice.player for choice in choices} - self.untold)

    async def _beside(self, work: Callable[[A], B], about: A) -> B:
        if self._pool is None:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin)
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, about)

    async def close(self) -> None:
        for task in list(self._under_way.values()):
            task.cancel()
        if isinstance(self._pool, ProcessPoolExecutor):
            end_at_once(self._pool)


def _message(said: Advised, name: str) -> str:
    return encode({"advice": said.of(name)})


def question_of(live: LiveTable) -> Question:
    setup = with_dealing(live.rules, setup_of(live.run))
    table = live.run.table
    round_ = table.round
    assert round_ is not None
    gone = Counter(table.shoe.out)
    on_layout = [card for box in round_.boxes for hand in box.hands for card in hand.cards]
    # A joker left the shoe without a name, whatever it was named since.
    gone.subtract(JOKER if card.joker else card for card in (*on_layout, *round_.dealers_cards))
    return Question(
        _game_of(f"{live.rules.book.id}@{live.rules.book.edition}", setup),
        msgspec.json.encode(round_),
        tuple(gone.elements()),
        {n: (table.face_down, holder(round_.box(n))) for n in sorted(face_down(table))},
    )


def _game_of(book: str, setup: Setup) -> GameAsked:
    options, readings = (tuple(sorted(of.items())) for of in (setup.options, setup.readings))
    return GameAsked(book, setup.game, setup.decks, options, readings)


# In the other process


# A turn, a pair, and an ace with something to offer: between them they use all the compiled code.
SAMPLES = ("9C 6D 7H", "8C 9D 8H", "9C AD 7H")


def _begin() -> None:
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def warm_up(games: Iterable[GameAsked]) -> None:
    """Advise on a few hands of each game, so that whatever that takes is there."""
    from bythebook.odds.strategy.advice import advise
    from bythebook.records import parse_record
    from bythebook.records.stopped import stopped_at

    for asked in games:
        told = {"decks": asked.decks, "options": dict(asked.options)}
        settings = msgspec.toml.encode({name: value for name, value in told.items() if value})
        for cards in SAMPLES:
            text = f'game = "{asked.book}/{asked.game}"\nwagers = ["1 you 10"]\ncards = "{cards}"\n'
            with suppress(Malformed, Refused):  # no game of the family, or nothing to decide there
                advise(*stopped_at(parse_record(f"{text}{settings.decode()}")))


def answer(question: Question) -> tuple[HandAdvice, ...]:
    """What each choice of everybody who may decide now is worth."""
    from bythebook.odds.strategy.advice import Down, advise
    from bythebook.rulebooks import find_book

    asked = question.game
    book = find_book(asked.book)
    game = book.game(asked.game, asked.decks, dict(asked.options), dict(asked.readings))
    round_ = msgspec.json.decode(question.round, type=Round)
    down = {box: Down(*lies) for box, lies in question.down.items()}
    try:
        found = advise(game, round_, question.discards, down)
    except Malformed:
        return ()  # nothing has a value here: others are asked whether they follow
    return tuple(
        like(
            HandAdvice,
            one,
            choices=tuple(map(_worth, one.choices)),
            beside=tuple(map(_worth, one.beside)),
        )
        for one in found
    )


def _worth(choice: "Choice") -> Worth:
    """Named as the choices of a view are."""
    action, _, rank = choice.action.partition(" ")
    if action == "joker":
        return Worth(action=action, rank=rank, value=choice.value, best=choice.best)
    named = {"even money": "even-money", "leave it": DECLINE}.get(choice.action, choice.action)
    return Worth(action=named, value=choice.value, best=choice.best, on=choice.on)
