"""A picture of what may become of a bankroll: a fan that opens with the rounds played."""

from typing import Any

from bythebook.odds.simulate.statistics import Walk, fan

STEPS = 100
WIDTH, HEIGHT = 640, 360
OUTER, INNER, MIDDLE = "#cfe3d6", "#8dbb9d", "#1d5c3a"
LEGEND = "line: half of all players are above it; dark: half of them; light: nine of ten"


def fan_chart(walk: Walk, rounds: int, bankroll: int | None, title: str) -> str:
    """The picture as SVG; without a bankroll, of what was won or lost."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(fan_spec(walk, rounds, bankroll, title)))


def fan_spec(walk: Walk, rounds: int, bankroll: int | None, title: str) -> dict[str, Any]:
    """The same in Vega-Lite's terms."""
    every = sorted({max(1, rounds * step // STEPS) for step in range(1, STEPS + 1)})
    columns = ("low", "lower", "middle", "upper", "high")
    begin = 0.0 if bankroll is None else bankroll / 100
    rows: list[dict[str, float]] = [{"rounds": 0, **dict.fromkeys(columns, begin)}]
    for played, quantiles in fan(walk, every, bankroll):
        dollars = [cents / 100 for cents in quantiles]
        rows.append({"rounds": played, **dict(zip(columns, dollars, strict=True))})
    line = {
        "mark": {"type": "line", "color": MIDDLE, "strokeWidth": 2},
        "encoding": {"x": _axis("rounds", "rounds played"), "y": _axis("middle", "dollars")},
    }
    return {
        "title": {"text": title, "subtitle": LEGEND},
        "width": WIDTH,
        "height": HEIGHT,
        "data": {"values": rows},
        "layer": [_band("low", "high", OUTER), _band("lower", "upper", INNER), line],
    }


def _axis(field: str, title: str) -> dict[str, Any]:
    return {"field": field, "type": "quantitative", "title": title, "axis": {"format": ",d"}}


def _band(low: str, high: str, colour: str) -> dict[str, Any]:
    return {
        "mark": {"type": "area", "color": colour},
        "encoding": {
            "x": _axis("rounds", "rounds played"),
            "y": _axis(low, "dollars"),
            "y2": {"field": high},
        },
    }
