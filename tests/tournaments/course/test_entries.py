"""Terms, entries, refunds, substitutes, cancellation: every book's own way."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.deciders import Command, Person
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.chapters.tournament_course import load_tournament_rules
from bythebook.rulebooks.law import played_by
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import open_acts, pool, refusal
from bythebook.tournaments.course.entries import to_confirm, unconfirmed
from bythebook.tournaments.terms.document import (
    Prize,
    Purchase,
    TournamentTerms,
    own_words,
    seconds,
)
from tests.clauses import clause
from tests.tournaments.course.courses import DAY, Play, changed, example, only_final

BOOKS = ("star", "canberra-knock-out", "crown", "tasmania-chips")


@clause(
    "star-blackjack-challenge 21.4.1",
    "canberra-blackjack 19.2",
    "canberra-blackjack 19.2(a)",
    "canberra-blackjack 19.2(b)",
    "crown-blackjack 18.2.1",
    "crown-blackjack 18.2.2",
    "crown-blackjack 18.4",
    "tasmania-blackjack 22.1.2(a)",
    "tasmania-blackjack 22.1.2(b)",
)
@pytest.mark.parametrize(
    ("name", "first", "published"),
    [
        ("star", "21.4.1", "21.4.1"),
        ("canberra-knock-out", "19.2", "19.2(b)"),
        ("crown", "18.2.2", "18.2.2"),
        ("tasmania-chips", "22.1.2(a)", "22.1.2(b)"),
    ],
)
def test_nobody_enters_before_the_terms_are_published(
    name: str, first: str, published: str
) -> None:
    play = Play(example(name)).made()
    play.refused(play.office, play.entry("ann"), first)
    if play.book.rules.publishing.regulator is not None:
        play.do(play.office, o.TellRegulator("letter 7"))
    if to_confirm(play.book.rules, play.terms):
        play.do(play.office, o.ConfirmConditions())
    events = play.do(play.office, o.Publish())
    assert events[-1] == e.TermsPublished(published)
    play.do(play.office, play.entry("ann"))
    assert play.course.entrants["ann"].standing == "in"


ANSWERED_FOR = [
    ("crown", "18.4.8(c)"),
    ("star", "21.4.2(k)"),
    ("canberra-knock-out", "19.3(b)"),
    ("tasmania-chips", "22.1"),
]


@clause(
    "crown-blackjack 18.4.8(c)",
    "star-blackjack-challenge 21.4.2(k)",
    "canberra-blackjack 19.3(b)",
    "tasmania-blackjack 22.1",
)
@pytest.mark.parametrize(("name", "clause_id"), ANSWERED_FOR)
def test_a_condition_in_free_words_is_somebodys_to_answer_for(name: str, clause_id: str) -> None:
    """No list of words finds every contradiction: a person reads it beside what it touches."""
    said = ("Insurance pays 3 to 1.",)
    play = Play(changed(example(name), conditions=said)).made()
    if play.book.rules.publishing.regulator is not None:
        play.do(play.office, o.TellRegulator("letter 7"))
    play.refused(play.office, o.Publish(), clause_id)
    with pytest.raises(Refused):
        play.do(play.dealer, o.ConfirmConditions())
    (*_, told) = play.do(play.director, o.ConfirmConditions())
    assert isinstance(told, e.ConditionsConfirmed)
    assert (told.conditions[:1], told.clause) == (said, clause_id)
    shown = [play.book.book.clause(id).summary.lower() for id in told.beside[said[0]]]
    assert shown
    assert name == "star" or "insurance" in shown[0]  # which that game does not have
    # Other words are another's to answer for, or the same person's again.
    other = changed(play.terms, conditions=("Surrender is allowed.",))
    play.do(play.office, o.Amend(other))
    if play.book.rules.publishing.regulator is not None:
        play.do(play.office, o.TellRegulator("letter 8"))
    play.refused(play.office, o.Publish(), clause_id)
    play.do(play.director, o.ConfirmConditions())
    play.do(play.office, o.Publish())


FALSE = "Insurance pays 3 to 1."
REBUYS = Purchase(amount_cents=0, chips=1, how=FALSE)
ELSEWHERE: list[tuple[str, dict[str, Any]]] = [
    ("entry", {"method": FALSE}),
    ("entry", {"substitute_effect": FALSE}),
    ("money", {"refunds": FALSE}),
    ("money", {"rebuys": REBUYS}),
    ("structure", {"seats": FALSE}),
    ("play", {"winners": FALSE}),
    ("prizes", {"places": (Prize(cents=0, in_kind=FALSE),)}),
    ("conduct", {"penalties": FALSE}),
]


def said_in(terms: TournamentTerms, part: str, changes: dict[str, Any]) -> TournamentTerms:
    return replace(terms, **{part: replace(getattr(terms, part), **changes)})


@clause(
    "crown-blackjack 18.4.8(c)",
    "star-blackjack-challenge 21.4.2(k)",
    "canberra-blackjack 19.3(b)",
    "tasmania-blackjack 22.1",
)
@pytest.mark.parametrize(("name", "clause_id"), ANSWERED_FOR)
def test_a_condition_may_stand_in_any_text_of_the_terms(name: str, clause_id: str) -> None:
    """Wherever the operator writes what they like, somebody reads it beside what it touches."""
    whole = replace(example(name), conditions=())
    play = Play(whole).made()
    if play.book.rules.publishing.regulator is not None:
        play.do(play.office, o.TellRegulator("letter 7"))
    play.do(play.director, o.ConfirmConditions())
    for part, changes in ELSEWHERE:
        terms = said_in(whole, part, changes)
        assert FALSE in own_words(terms), changes
        other = Play(terms).made()
        assert FALSE in unconfirmed(other.book.rules, other.course), changes
        other.do(other.director, o.ConfirmConditions())
        assert not unconfirmed(other.book.rules, other.course), changes
    # Of these terms all was answered for; of others nothing is.
    play.do(play.office, o.Amend(said_in(whole, "money", {"refunds": FALSE})))
    if play.book.rules.publishing.regulator is not None:
        play.do(play.office, o.TellRegulator("letter 8"))
    play.refused(play.office, o.Publish(), clause_id)
    (*_, told) = play.do(play.director, o.ConfirmConditions())
    assert isinstance(told, e.ConditionsConfirmed)
    assert FALSE in told.beside
    play.do(play.office, o.Publish())


@pytest.mark.parametrize("revision", [3, 4])
def test_by_earlier_revisions_only_the_conditions_are_answered_for(revision: int) -> None:
    terms = replace(example("crown"), conditions=(), edition="4.2", revision=revision)
    rules = load_tournament_rules(played_by(terms)).rules
    assert to_confirm(rules, terms) == ()
    assert to_confirm(rules, replace(terms, conditions=(FALSE,))) == (FALSE,)


@clause("crown-blackjack 18.4", "canberra-blackjack 19.2(a)", "crown-blackjack 18.4.1(a)(iv)")
@pytest.mark.parametrize(("name", "item"), [("crown", "18.4.1(a)(iv)"), ("canberra-knock-out", "")])
def test_incomplete_terms_are_not_published(name: str, item: str) -> None:
    terms = example(name)
    faulty = changed(terms, place="") if item else changed(terms, stages=())
    play = Play(faulty).made()
    if not item:
        play.do(play.office, o.TellRegulator("letter 7"))
    with pytest.raises(Refused) as caught:
        play.do(play.office, o.Publish())
    assert not item or caught.value.clause == item
    play.do(play.office, o.Amend(terms))
    if not item:
        play.do(play.office, o.TellRegulator("letter 8"))
    play.do(play.office, o.ConfirmConditions())
    play.do(play.office, o.Publish())
    play.refused(play.office, o.Amend(terms), play.book.rules.acts["amend"].clause)


@clause("canberra-blackjack 19.2(c)")
def test_the_commission_has_a_copy_first_and_of_these_very_terms() -> None:
    play = Play(example("canberra-knock-out")).made()
    play.refused(play.office, o.Publish(), "19.2(c)")
    with pytest.raises(Malformed):
        play.do(play.office, o.TellRegulator(" "))
    events = play.do(play.office, o.TellRegulator("letter 7"))
    assert events[-1] == e.RegulatorTold("Gambling and Racing Commission", "letter 7", "19.2(c)")
    play.do(play.office, o.Amend(changed(play.terms, title="Other Cup")))
    play.refused(play.office, o.Publish(), "19.2(c)")
    play.do(play.office, o.TellRegulator("letter 8"))
    play.do(play.office, o.ConfirmConditions())
    play.do(play.office, o.Publish())


def test_other_books_tell_nobody_first() -> None:
    play = Play(example("star")).made()
    with pytest.raises(Malformed):
        play.do(Person("dora", "tournament-manager"), o.TellRegulator("letter"))


@clause("star-blackjack-challenge 21.4.1")
def test_every_entrant_gets_a_copy_of_the_conditions() -> None:
    play = Play(example("star")).published()
    without = o.Enter(player="ann", entitled=True, agreed=True)
    play.refused(play.office, without, "21.4.1")
    play.do(play.office, play.entry("ann"))
    assert play.course.entrants["ann"].copy


@clause("star-blackjack-challenge 21.4.3", "canberra-blackjack 19.5")
@pytest.mark.parametrize(
    ("name", "clause_id"), [("star", "21.4.3"), ("canberra-knock-out", "19.5")]
)
def test_agreement_in_writing_where_it_is_demanded(name: str, clause_id: str) -> None:
    entry = o.Enter(player="ann", entitled=True, copy=True)
    play = Play(changed(example(name), entry={"written_agreement": True})).published()
    play.refused(play.office, entry, clause_id)
    play.do(play.office, play.entry("ann"))
    # The book lets it be demanded; it does not demand it itself.
    without = Play(changed(example(name), entry={"written_agreement": False})).published()
    without.do(without.office, entry)


@clause(
    "star-blackjack-challenge 21.4.2(h)(i)",
    "crown-blackjack 18.4.2(a)(ii)",
    "canberra-blackjack 19.3(a)(i)",
    "tasmania-blackjack 22.1.2(b)",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        ("star", "21.4.2(h)(i)"),
        ("crown", "18.4.2(a)(ii)"),
        ("canberra-knock-out", "19.3(a)(i)"),
        ("tasmania-chips", "22.1.2(b)"),
    ],
)
def test_only_who_is_entitled_enters(name: str, clause_id: str) -> None:
    play = Play(example(name)).published()
    play.refused(play.office, o.Enter(player="ann", agreed=True, copy=True), clause_id)
    # What somebody says of themselves finds nothing; the house does, and may find the opposite.
    ann, entry = play.person("ann"), play.entry("ann")
    play.refused(ann, entry, clause_id)
    with pytest.raises(Refused):
        play.do(ann, o.FindEntitled(player="ann"))
    play.do(play.office, o.FindEntitled(player="ann", entitled=False))
    play.refused(ann, entry, clause_id)
    assert play.course.money_in == 0
    play.do(play.office, o.FindEntitled(player="ann"))
    play.do(ann, entry)
    assert play.course.entrants["ann"].standing == "in"


@clause("crown-blackjack 18.4.2(a)(ii)")
def test_a_substitute_is_found_entitled_too() -> None:
    play = Play(example("crown")).entered(2)
    named = o.NameSubstitute(player="p1", substitute="sam", entitled=True)
    play.refused(play.person("p1"), named, "18.4.2(a)(ii)")
    play.do(play.office, o.FindEntitled(player="sam"))
    play.do(play.person("p1"), named)
    assert "sam" in play.course.entrants


@clause(
    "canberra-blackjack 19.6",
    "crown-blackjack 18.1",
    "star-blackjack-challenge 21.6.9",
    "tasmania-blackjack 22.3.4",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        ("canberra-knock-out", "19.6"),
        ("crown", "18.1"),
        ("star", "21.6.9"),
        ("tasmania-chips", "22.3.4"),
    ],
)
def test_one_entry_each(name: str, clause_id: str) -> None:
    play = Play(example(name)).entered(1)
    play.refused(play.office, play.entry("p1"), clause_id)


@clause("canberra-blackjack 19.6")
def test_an_entry_stands_even_if_the_player_withdrew_without_a_refund() -> None:
    play = Play(example("canberra-knock-out")).entered(1)
    play.do(play.office, o.Withdraw("p1"))
    play.refused(play.office, play.entry("p1"), "19.6")
    other = Play(example("tasmania-chips")).entered(1)
    other.do(other.office, o.Withdraw("p1"), at=other.starts - 21 * DAY)
    other.do(other.office, other.entry("p1"))
    assert len(other.course.field) == 1


@clause(
    "star-blackjack-challenge 21.4.2(h)(ii)",
    "crown-blackjack 18.4.2(a)(iii)",
    "tasmania-blackjack 22.1.3(a)",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [("star", "21.4.2(h)(ii)"), ("crown", "18.4.2(a)(iii)"), ("tasmania-chips", "22.1.3(a)")],
)
def test_an_application_can_be_refused_until_it_was_accepted(name: str, clause_id: str) -> None:
    play = Play(example(name)).entered(1)
    events = play.do(play.office, o.RefuseEntry("ann"))
    assert events[-1] == e.EntryRefused("ann", clause_id)
    play.refused(play.office, o.RefuseEntry("p1"), clause_id)
    # And refused it stays: at the desk, by the player, as a substitute; nobody pays for it.
    paid = play.course.money_in
    play.do(play.office, o.FindEntitled(player="ann"))
    play.refused(play.office, play.entry("ann"), clause_id)
    play.refused(play.person("ann"), play.entry("ann"), clause_id)
    play.refused(play.office, play.entry("Ann"), clause_id)
    if name != "star":  # which has no substitutes
        instead = o.NameSubstitute(player="p1", substitute="ann", entitled=True)
        play.refused(play.person("p1"), instead, clause_id)
    assert "ann" not in play.course.entrants
    assert play.course.money_in == paid


@clause("canberra-blackjack 19.3(a)(i)")
def test_a_book_without_that_right_refuses_nobody() -> None:
    play = Play(example("canberra-knock-out")).published()
    play.refused(play.office, o.RefuseEntry("ann"), "19.3(a)(i)")


@clause(
    "canberra-blackjack 19.3(a)(v)",
    "crown-blackjack 18.4.1(a)(iii)",
    "tasmania-blackjack 22.1.2(d)",
    "star-blackjack-challenge 21.4.2(i)",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        ("canberra-knock-out", "19.3(a)(v)"),
        ("crown", "18.4.1(a)(iii)"),
        ("tasmania-chips", "22.1.2(d)"),
        ("star", "21.4.2(i)"),
    ],
)
def test_no_more_than_the_most(name: str, clause_id: str) -> None:
    play = Play(changed(example(name), entry={"most": 16})).entered(16)
    play.refused(play.office, play.entry("p17"), clause_id)
    play.do(play.office, o.Withdraw("p3"))
    play.do(play.office, play.entry("p17"))
    assert len(play.course.field) == 16


@clause("canberra-blackjack 19.3(a)(v)", "canberra-blackjack 19.21")
def test_too_few_in_canberra_is_cancelled_with_everything_returned() -> None:
    terms = changed(
        example("canberra-knock-out"), entry={"least": 14, "cancelled_below_least": False}
    )
    play = Play(terms).entered(13)
    play.refused(play.office, o.CloseEntries(go_ahead=True), "19.3(a)(v)")
    play.do(play.office, o.Cancel())
    assert play.phase == "cancelled"
    assert set(play.flow.values()) == {0}
    enough = Play(terms).entered(14)
    enough.do(enough.office, o.CloseEntries())


@clause("star-blackjack-challenge 21.3.3")
def test_too_few_at_the_star_may_go_ahead_if_the_conditions_leave_it_open() -> None:
    terms = example("star")
    least = terms.entry.least
    assert least is not None
    strict = Play(changed(terms, entry={"cancelled_below_least": True})).entered(least - 1)
    strict.refused(strict.office, o.CloseEntries(go_ahead=True), "21.3.3")
    free = Play(changed(terms, entry={"cancelled_below_least": False})).entered(least - 1)
    free.refused(free.office, o.CloseEntries(), "21.3.3")
    free.do(free.office, o.CloseEntries(go_ahead=True))
    assert free.phase == "between"


@clause("crown-blackjack 18.4.2(d)")
def test_entries_close_when_the_terms_say() -> None:
    play = Play(example("crown")).published()
    closes = play.terms.dates.entries_close
    assert closes is not None
    play.do(play.office, play.entry("ann"), at=seconds(closes))
    play.refused(play.office, play.entry("bob"), "18.4.2(d)", at=seconds(closes) + 1)


@clause(
    "tasmania-blackjack 22.1:refund",
    "tasmania-blackjack 22.1:intro",
    "tasmania-blackjack 22.1.1",
    "tasmania-blackjack 22.1.1:pool",
    "tasmania-blackjack 22.1:added-value",
)
def test_worked_round_23_entry_money() -> None:
    """81 fees of $125; one comes back 22 days before, one does not 10 days before."""
    terms = changed(
        example("tasmania-chips"),
        money={
            "fee_cents": 12500,
            "commission": None,
        },
    )
    play = Play(terms).entered(81)
    play.do(play.person("p80"), o.Withdraw("p80"), at=play.starts - 22 * DAY)
    assert play.flow["p80"] == 0
    play.do(play.person("p81"), o.Withdraw("p81"), at=play.starts - 10 * DAY)
    assert play.flow["p81"] == -12500
    assert pool(play.book, play.course).fees == 1_000_000
    assert len(play.course.field) == 79


@clause("tasmania-blackjack 22.1:refund")
@pytest.mark.parametrize(("seconds_late", "back"), [(-1, 12500), (0, 12500), (1, 0)])
def test_twenty_one_days_to_the_second(seconds_late: int, back: int) -> None:
    play = Play(changed(example("tasmania-chips"), money={"fee_cents": 12500})).entered(2)
    at = play.starts - 21 * DAY + seconds_late
    withdrew = play.do(play.person("p1"), o.Withdraw("p1"), at=at)[-1]
    assert play.flow["p1"] == back - 12500
    assert isinstance(withdrew, e.PlayerWithdrew)
    assert withdrew.clause == "22.1:refund"


@clause("canberra-blackjack 19.21", "canberra-blackjack 19.20")
def test_canberra_returns_nothing_to_who_withdraws() -> None:
    play = Play(example("canberra-knock-out")).entered(20)
    play.do(play.person("p1"), o.Withdraw("p1"))
    assert play.flow["p1"] == -11000
    assert pool(play.book, play.course).fees == 20 * 11000


@clause(
    "star-blackjack-challenge 21.3.2",
    "star-blackjack-challenge 21.4.2(i)",
    "crown-blackjack 18.4.2(d)",
)
@pytest.mark.parametrize("name", ["star", "crown"])
def test_withdrawing_in_the_free_period(name: str) -> None:
    play = Play(example(name)).entered(20)
    until = play.terms.dates.withdraw_until
    assert until is not None
    fee = play.terms.money.fee_cents
    assert fee
    play.do(play.person("p1"), o.Withdraw("p1"), at=seconds(until))
    play.do(play.person("p2"), o.Withdraw("p2"), at=seconds(until) + 1)
    assert (play.flow["p1"], play.flow["p2"]) == (0, -fee)
    assert pool(play.book, play.course).fees == 19 * fee


@clause(
    "star-blackjack-challenge 21.3.4",
    "canberra-blackjack 19.21",
    "tasmania-blackjack 22.1:refund",
    "crown-blackjack 18.4.8(a)(iv)",
)
@pytest.mark.parametrize("name", BOOKS)
def test_a_cancellation_returns_everything_even_part_way(name: str) -> None:
    play = Play(example(name)).drawn(20)
    play.play_stage()
    play.do(play.director, o.Disqualify(player="p7", finding="breach"))
    assert play.phase == "between"
    play.do(play.office, o.Cancel())
    assert play.phase == "cancelled"
    assert all(back == 0 for who, back in play.flow.items() if who not in ("p7", "house"))
    # In Tasmania what was forfeited stays so (22.1.4): the house has it, and no cent is left over.
    lost = play.terms.money.fee_cents or 0 if name.startswith("tasmania") else 0
    assert play.flow["p7"] == -lost
    assert play.flow.get("house", 0) == lost
    assert play.course.money_in == play.course.money_out > 0
    for act in ("enter", "draw-seats", "pay-prizes"):
        assert act not in open_acts(play.book, play.course, play.director)


@clause(
    "tasmania-blackjack 22.1.4",
    "tasmania-blackjack 22.2.2(d)",
    "tasmania-blackjack 22.9.1",
    "tasmania-blackjack 22.9.3",
)
@pytest.mark.parametrize("how", ["late", "disqualified", "no-buy-in"])
def test_what_was_forfeited_does_not_come_back_with_a_cancellation(how: str) -> None:
    """Four of a live competition: the fee of one is lost, the three others get all of theirs."""
    terms = only_final(example("tasmania-live"), money={"guarantee_entries": 1})
    play = Play(terms).drawn(4)
    gone, *others = (seat.player for seat in play.course.drawn)
    for player in others if how == "no-buy-in" else (gone, *others):
        play.do(play.director, o.PayBuyIn(player), at=play.starts)
    if how == "late":
        play.do(play.director, o.LosePlace(gone))
    else:
        finding: o.Finding = "no-buy-in" if how == "no-buy-in" else "chips-added"
        play.do(play.director, o.Disqualify(player=gone, finding=finding))
    play.do(play.office, o.Cancel())
    fee = terms.money.fee_cents or 0
    assert play.flow == {gone: -fee, **dict.fromkeys(others, 0), "house": fee}


@clause("tasmania-blackjack 22.1:refund")
def test_who_withdrew_too_late_forfeited_nothing_by_a_clause() -> None:
    """No fee goes back for the withdrawal; a competition that does not proceed is another cause."""
    play = Play(example("tasmania-chips")).entered(3)
    play.do(play.office, o.Withdraw("p1"), at=play.starts - 20 * DAY)
    assert play.flow["p1"] < 0
    play.do(play.office, o.Cancel())
    assert set(play.flow.values()) == {0}


@clause("canberra-blackjack 19.21", "canberra-blackjack 19.10", "canberra-blackjack 19.9")
def test_worked_round_25_cancelled() -> None:
    """40 entries, a no-show replaced by a reserve: 41 payers get $110.00 each."""
    play = Play(example("canberra-knock-out")).entered(40)
    play.do(play.office, play.entry("res", reserve=True))
    play.do(play.office, o.CloseEntries())
    play.ready()
    play.draw()
    play.do(play.director, o.LosePlace("p9"), at=play.starts)
    play.do(play.director, o.SeatReserve(player="res", instead_of="p9"))
    assert play.course.money_in == 451000
    assert pool(play.book, play.course).commission == 45100
    assert pool(play.book, play.course).prizes == 405900
    events = play.do(play.office, o.Cancel())
    cancelled = events[-1]
    assert isinstance(cancelled, e.TournamentCancelled)
    assert len(cancelled.refunds) == 41
    assert {refund.cents for refund in cancelled.refunds} == {11000}


@clause("tasmania-blackjack 22.4", "tasmania-blackjack 22.2.3")
def test_a_substitute_before_the_ballot_only_in_tasmania() -> None:
    play = Play(example("tasmania-chips")).closed(20)
    sub = o.NameSubstitute(player="p1", substitute="sam", entitled=True)
    play.found("sam", "pat")
    play.do(play.person("p1"), sub)
    assert "p1" not in play.course.entrants
    assert play.course.entrants["sam"].number == 1
    play.draw()
    assert "sam" in {seat.player for seat in play.course.drawn}
    late = o.NameSubstitute(player="p2", substitute="pat", entitled=True)
    play.refused(play.person("p2"), late, "22.2.3")
    # Money still belongs to whoever paid it.
    play.do(play.office, o.Cancel())
    assert play.flow["p1"] == 0
    assert "sam" not in play.flow


@clause("canberra-blackjack 19.11")
def test_a_substitute_with_the_directors_approval_until_the_start() -> None:
    play = Play(example("canberra-knock-out")).drawn(20)
    sub = o.NameSubstitute(player="p1", substitute="sam", entitled=True)
    play.refused(play.person("p1"), sub, "19.11")
    play.refused(play.director, sub, "19.11", at=play.starts)
    play.now = play.starts - 1
    box = next(seat for seat in play.course.drawn if seat.player == "p1")
    play.do(play.director, sub)
    taken = next(seat for seat in play.course.drawn if seat.player == "sam")
    assert (taken.table, taken.box) == (box.table, box.box)
    assert play.course.money_in == 20 * 11000


@clause("crown-blackjack 18.4.8(a)(iii)", "crown-blackjack 18.4.8(b)(iv)")
@pytest.mark.parametrize("until", ["ballot", "start", "never"])
def test_a_substitute_as_the_terms_say(until: str) -> None:
    play = Play(changed(example("crown"), entry={"substitute_until": until})).closed(20)
    first = o.NameSubstitute(player="p1", substitute="sam", entitled=True)
    second = o.NameSubstitute(player="p2", substitute="pat", entitled=True)
    third = o.NameSubstitute(player="p3", substitute="kim", entitled=True)
    play.found("sam", "pat", "kim")
    if until == "never":
        play.refused(play.person("p1"), first, "18.4.8(a)(iii)")
        return
    play.do(play.person("p1"), first)
    play.draw()
    if until == "ballot":
        play.refused(play.person("p2"), second, "18.4.8(a)(iii)")
        return
    play.do(play.person("p2"), second)
    play.do(play.director, o.Brief(True))  # for who has come since
    play.start(1)
    play.refused(play.person("p3"), third, "18.4.8(a)(iii)")


@clause("star-blackjack-challenge 21.3.1")
def test_no_substitute_at_the_star() -> None:
    play = Play(example("star")).closed(20)
    sub = o.NameSubstitute(player="p1", substitute="sam", entitled=True)
    play.refused(play.person("p1"), sub, "21.3.1")


@clause("crown-blackjack 18.4.8(f)")
def test_publicity_needs_each_entrants_own_permission() -> None:
    play = Play(example("crown")).entered(2)
    play.do(
        play.office, o.Enter(player="ann", entitled=True, agreed=True, copy=True, publicity=True)
    )
    allowed = [one.player for one in play.course.entrants.values() if one.publicity]
    assert allowed == ["ann"]
    # A substitute has not been asked.
    play.found("sam")
    play.do(play.person("ann"), o.NameSubstitute(player="ann", substitute="sam", entitled=True))
    assert not play.course.entrants["sam"].publicity


@clause("crown-blackjack 18.4.8(f)")
def test_nobody_is_advertised_with_who_has_not_permitted_it() -> None:
    play = Play(example("crown")).entered(2)
    praise = o.Advertise("p1", "p1 of Ultimo won it: so could you")
    for person in (play.office, play.director):
        play.refused(person, praise, "18.4.8(f)")
    play.refused(play.person("p1"), o.PermitPublicity("p2", True), "18.4.8(f)")
    play.do(play.person("p1"), o.PermitPublicity("p1", True))
    play.refused(play.person("p1"), praise, "18.4.8(f)")  # nor does anybody praise themselves
    play.do(play.office, praise)
    assert play.course.announcements == (praise.text,)
    play.refused(play.office, o.Advertise("p2", "p2 too"), "18.4.8(f)")
    play.do(play.person("p1"), o.PermitPublicity("p1", False))  # and no longer
    play.refused(play.director, praise, "18.4.8(f)")


@clause("crown-blackjack 18.4.8(f)")
@pytest.mark.parametrize(
    "order",
    [o.Advertise("p1", " "), o.Advertise("zoe", "zoe"), o.PermitPublicity("zoe", True)],
    ids=["nothing", "a stranger", "a stranger permits"],
)
def test_an_advertisement_is_of_somebody_who_entered_and_says_something(order: Command) -> None:
    play = Play(example("crown")).entered(2)
    play.do(play.office, o.PermitPublicity("p1", True))
    with pytest.raises(Malformed):
        play.do(play.office, order)


@clause("star-blackjack-challenge 21.3.1", "star-blackjack-challenge 21.1.1:tournament")
@pytest.mark.parametrize("fee", [0, 1, 11000])
def test_a_fee_is_taken_and_none_counts_as_paid(fee: int) -> None:
    play = Play(changed(example("star"), money={"fee_cents": fee})).entered(3)
    assert play.course.money_in == 3 * fee
    assert len(play.course.field) == 3


def test_players_speak_for_themselves_only() -> None:
    play = Play(example("crown")).entered(2)
    play.refused(play.person("p1"), o.Withdraw("p2"), "18.4.2(d)")
    play.refused(Person("x", "dealer"), o.Publish(), "18.2.2")
    play.refused(Person("eve", "tournament-director"), o.CloseEntries(), "18.2.3")
    assert refusal(play.book, play.state, play.order(play.person("p1"), o.Withdraw("p1"))) is None
    assert refusal(play.book, play.state, play.order(play.person("p1"), o.Publish())) is not None
