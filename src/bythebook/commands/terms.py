"""The command `terms`: what a document of terms lacks or says against the rules."""

import datetime
import textwrap
from collections.abc import Callable
from typing import Annotated, Any

import typer

from bythebook.commands import choices as c
from bythebook.errors import Malformed, naming
from bythebook.rulebooks.law import named_in, played_by

NOT_SO = 1
COLUMNS = 88

File = Annotated[
    str, typer.Argument(metavar="FILE", help="Terms of a tournament or promotion; - is stdin.")
]


def terms_command(file: File, rulebook: c.OwnBooks = None, as_json: c.AsJson = False) -> None:
    """List what terms lack or what contradicts the rules; complete terms are printed for players.

    Exit status 0: complete; 1: not yet; 2: the file cannot be read.
    """
    from bythebook.tournaments.terms.files import kind_of

    with naming(file):
        data = c.read_input(file)
        kind = kind_of(data)
        if kind not in _KINDS:
            raise Malformed(f"{kind!r} is neither a tournament nor a promotion", "kind")
        title, book, problems, printed = _KINDS[kind](data)
    if as_json:
        found = {
            "kind": kind, "title": title, "book": book, "complete": not problems,
            "problems": problems, "printed": printed,
        }  # fmt: skip
        c.print_json(found)
    elif problems:
        print(_report(title, book, problems))
    else:
        print(f"{printed}\n\nThese terms are complete by {book}: they can be published.")
    if problems:
        raise typer.Exit(NOT_SO)


Told = tuple[str, str, list[dict[str, Any]], str]


def _tournament(data: bytes) -> Told:
    from bythebook.tournaments.terms.checks import check
    from bythebook.tournaments.terms.files import read_document
    from bythebook.tournaments.terms.text import print_terms

    terms = named_in(read_document(data), datetime.date.today())
    problems = [_problem(p.kind, [p.clause, *p.also], p.item, p.reason) for p in check(terms)]
    return terms.title, terms.book, problems, "" if problems else print_terms(terms)


def _promotion(data: bytes) -> Told:
    from bythebook.promotions.terms.checks import check_terms
    from bythebook.promotions.terms.files import read_terms
    from bythebook.promotions.terms.text import print_terms
    from bythebook.rulebooks.chapters.promotions import load_promotion_rules

    terms = named_in(read_terms(data), datetime.date.today())
    rules = load_promotion_rules(played_by(terms))
    found = check_terms(rules, terms)
    problems = [_problem("open", [p.clause], p.item, p.reason) for p in found]
    return terms.title, terms.book, problems, "" if problems else print_terms(rules, terms)


_KINDS: dict[str, Callable[[bytes], Told]] = {"tournament": _tournament, "promotion": _promotion}


def _problem(kind: str, clauses: list[str], item: str, reason: str) -> dict[str, Any]:
    return {"kind": kind, "clauses": clauses, "item": item, "reason": reason}


_HEADINGS = {
    "missing": "Missing, by the book's own list:",
    "contradicts": "Against the rules, which prevail over terms:",
    "open": "Missing or forbidden:",
}


def _report(title: str, book: str, problems: list[dict[str, Any]]) -> str:
    """What is to be done, the missing first; the clause stands before each."""
    lines = [f"{title} cannot be published yet ({book})."]
    for kind, heading in _HEADINGS.items():
        rows = [problem for problem in problems if problem["kind"] == kind]
        if not rows:
            continue
        lines += ["", heading]
        width = max(len(_clauses(row)) for row in rows)
        for row in rows:
            lines += textwrap.wrap(
                row["reason"], COLUMNS, initial_indent=f"  {_clauses(row):{width}}  ",
                subsequent_indent=" " * (width + 4), break_on_hyphens=False,
            )  # fmt: skip
    count = len(problems)
    lines += ["", f"{count} {'thing' if count == 1 else 'things'} to put right."]
    lines.append(f"What a clause says: bythebook rules {book} CLAUSE")
    return "\n".join(lines)


def _clauses(problem: dict[str, Any]) -> str:
    return ", ".join(problem["clauses"])
