"""The rounds of a table out of its events, each as a record that settles to the same cent.

What a round was asked and did is in its steps. What the table did with the cards meanwhile is not:
cards shuffled in mid-round, cards too many on the dealer's hand. A record has lines for these as
well: of each the round is asked, as a record would ask it, and what it decides is written down.
"""

from collections import deque
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.errors import BrokenInvariant
from bythebook.game import commands as c
from bythebook.game import events as g
from bythebook.game.round import decide, refusal
from bythebook.game.state import State as Round
from bythebook.game.state import Table
from bythebook.records.export import Shuffled, export_record
from bythebook.records.record import Record
from bythebook.records.replay import problem_with_cards
from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.loader import other_edition
from bythebook.rulebooks.tables import TableRules, load_table_rules
from bythebook.table import State, evolve
from bythebook.table import events as e
from bythebook.table.cards.irregularities import laid
from bythebook.table.decision import game_of, step
from bythebook.table.evolve import KEPT_ROUNDS, fold
from bythebook.table.state import IrregularCard, Step

CARD_LEFT = g.CardDealt | g.CardVoided | g.CardBurned | g.CardHeldOver


class Note(msgspec.Struct, frozen=True):
    """What the table did with the cards, and the step that it is for the round, if it is one."""

    clause: str
    after: tuple[int, int] | None  # so many steps and cards of the round; None: its end
    step: Step | None = None
    shuffles: bool = True
    routine: bool = False  # nothing that a record mentions, unless a card came again
    ran_out: bool = False  # the cards did: it depends on the burn what the round is asked


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
        else:
            self.note_between_rounds(before, event)
        match event:
            case e.RoundRewound():
                self.notes = [_rewound(note, event.steps) for note in self.notes]
            case e.RoundFinished():
                self.over.append(self.finished(before))
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
                # What is due by an order or a failure waits unshuffled for a moment.
                ran_out = before.shoe.status != "unshuffled"
                self.note(before, event.clause, ran_out=ran_out)
                self.ask_about_last(before, c.RunOut())
            case e.CardBurned(card=Card() as card, routine=True):
                self.ask_about_last(before, c.RunOut(card))
            case e.BurnForgotten():
                self.ask_about_last(before, c.RunOut(forgotten=True))
            case e.RackReloaded():
                self.note(before, event.clause, routine=True)
            case e.IrregularityResolved(how="burn"):
                for irregular in before.irregular:
                    self.note(before, event.clause, shuffles=False)
                    self.notes[-1] = self.asked(self.notes[-1], before.round, laid(irregular))

    def because_of_device(self) -> bool:
        """Its failure has a line of its own."""
        return isinstance(self.last, e.ShuffleDue) and self.last.because == "malfunction"

    def note(
        self,
        before: State,
        clause: str,
        shuffles: bool = True,
        routine: bool = False,
        ran_out: bool = False,
    ) -> None:
        cards = sum(isinstance(told, CARD_LEFT) for step in before.steps for told in step.events)
        here = (len(before.steps), cards)
        self.notes.append(Note(clause, here, None, shuffles, routine, ran_out))

    def ask_about_last(self, before: State, command: c.RunOut) -> None:
        """The cards ran out; one may have been burned since, which the round is told with it.

        One burned unseen is none of the record's: that cards were shuffled is all there is to say.
        """
        if self.notes and self.notes[-1].ran_out and self.notes[-1].step is None:
            self.notes[-1] = self.asked(self.notes[-1], before.round, command)

    def asked(self, note: Note, round_: Round | None, command: c.Command) -> Note:
        """The note with what the round decides; as it is, where its game has no such thing."""
        if self.game is None or round_ is None or refusal(self.game, round_, command) is not None:
            return note
        return replace(note, step=step(command, decide(self.game, round_, command)))

    def note_between_rounds(self, before: State, event: e.Event) -> None:
        match event:
            case e.RackReloaded() | e.CardsShuffled():
                self.reloaded = event.clause
            case e.IrregularityResolved():
                for card in before.irregular[:1]:
                    self.extra_card(card, event)

    def extra_card(self, card: IrregularCard, event: e.IrregularityResolved) -> None:
        """A card too many on the dealer's finished hand belongs to the round that is over."""
        if card.kind != "extra" or not self.over:  # or the game has been changed since
            return
        was = self.over[-1]
        laid_before = [note.step.events for note in was.notes if note.step is not None]
        if any(isinstance(told, g.CardHeldOver) for events in laid_before for told in events):
            return  # it is the card that was held over already
        notes = [self.asked(Note(event.clause, None, shuffles=False), was.round, laid(card))]
        if self.reloaded:
            notes.insert(0, Note(self.reloaded, None, routine=True))
        self.over[-1] = replace(was, notes=(*was.notes, *notes))


def _rewound(note: Note, steps: int) -> Note:
    """The cards that went back are dealt again: the note stands where its card comes."""
    assert note.after is not None
    return replace(note, after=(min(note.after[0], steps), note.after[1]))


# The record


def record_of(live: LiveRound) -> Record:
    """The record of a round as it stands now, put right where it was."""
    remarkable = [note for note in live.notes if not note.routine]
    shuffles = [note for note in live.notes if note.shuffles]
    record = _record(live, remarkable)
    # A card that came again needs every shuffle there was; one that cannot have been in the shoe,
    # laid on the dealer's finished hand, is no card of this round.
    for notes in (list(live.notes), shuffles):
        if problem_with_cards(record, live.game) is None:
            break
        record = _record(live, notes)
    return record


def _record(live: LiveRound, notes: list[Note]) -> Record:
    return export_record(live.game, live.table, _told(live.final_steps, notes))


def _told(steps: tuple[Step, ...], notes: list[Note]) -> Iterator[Step | Shuffled]:
    """The round's steps, with each note where it belongs.

    A round that was put right may never come to where a note stood. That cards were shuffled can
    be said anywhere; a card too many is then none of this round's.
    """
    waiting = [note for note in notes if note.after is not None]
    at_end = [note for note in notes if note.after is None]
    cards = 0
    for at, taken in enumerate(steps):
        while waiting and _is_here(waiting[0], at, cards):
            yield from _said(waiting.pop(0))
        cards += sum(isinstance(event, CARD_LEFT) for event in taken.events)
        yield taken
        if any(isinstance(event, g.RoundEnded) for event in taken.events):
            for note in at_end:
                yield from _said(note)
            at_end = []
    for note in waiting:
        if note.shuffles:
            yield Shuffled(note.clause)


def _is_here(note: Note, steps: int, cards: int) -> bool:
    assert note.after is not None
    return note.after[0] <= steps and note.after[1] <= cards


def _said(note: Note) -> Iterator[Step | Shuffled]:
    if note.step is not None:
        yield note.step
    elif note.shuffles:
        yield Shuffled(note.clause)
