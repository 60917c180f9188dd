"""The course of a Tasmanian competition: its money, its clauses, and what comes of few entries."""

import pytest

from bythebook.errors import BrokenInvariant, Refused
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.fees import commission_on
from bythebook.tournaments.course.finish import pool_lines
from tests.clauses import clause
from tests.tournaments.course.courses import Play, changed, example, only_final, prizes_of, seed

CHIPS, LIVE, ELIMINATION = "tasmania-chips", "tasmania-live", "tasmania-elimination"


def cited(play: Play, kind: type) -> str:
    found = [event for event in play.events if isinstance(event, kind)]
    return str(found[-1].clause)  # type: ignore[attr-defined]


# Money


@clause(
    "tasmania-blackjack 22.1.1",
    "tasmania-blackjack 22.1.1:pool",
    "tasmania-blackjack 22.1:added-value",
)
def test_a_tenth_is_kept_the_rest_and_what_is_added_are_the_pool() -> None:
    """Twenty fees of 125, a tenth of them for administration, 1,000 added by the casino."""
    play = Play(example(CHIPS)).drawn(20)
    assert pool_lines(play.book.rules, play.course) == (
        ("entry fees", 2_500_00, "22.1.1:pool"),
        ("commission", -250_00, "22.1.1"),
        ("added", 1_000_00, "22.1:added-value"),
    )
    play.play_stage()
    play.to_the_end()
    # Half, three tenths and a fifth of 3,250.
    assert sorted(prizes_of(play).values(), reverse=True) == [1_625_00, 975_00, 650_00]
    assert cited(play, e.PrizesPaid) == "22.1.1:pool"


@clause("tasmania-blackjack 22.1.1")
@pytest.mark.parametrize(("rate", "kept"), [(999, 99_90), (1000, 100_00), (1001, None)])
def test_no_more_than_a_tenth_is_ever_kept(rate: int, kept: int | None) -> None:
    rule = Play(example(CHIPS)).book.rules.pooling.commission
    if kept is not None:
        assert commission_on(1_000_00, rate, rule) == kept
    else:
        with pytest.raises(BrokenInvariant):
            commission_on(1_000_00, rate, rule)


@clause("tasmania-blackjack 22.9.3", "tasmania-blackjack 22.3.2")
def test_everybody_buys_in_once_before_the_session() -> None:
    play = Play(example(LIVE)).drawn(14)
    player = next(seat.player for seat in play.course.drawn if seat.table == 1)
    play.do(play.director, o.PayBuyIn(player))
    assert cited(play, e.BuyInPaid) == "22.9.3"
    play.refused(play.director, o.PayBuyIn(player), "22.3.2")
    other = next(seat.player for seat in play.course.drawn if seat.table == 2)
    play.start(2)
    play.refused(play.director, o.PayBuyIn(other), "22.9.3")


# Entries


@clause("tasmania-blackjack 22.1.2(d)")
def test_with_too_few_entries_it_may_go_ahead_all_the_same() -> None:
    """Fourteen at least; the operator may still hold it with thirteen, or cancel it."""
    play = Play(example(CHIPS)).entered(13)
    play.refused(play.office, o.CloseEntries(), "22.1.2(d)")
    play.do(play.office, o.CloseEntries(go_ahead=True))
    assert cited(play, e.EntriesClosed) == "22.1.2(d)"
    enough = Play(example(CHIPS)).entered(14)
    enough.do(enough.office, o.CloseEntries())


@clause("tasmania-blackjack 22.1.3(a)")
@pytest.mark.parametrize("refused", [False, True])
def test_whoever_was_refused_does_not_enter_and_pays_nothing(refused: bool) -> None:
    play = Play(example(CHIPS)).published()
    if refused:
        play.do(play.office, o.RefuseEntry("p1"))
        assert cited(play, e.EntryRefused) == "22.1.3(a)"
        for by in (play.office, play.person("p1")):
            play.refused(by, play.entry("p1"), "22.1.3(a)")
        assert "p1" not in play.course.entrants
        assert play.flow.get("p1", 0) == 0
    else:
        play.do(play.office, play.entry("p1"))
        assert play.flow["p1"] == -125_00
        play.refused(play.office, o.RefuseEntry("p1"), "22.1.3(a)")


# Sessions


@clause("tasmania-blackjack 22.1.3(f)")
def test_as_many_go_on_as_fit_at_the_next_tables() -> None:
    play = Play(only_final(example(CHIPS))).closed(7)
    with pytest.raises(Refused, match="do not fit") as caught:
        play.draw(6)
    assert caught.value.clause == "22.1.3(f)"
    play.do(play.director, o.DrawSeats(seed(1)))
    assert len(play.course.drawn) == 7


@clause("tasmania-blackjack 22.6.1")
def test_the_most_chips_win_a_session() -> None:
    play = Play(example(CHIPS)).drawn(14)
    play.play_stage()
    assert cited(play, e.ResultTaken) == "22.6.1"


@clause("tasmania-blackjack 22.9.4")
def test_whoever_plays_does_not_withdraw_but_leaves_the_table() -> None:
    play = Play(example(CHIPS)).drawn(14)
    play.start(1)
    player = next(seat.player for seat in play.course.drawn if seat.table == 1)
    play.refused(play.person(player), o.Withdraw(player), "22.9.4")


@clause("tasmania-blackjack 22.1.6")
def test_the_competition_director_has_the_last_word() -> None:
    play = Play(example(CHIPS)).drawn(14)
    play.do(play.person("p1"), o.RaiseDispute("a chip on the line"))
    assert cited(play, e.DisputeRaised) == "22.1.6"
    play.do(play.director, o.Rule(1, "it counts"))
    assert cited(play, e.DisputeRuled) == "22.1.6"


# The end


@clause("tasmania-blackjack 22.3.8", "tasmania-blackjack 22.2(b)")
@pytest.mark.parametrize("name", [CHIPS, LIVE, ELIMINATION])
def test_when_prizes_are_paid_it_is_said_whose_the_chips_are(name: str) -> None:
    play = Play(only_final(example(name), money={"guarantee_entries": 2})).drawn(3)
    play.to_the_end()
    assert cited(play, e.TournamentEnded) == "22.3.8"


@clause("tasmania-blackjack 22.6.5", "tasmania-blackjack 22.10.9")
@pytest.mark.parametrize("name", [CHIPS, ELIMINATION])
def test_who_is_level_after_the_final_combines_and_shares(name: str) -> None:
    """Three fees less what is kept; the first two prizes together, halved."""
    terms = changed(only_final(example(name)), money={"commission": None, "added": ()})
    play = Play(terms).drawn(3)
    play.play_stage({"p1": 900, "p2": 900, "p3": 100})
    play.do(play.director, o.AwardPlaces())
    play.do(play.office, o.PayPrizes())
    pool = 3 * (terms.money.fee_cents or 0)
    first, second, third = [prize.percent_hundredths or 0 for prize in terms.prizes.places]
    shared = -(-pool * (first + second) // 20_000)
    assert prizes_of(play) == {"p1": shared, "p2": shared, "p3": pool * third // 10_000}
    (paid,) = [event for event in play.events if isinstance(event, e.PrizesPaid)]
    assert paid.combined == "22.6.5"
