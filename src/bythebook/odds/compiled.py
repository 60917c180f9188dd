"""How functions are compiled, and where the result is kept.

numba notices a change in the file of a function, but not in the files of the functions it calls. So
compiled code is kept in a folder named after a digest of all sources of this package: a change
anywhere makes a new folder, and nothing stale is ever run.
"""

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

_HERE = Path(__file__).parent
_PREFIX = "numba-"


def _digest() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(_HERE.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _keep_results_apart() -> None:
    if os.environ.get("NUMBA_CACHE_DIR"):
        return  # somebody has decided where
    kept = _HERE / "__pycache__"
    folder = kept / (_PREFIX + _digest())
    if not folder.exists():
        for stale in kept.glob(_PREFIX + "*"):
            shutil.rmtree(stale, ignore_errors=True)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return  # a read-only installation: numba falls back to the user's own cache
    numba.config.CACHE_DIR = str(folder)


_keep_results_apart()


def compiled(function: F) -> F:
    """Compile when first called, keep the result, and let other threads run meanwhile."""
    return njit(cache=True, nogil=True, error_model="numpy")(function)  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """Compile into every caller: for the few steps that are taken millions of times a second."""
    options: dict[str, Any] = {"error_model": "numpy", "inline": "always"}
    return njit(cache=True, nogil=True, **options)(function)  # type: ignore[no-any-return]
