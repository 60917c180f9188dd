"""Buying back in: never so many that the final has no room for them."""

import pytest

from bythebook.tournaments.course import orders as o
from bythebook.tournaments.terms.document import Purchase, Stage, TournamentTerms
from tests.clauses import clause
from tests.tournaments.course.courses import Play, changed, example

TERMS = example("canberra-knock-out")
HEATS, _, SEMIS, FINAL = TERMS.stages


def with_buy_backs(*stages: Stage, most: int) -> TournamentTerms:
    return changed(
        TERMS,
        stages=stages,
        entry={"least": 2, "most": most},
        money={"buy_backs": Purchase(amount_cents=5500, chips=2000, how="at the desk")},
        not_applicable=("criteria", "session-awards", "repechage"),
        structure={"repechage": ""},
    )


@clause("canberra-blackjack 19.3(a)(ii)(F)")
@pytest.mark.parametrize(("entries", "room"), [(35, 2), (42, 1), (49, 0)])
def test_who_buys_back_into_a_final_finds_a_seat_there(entries: int, room: int) -> None:
    play = Play(with_buy_backs(SEMIS, FINAL, most=49)).drawn(entries)
    play.play_stage()
    assert len(play.course.waiting) == 7 - room
    for name in play.course.eliminated[:room]:
        play.do(play.person(name), o.BuyChips(name, "buy-back"))
    late = play.course.eliminated[room]
    play.refused(play.person(late), o.BuyChips(late, "buy-back"), "19.3(a)(ii)(F)")
    play.to_the_end()


@clause("canberra-blackjack 19.3(a)(ii)(F)")
def test_nor_do_too_many_come_back_before_the_semi_finals() -> None:
    play = Play(with_buy_backs(HEATS, SEMIS, FINAL, most=98)).drawn(98)
    play.play_stage()
    # 14 went on: with 35 more there are seven semi-finals, with 36 there would be eight.
    *back, late = play.course.eliminated[:36]
    for name in back:
        play.do(play.person(name), o.BuyChips(name, "buy-back"))
    play.refused(play.person(late), o.BuyChips(late, "buy-back"), "19.3(a)(ii)(F)")
    play.to_the_end()
