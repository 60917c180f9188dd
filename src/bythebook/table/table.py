"""A table of any book: `decide`, `evolve`, `refusal`.

    events = decide(rules, state, order)      # or Refused, citing the clause
    for event in events:
        state = evolve(state, event)

An order is judged in two steps: may this person give it now (`powers`), and may it be done
(the module of the act). Nothing here knows a clock, a random number or a book by name.
"""

from collections.abc import Callable
from typing import Any

from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.tables import TableRules
from bythebook.table import meters, opening, rounds, wagers
from bythebook.table import orders as o
from bythebook.table.cards import irregularities, machines, rebuilding, shoe
from bythebook.table.cards import orders as m
from bythebook.table.decision import Desk
from bythebook.table.events import Event, OrderGiven
from bythebook.table.evolve import evolve
from bythebook.table.people import limits, protection, registers, seats
from bythebook.table.powers import act_name, power
from bythebook.table.state import State

END_OF_TIME = 253_370_764_800  # seconds: dates have four figures for the year

__all__ = ["HANDLERS", "carry_out", "decide", "evolve", "refusal"]

HANDLERS: dict[type[o.Command], Callable[[Desk, Any], None]] = {
    o.SignOn: opening.sign_on,
    o.SignOff: opening.sign_off,
    o.DisplaySign: opening.display_sign,
    o.RemoveSign: opening.remove_sign,
    o.Perform: opening.perform,
    o.Tell: opening.tell,
    o.Open: opening.open_table,
    o.AnnounceClosing: opening.announce_closing,
    o.Close: opening.close_table,
    o.ChangeGame: opening.change_game,
    o.Arrive: seats.arrive,
    o.Sit: seats.sit,
    o.Leave: seats.leave,
    o.AllowSeveral: seats.allow_several,
    o.GiveUp: seats.give_up,
    o.Reserve: seats.reserve,
    o.Release: seats.release,
    o.CapPlayers: seats.cap_players,
    o.Vacate: seats.vacate,
    o.ChangeLimits: limits.change_limits,
    o.RaiseKept: limits.raise_kept,
    o.GrantLimits: limits.grant_limits,
    o.EndLimits: limits.end_limits,
    o.Warn: limits.warn,
    o.HoldToMinimum: limits.hold_to_minimum,
    o.HoldAlways: limits.hold_always,
    o.Confine: limits.confine,
    o.Lift: limits.lift,
    o.AllowElsewhere: seats.allow_elsewhere,
    o.RequireMain: limits.require_main,
    o.SuspendWager: limits.suspend_wager,
    o.ResumeWager: limits.resume_wager,
    o.Shuffle: shoe.shuffle,
    o.OrderShuffle: shoe.order_shuffle,
    o.DeclineCut: shoe.decline_cut,
    o.Cut: shoe.cut,
    o.Insert: shoe.insert,
    o.BadlyCut: shoe.badly_cut,
    o.Burn: shoe.burn,
    o.CuttingCard: shoe.cutting_card,
    o.ReplaceCards: shoe.replace_cards,
    o.ReplaceCard: shoe.replace_card,
    o.ReloadRack: shoe.reload_rack,
    o.Place: wagers.place,
    o.TakeOff: wagers.take_off,
    o.RefuseWager: wagers.refuse_wager,
    o.NoMoreBets: wagers.no_more_bets,
    o.Deal: rounds.deal,
    o.Decide: rounds.decide,
    o.DirectHand: rounds.direct_hand,
    o.VoidRound: rounds.void_round,
    o.VoidLastRound: registers.void_last_round,
    m.FaceUp: irregularities.face_up,
    m.CheckFaces: irregularities.check_faces,
    m.OrderCheck: irregularities.check_faces,
    m.DrawnInError: irregularities.drawn_in_error,
    m.Resolve: irregularities.resolve,
    m.Rebuild: rebuilding.rebuild,
    m.Rewind: rebuilding.rewind,
    m.WrongCards: irregularities.wrong_cards,
    m.CardsVerified: irregularities.verify_cards,
    m.MissedCard: irregularities.missed_card,
    m.AnnounceRebuild: rebuilding.announce_rebuild,
    m.RestartShoe: rebuilding.restart_shoe,
    m.Malfunction: machines.malfunction,
    m.WithdrawWagers: machines.withdraw_wagers,
    m.ReplaceDevice: machines.replace_device,
    m.DeviceBack: machines.device_back,
    m.JackpotFailure: machines.jackpot_failure,
    o.SetLossLimit: protection.set_loss_limit,
    o.DeclareChips: protection.declare_chips,
    o.FindInvalid: protection.find_invalid,
    o.FindOverLimit: protection.find_over_limit,
    o.Pause: protection.pause,
    o.VoidWagers: registers.void_wagers,
    o.Bar: registers.bar,
    o.Exclude: registers.bar,
    o.Invalidate: registers.invalidate,
    o.RaiseDispute: registers.raise_dispute,
    o.DecideDispute: registers.decide_dispute,
    o.ReviewDispute: registers.review_dispute,
    o.FindPaymentError: registers.find_payment_error,
    o.Rectify: registers.rectify,
    o.ReportMonth: registers.report_month,
}

# What may be ordered at a table that is not open: getting it ready, and the registers.
BEFORE_OPENING = (
    o.SignOn, o.SignOff, o.DisplaySign, o.RemoveSign, o.Perform, o.Tell, o.Open, o.ReplaceCard,
    o.RaiseDispute, o.DecideDispute, o.ReviewDispute, o.FindPaymentError, o.Rectify, o.ReportMonth,
)  # fmt: skip


def decide(rules: TableRules, state: State, order: o.Order) -> list[Event]:
    """What an order brings about, or `Refused` by a clause; then nothing has changed."""
    return carry_out(rules, state, order)[1]


def carry_out(rules: TableRules, state: State, order: o.Order) -> tuple[State, list[Event]]:
    """The table as an order leaves it, and what happened: for whoever would only fold it again."""
    if not state.now <= order.at < END_OF_TIME:
        raise Malformed("an order is given no earlier than the last one, and before the year 9999")
    if not order.by.name.strip():
        raise Malformed("an order says who gives it")
    if isinstance(order.command, o.ReadMeters):
        return meters.read(rules, state, order, order.command)
    act = power(rules, state, order)
    opens = isinstance(order.command, o.Open)
    if state.phase == "closed" and not isinstance(order.command, BEFORE_OPENING):
        raise Refused(act.clause, "the table is not open")
    if state.phase == "open" and opens:
        raise Refused(act.clause, "the table is open already")
    desk = Desk(rules, state, order, act)
    name = act_name(order)
    desk.emit(OrderGiven(order.by, order.at, name, order.why, act.clause))
    HANDLERS[type(order.command)](desk, order.command)
    return desk.state, desk.events


def refusal(rules: TableRules, state: State, order: o.Order) -> Refused | Malformed | None:
    """Why an order would not be carried out now, or None: buttons, checks and tests ask here."""
    try:
        decide(rules, state, order)
    except (Refused, Malformed) as no:
        return no
    return None
