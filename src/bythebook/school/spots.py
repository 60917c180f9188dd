"""Spots: two cards against a dealer's card, what may be done there, and what each choice is worth.

A spot is what a player is asked at the table: what is offered before the turns, or what to do in
one's turn. Its values are exact and come from outside (`tabling`); here is what follows from them.
"""

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.game import Game

TURN, OFFER = "turn", "offer"
HARD, SOFT, PAIR = "hard", "soft", "pair"
INSURANCE, SURRENDER = "insurance", "surrender"
KINDS = {
    PAIR: "pairs",
    SOFT: "soft hands",
    HARD: "hard hands",
    INSURANCE: "insurance",
    SURRENDER: "surrender",
}
NEVER_MIND = 1e-6  # in stakes: two choices as near as this are worth the same


class Spot(msgspec.Struct, frozen=True, array_like=True):
    """One decision; values are in stakes, `chance` is how often it comes up in a round."""

    key: str  # such as "T-6 v 9", or "T-6 v A, offer"
    cards: tuple[str, str]  # by value: A, 2 to 9, T
    up: str
    asks: str  # a turn, or an offer
    row: str  # of the chart
    values: dict[str, float]
    by_chart: str  # what the best chart by totals does
    chance: float

    @property
    def best(self) -> str:
        return max(self.values, key=lambda action: self.values[action])

    def cost(self, action: str) -> float:
        """What this choice costs against the best one."""
        if action not in self.values:
            known = ", ".join(self.values)
            raise Malformed(f"{action[:40]!r} cannot be done here; it is one of {known}", "action")
        return self.values[self.best] - self.values[action]

    def right(self, action: str) -> bool:
        """Whether nobody would call it an error: it is the best, or what the chart says."""
        return self.cost(action) < NEVER_MIND or action == self.by_chart

    def is_kind(self, kind: str) -> bool:
        """A hand is of its own kind in its turn; an offer is of what is offered."""
        if self.asks == TURN:
            return self.row.startswith(kind)
        if kind == SURRENDER:
            return SURRENDER in self.values
        return kind == INSURANCE and not {"insure", "even money"}.isdisjoint(self.values)


class SpotTable(msgspec.Struct, frozen=True, kw_only=True):
    """Every spot of a game at a table's settings, and the chart for the first two cards."""

    game: str
    edition: str
    choices: dict[str, str]  # decks, options and readings
    tens: str  # the ranks that count ten in this pack, the highest last
    stake: int  # cents
    columns: tuple[str, ...]
    chart: dict[str, tuple[str, ...]]  # codes by row, a cell for each column
    spots: dict[str, Spot]

    def is_for(self, game: Game, stake: int) -> bool:
        """Whether these are the values of that table: a bonus may depend on the stake."""
        return (self.game, self.edition, self.choices) == (
            game.id,
            game.edition,
            game.choices,
        ) and (stake == self.stake or not getattr(game.rules, "super_bonus", None))

    def of_kind(self, kind: str) -> list[Spot]:
        """All of a kind; without one, all there are."""
        if kind and kind not in KINDS:
            raise Malformed(f"{kind[:40]!r} is none of {', '.join(KINDS)}", "kind")
        return [spot for spot in self.spots.values() if not kind or spot.is_kind(kind)]

    def find(self, key: str) -> Spot:
        if key not in self.spots:
            raise Malformed(f"{key[:40]!r} is no spot of this game", "spot")
        return self.spots[key]


def key_of(cards: tuple[str, str], up: str, asks: str) -> str:
    return f"{'-'.join(cards)} v {up}" + (f", {OFFER}" if asks == OFFER else "")


def shown_cards(spot: Spot, tens: str, draw: int) -> tuple[tuple[str, str], str]:
    """The spot as real cards, of two suits: which ones is settled by a number from outside.

    The dealer's ten is the highest that the pack has: some offers are made against pictures only.
    """
    suits = "CDHS"
    ways = [(first, second) for first in suits for second in suits if first != second]
    first, second = ways[draw % len(ways)]
    draw //= len(ways)
    mine = []
    for value, suit in zip(spot.cards, (first, second), strict=True):
        rank = tens[draw % len(tens)] if value == "T" else value
        draw //= len(tens)
        mine.append(rank + suit)
    if draw % 2:
        mine.reverse()
    up = tens[-1] if spot.up == "T" else spot.up
    return (mine[0], mine[1]), up + suits[draw // 2 % len(suits)]
