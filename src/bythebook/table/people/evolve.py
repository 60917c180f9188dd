"""How events change the players at a table, and what they may do there."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from bythebook.table import events as e
from bythebook.table.people.standing import AS_ANYBODY, Standing
from bythebook.table.state import Player, State, Told


def with_player(state: State, name: str, **changes: Any) -> State:
    player = replace(state.players[name], **changes)
    return replace(state, players={**state.players, name: player})


def _player_arrived(state: State, event: e.PlayerArrived) -> State:
    before = state.known.get(event.player)
    player = Player(name=event.player, arrived=state.arrivals + 1, card=event.card)
    if before is not None:  # what belongs to the person, not to the place
        player = replace(
            player,
            card_refused=before.card_refused and not event.card,
            paused_until=before.paused_until,
            held=before.held,
            first_round=before.first_round,
            skipped=before.skipped,
            last_wager=before.last_wager,
            held_always=before.held_always,
            confined=before.confined,
            barred=before.barred,
        )
    return replace(
        state,
        players={**state.players, event.player: player},
        arrivals=state.arrivals + 1,
        chips={event.player: 0, **state.chips},
    )


def _player_sat(state: State, event: e.PlayerSat) -> State:
    return with_player(state, event.player, seat=event.box)


def _player_left(state: State, event: e.PlayerLeft) -> State:
    players = {name: p for name, p in state.players.items() if name != event.player}
    reserved = {box: name for box, name in state.reserved.items() if name != event.player}
    signs = tuple(s for s in state.signs if s.player != event.player)
    known = {**state.known, event.player: state.players[event.player]}
    return replace(state, players=players, known=known, reserved=reserved, signs=signs)


def _several_allowed(state: State, event: e.SeveralAllowed) -> State:
    return with_player(state, event.player, several=True)


def _boxes_given_up(state: State, event: e.BoxesGivenUp) -> State:
    player = state.players[event.player]
    boxes = tuple(box for box in player.boxes if box in event.keep)
    given = tuple(box for box in (*player.boxes, player.seat) if box and box not in event.keep)
    seat = player.seat if player.seat in event.keep else event.keep[0]
    return with_player(state, event.player, boxes=boxes, seat=seat, given_up=given)


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
    return with_player(state, event.player, seat=0, idle=0)


def _limits_changed(state: State, event: e.LimitsChanged) -> State:
    players = dict(state.players)
    for name, kept in event.kept.items():
        players[name] = replace(players[name], kept=kept)
    setup = replace(
        state.set_up, limits=event.limits, box_maximum=event.box_maximum, units=event.units
    )
    return replace(state, setup=setup, players=players)


def _kept_ended(state: State, event: e.KeptEnded) -> State:
    players = {name: replace(p, kept=None) for name, p in state.players.items()}
    return replace(state, players=players)


def _personal_limits_set(state: State, event: e.PersonalLimitsSet) -> State:
    return with_player(state, event.player, personal=event.personal)


def _player_warned(state: State, event: e.PlayerWarned) -> State:
    warned = (*state.players[event.player].warned, event.about)
    return with_player(state, event.player, warned=warned)


def _player_restricted(state: State, event: e.PlayerRestricted) -> State:
    tracked = state.tracked | {event.player} if event.confined else state.tracked
    return replace(
        with_player(
            state,
            event.player,
            held=event.held,
            held_always=event.held_always,
            confined=event.confined,
        ),
        tracked=tracked,
    )


def _player_barred(state: State, event: e.PlayerBarred) -> State:
    return with_player(state, event.player, barred=event.act)


def _player_paused(state: State, event: e.PlayerPaused) -> State:
    return with_player(state, event.player, paused_until=event.until)


def _loss_limit_set(state: State, event: e.LossLimitSet) -> State:
    """What was lost under the limit of before still counts, and so does what lies."""
    told, net = state.standings.get(event.player), state.net_of(event.player)
    before = told.standing if told is not None else AS_ANYBODY
    used = 0
    if state.round is not None and state.round.phase == "betting":
        used = -state.round.net.get(event.player, 0)
    if told is not None and before.limit is not None:
        used = before.limit - before.room + told.net - net
    standing = replace(before, limit=event.amount, room=event.amount - used)
    return _with_standing(state, event.player, standing)


def _standing_read(state: State, event: e.StandingRead) -> State:
    """Whom the casino keeps out is no longer barred by this table alone."""
    if event.standing.excluded:
        state = replace(
            state,
            players=_but(state.players, event.player, barred=""),
            known=_but(state.known, event.player, barred=""),
        )
    if event.standing.card_refused:  # the casino says when that is over
        state = replace(
            state,
            players=_but(state.players, event.player, card_refused=False),
            known=_but(state.known, event.player, card_refused=False),
        )
    return _with_standing(state, event.player, event.standing)


def _but(people: dict[str, Player], name: str, **changes: Any) -> dict[str, Player]:
    return {**people, name: replace(people[name], **changes)} if name in people else people


def _with_standing(state: State, name: str, standing: Standing) -> State:
    before = state.standings.get(name)
    kept_out = bool(standing.excluded) or (before is not None and before.kept_out)
    told = Told(standing, state.net_of(name), kept_out)
    return replace(state, standings={**state.standings, name: told})


def _voucher_exchanged(state: State, event: e.VoucherExchanged) -> State:
    return state  # the tokens are the casino's to count


def _card_refused(state: State, event: e.CardRefused) -> State:
    return with_player(state, event.player, card="", card_refused=True)


def _elsewhere_allowed(state: State, event: e.ElsewhereAllowed) -> State:
    allowed = (*state.players[event.player].elsewhere, event.wager)
    return with_player(state, event.player, elsewhere=allowed)


def _main_required(state: State, event: e.MainRequired) -> State:
    return replace(state, main_only=state.main_only | {event.wager})


def _wager_suspended(state: State, event: e.WagerSuspended) -> State:
    return _with_offer(replace(state, suspended={**state.suspended, event.wager: event.clause}))


def _wager_resumed(state: State, event: e.WagerResumed) -> State:
    left = {name: clause for name, clause in state.suspended.items() if name != event.wager}
    return _with_offer(replace(state, suspended=left))


def _with_offer(state: State) -> State:
    """While betting is open, what may be placed follows what is on offer."""
    if state.setup is None or state.start is None or state.round is None or state.in_round:
        return state
    offered = frozenset(state.setup.side_wagers) - set(state.suspended)
    table = replace(state.start.table, side_wagers=offered)
    return replace(
        state,
        start=replace(state.start, table=table),
        round=replace(state.round, table=table),
    )


PLAYERS: dict[type[e.Event], Callable[[State, Any], State]] = {
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
    e.StandingRead: _standing_read,
    e.VoucherExchanged: _voucher_exchanged,
    e.MainRequired: _main_required,
    e.WagerSuspended: _wager_suspended,
    e.WagerResumed: _wager_resumed,
    e.CardRefused: _card_refused,
    e.ElsewhereAllowed: _elsewhere_allowed,
}
