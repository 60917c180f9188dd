"""Writes down which changes nobody notices yet, from what `./run trace --bite` has found.

    python -m tests.trace.survivors

What was not tried since the last change of tests or program stays as it was listed. The list should
only ever get shorter: a change on it is not drawn for samples, and is no failure.
"""

from collections import defaultdict

from bythebook.rulebooks import built_in_books, find_book
from bythebook.trace.clauses import find_claims
from bythebook.trace.kept import SURVIVORS, UNNOTICED, Known
from tests.project import ROOT

TESTS = ROOT / "tests"
HEADER = """\
# Changes of `./run trace --bite` that no test notices yet, a line each: book | place | change
# Written by `python -m tests.trace.survivors`. Mend the test, or declare it in ../equivalent/.
"""


def main() -> None:
    books = [find_book(name) for name in built_in_books()]
    known = Known(books, TESTS, find_claims(TESTS))
    alive: dict[str, list[str]] = defaultdict(list)
    for attempt in known.attempts:
        outcome = known.outcome(attempt)
        if outcome in UNNOTICED or (outcome is None and attempt.id in known.survivors):
            alive[attempt.book.split()[0]].append(" | ".join(attempt.id) + "\n")
    for old in (TESTS / SURVIVORS).glob("*.txt"):
        old.unlink()
    for book, lines in alive.items():
        file = TESTS / SURVIVORS / f"{book}.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(HEADER + "".join(sorted(lines)), encoding="utf-8")
    number = sum(map(len, alive.values()))
    print(f"{number} of {len(known.attempts)} changes survive.")


if __name__ == "__main__":
    main()
