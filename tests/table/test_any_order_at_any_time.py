"""A whole table life with any order from anybody at any time.

Whatever is ordered: no crash, money conserved, nothing changed by a refusal, and the events alone
fold to the same state again.
"""

from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bythebook.cards import CARDS, Card
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.game.round import legal
from bythebook.records.replay import known_meters
from bythebook.rulebooks import built_in_books
from bythebook.rulebooks.tables import TableRules, find_table_rules
from bythebook.table import mishap_orders as m
from bythebook.table import orders as o
from bythebook.table.desk import game_of
from bythebook.table.evolve import balance
from bythebook.table.irregularities import ways
from bythebook.table.shoe import by_shoe
from bythebook.table.state import State
from bythebook.table.table import HANDLERS, decide, evolve

PEOPLE = ("ann", "ben", "cal")
DECK = tuple(card for card in CARDS.values() if not card.joker)
WORDS: dict[str, st.SearchStrategy[Any]] = {
    "player": st.sampled_from(PEOPLE),
    "box": st.integers(0, 4),
    "amount": st.sampled_from([0, 500, 1000, 2500, 5000, 60000]),
    "to": st.none() | st.integers(0, 8),
    "card": st.sampled_from(DECK),
    "from_front": st.integers(-1, 420),
    "from_card": st.integers(0, 8),
    "cards": st.lists(st.sampled_from(DECK), max_size=3).map(tuple),
    "month": st.sampled_from(["1970-01", "1970-02", "soon"]),
    "limits": st.sampled_from([{"main": (1000, 50000)}, {"main": (2000, 50000)}, {"main": (0, 1)}]),
    "how": st.sampled_from(
        ["rebuild", "next-card", "burn", "hold-over", "discard", "missed", "void", "attempted"]
    ),
    "kind": st.sampled_from(["limits", "closing", "personal-limits", "main-only", "kept-minimum"]),
    "until": st.integers(0, 4000),
    "most": st.sampled_from([1000, 90000]),
    "cents": st.sampled_from([-100001, 0, 100000, 100001]),
    "boxes": st.lists(st.integers(1, 4), max_size=3).map(tuple),
    "keep": st.lists(st.integers(1, 4), max_size=2).map(tuple),
    "forfeits": st.lists(st.sampled_from(PEOPLE), max_size=1).map(tuple),
    "agreed": st.sampled_from([(), PEOPLE]),
    "dispute": st.integers(0, 2),
    "error": st.integers(0, 2),
}


def values_of(
    command: type[o.Command], words: dict[str, st.SearchStrategy[Any]]
) -> st.SearchStrategy[o.Command]:
    """A command of this kind with any values a careless clerk might type."""
    hints = get_type_hints(command)
    fields = {name: _value(name, hints[name], words) for name in command.__struct_fields__}
    return st.builds(command, **fields)


def _value(
    name: str, hint: Any, words: dict[str, st.SearchStrategy[Any]]
) -> st.SearchStrategy[Any]:
    if name == "to" and hint is str:
        return words["role"]
    if name in words and not (name == "cards" and hint is int):
        return words[name]
    if hint is str:
        return st.sampled_from(["", "dealer", "inspector", "ann"])
    if hint is int:
        return st.integers(-1, 3)
    if hint is bool:
        return st.booleans()
    if hint is c.Command:
        return round_commands
    if type(None) in get_args(hint):
        return st.none() | _value("", get_args(hint)[0], words)
    if hint is Card:
        return words["card"]
    if getattr(hint, "__origin__", None) is tuple:
        return st.lists(_value("", get_args(hint)[0], words), max_size=3).map(tuple)
    return st.just({})


round_commands: st.SearchStrategy[c.Command] = st.one_of(
    st.builds(c.Hit, box=st.integers(1, 7)),
    st.builds(c.Stand, box=st.integers(1, 7)),
    st.builds(c.Double, box=st.integers(1, 7)),
    st.builds(c.Split, box=st.integers(1, 7)),
    st.builds(c.RefuseCard, box=st.integers(1, 7)),
    st.builds(c.TakeBack, box=st.integers(1, 7)),
    st.just(c.Proceed()),
    st.just(c.CloseBetting()),
    st.just(c.VoidRound("no")),
)
COMMANDS = [kind for kind in HANDLERS if kind not in (o.Open,)]


def _on_offer(rules: TableRules, game: str) -> tuple[str, ...]:
    """A side wager of the game that asks for nothing special, if it has one."""
    sides = rules.book.game(game).rules.side_wagers
    plain = [n for n, side in sides.items() if not side.requires and not side.always_offered]
    return tuple(plain[:1])


def _setups(rules: TableRules, game: str, dealing: str, wagers: tuple[str, ...]) -> list[o.Setup]:
    """The table on each layout the book has, with what its inscription fixes."""
    opening = rules.conduct.opening
    limits = {"main": (1000, 50000)} | dict.fromkeys(wagers, (500, 10000))
    plain = o.Setup(
        game=game,
        boxes=opening.boxes.value[1],
        dealing=dealing,
        side_wagers=wagers,
        limits=limits,
        meters=dict.fromkeys(known_meters(rules.book.game(game)), 1500000),
    )
    exactly = opening.boxes_exactly.get(game)
    if exactly is not None:
        plain = msgspec.structs.replace(plain, boxes=exactly.value)
    layouts = opening.layouts or {"": None}
    return [
        msgspec.structs.replace(
            plain, layout=name, options=dict(layout.options) if layout is not None else {}
        )
        for name, layout in layouts.items()
    ]


class TableLife(RuleBasedStateMachine):
    """Sensible steps carry the table on; any order may come between them."""

    book = ""

    def __init__(self) -> None:
        super().__init__()
        self.rules = find_table_rules(self.book)
        self.state = State()
        self.events: list[Any] = []
        self.why: Exception | None = None

    def give(self, role: str, command: o.Command, **more: Any) -> bool:
        """Give an order; say whether it was carried out."""
        at = max(self.state.now, more.pop("at", self.state.now))
        by = o.Person(more.pop("by", role), role)
        order = o.Order(by=by, at=at, command=command, why="a test", **more)
        before = msgspec.json.encode(self.state, enc_hook=str)
        try:
            events = decide(self.rules, self.state, order)
        except (Refused, Malformed) as no:
            self.why = no
            assert msgspec.json.encode(self.state, enc_hook=str) == before
            return False
        for event in events:
            self.state = evolve(self.state, event)
        self.events += events
        return True

    @initialize(data=st.data())
    def open_table(self, data: st.DataObject) -> None:
        opening = self.rules.conduct.opening
        top = self.rules.conduct.ladder[-1].role
        game = data.draw(st.sampled_from(sorted(self.rules.book.games)))
        wagers = data.draw(st.sampled_from([(), _on_offer(self.rules, game)]))
        dealing = data.draw(st.sampled_from(sorted(opening.dealing)))
        for setup in _setups(self.rules, game, dealing, wagers):
            self.get_ready(setup)
            if self.give(top, o.Open(setup)):
                break
        else:
            pytest.fail(f"the table does not open: {self.why}")
        for box, name in enumerate(PEOPLE, start=1):
            self.give("player", o.Arrive(name, card=name), by=name)
            self.give("player", o.Sit(name, box), by=name)

    def get_ready(self, setup: o.Setup) -> None:
        """Do, show and bring whatever the book wants before the table opens."""
        conduct = self.rules.conduct
        top = conduct.ladder[-1].role
        people = [r.role for r in conduct.beside]
        for need in conduct.opening.needs:
            if need.sign:
                sign = o.DisplaySign(need.sign, limits=setup.limits, text=setup.game)
                self.give(top, sign)
            elif need.present:
                self.give(top, o.SignOn("ivy", need.present))
            else:
                act = conduct.acts[need.act][0]
                role = act.by if act.by in people else top
                second = o.Person("sue", act.second.value if act.second is not None else top)
                self.give(role, o.Perform(need.act), second=second, asked="cal")
        self.give(top, o.DisplaySign("game", text=setup.game))

    @rule(
        box=st.integers(1, 4),
        player=st.sampled_from(PEOPLE),
        amount=st.sampled_from([1000, 2500]),
        late=st.booleans(),
    )
    def wager(self, box: int, player: str, amount: int, late: bool) -> None:
        self.give("player", o.Place(box, player, amount, late=late), by=player)

    @rule()
    def ready_cards(self) -> None:
        top = self.rules.conduct.ladder[-1].role
        if self.state.shoe.status == "unshuffled":
            self.give("dealer", o.Shuffle())
        if self.state.shoe.status == "to-cut":
            for name in PEOPLE * 2:
                self.give("player", o.DeclineCut(name), by=name)
            self.give(top, o.Cut(from_front=120))
        if self.state.shoe.status == "to-insert":
            self.give("dealer", o.Insert((40,)))
            self.give("dealer", o.Insert((100,)))
        if self.state.shoe.status == "to-burn":
            self.give("dealer", o.Burn())

    @rule(card=st.sampled_from(DECK), to=st.none() | st.integers(0, 5))
    def deal(self, card: Card, to: int | None) -> None:
        if self.state.shoe.next:
            card = self.state.shoe.next[0]
        self.give("dealer", o.Deal(card, to))

    @precondition(lambda self: self.state.in_round)
    @rule(cards=st.lists(st.sampled_from(DECK), min_size=8, max_size=8), data=st.data())
    def play_on(self, cards: list[Card], data: st.DataObject) -> None:
        """Deal and decide as the book wants it, until the round is over or the cards are."""
        game = game_of(self.rules, self.state)
        for card in cards:
            if self.state.round is None or self.state.astray:
                return
            if self.state.round.due is not None:
                card = self.state.shoe.next[0] if self.state.shoe.next else card
                self.give("dealer", o.Deal(card))
                continue
            allowed = legal(game, self.state.round) or [c.Proceed()]
            self.give("dealer", o.Decide(data.draw(st.sampled_from(allowed))))

    @precondition(lambda self: bool(self.state.astray))
    @rule(data=st.data())
    def put_right(self, data: st.DataObject) -> None:
        found = ways(game_of(self.rules, self.state), self.state)
        top = self.rules.conduct.ladder[-1].role
        how = data.draw(st.sampled_from(sorted(found) or ["void"]))
        if found:
            assert self.give(top, m.Resolve(how)), f"{self.state.astray} is not put right by {how}"
        else:
            self.give(top, m.WrongCards())

    @rule(data=st.data(), minutes=st.sampled_from([0, 0, 1, 25]))
    def anything(self, data: st.DataObject, minutes: int) -> None:
        """A few orders of any kind; about half of them by the highest rank, so that some pass."""
        words = {**WORDS, **self.words()}
        conduct = self.rules.conduct
        roles = [r.role for r in (*conduct.ladder, *conduct.beside)] + ["player", "nobody"]
        roles += [conduct.ladder[-1].role] * len(roles)
        for kind in data.draw(st.lists(st.sampled_from(COMMANDS), min_size=1, max_size=8)):
            command = data.draw(values_of(kind, words))
            role = data.draw(st.sampled_from(roles))
            by = data.draw(st.sampled_from([*PEOPLE, "dee", ""]))
            more: dict[str, Any] = {"asked": "cal"} if by == "dee" else {}
            self.give(role, command, by=by, at=self.state.now + minutes * 60, **more)

    def words(self) -> dict[str, st.SearchStrategy[Any]]:
        """What is particular to this table: its wagers, voiding clauses, acts and roles."""
        conduct = self.rules.conduct
        offered = self.state.setup.side_wagers if self.state.setup is not None else ()
        voids = list(game_of(self.rules, self.state).rules.void)
        recorded = [name for name, entries in conduct.acts.items() if entries[0].record]
        return {
            "wager": st.sampled_from(["main", "blackjack", *offered]),
            "clause": st.sampled_from([*voids, "no"]),
            "act": st.sampled_from([*recorded, "confine", "hold-always", "require-main", "no"]),
            "role": st.sampled_from([r.role for r in (*conduct.ladder, *conduct.beside)]),
            "game": st.sampled_from([*self.rules.book.games, "no"]),
            "side_wagers": st.just(offered),
        }

    @precondition(lambda self: self.state.phase == "open" and not self.state.in_round)
    @rule(cards=st.lists(st.sampled_from(DECK), min_size=24, max_size=24), data=st.data())
    def whole_round(self, cards: list[Card], data: st.DataObject) -> None:
        self.ready_cards()
        for box, name in enumerate(PEOPLE, start=1):
            self.give("player", o.Place(box, name, 2500), by=name)
        self.give("dealer", o.Deal(cards[0]))
        if self.state.in_round:
            self.play_on(cards[1:], data)

    @invariant()
    def money_is_conserved(self) -> None:
        assert balance(self.state) == 0

    def teardown(self) -> None:
        state = State()
        for event in self.events:
            state = evolve(state, event)
        assert state == self.state
        assert by_shoe(state) or state.setup is None or state.setup.dealing == "device"


@pytest.mark.parametrize("book", built_in_books())
def test_any_order_at_any_time(book: str) -> None:
    machine = type(f"Life_{book}", (TableLife,), {"book": book})
    machine.TestCase.settings = settings(
        max_examples=40,
        stateful_step_count=40,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    machine.TestCase().runTest()
