"""The differences of two books as plain data, for programs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from bythebook.money import format_amount
from bythebook.rulebooks.comparing import ClauseChange, Comparison, SettingChange, Side
from bythebook.rulebooks.show.comparison import about_the_round, where

if TYPE_CHECKING:  # whoever asks for no prices need not load what works them out
    from bythebook.odds.differences.worth import GameWorth


def comparison_to_json(
    comparison: Comparison, worth: "Sequence[GameWorth] | None" = None
) -> dict[str, Any]:
    """What `diff --json` prints. Edges are fractions of a stake, money is in dollars."""
    data: dict[str, Any] = {
        "old": _side(comparison.old),
        "new": _side(comparison.new),
        "clauses": {
            kind: [_clause(change) for change in comparison.clauses_of(kind)]
            for kind in ("added", "gone", "reworded")
        },
        "games": {"added": list(comparison.games_added), "gone": list(comparison.games_gone)},
        "settings": [_setting(change) for change in comparison.settings],
    }
    if worth is not None:
        data["worth"] = [_game(game) for game in worth]
    return data


def _side(side: Side) -> dict[str, Any]:
    book = side.book
    return {
        "id": side.id,
        "book": book.id,
        "edition": book.edition,
        "revision": book.revision,
        "game": side.game or None,
        "title": book.about.title,
        "version": book.about.version,
        "effective": book.about.effective.isoformat(),
    }


def _clause(change: ClauseChange) -> dict[str, Any]:
    sides = {"old": change.old, "new": change.new}
    told = {name: _row(clause) for name, clause in sides.items() if clause is not None}
    return {"id": change.id, **told} | ({"fields": list(change.fields)} if change.fields else {})


def _row(clause: Any) -> dict[str, str]:
    data: dict[str, str] = msgspec.to_builtins(clause)
    return {key: data[key] for key in ("area", "kind", "role", "summary")}


def _setting(change: SettingChange) -> dict[str, Any]:
    found = change.difference
    return {
        "number": change.number,
        "chapter": change.chapter,
        "games": list(change.games),
        "setting": where(change),
        "old": _as_json(found.old),
        "new": _as_json(found.new),
        "clauses": list(change.clauses),
        "only_cited_otherwise": found.cites_only,
        "about_the_round": about_the_round(change),
    }


def _as_json(value: Any) -> Any:
    """Rules data as JSON has it: days are text, and there is no infinity."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _game(game: "GameWorth") -> dict[str, Any]:
    if game.refused:
        return {"old": game.old, "new": game.new, "title": game.title, "refused": game.refused}
    assert game.decks is not None  # there are figures
    return {
        "old": game.old,
        "new": game.new,
        "title": game.title,
        "decks": {"old": game.decks[0], "new": game.decks[1]},
        "stake": format_amount(game.stake),
        "strategy": game.strategy,
        "without": list(game.without),
        "house_edge": {"old": game.before, "new": game.after},
        "together": game.together,
        "alone": msgspec.to_builtins(game.alone),
        "alone_added_up": {w: each for w in game.wagers if (each := game.each(w))},
        "mutual": {w: rest for w in game.wagers if (rest := game.mutual(w))},
        "unpriced": game.unpriced,
    }
