"""What the commands about odds are asked: a game at its table's settings, meters and all."""

import os
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bythebook.commands import choices as c
from bythebook.errors import Malformed
from bythebook.money import parse_amount
from bythebook.rulebooks import Game

if TYPE_CHECKING:
    from bythebook.odds.sheet.figures import Question
    from bythebook.odds.sides.mystery import MustHit

ALL = "all"
RANGE = ".."
SEEDS = 1 << 63

Meters = Annotated[
    list[str] | None,
    typer.Option("--meter", metavar="NAME=DOLLARS", help="What a jackpot's meter shows."),
]
Drawn = Annotated[
    list[str] | None,
    typer.Option(
        "--drawn",
        metavar="NAME=HOW",
        help="How a server draws a mystery meter: a chance such as 1/50000, or a range of dollars"
        " within which it must be hit, such as 5000..10000.",
    ),
]
Rates = Annotated[
    list[str] | None,
    typer.Option("--rate", metavar="NAME=PART", help="Which part of a stake a meter grows by."),
]
PerHour = Annotated[
    float | None,
    typer.Option("--per-hour", metavar="N", help="Wagers an hour at all tables of a jackpot."),
]


class OddsAsked(c.GameAsked, frozen=True, kw_only=True):
    """A game, how it is played and what else is wagered; meters and all."""

    side: c.Sides = None
    strategy: c.Strategy = "best"
    without: c.Without = None
    stake: c.Stake = "100"
    meter: Meters = None
    drawn: Drawn = None
    rate: Rates = None
    per_hour: PerHour = None

    def question(self, game: Game, *, every_side: bool = False) -> "Question":
        """The same as a value; whatever cannot be understood says which option."""
        from bythebook.odds.sheet.figures import Question

        sides = self.side or []
        drawn, rates = c.read_pairs(self.drawn, "drawn"), c.read_pairs(self.rate, "rate")
        meters = c.read_pairs(self.meter, "meter")  # an empty one is one, too
        return Question(
            game=game,
            strategy=self.strategy,
            without=tuple(self.without or ()),
            stake=c.read_money(self.stake, "stake"),
            sides=c.read_sides([text for text in sides if text != ALL]),
            every_side=every_side or ALL in sides,
            meters={name: parse_amount(text, f"meter {name}") for name, text in meters.items()},
            drawn={name: _drawn(how, name) for name, how in drawn.items()},
            contribution={name: _part(text, f"rate {name}") for name, text in rates.items()},
            wagers_per_hour=self.per_hour,
        )


def _part(text: str, where: str) -> Fraction:
    """A part of one: 0.05, 5/100 or 5%."""
    per_cent = text.endswith("%")
    try:
        value = Fraction(text.removesuffix("%"))
    except (ValueError, ZeroDivisionError):
        raise Malformed(f"{text!r} is not a part such as 0.05, 1/20 or 5%", where) from None
    return value / 100 if per_cent else value


def _drawn(how: str, name: str) -> "Fraction | MustHit":
    where = f"drawn {name}"
    low, between, high = how.partition(RANGE)
    if not between:
        return _part(how, where)
    from bythebook.odds.sides.mystery import MustHit

    return MustHit(c.read_money(low, where), c.read_money(high, where))


# How commands that take minutes are run


SEED: Any = typer.Option("--seed", metavar="N", help="The same seed, the same rounds.")
Html = Annotated[str | None, typer.Option(metavar="FILE", help="A page that stands by itself.")]


def checked_seed(seed: int) -> int:
    if not 0 <= seed < SEEDS:
        raise Malformed(f"{seed} is not from 0 to {SEEDS - 1}", "seed")
    return seed


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
