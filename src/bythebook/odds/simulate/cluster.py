"""The same simulation past one machine: its chunks on the workers of a `distributed` cluster.

A cluster is a scheduler and workers that somebody started, all with this very program installed:

    dask scheduler
    dask worker tcp://SCHEDULER:8786

Chunks are the same as on one machine, and so is the result, to the last cent.
"""

import gc
import hashlib
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from bythebook.errors import Malformed
from bythebook.odds.simulate.chunks import Prepared
from bythebook.odds.simulate.workers import (
    AHEAD,
    CHUNK_ROUNDS,
    Run,
    add_up,
    check_rounds,
    play_stretch,
    stretches_of,
    warm_up,
)

Client = Any  # distributed has no types

SOURCES = (".py", ".toml")
PATIENCE_SECONDS = 10
MOST_CHUNKS = 8  # in one task, so that a run that is to stop stops soon
TASKS_PER_THREAD = 8  # at least, so that no worker waits long for the last one


def program_digest() -> str:
    """A fingerprint of this package's sources and rulebooks, wherever it is called."""
    package = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for suffix in SOURCES:
        for source in sorted(package.rglob(f"*{suffix}")):
            digest.update(source.relative_to(package).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def connect(address: str) -> Client:
    """A client of the cluster whose scheduler listens at this address."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise Malformed(
            "this needs the package distributed: install bythebook[cluster]", "cluster"
        ) from None
    try:
        return distributed.Client(address, timeout=PATIENCE_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        said = str(error)
    # The half-made client goes now: collected later, in the thread of the next one, it would wait
    # for that one's lock, and that one for its thread.
    gc.collect()
    raise Malformed(f"no scheduler answers at {address!r}: {said}", "cluster")


def simulate_on_cluster(
    client: Client,
    prepared: Prepared,
    *,
    rounds: int,
    seed: int,
    told: Callable[[int], object],
    stop: Callable[[], bool],
) -> Run:
    """Play rounds on every worker there is."""
    check_rounds(rounds)
    threads = _threads_by_worker(client)
    _check_program(client, list(threads))
    began = time.perf_counter()
    shared = client.scatter(prepared, broadcast=True, hash=False)
    _on_each(client, list(threads), warm_up, shared)
    ready = time.perf_counter()
    width = sum(threads.values())
    chunks = -(-rounds // CHUNK_ROUNDS)
    stretch = max(1, min(MOST_CHUNKS, chunks // (TASKS_PER_THREAD * width)))
    # Not pure: two runs with the same seed are played twice, and timed honestly.
    with client.get_executor(pure=False) as executor:
        tally, stopped = add_up(
            executor, play_stretch, (shared, seed), stretches_of(rounds, stretch),
            at_once=AHEAD * width, told=told, stop=stop,
        )  # fmt: skip
    return Run(tally, stopped, time.perf_counter() - ready, ready - began, width)


def _threads_by_worker(client: Client) -> dict[str, int]:
    try:
        client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
    except TimeoutError:
        raise Malformed("its scheduler has no workers", "cluster") from None
    return dict(client.nthreads())


def _on_each(client: Client, workers: list[str], call: Callable[..., Any], *args: Any) -> Any:
    """Call a function once on every worker."""
    calls = [client.submit(call, *args, workers=[worker], pure=False) for worker in workers]
    return client.gather(calls)


def _check_program(client: Client, workers: list[str]) -> None:
    """Refuse workers whose program is another, before they play by other rules."""
    try:
        digests = _on_each(client, workers, program_digest)
    except ImportError as error:
        raise Malformed(f"a worker cannot import this program: {error}", "cluster") from None
    for worker, digest in zip(workers, digests, strict=True):
        if digest != program_digest():
            raise Malformed(f"the worker at {worker} runs another version of it", "cluster")
