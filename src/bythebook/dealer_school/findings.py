"""What was right and what was not, and the report that a trainer reads."""

from collections import Counter
from typing import Literal

import msgspec

from bythebook.dealer_school.lesson import Lesson, rules_for

Kind = Literal["right", "late", "wrong", "refused", "needless", "payment", "undone"]
GOOD: tuple[Kind, ...] = ("right",)


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One act, judged: what the book wanted, what was done, by which clause, in what time."""

    kind: Kind
    clause: str
    wanted: str
    did: str = ""
    reason: str = ""
    at: int = 0  # seconds since the shift began
    took: int = 0
    within: int = 0
    round: int = 0
    planted: str = ""  # what had gone wrong
    cents: int = 0  # a payment: too much, or (below nothing) too little


class ReadAgain(msgspec.Struct, frozen=True):
    """A clause that a trainee should read once more, and how often it was missed."""

    clause: str
    says: str
    times: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    book: str
    trainee: str
    seconds: int
    ended: bool
    counts: dict[str, int]
    accuracy: float  # of all that was judged, in per cent
    paid_wrongly: int  # cents, however they went
    read_again: tuple[ReadAgain, ...]
    findings: tuple[Finding, ...]
    teaches: tuple[str, ...]

    @property
    def clean(self) -> bool:
        return self.ended and all(one.kind == "right" for one in self.findings)


def report_of(
    lesson: Lesson, trainee: str, findings: tuple[Finding, ...], seconds: int, ended: bool
) -> Report:
    """All of a shift, with what to read again: the clauses missed most often first."""
    clauses = rules_for(lesson).book.clauses
    missed = Counter(one.clause for one in findings if one.kind not in GOOD)
    again = [
        ReadAgain(clause, clauses[clause].summary if clause in clauses else "", times)
        for clause, times in sorted(missed.items(), key=lambda item: (-item[1], item[0]))
    ]
    counts = Counter[str](one.kind for one in findings)
    good = sum(counts[kind] for kind in GOOD)
    return Report(
        title=lesson.title,
        book=lesson.book,
        trainee=trainee,
        seconds=seconds,
        ended=ended,
        counts=dict(counts),
        accuracy=round(100 * good / len(findings), 1) if findings else 0.0,
        paid_wrongly=sum(abs(one.cents) for one in findings),
        read_again=tuple(again),
        findings=findings,
        teaches=lesson.teaches,
    )
