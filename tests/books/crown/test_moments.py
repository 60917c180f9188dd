"""Crown: orders that have their moment, and what nobody orders whatever the rank."""

from collections.abc import Callable

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.crown.floor import AM, CROWN, HDD, SETUP, opened, quick_round, seated
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o


def closed() -> Floor:
    return Floor(CROWN)


def idle(game: str = "blackjack") -> Floor:
    """Between two rounds of a shoe, three rounds after it was said that the table will close."""
    floor = seated("ann", game=game)
    floor.ok(HDD, o.AnnounceClosing())
    for _ in range(3):
        quick_round(floor, "ann")
    return floor


def dealing(game: str = "blackjack") -> Floor:
    """The same in the middle of a round, ann on 16 and asked."""
    floor = idle(game)
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D 6H")
    return floor


def crown_idle() -> Floor:
    return idle("crown-blackjack")


def free_bet_idle() -> Floor:
    return idle("free-bet-blackjack")


TEN = (parse_card("TC"), parse_card("TD"))
NOT_NOW: list[tuple[str, str, o.Command, Callable[[], Floor]]] = [
    ("5.3", AM, o.Open(SETUP), idle),
    ("5.3", AM, o.Open(SETUP), dealing),
    ("5.3", AM, o.ChangeGame("crown-blackjack", agreed=("ann",)), closed),
    ("5.3", AM, o.ChangeGame("crown-blackjack", agreed=("ann",)), dealing),
    ("0:effect", AM, o.AdoptEdition("4.2"), dealing),
    ("20.5", HDD, o.Close(), closed),
    ("20.5", HDD, o.Close(), dealing),
    ("17.13.3", HDD, o.ReplaceCards("wrong-cards"), closed),
    ("17.13.3", HDD, o.ReplaceCards("wrong-cards"), dealing),
    ("4.4.2", HDD, o.ReplaceCards("unfit"), dealing),
    ("4.4.1", HDD, o.ReplaceCards(), dealing),
    ("4.4.1", HDD, o.ReplaceCards(), idle),
    ("20.10", HDD, o.Vacate("ann"), dealing),
    ("8.1.2(a)", "player", o.Perform("handle-own-cards", player="ann"), idle),
    ("8.5.4:direction", HDD, o.DirectHand(1), idle),
    ("10.2.1:direction", HDD, o.DirectHand(1), crown_idle),
    ("11.4:direction", HDD, o.DirectHand(1), free_bet_idle),
    ("17.6", "dealer", m.FindHand(2, TEN), idle),
]


@clause(
    "crown-blackjack 0:effect", "crown-blackjack 4.4.1",
    "crown-blackjack 4.4.2", "crown-blackjack 5.3", "crown-blackjack 8.1.2(a)",
    "crown-blackjack 8.5.4:direction", "crown-blackjack 10.2.1:direction",
    "crown-blackjack 11.4:direction", "crown-blackjack 17.6", "crown-blackjack 17.13.3",
    "crown-blackjack 20.5", "crown-blackjack 20.10",
)  # fmt: skip
@pytest.mark.parametrize(
    ("cited", "role", "command", "when"),
    NOT_NOW,
    ids=lambda value: getattr(value, "__name__", str(value))[:28],
)
def test_an_order_out_of_its_time_is_refused(
    cited: str, role: str, command: o.Command, when: Callable[[], Floor]
) -> None:
    refused = when().no(cited, role, command, why="so", by="ann" if role == "player" else None)
    said = str(refused)
    assert any(word in said for word in ("only ", "not open", "must be finished first")), said


@clause("crown-blackjack 5.3", "crown-blackjack 17.13.3", "crown-blackjack 20.5")
def test_in_its_time_the_same_is_carried_out() -> None:
    floor = idle()
    floor.ok(HDD, o.ReplaceCards("wrong-cards"))
    floor.ok("dealer", o.Perform("secure-cards"))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.ok(AM, o.ChangeGame("crown-blackjack", agreed=("ann",)))
    idle().ok(HDD, o.Close())
    assert opened().clauses(e.TableOpened) == ["5.3"]


@clause("crown-blackjack 17.12", "crown-blackjack 20.3.1", "crown-blackjack 20.3.2")
@pytest.mark.parametrize("cited", ["20.3.1", "20.3.2", "17.13.2"])
def test_a_higher_duties_dealer_voids_a_round_by_17_12_and_by_nothing_else(cited: str) -> None:
    """Fire and fraud are an area manager's to find; the wagers lie where they lay."""
    floor = dealing()
    floor.no("17.12", HDD, o.VoidRound(cited), why="two cards at once")
    assert floor.state.in_round
    floor.ok(HDD, o.VoidRound("17.12"), why="two cards at once")
    assert floor.net("ann") == cents(30)


@clause("crown-blackjack 20.2.1", "crown-blackjack 20.3.1", "crown-blackjack 20.3.2")
def test_each_ground_for_voiding_wagers_or_a_round_is_cited() -> None:
    for ground in ("20.2.1", "20.3.1", "20.3.2"):
        floor = dealing()
        floor.ok(AM, o.VoidWagers("ann", "" if ground == "20.2.1" else ground), why="so")
        assert floor.entries("void-wagers")[0].clause == ground
    for ground in ("20.3.1", "20.3.2"):
        floor = dealing()
        floor.ok(AM, o.Invalidate(ground), why="so")
        assert floor.entries("invalidate")[0].clause == ground
        floor = dealing()
        floor.no(ground, HDD, o.Invalidate(ground), why="so")
        floor.no("20.3.1", AM, o.Invalidate("17.12"), why="so")  # not a ground of theirs
        floor.no("20.3.1", AM, o.Invalidate("17.13.2"), why="so")
