"""The command `simulate` as a user calls it: what it answers, and what it cannot take."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from bythebook.cli import main
from bythebook.commands.simulate import read_penetrations, read_rounds
from bythebook.errors import Malformed

REFERENCE = "reference-blackjack/blackjack"
BACEBALL = "star-baceball/baceball"
QUICK = ("--strategy", "mimic", "--rounds", "200000", "--seed", "7")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    with pytest.raises(SystemExit) as ended:
        main(["simulate", *arguments])
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out, err


def data(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    status, out, err = run(capsys, *arguments, "--json")
    assert (status, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


# Data


def test_the_answer_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, REFERENCE, *QUICK, "--bankroll", "10000", "--threads", "2")
    assert found["rounds"] == 200_000
    assert found["seed"] == 7
    assert found["stopped"] is False
    assert found["settings"]["decks"] == 6
    assert found["settings"]["penetration"] is None
    assert found["settings"]["stake"] == "100.00"
    assert found["seconds"] > 0
    assert found["compile_seconds"] > 0
    assert found["rounds_per_second"] == pytest.approx(200_000 / found["seconds"])
    assert found["risk_of_ruin"] == 1.0
    assert found["side_wagers"] == {}
    assert sum(found["distribution"].values()) == pytest.approx(1)
    assert found["frequencies"]["double"] == 0  # a mimic never doubles


def test_a_mimic_of_the_dealer_loses_what_is_published(capsys: pytest.CaptureFixture[str]) -> None:
    """About five and a half per cent, as Griffin and others after him have it."""
    found = data(capsys, REFERENCE, "--strategy", "mimic", "--rounds", "4e6", "--seed", "3")
    assert found["standard_error"] == pytest.approx(found["standard_deviation"] / 2000, rel=1e-4)
    assert found["house_edge"] == pytest.approx(0.055, abs=4 * found["standard_error"] + 0.003)


def test_the_same_seed_gives_the_same_answer(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (data(capsys, REFERENCE, *QUICK, "--threads", n) for n in ("1", "2"))
    timed = ("seconds", "compile_seconds", "prepare_seconds", "rounds_per_second", "settings")
    assert {k: v for k, v in one.items() if k not in timed} == {
        k: v for k, v in two.items() if k not in timed
    }


def test_side_wagers_with_and_without_a_stake(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(
        capsys, "crown-blackjack/blackjack", *QUICK, "--boxes", "3", "--side", "perfect-pairs=5"
    )
    side = found["side_wagers"]["perfect-pairs"]
    assert side["stake"] == "5.00"
    assert side["house_edge"] == pytest.approx(0.05, abs=0.05)
    assert side["standard_error"] > 0
    assert len(side["lines"]) == 3
    assert all(0 < share < 0.1 for share in side["lines"].values())


def test_a_game_without_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, BACEBALL, "--rounds", "100000", "--seed", "1")
    assert found["frequencies"] == {}
    assert 0 < found["house_edge"] < 0.1


def test_jackpots_that_a_server_draws_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    asked = (BACEBALL, "--rounds", "100000", "--seed", "1", "--side", "jackpot=5")
    assert data(capsys, *asked)["side_wagers"]["jackpot"]["without_mystery"] is True
    assert "jackpot: without the jackpots that a server draws" in run(capsys, *asked)[1]


# Counters


COUNTER = ("--count", "hi-lo", "--spread", "1:1,2:2,3:4,4:8")


def test_a_continuous_shuffler_leaves_nothing_to_count(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = data(capsys, REFERENCE, *QUICK, *COUNTER, "--penetration", "none")
    assert found["average_wager"] == 1.0


def test_what_a_counter_gains_by_penetration(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(
        capsys, REFERENCE, "--strategy", "mimic", "--rounds", "500000", "--seed", "4", *COUNTER,
        "--penetration", "0.5,0.85", "--index", "hard 16 v T: stand at 0",
    )  # fmt: skip
    shallow, deep = found["by_penetration"]
    assert [each["settings"]["penetration"] for each in (shallow, deep)] == [0.5, 0.85]
    assert 1 < shallow["average_wager"] < deep["average_wager"] < 2
    assert shallow["settings"]["spread"] == {"1": 1, "2": 2, "3": 4, "4": 8}
    assert shallow["settings"]["index"] == ["hard 16 v T: stand at 0"]


# For people


def test_the_answer_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(
        capsys, "crown-blackjack/blackjack", *QUICK, "--side", "perfect-pairs", "--bankroll", "5000"
    )
    assert (status, err) == (0, "")  # no bar where nobody looks
    for words in (
        "Blackjack", "House edge", "Standard deviation", "perfect-pairs", "Risk of ruin",
        "5000.00", "dealer bust", "Seed 7: 200,000 rounds", "shuffled before every round",
    ):  # fmt: skip
        assert words in out


def test_penetrations_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, REFERENCE, *QUICK, *COUNTER, "--penetration", "0.5, 0.75")
    assert status == 0
    assert "By penetration" in out
    assert [line.split()[0] for line in out.splitlines() if line.startswith("0.")] == [
        "0.5",
        "0.75",
    ]


def test_the_fan_as_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "fan.svg"
    assert run(capsys, REFERENCE, *QUICK, "--svg", str(file))[0] == 0
    assert file.read_text().startswith("<svg")


# Ctrl-C


def test_ctrl_c_keeps_what_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    usual = signal.getsignal(signal.SIGINT)

    def press() -> None:
        """As soon as rounds are played, and not before: until then Ctrl-C just ends everything."""
        while signal.getsignal(signal.SIGINT) is usual:
            time.sleep(0.01)
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    finger = threading.Thread(target=press)
    finger.start()
    arguments = (REFERENCE, "--strategy", "mimic", "--seed", "11", "--json", "--rounds")
    status, out, _ = run(capsys, *arguments, "1e13")
    finger.join()
    assert status == 130
    assert signal.getsignal(signal.SIGINT) is usual
    kept = json.loads(out)
    assert kept["stopped"] is True
    assert 0 < kept["rounds"] < 10**13
    again = json.loads(run(capsys, *arguments, str(kept["rounds"]))[1])
    assert again["stopped"] is False
    assert again["house_edge"] == kept["house_edge"]


# What cannot be


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nowhere/blackjack"], "there is no rulebook 'nowhere'"),
        ([REFERENCE, "--rounds", "0"], "rounds: 0 is not from 1"),
        ([REFERENCE, "--rounds", "-5"], "rounds: '-5' is not a number of rounds"),
        ([REFERENCE, "--rounds", "1e14"], "rounds: 100000000000000 is not from 1"),
        ([REFERENCE, "--boxes", "0"], "boxes: there are boxes 1 to 7 (clause 3.1)"),
        ([REFERENCE, "--boxes", "8"], "boxes: there are boxes 1 to 7 (clause 3.1)"),
        (["crown-blackjack/blackjack", "--boxes", "8"], "at most 7 boxes can be simulated"),
        ([REFERENCE, "--decks", "9"], "'9' is not one of"),
        ([REFERENCE, "--option", "dealer"], "option: 'dealer' is not written as name=value"),
        ([REFERENCE, "--option", "dealer=sits"], "'sits' is not one of"),
        ([REFERENCE, "--reading", "x=y"], "no reading 'x'"),
        ([REFERENCE, "--side", "imperfect"], "has no side wager 'imperfect'"),
        (["crown-blackjack/blackjack", "--side", "perfect-pairs=0"], "more than nothing"),
        (["tasmania-blackjack/blackjack", "--side", "supernova"], "a server draws it"),
        ([REFERENCE, "--strategy", "bold"], "'bold' is no strategy"),
        ([REFERENCE, "--without", "luck"], "without: 'luck' is none of split"),
        ([REFERENCE, "--stake", "ten"], "stake: 'ten' is not an amount"),
        ([REFERENCE, "--stake", "0"], "stake: more than nothing"),
        ([REFERENCE, "--penetration", "75"], "penetration: 75.0 is not a part"),
        ([REFERENCE, "--penetration", "0"], "penetration: 0.0 is not a part"),
        ([REFERENCE, "--penetration", "nan"], "penetration: nan is not a part"),
        ([REFERENCE, "--penetration", "deep"], "penetration: 'deep' is neither"),
        ([REFERENCE, "--penetration", "0.999"], "behind 312 of 312 cards"),
        ([REFERENCE, "--penetration", "0.01", "--burn", "3"], "the 3 burned before it"),
        ([REFERENCE, "--burn", "-1"], "burn: -1 of 312 cards cannot be burned"),
        ([REFERENCE, "--burn", "312"], "burn: 312 of 312 cards cannot be burned"),
        ([REFERENCE, "--count", "hi-lo"], "changes nothing"),
        ([REFERENCE, "--spread", "1:2"], "count: wagers and plays by the count need one"),
        (
            [REFERENCE, *COUNTER, "--penetration", "0.5", "--index", "best", *QUICK[:2]],
            "the best index plays belong to the best strategy",
        ),
        ([REFERENCE, "--seed", "-1"], "seed: -1 is not from 0"),
        ([REFERENCE, "--threads", "0"], "threads: 0 is not from 1 to 1024"),
        ([REFERENCE, "--bankroll", "much"], "bankroll: 'much' is not an amount"),
        ([REFERENCE, "--meter", "x=1"], "meter x: no side wager at this table wins from it"),
        ([REFERENCE, "--svg", "fan.png"], "must end in .svg"),
        ([BACEBALL, "--strategy", "mimic"], "nobody decides anything"),
        ([REFERENCE, "--rulebook", "nowhere"], "there is no such folder"),
        ([REFERENCE, "--cluster", "tcp://127.0.0.1:9", "--threads", "2"], "their own number"),
    ],
)
def test_what_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], problem: str
) -> None:
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert problem in err
    assert err.startswith("bythebook: ")
    assert err.count("\n") == 1


def test_rounds_as_people_write_them() -> None:
    assert [read_rounds(text) for text in ("250000", "1_000_000", "1,000,000", "3e9")] == [
        250_000, 1_000_000, 1_000_000, 3_000_000_000,
    ]  # fmt: skip
    for text in ("", "e9", "1e", "1e999", "ten", "1.5", "0x10", " 5"):
        with pytest.raises(Malformed):
            read_rounds(text)


def test_penetrations_as_people_write_them() -> None:
    assert read_penetrations("0.5, .75,none") == [0.5, 0.75, None]


def test_other_commands_do_not_wait_for_compilers() -> None:
    """Neither numba nor numpy is imported before a simulation is asked for."""
    program = (
        "import sys, bythebook.cli; print({'numba', 'numpy', 'distributed'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
