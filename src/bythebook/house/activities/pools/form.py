"""What has to be filled in to set a jackpot up, as each book has it: meters, stakes, approvals."""

from collections.abc import Iterator

import msgspec

from bythebook.errors import Malformed
from bythebook.house.activities.pools.view import meter_title
from bythebook.jackpots.facts import seeds_of
from bythebook.money import parse_amount
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.game import SideWager
from bythebook.rulebooks.chapters.jackpots import Jackpot, JackpotRules, find_jackpot_rules
from bythebook.rulebooks.loader import Option


class MeterForm(msgspec.Struct, frozen=True):
    name: str
    title: str
    reset_cents: int
    hidden: bool  # a mystery: won somewhere between two sums


class PoolForm(msgspec.Struct, frozen=True, kw_only=True):
    """One jackpot that could be set up."""

    book: str
    book_title: str
    wager: str
    title: str
    clause: str
    game: str
    stake_option: str  # the option of the game that says the stake on the sign
    stakes_cents: tuple[int, ...]  # none: any
    stake_clause: str
    meters: tuple[MeterForm, ...]  # mysteries last
    approvals: tuple[str, ...]  # figures that somebody outside has to approve
    approval_clause: str
    authorised_by: str  # who approves large prizes; nobody: none are
    authorised_clause: str


def pool_forms(books: list[str]) -> tuple[PoolForm, ...]:
    """Every jackpot of these books."""
    return tuple(
        form
        for book in books
        for rules in [find_jackpot_rules(book)]
        for wager, jackpot in rules.jackpots.items()
        for form in _forms(rules, wager, jackpot)
    )


def _forms(rules: JackpotRules, wager: str, jackpot: Jackpot) -> Iterator[PoolForm]:
    """The first of the games that it may be played on has its pay table."""
    found = next(((name, side) for name, side in _games(rules, wager, jackpot)), None)
    if found is None:
        return
    game, side = found
    option = f"{wager}-stake"
    known = rules.book.options.get(option)
    yield PoolForm(
        book=rules.book.id,
        book_title=rules.book.about.title,
        wager=wager,
        title=jackpot.title,
        clause=jackpot.clause,
        game=game,
        stake_option=option if known is not None else "",
        stakes_cents=tuple(_stakes(known)),
        stake_clause=known.clause if known is not None else jackpot.links.stake.clause,
        meters=tuple(_meters(side, jackpot)),
        approvals=jackpot.approval.value if jackpot.approval is not None else (),
        approval_clause=jackpot.approval.clause if jackpot.approval is not None else "",
        authorised_by=jackpot.authorised.value if jackpot.authorised is not None else "",
        authorised_clause=jackpot.authorised.clause if jackpot.authorised is not None else "",
    )


def _games(rules: JackpotRules, wager: str, jackpot: Jackpot) -> Iterator[tuple[str, SideWager]]:
    for name in jackpot.links.games:
        if name not in rules.book.games:
            continue  # a game of another book may be linked, but this book has its rules
        game: Game = rules.book.game(name)
        side = game.rules.side_wagers.get(wager)
        if side is not None:
            yield name, side


def _stakes(option: Option | None) -> Iterator[int]:
    for value in option.values if option is not None else ():
        try:
            yield parse_amount(value)
        except Malformed:
            continue  # any: the book's own word for no choice


def _meters(side: SideWager, jackpot: Jackpot) -> Iterator[MeterForm]:
    mysteries = side.mystery.meters() if side.mystery is not None else []
    for name, cents in seeds_of(side).items():
        yield MeterForm(
            name, meter_title(name, name in mysteries, jackpot.title), cents, name in mysteries
        )
