"""What is said to be exact, against every order of a few cards."""

from collections import Counter
from itertools import combinations, groupby, permutations
from math import comb

import numpy as np
import pytest

from bythebook.cards import Pack
from tests.randomness import exact, trials
from tests.randomness.chance import CARDS, DECK, DECKS, HOUSE, shuffled_shoes
from tests.randomness.exact import Likely
from tests.randomness.orders import order_bits, ranks

SIZE = 6
ORDERS = np.array(list(permutations(range(SIZE))), np.uint16)


def shares(values: list[int], size: int) -> Likely:
    found = Counter(values)
    return np.array([found[at] / len(values) for at in range(size)])


def test_rises() -> None:
    found = [int((order[1:] > order[:-1]).sum()) for order in ORDERS]
    assert exact.likely_ascents(SIZE) == pytest.approx(shares(found, SIZE))


def test_runs_of_two_colours() -> None:
    every = [[at in red for at in range(7)] for red in combinations(range(7), 3)]
    found = [len(list(groupby(colours))) for colours in every]
    assert exact.likely_runs(3, 4) == pytest.approx(shares(found, 8))


def test_what_two_orders_have_in_common() -> None:
    same = [int((order == np.arange(SIZE)).sum()) for order in ORDERS]
    assert exact.likely_same(SIZE) == pytest.approx(shares(same, SIZE + 1))
    followed = [int((order[1:].astype(int) - order[:-1] == 1).sum()) for order in ORDERS]
    assert exact.likely_followers(SIZE) == pytest.approx(shares(followed, SIZE))


def test_gaps_hang_together() -> None:
    """Mean and covariance of the counts, over every way to mark four of eight cards."""
    size, marked = 8, 4
    likely, covariance, first = exact._gaps(marked, size)
    every = list(combinations(range(size), marked))
    rows = np.zeros((len(every), size), bool)
    for row, at in zip(rows, every, strict=True):
        row[list(at)] = True
    counts = np.array([np.add.reduceat(trials.gaps(row[None]), first) for row in rows])
    assert len(every) == comb(size, marked)
    assert likely == pytest.approx(counts.mean(axis=0))
    assert covariance == pytest.approx(np.cov(counts.T, bias=True), abs=1e-12)


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_how_far_places_stray(copies: int) -> None:
    """Squares in one order, and the variance of what it has in common with every other."""
    orders = ORDERS // copies
    tables = (orders[:, :, None] == np.arange(SIZE // copies)).astype(float)
    check_straying(tables, exact.straying_places(SIZE, copies))


@pytest.mark.parametrize("lag", [1, 2, 4])
def test_how_far_neighbours_stray(lag: int) -> None:
    tables = np.zeros((len(ORDERS), SIZE, SIZE))
    for table, order in zip(tables, ORDERS, strict=True):
        table[order[:-lag], order[lag:]] = 1
    check_straying(tables, exact.straying_neighbours(SIZE, lag))


def check_straying(tables: Likely, straying: exact.Straying) -> None:
    away = (tables - tables.mean(axis=0)).reshape(len(tables), -1)
    assert (away**2).sum(axis=1) == pytest.approx(straying.squares)
    assert (away @ away[0]).var() == pytest.approx(straying.common)


def test_an_order_is_told_by_ranks() -> None:
    orders = np.array([[2, 0, 3, 1], [3, 2, 1, 0]], np.uint16)
    assert ranks(orders).tolist() == [[2, 0, 1], [3, 2, 1]]


def test_bits_of_orders_are_fair() -> None:
    """Over every order of six cards each bit is one as often as nothing, wherever it stands."""
    bits = [order_bits(order[None]) for order in ORDERS]
    assert {len(one) for one in bits} == {8 - less for less in range(5)}
    assert sum(int(one.sum()) for one in bits) * 2 == sum(map(len, bits))


def test_rare_classes_are_put_together() -> None:
    likely = np.array([0.001, 0.4, 0.5, 0.098, 0.001])
    assert exact.classes(likely, 0.05) == [0, 2, 3]
    assert exact.fit(np.array([0, 40, 50, 10, 0]), likely) > 0.99


def test_cards_have_the_numbers_of_a_new_pack() -> None:
    pack = Pack("none").cards(DECKS)
    numbers = np.arange(CARDS, dtype=np.uint16)[None]
    assert len(pack) == CARDS
    assert pack[DECK:] + pack[:DECK] == pack
    assert [card.value == 10 for card in pack] == (trials.ranks(numbers)[0] >= 9).tolist()
    assert [card.value in (1, 11) for card in pack] == (trials.ranks(numbers)[0] == 0).tolist()
    red = np.isin(numbers[0] % trials.SUITS, trials.RED)
    assert [str(card)[-1] in "DH" for card in pack] == red.tolist()


def test_the_same_seed_gives_the_same_shoes() -> None:
    one, again, other = (shuffled_shoes(HOUSE, run, 0, 3) for run in ("a", "a", "b"))
    assert (one == again).all()
    assert (one != other).any()
    assert (np.sort(one, axis=1) == np.arange(CARDS)).all()
