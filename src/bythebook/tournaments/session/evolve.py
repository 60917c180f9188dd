"""How each event changes a tournament table: bookkeeping without rules.

After every event the chips are counted: what players hold and what the house has is all that was
given out, never more and never less.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from bythebook.deciders import Event, Revealed, Sealed
from bythebook.errors import BrokenInvariant, ensure
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session import evolve_hand as hand
from bythebook.tournaments.session.evolve_hand import (
    away_from_table,
    to_house,
    to_table,
    with_player,
)
from bythebook.tournaments.session.state import Competitor, Dispute, PlayOff, Session


def evolve(session: Session | None, event: Event) -> Session:
    if session is None:
        if not isinstance(event, e.SessionOpened):
            raise BrokenInvariant("a session begins with its opening")
        return balanced(_opened(event))
    return balanced(EVOLVE[type(event)](session, event))


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


def _container_filled(session: Session, event: e.ContainerFilled) -> Session:
    return replace(session, container=event.order, container_seed=event.seed)


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


def _ended(session: Session, event: e.PlayEnded) -> Session:
    return replace(session, phase="counting")


def _totals(session: Session, event: e.TotalsRecorded) -> Session:
    contenders = tuple(dict.fromkeys((*event.totals, *session.lost_last)))
    return replace(session, totals=event.totals, contenders=contenders)


def _places(session: Session, event: e.PlacesFixed) -> Session:
    return replace(session, places=event.places, phase="ranked")


def _chips_returned(session: Session, event: e.ChipsReturned) -> Session:
    return replace(session, missing=event.missing, chips_returned=True)


def _session_ended(session: Session, event: e.SessionEnded) -> Session:
    return replace(session, phase="over", result=event.result)


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


EVOLVE: dict[type[Event], Callable[[Session, Any], Session]] = {
    Sealed: _sealed,
    Revealed: _revealed,
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.Substituted: _substituted,
    e.ChipsAdded: _chips_added,
    e.JokersShown: lambda session, event: replace(session, jokers_shown=True),
    e.ContainerFilled: _container_filled,
    e.SessionStarted: _started,
    e.SignalGiven: lambda session, event: replace(session, signalled=event.about),
    e.HandBegan: hand.hand_began,
    e.EliminationDisregarded: hand.disregarded,
    e.WagerMade: hand.wager_made,
    e.WagerTakenBack: _unchanged,
    e.WagerCorrected: hand.corrected,
    e.WagerVoided: hand.voided_wager,
    e.PassPlayed: hand.pass_played,
    e.FormHandedIn: hand.handed_in,
    e.FormChecked: hand.form_checked,
    e.FormReturned: hand.form_returned,
    e.VoucherDrawn: hand.voucher_drawn,
    e.DoublerUsed: hand.doubler_used,
    e.TimeCalled: lambda session, event: with_player(session, event.player, restricted=True),
    e.PlayerDirected: lambda session, event: with_player(session, event.player, directed=True),
    e.WagerMissed: hand.missed,
    e.BettingStopped: hand.betting_stopped,
    e.TableMoved: hand.table_moved,
    e.HandCorrected: hand.hand_corrected,
    e.StartStood: _unchanged,
    e.StartPutRight: _unchanged,
    e.SecretsAnnounced: hand.announced,
    e.VoucherShown: hand.voucher_shown,
    e.VoucherKept: hand.voucher_kept,
    e.VoucherReturned: hand.voucher_returned,
    e.ChipsDeducted: hand.deducted,
    e.WinPaidTwice: hand.paid_twice,
    e.HandSettled: hand.settled,
    e.HandVoided: hand.hand_voided,
    e.FormExamined: _unchanged,
    e.ChipsCounted: _unchanged,
    e.PlayerGone: hand.gone,
    e.SkipsEarned: hand.skips_earned,
    e.PlayOffBegan: _play_off_began,
    e.PlayOffSettled: _play_off_settled,
    e.CountRestored: _restored,
    e.BallotNeeded: _ballot_needed,
    e.BallotDrawn: _ballot_drawn,
    e.CuttingCardCame: lambda session, event: replace(session, shoe_over=True),
    e.ShoeBegan: _shoe_began,
    e.MarkerMoved: lambda session, event: replace(session, marker=event.box),
    e.PlayEnded: _ended,
    e.TotalsRecorded: _totals,
    e.PlacesFixed: _places,
    e.ChipsReturned: _chips_returned,
    e.SessionEnded: _session_ended,
    e.TimeLimitSet: lambda session, event: replace(session, betting_seconds=event.seconds),
    e.BreakGiven: lambda session, event: replace(session, on_break=True),
    e.BreakEnded: lambda session, event: replace(session, on_break=False),
    e.DisputeRaised: _dispute,
    e.DisputeDecided: _ruled,
    e.ConsentGiven: lambda session, event: replace(
        session, consents=(*session.consents, event.player)
    ),
    e.Noted: _unchanged,
}
