"""Proofs bite: a sample of all that can be broken in every run, everything under `--slow`."""

import subprocess
import sys

import pytest

from tests.project import ROOT

SAMPLE = 12


@pytest.mark.parametrize(
    "number", [str(SAMPLE), pytest.param("", marks=pytest.mark.slow)], ids=["sample", "whole"]
)
def test_what_is_broken_is_noticed(number: str) -> None:
    """What is known to survive is not drawn; what is drawn is another every day."""
    command = [sys.executable, "-m", "tests.trace.sample", *number.split()]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert told.returncode == 0, told.stdout + told.stderr
