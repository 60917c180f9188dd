"""What was found, for the screen and as a page that stands by itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from jinja2 import ChoiceLoader, FileSystemLoader

from bythebook.odds.sheet import as_page
from tests.randomness import judging
from tests.randomness.chance import CARDS
from tests.randomness.judging import Judged, Values, evenly_spread
from tests.randomness.laboratory import Examination

TEMPLATES = Path(__file__).parent
MANY = ("template", "excursions", "variant")  # tests of many p-values for one sequence


class Family(NamedTuple):
    """A test, or all that go by one name."""

    name: str
    rows: list[Judged]

    @property
    def first(self) -> Judged:
        return self.rows[0]

    @property
    def values(self) -> Values:
        return np.concatenate([judged.row.values for judged in self.rows])

    @property
    def below(self) -> int:
        return sum(judged.below for judged in self.rows)

    @property
    def uniformity(self) -> float | None:
        """The least of them; None: too few values in each."""
        known = [judged.uniformity for judged in self.rows if judged.uniformity is not None]
        return min(known, default=None)

    @property
    def smallest(self) -> float:
        return min(judged.smallest for judged in self.rows)

    @property
    def faults(self) -> list[str]:
        if len(self.rows) == 1:
            return list(self.first.faults)
        return [f"{judged.row.name}: {fault}" for judged in self.rows for fault in judged.faults]


def families(rows: list[Judged]) -> dict[str, list[Family]]:
    """By group, in the order in which they came."""
    found: dict[str, dict[str, list[Judged]]] = {}
    for judged in rows:
        first = judged.row.name.split()[0]
        name = first if first in MANY else judged.row.name
        found.setdefault(judged.row.group, {}).setdefault(name, []).append(judged)
    return {
        group: [
            Family(f"{name} ({len(some)} of them)" if len(some) > 1 else name, some)
            for name, some in named.items()
        ]
        for group, named in found.items()
    }


def tenths(values: Values) -> list[int]:
    found, _ = np.histogram(values, bins=judging.TENTHS, range=(0, 1))
    return [int(count) for count in found]


def p_shown(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if value >= 0.0001 else f"{value:.1e}"


def verdict(found: Examination) -> str:
    if found.failed:
        names = ", ".join(sorted({f"{one.row.group}: {one.row.name}" for one in found.failed}))
        return f"FAILS: found in both runs: {names}"
    if found.flagged:
        once = f"{len(found.flagged)} of {len(found.rows)} rows"
        return f"passes: {once} looked wrong in the first run, none of them in the second"
    return f"passes: none of {len(found.rows)} rows looks wrong"


def text(found: Examination) -> Iterator[str]:
    """The tables, then the verdict."""
    for heading, rows in (("", found.rows), ("second run: ", found.again)):
        for group, some in families(rows).items():
            head = ("values", "< 0.01", "P_T", "least", "whole")
            yield f"\n{heading + group:38}" + "".join(f"{title:>9}" for title in head)
            for one in some:
                whole = one.first.row.whole if len(one.rows) == 1 else None
                cells = (
                    f"{one.values.size:,}",
                    f"{one.below:,}",
                    *map(p_shown, (one.uniformity, one.smallest, whole)),
                )
                yield f"  {one.name:36}" + "".join(f"{cell:>9}" for cell in cells)
                yield from (f"      LOOK: {fault}" for fault in one.faults)
    yield f"\n{found.cards:,} cards in {found.cards // CARDS:,} shoes, seed {found.seed}"
    yield verdict(found)


def page(found: Examination) -> str:
    """The report as HTML, in the look of the PAR sheets."""
    both = [FileSystemLoader(TEMPLATES), FileSystemLoader(as_page.FOLDER)]
    pages = as_page.environment().overlay(loader=ChoiceLoader(both))
    every = np.concatenate([judged.row.values for judged in found.rows])
    return pages.get_template("report.html").render(
        title="Randomness",
        found=found,
        shoes=found.cards // CARDS,
        verdict=verdict(found),
        every=every,
        spread=evenly_spread(every),
        runs=[("", families(found.rows)), ("Second run: ", families(found.again))],
        rules=judging,
        tenths=tenths,
        p_shown=p_shown,
    )
