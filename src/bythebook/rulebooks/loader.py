"""Load rulebooks: strictly, and saying where anything is wrong.

A book is a folder of editions (`editions.py`), each of three files and the chapters it has beside
them: `rules.toml`, `readings.toml` and `clauses.csv`. In `rules.toml` a game may stand on another
(`based_on`), and any setting may depend on choices made at the table:

    dealer.soft_17 = { by = "dealer", stands-soft-17 = { … }, hits-soft-17 = { … } }

`by` names an option, a reading or `decks`; it is resolved before the rules are typed and checked.
"""

import datetime
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.money import CENTS, Odds, parse_amount
from bythebook.rulebooks.chapters.checks import check_amount, check_rules, chosen
from bythebook.rulebooks.chapters.game import Game, Rules
from bythebook.rulebooks.editions import (
    REVISED,
    REVISIONS,
    About,
    Edition,
    Revision,
    choose,
    editions_in,
    editions_of,
    split_book,
)
from bythebook.rulebooks.files import (
    RULES,
    Clause,
    Source,
    has_chapter,
    inherit,
    is_absent,
    read_chapter,
    read_ledger,
    typed,
)
from bythebook.rulebooks.plain import plain_clauses, plain_irregularities
from bythebook.rulebooks.side_wagers import with_shelved


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something the book leaves to the operator, within the book's own bounds."""

    clause: str
    says: str
    values: tuple[str, ...] = ()
    value_clauses: dict[str, str] = {}  # where each value has a clause of its own
    amount: bool = False  # instead of listed values: any sum of money
    number: bool = False  # or any whole number below a hundred
    day: bool = False  # or any day
    default: str = ""
    games: tuple[str, ...] = ()  # none named: every game of the book
    clauses: dict[str, str] = {}  # games for which another clause says the same

    def clause_for(self, game: str) -> str:
        return self.clauses.get(game, self.clause)


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An ambiguous text, the ways to read it, and the one taken unless somebody says otherwise."""

    clauses: tuple[str, ...]
    question: str
    default: str
    why: str
    values: dict[str, str]
    games: tuple[str, ...] = ()


Choice = TypeVar("Choice", Option, Reading)


class Book(msgspec.Struct, frozen=True, eq=False):
    """A rulebook as loaded: everything in it is checked, no game is resolved yet.

    It is what it is (`eq=False`): games that were made of one are kept with it.
    """

    id: str
    source: Source  # the edition and the revision that this is
    about: About
    revisions: tuple[Revision, ...]
    options: dict[str, Option]
    readings: dict[str, Reading]
    clauses: dict[str, Clause]
    mechanism: dict[str, str]  # clauses that no setting expresses, or not alone: the code that does
    games: dict[str, dict[str, Any]]  # as written, with inheritance applied

    @property
    def edition(self) -> str:
        return self.source.edition

    @property
    def revision(self) -> int:
        return self.source.revision

    @property
    def named(self) -> str:
        """BOOK@EDITION, and our revision where that is not today's."""
        today = self.revisions[-1].number if self.revisions else 1
        revision = f"{REVISED}{self.revision}" if self.revision != today else ""
        return f"{self.source.id}{revision}"

    @property
    def folder(self) -> Path:
        return self.source.folder

    def clause(self, clause_id: str) -> Clause:
        """A clause of the book, or of the plain conduct."""
        found = self.clauses.get(clause_id) or plain_clauses().get(clause_id)
        if found is None:
            raise Malformed(f"{self.id} has no clause {clause_id}")
        return found

    def options_of(self, game: str) -> dict[str, Option]:
        """The options of a game: those of every game, those made for it, those its rules ask."""
        return self._open_to(game, self.options)

    def readings_of(self, game: str) -> dict[str, Reading]:
        return self._open_to(game, self.readings)

    def _open_to(self, game: str, choices: Mapping[str, Choice]) -> dict[str, Choice]:
        asked = _asked(self, game)
        return {
            name: choice
            for name, choice in choices.items()
            if not choice.games or game in choice.games or name in asked
        }

    def game(
        self,
        name: str,
        decks: int | None = None,
        options: Mapping[str, str] | None = None,
        readings: Mapping[str, str] | None = None,
    ) -> Game:
        """A game of this book with every choice made; what is not chosen takes its default."""
        if name not in self.games:
            known = ", ".join(self.games)
            raise Malformed(f"{self.id} has no game {name!r}; it has {known}", "game")
        chosen = dict(options or {})
        if "decks" in chosen:
            raise Malformed("the number of decks is given as decks, not as an option", "options")
        if decks is not None:
            chosen["decks"] = str(decks)
        return _game(self, name, _texts(chosen, "options"), _texts(readings or {}, "readings"))


Chosen = tuple[tuple[str, str], ...]  # as given: of several wrong ones the first is named


def _texts(chosen: Mapping[str, str], where: str) -> Chosen:
    for name, value in chosen.items():
        if not isinstance(value, str):
            raise Malformed(f"{value!r} is not text", f"{where}.{name}")
    return tuple(chosen.items())


@lru_cache(maxsize=256)
def _asked(book: Book, game: str) -> frozenset[str]:
    """Every record and every table asks, again and again."""
    return frozenset(choices_asked(book.games[game]))


@lru_cache(maxsize=256)
def _game(book: Book, name: str, options: Chosen, readings: Chosen) -> Game:
    """A table asks for the same game round after round."""
    rules, choices = resolved(book, name, dict(options), dict(readings))
    check_rules(rules, choices, f"{book.id}/rules.toml: games.{name}")
    if rules.irregularities is None:
        rules = replace(rules, irregularities=plain_irregularities())
    return Game(
        book.id,
        name,
        int(choices["decks"]),
        rules,
        choices,
        tuple(name for name in choices if name in book.readings),
        book.edition,
        book.revision,
    )


def resolved(
    book: Book, name: str, options: Mapping[str, str], readings: Mapping[str, str]
) -> tuple[Rules, dict[str, str]]:
    """A game's rules with every choice made, and the choices; whether they fit is not asked yet."""
    choices = _choose_options(book, name, options) | _choose_readings(book, name, readings)
    where = f"{book.id}/rules.toml: games.{name}"
    rules: Rules = typed(_resolve(book.games[name], choices, where), Rules, where, read_odds)
    return rules, choices


def _choose_options(book: Book, game: str, chosen: Mapping[str, str]) -> dict[str, str]:
    known = book.options_of(game)
    for name in chosen:
        if name not in known:
            raise Malformed(
                f"{book.id}/{game} has no option {name!r}; it has {', '.join(known)}", "options"
            )
    choices = {}
    for name, option in known.items():
        value = chosen.get(name, option.default)
        where = "decks" if name == "decks" else f"options.{name}"
        if option.amount:
            if value or name in chosen:
                check_amount(value, where)
        elif option.number:
            _check_number(value, where)
        elif option.day:
            if value or name in chosen:
                _check_day(value, where)
        elif value not in option.values:
            allowed = ", ".join(option.values)
            raise Refused(option.clause_for(game), f"{value!r} is not one of {allowed}", where)
        choices[name] = value
    return choices


def _check_number(value: str, where: str) -> None:
    if not (value.isascii() and value.isdigit() and len(value) < 3):
        raise Malformed(f"{value!r} is not a whole number below 100", where)


def _check_day(value: str, where: str) -> None:
    try:
        datetime.date.fromisoformat(value)
    except ValueError:
        raise Malformed(f"{value!r} is not a day such as 2025-06-03", where) from None


def _choose_readings(book: Book, game: str, chosen: Mapping[str, str]) -> dict[str, str]:
    known = book.readings_of(game)
    for name, value in chosen.items():
        if name not in known:
            raise Malformed(
                f"{book.id}/{game} has no reading {name!r}; it has {', '.join(known)}", "readings"
            )
        if value not in known[name].values:
            allowed = ", ".join(known[name].values)
            raise Malformed(f"{value!r} is not one of {allowed}", f"readings.{name}")
    return {name: chosen.get(name, reading.default) for name, reading in known.items()}


def _resolve(data: Any, choices: Mapping[str, str], where: str) -> Any:
    """Replace every `by` by the branch that the choices select, and drop what is `absent`."""
    if isinstance(data, list):
        items = [_resolve(item, choices, f"{where}[{i}]") for i, item in enumerate(data)]
        return [item for item in items if not is_absent(item)]
    if not isinstance(data, dict):
        return data
    if "by" in data:
        value = chosen(data["by"], choices, where)
        if value not in data:
            raise Malformed(f"nothing is said for {data['by']} = {value}", where)
        return _resolve(data[value], choices, where)
    for word, read in _READ_CHOICE.items():
        if data.keys() == {word}:
            value = chosen(data[word], choices, where)
            try:
                return read(value)
            except (ValueError, Malformed):
                raise Malformed(f"{word} = {data[word]!r} is {value!r}", where) from None
    resolved = {k: _resolve(v, choices, f"{where}.{k}") for k, v in data.items()}
    return {k: v for k, v in resolved.items() if not is_absent(v)}


# How a setting takes its value from a choice instead of branching on it.
_READ_CHOICE: dict[str, Callable[[str], Any]] = {
    "number": int,
    "chosen": str,
    "dollars": lambda value: parse_amount(value) // CENTS,
}


def choices_asked(data: Any) -> Iterator[str]:
    """The options and readings that a piece of rules data depends on."""
    if isinstance(data, list):
        for item in data:
            yield from choices_asked(item)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in ("by", *_READ_CHOICE) and isinstance(value, str):
                yield value
            else:
                yield from choices_asked(value)


def read_odds(type_: type, value: Any) -> Any:
    """What a setting writes as text and is no text: odds."""
    try:
        if type_ is Odds and isinstance(value, str):
            return Odds.parse(value)
    except Malformed as error:
        raise ValueError(error.reason) from None
    raise ValueError(f"expected {type_.__name__}")


def with_bases(games: dict[str, dict[str, Any]], where: str) -> dict[str, dict[str, Any]]:
    """Every game complete: what it stands on, and what it says itself."""
    complete: dict[str, dict[str, Any]] = {}
    if not isinstance(games, dict):
        raise Malformed("games are tables: [games.NAME]", where)

    def build(name: str, seen: tuple[str, ...]) -> dict[str, Any]:
        if not isinstance(name, str) or name not in games or name in seen:
            raise Malformed(f"based_on = {name!r} is no other game of this book", where)
        if name in complete:
            return complete[name]
        if not isinstance(games[name], dict):
            raise Malformed("a game is a table of settings", f"{where}.{name}")
        own = dict(games[name])
        base = own.pop("based_on", None)
        if base is not None:
            own = inherit(build(base, (*seen, name)), own)
        complete[name] = own
        return own

    return {name: build(name, ()) for name in games}


def cited_settings(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every clause that a piece of rules data cites, with the path of the setting that cites it."""
    if isinstance(data, list):
        for index, item in enumerate(data):
            yield from cited_settings(item, f"{path}[{index}]")
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in ("clause", "absent", "effective_clause") and isinstance(value, str):
                yield value, path
            elif key in ("also", "clauses") and isinstance(value, list):
                yield from ((item, path) for item in value if isinstance(item, str))
            elif key in ("clauses", "value_clauses") and isinstance(value, dict):
                yield from ((item, path) for item in value.values())
            else:
                inner = f"{path}.{key}" if path else key
                yield from cited_settings(value, inner)
                if key == "void" and isinstance(value, dict):
                    yield from ((clause, inner) for clause in value)


def load_book(
    folder: Path, edition: str = "", on: datetime.date | None = None, revision: int | None = None
) -> Book:
    """A rulebook's folder, of one edition or of several; anything wrong in it says where."""
    return load_edition(choose(editions_in(folder), edition, on), revision)


def load_edition(edition: Edition, revision: int | None = None) -> Book:
    """An edition as it is read today, or as an earlier revision had it."""
    return load_revision(edition, edition.revision if revision is None else revision)


def other_edition(book: Book, edition: str, revision: int | None = None) -> Book:
    """Another edition of the same book, wherever that is kept."""
    return load_edition(choose(editions_in(book.source.home), edition), revision)


@lru_cache(maxsize=64)
def load_revision(edition: Edition, revision: int) -> Book:
    book, problems = read_book(edition, revision)
    for problem, where in problems:
        raise Malformed(problem, where)
    return book


Problem = tuple[str, str]  # what is wrong, and where


def read_book(edition: Edition, revision: int | None = None) -> tuple[Book, list[Problem]]:
    """A book whose words are all known, and what in it does not go together."""
    source = edition.source(revision)
    rules_path = source.folder / f"{RULES}.toml"
    data = read_chapter(source, RULES)
    known = {"book", "options", "mechanism", "games", REVISIONS}
    for key in data.keys() - known:
        raise Malformed(
            f"unknown key {key!r}; a book has {', '.join(sorted(known))}", f"{rules_path}"
        )
    data = with_shelved(data, str(rules_path))
    data = {key: _left(data.get(key, {})) for key in ("options", "mechanism", "games")}
    readings = has_chapter(source, "readings")
    readings_data = _left(read_chapter(source, "readings")) if readings else {}
    book = Book(
        id=source.book,
        source=source,
        about=edition.about,
        revisions=edition.revisions,
        options=typed(data["options"], dict[str, Option], f"{rules_path}: options"),
        readings=typed(readings_data, dict[str, Reading], str(source.folder / "readings.toml")),
        clauses=read_ledger(source),
        mechanism=typed(data["mechanism"], dict[str, str], f"{rules_path}: mechanism"),
        games=with_bases(data["games"], f"{rules_path}: games"),
    )
    return book, list(_problems(book, data, readings_data))


def _left(entries: Any) -> Any:
    """Options, games or readings without those that the edition took away."""
    if not isinstance(entries, dict):
        return entries
    return {name: entry for name, entry in entries.items() if not is_absent(entry)}


def _problems(book: Book, data: dict[str, Any], readings_data: dict[str, Any]) -> Iterator[Problem]:
    """What the types cannot say: clauses exist, defaults are among the values, games resolve."""
    cited = [(c, f"{book.id}/rules.toml: {path}") for c, path in cited_settings(data)]
    cited += [(c, f"{book.id}/readings.toml: {path}") for c, path in cited_settings(readings_data)]
    cited += [(c, f"{book.id}/rules.toml: mechanism") for c in book.mechanism]
    cited.append((book.about.effective_clause, f"{book.id}/rules.toml: book"))
    for clause, where in cited:
        if clause not in book.clauses:
            yield f"clause {clause!r} is not in the ledger", where
    for name, option in book.options.items():
        where = f"{book.id}/rules.toml: options.{name}"
        if option.amount + option.number + option.day + bool(option.values) != 1:
            yield "an option has values, or is an amount, a number or a day", where
        if option.amount and option.default:
            yield from _caught(check_amount, option.default, where)
        if option.number:
            yield from _caught(_check_number, option.default, where)
        if option.day and option.default:
            yield from _caught(_check_day, option.default, where)
        yield from _problems_of_choice(book, option, where, listed=bool(option.values))
    for name, reading in book.readings.items():
        where = f"{book.id}/readings.toml: {name}"
        yield from _problems_of_choice(book, reading, where, listed=True)
    decks = book.options.get("decks")
    if decks is None or not decks.values or decks.games:
        yield (
            "a book must say how many decks: options.decks, with values, for every game",
            f"{book.id}/rules.toml",
        )
    for value in decks.values if decks is not None else ():
        yield from _caught(_check_number, value, f"{book.id}/rules.toml: options.decks")
    if not book.games:
        yield "a book has at least one game", f"{book.id}/rules.toml"


def _caught(check: Callable[[str, str], None], value: str, where: str) -> Iterator[Problem]:
    try:
        check(value, where)
    except Malformed as error:
        yield error.reason, error.where


def _problems_of_choice(
    book: Book, choice: Option | Reading, where: str, *, listed: bool
) -> Iterator[Problem]:
    for game in choice.games:
        if game not in book.games:
            yield f"{game!r} is no game of this book", where
    if listed and choice.default not in choice.values:
        yield f"the default {choice.default!r} is not among the values", where


def check_games(book: Book) -> None:
    """Resolve every game with each option and reading changed in turn, so that no branch hides."""
    for name in book.games:
        for options, readings in every_choice(book, name):
            decks = int(options.pop("decks")) if "decks" in options else None
            book.game(name, decks, options, readings)


def every_choice(book: Book, name: str) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Options and readings of a game: as they usually are, and with each changed in turn."""
    yield {}, {}
    for option, known in book.options_of(name).items():
        for value in known.values:
            yield {option: value}, {}
    for reading, read in book.readings_of(name).items():
        for value in read.values:
            yield {}, {reading: value}


def find_book(
    book_id: str,
    edition: str = "",
    on: datetime.date | None = None,
    folder: Path | None = None,
    revision: int | None = None,
) -> Book:
    """A rulebook by its id: the user's own folder if it has that name, else one of ours.

    The edition is the one named, here or as `BOOK@EDITION`; else the day's; else the newest.
    """
    name, named = split_book(book_id)
    if edition and named and edition != named:
        raise Malformed(f"{book_id} is not edition {edition}", "edition")
    return load_edition(choose(editions_of(name, folder), edition or named, on), revision)


def load_game(
    game_id: str,
    decks: int | None = None,
    options: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
    rulebook: Path | None = None,
    edition: str = "",
    on: datetime.date | None = None,
    revision: int | None = None,
) -> Game:
    """A game by its full name, such as `crown-blackjack/blackjack`, with the choices given.

    >>> game = load_game("crown-blackjack/crown-blackjack", decks=6)
    >>> game.rules.dealer.soft_17.value, game.rules.dealer.soft_17.clause
    ('hits', '10.2.2(a)')
    >>> load_game("crown-blackjack@4.2/blackjack").edition
    '4.2'
    """
    book_id, slash, name = game_id.partition("/")
    if not slash:
        raise Malformed(f"{game_id!r} is not a game; write it as book/game", "game")
    book = find_book(book_id, edition, on, rulebook, revision)
    return book.game(name, decks, options, readings)
