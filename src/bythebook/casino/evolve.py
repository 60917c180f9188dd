"""`evolve(patron, event)`: bookkeeping without rules. Tokens are counted here, always."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from bythebook.casino import events as e
from bythebook.casino.state import Lot, Patron, place_of
from bythebook.deciders import Event
from bythebook.errors import BrokenInvariant, ensure
from bythebook.structs import with_nth


def evolve(patron: Patron | None, event: Event) -> Patron:
    """The patron after the event."""
    if isinstance(event, e.PatronMet):
        return Patron(name=event.name, version=1)
    if patron is None:
        raise BrokenInvariant("nobody of this name was met")
    after = _EVOLVE[type(event)](patron, event)
    return replace(after, version=patron.version + 1)


def _order_given(patron: Patron, event: e.OrderGiven) -> Patron:
    return replace(patron, now=event.at)


def _excluded(patron: Patron, event: e.Excluded) -> Patron:
    return replace(patron, exclusions=(*patron.exclusions, event.exclusion))


def _readmitted(patron: Patron, event: e.Readmitted) -> Patron:
    over = place_of(event.scope, event.book, event.game)
    left = tuple(one for one in patron.exclusions if one.place != over)
    return replace(patron, exclusions=left)


def _limit_set(patron: Patron, event: e.LimitSet) -> Patron:
    return replace(patron, limit=event.limit)


def _period_began(patron: Patron, event: e.PeriodBegan) -> Patron:
    lying = patron.lying if event.limit is not None else {}
    return replace(patron, limit=event.limit, won=0, lying=lying)


def _break_began(patron: Patron, event: e.BreakBegan) -> Patron:
    return replace(patron, break_until=event.until, break_by=event.clause, break_book=event.book)


def _card_refused(patron: Patron, event: e.CardRefused) -> Patron:
    return replace(patron, card_refused=event.clause, card_book=event.book)


def _card_seen(patron: Patron, event: e.CardSeen) -> Patron:
    return replace(patron, card_refused="", card_book="")


def _play_counted(patron: Patron, event: e.PlayCounted) -> Patron:
    lying = {place: cents for place, cents in patron.lying.items() if place != event.place}
    if event.lying and patron.limit is not None:  # without one nobody counts what becomes of it
        lying[event.place] = event.lying
    return replace(patron, won=patron.won + event.won, lying=lying)


def _voucher_issued(patron: Patron, event: e.VoucherIssued) -> Patron:
    ensure(event.voucher.number == len(patron.vouchers) + 1, "vouchers are numbered one by one")
    return replace(patron, vouchers=(*patron.vouchers, event.voucher))


def _voucher_exchanged(patron: Patron, event: e.VoucherExchanged) -> Patron:
    vouchers = with_nth(patron.vouchers, event.voucher, exchanged_at=event.at)
    lot = Lot(event.voucher, patron.voucher(event.voucher).cents)
    return replace(patron, vouchers=vouchers, lots=(*patron.lots, lot))


def _tokens_moved(patron: Patron, event: e.TokensMoved) -> Patron:
    lots = tuple(_moved(lot, event) if lot.voucher == event.voucher else lot for lot in patron.lots)
    return replace(patron, lots=lots)


def _moved(lot: Lot, event: e.TokensMoved) -> Lot:
    there = lot.staked.get(event.place, 0) + event.staked
    held, taken = lot.held - event.staked - event.taken, lot.taken + event.taken
    ensure(min(there, held, taken) >= 0, "a token is in one place")
    staked = {place: cents for place, cents in lot.staked.items() if place != event.place}
    if there:
        staked[event.place] = there
    after = replace(lot, held=held, staked=staked, taken=taken)
    ensure(after.issued == lot.issued, "no token is made or lost")
    return after


_EVOLVE: dict[type[Event], Callable[[Patron, Any], Patron]] = {
    e.OrderGiven: _order_given,
    e.Excluded: _excluded,
    e.Readmitted: _readmitted,
    e.LimitSet: _limit_set,
    e.PeriodBegan: _period_began,
    e.BreakBegan: _break_began,
    e.CardRefused: _card_refused,
    e.CardSeen: _card_seen,
    e.PlayCounted: _play_counted,
    e.VoucherIssued: _voucher_issued,
    e.VoucherExchanged: _voucher_exchanged,
    e.TokensMoved: _tokens_moved,
}
