"""A book looked through whole: every fault at once, with its file and line, and what to think of.

Loading a book ends at its first fault, which is right for whoever plays by it. Whoever writes one
wants to know of all of them.
"""

import csv
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.chapters.checks import problems_in
from bythebook.rulebooks.chapters.jackpots import load_jackpot_rules
from bythebook.rulebooks.chapters.promotions import load_promotion_rules
from bythebook.rulebooks.chapters.tournament_course import load_tournament_rules
from bythebook.rulebooks.chapters.tournament_play import load_play_rules
from bythebook.rulebooks.chapters.tournament_terms import load_terms_rules
from bythebook.rulebooks.editions import INHERITED, Edition, editions_in, read_edition
from bythebook.rulebooks.files import (
    LEDGER,
    LEDGER_COLUMNS,
    RULES,
    Clause,
    read_chapter,
    read_ledger,
    without_absent,
)
from bythebook.rulebooks.loader import (
    Book,
    choices_asked,
    cited_settings,
    every_choice,
    read_book,
    resolved,
    with_bases,
)
from bythebook.rulebooks.side_wagers import with_shelved
from bythebook.rulebooks.tables import load_table_rules
from bythebook.rulebooks.writing.lines import line_of, lines_of
from bythebook.rulebooks.writing.vocabulary import CHAPTERS, GAMES, OF_RULES, READINGS, kind_of
from bythebook.rulebooks.writing.walking import Walk, Wrong, near, unknown

KINDS = ("rule", "record", "text")
MUST_BE_CITED = ("rule", "record")
_LOAD: dict[str, Callable[[Book], object]] = {
    "table": load_table_rules,
    "jackpot": load_jackpot_rules,
    "promotion": load_promotion_rules,
    "tournament": load_tournament_rules,
    "tournament-play": load_play_rules,
    "tournament-terms": load_terms_rules,
}


class Fault(msgspec.Struct, frozen=True, kw_only=True, order=True):
    """Something wrong, or only worth a thought: where, what may stand there, what may be meant."""

    file: str
    line: int = 0
    path: str = ""
    says: str
    allowed: tuple[str, ...] = ()
    near: str = ""


class Checked(msgspec.Struct, frozen=True):
    """One edition as it was found."""

    folder: Path
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    book: Book | None  # where it has no faults
    clauses: tuple[Clause, ...] = ()  # that it says itself


def check_book(folder: Path) -> list[Checked]:
    """Every edition in a folder; that they do not fit together is a fault of the last."""
    inside = sorted(path.parent for path in folder.glob(f"*/{RULES}.toml"))
    alone = (folder / f"{RULES}.toml").is_file() or not inside
    found = [_Looked(each, folder).checked() for each in ([folder] if alone else inside)]
    if not any(each.faults for each in found):
        try:
            editions_in(folder)
        except Malformed as error:
            together = Fault(file=str(folder), says=error.reason)
            found[-1] = msgspec.structs.replace(found[-1], faults=(together,))
    return found


class _Looked:
    """One edition as it is looked through."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home
        self.found: list[Fault] = []
        self.warned: list[Fault] = []
        self.data: dict[str, dict[str, Any]] = {}
        self.lines: dict[str, dict[str, int]] = {}
        self.bases: dict[str, str] = {}  # of the games here
        self.clauses: set[str] = set()
        self.own: list[Clause] = []
        self.rows: dict[str, int] = {}  # in which line each of them is

    def checked(self) -> Checked:
        book = None
        for name in (RULES, "readings", *CHAPTERS):
            self._read(name)
        edition = self._edition() if RULES in self.data else None
        if edition is not None:
            self._merge(edition)
            self._ledger(edition)
            self._words()
            known = not self.found  # every word of it
            self._cited()
            if known:
                book = self._together(edition)
            self._unreachable()
        return Checked(
            self.folder, tuple(sorted(set(self.found))), tuple(sorted(set(self.warned))),
            book if not self.found else None, tuple(self.own),
        )  # fmt: skip

    # What is written

    def _read(self, name: str) -> None:
        path = self.folder / f"{name}.toml"
        try:
            text = path.read_text(encoding="utf-8")
            self.data[name] = tomllib.loads(text)
            self.lines[name] = lines_of(text)
        except FileNotFoundError:
            if name == RULES:
                self._fault(name, "", "this file is missing")
        except (ValueError, OSError) as error:
            at = re.search(r" \(at line (\d+), column \d+\)", str(error))
            says = str(error).replace(at.group(), "") if at else str(error)
            line = int(at.group(1)) if at else 0
            self.found.append(Fault(file=str(path), line=line, says=says))
        except RecursionError:
            self._fault(name, "", "nested too deeply")

    def _edition(self) -> Edition | None:
        """Of which editions it stands, if its first lines can be understood."""
        rules = self.data[RULES]
        for key in rules.keys() - OF_RULES.keys():
            self._wrong(RULES, unknown(key, "there is no table", key, OF_RULES))
        own = rules.get("book", {})
        if isinstance(own, dict) and own.get("based_on"):
            own = dict.fromkeys(INHERITED, "") | own
        before = len(self.found)
        self._walk(RULES, own, OF_RULES["book"], "book")
        self._walk(RULES, rules.get("revisions", []), OF_RULES["revisions"], "revisions")
        try:
            return read_edition(self.folder, self.home)
        except Malformed as error:
            if len(self.found) == before:
                self._fault(RULES, error.where.partition(": ")[2] or "book", error.reason)
            return None

    def _merge(self, edition: Edition) -> None:
        """What it stands on, and what it says itself."""
        source = edition.source()
        own_games = self.data[RULES].get("games", {})
        for name in (RULES, "readings", *CHAPTERS):
            unread = (self.folder / f"{name}.toml").is_file() and name not in self.data
            written = any((layer / f"{name}.toml").is_file() for layer in source.layers)
            if written and not unread:
                try:
                    self.data[name] = read_chapter(source, name)
                except Malformed as error:
                    self._fault(name, "", error.reason)
        for name, game in own_games.items() if isinstance(own_games, dict) else ():
            if isinstance(game, dict) and isinstance(game.get("based_on"), str):
                self.bases[name] = game["based_on"]

    def _ledger(self, edition: Edition) -> None:
        path = self.folder / LEDGER
        seen: set[str] = set()
        if path.is_file():
            with path.open(encoding="utf-8", errors="replace", newline="") as file:
                reader = csv.reader(file)
                for row in reader:
                    self._row(str(path), reader.line_num, row, seen)
        elif edition.base is None:
            self.found.append(Fault(file=str(path), says="this file is missing"))
        try:
            self.clauses = set(read_ledger(edition.source()))
        except Malformed as error:
            self.clauses = seen
            if not any(fault.file == str(path) for fault in self.found):
                self.found.append(Fault(file=str(path), says=error.reason))

    def _row(self, file: str, line: int, row: list[str], seen: set[str]) -> None:
        if line == 1:
            if row != LEDGER_COLUMNS:
                head = ",".join(LEDGER_COLUMNS)
                self.found.append(Fault(file=file, line=1, says=f"the first row must be {head}"))
        elif len(row) != len(LEDGER_COLUMNS):
            says = f"a row has {len(LEDGER_COLUMNS)} fields, and this one {len(row)}"
            self.found.append(Fault(file=file, line=line, says=says))
        elif row[0] in seen:
            self.found.append(Fault(file=file, line=line, says=f"clause {row[0]} is here twice"))
        else:
            seen.add(row[0])
            self.own.append(Clause(*row))
            self.rows[row[0]] = line
            if row[2] not in (*KINDS, "gone"):
                self.found.append(
                    Fault(
                        file=file, line=line, says=f"a clause is no {row[2]!r}", allowed=KINDS,
                        near=near(row[2], KINDS),
                    )
                )  # fmt: skip

    # What the words mean

    def _words(self) -> None:
        rules = self.data[RULES]
        choices = self._choices()
        self._walk(RULES, rules.get("options", {}), OF_RULES["options"], "options")
        self._walk(RULES, rules.get("mechanism", {}), OF_RULES["mechanism"], "mechanism")
        self._walk("readings", self.data.get("readings", {}), READINGS, "")
        # Only the words: a clause is cited where the book writes it, once for a wager of the shelf.
        written_out = with_shelved(rules, RULES, self._refused)
        try:
            games = with_bases(_present(written_out.get("games", {})), "games")
        except Malformed as error:
            self._fault(RULES, "games", error.reason)
            games = {}
        walk, kind = Walk(choices), kind_of(GAMES)
        for name, game in games.items():
            for wrong in walk.walk(game, kind, f"games.{name}"):
                self._wrong(RULES, wrong)
        for name, type_ in CHAPTERS.items():
            if name in self.data and not _says_absent(self.data[name]):
                data = without_absent(self.data[name])
                self._walk(name, data.pop("mechanism", {}), dict[str, str], "mechanism")
                self._walk(name, data, type_, "")

    def _choices(self) -> dict[str, tuple[str, ...]]:
        """Every option and reading with its values; none: any value."""
        options, readings = self.data[RULES].get("options", {}), self.data.get("readings", {})
        found: dict[str, tuple[str, ...]] = {}
        for entries in (options, readings):
            for name, entry in (entries if isinstance(entries, dict) else {}).items():
                values = entry.get("values", ()) if isinstance(entry, dict) else ()
                found[name] = tuple(map(str, values))
        return found

    def _cited(self) -> None:
        """Clauses that no ledger has, and rules of it that nothing rests on."""
        used: set[str] = set()
        for name, data in self.data.items():
            left = {key: _present(value) for key, value in data.items() if key != "mechanism"}
            cited = [(clause, path) for clause, path in cited_settings(left) if clause]
            cited += [(clause, "mechanism") for clause in data.get("mechanism", {})]
            for cites, path in cited:
                used.add(cites)
                if cites not in self.clauses:
                    wrong = unknown(path, "the ledger has no clause", cites, self.clauses)
                    self._wrong(name, msgspec.structs.replace(wrong, allowed=()))
        for clause in self.own:
            if clause.kind in MUST_BE_CITED and clause.id not in used:
                says = f"clause {clause.id} is cited by nothing"
                file, line = str(self.folder / LEDGER), self.rows[clause.id]
                self.warned.append(Fault(file=file, line=line, says=says))

    def _unreachable(self) -> None:
        """Options and readings that nothing asks for."""
        rules = self.data[RULES]
        asked = set(choices_asked(rules.get("games", {})))
        asked |= set(_texts(rules.get("games", {})))  # a side wager may require one
        for name in CHAPTERS:
            asked |= set(_texts(self.data.get(name, {})))
        for chapter, entries in ((RULES, rules.get("options")), ("readings", None)):
            entries = self.data.get("readings", {}) if entries is None else entries
            kind = "option" if chapter == RULES else "reading"
            for name in _present(entries) if isinstance(entries, dict) else ():
                if name not in asked and name != "decks":
                    path = f"options.{name}" if chapter == RULES else name
                    file, _ = self._at(chapter, path)
                    line = self.lines.get(chapter, {}).get(path, 0)
                    says = f"no setting asks for the {kind} {name}"
                    if line:  # what it stands on has it: that is not this book's to mend
                        self.warned.append(Fault(file=file, line=line, path=path, says=says))

    # What goes together

    def _together(self, edition: Edition) -> Book | None:
        book, problems = read_book(edition)
        for problem, where in problems:
            if "is not in the ledger" not in problem:  # told already, with the nearest
                self._fault(*self._place(where), problem)
        usual = not any(fault.path.startswith("options.") for fault in self.found)
        for name in book.games if usual else ():
            for options, readings in every_choice(book, name):
                try:
                    rules, choices = resolved(book, name, options, readings)
                except (Malformed, Refused) as error:
                    self._refused(error)
                    continue
                for place, problem in problems_in(rules, choices):
                    self._fault(RULES, f"games.{name}.{place}", problem)
        for name, load in _LOAD.items():
            if name in self.data and not _says_absent(self.data[name]) and not self.found:
                try:
                    load(book)
                except Malformed as error:
                    self._fault(name, error.where.partition(": ")[2], error.reason)
        return book

    def _place(self, where: str) -> tuple[str, str]:
        """The chapter and the setting that an error of loading names."""
        file, _, path = where.partition(": ")
        return ("readings" if file.endswith("readings.toml") else RULES), path

    # Telling

    def _refused(self, error: Malformed | Refused) -> None:
        """What loading says of a setting, where it stands."""
        self._fault(*self._place(error.where), error.reason)

    def _walk(self, chapter: str, data: Any, type_: Any, path: str) -> None:
        for wrong in Walk().walk(data, kind_of(type_), path):
            self._wrong(chapter, wrong)

    def _wrong(self, chapter: str, wrong: Wrong) -> None:
        self._fault(chapter, wrong.path, wrong.says, wrong.allowed, wrong.near)

    def _fault(
        self, chapter: str, path: str, says: str, allowed: Iterable[str] = (), near: str = ""
    ) -> None:
        file, line = self._at(chapter, path)
        self.found.append(
            Fault(file=file, line=line, path=path, says=says, allowed=tuple(allowed), near=near)
        )

    def _at(self, chapter: str, path: str) -> tuple[str, int]:
        """The file, and the line in which a setting stands; a game's may be its base's."""
        lines = self.lines.get(chapter, {})
        for asked in self._written_as(path):
            if asked in lines:
                return str(self.folder / f"{chapter}.toml"), lines[asked]
        return str(self.folder / f"{chapter}.toml"), line_of(lines, path)

    def _written_as(self, path: str) -> Iterator[str]:
        yield path
        head, _, rest = path.partition(".")
        game, _, rest = rest.partition(".")
        while head == "games" and game in self.bases:
            game = self.bases[game]
            yield f"games.{game}.{rest}"


def _present(entries: Any) -> Any:
    if not isinstance(entries, dict):
        return entries
    return {name: entry for name, entry in entries.items() if not _says_absent(entry)}


def _says_absent(data: Any) -> bool:
    return isinstance(data, dict) and isinstance(data.get("absent"), str)


def _texts(data: Any) -> Iterator[str]:
    """Every word of a piece of data, keys too."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _texts(value)
    elif isinstance(data, list):
        for item in data:
            yield from _texts(item)
    elif isinstance(data, str):
        yield data
