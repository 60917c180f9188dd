"""Figures and sheets as plain data, for programs."""

import math
from fractions import Fraction
from typing import Any

import msgspec

from bythebook.money import format_amount
from bythebook.odds.analysis import Analysis
from bythebook.odds.figures import Figures, SideFigures
from bythebook.odds.par import ParSheet

MONEY = ("stake", "reading", "floor", "seed", "break_even")  # cents: written as dollars


def figures_to_json(figures: Figures) -> dict[str, Any]:
    """What `odds --json` prints. Edges are fractions of a stake, money is in dollars."""
    main = _plain(figures.main)
    if isinstance(figures.main, Analysis):
        shown = ("by_up_card", "frequencies", "dealer", "tokens", "cells")
    else:
        shown = ("hit_frequency", "outcomes", "by_dealer_card", "by_count", "distribution")
    return {
        "game": figures.game,
        "title": figures.title,
        "decks": figures.decks,
        "stake": format_amount(figures.stake),
        "strategy": figures.strategy,
        "without": list(figures.without),
        "house_edge": figures.house_edge,
        "player_return": figures.player_return,
        "standard_deviation": figures.standard_deviation,
        "side_wagers": {side.price.name: _side(side) for side in figures.sides},
        "unpriced": figures.unpriced,
        "warnings": _plain(figures.cautions),
        "settings": _plain(figures.settings),
        **{name: main[name] for name in shown},
    }


def sheet_to_json(sheet: ParSheet) -> dict[str, Any]:
    """What `par --json` prints: the same, and everything that was priced beside it."""
    return figures_to_json(sheet.figures) | {
        "book": {"id": sheet.book_id, **_plain(sheet.book)},
        "warnings": _plain(sheet.cautions),
        "chart": _plain(sheet.chart),
        "strategies": _plain(sheet.habits),
        "rights": _plain(sheet.rights),
        "choices": _plain(sheet.choices),
        "audit": _plain(sheet.audit),
        "clauses": sheet.clauses,
    }


def _side(side: SideFigures) -> dict[str, Any]:
    price: dict[str, Any] = _plain(side.price)
    price.pop("name")
    return price | {"jackpot": _plain(side.jackpot)}


def _plain(value: Any) -> Any:
    return _finite(msgspec.to_builtins(value, enc_hook=_encode, str_keys=True))


def _encode(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    return float(value)  # numpy's own kind of number


def _finite(data: Any, name: str = "") -> Any:
    """JSON knows no infinity; money is written as people write it."""
    if isinstance(data, dict):
        return {key: _finite(value, key) for key, value in data.items()}
    if isinstance(data, list):
        return [_finite(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return None
    if name in MONEY and isinstance(data, int):
        return format_amount(data)
    return data
