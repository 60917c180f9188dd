"""Shifts of the dealers' school in the house: private tables that are in no log, and classes."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from bythebook.dealer_school.judging import Called, Ordered, Paid, right_act
from bythebook.dealer_school.library import find_lesson
from bythebook.errors import Malformed, Refused
from bythebook.house.people.people import PIT, Viewer
from bythebook.house.school.classes import SEATS_MOST, School
from bythebook.house.school.shifts import Act, ShiftTable, is_shift, shift_view
from bythebook.house.staff.staff_desk import staff_desk
from bythebook.house.tables.table_log import encode as row

FACE_UP = find_lesson("crown-blackjack/10-face-up")
MISPLACED = find_lesson("crown-blackjack/15-misplaced")
MIA, TEACHER = Viewer("guest-mia"), Viewer("tea", False, frozenset({PIT}))


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


def school() -> School:
    many = iter(range(1, 10_000))
    return School(Clock(), lambda size: next(many).to_bytes(size, "little") * 1)


def message(id: str, command: Any) -> str:
    return json.dumps({"id": id, "command": json.loads(row(command))})


def given(here: School, table: ShiftTable, viewer: Viewer, id: str) -> None:
    """The next act as the book wants it, as the console or the page beside it sends it."""
    did, _ = right_act(table.shift)
    match did:
        case Ordered():
            asyncio.run(here.shifts.give(table.id, viewer, message(id, did.command)))
        case Called():
            here.shifts.act(table.id, viewer, Act(call=did.role))
        case Paid():
            here.shifts.act(table.id, viewer, Act(pay=did.payments))


def test_a_shift_is_dealt_at_the_console_and_judged() -> None:
    here = school()
    table = here.shifts.begin(MIA.name, MISPLACED)
    assert is_shift(table.id)
    for number in range(60):
        assert table.run.table == table.shift.table, "the console shows the table that is judged"
        if table.shift.ended:
            break
        given(here, table, MIA, f"a{number}")
    told = here.shifts.report(table.id, MIA)
    assert told.clean
    assert told.trainee == MIA.name
    with pytest.raises(Malformed, match="over"):
        here.shifts.act(table.id, MIA, Act(call="area-manager"))


def test_what_is_refused_changes_nothing_and_is_judged() -> None:
    here = school()
    table = here.shifts.begin(MIA.name, FACE_UP)
    early = '{"id": "x", "command": {"type": "void-round", "clause": "17.12"}, "why": "so"}'
    before = table.run.table
    with pytest.raises(Refused) as caught:
        asyncio.run(here.shifts.give(table.id, MIA, early))
    assert caught.value.clause == "17.12"
    assert table.run.table == before
    assert shift_view(table).counts == {"refused": 1}
    with pytest.raises(Malformed):
        asyncio.run(here.shifts.give(table.id, MIA, '{"id": "y", "command": {"type": "join"}}'))


def test_sent_twice_it_acts_once() -> None:
    here = school()
    table = here.shifts.begin(MIA.name, FACE_UP)
    call = '{"id": "x", "command": {"type": "no-more-bets"}}'
    first = asyncio.run(here.shifts.give(table.id, MIA, call))
    assert asyncio.run(here.shifts.give(table.id, MIA, call)) == first
    assert shift_view(table).counts == {"right": 1}


def test_the_console_has_the_rank_of_the_lesson_and_no_payments() -> None:
    """What a round pays is the trainee's to say: neither rows nor the book are sent."""
    here = school()
    table = here.shifts.begin(MIA.name, FACE_UP)
    watcher = asyncio.run(here.shifts.watch(table.id, MIA))
    assert watcher.viewer.role_at("crown-blackjack") == "dealer"
    for number in range(10):
        given(here, table, MIA, f"a{number}")
    assert shift_view(table).pay
    sent = asyncio.run(watcher.take())
    texts = [json.loads(text) for text in sent]
    assert not any("rows" in one.get("patch", {}) for one in texts)
    assert not any(one.get("patch", {}).get("lines") for one in texts)
    desk = staff_desk(table.rules, table.run, table.acting(MIA), 0)
    assert desk.may_order
    assert {"deal", "face-up"} <= {act.act for act in desk.acts}


def test_nobody_else_sees_a_shift() -> None:
    here = school()
    table = here.shifts.begin(MIA.name, FACE_UP)
    shifts = here.shifts
    tried: list[Callable[[Viewer], object]] = [
        lambda who: shifts.find(table.id, who),
        lambda who: shifts.report(table.id, who),
        lambda who: shifts.act(table.id, who, Act(leave=True)),
        lambda who: asyncio.run(shifts.watch(table.id, who)),
        lambda who: asyncio.run(shifts.give(table.id, who, "{}")),
    ]
    for other in (Viewer("guest-bo"), Viewer(), TEACHER):
        for each in tried:
            with pytest.raises(Malformed, match="there is no shift"):
                each(other)


def test_one_begins_anew_and_what_was_left_goes() -> None:
    here = school()
    first = here.shifts.begin(MIA.name, FACE_UP)
    second = here.shifts.begin(MIA.name, MISPLACED)
    assert here.shifts.of(MIA.name) == [second]
    assert first.id not in here.shifts.tables
    second.touched -= 100_000
    here.shifts.sweep()
    assert not here.shifts.tables


# Classes


def test_a_class_of_thirty_is_watched_by_whoever_holds_it() -> None:
    here = school()
    with pytest.raises(Refused):
        here.classes.open(MIA, FACE_UP, "x", 30)
    with pytest.raises(Malformed):
        here.classes.open(TEACHER, FACE_UP, "x", SEATS_MOST + 1)
    held = here.classes.open(TEACHER, FACE_UP, "x", SEATS_MOST)
    tables = [
        here.classes.join(Viewer(f"guest-{n}"), held.code.lower(), f"Trainee {n}")
        for n in range(SEATS_MOST)
    ]
    with pytest.raises(Refused, match="taken"):
        here.classes.join(Viewer("guest-late"), held.code, "Late")
    assert here.classes.join(Viewer("guest-3"), held.code, "again") is tables[3]
    asyncio.run(here.shifts.give(tables[3].id, Viewer("guest-3"), _deals("TC")))
    asyncio.run(here.shifts.give(tables[3].id, Viewer("guest-3"), _deals("9S")))
    seen = here.classes.view(held)
    assert len(seen.tables) == SEATS_MOST
    wrong = seen.tables[3]
    assert wrong.last is not None
    assert (wrong.last.kind, wrong.last.clause, wrong.counts) == (
        "wrong", "8.3.1(b)", {"right": 1, "wrong": 1},
    )  # fmt: skip
    assert here.shifts.find(tables[3].id, TEACHER) is tables[3]
    with pytest.raises(Refused, match="looks on"):
        here.shifts.act(tables[3].id, TEACHER, Act(leave=True))
    with pytest.raises(Malformed):
        here.classes.find(held.code, Viewer("other", False, frozenset({PIT})))


def _deals(card: str) -> str:
    return json.dumps({"id": card, "command": {"type": "deal", "card": card}})


@pytest.mark.parametrize(
    ("code", "name"), [("NOSUCH", "Bo"), ("", "Bo"), (None, ""), (None, "x" * 40)]
)
def test_a_wrong_code_or_name_is_said(code: str | None, name: str) -> None:
    here = school()
    held = here.classes.open(TEACHER, FACE_UP, "x", 2)
    with pytest.raises(Malformed):
        here.classes.join(MIA, held.code if code is None else code, name)
    here.classes.join(MIA, held.code, "Bo")
    with pytest.raises(Malformed, match="this name"):
        here.classes.join(Viewer("guest-x"), held.code, "bo")
