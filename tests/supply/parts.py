"""What we depend on: every package that the requirements files pin, as it is installed."""

import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project import ROOT

RUNNING = "requirements.txt"
TESTING = "requirements-test.txt"
PIN = re.compile(r"^([\w.-]+(?:\[[\w,-]+\])?==[^\\\n]+)", re.MULTILINE)


class Part(NamedTuple):
    """One package that is installed here."""

    name: str
    version: str
    licence: str  # as it says itself
    needs: tuple[str, ...]
    running: bool  # the house needs it to run; the others are for those who work on it


def parts() -> list[Part]:
    """Raises `LookupError` if one is not installed as it is pinned."""
    running = set(pinned(RUNNING))
    return [
        part(name, version, (name, version) in running)
        for name, version in sorted({*running, *pinned(TESTING)})
    ]


def pinned(file: str) -> Iterator[tuple[str, str]]:
    """Each name and version that is for a machine like this one."""
    for line in PIN.findall((ROOT / file).read_text("utf-8")):
        pin = Requirement(line)
        if pin.marker is None or pin.marker.evaluate():
            yield canonicalize_name(pin.name), next(iter(pin.specifier)).version


def part(name: str, version: str, running: bool) -> Part:
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise LookupError(f"{name} {version} is pinned, and not installed") from None
    if found.version != version:
        raise LookupError(f"{name} {version} is pinned, and {found.version} installed")
    return Part(name, version, licence_of(found.metadata), tuple(sorted(needs_of(found))), running)


def needs_of(found: metadata.Distribution) -> set[str]:
    """What it asks for here, its extras left out."""
    asked = [Requirement(line) for line in found.requires or ()]
    return {
        canonicalize_name(one.name)
        for one in asked
        if one.marker is None or one.marker.evaluate({"extra": ""})
    }


def licence_of(says: metadata.PackageMetadata) -> str:
    """The most exact of what it says: an expression, a word, what it is listed under, a text."""
    text, *_ = says.get_all("License") or [""]
    listed = [line.split(" :: ") for line in says.get_all("Classifier") or ()]
    if expressions := says.get_all("License-Expression"):
        return str(expressions[0])
    if len(text.split()) == 1:
        return str(text)
    kinds = [kind[-1] for kind in listed if kind[0] == "License"]
    return " AND ".join(kinds) or text.strip().partition("\n")[0] or "nothing"


def direct() -> set[str]:
    """What our own modules ask for, as pyproject.toml lists it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}
