"""From a prize pool to what each player gets, to the cent and to the last one.

    pool + list of prizes ──▶ prize of each place ──▶ shares of those who hold the places

Players who are level share the prizes of the places they hold together. What a division leaves
over is dealt with as the book says; nothing of a pool is ever kept.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from bythebook.errors import Malformed, ensure
from bythebook.tournaments.course.ranking import Places

# What becomes of cents that do not divide: one each to the first by the order given (drawn by
# ballot, or as they sit); or everybody up, at the house's cost.
Rounding = Literal["one-each", "up"]

WHOLE = 10_000  # a share of the pool in hundredths of a percent


class Prize(msgspec.Struct, frozen=True):
    """What a place wins: money, and something else beside it or instead of it."""

    cents: int
    thing: str = ""


class Share(msgspec.Struct, frozen=True):
    """What one player gets; `level` players hold `place` together."""

    player: str
    place: int
    level: int
    cents: int
    thing: str = ""


class Distribution(msgspec.Struct, frozen=True):
    """Everything that is given, and what the house adds where shares go up."""

    shares: tuple[Share, ...]
    house_adds: int = 0


def by_percentages(pool: int, shares: Sequence[int]) -> tuple[int, ...]:
    """The prizes that hundredths of a percent of a pool make; odd cents go to the first place.

    >>> by_percentages(405900, (5000, 3000, 2000))
    (202950, 121770, 81180)
    """
    if sum(shares) != WHOLE or min(shares) < 0:
        raise Malformed("the shares of a prize pool come to 100 % exactly")
    prizes = [pool * share // WHOLE for share in shares]
    prizes[0] += pool - sum(prizes)
    return tuple(prizes)


def by_amounts(pool: int, amounts: Sequence[int]) -> tuple[int, ...]:
    """Prizes of fixed amounts; a pool that holds more pays the rest in the same proportion."""
    listed = sum(amounts)
    if listed > pool:
        raise Malformed("the prizes come to more than the pool holds")
    if listed == 0:
        if pool:
            raise Malformed("there is money to be won and no prize to win it by")
        return tuple(amounts)
    prizes = [amount + (pool - listed) * amount // listed for amount in amounts]
    prizes[0] += pool - sum(prizes)
    return tuple(prizes)


def divide(cents: int, order: Sequence[str], rounding: Rounding) -> dict[str, int]:
    """Equal shares of an amount; `order` says who comes first when cents are left over."""
    each, left = divmod(cents, len(order))
    if rounding == "up":
        return dict.fromkeys(order, each + bool(left))
    shares = dict.fromkeys(order, each)
    for player in order[:left]:
        shares[player] += 1
    return shares


def distribute(
    places: Places, prizes: Sequence[Prize], rounding: Rounding, order: Sequence[str]
) -> Distribution:
    """Everybody's share. `order` breaks no tie: it says who gets odd cents and things first."""
    held = sum(map(len, places))
    if held == 0:
        if any(prize.cents for prize in prizes):
            raise Malformed("nobody is left to win the prizes")
        return Distribution(())
    prizes = _all_held(prizes, held)
    where = {player: index for index, player in enumerate(order)}
    shares: list[Share] = []
    before = 0
    for group in places:
        contested = prizes[before : before + len(group)]
        ranked = sorted(group, key=lambda player: where.get(player, len(where)))
        money = divide(sum(prize.cents for prize in contested), ranked, rounding)
        things = [prize.thing for prize in contested if prize.thing]
        things += [""] * (len(group) - len(things))
        shares += [
            Share(player, before + 1, len(group), money[player], thing)
            for player, thing in zip(ranked, things, strict=True)
            if money[player] or thing
        ]
        before += len(group)
    paid, listed = sum(share.cents for share in shares), sum(prize.cents for prize in prizes)
    ensure(paid == listed or (rounding == "up" and paid > listed), "the whole pool is paid")
    return Distribution(tuple(shares), paid - listed)


def _all_held(prizes: Sequence[Prize], held: int) -> Sequence[Prize]:
    """Money of places that nobody holds goes to the first: the pool is paid in full."""
    unheld = sum(prize.cents for prize in prizes[held:])
    if not unheld:
        return prizes
    return (Prize(prizes[0].cents + unheld, prizes[0].thing), *prizes[1:held])


def by_score(pool: int, scores: dict[str, int]) -> dict[str, int]:
    """A pool in proportion to chips, where the conditions turn them into money at the end."""
    total = sum(scores.values())
    if total == 0:
        raise Malformed("nobody has chips that money could be divided by")
    exact = {player: Fraction(pool * chips, total) for player, chips in scores.items()}
    paid = {player: int(share) for player, share in exact.items()}
    # The largest parts of a cent first, so that nobody is a cent away from the next fair share.
    ranked = sorted(exact, key=lambda player: paid[player] - exact[player])
    for player in ranked[: pool - sum(paid.values())]:
        paid[player] += 1
    return paid
