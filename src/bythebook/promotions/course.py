"""The course of a promotion up to the end of entries: terms, regulator, public, entries."""

from bythebook.deciders import Sealed, carries_out
from bythebook.errors import Malformed, Refused
from bythebook.promotions import events as e
from bythebook.promotions.commands import (
    Amend,
    Approve,
    Close,
    Enter,
    Lodge,
    Nominate,
    Open,
    Publish,
    RequestTerms,
    Seal,
)
from bythebook.promotions.decision import HOUR, Decision, check_own
from bythebook.promotions.terms.checks import check_terms
from bythebook.promotions.terms.document import PromotionTerms
from bythebook.promotions.terms.wording import moment
from bythebook.rulebooks.chapters.promotions import PromotionRules

AMENDABLE = ("open", "closed")  # begun, and not drawn yet


def check_complete(rules: PromotionRules, terms: PromotionTerms) -> None:
    """Terms that lack something, or offer what is forbidden, go no further."""
    problems = check_terms(rules, terms)
    if len(problems) == 1:
        raise Refused(problems[0].clause, problems[0].reason, problems[0].item)
    if problems:
        listed = "; ".join(f"{problem.reason} ({problem.clause})" for problem in problems)
        raise Refused(rules.says.complete.clause, f"{len(problems)} faults in the terms: {listed}")


# Terms and the regulator


@carries_out
def amend(desk: Decision, command: Amend) -> None:
    state, rule = desk.state, desk.says.amending
    if command.terms.book != state.terms.book:
        raise Malformed("a promotion stays with its book", "terms.book")
    if command.terms == (state.pending or state.terms):
        raise Malformed("that would change nothing")
    taken_back = command.terms == state.terms  # the amendment that waits
    if state.begun and not taken_back:
        check_complete(desk.rules, command.terms)
        if rule is not None:
            signed = desk.signed(rule.clause)
            desk.emit(e.Amended(**signed, terms=command.terms, waits_for=rule.needs))
            return
    desk.emit(e.Amended(**desk.signed(), terms=command.terms, waits_for="nothing"))


@carries_out
def lodge(desk: Decision, _: Lodge) -> None:
    """Once it has begun there is only an amendment to lodge, which then is in force."""
    state, says = desk.state, desk.says
    if says.lodging.hours is None:
        check_complete(desk.rules, state.terms)
        desk.emit(e.Lodged(**desk.signed()))
        return
    if state.begun:
        if state.pending is None or state.phase not in AMENDABLE:
            raise Malformed("the regulator has these terms")
        rule = says.amending
        if rule is None or rule.needs != "resubmission":
            raise desk.refuse("the amendment waits for approval", rule.clause if rule else "")
        signed = desk.signed(rule.clause)
        desk.emit(e.Lodged(**signed))
        desk.emit(e.AmendmentInForce(**signed))
        return
    if state.lodged_at is not None:
        raise Malformed("the regulator has these terms")
    check_complete(desk.rules, state.terms)
    starts_at = state.terms.starts_at
    latest = starts_at - says.lodging.hours * HOUR if starts_at is not None else None
    if latest is None or desk.at > latest:
        until = moment(latest) if latest is not None else "its start is known"
        raise desk.refuse(
            f"the terms are due {says.lodging.hours} hours before the start, until {until}: "
            "let it begin later"
        )
    desk.emit(e.Lodged(**desk.signed()))


@carries_out
def request_terms(desk: Decision, _: RequestTerms) -> None:
    if desk.state.requested_at is not None:
        raise Malformed("they have been asked for")
    desk.emit(e.TermsRequested(**desk.signed()))


@carries_out
def approve(desk: Decision, command: Approve) -> None:
    state = desk.state
    if command.what == "ending":
        if state.phase != "cancelled" or state.ending_approved:
            raise Malformed("there is no ending to approve")
        desk.emit(e.EndingApproved(**desk.signed()))
        return
    if state.pending is None or state.phase not in AMENDABLE:
        raise Malformed("no amendment waits")
    desk.emit(e.AmendmentInForce(**desk.signed()))


@carries_out
def publish(desk: Decision, command: Publish) -> None:
    check_complete(desk.rules, desk.state.terms)
    if not command.means:
        raise desk.refuse("say where the terms can be had")
    if not command.marketing.strip():
        raise desk.refuse("the marketing must refer to the terms: say where")
    signed = desk.signed()
    desk.emit(e.Published(**signed, means=command.means, marketing=command.marketing))


# The draw is prepared


@carries_out
def seal(desk: Decision, command: Seal) -> None:
    """Before anybody can enter, whom the draw would favour is fixed and unknown."""
    if desk.state.seals:
        raise Malformed("the draw is sealed")
    about = f"the draw of {desk.state.terms.title}"
    clause = desk.says.terms["manner"].clause
    desk.emit(Sealed(command.number, command.digest, about, clause))


@carries_out
def nominate(desk: Decision, command: Nominate) -> None:
    if not command.scrutineer.strip() or not command.scrutineer.isprintable():
        raise Malformed("a scrutineer has a name", "scrutineer")
    if command.scrutineer == desk.order.by.name:
        raise desk.refuse("a scrutineer oversees what others do")
    desk.emit(e.ScrutineerNominated(**desk.signed(), scrutineer=command.scrutineer))


# Entries


@carries_out
def open_(desk: Decision, _: Open) -> None:
    state, says = desk.state, desk.says
    terms = state.terms
    if says.lodging.hours is not None and state.lodged_at is None:
        regulator = says.parties["regulator"].title
        raise desk.refuse(f"the terms have not been given to the {regulator}", says.lodging.clause)
    if state.published_at is None:
        raise desk.refuse("the terms have not been published", says.available.clause)
    if not state.seals:
        raise Malformed("the draw has not been sealed")
    if terms.starts_at is not None and desk.at < terms.starts_at:
        rule = says.terms.get("starts_at")
        clause = rule.clause if rule is not None else desk.clause
        raise desk.refuse(f"it begins on {moment(terms.starts_at)}", clause)
    if terms.closes_at is not None and desk.at > terms.closes_at:
        raise desk.refuse("entries have closed", says.terms["closes_at"].clause)
    desk.emit(e.Opened(**desk.signed()))


@carries_out
def enter(desk: Decision, command: Enter) -> None:
    state, says = desk.state, desk.says
    terms = state.terms
    check_own(desk, command.person)
    if terms.closes_at is not None and desk.at > terms.closes_at:
        closed = moment(terms.closes_at)
        raise desk.refuse(f"entries closed on {closed}", says.terms["closes_at"].clause)
    if desk.player and isinstance(terms.least_stake, int) and terms.least_stake:
        raise desk.refuse("entries are earned by a wager: the staff enter them")
    if isinstance(terms.least_stake, int) and command.stake_cents < terms.least_stake:
        raise desk.refuse("the wager is below the least", says.terms["least_stake"].clause)
    entries = state.entries_of(command.person) + command.entries
    if terms.entries_each is not None and entries > terms.entries_each:
        raise desk.refuse(f"{terms.entries_each} entries a person")
    desk.emit(
        e.Entered(
            **desk.signed(),
            person=command.person,
            first=state.entered + 1,
            entries=command.entries,
            stake_cents=command.stake_cents,
            account=desk.player,
        )
    )


@carries_out
def close(desk: Decision, _: Close) -> None:
    """Not before the terms say so: whoever reads them may rely on it."""
    closes_at = desk.state.terms.closes_at
    if closes_at is not None and desk.at < closes_at:
        raise desk.refuse(f"entries close on {moment(closes_at)}")
    desk.emit(e.Closed(**desk.signed()))
