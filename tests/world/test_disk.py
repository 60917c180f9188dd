"""SQLite's log on a disk that tears, loses and refuses what is written, and rots."""

from collections import Counter
from pathlib import Path

import pytest

from bythebook.house.log.store import Unavailable
from tests.world.disk import Life
from tests.world.on_disk import DiskWorld
from tests.world.promises import Wrong

SEEDS = range(120)
HOUSES, SHORT_SECONDS = range(20), 8.0


def test_what_was_acknowledged_outlives_every_power_cut(tmp_path: Path) -> None:
    had: Counter[str] = Counter()
    for seed in SEEDS:
        had += Life(seed, tmp_path / f"{seed}").run()
    for what in ("acknowledged", "power cut", "write failed", "sync failed", "rot found"):
        assert had[what] > 50, what
    assert had["rot ahead: forgotten"] > 50
    assert had["rot ahead: found"] > 0


@pytest.mark.parametrize("synchronous", ["normal", "off"])
def test_a_log_that_does_not_wait_for_the_disk_is_noticed(tmp_path: Path, synchronous: str) -> None:
    def live_through_all() -> None:
        for seed in SEEDS:
            Life(seed, tmp_path / f"{seed}", synchronous).run()

    with pytest.raises((Wrong, Unavailable)):
        live_through_all()


def test_a_whole_house_outlives_every_power_cut(tmp_path: Path) -> None:
    had: Counter[str] = Counter()
    for seed in HOUSES:
        report = DiskWorld(seed, tmp_path / f"{seed}", SHORT_SECONDS).run()
        again = f"./run world --disk --house --seed {seed} --evening {SHORT_SECONDS:g}"
        assert not report.wrong, f"{again}: {report.wrong}"
        had.update(report.faults)
    for what in ("power cut", "write failed", "sync failed", "slow disk", "full"):
        assert had[what] > 0, what


def test_a_house_that_does_not_wait_for_the_disk_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DiskWorld, "synchronous", "off")
    worlds = (DiskWorld(seed, tmp_path / f"{seed}", SHORT_SECONDS) for seed in HOUSES)
    assert any("was acknowledged, and is lost" in world.run().wrong for world in worlds)
