"""What is due next at the table: the question a dealer with real cards asks before every move.

With scanned cards the people deal and the table follows: it says which card is due where, and a
card that comes otherwise is put on record as irregular, with the ways in which the book puts it
right.
"""

from typing import Literal

import msgspec

from bythebook.errors import given
from bythebook.game.decisions import decider
from bythebook.game.events import DEALER
from bythebook.rulebooks.tables import TableRules
from bythebook.table.cards.depths import cards_left
from bythebook.table.cards.irregularities import ways
from bythebook.table.cards.shoe import cutter, overdue, shuffle_clause
from bythebook.table.decision import game_of
from bythebook.table.state import State

What = Literal[
    "open", "check", "put-right", "shuffle", "cut", "insert", "burn", "wagers", "card", "decision",
    "offer",
]  # fmt: skip


class Expected(msgspec.Struct, frozen=True, gc=False):
    """What is due, by which clause; where and from whom, as far as that applies."""

    what: What
    clause: str
    box: int | None = None  # 0 is the dealer's place
    hand: int = 0
    player: str = ""
    ways: dict[str, str] = {}  # to put right an irregular card: each with its clause


def what_is_due(rules: TableRules, state: State) -> Expected:
    """The one thing that the table waits for."""
    conduct = rules.conduct
    if state.phase == "closed":
        return Expected("open", conduct.acts["open"][0].clause)
    if state.checks:
        return Expected("check", state.checks)
    if state.irregular:
        found = ways(game_of(rules, state), state)
        clause = next(iter(found.values()), conduct.shuffle.due.clause)
        return Expected("put-right", clause, state.irregular[0].to, ways=found)
    shoe = _shoe_due(rules, state)
    if shoe is not None:
        return shoe
    return _round_due(rules, state)


def _shoe_due(rules: TableRules, state: State) -> Expected | None:
    shuffle = rules.conduct.shuffle
    match state.shoe.status:
        case "unshuffled":
            late = overdue(rules.conduct, state)
            return Expected("shuffle", late or shuffle_clause(rules.conduct, state))
        case "to-cut":
            name, clause = cutter(given(shuffle.cut), state)
            return Expected("cut", clause, player=name)
        case "to-insert":
            says_depth = shuffle.insert or shuffle.markers[0].depth
            return Expected("insert", says_depth.clause)
        case "to-burn":
            return Expected("burn", given(shuffle.burn).clause)
    return None


def _round_due(rules: TableRules, state: State) -> Expected:
    game = game_of(rules, state).rules
    round_ = state.round
    if round_ is None or round_.phase == "betting":
        return Expected("wagers", game.wagering.placed.clause)
    if round_.due is not None:
        runs_out = game.irregularities.runs_out if game.irregularities is not None else None
        empty = not cards_left(rules, state) and not state.shoe.next
        if empty and runs_out is not None:
            return Expected("shuffle", runs_out.clause)
        return Expected("card", round_.due.clause, round_.due.box, round_.due.hand)
    box, hand = round_.at
    if round_.phase == "turns":
        place = round_.box(box)
        player = decider(place, place.hands[hand - 1]) or ""
        return Expected("decision", game.wagering.control[0].clause, box, hand, player)
    return Expected("offer", game.wagering.locked.clause, box if box != DEALER else None, hand)
