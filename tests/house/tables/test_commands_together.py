"""Commands that wait at one table go together: one commit, one message, an answer for each."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bythebook.errors import Refused
from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.log.store import Conflict, Unavailable, Write, Written
from bythebook.house.people.people import Viewer
from bythebook.house.service import Ack, House
from bythebook.house.tables.live_table import Watcher
from bythebook.house.tables.request_handler import Outcome, RequestHandler
from bythebook.house.tables.requests import Asked, asked_from_json
from bythebook.house.verify.verifying import verify
from tests.house.log.logged import by_command
from tests.house.tables.guests import Guest

TABLE = "practice-crown"
SEATS = 7

Play = Callable[[House, list[Guest], Watcher], Awaitable[None]]


def at_a_full_table(folder: Path, play: Play) -> House:
    """Seven guests sit down, something is played, and the log must prove all of it."""

    async def live() -> House:
        house = House(open_store(folder, None))
        await house.open()
        await demo.open_tables(house)
        guests = [Guest(house, TABLE, Viewer(f"guest-{n}"), Random(n)) for n in range(SEATS)]
        for box, guest in enumerate(guests, start=1):
            await house.watch(TABLE, guest.viewer)
            await guest.sit(box)
        onlooker = await house.watch(TABLE, Viewer())
        await onlooker.take()
        await play(house, guests, onlooker)
        await house.close()
        return house

    house = asyncio.run(live())
    store = open_store(folder, None)
    try:
        by_command(store)  # in one piece each, none of them twice
        assert verify(store).fault is None
    finally:
        store.close()
    return house


def messages(watcher: Watcher, kind: str) -> list[str]:
    return [message for message in watcher._pending if message.startswith(f'{{"{kind}"')]


async def all_bet(guests: list[Guest]) -> list[Ack | BaseException]:
    bets = (guest.do(type="place", box=n, amount=1000) for n, guest in enumerate(guests, 1))
    return await asyncio.gather(*bets, return_exceptions=True)


def test_seven_who_bet_at_once_wait_for_the_disk_once(tmp_path: Path) -> None:
    async def play(house: House, guests: list[Guest], onlooker: Watcher) -> None:
        before = house.committer.writes
        answers = await all_bet(guests)
        assert all(isinstance(answer, Ack) for answer in answers)
        assert house.committer.writes - before == SEATS
        assert len(messages(onlooker, "patch")) == 1
        assert wagered(house) == [guest.name for guest in guests]
        assert {answer.version for answer in answers if isinstance(answer, Ack)} == {
            house.table(TABLE).version
        }

    at_a_full_table(tmp_path, play)


def test_who_bets_while_another_is_being_written_waits_for_the_disk_with_the_rest(
    tmp_path: Path,
) -> None:
    async def play(house: House, guests: list[Guest], onlooker: Watcher) -> None:
        first = asyncio.create_task(guests[0].do(type="place", box=1, amount=1000))
        before = house.committer.writes
        while house.committer.writes == before:
            await asyncio.sleep(0)  # until it is being written
        rest = enumerate(guests[1:], 2)
        bets = (guest.do(type="place", box=n, amount=1000) for n, guest in rest)
        answers = await asyncio.gather(first, *bets)
        # The first was written alone; the six behind it have waited, and are told in one message.
        assert len(messages(onlooker, "patch")) == 2
        assert wagered(house) == [guest.name for guest in guests]
        versions = [answer.version for answer in answers]
        assert versions[0] < versions[1] == versions[-1] == house.table(TABLE).version

    at_a_full_table(tmp_path, play)


def wagered(house: House) -> list[str]:
    round_ = house.table(TABLE).run.table.round
    assert round_ is not None
    return [wager.player for wager in round_.wagers]


def test_one_who_is_refused_holds_nobody_up(tmp_path: Path) -> None:
    async def play(house: House, guests: list[Guest], onlooker: Watcher) -> None:
        bets = [
            guest.do(type="place", box=n, amount=1 if n == 4 else 1000)
            for n, guest in enumerate(guests, 1)
        ]
        answers = await asyncio.gather(*bets, return_exceptions=True)
        assert isinstance(answers[3], Refused)
        assert sum(isinstance(answer, Ack) for answer in answers) == SEATS - 1
        assert house.counts["refused"] == 1

    at_a_full_table(tmp_path, play)


def test_a_command_sent_twice_at_once_acts_once(tmp_path: Path) -> None:
    async def play(house: House, guests: list[Guest], onlooker: Watcher) -> None:
        message = json.dumps({"id": "x", "command": {"type": "place", "box": 2, "amount": 1000}})
        asked = asked_from_json(message, guests[1].name)

        def again() -> Awaitable[Ack]:
            return house.command(TABLE, guests[1].viewer, asked)

        first = guests[0].do(type="place", box=1, amount=1000)
        last = guests[2].do(type="place", box=3, amount=1000)
        answers = await asyncio.gather(first, again(), again(), last)
        assert len(answers) == 4
        round_ = house.table(TABLE).run.table.round
        assert round_ is not None
        lies = sorted((wager.player, wager.amount) for wager in round_.wagers)
        assert lies == [(guest.name, 1000) for guest in guests[:3]]

    at_a_full_table(tmp_path, play)


def test_whoever_buys_chips_in_between_keeps_their_place(tmp_path: Path) -> None:
    async def play(house: House, guests: list[Guest], onlooker: Watcher) -> None:
        wishes = [guest.do(type="place", box=n, amount=1000) for n, guest in enumerate(guests, 1)]
        wishes.insert(3, guests[3].do(type="buy-chips", cents=5000))
        await asyncio.gather(*wishes)
        bought = house.table(TABLE).run.bought
        assert bought[guests[3].name] == bought[guests[2].name] + 5000

    at_a_full_table(tmp_path, play)


def test_one_who_goes_away_meanwhile_leaves_the_others_answered(tmp_path: Path) -> None:
    async def play(house: House, guests: list[Guest], onlooker: Watcher) -> None:
        tasks = [
            asyncio.create_task(guest.do(type="place", box=n, amount=1000))
            for n, guest in enumerate(guests, 1)
        ]
        await asyncio.sleep(0)  # all have asked; the first has the turn
        tasks[0].cancel()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(answers[0], asyncio.CancelledError)
        assert all(isinstance(answer, Ack) for answer in answers[1:])

    at_a_full_table(tmp_path, play)


def test_nothing_is_acknowledged_that_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(house: House, guests: list[Guest], onlooker: Watcher) -> None:
        commit = house.store.commit

        def full(writes: list[Write]) -> list[Written | Conflict]:
            raise Unavailable("the disk is full")

        monkeypatch.setattr(house.store, "commit", full)
        answers = await all_bet(guests)
        assert all(isinstance(answer, Unavailable) for answer in answers)
        assert not messages(onlooker, "patch")
        monkeypatch.setattr(house.store, "commit", commit)
        assert all(isinstance(answer, Ack) for answer in await all_bet(guests))
        message = json.loads(messages(onlooker, "patch")[-1])
        assert message["patch"]["version"] == house.table(TABLE).version

    at_a_full_table(tmp_path, play)


def test_who_fails_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something that nobody foresaw, at the third of seven: the others' commands are carried out,
    and it is that one alone who is told."""
    handle = RequestHandler.handle

    def stumble(handler: RequestHandler, asked: Asked) -> Outcome:
        if handler.name == "guest-2":
            raise ZeroDivisionError("at the third")
        return handle(handler, asked)

    async def play(house: House, guests: list[Guest], onlooker: Watcher) -> None:
        monkeypatch.setattr(RequestHandler, "handle", stumble)
        answers = await all_bet(guests)
        failed = {n: answer for n, answer in enumerate(answers) if not isinstance(answer, Ack)}
        assert list(failed) == [2]
        assert isinstance(failed[2], ZeroDivisionError)

    at_a_full_table(tmp_path, play)


def test_what_fails_after_the_write_is_acknowledged_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in the log, and that is what an answer says."""

    async def play(house: House, guests: list[Guest], onlooker: Watcher) -> None:
        live = house.table(TABLE)
        moved = live.moved

        def stumble(*given: Any) -> None:
            monkeypatch.setattr(live, "moved", moved)
            raise ZeroDivisionError("while telling")

        monkeypatch.setattr(live, "moved", stumble)
        answers = await all_bet(guests)
        assert [type(answer) for answer in answers] == [Ack] * SEATS
        assert len(live.run.table.round.wagers if live.run.table.round else ()) == SEATS

    at_a_full_table(tmp_path, play)
