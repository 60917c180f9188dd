"""Figures and sheets as plain data, for programs."""

import math
from fractions import Fraction
from typing import Any

import msgspec

from bythebook.money import CENTS, format_amount
from bythebook.odds.exact.analysis import Analysis
from bythebook.odds.sheet.figures import Figures, SideFigures
from bythebook.odds.sheet.par import ParSheet
from bythebook.odds.sides.jackpots import JackpotPrice

METER_SUMS = ("reading", "floor", "seed", "break_even")  # in cents


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
    price["stake"] = _dollars(side.price.stake)
    return price | {"jackpot": _jackpot(side.jackpot) if side.jackpot is not None else None}


def _jackpot(jackpot: JackpotPrice) -> dict[str, Any]:
    data: dict[str, Any] = _plain(jackpot)
    data["stake"] = _dollars(jackpot.stake)
    for meter in data["meters"]:
        meter.update({name: _dollars(meter[name]) for name in METER_SUMS})
        if meter["growth"] is not None:
            growth = meter["growth"]
            sums = ("per_wager", "per_hour", "mean_reading", "mean_prize")
            growth.update({name: growth[name] and growth[name] / CENTS for name in sums})
    return data


def _dollars(cents: int | None) -> str | None:
    return None if cents is None else format_amount(cents)


def _plain(value: Any) -> Any:
    return _finite(msgspec.to_builtins(value, enc_hook=_encode))


def _encode(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    return float(value)  # numpy's own kind of number


def _finite(data: Any) -> Any:
    """JSON knows no infinity: what never happens has no number there."""
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return None
    return data
