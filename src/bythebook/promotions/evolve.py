"""How each event changes a promotion: bookkeeping without rules."""

from typing import Any

from msgspec.structs import replace

from bythebook.deciders import Revealed, Sealed
from bythebook.errors import BrokenInvariant, ensure
from bythebook.promotions import events as e
from bythebook.promotions.state import (
    Attempt,
    Claimant,
    Confirmed,
    Denial,
    Disagreement,
    Entry,
    Notice,
    Promotion,
    Slot,
    Value,
    money_due,
)
from bythebook.promotions.terms.document import slots
from bythebook.structs import like, with_nth


def evolve(state: Promotion | None, event: Any) -> Promotion:
    """The promotion after this event."""
    if isinstance(event, e.Drafted):
        ensure(state is None, "a promotion is drafted once")
        return Promotion(terms=event.terms, now=event.at, drafted_at=event.at, amended_at=event.at)
    if state is None:
        raise BrokenInvariant("a promotion begins with its draft")
    if isinstance(event, Sealed):
        return replace(state, seals={**state.seals, event.number: event.digest})
    if isinstance(event, Revealed):
        return replace(state, seed=event.seed)
    return replace(_changed(state, event), now=event.at)


def _changed(state: Promotion, event: Any) -> Promotion:
    for part in (_of_terms, _of_course, _of_draw, _of_claims, _of_irregularities):
        changed = part(state, event)
        if changed is not None:
            return changed
    return state


def _of_terms(state: Promotion, event: Any) -> Promotion | None:
    match event:
        case e.Amended(waits_for="nothing"):
            # What was lodged and published before the start is no longer what will be held.
            gone: dict[str, Any] = {} if state.begun else {"lodged_at": None, "published_at": None}
            version = state.version + 1
            gone |= {"pending": None, "pending_at": None}
            return replace(state, terms=event.terms, amended_at=event.at, version=version, **gone)
        case e.Amended():
            return replace(state, pending=event.terms, pending_at=event.at)
        case e.AmendmentInForce():
            ensure(state.pending is not None, "there is an amendment that waits")
            return replace(
                state,
                terms=state.pending,
                pending=None,
                pending_at=None,
                amended_at=event.at,
                version=state.version + 1,
            )
        case e.Lodged():
            lodgings = (*state.lodgings, event.at)
            return replace(state, lodged_at=event.at, lodgings=lodgings, requested_at=None)
        case e.TermsRequested():
            return replace(state, requested_at=event.at)
        case e.EndingApproved():
            return replace(state, ending_approved=True)
        case e.PrizesConfirmed():
            return replace(state, confirmed=(*state.confirmed, like(Confirmed, event)))
        case e.Published():
            return replace(
                state,
                published_at=event.at,
                published=state.terms,
                means=event.means,
                marketing=event.marketing,
            )
    return None


def _of_course(state: Promotion, event: Any) -> Promotion | None:
    match event:
        case e.ScrutineerNominated():
            return replace(state, scrutineer=event.scrutineer, attended_at=None)
        case e.ScrutineerAttended():
            return replace(state, attended_at=event.at)
        case e.Opened():
            return replace(state, phase="open", opened_at=event.at)
        case e.Entered():
            ensure(event.first == state.entered + 1, "entries are numbered one after the other")
            entry = like(Entry, event)
            entered = state.entered + event.entries
            return replace(state, entries=(*state.entries, entry), entered=entered)
        case e.Closed():
            return replace(state, phase="closed", closed_at=event.at)
        case e.Ended():
            return replace(state, phase="ended")
    return None


def _of_draw(state: Promotion, event: Any) -> Promotion | None:
    match event:
        case e.ValueEntered() | e.ValueCorrected():
            return replace(state, values=(*state.values, like(Value, event)))
        case e.Drawn():
            won = {winner.prize: winner for winner in event.winners}
            entries = [winner.entry for winner in event.winners]
            ensure(len(set(entries)) == len(entries), "no entry wins twice")
            each = tuple(
                Slot(number, won[number].entry, won[number].person, event.at)
                if number in won
                else Slot(number, status="no entry")
                for number in range(1, len(slots(state.terms)) + 1)
            )
            passed = event.passed_over
            return replace(state, phase="drawn", drawn_at=event.at, slots=each, passed_over=passed)
        case e.ResultsPublished():
            return replace(state, results_at=event.at)
        case e.WinnerTold():
            slot = _slot(state, event.prize)
            told = (*slot.told, Attempt(event.method, event.at, event.by))
            return _with_slot(state, replace(slot, told=told))
        case e.PassedOn(won=won_now):
            slot = _slot(state, won_now.prize)
            passed = (*slot.passed, slot.entry)
            fresh = Slot(slot.prize, won_now.entry, won_now.person, event.at, passed=passed)
            return _with_slot(replace(state, results_at=None), fresh)
    return None


def _of_claims(state: Promotion, event: Any) -> Promotion | None:
    match event:
        case e.Claimed():
            slot = _slot(state, event.prize)
            if slot.person != event.person:
                return replace(state, claimants=(*state.claimants, like(Claimant, event)))
            return _with_slot(state, replace(slot, claimed=event.wants, claimed_at=event.at))
        case e.PaymentChosen():
            return _with_slot(state, replace(_slot(state, event.prize), chosen=event.paid))
        case e.Awarded():
            slot = _slot(state, event.prize)
            ensure(slot.status == "open" and slot.person == event.person, "a prize is given once")
            paid = sum(part.cents for part in event.paid)
            ensure(paid == money_due(state, slot), "what is paid is what was won")
            return _with_slot(state, replace(slot, status="awarded"))
        case e.Denied():
            denial = like(Denial, event)
            waiting = tuple(
                claimant
                for claimant in state.claimants
                if (claimant.prize, claimant.person) != (event.prize, event.person)
            )
            denied = replace(state, denials=(*state.denials, denial), claimants=waiting)
            slot = _slot(state, event.prize)
            if slot.person != event.person or slot.status != "open":
                return denied
            return _with_slot(denied, replace(slot, status="refused"))
        case e.RefusedTold():
            told_now = Attempt(event.method, event.at, event.by)
            return replace(state, denials=with_nth(state.denials, event.denial, told=told_now))
    return None


def _of_irregularities(state: Promotion, event: Any) -> Promotion | None:
    match event:
        case e.Disturbed():
            notice = like(Notice, event)
            disturbed = replace(state, notices=(*state.notices, notice))
            if event.what == "postponed":
                return replace(disturbed, postponed=True)
            return replace(disturbed, phase="cancelled", postponed=False)
        case e.InspectorTold():
            heard = {"inspector": event.inspector, "told_at": event.at}
            return replace(state, notices=with_nth(state.notices, event.notice, **heard))
        case e.Validated():
            return replace(state, postponed=False)
        case e.Disputed():
            return replace(state, disputes=(*state.disputes, like(Disagreement, event)))
        case e.Ruled():
            return _with_dispute(state, event.dispute, decision=event.decision, decided_by=event.by)
        case e.Objected():
            return _with_dispute(state, event.dispute, objected_at=event.at)
        case e.Advised():
            return _with_dispute(state, event.dispute, advised_at=event.at)
    return None


def _slot(state: Promotion, number: int) -> Slot:
    slot = state.slot(number)
    if slot is None:
        raise BrokenInvariant(f"there is no prize {number}")
    return slot


def _with_slot(state: Promotion, slot: Slot) -> Promotion:
    each = tuple(slot if other.prize == slot.prize else other for other in state.slots)
    return replace(state, slots=each)


def _with_dispute(state: Promotion, number: int, **changes: Any) -> Promotion:
    return replace(state, disputes=with_nth(state.disputes, number, **changes))
