"""Shuffling shoes and Supernova equipment that fail, and players who are away or do not act."""

import pytest

from bythebook.cards import parse_card
from bythebook.errors import Refused
from bythebook.table.people.standing import Standing
from tests.books.tasmania.floor import (
    MR,
    NEW,
    emptied,
    opened,
    pairs_setup,
    pontoon_setup,
    quick_round,
    ready,
    setup,
    shuffled,
    started,
    supernova_setup,
    tell,
)
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o

FAILS = m.Malfunction(can_finish=False)


# The shuffling shoe


@clause("tasmania-blackjack 19.11", "tasmania-blackjack 19.11(a)", "tasmania-blackjack 19.11(b)")
def test_worked_round_11_a_shuffler_that_fails_in_mid_round() -> None:
    floor = started(pairs_setup(dealing="device"), ann=1, bob=2, cy=3)
    floor.bet("ann", 1, 20)
    floor.bet("ann", 1, 5, "perfect-pairs")
    floor.bet("bob", 2, 50)
    floor.bet("cy", 3, 25)
    floor.cards("AS TD 8H 9H KD 6C 5S")
    floor.hit("bob", 2)
    floor.cards("QS")
    floor.hit("cy", 3)
    floor.no("19.11", "dealer", FAILS)
    floor.ok("inspector", FAILS, why="two cards at once")
    assert floor.state.last is not None
    assert floor.state.last.voided == "19.11(a)"
    nets = [floor.net(name) for name in ("ann", "bob", "cy")]
    assert nets == [cents(25), 0, 0]
    assert floor.state.house == -cents(25)
    entry = floor.entries("malfunction")[0]
    assert (entry.by.role, entry.clause, entry.why) == (
        "inspector", "19.11", "two cards at once",
    )  # fmt: skip
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.11(b)")
def test_perfect_pairs_that_were_won_stay_won() -> None:
    floor = started(pairs_setup(dealing="device"), ann=1)
    floor.bet("ann", 1, 20)
    floor.bet("ann", 1, 5, "perfect-pairs")
    floor.cards("8S 9H 8S")
    floor.ok("inspector", FAILS)
    assert floor.net("ann") == cents(125)


@clause("tasmania-blackjack 19.11(a)", "tasmania-blackjack 19.11(b)")
def test_even_money_stands_and_undecided_insurance_goes_back() -> None:
    floor = started(setup(dealing="device"), ann=1, bob=2)
    floor.bet("ann", 1, 20)
    floor.bet("bob", 2, 40)
    floor.cards("AS TD AH KD 6C")
    floor.play("bob", c.Insure(2, cents(20)))
    floor.play("ann", c.TakeEvenMoney(1))
    floor.proceed()
    floor.hit("bob", 2)
    floor.ok("inspector", FAILS)
    assert (floor.net("ann"), floor.net("bob")) == (cents(20), 0)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.11(a)", "tasmania-blackjack 19.11(b)")
def test_in_pontoon_paid_hands_stand_and_surrenders_and_forfeits_go_back() -> None:
    """Tasmania reading 45: interim settlement is what 12, 20.9 and 21.3 pay or take."""
    floor = started(pontoon_setup(dealing="device", chips=()), ann=1, bob=2, cy=3, dot=4, eve=5)
    for box, name in enumerate(("ann", "bob", "cy", "dot", "eve"), start=1):
        floor.bet(name, box, 20)
    floor.cards("AS 9D 8H 7C 5C KH QS 6D 5S 8C 6S")
    floor.play("bob", c.Surrender(2))
    floor.proceed()
    floor.play("cy", c.Double(3))
    floor.cards("2C")  # 15
    floor.play("cy", c.Withdraw(3))  # gives up the original
    floor.proceed()
    floor.hit("dot", 4)
    floor.cards("6C")  # 21 with 6-7-8 of clubs: 2 to 1
    floor.hit("eve", 5)
    floor.cards("QH")  # 21: evens
    floor.ok("inspector", FAILS)
    nets = [floor.net(name) for name in ("ann", "bob", "cy", "dot", "eve")]
    assert nets == [cents(30), 0, 0, cents(40), cents(20)]
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.11(a)", "tasmania-blackjack 19.11(b)")
def test_when_cards_come_together_only_what_was_settled_before_the_third_card_stands() -> None:
    """Even money and pairs stand, won and lost; a double, a bust and insurance go back."""
    floor = started(pairs_setup(dealing="device"), ann=1, bob=2, cy=3, dot=4)
    for box, name in enumerate(("ann", "bob", "cy", "dot"), start=1):
        floor.bet(name, box, 20)
    floor.bet("bob", 2, 5, "perfect-pairs")
    floor.bet("cy", 3, 5, "perfect-pairs")
    floor.cards("AS 8D 5C TD AH KD 8H 6S 6C")
    floor.play("ann", c.TakeEvenMoney(1))
    floor.play("bob", c.Insure(2, cents(10)))
    floor.proceed()
    floor.stand("bob", 2)
    floor.play("cy", c.Double(3))
    floor.cards("9C")
    floor.hit("dot", 4)
    floor.cards("KS")  # 26
    assert floor.due() == 0
    floor.ok("inspector", m.Malfunction(can_finish=False), why="two cards at once")
    nets = [floor.net(name) for name in ("ann", "bob", "cy", "dot")]
    assert nets == [cents(20), cents(60), -cents(5), 0]
    assert floor.state.house == -cents(75)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.11")
def test_a_failure_that_lets_the_round_be_finished_voids_nothing() -> None:
    floor = started(setup(dealing="device"), ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("TS 9H KD")
    floor.ok("inspector", m.Malfunction(can_finish=True), why="jammed, and freed")
    assert floor.state.in_round is True
    floor.stand("ann", 1)
    floor.cards("8S")
    assert floor.net("ann") == cents(20)
    floor.ok("inspector", FAILS)  # between rounds there is nothing to void
    assert floor.net("ann") == cents(20)
    assert len(floor.entries("malfunction")) == 2


@clause("tasmania-blackjack 19.11")
def test_an_ordinary_shoe_has_no_such_failure() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("TS 9H KD")
    floor.malformed("inspector", FAILS)
    assert floor.state.in_round is True


@clause("tasmania-blackjack 19.11(a)", "tasmania-blackjack 19.10")
def test_a_round_whose_cards_ran_out_is_completed_with_the_discards_and_not_voided() -> None:
    """Tasmania reading 44: at a table there are some, for no round takes up all the cards."""
    floor = opened(setup(decks=4))
    floor.players(ann=1, bob=2)
    shuffled(floor, back=(50,))
    emptied(floor, "TS 9C 9H 6D 9D KD")
    floor.bet("ann", 1, 20)
    floor.bet("bob", 2, 20)
    floor.cards("TS 9C 9H 6D 9D")
    floor.hit("ann", 1)
    floor.cards("KD")
    # An ordinary shoe has no machine that could fail: while it has cards, nothing voids the round.
    floor.no("19.11(a)", "inspector", o.VoidRound("19.11(a)"), why="no cards")
    floor.hit("bob", 2)
    floor.no("19.11(a)", "inspector", o.VoidRound("19.11(a)"), why="no cards")
    floor.ok("dealer", o.Shuffle())
    floor.no("19.11(a)", "inspector", o.VoidRound("19.11(a)"), why="no cards")
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.cards("2C")
    floor.stand("bob", 2)
    floor.cards("KS")
    assert (floor.net("ann"), floor.net("bob")) == (cents(-20), cents(20))


@clause("tasmania-blackjack 19.11(a)")
def test_a_round_is_voided_by_the_inspector_for_a_reason_and_by_a_clause_that_voids() -> None:
    floor = started(setup(dealing="device"), ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("TS 9H KD")
    floor.no("19.11(a)", "dealer", o.VoidRound("19.11(a)"), why="two cards at once")
    floor.no("19.11(a)", "inspector", o.VoidRound("19.11(a)"))
    floor.no("6.5", "inspector", o.VoidRound("19.4"), why="no clause that voids")
    floor.ok("inspector", o.VoidRound("19.11(a)"), why="two cards at once")
    assert floor.net("ann") == 0
    assert floor.entries("void-round")[0].why == "two cards at once"
    floor.no("6.5", "inspector", o.VoidRound("19.11(a)"), why="again")  # none is in progress


def test_the_other_reading_undoes_everything() -> None:
    readings = {"void-round-stakes": "everything-undone"}
    floor = started(pairs_setup(dealing="device", readings=readings), ann=1)
    floor.bet("ann", 1, 20)
    floor.bet("ann", 1, 5, "perfect-pairs")
    floor.cards("8S 9H 8S")
    floor.ok("inspector", FAILS)
    assert floor.net("ann") == 0


# Supernova


def supernova() -> Floor:
    floor = started(supernova_setup(), ann=1, bob=2)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
    floor.bet("bob", 2, 10)
    return floor


@clause("tasmania-blackjack 24.9.1")
def test_no_supernova_before_the_dealer_has_confirmed_the_sensors() -> None:
    wanted = supernova_setup()
    floor = ready(setup())
    floor.ok("inspector", o.DisplaySign("supernova", setup=wanted))
    floor.ok(MR, o.Perform("open-terminal"))
    floor.no("24.9.1", MR, o.Open(wanted))
    floor.no("24.9.1", "player", o.Perform("confirm-sensors"), by="ann")
    floor.ok("dealer", o.Perform("confirm-sensors"))
    floor.ok(MR, o.Open(wanted))
    plain = opened()  # without the jackpot nobody asks
    plain.players(ann=1)
    plain.bet("ann", 1, 10)


@clause("tasmania-blackjack 24.9.1", "tasmania-blackjack 24.9.4")
def test_one_dead_sensor_stops_supernova_at_the_whole_table() -> None:
    floor = started(supernova_setup(), ann=1, bob=2)
    floor.no("24.9.4", "player", o.SuspendWager("supernova"), by="ann")
    floor.ok("dealer", o.SuspendWager("supernova"), why="the sensor of box 7 is dead")
    floor.bet("ann", 1, 10)
    floor.bet("bob", 2, 10)
    for name, box in (("ann", 1), ("bob", 2)):
        floor.no("24.9.4", "player", o.Place(box, name, 200, "supernova"), by=name)
    floor.cards("TC TD JS QC QD")  # the main game goes on
    floor.stand("ann", 1)
    floor.stand("bob", 2)
    floor.cards("KS")
    floor.no("24.9.4", "dealer", o.ResumeWager("supernova"))  # sensors not confirmed again
    floor.ok("dealer", o.Perform("confirm-sensors", "all seven work"))
    floor.no("24.9.4", "player", o.ResumeWager("supernova"), by="ann")
    floor.ok("dealer", o.ResumeWager("supernova"))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 24.9.4")
def test_stakes_on_the_sensors_go_back_when_one_of_them_is_dead() -> None:
    floor = started(supernova_setup(), ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
    floor.bet("ben", 2, 10)
    floor.ok("dealer", o.SuspendWager("supernova"), why="the sensor of box 7 is dead")
    assert floor.entries("suspend-wager")[0].about == "supernova"
    floor.cards("TC TD 7S QC QD")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("KS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))
    assert floor.state.last is not None
    row = next(r for r in floor.state.last.rows if r.wager == "supernova")
    assert (row.result, row.returned, row.clause) == ("returned", cents(2), "24.9.4")
    floor.ok("dealer", o.Perform("confirm-sensors"))
    floor.ok("dealer", o.ResumeWager("supernova"))
    assert floor.entries("resume-wager")[0].clause == "24.9.4"
    floor.malformed("dealer", o.ResumeWager("supernova"))
    floor.no("24.9.4", "dealer", o.SuspendWager("perfect-pairs"))


@pytest.mark.parametrize("when", ["betting", "called", "dealt", "decided"])
@clause("tasmania-blackjack 24.9.2")
def test_when_the_server_fails_supernova_wagers_go_back_and_the_game_goes_on(when: str) -> None:
    floor = supernova()
    if when == "betting":
        floor.no("24.9.2", "player", m.JackpotFailure("supernova"), by="ann")
        floor.ok("dealer", m.JackpotFailure("supernova"))
    else:
        floor.no_more_bets()
    if when == "called":
        floor.ok("dealer", m.JackpotFailure("supernova"))
    floor.cards("TC TD 7S QC 6D")
    if when == "dealt":
        floor.ok("dealer", m.JackpotFailure("supernova"))
    floor.stand("ann", 1)
    floor.stand("bob", 2)
    if when == "decided":
        floor.ok("dealer", m.JackpotFailure("supernova"))
    assert floor.state.round is not None
    row = next(r for r in floor.state.round.rows if r.wager == "supernova")
    assert (row.result, row.returned, row.clause) == ("returned", cents(2), "24.9.2")
    floor.cards("KS")  # 17
    assert (floor.net("ann"), floor.net("bob")) == (cents(10), -cents(10))
    floor.bet("ann", 1, 10)
    floor.no("24.9.2", "player", o.Place(1, "ann", 200, "supernova"), by="ann")
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 24.9.2")
def test_a_jackpot_wager_of_the_next_round_waits_for_the_sensors() -> None:
    """After a failure as after a dead sensor: confirmed since, not before."""
    floor = started(supernova_setup(), ann=1)
    floor.ok("dealer", o.Perform("confirm-sensors"))
    floor.ok("dealer", m.JackpotFailure("supernova"))
    floor.no("24.9.4", "dealer", o.ResumeWager("supernova"))
    floor.ok("dealer", o.Perform("confirm-sensors"))
    floor.ok("dealer", o.ResumeWager("supernova"))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")


def test_without_a_failure_the_supernova_stake_is_gone() -> None:
    floor = supernova()
    floor.no_more_bets()
    floor.cards("TC TD 7S QC 6D")
    floor.stand("ann", 1)
    floor.stand("bob", 2)
    floor.cards("KS")
    assert floor.net("ann") == cents(10) - cents(2)


@clause("tasmania-blackjack 24.9.3")
def test_other_tables_go_on_with_supernova() -> None:
    """A table's failure is a fact of that table alone: its events reach no other."""
    here, there = supernova(), supernova()
    here.ok("dealer", m.JackpotFailure("supernova"))
    here.no("24.9.2", "player", o.Place(2, "bob", 200, "supernova"), by="bob")
    there.bet("bob", 2, 2, "supernova")
    assert ("supernova" in here.state.suspended, len(there.state.suspended)) == (True, 0)
    there.no_more_bets()
    there.cards("TC TD 7S QC 6D")
    there.stand("ann", 1)
    there.stand("bob", 2)
    there.cards("KS")
    assert there.net("bob") == -cents(12)


@clause("tasmania-blackjack 6.5:supernova")
def test_no_more_bets_with_a_supernova_wager_down_closes_all_wagering() -> None:
    floor = supernova()
    floor.no("24.4.2", "player", o.NoMoreBets(), by="ann")
    floor.no_more_bets()
    floor.no("6.5:supernova", "player", o.Place(3, "bob", cents(10)), by="bob")
    floor.no("6.5:supernova", "player", o.TakeOff(1, "ann"), by="ann")
    floor.no("6.5:supernova", "player", o.TakeOff(1, "ann", "supernova"), by="ann")
    plain = started(supernova_setup(), ann=1)
    plain.bet("ann", 1, 10)
    plain.no_more_bets()  # no jackpot wager: it closes nothing (Tasmania reading 9)
    plain.bet("ann", 2, 10)
    plain.cards("TC")
    plain.no("6.5", "player", o.Place(3, "ann", cents(10)), by="ann")
    plain.no("6.5", "player", o.TakeOff(1, "ann"), by="ann")


@clause("tasmania-blackjack 6.5:supernova")
def test_a_supernova_wager_after_the_call_closes_nothing_before_the_button_is_pressed() -> None:
    """Tasmania reading 9: it must have been accepted by pressing; the call before it had none."""
    floor = started(supernova_setup(), ann=1, bob=2, cy=3)
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.bet("ann", 1, 2, "supernova")
    floor.bet("bob", 2, 10)
    floor.bet("cy", 3, 10)
    floor.ok("player", o.TakeOff(2, "bob"), by="bob")
    floor.ok("player", o.Leave("cy"), by="cy")
    floor.no("24.4.1", "dealer", o.Deal(parse_card("TC")))
    floor.no_more_bets()
    floor.no("6.5:supernova", "player", o.Place(2, "bob", cents(10)), by="bob")
    floor.no("6.5:supernova", "player", o.TakeOff(1, "ann"), by="ann")
    floor.no("6.5:supernova", "player", o.Leave("ann"), by="ann")


@pytest.mark.parametrize("leaves", [True, False], ids=["leaves", "excluded"])
def test_a_call_is_forgotten_when_the_last_wager_goes_with_its_player(leaves: bool) -> None:
    floor = started(supernova_setup(), ann=1, bob=2)
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.NoMoreBets())
    if leaves:
        floor.ok("player", o.Leave("ann"), by="ann")
    else:
        floor.ok("casino", o.ReadStanding("ann", Standing(excluded="3.1")))
    assert not floor.state.called
    floor.bet("bob", 2, 10)
    floor.bet("bob", 2, 2, "supernova")
    floor.bet("bob", 3, 10)


@clause("tasmania-blackjack 6.5:supernova")
def test_a_call_that_closed_everything_leaves_the_wagers_where_they_are() -> None:
    """What the call locked nobody takes off: it can never be empty before the deal."""
    floor = started(supernova_setup(), ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
    floor.no_more_bets()
    floor.no("6.5:supernova", "player", o.TakeOff(1, "ann"), by="ann")
    floor.no("24.4.2", "dealer", o.NoMoreBets())
    floor.cards("TC 7S QC")
    floor.stand("ann", 1)
    floor.cards("KS")
    assert floor.net("ann") == cents(10) - cents(2)


@clause("tasmania-blackjack 6.5:supernova", "tasmania-blackjack 7.1")
def test_what_lies_there_must_fit_when_the_call_closes_it_or_else_at_the_first_card() -> None:
    for sides in ((), ("supernova",)):
        floor = started(supernova_setup(), ann=1)
        floor.bet("ann", 1, 10)
        if sides:
            floor.bet("ann", 1, 2, "supernova")
        else:
            floor.no_more_bets()  # closes nothing
        tell(floor)
        floor.ok(MR, o.ChangeLimits(NEW, agreed=("ann",)))
        if sides:
            floor.no("7.1", "dealer", o.Perform("check-wagers"))
        floor.no("24.4.1" if sides else "7.1", "dealer", o.Deal(parse_card("TC")))


@pytest.mark.parametrize("order", ["limits", "confine"])
@clause("tasmania-blackjack 6.5:supernova", "tasmania-blackjack 7.5", "tasmania-blackjack 8.5")
def test_what_changes_after_that_call_counts_from_the_next_round(order: str) -> None:
    floor = started(supernova_setup(), ann=1)
    floor.bet("ann", 1, 15)
    floor.bet("ann", 1, 2, "supernova")
    floor.no_more_bets()
    if order == "limits":
        tell(floor)
        floor.ok(MR, o.ChangeLimits(NEW, agreed=("ann",)))
    else:
        floor.ok(MR, o.Confine("ann"), why="counts cards")
    floor.no("6.5:supernova", "player", o.Leave("ann"), by="ann")
    floor.no("6.5:supernova", "inspector", o.RefuseWager(1, "ann"), why="partners")
    floor.cards("TC 7S QC")
    floor.stand("ann", 1)
    floor.cards("KS")
    assert floor.net("ann") == cents(15) - cents(2)
    says = "7.1" if order == "limits" else "8.5"
    floor.no(says, "player", o.Place(1, "ann", cents(15)), by="ann")
    assert floor.replayed() == floor.state


# Players who are away


@clause("tasmania-blackjack 13.4", "tasmania-blackjack 13.4(i)", "tasmania-blackjack 13.4(ii)")
def test_worked_round_9_an_absent_player() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, 25)
    floor.cards("5C TH 4D")
    gone = o.DirectHand(1, "ann", gone=True)
    floor.wait(1)
    floor.no("13.4", "inspector", gone, asked="dee")
    floor.no("13.4", MR, gone)  # the dealer has not asked
    floor.ok(MR, gone, asked="dee")
    assert floor.due() == 1  # 9: a card, and no double is made
    floor.cards("2S")
    assert floor.due() == 1  # 11 does not exceed 11
    floor.cards("5H")
    assert floor.due() == 0  # 16 stands
    floor.cards("7C")
    assert floor.net("ann") == -cents(25)
    entry = floor.entries("direct-hand")[0]
    assert (entry.by.role, entry.clause, entry.player) == (MR, "13.4", "ann")
    assert floor.replayed() == floor.state


@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize(("waited", "refused"), [(59, True), (60, False), (61, False)])
@clause("tasmania-blackjack 13.4", "tasmania-blackjack 13.4(a)", "tasmania-blackjack 13.4(b)")
def test_an_idle_or_absent_player_has_a_reasonable_time(
    waited: int, refused: bool, gone: bool
) -> None:
    """What is reasonable the table sets: here a minute."""
    floor = started(setup(patience_seconds=60), ann=1)
    floor.bet("ann", 1, 25)
    floor.cards("TC TH 4D")
    floor.clock += waited
    if refused:
        floor.no("13.4", MR, o.DirectHand(1, "ann", gone), asked="dee")
        return
    floor.ok(MR, o.DirectHand(1, "ann", gone), asked="dee")
    floor.cards("7C")  # 14 stood against 17
    assert floor.net("ann") == -cents(25)


@clause("tasmania-blackjack 13.4")
def test_only_while_a_hand_is_to_act() -> None:
    floor = started(ann=1, bob=2)
    floor.bet("ann", 1, 25)
    floor.bet("bob", 2, 25)
    floor.no("13.4", MR, o.DirectHand(1, "ann", gone=True), asked="dee")
    floor.cards("TC 9C TH 4D 9D")
    floor.wait(1)
    floor.ok(MR, o.DirectHand(1, "ann", gone=True), asked="dee")
    floor.stand("bob", 2)  # the others play as always
    floor.cards("7C")
    assert (floor.net("ann"), floor.net("bob")) == (-cents(25), cents(25))


@clause("tasmania-blackjack 13.4")
def test_a_hand_is_directed_in_its_turn_only() -> None:
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 25)
    floor.bet("ben", 2, 25)
    floor.cards("5C 9C TH 4D 9D")
    floor.wait(1)
    floor.no("13.1:entitlement", MR, o.DirectHand(2, "ben", gone=True), asked="dee")
    floor.ok(MR, o.DirectHand(1, "ann", gone=True), asked="dee")
    floor.cards("TC")
    assert floor.due() is None  # 19: ben decides
    floor.stand("ben", 2)


@clause("tasmania-blackjack 13.4")
@pytest.mark.parametrize(
    ("asked", "fits"),
    [("", False), ("ann", False), ("ben", False), ("nobody here", False), ("dee", True)],
)
def test_it_is_the_dealer_who_asks_for_a_direction(asked: str, fits: bool) -> None:
    """Not another player who has waited long enough."""
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 25)
    floor.cards("5C TH 4D")
    order = o.DirectHand(1, "ann", gone=True)
    floor.wait(1)
    if fits:
        floor.ok(MR, order, asked=asked)
        assert floor.entries("direct-hand")[0].asked == asked
    else:
        floor.no("13.4", MR, order, asked=asked)


@clause("tasmania-blackjack 13.4", "tasmania-blackjack 8.1(b)")
def test_on_a_shared_box_control_passes_to_the_next_bettor_first() -> None:
    """Tasmania reading 27."""
    floor = started(ann=1, bob=2)
    floor.bet("ann", 1, 25)
    floor.bet("bob", 1, 10)
    floor.cards("TC TH 6D")
    floor.wait(1)
    floor.ok(MR, o.DirectHand(1, "ann", gone=True), asked="dee")
    floor.hit("bob", 1)
    floor.cards("5D")
    floor.cards("9C")  # 21 against 19
    assert (floor.net("ann"), floor.net("bob")) == (cents(25), cents(10))


@clause("tasmania-blackjack 13.4(ii)")
def test_a_soft_hand_over_11_stands_for_an_absent_player() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("AC TH AD")  # 12
    floor.wait(1)
    floor.ok(MR, o.DirectHand(1, "ann", gone=True), asked="dee")
    assert floor.due() == 0
    floor.cards("7C")
    assert floor.net("ann") == -cents(20)


@clause("tasmania-blackjack 13.4(b)", "tasmania-blackjack 21.8.1")
def test_an_absent_player_in_pontoon_neither_surrenders_nor_doubles() -> None:
    floor = started(pontoon_setup(chips=()), ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("5C KH 4D")
    floor.proceed()
    floor.wait(1)
    floor.ok(MR, o.DirectHand(1, "ann", gone=True), asked="dee")
    floor.cards("2S 9H")
    assert floor.due() == 0  # 20
    floor.cards("9S")
    assert floor.net("ann") == cents(20)


@clause("tasmania-blackjack 6.5")
def test_nobody_leaves_the_table_with_a_wager_in_the_round() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("TC")
    floor.no("6.5", "player", o.Leave("ann"), by="ann")
    floor.no("6.5", "player", o.TakeOff(1, "ann"), by="ann")
    floor.cards("TH 9D")
    floor.stand("ann", 1)
    floor.cards("7C")
    floor.ok("player", o.Leave("ann"), by="ann")
    assert (floor.net("ann"), floor.state.players) == (cents(20), {})


def test_wagers_of_a_player_who_leaves_before_the_deal_go_back() -> None:
    floor = started(ann=1, bob=2)
    floor.bet("ann", 1, 20)
    floor.bet("bob", 2, 20)
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.cards("TC TH 9D")
    floor.stand("bob", 2)
    floor.cards("7C")
    assert (floor.net("ann"), floor.net("bob")) == (0, cents(20))
    quick_round(floor, bob=2)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 24.5.7")
def test_no_supernova_wager_while_its_terminal_is_closed() -> None:
    wanted = supernova_setup()
    floor = ready(setup())
    floor.ok("inspector", o.DisplaySign("supernova", setup=wanted))
    floor.ok("dealer", o.Perform("confirm-sensors"))
    floor.no("24.5.7", MR, o.Open(wanted))
    floor.no("24.5.7", "inspector", o.Perform("open-terminal"))
    floor.ok(MR, o.Perform("open-terminal"))
    floor.ok(MR, o.Open(wanted))
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.ok(MR, o.Perform("close-terminal"))
    with pytest.raises(Refused):
        floor.bet("ann", 1, 2, "supernova")
    floor.no("24.5.7", "inspector", o.Perform("open-terminal"))
    floor.no("24.5.7", MR, o.ResumeWager("supernova"))
    floor.ok(MR, o.Perform("open-terminal"))
    floor.bet("ann", 1, 2, "supernova")
    # Closed with a stake down, the terminal knows nothing of it: it goes back.
    floor.ok(MR, o.Perform("close-terminal"))
    (row,) = floor.state.playing.rows
    assert (row.wager, row.result, row.clause) == ("supernova", "returned", "24.5.7")
    floor.ok(MR, o.Perform("open-terminal"))
    floor.bet("ann", 1, 2, "supernova")
    shuffled(floor)
    floor.no_more_bets()
    floor.no("24.5.7", MR, o.Perform("close-terminal"))  # what was activated is seen through
    floor.cards("TC JS QC")
    floor.stand("ann", 1)
    floor.cards("KS")
    floor.ok(MR, o.Perform("close-terminal"))
