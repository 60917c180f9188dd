"""At practice tables: what each choice is worth, worked out beside the house.

The sums are exact and take milliseconds, but their compiled code takes seconds to load and the
first time a minute to compile, so they live in a process of their own that starts when first asked.
"""

import asyncio
import logging
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import msgspec

from bythebook.cards import JOKER, Card
from bythebook.game.state import State as Round
from bythebook.house.end_with_parent import end_at_once, end_with_parent
from bythebook.house.tables.live_table import LiveTable, encode
from bythebook.house.tables.running_table import setup_of
from bythebook.table.cards.face_down import face_down, holder
from bythebook.table.due import what_is_due
from bythebook.table.settings import with_dealing

NICENESS = 5  # the tables come first
log = logging.getLogger("bythebook.house")


class Question(msgspec.Struct, frozen=True):
    """A game and a round as plain data, for the other process."""

    book: str  # with its edition
    game: str
    decks: int | None
    options: dict[str, str]
    readings: dict[str, str]
    round: bytes
    discards: tuple[Card, ...]
    down: dict[int, tuple[int, str]]  # by box: first cards face down, and who sees them


class Adviser:
    """Asked after every move at a practice table; answers whoever decides, if still in time."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def consider(self, live: LiveTable) -> None:
        if not live.run.terms.practice or not live.watchers or live.run.table.round is None:
            return
        if what_is_due(live.rules, live.run.table).what not in ("decision", "offer"):
            return
        task = asyncio.create_task(self._advise(live))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _advise(self, live: LiveTable) -> None:
        version = live.version
        question = question_of(live)
        if self._pool is None:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin)
        loop = asyncio.get_running_loop()
        try:
            answers = await loop.run_in_executor(self._pool, answer, question)
        except Exception:
            log.exception("no advice could be given")
            return
        if live.version != version:
            return  # played on meanwhile
        for player, advice in answers:
            live.tell(player, encode({"advice": {"version": version, **advice}}))

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        if self._pool is not None:
            end_at_once(self._pool)


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
        f"{live.rules.book.id}@{live.rules.book.edition}",
        setup.game,
        setup.decks,
        setup.options,
        setup.readings,
        msgspec.json.encode(round_),
        tuple(gone.elements()),
        {n: (table.face_down, holder(round_.box(n))) for n in sorted(face_down(table))},
    )


# In the other process


def _begin() -> None:
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def answer(question: Question) -> list[tuple[str, dict[str, Any]]]:
    """Who is advised, and what each of their choices is worth in original wagers."""
    from bythebook.errors import Malformed
    from bythebook.odds.strategy.advice import Down, advise
    from bythebook.rulebooks import find_book

    book = find_book(question.book)
    game = book.game(question.game, question.decks, question.options, question.readings)
    round_ = msgspec.json.decode(question.round, type=Round)
    down = {box: Down(*lies) for box, lies in question.down.items()}
    try:
        advice = advise(game, round_, question.discards, down)
    except Malformed:
        return []  # nothing has a value here: others are asked whether they follow
    return [
        (
            one.player,
            {
                "box": one.box,
                "hand": one.hand,
                "best": next(_named(choice.action) for choice in one.choices if choice.best),
                "worth": {_named(choice.action): round(choice.value, 6) for choice in one.choices},
            },
        )
        for one in advice
    ]


def _named(action: str) -> str:
    """As the choices of a view name it."""
    return {"even money": "even-money"}.get(action, action)
