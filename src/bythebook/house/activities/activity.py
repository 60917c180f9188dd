"""Affairs of the house beside its tables: jackpot pools, tournaments and their tables, promotions.

    ask ──▶ Moving: decide, evolve, follow up ──▶ one append over its streams and wallets ──▶ told
                ▲                                      │
                └──── read what is new ◀── conflict ───┘

Each is a decider over a stream of its own, KIND/ID, and says what it is by a `Kind`. Streams whose
ids are the same up to the first dot belong together (tournament/cup and session/cup.1.3) if their
kinds are of one family: they move in one append, one command after the other. A patron belongs to
nobody. One row of a stream is one order with all that it brought about (`Acted`), so that `verify`
can decide it again. Seeds that were committed to lie in seal/KIND/ID until they are revealed.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, Generic

import msgspec
from msgspec.structs import replace

from bythebook.deciders import (
    C,
    Command,
    E,
    Event,
    Order,
    Payment,
    Person,
    reader,
    tag_of,
    union,
)
from bythebook.draws import SEED_BYTES, Entropy, digest_of
from bythebook.errors import NOT_JSON, BrokenInvariant, Malformed
from bythebook.house.log.store import Row
from bythebook.house.log.upcasting import in_todays_shapes
from bythebook.house.people.people import HOUSE, Viewer
from bythebook.rulebooks.law import Law, day, named_in, played_by
from bythebook.table import State as TableState

SEALS = "seal/"
ROW = "Acted"
Tables = Callable[[str], TableState | None]  # of the house, by their names, as they stand


class Acted(msgspec.Struct, Generic[C, E], frozen=True):
    """A row of a stream: an order, and what it brought about."""

    order: Order[C]
    events: tuple[E, ...]


class TakeUpRevision(Command, frozen=True, tag="take-up-revision"):
    """Our own rules were mended: from here on it is judged by these. The house says so itself."""

    edition: str
    revision: int
    rules: str


class RevisionTakenUp(Event, frozen=True):
    edition: str
    revision: int
    rules: str
    clause: str = "house:revisions"


class Kind(ABC):
    """What the house must know of one kind of affair. `state` is None before its first event."""

    name: ClassVar[str]  # its streams are NAME/ID
    family: ClassVar[str]  # the kind whose root it belongs to: its own name, for a root
    commands: ClassVar[Mapping[str, type[Command]]]  # every command by its tag
    by_people: ClassVar[frozenset[str]]  # the tags that people may send
    asked: ClassVar[Mapping[str, type[Command]]] = {}  # where they send less than is written down
    events: ClassVar[Any]  # the union of its events
    state: ClassVar[Any] = None  # the type of its state, if it is to be kept as a snapshot
    machines: ClassVar[frozenset[str]] = frozenset()  # names by which the house itself acts
    for_patrons: ClassVar[bool] = True  # whoever has a part in it must be let into the casino
    counted: ClassVar[bool] = False  # what patrons pay for it, or get, counts for a loss limit
    admits: ClassVar[Mapping[str, str]] = {}  # tags by which somebody is let in: who, by field

    @cached_property
    def read_row(self) -> Callable[[bytes], Acted]:
        """How a row of its streams is read."""
        row: Any = Acted
        commands = union((*self.commands.values(), TakeUpRevision))
        return reader(row[commands, self.events | RevisionTakenUp], "event")

    def admitted(self, state: Any, command: Command) -> str:
        """Whom a command lets take part, whoever gives it; nobody: an empty name."""
        field = self.admits.get(tag_of(command))
        return str(getattr(command, field)) if field is not None else ""

    def among(self, state: Any, command: Command) -> Collection[str]:
        """People of whom a command has to know whether the casino keeps them out: it has a field
        `kept_out` for those."""
        return ()

    def chosen(self, state: Any, command: Command) -> Collection[str]:
        """Those of them who had their part in it, in the state after it, for being let in."""
        return ()

    def root_of(self, stream: str) -> str:
        """The family that one of its streams belongs to."""
        return f"{self.family}/{root_of(kind_and_id(stream)[1])}"

    def decided(self, state: Any, order: Order, seeds: Mapping[int, str]) -> Sequence[Event]:
        """What an order brings about, one of the house about its law too."""
        if isinstance(order.command, TakeUpRevision):
            return (_taken_up(self.law_of(state), order.by, order.command),)
        return self.decide(state, order, seeds)

    def evolved(self, state: Any, event: Any) -> Any:
        """What an event leaves."""
        if isinstance(event, RevisionTakenUp):
            law: Any = self.law_of(state)
            return self.under(state, by_revision(law, event))
        return self.evolve(state, event)

    @abstractmethod
    def decide(self, state: Any, order: Order, seeds: Mapping[int, str]) -> Sequence[Event]:
        """What an order brings about; `seeds` are this stream's, sealed ones too, by number."""

    @abstractmethod
    def evolve(self, state: Any, event: Any) -> Any: ...

    def book_of(self, state: Any, command: Command) -> str:
        """The rulebook by which it is judged; none: there is nothing yet, and the command names
        none."""
        law = self.law_of(state) or self.law_in(command)
        return law.book if law is not None else ""

    def game_of(self, state: Any) -> str:
        """The game of its book that is played in it; none: it is no play."""
        return ""

    def law_of(self, state: Any) -> Law | None:
        """By what it is played; None where there is nothing yet, or another stream says it."""
        return None

    def law_in(self, command: Command) -> Law | None:
        """The law that a command names: that of the terms which come into the house by it."""
        return getattr(command, "terms", None)

    def under_law(self, command: Command, on: date, before: Law | None) -> Command:
        """The same, and what it names is in force then, or what there was before: from then on it
        is judged by that."""
        terms: Any = self.law_in(command)
        return replace(command, terms=named_in(terms, on, before)) if terms is not None else command

    def under(self, state: Any, terms: Any) -> Any:
        """The same with these terms: only their law is another."""
        raise BrokenInvariant(f"nothing says by what a {self.name} is played")

    def at_rest(self, state: Any, tables: Tables) -> bool:
        """Whether it goes on and nothing in it is half done: what comes next, new rules decide."""
        return True

    def sent(self, given: dict[str, Any], name: str) -> bytes:
        """A command as somebody of this name sends it, as it is to be read."""
        return encode(given)

    def named(self, id: str, command: Command) -> None:  # noqa: B027
        """Whether a command fits the name of the affair that it makes."""

    def prepared(self, till: Any, state: Any, command: Command) -> Command:
        """A command as people sent it, with what the house itself must add (see `asked`)."""
        return command

    def relies_on(self, till: Any, state: Any, command: Command) -> Mapping[str, int]:
        """Other streams that a command was judged by, at these versions: had one of them moved
        meanwhile it would be judged again."""
        return {}

    def payments(self, state: Any, event: Any) -> Sequence[Payment]:
        """The money that an event moves; `state` is the one before it."""
        return ()

    def approved_cents(self, state: Any, command: Command) -> int:
        """How much money somebody approves by this command."""
        return 0

    def may_follow(self, viewer: Viewer, root: str) -> bool:
        """Whether somebody is told when something has changed: of most, everybody."""
        return True

    def may_see(self, state: Any, viewer: Viewer) -> bool:
        """Whether somebody may know that there is this one: of most, everybody."""
        return True

    def person(self, state: Any, viewer: Viewer, command: Command) -> Person:
        """As what somebody gives this command."""
        return Person(viewer.name, viewer.role_at(self.book_of(state, command)))

    def after_act(self, moving: "ActivityTransaction", stream: str) -> None:  # noqa: B027
        """What the house itself does at once because this stream has moved."""

    def latest(self, state: Any) -> int:
        """When the last thing happened here."""
        return int(getattr(state, "now", 0))

    def seated(self, state: Any) -> Collection[str]:
        """Those who have a seat there now: whom the casino keeps out gets up from it."""
        return ()

    def get_up(self, moving: "ActivityTransaction", stream: str, name: str) -> None:  # noqa: B027
        """By the house itself, for one of them."""

    def next_deadline(self, state: Any) -> int | None:
        """When time alone makes something happen here."""
        return None

    def on_timer(self, moving: "ActivityTransaction", stream: str) -> None:  # noqa: B027
        """That time has come: do it."""

    def as_today(self, state: Any, acted: Acted) -> tuple[Any, Acted]:
        """What a row of an older log was written for, and the row, as they would be today."""
        return state, acted

    def gist(self, events: Sequence[Event]) -> Sequence[object]:
        """What an older row is held to when its order is decided again."""
        return events

    def checked(self, state: Any, order: Order, seeds: Mapping[int, str]) -> str | None:
        """For `verify`: what is wrong with an order beyond what deciding it again would show."""
        return None


def by_revision(law: Any, named: TakeUpRevision | RevisionTakenUp) -> Any:
    """Terms as they are by the law that is named."""
    return replace(law, edition=named.edition, revision=named.revision, rules=named.rules)


def _taken_up(law: Any, by: Person, command: TakeUpRevision) -> RevisionTakenUp:
    """The same edition, and no earlier revision than before."""
    if law is None:
        raise Malformed("there is nothing here that is played by a book")
    if by.name != HOUSE:
        raise Malformed("only the house takes up a revision")
    before, after = played_by(law), played_by(by_revision(law, command))
    if after.edition != before.edition:
        raise Malformed("a revision is one of the same edition")
    if command.revision < before.revision:
        raise Malformed("an earlier revision does not come after a later one")
    return RevisionTakenUp(command.edition, command.revision, command.rules)


class _Tag(msgspec.Struct, frozen=True):
    type: str


class Seed(msgspec.Struct, frozen=True):
    """A row of a stream of seals."""

    number: int
    seed: str


_tag = msgspec.json.Decoder(_Tag)
seeds = msgspec.json.Decoder(Seed)
encode = msgspec.json.Encoder().encode


def acted_from_json(kind: Kind, data: bytes) -> Acted:
    """A row of this kind's streams."""
    return kind.read_row(in_todays_shapes(kind.name, data))


def command_from_json(kind: Kind, data: bytes, asked: bool = False) -> Command:
    """A command of this kind, into the one class that its tag names; `asked`: as people send it."""
    try:
        tag = _tag.decode(data).type
        if tag not in kind.commands:
            raise Malformed(f"{tag!r} is no command", "type")
        type_ = kind.asked.get(tag) if asked else None
        return msgspec.json.decode(data, type=type_ or kind.commands[tag])
    except NOT_JSON as error:
        raise Malformed(str(error), "command") from None


def kind_and_id(stream: str) -> tuple[str, str]:
    kind, _, id = stream.partition("/")
    return kind, id


def root_of(id: str) -> str:
    """What the ids of one family have in common."""
    return id.partition(".")[0]


class Family:
    """An affair and those that belong to it, as this process knows them."""

    def __init__(self, id: str) -> None:
        self.id = id  # KIND/ID of its root, which is also the name of its account
        self.states: dict[str, Any] = {}  # by stream
        self.versions: dict[str, int] = {}
        self.seeds: dict[str, dict[int, str]] = {}  # by stream, then by number
        self.kept: dict[str, int] = {}  # versions of the last snapshots

    @property
    def version(self) -> int:
        return sum(self.versions.values())

    def load_row(self, kind: Kind, row: Row) -> None:
        """A row of one of its streams, read from the log."""
        if row.version != self.versions.get(row.stream, 0) + 1:
            return  # known already
        written = acted_from_json(kind, row.data)
        state, acted = kind.as_today(self.states.get(row.stream), written)
        for event in acted.events:
            state = kind.evolved(state, event)
        self.states[row.stream] = state
        self.versions[row.stream] = row.version

    def load_seed(self, row: Row) -> None:
        seed = seeds.decode(row.data)
        self.seeds.setdefault(row.stream.removeprefix(SEALS), {})[seed.number] = seed.seed


class ActivityTransaction:
    """What one command does to a family, step by step, each decided on what the last one left."""

    def __init__(
        self,
        family: Family,
        kinds: Mapping[str, Kind],
        at: int,
        entropy: Entropy,
    ) -> None:
        self.family = family
        # A clock that was put back does not hold anything up: nothing comes before the last thing.
        past = (kinds[kind_and_id(one)[0]].latest(state) for one, state in family.states.items())
        self.at = max(at, *past, 0)
        self.rows: list[tuple[str, Acted]] = []
        self.payments: list[Payment] = []
        self.new_seeds: list[tuple[str, Seed]] = []
        self.relies_on: dict[str, int] = {}  # versions of streams beside the family's
        self.states = dict(family.states)
        self.versions = dict(family.versions)  # as this began: what is decided is decided on them
        self._kinds = kinds
        self.entropy = entropy

    def fork(self) -> "ActivityTransaction":
        """The same so far, to try something with."""
        other = ActivityTransaction(self.family, self._kinds, self.at, self.entropy)
        other.rows, other.payments = list(self.rows), list(self.payments)
        other.new_seeds, other.states = list(self.new_seeds), dict(self.states)
        other.versions, other.relies_on = self.versions, dict(self.relies_on)
        return other

    def mark(self) -> tuple[int, int, int, dict[str, Any]]:
        """Where it is now, to come back to."""
        return len(self.rows), len(self.payments), len(self.new_seeds), dict(self.states)

    def back_to(self, mark: tuple[int, int, int, dict[str, Any]]) -> None:
        rows, payments, seeds, self.states = mark
        del self.rows[rows:], self.payments[payments:], self.new_seeds[seeds:]

    @property
    def moved(self) -> dict[str, int]:
        """The streams that this moves, and the versions that it leaves them at."""
        after = Counter(stream for stream, _ in self.rows)
        return {stream: self.versions.get(stream, 0) + rows for stream, rows in after.items()}

    def kind(self, stream: str) -> Kind:
        kind = self._kinds.get(kind_and_id(stream)[0])
        if kind is None or kind.root_of(stream) != self.family.id:
            raise BrokenInvariant(f"{stream} does not belong to {self.family.id}")
        return kind

    def streams(self, name: str) -> list[str]:
        """The family's streams of one kind, in the order of their names."""
        return sorted(stream for stream in self.states if kind_and_id(stream)[0] == name)

    def state(self, stream: str) -> Any:
        return self.states.get(stream)

    def seeds(self, stream: str) -> dict[int, str]:
        """Every seed of a stream, also those that nobody may see yet."""
        new = {seed.number: seed.seed for where, seed in self.new_seeds if where == stream}
        return {**self.family.seeds.get(stream, {}), **new}

    def seal(self, stream: str) -> tuple[int, str]:
        """A new secret seed for a stream: its number and its digest."""
        number = len(self.seeds(stream)) + 1
        seed = self.entropy(SEED_BYTES).hex()
        self.new_seeds.append((stream, Seed(number, seed)))
        return number, digest_of(seed)

    def act(self, stream: str, order: Order, law: Law | None = None) -> tuple[Event, ...]:
        """Carry out an order, or raise; then nothing has happened by it. What comes from a table
        is under that table's law."""
        kind, state = self.kind(stream), self.states.get(stream)
        command = kind.under_law(order.command, day(order.at), law or kind.law_of(state))
        order = replace(order, command=command)
        events = tuple(kind.decided(state, order, self.seeds(stream)))
        if not events:
            raise Malformed("that would change nothing")
        payments: list[Payment] = []
        for event in events:
            payments += kind.payments(state, event)
            state = kind.evolved(state, event)
        self.states[stream] = state
        self.payments += payments
        self.rows.append((stream, Acted(order, events)))
        return events

    def by_house(self, stream: str, name: str, role: str, command: Command) -> tuple[Event, ...]:
        """The same by the house itself."""
        return self.act(stream, Order(by=Person(name, role), at=self.at, command=command))
