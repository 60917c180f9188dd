"""`./run supply`: what we depend on, under which licence, with which holes; the wheel, its bill."""

import argparse
from pathlib import Path

from tests.project import ROOT
from tests.supply.bill import bill
from tests.supply.licences import Allowed, allowed
from tests.supply.parts import Part, parts
from tests.supply.vulnerabilities import Audit, audit
from tests.supply.wheel import build, committed_at, digest, git

WRONG, UNKNOWN = 1, 2


def main() -> int:
    """1 if something is wrong; 2 if nothing is, as far as could be looked up from here."""
    asked = argparse.ArgumentParser(prog="./run supply", description=__doc__)
    asked.add_argument("--to", type=Path, default=ROOT / "dist", help="where the release is put")
    folder = asked.parse_args().to
    try:
        installed = parts()
    except LookupError as missing:
        print(f"WRONG: {missing}")
        return WRONG
    found = [tell_licences(installed, allowed()), tell_audit(audit()), release(installed, folder)]
    return WRONG if WRONG in found else max(found)


def tell_licences(installed: list[Part], list_: Allowed) -> int:
    for part in installed:
        use = "to run" if part.running else "to work on it"
        print(f"{part.name:26} {part.version:14} {use:14} {part.licence}")
    bad = [part for part in installed if not list_.allows(part)]
    for part in bad:
        print(f"WRONG: {part.name} {part.version} is under {part.licence}, which is not allowed")
    print(f"Licences: {len(installed)} packages, {len(bad)} with one that is not allowed.\n")
    return WRONG if bad else 0


def tell_audit(said: Audit) -> int:
    for line in said.known:
        print(f"WRONG: {line}")
    if said.unanswered:
        missing = "everything" if not said.asked else f"{len(said.unanswered)} of {said.asked}"
        print(f"NOT LOOKED UP: the databases of vulnerabilities said nothing about {missing}.")
        print(f"  {said.why}")
    print(f"Vulnerabilities: {len(said.known)} known of what was looked up ({said.database}).\n")
    return WRONG if said.known else UNKNOWN if said.unanswered else 0


def release(installed: list[Part], folder: Path) -> int:
    if git("status", "--porcelain"):
        print("What is not committed is not in the wheel.")
    try:
        wheel = build(folder)
    except ValueError as different:
        print(f"WRONG: {different}")
        return WRONG
    listing = folder / f"{'-'.join(wheel.name.split('-')[:2])}.cdx.json"
    listing.write_text(bill(wheel, installed, committed_at()), "utf-8")
    print(f"The wheel, built twice, the same bytes: {wheel}\n  sha256 {digest(wheel)}")
    print(f"Its bill of materials: {listing}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
