"""A process beside the house does not outlive it, however the house ended."""

import multiprocessing
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor

LOOK_SECONDS = 2.0


def end_with_parent() -> None:
    """Called first thing in such a process: it ends soon after the one that started it."""
    # As it was when this one was started: by now, some seconds later, it may be gone already.
    started_by = multiprocessing.parent_process()
    parent = started_by.pid if started_by is not None else os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os._exit(0)  # nobody is left to hear of anything

    threading.Thread(target=watch, name="parent", daemon=True).start()


def end_at_once(pool: ProcessPoolExecutor) -> None:
    """Whoever is in the middle of something is not waited for: a compilation takes a minute."""
    workers = list((pool._processes or {}).values())  # a pool that was shut down knows none
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()
    for worker in workers:
        worker.join()
