"""How many free-bet tokens are used on a box: splits and doubles that cost the player nothing.

A token is used for every free split and for every double. A double is decided by two cards, so all
that matters of the hands of a split is which second cards they got. Those are counted exactly,
without replacement.

A wager on tokens may stand off against a dealer's 22. Whatever the hands draw after their second
cards, the dealer's cards are as likely to be any that are left; but the dealer draws only while a
hand is to be compared. So the chance of so many tokens and a 22 is that of the second cards and a
dealer who always draws, less that of hands which have all gone over while the 22 lies ready.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from bythebook.errors import Malformed
from bythebook.odds.exact.dealer import ENDS, TWENTY_TWO, dealer_ends, drawn_to
from bythebook.odds.exact.deals import EVEN_MONEY, PAID, SURRENDERS, Deal, follow_unsplit
from bythebook.odds.exact.follow import MEAN
from bythebook.odds.exact.naturals import share_of_ranks
from bythebook.odds.exact.play_values import LAST_TOTAL, Pays
from bythebook.odds.exact.solver import Solver
from bythebook.odds.exact.split_limits import OVER, multisets_of
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import MOST_HANDS
from bythebook.odds.numbers.hands import JOKER_KIND, KINDS_TAKEN
from bythebook.odds.numbers.typed import Floats

MOST_TOKENS = 2 * MOST_HANDS
MOST_DOUBLED = 11  # a hand that no one card takes over 21


class Second(NamedTuple):
    """Second cards of split hands that mean the same."""

    cards: float  # left in the shoe
    of_pair: bool
    doubles: bool  # whether a token for a double is laid on them


Gone = tuple[int, ...]  # how many of each kind of second cards came


def tokens_used(solver: Solver, found: Iterable[Deal]) -> list[float]:
    """The chances of no token, one, two and so on."""
    hands = solver.hands
    if any(solver.mask[layer][hands.cards > 2].max() >> k.DOUBLE & 1 for layer in range(k.LAYERS)):
        raise Malformed("tokens are counted where doubles are made on two cards only")
    chances = np.zeros(MOST_TOKENS + 1)
    for deal in found:
        if deal.action == "split":
            for (tokens, _), chance in _filled(solver, deal, _alike(solver, deal)).items():
                chances[tokens] += deal.chance * chance
        else:
            assert deal.action in ("stand", "hit", "double", PAID, EVEN_MONEY, SURRENDERS)
            chances[_free_double(solver, deal)] += deal.chance
    return _used(chances)


def _used(chances: Floats) -> list[float]:
    """As many as there can be."""
    return [float(chance) for chance in np.trim_zeros(chances, "b")]


def _free_double(solver: Solver, deal: Deal) -> int:
    free = solver.terms["free_double"] and not _for_money(solver, deal.hand)
    return int(deal.action == "double" and free)


def _for_money(solver: Solver, hand: int) -> bool:
    return bool(solver.mask[k.UNSPLIT, hand] >> k.FOR_MONEY & 1)


# The hands of a split


def _second_cards(solver: Solver, deal: Deal) -> list[Second]:
    """By value, and jokers."""
    pair, up = deal.first, deal.up
    left = solver.stock.copy()
    left[pair] -= 2
    left[up] -= 1
    plan = solver.plan_of(k.ACES_LAST if pair == k.ACE else k.LAST)

    def doubles(value: int) -> bool:
        hand = solver.hands.following[pair, value]
        open_hand = solver.tables.fate[k.LAST, hand] == k.OPEN
        free = solver.terms["free_double"] and not _for_money(solver, hand)
        return bool(free and open_hand and plan[hand, up] == k.DOUBLE)

    return [
        Second(left[kind], kind == pair, kind < JOKER_KIND and doubles(kind))
        for kind in range(KINDS_TAKEN)
    ]


def _alike(solver: Solver, deal: Deal) -> list[Second]:
    """Those of the pair, others that are doubled, and the rest."""
    groups: dict[tuple[bool, bool], float] = defaultdict(float)
    for second in _second_cards(solver, deal):
        groups[second.of_pair, second.doubles] += second.cards
    return [Second(cards, *kind) for kind, cards in groups.items()]


def _filled(solver: Solver, deal: Deal, kinds: Sequence[Second]) -> dict[tuple[int, Gone], float]:
    """How likely each number of tokens is once all hands have their second cards, and which came.

    Hands get them one after the other, and one of the pair makes another hand while it may.
    """
    most, free = solver.most_hands(deal.first), _free_split(solver, deal.first)
    size = sum(second.cards for second in kinds)
    done: dict[tuple[int, Gone], float] = defaultdict(float)
    states = {(2, 0, free, (0,) * len(kinds)): 1.0}
    while states:
        after: dict[tuple[int, int, int, Gone], float] = defaultdict(float)
        for (hands, filled, tokens, gone), chance in states.items():
            if filled == hands:
                done[tokens, gone] += chance
                continue
            left = max(size - sum(gone), 1.0)
            for at, second in enumerate(kinds):
                part = chance * max(second.cards - gone[at], 0.0) / left
                again = second.of_pair and hands < most
                laid = free if again else second.doubles
                come = (*gone[:at], gone[at] + 1, *gone[at + 1 :])
                if part:
                    after[hands + again, filled + (not again), tokens + laid, come] += part
        states = after
    return done


def _free_split(solver: Solver, pair: int) -> int:
    return int(solver.terms["free_split"]) if pair != k.TEN else 0


# Against a dealer's 22


def tokens_against_22(solver: Solver, found: Sequence[Deal]) -> list[float]:
    """The chances of no token, one and so on in rounds in which the dealer makes 22."""
    _check_compared(solver)
    chances = np.zeros(MOST_TOKENS + 1)
    for up in map(int, solver.ups):
        for tokens in range(2):
            alike = [deal for deal in found if _free_double(solver, deal) == tokens]
            sums, _ = follow_unsplit(solver, alike, up, _pays_on_22(solver.pays))
            chances[tokens] += sums[MEAN]
    for deal in found:
        if deal.action == PAID and deal.hand >= 0:
            chances[0] += deal.chance * _natural_against_22(solver, deal)
    for pair in range(k.VALUES):
        _add_split(solver, [d for d in found if d.action == "split" and d.first == pair], chances)
    return _used(chances)


def _check_compared(solver: Solver) -> None:
    """A doubled hand must wait for the dealer, or its token could lie on one that is over."""
    may_double = np.any(solver.mask >> k.DOUBLE & 1, axis=0)
    at_once = solver.terms["pays_21_at_once"] or solver.terms["pays_five_cards"]
    if at_once or solver.hands.hard[may_double].max(initial=0) > MOST_DOUBLED:
        raise Malformed("tokens against a 22 are counted where doubled hands wait for the dealer")
    if solver.stock[JOKER_KIND]:
        raise Malformed("tokens against a 22 are counted where there are no jokers")


def _pays_on_22(pays: Pays) -> Pays:
    """One where the dealer makes 22 against a hand that stands, otherwise nothing."""
    table = np.zeros((LAST_TOTAL, ENDS))
    table[:, TWENTY_TWO] = 1.0
    return pays._replace(
        single=table, doubled=table, over=0.0, over_doubled=0.0, over_doubled_blackjack=0.0
    )


def _natural_against_22(solver: Solver, deal: Deal) -> float:
    """A blackjack that waits makes the dealer draw only where a 21 would tie with it."""
    if solver.terms["result"][k.BLACKJACK_AGAINST_21] > 0:
        return 0.0
    waits = share_of_ranks(solver.counts, deal.up, solver.terms["waits"])
    return waits * float(solver.ends[deal.hand, deal.up, TWENTY_TWO])


def _add_split(solver: Solver, split: list[Deal], chances: Floats) -> None:
    """One pair, against each card of the dealer against which it is split."""
    ends_after: dict[Gone, Floats] = {}
    for deal in split:
        filled = _filled(solver, deal, _second_cards(solver, deal))
        new = list({gone for _, gone in filled} - set(ends_after))
        shoes = solver.stock[: k.VALUES] - np.array(new).reshape(-1, KINDS_TAKEN)[:, : k.VALUES]
        shoes[:, deal.first] -= 2
        found = dealer_ends(solver.shoe.hits_soft_17, np.maximum(shoes, 0))
        ends_after.update(zip(new, found[:, :, TWENTY_TWO], strict=True))
        for (tokens, gone), chance in filled.items():
            chances[tokens] += deal.chance * chance * ends_after[gone][deal.up]
        for tokens, chance in _all_over(solver, deal):
            chances[tokens] -= deal.chance * chance


def _all_over(solver: Solver, deal: Deal) -> list[tuple[int, float]]:
    """Tokens where every hand has gone over and the dealer would have made 22, with the chance."""
    draws = multisets_of(drawn_to(solver.shoe.hits_soft_17, deal.up, TWENTY_TWO))
    together = solver.together(deal.first, deal.up, draws)
    over = together.all_end_as(solver.most_hands(deal.first), (OVER,))
    return [(_free_split(solver, deal.first) * (hands - 1), over[hands]) for hands in over]
