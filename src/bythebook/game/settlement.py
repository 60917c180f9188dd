"""Settlement of the main wagers: at once, or against the dealer's hand."""

from bythebook.errors import given
from bythebook.game.events import RoundEnded, RowResult, Settled, Stage
from bythebook.game.hands import (
    DEALER_22,
    TWENTY_ONE,
    is_blackjack,
    is_natural,
    is_voucher,
    suited_blackjack,
    ten_card,
)
from bythebook.game.run import NOTHING, AnyRun, Run
from bythebook.game.side_wagers import reset_mysteries, settle_sides
from bythebook.game.state import Box, Hand, Insurance, Stake, State
from bythebook.money import CENTS, EVENS
from bythebook.rulebooks.chapters.game import (
    BlackjackGame,
    Bracket,
    Line21,
    Outcome,
    SuperBonus,
)

TENS_FROM_LOW_TO_HIGH = "TJQK"
THREE_SEVENS = "777"


# At once


def settle_hand(
    run: Run[BlackjackGame], box: int, hand_number: int, outcome: Outcome, interim: bool
) -> None:
    """Settle every live stake on a hand the same way."""
    for stake in run.state.hand(box, hand_number).stakes:
        if stake.live:
            run.settle_stake(box, hand_number, stake, outcome, "interim" if interim else "play")


def waits_for_dealer(rules: BlackjackGame, state: State) -> bool:
    """Whether a blackjack waits, because the dealer may still make one too."""
    if not state.dealer:  # the first card was left out: whatever it will be decides
        return True
    shown = state.dealer[0]
    hole_card = rules.dealer.hole_card
    match rules.blackjack.waits.value:
        case "never":
            return False
        case _ if hole_card is not None and hole_card.face_up is not None:
            return is_natural(state.dealer)
        case "ten-or-ace":
            return shown.rank in ("A", "T")
        case _:
            return shown.value >= 10


def may_tie_with_21(rules: BlackjackGame) -> bool:
    """Whether the dealer's drawing 21 would still change what a waiting blackjack gets."""
    against_21 = rules.settlement.blackjack_against_21
    return against_21 is not None and against_21.result != "wins"


def pay_blackjack(run: Run[BlackjackGame], rules: BlackjackGame, box: int, number: int) -> None:
    """Pay a blackjack at once; a mystery voucher is not disclosed before the hand ends."""
    hand = run.state.hand(box, number)
    outcome = suited_blackjack(rules, hand, rules.blackjack.at_once)
    for stake in hand.stakes:
        if stake.live and not is_voucher(rules, stake):
            run.settle_stake(box, number, stake, outcome, "interim")


def settle_21(run: Run[BlackjackGame], rules: BlackjackGame, box: int, hand_number: int) -> None:
    """Pay a 21 at once, by the line of the payout table it makes, if it is paid at once at all.

    A doubled hand gets evens, and so does whoever rode on it without doubling.
    """
    hand = run.state.hand(box, hand_number)
    outcome = outcome_of_21(rules, hand)
    if outcome is None:
        return
    for stake in hand.stakes:
        paid = _evens_if_doubled(rules, hand, stake, outcome)
        run.settle_stake(box, hand_number, stake, paid, "interim")


def outcome_of_21(rules: BlackjackGame, hand: Hand) -> Outcome | None:
    """What a 21 gets at once; none: it waits for the dealer."""
    every = rules.at_once.twenty_one
    if every is None and hand.doubled:
        return None
    for line in rules.at_once.lines:
        if _makes_line(line, hand):
            return line.outcome
    return every


def _makes_line(line: Line21, hand: Hand) -> bool:
    if line.cards is not None:
        count = len(hand.cards)
        return count == line.cards or (line.or_more and count > line.cards)
    if "".join(sorted(card.rank for card in hand.cards)) != line.ranks:
        return False
    suits = {card.suit for card in hand.cards}
    match line.suits:
        case "spades":
            return suits == {"S"}
        case "suited":
            return len(suits) == 1
        case "mixed":
            return len(suits) > 1
        case _:
            return True


def _evens_if_doubled(rules: BlackjackGame, hand: Hand, stake: Stake, outcome: Outcome) -> Outcome:
    only_evens = rules.doubling.only_evens
    if not hand.doubled or only_evens is None:
        return outcome
    followers = rules.doubling.followers_only_evens
    clause = only_evens if stake.doubled or followers is None else followers
    return Outcome(result="wins", odds=EVENS, clause=clause.clause, also=outcome.also)


# The final comparison


def outcome_of(rules: BlackjackGame, state: State, hand: Hand, dealer_blackjack: bool) -> Outcome:
    """What the dealer's finished hand makes of a player's, before any limit on what it takes."""
    settlement = rules.settlement
    if is_blackjack(rules, hand):
        return _outcome_of_blackjack(rules, state, hand, dealer_blackjack)
    if dealer_blackjack:
        if hand.total == TWENTY_ONE:
            plain = (
                None if hand.split or hand.doubled else settlement.dealer_blackjack_against_plain_21
            )
            return plain or settlement.dealer_blackjack_against_21
        return settlement.dealer_blackjack
    if state.dealer_total == DEALER_22 and settlement.dealer_22 is not None:
        return settlement.dealer_22
    if state.dealer_total > TWENTY_ONE:
        return settlement.dealer_over_21
    if hand.total > state.dealer_total:
        return settlement.higher
    if hand.total == state.dealer_total:
        return settlement.equal
    return settlement.lower


def _outcome_of_blackjack(
    rules: BlackjackGame, state: State, hand: Hand, dealer_blackjack: bool
) -> Outcome:
    settlement = rules.settlement
    if dealer_blackjack:
        return _blackjack_against_blackjack(rules, state, hand)
    if state.dealer_total == DEALER_22 and settlement.dealer_22_blackjack is not None:
        return settlement.dealer_22_blackjack
    if state.dealer_total == TWENTY_ONE and settlement.blackjack_against_21 is not None:
        return settlement.blackjack_against_21
    return suited_blackjack(rules, hand, settlement.blackjack)


def _blackjack_against_blackjack(rules: BlackjackGame, state: State, hand: Hand) -> Outcome:
    if rules.blackjack.against_blackjack is not None:
        return rules.blackjack.against_blackjack
    mine = TENS_FROM_LOW_TO_HIGH.index(ten_card(hand.cards).rank)
    theirs = TENS_FROM_LOW_TO_HIGH.index(ten_card(state.dealer).rank)
    if mine > theirs:
        outcome = rules.blackjack.higher_ten
    elif mine == theirs:
        outcome = rules.blackjack.equal_ten
    else:
        outcome = rules.blackjack.lower_ten
    assert outcome is not None
    return outcome


def settle_insurance(run: Run[BlackjackGame], rules: BlackjackGame) -> None:
    """Insurance is decided by the dealer's second card; while it lies face down it is no ten."""
    assert rules.insurance is not None
    wins = is_natural(run.state.dealer)
    stage: Stage = "final" if run.state.phase == "dealer" else "interim"
    outcome = rules.insurance.wins if wins else rules.insurance.loses
    for insurance in run.state.insurances:
        if insurance.live:
            _settle_insurance(run, insurance, outcome, stage)


def _settle_insurance(
    run: Run[BlackjackGame], insurance: Insurance, outcome: Outcome, stage: Stage
) -> None:
    paid = NOTHING
    if outcome.odds is not None:
        paid = run.paid_for(outcome.odds.winnings(insurance.amount))
    kept = insurance.amount if outcome.result == "wins" else 0
    back, chips = run.going_back(kept, insurance.chips, outcome.result)
    by_token = run.by_token(insurance.in_tokens)
    run.emit(
        Settled(
            insurance.box, 0, insurance.player, "insurance", insurance.amount, outcome.result,
            str(outcome.odds) if outcome.odds is not None else "", paid.cents, paid.cents + back,
            outcome.clause, (*outcome.also, *paid.by, *by_token), stage, insurance.chips,
            paid.cents + chips, in_tokens=insurance.in_tokens, on=insurance.owner,
            rounded=paid.rounded,
        )
    )  # fmt: skip


def return_insurance(run: AnyRun, insurance: Insurance, clause: str, stage: Stage) -> None:
    """Insurance that falls away before it is decided goes back whole."""
    amount = insurance.amount
    run.emit(
        Settled(
            insurance.box, 0, insurance.player, "insurance", amount, "returned", "", 0, amount,
            clause, (), stage, insurance.chips, insurance.chips, in_tokens=insurance.in_tokens,
            on=insurance.owner,
        )
    )  # fmt: skip


def settle_round(run: Run[BlackjackGame], rules: BlackjackGame) -> None:
    """Settle what is left, and end the round."""
    settle_sides(run, "final")
    for box in run.state.boxes:
        for player in box.order:
            _settle_player(run, rules, box, player)
    if rules.super_bonus is not None:
        _settle_super_bonus(run, rules)
    reset_mysteries(run)
    run.emit(RoundEnded(rules.wagering.locked.clause))


def _settle_player(run: Run[BlackjackGame], rules: BlackjackGame, box: Box, player: str) -> None:
    """One player's hands on one box: what each makes, within what a dealer's blackjack may take."""
    losing: list[tuple[int, Hand, Stake, Outcome]] = []
    dealer_blackjack = is_natural(run.state.dealer)
    for number, hand in enumerate(box.hands, start=1):
        stake = hand.stake_of(player)
        if stake is None or not stake.live:
            continue
        outcome = outcome_of(rules, run.state, hand, dealer_blackjack)
        if stake.even_money:
            outcome = given(rules.even_money).outcome
        taken = dealer_blackjack and outcome.result == "loses"
        if not (stake.surrendered or taken):
            run.settle_stake(box.number, number, stake, outcome, "final")
            continue
        counted = run.within_limits(box.number, number, stake, "final")
        if counted is not None and stake.surrendered:
            settle_surrender(run, rules, box.number, number, counted, dealer_blackjack)
        elif counted is not None:
            losing.append((number, hand, counted, outcome))
    if losing:
        _settle_against_blackjack(run, rules, box, player, losing)
    if dealer_blackjack and rules.dealer_blackjack_takes.value == "original-only":
        _return_beyond_original(run, rules, box, player)
    elif dealer_blackjack and rules.dealer_blackjack_takes.busted_double.value == "returned":
        _return_busted_doubles(run, rules, box, player)


def _return_busted_doubles(
    run: Run[BlackjackGame], rules: BlackjackGame, box: Box, player: str
) -> None:
    clause = rules.dealer_blackjack_takes.busted_double.clause
    for hand in box.hands:
        stake = hand.stake_of(player)
        if stake is not None and stake.doubled and hand.total > TWENTY_ONE:
            back = stake.doubled
            run.emit(
                Settled(
                    box.number, 0, player, "main", 0, "returned", "", 0, back, clause, (), "final",
                    0, stake.chips_of(back),
                )
            )  # fmt: skip


def _return_beyond_original(
    run: Run[BlackjackGame], rules: BlackjackGame, box: Box, player: str
) -> None:
    """Where a blackjack takes one original and no more, busted stakes beyond it come back."""
    back = beyond_original(box, player)
    if not back:
        return
    takes = rules.dealer_blackjack_takes
    clause = (takes.after_split if len(box.hands) > 1 else takes.after_double).clause
    busted = [h.stake_of(player) for h in box.hands if h.total > TWENTY_ONE]
    chips = min(back, sum(stake.chips for stake in busted if stake is not None))
    run.emit(
        Settled(
            box.number, 0, player, "main", 0, "returned", "", 0, back, clause, (), "final", 0,
            chips,
        )
    )  # fmt: skip


def beyond_original(box: Box, player: str) -> int:
    """What of a player's busted stakes is more than the original."""
    return max(0, _busted_stakes(box, player) - box.originals.get(player, 0))


def _settle_against_blackjack(
    run: Run[BlackjackGame],
    rules: BlackjackGame,
    box: Box,
    player: str,
    losing: list[tuple[int, Hand, Stake, Outcome]],
) -> None:
    """Take what the rules let a dealer's blackjack take, from the first open hand onwards."""
    takes = rules.dealer_blackjack_takes
    to_take = blackjack_may_take(
        takes.value,
        original=_counting(run, box, player),
        busted=_busted_stakes(box, player),
        open_stakes=sum(stake.real for _, _, stake, _ in losing),
    )
    for number, hand, stake, outcome in losing:
        taken = min(stake.real, to_take)
        to_take -= taken
        if hand.split or stake.doubled or (hand.doubled and stake.free):
            clause = takes.after_split if hand.split else takes.after_double
            outcome = Outcome(result="loses", clause=clause.clause, also=(outcome.clause,))
        result: RowResult = "loses" if taken or not stake.real else "returned"
        run.settle_main(
            box.number, number, stake, outcome, "final", stake.real - taken, result=result
        )


def _counting(run: Run[BlackjackGame], box: Box, player: str) -> int:
    """The original wager as far as it counts: the maximum may be found to cut it."""
    original = box.originals[player]
    bounds = run.state.table.limits_of(player, "main", box.number)
    if run.rules.limits.after_result is None or bounds is None:
        return original
    least, most = bounds
    warned = run.rules.limits.warned is not None and player in run.state.table.warned
    return 0 if warned and original < least else min(original, most)


def blackjack_may_take(rule: str, original: int, busted: int, open_stakes: int) -> int:
    """How much of the stakes on open hands a dealer's blackjack takes.

    >>> blackjack_may_take("busted-plus-one", original=50, busted=50, open_stakes=50)
    50
    >>> blackjack_may_take("original-covers-busts", original=50, busted=50, open_stakes=50)
    0
    >>> blackjack_may_take("everything", original=50, busted=0, open_stakes=150)
    150
    """
    if rule == "everything":
        return open_stakes
    if rule == "busted-plus-one":
        return min(original, open_stakes)
    return max(busted, min(original, busted + open_stakes)) - busted


def _busted_stakes(box: Box, player: str) -> int:
    stakes = (h.stake_of(player) for h in box.hands if h.total > TWENTY_ONE)
    return sum(stake.real for stake in stakes if stake is not None)


def settle_surrender(
    run: Run[BlackjackGame],
    rules: BlackjackGame,
    box: int,
    number: int,
    stake: Stake,
    dealer_blackjack: bool,
    stage: Stage = "final",
) -> None:
    assert rules.surrender is not None
    if dealer_blackjack and rules.surrender.fails is not None:
        run.settle_stake(box, number, stake, rules.surrender.fails, stage)
        return
    kept = min(stake.real, run.payable(-(-stake.real // 2)))
    outcome = Outcome(result="loses", clause=rules.surrender.keeps.clause)
    run.settle_main(box, number, stake, outcome, stage, kept, result="surrendered")


# The Super Bonus


def _settle_super_bonus(run: Run[BlackjackGame], rules: BlackjackGame) -> None:
    """Three suited sevens against a seven: a bonus to the hand, a smaller one to all others."""
    bonus = given(rules.super_bonus)
    if not run.state.dealer or run.state.dealer[0].rank != "7":
        return
    riding = [
        (box, stake.player)
        for box in run.state.boxes
        for hand in box.hands
        if _makes_super_bonus(rules, hand)
        for stake in hand.stakes
    ]
    winning = {
        (box.number, player): bracket
        for box, player in riding
        if (bracket := _bracket(bonus, _counting(run, box, player))) is not None
    }
    if not winning:  # a stake below the lowest bracket wins nothing
        return
    for box, player in riding:
        if (box.number, player) in winning:
            bracket = winning[box.number, player]
            _pay_bonus(run, box.number, player, bracket.pays_dollars, bracket.clause)
    rides = {(box.number, player) for box, player in riding}
    one_of_others = bonus.below is not None and bonus.below.value == "others"
    left_out = winning.keys() if one_of_others else rides
    for box in run.state.boxes:
        for player in box.originals:
            if (box.number, player) not in left_out and _counting(run, box, player):
                others = bonus.others_dollars
                _pay_bonus(run, box.number, player, others.value, others.clause)


def _bracket(bonus: SuperBonus, counting: int) -> Bracket | None:
    """The highest bracket that a stake reaches."""
    reached = (b for b in bonus.brackets if counting >= b.from_dollars * CENTS)
    return next(reached, None)


def _makes_super_bonus(rules: BlackjackGame, hand: Hand) -> bool:
    bonus = given(rules.super_bonus)
    sevens = "".join(card.rank for card in hand.cards) == THREE_SEVENS
    if not sevens or len({card.suit for card in hand.cards}) > 1 or hand.doubled:
        return False
    if hand.split:
        return bonus.after_split.value == "unless-suited-pair" and not hand.split_suited_sevens
    return True


def _pay_bonus(run: Run[BlackjackGame], box: int, player: str, dollars: int, clause: str) -> None:
    paid = dollars * CENTS
    run.emit(
        Settled(
            box, 0, player, "super-bonus", 0, "wins", "", paid, paid, clause, (), "final", 0, paid
        )
    )
