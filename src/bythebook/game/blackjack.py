"""How a round of the blackjack family goes on by itself, between the decisions of people."""

from bythebook.cards import Card
from bythebook.errors import Refused, given
from bythebook.game.commands import Deal, Proceed
from bythebook.game.decisions import (
    best_name,
    call_double_card,
    cannot_split,
    decider,
    has_its_one_card,
    must_draw,
    name_joker,
    refusal_of,
)
from bythebook.game.events import (
    DEALER,
    CardCalled,
    CardDealt,
    CardVoided,
    DealerStood,
    Due,
    HandClosed,
    JokerDue,
    OffersOpened,
    PlayersDone,
    TurnCame,
    WithdrawalClosed,
    WithdrawalOffered,
)
from bythebook.game.hands import (
    TWENTY_ONE,
    has_unnamed_joker,
    is_blackjack,
    is_charlie,
    total,
    with_card,
)
from bythebook.game.hole_card import begin_play, turn_up_hole_card
from bythebook.game.missing_cards import (
    any_wager_live,
    first_card_at_last,
    first_card_due,
    late_first_card,
    return_wagers_without_cards,
)
from bythebook.game.offers import anything_to_offer, close_offers
from bythebook.game.run import Run
from bythebook.game.settlement import (
    beyond_original,
    may_tie_with_21,
    pay_blackjack,
    settle_21,
    settle_hand,
    settle_insurance,
    settle_round,
    waits_for_dealer,
)
from bythebook.game.side_wagers import any_side_looks_at, settle_sides
from bythebook.game.state import State
from bythebook.rulebooks.chapters.game import BlackjackGame

SEVENTEEN = 17


# Cards


def may_deal(rules: BlackjackGame, state: State, command: Deal) -> Refused | None:
    if state.due is None:
        return Refused(rules.decisions.drawn.clause, "no card is due")
    if command.card.joker and rules.joker_named is None:
        return Refused(rules.pack.clause, "this game is played without jokers")
    if command.card.rank and command.card.rank in rules.pack.without:
        return Refused(rules.pack.clause, f"{command.card} is not in this game's deck")
    return None


def deal(run: Run[BlackjackGame], command: Deal) -> None:
    due = run.state.due
    assert due is not None  # `may_deal` has looked
    if due.box == DEALER:
        _deal_to_dealer(run, command.card, due)
    else:
        _deal_to_hand(run, command.card, due)


def _deal_to_dealer(run: Run[BlackjackGame], card: Card, due: Due) -> None:
    rules = run.rules
    if card.joker:
        run.emit(CardVoided(card, given(rules.joker_void).clause))
        return
    if due.hidden:
        points, soft = run.state.dealer_total, run.state.dealer_soft
        run.emit(CardDealt(DEALER, 1, card, points, soft, due.clause, hidden=True))
        return
    points, soft = with_card(run.state.dealer_total, run.state.dealer_soft, card)
    run.emit(CardDealt(DEALER, 1, card, points, soft, due.clause))
    if run.state.opened and len(run.state.dealer) == 1:
        late_first_card(run, rules)
    if len(run.state.dealer) == 2 and run.state.insurances:
        settle_insurance(run, rules)


def _deal_to_hand(run: Run[BlackjackGame], card: Card, due: Due) -> None:
    rules = run.rules
    hand = run.state.hand(due.box, due.hand)
    if hand.doubled and rules.doubling.aces_count_one is not None:
        points, soft = total((*hand.cards, card), aces_as_one=2)
    else:
        points, soft = with_card(hand.total, hand.soft, card)
    run.emit(CardDealt(due.box, due.hand, card, points, soft, due.clause))
    if run.state.opened:
        if run.state.missed:
            settle_sides(run, "interim")  # those that waited for a second card
        if card.joker:
            run.emit(JokerDue(due.box, due.hand, given(rules.joker_named).clause))
        else:
            judge_hand(run, rules, due.box, due.hand)


def judge_hand(run: Run[BlackjackGame], rules: BlackjackGame, box: int, number: int) -> None:
    """What a new card means for the hand: lost, paid at once, or closed to further cards."""
    hand = run.state.hand(box, number)
    decisions = rules.decisions
    charlie = rules.at_once.charlie
    if hand.total > TWENTY_ONE:
        bust = rules.settlement.bust
        if hand.split and rules.settlement.split_bust is not None:
            bust = rules.settlement.split_bust
        run.emit(HandClosed(box, number, bust.clause))
        settle_hand(run, box, number, bust, interim=False)
    elif is_blackjack(rules, hand):
        settle_or_hold_blackjack(run, rules, box, number)
    elif hand.total == TWENTY_ONE:
        run.emit(HandClosed(box, number, decisions.stops_at_21.clause))
        settle_21(run, rules, box, number)
    elif charlie is not None and is_charlie(rules, hand):
        run.emit(HandClosed(box, number, charlie.outcome.clause))
        settle_hand(run, box, number, charlie.outcome, interim=True)
    elif hand.doubled:
        run.emit(HandClosed(box, number, rules.doubling.one_card.clause))
        if rules.doubling.withdrawal is not None:
            run.emit(WithdrawalOffered(box, number, rules.doubling.withdrawal.clause))
    elif has_its_one_card(rules, hand):
        if cannot_split(rules, run.state.box(box), hand) is not None:
            run.emit(HandClosed(box, number, rules.splitting.aces_one_card.clause))
    elif decisions.most_cards is not None and len(hand.cards) >= decisions.most_cards.value:
        run.emit(HandClosed(box, number, decisions.most_cards.clause))


def settle_or_hold_blackjack(
    run: Run[BlackjackGame], rules: BlackjackGame, box: int, number: int
) -> None:
    """Pay a blackjack at once, or hold it while the dealer may still make one.

    A mystery voucher is not disclosed before the hand ends, so it always waits.
    """
    waits = waits_for_dealer(rules, run.state)
    held = rules.blackjack.waits.clause if waits else rules.blackjack.at_once.clause
    run.emit(HandClosed(box, number, held))
    if not waits:
        pay_blackjack(run, rules, box, number)


# Going on


def may_proceed(rules: BlackjackGame, state: State, command: Proceed) -> Refused | None:
    if state.phase in ("offers", "following", "withdrawing", "naming"):
        return None
    return Refused(rules.decisions.turn.clause, "nothing is being offered")


def proceed(run: Run[BlackjackGame], command: Proceed) -> None:
    rules = run.rules
    match run.state.phase:
        case "offers":
            close_offers(run, command)
        case "following":
            if run.state.split_open:
                box, number = run.state.at
                run.emit(CardCalled(box, number, rules.splitting.second_card.clause))
            else:
                call_double_card(run)
        case "withdrawing":
            run.emit(WithdrawalClosed(given(rules.doubling.withdrawal).clause))
        case _:
            naming(run, best_name(run.state))


def naming(run: Run[BlackjackGame], rank: str) -> None:
    """A joker is named; in the players' turns the hand is judged as if that card had come."""
    box, number = run.state.at
    name_joker(run, rank)
    if run.state.opened:
        judge_hand(run, run.rules, box, number)


def advance(run: Run[BlackjackGame]) -> None:
    """Let the round run on until somebody must decide, or a card is due."""
    rules = run.rules
    while run.state.due is None:
        match run.state.phase:
            case "dealt":
                if not _name_next_joker(run, rules):
                    _interim(run, rules)
            case "turns":
                if wait_for_turn(run, rules):
                    return
            case "dealer":
                turn_up_hole_card(run, rules)
                if not _dealer_draws(run, rules):
                    settle_round(run, rules)
            case _:
                return


def _name_next_joker(run: Run[BlackjackGame], rules: BlackjackGame) -> bool:
    if rules.joker_named is None:
        return False
    for box in run.state.boxes:
        if has_unnamed_joker(box.hands[0].cards) and not box.hands[0].done:
            run.emit(JokerDue(box.number, 1, rules.joker_named.clause))
            return True
    return False


def _interim(run: Run[BlackjackGame], rules: BlackjackGame) -> None:
    """The interim settlement: side wagers, then blackjacks, then what is offered."""
    settle_sides(run, "interim")
    if not run.state.dealer and not any_wager_live(run.state):
        settle_round(run, rules)  # every wager went back before the dealer had a card
        return
    for box in run.state.boxes:
        if box.hands[0].done:
            continue
        if is_blackjack(rules, box.hands[0]):
            settle_or_hold_blackjack(run, rules, box.number, 1)
        elif not box.hands[0].live():
            limits = rules.limits
            void = limits.void_below or limits.warned or limits.over_maximum
            run.emit(HandClosed(box.number, 1, void.clause))
    if run.state.dealer and anything_to_offer(rules, run.state):
        run.emit(OffersOpened(_offer_clause(rules, run.state)))
    else:
        begin_play(run, rules)


def _offer_clause(rules: BlackjackGame, state: State) -> str:
    if state.dealer[0].rank == "A" and rules.insurance is not None:
        return rules.insurance.offered.clause
    return given(rules.surrender).offered.clause


def wait_for_turn(run: Run[BlackjackGame], rules: BlackjackGame) -> bool:
    """Find the hand that is next; say whether its player must now decide."""
    if run.state.missed:
        return_wagers_without_cards(run, rules)
    state = run.state
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if hand.done:
                continue
            if not state.dealer and first_card_due(run, rules, box.number):
                return False
            if len(hand.cards) == 1 and hand.split:
                run.emit(CardCalled(box.number, number, rules.splitting.second_card.clause))
                return False
            if box.refused and not must_draw(rules, hand):
                run.emit(HandClosed(box.number, number, refusal_of(rules).clause))
                return False
            player = decider(box, hand)
            if player is None:
                _play_for_absent(run, rules, box.number, number)
                return False
            if state.at != (box.number, number):
                run.emit(TurnCame(box.number, number, player, rules.decisions.turn.clause))
            return True
    if state.dealer or not first_card_at_last(run, rules):
        run.emit(PlayersDone(rules.dealer.draws.clause))
    return False


def _play_for_absent(run: Run[BlackjackGame], rules: BlackjackGame, box: int, number: int) -> None:
    absent = rules.absent_player
    hand = run.state.hand(box, number)
    enough = hand.total >= (absent.soft if hand.soft else absent.hard)
    if enough or has_its_one_card(rules, hand):
        run.emit(HandClosed(box, number, absent.stands.clause))
    else:
        run.emit(CardCalled(box, number, absent.draws.clause))


# The dealer


def _dealer_draws(run: Run[BlackjackGame], rules: BlackjackGame) -> bool:
    """Call the dealer's next card if one is due; otherwise say by which clause none is."""
    state = run.state
    if not _needs_full_hand(rules, state):
        if len(state.dealer) == 1 and _needs_second_card(rules, state):
            run.emit(CardCalled(DEALER, 1, rules.dealer.draws.clause))
            return True
        run.emit(DealerStood(rules.dealer.no_effect.clause))
        return False
    soft_17 = state.dealer_soft and state.dealer_total == SEVENTEEN
    hits = soft_17 and rules.dealer.soft_17.value == "hits"
    if len(state.dealer) < 2 or state.dealer_total < SEVENTEEN or hits:
        clause = rules.dealer.soft_17 if hits else rules.dealer.draws
        run.emit(CardCalled(DEALER, 1, clause.clause))
        return True
    run.emit(DealerStood((rules.dealer.soft_17 if soft_17 else rules.dealer.draws).clause))
    return False


def _needs_full_hand(rules: BlackjackGame, state: State) -> bool:
    """Whether some hand will be compared with the dealer's total, or a side wager looks at it."""
    if any_side_looks_at(rules, state, "dealer-hand"):
        return True
    for box in state.boxes:
        for hand in box.hands:
            for stake in hand.stakes:
                if not stake.live or stake.surrendered or stake.even_money:
                    continue
                if not is_blackjack(rules, hand) or may_tie_with_21(rules):
                    return True
    return False


def _needs_second_card(rules: BlackjackGame, state: State) -> bool:
    """Whether the dealer's making blackjack or not still decides something."""
    if any(insurance.live for insurance in state.insurances):
        return True
    if any_side_looks_at(rules, state, "dealer-two"):
        return True
    if state.dealer[0].value < 10:
        return False
    takes = rules.dealer_blackjack_takes
    doubles_return = takes.busted_double.value == "returned"
    early = rules.surrender is not None and rules.surrender.fails is None
    for box in state.boxes:
        if takes.value == "original-only" and any(beyond_original(box, p) for p in box.order):
            return True
        for hand in box.hands:
            for stake in hand.stakes:
                if stake.live and not stake.even_money and not (stake.surrendered and early):
                    return True
                if doubles_return and stake.doubled and hand.total > TWENTY_ONE:
                    return True
    return False
