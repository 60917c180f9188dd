"""Play-offs and ballots between tables, worked out by hand: who goes on, who wins what."""

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.terms.document import TournamentTerms
from tests.clauses import clause
from tests.tournaments.course.courses import Play, changed, example, prizes_of

STAR = example("star")
HEATS, REPECHAGE, SEMI_FINALS, FINAL = STAR.stages


def by_points(advancing: int) -> Play:
    """A heat of four that counts by points; the best, and three who are level behind."""
    heat = replace(HEATS, goes_on="most-points", advancing=advancing, points=(4, 3, 2, 1))
    terms = changed(STAR, stages=(heat, FINAL), entry={"least": 2, "most": 7})
    play = Play(terms).drawn(4)
    best, *others = play.course.ballot
    play.play_stage({best: 900} | dict.fromkeys(others, 600))
    return play


@clause("star-blackjack-challenge 21.10.3")
@pytest.mark.parametrize(
    ("advancing", "chips", "on"),
    [
        (3, (20, 20, 10), 2),  # two on top of the play-off have the two places between them
        (3, (20, 10, 5), 2),
        (2, (30, 20, 20), 1),
    ],
)
def test_the_best_of_a_play_off_go_on_whoever_is_level_among_them(
    advancing: int, chips: tuple[int, ...], on: int
) -> None:
    play = by_points(advancing)
    best, level = play.course.ballot[0], play.course.level
    assert play.course.level_for == on
    play.do(play.director, o.PlayOff())
    play.result("0.1", dict(zip(level, chips, strict=True)))
    assert play.phase == "between"
    assert set(play.course.waiting) == {best, *level[:on]}


@clause("star-blackjack-challenge 21.10.3")
def test_who_is_level_on_the_line_again_plays_off_again() -> None:
    """One place for three: two are level on top of the first play-off, and the third is out."""
    play = by_points(2)
    best, (one, two, three) = play.course.ballot[0], play.course.level
    play.do(play.director, o.PlayOff())
    play.result("0.1", {one: 20, two: 20, three: 10})
    assert play.course.level == (one, two)
    play.do(play.director, o.PlayOff())
    play.result("0.2", {one: 5, two: 6})
    assert set(play.course.waiting) == {best, two}


def three_level_for_prizes(still: Literal["again", "share"]) -> tuple[Play, list[str]]:
    ties: dict[str, Any] = {"prizes": "play-off", "play_off_hands": 1, "play_off_chips": "new"}
    terms = changed(
        example("canberra-points"), entry={"least": 3}, ties={**ties, "still_level": still}
    )
    stage = replace(terms.stages[0], points=(10, 7, 5), players=4)
    play = Play(replace(terms, stages=(stage,))).drawn(3)
    play.play_stage({seat.player: 500 for seat in play.course.drawn})
    play.do(play.director, o.AwardPlaces())
    play.do(play.director, o.PlayOff())
    return play, list(play.course.level)


@clause("canberra-blackjack 19.3(a)(xi)(D)")
def test_who_won_a_play_off_stays_ahead_of_those_who_play_on() -> None:
    """The first wins it, and the others are level: they play on for the second place alone."""
    play, (one, two, three) = three_level_for_prizes("again")
    play.result("0.1", {one: 20, two: 10, three: 10})
    play.do(play.director, o.AwardPlaces())
    assert play.course.level == (two, three)
    play.do(play.director, o.PlayOff())
    play.result("0.2", {two: 5, three: 9})
    play.do(play.director, o.AwardPlaces())
    assert play.course.places == ((one,), (three,), (two,))


@clause("canberra-blackjack 19.3(a)(xi)(D)")
def test_who_is_level_on_top_of_a_play_off_shares_and_the_one_below_does_not_win() -> None:
    play, (one, two, three) = three_level_for_prizes("share")
    play.result("0.1", {one: 20, two: 20, three: 10})
    play.do(play.director, o.AwardPlaces())
    assert play.course.places == ((one, two), (three,))
    play.do(play.office, o.PayPrizes())
    paid = prizes_of(play)
    assert paid[one] == paid[two] > paid[three]


# A repechage for the next best


def heats(places: int, chips: tuple[int, ...], **changes: Any) -> tuple[Play, list[str]]:
    """Three tables of seven with these chips at each; and the three who came second."""
    terms: TournamentTerms = changed(
        STAR, stages=(HEATS, replace(REPECHAGE, places=places), SEMI_FINALS, FINAL), **changes
    )
    play = Play(terms).drawn(21)
    held: dict[str, int] = {}
    second: list[str] = []
    for table in (1, 2, 3):
        names = [seat.player for seat in play.course.drawn if seat.table == table]
        held |= dict(zip(names, chips, strict=True))
        second.append(names[1])
    play.play_stage(held)
    return play, second


@clause("star-blackjack-challenge 21.4.2(e)", "star-blackjack-challenge 21.10.3")
def test_who_is_level_for_the_last_places_of_a_repechage_plays_off() -> None:
    """Two places, and all who came second have 4,000: the play-off finds the two."""
    play, (one, two, three) = heats(2, (9000, 4000, 3000, 2000, 1000, 500, 400))
    assert (set(play.course.level), play.course.level_for) == ({one, two, three}, 2)
    play.do(play.director, o.PlayOff())
    play.result("0.1", {one: 300, two: 100, three: 200})
    assert play.phase == "between"
    play.draw()
    assert {seat.player for seat in play.course.drawn} == {one, three}
    # Where they came at their own tables stays what it was, for the places in the end.
    assert {play.course.entrants[name].out_place for name in (one, two, three)} == {2}


@clause("star-blackjack-challenge 21.4.2(e)")
def test_with_room_for_all_who_are_level_nobody_plays_off() -> None:
    play, second = heats(3, (9000, 4000, 3000, 2000, 1000, 500, 400))
    assert play.phase == "between"
    play.draw()
    assert {seat.player for seat in play.course.drawn} == set(second)


@clause("star-blackjack-challenge 21.1.1:play-off", "star-blackjack-challenge 21.4.2(e)")
def test_between_those_with_nothing_left_a_ballot_finds_them() -> None:
    """A play-off is between equal stacks other than nothing. Two of two tables have lost all."""
    terms = changed(
        STAR,
        stages=(HEATS, replace(REPECHAGE, places=1), SEMI_FINALS, FINAL),
        entry={"least": 4, "most": 8},
    )
    play = Play(replace(terms, stages=(replace(HEATS, players=2), *terms.stages[1:]))).drawn(4)
    boxes = {seat.player: seat.box for seat in play.course.drawn}
    play.play_stage({name: 900 if box == 1 else 0 for name, box in boxes.items()})
    [tie] = [event for event in play.events if isinstance(event, e.TieBroken)]
    assert tie.how == "ballot"
    first = next(name for name in play.course.ballot if boxes[name] == 2)
    play.draw()
    assert [seat.player for seat in play.course.drawn] == [first]
