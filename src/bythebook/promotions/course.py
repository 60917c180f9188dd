"""The course of a promotion up to the end of entries: terms, regulator, public, entries."""

from bythebook.deciders import Event, Sealed
from bythebook.errors import Malformed, Refused
from bythebook.promotions import events as e
from bythebook.promotions.commands import Amend, Approve, Enter, Nominate, Publish, Seal
from bythebook.promotions.decision import HOUR, Asked, check_own
from bythebook.promotions.terms.checks import check_terms
from bythebook.promotions.terms.document import PromotionTerms
from bythebook.promotions.terms.wording import moment
from bythebook.rulebooks.chapters.promotions import PromotionRules

Events = tuple[Event, ...]
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


def amend(asked: Asked) -> Events:
    command: Amend = asked.command
    state, rule = asked.state, asked.says.amending
    if command.terms.book != state.terms.book:
        raise Malformed("a promotion stays with its book", "terms.book")
    if command.terms == (state.pending or state.terms):
        raise Malformed("that would change nothing")
    if command.terms == state.terms:  # the amendment that waits is taken back
        return (e.Amended(**asked.signed(), terms=command.terms, waits_for="nothing"),)
    if not state.begun:
        signed = asked.signed()
        return (e.Amended(**signed, terms=command.terms, waits_for="nothing"),)
    check_complete(asked.rules, command.terms)
    if rule is None:
        return (e.Amended(**asked.signed(), terms=command.terms, waits_for="nothing"),)
    signed = asked.signed(rule.clause)
    return (e.Amended(**signed, terms=command.terms, waits_for=rule.needs),)


def lodge(asked: Asked) -> Events:
    """Once it has begun there is only an amendment to lodge, which then is in force."""
    state, says = asked.state, asked.says
    if says.lodging.hours is None:
        check_complete(asked.rules, state.terms)
        return (e.Lodged(**asked.signed()),)
    if state.begun:
        if state.pending is None or state.phase not in AMENDABLE:
            raise Malformed("the regulator has these terms")
        rule = says.amending
        if rule is None or rule.needs != "resubmission":
            raise asked.refuse("the amendment waits for approval", rule.clause if rule else "")
        signed = asked.signed(rule.clause)
        return e.Lodged(**signed), e.AmendmentInForce(**signed)
    if state.lodged_at is not None:
        raise Malformed("the regulator has these terms")
    check_complete(asked.rules, state.terms)
    starts_at = state.terms.starts_at
    latest = starts_at - says.lodging.hours * HOUR if starts_at is not None else None
    if latest is None or asked.at > latest:
        until = moment(latest) if latest is not None else "its start is known"
        raise asked.refuse(
            f"the terms are due {says.lodging.hours} hours before the start, until {until}: "
            "let it begin later"
        )
    return (e.Lodged(**asked.signed()),)


def request_terms(asked: Asked) -> Events:
    if asked.state.requested_at is not None:
        raise Malformed("they have been asked for")
    return (e.TermsRequested(**asked.signed()),)


def approve(asked: Asked) -> Events:
    command: Approve = asked.command
    state = asked.state
    if command.what == "ending":
        if state.phase != "cancelled" or state.ending_approved:
            raise Malformed("there is no ending to approve")
        return (e.EndingApproved(**asked.signed()),)
    if state.pending is None or state.phase not in AMENDABLE:
        raise Malformed("no amendment waits")
    return (e.AmendmentInForce(**asked.signed()),)


def publish(asked: Asked) -> Events:
    command: Publish = asked.command
    check_complete(asked.rules, asked.state.terms)
    if not command.means:
        raise asked.refuse("say where the terms can be had")
    if not command.marketing.strip():
        raise asked.refuse("the marketing must refer to the terms: say where")
    signed = asked.signed()
    return (e.Published(**signed, means=command.means, marketing=command.marketing),)


# The draw is prepared


def seal(asked: Asked) -> Events:
    """Before anybody can enter, whom the draw would favour is fixed and unknown."""
    command: Seal = asked.command
    if asked.state.seals:
        raise Malformed("the draw is sealed")
    about = f"the draw of {asked.state.terms.title}"
    clause = asked.says.terms["manner"].clause
    return (Sealed(command.number, command.digest, about, clause),)


def nominate(asked: Asked) -> Events:
    command: Nominate = asked.command
    if not command.scrutineer.strip() or not command.scrutineer.isprintable():
        raise Malformed("a scrutineer has a name", "scrutineer")
    if command.scrutineer == asked.order.by.name:
        raise asked.refuse("a scrutineer oversees what others do")
    return (e.ScrutineerNominated(**asked.signed(), scrutineer=command.scrutineer),)


# Entries


def open_(asked: Asked) -> Events:
    state, says = asked.state, asked.says
    terms = state.terms
    if says.lodging.hours is not None and state.lodged_at is None:
        regulator = says.parties["regulator"].title
        raise asked.refuse(f"the terms have not been given to the {regulator}", says.lodging.clause)
    if state.published_at is None:
        raise asked.refuse("the terms have not been published", says.available.clause)
    if not state.seals:
        raise Malformed("the draw has not been sealed")
    if terms.starts_at is not None and asked.at < terms.starts_at:
        rule = says.terms.get("starts_at")
        clause = rule.clause if rule is not None else asked.clause
        raise asked.refuse(f"it begins on {moment(terms.starts_at)}", clause)
    if terms.closes_at is not None and asked.at > terms.closes_at:
        raise asked.refuse("entries have closed", says.terms["closes_at"].clause)
    return (e.Opened(**asked.signed()),)


def enter(asked: Asked) -> Events:
    command: Enter = asked.command
    state, says = asked.state, asked.says
    terms = state.terms
    check_own(asked, command.person)
    if terms.closes_at is not None and asked.at > terms.closes_at:
        closed = moment(terms.closes_at)
        raise asked.refuse(f"entries closed on {closed}", says.terms["closes_at"].clause)
    if asked.player and isinstance(terms.least_stake, int) and terms.least_stake:
        raise asked.refuse("entries are earned by a wager: the staff enter them")
    if isinstance(terms.least_stake, int) and command.stake_cents < terms.least_stake:
        raise asked.refuse("the wager is below the least", says.terms["least_stake"].clause)
    entries = state.entries_of(command.person) + command.entries
    if terms.entries_each is not None and entries > terms.entries_each:
        raise asked.refuse(f"{terms.entries_each} entries a person")
    return (
        e.Entered(
            **asked.signed(),
            person=command.person,
            first=state.entered + 1,
            entries=command.entries,
            stake_cents=command.stake_cents,
            account=asked.player,
        ),
    )


def close(asked: Asked) -> Events:
    """Not before the terms say so: whoever reads them may rely on it."""
    closes_at = asked.state.terms.closes_at
    if closes_at is not None and asked.at < closes_at:
        raise asked.refuse(f"entries close on {moment(closes_at)}")
    return (e.Closed(**asked.signed()),)
