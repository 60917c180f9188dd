"""A table between and around its rounds: who may do what, and what happens when it goes wrong."""

from bythebook.table.due import Expected, what_is_due
from bythebook.table.orders import Order, Person, Setup
from bythebook.table.state import State
from bythebook.table.table import decide, evolve, refusal

__all__ = [
    "Expected",
    "Order",
    "Person",
    "Setup",
    "State",
    "decide",
    "evolve",
    "refusal",
    "what_is_due",
]
