"""What people at the table can ask for. A command is either carried out or refused by a clause.

Where a command names no player it comes from whoever decides for that box.
"""

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


class Split(Command, frozen=True, gc=False):
    """Split, or match the split of the player in control."""

    box: int
    player: str = ""


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


class VoidRound(Command, frozen=True, gc=False):
    """End the round without a result, under a clause that allows it."""

    clause: str
