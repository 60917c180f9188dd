"""What a side wager is worth, line by line and exactly.

The lines, their order and what they pay are asked of the same pay table as in a round.
Probabilities are exact fractions over a finite stock without replacement. Money is to the cent
where a stake is given, as the engine pays it; what a set of chips would add by going up to the next
chip depends on the table and is left out.

A price is that of one wager. With `boxes`, as many boxes carry the same wager in the round, and a
share of a meter is divided as the book says whenever others win it too.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt

import msgspec
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.errors import Malformed, Refused
from bythebook.game.lines.pay_table import (
    rate,
    reading_shared,
    share_of_meter,
    stake_comes_back,
    winnings,
)
from bythebook.game.placing import check_table
from bythebook.game.side_wagers import MYSTERY
from bythebook.game.state import Table
from bythebook.money import CENTS, format_amount
from bythebook.odds.sides.dealer_chances import chances_with_second_card, chances_with_whole_hand
from bythebook.odds.sides.deciding import deciding, lines_of
from bythebook.odds.sides.pattern_counts import counted, others_on_line, ways_by_line
from bythebook.rulebooks.chapters.game import (
    BlackjackGame,
    Game,
    Line,
    MeterShare,
    Mystery,
    SideWager,
)
from bythebook.rulebooks.chapters.patterns import LATER

Number = int | float | Fraction

# How far the chances of a distribution, given as decimals, may be from one in all.
ROUNDING = Fraction(1, 10**9)
CARDS_OF_WHOLE_HANDS = 24  # more than a box's two and the longest hand a dealer can draw


class LinePrice(msgspec.Struct, frozen=True, kw_only=True):
    """One line: how often, for how much, and what it adds to the return.

    `pays` is what the pay table says, `returned` all that comes back: with the stake, unless the
    stake was taken before the deal. Both are in units of the stake.
    """

    name: str
    clause: str
    probability: float
    pays: float
    returned: float
    contribution: float  # probability times returned
    exact: Fraction  # the probability
    exact_returned: Fraction


class SidePrice(msgspec.Struct, frozen=True, kw_only=True, rename={"return_": "return"}):
    """A side wager's price, per unit staked.

    Lines exclude each other, except that a mystery jackpot comes on top of whatever the cards won.
    """

    name: str
    title: str
    clause: str
    lines: tuple[LinePrice, ...]
    loses_clause: str
    house_edge: float
    return_: float
    standard_deviation: float
    hit_frequency: float
    exact_edge: Fraction
    stake: int | None  # in cents; None where the price is the same for every stake
    stands_off: LinePrice | None = None  # where a dealer's 22 sends the stake back
    # Where play decides, it is the price of so many simulated rounds, with the standard error of
    # the edge; otherwise both are nothing, and the price is exact.
    rounds: int = 0
    error: float = 0.0

    def by_rounds(self, rounds: int, error: float) -> "SidePrice":
        """The same, found by simulation."""
        return replace(self, rounds=rounds, error=error)

    @property
    def missed(self) -> float:
        """How often it is lost."""
        stands_off = 0.0 if self.stands_off is None else self.stands_off.probability
        return 1 - self.hit_frequency - stands_off


def price_side_wager(
    game: Game,
    name: str,
    *,
    stock: Sequence[Card] | None = None,
    stake: int | None = None,
    meters: Mapping[str, int] | None = None,
    tokens: Sequence[Number] | None = None,
    tokens_against_22: Sequence[Number] | None = None,
    drawn: Mapping[str, Number] | None = None,
    boxes: int = 1,
) -> SidePrice:
    """Price a side wager of the game.

    stock: the cards it is dealt from, the whole shoe unless given. stake and meters: in cents,
    where prizes depend on them. tokens: for a wager on free-bet tokens, the chance of using
    0, 1, 2, … of them; tokens_against_22: of that, in rounds in which the dealer makes 22. drawn:
    for each mystery meter, the chance that its server draws this wager in a round; the books leave
    that to the server.
    """
    side = side_wager_of(game, name)
    most = game.rules.boxes
    if not 1 <= boxes <= most.value:
        raise Refused(most.clause, f"there are boxes 1 to {most.value}", "boxes")
    stake = known_stake(side, name, stake)
    meters = checked_meters(meters)
    chances = line_chances(game, side, stock, tokens, tokens_against_22)
    lines = []
    for line, chance in chances:
        if line.share is None:
            pays = fixed_pays(line, stake)
        else:
            others = _others(game, side, line, stock, boxes)
            pays = _share_pays(line.share, stake, meters, others)
        lines.append(
            _line_price(line.name, line.clause, chance, pays, stake_comes_back(side, line))
        )
    mysteries = _mysteries(side, name, stake, meters, drawn or {})
    stands_off = _stands_off(side, tokens_against_22)
    return _total(side, name, stake, lines, mysteries, stands_off)


def price_of_lines(
    side: SideWager,
    name: str,
    stake: int | None,
    chances: Sequence[Fraction],
    nets: Sequence[Fraction],
) -> SidePrice:
    """The price from how often each line comes, and what it leaves for each unit staked."""
    lines = [
        _line_price(line.name, line.clause, chance, net + 1 - comes_back, comes_back)
        for line, chance, net in zip(side.lines, chances, nets, strict=True)
        for comes_back in [stake_comes_back(side, line)]
    ]
    return _total(side, name, stake, lines, [], None)


# What is priced


def side_wager_of(game: Game, name: str) -> SideWager:
    """The wager, if the game has it and its table's choices allow it."""
    rules = game.rules
    if name not in rules.side_wagers and name not in rules.elsewhere:
        known = ", ".join(rules.side_wagers) or "none"
        raise Malformed(f"{game.id} has no side wager {name!r}; it has {known}", "side")
    check_table(game, Table(side_wagers=frozenset([name])))
    return rules.side_wagers[name]


def stakes_of(game: Game, name: str) -> tuple[int, ...]:
    """The stakes in cents that the book or the sign fixes for the wager; none: any stake."""
    return side_wager_of(game, name).fixed_stakes


def meters_of(game: Game, name: str) -> dict[str, int]:
    """The meters that the wager's lines can win a share of, each with its guarantee in cents."""
    shares = [line.share for line in side_wager_of(game, name).lines if line.share is not None]
    return {share.meter: share.floor_dollars * CENTS for share in shares}


def known_stake(side: SideWager, name: str, stake: int | None) -> int | None:
    """The stake to price: the one given, or the only one there can be."""
    fixed = side.fixed_stakes
    if stake is None:
        return fixed[0] if len(fixed) == 1 else None
    if stake <= 0:
        raise Malformed("a stake is more than nothing", "stake")
    rule = side.stakes or side.signed_stake
    if fixed and rule is not None and stake not in fixed:
        allowed = " or ".join(map(format_amount, fixed))
        raise Malformed(
            f"a {name} wager is {allowed} (clause {rule.clause}), not {format_amount(stake)}",
            "stake",
        )
    return stake


def needed_stake(stake: int | None) -> int:
    """The stake, where prizes are sums of money: without it they have no odds."""
    if stake is None:
        raise Malformed("the prizes are sums of money: the stake must be given", "stake")
    return stake


def checked_meters(meters: Mapping[str, int] | None) -> Mapping[str, int]:
    for meter, cents in (meters or {}).items():
        if cents < 0:
            raise Malformed("a meter stands at nothing or more", f"meters.{meter}")
    return meters or {}


# How often


def line_chances(
    game: Game,
    side: SideWager,
    stock: Sequence[Card] | None,
    tokens: Sequence[Number] | None = None,
    tokens_against_22: Sequence[Number] | None = None,
) -> list[tuple[Line, Fraction]]:
    """Every line with its exact chance, the first that fits counting."""
    if side.looks_at == "server":
        return []
    if side.looks_at == "tokens":
        used = _distribution(tokens)
        stood_off = {} if side.dealer_22 is None else _against_22(used, tokens_against_22)
        none = Fraction(0)
        return [(x, used.get(x.tokens, none) - stood_off.get(x.tokens, none)) for x in side.lines]
    if why := play_decides(game, side):
        raise Malformed(f"{side.title}: {why}", "side")
    chances = _chances(game, side, stock)
    return list(zip(side.lines, chances, strict=True))


def play_decides(game: Game, side: SideWager) -> str:
    """Why no sum over cards prices the wager, but rounds that are played; empty: one does."""
    if isinstance(game.rules, BlackjackGame) and side.groups & {"card-3", "three-cards"}:
        return "which third card comes depends on how the hand is played"
    if "final-hand" in side.groups:
        return "how the hand is played decides it"
    if side.dealer_22 is not None and side.looks_at != "tokens":
        return "cards and the dealer's 22 together decide it"
    if {"dealer-two", "dealer-hand"} <= side.groups:
        return "the dealer's second card and whole hand together decide it"
    return ""


def _chances(game: Game, side: SideWager, stock: Sequence[Card] | None) -> list[Fraction]:
    """The exact chance of each line that cards decide, none of them at the player's choice."""
    lines = lines_of(side)
    how = deciding(lines)
    if "dealer-two" in side.groups:
        return _every_line(side, chances_with_second_card(counted(game, stock, 4), how))
    if "dealer-hand" in side.groups:
        assert isinstance(game.rules, BlackjackGame)
        counts = counted(game, stock, CARDS_OF_WHOLE_HANDS)
        return _every_line(side, chances_with_whole_hand(game.rules, counts, how))
    counts = counted(game, stock, how.deal.cards)
    every = 1
    for drawn in range(how.deal.cards):
        every *= int(counts.sum()) - drawn
    return [Fraction(n, every) for n in ways_by_line(counts, lines)]


def _every_line(side: SideWager, chances: list[Fraction]) -> list[Fraction]:
    """The same with those that never come: behind them stands the chance of no line at all."""
    return [*chances[: len(side.lines)], *[Fraction(0)] * (len(side.lines) - len(chances))]


def _distribution(chances: Sequence[Number] | None) -> dict[int | None, Fraction]:
    if chances is None:
        raise Malformed("give the chance of using 0, 1, 2, … tokens: play decides it", "tokens")
    if not all(0 <= chance <= 1 for chance in chances):
        raise Malformed("a chance is from 0 to 1", "tokens")
    exact = [Fraction(chance) for chance in chances]
    if abs(sum(exact, Fraction(-1))) > ROUNDING:
        raise Malformed("the chances of all numbers of tokens make one", "tokens")
    return dict(enumerate(exact))


def _against_22(
    used: Mapping[int | None, Fraction], chances: Sequence[Number] | None
) -> dict[int | None, Fraction]:
    """The part of each number of tokens that stands off."""
    if not chances:
        raise Malformed("give the chances of the tokens and a dealer's 22 together", "tokens")
    if any(not 0 <= chance <= used.get(tokens, 0) for tokens, chance in enumerate(chances)):
        raise Malformed("a 22 comes with some tokens at most as often as they do", "tokens")
    return {tokens: Fraction(chance) for tokens, chance in enumerate(chances)}


# For how much


def fixed_pays(line: Line, stake: int | None) -> Fraction:
    """What a line that touches no meter pays, in units of the stake."""
    of_any_stake = rate(line)
    if stake is None and of_any_stake is not None:
        return of_any_stake
    staked = needed_stake(stake)
    return Fraction(winnings(line, staked), staked)


def _share_pays(
    share: MeterShare, stake: int | None, meters: Mapping[str, int], others: Sequence[Fraction]
) -> Fraction:
    """What a share of a meter pays on average, over how many others win it too."""
    staked, reading = needed_stake(stake), _reading(share, meters)
    each = [share_of_meter(share, reading, 1 + also) for also in range(len(others))]
    return sum((p * cents for p, cents in zip(others, each, strict=True)), Fraction(0)) / staked


def _reading(share: MeterShare, meters: Mapping[str, int]) -> int:
    if share.meter not in meters:
        raise Malformed("what this meter stands at must be given", f"meters.{share.meter}")
    return reading_shared(share, meters[share.meter])


def _others(
    game: Game, side: SideWager, line: Line, stock: Sequence[Card] | None, boxes: int
) -> tuple[Fraction, ...]:
    """How many others win the same share in the round: the chance of none, one, two, …"""
    if boxes == 1:
        return (Fraction(1),)
    if side.groups & set(LATER):
        raise Malformed("what is shared is followed for cards of the deal alone", "boxes")
    lines = lines_of(side)
    deal = deciding(lines).deal
    counts = counted(game, stock, (deal.cards - deal.dealer) * boxes + deal.dealer)
    return others_on_line(
        counts, lines, side.lines.index(line), common_dealer=deal.dealer, others=boxes - 1
    )


def checked_levels(
    side: SideWager, name: str, drawn: Iterable[str], meters: Mapping[str, int]
) -> Mystery | None:
    """The wager's mystery jackpot; each meter drawn must be a level of it, with its reading."""
    mystery = side.mystery
    known = mystery.meters() if mystery is not None else []
    for meter in drawn:
        if meter not in known:
            levels = ", ".join(known) or "none"
            raise Malformed(f"{name} has no such mystery meter; it has {levels}", f"drawn.{meter}")
        if meter not in meters:
            raise Malformed("what this meter stands at must be given", f"meters.{meter}")
    return mystery


def checked_chance(chance: Number, meter: str) -> Fraction:
    if not 0 <= chance <= 1:
        raise Malformed("a chance is from 0 to 1", f"drawn.{meter}")
    return Fraction(chance)


def _mysteries(
    side: SideWager,
    name: str,
    stake: int | None,
    meters: Mapping[str, int],
    drawn: Mapping[str, Number],
) -> list[LinePrice]:
    """A line for each mystery meter whose drawing is given."""
    if side.looks_at == "server" and not drawn:
        raise Malformed(f"a server draws {name}: give the chance of being drawn", "drawn")
    mystery = checked_levels(side, name, drawn, meters)
    lines = []
    for meter, chance in drawn.items():
        assert mystery is not None
        pays = Fraction(_mystery_prize(mystery, meters[meter]), needed_stake(stake))
        title = f"{MYSTERY} {meter}"
        exact = checked_chance(chance, meter)
        lines.append(_line_price(title, mystery.clause, exact, pays, False))
    return lines


def _mystery_prize(mystery: Mystery, cents: int) -> int:
    if mystery.rounded.value == "next-dollar":
        return -(-cents // CENTS) * CENTS
    return cents


# Together


def _stands_off(side: SideWager, chances: Sequence[Number] | None) -> LinePrice | None:
    if side.dealer_22 is None:
        return None
    chance = sum((Fraction(part) for part in chances or ()), Fraction(0))
    return _line_price("dealer's 22", side.dealer_22.clause, chance, Fraction(0), True)


def _line_price(
    name: str, clause: str, chance: Fraction, pays: Fraction, stake_comes_back: bool
) -> LinePrice:
    returned = pays + stake_comes_back
    return LinePrice(
        name=name,
        clause=clause,
        probability=float(chance),
        pays=float(pays),
        returned=float(returned),
        contribution=float(chance * returned),
        exact=chance,
        exact_returned=returned,
    )


def _total(
    side: SideWager,
    name: str,
    stake: int | None,
    lines: list[LinePrice],
    mysteries: list[LinePrice],
    stands_off: LinePrice | None,
) -> SidePrice:
    """The lines of the cards exclude each other; each mystery meter is drawn apart from them."""
    won = [lines, *([line] for line in mysteries)]
    apart = [[*lines, *([] if stands_off is None else [stands_off])], *won[1:]]
    means = [sum((x.exact * x.exact_returned for x in part), Fraction(0)) for part in apart]
    squares = [sum((x.exact * x.exact_returned**2 for x in part), Fraction(0)) for part in apart]
    variance = sum(
        (square - mean**2 for mean, square in zip(means, squares, strict=True)), Fraction(0)
    )
    missed = Fraction(1)
    for part in won:
        missed *= 1 - sum((line.exact for line in part), Fraction(0))
    edge = 1 - sum(means, Fraction(0))
    return SidePrice(
        name=name,
        title=side.title,
        clause=side.clause,
        lines=(*lines, *mysteries),
        loses_clause=side.loses.clause,
        house_edge=float(edge),
        return_=float(1 - edge),
        standard_deviation=sqrt(variance),
        hit_frequency=float(1 - missed),
        exact_edge=edge,
        stake=stake,
        stands_off=stands_off,
    )
