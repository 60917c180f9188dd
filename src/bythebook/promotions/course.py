"""The course of a promotion up to the end of entries: terms, regulator, public, entries."""

from bythebook.deciders import Sealed, carries_out
from bythebook.errors import Malformed, Refused
from bythebook.promotions import events as e
from bythebook.promotions.commands import (
    Amend,
    Approve,
    Close,
    Confirm,
    Enter,
    Lodge,
    Nominate,
    Open,
    Publish,
    RequestTerms,
    Seal,
)
from bythebook.promotions.decision import HOUR, Decision, check_own
from bythebook.promotions.public_value import NAMED, check_named_before
from bythebook.promotions.state import Promotion
from bythebook.promotions.terms.checks import Problem, check_terms
from bythebook.promotions.terms.document import PromotionTerms
from bythebook.promotions.terms.wording import FORBIDDEN, moment
from bythebook.rulebooks.chapters.promotions import PromotionRules

AMENDABLE = ("open", "closed")  # begun, and not drawn yet


def problems_of(
    rules: PromotionRules, state: Promotion, terms: PromotionTerms
) -> tuple[Problem, ...]:
    """What is wrong with terms of a promotion; what began without a public value needs none."""
    problems = check_terms(rules, terms)
    if state.begun and not state.terms.value_source and not terms.value_source:
        return tuple(problem for problem in problems if problem.item not in NAMED)
    return problems


def check_complete(decision: Decision, terms: PromotionTerms) -> None:
    """Terms that lack something, or offer what is forbidden, go no further."""
    problems = problems_of(decision.rules, decision.state, terms)
    if len(problems) == 1:
        raise Refused(problems[0].clause, problems[0].reason, problems[0].item)
    if problems:
        listed = "; ".join(f"{problem.reason} ({problem.clause})" for problem in problems)
        clause = decision.says.complete.clause
        raise Refused(clause, f"{len(problems)} faults in the terms: {listed}")


def forbidden(rules: PromotionRules) -> dict[str, str]:
    """What no prize may be or include, each with its clause."""
    clauses = {str(kind): rule.clause for kind, rule in rules.says.prohibited.items()}
    return {**clauses, "liquor": rules.says.liquor.clause}


def check_confirmed(decision: Decision) -> None:
    """What no machine can judge is put before a person, who answers for these very prizes."""
    confirmed = decision.says.confirmed
    if confirmed is not None and not decision.state.answered_for(decision.state.terms.prizes):
        reason = "nobody has confirmed that no prize is or includes what is forbidden"
        raise decision.refuse(reason, confirmed.clause)


# Terms and the regulator


@carries_out
def amend(decision: Decision, command: Amend) -> None:
    state, rule = decision.state, decision.says.amending
    if command.terms.book != state.terms.book:
        raise Malformed("a promotion stays with its book", "terms.book")
    if command.terms == (state.pending or state.terms):
        raise Malformed("that would change nothing")
    taken_back = command.terms == state.terms  # the amendment that waits
    if state.begun and not taken_back:
        check_complete(decision, command.terms)
        check_named_before(decision, command.terms)
        if rule is not None:
            signed = decision.signed(rule.clause)
            decision.emit(e.Amended(**signed, terms=command.terms, waits_for=rule.needs))
            return
    decision.emit(e.Amended(**decision.signed(), terms=command.terms, waits_for="nothing"))


@carries_out
def lodge(decision: Decision, _: Lodge) -> None:
    """Once it has begun there is only an amendment to lodge, which then is in force."""
    state, says = decision.state, decision.says
    if says.lodging.hours is None:
        check_complete(decision, state.terms)
        decision.emit(e.Lodged(**decision.signed()))
        return
    if state.begun:
        if state.pending is None or state.phase not in AMENDABLE:
            raise Malformed("the regulator has these terms")
        rule = says.amending
        if rule is None or rule.needs != "resubmission":
            raise decision.refuse("the amendment waits for approval", rule.clause if rule else "")
        check_named_before(decision, state.pending)
        signed = decision.signed(rule.clause)
        decision.emit(e.Lodged(**signed))
        decision.emit(e.AmendmentInForce(**signed))
        return
    if state.lodged_at is not None:
        raise Malformed("the regulator has these terms")
    check_complete(decision, state.terms)
    starts_at = state.terms.starts_at
    latest = starts_at - says.lodging.hours * HOUR if starts_at is not None else None
    if latest is None or decision.at > latest:
        until = moment(latest) if latest is not None else "its start is known"
        raise decision.refuse(
            f"the terms are due {says.lodging.hours} hours before the start, until {until}: "
            "let it begin later"
        )
    decision.emit(e.Lodged(**decision.signed()))


@carries_out
def request_terms(decision: Decision, _: RequestTerms) -> None:
    if decision.state.requested_at is not None:
        raise Malformed("they have been asked for")
    decision.emit(e.TermsRequested(**decision.signed()))


@carries_out
def approve(decision: Decision, command: Approve) -> None:
    state = decision.state
    if command.what == "ending":
        if state.phase != "cancelled" or state.ending_approved:
            raise Malformed("there is no ending to approve")
        decision.emit(e.EndingApproved(**decision.signed()))
        return
    if state.pending is None or state.phase not in AMENDABLE:
        raise Malformed("no amendment waits")
    check_named_before(decision, state.pending)
    decision.emit(e.AmendmentInForce(**decision.signed()))


@carries_out
def confirm(decision: Decision, command: Confirm) -> None:
    """For every prize of the terms, those that wait if some do; and for each kind of thing."""
    state = decision.state
    terms, wanted = state.pending or state.terms, forbidden(decision.rules)
    check_complete(decision, terms)
    for kind, clause in wanted.items():
        if kind not in command.none_of:
            reason = f"it is not confirmed that no prize is or includes {FORBIDDEN[kind]}"
            raise decision.refuse(reason, clause)
    signed = decision.signed()
    decision.emit(e.PrizesConfirmed(**signed, prizes=terms.prizes, none_of=wanted))


@carries_out
def publish(decision: Decision, command: Publish) -> None:
    check_complete(decision, decision.state.terms)
    check_confirmed(decision)
    if not command.means:
        raise decision.refuse("say where the terms can be had")
    if not command.marketing.strip():
        raise decision.refuse("the marketing must refer to the terms: say where")
    signed = decision.signed()
    decision.emit(e.Published(**signed, means=command.means, marketing=command.marketing))


# The draw is prepared


@carries_out
def seal(decision: Decision, command: Seal) -> None:
    """Before anybody can enter, whom the draw would favour is fixed and unknown."""
    if decision.state.seals:
        raise Malformed("the draw is sealed")
    about = f"the draw of {decision.state.terms.title}"
    clause = decision.says.terms["manner"].clause
    decision.emit(Sealed(command.number, command.digest, about, clause))


@carries_out
def nominate(decision: Decision, command: Nominate) -> None:
    if not command.scrutineer.strip() or not command.scrutineer.isprintable():
        raise Malformed("a scrutineer has a name", "scrutineer")
    if command.scrutineer == decision.order.by.name:
        raise decision.refuse("a scrutineer oversees what others do")
    decision.emit(e.ScrutineerNominated(**decision.signed(), scrutineer=command.scrutineer))


# Entries


@carries_out
def open_(decision: Decision, _: Open) -> None:
    state, says = decision.state, decision.says
    terms = state.terms
    if says.lodging.hours is not None and state.lodged_at is None:
        regulator = says.parties["regulator"].title
        raise decision.refuse(
            f"the terms have not been given to the {regulator}", says.lodging.clause
        )
    if state.published_at is None:
        raise decision.refuse("the terms have not been published", says.available.clause)
    if not state.seals:
        raise Malformed("the draw has not been sealed")
    if terms.starts_at is not None and decision.at < terms.starts_at:
        rule = says.terms.get("starts_at")
        clause = rule.clause if rule is not None else decision.clause
        raise decision.refuse(f"it begins on {moment(terms.starts_at)}", clause)
    if terms.closes_at is not None and decision.at > terms.closes_at:
        raise decision.refuse("entries have closed", says.terms["closes_at"].clause)
    decision.emit(e.Opened(**decision.signed()))


@carries_out
def enter(decision: Decision, command: Enter) -> None:
    state, says = decision.state, decision.says
    terms = state.terms
    check_own(decision, command.person)
    if terms.closes_at is not None and decision.at > terms.closes_at:
        closed = moment(terms.closes_at)
        raise decision.refuse(f"entries closed on {closed}", says.terms["closes_at"].clause)
    if decision.player and isinstance(terms.least_stake, int) and terms.least_stake:
        raise decision.refuse("entries are earned by a wager: the staff enter them")
    if isinstance(terms.least_stake, int) and command.stake_cents < terms.least_stake:
        raise decision.refuse("the wager is below the least", says.terms["least_stake"].clause)
    entries = state.entries_of(command.person) + command.entries
    if terms.entries_each is not None and entries > terms.entries_each:
        raise decision.refuse(f"{terms.entries_each} entries a person")
    decision.emit(
        e.Entered(
            **decision.signed(),
            person=command.person,
            first=state.entered + 1,
            entries=command.entries,
            stake_cents=command.stake_cents,
            account=decision.player,
        )
    )


@carries_out
def close(decision: Decision, _: Close) -> None:
    """Not before the terms say so: whoever reads them may rely on it."""
    closes_at = decision.state.terms.closes_at
    if closes_at is not None and decision.at < closes_at:
        raise decision.refuse(f"entries close on {moment(closes_at)}")
    decision.emit(e.Closed(**decision.signed()))
