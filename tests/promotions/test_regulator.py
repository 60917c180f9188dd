"""Who may run a promotion; the public's terms and the regulator's, and when they change."""

import pytest

from bythebook.promotions import commands as c
from bythebook.promotions import duties
from bythebook.promotions import events as e
from tests.clauses import clause
from tests.promotions.offers import (
    BACEBALL,
    BOOKS,
    CLOSES,
    CROWN,
    DRAWN,
    HOUR,
    KNOWN,
    OPERATOR,
    REGULATOR,
    STAR,
    START,
    Run,
    terms,
)

OFFERED = {STAR: "22.1", BACEBALL: "15.1", CROWN: "19.1"}
AVAILABLE = {STAR: "22.6", BACEBALL: "15.6", CROWN: "19.4"}
LODGED = {STAR: "22.12", BACEBALL: "15.9"}


@clause("star-blackjack-challenge 22.1", "star-baceball 15.1", "crown-blackjack 19.1")
@pytest.mark.parametrize("book", BOOKS)
def test_the_operator_offers_promotions_and_nobody_else(book: str) -> None:
    run = Run(book).seal().lodge().publish()
    for role in ("player", "dealer", "inspector", REGULATOR[book], "scrutineer", "house"):
        run.refused(c.Open(), OFFERED[book], role=role, at=START)
    run.give(c.Open(), role=OPERATOR[book])
    assert run.now.phase == "open"


@clause("star-blackjack-challenge 22.6", "star-baceball 15.6", "crown-blackjack 19.4")
@pytest.mark.parametrize("book", BOOKS)
def test_terms_can_be_had_and_marketing_points_to_them(book: str) -> None:
    run = Run(book).seal().lodge()
    run.confirm()
    run.refused(c.Publish((), "the poster"), AVAILABLE[book])
    run.refused(c.Publish(("website",), " "), AVAILABLE[book])
    run.refused(c.Open(), AVAILABLE[book], at=START)
    for means in ("premises", "website", "email", "mail", "brochure"):
        run.give(c.Publish((means,), "the poster"))
        assert run.now.means == (means,)
    assert run.now.marketing == "the poster"
    run.give(c.Open())


@clause("star-blackjack-challenge 22.12", "star-baceball 15.9")
@pytest.mark.parametrize("book", LODGED)
def test_the_regulator_has_the_terms_a_day_before_the_start(book: str) -> None:
    for early, late in ((24 * HOUR + 1, False), (24 * HOUR, False), (24 * HOUR - 1, True)):
        run = Run(book).seal().publish()
        if late:
            run.refused(c.Lodge(), LODGED[book], at=START - early)
        else:
            run.give(c.Lodge(), at=START - early)
            run.give(c.Open(), at=START)


@clause("star-blackjack-challenge 22.12", "star-baceball 15.9")
@pytest.mark.parametrize("book", LODGED)
def test_nothing_opens_that_the_regulator_has_not_seen(book: str) -> None:
    run = Run(book).seal().publish()
    (duty,) = duties(run.rules, run.now)
    assert (duty.act, duty.clause, duty.until) == ("lodge", LODGED[book], START - 24 * HOUR)
    assert not duty.late(START - 24 * HOUR)
    assert duty.late(START - 24 * HOUR + 1)
    run.refused(c.Open(), LODGED[book], at=START)


@pytest.mark.parametrize("book", LODGED)
def test_a_change_before_the_start_begins_the_day_anew(book: str) -> None:
    run = Run(book).seal().lodge().publish()
    run.malformed(c.Lodge())
    run.give(c.Amend(terms(book, place="the terrace")), at=START - 23 * HOUR)
    assert run.now.lodged_at is None
    assert run.now.published_at is None
    run.refused(c.Lodge(), LODGED[book])
    moments = {"starts_at": START, "closes_at": CLOSES, "value_at": KNOWN, "awarded_at": DRAWN}
    later = {name: moment + HOUR for name, moment in moments.items()}
    run.give(c.Amend(terms(book, place="the terrace", **later)))
    run.lodge().publish()
    begins = {STAR: "22.7.7", BACEBALL: "15.7.7"}[book]
    run.refused(c.Open(), begins, at=START + HOUR - 1)
    run.give(c.Open(), at=START + HOUR)


@clause("crown-blackjack 19.7")
def test_crown_gives_the_terms_to_the_nicc_when_it_asks() -> None:
    run = Run(CROWN).seal().publish()
    run.give(c.Open(), at=START)  # unasked, nothing is due
    assert duties(run.rules, run.now) == ()
    run.refused(c.RequestTerms(), "19.7", role="casino-manager")
    run.give(c.RequestTerms(), role="nicc", at=START + 5)
    (duty,) = duties(run.rules, run.now)
    assert (duty.act, duty.clause, duty.since, duty.until) == ("lodge", "19.7", START + 5, None)
    run.malformed(c.RequestTerms(), role="nicc")
    run.give(c.Lodge(), at=START + 60)
    assert run.now.lodgings == (START + 60,)
    assert duties(run.rules, run.now) == ()


@pytest.mark.parametrize("book", [STAR, BACEBALL])
def test_the_others_have_no_such_act(book: str) -> None:
    assert "knows no act" in Run(book).malformed(c.RequestTerms(), role=REGULATOR[book]).reason


# Amendments once it has begun


def due(run: Run) -> list[str]:
    """What is still to be done."""
    return [duty.act for duty in duties(run.rules, run.now) if duty.done_at is None]


@clause("star-blackjack-challenge 22.12.1")
def test_at_the_star_amended_terms_apply_once_the_regulator_has_them() -> None:
    run = Run(STAR).opened()
    before, after = run.now.terms, terms(STAR, results="in the newspaper")
    run.malformed(c.Lodge())
    (amended,) = run.give(c.Amend(after), at=START + 10)
    assert isinstance(amended, e.Amended)
    assert amended.clause == "22.12.1"
    assert run.now.terms == before
    assert run.now.pending == after
    (duty,) = [duty for duty in duties(run.rules, run.now) if duty.done_at is None]
    assert (duty.act, duty.clause, duty.since) == ("lodge", "22.12.1", START + 10)
    run.valued()
    run.refused(c.Draw(), "22.12.1", at=CLOSES + 2 * HOUR)
    lodged, _ = run.give(c.Lodge())
    assert lodged.clause == "22.12.1"  # type: ignore[attr-defined]
    in_force = run.now
    assert in_force.terms == after
    assert in_force.pending is None
    assert due(run) == ["publish"]
    run.publish()
    assert due(run) == ["draw"]
    run.give(c.Draw())


@clause("star-blackjack-challenge 22.6", "star-baceball 15.6", "crown-blackjack 19.4")
@pytest.mark.parametrize("book", BOOKS)
def test_terms_as_amended_are_published_before_anything_is_drawn(book: str) -> None:
    run = Run(book).opened()
    run.give(c.Enter("ann"))
    run.give(c.Amend(terms(book, results="in the newspaper")))
    if book == STAR:
        run.lodge()
    elif book == BACEBALL:
        run.give(c.Approve("amendment"), role="authority", name="rex")
    (duty,) = [duty for duty in duties(run.rules, run.now) if duty.done_at is None]
    assert (duty.act, duty.clause, duty.until) == ("publish", AVAILABLE[book], None)
    run.valued()
    run.refused(c.Draw(), AVAILABLE[book], at=CLOSES + 2 * HOUR)
    run.publish()
    assert due(run) == ["draw"]
    run.give(c.Draw())


@clause("star-baceball 15.9.1")
def test_at_baceball_the_authority_approves_an_amendment() -> None:
    run = Run(BACEBALL).opened()
    before, after = run.now.terms, terms(BACEBALL, results="in the newspaper")
    run.malformed(c.Approve("amendment"), role="authority")
    run.give(c.Amend(after))
    assert run.now.terms == before
    run.refused(c.Lodge(), "15.9.1")
    for role in ("operator", "gaming-manager", "player", "scrutineer"):
        run.refused(c.Approve("amendment"), "15.9.1", role=role)
    assert run.now.terms == before
    run.give(c.Approve("amendment"), role="authority", name="ada")
    assert run.now.terms == after


@clause("star-baceball 15.9.1")
def test_an_amendment_that_waits_stops_the_draw_until_it_is_taken_back() -> None:
    run = Run(BACEBALL).closed("ann")
    run.give(c.Amend(terms(BACEBALL, results="in the newspaper")))
    run.refused(c.Draw(), "15.9.1", at=CLOSES + 2 * HOUR)
    run.give(c.Amend(terms(BACEBALL)))
    assert run.now.pending is None
    run.give(c.Draw())


def test_at_crown_an_amendment_is_in_force_at_once() -> None:
    run = Run(CROWN).opened()
    after = terms(CROWN, results="in the newspaper")
    run.give(c.Amend(after))
    assert run.now.terms == after
    assert run.now.published_at is not None


@pytest.mark.parametrize("book", BOOKS)
def test_an_amendment_is_complete_too(book: str) -> None:
    run = Run(book).opened()
    results = {STAR: "22.7.10", BACEBALL: "15.7.10", CROWN: "19.5.9"}[book]
    run.refused(c.Amend(terms(book, results="")), results)
    run.malformed(c.Amend(terms(book)))
    run.malformed(c.Amend(terms(STAR if book != STAR else CROWN)))


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_is_amended_after_the_draw(book: str) -> None:
    run = Run(book).drawn("ann")
    run.refused(c.Amend(terms(book, results="elsewhere")), AVAILABLE[book])
