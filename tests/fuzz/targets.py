"""What strangers send, by the door at which it comes in: what may be made of it is a clear answer.

A target takes bytes. It lets nothing out but what it is itself wrong about: `Malformed` and
`Refused` are answers, everything else is a fault of ours.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from litestar.routes import HTTPRoute
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.game.commands import AnyCommand as RoundCommand
from bythebook.house.cards.shoe_files import check_shoe, read_shoe
from bythebook.house.demo.demo import demo_tables
from bythebook.house.heads.merkle import leaf_hash
from bythebook.house.heads.notes import Signer, read_head, sign_head
from bythebook.house.heads.round_proofs import (
    FORMAT,
    ProvedEvent,
    RoundProof,
    check_round,
    print_proof,
    read_round_proof,
)
from bythebook.house.log.chain import ZERO, hash_of
from bythebook.house.log.store import Row, whole_log
from bythebook.house.tables import table_log as h
from bythebook.house.tables.requests import AnyRequest
from bythebook.promotions.terms.checks import check_terms
from bythebook.promotions.terms.files import read_terms
from bythebook.rulebooks.chapters.promotions import load_promotion_rules
from bythebook.rulebooks.law import played_by
from bythebook.table.messages import AnyCommand as TableCommand
from bythebook.web.api.tournaments import Document, checked
from bythebook.web.door.limits import DEAR
from bythebook.web.show import record_views
from tests.house.inside import Inside
from tests.logs.kept import kept_logs, opened
from tests.project import ROOT

EXAMPLES = ROOT / "examples"
FOUND = Path(__file__).parent / "found"
PEOPLE = ("", "ann", "cashier", "dealer", "supervisor", "manager", "administrator", "inspector")
TABLES = ("crown", "crown-cards", "practice-challenge")

Try = Callable[[bytes], None]


class Target(NamedTuple):
    """`seeds`: what is understood, to begin from; `words`: of which more of it is made."""

    name: str
    make: Callable[[Path], Try]  # with a folder for what it needs
    seeds: Callable[[], list[bytes]]
    words: Callable[[], list[str]] = list
    share: int = 1  # of the time

    def all_seeds(self) -> list[bytes]:
        """With whatever was found to be wrong once."""
        return [*self.seeds(), *_files(FOUND / self.name, "*")]


def _files(folder: Path, pattern: str) -> list[bytes]:
    return [file.read_bytes() for file in sorted(folder.glob(pattern)) if file.is_file()]


def answered(work: Callable[[bytes], object]) -> Callable[[Path], Try]:
    """Something that needs nothing but the bytes."""

    def tried(data: bytes) -> None:
        with suppress(Malformed, Refused):
            work(data)

    return lambda folder: tried


# Files


def _terms(data: bytes) -> None:
    checked(Document(data.decode("utf-8", "replace"), form=True))


def _promotion(data: bytes) -> None:
    terms = read_terms(data)
    check_terms(load_promotion_rules(played_by(terms)), terms)


def _shoe(data: bytes) -> None:
    check_shoe(read_shoe(data), "00")


def _head(data: bytes) -> None:
    read_head(data.decode("utf-8", "replace"))


def _heads() -> list[bytes]:
    return [str(sign_head(Signer("house.example", bytes(32)), 3, bytes(32), 1)).encode()]


def _proof_of(data: bytes) -> bytes:
    """A forger's: everything fits, whatever the one event says."""
    name, _, said = data.partition(b"\n")
    row = Row(1, "table/crown", 1, "c", b"", name.decode(errors="replace"), said, ZERO, ZERO, ZERO)
    row = replace(row, hash=hash_of(row))
    head = sign_head(Signer("house.example", bytes(32)), 1, leaf_hash(row.hash), 1)
    event = ProvedEvent(1, row.hash, (), row)
    return print_proof(RoundProof(FORMAT, "crown", 1, str(head), (event,)))


def _proof(data: bytes) -> None:
    check_round(read_round_proof(data if data.startswith(b"{") else _proof_of(data)))


def _proofs() -> list[bytes]:
    """Real events of a table, and one of them as a file."""
    with opened(next(log for log in kept_logs() if log.in_sqlite)) as store:
        rows = [row for row in whole_log(store) if row.stream.startswith("table/")][:200]
    told = [row.kind.encode() + b"\n" + row.data for row in rows]
    return [*told, _proof_of(told[-1])]


# The house


def _with_a_round(folder: Path) -> Inside:
    """Tables in different states, and an account of every role."""
    inside = Inside(folder)
    inside.open_everybody()
    inside.pay_in("ann", 1_000_000)
    known = {terms.id: terms for terms in demo_tables()}
    for id in TABLES:
        inside.open_table(replace(known[id], clocks=h.Clocks(betting=9, turn=9)))
    for n, command in enumerate(
        (
            {"type": "join", "box": 1},
            {"type": "buy-chips", "cents": 100_000},
            {"type": "place", "box": 1, "amount": 2500},
            {"type": "ready"},
        )
    ):
        text = msgspec.json.encode({"id": f"first-{n}", "command": command})
        inside.run(inside.house.give("crown", inside.viewer("ann"), text))
    return inside


def _tables(folder: Path) -> Try:
    """A message to a table: who sends it, and where, by the first byte; `=`: it is whole, otherwise
    the command alone."""
    inside = _with_a_round(folder)
    house, sent = inside.house, 0
    viewers = [inside.viewer(name) for name in PEOPLE]

    def position() -> int:
        return inside.run(house.committer.call(house.store.head)).position

    def tried(data: bytes) -> None:
        nonlocal sent
        if not data:
            return
        sent += 1
        who, where = viewers[data[0] % len(PEOPLE)], TABLES[data[0] // len(PEOPLE) % len(TABLES)]
        text = data[2:] if data[1:2] == b"=" else b'{"id":"f%d","command":%b}' % (sent, data[1:])
        before = position()
        try:
            inside.run(house.give(where, who, text))
        except (Malformed, Refused):
            assert position() == before, "what was not done is in the log"
        assert not inside.complaints.heard, inside.complaints.heard

    return tried


def commands() -> list[dict[str, Any]]:
    """One of each kind that can be sent, with something in each field."""
    told: list[dict[str, Any]] = []
    for union in (TableCommand, AnyRequest, RoundCommand):
        kinds: Any = msgspec.inspect.type_info(union)
        for kind in kinds.types:
            fields = {field.encode_name: _some(field.type) for field in kind.fields}
            told.append({"type": kind.tag, **fields})
    return told


def _some(kind: msgspec.inspect.Type) -> Any:
    match kind:
        case msgspec.inspect.Metadata(type=inner):
            return _some(inner)
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.IntType():
            return 1
        case msgspec.inspect.StrType():
            return "ann"
        case msgspec.inspect.VarTupleType() | msgspec.inspect.ListType():
            return [_some(kind.item_type)]
        case msgspec.inspect.UnionType(types=types):
            return _some(types[0])
    return None


def _messages() -> list[bytes]:
    written = [msgspec.json.encode(command) for command in commands()]
    return [bytes([n % 24]) + data for n, data in enumerate(written)]


def _words_of_commands() -> list[str]:
    names = {name for command in commands() for name in command}
    return sorted(names | {command["type"] for command in commands()} | {"ann", "main", "AS", "T"})


BODIES = ("application/json", "application/x-www-form-urlencoded", "text/plain")


def _addresses(inside: Inside) -> list[tuple[str, str]]:
    """All but those that work something out beside the house: of them the files are tried alone."""
    return sorted(
        (method, route.path_format)
        for route in inside.app.routes
        if isinstance(route, HTTPRoute)
        for method, (handler, _) in route.route_handler_map.items()
        if method in ("GET", "POST")
        if not handler.opt.get(DEAR) and "verify" not in route.path
    )


def _api(folder: Path) -> Try:
    """A request: who, which address, what kind of body by the first bytes; then a line that fills
    the address, its question, and the body."""
    inside = _with_a_round(folder)
    addresses = _addresses(inside)

    def tried(data: bytes) -> None:
        if len(data) < 4:
            return
        method, path = addresses[int.from_bytes(data[1:3], "big") % len(addresses)]
        name = PEOPLE[data[0] % len(PEOPLE)]
        line, _, body = data[4:].partition(b"\n")
        name_in, _, query = line.decode("latin-1").partition("?")
        path = "".join(_filled(path, quote(name_in, safe="%") or "crown"))
        headers = {"content-type": BODIES[data[3] % len(BODIES)]}
        if name:
            inside.begin_session(name)
        answer = inside.ask(
            name, method, path, headers, content=body, params=quote(query, safe="%=&+")
        )
        assert answer.status_code < 500, (method, path, query, body, answer.text)
        assert not inside.complaints.heard, inside.complaints.heard

    return tried


def _filled(path: str, name: str) -> Iterator[str]:
    """The address with this wherever it asks for something."""
    for number, part in enumerate(path.replace("}", "{").split("{")):
        yield name if number % 2 else part


def _requests() -> list[bytes]:
    bodies = [b'{"text":"x"}', b"name=ann&act=deposit&amount=5&id=a", b"crown?next=/&a=1\n{}"]
    return [
        bytes([role, 0, at, kind]) + b"crown\n" + body
        for role, at in product((0, 1, 4), range(0, 256, 8))
        for kind, body in enumerate(bodies)
    ]


def _toml_words() -> list[str]:
    return sorted({word for data in _files(EXAMPLES, "**/*.*") for word in data.decode().split()})


TARGETS = (
    Target(
        "records",
        answered(record_views.told),
        lambda: _files(EXAMPLES, "*.round"),
        _toml_words,
        share=3,
    ),
    Target(
        "tournaments",
        answered(_terms),
        lambda: _files(EXAMPLES / "tournaments", "*.toml"),
        _toml_words,
    ),
    Target(
        "promotions",
        answered(_promotion),
        lambda: _files(EXAMPLES / "promotions", "*.toml"),
        _toml_words,
    ),
    Target("shoes", answered(_shoe), lambda: _files(EXAMPLES, "*.shoe")),
    Target("heads", answered(_head), _heads),
    Target("proofs", answered(_proof), _proofs),
    Target("tables", _tables, _messages, _words_of_commands, share=4),
    Target("requests", _api, _requests, _words_of_commands, share=3),
)
BY_NAME = {target.name: target for target in TARGETS}
