"""A stack that is over, out of the log: what was sealed, cut and dealt, for anybody to check."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.house.cards.shoe_files import RevealedShoe, Served, reveal
from bythebook.house.cards.stacks import WithStack, drawn
from bythebook.house.log.store import Row
from bythebook.house.staff.exporting import terms_in
from bythebook.house.tables import table_log as h
from bythebook.house.tables.running_table import RunningTable, happen
from bythebook.house.tables.table_log import happening_from_json
from bythebook.table import events as e

OF_STACKS = {one.__name__ for one in (h.StackSealed, h.ChanceAdded, h.StackRevealed)}


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """A stack that was committed to, in a list of all of a table: none is missing from it."""

    number: int
    digest: str
    cards: int
    at: int
    additions: int = 0  # how many players added something, as far as it is known
    opened_at: int | None = None


def seals_of(happened: Iterable[object]) -> tuple[Seal, ...]:
    """Every commitment, in the order in which they were made."""
    seals: dict[int, Seal] = {}
    who: dict[int, set[str]] = {}
    for happening in happened:
        match happening:
            case h.StackSealed(number=number, at=at):
                digest, cards = happening.digest, happening.cards
                seals[number] = Seal(number=number, digest=digest, cards=cards, at=at)
            case h.ChanceAdded(number=number, player=player):
                who.setdefault(number, set()).add(player)
            case h.StackRevealed(number=number, at=at) if number in seals:
                seals[number] = replace(seals[number], opened_at=at)
    return tuple(
        replace(seal, additions=len(who.get(number, ()))) for number, seal in seals.items()
    )


def seals_at(rows: Sequence[Row]) -> tuple[Seal, ...]:
    told = (row for row in rows if row.kind in OF_STACKS)
    return seals_of(happening_from_json(row.data) for row in told)


def shoe_in(rows: Sequence[Row], table: str, number: int) -> RevealedShoe:
    """The file of a stack; one that is still in use is nobody's to see."""
    run = RunningTable(terms=terms_in(rows, table))
    history = History(number)
    for row in rows[1:]:
        happening = happening_from_json(row.data)
        before, run = run, happen(run, happening)
        events = happening.events if isinstance(happening, h.Ordered) else ()
        history.read(row.position, happening, events, before, run)
        if history.revealed is not None:
            return history.file(table)
    raise Malformed(f"stack {number} of {table} has not been revealed")


class History:
    """Follows one stack from its seal to the day it is revealed."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.began = self.ended = self.cut = 0
        self.revealed: h.StackRevealed | None = None
        self.places: list[tuple[int, int]] = []  # round and place of each card dealt

    def read(
        self,
        position: int,
        happened: object,
        events: Sequence[e.Event],
        before: WithStack,
        after: WithStack,
    ) -> None:
        """One thing that happened, and what came of it at the table itself."""
        if isinstance(happened, h.StackSealed) and happened.number == self.number:
            self.began = position
        elif isinstance(happened, h.StackRevealed) and happened.number == self.number:
            self.revealed, self.ended = happened, position
        if before.stack is None or before.stack.number != self.number:
            return
        if after.stack is not None:
            self.cut = after.stack.cut % max(1, after.stack.cards)
        taken = any(isinstance(event, e.CardTaken) for event in events)
        if taken and not before.table.shoe.next:
            self.places.append((before.table.rounds + 1, drawn(before) + 1))

    def file(self, table: str) -> RevealedShoe:
        assert self.revealed is not None
        return reveal(
            bytes.fromhex(self.revealed.seed),
            self.revealed.before,
            table=table,
            number=self.number,
            added=self.revealed.added,
            from_front=self.cut,
            began=self.began,
            ended=self.ended,
            rounds=tuple(self._runs()),
        )

    def _runs(self) -> list[Served]:
        """Cards that follow one another in the same round, together."""
        runs: list[Served] = []
        for round_, place in self.places:
            if runs and (runs[-1].round, runs[-1].last + 1) == (round_, place):
                runs[-1] = Served(round_, runs[-1].first, place)
            else:
                runs.append(Served(round_, place, place))
        return runs
