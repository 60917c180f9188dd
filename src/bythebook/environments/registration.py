"""The environments by their Gymnasium ids, one for each game of each rulebook."""

from pathlib import Path
from typing import Any

import gymnasium
from gymnasium.envs.registration import EnvSpec

from bythebook.environments.environment import RoundEnv
from bythebook.rulebooks import Book, built_in_books, find_book, load_book

NAMESPACE = "bythebook"
VERSION = 0


def env_id(game_id: str) -> str:
    """The Gymnasium id of a game's environment.

    >>> env_id("crown-blackjack/free-bet-blackjack")
    'bythebook/crown-blackjack-free-bet-blackjack-v0'
    """
    return f"{NAMESPACE}/{game_id.replace('/', '-')}-v{VERSION}"


def spec_of(game_id: str, **settings: Any) -> EnvSpec:
    """What Gymnasium has to know to make a game's environment with these settings."""
    entry_point = f"{RoundEnv.__module__}:{RoundEnv.__qualname__}"
    return EnvSpec(env_id(game_id), entry_point, kwargs={"game_id": game_id, **settings})


def make(game_id: str, *, seed: int | None = None, **settings: Any) -> RoundEnv:
    """A game's environment without Gymnasium's wrappers; `settings` are those of `RoundEnv`.

    >>> env = make("tasmania-blackjack/federal-pontoon", decks=8, seed=1)
    >>> env.actions[:5]
    ('stand', 'hit', 'double', 'split', 'proceed')
    """
    env = RoundEnv(game_id, **settings)
    env.spec = spec_of(game_id, **settings)
    if seed is not None:
        env.reset(seed=seed)
    return env


def register(rulebook: str | Path | None = None) -> list[str]:
    """Register every game of a rulebook's folder, or of the built-in books; say their ids."""
    if rulebook is None:
        specs = [_spec_in(find_book(name), {}) for name in built_in_books()]
    else:
        specs = [_spec_in(load_book(Path(rulebook)), {"rulebook": str(rulebook)})]
    ids = []
    for spec in (spec for book in specs for spec in book):
        known = gymnasium.registry.get(spec.id)
        if known is None or known.kwargs != spec.kwargs:
            gymnasium.register(spec.id, spec.entry_point, kwargs=spec.kwargs)
        ids.append(spec.id)
    return ids


def _spec_in(book: Book, settings: dict[str, Any]) -> list[EnvSpec]:
    return [spec_of(f"{book.id}/{name}", **settings) for name in book.games]
