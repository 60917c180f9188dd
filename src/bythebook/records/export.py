"""Write down a round that was played as a record that replays to the same end.

What people decided, and the cards, are in its events; what went wrong is written as it was ordered.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.game import commands as c
from bythebook.game import events as e
from bythebook.game.state import Table
from bythebook.records.irregularities import line_of
from bythebook.records.record import PlayLine, Record, WagerLine
from bythebook.rulebooks.chapters.game import Game
from bythebook.table.state import Step


class Shuffled(msgspec.Struct, frozen=True):
    """The table shuffled in mid-round: no event of the round, but its cards may come again."""

    clause: str


def export_record(game: Game, table: Table, steps: Iterable[Step | Shuffled]) -> Record:
    """The record of a round, from the table's settings, what was asked, and what happened."""
    writer = _Writer()
    for step in steps:
        writer.write(step)
    return Record(
        game=game.id,
        edition=game.edition,
        decks=game.decks,
        side_wagers=tuple(sorted(table.side_wagers)),
        chips=table.chips,
        limits={name: pair for name, pair in table.limits.items() if not _fixed(game, name)},
        box_maximum=table.box_maximum,
        personal=table.personal,
        personal_boxes={name: boxes for name, boxes in table.personal_boxes.items() if boxes},
        warned=tuple(sorted(table.warned)),
        options={
            name: value
            for name, value in game.choices.items()
            if name != "decks" and name not in game.readings and value
        },
        readings={name: game.choices[name] for name in game.readings},
        meters=table.meters,
        hits=table.hits,
        seated=table.seated,
        first=table.first,
        wagers=tuple(writer.wagers),
        cards=tuple(writer.cards),
        play=tuple(writer.play),
    )


def _fixed(game: Game, wager: str) -> bool:
    """A sign may show what everybody stakes alike; a record has no limits for it."""
    side = game.rules.side_wagers.get(wager)
    return side is not None and side.stake_is_fixed


class _Writer:
    """Keeps what a record says, and where the round stands as far as that matters for it."""

    def __init__(self) -> None:
        self.wagers: list[WagerLine] = []
        self.cards: list[Card] = []
        self.play: list[PlayLine] = []
        self.following = False  # the others on the box are being asked
        self.doubled = (0, 0)  # the last hand doubled
        self.betting = True
        self.rows: list[e.Settled] = []

    def write(self, step: Step | Shuffled) -> None:
        if isinstance(step, Shuffled):
            self.say(f"shuffled {step.clause} at {self.next_card}")
            return
        taking_back = self.betting and _goes_back(step.command)
        irregularity = line_of(step, self.next_card, self.rows)
        if irregularity is not None and not taking_back:
            self.say(irregularity)
        for event in step.events:
            self.take_down(event, taking_back)

    def take_down(self, event: e.Event, taking_back: bool) -> None:
        """`taking_back`: wagers go back before the round began, as if they were not placed."""
        match event:
            case e.WagerPlaced():
                self.wagers.append(
                    WagerLine(event.box, event.player, event.amount, event.wager, event.token)
                )
            case e.BettingClosed():
                self.betting = False
            case e.CardDealt() | e.CardVoided():
                self.cards.append(event.card)
                self.following = False
            case e.CardBurned() | e.CardHeldOver():
                self.cards.append(event.card)
            case e.FollowersAsked():
                self.following = True
            case e.Settled():
                self.rows.append(event)
                if event.result == "withdrawn":
                    self.play.append(PlayLine(event.box, event.player, "withdraw"))
                elif event.result == "surrendered" and event.stage == "play":
                    self.play.append(PlayLine(event.box, event.player, "surrender"))
                elif taking_back:
                    self.take_back(event)
            case _:
                line = self.decision(event)
                if line is not None:
                    self.play.append(line)

    def decision(self, event: e.Event) -> PlayLine | None:
        """The line of a decision somebody made, or None for what the rules did by themselves."""
        match event:
            case e.HandHit():
                return PlayLine(event.box, action="hit")
            case e.HandStood():
                return PlayLine(event.box, action="stand")
            case e.HandSplit():
                return PlayLine(event.box, action="split")
            case e.StakeMoved():
                return PlayLine(event.box, event.player, "ride")
            case e.StakeMatched() if self.following:
                return in_tokens(PlayLine(event.box, event.player, "split"), event)
            case e.StakeMatched():  # the line of the split is there, and says what it was made in
                self.play[-1] = in_tokens(self.play[-1], event)
            case e.HandDoubled():
                return self.double(event)
            case e.InsuranceClaimed():
                line = PlayLine(event.box, event.player, "insure", event.amount, event.owner)
                return in_tokens(line, event)
            case e.InsurancePlaced() if event.owner == event.player:
                return in_tokens(PlayLine(event.box, event.player, "insure", event.amount), event)
            case e.EvenMoneyTaken():
                return PlayLine(event.box, event.player, "even-money")
            case e.WagerSurrendered():
                return PlayLine(event.box, event.player, "surrender")
            case e.JokerNamed():
                return PlayLine(event.box, action="joker", value=event.card.rank)
            case e.AbsenceDeclared() if not event.follows:
                return PlayLine(event.box, event.player, "absent")
        return None

    def double(self, event: e.HandDoubled) -> PlayLine | None:
        """Where everybody on the hand follows of itself, one line says it for all."""
        again = self.doubled == (event.box, event.hand) and not self.following
        self.doubled = (event.box, event.hand)
        if again:
            return None
        if event.free:
            return PlayLine(event.box, action="double")
        player = event.player if self.following else ""
        return in_tokens(PlayLine(event.box, player, "double", event.amount), event)

    def say(self, irregularity: str) -> None:
        self.play.append(PlayLine(irregularity=irregularity))

    @property
    def next_card(self) -> int:
        return len(self.cards) + 1

    def take_back(self, event: e.Settled) -> None:
        """Before the round began a wager that goes back need not be said at all."""
        left = {True: event.in_tokens, False: event.stake - event.in_tokens}
        for at in range(len(self.wagers) - 1, -1, -1):
            line = self.wagers[at]
            if (line.box, line.player, line.wager) != (event.box, event.player, event.wager):
                continue
            part = min(line.amount, left[line.token])
            left[line.token] -= part
            self.wagers[at] = replace(line, amount=line.amount - part)
        self.wagers = [line for line in self.wagers if line.amount]


Adding = e.HandDoubled | e.StakeMatched | e.InsuranceClaimed | e.InsurancePlaced


def in_tokens(line: PlayLine, event: Adding) -> PlayLine:
    """The line of what is added to a wager, and how much of that is in tokens."""
    if not event.in_tokens:
        return line
    part = event.in_tokens if event.in_tokens < event.amount else None
    return replace(line, token=True, tokens=part)


def _goes_back(command: c.Command) -> bool:
    if isinstance(command, c.ReturnWagers):
        return not command.forfeited
    return isinstance(command, c.ReduceWager | c.FailJackpot)
