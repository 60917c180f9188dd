"""A round at the table: its first card, each card where it is due, decisions, its end."""

from msgspec.structs import replace

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.game.events import DEALER
from bythebook.game.run import was_paid_up
from bythebook.rulebooks.tables import PLAYER
from bythebook.table import console
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.cards.depths import cards_left
from bythebook.table.cards.shoe import by_shoe, check_can_come, forget_burn, shuffle_clause
from bythebook.table.carrying import place_carried, return_carried
from bythebook.table.decision import Decision
from bythebook.table.opening import check_game_sign
from bythebook.table.people.protection import check_decision
from bythebook.table.people.seats import others_seated
from bythebook.table.powers import unmet
from bythebook.table.settings import table_of
from bythebook.table.state import IrregularityKind, State
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
        raise Refused(desk.act.clause, "the table is not open")
    if state.checks:
        raise Refused(state.checks, "the cards must be checked before play goes on")
    desk.check_nothing_irregular()
    if not state.in_round:
        if not _has_wager(state):
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


def _has_wager(state: State) -> bool:
    return state.round is not None and any(w.live and w.kind == "main" for w in state.round.wagers)


def _not_in_a_round(desk: Decision, command: o.Deal) -> None:
    """Nobody has a wager: a card too many on the finished dealer's hand, or no round at all."""
    if not desk.state.shoe.next:
        check_can_come(desk, command.card)
    last = desk.state.last
    finished = last is not None and not last.voided and desk.state.shoe.rounds > 0
    extra = command.to == DEALER and finished
    rules = desk.irregularities()
    clause = rules.extra_exposed if extra else rules.no_wagers or rules.in_error
    kind: IrregularityKind = "extra" if extra else "no-round"
    desk.emit(
        e.IrregularCardFound(command.card, command.to, None, command.exposed, kind, clause.clause)
    )


def _check_supply(desk: Decision, command: o.Deal) -> None:
    shoe = desk.state.shoe
    rules = desk.irregularities()
    if shoe.next:
        if command.card != shoe.next[0]:
            raise Refused(rules.in_error.clause, f"the next card is {shoe.next[0]}, drawn before")
        return
    if shoe.status == "to-burn":
        forget_burn(desk)
    elif shoe.status != "ready":
        raise Refused(shuffle_clause(desk.conduct, desk.state), "the cards are not ready")
    if not cards_left(desk.rules, desk.state):
        clause = rules.runs_out.clause if rules.runs_out is not None else desk.act.clause
        raise Refused(clause, "no card is left: the discards are shuffled now")


def _goes_where_due(desk: Decision, command: o.Deal) -> bool:
    """Otherwise it is put on record as irregular, and the table waits until that is resolved."""
    state, game = desk.state, desk.game()
    assert state.round is not None
    where = state.round.due
    rules = desk.irregularities()
    kind: IrregularityKind = "misplaced"
    fresh = not state.shoe.next
    if fresh and game.rules.pack.problem_with_next(state.shoe.out, command.card, game.decks):
        clause = rules.wrong_cards.void.clause if rules.wrong_cards else rules.rebuild.clause
        kind = "wrong-card"
    elif where is None:
        clause, kind = rules.in_error.clause, "not-due"
    elif command.to is not None and command.to != where.box:
        empty = command.to != DEALER and not state.round.has_box(command.to)
        kind = "no-wager" if empty else "misplaced"
        clause = rules.rebuild.clause
    else:
        return True
    if not fresh:
        raise Refused(rules.in_error.clause, "that card is kept for where it is due")
    desk.emit(e.IrregularCardFound(command.card, command.to, where, command.exposed, kind, clause))
    return False


def begin(desk: Decision) -> bool:
    """The first card is due: from here the wagers are fixed, and the limits with them.

    Says whether a round begins: it does not when the last wager goes back first.
    """
    state, conduct = desk.state, desk.conduct
    setup = state.setup
    assert setup is not None
    again = tuple(need for need in conduct.opening.needs if need.again)
    for need in unmet(state, again, setup):
        raise Refused(need.clause, f"no round begins without this: {need.present or need.act}")
    if state.held_up:
        raise Refused(state.held_up, "no round begins before that is put right")
    low = conduct.opening.low_limit
    if setup.low_limit and low is not None and setup.dealing != "device":
        raise Refused(low.device_only.clause, "low-limit tables wait for a device")
    check_game_sign(desk, setup)
    console.check_pressed(desk)
    closing = state.sign("closing")
    if closing is not None and closing.time is not None and desk.at >= closing.time:
        clause = conduct.acts["close"][0].clause
        raise Refused(clause, "the time on the closing sign has come: no round begins")
    return_warned(desk)
    if not _has_wager(desk.state):
        desk.record(about="the only wager went back")
        return False
    if state.called_under is None:
        recheck(desk)
    _ready_shoe(desk)
    assert desk.state.round is not None
    for wager in desk.state.round.wagers:
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
        raise Refused(state.checks, "the cards must be checked before play goes on")
    desk.check_nothing_irregular()
    if state.held_up:
        raise Refused(state.held_up, "no round begins before that is put right")
    _ready_shoe(desk)


def _ready_shoe(desk: Decision) -> None:
    """Shuffled, cut and burned; a shuffle missed after the cutting card waits for the end."""
    rules, shoe = desk.conduct.shuffle, desk.state.shoe
    if shoe.status == "unshuffled":
        card = rules.cutting_card
        if card is None or not shoe.out or shoe.because not in ("box", "dealer", "first-card"):
            raise Refused(
                shuffle_clause(desk.conduct, desk.state), "the cards must be shuffled first"
            )
        desk.emit(e.ShoeMoved("ready", card.missed.clause))
        desk.emit(e.ShuffleDue(shoe.because, shoe.because_box, card.missed.clause, False))
        desk.record(about="dealt without the shuffle that was due")
    elif shoe.status in ("to-cut", "to-insert"):
        clause = rules.cut.depth.clause if rules.cut is not None else rules.due.clause
        raise Refused(clause, "the cards must be cut first")
    forget_burn(desk)


def finish_if_over(desk: Decision) -> None:
    """Move the money, send the cards to the rack, warn whoever has to be warned."""
    round_ = desk.state.round
    if round_ is None or round_.phase != "over":
        return
    rules = desk.game().rules
    late = desk.state.late
    discards = desk.conduct.shuffle.discards
    clause = discards.clause if discards is not None else desk.act.clause
    if desk.state.irregular:
        desk.emit(e.IrregularityResolved("void", clause))
    desk.emit(e.RoundFinished(clause, _idle(desk)))
    not_needed = rules.irregularities.not_needed if rules.irregularities is not None else None
    if desk.state.shoe.next and not_needed is not None:
        desk.emit(e.NextBurned(not_needed.clause))
    warning = desk.conduct.limits.warning
    for box in round_.boxes:
        for name, original in box.originals.items():
            least = round_.table.limits.get("main", (0, 0))[0]
            under = (box.number, name, "main") in late and original < least
            if under and warning is not None and name in desk.state.players:
                desk.emit(e.PlayerWarned(name, "under-minimum", warning.clause))
    inexact = desk.conduct.limits.inexact
    for row in round_.rows:
        here = row.player in desk.state.players
        if inexact is not None and here and was_paid_up(rules, row):
            desk.emit(e.PlayerWarned(row.player, "inexact", inexact.clause))
    returns = desk.conduct.shuffle.returns
    if returns is not None and returns.value == "after-round" and not by_shoe(desk.state):
        desk.emit(e.RackReloaded(returns.clause))
    shoe = desk.state.shoe
    if shoe.shuffle_due:
        desk.emit(e.ShuffleDue(shoe.because, shoe.because_box, shoe.shuffle_due, True))
    console.end_round(desk)


def _idle(desk: Decision) -> dict[str, int]:
    """Who has sat out this round too, every other place being taken; a void round is none."""
    state, rule = desk.state, desk.conduct.seats.idle
    assert state.round is not None
    if rule is None or state.round.voided:
        return {}
    kinds = ("main",) if rule.counts == "main-wager" else None
    bettors = {
        row.player
        for row in state.round.rows
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
        raise Malformed("that is no decision in a round: it has an order of its own")
    desk.check_nothing_irregular()
    if by.role == PLAYER:
        wanted = _own_decision(desk, wanted)
    if isinstance(wanted, c.RefuseCard) and not desk.state.shoe.next:
        refusal = desk.irregularities().refusal
        clause = refusal.clause if refusal is not None else desk.irregularities().in_error.clause
        raise Refused(clause, "only a card dealt in error may be refused")
    if not command.late:
        check_decision(desk, wanted)
    _check_insurer(desk, wanted)
    desk.play(wanted)
    finish_if_over(desk)


def _check_insurer(desk: Decision, wanted: c.Command) -> None:
    """Somebody confined to one box insures nobody else's wager."""
    says = desk.conduct.confined_insures
    if says is None or not isinstance(wanted, c.Insure) or wanted.on in ("", wanted.player):
        return
    player = desk.state.players.get(wanted.player)
    if player is not None and player.confined:
        raise Refused(says.clause, f"{player.name} is confined to one box")


def _own_decision(desk: Decision, wanted: c.Command) -> c.Command:
    """A player decides for themselves; the dealer alone says that play goes on."""
    name = desk.order.by.name
    rules = desk.game().rules
    if isinstance(wanted, c.Proceed):
        raise Refused(rules.wagering.locked.clause, "the dealer says when play goes on")
    if getattr(wanted, "player", name) not in ("", name):
        raise Refused(rules.wagering.locked.clause, f"{name} decides for nobody else")
    if "player" in wanted.__struct_fields__:
        return replace(wanted, player=name)
    if not _has_stake(desk.state, name):
        raise Refused(rules.wagering.locked.clause, f"{name} has no wager in this round")
    return wanted


def _has_stake(state: State, name: str) -> bool:
    boxes = state.round.boxes if state.round is not None else ()
    return any(name in box.originals for box in boxes)


@carries_out
def direct_hand(desk: Decision, command: o.DirectHand) -> None:
    """A hand whose player is gone, refuses, or has had a reasonable time, is played by the book."""
    state = desk.state
    setup = state.setup
    assert setup is not None
    waited = desk.at - state.turn_since
    ways = desk.conduct.idle_hands
    if ways == "gone-only" and not command.gone:
        raise Refused(desk.act.clause, "only for a player who is not there")
    at_once = command.gone and ways != "after-time"
    if not at_once and waited < setup.patience_seconds:
        raise Refused(
            desk.act.clause, f"after {setup.patience_seconds} seconds; {waited} have passed"
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
