"""How many cards are left, and how deep a cut may go or a cutting card may lie."""

from bythebook.errors import Malformed, Refused, given
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.conduct import Depth
from bythebook.rulebooks.tables import TableRules
from bythebook.table.decision import Decision, cards_of, game_of
from bythebook.table.state import State


def stack(desk: Decision) -> int:
    """How many cards the stack has after a shuffle."""
    return cards_left(desk.rules, desk.state) + desk.state.shoe.unseen


def cards_left(rules: TableRules, state: State) -> int:
    """How many cards are left in the shoe, as far as the table knows."""
    return cards_of(rules, state) - len(state.shoe.out) - state.shoe.unseen


def outside(desk: Decision, depth: Depth, from_front: int) -> bool:
    """Refuse a place beyond the book's; where it is found later, the cut was simply not right."""
    cards = stack(desk)
    from_back = cards - from_front
    if not 0 <= from_front <= cards:
        raise Malformed(f"the stack has {cards} cards")
    game = desk.game()
    deck = _deck(game)
    least_front, least_back, most = _margins(game, depth, cards)
    slack = depth.tolerance + round(depth.tolerance_decks * deck)
    above = slack + depth.tolerance_above
    too_far = most is not None and from_back > most + above
    if from_front < least_front - slack or from_back < least_back - slack or too_far:
        raise Refused(depth.clause, _depth_in_words(least_front, least_back, most, cards))
    beyond = most is not None and from_back > most
    return from_front < least_front or from_back < least_back or beyond


def _deck(game: Game) -> int:
    return len(game.rules.pack.cards(1)) - game.rules.pack.jokers


def _margins(game: Game, depth: Depth, cards: int) -> tuple[int, int, int | None]:
    """At least so many cards from the front, from the back; at most so many from the back."""
    least_front = max(depth.front, round(depth.front_decks * _deck(game)))
    least_back = depth.back
    if least_front + least_back > cards:
        least_front = least_back = 1  # too few cards for the margins: both packets have some
    most = depth.most_from_back
    if depth.most_decks_from_back is not None:
        most = round(depth.most_decks_from_back * _deck(game))
    if depth.half_from_back:
        most = cards // 2
    return least_front, least_back, most


def cut_bounds(rules: TableRules, state: State) -> tuple[int, int]:
    """From and to how many cards from the front a cut may be made now."""
    least, most = _from_back(rules, state, given(rules.conduct.shuffle.cut).depth)
    cards = cards_left(rules, state) + state.shoe.unseen
    return cards - most, cards - least


def insert_bounds(rules: TableRules, state: State) -> tuple[int, int]:
    """From and to how many cards from the back the cutting card, or one marker, may go in."""
    shuffle = rules.conduct.shuffle
    decks = game_of(rules, state).decks
    marked = next((m.depth for m in shuffle.markers if decks in m.decks), None)
    depth = given(shuffle.insert or marked)
    return _from_back(rules, state, depth)


def _from_back(rules: TableRules, state: State, depth: Depth) -> tuple[int, int]:
    cards = cards_left(rules, state) + state.shoe.unseen
    front, back, most = _margins(game_of(rules, state), depth, cards)
    back = max(back, 1)  # a card at the very end is none
    return back, max(back, min(cards - front, cards if most is None else most))


def _depth_in_words(front: int, back: int, most: int | None, cards: int) -> str:
    parts = []
    if front:
        parts.append(f"at least {front} cards from the front")
    if back:
        parts.append(f"at least {back} from the back")
    if most is not None:
        parts.append(f"at most {most} from the back")
    return f"of {cards} cards: {', '.join(parts)}"
