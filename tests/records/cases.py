"""Rounds as data: `tests/rounds/*.toml`, each a record and what must come of it."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

ROUNDS = Path(__file__).parents[1] / "rounds"


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    says: str
    record: str
    proves: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()  # what must have happened, each with the clause that it cites
    net: dict[str, str] | None = None
    rows: tuple[dict[str, Any], ...] = ()
    dealer: dict[str, Any] = {}
    hands: tuple[dict[str, Any], ...] = ()
    meters: dict[str, str] = {}
    unused: str | None = None
    held_over: str | None = None
    refused: str | None = None
    because: str = ""
    malformed: str | None = None


@cache
def load_cases() -> tuple[tuple[str, str, Case], ...]:
    """Every case: its book, the file it stands in, and itself."""
    found: list[tuple[str, str, Case]] = []
    for path in sorted(ROUNDS.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        cases = msgspec.convert(data["round"], list[Case])
        found += [(data["book"], path.stem, case) for case in cases]
    return tuple(found)
