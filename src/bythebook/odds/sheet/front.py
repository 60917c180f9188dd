"""All games at a glance: edges, side wagers, and what each choice would change, known beforehand.

`bythebook prepare` works it out and writes `front.json`; whoever reads it loads no compiled code.
"""

from functools import lru_cache
from pathlib import Path

import msgspec

from bythebook.rulebooks import Book
from bythebook.rulebooks.chapters.game import BlackjackGame, Game

FILE = Path(__file__).parent / "front.json"


class FrontSide(msgspec.Struct, frozen=True, kw_only=True):
    """A side wager as it is offered at the usual settings."""

    name: str
    title: str
    house_edge: float
    standard_deviation: float
    wins_one_in: float


class FrontSwitch(msgspec.Struct, frozen=True, kw_only=True):
    """A choice, and the edge on the main wager for each of its values that a table can have."""

    kind: str
    name: str
    question: str
    value: str  # the usual one
    edges: dict[str, float]
    means: dict[str, str]


class FrontGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game at its usual settings."""

    game: str
    title: str
    place: str
    edition: str
    choices: dict[str, str]
    decides: bool  # whether a player has anything to decide
    house_edge: float
    standard_deviation: float
    sides: tuple[FrontSide, ...]
    unpriced: tuple[str, ...]
    switches: tuple[FrontSwitch, ...]


@lru_cache(maxsize=1)
def front_games() -> tuple[FrontGame, ...]:
    """All of them, the one that is best for the player first."""
    read = msgspec.json.decode(FILE.read_bytes(), type=tuple[FrontGame, ...])
    return tuple(sorted(read, key=lambda game: game.house_edge))


def front_game(game: Game, book: Book) -> FrontGame:
    """Work one out: this loads compiled code, and takes its time."""
    from bythebook.odds.sheet.figures import MAIN, Question, figures_of
    from bythebook.odds.sheet.pricing import price_choices

    question = Question(game=game, every_side=True)
    figures = figures_of(question, book)
    switches = []
    for price in price_choices(question, book, figures):
        edges = {
            other.value: float(other.edges[MAIN]) for other in price.alternatives if other.edges
        }
        edges[price.value] = float(figures.house_edge)
        if len(set(edges.values())) > 1:
            switches.append(
                FrontSwitch(
                    kind=price.kind,
                    name=price.name,
                    question=price.question,
                    value=price.value,
                    edges={value: edges[value] for value in price.values if value in edges},
                    means={value: says for value, says in price.values.items() if says},
                )
            )
    return FrontGame(
        game=game.id,
        title=game.rules.title,
        place=book.about.place,
        edition=game.edition,
        choices=dict(game.choices),
        decides=isinstance(game.rules, BlackjackGame),
        house_edge=float(figures.house_edge),
        standard_deviation=float(figures.standard_deviation),
        sides=tuple(
            FrontSide(
                name=side.price.name,
                title=side.price.title,
                house_edge=float(side.price.house_edge),
                standard_deviation=float(side.price.standard_deviation),
                wins_one_in=1.0 / float(side.price.hit_frequency),
            )
            for side in figures.sides
        ),
        unpriced=tuple(figures.unpriced),
        switches=tuple(switches),
    )
