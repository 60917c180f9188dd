"""Cards left out of the initial deal: no first card for the dealer, a box with none or one."""

import pytest

from bythebook.table import events as e
from tests.books.tasmania.floor import (
    PAIRS,
    betting,
    hand,
    pairs_setup,
    pontoon_setup,
    resolutions,
    started,
    supernova_setup,
)
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o


def dealerless(first: str, box: int, rest: str, **dollars: float) -> Floor:
    """The first pass, the dealer forgotten, and the second pass beginning at this box."""
    floor = betting(**dollars)
    floor.cards(first)
    card, *others = rest.split()
    floor.deal(card, to=box)
    floor.ok("inspector", m.Resolve("missed"))
    floor.cards(" ".join(others))
    return floor


def dealer(floor: Floor) -> list[str]:
    assert floor.state.round is not None
    return [str(card) for card in floor.state.round.dealer]


# The dealer's first card


@clause("tasmania-blackjack 19.6(a)")
def test_the_player_in_turn_may_finish_before_the_dealer_takes_a_first_card() -> None:
    floor = dealerless("TC TD", 1, "2H 9C", ann=20, ben=20)
    assert resolutions(floor) == [("missed", "19.6(a)")]
    assert (hand(floor, 1), dealer(floor)) == (["TC", "2H"], [])
    floor.hit("ann", 1)
    floor.cards("5H")  # hers, not the dealer's
    floor.stand("ann", 1)
    assert floor.due() == 0  # then the dealer, before ben decides
    floor.no("13.1:entitlement", "player", o.Decide(c.Stand(2)), by="ben")
    floor.cards("6D")
    assert dealer(floor) == ["6D"]
    floor.stand("ben", 2)
    floor.cards("TS 5D")  # 21
    assert (floor.net("ann"), floor.net("ben")) == (-cents(20), -cents(20))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.6(b)")
def test_or_have_the_dealer_take_it_before_deciding_further() -> None:
    floor = dealerless("TC TD", 1, "2H 9C", ann=20, ben=20)
    floor.no("13.1:entitlement", "player", o.Decide(c.CallDealerCard(2)), by="ben")
    floor.no("19.6(b)", "player", o.Decide(c.CallDealerCard(1)), by="ben")  # it is ann's hand
    floor.play("ann", c.CallDealerCard(1))
    assert floor.due() == 0
    floor.cards("6D")
    floor.no("19.6(b)", "player", o.Decide(c.CallDealerCard(1)), by="ann")  # there it is
    floor.stand("ann", 1)  # on 12, having seen the 6
    floor.stand("ben", 2)
    floor.cards("TS KS")  # 26
    assert (floor.net("ann"), floor.net("ben")) == (cents(20), cents(20))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.6(b)")
def test_also_in_the_middle_of_a_hand() -> None:
    floor = dealerless("TC TD", 1, "2H 9C", ann=20, ben=20)
    floor.hit("ann", 1)
    floor.cards("3H")
    floor.play("ann", c.CallDealerCard(1))
    floor.cards("6D")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS TH")
    assert floor.net("ann") == cents(20)


@clause("tasmania-blackjack 19.6(c)")
def test_a_late_ace_lets_everybody_with_a_wager_insure() -> None:
    floor = dealerless("TC TD", 1, "2H 9C", ann=20, ben=20)
    floor.play("ann", c.CallDealerCard(1))
    floor.cards("AD")
    floor.play("ann", c.Insure(1, cents(10)))
    floor.no("11.1", "player", o.Decide(c.Insure(2, cents("10.01"))), by="ben")
    floor.play("ben", c.Insure(2, cents(5)))
    floor.proceed()
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("KS")  # Blackjack
    assert (floor.net("ann"), floor.net("ben")) == (0, -cents(10))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.6(c)")
def test_a_hand_that_is_over_21_by_then_is_no_wager_any_more() -> None:
    """Tasmania reading 42: ann went over before the ace came, ben insures."""
    floor = dealerless("TC TD", 1, "2H 9C", ann=20, ben=20)
    floor.hit("ann", 1)
    floor.cards("KH")
    assert floor.due() == 0
    floor.cards("AD")
    floor.no("11.1", "player", o.Decide(c.Insure(1, cents(10))), by="ann")
    floor.play("ben", c.Insure(2, cents(10)))
    floor.proceed()
    floor.stand("ben", 2)
    floor.cards("7S")  # soft 18 against 19
    assert (floor.net("ann"), floor.net("ben")) == (-cents(20), cents(10))


@clause("tasmania-blackjack 19.6(a)")
def test_a_blackjack_is_paid_when_the_late_card_is_no_ten_or_ace() -> None:
    floor = dealerless("TC AD", 1, "2H KC", ann=20, ben=20)
    floor.stand("ann", 1)
    floor.cards("9D")
    assert floor.state.round is not None
    assert floor.state.round.net["ben"] == cents(30)
    floor.cards("8S")
    assert (floor.net("ann"), floor.net("ben")) == (-cents(20), cents(30))


def test_in_pontoon_a_late_king_lets_hands_on_two_cards_surrender() -> None:
    """Tasmania reading 42: not a hand that has drawn."""
    floor = started(pontoon_setup(), ann=1, ben=2)
    floor.bet("ann", 1, 20)
    floor.bet("ben", 2, 20)
    floor.cards("QC QD")
    floor.deal("2H", to=1)
    floor.ok("inspector", m.Resolve("missed"))
    floor.cards("6C")
    floor.hit("ann", 1)
    floor.cards("3H")
    floor.play("ann", c.CallDealerCard(1))
    floor.cards("KD")
    floor.no("21.8.1", "player", o.Decide(c.Surrender(1)), by="ann")
    floor.play("ben", c.Surrender(2))
    floor.proceed()
    floor.stand("ann", 1)
    floor.cards("9S")  # 19
    assert (floor.net("ann"), floor.net("ben")) == (-cents(20), -cents(10))


# A box without cards


@clause("tasmania-blackjack 19.7")
def test_a_wager_whose_box_got_no_card_is_void() -> None:
    floor = betting(ann=20, ben=30, cal=40)
    floor.cards("TC")
    floor.deal("9D", to=3)  # ben is passed over
    floor.no("19.4", "dealer", m.Resolve("missed"))
    floor.ok("inspector", m.Resolve("missed"))
    floor.cards("7D 9C")
    floor.deal("8D", to=3)  # and again
    floor.ok("inspector", m.Resolve("missed"))
    assert floor.state.round is not None
    row = next(r for r in floor.state.round.rows if r.player == "ben")
    assert (row.result, row.returned, row.clause) == ("returned", cents(30), "19.7")
    floor.stand("ann", 1)
    floor.stand("cal", 3)
    floor.cards("TS")  # 17
    assert [floor.net(x) for x in ("ann", "ben", "cal")] == [cents(20), 0, 0]
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.7")
def test_its_perfect_pairs_go_back_and_its_supernova_stands() -> None:
    """Tasmania reading 43: the server decided before the deal, the pair never came."""
    sides = ("perfect-pairs", "supernova")
    wanted = supernova_setup(layout="C-pairs", side_wagers=sides, limits=PAIRS)
    floor = started(wanted, ann=1, ben=2)
    floor.bet("ann", 1, 20)
    floor.bet("ann", 1, 5, "perfect-pairs")
    floor.bet("ann", 1, 2, "supernova")
    floor.bet("ben", 2, 20)
    floor.no_more_bets()
    floor.deal("9D", to=2)
    floor.ok("inspector", m.Resolve("missed"))
    floor.cards("7D")
    floor.deal("8D", to=2)
    floor.ok("inspector", m.Resolve("missed"))
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (-cents(2), 0)


# A box with one card


def one_card(**dollars: float) -> Floor:
    """Ann's box lacks its second card: 8C against a 7; ben has 19."""
    floor = betting(**dollars)
    floor.cards("8C TD 7D")
    floor.deal("9D", to=2)
    floor.ok("inspector", m.Resolve("missed"))
    assert resolutions(floor) == [("missed", "19.7:one-card")]
    return floor


@clause("tasmania-blackjack 19.7:one-card")
def test_a_box_with_one_card_takes_the_second_when_asked_to_decide() -> None:
    floor = one_card(ann=20, ben=20)
    assert hand(floor, 1) == ["8C"]
    floor.no("19.7:one-card", "player", o.Decide(c.Stand(1)), by="ann")
    floor.no("8.1(a)", "player", o.Decide(c.Hit(1)), by="ben")
    floor.hit("ann", 1)
    floor.cards("KC")
    floor.no("19.7:one-card", "player", o.Decide(c.TakeBack(1)), by="ann")  # too late now
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(20), cents(20))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.7:one-card")
def test_or_the_player_takes_the_wager_back() -> None:
    floor = one_card(ann=20, ben=20)
    floor.play("ann", c.TakeBack(1))
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(20))


@clause("tasmania-blackjack 19.7:one-card")
def test_on_a_shared_box_each_chooses_for_the_own_wager() -> None:
    """Tasmania reading 43: cal withdraws, ann stays; pairs follow their owners."""
    floor = started(pairs_setup(), ann=1, ben=2, cal=3)
    floor.bet("ann", 1, 20)
    floor.bet("cal", 1, 40)
    floor.bet("ann", 1, 5, "perfect-pairs")
    floor.bet("cal", 1, 10, "perfect-pairs")
    floor.bet("ben", 2, 20)
    floor.cards("8C TD 7D")
    floor.deal("9D", to=2)
    floor.ok("inspector", m.Resolve("missed"))
    floor.play("cal", c.TakeBack(1))
    floor.hit("ann", 1)
    floor.cards("8S")  # a coloured pair: 12 to 1
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")  # 17
    assert floor.net("ann") == cents(60) - cents(20)
    assert floor.net("cal") == 0
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.7:one-card")
def test_the_second_card_may_make_a_blackjack() -> None:
    floor = betting(ann=20, ben=20)
    floor.cards("AC TD 7D")
    floor.deal("9D", to=2)
    floor.ok("inspector", m.Resolve("missed"))
    floor.hit("ann", 1)
    floor.cards("KC")
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(30), cents(20))


@pytest.mark.parametrize("boxes", [1, 2])
@clause("tasmania-blackjack 19.7:one-card")
def test_the_last_card_of_the_deal_may_be_the_one_left_out(boxes: int) -> None:
    """Then no other card shows it: the Inspector reports it."""
    people = {"ann": 20.0, "ben": 20.0} if boxes == 2 else {"ann": 20.0}
    floor = betting(**people)
    floor.cards("8C TD 7D KC" if boxes == 2 else "8C 7D")
    last = "ben" if boxes == 2 else "ann"
    floor.no("19.7", "dealer", m.MissedCard())
    floor.ok("inspector", m.MissedCard())
    if boxes == 2:
        floor.stand("ann", 1)
    floor.no("19.7:one-card", "player", o.Decide(c.Stand(boxes)), by=last)
    floor.play(last, c.TakeBack(boxes))
    if boxes == 2:
        floor.cards("TS")
        assert floor.net("ann") == cents(20)
    assert floor.net(last) == 0
    assert floor.state.in_round is False
    assert floor.clauses(e.RoundFinished) != []
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.7", "tasmania-blackjack 19.7:one-card")
def test_no_card_of_the_initial_deal_is_missed_once_it_is_complete() -> None:
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC 9C 7D 6C 9D")
    floor.no("19.4", "inspector", m.MissedCard())
