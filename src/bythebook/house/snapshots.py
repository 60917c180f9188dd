"""A table's state kept beside the log, so that a start need not replay everything.

A cache and nothing more: made by other sources, or not readable, it is as if it were not there.
"""

import hashlib
from functools import cache
from pathlib import Path

import msgspec

from bythebook.house.running import Run
from bythebook.house.store import Snapshot

_runs = msgspec.json.Decoder(Run)
_FOLDERS = ("game", "table", "house", "rulebooks")


@cache
def code_digest() -> str:
    """By which sources and rulebooks a state was worked out."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    files = [package / "cards.py", package / "money.py"]
    for folder in _FOLDERS:
        files += sorted(p for p in (package / folder).rglob("*") if p.suffix in (".py", ".toml"))
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def snapshot_of(stream: str, run: Run, version: int) -> Snapshot | None:
    if run.requests:
        return None  # orders that wait are read from the log
    return Snapshot(stream, version, code_digest(), msgspec.json.encode(run))


def restored(snapshot: Snapshot | None) -> tuple[Run | None, int]:
    if snapshot is None or snapshot.code != code_digest():
        return None, 0
    try:
        return _runs.decode(snapshot.data), snapshot.version
    except msgspec.DecodeError:
        return None, 0
