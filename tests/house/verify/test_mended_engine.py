"""Our engine was wrong, and was mended: what was decided before is told as that, all that came
since is judged as ever. Of tables, pools, tournaments and promotions: each takes it up itself."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.deciders import Order, Person
from bythebook.errors import Malformed
from bythebook.game.run import Run
from bythebook.house.activities.activity import TakeUpRevision
from bythebook.house.activities.kinds import KINDS
from bythebook.house.activities.pools.pools import Pools
from bythebook.house.people.people import HOUSE
from bythebook.house.service import House
from bythebook.house.verify.verifying import Report, verify
from bythebook.jackpots import following
from bythebook.jackpots.terms import PoolTerms
from bythebook.promotions import drawing
from bythebook.promotions.commands import Close
from bythebook.rulebooks import find_book
from bythebook.rulebooks.law import NotInstalled, digest
from bythebook.tournaments.values import Length
from tests.house.activities import pool_floor, tournament_life
from tests.house.log.stores import Place
from tests.house.tables.felt import Chance
from tests.house.verify.amended import (
    TABLE,
    WHY,
    begins,
    blackjack,
    copied,
    installed,
    one_more,
    with_revision,
)
from tests.house.verify.evenings import Evening
from tests.logs.floor import Time, furnish
from tests.logs.offers import EARLY, PromotionWalk
from tests.promotions.offers import CLOSES, CROWN, DRAWN, HOUR, START

STAR, TASMANIA = "star-blackjack-challenge", "tasmania-blackjack"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(data=tmp_path / "data")
    yield place
    place.close()


@contextmanager
def mended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, book: str) -> Iterator[None]:
    """The book has one more revision, and its data say what they said."""
    folder = tmp_path / "mended" / book
    if book == TABLE:
        copied(tmp_path, "mended")
    else:
        shutil.copytree(find_book(book).source.home, folder)
    rules = min(folder.glob("*/rules.toml"))  # of its first edition
    number, written = one_more(book)
    text = rules.read_text(encoding="utf-8")
    rules.write_text(with_revision(text, written), encoding="utf-8")
    with installed(monkeypatch, folder):
        assert find_book(book, rules.parent.name).revision == number
        yield


@contextmanager
def faulty(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, wrong: Any) -> Iterator[None]:
    """As our engine was once."""
    right = getattr(owner, name)
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, wrong(right))
        yield


def verified(place: Place) -> Report:
    return verify(place.open(read_only=True))


def found_in(report: Report, stream: str) -> Report:
    """Told as decided before the newest revision, and nowhere else."""
    assert (report.outcome, report.fault) == ("earlier", None), report.fault
    assert {found.stream.partition("/")[0] for found in report.earlier} == {stream}
    assert len({found.revision for found in report.earlier}) == 1
    assert all(found.why == WHY for found in report.earlier)
    return report


def a_dollar_more(right: Callable[..., int]) -> Callable[..., int]:
    return lambda run, cents: right(run, cents) + 100


# Tables


def test_a_table_paid_too_much(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before() -> None:
        evening = Evening(tmp_path / "data", "law")
        await begins(evening)
        assert await blackjack(evening, "AC 7D KH") == 3100
        await evening.house.close()

    async def after() -> None:
        evening = Evening(tmp_path / "data", "law on")
        evening._sent = 1000
        evening.time = 1_800_000_000
        await evening.house.open()
        assert await blackjack(evening, "AD 7H KS") == 3100 + 3000
        await evening.house.close()

    folder = copied(tmp_path)
    with installed(monkeypatch, folder), faulty(monkeypatch, Run, "payable", a_dollar_more):
        asyncio.run(before())
        assert verified(place).clean
    with installed(monkeypatch, folder):
        assert verified(place).outcome == "wrong"  # nothing explains it
    with mended(monkeypatch, tmp_path, TABLE):
        asyncio.run(after())
        (told,) = found_in(verified(place), "table").earlier
        assert told.cents == {"ann": -100}
        assert ("31.00 paid" in told.was, "30.00 paid" in told.would_be) == (True, True)


# Pools


async def linked(floor: pool_floor.Floor) -> None:
    await floor.people()
    options = {"blazing-7s-stake": "5"}
    await floor.open("challenge", "one", cards="scanned", options=options)
    await floor.pool(pool_floor.BLAZING, "one")
    await floor.sit("one", "ann", 1, "blazing-7s")
    await floor.sit("one", "ben", 2, "blazing-7s")
    await floor.deal("one", "7D 9C 7C")


async def played_out(floor: pool_floor.Floor) -> None:
    """To the end of the round, and one more."""
    await floor.deal("one", "7H TC")  # three sevens, and then Ben
    for name, box in (("ann", 1), ("ben", 2)):
        due = floor.house.table("one").projection.parts["due"]
        if due.what == "decision" and due.player == name:
            decision = {"type": "Stand", "box": box, "player": name}
            await floor.do(pool_floor.viewer(name), "one", type="decide", command=decision)
    while floor.house.table("one").run.table.in_round:
        await floor.deal("one", "TD")


def pools(place: Place, *stories: Any) -> None:
    async def all_of_them() -> None:
        for number, story in enumerate(stories):
            async with pool_floor.opened(place, pool_floor.Time()) as floor:
                floor.asked = place.open().head().position + 1000 * number
                await story(floor)

    asyncio.run(all_of_them())


async def takes_it_up_after_the_round(floor: pool_floor.Floor) -> None:
    """While wagers lie there the pool goes on by the rules that they were made under."""
    before = find_book(STAR).revision - 1
    assert floor.state("sevens").terms.revision == before
    await floor.house.affairs.look_at_clocks()
    assert floor.state("sevens").terms.revision == before
    await played_out(floor)
    await floor.house.look_at_clocks()
    await floor.house.affairs.look_at_clocks()
    assert floor.state("sevens").terms.revision == before + 1
    assert floor.state("sevens").terms.rules == digest(find_book(STAR))
    assert floor.house.table("one").run.terms.revision == before + 1
    assert not floor.house.affairs.behind


def twice_as_much(right: Callable[..., dict[str, int]]) -> Callable[..., dict[str, int]]:
    return lambda terms: {name: 2 * micros for name, micros in right(terms).items()}


def not_box_2(right: Callable[..., tuple[Any, ...]]) -> Callable[..., tuple[Any, ...]]:
    return lambda state, wager: tuple(one for one in right(state, wager) if one.box != 2)


def test_meters_were_given_too_much(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with faulty(monkeypatch, PoolTerms, "each", twice_as_much):
        pools(place, linked)
        assert verified(place).clean
    assert verified(place).outcome == "wrong"
    with mended(monkeypatch, tmp_path, STAR):
        pools(place, takes_it_up_after_the_round)
        (told,) = found_in(verified(place), "pool").earlier
        # Two wagers of 5.00 at 5.5555 %: 55 cents; the table had given 1.11 for them.
        assert told.cents == {"one": 56}


def test_a_wager_was_never_told_to_the_meters(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a round means for its pool is not in the table's own stream: it is compared."""
    with faulty(monkeypatch, following, "_live", not_box_2):
        pools(place, linked)
        assert verified(place).clean
    assert verified(place).outcome == "wrong"
    with mended(monkeypatch, tmp_path, STAR):
        report = verified(place)
        assert (report.outcome, report.fault) == ("earlier", None)
        assert any("jackpot pool" in found.would_be for found in report.earlier)
        pools(place, takes_it_up_after_the_round)
        assert (verified(place).outcome, verified(place).fault) == ("earlier", None)


def test_rules_do_not_change_under_wagers_that_lie_there(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pools(place, linked)
    with mended(monkeypatch, tmp_path, STAR):
        with faulty(monkeypatch, Pools, "at_rest", lambda _: lambda *_: True):
            pools(place, played_out)
        fault = verified(place).fault
        assert fault is not None
        assert "its rules changed while something was half done" in fault.reason


# Tournaments


def test_a_tournaments_table_paid_too_much(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = tournament_life.small_terms("tasmania-chips")
    first, final = terms.stages  # long enough for somebody to win before the rules are mended
    terms = replace(terms, stages=(replace(first, length=Length(hands=6)), final))
    clock = tournament_life.clock_before(terms)

    async def before() -> None:
        async with tournament_life.opened(place, clock, "before") as house:
            life = tournament_life.Life(house, clock, terms)
            await tournament_life.seated(life)
            while not all(life.run(table).session.hand > 3 for table in life.held.course.playing):
                for table in life.held.course.playing:
                    await life.move(table)

    async def after() -> None:
        async with tournament_life.opened(place, clock, "after") as house:
            life = tournament_life.Life(house, clock, terms)
            life.count = 10_000
            new = find_book(TASMANIA).revision
            assert life.held.course.terms.revision == new - 1  # its tables play
            tables = life.held.course.playing
            await life.play_out()
            assert {life.run(table).session.terms.revision for table in tables} == {new}
            await house.affairs.look_at_clocks()
            assert life.held.course.terms.revision == new
            await life.to_the_tables()
            await life.sit_down()
            (final,) = life.held.course.playing
            assert life.run(final).session.terms.revision == new
            await life.play_out()
            await life.finish()

    with faulty(monkeypatch, Run, "payable", a_dollar_more):
        asyncio.run(before())
        assert verified(place).clean
    assert verified(place).outcome == "wrong"
    with mended(monkeypatch, tmp_path, TASMANIA):
        known = len(found_in(verified(place), "session").earlier)
        asyncio.run(after())
        assert len(found_in(verified(place), "session").earlier) == known


# Promotions


def the_other_way_round(right: Callable[..., tuple[Any, ...]]) -> Callable[..., tuple[Any, ...]]:
    """The last that was drawn wins first."""

    def winners(state: Any, seed: str, kept_out: Any = ()) -> tuple[Any, ...]:
        won, passed = right(state, seed, kept_out)
        people = [(one.entry, one.person) for one in reversed(won)]
        turned = (type(one)(one.prize, *who) for one, who in zip(won, people, strict=True))
        return tuple(turned), passed

    return winners


def test_a_draw_was_read_from_the_wrong_end(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time(EARLY)

    async def in_house(*steps: Any) -> None:
        house = House(place.open(), clock=time, entropy=Chance("winter"))
        await house.open()
        for now, step in steps:
            time.now = now
            await step(house, PromotionWalk(house, time, CROWN, "winter", f"{now}"))
        await house.close()

    async def drafted(house: House, going: PromotionWalk) -> None:
        await furnish(house, (CROWN,))
        await going.draft(presence=False)
        await going.to_be_opened()

    async def closed(house: House, going: PromotionWalk) -> None:
        assert await going.give(Close())

    async def revised(house: House, going: PromotionWalk) -> None:
        assert going.state is not None
        assert going.state.terms.revision == find_book(CROWN).revision
        await going.claimed()

    with faulty(monkeypatch, drawing, "winners", the_other_way_round):
        asyncio.run(
            in_house(
                (EARLY, drafted),
                (START, lambda _, going: going.opened()),
                (CLOSES, closed),
                (DRAWN, lambda _, going: going.drawn()),
            )
        )
        assert verified(place).clean
    assert verified(place).outcome == "wrong"
    with mended(monkeypatch, tmp_path, CROWN):
        asyncio.run(in_house((DRAWN + HOUR, revised)))
        (told,) = found_in(verified(place), "promotion").earlier
        assert told.was.startswith("Drawn")


# What may be taken up


def test_what_cannot_be_taken_up(place: Place) -> None:
    pools(place, linked)

    async def tried(floor: pool_floor.Floor) -> None:
        kind = next(kind for kind in KINDS if kind.name == "pool")
        pool = floor.state("sevens")
        law, now = pool.terms, pool.terms.revision

        def take_up(by: str = HOUSE, edition: str = law.edition, revision: int = now) -> Any:
            command = TakeUpRevision(edition, revision, law.rules)
            order = Order(by=Person(by, HOUSE), at=floor.house.now, command=command)
            return kind.decided(pool, order, {})

        assert [event.revision for event in take_up()] == [now]
        with pytest.raises(Malformed, match="only the house"):
            take_up(by="manager")
        with pytest.raises(NotInstalled, match=f"revision {now + 1}, which is not installed"):
            take_up(revision=now + 1)
        with pytest.raises(NotInstalled):
            take_up(edition="2030")
        command = TakeUpRevision(law.edition, now, law.rules)
        first = Order(by=Person(HOUSE, HOUSE), at=1, command=command)
        with pytest.raises(Malformed, match="nothing here"):
            kind.decided(None, first, {})
        with pytest.raises(Malformed, match="no command"):  # nobody can ask for it
            await floor.order("sevens", type="take-up-revision", edition="", revision=1, rules="")

    pools(place, tried)
