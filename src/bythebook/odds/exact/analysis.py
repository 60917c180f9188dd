"""What a game is worth at a table's own settings: edge, spread of results, where they come from.

analysis = analyse(load_game("crown-blackjack/blackjack"))
analysis.house_edge                        # what the house expects of each initial wager
"""

import math
from collections.abc import Collection, Sequence

import msgspec

from bythebook.cards import Card
from bythebook.errors import Malformed
from bythebook.odds.exact.dealer import ENDS, SEVENTEEN, TWENTY_TWO, dealer_ends
from bythebook.odds.exact.deals import (
    EVEN_MONEY,
    PAID,
    SURRENDERS,
    Deal,
    deals,
    follow_unsplit,
)
from bythebook.odds.exact.face_up import FaceUp, Part, parts_of, solved
from bythebook.odds.exact.follow import DOUBLED, WENT_OVER
from bythebook.odds.exact.solver import RIGHTS, Solver, by_value, count_cards
from bythebook.odds.exact.tokens import tokens_against_22, tokens_used
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import rules_of, tables_of
from bythebook.odds.numbers.hands import JOKER_KIND
from bythebook.odds.strategy.preferences import BEST, scores_for
from bythebook.rulebooks.chapters.game import Game

JOKER_NAME = "JK"
HANDS = "hands after a split"
SUITS_NAMES = ("mixed", "suited", "spades")


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """The first two cards against one card of the dealer."""

    hand: tuple[str, str]
    suits: str = ""  # where they matter
    up: str
    probability: float
    value: float  # expected result in stakes
    action: str
    values: dict[str, float]  # of every action looked into
    insured: bool = False
    second: str = ""  # of the dealer's cards, where both are seen


class Row(msgspec.Struct, frozen=True):
    """One card of the dealer: how often, and what the house expects against it."""

    up: str
    probability: float
    house_edge: float


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """The exact worth of a game for one player on one box, from a fresh shoe."""

    game: str
    decks: int
    stake: int  # cents
    strategy: str
    without: tuple[str, ...]
    house_edge: float  # expected loss per initial wager
    player_return: float  # what comes back of each initial wager, itself included
    standard_deviation: float
    by_up_card: tuple[Row, ...]
    cells: tuple[Cell, ...]
    frequencies: dict[str, float]
    dealer: dict[str, float]  # how the dealer's hand would end, were it always played out
    tokens: tuple[float, ...] = ()  # chances of so many free-bet tokens used on a box
    # The same in rounds in which the dealer makes 22, where a side wager hangs on that.
    tokens_against_22: tuple[float, ...] = ()


def analyse(
    game: Game,
    *,
    strategy: str = BEST,
    stake: int = 10_000,
    without: Collection[str] = (),
    stock: Sequence[Card] | None = None,
    against_22: bool = True,
) -> Analysis:
    """Value a game exactly. `stock` replaces the full shoe; `without` takes rights away.

    `against_22`: tokens together with a dealer's 22 too, which takes longer than all the rest.
    """
    unknown = sorted(set(without) - set(RIGHTS))
    if unknown:
        raise Malformed(f"{unknown[0]!r} is no right that can be taken away: {', '.join(RIGHTS)}")
    rules = rules_of(game)
    tables = tables_of(game, stake)
    cards = rules.pack.cards(game.decks) if stock is None else stock
    scores = scores_for(tables, strategy)
    found = solved(tables, count_cards(cards), without=without, scores=scores)
    return summary(game, found, strategy, against_22)


def summary(
    game: Game, solved: Solver | FaceUp, strategy: str = BEST, against_22: bool = True
) -> Analysis:
    """Put together what a solved game says."""
    parts = parts_of(solved)
    found = [deal for part in parts for deal in _deals(part)]
    solver = parts[0].solver
    meets = against_22 and tokens_meet_22(game)
    mean = float(sum(deal.chance * deal.value for deal in found))
    square = float(sum(deal.chance * deal.square for deal in found))
    return Analysis(
        game=game.id,
        decks=game.decks,
        stake=int(solver.terms["stake"]),
        strategy=strategy,
        without=tuple(sorted(solver.without)),
        house_edge=-mean,
        player_return=1.0 + mean,
        standard_deviation=math.sqrt(max(square - mean**2, 0.0)),
        by_up_card=tuple(_by_up_card(found)),
        cells=tuple(_cell(solver, deal) for deal in found),
        frequencies=_frequencies(parts),
        dealer=_dealer(solver),
        tokens=tuple(tokens_used(solver, found)) if _has_tokens(solver) else (),
        tokens_against_22=tuple(tokens_against_22(solver, found)) if meets else (),
    )


def _deals(part: Part) -> list[Deal]:
    found = list(deals(part.solver))
    if part.chance == 1.0:
        return found
    return [deal._replace(chance=part.chance * deal.chance) for deal in found]


def _frequencies(parts: tuple[Part, ...]) -> dict[str, float]:
    often: dict[str, float] = {}
    hands = 0.0
    for part in parts:
        found = frequencies(part.solver, list(deals(part.solver)))
        hands += part.chance * found[HANDS] * found["split"]
        for name, chance in found.items():
            often[name] = often.get(name, 0.0) + part.chance * chance
    if len(parts) > 1:
        often[HANDS] = hands / often["split"] if often["split"] else 0.0
    return often


def _has_tokens(solver: Solver) -> bool:
    return bool(solver.terms["free_split"] or solver.terms["free_double"])


def tokens_meet_22(game: Game) -> bool:
    """Whether a wager on tokens stands off when the dealer makes 22."""
    sides = game.rules.side_wagers.values()
    return any(side.looks_at == "tokens" and side.dealer_22 is not None for side in sides)


def _name(value: int) -> str:
    return JOKER_NAME if value == JOKER_KIND else k.VALUE_NAMES[value]


def _cell(solver: Solver, deal: Deal) -> Cell:
    has_suits = deal.hand >= 0 and solver.tables.hands.has_suits[deal.hand - deal.suits]
    return Cell(
        hand=(_name(deal.first), _name(deal.second)),
        suits=SUITS_NAMES[deal.suits] if has_suits else "",
        up=k.VALUE_NAMES[deal.up],
        second="" if deal.dealer_second < 0 else k.VALUE_NAMES[deal.dealer_second],
        probability=float(deal.chance),
        value=deal.value,
        action=deal.action,
        values=deal.values,
        insured=deal.insured,
    )


def _by_up_card(found: list[Deal]) -> list[Row]:
    rows = []
    for up in range(k.VALUES):
        chance = sum(deal.chance for deal in found if deal.up == up)
        if chance:
            mean = sum(deal.chance * deal.value for deal in found if deal.up == up) / chance
            rows.append(Row(k.VALUE_NAMES[up], float(chance), float(-mean)))
    return rows


def _dealer(solver: Solver) -> dict[str, float]:
    """How the dealer's hand ends from the full shoe."""
    stock = by_value(solver.counts)[: k.VALUES]
    ends = dealer_ends(solver.shoe.hits_soft_17, stock[None])[0]
    chances = stock @ ends / stock.sum()
    names = [str(SEVENTEEN + end) for end in range(TWENTY_TWO)]
    names += ["22", "over 22", "blackjack"]
    assert len(names) == ENDS
    return dict(zip(names, map(float, chances), strict=True))


def frequencies(solver: Solver, found: list[Deal]) -> dict[str, float]:
    """How often things happen, per round and box."""
    often = {
        "blackjack": sum(d.chance for d in found if d.action in (PAID, EVEN_MONEY)),
        "split": sum(d.chance * (1 - d.surrendered) for d in found if d.action == "split"),
        "surrender": sum(d.chance * d.surrendered for d in found if d.action == SURRENDERS),
        "insurance": sum(d.chance for d in found if d.insured),
        "double": 0.0,
        HANDS: 0.0,
        "bust without a split": 0.0,
    }
    for up in solver.ups:
        sums, _ = follow_unsplit(solver, found, int(up))
        often["double"] += sums[DOUBLED]
        often["bust without a split"] += sums[WENT_OVER]
    for deal in found:
        if deal.action == "split":
            split = solver.split_of(deal.hand)
            assert split is not None
            often["double"] += deal.chance * split.doubles[deal.up]
            often[HANDS] += deal.chance * split.hands[deal.up]
    if often["split"]:
        often[HANDS] /= often["split"]
    return {name: float(chance) for name, chance in often.items()}
