"""Terms as the course uses them: how a table plays, and how many play in each stage."""

import datetime

import msgspec
import pytest

from bythebook.errors import Malformed
from bythebook.tournaments.terms.document import (
    Stage,
    TournamentTerms,
    fields,
    going_on,
    seconds,
    session_terms,
    tables_needed,
)
from bythebook.tournaments.values import Length, Limits, Seat
from tests.tournaments.example_terms import (
    CHIPS,
    COMPLETE,
    CROWN,
    ELIMINATION,
    JOKERS,
    LIVE,
    POINTS,
    SIT_AND_GO,
    STAR,
    example,
    put,
    stage,
    without,
)

PEOPLE = {3: "cal", 1: "ann", 2: "bob"}


def test_a_session_is_played_by_its_stage() -> None:
    session = session_terms(example(CROWN), 1, 4, PEOPLE, marker=2)
    assert session.id == "1.4"
    assert (session.book, session.game, session.decks) == ("crown-blackjack", "crown-blackjack", 6)
    assert session.seats == (Seat(1, "ann", 2000), Seat(2, "bob", 2000), Seat(3, "cal", 2000))
    assert session.length == Length(hands=20)
    assert session.limits == (Limits(1, 25, 500), Limits(11, 50, 1000))
    assert (session.unit, session.chips, session.marker) == (25, (25, 100, 500), 2)
    assert (session.secret_wagers, session.pass_cards) == (1, 1)
    assert (session.betting_seconds, session.turn_seconds) == (25, 30)
    assert (session.advancing, session.final, session.ties) == (1, False, "play-off")
    assert not session.cash_out


def test_a_player_may_have_another_bank() -> None:
    session = session_terms(example(CROWN), 1, 1, PEOPLE, chips={"bob": 1990})
    assert [seat.chips for seat in session.seats] == [2000, 1990, 2000]


def test_a_final_tells_as_many_places_apart_as_have_prizes() -> None:
    session = session_terms(example(CROWN), 3, 1, PEOPLE)
    assert (session.final, session.advancing, session.ties) == (True, 3, "share")
    two = session_terms(example(CROWN), 3, 1, {1: "ann", 2: "bob"})
    assert two.advancing == 2
    assert session_terms(example(SIT_AND_GO), 3, 1, PEOPLE).ties == "play-off"


def test_a_session_for_points_tells_every_place_with_points_apart() -> None:
    everybody = {box: f"player {box}" for box in range(1, 8)}
    assert session_terms(example(POINTS), 1, 1, everybody).advancing == 6
    assert session_terms(example(POINTS), 1, 1, PEOPLE).advancing == 3


def test_formats_reach_the_table() -> None:
    assert session_terms(example(ELIMINATION), 1, 1, PEOPLE).elimination_hands == (8, 16, 22)
    assert session_terms(example(LIVE), 1, 1, PEOPLE).format == "live"
    jokers = session_terms(example(JOKERS), 1, 1, PEOPLE)
    assert jokers.vouchers is not None
    assert jokers.vouchers.values == (20, 50, 50, 100, 100, 200, 500)
    assert jokers.options["jokers"] == "8"
    assert not jokers.double_your_bet


def test_cashed_chips_reach_the_table() -> None:
    terms = put(example(STAR), play__chips_at_end="cashed")
    assert session_terms(terms, 1, 1, PEOPLE).cash_out


@pytest.mark.parametrize("path", ["stages.length", "stages.chips", "stages.limits"])
def test_a_session_cannot_be_played_by_a_draft(path: str) -> None:
    with pytest.raises(Malformed, match=r"stages\[0\]: a session needs"):
        session_terms(without(example(STAR), "", path), 1, 1, PEOPLE)


@pytest.mark.parametrize("number", [0, 4])
def test_there_is_no_such_stage(number: int) -> None:
    with pytest.raises(Malformed, match=f"no stage {number}"):
        session_terms(example(CHIPS), number, 1, PEOPLE)


@pytest.mark.parametrize(("players", "tables"), [(1, 1), (6, 1), (7, 1), (8, 2), (14, 2), (15, 3)])
def test_as_many_tables_as_players_need(players: int, tables: int) -> None:
    assert tables_needed(Stage(), players) == tables


@pytest.mark.parametrize(
    ("players", "wanted", "through"),
    [(7, 2, 2), (8, 2, 4), (1, 2, 1), (15, 2, 6), (15, 6, 15), (16, 6, 16), (21, 6, 18)],
)
def test_who_goes_on_from_evenly_filled_tables(players: int, wanted: int, through: int) -> None:
    # 16 players sit 6, 5, 5: with six to go on nobody is left out.
    assert going_on(Stage(advancing=wanted), players) == through


def test_others_go_on_by_points_or_all_or_not_at_all() -> None:
    assert going_on(Stage(goes_on="everybody"), 9) == 9
    assert going_on(Stage(goes_on="most-points", advancing=7), 9) == 7
    assert going_on(Stage(goes_on="most-points", advancing=7), 5) == 5
    assert going_on(Stage(kind="final"), 5) == 0


def test_a_repechage_brings_players_back() -> None:
    # 200 in 29 tables: 29 go on, 35 of the others play again at five tables: 34 in the semi-finals.
    assert fields(example(STAR), 200) == (200, 35, 34, 5)
    # Where everybody may play again: 171 at 25 tables.
    assert fields(stage(example(STAR), 2, places=0), 200) == (200, 171, 54, 8)


def test_a_moment_is_a_second_of_the_clock() -> None:
    moment = datetime.datetime.fromisoformat("2027-04-10T18:00:00+10:00")
    assert seconds(moment) == 1807344000
    assert seconds(moment.astimezone(datetime.UTC)) == 1807344000


@pytest.mark.parametrize("name", COMPLETE)
def test_terms_survive_the_log(name: str) -> None:
    terms = example(name)
    encoded = msgspec.json.encode(terms)
    assert msgspec.json.decode(encoded, type=TournamentTerms) == terms
