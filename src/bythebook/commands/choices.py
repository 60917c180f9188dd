"""How a command names a game and the choices of its table, and gives its answer."""

import datetime
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

import msgspec
import typer

from bythebook.errors import Malformed
from bythebook.money import parse_amount
from bythebook.rulebooks import (
    Book,
    Game,
    all_books,
    check_games,
    find_book,
    load_book,
    split_book,
    take_in,
)
from bythebook.rulebooks.editions import editions_in
from bythebook.rulebooks.loader import load_edition

Asked = TypeVar("Asked", bound=msgspec.Struct)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, such as crown-blackjack/blackjack.")
]
Decks = Annotated[int | None, typer.Option("--decks", metavar="N", help="How many decks.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="What the book leaves to the operator."),
]
Readings = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="NAME=VALUE", help="How to read an ambiguous clause."),
]
Sides = Annotated[
    list[str] | None,
    typer.Option("--side", metavar="WAGER[=STAKE]", help="A side wager, and its stake in dollars."),
]
Strategy = Annotated[
    str, typer.Option("--strategy", metavar="NAME", help="best, mimic, never-bust or a chart file.")
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="RIGHT", help="Never split, double, surrender, insurance."),
]
Stake = Annotated[str, typer.Option("--stake", metavar="DOLLARS", help="One unit of wager.")]
Rulebook = Annotated[
    str | None,
    typer.Option("--rulebook", metavar="DIR", help="A rulebook of your own: a folder like ours."),
]
OwnBooks = Annotated[
    list[str] | None,
    typer.Option(
        "--rulebook",
        metavar="DIR",
        help="A rulebook of your own in the house; may be said several times.",
        callback=lambda folders: take_in_books(folders),
    ),
]
EditionName = Annotated[
    str,
    typer.Option(
        "--edition", metavar="NAME", help="An edition of the book; else the one in force today."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Plain data instead of text.")]


def own_rulebook(folder: str | None) -> Path | None:
    """The user's own rulebook, checked whole."""
    if folder is None:
        return None
    path = Path(folder)
    if not path.is_dir():
        raise Malformed("there is no such folder", folder)
    path = path.resolve()
    for edition in editions_in(path):
        check_games(load_edition(edition))
    return path


def take_in_books(folders: list[str] | None) -> list[str] | None:
    """Rulebooks of the user's own, each checked whole, beside ours for the rest of the process."""
    for folder in folders or ():
        own = own_rulebook(folder)
        assert own is not None
        take_in(own)
    return folders


def named_book(name: str, edition: str, own: Path | None) -> Book:
    """A book in the edition that is named, or else in the one that is in force today.

    A book of one's own with a single edition is that one: rules may be tried before their day.
    """
    book_id, _ = split_book(name)
    only = own is not None and own.name == book_id and len(editions_in(own)) == 1
    return find_book(name, edition, None if only else datetime.date.today(), own)


def read_pairs(texts: Iterable[str] | None, where: str) -> dict[str, str]:
    """Choices written as name=value."""
    pairs: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Malformed(f"{text!r} is not written as name=value", where)
        if name in pairs:
            raise Malformed(f"{name} is given twice", where)
        pairs[name] = value
    return pairs


def read_sides(texts: Iterable[str] | None) -> dict[str, int | None]:
    """Side wagers with their stakes in cents, where a stake is given."""
    sides: dict[str, int | None] = {}
    for text in texts or ():
        name, equals, stake = text.partition("=")
        if name in sides:
            raise Malformed(f"{name} is given twice", "side")
        sides[name] = read_money(stake, f"side {name}") if equals else None
    return sides


def read_money(text: str, where: str) -> int:
    """More than nothing, in cents."""
    cents = parse_amount(text, where)
    if cents == 0:
        raise Malformed("more than nothing is needed", where)
    return cents


class GameAsked(msgspec.Struct, frozen=True, kw_only=True):
    """The options by which a command names a game and the choices of its table."""

    game: GameName
    decks: Decks = None
    option: Options = None
    reading: Readings = None
    rulebook: Rulebook = None
    edition: EditionName = ""

    def named(self) -> tuple[Game, Book]:
        """The game with its choices, and the book that it is from."""
        own = own_rulebook(self.rulebook)
        book_id, _, name = full_name(self.game, own).partition("/")
        book = named_book(book_id, self.edition, own)
        options, readings = read_pairs(self.option, "option"), read_pairs(self.reading, "reading")
        return book.game(name, self.decks, options, readings), book


def taking(
    asked: type[Asked],
) -> Callable[[Callable[[Asked], None]], Callable[..., None]]:
    """A command that takes its options as one value: it has an option for each of the fields.

    So options that several commands share are declared once, with the value that they make.
    """

    def made(function: Callable[[Asked], None]) -> Callable[..., None]:
        def command(**given: Any) -> None:
            function(asked(**given))

        kinds = get_type_hints(asked, include_extras=True)
        parameters = [
            Parameter(
                field.name,
                Parameter.KEYWORD_ONLY,
                default=Parameter.empty if field.required else field.default,
                annotation=kinds[field.name],
            )
            for field in msgspec.structs.fields(asked)
        ]
        command.__doc__ = function.__doc__
        command.__annotations__ = kinds
        vars(command)["__signature__"] = Signature(parameters)
        return command

    return made


def full_name(name: str, own: Path | None) -> str:
    """A game's name with its book's, which may be left out where only one book has it."""
    if "/" in name:
        return name
    books = [find_book(book_id) for book_id in all_books()]
    if own is not None:
        books = [book for book in books if book.id != own.name] + [load_book(own)]
    found = [f"{book.id}/{name}" for book in books if name in book.games]
    if len(found) > 1:
        raise Malformed(f"{name!r} is a game of several books: {', '.join(found)}", "game")
    if not found:
        known = ", ".join(f"{book.id}/{game}" for book in books for game in book.games)
        raise Malformed(f"there is no game {name!r}; there are {known}", "game")
    return found[0]


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


@contextmanager
def patience(words: str) -> Iterator[Callable[[str], object]]:
    """Tell whoever sits at the terminal why nothing is to be seen yet, and how it goes on."""
    if not sys.stderr.isatty():
        yield str
        return
    from rich.console import Console

    first = f"{words} (the first time also compiling: a minute)"
    with Console(stderr=True).status(first) as status:
        yield lambda what: status.update(f"working out: {what}")


def complain(error: Exception) -> None:
    """Say what is wrong in one line on standard error: of a file, the file, then what it is."""
    words = str(error)
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        words = f"{error.filename}: {error.strerror}"
    print(f"bythebook: {_one_line(words)}", file=sys.stderr)


def _one_line(message: str) -> str:
    """What a user typed may stand in a message, but not break its line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)


# Files


def read_input(file: str) -> bytes:
    """A file, or what comes on standard input."""
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def check_writable(*files: str | None) -> None:
    """What would fail after minutes of work is refused before them."""
    for file in files:
        if file is not None and file != "-" and not Path(file).absolute().parent.is_dir():
            raise Malformed("there is no such folder", str(Path(file).absolute().parent))


def write_output(file: str, text: str) -> None:
    """To a file, or to the screen."""
    if file == "-":
        print(text, end="")
    else:
        Path(file).write_text(text, encoding="utf-8")
