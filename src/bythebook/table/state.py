"""A table as it stands between and around its rounds: frozen values, folded from events."""

from typing import Literal

import msgspec

from bythebook.cards import Card
from bythebook.errors import BrokenInvariant
from bythebook.game.commands import AnyCommand as RoundCommand
from bythebook.game.events import AnyEvent as RoundEvent
from bythebook.game.events import Due
from bythebook.game.state import State as Round
from bythebook.game.state import Table as RoundTable
from bythebook.table.orders import Limits, Person, Setup
from bythebook.table.people.standing import AS_ANYBODY, Standing

IrregularityKind = Literal["misplaced", "not-due", "extra", "no-wager", "no-round", "wrong-card"]
ShoeStatus = Literal["unshuffled", "to-cut", "to-insert", "to-burn", "ready"]
Because = Literal[
    "opening", "box", "dealer", "first-card", "replaced", "malfunction", "other"
]  # fmt: skip


class Says(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What a sign says of the table's settings (`table/people/signs.py` makes it)."""

    game: str = ""
    limits: Limits = {}
    box_maximum: int | None = None
    units: dict[str, int] = {}
    odds: dict[str, dict[str, str]] = {}  # by wager: each winning line, and what it pays
    options: dict[str, str] = {}
    stakes: dict[str, tuple[int, ...]] = {}  # by wager: the sums it may be
    floors: dict[str, int] = {}  # by meter: the sum it never falls below
    boxes: tuple[int, ...] = ()  # of one player's: where it stands


class Sign(msgspec.Struct, frozen=True, gc=False):
    """A sign on the table, since when it is up, and from when what it says applies."""

    kind: str
    since: int
    time: int | None = None
    limits: Limits = {}
    text: str = ""
    player: str = ""
    round: int = 0  # how many rounds had begun when it went up
    says: Says | None = None  # None: words only, or put up before signs were values


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A line of the register: who did what, when, why, and by which clause."""

    number: int
    at: int
    by: Person
    act: str
    clause: str
    why: str = ""
    player: str = ""
    about: str = ""
    approved: Person | None = None
    second: Person | None = None
    asked: str = ""


class Duty(msgspec.Struct, frozen=True, gc=False):
    """Somebody is still to be told of an act, or (to nobody) the act itself is still to be done.

    `before`: the time by which, where there is one; `blocks`: what is refused until then;
    `after`: the number of the round whose result it follows.
    """

    to: str
    act: str
    clause: str
    since: int
    before: int | None = None
    player: str = ""
    blocks: str = ""
    after: int = 0

    def is_late(self, now: int) -> bool:
        return self.before is not None and now > self.before


class Dispute(msgspec.Struct, frozen=True, gc=False):
    number: int
    player: str
    about: str
    decided_by: Person | None = None
    ruling: str = ""
    reviewed_by: Person | None = None
    review: str = ""


class PaymentError(msgspec.Struct, frozen=True, gc=False):
    number: int
    at: int
    player: str
    cents: int
    suspected: bool
    steps: tuple[str, ...] = ()
    booked: bool = False  # the player's chips tell of it, until it is put right


class Personal(msgspec.Struct, frozen=True, gc=False):
    least: int | None
    most: int
    boxes: tuple[int, ...] = ()  # none named: wherever the player wagers
    in_excess: bool = False  # granted beyond the sign, whatever the sign comes to say


class Kept(msgspec.Struct, frozen=True, gc=False):
    """The old minimums a player keeps, on the boxes played when they were raised."""

    least: dict[str, int]
    boxes: tuple[int, ...]
    marker: int  # the box where the marker stands


class Player(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    name: str
    arrived: int  # their place in the order of arrival
    card: str = ""
    card_refused: bool = False  # found to be no valid one: the staff has to see another
    declared: bool = False  # the chips brought or bought, since coming to the table
    seat: int = 0
    several: bool = False  # allowed more than one box
    warned: tuple[str, ...] = ()
    personal: Personal | None = None
    kept: Kept | None = None
    held: tuple[int, ...] = ()  # boxes held to the minimum until the shoe ends; 0: all
    held_always: bool = False
    confined: bool = False
    barred: str = ""  # the act by which
    paused_until: int = 0
    idle: int = 0  # rounds in succession without a main wager while every other seat was taken
    last_wager: dict[int, int] = {}  # by box: the last original wager in this shoe
    first_round: tuple[int, ...] = ()  # boxes played in the first round of this shoe
    # Boxes wagered on in this shoe and then left out; 0: a round without any wager.
    skipped: tuple[int, ...] = ()
    boxes: tuple[int, ...] = ()  # boxes of the last round
    last_boxes: tuple[int, ...] = ()  # boxes of the last round with a wager of theirs
    given_up: tuple[int, ...] = ()  # boxes they were directed to give up
    elsewhere: tuple[str, ...] = ()  # wagers they may place on others' boxes


class Told(msgspec.Struct, frozen=True, gc=False):
    """What the casino told about somebody, and what they were up or down here by then."""

    standing: Standing
    net: int
    kept_out: bool = False  # now or earlier: the casino then says when that is over, too


class Shoe(msgspec.Struct, frozen=True, gc=False):
    status: ShoeStatus = "unshuffled"
    because: Because = "opening"
    because_box: int = 0
    declined: tuple[str, ...] = ()  # who would not cut
    cut_by: str = ""  # the player who cut, or "staff"
    out: tuple[Card, ...] = ()  # the cards that have left it, as far as they were seen
    unseen: int = 0  # burned face down
    burned: tuple[Card, ...] = ()
    next: tuple[Card, ...] = ()  # drawn already, to be used before any other
    held_over: bool = False  # a card lies under the shoe as the next round's first
    held: Card | None = None  # which one, as far as the table knows
    face_down: tuple[Card, ...] = ()  # of the next ones, those that nobody has seen
    markers: int = 1
    markers_out: int = 0
    marker_at: int | None = None  # how many cards lie behind the (last) cutting card
    shuffle_due: str = ""  # the clause by which it is shuffled after the round
    waited: str = ""  # the clause by which the shuffle now due has waited for the round's end
    rounds: int = 0  # begun since the last shuffle
    forgotten_burn: bool = False
    badly_cut: bool = False  # not exactly where the book wants it, but near enough
    one_round: bool = False  # only to finish this round: no cutting card goes in
    ran_out: bool = False  # in mid-round, and the round has still to be told


class Step(msgspec.Struct, frozen=True, gc=False):
    """One command to the round, and what it brought about."""

    command: RoundCommand
    events: tuple[RoundEvent, ...]


class IrregularCard(msgspec.Struct, frozen=True, gc=False):
    """A card that did not go where one was due, to be put right before play goes on."""

    card: Card
    to: int | None
    due: Due | None
    exposed: bool
    kind: IrregularityKind


class Past(msgspec.Struct, frozen=True, gc=False):
    """A round that is over, with what brought it there."""

    start: Round
    steps: tuple[Step, ...]
    round: Round
    ended: int = 0  # when: what is put right of it later counts for then


class Carried(msgspec.Struct, frozen=True, gc=False):
    """A wager of a void round that stays down for the next."""

    box: int
    player: str
    wager: str
    amount: int


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    now: int = 0
    phase: Literal["closed", "open"] = "closed"
    setup: Setup | None = None
    staff: tuple[Person, ...] = ()
    acted: dict[str, str] = {}  # who last gave an order in each capacity but a player's
    ordering: Person | None = None  # who gave the last of all; at a tournament nobody says
    signs: tuple[Sign, ...] = ()
    closing: int | None = None  # rounds played when the closing was announced
    closing_in: int = 0  # and how many more were announced
    players: dict[str, Player] = {}
    known: dict[str, Player] = {}  # who was here before: what belongs to the person stays
    arrivals: int = 0
    standings: dict[str, Told] = {}  # what the casino has told about somebody
    reserved: dict[int, str] = {}
    per_box: int = 0
    at_table: int = 0
    main_only: frozenset[str] = frozenset()  # side wagers for those with a main wager only
    face_down: int = 0  # so many first cards of a hand are dealt face down
    suspended: dict[str, str] = {}  # side wagers closed for the moment, and by which clause
    tracked: frozenset[str] = frozenset()  # players restricted once already
    shoe: Shoe = Shoe()
    start: Round | None = None  # the round as it began
    steps: tuple[Step, ...] = ()
    given: tuple[Person | None, ...] = ()  # who gave each step, as far as it is known
    round: Round | None = None
    late: frozenset[tuple[int, str, str]] = frozenset()
    called: bool = False  # no more bets
    called_under: RoundTable | None = None  # where that begins the round: the limits by then
    console: tuple[str, ...] = ()  # what was done there before the first card, with these wagers
    turn_since: int = 0
    irregular: tuple[IrregularCard, ...] = ()
    withdrawing: str = ""  # the clause by which players may take their wagers back
    rebuilding: bool = False  # announced: whoever wishes takes wagers back first
    past: tuple[Past, ...] = ()  # the last rounds that are over, the latest last
    held_up: str = ""  # the clause by which no round begins for the moment
    rounds: int = 0
    checks: str = ""  # the clause by which the cards are checked before play goes on
    chips: dict[str, int] = {}  # what each player has won or lost here, in chips
    house: int = 0
    carried: tuple[Carried, ...] = ()
    meters: dict[str, int] = {}
    register: tuple[Entry, ...] = ()
    register_at_last_round: int = 0  # how long the register was when the last round ended
    # To whom, of which act, about which player or which wager.
    told: tuple[tuple[str, str, str, str], ...] = ()
    done: frozenset[str] = frozenset()  # acts performed since the table was last closed
    duties: tuple[Duty, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    awarded: dict[str, dict[int, str]] = {}  # whose a disputed wager is on a box, in this round
    payment_errors: tuple[PaymentError, ...] = ()
    reported: tuple[str, ...] = ()

    @property
    def playing(self) -> Round:
        """The round that wagers lie on or that is being dealt, where there must be one."""
        if self.round is None:
            raise BrokenInvariant("no round is being played")
        return self.round

    @property
    def beginning(self) -> Round:
        """That round before anything was done in it."""
        if self.start is None:
            raise BrokenInvariant("no round is being played")
        return self.start

    @property
    def set_up(self) -> Setup:
        """How the table is set up, where it must have been opened."""
        if self.setup is None:
            raise BrokenInvariant("the table has not been opened")
        return self.setup

    @property
    def limits(self) -> Limits:
        """What the sign shows: the limits in force now."""
        return self.setup.limits if self.setup is not None else {}

    @property
    def box_maximum(self) -> int | None:
        return self.setup.box_maximum if self.setup is not None else None

    @property
    def units(self) -> dict[str, int]:
        return self.setup.units if self.setup is not None else {}

    def net_of(self, name: str) -> int:
        """What somebody is up or down here; what lies on the layout is not in their hand."""
        net = self.chips.get(name, 0)
        return net if self.round is None else net + self.round.net.get(name, 0)

    def standing_of(self, name: str) -> Standing:
        """What the casino told about somebody; of whom it told nothing, they are as anybody."""
        told = self.standings.get(name)
        return told.standing if told is not None else AS_ANYBODY

    @property
    def in_round(self) -> bool:
        """Whether a card of a round is out that is not over."""
        return self.round is not None and self.round.phase not in ("betting", "over")

    @property
    def last(self) -> Round | None:
        return self.past[-1].round if self.past else None

    @property
    def begun(self) -> int:
        """How many rounds have had a first card."""
        return self.rounds + (1 if self.in_round else 0)

    def sign(self, kind: str, player: str = "") -> Sign | None:
        for sign in self.signs:
            if sign.kind == kind and (not player or sign.player == player):
                return sign
        return None
