"""Every spot of a game, worked out by the exact sums that also advise at the table.

One solution of the game from a full shoe gives all of them. It loads compiled code: it is used in a
process beside the house, never in it.
"""

from collections import defaultdict
from collections.abc import Iterator

from bythebook.odds.exact.dealer import BLACKJACK
from bythebook.odds.exact.deals import Deal, deals, offer_values
from bythebook.odds.exact.solver import Solver
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import rules_of
from bythebook.odds.strategy.best_chart import best_chart
from bythebook.odds.strategy.charts import COLUMNS, UP_OF_COLUMN, Chart, Row, row_of_pair
from bythebook.odds.strategy.charts import rows_by_total as rows_of
from bythebook.odds.strategy.preferences import solve
from bythebook.rulebooks.chapters.game import Game
from bythebook.school.spots import OFFER, TURN, Spot, SpotTable, key_of

DECLINE = "decline"
FIRST_TWO = 2
DIGITS = 7  # of a stake


def spot_table(game: Game, stake: int) -> SpotTable:
    """Solve a game and write down what may be decided on the first two cards."""
    solver = solve(game, stake=stake)
    chart = best_chart(solver)
    found = [spot for deal in _deals(solver) for spot in _spots(solver, chart, deal)]
    pack = rules_of(game).pack.cards(1)
    return SpotTable(
        game=game.id,
        edition=game.edition,
        choices=dict(game.choices),
        tens="".join(r for r in "TJQK" if any(card.rank == r for card in pack)),
        stake=stake,
        columns=COLUMNS,
        chart={str(row): cells for row, cells in _first_two(solver, chart)},
        spots={spot.key: spot for spot in found},
    )


def _deals(solver: Solver) -> Iterator[Deal]:
    """Two cards without a joker; those that differ in suits only are taken together as mixed."""
    chances: dict[tuple[int, int, int], float] = defaultdict(float)
    mixed = {}
    for deal in deals(solver):
        if deal.hand >= 0 and deal.second < k.VALUES:
            at = (deal.first, deal.second, deal.up)
            chances[at] += deal.chance
            if deal.suits == k.MIXED:
                mixed[at] = deal
    for at, deal in mixed.items():
        yield deal._replace(chance=chances[at])


def _spots(solver: Solver, chart: Chart, deal: Deal) -> Iterator[Spot]:
    natural = solver.tables.fate[k.UNSPLIT, deal.hand] == k.NATURAL
    values = {} if natural else _turn_values(solver, deal)
    offers = offer_values(solver, deal.hand, deal.up, max(values.values(), default=None))
    blackjack = float(solver.ends[deal.hand, deal.up, BLACKJACK])
    peeked = solver.terms["takes"] == k.PEEKED
    codes = chart.cell(solver.tables, deal.hand, deal.up) if values else None
    if len(offers) > 1:
        insures = next((name for name in ("even money", "insure") if name in offers), DECLINE)
        does = insures if chart.insures else DECLINE
        if codes is not None and codes.surrenders and "surrender" in offers:
            does = "surrender"
        yield _spot(solver, deal, OFFER, offers, does, deal.chance)
    if codes is not None and len(values) > 1:
        if peeked:  # the dealer has looked: the rounds lost to a blackjack drop out
            values = {a: (v + blackjack) / (1.0 - blackjack) for a, v in values.items()}
        does = next(k.ACTIONS[a] for a in codes.actions if k.ACTIONS[a] in values)
        chance = deal.chance * (1.0 - deal.surrendered) * (1.0 - blackjack if peeked else 1.0)
        yield _spot(solver, deal, TURN, values, does, chance)


def _turn_values(solver: Solver, deal: Deal) -> dict[str, float]:
    """Of everything that may be done, a split worked out whole also where it cannot be best."""
    if solver.tables.fate[k.UNSPLIT, deal.hand] != k.OPEN:
        return {}
    values = solver.action_values(deal.hand, deal.up)
    if deal.first == deal.second and solver.mask[k.UNSPLIT, deal.hand] >> k.SPLIT & 1:
        values["split"] = float(_split_means(solver, deal.first)[deal.up])
    return values


def _split_means(solver: Solver, pair: int) -> tuple[float, ...]:
    """Kept with the solver: one sum is for all cards of the dealer."""
    kept: dict[int, tuple[float, ...]] = solver.__dict__.setdefault("_split_means", {})
    if pair not in kept:
        kept[pair] = tuple(solver.split(pair).mean.tolist())
    return kept[pair]


def _spot(
    solver: Solver, deal: Deal, asks: str, values: dict[str, float], does: str, chance: float
) -> Spot:
    first, second = k.VALUE_NAMES[deal.first], k.VALUE_NAMES[deal.second]
    cards = (first, second) if deal.first == k.ACE else (second, first)
    up = k.VALUE_NAMES[deal.up]
    row = row_of_pair(solver.tables, deal.hand)
    may_split = bool(solver.mask[k.UNSPLIT, deal.hand] >> k.SPLIT & 1)
    total = rows_of(solver.tables, deal.hand)[-1]
    return Spot(
        key=key_of(cards, up, asks),
        cards=cards,
        up=up,
        asks=asks,
        row=str(row if row is not None and may_split else total),
        values={action: round(value, DIGITS) for action, value in values.items()},
        by_chart=does,
        chance=round(float(chance), DIGITS + 2),
    )


def _first_two(solver: Solver, chart: Chart) -> Iterator[tuple[Row, tuple[str, ...]]]:
    """The rows that two cards can be in, each as it is for two cards."""
    reached = {Row(row.kind, row.points) for row in chart.rows}
    two = [at for at in range(solver.hands.plain) if solver.hands.cards[at] == FIRST_TWO]
    totals = {rows_of(solver.tables, at)[-1] for at in two}
    for row in sorted(reached, key=lambda r: (r.kind, r.points)):
        if row.kind == "pair" or row in totals:
            cells = chart.rows.get(Row(row.kind, row.points, FIRST_TWO)) or chart.rows[row]
            yield row, tuple(cells[UP_OF_COLUMN[name]] for name in COLUMNS)
