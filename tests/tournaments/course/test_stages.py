"""People, tables, ballots, sessions, and who goes on."""

from fractions import Fraction
from typing import Literal

import pytest
from msgspec.structs import replace

from bythebook.deciders import Person, Revealed, Sealed
from bythebook.draws import digest_of, drawn_order
from bythebook.errors import Malformed, Refused
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import reserved_tables
from bythebook.tournaments.course.finish import pool_lines
from bythebook.tournaments.terms.document import Lateness, Purchase, Stage, TournamentTerms
from tests.clauses import clause
from tests.tournaments.course.courses import DAY, Play, changed, example, only_final, seed

BOOKS = ("star", "canberra-knock-out", "crown", "tasmania-chips")
TABLE = o.TournamentTable


def with_stages(terms: TournamentTerms, *stages: Stage) -> TournamentTerms:
    return changed(terms, stages=tuple(stages))


def by_number(play: Play, table: int) -> list[str]:
    """Who sits at a table, best first as tests let them play."""
    names = (seat.player for seat in play.course.drawn if seat.table == table)
    return sorted(names, key=lambda name: int(name[1:]))


@clause(
    "star-blackjack-challenge 21.5.1",
    "crown-blackjack 18.2.4",
    "tasmania-blackjack 22.2.1",
    "canberra-blackjack 19.3(a)(ii)(B)",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        ("star", "21.5.1"),
        ("canberra-knock-out", "19.3(a)(ii)(B)"),
        ("crown", "18.2.4"),
        ("tasmania-chips", "22.2.1"),
    ],
)
def test_tables_are_named_before_seats_are_drawn(name: str, clause_id: str) -> None:
    play = Play(example(name)).entered(20)
    play.do(play.office, o.CloseEntries())
    play.do(play.director, o.SealDraw(digest_of(seed(1))))
    play.refused(play.director, o.DrawSeats(seed(1)), clause_id)
    events = play.do(play.director, o.NameTables((TABLE(id="t1"), TABLE(id="t2"))))
    assert events[-1] == e.TablesNamed(("t1", "t2"), clause_id)
    play.do(play.director, o.DrawSeats(seed(1)))


@clause("star-blackjack-challenge 6.7.1", "star-blackjack-challenge 21.5.1")
def test_no_low_limit_table_at_the_star() -> None:
    play = Play(example("star")).published()
    low = o.NameTables((TABLE(id="t1"), TABLE(id="t2", low_limit=True)))
    play.refused(play.director, low, "6.7.1")


@clause("star-blackjack-challenge 21.5.2", "crown-blackjack 18.2.5")
@pytest.mark.parametrize(("name", "clause_id"), [("star", "21.5.2"), ("crown", "18.2.5")])
def test_a_table_is_the_tournaments_alone_while_it_is_played(name: str, clause_id: str) -> None:
    play = Play(example(name)).closed(20)
    play.refused(play.director, o.NameTables((TABLE(id="t9", in_use=True),)), clause_id)
    play.do(play.director, o.NameTables((TABLE(id="t1"), TABLE(id="t2"))))
    assert reserved_tables(play.book, play.course) == ((), "")
    play.draw()
    assert reserved_tables(play.book, play.course) == (("t1", "t2"), clause_id)
    # A session is played at a table that is free: in the house, and in the tournament.
    play.refused(play.director, o.StartSession(1, busy=("t1", "t2")), clause_id, at=play.starts)
    play.do(play.director, o.StartSession(1, busy=("t1",)))
    assert play.course.at == {"1.1": "t2"}
    play.play_stage()
    assert reserved_tables(play.book, play.course) == ((), "")


@clause(
    "crown-blackjack 18.2.4",
    "star-blackjack-challenge 21.5.1",
    "tasmania-blackjack 22.2.1",
    "canberra-blackjack 19.3(a)(ii)(B)",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        ("crown", "18.2.4"),
        ("star", "21.5.1"),
        ("tasmania-chips", "22.2.1"),
        ("canberra-knock-out", "19.3(a)(ii)(B)"),
    ],
)
def test_no_more_sessions_at_once_than_tables_that_were_named(name: str, clause_id: str) -> None:
    """Twenty players, three tables of them: two tables named hold two sessions at a time."""
    play = Play(example(name)).closed(20)
    play.do(play.director, o.NameTables((TABLE(id="t1"), TABLE(id="t2"))))
    play.draw()
    play.start(1)
    play.start(2)
    assert play.course.at == {"1.1": "t1", "1.2": "t2"}
    play.refused(play.director, o.StartSession(3), clause_id)
    play.refused(play.director, o.NameTables((TABLE(id="t1"), TABLE(id="t3"))), clause_id)
    play.result("1.1", {})
    play.do(play.director, o.StartSession(3))
    assert play.course.at["1.3"] == "t1"


@clause(
    "canberra-blackjack 19.4",
    "crown-blackjack 18.2.3",
    "tasmania-blackjack 22.1.6",
    "star-blackjack-challenge 21.1.1:tournament-manager",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        ("star", "21.1.1:tournament-manager"),
        ("canberra-knock-out", "19.4"),
        ("crown", "18.2.3"),
        ("tasmania-chips", "22.1.6"),
    ],
)
def test_somebody_is_named_to_run_it_by_the_house(name: str, clause_id: str) -> None:
    play = Play(example(name))
    play.do(play.office, o.Make(play.terms))
    stranger = Person("eve", play.director.role)
    play.refused(stranger, o.NameDirector("eve"), clause_id)
    play.refused(stranger, o.Attend(True), clause_id)
    events = play.do(play.office, o.NameDirector("eve"))
    assert events[-1] == e.DirectorNamed("eve", clause_id)
    play.do(stranger, o.Attend(True))


@clause("crown-blackjack 18.2.3", "tasmania-blackjack 22.1.6")
@pytest.mark.parametrize(("name", "clause_id"), [("crown", "18.2.3"), ("tasmania-chips", "22.1.6")])
def test_the_director_is_there_as_long_as_it_lasts(name: str, clause_id: str) -> None:
    play = Play(example(name)).drawn(20)
    play.do(play.director, o.Attend(False))
    play.refused(play.director, o.StartSession(1), clause_id, at=play.starts)
    play.do(play.director, o.Attend(True))
    play.start(1)
    play.refused(play.director, o.Attend(False), clause_id)
    play.play_stage()
    play.do(play.director, o.Attend(False))


@clause("crown-blackjack 18.2.3(a)", "crown-blackjack 18.2.3")
def test_a_deputy_acts_but_does_not_stand_in_for_presence() -> None:
    play = Play(example("crown")).drawn(20)
    deputy = Person("dan", "tournament-director")
    play.refused(deputy, o.Announce("hello"), "18.2.3")
    play.do(play.director, o.NameDeputy("dan"))
    play.do(deputy, o.Announce("hello"))
    play.refused(deputy, o.Attend(True), "18.2.3")
    play.refused(deputy, o.NameDeputy("dave"), "18.2.3(a)")
    play.do(play.director, o.Attend(False))
    play.refused(deputy, o.StartSession(1), "18.2.3", at=play.starts)


@clause("crown-blackjack 18.3.1", "tasmania-blackjack 22.1.5")
@pytest.mark.parametrize(("name", "clause_id"), [("crown", "18.3.1"), ("tasmania-chips", "22.1.5")])
def test_nobody_plays_before_being_told_how(name: str, clause_id: str) -> None:
    play = Play(example(name)).entered(20)
    play.do(play.office, o.CloseEntries())
    play.do(play.director, o.NameTables((TABLE(id="t1"),)))
    play.do(play.director, o.Attend(True))
    play.refused(play.director, o.Brief(False), clause_id)
    play.draw()
    play.refused(play.director, o.StartSession(1), clause_id, at=play.starts)
    play.do(play.director, o.Brief(True))
    play.do(play.director, o.StartSession(1))


@clause("crown-blackjack 18.3.1", "tasmania-blackjack 22.1.5")
@pytest.mark.parametrize(("name", "clause_id"), [("crown", "18.3.1"), ("tasmania-chips", "22.1.5")])
def test_those_are_told_who_play(name: str, clause_id: str) -> None:
    """Not an empty room, and not only those who had entered by then."""
    play = Play(example(name)).published()
    play.refused(play.director, o.Brief(True), clause_id)
    for number in range(1, 21):
        play.do(play.office, play.entry(f"p{number}"))
        if number == 19:
            play.do(play.director, o.Brief(True))
    play.do(play.office, o.CloseEntries(go_ahead=True))
    play.do(play.director, o.NameTables((TABLE(id="t1"),)))
    play.do(play.director, o.Attend(True))
    play.draw()
    late = next(seat.table for seat in play.course.drawn if seat.player == "p20")
    play.refused(play.director, o.StartSession(late), clause_id, at=play.starts)
    other = next(seat.table for seat in play.course.drawn if seat.table != late)
    play.do(play.director, o.StartSession(other))
    play.result(f"1.{other}", {})
    play.do(play.director, o.Brief(True))
    play.do(play.director, o.StartSession(late))


@clause("crown-blackjack 18.3.2")
def test_practice_hands_come_before_play_and_touch_nothing() -> None:
    play = Play(example("crown")).closed(20)
    before = play.course
    play.do(play.dealer, o.Practise(3))
    assert play.course.practised == 3
    assert (play.course.held_cents, play.course.points) == (before.held_cents, before.points)
    play.draw()
    play.play_stage()
    play.refused(play.dealer, o.Practise(1), "18.3.2")


@clause("canberra-blackjack 19.7", "crown-blackjack 18.1", "star-blackjack-challenge 21.5.4")
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [("canberra-knock-out", "19.7"), ("crown", "18.1"), ("star", "21.5.4")],
)
def test_table_and_seat_by_a_ballot_that_anybody_can_check(name: str, clause_id: str) -> None:
    play = Play(example(name)).closed(16)
    play.refused(play.director, o.DrawSeats(seed(1)), clause_id)
    play.do(play.director, o.SealDraw(digest_of(seed(1))))
    play.refused(play.director, o.DrawSeats(seed(2)), clause_id)
    events = play.do(play.director, o.DrawSeats(seed(1)))
    sealed = [event for event in play.events if isinstance(event, Sealed)]
    assert [event.digest for event in sealed] == [digest_of(seed(1))]
    assert events[1] == Revealed(1, seed(1), clause_id)
    # By hand: the names as the seed draws them, three tables of 6, 5 and 5.
    order = drawn_order(seed(1), [f"p{number}" for number in range(1, 17)])
    tables = {1: order[:6], 2: order[6:11], 3: order[11:]}
    assert {(s.table, s.box): s.player for s in play.course.drawn} == {
        (table, box): player
        for table, players in tables.items()
        for box, player in enumerate(players, 1)
    }


@clause("canberra-blackjack 19.7")
def test_a_new_ballot_before_each_session() -> None:
    play = Play(example("canberra-points")).drawn(16)
    first = play.course.drawn
    with pytest.raises(Refused, match="a seed is sealed before the ballot"):
        play.do(play.director, o.DrawSeats(seed(1)))
    play.do(play.director, o.SealDraw(digest_of(seed(2))))
    play.refused(play.director, o.DrawSeats(seed(2)), "19.7")
    play.play_stage()
    play.do(play.director, o.DrawSeats(seed(2)))
    assert play.course.drawn != first
    assert {s.player for s in play.course.drawn} == {s.player for s in first}


@clause("canberra-blackjack 19.8")
def test_the_director_says_how_many_sit_at_a_table() -> None:
    play = Play(example("canberra-knock-out")).closed(16)
    with pytest.raises(Refused) as caught:
        play.draw(8)
    assert caught.value.clause == "19.8"
    play.do(play.director, o.DrawSeats(seed(1), 4))
    sizes = [sum(s.table == table for s in play.course.drawn) for table in (1, 2, 3, 4)]
    assert sizes == [4, 4, 4, 4]


@clause("canberra-blackjack 19.3(a)(ii)(C)")
@pytest.mark.parametrize(("at_a_table", "fit"), [(2, True), (1, False)])
def test_no_more_reach_the_final_than_its_table_holds(at_a_table: int, fit: bool) -> None:
    """Fourteen who play two to a table leave seven for the final; alone at theirs, all of them."""
    terms = example("canberra-knock-out")
    heats, *_, final = terms.stages
    terms = changed(
        with_stages(terms, heats, final),
        entry={"most": 49},
        structure={"repechage": ""},
        not_applicable=(*terms.not_applicable, "repechage"),
    )
    play = Play(terms).closed(14)
    if not fit:
        with pytest.raises(Refused) as caught:  # now, not when nothing can be done about it
            play.draw(at_a_table)
        assert caught.value.clause == "19.3(a)(ii)(C)"
        return
    play.draw(at_a_table)
    play.play_stage()
    play.do(play.director, o.SealDraw(digest_of(seed(9))))
    play.refused(play.director, o.DrawSeats(seed(9), 6), "19.3(a)(ii)(C)")  # there is one table
    play.do(play.director, o.DrawSeats(seed(9)))
    assert len(play.course.drawn) == 7


@clause("canberra-blackjack 19.3(a)(ii)(B)")
def test_sit_and_go_tables_fill_by_entry_and_begin_when_full() -> None:
    play = Play(example("canberra-sit-and-go")).published()
    play.ready()
    for number in range(1, 7):
        play.do(play.office, play.entry(f"p{number}"))
    with pytest.raises(Refused) as caught:
        play.draw()
    assert caught.value.clause == "19.7"
    play.do(play.office, play.entry("p7"))
    play.do(play.office, play.entry("p8"))
    play.do(play.director, o.DrawSeats(seed(1)))
    assert {s.player for s in play.course.drawn} == {f"p{number}" for number in range(1, 8)}
    assert [s.player for s in play.course.drawn] == list(
        drawn_order(seed(1), [f"p{number}" for number in range(1, 8)])
    )
    # Play begins while others still enter.
    play.do(play.director, o.StartSession(1))
    for number in range(9, 17):
        play.do(play.office, play.entry(f"p{number}"))
    play.seeds = 1
    play.draw()
    assert {s.player for s in play.course.drawn if s.table == 2} == {
        f"p{number}" for number in range(8, 15)
    }
    play.do(play.director, o.StartSession(2))
    play.result("1.1", {"p3": 900})
    play.result("1.2", {"p9": 900})
    assert play.phase == "playing"
    play.do(play.office, o.CloseEntries())
    play.draw()
    assert {s.player for s in play.course.drawn if s.table == 3} == {"p15", "p16"}
    play.do(play.director, o.StartSession(3))
    play.result("1.3", {"p16": 900})
    assert play.phase == "between"
    assert set(play.course.waiting) == {"p3", "p9", "p16"}


@clause("canberra-blackjack 19.3(a)(ii)(B)", "canberra-blackjack 19.3(a)(ii)(E)")
def test_only_the_first_tables_fill_by_entry() -> None:
    """Who waits through a repechage has no table in it, and is drawn with everybody after it."""
    fills = {"begins": "table-full", "sessions": "as soon as seven are there", "seats": "by entry"}
    play = Play(changed(example("canberra-knock-out"), structure=fills)).closed(14)
    play.draw()
    play.draw()
    play.play_stage()
    winners = set(play.course.waiting)
    play.draw()
    play.play_stage()
    chosen = set(play.course.waiting) - winners
    play.draw()
    assert play.course.stage == 3
    assert {seat.player for seat in play.course.drawn} == winners | chosen


@clause(
    "star-blackjack-challenge 21.5.3",
    "canberra-blackjack 19.7",
    "crown-blackjack 18.4.1(b)",
    "tasmania-blackjack 22.2.9",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        ("star", "21.5.3"),
        ("canberra-knock-out", "19.7"),
        ("crown", "18.4.1(b)"),
        ("tasmania-chips", "22.2.9"),
    ],
)
def test_a_start_is_moved_with_notice(name: str, clause_id: str) -> None:
    play = Play(example(name)).drawn(20)
    now = play.starts - 3600
    play.refused(play.director, o.StartSession(1), clause_id, at=play.starts - 1)
    play.refused(play.director, o.MoveStart(now + 1799, 30), clause_id, at=now)
    play.refused(play.director, o.MoveStart(now + 1800, 0), clause_id, at=now)
    if name != "canberra-knock-out":  # where nothing is said of reasonable notice
        play.refused(play.director, o.MoveStart(now + 1800, 14), clause_id, at=now)
        play.do(play.director, o.MoveStart(now + 1800, 15), at=now)
    events = play.do(play.director, o.MoveStart(now + 1800, 30), at=now)
    assert events[-1] == e.StartMoved(1, now + 1800, 30, clause_id)
    play.refused(play.director, o.StartSession(1), clause_id, at=now + 1799)
    play.do(play.director, o.StartSession(1), at=now + 1800)


@clause(
    "star-blackjack-challenge 21.6.1:allotment",
    "crown-blackjack 18.4.3(b)",
    "tasmania-blackjack 22.3.2",
    "canberra-blackjack 19.3(a)(iv)",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        ("star", "21.6.1:allotment"),
        ("canberra-knock-out", "19.3(a)(iv)"),
        ("crown", "18.4.3(b)"),
        ("tasmania-chips", "22.3.2"),
    ],
)
def test_everybody_starts_a_session_with_the_same_chips(name: str, clause_id: str) -> None:
    play = Play(example(name)).drawn(20)
    play.start(1)
    play.start(2)
    chips = {seat.chips for session in play.course.sessions.values() for seat in session.seats}
    assert chips == {play.terms.stages[0].chips}
    begun = [event for event in play.events if isinstance(event, e.SessionStarted)]
    assert [event.clause for event in begun] == [clause_id, clause_id]


@clause("tasmania-blackjack 22.9.3", "tasmania-blackjack 22.3.2")
def test_no_buy_in_no_place_and_no_refund_live() -> None:
    play = Play(example("tasmania-live")).drawn(20)
    seated = [seat.player for seat in play.course.drawn if seat.table == 1]
    play.now = play.starts
    buy_in = play.terms.money.buy_in_cents
    fee = play.terms.money.fee_cents
    assert buy_in
    assert fee
    for player in seated[1:]:
        play.do(play.person(player), o.PayBuyIn(player))
        play.refused(play.person(player), o.PayBuyIn(player), "22.3.2")
    events = play.do(play.director, o.StartSession(1))
    assert e.PlaceLost(seated[0], "22.9.3") in events
    assert {seat.player for seat in play.course.sessions["1.1"].seats} == set(seated[1:])
    assert play.flow[seated[0]] == -fee
    assert play.flow[seated[1]] == -fee - buy_in


@clause("star-blackjack-challenge 21.6.2", "star-blackjack-challenge 21.1.1:buy-in")
def test_no_buy_in_no_place_at_the_star() -> None:
    play = Play(changed(example("star"), money={"buy_in_cents": 5000})).drawn(20)
    seated = [seat.player for seat in play.course.drawn if seat.table == 1]
    play.now = play.starts
    for player in seated[1:]:
        play.do(play.dealer, o.PayBuyIn(player))
    play.do(play.director, o.StartSession(1))
    assert play.course.entrants[seated[0]].standing == "lost-place"
    assert play.flow[seated[0]] == -(play.terms.money.fee_cents or 0)
    play.refused(play.dealer, o.PayBuyIn(seated[1]), "21.6.2")


@clause("canberra-blackjack 19.9")
@pytest.mark.parametrize("format_", ["chips", "elimination"])
def test_not_seated_at_the_start_loses_the_place_and_the_fee_stays(
    format_: Literal["chips", "elimination"],
) -> None:
    play = Play(changed(example("canberra-knock-out"), format=format_)).drawn(20)
    gone = play.course.drawn[0].player
    play.refused(play.director, o.LosePlace(gone), "19.9", at=play.starts - 1)
    play.do(play.director, o.LosePlace(gone), at=play.starts)
    play.do(play.director, o.StartSession(1))
    assert gone not in {seat.player for seat in play.course.sessions["1.1"].seats}
    assert play.course.held_cents == 20 * 11000


@clause("canberra-blackjack 19.10")
def test_a_reserve_pays_and_sits_at_the_first_session_only() -> None:
    play = Play(example("canberra-knock-out")).entered(20)
    play.do(play.office, play.entry("res", reserve=True))
    play.do(play.office, play.entry("sid", reserve=True))
    assert play.course.money_in == 20 * 11000
    play.do(play.office, o.CloseEntries())
    play.ready()
    play.draw()
    gone = play.course.drawn[0]
    seat_reserve = o.SeatReserve(player="res", instead_of=gone.player)
    play.refused(play.director, seat_reserve, "19.10", at=play.starts)
    play.do(play.director, o.LosePlace(gone.player))
    play.refused(play.director, o.SeatReserve(player="p2", instead_of=gone.player), "19.10")
    play.do(play.director, seat_reserve)
    assert play.flow["res"] == -11000
    assert play.course.drawn[0] == e.Drawn(gone.table, gone.box, "res")
    play.play_stage()
    play.draw()
    play.now = play.starts + 400 * DAY
    play.do(play.director, o.LosePlace(play.course.drawn[0].player))
    late = o.SeatReserve(player="sid", instead_of=play.course.drawn[0].player)
    play.refused(play.director, late, "19.10")


@clause("tasmania-blackjack 22.2.3:no-replacement", "tasmania-blackjack 22.2.2(d)")
@pytest.mark.parametrize("name", ["tasmania-elimination", "tasmania-live"])
def test_a_late_players_seat_stays_empty_in_tasmania(name: str) -> None:
    play = Play(example(name)).drawn(20)
    gone = play.course.drawn[0].player
    events = play.do(play.director, o.LosePlace(gone), at=play.starts)
    assert events[-1] == e.PlaceLost(gone, "22.2.2(d)")
    seat = o.SeatReserve(player="p1", instead_of=gone)
    play.refused(play.director, seat, "22.2.3:no-replacement")
    play.start(1)
    assert gone not in {seat.player for seat in play.course.sessions["1.1"].seats}


@clause("tasmania-blackjack 22.2.2(d)")
def test_a_late_player_keeps_the_place_where_chips_have_no_value() -> None:
    play = Play(example("tasmania-chips")).drawn(20)
    gone = play.course.drawn[0].player
    play.refused(play.director, o.LosePlace(gone), "22.2.2(d)", at=play.starts)


@clause("crown-blackjack 18.4.8(b)(i)")
@pytest.mark.parametrize(("first", "lost"), [("place-lost", True), ("minimum-deducted", False)])
def test_lateness_at_crown_as_the_terms_say(
    first: Literal["place-lost", "minimum-deducted"], lost: bool
) -> None:
    late = Lateness(first=first, says="so it is")
    play = Play(changed(example("crown"), conduct={"late": late})).drawn(20)
    gone = play.course.drawn[0].player
    if lost:
        play.do(play.director, o.LosePlace(gone), at=play.starts)
        assert play.course.entrants[gone].standing == "lost-place"
    else:
        play.refused(play.director, o.LosePlace(gone), "18.4.8(b)(i)", at=play.starts)


@clause(
    "star-blackjack-challenge 21.10.1",
    "star-blackjack-challenge 21.5.8",
    "tasmania-blackjack 22.6.3",
    "tasmania-blackjack 22.1.3(f)",
    "canberra-blackjack 19.3(a)(ii)(C)",
    "crown-blackjack 18.4.3(a)(iii)",
)
@pytest.mark.parametrize("name", BOOKS)
def test_the_number_that_goes_on_is_fixed_and_they_are_announced(name: str) -> None:
    play = Play(example(name)).drawn(21)
    stage = play.terms.stages[0]
    best = {table: by_number(play, table)[: stage.advancing] for table in (1, 2, 3)}
    play.play_stage()
    ended = play.events[-1]
    assert isinstance(ended, e.StageEnded)
    expected = {name for names in best.values() for name in names}
    assert set(ended.advancing) == expected
    assert set(play.course.waiting) == expected
    assert len(ended.out) == 21 - len(expected)


@clause("star-blackjack-challenge 21.5.8", "star-blackjack-challenge 21.5.9")
def test_totals_are_handed_over_by_staff_and_missing_chips_recorded() -> None:
    play = Play(example("star")).drawn(14)
    play.start(1)
    names = [seat.player for seat in play.course.sessions["1.1"].seats]
    play.dealer = play.person("p1")
    with pytest.raises(Refused) as caught:
        play.result("1.1", {names[0]: 5000})
    assert caught.value.clause == "21.5.8"
    play.dealer = Person("dean", "dealer")
    events = play.result("1.1", {names[0]: 5000}, missing=75)
    assert e.ChipsMissed("1.1", 75, "21.5.9") in events
    assert play.course.chips_missing == 75
    taken = next(event for event in events if isinstance(event, e.ResultTaken))
    assert taken.clause == "21.5.8"


def test_a_result_is_about_those_who_sat_there() -> None:
    play = Play(example("star")).drawn(14)
    with pytest.raises(Malformed):
        play.start(3)
    play.start(1)
    with pytest.raises(Malformed):
        play.start(1)
    play.result("1.1", {})
    with pytest.raises(Malformed):
        play.result("1.1", {})


@clause("canberra-blackjack 19.3(a)(ii)(E)")
def test_a_repechage_for_the_next_best() -> None:
    terms = example("canberra-knock-out")
    heats, repechage, semis, final = terms.stages
    short = with_stages(terms, heats, replace(repechage, places=4), semis, final)
    play = Play(short).drawn(21)
    play.play_stage()
    winners = set(play.course.waiting)
    second = {
        sorted((s.player for s in play.course.drawn if s.table == table), key=lambda p: int(p[1:]))[
            1
        ]
        for table in (1, 2, 3)
    }
    play.draw()
    chosen = {s.player for s in play.course.drawn}
    assert len(chosen) == 4
    assert second < chosen
    assert not chosen & winners
    play.play_stage()
    play.draw()
    assert winners < {s.player for s in play.course.drawn}
    assert len(play.course.drawn) == 4


@clause("crown-blackjack 18.4.3(a)(v)", "canberra-blackjack 19.3(a)(ii)(E)")
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize(
    ("name", "clause_id"), [("crown", "18.4.3(a)(v)"), ("canberra-knock-out", "19.3(a)(ii)(E)")]
)
def test_a_repechage_that_the_director_decides_on(name: str, clause_id: str, held: bool) -> None:
    terms = example(name)
    qualifying, *_, semis, final = terms.stages
    extra = replace(qualifying, kind="repechage", may_be_held=True, name="second chance")
    terms = changed(
        with_stages(terms, qualifying, extra, semis, final),
        entry={"most": 28},
        structure={"repechage": "The director decides whether there is one for those eliminated."},
        not_applicable=tuple(item for item in terms.not_applicable if item != "repechage"),
    )
    play = Play(terms).drawn(14)
    play.play_stage()
    with pytest.raises(Refused) as caught:
        play.draw()
    assert caught.value.clause == clause_id
    decided = play.do(play.director, o.HoldRepechage(held))
    assert decided[-1] == e.RepechageDecided(2, held, clause_id)
    play.do(play.director, o.DrawSeats(seed(play.seeds)))
    assert len(play.course.drawn) == (12 if held else 2)
    assert play.course.stage == (2 if held else 3)


@clause("canberra-blackjack 19.3(a)(ii)(F)", "canberra-blackjack 19.6")
def test_buying_back_in_gives_a_new_seat_and_joins_the_pool() -> None:
    terms = example("canberra-knock-out")
    heats, _, semis, final = terms.stages
    terms = changed(
        with_stages(terms, heats, semis, final),
        money={"buy_backs": Purchase(amount_cents=5500, chips=2000, most=1, how="at the desk")},
        not_applicable=("criteria", "session-awards", "repechage"),
        structure={"repechage": ""},
    )
    play = Play(terms).drawn(14)
    play.refused(play.person("p14"), o.BuyChips("p14", "buy-back"), "19.3(a)(ii)(F)")
    play.play_stage()
    play.refused(play.person("p1"), o.BuyChips("p1", "buy-back"), "19.3(a)(ii)(F)")
    play.do(play.person("p14"), o.BuyChips("p14", "buy-back"))
    play.refused(play.person("p14"), o.BuyChips("p14", "buy-back"), "19.3(a)(ii)(F)")
    assert play.course.held_cents == 14 * 11000 + 5500
    lines = {what: (cents, by) for what, cents, by in pool_lines(play.book.rules, play.course)}
    assert lines["chips bought"] == (5500, "19.3(a)(ii)(F)")
    play.draw()
    assert "p14" in {seat.player for seat in play.course.drawn}
    play.play_stage({"p14": 9000})
    # Out again, after the stage in which it was on offer.
    play.refused(play.person("p13"), o.BuyChips("p13", "buy-back"), "19.3(a)(ii)(F)")


@clause("star-blackjack-challenge 21.4.2(g)", "crown-blackjack 18.4.3(a)(iv)")
@pytest.mark.parametrize(("name", "clause_id"), [("star", "21.4.2(g)"), ("crown", "18.4.3(a)(iv)")])
def test_no_buying_back_where_the_conditions_have_none(name: str, clause_id: str) -> None:
    play = Play(changed(example(name), money={"buy_backs": None})).drawn(14)
    play.play_stage()
    out = play.course.eliminated[0]
    play.refused(play.person(out), o.BuyChips(out, "buy-back"), clause_id)


@clause("crown-blackjack 18.4.1(a)(ii)", "crown-blackjack 18.4.3(a)(iv)")
def test_a_re_buy_is_paid_once_by_players_still_in() -> None:
    """And by nobody before the start: everybody begins with the same bank (18.4.3(b))."""
    play = Play(example("crown")).closed(14)
    again = o.BuyChips("p1", "re-buy")
    play.refused(play.person("p1"), again, "18.4.3(b)")
    play.draw()
    play.refused(play.person("p1"), again, "18.4.3(b)")
    play.start(1)
    play.start(2)
    banks = {seat.player: seat.chips for one in play.course.sessions.values() for seat in one.seats}
    assert set(banks.values()) == {2000}
    play.do(play.person("p1"), again)
    play.refused(play.person("p1"), again, "18.4.3(a)(iv)")
    play.refused(play.person("p1"), o.BuyChips("p1", "add-on"), "18.4.3(a)(iv)")
    assert play.course.held_cents == 14 * 25000 + 10000


@clause("canberra-blackjack 19.3(a)(ii)(D)", "canberra-blackjack 19.3(a)(ix)(B)")
def test_points_over_three_sessions_ties_pooled() -> None:
    play = Play(example("canberra-points")).drawn(14)
    first = [[s.player for s in play.course.drawn if s.table == table] for table in (1, 2)]
    chips = {name: 900 - 100 * place for names in first for place, name in enumerate(names)}
    chips[first[0][1]] = chips[first[0][0]]  # level for the first place of table 1
    play.play_stage(chips)
    ended = play.events[-1]
    assert isinstance(ended, e.StageEnded)
    assert ended.clause == "19.3(a)(ix)(B)"
    total = {name: Fraction(text) for name, text in play.course.points.items()}
    assert total[first[0][0]] == total[first[0][1]] == Fraction(17, 2)
    assert total[first[1][0]] == 10
    assert sum(total.values()) == 2 * 28
    assert len(play.course.waiting) == 14  # everybody plays again
    play.draw()
    play.play_stage()
    assert play.events[-1].clause == "19.3(a)(ii)(D)"  # type: ignore[attr-defined]
    total = {name: Fraction(text) for name, text in play.course.points.items()}
    assert sum(total.values()) == 4 * 28


@clause("star-blackjack-challenge 21.11.2", "star-blackjack-challenge 20.18")
def test_play_waits_for_a_ruling_at_the_star() -> None:
    play = Play(example("star")).drawn(14)
    play.do(play.person("p1"), o.RaiseDispute("my chips were counted wrong"))
    play.refused(play.director, o.StartSession(1), "21.11.2", at=play.starts)
    play.refused(play.person("p1"), o.Rule(1, "I win"), "21.11.2")
    events = play.do(play.director, o.Rule(1, "counted again: 1,950"))
    assert events[-1] == e.DisputeRuled(1, "counted again: 1,950", "21.11.2", "20.18")
    play.do(play.director, o.StartSession(1))


@clause("crown-blackjack 18.4.8(h)", "crown-blackjack 18.4.8(j)", "canberra-blackjack 16.4")
@pytest.mark.parametrize(
    ("name", "final", "complaint"),
    [("crown", "18.4.8(h)", "18.4.8(j)"), ("canberra-knock-out", "16.4", "16.4")],
)
def test_a_ruling_is_final_and_tells_of_the_inspector(
    name: str, final: str, complaint: str
) -> None:
    play = Play(example(name)).entered(1)
    raised = play.do(play.person("p1"), o.RaiseDispute("the bell came too late"))
    assert raised[-1] == e.DisputeRaised(1, "the bell came too late", "p1", final)
    events = play.do(play.director, o.Rule(1, "it did not"))
    assert events[-1] == e.DisputeRuled(1, "it did not", final, complaint)
    play.refused(play.director, o.Rule(1, "or did it"), final)
    with pytest.raises(Malformed):
        play.do(play.director, o.Rule(2, "which one"))


@clause("tasmania-blackjack 22.1.3(d)", "tasmania-blackjack 22.1.3(e)")
def test_the_operator_gives_out_sessions_and_tables() -> None:
    play = Play(example("tasmania-chips")).closed(20)
    play.do(play.office, o.SealDraw(digest_of(seed(1))))
    play.refused(play.dealer, o.DrawSeats(seed(1)), "22.1.3(e)")
    play.do(play.office, o.DrawSeats(seed(1)))
    drawn = play.events[-1]
    assert isinstance(drawn, e.SeatsDrawn)
    assert (drawn.stage, drawn.clause) == (1, "22.1.3(e)")
    # Everybody has one table in the first session, and nobody two.
    assert sorted(seat.player for seat in drawn.seats) == sorted(play.course.entrants)


def test_a_sit_and_go_stage_ends_also_when_entries_close_last() -> None:
    play = Play(example("canberra-sit-and-go")).published()
    play.ready()
    for number in range(1, 15):
        play.do(play.office, play.entry(f"p{number}"))
        if number % 7 == 0:
            play.draw()
    play.now = play.starts
    for table in (1, 2):
        play.do(play.director, o.StartSession(table))
        play.result(f"1.{table}", {f"p{7 * table}": 900})
    assert play.phase == "playing"
    play.do(play.office, o.CloseEntries())
    assert play.phase == "between"
    assert set(play.course.waiting) == {"p7", "p14"}


def test_and_when_the_last_who_waits_withdraws() -> None:
    play = Play(example("canberra-sit-and-go")).published()
    play.ready()
    for number in range(1, 16):
        play.do(play.office, play.entry(f"p{number}"))
    play.draw()
    play.draw()
    play.do(play.office, o.CloseEntries())
    play.now = play.starts
    for table in (1, 2):
        play.do(play.director, o.StartSession(table))
        play.result(f"1.{table}", {f"p{7 * table}": 900})
    assert play.phase == "playing"
    play.do(play.person("p15"), o.Withdraw("p15"))
    assert play.phase == "between"


@clause("tasmania-blackjack 22.6.5", "tasmania-blackjack 22.10.9")
@pytest.mark.parametrize("name", ["tasmania-chips", "tasmania-elimination"])
def test_finalists_sit_at_one_table_whatever_was_written(name: str) -> None:
    """Also by terms that were published before this was asked of them."""
    terms = only_final(example(name))
    play = Play(terms).closed(6)
    wrong = replace(terms, stages=(replace(terms.stages[0], tables=2),))
    play.state = replace(play.course, terms=wrong)
    play.draw()
    assert {seat.table for seat in play.course.drawn} == {1}


@clause("star-blackjack-challenge 21.5.6.1")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_number_of_deductions_in_the_terms_reaches_the_table(rounds: int) -> None:
    late = Lateness(first="minimum-deducted", rounds=rounds)
    play = Play(changed(example("star"), conduct={"late": late})).drawn(14)
    play.start(1)
    session = play.course.sessions["1.1"]
    assert (session.late, session.late_rounds) == ("deducted", rounds)
