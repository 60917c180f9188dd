"""A record on the screen: settled, explained, step by step; or what is wrong with it, and where."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from bythebook.errors import Malformed, Refused
from bythebook.records import Settlement, print_record, read_record, settle
from bythebook.records.record import Record
from bythebook.records.steps import Step, replay_steps
from bythebook.records.story import describe_total
from bythebook.rulebooks import Book, find_book
from bythebook.web.show.record_lines import line_of

BYTES_MAX = 256 * 1024
WAGERS_MAX = 150  # each step shows every wager: a round that is not one would fill the memory
EXAMPLES = Path(__file__).parents[4] / "examples"
OWN_SAMPLES = Path(__file__).parents[1] / "samples"


class TooLarge(Malformed):
    """More than a record can be."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why a record cannot stand."""

    reason: str
    where: str
    clause: str
    line: int | None  # of the text, from 1
    book: str  # whose clause it is
    status: int  # as an answer's


class SettledView(msgspec.Struct, frozen=True, kw_only=True):
    """A record settled, with everything that a page or a program may show of it."""

    settled: Settlement
    book: Book
    canonical: str
    steps: tuple[Step, ...]

    def replay(self) -> dict[str, Any]:
        """What the replay viewer (static/records/replay.js) is given."""
        return {
            "book": self.book.id,
            "title": self.settled.game.rules.title,
            "steps": self.steps,
        }

    @property
    def split(self) -> set[int]:
        """The boxes with more than one hand: only there a hand needs its number."""
        boxes = self.settled.replay.state.boxes
        return {box.number for box in boxes if len(box.hands) > 1}

    def hands(self) -> list[tuple[str, list[str], str]]:
        """Every hand at the end: where, its cards, its total."""
        data = self.settled.to_json()
        shown = [
            (
                f"Box {hand['box']}"
                + (f", hand {hand['hand']}" if hand["box"] in self.split else ""),
                hand["cards"],
                describe_total(hand["kind"], hand["total"]) if hand["cards"] else "",
            )
            for hand in data["hands"]
        ]
        dealer = data["dealer"]
        told = describe_total(dealer["kind"], dealer["total"]) if dealer["cards"] else ""
        return [*shown, ("Dealer", dealer["cards"], told)]


def view_record(data: bytes) -> SettledView:
    """Settle a record; whatever is wrong with it is raised as `Malformed` or `Refused`."""
    record = _read(data)
    settled = settle(record)
    return SettledView(
        settled=settled,
        book=find_book(settled.game.book),
        canonical=print_record(record),
        steps=replay_steps(settled.game, settled.events, settled.replay.state.table),
    )


def look_at(data: bytes) -> SettledView | Problem:
    """A record settled, or what is wrong with it."""
    try:
        return view_record(data)
    except (Malformed, Refused) as error:
        return _problem(data, error)


def told(data: bytes) -> dict[str, Any]:
    """A record settled, for programs."""
    view = view_record(data)
    return {
        "settlement": view.settled.to_json(),
        "canonical": view.canonical,
        "replay": view.replay(),
    }


def canonical(data: bytes) -> str:
    return view_record(data).canonical


def _read(data: bytes) -> Record:
    if len(data) > BYTES_MAX:
        raise TooLarge(f"a record has at most {BYTES_MAX // 1024} KiB; this has more")
    record = read_record(data)
    if len(record.wagers) > WAGERS_MAX:
        raise Malformed(f"at most {WAGERS_MAX} wagers are shown here", "wagers")
    return record


def _problem(data: bytes, error: Malformed | Refused) -> Problem:
    clause = error.clause if isinstance(error, Refused) else ""
    too_large = isinstance(error, TooLarge)
    return Problem(
        reason=error.reason,
        where=error.where,
        clause=clause,
        line=None if too_large else line_of(data.decode("utf-8", "replace"), error),
        book=_book_of(data) if clause else "",
        status=413 if too_large else 409 if clause else 400,
    )


def _book_of(data: bytes) -> str:
    """A clause was named, so the record was understood, and it says its book."""
    return read_record(data).game.partition("/")[0]


# Samples


class Sample(msgspec.Struct, frozen=True):
    name: str
    about: str  # the first line of the file, which says what it is


@lru_cache(maxsize=1)
def samples() -> dict[str, Sample]:
    """Rounds to look at: the project's examples, or two of our own where those are not at hand."""
    folder = EXAMPLES if EXAMPLES.is_dir() else OWN_SAMPLES
    found = {}
    for path in sorted(folder.glob("*.round")):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        found[path.stem] = Sample(path.stem, first.lstrip("# ").rstrip())
    return found


def sample_text(name: str) -> str | None:
    if name not in samples():
        return None
    folder = EXAMPLES if EXAMPLES.is_dir() else OWN_SAMPLES
    return (folder / f"{name}.round").read_text(encoding="utf-8")
