"""The course of a tournament at The Star: what each step rests on, and where odd cents go."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.errors import Refused
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.terms.document import Prize, seconds
from tests.clauses import clause
from tests.tournaments.course.courses import Play, changed, example, only_final, paid_out, seed

TERMS = example("star")


def last(play: Play, kind: type[Any]) -> Any:
    return next(event for event in reversed(play.events) if isinstance(event, kind))


@clause("star-blackjack-challenge 21.6.1:allotment")
def test_a_session_starts_with_the_same_chips_for_all_who_sit_there() -> None:
    play = Play(TERMS).drawn(14)
    play.refused(play.director, o.LosePlace("p1"), "21.6.1:allotment")  # late: chips go instead
    play.start(1)
    started = last(play, e.SessionStarted)
    assert started.clause == "21.6.1:allotment"
    assert {seat.chips for seat in started.session.seats} == {5000}


@clause("star-blackjack-challenge 21.4.2(i)")
def test_after_entries_are_closed_nobody_enters() -> None:
    play = Play(TERMS).entered(14)
    assert TERMS.dates.entries_close is not None
    closes = seconds(TERMS.dates.entries_close)
    play.do(play.office, play.entry("just"), at=closes)
    play.refused(play.office, play.entry("late"), "21.4.2(i)", at=closes + 1)


@clause("star-blackjack-challenge 21.10.1")
def test_no_more_players_reach_the_final_than_its_table_has_places() -> None:
    play = Play(only_final(TERMS)).closed(7)
    play.seeds += 1
    with pytest.raises(Refused) as caught:
        play.draw(5)
    assert caught.value.clause == "21.10.1"


@clause("star-blackjack-challenge 21.4.2(e)")
def test_a_repechage_left_open_is_decided_by_the_conditions_structure() -> None:
    stages = (TERMS.stages[0], replace(TERMS.stages[1], may_be_held=True), *TERMS.stages[2:])
    play = Play(changed(TERMS, stages=stages)).drawn(14)
    play.play_stage()
    with pytest.raises(Refused) as caught:
        play.draw()
    assert caught.value.clause == "21.4.2(e)"
    play.do(play.director, o.HoldRepechage(False))
    assert last(play, e.RepechageDecided).clause == "21.4.2(e)"
    play.do(play.director, o.DrawSeats(seed(play.seeds)))
    assert play.course.stage == 3


@clause("star-blackjack-challenge 21.10.2", "star-blackjack-challenge 21.10.3")
def test_players_level_for_the_last_place_play_off() -> None:
    """Here the heat counts by points: two are level behind the best of it for the second place."""
    heat = replace(TERMS.stages[0], goes_on="most-points", advancing=2, points=(3, 2, 1))
    terms = changed(TERMS, stages=(heat, TERMS.stages[-1]), entry={"least": 2, "most": 7})
    play = Play(terms).drawn(4)
    a, b, c, d = play.course.ballot
    play.play_stage({a: 900, b: 600, c: 600, d: 100})
    assert last(play, e.LevelForPlaces).clause == "21.10.3"
    play.do(play.director, o.PlayOff())
    assert last(play, e.SessionStarted).clause == "21.10.3"
    play.result("0.1", {b: 10, c: 20})
    assert last(play, e.TieBroken).clause == "21.10.3"
    assert set(play.course.waiting) == {a, c}


@clause("star-blackjack-challenge 21.3.2", "star-blackjack-challenge 21.4.2(j)")
@clause("star-blackjack-challenge 21.6.8", "star-blackjack-challenge 21.1.1:tournament-chips")
def test_the_whole_pool_is_paid_and_what_cannot_be_shared_is_a_cent_each() -> None:
    """A pool of 1,000.01 for three who are level: 333.34, 333.34, 333.33, and nothing is added."""
    terms = only_final(
        TERMS,
        money={"fee_cents": 33_333, "added": (replace(TERMS.money.added[0], value_cents=2),)},
        prizes={"places": (Prize(percent_hundredths=10_000),)},
    )
    play = Play(terms).drawn(3)
    names = [seat.player for seat in sorted(play.course.drawn, key=lambda seat: seat.box)]
    play.play_stage(dict.fromkeys(names, 500))
    play.do(play.director, o.AwardPlaces())
    play.do(play.office, o.PayPrizes())
    paid = paid_out(play)
    assert sorted(share.cents for share in paid.shares) == [33_333, 33_334, 33_334]
    assert (paid.clause, paid.combined, paid.house_adds) == ("21.3.2", "21.4.2(j)", 0)
    assert last(play, e.TournamentEnded).clause == "21.6.8"


@clause("star-blackjack-challenge 21.5.6.2", "star-blackjack-challenge 21.5.7")
@clause("star-blackjack-challenge 21.6.4", "star-blackjack-challenge 21.6.6")
@pytest.mark.parametrize(
    ("finding", "by"),
    [
        ("breach", "21.5.7"),
        ("chips-added", "21.6.4"),
        ("chips-hidden", "21.6.6"),
        ("absent", "21.5.6.2"),
    ],
)
def test_a_finding_has_its_own_clause_and_only_an_absent_players_fee_may_go_back(
    finding: Any, by: str
) -> None:
    play = Play(TERMS).drawn(14)
    with_fee = o.Disqualify(player="p1", finding=finding, refund=True)
    if finding == "absent":
        play.do(play.director, with_fee)
        assert play.flow["p1"] == 0
    else:
        play.refused(play.director, with_fee, "21.5.7")
        play.do(play.director, replace(with_fee, refund=False))
        assert play.flow["p1"] == -11_000
    assert last(play, e.PlayerDisqualified).clause == by
