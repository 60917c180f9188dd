"""One round of any game: `start`, `decide`, `evolve`, `legal`.

    state = start(game, table)
    events = decide(game, state, command)      # or Refused, citing the clause
    for event in events:
        state = evolve(state, event)

`play` does both steps at once, for whoever needs speed. Nothing here knows a clock, a random number
or a game by name: cards and decisions arrive as commands, rules as the `Game` value.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from bythebook.errors import Refused, given
from bythebook.game import (
    blackjack,
    decisions,
    irregularities,
    missing_cards,
    offers,
    placing,
    returns,
    three_cards,
    voids,
)
from bythebook.game import commands as c
from bythebook.game.events import Event
from bythebook.game.evolve import evolve
from bythebook.game.offers import most_insurance
from bythebook.game.run import Run
from bythebook.game.state import State, Table
from bythebook.rulebooks.chapters.game import BlackjackGame, Game, Rules, ThreeCardGame

__all__ = ["decide", "evolve", "legal", "play", "refusal", "start"]


class Handler(NamedTuple):
    """How one kind of command is judged and carried out."""

    may: Callable[[Any, State, Any], Refused | None]
    do: Callable[[Any, Any], None]


_ANY_GAME: dict[type[c.Command], Handler] = {
    c.PlaceWager: Handler(placing.may_place, placing.place),
    c.CloseBetting: Handler(placing.may_close, placing.close),
    c.VoidRound: Handler(voids.may_void, voids.void),
    c.InvalidateWagers: Handler(voids.may_invalidate, voids.invalidate),
    c.BurnFaceUp: Handler(irregularities.may_burn_face_up, irregularities.burn_face_up),
    c.RunOut: Handler(irregularities.may_run_out, irregularities.run_out),
    c.LayExtraCard: Handler(irregularities.may_lay_extra_card, irregularities.lay_extra_card),
    c.FindWrongCard: Handler(irregularities.may_find_wrong_card, irregularities.find_wrong_card),
    c.ReportMalfunction: Handler(
        irregularities.may_report_malfunction, irregularities.report_malfunction
    ),
    c.FailJackpot: Handler(irregularities.may_fail_jackpot, irregularities.fail_jackpot),
    c.MissCard: Handler(missing_cards.may_miss, missing_cards.miss),
    c.ReturnWagers: Handler(returns.may_return, returns.order_back),
    c.ReduceWager: Handler(returns.may_reduce, returns.reduce),
    c.TrimSettled: Handler(returns.may_trim, returns.trim_settled),
}

_BLACKJACK: dict[type[c.Command], Handler] = {
    **_ANY_GAME,
    c.Deal: Handler(blackjack.may_deal, blackjack.deal),
    c.Proceed: Handler(blackjack.may_proceed, blackjack.proceed),
    c.NameJoker: Handler(
        decisions.may_name_joker, lambda run, command: blackjack.naming(run, command.rank)
    ),
    c.Insure: Handler(offers.may_insure, offers.insure),
    c.TakeEvenMoney: Handler(offers.may_take_even_money, offers.take_even_money),
    c.Surrender: Handler(offers.may_surrender, offers.surrender),
    c.Hit: Handler(decisions.may_hit, decisions.hit),
    c.Stand: Handler(decisions.may_stand, decisions.stand),
    c.Double: Handler(decisions.may_double, decisions.double),
    c.Split: Handler(decisions.may_split, decisions.split),
    c.Ride: Handler(decisions.may_ride, decisions.ride),
    c.Withdraw: Handler(decisions.may_withdraw, decisions.withdraw),
    c.DeclareAbsent: Handler(decisions.may_declare_absent, decisions.declare_absent),
    c.RefuseCard: Handler(decisions.may_refuse_card, decisions.refuse_card),
    c.TakeBack: Handler(missing_cards.may_take_back, missing_cards.take_back),
    c.CallDealerCard: Handler(missing_cards.may_call_dealer_card, missing_cards.call_dealer_card),
}

_THREE_CARDS: dict[type[c.Command], Handler] = {
    **_ANY_GAME,
    c.Deal: Handler(three_cards.may_deal, three_cards.deal),
}


# What may still be found when the round is over.
_WHEN_OVER = (c.VoidRound, c.FindWrongCard, c.LayExtraCard)


def _found_later(command: c.Command) -> bool:
    """Whether it is about what may be found when the round is over."""
    stakes = isinstance(command, c.ReturnWagers) and command.settled_too and bool(command.wagers)
    return stakes or isinstance(command, _WHEN_OVER)


def start(game: Game, table: Table | None = None) -> State:
    """A round before any wager; refused if the table offers what the book does not allow."""
    table = table or Table()
    placing.check_table(game, table)
    return State(table=table, meters=dict(table.meters))


# By the kind of its rules, how a game is played: which commands it knows, how it goes on by itself.
_KINDS: dict[type[Rules], tuple[dict[type[c.Command], Handler], Callable[[Any], None]]] = {
    BlackjackGame: (_BLACKJACK, blackjack.advance),
    ThreeCardGame: (_THREE_CARDS, three_cards.advance),
}


def refusal(game: Game, state: State, command: c.Command) -> Refused | None:
    """Why the command would be refused now, or None: the one place where legality is asked."""
    handler = _KINDS[type(game.rules)][0].get(type(command))
    return _refusal(game.rules, handler, state, command)


def _refusal(
    rules: Rules, handler: Handler | None, state: State, command: c.Command
) -> Refused | None:
    if handler is None:
        assert isinstance(rules, ThreeCardGame)
        return Refused(rules.no_decisions.clause, "this game has no decisions")
    if state.phase == "over" and not _found_later(command):
        return Refused(rules.wagering.locked.clause, "the round is over")
    return handler[0](rules, state, command)


def play(game: Game, state: State, command: c.Command) -> tuple[State, list[Event]]:
    """Carry out a command: the round after it, and what happened. Refused, it raises."""
    rules = game.rules
    handlers, advance = _KINDS[type(rules)]
    handler = handlers.get(type(command))
    refused = _refusal(rules, handler, state, command)
    if refused is not None or handler is None:
        raise given(refused)
    run = Run(rules, state)
    handler[1](run, command)
    if run.state.due is None:
        advance(run)
    return run.state, run.events


def decide(game: Game, state: State, command: c.Command) -> list[Event]:
    """What a command brings about, or `Refused`."""
    return play(game, state, command)[1]


def legal(game: Game, state: State) -> list[c.Command]:
    """The players' and the dealer's commands that would not be refused now.

    Amounts stand at their most: a smaller insurance or double may be legal as well. Placing wagers,
    dealing the card that is due, voiding the round and what follows from errors that only the table
    can see (a card missed or refused, wagers given back) are not listed: they depend on more than
    the round.
    """
    return [command for command in plausible(game, state) if refusal(game, state, command) is None]


def plausible(game: Game, state: State) -> Iterator[c.Command]:
    """What people could think of now, without what the phase or the turn alone rules out.

    At a full table everybody but one box waits: to ask about each of them would take long.
    """
    yield c.CloseBetting()
    yield c.Proceed()
    ace = bool(state.dealer) and state.dealer[0].rank == "A"
    insurable = ace and state.phase in ("offers", "turns", "following", "dealer")
    for box in state.boxes:
        number = box.number
        turn = state.at[0] == number
        if turn and state.phase == "naming":
            yield from (c.NameJoker(number, rank) for rank in "A23456789T")
        for player in box.order:
            if insurable:
                yield c.TakeEvenMoney(number, player)
            if state.phase == "offers" or (turn and state.phase == "turns"):
                yield c.Surrender(number, player)
            if turn:
                yield c.Hit(number, player)
                yield c.Stand(number, player)
                yield c.Double(number, player)
                yield c.Split(number, player)
                yield c.Ride(number, player)
                yield c.Withdraw(number, player)
                yield c.DeclareAbsent(number, player)
            if turn or state.withdrawable:
                yield c.TakeBack(number, player)
        if turn and not state.dealer:
            yield c.CallDealerCard(number)
        if insurable:
            yield from _insurances(game, state, number)


def _insurances(game: Game, state: State, number: int) -> Iterator[c.Command]:
    rules = game.rules
    if not isinstance(rules, BlackjackGame) or rules.insurance is None:
        return
    everybody = {player for box in state.boxes for player in box.order}
    for stake in state.box(number).hands[0].stakes:
        most = most_insurance(rules, state, stake)
        if rules.insurance.others is None:
            everybody = {stake.player}
        for player in sorted(everybody):
            yield c.Insure(number, most, player, stake.player)
