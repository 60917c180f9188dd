"""`bythebook new-book`: a folder that loads, with only what is different, and a round that settles.

Asked at a terminal for the few things in which games of the family differ most; everything else
that a book can say is set by its path, with --set.
"""

import datetime
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from bythebook.commands.books.check import ROUNDS, with_rounds
from bythebook.commands.choices import (
    EditionName,
    Rulebook,
    full_name,
    named_book,
    own_rulebook,
    read_pairs,
    taking,
)
from bythebook.errors import Malformed, Refused
from bythebook.money import format_amount
from bythebook.records.record import parse_record
from bythebook.records.result import Settlement, settle
from bythebook.rulebooks import Book, Game
from bythebook.rulebooks.writing.beginning import check_name, new_book
from bythebook.rulebooks.writing.changes import settings_of
from bythebook.rulebooks.writing.faults import check_book

LIKE = "reference-blackjack/blackjack"
# What is asked, and the settings that an answer changes; what a game does not have is not asked.
QUESTIONS = {
    "The dealer at soft 17 (stands, hits)": ("dealer.soft_17",),
    "A blackjack (wins 3 to 2, wins 6 to 5, …)": ("blackjack.at_once", "settlement.blackjack"),
    "Equal totals (stand-off, loses, wins 1 to 1)": ("settlement.equal",),
    "A dealer's 22 (absent: it goes over; stand-off, …)": ("settlement.dealer_22",),
    "How many hands a box may be split into": ("splitting.hands",),
    "On how many cards a hand may be doubled (2; 2, 3; any)": ("doubling.cards",),
}
CARDS = ["KC", "8D", "9H", "9S", "5C", "6D", "2H", "3S", "4C", "7D", "QH", "8C"]
WAYS = ("['1 stand']", "[]", "['1 hit', '1 stand']")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What `new-book` is asked for."""

    name: Annotated[str, typer.Argument(metavar="NAME", help="The folder, and the book's name.")]
    like: Annotated[
        str, typer.Option("--like", metavar="GAME", help="The game that it is nearly like.")
    ] = LIKE
    title: Annotated[str, typer.Option(metavar="TEXT", help="What the game is called.")] = ""
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Another usual value of an option: decks=8."),
    ] = None
    set: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="A setting: settlement.equal=loses."),
    ] = None
    settings: Annotated[
        bool, typer.Option("--settings", help="Only list what can be set, and how it is now.")
    ] = False
    rulebook: Rulebook = None
    edition: EditionName = ""


@taking(Asked)
def new_book_command(asked: Asked) -> None:
    """Begin a book of your own: a folder that loads, with only what differs, and a round.

    Without flags, and at a terminal, it asks. `check-book` then says what is still to be done.
    """
    own = own_rulebook(asked.rulebook)
    book_id, _, name = full_name(asked.like, own).partition("/")
    like = named_book(book_id, asked.edition, own)
    game = like.game(name)
    if asked.settings:
        print(_listed(game))
        return
    folder = Path(asked.name)
    check_name(folder.name)
    if folder.exists():
        raise Malformed("there is one already", str(folder))
    if not folder.absolute().parent.is_dir():
        raise Malformed("there is no such folder", str(folder.absolute().parent))
    title = asked.title or folder.name.replace("-", " ").title()
    changes, options = read_pairs(asked.set, "set"), read_pairs(asked.option, "option")
    if not (changes or options or asked.title) and sys.stdin.isatty():
        title, changes = _ask(game, title)
    files = new_book(like, name, title, changes, options, datetime.date.today())
    folder.mkdir()
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    _sample(folder, name)
    [checked] = [with_rounds(each) for each in check_book(folder.resolve())]
    if checked.faults:
        raise Malformed(checked.faults[0].says, checked.faults[0].file)
    assert checked.book is not None
    print(_told(folder, checked.book, name))


def _listed(game: Game) -> str:
    found = settings_of(game.rules)
    width = max(len(setting.path) for setting in found)
    lines = []
    for setting in found:
        known = ", ".join(setting.allowed) or setting.says
        absent = "" if not setting.optional or "absent" in known else ", or absent"
        lines.append(f"{setting.path:{width}}  {setting.value}  ({known}{absent})")
    return "\n".join(lines)


def _ask(game: Game, title: str) -> tuple[str, dict[str, str]]:
    """Enter leaves it as it is."""
    now = {setting.path: setting.value for setting in settings_of(game.rules)}
    title = typer.prompt("What the game is called", default=title)
    changes: dict[str, str] = {}
    for question, paths in QUESTIONS.items():
        if paths[0] in now:
            answer = str(typer.prompt(question, default=now[paths[0]])).strip()
            if answer != now[paths[0]]:
                changes |= dict.fromkeys((path for path in paths if path in now), answer)
    return title, changes


def _sample(folder: Path, game: str) -> None:
    """A round of the new game that settles, and says what it pays."""
    for way in WAYS:
        text = f'game = "{folder.name}/{game}"\nwagers = ["1 ann 20"]\n'
        try:
            cards = f'cards = "{" ".join(CARDS)}"\n'
            settled = settle(parse_record(text + cards + f"play = {way}\n"), folder.resolve())
        except (Malformed, Refused):
            continue
        used = CARDS[: len(CARDS) - len(settled.replay.unused)]
        text += f'cards = "{" ".join(used)}"\nplay = {way}\n' + _claimed(settled)
        (folder / ROUNDS).mkdir()
        (folder / ROUNDS / "first.round").write_text(text.replace("'", '"'), encoding="utf-8")
        return


def _claimed(settled: Settlement) -> str:
    rows = [f"{row.box} {row.player} {format_amount(row.returned)}" for row in settled.rows]
    lines = ", ".join(f'"{row}"' for row in rows)
    return f"claimed = [{lines}]  # what goes back to the player, stake included\n"


def _told(folder: Path, book: Book, game: str) -> str:
    return "\n".join(
        [
            f"{folder} is a book: {book.about.title}, which stands on {book.about.based_on}.",
            f"  {folder}/rules.toml           what is different",
            f"  {folder}/clauses.csv          its clauses, one for each difference",
            f"  {folder}/rounds/first.round   a round, and what it pays",
            "Next:",
            f"  bythebook check-book {folder}",
            f"  bythebook settle {folder}/rounds/first.round --rulebook {folder} --check",
            f"  bythebook odds {folder.name}/{game} --rulebook {folder}",
            f"  bythebook diff {book.about.based_on}/{game} {folder}/{game}",
            f"  bythebook serve --rulebook {folder}",
        ]
    )
