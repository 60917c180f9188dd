"""SQLite's log on a disk that tears, loses and refuses what is written, and rots."""

from collections import Counter
from pathlib import Path

import pytest

from bythebook.house.log.store import Unavailable
from tests.world.disk import Life
from tests.world.promises import Wrong

SEEDS = range(120)


def test_what_was_acknowledged_outlives_every_power_cut(tmp_path: Path) -> None:
    had: Counter[str] = Counter()
    for seed in SEEDS:
        had += Life(seed, tmp_path / f"{seed}").run()
    for what in ("acknowledged", "power cut", "write failed", "sync failed", "rot found"):
        assert had[what] > 50, what


@pytest.mark.parametrize("synchronous", ["normal", "off"])
def test_a_log_that_does_not_wait_for_the_disk_is_noticed(tmp_path: Path, synchronous: str) -> None:
    def live_through_all() -> None:
        for seed in SEEDS:
            Life(seed, tmp_path / f"{seed}", synchronous).run()

    with pytest.raises((Wrong, Unavailable)):
        live_through_all()
