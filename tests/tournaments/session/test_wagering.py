"""Wagers at a tournament table: limits, units; who does not or cannot wager; pass cards."""

import pytest

from bythebook.errors import Refused
from bythebook.game import commands as g
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.wagering import to_act
from bythebook.tournaments.values import Length, Limits
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    CANBERRA,
    CROWN,
    STAR,
    TASMANIA,
    THREE,
    TWO,
    Floor,
    form,
    with_stacks,
)


def betting(book: str, stacks: dict[str, int] | None = None, **changes: object) -> Floor:
    return Floor(book, stacks or TWO, **changes).start().begin()


# Chips


@clause(
    "star-blackjack-challenge 21.6.1:allotment",
    "tasmania-blackjack 22.3.2",
)
@pytest.mark.parametrize(("book", "rule"), [(STAR, "21.6.1:allotment"), (TASMANIA, "22.3.2")])
def test_everybody_begins_with_the_same_chips(book: str, rule: str) -> None:
    with pytest.raises(Refused) as caught:
        Floor(book, {"ann": 1000, "bob": 999})
    assert caught.value.clause == rule
    assert Floor(book, TWO).chips() == TWO


@clause(
    "star-blackjack-challenge 21.6.1",
    "star-blackjack-challenge 21.6.7",
    "star-blackjack-challenge 21.1.1:tournament-chips",
    "tasmania-blackjack 22.3.1",
    "canberra-blackjack A:tournament-chips",
    "crown-blackjack 18.4.4(a)",
)
@pytest.mark.parametrize(
    ("book", "rule"),
    [
        (STAR, "21.6.1"),
        (TASMANIA, "22.3.1"),
        (CANBERRA, "A:tournament-chips"),
        (CROWN, "18.4.4(a)"),
    ],
)
def test_only_the_chips_of_the_session_are_wagered_and_paid(book: str, rule: str) -> None:
    floor = Floor(book, {"ann": 100, "bob": 100}).start().begin()
    assert floor.refused(c.Wager(101), "ann").clause == rule
    floor.by("ann", c.Wager(100))
    floor.by("bob", c.Wager(50))
    floor.staff(c.NoMoreBets())
    floor.play_out("TS TH 9C QS 8H 8D")
    assert floor.chips() == {"ann": 200, "bob": 150}
    assert floor.state.house == -150


@clause("tasmania-blackjack 22.3", "tasmania-blackjack 22.1")
def test_no_side_wagers_in_tasmanian_competitions() -> None:
    for name in ("perfect-pairs", "supernova"):
        with pytest.raises(Refused) as caught:
            Floor(TASMANIA, TWO, side_wagers=(name,))
        assert caught.value.clause == "22.3"
    floor = betting(TASMANIA)
    floor.by("ann", c.Wager(100))
    assert floor.refused(c.Wager(50, "perfect-pairs"), "ann").clause == "22.3"


@clause("star-blackjack-challenge 21.6.1")
def test_side_wagers_only_where_the_conditions_offer_them() -> None:
    floor = betting(STAR, side_wagers=("any-pairs",), limits=(Limits(1, 50, 1000),))
    assert floor.refused(c.Wager(50, "any-pairs"), "ann").reason == "the main wager comes first"
    floor.by("ann", c.Wager(950))
    assert floor.refused(c.Wager(50, "star-pairs"), "ann").clause == "21.6.1"
    assert floor.refused(c.Wager(51, "any-pairs"), "ann").clause == "21.6.1"
    floor.by("ann", c.Wager(50, "any-pairs"))
    floor.by("bob", c.Wager(50))
    floor.staff(c.NoMoreBets())
    floor.play_out("TS 9C 8H TH 9H 9D")
    rows = {(row.player, row.wager): row.result for row in floor.settlements()}
    assert rows["ann", "any-pairs"] == "wins"


# Limits and units


@clause("crown-blackjack 18.4.4(b)", "canberra-blackjack 19.14")
@pytest.mark.parametrize(("book", "rule"), [(CROWN, "18.4.4(b)"), (CANBERRA, "19.14")])
def test_units_of_the_conditions_hold_where_the_book_has_none(book: str, rule: str) -> None:
    floor = betting(book, unit=25)
    for wrong in (99, 101, 124):
        assert floor.refused(c.Wager(wrong), "ann").clause == rule
    floor.by("ann", c.Wager(125))


@clause(
    "star-blackjack-challenge 21.6.3",
    "star-blackjack-challenge 21.6.13",
    "canberra-blackjack 19.14",
    "crown-blackjack 18.4.4(b)",
    "tasmania-blackjack 22.9.7",
)
@pytest.mark.parametrize(
    ("book", "format_", "rule"),
    [
        (STAR, "chips", "21.6.3"),
        (CANBERRA, "chips", "19.14"),
        (CROWN, "chips", "18.4.4(b)"),
        (TASMANIA, "live", "22.9.7"),
    ],
)
@pytest.mark.parametrize(
    ("amount", "in_order"), [(0, False), (49, False), (50, True), (500, True), (501, False)]
)
def test_every_wager_lies_between_minimum_and_maximum(
    book: str, format_: str, rule: str, amount: int, in_order: bool
) -> None:
    floor = betting(book, format=format_)
    if in_order:
        floor.by("ann", c.Wager(amount))
        assert floor.state.bets["ann"].amount == amount
    else:
        assert floor.refused(c.Wager(amount), "ann").clause == rule


@clause("star-blackjack-challenge 21.6.13:units", "tasmania-blackjack 22.3.5")
@pytest.mark.parametrize(
    ("book", "unit", "rule"), [(STAR, 50, "21.6.13:units"), (TASMANIA, 25, "22.3.5")]
)
def test_wagers_go_in_units(book: str, unit: int, rule: str) -> None:
    floor = betting(book, unit=unit)
    for wrong in (100 - 1, 100 + 1, 100 + unit - 1):
        assert floor.refused(c.Wager(wrong), "ann").clause == rule
    floor.by("ann", c.Wager(100 + unit))


@clause("star-blackjack-challenge 21.6.13:over-maximum", "star-blackjack-challenge 21.6.13:units")
@pytest.mark.parametrize(
    ("lies", "counts"),
    [(499, 450), (500, 500), (519, 500), (520, 500), (521, 500), (560, 500), (101, 100)],
)
def test_what_lies_there_is_cut_to_the_maximum_then_to_whole_units(lies: int, counts: int) -> None:
    floor = betting(STAR, unit=50, limits=(Limits(1, 50, 520),))
    floor.staff(c.Wager(lies, player="ann", lies=True))
    floor.by("bob", c.Wager(50))
    floor.staff(c.NoMoreBets())
    floor.play_out("TS TH 9C QS 7H 8D")  # ann 20 beats 17, bob 17 does not
    assert floor.chips() == {"ann": 1000 + counts, "bob": 950}
    corrected = [event for event in floor.log if isinstance(event, e.WagerCorrected)]
    if lies > 520:
        assert [event.clause for event in corrected] == ["21.6.13:over-maximum", "21.6.13:units"]


@clause("star-blackjack-challenge 21.6.13:under-minimum")
def test_a_short_wager_is_made_up_to_the_minimum_if_the_chips_allow_it() -> None:
    floor = betting(STAR)
    with_stacks(floor, ann=50)
    floor.staff(c.Wager(49, player="ann", lies=True))
    floor.by("bob", c.Wager(50))
    floor.staff(c.NoMoreBets())
    corrected = floor.last(e.WagerCorrected)
    assert (corrected.was, corrected.amount, corrected.clause) == (49, 50, "21.6.13:under-minimum")
    floor.play_out("TS TH 9C QS 7H 8D")
    assert floor.chips()["ann"] == 100


@clause("star-blackjack-challenge 21.6.13:under-minimum")
def test_a_short_wager_that_cannot_be_made_up_is_void_and_its_cards_are_burned() -> None:
    floor = Floor(STAR, THREE, pass_cards=1, pass_card_saves=True).start()
    with_stacks(floor, ann=49)
    floor.begin()
    floor.staff(c.Wager(49, player="ann", lies=True))
    floor.wager(bob=50, cy=50)
    floor.staff(c.NoMoreBets())
    floor.deal("TS TH 9C 8C QS 7H 9D")
    assert floor.refused(c.FindShort("bob")).clause == "21.6.13:under-minimum"
    floor.staff(c.FindShort("ann"))
    ann = floor.state.players["ann"]
    assert (ann.gone, ann.out_at) == ("eliminated", 1)
    assert floor.last(e.PlayerGone).exit.residual == 49  # counted for the order of elimination
    assert floor.last(e.PlayerGone).clause == "21.6.13:under-minimum"
    assert floor.state.round is not None
    assert floor.state.round.hand(1, 1).done  # out of play: only bob and cy are asked
    floor.stand("bob", "cy")
    floor.deal("9S")
    assert floor.chips() == {"ann": 0, "bob": 950, "cy": 1050}


@clause("star-blackjack-challenge 21.6.14", "canberra-blackjack 19.3(a)(vii)")
@pytest.mark.parametrize("book", [STAR, CANBERRA])
def test_limits_change_with_the_hand_that_was_told(book: str) -> None:
    floor = Floor(book, TWO, limits=(Limits(1, 50, 500), Limits(3, 100, 600))).start()
    for number in (1, 2):
        floor.hand("TS TH 9C QS TD 9D", ann=50, bob=50)
        assert floor.state.hand == number
    floor.begin()
    turn = "ann"
    assert floor.state.marker == 1
    assert floor.refused(c.Wager(99), turn).reason == "a wager is at least 100"
    assert floor.refused(c.Wager(601), turn).reason == "a wager is at most 600"
    floor.by(turn, c.Wager(600))
    floor.by("bob", c.Wager(100))


# Not wagering


@clause("star-blackjack-challenge 21.6.3")
def test_who_is_there_and_does_not_wager_is_disqualified_at_the_star() -> None:
    floor = betting(STAR)
    assert floor.refused(c.Miss("ann"), role="dealer").clause == "21.6.3"
    floor.staff(c.Miss("ann"))
    assert floor.state.players["ann"].gone == "disqualified"
    assert floor.last(e.PlayerGone).clause == "21.6.3"
    assert floor.chips()["ann"] == 0


@clause("tasmania-blackjack 22.3.4")
def test_who_does_not_wager_forfeits_one_minimum_and_has_no_hand_in_tasmania() -> None:
    floor = betting(TASMANIA)
    floor.staff(c.Miss("ann"))
    assert (floor.chips()["ann"], floor.state.house) == (950, 50)
    assert floor.refused(c.Wager(50), "ann").clause == "22.3.4"
    floor.by("bob", c.Wager(50))
    floor.staff(c.NoMoreBets())
    floor.play_out("TH 9C TD 9D")
    assert floor.chips() == {"ann": 950, "bob": 1050}


@clause("canberra-blackjack 19.17", "canberra-blackjack 16.2(b)")
def test_who_will_not_wager_at_canberra_is_told_to_and_then_excluded() -> None:
    floor = betting(CANBERRA)
    assert floor.refused(c.Miss("ann")).clause == "19.17"
    assert floor.refused(c.Direct("ann"), role="dealer").clause == "19.17"
    floor.staff(c.Direct("ann"))
    floor.staff(c.Miss("ann"))
    assert (floor.last(e.PlayerGone).how, floor.last(e.PlayerGone).clause) == (
        "disqualified",
        "16.2(b)",
    )


@clause("crown-blackjack 18.4.4(b)")
def test_everybody_wagers_in_every_round_at_crown_where_it_is_compulsory() -> None:
    """Three hands sat out cost three minimums: nobody gets ahead by staying away."""
    floor = Floor(CROWN, THREE, compulsory=True, length=Length(hands=3)).start()
    for hand in (1, 2, 3):
        floor.begin()
        for name in to_act(floor.state):
            if name == "ann":
                floor.staff(c.Miss("ann"))
            else:
                floor.by(name, c.Wager(50))
        assert floor.last(e.WagerMissed).amount == 50
        floor.staff(c.NoMoreBets())
        floor.play_out("TH 8C 9C TD TS 9D")
        assert floor.chips()["ann"] == 1000 - 50 * hand


@clause("crown-blackjack 18.4.4(b)")
def test_who_does_not_wager_at_crown_sits_out_where_no_wager_is_compulsory() -> None:
    floor = betting(CROWN)
    floor.staff(c.Miss("ann"))
    floor.by("bob", c.Wager(50))
    floor.staff(c.NoMoreBets())
    floor.play_out("TH 9C TD 9D")
    assert floor.chips() == {"ann": 1000, "bob": 1050}


# Too few chips


@clause("star-blackjack-challenge 21.6.12", "canberra-blackjack 19.14", "crown-blackjack 18.4.5(a)")
@pytest.mark.parametrize(
    ("book", "rule"), [(STAR, "21.6.12"), (CANBERRA, "19.14"), (CROWN, "18.4.5(a)")]
)
@pytest.mark.parametrize(("chips", "plays"), [(49, False), (50, True), (51, True)])
def test_who_cannot_wager_the_minimum_is_out_before_the_hand(
    book: str, rule: str, chips: int, plays: bool
) -> None:
    floor = with_stacks(Floor(book, THREE).start(), ann=chips)
    floor.staff(c.BeginHand())
    assert ("ann" in floor.state.playing) is plays
    if not plays:
        gone = floor.last(e.PlayerGone)
        assert (gone.how, gone.clause, gone.exit.residual) == ("eliminated", rule, chips)
        assert floor.chips()["ann"] == 0


@clause("tasmania-blackjack 22.3.4")
@pytest.mark.parametrize("format_", ["chips", "elimination"])
def test_in_tasmania_what_is_left_below_the_minimum_is_taken(format_: str) -> None:
    floor = with_stacks(Floor(TASMANIA, THREE, format=format_).start(), ann=49, bob=50)
    floor.staff(c.BeginHand())
    taken = floor.last(e.ChipsDeducted)
    assert (taken.player, taken.amount, taken.clause) == ("ann", 49, "22.3.4")
    assert floor.state.playing == ("bob", "cy")


@clause("tasmania-blackjack 22.9.7", "tasmania-blackjack 22.2(b)")
def test_live_who_cannot_cover_the_minimum_is_out_and_keeps_the_chips() -> None:
    floor = with_stacks(Floor(TASMANIA, THREE, format="live").start(), ann=49)
    floor.staff(c.BeginHand())
    assert floor.last(e.PlayerGone).clause == "22.9.7"
    assert floor.chips()["ann"] == 49


def test_a_pass_card_saves_a_short_stack_only_where_the_conditions_say_so() -> None:
    saved = with_stacks(Floor(STAR, THREE, pass_cards=1, pass_card_saves=True).start(), ann=49)
    saved.staff(c.BeginHand())
    saved.by("ann", c.PlayPass())
    lost = with_stacks(Floor(STAR, THREE, pass_cards=1).start(), ann=49)
    lost.staff(c.BeginHand())
    assert lost.state.players["ann"].gone == "eliminated"


# Pass cards


@clause("star-blackjack-challenge 21.7.1", "crown-blackjack 18.4.4(d)")
@pytest.mark.parametrize(("book", "rule"), [(STAR, "21.7.1"), (CROWN, "18.4.4(d)")])
def test_a_pass_card_stands_in_for_a_wager(book: str, rule: str) -> None:
    floor = Floor(book, TWO, pass_cards=1).start()
    assert {each.passes for each in floor.state.players.values()} == {1}
    floor.begin()
    assert floor.refused(c.PlayPass(), "bob").reason == "it is ann's turn to wager"
    floor.by("ann", c.PlayPass())
    assert floor.refused(c.Wager(50), "ann").reason.endswith("stays as it is")
    floor.by("bob", c.Wager(50))
    floor.staff(c.NoMoreBets())
    floor.play_out("TH 9C TD 9D")
    assert floor.chips() == {"ann": 1000, "bob": 1050}
    assert floor.state.players["ann"].passes == 0  # collected
    floor.begin(bob=50)
    floor.wager(ann=50) if floor.state.marker == 1 else None
    if "ann" not in floor.state.bets:
        assert floor.refused(c.PlayPass(), "ann").clause == rule


@clause("star-blackjack-challenge 21.7.1")
def test_no_pass_card_beside_a_form_and_none_where_the_book_has_none() -> None:
    floor = betting(STAR, pass_cards=1, secret_wagers=1)
    floor.by("ann", c.HandIn(form(100)))
    assert floor.refused(c.PlayPass(), "ann").clause == "21.7.1"
    floor.by("ann", c.Wager(50))
    floor.by("bob", c.PlayPass())
    late = floor.refused(c.HandIn(form(100, name="bob", seat=2)), "bob")
    assert late.reason == "bob has no wager in this hand"


def test_a_hand_in_which_nobody_wagers_is_a_hand_all_the_same() -> None:
    floor = betting(STAR, pass_cards=1)
    floor.by("ann", c.PlayPass())
    floor.by("bob", c.PlayPass())
    floor.staff(c.NoMoreBets())
    assert (floor.state.phase, floor.state.hand) == ("between", 1)
    assert floor.chips() == TWO


# One's own place, and what is added there


@clause("star-blackjack-challenge 21.6.9", "canberra-blackjack 19.7", "tasmania-blackjack 22.3.4")
@pytest.mark.parametrize(
    ("book", "rule"), [(STAR, "21.6.9"), (CANBERRA, "19.7"), (TASMANIA, "22.3.4")]
)
def test_everybody_plays_one_place_and_nobody_elses(book: str, rule: str) -> None:
    floor = betting(book)
    assert floor.refused(c.Wager(50, player="ann"), "bob").clause == rule
    floor.wager(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    floor.deal("TS 5H AC 6S 6H")
    assert floor.refused(c.Decide(g.Stand(1)), "bob").clause == rule
    insure = c.Decide(g.Insure(2, 50, on="ann"))
    assert floor.refused(insure, "bob").clause in (rule, "8.1.1")


@clause("star-blackjack-challenge 21.6.13:units", "star-blackjack-challenge 21.6.5")
def test_doubles_go_in_units_and_need_the_chips_in_front() -> None:
    floor = betting(STAR, unit=50)
    with_stacks(floor, ann=250)
    floor.wager(ann=150, bob=50)
    floor.staff(c.NoMoreBets())
    floor.deal("5S TH 6C 6S TD")
    assert floor.refused(c.Decide(g.Double(1, amount=49)), "ann").clause == "21.6.13:units"
    assert floor.refused(c.Decide(g.Double(1, amount=150)), "ann").clause == "21.6.5"
    assert floor.refused(c.Decide(g.Double(1)), "ann").clause == "21.6.5"
    assert floor.refused(c.Decide(g.Double(1, amount=200)), "ann").clause == "10.1"
    floor.act("ann", g.Double, amount=100)
    floor.deal("9S")
    floor.stand("bob")
    floor.deal("TC 9D")
    assert floor.chips()["ann"] == 500


@clause("canberra-blackjack 19.13")
def test_double_for_less_and_part_insurance_from_what_remains_but_a_split_in_full() -> None:
    floor = betting(CANBERRA)
    with_stacks(floor, ann=150, bob=1000)
    floor.wager(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    floor.deal("8S TH AC 8H TD")
    assert floor.refused(c.Decide(g.Insure(1, 51)), "ann").clause == "19.13"
    floor.act("ann", g.Insure, amount=10)
    floor.staff(c.Decide(g.Proceed()))
    assert floor.refused(c.Decide(g.Split(1)), "ann").clause == "19.13"
    assert floor.refused(c.Decide(g.Double(1, amount=41)), "ann").clause == "19.13"
    floor.act("ann", g.Double, amount=40)
