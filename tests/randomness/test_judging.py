"""How p-values are judged, at the edges; the second run; the report and the command."""

from pathlib import Path

import numpy as np
import pytest

from tests.randomness import __main__ as command
from tests.randomness import laboratory, outside
from tests.randomness.judging import (
    Judged,
    Row,
    evenly_spread,
    judge,
    outside_band,
    uniformity,
)
from tests.randomness.laboratory import Examination, examination
from tests.randomness.report import page, text

EVEN = (np.arange(100) + 0.5) / 100


def judged(*values: float, whole: float | None = None, name: str = "x") -> Judged:
    return judge(Row("shoes", name, np.array(values), whole))


@pytest.mark.parametrize(
    ("below", "count", "outside"),
    [
        (1, 1, False),  # once in a hundred
        (2, 3, True),  # three in ten thousand
        (4, 68, False),  # 0.5%: three standard deviations are 0.13%
        (5, 68, True),
        (0, 600, False),
        (0, 700, True),  # too good: 0.99^700 is less than one in a thousand
        (20, 1000, False),
        (22, 1000, True),
    ],
)
def test_the_band_of_the_proportion(below: int, count: int, outside: bool) -> None:
    assert outside_band(below, count) is outside


def test_uniformity_by_tenths() -> None:
    """By hand: 60 values, 6 expected in each tenth; 15 in one, 5 in each other: 13.5 + 9/6 = 15."""
    values = np.repeat((np.arange(10) + 0.5) / 10, [15, *[5] * 9])
    assert uniformity(values) == pytest.approx(0.0909, abs=0.0001)  # chi-square 15, 9 degrees
    assert uniformity(EVEN) == 1
    assert evenly_spread(EVEN) == pytest.approx(1)
    assert evenly_spread(EVEN / 2) < 1e-9


def test_a_row_says_what_is_wrong_with_it() -> None:
    assert judged(*EVEN).faults == ()
    assert "not uniform" in judged(*EVEN / 2 + 0.5).faults[-1]
    assert judged(*EVEN[:50] / 2 + 0.5).uniformity is None  # fewer than 55
    assert judged(0.00011).faults == ()
    assert judged(0.00009).faults == ("a p-value of 9e-05",)
    assert judged(0.5, whole=0.00006).faults == ()
    assert judged(0.5, whole=0.00004).faults == ("the whole run has p = 4e-05",)
    assert judged(0.5, whole=0.99996).faults == ("the whole run has p = 0.99996",)


def test_what_is_found_once_is_looked_at_again() -> None:
    wrong, right = judged(1e-9), judged(0.5)
    other = judged(1e-9, name="y")
    assert Examination(1, "", [right], []).failed == []
    assert Examination(1, "", [wrong, judged(0.5, name="y")], [right, other]).failed == []
    assert Examination(1, "", [wrong], [wrong]).failed == [wrong]


def test_the_second_run_is_of_other_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []

    def run(cards: int, seed: str, *rest: object) -> list[Judged]:
        runs.append((seed, rest[1]))
        return [judged(1e-9)]

    monkeypatch.setattr(laboratory, "_run", run)
    assert len(examination(1, "a", groups=("shoes", "draws")).failed) == 1
    assert runs == [("a", ("shoes", "draws")), ("a again", ("shoes",))]


def test_a_report_for_people() -> None:
    found = Examination(199_680, "a<b", [judged(1e-9, whole=0.5), judged(*EVEN, name="y")], [])
    shown = "\n".join(text(found))
    assert "LOOK: a p-value of 1e-09" in shown
    assert "199,680 cards in 640 shoes, seed a<b" in shown
    assert "1 of 2 rows looked wrong in the first run" in shown
    html = page(found)
    assert "a&lt;b" in html
    assert "a p-value of 1e-09" in html
    assert "<script" not in html
    failed = Examination(1, "", [judged(1e-9)], [judged(1e-9)])
    assert "FAILS: found in both runs: shoes: x" in "\n".join(text(failed))


@pytest.mark.parametrize("said", ["", "many", "0", "-5", "inf", "nan", "1e13"])
def test_what_is_no_number_of_cards(said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        command.main(["--cards", said])
    assert stop.value.code == 2
    assert "cards" in capsys.readouterr().err


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def examined(cards: int, seed: str, groups: tuple[str, ...], **rest: object) -> Examination:
        asked.append((cards, seed, groups))
        rows = [judged(1e-9)]
        return Examination(cards, seed, rows, rows if seed == "bad" else [judged(0.5)])

    monkeypatch.setattr(command, "examination", examined)
    monkeypatch.setattr(outside, "installed", lambda: False)
    report = tmp_path / "r.html"
    assert command.main(["--cards", "1e6", "--seed", "good", "--html", str(report)]) == 0
    assert "Randomness" in report.read_text("utf-8")
    assert command.main(["--slow", "--seed", "bad"]) == 1
    assert "WITHOUT DIEHARDER" in capsys.readouterr().out
    monkeypatch.setattr(outside, "installed", lambda: True)
    assert command.main(["--slow", "--seed", "good"]) == 0
    assert [(cards, groups[-1]) for cards, _, groups in asked] == [
        (1_000_000, "mystery jackpots"),
        (1_000_000_000, "mystery jackpots"),
        (1_000_000_000, "dieharder"),
    ]
    with pytest.raises(SystemExit):
        command.main(["--html", str(tmp_path / "none" / "r.html")])


def test_dieharder_is_fed_until_it_has_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program of the same name takes so many bytes of the stream, and says a p-value."""
    script = tmp_path / "dieharder"
    script.write_text("#!/bin/sh\nhead -c 300000 | wc -c >> $0.read\necho ' fake, 0.5'\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(outside, "TESTS", (1, 2))
    assert outside.installed()
    (row,) = outside.dieharder("run")
    assert (row.name, row.values.tolist()) == ("fake", [0.5, 0.5])
    assert (tmp_path / "dieharder.read").read_text().split() == ["300000", "300000"]


def test_what_dieharder_says_is_read() -> None:
    said = "#====#\n  diehard_runs,0.37, \n  diehard_runs,0.81\n\n nonsense,x\n"
    assert outside.read(said) == [("diehard_runs", 0.37), ("diehard_runs", 0.81)]
