"""`bythebook terms`: what a user sees, and the exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bythebook.cli import main

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "tournaments"
COMPLETE = sorted(path.name for path in FOLDER.glob("*.toml") if path.stem != "with-faults")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["terms", *arguments])
    printed = capsys.readouterr()
    return int(left.value.code or 0), printed.out, printed.err


@pytest.mark.parametrize("name", COMPLETE)
def test_complete_terms_are_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, str(FOLDER / name))
    assert (status, err) == (0, "")
    assert out.rstrip().endswith("they can be published.")


def test_faults_are_listed_with_their_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, str(FOLDER / "with-faults.toml"))
    assert (status, err) == (1, "")
    assert out.startswith("Draft Cup cannot be published yet (crown-blackjack).\n")
    assert "  18.4.8(b)(iii)  not stated: what follows from using a telephone" in out
    assert "  18.4.7(b)       the shares come to 90 % of the pool, not to 100 %\n" in out
    assert "21 things to put right.\n" in out
    assert "What a clause says: bythebook rules crown-blackjack CLAUSE" in out


def test_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--json", str(FOLDER / "with-faults.toml"))
    told = json.loads(out)
    assert status == 1
    assert (told["kind"], told["book"], told["complete"]) == (
        "tournament",
        "crown-blackjack",
        False,
    )
    assert len(told["problems"]) == 21
    assert told["printed"] == ""
    assert {
        "kind": "missing", "clauses": ["18.4.8(a)(iv)"], "item": "refunds",
        "reason": "not stated: when money is refunded (money.refunds)",
    } in told["problems"]  # fmt: skip
    status, out, _ = run(capsys, "--json", str(FOLDER / "crown.toml"))
    told = json.loads(out)
    assert (status, told["complete"], told["problems"]) == (0, True, [])
    assert told["printed"].startswith("Harbour Masters\n")


PROMOTION = """
kind = "promotion"
book = "crown-blackjack"
title = "Winter draw"
"""


def test_a_promotion_is_checked_by_its_own_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "draw.toml"
    file.write_text(PROMOTION, encoding="utf-8")
    status, out, _ = run(capsys, str(file))
    assert status == 1
    assert out.startswith("Winter draw cannot be published yet (crown-blackjack).\n")
    assert "Missing or forbidden:" in out
    assert "19.5" in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = [", "Invalid"),
        ('kind = "wedding"', "kind: 'wedding' is neither a tournament nor a promotion"),
        ('id = "a"\ntitle = "b"\nbook = "hoyle"\ngame = "whist"', "no rulebook 'hoyle'"),
        ('kind = "promotion"\ntitle = "b"\nbook = "hoyle"', "hoyle"),
        ("", "'id' is missing"),
        ('kind = "promotion"\nbook = "star-baceball"', "'title' is missing"),
    ],
)
def test_what_cannot_be_read_is_one_line(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "terms.toml"
    file.write_text(text, encoding="utf-8")
    status, out, err = run(capsys, str(file))
    assert (status, out) == (2, "")
    assert err.startswith(f"bythebook: {file}: ")
    assert said in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "nowhere.toml")
    assert (status, err) == (2, "bythebook: nowhere.toml: No such file or directory\n")


def test_terms_come_from_standard_input_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bythebook", "terms", "-"],
        input=(FOLDER / "star.toml").read_bytes(), capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"Autumn Challenge\n")
