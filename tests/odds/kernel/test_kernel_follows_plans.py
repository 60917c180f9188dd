"""Simulated rounds follow their plan: the same cards and the same plan through the round engine.

What a plan says is looked up here once more, from the cards on the engine's table: which hand they
are, what rights it has, what the count is. Plans are random, so that every bit of them matters.
"""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bythebook.cards import Card
from bythebook.game import State, play, refusal
from bythebook.game.commands import Command, Deal, Proceed
from bythebook.game.state import Box, Hand
from bythebook.odds.kernel import scratch as q
from bythebook.odds.kernel.accounts import ACCOUNTS, play_rounds
from bythebook.odds.kernel.random_cards import keyed
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables, compile_game
from bythebook.odds.simulate.chunks import Prepared, prepare
from bythebook.rulebooks import Game, built_in_books, find_book
from bythebook.rulebooks.chapters.game import BlackjackGame
from tests.odds.kernel.replay import (
    STAKE,
    both,
    commands_of,
    engine_money,
    kernel_money,
    random_plans,
)

ROUNDS = 1_000
COUNTS, LOWEST_COUNT = 3, -1
HI_LO = (*(-1,) * 4, *(1,) * 20, *(0,) * 12, *(-1,) * 16, 0)
GAMES = [
    f"{book}/{name}"
    for book in built_in_books()
    for name in find_book(book).games
    if isinstance(find_book(book).game(name).rules, BlackjackGame)
]


class Reader:
    """A player who holds a plan, and sees what lies on the engine's table."""

    def __init__(self, game: Game, tables: Tables, plans: NDArray[np.int32]) -> None:
        self.game, self.tables, self.plans = game, tables, plans
        self.running = 0
        self.dealt = 0
        self.unseen = 0

    def see(self, card: Card, hidden: bool) -> None:
        self.dealt += 1
        tag = HI_LO[k.CODE_OF_CARD[card]]
        if hidden:
            self.unseen = tag
        else:
            self.running += tag

    def plan(self, hand: int, state: State) -> int:
        count = 0
        if len(self.plans) > 1:
            left = len(self.tables.shoe) - self.dealt
            count = min(max(self.running * 52 // left - LOWEST_COUNT, 0), COUNTS - 1)
        return int(self.plans[count, hand, value_of(state.dealer[0])])

    def number(self, cards: tuple[Card, ...]) -> int:
        """The hand that the cards are, told by their values, suits and jokers."""
        hands = self.tables.hands
        if len(cards) == 1:
            return value_of(cards[0])
        first, second, *others = cards
        if first.joker and second.joker:
            at = hands.joker_as[k.ACE, value_of(second)]
        elif first.joker or second.joker:
            real, joker = (second, first) if first.joker else (first, second)
            at = hands.joker_as[value_of(real), value_of(joker)]
        else:
            at = hands.following[value_of(first), value_of(second)]
            if hands.has_suits[at] and first.suit == second.suit:
                at += 2 if first.suit == "S" else 1
        for card in others:
            at = (hands.joker_as if card.joker else hands.following)[at, value_of(card)]
        return int(at)

    def layer(self, box: Box, hand: Hand) -> int:
        if not hand.split:
            return k.UNSPLIT
        assert isinstance(self.game.rules, BlackjackGame)
        last = len(box.hands) >= self.game.rules.splitting.hands.value or box.no_more_splits
        if hand.split_aces:
            return k.ACES_LAST if last else k.ACES_AGAIN
        return k.LAST if last else k.AGAIN

    def command(self, state: State) -> Command:
        """What to say next, outside the offers."""
        box, hand = state.box(state.at[0]), state.hand(*state.at)
        commands = commands_of(box.number - 1, STAKE)
        if state.phase == "naming":
            return commands[q.NAMES + self.name(hand, state)]
        plan = self.plan(self.number(hand.cards), state)
        if state.phase == "withdrawing":
            takes_back = plan >> k.WITHDRAW_BIT & 1 and hand.live()
            return commands[q.WITHDRAWS] if takes_back else Proceed()
        return commands[plan >> k.PLAY_BITS * self.layer(box, hand) & 7]

    def name(self, hand: Hand, state: State) -> int:
        """What to call the first joker that has no name: of two, that is an ace."""
        unnamed = [card for card in hand.cards if card.joker and not card.rank]
        if len(unnamed) == 2:
            return k.ACE
        others = tuple(card for card in hand.cards if card is not unnamed[0])
        return self.plan(self.number(others), state) >> k.NAME_BITS & 15

    def offers(self, state: State) -> State:
        """Take what the plan wants and the engine allows, box by box."""
        for box in state.boxes:
            wanted = self.plan(self.number(box.hands[0].cards), state) >> k.OFFER_BITS
            for offer in (k.INSURE, k.EVEN_MONEY, k.SURRENDER):
                command = commands_of(box.number - 1, STAKE)[q.TAKES + offer]
                if wanted >> offer & 1 and refusal(self.game, state, command) is None:
                    state, _ = play(self.game, state, command)
        return play(self.game, state, Proceed())[0]


def value_of(card: Card) -> int:
    return k.ACE if card.value == 11 else card.value - 1


def replay(reader: Reader, state: State, cards: list[Card]) -> State:
    """Play the cards through the engine as the reader decides; all of them are needed."""
    dealt = iter(cards)
    while state.phase != "over":
        if state.due is not None:
            card = next(dealt)
            reader.see(card, state.due.hidden)
            state, _ = play(reader.game, state, Deal(card))
        elif state.phase == "offers":
            state = reader.offers(state)
        else:
            state, _ = play(reader.game, state, reader.command(state))
        if state.hole is None:
            reader.running += reader.unseen
            reader.unseen = 0
    assert next(dealt, None) is None
    return state


def follow(game: Game, table: Prepared, reader: Reader, boxes: int) -> None:
    """Simulate round after round on one desk, and replay each."""
    pair = both(game, {})
    desk: NDArray[Any] = table.desk.copy()
    desk["place"], desk["key"] = keyed(7, boxes, 0), keyed(7, boxes, 1)
    sides = pair.sides
    for _ in range(ROUNDS):
        play_rounds(
            table.packed.table, sides.lines, table.packed.terms, sides.record, desk,
            np.zeros(1, dtype=ACCOUNTS), table.levels, 1,
        )  # fmt: skip
        began, position = int(desk["round_began"][0]), int(desk["position"][0])
        if began == 0:
            reader.running = reader.dealt = 0
        assert began == reader.dealt
        cards = [k.CARD_OF_CODE[word >> q.VALUE_BITS] for word in desk["shoe"][0, began:position]]
        state = replay(reader, pair.opened[boxes], cards)
        expected = engine_money(state)
        assert kernel_money(pair, desk[0], expected) == expected


@pytest.mark.parametrize("name", GAMES)
def test_simulated_rounds_follow_a_plan(name: str) -> None:
    book, _, name = name.partition("/")
    game = find_book(book).game(name)
    tables = compile_game(game, STAKE)
    for boxes in (1, 3):
        plans = random_plans(tables, 1, random.Random(f"{game.id} {boxes}"))
        table = prepare(game, plans, stake=STAKE, boxes=boxes)
        follow(game, table, Reader(game, tables, plans), boxes)


@pytest.mark.parametrize("name", GAMES)
def test_simulated_rounds_follow_a_plan_by_the_count(name: str) -> None:
    book, _, name = name.partition("/")
    game = find_book(book).game(name)
    tables = compile_game(game, STAKE)
    plans = random_plans(tables, COUNTS, random.Random(game.id))
    table = prepare(
        game, plans, stake=STAKE, boxes=2, cut=len(tables.shoe) - 60, tags=HI_LO,
        lowest_count=LOWEST_COUNT, bets=(1,) * COUNTS,
    )  # fmt: skip
    follow(game, table, Reader(game, tables, plans), 2)
