"""Elimination hands, play-offs for survival, ties for places, ballots: who is in and who is out."""

from typing import Any

import pytest

from bythebook.draws import digest_of, drawn_order
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    CANBERRA,
    CROWN,
    FOUR,
    NAMES,
    OTHER_SEED,
    SEED,
    STAR,
    TASMANIA,
    Floor,
    all_lose,
    with_stacks,
)


def elimination(players: int, hands: int, *designated: int, **changes: Any) -> Floor:
    names = NAMES[:players]
    fields: dict[str, Any] = {
        "format": "elimination",
        "length": Length(hands=hands),
        "elimination_hands": designated,
        "advancing": 2,
    }
    return Floor(TASMANIA, dict.fromkeys(names, 1000), **(fields | changes)).seal().start()


def gone(floor: Floor) -> list[str]:
    return [event.player for event in floor.log if isinstance(event, e.PlayerGone)]


# The count


@clause(
    "tasmania-blackjack 22.10.1",
    "tasmania-blackjack 22.10.3",
    "tasmania-blackjack 22.2(c)",
    "tasmania-blackjack 22.2(c):lowest",
)
def test_after_an_elimination_hand_and_only_then_the_lowest_goes() -> None:
    floor = elimination(3, 4, 2)
    all_lose(floor, False, ann=300, bob=100, cy=100)
    assert gone(floor) == []
    all_lose(floor, True, ann=50, bob=100, cy=50)
    counted = floor.last(e.ChipsCounted)
    assert (counted.expected, counted.clause) == ({"ann": 650, "bob": 800, "cy": 850}, "22.10.1")
    out = floor.last(e.PlayerGone)
    assert (out.player, out.how, out.clause) == ("ann", "eliminated", "22.10.3")
    all_lose(floor, False, bob=50, cy=50)
    assert gone(floor) == ["ann"]


def test_the_conditions_may_send_two_away_at_once() -> None:
    floor = elimination(4, 4, 1, eliminated_each=2)
    all_lose(floor, True, ann=100, bob=150, cy=200, dee=50)
    assert sorted(gone(floor)) == ["bob", "cy"]
    assert floor.state.players["cy"].out_order < floor.state.players["bob"].out_order


@clause("tasmania-blackjack 22.10.4", "tasmania-blackjack 22.10.5")
def test_who_is_level_for_the_lowest_plays_on_and_resumes_with_the_old_count() -> None:
    floor = elimination(4, 4, 1)
    all_lose(floor, True, ann=200, bob=200, cy=200, dee=100)
    began = floor.last(e.PlayOffBegan)
    assert (began.stage, began.players, began.places) == ("survival", ("ann", "bob", "cy"), 2)
    assert began.clause == "22.10.4"
    all_lose(floor, False, bob=100, cy=100, ann=100)  # still level: another hand
    assert gone(floor) == []
    assert floor.state.playing == ("ann", "bob", "cy")
    all_lose(floor, False, cy=300, ann=50, bob=50)  # cy is the lowest now
    assert gone(floor) == ["cy"]
    assert floor.last(e.CountRestored).clause == "22.10.5"
    assert floor.chips() == {"ann": 800, "bob": 800, "cy": 0, "dee": 900}
    assert (floor.state.stage, floor.state.hand) == ("session", 1)
    all_lose(floor, False, bob=50, dee=50, ann=50)
    assert floor.state.hand == 2


def test_whoever_is_above_the_tie_in_a_play_off_is_safe() -> None:
    floor = elimination(3, 4, 1)
    all_lose(floor, True, ann=200, bob=200, cy=200)
    all_lose(floor, False, bob=100, cy=50, ann=100)
    settled = floor.last(e.PlayOffSettled)
    assert (settled.players, settled.places, settled.survivors) == (("ann", "bob"), 1, ("cy",))
    assert floor.chips()["cy"] == 800
    assert floor.staff(c.BeginHand())
    assert floor.state.playing == ("ann", "bob")


@clause("tasmania-blackjack 22.10.6")
def test_if_all_lose_everything_on_one_play_off_hand_a_ballot_decides() -> None:
    floor = elimination(3, 4, 1)
    with_stacks(floor, ann=300, bob=300, cy=1000)
    all_lose(floor, True, ann=200, bob=200, cy=50)
    all_lose(floor, False, bob=100, ann=100)
    assert floor.last(e.BallotNeeded).clause == "22.10.6"
    assert floor.refused(c.Ballot(OTHER_SEED)).reason == "this seed is not the one that was sealed"
    assert floor.refused(c.Seal(digest_of(OTHER_SEED))).reason.startswith("a seed is sealed before")
    floor.staff(c.Ballot(SEED))
    winner, loser = drawn_order(SEED, ("ann", "bob"))
    assert gone(floor) == [loser]
    assert floor.chips() == {winner: 100, loser: 0, "cy": 950}
    assert floor.state.phase == "between"


# Without chips


@clause("tasmania-blackjack 22.10.7")
def test_broke_before_an_elimination_hand_is_out_and_the_next_one_is_disregarded() -> None:
    floor = elimination(4, 5, 2, 4)
    with_stacks(floor, ann=50)
    all_lose(floor, False, ann=50, bob=50, cy=50, dee=60)
    assert floor.last(e.PlayerGone).clause == "22.10.7"
    assert floor.state.skips == 1
    all_lose(floor, True, bob=50, cy=50, dee=50)
    assert floor.last(e.EliminationDisregarded).hand == 2
    assert gone(floor) == ["ann"]
    all_lose(floor, False, cy=50, dee=50, bob=50)
    all_lose(floor, True, dee=50, bob=50, cy=50)
    assert gone(floor) == ["ann", "dee"]  # the second elimination hand counts


@clause("tasmania-blackjack 22.10.7:several")
def test_for_each_who_goes_broke_one_elimination_hand_is_disregarded() -> None:
    floor = elimination(5, 6, 2, 3, 4)
    with_stacks(floor, ann=50, bob=50)
    all_lose(floor, False, ann=50, bob=50, cy=50, dee=50, eve=60)
    assert floor.last(e.SkipsEarned).clause == "22.10.7:several"
    assert floor.state.skips == 2
    all_lose(floor, True, cy=50, dee=50, eve=50)
    all_lose(floor, True, dee=50, eve=50, cy=50)
    assert [event.hand for event in floor.log if isinstance(event, e.EliminationDisregarded)] == [
        2,
        3,
    ]
    all_lose(floor, True, eve=50, cy=50, dee=50)
    assert gone(floor) == ["ann", "bob", "eve"]


@clause("tasmania-blackjack 22.10.3", "tasmania-blackjack 22.10.7:several")
def test_broke_on_the_elimination_hand_itself() -> None:
    one = elimination(4, 5, 1, 2)
    with_stacks(one, ann=50)
    all_lose(one, True, ann=50, bob=50, cy=50, dee=60)
    assert gone(one) == ["ann"]  # simply the lowest
    assert one.state.skips == 0
    two = elimination(5, 5, 1, 2, 3)
    with_stacks(two, ann=50, bob=50)
    all_lose(two, True, ann=50, bob=50, cy=50, dee=60, eve=60)
    assert gone(two) == ["ann", "bob"]
    assert two.state.skips == 1  # one more than was due


# How long a session lasts


@clause("tasmania-blackjack 22.2.5", "star-blackjack-challenge 21.5.5.1")
@pytest.mark.parametrize(("book", "rule"), [(TASMANIA, "22.2.5"), (STAR, "21.5.5.1")])
def test_with_one_player_left_the_session_ends_before_its_time(book: str, rule: str) -> None:
    floor = Floor(book, {"ann": 1000, "bob": 1000}).start()
    with_stacks(floor, ann=50)
    all_lose(floor, False, ann=50, bob=50)
    assert (floor.state.phase, floor.state.hand) == ("counting", 1)
    assert floor.last(e.PlayEnded).clause == rule


@clause(
    "star-blackjack-challenge 21.5.5",
    "star-blackjack-challenge 21.5.5.1",
    "crown-blackjack 18.4.8(d)",
    "crown-blackjack 18.4.8(d)(i)",
    "tasmania-blackjack 22.2.5",
)
@pytest.mark.parametrize(
    ("book", "rule"), [(STAR, "21.5.5.1"), (CROWN, "18.4.8(d)(i)"), (TASMANIA, "22.2.5")]
)
def test_an_early_end_once_it_is_known_who_goes_on(book: str, rule: str) -> None:
    floor = Floor(book, dict.fromkeys(NAMES[:4], 1000), advancing=2).start()
    with_stacks(floor, ann=50)
    all_lose(floor, False, ann=50, bob=50, cy=50, dee=50)
    assert floor.refused(c.EndEarly()).clause == rule  # three for two places
    assert floor.refused(c.EndEarly(), role="dealer").clause
    floor.staff(c.Disqualify("bob"), "found out")
    floor.staff(c.EndEarly())
    assert floor.last(e.PlayEnded).clause == rule
    floor.finish()
    assert floor.state.result is not None
    assert [each.player for each in floor.state.result.standings if each.advances] == ["cy", "dee"]


@clause("tasmania-blackjack 22.2.5", "canberra-blackjack 19.14")
def test_otherwise_no_fewer_hands_and_canberra_has_no_early_end() -> None:
    final = Floor(TASMANIA, dict.fromkeys(NAMES[:3], 1000), final=True, advancing=3).start()
    assert final.refused(c.EndEarly()).clause == "22.2.5"
    agreed = Floor(TASMANIA, dict.fromkeys(NAMES[:3], 1000), cash_out=True).start()
    assert agreed.refused(c.EndEarly(agreed=True)).clause == "22.2.5"
    assert agreed.refused(c.Consent(), "ann").clause == "22.2.5"
    canberra = Floor(CANBERRA, dict.fromkeys(NAMES[:3], 1000), advancing=3).start()
    assert canberra.refused(c.EndEarly()).clause == "19.14"


@clause("star-blackjack-challenge 21.5.5.2", "crown-blackjack 18.4.8(d)(ii)")
@pytest.mark.parametrize(("book", "rule"), [(STAR, "21.5.5.2"), (CROWN, "18.4.8(d)(ii)")])
def test_an_early_end_that_everybody_still_in_agrees_to(book: str, rule: str) -> None:
    floor = Floor(book, dict.fromkeys(NAMES[:3], 1000), cash_out=True).start()
    floor.staff(c.Disqualify("cy"), "found out")
    floor.by("ann", c.Consent())
    assert floor.refused(c.EndEarly(agreed=True)).clause == rule
    assert floor.refused(c.Consent(), "ann").clause == rule
    assert floor.refused(c.Consent("bob"), role="dealer").clause
    floor.by("bob", c.Consent())
    floor.staff(c.EndEarly(agreed=True))
    assert floor.last(e.PlayEnded).clause == rule
    kept = Floor(book, dict.fromkeys(NAMES[:3], 1000)).start()
    assert kept.refused(c.Consent(), "ann").clause == rule
    assert kept.refused(c.EndEarly(agreed=True)).clause == rule


@clause("canberra-blackjack A:session", "tasmania-blackjack 22.2(a)", "tasmania-blackjack 22.6.1")
@pytest.mark.parametrize("book", [CANBERRA, TASMANIA])
def test_a_session_of_shoes_ends_with_the_hand_in_which_the_last_shoe_does(book: str) -> None:
    floor = Floor(book, {"ann": 1000, "bob": 1000}, length=Length(shoes=2)).start()
    all_lose(floor, False, ann=50, bob=60)
    floor.begin(bob=50, ann=50)
    if "bob" not in floor.state.bets:
        floor.wager(bob=50, ann=50)
    floor.staff(c.NoMoreBets())
    floor.deal("TS TH TC")
    floor.staff(c.CuttingCard())
    assert floor.refused(c.CuttingCard()).reason == "it has come already"
    floor.play_out("7S 7H QD")
    assert floor.refused(c.BeginHand()).reason == "the shoe is over: shuffle first"
    floor.staff(c.Shuffle())
    assert floor.state.shoe == 2
    if book == TASMANIA:
        floor.staff(c.Signal())
    floor.begin(ann=50, bob=50)
    floor.staff(c.NoMoreBets())
    floor.deal("TS TH TC")
    floor.staff(c.CuttingCard())
    floor.play_out("7S 7H QD")
    assert floor.state.phase == "counting"
    floor.finish()
    assert floor.places() == (("ann",), ("bob",))  # the most chips wins


def test_a_clock_decides_which_hand_is_the_last() -> None:
    for seconds, phase in ((299, "between"), (300, "counting"), (301, "counting")):
        floor = Floor(CANBERRA, {"ann": 1000, "bob": 1000}, length=Length(minutes=5)).start()
        floor.begin(ann=50, bob=50)
        floor.staff(c.NoMoreBets())
        floor.deal("TS TH TC 7S 7H")
        floor.now += seconds
        floor.stand("ann", "bob")
        floor.deal("QD")
        assert floor.state.phase == phase


@clause("tasmania-blackjack 22.2.7", "tasmania-blackjack 22.2.8")
def test_signal_and_signs() -> None:
    shoes = Floor(TASMANIA, {"ann": 1000, "bob": 1000}, length=Length(shoes=1)).start()
    assert shoes.refused(c.BeginHand()).clause == "22.2.7"
    shoes.staff(c.Signal())
    shoes.staff(c.BeginHand())
    hands = elimination(3, 4, 2)
    assert hands.last(e.SessionStarted).signs == (2,)
    assert hands.refused(c.Signal()).clause == "22.2.7"  # none is due before hand 1
    all_lose(hands, False, ann=60, bob=50, cy=50)
    assert (hands.last(e.HandBegan).hand, hands.last(e.HandBegan).clause) == (1, "22.2.8")
    assert hands.refused(c.BeginHand()).clause == "22.2.7"
    all_lose(hands, True, bob=50, cy=50, ann=50)
    assert hands.last(e.HandBegan).hand == 2


# Ties for places


@clause(
    "star-blackjack-challenge 21.10.1", "tasmania-blackjack 22.6.3", "tasmania-blackjack 22.10.2"
)
@pytest.mark.parametrize("book", [STAR, TASMANIA])
@pytest.mark.parametrize(("advancing", "goes_on"), [(1, ["cy"]), (2, ["bob", "cy"])])
def test_as_many_go_on_as_was_said_when_the_session_was_opened(
    book: str, advancing: int, goes_on: list[str]
) -> None:
    floor = Floor(book, dict.fromkeys(NAMES[:3], 1000), advancing=advancing, length=Length(hands=1))
    floor.start()
    all_lose(floor, False, ann=150, bob=100, cy=50)
    floor.finish()
    assert floor.state.result is not None
    assert [each.player for each in floor.state.result.standings if each.advances] == goes_on


@clause("tasmania-blackjack 22.6.4", "tasmania-blackjack 22.2.6")
def test_level_on_the_line_further_hands_are_played_as_a_set() -> None:
    floor = Floor(
        TASMANIA, dict.fromkeys(NAMES[:4], 1000), advancing=2, length=Length(hands=1),
        play_off_hands=2,
    ).start()  # fmt: skip
    all_lose(floor, False, ann=50, bob=100, cy=100, dee=200)
    floor.staff(c.RecordTotals())
    began = floor.last(e.PlayOffBegan)
    assert (began.players, began.places, began.clause) == (("bob", "cy"), 1, "22.6.4")
    all_lose(floor, False, bob=50, cy=100)
    assert floor.state.stage == "play-off"  # counted only when the set is over
    all_lose(floor, False, cy=50, bob=50)
    assert floor.places() == (("ann",), ("bob",), ("cy",), ("dee",))


@clause("tasmania-blackjack 22.6.4", "tasmania-blackjack 22.2.6")
def test_in_a_session_of_shoes_the_set_is_a_further_shoe() -> None:
    floor = Floor(TASMANIA, {"ann": 1000, "bob": 1000}, length=Length(shoes=1)).start()
    floor.staff(c.Signal())
    floor.begin(ann=50, bob=50)
    floor.staff(c.NoMoreBets())
    floor.staff(c.CuttingCard())
    floor.play_out("TS TH TC 7S 7H QD")
    floor.staff(c.RecordTotals())
    assert floor.refused(c.BeginHand()).reason == "the shoe is over: shuffle first"
    floor.staff(c.Shuffle())
    all_lose(floor, False, bob=60, ann=50)
    assert floor.state.stage == "play-off"
    floor.begin(ann=50, bob=50)
    floor.staff(c.NoMoreBets())
    floor.staff(c.CuttingCard())
    floor.play_out("TS TH TC 7S 7H QD")
    assert floor.places() == (("ann",), ("bob",))


@clause("tasmania-blackjack 22.6.2", "tasmania-blackjack 22.6.2:record")
def test_a_place_left_over_is_balloted_among_those_broke_on_the_last_hand() -> None:
    floor = Floor(
        TASMANIA, dict.fromkeys(NAMES[:4], 1000), advancing=2, length=Length(hands=2)
    ).seal().start()  # fmt: skip
    with_stacks(floor, ann=50, bob=150, cy=150)
    all_lose(floor, False, ann=50, bob=50, cy=50, dee=50)  # ann is out a hand too early
    all_lose(floor, False, bob=100, cy=100, dee=50)
    floor.staff(c.RecordTotals())
    needed = floor.last(e.BallotNeeded)
    assert (needed.players, needed.places, needed.clause) == (("bob", "cy"), 1, "22.6.2")
    floor.staff(c.Ballot(SEED))
    first, second = drawn_order(SEED, ("bob", "cy"))
    assert floor.places() == (("dee",), (first,), (second,), ("ann",))
    assert floor.state.drawn_names == (first,)  # for the ballot of the next session's seats
    assert floor.last(e.PlacesFixed).clause == "22.6.2:record"
    floor.staff(c.ReturnChips())
    floor.staff(c.AnnounceResult())
    assert floor.state.result is not None
    goes_on = {each.player for each in floor.state.result.standings if each.advances}
    assert goes_on == {"dee", first}


def test_no_ballot_where_players_with_chips_fill_the_places() -> None:
    floor = Floor(
        TASMANIA, dict.fromkeys(NAMES[:3], 1000), advancing=1, length=Length(hands=1)
    ).start()  # fmt: skip
    with_stacks(floor, ann=50, bob=50)
    all_lose(floor, False, ann=50, bob=50, cy=50)
    floor.finish()
    assert floor.count(e.BallotNeeded) == 0
    assert floor.places() == (("cy",), ("ann", "bob"))


@clause("tasmania-blackjack 22.6.5", "tasmania-blackjack 22.10.9", "tasmania-blackjack 22.10.8")
@pytest.mark.parametrize("format_", ["chips", "elimination"])
def test_in_a_final_who_is_level_stays_level_also_with_nothing(format_: str) -> None:
    floor = Floor(
        TASMANIA, dict.fromkeys(NAMES[:5], 1000), final=True, advancing=5, format=format_,
        length=Length(hands=1),
    ).start()  # fmt: skip
    with_stacks(floor, dee=50, eve=50)
    all_lose(floor, False, ann=50, bob=50, cy=60, dee=50, eve=50)
    floor.finish()
    assert floor.count(e.PlayOffBegan) == floor.count(e.BallotNeeded) == 0
    assert floor.places() == (("ann", "bob"), ("cy",), ("dee", "eve"))
    assert floor.state.result is not None
    assert not any(each.advances for each in floor.state.result.standings)


@clause("star-blackjack-challenge 21.10.3")
def test_at_the_star_a_tie_that_decides_nothing_is_not_played_off() -> None:
    floor = Floor(STAR, dict.fromkeys(NAMES[:4], 1000), advancing=2, length=Length(hands=1)).start()
    all_lose(floor, False, ann=50, bob=50, cy=100, dee=100)
    floor.staff(c.RecordTotals())
    assert (floor.count(e.PlayOffBegan), floor.state.phase) == (0, "ranked")
    final = Floor(
        STAR, dict.fromkeys(NAMES[:4], 1000), advancing=2, length=Length(hands=1), final=True
    ).start()  # fmt: skip
    all_lose(final, False, ann=50, bob=50, cy=100, dee=100)
    final.staff(c.RecordTotals())
    assert final.last(e.PlayOffBegan).players == ("ann", "bob")  # first and second differ


@clause("star-blackjack-challenge 21.10.4")
@pytest.mark.parametrize(
    ("ann", "bob", "order"),
    [
        ((149, 100), (540, 500), ["bob", "ann"]),  # fewer chips left, whatever was wagered
        ((149, 100), (549, 500), ["ann", "bob"]),  # as many left: the smaller wager
        ((300, 300), (100, 100), ["bob", "ann"]),  # nothing left: the smaller wager
        ((200, 200), (200, 200), ["ann", "bob"]),  # equal wagers: whose chips were taken first
    ],
)
def test_who_of_those_eliminated_in_one_round_went_first(
    ann: tuple[int, int], bob: tuple[int, int], order: list[str]
) -> None:
    floor = Floor(STAR, dict.fromkeys(NAMES[:4], 1000)).start()
    with_stacks(floor, ann=ann[0], bob=bob[0])
    all_lose(floor, False, ann=ann[1], bob=bob[1], cy=50, dee=50)
    floor.staff(c.BeginHand())  # who is short goes now, as of the round before
    out = [event for event in floor.log if isinstance(event, e.PlayerGone)]
    assert [event.exit.hand for event in out] == [1, 1]
    assert [event.player for event in sorted(out, key=lambda event: event.order)] == order
    assert len({event.order for event in out}) == 2


@clause("star-blackjack-challenge 21.10.4")
def test_a_tie_at_nothing_is_never_played_off_at_the_star() -> None:
    floor = Floor(STAR, dict.fromkeys(NAMES[:3], 1000), advancing=2, length=Length(hands=1)).start()
    with_stacks(floor, ann=200, bob=200, cy=1000)
    all_lose(floor, False, ann=200, bob=200, cy=50)
    floor.finish()
    # Bob's chips were taken last, so bob has the second place.
    assert floor.places() == (("cy",), ("bob",), ("ann",))
    assert floor.state.result is not None
    assert [each.player for each in floor.state.result.standings if each.advances] == ["bob", "cy"]


@clause("canberra-blackjack 19.3(a)(xi)(D)", "canberra-blackjack 19.18")
def test_canberra_plays_extra_rounds_or_leaves_it_level_as_the_conditions_choose() -> None:
    floor = Floor(CANBERRA, {"ann": 1000, "bob": 1000}, length=Length(hands=1)).start()
    all_lose(floor, False, ann=50, bob=50)
    floor.staff(c.RecordTotals())
    assert floor.last(e.PlayOffBegan).clause == "19.3(a)(xi)(D)"
    all_lose(floor, False, bob=60, ann=50)
    assert floor.places() == (("ann",), ("bob",))
    shared = Floor(CANBERRA, {"ann": 1000, "bob": 1000}, length=Length(hands=1), ties="share")
    shared.start()
    all_lose(shared, False, ann=50, bob=50)
    shared.finish()
    assert shared.places() == (("ann", "bob"),)
    assert shared.last(e.SessionEnded).clause == "19.18"


def test_a_ballot_needs_a_seed_that_was_sealed_before() -> None:
    floor = Floor(CROWN, {"ann": 1000, "bob": 1000}, length=Length(hands=1)).start()
    with_stacks(floor, ann=50, bob=50)
    all_lose(floor, False, ann=50, bob=50)
    floor.staff(c.RecordTotals())
    assert floor.state.phase == "ballot"
    assert floor.refused(c.Ballot(SEED)).reason == "no seed was sealed for this ballot"


# Where the conditions or the terms have elimination hands, and the book says no more of them

OUT = {CANBERRA: "19.3(a)(viii)(A)", CROWN: "18.4.5(a)"}
ELIMINATED = clause("canberra-blackjack 19.3(a)(viii)(A)", "crown-blackjack 18.4.5(a)")


def eliminating(book: str, stacks: dict[str, int], hands: tuple[int, ...] = (1,)) -> Floor:
    changes = {"format": "elimination", "length": Length(hands=4), "elimination_hands": hands}
    return Floor(book, stacks, **changes).start()


@ELIMINATED
@pytest.mark.parametrize("book", OUT)
def test_the_lowest_goes_after_an_elimination_hand(book: str) -> None:
    floor = eliminating(book, FOUR)
    all_lose(floor, ann=50, bob=300, cy=50, dee=50)
    assert floor.last(e.ChipsCounted).clause == OUT[book]
    gone = floor.last(e.PlayerGone)
    assert (gone.player, gone.how, gone.clause) == ("bob", "eliminated", OUT[book])


@ELIMINATED
@pytest.mark.parametrize("book", OUT)
def test_who_is_level_for_the_lowest_plays_on_and_has_the_old_count_again(book: str) -> None:
    floor = eliminating(book, FOUR)
    all_lose(floor, ann=200, bob=200, cy=100, dee=100)
    began = floor.last(e.PlayOffBegan)
    assert (began.stage, began.players, began.clause) == ("survival", ("ann", "bob"), OUT[book])
    all_lose(floor, bob=100, ann=100)
    settled = floor.last(e.PlayOffSettled)
    assert (settled.players, settled.clause) == (("ann", "bob"), OUT[book])
    all_lose(floor, ann=50, bob=100)
    assert floor.last(e.PlayerGone).player == "bob"
    back = floor.last(e.CountRestored)
    assert (back.player, back.chips, back.clause) == ("ann", 800, OUT[book])
    assert floor.last(e.PlayOffSettled).clause == OUT[book]


@ELIMINATED
@pytest.mark.parametrize("book", OUT)
def test_a_ballot_decides_where_nobody_has_chips_to_play_on_with(book: str) -> None:
    floor = eliminating(book, {"ann": 300, "bob": 300, "cy": 1000})
    floor.staff(c.Seal(digest_of(SEED)))
    all_lose(floor, ann=200, bob=200, cy=50)
    all_lose(floor, bob=100, ann=100)
    assert floor.last(e.BallotNeeded).clause == OUT[book]
    floor.staff(c.Ballot(SEED))
    assert floor.last(e.BallotDrawn).clause == OUT[book]
    _, loser = drawn_order(SEED, ("ann", "bob"))
    assert (floor.last(e.PlayerGone).player, floor.last(e.PlayerGone).clause) == (loser, OUT[book])


@ELIMINATED
@pytest.mark.parametrize("book", OUT)
@pytest.mark.parametrize(("broke", "skips"), [({"ann": 100}, 1), ({"ann": 100, "bob": 100}, 2)])
def test_who_lost_everything_before_takes_the_place_of_the_lowest(
    book: str, broke: dict[str, int], skips: int
) -> None:
    stacks = FOUR | broke
    floor = eliminating(book, stacks, hands=(2, 3))
    all_lose(floor, False, **{name: broke.get(name, 50) for name in stacks})
    assert {event.player for event in floor.all(e.PlayerGone)} == set(broke)
    assert floor.last(e.PlayerGone).clause == OUT[book]
    earned = floor.last(e.SkipsEarned)
    assert (earned.number, earned.clause) == (skips, OUT[book])
    rest = [name for name in stacks if name not in broke]
    all_lose(floor, False, **dict.fromkeys(rest, 50))
    past = floor.last(e.EliminationDisregarded)
    assert (past.hand, past.clause) == (2, OUT[book])
