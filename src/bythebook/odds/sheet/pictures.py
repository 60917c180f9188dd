"""The pictures of a sheet, as SVG that stands by itself.

Deep green is the house, brass the player: the two differ in lightness as well, so that they can be
told apart in print and by everybody. Whatever a picture says is said in figures beside it.
"""

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

import altair as alt
import vl_convert

from bythebook.odds.exact.analysis import JOKER_NAME, Cell, Row
from bythebook.odds.sides.jackpots import MeterPrice
from bythebook.odds.strategy.charts import COLUMNS

GREEN, PALE, BRASS, INK, FAINT = "#0e4738", "#f6efdc", "#c8963e", "#22302a", "#d8ccb0"
NEUTRAL = "#9aa39a"
FONT = "'Liberation Sans', Arial, Helvetica, sans-serif"  # alike in width: places are measured
RANKS_SHOWN = ("A", "T", "9", "8", "7", "6", "5", "4", "3", "2")

STRONGEST = 0.6  # stakes: from here on, the colours of the heat map do not deepen
DARK = -0.36  # below it, the ground is too dark for dark figures
COLUMN, LINE = 40, 18
ROOM = 0.12  # above and below bars, for their figures
RARE = 0.0002  # of all rounds
CENTS = 100


class Picture(NamedTuple):
    """A picture, and what it shows in words."""

    svg: str
    told: str


def _data(values: list[dict[str, Any]]) -> alt.Data:
    return alt.Data(values=values)  # type: ignore[no-untyped-call]


def _svg(chart: Any, told: str) -> Picture:
    """Draw; the picture grows with the page, up to its own size, and says what it shows."""
    chart = chart.configure(font=FONT, background="transparent", padding=2).configure_view(
        stroke=None
    )
    chart = chart.configure_axis(
        labelColor=INK, titleColor=INK, tickColor=FAINT, domainColor=FAINT, gridColor=FAINT,
        labelFontSize=12, titleFontSize=12, titleFontWeight="normal",
    )  # fmt: skip
    text = vl_convert.vegalite_to_svg(chart.to_dict())
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', text)
    assert size is not None
    style = f'style="width:{size[1]}px;max-width:100%;height:auto"'
    label = f'role="img" aria-label="{escape(told)}"'
    return Picture(text.replace(size[0], f"{style} {label}", 1), told)


# What the first two cards are worth


def heat_maps(cells: Sequence[Cell]) -> dict[str, Picture]:
    """Expected results by first two cards and dealer's card, in groups that fit a page."""
    mean: dict[tuple[str, str], float] = {}
    weight: dict[tuple[str, str], float] = {}
    for cell in cells:
        at = (_hand_name(cell), cell.up)
        mean[at] = mean.get(at, 0.0) + cell.probability * cell.value
        weight[at] = weight.get(at, 0.0) + cell.probability
    groups: dict[str, list[str]] = {}
    for hand in sorted({hand for hand, _ in mean}, key=_hand_order):
        groups.setdefault(_group(hand), []).append(hand)
    pictures = {}
    for name, hands in groups.items():
        values = [
            {"hand": hand, "up": up, "value": mean[hand, up] / weight[hand, up]}
            for hand in hands
            for up in COLUMNS
            if (hand, up) in mean
        ]
        pictures[name] = _heat_map(values, hands, name)
    return pictures


def _hand_name(cell: Cell) -> str:
    return "-".join(sorted(cell.hand, key=_rank_order))


def _rank_order(rank: str) -> int:
    return -1 if rank == JOKER_NAME else RANKS_SHOWN.index(rank)


def _hand_order(hand: str) -> tuple[int, ...]:
    return tuple(map(_rank_order, hand.split("-")))


def _group(hand: str) -> str:
    first, second = hand.split("-")
    if first == JOKER_NAME:
        return "With a joker"
    if first == second:
        return "Pairs"
    return "With an ace" if first == "A" else "Other hands"


def _heat_map(values: list[dict[str, Any]], hands: list[str], name: str) -> Picture:
    base = alt.Chart(_data(values)).encode(
        x=alt.X("up:N", sort=list(COLUMNS), title=None, axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("hand:N", sort=hands, title=None),
    )
    grounds = base.mark_rect(stroke=PALE, strokeWidth=1).encode(
        color=alt.Color(
            "value:Q",
            legend=None,
            scale=alt.Scale(
                domain=[-STRONGEST, 0, STRONGEST], range=[GREEN, PALE, BRASS], clamp=True
            ),
        )
    )
    figures = base.mark_text(fontSize=10.5).encode(
        text=alt.Text("value:Q", format="+.2f"),
        color=alt.condition(alt.datum.value < DARK, alt.value(PALE), alt.value(INK)),
    )
    chart = (grounds + figures).properties(width=COLUMN * len(COLUMNS), height=LINE * len(hands))
    return _svg(chart, f"{name}: expected result in stakes, by hand and dealer's card")


# Bars


def up_card_bars(rows: Sequence[Row]) -> Picture:
    """The house's edge against each card of the dealer."""
    order = [name for name in COLUMNS if any(row.up == name for row in rows)]
    values = [{"up": row.up, "edge": 100 * row.house_edge} for row in rows]
    edges = [100 * row.house_edge for row in rows]
    room = (max(edges) - min(edges)) * ROOM
    base = alt.Chart(_data(values)).encode(
        x=alt.X("up:N", sort=order, title="dealer's first card", axis=alt.Axis(labelAngle=0)),
        y=alt.Y(
            "edge:Q",
            title="house edge, %",
            scale=alt.Scale(domain=[min(0.0, *edges) - room, max(0.0, *edges) + room]),
        ),
    )
    bars = base.mark_bar(size=26).encode(
        color=alt.condition("datum.edge < 0", alt.value(BRASS), alt.value(GREEN))
    )
    above = base.transform_filter("datum.edge >= 0").mark_text(dy=-7, fontSize=11, color=INK)
    below = base.transform_filter("datum.edge < 0").mark_text(dy=8, fontSize=11, color=INK)
    text = alt.Text("edge:Q", format="+.1f")
    chart = (bars + above.encode(text=text) + below.encode(text=text)).properties(
        width=46 * len(order), height=220
    )
    return _svg(chart, "House edge by the dealer's first card")


def distribution_bars(distribution: Mapping[str, float]) -> Picture:
    """How often a box wins or loses so much; what is too rare to be seen is put together."""
    shown = fold_tails(distribution)
    colours = {-1: GREEN, 0: NEUTRAL, 1: BRASS}
    values = [
        {"result": name, "share": 100 * part, "colour": colours[sign], "label": _share(part)}
        for name, part, sign in shown
    ]
    longest = max(part for _, part, _ in shown)
    base = alt.Chart(_data(values)).encode(
        y=alt.Y("result:N", sort=[name for name, _, _ in shown], title="result in stakes"),
        x=alt.X(
            "share:Q",
            title="% of rounds",
            scale=alt.Scale(domain=[0, 100 * longest * (1 + ROOM)]),
        ),
    )
    bars = base.mark_bar(size=15).encode(color=alt.Color("colour:N", scale=None))
    text = base.mark_text(align="left", dx=4, fontSize=12, color=INK).encode(text="label:N")
    chart = (bars + text).properties(width=360, height=22 * len(shown))
    return _svg(chart, "How often a round ends with each result")


def fold_tails(distribution: Mapping[str, float]) -> list[tuple[str, float, int]]:
    """Results in order with their parts and signs; rare ones at either end in one."""
    every = sorted((_result(name), part) for name, part in distribution.items())
    low, high = 0, len(every) - 1
    while low < high and every[low][1] < RARE:
        low += 1
    while high > low and every[high][1] < RARE:
        high -= 1
    folded = [(f"{at:g}".replace("-", "−"), part, (at > 0) - (at < 0)) for at, part in every]
    kept = folded[low : high + 1]
    below, above = sum(part for _, part in every[:low]), sum(p for _, p in every[high + 1 :])
    if below:
        kept.insert(0, (f"< {kept[0][0]}", below, -1))
    if above:
        kept.append((f"> {kept[-1][0]}", above, 1))
    return kept


def _result(name: str) -> float:
    """A place of the distribution as a number; beyond either end, half a stake further."""
    if name.startswith("below "):
        return float(name.removeprefix("below ")) - 0.5
    if name.startswith("above "):
        return float(name.removeprefix("above ")) + 0.5
    return float(name)


def _share(part: float) -> str:
    return f"{100 * part:.2f}" if part >= 0.0001 else "< 0.01"


def meter_line(meter: MeterPrice, other: float) -> Picture:
    """The return of a wager as its meter grows; `other`: what everything else returns."""
    assert meter.slope is not None
    furthest = max(meter.reading, meter.floor, meter.break_even or 0, CENTS) * 1.4 / CENTS
    least = meter.floor / CENTS
    values = [
        {"meter": at, "returned": 100 * (other + meter.slope * max(at, least))}
        for at in sorted({0.0, least, furthest, meter.reading / CENTS})
    ]
    line = alt.Chart(_data(values)).mark_line(color=GREEN, strokeWidth=2.5)
    line = line.encode(
        x=alt.X("meter:Q", title=f"{meter.meter}, dollars", axis=alt.Axis(format=",.0f")),
        y=alt.Y("returned:Q", title="return, %"),
    )
    even = alt.Chart(_data([{"even": 100}])).mark_rule(
        color=BRASS, strokeDash=[6, 4], strokeWidth=2
    )
    marks = [line, even.encode(y="even:Q")]
    now = {"meter": meter.reading / CENTS, "returned": 100 * (other + meter.return_now)}
    point = alt.Chart(_data([now])).mark_point(filled=True, size=80, color=INK)
    marks.append(point.encode(x="meter:Q", y="returned:Q"))
    chart = alt.layer(*marks).properties(width=440, height=210)
    return _svg(chart, f"Return by what the meter {meter.meter} shows; dashed: even")
