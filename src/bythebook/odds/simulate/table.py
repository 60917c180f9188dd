"""A table to simulate: its game, who wagers what on it and plays how, and when it is shuffled."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bythebook.errors import Malformed, Refused
from bythebook.odds.exact.solver import RIGHTS
from bythebook.odds.numbers.compiled_rules import MOST_BOXES, compile_game
from bythebook.odds.sides.side_wagers import meters_of, side_wager_of, stakes_of
from bythebook.odds.simulate.chunks import Prepared, prepare
from bythebook.odds.simulate.counting import Counting, best_by_count, by_count
from bythebook.odds.strategy.preferences import BEST, Plans, plans_for
from bythebook.rulebooks.chapters.game import BlackjackGame, Game

USUAL_CARDS = 3  # that a hand takes, more or less


class SimulatedTable(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that decides what happens but the cards. Money in cents.

    Every box has a player of its own with the same wagers and the same strategy; the cards are
    shuffled once `penetration` of the shoe has been dealt, or before every round.
    """

    game: Game
    stake: int = 10_000
    boxes: int = 1
    sides: dict[str, int] = {}
    meters: dict[str, int] = {}  # as they stand in every round; otherwise at what is guaranteed
    strategy: str = BEST
    without: tuple[str, ...] = ()
    penetration: float | None = None
    burn: int = 0
    counting: Counting | None = None


def side_stakes(game: Game, wanted: Mapping[str, int | None], stake: int) -> dict[str, int]:
    """Stakes of side wagers: as given, else what the book fixes, else the main wager's."""
    stakes = {}
    for name, given in wanted.items():
        if side_wager_of(game, name).looks_at == "server":
            raise Malformed(
                "a server draws it, not the cards: odds prices it by the chance that it is drawn",
                f"side {name}",
            )
        fixed = stakes_of(game, name)
        stakes[name] = given if given is not None else fixed[0] if fixed else stake
    return stakes


def check(table: SimulatedTable) -> None:
    """Refuse what cannot be played, before anything takes time."""
    most = table.game.rules.boxes
    if not 1 <= table.boxes <= most.value:
        raise Refused(most.clause, f"there are boxes 1 to {most.value}", "boxes")
    if table.boxes > MOST_BOXES:
        raise Malformed(f"at most {MOST_BOXES} boxes can be simulated", "boxes")
    unknown = sorted(set(table.without) - set(RIGHTS))
    if unknown:
        raise Malformed(f"{unknown[0]!r} is none of {', '.join(RIGHTS)}", "without")
    counting = table.counting
    departs = counting is not None and (counting.best or bool(counting.plays))
    decides = isinstance(table.game.rules, BlackjackGame)
    if not decides and (table.strategy != BEST or table.without or departs):
        raise Malformed(f"nobody decides anything in {table.game.id}", "strategy")
    if counting is not None and counting.best and table.strategy != BEST:
        raise Malformed("the best index plays belong to the best strategy", "index")
    for meter in table.meters.keys() - guaranteed_meters(table):
        raise Malformed("no side wager at this table wins from it", f"meter {meter}")
    cut_of(table)


def guaranteed_meters(table: SimulatedTable) -> dict[str, int]:
    """The meters that the table's side wagers win from, each at what is guaranteed."""
    each = [meters_of(table.game, name) for name in table.sides]
    return {meter: cents for meters in each for meter, cents in meters.items()}


def cut_of(table: SimulatedTable) -> int | None:
    """How many cards are dealt before the next shuffle; None: it comes before every round."""
    size = len(table.game.rules.pack.cards(table.game.decks))
    needed = USUAL_CARDS * (table.boxes + 1)
    if not 0 <= table.burn <= size - needed:
        raise Malformed(f"{table.burn} of {size} cards cannot be burned", "burn")
    if table.penetration is None:
        return None
    if not 0 < table.penetration < 1:
        raise Malformed(
            f"{table.penetration} is not a part of the shoe between 0 and 1, such as 0.75",
            "penetration",
        )
    cut = round(table.penetration * size)
    if not table.burn < cut <= size - needed:
        raise Malformed(
            f"{table.penetration} puts the cutting card behind {cut} of {size} cards: there must be"
            f" more than the {table.burn} burned before it and {needed} behind it",
            "penetration",
        )
    return cut


def strategy_of(table: SimulatedTable) -> Plans | None:
    """The decisions of the table's strategy, index plays aside; None where nobody decides."""
    game, counting = table.game, table.counting
    if not isinstance(game.rules, BlackjackGame):
        return None
    if counting is not None and counting.best:
        tables = compile_game(game, table.stake)
        shoe = game.rules.pack.cards(game.decks)
        return best_by_count(tables, shoe, counting, without=table.without)
    return plans_for(game, table.strategy, stake=table.stake, without=table.without)


def set_up(table: SimulatedTable, plans: Plans | None) -> Prepared:
    """Everything compiled rounds need, with a strategy that `strategy_of` worked out."""
    check(table)
    game = table.game
    common: dict[str, Any] = {
        "stake": table.stake,
        "boxes": table.boxes,
        "sides": table.sides,
        "meters": guaranteed_meters(table) | table.meters,
        "cut": cut_of(table),
        "burn": table.burn,
    }
    if table.counting is None:
        return prepare(game, plans, **common)
    counted = by_count(
        plans,
        compile_game(game, table.stake) if plans is not None else None,
        game.rules.pack.cards(game.decks),
        table.counting,
        without=table.without,
    )
    return prepare(
        game,
        counted.plans,
        **common,
        tags=counted.tags,
        initial_count=counted.initial_count,
        lowest_count=counted.lowest_count,
        bets=counted.bets,
    )
