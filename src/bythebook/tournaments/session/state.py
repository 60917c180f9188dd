"""A table of a tournament as it stands in one session: frozen values, rebuilt from its events.

    seating ─▶ betting ─▶ playing ─▶ settling ─▶ between ─▶ betting …
                                                    └─▶ counting ─▶ (ballot) ─▶ ranked ─▶ over

While a hand is played, a stack is what lay in front of the player before it: what the round took
and gave joins it when the hand is settled, so that an unseen wager shows in no stack before.

Cards, shoe and round are those of an ordinary table (`table`); what is here is what a tournament
adds to it.
"""

from typing import Literal

import msgspec

from bythebook.game.state import State as Round
from bythebook.table.state import State as Table
from bythebook.tournaments.course.ranking import Exit, Places
from bythebook.tournaments.values import SessionResult, SessionTerms

Phase = Literal[
    "seating",  # players take their places
    "betting",  # a hand is announced: wagers, pass cards, forms, vouchers
    "playing",  # the round runs
    "settling",  # it is over; what nobody has seen is announced
    "between",  # the hand is settled
    "counting",  # the last hand is over: chips are counted
    "ballot",  # chance decides between players
    "ranked",  # places are fixed: chips go back, the result is announced
    "over",
]
# A play-off for survival follows an elimination hand; the other fills places at the end.
Stage = Literal["session", "survival", "play-off"]
Gone = Literal["", "eliminated", "disqualified", "cancelled", "left"]


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A wager written down for nobody to see; as it was written, faults and all."""

    name: str = ""
    seat: int = 0
    figures: str = ""
    words: str = ""
    type: str = ""
    signed: bool = False
    # What is added if the hand is doubled, split or insured: where the book wants it written.
    double: int = 0
    split: bool = False
    insure: int = 0


class Handed(msgspec.Struct, frozen=True):
    """A form on its way: `alone` if no chips are wagered beside it."""

    form: Form
    alone: bool
    checked: str = ""  # who examined and signed it


class Secret(msgspec.Struct, frozen=True, kw_only=True):
    """What a form comes to when the hand begins; `clauses` say why, where it had a fault."""

    player: str
    form: Form
    amount: int  # 0: nothing is wagered by it
    deducted: int = 0  # what the faulty form costs, whatever the cards
    # Of a form whose fault nobody has seen yet: what lies there for it, so that cards come.
    laid: int = 0
    clauses: tuple[str, ...] = ()
    account: str = ""  # under which the round keeps its stake, apart from the open wager's


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """The chips a player put on the box in this hand."""

    amount: int
    sides: dict[str, int] = {}
    unseen_fault: bool = False  # lay there outside the limits, noticed only later
    twice: bool = False  # a voucher pays the winnings of this wager twice


class Missed(msgspec.Struct, frozen=True):
    """What not wagering has cost in this hand."""

    amount: int
    away: bool


class Competitor(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's place at the table."""

    player: str
    box: int
    chips: int
    seated: bool = False
    ever_seated: bool = False
    gone: Gone = ""
    out_at: int = 0
    out_order: int = 0
    secrets: int = 0  # forms left
    passes: int = 0  # pass cards left
    deducted: int = 0  # hands for which a minimum was taken while away
    directed: bool = False  # told to keep the pace
    restricted: bool = False  # the time was over: only the minimum in this hand
    voucher: int = 0  # a mystery wager carried over from a stand-off
    doublers: int = 0  # vouchers that pay a win twice
    held: int | None = None  # the count to go on with after a play-off for survival

    @property
    def active(self) -> bool:
        return not self.gone


class PlayOff(msgspec.Struct, frozen=True, kw_only=True):
    """Those who are level play on: for how many places, and how many hands were played."""

    players: tuple[str, ...]
    places: int
    hands: int = 0
    shoe: int = 0  # in which it began


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    by: str
    about: str
    ruling: str = ""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    terms: SessionTerms
    table: Table = Table()
    phase: Phase = "seating"
    stage: Stage = "session"
    players: dict[str, Competitor]  # by name, in order of boxes
    issued: int  # every chip that was given out
    house: int = 0  # chips that the house has won of them, or given beyond them
    started_at: int = 0
    hand: int = 0  # of the session; hands of a play-off have the number of the last one
    extra: int = 0  # hands of play-offs so far
    shoe: int = 1
    shoe_hands: int = 0  # begun in it
    shoe_over: bool = False  # the cutting card has come
    shuffle_due: bool = False
    marker: int = 0
    resume_marker: int = 0  # where the session goes on after a play-off for survival
    made_up: int = 0  # hands more than the terms have, for those that are void
    skips: int = 0  # elimination hands still to be disregarded
    betting_seconds: int = 0
    signalled: int = 0  # the hand or shoe that a signal was given for
    jokers_shown: bool = False

    # The hand.
    playing: tuple[str, ...] = ()  # who takes part in it
    counts: bool = False  # chips are counted after it: an elimination hand
    last: bool = False
    turn_since: int = 0
    bets: dict[str, Bet] = {}
    passed: tuple[str, ...] = ()
    missed: dict[str, Missed] = {}
    handed: dict[str, Handed] = {}
    drawn: dict[str, int] = {}  # mystery vouchers on boxes
    secrets: dict[str, Secret] = {}
    announced: bool = False  # the forms of this hand are known to everybody
    first: int = 0  # where the deal began
    dealt: bool = False  # this hand has, or had, a round
    stacks: dict[str, int] = {}  # what each had when the hand began
    unsettled: "Session | None" = None  # as the last hand lay before it was settled, until the next
    staked: dict[str, int] = {}  # in the last hand: everything wagered, by player
    removed: dict[str, int] = {}  # and whose chips were taken first

    # Around the hands.
    shown_forms: dict[str, Form] = {}  # of the hand before, until the next first card
    container: tuple[int, ...] = ()
    container_seed: str = ""
    container_digest: str = ""
    digests: tuple[str, ...] = ()  # of seeds for ballots, in the order of their use
    seeds_used: int = 0
    on_break: bool = False
    break_until: int = 0  # the time that players were given
    disputes: tuple[Dispute, ...] = ()
    consents: tuple[str, ...] = ()
    exits: tuple[Exit, ...] = ()  # in order of elimination
    lost_last: tuple[str, ...] = ()  # who lost everything on the hand just settled
    drawn_names: tuple[str, ...] = ()  # chosen by ballot: they go into the next draw of seats
    play_off: PlayOff | None = None
    played_off: tuple[str, ...] = ()  # who had further hands for a place
    places: Places = ()  # at the end, as far as they are known
    ballot: tuple[str, ...] = ()
    ballot_places: int = 0
    totals: dict[str, int] = {}  # counted and recorded at the end
    contenders: tuple[str, ...] = ()  # who could still go on when that was done
    hidden: dict[str, int] = {}  # chips that a count did not find in front of somebody
    surplus: dict[str, int] = {}  # chips that it found there and that nobody had given out
    missing: dict[str, int] = {}  # chips not returned: how many of each denomination
    chips_returned: bool = False
    result: SessionResult | None = None
    chart: tuple[tuple[int, dict[str, int]], ...] = ()  # stacks after each hand

    def active(self) -> tuple[Competitor, ...]:
        return tuple(each for each in self.players.values() if each.active)

    @property
    def round(self) -> Round | None:
        """The round of this hand: while it runs, and until what it changed is settled."""
        if not self.dealt:
            return None
        return self.table.round if self.table.round is not None else self.table.last

    @property
    def open_dispute(self) -> Dispute | None:
        return next((each for each in self.disputes if not each.ruling), None)


def form_account(box: int) -> str:
    """The account of the stake that a form at this box wagers: no player's name."""
    return f"form at box {box}"


def secret_of(session: Session, player: str) -> str:
    """The account of a player's unseen wager in this hand; none: there is no such wager."""
    secret = session.secrets.get(player)
    return secret.account if secret is not None else ""


def owner_of(session: Session, account: str) -> str:
    """Whose chips an account of a round is: a player's own, or that of a form at their box."""
    for each in session.players.values():
        if form_account(each.box) == account:
            return each.player
    return account


def limits_now(session: Session, hand: int = 0) -> tuple[int, int]:
    """The least and the most of a wager in this hand, or in another one."""
    number = hand or session.hand
    least, most = session.terms.limits[0].least, session.terms.limits[0].most
    for limits in session.terms.limits:
        if limits.from_hand <= number:
            least, most = limits.least, limits.most
    return least, most


def unit_now(session: Session) -> int:
    """Wagers of this hand go in multiples of it."""
    return session.terms.unit or limits_now(session)[0]


def in_hand(session: Session, player: str) -> int:
    """The chips a player could still put down: the stack less everything that lies, seen or not."""
    chips = session.players[player].chips
    if session.round is None:
        bet = session.bets.get(player)
        return chips - (bet.amount + sum(bet.sides.values()) if bet is not None else 0)
    net = session.round.net
    # What the round has paid on the unseen wager is not the player's before the end.
    return chips + net.get(player, 0) + min(0, net.get(secret_of(session, player), 0))


def shown_stack(session: Session, player: str) -> int:
    """The chips that anybody can see in front of a player: unseen wagers have not left them."""
    chips = session.players[player].chips
    if session.round is not None:
        return chips + session.round.net.get(player, 0)
    bet = session.bets.get(player)
    return chips - (bet.amount + sum(bet.sides.values()) if bet is not None else 0)
