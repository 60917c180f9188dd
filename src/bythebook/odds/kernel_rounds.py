"""Compiled rounds: the dealer's hand, the settlement, and the whole round."""

from typing import Any

from bythebook.odds import codes as k
from bythebook.odds import desk as q
from bythebook.odds.compiled import inlined, part
from bythebook.odds.kernel import dealer_card, next_card
from bythebook.odds.kernel_opening import open_hand, pay, take_offers
from bythebook.odds.kernel_three_cards import play_three_cards
from bythebook.odds.kernel_turns import play_box
from bythebook.odds.pointers import number_at
from bythebook.odds.terms import MOST_HANDS

# The dealer


@inlined
def dealer_after(t: Any, r: Any, dealer: int, card: int) -> Any:
    return number_at(t, r.dealers + dealer * q.DEALER_ROW + (card & q.VALUE_MASK))


@part
def second_card_matters(t: Any, r: Any, d: Any) -> bool:
    """Whether the dealer's making blackjack or not still decides something."""
    ten_or_ace = d.shown & q.VALUE_MASK == k.TEN or d.shown & q.VALUE_MASK == k.ACE
    for box in range(d.boxes):
        if d.insured[box]:
            return True
        for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
            ends = d.hand[row, q.ENDS]
            returned = ends == q.OVER and r.busted_double_returned and d.hand[row, q.REAL] == 2
            if ten_or_ace and (ends in (q.HELD, q.GIVEN_UP) or returned):
                return True
    return False


@inlined
def play_dealer(t: Any, r: Any, d: Any) -> None:
    """Turn or draw the dealer's cards, as far as any wager depends on them."""
    dealer = d.dealer
    cards = 1
    if r.hole_card:
        cards = 2
        dealer = dealer_after(t, r, dealer, d.second)
    elif d.compared or second_card_matters(t, r, d):
        cards = 2
        d.second = dealer_card(t, r, d)
        dealer = dealer_after(t, r, dealer, d.second)
    if d.compared:
        while dealer < q.COMPLETE:
            dealer = dealer_after(t, r, dealer, dealer_card(t, r, d))
            cards += 1
    d.dealer = dealer
    d.dealer_cards = cards


# The settlement


@inlined
def settle_box(t: Any, r: Any, d: Any, box: int, dealer: int) -> int:
    """Every hand of a box against a dealer without blackjack."""
    main = 0
    for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
        stakes = d.hand[row, q.UNITS] * 3 + d.hand[row, q.REAL]
        at = (stakes * q.ENDINGS + d.hand[row, q.ENDS]) * q.ENDINGS + dealer
        net = d.hand[row, q.NET] + number_at(t, r.settlements + at)
        d.hand[row, q.NET] = net
        main += net
    return main


@part
def settle_against_blackjack(t: Any, r: Any, d: Any, box: int) -> int:
    """Every hand of a box against a dealer's blackjack, within what that may take."""
    busted = 0
    staked = 0
    begin, end = box * MOST_HANDS, box * MOST_HANDS + d.hands[box]
    for row in range(begin, end):
        ends = d.hand[row, q.ENDS]
        real = d.hand[row, q.REAL]
        if ends == q.OVER:
            busted += real
            returned = r.busted_double_returned and real == 2
            d.hand[row, q.NET] = -r.stake if returned else -real * r.stake
        elif ends == q.HELD:
            d.hand[row, q.NET] = blackjack_against_blackjack(t, r, d, row)
        elif ends == q.GIVEN_UP:
            d.hand[row, q.NET] = -r.stake
        elif ends < q.HELD:
            outcome = dealer_blackjack_outcome(t, r, d, row)
            if r.result[outcome] < 0:
                staked += real
            else:
                d.hand[row, q.NET] = r.net[outcome, real, d.hand[row, q.UNITS]]
    to_take = staked
    if r.takes == k.BUSTED_PLUS_ONE:
        to_take = min(1, staked)
    elif r.takes == k.ORIGINAL_COVERS_BUSTS:
        to_take = max(busted, min(1, busted + staked)) - busted
    main = 0
    for row in range(begin, end):
        waited = d.hand[row, q.ENDS] < q.HELD
        if waited and r.result[dealer_blackjack_outcome(t, r, d, row)] < 0:
            taken = min(d.hand[row, q.REAL], to_take)
            to_take -= taken
            d.hand[row, q.NET] = -taken * r.stake
        main += d.hand[row, q.NET]
    return main


@part
def dealer_blackjack_outcome(t: Any, r: Any, d: Any, row: int) -> int:
    return k.DEALER_BLACKJACK_AGAINST_21 if d.hand[row, q.ENDS] == 21 else k.DEALER_BLACKJACK


@part
def blackjack_against_blackjack(t: Any, r: Any, d: Any, row: int) -> Any:
    outcome = k.BLACKJACK_TIES
    if r.tens_ranked:
        mine = max(d.hand[row, q.FIRST] >> q.RANK_BITS, d.hand[row, q.SECOND] >> q.RANK_BITS)
        theirs = max(d.shown >> q.RANK_BITS, d.second >> q.RANK_BITS)
        outcome = k.EQUAL_TEN
        if mine != theirs:
            outcome = k.HIGHER_TEN if mine > theirs else k.LOWER_TEN
    return r.net[outcome, d.hand[row, q.REAL], d.hand[row, q.UNITS]]


@part
def settle_bonus(t: Any, r: Any, d: Any) -> None:
    """Three suited sevens against a seven: a bonus to the hand, a smaller one to all others."""
    won = 0
    for box in range(d.boxes):
        d.result[box, q.BONUS] = 0
        for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
            if makes_bonus(t, r, d, row, box):
                d.result[box, q.BONUS] += r.bonus
                won += 1
    if won:
        for box in range(d.boxes):
            if d.result[box, q.BONUS] == 0:
                d.result[box, q.BONUS] = r.bonus_others


@part
def makes_bonus(t: Any, r: Any, d: Any, row: int, box: int) -> Any:
    """Whether a 21 was paid on three suited sevens that count; no other hand has three of them."""
    if d.hand[row, q.ENDS] != q.PAID_21 or d.hand[row, q.DOUBLED]:
        return False
    first = d.hand[row, q.FIRST]
    if (
        not (first == d.hand[row, q.SECOND] == d.hand[row, q.THIRD])
        or first >> q.RANK_BITS != k.SEVEN
    ):
        return False
    if d.hands[box] > 1:
        return r.bonus_after_split == 1 and d.hand[row, q.SUITED_SEVENS] == 0
    return True


@inlined
def settle_round(t: Any, r: Any, d: Any) -> None:
    """What every box is left with, main wager, insurance and bonus apart."""
    natural = d.dealer_cards == 2 and d.dealer & (q.SOFT | q.TOTAL_MASK) == q.SOFT_21
    for box in range(d.boxes):
        if natural:
            d.result[box, q.MAIN] = settle_against_blackjack(t, r, d, box)
        else:
            d.result[box, q.MAIN] = settle_box(t, r, d, box, d.dealer & q.TOTAL_MASK)
        d.result[box, q.INSURANCE] = 0
        if d.insured[box]:
            d.result[box, q.INSURANCE] = r.insurance_pays if natural else -r.insurance
    if r.bonus:
        if d.shown >> q.RANK_BITS == k.SEVEN:
            settle_bonus(t, r, d)
        else:
            for box in range(d.boxes):
                d.result[box, q.BONUS] = 0


# The whole round


@inlined
def deal(t: Any, r: Any, d: Any) -> None:
    """The initial deal: in the books without a hole card the dealer has one card after it."""
    d.round_began = d.position
    for box in range(d.boxes):
        d.cards[box, 0] = next_card(t, r, d)
    d.shown = dealer_card(t, r, d)
    for box in range(d.boxes):
        d.cards[box, 1] = next_card(t, r, d)
    d.dealer = dealer_after(t, r, 0, d.shown)
    if r.hole_card:
        d.second = dealer_card(t, r, d)
        d.running -= d.tags[d.second >> q.VALUE_BITS]  # nobody sees it yet


@inlined
def look_at_hole_card(t: Any, r: Any, d: Any) -> bool:
    """Whether it ends the round; if not, a blackjack need not wait any longer."""
    if dealer_after(t, r, d.dealer, d.second) & (q.SOFT | q.TOTAL_MASK) == q.SOFT_21:
        return True
    if not r.ties_with_21:
        for box in range(d.boxes):
            if d.hand[box * MOST_HANDS, q.ENDS] == q.HELD:
                pay(t, r, d, box * MOST_HANDS, q.PAID, r.net[k.BLACKJACK_AT_ONCE, 1, 1])
    return False


@inlined
def play_round(t: Any, r: Any, d: Any) -> None:
    """One round from the first card to the settlement; the results stand on the desk."""
    if d.three_cards:
        play_three_cards(t, r, d)
        return
    deal(t, r, d)
    d.compared = 0
    up = d.shown & q.VALUE_MASK
    for box in range(d.boxes):
        open_hand(t, r, d, box, up)
    if up == k.ACE or r.surrender[d.shown >> q.RANK_BITS]:
        for box in range(d.boxes):
            take_offers(t, r, d, box, up)
    over = r.hole_card and look_at_hole_card(t, r, d)
    if not over:
        for box in range(d.boxes):
            ends = d.hand[box * MOST_HANDS, q.ENDS]
            if ends == q.UNDECIDED:
                play_box(t, r, d, box, up)
            elif ends == q.HELD:
                d.compared |= r.ties_with_21
    if r.hole_card:
        d.running += d.tags[d.second >> q.VALUE_BITS]
    play_dealer(t, r, d)
    settle_round(t, r, d)
