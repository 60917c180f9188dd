"""The books: all six load, every choice resolves, and whatever is wrong in one says where."""

import datetime
import importlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bythebook import Game, Malformed, load_game
from bythebook.rulebooks import Book, built_in_books, cited_settings, find_book, load_book
from bythebook.rulebooks.chapters.game import Line, SideWager
from bythebook.rulebooks.chapters.patterns import named_patterns
from bythebook.rulebooks.files import FILES, LEDGER_COLUMNS
from bythebook.rulebooks.plain import plain_clauses

BOOKS = built_in_books()
GAMES = [
    "canberra-blackjack/blackjack",
    "crown-blackjack/blackjack",
    "crown-blackjack/crown-blackjack",
    "crown-blackjack/free-bet-blackjack",
    "crown-blackjack/blackjack-plus",
    "reference-blackjack/blackjack",
    "star-baceball/baceball",
    "star-blackjack-challenge/blackjack-challenge",
    "tasmania-blackjack/blackjack",
    "tasmania-blackjack/federal-pontoon",
    "tasmania-blackjack/jokers-wild",
]


def choices(book: Book, name: str) -> Iterator[tuple[int | None, dict[str, str], dict[str, str]]]:
    """The defaults, then each single option or reading changed from its default."""
    yield None, {}, {}
    for option_name, option in book.options_of(name).items():
        others = ("2.50", "1000") if option.amount else ("0", "1", "99")
        values = option.values or (("2025-07-01",) if option.day else others)
        for value in values:
            if option_name == "decks":
                yield int(value), {}, {}
            else:
                yield None, {option_name: value}, {}
    for reading_name, reading in book.readings_of(name).items():
        for value in reading.values:
            yield None, {}, {reading_name: value}


def every_game(book: Book) -> Iterator[Game]:
    for name in book.games:
        for choice in choices(book, name):
            yield book.game(name, *choice)


# What the books are


def test_the_books_and_their_games() -> None:
    assert [f"{book}/{game}" for book in BOOKS for game in find_book(book).games] == GAMES


@pytest.mark.parametrize(
    ("book", "effective", "clauses"),
    [
        ("canberra-blackjack", datetime.date(2018, 10, 17), 240),
        ("crown-blackjack", datetime.date(2025, 6, 3), 441),
        ("reference-blackjack", datetime.date(2000, 1, 1), 70),
        ("star-baceball", datetime.date(2016, 8, 17), 281),
        ("star-blackjack-challenge", datetime.date(2024, 8, 19), 482),
        ("tasmania-blackjack", datetime.date(2015, 5, 12), 386),
    ],
)
def test_from_when_a_book_applies(book: str, effective: datetime.date, clauses: int) -> None:
    loaded = find_book(book)
    assert loaded.about.effective == effective
    assert loaded.about.effective_clause in loaded.clauses
    assert len(loaded.clauses) == clauses


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_game_resolves_whatever_one_choice_is_made(book_id: str) -> None:
    book = find_book(book_id)
    for game in every_game(book):
        assert game.book == book_id
        assert game.id in GAMES
        known = {**book.options_of(game.name), **book.readings_of(game.name)}
        assert game.choices.keys() == known.keys()


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_reading_other_than_the_default_changes_the_game(book_id: str) -> None:
    book = find_book(book_id)
    for name in book.games:
        plain = book.game(name).rules
        for question, reading in book.readings_of(name).items():
            for value in reading.values.keys() - {reading.default}:
                other = book.game(name, readings={question: value}).rules
                assert other != plain, f"{name}: {question} = {value}"


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_clause_cited_is_in_the_ledger(book_id: str) -> None:
    book = find_book(book_id)
    cited = {clause for data in book.games.values() for clause, _ in cited_settings(data)}
    cited |= {option.clause for option in book.options.values()}
    cited |= {clause for option in book.options.values() for clause in option.clauses.values()}
    cited |= {clause for reading in book.readings.values() for clause in reading.clauses}
    cited |= book.mechanism.keys()
    assert cited - book.clauses.keys() == set()
    assert len(cited) > 50


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_resolved_game_cites_clauses_of_its_book(book_id: str) -> None:
    """What the typed rules carry is in the ledger too, not only what the file spells `clause`."""
    book = find_book(book_id)
    for game in every_game(book):
        known = book.clauses.keys() | plain_clauses().keys()
        assert set(clauses_in(game.rules)) <= known


def clauses_in(value: Any) -> Iterator[str]:
    if isinstance(value, tuple):
        for item in value:
            yield from clauses_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from clauses_in(item)
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            if name == "clause":
                yield value.clause
            elif name == "also":
                yield from value.also
            else:
                yield from clauses_in(getattr(value, name))


def code_named(path: str) -> Any:
    """What a dotted name of `[mechanism]` stands for."""
    parts = path.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            assert hasattr(found, part), path
            found = getattr(found, part)
        return found
    raise AssertionError(path)


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_mechanism_names_code(book_id: str) -> None:
    for path in sorted(set(find_book(book_id).mechanism.values())):
        check_names_code(path)


def check_names_code(path: str) -> None:
    assert path.startswith("bythebook.")
    assert callable(code_named(path)) or path.rpartition(".")[2].isupper()


def test_every_pattern_is_used_by_some_wager() -> None:
    lines = [
        line
        for book in BOOKS
        for game in every_game(find_book(book))
        for side in game.rules.side_wagers.values()
        for line in side.lines
    ]
    assert {line.hand for line in lines if isinstance(line.hand, str)} == named_patterns().keys()
    assert all(isinstance(line, Line) for line in lines)


APPROVED = [book for book in BOOKS if book != "reference-blackjack"]
READINGS = [
    ("crown-blackjack", "dealer-blackjack-against-21", ["outranks", "stand-off"]),
    ("star-blackjack-challenge", "dealer-blackjack-after-bust",
     ["busted-plus-one", "original-covers-busts"]),
    ("tasmania-blackjack", "dealer-blackjack-after-bust",
     ["busted-plus-one", "original-covers-busts"]),
    ("crown-blackjack", "dealer-blackjack-after-bust",
     ["original-covers-busts", "busted-plus-one"]),
    ("canberra-blackjack", "ten-shown", ["any-ten-value", "ten-only"]),
    ("tasmania-blackjack", "ten-shown", ["any-ten-value", "ten-only"]),
    *((book, "void-round-stakes", [None, "everything-undone"]) for book in APPROVED),
    ("star-baceball", "strike-out-against-30", ["loses", "stand-off"]),
    ("star-baceball", "shared-jackpot-floor", ["divided", "each"]),
    ("star-blackjack-challenge", "losing-invalid-wager", ["collected", "returned"]),
]  # fmt: skip


@pytest.mark.parametrize(("book", "name", "values"), READINGS)
def test_the_readings_agreed_on(book: str, name: str, values: list[str | None]) -> None:
    """The default stands first; None: whatever is recommended for the book."""
    reading = find_book(book).readings[name]
    assert {value for value in values if value} <= reading.values.keys()
    assert reading.default == (values[0] or reading.default)


SIDE_WAGERS = {
    "any-pairs", "perfect-pairs", "star-pairs", "crown-pairs", "pairs-play", "blazing-7s",
    "pot-of-gold", "strike-1", "strike-2", "strike-3", "strike-out", "jackpot", "supernova",
}  # fmt: skip


def test_the_side_wagers_agreed_on() -> None:
    sides: dict[str, SideWager] = {}
    for game in GAMES:
        sides |= load_game(game).rules.side_wagers
    assert sides.keys() == SIDE_WAGERS


# Strict loading: one thing broken at a time

Break = Callable[[Path], None]


def write(file: str, old: str, new: str) -> Break:
    """Replace the first place where a text stands in a file."""

    def breaks(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text, old
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    return breaks


def rules(old: str, new: str) -> Break:
    return write("rules.toml", old, new)


def readings(old: str, new: str) -> Break:
    return write("readings.toml", old, new)


def append(file: str, text: str) -> Break:
    def breaks(folder: Path) -> None:
        with (folder / file).open("a", encoding="utf-8") as opened:
            opened.write(text)

    return breaks


def remove(file: str) -> Break:
    return lambda folder: (folder / file).unlink()


def put(file: str, data: bytes) -> Break:
    def breaks(folder: Path) -> None:
        (folder / file).write_bytes(data)

    return breaks


def make_folder(file: str) -> Break:
    def breaks(folder: Path) -> None:
        (folder / file).unlink()
        (folder / file).mkdir()

    return breaks


def only_options(rest: str, first: str = "") -> Break:
    """A rules file that ends with its options, and then says this; or says something first."""

    def breaks(folder: Path) -> None:
        path = folder / "rules.toml"
        head = path.read_text(encoding="utf-8").partition("[games.blackjack]")[0]
        path.write_text(f"{first}\n{head}\n{rest}\n", encoding="utf-8")

    return breaks


BOXES = 'boxes = { value = 9, clause = "1.1" }'
DECKS = 'values = ["4", "5", "6", "7", "8"]\ndefault = "8"'
NEEDS_NOTHING = '{ choice = "x", values = [], clause = "2.1" }'
TOGETHER = 'instead_of = [{ value = "pairs-play"'

BROKEN: dict[str, tuple[Break, str, str]] = {
    # what is broken: how, in which file, and what else must be said
    "unknown key": (append("rules.toml", "\n[nonsense]\n"), "rules.toml", "'nonsense'"),
    "unknown key of a book": (rules("[book]\n", "[book]\nx = 1\n"), "rules.toml: book", "`x`"),
    "unknown key of an option": (
        rules("[options.dealer]\n", "[options.dealer]\nx = 1\n"), "rules.toml: options", "`x`"),
    "unknown key of a game": (
        rules(BOXES, f"x = 1\n{BOXES}"), "rules.toml: games.blackjack", "`x`"),
    "unknown key of a setting": (
        rules(BOXES, 'boxes = { value = 9, clause = "1.1", x = 1 }'), "rules.toml", "boxes"),
    "unknown key of a reading": (
        readings("default =", "x = 1\ndefault ="), "readings.toml", "`x`"),
    "missing clause": (rules(BOXES, "boxes = { value = 9 }"), "rules.toml", "boxes"),
    "missing setting": (rules(BOXES, ""), "rules.toml: games.blackjack", "`boxes`"),
    "missing clause of an option": (rules('clause = "12.1"\n', ""), "rules.toml", "`clause`"),
    "missing field of the book": (
        rules('place = "Casino Canberra"\n', ""), "rules.toml: book", "`place`"),
    "unknown clause": (
        rules(BOXES, BOXES.replace("1.1", "99.9")), "rules.toml: games.blackjack.boxes", "99.9"),
    "unknown clause beside": (
        rules('also = ["13.2(a)"]', 'also = ["99.9"]'), "rules.toml: games.blackjack", "99.9"),
    "unknown clause of an option": (
        rules('clause = "12.1"\n', 'clause = "99.9"\n'), "rules.toml: options.dealer", "99.9"),
    "unknown clause of a reading": (
        readings('"13.1(c)"', '"99.9"'), "readings.toml: blackjack-against-21", "99.9"),
    "unknown clause of a mechanism": (
        rules('"A:hard-total" =', '"99.9" ='), "rules.toml: mechanism", "99.9"),
    "unknown clause that voids": (
        rules('"14.5" =', '"99.9" ='), "rules.toml: games.blackjack.void", "99.9"),
    "unknown clause of the date": (
        rules('effective_clause = "NI:2"', 'effective_clause = "99.9"'), "rules.toml", "99.9"),
    "clause not text": (rules(BOXES, BOXES.replace('"1.1"', "1.1")), "rules.toml", "boxes"),
    "clauses not text": (
        rules('also = ["13.2(a)"]', "also = [[1]]"), "rules.toml", "settlement.blackjack"),
    "default outside": (
        rules('default = "8"', 'default = "9"'), "rules.toml: options.decks", "'9'"),
    "default of a number": (
        rules('values = ["on", "off"]\ndefault = "on"', 'number = true\ndefault = "x"'),
        "rules.toml: options.insure-others", "'x'"),
    "default of an amount": (
        rules('values = ["on", "off"]\ndefault = "on"', 'amount = true\ndefault = "x"'),
        "rules.toml: options.insure-others", "'x'"),
    "neither values nor amount": (
        rules('values = ["on", "off"]\n', ""), "rules.toml: options.insure-others", ""),
    "reading's default outside": (
        readings('default = "outranks"', 'default = "x"'), "readings.toml", "'x'"),
    "by nothing": (
        rules('by = "ten-shown"', 'by = "x"'), "rules.toml: games.blackjack.blackjack.waits", "x"),
    "by a list": (rules('by = "ten-shown"', 'by = ["x"]'), "rules.toml", "waits"),
    "number of nothing": (
        rules("{ value = 9,", '{ value = { number = "x" },'), "rules.toml", "boxes"),
    "number of words": (
        rules("{ value = 9,", '{ value = { number = "dealer" },'), "rules.toml", "boxes"),
    "chosen of nothing": (
        rules("{ value = 9,", '{ value = { chosen = "x" },'), "rules.toml", "boxes"),
    "branch missing": (
        rules("stands-soft-17 = {", "stands = {"),
        "rules.toml: games.blackjack.dealer.soft_17", "stands-soft-17"),
    "other branch missing": (
        rules("hits-soft-17 = {", "hits = {"),
        "rules.toml: games.blackjack.dealer.soft_17", "hits-soft-17"),
    "unknown key of a branch": (
        rules("hits-soft-17 = {", "hits-soft-17 = { x = 1,"), "rules.toml", "dealer.soft_17"),
    "option of no game": (
        rules("[options.dealer]\n", '[options.dealer]\ngames = ["x"]\n'), "rules.toml", "dealer"),
    "based on nothing": (rules(BOXES, f'based_on = "x"\n{BOXES}'), "rules.toml: games", "'x'"),
    "based on itself": (
        rules(BOXES, f'based_on = "blackjack"\n{BOXES}'), "rules.toml: games", "blackjack"),
    "based on a list": (rules(BOXES, f"based_on = []\n{BOXES}"), "rules.toml: games", "based_on"),
    "odds in words": (
        rules('odds = "3 to 2"', 'odds = "3 for 2"'), "rules.toml", "blackjack.at_once"),
    "odds to nothing": (
        rules('odds = "3 to 2"', 'odds = "3 to 0"'), "rules.toml", "blackjack.at_once"),
    "odds as a number": (rules('odds = "3 to 2"', "odds = 1.5"), "rules.toml", "at_once.odds"),
    "value outside": (rules('value = "hits"', 'value = "x"'), "rules.toml", "dealer.soft_17"),
    "kind of game": (rules('kind = "blackjack"', 'kind = "x"'), "rules.toml", "kind"),
    "requires nothing": (
        rules(TOGETHER, f'requires = [{NEEDS_NOTHING}]\n{TOGETHER}'),
        "rules.toml", "perfect-pairs"),
    "stakes in words": (
        rules(TOGETHER, f'stakes = {{ value = ["x"], clause = "2.1" }}\n{TOGETHER}'),
        "rules.toml", "perfect-pairs"),
    "no rule for a box maximum": (
        rules('box_maximum = { value = "last-placed-first", clause = "3.5" }\n', ""),
        "rules.toml: games.blackjack.limits", "box_maximum"),
    "no rule for two blackjacks": (
        rules('against_blackjack = { result = "stand-off", clause = "13.1(g)" }\n', ""),
        "rules.toml: games.blackjack.blackjack", "against_blackjack"),
    "a line without a hand": (
        rules('hand = "suited-pair", ', ""), "rules.toml", "perfect-pairs"),
    "a line without a prize": (
        rules('odds = "25 to 1", ', ""), "rules.toml", "perfect-pairs"),
    "a hand of more cards than are seen": (
        rules('hand = "suited-pair"', 'hand = "three-aces"'), "rules.toml", "three-aces"),
    "no decks": (rules("[options.decks]", "[options.packs]"), "rules.toml", "options.decks"),
    "decks in words": (
        rules(DECKS, 'values = ["x"]\ndefault = "x"'), "rules.toml", "options.decks"),
    "decks of another game": (
        rules("[options.decks]\n", '[options.decks]\ngames = ["x"]\n'), "rules.toml", "decks"),
    "no games": (only_options(""), "rules.toml", "at least one game"),
    "games not a table": (only_options("", "games = 3"), "rules.toml", "games"),
    "reading of no game": (
        readings("default =", 'games = ["x"]\ndefault ='), "readings.toml", "'x'"),
    "fewer boxes than none": (rules("{ value = 9,", "{ value = -9,"), "rules.toml", "boxes"),
    "games not games": (only_options("[games]\nx = 3"), "rules.toml", "x"),
    "date not a date": (rules("= 2018-10-17", '= "soon"'), "rules.toml: book", "effective"),
    "not TOML": (append("rules.toml", "\n=\n"), "rules.toml", "line"),
    "not TOML in readings": (append("readings.toml", "\n=\n"), "readings.toml", "line"),
    "not UTF-8": (put("rules.toml", b"\xff"), "rules.toml", "utf-8"),
    "not UTF-8 in the ledger": (put("clauses.csv", b"\xff"), "clauses.csv", "utf-8"),
    "a number beyond all": (append("rules.toml", f"\nx = {'9' * 5000}\n"), "rules.toml", ""),
    "too deep": (append("rules.toml", f"\nx = {'[' * 5000}\n"), "rules.toml", ""),
    "header": (
        write("clauses.csv", '"id"', '"ident"'), "clauses.csv", ",".join(LEDGER_COLUMNS)),
    "no rows": (put("clauses.csv", b""), "clauses.csv", "first row"),
    "row cut short": (append("clauses.csv", '"99","x"\n'), "clauses.csv", "2 fields"),
    "clause twice": (
        append("clauses.csv", '"1.1","cards","rule","","",""\n'), "clauses.csv", "1.1"),
    "summary beyond all": (
        append("clauses.csv", f'"99","x","rule","","{"x" * 200_000}",""\n'), "clauses.csv", ""),
    "readings that are left out": (
        remove("readings.toml"), "rules.toml", "is neither an option nor a reading here"),
    **{f"{file} missing": (remove(file), file, "missing") for file in FILES},
    **{f"{file} a folder": (make_folder(file), file, "") for file in FILES},
}  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_book_is_malformed_and_says_where(broken: str, tmp_path: Path) -> None:
    folder = tmp_path / "book"
    shutil.copytree(find_book("canberra-blackjack").folder, folder)
    breaks, where, says = BROKEN[broken]
    breaks(folder)
    with pytest.raises(Malformed) as malformed:
        list(every_game(load_book(folder)))
    assert f"book/{where}" in str(malformed.value)
    assert says in str(malformed.value)


def test_the_copy_itself_is_whole(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    shutil.copytree(find_book("canberra-blackjack").folder, folder)
    ours = find_book("canberra-blackjack")
    assert load_book(folder).clauses == ours.clauses
    games = list(every_game(load_book(folder)))
    assert [game.rules for game in games] == [game.rules for game in every_game(ours)]


def test_a_game_that_stands_on_another_differs_only_where_it_says_so() -> None:
    base, own = load_game("crown-blackjack/blackjack"), load_game("crown-blackjack/crown-blackjack")
    differ = {
        name
        for name in base.rules.__struct_fields__
        if getattr(base.rules, name) != getattr(own.rules, name)
    }
    assert differ == {"title", "dealer", "absent_player"}


def chosen_in(which: str, choices: dict[str, Any]) -> Game:
    given: dict[str, Any] = {which: choices}
    return load_game("crown-blackjack/blackjack", **given)


def test_of_several_wrong_choices_the_first_is_named() -> None:
    names = ["zebra", "yak", "xerus"]
    for first in names:
        chosen = dict.fromkeys([first, *(name for name in names if name != first)], "on")
        for which in ("options", "readings"):
            with pytest.raises(Malformed, match=first):
                chosen_in(which, chosen)


@pytest.mark.parametrize("which", ["options", "readings"])
@pytest.mark.parametrize("value", [["on"], {}, 1, None], ids=["list", "table", "number", "nothing"])
def test_a_choice_is_text(which: str, value: Any) -> None:
    with pytest.raises(Malformed) as malformed:
        chosen_in(which, {"forced-draw": value})
    assert malformed.value.where == f"{which}.forced-draw"
