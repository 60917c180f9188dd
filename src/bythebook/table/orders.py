"""What people ask of a table. An order says who gives it, in which capacity, when and why.

The tag of a command is the name of the act under which the book's `table.toml` says who may give
it. Times are whole seconds on the casino's clock; money is cents; box 0 is the dealer's place.
"""

from typing import Annotated, Generic

import msgspec

from bythebook.cards import Card
from bythebook.deciders import C, Command, Person
from bythebook.deciders import Order as AnyOrder
from bythebook.fields import UNASKED, asks
from bythebook.game.commands import AnyCommand as RoundCommand
from bythebook.table.people.standing import Standing

__all__ = ["Command", "Order", "Person", "Setup"]

Limits = dict[str, tuple[int, int]]  # by wager: least and most

# What orders ask for again and again; the words after `of` are where a table finds the values.
Player = Annotated[str, asks("Player", "player", of="players")]
Box = Annotated[int, asks("Box", "box", of="boxes")]
Wager = Annotated[str, asks("Wager", "choice", of="wagers")]
Amount = Annotated[int, asks("Amount", "money")]
OneCard = Annotated[Card, asks("Card", "card")]
Agreed = Annotated[tuple[str, ...], asks("Players who agree", "players", of="players")]
LimitsAsked = Annotated[Limits, asks("Limits", "limits")]
Dispute = Annotated[int, asks("Dispute", "choice", of="disputes")]
Ruling = Annotated[str, asks("Ruling", "long")]
GameName = Annotated[str, asks("Game", "choice", of="games")]
SideWagers = Annotated[tuple[str, ...], asks("Side wagers", "many", of="every-wager")]
Options = Annotated[dict[str, str], asks("Options", "words", of="options")]


class Order(AnyOrder[C], Generic[C], frozen=True, kw_only=True):
    """At a table others may have to stand behind an order, or ask for it."""

    approved: Person | None = None
    second: Person | None = None
    asked: str = ""  # the player who asked for it


# Under which heading a desk lists an order.


class AtTheTable(Command, frozen=True):
    group = "The table"


class OfSigns(Command, frozen=True):
    group = "Signs and limits"


class OfPlayers(Command, frozen=True):
    group = "Players"


class Restricting(Command, frozen=True):
    group = "Restrictions"


class Protecting(Command, frozen=True):
    group = "Player protection"


class OfCards(Command, frozen=True):
    group = "Cards"


class OfTheRound(Command, frozen=True):
    group = "The round"


class WentWrong(Command, frozen=True):
    group = "When something goes wrong"


class ForRegisters(Command, frozen=True):
    group = "Registers"


class Recording(Command, frozen=True):
    group = "To be written down"


GROUPS = tuple(
    kind.group
    for kind in (
        AtTheTable,
        OfSigns,
        OfPlayers,
        Restricting,
        Protecting,
        OfCards,
        OfTheRound,
        WentWrong,
        ForRegisters,
        Recording,
    )
)


# Opening, equipment, people


class Setup(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A table as it is to be opened."""

    game: GameName
    boxes: int
    dealing: Annotated[str, asks("Cards come from", "choice", of="dealing")] = "shoe"
    decks: int | None = None
    options: Options = {}
    readings: Annotated[dict[str, str], asks("Readings", "words", of="readings")] = {}
    layout: Annotated[str, asks("Layout", "choice", of="layouts")] = ""
    side_wagers: SideWagers = ()
    limits: LimitsAsked = {}
    box_maximum: Annotated[int | None, asks("Highest sum on a box", "money")] = None
    # wagers in multiples of this, where the sign says so
    units: Annotated[dict[str, int], asks("Wagers in multiples of", "sums")] = {}
    chips: Annotated[tuple[int, ...], asks("Chips", "numbers")] = ()
    meters: Annotated[dict[str, int], asks("Meters stand at", "sums")] = {}
    low_limit: Annotated[bool, asks("A low-limit table")] = False
    tournament: Annotated[bool, asks("For a tournament")] = False
    # where the book leaves it open whether the first card is burned
    burns: Annotated[bool, asks("The first card is burned")] = True
    # how many marker cards the area's other tables use
    area_markers: Annotated[int | None, asks("Marker cards of the area's other tables")] = None
    patience_seconds: Annotated[int, asks("Seconds a player has to decide")] = 60


class SignOn(AtTheTable, frozen=True, tag="sign-on"):
    """Somebody of the staff comes on duty at the table."""

    name: Annotated[str, asks("Who")]
    role: Annotated[str, asks("As", "choice", of="roles")]


class SignOff(AtTheTable, frozen=True, tag="sign-off"):
    name: Annotated[str, asks("Who", "choice", of="staff")]


class DisplaySign(OfSigns, frozen=True, tag="display-sign"):
    """Put a sign up: what it announces, and from when that applies."""

    # limits, closing, game, restriction, …
    kind: Annotated[str, asks("Which sign", "choice", of="signs")]
    time: Annotated[int | None, asks("From when it applies", "time")] = None
    limits: LimitsAsked = {}
    text: Annotated[str, asks("What it says")] = ""
    player: Player = ""
    # What is to come, where it is not as it is now.
    units: Annotated[dict[str, int] | None, asks("Wagers in multiples of", "sums")] = None
    side_wagers: Annotated[
        tuple[str, ...] | None, asks("Side wagers", "many", of="every-wager")
    ] = None
    options: Annotated[dict[str, str] | None, asks("Options", "words", of="options")] = None
    decks: int | None = None
    setup: Annotated[Setup | None, UNASKED] = None  # a closed table: as it is to be opened
    boxes: Annotated[tuple[int, ...], asks("A player's: at which boxes", "boxes", of="boxes")] = ()


class RemoveSign(OfSigns, frozen=True, tag="remove-sign"):
    kind: Annotated[str, asks("Which sign", "choice", of="signs-up")]
    player: Player = ""


class Perform(Recording, frozen=True, tag="perform"):
    """Do one of the acts that the book only wants done properly and written down."""

    act: Annotated[str, asks("Of which act", "choice")]
    about: Annotated[str, asks("What it is about")] = ""
    player: Player = ""


class Tell(ForRegisters, frozen=True, tag="tell"):
    """Tell somebody outside the table about an act: before it, or because it was done."""

    to: Annotated[str, asks("Whom", "choice", of="roles")]
    act: Annotated[str, asks("Of which act", "choice", of="acts")]
    player: Player = ""
    wager: Wager = ""  # for acts about one wager


class Open(AtTheTable, frozen=True, tag="open"):
    setup: Annotated[Setup, asks("The table", "setup")]


class AnnounceClosing(AtTheTable, frozen=True, tag="announce-closing"):
    """Say that the table closes, in so many rounds or (0) without saying when."""

    rounds: Annotated[int, asks("In how many rounds (0: without saying)")] = 0


class Close(AtTheTable, frozen=True, tag="close"):
    grave = "Close the table?"


class ChangeGame(AtTheTable, frozen=True, tag="change-game"):
    """Another variation or other side wagers; `agreed` are the players who consent."""

    game: GameName
    side_wagers: SideWagers = ()
    options: Options = {}
    agreed: Agreed = ()
    decks: int | None = None  # another number of decks


class AdoptEdition(AtTheTable, frozen=True, tag="adopt-edition"):
    """From the next round on the table plays by another edition of its book."""

    edition: Annotated[str, asks("Edition", "choice", of="editions")]


# Seats and boxes


class Arrive(OfPlayers, frozen=True, tag="arrive"):
    """A player comes to the table; `card` is whose Player Card they show, if any."""

    player: str
    card: Annotated[str, asks("Name on the Player Card shown")] = ""


class Sit(OfPlayers, frozen=True, tag="sit"):
    player: Player
    box: Box


class Leave(OfPlayers, frozen=True, tag="leave"):
    player: Player
    # chips a player with a loss limit takes away
    declared: Annotated[int | None, asks("Chips taken away", "money")] = None


class AllowSeveral(OfPlayers, frozen=True, tag="allow-several"):
    player: Player


class GiveUp(OfPlayers, frozen=True, tag="give-up"):
    """Direct a player to give up boxes; the player says which to keep."""

    player: Player
    keep: Annotated[tuple[int, ...], asks("Boxes to keep", "boxes", of="boxes")]


class Reserve(OfPlayers, frozen=True, tag="reserve"):
    player: Player
    boxes: Annotated[tuple[int, ...], asks("Boxes", "boxes", of="boxes")]


class Release(OfPlayers, frozen=True, tag="release"):
    player: Player


class CapPlayers(OfPlayers, frozen=True, tag="cap-players"):
    """Fewer players on each box, or at the table, than the book allows; 0 leaves it as it is."""

    per_box: Annotated[int, asks("Players on a box (0: as it is)")] = 0
    at_table: Annotated[int, asks("Players at the table (0: as it is)")] = 0


class Vacate(OfPlayers, frozen=True, tag="vacate-seat"):
    player: Player


# Limits and restrictions


class ChangeLimits(OfSigns, frozen=True, tag="change-limits"):
    """New limits from the next round; `protect`: those already playing keep their minimum."""

    grave = "Change the limits?"

    limits: LimitsAsked
    box_maximum: Annotated[int | None, asks("Highest sum on a box", "money")] = None
    # none given: as they are
    units: Annotated[dict[str, int] | None, asks("Wagers in multiples of", "sums")] = None
    protect: Annotated[bool, asks("Those playing keep their minimum")] = False
    agreed: Agreed = ()


class RaiseKept(OfSigns, frozen=True, tag="raise-kept"):
    """End the old minimum that some players kept: from now on the sign's applies to them too."""

    grave = "End the old minimum for those who kept it?"


class GrantLimits(OfSigns, frozen=True, tag="personal-limits"):
    grave = "Agree on these limits?"

    player: Player
    most: Annotated[int, asks("Highest wager", "money")]
    least: Annotated[int | None, asks("Lowest wager", "money")] = None
    boxes: Annotated[tuple[int, ...], asks("Boxes", "boxes", of="boxes")] = ()


class EndLimits(OfSigns, frozen=True, tag="end-personal-limits"):
    grave = "End the limits of this player?"

    player: Player


class Warn(Restricting, frozen=True, tag="warn"):
    """Tell a player that wagers under the minimum will be handed back from now on."""

    player: Player


class HoldToMinimum(Restricting, frozen=True, tag="hold-to-minimum"):
    """Hold a late or intermittent bettor to the minimum until the shoe ends."""

    player: Player
    box: Annotated[int, asks("Box (none: all)", "box", of="boxes")] = 0


class HoldAlways(Restricting, frozen=True, tag="hold-always"):
    """Extend that to all later shoes."""

    player: Player


class Confine(Restricting, frozen=True, tag="confine"):
    """One box, at its minimum."""

    player: Player
    # on the strength of an earlier restriction
    again: Annotated[bool, asks("On the strength of an earlier restriction")] = False


class AllowElsewhere(OfPlayers, frozen=True, tag="allow-elsewhere"):
    """Let a player place this wager on boxes where they have no main wager."""

    player: Player
    wager: Wager


class Lift(Restricting, frozen=True, tag="lift"):
    player: Player


class RequireMain(OfSigns, frozen=True, tag="require-main"):
    """Only those with a main wager may place this side wager."""

    wager: Wager


class SuspendWager(OfSigns, frozen=True, tag="suspend-wager"):
    """Its equipment failed: go on without this wager."""

    wager: Wager


class ResumeWager(OfSigns, frozen=True, tag="resume-wager"):
    wager: Wager


# Cards between the rounds


class Shuffle(OfCards, frozen=True, tag="shuffle"):
    """Shuffle, or let the device do it; in mid-round, the discards when the cards ran out."""

    # they come shuffled: straight to the cut
    pre_shuffled: Annotated[bool, asks("They come shuffled")] = False


class OrderShuffle(OfCards, frozen=True, tag="order-shuffle"):
    """Have the cards shuffled because they seem out of order or were mishandled."""

    how: Annotated[str, asks("How", "choice")] = ""  # the ground, where a book has several


class DeclineCut(OfCards, frozen=True, tag="decline-cut"):
    player: Player


class Cut(OfCards, frozen=True, tag="cut"):
    """Put the cutting card in, so many cards from the front."""

    player: Player = ""  # nobody: the staff member who gives the order cuts
    from_front: Annotated[int, asks("Cards from the front")] = 0


class Insert(OfCards, frozen=True, tag="insert"):
    """Put the cutting card, or the marker cards, back in: so many cards from the back."""

    from_back: Annotated[tuple[int, ...], asks("Cards from the back", "numbers")]


class BadlyCut(OfCards, frozen=True, tag="badly-cut"):
    """The cards were not cut as the book wants, which is found later."""


class Burn(OfCards, frozen=True, tag="burn"):
    card: Annotated[Card | None, asks("Card", "card")] = None  # shown because a player asked


class CuttingCard(OfCards, frozen=True, tag="cutting-card"):
    """The cutting card, or a marker, comes out."""


class ReplaceCards(OfCards, frozen=True, tag="replace-cards"):
    """The whole set, for new cards."""

    how: Annotated[str, asks("How", "choice")] = ""  # the ground, where a book has several
    decks: int | None = None  # another number of decks


class ReplaceCard(OfCards, frozen=True, tag="replace-card"):
    """One marked or damaged card, by its like."""

    card: OneCard


class ReloadRack(OfCards, frozen=True, tag="reload-rack"):
    """The discards go back into the device."""


class ReadMeters(Command, frozen=True, tag="read-meters"):
    """What the prize meters show, and for which boxes a mystery jackpot was drawn, by meter.

    No book's act and nobody's power: the prize meters themselves say it.
    """

    meters: dict[str, int]
    hits: dict[str, tuple[int, ...]] = {}


class ReturnStake(Command, frozen=True, tag="return-stake"):
    """The stake of a jackpot wager that was found wrong goes back, also once its round is over.

    The prize meters say it, where it was noted: no power of anybody at the table.
    """

    round: int
    box: int
    player: str
    wager: str
    clause: str


class ReadStanding(Command, frozen=True, tag="read-standing"):
    """What the casino says about somebody, wherever they play: nobody else says it."""

    player: str
    standing: Standing


# The round


class Place(OfTheRound, frozen=True, tag="place"):
    """A wager; `late`: nobody noticed what is wrong with it before the first card."""

    box: Box
    player: Player
    amount: Amount
    wager: Wager = "main"
    token: Annotated[bool, asks("With a token")] = False
    late: Annotated[bool, asks("Nobody noticed in time that something is wrong with it")] = False


class TakeOff(OfTheRound, frozen=True, tag="take-off"):
    """A player takes a wager back before the deal."""

    box: Box
    player: Player
    wager: Wager = "main"


class RefuseWager(OfTheRound, frozen=True, tag="refuse-wager"):
    box: Box
    player: Player
    wager: Wager = "main"
    # because chips could not pay its win
    inexact: Annotated[bool, asks("Because chips could not pay its win")] = False


class NoMoreBets(OfTheRound, frozen=True, tag="no-more-bets"):
    pass


class Deal(OfTheRound, frozen=True, tag="deal"):
    """A card leaves the shoe. `to` is the box where the dealer puts it: unless said, where due."""

    card: OneCard
    to: Annotated[int | None, asks("Where it was put (if not where due)", "box", of="places")] = (
        None
    )
    exposed: Annotated[bool, asks("Its face was seen")] = True


class Decide(OfTheRound, frozen=True, tag="decide"):
    """A player's decision in the round, or the dealer's going on."""

    command: Annotated[RoundCommand, asks("Decision", "decision", of="decisions")]
    # nobody noticed that it goes beyond a loss limit
    late: Annotated[bool, asks("Nobody noticed in time that something is wrong with it")] = False


class DirectHand(OfTheRound, frozen=True, tag="direct-hand"):
    """Have an idle hand finished; `gone`: its player is not there or refuses to decide."""

    box: Box
    player: Player = ""
    gone: Annotated[bool, asks("The player is gone, or refuses to decide")] = False


class VoidRound(WentWrong, frozen=True, tag="void-round"):
    grave = "Declare the round void?"

    clause: Annotated[str, asks("By which clause", "choice", of="voids")]


class VoidLastRound(WentWrong, frozen=True, tag="void-last-round"):
    """Void the round before, which is over, or one further back."""

    grave = "Declare that round void?"

    clause: Annotated[str, asks("By which clause", "choice", of="past-voids")]
    back: Annotated[int, asks("How many rounds back")] = 1


# Protecting players


class SetLossLimit(Protecting, frozen=True, tag="set-loss-limit"):
    """The most that a player wants to lose in the casino, in a period of so many days."""

    grave = "Set this loss limit?"

    player: Player
    amount: Amount
    days: Annotated[int, asks("In how many days")] = 1


class ExchangeVoucher(Protecting, frozen=True, tag="exchange-voucher"):
    """A player hands a voucher over, and gets tokens of the same value for it."""

    player: Player
    voucher: Annotated[int, asks("Number of the voucher")]


class DeclareChips(Protecting, frozen=True, tag="declare-chips"):
    player: Player
    amount: Amount
    # bought at the table; otherwise brought to it
    bought: Annotated[bool, asks("Bought at the table")] = False


class FindInvalid(Protecting, frozen=True, tag="find-invalid"):
    """A wager is found to be somebody's who may not play."""

    player: Player
    box: Box


class FindOverLimit(Protecting, frozen=True, tag="find-over-limit"):
    """Stakes beyond a loss limit are found while the hand is being played."""

    player: Player


class Pause(Protecting, frozen=True, tag="pause-player"):
    player: Player
    until: Annotated[int, asks("Until", "time")]


# Powers over people, and registers


class VoidWagers(Restricting, frozen=True, tag="void-wagers"):
    grave = "Void the wagers of this player?"

    player: Player
    # the ground, where a book has several
    clause: Annotated[str, asks("By which clause", "choice", of="grounds")] = ""


class Bar(Restricting, frozen=True, tag="bar"):
    player: Player


class Exclude(Restricting, frozen=True, tag="exclude"):
    player: str


class Invalidate(WentWrong, frozen=True, tag="invalidate"):
    """Cancel the outcome of a round; the wagers of those named are forfeited, the rest go back."""

    grave = "Cancel the outcome of the round?"

    clause: Annotated[str, asks("By which clause", "choice", of="voids")]
    forfeits: Annotated[
        tuple[str, ...], asks("Who forfeits the stake", "players", of="players")
    ] = ()


class RaiseDispute(ForRegisters, frozen=True, tag="raise-dispute"):
    player: str
    about: Annotated[str, asks("What it is about", "long")]


class DecideDispute(ForRegisters, frozen=True, tag="decide-dispute"):
    """A ruling; where it is about who may place a wager, whose that is on which box."""

    dispute: Dispute
    ruling: Ruling
    box: Annotated[int, asks("On which box (who may place a wager)", "box", of="boxes")] = 0
    to: Annotated[str, asks("Whose it is", "player", of="players")] = ""


class ReviewDispute(ForRegisters, frozen=True, tag="review-dispute"):
    dispute: Dispute
    ruling: Ruling


class FindPaymentError(ForRegisters, frozen=True, tag="find-payment-error"):
    """A sum paid too much (positive) or too little (negative)."""

    player: str
    cents: Annotated[int, asks("Paid too much (or, with a minus, too little)", "money")]
    # of having been done on purpose
    suspected: Annotated[bool, asks("Suspected to be on purpose")] = False


class Rectify(ForRegisters, frozen=True, tag="rectify"):
    """What was done about it: enquiries, an attempt, or the money itself."""

    error: Annotated[int, asks("Payment error", "choice", of="errors")]
    # enquired, identified, attempted, rectified, reported
    how: Annotated[str, asks("How", "choice", of="steps")]


class ReportMonth(ForRegisters, frozen=True, tag="report-month"):
    """Tell the regulator of the month's larger errors."""

    month: Annotated[str, asks("Month", "month")]  # 2026-11
