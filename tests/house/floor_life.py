"""A busy floor: people at several tables who wager, decide, buy, cash out, deal and give orders.

Each of them acts on what they see, by a habit that is a function of the view, the chance and
nothing else; each remembers what they asked for and what they were answered.
"""

import asyncio
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
from argon2 import PasswordHasher
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection

from bythebook.house.demo import demo
from bythebook.house.log.snapshots import house_key
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from bythebook.web.door.visits import Visit
from tests.house.log.stores import Place
from tests.house.served import GONE, Said, Served, Visitor, answer_in, by_api
from tests.house.tables.following import Following

PASSWORD = "a long enough password"
# As the real one, because a weaker hash is made anew at the first log-in; but once for all.
HASHER = PasswordHasher()
CLOCKS = h.Clocks(betting=2, turn=1, offer=1, cut=1)
PLAYERS = ("ann", "ben", "cat", "dan")
STAFF = ("dealer", "supervisor", "manager")
WALLET = 2_000_000

View = dict[str, Any]
Habit = Callable[[View, random.Random], Said | None]

# A table, and who sits where.
FLOOR: dict[str, dict[str, int]] = {
    "challenge": {"ann": 1, "ben": 2},
    "crown": {"ann": 3, "cat": 1},
    "pontoon": {"cat": 2, "dan": 5},
    "practice-jokers": {"ben": 1},
    "crown-cards": {"dan": 1, "ann": 2},
}


# Opening


async def furnish(place: Place, clocks: h.Clocks = CLOCKS) -> dict[str, Visitor]:
    """An empty log becomes a floor with these tables and people, who are let in at once."""
    house = House(place.open(), key=house_key(place.data))
    try:
        kept = HASHER.hash(PASSWORD.encode()).encode()
        accounts = [account for account in demo.ACCOUNTS if account.name not in PLAYERS]
        for account in accounts:
            await _open_account(house, account.name, account.house_roles, account.rank)
        for name in PLAYERS:
            await _open_account(house, name, (), "")
            await house.at_cage(p.HOUSE, name, WALLET, "deposit", f"first-{name}")
        for name in (*(account.name for account in accounts), *PLAYERS):
            await house.committer.call(house.store.keep, "password", name, kept)
        wanted = {terms.id: terms for terms in demo.demo_tables() if terms.id in FLOOR}
        for terms in wanted.values():
            setup = replace(terms.setup, patience_seconds=clocks.turn)
            await demo.open_table(house, replace(terms, clocks=clocks, setup=setup))
        return {name: await _let_in(house, name) for name in (*PLAYERS, *STAFF)}
    finally:
        await house.close()


async def _open_account(house: House, name: str, house_roles: tuple[str, ...], rank: str) -> None:
    order = house.accounts.order
    await order(p.HOUSE, p.OpenAccount(name), house.now)
    for role in house_roles:
        await order(p.HOUSE, p.GrantHouseRole(name, role), house.now)
    for book in demo.books_with_tables() if rank else ():
        if role := demo.role_at(book, rank):
            await order(p.HOUSE, p.GrantRole(name, book, role), house.now)


async def _let_in(house: House, name: str) -> Visitor:
    token = await house.accounts.sessions.begin(name, house.now)
    return Visitor(name, token, Visit(token=token).csrf)


# Habits


def player_at(name: str, box: int) -> Habit:
    """A player who sits at a box and does one of the things that can be done now."""

    def habit(view: View, chance: random.Random) -> Said | None:
        you, due = view["you"], view["due"]
        if not you["here"]:
            return {"type": "join", "box": box}
        if you["chips"] < 50_000:
            return {"type": "buy-chips", "cents": chance.randrange(100, 1000) * 100}
        if chance.random() < 0.02:
            return _seldom(view, chance)
        match due["what"]:
            case "wagers":
                return _wager(view, name, box, chance)
            case "decision" | "offer":
                return _decide(view, name, chance)
            case "cut" if due.get("player") == name:
                if chance.random() < 0.3:
                    return {"type": "decline-cut"}
                return {"type": "cut", "from_front": chance.randint(*due["depth"])}
        return None

    return habit


def _seldom(view: View, chance: random.Random) -> Said:
    chips = view["you"]["chips"]
    return chance.choice(
        [
            {"type": "cash-out", "cents": chance.randrange(1, chips // 2)},
            {"type": "cash-out"},
            {"type": "go"},
            {"type": "buy-chips", "cents": 10**12},
            {"type": "place", "box": 99, "amount": 2500},
            {"type": "raise-dispute", "about": "what I was paid"},
            {"type": "undo-bets"},
            {"type": "rebet"},
        ]
    )


def _wager(view: View, name: str, box: int, chance: random.Random) -> Said | None:
    spots = view["signs"]["spots"]
    placed = {
        wager["wager"]
        for seen in view["boxes"]
        for wager in seen.get("wagers", ())
        if wager["player"] == name and seen["number"] == box
    }
    if "main" not in placed:
        if chance.random() < 0.2:
            return {"type": "rebet"}
        least = spots[0]["least"]
        return {"type": "place", "box": box, "amount": least * chance.randint(1, 5)}
    if len(spots) > 1 and chance.random() < 0.3:
        spot = chance.choice(spots[1:])
        amount = spot.get("least") or spot.get("unit") or 500
        return {"type": "place", "box": box, "amount": amount, "wager": spot["wager"]}
    if chance.random() < 0.1:
        return {"type": "undo-bets"}
    return {"type": "ready"} if name not in view["due"].get("ready", ()) else None


ACTIONS = {
    "hit": "Hit", "stand": "Stand", "double": "Double", "split": "Split", "insure": "Insure",
    "even-money": "TakeEvenMoney", "surrender": "Surrender", "joker": "NameJoker",
    "withdraw": "Withdraw", "ride": "Ride",
}  # fmt: skip


def _decide(view: View, name: str, chance: random.Random) -> Said | None:
    mine = [c for c in view["choices"] if c.get("player") == name and c["action"] in ACTIONS]
    legal = [c for c in mine if c.get("legal", True)]
    if view["due"]["what"] == "offer" and (not legal or chance.random() < 0.5):
        return {"type": "ready"} if name not in view["due"].get("ready", ()) else None
    if not mine:
        return None
    taken = chance.choice(legal if legal and chance.random() < 0.95 else mine)
    command: Said = {"type": ACTIONS[taken["action"]], "box": taken["box"], "player": name}
    if taken["action"] == "insure":
        command["amount"] = taken["usual"]
    elif taken["action"] == "joker":
        command["rank"] = chance.choice(taken["values"])
    return {"type": "decide", "command": command}


class Cards:
    """Real cards in a dealer's hands: six decks, shuffled by hand."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._left: list[str] = []

    def shuffle(self) -> None:
        self._left = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"] * 6
        self._chance.shuffle(self._left)

    def next(self) -> str:
        if not self._left:
            self.shuffle()
        return self._left.pop()


def dealer_with(cards: Cards) -> Habit:
    """A dealer who does what is due, and now and then drops a card."""

    def habit(view: View, chance: random.Random) -> Said | None:
        due = view["due"]
        match due["what"]:
            case "shuffle":
                cards.shuffle()
                return {"type": "shuffle"}
            case "cut" if due.get("player"):
                return {"type": "decline-cut", "player": due["player"]}
            case "insert":
                return {"type": "insert", "from_back": [78]}
            case "burn":
                return {"type": "burn"}
            case "wagers":
                return _begin(view, cards, chance)
            case "card":
                if chance.random() < 0.03:
                    return {"type": "deal", "card": cards.next(), "to": 7}
                return {"type": "deal", "card": cards.next()}
            case "put-right":
                return {"type": "resolve", "how": chance.choice(sorted(due["ways"]) or ["burn"])}
            case "offer":
                return {"type": "decide", "command": {"type": "Proceed"}}
            case "decision" if chance.random() < 0.05:
                return {"type": "direct-hand", "box": due["box"], "gone": True}
        return None

    return habit


def _begin(view: View, cards: Cards, chance: random.Random) -> Said | None:
    wagered = any(seen.get("wagers") for seen in view["boxes"])
    if not wagered or chance.random() < 0.6:
        return None
    if order := view["due"].get("order"):  # what the book wants done before the first card
        return dict(order["command"])
    if not view["due"].get("called") and chance.random() < 0.9:
        return {"type": "no-more-bets"}
    return {"type": "deal", "card": cards.next()}


def supervisor(view: View, chance: random.Random) -> Said | None:
    """Orders between the rounds; some want a second person, some are refused."""
    due = view["due"]
    if due["what"] == "cut" and not due.get("player"):
        return {"type": "cut", "player": "", "from_front": due["depth"][0]}
    for act in ("secure-cards", "check-cards"):
        if act in due["says"]:
            return {"type": "perform", "act": act}
    if chance.random() < 0.7:
        return None
    sitting = [seen["sits"] for seen in view["boxes"] if seen.get("sits")]
    player = chance.choice(sitting or ["ann"])
    return chance.choice(
        [
            {"type": "replace-cards", "how": "worn"},
            {"type": "order-shuffle"},
            {"type": "perform", "act": "mishandled"},
            {"type": "display-sign", "kind": "notice", "text": "please mind the step"},
            {"type": "remove-sign", "kind": "notice"},
            {"type": "personal-limits", "player": player, "most": 100_000},
            {"type": "end-personal-limits", "player": player},
            {"type": "allow-several", "player": player},
            {"type": "buy-chips", "player": player, "cents": 5000},
            {"type": "find-payment-error", "player": player, "cents": 500},
            {"type": "announce-closing", "rounds": 3},
            {"type": "approve", "number": chance.randint(1, 5)},
            {"type": "deny", "number": chance.randint(1, 5)},
            {"type": "direct-hand", "box": 1, "gone": True},
            {"type": "void-round", "clause": "20.9"},
        ]
    )


# Living


class Asked(msgspec.Struct):
    """A command that somebody gave, and what became of it as far as they know."""

    name: str
    table: str
    said: Said
    answer: Said | None = None

    @property
    def id(self) -> str:
        """As the log has it."""
        return f"{self.name}/{self.table}/{self.said['id']}"

    @property
    def taken(self) -> bool:
        return self.answer is not None and self.answer["kind"] in ("ack", "waiting")


class Guest:
    """One person at one table."""

    def __init__(self, visitor: Visitor, table: str, habit: Habit, seed: str) -> None:
        self.visitor = visitor
        self.table = table
        self.habit = habit
        self.chance = random.Random(f"{seed} {visitor.name} {table}")
        self.seen = Following()
        self.asked: list[Asked] = []
        self._numbers = itertools.count(1)
        self._seed = seed

    async def live(self, served: Served) -> None:
        """Until the house is gone."""
        self.seen = Following()
        try:
            async with (
                served.socket(self.visitor, self.table) as line,
                served.program(self.visitor) as program,
            ):
                while True:
                    await self._listen(line)
                    await self._act(line, program)
        except GONE:
            return

    async def _listen(self, line: ClientConnection) -> None:
        """All that comes, until it is quiet for a moment."""
        pause = self.chance.choice((0.001, 0.01, 0.05))
        while True:
            try:
                async with asyncio.timeout(pause):
                    text = await line.recv()
            except TimeoutError:
                if self.seen.view:
                    return
                continue
            for message in self.seen.hear(str(text)):
                self._heard(message)

    def _heard(self, message: Said) -> None:
        answer = answer_in(message)
        for asked in self.asked if answer is not None else ():
            if asked.answer is None and answer is not None and asked.said["id"] == answer["id"]:
                asked.answer = answer

    async def _act(self, line: ClientConnection, program: httpx.AsyncClient) -> None:
        if any(asked.answer is None for asked in self.asked[-1:]):
            return  # one thing after the other, as people do
        command = self.habit(self.seen.view, self.chance)
        if command is None:
            return
        said = {
            "id": f"{self._seed}-{next(self._numbers)}",
            "command": command,
            "why": "so",
            "asked": "ann",
        }
        asked = Asked(self.visitor.name, self.table, said)
        self.asked.append(asked)
        if self.chance.random() < 0.2:
            asked.answer = await by_api(program, self.table, said)
        else:
            await line.send(json.dumps(said))


class Floor:
    """Everybody of a floor, life after life of the house."""

    def __init__(self, served: Served, visitors: dict[str, Visitor], seed: str) -> None:
        self.served = served
        self.seed = seed
        self.visitors = visitors
        self.guests: list[Guest] = []
        self._lives = itertools.count(1)
        self._cards = Cards(random.Random(seed))

    async def live(self, kill: Callable[[list[Guest]], Any]) -> list[Guest]:
        """Everybody acts until `kill`, a coroutine function, has ended the house."""
        seed = f"{self.seed}-{next(self._lives)}"
        self.guests = [
            Guest(self.visitors[name], table, player_at(name, box), seed)
            for table, seats in FLOOR.items()
            for name, box in seats.items()
        ]
        by_hand = dealer_with(self._cards)
        for name in ("supervisor", "manager", "dealer"):
            for table in ("challenge", "crown-cards"):
                habit = by_hand if (name, table) == ("dealer", "crown-cards") else supervisor
                self.guests.append(Guest(self.visitors[name], table, habit, seed))
        async with asyncio.TaskGroup() as group:
            for guest in self.guests:
                group.create_task(guest.live(self.served))
            group.create_task(kill(self.guests))
        return self.guests


def tally(guests: list[Guest]) -> Counter[str]:
    """How many commands ended how."""
    return Counter(
        asked.answer["kind"] if asked.answer is not None else "unanswered"
        for guest in guests
        for asked in guest.asked
    )
