"""The command `trace`: where each clause lives, which tests prove it, and whether they bite."""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from bythebook.commands.choices import (
    AsJson,
    EditionName,
    Rulebook,
    named_book,
    own_rulebook,
    print_json,
)
from bythebook.errors import Malformed
from bythebook.rulebooks import built_in_books

if TYPE_CHECKING:
    from bythebook.trace.kept import Attempt, Known, Outcome

SURVIVED = 1  # the status if something is noticed by nobody, and was not listed
BESIDE_THE_SOURCE = Path(__file__).parents[3] / "tests"
WORDS: "dict[Outcome | None, str]" = {
    "bitten": "bitten",
    "survived": "survived",
    "loading": "noticed only at loading",
    "equivalent": "equivalent",
    "illegal": "without another legal value",
    None: "not tried",
}
EVERY = 500  # where nobody sits at a terminal, a line for so many

Tests = Annotated[
    str | None, typer.Option(metavar="DIR", help="Where the tests are; else beside the source.")
]
Bite = Annotated[
    bool, typer.Option("--bite", help="Break every setting, and see whether the tests notice.")
]
Sample = Annotated[
    int | None,
    typer.Option(
        "--sample", metavar="N", min=1, help="With --bite: only so many; of a changed tree, others."
    ),
]
Only = Annotated[
    str,
    typer.Option(
        metavar="TEXT",
        help="With --bite: only changes whose line in the report has it, such as .toml, acts.cut.",
    ),
]


def trace_command(
    book_id: Annotated[str | None, typer.Argument(metavar="[BOOK]")] = None,
    clause: Annotated[str | None, typer.Argument(metavar="[CLAUSE]")] = None,
    as_json: AsJson = False,
    tests: Tests = None,
    rulebook: Rulebook = None,
    edition: EditionName = "",
    bite: Bite = False,
    sample: Sample = None,
    only: Only = "",
) -> None:
    """Report for each clause where it is implemented, which tests prove it, and if they bite.

    Of one clause: the settings as they are, and the functions that carry it out.
    """
    from bythebook.trace import clauses
    from bythebook.trace.kept import RESULTS, Known

    own = own_rulebook(rulebook)
    folder = Path(tests).resolve() if tests else BESIDE_THE_SOURCE
    names = [book_id] if book_id else built_in_books()
    if own is not None and own.name not in (book_id, *names) and book_id is None:
        names = [*names, own.name]
    books = [named_book(name, edition, own) for name in names]
    claims = clauses.find_claims(folder)
    ours = own is None and not edition and all(book.id in built_in_books() for book in books)
    if bite and not ours:
        raise Malformed("only the newest editions of our own books are broken", "--bite")
    if bite:
        known = Known(books, folder, claims)
        chosen = [one for one in known.attempts if _wanted(one, clause, only)]
        if not chosen:
            raise Malformed("nothing that could be broken is so named", "--bite")
        raise typer.Exit(_bite(known, chosen, folder, sample, as_json))
    tried = ours and (folder.parent / RESULTS).is_file()
    verdicts = Known(books, folder, claims).verdicts() if tried else {}
    traced = [row for book in books for row in clauses.trace(book, claims, verdicts)]
    if clause is not None:
        traced = [row for row in traced if row.id == clause]
        if not traced:
            raise Malformed(f"{book_id} has no clause {clause!r}")
    if as_json:
        print_json(msgspec.to_builtins(traced))
    elif clause is not None:
        print(clauses.told(books[0], traced[0]))
    else:
        print(clauses.report(traced, every_id=book_id is not None))


def _wanted(attempt: "Attempt", clause: str | None, only: str) -> bool:
    _, place, how = attempt.id
    named = clause is None or any(clause == one for _, one in attempt.clauses)
    return named and only in f"{_near(attempt.file)}:{attempt.line}: {place} {how}"


def _bite(
    known: "Known", chosen: "list[Attempt]", tests: Path, sample: int | None, as_json: bool
) -> int:
    """Try what is not known, tell what nobody noticed; the status says whether that is new."""
    if sample is not None:
        chosen = drawn(known, chosen, sample)
    untried = [attempt for attempt in chosen if known.result(attempt) is None]
    if untried:
        random.Random(0).shuffle(untried)  # so that the time left is told from all kinds of them
        _try_all(known, untried, tests)
    rows = [_row(known, attempt) for attempt in chosen]
    if as_json:
        print_json(msgspec.to_builtins(rows))
    else:
        print("\n".join(_report(rows, len(untried))))
    return SURVIVED if any(row.survived and not row.listed for row in rows) else 0


def drawn(known: "Known", chosen: "list[Attempt]", number: int) -> "list[Attempt]":
    """So many that are not known to survive: of the same tree always the same ones."""
    sure = [attempt for attempt in chosen if attempt.id not in known.survivors]
    return random.Random(known.digests.common).sample(sure, min(number, len(sure)))


class Row(msgspec.Struct, frozen=True):
    """One change, as it is told."""

    book: str
    place: str
    change: str
    file: str
    line: int
    clauses: tuple[str, ...]
    outcome: "Outcome | None"
    told: str
    listed: bool  # among those that are known to survive

    @property
    def survived(self) -> bool:
        from bythebook.trace.kept import UNNOTICED

        return self.outcome in UNNOTICED


def _row(known: "Known", attempt: "Attempt") -> Row:
    result = known.result(attempt)
    book, place, how = attempt.id
    return Row(
        book,
        place,
        how,
        _near(attempt.file),
        attempt.line,
        tuple(f"{of} {clause}" for of, clause in attempt.clauses),
        known.outcome(attempt),
        result.told if result is not None else "",
        attempt.id in known.survivors,
    )


def _near(file: Path) -> str:
    root = BESIDE_THE_SOURCE.parent
    return str(file.relative_to(root)) if file.is_relative_to(root) else str(file)


def _try_all(known: "Known", untried: "list[Attempt]", tests: Path) -> None:
    try:
        from bythebook.trace.bite import bite
    except ImportError as error:
        raise Malformed(f"--bite needs what the tests need: {error.name} is missing") from None
    from bythebook.trace.kept import UNNOTICED

    with _progress(len(untried)) as tell:

        def done(attempt: "Attempt", outcome: "Outcome", told: str) -> None:
            known.add(attempt, outcome, told)
            tell(known.outcome(attempt) in UNNOTICED)

        bite(untried, tests, done)
    known.kept.tidy()


@contextmanager
def _progress(every: int) -> Iterator[Callable[[bool], None]]:
    """How many of how many are done, how many survived, and how long it will take."""
    done = survived = 0
    if not sys.stderr.isatty():

        def tell(alive: bool) -> None:
            nonlocal done, survived
            done, survived = done + 1, survived + alive
            if done % EVERY == 0:
                print(f"{done} of {every}, {survived} survived", file=sys.stderr, flush=True)

        yield tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = (TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(), TimeLeft())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("collecting the tests", total=every)

        def show(alive: bool) -> None:
            nonlocal survived
            survived += alive
            bar.update(task, advance=1, description=f"{survived} survived")

        yield show


def _report(rows: list[Row], fresh: int) -> Iterator[str]:
    """Every survivor with its place; then the counts, book by book."""
    for row in rows:
        if row.survived:
            clauses = ", ".join(row.clauses)
            told = f": {row.told}" if row.told else ""
            yield f"{row.file}:{row.line}: {clauses}: {row.place} {row.change}{told}"
    for book in dict.fromkeys(row.book.partition(" ")[0] for row in rows):
        of_book = [row for row in rows if row.book.partition(" ")[0] == book]
        counts = Counter(row.outcome for row in of_book)
        told = ", ".join(f"{counts[word]} {said}" for word, said in WORDS.items() if counts[word])
        yield f"{book}: {len(of_book)} changes: {told}"
    survived = [row for row in rows if row.survived]
    known = sum(row.listed for row in survived)
    yield f"{len(rows)} changes, {fresh} of them tried now."
    yield f"Survivors: {len(survived)}, {known} of them known."
