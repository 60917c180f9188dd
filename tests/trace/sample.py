"""Breaks a few settings, others every day, and fails if no test notices one of them.

    python -m tests.trace.sample [N]      N changes; all of them without a number

They are drawn from the settings of all books, and are none of those that are known to survive.
"""

import datetime
import random
import sys

from bythebook.rulebooks import built_in_books, find_book
from bythebook.trace.bite import bite
from bythebook.trace.clauses import find_claims
from bythebook.trace.kept import UNNOTICED, Attempt, Known, Outcome
from tests.project import ROOT

TESTS = ROOT / "tests"


def main(number: int | None) -> int:
    books = built_in_books()
    known = Known([find_book(book) for book in books], TESTS, find_claims(TESTS))
    sure = [
        attempt
        for attempt in known.attempts
        if attempt.book in books and attempt.id not in known.survivors
    ]
    if number is not None:
        day = datetime.datetime.now(datetime.UTC).date().isoformat()
        sure = random.Random(day).sample(sure, number)

    def done(attempt: Attempt, outcome: Outcome, told: str) -> None:
        known.add(attempt, outcome, told)

    bite([attempt for attempt in sure if known.result(attempt) is None], TESTS, done)
    alive = [attempt for attempt in sure if known.outcome(attempt) in UNNOTICED]
    for attempt in alive:
        print(f"{attempt.file}:{attempt.line}: nobody notices: {' | '.join(attempt.id)}")
    print(f"{len(sure)} changes, {len(alive)} that nobody notices.")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else None))
