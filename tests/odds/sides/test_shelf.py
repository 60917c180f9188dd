"""The shelf of side wagers: published prices, small stocks by a second reading, what books say."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from bythebook import parse_record, settle
from bythebook.cards import parse_cards
from bythebook.errors import Malformed
from bythebook.odds.numbers.codes import CODE_OF_CARD
from bythebook.odds.sides.dealer_chances import chances_with_second_card, chances_with_whole_hand
from bythebook.odds.sides.deciding import KINDS, deciding, lines_of
from bythebook.odds.sides.side_wagers import SidePrice, play_decides, price_side_wager
from bythebook.odds.simulate.side_prices import simulate_side_price
from bythebook.odds.strategy.preferences import plans_for
from bythebook.rulebooks import Game, load_game
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.rulebooks.law import digest
from bythebook.rulebooks.loader import load_book
from bythebook.rulebooks.side_wagers import shelved_wagers
from tests.game import brute_sides

BOOK = "side-wagers/blackjack"


def price(wager: str, decks: int, dealer: str = "stands-soft-17") -> SidePrice:
    return price_side_wager(load_game(BOOK, decks, {"dealer": dealer}), wager)


# House edges in per cent, to the digits that were published, on wizardofodds.com unless another is
# named: 21+3; Lucky Ladies, pay table A (onlineblackjack.org for one and eight decks); Royal Match;
# Lucky Lucky; Buster Blackjack; Over/Under 13 (Eliot Jacobson, 888casino.com); In BETween.
PUBLISHED = [
    ("plus-three", {1: "13.30", 2: "7.26", 4: "4.24", 6: "3.24", 8: "2.74"}),
    ("plus-three-with-pairs", {2: "2.7786"}),
    ("plus-three-graded", {6: "4.14"}),
    ("lucky-ladies-a", {1: "38.16", 6: "24.71", 8: "24.05"}),
    ("royal-match", {1: "10.8597", 2: "8.3271", 4: "7.0792", 6: "6.6658", 8: "6.4597"}),
    ("lucky-lucky", {6: "2.66"}),
    ("buster", {1: "8.77", 2: "8.48", 4: "8.31", 5: "8.27", 6: "8.25", 8: "8.22"}),
    ("buster-with-blackjack", {6: "6.20"}),
    ("over-13", {6: "6.555"}),
    ("under-13", {1: "10.11", 2: "10.08", 4: "10.07", 6: "10.067"}),
    ("in-between", {1: "10.46", 2: "7.76"}),
]


@pytest.mark.parametrize(("wager", "edges"), PUBLISHED)
def test_prices_are_those_published(wager: str, edges: dict[int, str]) -> None:
    for decks, edge in edges.items():
        digits = len(edge.partition(".")[2])
        assert f"{100 * price(wager, decks).house_edge:.{digits}f}" == edge


def test_a_dealer_who_hits_soft_17_busts_as_often_as_published() -> None:
    """Buster Blackjack, six decks: one chance for each number of cards."""
    found = price("buster", 6, "hits-soft-17")
    assert round(100 * found.house_edge, 2) == 6.21
    assert [round(line.probability, 6) for line in found.lines] == [
        0.000012, 0.000214, 0.002638, 0.020473, round(0.089392 + 0.173032, 6),
    ]  # fmt: skip


def test_combinations_are_those_published() -> None:
    """Of three cards from six decks, or of two of four decks beside the dealer's one."""
    every = comb(312, 3)
    lines = [line.exact * every for line in price("lucky-lucky", 6).lines]
    assert lines[:6] == [80, 864, 1_944, 12_960, 26_568, 406_296]
    assert lines[6] == 377_568 + 364_320
    lines = [line.exact * every for line in price("plus-three-graded", 6).lines]
    assert lines == [1_040, 10_368, 25_272, 155_520, 292_896]
    lines = [line.exact * 21_321 for line in price("match-the-dealer", 4).lines]
    assert lines == [3, 36, 576, 66, 2_304]
    lines = [line.exact * 132_600 for line in price("in-between", 1).lines]
    assert lines == [312, 1_408, 2_560, 3_456, 29_184]


def test_the_older_table_of_lucky_ladies_by_hand() -> None:
    """Six decks: sums over the first two cards; the dealer's blackjack from the 310 left."""
    pairs = comb(312, 2)
    queens = comb(6, 2)
    matched = 16 * queens - queens
    suited = 4 * comb(24, 2) - 16 * queens + 4 * 6 * 6
    every = comb(96, 2) + 24 * 24
    blackjack = Fraction(24 * (96 - 2) * 2, 310 * 309)
    paid = queens * (125 + 875 * blackjack) + matched * 19 + suited * 9
    paid += (every - queens - matched - suited) * 4
    edge = 1 - Fraction(every, pairs) - paid / pairs
    assert price("lucky-ladies-a", 6).exact_edge == edge


# The dealer's later cards, in every order of a small stock


def counted(stock: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    counts = np.zeros(KINDS, dtype=np.int64)
    for card in parse_cards(stock):
        counts[CODE_OF_CARD[card]] += 1
    return counts


def by_second_reading(wager: str, stock: str) -> Counter[tuple[int, int] | None]:
    """What every order pays: box, dealer, box, hole card, and on for the dealer below 17."""
    found: Counter[tuple[int, int] | None] = Counter()
    for first, up, second, *rest in permutations(stock.split()):
        dealer = [up, rest[0]]
        for card in rest[1:]:
            if brute_sides.points(dealer) >= 17:
                break
            dealer.append(card)
        seen = brute_sides.Seen(first, second, dealer, [])
        found[brute_sides.WAGERS[wager](seen)] += 1
    return found


@pytest.mark.parametrize(
    ("wager", "stock"),
    [
        ("lucky-ladies", "QH QH AS KD TH 9H QH AC"),
        ("royal-match-twice", "KD QD KS QS KD 6H QS"),
        ("buster", "TC 6D 9S AC 5H 7C 8D TD"),
        ("buster-with-blackjack", "TC 6D AS AC 5H 7C 8D TD"),
    ],
)
def test_sums_over_the_dealers_cards_find_what_every_order_gives(wager: str, stock: str) -> None:
    game = load_game(BOOK)
    assert isinstance(game.rules, BlackjackGame)
    side = game.rules.side_wagers[wager]
    how = deciding(lines_of(side))
    if "dealer-two" in side.groups:
        chances = chances_with_second_card(counted(stock), how)
    else:
        chances = chances_with_whole_hand(game.rules, counted(stock), how)
    found = by_second_reading(wager, stock)
    orders = found.total()
    summed: Counter[tuple[int, int] | None] = Counter()
    for chance, line in zip(chances, [*side.lines, None], strict=False):
        odds = None if line is None or line.odds is None else (line.odds.wins, line.odds.stake)
        summed[odds] += int(chance * orders)
    assert +summed == found


# Where play decides


def test_a_price_that_play_decides_says_how_it_was_found() -> None:
    game = load_game(BOOK)
    side = game.rules.side_wagers["bad-beat"]
    assert play_decides(game, side) == "how the hand is played decides it"
    found = simulate_side_price(game, "bad-beat", plans_for(game), rounds=1 << 20)
    assert found.rounds == 1 << 20
    assert 0.003 < found.error < 0.03
    assert abs(found.house_edge - 0.19) < 5 * found.error
    assert price("buster", 6).rounds == 0


def test_a_simulated_price_meets_the_exact_one() -> None:
    game = load_game(BOOK)
    found = simulate_side_price(game, "lucky-ladies", plans_for(game), rounds=1 << 20)
    assert abs(found.house_edge - price("lucky-ladies", 6).house_edge) < 4 * found.error
    assert [line.pays for line in found.lines] == [1000, 200, 25, 10, 4]


# A book takes one over


def a_book(folder: Path, says: str, on: str = "reference-blackjack@1") -> Path:
    """A book of one's own that stands on another."""
    folder.mkdir()
    (folder / "clauses.csv").write_text(
        'id,area,kind,role,summary,note\n"X","side-wager","rule","","Ours.",""\n'
    )
    (folder / "rules.toml").write_text(
        f'[book]\nbased_on = "{on}"\nversion = "1"\neffective = 2026-01-01\n'
        f'effective_clause = "1.1"\n\n[games.blackjack.side_wagers]\n{says}\n'
    )
    return folder


def taken(folder: Path, says: str) -> Game:
    return load_book(a_book(folder, says)).game("blackjack")


def test_a_book_takes_a_wager_over_and_cites_its_own_clause(tmp_path: Path) -> None:
    side = taken(tmp_path / "mine", 'queens = { like = "lucky-ladies", clause = "X" }')
    queens = side.rules.side_wagers["queens"]
    assert {line.clause for line in queens.lines} == {queens.clause, queens.loses.clause} == {"X"}
    assert queens.title == "Lucky Ladies"


def test_what_the_book_says_itself_replaces_what_the_shelf_says(tmp_path: Path) -> None:
    says = """[games.blackjack.side_wagers.queens]
like = "lucky-ladies"
clause = "X"
title = "Queens"
lines = [{ name = "queens", hand = { ranks = "Q Q" }, odds = "30 to 1", clause = "X" }]
"""
    queens = taken(tmp_path / "mine", says).rules.side_wagers["queens"]
    assert (queens.title, len(queens.lines), queens.settled.value) == ("Queens", 1, "final")


def test_a_hand_given_up_in_its_turn_is_no_final_hand(tmp_path: Path) -> None:
    """King and queen against six, five and ten: a 20 beaten by three cards, had it not gone."""
    book = a_book(
        tmp_path / "mine", 'beaten = { like = "bad-beat", clause = "X" }', "super-fun-21@1"
    )
    record = """
        game = "mine/blackjack"
        side_wagers = ["beaten"]
        wagers = ["1 ann 10", "1 ann 5 beaten"]
        cards = "KC 6D QC 5S TH"
        play = ["1 {}"]
    """
    stayed, gone = (
        settle(parse_record(record.format(act)), book).rows for act in ("stand", "surrender")
    )
    assert {r.wager: r.returned for r in stayed} == {"main": 0, "beaten": 305_00}
    assert {r.wager: r.returned for r in gone} == {"main": 5_00, "beaten": 0}


def test_what_is_taken_over_is_in_the_digest(tmp_path: Path) -> None:
    shelf, folder = shelved_wagers(), a_book(tmp_path / "mine", "")
    named = {}
    for like in shelf:
        mine = a_book(tmp_path / like, f'x = {{ like = "{like}", clause = "X" }}')
        named[like] = digest(load_book(mine))
    assert len({*named.values(), digest(load_book(folder))}) == len(shelf) + 1


@pytest.mark.parametrize(
    ("says", "problem"),
    [
        (
            'x = { like = "lucky-lady", clause = "X" }',
            "the nearest is 'lucky-ladies'",
        ),
        ('x = { like = "lucky-ladies" }', "needs a clause of this book"),
        ('x = { like = 7, clause = "X" }', "no side wager on the shelf is called 7"),
        ('x = { like = "buster", clause = "Y" }', "clause 'Y' is not in the ledger"),
        (
            'x = { like = "buster", clause = "X", settled = { value = "interim", clause = "X" } }',
            "dealer-hand: it is settled at the end",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, says: str, problem: str) -> None:
    with pytest.raises(Malformed, match=problem) as wrong:
        taken(tmp_path / "mine", says)
    assert "games.blackjack.side_wagers" in str(wrong.value)


def test_every_wager_of_the_shelf_is_offered_by_the_book_of_side_wagers() -> None:
    offered = load_game(BOOK).rules.side_wagers
    assert offered.keys() - {"perfect-pairs"} == shelved_wagers().keys()
