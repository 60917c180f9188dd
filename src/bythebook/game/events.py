"""What has happened. Every event that moves cards, money or power cites its clause.

Boxes and hands are numbered from 1, as people count them; box 0 is the dealer's place.
"""

from typing import Literal

import msgspec

from bythebook.cards import Card

DEALER = 0

Stage = Literal["betting", "interim", "play", "final", "void"]
RowResult = Literal[
    "wins", "loses", "stand-off", "returned", "surrendered", "withdrawn", "carried"
]  # fmt: skip


class Event(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Base of all events."""


class Due(msgspec.Struct, frozen=True, gc=False):
    """Where the next card goes: a box and hand, or the dealer (box 0), and by which clause."""

    box: int
    hand: int
    clause: str
    hidden: bool = False  # face down: the dealer's hole card


class WagerPlaced(Event, frozen=True, gc=False):
    box: int
    player: str
    wager: str
    amount: int
    token: bool
    clause: str


class Control(msgspec.Struct, frozen=True, gc=False):
    """Who has a wager on a box, the one who decides first, then by nearness; and by which clause.

    `deciders` is the order in which control passes if they are not there.
    """

    box: int
    players: tuple[str, ...]
    deciders: tuple[str, ...]
    clause: str


class BettingClosed(Event, frozen=True, gc=False):
    """Fixes who decides for each box, and the order of the initial deal."""

    orders: tuple[Control, ...]
    deal: tuple[Due, ...]  # the initial deal, card by card
    clause: str


class CardDealt(Event, frozen=True, gc=False):
    """A card to a hand, with the total it makes; an ace still worth 11 makes it soft.

    A hidden card lies face down, for nobody to see: the total is still the one without it.
    """

    box: int
    hand: int
    card: Card
    total: int
    soft: bool
    clause: str
    hidden: bool = False


class HoleCardPeeked(Event, frozen=True, gc=False):
    """The dealer has looked at the hole card; only whether it makes blackjack is told."""

    blackjack: bool
    clause: str


class HoleCardTurned(Event, frozen=True, gc=False):
    """The hole card lies face up, with the total it makes."""

    card: Card
    total: int
    soft: bool
    clause: str


class CardCalled(Event, frozen=True, gc=False):
    """The next card is due to this hand."""

    box: int
    hand: int
    clause: str


class CardBurned(Event, frozen=True, gc=False):
    """A card that goes out of play unused."""

    card: Card
    why: Literal["face-up", "ran-out", "extra"]
    clause: str


class CardHeldOver(Event, frozen=True, gc=False):
    """A card too many, not seen by anybody: it will be the next round's first."""

    card: Card
    clause: str


class CardsRanOut(Event, frozen=True, gc=False):
    """The discards are shuffled, and the round goes on with them; unless nothing is left."""

    clause: str
    nothing_left: bool = False


class BurnForgotten(Event, frozen=True, gc=False):
    """The card that should have been burned stays in play."""

    clause: str


class WrongCardFound(Event, frozen=True, gc=False):
    missing: bool  # or else: one that does not belong to the decks
    clause: str


class DeviceFailed(Event, frozen=True, gc=False):
    what: str
    clause: str
    also: tuple[str, ...] = ()
    withdrawable: str = ""  # the clause by which undecided wagers go back before the next card
    voids: bool = False  # the round ends with it


class JackpotFailed(Event, frozen=True, gc=False):
    clause: str


class ReturnOrdered(Event, frozen=True, gc=False):
    """Wagers are given back or forfeited by somebody's order; an amount means a part of one."""

    box: int
    player: str
    wagers: tuple[str, ...]
    forfeited: bool
    clause: str
    amount: int = 0
    hand: int = 0
    settled_too: bool = False


class WagerTakenBack(Event, frozen=True, gc=False):
    """A player takes undecided wagers on a box back, as the book allows after an error."""

    box: int
    player: str
    clause: str


class CardMissed(Event, frozen=True, gc=False):
    """The card due to this place in the initial deal was left out."""

    box: int
    clause: str


class FirstCardFoundMissing(Event, frozen=True, gc=False):
    """The dealer has no first card: this box may be played out before it is taken."""

    box: int
    clause: str


class DealerCardAsked(Event, frozen=True, gc=False):
    """The player in turn has the dealer take the missing first card now."""

    box: int
    clause: str


class CardRefused(Event, frozen=True, gc=False):
    """A card drawn in error is refused: the box gets no more cards but those it must take."""

    box: int
    player: str
    clause: str


class CardVoided(Event, frozen=True, gc=False):
    """A card that the dealer may not use: it is laid aside and another is due."""

    card: Card
    clause: str


class JokerDue(Event, frozen=True, gc=False):
    """This hand holds a joker that its player is to name."""

    box: int
    hand: int
    clause: str


class JokerNamed(Event, frozen=True, gc=False):
    box: int
    hand: int
    card: Card
    total: int
    soft: bool
    clause: str


class OffersOpened(Event, frozen=True, gc=False):
    """Insurance, even money and surrender may be asked for, as far as the rules offer them."""

    clause: str


class InsuranceClaimed(Event, frozen=True, gc=False):
    """A request to insure somebody else's wager; it is filled when the offers close."""

    box: int
    owner: str
    player: str
    amount: int
    clause: str
    in_tokens: int = 0  # of the amount


class InsurancePlaced(Event, frozen=True, gc=False):
    box: int
    owner: str
    player: str
    amount: int
    clause: str
    in_tokens: int = 0  # of the amount


class EvenMoneyTaken(Event, frozen=True, gc=False):
    box: int
    player: str
    deferred: bool  # a mystery voucher is not disclosed, so not paid, before the end
    clause: str


class WagerSurrendered(Event, frozen=True, gc=False):
    box: int
    player: str
    clause: str


class OffersClosed(Event, frozen=True, gc=False):
    """Offers that came late, with the dealer's late first card, are over; play goes on."""

    clause: str


class PlayBegan(Event, frozen=True, gc=False):
    """The interim settlement is over: the subsequent deal begins."""

    clause: str


class TurnCame(Event, frozen=True, gc=False):
    """A hand is to be played by this player."""

    box: int
    hand: int
    player: str
    clause: str


class HandHit(Event, frozen=True, gc=False):
    box: int
    hand: int
    clause: str


class HandStood(Event, frozen=True, gc=False):
    """Its player wants no more cards for this hand."""

    box: int
    hand: int
    clause: str


class HandClosed(Event, frozen=True, gc=False):
    """The hand takes no more cards, whatever its player wants: it must stop, or waits."""

    box: int
    hand: int
    clause: str


class HandDropped(Event, frozen=True, gc=False):
    """Nobody has a wager on the hand any more: it is out of play, its cards stay."""

    box: int
    hand: int
    clause: str


class HandDoubled(Event, frozen=True, gc=False):
    box: int
    hand: int
    player: str
    amount: int
    free: bool  # by token: nothing is added to the layout
    clause: str
    in_tokens: int = 0  # of the amount: promotional tokens, which the player held


class HandSplit(Event, frozen=True, gc=False):
    """The two cards become two hands; the first keeps every wager that lay on the pair."""

    box: int
    hand: int
    clause: str


class StakeMatched(Event, frozen=True, gc=False):
    """A wager equal to the original on a hand formed by splitting."""

    box: int
    hand: int
    player: str
    amount: int
    free: bool
    clause: str
    in_tokens: int = 0  # of the amount


class StakeMoved(Event, frozen=True, gc=False):
    """A wager that does not match the split rides on the other hand."""

    box: int
    hand: int
    player: str
    clause: str


class FollowersAsked(Event, frozen=True, gc=False):
    """The others on the box may follow the double or the split before the card is dealt."""

    box: int
    hand: int
    split: bool
    clause: str


class WithdrawalOffered(Event, frozen=True, gc=False):
    box: int
    hand: int
    clause: str


class WithdrawalClosed(Event, frozen=True, gc=False):
    clause: str


class SplittingEnded(Event, frozen=True, gc=False):
    """A pair that could have been split was not: no more splits on this box."""

    box: int
    clause: str


class AbsenceDeclared(Event, frozen=True, gc=False):
    box: int
    player: str
    clause: str
    follows: bool = False  # not said of this player: control simply does not pass to them


class WagersInvalidated(Event, frozen=True, gc=False):
    """Somebody's wagers on a box are not valid: they cannot win, and their owner cannot decide."""

    box: int
    player: str
    clause: str


class PlayersDone(Event, frozen=True, gc=False):
    """Every hand is decided; the dealer's turn."""

    clause: str


class DealerStood(Event, frozen=True, gc=False):
    clause: str


class Settled(Event, frozen=True, gc=False):
    """One wager's end: what was staked, what it wins, what goes back, and by which clause.

    `chips_in` and `chips_out` are the real chips behind it: a promotional token is none.
    """

    box: int
    hand: int  # 0 where the wager does not belong to a hand
    player: str
    wager: str
    stake: int
    result: RowResult
    odds: str
    paid: int
    returned: int
    clause: str
    also: tuple[str, ...]
    stage: Stage
    chips_in: int
    chips_out: int
    in_tokens: int = 0  # of the stake
    free: int = 0  # the value of free-bet tokens riding on the hand, beside the stake
    on: str = ""  # insurance: the owner of the wager insured
    line: str = ""  # side wagers: the winning line
    excess: bool = False  # a part, most often over the maximum: the rest of the wager goes on
    meters: tuple[str, ...] = ()  # the prize meters that it is paid from
    rounded: bool = False  # paid as the next sum that the chips can make


class SettlementReversed(Event, frozen=True, gc=False):
    """A void round undoes this settlement: the stake goes back, what was paid is handed in."""

    row: int
    clause: str
    carried: bool = False  # the stake stays down for the next round instead of going back
    forfeited: bool = False  # or it is lost, whatever the cards were


class SettlementTrimmed(Event, frozen=True, gc=False):
    """A settled stake was valid only in part: its row is settled anew for the rest."""

    row: int
    amount: int  # of the stake, which goes back
    paid: int  # what the rest wins
    clause: str


class MeterChanged(Event, frozen=True, gc=False):
    meter: str
    amount: int
    clause: str


class RoundVoided(Event, frozen=True, gc=False):
    clause: str
    forfeits: tuple[str, ...] = ()  # whose stakes are lost instead of going back


class RoundEnded(Event, frozen=True, gc=False):
    clause: str


# Every kind of event: what a log may hold.
AnyEvent = (
    WagerPlaced | BettingClosed | CardDealt | HoleCardPeeked | HoleCardTurned | CardCalled |
    CardBurned | CardHeldOver | CardsRanOut | BurnForgotten | WrongCardFound | DeviceFailed |
    JackpotFailed | ReturnOrdered | WagerTakenBack | CardMissed | FirstCardFoundMissing |
    DealerCardAsked | CardRefused | CardVoided | JokerDue | JokerNamed | OffersOpened |
    InsuranceClaimed | InsurancePlaced | EvenMoneyTaken | WagerSurrendered | OffersClosed |
    PlayBegan | TurnCame | HandHit | HandStood | HandClosed | HandDropped | HandDoubled |
    HandSplit | StakeMatched | StakeMoved | FollowersAsked | WithdrawalOffered |
    WithdrawalClosed | SplittingEnded | AbsenceDeclared | WagersInvalidated | PlayersDone |
    DealerStood | Settled | SettlementReversed | SettlementTrimmed | MeterChanged |
    RoundVoided | RoundEnded
)  # fmt: skip
