"""Two processes serve one table: ann comes to the one, ben to the other, and it is one table. When
one process is killed the other goes on, and whoever was there comes back by the other."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from bythebook.errors import Refused
from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.log.committer import Committer
from bythebook.house.log.store import Store, Write
from bythebook.house.people.people import Viewer
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import stream_of
from bythebook.house.tables.table_log import happening_from_json
from bythebook.house.verify.verifying import verify
from bythebook.table import orders as o
from tests.clauses import clause
from tests.house.floor_life import PASSWORD, Guest, Habit, furnish, player_at, tally
from tests.house.log.logged import by_command, check_money
from tests.house.log.postgres import Server
from tests.house.log.stores import Place
from tests.house.log.writers import start
from tests.house.served import GONE, Served, Visitor, answer_in, by_api, by_socket
from tests.house.tables.following import Following, comparable

TABLE = "crown"
CLOCKS = h.Clocks(betting=2, turn=2, offer=1, cut=1)
PATIENCE_SECONDS = 600
ROUNDS = 4


class Pair:
    """Two processes on one database."""

    def __init__(self, place: Place, folder: Path) -> None:
        self.visitors = asyncio.run(furnish(place, CLOCKS))
        self.first, self.second = Served(place, folder), Served(place, folder)
        self.first.start()
        self.second.start()

    def end(self) -> None:
        self.first.end()
        self.second.end()

    def complaints(self) -> str:
        return self.first.complaints() + self.second.complaints()


@pytest.fixture
def place(postgres: Server) -> Iterator[Place]:
    made = Place(database=postgres.emptied_database())
    yield made
    made.close()


@pytest.fixture
def pair(place: Place, tmp_path: Path) -> Iterator[Pair]:
    made = Pair(place, tmp_path)
    yield made
    made.end()


@pytest.fixture(scope="module")
def lasting(
    postgres: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Place, Pair]]:
    """Two processes that no test kills."""
    place = Place(database=postgres.emptied_database())
    made = Pair(place, tmp_path_factory.mktemp("lasting"))
    yield place, made
    made.end()
    place.close()


class Onlooker:
    """Somebody who only looks, and writes down everything in the running book."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.seen = Following()
        self.lines: dict[int, dict[str, Any]] = {}

    async def look(self, served: Served) -> None:
        try:
            async with served.socket(self.visitor, TABLE) as line:
                while True:
                    self.seen.hear(str(await line.recv()))
                    for one in self.seen.view["lines"][-50:]:
                        self.lines.setdefault(one["number"], one)
        except GONE:
            return

    @property
    def rounds(self) -> int:
        return int(self.seen.view["signs"]["rounds"]) if self.seen.view else 0


async def until(reached: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not reached():
            await asyncio.sleep(0.05)


def test_two_processes_are_one_table_and_one_goes_on_alone(place: Place, pair: Pair) -> None:
    store = place.open()
    asyncio.run(play_at_both(pair, store))
    assert pair.complaints() == ""
    check_clocks_fired_once(store)
    by_command(store)
    check_money(store)
    report = verify(store)
    assert report.clean, report
    assert report.rounds >= 2 * ROUNDS


def test_a_process_that_wakes_with_an_old_state_is_refused_and_reads_again(place: Place) -> None:
    """Stopped when it had decided to give a box away; by then somebody else has it."""
    asyncio.run(open_practice(place))
    process, line = start(take_box_and_sleep, place, "guest-late")
    pid = line.recv()
    while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        time.sleep(0.01)
    version, _ = asyncio.run(take_box(place, "guest-quick"))
    os.kill(pid, signal.SIGCONT)
    answer, appends, here = line.recv()
    process.join()
    assert answer == "Refused", "not the old decision"
    assert appends == 1, "once, at the version that it was decided on"
    assert here == (version, ["guest-quick"])
    assert [row.version for row in place.open().read(stream_of(PRACTICE))][-1] == version


PRACTICE = "practice-crown"


async def open_practice(place: Place) -> None:
    house = House(place.open(), alone=False)
    [terms] = (terms for terms in demo.demo_tables() if terms.id == PRACTICE)
    await demo.open_table(house, terms)
    await house.close()


async def take_box(place: Place, name: str) -> tuple[int, list[str]]:
    house = House(open_store(None, place.database), alone=False)
    await house.open()
    try:
        await house.give(PRACTICE, Viewer(name), json.dumps(said("1", "join", box=1)))
    finally:
        run = house.table(PRACTICE)
        await house.close()
    return run.version, [*run.run.table.players]


def take_box_and_sleep(place: Place, name: str, line: Connection) -> None:
    """The same, stopped in the middle: it has decided, and has not written."""
    appends = list[str]()
    append = Committer.append

    async def slow(committer: Committer, write: Write) -> Any:
        if not appends and write.command.startswith(name):
            line.send(os.getpid())
            os.kill(os.getpid(), signal.SIGSTOP)
        appends.extend([write.command] if write.command.startswith(name) else ())
        return await append(committer, write)

    async def live() -> None:
        house = House(open_store(None, place.database), alone=False)
        await house.open()
        house.committer.append = partial(slow, house.committer)  # type: ignore[method-assign]
        answer = "taken"
        try:
            await house.give(PRACTICE, Viewer(name), json.dumps(said("1", "join", box=1)))
        except Refused as no:
            answer = type(no).__name__
        table = house.table(PRACTICE)
        line.send((answer, len(appends), (table.version, [*table.run.table.players])))
        await house.close()

    asyncio.run(live())


@clause("crown-blackjack 20.2.3")
def test_excluded_in_one_process_is_refused_in_the_other(lasting: tuple[Place, Pair]) -> None:
    place, pair = lasting
    asyncio.run(exclude_here_and_ask_there(pair))
    check_in_order(place, pair)


def check_in_order(place: Place, pair: Pair) -> None:
    assert pair.complaints() == ""
    report = verify(place.open())
    assert report.clean, report


WAYS_OUT = {"ben": "log out", "cat": "new password", "dan": "lock"}


def test_who_is_out_by_one_process_moves_no_money_by_the_other(
    lasting: tuple[Place, Pair],
) -> None:
    """At the very next command, by socket and by the API; nobody waits for anybody to look."""
    place, pair = lasting
    for name, way in WAYS_OUT.items():
        asyncio.run(put_out_here_and_ask_there(pair, name, way))
    check_in_order(place, pair)
    rows = by_command(place.open())
    for name in WAYS_OUT:
        mine = {id.rpartition(":")[2] for id in rows if f"{name}-" in id}
        assert {id.rpartition("/")[2] for id in mine} == {f"{name}-1", f"{name}-2"}, mine


async def put_out_here_and_ask_there(pair: Pair, name: str, way: str) -> None:
    visitor = pair.visitors[name]
    async with pair.second.socket(visitor, TABLE) as line, pair.second.program(visitor) as program:
        joined = await by_socket(line, said(f"{name}-1", "join", box=1 + len(name + way) % 6))
        assert joined["kind"] == "ack", joined
        bought = await by_socket(line, said(f"{name}-2", "buy-chips", cents=5_000))
        assert bought["kind"] == "ack", bought
        put_out(pair.first, visitor, way)
        await line.send(json.dumps(said(f"{name}-3", "buy-chips", cents=5_000)))
        assert await told_to_go(line, f"{name}-3")
        more = said(f"{name}-4", "buy-chips", cents=5_000)
        answer = await program.post(f"/api/tables/{TABLE}/commands", json=more)
        assert answer.status_code == 409, answer.text  # as of whoever comes from the street
        assert answer.json()["refused"]["clause"] == "house:guests"


def put_out(served: Served, visitor: Visitor, way: str) -> None:
    """As a browser does it, by this process."""
    name = visitor.name
    if way == "log out":
        answer = served.send(visitor, "/logout")
    elif way == "new password":
        other = "another long password"
        new = {"current": PASSWORD, "password": other, "again": other}
        answer = served.send(served.log_in(name, PASSWORD), "/account/password", new)
    else:
        keeper = served.log_in("administrator", PASSWORD)
        answer = served.send(keeper, f"/people/{name}", {"act": "lock"})
    assert answer.status_code == 303, answer.text


async def told_to_go(line: ClientConnection, id: str) -> bool:
    """Whether that is what was said next, and not that it was done."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            for text in str(await line.recv()).split("\n"):
                message = json.loads(text)
                if "gone" in message:
                    return True
                if (answer := answer_in(message)) is not None and answer["id"] == id:
                    return False


async def exclude_here_and_ask_there(pair: Pair) -> None:
    """Whoever was told that ann is excluded asks the other process for her at once; and what that
    process only follows is waited for."""
    visitors = pair.visitors
    async with (
        pair.first.program(visitors["manager"]) as manager,
        pair.second.program(visitors["ann"]) as ann,
        pair.second.program(visitors["dealer"]) as dealer,
    ):
        assert (await by_api(ann, TABLE, said("1", "join", box=3)))["kind"] == "ack"
        bought = said("2", "buy-chips", cents=50_000)
        assert (await by_api(ann, TABLE, bought))["kind"] == "ack"
        out = {"type": "exclude", "patron": "ann", "book": "crown-blackjack"}
        message = {"id": "out", "command": out, "why": "asked for it herself"}
        answer = await manager.post("/api/affairs/patron/ann/commands", json=message)
        assert answer.status_code == 200, answer.text
        # At the table where she sits, and at one that has never seen her, whoever lets her in.
        place = said("3", "place", box=3, player="ann", amount=1000)
        refused = await ann.post(f"/api/tables/{TABLE}/commands", json=place)
        assert clause_in(refused) == ("20.2.3", "crown-blackjack")
        arrive = said("4", "arrive", player="ann", card="ann")
        refused = await dealer.post("/api/tables/challenge/commands", json=arrive)
        assert clause_in(refused) == ("20.2.3", "crown-blackjack")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (await ann.get("/api/session")).json()["name"]:
                await asyncio.sleep(0.02)
        refused = await ann.get("/api/patrons/ann")
        assert clause_in(refused) == ("20.2.3", "crown-blackjack")
        # Let in again by the other process, she plays on here.
        back = {"id": "in", "command": {**out, "type": "readmit"}, "why": "a mistake"}
        answer = await dealer.post("/api/affairs/patron/ann/commands", json=back)
        assert clause_in(answer) == ("20.2.3", "crown-blackjack"), "no dealer's power"
        answer = await manager.post("/api/affairs/patron/ann/commands", json=back)
        assert answer.status_code == 200, answer.text
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (await ann.get("/api/session")).json()["name"]:
                await asyncio.sleep(0.02)
        assert (await ann.get(f"/api/tables/{TABLE}")).json()["you"]["may_play"]


def said(id: str, type: str, **fields: Any) -> dict[str, Any]:
    return {"id": id, "command": {"type": type, **fields}}


def clause_in(answer: httpx.Response) -> tuple[str, str]:
    """By which clause of which book it was refused: by whoever was asked, or at the door."""
    assert answer.status_code == 409, answer.text
    told = answer.json()
    told = told.get("refused") or told
    return told["clause"], told["book"]


async def play_at_both(pair: Pair, store: Store) -> None:
    visitors = pair.visitors
    pause = asyncio.Event()
    ann = Guest(visitors["ann"], TABLE, pausing(player_at("ann", 1), pause), "two")
    ben = Guest(visitors["ben"], TABLE, pausing(player_at("ben", 2), pause), "two")
    here, there = Onlooker(visitors["cat"]), Onlooker(visitors["dan"])
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(ann.live(pair.first)),
            group.create_task(ben.live(pair.second)),
            group.create_task(here.look(pair.first)),
            group.create_task(there.look(pair.second)),
        ]
        await until(lambda: min(here.rounds, there.rounds) >= ROUNDS)
        check_both_took_part(here, ann, ben)
        await let_the_clock_play(there, pause, store)
        pair.first.kill()
        await asyncio.wait([tasks[0], tasks[2]])
        assert check_same_book(here, there) > 0
        back = await come_back(pair, ann)
        before = there.rounds
        tasks.append(group.create_task(back.live(pair.second)))
        await until(lambda: there.rounds >= before + ROUNDS and decided(back))
        await check_agreement(pair.second, there, ben, back)
        pair.second.kill()


def decided(guest: Guest) -> bool:
    """Whether somebody has had a hand to play, and played it."""
    return any(asked.taken and asked.said["command"]["type"] == "decide" for asked in guest.asked)


def pausing(habit: Habit, pause: asyncio.Event) -> Habit:
    """Somebody who falls silent for a while."""
    return lambda view, chance: None if pause.is_set() else habit(view, chance)


async def let_the_clock_play(there: Onlooker, pause: asyncio.Event, store: Store) -> None:
    """In the middle of a round nobody says anything more: both processes know when that ends it.
    A word already under way may be the round's last, so it is tried until a clock has spoken."""
    while not fired(store):
        await until(lambda: bool(there.seen.view["due"]["what"] == "decision"))
        pause.set()
        await asyncio.sleep(0.5)  # what was under way arrives
        await until(lambda: bool(there.seen.view["due"]["what"] == "wagers"))
        pause.clear()


def fired(store: Store) -> int:
    return sum(row.command.startswith("clock:") for row in store.read(stream_of(TABLE)))


def check_both_took_part(here: Onlooker, ann: Guest, ben: Guest) -> None:
    """Each was answered in their own process; whoever looks on at one saw both."""
    assert tally([ann])["ack"] > ROUNDS
    assert tally([ben])["ack"] > ROUNDS
    paid = {line["player"] for line in here.lines.values() if line.get("kind") == "money"}
    assert {"ann", "ben"} <= paid


def check_same_book(here: Onlooker, there: Onlooker) -> int:
    """Every card and payment of the rounds before was told in both processes, in the same words."""
    last = min(max(here.lines), max(there.lines))
    first = max(min(here.lines), min(there.lines))
    ours = {number: line for number, line in here.lines.items() if first <= number <= last}
    theirs = {number: line for number, line in there.lines.items() if first <= number <= last}
    assert ours == theirs
    return sum(1 for line in ours.values() if line.get("card"))


async def come_back(pair: Pair, ann: Guest) -> Guest:
    """By logging in anew, at the process that is left; her seat and chips are as they were."""
    visitor = await asyncio.to_thread(pair.second.log_in, "ann", PASSWORD)
    back = Guest(visitor, TABLE, player_at("ann", 1), "back")
    async with pair.second.socket(visitor, TABLE) as line:
        back.seen.hear(str(await line.recv()))
    assert back.seen.version >= ann.seen.version
    assert back.seen.view["you"]["here"] is ann.seen.view["you"]["here"]
    return back


async def check_agreement(served: Served, there: Onlooker, ben: Guest, ann: Guest) -> None:
    """At some moment everybody has heard the same: then they see the same table."""

    def agree() -> bool:
        views = [there.seen.view, ben.seen.view, ann.seen.view]
        if len({view["version"] for view in views}) > 1:
            return False
        shown = [{**comparable(view), "you": None} for view in views]
        assert shown[0] == shown[1] == shown[2]
        return True

    await until(agree)


def check_clocks_fired_once(store: Store) -> None:
    """Both processes keep every clock: no hand was directed twice, no betting closed twice."""
    acted: set[tuple[int, int, int]] = set()
    rounds = cards = 0
    for row in store.read(stream_of(TABLE)):
        happening = happening_from_json(row.data)
        if not isinstance(happening, h.Ordered):
            continue
        rounds += sum(type(event).__name__ == "RoundFinished" for event in happening.events)
        command = happening.order.command
        cards += isinstance(command, o.Deal)
        if isinstance(command, o.DirectHand):
            key = (rounds, cards, command.box)
            assert key not in acted
            acted.add(key)
    assert fired(store) > 0
