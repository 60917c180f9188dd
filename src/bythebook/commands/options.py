"""What the commands about odds are asked: a game at its table's settings, meters and all."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from bythebook.commands import choices as c
from bythebook.errors import Malformed
from bythebook.money import parse_amount
from bythebook.rulebooks import Book, Game, find_book

if TYPE_CHECKING:
    from bythebook.odds.sheet.figures import Question
    from bythebook.odds.sides.mystery import MustHit

ALL = "all"
RANGE = ".."

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


def book_of(game: Game, rulebook: str | None) -> Book:
    """The book that a game is from."""
    return find_book(game.book, game.edition, folder=c.own_rulebook(rulebook))


def read_question(
    game: Game,
    *,
    strategy: str,
    without: list[str] | None,
    stake: str,
    side: list[str] | None = None,
    every_side: bool = False,
    meter: list[str] | None = None,
    drawn: list[str] | None = None,
    rate: list[str] | None = None,
    per_hour: float | None = None,
) -> "Question":
    """Everything that is asked about a game; whatever cannot be understood says which option."""
    from bythebook.odds.sheet.figures import Question

    named = [text for text in side or () if text != ALL]
    return Question(
        game=game,
        strategy=strategy,
        without=tuple(without or ()),
        stake=c.read_money(stake, "stake"),
        sides=c.read_sides(named),
        every_side=every_side or ALL in (side or ()),
        meters=_meters(c.read_pairs(meter, "meter")),
        drawn={name: _drawn(how, name) for name, how in c.read_pairs(drawn, "drawn").items()},
        contribution={
            name: _part(text, f"rate {name}") for name, text in c.read_pairs(rate, "rate").items()
        },
        wagers_per_hour=per_hour,
    )


def _meters(pairs: Mapping[str, str]) -> dict[str, int]:
    """Readings in cents; an empty meter is one, too."""
    readings = {}
    for name, text in pairs.items():
        try:
            readings[name] = parse_amount(text)
        except Malformed as error:
            raise Malformed(error.reason, f"meter {name}") from None
    return readings


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
