"""Machines that fail: the shuffling device, and the equipment of a jackpot."""

from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused, given
from bythebook.game import commands as c
from bythebook.game.irregularities import all_cards_out
from bythebook.rulebooks.chapters.irregularities import Malfunction
from bythebook.table import events as e
from bythebook.table.cards import orders as m
from bythebook.table.cards.shoe import after_loading, by_shoe, check_card, staying_out
from bythebook.table.decision import Decision
from bythebook.table.opening import check_setup
from bythebook.table.people.duties import check_cards_stay
from bythebook.table.powers import outranks, title
from bythebook.table.rounds import finish_if_over
from bythebook.table.settings import with_dealing
from bythebook.table.state import ShoeStatus


def _rules(desk: Decision) -> Malfunction:
    found = desk.irregularities().malfunction
    if found is None:
        raise Malformed(f"{desk.rules.book.id} has no rule for it")
    return found


@carries_out
def malfunction(desk: Decision, command: m.Malfunction) -> None:
    """Void, or on with another device, or on from a shoe after whoever wishes has withdrawn."""
    rules = _rules(desk)
    if by_shoe(desk.state):
        raise Refused(rules.no_spare.clause, "no shuffling device is in use")
    spare = command.spare and command.movable
    for card in command.damaged:
        _replace_damaged(desk, rules, card, spare)
    in_round = desk.state.in_round
    if in_round:
        _fails_in_round(desk, rules, command, spare)
    else:
        _fails_between_rounds(desk, rules, command, spare)
    desk.record(about=_told(command))
    finish_if_over(desk)
    ready = desk.state.shoe.status == "ready"
    if spare and not in_round and ready and after_loading(desk) == "to-burn":
        desk.emit(e.ShoeMoved("to-burn", desk.act.clause))
    if not spare and not by_shoe(desk.state) and not desk.state.in_round:
        _without_device(desk, rules)
        if "shoe" not in desk.conduct.opening.dealing:
            desk.emit(e.PlayHeldUp(rules.no_spare.clause))


def _fails_in_round(
    desk: Decision, rules: Malfunction, command: m.Malfunction, spare: bool
) -> None:
    if command.disadvantage and rules.disadvantage is not None:
        desk.play(c.ReportMalfunction("disadvantage"))
    elif not command.can_finish and rules.cannot_finish is not None:
        _check_may_void(desk, rules.cannot_finish.value)
        desk.play(c.ReportMalfunction("cannot-finish"))
    elif spare and rules.spare is not None:
        desk.play(c.ReportMalfunction("spare"))
        _to_spare(desk, rules, command)
    elif rules.no_spare.value != "void":
        _to_shoe(desk, rules)
    elif rules.spare is not None:  # else nothing hangs on one: a round that can be finished is
        desk.play(c.ReportMalfunction("no-spare"))


def _fails_between_rounds(
    desk: Decision, rules: Malfunction, command: m.Malfunction, spare: bool
) -> None:
    if spare and rules.spare is not None:
        _to_spare(desk, rules, command)
    else:
        _without_device(desk, rules)


def _to_spare(desk: Decision, rules: Malfunction, command: m.Malfunction) -> None:
    says = rules.moved if command.damaged else None
    desk.emit(e.DealingChanged(desk.state.set_up, given(says or rules.spare).clause))


def _without_device(desk: Decision, rules: Malfunction) -> None:
    """No further round before there is another, or the next ones from an ordinary shoe."""
    if rules.afterwards is not None:
        desk.emit(e.PlayHeldUp(rules.afterwards.clause))
    else:
        _to_shoe(desk, rules)


def _check_may_void(desk: Decision, clause: str) -> None:
    """Where voiding by that clause takes a higher rank than reporting the fault, it does here."""
    for act in desk.conduct.acts.get("void-round", ()):
        if clause in act.only and not outranks(desk.conduct, desk.order.by, act.by):
            raise Refused(clause, f"a {title(desk.conduct, act.by)} declares the round void")


def _told(command: m.Malfunction) -> str:
    words = ["somebody disadvantaged" if command.disadvantage else "nobody disadvantaged"]
    words.append("spare device at hand" if command.spare else "no spare device")
    return ", ".join(words)


def _replace_damaged(desk: Decision, rules: Malfunction, card: Card, spare: bool) -> None:
    """Card for card, so that the decks stay complete."""
    check_card(desk, card)
    says = rules.damaged if spare or rules.damaged_no_spare is None else rules.damaged_no_spare
    if says is not None:
        desk.emit(e.CardReplaced(card, says.clause))


def _to_shoe(desk: Decision, rules: Malfunction) -> None:
    """Finish from an ordinary shoe, and stay with it until a device is at hand again."""
    if rules.no_spare.value == "void" or "shoe" not in desk.conduct.opening.dealing:
        return
    in_round = desk.state.in_round
    if in_round:
        # While the device is still the game's: with a shoe there is none to fail.
        withdraw = desk.play(c.ReportMalfunction("no-spare")).withdrawable
        if withdraw:
            desk.emit(e.WithdrawalsOpened(withdraw))
    shoe = rules.shoe or rules.no_spare
    change_dealing(desk, "shoe", shoe.clause)
    shuffled = (rules.shuffled or shoe).clause
    desk.emit(e.ShuffleDue("malfunction", 0, shuffled, True))
    if in_round:
        cut = desk.conduct.shuffle.cut is not None
        status: ShoeStatus = "to-cut" if cut else "ready"
        once = not rules.cutting_card
        out = staying_out(desk)
        desk.emit(e.CardsShuffled(status, False, shuffled, rules.rack_too, once, out))
        if rules.afterwards is not None:
            desk.emit(e.PlayHeldUp(rules.afterwards.clause))
    _close_wagers_without_device(desk, shoe.clause)


def change_dealing(desk: Decision, dealing: str, clause: str) -> None:
    """How cards are dealt is an option of the game as well: both change together."""
    setup = with_dealing(desk.rules, replace(desk.state.set_up, dealing=dealing))
    desk.emit(e.DealingChanged(setup, clause))


def _close_wagers_without_device(desk: Decision, clause: str) -> None:
    """A wager that needs a device is closed; where its cards are not all out, it goes back."""
    setup = desk.state.set_up
    for wager in setup.side_wagers:
        side = desk.game().rules.side_wagers[wager]
        if not any(need.choice == "shuffler" for need in side.requires):
            continue
        desk.emit(e.WagerSuspended(wager, clause))
        round_ = desk.state.round
        for box in round_.boxes if round_ is not None else ():
            back = c.ReturnWagers(clause, "", box.number, (wager,))
            complete = round_ is not None and all_cards_out(desk.game().rules, round_, box.number)
            if not complete and desk.why_not(back) is None:
                desk.play(back)


@carries_out
def replace_device(desk: Decision, command: m.ReplaceDevice) -> None:
    """Another device or an ordinary shoe, with new cards."""
    if command.dealing not in desk.conduct.opening.dealing:
        raise Malformed(f"cards come from a {' or a '.join(desk.conduct.opening.dealing)}")
    check_cards_stay(desk.state)
    change_dealing(desk, command.dealing, desk.act.clause)
    desk.emit(e.ShuffleDue("replaced", 0, desk.act.clause, True))
    if desk.state.held_up:
        desk.emit(e.PlayHeldUp(""))
    desk.record(about=command.dealing)


@carries_out
def device_back(desk: Decision, command: m.DeviceBack) -> None:
    """The cards go into a device again, and the wagers that need one are open again."""
    setup = desk.state.set_up
    if not by_shoe(desk.state) or "device" not in desk.conduct.opening.dealing:
        raise Malformed("a device is in use already")
    check_setup(desk.rules, with_dealing(desk.rules, replace(setup, dealing="device")))
    change_dealing(desk, "device", desk.act.clause)
    desk.emit(e.ShuffleDue("replaced", 0, desk.act.clause, True))
    for wager in sorted(desk.state.suspended):
        side = desk.game().rules.side_wagers[wager]
        if any(need.choice == "shuffler" for need in side.requires):
            desk.emit(e.WagerResumed(wager, desk.act.clause))
    desk.record()


@carries_out
def jackpot_failure(desk: Decision, command: m.JackpotFailure) -> None:
    """Its wagers of the round go back; the next round waits until somebody decides how to go on."""
    says = desk.irregularities().jackpot_failure
    setup = desk.state.setup
    if says is None or setup is None or command.wager not in setup.side_wagers:
        raise Malformed(f"{command.wager} is no jackpot wager on offer here")
    failed = c.FailJackpot("" if desk.state.in_round else command.wager)
    if desk.why_not(failed) is None:
        desk.play(failed)
    desk.emit(e.WagerSuspended(command.wager, says.clause))
    waits = desk.irregularities().jackpot_waits
    if waits is not None:
        desk.emit(e.PlayHeldUp(waits.clause))
    desk.record(about=command.wager)
    finish_if_over(desk)
