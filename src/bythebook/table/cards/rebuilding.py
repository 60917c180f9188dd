"""Putting a round right: back to where it went wrong, and on from there with the cards in order."""

from bythebook.cards import Card
from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.game.events import CardDealt, Settled
from bythebook.game.round import play, refusal
from bythebook.game.state import State as Round
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.irregularities import Rebuild
from bythebook.rulebooks.tables import PLAYER
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.cards.face_down import face_down
from bythebook.table.cards.shoe import check_can_come
from bythebook.table.decision import Decision
from bythebook.table.decision import step as taken
from bythebook.table.evolve import fold
from bythebook.table.rounds import (
    DECISIONS,
    correct_past,
    deal,
    finish_if_over,
    known_too_early,
)
from bythebook.table.state import State, Step


def dealt(steps: tuple[Step, ...]) -> list[tuple[int, Card]]:
    """The cards of a round in the order they were dealt, with the step that dealt each."""
    return [
        (at, step.command.card) for at, step in enumerate(steps) if isinstance(step.command, c.Deal)
    ]


# What was ordered about wagers stays ordered, however far the cards go back; what failed has
# failed, cards that ran out have run out, and one that was burned is out of play.
BURNS = c.BurnFaceUp | c.LayExtraCard
STAYS = (
    c.ReturnWagers
    | c.ReduceWager
    | c.InvalidateWagers
    | c.FailJackpot
    | c.ReportMalfunction
    | c.RunOut
    | BURNS
)


INITIAL = ("betting", "dealing", "dealt", "naming")


def _interim(round_: Round) -> list[Settled]:
    return [row for row in round_.rows if row.stage == "interim"]


def _order_again(desk: Decision, steps: tuple[Step, ...]) -> None:
    for step in steps:
        if isinstance(step.command, STAYS) and desk.why_not(step.command) is None:
            desk.play(step.command)


@carries_out
def rewind(desk: Decision, command: m.Rewind) -> None:
    """A decision was skipped or misunderstood: the cards dealt since are used again, in order."""
    rules = desk.irregularities()
    state = desk.state
    if rules.skipped is None:
        raise Malformed(f"{desk.rules.book.id} rebuilds the round instead")
    if state.round is None or not state.in_round:
        clause = (rules.settled or rules.skipped).clause
        raise Refused(clause, "everything is settled: the result stands")
    cards = dealt(state.steps)
    if not 0 < command.cards < len(cards):
        raise Malformed(f"the round has {len(cards)} cards; some of them must go back")
    keep = cards[command.cards - 1][0] + 1
    between = range(keep, cards[command.cards][0])
    decisions = [at for at in between if not isinstance(state.steps[at].command, STAYS)]
    if not 0 <= command.decisions <= len(decisions):
        raise Malformed(f"{len(decisions)} decisions were taken between that card and the next")
    if command.decisions:
        keep = decisions[command.decisions - 1] + 1
    if not state.playing.has_box(command.box):
        raise Malformed("it must say for which box the dealer got it wrong")
    kept = fold(state.beginning, state.steps[:keep])
    offers = kept.phase == "offers" and _interim(kept) != _interim(state.playing)
    if kept.phase in INITIAL or offers:
        # The initial deal, and what was settled after it, are no skipped decision.
        raise Refused(rules.rebuild.clause, "not before the interim settlement")
    _check_dealers_error(desk, decisions[command.decisions :], command.box, rules.skipped.clause)
    back = tuple(card for _, card in cards[command.cards :])
    desk.emit(e.RoundRewound(keep, rules.skipped.clause))
    _order_again(desk, state.steps[keep:])
    desk.emit(e.CardsPutNext(back, rules.in_error.clause))
    desk.record(about=f"box {command.box}, back to card {command.cards}")


def _check_dealers_error(desk: Decision, undone: list[int], box: int, clause: str) -> None:
    """The first decision that is undone was put down for this box by the dealer, and wrongly.

    What players decided with their own hand nobody misheard; and nobody finds their own error.
    """
    state = desk.state
    wrong = state.steps[undone[0]].command if undone else None
    if not isinstance(wrong, DECISIONS) or getattr(wrong, "box", box) != box:
        raise Refused(clause, f"nothing was decided there for box {box}")
    by = state.given[undone[0]]
    if by is not None and by.role == PLAYER:
        raise Refused(clause, f"{by.name} decided that: nobody was passed over or misheard")
    if by is not None and by.name == desk.order.by.name:
        raise Refused(clause, f"somebody else than {by.name}, who put it down, finds the error")


@carries_out
def rebuild(desk: Decision, command: m.Rebuild) -> None:
    """The true order of the cards from one of them on; decisions stand, or are taken anew."""
    rules = desk.irregularities().rebuild
    state = desk.state
    over = not state.in_round
    past = state.past[-1] if state.past else None
    start, steps = state.start, state.steps
    if over:
        start, steps = (past.start, past.steps) if past is not None else (None, ())
    if start is None:
        raise Refused(rules.clause, "there is no round to put right")
    _check_window(state, rules, over)
    if rules.withdraw is not None and not state.rebuilding:
        raise Refused(rules.withdraw.clause, "players may first take their wagers back")
    cards = dealt(steps)
    if not 1 <= command.from_card <= len(cards):
        raise Malformed(f"the round has cards 1 to {len(cards)}")
    were = tuple(card for _, card in cards[command.from_card - 1 :])
    unburned, surplus = _take_in_surplus(desk, were, command.cards)
    steps, same = _without_burns(steps, unburned)
    keep = dealt(steps)[command.from_card - 1][0]
    new, left = _replayed(desk.game(), start, steps, keep, command.cards, rules)
    after = (*steps[:keep], *new)
    if not over and rules.after_settlement:
        _check_settled_stand(state, fold(start, after), rules)
    if over:
        _correct_last(desk, after, rules)
    else:
        same = min(same, keep)
        desk.emit(e.RoundRewound(same, rules.clause))
        for step in after[same:]:
            desk.emit(e.RoundMoved(step))
        finish_if_over(desk)
    left = (*left, *surplus)
    if left:
        desk.emit(e.CardsPutNext(left, rules.clause))
    if state.rebuilding:
        desk.emit(e.WithdrawalsClosed(rules.clause))
    if left and not desk.state.in_round:
        desk.emit(e.NextBurned(known_too_early(desk.irregularities()).clause))
    desk.record(about=f"from card {command.from_card}")


def last_entry(state: State) -> Card | None:
    """The last card that was put down, if nothing has been put down since."""
    if state.irregular:
        return state.irregular[-1].card
    step = _last_step(state)
    return step.command.card if step is not None and isinstance(step.command, c.Deal) else None


def last_entry_seen(state: State) -> Card | None:
    """The same as anybody may be shown it: not while it lies face down. Whoever put it down knows
    which it is."""
    return None if _lies_face_down(state) else last_entry(state)


def _lies_face_down(state: State) -> bool:
    if state.irregular:
        return not state.irregular[-1].exposed
    step, down = _last_step(state), face_down(state)
    events = step.events if step is not None else ()
    return any(isinstance(one, CardDealt) and (one.hidden or one.box in down) for one in events)


def _last_step(state: State) -> Step | None:
    steps = state.steps
    if not state.in_round:
        steps = state.past[-1].steps if state.past else ()
    return steps[-1] if steps else None


@carries_out
def correct_entry(desk: Decision, command: m.CorrectEntry) -> None:
    """Whoever may put the cards right stands behind it; no card is moved, only what was written."""
    state, clause = desk.state, desk.act.clause
    if not command.cards:
        raise Malformed("it must say which card lies there", "cards")
    was = last_entry(state)
    if was is None:
        raise Refused(clause, "since the last card something else was put down")
    if not state.in_round and state.last is not None and state.last.voided:
        raise Refused(clause, "the round was declared void")
    unseen = _lies_face_down(state)
    if was != command.was:
        which = "another card" if unseen else str(was)
        raise Refused(clause, f"the last card put down is {which}, not {command.was}")
    if state.shoe.next or state.shoe.held is not None or len(state.irregular) > 1:
        raise Refused(clause, "cards drawn before are still to be used: they are put right first")
    if state.irregular or state.in_round:
        if not state.irregular:
            desk.emit(e.RoundRewound(len(state.steps) - 1, clause))
        desk.emit(e.EntryTakenBack(was, clause))
        for at, card in enumerate(command.cards):
            to = command.to if at == 0 else None
            deal(desk, o.Deal(card, to, exposed=at > 0 or not unseen))
    else:
        _correct_entry_of_last(desk, was, command.cards)
    corrected = f"{was}: {' '.join(map(str, command.cards))}"
    desk.record(about="a card face down" if unseen else corrected)


def _correct_entry_of_last(desk: Decision, was: Card, cards: tuple[Card, ...]) -> None:
    """The round is over by that card: decided anew with those that lie there."""
    past, clause, game = desk.state.past[-1], desk.act.clause, desk.game()
    desk.emit(e.EntryTakenBack(was, clause))
    steps = past.steps[:-1]
    round_ = fold(past.start, steps)
    for card in cards:
        if round_.due is None:
            raise Refused(clause, f"with these cards nobody would be due {card}")
        check_can_come(desk, card)
        desk.emit(e.CardTaken(card))
        round_, events = play(game, round_, c.Deal(card))
        steps = (*steps, taken(c.Deal(card), events))
    if round_.phase != "over":
        raise Refused(clause, "with this card the round would go on: name those after it as well")
    correct_past(desk, steps, clause)


@carries_out
def announce_rebuild(desk: Decision, command: m.AnnounceRebuild) -> None:
    """Whoever wishes takes their wagers back before the round is put right."""
    rules = desk.irregularities().rebuild
    if rules.withdraw is None:
        raise Malformed("wagers stay down while a round is put right")
    if not desk.state.in_round:
        raise Refused(rules.clause, "there is no round to put right")
    _check_window(desk.state, rules, False)
    desk.emit(e.WithdrawalsOpened(rules.withdraw.clause, rebuild=True))
    desk.record()


@carries_out
def withdraw_wagers(desk: Decision, command: m.WithdrawWagers) -> None:
    """Before a rebuild, or when no device is left: undecided stakes only."""
    says, state = desk.irregularities().rebuild.withdraw, desk.state
    desk.player(command.player)
    clause = state.withdrawing
    if says is not None and (state.irregular or state.rebuilding):
        clause = says.clause
    if not clause:
        locked = desk.game().rules.wagering.locked.clause
        raise Refused(locked, "wagers are not withdrawn now")
    desk.play(c.ReturnWagers(clause, command.player, command.box))
    desk.record(player=command.player)
    finish_if_over(desk)


@carries_out
def restart_shoe(desk: Decision, command: m.RestartShoe) -> None:
    """The burn was forgotten: the shoe's first round begins again with it."""
    burn, state = desk.conduct.shuffle.burn, desk.state
    if burn is None or burn.restart is None:
        raise Malformed(f"{desk.rules.book.id} plays on without the burn")
    clause = burn.restart.clause
    if not (state.in_round and state.shoe.forgotten_burn and state.shoe.rounds == 1):
        raise Refused(clause, "only in the first round after a forgotten burn")
    if any(row.stage not in ("betting", "void") for row in state.playing.rows):
        raise Refused(clause, "wagers have been settled")
    cards = dealt(state.steps)
    desk.emit(e.RoundRewound(cards[0][0], clause))
    _order_again(desk, state.steps[cards[0][0] :])
    desk.emit(e.CardsPutNext(tuple(card for _, card in cards), clause))
    desk.emit(e.FirstNextBurned(burn.clause))
    desk.record()


def _take_in_surplus(
    desk: Decision, were: tuple[Card, ...], cards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Cards laid aside, and irregular ones, may turn out to belong to the round; no others may.

    Returns those laid aside, and irregular ones that are not named: that is left over.
    """
    rules, state = desk.irregularities().rebuild, desk.state
    extra = list(cards)
    for card in were:
        if card not in extra:
            raise Malformed("the same cards, in the order in which they should have come")
        extra.remove(card)
    irregular = [card.card for card in state.irregular]
    laid_aside = list(state.shoe.burned)
    unburned = []
    for card in extra:
        if card in irregular:
            irregular.remove(card)
        elif card in laid_aside:
            laid_aside.remove(card)
            unburned.append(card)
        else:
            raise Malformed(f"{card} was not dealt in this round")
    if state.irregular:
        desk.emit(e.IrregularityResolved("rebuild", rules.clause))
    if unburned:
        desk.emit(e.BurnUndone(tuple(unburned), rules.clause))
    return tuple(unburned), tuple(irregular)


def _without_burns(
    steps: tuple[Step, ...], unburned: tuple[Card, ...]
) -> tuple[tuple[Step, ...], int]:
    """The round as if these cards had not been burned, and how many of its steps come before.

    A burned card changes nothing in a round, so that what followed it stays as it was.
    """
    kept, same = list(steps), len(steps)
    for card in unburned:
        burns = [
            at
            for at, step in enumerate(kept)
            if isinstance(step.command, BURNS) and step.command.card == card
        ]
        if burns:
            same = min(same, burns[-1])
            del kept[burns[-1]]
    return tuple(kept), same


def _check_window(state: State, rules: Rebuild, over: bool) -> None:
    if over and rules.until != "next-round":
        raise Refused(rules.clause, "the round is over: the result stands")
    if over and state.last is not None and state.last.voided:
        raise Refused(rules.clause, "the round was declared void")
    if rules.until == "settlement" and not rules.after_settlement and state.round is not None:
        if any(row.stage not in ("betting", "void") for row in state.round.rows):
            raise Refused(rules.clause, "wagers have been settled: the cards stay where they are")
        if state.round.opened and len(dealt(state.steps)) > 2 * len(state.round.boxes) + 1:
            raise Refused(rules.clause, "the subsequent deal has begun")


def _check_settled_stand(state: State, rebuilt: Round, rules: Rebuild) -> None:
    """Whatever was settled comes out the same; otherwise the cards lie as they are."""
    if state.playing.opened and len(dealt(state.steps)) > 2 * len(state.playing.boxes) + 1:
        raise Refused(rules.clause, "the subsequent deal has begun")
    before = [row for row in state.playing.rows if row.stage not in ("betting", "void")]
    after = [row for row in rebuilt.rows if row.stage not in ("betting", "void")]
    if any(row not in after for row in before):
        raise Refused(rules.clause, "a settled hand would change: the cards stay where they are")


def _correct_last(desk: Decision, steps: tuple[Step, ...], rules: Rebuild) -> None:
    if fold(desk.state.past[-1].start, steps).phase != "over":
        raise Refused(rules.clause, "put right, the round would need another card or a decision")
    correct_past(desk, steps, rules.clause)


def _replayed(
    game: Game,
    start: Round,
    steps: tuple[Step, ...],
    keep: int,
    cards: tuple[Card, ...],
    rules: Rebuild,
) -> tuple[tuple[Step, ...], tuple[Card, ...]]:
    """Deal the cards in their true order; take decisions over while the hand looks the same."""
    old, new = fold(start, steps[:keep]), fold(start, steps[:keep])
    made: list[Step] = []
    staying: list[c.Command] = []
    afterwards: list[c.Command] = []  # what came when the round was over
    decisions: list[tuple[c.Command, object]] = []
    for step in steps[keep:]:
        if old.phase == "over":
            afterwards.append(step.command)
        elif isinstance(step.command, STAYS):
            staying.append(step.command)
        elif not isinstance(step.command, c.Deal) and rules.decisions != "taken-anew":
            decisions.append((step.command, _seen(old)))
        old = fold(old, (step,))

    def order_again(commands: list[c.Command]) -> None:
        nonlocal new
        for command in commands:
            if refusal(game, new, command) is None:
                new, events = play(game, new, command)
                made.append(taken(command, events))

    order_again(staying)
    left = list(cards)
    while new.phase != "over":
        if new.due is not None:
            if not left:
                break
            command: c.Command = c.Deal(left.pop(0))
        else:
            # A decision stands for whoever sees the same cards, in whatever order hands are asked.
            same = [at for at, (_, seen) in enumerate(decisions) if seen == _seen(new)]
            if not same:
                break
            command = decisions.pop(same[0])[0]
        try:
            new, events = play(game, new, command)
        except Refused:
            break
        made.append(taken(command, events))
    if new.phase == "over":
        order_again(afterwards)
    return tuple(made), tuple(left)


def _seen(round_: Round) -> object:
    """What whoever decides has before them: their hand and the dealer's card."""
    box, hand = round_.at
    cards = round_.hand(box, hand).cards if round_.has_box(box) else ()
    return round_.phase, round_.at, cards, round_.dealer[:1]
