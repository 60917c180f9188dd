"""Practice tournaments of one's own: made on demand, played to a place, gone when left."""

import asyncio
import datetime
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.house.activities.tournaments import own_cups
from bythebook.house.activities.tournaments.own_cups import LEFT_SECONDS, Cup, formats
from bythebook.house.activities.tournaments.revealing import shoe_in_session
from bythebook.house.activities.tournaments.table_views import SessionTableView
from bythebook.house.cards.shoe_files import check_shoe, print_shoe, read_shoe
from bythebook.house.log.choosing import open_store
from bythebook.house.people.people import INSPECTOR, Viewer
from bythebook.house.service import House
from bythebook.rulebooks.law import named_in
from bythebook.tournaments.terms.checks import check
from bythebook.tournaments.terms.document import TournamentTerms
from bythebook.tournaments.values import Length

GUEST, OTHER = Viewer("guest-one"), Viewer("guest-two")
TURNS_MAX = 2_000
READY = b'{"id":"x","command":{"type":"ready"}}'
WHOLE = dict(formats())


def shortened(terms: TournamentTerms, hands: int = 1) -> TournamentTerms:
    out = (1,) if terms.format == "elimination" else ()
    length = Length(hands=hands + len(out))
    stages = (replace(one, length=length, elimination_hands=out) for one in terms.stages)
    return replace(terms, stages=tuple(stages))


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {id: shortened(terms) for id, terms in WHOLE.items()}
    monkeypatch.setattr(own_cups, "formats", lambda: made)


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000

    def __call__(self) -> float:
        return self.now


def living(folder: Path, live: Callable[[House, Clock], Awaitable[None]]) -> None:
    """A house in which only these tournaments are played: nothing of them is in its log."""
    clock = Clock()

    async def run() -> None:
        house = House(open_store(folder, None), clock=clock)
        try:
            await live(house, clock)
            assert house.store.streams() == {}
        finally:
            await house.close()

    asyncio.run(run())


def seen(house: House, cup: Cup) -> SessionTableView:
    return house.own_cups.tables.view(f"{cup.name}.{cup.table}", Viewer(cup.owner))


def wanted(view: SessionTableView) -> dict[str, object] | None:
    """What somebody does who wagers the least and stands as soon as they may."""
    for move in view.moves:
        if move.legal and move.action == "take-seat":
            return {"type": "take-seat"}
        if move.legal and move.action == "wager":
            return {"type": "wager", "amount": move.least}
    open_ = {choice.action: choice for choice in view.choices if choice.legal}
    for action in ("stand", "hit"):
        if action in open_:
            command = {"type": action.capitalize(), "box": open_[action].box}
            return {"type": "decide", "command": command}
    return {"type": "ready"} if open_ and view.due.phase == "offers" else None


async def give(house: House, cup: Cup, command: dict[str, object], id: str = "") -> None:
    message = {"id": id or os.urandom(8).hex(), "command": command}
    table = f"{cup.name}.{cup.table}"
    await house.own_cups.tables.give(table, Viewer(cup.owner), msgspec.json.encode(message))


async def play_out(house: House, clock: Clock, cup: Cup) -> list[str]:
    """To its end; returns at which tables the player sat."""
    tables: list[str] = []
    for _ in range(TURNS_MAX):
        if cup.table not in tables:
            tables.append(cup.table)
        if cup.held.course.phase == "over":
            return tables
        await house.own_cups.look_at_clocks()
        view = seen(house, cup)
        if view.ending is None and (command := wanted(view)) is not None:
            await give(house, cup, command)
        clock.now += 1
    raise AssertionError("it has no end")


@pytest.mark.parametrize("id", sorted(WHOLE))
def test_terms_are_complete_and_fill_their_tables(id: str) -> None:
    terms = named_in(WHOLE[id], datetime.date.today())
    assert check(terms) == ()
    assert (terms.entry.most or 0) % terms.stage(1).players == 0
    assert terms.play.betting_seconds == 0, "whoever practises has time"


def test_out_is_out_though_others_play_on(tmp_path: Path) -> None:
    """To the leaderboard from then on, and the next tournament is another one."""

    async def live(house: House, clock: Clock) -> None:
        cup = await house.own_cups.take(GUEST, "crown")
        assert cup.address.endswith("/tables/" + cup.table)
        course = cup.held.course
        me = replace(course.entrants[GUEST.name], standing="out")
        out = replace(course, entrants=course.entrants | {GUEST.name: me})
        cup.states[cup.id] = replace(cup.held, course=out)
        assert cup.held.course.phase == "playing"
        assert cup.address == f"/tournaments/{cup.name}"
        assert (await house.own_cups.take(GUEST, "crown")).name != cup.name

    living(tmp_path, live)


@pytest.mark.parametrize("id", sorted(WHOLE))
def test_played_to_a_place(tmp_path: Path, id: str) -> None:
    """Of everybody who entered; and the cards of the player's table are proved like any others."""

    async def live(house: House, clock: Clock) -> None:
        cup = await house.own_cups.take(GUEST, id)
        first = cup.table
        assert seen(house, cup).you.seat, "one click, and a seat"
        tables = await play_out(house, clock, cup)
        ending = seen(house, cup).ending
        assert ending is not None
        course, most = cup.held.course, WHOLE[id].entry.most
        groups = [group for group in course.places if GUEST.name in group]
        before = sum(len(group) for group in course.places[: course.places.index(groups[0])])
        assert (ending.place, ending.of) == (before + 1, most)
        assert tables in ([first], [first, "2.1"])
        if len(WHOLE[id].stages) > 1:
            assert (ending.place <= 6) == (len(tables) == 2), "six are in the final"
        stream = f"session/{cup.name}.{first}"
        run = cup.states[stream]
        if run.revealed:
            shoe = shoe_in_session(house.own_cups.history(stream), first, run.revealed[0])
            steps = check_shoe(read_shoe(print_shoe(shoe).encode()))
            assert all(step.wrong == "" for step in steps)

    living(tmp_path, live)


def test_nobody_else_sees_it(tmp_path: Path) -> None:
    async def live(house: House, clock: Clock) -> None:
        cup = await house.own_cups.take(GUEST, "canberra")
        table = f"{cup.name}.{cup.table}"
        for viewer in (OTHER, Viewer(), Viewer("ines", False, frozenset({INSPECTOR}))):
            with pytest.raises(Malformed):
                house.own_cups.tables.view(table, viewer)
            with pytest.raises(Malformed):
                house.own_cups.watch(cup.id, viewer)
            with pytest.raises(Malformed):
                await house.own_cups.tables.give(table, viewer, READY)
        with pytest.raises(Malformed):
            house.sessions.view(table, GUEST)
        with pytest.raises(Refused):
            await house.own_cups.ask(cup.id, GUEST, b'{"type":"pay-prizes"}', "mine")

    living(tmp_path, live)


def test_one_for_everybody_as_far_as_there_is_room(tmp_path: Path) -> None:
    async def live(house: House, clock: Clock) -> None:
        house.own_cups.most = 1
        cup = await house.own_cups.take(GUEST, "canberra")
        assert await house.own_cups.take(GUEST, "canberra") is cup, "it is running"
        with pytest.raises(Refused, match="room"):
            await house.own_cups.take(OTHER, "canberra")
        another = await house.own_cups.take(GUEST, "star")
        assert list(house.own_cups.families.values()) == [another], "in its place"
        with pytest.raises(Malformed):
            await house.own_cups.take(GUEST, "nowhere")
        inspector = Viewer("ines", False, frozenset({INSPECTOR}))
        with pytest.raises(Refused, match="run or inspect"):
            await house.own_cups.take(inspector, "star")
        house.own_cups.leave(GUEST.name)
        assert house.own_cups.of(GUEST.name) is None
        await house.own_cups.take(OTHER, "canberra")

    living(tmp_path, live)


def test_what_could_not_begin_leaves_the_one_that_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def live(house: House, clock: Clock) -> None:
        cup = await house.own_cups.take(GUEST, "canberra")

        def fails(*_: object) -> None:
            raise Refused("x", "not today")

        monkeypatch.setattr(house.own_cups, "_begin", fails)
        with pytest.raises(Refused, match="not today"):
            await house.own_cups.take(GUEST, "star")
        assert house.own_cups.of(GUEST.name) is cup

    living(tmp_path, live)


def test_gone_when_left(tmp_path: Path) -> None:
    """As long as a page shows it, it stays; the leaderboard's, or one of its tables'."""

    async def live(house: House, clock: Clock) -> None:
        cup = await house.own_cups.take(GUEST, "canberra")
        watcher = house.own_cups.watch(cup.id, GUEST)
        clock.now += 2 * LEFT_SECONDS
        house.own_cups.sweep()
        house.own_cups.unwatch(cup.id, watcher)
        at_table = await house.own_cups.tables.watch(f"{cup.name}.1.1", GUEST)
        clock.now += LEFT_SECONDS
        house.own_cups.sweep()
        await house.own_cups.tables.unwatch(f"{cup.name}.1.1", at_table)
        clock.now += LEFT_SECONDS - 1
        house.own_cups.sweep()
        assert house.own_cups.of(GUEST.name) is cup
        clock.now += 1
        house.own_cups.sweep()
        assert house.own_cups.of(GUEST.name) is None

    living(tmp_path, live)


def test_sent_twice_it_acts_once(tmp_path: Path) -> None:
    async def live(house: House, clock: Clock) -> None:
        cup = await house.own_cups.take(GUEST, "canberra")
        while not any(move.action == "wager" for move in seen(house, cup).moves):
            clock.now += 1
            await house.own_cups.look_at_clocks()
        wager: dict[str, object] = {"type": "wager", "amount": 25}
        await give(house, cup, wager, "same")
        chips = seen(house, cup).you.chips
        await give(house, cup, wager, "same")
        assert seen(house, cup).you.chips == chips

    living(tmp_path, live)


def test_other_tables_are_not_ahead_of_the_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {"crown": shortened(WHOLE["crown"], hands=3)}
    monkeypatch.setattr(own_cups, "formats", lambda: made)

    async def live(house: House, clock: Clock) -> None:
        cup = await house.own_cups.take(GUEST, "crown")
        for _ in range(60):
            clock.now += 1
            await house.own_cups.look_at_clocks()
        hands = {run.session.hand for _, run in cup.tables()}
        assert hands == {1}, "the player has not wagered yet"

    living(tmp_path, live)
