"""The service for affairs beside the tables, tried with the smallest affair there can be: a hat
that people put money into, and that a sealed draw empties."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.deciders import (
    Command,
    Event,
    Order,
    Payment,
    Person,
    Revealed,
    Sealed,
    check_seed,
    tags,
)
from bythebook.draws import drawn_order
from bythebook.errors import Malformed, Refused
from bythebook.house.activities import service
from bythebook.house.activities.activity import (
    ActivityTransaction,
    Kind,
    acted_from_json,
    encode,
)
from bythebook.house.log.commits import cause_of
from bythebook.house.money.wallets import Wallet
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.service import House
from bythebook.house.verify import activities
from bythebook.house.verify.verifying import verify
from tests.house.log.stores import Place

BOOK = "crown-blackjack"
DAY = 86_400

KEY = bytes(32)  # the same each time: its snapshots are believed


class PutOut(Command, frozen=True, tag="put-out"):
    """A hat is put out; a seed is sealed with it."""

    digest: str


class PutIn(Command, frozen=True, tag="put-in"):
    cents: int


class Draw(Command, frozen=True, tag="draw"):
    seed: str


class PutOutDone(Event, frozen=True):
    clause: str = "18.1"


class PutInDone(Event, frozen=True):
    name: str
    cents: int
    clause: str = "18.1"


class Drawn(Event, frozen=True):
    winner: str
    cents: int
    clause: str = "18.1"


class Hat(msgspec.Struct, frozen=True):
    digest: str = ""
    put_in: dict[str, int] = {}
    last: int = 0
    over: bool = False


class HatKind(Kind):
    name = family = "hat"
    commands = tags(PutOut, PutIn, Draw)
    by_people = frozenset({"put-in"})
    events = PutOutDone | PutInDone | Drawn | Sealed | Revealed
    state = Hat
    machines = frozenset({"the hat"})

    def book_of(self, state: Any, command: Command) -> str:
        return BOOK

    def decide(self, state: Any, order: Order, seeds: Mapping[int, str]) -> Sequence[Event]:
        match order.command:
            case PutOut(digest):
                return PutOutDone(), Sealed(1, digest, "the draw", "18.1")
            case PutIn(cents):
                if state is None or state.over:
                    raise Refused("18.1", "there is no hat")
                return (PutInDone(order.by.name, cents),)
            case Draw(seed):
                check_seed(state.digest, seed, "18.1")
                winner = drawn_order(seed, sorted(state.put_in))[0]
                drawn = Drawn(winner, sum(state.put_in.values()))
                return Revealed(1, seed, "18.1"), drawn
        raise AssertionError

    def evolve(self, state: Any, event: Any) -> Any:
        match event:
            case PutOutDone():
                return Hat()
            case Sealed():
                return replace(state, digest=event.digest)
            case PutInDone():
                before = state.put_in.get(event.name, 0)
                return replace(state, put_in={**state.put_in, event.name: before + event.cents})
            case Drawn():
                return replace(state, over=True)
        return state

    def payments(self, state: Any, event: Any) -> Sequence[Payment]:
        match event:
            case PutInDone():
                return (Payment(event.name, -event.cents, "wallet"),)
            case Drawn():
                return (Payment(event.winner, event.cents, "wallet"),)
        return ()

    def next_deadline(self, state: Any) -> int | None:
        return None if state.over or not state.put_in else DAY

    def on_timer(self, moving: ActivityTransaction, stream: str) -> None:
        moving.by_house(stream, "the hat", "hat", Draw(moving.seeds(stream)[1]))


HAT = HatKind()


@pytest.fixture(autouse=True)
def hats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bythebook.house.service.KINDS", (HAT,))
    monkeypatch.setitem(activities.BY_NAME, "hat", HAT)


class Time:
    now = 1000

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def opened(place: Place, time: Time) -> AsyncIterator[House]:
    house = House(place.open(), clock=time, key=KEY)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


def viewer(name: str) -> Viewer:
    return Viewer(name, False, frozenset({p.PLAYER}))


async def furnish(house: House) -> None:
    for name in ("ann", "ben"):
        await house.accounts.order(p.HOUSE, p.OpenAccount(name), house.now)
        await house.at_cage(p.HOUSE, name, 10_000, "deposit", f"for-{name}")


async def put_out(house: House, stream: str) -> None:
    def build(moving: ActivityTransaction) -> None:
        _, digest = moving.seal(stream)
        moving.by_house(stream, "the hat", "hat", PutOut(digest))

    await house.affairs.move(stream, f"put-out-{stream}", cause_of(p.HOUSE), build)


async def put_in(house: House, name: str, cents: int, id: str, stream: str = "hat/top") -> None:
    given = msgspec.json.encode({"type": "put-in", "cents": cents})
    await house.affairs.ask(stream, viewer(name), given, id)


def test_money_goes_in_and_out_through_the_wallets(place: Place) -> None:
    async def play() -> None:
        time = Time()
        async with opened(place, time) as house:
            await furnish(house)
            await put_out(house, "hat/top")
            await put_in(house, "ann", 2500, "1")
            await put_in(house, "ann", 2500, "1")  # sent again
            await put_in(house, "ben", 500, "1")
            assert (await house.wallet("ann")).cents == 7500
            with pytest.raises(Refused, match="at the cage"):
                await put_in(house, "ben", 9501, "2")
            await put_in(house, "ben", 9500, "3")
        async with opened(place, time) as house:  # as the log has it
            state = house.affairs.state("hat/top")
            assert isinstance(state, Hat)
            assert state.put_in == {"ann": 2500, "ben": 10_000}
            time.now = DAY - 1
            await house.affairs.look_at_clocks()
            assert not house.affairs.state("hat/top").over  # type: ignore[attr-defined]
            time.now = DAY
            await house.affairs.look_at_clocks()
            await house.affairs.look_at_clocks()
            both = [(await house.wallet(name)).cents for name in ("ann", "ben")]
            assert sorted(both) in ([0, 20_000], [7500, 12_500])
            assert sum(both) == 20_000

    asyncio.run(play())
    report = verify(place.open())
    assert report.clean, report


def test_whoever_changes_what_was_drawn_is_found(place: Place) -> None:
    """With the chain mended: deciding it again, and the seal, tell."""

    async def play() -> None:
        async with opened(place, Time()) as house:
            await furnish(house)
            await put_out(house, "hat/top")
            await put_in(house, "ann", 100, "1")

    asyncio.run(play())
    again = activities.ActivitiesAgain(lambda _: None, [])
    rows = place.open().read("hat/top")
    with pytest.raises(ValueError, match="kept behind seal"):
        list(again.read(rows[0]))  # its seed is missing
    again = activities.ActivitiesAgain(lambda _: None, [])
    again.read_seed(place.open().read("seal/hat/top")[0])
    list(again.read(rows[0]))
    forged = replace(rows[1], data=rows[1].data.replace(b'"cents":100', b'"cents":1', 1))
    with pytest.raises(ValueError, match="something else"):
        list(again.read(forged))


def test_two_houses_on_one_log_decide_again_when_they_are_overtaken(place: Place) -> None:
    async def play() -> None:
        time = Time()
        async with opened(place, time) as first:
            await furnish(first)
            await put_out(first, "hat/top")
            async with opened(place, time) as second:
                for turn in range(5):
                    await put_in(first, "ann", 100, f"a{turn}")
                    await put_in(second, "ben", 10, f"b{turn}")
                state = second.affairs.state("hat/top")
                assert isinstance(state, Hat)
                assert state.put_in == {"ann": 500, "ben": 50}

    asyncio.run(play())
    assert verify(place.open()).clean


def test_what_was_decided_before_somebody_else_was_quicker_is_decided_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben puts in by another process, and this one hears of it while it looks at ann's wallet."""

    async def play() -> None:
        time = Time()
        async with opened(place, time) as first:
            await furnish(first)
            await put_out(first, "hat/top")
            look = first.cage.wallet

            async def slowly(name: str, fresh: bool = False) -> Wallet:
                monkeypatch.setattr(first.cage, "wallet", look)
                async with opened(place, time) as second:
                    await put_in(second, "ben", 10, "b")
                await first.affairs.catch_up(first.affairs.families["hat/top"])
                return await look(name, fresh)

            monkeypatch.setattr(first.cage, "wallet", slowly)
            await put_in(first, "ann", 100, "a")
            state = first.affairs.state("hat/top")
            assert isinstance(state, Hat)
            assert state.put_in == {"ann": 100, "ben": 10}

    asyncio.run(play())
    assert verify(place.open()).clean


def test_what_nobody_may_send_or_nobody_knows(place: Place) -> None:
    async def play() -> None:
        async with opened(place, Time()) as house:
            await furnish(house)
            ann = viewer("ann")
            ask = house.affairs.ask
            for stream, given, reason in (
                ("cap/top", b'{"type":"put-in","cents":1}', "nothing of the kind"),
                ("hat/top", b'{"type":"draw","seed":""}', "no command for people"),
                ("hat/top", b'{"type":"eat"}', "is no command"),
                ("hat/top", b'{"type":"put-in"}', "cents"),
                ("hat/top", b'{"type":"put-in","cents":1,"more":2}', "more"),
                ("hat/top", b"[", "command"),
            ):
                with pytest.raises(Malformed, match=reason):
                    await ask(stream, ann, given, "x")
            with pytest.raises(Refused, match="no hat"):
                await put_in(house, "ann", 1, "y", "hat/none")
            assert house.affairs.state("hat/none") is None
            assert not house.affairs.families
            with pytest.raises(Refused, match="log in"):
                await ask("hat/top", Viewer(), b'{"type":"put-in","cents":1}', "x")

    asyncio.run(play())


def test_a_snapshot_is_as_good_as_the_log(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 3)

    async def play() -> None:
        time = Time()
        async with opened(place, time) as house:
            await furnish(house)
            await put_out(house, "hat/top")
            for turn in range(7):
                await put_in(house, "ann", 100, f"{turn}")
            before = house.affairs.state("hat/top")
        async with opened(place, time) as house:
            assert house.affairs.families["hat/top"].kept["hat/top"] in (3, 6)
            assert house.affairs.state("hat/top") == before

    asyncio.run(play())


def test_rows_are_read_as_they_were_written() -> None:
    order = Order(by=Person("ann", "player"), at=5, command=PutIn(7), why="because")
    acted = service.Acted(order, (PutInDone("ann", 7),))
    assert acted_from_json(HAT, encode(acted)) == acted
