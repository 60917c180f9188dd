"""The demonstration's tournaments: one for money with open entries, and one to practise running.

Everything is ordered by the roles that the book names, as for any other tournament.
"""

from datetime import UTC, datetime
from importlib.resources import files

from msgspec.structs import replace

from bythebook.deciders import Command, Order, Person
from bythebook.house.activities.activity import ActivityTransaction
from bythebook.house.activities.tournaments.tournaments import NAME, DeclarePractice, Fill
from bythebook.house.log.commits import cause_of
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.rulebooks.chapters.tournament_course import TournamentRules, load_tournament_rules
from bythebook.rulebooks.law import day, named_in, played_by
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.entries import to_confirm
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


def dated(terms: TournamentTerms, closes: int, starts: int) -> TournamentTerms:
    dates = replace(
        terms.dates,
        starts=datetime.fromtimestamp(starts, UTC),
        entries_close=datetime.fromtimestamp(closes, UTC),
        withdraw_until=datetime.fromtimestamp(closes, UTC),
    )
    return replace(terms, dates=dates)


async def open_tournaments(house: House) -> None:
    """Both of them, published and open for entries."""
    terms = demo_terms(house.now)
    await _announce(house, terms, False)
    alone = replace(terms, id="practice-cup", title="Practice Cup")
    await _announce(house, dated(alone, closes=house.now + DAY, starts=house.now + DAY), True)


async def _announce(house: House, terms: TournamentTerms, practice: bool) -> None:
    stream = f"{NAME}/{terms.id}"
    terms = named_in(terms, day(house.now))  # what is to be done follows from the law it is made by
    rules = load_tournament_rules(played_by(terms)).rules

    def build(moving: ActivityTransaction) -> None:
        def order(command: Command) -> None:
            by = who(rules, command)
            moving.act(stream, Order(by=by, at=moving.at, command=command, why="demonstration"))

        order(o.Make(terms))
        order(o.NameDirector(DIRECTOR))
        if rules.publishing.regulator is not None:
            order(o.TellRegulator("demonstration"))
        if practice:
            order(DeclarePractice())
        if to_confirm(rules, terms):
            order(o.ConfirmConditions())
        order(o.Publish())
        if practice:
            order(Fill(AUTOMATIC))
        moving.kind(stream).after_act(moving, stream)

    await house.affairs.move(stream, f"demo-{terms.id}", cause_of(p.HOUSE), build)


def who(rules: TournamentRules, command: Command) -> Person:
    """Somebody who may give this order; the director by the name of the account."""
    house_acts = {DeclarePractice: "make", Fill: "enter"}
    act = house_acts.get(type(command), str(command.__struct_config__.tag))
    director = rules.direction.named.value
    roles = [role for role in rules.acts[act].by if role != p.PLAYER]
    if director in roles and not isinstance(command, o.Make):
        return Person(DIRECTOR, director)
    return Person(f"{roles[0]} of the house", roles[0])
