"""The shelf of side wagers: what any book may take over, citing a clause of its own.

    [games.blackjack.side_wagers.lucky-ladies]
    like = "lucky-ladies"
    clause = "12.7"

`rulebooks/side-wagers.toml` is the shelf. What is taken over becomes part of the book's rules: it
is in their digest, and the clause stands by everything that the wager says.
"""

import difflib
from collections.abc import Callable
from functools import cache
from typing import Any, Literal

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.patterns import Group
from bythebook.rulebooks.chapters.words import Rule
from bythebook.rulebooks.files import read_toml, typed
from bythebook.rulebooks.shelf import BUILT_IN

SHELF = BUILT_IN / "side-wagers.toml"
LIKE = "like"
CITED = {  # settings of a wager that a book cites, as most wagers on the shelf have them
    "per_box": 1,
    "priority": "placing",
    "needs": "own-main",
}


class Shelved(Rule, frozen=True, kw_only=True):
    """A wager on the shelf: no clause stands by anything yet."""

    title: str
    source: str
    looks_at: Group
    settled: Literal["interim", "final"]
    lines: tuple[dict[str, Any], ...]
    stakes: tuple[str, ...] = ()
    collected: bool = False  # taken before the deal: a prize is then the whole payment


@cache
def shelved_wagers() -> dict[str, Shelved]:
    found: dict[str, Shelved] = typed(read_toml(SHELF), dict[str, Shelved], SHELF.name)
    return found


def with_shelved(
    rules: dict[str, Any], where: str, tell: Callable[[Malformed], None] | None = None
) -> dict[str, Any]:
    """The chapter of games with every wager written out that is `like` one on the shelf.

    The first that cannot be is an error; with `tell`, each is told and left out.
    """
    games = rules.get("games")
    if not isinstance(games, dict):
        return rules
    return rules | {"games": {name: _of_game(game, f"{where}: games.{name}", tell)
                              for name, game in games.items()}}  # fmt: skip


def _of_game(game: Any, where: str, tell: Callable[[Malformed], None] | None) -> Any:
    sides = game.get("side_wagers") if isinstance(game, dict) else None
    if not isinstance(sides, dict):
        return game
    if not any(isinstance(side, dict) and LIKE in side for side in sides.values()):
        return game
    written: dict[str, Any] = {}
    for name, side in sides.items():
        try:
            shelved = isinstance(side, dict) and LIKE in side
            written[name] = _written_out(side, f"{where}.side_wagers.{name}") if shelved else side
        except Malformed as error:
            if tell is None:
                raise
            tell(error)
    return game | {"side_wagers": written}


def _written_out(own: dict[str, Any], where: str) -> dict[str, Any]:
    own = dict(own)
    name, clause = own.pop(LIKE), own.get("clause")
    if not isinstance(name, str) or name not in shelved_wagers():
        near = difflib.get_close_matches(str(name), shelved_wagers(), 1)
        nearest = f"; the nearest is {near[0]!r}" if near else ""
        raise Malformed(f"no side wager on the shelf is called {name!r}{nearest}", where)
    if not isinstance(clause, str):
        raise Malformed("a wager from the shelf needs a clause of this book", where)
    return _cited(shelved_wagers()[name], clause) | own


def _cited(wager: Shelved, clause: str) -> dict[str, Any]:
    """What the book would have to write, to say the same in full."""
    authority = {"clause": clause}
    data: dict[str, Any] = {
        "title": wager.title,
        "looks_at": wager.looks_at,
        "settled": {"value": wager.settled} | authority,
        "before": authority,
        "loses": authority,
        "lines": [_line(line, authority) for line in wager.lines],
    }
    data |= {setting: {"value": value} | authority for setting, value in CITED.items()}
    if wager.stakes:
        data["stakes"] = {"value": list(wager.stakes)} | authority
    if wager.collected:
        data["collected"] = authority
    return data


def _line(line: dict[str, Any], authority: dict[str, str]) -> dict[str, Any]:
    share = line.get("share")
    if share is None:
        return line | authority
    return line | authority | {"share": share | {"shared": authority, "reset": authority}}
