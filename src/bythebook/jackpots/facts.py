"""What a table brings when it is to be linked: all that must be alike on every table of a pool."""

import msgspec

from bythebook.money import CENTS, format_amount
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.game import Line, SideWager


class TableFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as it is set up for a jackpot wager."""

    game: str  # BOOK/NAME
    stake_cents: int | None  # none: its sign allows more than one
    pay_table: tuple[str, ...]
    seeds: dict[str, int]  # by meter: what it starts again from there, in cents
    rates: dict[str, int]  # by meter: parts per million
    dealing: str
    display: bool = True  # whether it shows what the meters stand at
    pool: str = ""  # the pool that it is linked to already

    @property
    def name(self) -> str:
        return self.game.rpartition("/")[2]


def facts_of(
    game: Game,
    wager: str,
    *,
    rates: dict[str, int],
    dealing: str,
    display: bool = True,
    pool: str = "",
) -> TableFacts | None:
    """The facts of a table that plays this game; None if it has no such wager."""
    side = game.rules.side_wagers.get(wager)
    if side is None:
        return None
    return TableFacts(
        game=game.id,
        stake_cents=stake_of(side),
        pay_table=pay_table(side),
        seeds={name: cents for name, cents in seeds_of(side).items() if name in rates},
        rates=rates,
        dealing=dealing,
        display=display,
        pool=pool,
    )


def stake_of(side: SideWager) -> int | None:
    """The one stake that the sign shows, if it shows one."""
    return side.fixed_stakes[0] if len(side.fixed_stakes) == 1 else None


def seeds_of(side: SideWager) -> dict[str, int]:
    """What every meter of the wager starts again from."""
    found = {}
    for line in side.lines:
        if line.share is not None:
            found[line.share.meter] = line.share.reset_dollars * CENTS
    if side.mystery is not None:
        found |= dict.fromkeys(side.mystery.meters(), side.mystery.reset_dollars * CENTS)
    return found


def pay_table(side: SideWager) -> tuple[str, ...]:
    """A line of text for every way to win, so that two tables can be compared and shown."""
    lines = tuple(f"{line.name}: {_pays(line)}" for line in side.lines)
    if side.mystery is None:
        return lines
    mystery = side.mystery
    says = f"mystery: {mystery.levels.value} levels, up to the {mystery.rounded.value}"
    return (*lines, says.replace("-", " "))


def _pays(line: Line) -> str:
    if line.share is not None:
        share = line.share
        floor = format_amount(share.floor_dollars * CENTS)
        return f"{share.percent}% of {share.meter}, {floor} for {share.floor_for}, by {share.per}"
    if line.odds is not None:
        return str(line.odds)
    if line.times is not None:
        return f"{line.times} times"
    prizes = line.prizes_dollars or {}
    return ", ".join(f"{dollars} for {stake}" for stake, dollars in sorted(prizes.items()))
