"""`bythebook table add`: how a house without a demonstration comes to its tables."""

import asyncio
from pathlib import Path

import pytest

from bythebook.cli import main
from bythebook.house.log.choosing import open_store
from bythebook.house.people.people import PIT, Viewer
from bythebook.house.service import House
from bythebook.house.tables.requests import asked_from_json

TABLE = """
id = "main-1"
title = "Main 1"
book = "crown-blackjack"
game = "blackjack"
options = { approved-minimum = "5" }
layout = "B"
decks = 6
side_wagers = ["perfect-pairs"]
limits = { main = ["10", "500"], perfect-pairs = ["2.50", "100"] }
chips = ["2.50", "5", "25", "100"]
clocks = { betting = 40 }
"""
MANAGER = Viewer("mia", False, frozenset({PIT}), {"crown-blackjack": "casino-manager"})


def add(folder: Path, text: str) -> int:
    file = folder / "table.toml"
    file.write_text(text)
    try:
        main(["table", "add", str(file), "--data", str(folder / "log")])
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def test_a_table_is_added_and_the_pit_opens_it(tmp_path: Path) -> None:
    assert add(tmp_path, TABLE) == 0

    async def opened() -> None:
        house = House(open_store(tmp_path / "log", None))
        await house.open()
        run = house.table("main-1").run
        assert (run.terms.title, run.terms.clocks.betting, run.table.phase) == (
            "Main 1", 40, "closed",
        )  # fmt: skip
        assert run.terms.setup.limits == {"main": (1000, 50000), "perfect-pairs": (250, 10000)}
        asked = asked_from_json('{"id": "1", "command": {"type": "open-now"}}', "mia")
        await house.command("main-1", MANAGER, asked)
        assert house.table("main-1").run.table.phase == "open"
        await house.close()

    asyncio.run(opened())


def test_a_table_beside_a_house_that_is_open_is_seen_there(tmp_path: Path) -> None:
    async def live() -> None:
        house = House(open_store(tmp_path / "log", None))
        await house.open()
        assert await asyncio.to_thread(add, tmp_path, TABLE) == 0
        async with asyncio.timeout(300):
            while "main-1" not in house.tables:
                await asyncio.sleep(0.05)
        await house.close()

    asyncio.run(live())


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"B"', '"Q"', "the layout is one of A, B, C, D (clause 2.2.1)"),
        ('"10", "500"', '"600", "500"', "a maximum not below it (clause 7.1)"),
        ('"10", "500"', '"x", "500"', "'x' is not an amount of money"),
        ('"blackjack"', '"nope"', "crown-blackjack has no game 'nope'"),
        ('"crown-blackjack"', '"nope"', "there is no rulebook 'nope'"),
        ('"main-1"', '"../x"', "letters, digits and dashes"),
        ("betting = 40", "betting = -1", "a clock counts from nothing upwards"),
        ("decks = 6", "deks = 6", "deks"),
        ("decks = 6", "decks = ", "line 8"),
    ],
)
def test_what_cannot_be_opened_is_not_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, says: str
) -> None:
    assert add(tmp_path, TABLE.replace(old, new, 1)) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_a_table_is_added_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert add(tmp_path, TABLE) == 0
    assert add(tmp_path, TABLE.replace('"500"', '"900"')) == 2
    assert "there is a table main-1 already" in capsys.readouterr().err


def test_the_documents_table_can_be_added(tmp_path: Path) -> None:
    document = Path(__file__).parents[2] / "docs" / "deployment.md"
    text = document.read_text("utf-8").split("```toml\n")[1].split("```")[0]
    assert add(tmp_path, text) == 0
