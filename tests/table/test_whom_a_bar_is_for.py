"""Whom somebody can bar from a game, and whom one can keep out of the casino."""

from tests.books.star_challenge.floor import SHOE, ready
from tests.clauses import clause
from tests.table.floor import o


@clause("star-blackjack-challenge 20.8.2", "star-blackjack-challenge 20.8.3")
def test_a_player_is_barred_from_the_game_and_anybody_kept_out_of_the_casino() -> None:
    floor = ready(SHOE, ann=1)
    floor.ok("dealer", o.SignOn("dee", "dealer"))
    floor.malformed("supervisor", o.Exclude("dee"), why="is on duty here")
    floor.malformed("supervisor", o.Bar(" "), why="said no name")
    floor.malformed("supervisor", o.Exclude(" "), why="said no name")
    floor.malformed("supervisor", o.Bar("zed"), why="is not at this table")
    floor.ok("supervisor", o.Exclude("zed"), why="is to be turned away when he comes")
    assert [entry.player for entry in floor.entries("exclude")] == ["zed"]
    floor.ok("supervisor", o.Bar("ann"), why="touched a wager")
    assert [entry.player for entry in floor.entries("bar")] == ["ann"]
