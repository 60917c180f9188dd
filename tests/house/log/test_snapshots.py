"""States kept beside the log are used by the sources that made them, and by no others."""

import subprocess
import sys

from bythebook.house.log.snapshots import _WORKS_OUT_NO_STATE

STATES = ("bythebook.house.activities.kinds", "bythebook.house.tables.running_table")
ROOMS = """
import sys
{imports}
print(*{{name.split(".")[1] for name in sys.modules if name.startswith("bythebook.")}})
"""


def test_what_is_left_out_of_the_digest_works_out_no_state() -> None:
    """In a process of its own, which knows only what tables and activities need."""
    program = ROOMS.format(imports="\n".join(f"import {name}" for name in STATES))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    rooms = set(done.stdout.decode().split())
    assert {"game", "table", "casino", "jackpots", "promotions", "tournaments"} <= rooms
    assert rooms.isdisjoint(_WORKS_OUT_NO_STATE)
