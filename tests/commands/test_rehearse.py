"""`bythebook rehearse`: what a director reads, and what happens to bad input."""

import io
import json
import sys
from pathlib import Path

import pytest

from bythebook.cli import main
from tests.tournaments.course.courses import EXAMPLES

SIT_AND_GO = str(EXAMPLES / "canberra-sit-and-go.toml")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        main(["rehearse", *arguments])
        status = 0
    except SystemExit as left:
        status = int(left.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def test_the_course_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, SIT_AND_GO, "--entries", "14", "--seed", "4")
    assert status == 0
    assert "Sit-and-Go Sunday: 14 entries" in out
    assert "first round" in out
    assert "even to the cent" in out
    # 14 fees of $33.
    assert "from players              462.00" in out
    assert "money in                  462.00" in out
    assert "money out                 462.00" in out
    assert "prizes are paid" in err
    assert "prizes are paid" not in out


def test_the_same_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, SIT_AND_GO, "--entries", "14", "--seed", "4", "--json")
    assert status == 0
    data = json.loads(out)
    assert data["entries"] == 14
    assert data["from_players"] == 46200
    assert data["prizes"] + data["commission"] == 46200
    assert sum(won["cents"] for won in data["places"]) == data["prizes"]
    assert data["money_in"] == data["money_out"] == 46200
    assert [chart["table"] for chart in data["charts"]] == ["1.1", "1.2", "2.1"]


def test_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path(SIT_AND_GO).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    status, out, _ = run(capsys, "-", "--entries", "14", "--seed", "4")
    assert status == 0
    assert "Sit-and-Go Sunday" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nowhere.toml",), "nowhere.toml: No such file"),
        ((SIT_AND_GO, "--entries", "0"), "1 to 2000 entries"),
        ((SIT_AND_GO, "--entries", "211"), "at most 210 entries"),
        ((SIT_AND_GO, "--entries", "13"), "13 of at least 14 have entered"),
        ((str(EXAMPLES / "with-faults.toml"),), "with-faults.toml: "),
    ],
)
def test_what_cannot_be_rehearsed_says_why_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    last = err.splitlines()[-1]
    assert last.startswith("bythebook: ")
    assert says in last


def test_terms_that_are_no_terms(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    for text in ("", "kind = 3", "not toml [", 'kind = "promotion"'):
        file.write_text(text, encoding="utf-8")
        status, out, err = run(capsys, str(file))
        assert (status, out) == (2, "")
        assert err.startswith("bythebook: ")
