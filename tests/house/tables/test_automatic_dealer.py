"""The automatic dealer: whom it waits for, how long, and what it does by the book."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from bythebook.errors import Refused
from bythebook.game import events as g
from bythebook.house.demo import demo
from bythebook.house.tables import table_log as h
from bythebook.house.tables.automatic_dealer import NAME
from bythebook.house.tables.table_dealer import SUPERVISOR
from bythebook.table import events as e
from bythebook.table import orders as o
from tests.house.tables.felt import (  # fmt: skip
    BEGAN,
    CLOCKS,
    Felt,
    begin,
    felt_with,
    order_a_shuffle,
    replayed,
    terms_of,
)

TABLES = [t.id for t in demo.demo_tables() if t.cards == "virtual" and not t.practice]
WITH_TURNS = [name for name in TABLES if name != "baceball"]


# Betting


@pytest.mark.parametrize("table", TABLES)
def test_no_card_comes_before_the_betting_clock_is_over_and_one_comes_then(table: str) -> None:
    felt = felt_with(table, "ann")
    felt.bet("ann", 1)
    assert felt.due.clock == "betting"
    assert felt.due.until == felt.time + 20
    felt.passes(19)
    assert not felt.dealt()
    assert not felt.orders(o.NoMoreBets)
    felt.passes(1)
    assert felt.dealt()
    assert felt.orders(o.Deal)[0].order.at == BEGAN + 20
    calls = "no-more-bets" in felt.rules.conduct.acts
    assert len(felt.orders(o.NoMoreBets)) == calls


@pytest.mark.parametrize("table", TABLES)
def test_when_everybody_with_a_wager_is_ready_it_deals_at_once(table: str) -> None:
    felt = felt_with(table, "ann", "ben", "cat")
    felt.bet("ann", 1)
    felt.bet("ben", 2)  # cat has none, and is not waited for
    felt.ready("ann")
    assert not felt.dealt()
    felt.ready("ben")
    assert felt.dealt()
    assert felt.time == BEGAN


def test_without_a_wager_nothing_happens_however_long_it_takes() -> None:
    felt = felt_with("crown", "ann")
    before = len(felt.log)
    felt.passes(3600)
    felt.settle(felt.move())
    assert len(felt.log) == before


def test_wagers_taken_off_end_the_clock_and_new_ones_have_the_whole_time() -> None:
    felt = felt_with("crown", "ann", "ben")
    felt.bet("ann", 1)
    felt.bet("ben", 2)
    felt.ready("ann")
    felt.passes(5)
    for name in ("ann", "ben"):
        felt.player(name, type="undo-bets")
    assert felt.run.clock is None
    assert felt.due.clock == ""
    felt.passes(60)
    felt.bet("ann", 1)
    assert not felt.dealt(), "neither the old time nor the old answer counts"
    assert (felt.due.until, felt.due.ready) == (felt.time + 20, ())


def test_somebody_who_comes_later_does_not_lengthen_the_clock() -> None:
    felt = felt_with("crown", "ann", "ben")
    felt.bet("ann", 1)
    felt.passes(19)
    felt.bet("ben", 2)
    felt.passes(1)
    assert len({event.player for event in felt.of_round(g.WagerPlaced)}) == 2
    assert felt.dealt()


def test_the_clock_is_gone_when_the_round_is() -> None:
    felt = felt_with("baceball", "ann")
    felt.bet("ann", 1)
    felt.ready("ann")
    assert felt.run.table.rounds == 1
    assert felt.run.clock is None
    assert (felt.due.clock, felt.due.until, felt.due.ready) == ("", 0, ())


# Turns


# The clause of each book about idle hands, and who has it done: from the ledgers of the books.
IDLE = {
    "canberra": ("14.7", "dealer", NAME),
    "crown": ("8.5.4:direction", "higher-duties-dealer", SUPERVISOR),
    "crown-house": ("10.2.1:direction", "higher-duties-dealer", SUPERVISOR),
    "free-bet": ("11.4:direction", "higher-duties-dealer", SUPERVISOR),
    "plus": ("8.5.4:direction", "higher-duties-dealer", SUPERVISOR),
    "hobart": ("13.4", "management-representative", SUPERVISOR),
    "pontoon": ("13.4", "management-representative", SUPERVISOR),
    "jokers": ("13.4", "management-representative", SUPERVISOR),
    "challenge": ("18.10", "dealer", NAME),
    "challenge-2": ("18.10", "dealer", NAME),
}


@pytest.mark.parametrize("table", WITH_TURNS)
def test_an_idle_hand_of_eleven_draws_until_it_is_above_eleven_and_no_further(table: str) -> None:
    felt = felt_with(table, "ann", "ben")
    begin(felt, "5C 9C 7D 6H 9H", "ann", "ben")
    felt.rig("2S 8S")
    assert (felt.due.what, felt.due.player, felt.due.clock) == ("decision", "ann", "turn")
    felt.passes(29)
    assert not felt.orders(o.DirectHand)
    felt.passes(1)
    [directed] = felt.orders(o.DirectHand)
    clause, role, name = IDLE[table]
    assert directed.order.by == o.Person(name, role)
    assert directed.order.at == BEGAN + 30
    entry = next(x.entry for x in directed.events if isinstance(x, e.Recorded))
    assert (entry.act, entry.clause, entry.player) == ("direct-hand", clause, "ann")
    hand = felt.run.table.round.box(1).hands[0]  # type: ignore[union-attr]
    assert [str(card) for card in hand.cards] == ["5C", "6H", "2S"]
    assert (felt.due.what, felt.due.player) == ("decision", "ben")


@pytest.mark.parametrize(
    ("table", "cards"),
    [
        ("crown", ["AC", "6H"]),  # 8.5.4(a)bis: stands on soft 12 or more
        ("crown-house", ["AC", "6H", "3S"]),  # 10.2.1(b)bis: soft 17 or less draws
        ("free-bet", ["AC", "6H", "3S"]),  # 11.4.4
        ("canberra", ["AC", "6H"]),  # 14.7: above eleven
        ("hobart", ["AC", "6H"]),  # 13.4(ii)
        ("challenge", ["AC", "6H"]),  # 18.10
    ],
)
def test_an_idle_soft_seventeen_is_played_as_each_book_says(table: str, cards: list[str]) -> None:
    felt = felt_with(table, "ann")
    begin(felt, "AC 7D 6H 3S TC", "ann")
    felt.passes(30)
    hand = felt.run.table.last.box(1).hands[0]  # type: ignore[union-attr]
    assert list(map(str, hand.cards)) == cards


@pytest.mark.parametrize("table", WITH_TURNS)
def test_every_decision_begins_the_time_anew(table: str) -> None:
    felt = felt_with(table, "ann")
    begin(felt, "2C 7D 3H 2S 2D 3C 4C KS 9S 8S", "ann")
    felt.passes(25)
    felt.decide("ann", "Hit", 1)
    assert felt.due.until == felt.time + 30
    felt.passes(29)
    felt.decide("ann", "Hit", 1)
    felt.passes(29)
    assert not felt.orders(o.DirectHand)
    felt.passes(1)
    assert len(felt.orders(o.DirectHand)) == 1


def test_each_hand_of_a_split_has_its_own_time() -> None:
    felt = felt_with("crown", "ann")
    begin(felt, "8C 7D 8H 3S 2D TH TS", "ann")
    felt.passes(20)
    felt.decide("ann", "Split", 1)
    assert (felt.due.hand, felt.due.until) == (1, felt.time + 30)
    felt.passes(20)
    felt.decide("ann", "Stand", 1)
    assert (felt.due.hand, felt.due.until) == (2, felt.time + 30)


def test_where_the_book_wants_patience_a_shorter_clock_waits_for_it() -> None:
    """Crown 8.5.4: after a reasonable time, here 40 seconds; the house's clock says 10."""
    felt = Felt(terms_of("crown", replace(CLOCKS, turn=10), patience_seconds=40))
    felt.sit("ann", 1)
    begin(felt, "8C 7D 9H TS", "ann")
    felt.passes(39)
    assert not felt.orders(o.DirectHand)
    assert isinstance(felt.held_by, Refused)
    assert felt.held_by.clause == "8.5.4:direction"
    assert felt.due.clause == "8.5.4:direction"
    assert felt.due.says == felt.held_by.reason
    felt.passes(1)
    assert len(felt.orders(o.DirectHand)) == 1
    assert felt.held_by is None


def test_without_a_limit_a_turn_takes_as_long_as_it_takes() -> None:
    felt = Felt(terms_of("crown", replace(CLOCKS, turn=0)))
    felt.sit("ann", 1)
    begin(felt, "8C 7D 9H TS", "ann")
    felt.passes(1000)
    felt.settle(felt.move())
    assert felt.due.what == "decision"
    assert (felt.due.clock, felt.due.until) == ("", 0)
    felt.decide("ann", "Stand", 1)
    assert felt.run.table.rounds == 1


# Offers


def test_an_offer_waits_for_all_who_could_take_it_up_and_for_no_one_else() -> None:
    felt = felt_with("crown", "ann", "ben", "cat")
    felt.rig("8C 9C AD 9H 8H 5S")
    for box, name in ((1, "ann"), (2, "ben")):
        felt.bet(name, box)
    felt.ready("ann")
    felt.ready("ben")
    assert (felt.due.what, felt.due.clock) == ("offer", "offer")
    felt.decide("ann", "Insure", 1, amount=500)  # half the wager: there is no more to be taken
    assert felt.due.what == "offer", "ben has not answered"
    felt.ready("ben")
    assert (felt.due.what, felt.due.player) == ("decision", "ann")
    assert felt.time == BEGAN


def test_an_offer_is_over_when_its_time_is() -> None:
    felt = felt_with("crown", "ann")
    begin(felt, "8C AD 9H TS", "ann")
    assert felt.due.what == "offer"
    felt.passes(14)
    assert felt.due.what == "offer"
    felt.passes(1)
    assert felt.due.what == "decision"
    assert felt.due.until == felt.time + 30


def test_a_dealers_ten_offers_nothing_and_nobody_is_asked() -> None:
    felt = felt_with("crown", "ann")
    begin(felt, "8C TD 9H TS", "ann")
    assert felt.due.what == "decision"
    assert not [x for x in felt.log if isinstance(x, h.ClockStarted) and x.what == "offer"]


def test_whoever_backs_a_split_box_is_asked_whether_they_follow_and_the_others_are_not() -> None:
    felt = felt_with("crown", "ann", "ben")
    felt.rig("8C 7D 8H TC 9C TS")
    felt.bet("ann", 1)
    felt.bet("ben", 1)
    felt.ready("ann")
    felt.ready("ben")
    felt.decide("ann", "Split", 1)
    assert (felt.due.what, felt.due.phase) == ("offer", "following")
    felt.ready("ben")  # ann has nothing to answer
    assert felt.due.what == "decision"


def test_after_a_double_of_federal_pontoon_its_player_alone_may_withdraw() -> None:
    felt = felt_with("pontoon", "ann", "ben")
    begin(felt, "5C 9C 7D 6H 9H 2S 8S", "ann", "ben")
    felt.decide("ann", "Double", 1)
    assert (felt.due.what, felt.due.phase) == ("offer", "withdrawing")
    felt.ready("ann")
    assert (felt.due.what, felt.due.player) == ("decision", "ben")


# Practice


def practising(*names: str) -> Felt:
    terms = replace(terms_of("practice-crown"), clocks=CLOCKS)
    felt = Felt(terms)
    for box, name in enumerate(names, start=1):
        felt.sit(name, box)
    return felt


def test_at_practice_nobody_waits_for_somebody_who_has_gone() -> None:
    felt = practising("ann", "ben")
    felt.bet("ann", 1)
    felt.bet("ben", 2)
    felt.ready("ann")
    assert not felt.dealt()
    felt.gone.add("ben")
    felt.settle(felt.move())
    assert felt.dealt()


def test_at_practice_a_page_that_loads_again_loses_nothing() -> None:
    felt = practising("ann")
    felt.bet("ann", 1)
    felt.gone.add("ann")
    felt.settle(felt.move())
    assert not felt.dealt(), "nobody else is kept waiting"
    felt.gone.clear()
    felt.ready("ann")
    assert felt.dealt()


def test_an_offer_survives_a_page_that_loads_again() -> None:
    felt = practising("ann")
    begin(felt, "8C AD 9H TS", "ann")
    assert felt.due.what == "offer"
    felt.gone.add("ann")
    felt.settle(felt.move())
    assert felt.due.what == "offer"


def long_turns(*names: str) -> Felt:
    """As at the demonstration's practice tables: two minutes a turn, where the book wants 30 s."""
    felt = Felt(terms_of("practice-crown", replace(CLOCKS, turn=120), patience_seconds=30))
    for box, name in enumerate(names, start=1):
        felt.sit(name, box)
    felt.gone.add("ann")
    begin(felt, "8C 9C 7D 9H 9S 2S 8S", *names)
    assert (felt.due.what, felt.due.player) == ("decision", "ann")
    return felt


def test_at_practice_a_hand_whose_player_has_gone_is_waited_for_as_long_as_the_book_wants() -> None:
    felt = long_turns("ann", "ben")
    felt.passes(29)
    assert not felt.orders(o.DirectHand)
    felt.passes(1)
    assert (felt.due.what, felt.due.player) == ("decision", "ben")
    assert felt.due.until == felt.time + 120, "ben is there"


def test_at_practice_who_goes_in_the_middle_of_a_turn_may_come_back_to_it() -> None:
    felt = long_turns("ann", "ben")
    felt.gone.clear()
    felt.passes(30)
    assert (felt.due.player, felt.due.until) == ("ann", felt.time + 120)
    felt.passes(5)
    felt.gone.add("ann")
    felt.settle(felt.move())
    assert (felt.due.player, felt.due.until) == ("ann", felt.time + 30)
    felt.passes(30)
    assert (felt.due.what, felt.due.player) == ("decision", "ben")


def test_at_practice_somebody_alone_who_has_gone_has_the_whole_time() -> None:
    felt = long_turns("ann")
    felt.passes(119)
    assert not felt.orders(o.DirectHand)
    felt.passes(1)
    assert len(felt.orders(o.DirectHand)) == 1


def test_for_money_a_lost_connection_shortens_no_clock() -> None:
    felt = felt_with("crown", "ann", "ben")
    felt.gone.add("ben")
    felt.bet("ann", 1)
    felt.bet("ben", 2)
    felt.ready("ann")
    assert not felt.dealt()
    felt.passes(20)
    assert felt.dealt()


def test_at_practice_the_cut_is_not_offered_to_somebody_who_has_gone() -> None:
    felt = practising("ann", "ben")
    felt.gone.add("ben")
    felt.bet("ann", 1)
    order_a_shuffle(felt)
    assert (felt.due.what, felt.due.player) == ("cut", "ann")


# The log


@pytest.mark.parametrize("table", TABLES)
def test_the_log_alone_gives_the_same_table_and_its_times_never_go_back(table: str) -> None:
    felt = felt_with(table, "ann", "ben")
    for _ in range(3):
        begin(felt, "", "ann", "ben")
        while felt.run.table.in_round:
            felt.passes(1)
    assert replayed(felt) == felt.run
    times = [x.order.at for x in felt.log if isinstance(x, h.Ordered)]
    assert all(a <= b for a, b in pairwise(times))
    given = {x.order.by.name for x in felt.log if isinstance(x, h.Ordered)}
    assert NAME in given


def test_a_machine_says_that_it_is_one() -> None:
    """Whatever a rank does in the place of a person, the log says that it was a machine."""
    felt = felt_with("hobart", "ann")
    begin(felt, "5C 7D 6H 9H TS TC", "ann")
    felt.passes(30)
    [directed] = felt.orders(o.DirectHand)
    assert directed.order.asked == NAME, "13.4: the dealer asks for it"
