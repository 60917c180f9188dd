"""A tournament table of The Star: what each step rests on."""

from typing import Any

from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import STAR, TWO, Floor, form


def cited(floor: Floor, kind: type[Any]) -> str:
    return str(floor.last(kind).clause)


@clause("star-blackjack-challenge 21.9.2")
def test_a_session_starts_with_the_marker_on_box_one() -> None:
    floor = Floor(STAR, TWO).start()
    started = floor.last(e.SessionStarted)
    assert (started.marker, started.clause) == (1, "21.9.2")


@clause("star-blackjack-challenge 21.5.4", "star-blackjack-challenge 21.10.2")
@clause("star-blackjack-challenge 21.5.8")
def test_a_session_begins_lasts_and_is_counted_as_it_was_laid_down() -> None:
    """Rule 21.5.4: the Tournament Manager's method; 21.10.2: the most chips at the end."""
    floor = Floor(STAR, TWO, length=Length(hands=1)).start()
    floor.begin(ann=50, bob=50)
    assert cited(floor, e.HandBegan) == "21.5.4"
    floor.staff(c.NoMoreBets())
    floor.play_out("TS TH TC 9S 7H 8D")
    assert cited(floor, e.PlayEnded) == "21.5.4"
    floor.staff(c.RecordTotals())
    assert cited(floor, e.TotalsRecorded) == "21.5.8"
    fixed = floor.last(e.PlacesFixed)
    assert (fixed.places, fixed.clause) == ((("ann",), ("bob",)), "21.10.2")


@clause("star-blackjack-challenge 21.8.2.1")
def test_a_form_is_for_who_plays_the_hand_with_a_wager_of_the_types_there_are() -> None:
    floor = Floor(STAR, TWO, secret_wagers=1, pass_cards=1).start()
    floor.begin()
    floor.by("ann", c.PlayPass())
    assert floor.refused(c.HandIn(form(100)), "ann").clause == "21.8.2.1"
    floor.by("bob", c.HandIn(form(100, name="bob", seat=2, double=150), alone=True))
    refused = floor.refused(c.CheckForm("bob"))
    assert (refused.clause, "at most the wager" in refused.reason) == ("21.8.2.1", True)


@clause("star-blackjack-challenge 20.18", "star-blackjack-challenge 21.11.2")
def test_a_ruling_is_final_and_tells_where_a_complaint_can_go() -> None:
    floor = Floor(STAR, TWO).start()
    floor.by("ann", c.RaiseDispute("my count"))
    floor.staff(c.RuleOn(1, "it stands"))
    told = floor.last(e.DisputeDecided)
    assert told.clause == "21.11.2"
    assert "a complaint can still be made to an inspector (20.18)" in told.complaint
