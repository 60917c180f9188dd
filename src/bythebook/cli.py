"""The commands. Bad input ends in one clear line on standard error and status 2."""

import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.main import get_command

from bythebook.commands.books.begin import new_book_command
from bythebook.commands.books.check import check_book_command
from bythebook.commands.books.schema import schema_command
from bythebook.commands.choices import (
    AsJson,
    EditionName,
    Rulebook,
    complain,
    named_book,
    own_rulebook,
    print_json,
)
from bythebook.commands.diff import diff_command
from bythebook.commands.heads.group import heads
from bythebook.commands.heads.verify_archive import verify_archive_command
from bythebook.commands.heads.verify_round import verify_round_command
from bythebook.commands.heads.witness import witness_command
from bythebook.commands.house import (
    archive_command,
    backup_command,
    export_command,
    users,
    verify_command,
)
from bythebook.commands.jackpots import jackpots_command
from bythebook.commands.odds import odds_command, prepare_command
from bythebook.commands.par import par_command
from bythebook.commands.rehearse import rehearse_command
from bythebook.commands.restore import restore_command
from bythebook.commands.rounds.settle import RecordEdition, settle_command, settled
from bythebook.commands.school.lesson import lesson_command
from bythebook.commands.serve import serve_command
from bythebook.commands.simulate import simulate_command
from bythebook.commands.strategy import strategy_command
from bythebook.commands.table import tables
from bythebook.commands.terms import terms_command
from bythebook.commands.trace import trace_command
from bythebook.commands.verify_shoe import verify_shoe_command
from bythebook.errors import BrokenInvariant, ByTheBookError, Malformed, Refused
from bythebook.records.story import explain
from bythebook.rulebooks import Book, all_books, editions_of, world_books
from bythebook.rulebooks.loader import load_edition

BAD_INPUT = 2
OUR_FAULT = 3

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Casino table games, played by the book.",
    pretty_exceptions_enable=False,
)


def main(arguments: list[str] | None = None) -> None:
    """Run a command; the exit status tells how it went."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name the terminal cannot write
    try:
        _every_command()(arguments, prog_name="bythebook")
    except (Malformed, Refused, OSError) as error:
        complain(error)
        sys.exit(BAD_INPUT)
    except BrokenInvariant as error:
        print(f"bythebook: this should not happen, please report it: {error}", file=sys.stderr)
        sys.exit(OUR_FAULT)
    except ByTheBookError as error:  # the log cannot be read, or not all of it is at hand
        complain(error)
        sys.exit(BAD_INPUT)


@cache
def _every_command() -> Callable[..., object]:
    """Made once: whoever calls several in one process would wait longer for this than for them."""
    return get_command(app)


app.command("settle")(settle_command)


@app.command("explain")
def explain_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A round record; - is stdin.")],
    rulebook: Rulebook = None,
    edition: RecordEdition = "",
) -> None:
    """Tell the whole round, event by event, with what each clause says."""
    own = own_rulebook(rulebook)
    print(explain(settled(file, own, edition), own))


@app.command("rulebooks")
def rulebooks_command(
    rulebook: Rulebook = None,
    world: Annotated[
        bool, typer.Option("--world", help="The games of the world, which nobody approved.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the rulebooks and their games."""
    own = own_rulebook(rulebook)
    shelf = world_books() if world else all_books()
    names = [name for name in shelf if own is None or name != own.name]
    if own is not None:
        names.append(own.name)
    editions = [edition for name in names for edition in editions_of(name, own)]
    books = [load_edition(edition) for edition in editions]
    if as_json:
        print_json([_book_to_json(book) for book in books])
        return
    several = Counter(book.id for book in books)
    for book in books:
        about = book.about
        name = f"{book.id}@{book.edition}" if several[book.id] > 1 else book.id
        print(f"{name}: {about.title}, {about.place}")
        print(f"  {about.authority}, {about.version}, from {about.effective}")
        print(f"  {len(book.clauses)} clauses; games: {', '.join(book.games)}")
        wagers = {name for game in book.games for name in book.game(game).rules.side_wagers}
        print(f"  side wagers: {', '.join(sorted(wagers)) or 'none'}")
        if about.source:
            print(f"  rules from: {about.source}")
    if not world and own is None:
        print(f"Games of the world, approved by nobody (--world): {', '.join(world_books())}")


def _book_to_json(book: Book) -> dict[str, Any]:
    told = ("title", "place", "authority", "version", "effective")
    return {
        "id": book.id,
        "edition": book.edition,
        **{name: str(getattr(book.about, name)) for name in told},
        "clauses": len(book.clauses),
        "games": list(book.games),
    }


@app.command("rules")
def rules_command(
    book_id: Annotated[str, typer.Argument(metavar="BOOK")],
    clause: Annotated[str | None, typer.Argument(metavar="[CLAUSE]")] = None,
    rulebook: Rulebook = None,
    edition: EditionName = "",
) -> None:
    """Show a rulebook's clauses in our words: all, one with its parts, or what it leaves open."""
    from bythebook.rulebooks.show.book import book_page, clause_page

    book = named_book(book_id, edition, own_rulebook(rulebook))
    print(book_page(book) if clause is None else clause_page(book, clause))


@app.command("powers")
def powers_command(
    book_id: Annotated[str, typer.Argument(metavar="BOOK")],
    role: Annotated[
        str, typer.Option(metavar="ROLE", help="Only what somebody in this role may do.")
    ] = "",
    as_json: AsJson = False,
    rulebook: Rulebook = None,
    edition: EditionName = "",
) -> None:
    """Print who may do what at a table of a book, under which conditions and by which clause."""
    from bythebook.rulebooks.show.powers import powers_json, powers_page
    from bythebook.rulebooks.tables import load_table_rules

    rules = load_table_rules(named_book(book_id, edition, own_rulebook(rulebook)))
    if as_json:
        print_json(powers_json(rules, role))
    else:
        print(powers_page(rules, role))


app.command("diff")(diff_command)
app.command("odds")(odds_command)
app.command("par")(par_command)
app.command("strategy")(strategy_command)
app.command("simulate")(simulate_command)
app.command("prepare")(prepare_command)
app.command("serve")(serve_command)
app.command("verify")(verify_command)
app.command("jackpots")(jackpots_command)
app.command("export")(export_command)
app.command("backup")(backup_command)
app.command("archive")(archive_command)
app.command("verify-archive")(verify_archive_command)
app.command("restore")(restore_command)
app.add_typer(users, name="user")
app.add_typer(tables, name="table")
app.add_typer(heads, name="heads")
app.command("verify-shoe")(verify_shoe_command)
app.command("verify-round")(verify_round_command)
app.command("witness")(witness_command)
app.command("terms")(terms_command)
app.command("rehearse")(rehearse_command)
app.command("lesson")(lesson_command)
app.command("new-book")(new_book_command)
app.command("check-book")(check_book_command)
app.command("schema")(schema_command)
app.command("trace")(trace_command)


@app.command("advise")
def advise_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A round record; - is stdin.")],
    rulebook: Rulebook = None,
    edition: RecordEdition = "",
    as_json: AsJson = False,
) -> None:
    """Say what each choice is worth where a round record stops, given every card seen."""
    from bythebook.commands.rounds.advise import advice_on, tell, to_json

    advice = advice_on(file, own_rulebook(rulebook), edition)
    if as_json:
        print_json(to_json(advice))
    else:
        print("\n\n".join(map(tell, advice)))
