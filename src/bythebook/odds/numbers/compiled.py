"""How functions are compiled, and where the result is kept.

numba notices a change in the file of a function, but not in the files of the functions it calls. So
what is compiled of a module is kept in a folder named after a digest of that module and of all that
it imports from this package: a change in any of them makes a new folder, and nothing stale is run.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])

_HERE = Path(__file__).parents[1]  # the package `odds`
_KEPT = _HERE / "__pycache__"
_PREFIX = "numba-"
_ONLY_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_IMPORTED = re.compile(r"^from bythebook\.odds\.([\w.]+) import (\([^)]*\)|.*)$", re.MULTILINE)


def imported_by(module: str) -> set[str]:
    """The modules of `odds` that a module such as `kernel.turns` imports: itself and theirs too."""
    found: set[str] = set()
    ahead = [module]
    while ahead:
        name = ahead.pop()
        source = _source(name)
        if name in found or not source.is_file():
            continue
        found.add(name)
        for where, names in _IMPORTED.findall(source.read_text(encoding="utf-8")):
            ahead += [where, *(f"{where}.{name}" for name in re.findall(r"\w+", names))]
    return found


def _source(name: str) -> Path:
    return _HERE.joinpath(*name.split(".")).with_suffix(".py")


@lru_cache(maxsize=64)
def _folder(source: Path) -> str | None:
    """Where the compiled functions of a source are kept, or None to leave that to numba."""
    if os.environ.get("NUMBA_CACHE_DIR") or _HERE not in source.parents:
        return None  # somebody has decided where
    module = ".".join(source.relative_to(_HERE).with_suffix("").parts)
    digest = hashlib.sha256(numba.__version__.encode())
    for name in sorted(imported_by(module)):
        digest.update(_source(name).read_bytes())
    folder = _KEPT / f"{_PREFIX}{module}-{digest.hexdigest()[:16]}"
    if not folder.exists():
        for stale in _KEPT.glob(f"{_PREFIX}{module}-*"):
            shutil.rmtree(stale, ignore_errors=True)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return None  # a read-only installation: numba falls back to the user's own cache
    return str(folder)


def compiled(function: F) -> F:
    """Compile when first called, keep the result, and let other threads run meanwhile."""
    config: Any = numba.config
    usual = config.CACHE_DIR
    config.CACHE_DIR = _folder(Path(function.__code__.co_filename)) or usual
    try:
        return _with_options(function, cache=True)
    finally:
        config.CACHE_DIR = usual


def part(function: F) -> F:
    """Compile for other compiled functions alone: the result is kept with theirs."""
    return _with_options(function, **_ONLY_INSIDE)


def inlined(function: F) -> F:
    """Compile into every caller: for the few steps that are taken millions of times a second."""
    return _with_options(function, **_ONLY_INSIDE, forceinline=True)


def written_out(function: F) -> F:
    """Write it out in every caller before that is compiled: for a line or two, or one caller."""
    return _with_options(function, **_ONLY_INSIDE, inline="always")


def _with_options(function: F, **options: Any) -> F:
    jit: Any = numba.njit(nogil=True, error_model="numpy", **options)
    made: F = jit(function)
    return made
