"""Between the initial deal and the players' turns: insurance, even money, surrender."""

from bythebook.errors import Refused, given
from bythebook.game.commands import Insure, Proceed, Surrender, TakeEvenMoney
from bythebook.game.decisions import decider, decline_split, not_in_tokens, not_the_turn
from bythebook.game.events import (
    EvenMoneyTaken,
    HandClosed,
    InsuranceClaimed,
    InsurancePlaced,
    OffersClosed,
    WagerSurrendered,
)
from bythebook.game.hands import TWENTY_ONE, is_blackjack, is_voucher
from bythebook.game.hole_card import begin_play
from bythebook.game.run import Run
from bythebook.game.settlement import return_insurance, settle_surrender
from bythebook.game.state import Box, Hand, Insurance, Stake, State
from bythebook.money import Amount, can_be_made, last_payable
from bythebook.phrases import phrase
from bythebook.rulebooks.chapters.game import BlackjackGame

Place = tuple[Box, Hand, Stake]
FIRST_TWO = 2


def _place(state: State, box: int, player: str) -> Place | None:
    """Where the player's main wager lies, if it is still there to be insured or surrendered."""
    if not state.has_box(box):
        return None
    found = state.box(box)
    player = player or owner_of_line(found)
    for hand in found.hands:
        stake = hand.stake_of(player)
        if stake is not None and stake.live:
            return found, hand, stake
    return None


def owner_of_line(box: Box) -> str:
    """Whose wager is meant where a line names nobody: the one who decides for the box."""
    return decider(box, box.hands[0]) or box.order[0]


def anything_to_offer(rules: BlackjackGame, state: State) -> bool:
    """Whether somebody at the table could take up one of the offers."""
    if state.dealer[0].rank != "A" and rules.surrender is None:
        return False  # as in most rounds: nobody need be asked
    return any(
        stake.live and _may_be_offered(rules, state, hand, stake)
        for box in state.boxes
        for hand in box.hands
        for stake in hand.stakes
    )


def _may_be_offered(rules: BlackjackGame, state: State, hand: Hand, stake: Stake) -> bool:
    shown = state.dealer[0].rank
    surrender = rules.surrender
    if surrender is not None and shown in surrender.offered.value and _may_give_up(hand):
        return True
    if shown != "A":
        return False
    blackjack = is_blackjack(rules, hand)
    if blackjack and rules.even_money is not None:
        return True
    insurance = rules.insurance
    if insurance is None or is_voucher(rules, stake):
        return False
    return not blackjack or insurance.with_blackjack.value


def _may_give_up(hand: Hand) -> bool:
    """Whether a hand may be surrendered: it is below 21, and still as it was dealt."""
    return hand.total < TWENTY_ONE and len(hand.cards) == FIRST_TWO and not hand.split


def offers_open(rules: BlackjackGame, state: State) -> bool:
    """Whether insurance and even money may still be asked for.

    Where the subsequent deal begins with the first further card, neither standing closes them nor
    a double whose card has not come, while others on the box are asked whether they follow.
    """
    if state.phase == "offers":
        return True
    if rules.insurance is None or rules.insurance.before.value != "first-card":
        return False
    if state.phase not in ("turns", "following", "dealer") or len(state.dealer) != 1:
        return False
    return all(len(box.hands) == 1 and len(box.hands[0].cards) <= 2 for box in state.boxes)


# Insurance


def may_insure(rules: BlackjackGame, state: State, command: Insure) -> Refused | None:
    insurance = rules.insurance
    if insurance is None:
        return Refused(rules.wagering.locked.clause, phrase("this game has no insurance"))
    if not state.dealer or state.dealer[0].rank != "A":
        return Refused(
            insurance.offered.clause, phrase("insurance is offered against a dealer's ace")
        )
    if not state.has_box(command.box):
        return Refused(
            insurance.offered.clause, phrase("there is no wager on box {box}", box=command.box)
        )
    box = state.box(command.box)
    player = command.player or owner_of_line(box)
    owner = command.on or player
    place = _place(state, command.box, owner)
    stake = place[2] if place is not None else None
    wrong = _not_insurable(rules, box, stake)
    if wrong is not None:
        return wrong
    if not offers_open(rules, state):
        return Refused(
            insurance.before.clause, phrase("insurance is placed before the subsequent deal")
        )
    if stake is None:
        return Refused(
            insurance.offered.clause,
            phrase(
                "{owner} has no wager left to insure on box {box}", owner=owner, box=command.box
            ),
        )
    if owner != player:
        wrong = _may_insure_another(rules, state, command.box, owner, player)
    else:
        wrong = _may_insure_own(rules, state, command.box, owner)
    return wrong or _wrong_amount(rules, state, stake, command, player)


def _not_insurable(rules: BlackjackGame, box: Box, stake: Stake | None) -> Refused | None:
    """Some hands and some wagers are not insured at all."""
    insurance = given(rules.insurance)
    if is_blackjack(rules, box.hands[0]) and not insurance.with_blackjack.value:
        return Refused(
            insurance.with_blackjack.clause,
            phrase("a {hand} may not be insured", hand=rules.blackjack.name),
        )
    if stake is not None and is_voucher(rules, stake):
        clause = insurance.not_on_voucher or insurance.offered
        return Refused(clause.clause, phrase("a mystery wager may not be insured"))
    return None


def _may_insure_own(rules: BlackjackGame, state: State, box: int, owner: str) -> Refused | None:
    insurance = given(rules.insurance)
    if any(c.box == box and c.owner == owner for c in state.claims):
        return Refused(
            insurance.offered.clause,
            phrase("{owner} left this wager to others to insure", owner=owner),
        )
    if _insured(state, box, owner, owner):
        return Refused(
            insurance.most.clause, phrase("{owner} has insured this wager already", owner=owner)
        )
    return None


def _wrong_amount(
    rules: BlackjackGame, state: State, stake: Stake, command: Insure, player: str
) -> Refused | None:
    insurance, most = given(rules.insurance), most_insurance(rules, state, stake)
    amount = command.amount
    if 0 < amount <= most:
        wrong = not_in_tokens(rules, amount, command.in_tokens)
        return wrong or _wrong_step(rules, state, amount - command.in_tokens)
    others = insurance.others if stake.player != player else None
    return Refused(
        (others or insurance.most).clause,
        phrase("insurance is more than nothing and at most {amount} here", amount=Amount(most)),
    )


def most_insurance(rules: BlackjackGame, state: State, stake: Stake) -> int:
    """Half the original wager, down to what the chips can make."""
    half = _half(rules, state, stake)
    if given(rules.insurance).half_chips is not None:
        step = _half_chip(state)
        return half - half % step
    return last_payable(half, state.table.chips)


def _half(rules: BlackjackGame, state: State, stake: Stake) -> int:
    """Of this wager; or of all that the player has, less what is insured of it already."""
    of = given(rules.insurance).half_of
    if of is None or of.value == "each-box":
        return stake.original // 2
    whole = sum(box.originals.get(stake.player, 0) for box in state.boxes)
    live = [one for one in state.insurances if one.live and one.player == stake.player]
    return whole // 2 - sum(one.amount for one in live)


def _half_chip(state: State) -> int:
    return max(1, min(state.table.chips) // 2) if state.table.chips else 1


def _wrong_step(rules: BlackjackGame, state: State, amount: int) -> Refused | None:
    insurance = given(rules.insurance)
    if insurance.half_chips is not None:
        if amount % _half_chip(state):
            step = Amount(_half_chip(state))
            return Refused(
                insurance.half_chips.clause,
                phrase("insurance goes in steps of {amount}", amount=step),
            )
    elif not can_be_made(amount, state.table.chips):
        return Refused(insurance.most.clause, phrase("the chips cannot make this insurance"))
    return None


def _may_insure_another(
    rules: BlackjackGame, state: State, box: int, owner: str, player: str
) -> Refused | None:
    assert rules.insurance is not None
    others = rules.insurance.others
    if others is None:
        return Refused(
            rules.insurance.only_owner.clause, phrase("only the owner may insure a wager")
        )
    if not any(player in b.originals for b in state.boxes):
        return Refused(others.clause, phrase("{player} has no wager in this round", player=player))
    if not others.fills_up.value and _insured(state, box, owner, owner):
        return Refused(others.clause, phrase("{owner} has insured this wager", owner=owner))
    if any((c.box, c.owner, c.player) == (box, owner, player) for c in state.claims):
        return Refused(others.clause, phrase("{player} has asked for this already", player=player))
    return None


def _insured(state: State, box: int, owner: str, player: str) -> int:
    return sum(
        i.amount
        for i in state.insurances
        if i.live and (i.box, i.owner, i.player) == (box, owner, player)
    )


def insure(run: Run[BlackjackGame], command: Insure) -> None:
    rules = run.rules
    assert rules.insurance is not None
    player = command.player or owner_of_line(run.state.box(command.box))
    owner = command.on or player
    placed: type[InsurancePlaced | InsuranceClaimed]
    if owner == player:
        clause = rules.insurance.offered.clause
        placed = InsurancePlaced
    else:
        clause = given(rules.insurance.others).clause
        placed = InsuranceClaimed
    run.emit(placed(command.box, owner, player, command.amount, clause, command.in_tokens))


# Even money


def may_take_even_money(
    rules: BlackjackGame, state: State, command: TakeEvenMoney
) -> Refused | None:
    even_money = rules.even_money
    if even_money is None:
        paid = rules.blackjack.at_once if rules.blackjack.waits.value == "never" else None
        return Refused(
            (paid or rules.wagering.locked).clause, phrase("this game has no even money")
        )
    clause = even_money.outcome.clause
    place = _place(state, command.box, command.player)
    if state.phase == "offers" and place is None:
        return Refused(
            clause,
            phrase(
                "{player} has no wager left on box {box}",
                player=command.player or phrase("nobody"),
                box=command.box,
            ),
        )
    if not offers_open(rules, state) or place is None or state.dealer[0].rank != "A":
        return Refused(
            clause, phrase("even money is for a blackjack against a dealer's ace, before play")
        )
    box, hand, stake = place
    if not is_blackjack(rules, hand):
        return Refused(clause, phrase("even money is for a blackjack"))
    if stake.even_money:
        return Refused(clause, phrase("{player} has taken even money already", player=stake.player))
    insured = _insured(state, box.number, stake.player, stake.player)
    if insured and even_money.insurance.value == "refused":
        return Refused(even_money.insurance.clause, phrase("the wager is insured already"))
    return None


def take_even_money(run: Run[BlackjackGame], command: TakeEvenMoney) -> None:
    rules = run.rules
    assert rules.even_money is not None
    place = given(_place(run.state, command.box, command.player))
    box, _, stake = place
    outcome = rules.even_money.outcome
    deferred = is_voucher(rules, stake)
    run.emit(EvenMoneyTaken(box.number, stake.player, deferred, outcome.clause))
    if deferred:
        return
    run.settle_stake(box.number, 1, stake, outcome, "interim")
    for insurance in run.state.insurances:
        if insurance.live and (insurance.box, insurance.owner) == (box.number, stake.player):
            return_insurance(run, insurance, rules.even_money.insurance.clause, "interim")


# Surrender


def may_surrender(rules: BlackjackGame, state: State, command: Surrender) -> Refused | None:
    surrender = rules.surrender
    if surrender is None:
        return Refused(rules.wagering.locked.clause, phrase("this game has no surrender"))
    if state.phase == "turns" and surrender.in_turn is not None:
        # Whoever has the turn has a hand below 21 that is not doubled: others are closed.
        return not_the_turn(rules, state, command.box, command.player)
    place = _place(state, command.box, command.player)
    if state.phase != "offers" or place is None:
        return Refused(surrender.offered.clause, phrase("surrender comes before any further card"))
    if state.dealer[0].rank not in surrender.offered.value:
        shown = ", ".join(surrender.offered.value)
        return Refused(
            surrender.offered.clause, phrase("surrender is offered against {cards}", cards=shown)
        )
    box, hand, stake = place
    if stake.surrendered:
        return Refused(
            surrender.offered.clause,
            phrase("{player} has surrendered already", player=stake.player),
        )
    if not _may_give_up(hand):
        what = phrase("only a hand of two cards below 21 may be surrendered")
        return Refused(surrender.offered.clause, what)
    controller = owner_of_line(box)
    first = hand.stake_of(controller)
    if stake.player != controller and (first is None or not first.surrendered):
        return Refused(
            surrender.followers.clause, phrase("{player} has not surrendered", player=controller)
        )
    return None


def _give_up_in_turn(run: Run[BlackjackGame]) -> None:
    """Half goes back at once: the dealer has looked, and no blackjack can come any more."""
    rules = run.rules
    box, number = run.state.at
    decline_split(run, box, number)
    place = run.state.box(box)
    hand = place.hands[number - 1]
    stake = hand.stake(given(decider(place, hand)))
    run.emit(HandClosed(box, number, given(given(rules.surrender).in_turn).clause))
    counted = run.within_limits(box, number, stake, "play")
    if counted is not None:
        settle_surrender(run, rules, box, number, counted, dealer_blackjack=False, stage="play")


def surrender(run: Run[BlackjackGame], command: Surrender) -> None:
    if run.state.phase == "turns":
        _give_up_in_turn(run)
        return
    rules = run.rules
    place = given(_place(run.state, command.box, command.player))
    box, _, stake = place
    run.emit(WagerSurrendered(box.number, stake.player, given(rules.surrender).offered.clause))


# Closing the offers


def close_offers(run: Run[BlackjackGame], command: Proceed) -> None:
    rules = run.rules
    _fill_claims(run, rules)
    for box in run.state.boxes:
        hand = box.hands[0]
        if hand.done:
            continue
        if any(stake.surrendered for stake in hand.stakes):
            # Whoever kept a wager on a surrendered hand stands on its two cards.
            run.emit(HandClosed(box.number, 1, given(rules.surrender).no_cards.clause))
    if run.state.opened:
        run.emit(OffersClosed(rules.decisions.turn.clause))
    else:
        begin_play(run, rules)


def _fill_claims(run: Run[BlackjackGame], rules: BlackjackGame) -> None:
    """Fill what others asked to insure, in the book's order of preference, up to half a wager."""
    if not run.state.claims:
        return
    insured_others: dict[str, int] = {}
    for box in run.state.boxes:
        for owner in box.order:
            claims = _claims_on(run.state, box.number, owner)
            place = _place(run.state, box.number, owner) if claims else None
            if place is None:
                continue
            stake = place[2]
            room = most_insurance(rules, run.state, stake)
            room -= _insured(run.state, box.number, owner, owner)
            while claims and room:
                claim, clause = _preferred(rules, run.state, box, claims, insured_others)
                claims.remove(claim)
                amount = min(claim.amount, room)
                room -= amount
                insured_others[claim.player] = insured_others.get(claim.player, 0) + amount
                tokens = min(claim.in_tokens, amount)
                run.emit(InsurancePlaced(box.number, owner, claim.player, amount, clause, tokens))


def _claims_on(state: State, box: int, owner: str) -> list[Insurance]:
    """What others ask to insure of a wager, if they still have one of their own in the round."""
    claims = [c for c in state.claims if (c.box, c.owner) == (box, owner)]
    return [c for c in claims if any(c.player in b.originals for b in state.boxes)]


def _preferred(
    rules: BlackjackGame,
    state: State,
    box: Box,
    claims: list[Insurance],
    insured_others: dict[str, int],
) -> tuple[Insurance, str]:
    """The claim that comes first: same box, then nearest box, then the least insured so far."""
    others = given(given(rules.insurance).others)

    def nearest(claim: Insurance) -> tuple[int, int]:
        """How far the claimant's nearest wager lies, and on which box."""
        return min(
            (abs(b.number - box.number), b.number)
            for b in state.boxes
            if claim.player in b.originals
        )

    def rank(claim: Insurance) -> tuple[int, int, int, int]:
        distance, number = nearest(claim)
        ahead = sum(_is_before(state, number, c.player, claim.player) for c in claims)
        # Front to back within a box; between boxes equally far, the least insured of the fronts.
        return distance, ahead, insured_others.get(claim.player, 0) if distance else 0, number

    best = min(claims, key=rank)
    distance, number = nearest(best)
    if distance == 0:
        return best, others.same_box.clause
    rivals = [c for c in claims if nearest(c)[0] == distance and nearest(c)[1] != number]
    return best, (others.least_insured if rivals else others.nearest_box).clause


def _is_before(state: State, number: int, first: str, second: str) -> bool:
    """Whether the first player's wager lies in front of the second's on that box."""
    order = state.box(number).order
    return first in order and second in order and order.index(first) < order.index(second)
