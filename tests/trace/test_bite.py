"""Proofs that bite: what is broken, who must notice, and what is remembered of it."""

import ast
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bythebook.commands.trace import drawn
from bythebook.errors import Malformed
from bythebook.rulebooks import find_book
from bythebook.trace.clauses import Proof
from bythebook.trace.functions import CodeChange, edits
from bythebook.trace.kept import (
    Attempt,
    Digests,
    Kept,
    Known,
    Result,
    equivalents,
    survivors,
    verdict,
)
from bythebook.trace.settings import ABSENT, Change, changed, changes, line_of
from tests.project import ROOT

BOOK = "canberra-blackjack"

TOY = """
import pytest
from bythebook.errors import Malformed
from bythebook.rulebooks import find_book
from bythebook.rulebooks.tables import find_table_rules

clause = pytest.mark.clause

@clause("canberra-blackjack 16.6")
def test_how_long_a_seat_may_be_idle():
    idle = find_table_rules("canberra-blackjack").conduct.seats.idle
    assert idle is None or idle.rounds != 4

@clause("canberra-blackjack 4.7(a)")
def test_nothing_of_what_it_says():
    assert find_table_rules("canberra-blackjack").conduct.seats is not None

@clause("canberra-blackjack 10.3")
def test_fails_whatever_happens():
    raise AssertionError

@clause("canberra-blackjack 12.1(b)")
def test_that_cannot_even_begin():
    book = find_book("canberra-blackjack")
    rules = book.game("blackjack", options={"dealer": "hits-soft-17"}).rules
    if rules.dealer.soft_17.value != "hits":
        raise_malformed()

def raise_malformed():
    find_book("canberra-blackjack").game("blackjack", readings={"ten-shown": "no such"})
"""


def run_bite(tests: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "bythebook", "trace", BOOK, "--bite", "--tests", str(tests)]
    return subprocess.run([*command, *more], capture_output=True, text=True, cwd=ROOT)


def bite(tests: Path, *more: str) -> tuple[list[dict[str, Any]], int]:
    """What `--bite` says of the tests there: rows and status."""
    told = run_bite(tests, "--json", *more)
    assert told.stderr == ""
    return json.loads(told.stdout), told.returncode


def outcomes(rows: list[dict[str, Any]], clause: str) -> dict[str, str]:
    named = f"{BOOK} {clause}"
    return {
        f"{row['place']} {row['change']}": row["outcome"] for row in rows if named in row["clauses"]
    }


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_toy.py").write_text(TOY)
    return tests


def test_what_a_test_notices_and_what_not(toy: Path) -> None:
    rows, status = bite(toy)
    idle = outcomes(rows, "16.6")
    assert idle["table:seats.idle.rounds +1"] == "bitten"
    assert idle["table:seats.idle.rounds -1"] == "survived"
    assert idle["table:seats.idle absent"] == "survived"
    assert set(outcomes(rows, "4.7(a)").values()) == {"survived"}
    assert set(outcomes(rows, "10.3").values()) == {"survived", "illegal"}
    soft = outcomes(rows, "12.1(b)")
    setting = "rules:games.blackjack.dealer.soft_17.hits-soft-17"
    assert soft == {f"{setting} absent": "illegal", f"{setting}.value other": "loading"}
    assert status == 1
    place = "src/bythebook/rulebooks/canberra-blackjack/NI2018-568/table.toml"
    line = line_of(ROOT / place, ("seats", "idle"))
    told = run_bite(toy).stdout
    assert f"{place}:{line}: {BOOK} 16.6: table:seats.idle.rounds -1: 3 is 2" in told
    assert "0 of them tried now." in told


def test_results_are_kept_until_tests_change(toy: Path) -> None:
    rows, _ = bite(toy, "16.6")
    kept = toy.parent / ".bite" / "results.jsonl"
    lines = kept.read_text().splitlines()
    assert len(lines) == len(rows)
    forged = [line.replace('"survived"', '"bitten"') for line in lines]
    kept.write_text("\n".join(forged) + "\nhalf a li")
    again, _ = bite(toy, "16.6")
    assert outcomes(again, "16.6")["table:seats.idle.rounds -1"] == "bitten"  # as it is kept
    (toy / "test_toy.py").write_text(TOY.replace("idle.rounds != 4", "idle.rounds == 3"))
    anew, _ = bite(toy, "16.6")
    assert outcomes(anew, "16.6")["table:seats.idle.rounds -1"] == "bitten"
    assert outcomes(anew, "16.6")["table:seats.idle absent"] == "survived"


def test_who_is_told_to_end_ends_also_in_the_midst_of_a_fork(toy: Path) -> None:
    """What is raised among a fork's own steps is lost, and every test would seem to fail by it."""
    told = "import os\nos.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), 15))\n"
    (toy / "test_toy.py").write_text(told + TOY)
    ended = run_bite(toy, "--only", "idle.rounds")
    assert ended.returncode == 128 + signal.SIGTERM
    assert not (toy.parent / ".bite").exists()


def test_some_of_them_are_tried_by_name(toy: Path) -> None:
    rows, _ = bite(toy, "16.6", "--only", "idle.rounds")
    assert [row["place"] for row in rows] == ["table:seats.idle.rounds"] * 2
    told = run_bite(toy, "--only", "no such words")
    assert (told.returncode, told.stdout) == (2, "")
    assert "nothing that could be broken is so named" in told.stderr


def test_a_sample_is_drawn_by_what_there_is_and_not_by_the_day(tmp_path: Path) -> None:
    def drawn_from(common: str) -> list[Attempt]:
        known = Known([], tmp_path, {})
        known.survivors = {every[0].id}
        known.digests.common = common
        return drawn(known, every, 9)

    steps = [Change("book", "table", ("a", n), "+1", ("1.1",), 1, (2,)) for n in range(99)]
    every = [Attempt(one, "book", (), (), tmp_path, n) for n, one in enumerate(steps)]
    assert drawn_from("one tree") == drawn_from("one tree") != drawn_from("another")
    assert sorted(one.line for one in drawn_from("one tree"))[0] > 0
    assert len(drawn(Known([], tmp_path, {}), every, 999)) == 99


def test_what_is_declared_is_no_survivor(toy: Path) -> None:
    (toy / "test_toy.py").write_text(TOY.partition('@clause("canberra-blackjack 4.7(a)")')[0])
    for name in ("equivalent", "survivors"):
        (toy / "trace" / name).mkdir(parents=True)
    rows, status = bite(toy)
    alive = [row for row in rows if row["outcome"] == "survived"]
    assert status == 1
    lines = [f"{row['book']} | {row['place']} | {row['change']}" for row in alive]
    declared = "".join(f"{line} | nobody could notice\n" for line in lines[1:])
    (toy / "trace" / "equivalent" / "toy.txt").write_text(f"# a head\n\n{declared}")
    rows, status = bite(toy)
    assert status == 1
    assert [row["outcome"] for row in rows].count("equivalent") == len(lines) - 1
    (toy / "trace" / "survivors" / "toy.txt").write_text(lines[0] + "\n")
    told = run_bite(toy)
    assert (told.returncode, told.stdout.splitlines()[-1]) == (0, "Survivors: 1, 1 of them known.")


def test_a_line_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("book | place | how | why | because\n")
    assert equivalents(tmp_path) == {("book", "place", "how | why"): "because"}
    for read, line in ((equivalents, "book | place | how"), (survivors, "book | place")):
        path.write_text(f"# head\n{line}\n")
        with pytest.raises(Malformed, match=r"lines\.txt:2"):
            read(tmp_path)


# What is broken


def test_settings_are_broken_in_every_way_they_can_be() -> None:
    found = {(change.place, change.how): change for change in changes(find_book(BOOK))}
    raised = "table:limits.raise_minimum"
    assert found[f"{raised}.rounds", "+1"].instead == (2,)
    assert found[f"{raised}.rounds", "-1"].clauses == ("3.1",)
    assert found[f"{raised}.nobody_there", "broken"].instead[0] == ABSENT
    odds = found["rules:games.blackjack.even_money.outcome.odds", "other"]
    assert (odds.was, odds.instead) == ("1 to 1", ("2 to 1",))
    soft = found["rules:games.blackjack.dealer.soft_17.hits-soft-17.value", "other"]
    assert (soft.clauses, soft.instead[0]) == (("12.1(b)",), "stands")
    assert found["rules:games.blackjack.doubling.split_aces.value", "opposite"].instead == (True,)
    assert found["table:acts.display-sign[0].by", "lower"].instead == ("dealer",)
    assert found["table:acts.display-sign[0].by", "higher"].instead == ("gaming-shift-manager",)
    assert found["rules:options.decks.values", "add 9"].clauses == ("2.1",)
    assert found["rules:options.decks.values[0]", "drop 4"].instead == (ABSENT,)
    assert found["readings:ten-shown.default", "other"].instead == ("ten-only",)
    assert not any(place.endswith((".says", ".title")) for place, _ in found)


def test_a_change_leaves_what_it_is_made_from() -> None:
    data = {"a": {"b": [{"c": 1}, {"c": 2}]}, "d": 3}
    assert changed(data, ("a", "b", 1, "c"), 4) == {"a": {"b": [{"c": 1}, {"c": 4}]}, "d": 3}
    assert changed(data, ("a", "b", 0), ABSENT) == {"a": {"b": [{"c": 2}]}, "d": 3}
    assert data == {"a": {"b": [{"c": 1}, {"c": 2}]}, "d": 3}


def test_functions_are_broken_in_the_usual_ways() -> None:
    text = '''
def f(a):
    """Says."""
    if a > 3 and a != b:
        emit(a)
    return a
'''
    (tree,) = ast.parse(text).body
    assert isinstance(tree, ast.FunctionDef)
    made = []
    for number in range(len(list(edits(tree)))):
        (again,) = ast.parse(text).body
        assert isinstance(again, ast.FunctionDef)
        list(edits(again))[number][2]()
        made.append(ast.unparse(ast.fix_missing_locations(again)).splitlines()[2:])
    emits, returns = "        emit(a)", "    return a"
    assert made[1:] == [
        ["    if False:", emits, returns],
        ["    if True:", emits, returns],
        ["    if a > 3 or a != b:", emits, returns],
        ["    if a > 3 and a != b:", "        None", returns],
        ["    if a >= 3 and a != b:", emits, returns],
        ["    if a > 4 and a != b:", emits, returns],
        ["    if a > 3 and a == b:", emits, returns],
    ]


# What is kept


def test_a_digest_is_of_all_that_a_result_depends_on(tmp_path: Path) -> None:
    program, tests = tmp_path / "program", tmp_path / "tests"
    book = tmp_path / "book"
    for folder in (program / "trace", tests, book):
        folder.mkdir(parents=True)
    files = [
        program / "rounds.py", tests / "floor.py", tests / "test_one.py", book / "table.toml",
        book / "rules.toml",
    ]  # fmt: skip
    others = [program / "trace" / "bite.py", tests / "test_other.py"]
    for path in (*files, *others):
        path.write_text("first")
    change = Change("book", "table", ("a",), "+1", ("1.1",), 1, (2,))
    test = Proof(tests / "test_one.py", "test_it")
    attempt = Attempt(change, "book", (("book", "1.1"),), (test,), book / "table.toml", 1)
    first = Digests(tests, program).of(attempt)
    for path in others:
        path.write_text("second")
        assert Digests(tests, program).of(attempt) == first
    for path in files:
        path.write_text("second")
        assert Digests(tests, program).of(attempt) != first, path
        path.write_text("first")


def test_what_is_kept_is_known_by_its_digest(tmp_path: Path) -> None:
    kept = Kept(tmp_path / ".bite" / "results.jsonl")
    result = Result(("book", "place", "+1"), "digest", "bitten", "a test")
    kept.add(result)
    again = Kept(kept.path)
    assert again.known(result.id, "digest") == result
    assert again.known(result.id, "another") is None


def test_verdicts_of_a_clause() -> None:
    assert verdict({"bitten", "illegal", "equivalent"}) == "bitten"
    assert verdict({"bitten", "survived"}) == verdict({"equivalent", "loading"}) == "half"
    assert verdict({"survived", "illegal"}) == "not at all"
    assert verdict({"bitten", None}) == verdict({None}) == verdict({"illegal"}) == "unknown"


def test_a_change_of_code_says_where() -> None:
    change = CodeChange("m.f", "m.f", 0, "returns at once", Path("m.py"), 3)
    assert change.place == "m.f"
