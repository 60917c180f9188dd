"""When something goes wrong with the cards: what stands, what goes back, what is burned."""

from bythebook.cards import Card
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.game.events import DEALER
from bythebook.game.state import State as Round
from bythebook.rulebooks.irregularities import Irregularities
from bythebook.table import events as e
from bythebook.table import mishap_orders as m
from bythebook.table.desk import Desk
from bythebook.table.rounds import begin, finish_if_over
from bythebook.table.state import Astray, State


def ways(rules: Irregularities, state: State) -> dict[str, str]:
    """How the card that went astray may be put right, each way with its clause."""
    if not state.astray:
        return {}
    astray = state.astray[0]
    match astray.kind:
        case "extra":
            return _ways_extra(rules, astray)
        case "wrong-card":
            return {"void": rules.wrong_cards.void.clause} if rules.wrong_cards else {}
        case "no-round":
            return {"void": _no_round(rules, state), "next-card": rules.in_error.clause}
        case "not-due":
            found = {"next-card": rules.in_error.clause}
        case _:
            found = _ways_misplaced(rules, state, astray)
    if rules.too_early is not None and astray.to == DEALER:
        found = {"burn": rules.too_early.clause}
    return found


def _ways_extra(rules: Irregularities, astray: Astray) -> dict[str, str]:
    if astray.exposed:
        return {"burn": rules.extra_exposed.clause}
    way = "hold-over" if rules.extra_unexposed.value == "held-over" else "burn"
    return {way: rules.extra_unexposed.clause}


def _ways_misplaced(rules: Irregularities, state: State, astray: Astray) -> dict[str, str]:
    found = {}
    round_ = state.round
    assert round_ is not None
    assert astray.due is not None
    settled = any(row.stage not in ("betting", "void") for row in round_.rows)
    if not (rules.rebuild.until == "settlement" and settled):
        found["rebuild"] = rules.rebuild.clause
    if astray.kind == "no-wager" and rules.no_wager is not None:
        found["discard"] = rules.no_wager.clause
    missed = rules.no_first_card is not None if astray.due.box == DEALER else rules.one_card
    if astray.kind == "misplaced" and missed and _comes_later(round_, astray.to):
        found["missed"] = (rules.one_card or rules.rebuild).clause
    if rules.rebuild.impossible is not None:
        found["void"] = rules.rebuild.impossible.clause
    return found


def _comes_later(round_: Round, to: int | None) -> bool:
    return any(place.box == to for place in round_.deal)


def _no_round(rules: Irregularities, state: State) -> str:
    no_wagers = rules.no_wagers
    return no_wagers.clause if no_wagers is not None else rules.in_error.clause


def resolve(desk: Desk, command: m.Resolve) -> None:
    state = desk.state
    rules = desk.irregularities()
    if not state.astray:
        raise Refused(desk.act.clause, "no card went astray")
    open_ways = ways(rules, state)
    if command.how not in open_ways:
        raise Refused(
            next(iter(open_ways.values()), desk.act.clause),
            f"it is put right by: {', '.join(open_ways) or 'nobody here'}",
        )
    clause = open_ways[command.how]
    astray = state.astray[0]
    if command.how == "void":
        _void(desk, astray, clause)
    else:
        if command.how == "hold-over":
            desk.emit(e.CardHeldOver(clause))
        if command.how == "missed":
            _miss_until(desk, astray)
        desk.emit(e.AstrayResolved(command.how, clause))
        if command.how in ("rebuild", "next-card", "missed"):
            desk.emit(e.CardsPutNext((astray.card,), clause))
        if command.how in ("rebuild", "missed"):
            desk.emit(e.CardTaken(astray.card))
            desk.play(c.Deal(astray.card))
    desk.record(about=f"{astray.kind} {astray.card}: {command.how}")
    finish_if_over(desk)


def _void(desk: Desk, astray: Astray, clause: str) -> None:
    """The round is void, if there is one; the card goes to the rack."""
    if desk.state.in_round:
        desk.play(c.VoidRound(clause))
    desk.emit(e.AstrayResolved("void", clause))
    if astray.kind == "wrong-card":
        _check_the_rest(desk)


def _miss_until(desk: Desk, astray: Astray) -> None:
    """The places passed over got no card; the one where the card lies is due now."""
    while desk.state.round is not None:
        place = desk.state.round.due
        if place is None or place.box == astray.to:
            return
        desk.play(c.MissCard())


# Cards


def face_up(desk: Desk, command: m.FaceUp) -> None:
    """Out of play; as a round's first card it begins the round, for something was revealed."""
    rules = desk.irregularities()
    state = desk.state
    if state.astray:
        raise Refused(rules.rebuild.clause, "put right the card that went astray first")
    betting = state.round is not None and state.round.phase == "betting"
    if betting and state.round is not None and any(w.kind == "main" for w in state.round.wagers):
        begin(desk)
    desk.emit(e.CardBurned(command.card, rules.face_up.clause))
    desk.record(about=str(command.card))


def drawn_in_error(desk: Desk, command: m.DrawnInError) -> None:
    rules = desk.irregularities()
    if desk.state.astray:
        raise Refused(rules.rebuild.clause, "put right the card that went astray first")
    says = rules.burned_in_error if command.burned else rules.in_error
    if command.burned and rules.burned_in_error.value == "stays-burned":
        desk.emit(e.CardBurned(command.card, says.clause))
    else:
        where = desk.state.round.due if desk.state.round is not None else None
        desk.emit(e.CardAstray(command.card, None, where, True, "not-due", says.clause))
        desk.emit(e.AstrayResolved("next-card", says.clause))
        desk.emit(e.CardsPutNext((command.card,), says.clause))
    desk.record(about=str(command.card))


def check_faces(desk: Desk, command: m.CheckFaces) -> None:
    desk.emit(e.ChecksDue(desk.act.clause))
    desk.record()


def wrong_cards(desk: Desk, command: m.WrongCards) -> None:
    """Void the round in progress; what is over stands; nothing goes on before a check."""
    rules = desk.irregularities().wrong_cards
    if rules is None:
        raise Malformed(f"{desk.rules.book.id} has no rule for it")
    if desk.state.in_round:
        desk.play(c.VoidRound(rules.void.value))
        if desk.state.astray:
            desk.emit(e.AstrayResolved("void", rules.void.clause))
    finish_if_over(desk)
    _check_the_rest(desk)
    desk.record(about="a card is missing" if command.missing else "a card does not belong here")


def _check_the_rest(desk: Desk) -> None:
    rules = desk.irregularities().wrong_cards
    assert rules is not None
    check = rules.check or rules.remainder
    if check is not None:
        desk.emit(e.ChecksDue(check.clause))


def verify_cards(desk: Desk, command: m.CardsVerified) -> None:
    """Checked and complete: they are shuffled before play goes on."""
    if not desk.state.checks:
        raise Malformed("no check of the cards is due")
    desk.emit(e.CardsChecked(desk.act.clause))
    desk.emit(e.ShuffleDue("replaced", 0, desk.act.clause, True))
    desk.record()


# Machines


def malfunction(desk: Desk, command: m.Malfunction) -> None:
    """Void, or on with another device, or on from a shoe after whoever wishes has withdrawn."""
    rules = desk.irregularities().malfunction
    state = desk.state
    if rules is None:
        raise Malformed(f"{desk.rules.book.id} has no rule for it")
    if state.setup is None or state.setup.dealing != "device":
        raise Refused(rules.no_spare.clause, "no shuffling device is in use")
    for card in command.damaged:
        _replace_damaged(desk, card)
    cannot = not command.can_finish
    if state.in_round and command.disadvantage and rules.disadvantage is not None:
        desk.play(c.VoidRound(rules.disadvantage.value))
    elif state.in_round and cannot and rules.cannot_finish is not None:
        desk.play(c.VoidRound(rules.cannot_finish.value))
    elif command.spare and rules.spare is not None:
        desk.emit(e.DealingChanged("device", rules.spare.clause))
    elif state.in_round and (rules.spare is not None or cannot):
        _without_spare(desk)
    desk.record(about=_told(command))
    finish_if_over(desk)


def _told(command: m.Malfunction) -> str:
    words = ["somebody disadvantaged" if command.disadvantage else "nobody disadvantaged"]
    words.append("spare device at hand" if command.spare else "no spare device")
    return ", ".join(words)


def _replace_damaged(desk: Desk, card: Card) -> None:
    rules = desk.irregularities().malfunction
    assert rules is not None
    says = rules.damaged
    if says is not None:
        desk.emit(e.CardReplaced(card, says.clause))


def _without_spare(desk: Desk) -> None:
    rules = desk.irregularities().malfunction
    assert rules is not None
    if rules.no_spare.value == "void":
        voiding = rules.cannot_finish or rules.disadvantage
        assert voiding is not None
        desk.play(c.VoidRound(voiding.value))
        return
    if rules.no_spare.value == "withdraw-then-shoe" and rules.withdraw is not None:
        desk.emit(e.WithdrawalsOpened(rules.withdraw.clause))
    shoe = rules.shoe or rules.no_spare
    desk.emit(e.DealingChanged("shoe", shoe.clause))
    cut = desk.conduct.shuffle.cut is not None
    desk.emit(e.CardsShuffled("to-cut" if cut else "ready", False, shoe.clause))
    setup = desk.state.setup
    assert setup is not None
    for wager in setup.side_wagers:
        side = desk.game().rules.side_wagers[wager]
        needs_device = any(need.choice == "shuffler" for need in side.requires)
        if needs_device:
            desk.emit(e.WagerSuspended(wager, shoe.clause))


def withdraw_wagers(desk: Desk, command: m.WithdrawWagers) -> None:
    """Undecided stakes only: what is settled stays settled."""
    rules = desk.irregularities().malfunction
    if rules is None or rules.withdraw is None or not desk.state.withdrawing:
        clause = desk.game().rules.wagering.locked.clause
        raise Refused(clause, "wagers are not withdrawn now")
    desk.play(c.ReturnWagers(rules.withdraw.clause, command.player, command.box))
    desk.record(player=command.player)
    finish_if_over(desk)


def jackpot_failure(desk: Desk, command: m.JackpotFailure) -> None:
    """Its wagers of the round go back, and none are taken until the equipment works again."""
    says = desk.irregularities().jackpot_failure
    setup = desk.state.setup
    if says is None or setup is None or command.wager not in setup.side_wagers:
        raise Malformed(f"{command.wager} is no jackpot wager on offer here")
    back = c.ReturnWagers(says.clause, "", 0, (command.wager,))
    if desk.state.round is not None and desk.why_not(back) is None:
        desk.play(back)
    desk.emit(e.WagerSuspended(command.wager, says.clause))
    desk.record(about=command.wager)
    finish_if_over(desk)
