"""What an operator can set about the web side of the house."""

import time
from collections.abc import Callable

import msgspec


def clock() -> int:
    """Whole seconds on the casino's clock."""
    return int(time.time())


class Settings(msgspec.Struct, frozen=True):
    now: Callable[[], int] = clock
    https: bool = False  # behind a proxy that speaks https: cookies are for https only
    origins: tuple[str, ...] = ()  # further origins whose pages may send commands
    demo: bool = False  # one-time links of the demo house go straight in
    open_metrics: bool = False  # show /metrics to anybody
    body_bytes_max: int = 1_000_000
