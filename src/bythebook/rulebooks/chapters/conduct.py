"""The vocabulary of `table.toml`: how a book wants its tables run between and around the rounds.

Who may do what stands in `acts`, one entry for each power or duty; the figures and orders of
preference that the mechanism needs stand in the sections after it. As in `rules.toml`, everything
carries its clause.
"""

from typing import Literal

import msgspec

from bythebook.rulebooks.chapters.words import Authority, Cited, Count, Rule

Dealing = Literal["shoe", "device"]
When = Literal[
    "any", "between-rounds", "outside-rounds", "in-round", "before-shuffle", "before-cut",
    "after-cutting-card", "closed",
]  # fmt: skip


class Role(Rule, frozen=True, kw_only=True):
    """A title of the book, as a rank of its ladder or beside it."""

    role: str
    title: str
    clause: str = ""
    same_as: str = ""  # the rank before it that this one equals


class Told(Rule, frozen=True, kw_only=True):
    """Somebody who must be told, before an act or within so many minutes after it."""

    to: str
    clause: str
    minutes: int | None = None


class Notice(Rule, frozen=True, kw_only=True):
    """How long a sign must have been up, or in how many rounds' time it takes effect."""

    clause: str
    minutes: int = 0
    rounds: int = 0
    invalidated: Authority | None = None  # at once, when the last round was just cancelled
    # Ways round the notice, where the book has one.
    nobody_there: Authority | None = None
    all_agree: Authority | None = None


class Act(Rule, frozen=True, kw_only=True):
    """Something that somebody may or must do at the table, and under which conditions.

    An act may have several entries: the first that fits the way of dealing, the game and the wager
    is the one that counts.
    """

    says: str
    by: str  # the lowest rank that may; "player"; or a role beside the ladder
    clause: str
    also: tuple[str, ...] = ()
    also_by: tuple[str, ...] = ()
    record: bool = False  # nothing changes at the table: it is written down
    when: When = "any"
    dealing: Dealing | None = None
    games: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  # for these wagers, these ways or these clauses
    told: tuple[Told, ...] = ()  # before the act
    then_tell: tuple[Told, ...] = ()  # after it
    sign: Cited[str] | None = None  # a sign of this kind is up
    notice: Notice | None = None
    asked: Authority | None = None  # somebody asked for it
    asked_by: str = ""  # who, if not a player
    approved: Cited[str] | None = None  # somebody of this rank approved it
    second: Cited[str] | None = None  # somebody of this rank signs as well
    after: Cited[str] | None = None  # only once that act was done (about the same player)
    since: tuple[str, ...] = ()  # and done after the last of these
    again: Authority | None = None  # done once already, it needs no such preparation
    closes: tuple[str, ...] = ()  # wagers that nobody places after it
    opens: tuple[str, ...] = ()  # wagers that it opens again
    elsewhere: Authority | None = None  # by which it is refused where cards are dealt the other way
    reason: bool = False  # it says why
    limited: Authority | None = None  # only about somebody who has set a loss limit
    # Only about a hand of one's own that has no more than so many cards, as it was dealt.
    own_cards: Cited[int] | None = None
    face_down: Cited[int] | None = None  # from then on so many first cards of a hand lie face down
    noted: str = ""  # why nothing follows from an act that is only written down


class Due(Rule, frozen=True, kw_only=True):
    """An act that is due once another was done, or something has happened."""

    after: str  # an act; or `won`: a share of a meter, by a wager
    act: str
    clause: str
    wager: str = ""
    minutes: int | None = None
    # What is refused until then: the next round, closing, or that player's wagers.
    blocks: Literal["", "round", "closing", "wagers"] = ""


class Need(Rule, frozen=True, kw_only=True):
    """Something that must be there before the table opens: an act done, a sign up, a person."""

    clause: str
    act: str = ""
    sign: str = ""
    present: str = ""
    wager: str = ""  # only where this wager is offered
    dealing: Dealing | None = None
    games: tuple[str, ...] = ()
    option: tuple[str, str] | None = None  # only where an option is set like that
    or_act: str = ""  # another act that does as well
    cards: bool = False  # about the cards: needed again when they are replaced
    again: bool = False  # also before every round
    since: str = ""  # done after the last of these acts, if there was one


class Shown(Rule, frozen=True, kw_only=True):
    """What a sign of one kind says: exactly what is enforced, or (`announces`) is to come."""

    clause: str
    shows: tuple[
        Literal["game", "limits", "box", "units", "odds", "payouts", "stakes", "floors"], ...
    ] = ()
    wagers: tuple[str, ...] = ()  # of these only; none named: of all on offer
    options: tuple[str, ...] = ()  # how these options are set
    announces: bool = False


class Layout(Rule, frozen=True, kw_only=True):
    """An approved layout and the side wagers it has places for."""

    clause: str
    wagers: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    options: dict[str, str] = {}  # what its inscription fixes


class LowLimit(Rule, frozen=True, kw_only=True):
    no_tournaments: Authority
    device_only: Authority


class ChangeOfGame(Rule, frozen=True, kw_only=True):
    ends_shoe: Authority
    shown: Authority  # the game in play is on display


class Opening(Rule, frozen=True, kw_only=True):
    boxes: Cited[tuple[int, int]]  # least and most on a layout
    boxes_exactly: dict[str, Cited[int]] = {}  # games with a number of their own
    before_closing: tuple[Need, ...] = ()  # done since the last round
    marked: dict[str, Authority] = {}  # wagers for which the layout must have a place
    needs: tuple[Need, ...] = ()
    chosen: dict[str, Authority] = {}  # options without a usual value, which somebody must set
    layouts: dict[str, Layout] = {}
    dealing: dict[Dealing, Authority]
    low_limit: LowLimit | None = None
    change: ChangeOfGame | None = None


class MidShoe(Rule, frozen=True, kw_only=True):
    """Who may be held to the minimum until the shoe ends: late and intermittent bettors."""

    missed_first: Authority
    skipped: Authority
    per_box: bool = False


class Idle(Rule, frozen=True, kw_only=True):
    rounds: Count
    clause: str
    counts: Literal["any-wager", "main-wager"] = "any-wager"  # what breaks the idleness


class Seats(Rule, frozen=True, kw_only=True):
    # A player may have several boxes: always, or with permission; short of seats, one gives up.
    several: Cited[Literal["free", "by-permission"]]
    short: Authority
    given_up: Literal["closed", "back-bet"] = "closed"  # what a box given up still allows
    full: Authority | None = (
        None  # at a full table: wagers elsewhere, but control of one's own seat only
    )
    reserved: Authority | None = None
    proxy: Authority | None = None  # nobody wagers for somebody else
    elsewhere: dict[str, Authority] = {}  # wagers that need leave on a box without one's main wager
    idle: Idle | None = None
    mid_shoe: MidShoe | None = None


class Protected(Rule, frozen=True, kw_only=True):
    """A minimum raised at once while those already playing keep the old one."""

    clause: str
    marker: Authority
    leaves: Authority
    located: Authority
    both_signs: Authority
    arrivals: Authority
    later: Notice  # the kept minimum itself is raised only after such a notice
    two_at_most: Authority | None = None  # none is raised at once while an older one is kept
    # Who counts as playing: a wager in this or the last round, or any since coming to the table.
    who: Literal["last-round", "since-sitting"] = "last-round"


class Personal(Rule, frozen=True, kw_only=True):
    """Limits of one player's own."""

    clause: str
    shown_by: Literal["sign", "marker"]
    # What it closes to others: nothing; everything; or all together stay within the box maximum.
    others: Cited[Literal["free", "none", "within-box-maximum"]]
    minimum_too: bool = False  # both figures must be given
    in_excess: bool = False  # they lie above the sign's


class ThreeTimes(Rule, frozen=True, kw_only=True):
    """A wager is at most so many times the last one in the shoe, where a sign says so."""

    clause: str
    also: tuple[str, ...] = ()
    times: Count
    shown_from_start: Authority


class TableLimits(Rule, frozen=True, kw_only=True):
    sign: Authority
    units: Authority | None = None
    units_above_minimum: bool = False  # the unit counts from the minimum, not from nothing
    double_units: Authority | None = None  # a double for less goes up by the unit too
    per_box: Authority | None = None  # the sign's maximum is the box's
    side: dict[str, Authority] = {}  # side wagers whose limits the sign must show too
    changes: Literal["minimum", "both"] = "minimum"  # which changes need the notice
    raise_minimum: Notice
    protected: Protected | None = None
    personal: Personal
    under: Authority  # under the minimum, noticed in time
    over: Authority  # over the maximum, noticed in time
    warning: Authority | None = None  # after a warning, later ones go back
    three_times: ThreeTimes | None = None
    # A stake whose win chips cannot pay exactly may be refused: at once, or the next time.
    inexact: Cited[Literal["at-once", "next-time"]] | None = None


class CutTo(Rule, frozen=True, kw_only=True):
    """Who is offered the cut, by what made the shuffle due."""

    because: Literal["opening", "box", "dealer", "first-card", "replaced", "malfunction", "other"]
    to: Literal["first-arrival", "that-box", "far-right", "in-turn", "any-player"]
    clause: str


class Depth(Rule, frozen=True, kw_only=True):
    """Where a card may go in: so many cards from the front and the back of the stack.

    `half_from_back`: at most half the stack from the back. `tolerance` is for "approximately".
    """

    clause: str
    front: int = 0
    back: int = 0
    front_decks: float = 0  # the same in decks of the game
    half_from_back: bool = False
    most_from_back: int | None = None
    most_decks_from_back: float | None = None
    tolerance: int = 0
    tolerance_decks: float = 0
    tolerance_above: int = 0  # for the upper bound alone
    also: tuple[str, ...] = ()


class Cut(Rule, frozen=True, kw_only=True):
    offered: tuple[CutTo, ...]
    refused: Authority  # the offer goes on round the table
    last: Cited[str]  # the rank that cuts when nobody will
    depth: Depth
    again: Authority | None = None  # the dealer may cut once more
    staff: Cited[str] | None = None  # this rank may cut instead of a player
    refused_from: Literal["next-box", "first-box"] = "next-box"  # where the asking goes on


class Markers(Rule, frozen=True, kw_only=True):
    """How many marker cards go into the shoe and where, by the number of decks."""

    decks: tuple[int, ...]
    count: Cited[tuple[int, int]]
    depth: Depth
    depth_of_two: Depth | None = None


class CuttingCard(Rule, frozen=True, kw_only=True):
    """What its appearing means."""

    first: Authority | None = None  # before a round's first card: shuffle now
    during: Authority  # finish the round, then shuffle
    last: Authority | None = None  # of two: only the second must be followed by a shuffle
    missed: Authority  # forgotten: finish the round, then shuffle
    # After one round that was dealt without it nothing is dealt before the shuffle.
    overdue: Authority | None = None
    final_rounds: Cited[int] | None = None  # thrown aside in the announced last rounds


class Burn(Rule, frozen=True, kw_only=True):
    """Whether and when the first card is burned."""

    clause: str
    shoe: Literal["always", "option", "never"] = "never"
    device: Literal["each-loading", "never"] = "never"
    device_clause: Authority | None = None
    shown: Authority | None = None  # face up if a player asks
    forgotten: Authority | None = None
    restart: Authority | None = None  # the first round may be rebuilt with the burn


class Shuffle(Rule, frozen=True, kw_only=True):
    due: Authority  # before play begins
    cut: Cut | None = None
    insert: Depth | None = None
    markers: tuple[Markers, ...] = ()
    same_markers: Authority | None = None  # all tables of an area have the same number
    cutting_card: CuttingCard | None = None
    burn: Burn | None = None
    device: Authority | None = None  # a device shuffles and is never cut
    pre_shuffled: Authority | None = None  # cards that come shuffled go straight to the cut
    not_due: Authority | None = None  # a shoe is shuffled when it is due, not otherwise
    # With a device, when the discards go back: after each round, when the dealer reloads them, or
    # only when it runs short.
    returns: Cited[Literal["after-round", "reload", "when-short"]] | None = None
    mid_round: Authority | None = None  # an ordered shuffle does not wait for the end of the round
    rack: Authority | None = None  # with a device, when the discards go back into it
    rack_missed: Authority | None = None
    badly_cut: Authority | None = None
    collected: Authority | None = None  # a decided hand's cards go to the rack at once
    discards: Authority | None = None  # at the end of a round the cards go to the rack


class Conduct(Rule, frozen=True, kw_only=True):
    """Everything around the rounds, as one book has it."""

    ladder: tuple[Role, ...]  # from the lowest rank to the highest
    beside: tuple[Role, ...] = ()  # people with a say who are no rank of the ladder
    acts: dict[str, tuple[Act, ...]]
    opening: Opening
    duties: tuple[Due, ...] = ()
    signs: dict[str, Shown] = {}  # by kind; any other sign has words of its own
    seats: Seats
    limits: TableLimits
    shuffle: Shuffle
    protection: "Protection | None" = None
    payments: "Payments | None" = None
    errors_booked: Authority | None = None  # by a book without rules for them: owed all the same
    disputes: "Disputes"
    carried: "Carried | None" = None
    call_closes: Authority | None = (
        None  # "no more bets" itself closes the betting, not the first card
    )
    call_first: Authority | None = None  # no round's first card before that call
    call_closes_with: dict[str, Authority] = {}  # it does so when such a wager is down
    # An idle hand: finished once its player is gone or has had time; only if gone; only after time.
    idle_hands: Literal["either", "gone-only", "after-time"] = "either"
    held_sides: Authority | None = None  # held to the minimum: of every side wager too
    confined_insures: Authority | None = None  # somebody confined insures nobody else's wager
    console: "Console | None" = None
    # Without a console: wagers that the dealer takes in before the first card.
    removed_first: dict[str, Authority] = {}


def rank_of(conduct: Conduct, role: str) -> int | None:
    """The place of a role on the ladder, from 0; None for those beside it."""
    places: dict[str, int] = {}
    for known in conduct.ladder:
        places[known.role] = places.get(known.same_as, len(set(places.values())))
    return places.get(role)


class LossLimit(Rule, frozen=True, kw_only=True):
    clause: str
    no_wager_beyond: Authority = msgspec.field(name="within")
    trimmed: Authority  # last in, first out
    reminded: Authority
    stands: Authority  # earlier rounds
    purchases: Authority
    brought: Authority
    before_wagers: Authority | None = None  # what was brought is declared before anything else
    leaving: Authority
    pause: Authority


class Protection(Rule, frozen=True, kw_only=True):
    """Player Cards and loss limits."""

    card: Authority
    invalid: Authority  # what a wager without one's own card is
    before: Authority  # found before the hand: returned
    settled: Authority  # hands already settled stand
    proxy: Authority
    loss_limit: LossLimit


class Payments(Rule, frozen=True, kw_only=True):
    """Sums paid too much or too little."""

    not_intended: Authority
    put_right: Authority
    suspected: Authority
    identify: Authority
    underpaid: Authority
    overpaid: Authority
    report_over: Cited[int]  # cents: single errors above this are reported each month
    report_to: str


class Decided(Authority, frozen=True, kw_only=True):
    """The clause of a ruling; by whom is said where all powers are (`acts.decide-dispute`)."""

    value: str = ""  # the same rank, as revision 1 named it here too


class Disputes(Rule, frozen=True, kw_only=True):
    decided: Decided
    reviewed: Cited[str] | None = None  # on request, by another person of this rank or above
    final: Authority
    outside: str = ""  # where whoever is dissatisfied may go, which every ruling says
    # Who may place this wager is what is disputed: a ruling says whose it is on which box.
    places: Cited[str] | None = None


class Carried(Rule, frozen=True, kw_only=True):
    """A wager of a void round that stays down for the next."""

    clause: str
    leaves: Authority
    marked: Authority


# What is done at the console before a round's first card, in this order. An act that the book has
# no entry for is done with the call.
CHECKED, ANNOUNCED = "check-wagers", "announce-no-more-bets"
PRESSED, REMOVED = "press-no-more-bets", "remove-wagers"
BEFORE_ROUND = (CHECKED, ANNOUNCED, PRESSED, REMOVED)
# What is done there around a jackpot that was won.
CALLED, PAID, REFERRED, OVER = "call-inspector", "pay-jackpot", "refer-jackpot", "game-over"
AT_CONSOLE = (CALLED, PAID, REFERRED, OVER)


class Console(Rule, frozen=True, kw_only=True):
    """How a dealer works the console of a jackpot in a round with its wager, step by step."""

    wager: str
    checked: Authority  # every wager lies right, and the sensors register
    announced: Authority
    pressed: Authority
    removed: Authority  # no card before
    called: Cited[str]  # who is called when the jackpot is won
    paid: Authority  # when the hand is over
    over: Authority  # pressed, it opens the wagering again
    changed: Authority  # the dealer stays until the round is over

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """What comes before a round's first card, each with its clause."""
        says = (self.checked, self.announced, self.pressed, self.removed)
        return tuple((act, by.clause) for act, by in zip(BEFORE_ROUND, says, strict=True))
