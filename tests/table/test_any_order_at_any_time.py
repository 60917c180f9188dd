"""A whole table life with any order from anybody at any time.

Whatever is ordered: no crash, money conserved, nothing changed by a refusal, the events alone fold
to the same state again, and the record of every round settles as the table did. Once searched by
hypothesis, once walked at random for longer.
"""

import copy
import random
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bythebook.cards import Card
from bythebook.errors import Refused
from bythebook.game import commands as c
from bythebook.game.round import legal
from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.plain import plain_clauses
from bythebook.rulebooks.tables import find_table_rules, has_table_rules
from bythebook.table import Order, Person, State, decide, evolve, refusal, what_is_due
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.cards.irregularities import ways
from bythebook.table.decision import game_of
from bythebook.table.evolve import balance
from tests.casino.followed import Followed
from tests.records.exported import check_records
from tests.table.any_orders import (
    COMMANDS,
    DECK,
    PEOPLE,
    any_command,
    fields_of,
    on_offer,
    preparations,
    setups,
    words_of,
)

T = TypeVar("T")
# Those that say how their tables are run, and one that is run by the plain conduct.
BOOKS = [book for book in built_in_books() if has_table_rules(find_book(book))]
BOOKS.append("reference-blackjack")


class Life:
    """A table of a book, driven on by whatever chooses (`pick`)."""

    def __init__(self, book: str) -> None:
        self.rules = find_table_rules(book)
        self.clauses = self.rules.book.clauses | (plain_clauses() if self.rules.plain else {})
        self.top = self.rules.conduct.ladder[-1].role
        self.state = State()
        self.events: list[Any] = []
        self.why: Exception | None = None
        self.given = 0
        self.followed = Followed(*PEOPLE)

    def carry_out(self, order: Order) -> bool:
        """Give an order; say whether it was carried out. Refused, it has changed nothing."""
        self.given += 1
        # Values are frozen, their dictionaries are not: every so often a deep copy is compared.
        before = copy.deepcopy(self.state) if self.given % 25 == 0 else None
        self.why = refusal(self.rules, self.state, order)
        assert before is None or self.state == before
        if isinstance(self.why, Refused):
            assert self.why.clause in self.clauses, self.why
        if self.why is not None:
            return False
        events = decide(self.rules, self.state, order)
        assert before is None or self.state == before
        for event in events:
            clause = getattr(event, "clause", "")
            assert not clause or clause in self.clauses, event
        was = self.state
        for event in events:
            self.state = evolve(self.state, event)
        self.events += events
        self.followed.follow(self.rules.book.id, was, self.state)
        assert balance(self.state) == 0
        what_is_due(self.rules, self.state)
        return True

    def give(self, role: str, command: o.Command, by: str = "", **more: Any) -> bool:
        at = self.state.now + more.pop("minutes", 0) * 60
        person = Person(by or role, role)
        return self.carry_out(Order(by=person, at=at, command=command, why="a test", **more))

    def open(self, pick: Callable[[list[T]], T]) -> None:
        game: Any = pick(sorted(self.rules.book.games))  # type: ignore[arg-type]
        wagers: Any = pick([(), on_offer(self.rules, game)])  # type: ignore[list-item]
        dealing: Any = pick(sorted(self.rules.conduct.opening.dealing))  # type: ignore[arg-type]
        for setup in setups(self.rules, game, dealing, wagers):
            for order in preparations(self.rules, setup, self.state.now):
                self.carry_out(order)
            if self.give(self.top, o.Open(setup)):
                break
        else:
            pytest.fail(f"the table does not open: {self.why}")
        for box, name in enumerate(PEOPLE, start=1):
            self.give("player", o.Arrive(name, card=name), by=name)
            self.give("player", o.Sit(name, box), by=name)

    def ready_cards(self) -> None:
        self.give("dealer", o.Shuffle())
        for name in PEOPLE * 2:
            self.give("player", o.DeclineCut(name), by=name)
        self.give(self.top, o.Cut(from_front=120))
        for back in (40, 80, 100):
            self.give("dealer", o.Insert((back,)))
        self.give("dealer", o.Burn())

    def next_card(self, card: Card) -> Card:
        return self.state.shoe.next[0] if self.state.shoe.next else card

    def play_on(self, cards: list[Card], pick: Callable[[list[Any]], Any]) -> None:
        """Deal and decide as the book wants it, until the round is over or the cards are."""
        for card in cards:
            if self.state.round is None or self.state.irregular or not self.state.in_round:
                return
            if self.state.round.due is not None:
                self.give("dealer", o.Deal(self.next_card(card)))
                continue
            allowed = legal(game_of(self.rules, self.state), self.state.round) or [c.Proceed()]
            self.give("dealer", o.Decide(pick(allowed)))

    def whole_round(self, cards: list[Card], pick: Callable[[list[Any]], Any]) -> None:
        self.ready_cards()
        for box, name in enumerate(PEOPLE, start=1):
            self.give("player", o.Place(box, name, 2500), by=name)
            for wager in self.state.setup.side_wagers if self.state.setup is not None else ():
                self.give("player", o.Place(box, name, 500, wager), by=name)
        self.give("dealer", o.Deal(self.next_card(cards[0])))
        self.play_on(cards[1:], pick)

    def put_right(self, pick: Callable[[list[Any]], Any]) -> None:
        found = ways(game_of(self.rules, self.state), self.state)
        if not found:
            self.give(self.top, m.WrongCards())
            self.give(self.top, m.CardsVerified())
            return
        how = pick(sorted(found))
        assert self.give(self.top, m.Resolve(how)), f"{self.state.irregular}: {how}: {self.why}"

    def check_replay(self) -> None:
        state = State()
        for event in self.events:
            state = evolve(state, event)
        assert state == self.state
        check_records(self.rules, self.events)


class Searched(RuleBasedStateMachine):
    """Hypothesis looks for a life that breaks something, and shrinks it."""

    book = ""

    def __init__(self) -> None:
        super().__init__()
        self.life = Life(self.book)

    @initialize(data=st.data())
    def open_table(self, data: st.DataObject) -> None:
        self.life.open(lambda values: data.draw(st.sampled_from(values)))

    @rule(
        box=st.integers(1, 4),
        player=st.sampled_from(PEOPLE),
        amount=st.sampled_from([1000, 2500]),
        late=st.booleans(),
    )
    def wager(self, box: int, player: str, amount: int, late: bool) -> None:
        self.life.give("player", o.Place(box, player, amount, late=late), by=player)

    @rule(card=st.sampled_from(DECK), to=st.none() | st.integers(0, 5))
    def deal(self, card: Card, to: int | None) -> None:
        self.life.give("dealer", o.Deal(self.life.next_card(card), to))

    @precondition(lambda self: self.life.state.phase == "open")
    @rule(cards=st.lists(st.sampled_from(DECK), min_size=24, max_size=24), data=st.data())
    def whole_round(self, cards: list[Card], data: st.DataObject) -> None:
        self.life.whole_round(cards, lambda values: data.draw(st.sampled_from(values)))

    @precondition(lambda self: bool(self.life.state.irregular))
    @rule(data=st.data())
    def put_right(self, data: st.DataObject) -> None:
        self.life.put_right(lambda values: data.draw(st.sampled_from(values)))

    @rule(data=st.data(), minutes=st.sampled_from([0, 0, 1, 25]))
    def anything(self, data: st.DataObject, minutes: int) -> None:
        """A few orders of any kind; about half of them by the highest rank, so that some pass."""
        conduct = self.life.rules.conduct
        roles = [r.role for r in (*conduct.ladder, *conduct.beside)] + ["player", "nobody"]
        roles += [self.life.top] * len(roles)
        for kind in data.draw(st.lists(st.sampled_from(COMMANDS), min_size=1, max_size=8)):
            fields = fields_of(kind, words_of(self.life.rules, self.life.state))
            values = {name: data.draw(st.sampled_from(found)) for name, found in fields.items()}
            role = data.draw(st.sampled_from(roles))
            by = data.draw(st.sampled_from([*PEOPLE, "dee"]))
            self.life.give(role, kind(**values), by=by, minutes=minutes)

    @invariant()
    def money_is_conserved(self) -> None:
        assert balance(self.life.state) == 0

    def teardown(self) -> None:
        self.life.check_replay()


@pytest.mark.parametrize("book", BOOKS)
def test_a_life_searched_for_trouble(book: str) -> None:
    machine: Any = type(f"Life_{book}", (Searched,), {"book": book})
    machine.TestCase.settings = settings(
        max_examples=30,
        stateful_step_count=25,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    machine.TestCase().runTest()


def walk(book: str, seed: int, orders: int) -> tuple[int, set[str]]:
    """Lives of so many orders at random: the sensible course, and anything in between.

    A life in which nothing moves any more (everybody barred, say) makes room for another. Returns
    how many rounds were played, and which acts were carried out.
    """
    chance = random.Random(f"{book} {seed}")
    rounds, acts = 0, set[str]()
    life = Life(book)
    conduct = life.rules.conduct
    roles = [r.role for r in (*conduct.ladder, *conduct.beside)] + ["player", "nobody"]
    since = 0
    for _ in range(orders // 10):
        if life.state.phase == "closed":
            life.open(chance.choice)
        before = life.state.rounds
        if life.state.irregular:
            life.put_right(chance.choice)
        if chance.random() < 0.6:
            life.whole_round(chance.choices(DECK, k=24), chance.choice)
        else:
            card = life.next_card(chance.choice(DECK))
            life.give("dealer", o.Deal(card, chance.choice([None, 0, 1, 2, 3, 4, 5])))
        for kind in chance.sample(COMMANDS, 8):
            command = any_command(chance, kind, words_of(life.rules, life.state))
            role = chance.choice([*roles, *[life.top] * len(roles)])
            by = chance.choice([*PEOPLE, "dee"])
            second = Person("sue", chance.choice(conduct.ladder).role)
            asked = chance.choice(["", "ann"])
            minutes = chance.choice([0, 0, 0, 1, 25])
            life.give(role, command, by=by, minutes=minutes, second=second, asked=asked)
        since = 0 if life.state.rounds > before else since + 1
        if since > 8:
            life.check_replay()
            rounds += life.state.rounds
            acts |= {entry.act for entry in life.state.register}
            life, since = Life(book), 0
    life.check_replay()
    return rounds + life.state.rounds, acts | {entry.act for entry in life.state.register}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("book", BOOKS)
def test_a_life_walked_at_random(book: str, seed: int) -> None:
    rounds, acts = walk(book, seed, 1200)
    assert rounds > 5
    assert len(acts) > 15


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
@pytest.mark.parametrize("book", BOOKS)
def test_many_lives_walked_at_random(book: str, seed: int) -> None:
    walk(book, seed, 4000)
