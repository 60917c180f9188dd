"""The terms of a tournament: one typed document for every book and every format.

What the software acts on is typed; what a book only wants said is text or a named statement. An
item is *stated*, or listed in `not_applicable`, or missing: which of them a book requires is data
(`tournament-terms.toml`), and `terms_checks.check` says what is missing or contradicts the rules.

Money is in whole cents and shares in hundredths of a percent; a document writes them as people do
(`fee = "110"`, `percent = "7.5"`), see `documents`.
"""

import datetime
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec

from bythebook.errors import Malformed
from bythebook.structs import like
from bythebook.tournaments.values import (
    Cards,
    Format,
    Length,
    Limits,
    Seat,
    SessionTerms,
    Vouchers,
)

Moment = Annotated[datetime.datetime, msgspec.Meta(tz=True)]
Id = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9][a-z0-9-]*\Z", max_length=64)]
AtLeastOne = Annotated[int, msgspec.Meta(ge=1)]
NoLess = Annotated[int, msgspec.Meta(ge=0)]
WHOLE = 100_00  # a hundred percent, in hundredths of one
Share = Annotated[int, msgspec.Meta(ge=0, le=WHOLE)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything in the terms: nothing unknown may stand beside it."""


class Dates(Part, frozen=True, kw_only=True):
    starts: Moment | None = None
    entries_close: Moment | None = None
    withdraw_until: Moment | None = None  # without penalty


class Entry(Part, frozen=True, kw_only=True):
    """Who may enter, and how."""

    method: str = ""
    form: str = ""  # the form of application
    eligibility: str = ""
    criteria: str = ""  # by which applications are selected
    groups: str = ""  # restrictions on groups of players
    terms_from: str = ""  # how entrants get these terms
    least: AtLeastOne | None = None
    most: AtLeastOne | None = None
    cancelled_below_least: bool | None = None  # not said: as the book has it
    substitute_until: Literal["ballot", "start", "never"] | None = None
    substitute_approved: bool = False  # by the director, each time
    substitute_says: str = ""  # when one may be named
    substitute_effect: str = ""  # what follows from it
    reserves: NoLess = 0  # who may take a seat left empty at the first session
    written_agreement: bool = False


class Commission(Part, frozen=True, kw_only=True):
    """What the operator keeps of the entry fees."""

    percent_hundredths: Share
    approval: str = ""  # reference of the written approval
    about: str = ""


class Purchase(Part, frozen=True, kw_only=True):
    """Chips that may be bought beside the entry: a re-buy, an add-on or a buy-back."""

    amount_cents: NoLess
    chips: AtLeastOne
    most: AtLeastOne = 1  # so often each player
    until_stage: AtLeastOne = 1
    until_hand: NoLess = 0  # of that stage; 0: before its session ends
    fewer_than: NoLess = 0  # only by players with fewer chips than this; 0: whatever they have
    how: str = ""


class Added(Part, frozen=True, kw_only=True):
    """Value that the operator adds to the prize pool. Only cash can be divided."""

    kind: Literal["cash", "goods", "services"]
    value_cents: NoLess
    about: str = ""


class Money(Part, frozen=True, kw_only=True):
    fee_cents: NoLess | None = None
    commission: Commission | None = None
    buy_in_cents: NoLess | None = None  # for the chips of each session, apart from the fee
    rebuys: Purchase | None = None  # while still in
    add_ons: Purchase | None = None
    buy_backs: Purchase | None = None  # after elimination
    added: tuple[Added, ...] = ()
    guarantee_cents: NoLess = 0  # the pool is at least this, the operator making up the rest
    guarantee_entries: NoLess = 0  # … if there are so many entries
    undertakings: str = ""  # any undertaking, reservation or guarantee, in words
    refunds: str = ""  # when money goes back, in words


class Prize(Part, frozen=True, kw_only=True):
    """What one place gets: a sum, a share of the pool, or something in kind beside or instead."""

    cents: NoLess | None = None
    percent_hundredths: Share | None = None
    in_kind: str = ""


class Prizes(Part, frozen=True, kw_only=True):
    """The first is for the winner, and so on."""

    places: tuple[Prize, ...] = ()
    pool: str = ""  # how the pool is worked out, where more is to be said
    paid: str = ""  # method of payment
    allocation: str = ""  # how they are shared out, where more is to be said
    tied_in_kind: str = ""  # who gets a prize that cannot be divided


class Stage(Part, frozen=True, kw_only=True):
    """One session of the tournament at one or more tables at once; a document lists them in order.

    Everybody in it begins with the same chips. Who goes on: the best of each table, everybody
    (where points add up), or those with the most points so far. Nobody goes on from a final.
    """

    name: str = ""
    kind: Literal["session", "repechage", "final"] = "session"
    starts: Moment | None = None
    length: Length | None = None
    tables: AtLeastOne | None = None  # none said: as many as the players need
    players: AtLeastOne = 7  # at most at a table
    chips: AtLeastOne | None = None
    limits: tuple[Limits, ...] = ()
    goes_on: Literal["best-of-table", "everybody", "most-points"] = "best-of-table"
    advancing: AtLeastOne | None = None  # of each table; most-points: in all
    points: tuple[NoLess, ...] = ()  # by place at the table, the first for the best
    elimination_hands: tuple[AtLeastOne, ...] = ()
    eliminated_each: AtLeastOne = 1
    play_off_hands: AtLeastOne = 1
    qualify: Literal["eliminated", "next-best"] = "eliminated"  # for a repechage
    places: NoLess = 0  # in a repechage: how many may play; 0: all who qualify
    may_be_held: bool = False  # a repechage that the director decides on


class Structure(Part, frozen=True, kw_only=True):
    """What is to be said about the stages as a whole."""

    begins: Literal["scheduled", "table-full"] = "scheduled"  # table-full: sit-and-go
    decided_by: Literal["final", "points"] = "final"
    sessions: str = ""  # where number or length is settled later: on which basis
    tables: str = ""  # on which basis the number of tables is settled
    progression: str = ""
    repechage: str = ""  # who qualifies, whether it is certain
    seats: str = ""  # how tables and boxes are given out
    awards: str = ""  # points or prizes at the end of sessions


class SecretWagers(Part, frozen=True, kw_only=True):
    each_session: NoLess
    each_hand: NoLess = 1
    how: str = ""
    paper_forms: bool = False


class PassCards(Part, frozen=True, kw_only=True):
    each_session: NoLess
    each_hand: NoLess = 1
    how: str = ""
    saves_short_stack: bool = False  # also whoever cannot make the minimum may play one


class Play(Part, frozen=True, kw_only=True):
    """How wagers are made."""

    chip_kind: Literal["tournament", "cash"] | None = None
    chip_type: str = ""  # what they look like
    unit: AtLeastOne | None = None  # wagers in multiples of this
    denominations: tuple[AtLeastOne, ...] = ()
    compulsory_wager: bool | None = None  # the minimum in every round
    betting_order: Literal["marker", "free"] | None = None
    betting_seconds: NoLess = 0  # 0: no limit
    turn_seconds: NoLess = 0
    secret_wagers: SecretWagers | None = None
    pass_cards: PassCards | None = None
    side_wagers: tuple[str, ...] = ()
    vouchers: Vouchers | None = None  # mystery vouchers
    double_your_bet: str = ""  # the approved terms of that voucher
    elimination: str = ""  # how players are eliminated
    winners: str = ""  # how winners are determined
    chips_at_end: Literal["operator", "player", "cashed"] | None = None
    chips_at_end_says: str = ""


class Ties(Part, frozen=True, kw_only=True):
    """Players level on chips or points."""

    places: Literal["play-off", "ballot"] | None = None  # at the end of a session
    points: Literal["pooled", "play-off"] | None = None  # for the points of a place
    prizes: Literal["share", "play-off"] | None = None
    play_off_hands: AtLeastOne | None = None
    play_off_chips: Literal["kept", "new"] | None = None
    still_level: Literal["share", "again"] | None = None  # after a play-off for prizes


class Lateness(Part, frozen=True, kw_only=True):
    """A player who is not seated in time, or is away."""

    first: Literal["minimum-deducted", "place-lost"]
    rounds: NoLess = 0  # of deductions before the place is lost; 0: as long as the bank lasts
    says: str = ""


class Conduct(Part, frozen=True, kw_only=True):
    """What follows from what people do."""

    late: Lateness | None = None
    absent: str = ""
    penalties: str = ""
    disqualification: str = ""  # when
    disqualified: str = ""  # what follows, the chips included
    disqualified_refund: bool = False  # whoever runs it may return the fee
    disqualified_keeps: bool = False  # chips that are turned into money stay the player's
    phones: str = ""
    retiring: str = ""


class Change(Part, frozen=True, kw_only=True):
    """A rule of the game that the terms would have otherwise: the rules prevail."""

    about: Literal["odds", "card-values", "drawing", "starting-bank", "other"]
    says: str


Statement = Literal[
    "rules-prevail", "entitled-only", "may-refuse", "start-may-move", "taking-part-accepts",
    "must-obey", "equal-banks", "director-runs", "may-end-early", "may-end-early-decided",
    "may-end-early-agreed", "privacy", "publicity", "director-final", "liability",
    "inspector", "conditions-on-form", "jokers-wild",
]  # fmt: skip


class TournamentTerms(Part, frozen=True, kw_only=True):
    """Everything that is said before anybody enters."""

    id: Id
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    book: str
    game: str  # within the book: "blackjack"
    format: Format = "chips"
    cards: Cards = "virtual"
    decks: AtLeastOne | None = None
    options: dict[str, str] = {}
    readings: dict[str, str] = {}
    boxes: AtLeastOne = 7
    place: str = ""
    tables: tuple[str, ...] = ()  # ids of the tables, where they are known
    low_limit: bool = False  # they are low-limit tables
    dates: Dates = Dates()
    entry: Entry = Entry()
    money: Money = Money()
    structure: Structure = Structure()
    stages: tuple[Stage, ...] = ()
    play: Play = Play()
    ties: Ties = Ties()
    prizes: Prizes = Prizes()
    conduct: Conduct = Conduct()
    statements: tuple[Statement, ...] = ()
    conditions: tuple[str, ...] = ()  # anything else, in the operator's words
    changes: tuple[Change, ...] = ()
    not_applicable: tuple[str, ...] = ()  # items answered so
    edition: str = ""  # of the book; with the two below as `rulebooks.law` has it
    revision: int = 0
    rules: str = ""

    def stage(self, number: int) -> Stage:
        """A stage by its number, from 1."""
        if not 1 <= number <= len(self.stages):
            raise Malformed(f"there is no stage {number}", "stages")
        return self.stages[number - 1]

    def is_final(self, number: int) -> bool:
        return self.stage(number).kind == "final"


# Free words that say who or what, and on what terms of their own nobody plays.
_NAMES = {"name", "approval", "chip_type", "place", "title"}


def own_words(terms: TournamentTerms) -> tuple[str, ...]:
    """Whatever the terms say in words of their own: the conditions, then each other text in which
    a condition could stand, in the order of the document."""
    others = [text for name in _PARTS for text in _texts(getattr(terms, name))]
    return tuple(dict.fromkeys((*terms.conditions, *others)))


_PARTS = ("entry", "money", "structure", "stages", "play", "prizes", "conduct")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, Part):
        for field in msgspec.structs.fields(value):
            inside = getattr(value, field.name)
            if not isinstance(inside, str):
                yield from _texts(inside)
            elif field.type is str and inside.strip() and field.name not in _NAMES:
                yield inside


def seconds(moment: datetime.datetime) -> int:
    """A moment on the casino's clock."""
    return int(moment.timestamp())


def session_terms(
    terms: TournamentTerms,
    stage: int,
    table: int,
    players: Mapping[int, str],
    *,
    chips: Mapping[str, int] | None = None,
    marker: int = 0,
) -> SessionTerms:
    """How a table of a stage plays, by box; `chips`: banks other than those of the stage."""
    about, play = terms.stage(stage), terms.play
    where = f"stages[{stage - 1}]"
    if about.length is None or about.chips is None or not about.limits:
        raise Malformed("a session needs a length, chips and limits", where)
    final = terms.is_final(stage)
    for_prizes = terms.ties if final else Ties()
    banks = chips or {}
    seats = tuple(
        Seat(box, player, banks.get(player, about.chips)) for box, player in sorted(players.items())
    )
    late = terms.conduct.late
    own = {name: getattr(about, name) for name in _OF_THE_STAGE}
    own |= {name: getattr(play, name) for name in _OF_PLAY}
    return like(
        SessionTerms,
        terms,
        **own,
        id=f"{stage}.{table}",
        seats=seats,
        marker=marker,
        unit=play.unit or 1,
        chips=play.denominations,
        advancing=_advancing(terms, stage, len(seats)),
        final=final,
        ties=_ties(terms, about),
        every_place=terms.ties.points == "play-off" and about.goes_on != "best-of-table",
        play_off_hands=for_prizes.play_off_hands or about.play_off_hands,
        play_off_by_hands=for_prizes.play_off_hands is not None,
        play_off_chips=about.chips if for_prizes.play_off_chips == "new" else 0,
        still_level=for_prizes.still_level or "again",
        secret_wagers=play.secret_wagers.each_session if play.secret_wagers else 0,
        pass_cards=play.pass_cards.each_session if play.pass_cards else 0,
        pass_card_saves=play.pass_cards is not None and play.pass_cards.saves_short_stack,
        double_your_bet=bool(play.double_your_bet),
        paper_forms=play.secret_wagers is not None and play.secret_wagers.paper_forms,
        cash_out=play.chips_at_end == "cashed",
        ordered=play.betting_order != "free",
        compulsory=play.compulsory_wager is True,
        first=stage == 1,
        sold_below=_sold_below(terms),
        late=_LATE[late.first] if late is not None else "book",
        late_rounds=late.rounds if late is not None else 0,
        disqualified_keeps=terms.conduct.disqualified_keeps,
        sold_until=_sold_until(terms, stage),
    )


# What a session takes over as the terms say it, by the same name.
_OF_THE_STAGE = ("length", "limits", "elimination_hands", "eliminated_each")
_OF_PLAY = ("side_wagers", "vouchers", "betting_seconds", "turn_seconds")


def _ties(terms: TournamentTerms, stage: Stage) -> Literal["play-off", "ballot", "share"]:
    """What those do who are level: in a final for prizes, else for points or for the next stage."""
    if stage.kind == "final":
        return "play-off" if terms.ties.prizes == "play-off" else "share"
    if stage.goes_on != "best-of-table":
        return "play-off" if terms.ties.points == "play-off" else "share"
    return "ballot" if terms.ties.places == "ballot" else "play-off"


_LATE: dict[str, Literal["deducted", "lost"]] = {
    "minimum-deducted": "deducted",
    "place-lost": "lost",
}


def _sold_until(terms: TournamentTerms, stage: int) -> dict[str, int]:
    """What may be bought at a table of this stage, and after which hand no more."""
    offers = {"re-buy": terms.money.rebuys, "add-on": terms.money.add_ons}
    return {
        what: offer.until_hand if offer.until_stage == stage else 0
        for what, offer in offers.items()
        if offer is not None and stage <= offer.until_stage
    }


def _sold_below(terms: TournamentTerms) -> dict[str, int]:
    """Who may buy chips at a table: those with fewer than so many."""
    offers = {"re-buy": terms.money.rebuys, "add-on": terms.money.add_ons}
    return {what: offer.fewer_than for what, offer in offers.items() if offer and offer.fewer_than}


def _advancing(terms: TournamentTerms, number: int, seated: int) -> int:
    """How many places of a table must be told apart."""
    stage = terms.stage(number)
    if stage.kind == "final":
        return min(len(terms.prizes.places), seated)
    if stage.goes_on != "best-of-table":
        return min(len(stage.points), seated)
    return min(stage.advancing or 1, seated)


def tables_needed(stage: Stage, players: int) -> int:
    """As many tables as the players need, nobody being left over."""
    return max(1, -(-players // stage.players))


def going_on(stage: Stage, players: int) -> int:
    """How many of so many players go on from a stage, when its tables are filled evenly."""
    if stage.kind == "final":
        return 0
    if stage.goes_on == "everybody":
        return players
    wanted = stage.advancing or 1
    if stage.goes_on == "most-points":
        return min(wanted, players)
    tables = tables_needed(stage, players)
    smallest, larger = divmod(players, tables)
    return larger * min(wanted, smallest + 1) + (tables - larger) * min(wanted, smallest)


def fields(terms: TournamentTerms, entries: int) -> tuple[int, ...]:
    """How many play in each stage when so many have entered and nobody stays away.

    Whoever a repechage brings back joins those who went on from the stage before it.
    """
    found, ahead, out = [], entries, 0
    for stage in terms.stages:
        playing = min(out, stage.places or out) if stage.kind == "repechage" else ahead
        through = going_on(stage, playing) if playing else 0
        found.append(playing)
        if stage.kind == "repechage":
            ahead, out = ahead + through, out - through
        else:
            ahead, out = through, playing - through
    return tuple(found)
