"""Cards that the initial deal left out: a box without cards, or with one; a dealer without any."""

from bythebook.errors import Refused, given
from bythebook.game.commands import CallDealerCard, MissCard, ReturnWagers, TakeBack
from bythebook.game.decisions import decider, has_a_say, lacks_second_card, not_the_turn
from bythebook.game.events import (
    DEALER,
    CardCalled,
    CardMissed,
    DealerCardAsked,
    FirstCardFoundMissing,
    OffersOpened,
    WagerTakenBack,
)
from bythebook.game.hands import is_blackjack
from bythebook.game.offers import anything_to_offer
from bythebook.game.returns import INSURANCE, MAIN, give_back, may_return
from bythebook.game.run import AnyRun, Run
from bythebook.game.settlement import pay_blackjack, waits_for_dealer
from bythebook.game.side_wagers import settle_sides
from bythebook.game.state import State
from bythebook.phrases import phrase
from bythebook.rulebooks.chapters.game import BlackjackGame, Rules
from bythebook.rulebooks.chapters.irregularities import NoFirstCard

NOBODY = "?"  # no player's name: an empty one would mean everybody


def may_miss(rules: Rules, state: State, command: MissCard) -> Refused | None:
    errors = rules.irregularities
    clause = errors.rebuild.clause if errors is not None else rules.deal.first.clause
    if state.phase != "dealing" or state.due is None:
        return Refused(clause, phrase("no card of the initial deal is due"))
    if clause_of_miss(rules, state) is None:
        box = state.due.box
        whose = phrase("the dealer") if box == DEALER else phrase("box {box}", box=box)
        return Refused(
            clause,
            phrase("a card left out for {place} is put right, not played around", place=whose),
        )
    return None


def clause_of_miss(rules: Rules, state: State) -> str | None:
    """What the book says of a place that goes without the card now due, if it says anything."""
    errors, due = rules.irregularities, state.due
    assert due is not None
    if errors is None or due.hidden:
        return None
    if due.box == DEALER:
        return errors.no_first_card.finish.clause if errors.no_first_card is not None else None
    if errors.no_cards is None or errors.one_card is None:
        return None
    held = state.hand(due.box, 1).cards
    last = not any(later.box == due.box for later in state.deal)
    return (errors.no_cards if last and not held else errors.one_card).clause


def miss(run: AnyRun, command: MissCard) -> None:
    clause = clause_of_miss(run.rules, run.state)
    due = run.state.card_due
    assert clause is not None
    run.emit(CardMissed(due.box, clause))


# A box without cards, or with one


def return_wagers_without_cards(run: Run[BlackjackGame], rules: BlackjackGame) -> None:
    """The subsequent deal begins: wagers on a box that has no cards are found, and go back."""
    errors = given(rules.irregularities)
    for box in run.state.boxes:
        if not box.hands[0].cards and not box.hands[0].done:
            _return(run, box.number, "", given(errors.no_cards).clause)


def _return(run: AnyRun, box: int, player: str, clause: str) -> None:
    """Give back what the cards of this box would have decided; a server's draw stands."""
    sides = [n for n, side in run.rules.side_wagers.items() if side.looks_at != "server"]
    give_back(run, ReturnWagers(clause, player, box, (MAIN, INSURANCE, *sides)))


def may_take_back(rules: BlackjackGame, state: State, command: TakeBack) -> Refused | None:
    errors = rules.irregularities
    if state.withdrawable:
        return _may_withdraw(rules, state, command)
    if errors is None or errors.one_card is None:
        return Refused(
            rules.wagering.locked.clause, phrase("a wager stays down once a card is out")
        )
    wrong = not_the_turn(rules, state, command.box, "")
    if wrong is not None:
        return wrong
    box, hand = state.box(command.box), state.hand(*state.at)
    if lacks_second_card(rules, hand) is None:
        return Refused(errors.one_card.clause, phrase("this hand got both its cards"))
    if command.player and not has_a_say(box, hand, command.player):
        return Refused(
            errors.one_card.clause,
            phrase("{player} has no wager left on this hand", player=command.player),
        )
    return None


def _may_withdraw(rules: BlackjackGame, state: State, command: TakeBack) -> Refused | None:
    """Whether somebody still has something undecided on a box, now that the device has failed."""
    undecided = ReturnWagers(state.withdrawable, command.player or NOBODY, command.box)
    if command.box and may_return(rules, state, undecided) is None:
        return None
    return Refused(
        state.withdrawable,
        phrase("{player} has nothing to take back", player=command.player or phrase("nobody")),
    )


def take_back(run: Run[BlackjackGame], command: TakeBack) -> None:
    box = command.box
    if run.state.withdrawable:
        clause = run.state.withdrawable
        run.emit(WagerTakenBack(box, command.player, clause))
        give_back(run, ReturnWagers(clause, command.player, box))
        return
    errors = given(run.rules.irregularities)
    assert errors.one_card is not None
    clause = errors.one_card.clause
    player = given(command.player or decider(run.state.box(box), run.state.hand(*run.state.at)))
    run.emit(WagerTakenBack(box, player, clause))
    if errors.one_card.sides == "stay":  # with nobody left on the box they go back by that
        give_back(run, ReturnWagers(clause, player, box, (MAIN, INSURANCE)))
    else:
        _return(run, box, player, clause)


# A dealer without a first card


def no_first_card(rules: BlackjackGame) -> NoFirstCard:
    errors = given(rules.irregularities)
    return given(errors.no_first_card)


def may_call_dealer_card(
    rules: BlackjackGame, state: State, command: CallDealerCard
) -> Refused | None:
    errors = rules.irregularities
    if errors is None or errors.no_first_card is None:
        clause = errors.rebuild.clause if errors is not None else rules.deal.dealer.clause
        return Refused(clause, phrase("the dealer's first card is not taken late here"))
    if state.dealer:
        return Refused(errors.no_first_card.take.clause, phrase("the dealer has a first card"))
    return not_the_turn(rules, state, command.box, "")


def call_dealer_card(run: Run[BlackjackGame], command: CallDealerCard) -> None:
    clause = no_first_card(run.rules).take.clause
    run.emit(DealerCardAsked(command.box, clause))
    run.emit(CardCalled(DEALER, 1, clause))


def first_card_due(run: Run[BlackjackGame], rules: BlackjackGame, box: int) -> bool:
    """At the turn of a box, call the dealer's missing card unless this box may finish first.

    A hand that is split is finished with the last of its parts.
    """
    clause = no_first_card(rules).finish.clause
    if run.state.finishing in (0, box):
        if not run.state.finishing:
            run.emit(FirstCardFoundMissing(box, clause))
        return False
    run.emit(CardCalled(DEALER, 1, clause))
    return True


def first_card_at_last(run: Run[BlackjackGame], rules: BlackjackGame) -> bool:
    """Everybody has played: call the dealer's missing card if a wager is left that needs it."""
    if not any_wager_live(run.state):
        return False
    run.emit(CardCalled(DEALER, 1, no_first_card(rules).finish.clause))
    return True


def any_wager_live(state: State) -> bool:
    return any(hand.live() for box in state.boxes for hand in box.hands)


def late_first_card(run: Run[BlackjackGame], rules: BlackjackGame) -> None:
    """The dealer's first card has come during the turns: do what waited for it."""
    settle_sides(run, "interim")
    if not waits_for_dealer(rules, run.state):
        for box in run.state.boxes:
            for number, hand in enumerate(box.hands, start=1):
                if is_blackjack(rules, hand):
                    pay_blackjack(run, rules, box.number, number)
    if anything_to_offer(rules, run.state):
        run.emit(OffersOpened(no_first_card(rules).offers.clause))
