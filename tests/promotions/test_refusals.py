"""Claims refused, with reasons and a register; disputes, and whose decision is final."""

import pytest

from bythebook.promotions import commands as c
from bythebook.promotions import duties, print_terms
from tests.clauses import clause
from tests.promotions.offers import BACEBALL, BOOKS, CROWN, DRAWN, STAR, Run, prize

# Refusals


REASONS = {STAR: "22.9", BACEBALL: "15.10", CROWN: "19.8"}


@clause("star-blackjack-challenge 22.9", "star-baceball 15.10", "crown-blackjack 19.8")
@pytest.mark.parametrize("book", BOOKS)
def test_whoever_is_refused_is_told_why(book: str) -> None:
    run = Run(book, prize(dollars=50)).drawn("ann")
    run.refused(c.Deny(1, "ann"), REASONS[book])
    run.refused(c.Deny(1, "ann"), REASONS[book], why="  ")
    run.give(c.Deny(1, "ann"), why="excluded since May")
    run.malformed(c.Deny(1, "ann"), why="excluded since May")
    assert run.now.denials[0].reasons == "excluded since May"
    run.give(c.TellWinner(1, "mail"))
    duty = duties(run.rules, run.now)[-1]
    assert (duty.act, duty.clause, duty.since, duty.until) == (
        "tell-refused", REASONS[book], DRAWN, None,
    )  # fmt: skip
    run.refused(c.End(), REASONS[book])
    run.give(c.TellRefused(1, "in-person"), at=DRAWN + 60)
    assert duties(run.rules, run.now)[-1].done_at == DRAWN + 60
    run.malformed(c.TellRefused(1, "in-person"))
    run.malformed(c.TellRefused(2, "in-person"))
    run.give(c.End())


REGISTER = {STAR: "22.9.1", BACEBALL: "15.10.1", CROWN: "19.8"}


@clause("star-blackjack-challenge 22.9.1", "star-baceball 15.10.1", "crown-blackjack 19.8")
@pytest.mark.parametrize("book", BOOKS)
def test_claims_over_a_hundred_dollars_are_kept_with_name_address_and_reasons(book: str) -> None:
    for cents, kept in ((9_999, False), (10_000, False), (10_001, True)):
        run = Run(book, prize(value_cents=cents)).drawn("ann")
        if kept:
            run.refused(c.Deny(1, "ann", " "), REGISTER[book], why="not a member")
            run.give(c.Deny(1, "ann", "1 High Street"), why="not a member")
        else:
            run.give(c.Deny(1, "ann"), why="not a member")
        (denial,) = run.now.denials
        assert denial.registered is kept
        assert (denial.person, denial.reasons, denial.value_cents) == ("ann", "not a member", cents)
        assert denial.address == ("1 High Street" if kept else "")


def test_what_was_handed_over_cannot_be_refused() -> None:
    run = Run(STAR).drawn("ann")
    run.give(c.Claim(1, "ann"))
    run.give(c.Award(1))
    run.refused(c.Deny(1, "ann", "1 High Street"), "22.9", why="a mistake")


def test_a_promotion_does_not_end_while_a_prize_lies_there() -> None:
    run = Run(STAR, presence=True).drawn("ann")
    run.refused(c.End(), "22.1")
    run.give(c.Deny(1, "ann", "unknown"), why="was not there")
    run.give(c.TellRefused(1, "mail"))
    run.give(c.End())
    assert run.now.phase == "ended"


HANDED = {STAR: "22.7.11", BACEBALL: "15.7.11", CROWN: "19.5.10"}


@clause("star-blackjack-challenge 22.7.11", "star-baceball 15.7.11", "crown-blackjack 19.5.10")
@pytest.mark.parametrize("book", BOOKS)
def test_a_prize_that_was_claimed_is_owed_until_it_is_handed_over(book: str) -> None:
    run = Run(book).drawn("ann")
    run.give(c.TellWinner(1, "mail"))
    assert owed(run) == []
    run.give(c.Claim(1, "ann"))
    assert owed(run) == [("award", 1, HANDED[book])]
    run.refused(c.End(), HANDED[book])
    run.give(c.Award(1))
    assert owed(run) == []
    run.give(c.End())


@clause("star-blackjack-challenge 22.9", "star-baceball 15.10", "crown-blackjack 19.8")
@pytest.mark.parametrize("book", BOOKS)
def test_whoever_claims_what_another_has_won_is_owed_an_answer(book: str) -> None:
    run = Run(book, prize(dollars=50)).drawn("ann", "ann")
    run.give(c.TellWinner(1, "mail"))
    for name in ("zoe", "yan"):
        run.give(c.Claim(1, name))
    due = [duty for duty in duties(run.rules, run.now) if duty.act == "deny"]
    assert [(duty.number, duty.person) for duty in due] == [(1, "zoe"), (1, "yan")]
    run.give(c.Deny(1, "yan"), why="another entry was drawn")
    run.give(c.TellRefused(1, "mail"))
    assert owed(run) == [("deny", 1, REASONS[book])]
    run.give(c.Deny(1, "zoe"), why="another entry was drawn")
    assert owed(run) == [("tell-refused", 2, REASONS[book])]


def owed(run: Run) -> list[tuple[str, int, str]]:
    return [(d.act, d.number, d.clause) for d in duties(run.rules, run.now) if d.done_at is None]


# Disputes


FINAL = {STAR: "22.10", BACEBALL: "15.11", CROWN: "19.9"}


@clause("star-blackjack-challenge 22.10", "star-baceball 15.11", "crown-blackjack 19.9")
@pytest.mark.parametrize("book", BOOKS)
def test_the_operator_decides_for_good_and_says_where_to_complain(book: str) -> None:
    run = Run(book).drawn("ann", "ben")
    run.give(c.TellWinner(1, "mail"))
    run.give(c.Dispute("zoe", "my entry was not in it"), role="player", name="zoe")
    run.refused(c.Dispute("ann", "nor was hers"), FINAL[book], role="player", name="zoe")
    run.malformed(c.Object(1), role="player", name="zoe")
    run.refused(c.Rule(1, "you never entered"), FINAL[book], role="player", name="zoe")
    run.refused(c.Rule(1, "she never entered"), FINAL[book], role="inspector", name="ivy")
    assert owed(run) == [("rule", 1, FINAL[book])]
    run.refused(c.End(), FINAL[book])  # nobody has decided it
    run.give(c.Rule(1, "no entry of yours was received"))
    run.refused(c.Rule(1, "on second thoughts"), FINAL[book])
    assert [duty for duty in duties(run.rules, run.now) if duty.done_at is None] == []
    run.malformed(c.Advise(1))
    run.give(c.Object(1), role="player", name="zoe", at=DRAWN + 9)
    duty = duties(run.rules, run.now)[-1]
    assert (duty.act, duty.clause, duty.since) == ("advise", FINAL[book], DRAWN + 9)
    run.give(c.Advise(1), at=DRAWN + 10)
    assert duties(run.rules, run.now)[-1].done_at == DRAWN + 10
    run.malformed(c.Advise(1))
    run.malformed(c.Rule(2, "what"))


@clause("star-blackjack-challenge 22.10", "star-baceball 15.11", "crown-blackjack 19.9")
@pytest.mark.parametrize("book", BOOKS)
def test_the_terms_say_whose_decision_is_final_and_where_to_complain(book: str) -> None:
    run = Run(book)
    printed = print_terms(run.rules, run.now.terms)
    final = {STAR: "The Star", BACEBALL: "The Star", CROWN: "Crown Sydney management"}[book]
    assert f"decision of {final}" in printed
    assert "complain to an Inspector" in printed
    assert "section 33 of the Gaming and Liquor Administration Act 2007" in " ".join(
        printed.split()
    )
    assert max(map(len, printed.splitlines())) <= 88
