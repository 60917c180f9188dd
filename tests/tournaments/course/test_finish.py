"""Places, prizes, disqualification: money comes out even to the cent."""

from typing import Literal

import msgspec
import pytest

from bythebook.deciders import Event
from bythebook.errors import BrokenInvariant, Refused
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import evolve, pool
from bythebook.tournaments.course.finish import pool_lines
from bythebook.tournaments.course.state import Course
from bythebook.tournaments.terms.document import Added, Commission, Prize, TournamentTerms
from bythebook.tournaments.values import SessionResult, Standing
from tests.clauses import clause
from tests.tournaments.course.courses import (
    Play,
    changed,
    example,
    finish,
    only_final,
    paid_out,
    prizes_of,
)

EXAMPLES = (
    "star", "canberra-knock-out", "canberra-points", "crown", "tasmania-chips",
    "tasmania-elimination", "jokers-wild", "tasmania-live",
)  # fmt: skip

PLACE_50 = Prize(percent_hundredths=50_00)


def at_final(terms: TournamentTerms, count: int = 14) -> Play:
    """A tournament whose stages before the final are played."""
    play = Play(terms).drawn(count)
    while not play.terms.is_final(play.course.stage):
        play.play_stage()
        play.draw()
    return play


@clause("canberra-blackjack 19.19", "star-blackjack-challenge 21.3.2", "crown-blackjack 18.4.7(b)")
@pytest.mark.parametrize("name", EXAMPLES)
def test_money_in_is_money_out_to_the_cent(name: str) -> None:
    play = Play(example(name)).closed(30).to_the_end()
    assert play.phase == "over"
    assert play.course.money_in == play.course.money_out > 0
    assert sum(play.flow.values()) == 0
    paid = paid_out(play)
    assert sum(share.cents for share in paid.shares) == (
        paid.fees - paid.commission + paid.added + paid.topped_up + paid.house_adds
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_events_written_down_and_read_again_give_the_same(name: str) -> None:
    play = Play(example(name)).closed(22).to_the_end()
    kinds = e.AnyEvent
    written = msgspec.json.encode(play.events)
    again: Course | None = None
    for event in msgspec.json.decode(written, type=list[kinds]):  # type: ignore[valid-type]
        again = evolve(again, event)
    assert again == play.state


@clause("canberra-blackjack 19.18", "star-blackjack-challenge 21.5.8", "tasmania-blackjack 22.6.1")
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [("canberra-knock-out", "19.18"), ("star", "21.5.8"), ("tasmania-chips", "22.6.1")],
)
def test_places_are_worked_out_and_told(name: str, clause_id: str) -> None:
    play = at_final(example(name))
    play.refused(play.director, o.AwardPlaces(), clause_id)
    finalists = [seat.player for seat in play.course.drawn]
    play.play_stage({name: 1000 + index for index, name in enumerate(finalists)})
    play.refused(play.office, o.PayPrizes(), play.book.rules.acts["pay-prizes"].clause)
    awarded = play.do(play.director, o.AwardPlaces())[-1]
    assert isinstance(awarded, e.PlacesAwarded)
    assert awarded.clause == clause_id
    assert awarded.places[: len(finalists)] == tuple((name,) for name in finalists[::-1])
    assert sum(map(len, awarded.places)) == 14


@clause(
    "canberra-blackjack 16.4", "crown-blackjack 18.4.8(h)", "star-blackjack-challenge 21.11.2",
    "tasmania-blackjack 22.1.6",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        ("canberra-knock-out", "16.4"),
        ("crown", "18.4.8(h)"),
        ("star", "21.11.2"),
        ("tasmania-chips", "22.1.6"),
    ],
)
def test_nothing_is_awarded_or_paid_while_something_is_in_dispute(
    name: str, clause_id: str
) -> None:
    play = at_final(example(name))
    play.play_stage()
    payer = play.director if name == "crown" else play.office
    play.do(play.person("p1"), o.RaiseDispute("my chips were counted wrong"))
    play.refused(play.director, o.AwardPlaces(), clause_id)
    play.do(play.director, o.Rule(1, "counted again"))
    play.do(play.director, o.AwardPlaces())
    play.do(play.person("p1"), o.RaiseDispute("the places are wrong"))
    play.refused(payer, o.PayPrizes(), clause_id)
    play.do(play.director, o.Rule(2, "they stand"))
    play.do(payer, o.PayPrizes())
    assert play.phase == "over"


@clause("canberra-blackjack 19.3(a)(x)", "canberra-blackjack 19.19", "canberra-blackjack 19.20")
def test_worked_round_25_from_entries_to_prizes() -> None:
    """41 fees of $110, 10 %, four level for second: 2,029.50 and 2 x 507.38 + 2 x 507.37."""
    terms = changed(example("canberra-knock-out"), prizes={"places": tuple(
        Prize(percent_hundredths=share) for share in (5000, 3000, 2000)
    )})  # fmt: skip
    heats, *_, final = terms.stages
    terms = changed(
        terms,
        stages=(heats, final),
        structure={"repechage": ""},
        entry={"most": 49},
        not_applicable=(*terms.not_applicable, "repechage"),
    )
    play = Play(terms).entered(40)
    play.do(play.office, play.entry("p41", reserve=True))
    play.do(play.office, o.CloseEntries())
    play.ready()
    play.draw()
    gone = play.course.drawn[5].player
    play.do(play.director, o.LosePlace(gone), at=play.starts)
    play.do(play.director, o.SeatReserve(player="p41", instead_of=gone))
    while not play.terms.is_final(play.course.stage):
        play.play_stage()
        play.draw()
    finalists = [seat.player for seat in play.course.drawn]
    winner, *level = finalists[:5]
    chips = {winner: 9000} | dict.fromkeys(level, 4000)
    shares = finish(play, chips)
    order = [name for name in play.course.ballot if name in level]
    assert shares == {winner: 202950} | dict(zip(order, (50738, 50738, 50737, 50737), strict=True))
    assert play.flow["house"] == 45100


@clause(
    "canberra-blackjack 19.3(a)(xi)(A)",
    "canberra-blackjack 19.3(a)(xi)(C)",
    "canberra-blackjack 19.19",
    "canberra-blackjack A:tournament-chips",
)
@pytest.mark.parametrize(
    ("chips", "shares"),
    [
        # Fees of 5 x $110 less 10 % are $495.00: $247.50, $148.50, $99.00.
        ((5, 4, 3, 2, 1), (24750, 14850, 9900, 0, 0)),
        ((5, 5, 3, 2, 1), (19800, 19800, 9900, 0, 0)),
        ((5, 4, 4, 2, 1), (24750, 12375, 12375, 0, 0)),
        ((5, 4, 3, 3, 1), (24750, 14850, 4950, 4950, 0)),
        ((5, 4, 3, 2, 2), (24750, 14850, 9900, 0, 0)),
        ((5, 5, 5, 2, 1), (16500, 16500, 16500, 0, 0)),
        ((5, 4, 4, 4, 1), (24750, 8250, 8250, 8250, 0)),
        ((5, 4, 3, 3, 3), (24750, 14850, 3300, 3300, 3300)),
        ((5, 5, 5, 5, 1), (12375, 12375, 12375, 12375, 0)),
        ((5, 4, 4, 4, 4), (24750, 6188, 6188, 6187, 6187)),
        ((0, 0, 0, 0, 0), (9900, 9900, 9900, 9900, 9900)),
    ],
)
def test_ties_in_a_final_at_every_place(chips: tuple[int, ...], shares: tuple[int, ...]) -> None:
    play = Play(only_final(example("canberra-knock-out"))).drawn(5)
    # Chips by the order of the ballot, so that odd cents go to those named first.
    got = finish(play, dict(zip(play.course.ballot, (100 * n for n in chips), strict=True)))
    assert tuple(got.get(name, 0) for name in play.course.ballot) == shares
    level = len(set(chips[:3])) < 3 or chips[3] == chips[2]
    assert (paid_out(play).clause, paid_out(play).combined) == (
        "19.19",
        "19.3(a)(xi)(C)" if level else "",
    )
    assert play.events[-1] == e.TournamentEnded("A:tournament-chips")


@clause("tasmania-blackjack 22.6.5", "tasmania-blackjack 22.10.9")
@pytest.mark.parametrize("name", ["tasmania-chips", "tasmania-elimination"])
def test_worked_round_23_final(name: str) -> None:
    terms = only_final(
        example(name),
        money={
            "fee_cents": 300_000, "commission": Commission(percent_hundredths=1000),
            "added": (Added(kind="cash", value_cents=190_000),), "guarantee_cents": 0,
        },
        prizes={"places": tuple(Prize(cents=cents) for cents in (500_000, 300_000, 200_000))},
    )  # fmt: skip
    terms = changed(terms, entry={"least": 3})
    play = Play(terms).drawn(3)
    a, b, c = play.course.ballot
    got = finish(play, {a: 2400, b: 2400, c: 1100})
    assert got == {a: 400_000, b: 400_000, c: 200_000}
    assert paid_out(play).combined in ("22.6.5", "22.10.9")
    play = Play(terms).drawn(3)
    names = play.course.ballot
    assert finish(play, dict.fromkeys(names, 1966)) == dict.fromkeys(names, 333_334)
    # Commission $900.00; the house put in $1,900.00, and two cents so that shares go up.
    assert play.flow["house"] == 90_000 - 190_000 - 2


@clause("tasmania-blackjack 22.6.5")
def test_finalists_without_chips_are_level_too() -> None:
    play = Play(only_final(example("tasmania-chips"))).drawn(2)
    first, second = play.course.ballot
    got = finish(play, {first: 0, second: 0})
    assert got[first] == got[second]


@clause("crown-blackjack 18.4.7(b)")
def test_worked_round_25_of_crown_in_a_final() -> None:
    """$1,501.01 for two who are level: the cent goes to whoever sits first clockwise."""
    terms = only_final(
        example("crown"),
        money={"fee_cents": 0, "added": (Added(kind="cash", value_cents=150_101),)},
        prizes={"places": (Prize(cents=100_000), Prize(cents=50_101))},
    )
    play = Play(terms).drawn(2)
    first, second = (seat.player for seat in sorted(play.course.drawn, key=lambda s: s.box))
    assert finish(play, {first: 1025, second: 1025}) == {first: 75_051, second: 75_050}
    three = Play(changed(terms, prizes={"places": (Prize(cents=150_101),)})).drawn(3)
    names = [seat.player for seat in sorted(three.course.drawn, key=lambda s: s.box)]
    got = finish(three, dict.fromkeys(names, 1025))
    assert [got[name] for name in names] == [50_034, 50_034, 50_033]  # two cents over: one each


@clause("canberra-blackjack 19.3(a)(xi)(D)", "canberra-blackjack 19.3(a)(xi)(B)")
@pytest.mark.parametrize("still", ["share", "again"])
def test_level_on_points_and_further_hands_for_the_prizes(still: Literal["share", "again"]) -> None:
    terms = example("canberra-points")
    terms = changed(
        changed(terms, stages=terms.stages[:1]),
        entry={"least": 2, "most": 7},
        ties={
            "prizes": "play-off", "play_off_hands": 3, "play_off_chips": "new",
            "still_level": still,
        },
    )  # fmt: skip
    play = Play(terms).drawn(4)
    a, b, c, d = play.course.ballot
    play.play_stage({a: 900, b: 900, c: 500, d: 400})
    level = play.do(play.director, o.AwardPlaces())[-1]
    assert isinstance(level, e.LevelForPlaces)
    assert (set(level.players), level.places, level.clause) == ({a, b}, 2, "19.3(a)(xi)(D)")
    play.refused(play.director, o.AwardPlaces(), "19.3(a)(xi)(D)")
    play.do(play.director, o.PlayOff())
    session = play.course.sessions["0.1"]
    assert (session.length.hands, [seat.chips for seat in session.seats]) == (3, [1000, 1000])
    play.result("0.1", {a: 700, b: 700})
    outcome = play.do(play.director, o.AwardPlaces())[-1]
    if still == "share":
        assert isinstance(outcome, e.PlacesAwarded)
        assert set(outcome.places[0]) == {a, b}
        return
    assert isinstance(outcome, e.LevelForPlaces)
    # The tables are in use for other play by now: another one is named.
    play.refused(play.director, o.PlayOff(busy=play.course.tables), "19.3(a)(ii)(B)")
    play.do(play.director, o.NameTables((o.TournamentTable(id="another"),)))
    play.do(play.director, o.PlayOff())
    assert play.course.at["0.2"] == "another"
    play.result("0.2", {a: 650, b: 700})
    awarded = play.do(play.director, o.AwardPlaces())[-1]
    assert isinstance(awarded, e.PlacesAwarded)
    assert awarded.places == ((b,), (a,), (c,), (d,))
    play.do(play.office, o.PayPrizes())
    assert play.course.money_in == play.course.money_out


@clause("canberra-blackjack 19.3(a)(viii)(A)")
@pytest.mark.parametrize("ties", ["play-off", "ballot"])
def test_level_for_the_last_place_by_points(ties: Literal["play-off", "ballot"]) -> None:
    terms = example("canberra-points")
    first, second, _ = terms.stages
    terms = changed(
        changed(
            terms,
            stages=(
                msgspec.structs.replace(first, goes_on="most-points", advancing=2),
                second,
            ),
        ),
        entry={"least": 2, "most": 7},
        ties={"places": ties, "play_off_hands": 3},
    )
    play = Play(terms).drawn(4)
    a, b, c, d = play.course.ballot
    play.play_stage({a: 900, b: 600, c: 600, d: 100})
    kinds = (e.ResultTaken, e.LevelForPlaces if ties == "play-off" else e.TieBroken)
    by = [event.clause for event in play.events if isinstance(event, kinds)]
    assert by == ["19.3(a)(viii)(A)"] * 2
    if ties == "play-off":
        assert play.phase == "playing"
        assert play.course.level == tuple(s.player for s in play.course.drawn if s.player in (b, c))
        play.do(play.director, o.PlayOff())
        play.result("0.1", {b: 10, c: 20})
        assert set(play.course.waiting) == {a, c}
    else:
        assert set(play.course.waiting) == {a, b}
    assert play.phase == "between"


@clause("canberra-blackjack 19.3(a)(xi)(D)")
@pytest.mark.parametrize("still", ["share", "again"])
def test_every_group_that_is_level_has_its_further_hands(still: Literal["share", "again"]) -> None:
    terms = changed(
        example("canberra-points"),
        entry={"least": 8},
        ties={
            "prizes": "play-off", "play_off_hands": 1, "play_off_chips": "new", "still_level": still
        },
    )  # fmt: skip
    stage = msgspec.structs.replace(terms.stages[0], points=(10, 7, 5, 3, 2, 1), players=4)
    play = Play(msgspec.structs.replace(terms, stages=(stage,))).drawn(8)
    play.play_stage({seat.player: 100 - seat.box for seat in play.course.drawn})
    assert [play.course.points[seat.player] for seat in play.course.drawn[:2]] == ["10", "7"]
    for number in (1, 2, 3):  # level for places 1 and 2, 3 and 4, 5 and 6: five prizes
        play.do(play.director, o.AwardPlaces())
        first, second = play.course.level
        play.do(play.director, o.PlayOff())
        play.result(f"0.{number}", {first: 10, second: 20})
        assert play.course.broken[-1] == ((second,), (first,))
    play.do(play.director, o.AwardPlaces())
    assert play.phase == "awarded"
    assert all(len(group) == 1 for group in play.course.places[:6])


@clause("canberra-blackjack 19.9")
def test_a_place_lost_at_the_table_wins_nothing_and_scores_nothing() -> None:
    terms = only_final(example("canberra-knock-out"), prizes={"places": (PLACE_50,) * 2})
    play = Play(terms).drawn(3)
    play.start(1)
    names = [seat.player for seat in play.course.drawn]
    late = names[1]
    standings = tuple(
        Standing(player=name, box=box, chips=0 if name == late else 900, lost_place=name == late)
        for box, name in enumerate(names, 1)
    )
    places = ((names[0], names[2]), (late,))
    table = SessionResult(id="1.1", places=places, standings=standings, hands=9)
    play.do(play.dealer, o.TakeResult(table))
    assert play.course.entrants[late].standing == "lost-place"
    play.do(play.director, o.AwardPlaces())
    assert play.course.places == ((names[0], names[2]),)
    play.do(play.office, o.PayPrizes())
    assert prizes_of(play) == {names[0]: 14_850, names[2]: 14_850}  # 90 % of three fees of 110

    league = Play(example("canberra-points")).drawn(14)
    league.start(1)
    seats = league.course.sessions["1.1"].seats
    order = tuple((seat.player,) for seat in seats)
    standings = tuple(
        Standing(player=seat.player, box=seat.box, chips=10, lost_place=seat.box == 2)
        for seat in seats
    )
    league.do(
        league.dealer,
        o.TakeResult(SessionResult(id="1.1", places=order, standings=standings, hands=9)),
    )
    league.play_stage()
    assert seats[1].player not in league.course.points
    assert league.course.points[seats[2].player] == "7"  # the next best of those who were there
    assert seats[1].player not in league.course.waiting


@clause("star-blackjack-challenge 21.3.3")
@pytest.mark.parametrize(("entries", "topped"), [(1, 0), (2, 500_000 - 2 * 11_000)])
def test_a_guarantee_holds_from_its_number_of_entries(entries: int, topped: int) -> None:
    terms = only_final(
        example("star"),
        money={
            "fee_cents": 11_000, "guarantee_cents": 500_000, "guarantee_entries": 2, "added": (),
        },
        prizes={"places": (Prize(percent_hundredths=10_000),)},
    )  # fmt: skip
    terms = changed(terms, entry={"least": 1})
    play = Play(terms).drawn(entries)
    assert pool(play.book, play.course).topped_up == topped


@clause("star-blackjack-challenge 21.3.1", "tasmania-blackjack 22.1:added-value")
@pytest.mark.parametrize("name", ["star", "tasmania-chips"])
def test_value_that_the_house_adds_is_won(name: str) -> None:
    terms = only_final(
        example(name),
        money={"added": (
            Added(kind="cash", value_cents=12_345), Added(kind="goods", value_cents=99),
        )},
    )  # fmt: skip
    play = Play(terms).drawn(3)
    lines = {what: cents for what, cents, _ in pool_lines(play.book.rules, play.course)}
    assert lines["added"] == 12_345
    assert sum(lines.values()) == pool(play.book, play.course).prizes
    names = play.course.ballot
    finish(play, {name: 100 * place for place, name in enumerate(names, 1)})
    assert paid_out(play).added == 12_345


@clause(
    "star-blackjack-challenge 21.5.7",
    "star-blackjack-challenge 21.11.4",
    "star-blackjack-challenge 21.6.4",
    "star-blackjack-challenge 21.6.6",
    "tasmania-blackjack 22.1.3(b)",
    "tasmania-blackjack 22.1.3(c)",
    "tasmania-blackjack 22.1.4",
    "tasmania-blackjack 22.8",
    "tasmania-blackjack 22.9.1",
    "crown-blackjack 18.4.8(a)(ii)",
    "crown-blackjack 18.4.8(b)(v)",
    "canberra-blackjack 19.13",
)
@pytest.mark.parametrize(
    ("name", "finding", "clause_id", "no_refund"),
    [
        ("star", "breach", "21.5.7", "21.5.7"),
        ("star", "chips-added", "21.6.4", "21.5.7"),
        ("star", "chips-hidden", "21.6.6", "21.5.7"),
        ("tasmania-chips", "breach", "22.1.3(b)", "22.1.4"),
        ("tasmania-chips", "deliberate", "22.8", "22.1.4"),
        ("tasmania-chips", "absent", "22.1.3(c)", "22.1.4"),
        ("tasmania-live", "chips-added", "22.9.1", "22.1.4"),
        ("crown", "breach", "18.4.8(a)(ii)", "18.4.8(b)(v)"),
        ("canberra-knock-out", "breach", "19.13", "19.13"),
    ],
)
def test_disqualified_without_a_refund(
    name: str, finding: o.Finding, clause_id: str, no_refund: str
) -> None:
    play = Play(example(name)).drawn(14)
    back = o.Disqualify(player="p1", finding=finding, refund=True)
    play.refused(play.director, back, no_refund)
    played = play.do(play.director, o.Disqualify(player="p1", finding=finding))[-1]
    assert played == e.PlayerDisqualified(
        player="p1", finding=finding, refunds=(), clause=clause_id
    )
    assert play.flow["p1"] == -(play.terms.money.fee_cents or 0)
    # The fee stays in the pool, and the player wins nothing.
    assert pool(play.book, play.course).fees == 14 * (play.terms.money.fee_cents or 0)
    play.to_the_end()
    assert "p1" not in prizes_of(play)
    assert all("p1" not in group for group in play.course.places)


@clause("star-blackjack-challenge 21.5.6.2")
@pytest.mark.parametrize("approved", [False, True])
def test_a_fee_goes_back_to_the_absent_only_with_approval(approved: bool) -> None:
    play = Play(example("star")).drawn(14)
    fee = play.terms.money.fee_cents or 0
    absent = o.Disqualify(player="p1", finding="absent", refund=approved)
    event = play.do(play.director, absent)[-1]
    assert isinstance(event, e.PlayerDisqualified)
    assert event.clause == "21.5.6.2"
    assert play.flow["p1"] == (0 if approved else -fee)


@clause("crown-blackjack 18.4.8(b)(v)", "crown-blackjack 18.4.8(a)(iv)")
@pytest.mark.parametrize("granted", [False, True])
def test_the_terms_may_return_the_fee_of_whoever_is_disqualified(granted: bool) -> None:
    """Thirteen fees are left in the pool where the director returns one, as the terms let him."""
    terms = changed(example("crown"), conduct={"disqualified_refund": granted})
    play = Play(terms).drawn(14)
    fee = terms.money.fee_cents or 0
    back = o.Disqualify(player="p1", finding="breach", refund=True)
    if not granted:
        play.refused(play.director, back, "18.4.8(b)(v)")
        return
    play.do(play.director, back)
    assert play.flow["p1"] == 0
    assert pool(play.book, play.course).fees == 13 * fee
    play.do(play.director, o.Disqualify(player="p2", finding="breach"))  # may, not must
    assert play.flow["p2"] == -fee


def test_a_finding_says_why() -> None:
    play = Play(example("star")).drawn(14)
    with pytest.raises(Refused):
        play.do(play.director, o.Disqualify(player="p1", finding="breach"), why=" ")


@clause("tasmania-blackjack 22.9.2", "tasmania-blackjack 22.3.8", "tasmania-blackjack 22.2(b)")
def test_chips_of_value_are_the_players_also_when_disqualified() -> None:
    play = Play(example("tasmania-live")).drawn(14)
    play.start(1)
    names = [seat.player for seat in play.course.sessions["1.1"].seats]
    fee, buy_in = play.terms.money.fee_cents or 0, play.terms.money.buy_in_cents or 0
    bad, rich, broke = names[:3]
    play.result("1.1", {bad: 4321, rich: 30_000}, disqualified=[bad])
    assert play.flow[bad] == 4321 - fee - buy_in
    assert play.flow[rich] == 30_000 - fee - buy_in
    assert play.flow[broke] == -fee - buy_in
    # What the buy-ins of the table leave, or lack, is the house's.
    assert play.flow["house"] == len(names) * buy_in - 34_321
    assert play.course.entrants[bad].standing == "disqualified"


@clause("star-blackjack-challenge 21.6.8", "star-blackjack-challenge 21.1.1:tournament-chips")
def test_chips_without_value_are_worth_nothing_at_the_end() -> None:
    play = Play(only_final(example("star"))).drawn(3)
    names = play.course.ballot
    before = dict(play.flow)
    play.play_stage({names[0]: 50_000, names[1]: 20_000, names[2]: 1})
    assert play.flow == before


def test_a_lie_about_money_is_found() -> None:
    """Refunds of what nobody paid, or an event that would leave money over, stop everything."""
    play = Play(example("star")).entered(3)
    strange = e.PlayerWithdrew("p1", (e.Refund("p1", 1, "wallet", "fee"),), "21.4.2(i)")
    with pytest.raises(BrokenInvariant):
        evolve(play.course, strange)
    over: Event = e.TournamentEnded("21.6.8")
    with pytest.raises(BrokenInvariant):
        evolve(play.course, over)


def test_chips_into_money_where_the_conditions_say_so() -> None:
    """The pool of four fees of $110 by chips: 7 to 2 to 1 to nothing."""
    terms = only_final(
        example("star"),
        money={"fee_cents": 11_000, "added": (), "guarantee_cents": 0},
    )
    play = Play(terms).drawn(4)
    a, b, c, d = play.course.ballot
    play.play_stage({a: 7000, b: 2000, c: 1000, d: 0})
    play.do(play.director, o.AwardPlaces())
    cashed = changed(
        terms, play={"chips_at_end": "cashed"}, prizes={"places": ()}, title=play.terms.title
    )
    play.state = msgspec.structs.replace(play.course, terms=cashed)
    play.do(play.office, o.PayPrizes())
    assert prizes_of(play) == {a: 30_800, b: 8_800, c: 4_400}
    assert play.course.money_in == play.course.money_out


@clause("star-blackjack-challenge 21.5.7")
def test_nobody_is_disqualified_once_places_are_awarded() -> None:
    play = Play(only_final(example("star"))).drawn(3)
    play.play_stage()
    play.do(play.director, o.AwardPlaces())
    play.refused(play.director, o.Disqualify(player="p1", finding="breach"), "21.5.7")
