"""What people report or order when something goes wrong with cards, hands or machines."""

from typing import Annotated

from bythebook.cards import Card
from bythebook.fields import asks
from bythebook.table.orders import Box, OfCards, OneCard, Player, Wager, WentWrong


class FaceUp(WentWrong, frozen=True, tag="face-up"):
    """A card lay face up in the shoe or device."""

    card: OneCard


class CheckFaces(OfCards, frozen=True, tag="check-faces"):
    """More cards are suspected of lying the wrong way: have the rest checked after the round."""


class OrderCheck(OfCards, frozen=True, tag="order-check"):
    """Have the cards checked, at any time: a round being dealt waits, and then goes on."""


class DrawnInError(WentWrong, frozen=True, tag="drawn-in-error"):
    """A card that nobody was due was drawn, or was burned by mistake."""

    card: OneCard
    burned: Annotated[bool, asks("It was burned by mistake")] = False
    later: Annotated[bool, asks("Other cards have been dealt since")] = False


class Resolve(WentWrong, frozen=True, tag="resolve"):
    """Put right an irregular card, in one of the ways the book has."""

    # rebuild, next-card, burn, hold-over, discard, missed, void
    how: Annotated[str, asks("How", "choice", of="ways")]


class Rebuild(WentWrong, frozen=True, tag="rebuild"):
    """Put the round right from one of its cards on: the cards as they should have come."""

    from_card: Annotated[int, asks("From which card on (counted from 1)")]
    cards: Annotated[tuple[Card, ...], asks("Cards, in order", "cards")]


class CorrectEntry(WentWrong, frozen=True, tag="correct-entry"):
    """The last card was put down wrongly: what lies there, and what came after it if anything did.

    The cards are where they should be; only what was written down of them was not.
    """

    was: Annotated[Card, asks("Put down by mistake", "card")]
    cards: Annotated[
        tuple[Card, ...],
        asks("The card that lies there, and any after it", "cards", required=True),
    ]
    to: Annotated[int | None, asks("It went to, if not where it was due", "box", of="places")] = (
        None
    )


class Rewind(WentWrong, frozen=True, tag="rewind"):
    """A decision was skipped or misunderstood after so many cards: the later ones go back.

    So many decisions taken right after that card were right, and stand; the next was the box's.
    """

    cards: Annotated[int, asks("Cards that stand", "whole")]
    decisions: Annotated[int, asks("Decisions after it that stand")] = 0
    box: Annotated[int, asks("Box whose player was misheard or passed over", "box", of="boxes")] = 0


class FindHand(WentWrong, frozen=True, tag="hand-without-wager"):
    """A hand was dealt to a box without a wager, and nobody noticed it card by card."""

    box: Box
    cards: Annotated[tuple[Card, ...], asks("Its cards", "cards")]


class MissedCard(WentWrong, frozen=True, tag="missed-card"):
    """The card now due in the initial deal was left out."""


class AnnounceRebuild(WentWrong, frozen=True, tag="announce-rebuild"):
    """The round will be put right; whoever wishes takes their wagers back first."""


class RestartShoe(WentWrong, frozen=True, tag="restart-shoe"):
    """The burn was forgotten: rebuild the shoe's first round with it."""


class ReplaceDevice(WentWrong, frozen=True, tag="replace-device"):
    """Between rounds: another device, or an ordinary shoe, with new cards."""

    dealing: Annotated[str, asks("Cards come from now on from", "choice", of="dealing")]


class DeviceBack(WentWrong, frozen=True, tag="device-back"):
    """A shuffling device is at hand again."""


class WrongCards(WentWrong, frozen=True, tag="wrong-cards"):
    """A card is missing, or does not belong to the decks."""

    grave = "Report the cards as wrong?"

    missing: Annotated[bool, asks("A card is missing (otherwise: one too many)")] = False


class CardsVerified(OfCards, frozen=True, tag="verify-cards"):
    """The decks were checked after that; play may go on."""


class Malfunction(WentWrong, frozen=True, tag="malfunction"):
    """The shuffling device fails."""

    disadvantage: Annotated[bool, asks("Somebody was put at a disadvantage")] = False
    spare: Annotated[bool, asks("Another device is at hand")] = False
    movable: Annotated[bool, asks("The cards can be moved to it")] = True
    damaged: Annotated[tuple[Card, ...], asks("Damaged cards", "cards")] = ()
    can_finish: Annotated[bool, asks("The round can be finished")] = True


class WithdrawWagers(WentWrong, frozen=True, tag="withdraw-wagers"):
    """Where the book then lets players take their undecided wagers back."""

    player: Player
    box: Box = 0


class JackpotFailure(WentWrong, frozen=True, tag="jackpot-failure"):
    grave = "Has it failed? Every such wager goes back."

    wager: Wager
