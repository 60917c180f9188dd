"""A table of the test book, whose law changes while it plays; the book is installed as ours are."""

import datetime
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from bythebook.house.demo import demo
from bythebook.house.tables import table_log as h
from bythebook.rulebooks import editions, law, loader
from bythebook.rulebooks.chapters import chapter
from tests.house.tables.felt import CLOCKS
from tests.house.verify.evenings import Evening

BOOK = Path(__file__).parents[2] / "books" / "amended"
TABLE = "amended"
EVE = int(datetime.datetime(2026, 6, 30, 12, tzinfo=datetime.UTC).timestamp())
DAY = 86_400
MENDED = """
[[revisions]]
number = 2
date = 2026-10-01
why = "a blackjack pays 6 to 5, and we had it at 3 to 2"
"""


def forget() -> None:
    """What is known of the books' folders: they have changed."""
    for known in (editions.editions_in, loader.load_revision, law._installed):
        known.cache_clear()
    chapter.forget()


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[Path]:
    """A book of one's own among those that come with the house."""
    ours = editions._built_in()
    with monkeypatch.context() as patch:
        patch.setattr(editions, "_built_in", lambda: {**ours, folder.name: folder})
        forget()
        yield folder
    forget()


def copied(tmp_path: Path, name: str = "books") -> Path:
    folder = tmp_path / name / "amended"
    shutil.copytree(BOOK, folder)
    return folder


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def terms() -> h.Terms:
    canberra = next(made for made in demo.demo_tables() if made.book == "canberra-blackjack")
    setup = replace(canberra.setup, side_wagers=(), layout="plain", limits={"main": (1000, 50000)})
    return replace(
        canberra,
        id=TABLE,
        title="Amended 1",
        book="amended",
        cards="scanned",
        practice=False,
        clocks=CLOCKS,
        setup=setup,
    )


async def begins(evening: Evening) -> None:
    """Ann sits down with chips."""
    evening.time = EVE
    await evening.open()
    await demo.open_table(evening.house, terms())
    await evening.at_cage("ann", 200_000)
    await evening.do("ann", TABLE, type="join", box=1)
    await evening.do("ann", TABLE, type="buy-chips", cents=100_000)
    await evening.do("dealer", TABLE, type="shuffle")
    await evening.do("ann", TABLE, type="cut", player="ann", from_front=100)
    await evening.do("dealer", TABLE, type="insert", from_back=[100])


async def blackjack(evening: Evening, cards: str) -> int:
    """Ann stakes 20 and gets a blackjack; what she has won by then, in cents."""
    await evening.do("ann", TABLE, type="place", box=1, amount=2000)
    await evening.do("dealer", TABLE, type="no-more-bets")
    await evening.deal(TABLE, cards)
    return evening.house.table(TABLE).run.table.chips["ann"]
