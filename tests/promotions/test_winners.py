"""Winners are told in time; prizes are claimed, handed over and paid to the cent."""

from typing import Any

import pytest

from bythebook.errors import BrokenInvariant
from bythebook.promotions import commands as c
from bythebook.promotions import duties, evolve
from bythebook.promotions import events as e
from bythebook.promotions.commands import Paid
from bythebook.promotions.terms.document import Part
from tests.clauses import clause
from tests.promotions.offers import BACEBALL, BOOKS, CROWN, DRAWN, HOUR, STAR, Run, prize

TOLD = {STAR: "22.8", BACEBALL: "15.8", CROWN: "19.6"}
ANN: dict[str, Any] = {"role": "player", "name": "ann"}
CLAIMED = {STAR: "22.7.8", BACEBALL: "15.7.8", CROWN: "19.5.7"}


# Telling


@clause("star-blackjack-challenge 22.8", "star-baceball 15.8", "crown-blackjack 19.6")
@pytest.mark.parametrize("book", BOOKS)
def test_a_winner_who_need_not_be_there_is_told_within_two_days(book: str) -> None:
    for after, late in ((48 * HOUR - 1, False), (48 * HOUR, False), (48 * HOUR + 1, True)):
        run = Run(book).drawn("ann")
        (duty,) = duties(run.rules, run.now)
        assert (duty.act, duty.number, duty.clause) == ("tell-winner", 1, TOLD[book])
        assert (duty.since, duty.until) == (DRAWN, DRAWN + 48 * HOUR)
        assert duty.done_at is None
        assert duty.late(DRAWN + after) is late
        (told,) = run.give(c.TellWinner(1, "telephone"), at=DRAWN + after)
        assert isinstance(told, e.WinnerTold)
        assert told.late is late
        (duty,) = duties(run.rules, run.now)
        assert duty.done_at == DRAWN + after
        assert duty.late(DRAWN + 1000 * HOUR) is late


@clause("star-blackjack-challenge 22.8", "star-baceball 15.8", "crown-blackjack 19.6")
@pytest.mark.parametrize("book", BOOKS)
def test_whoever_must_be_there_needs_no_notice(book: str) -> None:
    run = Run(book, presence=True).drawn("ann")
    assert duties(run.rules, run.now) == ()


@clause(
    "star-blackjack-challenge 22.8.1",
    "star-blackjack-challenge 22.8.2",
    "star-blackjack-challenge 22.8.3",
    "star-blackjack-challenge 22.8.4",
    "star-baceball 15.8.1",
    "star-baceball 15.8.2",
    "star-baceball 15.8.3",
    "star-baceball 15.8.4",
    "crown-blackjack 19.6.1",
    "crown-blackjack 19.6.2",
    "crown-blackjack 19.6.3",
    "crown-blackjack 19.6.4",
)
@pytest.mark.parametrize("book", BOOKS)
def test_any_one_of_four_ways_will_do_and_every_attempt_is_kept(book: str) -> None:
    ways = ("in-person", "mail", "telephone", "email")
    for number, way in enumerate(ways, start=1):
        run = Run(book).drawn("ann")
        (told,) = run.give(c.TellWinner(1, way), at=DRAWN + HOUR)  # type: ignore[arg-type]
        assert isinstance(told, e.WinnerTold)
        assert told.clause == f"{TOLD[book]}.{number}"
        assert duties(run.rules, run.now)[0].done_at == DRAWN + HOUR
        run.give(c.TellWinner(1, "mail"), at=DRAWN + 2 * HOUR)
        attempts = run.now.slots[0].told
        assert [(attempt.method, attempt.at) for attempt in attempts] == [
            (way, DRAWN + HOUR),
            ("mail", DRAWN + 2 * HOUR),
        ]
        assert duties(run.rules, run.now)[0].done_at == DRAWN + HOUR


@clause("star-blackjack-challenge 22.8", "star-baceball 15.8", "crown-blackjack 19.6")
@pytest.mark.parametrize("book", BOOKS)
def test_a_promotion_does_not_end_while_a_winner_knows_nothing(book: str) -> None:
    run = Run(book).drawn("ann")
    run.give(c.Claim(1, "ann"))
    run.give(c.Award(1))
    run.refused(c.End(), TOLD[book])
    run.give(c.TellWinner(1, "mail"))
    run.give(c.End())


@clause("star-blackjack-challenge 22.8", "star-baceball 15.8", "crown-blackjack 19.6")
@pytest.mark.parametrize("book", BOOKS)
def test_a_winner_who_is_refused_before_being_told_is_told_why_instead(book: str) -> None:
    for after, late in ((48 * HOUR, False), (48 * HOUR + 1, True)):
        run = Run(book, prize(dollars=50)).drawn("ann")
        run.give(c.Deny(1, "ann"), why="excluded since May", at=DRAWN + after)
        *telling, refusal = duties(run.rules, run.now)
        assert (refusal.act, refusal.done_at) == ("tell-refused", None)
        assert [(duty.act, duty.late(DRAWN + 1000 * HOUR)) for duty in telling] == (
            [("tell-winner", True)] if late else []
        )
        run.give(c.TellRefused(1, "mail"), at=DRAWN + after + 1)
        run.give(c.End(), at=DRAWN + after + 2)


@clause("star-blackjack-challenge 22.8", "star-baceball 15.8", "crown-blackjack 19.6")
@pytest.mark.parametrize("book", BOOKS)
def test_a_prize_that_is_passed_on_has_a_winner_to_be_told(book: str) -> None:
    run = Run(book, prize(dollars=50), unclaimed="next-drawn").drawn("ann", "ben")
    first = run.winner()
    run.give(c.Deny(1, first), why="excluded since May", at=DRAWN + HOUR)
    assert "tell-winner" not in [duty.act for duty in duties(run.rules, run.now)]
    run.give(c.PassOn(1), at=DRAWN + 2 * HOUR)
    (duty,) = [duty for duty in duties(run.rules, run.now) if duty.act == "tell-winner"]
    assert (duty.since, duty.done_at) == (DRAWN + 2 * HOUR, None)
    assert first not in duty.says


@clause(
    "star-blackjack-challenge 22.7.10", "star-baceball 15.7.10", "crown-blackjack 19.5.9"
)  # fmt: skip
@pytest.mark.parametrize("book", BOOKS)
def test_the_results_are_owed_from_the_draw_on_as_the_terms_promise(book: str) -> None:
    by = {STAR: "22.7.10", BACEBALL: "15.7.10", CROWN: "19.5.9"}[book]
    run = Run(book, unclaimed="next-drawn").closed("ann", "ben")
    run.refused(c.PublishResults(), by, at=DRAWN)
    run.give(c.Draw(), at=DRAWN)

    def owed() -> list[tuple[str, str]]:
        found = duties(run.rules, run.now)
        return [(duty.clause, duty.says) for duty in found if duty.act == "publish-results"]

    assert owed() == [(by, f"publish the results: {run.now.terms.results}")]
    run.give(c.Deny(1, run.winner(), "1 High Street"), why="excluded")
    run.give(c.TellRefused(1, "mail"))
    (published,) = run.give(c.PublishResults())
    assert isinstance(published, e.ResultsPublished)
    assert (published.clause, owed()) == (by, [])
    run.malformed(c.PublishResults())  # once
    run.give(c.PassOn(1))  # another has won it, which is a result too
    assert [clause for clause, _ in owed()] == [by]
    for order in (c.TellWinner(1, "mail"), c.Claim(1, run.winner()), c.Award(1)):
        run.give(order)
    run.refused(c.End(), by)
    run.give(c.PublishResults())
    run.give(c.End())


# Claiming


@clause("star-blackjack-challenge 22.7.8", "star-baceball 15.7.8", "crown-blackjack 19.5.7")
@pytest.mark.parametrize("book", BOOKS)
def test_a_winner_who_must_be_there_is_seen_there(book: str) -> None:
    run = Run(book, presence=True).drawn("ann")
    run.refused(c.Award(1), CLAIMED[book])
    run.refused(c.Claim(1, "ann"), CLAIMED[book])
    run.refused(c.Claim(1, "ann", present=True), CLAIMED[book], role="player", name="ann")
    run.give(c.Claim(1, "ann", present=True))
    run.give(c.Award(1))
    assert run.now.slots[0].status == "awarded"
    assert run.paid == []
    run.refused(c.Award(1), CLAIMED[book])
    run.malformed(c.Claim(1, "ann", present=True))


@pytest.mark.parametrize("book", BOOKS)
def test_a_claim_of_somebody_else_changes_nothing_but_can_be_refused(book: str) -> None:
    run = Run(book).drawn("ann")
    run.give(c.Claim(1, "zoe"), role="player", name="zoe")
    assert [(one.prize, one.person) for one in run.now.claimants] == [(1, "zoe")]
    run.malformed(c.Claim(1, "zoe"), role="player", name="zoe")
    run.refused(c.Claim(1, "ann"), CLAIMED[book], role="player", name="zoe")
    run.refused(c.Award(1), CLAIMED[book])
    run.give(c.Deny(1, "zoe", "1 High Street"), why="another entry was drawn")
    assert run.now.claimants == ()
    run.malformed(c.Claim(1, "zoe"), role="player", name="zoe")
    assert run.now.slots[0].status == "open"
    run.give(c.Claim(1, "ann"), role="player", name="ann")
    run.give(c.Award(1))
    run.malformed(c.Claim(9, "ann"))


@clause("star-baceball 15.10")
def test_no_promotion_ends_while_somebody_waits_for_an_answer_to_a_claim() -> None:
    run = Run(BACEBALL).drawn("ann")
    run.give(c.TellWinner(1, "telephone"))
    run.give(c.Claim(1, "zoe"), role="player", name="zoe")
    run.give(c.Claim(1, "ann"), role="player", name="ann")
    run.give(c.Award(1))
    run.refused(c.End(), "15.10")
    run.give(c.Deny(1, "zoe", "1 High Street"), why="another entry was drawn")
    run.refused(c.End(), "15.10")  # and she is told
    run.give(c.TellRefused(1, "mail"))
    run.give(c.End())


# Money


@clause("star-blackjack-challenge 22.3")
def test_at_the_star_a_winner_may_take_the_money_that_is_offered() -> None:
    run = Run(STAR, prize("travel", cash_alternative_cents=40_000)).drawn("ann")
    run.give(c.Claim(1, "ann", "cash"))
    run.malformed(c.Award(1))
    run.malformed(c.Award(1, (Paid("cheque", 39_999),)))
    run.malformed(c.Award(1, (Paid("cheque", 40_001),)))
    (awarded,) = run.give(c.Award(1, (Paid("cheque", 40_000),)))
    assert isinstance(awarded, e.Awarded)
    assert awarded.clause == "22.3"
    assert [(p.person, p.cents, p.money) for p in run.paid] == [
        ("", -40_000, "house"),
        ("ann", 40_000, "cash"),
    ]


@clause("star-baceball 15.3")
def test_money_in_place_of_a_prize_only_where_the_terms_state_it() -> None:
    for book, alternative in ((STAR, "22.3"), (BACEBALL, "15.3"), (CROWN, "19.5.7")):
        run = Run(book, prize("travel")).drawn("ann")
        run.refused(c.Claim(1, "ann", "cash"), alternative)
    run = Run(BACEBALL, prize("travel", cash_alternative_cents=40_000)).drawn("ann")
    run.give(c.Claim(1, "ann", "cash"))
    (awarded,) = run.give(c.Award(1, (Paid("cheque", 40_000),)))
    assert isinstance(awarded, e.Awarded)
    assert awarded.clause == "15.3"


@clause("star-blackjack-challenge 22.4")
def test_the_star_pays_as_its_terms_say() -> None:
    run = Run(STAR, prize("travel", cash_alternative_cents=4_000_000)).drawn("ann")
    run.give(c.Claim(1, "ann", "cash"))
    run.refused(c.Award(1, (Paid("cash", 4_000_000),)), "22.4")
    run.refused(c.Award(1, (Paid("cheque", 1), Paid("transfer", 3_999_999))), "22.4")
    run.give(c.Award(1, (Paid("cheque", 4_000_000),)))


@clause("star-baceball 15.4")
def test_more_than_ten_thousand_in_cash_is_paid_as_the_winner_likes() -> None:
    def won(cents: int) -> Run:
        run = Run(BACEBALL, prize("cash", value_cents=cents)).closed("ann")
        run.give(c.Nominate("sue"))
        run.give(c.Attend(), role="scrutineer", name="sue")
        run.give(c.Draw(), at=DRAWN)
        run.give(c.Claim(1, "ann"))
        return run

    for cents in (999_999, 1_000_000):  # by the terms: a cheque
        for way in ("cash", "transfer"):
            won(cents).refused(c.Award(1, (Paid(way, cents),)), "15.4")
        won(cents).refused(c.Award(1, (Paid("cheque", 1), Paid("cash", cents - 1))), "15.4")
        won(cents).give(c.Award(1, (Paid("cheque", cents),)))
    for ways in (("cash",), ("cheque",), ("transfer",), ("cash", "cheque", "transfer")):
        run = won(1_000_001)
        parts = [Paid(way, 100) for way in ways[1:]]
        rest = 1_000_001 - 100 * len(parts)
        wanted = (Paid(ways[0], rest), *parts)
        run.refused(c.Award(1, wanted), "15.4")  # nobody has said so yet
        (chosen,) = run.give(c.ChoosePayment(1, "ann", wanted), role="player", name="ann")
        assert isinstance(chosen, e.PaymentChosen)
        assert chosen.clause == "15.4"
        other = Paid("cheque" if ways == ("cash",) else "cash", 1_000_001)
        run.refused(c.Award(1, (other,)), "15.4")  # the operator does not choose
        (awarded,) = run.give(c.Award(1, wanted[::-1]))
        assert isinstance(awarded, e.Awarded)
        assert awarded.clause == "15.4"
        assert sum(p.cents for p in run.paid) == 0
        assert sum(p.cents for p in run.paid if p.person == "ann") == 1_000_001


@clause("star-baceball 15.4")
def test_how_much_money_is_paid_is_the_winners_choice_and_nobody_elses() -> None:
    """Owed until it is made; theirs to change until it is paid; not theirs up to ten thousand."""

    def won(cents: int, account: bool) -> Run:
        run = Run(BACEBALL, prize("cash", value_cents=cents)).opened()
        run.give(c.Enter("ann"), **(ANN if account else {}))
        run.valued()
        run.give(c.Nominate("sue"))
        run.give(c.Attend(), role="scrutineer", name="sue")
        run.give(c.Draw(), at=DRAWN)
        return run

    cash, cheque = (Paid("cash", 1_000_001),), (Paid("cheque", 1_000_001),)
    run = won(1_000_001, True)
    run.refused(c.ChoosePayment(1, "ann", cash), "15.4", **ANN)  # not claimed
    run.give(c.Claim(1, "ann"), at=run.at + HOUR)
    claimed = run.at
    assert due(run) == [("choose-payment", "15.4", claimed)]
    run.refused(c.ChoosePayment(1, "ann", cash), "15.4")  # the operator does not choose for her
    run.refused(c.ChoosePayment(1, "bob", cash), "15.4", role="player", name="bob")
    run.malformed(c.ChoosePayment(1, "ann", (Paid("cash", 1_000_000),)), **ANN)
    run.give(c.ChoosePayment(1, "ann", cash), at=run.at + HOUR, **ANN)
    assert due(run) == [("award", "15.7.11", claimed)]
    run.give(c.ChoosePayment(1, "ann", cheque), **ANN)
    run.refused(c.Award(1, cash), "15.4")
    run.give(c.Award(1, cheque))
    run.refused(c.ChoosePayment(1, "ann", cash), "15.4", **ANN)
    without = won(1_000_001, False)
    without.give(c.Claim(1, "ann"))
    without.give(c.ChoosePayment(1, "ann", cash))  # who has no account says it to the operator
    small = won(1_000_000, True)
    small.give(c.Claim(1, "ann"))
    less = (Paid("cash", 1_000_000),)
    small.refused(c.ChoosePayment(1, "ann", less), "15.4", **ANN)


def due(run: Run) -> list[tuple[str, str, int]]:
    """What is owed about prizes that were claimed, and since when."""
    found = duties(run.rules, run.now)
    return [(d.act, d.clause, d.since) for d in found if d.act in ("choose-payment", "award")]


def test_a_transfer_goes_to_the_account_of_whoever_entered_with_one() -> None:
    for own, money in ((True, "wallet"), (False, "cash")):
        run = Run(CROWN, prize("cash")).opened()
        run.give(c.Enter("ann"), role="player" if own else "casino-manager", name="ann")
        run.valued()
        run.give(c.Draw(), at=DRAWN)
        run.give(c.Claim(1, "ann"))
        run.give(c.Award(1, (Paid("transfer", 20_000), Paid("cash", 30_000))))
        assert [(p.cents, p.money) for p in run.paid if p.person] == [
            (20_000, money),
            (30_000, "cash"),
        ]


def test_of_a_mixed_prize_the_money_is_paid_and_the_rest_handed_over() -> None:
    parts = (Part(kind="cash", cents=10_000), Part(kind="other"))
    run = Run(CROWN, prize(parts=parts)).drawn("ann")
    run.give(c.Claim(1, "ann"))
    run.malformed(c.Award(1))
    run.give(c.Award(1, (Paid("cash", 10_000),)))


def test_dollars_of_the_casino_are_no_money() -> None:
    run = Run(STAR, prize("casino-dollars")).drawn("ann")
    run.give(c.Claim(1, "ann"))
    run.give(c.Award(1))
    assert run.paid == []


def test_a_payment_that_was_not_won_breaks_an_invariant() -> None:
    run = Run(CROWN, prize("cash")).drawn("ann")
    run.give(c.Claim(1, "ann"))
    wrong = e.Awarded(
        clause="19.5.10",
        by="olga",
        at=DRAWN,
        prize=1,
        person="ann",
        paid=(Paid("cash", 50_001),),
        account=False,
    )
    with pytest.raises(BrokenInvariant):
        evolve(run.state, wrong)
