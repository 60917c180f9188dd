"""The examples settle, and what README.md and docs/ show is what the commands say today.

A `console` block is run line by line: `$ ./run …` by the command line in this process, any other
`$ …` by the shell, in a folder where `examples` and `src` are at hand. A line `...` stands for
output that is left out. `python -m tests.test_examples` writes the outputs and tables of the
documents anew, except where output is left out.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bythebook import Record, parse_record, print_record, settle
from bythebook.cli import main
from bythebook.rulebooks import Book, built_in_books, find_book, load_game
from bythebook.rulebooks.editions import editions_in
from bythebook.rulebooks.loader import load_revision

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.round"))
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
GAMES = [f"{book}/{game}" for book in built_in_books() for game in find_book(book).games]

LEFT_OUT = "..."
COMMAND = "$ "
OURS = "$ ./run "
BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
TABLES = re.compile(r"(?<=<!-- tables: begin -->\n).*?(?=<!-- tables: end -->)", re.DOTALL)


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


def read_example(path: Path) -> Record:
    return parse_record(path.read_text(encoding="utf-8"))


# The examples


@pytest.mark.parametrize("path", EXAMPLES, ids=names(EXAMPLES))
def test_example_settles_and_uses_every_card(path: Path) -> None:
    record = read_example(path)
    settled = settle(record).to_json()
    assert settled["settlements"]
    assert settled["unused_cards"] == []
    again = parse_record(print_record(record))
    assert again == record
    assert settle(again).to_json() == settled


def test_every_game_has_an_example() -> None:
    shown = {read_example(path).game for path in EXAMPLES}
    assert shown == set(GAMES)


# The documents


def blocks(text: str, kind: str) -> Iterator[str]:
    """What stands in the fenced blocks of a kind."""
    for match in BLOCK.finditer(text):
        if match["kind"] == kind:
            yield match["text"]


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block, and the output that follows it."""
    for part in re.split(r"^(?=\$ )", block, flags=re.MULTILINE):
        if part:
            command, _, output = part.partition("\n")
            yield command, output


def run(command: str) -> str:
    """What a command prints, on standard output and standard error alike."""
    if not command.startswith(OURS):
        done = subprocess.run(
            ["sh", "-c", command.removeprefix(COMMAND)], capture_output=True, text=True, check=True
        )
        return done.stdout + done.stderr
    editions_in.cache_clear()  # the document may have changed a rulebook since
    load_revision.cache_clear()
    printed = io.StringIO()
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        contextlib.suppress(SystemExit),
    ):
        main(shlex.split(command.removeprefix(OURS)))
    return printed.getvalue()


def shows(shown: str, printed: str) -> bool:
    """Whether the output is as shown, wherever a line `...` leaves some lines out."""
    parts = re.split(rf"^{re.escape(LEFT_OUT)}\n", shown, flags=re.MULTILINE)
    return re.fullmatch("(?:.*\n)*?".join(map(re.escape, parts)), printed) is not None


@contextlib.contextmanager
def workshop(folder: Path) -> Iterator[None]:
    """A place to work in that has what the documents speak of, and may be written to."""
    for name in ("examples", "src"):
        (folder / name).symlink_to(ROOT / name)
    with contextlib.chdir(folder):
        yield


@pytest.mark.parametrize("path", DOCUMENTS, ids=names(DOCUMENTS))
def test_console_blocks_show_what_is_printed(path: Path, tmp_path: Path) -> None:
    with workshop(tmp_path):
        for block in blocks(path.read_text(encoding="utf-8"), "console"):
            assert block.startswith(COMMAND), block
            for command, shown in commands(block):
                printed = run(command)
                assert shows(shown, printed), f"{command}\n{printed}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=names(DOCUMENTS))
def test_python_blocks_do_what_they_show(path: Path, tmp_path: Path) -> None:
    text = "\n".join(blocks(path.read_text(encoding="utf-8"), "python"))
    example = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    report = io.StringIO()
    with workshop(tmp_path):
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(example, out=report.write)
    assert runner.failures == 0, report.getvalue()


@pytest.mark.parametrize("path", DOCUMENTS, ids=names(DOCUMENTS))
def test_toml_blocks_are_toml(path: Path) -> None:
    for block in blocks(path.read_text(encoding="utf-8"), "toml"):
        tomllib.loads(block)


@pytest.mark.parametrize("path", DOCUMENTS, ids=names(DOCUMENTS))
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_the_readme_names_every_game_and_example() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    sides = {name for game in GAMES for name in load_game(game).rules.side_wagers}
    for name in [*GAMES, *names(EXAMPLES), *sides, "main", "insurance"]:
        assert f"`{name}`" in readme, name


def test_the_readme_shows_the_example_as_it_is() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    example = read_example(ROOT / "examples" / "blackjack-challenge.round")
    assert parse_record(next(blocks(readme, "toml"))) == example


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n...\n", "a\nb\nc\n", True),
        ("...\nc\n", "a\nb\nc\n", True),
        ("a\n...\nc\n", "a\nc\n", True),
        ("a\n...\nd\n", "a\nb\nc\n", False),
    ],
)
def test_output_may_be_left_out(shown: str, printed: str, same: bool) -> None:
    assert shows(shown, printed) is same


# The tables of docs/records.md, made from the books


def choices_of(book: Book) -> str:
    """The options and readings of a book, as docs/records.md lists them."""
    lines = [
        f"### {book.id}", "",
        "| option | values | default | games | clause | what it settles |",
        "| --- | --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    for name, option in book.options.items():
        values = ", ".join(f"`{value}`" for value in option.values)
        values = values or (
            "an amount" if option.amount else "a day" if option.day else "a whole number below 100"
        )
        default = f"`{option.default}`" if option.default else "not given"
        games = ", ".join(option.games) or "all"
        lines.append(
            f"| `{name}` | {values} | {default} | {games} | {option.clause} | {option.says} |"
        )
    readings = [
        "",
        "| reading | values, the default first | games | clauses | the question |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += readings if book.readings else []
    for name, reading in book.readings.items():
        ordered = sorted(reading.values.items(), key=lambda item: item[0] != reading.default)
        values = "; ".join(f"`{value}`: {says}" for value, says in ordered)
        games = ", ".join(reading.games) or "all"
        clauses = ", ".join(reading.clauses)
        lines.append(f"| `{name}` | {values} | {games} | {clauses} | {reading.question} |")
    voids = [f"`{clause}`" for clause in book.game(next(iter(book.games))).rules.void]
    return "\n".join([*lines, "", f"Clauses that void a round: {', '.join(voids)}.", ""])


def tables() -> str:
    return "\n".join(choices_of(find_book(book)) for book in built_in_books())


def test_the_tables_of_choices_are_those_of_the_books() -> None:
    found = TABLES.search((ROOT / "docs" / "records.md").read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == tables()


# Writing the documents anew


def _written_anew(block: re.Match[str]) -> str:
    if block["kind"] != "console":
        return block[0]
    parts = []
    for command, shown in commands(block["text"]):
        printed = run(command)
        elided = f"{LEFT_OUT}\n" in shown
        if elided and not shows(shown, printed):
            print(f"left as it was, and wrong: {command}", file=sys.stderr)
        parts.append(f"{command}\n{shown if elided else printed}")
    return f"```console\n{''.join(parts)}```"


def write_anew(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, workshop(Path(folder)):
        text = BLOCK.sub(_written_anew, text)
    path.write_text(TABLES.sub(lambda _: tables(), text), encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("COLUMNS", "80")
    for document in DOCUMENTS:
        write_anew(document)
