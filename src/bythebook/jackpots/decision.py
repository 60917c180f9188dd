"""One order to a pool as it unfolds: the events so far, and the pool as they leave it."""

from collections.abc import Mapping

from bythebook import deciders
from bythebook.deciders import Order
from bythebook.errors import Refused
from bythebook.jackpots.evolve import evolve
from bythebook.jackpots.state import Entry, Meter, Pool, Registration
from bythebook.jackpots.terms import MICROS
from bythebook.rulebooks.chapters.jackpots import Jackpot, JackpotRules
from bythebook.table.powers import outranks, title


class Decision(deciders.Decision[Pool]):
    """An order to a pool."""

    __slots__ = ("jackpot", "rules", "seeds")
    evolve = staticmethod(evolve)

    def __init__(
        self,
        rules: JackpotRules,
        jackpot: Jackpot,
        pool: Pool,
        order: Order,
        clause: str,
        seeds: Mapping[int, str],
    ) -> None:
        super().__init__(pool, order, clause)
        self.rules = rules
        self.jackpot = jackpot
        self.seeds = seeds

    @property
    def pool(self) -> Pool:
        return self.state

    def check_rank(self, least: str, clause: str, what: str) -> None:
        """Somebody of at least this rank, or of this role beside the ranks."""
        if not outranks(self.rules.conduct, self.order.by, least):
            needed = title(self.rules.conduct, least)
            raise Refused(clause, f"{what} takes a {needed}; {self.order.by.name} is none")

    def linked(self, table: str) -> None:
        if table not in self.pool.tables:
            clause = self.jackpot.links.own_tables.clause
            raise Refused(clause, f"{table or 'no table'} is not linked to this pool")

    def registration(self, table: str, number: int) -> Registration:
        found = self.pool.registration(table, number)
        if found is None:
            clause = self.jackpot.counted.clause
            raise Refused(clause, f"no wager of round {number} at {table} was counted here")
        return found

    def entry(self, known: Registration, box: int) -> Entry:
        found = known.entry(box)
        if found is None:
            clause = self.jackpot.counted.clause
            raise Refused(clause, f"no wager on box {box} was counted in that round")
        return found

    def lacks(self, meter: Meter, micros: int) -> int:
        """What a meter would lack of its minimum if it stood at so many micros."""
        least = self.pool.terms.meter(meter.name).reset_cents * MICROS
        return max(0, least - micros)
