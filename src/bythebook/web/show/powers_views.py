"""Who may do what, for the page of a book: the book's own word, and what the command itself says.

By which rank, after what and by which clause stands in the book; under which heading an order is
listed, and what it asks to be filled in, follows from its command, as on every desk.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from bythebook.deciders import Command, tags
from bythebook.fields import form_fields
from bythebook.jackpots.pool import HANDLERS as OF_POOLS
from bythebook.promotions.promotion import HANDLERS as OF_PROMOTIONS
from bythebook.rulebooks import Book
from bythebook.rulebooks.chapters.chapter import in_book, once
from bythebook.rulebooks.chapters.jackpots import has_jackpot_rules, load_jackpot_rules
from bythebook.rulebooks.chapters.promotions import has_promotion_rules, load_promotion_rules
from bythebook.rulebooks.chapters.tournament_course import CHAPTER as TOURNAMENT
from bythebook.rulebooks.chapters.tournament_course import load_tournament_rules
from bythebook.rulebooks.show.powers import Condition, acts_of, conditions
from bythebook.rulebooks.tables import ANYBODY, PLAYER, load_table_rules
from bythebook.table.messages import COMMANDS as OF_TABLES
from bythebook.tournaments.course.course import HANDLERS as OF_TOURNAMENTS

Commands = Mapping[str, type[Command]]


class Power(msgspec.Struct, frozen=True, kw_only=True):
    act: str
    says: str
    clauses: tuple[str, ...]
    by: str = ""  # where no rank stands above it
    conditions: tuple[Condition, ...] = ()
    group: str = ""  # the heading under which a desk lists it
    asks: tuple[str, ...] = ()  # what is to be filled in


class Rank(msgspec.Struct, frozen=True, kw_only=True):
    """Who, or where, and what may be done."""

    title: str
    powers: tuple[Power, ...]


def _power(
    commands: Commands, name: str, act: Any, by: str = "", needs: Iterable[Condition] = ()
) -> Power:
    """An act of the book, with what its command says; what is only written down has none."""
    command = commands.get(name)
    says = getattr(act, "says", "") or (command.says if command is not None else "")
    return Power(
        act=name,
        says=says or name.replace("-", " "),
        clauses=tuple(dict.fromkeys((act.clause, *act.also))),
        by=by,
        conditions=tuple(needs),
        group=command.group if command is not None else "",
        asks=tuple(field.label for field in form_fields(command)) if command is not None else (),
    )


def _titles(book: Book) -> dict[str, str]:
    conduct = load_table_rules(book).conduct
    titles = {ANYBODY: "Anybody", PLAYER: "Player, or the dealer for a player"}
    return titles | {role.role: role.title for role in (*conduct.ladder, *conduct.beside)}


@once
def ranks_of(book: Book) -> tuple[Rank, ...]:
    """Who may do what at a table of this book, the lowest first."""
    conduct = load_table_rules(book).conduct
    ranks = []
    for role, title in _titles(book).items():
        powers = tuple(
            _power(OF_TABLES, name, act, needs=conditions(conduct, act, name))
            for name, act in acts_of(conduct, role)
        )
        if powers:
            ranks.append(Rank(title=title, powers=powers))
    return tuple(ranks)


@once
def beside_the_tables(book: Book) -> tuple[Rank, ...]:
    """The same of jackpots, tournaments and promotions, where the book has them."""
    return tuple(_beside(book))


def _beside(book: Book) -> Iterator[Rank]:
    titles = _titles(book)

    def named(roles: Iterable[str]) -> str:
        return ", ".join(titles.get(role, role.replace("-", " ")) for role in roles)

    if has_jackpot_rules(book):
        known = tags(*OF_POOLS)
        for jackpot in load_jackpot_rules(book).jackpots.values():
            powers = tuple(
                _power(known, name, act, named((act.by, *act.also_by)))
                for name, act in jackpot.acts.items()
            )
            yield Rank(title=jackpot.title, powers=powers)
    if in_book(book, TOURNAMENT):
        known = tags(*OF_TOURNAMENTS)
        course = load_tournament_rules(book).rules.acts
        powers = tuple(_power(known, name, act, named(act.by)) for name, act in course.items())
        yield Rank(title="Tournaments", powers=powers)
    if has_promotion_rules(book):
        known, says = tags(*OF_PROMOTIONS), load_promotion_rules(book).says
        parties = {str(party): rule.title for party, rule in says.parties.items()}
        powers = tuple(
            _power(known, name, done, ", ".join(parties.get(party, party) for party in done.by))
            for name, done in says.acts.items()
        )
        yield Rank(title="Promotions", powers=powers)
