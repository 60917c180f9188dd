"""How the events that move money change the round, and that none is made or lost in between."""

from msgspec.structs import replace

from bythebook.errors import BrokenInvariant
from bythebook.game import events as e
from bythebook.game.state import Box, Hand, Stake, State, Wager, chips_on_layout


def check_money(state: State) -> State:
    balance = sum(state.net.values()) + state.house + chips_on_layout(state)
    if balance:
        raise BrokenInvariant(f"money is not conserved: {balance} cents too many")
    return state


def with_hand(state: State, box: Box, number: int, hand: Hand) -> tuple[Box, ...]:
    """The boxes with this hand in place of the one of that number. Most boxes have one hand."""
    hands = box.hands
    hands = (hand,) if len(hands) == 1 else (*hands[: number - 1], hand, *hands[number:])
    if len(state.boxes) == 1:
        return (replace(box, hands=hands),)
    return with_box(state, replace(box, hands=hands))


def with_box(state: State, changed: Box) -> tuple[Box, ...]:
    return tuple(changed if box.number == changed.number else box for box in state.boxes)


def with_stake(hand: Hand, changed: Stake) -> Hand:
    if len(hand.stakes) == 1:
        return replace(hand, stakes=(changed,))
    stakes = tuple(changed if s.player == changed.player else s for s in hand.stakes)
    return replace(hand, stakes=stakes)


def moved(net: dict[str, int], player: str, cents: int) -> dict[str, int]:
    return {**net, player: net.get(player, 0) + cents}


def dealers_card_asked_again(state: State) -> e.Due | None:
    """A wager that changes before the dealer's card is drawn may change whether one is due."""
    return None if state.phase == "dealer" else state.due


def wager_placed(state: State, event: e.WagerPlaced) -> State:
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
    return check_money(
        replace(
            state,
            wagers=tuple(wagers),
            net=moved(state.net, event.player, in_tokens - event.amount),
        )
    )


def settled(state: State, event: e.Settled) -> State:
    """Take the stake off the layout, wherever it lay, and give the player what goes back."""
    given_back = event.stage == "void" and not state.voided
    if given_back:
        state = _asked_again(state)
    boxes, insurances, wagers = state.boxes, state.insurances, state.wagers
    if event.hand and given_back:
        boxes = _without_stake(state, event)
    elif event.hand:
        box = state.box(event.box)
        hand = box.hands[event.hand - 1]
        stake = hand.stake_of(event.player)
        assert stake is not None
        # What was staked stays written on the hand: busted stakes are counted again later.
        hand = with_stake(hand, replace(stake, live=False))
        boxes = with_hand(state, box, event.hand, hand)
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
    return check_money(
        replace(
            state,
            boxes=boxes,
            insurances=insurances,
            wagers=wagers,
            rows=(*state.rows, event),
            net=moved(state.net, event.player, event.chips_out),
            house=state.house + event.chips_in - event.chips_out,
        )
    )


def _asked_again(state: State) -> State:
    """A wager leaves while the round goes on: somebody else may have to decide, or nobody."""
    at = (0, 0) if state.phase == "turns" else state.at
    return replace(state, at=at, due=dealers_card_asked_again(state))


def _without_stake(state: State, event: e.Settled) -> tuple[Box, ...]:
    """Take back a stake, or a part of it, as if it had never been on the hand."""
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    stake = hand.stake_of(event.player)
    assert stake is not None
    on_hands = [h for h in box.hands if h.stake_of(event.player) is not None]
    originals = dict(box.originals)
    if event.excess:
        doubled = min(event.stake, stake.doubled)
        less = event.stake - doubled
        if hand is on_hands[0]:
            originals[event.player] -= less
        hand = with_stake(
            hand,
            replace(
                stake,
                original=stake.original - less,
                doubled=stake.doubled - doubled,
                in_tokens=stake.in_tokens - event.in_tokens,
            ),
        )
    else:
        hand = replace(hand, stakes=tuple(s for s in hand.stakes if s is not stake))
        if len(on_hands) == 1:
            del originals[event.player]
    return with_hand(state, replace(box, originals=originals), event.hand, hand)


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


def settlement_reversed(state: State, event: e.SettlementReversed) -> State:
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
    )
    change = undone.chips_out - row.chips_out
    rows = (*state.rows[: event.row], undone, *state.rows[event.row + 1 :])
    return check_money(
        replace(
            state,
            rows=rows,
            net=moved(state.net, row.player, change),
            house=state.house - change,
        )
    )


def settlement_trimmed(state: State, event: e.SettlementTrimmed) -> State:
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
    change = trimmed.chips_out - row.chips_out + event.amount
    rows = (*state.rows[: event.row], trimmed, *state.rows[event.row + 1 :])
    return check_money(
        replace(
            state,
            rows=rows,
            net=moved(state.net, row.player, change),
            house=state.house - change,
        )
    )


def meter_changed(state: State, event: e.MeterChanged) -> State:
    return replace(state, meters={**state.meters, event.meter: event.amount})
