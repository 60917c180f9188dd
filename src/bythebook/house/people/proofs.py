"""What somebody must have proved, and how lately, before money moves by their hand."""

import msgspec
from msgspec.structs import replace

from bythebook.errors import Refused
from bythebook.house.people.people import Viewer
from bythebook.money import format_amount

PROOF = "house:proof"


class Proofs(msgspec.Struct, frozen=True):
    """As the operator wants it; nothing set, nothing asked."""

    fresh_seconds: int | None = None  # so lately by a password or more
    second_above: int | None = None  # cents: above this by a second factor
    staff_second: bool = False  # nobody is of the staff without a second factor
    players_second: bool = False  # nor plays with an account

    def in_force(self, viewer: Viewer, second: bool) -> Viewer:
        """Somebody with what counts of their roles: none, of who must have come by more than a
        password and did not.

        Staff may not play then either: nobody plays where they are on the staff.
        """
        wanted = self.staff_second if viewer.staff else self.players_second
        if second or not wanted or viewer.guest:
            return viewer
        return replace(viewer, house_roles=frozenset(), book_roles={}, withheld=True)

    def check(self, viewer: Viewer, cents: int) -> None:
        """Whether somebody has proved enough to move so much."""
        self.check_approval(viewer, cents)
        if self.fresh_seconds is not None:
            check_fresh(viewer)

    def check_approval(self, viewer: Viewer, cents: int) -> None:
        """Whether somebody has proved enough to approve so much."""
        if self.second_above is not None and cents > self.second_above and not viewer.second:
            above = format_amount(self.second_above)
            raise Refused(PROOF, f"above {above} a second factor is asked for: prove who you are")


def check_fresh(viewer: Viewer) -> None:
    if not viewer.fresh:
        raise Refused(PROOF, "it is a while since you proved who you are: please do so again")
