"""Shuffle, cut and burn; the cutting card; cards replaced; discards back into the device."""

from typing import Literal

from bythebook.cards import Card
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.conduct import CutTo, Depth
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.desk import Desk
from bythebook.table.powers import outranks, title
from bythebook.table.state import Because, ShoeStatus, State


def by_shoe(state: State) -> bool:
    return state.setup is not None and state.setup.dealing == "shoe"


def stack(desk: Desk) -> int:
    """How many cards the stack has after a shuffle."""
    game = desk.game()
    return len(game.rules.pack.cards(game.decks)) - len(desk.state.shoe.out)


# Shuffling


def shuffle(desk: Desk, command: o.Shuffle) -> None:
    """Between rounds everything is shuffled; in mid-round the discards, because cards ran out."""
    if desk.state.checks:
        raise Refused(desk.state.checks, "the cards must be checked first")
    if desk.state.in_round:
        _shuffle_discards(desk)
        return
    rules = desk.conduct.shuffle
    shoe = by_shoe(desk.state)
    clause = rules.due.clause if shoe or rules.device is None else rules.device.clause
    status: ShoeStatus = "to-cut" if shoe and rules.cut is not None else _after_insert(desk)
    desk.emit(e.CardsShuffled(status, True, clause))
    desk.record()


def _shuffle_discards(desk: Desk) -> None:
    runs_out = desk.irregularities().runs_out
    if runs_out is None:
        raise Refused(desk.conduct.shuffle.due.clause, "not while a round is being dealt")
    if remaining(desk) or desk.state.shoe.next:
        raise Refused(runs_out.clause, "cards are left to be dealt")
    status: ShoeStatus = "ready"
    if runs_out.cut and by_shoe(desk.state) and desk.conduct.shuffle.cut is not None:
        status = "to-cut"
    elif runs_out.burn and _burns(desk):
        status = "to-burn"
    desk.emit(e.CardsShuffled(status, False, runs_out.clause))
    if runs_out.afterwards is not None:
        desk.emit(e.ShuffleDue("other", 0, runs_out.afterwards.clause, False))
    desk.record(about="the cards ran out")


def remaining(desk: Desk) -> int:
    """How many cards are left, as far as the table knows."""
    return stack(desk) - desk.state.shoe.unseen


def order_shuffle(desk: Desk, command: o.OrderShuffle) -> None:
    """At once where no round is running; otherwise when it is over."""
    desk.emit(e.ShuffleDue("other", 0, desk.act.clause, not desk.state.in_round))
    desk.record()


def _burns(desk: Desk) -> bool:
    burn = desk.conduct.shuffle.burn
    if burn is None:
        return False
    return burn.shoe != "never" if by_shoe(desk.state) else burn.device != "never"


def _after_insert(desk: Desk) -> Literal["to-burn", "ready"]:
    return "to-burn" if _burns(desk) else "ready"


# The cut


def cutter(desk: Desk) -> tuple[str, str]:
    """Who is offered the cut now, and by which clause; nobody's name: a member of the staff."""
    rules = desk.conduct.shuffle.cut
    assert rules is not None
    shoe = desk.state.shoe
    entry = _preference(rules.offered, shoe.because)
    order = _asked_in_turn(desk.state, entry)
    left = [name for name in order if name not in shoe.declined]
    if not left:
        return "", rules.last.clause
    return left[0], entry.clause if not shoe.declined else rules.refused.clause


def _preference(offered: tuple[CutTo, ...], because: Because) -> CutTo:
    for entry in offered:
        if entry.because == because:
            return entry
    return offered[-1]


def _asked_in_turn(state: State, entry: CutTo) -> list[str]:
    """The chosen player first, then clockwise from there, box by box."""
    at = {p.seat: p.name for p in state.players.values() if p.seat}
    boxes = sorted(at)
    if not boxes:
        return []
    match entry.to:
        case "first-arrival":
            first = min(boxes, key=lambda box: state.players[at[box]].arrived)
        case "that-box":
            first = _decider_of(state, boxes)
        case "far-right":
            first = boxes[-1]
        case _:
            first = boxes[0]
    start = boxes.index(first)
    return [at[box] for box in (*boxes[start:], *boxes[:start])]


def _decider_of(state: State, boxes: list[int]) -> int:
    """The seat of whoever decided for the box where the cutting card fell."""
    box = state.shoe.because_box
    if state.last is not None and state.last.has_box(box):
        name = state.last.box(box).deciders[0]
        player = state.players.get(name)
        if player is not None and player.seat:
            return player.seat
    return box if box in boxes else boxes[-1]


def decline_cut(desk: Desk, command: o.DeclineCut) -> None:
    rules = desk.conduct.shuffle.cut
    if rules is None or desk.state.shoe.status != "to-cut":
        raise Refused(_no_cut(desk), "nothing is to be cut")
    name, clause = cutter(desk)
    desk.player(command.player)
    if command.player != name:
        raise Refused(clause, f"the cut is offered to {name or 'the staff'}")
    desk.emit(e.CutDeclined(command.player, rules.refused.clause))


def _no_cut(desk: Desk) -> str:
    rules = desk.conduct.shuffle
    device = rules.device is not None and not by_shoe(desk.state)
    return rules.device.clause if device and rules.device is not None else rules.due.clause


def cut(desk: Desk, command: o.Cut) -> None:
    rules = desk.conduct.shuffle.cut
    if rules is None or desk.state.shoe.status != "to-cut":
        raise Refused(_no_cut(desk), "nothing is to be cut")
    name, clause = cutter(desk)
    anybody = _preference(rules.offered, desk.state.shoe.because).to == "any-player"
    if command.player:
        desk.player(command.player)
        if command.player != name and not (anybody and name):
            raise Refused(clause, f"the cut is offered to {name or 'the staff'}")
    elif name:
        raise Refused(clause, f"the cut is offered to {name} first")
    elif not outranks(desk.conduct, desk.order.by, rules.last.value):
        raise Refused(rules.last.clause, f"a {title(desk.conduct, rules.last.value)} cuts then")
    badly = _outside(desk, rules.depth, command.from_front)
    insert = desk.conduct.shuffle.insert or desk.conduct.shuffle.markers
    status: ShoeStatus = "to-insert" if insert else _after_insert(desk)
    if desk.state.in_round:
        runs_out = desk.irregularities().runs_out
        status = "to-burn" if runs_out is not None and runs_out.burn and _burns(desk) else "ready"
    desk.emit(e.CardsCut(command.player, command.from_front, badly, status, rules.depth.clause))
    if not command.player:
        desk.record(about="nobody would cut")


def _outside(desk: Desk, depth: Depth, from_front: int) -> bool:
    """Refuse a place beyond the book's; where it is found later, the cut was simply not right."""
    cards = stack(desk)
    from_back = cards - from_front
    if not 0 <= from_front <= cards:
        raise Malformed(f"the stack has {cards} cards")
    least_back = min(depth.back, cards // 2)
    least_front = min(depth.front, cards // 2)
    slack = depth.tolerance
    wrong = from_front < least_front - slack or from_back < least_back - slack
    most = depth.most_from_back
    if depth.half_from_back:
        most = cards // 2
    if most is not None and from_back > most + slack:
        wrong = True
    if not wrong:
        return False
    raise Refused(depth.clause, _depth_in_words(depth, cards))


def _depth_in_words(depth: Depth, cards: int) -> str:
    parts = []
    if depth.front:
        parts.append(f"at least {depth.front} cards from the front")
    if depth.back:
        parts.append(f"at least {depth.back} from the back")
    if depth.half_from_back:
        parts.append(f"at most {cards // 2} from the back")
    if depth.most_from_back is not None:
        parts.append(f"at most {depth.most_from_back} from the back")
    return f"of {cards} cards: {', '.join(parts)}"


def insert(desk: Desk, command: o.Insert) -> None:
    """The cutting card goes back in, or the markers do, each where the book wants it."""
    rules = desk.conduct.shuffle
    if desk.state.shoe.status != "to-insert":
        raise Refused(_no_cut(desk), "no cutting card is to be put in")
    if not command.from_back:
        raise Malformed("say how many cards from the back")
    cards = stack(desk)
    clause = _check_markers(desk, command) if rules.markers else ""
    if rules.insert is not None:
        if len(command.from_back) != 1:
            raise Refused(rules.insert.clause, "there is one cutting card")
        _outside(desk, rules.insert, cards - command.from_back[0])
        clause = rules.insert.clause
    desk.emit(e.CuttingCardInserted(command.from_back, False, _after_insert(desk), clause))


def _check_markers(desk: Desk, command: o.Insert) -> str:
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
    for back in command.from_back:
        _outside(desk, depth, stack(desk) - back)
    return depth.clause


def badly_cut(desk: Desk, command: o.BadlyCut) -> None:
    """Found later: the round is finished, then the cards are shuffled and cut; results stand."""
    rules = desk.conduct.shuffle.badly_cut
    if rules is None:
        raise Malformed(f"{desk.rules.book.id} has no rule for it")
    desk.emit(e.ShuffleDue("other", 0, rules.clause, not desk.state.in_round))
    desk.record()


# Burning


def burn(desk: Desk, command: o.Burn) -> None:
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
    desk.emit(e.CardBurned(command.card, clause))


def forget_burn(desk: Desk) -> None:
    """The first card of a round is dealt though one should have been burned: it stays in play."""
    rules = desk.conduct.shuffle.burn
    if desk.state.shoe.status == "to-burn" and rules is not None:
        forgotten = rules.forgotten
        optional = by_shoe(desk.state) and rules.shoe == "option"
        if forgotten is None and not optional:
            raise Refused(rules.clause, "a card is to be burned first")
        desk.emit(e.BurnForgotten(forgotten.clause if forgotten is not None else rules.clause))


# The cutting card


def cutting_card(desk: Desk, command: o.CuttingCard) -> None:
    """Before a round's first card: shuffle now. During a round: when it is over."""
    rules = desk.conduct.shuffle.cutting_card
    state = desk.state
    if rules is None or not by_shoe(state):
        raise Refused(_no_cut(desk), "no cutting card is used here")
    if state.shoe.markers_out >= state.shoe.markers:
        raise Malformed("it has come out already")
    final = rules.final_rounds
    if final is not None and state.closing is not None:
        desk.emit(e.CuttingCardOut(final.clause))
        desk.record(about="thrown aside in the last rounds")
        return
    last = state.shoe.markers_out + 1 == state.shoe.markers
    clause = (rules.during if not last or rules.last is None else rules.last).clause
    if not state.in_round:
        if rules.first is None:
            desk.emit(e.CuttingCardOut(clause))
            desk.emit(e.ShuffleDue("first-card", 0, clause, last))
            return
        desk.emit(e.CuttingCardOut(rules.first.clause))
        desk.emit(e.ShuffleDue("first-card", 0, rules.first.clause, True))
        return
    assert state.round is not None
    due = state.round.due
    at = due.box if due is not None else 0
    desk.emit(e.CuttingCardOut(clause))
    if last or rules.last is None:
        because: Because = "box" if at else "dealer"
        desk.emit(e.ShuffleDue(because, at, clause, False))


# Replacing


def replace_cards(desk: Desk, command: o.ReplaceCards) -> None:
    desk.emit(e.ShuffleDue("replaced", 0, desk.act.clause, True))
    if desk.state.checks:
        desk.emit(e.CardsChecked(desk.act.clause))
    desk.record()


def replace_card(desk: Desk, command: o.ReplaceCard) -> None:
    """Its like from another deck: same rank, same suit, so that the decks stay complete."""
    check_card(desk, command.card)
    desk.emit(e.CardReplaced(command.card, desk.act.clause))
    desk.record(about=str(command.card))


def check_card(desk: Desk, card: Card) -> None:
    pack = desk.game().rules.pack
    if card.rank in pack.without or (card.joker and pack.problem_with((card,), desk.game().decks)):
        raise Refused(pack.clause, f"{card} is not in this game's decks")


def reload_rack(desk: Desk, command: o.ReloadRack) -> None:
    rules = desk.conduct.shuffle.rack
    state = desk.state
    if rules is None or by_shoe(state):
        raise Malformed("discards stay in the rack here")
    if state.round is not None and state.in_round and state.round.phase == "dealing":
        raise Refused(rules.clause, "when the initial deal is complete")
    desk.emit(e.RackReloaded(desk.act.clause))
