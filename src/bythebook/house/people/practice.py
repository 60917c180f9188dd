"""What people have practised: kept beside the log, for it is no history of money."""

import msgspec

from bythebook.house.log.expiring_store import Cabinet
from bythebook.school.history import History

KIND = "practice"
KEPT_SECONDS = 400 * 24 * 3600  # after it was last added to


class Practice:
    """The histories of everybody with an account, one for each game."""

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet

    async def of(self, name: str, game: str) -> History:
        kept = await self._cabinet.get(KIND, _key(name, game))
        return History() if kept is None else msgspec.json.decode(kept, type=History)

    async def keep(self, name: str, game: str, history: History, now: int) -> None:
        value = msgspec.json.encode(history)
        await self._cabinet.put(KIND, _key(name, game), value, now + KEPT_SECONDS)


def _key(name: str, game: str) -> str:
    return f"{game} {name.casefold()}"
