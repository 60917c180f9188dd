"""The differences of two books as a page: one file that can be kept, sent and printed."""

from collections.abc import Sequence

from bythebook.odds.differences import text
from bythebook.odds.differences.worth import GameWorth
from bythebook.odds.sheet.as_page import render_page
from bythebook.rulebooks.comparing import Comparison
from bythebook.rulebooks.show import comparison as words


def comparison_page(comparison: Comparison, worth: Sequence[GameWorth] | None = None) -> str:
    """Clauses, settings and, where they were worked out, prices."""
    settings = comparison.settings
    return render_page(
        "differences.html",
        title=f"{comparison.old.id} and {comparison.new.id}",
        comparison=comparison,
        worth=worth or (),
        changed=[change for change in settings if not change.difference.cites_only],
        said_otherwise=[change for change in settings if change.difference.cites_only],
        setting_of={change.number: change for change in settings},
        sums=_sums,
        widest=_widest,
        text=text,
        words=words,
    )


def _sums(game: GameWorth, wager: str) -> tuple[tuple[str, float, str], ...]:
    """What the changes of a wager add up to, in words, and how its row is marked."""
    return (
        ("alone, added up", game.each(wager), ""),
        (text.mutual_words(game).rstrip(","), game.mutual(wager), ""),
        ("together", game.together.get(wager, 0.0), "sum"),
    )


def _widest(game: GameWorth) -> float:
    """The largest change of the game, for which the longest bar stands."""
    every = [abs(change) for one in game.alone for change in one.changes.values()]
    return max([*every, *map(abs, game.together.values())], default=0.0) or 1.0
