"""Whoever is excluded is excluded everywhere: by which rank, from what, until when."""

from bythebook.casino import commands as c
from bythebook.casino.standing import standing
from tests.casino.desk import Desk
from tests.clauses import clause

CHALLENGE = "star-blackjack-challenge"
CROWN = "crown-blackjack"


@clause("star-blackjack-challenge 20.8.3")
def test_from_the_casino_binds_in_every_book() -> None:
    desk = Desk(CHALLENGE)
    desk.no("20.8.3", "dealer", c.Exclude("ann", book=CHALLENGE), why="a device")
    desk.no("20.8.3", "supervisor", c.Exclude("ann", book=CHALLENGE))
    patron = desk.ok("supervisor", c.Exclude("ann", book=CHALLENGE), why="a device")
    for book, game in ((CHALLENGE, "blackjack-challenge"), (CROWN, "blackjack")):
        told = standing(patron, book, game, desk.at)
        assert (told.excluded, told.excluded_from) == ("20.8.3", "casino")
    assert patron.excluded_from() is not None
    desk.no("20.8.3", "supervisor", c.Exclude("ann", book=CHALLENGE), why="again")


@clause("crown-blackjack 20.2.2")
def test_from_a_game_binds_at_every_table_of_that_game_alone() -> None:
    desk = Desk(CROWN)
    patron = desk.ok(
        "area-manager", c.Exclude("ann", book=CROWN, scope="game", game="blackjack"), why="a breach"
    )
    assert standing(patron, CROWN, "blackjack", desk.at).excluded == "20.2.2"
    assert standing(patron, CROWN, "blackjack-plus", desk.at).excluded == ""
    assert patron.excluded_from() is None


@clause("crown-blackjack 20.2.3")
def test_let_in_again_by_the_rank_that_could_exclude() -> None:
    desk = Desk(CROWN)
    desk.no("20.2.3", "area-manager", c.Readmit("ann", book=CROWN), why="served")
    desk.ok("area-manager", c.Exclude("ann", book=CROWN), why="a breach")
    desk.no("20.2.3", "dealer", c.Readmit("ann", book=CROWN), why="served")
    patron = desk.ok("area-manager", c.Readmit("ann", book=CROWN), why="served")
    assert patron.exclusions == ()


@clause("crown-blackjack 20.2.3")
def test_whom_one_book_excluded_no_rank_of_another_lets_in() -> None:
    """A supervisor of The Star may exclude there; at Crown that takes an Area Manager."""
    desk = Desk(CROWN)
    desk.ok("area-manager", c.Exclude("ann", book=CROWN), why="a breach")
    desk.no("20.8.3", "supervisor", c.Readmit("ann", book=CHALLENGE), why="served")
    desk.no("20.2.3", "supervisor", c.Readmit("ann", book=CROWN), why="served")
    patron = desk.ok("area-manager", c.Readmit("ann", book=CROWN), why="served")
    assert patron.exclusions == ()


def test_what_makes_no_sense_is_malformed() -> None:
    desk = Desk("tasmania-blackjack")
    desk.malformed(
        "dealer", c.Exclude("ann", book="tasmania-blackjack"), why="no such power in this book"
    )
    desk = Desk(CROWN)
    desk.malformed("area-manager", c.Exclude("ann", book=CROWN, scope="game"), why="which game?")
    desk.malformed(
        "area-manager",
        c.Exclude("ann", book=CROWN, scope="casino", game="blackjack"),
        why="one or the other",
    )
