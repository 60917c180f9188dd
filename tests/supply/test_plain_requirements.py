"""A house needs no more than `requirements.txt` pins; `tests/browser/test_first_start.py` starts
one where nothing else can be imported."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project import ROOT
from tests.supply.parts import direct, needs_of
from tests.supply.plain import OURS, as_if_alone, hidden, running

SOURCES = ROOT / "src" / OURS
# What belongs to an extra of ours, or to the tests, and where alone it may be asked for.
APART = {
    "distributed": "odds/simulate",
    "gymnasium": "environments",
    "pyarrow": "commands/rounds",
    "pytest": "trace",
}
# Asked for by others when we use them: their own lists do not name it.
BY_OTHERS = {
    "tomli-w": "msgspec writes TOML by it",
    "tzdata": "zoneinfo reads it",
    "vl-convert-python": "altair makes pictures by it",
}


def imported() -> Iterator[tuple[str, Path]]:
    """Every module that ours ask for, at the start or later."""
    for file in sorted(SOURCES.rglob("*.py")):
        for node in _run(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and not node.level:
                yield (node.module or "").partition(".")[0], file
            elif isinstance(node, ast.Import):
                yield from ((one.name.partition(".")[0], file) for one in node.names)


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """All of it but what is only for whoever checks types."""
    yield node
    types_alone = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    inside = node.orelse if isinstance(node, ast.If) and types_alone else ast.iter_child_nodes(node)
    for child in inside:
        yield from _run(child)


def test_whatever_our_modules_ask_for_is_listed_as_needed() -> None:
    of_module, needed, asked = metadata.packages_distributions(), direct(), set[str]()
    for module, file in imported():
        if module in sys.stdlib_module_names or module == OURS:
            continue
        name, where = canonicalize_name(of_module[module][0]), file.relative_to(SOURCES).as_posix()
        apart = name in APART and where.startswith(APART[name])
        assert apart or name in needed, f"{where} imports {module}, of {name}"
        asked.add(name)
    assert needed - asked - BY_OTHERS.keys() == set(), "listed, and nobody asks for it"


def test_whatever_is_needed_is_pinned_and_what_that_needs_too() -> None:
    wanted, known = direct(), set[str]()
    while wanted:
        known |= wanted
        wanted = {need for name in wanted for need in needs_of(metadata.distribution(name))} - known
    assert known - running() == set()


def test_the_driver_of_postgresql_brings_its_library_along() -> None:
    needed = {Requirement(line) for line in metadata.distribution("psycopg").requires or ()}
    extra = {one.name for one in needed if one.marker and one.marker.evaluate({"extra": "binary"})}
    assert "psycopg-binary" in extra & running()


def test_what_the_tests_bring_along_is_hidden_from_a_house(tmp_path: Path) -> None:
    """Were it not, a house that needs it would start here and nowhere else."""
    assert {"pytest", "hypothesis", "websockets"} <= hidden()
    asked = "import litestar, msgspec.toml; msgspec.toml.encode({}); import hypothesis"
    child = [sys.executable, "-c", asked]
    done = subprocess.run(child, env=as_if_alone(tmp_path), capture_output=True, text=True)
    assert "not in the plain requirements: hypothesis" in done.stderr, done.stderr
