"""`bythebook check-book`: everything that is wrong with a book, and what nothing shows to be right.

A book may have rounds of its own, `rounds/*.round`, each saying what goes back to the players
(`claimed`): they are played, and a clause that one of them cites is proved by it.
"""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from bythebook.commands.choices import AsJson, print_json
from bythebook.errors import Malformed, Refused
from bythebook.money import format_amount
from bythebook.records.claims import claims_of, not_claimed
from bythebook.records.record import read_record
from bythebook.records.result import settle
from bythebook.rulebooks import Book
from bythebook.rulebooks.writing.faults import MUST_BE_CITED, Checked, Fault, check_book

FAULTY = 1
ROUNDS = "rounds"
LISTED = 12  # words that may stand somewhere; more are in the reference

Folder = Annotated[str, typer.Argument(metavar="DIR", help="A rulebook of your own.")]


def check_book_command(folder: Folder, as_json: AsJson = False) -> None:
    """Find every fault of a book at once: where it is, what may stand there, what may be meant.

    Warns of clauses that nothing cites, of options that no setting asks for, and of clauses that
    no round in the book's own rounds/ proves. Exit status 0: it can be played by; 1: it has
    faults; 2: there is no such folder.
    """
    home = Path(folder)
    if not home.is_dir():
        raise Malformed("there is no such folder", folder)
    found = [with_rounds(each) for each in check_book(home.resolve())]
    if as_json:
        print_json([_plain(each) for each in found])
    else:
        print("\n\n".join(_told(each) for each in found))
    if any(each.faults for each in found):
        raise typer.Exit(FAULTY)


def with_rounds(checked: Checked) -> Checked:
    """The same, once the book's own rounds have been played."""
    if checked.book is None:
        return checked
    faults: list[Fault] = []
    proved: set[str] = set()
    for path in sorted((checked.folder / ROUNDS).glob("*.round")):
        try:
            proved |= _proved_by(path, checked.book)
        except (Malformed, Refused) as error:
            faults.append(Fault(file=str(path), says=str(error)))
    warnings = [*checked.warnings, *_unproved(checked, proved)]
    found = (*checked.faults, *faults)
    return msgspec.structs.replace(checked, faults=found, warnings=tuple(warnings))


def _proved_by(path: Path, book: Book) -> set[str]:
    """The clauses that a round cites, if it pays what it says."""
    settled = settle(read_record(path.read_bytes()), book.source.home)
    for claim in claims_of(settled):
        if claim.difference:
            due, said = format_amount(claim.due), format_amount(claim.claimed)
            raise Malformed(
                f"{claim.player} is said to get {said} for {claim.wager} on box {claim.box}, and"
                f" gets {due} by {', '.join(claim.clauses)}"
            )
    if not_claimed(settled):
        return set()
    return {
        clause
        for event in settled.events
        for clause in (getattr(event, "clause", ""), *getattr(event, "also", ()))
    }


def _unproved(checked: Checked, proved: set[str]) -> list[Fault]:
    """Of the clauses that the book says itself; those that it stands on are not its own."""
    rules = [clause.id for clause in checked.clauses if clause.kind in MUST_BE_CITED]
    left = [clause for clause in rules if clause not in proved]
    if not left:
        return []
    of = f"{len(left)} of {len(rules)} clauses are proved by no round"
    return [Fault(file=str(checked.folder / ROUNDS), says=f"{of}: {', '.join(left)}")]


def _plain(checked: Checked) -> dict[str, Any]:
    book = checked.book
    return {
        "folder": str(checked.folder),
        "book": book.source.id if book is not None else None,
        "faults": msgspec.to_builtins(checked.faults),
        "warnings": msgspec.to_builtins(checked.warnings),
    }


def _told(checked: Checked) -> str:
    lines = [line for fault in checked.faults for line in _lines(fault, "")]
    lines += [line for fault in checked.warnings for line in _lines(fault, "warning: ")]
    many = len(checked.faults)
    if many:
        says = f"{many} {'fault' if many == 1 else 'faults'} in {_short(checked.folder)}"
    else:
        book = checked.book
        assert book is not None
        games = ", ".join(book.games)
        says = f"{book.source.id}: {book.about.title}, {len(book.clauses)} clauses; games: {games}"
    return "\n".join([*lines, says])


def _lines(fault: Fault, kind: str) -> list[str]:
    at = f":{fault.line}" if fault.line else ""
    path = f"{fault.path}: " if fault.path else ""
    meant = f"; did you mean {fault.near}?" if fault.near else ""
    lines = [f"{_short(Path(fault.file))}{at}: {kind}{path}{fault.says}{meant}"]
    if fault.allowed:
        more = len(fault.allowed) - LISTED
        known = ", ".join(fault.allowed[:LISTED]) + (f" and {more} more" if more > 0 else "")
        lines.append(f"    there may be: {known}")
    return lines


def _short(path: Path) -> str:
    """As somebody who stands here would write it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
