"""Who may come in, by the log alone: whoever is locked gets nothing acknowledged that they ask for
later, and whoever is kept out of the casino puts nothing down in it."""

import msgspec

from bythebook.casino import events as e
from bythebook.casino.state import Patron
from bythebook.house.log.store import Row
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from bythebook.house.tables.table_log import happening_from_json
from bythebook.table import orders as o
from tests.world.database import Database
from tests.world.promises import Asked, Wrong

_people: msgspec.json.Decoder[p.AnyEvent] = msgspec.json.Decoder(p.AnyEvent)


def check_unlocked(database: Database, asked: Asked) -> None:
    """Nobody who was locked when they asked, and is locked still."""
    locked = False
    for row in database.streams.get(p.STREAM, ()):
        event = _people.decode(row.data)
        if not isinstance(event, p.AccountLocked | p.AccountUnlocked) or event.name != asked.by:
            continue
        before = database.times.get(row.position, 0.0) < asked.at
        locked = isinstance(event, p.AccountLocked) and before
    if locked:
        raise Wrong(f"{asked.by} is locked, and {asked.id} was acknowledged")


def check_kept_out(database: Database) -> None:
    """While somebody is kept out they deposit nothing and place nothing."""
    out = set[str]()
    for row in database.rows:
        kind, _, name = row.stream.partition("/")
        if kind == "patron":
            _follow(out, name, row)
        elif kind == "wallet" and row.kind == "Deposited" and name in out:
            raise Wrong(f"{name} is kept out, and has deposited money at event {row.position}")
        elif kind == "table" and out:
            _check_placed(out, row)


def _follow(out: set[str], name: str, row: Row) -> None:
    acted = msgspec.json.decode(row.data)
    for event in acted["events"]:
        if event["type"] == e.Excluded.__name__ and event["exclusion"].get("scope") == "casino":
            out.add(name)
        elif event["type"] == e.Readmitted.__name__ and event["scope"] == "casino":
            out.discard(name)


def _check_placed(out: set[str], row: Row) -> None:
    happening = happening_from_json(row.data)
    command = happening.order.command if isinstance(happening, h.Ordered) else None
    if isinstance(command, o.Place) and command.player in out:
        raise Wrong(f"{command.player} is kept out, and placed a wager: event {row.position}")


def check_tokens(house: House) -> int:
    """What was exchanged is held, lies somewhere, or was taken; how much was taken."""
    gone = 0
    for patron in house.affairs.all_of("patron").values():
        assert isinstance(patron, Patron)
        exchanged = sum(one.cents for one in patron.vouchers if one.exchanged_at)
        lying = sum(sum(lot.staked.values()) for lot in patron.lots)
        taken = sum(lot.taken for lot in patron.lots)
        if patron.held + lying + taken != exchanged:
            raise Wrong(f"tokens of {patron.name}: {patron.held} + {lying} + {taken}")
        gone += taken
    return gone
