"""Blackjack Challenge: disputes and their review, wrong payments, monthly reports, the rules."""

import pytest

from bythebook.house.staff.registers_view import alarms
from bythebook.table import events as e
from bythebook.table.people.registers import in_breach, monthly_report
from tests.books.star_challenge.floor import SHOE, opened, plain_round, ready
from tests.clauses import clause
from tests.table.floor import Floor, cents, o

MONTH_END = 31 * 24 * 60 * 60  # the clock starts with January 1970


# Disputes


@clause("star-blackjack-challenge 20.17")
@pytest.mark.parametrize(
    ("decides", "reviews", "fits"),
    [
        ("gaming-manager", "supervisor", False),
        ("gaming-manager", "gaming-supervisor", False),
        ("gaming-manager", "gaming-manager", True),
        ("gaming-supervisor", "supervisor", True),
    ],
)
def test_nobody_reviews_what_a_higher_rank_decided(decides: str, reviews: str, fits: bool) -> None:
    floor = ready(SHOE, ann=1)
    floor.ok("player", o.RaiseDispute("ann", "the payment on box 1"), by="ann")
    floor.ok(decides, o.DecideDispute(1, "paid rightly"), by="gus")
    review = o.ReviewDispute(1, "confirmed")
    if fits:
        floor.ok(reviews, review, by="sue", asked="ann")
    else:
        floor.no("20.17", reviews, review, by="sue", asked="ann")


@clause("star-blackjack-challenge 20.17", "star-blackjack-challenge 20.18")
def test_a_dispute_is_decided_by_a_gaming_supervisor_and_reviewed_by_another_person() -> None:
    """Challenge reading 96."""
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.ok("player", o.RaiseDispute("ann", "the payment on box 1"), by="ann")
    decide, review = o.DecideDispute(1, "paid rightly"), o.ReviewDispute(1, "confirmed")
    floor.no("20.17", "dealer", decide)
    floor.no("20.17", "supervisor", review, asked="ann")  # not decided yet
    floor.ok("gaming-supervisor", decide, by="gus")
    floor.no("20.17", "gaming-supervisor", decide, by="gil")  # it is decided
    unasked = floor.no("20.17", "supervisor", review, by="sue")
    assert unasked.reason == "only when somebody asks for it"
    floor.no("20.17", "supervisor", review, by="gus", asked="ann")  # not by the same person
    floor.no("20.17", "dealer", review, asked="ann")
    floor.no("20.17", "supervisor", review, by="sue", asked="ben")  # nor when another asks
    floor.ok("supervisor", review, by="sue", asked="ann")
    floor.no("20.18", "gaming-manager", review, by="max", asked="ann")  # that is final
    (dispute,) = floor.state.disputes
    assert dispute.decided_by is not None
    assert dispute.reviewed_by is not None
    assert (dispute.decided_by.name, dispute.reviewed_by.name) == ("gus", "sue")
    assert (dispute.ruling, dispute.review) == ("paid rightly", "confirmed")
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 20.18")
def test_every_ruling_tells_of_the_way_to_an_inspector() -> None:
    floor = ready(SHOE, ann=1)
    floor.ok("player", o.RaiseDispute("ann", "a missed hit"), by="ann")
    floor.ok("gaming-supervisor", o.DecideDispute(1, "the hand stands"), by="gus")
    floor.ok("supervisor", o.ReviewDispute(1, "it stands"), by="sue", asked="ann")
    for act in ("decide-dispute", "review-dispute"):
        (entry,) = floor.entries(act)
        assert "inspector" in entry.about
        assert "section 33" in entry.about
        assert entry.player == "ann"


# Wrong payments


def with_error(dollars: float, suspected: bool = False) -> Floor:
    floor = opened(SHOE, ann=1)
    floor.ok("supervisor", o.FindPaymentError("ann", cents(dollars), suspected))
    return floor


@clause("star-blackjack-challenge 18.18.1", "star-blackjack-challenge 18.18.2")
@pytest.mark.parametrize("step", ["attempted", "rectified", "reported"])
@pytest.mark.parametrize("enquired", [True, False])
def test_an_honest_error_is_no_breach_once_enquired_into_and_put_right_or_reported(
    step: str, enquired: bool
) -> None:
    floor = with_error(40)
    assert in_breach(floor.state.payment_errors[0])
    if enquired:
        floor.ok("supervisor", o.Rectify(1, "enquired"))
        assert in_breach(floor.state.payment_errors[0])
    floor.no("18.18.2", "dealer", o.Rectify(1, step))
    floor.ok("supervisor", o.Rectify(1, step))
    assert in_breach(floor.state.payment_errors[0]) is not enquired
    cited = floor.clauses(e.PaymentErrorStep)
    assert cited == (["18.18.1", "18.18.2"] if enquired else ["18.18.2"])


@clause("star-blackjack-challenge 18.18.2")
def test_the_star_itself_may_find_a_wrong_payment() -> None:
    floor = ready(SHOE, ann=1)
    floor.no("18.18.2", "inspector", o.FindPaymentError("ann", cents(40)))
    floor.ok("operator", o.FindPaymentError("ann", cents(40)))
    floor.ok("operator", o.Rectify(1, "attempted"))
    assert [(x.player, x.cents) for x in floor.state.payment_errors] == [("ann", cents(40))]


@clause("star-blackjack-challenge 18.19.1", "star-blackjack-challenge 18.19.2")
def test_a_suspected_error_is_put_right_and_its_patron_identified() -> None:
    floor = with_error(40, suspected=True)
    assert floor.clauses(e.PaymentErrorFound) == ["18.19.1"]
    floor.ok("supervisor", o.Rectify(1, "attempted"))
    assert in_breach(floor.state.payment_errors[0])
    floor.ok("supervisor", o.Rectify(1, "identified"))
    assert not in_breach(floor.state.payment_errors[0])
    assert floor.clauses(e.PaymentErrorStep) == ["18.19.1", "18.19.2"]


@clause("star-blackjack-challenge 18.20.1.1", "star-blackjack-challenge 18.20.1.1bis")
@pytest.mark.parametrize(("dollars", "by"), [(-40, "18.20.1.1"), (40, "18.20.1.1bis")])
def test_an_underpaid_patron_is_reimbursed_and_an_overpaid_one_asked(
    dollars: float, by: str
) -> None:
    floor = with_error(dollars)
    assert floor.clauses(e.PaymentErrorFound) == [by]
    floor.ok("operator", o.Rectify(1, "attempted"))
    (error,) = floor.state.payment_errors
    assert (error.player, error.cents, error.steps) == ("ann", cents(dollars), ("attempted",))
    # What was handed over is with the player, or with the house, until it is put right.
    assert (floor.net("ann"), floor.state.house) == (cents(dollars), -cents(dollars))
    floor.ok("operator", o.Rectify(1, "rectified"))
    assert (floor.net("ann"), floor.state.house) == (0, 0)
    floor.no("18.18.2", "operator", o.Rectify(1, "rectified"))  # once
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 18.20.1.1bis")
def test_nothing_is_put_right_with_somebody_who_is_not_there() -> None:
    floor = with_error(40)
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.malformed("operator", o.Rectify(1, "rectified"))
    floor.ok("operator", o.Rectify(1, "attempted"))


@clause("star-blackjack-challenge 18.20.1.1", "star-blackjack-challenge 18.20.1.1bis")
@pytest.mark.parametrize("dollars", [-40, 40])
def test_what_was_found_after_somebody_left_was_never_booked_and_is_not_paid_back(
    dollars: int,
) -> None:
    """Their books have what was due: putting it right with them moves nothing there."""
    floor = opened(SHOE, ann=1)
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.ok("operator", o.FindPaymentError("ann", cents(dollars)))
    floor.players(ann=1)
    floor.ok("operator", o.Rectify(1, "rectified"))
    assert (floor.net("ann"), floor.state.house) == (0, 0)


@clause("star-blackjack-challenge 18.20.3")
def test_a_report_is_overdue_from_the_first_second_of_the_next_month() -> None:
    floor = with_error(1000.01)
    rules = floor.rules
    for at, late in ((MONTH_END - 1, False), (MONTH_END, True)):
        found = [a for a in alarms(rules, floor.state, at) if a.clause == "18.20.3"]
        assert [a.kind for a in found] == (["overdue"] if late else [])
    floor.ok("gaming-manager", o.ReportMonth("1970-01"), at=MONTH_END)
    assert not any(a.clause == "18.20.3" for a in alarms(rules, floor.state, MONTH_END))


@clause("star-blackjack-challenge 18.20.3")
@pytest.mark.parametrize(
    ("dollars", "reported"),
    [(999.99, False), (1000, False), (1000.01, True), (-1000, False), (-1000.01, True)],
)
def test_single_errors_over_a_thousand_dollars_are_reported(dollars: float, reported: bool) -> None:
    floor = with_error(dollars)
    floor.ok("gaming-manager", o.ReportMonth("1970-01"), at=MONTH_END)
    (entry,) = floor.entries("report-month")
    assert entry.about == f"1970-01 to the nicc: errors {'1' if reported else 'none'}"


@clause("star-blackjack-challenge 18.20.3")
def test_the_report_is_made_once_at_the_end_of_the_month_whatever_became_of_the_error() -> None:
    """Challenge reading 98: rectified and suspected ones too, singly: two of $600 are not one."""
    floor = with_error(2000)
    for step in ("enquired", "rectified"):
        floor.ok("supervisor", o.Rectify(1, step))
    floor.ok("supervisor", o.FindPaymentError("ann", cents(1500), suspected=True))
    floor.ok("supervisor", o.FindPaymentError("ann", cents(600)))
    floor.ok("supervisor", o.FindPaymentError("ann", cents(600)))
    report = o.ReportMonth("1970-01")
    floor.no("18.20.3", "gaming-manager", report, at=MONTH_END - 1)
    floor.ok("supervisor", o.FindPaymentError("ann", cents(3000)), at=MONTH_END)
    found = monthly_report(floor.state, cents(1000), "1970-01")
    assert [error.number for error in found] == [1, 2]
    floor.no("18.20.3", "supervisor", report)
    floor.ok("operator", report)
    assert floor.clauses(e.MonthReported) == ["18.20.3"]
    assert floor.entries("report-month")[0].about == "1970-01 to the nicc: errors 1, 2"
    floor.no("18.20.3", "gaming-manager", report)
    floor.malformed("gaming-manager", o.ReportMonth("January"))


# The rules themselves


@clause("star-blackjack-challenge 20.19")
def test_a_copy_of_the_rules_is_shown_on_request() -> None:
    floor = ready(SHOE, ann=1)
    floor.no("20.19", "dealer", o.Perform("show-rules"))
    floor.no("20.19", "player", o.Perform("show-rules"), asked="ann")
    floor.ok("dealer", o.Perform("show-rules", player="ann"), asked="ann")
    assert [(x.player, x.clause) for x in floor.entries("show-rules")] == [("ann", "20.19")]
