"""Passwords and one-time links. They are kept in the cabinet, never in the log.

A password is known only as its argon2id hash, a link only as the SHA-256 of its token. After five
failures in a quarter of an hour an address waits; each further failure soon after a wait doubles
it. A name waits only where many addresses try it, and never at an address from which its owner has
come before: the guesser is slowed, not the owner. Attempts are judged one at a time, so that many
at once gain nothing; and a name that does not exist takes as long as one that does.

The functions that change counters are pure; `Credentials` takes the time as an argument.
"""

import asyncio
import logging
import os
import re
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Container
from functools import cache, partial
from hashlib import sha1, sha256
from pathlib import Path
from typing import TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from bythebook.draws import Entropy
from bythebook.errors import Malformed
from bythebook.house.log.expiring_store import Cabinet
from bythebook.house.people.people import is_name

T = TypeVar("T")
log = logging.getLogger("bythebook.door")

PASSWORD_LENGTH_MIN = 10
PASSWORD_LENGTH_MAX = 256
FAILURES_MAX = 5  # of an address
STRANGERS_FAILURES_MAX = 20  # of a name, at addresses from which its owner has never come
FAMILIAR_SECONDS = 90 * 24 * 3600
WINDOW_SECONDS = 15 * 60
FIRST_WAIT_SECONDS = 60
LONGEST_WAIT_SECONDS = 12 * 3600
LINK_SECONDS = 24 * 3600
ATTEMPTS_QUEUED_MAX = 50
BUSY_SECONDS = 10

EASY_LENGTH_MAX = 72  # a longer one is judged by its beginning: judging takes the length squared
PASSWORD, LINK, FAILURES, FAMILIAR = "password", "link", "failures", "familiar"
USUAL = PasswordHasher()


class Failures(msgspec.Struct, frozen=True):
    """What is remembered of failed attempts for a name or an address."""

    times: tuple[int, ...] = ()  # those that may still count
    waits: int = 0  # how many waits in a row
    until: int = 0  # when the last of them ends


def wait_seconds(failures: Failures, now: int) -> int:
    """How long to wait before the next attempt."""
    return max(0, failures.until - now)


def after_failure(failures: Failures, now: int, most: int = FAILURES_MAX) -> Failures:
    """One more failure: with so many in the window a wait, and soon after a wait a longer one."""
    if failures.waits and now - failures.until < WINDOW_SECONDS:
        waits = failures.waits + 1
        wait = min(FIRST_WAIT_SECONDS * 2 ** (waits - 1), LONGEST_WAIT_SECONDS)
        return Failures((), waits, now + wait)
    times = (*(t for t in failures.times if now - t < WINDOW_SECONDS), now)
    if len(times) >= most:
        return Failures((), 1, now + FIRST_WAIT_SECONDS)
    return Failures(times)


class Right(msgspec.Struct, frozen=True):
    """The password is right."""

    weak: bool = False  # it was hashed as one does no longer, and is to be kept anew


class Wrong(msgspec.Struct, frozen=True):
    """The name or the password is not right; which of the two is not told."""


class Wait(msgspec.Struct, frozen=True):
    """There were too many failures: nothing was looked at."""

    seconds: int


class Link(msgspec.Struct, frozen=True):
    name: str
    until: int


def check_password(password: str, name: str = "") -> str:
    """A password that may be chosen."""
    if len(password) < PASSWORD_LENGTH_MIN:
        raise Malformed(f"a password has at least {PASSWORD_LENGTH_MIN} characters", "password")
    if len(password) > PASSWORD_LENGTH_MAX:
        raise Malformed(f"a password has at most {PASSWORD_LENGTH_MAX} characters", "password")
    if _is_easy(password, name):
        raise Malformed("this password is too easy to guess", "password")
    return password


def _is_easy(password: str, name: str) -> bool:
    """Whether a million guesses would find it: a common one, a pattern, or made of the name."""
    from zxcvbn import zxcvbn  # its lists take a moment to load

    known = [name, "by the book", "bythebook", "blackjack", "casino"]
    return int(zxcvbn(password[:EASY_LENGTH_MAX], known)["score"]) < 2


class Breached:
    """Passwords that are known from breaches: a file of their SHA-1 digests in hex, one to a line,
    in order, as large collections are given away (what follows a digest is passed over)."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            with file.open("rb") as first:
                line = first.readline(256)
        except OSError as error:
            raise Malformed(f"it cannot be read: {error.strerror}", str(file)) from None
        if not re.match(rb"[0-9A-Fa-f]{40}\b", line):
            raise Malformed("a line begins with the 40 figures of a SHA-1 digest", str(file))

    def __contains__(self, password: object) -> bool:
        """By halving: the file has gigabytes, and is read where it lies."""
        if not isinstance(password, str):
            return False
        wanted = sha1(_bytes(password), usedforsecurity=False).hexdigest().upper().encode()
        with self._file.open("rb") as lines:
            low, high = 0, lines.seek(0, os.SEEK_END)
            while low < high:  # the line wanted begins in [low, high)
                middle = (low + high) // 2
                lines.seek(middle)
                if middle:
                    lines.seek(middle - 1)
                    lines.readline()  # to the beginning of a line
                begins, line = lines.tell(), lines.readline()[:40].upper()
                if line == wanted:
                    return True
                if not line or line > wanted or begins >= high:
                    high = middle
                else:
                    low = begins + 1
        return False


def _bytes(password: str) -> bytes:
    """The same bytes however the keyboard composes its letters; no text is impossible."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")


def new_token(entropy: Entropy) -> str:
    """Text that nobody can guess, and that may stand in an address."""
    return urlsafe_b64encode(entropy(32)).rstrip(b"=").decode()


def digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def hash_of_nobody(hasher: PasswordHasher) -> str:
    """What a password is compared with where there is no such name, so that it takes as long."""
    return hasher.hash(os.urandom(32))


class Credentials:
    """What people prove themselves with."""

    def __init__(
        self,
        cabinet: Cabinet,
        hasher: PasswordHasher | None = None,
        entropy: Entropy = os.urandom,
        knows: Callable[[str, bytes], Awaitable[bool]] | None = None,
    ) -> None:
        self._cabinet = cabinet
        self._knows = knows  # whether the log knows of a hash: anybody can write one there
        self._entropy = entropy
        self._hasher = hasher or USUAL
        self._nobody = hash_of_nobody(self._hasher)
        self._one_at_a_time = asyncio.Lock()
        self._queued = 0
        self.breached: Container[str] = ()

    async def check(self, password: str, name: str) -> None:
        """Whether somebody may choose a password."""
        check_password(password, name)
        if await asyncio.to_thread(self.breached.__contains__, password):
            raise Malformed("this password is known from a breach elsewhere", "password")

    # Passwords

    async def set_password(self, name: str, password: str) -> None:
        """Choose a password; links that were made for it are void."""
        await self.check(password, name)
        await self.keep(name, await self.hashed(password))
        await self.drop_links(name)

    async def has_password(self, name: str) -> bool:
        return await self._cabinet.get(PASSWORD, name.casefold()) is not None

    async def hashed(self, password: str) -> str:
        return await asyncio.to_thread(self._hasher.hash, _bytes(password))

    async def keep(self, name: str, made: str) -> None:
        await self._cabinet.put(PASSWORD, name.casefold(), made.encode())

    async def attempt(
        self, name: str, password: str, address: str, now: int, familiar: bool = True
    ) -> Right | Wrong | Wait:
        """Try a password: right, wrong, or not now. `familiar`: with that they are in, from a place
        that is known from then on."""
        answer = await self.judge(name, address, now, partial(self._right, name, password))
        if familiar and isinstance(answer, Right):
            await self.make_familiar(name, address, now)
        return answer

    async def judge(
        self, name: str, address: str, now: int, check: Callable[[], Awaitable[T | None]]
    ) -> T | Wrong | Wait:
        """Whatever somebody proves themselves with: one after the other, so that each failure
        counts before the next is tried; and nothing is, while they have to wait."""
        if self._queued >= ATTEMPTS_QUEUED_MAX:
            return Wait(BUSY_SECONDS)
        self._queued += 1
        try:
            async with self._one_at_a_time:
                if wait := await self.must_wait(name, address, now):
                    return Wait(wait)
                if (right := await check()) is not None:
                    # No counter is cleared: whoever has one account could else try others for ever.
                    return right
                await self.failed(name, address, now)
                known = name if await self.has_password(name) else "nobody of this name"
                log.warning("not right, what was given for %r from %r", known, address)
                return Wrong()
        finally:
            self._queued -= 1

    async def make_familiar(self, name: str, address: str, now: int) -> None:
        key = digest(f"name {name.casefold()} at {address}")
        await self._cabinet.put(FAMILIAR, key, b"", now + FAMILIAR_SECONDS)

    async def _right(self, name: str, password: str) -> Right | None:
        if not await self._matches(name, password):
            return None
        kept = await self._cabinet.get(PASSWORD, name.casefold())
        return Right(kept is not None and self._hasher.check_needs_rehash(kept.decode()))

    async def _counted(self, name: str, address: str) -> dict[str, int]:
        """Where failures are counted, and how many are one too many.

        By digest, because what somebody types as a name may be anything, of any length."""
        counted = {digest(f"address {address}"): FAILURES_MAX}
        if not await self.is_familiar(name, address):
            counted[digest(f"name {name.casefold()}")] = STRANGERS_FAILURES_MAX
        return counted

    async def must_wait(self, name: str, address: str, now: int) -> int:
        """How many seconds are to pass before the next attempt."""
        counted = await self._counted(name, address)
        return max([wait_seconds(await self._failures(key), now) for key in counted])

    async def failed(self, name: str, address: str, now: int) -> None:
        for key, most in (await self._counted(name, address)).items():
            after = after_failure(await self._failures(key), now, most)
            until = max(after.until, now) + WINDOW_SECONDS
            await self._cabinet.put(FAILURES, key, msgspec.json.encode(after), until)

    async def is_familiar(self, name: str, address: str) -> bool:
        """Whether the owner of a name has come from this address before."""
        key = digest(f"name {name.casefold()} at {address}")
        return await self._cabinet.get(FAMILIAR, key) is not None

    async def failures_before(self, name: str, now: int) -> int:
        """How often a name was tried in vain lately, from places where its owner has not been."""
        failures = await self._failures(digest(f"name {name.casefold()}"))
        lately = [at for at in failures.times if now - at < WINDOW_SECONDS]
        return len(lately) + (STRANGERS_FAILURES_MAX if failures.waits else 0)

    async def _failures(self, key: str) -> Failures:
        kept = await self._cabinet.get(FAILURES, key)
        return Failures() if kept is None else msgspec.json.decode(kept, type=Failures)

    async def _matches(self, name: str, password: str) -> bool:
        possible = is_name(name)
        kept = await self._cabinet.get(PASSWORD, name.casefold()) if possible else None
        against = self._nobody if kept is None else kept.decode()
        if len(password) > PASSWORD_LENGTH_MAX:
            password = ""
        try:
            await asyncio.to_thread(self._hasher.verify, against, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None and (self._knows is None or await self._knows(name, kept))

    # One-time links

    async def make_link(self, name: str, now: int) -> str:
        """A token that lets somebody in once, within a day; older ones for the name are void."""
        await self.drop_links(name)
        token = new_token(self._entropy)
        link = Link(name, now + LINK_SECONDS)
        await self._cabinet.put(LINK, digest(token), msgspec.json.encode(link), link.until)
        return token

    async def look_at_link(self, token: str, now: int) -> str | None:
        """For whom a link is, without using it up."""
        kept = await self._cabinet.get(LINK, digest(token))
        link = None if kept is None else msgspec.json.decode(kept, type=Link)
        return link.name if link is not None and now < link.until else None

    async def use_link(self, token: str, now: int) -> str | None:
        """For whom a link is; to one caller only, and once."""
        name = await self.look_at_link(token, now)
        taken = await self._cabinet.drop(LINK, digest(token))
        return name if taken else None

    async def drop_links(self, name: str) -> None:
        for key, kept in (await self._cabinet.all(LINK)).items():
            if msgspec.json.decode(kept, type=Link).name.casefold() == name.casefold():
                await self._cabinet.drop(LINK, key)
