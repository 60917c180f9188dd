"""What linked tables must have done to their meters, added up anew from the tables' own rows.

Reads plain JSON and shares nothing with the pool: a round that began counts its boxes, what the
table was told of a mystery must be what the sums say at that box, what it paid must be that prize.
"""

import json
from collections import Counter
from typing import Any

from bythebook.house.log.store import Row, Store, whole_log
from tests.house.activities.pool_players import (
    MAJOR,
    MINOR,
    MYSTERY,
    POOL,
    RATES,
    RESETS,
    SEEDS,
    STAKE,
)

MICROS = 1_000_000
LINES = {"three aces of diamonds": MAJOR, "three suited aces": MINOR}
FLOORS = {MAJOR: 10_000_000, MINOR: 1_000_000}
CHIP_STEP = 50  # chips of 1.00 and 2.50 make every half dollar from 2.00 on

Prize = tuple[str, int, int, str, int]  # table, round, box, meter, cents


def to_the_chip(cents: int) -> int:
    return -(-cents // CHIP_STEP) * CHIP_STEP


class Sums:
    """Every meter in millionths of a cent, every prize, what every player won and lost."""

    def __init__(self, store: Store, boxes: int) -> None:
        self.boxes = boxes
        self.meters = {name: cents * MICROS for name, cents in SEEDS.items()}
        self.rounds: Counter[str] = Counter()
        self.prizes: list[Prize] = []
        self.net: Counter[str] = Counter()
        self.recorded: list[Prize] = []  # as the pool has them
        self.contributions = 0
        self._drawn: dict[str, tuple[list[int], int]] = {}
        for row in whole_log(store):
            self._read(row)

    @property
    def tied(self) -> bool:
        """Whether every prize that was paid at a table is in the pool, and the other way round."""
        return Counter(self.prizes) == Counter(self.recorded)

    def _read(self, row: Row) -> None:
        kind, _, name = row.stream.partition("/")
        if kind == "table" and row.kind == "Ordered":
            happening = json.loads(row.data)
            settled: list[dict[str, Any]] = []
            for event in happening["events"]:
                self._event(name, event, settled)
            self._settled(name, settled)
        elif row.stream == f"pool/{POOL}" and b'"WinsRecorded"' in row.data:
            for event in json.loads(row.data)["events"]:
                if event["type"] == "WinsRecorded":
                    self.recorded += [
                        (event["table"], event["round"], won["box"], *won["meters"], won["cents"])
                        for won in event["wins"]
                    ]

    def _event(self, table: str, event: dict[str, Any], settled: list[dict[str, Any]]) -> None:
        match event["type"]:
            case "RoundBegan":
                self.rounds[table] += 1
                self.contributions += self.boxes
                self._before = dict(self.meters)
                for meter, rate in RATES.items():
                    self.meters[meter] += self.boxes * STAKE * rate
            case "MetersRead":
                self._told(table, event)
            case "RoundMoved":
                settled += [e for e in event["step"]["events"] if e["type"] == "Settled"]

    def _told(self, table: str, event: dict[str, Any]) -> None:
        """A mystery that was drawn: what the meter held when that box's stake was in."""
        for meter, cents in event["meters"].items():
            if meter not in event["hits"]:
                assert cents == self.meters[meter] // MICROS, (table, meter)
                continue
            (box,) = event["hits"][meter]
            held = self._before[meter] + box * STAKE * RATES[meter]
            assert cents == held // MICROS, (table, self.rounds[table])
            self.meters[meter] -= cents * MICROS
            self._drawn[table] = ([box], cents)

    def _settled(self, table: str, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            self.net[row["player"]] += row["chips_out"] - row["chips_in"]
        won = [row for row in rows if row["wager"] == "jackpot" and row["result"] == "wins"]
        number = self.rounds[table]
        for row in (row for row in won if row["line"] == "mystery jackpot"):
            boxes, cents = self._drawn.pop(table)
            assert [row["box"]] == boxes
            assert row["paid"] == to_the_chip(cents)
            self.prizes.append((table, number, row["box"], MYSTERY, row["paid"]))
        for line, meter in LINES.items():
            alike = [row for row in won if row["line"] == line]
            shown = max(self.meters[meter] // MICROS, FLOORS[meter])
            for row in alike:
                assert row["paid"] == to_the_chip(-(-shown // len(alike)))
                self.prizes.append((table, number, row["box"], meter, row["paid"]))
            if alike:
                self.meters[meter] = RESETS[meter] * MICROS
