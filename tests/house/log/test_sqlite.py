"""What is particular to the log in a SQLite file: opening it, its settings, its damage."""

import random
import re
import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw
import pytest

from bythebook.errors import Malformed
from bythebook.house.log import sqlite_file
from bythebook.house.log.choosing import open_store
from bythebook.house.log.sqlite import SqliteStore
from bythebook.house.log.sqlite_file import FILE, FORMAT
from bythebook.house.log.store import Conflict, Damaged, Row, Unavailable, Written, whole_log
from tests.house.log.stores import Place, check_store, write
from tests.house.log.writers import read_as_somebody, start

PAGE = 4096


def filled(folder: Path, commands: int = 20, text: str = "some text") -> list[Row]:
    """A log of so many events, closed again."""
    with closing(SqliteStore(folder)) as store:
        for number in range(commands):
            store.commit(
                [write(f"c-{number}", f"s-{number % 3}", number // 3, f"{number}: {text}")]
            )
        return list(whole_log(store))


def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path)) as store:
        connection = store._connection
        assert connection.pragma("journal_mode") == "wal"
        assert connection.pragma("synchronous") == 2  # full
        assert connection.pragma("foreign_keys") == 1


def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "new" / "data")):
        modes = {
            path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "new" / "data").iterdir()
        }
    assert modes[FILE] == 0o600
    assert set(modes.values()) == {0o600}


# What cannot be opened


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(Malformed, match="no log can be kept here") as caught:
            SqliteStore(folder)
        assert caught.value.where == str(folder)


def test_a_file_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(Malformed, match="no log can be kept here"):
        SqliteStore(tmp_path)
    with pytest.raises(Malformed, match="there is no house here"):
        SqliteStore(tmp_path, read_only=True)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_that_is_no_database(tmp_path: Path, read_only: bool) -> None:
    content = b"this is a letter to my aunt" * 100
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(Malformed, match="is not a house's log"):
        SqliteStore(tmp_path, read_only)
    assert (tmp_path / FILE).read_bytes() == content


@pytest.mark.parametrize("read_only", [False, True])
def test_a_database_of_something_else(tmp_path: Path, read_only: bool) -> None:
    with closing(apsw.Connection(str(tmp_path / FILE))) as other:
        other.execute("CREATE TABLE recipes(name)")
    content = (tmp_path / FILE).read_bytes()
    with pytest.raises(Malformed, match="is a database of something else"):
        SqliteStore(tmp_path, read_only)
    assert (tmp_path / FILE).read_bytes() == content


@pytest.mark.parametrize("read_only", [False, True])
def test_a_log_of_a_newer_version(tmp_path: Path, read_only: bool) -> None:
    filled(tmp_path)
    with closing(apsw.Connection(str(tmp_path / FILE))) as file:
        file.pragma("user_version", FORMAT + 1)
    with pytest.raises(Malformed, match="made by a newer version"):
        SqliteStore(tmp_path, read_only)


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="there is no house here"):
        SqliteStore(tmp_path / "nowhere", read_only=True)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("data", "database", "says"),
    [
        (None, None, "say where the log is"),
        (Path("x"), "postgresql://x", "not in both"),
        (None, "mysql://me:secret@x/y", "begins with postgresql://"),
    ],
)
def test_a_log_has_one_place(data: Path | None, database: str | None, says: str) -> None:
    with pytest.raises(Malformed, match=says) as caught:
        open_store(data, database)
    assert "secret" not in str(caught.value)


def test_opening_is_tried_again_while_another_process_makes_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Two that open a new file at once: seldom, one of them is turned away without waiting.
    real = sqlite_file._prepare
    attempts: list[apsw.Connection] = []

    def prepare(connection: apsw.Connection, folder: Path) -> None:
        attempts.append(connection)
        if len(attempts) < 3:
            raise apsw.BusyError("database is locked")
        real(connection, folder)

    monkeypatch.setattr(sqlite_file, "_prepare", prepare)
    filled(tmp_path)
    assert len(attempts) == 3
    attempts.clear()
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0)
    with pytest.raises(Malformed, match="locked"):
        SqliteStore(tmp_path)


# Reading where nothing can be written


def test_a_copy_of_the_file_alone_is_read(tmp_path: Path) -> None:
    rows = filled(tmp_path / "house")
    (tmp_path / "copy").mkdir()
    shutil.copy(tmp_path / "house" / FILE, tmp_path / "copy")
    with closing(SqliteStore(tmp_path / "copy", read_only=True)) as copy:
        assert list(whole_log(copy)) == rows
        assert check_store(copy) is None


def test_a_running_house_is_read_with_what_is_not_in_the_file_yet(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path)) as store:
        store.commit([write("c-1", "a", 0, "1")])
        with closing(SqliteStore(tmp_path, read_only=True)) as reader:
            store.commit([write("c-2", "a", 1, "2")])
            assert [row.data for row in reader.read_log()] == [b"1", b"2"]
            assert check_store(reader) is None


def test_a_disk_that_cannot_be_written_can_be_read() -> None:
    with TemporaryDirectory() as parent:
        folder = Path(parent) / "data"
        filled(folder)
        (folder / FILE).chmod(0o444)
        folder.chmod(0o555)
        Path(parent).chmod(0o755)  # nothing stops root from writing: somebody else must get here
        process, line = start(read_as_somebody, Place(folder), "")
        assert line.recv() == (20, None)
        process.join()
        process.close()
        line.close()
        assert [path.name for path in folder.iterdir()] == [FILE]
        folder.chmod(0o755)


# A disk that is full


def test_a_full_disk_acknowledges_nothing_and_the_log_goes_on_later(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path)) as store:
        store.commit([write("c-1", "a", 0, "1")])
        pages = store._connection.pragma("page_count")
        store._connection.pragma("max_page_count", pages)
        with pytest.raises(Unavailable, match="full"):
            store.commit([write("c-2", "b", 0, "2"), write("c-3", "a", 1, "x" * 100_000)])
        assert store.streams() == {"a": 1}
        assert store.head().position == 1
        store._connection.pragma("max_page_count", 1_000_000)
        outcomes = store.commit([write("c-2", "b", 0, "2"), write("c-3", "a", 1, "x" * 100_000)])
        assert [type(outcome) for outcome in outcomes] == [Written, Written]
        assert check_store(store) is None


def test_a_log_that_is_locked_for_too_long_is_unavailable(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path)) as store, closing(SqliteStore(tmp_path)) as other:
        other._connection.execute("BEGIN IMMEDIATE")
        store._connection.set_busy_timeout(20)
        with pytest.raises(Unavailable, match="locked"):
            store.commit([write("c-1", "a", 0, "1")])
        other._connection.execute("ROLLBACK")
        assert not isinstance(store.commit([write("c-1", "a", 0, "1")])[0], Conflict)


# Damage to the file itself


@pytest.mark.parametrize("column", ["stream", "command", "kind"])
def test_text_that_is_no_text_any_more_is_an_edit(tmp_path: Path, column: str) -> None:
    filled(tmp_path)
    with closing(apsw.Connection(str(tmp_path / FILE))) as file:
        file.execute(f"UPDATE log SET {column} = CAST(x'ff00fe' AS TEXT) WHERE position = 7")
    with closing(SqliteStore(tmp_path, read_only=True)) as store:
        found = check_store(store)
        assert found is not None
        assert (found.position, found.reason.split(":")[0]) == (7, "edited")


def page_of(content: bytes | bytearray, row: Row) -> int:
    """Where the page begins on which an event lies."""
    return content.index(row.data) // PAGE * PAGE


def test_a_page_that_cannot_be_read_is_named_by_its_first_event(tmp_path: Path) -> None:
    rows = filled(tmp_path, commands=60, text="x" * 900)
    content = bytearray((tmp_path / FILE).read_bytes())
    page = page_of(content, rows[40])
    on_page = [row for row in rows if page_of(content, row) == page]
    content[page : page + 8] = b"\xff" * 8  # where a page says of which kind it is
    (tmp_path / FILE).write_bytes(content)
    with closing(SqliteStore(tmp_path, read_only=True)) as store:
        found = check_store(store)
        assert found is not None
        assert found.position == on_page[0].position
        assert "cannot be read" in found.reason
        with pytest.raises(Damaged, match=f"event {on_page[0].position} cannot be read"):
            store.read_log(after=on_page[0].position - 1)


def test_an_index_that_hides_an_event_is_found(tmp_path: Path) -> None:
    filled(tmp_path)
    content = bytearray((tmp_path / FILE).read_bytes())
    for place in (match.start() for match in re.finditer(b"c-7", bytes(content))):
        if content[place - 4 : place - 1] != b"s-1":  # not in the event itself, by its stream
            content[place : place + 3] = b"c-X"
    (tmp_path / FILE).write_bytes(content)
    with closing(SqliteStore(tmp_path, read_only=True)) as store:
        assert store.of_command("c-7") == ()  # so it would be written a second time
        found = check_store(store)
        assert found is not None
        assert found.position == 0
        assert str(found).startswith("the store: ")


def test_no_byte_of_the_file_changes_the_log_unseen(tmp_path: Path) -> None:
    rows = filled(tmp_path / "house")
    whole = (tmp_path / "house" / FILE).read_bytes()
    log_pages = sorted({page_of(whole, row) for row in rows})
    chosen = random.Random(5)
    bad = tmp_path / "bad"
    bad.mkdir()
    outcomes = {"refused": 0, "found": 0, "elsewhere": 0}
    for number in range(300):
        content = bytearray(whole)
        if number % 3:
            place = chosen.choice(log_pages) + chosen.randrange(PAGE)
        else:
            place = chosen.randrange(len(content))
        content[place] ^= chosen.randrange(1, 256)
        (bad / FILE).write_bytes(content)
        try:
            store = SqliteStore(bad, read_only=True)
        except Malformed:
            outcomes["refused"] += 1
            continue
        with closing(store):
            try:
                if check_store(store) is not None:
                    outcomes["found"] += 1
                    continue
            except Unavailable:
                outcomes["found"] += 1
                continue
            # In an index, in free space or in another table: what the log says is untouched.
            assert list(whole_log(store)) == rows
            outcomes["elsewhere"] += 1
    assert outcomes["found"] > 100
