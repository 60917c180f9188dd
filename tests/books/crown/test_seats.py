"""Crown: seats and boxes, several boxes for one player, places given up, nobody's proxy."""

import pytest

from bythebook.house.staff.registers_view import disputes
from bythebook.table import events as e
from tests.books.crown.floor import AM, CM, HDD, opened, quick_round, ready, seated
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, o


def full() -> Floor:
    """A table of two places, both taken."""
    return seated("ann ben", boxes=2)


# Several boxes


@clause("crown-blackjack 6.7")
def test_a_second_box_takes_a_higher_duties_dealers_leave() -> None:
    floor = seated("ann ben")
    floor.bet("ann", 1, 10)
    second = o.Place(3, "ann", cents(20))
    floor.no("6.7", "player", second, by="ann")
    floor.no("6.7", "dealer", o.AllowSeveral("ann"))
    floor.ok(HDD, o.AllowSeveral("ann"))
    floor.ok("player", second, by="ann")
    entry = floor.entries("allow-several")[0]
    assert (entry.clause, entry.player, entry.by.role) == ("6.7", "ann", HDD)
    # With free seats she also decides for the second box.
    floor.cards("TC TD 7D TH TS")
    floor.stand("ann", 1)
    floor.stand("ann", 3)
    floor.cards("TS")
    assert floor.net("ann") == cents(30)


@clause("crown-blackjack 6.7", "crown-blackjack 6.7.1", "crown-blackjack 6.6.1(a)")
def test_at_a_full_table_one_may_wager_elsewhere_but_decides_only_at_ones_own_seat() -> None:
    floor = full()
    floor.bet("ann", 1, 10)
    elsewhere = o.Place(2, "ann", cents(20))
    floor.no("6.7", "player", elsewhere, by="ann")
    floor.ok(HDD, o.AllowSeveral("ann"))
    # Ben sits at box 2: as long as his wager is not nearest the dealer, hers may not be.
    floor.no("6.7.1", "player", elsewhere, by="ann")
    floor.bet("ben", 2, 10)
    floor.ok("player", elsewhere, by="ann")
    floor.cards("TC 5D 7D TH 6H")
    floor.stand("ann", 1)
    floor.no("6.6.1(a)", "player", o.Decide(c.Hit(2)), by="ann")
    floor.hit("ben", 2)
    floor.cards("TD TS")
    # 20 and 21 against 17: both of ann's wagers win, the second by ben's decision.
    assert (floor.net("ann"), floor.net("ben")) == (cents(30), cents(10))
    assert floor.replayed() == floor.state


@clause("crown-blackjack 6.6.1(a)", "crown-blackjack 6.6.1(b)")
def test_nobody_seated_elsewhere_decides_for_a_box_whose_player_wagers_there() -> None:
    """Although their chips lay first, and there are free seats."""
    floor = seated("ann ben")
    floor.bet("ann", 2, 10)
    floor.bet("ben", 2, 10)
    floor.cards("5D 7D 6H")
    floor.no("6.6.1(a)", "player", o.Decide(c.Hit(2)), by="ann")
    floor.hit("ben", 2)


@clause("crown-blackjack 6.5")
def test_three_to_a_box_or_fewer_by_an_area_managers_direction() -> None:
    floor = opened()
    floor.players(ann=1, ben=2, cal=3, dan=4)
    for name in ("ann", "ben", "cal"):
        floor.bet(name, 1, 10)
    floor.no("6.5", "player", o.Place(1, "dan", cents(10)), by="dan")
    floor.ok("player", o.TakeOff(1, "cal"), by="cal")
    floor.no("6.5", HDD, o.CapPlayers(per_box=2))
    floor.no("6.5", AM, o.CapPlayers(per_box=4))
    floor.ok(AM, o.CapPlayers(per_box=2))
    floor.no("6.5", "player", o.Place(1, "cal", cents(10)), by="cal")
    floor.bet("cal", 3, 10)
    assert floor.entries("cap-players")[0].clause == "6.5"


# Sitting out


@clause("crown-blackjack 20.10")
def test_three_rounds_without_a_wager_at_a_full_table_may_cost_the_seat() -> None:
    floor = full()
    for _ in range(3):
        floor.no("20.10", HDD, o.Vacate("ann"))
        quick_round(floor, "ben")
    floor.no("20.10", "dealer", o.Vacate("ann"))
    floor.bet("ben", 2, 10)
    floor.cards("TC")
    floor.no("20.10", HDD, o.Vacate("ann"))
    floor.cards("7D TH")
    floor.stand("ben", 2)
    floor.cards("TS")
    floor.ok(HDD, o.Vacate("ann"))
    assert floor.state.players["ann"].seat == 0
    assert floor.clauses(e.SeatVacated) == ["20.10"]
    floor.ok("player", o.Arrive("cal"), by="cal")
    floor.ok("player", o.Sit("cal", 1), by="cal")
    assert floor.replayed() == floor.state


@clause("crown-blackjack 20.10")
@pytest.mark.parametrize("why", ["a free seat", "a wager between", "a seat free for one round"])
def test_the_three_rounds_run_on_and_every_other_seat_is_taken(why: str) -> None:
    floor = seated("ann ben", boxes=3)
    if why != "a free seat":
        floor.players(cal=3)
    for number in range(3):
        if why == "a wager between" and number == 1:
            floor.bet("ann", 1, 10)
            floor.bet("ben", 2, 10)
            floor.cards("TC TD 7D TH TS")
            floor.stand("ann", 1)
            floor.stand("ben", 2)
            floor.cards("TS")
            continue
        if why == "a seat free for one round" and number == 1:
            floor.ok("player", o.Leave("cal"), by="cal")
        quick_round(floor, "ben")
        if why == "a seat free for one round" and number == 1:
            floor.players(cal=3)
    floor.no("20.10", HDD, o.Vacate("ann"))


@clause("crown-blackjack 20.10")
def test_a_wager_taken_off_again_is_no_wager() -> None:
    floor = full()
    for _ in range(3):
        floor.bet("ann", 1, 10)
        floor.ok("player", o.TakeOff(1, "ann"), by="ann")
        quick_round(floor, "ben")
    floor.ok(HDD, o.Vacate("ann"))


@clause("crown-blackjack 20.10")
def test_a_pairs_wager_on_another_box_is_none_of_the_wagers_that_keep_a_seat() -> None:
    """Crown reading 91: main wagers are counted."""
    limits = {"main": (cents(10), cents(500)), "perfect-pairs": (cents(5), cents(100))}
    floor = seated("ann ben", boxes=2, side_wagers=("perfect-pairs",), limits=limits)
    for suit in "CDH":
        floor.bet("ben", 2, 10)
        floor.bet("ann", 2, 5, "perfect-pairs")
        floor.cards(f"T{suit} 7D 9{suit}")
        floor.stand("ben", 2)
        floor.cards("TS")
    floor.ok(HDD, o.Vacate("ann"))


# Nobody's proxy


@clause("crown-blackjack 20.8")
def test_nobody_wagers_for_somebody_else() -> None:
    floor = seated("ann ben")
    floor.no("20.8", "player", o.Place(2, "ben", cents(10)), by="ann")
    # Not even the dealer puts anything down for somebody who is not there.
    floor.no("20.8", "player", o.Place(3, "zoe", cents(10)), by="ann")
    floor.no("20.8", "dealer", o.Place(3, "zoe", cents(10)))
    floor.bet("ben", 2, 10)
    floor.no("6.4", "player", o.TakeOff(2, "ben"), by="ann")
    floor.cards("TC 7D 5H")
    floor.no("6.4", "player", o.Decide(c.Hit(2, "ben")), by="ann")
    floor.hit("ben", 2)
    floor.cards("6C TS")
    assert floor.net("ben") == cents(10)


@clause("crown-blackjack 20.8")
def test_a_player_speaks_for_nobody_else_at_all() -> None:
    floor = opened()
    floor.players(ann=1, ben=2)
    floor.no("2.1", "player", o.Sit("ben", 3), by="ann")
    floor.no("6.1", "player", o.Leave("ben"), by="ann")
    floor.ok("dealer", o.Shuffle())
    floor.no("4.2.1(a)", "player", o.Cut("ann", 100), by="ben")
    floor.no("4.2.4", "player", o.DeclineCut("ann"), by="ben")


# Pot of Gold on another's box


@clause("crown-blackjack 12.3.2")
def test_pot_of_gold_on_anothers_box_takes_a_casino_managers_leave() -> None:
    floor = seated("ann ben", game="free-bet-blackjack", side_wagers=("pot-of-gold",))
    floor.bet("ann", 1, 25)
    floor.bet("ben", 2, 25)
    floor.bet("ann", 1, 5, "pot-of-gold")
    elsewhere = o.Place(1, "ben", cents(5), "pot-of-gold")
    floor.no("12.3.2", "player", elsewhere, by="ben")
    floor.no("12.3.2", AM, o.AllowElsewhere("ben", "pot-of-gold"))
    floor.ok(CM, o.AllowElsewhere("ben", "pot-of-gold"))
    floor.ok("player", elsewhere, by="ben")
    assert floor.entries("allow-elsewhere")[0].clause == "12.3.2"
    floor.cards("8S TD 6D 8H 9H")
    floor.play("ann", c.Split(1))
    floor.cards("TC")
    floor.stand("ann", 1)
    floor.cards("TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS TC")
    # One token, 3 to 1, for both who wagered on it; the dealer busts with 26.
    assert floor.net("ann") == cents(25) + cents(25) + cents(15)
    assert floor.net("ben") == cents(25) + cents(15)
    assert floor.replayed() == floor.state


# Powers over people


def at_play() -> Floor:
    """Ann has doubled 11 against a six, ben stands by with 20 and a pairs wager that lost."""
    floor = seated("ann ben", side_wagers=("any-pairs",))
    floor.bet("ann", 1, 50)
    floor.bet("ben", 2, 50)
    floor.bet("ben", 2, 10, "any-pairs")
    floor.cards("6C TD 6H 5C KH")
    floor.play("ann", c.Double(1))
    floor.cards("2C")
    return floor


@clause("crown-blackjack 20.2.1", "crown-blackjack 20.1")
def test_an_area_manager_voids_the_wagers_of_who_broke_the_rules() -> None:
    floor = at_play()
    floor.no("20.2.1", HDD, o.VoidWagers("ann"), why="used a device")
    floor.no("20.2.1", AM, o.VoidWagers("ann"))
    floor.ok(AM, o.VoidWagers("ann"), why="used a device")
    floor.stand("ben", 2)
    floor.cards("TS TC")
    # Ann's 100 goes back; ben wins 50 and has lost 10 on the pairs.
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(40))
    entry = floor.entries("void-wagers")[0]
    assert (entry.clause, entry.why, entry.player) == ("20.2.1", "used a device", "ann")
    assert floor.replayed() == floor.state


@clause("crown-blackjack 20.2.1")
def test_what_is_settled_stays_settled_when_wagers_are_voided() -> None:
    floor = at_play()
    floor.ok(AM, o.VoidWagers("ben"), why="used a device")
    floor.cards("TS TC")
    assert floor.net("ben") == -cents(10)
    # 26: ann's 13, doubled, wins.
    assert floor.net("ann") == cents(100)
    # Once all is settled, nothing of it is voided (Crown reading 79).
    floor.no("20.2.1", AM, o.VoidWagers("ann"), why="used a device")
    assert floor.net("ann") == cents(100)


@clause("crown-blackjack 20.3.1", "crown-blackjack 20.3.2", "crown-blackjack 20.4")
@pytest.mark.parametrize("clause_id", ["20.3.1", "20.3.2"])
def test_a_single_wager_may_be_void_for_a_disruption_or_a_fraud_too(clause_id: str) -> None:
    floor = at_play()
    floor.no(clause_id, HDD, o.VoidWagers("ann", clause_id), why="somebody moved her chips")
    floor.no(clause_id, AM, o.VoidWagers("ann", clause_id))
    floor.ok(AM, o.VoidWagers("ann", clause_id), why="somebody moved her chips")
    floor.stand("ben", 2)
    floor.cards("TS TC")
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(40))
    assert floor.state.last is not None
    rows = [row for row in floor.state.last.rows if row.player == "ann"]
    assert [(row.result, row.clause, row.returned) for row in rows] == [
        ("returned", clause_id, cents(100))
    ]
    assert floor.entries("void-wagers")[0].clause == clause_id


@clause("crown-blackjack 20.4", "crown-blackjack 20.3.1", "crown-blackjack 20.3.2")
@pytest.mark.parametrize("clause_id", ["20.3.1", "20.3.2"])
def test_a_round_voided_from_outside_gives_every_stake_on_it_back(clause_id: str) -> None:
    floor = opened(side_wagers=("any-pairs",))
    floor.players(ann=1, ben=2)
    ready(floor)
    floor.bet("ann", 1, 50)
    floor.bet("ben", 2, 40)
    floor.bet("ben", 2, 5, "any-pairs")
    floor.cards("6C 8D 9S 5H 8H")
    floor.play("ann", c.Double(1))
    floor.cards("2C")
    floor.no(clause_id, HDD, o.Invalidate(clause_id), why="the alarm rang")
    floor.no(clause_id, AM, o.Invalidate(clause_id))
    floor.ok(AM, o.Invalidate(clause_id), why="the alarm rang")
    # Ann's 100 and ben's 40 go back; the pair, paid 55 before, stays paid (Crown reading 64).
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(55))
    assert floor.state.last is not None
    assert floor.state.last.voided == clause_id
    assert floor.replayed() == floor.state


@clause("crown-blackjack 20.2.2")
def test_an_area_manager_bars_a_player_from_the_game() -> None:
    floor = seated("ann ben")
    floor.no("20.2.2", HDD, o.Bar("ann"), why="used a device")
    floor.no("20.2.2", AM, o.Bar("ann"))
    floor.ok(AM, o.Bar("ann"), why="used a device")
    floor.no("20.2.2", "player", o.Place(1, "ann", cents(10)), by="ann")
    floor.bet("ben", 2, 10)
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.no("20.2.2", "player", o.Arrive("ann"), by="ann")


@clause("crown-blackjack 20.2.3")
def test_an_area_manager_excludes_a_person_from_the_casino() -> None:
    floor = seated("ann ben")
    floor.no("20.2.3", HDD, o.Exclude("ann"), why="used a device")
    floor.no("20.2.3", AM, o.Exclude("ann"))
    floor.ok(AM, o.Exclude("ann"), why="used a device")
    floor.no("20.2.3", "player", o.Place(1, "ann", cents(10)), by="ann")
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.no("20.2.3", "player", o.Arrive("ann"), by="ann")


@clause("crown-blackjack 20.2.4", "crown-blackjack 20.1")
def test_a_prohibited_device_goes_to_an_inspector_or_the_police_beside_all_else() -> None:
    floor = at_play()
    device = o.Perform("escalate", about="police", player="ann")
    floor.no("20.2.4", HDD, device, why="a card counter in her shoe")
    floor.no("20.2.4", AM, device)
    floor.ok(AM, device, why="a card counter in her shoe")
    floor.ok(AM, o.VoidWagers("ann"), why="a card counter in her shoe")
    floor.ok(AM, o.Bar("ann"), why="a card counter in her shoe")
    acts = [(x.act, x.clause) for x in floor.state.register[-3:]]
    assert acts == [("escalate", "20.2.4"), ("void-wagers", "20.2.1"), ("bar", "20.2.2")]


# Disputes


@clause("crown-blackjack 20.12")
def test_an_area_managers_ruling_is_final_and_names_the_way_to_an_inspector() -> None:
    floor = seated("ann")
    quick_round(floor, "ann")
    floor.ok("player", o.RaiseDispute("ann", "paid 10, wants 15"), by="ann")
    floor.no("20.12", HDD, o.DecideDispute(1, "10 was right"))
    floor.ok(AM, o.DecideDispute(1, "10 was right"))
    floor.no("20.12", CM, o.DecideDispute(1, "15 was right"))
    floor.malformed(CM, o.ReviewDispute(1, "15 was right"))
    dispute = floor.state.disputes[0]
    assert dispute.ruling == "10 was right"
    assert dispute.decided_by is not None
    assert dispute.decided_by.role == AM
    (seen,) = disputes(floor.rules, floor.state)
    assert (seen.stage, seen.clause) == ("final", "20.12")
    told = floor.entries("decide-dispute")[0].about
    assert "inspector" in told
    assert "section 33" in told
    assert floor.net("ann") == cents(10)
