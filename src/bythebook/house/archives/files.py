"""The file of an archive: events of the log, one after the other, whole and for ever.

    bythebook archive 1 │ header │ 1024 events │ 1024 events │ … │ the rest

Each part has its length before it; events are compressed, so many together that one of them is
found without reading all. Hashes of events are left out, because they can be worked out again: the
header has those before the first event, and the one that must come out after the last. So a file
can be checked by itself; and with the signed head in it, that its last event, and with the last all
before it, is in the log of whoever signed.
"""

import lzma
import os
import struct
from collections.abc import Iterable, Iterator
from hashlib import file_digest
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from bythebook.errors import Malformed
from bythebook.house.log.chain import ZERO, row_hash
from bythebook.house.log.store import Damaged, Row

MAGIC = b"bythebook archive 1\n"
PRESET = 2  # of the compression: more takes ten times as long, for a tenth less
PART_BYTES_MAX = 1 << 30  # longer than this no part can be, whatever a broken file says
_LENGTH = struct.Struct(">I")
_BROKEN = (OSError, EOFError, lzma.LZMAError, msgspec.MsgspecError, struct.error, UnicodeError)


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says of itself."""

    first: int
    last: int
    together: int  # so many events are compressed in one part
    log_hash: bytes  # of the event before the first
    stream_hashes: dict[str, bytes]  # of the events before, in those streams that had begun by then
    hash: bytes  # of the last event
    head: str = ""  # a signed head over it, if there was one
    proof: tuple[bytes, ...] = ()  # that leads from the last event to that head


class Line(NamedTuple):
    """An event without its place in the log, and without hashes."""

    stream: str
    version: int
    command: str
    cause: bytes
    kind: str
    data: bytes


_header = msgspec.json.Decoder(Header)
_lines = msgspec.msgpack.Decoder(list[Line])


def write_file(part: Path, header: Header, rows: Iterable[Row]) -> None:
    """All of it, on the disk for good."""
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(MAGIC)
        _write(file, msgspec.json.encode(header, order="sorted"))
        remaining = iter(rows)
        while some := [_line(row) for row in islice(remaining, header.together)]:
            _write(file, lzma.compress(msgspec.msgpack.encode(some), preset=PRESET))
        file.flush()
        os.fsync(file.fileno())


def _line(row: Row) -> Line:
    return Line(row.stream, row.version, row.command, row.cause, row.kind, row.data)


def _write(file: BinaryIO, part: bytes) -> None:
    file.write(_LENGTH.pack(len(part)))
    file.write(part)


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


class ArchiveFile:
    """A file that is read; which parts of it are where is looked up once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                if file.read(len(MAGIC)) != MAGIC:
                    raise Malformed("this is no archive of a house", str(path))
                self.header = _header.decode(_part(file))
                if not (self.header.together > 0 < self.header.first <= self.header.last):
                    raise Malformed("this archive has no events", str(path))
                self._places = list(_places(file))
        except _BROKEN as error:
            raise Malformed(f"this archive cannot be read: {error}", str(path)) from None

    def place_of(self, position: int) -> tuple[int, int]:
        """In which part an event is, and where in it; both counted from 0."""
        return divmod(position - self.header.first, self.header.together)

    def lines(self, number: int) -> list[Line]:
        """So many events together, counted from 0; `Damaged` where they are not there."""
        header = self.header
        first = header.first + number * header.together
        if number >= len(self._places):
            raise Damaged(first, f"the archive {self.path.name} has not all of its events")
        try:
            with self.path.open("rb") as file:
                file.seek(self._places[number])
                found = _lines.decode(_decompressed(_part(file)))
        except _BROKEN as error:
            raise Damaged(first, f"the archive {self.path.name} is broken: {error}") from None
        if len(found) != min(header.together, header.last + 1 - first):
            raise Damaged(first, f"the archive {self.path.name} has not all of its events")
        return found

    def rows(self) -> Iterator[Row]:
        """Every event, with the hashes that it must have."""
        position, last = self.header.first, self.header.log_hash
        ends = dict(self.header.stream_hashes)
        parts = self.place_of(self.header.last)[0] + 1
        if len(self._places) > parts:
            raise Damaged(position, f"the archive {self.path.name} has more in it than its events")
        for number in range(parts):
            for line in self.lines(number):
                before = ends.get(line.stream, ZERO)
                own = row_hash(position, *line, before, last)
                yield Row(position, *line, before, last, own)
                last = ends[line.stream] = own
                position += 1


def _part(file: BinaryIO) -> bytes:
    (length,) = _LENGTH.unpack(file.read(_LENGTH.size))
    part = file.read(length) if length <= PART_BYTES_MAX else b""
    if len(part) != length:
        raise EOFError("it ends too early")
    return part


def _decompressed(part: bytes) -> bytes:
    """However much a broken or forged part claims to hold, it does not fill the memory."""
    reader = lzma.LZMADecompressor()
    data = reader.decompress(part, PART_BYTES_MAX)
    if not reader.eof:
        raise EOFError("it ends too early, or is too large")
    return data


def _places(file: BinaryIO) -> Iterator[int]:
    """Where each part begins, as the lengths say."""
    end = os.fstat(file.fileno()).st_size
    while (place := file.tell()) + _LENGTH.size <= end:
        yield place
        file.seek(_LENGTH.unpack(file.read(_LENGTH.size))[0], os.SEEK_CUR)
