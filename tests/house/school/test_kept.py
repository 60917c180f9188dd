"""What the dealers' school keeps: on both stores, for two processes of one house, for long."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bythebook.dealer_school.library import find_lesson
from bythebook.errors import Malformed, Refused
from bythebook.house.log.expiring_store import Cabinet
from bythebook.house.log.store import Conflict, Write, Written
from bythebook.house.people.people import PIT, Viewer
from bythebook.house.school.classes import School
from bythebook.house.school.kept import GUEST_SECONDS, KEPT_SECONDS, KeptShifts
from bythebook.house.school.shifts import LEFT_SECONDS, Act
from tests.house.log.stores import Place
from tests.house.school.test_shifts import MISPLACED, Clock

MIA, BEN = Viewer("guest-mia"), Viewer("ben", False)
TEACHER, OTHER = Viewer("tea", False, frozenset({PIT})), Viewer("oda", False, frozenset({PIT}))


class AtOnce:
    """A store that is asked here and now."""

    async def append(self, write: Write) -> Written | Conflict:
        raise AssertionError("nothing of the school is in the log")

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return function(*arguments)


class Schools:
    """Two processes of one house, each with its own opening of the store."""

    def __init__(self, place: Place) -> None:
        self.place, self.clock = place, Clock()
        self.numbers = iter(range(1, 10_000))
        self.one, self.two = self.begin(), self.begin()

    def begin(self) -> School:
        """A process, or one that was ended and begins anew."""
        return School(
            self.clock,
            lambda size: next(self.numbers).to_bytes(size, "little"),
            KeptShifts(Cabinet(AtOnce(), self.place.open())),
        )


def lived(place: Place, story: Callable[[Schools], Coroutine[Any, Any, None]]) -> None:
    async def live() -> None:
        await story(Schools(place))

    asyncio.run(live())


def test_a_report_is_read_long_after_the_shift_and_by_nobody_else(place: Place) -> None:
    async def story(at: Schools) -> None:
        table = at.one.shifts.begin(BEN.name, MISPLACED)
        at.one.shifts.act(table.id, BEN, Act(call="area-manager"))
        await at.one.keep(table)
        told = at.one.shifts.report(table.id, BEN)
        at.clock.now += LEFT_SECONDS + 10
        at.one.shifts.sweep()
        with pytest.raises(Malformed):
            at.one.shifts.find(table.id, BEN)
        for school in (at.one, at.two):
            [line] = await school.reports_of(BEN)
            assert (line.id, line.trainee, line.ended) == (table.id, "ben", False)
            kept = await school.report(table.id, BEN)
            assert kept is not None
            assert kept.report == told
            assert await school.report(table.id, TEACHER) is None
            assert await school.reports_of(TEACHER) == []
        assert LEFT_SECONDS < GUEST_SECONDS < KEPT_SECONDS

    lived(place, story)


def test_a_class_has_its_trainees_in_both_processes(place: Place) -> None:
    async def story(at: Schools) -> None:
        held = await at.one.open_class(TEACHER, MISPLACED, "x", 2)
        with pytest.raises(Malformed, match="no class"):
            at.two.classes.join(MIA, held.code, "Mia")
        await at.two.look_around(held.code)
        table = at.two.classes.join(MIA, held.code, "Mia")
        await at.two.keep(table)
        await at.one.look_around(held.code)
        [seat] = at.one.classes.view(held).tables
        assert (seat.id, seat.trainee, seat.elsewhere) == (table.id, "Mia", True)
        with pytest.raises(Malformed, match="already"):
            at.one.classes.join(BEN, held.code, "mia")
        here = at.one.classes.join(BEN, held.code, "Ben")
        await at.one.keep(here)
        with pytest.raises(Refused, match="taken"):
            at.one.classes.join(OTHER, held.code, "Oda")
        await at.two.look_around(held.code)
        both = {one.trainee: one.elsewhere for one in at.two.classes.view(held).tables}
        assert both == {"Mia": False, "Ben": True}

        # The trainer reads all of them, here and later; a guest until their session is over.
        at.two.shifts.act(table.id, MIA, Act(call="area-manager"))
        await at.two.keep(table)
        report = await at.one.report(table.id, TEACHER)
        assert report is not None
        assert report.report.findings
        assert await at.one.report(table.id, OTHER) is None
        for school, left in ((at.one, "Mia"), (at.two, "Ben")):  # whose table is not open here
            assert [line.trainee for line in await school.reports_of(TEACHER)] == [left]
        assert await at.one.report(table.id, MIA) is not None
        at.clock.now += GUEST_SECONDS + 10
        assert await at.one.report(table.id, MIA) is None
        assert await at.one.report(table.id, TEACHER) is not None

    lived(place, story)


def test_whoever_comes_back_takes_up_their_own_place(place: Place) -> None:
    """After a restart, or after the hours for which a table waits: by the same name, and nobody
    else finds the class fuller than it is."""

    async def story(at: Schools) -> None:
        held = await at.one.open_class(TEACHER, MISPLACED, "x", 2)
        first = at.one.classes.join(MIA, held.code, "Mia")
        await at.one.keep(first)

        again = at.begin()
        await again.look_around(held.code)
        with pytest.raises(Malformed, match="already"):
            again.classes.join(BEN, held.code, "mia")
        second = again.classes.join(MIA, held.code, "Mia")
        assert second.id != first.id
        await again.keep(second)
        await again.look_around(held.code)
        await again.keep(again.classes.join(BEN, held.code, "Ben"))

        at.clock.now += LEFT_SECONDS + 10
        again.shifts.sweep()
        await again.look_around(held.code)
        with pytest.raises(Refused, match="taken"):
            again.classes.join(OTHER, held.code, "Oda")
        third = again.classes.join(MIA, held.code, "Mia")
        assert again.classes.join(BEN, held.code, "Ben").owner == BEN.name

        seen = again.classes.view(held).tables
        assert third.id in {seat.id for seat in seen}
        assert {seat.owner for seat in seen} == {""}, "a guest's own name is nobody's to read"

    lived(place, story)


def test_a_class_that_is_over_is_not_taken_up_by_another_process(place: Place) -> None:
    async def story(at: Schools) -> None:
        held = await at.one.open_class(TEACHER, find_lesson("crown-blackjack/10-face-up"), "x", 2)
        at.clock.now += GUEST_SECONDS + 10
        await at.two.look_around(held.code)
        assert not at.two.classes.knows(held.code)
        await at.two.look_around("no such code")

    lived(place, story)
