"""The hash chain finds the first event that is not as it was written, whatever was done to it."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bythebook.house.log.chain import ZERO, Fault, check_chain, row_hash
from bythebook.house.log.planning import START, plan
from bythebook.house.log.store import Append, Damaged, Head, NewEvent, Row, Write
from tests.house.log.stores import Place, check_store, write

# A log of nine events in three streams, commands of one, two and three events.
WRITES = [
    Write(
        f"c-{number}",
        b'{"by":"ann"}',
        tuple(
            Append(
                stream,
                number if stream == "table" else 0,
                (NewEvent("Said", f"{stream} {number}".encode()),),
            )
            for stream in ("table", f"other {number}", f"third {number}")[: number % 3 + 1]
        ),
    )
    for number in range(5)
]
LOG = plan(WRITES, START, {}, {})
ROWS = LOG.rows
COLUMNS = Row.__struct_fields__


def check(rows: Sequence[Row]) -> Fault | None:
    return check_chain(rows, LOG.head, LOG.stream_heads)


def fault(rows: Sequence[Row]) -> Fault:
    found = check(rows)
    assert found is not None
    return found


def test_the_hash_covers_everything_with_lengths_before_values() -> None:
    def number(value: int, width: int) -> bytes:
        return value.to_bytes(width, "big")

    encoded = (
        b"bythebook log 1\n"
        + number(3, 8)  # position
        + number(2, 8)  # version
        + b"".join(number(length, 4) for length in (6, 3, 2, 5, 7, 32, 32))
        + "tablé".encode()
        + b"c-1"
        + b"{}"
        + b"Dealt"
        + b'{"a":1}'
        + b"\1" * 32
        + b"\2" * 32
    )
    found = row_hash(3, "tablé", 2, "c-1", b"{}", "Dealt", b'{"a":1}', b"\1" * 32, b"\2" * 32)
    assert found == sha256(encoded).digest()
    assert bytes(32) == ZERO


def test_a_log_as_it_was_written_has_no_fault() -> None:
    assert len(ROWS) == 9
    assert check(ROWS) is None
    assert check_chain([], START, {}) is None


def changed(row: Row, column: str, at: int, flip: int) -> Row:
    """The same event with one byte of one column changed."""
    value = getattr(row, column)
    if isinstance(value, int):
        return msgspec.structs.replace(row, **{column: value ^ (flip << (8 * (at % 4)))})
    content = bytearray(value.encode() if isinstance(value, str) else value)
    if content:
        content[at % len(content)] ^= flip
    else:
        content.append(flip)
    text = bytes(content).decode("utf-8", "surrogateescape")
    return msgspec.structs.replace(
        row, **{column: text if isinstance(value, str) else bytes(content)}
    )


@given(
    index=st.integers(0, len(ROWS) - 1),
    column=st.sampled_from(COLUMNS),
    at=st.integers(0, 63),
    flip=st.integers(1, 255),
)
def test_any_byte_changed_is_found(index: int, column: str, at: int, flip: int) -> None:
    bad = changed(ROWS[index], column, at, flip)
    found = fault([*ROWS[:index], bad, *ROWS[index + 1 :]])
    if column == "position" and bad.position < ROWS[index].position:
        assert found.position == bad.position  # it says that it is an earlier one
        assert "out of order" in found.reason
    else:
        assert found.position == ROWS[index].position


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("index", [0, 4, 8])
def test_every_column_counts(index: int, column: str) -> None:
    bad = changed(ROWS[index], column, 0, 64)  # a position that is too high: one is missing
    found = fault([*ROWS[:index], bad, *ROWS[index + 1 :]])
    assert found.position == index + 1
    expected = {"position": "missing", "log_hash": "not the event that was written here"}
    assert expected.get(column, "edited") in found.reason


@pytest.mark.parametrize("value", [None, "text", 7, b"bytes"])
@pytest.mark.parametrize("column", [name for name in COLUMNS if name != "position"])
def test_a_value_of_the_wrong_type_is_a_fault_and_no_crash(column: str, value: object) -> None:
    bad = msgspec.structs.replace(ROWS[4], **{column: value})
    if type(value) is not type(getattr(ROWS[4], column)) or value != getattr(ROWS[4], column):
        assert fault([*ROWS[:4], bad, *ROWS[5:]]).position == 5


def test_moving_bytes_from_one_value_to_its_neighbour_is_an_edit() -> None:
    row = ROWS[4]
    for bad in (
        msgspec.structs.replace(row, stream=row.stream + row.command[0], command=row.command[1:]),
        msgspec.structs.replace(row, kind=row.kind[:-1], data=row.kind[-1:].encode() + row.data),
        msgspec.structs.replace(
            row,
            stream_hash=row.stream_hash + row.log_hash[:1],
            log_hash=row.log_hash[1:],
        ),
    ):
        assert fault([*ROWS[:4], bad, *ROWS[5:]]).position == 5


@pytest.mark.parametrize("index", range(len(ROWS)))
def test_an_event_removed_is_named(index: int) -> None:
    found = fault([*ROWS[:index], *ROWS[index + 1 :]])
    assert (found.position, found.reason.split(":")[0]) == (index + 1, "missing")


@pytest.mark.parametrize("index", range(len(ROWS) - 1))
def test_an_event_removed_and_the_rest_renumbered_is_named(index: int) -> None:
    rest = [msgspec.structs.replace(r, position=r.position - 1) for r in ROWS[index + 1 :]]
    found = fault([*ROWS[:index], *rest])
    assert found.position == index + 1
    assert "one is missing" in found.reason


@given(st.lists(st.integers(0, len(ROWS) - 1), min_size=2, max_size=2, unique=True))
def test_two_swapped_are_found_at_the_first(pair: list[int]) -> None:
    low, high = sorted(pair)
    rows = list(ROWS)
    rows[low], rows[high] = (
        msgspec.structs.replace(ROWS[high], position=ROWS[low].position),
        msgspec.structs.replace(ROWS[low], position=ROWS[high].position),
    )
    found = fault(rows)
    assert found.position == low + 1
    assert "moved" in found.reason


@given(st.permutations(ROWS))
def test_rows_in_another_order_are_found(rows: list[Row]) -> None:
    found = check(rows)
    if rows == ROWS:
        assert found is None
    else:
        first = next(i for i, row in enumerate(rows) if row != ROWS[i])
        assert found is not None
        assert found.position == first + 1


@given(st.sets(st.integers(0, len(ROWS) - 1)))
def test_of_many_faults_the_first_is_named(which: set[int]) -> None:
    rows = [
        msgspec.structs.replace(row, data=row.data + b"!") if index in which else row
        for index, row in enumerate(ROWS)
    ]
    found = check(rows)
    assert (found.position if found else None) == (min(which) + 1 if which else None)


def test_an_event_out_of_order_says_so() -> None:
    assert "out of order" in fault([*ROWS[:4], ROWS[2], *ROWS[4:]]).reason


def test_a_stream_chain_can_break_alone() -> None:
    # Written by somebody who hashes well, but does not know the stream's last event.
    row = ROWS[3]  # the third event of "table" would come after the second
    assert row.stream == "table"
    for version, before, says in [
        (row.version, ROWS[0].hash, "its stream's chain is broken"),
        (row.version + 1, row.stream_hash, "out of order in its stream"),
    ]:
        values = (row.command, row.cause, row.kind, row.data, before, row.log_hash)
        own = row_hash(row.position, row.stream, version, *values)
        bad = Row(row.position, row.stream, version, *values, own)
        found = fault([*ROWS[:3], bad])
        assert (found.position, found.stream, found.version) == (4, "table", version)
        assert says in found.reason


def test_the_last_events_cannot_go_missing_unseen() -> None:
    cut = ROWS[:-1]
    last = Head(8, cut[-1].hash)
    found = fault(cut)
    assert (found.position, found.reason) == (9, "missing: the log should have 9 events")
    # With the log's head put right, the stream's head still tells.
    found_in_stream = check_chain(cut, last, LOG.stream_heads)
    assert found_in_stream is not None
    assert (found_in_stream.position, found_in_stream.stream) == (9, ROWS[-1].stream)
    assert "missing" in found_in_stream.reason


def test_a_head_that_remembers_something_else_is_a_fault() -> None:
    other = b"\7" * 32
    for head, position in [(Head(9, other), 9), (Head(7, ROWS[6].hash), 8), (Head(0, ZERO), 1)]:
        found = check_chain(ROWS, head, LOG.stream_heads)
        assert found is not None
        assert found.position == position
    for heads in (
        LOG.stream_heads | {"table": Head(5, other)},
        LOG.stream_heads | {"table": Head(4, LOG.stream_heads["table"].hash)},
        {stream: head for stream, head in LOG.stream_heads.items() if stream != "table"},
    ):
        found = check_chain(ROWS, LOG.head, heads)
        assert found is not None
        assert (found.stream, found.version) == ("table", 5)
    found = check_chain(ROWS, LOG.head, LOG.stream_heads | {"ghost": Head(1, other)})
    assert found is not None
    assert (found.stream, found.version) == ("ghost", 1)


def test_an_event_that_cannot_be_read_is_named() -> None:
    def rows() -> Iterator[Row]:
        yield from ROWS[:2]
        raise Damaged(3, "the disk is broken")

    found = check_chain(rows(), LOG.head, LOG.stream_heads)
    assert found == Fault(3, "", 0, "it cannot be read: the disk is broken")
    assert str(found) == "event 3: it cannot be read: the disk is broken"


def test_a_fault_says_where_it_is() -> None:
    assert str(Fault(4, "table", 3, "edited")) == "event 4 (table, version 3): edited"


# The same on what lies in a store


TABLES = {"heads": 3, "log_head": 3, "log": 10}  # and so many columns
EDITS = {
    "stream": "elsewhere",
    "version": 9,
    "command": "c-9",
    "cause": b"{}",
    "kind": "Sung",
    "data": b"some test",
    "stream_hash": b"\7" * 32,
    "log_hash": b"\7" * 32,
    "hash": b"\7" * 32,
}
TRICKS = [
    (1, ["DELETE FROM log WHERE position = 1"]),
    (3, ["DELETE FROM log WHERE position = 3"]),
    (6, ["DELETE FROM log WHERE position = 6"]),
    (1, ["DELETE FROM log"]),
    (2, ["DELETE FROM log WHERE position = 2", "UPDATE log SET position = 2 WHERE position = 3"]),
    (
        2,
        [
            "UPDATE log SET position = 99 WHERE position = 2",
            "UPDATE log SET position = 2 WHERE position = 4",
            "UPDATE log SET position = 4 WHERE position = 99",
        ],
    ),
    (1, ["DELETE FROM log_head"]),
    (6, ["UPDATE log_head SET position = 5"]),
    (7, ["UPDATE log_head SET position = 7"]),
    (6, ["UPDATE log_head SET hash = (SELECT hash FROM log WHERE position = 5)"]),
    (7, ["UPDATE heads SET version = 9 WHERE stream = 's-0'"]),
    (6, ["UPDATE heads SET hash = (SELECT hash FROM log WHERE position = 1)"]),
    (6, ["DELETE FROM heads WHERE stream = 's-0'"]),
]


def test_whatever_is_done_to_a_store_is_named(place: Place) -> None:
    store = place.open()
    for number in range(6):
        store.commit([write(f"c-{number}", f"s-{number % 3}", number // 3, "some text")])
    before = {table: place.behind_its_back(f"SELECT * FROM {table}") for table in TABLES}
    edits = [
        (position, f"UPDATE log SET {column} = ? WHERE position = {position}", value)
        for column, value in EDITS.items()
        for position in (1, 3, 6)
    ]
    assert check_store(store) is None
    for position, statement, value in edits:
        place.behind_its_back(statement, value)
        found = check_store(store)
        assert found is not None, statement
        assert found.position == position, statement
        restore(place, before)
    for position, statements in TRICKS:
        for statement in statements:
            place.behind_its_back(statement)
        found = check_store(store)
        assert found is not None, statements
        assert found.position == position, statements
        restore(place, before)
    assert check_store(store) is None


def restore(place: Place, before: dict[str, list[tuple[object, ...]]]) -> None:
    for table in reversed(before):
        place.behind_its_back(f"DELETE FROM {table}")
    for table, rows in before.items():
        values = ", ".join(f"({', '.join('?' * TABLES[table])})" for _ in rows)
        everything = [value for row in rows for value in row]
        place.behind_its_back(f"INSERT INTO {table} VALUES {values}", *everything)
