"""What a dealer does about the cards by the book alone: the same for a machine at a table, at a
tournament table and in a rehearsal.
"""

from bythebook.rulebooks.chapters.conduct import rank_of
from bythebook.rulebooks.tables import TableRules
from bythebook.table import orders as o
from bythebook.table.cards.depths import cards_left, cut_bounds, insert_bounds
from bythebook.table.cards.evolve import on_layout
from bythebook.table.cards.shoe import by_shoe, initial_deal_just_over
from bythebook.table.decision import cards_of
from bythebook.table.due import what_is_due
from bythebook.table.state import State

LOW = 0.4  # of a device's cards: below this they are shuffled before the next wagers


def about_the_shoe(rules: TableRules, state: State, chance: int) -> o.Command | None:
    """The next order of shuffle, cut, cutting card and burn; None where the cards are ready.

    A cut that is offered to a player is declined here: whoever waits for players does so before.
    """
    due = what_is_due(rules, state)
    match due.what:
        case "shuffle":
            return o.Shuffle()
        case "cut" if due.player:
            return o.DeclineCut(due.player)
        case "cut":
            return o.Cut("", cut_at(rules, state, chance))
        case "insert":
            return o.Insert(behind_cutting_card(rules, state))
        case "burn":
            return o.Burn()
    return None


def cut_at(rules: TableRules, state: State, chance: int) -> int:
    """Where the staff cut, by a number that chance gave: anywhere the book allows."""
    least, most = cut_bounds(rules, state)
    return least + chance % (most - least + 1)


def behind_cutting_card(rules: TableRules, state: State) -> tuple[int, ...]:
    """A quarter of the cards lies behind it; of several markers the others lie deeper."""
    least, most = insert_bounds(rules, state)
    first = max(least, min(most, cards_left(rules, state) // 4))
    count = 1
    if rules.conduct.shuffle.markers and state.setup is not None:
        count = state.setup.area_markers or 1
    return tuple(first * left // count for left in range(count, 0, -1))


def runs_low(rules: TableRules, state: State) -> bool:
    """Whether cards of a device go through it again before the next wagers."""
    return not by_shoe(state) and cards_left(rules, state) < LOW * cards_of(rules, state)


def rack_due(rules: TableRules, state: State) -> bool:
    """Whether the discards go back into the device now: it is no shoe, and has them all again."""
    returns = rules.conduct.shuffle.returns
    if returns is None or returns.value != "reload" or by_shoe(state) or state.shoe.next:
        return False
    gone = len(state.shoe.out) + state.shoe.unseen
    return initial_deal_just_over(state) and gone > len(on_layout(state))


def dealers_role(rules: TableRules, command: o.Command) -> str:
    """In which rank a dealer that is a machine gives an order: the one that the book wants for it,
    and never below the dealer's."""
    conduct = rules.conduct
    named = command.act if isinstance(command, o.Perform) else ""
    act = conduct.acts.get(named or str(type(command).__struct_config__.tag), ())
    if isinstance(command, o.Cut) and conduct.shuffle.cut is not None:
        return conduct.shuffle.cut.last.value
    dealer = conduct.ladder[0].role
    role = act[0].by if act else dealer
    return role if role == dealer or rank_of(conduct, role) is not None else dealer
