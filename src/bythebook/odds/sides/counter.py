"""What a side wager is worth to somebody who counts cards.

How much each card that leaves the shoe changes its mean; which small whole numbers, added up as
cards are seen, tell most of that; and, over many places in a shoe dealt to some depth, how often
the wager is worth making and what it then wins: by that count, and to somebody who knows every card
that is left. At each place the mean is worked out, not played, so that a few thousand are enough.
"""

from collections.abc import Callable, Sequence
from math import floor, sqrt
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from bythebook.cards import CARDS, RANKS, SUITS, Card
from bythebook.errors import Malformed
from bythebook.game.lines.pay_table import reading_shared, share_of_meter, stake_comes_back
from bythebook.odds.numbers.codes import CODE_OF_CARD
from bythebook.odds.sides.deciding import KINDS, deciding, lines_of, suits_alike
from bythebook.odds.sides.expectations import Wager, Worth, worth_of
from bythebook.odds.sides.side_wagers import (
    fixed_pays,
    known_stake,
    play_decides,
    price_side_wager,
    side_wager_of,
)
from bythebook.rulebooks.chapters.game import BlackjackGame, Game, SideWager

PER = 52  # cards for which a true count is one
LARGEST_TAG = 3
PENETRATION = 0.75
ROUND_CARDS = 5.4  # that a round takes with one box
PLACES = 20_000
PLACES_OF_WHOLE_HANDS = 2_000
SEED = 1


class Removal(msgspec.Struct, frozen=True, kw_only=True):
    """What one card of this rank or kind adds to the player's mean by leaving a fresh shoe."""

    card: str
    effect: float


class Bets(msgspec.Struct, frozen=True, kw_only=True):
    """How often the wager is made, its mean then, and units won in a hundred rounds."""

    how_often: float
    mean: float
    per_100: float
    error: float  # the standard error of that


class AtCount(msgspec.Struct, frozen=True, kw_only=True):
    """A true count: how often it comes, and what the wager is worth then."""

    count: int
    how_often: float
    mean: float


class OverShoe(msgspec.Struct, frozen=True, kw_only=True):
    """What it comes to over all places in a shoe at which a round begins."""

    places: int  # that were looked at
    by_count: tuple[AtCount, ...]
    trigger: int | None  # from which true count it is made; none: at none
    counted: Bets
    perfect: Bets


class Shoe(NamedTuple):
    """A shoe, how deep it is dealt, by how many cards a round; places looked at, and their seed."""

    cards: Sequence[Card]
    penetration: float
    round_cards: float
    places: int
    seed: int


class CounterWorth(msgspec.Struct, frozen=True, kw_only=True):
    """All of it. Means are the player's, for each unit staked."""

    wager: str
    title: str
    decks: int
    mean: float  # from a fresh shoe
    removals: tuple[Removal, ...]  # by rank, of a card of any suit
    cards: tuple[Removal, ...]  # by card, where suits matter
    tags: dict[str, int]
    correlation: float  # of the tags with the effects of all cards
    penetration: float
    round_cards: float
    over: "OverShoe"


def worth_to_counter(
    game: Game,
    name: str,
    *,
    stake: int | None = None,
    meters: dict[str, int] | None = None,
    penetration: float = PENETRATION,
    round_cards: float = ROUND_CARDS,
    places: int | None = None,
    seed: int = SEED,
) -> CounterWorth:
    """Work out what a side wager is worth to a counter; stake and meters are in cents."""
    side = side_wager_of(game, name)
    if side.looks_at in ("tokens", "server"):
        raise Malformed(f"{name} is not decided by cards", "counter")
    if why := play_decides(game, side):
        raise Malformed(f"{name}: {why}, and no count of cards is worked out for that", "counter")
    shoe = game.rules.pack.cards(game.decks)
    if not 0 < penetration < 1 or penetration * len(shoe) < round_cards:
        raise Malformed(f"{penetration} is not a part of the shoe such as 0.75", "penetration")
    stake = known_stake(side, name, stake)
    full = price_side_wager(game, name, stake=stake, meters=meters)

    def without(card: Card) -> float:
        left = list(shoe)
        left.remove(card)
        rest = price_side_wager(game, name, stock=left, stake=stake, meters=meters)
        return float(full.exact_edge - rest.exact_edge)

    effects = effects_of_removal(side, without, shoe)
    tags = best_tags(effects, shoe)
    worth = worth_of(Wager(deciding(lines_of(side)), _nets(side, stake, meters or {}), _hits(game)))
    if places is None:
        places = PLACES_OF_WHOLE_HANDS if "dealer-hand" in side.groups else PLACES
    by_rank = [np.mean([effects[r + s] for s in SUITS]) for r in ranks_of(shoe)]
    suited = any(len({effects[r + s] for s in SUITS}) > 1 for r in ranks_of(shoe))
    over = Shoe(shoe, penetration, round_cards, places, seed)
    return CounterWorth(
        wager=name,
        title=side.title,
        decks=game.decks,
        mean=-full.house_edge,
        removals=tuple(
            [Removal(card=r, effect=float(e)) for r, e in zip(ranks_of(shoe), by_rank, strict=True)]
        ),
        cards=tuple([Removal(card=c, effect=e) for c, e in effects.items()]) if suited else (),
        tags=tags,
        correlation=_correlation(tags, effects),
        penetration=penetration,
        round_cards=round_cards,
        over=_over_a_shoe(worth, tags, over),
    )


def ranks_of(shoe: Sequence[Card]) -> list[str]:
    present = {card.rank for card in shoe}
    return [rank for rank in RANKS if rank in present]


def _hits(game: Game) -> bool:
    rules = game.rules
    return isinstance(rules, BlackjackGame) and rules.dealer.soft_17.value == "hits"


def _nets(side: SideWager, stake: int | None, meters: dict[str, int]) -> NDArray[np.float64]:
    """What each line leaves for a unit staked, and last what none does."""
    nets = []
    for line in side.lines:
        if line.share is None:
            pays = float(fixed_pays(line, stake))
        elif stake is None or line.share.meter not in meters:
            raise Malformed("what this meter stands at must be given", f"meters.{line.share.meter}")
        else:
            reading = reading_shared(line.share, meters[line.share.meter])
            pays = share_of_meter(line.share, reading, 1) / stake
        nets.append(pays if stake_comes_back(side, line) else pays - 1)
    return np.array([*nets, -1.0])


# Effects of removal, and the count they make


def effects_of_removal(
    side: SideWager, without: Callable[[Card], float], shoe: Sequence[Card]
) -> dict[str, float]:
    """For every card, asked once of those whose suits no pattern tells apart."""
    alike = suits_alike(side.asks)
    effects: dict[str, float] = {}
    for rank in ranks_of(shoe):
        known = {group: without(CARDS[rank + group[0]]) for group in alike}
        for suit in SUITS:
            effects[rank + suit] = next(e for group, e in known.items() if suit in group)
    return effects


def best_tags(effects: dict[str, float], shoe: Sequence[Card]) -> dict[str, int]:
    """Small whole numbers by rank that go best with the effects: seen, a card adds its own."""
    ranks = ranks_of(shoe)
    by_rank = np.array([np.mean([effects[rank + suit] for suit in SUITS]) for rank in ranks])
    by_rank -= by_rank.mean()
    largest = np.abs(by_rank).max()
    if largest == 0:
        return dict.fromkeys(ranks, 0)
    best: tuple[float, dict[str, int]] = (0.0, dict.fromkeys(ranks, 0))
    for top in np.linspace(1, LARGEST_TAG + 0.49, 40):
        for moved in np.linspace(-0.5, 0.5, 21):
            numbers = np.rint(by_rank / largest * top + moved).astype(int)
            if numbers.sum() or np.abs(numbers).max() > LARGEST_TAG:
                continue  # a fresh shoe should count nothing
            tags = dict(zip(ranks, numbers.tolist(), strict=True))
            told = _correlation(tags, effects)
            if told > best[0] + 1e-9:
                best = (told, tags)
    return best[1]


def _correlation(tags: dict[str, int], effects: dict[str, float]) -> float:
    """How much of the effects the tags tell."""
    told = np.array([tags[card[0]] for card in effects], dtype=float)
    true = np.array(list(effects.values()))
    told, true = told - told.mean(), true - true.mean()
    size = sqrt(float((told**2).sum() * (true**2).sum()))
    return float((told * true).sum()) / size if size else 0.0


# Over a shoe


def _over_a_shoe(worth: Worth, tags: dict[str, int], over: Shoe) -> OverShoe:
    """Places at which rounds begin, as many at each depth, each with cards seen at random."""
    shoe, round_cards = over.cards, over.round_cards
    full = np.bincount([CODE_OF_CARD[card] for card in shoe], minlength=KINDS)
    cut = round(over.penetration * len(shoe))
    rounds = max(1, floor((cut - 1) / round_cards) + 1)
    at_each = max(1, over.places // rounds)
    random = np.random.default_rng(over.seed)
    by_kind = np.array([tags.get(card.rank, 0) for card in map(_card_of, range(KINDS))])
    assert not by_kind @ full  # tags that balance
    left, counts = [], []
    for number in range(rounds):
        seen = round(number * round_cards)
        taken = random.multivariate_hypergeometric(full, seen, size=at_each, method="marginals")
        left.append((full - taken).astype(float))
        counts.append(np.floor((taken @ by_kind) * PER / (len(shoe) - seen)))
    means, count = worth(np.concatenate(left)), np.concatenate(counts).astype(int)
    table = []
    for each in np.unique(count):
        here = count == each
        mean = float(means[here].mean())
        table.append(AtCount(count=int(each), how_often=float(here.mean()), mean=mean))
    gains = {int(c): float(np.where(count >= c, means, 0).sum()) for c in np.unique(count)}
    best = max(gains, key=lambda c: gains[c])
    trigger = best if gains[best] > 0 and len(table) > 1 else None
    chosen = count >= trigger if trigger is not None else np.zeros(len(count), dtype=bool)
    return OverShoe(
        places=len(means),
        by_count=tuple(table),
        trigger=trigger,
        counted=_bets(means, chosen),
        perfect=_bets(means, means > 0),
    )


def _card_of(kind: int) -> Card:
    return CARDS[RANKS[kind // len(SUITS)] + SUITS[kind % len(SUITS)]]


def _bets(means: NDArray[np.float64], made: NDArray[np.bool_]) -> Bets:
    won = np.where(made, means, 0.0)
    how_often = float(made.mean())
    return Bets(
        how_often=how_often,
        mean=float(won.sum() / made.sum()) if how_often else 0.0,
        per_100=100 * float(won.mean()),
        error=100 * float(won.std()) / sqrt(len(won)),
    )
