"""By which keys a house signs its heads: the first, and each that took the place of another.

They lie on a stream of the log, so that whoever trusts one of them can follow to the next: the old
key signs that the new one takes its place, and the new one that it does. Whoever has the database
alone can write no such event.
"""

from collections.abc import Iterable, Sequence

import msgspec

from bythebook.deciders import Event
from bythebook.errors import NOT_JSON, Malformed
from bythebook.house.heads.notes import ED25519, Key, Signature, Signer, read_key, read_signature
from bythebook.house.log.commits import cause_of
from bythebook.house.log.store import Append, Conflict, NewEvent, Row, Store, Write
from bythebook.house.people.people import HOUSE

STREAM = "keys"


class KeyTaken(Event, frozen=True):
    """From here on, heads are signed by this key."""

    key: str
    at: int
    signatures: tuple[str, ...]  # of the statement: by this key, and by the one before it
    before: str = ""  # the key whose place it takes; none: it is the first

    @property
    def statement(self) -> str:
        """What is signed. No head reads like this."""
        return f"bythebook.house/key\n{self.before}\n{self.key}\n{self.at}\n"


_decoder = msgspec.json.Decoder(KeyTaken)


def key_event(data: bytes) -> KeyTaken:
    try:
        return _decoder.decode(data)
    except NOT_JSON as error:
        raise Malformed(str(error), "event") from None


def taking(new: Signer, at: int, old: Signer | None = None) -> KeyTaken:
    before = str(old.key) if old is not None else ""
    event = KeyTaken(str(new.key), at, (), before)
    signers = (new, *((old,) if old is not None else ()))
    signatures = tuple(str(signer.sign(event.statement)) for signer in signers)
    return msgspec.structs.replace(event, signatures=signatures)


class HouseKeys:
    """Every key so far, and the event that brought it."""

    def __init__(self) -> None:
        self.taken: list[tuple[Key, int]] = []  # with the position in the log

    @property
    def current(self) -> Key | None:
        return self.taken[-1][0] if self.taken else None

    def read(self, row: Row) -> str | None:
        """The next key; why it cannot be one, if so."""
        return self.take(key_event(row.data), row.position)

    def take(self, event: KeyTaken, position: int) -> str | None:
        key = read_key(event.key)
        before = str(self.current) if self.current is not None else ""
        if event.before != before:
            return f"the key {key.name} takes the place of another than the one that signed"
        if key.kind != ED25519 or (self.current is not None and key.name != self.current.name):
            return "a house keeps its name, and signs by Ed25519"
        signatures = [read_signature(line) for line in event.signatures]
        wanted = (key, *((self.current,) if self.current is not None else ()))
        if any(not _signed(one, event, signatures) for one in wanted):
            return "the key that takes another's place is not signed by both"
        self.taken.append((key, position))
        return None

    def in_force(self, size: int) -> Key | None:
        """By which a head over so many events is signed."""
        return next((key for key, since in reversed(self.taken) if since <= size), None)


def _signed(key: Key, event: KeyTaken, signatures: Iterable[Signature]) -> bool:
    return any(key.signed_at(event.statement, one) is not None for one in signatures)


def follow_keys(events: Iterable[KeyTaken], known: Sequence[Key]) -> tuple[Key, ...]:
    """Every key of a house that shows these events; one of those that are known must be among them.

    Nothing known, the house is believed the first time.
    """
    keys = HouseKeys()
    for event in events:
        if (wrong := keys.take(event, 0)) is not None:
            raise Malformed(wrong, "keys")
    told = tuple(key for key, _ in keys.taken)
    if not told or (known and not set(known) & set(told)):
        raise Malformed("the key of this house that is trusted is none of those it shows", "keys")
    return told


def keys_in(store: Store) -> HouseKeys:
    """As the log has them; one that cannot be is told."""
    keys = HouseKeys()
    for row in store.read(STREAM):
        if (wrong := keys.read(row)) is not None:
            raise Malformed(wrong, f"event {row.position}")
    return keys


def take_key(store: Store, new: Signer, at: int, old: Signer | None = None) -> None:
    """Write down that heads are signed by this key from now on, unless they are already."""
    keys = keys_in(store)
    current, before = keys.current, old.key if old is not None else None
    if current == new.key:
        return
    if current != before:
        raise Malformed(
            f"the heads of this log are signed by the key {current}; processes that share a log"
            " share its file, and `bythebook heads rotate` puts another in its place",
            str(new.key),
        )
    event = taking(new, at, old)
    append = Append(
        STREAM, len(keys.taken), (NewEvent(type(event).__name__, msgspec.json.encode(event)),)
    )
    write = Write(f"key:{len(keys.taken)}/{new.key.id.hex()}", cause_of(HOUSE), (append,))
    if any(isinstance(one, Conflict) for one in store.commit([write])):
        take_key(store, new, at, old)  # another process was quicker: with the same key, or not
