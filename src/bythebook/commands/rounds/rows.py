"""Rows for other programs: one for each wager, as lines of JSON, CSV or Parquet."""

import csv
from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, TextIO

import msgspec

from bythebook.commands.choices import check_writable
from bythebook.errors import Malformed

Row = dict[str, Any]

JSON_LINES, CSV, PARQUET = ".jsonl", ".csv", ".parquet"
# Where, then what `settle --json` says of each wager.
COLUMNS = (
    "file", "round", "game", "date", "box", "hand", "player", "wager", "stake", "result", "odds",
    "paid", "returned", "clause", "clauses", "stage", "on", "line", "in_tokens", "free", "error",
)  # fmt: skip
_MONEY = ("stake", "paid", "returned", "in_tokens", "free")
_WHOLE = ("round", "box", "hand")


def check_rows_file(to: str) -> None:
    """What would fail after minutes of work is refused before them."""
    suffix = Path(to).suffix
    if suffix not in (JSON_LINES, CSV, PARQUET):
        raise Malformed(f"a file that ends in {JSON_LINES}, {CSV} or {PARQUET}", "--to")
    if suffix == PARQUET:
        _parquet()
    check_writable(to)


def write_rows(rows: Sequence[Row], to: str) -> None:
    if Path(to).suffix == PARQUET:
        _write_parquet(rows, to)
        return
    with Path(to).open("w", encoding="utf-8", newline="") as file:
        (_write_csv if Path(to).suffix == CSV else _write_lines)(rows, file)


def _write_lines(rows: Iterable[Row], file: TextIO) -> None:
    encoder = msgspec.json.Encoder()
    file.writelines(encoder.encode(row).decode() + "\n" for row in rows)


def _write_csv(rows: Iterable[Row], file: TextIO) -> None:
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({**row, "clauses": " ".join(row.get("clauses", ()))})


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Malformed("this needs pyarrow: pip install 'bythebook[parquet]'", "--to") from None
    return pyarrow, pyarrow.parquet


def _write_parquet(rows: Sequence[Row], to: str) -> None:
    """Sums of money are decimals of two places."""
    arrow, parquet = _parquet()

    def kind(name: str) -> Any:
        if name in _MONEY:
            return arrow.decimal128(18, 2)
        if name == "clauses":
            return arrow.list_(arrow.string())
        return arrow.int32() if name in _WHOLE else arrow.string()

    def cell(row: Row, name: str) -> Any:
        value = row.get(name)
        return Decimal(value) if name in _MONEY and value is not None else value

    arrays = {n: arrow.array([cell(row, n) for row in rows], kind(n)) for n in COLUMNS}
    parquet.write_table(arrow.table(arrays), to)
