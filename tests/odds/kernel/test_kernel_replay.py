"""Compiled rounds and the round engine agree, card by card and to the cent, in every game.

Decisions are random but legal, so that every corner of the rules comes up; what a good player would
do is no matter here.
"""

import random
from functools import lru_cache

import numpy as np
import pytest

from bythebook.rulebooks import Game, built_in_books, find_book, world_books
from tests.game.any_games import any_game
from tests.odds.kernel.replay import DESKS, Pairs, pairs_of, replay_pairs, replay_rounds

# With the usual choices enough that what comes up once in 1,800 rounds would be missed in one of a
# hundred such tests; under each other choice, what comes up once in 200. The slow ones see what
# comes up once in 20,000, and under each other choice once in 1,000; overnight it is once in
# 400,000 and once in 4,000.
ROUNDS = 8_500
ROUNDS_PER_CHOICE = 1_000
ROUNDS_WITHOUT_DIFFERENCE = 250  # where compiled code sees none; the engine may still
ROUNDS_WITH_JOKERS = 2_000
MIXTURES = 8
ROUNDS_OF_WORLD = 1_500
MIXTURES_OF_WORLD = 3
CHUNK = 50_000
SLOW_CHUNKS, OVERNIGHT_CHUNKS = 2, 40
SLOW_ROUNDS_PER_CHOICE = 5_000
OVERNIGHT_ROUNDS_PER_CHOICE = 20_000

GAMES = [(book, game) for book in built_in_books() for game in find_book(book).games]
WORLD = [(book, game) for book in world_books() for game in find_book(book).games]


def other_choices() -> list[tuple[str, str, str, str]]:
    """Every value of every option and reading but the default: book, game, choice, value."""
    found = []
    for book_id, name in GAMES:
        book = find_book(book_id)
        options = {n: (o.values, o.default) for n, o in book.options_of(name).items()}
        readings = {n: (tuple(r.values), r.default) for n, r in book.readings_of(name).items()}
        for choice, (values, default) in {**options, **readings}.items():
            found += [(book_id, name, choice, v) for v in values if v != default]
    return found


def game_with(book_id: str, name: str, choice: str, value: str) -> Game:
    book = find_book(book_id)
    if choice == "decks":
        return book.game(name, decks=int(value))
    if choice in book.options:
        return book.game(name, options={choice: value})
    return book.game(name, readings={choice: value})


@pytest.mark.parametrize(("book", "name"), GAMES, ids=[f"{b}/{g}" for b, g in GAMES])
def test_random_rounds_agree(book: str, name: str) -> None:
    replay_rounds(find_book(book).game(name), "every run", ROUNDS)


under_every_choice = pytest.mark.parametrize(
    ("book", "name", "choice", "value"),
    other_choices(),
    ids=[f"{b}/{g} {choice}={value}" for b, g, choice, value in other_choices()],
)


@under_every_choice
def test_random_rounds_agree_under_every_choice(
    book: str, name: str, choice: str, value: str
) -> None:
    pairs = pairs_of(game_with(book, name, choice, value))
    different = is_different(pairs, usual_pairs(book, name))
    rounds = ROUNDS_PER_CHOICE if different else ROUNDS_WITHOUT_DIFFERENCE
    replay_pairs(pairs, f"{choice} {value}", rounds)


@pytest.mark.slow
@under_every_choice
def test_many_random_rounds_agree_under_every_choice(
    book: str, name: str, choice: str, value: str
) -> None:
    game = game_with(book, name, choice, value)
    replay_rounds(game, f"many {choice} {value}", SLOW_ROUNDS_PER_CHOICE)


@pytest.mark.overnight
@under_every_choice
def test_very_many_random_rounds_agree_under_every_choice(
    book: str, name: str, choice: str, value: str
) -> None:
    game = game_with(book, name, choice, value)
    replay_rounds(game, f"very many {choice} {value}", OVERNIGHT_ROUNDS_PER_CHOICE)


@lru_cache(maxsize=2)
def usual_pairs(book: str, name: str) -> Pairs:
    return pairs_of(find_book(book).game(name))


def is_different(pairs: Pairs, usual: Pairs) -> bool:
    """Whether compiled code plays by other numbers, the number of decks apart."""
    ones, others = pairs.with_sides, usual.with_sides
    if [pair.sides.names for pair in ones] != [pair.sides.names for pair in others]:
        return True
    for one, other in zip(ones, others, strict=True):
        terms = one.packed.terms.copy()
        terms["decks"] = other.packed.terms["decks"]
        if not np.array_equal(terms, other.packed.terms):
            return True
        if not np.array_equal(one.packed.table, other.packed.table):
            return True
        if one.sides.record.tobytes() != other.sides.record.tobytes():
            return True
    return False


@pytest.mark.parametrize(("book", "name"), GAMES, ids=[f"{b}/{g}" for b, g in GAMES])
def test_random_rounds_agree_under_many_choices_at_once(book: str, name: str) -> None:
    chance = random.Random(f"{book}/{name}")
    for seed in range(MIXTURES):
        replay_rounds(any_game(find_book(book), name, chance), f"mixture {seed}", 2 * DESKS)


@pytest.mark.parametrize(("book", "name"), WORLD, ids=[f"{b}/{g}" for b, g in WORLD])
def test_random_rounds_agree_in_games_of_the_world(book: str, name: str) -> None:
    replay_rounds(find_book(book).game(name), "every run", ROUNDS_OF_WORLD)
    chance = random.Random(f"{book}/{name}")
    for seed in range(MIXTURES_OF_WORLD):
        replay_rounds(any_game(find_book(book), name, chance), f"mixture {seed}", DESKS)


def test_random_rounds_agree_with_many_jokers() -> None:
    game = find_book("tasmania-blackjack").game("jokers-wild", options={"jokers": "60"})
    replay_rounds(game, "jokers", ROUNDS_WITH_JOKERS)


@pytest.mark.parametrize(
    "chunk",
    [
        pytest.param(
            chunk, marks=pytest.mark.slow if chunk < SLOW_CHUNKS else pytest.mark.overnight
        )
        for chunk in range(OVERNIGHT_CHUNKS)
    ],
)
@pytest.mark.parametrize(
    ("book", "name"), [*GAMES, *WORLD], ids=[f"{b}/{g}" for b, g in [*GAMES, *WORLD]]
)
def test_two_million_random_rounds_agree(book: str, name: str, chunk: int) -> None:
    """Two million overnight; a hundred thousand of them where it is only slow."""
    replay_rounds(find_book(book).game(name), f"chunk {chunk}", CHUNK, every=50)
