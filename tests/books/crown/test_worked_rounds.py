"""Crown: worked rounds played at a table, and rounds beside them, to the cent."""

import pytest

from bythebook.game.events import Settled
from tests.books.crown.floor import AM, CM, HDD, opened, quick_round, ready, seated
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o


def returned(floor: Floor) -> set[tuple[str, str, int, str]]:
    """Who got what wager back, how much of it, and by which clause."""
    assert floor.state.last is not None
    rows: tuple[Settled, ...] = floor.state.last.rows
    return {(r.player, r.wager, r.returned, r.clause) for r in rows if r.result == "returned"}


@clause("crown-blackjack 7.2.5", "crown-blackjack 8.5.5(a)(i)")
def test_w7_wagers_over_the_maximum_noticed_late() -> None:
    floor = seated("ann ben")
    floor.bet("ann", 1, 650, late=True)
    floor.bet("ben", 2, 600, late=True)
    floor.cards("AD 6S 6H JC 5C")
    assert floor.state.round is not None
    # The blackjack is paid 3 to 2 on 500.
    assert floor.state.round.rows[-1].paid == cents(750)
    floor.no("8.5.5(a)(i)", "player", o.Decide(c.Double(2, amount=cents(500.01))), by="ben")
    floor.play("ben", c.Double(2, amount=cents(500)))
    floor.cards("9D KS 5H")
    assert floor.net("ann") == cents(750)
    assert floor.net("ben") == -cents(1000)
    assert returned(floor) == {
        ("ann", "main", cents(150), "7.2.5"),
        ("ben", "main", cents(100), "7.2.5"),
    }
    assert floor.state.house == cents(250)
    assert floor.replayed() == floor.state


@clause("crown-blackjack 6.6.1(d)(i)", "crown-blackjack 6.6.1(d)(ii)")
def test_beside_w7_a_maximum_for_the_box_is_the_callers_first() -> None:
    floor = seated("ann ben cal", box_maximum=cents(500))
    floor.bet("ann", 1, 400)
    floor.no("7.2.4", "player", o.Place(1, "ben", cents(100.01)), by="ben")
    floor.bet("ben", 1, 200, late=True)
    floor.bet("cal", 1, 50, late=True)
    floor.cards("TC 7D TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    # Ann's 400 stand, ben has room for 100, cal for nothing.
    assert floor.net("ann") == cents(400)
    assert floor.net("ben") == cents(100)
    assert floor.net("cal") == 0


@clause("crown-blackjack 7.2.2", "crown-blackjack 14.3.2")
def test_beside_w7_a_void_small_wager_takes_the_pairs_wagers_on_it_along() -> None:
    floor = seated("ann ben", side_wagers=("perfect-pairs",), options={"approved-minimum": "5"})
    floor.bet("ann", 1, 4.5, late=True)
    floor.bet("ben", 1, 5, "perfect-pairs")
    floor.bet("ben", 2, 10)
    floor.cards("KH 8D 7D KH TH")
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(10))
    assert ("ann", "main", cents(4.5), "7.2.2") in returned(floor)
    assert ("ben", "perfect-pairs", cents(5), "14.3.2") in returned(floor)


@clause("crown-blackjack 8.5.2", "crown-blackjack 8.5.2(a)")
def test_w11_below_12_the_dealer_must_deal_where_the_sign_says_so() -> None:
    floor = seated("ann", options={"forced-draw": "on"})
    floor.bet("ann", 1, 20)
    floor.cards("3S 9D 4D")
    for card in ("2H", "2C", "KS"):
        floor.no("8.5.2", "player", o.Decide(c.Stand(1)), by="ann")
        floor.hit("ann", 1)
        floor.cards(card)
    assert floor.due() == 0
    floor.cards("8D")
    assert floor.net("ann") == cents(20)


@clause("crown-blackjack 8.5.2(a)")
def test_beside_w11_without_the_sign_the_table_does_not_open_with_that_rule() -> None:
    floor = seated("ann", options={"forced-draw": "on"})
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.ok(HDD, o.Close())
    options = {"forced-draw": "on", "approved-minimum": "5"}
    setup = floor.with_setup(floor_setup(floor), options=options)
    floor.ok(AM, o.DisplaySign("limits", limits=setup.limits))
    floor.ok(AM, o.DisplaySign("game", text="blackjack"))
    floor.ok("dealer", o.Perform("secure-cards"))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.no("8.5.2(a)", AM, o.Open(setup))
    floor.no("8.5.2(a)", HDD, o.DisplaySign("forced-draw"))
    floor.ok(AM, o.DisplaySign("forced-draw"))
    floor.no("8.5.2(a)", AM, o.Open(setup))  # it says nothing yet
    floor.ok(AM, o.DisplaySign("forced-draw", setup=setup))
    floor.ok(AM, o.Open(setup))


def floor_setup(floor: Floor) -> o.Setup:
    assert floor.state.setup is not None
    return floor.state.setup


@clause("crown-blackjack 17.8.1")
def test_beside_w23_on_a_shared_box_each_chooses_for_himself() -> None:
    """One card on box 1: ben takes his back, ann stays and is dealt a blackjack."""
    floor = seated("ann ben cal")
    floor.bet("ann", 1, 20)
    floor.bet("ben", 1, 30)
    floor.bet("cal", 2, 10)
    floor.cards("AD")
    floor.cards("TC 7H")
    floor.deal("TH", to=2)
    floor.ok(HDD, m.Resolve("missed"))
    floor.play("ben", c.TakeBack(1))
    floor.hit("ann", 1)
    floor.cards("KC")
    floor.stand("cal", 2)
    floor.cards("TS")
    assert floor.net("ann") == cents(30)
    assert floor.net("ben") == 0
    assert floor.net("cal") == cents(10)
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.8.1", "crown-blackjack 17.8")
def test_beside_w23_the_first_card_missed_leaves_one_card_too() -> None:
    floor = seated("ann ben")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC")
    floor.deal("7H", to=0)
    floor.ok(HDD, m.Resolve("missed"))
    floor.cards("TH 5C")
    floor.stand("ann", 1)
    floor.hit("ben", 2)
    floor.cards("6C")
    # Eleven on two cards: doubling is open as usual.
    floor.play("ben", c.Double(2))
    floor.cards("9C TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(20))


@clause("crown-blackjack 17.9", "crown-blackjack 8.5.5(b)")
def test_a_double_taken_for_a_hit_is_put_right_before_the_next_card() -> None:
    """Ann doubled; the dealer gave a card and asked again, then drew one for ben."""
    floor = seated("ann ben")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("6C TD KS 5H 5D")
    floor.put_down(c.Hit(1))
    floor.cards("2C")
    floor.put_down(c.Stand(1))
    floor.hit("ben", 2)
    floor.cards("9S")
    floor.ok(HDD, m.Rewind(5, box=1), why="the dealer misheard")
    floor.play("ann", c.Double(1))
    floor.cards("2C")
    floor.stand("ben", 2)
    floor.cards("9S")
    # The dealer has 19: ann's 13, doubled, and ben's 15 lose.
    assert (floor.net("ann"), floor.net("ben")) == (-cents(20), -cents(10))
    assert floor.replayed() == floor.state


@clause("crown-blackjack 20.4", "crown-blackjack 20.2.1", "crown-blackjack 13.4.2(b)")
@pytest.mark.parametrize("clause_id", ["20.3.1", "17.12"])
def test_blackjack_plus_what_was_paid_early_stands_in_a_void(clause_id: str) -> None:
    floor = seated("ann ben cal", game="blackjack-plus", dealing="device")
    floor.bet("ann", 1, 60)
    floor.bet("ben", 2, 40)
    floor.bet("cal", 3, 30)
    floor.cards("7C TC 9D AD 7D 5H 8S")
    floor.play("ben", c.Insure(2, cents(20)))
    floor.proceed()
    floor.hit("ann", 1)
    floor.cards("7S")
    floor.hit("ben", 2)
    floor.cards("KH")
    if clause_id == "17.12":
        floor.ok(HDD, m.Malfunction(can_finish=False))
    else:
        floor.ok(AM, o.Invalidate(clause_id), why="the roof leaks")
    # Ann's 21 was paid at once; ben's busted 40, his insurance and cal's 30 go back.
    assert floor.net("ann") == cents(60)
    assert floor.net("ben") == 0
    assert floor.net("cal") == 0


def test_a_long_evening_folds_to_the_same_state_again() -> None:
    """Opening, limits, a change of game, a misplaced card, a void, a closing."""
    floor = opened(side_wagers=("any-pairs",))
    floor.players(ann=1, ben=2)
    ready(floor)
    quick_round(floor, "ann", "ben")
    floor.ok(AM, o.DisplaySign("personal-limits", player="ben", boxes=(2,)))
    floor.ok(AM, o.GrantLimits("ben", cents(1000)), asked="ben")
    quick_round(floor, "ann", "ben", dollars=500)
    floor.ok(CM, o.Tell("inspector", "confine", "ann"))
    floor.ok(CM, o.Confine("ann"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 1000)
    floor.cards("TC")
    floor.deal("TD", to=0)
    floor.ok(HDD, m.Resolve("rebuild"))
    floor.cards("6D TH 9H")
    floor.ok(AM, o.Invalidate("20.3.1"), why="a fire alarm")
    assert (floor.net("ann"), floor.net("ben")) == (cents(510), cents(510))
    floor.ok(HDD, o.OrderShuffle("end-shoe"))
    floor.ok(AM, o.ChangeGame("crown-blackjack", agreed=("ann", "ben")))
    ready(floor)
    floor.ok(HDD, o.AnnounceClosing())
    for _ in range(3):
        quick_round(floor, "ann", "ben")
    floor.ok(HDD, o.Close())
    assert (floor.net("ann"), floor.net("ben")) == (cents(540), cents(540))
    assert floor.state.house == -cents(1080)
    assert floor.replayed() == floor.state
