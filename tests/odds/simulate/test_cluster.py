"""The same chunks on a real cluster: two worker processes behind a scheduler, over sockets."""

import gc
import sys
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from bythebook.errors import Malformed
from bythebook.odds.simulate import cluster as on
from bythebook.odds.simulate.chunks import Prepared
from bythebook.odds.simulate.table import SimulatedTable, set_up, strategy_of
from bythebook.odds.simulate.workers import CHUNK_ROUNDS, MOST_ROUNDS, simulate
from bythebook.rulebooks import load_game

distributed = pytest.importorskip("distributed")


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine takes its time to answer."""
    monkeypatch.setattr(on, "PATIENCE_SECONDS", 300)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler on this machine with two workers, each a process of its own."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def client(address: str) -> Iterator[Any]:
    with on.connect(address) as connected:
        yield connected


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    table = SimulatedTable(
        game=load_game("reference-blackjack/blackjack"), strategy="mimic", penetration=0.75
    )
    return set_up(table, strategy_of(table))


def test_a_cluster_plays_the_same_rounds(client: Any, prepared: Prepared) -> None:
    rounds = 40 * CHUNK_ROUNDS + 99
    told: list[int] = []
    run = on.simulate_on_cluster(
        client, prepared, rounds=rounds, seed=5, told=told.append, stop=lambda: False
    )
    assert run.threads == 2
    assert not run.stopped
    assert run.tally == simulate(prepared, rounds=rounds, seed=5, threads=2).tally
    assert told[-1] == rounds


def test_a_cluster_stops_when_told(client: Any, prepared: Prepared) -> None:
    run = on.simulate_on_cluster(
        client, prepared, rounds=MOST_ROUNDS, seed=5, told=lambda rounds: None, stop=lambda: True
    )
    assert run.stopped
    assert run.tally.rounds % CHUNK_ROUNDS == 0
    assert run.tally == simulate(prepared, rounds=run.tally.rounds, seed=5, threads=2).tally


def test_workers_with_another_program_are_refused(
    client: Any, prepared: Prepared, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What counts as the program is changed here, and not where the workers are."""
    monkeypatch.setattr(on, "SOURCES", (".py",))
    with pytest.raises(Malformed, match=r"worker at tcp://127\.0\.0\.1:\d+ runs another version"):
        on.simulate_on_cluster(
            client, prepared, rounds=1, seed=5, told=lambda rounds: None, stop=lambda: False
        )


def test_a_scheduler_without_workers(prepared: Prepared, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        distributed.LocalCluster(
            n_workers=0, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as cluster,
        on.connect(cluster.scheduler_address) as client,
    ):
        monkeypatch.setattr(on, "PATIENCE_SECONDS", 1)
        with pytest.raises(Malformed, match="cluster: its scheduler has no workers"):
            on.simulate_on_cluster(
                client, prepared, rounds=1, seed=5, told=lambda rounds: None, stop=lambda: False
            )


def test_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on, "PATIENCE_SECONDS", 1)
    with pytest.raises(Malformed, match=r"cluster: no scheduler answers at 'tcp://127\.0\.0\.1:9'"):
        on.connect("tcp://127.0.0.1:9")


@pytest.mark.parametrize("address", ["nowhere", "http://127.0.0.1:80", ""])
def test_what_is_no_address(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on, "PATIENCE_SECONDS", 1)
    with pytest.raises(Malformed, match="no scheduler answers"):
        on.connect(address)


def test_whoever_found_nobody_is_not_left_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thrown away later, it could keep the next one from starting."""
    made: list[weakref.ref[Any]] = []

    class Watched(distributed.Client):  # type: ignore[name-defined, misc]
        def __init__(self, *arguments: Any, **named: Any) -> None:
            made.append(weakref.ref(self))
            super().__init__(*arguments, **named)

    monkeypatch.setattr(distributed, "Client", Watched)
    gc.disable()
    try:
        with pytest.raises(Malformed, match="no scheduler answers"):
            on.connect("nowhere")
        assert [left() for left in made] == [None]
    finally:
        gc.enable()


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Malformed, match=r"install bythebook\[cluster\]"):
        on.connect("tcp://127.0.0.1:9")
