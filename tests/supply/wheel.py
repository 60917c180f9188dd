"""The wheel of the last commit, built so that anybody who builds it again gets the same bytes."""

import hashlib
import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.project import ROOT

OF_THE_WHEEL = ("src", "pyproject.toml", "README.md", "LICENSE", ".gitignore")
YEAR_SECONDS = 365 * 24 * 3600


def git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout


def committed_at() -> int:
    """When the last commit was made: the time of everything in the wheel."""
    return int(git("log", "-1", "--format=%ct"))


def build(to: Path) -> Path:
    """Once as it is and once elsewhere: raises `ValueError` if they are not the same."""
    sources = git("archive", "HEAD", *OF_THE_WHEEL)
    with TemporaryDirectory() as one, TemporaryDirectory(suffix=" and another") as other:
        first = _build(sources, Path(one), committed_at(), {})
        strange = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONHASHSEED": "5"}
        second = _build(sources, Path(other), committed_at() - YEAR_SECONDS, strange)
        if first.read_bytes() != second.read_bytes():
            raise ValueError(f"two builds of {first.name} are not the same: {digest(second)}")
        to.mkdir(parents=True, exist_ok=True)
        return first.replace(to / first.name)


def _build(sources: bytes, folder: Path, files_from: int, setting: dict[str, str]) -> Path:
    """From files of that time, with another time of day, language and order of sets."""
    with tarfile.open(fileobj=io.BytesIO(sources)) as archive:
        archive.extractall(folder, filter="data")
    for file in folder.rglob("*"):
        os.utime(file, (files_from, files_from))
    environment = {**os.environ, **setting, "SOURCE_DATE_EPOCH": str(committed_at())}
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "out"],
        cwd=folder, env=environment, check=True, capture_output=True,
    )  # fmt: skip
    return next((folder / "out").glob("*.whl"))


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
