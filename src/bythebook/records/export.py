"""Write down a round that was played: its events as a record that replays to the same end."""

from collections.abc import Iterable

from bythebook.cards import Card
from bythebook.game import events as e
from bythebook.game.state import Table
from bythebook.records.record import PlayLine, Record, WagerLine
from bythebook.rulebooks.vocabulary import Game


def export_record(game: Game, table: Table, events: Iterable[e.Event]) -> Record:
    """The record of a round, from the table's settings and what happened."""
    writer = _Writer()
    for event in events:
        writer.write(event)
    return Record(
        game=game.id,
        decks=game.decks,
        side_wagers=tuple(sorted(table.side_wagers)),
        chips=table.chips,
        limits=table.limits,
        box_maximum=table.box_maximum,
        options={
            name: value
            for name, value in game.choices.items()
            if name != "decks" and name not in game.readings and value
        },
        readings={name: game.choices[name] for name in game.readings},
        meters=table.meters,
        hits=table.hits,
        seated=table.seated,
        wagers=tuple(writer.wagers),
        cards=tuple(writer.cards),
        play=tuple(writer.play),
    )


class _Writer:
    def __init__(self) -> None:
        self.wagers: list[WagerLine] = []
        self.cards: list[Card] = []
        self.play: list[PlayLine] = []
        self.following = False  # the others on the box are being asked

    def write(self, event: e.Event) -> None:
        match event:
            case e.WagerPlaced():
                self.wagers.append(
                    WagerLine(event.box, event.player, event.amount, event.wager, event.token)
                )
            case e.CardDealt() | e.CardVoided():
                self.cards.append(event.card)
                self.following = False
            case e.FollowersAsked():
                self.following = True
            case e.RoundVoided():
                self.play.append(PlayLine(irregularity=f"void {event.clause}"))
            case e.WagersInvalidated():
                self.play.append(PlayLine(irregularity=f"invalid {event.box} {event.player}"))
            case e.Settled():
                if event.result == "withdrawn":
                    self.play.append(PlayLine(event.box, event.player, "withdraw"))
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
            case e.StakeMatched():
                return PlayLine(event.box, event.player, "split") if self.following else None
            case e.HandDoubled():
                return self.double(event)
            case e.InsuranceClaimed():
                return PlayLine(event.box, event.player, "insure", event.amount, event.owner)
            case e.InsurancePlaced() if event.owner == event.player:
                return PlayLine(event.box, event.player, "insure", event.amount)
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
        """With tokens everybody on the hand follows of itself: one line says it for all."""
        if event.free:
            again = self.play and self.play[-1] == PlayLine(event.box, action="double")
            return None if again else PlayLine(event.box, action="double")
        player = event.player if self.following else ""
        return PlayLine(event.box, player, "double", event.amount)
