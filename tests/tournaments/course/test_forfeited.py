"""Whoever loses the place before playing: what goes back, what stays, who has a prize."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.deciders import Command
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.values import Format, Length, SessionResult
from tests.clauses import clause
from tests.tournaments.course.courses import Play, example, finish, only_final
from tests.tournaments.session.session_floor import CANBERRA, TASMANIA, Floor


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


def never_seated(book: str, format_: Format, **changes: Any) -> SessionResult:
    """A final of three in which p3 never comes, as its table hands it over."""
    floor = Floor(
        book, dict.fromkeys(("p1", "p2", "p3"), 1000),
        format=format_, length=Length(hands=1), advancing=3, final=True, **changes,
    ).start("p3")  # fmt: skip
    floor.begin(p1=50, p2=60)
    if "p3" in floor.state.playing:
        floor.staff(c.Miss("p3"))
    floor.staff(c.NoMoreBets())
    floor.play_out("TS TH TC 7S 7H QD")
    floor.finish()
    assert floor.state.result is not None
    return floor.state.result


@clause("tasmania-blackjack 22.2.2(c)", "tasmania-blackjack 22.2.2(d)", "canberra-blackjack 19.9")
@pytest.mark.parametrize(
    ("name", "book", "format_"),
    [
        ("tasmania-chips", TASMANIA, "chips"),
        ("tasmania-elimination", TASMANIA, "elimination"),
        ("canberra-knock-out", CANBERRA, "chips"),
    ],
)
def test_a_finalist_who_never_came_has_no_prize(name: str, book: str, format_: Format) -> None:
    """Three prizes, three finalists: the third prize is not for an empty chair."""
    result = never_seated(book, format_)
    assert [one.player for one in result.standings if one.lost_place] == ["p3"]
    play = Play(only_final(example(name))).drawn(3)
    play.start(1)
    seats = {seat.player: seat.box for seat in play.course.sessions["1.1"].seats}
    standings = tuple(replace(one, box=seats[one.player]) for one in result.standings)
    play.do(play.dealer, o.TakeResult(replace(result, standings=standings)))
    assert play.course.entrants["p3"].standing == "lost-place"
    play.do(play.director, o.AwardPlaces())
    assert play.course.places == (("p1",), ("p2",))
    play.do(play.office, o.PayPrizes())
    assert {share.player for share in play.course.shares} == {"p1", "p2"}
    assert play.course.money_in == play.course.money_out
