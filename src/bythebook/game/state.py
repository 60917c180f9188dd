"""A round as it stands: frozen values, rebuilt by `evolve` from the events alone."""

from typing import Literal

import msgspec

from bythebook.cards import Card
from bythebook.errors import BrokenInvariant
from bythebook.game.events import Due, Settled

Phase = Literal[
    "betting",  # wagers are being placed
    "dealing",  # the initial deal
    "dealt",  # it is complete, and nothing has been settled
    "naming",  # a joker is to be named
    "offers",  # insurance, even money and surrender may be asked for
    "turns",  # hands are being played
    "following",  # others on a box may follow a double or a split
    "withdrawing",  # a doubled part may be taken back
    "dealer",  # the dealer's hand
    "over",
]


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What the table brings to the round beside the rules."""

    side_wagers: frozenset[str] = frozenset()
    chips: tuple[int, ...] = ()
    limits: dict[str, tuple[int, int]] = {}  # by wager: least and most
    personal: dict[str, dict[str, tuple[int, int]]] = {}  # the same, agreed with one player
    personal_boxes: dict[str, tuple[int, ...]] = {}  # where those hold; not named: everywhere
    warned: frozenset[str] = frozenset()  # whom the dealer told of a wager below the minimum
    box_maximum: int | None = None
    meters: dict[str, int] = {}
    hits: dict[str, tuple[int, ...]] = {}  # boxes that a mystery jackpot's server drew, by meter
    seated: dict[int, str] = {}
    # Accounts of forms: such a stake lies beside the wager of its own player, and is nobody else's.
    forms: frozenset[str] = frozenset()
    first: int = 0  # the box where dealing and deciding begin, and go on from; 0: the lowest

    def has_own(self, player: str, wager: str, box: int) -> bool:
        """Whether limits agreed with this player hold for the wager on this box."""
        boxes = self.personal_boxes.get(player, ())
        return wager in self.personal.get(player, ()) and (not boxes or box in boxes)

    def limits_of(self, player: str, wager: str, box: int) -> tuple[int, int] | None:
        """The least and the most of one player: the sign's, unless others were agreed."""
        own = self.personal.get(player)
        if own is not None and self.has_own(player, wager, box):
            return own[wager]
        return self.limits.get(wager)


class Wager(msgspec.Struct, frozen=True, gc=False):
    """A wager on a box, as placed before the deal. Main wagers move on to hands."""

    box: int
    player: str
    kind: str
    amount: int
    in_tokens: int = 0  # the part of it staked in promotional tokens
    live: bool = True

    @property
    def chips(self) -> int:
        return self.amount - self.in_tokens


class Stake(msgspec.Struct, frozen=True, gc=False):
    """One player's money on one hand."""

    player: str
    original: int
    doubled: int = 0
    free: int = 0  # the value of free-bet tokens on it
    in_tokens: int = 0  # the part of both staked in promotional tokens
    live: bool = True
    surrendered: bool = False
    even_money: bool = False  # to be paid evens at the end: a voucher is not disclosed before
    doubled_in_tokens: int = 0  # those of them that were added by doubling

    @property
    def real(self) -> int:
        return self.original + self.doubled

    @property
    def chips(self) -> int:
        return self.original + self.doubled - self.in_tokens

    def chips_of(self, kept: int) -> int:
        """Of so much that goes back, what is chips.

        What was added goes back before the original, and of either its chips before its tokens.
        """
        added = min(kept, self.doubled)
        original = self.original - self.in_tokens + self.doubled_in_tokens
        return min(added, self.doubled - self.doubled_in_tokens) + min(kept - added, original)


class Hand(msgspec.Struct, frozen=True, gc=False):
    cards: tuple[Card, ...] = ()
    stakes: tuple[Stake, ...] = ()
    total: int = 0
    soft: bool = False
    split: bool = False
    split_aces: bool = False
    split_suited_sevens: bool = False
    doubled: bool = False
    done: bool = False

    def stake_of(self, player: str) -> Stake | None:
        for stake in self.stakes:
            if stake.player == player:
                return stake
        return None

    def stake(self, player: str) -> Stake:
        """The same, of somebody who has one."""
        found = self.stake_of(player)
        if found is None:
            raise BrokenInvariant(f"{player} has no stake on this hand")
        return found

    def live(self) -> bool:
        for stake in self.stakes:  # noqa: SIM110 - asked for every hand of every round
            if stake.live:
                return True
        return False


class Box(msgspec.Struct, frozen=True, gc=False):
    number: int
    order: tuple[str, ...]  # who has a wager here, the one in control first, then by nearness
    deciders: tuple[str, ...]  # to whom control passes, one after the other
    control: str  # the clause by which that one decides
    originals: dict[str, int]
    hands: tuple[Hand, ...]
    tokens: int = 0  # free-bet tokens used on this box, one for each double or split
    tokens_laid: int = 0  # the same, one for each player whom it serves
    pair: tuple[Card, ...] = ()  # the first two cards, once they were split
    absent: tuple[str, ...] = ()
    invalid: tuple[str, ...] = ()  # whose wagers here were found not to be valid
    no_more_splits: bool = False
    refused: bool = False  # a card drawn in error was refused: no more cards but compelled ones


class Insurance(msgspec.Struct, frozen=True, gc=False):
    box: int
    owner: str
    player: str
    amount: int
    live: bool = True
    in_tokens: int = 0  # of the amount

    @property
    def chips(self) -> int:
        return self.amount - self.in_tokens


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    table: Table
    phase: Phase = "betting"
    wagers: tuple[Wager, ...] = ()
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealer_total: int = 0
    dealer_soft: bool = False
    hole: Card | None = None  # the dealer's card that lies face down, until it is turned up
    due: Due | None = None
    deal: tuple[Due, ...] = ()  # what is left of the initial deal after the card now due
    voided: str = ""  # the clause that voided the round, if one did
    held_over: Card | None = None  # a card too many, kept for the next round
    # The device failed: the clause by which wagers may be taken back until the next card.
    withdrawable: str = ""
    from_shoe: bool = False  # the device failed, and the round goes on from an ordinary shoe
    exhausted: int | None = None  # so many cards lay there when none was left, nor any discards
    face_up: bool = False  # a card lay face up and was burned
    missed: bool = False  # a card of the initial deal was left out
    finishing: int = 0  # the box that is played out before the dealer's missing first card
    opened: bool = False  # the interim settlement is over and hands are being played
    at: tuple[int, int] = (0, 0)  # box and hand in play
    split_open: bool = False  # in "following": a split, not a double, may be followed
    claims: tuple[Insurance, ...] = ()
    insurances: tuple[Insurance, ...] = ()
    rows: tuple[Settled, ...] = ()
    net: dict[str, int] = {}
    house: int = 0
    meters: dict[str, int] = {}

    @property
    def card_due(self) -> Due:
        """Where the next card goes, where one must be due."""
        if self.due is None:
            raise BrokenInvariant("no card is due")
        return self.due

    def box(self, number: int) -> Box:
        for box in self.boxes:
            if box.number == number:
                return box
        raise KeyError(number)

    def hand(self, box: int, hand: int) -> Hand:
        for place in self.boxes:  # asked so often that it does not ask `box`
            if place.number == box:
                return place.hands[hand - 1]
        raise KeyError(box)

    @property
    def dealers_cards(self) -> tuple[Card, ...]:
        """All that lie on the dealer's place, the one face down included."""
        return self.dealer if self.hole is None else (*self.dealer, self.hole)

    def has_box(self, number: int) -> bool:
        return any(box.number == number for box in self.boxes)


def cards_on_layout(state: State) -> int:
    """How many cards lie before the players and the dealer."""
    hands = [hand for box in state.boxes for hand in box.hands]
    return sum(len(hand.cards) for hand in hands) + len(state.dealers_cards)


def chips_on_layout(state: State) -> int:
    """Every chip that lies on the layout and belongs to nobody until it is settled."""
    total = 0
    for wager in state.wagers:
        if wager.live:
            total += wager.chips
    for box in state.boxes:
        for hand in box.hands:
            for stake in hand.stakes:
                if stake.live:
                    total += stake.chips
    for insurance in state.insurances:
        if insurance.live:
            total += insurance.chips
    return total
