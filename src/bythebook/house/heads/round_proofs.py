"""That a round is in the log: a file that a player keeps, and checks without the house.

It has a signed head, and of every event of the round its hash with the proof that leads from it to
that head. What whoever asks may know is there in full, so that its hash can be worked out again:
what they did themselves, what the automatic dealer did, and what other players did for all to see.
Of the rest only the hash is shown; an inspector with the log can say what lies behind it.
"""

from collections.abc import Iterable, Iterator

import msgspec

from bythebook.errors import NOT_JSON, Malformed
from bythebook.game.events import CardDealt, Settled
from bythebook.house.heads.heads import head_in, heads_in
from bythebook.house.heads.merkle import inclusion_proof, is_included, leaf_hash
from bythebook.house.heads.notes import Key, SignedHead, read_head
from bythebook.house.heads.tree import Pieces
from bythebook.house.log.chain import hash_of
from bythebook.house.log.store import Row, Store
from bythebook.house.log.upcasting import UNREADABLE
from bythebook.house.tables import table_log as h
from bythebook.house.tables.automatic_dealer import NAME
from bythebook.house.tables.live_table import stream_of
from bythebook.house.tables.table_dealer import SUPERVISOR
from bythebook.house.tables.table_log import happening_from_json
from bythebook.records.story import describe_row
from bythebook.rulebooks.tables import PLAYER
from bythebook.table import events as e
from bythebook.table.state import Step

FORMAT = "bythebook round proof 1"
ROUND = (e.RoundMoved, e.RoundBegan, e.RoundFinished, e.LastRoundMoved, e.LastRoundCorrected)
MACHINES = (NAME, SUPERVISOR)
PROOF_BYTES_MAX = 4_000_000


class ProvedEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event of a round, and the way from it to the head."""

    position: int
    hash: bytes
    proof: tuple[bytes, ...]
    event: Row | None = None  # none: it is not for whoever asked


class RoundProof(msgspec.Struct, frozen=True):
    format: str
    table: str
    round: int
    head: str  # as it was signed
    events: tuple[ProvedEvent, ...]


_decoder = msgspec.json.Decoder(RoundProof)


class Unsigned(Malformed):
    """The round is in the log, but no head is over it yet."""


# Making one


def is_of_round(happening: h.Happening) -> bool:
    """Whether an event of a table belongs to a round."""
    return isinstance(happening, h.Ordered) and any(
        isinstance(event, ROUND) for event in happening.events
    )


def may_see(name: str, happening: h.Happening) -> bool:
    """What a player at the table saw of it, or did. Denied, unless it is known to be so."""
    if not isinstance(happening, h.Ordered):
        return False
    order = happening.order
    if order.by.name != name:
        if order.by.name not in MACHINES and order.by.role != PLAYER:
            return False  # who of the staff did it is not told
        if order.approved is not None or order.second is not None or order.why or order.asked:
            return False
    return all(_for_all_to_see(event, name) for event in happening.events)


def _for_all_to_see(event: e.Event, name: str) -> bool:
    """What is agreed with one player, and a card that lay face down, is not."""
    match event:
        case e.RoundOpened(table=table) | e.RoundBegan(table=table):
            alone = {*table.personal, *table.personal_boxes, *table.warned}
            return alone <= {name} and not table.hits
        case e.RoundMoved(step=step) | e.LastRoundMoved(step=step):
            return _is_open(step)
        case e.LastRoundCorrected(steps=steps):
            return all(map(_is_open, steps))
    return isinstance(event, e.OrderGiven | e.CardTaken | e.RoundFinished)


def _is_open(step: Step) -> bool:
    return not any(isinstance(one, CardDealt) and one.hidden for one in step.events)


def prove_round(
    store: Store, table: str, number: int, positions: Iterable[int], viewer: str = ""
) -> RoundProof:
    """The proof for somebody who played in it; for nobody in particular, with every event."""
    rows = [row for position in positions for row in store.read_log(position - 1, 1)]
    latest = heads_in(store, 1)
    if not rows or not latest or latest[0].size < rows[-1].position:
        raise Unsigned("no head has been signed over this round yet; it will be soon", "round")
    head, pieces = head_in(store, latest[0].size), Pieces(store)
    proved = [
        ProvedEvent(
            row.position,
            row.hash,
            tuple(inclusion_proof(row.position - 1, head.size, pieces)),
            row if not viewer or may_see(viewer, happening_from_json(row.data)) else None,
        )
        for row in rows
    ]
    return RoundProof(FORMAT, table, number, str(head), tuple(proved))


def print_proof(proof: RoundProof) -> bytes:
    return msgspec.json.format(msgspec.json.encode(proof), indent=1) + b"\n"


# Checking it


def read_round_proof(data: bytes) -> RoundProof:
    if len(data) > PROOF_BYTES_MAX:
        raise Malformed("this is too large for the proof of a round")
    try:
        proof = _decoder.decode(data)
    except NOT_JSON as error:
        raise Malformed(f"this is no proof of a round: {error}") from None
    if proof.format != FORMAT:
        raise Malformed(f"this is no proof of a round: its format is {proof.format[:60]!a}")
    return proof


class Checked(msgspec.Struct, frozen=True):
    """What a proof shows, and what is wrong with it, if anything."""

    head: SignedHead
    told: tuple[str, ...]  # what its events say, in words
    wrong: tuple[str, ...]


def check_round(
    proof: RoundProof, keys: Iterable[Key] = (), kept: SignedHead | None = None
) -> Checked:
    """`keys`: of the house, one of which signed; `kept`: the same head, kept by somebody else."""
    head = read_head(proof.head)
    wrong = list(wrong_head(head, tuple(keys), kept))
    told: list[str] = []
    for one in proof.events:
        place, size = one.position - 1, head.size
        if not is_included(leaf_hash(one.hash), place, size, one.proof, head.root):
            wrong.append(f"event {one.position} is not shown to be in the log")
        elif one.event is None:
            told.append(f"event {one.position}: in the log; what it says is not for this file")
        elif (said := _wrong_event(proof, one, one.event)) is not None:
            wrong.append(f"event {one.position}: {said}")
        else:
            try:
                told += [f"event {one.position}: {line}" for line in _says(one.event)]
            except UNREADABLE as error:
                wrong.append(f"event {one.position} cannot be read: {error}")
    if not proof.events:
        wrong.append("it shows no event")
    return Checked(head, tuple(told), tuple(wrong))


def wrong_head(head: SignedHead, keys: tuple[Key, ...], kept: SignedHead | None) -> Iterator[str]:
    if keys and all(head.note.signed_at(key) is None for key in keys):
        yield "the head is not signed by the house's key"
    if kept is not None and (kept.size, kept.root) != (head.size, head.root):
        yield f"the head over {kept.size} events that was kept is another than the one in the file"


def _wrong_event(proof: RoundProof, one: ProvedEvent, row: Row) -> str | None:
    if row.position != one.position or row.stream != stream_of(proof.table):
        return "it is an event of something else"
    if row.hash != one.hash or hash_of(row) != one.hash:
        return "what it says has another hash than the one in the log"
    return None


def _says(row: Row) -> Iterator[str]:
    happening = happening_from_json(row.data)
    if not (isinstance(happening, h.Ordered) and is_of_round(happening)):
        raise Malformed("it is no event of a round")
    order = happening.order
    yield f"{order.by.name}: {type(order.command).__struct_config__.tag}"
    for event in happening.events:
        if isinstance(event, e.RoundMoved | e.LastRoundMoved):
            for one in event.step.events:
                if isinstance(one, Settled):
                    yield describe_row(one)
