"""`evolve(state, event)`: how each event changes the table. No rules here, only bookkeeping."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from bythebook.deciders import tag_of
from bythebook.errors import ensure
from bythebook.game.commands import RunOut
from bythebook.game.events import MeterChanged
from bythebook.game.evolve import evolve as evolve_round
from bythebook.game.state import State as Round
from bythebook.game.state import Table as RoundTable
from bythebook.rulebooks.chapters.conduct import BEFORE_ROUND, PRESSED
from bythebook.rulebooks.tables import PLAYER
from bythebook.table import events as e
from bythebook.table.cards.evolve import CARDS
from bythebook.table.cards.face_down import cards_face_down
from bythebook.table.orders import DeclareChips
from bythebook.table.people.duties import left
from bythebook.table.people.evolve import PLAYERS, with_player
from bythebook.table.state import (
    Carried,
    Dispute,
    Past,
    PaymentError,
    Player,
    Shoe,
    State,
    Step,
)

DECLARED = tag_of(DeclareChips)
KEPT_ROUNDS = 10  # a book may void a round further back than the last
# Wagers may be placed, and nothing was done with them yet.
UNCALLED: dict[str, Any] = {"called": False, "called_under": None, "console": ()}


def evolve(state: State, event: e.Event) -> State:
    """The table after the event. Money is conserved, and that is checked here, always."""
    return balanced(EVOLVE[type(event)](state, event))


def balanced(state: State) -> State:
    """The same, once it is certain that its books balance."""
    ensure(balance(state) == 0, "money is not conserved: the table's books do not balance")
    return state


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


# Registers


def _order_given(state: State, event: e.OrderGiven) -> State:
    by = event.by
    if by.role == PLAYER or state.acted.get(by.role) == by.name:
        return replace(state, now=event.at, ordering=by)
    return replace(state, now=event.at, ordering=by, acted={**state.acted, by.role: by.name})


def _face_down_allowed(state: State, event: e.FaceDownAllowed) -> State:
    return replace(state, face_down=event.cards)


def _recorded(state: State, event: e.Recorded) -> State:
    act = event.entry.act
    about = (act, event.entry.player)
    told = tuple(t for t in state.told if t[1:3] != about or t[3] not in ("", event.entry.about))
    if act == DECLARED and event.entry.player in state.players:
        state = with_player(state, event.entry.player, declared=True)
    if act in BEFORE_ROUND:
        state = replace(state, console=(*state.console, act))
    return replace(
        state,
        register=(*state.register, event.entry),
        done=state.done | {act},
        told=told,
        duties=left(state.duties, act, event.entry.player),
    )


def _duty_arose(state: State, event: e.DutyArose) -> State:
    return replace(state, duties=(*state.duties, event.duty))


def _somebody_told(state: State, event: e.SomebodyTold) -> State:
    about = (event.to, event.act, event.player, event.wager)
    duties = tuple(d for d in state.duties if (d.to, d.act, d.player) != about[:3])
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


def _place_awarded(state: State, event: e.PlaceAwarded) -> State:
    here = {**state.awarded.get(event.wager, {}), event.box: event.player}
    return replace(state, awarded={**state.awarded, event.wager: here})


def _payment_error_found(state: State, event: e.PaymentErrorFound) -> State:
    number = len(state.payment_errors) + 1
    if event.booked:
        state = _handed_over(state, event.player, event.cents)
    found = PaymentError(
        number, event.at, event.player, event.cents, event.suspected, booked=event.booked
    )
    return replace(state, payment_errors=(*state.payment_errors, found))


def _payment_error_step(state: State, event: e.PaymentErrorStep) -> State:
    errors = list(state.payment_errors)
    error = errors[event.error - 1]
    errors[event.error - 1] = replace(error, steps=(*error.steps, event.how))
    if event.back:
        state = _handed_over(state, error.player, -error.cents)
    return replace(state, payment_errors=tuple(errors))


def _handed_over(state: State, player: str, cents: int) -> State:
    """Chips that change hands outside a round: from the house to a player, or (minus) back."""
    chips = {**state.chips, player: state.chips.get(player, 0) + cents}
    return replace(state, chips=chips, house=state.house - cents)


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
        meters=dict(setup.meters),
        shoe=Shoe(),
        closing=None,
    )


def _closing_announced(state: State, event: e.ClosingAnnounced) -> State:
    return replace(state, closing=state.begun, closing_in=event.rounds)


def _table_closed(state: State, event: e.TableClosed) -> State:
    return replace(
        state,
        phase="closed",
        known={**state.known, **state.players},
        players={},
        irregular=(),
        checks="",
        suspended={},
        face_down=0,
        per_box=0,
        at_table=0,
        main_only=frozenset(),
        past=(),
        shoe=Shoe(),
        reserved={},
        signs=(),
        done=frozenset(),
        closing=None,
        start=None,
        round=None,
        steps=(),
        **UNCALLED,
        closing_in=0,
        held_up="",
    )


def _game_changed(state: State, event: e.GameChanged) -> State:
    return replace(
        state,
        setup=event.setup,
        shoe=Shoe(because="replaced"),
        meters={},
        past=(),
        start=None,
        round=None,
        steps=(),
        **UNCALLED,
    )


def _edition_adopted(state: State, event: e.EditionAdopted) -> State:
    """Rounds that are over were decided by other rules: nobody decides them anew by these."""
    return replace(
        state,
        setup=event.setup,
        past=(),
        start=None,
        round=None,
        steps=(),
        **UNCALLED,
    )


# The round


def _round_opened(state: State, event: e.RoundOpened) -> State:
    fresh = Round(table=event.table, meters=dict(event.table.meters))
    return replace(state, start=fresh, round=fresh, steps=(), late=frozenset(), **UNCALLED)


def _round_began(state: State, event: e.RoundBegan) -> State:
    """The settings in force when the first card is due are those of the whole round."""
    start = replace(state.beginning, table=event.table, meters=dict(event.table.meters))
    shoe = replace(state.shoe, rounds=state.shoe.rounds + 1)
    began = fold(start, state.steps)
    players = dict(state.players)
    if shoe.rounds == 1:
        mains = [w for w in began.wagers if w.live and w.kind == "main" and w.player in players]
        for wager in mains:
            player = players[wager.player]
            first = tuple(dict.fromkeys((*player.first_round, wager.box)))
            players[wager.player] = replace(player, first_round=first)
    return replace(state, start=start, round=began, shoe=shoe, players=players)


def _meters_read(state: State, event: e.MetersRead) -> State:
    """What is shown, and what the round pays from; a prize once drawn or paid stays what it was."""
    state = replace(state, meters={**state.meters, **event.meters})
    if state.called_under is not None:
        fixed = set(state.called_under.hits) - set(event.hits)
        state = replace(state, called_under=_showing(state.called_under, event, fixed))
    if state.start is None:
        return state
    fixed = set(state.start.table.hits) - set(event.hits)
    for step in state.steps:
        fixed |= {told.meter for told in step.events if isinstance(told, MeterChanged)}
    table = _showing(state.start.table, event, fixed)
    start = replace(state.start, table=table, meters=dict(table.meters))
    return replace(state, start=start, round=fold(start, state.steps))


def _showing(table: RoundTable, event: e.MetersRead, fixed: set[str]) -> RoundTable:
    meters = {name: cents for name, cents in event.meters.items() if name not in fixed}
    hits = {name: boxes for name, boxes in event.hits.items() if name not in fixed}
    return replace(table, meters={**table.meters, **meters}, hits={**table.hits, **hits})


def _round_moved(state: State, event: e.RoundMoved) -> State:
    return round_moved(state, event.step, fold(state.playing, (event.step,)))


def round_moved(state: State, step: Step, moved: Round) -> State:
    """The table once its round has taken this step, which led to `moved`."""
    turned = moved.at != state.playing.at or moved.due != state.playing.due
    if isinstance(step.command, RunOut):
        state = replace(state, shoe=replace(state.shoe, ran_out=False))
    if state.console and moved.phase == "betting" and PRESSED not in state.console:
        state = replace(state, console=())  # other wagers: what was done with these begins anew
    return replace(
        state,
        round=moved,
        steps=(*state.steps, step),
        given=(*state.given[: len(state.steps)], state.ordering),
        turn_since=state.now if turned else state.turn_since,
    )


def _round_rewound(state: State, event: e.RoundRewound) -> State:
    steps = state.steps[: event.steps]
    shoe = replace(state.shoe, face_down=cards_face_down(state))
    round_ = fold(state.beginning, steps)
    return replace(state, round=round_, steps=steps, turn_since=state.now, shoe=shoe)


def _wager_late(state: State, event: e.WagerLate) -> State:
    return replace(state, late=state.late | {(event.box, event.player, event.wager)})


def _betting_called(state: State, event: e.BettingCalled) -> State:
    return replace(state, called=True, called_under=event.table)


def _betting_reopened(state: State, event: e.BettingReopened) -> State:
    return replace(state, **UNCALLED)


def _wager_marked_carried(state: State, event: e.WagerMarkedCarried) -> State:
    """The house hands the stake over to its owner, who has just placed it again."""
    return _hand_over(state, Carried(event.box, event.player, event.wager, event.amount))


def _hand_over(state: State, stake: Carried) -> State:
    """One carried stake is its owner's again."""
    at = state.carried.index(stake)
    carried = (*state.carried[:at], *state.carried[at + 1 :])
    chips = {**state.chips, stake.player: state.chips.get(stake.player, 0) + stake.amount}
    return replace(state, carried=carried, chips=chips)


def _money_of(state: State, before: Round | None, after: Round) -> State:
    """Add what a round changed hands, less what it had changed before it was corrected."""
    chips, house = dict(state.chips), state.house
    carried = list(state.carried)
    for sign, round_ in ((-1, before), (1, after)):
        if round_ is None:
            continue
        for name, cents in round_.net.items():
            chips[name] = chips.get(name, 0) + sign * cents
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
        carried=tuple(carried),
        meters=after.meters,
    )


def _after_round(
    player: Player, name: str, wagered: dict[str, tuple[int, ...]], originals: dict[Any, int]
) -> Player:
    """What a round leaves behind with somebody, at the table or away from it in the same shoe."""
    here = wagered.get(name, ())
    last = {**player.last_wager}
    last.update({box: cents for (box, who), cents in originals.items() if who == name})
    left_out = [box for box in player.last_wager if box not in here]
    left_out += [0] if player.last_wager and not here else []
    skipped = tuple(box for box in left_out if box not in player.skipped)
    return replace(
        player,
        last_wager=last,
        skipped=(*player.skipped, *skipped),
        boxes=tuple(sorted(here)),
        last_boxes=tuple(sorted(here)) or player.last_boxes,
    )


def _round_finished(state: State, event: e.RoundFinished) -> State:
    over = state.playing
    mains = {
        (row.box, row.player) for row in over.rows if row.wager == "main" and row.stage != "betting"
    }
    wagered = {name: tuple(b for b, who in mains if who == name) for _, name in mains}
    originals = {(box.number, p): c for box in over.boxes for p, c in box.originals.items()}
    players, known = {}, dict(state.known)
    for name, player in {**state.known, **state.players}.items():
        if over.voided:
            # As if it had never been: nobody missed it, nobody played it.
            first = () if state.shoe.rounds == 1 else player.first_round
            changed = replace(player, first_round=first, boxes=player.boxes)
        else:
            changed = _after_round(player, name, wagered, originals)
        if name in state.players:
            players[name] = replace(changed, idle=event.idle.get(name, player.idle))
        else:
            known[name] = changed
    rounds = state.shoe.rounds - 1 if over.voided else state.shoe.rounds
    state = replace(state, known=known, shoe=replace(state.shoe, rounds=rounds))
    state = _money_of(replace(state, players=players), None, over)
    return replace(
        state,
        past=(*state.past[1 - KEPT_ROUNDS :], Past(state.beginning, state.steps, over, state.now)),
        start=None,
        steps=(),
        round=None,
        **UNCALLED,
        late=frozenset(),
        withdrawing="",
        rebuilding=False,
        awarded={},
        rounds=state.rounds + 1,
        register_at_last_round=len(state.register),
    )


def _last_round_moved(state: State, event: e.LastRoundMoved) -> State:
    last, step = state.past[-1], event.step
    told = replace(last, steps=(*last.steps, step), round=fold(last.round, (step,)))
    return replace(state, past=(*state.past[:-1], told))


def _last_round_corrected(state: State, event: e.LastRoundCorrected) -> State:
    before = state.past[-event.back]
    corrected = fold(before.start, event.steps)
    meters = state.meters
    state = _money_of(state, before.round, corrected)
    past = list(state.past)
    past[-event.back] = replace(before, steps=event.steps, round=corrected)
    number = state.rounds + 1 - event.back  # what is owed because of it is said anew
    duties = tuple(duty for duty in state.duties if duty.after != number)
    meters = state.meters if event.back == 1 else meters
    return replace(state, past=tuple(past), meters=meters, duties=duties)


def _carried_returned(state: State, event: e.CarriedReturned) -> State:
    return _hand_over(state, Carried(event.box, event.player, event.wager, event.amount))


def _withdrawals_opened(state: State, event: e.WithdrawalsOpened) -> State:
    if event.rebuild:
        return replace(state, rebuilding=True)
    return replace(state, withdrawing=event.clause)


def _withdrawals_closed(state: State, event: e.WithdrawalsClosed) -> State:
    return replace(state, withdrawing="", rebuilding=False)


def _play_held_up(state: State, event: e.PlayHeldUp) -> State:
    return replace(state, held_up=event.clause)


def _dealing_changed(state: State, event: e.DealingChanged) -> State:
    return replace(state, setup=event.setup)


EVOLVE: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.OrderGiven: _order_given,
    e.Recorded: _recorded,
    e.DutyArose: _duty_arose,
    e.SomebodyTold: _somebody_told,
    e.DisputeRaised: _dispute_raised,
    e.DisputeDecided: _dispute_decided,
    e.PlaceAwarded: _place_awarded,
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
    e.EditionAdopted: _edition_adopted,
    e.RoundOpened: _round_opened,
    e.RoundBegan: _round_began,
    e.MetersRead: _meters_read,
    e.FaceDownAllowed: _face_down_allowed,
    e.RoundMoved: _round_moved,
    e.RoundRewound: _round_rewound,
    e.WagerLate: _wager_late,
    e.BettingCalled: _betting_called,
    e.BettingReopened: _betting_reopened,
    e.WagerMarkedCarried: _wager_marked_carried,
    e.RoundFinished: _round_finished,
    e.LastRoundMoved: _last_round_moved,
    e.LastRoundCorrected: _last_round_corrected,
    e.CarriedReturned: _carried_returned,
    e.WithdrawalsOpened: _withdrawals_opened,
    e.WithdrawalsClosed: _withdrawals_closed,
    e.PlayHeldUp: _play_held_up,
    e.DealingChanged: _dealing_changed,
    **PLAYERS,
    **CARDS,
}
