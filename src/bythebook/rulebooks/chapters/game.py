"""The typed vocabulary in which every game of every rulebook is written down.

A game is a value: its book's `rules.toml`, with the operator's options and the chosen readings
filled in. Every setting carries the clause it rests on, so that whatever an engine does with it can
say why. The engines know these words and no game or book by name.
"""

from functools import cached_property
from typing import Literal, cast

import msgspec
from msgspec.structs import replace

from bythebook.cards import Pack
from bythebook.money import Odds, parse_amount
from bythebook.rulebooks.chapters.irregularities import Irregularities
from bythebook.rulebooks.chapters.patterns import Asked, Group, Hand, everything_asked
from bythebook.rulebooks.chapters.words import Authority, Cited, Count, Rule

Result = Literal["wins", "loses", "stand-off"]


class Outcome(Rule, frozen=True, kw_only=True):
    """What becomes of a wager, at which odds, by which clause (and which others bear on it)."""

    result: Result
    clause: str
    odds: Odds | None = None
    also: tuple[str, ...] = ()


# Around the deal

# Who decides for a shared box, tried in the book's order.
# Who sits there, which is the first to wager unless the table says who; whom the table says to sit
# there; the highest wager; the one nearest the dealer, which is the first placed.
Preference = Cited[Literal["seated", "sitter", "highest", "nearest"]]


class Wagering(Rule, frozen=True, kw_only=True):
    """Who may wager on a box, in what, until when, and who then decides for it."""

    placed: Authority
    closed: Authority
    locked: Authority
    players_per_box: Cited[Count]
    boxes_per_player: Cited[Count] | None = None
    people_per_box: Cited[Count] | None = None  # side wagers counted too
    control: tuple[Preference, ...]
    at_least_one: Authority
    # Whether the others on a box may follow a double or split, must, or nobody does; none: may.
    following: Cited[Literal["may", "must", "nobody"]] | None = None
    tokens: "Tokens | None" = None
    invalid: "InvalidWagers | None" = None
    no_tokens: Authority | None = None


class Tokens(Rule, frozen=True, kw_only=True):
    """What becomes of a promotional token that was staked; its winnings are always chips."""

    clause: str
    on_win: Literal["kept", "returned", "cashed"]
    on_stand_off: Literal["kept", "returned"]
    # Doubles, splits and insurance may be made in further tokens; none: in chips alone.
    further: Authority | None = None
    # A mystery voucher: worth a stated value, without splits, doubles or insurance, settled last.
    voucher: Authority | None = None


class InvalidWagers(Rule, frozen=True, kw_only=True):
    """Wagers found during the hand to be somebody's who may not play: they can win nothing."""

    clause: str
    losing: Literal["collected", "returned"]


class Limits(Rule, frozen=True, kw_only=True):
    """How a wager outside the limits is settled when it is found after the deal."""

    under_minimum: Authority
    # It is found only when its hand has a result: until then it is played as it lies.
    after_result: Authority | None = None
    warned: Authority | None = None  # below the minimum again, by somebody who was warned
    over_maximum: Authority
    box_maximum: Cited[Literal["controller-first", "last-placed-first"]] | None = None
    # Somebody with limits of their own goes beyond the box's maximum whoever came first, and the
    # others fit beside what of that lies within it; or only if nobody else came first.
    own_beyond_box: Cited[Literal["always", "if-first"]] | None = None
    no_box_maximum: Authority | None = None
    void_below: Cited[str] | None = None  # an amount, where one is given
    void_side_below: Cited[str] | None = None  # the same for side wagers; not given: as that one


class Payment(Rule, frozen=True, kw_only=True):
    """How a sum that the chips cannot make is paid."""

    value: Literal["next-chip", "exact"]
    clause: str


class InitialDeal(Rule, frozen=True, kw_only=True):
    first: Authority
    dealer: Authority
    second: Authority
    third: Authority | None = None


class Void(Rule, frozen=True, kw_only=True):
    """What a clause that voids a round leaves standing.

    everything-undone: as if the round had never been; payments-stand: what was paid to players
    stays paid, all other stakes go back; interim-stands: the interim settlement stays, won and
    lost, all other stakes go back; settled-stands: whatever was settled stays, busted hands too.
    """

    stakes: Literal["everything-undone", "payments-stand", "interim-stands", "settled-stands"]
    carried: tuple[str, ...] = ()  # wagers that stay down for the next round instead
    # Some clauses void only a round in progress, some only one that is over; most do both. One
    # voids only a round in progress for which the cards did not suffice.
    only: Literal["", "in-progress", "over", "ran-out"] = ""
    forfeit: Authority | None = None  # whoever's fraud it was may lose the stake instead
    mystery: bool = True  # a mystery jackpot drawn in the round is paid all the same


class Return(Rule, frozen=True, kw_only=True):
    """A clause by which somebody's wagers go back while the round goes on without them."""

    wagers: tuple[str, ...] = ()  # these only; none named: any
    part: bool = False  # also a part of one, of which the rest plays on or stays settled
    settled: bool = False  # also what was settled in the round already


# The blackjack family


class SuitedBlackjack(Rule, frozen=True, kw_only=True):
    """A blackjack of one suit, of any or of the one named, that wins otherwise than the rest."""

    suits: Literal["suited", "clubs", "diamonds", "hearts", "spades"]
    outcome: Outcome


class Blackjack(Rule, frozen=True, kw_only=True):
    """The two-card hand that outranks the rest, and when it is paid."""

    name: Literal["blackjack", "pontoon"]
    clause: str
    on_split_hands: Cited[bool]
    at_once: Outcome
    waits: Cited[Literal["ten-value-or-ace", "ten-or-ace", "never"]]
    # Blackjack on both sides: one outcome, or three by the rank of the ten-value card.
    against_blackjack: Outcome | None = None
    higher_ten: Outcome | None = None
    equal_ten: Outcome | None = None
    lower_ten: Outcome | None = None
    suited: tuple[SuitedBlackjack, ...] = ()  # the first that fits is paid, where a blackjack wins


class ForcedDraw(Rule, frozen=True, kw_only=True):
    below: int
    clause: str
    # At Crown a hand that may still double or split keeps every choice, standing included.
    spares_open_options: bool = False


class Decisions(Rule, frozen=True, kw_only=True):
    turn: Authority
    hit: Authority
    stand: Authority
    stops_at_21: Authority
    drawn: Authority
    forced_draw: ForcedDraw | None = None
    most_cards: Cited[Count] | None = None


class Doubling(Rule, frozen=True, kw_only=True):
    cards: Cited[tuple[int, ...]]  # how many cards the hand may have; none named: any number
    totals: Cited[Literal["under-21", "hard-9-to-11"]]
    amount: Cited[Literal["up-to-stake", "equal", "token"]]
    # Of doubles by token: only on these hands; on others it is made in money; none: all by token.
    token_on: Cited[Literal["hard-9-to-11"]] | None = None
    split_aces: Cited[bool]
    split_hands: Cited[bool] | None = None  # whether a split hand may double; none: it may
    one_card: Authority
    followers: Authority
    only_evens: Authority | None = None
    followers_only_evens: Authority | None = None
    aces_count_one: Authority | None = None
    withdrawal: Authority | None = None


class Splitting(Rule, frozen=True, kw_only=True):
    pairs: Authority
    hands: Cited[Count]
    stake: Authority
    aces_again: Cited[bool]
    aces_one_card: Cited[bool]
    second_card: Authority
    match: Authority
    ride: Authority
    choose: Authority | None = None
    token: Authority | None = None
    token_not_for_tens: Authority | None = None
    declined: Authority | None = None


class HoleCard(Rule, frozen=True, kw_only=True):
    """The dealer's second card, face down before the turns; without one, it is drawn after them."""

    dealt: Authority  # after every hand has its second card
    peek: (
        Authority  # under an ace or a ten-value card, before the turns: a blackjack ends the round
    )
    # It lies face up from the start, so that everybody sees both cards; none: face down.
    face_up: Authority | None = None


class Dealer(Rule, frozen=True, kw_only=True):
    soft_17: Cited[Literal["stands", "hits"]]
    draws: Authority
    no_effect: Authority
    hole_card: HoleCard | None = None


class DealerBlackjackTakes(Rule, frozen=True, kw_only=True):
    """What a dealer's blackjack takes from a player who split or doubled.

    everything: every stake; busted-plus-one: busted stakes and one original more while a hand is
    open; original-covers-busts: one original in all, busted stakes counting towards it;
    original-only: one original and no more, so that busted stakes beyond it come back.
    """

    value: Literal["everything", "busted-plus-one", "original-covers-busts", "original-only"]
    clause: str
    after_double: Authority
    after_split: Authority
    # Whether the doubled part of a hand that busted comes back once the dealer shows blackjack.
    busted_double: Cited[Literal["lost", "returned"]]


class InsuringOthers(Rule, frozen=True, kw_only=True):
    clause: str
    same_box: Authority
    nearest_box: Authority
    least_insured: Authority
    fills_up: Cited[bool]  # whether others may fill up what the owner insured only in part


class Insurance(Rule, frozen=True, kw_only=True):
    offered: Authority
    before: Cited[Literal["turns", "first-card"]]  # what closes it
    most: Authority  # half the original wager
    # Half of the wager on each box by itself, or of all a player's boxes together; none: each.
    half_of: Cited[Literal["each-box", "all-boxes"]] | None = None
    wins: Outcome
    loses: Outcome
    with_blackjack: Cited[bool]
    half_chips: Authority | None = None
    others: InsuringOthers | None = None
    not_on_voucher: Authority | None = None
    only_owner: Authority  # where nobody else may insure a wager


class EvenMoney(Rule, frozen=True, kw_only=True):
    outcome: Outcome
    insurance: Cited[Literal["returned", "refused"]]


class Surrender(Rule, frozen=True, kw_only=True):
    offered: Cited[tuple[str, ...]]  # the dealer's first cards it is offered against
    keeps: Authority
    no_cards: Authority
    # What a dealer's blackjack makes of it; none: half comes back all the same (early surrender).
    fails: Outcome | None = None
    followers: Authority
    # In its turn, too, a hand of any number of cards, split or not, may be given up while it is
    # below 21 and not doubled; none: only before the turns.
    in_turn: Authority | None = None


class Line21(Rule, frozen=True, kw_only=True):
    """A line of a payout table for hands of 21: by number of cards, or three ranks and suits."""

    outcome: Outcome
    cards: int | None = None
    or_more: bool = False
    ranks: str = ""
    suits: Literal["any", "mixed", "suited", "spades"] = "any"


class Bracket(Rule, frozen=True, kw_only=True):
    from_dollars: int
    pays_dollars: int
    clause: str


class SuperBonus(Rule, frozen=True, kw_only=True):
    """Three suited sevens against a dealer's seven: a sum by the size of the stake."""

    clause: str
    brackets: tuple[Bracket, ...]
    others_dollars: Cited[int]
    after_split: Cited[Literal["unless-suited-pair", "never"]]
    # A wager below every bracket that rides on the hand: one of the others, or nothing to it.
    below: Cited[Literal["others", "nothing"]] | None = None


class ManyCards(Rule, frozen=True, kw_only=True):
    """A hand of so many cards that is below 21: a Charlie."""

    cards: Count
    outcome: Outcome
    doubled: bool = True  # also where its last card was that of a double


class AtOnce(Rule, frozen=True, kw_only=True):
    """Hands that win whatever the dealer has, and are paid as soon as they are made."""

    # Every 21; none: only those that make a line, not doubled, and any other 21 waits.
    twenty_one: Outcome | None = None
    five_cards: Outcome | None = None
    many_cards: ManyCards | None = None  # the same for another number of cards
    lines: tuple[Line21, ...] = ()

    @property
    def charlie(self) -> ManyCards | None:
        """What wins by its number of cards, however the book says it."""
        if self.five_cards is not None:
            return ManyCards(cards=5, outcome=self.five_cards)
        return self.many_cards


class AbsentPlayer(Rule, frozen=True, kw_only=True):
    """How the dealer finishes the hand of somebody who is not there to decide."""

    hard: int
    soft: int
    draws: Authority
    stands: Authority
    control_passes: Cited[bool]


class Settlement(Rule, frozen=True, kw_only=True):
    """What the final comparison makes of a hand, in the order in which it is asked."""

    bust: Outcome
    blackjack: Outcome
    dealer_blackjack: Outcome
    dealer_blackjack_against_21: Outcome
    # Where a 21 that was neither split nor doubled ends otherwise.
    dealer_blackjack_against_plain_21: Outcome | None = None
    dealer_over_21: Outcome
    higher: Outcome
    equal: Outcome
    lower: Outcome
    split_bust: Outcome | None = None
    blackjack_against_21: Outcome | None = None  # where it is not simply a winning blackjack
    dealer_22: Outcome | None = None
    dealer_22_blackjack: Outcome | None = None


# Side wagers and jackpots


class MeterShare(Rule, frozen=True, kw_only=True):
    """A part of a progressive meter, shared when several hands win it in one round.

    each: nobody gets less than the part of the floor; pool: the floor guarantees the whole prize;
    none: shares of the meter alone.
    """

    meter: str
    percent: int
    floor_dollars: int
    floor_for: Literal["each", "pool", "none"]
    reset_dollars: int
    never_below_reset: bool = False
    per: Literal["hand", "person"]
    shared: Authority
    reset: Authority


class Line(Rule, frozen=True, kw_only=True):
    """One winning line of a side wager; the first that fits is paid."""

    name: str
    clause: str
    also: tuple[str, ...] = ()
    hand: Hand | None = None  # what the cards must show
    tokens: int | None = None
    odds: Odds | None = None
    times: int | None = None
    prizes_dollars: dict[str, int] | None = None
    share: MeterShare | None = None


class Mystery(Rule, frozen=True, kw_only=True):
    """A jackpot that a server draws among registered wagers, whatever the cards."""

    clause: str
    levels: Cited[Count]
    shared: Authority
    per: Literal["box", "person"] = "box"  # who takes a share of one that several won
    rounded: Cited[Literal["next-dollar", "next-chip"]]
    reset_dollars: int = 0
    # A registered win decides the other wagers of the round too, though the server fails then.
    draw_stands: bool = False

    def meters(self) -> list[str]:
        return [f"mystery-{level}" for level in range(1, self.levels.value + 1)]


class Requirement(Rule, frozen=True, kw_only=True):
    """Something another choice must be for this wager to be on offer."""

    choice: str
    values: tuple[str, ...]
    clause: str


class SideWager(Rule, frozen=True, kw_only=True, dict=True):
    title: str
    clause: str
    looks_at: Group | Literal["tokens", "server"]
    settled: Cited[Literal["interim", "final"]]
    per_box: Cited[Count]
    # Those with a main wager on the box come first; the places left go to others in this order.
    priority: Cited[Literal["placing", "clockwise"]]
    needs: Cited[Literal["own-main", "box-main", "active-player"]]
    before: Authority
    loses: Authority
    lines: tuple[Line, ...] = ()
    # Free-bet tokens on a shared box: once for each option taken, or for each player's.
    tokens_counted: Cited[Literal["options", "each"]] | None = None
    dealer_22: Outcome | None = None  # what becomes of it, undecided, when the dealer makes 22
    requires: tuple[Requirement, ...] = ()
    instead_of: tuple[Cited[str], ...] = ()
    always_offered: Authority | None = None
    stakes: Cited[tuple[str, ...]] | None = None
    one_stake: Authority | None = None
    signed_stake: Cited[str] | None = None  # the amount on the sign, where one is given
    no_tokens: Authority | None = None
    void_below: Cited[str] | None = None  # an amount of its own, where one is given
    collected: Authority | None = None  # taken before the deal: a prize is then the whole payment
    mystery: Mystery | None = None
    without_main: Authority | None = None

    @property
    def cards_looked_at(self) -> Group:
        """The cards that its lines are about, unless they say otherwise."""
        assert self.looks_at not in ("tokens", "server")
        return cast(Group, self.looks_at)

    @cached_property
    def asks(self) -> tuple[Asked, ...]:
        """What its lines ask of cards; nothing where something else decides."""
        if self.looks_at in ("tokens", "server"):
            return ()
        hands = [line.hand for line in self.lines if line.hand is not None]
        return tuple([x for hand in hands for x in everything_asked(hand, self.cards_looked_at)])

    @cached_property
    def groups(self) -> frozenset[Group]:
        """All the cards that it looks at."""
        return frozenset(asked.group for asked in self.asks)

    @cached_property
    def asks_dealer_up(self) -> bool:
        """Whether the dealer's first card bears on it."""
        return any(asked.asks_dealer_up for asked in self.asks)

    @property
    def stake_is_fixed(self) -> bool:
        return self.stakes is not None or self.one_stake is not None

    @property
    def fixed_stakes(self) -> tuple[int, ...]:
        """The sums that the book or a sign lets it be; none: whatever the limits allow."""
        texts = self.stakes.value if self.stakes is not None else ()
        if self.signed_stake is not None and self.signed_stake.value:
            texts = (self.signed_stake.value,)
        return tuple([parse_amount(text) for text in texts])


class Table(Rule, frozen=True, kw_only=True, dict=True):
    """What both kinds of game share."""

    title: str
    pack: Pack
    boxes: Cited[Count]
    wagering: Wagering
    limits: Limits
    payment: Payment
    deal: InitialDeal
    commences: Cited[str] | None = None  # a day, later than the book's own, where one is given
    not_offered: Authority  # the list of wagers that may be made: anything else is refused by it
    elsewhere: dict[str, Authority] = {}  # wagers that the book keeps for another of its games
    void: dict[str, Void]
    returns: dict[str, Return] | None = None  # by clause, as a record cites them; none: any will do
    irregularities: Irregularities | None = None  # none: those of the plain conduct
    side_wagers: dict[str, SideWager] = {}

    @cached_property
    def has_approved_minima(self) -> bool:
        """Whether the least that is approved is given for some wager: asked in every round."""
        of_sides = [side.void_below for side in self.side_wagers.values()]
        minima = (self.limits.void_below, self.limits.void_side_below, *of_sides)
        return any(least is not None and least.value for least in minima)


class BlackjackGame(Table, frozen=True, kw_only=True, tag_field="kind", tag="blackjack"):
    """A game of the blackjack family: hands against a dealer, with decisions."""

    blackjack: Blackjack
    decisions: Decisions
    doubling: Doubling
    splitting: Splitting
    dealer: Dealer
    dealer_blackjack_takes: DealerBlackjackTakes
    settlement: Settlement
    absent_player: AbsentPlayer
    at_once: AtOnce = AtOnce()
    insurance: Insurance | None = None
    even_money: EvenMoney | None = None
    surrender: Surrender | None = None
    super_bonus: SuperBonus | None = None
    joker_named: Authority | None = None
    joker_void: Authority | None = None


class ThreeCardGame(Table, frozen=True, kw_only=True, tag_field="kind", tag="three-cards"):
    """Three cards to each box and to the dealer; higher wins; nobody decides anything."""

    no_decisions: Authority
    three_aces: Outcome
    three_aces_against_three_aces: Outcome
    three_tens: Outcome
    three_tens_against_30: Outcome
    higher: Outcome
    equal: Outcome
    lower: Outcome
    order: Authority
    collecting: tuple[Cited[str], ...]
    paying: tuple[Cited[str], ...]


Rules = BlackjackGame | ThreeCardGame


class Game(msgspec.Struct, frozen=True):
    """A game as it is played at one table: rules with every choice made."""

    book: str
    name: str
    decks: int
    rules: Rules
    choices: dict[str, str]  # decks, options and readings in force
    readings: tuple[str, ...] = ()  # which of them are readings
    edition: str = ""  # of the book
    revision: int = 1  # of ours

    @property
    def id(self) -> str:
        return f"{self.book}/{self.name}"

    def for_tournament(self) -> "Game":
        """At a tournament's table: its own clauses say by what wagers go back or are lost."""
        return replace(self, rules=replace(self.rules, returns=None))
