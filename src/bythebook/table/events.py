"""What has happened at a table. Whatever moves cards, money or power cites its clause."""

from bythebook.cards import Card
from bythebook.deciders import Event, OrderGiven, Person, events_in, union
from bythebook.game.events import Due
from bythebook.game.state import Table as RoundTable
from bythebook.table import state as s
from bythebook.table.orders import Limits, Setup
from bythebook.table.people.standing import Standing

__all__ = ["AnyEvent", "Event", "OrderGiven"]


class Recorded(Event, frozen=True):
    """A line in the register."""

    entry: s.Entry


class DutyArose(Event, frozen=True):
    duty: s.Duty


class SomebodyTold(Event, frozen=True):
    to: str
    act: str
    player: str
    clause: str
    wager: str = ""


class SignedOn(Event, frozen=True):
    person: Person


class SignedOff(Event, frozen=True):
    name: str


class SignDisplayed(Event, frozen=True):
    sign: s.Sign
    clause: str


class SignRemoved(Event, frozen=True):
    kind: str
    player: str
    clause: str


class FaceDownAllowed(Event, frozen=True):
    """From the next round on a hand's first cards, so many, are dealt face down."""

    cards: int
    clause: str


class TableOpened(Event, frozen=True):
    setup: Setup
    clause: str


class ClosingAnnounced(Event, frozen=True):
    rounds: int
    clause: str


class TableClosed(Event, frozen=True):
    clause: str


class GameChanged(Event, frozen=True):
    setup: Setup
    clause: str


class EditionAdopted(Event, frozen=True):
    """What follows is decided by these rules; `setup`: the table as they want it, if it is open."""

    edition: str
    revision: int
    rules: str  # their digest
    setup: Setup | None
    clause: str


class PlayerArrived(Event, frozen=True):
    player: str
    card: str


class PlayerSat(Event, frozen=True):
    player: str
    box: int


class PlayerLeft(Event, frozen=True):
    """Gone from the table: seat, marker and every right tied to staying go too."""

    player: str
    clause: str


class SeveralAllowed(Event, frozen=True):
    player: str
    clause: str


class BoxesGivenUp(Event, frozen=True):
    player: str
    keep: tuple[int, ...]
    clause: str


class BoxesReserved(Event, frozen=True):
    player: str
    boxes: tuple[int, ...]
    clause: str


class PlayersCapped(Event, frozen=True):
    per_box: int
    at_table: int
    clause: str


class SeatVacated(Event, frozen=True):
    player: str
    clause: str


class LimitsChanged(Event, frozen=True):
    limits: Limits
    box_maximum: int | None
    units: dict[str, int]
    kept: dict[str, s.Kept]  # who keeps which old minimum, and where the marker stands
    clause: str


class KeptEnded(Event, frozen=True):
    clause: str


class PersonalLimitsSet(Event, frozen=True):
    player: str
    personal: s.Personal | None
    clause: str


class PlayerWarned(Event, frozen=True):
    player: str
    about: str
    clause: str


class PlayerRestricted(Event, frozen=True):
    player: str
    held: tuple[int, ...]
    held_always: bool
    confined: bool
    clause: str


class MainRequired(Event, frozen=True):
    wager: str
    clause: str


class WagerSuspended(Event, frozen=True):
    wager: str
    clause: str


class WagerResumed(Event, frozen=True):
    wager: str
    clause: str


class ShoeMoved(Event, frozen=True):
    """The cards are in another state of readiness."""

    status: s.ShoeStatus
    clause: str


class CardsShuffled(Event, frozen=True):
    """Every card but those on the layout is in the stack again."""

    status: s.ShoeStatus
    new_shoe: bool
    clause: str
    rack: bool = True  # the discards are shuffled in
    one_round: bool = False  # only to finish the round
    out: tuple[Card, ...] = ()  # in mid-round: the cards that stay on the layout
    ran_out: bool = False  # in mid-round, because none was left


class ShuffleDue(Event, frozen=True):
    """They will be shuffled: now, or after the round."""

    because: s.Because
    box: int
    clause: str
    at_once: bool


class CutDeclined(Event, frozen=True):
    player: str
    clause: str


class CardsCut(Event, frozen=True):
    player: str
    from_front: int
    badly: bool
    status: s.ShoeStatus
    clause: str


class CuttingCardInserted(Event, frozen=True):
    from_back: tuple[int, ...]
    badly: bool
    status: s.ShoeStatus
    clause: str


class CardBurned(Event, frozen=True):
    """Out of play into the discard rack: seen or not."""

    card: Card | None
    clause: str
    routine: bool = False  # the first card after a shuffle, as the book wants it


class BurnUndone(Event, frozen=True):
    """Cards laid aside in a round that is put right belong to it after all."""

    cards: tuple[Card, ...]
    clause: str


class BurnForgotten(Event, frozen=True):
    clause: str


class CuttingCardOut(Event, frozen=True):
    clause: str


class CardReplaced(Event, frozen=True):
    card: Card
    clause: str


class RackReloaded(Event, frozen=True):
    clause: str


class NewCards(Event, frozen=True):
    """The cards are others now: what was done to the old ones must be done again."""

    undone: tuple[str, ...]


class ChecksDue(Event, frozen=True):
    clause: str


class CardsChecked(Event, frozen=True):
    clause: str


class RoundOpened(Event, frozen=True):
    """Wagers may be placed for a new round."""

    table: RoundTable


class RoundBegan(Event, frozen=True):
    """The first card is due: these are the limits and meters it is played under."""

    table: RoundTable


class MetersRead(Event, frozen=True):
    """What the prize meters show now, and which boxes a mystery jackpot was drawn for."""

    meters: dict[str, int]
    hits: dict[str, tuple[int, ...]]
    clause: str


class StandingRead(Event, frozen=True):
    """What the casino says about somebody now."""

    player: str
    standing: Standing
    clause: str


class RoundMoved(Event, frozen=True):
    """One command to the round and what it brought about."""

    step: s.Step


class WagerLate(Event, frozen=True):
    """Nobody noticed what was wrong with this wager."""

    box: int
    player: str
    wager: str


class WagerMarkedCarried(Event, frozen=True):
    """The stake carried over from a void round lies there again."""

    box: int
    player: str
    wager: str
    amount: int
    clause: str


class CarriedReturned(Event, frozen=True):
    box: int
    player: str
    wager: str
    amount: int
    clause: str


class BettingReopened(Event, frozen=True):
    """Called closed, but nothing lies there any more."""

    clause: str


class BettingCalled(Event, frozen=True):
    clause: str
    table: RoundTable | None = None  # where the call begins the round: what it is played under


class CardTaken(Event, frozen=True):
    """A card has left the shoe (or the cards drawn before) and goes into the round."""

    card: Card


class IrregularCardFound(Event, frozen=True, tag="CardAstray"):
    """A card did not go where one was due: it is put right before play goes on."""

    card: Card
    to: int | None
    due: Due | None
    exposed: bool
    kind: s.IrregularityKind
    clause: str


class IrregularityResolved(Event, frozen=True, tag="AstrayResolved"):
    how: str
    clause: str


class CardsPutNext(Event, frozen=True):
    """Cards drawn already are used before any other."""

    cards: tuple[Card, ...]
    clause: str


class NextBurned(Event, frozen=True):
    """The cards drawn already are not needed after all: they are burned."""

    clause: str


class FirstNextBurned(Event, frozen=True):
    """Of the cards drawn already, the first is burned after all, as it should have been."""

    clause: str


class CardHeldOver(Event, frozen=True):
    clause: str
    card: Card | None = None  # nobody saw it; the table knows which one comes first


class EntryTakenBack(Event, frozen=True):
    """The last card was put down wrongly, and is read as if it had not been put down at all."""

    card: Card
    clause: str


class RoundRewound(Event, frozen=True):
    """The round goes back to where it stood after so many commands."""

    steps: int
    clause: str


class RoundFinished(Event, frozen=True):
    """The round is over: its money moves, its cards go to the rack."""

    clause: str
    idle: dict[str, int] = {}  # who has now sat out how many rounds in succession


class LastRoundMoved(Event, frozen=True):
    """A round that is over is told what came after it: nothing that it settled changes."""

    step: s.Step


class LastRoundCorrected(Event, frozen=True):
    """A round that is over is decided anew: the differences change hands."""

    steps: tuple[s.Step, ...]
    clause: str
    back: int = 1


class WithdrawalsOpened(Event, frozen=True):
    """Whoever wishes takes wagers back: before a rebuild, or because no device is left."""

    clause: str
    rebuild: bool = False


class WithdrawalsClosed(Event, frozen=True):
    clause: str


class PlayHeldUp(Event, frozen=True):
    """No round begins until somebody has done what this clause asks for; none: it may."""

    clause: str


class CardRefused(Event, frozen=True):
    """A Player Card does not count any more."""

    player: str
    clause: str


class ElsewhereAllowed(Event, frozen=True):
    player: str
    wager: str
    clause: str


class DealingChanged(Event, frozen=True):
    """From the device to an ordinary shoe, or to another device."""

    setup: Setup
    clause: str


class LossLimitSet(Event, frozen=True):
    player: str
    amount: int
    clause: str
    days: int = 1


class VoucherExchanged(Event, frozen=True):
    player: str
    voucher: int
    clause: str


class PlayerPaused(Event, frozen=True):
    player: str
    until: int
    clause: str


class PlayerBarred(Event, frozen=True):
    player: str
    act: str
    clause: str


class DisputeRaised(Event, frozen=True):
    player: str
    about: str
    clause: str


class DisputeDecided(Event, frozen=True):
    dispute: int
    by: Person
    ruling: str
    review: bool
    clause: str


class PlaceAwarded(Event, frozen=True):
    """It was disputed who may place a wager on a box in this round: this player may, alone."""

    wager: str
    box: int
    player: str
    clause: str


class PaymentErrorFound(Event, frozen=True):
    at: int
    player: str
    cents: int
    suspected: bool
    clause: str
    booked: bool = False  # the player has those chips, or lacks them


class PaymentErrorStep(Event, frozen=True):
    error: int
    how: str
    clause: str
    back: bool = False  # the chips changed hands again


class MonthReported(Event, frozen=True):
    month: str
    clause: str


AnyEvent = union(events_in(vars()))  # what a log may hold
