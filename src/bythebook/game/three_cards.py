"""A round of three cards each: no decisions, the higher count wins, some hands by themselves."""

from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.errors import Refused
from bythebook.game.commands import Deal
from bythebook.game.events import DEALER, CardDealt, RoundEnded
from bythebook.game.run import Run
from bythebook.game.side_wagers import (
    collect,
    draw_down_meters,
    line_of,
    pay,
    pay_mystery_on_top,
    pay_share,
    reset_mysteries,
    shares_won,
    sides_of,
)
from bythebook.game.state import Hand, State, Wager
from bythebook.rulebooks.chapters.game import Line, Outcome, SideWager, ThreeCardGame


def count(cards: tuple[Card, ...]) -> int:
    """The three-card count: an ace is always eleven, and nothing goes over."""
    return sum(card.value for card in cards)


def is_three_aces(cards: tuple[Card, ...]) -> bool:
    return [card.rank for card in cards] == ["A", "A", "A"]


def is_three_tens(cards: tuple[Card, ...]) -> bool:
    """Three cards that count ten each."""
    return [card.value for card in cards] == [10, 10, 10]


def may_deal(rules: ThreeCardGame, state: State, command: Deal) -> Refused | None:
    if state.due is None:
        return Refused(rules.deal.first.clause, "no card is due")
    if command.card.joker:
        return Refused(rules.pack.clause, "this game is played without jokers")
    return None


def deal(run: Run[ThreeCardGame], command: Deal) -> None:
    due = run.state.card_due
    held = run.state.dealer if due.box == DEALER else run.state.hand(due.box, 1).cards
    cards = (*held, command.card)
    run.emit(CardDealt(due.box, 1, command.card, count(cards), False, due.clause))


def advance(run: Run[ThreeCardGame]) -> None:
    if run.state.phase == "dealt":
        settle_round(run)


def outcome_of(rules: ThreeCardGame, state: State, hand: Hand) -> Outcome:
    dealer_cards = state.dealer
    if is_three_aces(hand.cards):
        if is_three_aces(dealer_cards):
            return rules.three_aces_against_three_aces
        return rules.three_aces
    if is_three_tens(hand.cards):
        if state.dealer_total == hand.total:
            return rules.three_tens_against_30
        return rules.three_tens
    if hand.total > state.dealer_total:
        return rules.higher
    if hand.total == state.dealer_total:
        return rules.equal
    return rules.lower


def kind(hand: Hand) -> str:
    if is_three_aces(hand.cards):
        return "home run"
    if is_three_tens(hand.cards):
        return "strike out"
    return "hard"


def settle_round(run: Run[ThreeCardGame]) -> None:
    """Box by box from the dealer's right: collect in the book's order, then pay in its order.

    Shares of a meter need every hand, so they are worked out before anything is paid.
    """
    rules = run.rules
    lying = [wager for wager in run.state.wagers if wager.live]  # no stake that went back before
    lines = {
        (wager.box, wager.kind): (wager, side, line_of(run.state, wager, side))
        for wager, side in sides_of(run, "final")
    }
    won = shares_won(run, [(w, line) for w, _, line in lines.values() if line and line.share])
    shares = {(share.wager.box, share.wager.kind): share for share in won}
    for box in reversed(run.state.boxes):
        for step in rules.collecting:
            if step.value == "main":
                _settle_main(run, box.number, "loses", step.clause)
            elif (box.number, step.value) in lines:
                wager, side, line = lines[box.number, step.value]
                if line is None:
                    collect(run, wager, side, "final", (step.clause,))
        for step in rules.paying:
            if step.value == "main":
                _settle_main(run, box.number, "wins", step.clause)
                _settle_main(run, box.number, "stand-off")
            elif (box.number, step.value) in shares:
                pay_share(run, shares[box.number, step.value], "final", (step.clause,))
            elif (box.number, step.value) in lines:
                _pay(run, *lines[box.number, step.value], step.clause)
        for wager in lying:
            side = rules.side_wagers[wager.kind]
            if wager.box == box.number and side.mystery is not None:
                pay_mystery_on_top(run, wager, side)
    draw_down_meters(run, won)
    reset_mysteries(run)
    run.emit(RoundEnded(rules.order.clause))


def _pay(
    run: Run[ThreeCardGame], wager: Wager, side: SideWager, line: Line | None, step: str
) -> None:
    """Pay a wager, or take one whose loss has no step of its own: the jackpot's."""
    if line is not None:
        pay(run, wager, side, line, "final", (step,))
    elif not any(step.value == wager.kind for step in run.rules.collecting):
        collect(run, wager, side, "final")


def _settle_main(run: Run[ThreeCardGame], box: int, result: str, step: str = "") -> None:
    rules = run.rules
    hand = run.state.hand(box, 1)
    outcome = outcome_of(rules, run.state, hand)
    if outcome.result == result:
        if step:
            outcome = replace(outcome, also=(*outcome.also, step))
        for stake in hand.stakes:
            if stake.live:
                run.settle_stake(box, 1, stake, outcome, "final")
