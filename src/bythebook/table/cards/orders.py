"""What people report or order when something goes wrong with cards, hands or machines."""

from bythebook.cards import Card
from bythebook.table.orders import Command


class FaceUp(Command, frozen=True, tag="face-up"):
    """A card lay face up in the shoe or device."""

    card: Card


class CheckFaces(Command, frozen=True, tag="check-faces"):
    """More cards are suspected of lying the wrong way: have the rest checked after the round."""


class OrderCheck(Command, frozen=True, tag="order-check"):
    """Have the cards checked, at any time: a round being dealt waits, and then goes on."""


class DrawnInError(Command, frozen=True, tag="drawn-in-error"):
    """A card that nobody was due was drawn, or was burned by mistake."""

    card: Card
    burned: bool = False
    later: bool = False  # other cards have been dealt since


class Resolve(Command, frozen=True, tag="resolve"):
    """Put right an irregular card, in one of the ways the book has."""

    how: str  # rebuild, next-card, burn, hold-over, discard, missed, void


class Rebuild(Command, frozen=True, tag="rebuild"):
    """Put the round right from one of its cards on: the cards as they should have come."""

    from_card: int  # counted from 1
    cards: tuple[Card, ...]


class Rewind(Command, frozen=True, tag="rewind"):
    """A decision was skipped or misunderstood after so many cards: the later ones go back.

    So many decisions taken right after that card were right, and stand.
    """

    cards: int
    decisions: int = 0


class MissedCard(Command, frozen=True, tag="missed-card"):
    """The card now due in the initial deal was left out."""


class AnnounceRebuild(Command, frozen=True, tag="announce-rebuild"):
    """The round will be put right; whoever wishes takes their wagers back first."""


class RestartShoe(Command, frozen=True, tag="restart-shoe"):
    """The burn was forgotten: rebuild the shoe's first round with it."""


class ReplaceDevice(Command, frozen=True, tag="replace-device"):
    """Between rounds: another device, or an ordinary shoe, with new cards."""

    dealing: str


class DeviceBack(Command, frozen=True, tag="device-back"):
    """A shuffling device is at hand again."""


class WrongCards(Command, frozen=True, tag="wrong-cards"):
    """A card is missing, or does not belong to the decks."""

    missing: bool = False


class CardsVerified(Command, frozen=True, tag="verify-cards"):
    """The decks were checked after that; play may go on."""


class Malfunction(Command, frozen=True, tag="malfunction"):
    """The shuffling device fails."""

    disadvantage: bool = False
    spare: bool = False  # another device is readily at hand
    movable: bool = True  # and it is practicable to move the cards to it
    damaged: tuple[Card, ...] = ()
    can_finish: bool = True


class WithdrawWagers(Command, frozen=True, tag="withdraw-wagers"):
    """Where the book then lets players take their undecided wagers back."""

    player: str
    box: int = 0


class JackpotFailure(Command, frozen=True, tag="jackpot-failure"):
    wager: str
