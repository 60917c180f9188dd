"""A state kept beside the log, so that a start need not replay everything.

A cache and nothing more: made by other sources, without the house's key, or not readable, it is as
if it were not there. So chips that somebody writes into it are nobody's.
"""

import hashlib
import hmac
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from bythebook.errors import NOT_JSON, Malformed
from bythebook.house.log.expiring_store import StoreThread
from bythebook.house.log.outages import outages
from bythebook.house.log.store import Snapshot, Store, Unavailable
from bythebook.house.secret_files import keep_secret
from bythebook.house.tables.running_table import RunningTable
from bythebook.house.tables.views import LineView
from bythebook.phrases import plain


class Kept(msgspec.Struct, frozen=True):
    """What is kept of a table: itself, and the last lines of its book."""

    run: RunningTable
    lines: tuple[LineView, ...]


KEY_BYTES = 32
KEY_FILE = "snapshots.key"  # in the folder of a house
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


class Stamp:
    """What a house knows its own snapshots by: a key that is not in the database."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def made(self, stream: str, version: int, data: bytes) -> Snapshot:
        return Snapshot(stream, version, self._mark(stream, version, data), data)

    def is_ours(self, snapshot: Snapshot) -> bool:
        mark = self._mark(snapshot.stream, snapshot.version, snapshot.data)
        return hmac.compare_digest(mark, snapshot.code)

    def _mark(self, stream: str, version: int, data: bytes) -> str:
        what = f"{code_digest()} {stream} {version} ".encode() + data
        return hmac.new(self._key, what, hashlib.sha256).hexdigest()


def read_key(file: Path | None) -> bytes:
    """The key in a file, which is made if it is not there; without one, a key for this process."""
    if file is None:
        return os.urandom(KEY_BYTES)
    try:
        if not file.exists():
            keep_secret(file, os.urandom(KEY_BYTES))
        kept = file.read_bytes()
    except OSError as error:
        raise Malformed(f"no key can be kept there: {error.strerror}", str(file)) from None
    if len(kept) < KEY_BYTES:
        raise Malformed(f"a key has at least {KEY_BYTES} bytes", str(file))
    return kept


def house_key(data: Path | None, file: Path | None = None) -> bytes | None:
    """The key of a house, in its folder or where it was put; none, where nobody says."""
    kept = file or (data / KEY_FILE if data is not None else None)
    return None if kept is None else read_key(kept)


async def keep(thread: StoreThread, store: Store, snapshot: Snapshot | None) -> None:
    """If it can be kept now: what led to it is in the log, and is not undone for a cache."""
    if snapshot is None:
        return
    try:
        await thread.call(store.save_snapshot, snapshot)
    except Unavailable as error:
        outages.tell(error, f"a snapshot of {snapshot.stream}")


def snapshot_of(
    stamp: Stamp, stream: str, run: RunningTable, version: int, lines: Iterable[LineView]
) -> Snapshot | None:
    if run.requests:
        return None  # orders that wait are read from the log
    return stamp.made(stream, version, msgspec.json.encode(Kept(run, tuple(lines)), enc_hook=plain))


def restored(stamp: Stamp, snapshot: Snapshot | None) -> Kept | None:
    if snapshot is None or not stamp.is_ours(snapshot):
        return None
    try:
        return _kept.decode(snapshot.data)
    except NOT_JSON:
        return None
