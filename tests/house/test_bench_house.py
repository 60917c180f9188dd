"""The benchmark of the house runs, and counts what it says it counts."""

import msgspec
import pytest

from bench import guests
from bench.house import Report, measure, show
from bench.house_server import SEATS


def test_a_short_run_measures_both_servers() -> None:
    report = measure(tables=2, turns=1, seconds=1.0, hour=False)
    assert (report.tables, report.players) == (2, 2 * SEATS)
    house, bare = report.house[0], report.bare[0]
    assert house.actions > 0
    assert bare.actions > 0
    assert 0 < house.p50_ms <= house.p90_ms <= house.p99_ms
    # Whatever was acknowledged is in the log; commits are shared, never more than commands.
    assert house.events > 0
    assert 0 < house.commits <= house.actions + house.rounds + 8
    # A broadcast goes to all seven, and the sender is told besides.
    assert 7.5 < bare.messages < 8.5
    assert abs(bare.patch_bytes - house.patch_bytes) < 100
    assert report.flood.served + report.flood.held_up > 0
    assert report.flood_ratio > 0
    assert report.sync_ms[0] > 0
    assert all(megabytes > 10 for megabytes in report.memory_mb.values())
    again = msgspec.json.decode(msgspec.json.encode(report), type=Report)
    assert again.ratio == report.ratio
    show(report)


@pytest.mark.slow
def test_guests_at_tables_of_their_own_are_measured() -> None:
    report = guests.measure(guests=2, seconds=2.0)
    assert report.tables == report.guests == 2
    assert report.actions > 0
    assert report.delay_ms[0] > 0
    assert report.visit_bytes > 0
    assert all(megabytes > 10 for megabytes in report.memory_mb)
    guests.show(report)
