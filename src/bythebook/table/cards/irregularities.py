"""When something goes wrong with the cards: what stands, what goes back, what is burned."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.game.events import DEALER, CardHeldOver
from bythebook.game.irregularities import extra_card
from bythebook.game.state import State as Round
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.irregularities import Irregularities
from bythebook.rulebooks.chapters.words import Authority
from bythebook.table import events as e
from bythebook.table.cards import orders as m
from bythebook.table.cards.shoe import check_can_come
from bythebook.table.decision import Decision
from bythebook.table.rounds import begin, finish_if_over
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
            found = _ways_misplaced(rules, state, irregular)
    if rules.too_early is not None and irregular.to == DEALER:
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
    """Dealt to a box though nobody wagered: void by itself; merely drawn: the next card."""
    if rules.no_wagers is not None and irregular.to is not None:
        return {"void" if rules.no_wagers_declared else "burn": rules.no_wagers.clause}
    if rules.not_needed is not None:
        return {"burn": rules.not_needed.clause}
    return {"next-card": rules.in_error.clause}


def _ways_misplaced(
    rules: Irregularities, state: State, irregular: IrregularCard
) -> dict[str, str]:
    found = {}
    round_ = state.round
    assert round_ is not None
    assert irregular.due is not None
    settled = any(row.stage not in ("betting", "void") for row in round_.rows)
    late = rules.rebuild.until == "settlement" and (settled or round_.opened)
    if round_.phase == "dealing" or not late:
        found["rebuild"] = rules.rebuild.clause
    else:
        # Later it is a card dealt in error: the next one from the shoe.
        found["next-card"] = (rules.skipped or rules.in_error).clause
    if irregular.kind == "no-wager" and rules.no_wager is not None:
        found["discard"] = rules.no_wager.clause
    missed: Authority | None = rules.one_card
    if irregular.due.box == DEALER:
        missed = rules.no_first_card.finish if rules.no_first_card is not None else None
    if irregular.kind == "misplaced" and missed is not None and _comes_later(round_, irregular.to):
        found["missed"] = missed.clause
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
        if command.how == "hold-over":
            desk.emit(e.CardHeldOver(clause))
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
    if state.shoe.held_over:
        # The card kept under the shoe was seen before it was dealt: as if exposed when drawn.
        fate = extra_card(rules, c.LayExtraCard(command.card, exposed=True), finished=True)
        desk.emit(e.CardBurned(command.card, fate.clause))
        desk.record(about=str(command.card))
        return
    betting = state.round is not None and state.round.phase == "betting"
    burning = state.shoe.status == "to-burn"
    mains = state.round is not None and any(w.kind == "main" for w in state.round.wagers)
    if betting and mains and not burning:
        begin(desk)
    desk.emit(e.CardBurned(command.card, rules.face_up.clause))
    if desk.state.in_round:
        desk.play(c.BurnFaceUp(command.card))
    desk.record(about=str(command.card))


@carries_out
def drawn_in_error(desk: Decision, command: m.DrawnInError) -> None:
    rules = desk.irregularities()
    desk.check_nothing_irregular()
    check_can_come(desk, command.card)
    says: Authority = Authority(clause=rules.in_error.clause)
    if command.burned:
        later = rules.stays_burned if command.later else None
        says = later or Authority(clause=rules.burned_in_error.clause)
    stays = command.burned and (command.later or rules.burned_in_error.value == "stays-burned")
    if not desk.state.in_round and rules.not_needed is not None:
        stays, says = True, rules.not_needed
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
    rules = desk.irregularities().wrong_cards
    assert rules is not None
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
