"""What belongs to the casino and to no single table: who may play, for how much, with what.

A person of the casino is a patron, and each has one stream of the log. Tables, tournaments,
promotions and the cage ask it before they act, and what they do to it lies in their own append:

    patron ──▶ Standing ──▶ table: excluded? how much of the loss limit is left?
    table before, after ──follows──▶ commands to the patrons: stakes, results, tokens

`patron.decide` and `patron.evolve` are its way in and its bookkeeping, like a table's or a pool's.
"""

from bythebook.casino.patron import decide, evolve
from bythebook.casino.state import Patron

__all__ = ["Patron", "decide", "evolve"]
