"""How events change the shoe or device, and irregular cards."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from bythebook.cards import JOKER, Card
from bythebook.table import events as e
from bythebook.table.state import IrregularCard, Shoe, State

OUT_OF_PLAY = ("burn", "discard", "void")


def _with_shoe(state: State, **changes: Any) -> State:
    return replace(state, shoe=replace(state.shoe, **changes))


def _shoe_moved(state: State, event: e.ShoeMoved) -> State:
    return _with_shoe(state, status=event.status)


def _cards_shuffled(state: State, event: e.CardsShuffled) -> State:
    """A new shoe ends what was tied to the old one; in mid-round the layout's cards stay out."""
    shoe = state.shoe
    if not event.new_shoe:
        about = {"one_round": event.one_round, "ran_out": event.ran_out}
        state = _with_shoe(state, status=event.status, declined=(), **about)
        if not event.rack:
            return state
        return _with_shoe(state, out=_as_dealt(event.out), unseen=0, burned=(), next=())
    fresh = Shoe(status=event.status, because=shoe.because, because_box=shoe.because_box)
    players, known = (
        {
            name: replace(p, held=(), last_wager={}, first_round=(), skipped=())
            for name, p in people.items()
        }
        for people in (state.players, state.known)
    )
    return replace(state, shoe=fresh, players=players, known=known)


def _as_dealt(cards: Iterable[Card]) -> tuple[Card, ...]:
    """On the layout a joker is what it was named; it left the shoe as a joker."""
    return tuple(JOKER if card.joker else card for card in cards)


def on_layout(state: State) -> tuple[Card, ...]:
    """The cards before the players and the dealer."""
    if state.round is None:
        return ()
    cards = [card for box in state.round.boxes for hand in box.hands for card in hand.cards]
    return _as_dealt((*cards, *state.round.dealers_cards))


def _shuffle_due(state: State, event: e.ShuffleDue) -> State:
    changes: dict[str, Any] = {"because": event.because, "because_box": event.box}
    if event.at_once:
        waited = state.shoe.shuffle_due
        return _with_shoe(
            state, status="unshuffled", shuffle_due="", waited=waited, declined=(), **changes
        )
    return _with_shoe(state, shuffle_due=event.clause, **changes)


def _cut_declined(state: State, event: e.CutDeclined) -> State:
    return _with_shoe(state, declined=(*state.shoe.declined, event.player))


def _cards_cut(state: State, event: e.CardsCut) -> State:
    badly = state.shoe.badly_cut or event.badly
    return _with_shoe(state, status=event.status, badly_cut=badly, cut_by=event.player or "staff")


def _cutting_card_inserted(state: State, event: e.CuttingCardInserted) -> State:
    badly = state.shoe.badly_cut or event.badly
    return _with_shoe(
        state,
        status=event.status,
        badly_cut=badly,
        markers=len(event.from_back),
        marker_at=min(event.from_back),
    )


def _card_burned(state: State, event: e.CardBurned) -> State:
    """Seen or unseen, it is out of play until the next shuffle."""
    shoe = state.shoe
    status: Any = "ready" if shoe.status == "to-burn" and event.routine else shoe.status
    if event.card is None:
        return _with_shoe(state, status=status, unseen=shoe.unseen + 1)
    shoe = replace(_out(shoe, event.card), status=status, burned=(*shoe.burned, event.card))
    return replace(state, shoe=shoe)


def _out(shoe: Shoe, card: Card) -> Shoe:
    """A card comes out; one that is kept for the next round stays kept until it is that one."""
    shoe = replace(shoe, out=(*shoe.out, card))
    return shoe if shoe.held not in (None, card) else replace(shoe, held_over=False, held=None)


def _burn_undone(state: State, event: e.BurnUndone) -> State:
    burned = list(state.shoe.burned)
    for card in event.cards:
        burned.remove(card)
    return _with_shoe(state, burned=tuple(burned))


def _burn_forgotten(state: State, event: e.BurnForgotten) -> State:
    return _with_shoe(state, status="ready", forgotten_burn=True)


def _cutting_card_out(state: State, event: e.CuttingCardOut) -> State:
    return _with_shoe(state, markers_out=state.shoe.markers_out + 1)


def _card_replaced(state: State, event: e.CardReplaced) -> State:
    return state


def _rack_reloaded(state: State, event: e.RackReloaded) -> State:
    """With a device every card but those on the layout may come again."""
    return _with_shoe(state, out=on_layout(state), unseen=0, burned=())


def _new_cards(state: State, event: e.NewCards) -> State:
    return replace(state, done=state.done - set(event.undone))


def _checks_due(state: State, event: e.ChecksDue) -> State:
    return replace(state, checks=event.clause)


def _cards_checked(state: State, event: e.CardsChecked) -> State:
    return replace(state, checks="")


def _card_taken(state: State, event: e.CardTaken) -> State:
    shoe = state.shoe
    if shoe.next and shoe.held is None:  # the one that was kept is before any other
        down = tuple(card for card in shoe.face_down if card in shoe.next[1:])
        return _with_shoe(state, next=shoe.next[1:], face_down=down)
    return replace(state, shoe=_out(shoe, event.card))


def _irregular_card_found(state: State, event: e.IrregularCardFound) -> State:
    """A card drawn before, and now dealt where there is no round, is not drawn again."""
    card = IrregularCard(event.card, event.to, event.due, event.exposed, event.kind)
    shoe = state.shoe
    if event.kind in ("no-round", "extra") and shoe.next[:1] == (event.card,):
        shoe = replace(shoe, next=shoe.next[1:])
    else:
        shoe = _out(shoe, event.card)
    return replace(state, irregular=(*state.irregular, card), shoe=shoe)


def _irregularity_resolved(state: State, event: e.IrregularityResolved) -> State:
    ours = [a.card for a in state.irregular if a.kind != "wrong-card"]
    burned = tuple(ours) if event.how in OUT_OF_PLAY else ()
    out = list(state.shoe.out)
    for irregular in state.irregular:
        if irregular.kind == "wrong-card" and irregular.card in out:
            out.reverse()
            out.remove(irregular.card)  # the last of its kind: it was never one of these decks
            out.reverse()
    down = [one.card for one in state.irregular if event.how == "next-card" and not one.exposed]
    state = _with_shoe(
        state,
        burned=(*state.shoe.burned, *burned),
        out=tuple(out),
        face_down=(*state.shoe.face_down, *down),
    )
    return replace(state, irregular=())


def _entry_taken_back(state: State, event: e.EntryTakenBack) -> State:
    """It never left the shoe; what was irregular about it was never there."""
    out = list(state.shoe.out)
    if event.card in out:
        out.reverse()
        out.remove(event.card)
        out.reverse()
    return replace(_with_shoe(state, out=tuple(out)), irregular=())


def _cards_put_next(state: State, event: e.CardsPutNext) -> State:
    return _with_shoe(state, next=(*event.cards, *state.shoe.next))


def _next_burned(state: State, event: e.NextBurned) -> State:
    burned = (*state.shoe.burned, *state.shoe.next)
    return _with_shoe(state, burned=burned, next=(), face_down=())


def _first_next_burned(state: State, event: e.FirstNextBurned) -> State:
    shoe = state.shoe
    return _with_shoe(
        state, burned=(*shoe.burned, shoe.next[0]), next=shoe.next[1:], forgotten_burn=False
    )


def _card_held_over(state: State, event: e.CardHeldOver) -> State:
    """Not removed, the book says: nobody has seen it, and it comes out again."""
    return _with_shoe(state, held_over=True, held=event.card, out=state.shoe.out[:-1])


CARDS: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.ShoeMoved: _shoe_moved,
    e.CardsShuffled: _cards_shuffled,
    e.ShuffleDue: _shuffle_due,
    e.CutDeclined: _cut_declined,
    e.CardsCut: _cards_cut,
    e.CuttingCardInserted: _cutting_card_inserted,
    e.CardBurned: _card_burned,
    e.BurnUndone: _burn_undone,
    e.BurnForgotten: _burn_forgotten,
    e.CuttingCardOut: _cutting_card_out,
    e.CardReplaced: _card_replaced,
    e.RackReloaded: _rack_reloaded,
    e.NewCards: _new_cards,
    e.ChecksDue: _checks_due,
    e.CardsChecked: _cards_checked,
    e.CardTaken: _card_taken,
    e.IrregularCardFound: _irregular_card_found,
    e.IrregularityResolved: _irregularity_resolved,
    e.EntryTakenBack: _entry_taken_back,
    e.CardsPutNext: _cards_put_next,
    e.NextBurned: _next_burned,
    e.FirstNextBurned: _first_next_burned,
    e.CardHeldOver: _card_held_over,
}
