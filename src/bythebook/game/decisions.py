"""The players' turns: hit, stand, double, split; following another's double or split; absence.

`may_…` explains why not, or says nothing; the verb without it acts. Both ask the same rules.
"""

from bythebook.cards import NAMED_JOKERS, Card, joker_named
from bythebook.errors import Malformed, Refused, given
from bythebook.game.commands import (
    DeclareAbsent,
    Double,
    Hit,
    NameJoker,
    RefuseCard,
    Ride,
    Split,
    Stand,
    Withdraw,
)
from bythebook.game.events import (
    AbsenceDeclared,
    CardCalled,
    CardRefused,
    FollowersAsked,
    HandClosed,
    HandDoubled,
    HandHit,
    HandSplit,
    HandStood,
    JokerNamed,
    SplittingEnded,
    StakeMatched,
    StakeMoved,
)
from bythebook.game.hands import TWENTY_ONE, first_unnamed, is_voucher, total
from bythebook.game.run import Run
from bythebook.game.state import Box, Hand, State
from bythebook.money import Amount, can_be_made
from bythebook.phrases import either, phrase
from bythebook.rulebooks.chapters.game import BlackjackGame, Outcome
from bythebook.rulebooks.chapters.irregularities import Refusal

DOUBLED_TOTALS = (9, 10, 11)


def has_a_say(box: Box, hand: Hand, player: str) -> bool:
    """Whether the player is there, with a valid wager that is still open on the hand."""
    if player in box.absent or player in box.invalid:
        return False
    stake = hand.stake_of(player)
    return stake is not None and stake.live


def decider(box: Box, hand: Hand) -> str | None:
    """Who decides for this hand: the first, as control passes, who has a say."""
    for player in box.deciders:
        if has_a_say(box, hand, player):
            return player
    return None


def not_the_turn(rules: BlackjackGame, state: State, box: int, player: str) -> Refused | None:
    """Why a decision for this box, by this player, is not asked for now."""
    turn = rules.decisions.turn.clause
    if state.phase != "turns" or state.due is not None:
        return Refused(turn, phrase("no decision is asked for now"))
    if state.at[0] != box:
        return Refused(turn, phrase("it is box {box}'s turn", box=state.at[0]))
    if not player:
        return None
    place = state.box(box)
    who = decider(place, place.hands[state.at[1] - 1])
    if player != who:
        passed = place.absent or place.invalid or who != place.deciders[0]
        clause = _control_passed(rules, place, who) if passed else place.control
        return Refused(
            clause,
            phrase(
                "{player} decides for box {box}, not {other}", player=who, box=box, other=player
            ),
        )
    return None


def _control_passed(rules: BlackjackGame, box: Box, who: str | None) -> str:
    """By which clause somebody decides once others are away."""
    others = [box.originals[p] for p in box.originals if p not in box.absent and p != who]
    highest = who is not None and all(box.originals[who] > amount for amount in others)
    for preference in rules.wagering.control:
        if preference.value == "highest" and highest:
            return preference.clause
    return rules.wagering.control[-1].clause


# Drawing and standing


def may_hit(rules: BlackjackGame, state: State, command: Hit) -> Refused | None:
    wrong = not_the_turn(rules, state, command.box, command.player)
    if wrong is None and has_its_one_card(rules, state.hand(*state.at)):
        return Refused(rules.splitting.aces_one_card.clause, phrase("a split ace gets one card"))
    return wrong


def hit(run: Run[BlackjackGame], command: Hit) -> None:
    rules = run.rules
    box, number = run.state.at
    decline_split(run, box, number)
    place = run.state.box(box)
    hand = place.hands[number - 1]
    forced = lacks_second_card(rules, hand) or forced_draw(rules, place, hand)
    run.emit(HandHit(box, number, forced or rules.decisions.hit.clause))


def has_its_one_card(rules: BlackjackGame, hand: Hand) -> bool:
    """Whether a split ace has the only card it gets; it is open then only to a further split."""
    return hand.split_aces and len(hand.cards) == 2 and rules.splitting.aces_one_card.value


def lacks_second_card(rules: BlackjackGame, hand: Hand) -> str | None:
    """The clause by which a hand that got one card only takes the second, or goes back."""
    if len(hand.cards) != 1 or hand.split:
        return None
    return given(given(rules.irregularities).one_card).clause


def _second_card_first(rules: BlackjackGame, state: State) -> Refused | None:
    lacking = lacks_second_card(rules, state.hand(*state.at))
    return (
        Refused(lacking, phrase("this hand has still to get its second card")) if lacking else None
    )


def may_stand(rules: BlackjackGame, state: State, command: Stand) -> Refused | None:
    wrong = not_the_turn(rules, state, command.box, command.player)
    if wrong is None and state.missed:
        wrong = _second_card_first(rules, state)
    if wrong is not None:
        return wrong
    place = state.box(command.box)
    forced = forced_draw(rules, place, place.hands[state.at[1] - 1])
    if forced is not None:
        below = given(rules.decisions.forced_draw)
        total = place.hands[state.at[1] - 1].total
        return Refused(
            forced,
            phrase("{total}: below {below} a card must be drawn", total=total, below=below.below),
        )
    return None


def stand(run: Run[BlackjackGame], command: Stand) -> None:
    box, hand = run.state.at
    decline_split(run, box, hand)
    run.emit(HandStood(box, hand, run.rules.decisions.stand.clause))


def forced_draw(rules: BlackjackGame, box: Box, hand: Hand) -> str | None:
    """The clause that compels this hand to draw, if one does."""
    rule = rules.decisions.forced_draw
    if rule is None or hand.total >= rule.below:
        return None
    if rule.spares_open_options and (
        cannot_double(rules, hand) is None or cannot_split(rules, box, hand) is None
    ):
        return None
    return rule.clause


# Doubling


def cannot_double(rules: BlackjackGame, hand: Hand) -> Refused | None:
    """What in the hand itself rules out a double."""
    doubling = rules.doubling
    if hand.split_aces and not doubling.split_aces.value:
        return Refused(doubling.split_aces.clause, phrase("split aces are not doubled"))
    if hand.split and doubling.split_hands is not None and not doubling.split_hands.value:
        return Refused(doubling.split_hands.clause, phrase("a split hand is not doubled"))
    if doubling.cards.value and len(hand.cards) not in doubling.cards.value:
        made = phrase(
            "{n} cards: a double is made on {allowed} cards",
            n=len(hand.cards),
            allowed=either(*map(str, doubling.cards.value)),
        )
        return Refused(doubling.cards.clause, made)
    if hand.total >= TWENTY_ONE:
        made = phrase("{hand}: a double is made below 21", hand=_named(hand))
        return Refused(doubling.totals.clause, made)
    if doubling.totals.value == "hard-9-to-11" and (hand.soft or hand.total not in DOUBLED_TOTALS):
        made = phrase("{hand}: a double is made on a hard 9, 10 or 11", hand=_named(hand))
        return Refused(doubling.totals.clause, made)
    return None


def _named(hand: Hand) -> str:
    """A hand by its cards and what they make: A and 9 are soft 20."""
    *before, last = map(_card_named, hand.cards)
    if not before:
        return last
    cards = ", ".join(before)
    if hand.soft:
        return phrase(
            "{cards} and {last} are soft {total}", cards=cards, last=last, total=hand.total
        )
    return phrase("{cards} and {last} are {total}", cards=cards, last=last, total=hand.total)


def _card_named(card: Card) -> str:
    return "10" if card.rank == "T" else card.rank or phrase("a joker")


def double_is_free(rules: BlackjackGame, hand: Hand) -> bool:
    """Whether a double of this hand is made by a token that costs nothing."""
    doubling = rules.doubling
    if doubling.amount.value != "token":
        return False
    return doubling.token_on is None or (not hand.soft and hand.total in DOUBLED_TOTALS)


def may_double(rules: BlackjackGame, state: State, command: Double) -> Refused | None:
    if state.phase == "following" and state.at[0] == command.box:
        return _may_follow_double(rules, state, command)
    wrong = not_the_turn(rules, state, command.box, command.player)
    if wrong is not None:
        return wrong
    box = state.box(command.box)
    hand = box.hands[state.at[1] - 1]
    wrong = _second_card_first(rules, state) or cannot_double(rules, hand)
    if wrong is None:
        wrong = _no_more_cards(rules, box)
    if wrong is not None:
        return wrong
    player = given(decider(box, hand))
    return _wrong_double(rules, state, box, hand, player, command)


def _may_follow_double(rules: BlackjackGame, state: State, command: Double) -> Refused | None:
    clause = rules.doubling.followers.clause
    if state.split_open:
        return Refused(clause, phrase("a split is being followed, not a double"))
    box = state.box(command.box)
    hand = box.hands[state.at[1] - 1]
    stake = hand.stake_of(command.player)
    if stake is None or not has_a_say(box, hand, command.player):
        return Refused(
            clause,
            phrase(
                "{player} has no say on this hand", player=command.player or phrase("nobody else")
            ),
        )
    if stake.doubled:
        return Refused(clause, phrase("{player} has doubled already", player=command.player))
    return _wrong_double(rules, state, box, hand, command.player, command)


def _wrong_double(
    rules: BlackjackGame, state: State, box: Box, hand: Hand, player: str, command: Double
) -> Refused | None:
    stake = hand.stake(player)
    if is_voucher(rules, stake):
        return Refused(_voucher_clause(rules), phrase("a mystery wager is not doubled"))
    whole = box.originals[player]
    rule = rules.doubling.amount
    amount = whole if command.amount is None else command.amount
    if amount != whole and rule.value != "up-to-stake":
        return Refused(rule.clause, phrase("a double is exactly {amount}", amount=Amount(whole)))
    if not 0 < amount <= whole:
        return Refused(
            rule.clause,
            phrase("a double is more than nothing and at most {amount}", amount=Amount(whole)),
        )
    free = double_is_free(rules, hand)
    wrong = not_in_tokens(rules, amount, command.in_tokens, rule.clause if free else "")
    if wrong is not None:
        return wrong
    as_it_lies = amount == whole and not stake.in_tokens and not command.in_tokens
    chips = amount - command.in_tokens
    if not as_it_lies and not can_be_made(chips, state.table.chips):
        return Refused(rule.clause, phrase("the chips cannot make {amount}", amount=Amount(chips)))
    return None


def not_in_tokens(
    rules: BlackjackGame, amount: int, in_tokens: int, free: str = ""
) -> Refused | None:
    """Why what is added may not be made in so many tokens. `free`: by which clause it is free."""
    if not in_tokens:
        return None
    if free:
        return Refused(free, phrase("nothing is put down for what is free"))
    tokens = rules.wagering.tokens
    if tokens is None or tokens.further is None:
        cited = rules.wagering.no_tokens or tokens or rules.wagering.placed
        return Refused(cited.clause, phrase("this is made in chips"))
    if not 0 < in_tokens <= amount:
        most = phrase("of {amount} no more than that is in tokens", amount=Amount(amount))
        return Refused(tokens.further.clause, most)
    return None


def double(run: Run[BlackjackGame], command: Double) -> None:
    """Double, or follow; when everybody on the hand has been asked, the one card is called."""
    rules = run.rules
    box, number = run.state.at
    place = run.state.box(box)
    hand = place.hands[number - 1]
    following = run.state.phase == "following"
    player = command.player if following else decider(place, hand)
    assert player is not None
    free = double_is_free(rules, hand)
    by = rules.doubling.amount if free else rules.doubling.token_on or rules.doubling.amount
    clause = rules.doubling.followers.clause if following else by.clause
    amount = place.originals[player] if command.amount is None else command.amount
    decline_split(run, box, number)
    run.emit(HandDoubled(box, number, player, amount, free, clause, command.in_tokens))
    if following:
        return
    others = [p for p in place.order if p != player and has_a_say(place, hand, p)]
    if free:
        # A token costs nothing, so everybody on the hand is taken to follow.
        for other in others:
            run.emit(HandDoubled(box, number, other, place.originals[other], True, clause))
    elif others and _followers(rules) == "may":
        run.emit(FollowersAsked(box, number, False, rules.doubling.followers.clause))
        return
    elif _followers(rules) == "must":
        for other in others:
            whole = place.originals[other]
            run.emit(HandDoubled(box, number, other, whole, False, rules.doubling.followers.clause))
    call_double_card(run)


def _followers(rules: BlackjackGame) -> str:
    """What is said of the others on a box where one doubles or splits."""
    following = rules.wagering.following
    return following.value if following is not None else "may"


def call_double_card(run: Run[BlackjackGame]) -> None:
    box, number = run.state.at
    run.emit(CardCalled(box, number, run.rules.doubling.one_card.clause))


# Refusing a card drawn in error


def may_refuse_card(rules: BlackjackGame, state: State, command: RefuseCard) -> Refused | None:
    errors = rules.irregularities
    if errors is None or errors.refusal is None:
        clause = errors.in_error if errors is not None else rules.decisions.drawn
        return Refused(clause.clause, phrase("a card drawn in error is not refused here"))
    wrong = not_the_turn(rules, state, command.box, command.player)
    if wrong is not None:
        due = state.due
        if due is not None and due.box == command.box:
            return Refused(errors.refusal.compelled.clause, phrase("this card has to be taken"))
        return wrong
    if must_draw(rules, state.hand(*state.at)):
        return Refused(errors.refusal.compelled.clause, phrase("this hand has to take the card"))
    return None


def refuse_card(run: Run[BlackjackGame], command: RefuseCard) -> None:
    clause = refusal_of(run.rules).clause
    box, hand = run.state.at
    place = run.state.box(box)
    player = given(decider(place, place.hands[hand - 1]))
    run.emit(CardRefused(box, player, clause))
    run.emit(HandClosed(box, hand, clause))


def refusal_of(rules: BlackjackGame) -> Refusal:
    """The rule about refusing, where something was refused."""
    return given(given(rules.irregularities).refusal)


def _no_more_cards(rules: BlackjackGame, box: Box) -> Refused | None:
    if not box.refused:
        return None
    return Refused(refusal_of(rules).clause, phrase("a card was refused on this box"))


def must_draw(rules: BlackjackGame, hand: Hand) -> bool:
    """Whether a refusal does not spare the hand a card: it is below what a hand must draw to."""
    below = rules.decisions.forced_draw
    return below is not None and hand.total < below.below


# Splitting


def cannot_split(rules: BlackjackGame, box: Box, hand: Hand) -> Refused | None:
    """What in the hand and on the box rules out a split."""
    splitting = rules.splitting
    if len(hand.cards) != 2 or hand.cards[0].value != hand.cards[1].value:
        return Refused(splitting.pairs.clause, _differ(hand))
    if hand.split_aces and not splitting.aces_again.value:
        return Refused(splitting.aces_again.clause, phrase("aces are split once"))
    if len(box.hands) >= splitting.hands.value:
        return Refused(
            splitting.hands.clause, phrase("at most {n} hands on a box", n=splitting.hands.value)
        )
    if box.no_more_splits:
        return Refused(
            given(splitting.declined).clause, phrase("a split was passed up on this box")
        )
    if any(is_voucher(rules, stake) for stake in hand.stakes):
        return Refused(_voucher_clause(rules), phrase("a mystery wager is not split"))
    return None


def _differ(hand: Hand) -> str:
    """Why a hand is no pair, by its own cards."""
    if len(hand.cards) != 2:
        return phrase("{n} cards: only a pair can be split", n=len(hand.cards))
    first, second = map(_card_named, hand.cards)
    return phrase(
        "{first} and {second} differ: only a pair can be split", first=first, second=second
    )


def may_split(rules: BlackjackGame, state: State, command: Split) -> Refused | None:
    if state.phase == "following" and state.at[0] == command.box:
        wrong = _may_follow_split(rules, state, command.box, command.player)
        return wrong or _wrong_match(rules, state, command, command.player)
    wrong = not_the_turn(rules, state, command.box, command.player)
    if wrong is not None:
        return wrong
    box = state.box(command.box)
    hand = box.hands[state.at[1] - 1]
    wrong = cannot_split(rules, box, hand) or _no_more_cards(rules, box)
    return wrong or _wrong_match(rules, state, command, given(decider(box, hand)))


def _wrong_match(rules: BlackjackGame, state: State, command: Split, player: str) -> Refused | None:
    """Why what is put on the new hand may not be in so many tokens."""
    if not command.in_tokens:
        return None
    box = state.box(command.box)
    free = split_free_by(rules, box.hands[state.at[1] - 1])
    amount = box.originals[player]
    wrong = not_in_tokens(rules, amount, command.in_tokens, free)
    if wrong is None and not can_be_made(amount - command.in_tokens, state.table.chips):
        chips = Amount(amount - command.in_tokens)
        return Refused(
            rules.splitting.stake.clause, phrase("the chips cannot make {amount}", amount=chips)
        )
    return wrong


def split_free_by(rules: BlackjackGame, hand: Hand) -> str:
    """The clause by which a split of this pair costs nothing, if one does."""
    token = rules.splitting.token
    return token.clause if token is not None and hand.cards[0].value != 10 else ""


def _may_follow_split(rules: BlackjackGame, state: State, box: int, player: str) -> Refused | None:
    clause = rules.splitting.match.clause
    if not state.split_open:
        return Refused(clause, phrase("a double is being followed, not a split"))
    kept, formed = state.hand(box, state.at[1]), state.hand(box, state.at[1] + 1)
    if not has_a_say(state.box(box), kept, player):
        return Refused(
            clause,
            phrase("{player} has no say on the pair", player=player or phrase("nobody else")),
        )
    if formed.stake_of(player) is not None:
        return Refused(clause, phrase("{player} has matched the split already", player=player))
    return None


def split(run: Run[BlackjackGame], command: Split) -> None:
    """Split, or match a split; when everybody on the hand has been asked, play goes on."""
    rules = run.rules
    splitting = rules.splitting
    box, number = run.state.at
    if run.state.phase == "following":
        amount = run.state.box(box).originals[command.player]
        clause, tokens = splitting.match.clause, command.in_tokens
        run.emit(StakeMatched(box, number + 1, command.player, amount, False, clause, tokens))
        return
    place = run.state.box(box)
    hand = place.hands[number - 1]
    player = given(decider(place, hand))
    free = split_free_by(rules, hand)
    run.emit(HandSplit(box, number, splitting.pairs.clause))
    others = [p for p in place.order if p != player and has_a_say(place, hand, p)]
    if free:
        for each in (player, *others):
            run.emit(StakeMatched(box, number + 1, each, place.originals[each], True, free))
        return
    clause = (splitting.token_not_for_tens or splitting.stake).clause
    amount = place.originals[player]
    run.emit(StakeMatched(box, number + 1, player, amount, False, clause, command.in_tokens))
    if others and _followers(rules) == "may":
        run.emit(FollowersAsked(box, number, True, splitting.match.clause))
    elif _followers(rules) == "must":
        for other in others:
            amount, clause = place.originals[other], splitting.match.clause
            run.emit(StakeMatched(box, number + 1, other, amount, False, clause))


def may_ride(rules: BlackjackGame, state: State, command: Ride) -> Refused | None:
    if rules.splitting.choose is None:
        return Refused(
            rules.splitting.ride.clause,
            phrase("a wager that does not match stays on the first hand"),
        )
    if state.phase != "following" or state.at[0] != command.box:
        return Refused(rules.splitting.choose.clause, phrase("nobody has just split this box"))
    return _may_follow_split(rules, state, command.box, command.player)


def ride(run: Run[BlackjackGame], command: Ride) -> None:
    rules = run.rules
    box, number = run.state.at
    run.emit(StakeMoved(box, number + 1, command.player, given(rules.splitting.choose).clause))


def decline_split(run: Run[BlackjackGame], box: int, number: int) -> None:
    """Note a split hand's pair that is not split again, where that ends splitting on the box."""
    rules = run.rules
    declined = rules.splitting.declined
    if declined is None:
        return
    place = run.state.box(box)
    hand = place.hands[number - 1]
    if hand.split and cannot_split(rules, place, hand) is None:
        run.emit(SplittingEnded(box, declined.clause))


# Taking back a doubled part


def may_withdraw(rules: BlackjackGame, state: State, command: Withdraw) -> Refused | None:
    withdrawal = rules.doubling.withdrawal
    if withdrawal is None:
        return Refused(
            rules.wagering.locked.clause, phrase("a doubled wager stays down in this game")
        )
    if state.phase != "withdrawing" or state.at[0] != command.box:
        return Refused(withdrawal.clause, phrase("no doubled wager may be taken back now"))
    hand = state.hand(*state.at)
    player = command.player or decider(state.box(command.box), hand)
    stake = hand.stake_of(player or "")
    if stake is None or not stake.live or not stake.doubled:
        return Refused(
            withdrawal.clause, phrase("{player} has no doubled wager on this hand", player=player)
        )
    return None


def withdraw(run: Run[BlackjackGame], command: Withdraw) -> None:
    rules = run.rules
    box, number = run.state.at
    hand = run.state.hand(box, number)
    player = given(command.player or decider(run.state.box(box), hand))
    stake = run.within_limits(box, number, hand.stake(player), "play")
    if stake is None:
        return
    outcome = Outcome(result="loses", clause=given(rules.doubling.withdrawal).clause)
    run.settle_main(box, number, stake, outcome, "play", stake.doubled, result="withdrawn")


# Absence


def may_declare_absent(
    rules: BlackjackGame, state: State, command: DeclareAbsent
) -> Refused | None:
    """Somebody is absent when a decision is waited for and does not come."""
    wrong = not_the_turn(rules, state, command.box, "")
    if wrong is not None:
        return wrong
    box = state.box(command.box)
    player = command.player or decider(box, box.hands[state.at[1] - 1])
    if player not in box.order or player in box.absent:
        return Refused(
            rules.absent_player.draws.clause,
            phrase("{player} is not waited for on box {box}", player=player, box=command.box),
        )
    return None


def declare_absent(run: Run[BlackjackGame], command: DeclareAbsent) -> None:
    rules = run.rules
    box = run.state.box(command.box)
    who = decider(box, box.hands[run.state.at[1] - 1])
    player = given(command.player or who)
    absent = rules.absent_player
    decides = player == who
    clause = absent.control_passes.clause
    run.emit(AbsenceDeclared(box.number, player, clause))
    if decides and not absent.control_passes.value:
        # Control does not pass: the dealer plays the hand for everybody on the box.
        for other in box.order:
            if other != player and other not in box.absent:
                run.emit(AbsenceDeclared(box.number, other, clause, follows=True))


def _voucher_clause(rules: BlackjackGame) -> str:
    tokens = given(rules.wagering.tokens)
    return given(tokens.voucher).clause


# Jokers: what their holder says they are, or what they are taken to be


def may_name_joker(rules: BlackjackGame, state: State, command: NameJoker) -> Refused | None:
    if rules.joker_named is None:
        return Refused(rules.pack.clause, phrase("this game is played without jokers"))
    if state.phase != "naming" or state.at[0] != command.box:
        return Refused(
            rules.joker_named.clause, phrase("box {box} has no joker to name", box=command.box)
        )
    try:
        joker_named(command.rank)
    except Malformed as error:
        return Refused(rules.joker_named.clause, str(error))
    box = state.box(command.box)
    player = decider(box, box.hands[state.at[1] - 1]) or box.order[0]
    if command.player not in ("", player):
        return Refused(
            rules.joker_named.clause,
            phrase("{player} names the joker of box {box}", player=player, box=command.box),
        )
    return None


def name_joker(run: Run[BlackjackGame], rank: str) -> None:
    rules = run.rules
    box, number = run.state.at
    card = joker_named(rank)
    cards = list(run.state.hand(box, number).cards)
    cards[first_unnamed(cards)] = card
    points, soft = total(tuple(cards))
    run.emit(JokerNamed(box, number, card, points, soft, given(rules.joker_named).clause))


def best_name(state: State) -> str:
    """The value that makes the best total not over 21, for a player who names none."""
    cards = [card for card in state.hand(*state.at).cards if card.rank]

    def worth(rank: str) -> int:
        points, _ = total((*cards, NAMED_JOKERS[rank]))
        return points if points <= TWENTY_ONE else -points

    return max(NAMED_JOKERS, key=worth)
