"""A dealer's second card before the turns: when it is looked at, and when it is turned up.

Where it lies face up everybody knows what the peek would say. Face down, nothing before the peek,
and nothing after a peek that found no blackjack, depends on what it is.
"""

from bythebook.errors import given
from bythebook.game.events import HoleCardPeeked, HoleCardTurned, PlayBegan, PlayersDone
from bythebook.game.hands import TEN, TWENTY_ONE, is_blackjack, is_natural, with_card
from bythebook.game.run import Run
from bythebook.game.settlement import may_tie_with_21, pay_blackjack, settle_insurance
from bythebook.rulebooks.chapters.game import BlackjackGame


def begin_play(run: Run[BlackjackGame], rules: BlackjackGame) -> None:
    """Begin the players' turns, unless the dealer looks first and has a blackjack."""
    hole_card = rules.dealer.hole_card
    if hole_card is not None and hole_card.face_up is not None and is_natural(run.state.dealer):
        run.emit(PlayersDone(hole_card.peek.clause))
        return
    if run.state.hole is not None and run.state.dealer[0].value >= TEN:
        if _is_blackjack_with_hole(run):
            _end_at_once(run, rules)
            return
        _go_on_without(run, rules)
    run.emit(PlayBegan(rules.decisions.turn.clause))


def _is_blackjack_with_hole(run: Run[BlackjackGame]) -> bool:
    hole = given(run.state.hole)
    return run.state.dealer[0].value + hole.value == TWENTY_ONE


def _end_at_once(run: Run[BlackjackGame], rules: BlackjackGame) -> None:
    """No hand is played: what lies there is settled against the dealer's blackjack."""
    clause = given(rules.dealer.hole_card).peek.clause
    run.emit(HoleCardPeeked(True, clause))
    _turn_up(run, clause)
    if run.state.insurances:
        settle_insurance(run, rules)
    run.emit(PlayersDone(clause))


def _go_on_without(run: Run[BlackjackGame], rules: BlackjackGame) -> None:
    """Insurance is lost, and a blackjack that waited for this need not wait any longer."""
    run.emit(HoleCardPeeked(False, given(rules.dealer.hole_card).peek.clause))
    if run.state.insurances:
        settle_insurance(run, rules)
    if may_tie_with_21(rules):
        return
    for box in run.state.boxes:
        if is_blackjack(rules, box.hands[0]):
            pay_blackjack(run, rules, box.number, 1)


def turn_up_hole_card(run: Run[BlackjackGame], rules: BlackjackGame) -> None:
    """The dealer's turn begins with it, also where no hand is left that it could change."""
    if run.state.hole is not None:
        _turn_up(run, rules.dealer.draws.clause)


def _turn_up(run: Run[BlackjackGame], clause: str) -> None:
    state = run.state
    assert state.hole is not None
    points, soft = with_card(state.dealer_total, state.dealer_soft, state.hole)
    run.emit(HoleCardTurned(state.hole, points, soft, clause))
