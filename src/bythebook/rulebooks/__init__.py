"""The rulebooks as data, and the vocabulary in which they are written."""

from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.loader import (
    Book,
    Clause,
    Option,
    Reading,
    built_in_books,
    check_games,
    cited_settings,
    find_book,
    load_book,
    load_game,
)

__all__ = [
    "Book",
    "Clause",
    "Game",
    "Option",
    "Reading",
    "built_in_books",
    "check_games",
    "cited_settings",
    "find_book",
    "load_book",
    "load_game",
]
