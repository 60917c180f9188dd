"""Spots: the tables kept in the package are what the engine allows and the exact sums say."""

import random

import msgspec
import pytest

from bythebook.cards import CARDS
from bythebook.errors import Malformed
from bythebook.game import commands as c
from bythebook.game import play, start
from bythebook.game.round import refusal
from bythebook.game.state import State
from bythebook.odds.strategy.advice import advise
from bythebook.rulebooks import Game, built_in_books, find_book
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.school.prepared import prepared_table, write_table
from bythebook.school.spots import OFFER, TURN, Spot, SpotTable, shown_cards

STAKE = 10_000
GAMES = [
    f"{book}/{name}"
    for book in built_in_books()
    for name in find_book(book).games
    if isinstance(find_book(book).game(name).rules, BlackjackGame)
]
SAMPLE = 5


def game_of(name: str) -> Game:
    book, _, game = name.partition("/")
    return find_book(book).game(game)


def table_of(name: str) -> SpotTable:
    table = prepared_table(game_of(name), STAKE)
    assert table is not None, "run `bythebook prepare`: the book or its usual settings changed"
    return table


def dealt(game: Game, spot: Spot, tens: str) -> State:
    """The spot at a real table; a hole card is one that makes no blackjack."""
    mine, up = shown_cards(spot, tens, 5)
    cards = {True: [CARDS[name] for name in mine], False: [CARDS[up], CARDS["5S"]]}
    state, _ = play(game, start(game), c.PlaceWager(1, "you", STAKE))
    state, _ = play(game, state, c.CloseBetting())
    while state.due is not None:
        state, _ = play(game, state, c.Deal(cards[bool(state.due.box)].pop(0)))
    if spot.asks == TURN and state.phase == "offers":
        state, _ = play(game, state, c.Proceed())
    return state


OFFERED = {"insure", "even money"}


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_table_is_what_is_advised_at_the_table(name: str) -> None:
    game, table = game_of(name), table_of(name)
    plain = [s for s in table.spots.values() if s.cards[0] != s.cards[1] and s.asks == TURN]
    pairs = [s for s in table.spots.values() if s.row.startswith("pair") and s.up in "3456789"]
    offers = [s for s in table.spots.values() if s.asks == OFFER and s.cards[0] != s.cards[1]]
    chosen = random.Random(name)
    sample = chosen.sample(plain, SAMPLE) + chosen.sample(pairs, 1)
    for spot in sample + chosen.sample(offers, min(2, len(offers))):
        (advice,) = advise(game, dealt(game, spot, table.tens))
        told = {choice.action: choice.value for choice in advice.choices}
        if spot.asks == TURN:  # some books let a player insure later, too: that was asked before
            told = {action: value for action, value in told.items() if action not in OFFERED}
        assert spot.values == pytest.approx(told, abs=1e-6), spot.key
        assert spot.best == max(told, key=lambda action: told[action])


@pytest.mark.parametrize("name", GAMES)
def test_what_may_be_done_at_each_spot_is_what_the_engine_allows(name: str) -> None:
    game, table = game_of(name), table_of(name)
    for spot in random.Random(name).sample(list(table.spots.values()), 60):
        state = dealt(game, spot, table.tens)
        tries = {
            "hit": c.Hit(1, "you"), "stand": c.Stand(1, "you"), "double": c.Double(1, "you"),
            "split": c.Split(1, "you"), "surrender": c.Surrender(1, "you"),
            "insure": c.Insure(1, STAKE // 2, "you", "you"),
            "even money": c.TakeEvenMoney(1, "you"),
        }  # fmt: skip
        may = {action for action, order in tries.items() if refusal(game, state, order) is None}
        if spot.asks == TURN:  # some books let a player insure later, too: that was asked before
            may -= OFFERED
        assert may == set(spot.values) - {"decline"}, spot.key
        assert (state.phase == "offers") == (spot.asks == OFFER)


@pytest.mark.parametrize("name", GAMES)
def test_spots_come_up_as_often_as_their_cards_are_dealt(name: str) -> None:
    """Two cards and the dealer's, of a shoe: sixteen of fifty-two, say, count ten."""
    table = table_of(name)
    cards = game_of(name).rules.pack.cards(int(table.choices["decks"]))
    tens, size = sum(card.value == 10 for card in cards), len(cards)
    sixes = sum(card.rank == "6" for card in cards)
    fives = sum(card.rank == "5" for card in cards)
    jokers = size - sum(not card.joker for card in cards)
    dealt = 2 * tens * sixes * fives / (size * (size - 1) * (size - 2 - jokers))
    assert table.spots["T-6 v 5"].chance == pytest.approx(dealt, rel=1e-3)
    assert 0.5 < sum(s.chance for s in table.spots.values() if s.asks == TURN) < 1


def test_an_answer_is_right_if_best_or_by_the_chart() -> None:
    spot = Spot("T-2 v 4", ("T", "2"), "4", TURN, "hard 12", {"hit": -0.2, "stand": -0.21},
                "stand", 0.01)  # fmt: skip
    assert (spot.best, spot.right("hit"), spot.right("stand")) == ("hit", True, True)
    assert spot.cost("stand") == pytest.approx(0.01)
    with pytest.raises(Malformed, match="one of hit, stand"):
        spot.cost("split")


def test_published_plays_are_on_the_chart() -> None:
    """Of the game that books on blackjack are about: six decks, the dealer stands on soft 17."""
    chart = table_of("reference-blackjack/blackjack")
    column = {name: at for at, name in enumerate(chart.columns)}

    def cell(row: str, up: str) -> str:
        return chart.chart[row][column[up]]

    assert [cell("hard 16", up) for up in "67T"] == ["S", "H", "H"]
    assert [cell("pair 8", up) for up in "2TA"] == ["P", "P", "P"]
    assert [cell("soft 18", up) for up in "289A"] == ["S", "S", "H", "H"]
    assert [cell("hard 11", up) for up in "6T"] == ["D", "D"]


def test_every_card_of_a_spot_can_be_shown_and_none_is_shown_twice() -> None:
    table = table_of("tasmania-blackjack/federal-pontoon")
    spot = table.spots["T-T v T"]
    seen = set()
    for draw in range(2000):
        mine, up = shown_cards(spot, table.tens, draw * 7919)
        seen |= {card[0] for card in mine}
        assert mine[0][1] != mine[1][1]
        assert up[0] == "K"
    assert seen == set("JQK")  # a pack without tens


def test_a_table_is_for_its_own_settings() -> None:
    book = find_book("crown-blackjack")
    assert prepared_table(book.game("blackjack", 8), STAKE) is None
    assert prepared_table(book.game("blackjack"), 500) is not None
    pontoon = find_book("tasmania-blackjack").game("federal-pontoon")
    assert prepared_table(pontoon, 500) is None  # its bonus depends on the stake


def test_a_table_is_written_as_it_is_read() -> None:
    table = table_of("crown-blackjack/blackjack")
    text = write_table(table)
    assert msgspec.json.decode(text, type=SpotTable) == table
    assert text.count("\n") == len(table.spots) + 2


def test_kinds_are_what_they_say() -> None:
    table = table_of("tasmania-blackjack/federal-pontoon")
    assert {s.row.split()[0] for s in table.of_kind("pair")} == {"pair"}
    assert all("surrender" in s.values for s in table.of_kind("surrender"))
    assert {s.up for s in table_of("crown-blackjack/blackjack").of_kind("insurance")} == {"A"}
    with pytest.raises(Malformed, match="none of"):
        table.of_kind("luck")
    with pytest.raises(Malformed, match="no spot"):
        table.find("9-9 v 9 v 9")
