"""What people ask of a tournament table. Who may is the book's affair (`acts`).

A command of a player may name one where the dealer gives it for somebody.
"""

from bythebook.deciders import Command, reader, tags, union
from bythebook.game.commands import AnyCommand as RoundCommand
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.tournaments.session.state import Form
from bythebook.tournaments.values import SessionTerms

# The session


class Open(Command, frozen=True, tag="open"):
    terms: SessionTerms


class TakeSeat(Command, frozen=True, tag="take-seat"):
    player: str = ""


class LeaveSeat(Command, frozen=True, tag="leave-seat"):
    """Go away for a time, or for good; with or without leave."""

    player: str = ""
    for_good: bool = False
    approved: bool = False


class Substitute(Command, frozen=True, tag="substitute"):
    player: str
    by: str


class ShowJokers(Command, frozen=True, tag="show-jokers"):
    """The jokers lie on the table with the other cards before they are shuffled."""


class FillContainer(Command, frozen=True, tag="fill-container"):
    """The mystery vouchers go into the container, in an order that a sealed seed draws."""

    seed: str


class Seal(Command, frozen=True, tag="seal"):
    """Commit to a seed before anything depends on it."""

    digest: str
    about: str = "ballot"


class Ballot(Command, frozen=True, tag="ballot"):
    """Show the seed sealed first of those not used: it decides."""

    seed: str


class Start(Command, frozen=True, tag="start"):
    """The time has come: whoever has no seat now is late."""


class Signal(Command, frozen=True, tag="signal"):
    """The audible signal before a last shoe or an elimination hand."""


class AddChips(Command, frozen=True, tag="add-chips"):
    """Chips bought between hands, where the conditions let players buy some."""

    player: str
    chips: int
    what: str = "re-buy"


# A hand


class BeginHand(Command, frozen=True, tag="begin-hand"):
    """Wagers, please. `last` where only a word from the director makes it the last hand."""

    last: bool = False


class Wager(Command, frozen=True, tag="wager"):
    """Chips on the box. `lies`: found lying there, by staff, wrong or not."""

    amount: int
    wager: str = "main"
    player: str = ""
    lies: bool = False


class PlayPass(Command, frozen=True, tag="pass"):
    player: str = ""


class HandIn(Command, frozen=True, tag="hand-in"):
    """A written wager; `alone` where no chips go beside it."""

    form: Form
    alone: bool = False
    player: str = ""


class CheckForm(Command, frozen=True, tag="check-form"):
    player: str


class ReturnForm(Command, frozen=True, tag="return-form"):
    """A faulty form goes back to be written anew."""

    player: str


class DrawVoucher(Command, frozen=True, tag="draw-voucher"):
    player: str = ""


class UseDoubler(Command, frozen=True, tag="double-your-bet"):
    player: str = ""


class CallTime(Command, frozen=True, tag="call-time"):
    """The time for a wager is over: it is held to the minimum."""

    player: str


class Direct(Command, frozen=True, tag="direct"):
    """Tell a player to keep the pace."""

    player: str


class Miss(Command, frozen=True, tag="miss"):
    """A player has not wagered, there or not: what the book has for it."""

    player: str


class NoMoreBets(Command, frozen=True, tag="no-more-bets"):
    """The round begins. `first`: the box where a dealer of real cards began by mistake."""

    first: int = 0


class Deal(Command, frozen=True, tag="deal"):
    """A card leaves the shoe. `to` is the box where the dealer puts it: unless said, where due."""

    card: str
    to: int | None = None
    exposed: bool = True


class Decide(Command, frozen=True, tag="decide"):
    """A player's decision in the round, or the dealer's word that play goes on."""

    command: RoundCommand


class FindShort(Command, frozen=True, tag="find-short"):
    """A wager below the minimum that cannot be made up is found while cards are out."""

    player: str


class WrongStart(Command, frozen=True, tag="wrong-start"):
    """The first card went to a box that was not behind the marker."""


class VoidHand(Command, frozen=True, tag="void-hand"):
    clause: str


class CuttingCard(Command, frozen=True, tag="cutting-card"):
    """It has come out: the shoe ends with this hand."""


class Shuffle(Command, frozen=True, tag="shuffle"):
    """The cards are shuffled: for the first shoe, for a new one, or because it was ordered."""


class Announce(Command, frozen=True, tag="announce"):
    """Say what forms and vouchers were for; chips are paid and taken."""


class ExamineForm(Command, frozen=True, tag="examine-form"):
    """See another player's form of the hand before."""

    player: str


# Around the hands


class CountChips(Command, frozen=True, tag="count-chips"):
    """Everybody's chips are counted by hand; a difference is noted."""

    found: dict[str, int]


class SetTimeLimit(Command, frozen=True, tag="set-time-limit"):
    seconds: int


class GiveBreak(Command, frozen=True, tag="break"):
    minutes: int


class EndBreak(Command, frozen=True, tag="end-break"):
    pass


class RaiseDispute(Command, frozen=True, tag="dispute"):
    about: str


class RuleOn(Command, frozen=True, tag="rule-on"):
    number: int
    ruling: str


class Disqualify(Command, frozen=True, tag="disqualify"):
    """For a reason that the book knows; `brought`: chips that never belonged in the session."""

    player: str
    reason: str = "rules"
    deliberate: bool = False
    brought: int = 0


class Consent(Command, frozen=True, tag="consent"):
    """Agree to end here and divide by the chips."""

    player: str = ""


class EndEarly(Command, frozen=True, tag="end-early"):
    agreed: bool = False  # everybody agrees; otherwise because everything is decided


class Note(Command, frozen=True, tag="note"):
    """Write down an act that changes nothing at the table."""

    act: str
    about: str = ""
    player: str = ""


# The end


class RecordTotals(Command, frozen=True, tag="record-totals"):
    """Each player's chips are added up, written down and given to the director."""


class ReturnChips(Command, frozen=True, tag="return-chips"):
    """The chips go back to the inventory; `missing`: how many of each denomination do not."""

    missing: dict[str, int] = {}


class AnnounceResult(Command, frozen=True, tag="announce-result"):
    pass


# What is asked of a tournament table as of any other table of the book, in the same words: the
# cards around the rounds, and everything that puts right what went wrong.
TABLE_COMMANDS: tuple[type[Command], ...] = (
    o.DeclineCut, o.Cut, o.Insert, o.Burn, o.BadlyCut, o.OrderShuffle, o.ReplaceCards,
    o.ReplaceCard, o.ReloadRack, o.Perform, o.Tell, o.VoidLastRound, m.FaceUp, m.CheckFaces,
    m.OrderCheck, m.DrawnInError, m.Resolve, m.Rebuild, m.Rewind, m.MissedCard, m.AnnounceRebuild,
    m.RestartShoe, m.WrongCards, m.CardsVerified, m.Malfunction, m.WithdrawWagers, m.ReplaceDevice,
    m.DeviceBack,
)  # fmt: skip

# Every kind: what a log or a message may hold.
_OWN = tuple(
    kind
    for kind in tuple(vars().values())
    if isinstance(kind, type) and issubclass(kind, Command) and kind is not Command
)
COMMANDS = tags(*_OWN, *TABLE_COMMANDS)

command_from_json = reader(union(COMMANDS.values()), "command")
