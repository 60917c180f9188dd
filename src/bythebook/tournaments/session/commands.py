"""What people ask of a tournament table. Who may is the book's affair (`acts`).

A command of a player may name one where the dealer gives it for somebody.
"""

from typing import Annotated

from bythebook.deciders import Command, commands_in, reader, tags, union
from bythebook.fields import asks
from bythebook.game.commands import AnyCommand as RoundCommand
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.tournaments.session.state import Form
from bythebook.tournaments.values import SessionTerms

Player = Annotated[str, asks("Player", "choice", of="players", required=True)]

# Under which heading a desk lists an order.


class OfSeats(Command, frozen=True):
    group = "seats"


class OfTheHand(Command, frozen=True):
    group = "hand"


class OfOrder(Command, frozen=True):
    group = "order"


class OfTheEnd(Command, frozen=True):
    group = "end"


# The session


class Open(Command, frozen=True, tag="open"):
    terms: SessionTerms


class TakeSeat(OfSeats, frozen=True, tag="take-seat"):
    says = "Seat a player"
    player: Player = ""


class LeaveSeat(OfSeats, frozen=True, tag="leave-seat"):
    """Go away for a time, or for good; with or without leave."""

    says = "A player leaves"

    player: Player = ""
    for_good: Annotated[bool, asks("For good")] = False
    approved: Annotated[bool, asks("With leave")] = False


class Substitute(Command, frozen=True, tag="substitute"):
    player: str
    by: str


class ShowJokers(OfSeats, frozen=True, tag="show-jokers"):
    """The jokers lie on the table with the other cards before they are shuffled."""

    says = "Show the jokers"


class FillContainer(OfSeats, frozen=True, tag="fill-container"):
    """The mystery vouchers go into the container, in an order that a sealed seed draws."""

    says = "Fill the container"

    seed: Annotated[str, asks(kind="unasked")]


class Seal(Command, frozen=True, tag="seal"):
    """Commit to a seed before anything depends on it."""

    digest: str
    about: str = "ballot"


class Ballot(OfTheEnd, frozen=True, tag="ballot"):
    """Show the seed sealed first of those not used: it decides."""

    says = "Draw the ballot"

    seed: Annotated[str, asks(kind="unasked")]


class Start(OfSeats, frozen=True, tag="start"):
    """The time has come: whoever has no seat now is late."""

    says = "Start"


class Signal(OfTheHand, frozen=True, tag="signal"):
    """The audible signal before a last shoe or an elimination hand."""

    says = "Give the signal"


class AddChips(Command, frozen=True, tag="add-chips"):
    """Chips bought between hands, where the conditions let players buy some."""

    player: str
    chips: int
    what: str = "re-buy"


# A hand


class BeginHand(OfTheHand, frozen=True, tag="begin-hand"):
    """Wagers, please. `last` where only a word from the director makes it the last hand."""

    says = "Call for wagers"

    last: Annotated[bool, asks("The last hand")] = False


class Wager(OfTheHand, frozen=True, tag="wager"):
    """Chips on the box. `lies`: found lying there, by staff, wrong or not."""

    says = "A wager"

    amount: Annotated[int, asks("Chips")]
    wager: Annotated[str, asks(kind="unasked")] = "main"
    player: Player = ""
    lies: Annotated[bool, asks("Found lying there")] = False


class PlayPass(OfTheHand, frozen=True, tag="pass"):
    says = "A pass card"
    player: Player = ""


class HandIn(Command, frozen=True, tag="hand-in"):
    """A written wager; `alone` where no chips go beside it."""

    form: Form
    alone: bool = False
    player: str = ""


class CheckForm(OfTheHand, frozen=True, tag="check-form"):
    says = "Check a form"
    player: Player


class ReturnForm(OfTheHand, frozen=True, tag="return-form"):
    """A faulty form goes back to be written anew."""

    says = "Return a faulty form"

    player: Player


class DrawVoucher(OfTheHand, frozen=True, tag="draw-voucher"):
    says = "A mystery voucher"
    player: Player = ""


class UseDoubler(Command, frozen=True, tag="double-your-bet"):
    player: str = ""


class CallTime(OfTheHand, frozen=True, tag="call-time"):
    """The time for a wager is over: it is held to the minimum."""

    says = "Time is up"

    player: Player


class Direct(OfTheHand, frozen=True, tag="direct"):
    """Tell a player to keep the pace."""

    says = "Tell a player to keep the pace"

    player: Player


class Miss(OfTheHand, frozen=True, tag="miss"):
    """A player has not wagered, there or not: what the book has for it."""

    says = "No wager was made"

    player: Player


class NoMoreBets(OfTheHand, frozen=True, tag="no-more-bets"):
    """The round begins. `first`: the box where a dealer of real cards began by mistake."""

    says = "No more bets"

    first: Annotated[int, asks("First box, if by mistake")] = 0


class Deal(OfTheHand, frozen=True, tag="deal"):
    """A card leaves the shoe. `to` is the box where the dealer puts it: unless said, where due."""

    says = "Deal"

    card: str
    to: Annotated[int | None, asks("Box, if not where it is due")] = None
    exposed: Annotated[bool, asks("Face up")] = True


class Decide(Command, frozen=True, tag="decide"):
    """A player's decision in the round, or the dealer's word that play goes on."""

    command: RoundCommand


class CuttingCard(OfTheHand, frozen=True, tag="cutting-card"):
    """It has come out: the shoe ends with this hand."""

    says = "The cutting card"


class Shuffle(OfTheHand, frozen=True, tag="shuffle"):
    """The cards are shuffled: for the first shoe, for a new one, or because it was ordered."""

    says = "Shuffle the cards"


class FindShort(OfTheHand, frozen=True, tag="find-short"):
    """A wager below the minimum that cannot be made up is found while cards are out."""

    says = "A wager below the minimum"

    player: Player


class WrongStart(OfTheHand, frozen=True, tag="wrong-start"):
    """The first card went to a box that was not behind the marker."""

    says = "The deal began at the wrong box"


class VoidHand(OfTheHand, frozen=True, tag="void-hand"):
    says = "Void the hand"
    grave = "Void the hand? Every wager goes back."
    clause: Annotated[str, asks("By clause")]


class Announce(OfTheHand, frozen=True, tag="announce"):
    """Say what forms and vouchers were for; chips are paid and taken."""

    says = "Announce secret wagers"


class ExamineForm(Command, frozen=True, tag="examine-form"):
    """See another player's form of the hand before."""

    player: str


# Around the hands


class CountChips(OfOrder, frozen=True, tag="count-chips"):
    """Everybody's chips are counted by hand; a difference is noted."""

    says = "Count the chips"

    found: Annotated[dict[str, int], asks(kind="unasked")]


class SetTimeLimit(OfOrder, frozen=True, tag="set-time-limit"):
    says = "Set a time for wagers"
    seconds: Annotated[int, asks("Seconds", usually=30)]


class GiveBreak(OfOrder, frozen=True, tag="break"):
    says = "Give a break"
    minutes: Annotated[int, asks("Minutes", usually=10)]


class EndBreak(OfOrder, frozen=True, tag="end-break"):
    says = "End the break"


class RaiseDispute(OfOrder, frozen=True, tag="dispute"):
    says = "Write down a dispute"
    about: Annotated[str, asks("About", "long")]


class RuleOn(OfOrder, frozen=True, tag="rule-on"):
    says = "Rule on a dispute"
    number: Annotated[int, asks("Dispute")]
    ruling: Annotated[str, asks("Ruling", "long")]


class Disqualify(OfOrder, frozen=True, tag="disqualify"):
    """For a reason that the book knows; `brought`: chips that never belonged in the session."""

    says = "Disqualify"
    grave = "Disqualify this player?"

    player: Player
    reason: str = "rules"
    deliberate: Annotated[bool, asks("Deliberately")] = False
    brought: Annotated[int, asks("Chips brought in")] = 0


class Consent(Command, frozen=True, tag="consent"):
    """Agree to end here and divide by the chips."""

    player: str = ""


class EndEarly(OfOrder, frozen=True, tag="end-early"):
    says = "End the session here"
    grave = "End the session here? Places are decided by the chips as they lie."
    agreed: Annotated[bool, asks("Everybody has agreed")] = False


class Note(OfOrder, frozen=True, tag="note"):
    """Write down an act that changes nothing at the table."""

    says = "Write something down"

    act: str
    about: Annotated[str, asks("About", "long")] = ""
    player: Annotated[str, asks("Player", "choice", of="players")] = ""


# The end


class RecordTotals(OfTheEnd, frozen=True, tag="record-totals"):
    """Each player's chips are added up, written down and given to the director."""

    says = "Write the totals down"


class ReturnChips(OfTheEnd, frozen=True, tag="return-chips"):
    """The chips go back to the inventory; `missing`: how many of each denomination do not."""

    says = "Return the chips"

    missing: Annotated[dict[str, int], asks(kind="unasked")] = {}
    # Counted in all, in front of players and in the float: where floats are reconciled.
    found: Annotated[int | None, asks("Chips counted in all")] = None


class AnnounceResult(OfTheEnd, frozen=True, tag="announce-result"):
    says = "Announce the result"


# What is asked of a tournament table as of any other table of the book, in the same words: the
# cards around the rounds, and everything that puts right what went wrong.
TABLE_COMMANDS: tuple[type[Command], ...] = (
    o.DeclineCut, o.Cut, o.Insert, o.Burn, o.BadlyCut, o.OrderShuffle, o.ReplaceCards,
    o.ReplaceCard, o.ReloadRack, o.Perform, o.Tell, o.VoidLastRound, m.FaceUp, m.CheckFaces,
    m.OrderCheck, m.DrawnInError, m.Resolve, m.Rebuild, m.Rewind, m.MissedCard, m.FindHand,
    m.AnnounceRebuild, m.CorrectEntry, m.RestartShoe, m.WrongCards, m.CardsVerified, m.Malfunction,
    m.WithdrawWagers, m.ReplaceDevice, m.DeviceBack,
)  # fmt: skip

# Every kind: what a log or a message may hold.
_KINDS = (*commands_in(vars()), *TABLE_COMMANDS)
COMMANDS = tags(*_KINDS)
command_from_json = reader(union(_KINDS), "command")
