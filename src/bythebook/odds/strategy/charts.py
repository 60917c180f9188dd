"""Charts: what to do by total, soft or hard, or pair, against each card of the dealer.

A chart is a small CSV table that people can write, read and print:

    hand,2,3,4,5,6,7,8,9,T,A
    hard 16,S,S,S,S,S,H,H,H,H,H
    soft 18,Ds,Ds,Ds,Ds,Ds,S,S,H,H,H
    pair 8,P,P,P,P,P,P,P,P,P,H

H hit, S stand, D double (or else hit), Ds double (or else stand), P split (or else as its total), R
before any of these: surrender (or else that). A row for some number of cards only, as games need
that pay for five or more, comes before the general one: `hard 16 with 4 cards`. A last row
`insurance,yes` takes insurance always.
"""

import csv
import io
import re
from typing import NamedTuple

from bythebook.errors import Malformed
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables

HARD, SOFT, PAIR = "hard", "soft", "pair"
INSURANCE = "insurance"
COLUMNS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
UP_OF_COLUMN = {name: k.VALUE_NAMES.index(name) for name in COLUMNS}

_PREFERENCES = {
    "H": (k.HIT, k.STAND),
    "S": (k.STAND, k.HIT),
    "D": (k.DOUBLE, k.HIT, k.STAND),
    "Ds": (k.DOUBLE, k.STAND, k.HIT),
}
_HAND = re.compile(r"(hard|soft|pair) (\w+)(?: with (\d+) cards)?")


class Cell(NamedTuple):
    """What to do: actions in the order of preference."""

    actions: tuple[int, ...]
    surrenders: bool = False


class Row(NamedTuple):
    """Which hands a row is for; `cards` 0: any number."""

    kind: str
    points: int  # the total, or the value of the pair
    cards: int = 0

    def __str__(self) -> str:
        what = k.VALUE_NAMES[self.points] if self.kind == PAIR else str(self.points)
        return f"{self.kind} {what}" + (f" with {self.cards} cards" if self.cards else "")


class Chart(NamedTuple):
    """Codes by row and dealer's card (by value, the ace first)."""

    rows: dict[Row, tuple[str, ...]]
    insures: bool = False
    where: str = ""

    def cell(self, tables: Tables, hand: int, up: int) -> Cell:
        """What to do with a hand of two cards or more, below 21."""
        code = ""
        pair = row_of_pair(tables, hand)
        if pair is not None and pair in self.rows:
            code = self.rows[pair][up]
        surrenders = code.startswith("R")
        code = code.removeprefix("R")
        if code in ("", "P"):
            splits = (k.SPLIT,) if code == "P" else ()
            own = self._code_by_total(tables, hand, up)
            surrenders = surrenders or (not splits and own.startswith("R"))
            rest = _PREFERENCES[own.removeprefix("R")]
            return Cell((*splits, *rest), surrenders)
        return Cell(_PREFERENCES[code], surrenders)

    def _code_by_total(self, tables: Tables, hand: int, up: int) -> str:
        for row in rows_by_total(tables, hand):
            if row in self.rows:
                return self.rows[row][up]
        raise Malformed(f"the chart has no row for {rows_by_total(tables, hand)[-1]}", self.where)

    def check_complete(self, tables: Tables) -> None:
        """Say what is missing, if anything is."""
        hands = tables.hands
        for hand in range(hands.size):
            if hands.cards[hand] >= 2 and tables.fate[k.UNSPLIT, hand] == k.OPEN:
                self.cell(tables, hand, 0)


def row_of_pair(tables: Tables, hand: int) -> Row | None:
    counts = tables.hands.counts[hand]
    if tables.hands.cards[hand] == 2 and counts.max() == 2:
        return Row(PAIR, int(counts.argmax()))
    return None


def rows_by_total(tables: Tables, hand: int) -> tuple[Row, Row]:
    """The rows that a hand's total may stand in: the special one first."""
    hands = tables.hands
    kind = SOFT if hands.soft[hand] else HARD
    total = int(hands.total[hand])
    return Row(kind, total, int(hands.cards[hand])), Row(kind, total)


# Reading and writing


def read_chart(text: str, where: str = "chart") -> Chart:
    """Read a chart; whatever is wrong is said with its line."""
    table = [row for row in csv.reader(io.StringIO(text)) if any(part.strip() for part in row)]
    if not table:
        raise Malformed("the chart is empty", where)
    columns = ["T" if name.strip() == "10" else name.strip() for name in table[0]][1:]
    if sorted(columns) != sorted(COLUMNS):
        raise Malformed(f"the first line must be: hand,{','.join(COLUMNS)}", where)
    rows: dict[Row, tuple[str, ...]] = {}
    insures = False
    for number, line in enumerate(table[1:], start=2):
        at = f"{where}: line {number}"
        name, cells = line[0].strip(), [part.strip() for part in line[1:]]
        if name == INSURANCE:
            insures = _yes(cells, at)
            continue
        row = read_row(name, at)
        if row in rows:
            raise Malformed(f"{row} stands there twice", at)
        rows[row] = _read_cells(row, columns, cells, at)
    return Chart(rows, insures, where)


def read_row(name: str, where: str) -> Row:
    match = _HAND.fullmatch(name)
    if match is None:
        raise Malformed(f"{name!r} is no hand such as 'hard 16', 'soft 18' or 'pair 8'", where)
    kind, points, cards = match[1], match[2], int(match[3] or 0)
    if kind == PAIR:
        points = "T" if points == "10" else points
        if points not in k.VALUE_NAMES or cards:
            raise Malformed(f"{name!r} is no pair (A, 2 to 9, T)", where)
        return Row(PAIR, k.VALUE_NAMES.index(points))
    least = 12 if kind == SOFT else 4
    if not points.isdecimal() or not least <= int(points) <= 20:
        raise Malformed(f"{name!r}: a {kind} total to decide on is from {least} to 20", where)
    if cards == 1 or cards > 20:
        raise Malformed(f"{name!r}: no hand to decide on has {cards} cards", where)
    return Row(kind, int(points), cards)


def _read_cells(row: Row, columns: list[str], cells: list[str], where: str) -> tuple[str, ...]:
    codes = [""] * k.VALUES
    for column, code in zip(columns, cells, strict=False):
        known = code.removeprefix("R") in (*_PREFERENCES, *(("P",) if row.kind == PAIR else ()))
        if code and not known:
            raise Malformed(f"{code!r} for {row} is none of H, S, D, Ds, P or R with one", where)
        codes[UP_OF_COLUMN[column]] = code
    for column in columns:
        if not codes[UP_OF_COLUMN[column]]:
            raise Malformed(f"{row} has no cell for a dealer's {column}", where)
    if len(cells) > len(columns):
        raise Malformed(f"{row} has more cells than the first line", where)
    return tuple(codes)


def _yes(cells: list[str], where: str) -> bool:
    answer = cells[0] if cells else ""
    if answer not in ("yes", "no"):
        raise Malformed("insurance is yes or no", where)
    return answer == "yes"


def write_chart(chart: Chart) -> str:
    """A chart as CSV, in the order people read it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("hand", *COLUMNS))
    for row in sorted(chart.rows, key=_in_order):
        writer.writerow((str(row), *(chart.rows[row][UP_OF_COLUMN[c]] for c in COLUMNS)))
    if chart.insures:
        writer.writerow((INSURANCE, "yes"))
    return out.getvalue()


def _in_order(row: Row) -> tuple[int, int, int]:
    points = row.points or 10 if row.kind == PAIR else row.points  # aces come last
    return (HARD, SOFT, PAIR).index(row.kind), points, row.cards
