"""The real PostgreSQL store on a wire that is cut at any byte."""

from collections import Counter

import pytest

from bythebook.house.log import postgres_link
from tests.house.log.postgres import Server
from tests.world.wire import write_over

SEEDS = range(6)


def test_nothing_is_lost_or_done_twice_when_connections_are_cut(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_link, "PAUSE_SECONDS", 0.001)
    had: Counter[str] = Counter()
    for seed in SEEDS:
        had += write_over(postgres.emptied_database(), seed)
    for what in ("acknowledged", "cut on the way there", "cut on the way back"):
        assert had[what] >= 5, had
