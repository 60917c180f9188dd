"""The ledger: every cent in two places, worked out from the log and from nothing else.

    cage ⇄ wallet/ann ⇄ transit/ann@crown ⇄ chips/ann@crown ⇄ table/crown
             ⇅                               ⇅ carried/crown      play money ⇄ chips at practice
         transit/ann@tournament/cup ⇄ tournament/cup ⇄ the house

A posting takes from one account and gives to another, so that all accounts together always come to
nothing. Money in transit is nobody's: after each command none is left there.
"""

from collections.abc import Container, Iterator

import msgspec

from bythebook.casino.events import TokensMoved, VoucherExchanged, VoucherIssued
from bythebook.casino.state import Patron
from bythebook.deciders import Event, Payment
from bythebook.house.money import wallets as w
from bythebook.house.tables import table_log as h
from bythebook.table import State as TableState

CAGE = "cage"
TRANSIT = "transit/"
HOUSE = "the house"  # what it adds to prizes and seeds, and keeps of fees
PLAY = "play money"
ISSUED, TAKEN = "vouchers issued", "tokens taken in"


class Posting(msgspec.Struct, frozen=True):
    position: int  # of the event in the log
    at: int
    taken: str  # from this account
    given: str  # to that one
    cents: int
    about: str = ""


class Ledger:
    """Balances by account; what is not there has nothing."""

    def __init__(self) -> None:
        self.balances: dict[str, int] = {}
        self._transits: set[str] = set()  # accounts on which something may be in transit

    def post(self, posting: Posting) -> None:
        balances = self.balances
        balances[posting.taken] = balances.get(posting.taken, 0) - posting.cents
        balances[posting.given] = balances.get(posting.given, 0) + posting.cents
        for account in (posting.taken, posting.given):
            if account.startswith(TRANSIT):
                self._transits.add(account)

    @property
    def total(self) -> int:
        return sum(self.balances.values())

    def in_transit(self) -> int:
        """Asked after every command: only accounts that moved since it came to nothing are added
        up, however many people there are."""
        left = sum(abs(self.balances[account]) for account in self._transits)
        if not left:
            self._transits.clear()
        return left

    def balance(self, account: str) -> int:
        return self.balances.get(account, 0)


def chips_account(player: str, table: str) -> str:
    return f"chips/{player}@{table}"


def is_play(account: str, practice: Container[str]) -> bool:
    """Whether an account is of play money: at one of these tables, or where it comes from."""
    kind, _, name = account.partition("/")
    at = account.rpartition("@")[2] if "@" in account else name
    return account == PLAY or (kind in ("chips", "table", "carried") and at in practice)


def wallet_postings(name: str, event: w.AnyWalletEvent, position: int) -> Iterator[Posting]:
    """What an event of somebody's wallet moves, and between which accounts."""
    wallet, about = f"wallet/{name}", ""
    match event:
        case w.Deposited() | w.Withdrawn():
            other, about = CAGE, f"by {event.by}"
        case w.MovedToTable() | w.MovedFromTable():
            other = _transit(name, event.table)
        case w.Charged():
            other = _transit(name, event.to)
        case w.PaidOut():
            other = _transit(name, event.source)
    taken, given = (wallet, other) if isinstance(event, w.TAKING) else (other, wallet)
    yield Posting(position, event.at, taken, given, event.cents, about)


def affair_posting(account: str, payment: Payment, at: int, position: int) -> Posting:
    """What an affair pays or receives: the other side of a wallet's event, or of the cage's."""
    others = {
        "wallet": _transit(payment.person, account),
        "cash": CAGE,
        "house": HOUSE,
        "table": f"table/{payment.person}",
    }
    other = others[payment.money]
    if payment.cents > 0:
        return Posting(position, at, account, other, payment.cents, payment.about)
    return Posting(position, at, other, account, -payment.cents, payment.about)


def token_postings(
    name: str, before: Patron | None, event: Event, at: int, position: int
) -> Iterator[Posting]:
    """Vouchers and tokens: no money, and counted like money, in a ledger of their own."""
    match event:
        case VoucherIssued():
            yield Posting(position, at, ISSUED, f"vouchers/{name}", event.voucher.cents)
        case VoucherExchanged() if before is not None:
            cents = before.voucher(event.voucher).cents
            yield Posting(position, at, f"vouchers/{name}", f"tokens/{name}", cents)
        case TokensMoved():
            held, lying = f"tokens/{name}", tokens_account(name, event.place)
            yield from _either_way(position, at, held, lying, event.staked)
            yield from _either_way(position, at, held, TAKEN, event.taken)


def tokens_account(player: str, place: str) -> str:
    return f"tokens/{player}@{place}"


def table_postings(
    table: str, before: TableState, after: TableState, happening: h.Happening, position: int
) -> Iterator[Posting]:
    """What an event of a table's stream moves."""
    match happening:
        case h.ChipsBought() | h.ChipsCashed():
            source = _money_account(table, happening.player, happening.money)
            chips = chips_account(happening.player, table)
            bought = isinstance(happening, h.ChipsBought)
            taken, given = (source, chips) if bought else (chips, source)
            yield Posting(position, happening.at, taken, given, happening.cents, happening.money)
        case h.Ordered():
            yield from _rounds(table, before, after, happening.order.at, position)


def _transit(player: str, table: str) -> str:
    return f"{TRANSIT}{player}@{table}"


def _money_account(table: str, player: str, money: h.Money) -> str:
    source = {"wallet": _transit(player, table), "cash": f"cash/{table}", "play": PLAY}
    return source[money]


def _rounds(
    table: str, before: TableState, after: TableState, at: int, position: int
) -> Iterator[Posting]:
    """What rounds have moved between players, the house and what stays down for the next."""
    house = f"table/{table}"
    if after.chips is not before.chips:
        for player in after.chips.keys() | before.chips.keys():
            won = after.chips.get(player, 0) - before.chips.get(player, 0)
            yield from _either_way(position, at, house, chips_account(player, table), won)
    kept = sum(stake.amount for stake in after.carried)
    kept -= sum(stake.amount for stake in before.carried)
    yield from _either_way(position, at, house, f"carried/{table}", kept)


def _either_way(position: int, at: int, one: str, other: str, cents: int) -> Iterator[Posting]:
    if cents > 0:
        yield Posting(position, at, one, other, cents)
    elif cents < 0:
        yield Posting(position, at, other, one, -cents)
