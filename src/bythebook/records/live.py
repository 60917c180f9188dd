"""The rounds of a table out of its events, each as a record that settles to the same cent.

What a round was asked and did is in its steps, whatever went wrong with it included. A record also
says where cards were shuffled in mid-round, which is no step: such a card may come again.
"""

from collections import deque
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from bythebook.errors import BrokenInvariant
from bythebook.game import commands as c
from bythebook.game import events as g
from bythebook.game.state import State as Round
from bythebook.game.state import Table
from bythebook.records.export import Shuffled, export_record
from bythebook.records.record import Record
from bythebook.records.replay import impossible
from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.loader import Book, other_edition
from bythebook.rulebooks.tables import TableRules, load_table_rules
from bythebook.table import State, evolve
from bythebook.table import events as e
from bythebook.table.decision import game_of
from bythebook.table.evolve import KEPT_ROUNDS, fold
from bythebook.table.state import Step

CARD_LEFT = g.CardDealt | g.CardVoided | g.CardBurned | g.CardHeldOver


class Note(msgspec.Struct, frozen=True):
    """The table shuffled, or put discards back into the device."""

    clause: str
    after: tuple[int, int] | None  # so many steps and cards of the round; None: its end
    routine: bool = False  # nothing that a record mentions, unless a card came again


class Correction(msgspec.Struct, frozen=True):
    """A round that was over, decided anew."""

    position: int
    clause: str
    steps: tuple[Step, ...]
    round: Round


class LiveRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is over. Positions count the table's events from 1, as its stream does."""

    number: int  # of the table's rounds that are over, from 1
    began: int  # the position of its first event after the wagers
    ended: int
    book: Book
    game: Game  # as it was when the round began: a failing device changes it in mid-round
    table: Table
    steps: tuple[Step, ...]
    round: Round
    notes: tuple[Note, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def final_steps(self) -> tuple[Step, ...]:
        return self.corrections[-1].steps if self.corrections else self.steps

    @property
    def final_round(self) -> Round:
        return self.corrections[-1].round if self.corrections else self.round


def rounds_of(rules: TableRules, events: Iterable[e.Event]) -> Iterator[LiveRound]:
    """Every round that is over, in order, with what was put right since.

    The latest come last of all: any of them may still be corrected.
    """
    reader = RoundReader(rules)
    for event in events:
        yield from reader.read(event)
    yield from reader.over


class RoundReader:
    """Follows a table, and keeps the rounds that its events may still change."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        self.state = State()
        self.position = 0
        self.began = 0
        self.game: Game | None = None
        self.notes: list[Note] = []
        self.over: deque[LiveRound] = deque()
        self.reloaded = ""  # the clause by which the discards went back since the last round
        self.last: e.Event | None = None

    def read(self, event: e.Event) -> Iterator[LiveRound]:
        """Take in an event; rounds that nothing can change any more come out."""
        self.position += 1
        before = self.state
        if isinstance(event, e.RoundBegan):
            self.began, self.game = self.position, game_of(self.rules, before)
            self.notes, self.reloaded = [], ""
        self.state = evolve(before, event)
        if before.in_round:
            self.note_in_round(before, event)
        elif isinstance(event, e.RackReloaded | e.CardsShuffled):
            self.reloaded = event.clause
        match event:
            case e.RoundRewound():
                self.notes = [_rewound(note, event.steps) for note in self.notes]
            case e.RoundFinished():
                self.over.append(self.finished(before))
            case e.LastRoundMoved():
                self.told_afterwards(event.step)
            case e.LastRoundCorrected():
                self.correct(event)
            case e.TableClosed() | e.GameChanged() | e.EditionAdopted():
                yield from self.over
                self.over.clear()
        if isinstance(event, e.EditionAdopted):
            book = other_edition(self.rules.book, event.edition, event.revision)
            self.rules = load_table_rules(book)
        while len(self.over) > KEPT_ROUNDS:
            yield self.over.popleft()
        self.last = event

    def finished(self, before: State) -> LiveRound:
        if self.game is None or before.start is None or before.round is None:
            raise BrokenInvariant("a round is over that had not begun")
        return LiveRound(
            number=self.state.rounds,
            began=self.began,
            ended=self.position,
            book=self.rules.book,
            game=self.game,
            table=before.start.table,
            steps=before.steps,
            round=before.round,
            notes=tuple(self.notes),
        )

    def correct(self, event: e.LastRoundCorrected) -> None:
        was = self.over[-event.back]
        start = Round(table=was.table, meters=dict(was.table.meters))
        put_right = fold(start, event.steps)
        correction = Correction(self.position, event.clause, event.steps, put_right)
        self.over[-event.back] = replace(was, corrections=(*was.corrections, correction))

    # What the table did with the cards

    def note_in_round(self, before: State, event: e.Event) -> None:
        match event:
            case e.CardsShuffled() if event.rack and not self.because_of_device():
                self.note(before, event.clause)
            case e.RackReloaded():
                self.note(before, event.clause, routine=True)
            case e.RoundMoved() if isinstance(event.step.command, c.RunOut) and self.notes:
                self.notes.pop()  # the round was told of that shuffle, and tells it

    def because_of_device(self) -> bool:
        """Its failure has a line of its own."""
        return isinstance(self.last, e.ShuffleDue) and self.last.because == "malfunction"

    def note(self, before: State, clause: str, routine: bool = False) -> None:
        cards = sum(isinstance(told, CARD_LEFT) for step in before.steps for told in step.events)
        self.notes.append(Note(clause, (len(before.steps), cards), routine))

    def told_afterwards(self, step: Step) -> None:
        """The last round is told of a card too many; discards may have gone back before it."""
        if not self.over:  # the game has been changed since
            return
        was = self.over[-1]
        notes = (*was.notes, Note(self.reloaded, None, True)) if self.reloaded else was.notes
        told = replace(was, notes=notes)
        if was.corrections:
            last = was.corrections[-1]
            last = replace(last, steps=(*last.steps, step), round=fold(last.round, (step,)))
            told = replace(told, corrections=(*was.corrections[:-1], last))
        else:
            told = replace(told, steps=(*was.steps, step), round=fold(was.round, (step,)))
        self.over[-1] = told


def _rewound(note: Note, steps: int) -> Note:
    """The cards that went back are dealt again: the note stands where its card comes."""
    assert note.after is not None
    return replace(note, after=(min(note.after[0], steps), note.after[1]))


# The record


def record_of(live: LiveRound) -> Record:
    """The record of a round as it stands now, put right where it was.

    A card that came again needs every shuffle there was; one that cannot have been in the shoe,
    laid on the dealer's finished hand, is no card of this round.
    """
    steps = live.final_steps
    without_extra = tuple(s for s in steps if not isinstance(s.command, c.LayExtraCard))
    remarkable = tuple(note for note in live.notes if not note.routine)
    for told, notes in ((steps, remarkable), (steps, live.notes), (without_extra, live.notes)):
        record = export_record(live.game, live.table, _told(live.game, told, notes))
        if not impossible(record, live.game, live.book):
            break
    return record


def _told(
    game: Game, steps: tuple[Step, ...], notes: tuple[Note, ...]
) -> Iterator[Step | Shuffled]:
    """The round's steps, with each note where it belongs, or at the end."""
    waiting = [note for note in notes if note.after is not None]
    at_end = [note for note in notes if note.after is None]
    cards = 0
    for at, taken in enumerate(steps):
        while waiting and _is_here(waiting[0], at, cards):
            yield Shuffled(waiting.pop(0).clause)
        cards += sum(isinstance(event, CARD_LEFT) for event in taken.events)
        yield _as_known(game, taken)
        if any(isinstance(event, g.RoundEnded) for event in taken.events):
            yield from (Shuffled(note.clause) for note in at_end)
            at_end = []
    yield from (Shuffled(note.clause) for note in waiting)


def _is_here(note: Note, steps: int, cards: int) -> bool:
    assert note.after is not None
    return note.after[0] <= steps and note.after[1] <= cards


def _as_known(game: Game, taken: Step) -> Step | Shuffled:
    """A device may have failed since the round began, and only then could the cards run out: to
    a game of its beginning that says nothing of it, it is a shuffle like any other."""
    errors = game.rules.irregularities
    failure = errors.malfunction if errors is not None else None
    known = errors is not None and (errors.runs_out or (failure is not None and failure.runs_out))
    if isinstance(taken.command, c.RunOut) and not known:
        ran_out = next(event for event in taken.events if isinstance(event, g.CardsRanOut))
        return Shuffled(ran_out.clause)
    return taken
