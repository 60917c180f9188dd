"""Jokers Wild: jokers shown and named, mystery vouchers, stand-offs carried over, doublers."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.deciders import Person, Revealed, Sealed
from bythebook.draws import digest_of, drawn_order
from bythebook.errors import Refused
from bythebook.game import commands as g
from bythebook.game import play
from bythebook.game import start as start_round
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.session import legal
from bythebook.tournaments.session.state import form_account
from bythebook.tournaments.session.views import session_view
from bythebook.tournaments.session.wagering import round_table
from bythebook.tournaments.terms.checks import check
from bythebook.tournaments.terms.document import SecretWagers, session_terms
from bythebook.tournaments.values import Length, Vouchers
from tests.clauses import clause
from tests.tournaments.course.courses import changed, example
from tests.tournaments.session.session_floor import SEED, TASMANIA, THREE, Floor, form, with_stacks

VALUES = (50, 100, 250, 500)
ORDER = drawn_order(SEED, VALUES)


def opened(**changes: Any) -> Floor:
    fields: dict[str, Any] = {
        "game": "jokers-wild",
        "format": "elimination",
        "options": {"jokers": "6"},
        "vouchers": Vouchers(VALUES),
        "length": Length(hands=6),
    }
    return Floor(TASMANIA, THREE, **(fields | changes))


def started(**changes: Any) -> Floor:
    floor = opened(**changes)
    floor.staff(c.ShowJokers())
    if floor.terms.vouchers is not None:
        floor.staff(c.FillContainer(SEED))
    return floor.start()


def drawn(floor: Floor, cards: str) -> Floor:
    """Ann has the marker and draws; the others wager 50; everybody stands."""
    floor.staff(c.BeginHand())
    floor.by("ann", c.DrawVoucher())
    floor.wager(bob=50, cy=50)
    floor.staff(c.NoMoreBets())
    return floor.play_out(cards)


@clause("tasmania-blackjack 23.2")
@pytest.mark.parametrize("format_", ["chips", "live"])
def test_jokers_wild_is_played_by_elimination_with_chips_of_no_value(format_: str) -> None:
    with pytest.raises(Refused) as caught:
        opened(format=format_)
    assert caught.value.clause == "23.2"
    floor = started(length=Length(hands=1))
    drawn(floor, "TS TH TD 8C 9S 8H 8D TC")
    floor.staff(c.Announce())
    floor.finish()
    assert floor.last(e.ChipsReturned).to == "operator"


@clause("tasmania-blackjack 23.3", "tasmania-blackjack 23.3:display")
def test_the_jokers_are_shown_before_the_session_starts() -> None:
    floor = opened(vouchers=None)
    for name in THREE:
        floor.by(name, c.TakeSeat())
    assert floor.refused(c.Start()).clause == "23.3:display"
    floor.staff(c.ShowJokers())
    assert (floor.last(e.JokersShown).jokers, floor.last(e.JokersShown).clause) == (
        6,
        "23.3:display",
    )
    floor.staff(c.Start())
    floor.begin(ann=50, bob=50, cy=50)
    floor.staff(c.NoMoreBets())
    floor.deal("TS TH TD 8C JK")  # with six in the shoe a joker may come
    plain = Floor(TASMANIA, THREE)
    assert plain.refused(c.ShowJokers()).reason == "this game is played without jokers"


@clause("tasmania-blackjack 23.4", "tasmania-blackjack 23.5")
def test_a_player_names_a_joker_and_the_dealers_is_void() -> None:
    floor = started(vouchers=None)
    floor.begin(ann=100, bob=50, cy=50)
    floor.staff(c.NoMoreBets())
    floor.deal("9S TH TD JK 8C JK 8H 8D")  # the dealer's joker goes aside, 8C takes its place
    assert floor.refused(c.Decide(g.NameJoker(1, "T")), "bob").clause == "22.3.4"
    buttons = legal(floor.rules, floor.state, Person("ann", "player"), floor.now)
    named = [each.command for each in buttons if isinstance(each, c.Decide)]
    assert {each.rank for each in named if isinstance(each, g.NameJoker)} == set("A23456789T")
    floor.act("ann", g.NameJoker, rank="T")
    floor.stand("ann", "bob", "cy")
    floor.deal("TC")  # 18 against 19, 18 and 18
    assert floor.chips() == {"ann": 1100, "bob": 1000, "cy": 1000}


# Vouchers


@clause("tasmania-blackjack 23.6")
@pytest.mark.parametrize(
    ("values", "in_order"),
    [((49, 100), False), ((50,), True), ((500,), True), ((100, 501), False)],
)
def test_a_voucher_is_worth_something_between_the_limits(
    values: tuple[int, ...], in_order: bool
) -> None:
    if in_order:
        opened(vouchers=Vouchers(values))
        return
    with pytest.raises(Refused) as caught:
        opened(vouchers=Vouchers(values))
    assert caught.value.clause == "23.6"


@clause("tasmania-blackjack 23.7")
def test_the_inspector_fills_the_container_before_play() -> None:
    floor = opened()
    floor.staff(c.ShowJokers())
    for name in THREE:
        floor.by(name, c.TakeSeat())
    assert floor.refused(c.Start()).clause == "23.7"
    assert floor.refused(c.FillContainer(SEED), role="dealer").clause == "23.7"
    floor.role("inspector", c.FillContainer(SEED))
    assert floor.last(Sealed).digest == digest_of(SEED)
    assert floor.refused(c.FillContainer(SEED)).clause == "23.7"
    view = repr(session_view(floor.rules, floor.state, "ann", "player"))
    assert digest_of(SEED) in view
    assert SEED not in view
    floor.staff(c.Start())


@clause("tasmania-blackjack 23.8", "tasmania-blackjack 23.9", "tasmania-blackjack 23.10")
def test_whoever_has_the_marker_may_draw_and_then_wagers_nothing_else() -> None:
    floor = started()
    floor.staff(c.BeginHand())
    assert floor.refused(c.DrawVoucher(), "bob").clause == "23.8"
    floor.by("ann", c.DrawVoucher())
    assert floor.last(e.VoucherDrawn).clause == "23.9"
    assert floor.refused(c.Wager(50), "ann").reason.endswith("stays as it is")
    for role, name in (("player", "ann"), ("player", "bob"), ("inspector", "ian")):
        place = session_view(floor.rules, floor.state, name, role).places[0]
        assert (place.voucher, place.wager, place.chips) == (True, 0, 1000)
    floor.by("bob", c.Wager(50))
    assert floor.refused(c.DrawVoucher(), "bob").clause == "23.10"  # chips lie there
    floor.by("cy", c.Wager(50))
    floor.staff(c.NoMoreBets())
    floor.deal("8S TH TD AC 8H 9H 9D")
    assert floor.refused(c.Decide(g.Insure(1, 10)), "ann").clause == "23.10"
    floor.staff(c.Decide(g.Proceed()))
    assert floor.refused(c.Decide(g.Split(1)), "ann").clause == "23.10"
    eleven = started()
    eleven.staff(c.BeginHand())
    eleven.by("ann", c.DrawVoucher())
    eleven.wager(bob=50, cy=50)
    eleven.staff(c.NoMoreBets())
    eleven.deal("5S TH TD 8C 6H 9H 9D")
    assert eleven.refused(c.Decide(g.Double(1)), "ann").clause == "23.10"


@clause("tasmania-blackjack 22.3.7")
def test_whoever_was_too_slow_draws_nothing() -> None:
    floor = started(betting_seconds=20).begin()
    floor.now += 20
    floor.staff(c.CallTime("ann"))
    assert floor.refused(c.DrawVoucher(), "ann").clause == "22.3.7"
    floor.by("ann", c.Wager(50))


@clause("tasmania-blackjack 23.11", "tasmania-blackjack 23.12")
@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        ("TS TH TD 8C 9S 8H 8D TC", 1),  # 19 beats 18: its value in chips, the voucher is gone
        ("TS TH TD 8C 7S 8H 8D TC", 0),  # 17 loses: no chips are lost
    ],
)
def test_after_the_hand_the_voucher_is_shown_paid_and_recorded(cards: str, paid: int) -> None:
    floor = drawn(started(), cards)
    assert floor.state.phase == "settling"
    assert floor.chips()["ann"] == 1000
    floor.staff(c.Announce())
    shown = floor.last(e.VoucherShown)
    assert (shown.player, shown.hand, shown.value) == ("ann", 1, ORDER[0])
    assert (shown.clause, shown.recorded) == ("23.11", "23.12")
    assert floor.chips()["ann"] == 1000 + paid * ORDER[0]
    assert floor.state.players["ann"].voucher == 0


STANDS_OFF = "TS TH TD 8C 8S 8H 8D TC"  # 18 for everybody


@clause("tasmania-blackjack 23.13", "tasmania-blackjack 23.13:carry-over")
def test_after_a_stand_off_it_stays_folded_and_must_be_played() -> None:
    floor = drawn(started(), STANDS_OFF)
    assert floor.count(e.VoucherShown) == 0
    assert floor.last(e.VoucherKept).clause == "23.13"
    place = session_view(floor.rules, floor.state, "ann", "player").places[0]
    assert place.voucher
    floor.staff(c.BeginHand())
    assert floor.state.marker == 2
    assert floor.last(e.VoucherDrawn).carried
    assert floor.refused(c.Wager(50), "ann").reason.endswith("stays as it is")
    floor.by("bob", c.DrawVoucher())  # the marker is bob's now: another voucher
    floor.by("cy", c.Wager(50))
    floor.staff(c.NoMoreBets())
    floor.play_out("TH TD TS 8C 8H 8D 9S TC")
    floor.staff(c.Announce())
    assert floor.last(e.VoucherShown).value == ORDER[0]
    assert floor.chips()["ann"] == 1000 + ORDER[0]
    assert floor.state.players["bob"].voucher == ORDER[1]


@clause("tasmania-blackjack 23.13:elimination")
@pytest.mark.parametrize(("ann", "out"), [(940, "ann"), (960, "bob")])
def test_on_an_elimination_hand_a_voucher_counts_for_nothing(ann: int, out: str) -> None:
    floor = started(elimination_hands=(1,))
    with_stacks(floor, ann=ann, bob=950, cy=1000)
    floor.staff(c.Signal())
    drawn(floor, STANDS_OFF)
    counted = floor.last(e.ChipsCounted)
    assert (counted.expected["ann"], counted.uncounted) == (ann, "23.13:elimination")
    assert floor.last(e.PlayerGone).player == out
    if out == "ann":
        returned = floor.last(e.VoucherReturned)  # to the inspector, unopened
        assert (returned.value, returned.to_container) == (ORDER[0], False)
    else:
        floor.staff(c.BeginHand())
        assert floor.state.drawn == {"ann": ORDER[0]}


def test_a_voucher_that_stands_off_on_the_last_hand_lapses() -> None:
    floor = drawn(started(length=Length(hands=1)), STANDS_OFF)
    assert floor.last(e.VoucherReturned).to_container is False
    assert floor.chips() == THREE
    floor.staff(c.RecordTotals())


def test_a_voucher_of_a_void_hand_goes_back_into_the_container() -> None:
    floor = started(options={"shuffler": "device"})
    floor.staff(c.BeginHand())
    floor.by("ann", c.DrawVoucher())
    floor.wager(bob=50, cy=50)
    floor.staff(c.NoMoreBets())
    floor.deal("TS")
    floor.staff(c.VoidHand("19.11(a)"))
    assert floor.state.container == ORDER
    assert floor.chips() == THREE


def test_the_container_is_proved_when_the_session_is_over() -> None:
    floor = drawn(started(length=Length(hands=1)), "TS TH TD 8C 9S 8H 8D TC")
    floor.staff(c.Announce())
    assert floor.count(Revealed) == 0
    floor.finish()
    assert floor.last(Revealed).seed == SEED
    assert digest_of(SEED) == floor.state.container_digest


# Double Your Bet


@clause("tasmania-blackjack 23.14")
def test_double_your_bet_only_where_it_is_switched_on() -> None:
    off = started().begin()
    off.by("ann", c.Wager(100))
    assert off.refused(c.UseDoubler(), "ann").clause == "23.14"
    for cards, change in (
        ("TS TH TD 8C 9S 8H 8D TC", 200),  # winnings are paid twice
        ("TS TH TD 8C 7S 8H 8D TC", -100),  # a loss costs the chips once
    ):
        floor = started(double_your_bet=True, vouchers=None).begin()
        assert floor.refused(c.UseDoubler(), "ann").clause == "23.14"  # beside a wager
        floor.by("ann", c.Wager(100))
        floor.by("ann", c.UseDoubler())
        assert floor.refused(c.UseDoubler(), "ann").clause == "23.14"  # once
        floor.wager(bob=50, cy=50)
        floor.staff(c.NoMoreBets())
        floor.play_out(cards)
        assert floor.chips()["ann"] == 1000 + change


def test_the_doubled_part_is_not_paid_twice() -> None:
    floor = started(double_your_bet=True, vouchers=None).begin()
    floor.by("ann", c.Wager(100))
    floor.by("ann", c.UseDoubler())
    floor.wager(bob=50, cy=50)
    floor.staff(c.NoMoreBets())
    floor.deal("5S TH TD 8C 6S 8H 8D")
    floor.act("ann", g.Double)
    floor.deal("TC")
    floor.stand("bob", "cy")
    floor.deal("TD")
    assert floor.chips()["ann"] == 1000 + 200 + 100


# Secret wagers


@clause("tasmania-blackjack 22.4.1", "tasmania-blackjack 22.4.3", "tasmania-blackjack 23.2")
@pytest.mark.parametrize("alone", [True, False])
def test_secret_wagers_are_made_at_jokers_wild_too(alone: bool) -> None:
    """Ann's form for 100 wins 100 with her 19 against 17, and 50 in chips beside it 50."""
    floor = started(vouchers=None, secret_wagers=2)
    floor.staff(c.BeginHand())
    floor.by("ann", c.HandIn(form(100), alone=alone))
    if not alone:
        floor.by("ann", c.Wager(50))
    floor.staff(c.CheckForm("ann"))
    floor.wager(bob=50, cy=50)
    floor.staff(c.NoMoreBets())
    floor.play_out("TS TH TD 8C 9S 7H 7D 9C")
    floor.staff(c.Announce())
    assert floor.chips()["ann"] == 1000 + 100 + (0 if alone else 50)


@clause("tasmania-blackjack 22.4:intro", "tasmania-blackjack 22.4.1", "tasmania-blackjack 23.6")
def test_terms_of_jokers_wild_may_have_secret_wagers_and_vouchers_together() -> None:
    terms = example("jokers-wild")
    terms = replace(
        changed(terms, play={"secret_wagers": SecretWagers(each_session=2, how="by form")}),
        not_applicable=(),
    )
    assert check(terms) == ()
    said = session_terms(terms, 1, 1, {1: "ann", 2: "bob"})
    assert (said.secret_wagers, said.vouchers) == (2, terms.play.vouchers)


@clause(
    "tasmania-blackjack 22.4.1", "tasmania-blackjack 22.4.6", "tasmania-blackjack 23.8",
    "tasmania-blackjack 23.10", "tasmania-blackjack 23.11",
)  # fmt: skip
def test_a_voucher_and_a_form_of_another_player_lie_in_one_hand() -> None:
    """Ann's voucher and bob's form for 100 are hidden until the end; all have more than 17."""
    floor = started(secret_wagers=1)
    floor.staff(c.BeginHand())
    floor.by("ann", c.DrawVoucher())
    assert floor.refused(c.HandIn(form(100), alone=True), "ann").clause == "23.10"
    floor.by("bob", c.HandIn(form(100, name="bob", seat=2), alone=True))
    floor.staff(c.CheckForm("bob"))
    floor.wager(cy=50)
    floor.staff(c.NoMoreBets())
    for viewer in ("ann", "bob", "cy"):
        view = session_view(floor.rules, floor.state, viewer, "player")
        assert [(one.voucher, one.secret, one.secret_amount) for one in view.places] == [
            (True, False, 0), (False, True, 0), (False, False, 0),
        ]  # fmt: skip
    floor.play_out("TS TH TD 8C 9S 8H 8D 9C")  # 19, 18 and 18 against 17
    floor.staff(c.Announce())
    assert floor.chips() == {"ann": 1000 + ORDER[0], "bob": 1100, "cy": 1050}


@clause("tasmania-blackjack 23.10")
@pytest.mark.parametrize("alone", [True, False])
def test_no_form_lies_beside_a_voucher_whichever_comes_first(alone: bool) -> None:
    floor = started(secret_wagers=1)
    floor.staff(c.BeginHand())
    floor.by("ann", c.HandIn(form(100), alone=alone))
    assert floor.refused(c.DrawVoucher(), "ann").clause == "23.10"
    floor = started(secret_wagers=1)
    floor.staff(c.BeginHand())
    floor.by("ann", c.DrawVoucher())
    assert floor.refused(c.HandIn(form(100), alone=alone), "ann").clause == "23.10"


@clause("tasmania-blackjack 22.4.3")
def test_a_secret_wager_at_jokers_wild_doubles_as_its_form_says() -> None:
    """50 in chips and 100 on the form, both doubled on 11: 21 against 17 wins 100 and 200."""
    floor = started(vouchers=None, secret_wagers=2)
    floor.staff(c.BeginHand())
    floor.by("ann", c.HandIn(form(100, double=100), alone=False))
    floor.by("ann", c.Wager(50))
    floor.staff(c.CheckForm("ann"))
    floor.wager(bob=50, cy=50)
    floor.staff(c.NoMoreBets())
    floor.deal("6S TH TD 8C 5S 7H 7D")
    floor.act("ann", g.Double, amount=50)
    floor.play_out("TC 9C")
    floor.staff(c.Announce())
    assert floor.chips()["ann"] == 1000 + 100 + 200


def test_nobody_else_wagers_on_a_box_of_jokers_wild() -> None:
    """A form lies beside its own player's wager; another player still finds no room."""
    floor = started(vouchers=None, secret_wagers=1)
    game = floor.rules.book.game("jokers-wild", None, {"jokers": "6"}, {})
    table = round_table(floor.rules, floor.terms, (0, 0), 0, {})
    state, _ = play(game, start_round(game, table), g.PlaceWager(1, "ann", 50))
    state, _ = play(game, state, g.PlaceWager(1, form_account(1), 100))
    with pytest.raises(Refused) as caught:
        play(game, state, g.PlaceWager(1, "bob", 50))
    assert caught.value.reason == "at most 1 player on a box"
