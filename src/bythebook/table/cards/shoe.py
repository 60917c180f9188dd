"""Shuffle, cut and burn; the cutting card; cards replaced; discards back into the device."""

from typing import Literal

from bythebook.cards import Card
from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.rulebooks.chapters.conduct import Conduct, CutTo
from bythebook.rulebooks.chapters.conduct import Cut as CutRules
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.cards.depths import cards_left, outside, stack
from bythebook.table.decision import Decision
from bythebook.table.opening import check_setup, show_anew
from bythebook.table.people.duties import check_cards_stay
from bythebook.table.people.signs import after, anew, pays_otherwise
from bythebook.table.powers import outranks, title, unmet
from bythebook.table.state import Because, Player, ShoeStatus, State

STAFF = "staff"


def by_shoe(state: State) -> bool:
    return state.setup is not None and state.setup.dealing == "shoe"


def shuffle_clause(conduct: Conduct, state: State) -> str:
    """By which clause cards are shuffled: a device has its own."""
    rules = conduct.shuffle
    device = rules.device if not by_shoe(state) else None
    return (device or rules.due).clause


def overdue(conduct: Conduct, state: State) -> str:
    """By which clause nothing is dealt before a shuffle that was missed; nothing: it may be."""
    card = conduct.shuffle.cutting_card
    if card is None or card.overdue is None or state.shoe.waited != card.missed.clause:
        return ""
    return card.overdue.clause


def staying_out(desk: Decision) -> tuple[Card, ...]:
    """The cards on the layout, which no shuffle in mid-round takes up.

    Where a decided hand's cards are collected at once, they lie in the rack by then.
    """
    round_ = desk.state.round
    if round_ is None:
        return ()
    collected = desk.conduct.shuffle.collected is not None
    hands = [hand for box in round_.boxes for hand in box.hands if hand.live() or not collected]
    return (*(card for hand in hands for card in hand.cards), *round_.dealers_cards)


# Shuffling


@carries_out
def shuffle(desk: Decision, command: o.Shuffle) -> None:
    """Between rounds everything is shuffled; in mid-round the discards, because cards ran out."""
    if desk.state.checks:
        raise Refused(desk.state.checks, "the cards must be checked first")
    if desk.state.in_round:
        _shuffle_discards(desk)
        return
    check_cards_stay(desk.state)
    rules = desk.conduct.shuffle
    shoe = by_shoe(desk.state)
    due = not shoe or desk.state.shoe.status != "ready" or desk.state.shoe.markers_out
    if not due and rules.not_due is not None:
        raise Refused(rules.not_due.clause, "no shuffle is due")
    _check_new_cards(desk)
    clause = shuffle_clause(desk.conduct, desk.state)
    if command.pre_shuffled:
        clause = _clause_of_pre_shuffled(desk)
    if desk.state.shoe.status == "ready":
        # Nothing made it due: nobody has a better claim to the cut than anybody else.
        desk.emit(e.ShuffleDue("other", 0, clause, True))
    status: ShoeStatus = "to-cut" if shoe and rules.cut is not None else after_loading(desk)
    desk.emit(e.CardsShuffled(status, True, clause))
    desk.record(about="pre-shuffled" if command.pre_shuffled else "")


def _clause_of_pre_shuffled(desk: Decision) -> str:
    """By which clause new cards come shuffled, once somebody has said so."""
    rules = desk.conduct.shuffle
    if rules.pre_shuffled is None or desk.state.shoe.because not in ("opening", "replaced"):
        raise Refused(rules.due.clause, "these cards must be shuffled")
    acts = {need.or_act for need in desk.conduct.opening.needs if need.cards and need.or_act}
    if acts and not acts & desk.state.done:
        raise Refused(rules.pre_shuffled.clause, "nobody has recorded that they come shuffled")
    return rules.pre_shuffled.clause


def _check_new_cards(desk: Decision) -> None:
    """Cards that were replaced are checked again, where the book has them checked."""
    setup = desk.state.set_up
    needs = tuple(need for need in desk.conduct.opening.needs if need.cards)
    if desk.state.shoe.because == "replaced":
        for need in unmet(desk.rules, desk.state, needs, setup):
            raise Refused(need.clause, f"{need.act} must be recorded for the new cards")


def _shuffle_discards(desk: Decision) -> None:
    runs_out = desk.irregularities().runs_out
    if runs_out is None:
        raise Refused(shuffle_clause(desk.conduct, desk.state), "not while a round is being dealt")
    if cards_left(desk.rules, desk.state) or desk.state.shoe.next:
        raise Refused(runs_out.clause, "cards are left to be dealt")
    status: ShoeStatus = "ready"
    if runs_out.cut and by_shoe(desk.state) and desk.conduct.shuffle.cut is not None:
        status = "to-cut"
    elif runs_out.burn and _burns(desk):
        status = "to-burn"
    out = staying_out(desk)
    desk.emit(e.CardsShuffled(status, False, runs_out.clause, out=out, ran_out=True))
    if not runs_out.burn:
        _tell_round(desk, c.RunOut())
    if runs_out.afterwards is not None:
        desk.emit(e.ShuffleDue("other", 0, runs_out.afterwards.clause, False))
    desk.record(about="the cards ran out")


def _tell_round(desk: Decision, ran_out: c.RunOut) -> None:
    """The cards ran out in mid-round: the round is told, once it is clear what was burned."""
    if desk.state.in_round and desk.state.shoe.ran_out:
        desk.play(ran_out)


@carries_out
def order_shuffle(desk: Decision, command: o.OrderShuffle) -> None:
    """At once where no round is running; otherwise when it is over, or where the book says so."""
    mid_round = desk.conduct.shuffle.mid_round
    if desk.state.in_round:
        desk.check_nothing_irregular()
    if desk.state.in_round and mid_round is not None:
        cut = by_shoe(desk.state) and desk.conduct.shuffle.cut is not None
        desk.emit(e.ShuffleDue("other", 0, mid_round.clause, True))
        status: ShoeStatus = "to-cut" if cut else "ready"
        out = staying_out(desk)
        desk.emit(e.CardsShuffled(status, False, mid_round.clause, out=out))
        desk.record()
        return
    desk.emit(e.ShuffleDue("other", 0, desk.act.clause, not desk.state.in_round))
    desk.record()


def _burns(desk: Decision) -> bool:
    burn, setup = desk.conduct.shuffle.burn, desk.state.setup
    if burn is None or setup is None:
        return False
    if by_shoe(desk.state) and burn.shoe == "option" and not setup.burns:
        return False
    return burn.shoe != "never" if by_shoe(desk.state) else burn.device != "never"


def after_loading(desk: Decision) -> Literal["to-burn", "ready"]:
    return "to-burn" if _burns(desk) else "ready"


# The cut


def cutter(rules: CutRules, state: State) -> tuple[str, str]:
    """Who is offered the cut now, and by which clause; nobody's name: a member of the staff."""
    shoe = state.shoe
    entry = _preference(rules.offered, shoe.because)
    order = _asked_in_turn(state, entry, rules.refused_from)
    left = [name for name in order if name not in shoe.declined]
    if not left:
        return "", rules.last.clause
    return left[0], entry.clause if not shoe.declined else rules.refused.clause


def _preference(offered: tuple[CutTo, ...], because: Because) -> CutTo:
    for entry in offered:
        if entry.because == because:
            return entry
    return offered[-1]


def _asked_in_turn(state: State, entry: CutTo, refused_from: str) -> list[str]:
    """The chosen player first, then clockwise from there, box by box.

    A player's place is the seat, or for somebody standing the box played last.
    """
    placed = [p for p in state.players.values() if _place(p)]
    names = [p.name for p in sorted(placed, key=lambda p: (_place(p), not p.seat))]
    elsewhere = [p.name for p in state.players.values() if not _place(p)]
    if entry.to == "any-player":
        return [*names, *elsewhere]
    if entry.to == "first-arrival" and state.players:
        first = min(state.players.values(), key=lambda player: player.arrived).name
        names = names if first in names else [first, *names]
    elif not names:
        return []
    else:
        first = _chosen(state, entry, names)
    if refused_from == "first-box":
        return [first, *(name for name in names if name != first)]
    start = names.index(first) if first in names else 0
    return [*names[start:], *names[:start]]


def _place(player: Player) -> int:
    return player.seat or min(player.boxes, default=0)


def _chosen(state: State, entry: CutTo, names: list[str]) -> str:
    if entry.to == "that-box":
        box = state.shoe.because_box
        if state.last is not None and state.last.has_box(box):
            name = state.last.box(box).deciders[0]
            if name in state.players:
                return name
        here = [name for name in names if _place(state.players[name]) == box]
        return here[0] if here else names[-1]
    if entry.to == "far-right":
        far = _place(state.players[names[-1]])
        return next(name for name in names if _place(state.players[name]) == far)
    return names[0]


@carries_out
def decline_cut(desk: Decision, command: o.DeclineCut) -> None:
    rules = desk.conduct.shuffle.cut
    if rules is None or desk.state.shoe.status != "to-cut":
        raise Refused(shuffle_clause(desk.conduct, desk.state), "nothing is to be cut")
    name, clause = cutter(rules, desk.state)
    desk.player(command.player)
    anybody = _preference(rules.offered, desk.state.shoe.because).to == "any-player"
    if command.player != name and not anybody:
        raise Refused(clause, f"the cut is offered to {name or 'the staff'}")
    desk.emit(e.CutDeclined(command.player, rules.refused.clause))


@carries_out
def cut(desk: Decision, command: o.Cut) -> None:
    rules = desk.conduct.shuffle.cut
    if rules is not None and desk.state.shoe.status == "to-insert" and not command.player:
        _cut_again(desk, rules, command)
        return
    if rules is None or desk.state.shoe.status != "to-cut":
        raise Refused(shuffle_clause(desk.conduct, desk.state), "nothing is to be cut")
    if command.player:
        _check_offered(desk, rules, command.player)
    else:
        _check_staff_cuts(desk, rules)
    badly, status = outside(desk, rules.depth, command.from_front), _after_cut(desk)
    desk.emit(e.CardsCut(command.player, command.from_front, badly, status, rules.depth.clause))
    if not command.player:
        desk.record(about="nobody would cut")


def _check_offered(desk: Decision, rules: CutRules, player: str) -> None:
    desk.player(player)
    name, clause = cutter(rules, desk.state)
    anybody = _preference(rules.offered, desk.state.shoe.because).to == "any-player"
    if player != name and not (anybody and name):
        raise Refused(clause, f"the cut is offered to {name or 'the staff'}")


def _check_staff_cuts(desk: Decision, rules: CutRules) -> None:
    """A member of the staff cuts when nobody would, or at any time where the book says so."""
    by = desk.order.by
    if rules.staff is not None and outranks(desk.conduct, by, rules.staff.value):
        return
    name, clause = cutter(rules, desk.state)
    if name:
        raise Refused(clause, f"the cut is offered to {name} first")
    if not outranks(desk.conduct, by, rules.last.value):
        raise Refused(rules.last.clause, f"a {title(desk.conduct, rules.last.value)} cuts then")


def _after_cut(desk: Decision) -> ShoeStatus:
    if desk.state.in_round and not _stays_in_use(desk):
        # No cutting card goes back in: everything is shuffled after the round.
        runs_out = desk.irregularities().runs_out
        return "to-burn" if runs_out is not None and runs_out.burn and _burns(desk) else "ready"
    insert = desk.conduct.shuffle.insert or desk.conduct.shuffle.markers
    return "to-insert" if insert else after_loading(desk)


def _stays_in_use(desk: Decision) -> bool:
    """Shuffled in mid-round, the cards are dealt on from after it: not when they ran out."""
    because = desk.state.shoe.because
    if desk.state.shoe.shuffle_due:
        return False
    if because == "malfunction":
        return not desk.state.shoe.one_round
    return because == "other" and desk.conduct.shuffle.mid_round is not None


def _cut_again(desk: Decision, rules: CutRules, command: o.Cut) -> None:
    """The dealer's own cut after a player's, once, where the book allows it."""
    if rules.again is None or desk.state.shoe.cut_by in ("", STAFF):
        again = rules.again
        clause = again.clause if again is not None else shuffle_clause(desk.conduct, desk.state)
        raise Refused(clause, "nothing is to be cut")
    badly = outside(desk, rules.depth, command.from_front)
    clause = rules.again.clause
    desk.emit(e.CardsCut("", command.from_front, badly, "to-insert", clause))


@carries_out
def insert(desk: Decision, command: o.Insert) -> None:
    """The cutting card goes back in, or the markers do, each where the book wants it."""
    rules = desk.conduct.shuffle
    if desk.state.shoe.status != "to-insert":
        raise Refused(shuffle_clause(desk.conduct, desk.state), "no cutting card is to be put in")
    if not command.from_back:
        raise Malformed("say how many cards from the back")
    cards = stack(desk)
    clause, badly = _check_markers(desk, command) if rules.markers else ("", False)
    if rules.insert is not None:
        if len(command.from_back) != 1:
            raise Refused(rules.insert.clause, "there is one cutting card")
        badly = outside(desk, rules.insert, cards - command.from_back[0])
        clause = rules.insert.clause
    status = after_loading(desk)
    if desk.state.in_round and desk.state.shoe.because == "other":
        status = "ready"  # an ordered shuffle in mid-round burns nothing
    desk.emit(e.CuttingCardInserted(command.from_back, badly, status, clause))


def _check_markers(desk: Decision, command: o.Insert) -> tuple[str, bool]:
    rules, setup = desk.conduct.shuffle, desk.state.setup
    assert setup is not None
    decks, count = desk.game().decks, len(command.from_back)
    entry = next((m for m in rules.markers if decks in m.decks), None)
    if entry is None:
        raise Malformed(f"nothing is said about markers with {decks} decks")
    least, most = entry.count.value
    if not least <= count <= most:
        raise Refused(entry.count.clause, f"{least} to {most} marker cards with {decks} decks")
    if rules.same_markers is not None and setup.area_markers not in (None, count):
        raise Refused(
            rules.same_markers.clause, f"the tables of this area use {setup.area_markers}"
        )
    two = entry.depth_of_two if count > 1 else None
    depth = two or entry.depth
    if len(set(command.from_back)) != count:
        raise Refused(depth.clause, "two markers lie in different places")
    badly = [outside(desk, depth, stack(desk) - back) for back in command.from_back]
    return depth.clause, any(badly)


@carries_out
def badly_cut(desk: Decision, command: o.BadlyCut) -> None:
    """Found later: the round is finished, then the cards are shuffled and cut; results stand."""
    rules = desk.conduct.shuffle.badly_cut
    if rules is None:
        raise Malformed(f"{desk.rules.book.id} has no rule for it")
    desk.emit(e.ShuffleDue("other", 0, rules.clause, not desk.state.in_round))
    desk.record()


# Burning


@carries_out
def burn(desk: Decision, command: o.Burn) -> None:
    rules = desk.conduct.shuffle.burn
    if rules is None or desk.state.shoe.status != "to-burn":
        clause = rules.clause if rules is not None else desk.conduct.shuffle.due.clause
        raise Refused(clause, "no card is to be burned")
    clause = rules.clause
    if not by_shoe(desk.state) and rules.device_clause is not None:
        clause = rules.device_clause.clause
    if command.card is not None:
        if rules.shown is None or not desk.order.asked:
            raise Refused(clause, "it goes down unseen, unless a player may ask and asks")
        clause = rules.shown.clause
        check_can_come(desk, command.card)
    desk.emit(e.CardBurned(command.card, clause, routine=True))
    _tell_round(desk, c.RunOut(command.card, unseen=command.card is None))


def forget_burn(desk: Decision) -> None:
    """The first card of a round is dealt though one should have been burned: it stays in play."""
    rules = desk.conduct.shuffle.burn
    if desk.state.shoe.status == "to-burn" and rules is not None:
        forgotten = rules.forgotten
        if forgotten is None:
            raise Refused(rules.clause, "a card is to be burned first")
        desk.emit(e.BurnForgotten(forgotten.clause))
        _tell_round(desk, c.RunOut(forgotten=True))


# The cutting card


def _rounds_left(state: State) -> int:
    """How many of the announced last rounds are left, the one being dealt included."""
    if state.closing is None or not state.closing_in:
        return 0
    return state.closing_in - (state.rounds - state.closing)


@carries_out
def cutting_card(desk: Decision, command: o.CuttingCard) -> None:
    """Before a round's first card: shuffle now. During a round: when it is over."""
    rules = desk.conduct.shuffle.cutting_card
    state = desk.state
    if rules is None or not by_shoe(state):
        raise Refused(shuffle_clause(desk.conduct, state), "no cutting card is used here")
    if state.shoe.markers_out >= state.shoe.markers:
        raise Malformed("it has come out already")
    final = rules.final_rounds
    if final is not None and 0 < _rounds_left(state) <= final.value:
        desk.emit(e.CuttingCardOut(final.clause))
        desk.record(about="thrown aside in the last rounds")
        return
    last = state.shoe.markers_out + 1 == state.shoe.markers
    clause = (rules.during if not last or rules.last is None else rules.last).clause
    if not state.in_round:
        if rules.first is None:
            desk.emit(e.CuttingCardOut(clause))
            if last:
                desk.emit(e.ShuffleDue("first-card", 0, clause, True))
            return
        desk.emit(e.CuttingCardOut(rules.first.clause))
        desk.emit(e.ShuffleDue("first-card", 0, rules.first.clause, True))
        if state.called:  # no round has begun: wagers may still be changed
            desk.emit(e.BettingReopened(rules.first.clause))
        return
    due = state.playing.due
    at = due.box if due is not None else 0
    desk.emit(e.CuttingCardOut(clause))
    if last or rules.last is None:
        because: Because = "box" if at else "dealer"
        desk.emit(e.ShuffleDue(because, at, clause, False))


# Replacing


@carries_out
def replace_cards(desk: Decision, command: o.ReplaceCards) -> None:
    setup = desk.state.set_up
    check_cards_stay(desk.state)
    if command.decks is not None:
        wanted = after(desk.rules, desk.state, command)
        check_setup(desk.rules, wanted)
        change = desk.conduct.acts.get("change-game")
        if change and pays_otherwise(desk.rules, setup, wanted):
            says = "so many decks pay otherwise: that is a change of the wagers on offer"
            raise Refused(change[0].clause, says)
        desk.emit(e.DealingChanged(wanted, desk.act.clause))
        show_anew(desk, anew(desk.rules, desk.state, wanted, desk.at))
    desk.emit(e.ShuffleDue("replaced", 0, desk.act.clause, True))
    if desk.state.checks:
        desk.emit(e.CardsChecked(desk.act.clause))
    desk.emit(e.NewCards(tuple(n.act for n in desk.conduct.opening.needs if n.cards)))
    desk.record()


@carries_out
def replace_card(desk: Decision, command: o.ReplaceCard) -> None:
    """Its like from another deck: same rank, same suit, so that the decks stay complete."""
    check_card(desk, command.card)
    desk.emit(e.CardReplaced(command.card, desk.act.clause))
    desk.record(about=str(command.card))


def check_can_come(desk: Decision, card: Card) -> None:
    """A card beyond what the decks hold is reported as a wrong card, not taken for one of them."""
    game = desk.game()
    problem = game.rules.pack.problem_with_next(desk.state.shoe.out, card, game.decks)
    if problem is not None:
        raise Refused(game.rules.pack.clause, f"{problem}: it is a wrong card")


def check_card(desk: Decision, card: Card) -> None:
    pack = desk.game().rules.pack
    if card.rank in pack.without or (card.joker and pack.problem_with((card,), desk.game().decks)):
        raise Refused(pack.clause, f"{card} is not in this game's decks")


def initial_deal_just_over(state: State) -> bool:
    """The initial deal is complete and no later card is out."""
    if state.round is None or not state.in_round or state.round.phase == "dealing":
        return False
    boxes = len(state.round.boxes)
    dealt = sum(len(hand.cards) for box in state.round.boxes for hand in box.hands)
    return dealt <= 2 * boxes and len(state.round.dealer) <= 1


@carries_out
def reload_rack(desk: Decision, command: o.ReloadRack) -> None:
    rules = desk.conduct.shuffle.rack
    state = desk.state
    if rules is None or by_shoe(state):
        raise Malformed("discards stay in the rack here")
    if state.round is not None and state.in_round and state.round.phase == "dealing":
        raise Refused(rules.clause, "when the initial deal is complete")
    missed = desk.conduct.shuffle.rack_missed
    if missed is not None and not initial_deal_just_over(state):
        raise Refused(missed.clause, "it waits for the end of the next initial deal")
    desk.emit(e.RackReloaded(desk.act.clause))
