"""The vocabulary of `tournament-play.toml`: how a book wants the tables of a tournament played.

What happens at a table from the taking of seats to the last count. Entries, fees and prizes stand
in `tournament.toml`. As everywhere, each setting carries its clause.
"""

from typing import Literal, TypeVar

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.chapter import in_book, load_chapter, of_book, once
from bythebook.rulebooks.chapters.words import Authority, Cited, Rule
from bythebook.rulebooks.loader import Book, find_book
from bythebook.rulebooks.tables import TableRules, load_table_rules

CHAPTER = "tournament-play"
ANY = "any"

Power = Literal["player", "dealer", "supervisor", "director"]
T = TypeVar("T")


class Roles(Rule, frozen=True, kw_only=True):
    """The book's own titles for those who run a table; each may do what those before it may."""

    dealer: tuple[str, ...]
    supervisor: tuple[str, ...]
    director: tuple[str, ...]
    clause: str


class Act(Rule, frozen=True, kw_only=True):
    """Who may, at least; and by which clause."""

    by: tuple[Power, ...]
    clause: str
    also: tuple[str, ...] = ()
    also_by: tuple[str, ...] = ()  # titles of the book who may besides


class Chips(Rule, frozen=True, kw_only=True):
    only: Authority  # wagers are made and paid in these
    equal: Cited[Literal["each-session", "at-start"]]  # everybody begins with the same
    added: Authority | None = None  # chips may be bought during a session, by the conditions
    in_view: Authority  # all of them, for everybody to see
    kept_apart: Authority | None = None  # said by revision 1 of a book, and read by nothing
    at_end: dict[str, Cited[Literal["operator", "player"]]]  # whose they are then, by format
    returned: Authority  # they go back, or are accounted for
    reconciled: dict[str, Authority] = {}  # floats, where chips are worth money


class Wagering(Rule, frozen=True, kw_only=True):
    every_hand: dict[str, Authority]  # at least the minimum, at most the maximum; by format
    one_place: Authority  # one's own box alone, nobody else's wager
    units: Authority | None = None
    units_of_minimum: bool = False  # … of the minimum itself, whatever the conditions say
    changes: Authority | None = None  # limits that change with the hands were told beforehand
    # Found outside the limits: made right here, or left to the rules of the round.
    over: Cited[Literal["cut", "by-round"]]
    incomplete: Authority | None = None
    under: Cited[Literal["made-up", "by-round"]]
    sides: Authority  # by which side wagers are refused unless the conditions offer them
    no_sides: bool = False  # nor may they
    doubles: Cited[Literal["units", "any"]]
    cover: Authority  # what is added comes from the chips in front


class Turns(Rule, frozen=True, kw_only=True):
    """The order of wagering and its marker."""

    marker: Authority
    turn: Authority | None = None  # where another clause than that of its breach says so
    moves: Authority
    out_of_turn: Authority
    final: Authority  # made in turn, a wager stays
    deals: Cited[Literal["from-marker", "may-from-marker", "as-ever"]]
    optional: Authority | None = None


class Time(Rule, frozen=True, kw_only=True):
    limit: Authority
    late: Authority  # held to the minimum


class NoWager(Rule, frozen=True, kw_only=True):
    """What becomes of a player who is there and does not wager."""

    value: Literal["disqualified", "forfeits-minimum", "excluded", "sits-out"]
    clause: str
    also: tuple[str, ...] = ()
    directed: Authority | None = None  # only after a direction
    # … where the conditions make a wager compulsory in every round
    compulsory: Cited[Literal["forfeits-minimum"]] | None = None


class Away(Rule, frozen=True, kw_only=True):
    """Deductions while a player is away."""

    clause: str
    later: Authority | None = None  # in the shoes after the first
    most: int = 0  # so many hands; 0: no end
    then: Authority | None = None  # and then
    from_start_only: bool = False  # for late players; others who are away just do not wager


class Absence(Rule, frozen=True, kw_only=True):
    late: dict[str, Cited[Literal["deducted", "lost", "terms"]]]  # by format
    away: Away | None = None
    cancelled_at_shoe: Cited[int] | None = None
    leaving: dict[str, Authority] = {}  # by format: only with leave
    no_substitute: Authority | None = None  # a place is nobody else's once it was drawn


class Faults(Rule, frozen=True, kw_only=True):
    """What a faulty form counts as when that is found after the hand."""

    under: Authority
    over: Authority
    incomplete: Authority | None = None  # no whole number of units: as many as are whole
    chips: Authority
    unwritten: Authority  # costs one minimum


Field = Literal["name", "seat", "figures", "words", "type", "signed"]


class Reveal(Rule, frozen=True, kw_only=True):
    """The last hand of a final, everybody having handed in a form."""

    announced: Authority
    placed: Authority | None = None
    largest: Authority


class Secrets(Rule, frozen=True, kw_only=True):
    offered: Authority
    form: Authority
    fields: dict[Field, Authority]  # without these a form is faulty
    recorded: dict[Field, Authority] = {}  # written as well
    limits: Authority
    units: Authority | None = None  # a form is written in the units of the table
    cover: Authority
    together: Authority  # with an open wager
    handed: Authority
    indicator: Cited[Literal["handed", "checked"]]
    checked: Authority
    announced: Authority
    shown: Authority
    doubles: Cited[Literal["written", "equal"]]
    faults: Faults | None = None
    reveal: Reveal | None = None


class Passes(Rule, frozen=True, kw_only=True):
    clause: str
    also: tuple[str, ...] = ()


class Elimination(Rule, frozen=True, kw_only=True):
    """Elimination hands."""

    count: Authority
    lowest: Authority
    level: Authority
    resumes: Authority
    ballot: Authority
    broke: Authority
    several: Authority


class Ranking(Rule, frozen=True, kw_only=True):
    winners: Authority
    fixed: Authority | None = None  # said by revision 1 of some books, and read by nothing
    level: Cited[Literal["each-hand", "each-set"]]  # when a play-off is counted
    shared: dict[str, Authority] = {}  # a final's ties stay, by format
    # Who lost everything in one hand: by what was left, staked and taken first; or by ballot.
    together: Cited[Literal["residual", "ballot"]]
    drawn: Authority | None = None  # the names drawn go into the next ballot of seats
    out_may_go_on: bool = False  # places left over go to those who went out last
    totals: Authority
    announced: Authority


class Ending(Rule, frozen=True, kw_only=True):
    length: Authority
    few_left: Authority  # one player or none remains
    decided: Authority | None = None
    agreed: Authority | None = None
    signal_shoe: Authority | None = None
    signal_elimination: Authority | None = None
    sign: Authority  # which hand or shoe is played
    sign_elimination: Authority | None = None


class Reason(Rule, frozen=True, kw_only=True):
    """Why somebody is disqualified, and whether the chips stay theirs."""

    clause: str
    also: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()  # in these formats
    by_terms: bool = False  # the conditions say whether the chips are kept


class Discipline(Rule, frozen=True, kw_only=True):
    reasons: dict[str, Reason]
    deliberate: Authority | None = None
    disputes: Authority
    complaint: Authority
    says: str  # where a complaint can go


class Vouchers(Rule, frozen=True, kw_only=True):
    """Jokers and mystery wagers."""

    elimination_only: Authority
    jokers: Authority
    shown: Authority
    values: Authority
    container: Authority
    drawn: Authority
    undisclosed: Authority
    alone: Authority
    opened: Authority
    recorded: Authority
    stand_off: Authority
    uncounted: Authority
    carried: Authority
    doubler: Authority


class Play(Rule, frozen=True, kw_only=True):
    roles: Roles
    rules_apply: Authority  # the game's own rules, but for what stands here
    acts: dict[str, Act] = {}
    chips: Chips
    wagering: Wagering
    turns: Turns
    time: Time | None = None
    no_wager: NoWager
    absence: Absence
    short: dict[str, Cited[Literal["eliminated", "keeps", "taken"]]]  # by format
    secrets: Secrets | None = None
    passes: Passes | None = None
    elimination: Elimination | None = None
    ranking: Ranking
    ending: Ending
    discipline: Discipline
    void_hand: Cited[Literal["repaid", "by-round"]]
    wrong_start: Authority | None = None
    put_right: Authority | None = None
    vouchers: Vouchers | None = None


class PlayRules(msgspec.Struct, frozen=True):
    """A book's word on tournament tables.

    Where it says nothing, a tournament table is run as any other of the book: `table`.
    """

    book: Book
    table: TableRules
    play: Play


def by_format(settings: dict[str, T], format_: str) -> T | None:
    """The setting of a format, or the one for all."""
    return settings.get(format_, settings.get(ANY))


def every_hand(play: Play, format_: str) -> str:
    """The clause by which everybody wagers in every hand, from the minimum to the maximum."""
    says = by_format(play.wagering.every_hand, format_)
    assert says is not None  # it was loaded
    return says.clause


@once
def load_play_rules(book: Book) -> PlayRules:
    if not in_book(book, CHAPTER):
        raise Malformed(f"{book.id} has no {CHAPTER}.toml: it has no tournaments")
    play = load_chapter(book, CHAPTER, Play)
    if ANY not in play.wagering.every_hand:
        raise Malformed("it must say what is wagered in any format", "wagering.every_hand")
    return PlayRules(book, load_table_rules(book), play)


# How the tables of a tournament are played; not every book has them.
find_play_rules = of_book(find_book, load_play_rules)
