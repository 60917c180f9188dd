"""What people at the table can ask for. A command is either carried out or refused by a clause.

Where a command names no player it comes from whoever decides for that box.
"""

from typing import Literal

import msgspec

from bythebook.cards import Card


class Command(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Base of all commands."""


class PlaceWager(Command, frozen=True, gc=False):
    box: int
    player: str
    amount: int  # cents
    wager: str = "main"
    token: bool = False


class CloseBetting(Command, frozen=True, gc=False):
    """No more bets: the round begins."""


class Deal(Command, frozen=True, gc=False):
    """The next card out of the shoe; it goes wherever a card is due."""

    card: Card


class NameJoker(Command, frozen=True, gc=False):
    box: int
    rank: str
    player: str = ""


class Insure(Command, frozen=True, gc=False):
    box: int  # of the wager that is insured
    amount: int
    player: str = ""
    on: str = ""  # whose wager: the player's own unless another's is named
    in_tokens: int = 0  # of the amount, in promotional tokens


class TakeEvenMoney(Command, frozen=True, gc=False):
    box: int
    player: str = ""


class Surrender(Command, frozen=True, gc=False):
    box: int
    player: str = ""


class Proceed(Command, frozen=True, gc=False):
    """The dealer goes on: nobody takes up more of what is being offered."""


class Hit(Command, frozen=True, gc=False):
    box: int
    player: str = ""


class Stand(Command, frozen=True, gc=False):
    box: int
    player: str = ""


class Double(Command, frozen=True, gc=False):
    """Double, or follow the double of the player in control; no amount means the whole stake."""

    box: int
    player: str = ""
    amount: int | None = None
    in_tokens: int = 0  # of what is added, in promotional tokens


class Split(Command, frozen=True, gc=False):
    """Split, or match the split of the player in control."""

    box: int
    player: str = ""
    in_tokens: int = 0  # of what is added, in promotional tokens


class Ride(Command, frozen=True, gc=False):
    """Not matching a split, have the wager ride on the second of the two hands."""

    box: int
    player: str


class Withdraw(Command, frozen=True, gc=False):
    """Take back the doubled part of a wager, giving up the original."""

    box: int
    player: str = ""


class DeclareAbsent(Command, frozen=True, gc=False):
    """The player is not there, or will not decide."""

    box: int
    player: str = ""


class InvalidateWagers(Command, frozen=True, gc=False):
    """Find, during the hand, that somebody's wagers on a box are not valid."""

    box: int
    player: str


class BurnFaceUp(Command, frozen=True, gc=False):
    """The next card was found lying face up: it is out of play, another takes its place."""

    card: Card


class RunOut(Command, frozen=True, gc=False):
    """The cards ran out: the discards were shuffled, and this card was burned, if one was.

    Nothing left: there were no discards to shuffle, so that no card can come any more.
    """

    card: Card | None = None
    forgotten: bool = False  # one should have been
    unseen: bool = False  # one was, face down: nobody knows which
    nothing_left: bool = False


class LayExtraCard(Command, frozen=True, gc=False):
    """A card too many came to the dealer's finished hand."""

    card: Card
    exposed: bool


class FindWrongCard(Command, frozen=True, gc=False):
    """A card is missing, or one turned up that does not belong to the decks."""

    missing: bool = False


Failure = Literal["disadvantage", "spare", "no-spare", "cannot-finish"]


class ReportMalfunction(Command, frozen=True, gc=False):
    """The shuffling device failed during the round, and what that means for it."""

    what: Failure


class FailJackpot(Command, frozen=True, gc=False):
    """The jackpot's equipment failed: its undecided wagers go back.

    Before the first card that is whatever was staked on one wager; later, on any jackpot.
    """

    wager: str = ""


class MissCard(Command, frozen=True, gc=False):
    """In the initial deal, the card now due was not dealt: dealing went on with the next place."""


class TakeBack(Command, frozen=True, gc=False):
    """Take wagers back: from a box that got one card only, or when the device has failed."""

    box: int
    player: str = ""


class CallDealerCard(Command, frozen=True, gc=False):
    """The player in turn wants the dealer's missing first card before deciding further."""

    box: int


class RefuseCard(Command, frozen=True, gc=False):
    """The player in turn refuses a card that was drawn in error."""

    box: int
    player: str = ""


class ReturnWagers(Command, frozen=True, gc=False):
    """Give wagers back before they are decided, or forfeit them, by a clause that allows it.

    Everything that matches: nobody named means everybody, box 0 every box, no wagers all kinds.
    Who may order it is the table's affair.
    """

    clause: str
    player: str = ""
    box: int = 0
    wagers: tuple[str, ...] = ()
    forfeited: bool = False
    hand: int = 0  # of the box; 0: every hand
    settled_too: bool = False  # also undo what was settled in this round


class ReduceWager(Command, frozen=True, gc=False):
    """Give back a part of a wager; the rest plays on."""

    box: int
    player: str
    amount: int  # cents
    clause: str
    wager: str = "main"
    hand: int = 1


class TrimSettled(Command, frozen=True, gc=False):
    """A part of a stake settled in this round was not valid: settle it anew for the rest."""

    row: int  # of the round's settlements, counted from 0
    amount: int  # cents of the stake that were not valid
    clause: str


class VoidRound(Command, frozen=True, gc=False):
    """End the round without a result, under a clause that allows it.

    Those whose fraud it was may forfeit their wagers, where that clause has it.
    """

    clause: str
    forfeits: tuple[str, ...] = ()


# Every kind of command: what a log or a message may hold.
AnyCommand = (
    PlaceWager | CloseBetting | Deal | NameJoker | Insure | TakeEvenMoney | Surrender |
    Proceed | Hit | Stand | Double | Split | Ride | Withdraw | DeclareAbsent |
    InvalidateWagers | BurnFaceUp | RunOut | LayExtraCard | FindWrongCard | ReportMalfunction
    | FailJackpot | MissCard | TakeBack | CallDealerCard | RefuseCard | ReturnWagers |
    ReduceWager | TrimSettled | VoidRound
)  # fmt: skip
