"""What an operator can set about the web side of the house."""

import time
from collections.abc import Callable

import msgspec


def clock() -> int:
    """Whole seconds on the casino's clock."""
    return int(time.time())


class Limits(msgspec.Struct, frozen=True):
    """How much one address, and one account, may ask for (see `door/limits.py`)."""

    requests_a_second: float = 50  # of an address, pages and sockets that are opened
    requests_at_once: int = 300  # before they are counted by the second
    requests_under_way: int = 64  # of an address, not answered yet;
    requests_side_by_side: int = 2  # so many of them are seen to, the others wait their turn
    connections_of_an_address: int = 300  # whatever is said on them; behind a proxy: its business
    sockets_of_an_address: int = 200
    sockets_of_an_account: int = 20
    commands_a_second: float = 20  # of an account, by whichever way
    commands_at_once: int = 100
    guests_an_hour: int = 60  # who come from an address
    guests_most: int = 5_000  # there are at once
    practice_of_an_account: int = 3  # practice tables of one's own at once
    practice_an_hour: int = 120  # that are opened for an address
    practice_most: int = 1_000  # there are at once
    calculations_of_an_address: int = 4  # at once: odds, comparisons, records, terms, rehearsals
    calculations_a_minute: int = 60
    body_seconds: float = 20  # in which all of what is sent has come


class Settings(msgspec.Struct, frozen=True):
    now: Callable[[], int] = clock
    https: bool = False  # the browser speaks https to us or to a proxy: cookies are for https only
    proxies: int = 0  # how many proxies stand before us, whose X-Forwarded-For is to be believed
    origins: tuple[str, ...] = ()  # further origins whose pages may send commands
    zone: str = ""  # the casino's time zone, in which pages tell times; not said: the reader's
    demo: bool = False  # one-time links of the demo house go straight in
    open_metrics: bool = False  # show /metrics to anybody
    body_bytes_max: int = 1_000_000
    limits: Limits | None = None  # none: a house that nobody else can reach
