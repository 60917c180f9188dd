"""The commands. Bad input ends in one clear line on standard error and status 2."""

import json
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from bythebook.commands.diff import diff_command
from bythebook.commands.house import backup_command, export_command, users, verify_command
from bythebook.commands.jackpots import jackpots_command
from bythebook.commands.odds import odds_command
from bythebook.commands.par import par_command
from bythebook.commands.rehearse import rehearse_command
from bythebook.commands.serve import serve_command
from bythebook.commands.simulate import simulate_command
from bythebook.commands.strategy import strategy_command
from bythebook.commands.table import tables
from bythebook.commands.terms import terms_command
from bythebook.commands.verify_shoe import verify_shoe_command
from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.records import Settlement, read_record, settle
from bythebook.records.story import explain, tell_settlement
from bythebook.rulebooks import Book, built_in_books, check_games, find_book, load_book

BAD_INPUT = 2
OUR_FAULT = 3

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Casino table games, played by the book.",
    pretty_exceptions_enable=False,
)

Files = Annotated[list[str], typer.Argument(metavar="FILE…", help="Round records; - is stdin.")]
Rulebook = Annotated[
    str | None,
    typer.Option("--rulebook", metavar="DIR", help="A rulebook of your own: a folder like ours."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Plain data instead of text.")]


def main(arguments: list[str] | None = None) -> None:
    """Run a command; the exit status tells how it went."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name the terminal cannot write
    try:
        app(arguments, prog_name="bythebook")
    except (Malformed, Refused, OSError) as error:
        print(f"bythebook: {_one_line(_words(error))}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except BrokenInvariant as error:
        print(f"bythebook: this should not happen, please report it: {error}", file=sys.stderr)
        sys.exit(OUR_FAULT)


def _words(error: Exception) -> str:
    """A file's trouble is told like all others: the file, then what is wrong with it."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _one_line(message: str) -> str:
    """What a user typed may stand in a message, but not break its line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)


def _own_rulebook(folder: str | None) -> Path | None:
    if folder is None:
        return None
    path = Path(folder)
    if not path.is_dir():
        raise Malformed("there is no such folder", folder)
    check_games(load_book(path.resolve()))
    return path.resolve()


def _settled(file: str, rulebook: Path | None) -> Settlement:
    """Settle one file; whatever is wrong with it names the file."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return settle(read_record(data), rulebook)
    except OSError as error:
        raise Malformed(error.strerror or str(error), file) from None
    except Malformed as error:
        raise Malformed(str(error), file) from None
    except Refused as error:
        where = f"{file}: {error.where}" if error.where else file
        raise error.at(where) from None


def _print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


@app.command("settle")
def settle_command(files: Files, rulebook: Rulebook = None, as_json: AsJson = False) -> None:
    """Say what every wager of a round gets, to the cent, and by which clause."""
    own = _own_rulebook(rulebook)
    settled = [_settled(file, own) for file in files]
    if as_json:
        data = [one.to_json() for one in settled]
        _print_json(data[0] if len(data) == 1 else data)
        return
    print("\n\n".join(tell_settlement(one, own) for one in settled))


@app.command("explain")
def explain_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A round record; - is stdin.")],
    rulebook: Rulebook = None,
) -> None:
    """Tell the whole round, event by event, with what each clause says."""
    own = _own_rulebook(rulebook)
    print(explain(_settled(file, own), own))


@app.command("rulebooks")
def rulebooks_command(rulebook: Rulebook = None, as_json: AsJson = False) -> None:
    """List the rulebooks and their games."""
    own = _own_rulebook(rulebook)
    books = [find_book(name) for name in built_in_books()]
    if own is not None:
        books = [book for book in books if book.id != own.name] + [load_book(own)]
    if as_json:
        _print_json([_book_to_json(book) for book in books])
        return
    for book in books:
        about = book.about
        print(f"{book.id}: {about.title}, {about.place}")
        print(f"  {about.authority}, {about.version}, from {about.effective}")
        print(f"  {len(book.clauses)} clauses; games: {', '.join(book.games)}")
        wagers = {name for game in book.games for name in book.game(game).rules.side_wagers}
        print(f"  side wagers: {', '.join(sorted(wagers)) or 'none'}")


def _book_to_json(book: Book) -> dict[str, Any]:
    return {
        "id": book.id,
        "title": book.about.title,
        "place": book.about.place,
        "authority": book.about.authority,
        "version": book.about.version,
        "effective": book.about.effective.isoformat(),
        "clauses": len(book.clauses),
        "games": list(book.games),
    }


@app.command("rules")
def rules_command(
    book_id: Annotated[str, typer.Argument(metavar="BOOK")],
    clause: Annotated[str | None, typer.Argument(metavar="[CLAUSE]")] = None,
    rulebook: Rulebook = None,
) -> None:
    """Show a rulebook's clauses in our words: all, one with its parts, or what it leaves open."""
    from bythebook.rulebooks.show.book import book_page, clause_page

    own = _own_rulebook(rulebook)
    book = find_book(book_id, folder=own)
    print(book_page(book) if clause is None else clause_page(book, clause))


@app.command("powers")
def powers_command(
    book_id: Annotated[str, typer.Argument(metavar="BOOK")],
    role: Annotated[
        str, typer.Option(metavar="ROLE", help="Only what somebody in this role may do.")
    ] = "",
    as_json: AsJson = False,
    rulebook: Rulebook = None,
) -> None:
    """Print who may do what at a table of a book, under which conditions and by which clause."""
    from bythebook.rulebooks.show.powers import powers_json, powers_page
    from bythebook.rulebooks.tables import find_table_rules

    rules = find_table_rules(book_id, folder=_own_rulebook(rulebook))
    if as_json:
        _print_json(powers_json(rules, role))
    else:
        print(powers_page(rules, role))


app.command("diff")(diff_command)
app.command("odds")(odds_command)
app.command("par")(par_command)
app.command("strategy")(strategy_command)
app.command("simulate")(simulate_command)
app.command("serve")(serve_command)
app.command("verify")(verify_command)
app.command("jackpots")(jackpots_command)
app.command("export")(export_command)
app.command("backup")(backup_command)
app.add_typer(users, name="user")
app.add_typer(tables, name="table")
app.command("verify-shoe")(verify_shoe_command)
app.command("terms")(terms_command)
app.command("rehearse")(rehearse_command)


@app.command("advise")
def advise_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A round record; - is stdin.")],
    rulebook: Rulebook = None,
    as_json: AsJson = False,
) -> None:
    """Say what each choice is worth where a round record stops, given every card seen."""
    from bythebook.commands.advise import advice_on, tell, to_json

    advice = advice_on(file, _own_rulebook(rulebook))
    if as_json:
        _print_json(to_json(advice))
    else:
        print("\n\n".join(map(tell, advice)))


@app.command("trace")
def trace_command(
    book_id: Annotated[str | None, typer.Argument(metavar="[BOOK]")] = None,
    as_json: AsJson = False,
    tests: Annotated[
        str | None, typer.Option(metavar="DIR", help="Where the tests are; else beside the source.")
    ] = None,
    rulebook: Rulebook = None,
) -> None:
    """Report for each clause where it is implemented and which tests prove it."""
    from bythebook import trace

    own = _own_rulebook(rulebook)
    folder = Path(tests) if tests else Path(__file__).parents[2] / "tests"
    names = [book_id] if book_id else built_in_books()
    if own is not None and own.name not in (book_id, *names) and book_id is None:
        names = [*names, own.name]
    books = [find_book(name, folder=own) for name in names]
    proofs = trace.find_tests(folder)
    traced = [row for book in books for row in trace.trace(book, proofs)]
    if as_json:
        _print_json(
            [
                {
                    "book": row.book,
                    "id": row.id,
                    "kind": row.kind,
                    "area": row.area,
                    "where": list(row.where),
                    "tests": list(row.tests),
                }
                for row in traced
            ]
        )
        return
    print(trace.report(traced, every_id=book_id is not None))
