"""A table as those who run it see it: people, signs, restrictions, duties, registers, alarms.

Nothing gets into these views but by being put there: no card that nobody has seen, no secret of a
shoe. They are for the staff of the table's book and for inspectors.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from bythebook.house.tables.views import SignView
from bythebook.money import format_amount
from bythebook.rulebooks.chapters.conduct import Need
from bythebook.rulebooks.tables import TableRules
from bythebook.structs import like
from bythebook.table.cards.face_down import unseen
from bythebook.table.due import what_is_due
from bythebook.table.orders import Person, Setup
from bythebook.table.people.registers import (
    STEPS,
    books_errors,
    in_breach,
    is_open,
    unreported,
)
from bythebook.table.powers import title, unmet
from bythebook.table.state import Duty, Entry, IrregularityKind, Player, Sign, State

ENTRIES_SHOWN = 200
UNSEEN = "a card face down"


class PersonView(msgspec.Struct, frozen=True):
    name: str
    role: str
    title: str


class EntryView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the register."""

    number: int
    at: int
    by: str
    title: str
    act: str
    says: str
    clause: str
    why: str = ""
    player: str = ""
    about: str = ""
    approved: str = ""
    second: str = ""
    asked: str = ""


class DutyView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody to be told of something; `before`: by when, where the book says so."""

    to: str
    title: str
    act: str
    says: str
    clause: str
    since: int
    before: int = 0
    overdue: bool = False
    player: str = ""


class DisputeView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    number: int
    player: str
    about: str
    stage: Literal["raised", "decided", "final"]
    ruling: str = ""
    decided_by: str = ""
    review: str = ""
    reviewed_by: str = ""
    clause: str = ""  # of the next step, if there is one


class PaymentErrorView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    number: int
    at: int
    player: str
    cents: int
    suspected: bool = False
    steps: tuple[str, ...] = ()
    left: tuple[str, ...] = ()  # what may still be done about it
    in_breach: bool = False


class RestrictionView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something about one player that binds whoever deals."""

    player: str
    says: str
    lifted_by: str = ""  # the act that ends it


class AlarmView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    kind: str
    says: str
    clause: str = ""


class NeedView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is missing before the table may open or go on."""

    says: str
    clause: str
    act: str = ""  # to be recorded
    sign: str = ""  # to be put up
    role: str = ""  # to be in attendance


class DeskView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything around the rounds of one table."""

    now: int
    staff: tuple[PersonView, ...]
    signs: tuple[SignView, ...]
    players: tuple[str, ...]
    restrictions: tuple[RestrictionView, ...]
    duties: tuple[DutyView, ...]
    disputes: tuple[DisputeView, ...]
    payment_errors: tuple[PaymentErrorView, ...]
    register: tuple[EntryView, ...]  # the latest first
    entries: int  # how long the register is
    needs: tuple[NeedView, ...]
    alarms: tuple[AlarmView, ...]
    closing: str


def desk_view(rules: TableRules, state: State, setup: Setup, now: int) -> DeskView:
    """The table at this moment, as its staff may see it; `setup`: as it is, or is to be opened."""
    entries = tuple(
        entry_view(rules, state, one) for one in state.register[: -ENTRIES_SHOWN - 1 : -1]
    )
    return DeskView(
        now=now,
        staff=tuple(person_view(rules, person) for person in state.staff),
        signs=tuple(like(SignView, sign, text=_told(sign)) for sign in state.signs),
        players=tuple(state.players),
        restrictions=tuple(restrictions(rules, state)),
        duties=tuple(duty_view(rules, duty, now) for duty in state.duties),
        disputes=tuple(disputes(rules, state)),
        payment_errors=tuple(payment_errors(state)),
        register=entries,
        entries=len(state.register),
        needs=tuple(needs(rules, state, setup)),
        alarms=tuple(alarms(rules, state, now)),
        closing=closing_in_words(state),
    )


def says_of(rules: TableRules, act: str) -> str:
    """What an act is, in the words of the book's own table of powers."""
    entries = rules.conduct.acts.get(act)
    return entries[0].says if entries else act.replace("-", " ")


def person_view(rules: TableRules, person: Person) -> PersonView:
    return PersonView(person.name, person.role, title(rules.conduct, person.role))


def entry_view(rules: TableRules, state: State, entry: Entry) -> EntryView:
    return like(
        EntryView,
        entry,
        by=entry.by.name,
        title=title(rules.conduct, entry.by.role),
        says=_says_by_clause(rules, entry),
        about=_about(state, entry),
        approved=_name(entry.approved),
        second=_name(entry.second),
    )


def _about(state: State, entry: Entry) -> str:
    """Without the card that was put right, while it waits and nobody has seen it."""
    told = entry.about
    for card in unseen(state) if entry.act == "resolve" else ():
        told = told.replace(str(card), "a card face down")
    return told


def _name(person: Person | None) -> str:
    return person.name if person is not None else ""


def _says_by_clause(rules: TableRules, entry: Entry) -> str:
    """Of several entries of an act, the one whose clause was cited."""
    for act in rules.conduct.acts.get(entry.act, ()):
        if act.clause == entry.clause:
            return act.says
    return says_of(rules, entry.act)


def duty_view(rules: TableRules, duty: Duty, now: int) -> DutyView:
    return like(
        DutyView,
        duty,
        title=title(rules.conduct, duty.to),
        says=says_of(rules, duty.act),
        before=duty.before or 0,
        overdue=duty.is_late(now),
    )


def disputes(rules: TableRules, state: State) -> Iterable[DisputeView]:
    conduct = rules.conduct.disputes
    for dispute in state.disputes:
        stage: Literal["raised", "decided", "final"] = "raised"
        clause = conduct.decided.clause
        if dispute.reviewed_by is not None:
            stage, clause = "final", conduct.final.clause
        elif dispute.decided_by is not None:
            reviewed = conduct.reviewed
            stage = "final" if reviewed is None else "decided"
            clause = conduct.final.clause if reviewed is None else reviewed.clause
        yield like(
            DisputeView,
            dispute,
            stage=stage,
            decided_by=_name(dispute.decided_by),
            reviewed_by=_name(dispute.reviewed_by),
            clause=clause,
        )


def payment_errors(state: State) -> Iterable[PaymentErrorView]:
    for error in state.payment_errors:
        left = tuple(step for step in STEPS if step not in error.steps)
        yield like(PaymentErrorView, error, left=left, in_breach=in_breach(error))


# Restrictions


def restrictions(rules: TableRules, state: State) -> Iterable[RestrictionView]:
    """Everybody here, and whoever was here before and is still bound by something."""
    for name, player in {**state.known, **state.players}.items():
        for says, lifted_by in _bound(state, player):
            lifted_by = lifted_by if lifted_by in rules.conduct.acts else ""
            yield RestrictionView(player=name, says=says, lifted_by=lifted_by)


def _bound(state: State, player: Player) -> Iterable[tuple[str, str]]:
    standing = state.standing_of(player.name)
    if standing.excluded:
        yield f"excluded from the {standing.excluded_from}", ""
    elif player.barred:
        yield ("barred from the game" if player.barred == "bar" else "excluded"), ""
    if player.confined:
        yield "one box only, at its minimum", "lift"
    if player.held_always:
        yield "held to the minimum in this and later shoes", "lift"
    elif player.held:
        yield f"held to the minimum{_on(player.held)} until the shoe ends", "lift"
    if player.personal is not None:
        least = "" if player.personal.least is None else f"{format_amount(player.personal.least)} "
        most = format_amount(player.personal.most)
        on = _on(player.personal.boxes)
        yield f"limits of their own: {least}to {most}{on}", "end-personal-limits"
    if player.kept is not None:
        kept = ", ".join(f"{w} {format_amount(sum_)}" for w, sum_ in player.kept.least.items())
        yield f"keeps the old minimum ({kept}){_on(player.kept.boxes)}", "raise-kept"
    if player.warned:
        yield f"warned: {', '.join(player.warned)}", ""
    if player.paused_until > state.now:
        yield "pauses", ""
    if standing.limit is not None:
        yield f"loss limit {format_amount(standing.limit)}", ""
    if player.given_up:
        yield f"gave up{_on(player.given_up)}", ""


def _told(sign: Sign) -> str:
    return sign.text or _on(sign.says.boxes if sign.says is not None else ()).strip()


def _on(boxes: tuple[int, ...]) -> str:
    named = [str(box) for box in boxes if box]
    if not named:
        return ""
    return f" on box{'es' if len(named) > 1 else ''} {', '.join(named)}"


# What calls for somebody


_IRREGULAR: dict[IrregularityKind, str] = {
    "misplaced": "dealt to a hand that it is not for",
    "not-due": "dealt when none was due",
    "extra": "one too many",
    "no-wager": "dealt where no wager is",
    "no-round": "drawn while no round was played",
    "wrong-card": "which this pack does not hold",
}


# What holds a table up, by the field of its state that has the clause.
_HELD_UP = {
    "checks": AlarmView(kind="check", says="the cards must be checked"),
    "held_up": AlarmView(kind="held-up", says="no round begins before this is put right"),
    "withdrawing": AlarmView(kind="withdrawing", says="players may take their wagers back now"),
}


def alarms(rules: TableRules, state: State, now: int) -> Iterable[AlarmView]:
    """Whatever calls for somebody."""
    yield from _about_cards(rules, state)
    yield from _about_people(rules, state, now)
    if state.phase == "open":
        again = tuple(need for need in rules.conduct.opening.needs if need.again)
        assert state.setup is not None
        for need in unmet(rules, state, again, state.setup):
            yield AlarmView(kind="need", says=_wanted(rules, need), clause=need.clause)


def _about_cards(rules: TableRules, state: State) -> Iterable[AlarmView]:
    for irregular in state.irregular:
        card = str(irregular.card) if irregular.exposed else UNSEEN
        clause = what_is_due(rules, state).clause
        says = f"an irregular card: {card}, {_IRREGULAR[irregular.kind]}"
        yield AlarmView(kind="irregular", says=says, clause=clause)
    for field, alarm in _HELD_UP.items():
        if getattr(state, field):
            yield replace(alarm, clause=getattr(state, field))
    if state.rebuilding:
        yield AlarmView(kind="rebuilding", says="the round is being put right")
    for wager, clause in state.suspended.items():
        yield AlarmView(kind="suspended", says=f"{wager} is closed for the moment", clause=clause)


def _about_people(rules: TableRules, state: State, now: int) -> Iterable[AlarmView]:
    for duty in state.duties:
        late = duty.is_late(now)
        if late and duty.to:
            says = f"{title(rules.conduct, duty.to)} not told of: {says_of(rules, duty.act)}"
            yield AlarmView(kind="overdue", says=says, clause=duty.clause)
        elif duty.to and duty.before is None:  # as soon as it can be done
            says = f"{title(rules.conduct, duty.to)} is to be told of: {says_of(rules, duty.act)}"
            yield AlarmView(kind="due", says=says, clause=duty.clause)
        elif late or not duty.to:
            whose = f" ({duty.player})" if duty.player else ""
            says = f"still to be done: {says_of(rules, duty.act)}{whose}"
            held = "held-up" if duty.blocks else "due"
            yield AlarmView(kind="overdue" if late else held, says=says, clause=duty.clause)
    if rules.conduct.payments is not None:
        over = rules.conduct.payments.report_over
        for month in unreported(state, over.value, now):
            says = f"the wrong payments of {month} are to be reported"
            yield AlarmView(kind="overdue", says=says, clause=over.clause)
    for dispute in state.disputes:
        if dispute.decided_by is None:
            says = f"dispute {dispute.number} of {dispute.player} waits for a ruling"
            clause = rules.conduct.disputes.decided.clause
            yield AlarmView(kind="dispute", says=says, clause=clause)
    for error in state.payment_errors:
        if is_open(rules.conduct, error):
            says = f"payment error {error.number} ({error.player}) is not dealt with"
            owed = books_errors(rules.conduct)
            clause = owed.clause if owed is not None else ""
            yield AlarmView(kind="payment-error", says=says, clause=clause)


def needs(rules: TableRules, state: State, setup: Setup) -> Iterable[NeedView]:
    """What the book wants done before the table opens, and is not done."""
    if state.phase == "open":
        return
    for need in unmet(rules, state, rules.conduct.opening.needs, setup):
        yield like(NeedView, need, says=_wanted(rules, need), role=need.present)


def _wanted(rules: TableRules, need: Need) -> str:
    if need.act:
        return says_of(rules, need.act)
    if need.sign:
        return f"a sign must be up: {need.sign}"
    return f"a {title(rules.conduct, need.present)} must be in attendance"


def closing_in_words(state: State) -> str:
    if state.phase == "closed" or state.closing is None:
        return ""
    if not state.closing_in:
        return "its closing is announced"
    left = max(0, state.closing + state.closing_in - state.rounds)
    return f"closes after {left} more round{'' if left == 1 else 's'}" if left else "may close now"
