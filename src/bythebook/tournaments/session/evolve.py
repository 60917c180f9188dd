"""How each event changes a tournament table: bookkeeping without rules.

After every event the chips are counted: what players hold and what the house has is all that was
given out, never more and never less.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from bythebook.deciders import Event, Revealed, Sealed
from bythebook.errors import BrokenInvariant, ensure
from bythebook.game.state import chips_on_layout
from bythebook.table import events as t
from bythebook.table import evolve as evolve_table
from bythebook.table.cards.rebuilding import dealt
from bythebook.table.state import State as Table
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.state import (
    Bet,
    Competitor,
    Dispute,
    Handed,
    Missed,
    PlayOff,
    Session,
    owner_of,
    secret_of,
)


def evolve(session: Session | None, event: Event) -> Session:
    if session is None:
        if not isinstance(event, e.SessionOpened):
            raise BrokenInvariant("a session begins with its opening")
        return balanced(_opened(event))
    change = EVOLVE[type(event)]
    after = balanced(change(session, event))
    if after.unsettled is not None and _lasts(event):
        after = replace(after, unsettled=balanced(change(after.unsettled, event)))
    return after


def _lasts(event: Event) -> bool:
    """Whether it has happened however the last hand is settled."""
    if isinstance(event, e.PlayerGone):
        return event.how in ("disqualified", "left")
    if isinstance(event, e.ChipsAdded):
        return event.what != "play-off"
    return type(event) in LASTING


def balanced(session: Session) -> Session:
    held = 0
    for each in session.players.values():
        ensure(each.chips >= 0, f"{each.player} has less than no chips")
        held += each.chips
    ensure(held + session.house == session.issued, "chips are neither made nor lost")
    return session


def _opened(event: e.SessionOpened) -> Session:
    terms = event.terms
    players = {
        seat.player: Competitor(
            player=seat.player,
            box=seat.box,
            chips=seat.chips,
            secrets=terms.secret_wagers,
            passes=terms.pass_cards,
            doublers=int(terms.double_your_bet),
        )
        for seat in sorted(terms.seats, key=lambda seat: seat.box)
    }
    issued = sum(seat.chips for seat in terms.seats)
    return Session(
        terms=terms, players=players, issued=issued, betting_seconds=terms.betting_seconds
    )


# Seats and the start


def _seat_taken(session: Session, event: e.SeatTaken) -> Session:
    return to_table(with_player(session, event.player, seated=True, ever_seated=True), event.player)


def _seat_left(session: Session, event: e.SeatLeft) -> Session:
    session = away_from_table(session, event.player, event.clause)
    return with_player(session, event.player, seated=False)


def _substituted(session: Session, event: e.Substituted) -> Session:
    there = event.player in session.table.players
    session = away_from_table(session, event.player, event.clause)
    players = {
        event.by if name == event.player else name: (
            replace(each, player=event.by) if name == event.player else each
        )
        for name, each in session.players.items()
    }
    session = replace(session, players=players)
    return to_table(session, event.by) if there else session


def _chips_added(session: Session, event: e.ChipsAdded) -> Session:
    chips = session.players[event.player].chips + event.chips
    session = with_player(session, event.player, chips=chips)
    return replace(session, issued=session.issued + event.chips)


def _sealed(session: Session, event: Sealed) -> Session:
    if event.about == "vouchers":
        return replace(session, container_digest=event.digest)
    return replace(session, digests=(*session.digests, event.digest))


def _revealed(session: Session, event: Revealed) -> Session:
    if event.seed == session.container_seed:
        return session
    return replace(session, seeds_used=session.seeds_used + 1)


def _started(session: Session, event: e.SessionStarted) -> Session:
    return replace(session, phase="between", started_at=event.at, marker=event.marker)


# Play-offs, ballots and the end


def _play_off_began(session: Session, event: e.PlayOffBegan) -> Session:
    if event.stage == "survival":
        for player in event.players:
            session = with_player(session, player, held=session.players[player].chips)
    play_off = PlayOff(players=event.players, places=event.places, shoe=session.shoe)
    return replace(
        session,
        phase="between",
        stage=event.stage,
        play_off=play_off,
        resume_marker=session.marker,
    )


def _play_off_settled(session: Session, event: e.PlayOffSettled) -> Session:
    if event.players:
        assert session.play_off is not None
        play_off = replace(
            session.play_off, players=event.players, places=event.places, shoe=session.shoe, hands=0
        )
        return replace(session, play_off=play_off)
    if session.stage == "survival":
        return replace(session, stage="session", play_off=None, marker=session.resume_marker)
    assert session.play_off is not None
    played_off = (*session.played_off, *session.play_off.players)
    return replace(session, stage="session", play_off=None, played_off=played_off)


def _restored(session: Session, event: e.CountRestored) -> Session:
    difference = session.players[event.player].chips - event.chips
    session = to_house(session, event.player, difference)
    return with_player(session, event.player, held=None)


def _ballot_needed(session: Session, event: e.BallotNeeded) -> Session:
    return replace(session, phase="ballot", ballot=event.players, ballot_places=event.places)


def _ballot_drawn(session: Session, event: e.BallotDrawn) -> Session:
    names = session.drawn_names
    if session.stage != "survival":
        names = (*names, *event.chosen)
    return replace(session, phase="between", ballot=(), ballot_places=0, drawn_names=names)


def _shoe_began(session: Session, event: e.ShoeBegan) -> Session:
    return replace(session, shoe=event.shoe, shoe_hands=0, shoe_over=False, shuffle_due=False)


def _totals(session: Session, event: e.TotalsRecorded) -> Session:
    contenders = tuple(dict.fromkeys((*event.totals, *session.lost_last)))
    return replace(session, totals=event.totals, contenders=contenders)


def _dispute(session: Session, event: e.DisputeRaised) -> Session:
    raised = Dispute(number=event.number, by=event.by, about=event.about)
    return replace(session, disputes=(*session.disputes, raised))


def _ruled(session: Session, event: e.DisputeDecided) -> Session:
    disputes = tuple(
        replace(each, ruling=event.ruling) if each.number == event.number else each
        for each in session.disputes
    )
    return replace(session, disputes=disputes)


def _unchanged(session: Session, event: Event) -> Session:
    return session


# The events of a hand: what moves chips


def with_player(session: Session, player: str, **changes: Any) -> Session:
    changed = replace(session.players[player], **changes)
    return replace(session, players={**session.players, player: changed})


def to_house(session: Session, player: str, amount: int) -> Session:
    """Chips from a stack to the house; below nothing: the other way."""
    chips = session.players[player].chips - amount
    return replace(with_player(session, player, chips=chips), house=session.house + amount)


# Who is at the table


def to_table(session: Session, player: str) -> Session:
    """Somebody has come to their own box: the table offers them the cut, and knows their seat."""
    if player in session.table.players:
        return session
    table = evolve_table(session.table, t.PlayerArrived(player, ""))
    table = evolve_table(table, t.PlayerSat(player, session.players[player].box))
    return replace(session, table=table)


def away_from_table(session: Session, player: str, clause: str) -> Session:
    if player not in session.table.players:
        return session
    return replace(session, table=evolve_table(session.table, t.PlayerLeft(player, clause)))


# The hand


def hand_began(session: Session, event: e.HandBegan) -> Session:
    players = {
        name: replace(each, restricted=False, directed=False)
        for name, each in session.players.items()
    }
    return replace(
        session,
        phase="betting",
        players=players,
        hand=event.hand,
        extra=event.extra,
        shoe_hands=session.shoe_hands + 1,
        marker=event.marker,
        playing=event.playing,
        counts=event.counts,
        last=event.last,
        turn_since=event.at,
        bets={},
        passed=(),
        missed={},
        handed={},
        drawn={},
        secrets={},
        announced=False,
        first=0,
        dealt=False,
        stacks={name: each.chips for name, each in session.players.items()},
        consents=(),
        lost_last=(),
    )


def wager_made(session: Session, event: e.WagerMade) -> Session:
    bet = session.bets.get(event.player)
    if event.wager == "main":
        bet = Bet(amount=event.amount, unseen_fault=event.unseen_fault)
    else:
        ensure(bet is not None, "a side wager lies beside a main wager")
        assert bet is not None
        bet = replace(bet, sides={**bet.sides, event.wager: event.amount})
    return replace(session, bets={**session.bets, event.player: bet}, turn_since=event.at)


def corrected(session: Session, event: e.WagerCorrected) -> Session:
    bet = replace(session.bets[event.player], amount=event.amount, unseen_fault=False)
    return replace(session, bets={**session.bets, event.player: bet})


def voided_wager(session: Session, event: e.WagerVoided) -> Session:
    bets = {name: bet for name, bet in session.bets.items() if name != event.player}
    return replace(session, bets=bets)


def pass_played(session: Session, event: e.PassPlayed) -> Session:
    session = with_player(session, event.player, passes=session.players[event.player].passes - 1)
    return replace(session, passed=(*session.passed, event.player), turn_since=event.at)


def handed_in(session: Session, event: e.FormHandedIn) -> Session:
    handed = {**session.handed, event.player: Handed(event.form, event.alone)}
    session = with_player(session, event.player, secrets=session.players[event.player].secrets - 1)
    since = event.at if event.alone else session.turn_since
    return replace(session, handed=handed, turn_since=since)


def form_checked(session: Session, event: e.FormChecked) -> Session:
    checked = replace(session.handed[event.player], checked=event.by)
    return replace(session, handed={**session.handed, event.player: checked})


def form_returned(session: Session, event: e.FormReturned) -> Session:
    handed = {name: form for name, form in session.handed.items() if name != event.player}
    session = with_player(session, event.player, secrets=session.players[event.player].secrets + 1)
    return replace(session, handed=handed)


def voucher_drawn(session: Session, event: e.VoucherDrawn) -> Session:
    container = session.container if event.carried else session.container[1:]
    drawn = {**session.drawn, event.player: event.value}
    return replace(session, container=container, drawn=drawn, turn_since=event.at)


def doubler_used(session: Session, event: e.DoublerUsed) -> Session:
    left = session.players[event.player].doublers - 1
    bet = replace(session.bets[event.player], twice=True)
    session = with_player(session, event.player, doublers=left)
    return replace(session, bets={**session.bets, event.player: bet})


def missed(session: Session, event: e.WagerMissed) -> Session:
    session = to_house(session, event.player, event.amount)
    if event.away:
        times = session.players[event.player].deducted + 1
        session = with_player(session, event.player, deducted=times)
    missed = {**session.missed, event.player: Missed(event.amount, event.away)}
    return replace(session, missed=missed, turn_since=event.at)


def betting_stopped(session: Session, event: e.BettingStopped) -> Session:
    secrets = {secret.player: secret for secret in event.secrets}
    return replace(session, phase="settling", secrets=secrets, unsettled=None)


def _counted(session: Session, event: e.ChipsCounted) -> Session:
    """Chips that lie in front of somebody and should not, or the other way round; a count that
    finds everything right ends it."""
    if not event.found or session.terms.cards != "scanned":
        return session
    short = {name: event.expected[name] - found for name, found in event.found.items()}
    return replace(
        session,
        hidden={name: chips for name, chips in short.items() if chips > 0},
        surplus={name: -chips for name, chips in short.items() if chips < 0},
    )


def table_moved(session: Session, event: e.TableMoved) -> Session:
    table = replace(session.table, ordering=event.by)
    for inner in event.events:
        table = evolve_table(table, inner)
    return after_move(session, event, table)


def after_move(session: Session, event: e.TableMoved, table: Table) -> Session:
    """What it means for the hand, where the table has applied its events already."""
    moved = table.round is not session.table.round
    # What is asked of the session reaches the table without a name, but for decisions.
    session = replace(session, table=replace(table, ordering=None))
    for inner in event.events:
        if isinstance(inner, t.RoundOpened):
            session = replace(session, first=inner.table.first)
        elif isinstance(inner, t.RoundBegan):
            session = replace(session, phase="playing", dealt=True)
    if not moved:
        return session
    round_ = session.round
    for account, net in round_.net.items() if round_ is not None else ():
        owner = session.players[owner_of(session, account)]
        within = not owner.active or owner.chips + net >= 0
        ensure(within, f"{owner.player} wagers no more than there is")
    over = session.phase == "playing" and table.round is None
    if session.shown_forms and session.phase == "playing" and dealt(table.steps):
        session = replace(session, shown_forms={})  # the first card has left the shoe
    return replace(session, phase="settling" if over else session.phase, turn_since=event.at)


# After it


def settled(session: Session, event: e.HandSettled) -> Session:
    unsettled, round_ = session, session.round
    if round_ is not None:
        ensure(chips_on_layout(round_) == 0, "a settled hand leaves no chips on the layout")
        ensure(sum(round_.net.values()) + round_.house == 0, "a round makes no chips")
    for player, change in event.changes.items():
        session = to_house(session, player, -change)
    chart = {name: each.chips for name, each in session.players.items()}
    play_off = session.play_off
    if play_off is not None:
        play_off = replace(play_off, hands=play_off.hands + 1)
    return replace(
        session,
        phase="between",
        unsettled=unsettled,
        dealt=False,
        bets={},
        staked=event.staked,
        removed=event.removed,
        shown_forms={name: secret.form for name, secret in session.secrets.items()},
        play_off=play_off,
        shuffle_due=session.shoe_over,
        chart=(*session.chart, (session.hand, chart)),
    )


def hand_voided(session: Session, event: e.HandVoided) -> Session:
    """The hand is to be played again: whatever was spent on it comes back."""
    for player, change in event.changes.items():
        session = to_house(session, player, -change)
    for player in session.passed:
        each = session.players[player]
        session = with_player(session, player, passes=each.passes + 1)
    for player in session.secrets:
        each = session.players[player]
        session = with_player(session, player, secrets=each.secrets + 1)
    for player, bet in session.bets.items():
        each = session.players[player]
        session = with_player(session, player, doublers=each.doublers + int(bet.twice))
    for player, missed in session.missed.items():
        if session.players[player].active:
            session = to_house(session, player, -missed.amount)
            deducted = session.players[player].deducted - int(missed.away)
            session = with_player(session, player, deducted=deducted)
    inside = session.stage == "session"
    return replace(
        session,
        phase="between",
        dealt=False,
        bets={},
        passed=(),
        missed={},
        handed={},
        secrets={},
        hand=session.hand - 1 if inside else session.hand,
        extra=session.extra if inside else session.extra - 1,
        shoe_hands=session.shoe_hands - 1,
        marker=session.marker if inside else session.marker - 1,  # it comes back to this box
        shuffle_due=session.shoe_over,
    )


def voucher_kept(session: Session, event: e.VoucherKept) -> Session:
    return no_longer_drawn(with_player(session, event.player, voucher=event.value), event.player)


def voucher_shown(session: Session, event: e.VoucherShown) -> Session:
    return no_longer_drawn(with_player(session, event.player, voucher=0), event.player)


def voucher_returned(session: Session, event: e.VoucherReturned) -> Session:
    session = no_longer_drawn(with_player(session, event.player, voucher=0), event.player)
    if event.to_container:
        session = replace(session, container=(event.value, *session.container))
    return session


def no_longer_drawn(session: Session, player: str) -> Session:
    return replace(session, drawn={n: v for n, v in session.drawn.items() if n != player})


def gone(session: Session, event: e.PlayerGone) -> Session:
    if session.round is not None:
        # Who goes in the middle of a hand has nothing on the layout any more: it is settled now.
        net = session.round.net
        taken = -net.get(event.player, 0) - net.get(secret_of(session, event.player), 0)
        session = to_house(session, event.player, taken)
    if not event.keeps:
        session = to_house(session, event.player, session.players[event.player].chips)
    session = with_player(
        session,
        event.player,
        gone=event.how,
        seated=False,
        out_at=event.exit.hand,
        out_order=event.order,
        held=None,
    )
    session = away_from_table(session, event.player, event.clause)
    lost = session.lost_last
    if event.how == "eliminated" and event.exit.residual == 0:
        lost = (*lost, event.player)
    playing = tuple(player for player in session.playing if player != event.player)
    return replace(session, exits=(*session.exits, event.exit), lost_last=lost, playing=playing)


def hand_reopened(session: Session, event: e.HandReopened) -> Session:
    """Back to where it lay; the cards, and what has nothing to do with its result, are of now."""
    lay = session.unsettled
    assert lay is not None
    begun = session.phase == "betting"
    again = replace(
        lay,
        table=session.table,
        shoe=session.shoe,
        shoe_hands=session.shoe_hands - begun,
        shoe_over=session.shoe_over,
    )
    for player, each in again.players.items():
        if each.active and each.seated:
            again = to_table(again, player)
    return again


def hand_corrected(session: Session, event: e.HandCorrected) -> Session:
    """Whoever is in again takes part as if they had never been out."""
    for player in event.back:
        if not session.players[player].active:
            session = with_player(session, player, gone="", out_at=0, out_order=0, seated=True)
            session = to_table(session, player)
    exits = tuple(each for each in session.exits if each.player not in event.back)
    lost = tuple(player for player in session.lost_last if player not in event.back)
    for player, change in event.changes.items():
        # As the last hand lay, its winner may have had less than goes back.
        session = to_house(session, player, min(-change, session.players[player].chips))
    return replace(session, exits=exits, lost_last=lost)


# Which event is whose

Change = Callable[[Session, Any], Session]
# What has happened however the last hand is settled: it changes `Session.unsettled` too.
LASTING: dict[type[Event], Change] = {
    Sealed: _sealed,
    Revealed: _revealed,
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.Substituted: _substituted,
    e.ChipsAdded: _chips_added,
    e.JokersShown: lambda session, event: replace(session, jokers_shown=True),
    e.ContainerFilled: lambda session, event: replace(
        session, container=event.order, container_seed=event.seed
    ),
    e.SignalGiven: lambda session, event: replace(session, signalled=event.about),
    e.HandCorrected: hand_corrected,
    e.HandToMakeUp: lambda session, event: replace(session, made_up=session.made_up + 1),
    e.FormExamined: _unchanged,
    e.ChipsCounted: _counted,
    e.PlayerGone: gone,
    e.TimeLimitSet: lambda session, event: replace(session, betting_seconds=event.seconds),
    e.BreakGiven: lambda session, event: replace(session, on_break=True, break_until=event.until),
    e.BreakEnded: lambda session, event: replace(session, on_break=False),
    e.DisputeRaised: _dispute,
    e.DisputeDecided: _ruled,
    e.Noted: _unchanged,
}
# What follows from how a hand was settled, or belongs to the next: gone when it is settled anew.
BY_THE_HAND: dict[type[Event], Change] = {
    e.SessionStarted: _started,
    e.HandBegan: hand_began,
    e.EliminationDisregarded: lambda session, event: replace(session, skips=session.skips - 1),
    e.WagerMade: wager_made,
    e.WagerTakenBack: _unchanged,
    e.WagerCorrected: corrected,
    e.WagerVoided: voided_wager,
    e.PassPlayed: pass_played,
    e.FormHandedIn: handed_in,
    e.FormChecked: form_checked,
    e.FormReturned: form_returned,
    e.VoucherDrawn: voucher_drawn,
    e.DoublerUsed: doubler_used,
    e.TimeCalled: lambda session, event: with_player(session, event.player, restricted=True),
    e.PlayerDirected: lambda session, event: with_player(session, event.player, directed=True),
    e.WagerMissed: missed,
    e.BettingStopped: betting_stopped,
    e.TableMoved: table_moved,
    e.HandReopened: hand_reopened,
    e.StartStood: _unchanged,
    e.StartPutRight: _unchanged,
    e.SecretsAnnounced: lambda session, event: replace(session, announced=True),
    e.VoucherShown: voucher_shown,
    e.VoucherKept: voucher_kept,
    e.VoucherReturned: voucher_returned,
    e.ChipsDeducted: lambda session, event: to_house(session, event.player, event.amount),
    e.WinPaidTwice: lambda session, event: to_house(session, event.player, -event.amount),
    e.HandSettled: settled,
    e.HandVoided: hand_voided,
    e.SkipsEarned: lambda session, event: replace(session, skips=session.skips + event.number),
    e.PlayOffBegan: _play_off_began,
    e.PlayOffSettled: _play_off_settled,
    e.CountRestored: _restored,
    e.BallotNeeded: _ballot_needed,
    e.BallotDrawn: _ballot_drawn,
    e.CuttingCardCame: lambda session, event: replace(session, shoe_over=True),
    e.ShoeBegan: _shoe_began,
    e.MarkerMoved: lambda session, event: replace(session, marker=event.box),
    e.PlayEnded: lambda session, event: replace(session, phase="counting"),
    e.TotalsRecorded: _totals,
    e.PlacesFixed: lambda session, event: replace(session, places=event.places, phase="ranked"),
    e.ChipsReturned: lambda session, event: replace(
        session, missing=event.missing, chips_returned=True
    ),
    e.SessionEnded: lambda session, event: replace(session, phase="over", result=event.result),
    e.ConsentGiven: lambda session, event: replace(
        session, consents=(*session.consents, event.player)
    ),
}
EVOLVE = LASTING | BY_THE_HAND
