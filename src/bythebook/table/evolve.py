"""`evolve(state, event)`: how each event changes the table. No rules here, only bookkeeping."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from bythebook.errors import ensure
from bythebook.game.evolve import evolve as evolve_round
from bythebook.game.state import State as Round
from bythebook.table import events as e
from bythebook.table.cards_evolve import CARDS
from bythebook.table.state import (
    Carried,
    Dispute,
    PaymentError,
    Player,
    Shoe,
    State,
    Step,
)


def evolve(state: State, event: e.Event) -> State:
    """The table after the event. Money is conserved, and that is checked here, always."""
    after = EVOLVE[type(event)](state, event)
    ensure(balance(after) == 0, f"money is not conserved: {balance(after)} cents too many")
    return after


def balance(state: State) -> int:
    """What players and house have won and lost, with what is carried over, comes to nothing."""
    carried = sum(wager.amount for wager in state.carried)
    return sum(state.chips.values()) + state.house + carried


def fold(start: Round, steps: tuple[Step, ...]) -> Round:
    """The round as these steps leave it."""
    for step in steps:
        for event in step.events:
            start = evolve_round(start, event)
    return start


def _with_player(state: State, name: str, **changes: Any) -> State:
    player = replace(state.players[name], **changes)
    return replace(state, players={**state.players, name: player})


# Registers


def _time_passed(state: State, event: e.TimePassed) -> State:
    return replace(state, now=event.now)


def _recorded(state: State, event: e.Recorded) -> State:
    act = event.entry.act
    told = tuple(t for t in state.told if t[1:] != (act, event.entry.player))
    return replace(
        state,
        register=(*state.register, event.entry),
        done=state.done | {act},
        told=told,
    )


def _duty_arose(state: State, event: e.DutyArose) -> State:
    return replace(state, duties=(*state.duties, event.duty))


def _somebody_told(state: State, event: e.SomebodyTold) -> State:
    about = (event.to, event.act, event.player)
    duties = tuple(d for d in state.duties if (d.to, d.act, d.player) != about)
    return replace(state, told=(*state.told, about), duties=duties)


def _dispute_raised(state: State, event: e.DisputeRaised) -> State:
    raised = Dispute(len(state.disputes) + 1, event.player, event.about)
    return replace(state, disputes=(*state.disputes, raised))


def _dispute_decided(state: State, event: e.DisputeDecided) -> State:
    disputes = list(state.disputes)
    dispute = disputes[event.dispute - 1]
    if event.review:
        dispute = replace(dispute, reviewed_by=event.by, review=event.ruling)
    else:
        dispute = replace(dispute, decided_by=event.by, ruling=event.ruling)
    disputes[event.dispute - 1] = dispute
    return replace(state, disputes=tuple(disputes))


def _payment_error_found(state: State, event: e.PaymentErrorFound) -> State:
    number = len(state.payment_errors) + 1
    found = PaymentError(number, event.at, event.player, event.cents, event.suspected)
    return replace(state, payment_errors=(*state.payment_errors, found))


def _payment_error_step(state: State, event: e.PaymentErrorStep) -> State:
    errors = list(state.payment_errors)
    error = errors[event.error - 1]
    errors[event.error - 1] = replace(error, steps=(*error.steps, event.how))
    return replace(state, payment_errors=tuple(errors))


def _month_reported(state: State, event: e.MonthReported) -> State:
    return replace(state, reported=(*state.reported, event.month))


# Opening and signs


def _signed_on(state: State, event: e.SignedOn) -> State:
    return replace(state, staff=(*state.staff, event.person))


def _signed_off(state: State, event: e.SignedOff) -> State:
    return replace(state, staff=tuple(p for p in state.staff if p.name != event.name))


def _sign_displayed(state: State, event: e.SignDisplayed) -> State:
    """A sign of the same kind makes room: its time counts from now."""
    sign = event.sign
    others = tuple(s for s in state.signs if (s.kind, s.player) != (sign.kind, sign.player))
    return replace(state, signs=(*others, sign))


def _sign_removed(state: State, event: e.SignRemoved) -> State:
    gone = (event.kind, event.player)
    return replace(state, signs=tuple(s for s in state.signs if (s.kind, s.player) != gone))


def _table_opened(state: State, event: e.TableOpened) -> State:
    setup = event.setup
    return replace(
        state,
        phase="open",
        setup=setup,
        limits=setup.limits,
        box_maximum=setup.box_maximum,
        units=setup.units,
        meters=dict(setup.meters),
        shoe=Shoe(),
        closing=None,
    )


def _closing_announced(state: State, event: e.ClosingAnnounced) -> State:
    return replace(state, closing=state.rounds)


def _table_closed(state: State, event: e.TableClosed) -> State:
    return replace(
        state,
        phase="closed",
        players={},
        reserved={},
        signs=(),
        done=frozenset(),
        closing=None,
        start=None,
        round=None,
        steps=(),
        called=False,
    )


def _game_changed(state: State, event: e.GameChanged) -> State:
    return replace(state, setup=event.setup, shoe=Shoe(because="replaced"), meters={})


# Players


def _player_arrived(state: State, event: e.PlayerArrived) -> State:
    player = Player(name=event.player, arrived=state.arrivals + 1, card=event.card)
    return replace(
        state,
        players={**state.players, event.player: player},
        arrivals=state.arrivals + 1,
        chips={event.player: 0, **state.chips},
    )


def _player_sat(state: State, event: e.PlayerSat) -> State:
    return _with_player(state, event.player, seat=event.box)


def _player_left(state: State, event: e.PlayerLeft) -> State:
    players = {name: p for name, p in state.players.items() if name != event.player}
    reserved = {box: name for box, name in state.reserved.items() if name != event.player}
    signs = tuple(s for s in state.signs if s.player != event.player)
    return replace(state, players=players, reserved=reserved, signs=signs)


def _several_allowed(state: State, event: e.SeveralAllowed) -> State:
    return _with_player(state, event.player, several=True)


def _boxes_given_up(state: State, event: e.BoxesGivenUp) -> State:
    player = state.players[event.player]
    boxes = tuple(box for box in player.boxes if box in event.keep)
    seat = player.seat if player.seat in event.keep else event.keep[0]
    return _with_player(state, event.player, boxes=boxes, seat=seat, several=False)


def _boxes_reserved(state: State, event: e.BoxesReserved) -> State:
    reserved = {box: name for box, name in state.reserved.items() if name != event.player}
    return replace(state, reserved={**reserved, **dict.fromkeys(event.boxes, event.player)})


def _players_capped(state: State, event: e.PlayersCapped) -> State:
    return replace(
        state,
        per_box=event.per_box or state.per_box,
        at_table=event.at_table or state.at_table,
    )


def _seat_vacated(state: State, event: e.SeatVacated) -> State:
    return _with_player(state, event.player, seat=0, idle=0)


def _limits_changed(state: State, event: e.LimitsChanged) -> State:
    players = dict(state.players)
    for name, kept in event.kept.items():
        players[name] = replace(players[name], kept=kept)
    return replace(
        state,
        limits=event.limits,
        box_maximum=event.box_maximum,
        units=event.units,
        players=players,
    )


def _kept_ended(state: State, event: e.KeptEnded) -> State:
    players = {name: replace(p, kept=None) for name, p in state.players.items()}
    return replace(state, players=players)


def _personal_limits_set(state: State, event: e.PersonalLimitsSet) -> State:
    return _with_player(state, event.player, personal=event.personal)


def _player_warned(state: State, event: e.PlayerWarned) -> State:
    warned = (*state.players[event.player].warned, event.about)
    return _with_player(state, event.player, warned=warned)


def _player_restricted(state: State, event: e.PlayerRestricted) -> State:
    tracked = state.tracked | {event.player} if event.confined else state.tracked
    return replace(
        _with_player(
            state,
            event.player,
            held=event.held,
            held_always=event.held_always,
            confined=event.confined,
        ),
        tracked=tracked,
    )


def _player_barred(state: State, event: e.PlayerBarred) -> State:
    return _with_player(state, event.player, barred=event.act)


def _player_paused(state: State, event: e.PlayerPaused) -> State:
    return _with_player(state, event.player, paused_until=event.until)


def _loss_limit_set(state: State, event: e.LossLimitSet) -> State:
    return _with_player(state, event.player, loss_limit=event.amount, lost=0)


def _main_required(state: State, event: e.MainRequired) -> State:
    return replace(state, main_only=state.main_only | {event.wager})


def _wager_suspended(state: State, event: e.WagerSuspended) -> State:
    return replace(state, suspended=state.suspended | {event.wager})


def _wager_resumed(state: State, event: e.WagerResumed) -> State:
    return replace(state, suspended=state.suspended - {event.wager})


# The round


def _round_opened(state: State, event: e.RoundOpened) -> State:
    fresh = Round(table=event.table, meters=dict(event.table.meters))
    return replace(
        state, start=fresh, round=fresh, steps=(), called=False, late=frozenset(), astray=()
    )


def _round_began(state: State, event: e.RoundBegan) -> State:
    """The settings in force when the first card is due are those of the whole round."""
    assert state.start is not None
    start = replace(state.start, table=event.table, meters=dict(event.table.meters))
    shoe = replace(state.shoe, rounds=state.shoe.rounds + 1)
    return replace(state, start=start, round=fold(start, state.steps), shoe=shoe)


def _round_moved(state: State, event: e.RoundMoved) -> State:
    assert state.round is not None
    moved = fold(state.round, (event.step,))
    turned = moved.at != state.round.at or moved.due != state.round.due
    return replace(
        state,
        round=moved,
        steps=(*state.steps, event.step),
        turn_since=state.now if turned else state.turn_since,
    )


def _round_rewound(state: State, event: e.RoundRewound) -> State:
    assert state.start is not None
    steps = state.steps[: event.steps]
    return replace(state, round=fold(state.start, steps), steps=steps, turn_since=state.now)


def _wager_late(state: State, event: e.WagerLate) -> State:
    return replace(state, late=state.late | {(event.box, event.player, event.wager)})


def _betting_called(state: State, event: e.BettingCalled) -> State:
    return replace(state, called=True)


def _wager_marked_carried(state: State, event: e.WagerMarkedCarried) -> State:
    """The house hands the stake over to its owner, who has just placed it again."""
    gone = Carried(event.box, event.player, event.wager, event.amount)
    carried = tuple(c for c in state.carried if c != gone)
    chips = {**state.chips, event.player: state.chips.get(event.player, 0) + event.amount}
    return replace(state, carried=carried, chips=chips)


def _money_of(state: State, before: Round | None, after: Round) -> State:
    """Add what a round changed hands, less what it had changed before it was corrected."""
    chips, house = dict(state.chips), state.house
    players = dict(state.players)
    carried = list(state.carried)
    for sign, round_ in ((-1, before), (1, after)):
        if round_ is None:
            continue
        for name, cents in round_.net.items():
            chips[name] = chips.get(name, 0) + sign * cents
            if name in players and players[name].loss_limit is not None:
                lost = players[name].lost - sign * cents
                players[name] = replace(players[name], lost=lost)
        house += sign * round_.house
        for row in round_.rows:
            if row.result == "carried":
                stake = Carried(row.box, row.player, row.wager, row.chips_in)
                house -= sign * row.chips_in
                if sign > 0:
                    carried.append(stake)
                elif stake in carried:
                    carried.remove(stake)
    return replace(
        state,
        chips=chips,
        house=house,
        players=players,
        carried=tuple(carried),
        meters=after.meters,
    )


def _round_finished(state: State, event: e.RoundFinished) -> State:
    assert state.round is not None
    over = state.round
    mains = {(row.box, row.player) for row in over.rows if row.wager == "main"}
    wagered = {name: tuple(b for b, who in mains if who == name) for _, name in mains}
    originals = {(box.number, p): c for box in over.boxes for p, c in box.originals.items()}
    seated = [p for p in state.players.values() if p.seat]
    boxes = state.setup.boxes if state.setup is not None else 0
    players = {}
    for name, player in state.players.items():
        here = wagered.get(name, ())
        others_taken = len([p for p in seated if p.name != name]) >= boxes - 1
        idle = player.idle + 1 if player.seat and not here and others_taken else 0
        last = {**player.last_wager}
        last.update({box: c for (box, who), c in originals.items() if who == name})
        first = here if state.shoe.rounds == 1 else player.first_round
        skipped = tuple(b for b in player.last_wager if b not in here and b not in player.skipped)
        players[name] = replace(
            player,
            idle=idle,
            last_wager=last,
            first_round=first,
            skipped=(*player.skipped, *skipped),
            boxes=tuple(sorted(here)) or player.boxes,
        )
    state = _money_of(replace(state, players=players), None, over)
    return replace(
        state,
        last_start=state.start,
        last_steps=state.steps,
        last=over,
        start=None,
        steps=(),
        round=None,
        called=False,
        late=frozenset(),
        withdrawing=False,
        rounds=state.rounds + 1,
    )


def _last_round_corrected(state: State, event: e.LastRoundCorrected) -> State:
    assert state.last_start is not None
    corrected = fold(state.last_start, event.steps)
    state = _money_of(state, state.last, corrected)
    return replace(state, last=corrected, last_steps=event.steps)


def _carried_returned(state: State, event: e.CarriedReturned) -> State:
    gone = Carried(event.box, event.player, event.wager, event.amount)
    carried = tuple(c for c in state.carried if c != gone)
    chips = {**state.chips, event.player: state.chips.get(event.player, 0) + event.amount}
    return replace(state, carried=carried, chips=chips)


def _withdrawals_opened(state: State, event: e.WithdrawalsOpened) -> State:
    return replace(state, withdrawing=True)


def _dealing_changed(state: State, event: e.DealingChanged) -> State:
    assert state.setup is not None
    return replace(state, setup=replace(state.setup, dealing=event.dealing))


EVOLVE: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.TimePassed: _time_passed,
    e.Recorded: _recorded,
    e.DutyArose: _duty_arose,
    e.SomebodyTold: _somebody_told,
    e.DisputeRaised: _dispute_raised,
    e.DisputeDecided: _dispute_decided,
    e.PaymentErrorFound: _payment_error_found,
    e.PaymentErrorStep: _payment_error_step,
    e.MonthReported: _month_reported,
    e.SignedOn: _signed_on,
    e.SignedOff: _signed_off,
    e.SignDisplayed: _sign_displayed,
    e.SignRemoved: _sign_removed,
    e.TableOpened: _table_opened,
    e.ClosingAnnounced: _closing_announced,
    e.TableClosed: _table_closed,
    e.GameChanged: _game_changed,
    e.PlayerArrived: _player_arrived,
    e.PlayerSat: _player_sat,
    e.PlayerLeft: _player_left,
    e.SeveralAllowed: _several_allowed,
    e.BoxesGivenUp: _boxes_given_up,
    e.BoxesReserved: _boxes_reserved,
    e.PlayersCapped: _players_capped,
    e.SeatVacated: _seat_vacated,
    e.LimitsChanged: _limits_changed,
    e.KeptEnded: _kept_ended,
    e.PersonalLimitsSet: _personal_limits_set,
    e.PlayerWarned: _player_warned,
    e.PlayerRestricted: _player_restricted,
    e.PlayerBarred: _player_barred,
    e.PlayerPaused: _player_paused,
    e.LossLimitSet: _loss_limit_set,
    e.MainRequired: _main_required,
    e.WagerSuspended: _wager_suspended,
    e.WagerResumed: _wager_resumed,
    e.RoundOpened: _round_opened,
    e.RoundBegan: _round_began,
    e.RoundMoved: _round_moved,
    e.RoundRewound: _round_rewound,
    e.WagerLate: _wager_late,
    e.BettingCalled: _betting_called,
    e.WagerMarkedCarried: _wager_marked_carried,
    e.RoundFinished: _round_finished,
    e.LastRoundCorrected: _last_round_corrected,
    e.CarriedReturned: _carried_returned,
    e.WithdrawalsOpened: _withdrawals_opened,
    e.DealingChanged: _dealing_changed,
    **CARDS,
}
