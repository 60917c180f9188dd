"""Whoever verifies with help finds the same; by threads, and old logs: `test_old_logs`."""

from pathlib import Path

from tests.commands.calling import Call
from tests.logs.kept import kept_logs, lay_out


def test_the_command_starts_processes(tmp_path: Path, call: Call) -> None:
    lay_out([kept for kept in kept_logs() if kept.in_sqlite][-1], tmp_path)
    alone, helped = (call("verify", "--data", str(tmp_path), "-j", jobs) for jobs in ("1", "2"))
    assert helped == alone
    assert helped.out.endswith("clean\n")
