"""What is compiled is kept only as long as every source that went into it stays the same."""

import sys
from pathlib import Path

import bythebook.odds
from bythebook.odds.kernel import accounts, scripts
from bythebook.odds.numbers.compiled import imported_by

PACKAGE = "bythebook.odds."


def test_every_module_that_compiled_rounds_use_is_among_those_watched() -> None:
    """Found by reading sources; held against what Python says the functions' names come from."""
    for module in (accounts, scripts):
        watched = imported_by(module.__name__.removeprefix(PACKAGE))
        ahead, seen = [module.__name__], set()
        while ahead:
            name = ahead.pop()
            if name in seen:
                continue
            seen.add(name)
            for value in vars(sys.modules[name]).values():
                origin = getattr(value, "__module__", None) or getattr(value, "__name__", "")
                if isinstance(origin, str) and origin.startswith(PACKAGE):
                    ahead.append(origin)
        assert {name.removeprefix(PACKAGE) for name in seen} <= watched


def test_modules_that_have_nothing_to_do_with_it_are_not() -> None:
    watched = imported_by("kernel.accounts")
    assert {
        "numbers.codes", "numbers.compiled_rules", "kernel.scratch", "kernel.sources",
        "kernel.random_cards", "kernel.intrinsics",
    } <= watched  # fmt: skip
    assert not watched & {
        "simulate.chunks", "simulate.tally", "exact.analysis", "simulate.workers",
        "strategy.preferences",
    }  # fmt: skip


def test_only_modules_that_exist_are_named() -> None:
    folder = Path(str(bythebook.odds.__file__)).parent
    assert all(
        folder.joinpath(*name.split(".")).with_suffix(".py").is_file()
        for name in imported_by("simulate.chunks")
    )
    assert imported_by("no_such_module") == set()
