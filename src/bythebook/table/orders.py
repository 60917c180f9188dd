"""What people ask of a table. An order says who gives it, in which capacity, when and why.

The tag of a command is the name of the act under which the book's `table.toml` says who may give
it. Times are whole seconds on the casino's clock; money is cents; box 0 is the dealer's place.
"""

from typing import Generic

import msgspec

from bythebook.cards import Card
from bythebook.deciders import C, Command, Person
from bythebook.deciders import Order as AnyOrder
from bythebook.game.commands import AnyCommand as RoundCommand

__all__ = ["Command", "Order", "Person", "Setup"]

Limits = dict[str, tuple[int, int]]  # by wager: least and most


class Order(AnyOrder[C], Generic[C], frozen=True, kw_only=True):
    """At a table others may have to stand behind an order, or ask for it."""

    approved: Person | None = None
    second: Person | None = None
    asked: str = ""  # the player who asked for it


# Opening, equipment, people


class Setup(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A table as it is to be opened."""

    game: str
    boxes: int
    dealing: str = "shoe"
    decks: int | None = None
    options: dict[str, str] = {}
    readings: dict[str, str] = {}
    layout: str = ""
    side_wagers: tuple[str, ...] = ()
    limits: Limits = {}
    box_maximum: int | None = None
    units: dict[str, int] = {}  # wagers in multiples of this, where the sign says so
    chips: tuple[int, ...] = ()
    meters: dict[str, int] = {}
    low_limit: bool = False
    tournament: bool = False
    burns: bool = True  # where the book leaves it open whether the first card is burned
    area_markers: int | None = None  # how many marker cards the area's other tables use
    patience_seconds: int = 60


class SignOn(Command, frozen=True, tag="sign-on"):
    """Somebody of the staff comes on duty at the table."""

    name: str
    role: str


class SignOff(Command, frozen=True, tag="sign-off"):
    name: str


class DisplaySign(Command, frozen=True, tag="display-sign"):
    """Put a sign up: what it announces, and from when that applies."""

    kind: str  # limits, closing, game, restriction, …
    time: int | None = None
    limits: Limits = {}
    text: str = ""
    player: str = ""


class RemoveSign(Command, frozen=True, tag="remove-sign"):
    kind: str
    player: str = ""


class Perform(Command, frozen=True, tag="perform"):
    """Do one of the acts that the book only wants done properly and written down."""

    act: str
    about: str = ""
    player: str = ""


class Tell(Command, frozen=True, tag="tell"):
    """Tell somebody outside the table about an act: before it, or because it was done."""

    to: str
    act: str
    player: str = ""
    wager: str = ""  # for acts about one wager


class Open(Command, frozen=True, tag="open"):
    setup: Setup


class AnnounceClosing(Command, frozen=True, tag="announce-closing"):
    """Say that the table closes, in so many rounds or (0) without saying when."""

    rounds: int = 0


class Close(Command, frozen=True, tag="close"):
    pass


class ChangeGame(Command, frozen=True, tag="change-game"):
    """Another variation or other side wagers; `agreed` are the players who consent."""

    game: str
    side_wagers: tuple[str, ...] = ()
    options: dict[str, str] = {}
    agreed: tuple[str, ...] = ()


class AdoptEdition(Command, frozen=True, tag="adopt-edition"):
    """From the next round on the table plays by another edition of its book."""

    edition: str


# Seats and boxes


class Arrive(Command, frozen=True, tag="arrive"):
    """A player comes to the table; `card` is whose Player Card they show, if any."""

    player: str
    card: str = ""


class Sit(Command, frozen=True, tag="sit"):
    player: str
    box: int


class Leave(Command, frozen=True, tag="leave"):
    player: str
    declared: int | None = None  # chips a player with a loss limit takes away


class AllowSeveral(Command, frozen=True, tag="allow-several"):
    player: str


class GiveUp(Command, frozen=True, tag="give-up"):
    """Direct a player to give up boxes; the player says which to keep."""

    player: str
    keep: tuple[int, ...]


class Reserve(Command, frozen=True, tag="reserve"):
    player: str
    boxes: tuple[int, ...]


class Release(Command, frozen=True, tag="release"):
    player: str


class CapPlayers(Command, frozen=True, tag="cap-players"):
    """Fewer players on each box, or at the table, than the book allows; 0 leaves it as it is."""

    per_box: int = 0
    at_table: int = 0


class Vacate(Command, frozen=True, tag="vacate-seat"):
    player: str


# Limits and restrictions


class ChangeLimits(Command, frozen=True, tag="change-limits"):
    """New limits from the next round; `protect`: those already playing keep their minimum."""

    limits: Limits
    box_maximum: int | None = None
    units: dict[str, int] | None = None  # none given: as they are
    protect: bool = False
    agreed: tuple[str, ...] = ()


class RaiseKept(Command, frozen=True, tag="raise-kept"):
    """End the old minimum that some players kept: from now on the sign's applies to them too."""


class GrantLimits(Command, frozen=True, tag="personal-limits"):
    player: str
    most: int
    least: int | None = None
    boxes: tuple[int, ...] = ()


class EndLimits(Command, frozen=True, tag="end-personal-limits"):
    player: str


class Warn(Command, frozen=True, tag="warn"):
    """Tell a player that wagers under the minimum will be handed back from now on."""

    player: str


class HoldToMinimum(Command, frozen=True, tag="hold-to-minimum"):
    """Hold a late or intermittent bettor to the minimum until the shoe ends."""

    player: str
    box: int = 0


class HoldAlways(Command, frozen=True, tag="hold-always"):
    """Extend that to all later shoes."""

    player: str


class Confine(Command, frozen=True, tag="confine"):
    """One box, at its minimum."""

    player: str
    again: bool = False  # on the strength of an earlier restriction


class AllowElsewhere(Command, frozen=True, tag="allow-elsewhere"):
    """Let a player place this wager on boxes where they have no main wager."""

    player: str
    wager: str


class Lift(Command, frozen=True, tag="lift"):
    player: str


class RequireMain(Command, frozen=True, tag="require-main"):
    """Only those with a main wager may place this side wager."""

    wager: str


class SuspendWager(Command, frozen=True, tag="suspend-wager"):
    """Its equipment failed: go on without this wager."""

    wager: str


class ResumeWager(Command, frozen=True, tag="resume-wager"):
    wager: str


# Cards between the rounds


class Shuffle(Command, frozen=True, tag="shuffle"):
    """Shuffle, or let the device do it; in mid-round, the discards when the cards ran out."""

    pre_shuffled: bool = False  # they come shuffled: straight to the cut


class OrderShuffle(Command, frozen=True, tag="order-shuffle"):
    """Have the cards shuffled because they seem out of order or were mishandled."""

    how: str = ""  # the ground, where a book has several


class DeclineCut(Command, frozen=True, tag="decline-cut"):
    player: str


class Cut(Command, frozen=True, tag="cut"):
    """Put the cutting card in, so many cards from the front."""

    player: str = ""  # nobody: the staff member who gives the order cuts
    from_front: int = 0


class Insert(Command, frozen=True, tag="insert"):
    """Put the cutting card, or the marker cards, back in: so many cards from the back."""

    from_back: tuple[int, ...]


class BadlyCut(Command, frozen=True, tag="badly-cut"):
    """The cards were not cut as the book wants, which is found later."""


class Burn(Command, frozen=True, tag="burn"):
    card: Card | None = None  # shown because a player asked


class CuttingCard(Command, frozen=True, tag="cutting-card"):
    """The cutting card, or a marker, comes out."""


class ReplaceCards(Command, frozen=True, tag="replace-cards"):
    """The whole set, for new cards."""

    how: str = ""  # the ground, where a book has several
    decks: int | None = None  # another number of decks


class ReplaceCard(Command, frozen=True, tag="replace-card"):
    """One marked or damaged card, by its like."""

    card: Card


class ReloadRack(Command, frozen=True, tag="reload-rack"):
    """The discards go back into the device."""


class ReadMeters(Command, frozen=True, tag="read-meters"):
    """What the prize meters show, and for which boxes a mystery jackpot was drawn, by meter.

    No book's act and nobody's power: the prize meters themselves say it.
    """

    meters: dict[str, int]
    hits: dict[str, tuple[int, ...]] = {}


# The round


class Place(Command, frozen=True, tag="place"):
    """A wager; `late`: nobody noticed what is wrong with it before the first card."""

    box: int
    player: str
    amount: int
    wager: str = "main"
    token: bool = False
    late: bool = False


class TakeOff(Command, frozen=True, tag="take-off"):
    """A player takes a wager back before the deal."""

    box: int
    player: str
    wager: str = "main"


class RefuseWager(Command, frozen=True, tag="refuse-wager"):
    box: int
    player: str
    wager: str = "main"
    inexact: bool = False  # because chips could not pay its win


class NoMoreBets(Command, frozen=True, tag="no-more-bets"):
    pass


class Deal(Command, frozen=True, tag="deal"):
    """A card leaves the shoe. `to` is the box where the dealer puts it: unless said, where due."""

    card: Card
    to: int | None = None
    exposed: bool = True


class Decide(Command, frozen=True, tag="decide"):
    """A player's decision in the round, or the dealer's going on."""

    command: RoundCommand
    late: bool = False  # nobody noticed that it goes beyond a loss limit


class DirectHand(Command, frozen=True, tag="direct-hand"):
    """Have an idle hand finished; `gone`: its player is not there or refuses to decide."""

    box: int
    player: str = ""
    gone: bool = False


class VoidRound(Command, frozen=True, tag="void-round"):
    clause: str


class VoidLastRound(Command, frozen=True, tag="void-last-round"):
    """Void the round before, which is over, or one further back."""

    clause: str
    back: int = 1


# Protecting players


class SetLossLimit(Command, frozen=True, tag="set-loss-limit"):
    player: str
    amount: int


class DeclareChips(Command, frozen=True, tag="declare-chips"):
    player: str
    amount: int
    bought: bool = False  # bought at the table; otherwise brought to it


class FindInvalid(Command, frozen=True, tag="find-invalid"):
    """A wager is found to be somebody's who may not play."""

    player: str
    box: int


class FindOverLimit(Command, frozen=True, tag="find-over-limit"):
    """Stakes beyond a loss limit are found while the hand is being played."""

    player: str


class Pause(Command, frozen=True, tag="pause-player"):
    player: str
    until: int


# Powers over people, and registers


class VoidWagers(Command, frozen=True, tag="void-wagers"):
    player: str
    clause: str = ""  # the ground, where a book has several


class Bar(Command, frozen=True, tag="bar"):
    player: str


class Exclude(Command, frozen=True, tag="exclude"):
    player: str


class Invalidate(Command, frozen=True, tag="invalidate"):
    """Cancel the outcome of a round; the wagers of those named are forfeited, the rest go back."""

    clause: str
    forfeits: tuple[str, ...] = ()


class RaiseDispute(Command, frozen=True, tag="raise-dispute"):
    player: str
    about: str


class DecideDispute(Command, frozen=True, tag="decide-dispute"):
    dispute: int
    ruling: str


class ReviewDispute(Command, frozen=True, tag="review-dispute"):
    dispute: int
    ruling: str


class FindPaymentError(Command, frozen=True, tag="find-payment-error"):
    """A sum paid too much (positive) or too little (negative)."""

    player: str
    cents: int
    suspected: bool = False  # of having been done on purpose


class Rectify(Command, frozen=True, tag="rectify"):
    """What was done about it: enquiries, an attempt, or the money itself."""

    error: int
    how: str  # enquired, identified, attempted, rectified, reported


class ReportMonth(Command, frozen=True, tag="report-month"):
    """Tell the regulator of the month's larger errors."""

    month: str  # 2026-11
