"""The judge: what a trainee does, against what the book wants at that moment.

    shift = take(shift, Ordered(command), at)      an order, as the console gives it
    shift = take(shift, Called("area-manager"), at)     somebody is called, and does what is wanted
    shift = take(shift, Paid((...)), at)           what is paid and taken, wager by wager
    shift = take(shift, Leaves(), at)              the shift ends here

Pure: the same acts at the same times on the same lesson are judged the same. An order is right if
the table would stand as after the one that is wanted; words and reasons are the trainee's own.
"""

import msgspec
from msgspec.structs import replace

from bythebook.dealer_school.findings import Finding, Kind, Report, report_of
from bythebook.dealer_school.shift import Shift, advance, carried, colleague, unpaid
from bythebook.dealer_school.telling import payment_in_words, words_of
from bythebook.dealer_school.wanting import Wanted, bearer, entry_for, helped, order_for, wanted
from bythebook.deciders import Command, tag_of
from bythebook.errors import Malformed, Refused
from bythebook.game.events import Settled
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.powers import act_name, title
from bythebook.table.table import refusal

# What the table looks like: an order with the same effect on these is the same order.
_SEEN = (
    "round", "shoe", "irregular", "players", "chips", "checks", "phase", "setup", "signs", "told",
    "suspended", "held_up", "withdrawing", "rebuilding", "called", "console", "rounds", "last",
)  # fmt: skip


class Payment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a wager gets beyond its stake, in cents; below nothing: what is taken."""

    box: int
    player: str
    wager: str
    cents: int


class Ordered(msgspec.Struct, frozen=True):
    command: Command
    why: str = ""
    asked: str = ""


class Called(msgspec.Struct, frozen=True):
    role: str


class Paid(msgspec.Struct, frozen=True):
    payments: tuple[Payment, ...]


class Leaves(msgspec.Struct, frozen=True):
    """The trainee ends the shift."""


Did = Ordered | Called | Paid | Leaves


def take(shift: Shift, did: Did, at: int) -> Shift:
    """The shift after what the trainee did. What cannot be understood raises; it is not judged."""
    if shift.ended:
        raise Malformed("the shift is over")
    shift = replace(shift, now=max(at, shift.now, shift.table.now))
    match did:
        case Ordered():
            shift = _ordered(shift, did)
        case Called():
            shift = _called(shift, did.role)
        case Paid():
            shift = _paid(shift, did)
        case Leaves():
            return replace(_left_undone(shift), ended=True)
    return advance(_without_dead(advance(shift)))


# Orders


def _ordered(shift: Shift, did: Ordered) -> Shift:
    order = o.Order(
        by=shift.trainee, at=shift.now, command=did.command, why=did.why, asked=did.asked
    )
    order = helped(shift, order)
    no = refusal(shift.rules, shift.table, order)
    if isinstance(no, Malformed):
        raise no
    wants = wanted(shift)
    words = words_of(shift, did.command)
    if no is not None:
        return _found(shift, "refused", wants, words, no.clause, no.reason)
    fits = next((want for want in wants if _same(shift, order, want)), None)
    if fits is not None:
        return _done(shift, order, fits, words)
    after = carried(shift, order)
    if _beside(shift, did.command):
        return after
    if not wants and not unpaid(shift):
        return _found(
            after, "needless", wants, words, _clause(shift, order), "nothing asked for it"
        )
    reason = "the round before is paid and taken first" if unpaid(shift) else ""
    return _found(after, "wrong", wants, words, "" if wants else _clause(shift, order), reason)


def _done(shift: Shift, order: o.Order, want: Wanted, words: str) -> Shift:
    """It was right; in time, or late."""
    within = want.seconds or shift.lesson.seconds
    kind: Kind = "right" if shift.now - shift.since <= within else "late"
    found = _found(shift, kind, (want,), words)
    after = carried(found, order)
    wanted_still = _told_first(shift, order)
    left = after.open if wanted_still else after.open[1:]
    return replace(after, open=left, since=shift.now)


def _told_first(shift: Shift, order: o.Order) -> bool:
    """Whether this was only what comes before the act that the lesson wants."""
    if not shift.open:
        return True
    want = shift.open[0].want
    kinds = {one.order.get("type") for one in (want, *want.instead)}
    return tag_of(order.command) not in kinds


def _same(shift: Shift, order: o.Order, want: Wanted) -> bool:
    """Whether an order does what another would."""
    asked = replace_free(want.command, order.command, want.any_of)
    if asked == order.command:
        return True
    if act_name(order) != act_name(replace(order, command=asked)):
        return False
    if isinstance(asked, o.Tell | o.Perform):
        items = ("act", "to", "player")
        return all(getattr(asked, i, "") == getattr(order.command, i, "") for i in items)
    other = order_for(shift, msgspec.structs.replace(want, command=asked), order.by, order.at)
    if refusal(shift.rules, shift.table, other) is not None:
        return False
    one, two = carried(shift, order).table, carried(shift, other).table
    return all(getattr(one, part) == getattr(two, part) for part in _SEEN)


def replace_free(want: Command, given: Command, free: tuple[str, ...]) -> Command:
    """The command that is wanted, with what may be anything as it was given."""
    if type(want) is not type(given):
        return want
    there = [name for name in free if name in want.__struct_fields__]
    return replace(want, **{name: getattr(given, name) for name in there})


def _beside(shift: Shift, command: Command) -> bool:
    """What somebody notes or tells is no mistake; nor is it to put one's own right."""
    noted = isinstance(command, o.Tell | o.SignOn | o.SignOff | m.CorrectEntry)
    return noted or (isinstance(command, o.Perform) and entry_for(shift, command).record)


def _clause(shift: Shift, order: o.Order) -> str:
    return entry_for(shift, order.command).clause


def _found(
    shift: Shift,
    kind: Kind,
    wants: tuple[Wanted, ...],
    did: str,
    clause: str = "",
    reason: str = "",
) -> Shift:
    """One more finding. A wrong act is found by the clause of what was wanted instead."""
    first = wants[0] if wants else None
    within = (first.seconds if first else 0) or shift.lesson.seconds
    planted = shift.planted
    text = words_of(shift, first.command) if first is not None else "pay and take"
    finding = Finding(
        kind=kind,
        clause=clause or (first.clause if first is not None else ""),
        wanted=text,
        did=did,
        reason=reason,
        at=shift.now - shift.began,
        took=shift.now - shift.since,
        within=within,
        round=shift.table.begun if shift.table.in_round else shift.table.rounds,
        planted=planted.says if planted is not None else "",
    )
    return replace(shift, findings=(*shift.findings, finding))


# Colleagues


def _called(shift: Shift, role: str) -> Shift:
    """Somebody comes, and gives the order that is wanted, if their rank suffices."""
    conduct = shift.rules.conduct
    if role not in {known.role for known in (*conduct.ladder, *conduct.beside)}:
        raise Malformed(f"nobody here is a {role}", "role")
    wants, name = wanted(shift), title(conduct, role)
    did = f"call the {name}"
    if not wants:
        return _found(shift, "needless", wants, did, conduct.acts["deal"][0].clause)
    want, by = wants[0], colleague(shift, role)
    own = bearer(shift, want, shift.now)
    if own == shift.trainee:
        clause = entry_for(shift, want.command).clause
        return _found(shift, "needless", wants, did, clause, "the trainee may do that alone")
    order = order_for(shift, want, by, shift.now)
    no = refusal(shift.rules, shift.table, order)
    if isinstance(no, Refused):
        return _found(shift, "refused", wants, did, no.clause, no.reason)
    if no is not None:
        raise no
    return _done(shift, order, want, did)


# Payments


def payments_due(shift: Shift) -> tuple[Payment, ...]:
    """What the last round settled, wager by wager."""
    found: dict[tuple[int, str, str], int] = {}
    for row in _rows(shift):
        key = row.box, row.player, row.wager
        found[key] = found.get(key, 0) + row.chips_out - row.chips_in
    return tuple(Payment(*key, cents) for key, cents in sorted(found.items()))


def _rows(shift: Shift) -> tuple[Settled, ...]:
    last = shift.table.last
    return tuple(last.rows) if last is not None and unpaid(shift) else ()


def _paid(shift: Shift, did: Paid) -> Shift:
    """Each wager's payment, beside what the round settled and by which clause."""
    if not unpaid(shift):
        raise Malformed("there is nothing to pay now")
    due = {(one.box, one.player, one.wager): one.cents for one in payments_due(shift)}
    said = {(one.box, one.player, one.wager): one.cents for one in did.payments}
    unknown = [key for key in said if key not in due]
    if unknown:
        box, player, wager = unknown[0]
        raise Malformed(f"{player} has no {wager} wager on box {box}", "payments")
    clauses = {(row.box, row.player, row.wager): row.clause for row in _rows(shift)}
    late = shift.now - shift.since > shift.lesson.seconds * max(1, len(due))
    findings = list(shift.findings)
    for key, cents in due.items():
        off = said.get(key, 0) - cents
        kind: Kind = "payment" if off else "late" if late else "right"
        findings.append(
            Finding(
                kind=kind,
                clause=clauses[key],
                wanted=payment_in_words(shift, *key, cents),
                did=payment_in_words(shift, *key, said[key]) if key in said else "nothing",
                at=shift.now - shift.began,
                took=shift.now - shift.since,
                within=shift.lesson.seconds * max(1, len(due)),
                round=shift.table.rounds,
                cents=off,
            )
        )
    return replace(shift, findings=tuple(findings), paid=shift.table.rounds, since=shift.now)


# What was not done


def _without_dead(shift: Shift) -> Shift:
    """What is wanted but can be done by nobody any more was left undone."""
    while shift.open:
        wants = wanted(shift)
        if any(bearer(shift, want, shift.now + want.wait) is not None for want in wants):
            return shift
        shift = _found(shift, "undone", wants, "")
        shift = replace(shift, open=shift.open[1:])
    return shift


def _left_undone(shift: Shift) -> Shift:
    """Everything that was still wanted when somebody left."""
    while shift.open:
        shift = _found(shift, "undone", wanted(shift), "")
        shift = replace(shift, open=shift.open[1:])
    if shift.waits:
        shift = _found(shift, "undone", wanted(shift), "")
    for payment in payments_due(shift):
        words = payment_in_words(shift, payment.box, payment.player, payment.wager, payment.cents)
        clause = next(row.clause for row in _rows(shift) if row.box == payment.box)
        finding = Finding(kind="undone", clause=clause, wanted=words, at=shift.now - shift.began)
        shift = replace(shift, findings=(*shift.findings, finding))
    return shift


# The right way


def right_act(shift: Shift) -> tuple[Did, int]:
    """What somebody who knows the book does now, and when."""
    if unpaid(shift) and not wanted(shift):
        return Paid(payments_due(shift)), shift.now
    wants = wanted(shift)
    for want in wants:
        at = shift.now + want.wait
        by = bearer(shift, want, at)
        if by == shift.trainee:
            order = order_for(shift, want, by, at)
            return Ordered(order.command, order.why, order.asked), at
        if by is not None:
            return Called(by.role), at
    says = words_of(shift, wants[0].command) if wants else "nothing is wanted"
    clause = wants[0].clause if wants else ""
    raise Refused(clause or "?", f"nobody may do what the lesson wants now: {says}")


def report(shift: Shift) -> Report:
    seconds = shift.now - shift.began
    return report_of(shift.lesson, shift.trainee.name, shift.findings, seconds, shift.ended)
