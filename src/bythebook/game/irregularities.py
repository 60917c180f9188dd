"""Cards and machines that go wrong in a round: what is burned, what goes on, what voids it."""

from bythebook.errors import Refused, given
from bythebook.game.commands import (
    BurnFaceUp,
    FailJackpot,
    FindWrongCard,
    LayExtraCard,
    ReportMalfunction,
    RunOut,
    VoidRound,
)
from bythebook.game.events import (
    BurnForgotten,
    CardBurned,
    CardHeldOver,
    CardsRanOut,
    DeviceFailed,
    JackpotFailed,
    SettlementReversed,
    WrongCardFound,
)
from bythebook.game.returns import end_wager
from bythebook.game.run import AnyRun
from bythebook.game.state import State, Wager
from bythebook.game.voids import may_void, void
from bythebook.rulebooks.chapters.game import Rules, SideWager
from bythebook.rulebooks.chapters.irregularities import Irregularities, Malfunction, RunsOut
from bythebook.rulebooks.chapters.words import Authority, Cited


def _no_rule(rules: Rules, what: str) -> Refused:
    """The book says nothing of it: the cards are as its rule about the decks has them."""
    return Refused(rules.pack.clause, f"this book has no rule for {what}")


def _errors(rules: Rules) -> Irregularities:
    return given(rules.irregularities)


def _not_begun(rules: Rules, state: State) -> Refused | None:
    if state.phase == "betting":
        return Refused(rules.wagering.closed.clause, "the round has not begun")
    return None


# Cards


def may_burn_face_up(rules: Rules, state: State, command: BurnFaceUp) -> Refused | None:
    if rules.irregularities is None:
        return _no_rule(rules, "a card that lies face up")
    return _not_begun(rules, state)


def burn_face_up(run: AnyRun, command: BurnFaceUp) -> None:
    run.emit(CardBurned(command.card, "face-up", _errors(run.rules).face_up.clause))


def running_out(rules: Rules, state: State) -> RunsOut | None:
    """The rule for cards that do not suffice: a device may have none, the shoe after it has one."""
    errors = rules.irregularities
    if errors is None or errors.runs_out is not None or errors.malfunction is None:
        return errors.runs_out if errors is not None else None
    return errors.malfunction.runs_out if state.from_shoe else None


def may_run_out(rules: Rules, state: State, command: RunOut) -> Refused | None:
    errors, runs_out = rules.irregularities, running_out(rules, state)
    if errors is not None and runs_out is None and errors.never_runs_out is not None:
        return Refused(errors.never_runs_out.clause, "with a device the cards do not run out")
    if errors is None or runs_out is None:
        return _no_rule(rules, "cards that run out in a round")
    burned = (command.card is not None) + command.forgotten + command.unseen
    if command.nothing_left:
        wrong = Refused(runs_out.clause, "nothing is shuffled or burned where nothing is left")
        return wrong if burned else _not_begun(rules, state)
    if burned and not runs_out.burn:
        return Refused(runs_out.clause, "no card is burned after this shuffle")
    if runs_out.burn and burned != 1:
        return Refused(runs_out.clause, "a card is burned after this shuffle, or it is forgotten")
    if command.forgotten and errors.forgotten_burn is None:
        return Refused(runs_out.clause, "a card is burned after this shuffle")
    return _not_begun(rules, state)


def run_out(run: AnyRun, command: RunOut) -> None:
    errors, runs_out = _errors(run.rules), given(running_out(run.rules, run.state))
    run.emit(CardsRanOut(runs_out.clause, command.nothing_left))
    if command.card is not None:
        run.emit(CardBurned(command.card, "ran-out", runs_out.clause))
    elif command.forgotten:
        run.emit(BurnForgotten(given(errors.forgotten_burn).clause))


def may_lay_extra_card(rules: Rules, state: State, command: LayExtraCard) -> Refused | None:
    errors = rules.irregularities
    if errors is None:
        return _no_rule(rules, "a card too many")
    if state.phase == "betting" or state.voided:
        return Refused(errors.in_error.clause, "there is no hand of the dealer's")
    if state.phase != "over" and errors.too_early is None:
        return Refused(errors.in_error.clause, "the dealer's hand is not finished: it is used")
    if state.held_over is not None:
        return Refused(errors.extra_unexposed.clause, "a card is held over already")
    return None


def lay_extra_card(run: AnyRun, command: LayExtraCard) -> None:
    run.emit(extra_card(_errors(run.rules), command, run.state.phase == "over"))


def extra_card(
    errors: Irregularities, command: LayExtraCard, finished: bool
) -> CardBurned | CardHeldOver:
    """What becomes of a card too many on the dealer's hand, finished or not."""
    if not finished:
        return CardBurned(command.card, "extra", given(errors.too_early).clause)
    if command.exposed:
        return CardBurned(command.card, "extra", errors.extra_exposed.clause)
    if errors.extra_unexposed.value == "burned":
        return CardBurned(command.card, "extra", errors.extra_unexposed.clause)
    return CardHeldOver(command.card, errors.extra_unexposed.clause)


def may_find_wrong_card(rules: Rules, state: State, command: FindWrongCard) -> Refused | None:
    errors = rules.irregularities
    if errors is None or errors.wrong_cards is None:
        return _no_rule(rules, "a card that is missing or does not belong")
    return may_void(rules, state, VoidRound(errors.wrong_cards.void.value))


def find_wrong_card(run: AnyRun, command: FindWrongCard) -> None:
    wrong = given(_errors(run.rules).wrong_cards)
    run.emit(WrongCardFound(command.missing, wrong.void.clause))
    void(run, VoidRound(wrong.void.value))


# Machines


def may_report_malfunction(
    rules: Rules, state: State, command: ReportMalfunction
) -> Refused | None:
    errors = rules.irregularities
    if errors is None or errors.malfunction is None:
        return _no_rule(rules, "a device that fails")
    malfunction = errors.malfunction
    if not _deal_begun(state):
        return Refused(malfunction.no_spare.clause, "no card of this round has been dealt")
    rule = _what_follows(malfunction, command.what)
    if rule is None:
        what = command.what.replace("-", " ")
        return Refused(malfunction.no_spare.clause, f"this book does not ask about {what}")
    voiding = _voiding_clause(malfunction, command.what)
    return may_void(rules, state, VoidRound(voiding)) if voiding else None


def _deal_begun(state: State) -> bool:
    """Whether a card has come: also one that lay face up, or passed over the place it was for."""
    if state.face_up or state.missed:
        return True
    return bool(state.dealer) or any(box.hands[0].cards for box in state.boxes)


def _what_follows(malfunction: Malfunction, what: str) -> Authority | Cited[str] | None:
    """The rule for what came of the failure, if the book has one."""
    match what:
        case "disadvantage":
            return malfunction.disadvantage
        case "cannot-finish":
            return malfunction.cannot_finish
        case "spare":
            return malfunction.spare
        case _:
            no_spare = malfunction.no_spare
            return malfunction.shoe or Authority(clause=no_spare.clause, also=no_spare.also)


def _voiding_clause(malfunction: Malfunction, what: str) -> str:
    """The clause by which the round is void, or nothing where it goes on."""
    if what == "no-spare":
        return malfunction.no_spare.clause if malfunction.no_spare.value == "void" else ""
    rule = _what_follows(malfunction, what)
    return rule.value if isinstance(rule, Cited) else ""


def report_malfunction(run: AnyRun, command: ReportMalfunction) -> None:
    malfunction = given(_errors(run.rules).malfunction)
    rule = _what_follows(malfunction, command.what)
    assert rule is not None
    may_leave = malfunction.no_spare.value == "withdraw-then-shoe" and command.what == "no-spare"
    leave = (malfunction.withdraw or malfunction.no_spare).clause if may_leave else ""
    voiding = _voiding_clause(malfunction, command.what)
    run.emit(DeviceFailed(command.what, rule.clause, rule.also, leave, bool(voiding)))
    if voiding:
        void(run, VoidRound(voiding))


def may_fail_jackpot(rules: Rules, state: State, command: FailJackpot) -> Refused | None:
    errors = rules.irregularities
    if errors is None or errors.jackpot_failure is None:
        return _no_rule(rules, "jackpot equipment that fails")
    drawn = any(_drawn_by_server(rules, state, wager) for wager in state.wagers)
    undecided = drawn or _undecided_jackpots(rules, state, command)
    if not undecided and not _lost_jackpots(rules, state):
        return Refused(errors.jackpot_failure.clause, "no jackpot wager is undecided")
    return None if command.wager else _not_begun(rules, state)


def fail_jackpot(run: AnyRun, command: FailJackpot) -> None:
    failure = given(_errors(run.rules).jackpot_failure)
    run.emit(JackpotFailed(failure.clause))
    for wager in _undecided_jackpots(run.rules, run.state, command):
        end_wager(run, wager, failure.clause)
    for number in _lost_jackpots(run.rules, run.state):
        run.emit(SettlementReversed(number, failure.clause))


def _lost_jackpots(rules: Rules, state: State) -> list[int]:
    """Rows of the round that lost on a jackpot, where the book gives those stakes back too."""
    errors = rules.irregularities
    if errors is None or not errors.jackpot_lost_too:
        return []
    return [
        number
        for number, row in enumerate(state.rows)
        if row.result == "loses" and _is_jackpot(rules.side_wagers.get(row.wager))
    ]


def _undecided_jackpots(rules: Rules, state: State, command: FailJackpot) -> list[Wager]:
    """Live wagers on a jackpot that the server has not decided by drawing boxes."""
    drawn = {box for boxes in state.table.hits.values() for box in boxes}
    live = [
        wager
        for wager in state.wagers
        if wager.live and wager.box not in drawn and not _lost_by_draw(rules, state, wager)
    ]
    if state.phase == "betting":
        return sorted((w for w in live if w.kind == command.wager), key=lambda w: w.box)
    return [
        wager
        for wager in live
        if _is_jackpot(rules.side_wagers.get(wager.kind)) and not _honoured(rules, state, wager)
    ]


def _drawn_by_server(rules: Rules, state: State, wager: Wager) -> bool:
    """Whether a server that alone decides this wager has registered a win in the round."""
    side = rules.side_wagers.get(wager.kind)
    server = side is not None and side.looks_at == "server"
    return server and wager.live and any(state.table.hits.values())


def _lost_by_draw(rules: Rules, state: State, wager: Wager) -> bool:
    """Whether that win has decided the other wagers too, as the book is read."""
    if not _drawn_by_server(rules, state, wager):
        return False
    mystery = rules.side_wagers[wager.kind].mystery
    return mystery is not None and mystery.draw_stands


def _honoured(rules: Rules, state: State, wager: Wager) -> bool:
    """Where the book honours a hand that was complete when the equipment failed."""
    errors = rules.irregularities
    if errors is None or not errors.jackpot_complete_stands or not state.has_box(wager.box):
        return False
    return all_cards_out(rules, state, wager.box)


def all_cards_out(rules: Rules, state: State, number: int) -> bool:
    """Whether a box has every card that its side wagers look at."""
    box = state.box(number)
    wanted = 2 if rules.deal.third is None else 3
    return len(box.hands[0].cards) >= wanted and bool(state.dealer)


def _is_jackpot(side: SideWager | None) -> bool:
    if side is None:
        return False
    return side.mystery is not None or any(line.share is not None for line in side.lines)
