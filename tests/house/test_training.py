"""The trainer: nothing is told before a choice is made, and then what it cost, to the cent."""

import asyncio
import json
from typing import Any, cast

import pytest

from bythebook.house.log.expiring_store import Cabinet
from bythebook.house.people.people import Viewer
from bythebook.house.people.practice import GUEST_SECONDS, KEPT_SECONDS, KIND, Practice
from bythebook.house.tables.advising import Adviser
from bythebook.house.tables.live_table import LiveTable, Watcher
from bythebook.house.training import Chosen, Trainer
from tests.house.tables.felt import Felt, begin
from tests.house.tables.test_advising import practising, told, watched, with_adviser

ANN = Viewer("ann", guest=False)
NOW = 1_800_000_000


class Drawer:
    """A cabinet with nothing else in it."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], tuple[bytes, int]] = {}

    async def get(self, kind: str, key: str) -> bytes | None:
        return self.kept.get((kind, key), (None, 0))[0]

    async def put(self, kind: str, key: str, value: bytes, until: int = 0) -> None:
        self.kept[kind, key] = value, until


def message(action: str, **more: Any) -> str:
    command = {"type": action, "box": 1, **more}
    return json.dumps({"id": "1", "command": {"type": "decide", "command": command}})


def trained(felt: Felt, *texts: str, viewer: Viewer = ANN) -> tuple[list[Any], Drawer, Watcher]:
    """What is judged of each message, as if it had been carried out."""
    live, watchers = watched(felt, "ann")
    drawer, judged = Drawer(), []

    async def run(adviser: Adviser) -> None:
        trainer = Trainer(adviser, Practice(cast(Cabinet, drawer)))
        trainer.follow("ann", True)
        adviser.consider(live)
        await asyncio.gather(*adviser._under_way.values())
        for text in texts:
            for chosen in await trainer.before(live, viewer, text):
                said = await trainer.judge(live, viewer, chosen, NOW)
                judged.append(json.loads(said)["judged"])

    with_adviser(run)
    return judged, drawer, watchers["ann"]


def test_nothing_is_told_before_and_everything_after() -> None:
    felt = practising("crown", "ann")
    begin(felt, "9C TD 7H", "ann")
    judged, drawer, watcher = trained(felt, message("Stand"), message("Hit"))
    assert told(watcher) == []
    wrong, right = judged
    values = {one["action"]: one["value"] for one in wrong["choices"]}
    assert (wrong["taken"], wrong["best"], wrong["right"]) == ("stand", "hit", False)
    assert wrong["cost"] == pytest.approx(values["hit"] - values["stand"])
    assert wrong["stake"] == 1000
    assert (right["right"], right["cost"]) == (True, 0)
    assert (right["asked"], right["all_right"], right["streak"]) == (2, 1, 1)
    [((kind, key), (kept, until))] = drawer.kept.items()
    assert (kind, key) == (KIND, "crown-blackjack/blackjack ann")
    assert until == NOW + KEPT_SECONDS
    assert list(json.loads(kept)["spots"]) == ["9-7 v T"]


def test_a_guest_is_judged_too_and_forgotten_sooner() -> None:
    felt = practising("crown", "ann")
    begin(felt, "9C TD 7H", "ann")
    judged, drawer, _ = trained(felt, message("Hit"), viewer=Viewer("ann"))
    assert len(judged) == 1
    assert [until for _, until in drawer.kept.values()] == [NOW + GUEST_SECONDS]


def test_to_take_nothing_of_what_is_offered_is_a_choice() -> None:
    felt = practising("crown", "ann")
    begin(felt, "9C AD 7H", "ann")
    ready = json.dumps({"id": "1", "command": {"type": "ready"}})
    [judged], drawer, _ = trained(felt, ready)
    assert (judged["taken"], judged["right"]) == ("decline", True)
    assert b"9-7 v A, offer" in next(iter(drawer.kept.values()))[0]


@pytest.mark.parametrize("text", ["nonsense", '{"id":"1","command":{"type":"sit","box":2}}'])
def test_what_is_no_decision_is_not_judged(text: str) -> None:
    felt = practising("crown", "ann")
    begin(felt, "9C TD 7H", "ann")
    assert trained(felt, text)[0] == []


def test_whoever_does_not_train_is_told_as_ever() -> None:
    felt = practising("crown", "ann")
    begin(felt, "9C TD 7H", "ann")
    live, watchers = watched(felt, "ann")

    async def run(adviser: Adviser) -> None:
        trainer = Trainer(adviser, Practice(cast(Cabinet, Drawer())))
        trainer.follow("ann", True)
        adviser.consider(live)
        await asyncio.gather(*adviser._under_way.values())
        assert told(watchers["ann"]) == []
        adviser.tell_again(live, watchers["ann"])
        assert told(watchers["ann"]) == [], "not after a reload either"
        trainer.follow("ann", False)
        adviser.tell_again(live, watchers["ann"])
        assert len(told(watchers["ann"])) == 1
        assert await _before(trainer, live) == []

    with_adviser(run)


async def _before(trainer: Trainer, live: LiveTable) -> list[Chosen]:
    return await trainer.before(live, ANN, message("Hit"))
