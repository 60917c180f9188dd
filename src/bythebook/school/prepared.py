"""Spots of every game at its usual settings, worked out beforehand (`bythebook prepare`)."""

from functools import lru_cache
from pathlib import Path

import msgspec

from bythebook.rulebooks.chapters.game import Game
from bythebook.school.spots import SpotTable

FOLDER = Path(__file__).parent / "tables"


def name_of(game: str) -> str:
    return f"{game.replace('/', '.')}.json"


def write_table(table: SpotTable) -> str:
    """As JSON with a line for each spot, so that a change can be read."""
    plain = msgspec.to_builtins(table)
    spots = plain.pop("spots")
    lines = [f"{_json(key)}:{_json(spot)}" for key, spot in spots.items()]
    return f'{_json(plain)[:-1]},"spots":{{\n' + ",\n".join(lines) + "\n}}\n"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


@lru_cache(maxsize=16)
def read_table(name: str) -> SpotTable | None:
    """One of the files, if it is there."""
    path = FOLDER / name
    return msgspec.json.decode(path.read_bytes(), type=SpotTable) if path.is_file() else None


def prepared_table(game: Game, stake: int) -> SpotTable | None:
    """The spots of this very table, if they were worked out beforehand."""
    known = read_table(name_of(game.id))
    return known if known is not None and known.is_for(game, stake) else None
