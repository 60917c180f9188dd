"""A machine on which nothing is installed but the plain requirements, for a process started here.

What tests bring along is hidden from it, and from the processes that it starts itself: whoever
imports something of that is told that it is not there.
"""

import os
from importlib import metadata
from pathlib import Path

from packaging.utils import canonicalize_name

from tests.supply.parts import RUNNING, pinned

OURS = "bythebook"
HIDING = """
import sys

class NotThere:
    names = frozenset({names!r})

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError("not in the plain requirements: " + name, name=name)

sys.meta_path.insert(0, NotThere())
"""


def running() -> set[str]:
    """What the plain requirements pin."""
    return {name for name, _ in pinned(RUNNING)}


def hidden() -> set[str]:
    """The modules of everything that is installed here and not among them."""
    plain = running() | {OURS}
    return {
        module
        for module, names in metadata.packages_distributions().items()
        if not plain & {canonicalize_name(name) for name in names}
    }


def as_if_alone(folder: Path) -> dict[str, str]:
    """The environment of such a process; `folder` is for what does the hiding."""
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(HIDING.format(names=sorted(hidden())), "utf-8")
    return {**os.environ, "PYTHONPATH": str(folder)}
