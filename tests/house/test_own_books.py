"""Books of the house's own: at the door with their practice tables, named in the log, missed when
they are not there; and the plain conduct, by which tables are run whose book does not say how."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bythebook.cli import main
from bythebook.errors import Malformed
from bythebook.house.log.choosing import open_store
from bythebook.house.own_books import open_practice, told_of
from bythebook.house.service import House
from bythebook.house.verify.verifying import verify
from bythebook.rulebooks import all_books, cited_settings, find_book, shelf, take_in
from bythebook.rulebooks.files import read_chapter
from bythebook.rulebooks.law import digest
from bythebook.rulebooks.plain import (
    IRREGULARITIES,
    SOURCE,
    TABLE,
    plain_clauses,
    plain_conduct,
    plain_digest,
)
from bythebook.web.show import rulebook_views
from tests.house.test_own_tables import Clock, guest, player, plays_a_round
from tests.rulebooks.revise import forget

REFERENCE = shelf.BUILT_IN / "reference-blackjack" / "1"
# What the plain conduct decides. Logs rest on it: whoever changes it breaks what was played.
PINNED = "ff54d214e97235050cda619163a1c7aef88c7af8cb22828a395cb11e2d449be9"


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A book of one's own without a table.toml, not taken in yet."""
    folder = tmp_path / "our-game"
    shutil.copytree(REFERENCE, folder)
    monkeypatch.setenv(shelf.TAKEN_IN, "")
    yield folder
    forget()


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    forget()


def test_the_plain_conduct_is_what_logs_were_played_by() -> None:
    assert plain_digest() == PINNED


def test_every_clause_of_the_plain_conduct_is_there_and_used() -> None:
    chapters = [read_chapter(SOURCE, name) for name in (TABLE, IRREGULARITIES)]
    cited = {clause for data in chapters for clause, _ in cited_settings(data)}
    rules = {name for name, clause in plain_clauses().items() if clause.kind != "text"}
    assert rules <= cited <= plain_clauses().keys()
    roles = {rank.role for rank in plain_conduct().ladder}
    assert {act.by for acts in plain_conduct().acts.values() for act in acts} <= roles | {"player"}


async def evening(folder: Path, clock: Clock) -> None:
    """Somebody plays a round of the book's game, at a table of their own."""
    house = House(open_store(folder, None), clock=clock)
    await house.open()
    try:
        assert await open_practice(house, shelf.taken_in()) == []
        table = await house.own_tables.take(guest(1), "practice-our-game-blackjack")
        assert table.rules.plain
        await plays_a_round(player(house, table, guest(1)))
        terms = table.run.terms
        book = find_book("our-game")
        assert (terms.edition, terms.revision, terms.rules) == (book.edition, 1, digest(book))
        assert await open_practice(house, shelf.taken_in()) == [], "there is one already"
        assert sum(live.run.terms.book == "our-game" for live in house.tables.values()) == 2
    finally:
        await house.close()


def verified(folder: Path) -> str:
    store = open_store(folder, None)
    try:
        report = verify(store)
    finally:
        store.close()
    return report.outcome if report.unreadable is None else str(report.unreadable)


def test_played_named_in_the_log_and_missed(
    ours: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    take_in(ours)
    line = told_of(find_book("our-game"))
    assert "its tables are run by the plain conduct, edition 1" in line
    assert digest(find_book("our-game"))[:12] in line
    log = tmp_path / "log"
    asyncio.run(evening(log, Clock()))
    assert verified(log) == "clean"
    # Without its book nothing can be said of it, in one line.
    monkeypatch.setenv(shelf.TAKEN_IN, "")
    forget()
    assert "our-game 1-written-for-this-project, which is not installed here" in verified(log)

    async def opened() -> None:
        house = House(open_store(log, None))
        try:
            await house.open()
        finally:
            await house.close()

    with pytest.raises(Malformed, match="not installed here: --rulebook DIR names the folder"):
        asyncio.run(opened())
    # Named again, it is known again; with another rule it is not what was played by.
    for argument, status in ((["--rulebook", str(ours)], 0), ([], 5)):
        monkeypatch.setenv(shelf.TAKEN_IN, "")
        forget()
        with pytest.raises(SystemExit) as ended:
            main(["verify", "--data", str(log), *argument])
        assert ended.value.code == status
    take_in(ours)
    change(ours / "rules.toml", 'first = { clause = "4.1" }', 'first = { clause = "4.2" }')
    assert "this was played under our-game 1-written-for-this-project with rules" in verified(log)
    capsys.readouterr()


def test_each_name_is_one_book(ours: Path, tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="one of our books has that name"):
        take_in(REFERENCE.parent)
    take_in(ours)
    take_in(ours)
    assert all_books()[-1] == "our-game"
    other = tmp_path / "elsewhere" / "our-game"
    shutil.copytree(ours, other)
    with pytest.raises(Malformed, match="has that name too"):
        take_in(other)


def test_a_table_for_money_is_added_by_the_command(
    ours: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.toml"
    table.write_text(
        'id = "ours"\ntitle = "Ours"\nbook = "our-game"\ngame = "blackjack"\n'
        'limits = { main = ["10", "500"] }\nchips = ["5", "25"]\nboxes = 8\n'
    )
    arguments = ["table", "add", str(table), "--data", str(tmp_path / "log")]
    with pytest.raises(SystemExit):
        main([*arguments, "--rulebook", str(ours)])
    assert "this game has boxes 1 to 7 (clause 3.1)" in capsys.readouterr().err
    change(table, "boxes = 8", "boxes = 6")
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--rulebook", str(ours)])
    assert ended.value.code == 0
    assert "it is run by the plain conduct, edition 1" in capsys.readouterr().out


def test_the_page_of_the_book_says_by_what_its_tables_are_run(ours: Path) -> None:
    import datetime

    take_in(ours)
    view = rulebook_views.book_view("our-game", datetime.date(2026, 11, 18))
    assert rulebook_views.clause_view(view, "plain:5").clause.summary.startswith("The manager")
    assert rulebook_views.neighbours(view, "plain:5") == ("plain:4", "plain:6")
    assert {shown.state for shown in view.clauses.values()} == {""}, "nobody looked for proofs"
