"""By the Book: casino table games, played by the book.

>>> import bythebook
>>> game = bythebook.load_game("canberra-blackjack/blackjack", decks=6)
>>> game.rules.insurance.wins.odds, game.rules.insurance.wins.clause
(Odds(2, 1), '7.6(b)')
"""

from bythebook.errors import BrokenInvariant, ByTheBookError, Malformed, Refused
from bythebook.records import Record, Settlement, parse_record, print_record, settle
from bythebook.records.many import dump_all, load_all
from bythebook.rulebooks import Game, load_game

__all__ = [
    "BrokenInvariant",
    "ByTheBookError",
    "Game",
    "Malformed",
    "Record",
    "Refused",
    "Settlement",
    "dump_all",
    "load_all",
    "load_game",
    "parse_record",
    "print_record",
    "settle",
]
