"""Where a viewer may go: the links at the top of every page, by role; and where each one works."""

from functools import lru_cache

import msgspec

from bythebook.errors import Malformed
from bythebook.house.activities.tournaments.own_cups import Cup
from bythebook.house.own_tables import played_at
from bythebook.house.people.people import (
    ADMINISTRATOR,
    CASHIER,
    INSPECTOR,
    PIT,
    Viewer,
)
from bythebook.house.tables.live_table import LiveTable
from bythebook.rulebooks.chapters.tournament_course import find_tournament_rules
from bythebook.rulebooks.tables import find_table_rules
from bythebook.web.door.visits import Asked, visit_of
from bythebook.web.show.languages import marked


class Place(msgspec.Struct, frozen=True):
    address: str
    title: str
    roles: frozenset[str] = frozenset()  # any of these house roles; none: for everybody
    staff: bool = False  # or anybody who is on the staff of a book
    job: str = ""  # or those whose title at a book makes them this

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
    Place("/dealer", marked("Your tables"), job="dealer"),
    Place("/desk", marked("Desk"), job="director"),
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


def cup_of(request: Asked) -> Cup | None:
    """The practice tournament of whoever asks."""
    house = request.app.state.house
    return house.own_cups.of(visit_of(request).viewer.name) if house is not None else None


def may_go(viewer: Viewer, place: Place) -> bool:
    everybody = not place.roles and not place.staff and not place.job
    return (
        everybody
        or not place.roles.isdisjoint(viewer.house_roles)
        or (place.staff and bool(viewer.book_roles))
        or place.job in jobs(viewer)
    )


# Where somebody works

# The first that fits: whoever has several of these begins where it is theirs to answer for most.
WORKPLACES = (
    (ADMINISTRATOR, "/people"),
    (INSPECTOR, "/inspector"),
    (CASHIER, "/cage"),
    ("director", "/desk"),
    ("dealer", "/dealer"),
    (PIT, "/pit"),
    ("staff", "/pit"),
)


@lru_cache(maxsize=256)
def job_at(book: str, role: str) -> str:
    """What somebody does at a book by their title there: deal, direct tournaments, or the rest."""
    if role == find_table_rules(book).conduct.ladder[0].role:
        return "dealer"
    try:
        direction = find_tournament_rules(book).rules.direction
    except Malformed:
        return "staff"  # a book without tournaments
    return "director" if role == direction.named.value else "staff"


def jobs(viewer: Viewer) -> frozenset[str]:
    return frozenset(job_at(book, role) for book, role in viewer.book_roles.items())


def workplace(viewer: Viewer) -> str:
    """Where somebody goes who is in and has said no more: to work, or to play.

    Whoever only deals is at their tables; with a higher rank at another book, in the pit.
    """
    has = set(viewer.house_roles) | jobs(viewer)
    if has & {"staff", PIT}:
        has.discard("dealer")
    return next((address for job, address in WORKPLACES if job in has), "/")


def landing(viewer: Viewer, wanted: str) -> str:
    """After the door: where they were going (a path of this site), or else where they work."""
    return workplace(viewer) if wanted == "/" else wanted
