"""Which hand is the last, what a signal is given for, who has too few chips for another hand."""

from bythebook.errors import Refused
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.decision import Desk
from bythebook.tournaments.session.state import Competitor, limits_now

MINUTE = 60


def is_last_hand(desk: Desk, hand: int, declared: bool) -> bool:
    """By number; where shoes or a clock decide, only by a word beforehand."""
    hands = desk.terms.length.hands
    if hands is not None:
        if declared and hand != hands:
            raise Refused(desk.book.ending.length.clause, f"hand {hands} is the last")
        return desk.state.play_off is None and hand == hands
    return declared and desk.state.play_off is None


def is_over(desk: Desk) -> bool:
    """Whether the hand just settled was the last: by number, with the shoe, or by the clock."""
    length, state = desk.terms.length, desk.state
    if length.hands is not None:
        return state.hand >= length.hands
    if state.last:
        return True
    if length.shoes is not None:
        return state.shoe_over and state.shoe >= length.shoes
    assert length.minutes is not None
    return desk.at - state.started_at >= length.minutes * MINUTE


# Signals


def signal_due(desk: Desk) -> tuple[int, str] | None:
    """The hand or shoe to come that is announced by a signal, and by which clause."""
    ending, state = desk.book.ending, desk.state
    if state.phase != "between" or state.play_off is not None:
        return None
    number = state.hand + 1
    if ending.signal_elimination is not None and number in desk.terms.elimination_hands:
        about, says = number, ending.signal_elimination
    elif ending.signal_shoe is not None and desk.terms.length.shoes == _shoe_to_come(desk):
        about, says = _shoe_to_come(desk), ending.signal_shoe
    else:
        return None
    return None if state.signalled == about else (about, says.clause)


def _shoe_to_come(desk: Desk) -> int:
    """The shoe that begins with the next hand, or 0 in the middle of one."""
    state = desk.state
    if state.shuffle_due:
        return state.shoe + 1
    return 0 if state.shoe_hands else state.shoe


def check_signal(desk: Desk) -> None:
    due = signal_due(desk)
    if due is not None:
        raise Refused(due[1], "the signal is given first")


# Those who cannot go on


def is_short(desk: Desk, each: Competitor, hand: int) -> bool:
    """Whether the stack does not reach the minimum and nothing else can be played instead."""
    least, _ = limits_now(desk.state, hand)
    if each.chips >= least or each.voucher:
        return False
    return not (desk.terms.pass_card_saves and each.passes)


def end_if_few(desk: Desk) -> bool:
    """With one player or none left there is nothing to play for."""
    if desk.state.play_off is not None or len(desk.state.active()) > 1:
        return False
    desk.emit(e.PlayEnded("one player or none is left", desk.book.ending.few_left.clause))
    return True
