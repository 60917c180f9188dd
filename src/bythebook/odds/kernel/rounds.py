"""Compiled rounds: the dealer's hand, the settlement, and the whole round."""

from bythebook.odds.kernel import scratch as q
from bythebook.odds.kernel.intrinsics import number_at, rarely, short_at
from bythebook.odds.kernel.opening import open_hand, open_other_hands, take_offers
from bythebook.odds.kernel.sources import dealer_card, next_card
from bythebook.odds.kernel.three_cards import play_three_cards
from bythebook.odds.kernel.turns import play_box, play_other_boxes
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled import inlined, part, written_out
from bythebook.odds.numbers.compiled_rules import MOST_HANDS
from bythebook.odds.numbers.typed import Number, Pointer, Scratch, Terms

# The dealer


@written_out
def dealer_after(t: Pointer, dealer: int, card: int) -> Number:
    """The dealer's hand after a card: where its row begins, or how it ends."""
    return short_at(t, dealer + (card & q.VALUE_MASK))


@part
def second_card_matters(t: Pointer, r: Terms, d: Scratch) -> bool:
    """Whether the dealer's making blackjack or not still decides something."""
    if d.wants_second:
        return True
    ten_or_ace = d.shown & q.VALUE_MASK == k.TEN or d.shown & q.VALUE_MASK == k.ACE
    for box in range(d.boxes):
        if d.insured[box]:
            return True
        if ten_or_ace and r.takes == k.ORIGINAL_ONLY and busted_stakes(t, r, d, box) > 1:
            return True
        for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
            ends = d.hand[row, q.ENDS]
            doubled = d.hand[row, q.STAKES] & q.REAL_MASK == 2
            returned = ends == q.OVER and r.busted_double_returned and doubled
            given_up = ends == q.GIVEN_UP and not r.surrender_early
            if ten_or_ace and (ends == q.HELD or given_up or returned):
                return True
    return False


@part
def busted_stakes(t: Pointer, r: Terms, d: Scratch, box: Number) -> int:
    """The real stakes on hands of a box that went over."""
    busted = 0
    for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
        if d.hand[row, q.ENDS] == q.OVER:
            busted += d.hand[row, q.STAKES] & q.REAL_MASK
    return busted


@written_out
def play_dealer(t: Pointer, r: Terms, d: Scratch, compared: bool) -> Number:
    """Turn or draw the dealer's cards, as far as any wager depends on them; how the hand ends.

    A blackjack has an end of its own, which no hand of more cards comes to.
    """
    dealer = dealer_after(t, 0, d.shown)
    if r.hole_card:
        dealer = dealer_after(t, dealer, d.second)
    elif compared or second_card_matters(t, r, d):
        d.second = dealer_card(t, r, d)
        dealer = dealer_after(t, dealer, d.second)
    if compared:
        while dealer < q.DEALER_END:
            dealer = dealer_after(t, dealer, dealer_card(t, r, d))
        return dealer - q.DEALER_END
    blackjack = dealer == q.DEALER_END + q.DEALER_BLACKJACK
    return q.DEALER_BLACKJACK if blackjack else q.NOT_COMPLETE


# The settlement


@written_out
def settlement_of(d: Scratch, row: Number, dealer: Number) -> Number:
    """Where in the settlements the end of a hand stands."""
    return (d.hand[row, q.STAKES] * q.ENDINGS + d.hand[row, q.ENDS]) * q.ENDINGS + dealer


@written_out
def settle_hand(t: Pointer, r: Terms, d: Scratch, row: Number, dealer: Number) -> Number:
    """A hand by the table of settlements; one that was paid by its cards has its net already."""
    net = d.hand[row, q.NET] + number_at(t, r.settlements + settlement_of(d, row, dealer))
    d.hand[row, q.NET] = net
    return net


@inlined
def settle_box(t: Pointer, r: Terms, d: Scratch, box: Number, dealer: int) -> None:
    """Every hand of a box against the dealer's."""
    if rarely(dealer == q.DEALER_BLACKJACK):
        settle_against_blackjack(t, r, d, box)
        return
    d.result[box, q.MAIN] = settle_hand(t, r, d, box * MOST_HANDS, dealer)
    if rarely(d.hands[box] > 1):
        settle_split_hands(t, r, d, box, dealer)


@part
def settle_split_hands(t: Pointer, r: Terms, d: Scratch, box: Number, dealer: int) -> None:
    for row in range(box * MOST_HANDS + 1, box * MOST_HANDS + d.hands[box]):
        d.result[box, q.MAIN] += settle_hand(t, r, d, row, dealer)


@part
def settle_other_boxes(t: Pointer, r: Terms, d: Scratch, dealer: int) -> None:
    for box in range(1, d.boxes):
        settle_box(t, r, d, box, dealer)


@part
def settle_against_blackjack(t: Pointer, r: Terms, d: Scratch, box: Number) -> None:
    """Every hand of a box against a dealer's blackjack, within what that may take."""
    d.unusual = 1
    busted = busted_stakes(t, r, d, box)
    staked = 0
    begin, end = box * MOST_HANDS, box * MOST_HANDS + d.hands[box]
    for row in range(begin, end):
        ends = d.hand[row, q.ENDS]
        real = d.hand[row, q.STAKES] & q.REAL_MASK
        if ends == q.OVER:
            returned = r.busted_double_returned and real == 2
            d.hand[row, q.NET] = -r.stake if returned else -real * r.stake
        elif ends == q.HELD:
            d.hand[row, q.NET] = blackjack_against_blackjack(t, r, d, row)
        elif ends == q.GIVEN_UP:
            d.hand[row, q.NET] = -r.stake + (r.surrender_keeps if r.surrender_early else 0)
        elif ends >= q.PAID:
            settle_hand(t, r, d, row, q.NOT_COMPLETE)
        else:
            outcome = dealer_blackjack_outcome(t, r, d, row)
            if r.result[outcome] < 0:
                staked += real
            else:
                d.hand[row, q.NET] = net_of(t, r, d, row, outcome)
    to_take = staked
    if r.takes == k.BUSTED_PLUS_ONE:
        to_take = min(1, staked)
    elif r.takes == k.ORIGINAL_COVERS_BUSTS or r.takes == k.ORIGINAL_ONLY:
        to_take = max(busted, min(1, busted + staked)) - busted
    main = over_original(t, r, d, box) if r.takes == k.ORIGINAL_ONLY else 0
    for row in range(begin, end):
        waited = d.hand[row, q.ENDS] < q.HELD
        if waited and r.result[dealer_blackjack_outcome(t, r, d, row)] < 0:
            taken = min(d.hand[row, q.STAKES] & q.REAL_MASK, to_take)
            to_take -= taken
            d.hand[row, q.NET] = -taken * r.stake
        main += d.hand[row, q.NET]
    d.result[box, q.MAIN] = main


@part
def over_original(t: Pointer, r: Terms, d: Scratch, box: Number) -> Number:
    """What was lost on busted hands beyond one original: it comes back."""
    lost = 0
    for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
        if d.hand[row, q.ENDS] == q.OVER:
            lost -= d.hand[row, q.NET]
    return max(0, lost - r.stake)


@written_out
def net_of(t: Pointer, r: Terms, d: Scratch, row: Number, outcome: Number) -> Number:
    """Cents that an outcome leaves the owner of a hand with."""
    stakes = d.hand[row, q.STAKES]
    return r.net[outcome, stakes & q.REAL_MASK, stakes >> q.UNITS_BITS]


@part
def dealer_blackjack_outcome(t: Pointer, r: Terms, d: Scratch, row: Number) -> int:
    if d.hand[row, q.ENDS] != 21:
        return k.DEALER_BLACKJACK
    doubled = d.hand[row, q.STAKES] >> q.UNITS_BITS > 1
    if doubled or d.hands[row // MOST_HANDS] > 1:
        return k.DEALER_BLACKJACK_AGAINST_21
    return k.DEALER_BLACKJACK_AGAINST_PLAIN_21


@part
def blackjack_against_blackjack(t: Pointer, r: Terms, d: Scratch, row: Number) -> Number:
    outcome = k.BLACKJACK_TIES
    if r.tens_ranked:
        mine = max(d.hand[row, q.FIRST] >> q.RANK_BITS, d.hand[row, q.SECOND] >> q.RANK_BITS)
        theirs = max(d.shown >> q.RANK_BITS, d.second >> q.RANK_BITS)
        outcome = k.EQUAL_TEN
        if mine != theirs:
            outcome = k.HIGHER_TEN if mine > theirs else k.LOWER_TEN
    return net_of(t, r, d, row, outcome)


@part
def settle_extras(t: Pointer, r: Terms, d: Scratch, dealer: int) -> None:
    """Insurance, and the bonus for three suited sevens where the dealer shows a seven."""
    won = 0
    for box in range(d.boxes):
        d.result[box, q.INSURANCE] = 0
        d.result[box, q.BONUS] = 0
        if d.insured[box]:
            wins = dealer == q.DEALER_BLACKJACK
            d.result[box, q.INSURANCE] = r.insurance_pays if wins else -r.insurance
        if r.bonus and d.shown >> q.RANK_BITS == k.SEVEN:
            for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
                if makes_bonus(t, r, d, row, box):
                    d.result[box, q.BONUS] += r.bonus
                    won += 1
    for box in range(d.boxes):
        if won and d.result[box, q.BONUS] == 0:
            d.result[box, q.BONUS] = r.bonus_others


@part
def makes_bonus(t: Pointer, r: Terms, d: Scratch, row: Number, box: Number) -> Number:
    """Whether a 21 was paid on three suited sevens that count; no other hand has three of them."""
    if d.hand[row, q.ENDS] != q.PAID_21 or d.hand[row, q.STAKES] >> q.UNITS_BITS > 1:
        return False
    first = d.hand[row, q.FIRST]
    if not (first == d.hand[row, q.SECOND] == d.hand[row, q.THIRD]):
        return False
    if first >> q.RANK_BITS != k.SEVEN:
        return False
    if d.hands[box] > 1:
        return r.bonus_after_split == 1 and d.hand[row, q.SUITED_SEVENS] == 0
    return True


@written_out
def settle_round(t: Pointer, r: Terms, d: Scratch, dealer: int) -> None:
    """What every box is left with, main wager, insurance and bonus apart."""
    d.dealer_ends = dealer
    settle_box(t, r, d, q.FIRST_BOX, dealer)
    if rarely(d.boxes > 1):
        settle_other_boxes(t, r, d, dealer)
    if rarely(r.bonus and d.shown >> q.RANK_BITS == k.SEVEN):
        d.extras = d.unusual = 1
    if rarely(d.extras):
        settle_extras(t, r, d, dealer)


@written_out
def net_of_box(d: Scratch, box: Number) -> Number:
    """What a box is left with in all, side wagers apart."""
    net = d.result[box, q.MAIN]
    if rarely(d.extras):
        net += d.result[box, q.INSURANCE] + d.result[box, q.BONUS]
    return net


# The whole round


@written_out
def deal(t: Pointer, r: Terms, d: Scratch) -> None:
    """The initial deal: in the books without a hole card the dealer has one card after it."""
    d.round_began = d.position
    d.cards[0, 0] = next_card(t, r, d)
    if rarely(d.boxes > 1):
        deal_to_other_boxes(t, r, d, q.FIRST_CIRCUIT)
    d.shown = dealer_card(t, r, d)
    d.cards[0, 1] = next_card(t, r, d)
    if rarely(d.boxes > 1):
        deal_to_other_boxes(t, r, d, q.SECOND_CIRCUIT)
    if r.hole_card:
        d.second = dealer_card(t, r, d)
        if rarely(d.counting and not r.face_up):
            d.unseen = d.tags[d.second >> q.VALUE_BITS]
            d.running -= d.unseen


@part
def deal_to_other_boxes(t: Pointer, r: Terms, d: Scratch, circuit: Number) -> None:
    for box in range(1, d.boxes):
        d.cards[box, circuit] = next_card(t, r, d)


@written_out
def ends_at_once(t: Pointer, r: Terms, d: Scratch) -> Number:
    """Whether the hole card ends the round."""
    dealer = dealer_after(t, dealer_after(t, 0, d.shown), d.second)
    return dealer == q.DEALER_END + q.DEALER_BLACKJACK


@part
def turn_up_unseen(d: Scratch) -> None:
    """Count the hole card, now that everybody sees it."""
    d.running += d.unseen
    d.unseen = 0


@part
def begin_dealer(r: Terms, d: Scratch, compared: bool) -> Number:
    """Whether the dealer's hand is played out, for hands or for side wagers that look at it."""
    if d.counting:
        turn_up_unseen(d)
    d.others_cards = d.position - d.round_began - (2 if r.hole_card else 1)
    return compared or d.plays_out == 1


@written_out
def play_round(t: Pointer, r: Terms, d: Scratch) -> None:
    """One round from the first card to the settlement; the results stand on the desk.

    The first box is written out in each step, so that a table with no other goes straight through.
    """
    if rarely(d.three_cards):
        play_three_cards(t, r, d)
        return
    deal(t, r, d)
    d.extras = 0
    d.unusual = d.always_unusual
    up = d.shown & q.VALUE_MASK
    open_hand(t, r, d, q.FIRST_BOX, up)
    if rarely(d.boxes > 1):
        open_other_hands(t, r, d, up)
    if rarely(up == k.ACE or r.surrender[d.shown >> q.RANK_BITS]):
        for box in range(d.boxes):
            take_offers(t, r, d, box, up)
    compared = False
    if not rarely(r.hole_card and ends_at_once(t, r, d)):
        compared = play_box(t, r, d, q.FIRST_BOX, up)
        if rarely(d.boxes > 1):
            compared |= play_other_boxes(t, r, d, up)
    if rarely(d.watched):
        compared = begin_dealer(r, d, compared)
    settle_round(t, r, d, play_dealer(t, r, d, compared))
