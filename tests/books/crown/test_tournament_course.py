"""Crown: a tournament from its entries to the last prize, each step with the part of rule 18 by
which the terms have it."""

from typing import Any

from bythebook.draws import digest_of
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.finish import pool_lines
from bythebook.tournaments.terms.document import Added, Commission, Prize, Purchase
from tests.clauses import clause
from tests.tournaments.course.courses import Play, changed, example, only_final, seed

TERMS = example("crown")


def last(play: Play, kind: type) -> Any:
    return next(event for event in reversed(play.events) if isinstance(event, kind))


@clause("crown-blackjack 18.4.1(a)(iii)")
def test_with_too_few_entries_it_goes_ahead_only_if_somebody_says_so() -> None:
    """The least number is fourteen; what follows from fewer is the terms' to say."""
    few = Play(TERMS).entered(13)
    few.refused(few.office, o.CloseEntries(), "18.4.1(a)(iii)")
    few.do(few.office, o.CloseEntries(go_ahead=True))
    assert last(few, e.EntriesClosed).clause == "18.4.1(a)(iii)"
    enough = Play(TERMS).entered(14)
    enough.do(enough.office, o.CloseEntries())
    strict = Play(changed(TERMS, entry={"cancelled_below_least": True})).entered(13)
    strict.refused(strict.office, o.CloseEntries(go_ahead=True), "18.4.1(a)(iii)")


@clause(
    "crown-blackjack 18.4.3(a)(iii)", "crown-blackjack 18.4.3(c)", "crown-blackjack 18.4.6(a)",
    "crown-blackjack 18.4.7(b)", "crown-blackjack 18.4.8(g)", "crown-blackjack 18.1",
)  # fmt: skip
def test_from_the_draw_to_the_prizes() -> None:
    play = Play(TERMS).drawn(14)
    assert last(play, e.SeatsDrawn).clause == "18.1"
    play.do(play.director, o.Announce("a break"))
    assert last(play, e.Announced).clause == "18.4.6(a)"
    play.play_stage()
    assert last(play, e.ResultTaken).clause == "18.4.6(a)"
    ended = last(play, e.StageEnded)
    assert ended.clause == "18.4.6(a)"
    assert len(ended.advancing) == 2  # one of each of two tables
    play.to_the_end()
    assert last(play, e.PlacesAwarded).clause == "18.4.6(a)"
    assert last(play, e.PrizesPaid).clause == "18.4.7(b)"
    assert last(play, e.TournamentEnded).clause == "18.4.3(c)"


@clause("crown-blackjack 18.4.3(a)(iii)")
def test_the_final_is_for_as_many_as_the_terms_have_at_its_table() -> None:
    """Six do not fit where the table of the final is to have five; nobody is left out."""
    play = Play(only_final(TERMS)).closed(6)
    play.do(play.director, o.SealDraw(digest_of(seed(1))))
    play.refused(play.director, o.DrawSeats(seed(1), 5), "18.4.3(a)(iii)")
    play.do(play.director, o.DrawSeats(seed(1), 6))
    assert {seat.table for seat in play.course.drawn} == {1}


@clause("crown-blackjack 18.4.7(b)")
def test_what_is_shared_by_players_who_are_level_says_so() -> None:
    terms = only_final(
        TERMS, prizes={"places": (Prize(percent_hundredths=6000), Prize(percent_hundredths=4000))}
    )
    play = Play(terms).drawn(2)
    first, second = (seat.player for seat in play.course.drawn)
    play.play_stage({first: 900, second: 900})
    play.do(play.director, o.AwardPlaces())
    play.do(play.office, o.PayPrizes())
    paid = last(play, e.PrizesPaid)
    assert (paid.combined, paid.clause) == ("18.4.7(b)", "18.4.7(b)")
    assert [share.cents for share in paid.shares] == [25_000, 25_000]


@clause(
    "crown-blackjack 18.4.1(a)(ii)", "crown-blackjack 18.4.3(a)(iv)", "crown-blackjack 18.4.3(b)",
    "crown-blackjack 18.4.7(a)",
)  # fmt: skip
def test_what_players_buy_and_what_goes_into_the_pool() -> None:
    terms = changed(
        TERMS,
        money={
            "buy_in_cents": 5_000,
            "buy_backs": Purchase(amount_cents=4_000, chips=2000, how="at the desk"),
            "added": (Added(kind="cash", value_cents=10_000),),
        },
        not_applicable=tuple(
            item for item in TERMS.not_applicable if item not in ("buy-in", "buy-backs")
        ),
    )
    play = Play(terms).drawn(14)
    ann = play.course.drawn[0].player
    # A re-buy before the bank is bought would be another bank than everybody's.
    play.do(play.director, o.PayBuyIn(ann))
    bought = last(play, e.BuyInPaid)
    assert (bought.cents, bought.clause) == (5_000, "18.4.1(a)(ii)")
    play.refused(play.director, o.PayBuyIn(ann), "18.4.3(b)")
    for seat in play.course.drawn[1:]:
        play.do(play.director, o.PayBuyIn(seat.player))
    for table in (1, 2):
        play.start(table, buy_in=False)
    play.refused(play.director, o.PayBuyIn(ann), "18.4.1(a)(ii)")
    play.refused(play.person(ann), o.BuyChips(ann, "buy-back"), "18.4.3(a)(iv)")
    play.refused(play.person(ann), o.BuyChips(ann, "add-on"), "18.4.3(a)(iv)")
    play.play_stage()
    out = play.course.eliminated[0]
    play.do(play.person(out), o.BuyChips(out, "buy-back"))
    back = last(play, e.ChipsBought)
    assert (back.cents, back.chips, back.clause) == (4_000, 2000, "18.4.3(a)(iv)")
    play.refused(play.person(out), o.BuyChips(out, "buy-back"), "18.4.3(a)(iv)")
    assert pool_lines(play.book.rules, play.course) == (
        ("entry fees", 14 * 25_000, "18.4.7(a)"),
        ("chips bought", 14 * 5_000 + 4_000, "18.4.3(a)(iv)"),
        ("added", 10_000, "18.4.7(a)"),
    )


@clause("crown-blackjack 18.4.3(b)")
def test_nobody_buys_chips_before_everybody_has_the_same_bank() -> None:
    play = Play(TERMS).drawn(14)
    for table in (1, 2):
        play.start(table)
    seated = play.course.drawn[0].player
    play.do(play.person(seated), o.BuyChips(seated, "re-buy"))
    early = Play(TERMS).drawn(14)
    name = early.course.drawn[0].player
    early.refused(early.person(name), o.BuyChips(name, "re-buy"), "18.4.3(b)")


@clause("crown-blackjack 18.4.8(b)(vi)", "crown-blackjack 18.4.2(d)")
def test_who_plays_retires_at_the_table_and_not_at_the_desk() -> None:
    play = Play(TERMS).drawn(14)
    play.start(1)
    seated = next(seat.player for seat in play.course.drawn if seat.table == 1)
    waiting = next(seat.player for seat in play.course.drawn if seat.table == 2)
    play.refused(play.person(seated), o.Withdraw(seated), "18.4.8(b)(vi)")
    play.do(play.person(waiting), o.Withdraw(waiting))
    assert last(play, e.PlayerWithdrew).clause == "18.4.2(d)"


@clause("crown-blackjack 18.4.6(a)")
def test_there_is_nothing_to_play_off_where_nobody_is_level() -> None:
    play = Play(TERMS).drawn(14)
    play.play_stage()
    assert play.course.level == ()
    play.refused(play.director, o.PlayOff(), "18.4.6(a)")


@clause("crown-blackjack 18.4.7(a)")
def test_what_the_house_keeps_is_taken_off_the_pool_as_the_terms_calculate_it() -> None:
    """Ten per cent of fourteen fees of $250; a fraction of a cent stays with the players."""
    kept = Commission(percent_hundredths=1000, about="a tenth")
    play = Play(changed(TERMS, money={"commission": kept})).entered(14)
    lines = pool_lines(play.book.rules, play.course)
    assert lines == (
        ("entry fees", 350_000, "18.4.7(a)"),
        ("commission", -35_000, "18.4.7(a)"),
    )
    odd = changed(TERMS, money={"commission": kept, "fee_cents": 25_001})
    play = Play(odd).entered(1)
    assert dict(line[:2] for line in pool_lines(play.book.rules, play.course)) == {
        "entry fees": 25_001, "commission": -2_500,
    }  # fmt: skip
