"""Known vulnerabilities of what we depend on, as pip-audit can look them up from here."""

import subprocess
import sys
from typing import Any, NamedTuple

import msgspec

from tests.project import ROOT
from tests.supply.parts import RUNNING, TESTING

DATABASES = ("pypi", "osv")  # the registry's own, and the one behind it
SECONDS_MAX = 600


class Audit(NamedTuple):
    """What a database said. One that has never heard of a package has said nothing about it."""

    database: str
    asked: int
    known: list[str]
    unanswered: list[str]  # the packages; all of them, where it cannot be reached
    why: str = ""


def audit() -> Audit:
    """By the first database that answers about everything; else by the one that answers most."""
    tried: list[Audit] = []
    for database in DATABASES:
        tried.append(ask(database))
        if tried[-1].known or not tried[-1].unanswered:
            return tried[-1]
    return max(tried, key=lambda one: one.asked - len(one.unanswered))


def ask(database: str) -> Audit:
    command = [sys.executable, "-m", "pip_audit", "-s", database, "--disable-pip", "--no-deps"]
    files = [part for name in (RUNNING, TESTING) for part in ("-r", name)]
    quiet = ["-f", "json", "--progress-spinner", "off"]
    done = subprocess.run(
        [*command, *files, *quiet], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS_MAX
    )
    return understand(database, done.stdout, done.stderr)


def understand(database: str, output: str, said: str) -> Audit:
    """pip-audit finds nothing wrong with what nobody told it about: so that is counted here."""
    try:
        found: list[dict[str, Any]] = msgspec.json.decode(output)["dependencies"]
    except msgspec.DecodeError:
        lines = said.strip().splitlines() or ["it said nothing"]
        return Audit(database, 0, [], ["everything"], lines[-1])
    known = [
        f"{one['name']} {one['version']}: {bad['id']}, mended in {bad['fix_versions'] or 'none'}"
        for one in found
        for bad in one.get("vulns", ())
    ]
    skipped = {one["name"]: one["skip_reason"] for one in found if "skip_reason" in one}
    return Audit(database, len(found), known, list(skipped), next(iter(skipped.values()), ""))
