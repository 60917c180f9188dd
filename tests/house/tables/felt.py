"""One table with its automatic dealer and nothing around it: a clock to turn, cards to choose.

What a house does between a message and the log is done here in one step, without a log: the request
is understood, carried out, and the automatic dealer goes on.
"""

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.cards import Card, parse_cards
from bythebook.errors import Malformed, Refused
from bythebook.house.demo import demo
from bythebook.house.money import wallets as w
from bythebook.house.people.people import PLAYER, Viewer
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import Vault
from bythebook.house.tables.narration import lines_of
from bythebook.house.tables.projecting import Projection, due_view, you_view
from bythebook.house.tables.request_handler import Outcome, RequestHandler
from bythebook.house.tables.requests import Asked, command_of
from bythebook.house.tables.running_table import RunningTable, TableTransaction, happen
from bythebook.house.tables.table_dealer import table_dealer
from bythebook.house.tables.views import DueView, LineView, Means, YouView
from bythebook.rulebooks.tables import find_table_rules
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.decision import game_of
from bythebook.table.preparing import opening_orders

BEGAN = 1_800_000_000
CLOCKS = h.Clocks(betting=20, turn=30, offer=15, cut=8)
WALLET = 1_000_000


def terms_of(table: str, clocks: h.Clocks = CLOCKS, **setup: Any) -> h.Terms:
    """A table of the demonstration, changed as a test wants it."""
    terms = next(terms for terms in demo.demo_tables() if terms.id == table)
    return replace(terms, clocks=clocks, setup=replace(terms.setup, **setup))


class Chance:
    """Bytes that look like chance and are the same in every run."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def __call__(self, length: int) -> bytes:
        self._drawn += 1
        return hashlib.sha256(f"{self._seed} {self._drawn}".encode()).digest()[:length]


class Felt:
    """A table that runs."""

    def __init__(self, terms: h.Terms, seed: str = "felt", is_open: bool = True) -> None:
        self.rules = find_table_rules(terms.book)
        self.run = RunningTable(terms=terms)
        self.vault = Vault()
        self.chance = Chance(seed)
        self.time = BEGAN
        self.log: list[h.Happening] = []
        self.commands: list[list[h.Happening]] = []  # what each request brought about
        self.gone: set[str] = set()
        self.wallets: dict[str, w.Wallet] = {}
        self.held_by: Refused | Malformed | None = None
        self.after: list[Callable[[TableTransaction], None]] = []  # told after every move
        if is_open:
            self.open()

    # People

    def viewer(self, name: str, role: str = "", *house_roles: str) -> Viewer:
        book = self.run.terms.book
        roles = frozenset(house_roles) if house_roles else frozenset({PLAYER})
        return Viewer(name, False, roles, {book: role} if role else {})

    def wallet(self, name: str) -> w.Wallet:
        return self.wallets.setdefault(name, w.Wallet(name, WALLET))

    def here(self, name: str) -> bool:
        return name not in self.gone

    # What happens

    def move(self) -> TableTransaction:
        return TableTransaction(self.rules, self.run, self.time)

    def settle(self, move: TableTransaction) -> None:
        """The automatic dealer goes on; then everything has happened."""
        dealer = table_dealer(move, self.vault, self.chance, self.here)
        if move.run.terms.cards == "virtual":
            dealer.go_on()
        self.held_by = dealer.held_by
        self._check(move)
        self.run = move.run
        self.log += move.happened
        self.commands.append(move.happened)
        for told in self.after:
            told(move)

    def _check(self, move: TableTransaction) -> None:
        """Whatever a test does: the events alone come to the same, and no card is lost or added."""
        run = self.run
        for happening in move.happened:
            if isinstance(happening, h.StackSealed):
                self._check_cards(run, happening.number)
            run = happen(run, happening)
        assert run == move.run

    def _check_cards(self, run: RunningTable, number: int) -> None:
        """A stack that is sealed has every card of the decks that is not out."""
        game, shoe = game_of(self.rules, run.table), run.table.shoe
        sealed = Counter(self.vault.secret_of(number).before)
        assert sealed == Counter(self.vault.order_of(number))
        missing = Counter(game.rules.pack.cards(game.decks)) - sealed
        assert not sealed - Counter(game.rules.pack.cards(game.decks))
        assert not Counter(shoe.out) - missing
        assert missing.total() == len(shoe.out) + shoe.unseen

    def open(self) -> None:
        move = self.move()
        setup = self.run.terms.setup
        for order in opening_orders(self.rules, self.run.table, setup, _somebody, self.time):
            move.order(order)
        self.settle(move)

    def ask(self, viewer: Viewer, *, why: str = "", asked: str = "", **command: Any) -> Outcome:
        """Somebody asks for something; refused, nothing is changed."""
        move = self.move()
        what = command_of(command, viewer.name)
        try:
            asking = RequestHandler(move, viewer, self.wallet(viewer.name))
            outcome = asking.handle(Asked("id", what, why, asked))
        finally:
            self.vault.forget_after(self.run.stacks)
        if outcome.wallet is not None:
            self.wallets[viewer.name] = w.change(self.wallet(viewer.name), outcome.wallet)
        self.settle(move)
        return outcome

    def player(self, name: str, **command: Any) -> Outcome:
        return self.ask(self.viewer(name), **command)

    def staff(self, role: str, *, name: str = "", **command: Any) -> Outcome:
        return self.ask(self.viewer(name or f"a {role}", role), **command)

    def passes(self, seconds: int) -> None:
        """Time passes, second by second, and the clocks are looked at as the house does."""
        for _ in range(seconds):
            self.time += 1
            clock = self.run.clock
            if clock is not None and clock.until and self.time >= clock.until:
                self.settle(self.move())

    # In short

    def sit(self, name: str, box: int, cents: int = 100_000) -> None:
        self.player(name, type="join", box=box)
        if not self.run.terms.practice:
            self.player(name, type="buy-chips", cents=cents)

    def bet(self, name: str, box: int, cents: int = 1000, wager: str = "main") -> None:
        self.player(name, type="place", box=box, amount=cents, wager=wager)

    def ready(self, name: str) -> None:
        self.player(name, type="ready")

    def decide(self, name: str, kind: str, box: int, **more: Any) -> None:
        command = {"type": kind, "box": box, "player": name, **more}
        self.player(name, type="decide", command=command)

    def rig(self, cards: str) -> None:
        """These cards come next: each changes its place with the one that lay there."""
        stack = self.run.stack
        assert stack is not None
        order = list(self.vault.order_of(stack.number))
        for place, card in enumerate(parse_cards(cards), start=stack.cut + self.run.drawn):
            here = place % len(order)
            later = [(n % len(order)) for n in range(place, stack.cut + len(order))]
            there = next(n for n in later if order[n] == card)
            order[here], order[there] = order[there], order[here]
        self.vault.add(self.vault.secret_of(stack.number), tuple(order))

    def shorten(self, left: int) -> None:
        """As if all cards of the stack but so many had been dealt and lay in the rack."""
        stack, shoe = self.run.stack, self.run.table.shoe
        assert stack is not None
        order = self.vault.order_of(stack.number)
        coming = [order[(stack.cut + self.run.drawn + n) % len(order)] for n in range(len(order))]
        coming = coming[: stack.cards - self.run.drawn]
        shoe = replace(shoe, out=(*shoe.out, *coming[left:]))
        short = replace(stack, cards=left, cut=0, base=len(shoe.out) + shoe.unseen, markers=())
        table = replace(self.run.table, shoe=shoe)
        self.vault.add(self.vault.secret_of(stack.number), tuple(coming[:left]))
        self.run = replace(self.run, table=table, stack=short)

    # What is to be seen

    @property
    def due(self) -> DueView:
        return due_view(self.rules, self.run, self.held_by)

    def you(self, name: str) -> YouView:
        return you_view(
            self.rules, self.run, self.viewer(name), Means(wallet=self.wallet(name).cents)
        )

    def fresh_parts(self) -> dict[str, Any]:
        projection = Projection(self.rules)
        projection.update(self.run, self.held_by)
        return projection.parts

    def orders(self, kind: type[o.Command]) -> list[h.Ordered]:
        """Every order of a kind, in order."""
        done = [one for one in self.log if isinstance(one, h.Ordered)]
        return [one for one in done if isinstance(one.order.command, kind)]

    def events(self, kind: type[Any]) -> list[Any]:
        done = [one for one in self.log if isinstance(one, h.Ordered)]
        return [event for one in done for event in one.events if isinstance(event, kind)]

    def of_round(self, kind: type[Any]) -> list[Any]:
        """What the round itself did, of a kind."""
        steps = [event.step for event in self.events(e.RoundMoved)]
        return [event for step in steps for event in step.events if isinstance(event, kind)]

    def dealt(self) -> list[Card]:
        return [one.order.command.card for one in self.orders(o.Deal)]  # type: ignore[attr-defined]

    def pack(self) -> Counter[Card]:
        game = game_of(self.rules, self.run.table)
        return Counter(game.rules.pack.cards(game.decks))


def replayed(felt: Felt) -> RunningTable:
    """The same, from the log alone."""
    run = RunningTable(terms=felt.run.terms)
    for happening in felt.log:
        run = happen(run, happening)
    return run


def lines_in(felt: Felt) -> list[LineView]:
    """The running book of all that has happened."""
    told: list[LineView] = []
    run = RunningTable(terms=felt.run.terms)
    for version, happening in enumerate(felt.log, start=2):
        told += lines_of(happening, run.table, version, run.table.rounds + 1)
        run = happen(run, happening)
    return told


def felt_with(table: str, *names: str, **setup: Any) -> Felt:
    """A table where these sit, each at the box of their number."""
    felt = Felt(terms_of(table, **setup))
    for box, name in enumerate(names, start=1):
        felt.sit(name, box)
    return felt


def begin(felt: Felt, cards: str, *names: str) -> None:
    """A round with these cards; everybody is ready."""
    felt.rig(cards)
    for box, name in enumerate(names, start=1):
        felt.bet(name, box)
    for name in names:
        felt.ready(name)


def order_a_shuffle(felt: Felt) -> None:
    """Between two rounds; the cut is offered to players then."""
    role = felt.rules.conduct.ladder[-1].role
    felt.staff(role, type="order-shuffle", why="they seem out of order")


def _somebody(role: str) -> o.Person:
    return o.Person(f"{role} of the house", role)


def unchanged(felt: Felt, viewer: Viewer, error: type[Any], **command: Any) -> Any:
    """Asked for, it is refused, and everything is as it was; says why."""
    before, wallet, log = felt.run, felt.wallet(viewer.name), len(felt.log)
    with pytest.raises(error) as caught:
        felt.ask(viewer, **command)
    assert felt.run is before
    assert felt.wallet(viewer.name) == wallet
    assert len(felt.log) == log
    return caught.value
