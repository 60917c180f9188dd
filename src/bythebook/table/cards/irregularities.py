"""When something goes wrong with the cards: what stands, what goes back, what is burned."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused, given
from bythebook.game import commands as c
from bythebook.game.events import DEALER, CardHeldOver
from bythebook.game.irregularities import extra_card
from bythebook.game.missing_cards import clause_of_miss
from bythebook.game.state import State as Round
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.irregularities import Irregularities
from bythebook.rulebooks.chapters.words import Authority
from bythebook.table import events as e
from bythebook.table.cards import orders as m
from bythebook.table.cards.shoe import check_can_come
from bythebook.table.decision import Decision
from bythebook.table.people.seats import check_box
from bythebook.table.rounds import begin, finish_if_over, has_wager
from bythebook.table.state import IrregularCard, State


def ways(game: Game, state: State) -> dict[str, str]:
    """How an irregular card may be put right, each way with its clause."""
    rules = game.rules.irregularities
    if not state.irregular or rules is None:
        return {}
    irregular = state.irregular[0]
    match irregular.kind:
        case "extra":
            return _way_of_extra(rules, irregular, finished=True)
        case "wrong-card":
            # Where the book has a rule, it is reported as wrong cards, with everybody told.
            return {"discard": game.rules.pack.clause} if rules.wrong_cards is None else {}
        case "no-round":
            return _ways_no_round(rules, irregular)
        case "not-due":
            found = {"next-card": rules.in_error.clause}
        case _:
            found = _ways_misplaced(game, rules, state, irregular)
    # In the initial deal such a card belonged to the hand where one was due: that is put right.
    in_deal = irregular.kind == "misplaced" and state.playing.phase == "dealing"
    belongs = in_deal and not rules.too_early_in_deal
    if rules.too_early is not None and irregular.to == DEALER and not belongs:
        found = _way_of_extra(rules, irregular, finished=False)
    return found


def laid(irregular: IrregularCard) -> c.LayExtraCard:
    """What a round is told of a card too many on the dealer's hand."""
    return c.LayExtraCard(irregular.card, irregular.exposed)


def _way_of_extra(
    rules: Irregularities, irregular: IrregularCard, finished: bool
) -> dict[str, str]:
    """As the round itself would have it."""
    fate = extra_card(rules, laid(irregular), finished)
    return {"hold-over" if isinstance(fate, CardHeldOver) else "burn": fate.clause}


def _ways_no_round(rules: Irregularities, irregular: IrregularCard) -> dict[str, str]:
    """Nobody had wagered: what was seen is out of play, so that nobody wagers knowing it.

    Where such a round is declared void, that is for cards dealt to a box.
    """
    staked, declared = rules.nobody_staked, rules.nobody_staked_voids
    if staked is not None and declared and irregular.to is not None:
        return {"void": staked.clause}
    if staked is not None and not declared and irregular.exposed:
        return {"burn": staked.clause}
    if rules.not_needed is not None:
        return {"burn": rules.not_needed.clause}
    return _way_of_extra(rules, irregular, finished=True)


def _ways_misplaced(
    game: Game, rules: Irregularities, state: State, irregular: IrregularCard
) -> dict[str, str]:
    found = {}
    round_ = state.playing
    assert irregular.due is not None
    settled = any(row.stage not in ("betting", "void") for row in round_.rows)
    late = rules.rebuild.until == "settlement" and (settled or round_.opened)
    if round_.phase == "dealing" or not late:
        found["rebuild"] = rules.rebuild.clause
    else:
        # Later it is a card dealt in error: the next one from the shoe.
        found["next-card"] = (rules.skipped or rules.in_error).clause
    missed = clause_of_miss(game.rules, round_) if round_.phase == "dealing" else None
    if irregular.kind == "misplaced" and missed is not None and _comes_later(round_, irregular.to):
        found["missed"] = missed
    if rules.rebuild.impossible is not None:
        found["void"] = rules.rebuild.impossible.clause
    return found


def _comes_later(round_: Round, to: int | None) -> bool:
    return any(place.box == to for place in round_.deal)


@carries_out
def resolve(desk: Decision, command: m.Resolve) -> None:
    state = desk.state
    rules = desk.irregularities()
    if not state.irregular:
        raise Refused(desk.act.clause, "no card is irregular")
    open_ways = ways(desk.game(), state)
    if state.irregular[0].kind == "wrong-card" and rules.wrong_cards is not None:
        raise Refused(rules.wrong_cards.void.clause, "it is reported as wrong cards")
    if command.how not in open_ways:
        raise Refused(
            next(iter(open_ways.values()), desk.act.clause),
            f"it is put right by: {', '.join(open_ways) or 'nobody here'}",
        )
    clause = open_ways[command.how]
    irregular = state.irregular[0]
    if command.how == "void":
        _void(desk, clause)
    else:
        if irregular.kind == "extra":
            desk.play_last(laid(irregular))
        elif command.how == "burn" and state.in_round:
            desk.play(laid(irregular))
        if command.how == "hold-over":
            desk.emit(e.CardHeldOver(clause, irregular.card))
        if command.how == "missed":
            _miss_until(desk, irregular)
        desk.emit(e.IrregularityResolved(command.how, clause))
        if command.how in ("rebuild", "next-card", "missed"):
            desk.emit(e.CardsPutNext((irregular.card,), clause))
        if command.how in ("rebuild", "missed"):
            desk.emit(e.CardTaken(irregular.card))
            desk.play(c.Deal(irregular.card))
    desk.record(about=f"{irregular.kind} {irregular.card}: {command.how}")
    finish_if_over(desk)


def _void(desk: Decision, clause: str) -> None:
    """The round cannot be put right, or there is none: it is void, the card goes to the rack."""
    if desk.state.in_round:
        desk.play(c.VoidRound(clause))
    desk.emit(e.IrregularityResolved("void", clause))


@carries_out
def find_hand(desk: Decision, command: m.FindHand) -> None:
    """A hand lies on a box without a wager: it is out of play, and the others keep their cards."""
    rules, state = desk.irregularities(), desk.state
    says = rules.box_without_wager
    if says is None:
        raise Malformed(f"{desk.rules.book.id} puts the cards where they were due")
    check_box(desk, command.box)
    desk.check_nothing_irregular()
    if state.playing.has_box(command.box):
        raise Malformed(f"a wager lies on box {command.box}")
    running = state.playing.phase == "dealing" and not says.in_deal
    if running or len(command.cards) < says.cards:
        raise Refused(rules.rebuild.clause, "it is no hand yet: the cards go where they were due")
    for card in command.cards:
        check_can_come(desk, card)
        desk.emit(e.CardBurned(card, says.clause))
    desk.record(about=f"box {command.box}: {' '.join(map(str, command.cards))}")


@carries_out
def missed_card(desk: Decision, command: m.MissedCard) -> None:
    """The card now due in the initial deal was left out, and nobody noticed in time."""
    desk.check_nothing_irregular()
    desk.play(c.MissCard())
    desk.record()
    finish_if_over(desk)


def _miss_until(desk: Decision, irregular: IrregularCard) -> None:
    """The places passed over got no card; the one where the card lies is due now."""
    while desk.state.round is not None:
        place = desk.state.round.due
        if place is None or place.box == irregular.to:
            return
        desk.play(c.MissCard())


# Cards


@carries_out
def face_up(desk: Decision, command: m.FaceUp) -> None:
    """Out of play; as a round's first card it begins the round, for something was revealed."""
    rules = desk.irregularities()
    state = desk.state
    desk.check_nothing_irregular()
    check_can_come(desk, command.card)
    if state.shoe.held_over and state.shoe.held in (None, command.card):
        # The card kept under the shoe was seen before it was dealt: as if exposed when drawn.
        fate = extra_card(rules, c.LayExtraCard(command.card, exposed=True), finished=True)
        desk.emit(e.CardBurned(command.card, fate.clause))
        desk.record(about=str(command.card))
        return
    betting = state.round is not None and state.round.phase == "betting"
    burning = state.shoe.status == "to-burn"
    if betting and has_wager(state) and not burning:
        begin(desk, by_mistake=True)
    desk.emit(e.CardBurned(command.card, rules.face_up.clause))
    if desk.state.in_round:
        desk.play(c.BurnFaceUp(command.card))
    desk.record(about=str(command.card))


@carries_out
def drawn_in_error(desk: Decision, command: m.DrawnInError) -> None:
    """The next card; with wagers down it is a round's first, and they stay as they are.

    Nobody wagers knowing it: with nobody's wager down, it is out of play.
    """
    rules = desk.irregularities()
    desk.check_nothing_irregular()
    check_can_come(desk, command.card)
    if desk.state.shoe.status == "to-burn" and not desk.state.in_round:
        burn = given(desk.conduct.shuffle.burn)
        desk.emit(e.CardBurned(command.card, burn.clause, routine=True))
        desk.record(about=str(command.card))
        return
    if not desk.state.in_round and has_wager(desk.state):
        begin(desk, by_mistake=True)
    says: Authority = Authority(clause=rules.in_error.clause)
    if command.burned:
        later = rules.stays_burned if command.later else None
        says = later or Authority(clause=rules.burned_in_error.clause)
    stays = command.burned and (command.later or rules.burned_in_error.value == "stays-burned")
    if not desk.state.in_round and not stays:
        seen = IrregularCard(command.card, None, None, True, "no-round")
        stays, says = True, Authority(clause=next(iter(_ways_no_round(rules, seen).values())))
    if stays:
        desk.emit(e.CardBurned(command.card, says.clause))
    else:
        where = desk.state.round.due if desk.state.round is not None else None
        desk.emit(e.IrregularCardFound(command.card, None, where, True, "not-due", says.clause))
        desk.emit(e.IrregularityResolved("next-card", says.clause))
        desk.emit(e.CardsPutNext((command.card,), says.clause))
    desk.record(about=str(command.card))


@carries_out
def check_faces(desk: Decision, command: m.CheckFaces | m.OrderCheck) -> None:
    desk.emit(e.ChecksDue(desk.act.clause))
    desk.record()


@carries_out
def wrong_cards(desk: Decision, command: m.WrongCards) -> None:
    """Void the round in progress; what is over stands; nothing goes on before a check."""
    rules = desk.irregularities().wrong_cards
    if rules is None:
        raise Malformed(f"{desk.rules.book.id} has no rule for it")
    if desk.state.in_round:
        desk.play(c.FindWrongCard(command.missing))
        if desk.state.irregular:
            desk.emit(e.IrregularityResolved("void", rules.void.clause))
    finish_if_over(desk)
    _check_the_rest(desk)
    about = "a card is missing" if command.missing else "a card does not belong here"
    desk.record(about=f"{about}; rounds that are over stand by {rules.stands.clause}")


def _check_the_rest(desk: Decision) -> None:
    rules = given(desk.irregularities().wrong_cards)
    check = rules.check or rules.remainder
    if check is not None:
        desk.emit(e.ChecksDue(check.clause))


@carries_out
def verify_cards(desk: Decision, command: m.CardsVerified) -> None:
    """Checked and complete: a round goes on as it was; between rounds they are shuffled first."""
    if not desk.state.checks:
        raise Malformed("no check of the cards is due")
    desk.emit(e.CardsChecked(desk.act.clause))
    if not desk.state.in_round:
        desk.emit(e.ShuffleDue("replaced", 0, desk.act.clause, True))
    desk.record()
