"""One to three cards from a stock: in how many ways they come, and which line each way makes.

Where lines share a meter, also how often other boxes of the round make the same one.

A stock is counted by its 52 kinds of card, drawn without replacement and in order. Cards of a
shuffled shoe are exchangeable: whichever places of the shoe a wager looks at, its cards are as
likely as the first ones. So the order of the deal, the other boxes and the cards burned before do
not enter here.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from bythebook.cards import Card
from bythebook.errors import Malformed
from bythebook.odds.numbers.codes import CODE_OF_CARD
from bythebook.odds.sides.deciding import KINDS, Lines, which_line
from bythebook.rulebooks.chapters.game import Game

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


def ways_by_line(counts: NDArray[np.int64], lines: Lines) -> list[int]:
    """In how many of the ordered draws each line is the one that is paid."""
    made = which_line(lines)
    table = ways(counts, made.ndim)
    return [int(table[made == line].sum()) for line in range(len(lines.hands))]


# Others in the same round


def others_on_line(
    counts: NDArray[np.int64],
    lines: Lines,
    line: int,
    common_dealer: bool,
    others: int,
) -> tuple[Fraction, ...]:
    """The chance that none, one, two, … of the other boxes win by the line by which one box won.

    The chance that some given boxes all win follows from drawing their cards one hand after the
    other. Summed over all choices of so many boxes it is the mean of C(K, j), where K is how many
    of the others win; and P(K = k) = sum over j >= k of (-1)^(j - k) C(j, k) E[C(K, j)].
    `common_dealer`: the last card seen is the dealer's, the same for every box.
    """
    winning = [tuple(map(int, w)) for w in np.argwhere(which_line(lines) == line)]
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
