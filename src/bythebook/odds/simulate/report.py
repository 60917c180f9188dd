"""What a simulation came to: for people as tables and a picture, for programs as plain data."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from bythebook.money import format_amount
from bythebook.odds.sheet.notation import counted
from bythebook.odds.simulate import statistics as st
from bythebook.odds.simulate.counting import FLAT, Counting
from bythebook.odds.simulate.table import SimulatedTable
from bythebook.odds.simulate.workers import CHUNK_ROUNDS, Run
from bythebook.rulebooks.chapters.game import BlackjackGame

HUNDRED = 100  # rounds: about an hour at a table
FAN_ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000)
DRAWN_ROUNDS = 20_000
RARE = 0.0001
DEALER, HANDS, SPLITS = "dealer", "hands", "split"

# The picture of a bankroll: a fan that opens with the rounds played.
FAN_STEPS = 100
WIDTH, HEIGHT = 640, 360
OUTER, INNER, MIDDLE = "#cfe3d6", "#8dbb9d", "#1d5c3a"
FAN_LEGEND = "line: half of all players are above it; dark: half of them; light: nine of ten"


class Result(NamedTuple):
    """A table, how many rounds were to be played at it, and what came of them."""

    table: SimulatedTable
    rounds: int
    run: Run
    prepare_seconds: float


# For programs


def to_json(results: Sequence[Result], seed: int, bankroll: int | None) -> dict[str, Any]:
    """One table's results; with several penetrations, theirs side by side."""
    data = [_one(result, seed, bankroll) for result in results]
    return data[0] if len(data) == 1 else {"game": data[0]["game"], "by_penetration": data}


def _one(result: Result, seed: int, bankroll: int | None) -> dict[str, Any]:
    table, run = result.table, result.run
    tally = run.tally
    edge, walk = st.house_edge(tally), st.walk_of(tally)
    return {
        "game": table.game.id,
        "rounds": tally.rounds,
        "stopped": run.stopped,
        "house_edge": _number(edge.value),
        "standard_error": _number(edge.standard_error),
        "standard_deviation": st.box_deviation(tally, table.stake),
        "average_wager": tally.wagered / tally.boxes / table.stake,
        "win_per_100_rounds": _dollars(walk.mean * HUNDRED),
        "deviation_per_100_rounds": _dollars(walk.deviation * math.sqrt(HUNDRED)),
        "n0": _number(st.n0(walk)),
        "risk_of_ruin": st.risk_of_ruin(walk, bankroll) if bankroll is not None else None,
        "bankroll_quantiles": _fan_json(walk, bankroll),
        "distribution": st.distribution(tally),
        "frequencies": frequencies(result),
        "side_wagers": {name: _side(result, name) for name in tally.sides},
        "seed": seed,
        "settings": _settings(result, bankroll),
        "prepare_seconds": result.prepare_seconds,
        "compile_seconds": run.compile_seconds,
        "seconds": run.seconds,
        "rounds_per_second": tally.rounds / run.seconds,
    }


def _number(value: float) -> float | None:
    """JSON knows neither infinity nor what is not a number."""
    return value if math.isfinite(value) else None


def _dollars(cents: float) -> float:
    return cents / 100


def frequencies(result: Result) -> dict[str, float]:
    """How often things happened: the dealer's in a round, all others on a box.

    Rounds that nobody wagered on are left out: a box has one hand, and one more for each split.
    """
    counts = result.run.tally.frequencies
    boxes = counts.get(HANDS, 0) - counts.get(SPLITS, 0)
    if boxes == 0:  # a game without decisions, of which nothing is noted
        return {}
    rounds = boxes / result.table.boxes
    return {
        name: count / (rounds if name.startswith(DEALER) else boxes)
        for name, count in counts.items()
    }


def _side(result: Result, name: str) -> dict[str, Any]:
    side = result.run.tally.sides[name]
    edge = st.side_edge(side, result.table.boxes)
    return {
        "stake": format_amount(result.table.sides[name]),
        "house_edge": _number(edge.value),
        "standard_error": _number(edge.standard_error),
        "standard_deviation": _number(st.side_deviation(side)),
        "without_mystery": _has_mystery(result, name),
        "lines": {line: count / side.wagers for line, count in side.lines.items()},
    }


def _has_mystery(result: Result, name: str) -> bool:
    """Whether a server draws jackpots among these wagers, too, which no cards can show."""
    return result.table.game.rules.side_wagers[name].mystery is not None


def _fan_json(walk: st.Walk, bankroll: int | None) -> list[dict[str, Any]]:
    return [
        {
            "rounds": rounds,
            "quantiles": {
                str(share): _dollars(cents)
                for share, cents in zip(st.QUANTILES, quantiles, strict=True)
            },
            "risk_of_ruin": st.risk_of_ruin(walk, bankroll, rounds) if bankroll else None,
        }
        for rounds, quantiles in st.fan(walk, FAN_ROUNDS, bankroll)
    ]


def _settings(result: Result, bankroll: int | None) -> dict[str, Any]:
    table = result.table
    return {
        "decks": table.game.decks,
        "choices": table.game.choices,
        "rounds": result.rounds,
        "boxes": table.boxes,
        "stake": format_amount(table.stake),
        "strategy": table.strategy,
        "without": list(table.without),
        "penetration": table.penetration,
        "burn": table.burn,
        **_counting_json(table.counting),
        "meters": {name: format_amount(cents) for name, cents in table.meters.items()},
        "bankroll": format_amount(bankroll) if bankroll is not None else None,
        "threads": result.run.threads,
        "chunk_rounds": CHUNK_ROUNDS,
    }


def _counting_json(counting: Counting | None) -> dict[str, Any]:
    if counting is None:
        return {"count": None, "spread": None, "index": None}
    return {
        "count": counting.system.name,
        "spread": {str(least): units for least, units in counting.spread.steps},
        "index": "best" if counting.best else [str(play) for play in counting.plays],
    }


# For people


def tell(results: Sequence[Result], seed: int, bankroll: int | None) -> None:
    """Print everything worth reading."""
    console = Console(highlight=False)
    first = results[0].table
    console.print(
        f"[bold]{first.game.rules.title}[/], {counted(first.game.decks, 'deck')} ({first.game.id})"
    )
    console.print(_how(first, len(results) == 1), soft_wrap=True)
    for result in results:
        if result.run.stopped:
            console.print(
                f"[bold]Interrupted[/] after {result.run.tally.rounds:,} of {result.rounds:,}"
                " rounds: these are the results so far.",
                soft_wrap=True,
            )
    console.print()
    if len(results) == 1:
        _tell_one(console, results[0], bankroll)
    else:
        console.print(_by_penetration(results, bankroll))
    console.print(_speed(results, seed), soft_wrap=True)


def _how(table: SimulatedTable, with_penetration: bool) -> str:
    """How the table was played, in one sentence."""
    boxes = "1 box" if table.boxes == 1 else f"{table.boxes} boxes"
    parts = [f"{boxes} with {format_amount(table.stake)} each"]
    if not isinstance(table.game.rules, BlackjackGame):
        parts.append("nobody decides anything")
    elif table.without:
        parts.append(f"strategy {table.strategy} without {', '.join(table.without)}")
    else:
        parts.append(f"strategy {table.strategy}")
    if with_penetration:
        parts.append(_shuffle(table))
    if table.burn:
        parts.append(f"{table.burn} burned")
    if table.counting is not None:
        parts += _how_counted(table.counting)
    return "; ".join(parts) + "."


def _how_counted(counting: Counting) -> list[str]:
    parts = [f"counting {counting.system.name}"]
    if counting.spread != FLAT:
        steps = [f"{units} from {least:+}" for least, units in counting.spread.steps]
        parts.append(f"units by true count: {', '.join(steps)}")
    if counting.best:
        parts.append("the best play at every count")
    elif counting.plays:
        parts.append(f"index plays: {', '.join(map(str, counting.plays))}")
    return parts


def _shuffle(table: SimulatedTable) -> str:
    if table.penetration is None:
        return "shuffled before every round"
    return f"{table.penetration:.0%} of the shoe dealt"


def _plain(title: str) -> Table:
    return Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))


def _tell_one(console: Console, result: Result, bankroll: int | None) -> None:
    console.print(_summary(result, bankroll))
    tally = result.run.tally
    if tally.sides:
        console.print(_sides(result))
        for name in tally.sides:
            if _has_mystery(result, name):
                console.print(f"{name}: without the jackpots that a server draws.\n")
    often = {name: share for name, share in frequencies(result).items() if share}
    if often:
        console.print(_shares("How often on a box, or by a dealer who had to play", often))
    console.print(_shares("What a box won, in stakes", _gathered(st.distribution(tally))))
    if bankroll is not None:
        console.print(_bankroll(result, bankroll))


def _gathered(shares: Mapping[str, float]) -> dict[str, float]:
    """Whatever is too rare to be seen goes into one line."""
    seen = {name: share for name, share in shares.items() if share >= RARE}
    others = sum(shares.values()) - sum(seen.values())
    return seen | ({"all others": others} if len(seen) < len(shares) else {})


def _percent(value: float, places: int = 4) -> str:
    return f"{100 * value:.{places}f} %" if math.isfinite(value) else "unknown"


def _summary(result: Result, bankroll: int | None) -> Table:
    table, tally = result.table, result.run.tally
    edge, walk = st.house_edge(tally), st.walk_of(tally)
    grid = Table.grid(padding=(0, 2, 0, 0))
    holder, value = (
        ("House edge", edge.value) if edge.value >= 0 else ("Player’s edge", -edge.value)
    )
    grid.add_row(
        holder,
        f"[bold]{_percent(value)}[/] ± {_percent(edge.standard_error)}",
        "of the initial wager ± standard error",
    )
    grid.add_row(
        "Standard deviation",
        f"{st.box_deviation(tally, table.stake):.4f}",
        "stakes, of one box in a round",
    )
    if table.counting is not None:
        average = tally.wagered / tally.boxes / table.stake
        grid.add_row("Average wager", f"{average:.4f}", "units")
    grid.add_row(
        "Per 100 rounds",
        f"{_signed(walk.mean * HUNDRED)} ± {format_amount(round(walk.deviation * 10))}",
        "dollars won ± standard deviation",
    )
    grid.add_row("N0", _rounds(st.n0(walk)), "until the edge is one deviation")
    if bankroll is not None:
        grid.add_row(
            "Risk of ruin",
            _percent(st.risk_of_ruin(walk, bankroll), 2),
            f"to lose all {format_amount(bankroll)}, ever",
        )
    grid.add_row("")
    return grid


def _signed(cents: float) -> str:
    return ("+" if cents > 0 else "") + format_amount(round(cents))


def _rounds(number: float) -> str:
    return f"{number:,.0f} rounds" if math.isfinite(number) else "never"


def _sides(result: Result) -> Table:
    table = _plain("Side wagers")
    table.add_column("wager")
    for name in ("stake", "house edge", "± error", "deviation", "won"):
        table.add_column(name, justify="right")
    for name, side in result.run.tally.sides.items():
        edge = st.side_edge(side, result.table.boxes)
        table.add_row(
            name,
            format_amount(result.table.sides[name]),
            _percent(edge.value),
            _percent(edge.standard_error),
            f"{st.side_deviation(side):.4f}",
            _percent(sum(side.lines.values()) / side.wagers),
        )
        for line, count in side.lines.items():
            table.add_row(f"  {line}", "", "", "", "", _percent(count / side.wagers))
    table.add_row("")
    return table


def _shares(title: str, shares: Mapping[str, float]) -> Table:
    table = _plain(title)
    table.show_header = False
    longest = max(shares.values(), default=1.0) or 1.0
    for name, share in shares.items():
        bar = "▇" * round(30 * share / longest)
        table.add_row(name, f"{100 * share:8.4f} %", f"[green]{bar}[/]")
    table.add_row("")
    return table


def _bankroll(result: Result, bankroll: int) -> Table:
    walk = st.walk_of(result.run.tally)
    table = _plain(f"What may become of {format_amount(bankroll)}")
    table.add_column("after rounds", justify="right")
    for share in st.QUANTILES:
        table.add_column("half of the time" if share == 0.5 else f"{share:.0%}", justify="right")
    table.add_column("ruined", justify="right")
    for rounds, quantiles in st.fan(walk, FAN_ROUNDS, bankroll):
        ruined = st.risk_of_ruin(walk, bankroll, rounds)
        money = [format_amount(round(cents)) for cents in quantiles]
        table.add_row(f"{rounds:,}", *money, _percent(ruined, 2))
    table.add_row("")
    return table


def _by_penetration(results: Sequence[Result], bankroll: int | None) -> Table:
    """What the player, a counter as a rule, gains at each penetration."""
    table = _plain("By penetration (± standard error of the edge, deviation of 100 rounds)")
    table.add_column("dealt")
    names = ["player’s edge", "±", "average wager", "won in 100", "±", "N0"]
    for name in [*names, *(["ruin"] if bankroll is not None else [])]:
        table.add_column(name, justify="right")
    for result in results:
        tally = result.run.tally
        edge, walk = st.house_edge(tally), st.walk_of(tally)
        part = result.table.penetration
        row = [
            "every round" if part is None else f"{part:.4g}",
            _percent(-edge.value, 3),
            _percent(edge.standard_error, 3),
            f"{tally.wagered / tally.boxes / result.table.stake:.3f}",
            _signed(walk.mean * HUNDRED),
            format_amount(round(walk.deviation * math.sqrt(HUNDRED))),
            f"{st.n0(walk):,.0f}" if walk.mean else "never",
        ]
        if bankroll is not None:
            row.append(_percent(st.risk_of_ruin(walk, bankroll), 2))
        table.add_row(*row)
    table.add_row("")
    return table


def _speed(results: Sequence[Result], seed: int) -> str:
    rounds = sum(result.run.tally.rounds for result in results)
    seconds = sum(result.run.seconds for result in results)
    ready = results[0].prepare_seconds + sum(result.run.compile_seconds for result in results)
    on = counted(results[0].run.threads, "thread")
    millions = rounds / seconds / 1e6
    return (
        f"Seed {seed}: {rounds:,} rounds in {seconds:.1f} s"
        f" ({millions:.1f} million a second on {on}), ready after {ready:.1f} s."
    )


def draw(result: Result, bankroll: int | None, path: Path) -> None:
    """Write a picture of what may become of a bankroll, or of what may be won and lost."""
    title = result.table.game.rules.title
    if bankroll is not None:
        title += f": a bankroll of {format_amount(bankroll)}"
    picture = fan_chart(st.walk_of(result.run.tally), DRAWN_ROUNDS, bankroll, title)
    path.write_text(picture, encoding="utf-8")


def fan_chart(walk: st.Walk, rounds: int, bankroll: int | None, title: str) -> str:
    """The picture as SVG; without a bankroll, of what was won or lost."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(fan_spec(walk, rounds, bankroll, title)))


def fan_spec(walk: st.Walk, rounds: int, bankroll: int | None, title: str) -> dict[str, Any]:
    """The same in Vega-Lite's terms."""
    every = sorted({max(1, rounds * step // FAN_STEPS) for step in range(1, FAN_STEPS + 1)})
    columns = ("low", "lower", "middle", "upper", "high")
    begin = 0.0 if bankroll is None else bankroll / 100
    rows: list[dict[str, float]] = [{"rounds": 0, **dict.fromkeys(columns, begin)}]
    for played, quantiles in st.fan(walk, every, bankroll):
        dollars = [cents / 100 for cents in quantiles]
        rows.append({"rounds": played, **dict(zip(columns, dollars, strict=True))})
    line = {
        "mark": {"type": "line", "color": MIDDLE, "strokeWidth": 2},
        "encoding": {"x": _axis("rounds", "rounds played"), "y": _axis("middle", "dollars")},
    }
    return {
        "title": {"text": title, "subtitle": FAN_LEGEND},
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
