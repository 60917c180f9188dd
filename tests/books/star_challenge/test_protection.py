"""Blackjack Challenge: Player Cards, invalid wagers, proxy betting, loss limits."""

import pytest

from bythebook.table import events as e
from bythebook.table.people.standing import Standing
from tests.books.star_challenge.floor import (
    BLAZING,
    DEVICE,
    SHOE,
    changed,
    place,
    plain_round,
    ready,
)
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, o


def limited(dollars: float, setup: o.Setup = SHOE, **seats: int) -> Floor:
    """ann with a loss limit and her chips declared, the cards ready."""
    floor = ready(setup, **(seats or {"ann": 1}))
    floor.ok("player", o.SetLossLimit("ann", cents(dollars)), by="ann")
    floor.ok("player", o.DeclareChips("ann", cents(1000)), by="ann")
    return floor


# Player Cards


@clause("star-blackjack-challenge 5.1", "star-blackjack-challenge 20.1")
def test_nobody_plays_without_their_own_card() -> None:
    floor = ready(SHOE, ann=1)
    floor.ok("player", o.Arrive("ben"), by="ben")
    floor.ok("player", o.Sit("ben", 2), by="ben")
    floor.no("5.1", "player", place(2, "ben", 10), by="ben")
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.ok("player", o.Arrive("ben", card="ann"), by="ben")
    floor.no("20.1", "player", place(2, "ben", 10), by="ben")
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.players(ben=2)
    floor.bet("ben", 2, 10)


@clause("star-blackjack-challenge 20.1.1", "star-blackjack-challenge 20.1.2")
@pytest.mark.parametrize(
    "claim", ["agency", "a power of attorney", "the money in it is ann's own", ""]
)
def test_nothing_that_is_claimed_makes_another_persons_card_good(claim: str) -> None:
    floor = ready(SHOE, ann=1)
    floor.ok("player", o.Arrive("ben", card="ann"), by="ben")
    floor.no("20.1", "player", place(2, "ben", 10), by="ben", why=claim)
    floor.bet("ben", 2, 10, late=True)  # nobody noticed
    floor.ok("dealer", o.FindInvalid("ben", 2), why=claim)
    assert floor.state.round is not None
    assert not any(w.live for w in floor.state.round.wagers)
    assert floor.net("ben") == 0


@clause("star-blackjack-challenge 18.21", "star-blackjack-challenge 18.21.1")
def test_found_before_the_hand_the_stake_goes_back() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 40)
    floor.bet("ben", 2, 5, "any-pairs")
    floor.no("18.21", "player", o.FindInvalid("ben", 2), by="ann")
    floor.ok("dealer", o.FindInvalid("ben", 2))
    assert floor.state.round is not None
    back = [(row.wager, row.result, row.clause) for row in floor.state.round.rows]
    assert back == [("main", "returned", "18.21.1"), ("any-pairs", "returned", "18.21.1")]
    floor.no("5.1", "player", place(2, "ben", 40), by="ben")  # that card does not serve again
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), 0)
    # To leave and come again does not make it good; another one that the dealer has seen does.
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.players(ben=2)
    floor.no("5.1", "player", place(2, "ben", 40), by="ben")
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.ok("dealer", o.Arrive("ben", card="ben"))
    floor.bet("ben", 2, 40)


@clause("star-blackjack-challenge 18.21", "star-blackjack-challenge 18.21.2")
@pytest.mark.parametrize(("card", "net"), [("QS", 0), ("7S", -40)])
def test_found_during_the_hand_a_win_pays_nothing_and_a_loss_is_collected(
    card: str, net: float
) -> None:
    """Worked round 23 (b), Challenge reading 77: cal bets $40 with another's card on box 3."""
    floor = ready(SHOE, ann=1, cal=3)
    floor.bet("ann", 1, 10)
    floor.bet("cal", 3, 40)
    floor.cards(f"TC TS 9D QH {card}")
    floor.ok("dealer", o.FindInvalid("cal", 3))
    floor.stand("ann", 1)
    # Challenge reading 78: the cards stay; nobody valid is left, so the book plays it (18.10).
    assert floor.due() == 0
    floor.cards("TD")
    assert floor.net("cal") == cents(net)
    assert floor.net("ann") == cents(10)
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 18.21.2", "star-blackjack-challenge 1.1:invalid-wager")
def test_where_the_regulator_says_so_a_losing_invalid_wager_goes_back_too() -> None:
    floor = ready(changed(SHOE, readings={"losing-invalid-wager": "returned"}), ann=1, cal=3)
    floor.bet("cal", 3, 40)
    floor.cards("TC TD 7H")
    floor.ok("dealer", o.FindInvalid("cal", 3))
    floor.cards("TS")
    assert floor.net("cal") == 0


@clause("star-blackjack-challenge 18.21.2")
def test_a_side_win_already_paid_is_taken_back_and_its_stake_returned() -> None:
    """cal's pair was paid at the end of the initial deal; nobody was entitled to it."""
    floor = ready(SHOE, ann=1, cal=3)
    floor.bet("cal", 3, 40)
    floor.bet("cal", 3, 5, "any-pairs")
    floor.cards("8C 9D 8D")
    assert floor.state.round is not None
    assert floor.state.round.net["cal"] == -cents(40) + cents(55)
    floor.ok("dealer", o.FindInvalid("cal", 3))
    floor.cards("TH")  # 16: the book stands, the dealer has 19
    assert floor.net("cal") == -cents(40)


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


@clause("star-blackjack-challenge 18.21.2", "star-blackjack-challenge 5.7")
def test_control_passes_from_somebody_whose_wager_is_invalid() -> None:
    """Challenge reading 78: ann sits there and decided; ben's wager is good, so ben decides now."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 40)
    floor.bet("ben", 1, 10)
    floor.cards("TC 9D 4H")
    floor.ok("dealer", o.FindInvalid("ann", 1))
    floor.play("ben", c.Hit(1))
    floor.cards("6C")
    floor.stand("ben", 1)
    floor.cards("TD")  # 19 against 20
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(10))


@clause("star-blackjack-challenge 18.21.3")
def test_hands_already_settled_stand() -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.no("18.21.3", "dealer", o.FindInvalid("ann", 1))
    assert floor.net("ann") == cents(10)
    floor.bet("ann", 1, 20)
    floor.ok("dealer", o.FindInvalid("ann", 1))  # the wager now down goes back
    assert floor.net("ann") == cents(10)  # and the round before stands


@clause("star-blackjack-challenge 20.20", "star-blackjack-challenge 20.1")
def test_nobody_bets_for_somebody_else() -> None:
    """Challenge reading 80: except by helping a player who is there and has the wager booked."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.no("20.20", "player", place(1, "ann", 10), by="ben")
    floor.no("20.20", "player", place(1, "ann", 10), by="ben", asked="cal")
    floor.ok("player", place(1, "ann", 10), by="ben", asked="ann")
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), 0)


@clause("star-blackjack-challenge 20.20")
def test_nobody_gives_other_orders_for_somebody_else_either() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.no("5.3", "player", o.TakeOff(1, "ann"), by="ben")
    floor.no("6.5.1.2", "player", o.Leave("ann"), by="ben")
    floor.no("1.1:loss-limit", "player", o.SetLossLimit("ann", cents(10)), by="ben")
    floor.no("20.2.1", "player", o.DeclareChips("ann", cents(10)), by="ben")
    floor.malformed("player", o.TakeOff(1, ""), by="ben")


# Loss limits


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 20.3")
def test_no_wager_goes_beyond_the_limit_to_the_cent() -> None:
    floor = limited(130)
    floor.no("20.3", "player", place(1, "ann", 130.01), by="ann")
    floor.bet("ann", 1, 100)
    floor.no("20.3", "player", place(2, "ann", 30.01), by="ann")
    floor.bet("ann", 2, 25)
    floor.no("20.3", "player", place(2, "ann", 5.01, "any-pairs"), by="ann")
    floor.bet("ann", 2, 5, "any-pairs")  # side wagers count
    floor.no("20.3", "player", place(3, "ann", 10), by="ann")
    other = ready(SHOE, ann=1)
    other.bet("ann", 1, 500)  # no limit set


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 20.3")
def test_the_limit_is_on_the_net_loss() -> None:
    floor = limited(100)
    floor.bet("ann", 1, 60)
    floor.cards("TC TD 8H")
    floor.stand("ann", 1)
    floor.cards("TS")  # -60: 40 left
    floor.no("20.3", "player", place(1, "ann", 40.01), by="ann")
    floor.bet("ann", 1, 40)
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    floor.cards("TH")  # +40: 80 left
    floor.no("20.3", "player", place(1, "ann", 80.01), by="ann")
    floor.bet("ann", 1, 80)


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 18.8:void")
def test_a_round_corrected_while_its_player_is_away_counts_for_the_loss_limit() -> None:
    floor = ready(SHOE, ann=1)
    floor.ok("player", o.SetLossLimit("ann", cents(100)), by="ann")
    floor.ok("player", o.DeclareChips("ann", cents(1000)), by="ann")
    floor.bet("ann", 1, 60)
    floor.cards("TC TD 8H")
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.ok("player", o.Leave("ann", declared=0), by="ann")
    floor.ok("supervisor", o.VoidLastRound("18.8:void"), why="order lost")
    floor.players(ann=1)
    floor.ok("player", o.DeclareChips("ann", cents(1000)), by="ann")
    floor.no("20.3", "player", place(1, "ann", 100.01), by="ann")
    floor.bet("ann", 1, 100)


@clause("star-blackjack-challenge 20.3")
@pytest.mark.parametrize(("limit", "allowed"), [(59.99, False), (60, True)])
@pytest.mark.parametrize("decision", [c.Double(1), c.Split(1)])
def test_doubling_and_splitting_are_wagers_too(
    limit: float, allowed: bool, decision: c.AnyCommand
) -> None:
    """Challenge readings 34 and 76."""
    floor = limited(limit)
    floor.bet("ann", 1, 30)
    floor.cards("5C 9D 5H")
    if allowed:
        floor.play("ann", decision)
        assert floor.due() == 1
    else:
        floor.no("20.3", "player", o.Decide(decision), by="ann")
        floor.play("ann", c.Double(1, amount=cents(27.50)))  # for less it fits


@clause("star-blackjack-challenge 20.3")
@pytest.mark.parametrize(("amount", "fits"), [(25.01, False), (25, True)])
def test_a_side_wager_lost_in_the_round_counts_when_a_hand_is_doubled(
    amount: float, fits: bool
) -> None:
    """Challenge reading 76: limit $60, $30 staked, $5 lost on the pair: $25 left to double with."""
    floor = ready(changed(SHOE, chips=()), ann=1)
    floor.ok("player", o.SetLossLimit("ann", cents(60)), by="ann")
    floor.ok("player", o.DeclareChips("ann", cents(1000)), by="ann")
    floor.bet("ann", 1, 30)
    floor.bet("ann", 1, 5, "any-pairs")
    floor.cards("6C 9D 5H")
    double = o.Decide(c.Double(1, amount=cents(amount)))
    if fits:
        floor.ok("player", double, by="ann")
    else:
        floor.no("20.3", "player", double, by="ann")


@clause("star-blackjack-challenge 18.22", "star-blackjack-challenge 18.22.1")
@clause("star-blackjack-challenge 18.22.1:advise")
def test_what_exceeds_the_limit_goes_back_last_bet_first() -> None:
    """Worked round 23 (a): $130 left, $100 on box 1, then $50 on box 2, found afterwards."""
    floor = limited(130)
    floor.bet("ann", 1, 100)
    floor.no("20.3", "player", place(2, "ann", 50), by="ann")
    floor.bet("ann", 2, 50, late=True)
    floor.cards("TC KS 8D 8H QD")
    assert floor.state.round is not None
    back = [row for row in floor.state.round.rows if row.result == "returned"]
    assert [(row.box, row.stake, row.clause) for row in back] == [(2, cents(20), "18.22.1")]
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("TH")
    assert floor.net("ann") == -cents(70)
    assert floor.state.house == cents(70)
    assert "loss-limit" in floor.state.players["ann"].warned
    assert floor.clauses(e.PlayerWarned) == ["18.22.1:advise"]
    floor.no("20.3", "player", place(1, "ann", 60.01), by="ann")
    floor.bet("ann", 1, 60)  # $60 of the limit left
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 18.22.1")
@pytest.mark.parametrize("over", [0, 2])
def test_what_was_won_before_makes_room_when_it_is_looked_for(over: int) -> None:
    """A limit of $40 and a win of $40 leave $80."""
    floor = limited(40)
    floor.bet("ann", 1, 40)
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    floor.cards("TH")  # 20 against 19
    assert floor.net("ann") == cents(40)
    floor.bet("ann", 1, 80 + over, late=bool(over))
    floor.cards("5C 9D 6H")
    assert floor.state.round is not None
    if not over:
        floor.no("18.22.1", "dealer", o.FindOverLimit("ann"))
    back = [row.stake for row in floor.state.round.rows if row.result == "returned"]
    assert sum(back) == cents(over)


@clause("star-blackjack-challenge 18.22.1")
def test_several_wagers_go_back_in_reverse_order() -> None:
    floor = limited(110)
    floor.bet("ann", 3, 50)
    floor.bet("ann", 1, 50)
    floor.bet("ann", 2, 50, late=True)
    floor.bet("ann", 2, 10, "any-pairs", late=True)
    floor.cards("TC")
    assert floor.state.round is not None
    back = [row for row in floor.state.round.rows if row.result == "returned"]
    # 160 staked, 110 allowed: the 10 placed last, then 40 of the 50 before it.
    assert [(row.box, row.wager, row.stake) for row in back] == [
        (2, "any-pairs", cents(10)),
        (2, "main", cents(40)),
    ]


@clause("star-blackjack-challenge 18.22.1")
def test_a_stake_that_has_no_smaller_size_goes_back_whole() -> None:
    """Challenge reading 54: a Blazing 7's stake must match a column of its pay table."""
    floor = limited(28, BLAZING)
    floor.bet("ann", 1, 25)
    floor.bet("ann", 1, 5, "blazing-7s", late=True)
    floor.cards("7C 7D 7H")
    assert floor.state.round is not None
    rows = [(row.wager, row.result, row.stake) for row in floor.state.round.rows]
    assert rows == [("blazing-7s", "returned", cents(5))]


@clause("star-blackjack-challenge 18.22", "star-blackjack-challenge 18.22.1")
def test_a_double_beyond_the_limit_is_trimmed_and_stays_a_one_card_hand() -> None:
    """Challenge reading 76: limit $50, $30 doubled unnoticed; found while ben is to decide."""
    floor = limited(50, SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 30)
    floor.bet("ben", 2, 10)
    floor.cards("5C TS 9D 6H 8S")
    floor.ok("dealer", o.Decide(c.Double(1), late=True))
    floor.cards("7C")  # 18
    floor.ok("dealer", o.FindOverLimit("ann"))
    assert floor.state.round is not None
    back = [row for row in floor.state.round.rows if row.result == "returned"]
    assert [(row.stake, row.clause) for row in back] == [(cents(10), "18.22.1")]
    floor.no("9.1", "player", o.Decide(c.Hit(1)), by="ann")
    floor.stand("ben", 2)
    floor.cards("TD")  # 19
    assert floor.net("ann") == -cents(50)


@clause("star-blackjack-challenge 18.22", "star-blackjack-challenge 18.22.1")
@pytest.mark.parametrize(("limit", "back", "due", "net"), [(50, 10, 1, -50), (30, 30, 0, -30)])
def test_a_split_beyond_the_limit_plays_on_for_its_valid_amount_or_not_at_all(
    limit: float, back: float, due: int, net: float
) -> None:
    """Challenge reading 76: $30 split unnoticed; the second hand's stake is the last placed."""
    floor = limited(limit)
    floor.bet("ann", 1, 30)
    floor.cards("8C 9D 8D")
    floor.no("18.22.1", "dealer", o.FindOverLimit("ann"))  # nothing beyond it yet
    floor.ok("dealer", o.Decide(c.Split(1), late=True))
    floor.cards("TC")
    floor.ok("dealer", o.FindOverLimit("ann"))
    assert floor.state.round is not None
    returned = [(row.hand, row.stake) for row in floor.state.round.rows]
    assert returned == [(2, cents(back))]
    assert floor.clauses(e.PlayerWarned) == ["18.22.1:advise"]
    floor.stand("ann", 1)
    assert floor.due() == due
    if due:
        floor.cards("QC")
        floor.stand("ann", 1)
    floor.cards("TD")  # 19 beats 18
    assert floor.net("ann") == cents(net)


@clause("star-blackjack-challenge 18.22", "star-blackjack-challenge 18.22.1")
@pytest.mark.parametrize(("hand", "card", "net"), [("TC 5H", "9C", -50), ("6C 5H", "TH", 50)])
def test_only_what_is_within_the_limit_is_lost_or_paid_though_the_hand_was_decided_at_once(
    hand: str, card: str, net: float
) -> None:
    """Limit $50, $30 doubled unnoticed; found in the same round, after a bust or a 21."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.ok("player", o.SetLossLimit("ann", cents(50)), by="ann")
    floor.ok("player", o.DeclareChips("ann", cents(1000)), by="ann")
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


@clause("star-blackjack-challenge 18.22.2")
def test_earlier_rounds_stand_though_the_limit_was_exceeded_in_them() -> None:
    floor = ready(SHOE, ann=1)
    floor.bet("ann", 1, 200)
    floor.cards("TC TD 8H")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == -cents(200)
    floor.ok("player", o.SetLossLimit("ann", cents(20)), by="ann")
    floor.bet("ann", 1, 50, late=True)
    floor.cards("TC TD 8H")
    floor.stand("ann", 1)
    floor.cards("TH")
    assert floor.net("ann") == -cents(220)  # the round before is as it was


@clause("star-blackjack-challenge 18.22.2")
def test_what_went_beyond_the_limit_is_found_in_its_own_round_or_not_at_all() -> None:
    floor = limited(30)
    floor.bet("ann", 1, 20)
    floor.cards("5C 9D 6H")
    floor.ok("dealer", o.Decide(c.Double(1, amount=cents(20)), late=True))
    floor.cards("2C TD")
    assert floor.net("ann") == -cents(40)
    for _ in range(2):
        floor.no("18.22.2", "dealer", o.FindOverLimit("ann"))
    assert floor.net("ann") == -cents(40)


@clause("star-blackjack-challenge 20.2.1", "star-blackjack-challenge 20.2.2")
def test_chips_bought_and_brought_are_declared_before_the_round() -> None:
    floor = ready(SHOE, ann=1)
    floor.ok("player", o.SetLossLimit("ann", cents(500)), by="ann")
    floor.no("20.2.2", "player", place(1, "ann", 10), by="ann")
    floor.ok("player", o.DeclareChips("ann", cents(100), bought=True), by="ann")
    floor.ok("player", o.DeclareChips("ann", cents(50)), by="ann")
    about = [entry.about for entry in floor.entries("declare-chips")]
    assert about == ["bought 100.00", "brought 50.00"]
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.no("20.2.1", "player", o.DeclareChips("ann", cents(100), bought=True), by="ann")
    floor.no("20.2.2", "player", o.DeclareChips("ann", cents(50)), by="ann")


@clause("star-blackjack-challenge 20.2.3")
def test_who_leaves_with_a_limit_declares_what_is_taken_away() -> None:
    floor = limited(500, SHOE, ann=1, ben=2)
    floor.no("20.2.3", "player", o.Leave("ann"), by="ann")
    floor.ok("player", o.Leave("ann", declared=cents(75)), by="ann")
    assert "75" in floor.state.register[-1].about
    floor.ok("player", o.Leave("ben"), by="ben")  # no limit, nothing to declare
    assert floor.state.players == {}


@clause("star-blackjack-challenge 20.2.3")
def test_chips_declared_on_leaving_are_counted_from_nothing_upwards() -> None:
    floor = ready(SHOE, ann=1)
    floor.ok("player", o.SetLossLimit("ann", cents(50)), by="ann")
    floor.malformed("player", o.Leave("ann", declared=-1), by="ann")
    floor.ok("player", o.Leave("ann", declared=0), by="ann")


@clause("star-blackjack-challenge 20.2.4")
def test_somebody_with_a_limit_wagers_nothing_before_following_a_direction() -> None:
    floor = limited(500)
    directed = o.Perform("direct-player", about="show the app", player="ann")
    low = floor.no("20.2.4", "dealer", directed, why="monitoring")
    assert "direct-player takes a Casino Supervisor" in str(low)
    floor.no("20.2.4", "supervisor", directed)  # it says why
    floor.ok("supervisor", directed, why="monitoring")
    place = o.Place(1, "ann", cents(10))
    floor.no("20.2.4", "player", place, by="ann")
    floor.no("20.2.4", "surveillance", o.Perform("follow-directions", player="ann"))
    floor.ok("player", o.Perform("follow-directions", about="app shown", player="ann"), by="ann")
    assert floor.state.duties == ()
    floor.ok("player", place, by="ann")


@clause("star-blackjack-challenge 20.2.4")
def test_only_somebody_with_a_limit_is_directed_and_nobody_else_waits_for_it() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    directed = o.Perform("direct-player", about="show the app", player="ann")
    floor.no("20.2.4", "supervisor", directed, why="monitoring")
    floor.ok("player", o.SetLossLimit("ann", cents(50)), by="ann")
    floor.ok("operator", directed, why="monitoring")  # The Star itself
    floor.no("20.2.4", "player", o.Place(1, "ann", cents(10)), by="ann")
    floor.bet("ben", 2, 10)


@clause("star-blackjack-challenge 1.1:loss-limit")
def test_a_limit_is_the_persons_and_is_not_shaken_off() -> None:
    floor = limited(100)
    floor.bet("ann", 1, 90)
    floor.cards("TC TD 8H")
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.ok("player", o.Leave("ann", declared=0), by="ann")
    floor.players(ann=1)
    floor.no("20.2.2", "player", place(1, "ann", 10), by="ann")  # what she brings is declared anew
    floor.ok("player", o.DeclareChips("ann", cents(1000)), by="ann")
    floor.no("20.3", "player", place(1, "ann", 10.01), by="ann")  # coming back does not help
    floor.ok("player", o.SetLossLimit("ann", cents(100)), by="ann")
    floor.no("20.3", "player", place(1, "ann", 10.01), by="ann")  # nor setting it again
    floor.bet("ann", 1, 10)


@clause("star-blackjack-challenge 20.4")
def test_a_supervisor_pauses_a_player_before_a_new_period() -> None:
    """Challenge reading 82: start, reason, end; between rounds only. The casino says when a new
    period begins: a pause by itself gives nothing back."""
    floor = limited(100, DEVICE, ann=1, ben=2)
    floor.bet("ann", 1, 90)
    floor.cards("TC TD 8H")
    during = floor.no("20.4", "supervisor", o.Pause("ann", 600), why="new period")
    assert during.reason == "only between rounds"
    floor.stand("ann", 1)
    floor.cards("TS")
    end = floor.clock + 600
    floor.no("20.4", "dealer", o.Pause("ann", end), why="new period")
    floor.no("20.4", "supervisor", o.Pause("ann", end))  # no reason
    floor.no("20.4", "supervisor", o.Pause("ben", end), why="new period")  # no limit set
    floor.ok("supervisor", o.Pause("ann", end), why="new period")
    floor.no("20.4", "player", place(1, "ann", 10), by="ann", at=end - 1)
    floor.no("20.3", "player", place(1, "ann", 20), by="ann", at=end)
    floor.ok("casino", o.ReadStanding("ann", Standing(limit=cents(100), room=cents(100))), at=end)
    floor.ok("player", place(1, "ann", 100), by="ann")
    floor.no("20.3", "player", place(2, "ann", 10), by="ann")
    (entry,) = floor.entries("pause-player")
    assert (entry.player, entry.why, entry.clause) == ("ann", "new period", "20.4")
