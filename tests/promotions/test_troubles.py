"""Refusals and their register, postponements, cancellations, disputes: who is told, until when."""

import pytest

from bythebook.promotions import commands as c
from bythebook.promotions import duties, print_terms
from bythebook.promotions import events as e
from tests.clauses import clause
from tests.promotions.offers import BACEBALL, BOOKS, CLOSES, CROWN, DRAWN, HOUR, STAR, Run, prize

REASONS = {STAR: "22.9", BACEBALL: "15.10", CROWN: "19.8"}
REGISTER = {STAR: "22.9.1", BACEBALL: "15.10.1", CROWN: "19.8"}
INTEGRITY = {STAR: "22.11", BACEBALL: "15.12", CROWN: "19.10"}
NOTICE = {STAR: "22.11:notify", BACEBALL: "15.12", CROWN: "19.10"}
FINAL = {STAR: "22.10", BACEBALL: "15.11", CROWN: "19.9"}


# Refusals


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


# Integrity


@clause("star-blackjack-challenge 22.11", "star-baceball 15.12", "crown-blackjack 19.10")
@pytest.mark.parametrize("book", BOOKS)
def test_a_postponed_promotion_waits_until_it_is_validated(book: str) -> None:
    run = Run(book).opened()
    run.refused(c.Postpone("ivy"), INTEGRITY[book])
    run.give(c.Postpone("ivy"), why="the barrel was open")
    for command in (c.Enter("ann"), c.Close()):
        run.refused(command, INTEGRITY[book], at=CLOSES)
    run.malformed(c.Postpone("ivy"), why="again")
    run.refused(c.Validate(), INTEGRITY[book])
    run.give(c.Validate(), why="barrel checked and closed")
    run.malformed(c.Validate(), why="again")
    run.give(c.Enter("ann"))
    run.give(c.Close())
    run.give(c.Postpone("ivy"), why="the barrel was open again")
    run.refused(c.Draw(), INTEGRITY[book], at=DRAWN)
    run.give(c.Validate(), why="barrel checked")
    run.give(c.Draw())


@clause("star-blackjack-challenge 22.11", "star-baceball 15.12", "crown-blackjack 19.10")
@pytest.mark.parametrize("book", BOOKS)
def test_a_cancelled_draw_is_never_held(book: str) -> None:
    run = Run(book).closed("ann")
    run.refused(c.Cancel("ivy"), INTEGRITY[book])
    run.give(c.Cancel("ivy"), why="entries were lost")
    manner = {STAR: "22.7.1", BACEBALL: "15.7.1", CROWN: "19.5.1"}[book]
    run.refused(c.Draw(), manner, at=DRAWN)
    run.refused(c.Validate(), INTEGRITY[book], why="found again")


@clause("star-blackjack-challenge 22.11:notify")
@pytest.mark.parametrize("what", ["postponed", "cancelled"])
def test_the_star_tells_an_inspector_within_48_hours(what: str) -> None:
    command = {"postponed": c.Postpone(), "cancelled": c.Cancel()}[what]
    for after, late in ((48 * HOUR - 1, False), (48 * HOUR, False), (48 * HOUR + 1, True)):
        run = Run(STAR).opened()
        began = run.at
        run.give(command, why="in doubt")
        duty = duties(run.rules, run.now)[-1]
        assert (duty.act, duty.clause, duty.until) == (
            "tell-inspector", "22.11:notify", began + 48 * HOUR,
        )  # fmt: skip
        assert duty.late(began + after) is late
        (told,) = run.give(c.TellInspector(1, "ivy"), at=began + after)
        assert isinstance(told, e.InspectorTold)
        assert (told.late, told.clause) == (late, "22.11:notify")
        assert duties(run.rules, run.now)[-1].done_at == began + after
        run.malformed(c.TellInspector(1, "ivy"))
        run.malformed(c.TellInspector(2, "ivy"))


@clause("star-baceball 15.12")
@pytest.mark.parametrize("command", [c.Postpone, c.Cancel])
def test_at_baceball_the_inspector_is_told_in_the_same_act(
    command: type[c.Postpone | c.Cancel],
) -> None:
    run = Run(BACEBALL).opened()
    run.refused(command(), "15.12", why="in doubt")
    run.refused(command(" "), "15.12", why="in doubt")
    _, told = run.give(command("ivy"), why="in doubt")
    assert isinstance(told, e.InspectorTold)
    assert told.inspector == "ivy"
    assert all(duty.done_at is not None for duty in duties(run.rules, run.now))


@clause("crown-blackjack 19.10")
def test_crown_tells_an_inspector_of_a_cancellation_as_soon_as_practicable() -> None:
    run = Run(CROWN).opened()
    run.give(c.Postpone(), why="in doubt")
    assert duties(run.rules, run.now) == ()
    run.give(c.Cancel(), why="beyond repair")
    (duty,) = duties(run.rules, run.now)
    assert (duty.act, duty.clause, duty.until) == ("tell-inspector", "19.10", None)
    run.refused(c.End(), "19.10")
    run.give(c.TellInspector(2, "ivy"))
    run.give(c.End())


@clause("star-baceball 15.9.1")
def test_ending_a_begun_promotion_of_baceball_needs_the_authority() -> None:
    run = Run(BACEBALL).opened()
    run.malformed(c.Approve("ending"), role="authority")
    run.give(c.Cancel("ivy"), why="beyond repair")
    run.refused(c.End(), "15.9.1")
    run.give(c.Approve("ending"), role="authority", name="ada")
    run.give(c.End())
    unbegun = Run(BACEBALL)
    unbegun.give(c.Cancel("ivy"), why="beyond repair")
    assert unbegun.now.phase == "cancelled"
    unbegun.give(c.End())


def test_a_draw_can_be_cancelled_until_a_prize_is_handed_over() -> None:
    run = Run(STAR, prize(number=2)).drawn("ann", "ben")
    run.give(c.Claim(1, run.winner(1)))
    run.give(c.Postpone(), why="in doubt")
    run.refused(c.Award(1), "22.11")
    run.give(c.Validate(), why="all is well")
    run.give(c.Award(1))
    run.refused(c.Cancel(), "22.11", why="in doubt again")
    run = Run(STAR).drawn("ann")
    run.give(c.Cancel(), why="the wrong entries were in")
    run.refused(c.Claim(1, "ann"), "22.7.8")


# Disputes


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
