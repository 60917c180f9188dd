"""The demonstration's tournaments: one for money with open entries, and one to practise running.

Everything is ordered by the roles that the book names, as for any other tournament.
"""

from importlib.resources import files

from msgspec.structs import replace

from bythebook.house.activities.activity import ActivityTransaction
from bythebook.house.activities.tournaments.conducting import Conductor, dated
from bythebook.house.activities.tournaments.tournaments import NAME, Fill
from bythebook.house.log.commits import cause_of
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.rulebooks.law import day, named_in
from bythebook.tournaments.terms.document import TournamentTerms
from bythebook.tournaments.terms.files import read_document

DOCUMENT = "tournament.toml"
DIRECTOR = "director"
DAY = 24 * 60 * 60
AUTOMATIC = 6


def demo_terms(now: int) -> TournamentTerms:
    """Its terms, the dates counted from this moment."""
    terms = read_document(files("bythebook.house.demo").joinpath(DOCUMENT).read_bytes())
    return dated(terms, closes=now + 6 * DAY, starts=now + 7 * DAY)


async def open_tournaments(house: House) -> None:
    """Both of them, published and open for entries."""
    terms = demo_terms(house.now)
    await _announce(house, terms, False)
    alone = replace(terms, id="practice-cup", title="Practice Cup")
    await _announce(house, dated(alone, closes=house.now + DAY, starts=house.now + DAY), True)


async def _announce(house: House, terms: TournamentTerms, practice: bool) -> None:
    stream = f"{NAME}/{terms.id}"
    terms = named_in(terms, day(house.now))  # what is to be done follows from the law it is made by

    def build(moving: ActivityTransaction) -> None:
        desk = Conductor(moving, stream, DIRECTOR, "demonstration", terms)
        desk.announce(terms, practice)
        if practice:
            desk.order(Fill(AUTOMATIC))
        moving.kind(stream).after_act(moving, stream)

    await house.affairs.move(stream, f"demo-{terms.id}", cause_of(p.HOUSE), build)
