"""Gymnasium environments for every game: one round an episode, with legal-action masks.

>>> import gymnasium
>>> import bythebook.environments
>>> env = gymnasium.make("bythebook/crown-blackjack-free-bet-blackjack-v0")
>>> observation, info = env.reset(seed=1)

Or `make("crown-blackjack/free-bet-blackjack", decks=8)`, without Gymnasium's wrappers.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is None:
    raise ModuleNotFoundError(
        "the environments need Gymnasium: pip install bythebook[gym]", name="gymnasium"
    )

from bythebook.environments.environment import RoundEnv
from bythebook.environments.observation import PHASES
from bythebook.environments.registration import env_id, make, register
from bythebook.environments.shoe import KINDS

__all__ = ["KINDS", "PHASES", "RoundEnv", "env_id", "make", "register"]

register()
