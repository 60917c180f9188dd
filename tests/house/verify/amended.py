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
from bythebook.rulebooks import editions, shelf
from tests.house.tables.felt import CLOCKS
from tests.house.verify.evenings import Evening
from tests.rulebooks.revise import forget

BOOK = Path(__file__).parents[2] / "books" / "amended"
TABLE = "amended"
EVE = int(datetime.datetime(2026, 6, 30, 12, tzinfo=datetime.UTC).timestamp())
DAY = 86_400
WHY = "a blackjack pays 6 to 5, and we had it at 3 to 2"


def one_more(book: str) -> tuple[int, str]:
    """The next revision of a book's first edition: its number, and how it is written down."""
    first = editions.editions_of(book)[0] if book in shelf._built_in() else None
    number = first.revision + 1 if first is not None else 2
    date = "2026-11-17"
    return number, f'\n[[revisions]]\nnumber = {number}\ndate = {date}\nwhy = "{WHY}"\n'


def with_revision(text: str, written: str) -> str:
    """The rules with one more revision: after the last of them, or at the end."""
    at = text.rfind("[[revisions]]")
    end = text.find("\n[", at + 1) if at >= 0 else -1
    return text[: end + 1] + written + text[end:] if end >= 0 else text + written


MENDED = one_more("amended")[1]


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[Path]:
    """A book of one's own among those that come with the house."""
    ours = shelf._built_in()
    with monkeypatch.context() as patch:
        patch.setattr(shelf, "_built_in", lambda: {**ours, folder.name: folder})
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
