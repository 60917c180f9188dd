"""Pages that stand by themselves: one file, no script, nothing fetched from anywhere."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

STYLE = Path(__file__).with_name("page.css")


class Html(str):
    """Text that is HTML already; any other text is escaped when it is put into a page."""

    __slots__ = ()


class Column(NamedTuple):
    title: str
    is_number: bool = False


def text(value: str) -> Html:
    """Escape, unless it is HTML."""
    return value if isinstance(value, Html) else Html(escape(value))


def figure_text(value: str) -> Html:
    """A figure: its minus sign is one."""
    return value if isinstance(value, Html) else Html(escape(value).replace("-", "−"))


def join(parts: Iterable[str], between: str = "") -> Html:
    return Html(between.join(text(part) for part in parts))


def tag(name: str, *inner: str, **attributes: str) -> Html:
    """An element; `kind` is its class."""
    named = {("class" if key == "kind" else key): value for key, value in attributes.items()}
    written = "".join(f' {key}="{escape(value)}"' for key, value in named.items())
    return Html(f"<{name}{written}>{join(inner)}</{name}>")


def clauses(ids: Iterable[str]) -> Html:
    """Where it is written."""
    return join([tag("span", clause, kind="clause") for clause in ids if clause])


class Line(NamedTuple):
    """A row of a table; `kind` marks it."""

    cells: Sequence[str]
    kind: str = ""


def table(columns: Sequence[Column], lines: Iterable[Line | Sequence[str]], kind: str = "") -> Html:
    """The first column names the row."""
    head = join([_head(column) for column in columns])
    body = []
    for given in lines:
        line = given if isinstance(given, Line) else Line(given)
        cells = [
            _cell(column, cell, first=at == 0)
            for at, (column, cell) in enumerate(zip(columns, line.cells, strict=True))
        ]
        body.append(tag("tr", *cells, **({"kind": line.kind} if line.kind else {})))
    whole = tag(
        "table",
        tag("thead", tag("tr", head)),
        tag("tbody", *body),
        **({"kind": kind} if kind else {}),
    )
    return tag("div", whole, kind="scroll", tabindex="0")


def _head(column: Column) -> Html:
    extra = {"kind": "n"} if column.is_number else {}
    return tag("th", column.title, scope="col", **extra)


def _cell(column: Column, cell: str, *, first: bool) -> Html:
    shown = figure_text(cell) if column.is_number else text(cell)
    extra = {"kind": "n"} if column.is_number else {}
    return tag("th", shown, scope="row", **extra) if first else tag("td", shown, **extra)


def section(title: str, *inner: str, lead: str = "") -> Html:
    told = [tag("p", lead, kind="lead")] if lead else []
    return tag("section", tag("h2", title), *told, *inner)


def page(title: str, header: str, *inner: str) -> str:
    """A whole file."""
    style = STYLE.read_text(encoding="utf-8")
    parts = [Html(f"\n{part}") for part in map(text, inner)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{tag('title', title)}<style>\n{style}</style></head><body>\n"
        f"{tag('header', tag('div', header, kind='page'))}\n"
        f"{tag('main', *parts, kind='page')}\n</body></html>\n"
    )
