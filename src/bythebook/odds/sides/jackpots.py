"""Jackpots: the return as a function of the meters, when they break even, how they grow.

The return of one wager is a straight line in each meter above its floor:

    return = fixed return + sum over meters of slope × max(meter, floor)

where the fixed return comes from the lines that pay fixed prizes, and the slope of a meter is the
sum of chance × percent over the lines that share it, per unit of the stake. (A mystery meter that
must be hit within a range is the exception: its chance grows with the meter. See `mystery`.)

Prices are for one wager alone on its meter. When several hands win in one round they share, which
`price_side_wager` counts exactly for a number of boxes. Sums of money are in cents; the fraction of
a cent by which a share goes up, whole dollars and chips are left out.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

import msgspec

from bythebook.cards import Card
from bythebook.errors import Malformed
from bythebook.game.lines.pay_table import stake_comes_back
from bythebook.game.side_wagers import MYSTERY
from bythebook.money import CENTS
from bythebook.odds.sides import mystery
from bythebook.odds.sides.meters import Draw, mean_paid_on
from bythebook.odds.sides.mystery import MustHit
from bythebook.odds.sides.side_wagers import (
    Number,
    checked_chance,
    checked_levels,
    checked_meters,
    fixed_pays,
    known_stake,
    line_chances,
    needed_stake,
    side_wager_of,
)
from bythebook.rulebooks.chapters.game import Game, Line, MeterShare, SideWager

_WHOLE = 100


class MeterLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that wins a part of a meter; the rounds are those of one box with this wager."""

    name: str
    clause: str
    percent: int
    probability: float
    rounds_between: float
    hours_between: float | None
    exact: Fraction


class MeterGrowth(msgspec.Struct, frozen=True, kw_only=True):
    """A meter in the long run, at a given rate of contribution. Returns are per unit staked.

    What the meter returns is what players put in (the rate) and what the house adds: the seed
    after a hit, and the guarantee where the meter shows less.
    """

    per_wager: float
    per_hour: float | None
    mean_reading: float  # over all wagers
    mean_prize: float  # the whole meter when it is hit, or its floor where that is more
    long_run_return: float
    from_players: float
    from_house: float


class MeterPrice(msgspec.Struct, frozen=True, kw_only=True):
    """A meter that this wager wins parts of."""

    meter: str
    reading: int
    floor: int  # the guarantee: a prize is a part of the reading or of this
    seed: int  # where the meter starts again
    slope: float | None  # return for each dollar on the meter; None where it is no straight line
    lines: tuple[MeterLine, ...]
    return_now: float
    break_even: int | None  # the least reading, others as they are, that makes the wager even
    growth: MeterGrowth | None


class JackpotPrice(msgspec.Struct, frozen=True, kw_only=True, rename={"return_": "return"}):
    """A jackpot wager. `return_` and `house_edge` hold at the readings of the meters."""

    name: str
    stake: int
    fixed_return: float
    meters: tuple[MeterPrice, ...]
    return_: float
    house_edge: float
    long_run_return: float | None  # None unless the contribution to every meter is given


class _Part(msgspec.Struct, frozen=True, kw_only=True):
    """The lines on one meter, before the wager as a whole is known."""

    meter: str
    reading: int
    floor: int
    seed: int
    lines: tuple[tuple[str, str, int, Fraction], ...]  # name, clause, percent, chance
    increment: Fraction | None = None
    must_hit: MustHit | None = None

    def slope(self, stake: int) -> Fraction:
        """The return for each cent on the meter."""
        taken = sum((percent * chance for _, _, percent, chance in self.lines), Fraction(0))
        return taken / _WHOLE / stake

    def returns(self, stake: int) -> Fraction:
        if self.must_hit is not None and self.increment is not None:
            return mystery.return_at(self.must_hit, self.reading, self.increment, stake)
        return self.slope(stake) * max(self.reading, self.floor)

    def break_even(self, stake: int, other: Fraction) -> int | None:
        """The least reading that makes the wager even; 0 where the guarantee is enough."""
        if self.must_hit is not None and self.increment is not None:
            return mystery.break_even(self.must_hit, self.increment, stake, other)
        slope = self.slope(stake)
        if other + slope * self.floor >= 1:
            return 0
        return ceil((1 - other) / slope) if slope else None


def price_jackpot(
    game: Game,
    name: str,
    *,
    stock: Sequence[Card] | None = None,
    stake: int | None = None,
    meters: Mapping[str, int] | None = None,
    contribution: Mapping[str, Number] | None = None,
    drawn: Mapping[str, Number | MustHit] | None = None,
    wagers_per_hour: float | None = None,
) -> JackpotPrice:
    """Price a wager that wins parts of meters.

    meters: what they stand at, in cents; a progressive that is not given stands at its guarantee.
    contribution: the part of each stake that goes to a meter, for its growth. drawn: how the server
    draws each mystery meter: as the chance of one wager in a round, or as a range within which it
    must be hit. wagers_per_hour: at all the tables that feed the meters.
    """
    side = side_wager_of(game, name)
    staked = needed_stake(known_stake(side, name, stake))
    if wagers_per_hour is not None and not 0 < wagers_per_hour < float("inf"):
        raise Malformed("a number of wagers is more than nothing", "wagers_per_hour")
    readings = checked_meters(meters)
    chances = line_chances(game, side, stock)
    rates = _checked_rates(contribution or {})
    parts = [
        *_progressives(chances, readings, rates, staked),
        *_mysteries(side, name, readings, rates, drawn or {}, staked),
    ]
    if not parts:
        raise Malformed(f"no meter is known that {name} wins a part of", "side")
    for meter in rates:
        if all(part.meter != meter for part in parts):
            known = ", ".join(part.meter for part in parts)
            raise Malformed(f"{name} wins no part of it, but of {known}", f"contribution.{meter}")
    fixed = _fixed_return(side, chances, staked)
    total = fixed + sum((part.returns(staked) for part in parts), Fraction(0))
    priced = tuple([_meter_price(part, staked, total, wagers_per_hour) for part in parts])
    grown = [meter.growth.long_run_return for meter in priced if meter.growth is not None]
    return JackpotPrice(
        name=name,
        stake=staked,
        fixed_return=float(fixed),
        meters=priced,
        return_=float(total),
        house_edge=float(1 - total),
        long_run_return=float(fixed) + sum(grown) if len(grown) == len(priced) else None,
    )


def _checked_rates(contribution: Mapping[str, Number]) -> dict[str, Fraction]:
    for meter, rate in contribution.items():
        if not 0 < rate <= 1:
            raise Malformed("a part of the stake is from 0 to 1", f"contribution.{meter}")
    rates = {meter: Fraction(rate) for meter, rate in contribution.items()}
    if sum(rates.values(), Fraction(0)) > 1:
        raise Malformed("more than the whole stake goes to the meters", "contribution")
    return rates


def _fixed_return(side: SideWager, chances: list[tuple[Line, Fraction]], stake: int) -> Fraction:
    """What the lines return that touch no meter."""
    fixed = [(line, chance) for line, chance in chances if line.share is None]
    parts = [
        chance * (fixed_pays(line, stake) + stake_comes_back(side, line)) for line, chance in fixed
    ]
    return sum(parts, Fraction(0))


def _progressives(
    chances: list[tuple[Line, Fraction]],
    readings: Mapping[str, int],
    rates: Mapping[str, Fraction],
    stake: int,
) -> list[_Part]:
    """The meters that lines share, each with all its lines."""
    by_meter: dict[str, list[tuple[Line, MeterShare, Fraction]]] = {}
    for line, chance in chances:
        if line.share is not None:
            by_meter.setdefault(line.share.meter, []).append((line, line.share, chance))
    parts = []
    for meter, lines in by_meter.items():
        sums = {(s.floor_dollars, s.reset_dollars, s.never_below_reset) for _, s, _ in lines}
        if len(sums) > 1:
            raise Malformed("its lines name different guarantees or seeds", f"meters.{meter}")
        floor, seed, never_below_reset = sums.pop()
        least = CENTS * (max(floor, seed) if never_below_reset else floor)
        parts.append(
            _Part(
                meter=meter,
                reading=readings.get(meter, least),
                floor=least,
                seed=CENTS * seed,
                lines=tuple(
                    [(line.name, line.clause, share.percent, p) for line, share, p in lines]
                ),
                increment=rates[meter] * stake if meter in rates else None,
            )
        )
    return parts


def _mysteries(
    side: SideWager,
    name: str,
    readings: Mapping[str, int],
    rates: Mapping[str, Fraction],
    drawn: Mapping[str, Number | MustHit],
    stake: int,
) -> list[_Part]:
    """The mystery meters whose drawing is given."""
    rule = checked_levels(side, name, drawn, readings)
    parts = []
    for meter, how in drawn.items():
        assert rule is not None
        seed = rule.reset_dollars * CENTS
        increment = rates[meter] * stake if meter in rates else None
        must_hit = None
        if isinstance(how, MustHit):
            must_hit = mystery.checked_range(how, seed, readings[meter], meter)
            if increment is None:
                what = "what each stake adds must be given: it is what triggers the jackpot"
                raise Malformed(what, f"contribution.{meter}")
            chance = increment / (mystery.mean_prize(how) - seed)
        else:
            chance = checked_chance(how, meter)
        parts.append(
            _Part(
                meter=meter,
                reading=readings[meter],
                floor=0,
                seed=seed,
                lines=((MYSTERY, rule.clause, _WHOLE, chance),),
                increment=increment,
                must_hit=must_hit,
            )
        )
    return parts


def _meter_price(
    part: _Part, stake: int, total: Fraction, wagers_per_hour: float | None
) -> MeterPrice:
    own = part.returns(stake)
    return MeterPrice(
        meter=part.meter,
        reading=part.reading,
        floor=part.floor,
        seed=part.seed,
        slope=float(part.slope(stake) * CENTS) if part.must_hit is None else None,
        lines=tuple(
            [
                _meter_line(name, clause, percent, chance, wagers_per_hour)
                for name, clause, percent, chance in part.lines
            ]
        ),
        return_now=float(own),
        break_even=part.break_even(stake, total - own),
        growth=_growth(part, stake, wagers_per_hour),
    )


def _meter_line(
    name: str, clause: str, percent: int, chance: Fraction, wagers_per_hour: float | None
) -> MeterLine:
    between = float(1 / chance) if chance else float("inf")
    return MeterLine(
        name=name,
        clause=clause,
        percent=percent,
        probability=float(chance),
        rounds_between=between,
        hours_between=between / wagers_per_hour if wagers_per_hour is not None else None,
        exact=chance,
    )


def _growth(part: _Part, stake: int, wagers_per_hour: float | None) -> MeterGrowth | None:
    """The meter in the long run; None without a contribution, or if nothing ever wins it."""
    increment = part.increment
    draws = tuple([Draw(float(p), percent / _WHOLE) for _, _, percent, p in part.lines if p])
    if increment is None or not draws:
        return None
    if part.must_hit is not None:
        prize = float(mystery.mean_prize(part.must_hit))
        reading = float(mystery.mean_reading(part.must_hit, part.seed))
        returned = float(mystery.long_run_return(part.must_hit, part.seed, increment, stake))
    else:
        reading = mean_paid_on(draws, float(increment), part.seed, 0)
        guaranteed = part.floor > part.seed
        prize = (
            mean_paid_on(draws, float(increment), part.seed, part.floor) if guaranteed else reading
        )
        returned = prize * sum(draw.chance * draw.part for draw in draws) / stake
    from_players = float(increment / stake)
    return MeterGrowth(
        per_wager=float(increment),
        per_hour=float(increment) * wagers_per_hour if wagers_per_hour is not None else None,
        mean_reading=reading,
        mean_prize=prize,
        long_run_return=returned,
        from_players=from_players,
        from_house=returned - from_players,
    )
