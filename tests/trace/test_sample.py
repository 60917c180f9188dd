"""Proofs bite: a sample of all that can be broken in every run, everything overnight."""

import subprocess
import sys

import pytest

from tests.project import ROOT


@pytest.mark.parametrize(
    "number",
    [
        "--sample=12",
        pytest.param("--sample=400", marks=pytest.mark.slow),
        pytest.param("", marks=pytest.mark.overnight),
    ],
    ids=["sample", "more", "whole"],
)
def test_what_is_broken_is_noticed(number: str) -> None:
    """What is known to survive is not drawn; of the same tree the same settings are."""
    command = [sys.executable, "-m", "bythebook", "trace", "--bite", "--only", ".toml"]
    told = subprocess.run([*command, *number.split()], capture_output=True, text=True, cwd=ROOT)
    assert told.returncode == 0, told.stdout + told.stderr
