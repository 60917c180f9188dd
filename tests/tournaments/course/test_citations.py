"""What a tournament says it rests on: the clause of each event, book by book."""

import pytest

from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.finish import pool_lines
from bythebook.tournaments.terms.document import Added, Purchase
from tests.clauses import clause
from tests.tournaments.course.courses import Play, changed, example


def cited(play: Play, kind: type) -> str:
    found = [event for event in play.events if isinstance(event, kind)]
    return str(found[-1].clause)  # type: ignore[attr-defined]


@clause(
    "star-blackjack-challenge 21.4.1",
    "canberra-blackjack 19.2(a)",
    "crown-blackjack 18.2.1",
    "tasmania-blackjack 22.1.2(b)",
    "star-blackjack-challenge 21.3.4",
    "canberra-blackjack 19.21",
    "crown-blackjack 18.4.8(a)(iv)",
    "tasmania-blackjack 22.1:refund",
    "star-blackjack-challenge 21.3.1",
    "star-blackjack-challenge 21.4.2(i)",
    "canberra-blackjack 19.20",
    "canberra-blackjack 19.3(a)(v)",
    "crown-blackjack 18.4.1(a)(ii)",
    "crown-blackjack 18.4.2(d)",
    "crown-blackjack 18.4.1(a)(iii)",
    "tasmania-blackjack 22.1:intro",
    "tasmania-blackjack 22.1.2(d)",
)
@pytest.mark.parametrize(
    ("name", "made", "fee", "withdrew", "closed", "cancelled"),
    [
        ("star", "21.4.1", "21.3.1", "21.4.2(i)", "21.4.2(i)", "21.3.4"),
        ("canberra-knock-out", "19.2(a)", "19.20", "19.21", "19.3(a)(v)", "19.21"),
        (
            "crown", "18.2.1", "18.4.1(a)(ii)", "18.4.2(d)", "18.4.1(a)(iii)",
            "18.4.8(a)(iv)",
        ),
        (
            "tasmania-chips", "22.1.2(b)", "22.1:intro", "22.1:refund", "22.1.2(d)",
            "22.1:refund",
        ),
    ],
)  # fmt: skip
def test_terms_entries_and_refunds(
    name: str, made: str, fee: str, withdrew: str, closed: str, cancelled: str
) -> None:
    play = Play(example(name)).entered(20)
    play.do(play.person("p1"), o.Withdraw("p1"))
    play.do(play.office, o.CloseEntries())
    play.do(play.office, o.Cancel())
    assert cited(play, e.TournamentMade) == made
    assert cited(play, e.PlayerEntered) == fee
    assert cited(play, e.PlayerWithdrew) == withdrew
    assert cited(play, e.EntriesClosed) == closed
    assert cited(play, e.TournamentCancelled) == cancelled


@clause(
    "star-blackjack-challenge 21.3.2",
    "canberra-blackjack 19.20",
    "canberra-blackjack 19.9",
    "crown-blackjack 18.4.7(a)",
    "tasmania-blackjack 22.1.1:pool",
    "tasmania-blackjack 22.1.4",
    "crown-blackjack 18.4.8(b)(ii)",
)
@pytest.mark.parametrize(
    ("name", "fees", "forfeited"),
    [
        ("star", "21.3.2", "21.3.2"),
        ("canberra-knock-out", "19.20", "19.9"),
        ("crown", "18.4.7(a)", "18.4.8(b)(ii)"),
        ("tasmania-chips", "22.1.1:pool", "22.1.4"),
    ],
)
def test_the_pool_line_by_line(name: str, fees: str, forfeited: str) -> None:
    play = Play(example(name)).drawn(20)
    play.do(play.director, o.Disqualify(player="p1", finding="breach"))
    fee = play.terms.money.fee_cents or 0
    lines = {what: (cents, by) for what, cents, by in pool_lines(play.book.rules, play.course)}
    assert lines["entry fees"] == (19 * fee, fees)
    assert lines["fees of players who are no longer in"] == (fee, forfeited)


@clause(
    "star-blackjack-challenge 21.3.1",
    "star-blackjack-challenge 21.3.3",
    "star-blackjack-challenge 21.4.2(g)",
    "star-blackjack-challenge 21.3.2",
)
def test_what_the_house_puts_in_and_players_buy_at_the_star() -> None:
    terms = example("star")
    chips = terms.stages[1].chips or 1
    terms = changed(
        terms,
        money={
            "fee_cents": 100, "added": (Added(kind="cash", value_cents=200),),
            "guarantee_cents": 9_000, "guarantee_entries": 20,
            "buy_backs": Purchase(amount_cents=50, chips=chips, how="after the heats"),
        },
        not_applicable=tuple(item for item in terms.not_applicable if item != "buy-backs"),
    )  # fmt: skip
    play = Play(terms).drawn(20)
    play.play_stage()
    back = play.course.eliminated[0]
    play.do(play.person(back), o.BuyChips(back, "buy-back"))
    assert pool_lines(play.book.rules, play.course) == (
        ("entry fees", 2_000, "21.3.2"),
        ("chips bought", 50, "21.4.2(g)"),
        ("added", 200, "21.3.1"),
        ("guarantee made good", 6_750, "21.3.3"),
    )


@clause("star-blackjack-challenge 21.6.2")
def test_who_does_not_buy_in_is_out_by_that_clause() -> None:
    play = Play(changed(example("star"), money={"buy_in_cents": 5000})).drawn(14)
    play.start(1, buy_in=False)
    assert cited(play, e.PlaceLost) == "21.6.2"
