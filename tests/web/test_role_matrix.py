"""Who may what: every address, and every message to a table or an affair, by every role.

Addresses and messages are found in the code, who may in `who_may.toml`: what is new has no line
there and fails. Where a book decides, who may is read in the book's own files.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.handlers import WebsocketRouteHandler
from msgspec import inspect
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused, given
from bythebook.house.activities.kinds import KINDS
from bythebook.house.activities.service import LiveFamily
from bythebook.house.demo import demo
from bythebook.house.demo.tournaments import demo_terms
from bythebook.house.money import wallets as w
from bythebook.house.people import people as p
from bythebook.house.service import Ack, House
from bythebook.house.tables import requests as r
from bythebook.house.tables import table_log as h
from bythebook.house.tables.request_handler import RequestHandler
from bythebook.house.tables.running_table import RunningTable, TableTransaction, rules_of
from bythebook.rulebooks import find_book
from bythebook.rulebooks.files import read_chapter
from bythebook.rulebooks.law import day, named_in
from bythebook.table import orders as o
from bythebook.table.messages import COMMANDS
from bythebook.table.preparing import opening_orders
from bythebook.web.pages.inspector import close_verification
from tests.house.inside import Line, the_app
from tests.promotions.offers import CROWN
from tests.promotions.offers import terms as promotion_terms
from tests.web.everybody import (
    ALONE,
    CUP,
    DRAFT,
    DRAFT_CUP,
    NOBODY,
    OFFERED,
    ROLES,
    TASMANIA,
    Everybody,
)
from tests.web.visitors import JSON, PASSWORD

WRITTEN = tomllib.loads((Path(__file__).parent / "who_may.toml").read_text(encoding="utf-8"))
GROUPS: dict[str, list[str]] = {**WRITTEN["groups"], "everybody": list(ROLES)}
TURNED_AWAY = 409
NOW = 1_800_000_000

# What stands for the parts of an address, and what is sent there, so that somebody who may come is
# answered with more than that there is nothing.
NAMES = {
    "code": "nothing",
    "affair": DRAFT_CUP, "book": CROWN, "clause_id": "8.5.2", "job": "x", "key": "x",
    "place": "x", "shift": "x",
    "kind": "tournament",
    "new": "2", "old": "1", "size": "1",
    "name": "player", "number": "1", "path": "x", "pool": "supernova", "promotion": DRAFT,
    "rest": "nowhere", "shoe": "crown.1", "table": "crown-cards", "token": "x",
    "tournament": DRAFT_CUP,
}  # fmt: skip
AT = {
    "/api/tournaments/{tournament}/tables/{table}": {"tournament": ALONE, "table": "1.1"},
    "/tournaments/{tournament}/tables/{table}": {"tournament": ALONE, "table": "1.1"},
    "/tournaments/{tournament}/tables/{table}/dealer": {"tournament": ALONE, "table": "1.1"},
}
SENT: dict[str, Any] = {
    "/api/tables": {"table": {"id": "x", "title": "x", "book": CROWN}, "check": True},
    "/api/tables/{table}/would": {"command": {}},
    "/api/tournaments/rehearse": {"text": ""},
    "/api/tournaments/{tournament}/terms": {"text": ""},
}
FORMS = {
    "/account/password": {"password": "one", "again": "another"},
    "/login": {"name": "player", "password": PASSWORD},
}


@pytest.fixture(scope="module")
def everybody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everybody]:
    here = Everybody(tmp_path_factory.mktemp("everybody"))
    yield here
    here.run(close_verification(here.app))
    here.close()


# Addresses


def addresses() -> Iterator[tuple[str, str]]:
    """Every address of the application: with GET, POST … or, for a socket, LIVE."""
    for route in the_app().routes:
        path = re.sub(r":\w+}", "}", route.path)
        found: Any = route
        for handler in getattr(found, "route_handlers", None) or [found.route_handler]:
            if isinstance(handler, WebsocketRouteHandler):
                yield "LIVE", path
            else:
                yield from ((method, path) for method in handler.http_methods - {"OPTIONS"})


ADDRESSES = sorted(set(addresses()), key=lambda one: (one[1], one[0]))


def test_every_address_has_a_line_and_every_line_an_address() -> None:
    assert set(WRITTEN["addresses"]) == {" ".join(one) for one in ADDRESSES}


def filled(path: str, hidden: bool = False) -> str:
    """An address of something that there is, or of the same sort and not there."""
    names = {**NAMES, **AT.get(path, {})}
    if hidden:
        names |= {"tournament": "no-such", "promotion": "no-such", "affair": "no-such"}
    return re.sub(r"{(\w+)}", lambda part: names[part[1]], path)


def asked(everybody: Everybody, role: str, method: str, path: str, address: str) -> int:
    """How somebody is answered; a socket that is closed at once is 404."""
    everybody.come(role)
    if method == "LIVE":
        line = Line(everybody, role, "")
        line.path = address
        everybody.run(line.open())
        closed = line.closed
        line.close()
        return 404 if closed else 200
    named: dict[str, Any] = {}
    if method != "GET":
        named = {"data": FORMS[path]} if path in FORMS else {"json": SENT.get(path, {})}
    return everybody.ask(role, method, address, JSON, **named).status_code


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
def test_who_comes_in(everybody: Everybody, method: str, path: str) -> None:
    line = WRITTEN["addresses"][f"{method} {path}"]
    group, hides = line.removesuffix(", hidden"), line.endswith(", hidden")
    for role in ROLES:
        status = asked(everybody, role, method, path, filled(path))
        assert status < 500, role
        kept_out = role == "excluded" and status == TURNED_AWAY
        if hides and role not in GROUPS[group]:
            nowhere = asked(everybody, role, method, path, filled(path, hidden=True))
            knows = role in GROUPS["book-staff"] and status == 403
            assert knows or (role, status) == (role, nowhere), "nobody learns that it is there"
        elif role in GROUPS[group]:
            assert status not in (401, 403), role
            assert not kept_out, role
            assert not (hides and status == 404), role
        elif not kept_out:
            assert status == 403 or (role in NOBODY and status == 401), role


# Messages: what the house decides stands in our table, the rest in the books


def least(kind: inspect.Type) -> Any:
    """The least that is of a type, as JSON has it."""
    match kind:
        case inspect.Metadata(type=inner):
            return least(inner)
        case inspect.BoolType():
            return False
        case inspect.IntType():
            return 1
        case inspect.StrType():
            return "x"
        case inspect.NoneType():
            return None
        case inspect.LiteralType(values=given):
            return min(given, key=str)
        case inspect.UnionType(types=kinds):
            return least(kinds[0])
        case inspect.VarTupleType() | inspect.ListType():
            return []
        case inspect.TupleType(item_types=items):
            return [least(item) for item in items]
        case inspect.DictType():
            return {}
        case inspect.StructType() if kind.array_like:
            return "8C"
        case inspect.StructType():
            fields = {f.encode_name: least(f.type) for f in kind.fields if f.required}
            return {**fields, **({kind.tag_field: kind.tag} if kind.tag_field else {})}
    return {}


def message(command: type[msgspec.Struct]) -> dict[str, Any]:
    made = least(inspect.type_info(command))
    assert isinstance(made, dict)
    return made


@cache
def chapter(book: str, name: str) -> dict[str, Any]:
    return read_chapter(find_book(book).source, name)


def ranks(book: str) -> tuple[list[str], list[str]]:
    """The roles of a book from the lowest up, and those beside them."""
    table = chapter(book, "table")
    return [one["role"] for one in table["ladder"]], [one["role"] for one in table["beside"]]


def by_rank(book: str, act: Mapping[str, Any]) -> set[str]:
    """Who may what a book gives to a rank: whoever stands at least so high."""
    ladder, beside = ranks(book)
    written = chapter(book, "table")["ladder"]
    same = {one["role"]: one["same_as"] for one in written if "same_as" in one}
    by, also = act["by"], set(act.get("also_by", ()))
    while by in same:
        by = same[by]
    if by == "anybody":
        return {"player", *ladder, *beside}
    if by == "player":  # a dealer puts down what a player asks for
        return {"player", *ladder} | also
    return also | ({by} if by not in ladder else set(ladder[ladder.index(by) :]))


def may_at_table(book: str, tag: str, about: str = "") -> tuple[set[str], set[str]]:
    """Who may by every entry that a book has for an act, about this, and who by one of them."""
    acts = chapter(book, "table")["acts"].get(tag, ())
    entries = [
        by_rank(book, act) for act in acts if not about or about in act.get("only", (about,))
    ]
    return (set.intersection(*entries), set.union(*entries)) if entries else (set(), set())


def about_what(book: str, tag: str, told: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """The clauses or wagers for which alone a book gives an act, each; else nothing of the kind."""
    acts = chapter(book, "table")["acts"].get(tag, ())
    field = next((name for name in ("clause", "wager") if name in told), "")
    only = dict.fromkeys(one for act in acts for one in act.get("only", ()))
    yield from ({field: one} for one in only if field)
    if not field or not only:
        yield {}


RANK = re.compile(
    r" takes an? .*; | is for .*; |^this takes |: only by an? |^that takes an? | alone$"
    r"|^only those who play here|^that is for the staff|^whoever writes a tournament down"
    r"|^practice is declared once"
)
NOT_HERE = re.compile(
    r"knows no act|has no power|is no command|cards are sealed|no order waits|only where cards come"
    r"|is not given like that|not here, or not for that"
)
OURS = ("house:guests", "house:inspector", "house:staff", "house:roles")


def verdict(no: Exception | None) -> str:
    """`no`: not by this person. `never`: not here, whoever asks. Anything else is for them."""
    if no is None:
        return "may"
    assert isinstance(no, Refused | Malformed), no
    if (isinstance(no, Refused) and no.clause in OURS) or RANK.search(no.reason):
        return "no"
    return "never" if NOT_HERE.search(no.reason) else "may"


def judge(what: str, got: Mapping[str, str], must: set[str], could: set[str]) -> None:
    if {said for role, said in got.items() if role not in OUTSIDE} == {"never"}:
        must, could, got = set(), set(), {role: got[role] for role in OUTSIDE}
    for role, said in got.items():
        if role in must:
            assert (what, role, said) == (what, role, "may")
        elif role not in could:
            assert (what, role, said) == (what, role, "no")


def viewer_at(book: str, role: str) -> p.Viewer:
    """Somebody of a role at a book; of the house if it is one of the house's."""
    match role:
        case "stranger":
            return p.VISITOR
        case "guest":
            return p.Viewer("guest-1")
        case "house inspector":
            return p.Viewer("ivy", False, frozenset({p.PLAYER, p.INSPECTOR}))
        case "player":
            return p.Viewer("player", False, frozenset({p.PLAYER}))
    return p.Viewer(role, False, frozenset({p.PLAYER}), {book: role})


OUTSIDE = ("stranger", "guest", "house inspector")


def all_roles(book: str) -> list[str]:
    return [*OUTSIDE, "player", *ranks(book)[0], *ranks(book)[1]]


# Tables


def an_open_table(book: str) -> TableTransaction:
    """A table of a book with cards dealt by hand, a player, and an order that waits for another."""
    of_the_book = [one for one in demo.demo_tables() if one.book == book]
    terms = min(of_the_book, key=lambda one: one.practice)  # some are dealt for practice alone
    terms = named_in(replace(terms, cards="scanned"), day(NOW))
    rules, run = rules_of(terms), RunningTable(terms=terms)
    move = TableTransaction(rules, run, NOW)
    for order in opening_orders(rules, run.table, terms.setup, _who, NOW):
        move.order(order)
    lowest = o.Person("dealer", ranks(book)[0][0])
    waits = o.Order(by=lowest, at=NOW, command=o.Tell(lowest.role, "open"))
    move.happen(h.ApprovalAsked(1, waits, "8.1", "so"))
    return move


def _who(role: str) -> o.Person:
    return o.Person(f"{role} of the house", role)


MESSAGES = {**COMMANDS, **r.REQUESTS}


def test_every_message_has_a_line_and_every_line_a_message() -> None:
    assert set(WRITTEN["table"]) == set(MESSAGES)
    for kind in KINDS:
        assert (kind.name, set(WRITTEN[kind.name])) == (kind.name, set(kind.by_people))


# A book that is dealt for practice alone, by the plain conduct, has no ranks of its own.
BOOKS = sorted({terms.book for terms in demo.demo_tables() if not terms.practice})


@pytest.mark.parametrize("book", BOOKS)
def test_who_may_send_what_to_a_table(book: str) -> None:
    table = an_open_table(book)
    ladder, beside = ranks(book)
    known = {"player", *ladder, *beside}
    ours = {"known": known, "players": {"player"}, "staff": known - {"player"}}
    ours["dealers"] = set(ladder)
    for tag, line in WRITTEN["table"].items():
        for what in acts_of(book, tag):
            told = {**message(MESSAGES[tag]), **({"act": what} if tag == "perform" else {})}
            if line == "book":
                for about in about_what(book, what, told):
                    named = {**told, **about}
                    got = {role: at_table(table, book, role, named) for role in all_roles(book)}
                    if is_here(table, book, what):
                        assert (what, got[ladder[-1]]) != (what, "never")
                    judge(f"{what} {about}", got, *may_at_table(book, what, *about.values()))
                continue
            got = {role: at_table(table, book, role, told) for role in all_roles(book)}
            if line == "opens":
                judge(what, got, set(), may_at_table(book, "open")[1])
            elif line == "approves":  # which of them, the order that waits decides
                judge(what, got, set(), ours["staff"])
            else:
                judge(what, got, ours[line], ours[line])


def is_here(table: TableTransaction, book: str, tag: str) -> bool:
    """Whether the book has an act for this way of dealing and this game."""
    setup = given(table.run.table.setup)
    return any(
        act.get("dealing", setup.dealing) == setup.dealing
        and setup.game in act.get("games", (setup.game,))
        for act in chapter(book, "table")["acts"].get(tag, ())
    )


def acts_of(book: str, tag: str) -> list[str]:
    """What a message can ask for: of all that a book has written down, each."""
    if tag != "perform":
        return [tag]
    acts = chapter(book, "table")["acts"]
    return [act for act, entries in acts.items() if entries[0].get("record")]


def at_table(table: TableTransaction, book: str, role: str, told: dict[str, Any]) -> str:
    move = TableTransaction(table.rules, table.run, NOW)
    viewer = viewer_at(book, role)
    own = role in (*OUTSIDE, "player")  # the staff order about others
    given = {**told, **({"player": viewer.name if own else "zoe"} if "player" in told else {})}
    try:
        asked = r.asked_from_json(
            msgspec.json.encode({"id": "x", "command": given, "why": "so"}), viewer.name
        )
        RequestHandler(move, viewer, w.Wallet(viewer.name, 10_000)).handle(asked)
    except (Refused, Malformed) as no:
        return verdict(no)
    return verdict(None)


# Affairs

AFFAIRS = {
    "patron": ("player", CROWN),
    "pool": ("supernova", TASMANIA),
    "promotion": (OFFERED, CROWN),
    "session": (f"{ALONE}.1.1", CROWN),
    "tournament": (CUP, CROWN),
}
ANOTHER = "another"  # what is made must not be there yet
ELSEWHERE = {
    ("pool", "make-pool"): ANOTHER,
    ("promotion", "draft"): ANOTHER,
    ("tournament", "fill"): ALONE,
    ("tournament", "make"): ANOTHER,
    ("tournament", "practice"): DRAFT_CUP,
}
FILLED: dict[tuple[str, str], dict[str, Any]] = {
    ("pool", "link-table"): {"table": "hobart"},
    ("pool", "make-pool"): {"terms": replace(demo.demo_house().pools[-1].terms, id=ANOTHER)},
    ("promotion", "draft"): {"terms": promotion_terms(CROWN)},
    ("tournament", "make"): {"terms": replace(demo_terms(NOW), id=ANOTHER)},
}


def who_may(kind: str, tag: str, book: str) -> tuple[set[str], set[str]]:
    """Who may by every entry, and who by one of them: by the book's own chapter, or as our table
    says where the book leaves it to the house."""
    line: str = WRITTEN[kind][tag]
    if line.startswith("as "):
        return who_may(kind, line.removeprefix("as "), book)
    if line.startswith("table "):
        return may_at_table(book, line.removeprefix("table "))
    if kind == "session" and line == "book":
        must, could = may_at_table(book, tag)
        director = set(chapter(book, "tournament-play")["roles"]["director"])
        return must, could | director
    may = _who_may(kind, tag, book, line)
    return may, may


def _who_may(kind: str, tag: str, book: str, line: str) -> set[str]:
    match kind:
        case "pool":
            act = chapter(book, "jackpot")["jackpots"]["supernova"]["acts"].get(tag)
            return by_rank(book, act) if act else set()
        case "tournament":
            return set(chapter(book, "tournament")["acts"].get(tag, {}).get("by", ()))
        case "promotion":
            rules = chapter(book, "promotion")
            by = rules["acts"].get(tag, {}).get("by", ())
            roles = (rules["parties"].get(party, {}).get("roles", [party]) for party in by)
            return {role for each in roles for role in each}
        case "session":
            return at_session(book, tag, line)
    return set()


def at_session(book: str, tag: str, line: str) -> set[str]:
    """Dealers, supervisors and the director, as the book names them; each may what is below."""
    play = chapter(book, "tournament-play")
    powers = play["acts"][tag]["by"] if tag in play["acts"] else line.split()
    ladder = ("dealer", "supervisor", "director")
    found = {"player"} if "player" in powers else set()
    for power in set(powers) & set(ladder):
        for each in ladder[ladder.index(power) :]:
            found |= set(play["roles"][each])
    return found


@pytest.mark.parametrize("kind", sorted(AFFAIRS))
def test_who_may_send_what_to_an_affair(
    everybody: Everybody, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    house = everybody.house
    monkeypatch.setattr(house.affairs, "move", only_decided(house))
    name, book = AFFAIRS[kind]
    known = house.affairs.kinds[kind]
    for tag in known.by_people:
        told = {**message({**known.commands, **known.asked}[tag]), **FILLED.get((kind, tag), {})}
        told |= {"book": book} if "book" in told else {}
        told = {field: "player" if value == "x" else value for field, value in told.items()}
        got = {}
        for role in all_roles(book):
            stream = f"{kind}/{ELSEWHERE.get((kind, tag), name)}"
            got[role] = at_affair(everybody, stream, viewer_at(book, role), dict(told))
        judge(f"{kind} {tag}", got, *who_may(kind, tag, book))


def only_decided(house: House) -> Any:
    async def decided(stream: str, command_id: str, cause: bytes, build: Any, id: str = "") -> Ack:
        family = house.affairs.family_of(stream) or LiveFamily(stream)
        build(house.affairs.moving(family, house.now))
        return Ack(id, 0)

    return decided


def at_affair(everybody: Everybody, stream: str, viewer: p.Viewer, told: dict[str, Any]) -> str:
    affairs = everybody.house.affairs
    try:
        given = affairs.kind_of(stream).sent(told, viewer.name)
        everybody.run(affairs.ask(stream, viewer, given, "x", "so"))
    except (Refused, Malformed) as no:
        return verdict(no)
    return verdict(None)
