"""A process beside the house ends when the house does, killed or closed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PARENT = """
import subprocess, sys, time
child = "import time; from bythebook.house.end_with_parent import end_with_parent; "
child += "end_with_parent(); print('watching', flush=True); time.sleep(600)"
started = subprocess.Popen([sys.executable, "-c", child], stdout=subprocess.PIPE, text=True)
started.stdout.readline()
print(started.pid, flush=True)
time.sleep(600)
"""


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_killed_parent_takes_the_process_with_it() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert alive(child)
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    until = time.monotonic() + 300
    while alive(child) and time.monotonic() < until:
        time.sleep(0.1)
    assert not alive(child)


ORPHAN = """
import multiprocessing, time, types
multiprocessing.parent_process = lambda: types.SimpleNamespace(pid=2**22 + 1)  # no process has it
from bythebook.house.end_with_parent import end_with_parent
end_with_parent()
time.sleep(600)
"""


def test_a_parent_that_was_killed_before_the_process_had_begun_to_watch() -> None:
    orphan = subprocess.run([sys.executable, "-c", ORPHAN], timeout=300, check=False)
    assert orphan.returncode == 0


BUSY = """
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from bythebook.house.end_with_parent import end_at_once

if __name__ == "__main__":
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    working = pool.submit(time.sleep, 600)
    while not working.running():
        time.sleep(0.01)
    print(*pool._processes, flush=True)
    end_at_once(pool)
"""


def test_a_house_that_closes_does_not_wait_for_a_sum_under_way(tmp_path: Path) -> None:
    script = tmp_path / "busy.py"  # a process that is spawned reads its parent's file
    script.write_text(BUSY)
    house = subprocess.run(
        [sys.executable, script], stdout=subprocess.PIPE, text=True, timeout=300, check=True
    )
    assert not alive(int(house.stdout))
