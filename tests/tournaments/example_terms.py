"""The documents under `examples/tournaments`, and how to take things out of them."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.rulebooks import find_book
from bythebook.tournaments.terms.checks import Problem, check
from bythebook.tournaments.terms.document import Stage, TournamentTerms
from bythebook.tournaments.terms.files import read_document

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "tournaments"
COMPLETE = sorted(p.stem for p in FOLDER.glob("*.toml") if p.stem != "with-faults")

STAR, CANBERRA = "star", "canberra-knock-out"
POINTS, SIT_AND_GO, CROWN = "canberra-points", "canberra-sit-and-go", "crown"
CHIPS, LIVE, ELIMINATION = "tasmania-chips", "tasmania-live", "tasmania-elimination"
JOKERS = "jokers-wild"


def example(name: str) -> TournamentTerms:
    """A document, by today's rules: those that name none are by the rules of before."""
    terms = read_document((FOLDER / f"{name}.toml").read_bytes())
    book = find_book(terms.book)
    return replace(terms, edition=book.edition, revision=book.revision)


def default_of(struct: msgspec.Struct, name: str) -> Any:
    field = next(f for f in msgspec.structs.fields(struct) if f.name == name)
    return field.default


def put(terms: TournamentTerms, **values: Any) -> TournamentTerms:
    """The terms with parts of theirs changed: `put(terms, entry__least=3)`."""
    for path, value in values.items():
        part, _, name = path.partition("__")
        if not name:
            terms = msgspec.structs.replace(terms, **{part: value})
        else:
            inner = msgspec.structs.replace(getattr(terms, part), **{name: value})
            terms = msgspec.structs.replace(terms, **{part: inner})
    return terms


def stage(terms: TournamentTerms, number: int, **values: Any) -> TournamentTerms:
    """The terms with one stage changed."""
    stages = list(terms.stages)
    stages[number - 1] = msgspec.structs.replace(stages[number - 1], **values)
    return put(terms, stages=tuple(stages))


def all_stages(terms: TournamentTerms, **values: Any) -> TournamentTerms:
    for number in range(1, len(terms.stages) + 1):
        terms = stage(terms, number, **values)
    return terms


def without(terms: TournamentTerms, item: str, *paths: str) -> TournamentTerms:
    """The terms as if nobody had thought of an item: neither stated nor "not applicable"."""
    name = item.removeprefix("statement:")
    terms = put(
        terms,
        not_applicable=tuple(n for n in terms.not_applicable if n != name),
        statements=tuple(s for s in terms.statements if s != name),
    )
    for path in paths:
        part, _, field = path.partition(".")
        if part == "stages" and field:
            terms = all_stages(terms, **{field: default_of(Stage(), field)})
        elif field:
            terms = put(terms, **{f"{part}__{field}": default_of(getattr(terms, part), field)})
        else:
            terms = put(terms, **{part: default_of(terms, part)})
    return terms


def found(terms: TournamentTerms) -> list[tuple[str, str, str]]:
    """Kind, clause and item of everything that stands in the way."""
    return [(problem.kind, problem.clause, problem.item) for problem in check(terms)]


def clauses(problems: tuple[Problem, ...]) -> set[str]:
    return {clause for problem in problems for clause in (problem.clause, *problem.also)}
