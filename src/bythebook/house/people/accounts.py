"""Accounts at work: the people of the log, their credentials and their sessions, in one place.

Every look reads what is new on the people's stream, so that a lock in one process holds at once in
every other.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
from argon2 import PasswordHasher

from bythebook.errors import Refused, given
from bythebook.house.log.commits import Commits, Lines, Part
from bythebook.house.log.expiring_store import Cabinet, StoreThread
from bythebook.house.log.store import Append, NewEvent, Row, Store, Unavailable
from bythebook.house.people import people as p
from bythebook.house.people.credentials import (
    Credentials,
    Right,
    Wait,
    Wrong,
    check_password,
    digest,
)
from bythebook.house.people.sessions import Session, Sessions, lives, look_up


class Seen(msgspec.Struct, frozen=True):
    """A token that still counts: who is behind it."""

    viewer: p.Viewer
    token: str


GUEST, GUEST_SECONDS = "guest", 2 * 24 * 3600
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
    ) -> None:
        self._desk = desk
        self._store = store
        self._commits = Commits(desk, store)
        self._cabinet = Cabinet(desk, store)
        self._people = p.People()
        self.credentials = Credentials(self._cabinet, hasher)
        self.sessions = Sessions(self._cabinet)
        self._turned_away = turned_away
        self.bell = Bell()

    @property
    def known(self) -> p.People:
        """Everybody, as far as they were read."""
        return self._people

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
                if not isinstance(event, p.LoggedIn | p.LinkMade):
                    self.bell.ring()
        return self._people

    async def order(self, by: str, command: p.AnyCommand, now: int, id: str = "") -> None:
        """Carry out an order about an account; `id` makes a resend harmless."""
        order = p.Order(by, now, command)
        id = id or f"people-{secrets.token_hex(16)}"

        async def decide() -> Sequence[Part]:
            people = await self.people()
            events = tuple(_new_event(event) for event in p.decide(people, order))
            return (Lines(Append(p.STREAM, people.version, events)),)

        become = await self._commits.decide_and_write(id, msgspec.json.encode(order), decide)
        if become == "done" and isinstance(command, p.LockAccount | p.CloseAccount):
            await self.credentials.drop_links(command.name)
            await self._end_all(command.name)

    async def viewer(self, name: str) -> p.Viewer | None:
        """The holder of an account that may be used."""
        return _active(await self.people(), name)

    # Coming in

    async def log_in(self, name: str, password: str, address: str, now: int) -> Seen | Wrong | Wait:
        """A new session for whoever knows the password."""
        answer = await self.credentials.attempt(name, password, address, now)
        if not isinstance(answer, Right):
            return answer
        account = (await self.people()).find(name)
        if account is None:
            return Wrong()
        if not account.active:
            state = "closed" if account.closed else "locked"
            raise Refused(p.ACCOUNTS, f"this account is {state}; please ask an administrator")
        if answer.weak:
            await self._keep_password(account.name, password, now)
        return await self._begin(p.viewer_of(account), now)

    async def make_link(self, by: str, name: str, now: int) -> str:
        """The token of a new one-time link for an account; older ones are void."""
        await self.order(by, p.MakeLink(name), now)
        account = given((await self.people()).find(name))
        return await self.credentials.make_link(account.name, now)

    async def come_by_link(self, token: str, now: int, password: str | None = None) -> Seen | None:
        """A new session by a one-time link, with a new password unless there is none to set."""
        name = await self.credentials.look_at_link(token, now)
        if name is None:
            return None
        if (no := self._turned_away(name)) is not None:  # the link is kept for another time
            raise no
        if password is not None:
            check_password(password, name)  # before the link is used up
        if await self.credentials.use_link(token, now) is None:
            return None
        viewer = await self.viewer(name)
        if viewer is None:
            return None
        if password is not None:
            await self.change_password(viewer.name, "", password, now)
        return await self._begin(viewer, now, by_link=True)

    async def guests(self) -> set[str]:
        """The names that are in use."""
        return set(await self._cabinet.all(GUEST))

    async def come_as_guest(self, now: int) -> Seen:
        """A session for somebody without an account."""
        taken = await self.guests()
        while (name := f"{p.GUEST_PREFIX}{secrets.token_hex(3)}") in taken:
            continue
        await self._cabinet.put(GUEST, name, b"", now + GUEST_SECONDS)
        token = await self.sessions.begin(name, now, guest=True)
        return Seen(p.Viewer(name), token)

    async def _begin(self, viewer: p.Viewer, now: int, by_link: bool = False) -> Seen:
        if (no := self._turned_away(viewer.name)) is not None:
            raise no
        await self.order(viewer.name, p.LogIn(viewer.name, by_link), now)
        return Seen(viewer, await self.sessions.begin(viewer.name, now))

    async def change_password(self, name: str, token: str, password: str, now: int) -> None:
        """A new password; whoever was in by the old one elsewhere is out."""
        check_password(password, name)
        await self._keep_password(name, password, now)
        await self.credentials.drop_links(name)
        await self._end_all(name, but=token)

    async def _keep_password(self, name: str, password: str, now: int) -> None:
        """The log has a digest of what is kept: put there by anybody else, it does not fit."""
        made = await self.credentials.hashed(password)
        await self.order(name, p.SetPassword(name, digest(made)), now)
        await self.credentials.keep(name, made)

    # Going out

    async def log_out(self, token: str) -> None:
        await self.sessions.end(token)
        self.bell.ring()

    async def log_out_elsewhere(self, name: str, token: str) -> None:
        """End every session of a name but this one."""
        await self._end_all(name, but=token)

    async def _end_all(self, name: str, but: str = "") -> None:
        await self.sessions.end_all(name, but)
        self.bell.ring()

    async def sweep(self, now: int) -> None:
        """Throw away what is over: sessions, guests, failures, links."""
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
        return Seen(viewer, token)

    def _look(self, store: Store, token: str) -> tuple[Session | None, list[Row]]:
        """All that a request needs of the store, in one go."""
        return look_up(store, token), store.read(p.STREAM, self._people.version)


def _active(people: p.People, name: str) -> p.Viewer | None:
    account = people.find(name)
    return p.viewer_of(account) if account is not None and account.active else None


def _new_event(event: p.AnyEvent) -> NewEvent:
    return NewEvent(type(event).__name__, msgspec.json.encode(event))
