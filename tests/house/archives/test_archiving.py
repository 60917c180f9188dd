"""Closed days in cold storage: sealed, taken out of the store, and still verified."""

import asyncio
import datetime
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.house.archives import archiving
from bythebook.house.archives.archiving import archive_days
from bythebook.house.archives.files import ArchiveFile, Header, write_file
from bythebook.house.archives.shelf import STREAM, archives_in
from bythebook.house.demo import demo
from bythebook.house.heads.heads import proof_between, sign_heads
from bythebook.house.heads.merkle import is_included, leaf_hash
from bythebook.house.heads.notes import Signer, read_head
from bythebook.house.heads.round_proofs import check_round, prove_round
from bythebook.house.log.chain import Fault
from bythebook.house.log.choosing import open_store, write_copy
from bythebook.house.log.outages import is_outage
from bythebook.house.log.store import (
    Append,
    Archived,
    ArchivingStore,
    Damaged,
    NewEvent,
    Row,
    Store,
    Write,
    whole_log,
)
from bythebook.house.people.people import Viewer
from bythebook.house.service import House
from bythebook.house.staff.archive import positions_of
from bythebook.house.tables.live_table import stream_of
from bythebook.house.verify.beside import Beside
from bythebook.house.verify.verifying import verify
from bythebook.web.door.errors_page import problem_of
from tests.commands.calling import Call
from tests.commands.test_restore import to
from tests.house.log.stores import Place
from tests.house.tables.felt import BEGAN, Chance
from tests.house.tables.guests import Guest

TABLE = "practice-crown"
KEY = bytes(32)
SIGNER = Signer("house.example", bytes(32))
DAY_SECONDS = 24 * 3600
FIRST_DAY = datetime.date(2027, 1, 15)  # BEGAN is in its morning
NOW = BEGAN + 3 * DAY_SECONDS


IN_A_FILE = pytest.mark.parametrize("place", ["sqlite"], indirect=True)  # any store would do


def no_pause(_: float) -> None:
    pass


class Days:
    """A house over some days, with one guest who plays in it."""

    def __init__(self, store: Store, name: str = "guest-1") -> None:
        self.time = BEGAN
        self.house = House(store, clock=lambda: float(self.time), entropy=Chance(name), key=KEY)
        self.guest = Guest(self.house, TABLE, Viewer(name), Random(3))

    async def plays(self, rounds: int) -> None:
        for _ in range(rounds):
            await self.guest.bet(2)
            while await self.guest.act():
                pass


async def two_days(folder: Path) -> None:
    """Three rounds on the first day, one on the second; heads are signed each evening."""
    days = Days(open_store(folder, None))
    await days.house.open()
    heads = await sign_heads(days.house, SIGNER, every=0)
    for terms in demo.demo_tables():
        if terms.id == TABLE:
            await demo.open_table(days.house, terms)
    await days.house.watch(TABLE, days.guest.viewer)
    await days.guest.sit(2)
    await days.plays(3)
    await heads.make()
    days.time += DAY_SECONDS
    await days.plays(1)
    await days.house.close()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArchivingStore]:
    folder = tmp_path_factory.mktemp("two days")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bythebook.house.service.SNAPSHOT_EVERY", 10)
        asyncio.run(two_days(folder))
    store = open_store(folder, None)
    yield store
    store.close()


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a file has several."""
    monkeypatch.setattr(archiving, "TOGETHER", 16)


@pytest.fixture
def store(place: Place, kept: ArchivingStore) -> ArchivingStore:
    """The same two days in any store, with the snapshots of that house."""
    ends = kept.head(), kept.stream_heads()
    write_copy(place.data or Path(), place.database or "", whole_log(kept), *ends, kept.cabinet())
    store = place.open()
    for stream in kept.snapshots():
        snapshot = kept.snapshot(stream)
        assert snapshot is not None
        store.save_snapshot(snapshot)
    return store


@pytest.fixture
def cold(tmp_path: Path) -> Path:
    return tmp_path / "cold"


def archive(store: ArchivingStore, cold: Path, days: int = 0) -> archiving.Done:
    until = FIRST_DAY + datetime.timedelta(days)
    return archive_days(store, until, cold, NOW, no_pause)


def husks(store: ArchivingStore) -> list[tuple[str, int]]:
    """Of every stream that has some, how many events are husks: always its first ones."""
    found = []
    for stream, end in store.streams().items():
        whole = [store.lies(stream, version)[1] for version in range(1, end + 1)]
        assert whole == sorted(whole)
        if not all(whole):
            found.append((stream, whole.count(False)))
    return found


def last_of_first_day(rows: list[Row]) -> int:
    """By hand: the day after begins with the guest's fourth wager."""
    wagers = [row for row in rows if row.cause and b'"type":"place"' in row.data]
    return wagers[3].position - 1


# What is archived is the log as it was


def test_a_closed_day_is_sealed_and_verifies_as_before(
    store: ArchivingStore, kept: ArchivingStore, cold: Path
) -> None:
    rows, before = list(whole_log(kept)), verify(kept)
    done = archive(store, cold)
    new = done.archived
    assert new is not None
    assert (new.first, new.last, new.day) == (1, last_of_first_day(rows), "2027-01-15")
    assert new.file == f"bythebook-2027-01-15.1-{new.last}.archive"
    assert new.hash == rows[new.last - 1].hash.hex()
    # Taken out is what the table's snapshot has, and nothing of any other stream.
    [(stream, many)] = husks(store)
    snapshot = kept.snapshot(stream_of(TABLE))
    assert snapshot is not None
    archived = sum(row.stream == stream and row.position <= new.last for row in rows)
    assert (stream, many) == (stream_of(TABLE), min(snapshot.version, archived))
    assert many == done.taken_out > 40
    # Read, it is what it was; and so is everything that is worked out from it.
    assert list(whole_log(store))[:-1] == rows
    assert store.read(stream) == kept.read(stream)
    after = verify(store)
    assert (after.outcome, after.archives, after.events) == ("clean", 1, before.events + 1)
    for what in ("orders", "rounds", "stacks", "cents", "heads", "unopened"):
        assert getattr(after, what) == getattr(before, what), what


@IN_A_FILE
def test_a_file_can_be_checked_by_itself(
    store: ArchivingStore, kept: ArchivingStore, cold: Path
) -> None:
    """By its chain, and by the head in it: signed, and over its last event."""
    new = archive(store, cold).archived
    assert new is not None
    file = ArchiveFile(cold / new.file)
    assert list(file.rows()) == list(whole_log(kept))[: new.last]
    head, last = read_head(file.header.head), leaf_hash(file.header.hash)
    assert head.note.signed_at(SIGNER.key) is not None
    assert is_included(last, new.last - 1, head.size, file.header.proof, head.root)


@IN_A_FILE
def test_an_inspector_checks_a_file_without_the_log(
    store: ArchivingStore, cold: Path, tmp_path: Path, call: Call
) -> None:
    new = archive(store, cold).archived
    assert new is not None
    path, house, other = cold / new.file, str(SIGNER.key), Signer("house.example", bytes(range(32)))
    good = call("verify-archive", str(path), "--key", house)
    assert (good.status, f"events 1 to {new.last}, the last {new.hash}" in good.out) == (0, True)
    assert "in the log over which the house signed a head" in good.out
    stranger = call("verify-archive", str(path), "--key", str(other.key))
    assert (stranger.status, "not signed by the house's key" in stranger.out) == (1, True)
    file = ArchiveFile(path)
    header, rows = file.header, list(file.rows())
    forged: dict[str, tuple[Header, list[Row]]] = {
        "do not lead to": (header, [*rows[:-1], replace(rows[-1], data=b"{}")]),
        "is not shown to be in the log": (replace(header, proof=header.proof[1:]), rows),
        "no signed head is over it": (replace(header, head="", proof=()), rows),
        "has not all of its events": (header, rows[:-1]),
        "has more in it": (header, rows * 2),
    }
    for why, made in forged.items():
        write_file(tmp_path / "forged", *made)
        said = call("verify-archive", str(tmp_path / "forged"), "--key", house)
        assert (said.status, why in said.out) == (1, True), said
    assert call("verify-archive", str(tmp_path)).status == 2


@IN_A_FILE
def test_nothing_is_taken_out_for_a_file_that_is_not_good(
    store: ArchivingStore, cold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a disk would do that loses what was written to it."""

    def badly(part: Path, header: Header, rows: Iterable[Row]) -> None:
        write_file(part, header, (replace(row, kind="Other") for row in rows))

    before = list(whole_log(store))
    monkeypatch.setattr(archiving, "write_file", badly)
    with pytest.raises(Malformed, match="not what is in the log: event 1 "):
        archive(store, cold)
    assert list(whole_log(store)) == before
    assert not husks(store)
    assert not list(cold.iterdir())


@IN_A_FILE
def test_the_same_days_make_the_same_file(
    store: ArchivingStore, kept: ArchivingStore, tmp_path: Path
) -> None:
    made = []
    for name in ("once", "again"):
        archiving._make(store, tmp_path / name, 1, 40)
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]


def test_the_next_archive_goes_on_from_the_last(
    store: ArchivingStore, kept: ArchivingStore, cold: Path
) -> None:
    """And what a start needed then, but a later snapshot has, goes with it."""
    stream = stream_of(TABLE)
    snapshot = store.snapshot(stream)
    assert snapshot is not None
    store.save_snapshot(replace(snapshot, version=20))
    first = archive(store, cold).archived
    assert husks(store) == [(stream, 20)]
    assert archive(store, cold) == archiving.Done(archived=None, taken_out=0)
    store.save_snapshot(snapshot)
    done = archive(store, cold, 1)
    second = done.archived
    assert first is not None
    assert second is not None
    assert (second.first, second.last) == (first.last + 1, len(list(whole_log(kept))))
    assert husks(store) == [(stream, snapshot.version)]
    assert done.taken_out == snapshot.version - 20
    assert verify(store).archives == 2
    assert list(whole_log(store))[: second.last] == list(whole_log(kept))


@IN_A_FILE
def test_a_day_that_is_not_over_stays(store: ArchivingStore, cold: Path) -> None:
    with pytest.raises(Malformed, match="once it is over"):
        archive(store, cold, 3)
    with pytest.raises(Malformed, match="nothing happened"):
        archive(store, cold, -1)
    assert not cold.exists()


@IN_A_FILE
def test_no_day_goes_that_no_head_is_over(store: ArchivingStore, cold: Path) -> None:
    write = Write("later", b'{"by":"house"}', (Append("more", 0, (NewEvent("More", b"{}"),)),))
    store.commit([write])
    with pytest.raises(Malformed, match="no head is signed over event"):
        archive(store, cold, 1)
    assert not list(cold.iterdir())


def test_two_who_archive_at_once(
    store: ArchivingStore, cold: Path, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one who comes second takes nothing out, and says so."""
    other = place.open()
    record = archiving._record

    def overtaken(*arguments: object) -> None:
        monkeypatch.setattr(archiving, "_record", record)
        archive(other, cold)
        record(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(archiving, "_record", overtaken)
    with pytest.raises(Malformed, match="somebody else archives"):
        archive(store, cold)
    assert verify(store).outcome == "clean"
    assert len(archives_in(store)) == 1


# Broken off


class Struck(Exception):
    """The moment at which the process ends."""


def strike(*_: object) -> None:
    raise Struck


BREAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "while it is written": lambda patch: patch.setattr(archiving, "_rows", strike),
    "before it has its name": lambda patch: patch.setattr(os, "rename", strike),
    "before the log says so": lambda patch: patch.setattr(archiving, "_record", strike),
    "before anything is out": lambda patch: patch.setattr(archiving, "take_out", strike),
    "when some is out": lambda patch: patch.setattr(archiving, "AT_ONCE", 20),
}


@pytest.mark.parametrize("when", BREAKS)
def test_broken_off_it_is_finished_the_next_time(
    when: str,
    store: ArchivingStore,
    kept: ArchivingStore,
    cold: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = list(whole_log(kept))
    with monkeypatch.context() as patch:
        BREAKS[when](patch)
        with pytest.raises(Struck):
            archive_days(store, FIRST_DAY, cold, NOW, strike)  # at the first pause, at the latest
    assert list(whole_log(store))[: len(rows)] == rows
    assert verify(store).clean
    archive(store, cold)
    assert verify(store).archives == 1
    [(_, many)] = husks(store)
    assert many > 40
    assert list(whole_log(store))[: len(rows)] == rows
    assert [file.name for file in cold.iterdir()] == [archives_in(store)[0].file]


def test_a_house_that_is_open_is_not_disturbed(
    store: ArchivingStore, place: Place, cold: Path
) -> None:
    async def beside() -> None:
        other = open_store(place.data, place.database)  # which the house closes
        days = Days(other, "guest-2")
        days.time = NOW
        await days.house.open()
        await days.house.watch(TABLE, days.guest.viewer)
        await days.guest.do(type="join", box=3)

        async def plays() -> None:
            for _ in range(2):
                await days.guest.bet(3)
                while await days.guest.act():
                    pass

        await asyncio.gather(asyncio.to_thread(archive, store, cold, 1), plays())
        assert days.house.committer.outage.count == 0
        await days.house.close()

    asyncio.run(beside())
    report = verify(store)
    assert (report.outcome, report.archives) == ("clean", 1)
    assert report.rounds >= 5


# Without the file


@pytest.fixture
def moved(store: ArchivingStore, cold: Path) -> ArchivingStore:
    """Archived, and the file taken elsewhere."""
    archive(store, cold)
    cold.rename(cold.with_name("elsewhere"))
    return store


def test_without_the_file_verify_says_what_it_did_not_look_at(
    moved: ArchivingStore, cold: Path
) -> None:
    report = verify(moved)
    [new] = archives_in(moved)
    assert (report.outcome, report.clean, report.fault) == ("incomplete", False, None)
    assert [(one.first, one.last, one.file) for one in report.unseen] == [(1, new.last, new.file)]
    first = next(row.position for row in moved.read_log(0, 100, husks=True) if not row.data)
    assert report.undecided == first
    assert report.events == first - 1
    assert report.heads == 3  # they are over hashes, which are all there
    moved.archive = cold.with_name("elsewhere")
    assert verify(moved).clean


def test_without_the_file_whoever_needs_it_is_told(moved: ArchivingStore) -> None:
    [new] = archives_in(moved)
    with pytest.raises(Archived, match=f"events 1 to {new.last} are .* {new.file}") as told:
        moved.read(stream_of(TABLE))
    assert not is_outage(told.value)
    with pytest.raises(Archived):
        list(whole_log(moved))
    assert moved.read("people") == []  # what is not archived is read as ever
    [(_, many)] = husks(moved)
    assert moved.read(stream_of(TABLE), many)[0].version == many + 1


def test_a_house_opens_by_its_snapshots_without_the_file(
    moved: ArchivingStore, place: Place, kept: ArchivingStore
) -> None:
    """And a command of an archived day that is sent again is still known."""

    async def opens(key: bytes) -> None:
        house = House(
            open_store(place.data, place.database),
            clock=lambda: float(NOW),
            entropy=Chance("again"),
            key=key,
        )
        try:
            await house.open()
            sat = next(row for row in kept.read(stream_of(TABLE)) if row.command.endswith("/c1"))
            again = await house.commits.of_command(sat.command)
            assert again[0].cause == sat.cause
            guest = Guest(house, TABLE, Viewer("guest-1"), Random(3))
            assert (await guest.do(type="join", box=2)).id == "c1"
            guest.sent = 0
            with pytest.raises(Malformed, match="used before"):
                await guest.do(type="join", box=4)
        finally:
            await house.close()

    asyncio.run(opens(KEY))
    with pytest.raises(Archived, match=archives_in(moved)[0].file):
        asyncio.run(opens(b"of another house, or other sources"))


# An insider


def spoil(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


@IN_A_FILE
@pytest.mark.parametrize("at", [0, 30, -1000, -1])
def test_a_changed_byte_of_a_file_is_found(
    at: int, store: ArchivingStore, cold: Path, place: Place
) -> None:
    new = archive(store, cold).archived
    assert new is not None
    spoil(cold / new.file, at)
    fault = verify(store).fault
    assert fault is not None
    assert new.file in fault.reason
    assert 1 <= fault.position <= new.last


@IN_A_FILE
def test_a_changed_event_of_a_file_is_found_where_it_is(
    store: ArchivingStore, cold: Path, place: Place
) -> None:
    """Written anew, so that nothing in it is broken."""
    new = archive(store, cold).archived
    assert new is not None
    file = ArchiveFile(cold / new.file)
    rows = [
        replace(row, data=row.data.replace(b"1", b"2")) if row.position == 37 else row
        for row in file.rows()
    ]
    write_file(cold / new.file, file.header, rows)
    fault = verify(store).fault
    assert fault is not None
    assert (fault.position, fault.stream) == (37, rows[36].stream)
    with pytest.raises(Damaged, match=r"event 37 cannot be read: .* does not fit its hash"):
        list(whole_log(place.open()))


@IN_A_FILE
def test_a_file_that_was_written_otherwise_is_not_the_one_that_was_sealed(
    store: ArchivingStore, cold: Path
) -> None:
    new = archive(store, cold).archived
    assert new is not None
    file = ArchiveFile(cold / new.file)
    rows, header = list(file.rows()), replace(file.header, head="", proof=())
    write_file(cold / new.file, header, rows)
    fault = verify(store).fault
    assert fault is not None
    assert (fault.position, "not the file that was sealed" in fault.reason) == (1, True)


@IN_A_FILE
def test_a_file_of_another_house_is_found(
    store: ArchivingStore, cold: Path, tmp_path: Path
) -> None:
    new = archive(store, cold).archived
    assert new is not None
    other = open_store(tmp_path / "other", None)
    for number in range(1, new.last + 1):
        event = NewEvent("Said", b"{}")
        other.commit([Write(f"c{number}", b'{"by":"x"}', (Append("a", number - 1, (event,)),))])
    archiving._make(other, tmp_path / new.file, 1, new.last)
    other.close()
    shutil.move(tmp_path / new.file, cold / new.file)
    fault = verify(store).fault
    assert fault is not None
    assert (fault.position, new.file in fault.reason) == (1, True)


def test_what_is_taken_out_without_an_archive_is_found(
    store: ArchivingStore, place: Place, cold: Path
) -> None:
    new = archive(store, cold).archived
    assert new is not None
    row = next(row for row in store.read(stream_of(TABLE)) if row.position > new.last)
    place.behind_its_back("UPDATE log SET data = ? WHERE position = ?", b"", row.position)
    fault = verify(store).fault
    assert fault is not None
    assert (fault.position, fault.stream) == (row.position, row.stream)
    assert fault.reason == "what it says was taken out, and no archive has it"


@pytest.mark.parametrize("column", ["command", "kind"])
def test_a_husk_that_was_changed_is_found_where_it_is(
    column: str, store: ArchivingStore, place: Place, cold: Path
) -> None:
    archive(store, cold)
    assert not store.lies(stream_of(TABLE), store.read_log(36, 1)[0].version)[1]
    place.behind_its_back(f"UPDATE log SET {column} = ? WHERE position = ?", "other", 37)
    fault = verify(store).fault
    assert fault is not None
    assert fault.position == 37


@IN_A_FILE
def test_an_archive_that_leaves_something_out_is_found(store: ArchivingStore, cold: Path) -> None:
    new = archive(store, cold).archived
    assert new is not None
    last = store.read_log(new.last + 2, 1)[0]
    left_out = replace(
        new, file="other", first=new.last + 2, last=last.position, hash=last.hash.hex()
    )
    archiving._record(store, left_out, 1)
    fault = verify(store).fault
    assert fault is not None
    assert (fault.stream, fault.version) == (STREAM, 2)


@IN_A_FILE
def test_tables_that_others_look_at_come_to_the_same(
    store: ArchivingStore, place: Place, cold: Path
) -> None:
    """As `verify` does it for a long log: with every file, without, and with a broken one."""

    def outcome() -> tuple[str, int, Fault | None]:
        with ThreadPoolExecutor(1) as pool:
            beside = Beside(lambda: open_store(place.data, None, read_only=True), pool)
            report = verify(store, beside=beside)
        alone = verify(store)
        assert (report.outcome, report.rounds) == (alone.outcome, alone.rounds)
        assert report.fault == alone.fault
        return report.outcome, report.rounds, report.fault

    new = archive(store, cold).archived
    assert new is not None
    assert outcome() == ("clean", 4, None)
    cold.rename(cold.with_name("elsewhere"))
    assert outcome() == ("incomplete", 0, None)
    cold.with_name("elsewhere").rename(cold)
    spoil(cold / new.file, -1)
    told, _, fault = outcome()
    assert told == "wrong"
    assert fault is not None
    assert new.file in fault.reason


def test_whoever_asks_a_house_for_it_is_told_which_file(moved: ArchivingStore) -> None:
    with pytest.raises(Archived) as missing:
        moved.read(stream_of(TABLE))
    problem = problem_of(missing.value)
    assert problem.status_code == 503
    assert archives_in(moved)[0].file in problem.detail


# Heads, proofs, copies


def test_heads_and_proofs_over_archived_events(
    store: ArchivingStore, kept: ArchivingStore, cold: Path
) -> None:
    proof = prove_round(kept, TABLE, 2, positions_of(kept, TABLE, 2))
    archive(store, cold)
    assert prove_round(store, TABLE, 2, positions_of(store, TABLE, 2)) == proof
    assert check_round(proof, [SIGNER.key]).wrong == ()
    assert proof_between(store, 20, 60) == proof_between(kept, 20, 60)
    cold.rename(cold.with_name("elsewhere"))
    assert proof_between(store, 20, 60) == proof_between(kept, 20, 60)  # hashes are enough


def test_a_copy_is_as_the_log_is_and_a_restored_one_is_whole(
    store: ArchivingStore, place: Place, cold: Path, tmp_path: Path, call: Call
) -> None:
    archive(store, cold)
    elsewhere = cold.rename(cold.with_name("elsewhere"))
    copy = tmp_path / "copy"
    assert call("backup", str(copy), *to(place)).status == 0
    assert call("verify", "--data", str(copy)).status == 6
    assert call("verify", "--data", str(copy), "--archive", str(elsewhere)).status == 0
    refused = call("restore", str(copy), "--data", str(tmp_path / "new"))
    assert (refused.status, refused.out) == (2, "")
    assert archives_in(store)[0].file in refused.err
    new = str(tmp_path / "new")
    said = call("restore", str(copy), "--data", new, "--archive", str(elsewhere))
    assert said.status == 0, said
    restored = open_store(tmp_path / "new", None)
    assert husks(restored) == []
    assert list(whole_log(restored)) == [
        *whole_log(open_store(copy, None, True, elsewhere)),
    ]
    restored.close()


def test_the_commands(
    store: ArchivingStore,
    place: Place,
    cold: Path,
    call: Call,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.time", lambda: float(NOW))
    asked = ("archive", *to(place), "--to", str(cold))
    said = call(*asked, "--until", "2027-01-15")
    assert said.status == 0, said
    [new] = archives_in(store)
    assert f"Events 1 to {new.last} are in {cold / new.file}: " in said.out
    assert f"sha256 {new.digest}\n" in said.out
    assert call("verify", *to(place)).status == 0
    record = call("export", f"{TABLE}/1", *to(place))
    assert record.status == 0
    cold.rename(cold.with_name("elsewhere"))
    told = call("verify", *to(place))
    assert told.status == 6
    assert f"not looked at: events 1 to {new.last}, archived in {new.file}" in told.out
    assert "clean" not in told.out
    missing = call("export", f"{TABLE}/1", *to(place))
    assert (missing.status, missing.out) == (2, "")
    assert new.file in missing.err
    found = call("export", f"{TABLE}/1", *to(place), "--archive", str(cold.with_name("elsewhere")))
    assert found.out == record.out
    for bad, why in (("2027-01-18", "once it is over"), ("yesterday", "a day is written as")):
        assert why in call(*asked, "--until", bad).err
    in_use = call(*asked, "--until", "2027-01-15", "--shrink")
    assert (in_use.status, "close the house" in in_use.err) == (2, True)
    store.close()
    assert call(*asked, "--until", "2027-01-15", "--shrink").status == 0
