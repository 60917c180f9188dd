"""Whoever verifies with help finds the same, be the tables looked at by threads or processes."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bythebook.house.log.choosing import open_store
from bythebook.house.verify.beside import Beside
from bythebook.house.verify.verifying import verify
from tests.commands.calling import Call
from tests.logs.kept import Kept, kept_logs, lay_out

FILES = [kept for kept in kept_logs() if kept.in_sqlite]


@pytest.mark.parametrize("kept", FILES, ids=str)
def test_an_old_log_is_the_same_with_help(kept: Kept, tmp_path: Path) -> None:
    lay_out(kept, tmp_path)
    open_log = partial(open_store, tmp_path, None, True)
    with closing(open_log()) as store, ThreadPoolExecutor(1) as pool:
        assert verify(store, beside=Beside(open_log, pool)) == verify(store)


def test_the_command_starts_processes(tmp_path: Path, call: Call) -> None:
    lay_out(FILES[-1], tmp_path)
    alone, helped = (call("verify", "--data", str(tmp_path), "-j", jobs) for jobs in ("1", "2"))
    assert helped == alone
    assert helped.out.endswith("clean\n")
