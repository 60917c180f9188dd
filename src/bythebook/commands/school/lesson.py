"""The command `lesson`: a shift of the dealers' school at the terminal."""

import sys
import time
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from bythebook.commands import choices as c
from bythebook.errors import Malformed, Refused, naming
from bythebook.money import format_amount

if TYPE_CHECKING:
    from bythebook.dealer_school.findings import Finding, Report
    from bythebook.dealer_school.lesson import Lesson
    from bythebook.dealer_school.shift import Shift

Name = Annotated[
    str, typer.Argument(metavar="[LESSON]", help="BOOK, BOOK/NAME, or a file in TOML; - is stdin.")
]
Check = Annotated[bool, typer.Option("--check", help="Only say whether it can be taken.")]
Show = Annotated[bool, typer.Option("--show", help="Show it done as the book wants it.")]
Random = Annotated[
    int | None, typer.Option("--random", metavar="SEED", help="A shift of BOOK at random.")
]
STEPS_MAX = 2000
FOUND_WRONG = 1


def lesson_command(
    name: Name = "",
    check: Check = False,
    show: Show = False,
    random: Random = None,
    as_json: c.AsJson = False,
) -> None:
    """Take a lesson of the dealers' school; without a name, list them."""
    from bythebook.dealer_school.library import books_with_lessons, lessons_of

    if random is None and (not name or name in books_with_lessons()):
        for book in (name,) if name else books_with_lessons():
            for each, lesson in lessons_of(book).items():
                print(f"{book}/{each}: {lesson.title} ({', '.join(lesson.teaches)})")
        return
    lesson = _found(name, random)
    report = _shown(lesson, tell=show) if check or show else _taken(lesson)
    if as_json:
        c.print_json(msgspec.to_builtins(report))
    elif check:
        print(f"{lesson.title}: {len(report.findings)} acts, all of them carried out")
    else:
        _tell(report)
    if check and not report.clean:
        sys.exit(FOUND_WRONG)


def _found(name: str, random: int | None) -> "Lesson":
    from bythebook.dealer_school.lesson import read_lesson
    from bythebook.dealer_school.library import books_with_lessons, find_lesson
    from bythebook.dealer_school.planting import random_lesson

    if random is not None:
        return random_lesson(name, random)
    if name.partition("/")[0] in books_with_lessons():
        return find_lesson(name)
    with naming(name):
        try:
            return read_lesson(c.read_input(name).decode("utf-8"))
        except UnicodeDecodeError:
            raise Malformed("a lesson is text in UTF-8") from None


def _shown(lesson: "Lesson", tell: bool) -> "Report":
    """Everything as the book wants it."""
    from bythebook.dealer_school.judging import report, right_act, take
    from bythebook.dealer_school.shift import begin

    shift = begin(lesson, "trainee", 0)
    for _ in range(STEPS_MAX):
        if shift.ended:
            break
        if tell:
            _tell_scene(shift)
        did, at = right_act(shift)
        before = len(shift.findings)
        shift = take(shift, did, at)
        for finding in shift.findings[before:] if tell else ():
            print(f"  {_judged(finding)}")
    return report(shift)


def _taken(lesson: "Lesson") -> "Report":
    """Somebody at the terminal takes it."""
    from bythebook.dealer_school.judging import Leaves, report, take
    from bythebook.dealer_school.shift import begin
    from bythebook.dealer_school.typed import __doc__ as how
    from bythebook.dealer_school.typed import read_line

    shift = begin(lesson, "trainee", int(time.time()))
    print(f"{lesson.title}\n{lesson.says}\n\n{how}")
    while not shift.ended:
        _tell_scene(shift)
        before = len(shift.findings)
        try:
            line = input("> ")
        except EOFError:
            line = "leave"
        try:
            did = read_line(shift, line)
            shift = take(shift, did, int(time.time()))
        except (Malformed, Refused) as no:
            print(f"  {no}")
            continue
        for finding in shift.findings[before:]:
            print(f"  {_judged(finding)}")
        if isinstance(did, Leaves):
            break
    return report(shift)


def _tell_scene(shift: "Shift") -> None:
    from bythebook.dealer_school.judging import payments_due
    from bythebook.dealer_school.telling import scene, wager_title

    for line in scene(shift):
        print(line)
    for one in payments_due(shift) if not shift.planted else ():
        title = wager_title(shift, one.wager)
        wager = f", {title}" if title else ""
        print(f"  box {one.box}, {one.player}{wager}")


def _judged(finding: "Finding") -> str:
    words = finding.did or "nothing"
    if finding.kind == "right":
        return f"right: {words} ({finding.clause})"
    more = f": {finding.reason}" if finding.reason else ""
    off = f", {format_amount(abs(finding.cents))} off" if finding.cents else ""
    return f"{finding.kind}: {words}; wanted: {finding.wanted} ({finding.clause}){more}{off}"


def _tell(report: "Report") -> None:
    counts = ", ".join(f"{many} {kind}" for kind, many in sorted(report.counts.items()))
    print(f"\n{report.title}: {counts or 'nothing done'}; {report.accuracy} % right")
    if report.paid_wrongly:
        print(f"paid wrongly: {format_amount(report.paid_wrongly)}")
    for clause in report.read_again:
        print(f"read again: {clause.clause}, {clause.says}")
