"""`evolve(state, event)`: how each event changes the round. No rules here, only bookkeeping."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from bythebook.errors import BrokenInvariant
from bythebook.game import events as e
from bythebook.game.hands import first_unnamed
from bythebook.game.state import (
    Box,
    Hand,
    Insurance,
    Stake,
    State,
    Wager,
    cards_on_layout,
    chips_on_layout,
)


def evolve(state: State, event: e.Event) -> State:
    """The round after the event. Money is conserved, and that is checked here, always."""
    return EVOLVE[type(event)](state, event)


def _check_money(state: State) -> State:
    balance = sum(state.net.values()) + state.house + chips_on_layout(state)
    if balance:
        raise BrokenInvariant(f"money is not conserved: {balance} cents too many")
    return state


def _with_hand(state: State, box: Box, number: int, hand: Hand) -> tuple[Box, ...]:
    """The boxes with this hand in place of the one of that number. Most boxes have one hand."""
    hands = box.hands
    hands = (hand,) if len(hands) == 1 else (*hands[: number - 1], hand, *hands[number:])
    if len(state.boxes) == 1:
        return (replace(box, hands=hands),)
    return _with_box(state, replace(box, hands=hands))


def _with_box(state: State, changed: Box) -> tuple[Box, ...]:
    return tuple(changed if box.number == changed.number else box for box in state.boxes)


def _with_stake(hand: Hand, changed: Stake) -> Hand:
    if len(hand.stakes) == 1:
        return replace(hand, stakes=(changed,))
    stakes = tuple(changed if s.player == changed.player else s for s in hand.stakes)
    return replace(hand, stakes=stakes)


def _moved(net: dict[str, int], player: str, cents: int) -> dict[str, int]:
    return {**net, player: net.get(player, 0) + cents}


def _dealers_card_asked_again(state: State) -> e.Due | None:
    """A wager that changes before the dealer's card is drawn may change whether one is due."""
    return None if state.phase == "dealer" else state.due


def _betting_closed(state: State, event: e.BettingClosed) -> State:
    """Main wagers become the stakes on the first hand of their box; the first card is due."""
    mains = {}
    sides = []
    for wager in state.wagers:
        if wager.kind == "main":
            mains[wager.box, wager.player] = wager
        else:
            sides.append(wager)
    boxes = []
    for order in event.orders:
        wagers = [mains[order.box, player] for player in order.players]
        stakes = tuple([Stake(w.player, w.amount, in_tokens=w.in_tokens) for w in wagers if w.live])
        originals = {s.player: s.original for s in stakes}
        hands = (Hand(stakes=stakes),)
        boxes.append(Box(order.box, order.players, order.deciders, order.clause, originals, hands))
    return _check_money(
        replace(
            state,
            phase="dealing" if event.deal else "dealt",
            boxes=tuple(boxes),
            wagers=tuple(sides),
            due=event.deal[0] if event.deal else None,
            deal=event.deal[1:],
        )
    )


def _card_dealt(state: State, event: e.CardDealt) -> State:
    if state.withdrawable:
        state = replace(state, withdrawable="")
    phase, due, deal = state.phase, None, state.deal
    if deal:  # the initial deal goes on
        due, deal = deal[0], deal[1:]
    elif phase == "dealing":
        phase = "dealt"
    if event.hidden:
        return replace(state, hole=event.card, phase=phase, due=due, deal=deal)
    if event.box == e.DEALER:
        return replace(
            state,
            dealer=(*state.dealer, event.card),
            dealer_total=event.total,
            dealer_soft=event.soft,
            phase=phase,
            due=due,
            deal=deal,
        )
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    hand = replace(hand, cards=(*hand.cards, event.card), total=event.total, soft=event.soft)
    boxes = _with_hand(state, box, event.hand, hand)
    return replace(state, boxes=boxes, phase=phase, due=due, deal=deal)


def _hole_card_turned(state: State, event: e.HoleCardTurned) -> State:
    return replace(
        state,
        hole=None,
        dealer=(*state.dealer, event.card),
        dealer_total=event.total,
        dealer_soft=event.soft,
    )


def _card_missed(state: State, event: e.CardMissed) -> State:
    if state.deal:
        return replace(state, due=state.deal[0], deal=state.deal[1:], missed=True)
    return replace(state, phase="dealt", due=None, missed=True)


def _first_card_found_missing(state: State, event: e.FirstCardFoundMissing) -> State:
    return replace(state, finishing=event.box)


def _card_refused(state: State, event: e.CardRefused) -> State:
    return replace(state, boxes=_with_box(state, replace(state.box(event.box), refused=True)))


def _card_called(state: State, event: e.CardCalled) -> State:
    late = state.missed and not state.dealer
    if (event.box == e.DEALER) != (state.phase == "dealer") and not late:
        raise BrokenInvariant("the dealer draws when everybody has played, and only then")
    return replace(
        state,
        due=e.Due(event.box, event.hand, event.clause),
        phase="turns" if state.phase == "following" else state.phase,
    )


def _nothing_changed(state: State, event: e.Event) -> State:
    """Said for the record: the events around it do what follows from it."""
    return state


def _card_burned(state: State, event: e.CardBurned) -> State:
    return replace(state, face_up=True) if event.why == "face-up" else state


def _cards_ran_out(state: State, event: e.CardsRanOut) -> State:
    return replace(state, exhausted=cards_on_layout(state) if event.nothing_left else None)


def _card_held_over(state: State, event: e.CardHeldOver) -> State:
    return replace(state, held_over=event.card)


def _device_failed(state: State, event: e.DeviceFailed) -> State:
    by_hand = event.what == "no-spare" and not event.voids
    return replace(state, withdrawable=event.withdrawable, from_shoe=state.from_shoe or by_hand)


def _joker_due(state: State, event: e.JokerDue) -> State:
    return replace(state, phase="naming", at=(event.box, event.hand))


def _joker_named(state: State, event: e.JokerNamed) -> State:
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    cards = list(hand.cards)
    cards[first_unnamed(cards)] = event.card
    hand = replace(hand, cards=tuple(cards), total=event.total, soft=event.soft)
    # Jokers of the initial deal are named before anything is settled, later ones during the turns.
    phase: Any = "turns" if state.opened else "dealt"
    return replace(state, phase=phase, boxes=_with_hand(state, box, event.hand, hand))


def _offers_opened(state: State, event: e.OffersOpened) -> State:
    return replace(state, phase="offers")


def _insurance_claimed(state: State, event: e.InsuranceClaimed) -> State:
    claim = Insurance(event.box, event.owner, event.player, event.amount, in_tokens=event.in_tokens)
    return replace(state, claims=(*state.claims, claim))


def _insurance_placed(state: State, event: e.InsurancePlaced) -> State:
    placed = Insurance(
        event.box, event.owner, event.player, event.amount, in_tokens=event.in_tokens
    )
    return _check_money(
        replace(
            state,
            insurances=(*state.insurances, placed),
            due=_dealers_card_asked_again(state),
            net=_moved(state.net, event.player, -placed.chips),
        )
    )


def _wager_surrendered(state: State, event: e.WagerSurrendered) -> State:
    box = state.box(event.box)
    stake = box.hands[0].stake(event.player)
    hand = _with_stake(box.hands[0], replace(stake, surrendered=True))
    return replace(state, boxes=_with_hand(state, box, 1, hand))


def _offers_closed(state: State, event: e.OffersClosed) -> State:
    return replace(state, phase="turns", claims=())


def _play_began(state: State, event: e.PlayBegan) -> State:
    return replace(state, phase="turns", claims=(), opened=True)


def _turn_came(state: State, event: e.TurnCame) -> State:
    return replace(state, phase="turns", at=(event.box, event.hand))


def _hand_hit(state: State, event: e.HandHit) -> State:
    return replace(state, due=e.Due(event.box, event.hand, event.clause))


def _even_money_taken(state: State, event: e.EvenMoneyTaken) -> State:
    boxes = state.boxes
    if event.deferred:
        box = state.box(event.box)
        stake = box.hands[0].stake(event.player)
        hand = _with_stake(box.hands[0], replace(stake, even_money=True))
        boxes = _with_hand(state, box, 1, hand)
    return replace(state, boxes=boxes, due=_dealers_card_asked_again(state))


def _hand_closed(state: State, event: e.HandClosed | e.HandStood | e.HandDropped) -> State:
    box = state.box(event.box)
    hand = replace(box.hands[event.hand - 1], done=True)
    return replace(state, boxes=_with_hand(state, box, event.hand, hand))


def _hand_dropped(state: State, event: e.HandDropped) -> State:
    state = _hand_closed(state, event)
    if state.phase == "dealing":
        return _passed_over(state, event.box)
    phase, due = state.phase, state.due
    if due is not None and (due.box, due.hand) == (event.box, event.hand):
        due = None
    if state.at == (event.box, event.hand) and phase in ("naming", "following", "withdrawing"):
        phase = "turns" if state.opened else "dealt"
    return replace(state, phase=phase, due=due)


def _passed_over(state: State, box: int) -> State:
    """The initial deal goes on without a box, or ends if nobody is left to deal to."""
    rest = (state.due, *state.deal) if state.due is not None else ()
    live = any(hand.live() for place in state.boxes for hand in place.hands)
    deal = tuple([due for due in rest if due.box != box]) if live else ()
    if not deal:
        return replace(state, phase="dealt", due=None, deal=())
    return replace(state, due=deal[0], deal=deal[1:])


def _token_used(state: State, number: int, first: bool) -> State:
    """A free-bet token on the box; the first of its hand, or one for a further player."""
    box = state.box(number)
    box = replace(box, tokens=box.tokens + first, tokens_laid=box.tokens_laid + 1)
    return replace(state, boxes=_with_box(state, box))


def _hand_doubled(state: State, event: e.HandDoubled) -> State:
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    stake = hand.stake(event.player)
    if event.free:
        stake = replace(stake, free=stake.free + event.amount)
    else:
        stake = replace(
            stake,
            doubled=event.amount,
            in_tokens=stake.in_tokens + event.in_tokens,
            doubled_in_tokens=event.in_tokens,
        )
    first = not hand.doubled
    hand = replace(_with_stake(hand, stake), doubled=True)
    state = replace(
        state,
        boxes=_with_hand(state, box, event.hand, hand),
        net=_moved(state.net, event.player, 0 if event.free else event.in_tokens - event.amount),
    )
    return _check_money(_token_used(state, event.box, first) if event.free else state)


def _hand_split(state: State, event: e.HandSplit) -> State:
    box = state.box(event.box)
    pair = box.hands[event.hand - 1]
    first, second = pair.cards
    aces = first.rank == "A"
    suited_sevens = pair.split_suited_sevens or (
        not pair.split and first.rank == second.rank == "7" and first.suit == second.suit
    )
    kept, formed = (
        Hand(
            cards=(card,),
            stakes=stakes,
            total=card.value,
            soft=aces,
            split=True,
            split_aces=aces,
            split_suited_sevens=suited_sevens,
        )
        for card, stakes in ((first, pair.stakes), (second, ()))
    )
    at = event.hand - 1
    hands = (*box.hands[:at], kept, formed, *box.hands[at + 1 :])
    changed = replace(box, hands=hands, pair=box.pair or pair.cards)
    return replace(state, boxes=_with_box(state, changed))


def _stake_matched(state: State, event: e.StakeMatched) -> State:
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    first = not hand.stakes
    if event.free:
        stake = Stake(event.player, 0, free=event.amount)
    else:
        stake = Stake(event.player, event.amount, in_tokens=event.in_tokens)
    hand = replace(hand, stakes=(*hand.stakes, stake))
    state = replace(
        state,
        boxes=_with_hand(state, box, event.hand, hand),
        net=_moved(state.net, event.player, 0 if event.free else event.in_tokens - event.amount),
    )
    return _check_money(_token_used(state, event.box, first) if event.free else state)


def _stake_moved(state: State, event: e.StakeMoved) -> State:
    """From the hand before it, where everything stays that does not match a split."""
    box = state.box(event.box)
    source, target = box.hands[event.hand - 2], box.hands[event.hand - 1]
    stake = source.stake(event.player)
    source = replace(source, stakes=tuple(s for s in source.stakes if s is not stake))
    target = replace(target, stakes=(*target.stakes, stake))
    hands = (*box.hands[: event.hand - 2], source, target, *box.hands[event.hand :])
    return _check_money(replace(state, boxes=_with_box(state, replace(box, hands=hands))))


def _followers_asked(state: State, event: e.FollowersAsked) -> State:
    return replace(state, phase="following", split_open=event.split)


def _withdrawal_offered(state: State, event: e.WithdrawalOffered) -> State:
    return replace(state, phase="withdrawing", at=(event.box, event.hand))


def _withdrawal_closed(state: State, event: e.WithdrawalClosed) -> State:
    return replace(state, phase="turns")


def _splitting_ended(state: State, event: e.SplittingEnded) -> State:
    return replace(
        state, boxes=_with_box(state, replace(state.box(event.box), no_more_splits=True))
    )


def _absence_declared(state: State, event: e.AbsenceDeclared) -> State:
    box = state.box(event.box)
    return replace(
        state, boxes=_with_box(state, replace(box, absent=(*box.absent, event.player))), at=(0, 0)
    )


def _wagers_invalidated(state: State, event: e.WagersInvalidated) -> State:
    box = state.box(event.box)
    box = replace(box, invalid=(*box.invalid, event.player))
    # During the turns somebody else may have to decide now; elsewhere the place is kept.
    at = (0, 0) if state.phase == "turns" else state.at
    return replace(state, boxes=_with_box(state, box), at=at)


def _players_done(state: State, event: e.PlayersDone) -> State:
    return replace(state, phase="dealer", at=(0, 0))


def _round_voided(state: State, event: e.RoundVoided) -> State:
    return replace(state, due=None, voided=event.clause)


def _round_ended(state: State, event: e.RoundEnded) -> State:
    return replace(state, phase="over", due=None)


# Money: none is made or lost


def _wager_placed(state: State, event: e.WagerPlaced) -> State:
    """A wager may be made up of chips and tokens: the second part is added to the first."""
    in_tokens = event.amount if event.token else 0
    place = (event.box, event.player, event.wager)
    wagers = list(state.wagers)
    for at, wager in enumerate(wagers):
        if wager.live and (wager.box, wager.player, wager.kind) == place:
            wagers[at] = replace(
                wager,
                amount=wager.amount + event.amount,
                in_tokens=wager.in_tokens + in_tokens,
            )
            break
    else:
        wagers.append(Wager(*place, event.amount, in_tokens))
    return _check_money(
        replace(
            state,
            wagers=tuple(wagers),
            net=_moved(state.net, event.player, in_tokens - event.amount),
        )
    )


def _settled(state: State, event: e.Settled) -> State:
    """Take the stake off the layout, wherever it lay, and give the player what goes back."""
    given_back = event.stage == "void" and not state.voided
    if given_back:
        state = _asked_again(state)
    boxes, insurances, wagers = state.boxes, state.insurances, state.wagers
    if event.hand and given_back:
        boxes = _without_stake(state, event)
    elif event.hand and event.excess:
        boxes = _cut_to_maximum(state, event)
    elif event.hand:
        box = state.box(event.box)
        hand = box.hands[event.hand - 1]
        stake = hand.stake(event.player)
        # What was staked stays written on the hand: busted stakes are counted again later.
        given_up = stake.surrendered or event.result == "surrendered"
        hand = _with_stake(hand, replace(stake, live=False, surrendered=given_up))
        boxes = _with_hand(state, box, event.hand, hand)
    elif event.wager == "insurance":
        insurances = tuple(
            replace(i, live=False)
            if i.live and (i.box, i.player, i.owner) == (event.box, event.player, event.on)
            else i
            for i in insurances
        )
    elif event.stake:
        wagers = tuple(
            _less(w, event)
            if w.live and (w.box, w.player, w.kind) == (event.box, event.player, event.wager)
            else w
            for w in wagers
        )
    return _check_money(
        replace(
            state,
            boxes=boxes,
            insurances=insurances,
            wagers=wagers,
            rows=(*state.rows, event),
            net=_moved(state.net, event.player, event.chips_out),
            house=state.house + event.chips_in - event.chips_out,
        )
    )


def _asked_again(state: State) -> State:
    """A wager leaves while the round goes on: somebody else may have to decide, or nobody."""
    at = (0, 0) if state.phase == "turns" else state.at
    return replace(state, at=at, due=_dealers_card_asked_again(state))


def _without_stake(state: State, event: e.Settled) -> tuple[Box, ...]:
    """Take back a stake, or a part of it, as if it had never been on the hand."""
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    stake = hand.stake(event.player)
    on_hands = [h for h in box.hands if h.stake_of(event.player) is not None]
    originals = dict(box.originals)
    if event.excess:
        doubled = min(event.stake, stake.doubled)
        less = event.stake - doubled
        if hand is on_hands[0]:
            originals[event.player] -= less
        hand = _with_stake(
            hand, _cut(stake, stake.original - less, stake.doubled - doubled, event.in_tokens)
        )
    else:
        hand = replace(hand, stakes=tuple(s for s in hand.stakes if s is not stake))
        if len(on_hands) == 1:
            del originals[event.player]
    return _with_hand(state, replace(box, originals=originals), event.hand, hand)


def _cut_to_maximum(state: State, event: e.Settled) -> tuple[Box, ...]:
    """The part over the maximum leaves a stake; the rest of it is settled next.

    A double is never more than the original: both were over and end alike, or the original was.
    """
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    stake = hand.stake(event.player)
    left = stake.real - event.stake
    original = max(stake.original - event.stake, left - left // 2 if stake.doubled else left)
    stake = _cut(stake, original, left - original, event.in_tokens)
    return _with_hand(state, box, event.hand, _with_stake(hand, stake))


def _cut(stake: Stake, original: int, doubled: int, tokens: int) -> Stake:
    """What is left of a stake when a part went back, so much of it in tokens."""
    in_tokens = stake.in_tokens - tokens
    return replace(
        stake,
        original=original,
        doubled=doubled,
        in_tokens=in_tokens,
        doubled_in_tokens=min(stake.doubled_in_tokens, doubled, in_tokens),
    )


def _less(wager: Wager, event: e.Settled) -> Wager:
    if event.excess:
        return replace(
            wager,
            amount=wager.amount - event.stake,
            in_tokens=wager.in_tokens - event.in_tokens,
        )
    return replace(wager, live=False)


def _undone(event: e.SettlementReversed) -> e.RowResult:
    if event.forfeited:
        return "loses"
    return "carried" if event.carried else "returned"


def _settlement_reversed(state: State, event: e.SettlementReversed) -> State:
    row = state.rows[event.row]
    lost = event.carried or event.forfeited
    undone = replace(
        row,
        result=_undone(event),
        odds="",
        paid=0,
        returned=0 if lost else row.stake,
        clause=event.clause,
        also=(),
        stage="void",
        in_tokens=row.in_tokens,
        chips_out=0 if lost else row.chips_in,
        line="",
        meters=(),
        rounded=False,
    )
    return _with_row(state, event.row, undone, undone.chips_out - row.chips_out)


def _settlement_trimmed(state: State, event: e.SettlementTrimmed) -> State:
    """The part that was not valid goes back; the rest wins or loses as it did."""
    row = state.rows[event.row]
    trimmed = replace(
        row,
        stake=row.stake - event.amount,
        paid=event.paid,
        returned=row.returned - row.paid + event.paid - (event.amount if row.returned else 0),
        also=(*row.also, event.clause),
        chips_in=row.chips_in - event.amount,
        chips_out=row.chips_out - row.paid + event.paid - (event.amount if row.chips_out else 0),
    )
    return _with_row(state, event.row, trimmed, trimmed.chips_out - row.chips_out + event.amount)


def _with_row(state: State, at: int, row: e.Settled, change: int) -> State:
    """A row settled anew, by which its player has so much more."""
    return _check_money(
        replace(
            state,
            rows=(*state.rows[:at], row, *state.rows[at + 1 :]),
            net=_moved(state.net, row.player, change),
            house=state.house - change,
        )
    )


def _meter_changed(state: State, event: e.MeterChanged) -> State:
    return replace(state, meters={**state.meters, event.meter: event.amount})


EVOLVE: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.WagerPlaced: _wager_placed,
    e.BettingClosed: _betting_closed,
    e.CardDealt: _card_dealt,
    e.HoleCardPeeked: _nothing_changed,
    e.HoleCardTurned: _hole_card_turned,
    e.CardCalled: _card_called,
    e.CardMissed: _card_missed,
    e.FirstCardFoundMissing: _first_card_found_missing,
    e.DealerCardAsked: _nothing_changed,
    e.CardRefused: _card_refused,
    e.CardVoided: _nothing_changed,
    e.CardBurned: _card_burned,
    e.CardHeldOver: _card_held_over,
    e.CardsRanOut: _cards_ran_out,
    e.BurnForgotten: _nothing_changed,
    e.WrongCardFound: _nothing_changed,
    e.DeviceFailed: _device_failed,
    e.JackpotFailed: _nothing_changed,
    e.ReturnOrdered: _nothing_changed,
    e.WagerTakenBack: _nothing_changed,
    e.JokerDue: _joker_due,
    e.JokerNamed: _joker_named,
    e.OffersOpened: _offers_opened,
    e.InsuranceClaimed: _insurance_claimed,
    e.InsurancePlaced: _insurance_placed,
    e.EvenMoneyTaken: _even_money_taken,
    e.WagerSurrendered: _wager_surrendered,
    e.OffersClosed: _offers_closed,
    e.PlayBegan: _play_began,
    e.TurnCame: _turn_came,
    e.HandHit: _hand_hit,
    e.HandStood: _hand_closed,
    e.HandClosed: _hand_closed,
    e.HandDropped: _hand_dropped,
    e.HandDoubled: _hand_doubled,
    e.HandSplit: _hand_split,
    e.StakeMatched: _stake_matched,
    e.StakeMoved: _stake_moved,
    e.FollowersAsked: _followers_asked,
    e.WithdrawalOffered: _withdrawal_offered,
    e.WithdrawalClosed: _withdrawal_closed,
    e.SplittingEnded: _splitting_ended,
    e.AbsenceDeclared: _absence_declared,
    e.WagersInvalidated: _wagers_invalidated,
    e.PlayersDone: _players_done,
    e.DealerStood: _nothing_changed,
    e.Settled: _settled,
    e.SettlementReversed: _settlement_reversed,
    e.SettlementTrimmed: _settlement_trimmed,
    e.MeterChanged: _meter_changed,
    e.RoundVoided: _round_voided,
    e.RoundEnded: _round_ended,
}
