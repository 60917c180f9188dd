"""`./run fuzz`: what strangers send, made up by the million; what nobody foresaw is told.

Bytes are changed towards what reaches more of the program (libFuzzer, by atheris). What was
learned stays in `.fuzz/`, so that the next time begins there.
"""

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path

from tests.fuzz.targets import BY_NAME, FOUND, TARGETS, Target
from tests.project import ROOT

LEARNED = ROOT / ".fuzz"
DONE = re.compile(r"number_of_executed_units: (\d+)")
FLAGS = ("-max_len=4096", "-timeout=60", "-rss_limit_mb=3000", "-print_final_stats=1")


def main() -> int:
    asked = argparse.ArgumentParser(prog="./run fuzz", description=__doc__)
    asked.add_argument("targets", nargs="*", help=f"of {', '.join(BY_NAME)}; all of them if none")
    asked.add_argument("--minutes", type=float, default=5.0, help="for all of them together")
    asked.add_argument("-j", type=int, default=2, help="how many at a time")
    given = asked.parse_args()
    if unknown := set(given.targets) - BY_NAME.keys():
        asked.error(f"there is no {', '.join(sorted(unknown))}")
    wanted = [BY_NAME[name] for name in given.targets] or list(TARGETS)
    seconds = given.minutes * 60 * given.j / sum(target.share for target in wanted)
    return tried_all(wanted, seconds, given.j)


def tried_all(wanted: list[Target], seconds: float, together: int) -> int:
    """So many at a time; whatever one finds ends only itself."""
    LEARNED.mkdir(exist_ok=True)
    waiting, running = list(wanted), dict[Target, subprocess.Popen[bytes]]()
    total = wrong = 0
    while waiting or running:
        while waiting and len(running) < together:
            target = waiting.pop(0)
            running[target] = _start(target, seconds * target.share)
        for target, child in list(running.items()):
            if child.poll() is None:
                continue
            del running[target]
            done, fine = _tell(target, child.returncode)
            total, wrong = total + done, wrong + (not fine)
        time.sleep(0.2)
    print(f"\n{total:,} messages; {wrong} of {len(wanted)} targets found something.")
    return 1 if wrong else 0


def _said(target: Target) -> Path:
    return LEARNED / f"{target.name}.log"


def _start(target: Target, seconds: float) -> "subprocess.Popen[bytes]":
    flags = [*FLAGS, f"-max_total_time={max(1, int(seconds))}"]
    command = [sys.executable, "-m", "tests.fuzz.one", target.name, str(LEARNED / target.name)]
    print(f"{target.name}: {seconds:.0f} s ...", flush=True)
    with _said(target).open("wb") as said:
        return subprocess.Popen([*command, *flags], cwd=ROOT, stdout=said, stderr=said)


def _tell(target: Target, status: int) -> tuple[int, bool]:
    said = _said(target).read_text("utf-8", "replace")
    found = DONE.search(said)
    done = int(found[1]) if found else 0
    print(f"{target.name}: {done:,} messages, {'nothing found' if status == 0 else 'WRONG'}")
    if status:
        lines = [line for line in said.splitlines() if not line.startswith("INFO: Instrumenting")]
        print("  " + "\n  ".join(lines[-30:]))
        print(f"  What was sent is beside {_said(target)}; in {FOUND / target.name} it is a test.")
    return done, status == 0


if __name__ == "__main__":
    sys.exit(main())
