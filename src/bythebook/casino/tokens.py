"""Vouchers and the tokens they are exchanged for: things, each in one place at a time."""

from collections.abc import Iterator

from bythebook.casino import commands as c
from bythebook.casino import events as e
from bythebook.casino.decision import HOUSE, OPERATOR, Decision
from bythebook.casino.state import Lot, Voucher, good_for, tokens_for
from bythebook.deciders import END_OF_TIME, carries_out
from bythebook.errors import Malformed, Refused
from bythebook.money import format_amount

VOUCHERS = "house:vouchers"  # who issues them no book says: the operator does
CENTS_MAX = 100_000_000


@carries_out
def issue_voucher(decision: Decision, command: c.IssueVoucher) -> None:
    decision.only(OPERATOR)
    decision.act("exchange-voucher")  # where nobody could exchange it there is none
    decision.clause = VOUCHERS
    _check_let_in(decision)
    if not 0 < command.cents <= CENTS_MAX:
        raise Malformed(f"a voucher is worth up to {format_amount(CENTS_MAX)}", "cents")
    if not 0 <= command.first < command.last < END_OF_TIME:
        raise Malformed("it is good from one time until a later one", "last")
    decision.check_games(*command.games)
    voucher = Voucher(
        len(decision.state.vouchers) + 1,
        command.book,
        command.cents,
        command.first,
        command.last,
        command.games,
        command.one_use,
    )
    decision.note()
    decision.emit(e.VoucherIssued(voucher, VOUCHERS))


@carries_out
def exchange_voucher(decision: Decision, command: c.ExchangeVoucher) -> None:
    """Once, whole, while its conditions hold; the dealer's power was asked for at the table."""
    decision.clause = decision.act("exchange-voucher").clause
    _check_let_in(decision)
    if not 1 <= command.voucher <= len(decision.state.vouchers):
        raise decision.refuse(f"{decision.state.name} has no voucher {command.voucher}")
    voucher = decision.state.voucher(command.voucher)
    if voucher.exchanged_at:
        raise decision.refuse(f"voucher {voucher.number} has been exchanged")
    if voucher.book != command.book:
        raise decision.refuse(f"voucher {voucher.number} is for tables of {voucher.book}")
    if not voucher.first <= decision.at < voucher.last:
        raise decision.refuse(f"voucher {voucher.number} is not good at this time")
    decision.note()
    decision.emit(e.VoucherExchanged(voucher.number, decision.at, decision.clause))


def _check_let_in(decision: Decision) -> None:
    """Tokens are for wagers: nobody gets any whom the casino keeps out."""
    out = decision.state.excluded_from()
    if out is not None:
        reason = f"{decision.state.name} is excluded from the casino"
        raise Refused(out.clause, reason, book=out.book)


@carries_out
def count_tokens(decision: Decision, command: c.CountTokens) -> None:
    """What a place did with tokens: more lie there, they were taken, or they came back."""
    decision.only(HOUSE)
    decision.clause = command.clause
    place, taken = command.place, max(0, command.taken)
    _come_back(decision, command, taken - command.taken, one_use=False)
    _come_back(decision, command, max(0, -command.decided), one_use=True)
    wanted = command.lying + taken - decision.state.staked(place)
    # More lie there, and some may have been staked and taken at once.
    for lot, cents in _from_hand(decision, command, wanted):
        decision.emit(e.TokensMoved(lot.voucher, place, cents, 0, command.clause))
    for lot, cents in _from_layout(decision, place, taken):
        decision.emit(e.TokensMoved(lot.voucher, place, -cents, cents, command.clause))
    left = decision.state.staked(place) - command.lying
    used = max(0, command.decided)
    for lot, cents in _from_layout(decision, place, left):
        one_use = decision.state.voucher(lot.voucher).one_use
        gone = min(used, cents) if one_use else 0
        used -= min(used, cents)
        decision.emit(e.TokensMoved(lot.voucher, place, -cents, gone, command.clause))


def _from_hand(decision: Decision, command: c.CountTokens, cents: int) -> Iterator[tuple[Lot, int]]:
    """Those first that lapse first; nobody stakes what they do not hold."""
    patron, at = decision.state, decision.at
    good = [
        lot
        for lot in patron.lots
        if good_for(patron.voucher(lot.voucher), command.book, command.game, at)
    ]
    has = tokens_for(patron, command.book, command.game, at)
    if has < cents:
        raise decision.refuse(
            f"{patron.name} has {format_amount(has)} in tokens for this game, and needs "
            f"{format_amount(cents)}"
        )
    good.sort(key=lambda lot: patron.voucher(lot.voucher).last)
    yield from _split(good, [lot.held for lot in good], cents)


def _from_layout(decision: Decision, place: str, cents: int) -> Iterator[tuple[Lot, int]]:
    lots = decision.state.lots
    yield from _split(lots, [lot.staked.get(place, 0) for lot in lots], cents)


def _come_back(decision: Decision, command: c.CountTokens, cents: int, one_use: bool) -> None:
    """What was taken is the patron's after all: the last that went comes first.

    `one_use`: of what was kept because it was for one use, as far as any was.
    """
    patron = decision.state
    lots = [lot for lot in patron.lots[::-1] if not one_use or patron.voucher(lot.voucher).one_use]
    if not one_use and cents > sum(lot.taken for lot in lots):
        raise Malformed("tokens are counted that never were")
    for lot, part in _split(lots, [lot.taken for lot in lots], cents):
        decision.emit(e.TokensMoved(lot.voucher, command.place, 0, -part, command.clause))


def _split(
    lots: list[Lot] | tuple[Lot, ...], there: list[int], cents: int
) -> Iterator[tuple[Lot, int]]:
    """So many cents, lot by lot, as far as each goes."""
    for lot, most in zip(lots, there, strict=True):
        part = min(most, cents)
        if part > 0:
            cents -= part
            yield lot, part
