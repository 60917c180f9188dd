"""A game of the blackjack family as numbers: what compiled code needs to know of its rules.

Everything is read off the same `Game` value that the round engine plays, and where the engine has a
predicate (may this hand double, which line of the payout table is this 21), that predicate is asked
here too, once for every hand, so that legality and payments exist in one place.
"""

from collections import deque
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.cards import CARDS, RANKS, SUITS, Card
from bythebook.errors import Malformed
from bythebook.game.decisions import cannot_double, cannot_split, double_is_free
from bythebook.game.hands import suited_blackjack, with_card
from bythebook.game.settlement import outcome_of_21
from bythebook.game.state import Box, Hand
from bythebook.money import CENTS
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.hands import Hands, Shape, number_hands
from bythebook.rulebooks.chapters.game import BlackjackGame, Game, Outcome, Rules

MOST_HANDS = 4
MOST_BOXES = 7
MOST_LINES = 6  # sets of three ranks in the payout table for 21
LARGEST_TOTAL = 22
LARGEST_STAKE = 1_000_000 * CENTS
MOST_KEPT = 32

# One record with every plain number of the rules; compiled code reads it by name.
TERMS = np.dtype(
    [
        ("stake", np.int64),
        ("decks", np.int64),
        ("most_hands", np.int64),
        ("takes", np.int64),
        ("busted_double_returned", np.int64),
        ("hole_card", np.int64),
        ("face_up", np.int64),  # both of the dealer's cards are seen
        ("hits_soft_17", np.int64),
        ("free_double", np.int64),
        ("free_split", np.int64),
        ("aces_count_one", np.int64),
        ("only_evens", np.int64),
        ("withdrawal", np.int64),
        ("declined_ends_splits", np.int64),
        ("insurance", np.int64),
        ("insure_blackjack", np.int64),
        ("insurance_pays", np.int64),
        ("even_money", np.int64),
        ("even_money_returns_insurance", np.int64),
        ("tens_ranked", np.int64),
        ("ties_with_21", np.int64),  # whether a held blackjack must see the dealer's whole hand
        ("jokers", np.int64),
        ("line_ranks", np.int64),  # how many sets of three ranks the lines for 21 know
        ("keeps_cards", np.int64),  # whether the very cards of a hand can matter
        ("pays_21_at_once", np.int64),
        ("pays_five_cards", np.int64),  # or another number of cards that win; 0: none
        ("pays_doubled_cards", np.int64),  # whether also after a double
        ("surrender_early", np.int64),
        ("suited_blackjack", np.int64),
        ("suited_pays", np.int64, 4),  # by suit: what a blackjack of it gets more
        ("bonus", np.int64),
        ("bonus_others", np.int64),
        ("bonus_after_split", np.int64),
        ("surrender_keeps", np.int64),
        ("hands", np.int64),  # how many hands are numbered
        ("special_doubles", np.int64),  # whether more comes of a double than a total
        ("settlements", np.int64),  # where in the packed table cents by the dealer's total begin,
        ("masks", np.int64),  # legal actions,
        ("strategy", np.int64),  # decisions by count,
        ("steps_of_count", np.int64),  # (how many numbers for each)
        ("named_jokers", np.int64),  # and hands after a joker
        ("value_of", np.int64, k.KINDS),  # of a card: 10 is a joker
        ("dealer_after", np.int64, (64, k.VALUES)),
        ("pays_21", np.int64, (k.LINES_BY_CARDS + 3 * MOST_LINES, 3)),
        ("line_of_ranks", np.int8, 13**3),
        ("waits", np.int8, 13),  # by the rank of the dealer's first card
        ("surrender", np.int8, 13),
        ("net", np.int64, (k.OUTCOMES, 3, 3)),  # by outcome, real stakes and all stakes on the hand
        ("result", np.int8, k.OUTCOMES),
    ]
)


class Tables(NamedTuple):
    """The numbers of one game at one stake."""

    terms: NDArray[Any]  # one record
    hands: Hands
    mask: NDArray[np.uint8]  # [layer, hand]: which actions are legal, as bits
    fate: NDArray[np.uint8]  # [layer, hand]: what its cards bring about by themselves
    shoe: NDArray[np.uint8]  # every card of the shoe, by code


class _Kept(NamedTuple):
    """The numbers of a game that was asked about lately."""

    rules: Rules
    decks: int
    stake: int
    tables: Tables


_kept: deque[_Kept] = deque(maxlen=MOST_KEPT)


def tables_of(game: Game, stake: int) -> Tables:
    """The numbers of a game at a stake in cents; equal rules have the same, worked out once."""
    for kept in _kept:
        same = kept.rules is game.rules or kept.rules == game.rules
        if (kept.decks, kept.stake) == (game.decks, stake) and same:
            return kept.tables
    tables = compile_game(game, stake)
    _kept.append(_Kept(game.rules, game.decks, stake, tables))
    return tables


def rules_of(game: Game) -> BlackjackGame:
    if not isinstance(game.rules, BlackjackGame):
        raise Malformed(f"{game.id} is not a game of the blackjack family")
    return game.rules


def compile_game(game: Game, stake: int) -> Tables:
    """Work out every number of a game at a stake in cents."""
    rules = rules_of(game)
    if rules.splitting.hands.value > MOST_HANDS:
        raise Malformed(f"the odds know at most {MOST_HANDS} hands on a box", game.id)
    if not 0 < stake <= LARGEST_STAKE:
        raise Malformed(f"a stake is more than nothing and at most {LARGEST_STAKE // CENTS}")
    hands = number_hands(shape_of(rules))
    masks = _masks(rules, hands)
    return Tables(
        terms=_terms(game, rules, stake, hands.size),
        hands=hands,
        mask=masks,
        fate=_fates(rules, hands, masks),
        shoe=np.array([k.CODE_OF_CARD[c] for c in rules.pack.cards(game.decks)], dtype=np.uint8),
    )


def shape_of(rules: BlackjackGame) -> Shape:
    ranks = [rank for rank in RANKS if rank not in rules.pack.without]
    values = {k.VALUE_OF_RANK[RANKS.index(rank)] for rank in ranks}
    cards = rules.doubling.cards.value
    return Shape(
        values=tuple(value in values for value in range(k.VALUES)),
        first_aces=rules.doubling.aces_count_one is not None,
        suited_pairs=frozenset(_pairs_with_suits(rules)),
        jokers=rules.pack.jokers > 0,
        doubles_after=max(cards) if cards else LARGEST_TOTAL,
    )


def line_ranks(rules: BlackjackGame) -> list[str]:
    """The sets of three ranks that lines for 21 name."""
    named = sorted({line.ranks for line in rules.at_once.lines if line.ranks})
    if any(len(ranks) != 3 for ranks in named) or len(named) > MOST_LINES:
        raise Malformed(f"the odds know payout lines of three ranks, and {MOST_LINES} sets of them")
    return named


def _pairs_with_suits(rules: BlackjackGame) -> set[tuple[int, int]]:
    """Two values, in order, that a suited line may still make into a 21."""
    pairs = set()
    for ranks in line_ranks(rules):
        at = sorted(k.VALUE_OF_RANK[RANKS.index(rank)] for rank in ranks)
        pairs |= {(at[0], at[1]), (at[0], at[2]), (at[1], at[2])}
    return pairs


# The record


def _terms(game: Game, rules: BlackjackGame, stake: int, hands: int) -> NDArray[Any]:
    terms = np.zeros(1, dtype=TERMS)
    tens_ranked = rules.blackjack.against_blackjack is None
    ranks = line_ranks(rules)
    charlie = rules.at_once.charlie
    suits_matter = bool(ranks or rules.blackjack.suited) or rules.super_bonus is not None
    keeps_cards = suits_matter or tens_ranked
    numbers: dict[str, Any] = {
        "stake": stake,
        "decks": game.decks,
        "most_hands": rules.splitting.hands.value,
        "hole_card": rules.dealer.hole_card is not None,
        "face_up": sees_both_cards(rules),
        "takes": _takes(rules),
        "busted_double_returned": rules.dealer_blackjack_takes.busted_double.value == "returned",
        "hits_soft_17": rules.dealer.soft_17.value == "hits",
        "free_double": rules.doubling.amount.value == "token",
        "free_split": rules.splitting.token is not None,
        "aces_count_one": rules.doubling.aces_count_one is not None,
        "only_evens": rules.doubling.only_evens is not None,
        "withdrawal": rules.doubling.withdrawal is not None,
        "declined_ends_splits": rules.splitting.declined is not None,
        "tens_ranked": tens_ranked,
        "jokers": rules.pack.jokers,
        "line_ranks": len(ranks),
        "keeps_cards": keeps_cards,
        "pays_21_at_once": rules.at_once.twenty_one is not None,
        "pays_five_cards": charlie.cards if charlie is not None else 0,
        "pays_doubled_cards": charlie is not None and charlie.doubled,
        "suited_blackjack": bool(rules.blackjack.suited),
        "suited_pays": _suited_extra(rules, stake),
        **_offers(rules, stake),
        **_bonus(rules, stake),
        "hands": hands,
        "value_of": [*(k.VALUE_OF_RANK[code // 4] for code in range(k.JOKER_CODE)), k.VALUES],
        "dealer_after": _dealer_hands(),
        "pays_21": _payments_of_21(rules, stake, ranks),
        "line_of_ranks": _lines_by_ranks(ranks),
        "waits": _ranks_that_wait(rules),
        "net": _nets(rules, stake),
        "result": [_RESULTS[outcome.result] for outcome in _outcomes(rules)],
    }
    against_21 = rules.settlement.blackjack_against_21
    numbers["ties_with_21"] = against_21 is not None and against_21.result != "wins"
    for name, number in numbers.items():
        terms[0][name] = number
    return terms


def sees_both_cards(rules: BlackjackGame) -> bool:
    """Whether a player decides knowing both of the dealer's first cards."""
    hole_card = rules.dealer.hole_card
    return hole_card is not None and hole_card.face_up is not None


def _suited_extra(rules: BlackjackGame, stake: int) -> list[int]:
    """What a blackjack of each suit gets more than one of mixed suits."""
    plain = rules.blackjack.at_once
    found = []
    for suit in SUITS:
        hand = Hand(cards=(CARDS["A" + suit], CARDS["K" + suit]))
        paid = suited_blackjack(rules, hand, plain)
        found.append(_net(paid, stake, stake) - _net(plain, stake, stake))
    return found


def _takes(rules: BlackjackGame) -> int:
    if rules.dealer.hole_card is not None:
        return k.PEEKED
    return {
        "everything": k.EVERYTHING,
        "busted-plus-one": k.BUSTED_PLUS_ONE,
        "original-covers-busts": k.ORIGINAL_COVERS_BUSTS,
        "original-only": k.ORIGINAL_ONLY,
    }[rules.dealer_blackjack_takes.value]


def _offers(rules: BlackjackGame, stake: int) -> dict[str, Any]:
    insurance, even, surrender = rules.insurance, rules.even_money, rules.surrender
    numbers: dict[str, Any] = {
        "surrender": np.zeros(13, dtype=np.int8),
        "surrender_keeps": -(-stake // 2),
    }
    if insurance is not None:
        assert insurance.wins.odds is not None
        numbers["insurance"] = stake // 2
        held = rules.blackjack.waits.value != "never"  # one that was paid has nothing to insure
        numbers["insure_blackjack"] = insurance.with_blackjack.value and held
        numbers["insurance_pays"] = insurance.wins.odds.winnings(stake // 2)
    if surrender is not None:
        numbers["surrender_early"] = surrender.fails is None
    if even is not None:
        numbers["even_money"] = 1
        numbers["even_money_returns_insurance"] = even.insurance.value == "returned"
    if surrender is not None:
        for rank in surrender.offered.value:
            numbers["surrender"][RANKS.index(rank)] = 1
    return numbers


def _bonus(rules: BlackjackGame, stake: int) -> dict[str, int]:
    bonus = rules.super_bonus
    if bonus is None:
        return {}
    pays = [b.pays_dollars for b in bonus.brackets if stake >= b.from_dollars * CENTS]
    return {
        "bonus": pays[0] * CENTS if pays else 0,
        "bonus_others": bonus.others_dollars.value * CENTS,
        "bonus_after_split": int(bonus.after_split.value == "unless-suited-pair"),
    }


def _ranks_that_wait(rules: BlackjackGame) -> NDArray[np.int8]:
    waits = np.zeros(13, dtype=np.int8)
    match rules.blackjack.waits.value:
        case "ten-value-or-ace":
            waits[[k.ACE, *range(k.TEN_RANK, 13)]] = 1
        case "ten-or-ace":
            waits[[k.ACE, k.TEN_RANK]] = 1
    return waits


_RESULTS = {"wins": 1, "stand-off": 0, "loses": -1}


def _outcomes(rules: BlackjackGame) -> list[Outcome]:
    """The outcomes of the book in the order of their codes; one that cannot be is a loss."""
    never = Outcome(result="loses", clause="")
    s, b = rules.settlement, rules.blackjack
    return [
        b.at_once,
        s.blackjack,
        b.against_blackjack or never,
        b.higher_ten or never,
        b.equal_ten or never,
        b.lower_ten or never,
        s.blackjack_against_21 or s.blackjack,
        s.dealer_22_blackjack or s.blackjack,
        s.bust,
        rules.at_once.charlie.outcome if rules.at_once.charlie is not None else never,
        s.dealer_blackjack,
        s.dealer_blackjack_against_21,
        s.dealer_22 or s.dealer_over_21,
        s.dealer_over_21,
        s.higher,
        s.equal,
        s.lower,
        rules.even_money.outcome if rules.even_money is not None else never,
        s.dealer_blackjack_against_plain_21 or s.dealer_blackjack_against_21,
    ]


def _nets(rules: BlackjackGame, stake: int) -> NDArray[np.int64]:
    """What each outcome leaves a player with, by the real stakes and all stakes on the hand."""
    nets = np.zeros((k.OUTCOMES, 3, 3), dtype=np.int64)
    for at, outcome in enumerate(_outcomes(rules)):
        for real, units in product(range(3), range(1, 3)):
            nets[at, real, units] = _net(outcome, real * stake, units * stake)
    return nets


def _net(outcome: Outcome, real: int, staked: int) -> int:
    if outcome.result == "loses":
        return -real
    if outcome.result == "stand-off" or outcome.odds is None:
        return 0
    return outcome.odds.winnings(staked)


def _dealer_hands() -> NDArray[np.int64]:
    """The dealer's hand after a card: totals, and 32 more while an ace counts eleven."""
    after = np.zeros((64, k.VALUES), dtype=np.int64)
    for hand, value in product(range(64), range(k.VALUES)):
        card = CARDS[k.VALUE_NAMES[value] + "C"]
        points, soft = with_card(hand % 32, hand >= 32, card)
        after[hand, value] = min(points, 31) + 32 * soft
    return after


# By hand


def _cards_of(counts: NDArray[np.int8]) -> tuple[Card, ...]:
    """Cards that make up a composition; ranks and suits beyond the values do not matter."""
    letters = "".join(name * int(n) for name, n in zip(k.VALUE_NAMES, counts, strict=True))
    return tuple(CARDS[letter + "C"] for letter in letters)


_BOX = Box(1, ("",), ("",), "", {"": 1}, ())


def _masks(rules: BlackjackGame, hands: Hands) -> NDArray[np.uint8]:
    """Which actions the rules allow, asked of the round engine's own predicates.

    Whether a hand may double depends on the number of cards, the total and the layer alone; whether
    it may split, on two equal values.
    """
    masks = np.zeros((k.LAYERS, hands.size), dtype=np.uint8)
    splits_left = {k.UNSPLIT: 1, k.AGAIN: 1, k.LAST: 0, k.ACES_AGAIN: 1, k.ACES_LAST: 0}
    most = rules.splitting.hands.value
    is_pair = (hands.cards == 2) & (hands.counts.max(axis=1) == 2)
    pair = np.where(is_pair, hands.counts.argmax(axis=1) + 1, 0)
    alike = np.stack([hands.cards, hands.total, hands.soft, pair], axis=1).astype(np.int64)
    keys = alike @ (10**6, 10**3, 10**2, 1)
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    cards = [_cards_of(hands.counts[at]) for at in first]
    for layer, left in splits_left.items():
        found = [
            _mask(
                rules,
                Hand(
                    cards=held,
                    total=int(hands.total[at]),
                    soft=bool(hands.soft[at]),
                    split=layer != k.UNSPLIT,
                    split_aces=layer in (k.ACES_AGAIN, k.ACES_LAST),
                ),
                1 if left else most,
            )
            for at, held in zip(first, cards, strict=True)
        ]
        masks[layer] = np.array(found, dtype=np.uint8)[which]
        if _gets_one_card(rules, layer):
            masks[layer, hands.cards == 2] &= np.uint8(~(1 << k.HIT) & 0xFF)
    if hands.plain < hands.size:
        _forbid_splits_of_jokers(masks, hands)
    return masks


def _gets_one_card(rules: BlackjackGame, layer: int) -> bool:
    """Whether a hand of this layer gets one card only: it can then at most be split again."""
    return layer in (k.ACES_AGAIN, k.ACES_LAST) and rules.splitting.aces_one_card.value


def _mask(rules: BlackjackGame, hand: Hand, hands_on_box: int) -> int:
    box = Box(1, ("",), ("",), "", {"": 1}, (hand,) * hands_on_box)
    doubles = cannot_double(rules, hand) is None
    splits = cannot_split(rules, box, hand) is None
    forced = rules.decisions.forced_draw
    stands = (
        forced is None
        or hand.total >= forced.below
        or (forced.spares_open_options and (doubles or splits))
    )
    for_money = rules.doubling.amount.value == "token" and not double_is_free(rules, hand)
    gives_up = rules.surrender is not None and rules.surrender.in_turn is not None
    mask = 1 << k.HIT | stands << k.STAND | doubles << k.DOUBLE | splits << k.SPLIT
    return mask | gives_up << k.GIVE_UP | for_money << k.FOR_MONEY


def _forbid_splits_of_jokers(masks: NDArray[np.uint8], hands: Hands) -> None:
    """The best play never names a joker to make a pair, so it is not looked into."""
    masks[:, hands.plain :] &= np.uint8(~(1 << k.SPLIT) & 0xFF)


def _fates(rules: BlackjackGame, hands: Hands, masks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    fates = np.zeros((k.LAYERS, hands.size), dtype=np.uint8)
    most = rules.decisions.most_cards
    at_once = rules.at_once
    is_21, cards = hands.total == 21, hands.cards
    for layer in range(k.LAYERS):
        fate = fates[layer]
        if most is not None:
            fate[cards >= most.value] = k.CLOSED
        if _gets_one_card(rules, layer):
            again = (masks[layer] >> k.SPLIT & 1).astype(np.bool_)
            fate[(cards == 2) & ~again] = k.CLOSED
        if at_once.charlie is not None:
            fate[cards == at_once.charlie.cards] = k.FIVE_CARDS
        fate[is_21] = np.where(_paid_by_cards(rules), k.TWENTY_ONE, k.CLOSED)[cards[is_21]]
        if layer == k.UNSPLIT or rules.blackjack.on_split_hands.value:
            fate[is_21 & (cards == 2)] = k.NATURAL
    return fates


_PLAIN = CARDS["2C"]


def _paid_by_cards(rules: BlackjackGame) -> list[bool]:
    """With which numbers of cards a 21 is paid at once."""
    hands = [Hand(cards=(_PLAIN,) * count) for count in range(k.LINES_BY_CARDS)]
    return [outcome_of_21(rules, hand) is not None for hand in hands]


def _payments_of_21(rules: BlackjackGame, stake: int, ranks: list[str]) -> NDArray[np.int64]:
    """Cents for a 21 paid at once, by the number of its cards, then by ranks and suits."""
    pays = np.zeros((k.LINES_BY_CARDS + 3 * MOST_LINES, 3), dtype=np.int64)
    hands = [(_PLAIN,) * count for count in range(k.LINES_BY_CARDS)]
    for three, suits in product(ranks, ("CDH", "CCC", "SSS")):
        hands += [tuple(CARDS[r + s] for r, s in zip(three, suits, strict=True))]
    for at, cards in enumerate(hands):
        outcome = outcome_of_21(rules, Hand(cards=cards))
        if outcome is None:
            continue
        assert outcome.odds is not None
        for units in (1, 2):
            pays[at, units] = outcome.odds.winnings(units * stake)
    return pays


def _lines_by_ranks(ranks: list[str]) -> NDArray[np.int8]:
    table = np.full((13, 13, 13), -1, dtype=np.int8)
    if ranks:
        for a, b, c in product(range(13), repeat=3):
            made = "".join(sorted(RANKS[at] for at in (a, b, c)))
            if made in ranks:
                table[a, b, c] = ranks.index(made)
    return table.reshape(-1)
