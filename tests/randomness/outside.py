"""dieharder, where it is installed (Debian: `apt-get install dieharder`), on the shoes' stream.

It reads bits until it has enough; they are those of one shoe after the other.
"""

import shutil
import subprocess
from array import array
from contextlib import suppress
from itertools import count, islice
from threading import Thread
from typing import IO

import numpy as np

from tests.randomness.chance import HOUSE, WORDS_OF_A_SHOE, seeds
from tests.randomness.judging import Row

GROUP = "dieharder"
# Those that its author calls good, and that a stream made word by word in Python can feed:
# birthdays, OPERM5, ranks, bit stream, ones (twice), parking lot, circles, squeeze, runs, craps,
# monobit, runs of the STS.
TESTS = (0, 1, 3, 4, 8, 9, 10, 11, 13, 15, 16, 100, 101)
SHOES_AT_ONCE = 100


def installed() -> bool:
    return shutil.which("dieharder") is not None


def dieharder(run: str) -> list[Row]:
    """A row for each of its tests."""
    values: dict[str, list[float]] = {}
    for test in TESTS:
        for name, p_value in read(_said(run, test)):
            values.setdefault(name, []).append(p_value)
    return [Row(GROUP, name, np.array(found)) for name, found in values.items()]


def _said(run: str, test: int) -> str:
    what = ["-D", "test_name", "-D", "pvalues"]
    command = ["dieharder", "-g", "200", "-d", str(test), "-c", ",", *what]
    piped = subprocess.PIPE
    with subprocess.Popen(command, bufsize=0, stdin=piped, stdout=piped) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        feeding = Thread(target=_feed, args=(process.stdin, f"{run} {test}"), daemon=True)
        feeding.start()
        said = process.stdout.read()
        feeding.join()
    return said.decode("ascii", "replace")


def _feed(pipe: IO[bytes], run: str) -> None:
    with suppress(BrokenPipeError):  # it has enough
        for block in count():
            words = array("I")
            for seed in seeds(run, GROUP, block, SHOES_AT_ONCE):
                words.extend(islice(HOUSE.shoe_words(seed), WORDS_OF_A_SHOE))
            pipe.write(words.tobytes())


def read(said: str) -> list[tuple[str, float]]:
    """Names and p-values, from what it prints."""
    found = []
    for line in said.splitlines():
        name, _, value = line.partition(",")
        try:
            found.append((name.strip(), float(value.split(",")[0])))
        except ValueError:
            continue  # a heading
    return found
