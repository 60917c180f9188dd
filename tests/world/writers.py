"""People who write to a log, whatever happens below it, and remember what they were told.

What was acknowledged must be in it, event for event; what got no answer wholly or not at all; and
nothing else. What is kept beside it is what was kept last, or what somebody was about to keep.
"""

import random
from collections import Counter

from bythebook.house.log.chain import check_chain
from bythebook.house.log.store import Append, Conflict, NewEvent, Row, Store, Write, whole_log
from tests.world.promises import Wrong

STREAMS = ("a", "b", "c")
KEYS = ("x", "y")


class Writers:
    """`late`: what got no answer may still be done, when something later was answered already."""

    def __init__(self, chance: random.Random, late: bool = False) -> None:
        self.chance = chance
        self._late = late
        self.had: Counter[str] = Counter()
        self._rows: list[Row] = []  # acknowledged
        self._unsure: dict[str, Write] = {}  # whoever sent it has no answer
        self._kept: dict[str, set[bytes | None]] = {key: {None} for key in KEYS}

    def act(self, store: Store) -> None:
        """Somebody does something."""
        self.chance.choice((self._write, self._write, self._again, self._keep))(store)

    def _write(self, store: Store) -> None:
        """Some commands at once, of one or several streams each."""
        ends = dict(store.streams())
        writes = []
        for _ in range(self.chance.choice((1, 1, 3))):
            streams = self.chance.sample(STREAMS, self.chance.randint(1, 2))
            appends = []
            for stream in streams:
                texts = [self._text() for _ in range(self.chance.randint(1, 3))]
                said = tuple(NewEvent("Said", text) for text in texts)
                appends.append(Append(stream, ends.get(stream, 0), said))
                ends[stream] = ends.get(stream, 0) + len(said)
            name = f"c-{self.had['commands']}"
            self.had["commands"] += 1
            writes.append(Write(name, b"{}", tuple(appends)))
        self._send(store, writes)

    def _text(self) -> bytes:
        return self.chance.randbytes(self.chance.choice((10, 100, 3000)))

    def _again(self, store: Store) -> None:
        """What got no answer is sent once more, as whoever waits for one does."""
        if self._unsure:
            self._send(store, [self.chance.choice(list(self._unsure.values()))])

    def _send(self, store: Store, writes: list[Write]) -> None:
        self._unsure |= {write.command: write for write in writes}
        outcomes = store.commit(writes)
        for write, outcome in zip(writes, outcomes, strict=True):
            del self._unsure[write.command]
            if isinstance(outcome, Conflict):  # decided on what is not so any more
                self.had["overtaken"] += 1
                continue
            self.had["acknowledged"] += 1
            self._rows += outcome.rows

    def _keep(self, store: Store) -> None:
        key = self.chance.choice(KEYS)
        value = None if self.chance.random() < 0.3 else self._text()
        self._kept[key].add(value)
        if value is None:
            store.discard("thing", key)
        else:
            store.keep("thing", key, value)
        if not self._late:
            self._kept[key] = {value}

    # What must hold

    def look(self, store: Store) -> None:
        rows = list(whole_log(store))
        if (fault := check_chain(rows, store.head(), store.stream_heads())) is not None:
            raise Wrong(f"the log is not as it was written: {fault}")
        if reason := store.unsound():
            raise Wrong(f"the file is not sound: {reason}")
        there = {row.position: row for row in rows}
        for row in self._rows:
            if there.pop(row.position, None) != row:
                raise Wrong(f"event {row.position} was acknowledged, and is not there")
        for command, write in self._unsure.items():
            said = [event.data for append in write.appends for event in append.events]
            found = [row for row in there.values() if row.command == command]
            if found and sorted(row.data for row in found) != sorted(said):
                raise Wrong(f"of {command} there is a part, or more than it said")
        if others := {row.command for row in there.values()} - set(self._unsure):
            raise Wrong(f"nobody waits for these: {sorted(others)}")
        for key, possible in self._kept.items():
            if (value := store.kept("thing", key)) not in possible:
                raise Wrong(f"{key} is {value!r}: that was not kept")
            self._kept[key] = {value}
        self.had["found"] += len(rows)
