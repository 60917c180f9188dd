"""The tree stays tidy: no leftovers, no traces of one machine, nothing too long, nothing untold."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from tests.project import ROOT, project_files

PACKAGE = ROOT / "src" / "bythebook"

MODULE_LINES_MAX = 700
FUNCTION_LINES_MAX = 80
COLUMNS_MAX = 100

# Each word is written in two parts, so that this file does not find itself.
LEFTOVER_WORDS = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK", "Not" + "ImplementedError"]
LEFTOVERS = re.compile(rf"\b({'|'.join(LEFTOVER_WORDS)})\b|\bbreak" + r"point\(")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(work|root|home)/")
REGISTRY_HOSTS = re.compile(r"\b(pypi|files\.python" + r"hosted|registry\.npmjs)\.org\b")


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every text file of the project: its name and what it says."""
    read = [(path.relative_to(ROOT).as_posix(), path.read_bytes()) for path in project_files()]
    return tuple((name, content.decode()) for name, content in read if b"\0" not in content)


def programs(under: str = "") -> Iterator[tuple[str, str]]:
    """Every Python file whose name begins like this."""
    for name, text in texts():
        if name.endswith(".py") and name.startswith(under):
            yield name, text


def places(pattern: re.Pattern[str]) -> list[str]:
    """Every line of the project where the pattern occurs."""
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def exported_names() -> list[str]:
    """What `bythebook.__all__` lists."""
    source = PACKAGE / "__init__.py"
    for node in ast.parse(source.read_text("utf-8")).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return list(ast.literal_eval(value))
    raise AssertionError("the package does not say what it exports")


class Outline(NamedTuple):
    """What the tests below ask of a program: read once, because that takes a while."""

    described: bool
    functions: dict[str, int]  # where each begins and its name: how many lines it has


@cache
def outlines() -> dict[str, Outline]:
    return {name: outline(name, ast.parse(text)) for name, text in programs()}


def outline(name: str, program: ast.Module) -> Outline:
    functions: dict[str, int] = {}
    ahead: list[ast.AST] = [program]
    while ahead:  # functions are statements: nothing is looked for inside of expressions
        for node in ast.iter_child_nodes(ahead.pop()):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                last = node.end_lineno or node.lineno
                functions[f"{name}:{node.lineno} {node.name}"] = last - node.lineno + 1
            if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
                ahead.append(node)
    return Outline(ast.get_docstring(program) is not None, functions)


@cache
def names_in(text: str) -> frozenset[str]:
    """Every name that is mentioned in a program, and not only in its comments and texts."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Name(id=used) | ast.Attribute(attr=used) | ast.alias(name=used):
                names.add(used)
    return frozenset(names)


def test_no_leftovers() -> None:
    assert places(LEFTOVERS) == []


def test_no_paths_of_one_machine() -> None:
    assert places(MACHINE_PATHS) == []


def test_no_names_of_registries() -> None:
    assert places(REGISTRY_HOSTS) == []


def test_no_lock_file_that_names_hosts() -> None:
    assert [path for path in project_files() if path.name == "uv.lock"] == []


def test_every_file_ends_its_lines_with_one_newline() -> None:
    untidy = [name for name, text in texts() if "\r" in text or (text and text[-1] != "\n")]
    assert untidy == []


def test_no_tabs_and_no_long_lines_in_programs() -> None:
    untidy = [
        f"{name}:{number}"
        for name, text in programs()
        for number, line in enumerate(text.splitlines(), 1)
        if "\t" in line or len(line) > COLUMNS_MAX
    ]
    assert untidy == []


def test_modules_are_short() -> None:
    lengths = {name: len(text.splitlines()) for name, text in programs("src/")}
    assert {name: n for name, n in lengths.items() if n > MODULE_LINES_MAX} == {}


def test_functions_fit_a_screen() -> None:
    lengths = [item for found in outlines().values() for item in found.functions.items()]
    assert {function: n for function, n in lengths if n > FUNCTION_LINES_MAX} == {}


def test_every_module_says_what_it_is_for() -> None:
    modules = {name: found for name, found in outlines().items() if name.startswith("src/")}
    assert [name for name, found in modules.items() if not found.described] == []


def test_every_exported_name_is_used_by_a_test() -> None:
    tests = [text for _, text in programs("tests/")]
    unused = [
        name
        for name in exported_names()
        if not any(name in names_in(text) for text in tests if name in text)
    ]
    assert unused == []


def test_an_outline_has_what_is_asked_of_it() -> None:
    program = "import a.b as c\n\nasync def f(x):\n    return x.y  # z\n"
    assert outline("m.py", ast.parse(program)) == Outline(False, {"m.py:3 f": 2})
    assert names_in(program) == {"a.b", "x", "y"}
    assert outline("m.py", ast.parse('"""About."""')).described


def test_an_outline_has_functions_wherever_they_stand() -> None:
    inside = (
        "class C:\n    def f(self): ...",
        "if a:\n    def f(): ...\nelse:\n    b",
        "try:\n    a\nexcept E:\n    def f(): ...",
        "try:\n    a\nfinally:\n    def f(): ...",
        "match a:\n    case 1:\n        def f(): ...",
        "def g():\n    with a:\n        for b in c:\n            async def f(): ...",
    )
    for program in inside:
        functions = outline("m.py", ast.parse(program)).functions
        assert "f" in [name.split()[1] for name in functions]


@pytest.mark.parametrize(
    ("pattern", "untidy", "tidy"),
    [
        (LEFTOVERS, "# TO" + "DO: later", "the to-do list"),
        (LEFTOVERS, "    break" + "point()", "a breaking point (of a hand)"),
        (LEFTOVERS, "raise Not" + "ImplementedError", "return NotImplemented"),
        (MACHINE_PATHS, "cd /" + "work/main", "docs/work/main"),
        (MACHINE_PATHS, "file:///" + "home/ann/x.round", "https://example.com/home/x"),
        (REGISTRY_HOSTS, "https://pypi" + ".org/simple", "the registry of Python packages"),
    ],
)
def test_the_patterns_find_what_they_are_for(
    pattern: re.Pattern[str], untidy: str, tidy: str
) -> None:
    assert pattern.search(untidy)
    assert not pattern.search(tidy)


# The map

NAMED = re.compile(r"`((?:[\w<>-]+/)*[\w-]+(?:\.py|\.js|\.txt|/))`")
MODULES_MAX = {"game": 20, "table": 20}  # of other packages: about fifteen
USUAL_MODULES_MAX = 17


@pytest.mark.parametrize("document", ["architecture.md", "house.md"])
def test_every_module_that_the_map_names_is_there(document: str) -> None:
    """By its path from the package on, so that nobody is sent to another of the same name."""
    text = (ROOT / "docs" / document).read_text("utf-8")
    named = {name for name in NAMED.findall(text) if "<" not in name}
    rooms = ("game", "odds", "records", "rulebooks")  # whose tables give names without them
    homes = (PACKAGE, PACKAGE.parent, ROOT, *(PACKAGE / room for room in rooms))
    assert sorted(name for name in named if not any((home / name).exists() for home in homes)) == []


def test_no_package_has_more_modules_than_a_reader_can_hold() -> None:
    counts: dict[str, int] = {}
    for name, _ in programs("src/bythebook/"):
        folder, _, module = name.removeprefix("src/bythebook/").rpartition("/")
        counts[folder] = counts.get(folder, 0) + (module != "__init__.py")
    crowded = {
        folder: count
        for folder, count in counts.items()
        if count > MODULES_MAX.get(folder, USUAL_MODULES_MAX)
    }
    assert crowded == {}
