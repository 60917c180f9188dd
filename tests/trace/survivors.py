"""Writes down which changes nobody notices yet, from what `./run trace --bite` has found.

    python -m tests.trace.survivors

What was not tried since the last change of tests or program stays as it was listed. The list should
only ever get shorter: a change on it is not drawn for samples, and is no failure.
"""

from bythebook.rulebooks import built_in_books, find_book
from bythebook.trace.clauses import find_claims
from bythebook.trace.kept import SURVIVORS, UNNOTICED, Known
from tests.project import ROOT

TESTS = ROOT / "tests"
HEADER = """\
# Changes of `./run trace --bite` that no test notices yet, a line each: book | place | change
# Written by `python -m tests.trace.survivors`. Mend the test, or declare it in equivalent.txt.
"""


def main() -> None:
    books = [find_book(name) for name in built_in_books()]
    known = Known(books, TESTS, find_claims(TESTS))
    alive = []
    for attempt in known.attempts:
        outcome = known.outcome(attempt)
        if outcome in UNNOTICED or (outcome is None and attempt.id in known.survivors):
            alive.append(" | ".join(attempt.id) + "\n")
    (TESTS / SURVIVORS).write_text(HEADER + "".join(sorted(alive)), encoding="utf-8")
    print(f"{len(alive)} of {len(known.attempts)} changes survive.")


if __name__ == "__main__":
    main()
