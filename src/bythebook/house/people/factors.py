"""Second factors: keys that answer a challenge (WebAuthn), codes of the moment (RFC 6238), and
codes to fall back on, each good once.

They are kept in the cabinet, never in the log, under the house's key: of a key only its public
half, of a fallback code only a digest. The log says who has which, since when, and what was used to
come in, and counts how often they were put away; so what somebody else writes there, or puts back
after it was used or taken off, is nobody's.
"""

import hmac
import secrets
import struct
from base64 import b32decode, b32encode
from collections.abc import Awaitable, Callable
from hashlib import sha1

import msgspec
from msgspec.structs import replace

from bythebook.errors import NOT_JSON, Malformed, given
from bythebook.house.log.expiring_store import Cabinet
from bythebook.house.people.credentials import digest
from bythebook.house.people.people import Account

STEP_SECONDS, DIGITS = 30, 6
STEPS_OFF = 1  # how far a clock may be wrong
SECRET_BYTES = 20
FALLBACKS, FALLBACK_BYTES = 10, 15  # so long that a plain digest of one tells nothing
KEYS_MAX, LABEL_MAX = 10, 40
CHALLENGE_SECONDS = 300
USED_SECONDS = 3600
FACTORS, CHALLENGE, NEW_SECRET = "factors", "challenge", "new-secret"
USED = "used-code"
CODE, KEY, FALLBACK = "code", "key", "fallback"  # what somebody proves themselves with


class Key(msgspec.Struct, frozen=True):
    id: bytes
    public: bytes
    count: int
    label: str
    since: int


class Factors(msgspec.Struct, frozen=True):
    """What somebody has beside a password."""

    secret: bytes = b""
    used: int = 0  # the last step whose code was taken: no code is good twice
    fallbacks: tuple[str, ...] = ()  # digests
    keys: tuple[Key, ...] = ()
    dropped: int = 0  # as the log has it, when they were kept
    number: int = 0  # how often they were put away by then

    @property
    def any(self) -> bool:
        return bool(self.secret or self.keys)


def code_at(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """RFC 4226: the code of a step."""
    mac = hmac.digest(secret, struct.pack(">Q", step), sha1)
    offset = mac[-1] & 15
    (number,) = struct.unpack(">I", mac[offset : offset + 4])
    return str((number & 0x7FFFFFFF) % 10**digits).zfill(digits)


def step_of(secret: bytes, code: str, now: int, after: int = 0, off: int = STEPS_OFF) -> int | None:
    """RFC 6238: the step whose code this is, about now and later than the last that was used."""
    here = now // STEP_SECONDS
    for step in range(here - off, here + off + 1):
        right = hmac.compare_digest(code_at(secret, step).encode(), code.encode("utf-8", "replace"))
        if right and step > after:
            return step
    return None


def as_text(secret: bytes) -> str:
    return b32encode(secret).decode()


def address_of_secret(name: str, secret: bytes) -> str:
    """What a program that shows codes reads."""
    return f"otpauth://totp/By%20the%20Book:{name}?secret={as_text(secret)}&issuer=By%20the%20Book"


def _read(kept: bytes | None) -> Factors | None:
    """Nothing, if it is not there or under another key."""
    try:
        return None if kept is None else msgspec.json.decode(kept, type=Factors)
    except NOT_JSON:
        return None


def _plain(code: str) -> str:
    return code.replace(" ", "").replace("-", "").upper()


class SecondFactors:
    """The cabinet's drawer of them; `find` says what the log knows of somebody, `count` has it say
    how often they were put away."""

    def __init__(
        self,
        cabinet: Cabinet,
        find: Callable[[str], Awaitable[Account | None]],
        count: Callable[[str, int, int], Awaitable[None]],
    ) -> None:
        self._cabinet = cabinet
        self._find = find
        self._count = count
        self.steps_off = STEPS_OFF

    async def of(self, name: str) -> Factors:
        """What somebody has, as far as the log knows of it."""
        account = await self._find(name)
        if account is None or not account.factors:
            return Factors()
        factors = _read(await self._cabinet.get(FACTORS, name.casefold()))
        if factors is not None:
            # Put away, and not counted yet, is what a house left that was killed in between.
            counts = factors.dropped == account.dropped and factors.number >= account.kept
            return factors if counts else Factors()
        return Factors() if account.sealed else await self._of_before(name)

    async def _of_before(self, name: str) -> Factors:
        """As they were kept before they were kept under a key."""
        plain = await self._cabinet.run(lambda store: store.kept(FACTORS, name.casefold()))
        return _read(plain) or Factors()

    async def keep(self, name: str, factors: Factors, now: int) -> None:
        """Put them away; what lay there before does not count from now on."""
        account = given(await self._find(name))
        number = max(factors.number, account.kept) + 1
        factors = replace(factors, dropped=account.dropped, number=number)
        await self._cabinet.put(FACTORS, name.casefold(), msgspec.json.encode(factors))
        await self._count(account.name, number, now)

    async def drop(self, name: str) -> None:
        await self._cabinet.drop(FACTORS, name.casefold())

    # Codes

    async def new_secret(self, name: str, now: int) -> bytes:
        """A secret to be tried out; the same until it was, or a while has passed."""
        kept = await self._cabinet.get(NEW_SECRET, name.casefold())
        if kept is not None and int(kept.partition(b" ")[0]) > now:
            return b32decode(kept.partition(b" ")[2])
        secret = secrets.token_bytes(SECRET_BYTES)
        until = now + CHALLENGE_SECONDS
        value = f"{until} {as_text(secret)}".encode()
        await self._cabinet.put(NEW_SECRET, name.casefold(), value, until)
        return secret

    async def check_new_secret(self, name: str, code: str, now: int) -> bytes:
        """The new secret, if its first code was typed."""
        secret = await self.new_secret(name, now)
        if step_of(secret, _plain(code), now, off=self.steps_off) is None:
            raise Malformed("that is not the code of this moment", "code")
        return secret

    async def add_secret(self, name: str, secret: bytes, now: int) -> list[str]:
        """From now on these codes are asked for; says those to fall back on, this once."""
        await self._cabinet.drop(NEW_SECRET, name.casefold())
        used = now // STEP_SECONDS
        await self.keep(name, replace(await self.of(name), secret=secret, used=used), now)
        return await self.new_fallbacks(name, now)

    async def new_fallbacks(self, name: str, now: int) -> list[str]:
        made = [as_text(secrets.token_bytes(FALLBACK_BYTES)) for _ in range(FALLBACKS)]
        kept = tuple(digest(code) for code in made)
        await self.keep(name, replace(await self.of(name), fallbacks=kept), now)
        return ["-".join(code[at : at + 4] for at in range(0, len(code), 4)) for code in made]

    async def try_code(self, name: str, code: str, now: int) -> str:
        """By what this code is right: each once. Nothing: it is not."""
        factors, plain = await self.of(name), _plain(code)[:64]
        off = self.steps_off
        if factors.secret and (step := step_of(factors.secret, plain, now, factors.used, off)):
            await self.keep(name, replace(factors, used=step), now)
            return CODE if await self._first(f"{name.casefold()}/{step}", now) else ""
        if (known := digest(plain)) in factors.fallbacks:
            left = tuple(one for one in factors.fallbacks if one != known)
            await self.keep(name, replace(factors, fallbacks=left), now)
            return FALLBACK if await self._first(known, now) else ""
        return ""

    async def _first(self, code: str, now: int) -> bool:
        """Whether nobody else was quicker with this code, in whatever process."""
        first = await self._cabinet.run(lambda store: store.keep_first(USED, code, b""))
        await self._cabinet.put(USED, code, b"", now + USED_SECONDS)
        return first

    # Keys

    async def challenge(self, token: str, now: int) -> bytes:
        """What a key is asked to sign, for whoever holds this token."""
        made = secrets.token_bytes(32)
        await self._cabinet.put(CHALLENGE, digest(token), made, now + CHALLENGE_SECONDS)
        return made

    async def challenged(self, token: str) -> bytes:
        """What it was asked, once."""
        kept = await self._cabinet.get(CHALLENGE, digest(token))
        if kept is None or not await self._cabinet.drop(CHALLENGE, digest(token)):
            raise Malformed("nothing was asked of this key: please try again", "key")
        return kept

    async def check_room(self, name: str) -> None:
        if len((await self.of(name)).keys) >= KEYS_MAX:
            raise Malformed(f"nobody has more than {KEYS_MAX} keys", "key")

    async def add_key(self, name: str, key: Key) -> None:
        factors = await self.of(name)
        await self.keep(name, replace(factors, keys=(*factors.keys, key)), key.since)

    async def used_key(self, name: str, key: Key, count: int, now: int) -> None:
        factors = await self.of(name)
        keys = tuple(replace(one, count=count) if one.id == key.id else one for one in factors.keys)
        await self.keep(name, replace(factors, keys=keys), now)
