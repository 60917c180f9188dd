"""Write down a round that was played: its events as a record that replays to the same end."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.game import events as e
from bythebook.game.state import Table
from bythebook.money import format_amount
from bythebook.records.irregularities import ANYBODY
from bythebook.records.record import PlayLine, Record, WagerLine
from bythebook.rulebooks.chapters.game import Game


class Shuffled(msgspec.Struct, frozen=True):
    """The table shuffled in mid-round: no event of the round, but its cards may come again."""

    clause: str


def export_record(game: Game, table: Table, events: Iterable[e.Event | Shuffled]) -> Record:
    """The record of a round, from the table's settings and what happened."""
    writer = _Writer(game)
    for event in events:
        writer.write(event)
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

    def __init__(self, game: Game) -> None:
        self.errors = game.rules.irregularities
        self.wagers: list[WagerLine] = []
        self.cards: list[Card] = []
        self.play: list[PlayLine] = []
        self.following = False  # the others on the box are being asked
        self.doubled = (0, 0)  # the last hand doubled by token
        self.betting = True
        self.taking_back = False  # wagers go back before the round began: as if not placed
        self.rows: list[e.Settled] = []
        self.last: e.Event | Shuffled | None = None

    def write(self, event: e.Event | Shuffled) -> None:
        if not isinstance(event, e.Settled):
            self.taking_back = False
        match event:
            case Shuffled():
                self.say(f"shuffled {event.clause} at {self.next_card}")
            case e.WagerPlaced():
                self.wagers.append(
                    WagerLine(event.box, event.player, event.amount, event.wager, event.token)
                )
            case e.CardDealt() | e.CardVoided():
                self.cards.append(event.card)
                self.following = False
            case e.FollowersAsked():
                self.following = True
            case e.Settled():
                self.rows.append(event)
                if event.result == "withdrawn":
                    self.play.append(PlayLine(event.box, event.player, "withdraw"))
                elif self.taking_back:
                    self.take_back(event)
            case _:
                line = self.decision(event)
                if line is not None:
                    self.play.append(line)
                else:
                    self.trouble(event)
        self.last = event

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
            again = self.doubled == (event.box, event.hand)
            self.doubled = (event.box, event.hand)
            return None if again else PlayLine(event.box, action="double")
        player = event.player if self.following else ""
        return PlayLine(event.box, player, "double", event.amount)

    # Irregularities

    def trouble(self, event: e.Event) -> None:
        """Write down what went wrong, if the event says so."""
        match event:
            case e.BettingClosed():
                self.betting = False
            case e.RoundVoided():
                if not self.said_why():
                    forfeits = ("forfeit", *event.forfeits) if event.forfeits else ()
                    self.say(" ".join(("void", event.clause, *forfeits)))
            case e.WagersInvalidated():
                self.say(f"invalid {event.box} {event.player}")
            case e.ReturnOrdered():
                self.order(event)
            case e.SettlementTrimmed():
                self.trim(event)
            case e.WagerTakenBack():
                self.say(f"withdraw {event.box} {event.player} at {self.next_card}")
            case e.DealerCardAsked():
                self.say(f"dealer-card {event.box}")
            case e.CardRefused():
                self.say(f"refuse {event.box}")
            case e.JackpotFailed():
                self.say(f"jackpot-failure at {self.next_card}")
            case e.DeviceFailed():
                self.say(f"malfunction {event.what} at {self.next_card}")
            case _:
                self.card_trouble(event)

    def said_why(self) -> bool:
        """Whether what voids the round has been said just now."""
        if isinstance(self.last, e.DeviceFailed):
            return self.last.voids
        return isinstance(self.last, e.WrongCardFound)

    def card_trouble(self, event: e.Event) -> None:
        match event:
            case e.CardMissed():
                place = "dealer" if event.box == e.DEALER else str(event.box)
                self.say(f"no-card {place} {self.next_card}")
            case e.CardsRanOut():
                self.say(f"ran-out {self.next_card}")
            case e.BurnForgotten():
                self.play[-1] = PlayLine(irregularity=f"{self.play[-1].irregularity} no-burn")
            case e.CardBurned():
                if event.why == "face-up":
                    self.say(f"face-up {self.next_card}")
                elif event.why == "extra":
                    self.say(f"extra-card {self.seen(event)} {self.next_card}")
                self.cards.append(event.card)
            case e.CardHeldOver():
                self.say(f"extra-card unexposed {self.next_card}")
                self.cards.append(event.card)
            case e.WrongCardFound():
                self.say("missing-card" if event.missing else "foreign-card")

    def seen(self, event: e.CardBurned) -> str:
        """A book may burn a card too many that nobody has seen, by a clause of its own."""
        if self.errors is None or event.clause == self.errors.extra_exposed.clause:
            return "exposed"
        return "unexposed" if event.clause == self.errors.extra_unexposed.clause else "exposed"

    def say(self, irregularity: str) -> None:
        self.play.append(PlayLine(irregularity=irregularity))

    @property
    def next_card(self) -> int:
        return len(self.cards) + 1

    def order(self, event: e.ReturnOrdered) -> None:
        if self.betting and not event.forfeited:
            self.taking_back = True
            return
        words = [str(event.box or ANYBODY), event.player or ANYBODY, event.clause, *event.wagers]
        words += [format_amount(event.amount)] if event.amount else []
        words += ["hand", str(event.hand)] if event.hand else []
        words += ["settled"] if event.settled_too else []
        how = "forfeit" if event.forfeited else "return"
        self.say(f"{how} {' '.join(words)} at {self.next_card}")

    def trim(self, event: e.SettlementTrimmed) -> None:
        row = self.rows[event.row]
        words = [str(row.box), row.player, event.clause, row.wager, format_amount(event.amount)]
        words += ["hand", str(row.hand)] if row.hand else []
        self.say(f"trim {' '.join(words)} at {self.next_card}")

    def take_back(self, event: e.Settled) -> None:
        """Before the round began a wager that goes back need not be said at all."""
        left = event.stake
        for at in range(len(self.wagers) - 1, -1, -1):
            line = self.wagers[at]
            if (line.box, line.player, line.wager) != (event.box, event.player, event.wager):
                continue
            # Chips go back before tokens.
            part = min(line.amount, event.in_tokens if line.token else left - event.in_tokens)
            left -= part
            self.wagers[at] = replace(line, amount=line.amount - part)
        self.wagers = [line for line in self.wagers if line.amount]
