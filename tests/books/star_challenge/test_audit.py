"""Blackjack Challenge: what a second reader of the rules asked of the table."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from bythebook.table.due import what_is_due
from tests.books.star_challenge.test_opening import (
    BLAZING,
    DEVICE,
    SHOE,
    changed,
    opened,
    plain_round,
    prepared,
    ready,
)
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o


def place(box: int, player: str, amount: float, wager: str = "main") -> o.Place:
    return o.Place(box, player, cents(amount), wager)


# Opening and cards


@clause("star-blackjack-challenge 2.3.1")
def test_cards_come_from_a_device_or_a_shoe_and_a_table_opens_once() -> None:
    floor = prepared()
    floor.no("2.3.1", "supervisor", o.Open(changed(SHOE, dealing="hand")))
    floor.ok("supervisor", o.Open(SHOE))
    floor.no("2.3.1", "supervisor", o.Open(SHOE))


@clause("star-blackjack-challenge 3.1.1")
def test_eight_decks_do_not_come_in_later_either() -> None:
    for setup in (DEVICE, BLAZING):
        floor = ready(setup, ann=1)
        floor.no("3.1.1", "supervisor", o.ReplaceCards(decks=8))
        floor.no("3.1", "supervisor", o.ReplaceCards(decks=7))
    without = ready(changed(DEVICE, side_wagers=("any-pairs",)), ann=1)
    without.ok("supervisor", o.ReplaceCards(decks=8))
    assert without.state.setup is not None
    assert without.state.setup.decks == 8


@clause("star-blackjack-challenge 4.9.1")
def test_one_card_is_burned_after_the_device_was_changed_between_rounds() -> None:
    """Challenge reading 135."""
    floor = ready(DEVICE, ann=1)
    plain_round(floor, "ann")
    floor.ok("supervisor", m.Malfunction(spare=True))
    floor.ok("dealer", o.Burn())
    assert floor.clauses(e.CardBurned) == ["4.9.1", "4.9.1"]
    plain_round(floor, "ann")
    assert floor.net("ann") == cents(20)


# The cut


@clause("star-blackjack-challenge 4.5", "star-blackjack-challenge 4.4.4")
@clause("star-blackjack-challenge 18.11")
@pytest.mark.parametrize("command", [o.OrderShuffle(), o.BadlyCut()])
def test_after_a_shuffle_for_another_reason_the_far_right_cuts(command: o.Command) -> None:
    """Rule 4.5 names nobody for it; the farthest right is whom it mostly names."""
    floor = ready(SHOE, ann=1, ben=3)
    plain_round(floor, "ann")
    floor.ok("supervisor", command, why="clumped")
    floor.ok("dealer", o.Shuffle())
    floor.no("4.5", "player", o.Cut("ann", 100), by="ann")
    floor.ok("player", o.Cut("ben", 100), by="ben")


# Players who stand


def standing(**seats: int) -> Floor:
    """ann on box 2 and ben on box 3, both standing; the cutting card comes on box 2."""
    floor = opened(SHOE, **seats, ann=0, ben=0)
    first = next(iter(seats), "ann")
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.Cut(first, 100), by=first)
    floor.ok("dealer", o.Insert((60,)))
    floor.ok("dealer", o.Burn())
    floor.bet("ann", 2, 10)
    floor.bet("ben", 3, 10)
    floor.cards("TC TS 9D")
    floor.ok("dealer", o.CuttingCard())
    floor.cards("QH QS")
    floor.stand("ann", 2)
    floor.stand("ben", 3)
    floor.cards("TD")
    floor.ok("dealer", o.Shuffle())
    return floor


@clause("star-blackjack-challenge 4.5.2", "star-blackjack-challenge 4.6")
@pytest.mark.parametrize("seats", [{}, {"cal": 6}])
def test_who_plays_the_box_cuts_though_not_seated(seats: dict[str, int]) -> None:
    floor = standing(**seats)
    asked = []
    for _ in range(2 + len(seats)):
        due = what_is_due(floor.rules, floor.state)
        asked.append((due.player, due.clause))
        floor.ok("player", o.DeclineCut(due.player), by=due.player)
    names = ["ann", "ben", *seats]
    assert asked == list(zip(names, ["4.5.2", "4.6", "4.6"], strict=False))
    floor.no("4.6", "dealer", o.Cut("", 100))
    floor.ok("supervisor", o.Cut("", 100))


# Limits and restrictions


@clause("star-blackjack-challenge 6.1", "star-blackjack-challenge 6.5.1.1")
@clause("star-blackjack-challenge 6.5.3")
def test_the_signs_that_must_be_up_stay_up() -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.no("6.1", "supervisor", o.RemoveSign("limits"))
    higher = {**SHOE.limits, "main": (cents(50), cents(500))}
    floor.ok("supervisor", o.ChangeLimits(higher, protect=True))
    floor.no("6.5.3", "supervisor", o.RemoveSign("both-minimums"))
    floor.no("6.5.1.1", "supervisor", o.RemoveSign("old-minimum", "ann"))


@clause("star-blackjack-challenge 6.1.1", "star-blackjack-challenge 6.1.2")
@clause("star-blackjack-challenge 6.3.1")
@pytest.mark.parametrize(("ann", "ben"), [(300, 200), (100, 400), (500, 0)])
def test_who_controls_the_box_has_the_first_option_on_its_maximum(ann: float, ben: float) -> None:
    """ben had $400 down on ann's box before she wagered: he keeps what she leaves of $500."""
    setup = changed(SHOE, side_wagers=(), limits={"main": (1000, 50000)}, box_maximum=cents(500))
    floor = ready(setup, ann=1, ben=2)
    floor.bet("ben", 1, 400)
    floor.bet("ann", 1, ann)
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (cents(ann), cents(ben))


@clause("star-blackjack-challenge 6.1.1")
def test_the_first_option_ends_at_the_maximum_of_the_box() -> None:
    setup = changed(SHOE, side_wagers=(), limits={"main": (1000, 50000)}, box_maximum=cents(400))
    floor = ready(setup, ann=1, ben=2)
    floor.bet("ben", 1, 100)
    floor.no("6.1", "player", place(1, "ann", 400.01), by="ann")
    floor.bet("ann", 1, 400)
    floor.no("6.1", "player", place(2, "ann", 400.01), by="ann")


@clause("star-blackjack-challenge 5.13")
def test_leaving_the_table_does_not_end_a_restriction_before_the_shuffle() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    plain_round(floor, "ann")
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.players(ben=2)
    floor.no("5.13", "player", place(2, "ben", 10.01), by="ben")
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.ok("dealer", o.CuttingCard())
    floor.ok("dealer", o.Shuffle())
    floor.players(ben=2)
    floor.bet("ben", 2, 500)


@clause("star-blackjack-challenge 5.14")
def test_what_rests_on_shoes_does_not_bind_where_a_device_deals() -> None:
    """Challenge reading 51."""
    floor = ready(SHOE, ann=1, ben=2)
    plain_round(floor, "ann")
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    floor.ok("dealer", o.Tell("inspector", "hold-always", "ben"))
    floor.ok("gaming-manager", o.HoldAlways("ben"))
    floor.no("5.14", "player", place(2, "ben", 500), by="ben")
    floor.ok("supervisor", m.DeviceBack())
    floor.bet("ben", 2, 500)
    other = ready(SHOE, ann=1, ben=2)
    plain_round(other, "ann")
    other.ok("supervisor", o.HoldToMinimum("ben"))
    other.ok("dealer", o.Tell("inspector", "hold-always", "ben"))
    other.ok("supervisor", m.DeviceBack())
    other.no("5.14", "gaming-manager", o.HoldAlways("ben"))  # nor is it extended there


@clause("star-blackjack-challenge 5.15")
def test_one_box_means_one_box_for_side_wagers_too() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.ok("gaming-manager", o.Tell("inspector", "confine", "ann"))
    floor.ok("gaming-manager", o.Confine("ann"))
    floor.bet("ben", 2, 10)
    floor.bet("ann", 1, 10)
    floor.no("5.15", "player", place(2, "ann", 5, "any-pairs"), by="ann")
    floor.bet("ann", 1, 5, "any-pairs")


@clause("star-blackjack-challenge 13.3.1", "star-blackjack-challenge 14.4.1")
def test_a_notice_about_one_side_wager_is_not_used_up_by_another() -> None:
    floor = ready(SHOE, ann=1)
    for wager in ("any-pairs", "perfect-pairs"):
        for to in ("surveillance", "inspector"):
            floor.ok("gaming-manager", o.Tell(to, "require-main", wager=wager))
        floor.ok("supervisor", o.DisplaySign(f"{wager}-main-only"))
    for wager in ("any-pairs", "perfect-pairs"):
        floor.ok("gaming-manager", o.RequireMain(wager))
    assert [entry.clause for entry in floor.entries("require-main")] == ["13.3", "14.4"]


@clause("star-blackjack-challenge 5.16", "star-blackjack-challenge 5.17bis")
def test_what_lies_on_a_box_must_fit_a_reservation_or_a_cap() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ben", 4, 10)
    floor.no("5.16", "supervisor", o.Reserve("ann", (3, 4)))
    floor.ok("supervisor", o.Reserve("ann", (1, 3)))
    floor.bet("ann", 4, 10)
    floor.ok("supervisor", o.CapPlayers(per_box=1))
    floor.no("5.17bis", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.TakeOff(4, "ann"), by="ann")
    floor.cards("TC")


@clause("star-blackjack-challenge 20.14")
def test_a_place_is_in_use_if_somebody_wagers_there() -> None:
    floor = ready(changed(SHOE, boxes=5), ann=1, ben=2, cal=3, dot=4)
    for _ in range(3):
        floor.no("20.14", "supervisor", o.Vacate("dot"))
        floor.bet("ann", 1, 10)
        floor.bet("ann", 5, 10)
        floor.cards("TC TS 9D QH QS")
        floor.stand("ann", 1)
        floor.stand("ann", 5)
        floor.cards("TD")
    floor.ok("supervisor", o.Vacate("dot"))


# What goes wrong


@clause("star-blackjack-challenge 18.8:void")
def test_a_round_before_the_last_stands() -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    plain_round(floor, "ann")
    floor.no("18.8:void", "supervisor", o.VoidLastRound("18.8:void", back=2), why="order lost")
    assert floor.net("ann") == cents(20)


@clause("star-blackjack-challenge 20.9.1", "star-blackjack-challenge 20.9.2")
@pytest.mark.parametrize("by", ["18.8:void", "18.15.2", "19.4"])
def test_an_outcome_is_cancelled_on_the_two_grounds_of_its_rule_alone(by: str) -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.no("20.9.1", "supervisor", o.Invalidate(by), why="because")
    assert floor.net("ann") == cents(10)


@clause("star-blackjack-challenge 18.18.2")
def test_the_star_itself_may_find_a_wrong_payment() -> None:
    floor = ready(SHOE, ann=1)
    floor.no("18.18.2", "inspector", o.FindPaymentError("ann", cents(40)))
    floor.ok("operator", o.FindPaymentError("ann", cents(40)))
    assert [(x.player, x.cents) for x in floor.state.payment_errors] == [("ann", cents(40))]


@clause("star-blackjack-challenge 19.5.5", "star-blackjack-challenge 2.3.4.3")
def test_blazing_sevens_is_decided_box_by_box_if_its_three_cards_are_out() -> None:
    """Challenge reading 74. ann has both cards, the dealer has one, cal's second is to come."""
    floor = ready(BLAZING, ann=1, cal=3)
    for name, box in (("ann", 1), ("cal", 3)):
        floor.bet(name, box, 25)
        floor.bet(name, box, 5, "blazing-7s")
    floor.cards("7C 9C 7H 7S")
    floor.ok("supervisor", m.Malfunction(spare=False))
    floor.ok("player", o.Cut("cal", 100), by="cal")
    floor.ok("dealer", o.Insert((60,)))
    floor.ok("dealer", o.Burn())
    floor.cards("TC")
    floor.stand("ann", 1)
    floor.stand("cal", 3)
    floor.cards("TD")  # 17: ann's 14 loses, cal's 19 wins
    assert floor.net("ann") == cents(-25 - 5 + 1000)
    assert floor.net("cal") == cents(25)


@clause("star-blackjack-challenge 18.21", "star-blackjack-challenge 18.21.2")
def test_a_jackpot_and_a_blackjack_already_paid_in_the_hand_are_taken_back_too() -> None:
    """The meter is as it was; a hand of an earlier round would stand (18.21.3)."""
    floor = ready(BLAZING, ann=1, cal=3)
    floor.bet("ann", 1, 25)
    floor.bet("cal", 3, 25)
    floor.bet("cal", 3, 5, "blazing-7s")
    floor.cards("TC 7D 7D QH 7D")
    assert floor.state.round is not None
    assert floor.state.round.net["cal"] == cents(12000 - 25 - 5)
    floor.ok("dealer", o.FindInvalid("cal", 3))
    floor.stand("ann", 1)
    floor.cards("TD")  # 17 beats 14, and ann's 20 beats 17
    assert (floor.net("ann"), floor.net("cal")) == (cents(25), -cents(25))
    assert floor.state.meters == BLAZING.meters
    paid = ready(SHOE, ann=1, cal=3)
    paid.bet("ann", 1, 10)
    paid.bet("cal", 3, 40)
    paid.cards("TC AS 9D QH KS")
    assert paid.state.round is not None
    assert paid.state.round.net["cal"] == cents(80)
    paid.ok("dealer", o.FindInvalid("cal", 3))
    paid.stand("ann", 1)
    paid.cards("TD")
    assert paid.net("cal") == 0


@clause("star-blackjack-challenge 20.3")
@pytest.mark.parametrize(("amount", "fits"), [(25.01, False), (25, True)])
def test_a_side_wager_lost_in_the_round_counts_when_a_hand_is_doubled(
    amount: float, fits: bool
) -> None:
    """Challenge reading 76: limit $60, $30 staked, $5 lost on the pair: $25 left to double with."""
    floor = ready(changed(SHOE, chips=()), ann=1)
    floor.ok("player", o.SetLossLimit("ann", cents(60)), by="ann")
    floor.bet("ann", 1, 30)
    floor.bet("ann", 1, 5, "any-pairs")
    floor.cards("6C 9D 5H")
    double = o.Decide(c.Double(1, amount=cents(amount)))
    if fits:
        floor.ok("player", double, by="ann")
    else:
        floor.no("20.3", "player", double, by="ann")


@clause("star-blackjack-challenge 18.15.2", "star-blackjack-challenge 18.8:void")
@pytest.mark.parametrize(
    ("cards", "nets", "meter"),
    [("TC 7D 7D QH 7D", (0, 12000 - 5), 10000), ("TC 7D 7D QH", (0, 0), 12000)],
)
def test_a_jackpot_confirmed_before_the_void_stands_and_no_other(
    cards: str, nets: tuple[float, float], meter: float
) -> None:
    """Challenge reading 67: cal's prize came with the initial deal, or that was not complete."""
    floor = ready(BLAZING, ann=1, cal=3)
    for name, box in (("ann", 1), ("cal", 3)):
        floor.bet(name, box, 25)
        floor.bet(name, box, 5, "blazing-7s")
    floor.cards(cards)
    floor.ok("supervisor", o.VoidRound("18.8:void"), why="order lost")
    assert (floor.net("ann"), floor.net("cal")) == (cents(nets[0]), cents(nets[1]))
    assert floor.state.meters == {"blazing-7s": cents(meter)}


@clause("star-blackjack-challenge 20.2.3")
def test_chips_declared_on_leaving_are_counted_from_nothing_upwards() -> None:
    floor = ready(SHOE, ann=1)
    floor.ok("player", o.SetLossLimit("ann", cents(50)), by="ann")
    floor.malformed("player", o.Leave("ann", declared=-1), by="ann")
    floor.ok("player", o.Leave("ann", declared=0), by="ann")


@clause("star-blackjack-challenge 20.8.1")
def test_what_the_cheat_was_paid_in_the_round_goes_back_too() -> None:
    """Any wager made by the person is void: the pair that was paid has no result either."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.bet("ben", 2, 5, "any-pairs")
    floor.cards("TC TS 9D QH TD")
    floor.ok("supervisor", o.VoidWagers("ben"), why="a counting device")
    floor.stand("ann", 1)
    floor.cards("TH")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), 0)


@clause("star-blackjack-challenge 20.10", "star-blackjack-challenge 20.9.2")
def test_a_forfeited_jackpot_goes_back_to_its_meter() -> None:
    floor = ready(BLAZING, ann=1)
    floor.bet("ann", 1, 25)
    floor.bet("ann", 1, 5, "blazing-7s")
    floor.cards("7D 7D 7D")
    floor.stand("ann", 1)
    floor.cards("TC")
    assert (floor.net("ann"), floor.state.meters) == (
        cents(12000 - 5 - 25),
        {"blazing-7s": cents(10000)},
    )
    floor.ok("supervisor", o.Invalidate("20.9.2", ("ann",)), why="a switched seven")
    assert (floor.net("ann"), floor.state.meters) == (-cents(30), BLAZING.meters)


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 18.8:void")
def test_a_round_corrected_while_its_player_is_away_counts_for_the_loss_limit() -> None:
    floor = ready(SHOE, ann=1)
    floor.ok("player", o.SetLossLimit("ann", cents(100)), by="ann")
    floor.bet("ann", 1, 60)
    floor.cards("TC TD 8H")
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.ok("player", o.Leave("ann", declared=0), by="ann")
    floor.ok("supervisor", o.VoidLastRound("18.8:void"), why="order lost")
    floor.players(ann=1)
    floor.no("20.3", "player", place(1, "ann", 100.01), by="ann")
    floor.bet("ann", 1, 100)


@clause("star-blackjack-challenge 18.22", "star-blackjack-challenge 18.22.1")
@pytest.mark.parametrize(("hand", "card", "net"), [("TC 5H", "9C", -50), ("6C 5H", "TH", 50)])
def test_only_what_is_within_the_limit_is_lost_or_paid_though_the_hand_was_decided_at_once(
    hand: str, card: str, net: float
) -> None:
    """Limit $50, $30 doubled unnoticed; found in the same round, after a bust or a 21."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.ok("player", o.SetLossLimit("ann", cents(50)), by="ann")
    floor.bet("ann", 1, 30)
    floor.bet("ben", 2, 10)
    first, second = hand.split()
    floor.cards(f"{first} TS 9D {second} 8S")
    floor.ok("dealer", o.Decide(c.Double(1), late=True))
    floor.cards(card)
    floor.ok("dealer", o.FindOverLimit("ann"))
    floor.stand("ben", 2)
    floor.cards("TD")
    assert floor.net("ann") == cents(net)
