"""The commands about a house's log: verify, export, backup, user add."""

import asyncio
import sqlite3
import time
from pathlib import Path
from random import Random

import pytest

from bythebook.cli import main
from bythebook.house.cards.revealing import shoe_in
from bythebook.house.cards.shoe_files import print_shoe
from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.log.committer import Committer
from bythebook.house.log.snapshots import KEY_FILE
from bythebook.house.people.accounts import Accounts, nobody
from bythebook.house.people.factors import CODE
from bythebook.house.people.people import Viewer
from bythebook.house.service import House
from bythebook.house.tables.live_table import stream_of
from tests.house.tables.guests import Guest

TABLE = "practice-crown"
ROUNDS = 55  # enough that the first shoe ends


async def play(folder: Path) -> None:
    house = House(open_store(folder, None))
    await house.open()
    await demo.open_tables(house)
    guest = Guest(house, TABLE, Viewer("guest-1"), Random(3))
    await house.watch(TABLE, guest.viewer)
    await guest.sit(2)
    for _ in range(ROUNDS):
        await guest.bet(2)
        while await guest.act():
            pass
    await house.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("log")
    asyncio.run(play(folder))
    return folder


def run(*arguments: str) -> int:
    try:
        main(list(arguments))
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def test_verify_says_what_it_looked_at(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", "--data", str(house)) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "clean"
    assert f"{ROUNDS} rounds settled again" in said[1]
    assert said[-2].startswith("head ")


def test_verify_knows_a_head_that_was_noted(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("verify", "--data", str(house))
    head = capsys.readouterr().out.splitlines()[-2].removeprefix("head ")
    assert run("verify", "--data", str(house), "--head", head) == 0
    other = head[:-1] + ("0" if head[-1] != "0" else "1")
    assert run("verify", "--data", str(house), "--head", other) == 1
    assert "is not in this log" in capsys.readouterr().out
    assert run("verify", "--data", str(house), "--head", "nonsense") == 2


def test_verify_names_the_first_bad_event(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    assert run("backup", str(copy), "--data", str(house)) == 0
    capsys.readouterr()
    file = next(copy.glob("*.sqlite*"), None) or next(p for p in copy.iterdir() if p.is_file())
    with sqlite3.connect(file) as database:
        rows = database.execute("select position, data from log order by position").fetchall()
        position, data = rows[100]
        changed = bytes(data).replace(b'"', b"'", 1)
        database.execute("update log set data = ? where position = ?", (changed, position))
    database.close()
    assert run("verify", "--data", str(copy)) == 1
    said = capsys.readouterr().out
    assert f"event {position} " in said
    assert "NOT CLEAN" in said
    assert run("verify", "--data", str(house)) == 0  # the house itself is as it was


def test_an_exported_round_settles(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "one.round"
    assert run("export", f"{TABLE}/1", "--data", str(house), "-o", f"{file}/x") == 2
    assert f"bythebook: {file}/x: No such file" in capsys.readouterr().err
    assert run("export", f"{TABLE}/1", "--data", str(house), "-o", str(file)) == 0
    assert run("settle", str(file)) == 0
    assert "guest-1" in capsys.readouterr().out
    assert run("export", f"{TABLE}/{ROUNDS}", "--data", str(house)) == 0


@pytest.mark.parametrize(
    "name", ["practice-crown/0", "practice-crown/999", "nowhere/1", "crown", "/"]
)
def test_a_round_that_is_not_there(
    house: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", name, "--data", str(house)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("bythebook: ")


def test_a_revealed_shoe_checks_against_its_rounds(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(house, None, read_only=True)
    shoe = shoe_in(store.read(stream_of(TABLE)), TABLE, 1)
    store.close()
    file = tmp_path / "one.shoe"
    file.write_text(print_shoe(shoe))
    rounds = tmp_path / "rounds"
    rounds.mkdir()
    for number in sorted({served.round for served in shoe.rounds})[:8]:
        where = str(rounds / f"{number}.round")
        assert run("export", f"{TABLE}/{number}", "--data", str(house), "-o", where) == 0
    assert run("verify-shoe", str(file), "--rounds", str(rounds)) == 0
    capsys.readouterr()
    swapped = shoe.after.split(" ")
    at = next(n for n in range(len(swapped) - 1) if swapped[n] != swapped[n + 1])
    swapped[at], swapped[at + 1] = swapped[at + 1], swapped[at]
    file.write_text(print_shoe(shoe).replace(shoe.after, " ".join(swapped)))
    assert run("verify-shoe", str(file)) == 1


def test_an_account_is_opened_by_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(tmp_path / "log"))
    assert run("user", "add", "eve", "--administrator", *data) == 0
    assert capsys.readouterr().out.startswith("/welcome/")
    assert run("user", "add", "dan", "--role", "crown-blackjack:dealer", *data) == 0
    assert run("user", "add", "eve", *data) == 2  # there is one already
    assert run("user", "add", "x", *data) == 2
    assert run("user", "add", "fay", "--role", "crown-blackjack:king", *data) == 2
    assert run("user", "add", "fay", "--house-role", "king", *data) == 2
    assert run("user", "add", "fay", *data) == 0  # nothing of it was done
    assert run("user", "add", "gil", "--role", "nonsense", *data) == 2
    assert run("verify", *data) == 0


async def with_a_second_factor(folder: Path, key: bytes) -> None:
    store = open_store(folder, None)
    committer = Committer(store)
    accounts = Accounts(committer, store, nobody, key=key)
    await accounts.add_factor("eve", CODE, "", int(time.time()))
    await accounts.factors.add_secret("eve", b"secret", int(time.time()))
    await committer.close()


def test_another_key_takes_second_factors_along(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, key, before = tmp_path / "log", tmp_path / "log" / KEY_FILE, tmp_path / "before"
    assert run("user", "add", "eve", "--administrator", "--data", str(data)) == 0
    asyncio.run(with_a_second_factor(data, key.read_bytes()))
    key.rename(before)
    capsys.readouterr()
    for whose in ("eve", "nothing"):  # once is enough, and more does no harm
        assert run("user", "rekey", str(before), "--data", str(data)) == 0
        assert capsys.readouterr().out == f"Kept under the new key: {whose}.\n"
    assert run("user", "rekey", str(tmp_path / "nowhere"), "--data", str(data)) == 2
    assert run("user", "rekey", str(before), "--data", str(tmp_path / "nowhere")) == 2
    assert run("verify", "--data", str(data)) == 0


def test_a_folder_without_a_house_is_not_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty copy would look like a good one."""
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("backup", str(tmp_path / "copy"), "--data", str(empty)) == 2
    assert "no house here" in capsys.readouterr().err
    assert run("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "nowhere")) == 2
    assert list(tmp_path.rglob("*")) == [empty]


def test_no_log_is_no_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", "--data", str(tmp_path / "nowhere")) == 2
    assert run("verify", "--database", "postgresql://nobody:secret@127.0.0.1:1/none") == 2
    said = capsys.readouterr()
    assert "secret" not in said.err
    assert said.err.count("\n") == 2
