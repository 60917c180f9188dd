"""A table's life, from the first card check to the closing sign."""

from bythebook.cards import parse_card
from bythebook.game.state import Table as RoundTable
from bythebook.table import State, evolve
from bythebook.table import events as e
from tests.clauses import clause
from tests.table.floor import Floor, cents, o

STAR = "star-blackjack-challenge"
SETUP = o.Setup(
    game="blackjack-challenge",
    boxes=7,
    dealing="shoe",
    decks=6,
    layout="A",
    limits={"main": (cents(10), cents(500))},
    chips=(250, 500, 2500),
)


def opened() -> Floor:
    floor = Floor(STAR)
    floor.ok("supervisor", o.DisplaySign("limits", limits=SETUP.limits))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.ok("supervisor", o.Open(SETUP))
    return floor


def shuffled(floor: Floor, who: str = "ann") -> None:
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.Cut(who, 100), by=who)
    floor.ok("dealer", o.Insert((60,)))
    floor.ok("dealer", o.Burn())


@clause("star-blackjack-challenge 3.4", "star-blackjack-challenge 4.4.1")
def test_a_round_is_played_between_opening_and_closing() -> None:
    floor = Floor(STAR)
    floor.no("6.1", "supervisor", o.Open(SETUP))
    floor.ok("supervisor", o.DisplaySign("limits", limits=SETUP.limits))
    floor.no("3.4", "supervisor", o.Open(SETUP))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.no("2.3.1", "dealer", o.Open(SETUP))
    floor.ok("supervisor", o.Open(SETUP))
    floor.players(ann=1, ben=2)
    floor.bet("ann", 1, 25)
    floor.no("4.4.1", "dealer", o.Deal(parse_card("8C")))
    shuffled(floor)
    floor.cards("TC 7D 8H")
    assert floor.state.in_round is True
    assert floor.due() is None
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(25)
    assert floor.state.house == -cents(25)
    floor.no("20.13", "supervisor", o.Close())
    floor.ok("supervisor", o.DisplaySign("closing", time=floor.clock + 20 * 60))
    floor.wait(20)
    floor.ok("supervisor", o.Close())
    assert floor.state.phase == "closed"
    assert floor.replayed() == floor.state


def test_what_bets_were_called_under_is_forgotten_when_the_table_closes() -> None:
    """The next round, after it has opened again, begins under what is in force then."""
    called = evolve(State(phase="open"), e.BettingCalled("6.2", RoundTable()))
    assert called.called_under is not None
    closed = evolve(called, e.TableClosed("5.1"))
    assert (closed.called, closed.called_under) == (False, None)
