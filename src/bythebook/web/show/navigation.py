"""Where a viewer may go: the links at the top of every page, by role."""

import msgspec

from bythebook.house.people.people import Viewer


class Place(msgspec.Struct, frozen=True):
    address: str
    title: str
    roles: frozenset[str] = frozenset()  # any of these house roles; none: for everybody
    staff: bool = False  # or anybody who is on the staff of a book

    def is_at(self, path: str) -> bool:
        return path == self.address or (self.address != "/" and path.startswith(f"{self.address}/"))


PLACES = (
    Place("/", "Lobby"),
    Place("/tournaments", "Tournaments"),
    Place("/jackpots", "Jackpots"),
    Place("/promotions", "Promotions"),
    Place("/rulebooks", "Rulebooks"),
    Place("/odds", "Odds"),
    Place("/record", "Record"),
    Place("/pit", "Pit", frozenset({"pit", "inspector"}), staff=True),
    Place("/patrons", "Patrons", frozenset({"pit", "inspector"}), staff=True),
    Place("/cage", "Cage", frozenset({"cashier", "inspector"})),
    Place("/inspector", "Inspector", frozenset({"inspector"})),
    Place("/people", "People", frozenset({"administrator", "inspector"})),
)


def navigation(viewer: Viewer) -> list[Place]:
    return [place for place in PLACES if may_go(viewer, place)]


def may_go(viewer: Viewer, place: Place) -> bool:
    everybody = not place.roles and not place.staff
    return (
        everybody
        or not place.roles.isdisjoint(viewer.house_roles)
        or (place.staff and bool(viewer.book_roles))
    )
