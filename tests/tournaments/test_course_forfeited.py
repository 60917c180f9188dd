"""Whoever loses the place before playing: what goes back, what stays, who has a prize."""

import pytest

from bythebook.affairs import Command
from bythebook.tournaments import course_events as e
from bythebook.tournaments import course_orders as o
from tests.clauses import clause
from tests.tournaments.courses import Play, example
from tests.tournaments.test_course_finish import finish, only_final


def live_final() -> Play:
    """Four finalists of a live competition, all of them with their chips bought."""
    terms = only_final(example("tasmania-live"), money={"guarantee_entries": 1})
    play = Play(terms).drawn(4)
    for seat in play.course.drawn:
        play.do(play.director, o.PayBuyIn(seat.player), at=play.starts)
    return play


@clause("tasmania-blackjack 22.9.2", "tasmania-blackjack 22.3.8", "tasmania-blackjack 22.2.2(d)")
@pytest.mark.parametrize("how", ["late", "disqualified"])
def test_chips_bought_and_never_played_with_are_still_the_players(how: str) -> None:
    play = live_final()
    fee = play.terms.money.fee_cents or 0
    gone, *others = (seat.player for seat in play.course.drawn)
    order: Command = o.LosePlace(gone)
    if how == "disqualified":
        order = o.Disqualify(player=gone, finding="breach")
    told = play.do(play.director, order)[-1]
    assert isinstance(told, e.PlaceLost | e.PlayerDisqualified)
    assert [refund.about for refund in told.refunds] == ["buy-in"]
    assert play.flow[gone] == -fee  # the fee alone stays
    play.do(play.director, o.StartSession(1))
    got = finish(play, dict.fromkeys(others, 10_000))
    assert gone not in got
    assert play.flow[gone] == -fee
    assert play.course.money_in == play.course.money_out


def test_where_chips_have_no_value_a_buy_in_stays_in_the_pool() -> None:
    terms = only_final(example("star"), money={"buy_in_cents": 5000})
    play = Play(terms).drawn(3)
    gone = play.course.drawn[0].player
    play.do(play.dealer, o.PayBuyIn(gone), at=play.starts)
    before = play.flow[gone]
    play.do(play.director, o.Disqualify(player=gone, finding="breach"))
    assert play.flow[gone] == before
