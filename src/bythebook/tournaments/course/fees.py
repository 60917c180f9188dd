"""Where the money of a tournament comes from and when it goes back.

    fees paid − fees returned = total ──▶ commission + prize pool

The house adds what it promised: value on top, and what a guarantee lacks.
"""

import msgspec

from bythebook.errors import ensure
from bythebook.rulebooks.chapters.tournament_course import Commission, Withdrawal

DAY = 24 * 60 * 60
WHOLE = 10_000  # percentages are in hundredths of a percent


class Pool(msgspec.Struct, frozen=True, kw_only=True):
    """The money of a tournament when entries and purchases are known."""

    fees: int  # everything that players paid and did not get back
    commission: int
    added: int = 0  # put in by the house
    topped_up: int = 0  # put in by the house to make a guarantee good

    @property
    def prizes(self) -> int:
        return self.fees - self.commission + self.added + self.topped_up


def commission_on(fees: int, rate: int, rule: Commission | None) -> int:
    """What the house keeps of the fees; a fraction of a cent stays with the players."""
    if rule is None or rate == 0:
        return 0
    if rule.most is not None:
        ensure(rate <= rule.most.value, "nobody published a commission above the book's")
    return fees * rate // WHOLE


def pool_of(fees: int, commission: int, added: int, promised: int) -> Pool:
    """The pool from fees, added money and what was promised at least."""
    bare = fees - commission + added
    return Pool(fees=fees, commission=commission, added=added, topped_up=max(0, promised - bare))


def may_go_back(rule: Withdrawal, at: int, starts: int, free_until: int | None) -> bool:
    """Whether a player who withdraws at this moment gets the fee back."""
    match rule.value:
        case "never":
            return False
        case "days-before":
            # Full days: the moment itself, that many days earlier, is still in time.
            return at <= starts - rule.days * DAY
        case "until-conditions-say":
            return free_until is not None and at <= free_until
