"""Random legal play, from the seats to the result, in every book and format.

Chips are conserved at every event (the table itself sees to it), the log alone rebuilds the table,
everybody has a place at the end, and what `legal` lists is carried out.
"""

import random
from typing import Any

import pytest

from bythebook.cards import JOKER_TEXT
from bythebook.deciders import Command, Person
from bythebook.draws import digest_of
from bythebook.errors import Refused
from bythebook.game import commands as g
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.automatic import next_step, wants_card, wants_seed
from bythebook.tournaments.session.decision import game_of
from bythebook.tournaments.session.session import legal
from bythebook.tournaments.session.state import limits_now, unit_now
from bythebook.tournaments.session.views import seen_round, session_view, whose_turn
from bythebook.tournaments.values import Length, Limits, Vouchers
from tests.tournaments.session.session_floor import (
    CANBERRA,
    CROWN,
    GAMES,
    STAR,
    TASMANIA,
    Floor,
    form,
)

NAMES = ("ann", "bob", "cy", "dee", "eve", "fay", "gil")
RISING = (Limits(1, 50, 500), Limits(4, 100, 800))
SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "star": (
        STAR,
        {
            "length": Length(hands=8),
            "unit": 50,
            "secret_wagers": 2,
            "pass_cards": 1,
            "advancing": 2,
        },
    ),
    "star-final": (STAR, {"length": Length(hands=6), "final": True, "advancing": 3, "unit": 50}),
    "star-paper": (
        STAR,
        {"length": Length(hands=6), "secret_wagers": 3, "paper_forms": True, "unit": 50},
    ),
    "canberra": (CANBERRA, {"length": Length(shoes=2), "advancing": 2}),
    "canberra-minutes": (CANBERRA, {"length": Length(minutes=5), "advancing": 3}),
    "crown": (
        CROWN,
        {"length": Length(hands=7), "secret_wagers": 1, "pass_cards": 2, "play_off_hands": 2},
    ),
    "crown-free-bet": (CROWN, {"length": Length(hands=6), "game": "free-bet-blackjack"}),
    "tasmania-shoes": (TASMANIA, {"length": Length(shoes=2), "secret_wagers": 2, "advancing": 2}),
    "tasmania-live": (TASMANIA, {"length": Length(hands=6), "format": "live", "advancing": 2}),
    "tasmania-elimination": (
        TASMANIA,
        {
            "length": Length(hands=9),
            "format": "elimination",
            "elimination_hands": (3, 6, 8),
            "secret_wagers": 1,
            "paper_forms": True,
            "advancing": 2,
        },
    ),
    "tasmania-final": (
        TASMANIA,
        {
            "length": Length(hands=4),
            "format": "elimination",
            "elimination_hands": (2,),
            "secret_wagers": 4,
            "final": True,
            "advancing": 3,
        },
    ),
    "jokers": (
        TASMANIA,
        {
            "length": Length(hands=9),
            "game": "jokers-wild",
            "format": "elimination",
            "elimination_hands": (3, 6),
            "options": {"jokers": "12"},
            "vouchers": Vouchers((50, 100, 250, 500)),
            "double_your_bet": True,
            "advancing": 2,
        },
    ),
}


def a_form(chance: random.Random, floor: Floor, name: str) -> c.HandIn | None:
    """A form that is in order most of the time, or nothing."""
    each, alone = floor.state.players[name], chance.random() < 0.5
    if not each.secrets or chance.random() < 0.6:
        return None
    least, most = limits_now(floor.state)
    unit = unit_now(floor.state)
    amount = min(most, each.chips, least + unit * chance.randrange(6))
    if floor.terms.paper_forms and chance.random() < 0.5:
        amount = chance.randrange(1, 900)
    words = WORDS_BELOW[amount] if chance.random() < 0.9 else "many"
    return c.HandIn(form(amount, words, name, each.box, split=alone, double=amount), alone)


def words_below(bound: int) -> list[str]:
    small = (
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    )  # fmt: skip
    tens = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
    words = list(small)
    for number in range(20, bound):
        if number < 100:
            rest = f"-{small[number % 10]}" if number % 10 else ""
            words.append(tens[number // 10] + rest)
        else:
            rest = f" and {words[number % 100]}" if number % 100 else ""
            words.append(f"{words[number // 100]} hundred{rest}")
    return words


WORDS_BELOW = words_below(1000)


class Table:
    def __init__(self, setting: str, seed: int) -> None:
        book, changes = SETTINGS[setting]
        self.chance = random.Random(seed)
        names = NAMES[: self.chance.randint(2, 7)]
        stack = self.chance.choice((300, 1000))
        fields = {"game": GAMES[book], "limits": RISING} | changes
        self.floor = Floor(book, dict.fromkeys(names, stack), **fields)
        self.seeds: list[str] = []
        self.shoe: list[str] = []
        self.cards = 0

    def run(self) -> None:
        floor, chance = self.floor, self.chance
        self.new_seed()
        if floor.terms.vouchers is not None:
            floor.staff(c.ShowJokers())
            floor.staff(c.FillContainer(f"{chance.getrandbits(256):064x}"))
        late = [name for name in floor.state.players if chance.random() < 0.1]
        floor.start(*late)
        for _ in range(20_000):
            if floor.state.phase == "over":
                return
            floor.now += chance.randrange(6)
            self.disturb()
            self.step()
        raise AssertionError(f"it does not end: {floor.state.phase}")

    def new_seed(self) -> None:
        self.seeds.append(f"{self.chance.getrandbits(256):064x}")
        self.floor.staff(c.Seal(digest_of(self.seeds[-1])))

    def next_card(self) -> str:
        if not self.shoe:
            game = game_of(self.floor.rules, self.floor.terms)
            self.shoe = [str(card) or JOKER_TEXT for card in game.rules.pack.cards(game.decks)]
            self.chance.shuffle(self.shoe)
        return self.shoe.pop()

    def disturb(self) -> None:
        """Now and then somebody goes away, comes back, or the hand is void."""
        floor, chance = self.floor, self.chance
        name = chance.choice(list(floor.state.players))
        each = floor.state.players[name]
        luck = chance.random()
        if not each.active or floor.state.phase in ("ballot", "ranked", "counting"):
            return
        try:
            if luck < 0.002:
                floor.staff(c.Disqualify(name, "rules"), "seen on camera")
            elif luck < 0.01 and each.seated:
                floor.by(name, c.LeaveSeat())
            elif luck < 0.2 and not each.seated:
                floor.by(name, c.TakeSeat())
            elif luck < 0.203:
                void = next(iter(game_of(floor.rules, floor.terms).rules.void))
                floor.staff(c.VoidHand(void))
        except Refused:
            return

    def step(self) -> None:
        floor = self.floor
        state = floor.state
        if wants_seed(state):
            used = self.seeds[state.seeds_used]
            order = next_step(floor.rules, state, floor.now, seed=used)
            assert order is not None
            floor.give(order.by, order.command)
            self.new_seed() if floor.state.phase not in ("ballot", "over") else None
            return
        if wants_card(state):
            self.cards += 1
            card = self.next_card()
            order = next_step(floor.rules, state, floor.now, card=card)
            if order is None:  # as many of this card as there are have been dealt in this hand
                return
            floor.give(order.by, order.command)
            if self.cards % 60 == 0 and floor.state.phase == "playing":
                floor.staff(c.CuttingCard()) if not floor.state.shoe_over else None
            return
        order = next_step(floor.rules, state, floor.now)
        if order is None and whose_turn(state):
            self.player(whose_turn(state))
            return
        if order is None:
            order = next_step(floor.rules, state, floor.now, wait=False)
        assert order is not None, (state.phase, state.stage)
        floor.give(order.by, order.command, order.why)

    def player(self, name: str) -> None:
        floor, chance = self.floor, self.chance
        if floor.state.phase == "betting":
            handed = a_form(chance, floor, name)
            if handed is not None and name not in floor.state.handed:
                floor.by(name, handed)
                return
        allowed = legal(floor.rules, floor.state, Person(name, "player"), floor.now)
        wanted = [command for command in allowed if not isinstance(command, NOT_A_MOVE)]
        if not wanted:
            order = next_step(floor.rules, floor.state, floor.now, wait=False)
            assert order is not None
            floor.give(order.by, order.command, order.why)
            return
        command: Command = chance.choice(wanted)
        if isinstance(command, c.Wager) and command.wager == "main":
            least, most = limits_now(floor.state)
            unit = unit_now(floor.state)
            top = min(most, floor.state.players[name].chips)
            command = c.Wager(least + unit * chance.randrange(1 + (top - least) // unit))
            if floor.state.players[name].restricted:
                command = c.Wager(least)
        floor.by(name, command)


NOT_A_MOVE = (c.TakeSeat, c.LeaveSeat, c.Consent, c.ExamineForm)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("setting", SETTINGS)
def test_random_play_ends_with_everybody_placed_and_chips_conserved(
    setting: str, seed: int
) -> None:
    table = Table(setting, seed)
    table.run()
    state, floor = table.floor.state, table.floor
    assert floor.refolded() == state
    assert state.result is not None
    placed = [name for group in state.result.places for name in group]
    assert sorted(placed) == sorted(state.players)
    held = sum(each.chips for each in state.players.values())
    assert held + state.house == state.issued == sum(seat.chips for seat in floor.terms.seats)
    advancing = [each.player for each in state.result.standings if each.advances]
    assert len(advancing) <= floor.terms.advancing
    assert not floor.terms.final or not advancing
    for event in floor.log:
        if not isinstance(event, e.TableMoved):
            assert getattr(event, "clause") in floor.rules.book.clauses, event  # noqa: B009


def test_no_view_tells_of_a_secret_before_it_is_announced() -> None:
    """Names of accounts for secret wagers never leave the table."""
    table = Table("star", 3)
    table.floor.start()
    for _ in range(400):
        if table.floor.state.phase == "over":
            break
        table.step()
        for role, name in (("player", "ann"), ("anybody", "x"), ("dealer", "d")):
            view = session_view(table.floor.rules, table.floor.state, name, role)
            assert "form at" not in repr(view)
        assert "form at" not in repr(seen_round(table.floor.state))


def test_a_decision_that_is_no_decision_is_malformed() -> None:
    floor = Floor(STAR, {"ann": 500, "bob": 500}).start()
    floor.begin(ann=50, bob=50)
    floor.staff(c.NoMoreBets())
    assert "order of its own" in floor.malformed(c.Decide(g.CloseBetting())).reason
