"""The log behind one small port: what can be written to it, what can be read back.

An append names the version of every stream that it was decided on. Either all of its events go in,
or none do, and whoever asked reads again and decides again. A command that is written twice is
written once: the second time tells what the first one did.

    House ──Write──▶ Committer ──batches──▶ Store (SQLite or PostgreSQL)

A store is a plain object with blocking methods, used by one thread at a time; `committer.Committer`
lets many tasks share its commits. Two methods have connections of their own, so that a second
thread may be in them meanwhile: `wait` and `backup`.

Names (of streams, commands, kinds and keys) are text of 1 to `NAME_MAX` characters without the
character zero: what cannot be stored is `Malformed`, and is never found.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from bythebook.errors import ByTheBookError

NAME_MAX = 200
ALL = 2**62  # more events than there ever are


class Unavailable(ByTheBookError):
    """The log can be neither written nor read now: a full disk, a lost connection.

    Nothing was acknowledged. If it happened in the very middle of a commit, the command may be in
    the log all the same: sent again, it tells.
    """


class Overtaken(Unavailable):
    """Others wrote first as often as it was tried: nothing was done, and it can be asked again."""

    def __str__(self) -> str:
        return f"{self.args[0]}: others were quicker each time; nothing was done, ask again"


class NoHead(Unavailable):
    """No head or proof can be made here now; the log itself goes on."""


class Damaged(Unavailable):
    """The event at this position cannot be read at all: the file itself is broken there."""

    def __init__(self, position: int, reason: str) -> None:
        super().__init__(position, reason)
        self.position = position
        self.reason = reason

    def __str__(self) -> str:
        return f"event {self.position} cannot be read: {self.reason}"


class Archived(Unavailable):
    """What these events say lies in an archive that is not at hand; the log itself goes on."""

    def __init__(self, first: int, last: int, file: str) -> None:
        super().__init__(first, last, file)
        self.first = first
        self.last = last
        self.file = file

    def __str__(self) -> str:
        return (
            f"events {self.first} to {self.last} are archived in the file {self.file}, which is"
            " not at hand: it is looked for in the folder that --archive names"
        )


class NewEvent(msgspec.Struct, frozen=True, gc=False):
    """An event to be written: the name of its kind, and itself as JSON."""

    kind: str
    data: bytes


class Append(msgspec.Struct, frozen=True, gc=False):
    """Events for one stream, decided when it had this many."""

    stream: str
    version: int
    events: tuple[NewEvent, ...]


class Write(msgspec.Struct, frozen=True, gc=False):
    """All that one command brings about, in one or more streams: it goes in whole or not at all."""

    command: str  # its id: written twice, it acts once
    cause: bytes  # what was asked, by whom and when, as JSON; stored with the first event
    appends: tuple[Append, ...]


class Row(msgspec.Struct, frozen=True, gc=False):
    """An event as it lies in the log; of an archived one, without its data, as a husk."""

    position: int  # in the whole log, from 1
    stream: str
    version: int  # in its stream, from 1
    command: str
    cause: bytes  # of the first event of a command; otherwise empty
    kind: str
    data: bytes
    stream_hash: bytes  # of the event before it in its stream; zeros for the first
    log_hash: bytes  # of the event before it in the log; zeros for the first
    hash: bytes  # over all of the above


class Written(msgspec.Struct, frozen=True, gc=False):
    """The command is in the log for good."""

    rows: tuple[Row, ...]
    again: bool = False  # it had been written before: these are the events of then


class Conflict(msgspec.Struct, frozen=True, gc=False):
    """Somebody was quicker: these streams have other versions now."""

    versions: dict[str, int]


class Head(msgspec.Struct, frozen=True, gc=False):
    """Where the log ends: how many events, and the hash of the last."""

    position: int
    hash: bytes


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """A state folded up to a version: a cache, which may be thrown away at any time."""

    stream: str
    version: int
    code: str  # by which sources it was made: others do not use it
    data: bytes


class Kept(NamedTuple):
    """Something in the cabinet, beside the log."""

    kind: str
    key: str
    value: bytes
    until: int  # when it may be thrown away, in seconds; 0: never


class Store(Protocol):
    """What SQLite and PostgreSQL both do."""

    # The log

    def commit(self, writes: Sequence[Write]) -> list[Written | Conflict]:
        """Write all that do not conflict, in order, durably, in one transaction."""

    # What is archived is read from there, or is `Archived`; `husks`: what is not at hand is left
    # as it lies in the store.

    def read(
        self, stream: str, after: int = 0, limit: int = ALL, husks: bool = False
    ) -> list[Row]: ...

    def read_log(self, after: int = 0, limit: int = 1000, husks: bool = False) -> list[Row]: ...

    def hashes(self, after: int, limit: int) -> list[bytes]:
        """Of up to so many events, in order: what the tree of the heads is made of."""

    def of_command(self, command: str) -> tuple[Row, ...]:
        """What a command has written; of archived events, perhaps the husks."""

    def streams(self) -> dict[str, int]:
        """Every stream and its version."""

    def head(self) -> Head: ...

    def stream_heads(self) -> dict[str, Head]:
        """What the store remembers of each stream's end, to compare with the events themselves."""

    def one_moment(self) -> AbstractContextManager[None]:
        """Inside, all that is read is as it was at one moment, whatever others write meanwhile."""

    # Closed days in archives (`house.archives`)

    archive: Path | None  # the folder that was named for them, if one was

    @property
    def archive_folder(self) -> Path | None:
        """Where the files of archives are looked for."""

    # A cache

    def snapshot(self, stream: str) -> Snapshot | None: ...

    def save_snapshot(self, snapshot: Snapshot) -> None: ...

    # What is no history and may be forgotten: credentials, sessions, one-time links

    def keep(self, kind: str, key: str, value: bytes, until: int = 0) -> None:
        """Put something in the cabinet; `until` is when it may be thrown away (0: never)."""

    def keep_first(self, kind: str, key: str, value: bytes) -> bool:
        """Put something in where nothing is; says whether it was so, and to one caller only."""

    def kept(self, kind: str, key: str) -> bytes | None: ...

    def last_kept(self, kind: str, limit: int, before: str = "") -> dict[str, bytes]:
        """The last so many by their keys, the very last first; those before a key alone."""

    def all_kept(self, kind: str) -> dict[str, bytes]: ...

    def cabinet(self) -> list[Kept]:
        """All of it."""

    def discard(self, kind: str, key: str) -> bool:
        """Take something out of the cabinet; says whether it was there, and to one caller only."""

    def sweep(self, now: int) -> None:
        """Throw away what has had its time."""

    # Other processes

    def wait(self, seconds: float) -> bool:
        """Wait until another process has written to the log, at most so long; True if it did.

        Counts from the last time it said True, or else from the opening: nothing is missed.
        """

    # Care

    def unsound(self) -> str:
        """What is wrong with the store's own files beside the events, in words; or nothing."""

    def backup(self, folder: Path) -> Path:
        """Make a consistent copy in a folder while the house goes on; says the copy's file."""

    def close(self) -> None: ...


class ArchivingStore(Store, Protocol):
    """With what is done to a log when days of it are archived."""

    def snapshots(self) -> dict[str, int]:
        """Every stream that has a snapshot, and its version."""

    def lies(self, stream: str, version: int) -> tuple[int, bool]:
        """The position of an event that is there, and whether it is whole in the store."""

    def take_out(self, stream: str, first: int, last: int, archived: int) -> None:
        """Make husks of these versions of a stream, as far as their positions are archived."""

    def shrink(self) -> None:
        """Give the room that was left free back to the disk; others wait meanwhile."""


def whole_log(store: Store, after: int = 0, page: int = 2000, husks: bool = False) -> Iterator[Row]:
    """Every event of the log in order, read page by page."""
    while rows := store.read_log(after, page, husks):
        yield from rows
        after = rows[-1].position
