"""Every game of every book, and any table and wagers for it: what is drawn at random for a test."""

import random

import pytest

from bythebook.game import State, Table, refusal
from bythebook.game.commands import Command, PlaceWager
from bythebook.records.setting import known_meters
from bythebook.rulebooks import Book, Game, find_book, known_books

PLAYERS = ("ann", "bob", "cal")
BOOKS = {book: find_book(book) for book in known_books()}  # asked for at every event
GAMES = [(book, game) for book in BOOKS for game in BOOKS[book].games]
EVERY_GAME = pytest.mark.parametrize(
    ("book_id", "name"), GAMES, ids=[f"{book}/{game}" for book, game in GAMES]
)


def any_game(book: Book, name: str, chance: random.Random) -> Game:
    """The game with a random choice of every option and reading."""
    options = {n: chance.choice(o.values) for n, o in book.options_of(name).items() if o.values}
    decks = int(options.pop("decks"))
    readings = {n: chance.choice(list(r.values)) for n, r in book.readings_of(name).items()}
    return book.game(name, decks, options, readings)


def any_table(game: Game, chance: random.Random) -> Table:
    """Offer whatever may be offered together, with meters, chips and sometimes limits."""
    offered: set[str] = set()
    for name, side in game.rules.side_wagers.items():
        possible = all(game.choices[n.choice] in n.values for n in side.requires)
        if possible and not any(other.value in offered for other in side.instead_of):
            offered.add(name)
    mystery = any(side.mystery for side in game.rules.side_wagers.values())
    readings = {"blazing-7s": 1234567, "baceball-major": 15000075, "baceball-minor": 820040}
    meters = {name: readings.get(name, 123457) for name in known_meters(game)}
    hits: dict[str, tuple[int, ...]] = {}
    if mystery and chance.random() < 0.5:
        hits["mystery-1"] = (1, 3)
    return Table(
        side_wagers=frozenset(offered),
        chips=chance.choice(((), (100, 500), (250, 500))),
        limits={"main": (500, chance.choice((1500, 5000)))},
        meters=meters,
        hits=hits,
    )


def place_wagers(game: Game, table: Table, state: State, chance: random.Random) -> list[Command]:
    """Main wagers of one to three players on up to three boxes, and side wagers among them."""
    commands: list[Command] = []
    tokens = game.rules.wagering.tokens is not None
    for box in sorted(chance.sample(range(1, 6), chance.randint(1, 3))):
        most = game.rules.wagering.players_per_box.value
        for player in chance.sample(PLAYERS, chance.randint(1, most)):
            amount = chance.choice((500, 1000, 1500, 2505))
            token = tokens and chance.random() < 0.2
            commands.append(PlaceWager(box, player, amount, token=token))
            sides = [wager for wager in sorted(table.side_wagers) if chance.random() < 0.5]
            commands += [PlaceWager(box, player, 500, wager) for wager in sides]
    return [c for c in commands if refusal(game, state, c) is None]
