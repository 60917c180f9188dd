"""A round at the table: its first card, each card where it is due, decisions, its end."""

from msgspec.structs import replace

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused, given
from bythebook.game import commands as c
from bythebook.game.decisions import decider
from bythebook.game.events import DEALER, Settled
from bythebook.game.returns import MAIN
from bythebook.game.state import State as Round
from bythebook.money import Amount
from bythebook.phrases import phrase
from bythebook.rulebooks.chapters.irregularities import Irregularities
from bythebook.rulebooks.chapters.words import Authority
from bythebook.rulebooks.tables import PLAYER
from bythebook.table import console
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.cards.depths import cards_left
from bythebook.table.cards.face_down import next_seen
from bythebook.table.cards.shoe import (
    by_shoe,
    check_can_come,
    forget_burn,
    overdue,
    shuffle_clause,
)
from bythebook.table.carrying import place_carried, return_carried
from bythebook.table.decision import Decision
from bythebook.table.opening import check_game_sign
from bythebook.table.people.duties import WON, check_nothing_owed, due_after
from bythebook.table.people.protection import check_decision
from bythebook.table.people.seats import check_not_barred, others_seated
from bythebook.table.powers import unmet
from bythebook.table.settings import table_of
from bythebook.table.state import IrregularityKind, State, Step
from bythebook.table.wagers import recheck, return_warned, trim_to_loss_limits

# What a player, or the dealer for a player, may ask of a round. Everything else has its own order.
DECISIONS = (
    c.NameJoker, c.Insure, c.TakeEvenMoney, c.Surrender, c.Proceed, c.Hit, c.Stand, c.Double,
    c.Split, c.Ride, c.Withdraw, c.TakeBack, c.CallDealerCard, c.RefuseCard,
)  # fmt: skip


@carries_out
def deal(desk: Decision, command: o.Deal) -> None:
    """A card goes where it is due; one that does not is an irregularity, to be resolved."""
    state = desk.state
    if state.phase != "open":
        raise Refused(desk.act.clause, phrase("the table is not open"))
    if state.checks:
        raise Refused(state.checks, phrase("the cards must be checked before play goes on"))
    desk.check_nothing_irregular()
    if not state.in_round:
        if not has_wager(state):
            _not_in_a_round(desk, command)
            return
        if not begin(desk):
            return
    _check_supply(desk, command)
    if not _goes_where_due(desk, command):
        return
    if desk.state.withdrawing:
        desk.emit(e.WithdrawalsClosed(desk.act.clause))
    desk.emit(e.CardTaken(command.card))
    desk.play(c.Deal(command.card))
    finish_if_over(desk)


def has_wager(state: State) -> bool:
    """Whether a round could begin: somebody's main wager is down."""
    return state.round is not None and any(w.live and w.kind == "main" for w in state.round.wagers)


def _not_in_a_round(desk: Decision, command: o.Deal) -> None:
    """Nobody has a wager: a card too many on the finished dealer's hand, or no round at all."""
    if not desk.state.shoe.next:
        check_can_come(desk, command.card)
    last = desk.state.last
    finished = last is not None and not last.voided and desk.state.shoe.rounds > 0
    extra = command.to == DEALER and finished
    rules = desk.irregularities()
    clause = rules.extra_exposed if extra else rules.nobody_staked or known_too_early(rules)
    kind: IrregularityKind = "extra" if extra else "no-round"
    desk.emit(
        e.IrregularCardFound(command.card, command.to, None, command.exposed, kind, clause.clause)
    )


def _check_supply(desk: Decision, command: o.Deal) -> None:
    shoe = desk.state.shoe
    rules = desk.irregularities()
    if shoe.held is not None and command.card != shoe.held:
        raise Refused(
            rules.extra_unexposed.clause, phrase("the card kept from the last round comes first")
        )
    if shoe.next and shoe.held is None:
        if command.card != shoe.next[0]:
            seen = next_seen(desk.state)
            which = str(seen) if seen is not None else phrase("another")
            says = phrase("the next card is {card}, drawn before", card=which)
            raise Refused(rules.in_error.clause, says)
        return
    if shoe.status == "to-burn":
        forget_burn(desk)
    elif shoe.status != "ready":
        raise Refused(shuffle_clause(desk.conduct, desk.state), phrase("the cards are not ready"))
    if not cards_left(desk.rules, desk.state):
        clause = rules.runs_out.clause if rules.runs_out is not None else desk.act.clause
        raise Refused(clause, phrase("no card is left: the discards are shuffled now"))


def _goes_where_due(desk: Decision, command: o.Deal) -> bool:
    """Otherwise it is put on record as irregular, and the table waits until that is resolved."""
    state, game = desk.state, desk.game()
    where = state.playing.due
    rules = desk.irregularities()
    kind: IrregularityKind = "misplaced"
    fresh = not state.shoe.next or state.shoe.held is not None
    if fresh and game.rules.pack.problem_with_next(state.shoe.out, command.card, game.decks):
        clause = rules.wrong_cards.void.clause if rules.wrong_cards else rules.rebuild.clause
        kind = "wrong-card"
    elif where is None:
        clause, kind = rules.in_error.clause, "not-due"
    elif command.to is not None and command.to != where.box:
        empty = command.to != DEALER and not state.playing.has_box(command.to)
        kind = "no-wager" if empty else "misplaced"
        clause = rules.rebuild.clause
    else:
        return True
    if not fresh:
        raise Refused(rules.in_error.clause, phrase("that card is kept for where it is due"))
    desk.emit(e.IrregularCardFound(command.card, command.to, where, command.exposed, kind, clause))
    return False


def begin(desk: Decision, by_mistake: bool = False) -> bool:
    """The first card is due: from here the wagers are fixed, and the limits with them.

    One that came by mistake waits for no call.

    Says whether a round begins: it does not when the last wager goes back first.
    """
    state, conduct = desk.state, desk.conduct
    setup = state.set_up
    again = tuple(need for need in conduct.opening.needs if need.again)
    for need in unmet(desk.rules, state, again, setup):
        raise Refused(
            need.clause,
            phrase(
                "no round begins without this: {what}", what=need.present or need.act or need.sign
            ),
        )
    if state.held_up:
        raise Refused(state.held_up, phrase("no round begins before that is put right"))
    check_nothing_owed(state, "round")
    low = conduct.opening.low_limit
    if setup.low_limit and low is not None and setup.dealing != "device":
        raise Refused(low.device_only.clause, phrase("low-limit tables wait for a device"))
    check_game_sign(desk, setup)
    console.check_none_due(desk)
    closing = state.sign("closing")
    if closing is not None and closing.time is not None and desk.at >= closing.time:
        clause = conduct.acts["close"][0].clause
        raise Refused(clause, phrase("the time on the closing sign has come: no round begins"))
    return_warned(desk)
    if not has_wager(desk.state):
        desk.record(about="the only wager went back")
        return False
    if state.called_under is None:
        recheck(desk)
    _ready_shoe(desk)
    if conduct.call_first is not None and not state.called and not by_mistake:
        raise Refused(
            conduct.call_first.clause, phrase("that no more bets are taken is announced first")
        )
    for wager in desk.state.playing.wagers:
        if wager.live and wager.kind == "main":
            place_carried(desk, wager.player, wager.box)
    return_carried(desk)
    desk.emit(e.RoundBegan(desk.state.called_under or table_of(desk.state)))
    trim_to_loss_limits(desk)
    desk.play(c.CloseBetting())
    return True


def check_ready(desk: Decision) -> None:
    """What any round needs before its first card, whoever runs the table: cards in order."""
    state = desk.state
    if state.checks:
        raise Refused(state.checks, phrase("the cards must be checked before play goes on"))
    desk.check_nothing_irregular()
    if state.held_up:
        raise Refused(state.held_up, phrase("no round begins before that is put right"))
    _ready_shoe(desk)


def _ready_shoe(desk: Decision) -> None:
    """Shuffled, cut and burned; a shuffle missed after the cutting card waits for the end."""
    rules, shoe = desk.conduct.shuffle, desk.state.shoe
    if shoe.status == "unshuffled":
        card = rules.cutting_card
        if card is None or not shoe.out or shoe.because not in ("box", "dealer", "first-card"):
            raise Refused(
                shuffle_clause(desk.conduct, desk.state), phrase("the cards must be shuffled first")
            )
        if late := overdue(desk.conduct, desk.state):
            raise Refused(late, phrase("the shuffle that was missed comes first"))
        desk.emit(e.ShoeMoved("ready", card.missed.clause))
        desk.emit(e.ShuffleDue(shoe.because, shoe.because_box, card.missed.clause, False))
        desk.record(about="dealt without the shuffle that was due")
    elif shoe.status in ("to-cut", "to-insert"):
        clause = rules.cut.depth.clause if rules.cut is not None else rules.due.clause
        raise Refused(clause, phrase("the cards must be cut first"))
    forget_burn(desk)


def finish_if_over(desk: Decision) -> None:
    """Move the money, send the cards to the rack, warn whoever has to be warned."""
    round_ = desk.state.round
    if round_ is None or round_.phase != "over":
        return
    late = desk.state.late
    discards = desk.conduct.shuffle.discards
    clause = discards.clause if discards is not None else desk.act.clause
    if desk.state.irregular:
        desk.emit(e.IrregularityResolved("void", clause))
    desk.emit(e.RoundFinished(clause, _idle(desk)))
    if desk.state.shoe.next:
        desk.emit(e.NextBurned(known_too_early(desk.irregularities()).clause))
    _warn(desk, round_, late)
    returns = desk.conduct.shuffle.returns
    if returns is not None and returns.value == "after-round" and not by_shoe(desk.state):
        desk.emit(e.RackReloaded(returns.clause))
    shoe = desk.state.shoe
    if shoe.shuffle_due:
        desk.emit(e.ShuffleDue(shoe.because, shoe.because_box, shoe.shuffle_due, True))
    console.end_round(desk)
    _owe(desk, _prizes(desk, round_), desk.state.rounds)


def correct_past(desk: Decision, steps: tuple[Step, ...], clause: str, back: int = 1) -> None:
    """Decide a round anew that is over: what it paid and took changes hands again.

    Who wins a prize only now is owed it, and who has not been paid yet, unless it is lost.
    """
    number = desk.state.rounds + 1 - back
    before = {_place(row) for row in _prizes(desk, desk.state.past[-back].round)}
    unpaid = {duty.player for duty in desk.state.duties if duty.after == number}
    desk.emit(e.LastRoundCorrected(steps, clause, back))
    now = _prizes(desk, desk.state.past[-back].round)
    owed = [row for row in now if row.player in unpaid or _place(row) not in before]
    _owe(desk, owed, number)


def void_past(desk: Decision, wanted: c.VoidRound, back: int = 1) -> None:
    """Declare a round void that is over."""
    correct_past(desk, desk.past_steps_with(wanted, back), wanted.clause, back)


def _place(row: Settled) -> tuple[int, str, str]:
    return row.box, row.player, row.wager


def _prizes(desk: Decision, over: Round) -> list[Settled]:
    """A share of a meter is a prize that somebody has to be seen to pay."""
    sides = desk.game().rules.side_wagers
    shares = {(w, line.name) for w, side in sides.items() for line in side.lines if line.share}
    return [row for row in over.rows if row.result == "wins" and (row.wager, row.line) in shares]


def _owe(desk: Decision, prizes: list[Settled], number: int) -> None:
    for row in prizes:
        for duty in due_after(desk.conduct, WON, desk.at, row.player, row.wager, number):
            desk.emit(e.DutyArose(duty))


def known_too_early(rules: Irregularities) -> Authority:
    """By what a card that was seen goes out of play once no hand can get it any more.

    Kept for the next round, everybody would wager knowing it.
    """
    return rules.not_needed or rules.rebuild.surplus or rules.extra_exposed


def _warn(desk: Decision, over: Round, late: frozenset[tuple[int, str, str]]) -> None:
    """Whoever wagered below the minimum, or what could not be paid exactly, hears of it."""
    warning, inexact = desk.conduct.limits.warning, desk.conduct.limits.inexact
    for name in _under_minimum(over, late) if warning is not None else ():
        player = desk.state.players.get(name)
        if player is not None and "under-minimum" not in player.warned:
            desk.emit(e.PlayerWarned(name, "under-minimum", given(warning).clause))
    for row in over.rows if inexact is not None else ():
        if row.rounded and row.player in desk.state.players:
            desk.emit(e.PlayerWarned(row.player, "inexact", given(inexact).clause))


def _under_minimum(over: Round, late: frozenset[tuple[int, str, str]]) -> list[str]:
    """Whose wagers nobody noticed to be below the sign's minimum, main or side, and were played."""
    wagered = {
        (box.number, name, "main"): original
        for box in over.boxes
        for name, original in box.originals.items()
    }
    wagered |= {
        (row.box, row.player, row.wager): row.stake
        for row in over.rows
        if not row.hand and row.stage != "betting" and row.stake
    }
    return [
        name
        for (box, name, kind), amount in wagered.items()
        if (box, name, kind) in late and amount < over.table.limits.get(kind, (0, 0))[0]
    ]


def _idle(desk: Decision) -> dict[str, int]:
    """Who has sat out this round too, every other place being taken; a void round is none."""
    state, rule = desk.state, desk.conduct.seats.idle
    if rule is None or state.playing.voided:
        return {}
    kinds = ("main",) if rule.counts == "main-wager" else None
    bettors = {
        row.player
        for row in state.playing.rows
        if row.stage != "betting" and (kinds is None or row.wager in kinds)
    }
    counts = {}
    for name, player in state.players.items():
        out = bool(player.seat) and name not in bettors and others_seated(state, player)
        counts[name] = player.idle + 1 if out else 0
    return counts


# Decisions


@carries_out
def decide(desk: Decision, command: o.Decide) -> None:
    wanted: c.Command = command.command
    by = desk.order.by
    round_ = desk.state.round
    # Wagers that may be withdrawn are, by an order which goes into the register.
    ordered = isinstance(wanted, c.TakeBack) and round_ is not None and round_.withdrawable
    if not isinstance(wanted, DECISIONS) or ordered:
        raise Malformed(phrase("that is no decision in a round: it has an order of its own"))
    desk.check_nothing_irregular()
    if by.role == PLAYER:
        wanted = _own_decision(desk, wanted)
    if isinstance(wanted, c.RefuseCard) and not desk.state.shoe.next:
        refusal = desk.irregularities().refusal
        clause = refusal.clause if refusal is not None else desk.irregularities().in_error.clause
        raise Refused(clause, phrase("only a card dealt in error may be refused"))
    _check_takes_part(desk, wanted)
    if not command.late:
        check_decision(desk, wanted)
    _check_insurer(desk, wanted)
    _check_double(desk, wanted)
    desk.play(wanted)
    finish_if_over(desk)


def _check_takes_part(desk: Decision, wanted: c.Command) -> None:
    """Nobody who is barred or excluded decides any more: their hands are played by the book."""
    name = getattr(wanted, "player", "") or _decider_of(desk.state, getattr(wanted, "box", 0))
    if name in desk.state.players:
        check_not_barred(desk, desk.state.players[name])


def _decider_of(state: State, box: int) -> str:
    """Who decides for the hand that a box plays now, if anybody does."""
    round_ = state.round
    if round_ is None or not round_.has_box(box):
        return ""
    hand = round_.at[1] if round_.at[0] == box else 1
    return decider(round_.box(box), round_.hand(box, hand)) or ""


def _check_double(desk: Decision, wanted: c.Command) -> None:
    """A double for less goes up by the unit, where the book has it so."""
    says, unit = desk.conduct.limits.double_units, desk.state.units.get(MAIN)
    if says is None or not unit or not isinstance(wanted, c.Double) or wanted.amount is None:
        return
    if wanted.amount % unit:
        raise Refused(says.clause, phrase("doubles go up by {amount}", amount=Amount(unit)))


def _check_insurer(desk: Decision, wanted: c.Command) -> None:
    """Somebody confined to one box insures nobody else's wager."""
    says = desk.conduct.confined_insures
    if says is None or not isinstance(wanted, c.Insure) or wanted.on in ("", wanted.player):
        return
    player = desk.state.players.get(wanted.player)
    if player is not None and player.confined:
        raise Refused(says.clause, phrase("{player} is confined to one box", player=player.name))


def _own_decision(desk: Decision, wanted: c.Command) -> c.Command:
    """A player decides for themselves; the dealer alone says that play goes on."""
    name = desk.order.by.name
    rules = desk.game().rules
    if isinstance(wanted, c.Proceed):
        raise Refused(rules.wagering.locked.clause, phrase("the dealer says when play goes on"))
    if getattr(wanted, "player", name) not in ("", name):
        raise Refused(
            rules.wagering.locked.clause, phrase("{player} decides for nobody else", player=name)
        )
    if "player" in wanted.__struct_fields__:
        return replace(wanted, player=name)
    if _decider_of(desk.state, getattr(wanted, "box", 0)) != name:
        missing = desk.irregularities().no_first_card
        clause = missing.take.clause if missing is not None else rules.wagering.locked.clause
        raise Refused(clause, phrase("{player} decides for nobody else", player=name))
    return wanted


def takes_no_part(state: State, name: str) -> bool:
    """Whether somebody has no part in the game any more."""
    player = state.players.get(name)
    return bool(state.standing_of(name).excluded or (player is not None and player.barred))


@carries_out
def direct_hand(desk: Decision, command: o.DirectHand) -> None:
    """A hand whose player is gone, refuses, or has had a reasonable time, is played by the book."""
    state = desk.state
    setup = state.set_up
    waited = desk.at - state.turn_since
    ways = desk.conduct.idle_hands
    if ways == "gone-only" and not (command.gone or takes_no_part(state, command.player)):
        raise Refused(desk.act.clause, phrase("only for a player who is not there"))
    at_once = (command.gone and ways != "after-time") or takes_no_part(state, command.player)
    if not at_once and waited < setup.patience_seconds:
        raise Refused(
            desk.act.clause,
            phrase(
                "after {n} seconds; {waited} have passed", n=setup.patience_seconds, waited=waited
            ),
        )
    desk.play(c.DeclareAbsent(command.box, command.player))
    desk.record(player=command.player, about=f"box {command.box}")
    finish_if_over(desk)


@carries_out
def void_round(desk: Decision, command: o.VoidRound) -> None:
    desk.play(c.VoidRound(command.clause))
    desk.record(about=command.clause)
    if desk.state.irregular:
        desk.emit(e.IrregularityResolved("void", command.clause))
    finish_if_over(desk)
