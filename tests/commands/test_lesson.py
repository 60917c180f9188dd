"""`bythebook lesson`: listed, checked, shown, and taken at the terminal."""

import io
import json
from pathlib import Path

import pytest

from bythebook.cli import main

FACE_UP = "crown-blackjack/10-face-up"


def run(*arguments: str) -> int:
    try:
        main(["lesson", *arguments])
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_they_are_listed_checked_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("star-baceball") == 0
    assert "star-baceball/07-face-up: A card lies face up in the device (12.1)" in (
        capsys.readouterr().out
    )
    assert run(FACE_UP, "--check") == 0
    assert "all of them carried out" in capsys.readouterr().out
    assert run(FACE_UP, "--show") == 0
    assert "right: discard a card found face up (AS) (17.2)" in capsys.readouterr().out
    assert run("star-baceball", "--random", "4", "--check", "--json") == 0
    assert json.loads(capsys.readouterr().out)["ended"] is True


def test_one_is_taken_line_by_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card dealt that lay face up, a payment that is wrong, a line that means nothing."""
    lines = "no-more-bets;tc;td;what;face-up card=7D;as;th;9h;5h;stand;stand;ts"
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines.split(";")) + "\n"))
    assert run(FACE_UP) == 0
    told = capsys.readouterr().out
    assert "'what' is no command" in told
    assert "wrong: " in told
    assert "read again: 17.2" in told


def test_what_is_wrong_with_a_file_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('title = "x"\n', "utf-8")
    assert run(str(file)) == 2
    assert "mine.toml: line 1: " in capsys.readouterr().err
    assert run("crown-blackjack/none") == 2
    assert "there is no lesson" in capsys.readouterr().err
    assert run("no-such-book", "--random", "1") == 2
