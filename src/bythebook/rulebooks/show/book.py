"""A rulebook on the screen: its clauses in our words, its options and its readings."""

from bythebook.errors import Malformed
from bythebook.rulebooks.files import Clause
from bythebook.rulebooks.loader import Book, Reading


def book_page(book: Book) -> str:
    """Every clause, then what the book leaves to the operator and what it leaves unclear."""
    about = book.about
    lines = [
        f"{about.title}, {about.place}",
        f"{about.authority}, {about.version}, from {about.effective}"
        + (f" ({about.effective_note})" if about.effective_note else ""),
        *([f"Rules from: {about.source}"] if about.source else []),
        "",
    ]
    lines += [_clause_line(clause) for clause in book.clauses.values()]
    lines += ["", "Options"]
    for name, option in book.options.items():
        kind = "an amount" if option.amount else "a day" if option.day else "a number"
        values = ", ".join(option.values) or kind
        default = f"; default {option.default}" if option.default else ""
        lines.append(f"  {name} = {values}{default} [{option.clause}]: {option.says}")
    lines += ["", "Readings"] if book.readings else []
    for name, reading in book.readings.items():
        lines += _reading_lines(name, reading)
    return "\n".join(lines)


def clause_page(book: Book, clause_id: str) -> str:
    """One clause and its parts, with notes, and the readings that concern it."""
    marks = (".", "(", ":")
    found = [
        clause
        for clause in book.clauses.values()
        if clause.id == clause_id or clause.id.startswith(tuple(clause_id + m for m in marks))
    ]
    if not found:
        raise Malformed(f"{book.id} has no clause {clause_id}")
    lines = []
    for clause in found:
        lines.append(_clause_line(clause))
        if clause.note:
            lines.append(f"    note: {clause.note}")
    ids = {clause.id for clause in found}
    for name, reading in book.readings.items():
        if ids & set(reading.clauses):
            lines += ["", *_reading_lines(f"Reading {name}", reading)]
    return "\n".join(lines)


def _reading_lines(name: str, reading: Reading) -> list[str]:
    lines = [f"  {name} [{', '.join(reading.clauses)}]: {reading.question}"]
    for value, says in reading.values.items():
        default = f" (default: {reading.why})" if value == reading.default else ""
        lines.append(f"    {value}: {says}{default}")
    return lines


def _clause_line(clause: Clause) -> str:
    role = f", {clause.role}" if clause.role else ""
    return f"{clause.id}  ({clause.area}, {clause.kind}{role})  {clause.summary}"
