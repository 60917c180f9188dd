"""Casino Canberra, read again clause by clause: what the other files leave to be shown."""

from typing import Any

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.canberra.test_opening import (
    DEE,
    LIMITS,
    MANAGER,
    SETUP,
    SIDES,
    a_round,
    prepared,
    ready,
    shuffled,
    status,
)
from tests.clauses import clause
from tests.table.floor import c, cents, m, o

PAIRS = "perfect-pairs"


# Layouts and signs


@clause(
    "canberra-blackjack 1.1", "canberra-blackjack 12.1", "canberra-blackjack 17.2",
    "canberra-blackjack 17.14",
)  # fmt: skip
@pytest.mark.parametrize("soft", [False, True], ids=["stands", "hits"])
@pytest.mark.parametrize("side", ["", "perfect-pairs", "pairs-play"])
def test_every_layout_has_its_side_wager_and_its_inscription(side: str, soft: bool) -> None:
    """Another rule for the dealer than the one inscribed is refused by the layout's clause."""
    says = {"": "1.1", "perfect-pairs": "17.2", "pairs-play": "17.14"}[side]
    floor = prepared(side)
    hits, stands = {"dealer": "hits-soft-17"}, {"dealer": "stands-soft-17"}
    setup = floor.with_setup(
        SETUP,
        layout=(side or "plain") + ("-soft-17" if soft else ""),
        options=hits if soft else stands,
        side_wagers=(side,) if side else (),
        limits=SIDES.get(side, LIMITS),
    )
    other = floor.with_setup(setup, options=stands if soft else hits)
    floor.no(says, "supervisor", o.Open(other))
    floor.ok("supervisor", o.Open(setup))
    floor.players(ann=1)
    shuffled(floor, "ann")
    floor.bet("ann", 1, 10)
    if side:
        floor.bet("ann", 1, 5, side)
    floor.cards("TD 6C 8C")
    floor.stand("ann", 1)
    floor.cards("AS")
    assert floor.due() == (0 if soft else None)


@pytest.mark.parametrize(
    ("side", "sign", "says"),
    [
        ("", "limits", "3.1"), ("", "multiples", "3.3"), ("perfect-pairs", "perfect-pairs", "17.7"),
        ("pairs-play", "pairs-play", "17.19"),
    ],
)  # fmt: skip
@clause(
    "canberra-blackjack 3.1", "canberra-blackjack 3.3", "canberra-blackjack 17.7",
    "canberra-blackjack 17.19",
)  # fmt: skip
def test_no_round_begins_without_its_signs(side: str, sign: str, says: str) -> None:
    """Not only at opening: a sign taken away stops the next round, not the one being dealt."""
    floor = ready(side)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.ok("supervisor", o.RemoveSign(sign))
    floor.cards("9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)
    floor.bet("ann", 1, 10)
    floor.no(says, "dealer", o.Deal(parse_card("TD")))
    floor.ok("supervisor", o.DisplaySign(sign, limits=SIDES.get(side, LIMITS)))
    floor.cards("TD")
    assert floor.state.in_round is True


@clause("canberra-blackjack 3.1")
def test_the_sign_shows_the_limits_in_force() -> None:
    """What is to come has a sign of its own."""
    floor = ready()
    new = {"main": (cents(20), cents(500))}
    floor.no("3.1", "supervisor", o.DisplaySign("limits", limits=new))
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=new))
    a_round(floor)
    floor.ok("supervisor", o.ChangeLimits(new))
    sign = floor.state.sign("limits")
    assert sign is not None
    assert sign.limits == new
    assert floor.state.sign("new-limits") is None


@clause("canberra-blackjack 3.1")
def test_even_after_its_notice_no_change_comes_in_mid_round() -> None:
    floor = ready()
    new = {"main": (cents(20), cents(500))}
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=new))
    a_round(floor)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.no("3.1", "supervisor", o.ChangeLimits(new))
    floor.cards("9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.ok("supervisor", o.ChangeLimits(new))
    floor.no("3.1", "player", o.Place(1, "ann", cents("17.50")), by="ann")


@clause("canberra-blackjack 2.2", "canberra-blackjack 1.1")
def test_cards_and_layouts_are_dealt_with_while_the_table_is_closed() -> None:
    """Checked at an open table they would be checked in the middle of gaming."""
    floor = ready()
    for act, says in (
        ("check-cards", "2.2"),
        ("check-cards-after", "2.2"),
    ):
        floor.no(says, "dealer", o.Perform(act))
    for act, says in (
        ("confirm-layout", "1.1"),
        ("confirm-perfect-pairs-layout", "17.2"),
        ("confirm-pairs-play-layout", "17.14"),
    ):
        commission = o.Person("approval 2018/7", "commission")
        floor.no(says, "supervisor", o.Perform(act), approved=commission)
    floor.no("2.3(a)", "supervisor", o.Open(SETUP))


# Limits


@clause("canberra-blackjack 3.2")
@pytest.mark.parametrize(
    ("least", "most", "granted"),
    [
        (None, "499.99", False), (None, "500", False), (None, "500.01", True),
        ("9.99", "1000", False), ("10", "1000", True),
    ],
)  # fmt: skip
def test_a_personal_limit_only_ever_lets_a_player_go_over_the_maximum(
    least: str | None, most: str, granted: bool
) -> None:
    floor = ready()
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann"))
    minimum = cents(least) if least is not None else None
    grant = o.GrantLimits("ann", cents(most), minimum, boxes=(1,))
    if not granted:
        floor.no("3.2", "supervisor", grant)
        return
    floor.ok("supervisor", grant)
    floor.no("3.1", "player", o.Place(1, "ann", cents("7.50")), by="ann")


@clause("canberra-blackjack 3.2")
def test_a_personal_limit_given_during_a_round_is_for_the_next() -> None:
    floor = ready()
    floor.bet("ann", 1, 700, late=True)
    floor.cards("TD 7C 9C")
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann"))
    floor.ok("supervisor", o.GrantLimits("ann", cents(1000), boxes=(1,)))
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(500)
    a_round(floor, "ann", 1, 700)
    assert floor.net("ann") == cents(1200)
    # Ended while a wager above the sign lies there: no round begins before it fits.
    floor.bet("ann", 1, 700)
    floor.ok("supervisor", o.EndLimits("ann"))
    floor.no("3.5", "dealer", o.Deal(parse_card("TD")))
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")


@clause("canberra-blackjack 3.4", "canberra-blackjack 17.8")
def test_with_the_only_main_wager_go_back_everybodys_side_wagers_on_that_box() -> None:
    floor = ready(PAIRS, seats={"ann": 1, "ben": 2, "cal": 3})
    floor.ok("dealer", o.Warn("ben"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 5, late=True)
    floor.bet("cal", 2, 5, PAIRS)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert [floor.net(name) for name in ("ann", "ben", "cal")] == [cents(10), 0, 0]
    assert floor.state.last is not None
    rows = {row.player: row.clause for row in floor.state.last.rows}
    assert (rows["ben"], rows["cal"]) == ("3.4", "17.8")


@clause("canberra-blackjack 3.4")
@pytest.mark.parametrize(("dollars", "plays"), [("9.99", False), ("10", True), ("10.01", True)])
def test_at_the_minimum_a_warned_player_plays_like_anybody(dollars: str, plays: bool) -> None:
    floor = ready()
    floor.ok("dealer", o.Warn("ben"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, dollars, late=True)
    floor.ok("dealer", o.NoMoreBets())
    floor.cards("TD 9D 7C 9C TH" if plays else "TD 7C 9C")
    floor.stand("ann", 1)
    if plays:
        floor.stand("ben", 2)
    floor.cards("TS")
    assert floor.net("ben") == (cents(dollars) if plays else 0)


@clause("canberra-blackjack 3.4")
@pytest.mark.parametrize(("dollars", "warned"), [("9.99", True), ("10", False)])
def test_a_warning_is_for_what_was_below_the_minimum(dollars: str, warned: bool) -> None:
    floor = ready()
    floor.bet("ann", 1, dollars, late=True)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(dollars)
    assert floor.state.players["ann"].warned == (("under-minimum",) if warned else ())


@clause("canberra-blackjack 3.5")
@pytest.mark.parametrize(
    ("first", "second", "nets"),
    [(300, 200, (300, 200)), (300, 250, (300, 200)), (490, 15, (490, 10)), (600, 100, (500, 0))],
)
def test_a_shared_box_over_the_maximum_is_cut_from_the_last_wager_on(
    first: int, second: int, nets: tuple[int, int]
) -> None:
    """If that does not suffice, the one before it is cut as well."""
    for last, sign in (("TS", 1), ("3S TS", -1)):
        floor = ready()
        floor.bet("ann", 1, first, late=True)
        floor.bet("ben", 1, second, late=True)
        floor.cards("TD 7C 9C")
        floor.stand("ann", 1)
        floor.cards(last)
        assert floor.net("ann") == sign * cents(nets[0])
        assert floor.net("ben") == sign * cents(nets[1])


@clause("canberra-blackjack 3.5", "canberra-blackjack A:double-double-down")
def test_doubles_and_splits_are_measured_on_what_is_at_risk() -> None:
    floor = ready()
    floor.bet("ann", 1, 700, late=True)
    floor.cards("6D 7C 5C")
    refused = o.Decide(c.Double(1, amount=cents("502.50")))
    floor.no("A:double-double-down", "player", refused, by="ann")
    floor.play("ann", c.Double(1))
    floor.cards("9C TS")
    assert floor.net("ann") == cents(1000)


# Restrictions


@clause("canberra-blackjack 4.7")
def test_who_leaves_and_comes_back_in_the_same_shoe_is_still_held() -> None:
    floor = ready()
    a_round(floor)
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.players(ben=2)
    floor.no("4.7", "player", o.Place(2, "ben", cents("12.50")), by="ben")
    floor.ok("dealer", o.Shuffle())
    floor.bet("ben", 2, 500)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 4.7", "canberra-blackjack 4.7(a)")
def test_nobody_is_held_while_a_round_is_being_dealt() -> None:
    """Not even who missed the first: it is about the wagers of the rounds to come."""
    floor = ready()
    a_round(floor)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 50)
    floor.cards("TD 9D 7C")
    floor.no("4.7", "supervisor", o.HoldToMinimum("ben"))
    floor.cards("9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert floor.net("ben") == cents(50)
    floor.ok("supervisor", o.HoldToMinimum("ben"))


@clause("canberra-blackjack 4.7(b)")
def test_who_leaves_and_comes_back_has_sat_out_what_was_dealt_meanwhile() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TD 9D 7C 9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    floor.ok("player", o.Leave("ben"), by="ben")
    a_round(floor)
    floor.players(ben=2)
    floor.ok("supervisor", o.HoldToMinimum("ben"))


@clause("canberra-blackjack 4.8")
def test_a_single_box_is_one_for_side_wagers_as_well() -> None:
    floor = ready(PAIRS)
    floor.ok("supervisor", o.Perform("track", player="ann"))
    floor.ok(MANAGER, o.Confine("ann"), why="procedure 12")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.no("4.8", "player", o.Place(2, "ann", cents(5), PAIRS), by="ann")
    floor.bet("ann", 1, 5, PAIRS)


# Rounds past the cutting card, and the last ones


@clause("canberra-blackjack 14.8")
def test_every_round_dealt_past_the_cutting_card_stands() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.ok("dealer", o.CuttingCard())
    floor.cards("9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    for dollars in (20, 50):
        a_round(floor, "ann", 1, dollars)
        assert status(floor) == "unshuffled"
    assert floor.net("ann") == cents(80)
    assert [entry.clause for entry in floor.entries("deal")] == ["6.1", "6.1"]
    assert floor.clauses(e.ShuffleDue).count("14.8") == 4  # found and due, twice
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 5.4(a)")
def test_the_cards_are_not_dealt_on_after_a_cutting_card_that_came_first() -> None:
    """As a round's first card it stops the deal: 14.8 is for what was not noticed."""
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.CuttingCard())
    assert status(floor) == "unshuffled"
    shuffled(floor, "ann")
    assert floor.state.shoe.out == ()
    assert floor.state.shoe.markers_out == 0
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)


# Absent players


@clause("canberra-blackjack 14.7", "canberra-blackjack 10.4")
def test_each_split_hand_of_an_absent_player_is_dealt_to_above_eleven() -> None:
    """Ann splits eights and goes: 8 2 takes a nine, 8 takes a ten, nothing is split or doubled."""
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("8D 7C 8C")
    floor.play("ann", c.Split(1))
    floor.cards("2D")
    floor.ok("dealer", o.DirectHand(1, "ann", gone=True))
    floor.cards("9D TH")
    assert floor.due() == 0
    floor.cards("TS")
    assert floor.net("ann") == cents(20)  # 19 and 18 against 17


@clause("canberra-blackjack 14.7")
def test_a_blackjack_of_an_absent_player_is_settled_like_any_other() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("AD TC KC")
    assert floor.due() == 0
    floor.no("9.1", "dealer", o.DirectHand(1, "ann", gone=True))
    floor.cards("9S")
    assert floor.net("ann") == cents(15)


# Void wagers, people


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


@clause("canberra-blackjack 16.4", "canberra-blackjack 2.3", "canberra-blackjack 16.9")
def test_whoever_rules_says_where_a_review_is_to_be_had() -> None:
    floor = ready()
    floor.ok("player", o.RaiseDispute("ann", "my hand was 20"), by="ann")
    floor.ok(MANAGER, o.DecideDispute(1, "19 it was"))
    assert "ACT Gambling and Racing Commission" in floor.entries("decide-dispute")[0].about
    # The one who asks is somebody else than the one who answers.
    floor.malformed("dealer", o.Perform("show-rules"), asked="dee")


# The automated shoe


@clause("canberra-blackjack 18.3(a)(i)", "canberra-blackjack 18.3(a)(iii)")
@pytest.mark.parametrize("burned", ["", "2D", "2D 3D"])
def test_only_what_remains_in_the_automated_shoe_is_shuffled(burned: str) -> None:
    """The rack's cards stay out, and so do those on the layout; a card drawn in error is next."""
    floor = ready(dealing="device", decks=4)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 2C")
    for card in burned.split():
        floor.ok("dealer", m.FaceUp(parse_card(card)))
    floor.ok("dealer", m.DrawnInError(parse_card("8S")))
    floor.ok("dealer", m.Malfunction())
    out = [str(card) for card in floor.state.shoe.out]
    assert out == ["TD", "7C", "2C", *burned.split(), "8S"]
    left = 208 - len(out)
    floor.no("5.3", "player", o.Cut("ben", left - 51), by="ben")
    floor.ok("player", o.Cut("ben", left - 52), by="ben")
    floor.hit("ann", 1)
    floor.no("14.2", "dealer", o.Deal(parse_card("9S")))
    floor.cards("8S")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)  # 20 against 17


@clause("canberra-blackjack 18.3(b)", "canberra-blackjack 2.4")
@pytest.mark.parametrize(
    "second",
    [None, o.Person("supervisor", "supervisor"), o.Person("ann", "player")],
    ids=["nobody", "herself", "a player"],
)
def test_the_new_cards_of_a_replacement_are_checked_by_two(second: Any) -> None:
    floor = ready(dealing="device")
    a_round(floor)
    floor.no("2.4", "supervisor", m.ReplaceDevice("shoe"), second=second)
    floor.malformed("supervisor", m.ReplaceDevice("hand"), second=DEE)
    floor.ok("supervisor", m.ReplaceDevice("shoe"), second=DEE)
    entry = floor.entries("replace-device")[0]
    assert (entry.clause, entry.second, entry.about) == ("18.3(b)", DEE, "shoe")
