"""How much anybody may ask for: asked before anything is looked up, read or worked out.

Who asks for too much gets 429 and is told when to come back; nobody else notices. A bucket holds
so many requests and fills again at so many a second; an address of the newer kind counts by its
network, because whoever has one address there has all of them. An operator sets each of these by
`serve --limit NAME=VALUE`.

A connection that says nothing is ended by the server (`serving`), a body that comes too slowly
here; what strangers send to be read is read beside the house (`beside/reading.py`).
"""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from bythebook.errors import Malformed
from bythebook.web.beside.keeping import one_of
from bythebook.web.door.security import address_of, settings_of
from bythebook.web.settings import Limits

REMEMBERED_MAX = 100_000  # addresses and accounts: the longest unheard of is forgotten first
NETWORK_BITS = 64
DEAR = "dear"  # the mark of a handler that works something out
TRY_AGAIN_LATER = 1013  # how a socket is told


class TooMuch(HTTPException):
    """Somebody asks for more than their share."""

    status_code = 429

    def __init__(self, what: str, seconds: float) -> None:
        wait = max(1, int(seconds + 0.999))
        super().__init__(
            f"{what} Please try again in {wait} second{'s' if wait > 1 else ''}.",
            headers={"retry-after": str(wait)},
        )


class Buckets:
    """For each name how much is left, and since when."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> float:
        """Take one; how many seconds it is too early for that, if so: then none is taken."""
        now = self._clock()
        left, since = self._left.get(name, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        early = 0.0 if left >= 1 else (1 - left) / self._rate
        self._left[name] = (left if early else left - 1, now)
        self._left.move_to_end(name)
        if len(self._left) > REMEMBERED_MAX:
            self._left.popitem(last=False)
        return early


class Gate:
    """What each address and each account has under way, and has left."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.clock: Callable[[], float] = time.monotonic
        self._addresses = self._buckets(limits.requests_a_second, limits.requests_at_once)
        self._accounts = self._buckets(limits.commands_a_second, limits.commands_at_once)
        self._guests = self._buckets(limits.guests_an_hour / 3600, limits.guests_an_hour)
        self._practice = self._buckets(limits.practice_an_hour / 3600, limits.practice_an_hour)
        per_minute = limits.calculations_a_minute
        self._calculations = self._buckets(per_minute / 60, per_minute)
        self._under_way: Counter[str] = Counter()
        # Forgotten as soon as nobody waits there.
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def _buckets(self, rate: float, burst: float) -> Buckets:
        return Buckets(rate, burst, lambda: self.clock())

    def request(self, address: str) -> None:
        """Somebody at this address asks for something."""
        if early := self._addresses.take(address):
            raise TooMuch("Too many requests come from this address.", early)

    def command(self, name: str) -> float:
        """How many seconds too early an account asks for the next thing."""
        return self._accounts.take(name.casefold())

    def account(self, name: str) -> None:
        if early := self.command(name):
            raise TooMuch("This account asks for too much at once.", early)

    def calculation(self, address: str) -> None:
        if early := self._calculations.take(address):
            raise TooMuch("Too much is asked for that takes long.", early)

    def guest(self, address: str) -> None:
        if early := self._guests.take(address):
            raise TooMuch("Enough guests have come from this address.", early)

    def practice(self, address: str) -> None:
        if early := self._practice.take(address):
            raise TooMuch("Enough practice tables have been opened for this address.", early)

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Somebody's turn: between two requests of one address everybody else gets theirs."""
        turns = self._turns.get(address)
        if turns is None:
            turns = self._turns[address] = asyncio.Semaphore(self.limits.requests_side_by_side)
        async with turns:
            yield
            await asyncio.sleep(0)

    @contextmanager
    def under_way(self, what: str, who: str, most: int, seconds: float = 1) -> Iterator[None]:
        """One more of these by somebody, as long as it lasts."""
        key = f"{what} {who}"
        if self._under_way[key] >= most:
            raise TooMuch(f"There are {most} {what} of yours already.", seconds)
        self._under_way[key] += 1
        try:
            yield
        finally:
            self._under_way[key] -= 1
            if not self._under_way[key]:
                del self._under_way[key]


def network_of(address: str) -> str:
    """By what an address counts."""
    try:
        known = ip_address(address)
    except ValueError:
        return address[:64]
    if not isinstance(known, IPv6Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(IPv6Network((known, NETWORK_BITS), strict=False))


def gate_of(scope: Any) -> Gate | None:
    """The gate of an application, if anything is limited there."""
    limits = settings_of(scope).limits
    if limits is None:
        return None
    return one_of(scope["litestar_app"], "gate", Gate, limits)


class Limited(ASGIMiddleware):
    """The first that every request and socket comes to."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)
    exclude_opt_key = "no_limits"

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        gate = gate_of(scope)
        if gate is None:
            await next_app(scope, receive, send)
            return
        address, limits = network_of(address_of(scope)), gate.limits
        if scope["type"] == ScopeType.WEBSOCKET:
            try:
                gate.request(address)
                with gate.under_way("sockets", address, limits.sockets_of_an_address, 10):
                    await next_app(scope, receive, send)
            except TooMuch:
                await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": "later"})
            return
        gate.request(address)
        with gate.under_way("requests", address, limits.requests_under_way):
            receive = in_time(receive, limits.body_seconds)
            if scope["route_handler"].opt.get(DEAR):
                gate.calculation(address)
                with gate.under_way("calculations", address, limits.calculations_of_an_address, 5):
                    await next_app(scope, receive, send)
            else:
                async with gate.turn(address):
                    await next_app(scope, receive, send)


def in_time(receive: Receive, seconds: float) -> Receive:
    """What is sent, as long as all of it comes within this time."""
    ends = asyncio.get_running_loop().time() + seconds
    whole = False

    async def received() -> ReceiveMessage:
        nonlocal whole
        if whole:
            return await receive()
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError:
            raise HTTPException("What was sent came too slowly.", status_code=408) from None
        whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    return received


def limits_of(given: list[str]) -> Limits:
    """As an operator says them: NAME=VALUE."""
    fields = {}
    for one in given:
        name, _, value = one.partition("=")
        fields[name.strip().replace("-", "_")] = value.strip()
    unknown = set(fields) - set(Limits.__struct_fields__)
    if unknown:
        known = ", ".join(name.replace("_", "-") for name in Limits.__struct_fields__)
        raise Malformed(f"there is no limit {min(unknown)!r}: there are {known}", "--limit")
    try:
        limits = msgspec.convert(fields, Limits, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), "--limit") from None
    if any(value <= 0 for value in msgspec.structs.astuple(limits)):
        raise Malformed("a limit is more than nothing", "--limit")
    return limits
