"""What may be seen of a promotion: by everybody once it is published, by its staff always.

Built from what may be shown. A seed is not in the state before it is revealed; the names of
others who entered or won are for the staff.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from bythebook.deciders import Order, Person, refusal_of, tag_of
from bythebook.fields import form_fields
from bythebook.house.activities.activity import kind_and_id
from bythebook.house.activities.promotions.promotions import KIND
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.staff.pit_view import sees_desk
from bythebook.promotions import Duty, Problem, acts, duties
from bythebook.promotions.commands import Attend, Close, End, Open
from bythebook.promotions.course import problems_of
from bythebook.promotions.decision import parties_of
from bythebook.promotions.promotion import decide
from bythebook.promotions.state import Promotion, winner_chooses
from bythebook.promotions.terms.document import slots
from bythebook.promotions.terms.text import complaints, particulars, stated, stated_of_prize
from bythebook.promotions.terms.wording import FORBIDDEN, MEANS, METHODS, PAID_BY
from bythebook.rulebooks import all_books, find_book
from bythebook.rulebooks.chapters.promotions import Promotion as Says
from bythebook.rulebooks.chapters.promotions import (
    PromotionRules,
    find_promotion_rules,
    has_promotion_rules,
    load_promotion_rules,
)
from bythebook.rulebooks.law import played_by
from bythebook.structs import like

KeptOut = Callable[[str], bool]  # whether the casino lets somebody of this name in no more


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A prize after the draw, as everybody may see it."""

    prize: int
    name: str
    entry: int  # 0: there was no entry left for it
    yours: bool
    status: str
    chooses: bool = False  # it is yours to say how the money is paid


class PromotionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion in a list."""

    id: str
    title: str
    book: str
    book_title: str
    phase: str
    postponed: bool
    published: bool
    starts_at: int | None
    closes_at: int | None
    awarded_at: int | None
    entries: int
    your_entries: int
    staff: bool  # the viewer may see its desk


class PrizeFacts(msgspec.Struct, frozen=True):
    """A prize as the terms describe it."""

    name: str
    rows: tuple[tuple[str, str], ...]


class ShownValue(msgspec.Struct, frozen=True):
    """A public value in a draw: the last one counts, and the reason says why it is not the first.

    Who wrote it down is for the desk.
    """

    value: str
    at: int
    why: str


class PublicPromotion(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion as everybody may see it."""

    row: PromotionRow
    stated: tuple[tuple[str, str], ...]
    particulars: tuple[tuple[str, str], ...]
    prizes: tuple[PrizeFacts, ...]
    complaints: str
    digest: str
    seed: str
    value_source: str  # of the public value that goes into the draw
    values: tuple[ShownValue, ...]
    results: tuple[Result, ...]
    passed_over: tuple[int, ...]  # entries that were drawn, and have no part in it any more
    yours: tuple[tuple[int, int], ...]  # first and last of your entries, each time you entered
    may_enter: bool
    why_not: str


class DeskView(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion for its staff, and for those who watch."""

    row: PromotionRow
    state: Promotion
    acts: tuple[str, ...]
    not_yet: dict[str, str]  # acts that would be refused now, and why
    problems: tuple[Problem, ...]  # of the terms, or of those that wait
    duties: tuple[tuple[Duty, bool], ...]  # each with whether it is late
    prizes: tuple[str, ...]  # the names of all single prizes
    choosing: tuple[int, ...]  # prizes of which the staff takes down how the winner has them paid
    role: str
    register: tuple[int, ...]  # which refusals the register shows


def books_with_promotions() -> dict[str, str]:
    """Every book that has rules for them, and its title."""
    found = {}
    for book_id in all_books():
        book = find_book(book_id)
        if has_promotion_rules(book):
            found[book_id] = book.about.title
    return found


def books_to_draft(viewer: Viewer) -> dict[str, str]:
    """The books for which somebody may begin a promotion."""
    found = {}
    for book, title in books_with_promotions().items():
        rules = find_promotion_rules(book)
        if parties_of(rules, viewer.role_at(book)) & set(rules.says.acts["draft"].by):
            found[book] = title
    return found


def row_of(id: str, state: Promotion, viewer: Viewer) -> PromotionRow:
    terms = state.terms
    return like(
        PromotionRow,
        terms,
        id=id,
        book_title=played_by(terms).about.title,
        phase=state.phase,
        postponed=state.postponed,
        published=state.published_at is not None,
        entries=state.entered,
        your_entries=state.entries_of(viewer.name) if viewer.name else 0,
        staff=sees_desk(viewer, terms.book),
    )


_ORDER = ("open", "draft", "closed", "drawn", "cancelled", "ended")


def rows_for(states: Mapping[str, object], viewer: Viewer) -> tuple[PromotionRow, ...]:
    """Those that somebody may see, the open ones first."""
    rows = [
        row_of(kind_and_id(stream)[1], state, viewer)
        for stream, state in states.items()
        if isinstance(state, Promotion) and KIND.may_see(state, viewer)
    ]
    return tuple(sorted(rows, key=lambda row: (_ORDER.index(row.phase), row.closes_at or 0)))


def public_view(id: str, state: Promotion, viewer: Viewer, now: int) -> PublicPromotion:
    rules, terms = load_promotion_rules(played_by(state.terms)), state.terms
    why_not = _why_not_enter(rules, state, viewer, now)
    return PublicPromotion(
        row=row_of(id, state, viewer),
        stated=stated(terms),
        particulars=particulars(terms),
        prizes=tuple(PrizeFacts(prize.name, stated_of_prize(prize)) for prize in terms.prizes),
        complaints=complaints(rules),
        digest=state.seals.get(1, ""),
        passed_over=state.passed_over,
        seed=state.seed,
        value_source=terms.value_source,
        values=tuple(like(ShownValue, value) for value in state.values),
        results=tuple(_results(state, viewer)),
        yours=tuple(
            (entry.first, entry.first + entry.entries - 1)
            for entry in state.entries
            if viewer.name and entry.person == viewer.name
        ),
        may_enter=not why_not,
        why_not=why_not,
    )


def _results(state: Promotion, viewer: Viewer) -> Iterable[Result]:
    names, says = prize_names(state), load_promotion_rules(played_by(state.terms)).says
    for slot in state.slots:
        yield like(
            Result,
            slot,
            name=names[slot.prize - 1],
            yours=bool(viewer.name) and slot.person == viewer.name,
            chooses=slot.status == "open" and winner_chooses(says, state, slot) is not None,
        )


def prize_names(state: Promotion) -> tuple[str, ...]:
    return tuple(
        prize.name or f"Prize {number}" for number, prize in enumerate(slots(state.terms), start=1)
    )


def _why_not_enter(rules: PromotionRules, state: Promotion, viewer: Viewer, now: int) -> str:
    """Why somebody cannot enter by themselves now; empty if they can."""
    terms = state.terms
    if state.phase != "open" or state.postponed:
        return "entries are not open"
    if terms.closes_at is not None and now > terms.closes_at:
        return "entries have closed"
    if not viewer.name or viewer.guest:
        return "log in to enter"
    if not p.may_play(viewer, terms.book) or "enter" not in acts(
        rules, state, viewer.role_at(terms.book)
    ):
        return "the staff do not take part"
    if isinstance(terms.least_stake, int) and terms.least_stake:
        return "entries are earned by a wager: ask the staff"
    if terms.entries_each is not None and state.entries_of(viewer.name) >= terms.entries_each:
        return "you have all the entries that a person may have"
    return ""


_AT_ONCE = (Open(), Close(), Attend(), End())  # acts that are one press


def _not_yet(
    rules: PromotionRules, state: Promotion, by: Person, may: tuple[str, ...], now: int
) -> dict[str, str]:
    """Why a press of a button would be refused at this moment."""
    found = {}
    for command in _AT_ONCE:
        if tag_of(command) in may:
            no = refusal_of(decide, rules, state, Order(by=by, at=now, command=command))
            if no is not None:
                found[tag_of(command)] = no.reason
    return found


def asked(tag: str, but: Sequence[str] = (), **changed: dict[str, Any]) -> list[dict[str, Any]]:
    """The questions of an act, for a page: without those that it answers itself, some changed."""
    fields = form_fields(KIND.commands[tag], _VALUES.__getitem__, tuple(but))
    return [msgspec.to_builtins(one) | changed.get(one.name, {}) for one in fields]


_VALUES = {"means": MEANS, "methods": METHODS, "paid-by": PAID_BY, "forbidden": FORBIDDEN}


def _choosing(says: Says, state: Promotion, kept_out: KeptOut) -> Iterable[int]:
    for slot in state.slots:
        entry = state.entry(slot.entry)
        own = entry is not None and entry.account and not kept_out(slot.person)
        if slot.status == "open" and not own and winner_chooses(says, state, slot) is not None:
            yield slot.prize


def desk_view(
    id: str, state: Promotion, viewer: Viewer, now: int, kept_out: KeptOut = lambda _: False
) -> DeskView:
    rules, book = load_promotion_rules(played_by(state.terms)), state.terms.book
    role = viewer.role_at(book) if book in viewer.book_roles else ""
    may = acts(rules, state, role) if role else ()
    denials = rules.says.denials
    return DeskView(
        row=row_of(id, state, viewer),
        state=state,
        acts=may,
        not_yet=_not_yet(rules, state, Person(viewer.name, role), may, now),
        problems=problems_of(rules, state, state.pending or state.terms),
        duties=tuple((duty, duty.late(now)) for duty in duties(rules, state)),
        prizes=prize_names(state),
        choosing=tuple(_choosing(rules.says, state, kept_out)),
        role=p.roles_of(book).get(role, ""),
        register=tuple(
            denial.number for denial in state.denials if denial.registered or denials.keeps_all
        ),
    )
