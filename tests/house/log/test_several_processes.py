"""Several processes on one log; processes that are killed."""

import random
import threading
import time

import pytest

from bythebook.house.log.store import whole_log
from tests.house.log.stores import Place, check_store, write
from tests.house.log.writers import count_up, open_first, start, write_until_killed

ROUNDS = 20


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(place: Place) -> None:
    moments = random.Random(20)
    acknowledged: list[str] = []
    for number in range(ROUNDS):
        process, line = start(write_until_killed, place, f"run {number}")
        # After so many acknowledgements, a little later: it may be anywhere in its work by then.
        acknowledged += [line.recv() for _ in range(moments.randrange(1, 6))]
        time.sleep(moments.random() * 0.003)
        process.kill()
        process.join()
        try:
            while True:
                acknowledged.append(line.recv())
        except (EOFError, ConnectionResetError):
            line.close()
        process.close()
    store = place.open()
    assert check_store(store) is None
    log = list(whole_log(store))
    commands = [row.command for row in log[::2]]
    assert set(acknowledged) <= set(commands)
    # Whole commands, each once; of every process at most one more than it could acknowledge.
    assert [row.command for row in log[1::2]] == commands
    assert len(set(commands)) == len(commands) <= len(acknowledged) + ROUNDS
    assert len(acknowledged) >= ROUNDS


def test_two_processes_keep_one_chain(place: Place) -> None:
    store = place.open()
    running = [start(count_up, place, name) for name in ("first", "second")]
    for _, line in running:
        line.recv()
    for _, line in running:
        line.send("go")
    conflicts = 0
    for process, line in running:
        conflicts += line.recv()
        process.join()
        assert process.exitcode == 0
        process.close()
        line.close()
    assert check_store(store) is None
    assert store.streams() == {"shared": 200}
    said = [row.data for row in store.read("shared")]
    assert (said.count(b"first"), said.count(b"second")) == (100, 100)
    assert {row.command for row in store.read_log()} == {
        f"{name}-{number}" for name in ("first", "second") for number in range(100)
    }
    assert conflicts > 0  # they were in each other's way, or this shows nothing


def test_many_open_a_new_log_at_once(place: Place) -> None:
    names = [f"process {number}" for number in range(5)]
    running = [start(open_first, place, name) for name in names]
    for _, line in running:
        line.send("go")
    for process, line in running:
        assert line.recv() is True
        process.join()
        process.close()
        line.close()
    store = place.open()
    assert store.streams() == dict.fromkeys(names, 1)
    assert check_store(store) is None


# What others write is noticed


def test_waiting_tells_what_others_wrote_and_not_what_we_did(place: Place) -> None:
    store, other = place.open(), place.open()
    assert store.wait(0) is False
    store.commit([write("c-1", "a", 0, "1")])
    assert store.wait(0.1) is False
    other.commit([write("c-2", "a", 1, "2")])
    assert store.wait(5) is True
    assert store.wait(0.1) is False
    # Theirs before ours, and ours before theirs.
    other.commit([write("c-3", "a", 2, "3")])
    store.commit([write("c-4", "a", 3, "4")])
    assert store.wait(5) is True
    store.commit([write("c-5", "a", 4, "5")])
    other.commit([write("c-6", "a", 5, "6")])
    assert store.wait(5) is True
    assert store.wait(0.1) is False


def test_what_was_written_before_the_first_waiting_is_told(place: Place) -> None:
    store, other = place.open(), place.open()
    other.commit([write("c-1", "a", 0, "1")])
    store.commit([write("c-2", "a", 1, "2")])
    assert store.wait(5) is True


def test_the_cabinet_wakes_nobody(place: Place) -> None:
    store, other = place.open(), place.open()
    assert store.wait(0) is False
    other.keep("session", "s-1", b"")
    assert store.wait(0.1) is False


def test_a_waiting_thread_is_woken_by_a_write(place: Place) -> None:
    store, other = place.open(), place.open()
    assert store.wait(0) is False
    timer = threading.Timer(0.15, lambda: other.commit([write("c-1", "a", 0, "1")]))
    timer.start()
    begin = time.monotonic()
    assert store.wait(600) is True
    assert time.monotonic() - begin < 300  # long before it would have looked by itself
    timer.join()
    store.commit([write("c-2", "a", 1, "2")])  # the store itself was free all the time


def test_the_store_is_used_while_another_thread_waits(place: Place) -> None:
    store = place.open()
    told: list[bool] = []
    waiter = threading.Thread(target=lambda: told.append(store.wait(0.5)))
    waiter.start()
    for number in range(20):
        store.commit([write(f"c-{number}", "a", number, "x")])
        assert len(store.read("a")) == number + 1
    waiter.join()
    assert told == [False]


def test_closing_ends_the_waiting(place: Place) -> None:
    store = place.open()
    told: list[bool] = []
    waiter = threading.Thread(target=lambda: told.append(store.wait(600)))
    waiter.start()
    time.sleep(0.1)
    store.close()
    waiter.join(300)  # not the six hundred seconds that it was told
    assert told == [False]


@pytest.mark.parametrize("seconds", [0.0, 0.1])
def test_waiting_ends_in_time(place: Place, seconds: float) -> None:
    store = place.open()
    store.wait(0)
    begin = time.monotonic()
    assert store.wait(seconds) is False
    assert time.monotonic() - begin >= seconds
