"""What a game is worth: exact analysis, compiled simulation, strategies and PAR sheets.

    from bythebook.odds import analyse
    analyse(load_game("crown-blackjack/blackjack")).house_edge

Nothing is imported before it is asked for: compiled code takes its time to load.
"""

from typing import Any

__all__ = ["Analysis", "analyse"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from bythebook.odds.exact import analysis

        return getattr(analysis, name)
    raise AttributeError(name)
