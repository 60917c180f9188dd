"""What is due, until when and by which clause: worked out from the promotion as it stands."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from bythebook.promotions.decision import HOUR
from bythebook.promotions.public_value import takes_value
from bythebook.promotions.state import Promotion, winner_chooses
from bythebook.rulebooks.chapters.promotions import PromotionRules

Done = Literal[
    "lodge", "publish", "enter-value", "draw", "publish-results", "tell-winner", "choose-payment",
    "award", "deny", "tell-refused", "tell-inspector", "rule", "advise",
]  # fmt: skip


class Duty(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the operator owes; without an hour it is due as soon as practicable."""

    act: Done
    number: int  # of the prize, refusal, notice or dispute; 0 for the terms themselves
    person: str = ""  # whose claim it is: several may claim one prize
    says: str
    clause: str
    since: int
    until: int | None = None
    done_at: int | None = None

    def late(self, now: int) -> bool:
        """Whether it was done, or is still to be done, after its hour."""
        ended = self.done_at if self.done_at is not None else now
        return self.until is not None and ended > self.until


def duties(rules: PromotionRules, state: Promotion) -> tuple[Duty, ...]:
    """Every duty that has arisen, done or not."""
    found = (
        *_to_lodge(rules, state),
        *_to_publish(rules, state),
        *_value(rules, state),
        *_draw(rules, state),
        *_winners(rules, state),
        *_claims(rules, state),
        *_refused(rules, state),
        *_inspector(rules, state),
        *_disputes(rules, state),
        *_advice(rules, state),
        *_results(rules, state),
    )
    return tuple(found)


def _to_lodge(rules: PromotionRules, state: Promotion) -> Iterator[Duty]:
    says = rules.says
    to = says.parties["regulator"].title
    if says.lodging.hours is not None and not state.begun and state.phase == "draft":
        starts_at = state.terms.starts_at
        yield Duty(
            act="lodge",
            number=0,
            says=f"give the {to} the terms",
            clause=says.lodging.clause,
            since=state.amended_at,
            until=starts_at - says.lodging.hours * HOUR if starts_at is not None else None,
            done_at=state.lodged_at,
        )
    if state.requested_at is not None:
        yield Duty(
            act="lodge",
            number=0,
            says=f"give the {to} the terms that it asked for",
            clause=says.lodging.clause,
            since=state.requested_at,
        )
    rule = says.amending
    waits = state.pending_at is not None and state.phase in ("open", "closed")
    if rule is not None and rule.needs == "resubmission" and waits:
        yield Duty(
            act="lodge",
            number=0,
            says=f"give the {to} the terms as amended",
            clause=rule.clause,
            since=state.pending_at or 0,
        )


def _to_publish(rules: PromotionRules, state: Promotion) -> Iterator[Duty]:
    """Whoever enters relies on the terms as they can be had."""
    says = rules.says.republished
    if says is not None and state.outdated and state.phase in ("open", "closed"):
        yield Duty(
            act="publish",
            number=0,
            says="publish the terms as amended",
            clause=says.clause,
            since=state.amended_at,
        )


def _value(rules: PromotionRules, state: Promotion) -> Iterator[Duty]:
    """Nothing is drawn without the public value that the terms name."""
    if state.phase == "closed" and takes_value(rules, state):
        yield Duty(
            act="enter-value",
            number=0,
            says=f"write down the public value: {state.terms.value_source.rstrip('. ')}",
            clause=rules.says.acts["enter-value"].clause,
            since=state.terms.value_at or 0,
            done_at=state.values[0].at if state.values else None,
        )


def _draw(rules: PromotionRules, state: Promotion) -> Iterator[Duty]:
    """When prizes are awarded the terms promise; nothing is drawn while it is postponed, or before
    the value is there and the terms are those that can be had."""
    waits = (takes_value(rules, state) and not state.values) or state.pending is not None
    if state.phase == "closed" and not (state.postponed or waits or state.outdated):
        yield Duty(
            act="draw",
            number=0,
            says="draw the prizes, as the terms promise",
            clause=rules.says.terms["awarded_at"].clause,
            since=state.terms.awarded_at or 0,
        )


def _winners(rules: PromotionRules, state: Promotion) -> Iterator[Duty]:
    """Winners who need not be there are told in time; those who must be there know. Whoever is
    refused the prize before that is told why instead; a time that had run out by then stays late.
    """
    if state.terms.presence or state.phase == "cancelled":
        return
    rule = rules.says.telling
    refused = {(denial.prize, denial.person): denial.at for denial in state.denials}
    for slot in state.slots:
        until = slot.won_at + rule.hours * HOUR
        told_at = slot.told[0].at if slot.told else None
        refused_at = refused.get((slot.prize, slot.person))
        if told_at is None and refused_at is not None and refused_at <= until:
            continue
        if slot.person:
            yield Duty(
                act="tell-winner",
                number=slot.prize,
                says=f"tell {slot.person}, who has won prize {slot.prize}",
                clause=rule.clause,
                since=slot.won_at,
                until=until,
                done_at=refused_at if told_at is None else told_at,
            )


def _claims(rules: PromotionRules, state: Promotion) -> Iterator[Duty]:
    """A prize that its winner has claimed is owed; whoever claims another's is owed an answer."""
    if state.phase == "cancelled":
        return
    for slot in state.slots:
        choice = winner_chooses(rules.says, state, slot)
        waits = choice is not None and choice.recorded and not slot.chosen
        if slot.claimed and slot.status == "open" and choice is not None and waits:
            yield Duty(
                act="choose-payment",
                number=slot.prize,
                says=f"{slot.person} says how prize {slot.prize} is paid",
                clause=choice.clause,
                since=slot.claimed_at,
            )
        elif slot.claimed and slot.status == "open":
            yield Duty(
                act="award",
                number=slot.prize,
                says=f"hand prize {slot.prize} over to {slot.person}, who has claimed it",
                clause=rules.says.acts["award"].clause,
                since=slot.claimed_at,
            )
    winners = {(slot.prize, slot.person) for slot in state.slots}
    for claim in state.claimants:
        if (claim.prize, claim.person) not in winners:
            yield Duty(
                act="deny",
                number=claim.prize,
                person=claim.person,
                says=f"answer {claim.person}, who claims prize {claim.prize}",
                clause=rules.says.denials.told.clause,
                since=claim.at,
            )


def _refused(rules: PromotionRules, state: Promotion) -> Iterator[Duty]:
    for denial in state.denials:
        yield Duty(
            act="tell-refused",
            number=denial.number,
            says=f"tell {denial.person} why prize {denial.prize} was refused",
            clause=rules.says.denials.told.clause,
            since=denial.at,
            done_at=denial.told.at if denial.told is not None else None,
        )


def _inspector(rules: PromotionRules, state: Promotion) -> Iterator[Duty]:
    title = rules.says.parties["inspector"].title
    for notice in state.notices:
        if notice.owed:
            yield Duty(
                act="tell-inspector",
                number=notice.number,
                says=f"tell an {title} that it was {notice.what}",
                clause=rules.says.integrity.notice.clause,
                since=notice.at,
                until=notice.until,
                done_at=notice.told_at,
            )


def _disputes(rules: PromotionRules, state: Promotion) -> Iterator[Duty]:
    for dispute in state.disputes:
        if not dispute.decision:
            yield Duty(
                act="rule",
                number=dispute.number,
                says=f"decide dispute {dispute.number}, of {dispute.person}",
                clause=rules.says.complaints.clause,
                since=dispute.at,
            )


def _advice(rules: PromotionRules, state: Promotion) -> Iterator[Duty]:
    title = rules.says.parties["inspector"].title
    for dispute in state.disputes:
        if dispute.objected_at is not None:
            yield Duty(
                act="advise",
                number=dispute.number,
                says=f"tell {dispute.person} of the right to complain to an {title}",
                clause=rules.says.complaints.clause,
                since=dispute.objected_at,
                done_at=dispute.advised_at,
            )


def _results(rules: PromotionRules, state: Promotion) -> Iterator[Duty]:
    """What the terms say of publishing the results is a promise; rules of before know no order."""
    act = rules.says.acts.get("publish-results")
    if act is not None and state.phase == "drawn" and state.results_at is None:
        yield Duty(
            act="publish-results",
            number=0,
            says=f"publish the results: {state.terms.results.rstrip('. ')}",
            clause=act.clause,
            since=max(slot.won_at for slot in state.slots),
        )
