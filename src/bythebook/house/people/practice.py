"""What people have practised: kept beside the log, for it is no history of money."""

import msgspec

from bythebook.house.log.expiring_store import Cabinet
from bythebook.school.counting import Counted
from bythebook.school.history import History

KIND, COUNTING = "practice", "counting"
KEPT_SECONDS = 400 * 24 * 3600  # after it was last added to
GUEST_SECONDS = 12 * 3600  # as long as their session at most


class Practice:
    """The histories of everybody with a name, one for each game; a guest's while they are here."""

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet

    async def of(self, name: str, game: str) -> History:
        kept = await self._cabinet.get(KIND, _key(name, game))
        return History() if kept is None else msgspec.json.decode(kept, type=History)

    async def keep(
        self, name: str, game: str, history: History, now: int, guest: bool = False
    ) -> None:
        value = msgspec.json.encode(history)
        until = now + (GUEST_SECONDS if guest else KEPT_SECONDS)
        await self._cabinet.put(KIND, _key(name, game), value, until)

    async def counting(self, name: str, system: str) -> Counted:
        kept = await self._cabinet.get(COUNTING, _key(name, system))
        return Counted() if kept is None else msgspec.json.decode(kept, type=Counted)

    async def keep_counting(self, name: str, system: str, counted: Counted, now: int) -> None:
        value = msgspec.json.encode(counted)
        await self._cabinet.put(COUNTING, _key(name, system), value, now + KEPT_SECONDS)


def _key(name: str, game: str) -> str:
    return f"{game} {name.casefold()}"
