"""People at the tables of a house who do all kinds of things, sensible and not, through the house.

What they ask for is drawn at random from every order there is; what the rules refuse is not in the
log, so that what is left is what can happen. Used to make logs, and to play on from them.
"""

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.game.round import legal
from bythebook.house.demo import demo
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.service import House
from bythebook.house.tables import requests as r
from bythebook.house.tables import table_log as h
from bythebook.table import State
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.cards.irregularities import ways
from bythebook.table.console import order_of, step_due
from bythebook.table.decision import game_of
from bythebook.table.table import refusal
from tests.house.activities.tournament_life import Clock
from tests.table.any_orders import COMMANDS, DECK, PEOPLE, any_command, words_of

BEGAN = 1_800_000_000
MONEY = 10**8
CLOCKS = h.Clocks(betting=20, turn=30, offer=15, cut=8)
WHY = "so it was"
EACH, TRIES = 2, 25  # orders of a kind at a table; to find one that is allowed
CASHIER, ADMINISTRATOR = "cashier", "administrator"


class Time(Clock):
    """A clock that is turned by hand."""

    def __init__(self, now: int = BEGAN) -> None:
        super().__init__(now)


def named(role: str) -> str:
    """Whoever has this role: people are called as what they are, as far as a name is long."""
    return role[:24].strip("-")


def staff_of(book: str) -> tuple[str, ...]:
    """Everybody on the staff of a book."""
    return tuple(named(role) for role in p.roles_of(book))


async def furnish(house: House, books: Sequence[str]) -> None:
    """Players with money, and somebody for every role of these books; some have a history."""
    number = itertools.count(1)

    async def order(by: str, command: p.AnyCommand) -> None:
        await house.accounts.order(by, command, house.now, f"people-{next(number)}")

    await order(p.HOUSE, p.OpenAccount(ADMINISTRATOR, "keeps the accounts"))
    await order(p.HOUSE, p.GrantHouseRole(ADMINISTRATOR, p.ADMINISTRATOR))
    for name in (CASHIER, *PEOPLE, "gone", "out"):
        await order(ADMINISTRATOR, p.OpenAccount(name))
    await order(ADMINISTRATOR, p.GrantHouseRole(CASHIER, p.CASHIER))
    await order(ADMINISTRATOR, p.GrantHouseRole("out", p.PIT))
    await order(ADMINISTRATOR, p.RevokeHouseRole("out", p.PIT))
    await order(ADMINISTRATOR, p.LockAccount("out"))
    await order(ADMINISTRATOR, p.UnlockAccount("out"))
    await order(ADMINISTRATOR, p.CloseAccount("gone"))
    opened = set[str]()
    for book in books:
        for role in p.roles_of(book):
            if named(role) not in opened:
                await order(p.HOUSE, p.OpenAccount(named(role), f"is {role}"))
            await order(ADMINISTRATOR, p.GrantRole(named(role), book, role))
            opened.add(named(role))
    first = next(iter(p.roles_of(books[0])))
    await order(ADMINISTRATOR, p.GrantRole("out", books[0], first))
    await order(ADMINISTRATOR, p.RevokeRole("out", books[0]))
    for name in PEOPLE:
        await house.at_cage(CASHIER, name, MONEY, "deposit", f"in-{name}")
        await house.at_cage(CASHIER, name, 12_345, "withdraw", f"out-{name}")


async def viewer_of(house: House, name: str) -> Viewer:
    found = await house.accounts.viewer(name)
    return found if found is not None else Viewer(name)


async def open_table(house: House, like: str, id: str, cards: h.CardsKind, **setup: Any) -> None:
    """A table of the demonstration under another name."""
    terms = next(terms for terms in demo.demo_tables() if terms.id == like)
    changed = replace(terms.setup, **setup)
    made = replace(terms, id=id, cards=cards, clocks=CLOCKS, setup=changed)
    await demo.open_table(house, made)


class Walk:
    """One table, and everybody around it."""

    def __init__(self, house: House, time: Time, table: str, seed: str) -> None:
        self.house = house
        self.time = time
        self.id = table
        self.chance = random.Random(f"{seed} {table}")
        self.seed = seed
        self.count = 0
        self.had: Counter[type[o.Command]] = Counter()
        self.live = house.table(table)
        self.rules = self.live.rules
        self.practice = self.live.run.terms.practice
        self.players = tuple(f"guest-{n}" for n in PEOPLE) if self.practice else PEOPLE
        self.staff = staff_of(self.live.run.terms.book)
        self.top = named(self.rules.conduct.ladder[-1].role)
        self.dealer = named(self.rules.conduct.ladder[0].role)

    @property
    def state(self) -> State:
        return self.live.run.table

    @property
    def virtual(self) -> bool:
        return self.live.run.terms.cards == "virtual"

    async def give(self, name: str, what: o.Command | r.Request, why: str = WHY) -> bool:
        """Whether it was carried out, or waits."""
        self.count += 1
        said = {
            "id": f"{self.seed}-{self.count}", "command": what, "why": why,
            "asked": self.players[0],
        }  # fmt: skip
        viewer = await viewer_of(self.house, name)
        try:
            asked = r.asked_from_json(msgspec.json.encode(said), name)
            ack = await self.house.command(self.id, viewer, asked)
        except (Refused, Malformed):
            return False
        if ack.waiting and not isinstance(what, r.Approve):
            await self._answer(ack.waiting, name)
        return True

    async def _answer(self, number: int, by: str) -> None:
        """Somebody else approves, as a rule."""
        if self.chance.random() < 0.1:
            return
        if self.chance.random() < 0.1:
            await self.give(self.top, r.Deny(number))
        for name in self.staff:
            if name != by and await self.give(name, r.Approve(number)):
                return

    async def passes(self, seconds: int) -> None:
        self.time.now += seconds
        await self.house.look_at_clocks()

    # The sensible course

    async def sit(self) -> None:
        for box, name in enumerate(self.players, start=1):
            if name not in self.state.players:
                await self.give(name, r.Join(box))
            if not self.practice and name in self.state.players:
                await self.give(name, r.BuyChips(200_000))

    async def ready_cards(self) -> None:
        if self.virtual:
            return
        await self.give(self.dealer, o.Shuffle())
        for name in self.players * 2:
            await self.give(name, o.DeclineCut(name))
        await self.give(self.top, o.Cut(from_front=120))
        for back in (40, 80, 100):
            await self.give(self.dealer, o.Insert((back,)))
        await self.give(self.dealer, o.Burn())

    async def wagers(self) -> bool:
        placed = False
        setup = self.state.setup
        for box, name in enumerate(self.players, start=1):
            placed |= await self.give(name, o.Place(box, name, 2500))
            for wager in setup.side_wagers if setup is not None else ():
                for cents in (500, 200):
                    if await self.give(name, o.Place(box, name, cents, wager)):
                        break
        return placed

    def card(self) -> Card:
        """The next of the cards in hand: those that a mishap left in the shoe come first."""
        coming = self.state.shoe.next
        return coming[0] if coming else self.chance.choice(DECK)

    async def begin(self) -> None:
        """Wagers, and the first card."""
        await self.ready_cards()
        await self.wagers()
        if self.virtual:
            for name in self.players:
                await self.give(name, r.Ready())
            if not self.state.in_round:
                await self.passes(25)
        elif not await self.give(self.dealer, o.Deal(self.card())):
            await self.close_bets()
            await self.give(self.dealer, o.NoMoreBets())
            await self.give(self.dealer, o.Deal(self.card()))

    async def close_bets(self) -> None:
        """What the book wants done with the wagers that lie there."""
        while step := step_due(self.rules.conduct, self.state):
            if not await self.give(self.dealer, order_of(self.rules.conduct, step[0])):
                return

    async def step(self) -> bool:
        """The next card or decision of a round; False when there is nothing to do."""
        state = self.state
        if state.irregular:
            return await self.put_right()
        if state.round is None or not state.in_round:
            return False
        if state.round.due is not None and not self.virtual:
            return await self.give(self.dealer, o.Deal(self.card()))
        choices = legal(game_of(self.rules, state), state.round) or [g.Proceed()]
        command = self.chance.choice(choices)
        for name in (*self.players, self.dealer, self.top):
            if await self.give(name, o.Decide(command)):  # type: ignore[arg-type]
                return True
        await self.passes(31)
        return True

    async def finish(self, most: int = 80) -> bool:
        """Play the round to its end; whether it has come to one."""
        for _ in range(most):
            if not self.state.in_round and not self.state.irregular:
                return True
            if not await self.step() and not await self.void():
                break
        return not self.state.in_round

    async def void(self) -> bool:
        voids = game_of(self.rules, self.state).rules.void
        for clause in voids:
            if await self.give(self.top, o.VoidRound(clause)):
                return True
        return False

    async def put_right(self) -> bool:
        found = sorted(ways(game_of(self.rules, self.state), self.state))
        self.chance.shuffle(found)
        for how in found:
            for name in (self.top, *self.staff):
                if await self.give(name, m.Resolve(how)):
                    return True
        await self.give(self.top, m.WrongCards())
        return await self.give(self.top, m.CardsVerified())

    async def to_a_decision(self) -> bool:
        """A new round, and on until somebody must decide; where nobody ever does, a few cards, or
        wagers before the first."""
        await self.sit()
        for _ in range(3):
            await self.finish()
            await self.begin()
            for _ in range(12):
                round_ = self.state.round
                if round_ is None or not self.state.in_round:
                    break
                if round_.phase == "turns" and round_.due is None:
                    return True
                await self.step()
        await self.finish()
        if self.virtual:
            return await self.wagers()
        await self.begin()
        await self.step()
        return self.state.in_round

    # Anything else

    async def anything(self, orders: int) -> None:
        """Orders of any kind by anybody; half of them by the highest rank, so that some pass."""
        for kind in self.chance.sample(COMMANDS, orders):
            command = any_command(self.chance, kind, words_of(self.rules, self.state))
            names = [*self.staff, *self.players]
            name = self.chance.choice([*names, *[self.top] * len(names)])
            if self.chance.random() < 0.5:
                name = getattr(command, "player", "") or name
            if self.chance.random() < 0.1:
                await self.passes(self.chance.choice((60, 1500)))
            again = self.staff if self.chance.random() < 0.5 else ()
            for by in (name, *reversed(again)):
                if await self.give(by, command):
                    break

    async def seldom(self, most: int) -> None:
        """A few orders of kinds that this table has hardly had, looked for among many."""
        kinds = [kind for kind in COMMANDS if self.had[kind] < EACH]
        self.chance.shuffle(kinds)
        given = 0
        for kind in kinds:
            if given == most:
                return
            order = self._allowed(kind)
            if order is not None and await self.give(order.by.name, order.command):
                self.had[kind] += 1
                given += 1

    def _allowed(self, kind: type[o.Command]) -> o.Order | None:
        """An order of this kind that the table would carry out now."""
        words = words_of(self.rules, self.state)
        ranks = [*self.rules.conduct.ladder, *self.rules.conduct.beside]
        for _ in range(TRIES):
            command = self._understood(any_command(self.chance, kind, words))
            if command is None:
                continue
            role = self.chance.choice(ranks).role
            player = getattr(command, "player", "") or self.chance.choice(self.players)
            for by in (o.Person(named(role), role), o.Person(player, "player")):
                asked = self.players[0]
                order = o.Order(by=by, at=self.house.now, command=command, why=WHY, asked=asked)
                if refusal(self.rules, self.state, order) is None:
                    return order
        return None

    def _understood(self, command: o.Command) -> o.Command | None:
        """As the house reads it, if it can."""
        try:
            read = r.command_of(msgspec.to_builtins(command), "")
        except Malformed:
            return None
        assert isinstance(read, o.Command)
        return read

    async def requests(self) -> None:
        """What the house itself does for people."""
        name = self.chance.choice(self.players)
        wanted: list[r.Request] = [
            r.UndoBets(), r.Rebet(), r.CashOut(self.chance.choice((None, 1000))), r.Go(),
            r.BuyChips(5000), r.Ready(), r.Approve(1), r.Deny(1),
        ]  # fmt: skip
        await self.give(name, self.chance.choice(wanted))
        player = self.chance.choice(self.players)
        sold: list[r.Request] = [r.BuyChips(2500, player), r.CashOut(500, player)]
        await self.give(self.top, self.chance.choice(sold))

    async def live_on(self, turns: int) -> None:
        """Rounds, and anything in between; a table that was closed is opened again."""
        for _ in range(turns):
            if self.state.phase == "closed" and not await self.give(self.top, r.OpenNow()):
                return
            await self.sit()
            if self.chance.random() < 0.7:
                await self.begin()
                for _ in range(self.chance.randrange(4, 16)):
                    await self.step()
                    if self.chance.random() < 0.25:
                        await self.seldom(2)
            if self.chance.random() < 0.3:
                card, to = self.card(), self.chance.choice([None, 0, 1, 2, 3, 5])
                await self.give(self.dealer, o.Deal(card, to))
            await self.anything(4)
            await self.seldom(3)
            await self.requests()
            if self.chance.random() < 0.7:
                await self.finish()
            await self.passes(40)
