"""Nothing leaks: whoever asks for whatever, in every state of a table, no byte tells a card that is
not dealt, a seed, or what is another player's own."""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.routes import HTTPRoute
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.house.demo.demo import demo_tables
from bythebook.house.people.people import HOUSE
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import LiveTable
from bythebook.web.show.assets import FOLDER
from tests.house.canary import STAFF, Canary, Watch, amounts, cards_in, texts_of, unseen_of
from tests.house.floor_life import player_at
from tests.house.inside import Inside, Line
from tests.house.served import COOKIE, Said

TERMS = {terms.id: terms for terms in demo_tables()}
CLOCKS = h.Clocks(betting=3, turn=3, offer=2, cut=2)
VIRTUAL = ("challenge", "crown")
SCANNED = "crown-cards"
CLOSED = "plus"
TABLES = (*VIRTUAL, SCANNED, CLOSED)
PEOPLE = (
    "", "guest", "ann", "ben", "cashier", "dealer", "supervisor", "manager", "administrator",
    "inspector",
)  # fmt: skip
SOME = ("", "ann", "inspector")
WALLETS = {"ann": 48_613_271, "ben": 59_724_397}
CHIPS = {"ann": 3_133_713, "ben": 4_244_819}
LOSS_LIMIT = 2_777_131
STATES = {"betting", "turns", "offers", "split", "settled", "revealed", "waiting"}
ENDING = ("/account/sessions/end",)  # ends the sessions that this test goes on with
JSON = "application/json"
PAGE = "text/html"
VISITOR = "a browser that was here before"  # so that it gets no new token with every page
SAFE = ("GET", "OPTIONS")
# Their text is the same for everybody, or makes long work: once is enough.
STILL = ("/rulebooks", "/api/rulebooks", "/odds", "/api/odds", "/record", "/static", "/api/record",
         "/shoes/check", "/api/openapi.json")  # fmt: skip
SAME = ("/api", "/healthz", "/metrics")  # whoever asks
# What was measured, and how far something is that is worked out beside the tables (the card of the
# best play knows a game's rules, and no table): another text each time, with the same cards too.
BY_TIME = ("/metrics", "/api/verify", "/school/card")
LOST = "KC"


class House:
    """A house with every role in it, sockets of all of them at every table, and the canary."""

    def __init__(self, folder: Path) -> None:
        self.inside = Inside(folder)
        self.inside.open_everybody()
        self.canary = Canary(self.inside)
        house = self.inside.house
        self.come_as_guest()
        for name, cents in WALLETS.items():
            self.inside.pay_in(name, cents)
            self.inside.run(house.accounts.credentials.set_password(name, "a long secret word"))
        link = house.accounts.credentials.make_link("ben", self.inside.time)
        self.canary.add("a one-time link", self.inside.run(link))
        self._add_cabinet()
        for id in (*VIRTUAL, SCANNED):
            self.inside.open_table(replace(TERMS[id], clocks=CLOCKS))
        self.inside.run(house.make_table(TERMS[CLOSED], HOUSE))
        self.lines = {
            (name, table): self.inside.line(name, table) for name in PEOPLE for table in TABLES
        }
        self.heard = dict.fromkeys(self.lines, 0)
        self.numbers = iter(range(1, 10**6))

    def come_as_guest(self) -> None:
        accounts = self.inside.house.accounts
        seen = self.inside.run(accounts.come_as_guest(self.inside.time))
        self.inside.tokens["guest"] = seen.token

    def _add_cabinet(self) -> None:
        """Whatever is kept there: hashes of passwords, and the names under which tokens lie."""
        for kind in ("session", "password", "link"):
            kept: dict[str, bytes] = self.inside.run(
                self.inside.house.committer.call(self.inside.house.store.all_kept, kind)
            )
            for key, value in kept.items():
                if kind == "password":
                    self.canary.add("a password's hash", value.decode())
                else:
                    self.canary.add(f"where a {kind} lies", key)

    def close(self) -> None:
        for line in self.lines.values():
            line.close()
        self.inside.close()

    # What happens

    def give(self, name: str, table: str, command: Said, **beside: str) -> Said:
        line = self.lines[name, table]
        answer = line.command(command, f"c{next(self.numbers)}", **beside)
        self.check_sockets()
        return answer

    def must(self, name: str, table: str, command: Said, **beside: str) -> Said:
        answer = self.give(name, table, command, **beside)
        assert answer["kind"] in ("ack", "waiting"), answer
        return answer

    def check_sockets(self) -> None:
        """All that anybody was sent meanwhile."""
        self.inside.run(self.inside.quiet())
        watch = self.canary.look()
        for (name, table), line in self.lines.items():
            new = line.texts[self.heard[name, table] :]
            self.heard[name, table] += len(new)
            if new:
                watch.check(name, f"the socket of {table}", "\n".join(new))

    # What can be asked for

    def paths(self, moving_only: bool) -> list[tuple[str, str]]:
        """Every route of the application with every table in it."""
        found: list[tuple[str, str]] = []
        for route in self.inside.app.routes:
            if not isinstance(route, HTTPRoute):
                continue
            if moving_only and (route.path.startswith(STILL) or route.path == "/api"):
                continue
            for path in self.filled(route.path):
                found += [(method, path) for method in sorted(route.methods)]
        return list(dict.fromkeys(found))

    def who_asks(self, method: str, path: str) -> tuple[str, ...]:
        """Everybody, or some: where the text is the same for all, where there is nothing to be
        seen, and for offers of methods, which the routes make by themselves."""
        alike = path in SAME or path.startswith((*STILL, "/nothing"))
        empty = method == "GET" and "/nothing" in path
        return SOME if alike or empty or method == "OPTIONS" else PEOPLE

    def filled(self, path: str) -> Iterator[str]:
        """A path with something in the place of its parameters: what there is, and what not."""
        if "{name:path}" in path:
            files = sorted(file for file in FOLDER.rglob("*") if file.is_file())
            yield from (f"/static/{file.relative_to(FOLDER)}" for file in files)
            return
        rounds = {table: self.inside.house.table(table).run.table.rounds for table in TABLES}
        for table in TABLES if "{table" in path else ("",):
            for number in (1, max(1, rounds.get(table, 1))) if "{number" in path else (1,):
                made = path.replace("{table:str}", table).replace("{number:int}", str(number))
                made = made.replace("{shoe:str}", f"crown.{number}")
                made = made.replace("{book:str}", "crown-blackjack")
                made = made.replace("{clause_id:str}", "8.5.2").replace("{name:str}", "ann")
                yield re.sub(r"\{[^}]*\}", "nothing", made)

    def walk(self) -> dict[tuple[str, str], str]:
        """Everybody looks at everything that can change; what they got is free of secrets."""
        watch, got = self.canary.look(), {}
        for method, path in self.paths(moving_only=True):
            for name in self.who_asks(method, path) if method == "GET" else ():
                got[name, path] = self.look_at(name, method, path, watch)
        return got

    def walk_everywhere(self) -> None:
        """The same with all that stays as it is, and with requests that would change something."""
        watch = self.canary.look()
        for method, path in self.paths(moving_only=False):
            for name in self.who_asks(method, path):
                if method in SAFE:
                    self.look_at(name, method, path, watch)
                else:
                    self.try_to_change(name, method, path, watch)

    def look_at(self, name: str, method: str, path: str, watch: Watch) -> str:
        accept = JSON if path.startswith("/api/") else PAGE
        headers = {"accept": accept} | ({} if name else {"cookie": f"{COOKIE}={VISITOR}"})
        answer = self.inside.ask(name, method, path, headers)
        assert answer.status_code < 500, (name, method, path, answer.text)
        text = texts_of(answer)
        watch.check(name, f"{method} {path}", text)
        return text

    def try_to_change(self, name: str, method: str, path: str, watch: Watch) -> None:
        """Requests that would change something, with nothing sensible in them, in a session apart:
        some of them end it."""
        own = self.inside.tokens.get(name)
        if name == "guest":
            self.come_as_guest()
        elif own is not None:
            self.inside.begin_session(name)
        headers = {"accept": JSON}
        if path in ENDING:
            headers["x-csrf-token"] = "another"
        bodies: list[dict[str, Any]] = [{}, {"json": {}}, {"data": {"name": "ann", "act": "x"}}]
        for body in bodies:
            answer = self.inside.ask(name, method, path, headers, **body)
            assert answer.status_code < 500, (name, method, path, answer.text)
            watch.check(name, f"{method} {path}", texts_of(answer))
        if own is not None:
            self.inside.tokens[name] = own


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    opened = House(tmp_path)
    yield opened
    opened.close()


def labels(view: dict[str, Any]) -> set[str]:
    """What is special about a table as it stands."""
    found = set()
    if view["due"]["what"] == "wagers" and any(box.get("wagers") for box in view["boxes"]):
        found.add("betting")
    if view["due"].get("phase") in ("turns", "offers"):
        found.add(view["due"]["phase"])
    if any(hand.get("split") for box in view["boxes"] for hand in box.get("hands", ())):
        found.add("split")
    if view["rows"] and view["due"]["what"] == "wagers":
        found.add("settled")
    if view["shoe"].get("earlier"):
        found.add("revealed")
    return found


def test_no_role_gets_a_secret_from_any_route_or_socket_in_any_state(house: House) -> None:
    assert house.inside.house.table(CLOSED).run.table.phase == "closed"
    house.walk_everywhere()
    seen: set[str] = set()
    sit_down(house)
    ask_for_approval(house)
    seen.add("waiting")
    house.walk()
    for now in play(house, 400):
        if now - seen:
            seen |= now
            house.walk()
        if seen >= STATES:
            break
    pry(house)
    assert seen == STATES
    assert house.inside.complaints.heard == []


def sit_down(house: House) -> None:
    """Players with sums that nobody else has; one of them with a limit and a complaint."""
    for table in (*VIRTUAL, SCANNED):
        for box, (name, cents) in enumerate(CHIPS.items(), start=1):
            house.must(name, table, {"type": "join", "box": box})
            house.must(name, table, {"type": "buy-chips", "cents": cents + box})
    for text in amounts(LOSS_LIMIT):
        house.canary.add("a loss limit", text, "ann", *STAFF)
    house.must("ann", "challenge", {"type": "set-loss-limit", "amount": LOSS_LIMIT})
    house.canary.add("a complaint", "zebra complaint", "ann", *STAFF)
    house.must("ann", "challenge", {"type": "raise-dispute", "about": "zebra complaint"})


def ask_for_approval(house: House) -> None:
    house.canary.add("why an order was given", "zebra reason", *STAFF)
    order = {"type": "perform", "act": "mishandled"}
    answer = house.must("dealer", "challenge", order, why="zebra reason")
    assert answer["kind"] == "waiting"


def play(house: House, steps: int) -> Iterator[set[str]]:
    """Play goes on at the tables of virtual cards; says what is special about them each time."""
    chance = random.Random(7)
    habits = {"ann": player_at("ann", 1), "ben": player_at("ben", 2)}
    for _ in range(steps):
        for table in VIRTUAL:
            for name, habit in habits.items():
                command = habit(house.lines[name, table].seen.view, chance)
                if command is not None and command["type"] not in ("go", "cash-out"):
                    house.give(name, table, command)
        yield set().union(*(labels(house.lines["", table].seen.view) for table in VIRTUAL))
        house.inside.time_passes(1)
        house.check_sockets()


PRYING: tuple[Said, ...] = (
    {"type": "place", "box": 1, "player": "ann", "amount": 50_000},
    {"type": "place", "box": 3, "player": "ann", "amount": 5_000_000},
    {"type": "cash-out", "player": "ann"},
    {"type": "buy-chips", "player": "ann", "cents": 10**10},
    {"type": "set-loss-limit", "player": "ann", "amount": 1},
    {"type": "declare-chips", "player": "ann", "amount": 10**10},
    {"type": "leave", "player": "ann"},
    {"type": "decide", "command": {"type": "Hit", "box": 1, "player": "ann"}},
    {"type": "decide", "command": {"type": "Double", "box": 1, "player": "ann"}},
    {"type": "undo-bets", "player": "ann"},
    {"type": "deal", "card": "8C"},
    {"type": "approve", "number": 1},
    {"type": "open-now"},
)


def pry(house: House) -> None:
    """Somebody tries what is another's: nothing happens, and the answer tells nothing."""
    for table in TABLES:
        for name in ("", "guest", "ben", "cashier", "inspector"):
            for command in PRYING:
                before = house.inside.house.table(table).run
                answer = house.give(name, table, command)
                if command["type"] == "undo-bets" and name == "ben":
                    continue  # that takes one's own off, whoever is named beside it
                assert answer["kind"] in ("refused", "malformed"), (name, table, command)
                assert house.inside.house.table(table).run == before


def test_an_irregular_card_face_down_is_shown_to_nobody(house: House) -> None:
    """At the table of real cards: whoever entered it knows it, and no view has it.

    A club, for the puzzle of the day lies there in the other suits, and is of no table.
    """
    sit_down(house)
    for command in (
        {"type": "shuffle"},
        {"type": "cut", "player": "", "from_front": 100},
        {"type": "insert", "from_back": [78]},
        {"type": "burn"},
        {"type": "place", "box": 1, "player": "ann", "amount": 1000},
        {"type": "no-more-bets"},
        {"type": "deal", "card": "2C"},
    ):
        house.give("supervisor", SCANNED, {"type": "decline-cut", "player": "ann"})
        house.give("supervisor", SCANNED, {"type": "decline-cut", "player": "ben"})
        house.must("supervisor", SCANNED, command)
    lost = {"type": "deal", "card": LOST, "to": 7, "exposed": False}
    house.must("supervisor", SCANNED, lost)
    assert house.lines["", SCANNED].seen.view["due"]["what"] == "put-right"
    shown = house.walk()
    for (name, path), text in shown.items():
        assert LOST not in cards_in(text), (name, path)
    for line in house.lines.values():
        assert LOST not in cards_in("".join(line.texts)), line.name
    assert any("2C" in cards_in(text) for text in shown.values())


# The same bytes, whatever lies in the shoe


def test_what_anybody_gets_does_not_depend_on_cards_that_are_not_dealt(house: House) -> None:
    """The rest of each stack is turned round behind everybody's back: nobody can tell."""
    sit_down(house)
    for now in play(house, 200):
        if "turns" in now:
            break
    first = {ask: got for ask, got in house.walk().items() if ask[1] not in BY_TIME}
    views = see_again(house)
    for table in VIRTUAL:
        live = house.inside.house.table(table)
        before = unseen_of(live)[0]
        lay_unseen(live, lambda cards: cards[::-1])
        assert unseen_of(live)[0] != before
    second = {ask: got for ask, got in house.walk().items() if ask[1] not in BY_TIME}
    assert {ask for ask in first if first[ask] != second[ask]} == set()
    assert see_again(house) == views
    check_that_no_card_is_told(house)


def lay_unseen(live: LiveTable, lie: Callable[[list[Card]], list[Card]]) -> None:
    """Behind everybody's back other cards lie where nobody has seen any."""
    order, unseen = unseen_of(live)
    assert live.run.stack is not None
    assert len(unseen) > 100
    number, cut = live.run.stack.number, live.run.stack.cut % len(order)
    rest = iter(lie([order[place] for place in sorted(unseen)]))
    other = [next(rest) if place in unseen else card for place, card in enumerate(order)]
    live.vault.add(live.vault.secret_of(number), tuple(other[-cut:] + other[:-cut]))


def check_that_no_card_is_told(house: House) -> None:
    """Not a single one with what happens: all that lie unseen are a card that nobody has seen."""
    for table in VIRTUAL:
        live = house.inside.house.table(table)
        lines = {name: line for (name, at), line in house.lines.items() if at == table}
        seen = set(cards_in(json.dumps(lines["inspector"].seen.view)))
        hidden = next(card for card in unseen_of(live)[0] if str(card) not in seen)
        lay_unseen(live, lambda cards, hidden=hidden: [hidden] * len(cards))  # type: ignore[misc]
        heard = {name: len(line.texts) for name, line in lines.items()}
        house.must("ann", table, {"type": "raise-dispute", "about": "nothing"})
        told = {name: "".join(line.texts[heard[name] :]) for name, line in lines.items()}
        assert [name for name, text in told.items() if not text] == []
        assert [name for name, text in told.items() if str(hidden) in cards_in(text)] == []


def see_again(house: House) -> list[str]:
    """The whole view of everybody, asked for anew."""
    found = []
    for line in house.lines.values():
        line.say('{"see":0}')
        found.append(last_view(line))
    return found


def last_view(line: Line) -> str:
    return next(text for text in reversed(line.texts) if json.loads(text).get("view"))


def test_the_canary_sings(house: House) -> None:
    """If there were a leak it would be noticed: every kind of secret, put where it may not be."""
    sit_down(house)
    live = house.inside.house.table("crown")
    order, unseen = unseen_of(live)
    first = sorted(unseen)[3]
    cards = [str(card) for card in order[first : first + 5]]
    assert live.run.stack is not None
    leaks = [
        " ".join(cards),
        json.dumps(cards),
        json.dumps([[card[0], card[1], 1, False] for card in cards]),
        live.vault.secret_of(live.run.stack.number).seed,
        house.inside.tokens["ann"],
        *amounts(WALLETS["ann"] - 3 * CHIPS["ann"] - 3),
        *amounts(CHIPS["ann"] + 1),
        *amounts(LOSS_LIMIT),
        "zebra complaint",
    ]
    watch = house.canary.look()
    for leak in leaks:
        with pytest.raises(AssertionError):
            watch.check("ben", "here", f"so <b>{leak}</b>, then")
    watch.check("ann", "here", " ".join(amounts(LOSS_LIMIT)))
