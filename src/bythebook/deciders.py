"""What every decider shares: tables, jackpot pools, tournaments, promotions.

    events = decide(rules, state, order)     # or Refused, citing the clause; or Malformed
    state  = evolve(state, event)            # None before the first event

    command ──▶ Order: who, as what, when, why ──▶ Decision: events, each applied at once ──▶ state
       ├── its handler: a function marked `@carries_out`, by the type of its second parameter
       └── its JSON: by its tag, a word with dashes (`reader`)

Time, chance and cards arrive as data. Chance is committed to first (`Sealed`) and shown when it is
used (`Revealed`): see `draws`.
"""

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, ParamSpec, TypeVar, Union
from typing import get_args as parts_of

import msgspec

from bythebook.draws import digest_of
from bythebook.errors import NOT_JSON, BrokenInvariant, Malformed, Refused

END_OF_TIME = 253_370_764_800  # seconds: dates have four figures for the year


class Command(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Base of what people ask for; its tag is the act under which the book says who may.

    Its fields say themselves how they are asked for (`fields`). `says` is the button, where the
    book has no words for the act; `group` the heading under which a desk lists it; `because` what
    the reason is called, where an order of this kind cannot do without one. `grave` is what a desk
    asks once before it gives such an order: those that move a prize, a pool or a limit have it.
    """

    says: ClassVar[str] = ""
    group: ClassVar[str] = ""
    because: ClassVar[str] = ""
    grave: ClassVar[str] = ""


class Event(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Base of what has happened; past tense, each with the clause that it rests on."""


if TYPE_CHECKING:
    from typing_extensions import TypeVar as Open

    # Whoever names no kind of command or event means any.
    C = Open("C", bound=Command, default=Command, covariant=True)
    E = Open("E", bound=Event, default=Event, covariant=True)
else:
    C = TypeVar("C", bound=Command, covariant=True)
    E = TypeVar("E", bound=Event, covariant=True)


class Person(msgspec.Struct, frozen=True, gc=False):
    name: str
    role: str


class Order(msgspec.Struct, Generic[C], frozen=True, gc=False, kw_only=True):
    """A command with its who, when and why. Read from JSON, `Order[union]` says which commands."""

    by: Person
    at: int  # whole seconds on the casino's clock
    command: C
    why: str = ""


class OrderGiven(Event, frozen=True):
    """Heads what an order brings about: who gave it, in which capacity, when, by which clause."""

    by: Person
    at: int
    act: str
    why: str
    clause: str


MINUTE = 60  # of the clock that orders carry


def tag_of(kind: object) -> str:
    """The word by which a command or an event, or a class of them, is written down."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


# A decision as it unfolds

S = TypeVar("S")


class Decision(Generic[S]):
    """Collects events; each is applied at once, so that the next is decided on what it left."""

    __slots__ = ("clause", "events", "order", "state")

    def __init__(self, state: S, order: Order, clause: str) -> None:
        self.state = state
        self.order = order
        self.clause = clause  # of the power by which the order is given
        self.events: list[Event] = []

    @staticmethod
    def evolve(state: Any, event: Any, /) -> Any:
        """How an event changes the state: the decider's own."""
        raise BrokenInvariant("a decision changes something")

    @property
    def at(self) -> int:
        return self.order.at

    def emit(self, event: Event) -> None:
        self.state = self.evolve(self.state, event)
        self.events.append(event)

    def note(self, act: str = "") -> None:
        """Who gave the order, when, why and by which power."""
        order = self.order
        act = act or tag_of(order.command)
        self.emit(OrderGiven(order.by, order.at, act, order.why, self.clause))

    def refuse(self, reason: str, clause: str = "") -> Refused:
        return Refused(clause or self.clause, reason)


Arguments = ParamSpec("Arguments")


def refusal_of(
    decide: Callable[Arguments, object], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Refused | Malformed | None:
    """Why a decision would not be taken now, or None: buttons, checks and tests ask so."""
    try:
        decide(*arguments, **named)
    except (Refused, Malformed) as no:
        return no
    return None


def check_order(order: Order, since: int = 0) -> None:
    """Whatever is ordered, somebody orders it, at a time no earlier than the last order's."""
    if not since <= order.at < END_OF_TIME:
        raise Malformed("an order is given no earlier than the last one, and before the year 9999")
    if not order.by.name.strip():
        raise Malformed("an order says who gives it")


# Who carries out what

Handler = Callable[[Any, Any], None]
Handlers = Mapping[type[Command], Handler]
H = TypeVar("H", bound=Handler)
_CARRIES_OUT = "__carries_out__"


def carries_out(handler: H) -> H:
    """Mark a function `(decision, command: SomeCommand | Another)` as the one for these."""
    annotations = [kind for name, kind in handler.__annotations__.items() if name != "return"]
    kind = annotations[1]
    setattr(handler, _CARRIES_OUT, parts_of(kind) or (kind,))
    return handler


def handlers_in(*modules: ModuleType) -> dict[type[Command], Handler]:
    """Every command that one of these modules carries out, and by which function."""
    found: dict[type[Command], Handler] = {}
    for module in modules:
        for handler in vars(module).values():
            if isinstance(handler, ModuleType):  # it knows the mark too, by its name
                continue
            for command in getattr(handler, _CARRIES_OUT, ()):
                if found.setdefault(command, handler) is not handler:
                    raise BrokenInvariant(f"two carry out {tag_of(command)!r}")
    return found


# JSON: what a log holds, and what is sent


def tags(*commands: type[Command]) -> dict[str, type[Command]]:
    """Commands by their tags."""
    return {tag_of(command): command for command in commands}


K = TypeVar("K")


def _kinds_in(module: Mapping[str, Any], base: type[K]) -> tuple[type[K], ...]:
    kinds = [kind for kind in module.values() if isinstance(kind, type) and kind is not base]
    return tuple(kind for kind in kinds if issubclass(kind, base) and not kind.__subclasses__())


def events_in(module: Mapping[str, Any]) -> tuple[type[Event], ...]:
    """Every event that a module knows by name; a base of others is none."""
    return _kinds_in(module, Event)


def commands_in(module: Mapping[str, Any]) -> tuple[type[Command], ...]:
    """The same of commands."""
    return _kinds_in(module, Command)


def union(kinds: Iterable[type]) -> Any:
    """One of these, for whoever reads JSON."""
    return Union[tuple(kinds)]  # noqa: UP007


def reader(kind: Any, what: str) -> Callable[[bytes | msgspec.Raw], Any]:
    """A function that reads this kind from JSON; whatever else it is given is malformed."""
    decoder = msgspec.json.Decoder(kind)

    def read(data: bytes | msgspec.Raw) -> Any:
        try:
            return decoder.decode(data)
        except NOT_JSON as error:
            raise Malformed(str(error), what) from None

    return read


# Chance and money


class Sealed(Event, frozen=True):
    """A seed is kept secret from now on; this is what it can be proved by."""

    number: int  # 1, 2, 3 … within the stream
    digest: str
    about: str
    clause: str


class Revealed(Event, frozen=True):
    """The seed has been used: whoever wants can work everything out again."""

    number: int
    seed: str
    clause: str


def check_seed(digest: str, seed: str, clause: str) -> None:
    """A seed that is shown is the one that was sealed."""
    if digest_of(seed) != digest:
        raise Refused(clause, "this seed is not the one that was sealed")


Money = Literal["wallet", "cash"]  # in which somebody pays or is paid


class Payment(msgspec.Struct, frozen=True):
    """Money between somebody and an activity's own account.

    Between whom says `money`: a person's wallet, a person's cash at the cage, the house itself, or
    the takings of a table (then `person` is the table's name).

    `cents` above nothing: the activity pays; below nothing: it receives. Each stream has one
    account; when the activity is over it comes to nothing.
    """

    person: str
    cents: int
    money: Money | Literal["house", "table"]
    about: str = ""
    decided: int = 0  # when it was decided that is put right by it; 0: now

    def __post_init__(self) -> None:
        if self.cents == 0:
            raise Malformed("a payment is more than nothing")
