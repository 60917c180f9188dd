"""What an operator can set about the web side of the house."""

import time
from collections.abc import Callable

import msgspec


def clock() -> int:
    """Whole seconds on the casino's clock."""
    return int(time.time())


class Settings(msgspec.Struct, frozen=True):
    now: Callable[[], int] = clock
    https: bool = False  # the browser speaks https to us or to a proxy: cookies are for https only
    proxies: int = 0  # how many proxies stand before us, whose X-Forwarded-For is to be believed
    origins: tuple[str, ...] = ()  # further origins whose pages may send commands
    demo: bool = False  # one-time links of the demo house go straight in
    open_metrics: bool = False  # show /metrics to anybody
    body_bytes_max: int = 1_000_000
