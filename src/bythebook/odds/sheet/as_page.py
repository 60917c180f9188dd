"""Sheets and charts as pages that stand by themselves: one file, no script, nothing fetched.

What they say is worked out before; the templates beside this module write it down. Every value is
escaped, and every figure has a true minus sign.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bythebook.odds.exact.three_cards import ThreeCardAnalysis
from bythebook.odds.sheet import notation, pictures
from bythebook.odds.sheet.best_play import BestPlay
from bythebook.odds.sheet.figures import MAIN, wager_told
from bythebook.odds.sheet.par import METHOD, ParSheet
from bythebook.odds.sheet.pricing import Alternative, ChoicePrice
from bythebook.odds.sheet.settings import KINDS
from bythebook.odds.strategy.charts import COLUMNS
from bythebook.odds.strategy.view import MEANINGS, card_notes, tell_steps

FOLDER = Path(__file__).with_name("templates")
DEPARTURES_SHOWN = 100


def par_page(sheet: ParSheet) -> str:
    """The whole sheet."""
    main = sheet.figures.main
    exact = main.distribution if isinstance(main, ThreeCardAnalysis) else ()
    return render_page(
        "par/sheet.html",
        title=f"{sheet.figures.title}: PAR sheet",
        sheet=sheet,
        book=sheet.book,
        figures=sheet.figures,
        main=main,
        audit=sheet.audit,
        decides=not isinstance(main, ThreeCardAnalysis),
        exact_distribution={f"{result:g}": chance for result, chance in exact},
        touched_by=lambda choice: _touched(sheet, choice),
        widest=lambda wager: _widest(sheet, wager),
    )


def strategy_page(best: BestPlay) -> str:
    """A game's best chart, and the hands that depart from it."""
    title = f"{best.title}: strategy"
    return render_page("strategy.html", title=title, best=best, most_shown=DEPARTURES_SHOWN)


def render_page(template: str, **context: Any) -> str:
    """A page of a template beside this module."""
    return environment().get_template(template).render(context)


@lru_cache(maxsize=1)
def environment() -> Environment:
    """A name that a template misspells is an error, not a blank."""
    made = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {
        name: notation.signed(getattr(notation, name))
        for name in ("percent", "points", "dollars", "number", "one_in", "pays", "gain")
    }
    made.filters |= {"minus": notation.signed(str), "wager": wager_told}
    made.globals |= {
        "by_value": _by_value,
        "card_notes": card_notes,
        "distribution_bars": pictures.distribution_bars,
        "heat_maps": pictures.heat_maps,
        "house_colour": pictures.GREEN,
        "in_order": _in_order,
        "main_wager": MAIN,
        "meanings": MEANINGS,
        "meter_line": pictures.meter_line,
        "method": METHOD,
        "player_colour": pictures.BRASS,
        "setting_kinds": KINDS,
        "tell_steps": tell_steps,
        "up_card_bars": pictures.up_card_bars,
    }
    return made


def _in_order(rows: Sequence[Any], card: str) -> list[Any]:
    """Rows by the dealer's card as a chart has it."""
    return sorted(rows, key=lambda row: COLUMNS.index(getattr(row, card)))


def _by_value(choice: ChoicePrice) -> dict[str, Alternative]:
    return {other.value: other for other in choice.alternatives}


def _touched(sheet: ParSheet, choice: ChoicePrice) -> list[str]:
    """The wagers whose edge some other value changes; the main wager where there is none."""
    changed = {wager for other in choice.alternatives for wager in other.changes}
    return [wager for wager in sheet.figures.edges if wager in changed] or [MAIN]


def _widest(sheet: ParSheet, wager: str) -> float:
    """The largest change of a wager's edge on the sheet, for which the longest bar stands."""
    others = [other for choice in sheet.choices for other in choice.alternatives]
    changes = [abs(other.changes.get(wager, 0.0)) for other in others]
    if wager == MAIN:
        changes += [abs(right.change) for right in sheet.rights]
    return max(changes, default=0.0) or 1.0
