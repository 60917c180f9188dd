"""Where a viewer may go: the links at the top of every page, by role."""

import msgspec

from bythebook.house.own_tables import played_at
from bythebook.house.people.people import Viewer
from bythebook.house.tables.live_table import LiveTable
from bythebook.web.door.visits import Asked, visit_of
from bythebook.web.show.languages import marked


class Place(msgspec.Struct, frozen=True):
    address: str
    title: str
    roles: frozenset[str] = frozenset()  # any of these house roles; none: for everybody
    staff: bool = False  # or anybody who is on the staff of a book

    def is_at(self, path: str) -> bool:
        return path == self.address or (self.address != "/" and path.startswith(f"{self.address}/"))


PLACES = (
    Place("/", marked("Lobby")),
    Place("/tournaments", marked("Tournaments")),
    Place("/jackpots", marked("Jackpots")),
    Place("/promotions", marked("Promotions")),
    Place("/rulebooks", marked("Rulebooks")),
    Place("/odds", marked("Odds")),
    Place("/school", marked("School")),
    Place("/record", marked("Record")),
    Place("/pit", marked("Pit"), frozenset({"pit", "inspector"}), staff=True),
    Place("/patrons", marked("Patrons"), frozenset({"pit", "inspector"}), staff=True),
    Place("/cage", marked("Cage"), frozenset({"cashier", "inspector"})),
    Place("/inspector", marked("Inspector"), frozenset({"inspector"})),
    Place("/people", marked("People"), frozenset({"administrator", "inspector"})),
)


def navigation(viewer: Viewer) -> list[Place]:
    return [place for place in PLACES if may_go(viewer, place)]


def tables_of(request: Asked) -> list[LiveTable]:
    """Where whoever asks plays at the moment, the last move first."""
    house = request.app.state.house
    return played_at(house.tables, visit_of(request).viewer.name) if house is not None else []


def may_go(viewer: Viewer, place: Place) -> bool:
    everybody = not place.roles and not place.staff
    return (
        everybody
        or not place.roles.isdisjoint(viewer.house_roles)
        or (place.staff and bool(viewer.book_roles))
    )
