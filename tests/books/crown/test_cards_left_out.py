"""Crown: cards left out of the deal: the dealer's first, both of a box, one of a box."""

from bythebook.game.events import CardCalled, Settled
from bythebook.table import events as e
from tests.books.crown.floor import HDD, seated
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o


def rows(floor: Floor, player: str) -> list[Settled]:
    assert floor.state.last is not None
    return [row for row in floor.state.last.rows if row.player == player]


def paid(floor: Floor) -> list[tuple[str, int]]:
    """Who was paid what in this round so far."""
    assert floor.state.round is not None
    return [(row.player, row.paid) for row in floor.state.round.rows]


def moved(floor: Floor) -> list[str]:
    """The clauses of the cards called for, in order."""
    steps = [event.step for event in floor.log if isinstance(event, e.RoundMoved)]
    found = [event for step in steps for event in step.events]
    return [event.clause for event in found if isinstance(event, CardCalled)]


# The dealer without a first card


def without_first_card(first: str = "TC TD", second: str = "5H 6H") -> Floor:
    """Ann and ben get two cards each, and the dealer's place is passed over."""
    floor = seated("ann ben")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards(first)
    assert floor.due() == 0
    a, b = second.split()
    floor.deal(a, to=1)
    floor.ok(HDD, m.Resolve("missed"))
    floor.cards(b)
    return floor


@clause("crown-blackjack 17.7", "crown-blackjack 17.7.2")
def test_the_player_in_turn_may_have_the_dealer_take_the_first_card_now() -> None:
    floor = without_first_card()
    floor.no("8.5.1", "player", o.Decide(c.CallDealerCard(2)), by="ben")
    floor.play("ann", c.CallDealerCard(1))
    assert floor.due() == 0
    assert moved(floor)[-1] == "17.7.2"
    floor.cards("7D")
    # With a seven before her she draws to her 15, and again has the choice that she had.
    floor.hit("ann", 1)
    floor.cards("4S")
    floor.stand("ann", 1)
    floor.no("17.7.2", "player", o.Decide(c.CallDealerCard(2)), by="ben")
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), -cents(10))
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.7", "crown-blackjack 17.7.1")
def test_or_the_player_finishes_the_hand_first_and_then_the_dealer_takes_it() -> None:
    floor = without_first_card()
    floor.hit("ann", 1)
    floor.cards("4S")
    assert floor.due() is None
    floor.stand("ann", 1)
    assert floor.due() == 0
    assert moved(floor)[-1] == "17.7.1"
    floor.cards("7D")
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), -cents(10))


@clause("crown-blackjack 17.7")
def test_a_blackjack_waits_for_the_late_card_and_an_ace_still_opens_insurance() -> None:
    floor = without_first_card("AC TD", "KH 6H")
    assert paid(floor) == []
    floor.play("ben", c.CallDealerCard(2))
    floor.cards("7D")
    assert paid(floor) == [("ann", cents(15))]
    ace = without_first_card("AC TD", "KH 6H")
    ace.play("ben", c.CallDealerCard(2))
    ace.cards("AD")
    ace.play("ann", c.TakeEvenMoney(1))
    ace.play("ben", c.Insure(2, cents(5)))
    ace.proceed()
    ace.stand("ben", 2)
    ace.cards("KS")
    # Even money for ann; ben loses 10 and is paid 2 to 1 on 5.
    assert (ace.net("ann"), ace.net("ben")) == (cents(10), 0)


# A box without cards, or with one


@clause("crown-blackjack 17.8")
def test_a_staked_box_without_cards_is_void_with_its_side_wagers() -> None:
    floor = seated("ann ben", side_wagers=("any-pairs",))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 50)
    floor.bet("ben", 2, 10, "any-pairs")
    floor.cards("TC")
    floor.deal("7D", to=0)
    floor.ok(HDD, m.Resolve("missed"))
    floor.cards("TH")
    assert floor.due() == 2
    floor.no("17.8", "dealer", m.MissedCard())
    floor.ok(HDD, m.MissedCard())
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), 0)
    assert {(row.wager, row.result, row.clause) for row in rows(floor, "ben")} == {
        ("main", "returned", "17.8"),
        ("any-pairs", "returned", "17.8"),
    }
    assert floor.replayed() == floor.state


def one_card_only() -> Floor:
    """W23: box 2 has 50 and 10 on Any Pairs but only one card; box 1 stands on 20."""
    floor = seated("ann ben", decks=8, side_wagers=("any-pairs",))
    floor.bet("ann", 1, 20)
    floor.bet("ben", 2, 50)
    floor.bet("ben", 2, 10, "any-pairs")
    floor.cards("TD 9D 7H QC")
    floor.ok(HDD, m.MissedCard())
    floor.stand("ann", 1)
    return floor


@clause("crown-blackjack 17.8.1")
def test_w23_a_box_with_one_card_takes_a_second_on_its_turn() -> None:
    floor = one_card_only()
    floor.hit("ben", 2)
    floor.cards("9C")
    floor.stand("ben", 2)
    floor.cards("KS")
    assert floor.net("ann") == cents(20)
    assert floor.net("ben") == cents(110) + cents(50)
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.8.1")
def test_w23_or_its_player_takes_the_wagers_back() -> None:
    floor = one_card_only()
    floor.no("17.8.1", "player", o.Decide(c.Stand(2)), by="ben")
    floor.play("ben", c.TakeBack(2))
    floor.cards("KS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(20), 0)
    assert [(row.wager, row.clause) for row in rows(floor, "ben")] == [
        ("main", "17.8.1"),
        ("any-pairs", "16.4.2"),
    ]


@clause("crown-blackjack 17.8.1")
def test_a_box_with_both_cards_has_no_such_choice() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D 5H")
    floor.no("17.8.1", "player", o.Decide(c.TakeBack(1)), by="ann")
