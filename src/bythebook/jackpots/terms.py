"""The terms of a pool: its meters, what each wager adds, what they start from; and their check.

Rates are parts per million of the stake. A meter holds whole millionths of a cent, so a stake in
cents times a rate is exact.
"""

from typing import Annotated, Literal

import msgspec

from bythebook.errors import Malformed, Refused
from bythebook.fields import UNASKED, asks
from bythebook.jackpots.facts import stake_of
from bythebook.money import CENTS, format_amount
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.game import SideWager
from bythebook.rulebooks.chapters.jackpots import Figure, JackpotRules

MICROS = 1_000_000  # millionths of a cent in a cent; parts per million in the whole
TEXT_MAX = 100


class MeterTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One meter. A mystery meter is won when it reaches a hidden value between least and most."""

    name: Annotated[str, UNASKED]
    seed_cents: Annotated[int, asks("Begins with", required=True)]  # before anybody has wagered
    reset_cents: Annotated[
        int, UNASKED
    ]  # what it never shows less than: it starts again from there
    rate_ppm: Annotated[int, asks("Percent of every wager")]
    least_cents: Annotated[int, asks("Won from", required=True)] = 0
    most_cents: Annotated[int, asks("Won at the latest at", required=True)] = 0

    @property
    def hidden(self) -> bool:
        return self.most_cents > 0


class PoolTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Annotated[str, asks("Short name", "text", hint="Small letters, digits, dashes.")]
    title: Annotated[str, asks(kind="text")]
    book: Annotated[str, UNASKED]
    game: Annotated[str, UNASKED]  # of that book, whose pay table it is
    wager: Annotated[str, UNASKED]
    stake_cents: Annotated[int, asks("Wager", required=True)]
    meters: tuple[MeterTerms, ...]
    # Of a mystery: whose stake reached it, or all there.
    winners: Annotated[Literal["wager", "round"], asks("A mystery is won by")] = "wager"
    # By which document a figure is to be approved: the authority's own act says what that covers.
    approvals: Annotated[dict[Figure, str], asks("Approved by the authority")] = {}
    # Prizes from here on are approved before they are paid.
    authorise_cents: Annotated[int | None, asks("Prizes to be approved, from")] = None
    options: Annotated[dict[str, str], UNASKED] = {}
    readings: Annotated[dict[str, str], UNASKED] = {}
    # By which edition of the book, and which revision of ours, as `rulebooks.law` has it.
    edition: Annotated[str, UNASKED] = ""
    revision: Annotated[int, UNASKED] = 0
    rules: Annotated[str, UNASKED] = ""

    @property
    def retained_ppm(self) -> int:
        """What no meter gets: the operator's."""
        return MICROS - sum(meter.rate_ppm for meter in self.meters)

    def meter(self, name: str) -> MeterTerms:
        for meter in self.meters:
            if meter.name == name:
                return meter
        raise Malformed(f"the pool has no meter {name!r}", "meter")

    def each(self) -> dict[str, int]:
        """What one wager adds to each meter, in millionths of a cent."""
        return {meter.name: self.stake_cents * meter.rate_ppm for meter in self.meters}


def figures(terms: PoolTerms) -> dict[Figure, str]:
    """What an approval is of: each figure with every value that it stands for."""
    rates = ", ".join(f"{meter.name} {meter.rate_ppm}" for meter in terms.meters)
    seeds = ", ".join(
        f"{meter.name} {meter.seed_cents} {meter.reset_cents}"
        f" {meter.least_cents} {meter.most_cents}"
        for meter in terms.meters
    )
    return {"rate": rates, "seed": seeds, "retained": f"{terms.retained_ppm}"}


def game_of_pool(rules: JackpotRules, terms: PoolTerms) -> Game:
    """The game whose pay table the pool has, with its choices made."""
    return rules.book.game(terms.game, None, terms.options, terms.readings)


def check_terms(rules: JackpotRules, terms: PoolTerms) -> None:
    """Whether a pool can run like that; approvals are asked for when it opens."""
    if terms.book != rules.book.id:
        raise Malformed(f"these are not the rules of {terms.book}", "book")
    for text, where in ((terms.id, "id"), (terms.title, "title")):
        if not text.strip() or len(text) > TEXT_MAX:
            raise Malformed(f"a pool has one, of up to {TEXT_MAX} characters", where)
    jackpot = rules.jackpot(terms.wager)
    if terms.game not in rules.book.games:
        raise Malformed(f"{rules.book.id} has no game {terms.game!r}", "game")
    side = game_of_pool(rules, terms).rules.side_wagers.get(terms.wager)
    if side is None:
        raise Malformed(f"{terms.game} has no wager {terms.wager!r}", "wager")
    _check_stake(terms, side)
    _check_meters(terms, side)
    if terms.authorise_cents is not None:
        if jackpot.authorised is None:
            raise Malformed(f"{rules.book.id} asks nobody to approve a prize", "authorise_cents")
        if terms.authorise_cents < 0:
            raise Malformed("a level is nothing or more", "authorise_cents")


def _check_stake(terms: PoolTerms, side: SideWager) -> None:
    if terms.stake_cents <= 0:
        raise Malformed("a stake is more than nothing", "stake_cents")
    if side.stakes is not None and terms.stake_cents not in side.fixed_stakes:
        texts = " or ".join(format_amount(cents) for cents in side.fixed_stakes)
        raise Refused(side.stakes.clause, f"the stake is {texts}")
    signed = stake_of(side)
    if signed not in (None, terms.stake_cents):
        raise Malformed("the options name another stake", "stake_cents")


def _check_meters(terms: PoolTerms, side: SideWager) -> None:
    names = [meter.name for meter in terms.meters]
    if len(set(names)) != len(names):
        raise Malformed("a meter is named twice", "meters")
    shares = {line.share.meter: line.share for line in side.lines if line.share is not None}
    for name, share in shares.items():
        if name not in names:
            raise Malformed(f"{name} is missing", "meters")
        meter = terms.meter(name)
        if meter.hidden:
            raise Malformed(f"{name} is won by cards: it has no hidden value", "meters")
        if meter.reset_cents != share.reset_dollars * CENTS:
            least = format_amount(share.reset_dollars * CENTS)
            raise Refused(share.reset.clause, f"{name} starts again from {least}")
    for meter in terms.meters:
        _check_figures(meter)
        if meter.name not in shares:
            _check_mystery(meter, side)
    if not names:
        raise Malformed("a pool has a meter", "meters")
    if terms.retained_ppm < 0:
        raise Malformed("the rates come to more than the stake", "meters")


def _check_figures(meter: MeterTerms) -> None:
    if not 0 < meter.rate_ppm <= MICROS:
        raise Malformed("a rate is a part of the stake", "rate_ppm")
    if not 0 <= meter.reset_cents <= meter.seed_cents:
        raise Malformed("a meter starts with no less than it starts again from", "seed_cents")


def _check_mystery(meter: MeterTerms, side: SideWager) -> None:
    mystery = side.mystery
    if mystery is None:
        raise Malformed(f"{meter.name!r} is no meter of this wager", "meters")
    if meter.name not in mystery.meters():
        raise Refused(mystery.levels.clause, f"there are mystery-1 to {mystery.meters()[-1]}")
    if meter.reset_cents != mystery.reset_dollars * CENTS:
        least = format_amount(mystery.reset_dollars * CENTS)
        raise Refused(mystery.clause, f"{meter.name} starts again from {least}")
    if not meter.seed_cents < meter.least_cents <= meter.most_cents:
        raise Malformed("the hidden value lies above what the meter starts with", "least_cents")
