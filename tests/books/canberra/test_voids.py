"""Casino Canberra: rounds and wagers declared void, players excluded, disputes."""

import pytest

from bythebook.table import events as e
from tests.books.canberra.floor import MANAGER, PAIRS, a_round, ready
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, o


def interim() -> Floor:
    """Ann was paid a blackjack and a pair loses; ben, a coloured pair paid, is to decide on 16."""
    floor = ready(PAIRS)
    floor.bet("ann", 1, 20)
    floor.bet("ann", 1, 5, PAIRS)
    floor.bet("ben", 2, 10)
    floor.bet("ben", 2, 5, PAIRS)
    floor.cards("AS 8D 7C KH 8H")
    assert floor.state.round is not None
    assert floor.state.round.net == {"ann": cents(30) - cents(5), "ben": cents(60) - cents(10)}
    return floor


@clause("canberra-blackjack 16.1", "canberra-blackjack A:void")
def test_a_disturbance_invalidates_the_round_in_progress_with_all_it_paid() -> None:
    floor = interim()
    floor.no("16.1", "supervisor", o.Invalidate("16.1"), why="fire")
    floor.no("16.1", MANAGER, o.Invalidate("16.1"))
    floor.no("16.1", MANAGER, o.Invalidate("16.1", ("ben",)), why="fire")  # nobody forfeits
    floor.ok(MANAGER, o.Invalidate("16.1"), why="fire")
    assert floor.state.last is not None
    assert floor.state.last.voided == "16.1"
    assert (floor.net("ann"), floor.net("ben"), floor.state.house) == (0, 0, 0)
    assert floor.entries("invalidate")[0].why == "fire"
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 16.1")
def test_a_finished_round_is_not_invalidated_for_a_disturbance() -> None:
    floor = ready()
    floor.no("16.1", MANAGER, o.Invalidate("16.1"), why="brawl")
    a_round(floor)
    floor.no("16.1", MANAGER, o.Invalidate("16.1"), why="brawl")
    assert floor.net("ann") == cents(10)


@clause("canberra-blackjack 16.3", "canberra-blackjack A:void")
@pytest.mark.parametrize("phase", ["dealing", "interim", "doubled and insured"])
def test_a_round_that_cannot_go_on_is_void_with_everything_staked(phase: str) -> None:
    floor = ready(PAIRS)
    floor.bet("ann", 1, 20)
    floor.bet("ann", 1, 5, PAIRS)
    if phase == "dealing":
        floor.cards("6S")
    else:
        floor.cards("6S AD 5H")
    if phase == "doubled and insured":
        floor.play("ann", c.Insure(1, cents(10)))
        floor.proceed()
        floor.play("ann", c.Double(1))
    floor.no("16.3", "supervisor", o.VoidRound("16.3"), why="the table broke")
    floor.no("16.3", MANAGER, o.VoidRound("16.3"))
    floor.no("16.3", MANAGER, o.VoidRound("16.1"), why="the table broke")
    floor.ok(MANAGER, o.VoidRound("16.3"), why="the table broke")
    assert (floor.net("ann"), floor.state.house) == (0, 0)
    entry = floor.entries("void-round")[0]
    assert (entry.by.role, entry.clause, entry.why) == (MANAGER, "16.3", "the table broke")
    floor.ok("dealer", o.Shuffle())
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 16.3")
def test_before_the_first_card_there_is_no_round_to_void() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.no("4.3", MANAGER, o.VoidRound("16.3"), why="fraud")


@clause("canberra-blackjack 16.3")
def test_fraud_found_after_the_round_voids_that_round_only() -> None:
    floor = ready()
    a_round(floor)
    a_round(floor, "ann", 1, 20)
    floor.no("16.3", "supervisor", o.VoidLastRound("16.3"), why="marked cards")
    floor.no("16.3", MANAGER, o.VoidLastRound("16.3"))
    floor.ok(MANAGER, o.VoidLastRound("16.3"), why="marked cards")
    assert floor.net("ann") == cents(10)
    assert floor.clauses(e.LastRoundCorrected) == ["16.3"]


@clause("canberra-blackjack 16.1", "canberra-blackjack 16.3", "canberra-blackjack 14.5")
def test_each_power_voids_by_its_own_clause_only() -> None:
    floor = ready()
    a_round(floor)
    floor.no("14.5", MANAGER, o.VoidLastRound("16.1"), why="fire")
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.no("16.1", MANAGER, o.Invalidate("16.3"), why="fire")
    floor.no("16.1", MANAGER, o.Invalidate("14.5"), why="fire")
    floor.no("16.3", MANAGER, o.VoidRound("14.5"), why="fire")
    floor.ok(MANAGER, o.Invalidate("16.1"), why="fire")
    assert floor.net("ann") == cents(10)  # the round before stands


@clause("canberra-blackjack 16.2(a)")
def test_the_wagers_of_who_broke_the_rules_are_void_and_those_of_others_stand() -> None:
    floor = ready()
    floor.bet("ann", 1, 20)
    floor.bet("ben", 1, 10)
    floor.cards("6D 7C 5C")
    floor.play("ann", c.Double(1))
    floor.ok("player", o.Decide(c.Double(1, "ben")), by="ben")
    floor.no("16.2(a)", "supervisor", o.VoidWagers("ben"), why="chips added")
    floor.no("16.2(a)", MANAGER, o.VoidWagers("ben"))
    floor.ok(MANAGER, o.VoidWagers("ben"), why="chips added")
    floor.proceed()
    floor.cards("9C TS")
    # 20 against 17: ann wins both parts; ben's two tens are back with him.
    assert (floor.net("ann"), floor.net("ben")) == (cents(40), 0)
    entry = floor.entries("void-wagers")[0]
    assert (entry.player, entry.clause) == ("ben", "16.2(a)")
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 16.2(a)", "canberra-blackjack A:void")
def test_a_void_wager_gives_back_what_it_was_paid_in_this_round() -> None:
    floor = interim()
    floor.ok(MANAGER, o.VoidWagers("ben"), why="a late wager")
    # Nobody else is on the box: no more cards, the round is over. Ann's payments stand.
    assert floor.state.round is None
    assert floor.net("ben") == 0
    assert floor.net("ann") == cents(30) - cents(5)
    assert floor.state.house == -cents(25)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 16.2(a)")
def test_insurance_and_split_wagers_are_void_with_the_rest_and_earlier_rounds_stand() -> None:
    floor = ready()
    a_round(floor, "ann", 1)
    floor.bet("ann", 1, 10)
    floor.cards("8D AD 8H")
    floor.play("ann", c.Insure(1, cents(5)))
    floor.proceed()
    floor.play("ann", c.Split(1))
    floor.cards("TD")
    floor.ok(MANAGER, o.VoidWagers("ann"), why="a device")
    assert floor.net("ann") == cents(10)
    assert floor.state.round is None


@clause("canberra-blackjack 16.2(a)", "canberra-blackjack 4.5(b)")
def test_when_the_deciders_wager_is_void_the_next_on_the_box_decides() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 1, 20)
    floor.cards("TD 7C 6C")
    floor.ok(MANAGER, o.VoidWagers("ann"), why="chips added")
    floor.hit("ben", 1)
    floor.cards("4C")
    floor.stand("ben", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(20))


@clause("canberra-blackjack 16.2(a)", "canberra-blackjack 7.2")
def test_insurance_of_another_players_wager_is_void_with_its_owner() -> None:
    """Ben insured ann's wager and broke the rules: his are back, hers are played."""
    floor = ready()
    floor.bet("ann", 1, 20)
    floor.bet("ben", 2, 20)
    floor.cards("TD 9D AC 9C 9H")
    floor.play("ben", c.Insure(1, cents(10), "ben", "ann"))
    floor.proceed()
    floor.ok(MANAGER, o.VoidWagers("ben"), why="chips added")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (-cents(20), 0)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 16.2(b)")
def test_a_player_may_be_excluded_from_the_game_with_or_without_voiding() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    floor.no("16.2(b)", "supervisor", o.Bar("ann"), why="16.7")
    floor.no("16.2(b)", MANAGER, o.Bar("ann"))
    floor.ok(MANAGER, o.Bar("ann"), why="told ben what to do")
    # (b) alone: the wager of the round is played out, by the book and not by her.
    floor.no("16.2(b)", "player", o.Decide(c.Hit(1, "ann")), by="ann")
    floor.ok("dealer", o.DirectHand(1, "ann"))
    floor.cards("TS")
    assert floor.net("ann") == cents(10)
    floor.no("16.2(b)", "player", o.Place(1, "ann", cents(10)), by="ann")
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.no("16.2(b)", "player", o.Arrive("ann"), by="ann")
    a_round(floor, "ben", 2)
    assert floor.net("ben") == cents(10)
    entry = floor.entries("bar")[0]
    assert (entry.player, entry.clause) == ("ann", "16.2(b)")


@clause("canberra-blackjack 16.2(b)")
def test_who_is_excluded_before_the_first_card_takes_the_wager_back() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.ok(MANAGER, o.Bar("ann"), why="a device")
    floor.no("16.2(b)", "player", o.Sit("ann", 3), by="ann")
    floor.cards("9D 7C TH")
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(10))


@clause("canberra-blackjack 16.4")
def test_a_ruling_is_final_unless_the_commission_is_asked_to_review_it() -> None:
    floor = ready()
    floor.malformed("player", o.RaiseDispute("ann", ""), by="ann")
    floor.ok("player", o.RaiseDispute("ann", "my hand was 20"), by="ann")
    commission = {"by": "kay", "asked": "ann"}
    floor.no("16.4", "commission", o.ReviewDispute(1, "upheld"), **commission)
    floor.no("16.4", "supervisor", o.DecideDispute(1, "19 it was"))
    floor.ok(MANAGER, o.DecideDispute(1, "19 it was"))
    assert "Commission" in floor.entries("decide-dispute")[0].about
    floor.no("16.4", MANAGER, o.DecideDispute(1, "20 after all"))
    floor.no("16.4", MANAGER, o.ReviewDispute(1, "20 after all"), by="moe", asked="ann")
    floor.no("16.4", "commission", o.ReviewDispute(1, "20 after all"), by="kay")
    floor.ok("commission", o.ReviewDispute(1, "20 after all"), **commission)
    floor.no("16.4", "commission", o.ReviewDispute(1, "19 again"), **commission)
    dispute = floor.state.disputes[0]
    assert (dispute.ruling, dispute.review) == ("19 it was", "20 after all")
    assert dispute.reviewed_by == o.Person("kay", "commission")
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 16.4", "canberra-blackjack 2.3", "canberra-blackjack 16.9")
def test_whoever_rules_says_where_a_review_is_to_be_had() -> None:
    floor = ready()
    floor.ok("player", o.RaiseDispute("ann", "my hand was 20"), by="ann")
    floor.ok(MANAGER, o.DecideDispute(1, "19 it was"))
    assert "ACT Gambling and Racing Commission" in floor.entries("decide-dispute")[0].about
    # The one who asks is somebody else than the one who answers.
    floor.malformed("dealer", o.Perform("show-rules"), asked="dee")
