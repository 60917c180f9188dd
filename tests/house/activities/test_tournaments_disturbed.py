"""Anything that staff may order at a table of sealed cards, at any time: nothing breaks, play goes
on to its end, and the log verifies."""

import random
from pathlib import Path

import msgspec
import pytest

from bythebook.deciders import Command
from bythebook.errors import Malformed, Refused
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.rulebooks.tables import find_table_rules
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from tests.house.activities.tournament_life import Life, lived, seated, small_terms
from tests.house.log.stores import Place

TABLE = "1.1"
EXAMPLES = ["canberra-points", "crown", "star", "tasmania-elimination"]
ORDERS: list[Command] = [
    o.OrderShuffle(), o.BadlyCut(), o.ReplaceCards(), o.ReloadRack(), m.Resolve("void"),
    o.VoidLastRound("14.5"), o.VoidLastRound("16.3"), o.VoidLastRound("18.8:void"),
    o.VoidLastRound("14.5", back=2), m.Rewind(2), m.Rewind(3), m.CheckFaces(), m.OrderCheck(),
    m.CardsVerified(), m.WrongCards(), m.Malfunction(), m.Malfunction(disadvantage=True),
    m.Malfunction(spare=True), m.Malfunction(can_finish=False), m.ReplaceDevice("device"),
    m.ReplaceDevice("shoe"), m.DeviceBack(), m.AnnounceRebuild(), o.Perform("check-cards"),
]  # fmt: skip


class Disturbed(Life):
    """With somebody of every rank who orders whatever comes to mind."""

    def ranks(self) -> dict[str, str]:
        ladder = find_table_rules(self.terms.book).conduct.ladder
        return {f"staff-{number}": rank.role for number, rank in enumerate(ladder)}

    async def hire(self) -> None:
        order, now = self.house.accounts.order, self.house.now
        for name, role in self.ranks().items():
            await order(p.HOUSE, p.OpenAccount(name), now)
            await order(p.HOUSE, p.GrantRole(name, self.terms.book, role), now)

    def viewer(self, name: str) -> Viewer:
        role = self.ranks().get(name)
        if role is None:
            return super().viewer(name)
        return Viewer(name, False, frozenset(), {self.terms.book: role})

    async def disturb(self, chance: random.Random) -> bool:
        """Whether it was done, or waits for somebody."""
        waiting = self.run(TABLE).requests
        name = chance.choice(list(self.ranks()))
        try:
            if waiting and chance.random() < 0.5:
                await self.give(name, "approve", TABLE, number=waiting[0].number)
            else:
                command = msgspec.to_builtins(chance.choice(ORDERS))
                await self.give(name, command.pop("type"), TABLE, why="because", **command)
        except (Refused, Malformed):
            return False
        return True

    async def put_right(self) -> None:
        """Whatever holds play up, by whoever may: checks, devices."""
        cards = (o.Perform("secure-cards"), o.Perform("check-cards"))
        for command in (m.CardsVerified(), m.ReplaceDevice("device"), m.ReplaceDevice("shoe"),
                        m.DeviceBack(), *cards):  # fmt: skip
            for name in self.ranks():
                fields = msgspec.to_builtins(command)
                try:
                    await self.give(name, fields.pop("type"), TABLE, why="because", **fields)
                except (Refused, Malformed):
                    continue
                for other in self.ranks():
                    for request in self.run(TABLE).requests:
                        try:
                            await self.give(other, "approve", TABLE, number=request.number)
                        except (Refused, Malformed):
                            continue
                break


@pytest.mark.parametrize("seed", [10, 11])
@pytest.mark.parametrize("example", EXAMPLES)
def test_whatever_staff_orders_play_comes_to_its_end(
    tmp_path: Path, example: str, seed: int
) -> None:
    chance, done = random.Random(seed), 0

    async def play(life: Disturbed) -> None:
        nonlocal done
        await life.hire()
        await seated(life)
        for _ in range(1500):
            if TABLE not in life.held.course.playing:
                return
            if chance.random() < 0.35:
                for _ in range(12):
                    done += await life.disturb(chance)
                await life.put_right()
            if TABLE in life.held.course.playing:
                await life.move(TABLE)
        raise AssertionError("the table plays on and on")

    where, told = Place(tmp_path / "data"), f"{example} {seed}"
    lived(where, small_terms(example), play, seed=told, kind=Disturbed)
    assert done > 2
