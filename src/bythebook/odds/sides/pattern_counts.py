"""One to three cards from a stock: in how many ways they come, and which line each way makes.

Where lines share a meter, also how often other boxes of the round make the same one.

A stock is counted by its 52 kinds of card, drawn without replacement and in order. Cards of a
shuffled shoe are exchangeable: whichever places of the shoe a wager looks at, its cards are as
likely as the first ones. So the order of the deal, the other boxes and the cards burned before do
not enter here.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

import numpy as np
from numpy.typing import NDArray

from bythebook.cards import CARDS, RANKS, SUITS, Card
from bythebook.errors import Malformed
from bythebook.game.pay_table import line_shown
from bythebook.odds.numbers.codes import CODE_OF_CARD
from bythebook.rulebooks.chapters.game import Game

KINDS = len(RANKS) * len(SUITS)

# What a pattern can tell apart: aces, sevens, ten-values and the rest; diamonds, hearts and black;
# and whether two ranks or two suits are the same. To exchange ranks or suits within one of these
# groups leaves every pattern as it was, so one representative of each arrangement is asked.
RANKS_ALIKE = ("A", "7", "TJQK", "2345689")
SUITS_ALIKE = ("D", "H", "CS")

# Hands of a few boxes are followed one after the other: enough for lines that are rare.
MOST_HANDS_FOLLOWED = 1_000_000


def counted(game: Game, stock: Sequence[Card] | None, least: int) -> NDArray[np.int64]:
    """How many cards of each kind the stock holds; not given, the game's whole shoe."""
    pack = game.rules.pack
    cards = tuple(stock) if stock is not None else pack.cards(game.decks)
    problem = pack.problem_with(cards, game.decks)
    if problem is not None:
        raise Malformed(problem, "stock")
    if len(cards) < least:
        raise Malformed(f"{least} cards are needed, and the stock has {len(cards)}", "stock")
    counts = np.zeros(KINDS, dtype=np.int64)
    for card in cards:
        if card.joker:
            raise Malformed("a joker is what its holder says: it is not priced here", "stock")
        counts[CODE_OF_CARD[card]] += 1
    return counts


def ways(counts: NDArray[np.int64], seen: int) -> NDArray[np.int64]:
    """In how many ways each ordered choice of kinds can be drawn.

    >>> counts = np.zeros(KINDS, dtype=np.int64)
    >>> counts[0], counts[1] = 3, 2
    >>> table = ways(counts, 2)
    >>> int(table[0, 0]), int(table[0, 1]), int(table.sum())
    (6, 6, 20)
    """
    same = np.eye(KINDS, dtype=np.int64)
    if seen == 1:
        return counts.copy()
    two: NDArray[np.int64] = counts[:, None] * (counts[None, :] - same)
    if seen == 2:
        return two
    three: NDArray[np.int64] = two[:, :, None] * (counts - same[:, None, :] - same[None, :, :])
    return three


@lru_cache(maxsize=64)
def which_line(patterns: tuple[str | None, ...], seen: int) -> NDArray[np.int8]:
    """For every ordered choice of kinds, the first line whose pattern it shows; their number: none.

    A line without a pattern is never shown.
    """
    suits = [_arrangement(suits, SUITS_ALIKE) for suits in product(SUITS, repeat=seen)]
    table = np.empty((len(RANKS),) * seen + (len(SUITS),) * seen, dtype=np.int8)
    answers: dict[tuple[str, ...], NDArray[np.int8]] = {}
    for places in product(range(len(RANKS)), repeat=seen):
        ranks = _arrangement(tuple([RANKS[place] for place in places]), RANKS_ALIKE)
        if ranks not in answers:
            shown = {each: _first_shown(patterns, ranks, each) for each in set(suits)}
            answer = np.array([shown[each] for each in suits], dtype=np.int8)
            answers[ranks] = answer.reshape((len(SUITS),) * seen)
        table[places] = answers[ranks]
    # From ranks, then suits, to one index a card.
    paired = [axis for card in range(seen) for axis in (card, seen + card)]
    table = table.transpose(paired).reshape((KINDS,) * seen)
    table.flags.writeable = False
    return table


def _arrangement(signs: tuple[str, ...], groups: tuple[str, ...]) -> tuple[str, ...]:
    """The same ranks or suits, renamed to the first of each group in the order they appear.

    >>> _arrangement(("K", "9", "K"), RANKS_ALIKE), _arrangement(("7", "3", "2"), RANKS_ALIKE)
    (('T', '2', 'T'), ('7', '2', '3'))
    """
    names: dict[str, str] = {}
    used = dict.fromkeys(groups, 0)
    for sign in signs:
        if sign not in names:
            group = next(alike for alike in groups if sign in alike)
            names[sign] = group[used[group]]
            used[group] += 1
    return tuple([names[sign] for sign in signs])


def _first_shown(
    patterns: tuple[str | None, ...], ranks: tuple[str, ...], suits: tuple[str, ...]
) -> int:
    cards = tuple([CARDS[rank + suit] for rank, suit in zip(ranks, suits, strict=True)])
    shown = line_shown(patterns, cards)
    return len(patterns) if shown is None else shown


def ways_by_line(
    counts: NDArray[np.int64], patterns: tuple[str | None, ...], seen: int
) -> list[int]:
    """In how many of the ordered draws each line is the one that is paid."""
    table, lines = ways(counts, seen), which_line(patterns, seen)
    return [int(table[lines == line].sum()) for line in range(len(patterns))]


# Others in the same round


def others_on_line(
    counts: NDArray[np.int64],
    patterns: tuple[str | None, ...],
    line: int,
    seen: int,
    common_dealer: bool,
    others: int,
) -> tuple[Fraction, ...]:
    """The chance that none, one, two, … of the other boxes win by the line by which one box won.

    The chance that some given boxes all win follows from drawing their cards one hand after the
    other. Summed over all choices of so many boxes it is the mean of C(K, j), where K is how many
    of the others win; and P(K = k) = sum over j >= k of (-1)^(j - k) C(j, k) E[C(K, j)].
    `common_dealer`: the last card seen is the dealer's, the same for every box.
    """
    winning = [tuple(map(int, w)) for w in np.argwhere(which_line(patterns, seen) == line)]
    if len(winning) ** (others + 1) > MOST_HANDS_FOLLOWED:
        raise Malformed("this line is won by too many hands to follow how it is shared", "boxes")
    cards = [int(count) for count in counts]
    together = [Fraction(0)] * (others + 1)
    for own in winning:
        for chance, left in _drawn(cards, own):
            dealer = own[-1] if common_dealer else None
            for also, more in enumerate(_all_win(left, winning, dealer, others)):
                together[also] += chance * more
    if not together[0]:
        return (Fraction(1),)
    moments = [comb(others, j) * both / together[0] for j, both in enumerate(together)]
    return tuple(
        [
            sum(
                ((-1) ** (j - k) * comb(j, k) * moments[j] for j in range(k, others + 1)),
                Fraction(0),
            )
            for k in range(others + 1)
        ]
    )


def _drawn(cards: list[int], kinds: tuple[int, ...]) -> Iterator[tuple[Fraction, list[int]]]:
    """The chance of drawing exactly these, and the cards left; nothing if they cannot be drawn."""
    left = list(cards)
    total = sum(left)
    chance = Fraction(1)
    for kind in kinds:
        if not left[kind]:
            return
        chance *= Fraction(left[kind], total)
        left[kind] -= 1
        total -= 1
    yield chance, left


def _all_win(
    cards: list[int], winning: list[tuple[int, ...]], dealer: int | None, boxes: int
) -> list[Fraction]:
    """The chance that the first 0, 1, … of so many further boxes all win."""
    chances = [Fraction(1), *[Fraction(0)] * boxes]
    if not boxes:
        return chances
    for hand in winning:
        if dealer is not None and hand[-1] != dealer:
            continue
        own = hand if dealer is None else hand[:-1]
        for chance, left in _drawn(cards, own):
            for further, more in enumerate(_all_win(left, winning, dealer, boxes - 1)):
                chances[further + 1] += chance * more
    return chances
