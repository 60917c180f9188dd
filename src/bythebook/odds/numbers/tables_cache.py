"""The numbers of games asked about again and again, kept while their rules are."""

from collections import OrderedDict

from bythebook.odds.numbers.compiled_rules import Tables, compile_game
from bythebook.rulebooks.chapters.game import Game, Rules

MOST_KEPT = 32

# By identity: rules are frozen, and comparing them whole would cost more than the numbers. The
# rules are kept beside the numbers, so that an identity is not used again for others.
_kept: OrderedDict[tuple[int, int, int], tuple[Rules, Tables]] = OrderedDict()


def tables_of(game: Game, stake: int) -> Tables:
    """The numbers of a game at a stake in cents."""
    key = (id(game.rules), game.decks, stake)
    if key not in _kept:
        _kept[key] = (game.rules, compile_game(game, stake))
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    return _kept[key][1]
