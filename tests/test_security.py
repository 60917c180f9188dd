"""docs/security.md leaves out no requirement, and names no file or test that is not there."""

import re
from functools import cache

from tests.project import ROOT

PACKAGE = ROOT / "src" / "bythebook"
DOCUMENT = (ROOT / "docs" / "security.md").read_text("utf-8")
# How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has: they come first in it.
# V9, V10 and V17 are about what we do not have.
SECTIONS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5,
    "6.6": 3, "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2,
    "8.2": 3, "8.3": 1, "8.4": 1, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2,
    "14.2": 4, "14.3": 3, "15.1": 3, "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5, "16.3": 4,
    "16.4": 3, "16.5": 3,
}  # fmt: skip
# What runs, or becomes, whatever it is given; and where that is ours.
RUNS_ANYTHING = re.compile(
    r"\bsubprocess\b|os\.system|(?<![.\w])(?:eval|exec|compile)\("
    r"|^(?:import|from) (?:pickle|marshal|shelve|yaml|xml)\b"
)
OUR_OWN = {
    "trace/functions.py",  # breaks functions of ours, for those who work on it
    "web/beside/rehearsing.py",  # this Python, on terms in a file of its own and two numbers
}
MAKES_MARKUP = re.compile(
    r"(?:inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|document\.write|\beval\(|new Function"
    r"|postMessage|srcdoc|indexedDB"
)
PASSWORDS = re.compile(r'<input[^>]*name="(?:password|again|current)"[^>]*>')
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$", re.MULTILINE)
NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
NAMED_FILE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|js|toml))`")


@cache
def source(file: str) -> str:
    path = ROOT / file
    return path.read_text("utf-8") if path.exists() else ""


def test_every_requirement_has_a_row() -> None:
    numbers = [number for number, *_ in ROW.findall(DOCUMENT)]
    assert numbers == [
        f"{section}.{at}" for section, most in SECTIONS.items() for at in range(1, most + 1)
    ]


def test_what_is_not_met_is_said_at_the_top() -> None:
    rows = [(number, is_.strip()) for number, is_, *_ in ROW.findall(DOCUMENT)]
    assert {is_ for _, is_ in rows} <= {"met", "partly", "not met", "operator", "—"}
    named = {
        is_: ", ".join(n for n, found in rows if found == is_) or "none"
        for is_ in ("not met", "partly")
    }
    assert f"Not met: {named['not met']}. Partly: {named['partly']}.\n" in DOCUMENT


def test_every_test_that_is_named_is_there() -> None:
    named = NAMED_TEST.findall(DOCUMENT)
    assert len(named) > 100
    missing = [f"{file}::{name}" for file, name in named if f"def {name}(" not in source(file)]
    assert missing == []


def test_every_file_that_is_named_is_there() -> None:
    homes = (ROOT, PACKAGE)
    named = set(NAMED_FILE.findall(DOCUMENT))
    assert sorted(name for name in named if not any((h / name).exists() for h in homes)) == []


# What the rows say of all our sources


def places(pattern: re.Pattern[str], kind: str) -> set[str]:
    """The files of the package, of this kind, in which the pattern occurs in a line."""
    return {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob(f"*{kind}")
        if any(pattern.search(line) for line in path.read_text("utf-8").splitlines())
    }


def test_nothing_runs_or_becomes_whatever_it_is_given() -> None:
    assert places(RUNS_ANYTHING, ".py") == OUR_OWN


def test_no_script_makes_markup_of_text_or_keeps_anything_but_preferences() -> None:
    assert places(MAKES_MARKUP, ".js") == set()
    keepers = ("common/theme", "table/preferences", "table/rulings", "school/kept")
    keep = {f"web/static/{name}.js" for name in keepers}
    assert places(re.compile("localStorage"), ".js") == keep
    assert places(re.compile("sessionStorage"), ".js") == {"web/static/dealer/dealer.js"}


def test_what_is_promised_of_vulnerabilities_is_said() -> None:
    promised = re.search(
        r"critical, .*: (\d+) days; high: (\d+); medium: (\d+); low: (\d+)", DOCUMENT
    )
    assert promised is not None
    assert sorted(promised.groups(), key=int) == list(promised.groups())


def test_no_script_writes_by_a_path_of_names_that_others_chose() -> None:
    """By one such name an object of one's own is written; by two, what all objects have."""
    assert places(re.compile(r"\]\[[^\]]+\] *=[^=>]"), ".js") == set()


def test_no_answer_lets_another_origin_read_it() -> None:
    assert places(re.compile("access-control-allow|CORSConfig", re.IGNORECASE), ".py") == set()


def test_passwords_are_masked_and_can_be_filled_in_by_a_program() -> None:
    fields = [
        field
        for path in sorted((PACKAGE / "web" / "templates").rglob("*.html"))
        for field in PASSWORDS.findall(path.read_text("utf-8"))
    ]
    assert len(fields) == 5
    for field in fields:
        assert 'type="password"' in field
        assert re.search(r'autocomplete="(current|new)-password"', field)
