"""The rulebooks as data, and the vocabulary in which they are written."""

from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.editions import Edition, editions_of, split_book
from bythebook.rulebooks.files import Clause
from bythebook.rulebooks.loader import (
    Book,
    Option,
    Reading,
    check_games,
    cited_settings,
    find_book,
    load_book,
    load_game,
)
from bythebook.rulebooks.shelf import all_books, built_in_books, known_books, take_in, world_books

__all__ = [
    "Book",
    "Clause",
    "Edition",
    "Game",
    "Option",
    "Reading",
    "all_books",
    "built_in_books",
    "check_games",
    "cited_settings",
    "editions_of",
    "find_book",
    "known_books",
    "load_book",
    "load_game",
    "split_book",
    "take_in",
    "world_books",
]
