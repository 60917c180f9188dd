"""Settings of the whole test suite."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.browser.browsers import KeptBrowser

# Speed is measured by the benchmarks; a busy machine must not fail a test.
settings.register_profile("default", deadline=None, print_blob=True)
settings.register_profile("slow", deadline=None, print_blob=True, max_examples=300)
settings.register_profile("overnight", deadline=None, print_blob=True, max_examples=2_000)
settings.load_profile("default")

# Thousands of tests are collected, and nothing of them becomes garbage: who looks for some looks at
# all of them again and again.
gc.disable()

# What a test writes need not outlive the machine: where memory has room no disk is waited for,
# which takes a commit longer than all the rest of it. Whoever names a folder has it there.
MEMORY = Path("/dev/shm")
ROOM_BYTES = 4 * 2**30
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM_BYTES:
    tempfile.tempdir = os.environ.setdefault("TMPDIR", str(MEMORY))  # of programs started, too

HERE = Path(__file__).parent
COMPUTING = ("odds",)
PAGES = ("web", "browser")


@pytest.hookimpl(trylast=True)  # of what is left once the slow ones have been taken out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every worker begins at a place of its own: the first with what computes longest, the second
    with the pages, which wait for much. So no core is idle, and nothing long is left for the end.
    """
    by_turn: dict[str, list[pytest.Item]] = {"computing": [], "pages": [], "others": []}
    for item in items:
        folder = item.path.relative_to(HERE).parts[0]
        turn = "computing" if folder in COMPUTING else "pages" if folder in PAGES else "others"
        by_turn[turn].append(item)
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    before = max(0, len(items) // workers - len(by_turn["computing"]))
    others = by_turn["others"]
    items[:] = [*by_turn["computing"], *others[:before], *by_turn["pages"], *others[before:]]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Also where nothing is collected, because others do the work."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def kept_browser() -> "Iterator[KeptBrowser]":
    from tests.browser.browsers import KeptBrowser  # whoever tests no pages need not wait for it

    kept = KeptBrowser()
    yield kept
    kept.end()
