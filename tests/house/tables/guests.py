"""Somebody who plays at random at any table of a house, by the choices that the view offers."""

import json
from random import Random
from typing import Any

from bythebook.house.people.people import Viewer
from bythebook.house.service import Ack, House
from bythebook.house.tables.requests import asked_from_json
from bythebook.house.tables.views import ChoiceView, TableView

DECISIONS = {
    "hit": "Hit",
    "stand": "Stand",
    "double": "Double",
    "split": "Split",
    "ride": "Ride",
    "withdraw": "Withdraw",
    "even-money": "TakeEvenMoney",
    "surrender": "Surrender",
}


class Guest:
    """One player at one table."""

    def __init__(self, house: House, table: str, viewer: Viewer, random: Random) -> None:
        self.house = house
        self.table = table
        self.viewer = viewer
        self.random = random
        self.sent = 0

    @property
    def name(self) -> str:
        return self.viewer.name

    async def do(self, **command: Any) -> Ack:
        self.sent += 1
        message = json.dumps({"id": f"c{self.sent}", "command": command})
        asked = asked_from_json(message, self.name)
        return await self.house.command(self.table, self.viewer, asked)

    async def view(self) -> TableView:
        return await self.house.view(self.table, self.viewer)

    async def sit(self, box: int) -> None:
        await self.do(type="join", box=box)

    async def bet(self, box: int, cents: int = 1000) -> None:
        await self.do(type="place", box=box, amount=cents)

    async def act(self) -> bool:
        """Whatever is mine to do now; False if nothing is."""
        view = await self.view()
        due = view.due
        if due.what == "wagers" or due.what == "offer":
            if due.clock and self.name not in due.ready:
                return await self._answer(view)
            return False
        mine = [c for c in view.choices if c.legal and c.player == self.name]
        if due.what == "decision" and due.player == self.name and mine:
            await self._decide(self.random.choice(mine))
            return True
        return False

    async def _answer(self, view: TableView) -> bool:
        mine = [c for c in view.choices if c.legal and c.player == self.name]
        if mine and self.random.random() < 0.5:
            await self._decide(self.random.choice(mine))
        else:
            await self.do(type="ready")
        return True

    async def _decide(self, choice: ChoiceView) -> None:
        command: dict[str, Any] = {"box": choice.box, "player": self.name}
        if choice.action == "insure":
            command |= {"type": "Insure", "amount": choice.most, "on": choice.on or self.name}
        elif choice.action == "joker":
            command |= {"type": "NameJoker", "rank": self.random.choice(choice.values)}
        else:
            command["type"] = DECISIONS[choice.action]
        await self.do(type="decide", command=command)
