"""One round of any game, from the first wager to the last payment."""

from bythebook.game.round import decide, evolve, legal, play, refusal, start
from bythebook.game.state import State, Table

__all__ = ["State", "Table", "decide", "evolve", "legal", "play", "refusal", "start"]
