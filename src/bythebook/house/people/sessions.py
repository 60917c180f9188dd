"""Sessions: who is behind a cookie. The cookie holds a random token, the cabinet its SHA-256, with
the house's mark on it: a session that somebody writes into the database is nobody's.

A session ends when it was idle for too long (staff: half an hour; players and guests: half a day),
when it is half a day old, when its owner logs out or ends it from elsewhere, and at once when the
account is locked or closed (which `accounts` sees to).

When a session was last used is kept beside it, not in it: writing that down while somebody else
ends the session must not bring it back.
"""

import os

import msgspec

from bythebook.draws import Entropy
from bythebook.house.log.expiring_store import Cabinet
from bythebook.house.log.store import Store
from bythebook.house.people.credentials import digest, new_token

ABSOLUTE_SECONDS = 12 * 3600
STAFF_IDLE_SECONDS = 30 * 60
PLAYER_IDLE_SECONDS = 12 * 3600
SEEN_EVERY_SECONDS = 60

AGENT_LENGTH = 200
SESSION, SEEN, PROVED = "session", "session-seen", "session-proved"


class Begun(msgspec.Struct, frozen=True):
    """How somebody comes in: from where, with which program, by which second factor."""

    address: str = ""
    agent: str = ""
    second: str = ""


SOMEHOW = Begun()


class Session(msgspec.Struct, frozen=True):
    name: str
    guest: bool
    created: int
    seen: int  # never more than a minute before it was last used
    address: str = ""  # from where, and with which program, it was begun
    agent: str = ""
    proved: int = 0  # when its owner last proved who they are; at first, when it was begun
    second: int = 0  # and when by a second factor


def lives(session: Session, staff: bool, now: int) -> bool:
    """Whether a session still counts."""
    idle = STAFF_IDLE_SECONDS if staff else PLAYER_IDLE_SECONDS
    return now - session.seen < idle and now - session.created < ABSOLUTE_SECONDS


class Sessions:
    """The sessions of the house, by the digest of their tokens."""

    def __init__(self, cabinet: Cabinet, entropy: Entropy = os.urandom) -> None:
        self._cabinet = cabinet
        self._entropy = entropy

    async def begin(self, name: str, now: int, guest: bool = False, how: Begun = SOMEHOW) -> str:
        """A new session; its token is told here and never again."""
        token = new_token(self._entropy)
        agent = how.agent[:AGENT_LENGTH].encode("utf-8", "replace").decode()
        second = now if how.second else 0
        session = Session(name, guest, now, now, how.address[:64], agent, now, second)
        kept = msgspec.json.encode(session)
        await self._cabinet.put(SESSION, digest(token), kept, now + ABSOLUTE_SECONDS)
        return token

    async def find(self, token: str) -> Session | None:
        """The session of a token, whether its time has come or not."""
        return await self._cabinet.run(lambda store: self.look_up(store, token))

    def look_up(self, store: Store, token: str) -> Session | None:
        """The session of a token, for whoever has the store at hand."""
        key = digest(token)
        kept = self._cabinet.look(store, SESSION, key)
        if kept is None:
            return None
        session = _seen(kept, self._cabinet.look(store, SEEN, key))
        proof = self._cabinet.look(store, PROVED, key)
        if proof is None:
            return session
        proved, second = msgspec.json.decode(proof, type=tuple[int, int])
        return msgspec.structs.replace(session, proved=proved, second=second)

    async def see(self, token: str, session: Session, now: int) -> None:
        """Note that it is being used: not more often than once a minute."""
        if now - session.seen >= SEEN_EVERY_SECONDS:
            until = session.created + ABSOLUTE_SECONDS
            await self._cabinet.put(SEEN, digest(token), str(now).encode(), until)

    async def prove(self, token: str, session: Session, now: int, second: bool) -> None:
        """Note that its owner has just proved who they are."""
        proof = (now, now if second else session.second)
        until = session.created + ABSOLUTE_SECONDS
        await self._cabinet.put(PROVED, digest(token), msgspec.json.encode(proof), until)

    async def of(self, name: str) -> dict[str, Session]:
        """The sessions of a name, by digest."""
        seen = await self._cabinet.all(SEEN)
        found = {
            key: _seen(kept, seen.get(key))
            for key, kept in (await self._cabinet.all(SESSION)).items()
        }
        return {key: s for key, s in found.items() if s.name.casefold() == name.casefold()}

    async def end(self, token: str) -> None:
        await self._end(digest(token))

    async def end_one(self, name: str, called: str) -> bool:
        """End one session of a name, by what its owner may call it; whether there was one."""
        for key in await self.of(name):
            if digest(key) == called:  # where it lies is told to nobody
                await self._end(key)
                return True
        return False

    async def end_all(self, name: str, but: str = "") -> int:
        """End every session of a name but the one of this token; how many those were."""
        spared = digest(but) if but else ""
        ended = [key for key in await self.of(name) if key != spared]
        for key in ended:
            await self._end(key)
        return len(ended)

    async def _end(self, key: str) -> None:
        await self._cabinet.drop(SESSION, key)
        await self._cabinet.drop(SEEN, key)
        await self._cabinet.drop(PROVED, key)


def _seen(kept: bytes, seen: bytes | None) -> Session:
    session = msgspec.json.decode(kept, type=Session)
    return session if seen is None else msgspec.structs.replace(session, seen=int(seen))
