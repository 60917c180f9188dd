"""A player's money at the cage, one stream each, and its way to the tables and back.

A transfer to a table is written in the wallet's stream and in the table's in one append: never in
one alone.
"""

import msgspec

from bythebook.errors import NOT_JSON, Malformed, Refused, ensure
from bythebook.money import format_amount

CAGE = "house:cage"  # the house's own rule about money, cited like a clause
MOST = 10**11  # cents: what one movement can come to


class WalletEvent(msgspec.Struct, frozen=True, tag=True):
    cents: int
    at: int


class Deposited(WalletEvent, frozen=True):
    by: str


class Withdrawn(WalletEvent, frozen=True):
    by: str


class MovedToTable(WalletEvent, frozen=True):
    table: str


class MovedFromTable(WalletEvent, frozen=True):
    table: str


class Charged(WalletEvent, frozen=True):
    """Paid to an affair of the house: an entry fee."""

    to: str  # its account


class PaidOut(WalletEvent, frozen=True):
    """Received from one: a prize, a refund."""

    source: str


AnyWalletEvent = Deposited | Withdrawn | MovedToTable | MovedFromTable | Charged | PaidOut
TAKING = (Withdrawn, MovedToTable, Charged)  # what leaves a wallet
_decoder: msgspec.json.Decoder[AnyWalletEvent] = msgspec.json.Decoder(AnyWalletEvent)


def wallet_event(data: bytes) -> AnyWalletEvent:
    try:
        return _decoder.decode(data)
    except NOT_JSON as error:
        raise Malformed(str(error), "event") from None


class Wallet(msgspec.Struct, frozen=True):
    name: str
    cents: int = 0
    version: int = 0


def stream_of(name: str) -> str:
    return f"wallet/{name}"


def change(wallet: Wallet, event: AnyWalletEvent) -> Wallet:
    """The wallet after this; it never holds less than nothing."""
    less = isinstance(event, TAKING)
    cents = wallet.cents + (-event.cents if less else event.cents)
    ensure(event.cents > 0 and cents >= 0, f"the wallet of {wallet.name} does not add up")
    return Wallet(wallet.name, cents, wallet.version + 1)


def check_amount(cents: int) -> None:
    if not 0 < cents <= MOST:
        raise Malformed("an amount is more than nothing, and no more than a thousand million")


def check_can_take(wallet: Wallet, cents: int) -> None:
    """Whether so much can leave it."""
    check_amount(cents)
    if cents > wallet.cents:
        raise Refused(CAGE, f"{wallet.name} has {format_amount(wallet.cents)} at the cage")
