"""What a grave order would move, in numbers: said once before it is given."""

from collections.abc import Iterator

import msgspec

from bythebook.deciders import Payment, Revealed
from bythebook.house.activities.activity import ActivityTransaction, command_from_json
from bythebook.house.activities.pools.pools import jackpot_of
from bythebook.house.activities.pools.view import meter_titles
from bythebook.house.activities.service import ActivityService
from bythebook.house.people.people import Viewer
from bythebook.jackpots.state import Pool
from bythebook.table.state import State

_TO = {"wallet": "to the wallet of {}", "cash": "to {}, in cash", "house": "to the house"}
_FROM = {"wallet": "from the wallet of {}", "cash": "from {}, in cash", "house": "from the house"}
_TABLE = "takings of {}"


class Moved(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sum: as it is and as it would be; or, without `before`, one that changes hands."""

    what: str
    cents: int
    before: int | None = None


class Asks(msgspec.Struct, frozen=True):
    """The question of a grave order, and what it would move."""

    question: str
    moves: tuple[Moved, ...] = ()


def asked_first(
    affairs: ActivityService, stream: str, viewer: Viewer, given: bytes, why: str
) -> Asks | None:
    """What is asked before an affair is given this order; refused, it raises as the order would."""
    question = command_from_json(affairs.kind_of(stream), given, asked=True).grave
    if not question:
        return None
    moving = affairs.would(stream, viewer, given, why)
    return Asks(question, tuple(_of_affair(moving, stream)))


def _of_affair(moving: ActivityTransaction, stream: str) -> Iterator[Moved]:
    """Of chance nothing is told beforehand."""
    if any(isinstance(event, Revealed) for _, acted in moving.rows for event in acted.events):
        return
    before, after = moving.family.states.get(stream), moving.state(stream)
    if isinstance(before, Pool) and isinstance(after, Pool):
        yield from _of_pool(before, after)
    sums: dict[str, int] = {}
    for payment in moving.payments:
        words = _words(payment)
        sums[words] = sums.get(words, 0) + abs(payment.cents)
    for words, cents in sums.items():
        yield Moved(words, cents)


def _words(payment: Payment) -> str:
    ways = _TO if payment.cents > 0 else _FROM
    return ways.get(payment.money, _TABLE).format(payment.person)


def _of_pool(before: Pool, after: Pool) -> Iterator[Moved]:
    titles = meter_titles(after, jackpot_of(after))
    for name, meter in before.meters.items():
        if name in after.meters:
            yield Moved(titles.get(name, name), after.meters[name].cents, meter.cents)
    known = {win.number: win for win in before.wins}
    for win in after.wins:
        was = known.get(win.number)
        if was is None or was.status != win.status:
            yield Moved(f"prize {win.number} of {win.player}, {win.status}", win.cents)


def of_table(before: State, after: State) -> Iterator[Moved]:
    """Of an order at a table: limits, wagers that go back, and what is won or lost by it."""
    if before.setup is not None and after.setup is not None:
        for wager in sorted(before.setup.limits.keys() | after.setup.limits.keys()):
            was, now = before.setup.limits.get(wager), after.setup.limits.get(wager)
            for at, word in enumerate(("minimum", "maximum")):
                if was is not None and now is not None and was[at] != now[at]:
                    yield Moved(f"{wager} {word}", now[at], was[at])
    for player in sorted({*before.players, *after.players}):
        more = _in_hand(after, player) - _in_hand(before, player)
        if more:
            yield Moved(f"{'to' if more > 0 else 'from'} {player}", abs(more))


def _in_hand(state: State, player: str) -> int:
    """What somebody is up or down here, without what lies on the layout."""
    lying = state.round.net.get(player, 0) if state.round is not None else 0
    return state.chips.get(player, 0) + lying
