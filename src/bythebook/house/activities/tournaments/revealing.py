"""A stack of a tournament table that is over, out of the log: the same file as any table's."""

from collections.abc import Sequence
from typing import Any

from bythebook.errors import Malformed
from bythebook.house.activities.activity import acted_from_json
from bythebook.house.activities.tournaments.tables import KIND
from bythebook.house.cards.revealing import History, Seal, seals_of
from bythebook.house.cards.shoe_files import RevealedShoe
from bythebook.house.log.store import Row
from bythebook.tournaments.session.events import TableMoved


def shoe_in_session(rows: Sequence[Row], table: str, number: int) -> RevealedShoe:
    """The file of a stack of this table (TOURNAMENT.SESSION), by the number of its seal."""
    history, run = History(number), None
    for row in rows:
        run, acted = KIND.as_today(run, acted_from_json(KIND, row.data))
        for event in acted.events:
            before, run = run, KIND.evolved(run, event)
            moved: Any = event.events if isinstance(event, TableMoved) else ()
            if before is not None:
                history.read(row.position, event, moved, before, run)
        if history.revealed is not None:
            return history.file(table)
    raise Malformed(f"stack {number} of {table} has not been revealed")


def seals_in_session(rows: Sequence[Row]) -> tuple[Seal, ...]:
    return seals_of(event for row in rows for event in acted_from_json(KIND, row.data).events)
