"""Players sent away after the count: their places are for those who come next."""

from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import NAMES, STAR, TASMANIA, Floor, all_lose


@clause("tasmania-blackjack 22.6.3", "tasmania-blackjack 22.6.1")
def test_whoever_is_sent_away_in_a_play_off_takes_no_place_from_the_next() -> None:
    """Three level for two places, two of them sent away: the fourth has the second place."""
    floor = Floor(
        TASMANIA, dict.fromkeys(NAMES[:4], 1000), advancing=2, length=Length(hands=1)
    ).start()  # fmt: skip
    all_lose(floor, False, ann=50, bob=50, cy=50, dee=100)
    floor.staff(c.RecordTotals())
    assert floor.last(e.PlayOffBegan).players == ("ann", "bob", "cy")
    floor.staff(c.Disqualify("ann"), "found out")
    floor.staff(c.Disqualify("bob"), "found out")
    floor.staff(c.BeginHand())  # nothing is left to be played for
    assert floor.places() == (("cy",), ("dee",), ("ann", "bob"))
    floor.staff(c.ReturnChips())
    floor.staff(c.AnnounceResult())
    assert floor.state.result is not None
    goes_on = {each.player for each in floor.state.result.standings if each.advances}
    assert goes_on == {"cy", "dee"}


@clause("tasmania-blackjack 22.6.4")
def test_and_those_who_are_level_for_that_place_then_play_on() -> None:
    floor = Floor(
        TASMANIA, dict.fromkeys(NAMES[:4], 1000), advancing=1, length=Length(hands=1)
    ).start()  # fmt: skip
    all_lose(floor, False, ann=50, bob=50, cy=100, dee=100)
    floor.staff(c.RecordTotals())
    floor.staff(c.Disqualify("ann"), "found out")
    floor.staff(c.Disqualify("bob"), "found out")
    floor.staff(c.BeginHand())
    assert (floor.state.stage, floor.last(e.PlayOffBegan).players) == ("play-off", ("cy", "dee"))


@clause("star-blackjack-challenge 21.10.3")
def test_no_hand_is_played_for_places_that_are_enough() -> None:
    """Three level for two places, one of them sent away: both others go on without another hand."""
    floor = Floor(
        STAR, dict.fromkeys(NAMES[:4], 1000), advancing=2, length=Length(hands=1)
    ).start()  # fmt: skip
    all_lose(floor, False, ann=50, bob=50, cy=50, dee=100)
    floor.staff(c.RecordTotals())
    floor.staff(c.Disqualify("ann"), "found out")
    floor.staff(c.BeginHand())
    assert (floor.state.phase, floor.places()) == ("ranked", (("bob", "cy"), ("dee",), ("ann",)))
    floor.staff(c.ReturnChips())
    floor.staff(c.AnnounceResult())
    assert floor.state.result is not None
    goes_on = {each.player for each in floor.state.result.standings if each.advances}
    assert goes_on == {"bob", "cy"}


@clause("star-blackjack-challenge 21.5.7")
def test_no_lots_are_drawn_between_those_who_were_sent_away() -> None:
    floor = Floor(
        STAR, dict.fromkeys(NAMES[:3], 1000), advancing=3, final=True, length=Length(hands=1)
    ).start()  # fmt: skip
    all_lose(floor, False, ann=50, bob=50, cy=100)
    floor.staff(c.RecordTotals())
    floor.staff(c.Disqualify("ann"), "found out")
    floor.staff(c.Disqualify("bob"), "found out")
    floor.staff(c.BeginHand())
    assert (floor.state.phase, floor.places()) == ("ranked", (("cy",), ("ann", "bob")))
