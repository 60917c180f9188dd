"""No rule changes without a revision: what each one decides is pinned, and how one is begun.

    python -m tests.rulebooks.revise                       pins for new editions
    python -m tests.rulebooks.revise BOOK@EDITION "why"    a revision: then the pins

Mend the line, then begin the revision. What the rules were in git (`--since REF`, as a rule HEAD,
or a folder of books) is compared with what they are now; `revisions/N/` inside the edition gets
just what was different, so that revision N can be loaded as it was, and `[[revisions]]` says why.
Where the data are the same the fault was in the engine, and only the reason is written. While
nobody has played by a revision more can be mended in it: name the same `--since` again.
"""

import argparse
import csv
import datetime
import io
import json
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks import editions, law, loader, shelf
from bythebook.rulebooks.chapters import chapter
from bythebook.rulebooks.editions import REVISIONS, Edition, choose, editions_in
from bythebook.rulebooks.files import (
    GONE,
    LEDGER,
    LEDGER_COLUMNS,
    RULES,
    Clause,
    Source,
    has_chapter,
    read_chapter,
    read_ledger,
    stands_alone,
)
from tests.project import ROOT

HEADER = """\
# What the revisions of each edition decide, in one word each (`law.digest`). A word is never
# changed: what was played by it stays as it was. `python -m tests.rulebooks.revise` adds to them.
# Logs from before 17 November 2026 call revision 1 by another word: `before`.
"""
MECHANISM = "mechanism"
NOTHING = "nothing in its data is different: what was mended is in the engine"


def forget() -> None:
    """What is known of the books' folders: they have changed."""
    for known in (editions.editions_in, loader.load_revision, law._installed):
        known.cache_clear()
    chapter.forget()


# Pins


def digests(edition: Edition) -> tuple[str, ...]:
    """What each revision of an edition decides, from the first to today's."""
    return tuple(
        law.digest(loader.load_edition(edition, number))
        for number in range(1, edition.revision + 1)
    )


def all_digests() -> dict[str, tuple[str, ...]]:
    books = shelf.built_in_books()
    return {
        edition.id: digests(edition) for book in books for edition in editions.editions_of(book)
    }


def problems(now: Mapping[str, tuple[str, ...]], pins: Mapping[str, law.Pins]) -> list[str]:
    """What is pinned and not so any more, and what is not pinned yet; each says what to do."""
    found = []
    for id_, words in now.items():
        known = pins[id_].revisions if id_ in pins else ()
        for number, (word, pin) in enumerate(zip(words, known, strict=False), start=1):
            if word != pin:
                found.append(
                    f"{id_}: its rules are not what revision {number} was; begin a revision:"
                    f' python -m tests.rulebooks.revise {id_} "why"'
                )
                break
        else:
            if len(known) > len(words):
                found.append(f"{id_}: revision {len(known)} is pinned and not there")
            elif len(words) > len(known):
                found.append(f"{id_}: not pinned yet: python -m tests.rulebooks.revise")
    return found + [f"{id_}: pinned and not there" for id_ in pins if id_ not in now]


def write_pins(since: Mapping[str, law.Pins]) -> None:
    """Add what is new; what was pinned by then is never changed."""
    now = all_digests()
    wrong = [line for line in problems(now, since) if "not pinned yet" not in line]
    if wrong:
        raise Malformed("\n".join(wrong))
    lines = [HEADER]
    for id_, words in now.items():
        lines += [f"[{toml(id_)}]", "revisions = [", *(f'    "{word}",' for word in words), "]"]
        if id_ in since and since[id_].before:
            lines.append(f'before = "{since[id_].before}"')
        lines.append("")
    law.PINS.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    law.pinned.cache_clear()


# A revision


def begin(home: Path, name: str, why: str, earlier: Path, on: datetime.date) -> str:
    """Begin a revision of an edition, or go on with one that `earlier` does not have."""
    forget()
    before, now = (choose(editions_in(folder), name) for folder in (earlier, home))
    kept = digests(before)
    last = before.revision
    if now.revision > last + 1:
        raise Malformed(
            f"{now.id} has had {now.revision - last} revisions since: begin at the last"
        )
    _say_why(now, last + 1, why, on)
    folder = now.folder / REVISIONS / str(last)
    if folder.is_dir():
        shutil.rmtree(folder)
    forget()
    now = choose(editions_in(home), name)
    files = dict(_files(before.source(), now.source(), now.about.effective_clause))
    for file, text in files.items():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    forget()
    again = digests(choose(editions_in(home), name))
    if again[:last] != kept:
        raise Malformed(f"{now.id}: what it was cannot be kept in {folder}: copy it by hand")
    what = f"kept what was different in {', '.join(files)}" if files else NOTHING
    return f"{now.id}: revision {last + 1}; {what}"


def _say_why(edition: Edition, number: int, why: str, on: datetime.date) -> None:
    """In the rules' file, below what the book is; of one that was begun, the reason is longer."""
    path = edition.folder / f"{RULES}.toml"
    text = path.read_text(encoding="utf-8")
    if edition.revision == number:
        said = edition.revisions[-1].why
        if why not in said:
            text = text.replace(f"why = {toml(said)}", f"why = {toml(f'{said}; {why}')}")
    else:
        entry = f"[[{REVISIONS}]]\nnumber = {number}\ndate = {on}\nwhy = {toml(why)}\n"
        heads = rf"^\[(book|\[{REVISIONS}\])\].*(?:\n[^\[\n].*)*\n"
        end = [found.end() for found in re.finditer(heads, text, re.MULTILINE)][-1]
        text = f"{text[:end]}\n{entry}{text[end:]}"
    path.write_text(text, encoding="utf-8")


def _files(before: Source, now: Source, clause: str) -> Iterator[tuple[str, str]]:
    """By name: what each file says that leads from today's rules to those before."""
    for name in law.CHAPTERS:
        there, here = has_chapter(before, name), has_chapter(now, name)
        if here and not there:
            yield f"{name}.toml", f"absent = {toml(clause)}\n"
        elif there:
            was = read_chapter(before, name)
            lines = list(_lines(name, was, read_chapter(now, name) if here else {}))
            if lines:
                yield f"{name}.toml", "".join(lines)
    rows = list(_rows(read_ledger(before), read_ledger(now)))
    if rows:
        text = io.StringIO()
        csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(
            [LEDGER_COLUMNS, *rows]
        )
        yield LEDGER, text.getvalue()


def _lines(name: str, was: dict[str, Any], today: dict[str, Any]) -> Iterator[str]:
    """Only what decides is kept: words may be put better in every revision.

    Where a clause lives may change as well, but each has a place only where the ledger has it.
    """
    if MECHANISM in today:
        lives = today[MECHANISM]
        placed = {
            clause: lives.get(clause, code) for clause, code in was.get(MECHANISM, {}).items()
        }
        was = was | {MECHANISM: placed}
    for key in {**was, **today}:
        one, other = ({key: data[key]} if key in data else {} for data in (was, today))
        if key == MECHANISM or law.deciding(name, one) != law.deciding(name, other):
            for path, value in undone(other, one):
                yield f"{'.'.join(map(_key, path))} = {toml(value)}\n"


def undone(
    today: dict[str, Any], was: dict[str, Any], at: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """What must be said on top of today's settings (`files.inherit`) so that they are as before."""
    for key in today:
        if key not in was:
            yield (*at, key), {GONE: True}
    for key, value in was.items():
        now = today.get(key)
        if key in today and now == value:
            continue
        if isinstance(now, dict) and isinstance(value, dict):
            said = {word: told for word, told in value.items() if now.get(word) != told}
            if not stands_alone(now, said):
                yield from undone(now, value, (*at, key))
                continue
        yield (*at, key), value


def _rows(was: dict[str, Clause], today: dict[str, Clause]) -> Iterator[tuple[str, ...]]:
    for id_, clause in was.items():
        now = today.get(id_)
        if now is None or (now.area, now.kind, now.role) != (clause.area, clause.kind, clause.role):
            yield msgspec.structs.astuple(clause)
    for id_ in today:
        if id_ not in was:
            yield id_, "", GONE, "", "", ""


def toml(value: Any) -> str:
    """A value as a line of TOML says it."""
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(key)} = {toml(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml(key)


# The command


@contextmanager
def books_since(since: str) -> Iterator[Path]:
    """The folder of our books as it was: one that is named, or what git has under a name."""
    if Path(since).is_dir():
        yield Path(since)
        return
    ours = shelf.BUILT_IN.relative_to(ROOT)
    archive = subprocess.run(
        ["git", "archive", since, str(ours)], cwd=ROOT, check=True, capture_output=True
    ).stdout
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder) / ours


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.rulebooks.revise")
    parser.add_argument("edition", nargs="?", help="BOOK@EDITION")
    parser.add_argument("why", nargs="?", help="what was wrong, with its clause")
    parser.add_argument("--since", default="HEAD", help="a name in git, or a folder of books")
    asked = parser.parse_args(arguments)
    if (asked.edition is None) != (asked.why is None):
        parser.error("a revision has an edition and a reason")
    with books_since(asked.since) as earlier:
        pins = earlier / law.PINS.name
        since = law.pins_in(pins) if pins.is_file() else {}
        if asked.edition is not None:
            book, name = editions.split_book(asked.edition)
            today = datetime.datetime.now(datetime.UTC).date()
            print(begin(shelf.BUILT_IN / book, name, asked.why, earlier / book, today))
        write_pins(since)


if __name__ == "__main__":
    try:
        main()
    except Malformed as error:
        raise SystemExit(str(error)) from None
