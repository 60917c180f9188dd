"""The vocabulary of `jackpot.toml`, and its loader: pools of prize meters, who may do what to them.

What a round pays from a meter stands in `rules.toml`. Here stands what is around it: which tables
may share a pool, when wagers count, whose approval is needed, what happens when something fails.
"""

from typing import Literal

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.chapter import in_book, load_chapter, of_book, once, place
from bythebook.rulebooks.chapters.conduct import Conduct, Told
from bythebook.rulebooks.chapters.words import Authority, Cited, Rule
from bythebook.rulebooks.loader import Book, find_book
from bythebook.rulebooks.tables import load_table_rules

CHAPTER = "jackpot"
METERS = "prize-meters"  # the role in which the meters themselves act

Cause = Literal["foreign-chip", "sensor-without-chip", "under-minimum", "no-main-game"]
Figure = Literal["rate", "seed", "retained"]


class Power(Rule, frozen=True, kw_only=True):
    """Who may do something to a pool: the lowest rank, or a role beside the ladder."""

    says: str
    by: str
    clause: str
    also: tuple[str, ...] = ()
    also_by: tuple[str, ...] = ()


class Links(Rule, frozen=True, kw_only=True):
    """What tables on one pool have in common, and which may be on it at all."""

    games: dict[str, Authority]  # by the game's name
    other_game: Authority  # by which any other is refused
    pay_table: Authority
    rate: Authority
    seed: Authority
    stake: Authority
    one_pool: Authority
    own_tables: Authority  # a pool serves its own tables and no others
    display: Authority  # every linked table shows what the meters stand at
    device: Authority | None = None  # cards come from a shuffling device there


class Simultaneous(Rule, frozen=True, kw_only=True):
    """Wins that count as one moment's: at one table by the round, elsewhere as somebody finds."""

    same_round: Authority
    tables: Authority
    whole_first: Authority  # who wins the whole meter comes before who wins a part of it


class Incorrect(Rule, frozen=True, kw_only=True):
    """Wagers that the equipment took but should not have taken."""

    clause: str
    also: tuple[str, ...] = ()
    causes: dict[Cause, Authority]
    returned_by: dict[str, Cause] = {}  # clauses by which a round gives such a wager back itself
    told: Told
    stake_back: Authority | None = None  # and the stake goes back, unless it won and stays won
    refused_by: str  # the rank that decides on a prize which such a wager won


class Failing(Rule, frozen=True, kw_only=True):
    """What stops when the equipment fails."""

    server: Authority
    sensor: Authority | None = None  # one that does not work closes its table


class Jackpot(Rule, frozen=True, kw_only=True):
    """One jackpot wager of a book and the pool behind it."""

    title: str
    clause: str
    several: Authority | None = None  # more than one pool may run
    counted: Cited[Literal["no-more-bets", "round-begins"]]
    given_back: Authority  # a stake that goes back comes off the meters
    carried: Authority | None = None  # a stake that stays down is not counted twice
    no_change: Authority  # while the pool is open its terms stay
    links: Links
    approval: Cited[tuple[Figure, ...]] | None = None  # figures that nobody uses unapproved
    won: Authority  # a prize is recorded once
    below_minimum: Authority  # topped up to what it starts from
    drawn: Authority | None = None  # a mystery jackpot comes at random
    authorised: Cited[str] | None = None  # who approves prizes from an agreed level on
    simultaneous: Simultaneous | None = None
    incorrect: Incorrect | None = None
    adjusted: Told | None = None  # who is told that a meter was put right
    failing: Failing
    acts: dict[str, Power]


class Jackpots(Rule, frozen=True, kw_only=True):
    """The whole chapter."""

    jackpots: dict[str, Jackpot] = {}


class JackpotRules(msgspec.Struct, frozen=True):
    """A book's jackpots as typed, with its ranks."""

    book: Book
    conduct: Conduct
    jackpots: dict[str, Jackpot]  # by the name of the wager

    def jackpot(self, wager: str) -> Jackpot:
        found = self.jackpots.get(wager)
        if found is None:
            known = ", ".join(self.jackpots)
            raise Malformed(f"{self.book.id} has no jackpot {wager!r}; it has {known}", "wager")
        return found


def has_jackpot_rules(book: Book) -> bool:
    return in_book(book, CHAPTER)


@once
def load_jackpot_rules(book: Book) -> JackpotRules:
    if not has_jackpot_rules(book):
        raise Malformed(f"{book.id} has no {CHAPTER}.toml: it has no jackpots")
    jackpots = load_chapter(book, CHAPTER, Jackpots).jackpots
    rules = JackpotRules(book, load_table_rules(book).conduct, jackpots)
    _check(rules, place(book, CHAPTER))
    return rules


# What a book says about jackpots; not every book has them.
find_jackpot_rules = of_book(find_book, load_jackpot_rules)


def _check(rules: JackpotRules, where: str) -> None:
    """What the types cannot say: roles that exist."""
    conduct = rules.conduct
    roles = {role.role for role in (*conduct.ladder, *conduct.beside)} | {METERS}
    for wager, jackpot in rules.jackpots.items():
        named = [role for act in jackpot.acts.values() for role in (act.by, *act.also_by)]
        if jackpot.authorised is not None:
            named.append(jackpot.authorised.value)
        if jackpot.incorrect is not None:
            named += [jackpot.incorrect.told.to, jackpot.incorrect.refused_by]
        if jackpot.adjusted is not None:
            named.append(jackpot.adjusted.to)
        for role in named:
            if role not in roles:
                raise Malformed(f"{role!r} is no role of this book", f"{where}: {wager}")
