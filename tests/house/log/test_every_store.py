"""What every store does: one suite, run on each."""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bythebook.errors import BrokenInvariant, Malformed
from bythebook.house.log.chain import ZERO
from bythebook.house.log.choosing import open_store
from bythebook.house.log.store import (
    Append,
    Conflict,
    Damaged,
    Head,
    NewEvent,
    Snapshot,
    Store,
    Unavailable,
    Write,
    Written,
    whole_log,
)
from tests.house.log.stores import Place, check_store, events, write


def written(outcome: Written | Conflict) -> Written:
    assert isinstance(outcome, Written)
    return outcome


# The log


def test_what_is_written_is_read_back(store: Store) -> None:
    everything = bytes(range(256))
    first = Write(
        "c-1",
        b'{"by":"ann"}',
        (
            Append("table a", 0, (NewEvent("Opened", b"{}"), NewEvent("Dealt", everything))),
            Append("meter", 0, (NewEvent("Raised", b""),)),
        ),
    )
    [outcome] = store.commit([first])
    rows = written(outcome).rows
    assert not written(outcome).again
    assert [(r.position, r.stream, r.version, r.kind, r.data) for r in rows] == [
        (1, "table a", 1, "Opened", b"{}"),
        (2, "table a", 2, "Dealt", everything),
        (3, "meter", 1, "Raised", b""),
    ]
    assert [row.cause for row in rows] == [b'{"by":"ann"}', b"", b""]
    assert {row.command for row in rows} == {"c-1"}
    # Each holds the hash of the one before it, in its stream and in the log.
    assert [row.stream_hash for row in rows] == [ZERO, rows[0].hash, ZERO]
    assert [row.log_hash for row in rows] == [ZERO, rows[0].hash, rows[1].hash]
    assert tuple(store.read_log()) == store.of_command("c-1") == rows
    assert store.read("table a") == list(rows[:2])
    assert store.read("table a", after=1) == [rows[1]]
    assert store.read("meter") == [rows[2]]
    assert store.read("nothing") == []
    assert store.of_command("c-2") == ()


def test_a_new_log_is_empty(store: Store) -> None:
    assert store.head() == Head(0, ZERO)
    assert store.streams() == {}
    assert store.stream_heads() == {}
    assert store.read_log() == []
    assert check_store(store) is None


def test_heads_follow_the_events(store: Store) -> None:
    store.commit([write("c-1", "a", 0, "1", "2"), write("c-2", "b", 0, "3")])
    store.commit([write("c-3", "a", 2, "4")])
    rows = store.read_log()
    assert store.head() == Head(4, rows[3].hash)
    assert store.streams() == {"a": 3, "b": 1}
    assert store.stream_heads() == {"a": Head(3, rows[3].hash), "b": Head(1, rows[2].hash)}
    assert check_store(store) is None


def test_the_log_is_read_page_by_page_in_order(store: Store) -> None:
    # Enough events that a commit takes several statements of several sizes.
    store.commit([write(f"c-{i}", f"s-{i % 7}", i // 7, f"{i}") for i in range(700)])
    assert [row.data for row in store.read_log(after=3, limit=2)] == [b"3", b"4"]
    assert [row.data for row in whole_log(store, page=9)] == [f"{i}".encode() for i in range(700)]
    assert [row.position for row in whole_log(store, after=690)] == list(range(691, 701))
    assert [row.version for row in store.read("s-3")] == list(range(1, 101))
    assert check_store(store) is None


def test_names_are_any_text(store: Store) -> None:
    names = [
        "é",
        "'; DROP TABLE log; --",
        '"quoted"',
        "\\",
        "表",
        "🂡",
        "a" * 200,
        " ",
        "\n",
        "%s",
        "?",
    ]
    outcomes = store.commit([write(name, name, 0, name) for name in names])
    assert all(isinstance(outcome, Written) for outcome in outcomes)
    assert set(store.streams()) == set(names)
    for name in names:
        [row] = store.read(name)
        assert store.of_command(name) == (row,)
        assert (row.stream, row.command, row.data) == (name, name, name.encode())
        assert store.commit([write(name, name, 0, "again")]) == [Written((row,), again=True)]
    assert check_store(store) is None


@pytest.mark.parametrize("name", ["", "a\0b", "a" * 201, "\ud800"])
def test_what_cannot_be_a_name_is_malformed_and_never_found(store: Store, name: str) -> None:
    with pytest.raises(Malformed, match="a name is text"):
        store.commit([write("c-1", "good", 0, "1"), write(name, "a", 0, "1")])
    with pytest.raises(Malformed, match="a name is text"):
        store.commit([write("c-1", name, 0, "1")])
    with pytest.raises(Malformed, match="a name is text"):
        store.commit([Write("c-1", b"", (Append("a", 0, (NewEvent(name, b""),)),))])
    with pytest.raises(Malformed, match="a name is text"):
        store.keep("session", name, b"")
    with pytest.raises(Malformed, match="a name is text"):
        store.save_snapshot(Snapshot(name, 1, "code", b""))
    assert store.read(name) == []
    assert store.of_command(name) == ()
    assert store.snapshot(name) is None
    assert store.kept("session", name) is None
    assert store.discard("session", name) is False
    assert store.head().position == 0


# Conditions


def test_a_conflict_tells_the_versions_and_writes_nothing(store: Store) -> None:
    store.commit([write("c-1", "a", 0, "1", "2"), write("c-2", "b", 0, "3")])
    stale = Write(
        "c-3",
        b"{}",
        (Append("b", 1, events("x")), Append("a", 1, events("x")), Append("new", 4, events("x"))),
    )
    assert store.commit([stale]) == [Conflict({"a": 2, "new": 0})]
    assert store.streams() == {"a": 2, "b": 1}
    assert store.head().position == 3
    assert store.of_command("c-3") == ()
    # Decided again on what there is now, the same command goes in.
    fresh = Write("c-3", b"{}", (Append("b", 1, events("x")), Append("a", 2, events("x"))))
    [outcome] = store.commit([fresh])
    assert not written(outcome).again
    assert store.streams() == {"a": 3, "b": 2}


def test_a_version_ahead_of_the_stream_is_a_conflict_too(store: Store) -> None:
    assert store.commit([write("c-1", "a", 1, "1")]) == [Conflict({"a": 0})]


def test_writes_of_one_commit_see_each_other(store: Store) -> None:
    outcomes = store.commit(
        [
            write("c-1", "a", 0, "1"),
            write("c-2", "a", 0, "2"),  # too late
            write("c-3", "b", 0, "3"),
            write("c-4", "b", 1, "4"),  # decided on the event before it
        ]
    )
    assert outcomes[1] == Conflict({"a": 1})
    assert [row.data for row in store.read_log()] == [b"1", b"3", b"4"]
    assert [written(outcomes[i]).rows for i in (0, 2, 3)] == [(r,) for r in store.read_log()]
    assert check_store(store) is None


def test_what_was_decided_on_something_overtaken_is_overtaken_too(store: Store) -> None:
    """Somebody else has written just as much meanwhile: its version fits, what it saw does not."""
    store.commit([write("theirs", "a", 0, "1", "2")])
    first, then = write("first", "a", 0, "x", "y"), write("then", "a", 2, "z")
    assert store.commit([first, then]) == [Conflict({"a": 2}), Conflict({"a": 2})]
    assert [row.command for row in store.read("a")] == ["theirs", "theirs"]
    beside, again = write("beside", "b", 0, "1"), write("then", "a", 2, "z")
    outcomes = store.commit([write("first", "a", 0, "x"), beside])
    assert outcomes[0] == Conflict({"a": 2})
    assert written(outcomes[1]).rows, "what has nothing to do with it is written"
    assert written(store.commit([again])[0]).rows


def test_an_append_without_events_is_a_condition_alone(store: Store) -> None:
    store.commit([write("c-1", "limits", 0, "low")])
    bet = Write("c-2", b"{}", (Append("limits", 0, ()), Append("table", 0, events("bet"))))
    assert store.commit([bet]) == [Conflict({"limits": 1})]
    bet = Write("c-2", b"{}", (Append("limits", 1, ()), Append("table", 0, events("bet"))))
    [outcome] = store.commit([bet])
    assert [row.stream for row in written(outcome).rows] == ["table"]
    assert written(outcome).rows[0].cause == b"{}"
    assert store.commit([Write("c-3", b"{}", (Append("limits", 1, ()),))]) == [Written(())]
    assert store.streams() == {"limits": 1, "table": 1}


def test_a_stream_is_named_once_in_a_write(store: Store) -> None:
    twice = Write("c-1", b"{}", (Append("a", 0, events("1")), Append("a", 1, events("2"))))
    with pytest.raises(BrokenInvariant, match="twice"):
        store.commit([twice])
    assert store.head().position == 0


# Commands that come twice


def test_a_command_sent_twice_acts_once(place: Place) -> None:
    [first] = place.open().commit([write("c-1", "a", 0, "1", "2")])
    [again] = place.open().commit([write("c-1", "a", 0, "1", "2")])
    assert again == Written(written(first).rows, again=True)
    # Decided anew meanwhile, it says something else: what counts is what it did the first time.
    assert place.open().commit([write("c-1", "a", 2, "other")]) == [again]
    assert place.open().head().position == 2


def test_a_command_twice_in_one_commit_acts_once(store: Store) -> None:
    outcomes = store.commit([write("c-1", "a", 0, "1"), write("c-1", "a", 0, "1")])
    assert [written(outcome).again for outcome in outcomes] == [False, True]
    assert written(outcomes[0]).rows == written(outcomes[1]).rows == tuple(store.read_log())


def test_the_same_command_at_once_from_many_connections_acts_once(place: Place) -> None:
    stores = [place.open() for _ in range(4)]
    start = threading.Barrier(len(stores))
    outcomes: list[Written] = []

    def send(store: Store) -> None:
        start.wait()
        for i in range(10):
            outcomes.extend(map(written, store.commit([write(f"c-{i}", f"s-{i}", 0, "x")])))

    run_together(send, stores)
    assert len(outcomes) == 40
    assert sum(not outcome.again for outcome in outcomes) == 10
    assert stores[0].head().position == 10
    assert check_store(stores[0]) is None


def run_together(work: Callable[[Store], None], stores: Sequence[Store]) -> None:
    threads = [threading.Thread(target=work, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# One moment


def test_one_moment_does_not_move(place: Place) -> None:
    reader, writer = place.open(), place.open()
    writer.commit([write("c-1", "a", 0, "1")])
    with reader.one_moment():
        before = reader.head()
        writer.commit([write("c-2", "a", 1, "2"), write("c-3", "b", 0, "3")])
        assert reader.head() == before
        assert reader.streams() == {"a": 1}
        assert len(reader.read_log()) == 1
    assert reader.head().position == 3
    reader.commit([write("c-4", "b", 1, "4")])
    assert check_store(writer) is None


# The cache


def test_a_snapshot_replaces_the_one_before(store: Store) -> None:
    assert store.snapshot("a") is None
    store.save_snapshot(Snapshot("a", 3, "sources 1", b"\0state"))
    store.save_snapshot(Snapshot("b", 1, "sources 1", b""))
    store.save_snapshot(Snapshot("a", 5, "sources 2", b"later"))
    assert store.snapshot("a") == Snapshot("a", 5, "sources 2", b"later")
    assert store.snapshot("b") == Snapshot("b", 1, "sources 1", b"")


# The cabinet


def test_the_cabinet_keeps_and_forgets(store: Store) -> None:
    store.keep("session", "s-1", b"ann")
    store.keep("session", "s-2", b"bob")
    store.keep("link", "s-1", b"\0\xff")
    store.keep("session", "s-2", b"cal")
    assert store.kept("session", "s-1") == b"ann"
    assert store.kept("link", "s-1") == b"\0\xff"
    assert store.kept("link", "s-2") is None
    assert store.all_kept("session") == {"s-1": b"ann", "s-2": b"cal"}
    assert store.all_kept("nothing") == {}
    assert store.discard("session", "s-1") is True
    assert store.discard("session", "s-1") is False
    assert store.kept("session", "s-1") is None
    assert store.kept("link", "s-1") == b"\0\xff"


def test_the_first_to_put_something_in_is_told_so(place: Place) -> None:
    ours, theirs = place.open(), place.open()
    assert ours.keep_first("head", "1", b"ours")
    assert not theirs.keep_first("head", "1", b"theirs")
    assert theirs.kept("head", "1") == b"ours"


def test_the_last_are_found_first(store: Store) -> None:
    for key in ("03", "10", "02", "20"):
        store.keep("head", key, key.encode())
    store.keep("other", "99", b"")
    assert list(store.last_kept("head", 2)) == ["20", "10"]
    assert store.last_kept("head", 5, before="10") == {"03": b"03", "02": b"02"}
    assert store.last_kept("none", 5) == {}


def test_the_hashes_alone(store: Store) -> None:
    store.commit([write("c", "a", 0, *"vwxyz")])
    hashes = [row.hash for row in store.read_log()]
    assert store.hashes(0, 10) == hashes
    assert store.hashes(1, 2) == hashes[1:3]
    assert store.hashes(5, 2) == []


def test_sweeping_throws_away_what_has_had_its_time(store: Store) -> None:
    store.keep("session", "for ever", b"")
    for until in (99, 100, 101):
        store.keep("session", f"until {until}", b"", until)
    store.sweep(now=100)
    assert set(store.all_kept("session")) == {"for ever", "until 101"}
    store.keep("session", "until 101", b"", 0)  # kept anew, for ever
    store.sweep(now=1000)
    assert set(store.all_kept("session")) == {"for ever", "until 101"}


def test_a_link_is_discarded_by_one_only(place: Place) -> None:
    stores = [place.open() for _ in range(4)]
    for i in range(20):
        stores[0].keep("link", f"l-{i}", b"")
    start = threading.Barrier(len(stores))
    taken: list[int] = []

    def take(store: Store) -> None:
        start.wait()
        taken.extend(i for i in range(20) if store.discard("link", f"l-{i}"))

    run_together(take, stores)
    assert sorted(taken) == list(range(20))


# Copies


def test_a_backup_is_a_whole_log_that_goes_on(store: Store, tmp_path: Path) -> None:
    store.commit([write(f"c-{i}", f"s-{i % 3}", i // 3, f"{i}") for i in range(1500)])
    store.keep("credential", "ann", b"secret", 7)
    folder = tmp_path / "copies" / "monday"
    assert store.backup(folder).parent == folder
    store.commit([write("later", "s-0", 500, "x")])

    copy = open_store(folder, None, read_only=True)
    assert check_store(copy) is None
    assert list(whole_log(copy)) == store.read_log(limit=1500)
    assert copy.head().position == 1500
    assert copy.kept("credential", "ann") == b"secret"
    copy.close()

    restored = open_store(folder, None)
    [outcome] = restored.commit([write("elsewhere", "s-1", 500, "y")])
    assert written(outcome).rows[0].position == 1501
    assert check_store(restored) is None
    restored.close()


def test_a_backup_never_replaces_a_log(place: Place, tmp_path: Path) -> None:
    store = place.open()
    store.backup(tmp_path / "copy")
    before = (tmp_path / "copy" / "house.sqlite").read_bytes()
    store.commit([write("c-1", "a", 0, "1")])
    with pytest.raises(Malformed, match="there is a house here already"):
        store.backup(tmp_path / "copy")
    assert (tmp_path / "copy" / "house.sqlite").read_bytes() == before
    assert [path.name for path in (tmp_path / "copy").iterdir()] == ["house.sqlite"]


def test_a_backup_needs_a_folder(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Malformed, match="no copy can be made here"):
        store.backup(tmp_path / "file")


def test_a_backup_under_load_is_whole(place: Place, tmp_path: Path) -> None:
    store, other = place.open(), place.open()
    store.commit([write(f"c-{i}", "a", i, "x" * 500) for i in range(2000)])
    stop = threading.Event()

    def go_on() -> None:
        version = 0
        while not stop.is_set():
            other.commit([write(f"d-{version}", "b", version, "y" * 500)])
            version += 1

    writer = threading.Thread(target=go_on)
    writer.start()
    try:
        for number in range(3):
            store.backup(tmp_path / f"copy {number}")
            end = store.head()
            while store.head() == end and writer.is_alive():
                time.sleep(0.001)  # a copy can be made before the writer has its next turn
    finally:
        stop.set()
        writer.join()
    positions = []
    for number in range(3):
        copy = open_store(tmp_path / f"copy {number}", None, read_only=True)
        assert check_store(copy) is None
        positions.append(copy.head().position)
        copy.close()
    assert 2000 <= positions[0] < positions[1] < positions[2] <= store.head().position


# Reading alone


def test_a_log_opened_to_be_read_cannot_be_written(place: Place) -> None:
    place.open().commit([write("c-1", "a", 0, "1")])
    reader = place.open(read_only=True)
    assert [row.data for row in reader.read_log()] == [b"1"]
    assert check_store(reader) is None
    with pytest.raises(Unavailable, match=r"read-?only"):
        reader.commit([write("c-2", "a", 1, "2")])
    assert reader.head().position == 1


@pytest.mark.parametrize("column", ["data", "cause", "hash"])
def test_whoever_reads_a_stream_is_told_of_an_event_that_rotted(place: Place, column: str) -> None:
    store = place.open()
    store.commit([write("c-1", "a", 0, "5 dollars"), write("c-2", "b", 0, "x")])
    store.commit([write("c-3", "a", 1, "no more")])
    other = b"9 dollars".ljust(32)
    place.behind_its_back(f"UPDATE log SET {column} = ? WHERE position = 1", other)
    with pytest.raises(Damaged, match="event 1 cannot be read"):
        store.read("a")
    assert [row.data for row in store.read("a", after=1)] == [b"no more"]
    assert [row.data for row in store.read("b")] == [b"x"]
    place.behind_its_back("DELETE FROM log WHERE position = 1")
    with pytest.raises(Damaged, match="event 3 cannot be read"):
        store.read("a")
