"""bACEball: prohibited devices, shutting people out, invalidated outcomes, disputes."""

import pytest

from bythebook.cards import parse_card
from bythebook.errors import Malformed
from bythebook.table import events as e
from bythebook.table.due import Expected, what_is_due
from bythebook.table.table import decide
from tests.books.baceball.floor import ROUND, SUPERVISOR, loaded, played, stakes
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, o

WHY = "a calculator under the table"
CARDS_25 = "9D TC 8S JS 9S 7C 2C AH 4D"


def worked_25() -> Floor:
    """Ann is honest, on box 1; dan, on box 4, is not."""
    floor = loaded()
    floor.players(ann=1, dan=4)
    floor.bet("ann", 1, 75)
    floor.bet("ann", 1, 5, "strike-2")
    floor.bet("dan", 4, 500)
    floor.bet("dan", 4, 5, "jackpot")
    return floor


# Fraud and disruption


@clause("star-baceball 14.4.2", "star-baceball 14.5")
def test_worked_round_25_fraud_forfeits_its_authors_wagers_and_the_others_are_refunded() -> None:
    floor = worked_25()
    floor.cards(CARDS_25)
    assert floor.net("ann") == cents(75 + 10)
    cancel = o.Invalidate("14.4.2", ("dan",))
    floor.no("14.4.2", "dealer", cancel, why="switched a card")
    floor.no("14.4.2", SUPERVISOR, cancel)
    floor.ok(SUPERVISOR, cancel, why="switched a card")
    assert (floor.net("ann"), floor.net("dan")) == (0, -cents(505))
    assert floor.state.house == cents(505)
    assert [(x.clause, x.why) for x in floor.entries("invalidate")] == [
        ("14.4.2", "switched a card")
    ]
    assert floor.replayed() == floor.state


@clause("star-baceball 14.4.2", "star-baceball 14.5")
@pytest.mark.parametrize("cards", ["9D", "9D TC 8S JS", "9D TC 8S JS 9S 7C 2C AH"])
def test_fraud_found_in_mid_round_has_the_same_consequences(cards: str) -> None:
    floor = worked_25()
    floor.cards(cards)
    floor.ok(SUPERVISOR, o.Invalidate("14.4.2", ("dan",)), why="switched a card")
    assert (floor.net("ann"), floor.net("dan")) == (0, -cents(505))
    assert floor.state.in_round is False
    assert floor.state.carried == ()


@clause("star-baceball 14.4.2")
def test_a_spectators_fraud_costs_no_player_a_wager() -> None:
    floor = worked_25()
    floor.cards(CARDS_25)
    floor.ok(SUPERVISOR, o.Invalidate("14.4.2"), why="a spectator marked cards")
    assert (floor.net("ann"), floor.net("dan"), floor.state.house) == (0, 0, 0)


@clause("star-baceball 14.4.1", "star-baceball 14.5")
@pytest.mark.parametrize("cards", ["9D TC 8S JS", CARDS_25])
def test_a_disrupted_round_is_cancelled_and_everybody_is_refunded(cards: str) -> None:
    floor = worked_25()
    floor.cards(cards)
    floor.no("14.4.1", "dealer", o.Invalidate("14.4.1"), why="fire")
    floor.no("14.4.1", SUPERVISOR, o.Invalidate("14.4.1", ("dan",)), why="fire")
    floor.ok(SUPERVISOR, o.Invalidate("14.4.1"), why="fire")
    assert (floor.net("ann"), floor.net("dan"), floor.state.house) == (0, 0, 0)
    assert set(stakes(floor).values()) <= {
        ("returned", cents(75)), ("returned", cents(5)), ("returned", cents(500)),
    }  # fmt: skip
    # The jackpot stakes go back too: nothing is carried over from here.
    assert floor.state.carried == ()


@clause("star-baceball 14.4.1")
def test_a_round_before_the_last_is_beyond_cancelling() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.no("14.4.1", SUPERVISOR, o.Invalidate("14.4.1"), why="fire")
    played(floor)
    played(floor)
    floor.ok(SUPERVISOR, o.Invalidate("14.4.1"), why="fire")
    assert floor.net("ann") == cents(10)
    floor.no("5.5", SUPERVISOR, o.Invalidate("14.4.1"), why="fire")


# Prohibited devices


@clause("star-baceball 14.1", "star-baceball 14.3.1")
def test_worked_round_25_had_it_been_a_device_only_its_users_wagers_are_void() -> None:
    floor = worked_25()
    floor.cards(CARDS_25[:-3])
    floor.no("14.3.1", "dealer", o.VoidWagers("dan"), why=WHY)
    floor.no("14.3.1", SUPERVISOR, o.VoidWagers("dan"))
    floor.ok(SUPERVISOR, o.VoidWagers("dan"), why=WHY)
    floor.cards("4D")
    # Void is not forfeit: the stakes come back, the jackpot's too.
    assert (floor.net("ann"), floor.net("dan")) == (cents(75 + 10), 0)
    assert stakes(floor) == {
        (4, "main"): ("returned", cents(500)),
        (4, "jackpot"): ("returned", cents(5)),
        (1, "strike-2"): ("wins", cents(15)),
        (1, "main"): ("wins", cents(150)),
    }
    assert [(x.clause, x.player, x.why) for x in floor.entries("void-wagers")] == [
        ("14.3.1", "dan", WHY)
    ]
    assert floor.replayed() == floor.state


@clause("star-baceball 14.3.1")
def test_rounds_already_settled_are_not_touched() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    floor.no("14.3.1", SUPERVISOR, o.VoidWagers("ann"), why=WHY)
    floor.bet("ann", 1, 10)
    floor.ok(SUPERVISOR, o.VoidWagers("ann"), why=WHY)
    assert floor.net("ann") == cents(10)


@clause("star-baceball 14.3.2", "star-baceball 14.3.3", "star-baceball 14.1")
@pytest.mark.parametrize(
    ("command", "by"), [(o.Bar("dan"), "14.3.2"), (o.Exclude("dan"), "14.3.3")]
)
def test_a_person_shut_out_takes_no_further_part(command: o.Command, by: str) -> None:
    floor = worked_25()
    floor.cards(CARDS_25)
    floor.no(by, "dealer", command, why=WHY)
    floor.no(by, SUPERVISOR, command)
    floor.ok(SUPERVISOR, command, why=WHY)
    assert floor.clauses(e.PlayerBarred) == [by]
    floor.no(by, "player", o.Place(4, "dan", cents(10)), by="dan")
    floor.ok("player", o.Leave("dan"), by="dan")
    floor.no(by, "player", o.Arrive("dan"), by="dan")
    floor.bet("ann", 1, 10)
    assert floor.net("dan") == cents(500 - 5)


@clause("star-baceball 14.3.2", "star-baceball 14.3.3")
@pytest.mark.parametrize(
    ("command", "by"), [(o.Bar("ann"), "14.3.2"), (o.Exclude("ann"), "14.3.3")]
)
def test_wagers_down_before_the_first_card_leave_with_their_owner(
    command: o.Command, by: str
) -> None:
    floor = loaded()
    floor.players(ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.bet("ben", 2, 10)
    floor.ok(SUPERVISOR, command, why="a calculator")
    floor.cards(ROUND)
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(10))
    assert floor.state.last is not None
    assert {row.clause for row in floor.state.last.rows if row.player == "ann"} == {by}


@clause("star-baceball 14.3.2")
def test_in_a_round_the_wagers_of_somebody_barred_are_settled() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S")
    floor.ok(SUPERVISOR, o.Bar("ann"), why="a calculator")
    floor.cards("8C 9H 8D 2D 3S")
    assert floor.net("ann") == cents(10)


@clause("star-baceball 14.1")
def test_no_order_tells_a_player_anything_but_where_the_next_card_is_due() -> None:
    """The table itself must be no aid: what it shows is legality, with no count and no odds."""
    floor = worked_25()
    floor.cards("9D TC")
    due = what_is_due(floor.rules, floor.state)
    assert (due.what, due.box, due.clause) == ("card", 0, "7.3.2")
    assert set(Expected.__struct_fields__) == {"what", "clause", "box", "hand", "player", "ways"}
    for decision in (c.Hit(1, "ann"), c.Stand(1, "ann"), c.Surrender(1, "ann")):
        order = floor.order("player", o.Decide(decision), by="ann")
        with pytest.raises(Malformed):
            decide(floor.rules, floor.state, order)


# Disputes


@clause("star-baceball 14.12")
def test_a_gaming_supervisor_decides_first_and_a_higher_other_person_reviews() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    floor.ok("player", o.RaiseDispute("ann", "I had 21"), by="ann")
    review = o.ReviewDispute(1, "20, as decided")
    floor.no("14.12", "assistant-gaming-manager", review, by="amy", asked="ann")
    floor.no("14.12", "dealer", o.DecideDispute(1, "20"))
    floor.ok(SUPERVISOR, o.DecideDispute(1, "20"), by="sue")
    floor.no("14.12", "gaming-manager", o.DecideDispute(1, "21"), by="gil")
    floor.no("14.12", SUPERVISOR, review, by="sid", asked="ann")
    floor.no("14.12", "assistant-gaming-manager", review, by="sue", asked="ann")
    unasked = floor.no("14.12", "assistant-gaming-manager", review, by="amy")
    assert unasked.reason == "only when somebody asks for it"
    floor.ok("assistant-gaming-manager", review, by="amy", asked="ann")
    dispute = floor.state.disputes[0]
    assert dispute.decided_by == o.Person("sue", SUPERVISOR)
    assert dispute.reviewed_by == o.Person("amy", "assistant-gaming-manager")
    assert (dispute.ruling, dispute.review) == ("20", "20, as decided")
    assert floor.clauses(e.DisputeDecided) == ["14.12", "14.12"]
    assert floor.net("ann") == cents(10)


@clause("star-baceball 14.12")
def test_an_assistant_does_not_review_what_a_gaming_manager_decided() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.ok("player", o.RaiseDispute("ann", "I had 21"), by="ann")
    floor.ok("gaming-manager", o.DecideDispute(1, "20"), by="gil")
    review = o.ReviewDispute(1, "20, as decided")
    floor.no("14.12", "assistant-gaming-manager", review, by="amy", asked="ann")
    floor.ok("gaming-manager", review, by="gus", asked="ann")


@clause("star-baceball 14.13", "star-baceball 15.11")
@pytest.mark.parametrize("about", ["I had 21", "the draw of the promotion"])
def test_the_ruling_is_final_and_says_that_one_may_go_to_an_inspector(about: str) -> None:
    """The same for the game and for the terms of a promotion."""
    floor = loaded()
    floor.players(ann=1)
    floor.ok("player", o.RaiseDispute("ann", about), by="ann")
    floor.ok(SUPERVISOR, o.DecideDispute(1, "no"), by="sue")
    floor.ok("gaming-manager", o.ReviewDispute(1, "no"), by="gil", asked="ann")
    floor.no("14.13", "gaming-manager", o.ReviewDispute(1, "yes"), by="gus", asked="ann")
    for act in ("decide-dispute", "review-dispute"):
        (entry,) = floor.entries(act)
        assert entry.player == "ann"
        assert "inspector" in entry.about
        assert "section 33" in entry.about


# A day at a table


@clause("star-baceball 1.1:round-of-play", "star-baceball 8.5", "star-baceball 14.8")
def test_a_table_from_opening_to_closing() -> None:
    floor = worked_25()
    floor.ok("dealer", o.NoMoreBets())
    floor.cards(CARDS_25)
    assert (floor.net("ann"), floor.net("dan")) == (cents(85), cents(495))
    floor.bet("ann", 1, 10)
    floor.cards(ROUND)
    floor.ok("player", o.Leave("dan"), by="dan")
    floor.ok(SUPERVISOR, o.DisplaySign("closing", time=floor.clock + 1200))
    floor.wait(20)
    floor.bet("ann", 1, 10)
    floor.no("14.8", "dealer", o.Deal(parse_card("9S")))
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.ok(SUPERVISOR, o.Close())
    assert floor.net("ann") == cents(95)
    assert floor.state.house == -cents(95 + 495)
    assert floor.replayed() == floor.state
