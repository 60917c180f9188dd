"""A whole tournament with automatic players, worked out beside the house and off its log.

It runs as `bythebook rehearse` in a process of its own: the house goes on meanwhile.
"""

import asyncio
import contextlib
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from bythebook.errors import Malformed, Refused

ENTRIES_MOST = 200
SECONDS_MOST = 180
AT_ONCE = 1
BUSY = "house:rehearsals"
MESSAGE_MOST = 500

_running = 0


class RehearsalView(msgspec.Struct, frozen=True):
    """What came of it, as the command prints it."""

    entries: int
    seed: int
    result: dict[str, Any]


async def rehearse(text: str, entries: int, seed: int) -> RehearsalView:
    """Play it through; refused while another one runs."""
    global _running
    if not 2 <= entries <= ENTRIES_MOST:
        raise Malformed(f"from 2 to {ENTRIES_MOST} entries", "entries")
    if not 0 <= seed < 2**31:
        raise Malformed("a seed is a number from nothing to two thousand million", "seed")
    if _running >= AT_ONCE:
        raise Refused(BUSY, "another rehearsal is running: try again in a minute")
    _running += 1
    try:
        said = await _run(text, entries, seed)
    finally:
        _running -= 1
    try:
        found = msgspec.json.decode(said, type=dict[str, Any])
    except msgspec.DecodeError:
        raise Malformed("the rehearsal said nothing that can be read") from None
    return RehearsalView(entries, seed, found)


async def _run(text: str, entries: int, seed: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / "terms.toml"
        document.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "bythebook", "rehearse", str(document), "--json"]
        process = await asyncio.create_subprocess_exec(
            *command,
            "--entries",
            str(entries),
            "--seed",
            str(seed),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(SECONDS_MOST):
                said, wrong = await process.communicate()
        except TimeoutError:
            raise Refused(BUSY, "this takes too long: try fewer entries") from None
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
    if process.returncode != 0:
        said_so = wrong.decode(errors="replace").strip().rpartition("\n")[2]
        reason = said_so.removeprefix("bythebook: ").removeprefix(f"{document}: ")
        raise Malformed(reason[-MESSAGE_MOST:] or "these terms cannot be rehearsed")
    return said
