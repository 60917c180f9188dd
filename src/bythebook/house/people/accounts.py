"""Accounts at work: the people of the log, their credentials and their sessions, in one place.

Every look reads what is new on the people's stream, so that a lock in one process holds at once in
every other.
"""

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
from argon2 import PasswordHasher

from bythebook.draws import Entropy
from bythebook.errors import Refused, given
from bythebook.house.log.commits import Commits, Lines, Part
from bythebook.house.log.expiring_store import Cabinet, Seal, StoreThread
from bythebook.house.log.store import Append, NewEvent, Row, Store, Unavailable
from bythebook.house.people import people as p
from bythebook.house.people.credentials import (
    FAMILIAR_SECONDS,
    LINK,
    PASSWORD,
    Credentials,
    Right,
    Wait,
    Wrong,
    digest,
    new_token,
)
from bythebook.house.people.factors import CHALLENGE, FACTORS, NEW_SECRET, Factors, SecondFactors
from bythebook.house.people.practice import Practice
from bythebook.house.people.proofs import Proofs
from bythebook.house.people.sessions import (
    AGENT_LENGTH,
    PROVED,
    SEEN,
    SESSION,
    SOMEHOW,
    Begun,
    Session,
    Sessions,
    lives,
)
from bythebook.house.school.kept import KeptShifts

log = logging.getLogger("bythebook.door")


class Seen(msgspec.Struct, frozen=True):
    """A token that still counts: who is behind it."""

    viewer: p.Viewer
    token: str


GUEST, GUEST_SECONDS = "guest", 2 * 24 * 3600
KNOWN, ALERT, HALF_WAY = "known", "alert", "half-way"
HALF_WAY_SECONDS = 300
# By which somebody is let in, or comes further than they were.
LET_IN = frozenset({SESSION, SEEN, PROVED, LINK, HALF_WAY, CHALLENGE})
SECRET = frozenset({FACTORS, NEW_SECRET})  # of which codes are made
ADMINISTRATORS = "the administrators"  # no account can have this name
ODD_FAILURES = 3
SWEEP_SECONDS = 3600
FRESH_SECONDS = 15 * 60


class HalfWay(msgspec.Struct, frozen=True):
    """The password or link was right: a second factor is still to be given."""

    name: str
    by_link: bool = False
    odd: tuple[str, ...] = ()
    chosen: str = ""  # the hash of a new password, which is theirs once they are in


class Alert(msgspec.Struct, frozen=True):
    """An unusual log-in, for whoever should know of it."""

    name: str
    at: int
    address: str
    agent: str
    odd: tuple[str, ...]


def _agent_key(name: str, agent: str) -> str:
    return digest(f"agent {name.casefold()} {agent}")


TurnedAway = Callable[[str], Refused | None]


def nobody(name: str) -> None:
    """Where no casino is asked, it turns nobody away."""


class Bell:
    """Rung when somebody may have lost a session or a right: whoever waits looks again."""

    def __init__(self) -> None:
        self._rings = asyncio.Event()

    def ring(self) -> None:
        self._rings.set()
        self._rings = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Until it rings, but not longer than this."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._rings.wait()


class Accounts:
    """What the house knows about who may come in.

    `turned_away`: why the casino does not let somebody in, if so.
    """

    def __init__(
        self,
        desk: StoreThread,
        store: Store,
        turned_away: TurnedAway,
        hasher: PasswordHasher | None = None,
        entropy: Entropy = os.urandom,
        key: bytes | None = None,
    ) -> None:
        self._desk = desk
        self._store = store
        self._commits = Commits(desk, store)
        self._cabinet = Cabinet(desk, store, Seal(key, LET_IN, SECRET))
        self._seals = key is not None
        self._people = p.People()
        self.credentials = Credentials(self._cabinet, hasher, entropy, self._knows_password)
        self.sessions = Sessions(self._cabinet, entropy)
        self.factors = SecondFactors(self._cabinet, self._find, self._count_factors)
        self.practice = Practice(self._cabinet)
        self.shifts = KeptShifts(self._cabinet)
        self.proofs = Proofs()
        self._swept = 0
        self._turned_away = turned_away
        self._entropy = entropy
        self.bell = Bell()

    @property
    def known(self) -> p.People:
        """Everybody, as far as they were read."""
        return self._people

    def new_token(self) -> str:
        """What nobody can guess."""
        return new_token(self._entropy)

    # People

    async def people(self) -> p.People:
        """Everybody, as of now."""
        after = self._people.version
        return self._fold(await self._desk.call(self._store.read, p.STREAM, after))

    def _fold(self, rows: list[Row]) -> p.People:
        """Apply what is new; somebody else may have done so already for some of it."""
        for row in rows:
            if row.version == self._people.version + 1:
                event = p.event_from_json(row.data)
                self._people = p.evolve(self._people, event)
                if not isinstance(event, p.LoggedIn | p.LinkMade | p.Proved):
                    self.bell.ring()
        return self._people

    async def order(self, by: str, command: p.AnyCommand, now: int, id: str = "") -> None:
        """Carry out an order about an account; `id` makes a resend harmless."""
        order = p.Order(by, now, command)
        id = id or f"people-{self._entropy(16).hex()}"

        async def decide() -> Sequence[Part]:
            people = await self.people()
            events = tuple(_new_event(event) for event in p.decide(people, order))
            return (Lines(Append(p.STREAM, people.version, events)),)

        become = await self._commits.decide_and_write(id, msgspec.json.encode(order), decide)
        if become == "done" and isinstance(command, p.DropFactors):
            await self.factors.drop(command.name)
        if become == "done" and isinstance(command, p.LockAccount | p.CloseAccount):
            await self.credentials.drop_links(command.name)
            await self._end_all(command.name)

    async def _count_factors(self, name: str, number: int, now: int) -> None:
        await self.order(p.HOUSE, p.KeepFactors(name, number), now)

    async def _find(self, name: str) -> p.Account | None:
        return (await self.people()).find(name)

    async def _knows_password(self, name: str, made: bytes) -> bool:
        account = await self._find(name)
        return account is not None and p.knows_password(account, made)

    async def viewer(self, name: str) -> p.Viewer | None:
        """The holder of an account that may be used."""
        return _active(await self.people(), name)

    # Coming in

    async def log_in(
        self, name: str, password: str, how: Begun, now: int, code: str = ""
    ) -> Seen | Wrong | Wait | HalfWay:
        """A new session for whoever knows the password, and has what else there is to have."""
        odd = await self._odd(name, how, now)
        answer = await self.credentials.attempt(name, password, how.address, now, familiar=False)
        if not isinstance(answer, Right):
            return answer
        account = (await self.people()).find(name)
        if account is None:
            return Wrong()
        if not account.active:
            state = "closed" if account.closed else "locked"
            raise Refused(p.ACCOUNTS, f"this account is {state}; please ask an administrator")
        if answer.weak:
            await self._keep_password(account.name, await self.credentials.hashed(password), now)
        viewer = p.viewer_of(account)
        if not account.factors:
            return await self._begin(viewer, now, how, odd)
        self._check_let_in(viewer)
        if not code:
            return HalfWay(account.name, odd=odd)
        return await self.second(HalfWay(account.name, odd=odd), code, how, now)

    async def _odd(self, name: str, how: Begun, now: int) -> tuple[str, ...]:
        """What is unusual about who tries to come in, for somebody who has been here before."""
        credentials = self.credentials
        tried = await credentials.failures_before(name, now)
        found = [f"after {tried} failures"] if tried >= ODD_FAILURES else []
        if await self._cabinet.get(KNOWN, name.casefold()) is None:
            return tuple(found)
        if not await credentials.is_familiar(name, how.address):
            found.append("from a new address")
        if await self._cabinet.get(KNOWN, _agent_key(name, how.agent)) is None:
            found.append("with a new program")
        return tuple(found)

    async def wait_half_way(self, token: str, half: HalfWay, now: int) -> None:
        """Whoever holds this token has still to give a second factor, and soon."""
        kept = msgspec.json.encode((half, now + HALF_WAY_SECONDS))
        await self._cabinet.put(HALF_WAY, digest(token), kept, now + HALF_WAY_SECONDS)

    async def half_way(self, token: str, now: int) -> HalfWay | None:
        kept = await self._cabinet.get(HALF_WAY, digest(token))
        if kept is None:
            return None
        half, until = msgspec.json.decode(kept, type=tuple[HalfWay, int])
        return half if now < until else None

    async def second(self, half: HalfWay, code: str, how: Begun, now: int) -> Seen | Wrong | Wait:
        """The rest of the way in, by a code; a wrong one counts like a wrong password."""
        by = await self.try_code(half.name, code, how.address, now)
        return await self.come_second(half, by, how, now) if isinstance(by, str) else by

    async def try_code(self, name: str, code: str, address: str, now: int) -> str | Wrong | Wait:
        """By what a code is right; a wrong one counts like a wrong password."""

        async def check() -> str | None:
            return await self.factors.try_code(name, code, now) or None

        return await self.credentials.judge(name, address, now, check)

    async def come_second(self, half: HalfWay, by: str, how: Begun, now: int) -> Seen:
        """Somebody has proved the second factor too."""
        viewer = await self.viewer(half.name)
        if viewer is None:
            raise Refused(p.ACCOUNTS, "this account cannot be used now")
        if half.chosen:
            await self._new_password(viewer.name, "", half.chosen, now)
        how = msgspec.structs.replace(how, second=by)
        return await self._begin(viewer, now, how, half.odd, by_link=half.by_link)

    async def all_the_way(self, token: str) -> None:
        """Who held this token has come in by it."""
        await self._cabinet.drop(HALF_WAY, digest(token))

    async def make_link(self, by: str, name: str, now: int) -> str:
        """The token of a new one-time link for an account; older ones are void."""
        await self.order(by, p.MakeLink(name), now)
        account = given((await self.people()).find(name))
        return await self.credentials.make_link(account.name, now)

    async def come_by_link(
        self, token: str, now: int, password: str | None = None, how: Begun = SOMEHOW
    ) -> Seen | HalfWay | None:
        """A new session by a one-time link, with a new password unless there is none to set."""
        name = await self.credentials.look_at_link(token, now)
        if name is None:
            return None
        if (no := self._turned_away(name)) is not None:  # the link is kept for another time
            raise no
        if password is not None:
            await self.credentials.check(password, name)  # before the link is used up
        if await self.credentials.use_link(token, now) is None:
            return None
        viewer = await self.viewer(name)
        if viewer is None:
            return None
        chosen = "" if password is None else await self.credentials.hashed(password)
        if given((await self.people()).find(name)).factors:
            return HalfWay(viewer.name, by_link=True, chosen=chosen)
        if chosen:
            await self._new_password(viewer.name, "", chosen, now)
        return await self._begin(viewer, now, how, by_link=True)

    async def guests(self) -> set[str]:
        """The names that are in use."""
        return set(await self._cabinet.all(GUEST))

    async def come_as_guest(self, now: int) -> Seen:
        """A session for somebody without an account."""
        taken = await self.guests()
        while (name := f"{p.GUEST_PREFIX}{self._entropy(3).hex()}") in taken:
            continue
        await self._cabinet.put(GUEST, name, b"", now + GUEST_SECONDS)
        token = await self.sessions.begin(name, now, guest=True)
        return Seen(p.Viewer(name), token)

    async def _begin(
        self,
        viewer: p.Viewer,
        now: int,
        how: Begun,
        odd: tuple[str, ...] = (),
        by_link: bool = False,
    ) -> Seen:
        self._check_let_in(viewer)
        await self.order(viewer.name, p.LogIn(viewer.name, by_link, how.second, odd), now)
        await self.credentials.make_familiar(viewer.name, how.address, now)
        for key in (viewer.name.casefold(), _agent_key(viewer.name, how.agent)):
            await self._cabinet.put(KNOWN, key, b"", now + FAMILIAR_SECONDS)
        if odd:
            alert = Alert(viewer.name, now, how.address[:64], how.agent[:AGENT_LENGTH], odd)
            kept = msgspec.json.encode(alert)
            for whom in (viewer.name.casefold(), ADMINISTRATORS):
                key = f"{whom}/{now}/{self._entropy(4).hex()}"  # no name has a slash
                await self._cabinet.put(ALERT, key, kept, now + FAMILIAR_SECONDS)
        token = await self.sessions.begin(viewer.name, now, how=how)
        return Seen(self.proofs.in_force(viewer, bool(how.second)), token)

    def _check_let_in(self, viewer: p.Viewer) -> None:
        if (no := self._turned_away(viewer.name)) is not None:
            raise no

    async def alerts(self, whom: str) -> list[Alert]:
        """Odd log-ins that somebody, or the administrators, have not been told of: told here, they
        are told once."""
        told = []
        for key, kept in (await self._cabinet.all(ALERT)).items():
            if key.startswith(f"{whom.casefold()}/") and await self._cabinet.drop(ALERT, key):
                told.append(msgspec.json.decode(kept, type=Alert))
        return told

    # Proving oneself once more

    async def prove(self, token: str, name: str, by: str, now: int) -> None:
        """Somebody has just proved who they are, by this."""
        session = await self.sessions.find(token)
        if session is None:
            return
        await self.order(name, p.Prove(name, by), now)
        await self.sessions.prove(token, session, now, second=by != PASSWORD)

    async def add_factor(self, name: str, factor: str, label: str, now: int) -> None:
        if (before := await self.factors.of(name)).any:
            await self.factors.keep(name, before, now)  # as they are kept from now on
        await self.order(name, p.AddFactor(name, factor, label, self._seals), now)

    async def take_factors_over(self, now: int) -> None:
        """Keep second factors of before there was a key under it. The log says so last: broken off
        before that, or while nothing can be written, they are as they were until the next time."""
        for account, factors in await self._factors():
            if not factors.any:
                log.warning("the second factor of %r is not under this house's key", account.name)
            elif self._seals and not account.sealed:
                with suppress(Unavailable):
                    await self.factors.keep(account.name, factors, now)
                    await self.order(p.HOUSE, p.SealFactors(account.name), now)

    async def take_factors_from(self, before: "Accounts", now: int) -> list[str]:
        """Keep under this key what was kept under another; whose second factors those were."""
        found = [(account.name, factors) for account, factors in await before._factors()]
        for name, factors in found:
            if factors.any:
                await self.factors.keep(name, factors, now)
        await self.take_factors_over(now)
        return [name for name, factors in found if factors.any]

    async def _factors(self) -> list[tuple[p.Account, Factors]]:
        """Everybody who has a second factor by the log, with what can be read of it."""
        people = (await self.people()).accounts.values()
        having = [account for account in people if account.factors and not account.closed]
        return [(account, await self.factors.of(account.name)) for account in having]

    async def change_password(self, name: str, token: str, password: str, now: int) -> None:
        """A new password; whoever was in by the old one elsewhere is out."""
        await self.credentials.check(password, name)
        await self._new_password(name, token, await self.credentials.hashed(password), now)

    async def _new_password(self, name: str, token: str, made: str, now: int) -> None:
        await self._keep_password(name, made, now)
        await self.credentials.drop_links(name)
        await self._end_all(name, but=token)

    async def _keep_password(self, name: str, made: str, now: int) -> None:
        """The log has a digest of what is kept: put there by anybody else, it does not fit."""
        await self.order(name, p.SetPassword(name, digest(made)), now)
        await self.credentials.keep(name, made)

    # Going out

    async def log_out(self, token: str) -> None:
        await self.sessions.end(token)
        self.bell.ring()

    async def log_out_elsewhere(self, name: str, token: str) -> None:
        """End every session of a name but this one."""
        await self._end_all(name, but=token)

    async def log_out_one(self, name: str, key: str) -> bool:
        """End one session of a name, wherever it is; whether there was one."""
        ended = await self.sessions.end_one(name, key)
        self.bell.ring()
        return ended

    async def _end_all(self, name: str, but: str = "") -> None:
        await self.sessions.end_all(name, but)
        self.bell.ring()

    async def sweep(self, now: int) -> None:
        """Throw away what is over, now and then: sessions, guests, failures, links."""
        if now - self._swept >= SWEEP_SECONDS:
            self._swept = now
            await self._cabinet.sweep(now)

    # Being in

    async def look(self, token: str, now: int) -> Seen | Refused | None:
        """Who is behind a token, or why the casino turns them away; a session that does not count
        any more is thrown away."""
        session, rows = await self._cabinet.run(lambda store: self._look(store, token))
        people = self._fold(rows)
        if session is None:
            return None
        viewer = p.Viewer(session.name) if session.guest else _active(people, session.name)
        # What is noted about a session may wait: whoever only looks is served with a full disk too.
        if viewer is None or not lives(session, viewer.staff, now):
            with suppress(Unavailable):
                await self.sessions.end(token)
            return None
        if (no := self._turned_away(viewer.name)) is not None:
            return no
        with suppress(Unavailable):
            await self.sessions.see(token, session, now)
        return Seen(self._proved(viewer, session, now), token)

    def _proved(self, viewer: p.Viewer, session: Session, now: int) -> p.Viewer:
        """With how lately they proved who they are, and what counts of their roles by that."""
        lately = self.proofs.fresh_seconds or FRESH_SECONDS
        fresh, second = now - session.proved < lately, now - session.second < lately
        viewer = msgspec.structs.replace(viewer, fresh=fresh, second=second)
        account = self._people.find(viewer.name)
        has_one = account is not None and bool(account.factors)
        return self.proofs.in_force(viewer, has_one and session.second > 0)

    def _look(self, store: Store, token: str) -> tuple[Session | None, list[Row]]:
        """All that a request needs of the store, in one go."""
        return self.sessions.look_up(store, token), store.read(p.STREAM, self._people.version)


def _active(people: p.People, name: str) -> p.Viewer | None:
    account = people.find(name)
    return p.viewer_of(account) if account is not None and account.active else None


def _new_event(event: p.AnyEvent) -> NewEvent:
    return NewEvent(type(event).__name__, msgspec.json.encode(event))
