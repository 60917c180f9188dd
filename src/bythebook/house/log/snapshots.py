"""A table's state kept beside the log, so that a start need not replay everything.

A cache and nothing more: made by other sources, or not readable, it is as if it were not there.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from bythebook.house.log.store import Snapshot
from bythebook.house.tables.running_table import RunningTable
from bythebook.house.tables.views import LineView


class Kept(msgspec.Struct, frozen=True):
    """What is kept of a table: itself, and the last lines of its book."""

    run: RunningTable
    lines: tuple[LineView, ...]


_kept = msgspec.json.Decoder(Kept)
# All else is in the digest: what is added to the package tomorrow must not be forgotten here.
_WORKS_OUT_NO_STATE = ("web", "odds", "environments", "commands")


@cache
def code_digest() -> str:
    """By which sources and rulebooks a state was worked out."""
    package = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for file in sorted(package.rglob("*")):
        room = file.relative_to(package).parts[0]
        if file.suffix in (".py", ".toml") and room not in _WORKS_OUT_NO_STATE:
            digest.update(file.read_bytes())
    return digest.hexdigest()


def snapshot_of(
    stream: str, run: RunningTable, version: int, lines: Iterable[LineView]
) -> Snapshot | None:
    if run.requests:
        return None  # orders that wait are read from the log
    data = msgspec.json.encode(Kept(run, tuple(lines)))
    return Snapshot(stream, version, code_digest(), data)


def restored(snapshot: Snapshot | None) -> Kept | None:
    if snapshot is None or snapshot.code != code_digest():
        return None
    try:
        return _kept.decode(snapshot.data)
    except msgspec.DecodeError:
        return None
