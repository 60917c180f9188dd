"""What has happened at a tournament table. Every event cites the clause it rests on.

A table's own events keep their clauses: `TableMoved` wraps them whole.
"""

from bythebook.deciders import Event, Person, Revealed, Sealed, events_in, reader, union
from bythebook.table.events import AnyEvent as TableEvent
from bythebook.tournaments.course.ranking import Exit, Places
from bythebook.tournaments.session.state import Form, Gone, Secret, Stage
from bythebook.tournaments.values import SessionResult, SessionTerms

__all__ = ["AnyEvent", "Revealed", "Sealed", "event_from_json"]


class SessionOpened(Event, frozen=True):
    """Everybody has the chips of the terms in front of the place drawn."""

    terms: SessionTerms
    clause: str


class SeatTaken(Event, frozen=True):
    player: str
    clause: str


class SeatLeft(Event, frozen=True):
    """Away for a time; who goes for good is `PlayerGone`."""

    player: str
    approved: bool
    clause: str


class Substituted(Event, frozen=True):
    player: str
    by: str
    clause: str


class ChipsAdded(Event, frozen=True):
    """Bought: there are more chips in play than were given out at first."""

    player: str
    chips: int
    what: str
    clause: str


class JokersShown(Event, frozen=True):
    jokers: int
    clause: str


class ContainerFilled(Event, frozen=True):
    """The order stays hidden, and the seed, until the session is over."""

    order: tuple[int, ...]
    seed: str
    clause: str


class SessionStarted(Event, frozen=True):
    at: int
    marker: int
    clause: str
    signs: tuple[int, ...] = ()  # the elimination hands that a sign shows


class SignalGiven(Event, frozen=True):
    about: int  # the hand or the shoe
    clause: str


class HandBegan(Event, frozen=True, kw_only=True):
    """A sign shows which hand and shoe is played; limits and marker hold for this hand."""

    hand: int
    extra: int
    shoe: int
    marker: int
    least: int
    most: int
    playing: tuple[str, ...]
    counts: bool
    last: bool
    at: int
    clause: str


class EliminationDisregarded(Event, frozen=True):
    hand: int
    clause: str


class WagerMade(Event, frozen=True, kw_only=True):
    player: str
    amount: int
    wager: str
    at: int
    clause: str
    unseen_fault: bool = False


class WagerTakenBack(Event, frozen=True):
    """Chips put down out of turn: they go back until it comes."""

    player: str
    amount: int
    clause: str


class WagerCorrected(Event, frozen=True):
    """Brought to what is valid: cut, trimmed, or made up to the minimum."""

    player: str
    was: int
    amount: int
    clause: str


class WagerVoided(Event, frozen=True):
    """Below the minimum and not to be made up: void, and the cards are burned."""

    player: str
    amount: int
    clause: str


class PassPlayed(Event, frozen=True):
    player: str
    at: int
    clause: str


class FormHandedIn(Event, frozen=True):
    player: str
    form: Form
    alone: bool
    at: int
    clause: str


class FormChecked(Event, frozen=True):
    player: str
    by: str
    clause: str


class FormReturned(Event, frozen=True):
    player: str
    clause: str


class VoucherDrawn(Event, frozen=True):
    player: str
    value: int
    at: int
    clause: str
    carried: bool = False  # the one kept from a stand-off


class DoublerUsed(Event, frozen=True):
    player: str
    clause: str


class TimeCalled(Event, frozen=True):
    player: str
    clause: str


class PlayerDirected(Event, frozen=True):
    player: str
    clause: str


class WagerMissed(Event, frozen=True, kw_only=True):
    """No hand for this player; what it costs goes to the house."""

    player: str
    amount: int
    away: bool
    at: int
    clause: str


class BettingStopped(Event, frozen=True):
    """No more bets: what each form comes to is settled, and seen by nobody."""

    secrets: tuple[Secret, ...]
    clause: str


class TableMoved(Event, frozen=True):
    """What came of an order at the table itself, by the table's own rules: cards, shoe, round."""

    events: tuple[TableEvent, ...]
    at: int
    by: Person | None = None  # with real cards, who put a decision down


class HandReopened(Event, frozen=True):
    """The last hand is put right: it is settled anew, and whatever was counted by it."""

    clause: str


class HandCorrected(Event, frozen=True):
    """A hand before the last is void: what goes back from and to each stack; who is in again."""

    changes: dict[str, int]
    clause: str
    back: tuple[str, ...] = ()


class HandToMakeUp(Event, frozen=True):
    """It does not count: the session lasts one hand longer."""

    hand: int
    clause: str


class StartStood(Event, frozen=True):
    """A deal begun at the wrong box is valid."""

    clause: str


class StartPutRight(Event, frozen=True):
    """The deal begins anew at the right box, with the cards dealt so far as they came out."""

    clause: str


class SecretsAnnounced(Event, frozen=True):
    secrets: tuple[Secret, ...]
    clause: str


class VoucherShown(Event, frozen=True):
    """Shown to players and cameras, and entered on the session's sheet."""

    player: str
    hand: int
    value: int
    clause: str
    recorded: str  # the clause of the entry


class VoucherKept(Event, frozen=True):
    """A stand-off: it stays folded and must be the next hand's wager."""

    player: str
    value: int
    clause: str


class VoucherReturned(Event, frozen=True):
    """Unopened, to the inspector or into the container: it lapses, or its hand was void."""

    player: str
    value: int
    to_container: bool
    clause: str


class ChipsDeducted(Event, frozen=True):
    """From a stack to the house, whatever the cards."""

    player: str
    amount: int
    clause: str


class WinPaidTwice(Event, frozen=True):
    player: str
    amount: int
    clause: str


class HandSettled(Event, frozen=True, kw_only=True):
    """What the hand changed in each stack; what each staked, and whose chips went first."""

    changes: dict[str, int]
    staked: dict[str, int]
    removed: dict[str, int]
    at: int
    clause: str


class HandVoided(Event, frozen=True):
    """Stakes are back and the hand does not count; `changes`: what stands all the same."""

    by: str
    changes: dict[str, int]
    clause: str


class FormExamined(Event, frozen=True):
    by: str
    player: str
    clause: str


class ChipsCounted(Event, frozen=True):
    """A count, with what was found if somebody counted by hand."""

    expected: dict[str, int]
    found: dict[str, int]
    clause: str
    uncounted: str = ""  # by which a voucher on the table is left out


class PlayerGone(Event, frozen=True, kw_only=True):
    """Out of the session: eliminated, disqualified, place cancelled, or left."""

    player: str
    how: Gone
    exit: Exit
    order: int
    keeps: bool  # the chips in front; otherwise they go to the house
    clause: str
    reason: str = ""
    deliberate: bool = False
    brought: int = 0


class SkipsEarned(Event, frozen=True):
    """Somebody went out otherwise: so many elimination hands to come are disregarded."""

    number: int
    clause: str


class PlayOffBegan(Event, frozen=True):
    """Those who are level play on for so many places."""

    stage: Stage
    players: tuple[str, ...]
    places: int
    clause: str


class PlayOffSettled(Event, frozen=True):
    """After a count: who still plays for how many places; nobody: it is over."""

    players: tuple[str, ...]
    places: int
    survivors: tuple[str, ...]
    clause: str


class CountRestored(Event, frozen=True):
    """Back to the chips held after the elimination hand."""

    player: str
    chips: int
    clause: str


class BallotNeeded(Event, frozen=True):
    players: tuple[str, ...]
    places: int
    clause: str


class BallotDrawn(Event, frozen=True):
    """Everybody in the ballot as the seed draws them; the first so many have the places."""

    order: tuple[str, ...]
    chosen: tuple[str, ...]
    clause: str


class CuttingCardCame(Event, frozen=True):
    clause: str


class ShoeBegan(Event, frozen=True):
    shoe: int
    clause: str


class MarkerMoved(Event, frozen=True):
    box: int
    clause: str


class PlayEnded(Event, frozen=True):
    why: str
    clause: str


class TotalsRecorded(Event, frozen=True):
    totals: dict[str, int]
    by: str
    clause: str


class PlacesFixed(Event, frozen=True):
    places: Places
    clause: str


class ChipsReturned(Event, frozen=True):
    missing: dict[str, int]
    to: str  # whose the chips of players are: the operator's or their own
    clause: str
    found: int | None = None  # counted in all, of those that were given out


class SessionEnded(Event, frozen=True):
    result: SessionResult
    clause: str


class TimeLimitSet(Event, frozen=True):
    seconds: int
    clause: str


class BreakGiven(Event, frozen=True):
    minutes: int
    clause: str
    until: int = 0


class BreakEnded(Event, frozen=True):
    clause: str


class DisputeRaised(Event, frozen=True):
    number: int
    by: str
    about: str
    clause: str


class DisputeDecided(Event, frozen=True):
    """Final within the tournament; where a complaint can still go is told with it."""

    number: int
    ruling: str
    by: str
    complaint: str
    clause: str


class ConsentGiven(Event, frozen=True):
    player: str
    clause: str


class Noted(Event, frozen=True):
    """An act that is written down."""

    act: str
    by: Person
    at: int
    about: str
    player: str
    clause: str


AnyEvent = union(events_in(vars()))  # what a log may hold

event_from_json = reader(AnyEvent, "event")
