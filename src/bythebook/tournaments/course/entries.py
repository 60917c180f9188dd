"""Terms, entries, withdrawals, substitutes, and a tournament that does not take place."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.chapters.tournament_course import TournamentRules
from bythebook.structs import like
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.decision import PLAYER, Decision, clause_of, starts_at
from bythebook.tournaments.course.fees import may_go_back
from bythebook.tournaments.course.results import UNPLACED
from bythebook.tournaments.course.state import Course, Paid
from bythebook.tournaments.terms.checks import check, touched
from bythebook.tournaments.terms.document import TournamentTerms, own_words, seconds

FINDS = "find-entitled"


@carries_out
def make(desk: Decision, command: o.Make) -> None:
    _check_book(desk, command.terms)
    desk.emit(e.TournamentMade(command.terms, desk.rules.publishing.written.clause))
    desk.note()


@carries_out
def amend(desk: Decision, command: o.Amend) -> None:
    _check_book(desk, command.terms)
    if command.terms.id != desk.course.terms.id:
        raise Malformed("a tournament keeps its id", "terms")
    desk.emit(e.TermsAmended(command.terms, desk.rules.publishing.written.clause))


def _check_book(desk: Decision, terms: TournamentTerms) -> None:
    if terms.book != desk.book.book.id:
        raise Malformed(f"these terms are by {terms.book}", "terms")


@carries_out
def tell_regulator(desk: Decision, command: o.TellRegulator) -> None:
    told = desk.rules.publishing.regulator
    if told is None:
        raise Malformed("this book wants nobody told before entries")
    if not command.reference.strip():
        raise Malformed("what was sent has a reference", "reference")
    desk.emit(e.RegulatorTold(told.value, command.reference, told.clause))


def to_confirm(rules: TournamentRules, terms: TournamentTerms) -> tuple[str, ...]:
    """What of the terms somebody has to answer for: words that no machine can judge."""
    return own_words(terms) if rules.publishing.own_words is not None else terms.conditions


def unconfirmed(rules: TournamentRules, course: Course) -> tuple[str, ...]:
    """What nobody has answered for, as it stands in the terms now."""
    words = to_confirm(rules, course.terms)
    return words if words != course.confirmed else ()


@carries_out
def confirm_conditions(desk: Decision, command: o.ConfirmConditions) -> None:
    confirmed = desk.rules.publishing.confirmed
    conditions = to_confirm(desk.rules, desk.course.terms)
    if confirmed is None or not conditions:
        raise Malformed("the terms have no conditions in free words to answer for")
    beside = {text: touched(desk.book.book, text) for text in conditions}
    desk.emit(e.ConditionsConfirmed(conditions, beside, confirmed.clause))


@carries_out
def publish(desk: Decision, command: o.Publish) -> None:
    problems = check(desk.course.terms)
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise Refused(problems[0].clause, f"{problems[0].reason}{more}", problems[0].item)
    publishing = desk.rules.publishing
    if publishing.regulator is not None and not desk.course.regulator:
        raise Refused(
            publishing.regulator.clause,
            f"the {publishing.regulator.value} is told first and has a copy",
        )
    confirmed = publishing.confirmed
    if confirmed is not None and unconfirmed(desk.rules, desk.course):
        raise Refused(
            confirmed.clause,
            "nobody has confirmed that the conditions change no rule",
            "conditions",
        )
    desk.emit(e.TermsPublished(publishing.available.clause))


@carries_out
def enter(desk: Decision, command: o.Enter) -> None:
    course, entry = desk.course, desk.rules.entry
    _check_open(desk, command)
    _check_person(desk, command)
    if command.reserve:
        _note_reserve(desk, command)
        return
    most = course.terms.entry.most
    if most is not None and course.entries >= most:
        raise Refused(entry.numbers.clause, f"there are {most} entries, and that is the most")
    cents = course.terms.money.fee_cents or 0
    desk.emit(like(e.PlayerEntered, command, cents=cents, clause=entry.fee.clause))


def _check_open(desk: Decision, command: o.Enter) -> None:
    """Whether anybody of this name can enter now."""
    course, entry = desk.course, desk.rules.entry
    player = command.player.strip()
    if not player or player != command.player:
        raise Malformed("an entry has a name", "player")
    if course.phase == "drafted":
        raise Refused(desk.rules.publishing.first.clause, "the terms are not published yet")
    closes = course.terms.dates.entries_close
    if not course.entries_open or (closes is not None and desk.order.at > seconds(closes)):
        raise Refused(entry.conditions.clause, "entries are closed")
    _check_not_refused(desk, player)
    if player in course.entrants and not may_enter_again(course, player):
        raise Refused(entry.once.clause, f"{player} has an entry already")


def _check_person(desk: Decision, command: o.Enter) -> None:
    """Whether this person can: entitled, in agreement, with a copy of the conditions."""
    course, entry = desk.course, desk.rules.entry
    if not _found_entitled(desk, command.player, command.entitled):
        raise Refused(
            clause_of(entry.entitled, entry.conditions.clause),
            "only who may be in the casino and gamble can enter, by the criteria published, and"
            f" the house has not found that of {command.player}",
        )
    if entry.agreement is not None and course.terms.entry.written_agreement and not command.agreed:
        raise Refused(entry.agreement.clause, "rules and conditions are agreed to in writing first")
    copies = desk.rules.publishing.copies
    if copies is not None and not command.copy:
        raise Refused(copies.clause, "every entrant gets a copy of the conditions")
    if command.publicity and entry.publicity is None:
        raise Malformed("this book asks for no permission of that kind", "publicity")


def _check_not_refused(desk: Decision, player: str) -> None:
    refusal = desk.rules.entry.refusal
    if desk.course.is_refused(player):
        clause = clause_of(refusal, desk.rules.entry.conditions.clause)
        raise Refused(clause, f"the entry of {player} was refused")


def _found_entitled(desk: Decision, player: str, said: bool) -> bool:
    """Staff who let somebody in have found it themselves; a player's own word finds nothing."""
    if desk.order.by.role != PLAYER or FINDS not in desk.rules.acts:
        return said
    return desk.course.found.get(player, False)


@carries_out
def find_entitled(desk: Decision, command: o.FindEntitled) -> None:
    if not command.player.strip():
        raise Malformed("somebody applied", "player")
    entry = desk.rules.entry
    clause = clause_of(entry.entitled, entry.conditions.clause)
    desk.emit(e.EntitlementFound(command.player, command.entitled, clause))


def may_enter_again(course: Course, player: str) -> bool:
    """Only whose fee went back, or was never paid, has no entry any more."""
    if course.entrants[player].standing not in ("withdrawn", "reserve"):
        return False
    return all(paid.settled for paid in course.paid if paid.player == player)


def _note_reserve(desk: Decision, command: o.Enter) -> None:
    reserve = desk.rules.seating.reserve
    if reserve is None:
        raise Refused(
            clause_of(desk.rules.seating.not_replaced, desk.rules.entry.conditions.clause),
            "this book has no reserves",
        )
    waiting = sum(one.standing == "reserve" for one in desk.course.entrants.values())
    if waiting >= desk.course.terms.entry.reserves:
        raise Refused(reserve.clause, "the conditions have no more reserves")
    desk.emit(like(e.ReserveNoted, command, clause=reserve.clause))


@carries_out
def refuse_entry(desk: Decision, command: o.RefuseEntry) -> None:
    refusal = desk.rules.entry.refusal
    if refusal is None:
        raise Refused(
            desk.rules.entry.conditions.clause, "the book has no general right to refuse entries"
        )
    if not command.player.strip():
        raise Malformed("somebody applied", "player")
    if command.player in desk.course.entrants:
        raise Refused(refusal.clause, f"{command.player} was accepted already")
    desk.emit(e.EntryRefused(command.player, refusal.clause))


@carries_out
def withdraw(desk: Decision, command: o.Withdraw) -> None:
    course, rule = desk.course, desk.rules.refunds.withdrawal
    desk.entrant(command.player, "in", "reserve")
    for name in course.playing:
        if any(seat.player == command.player for seat in course.sessions[name].seats):
            raise Refused(
                clause_of(desk.rules.order.retires, rule.clause), "who plays retires at the table"
            )
    refunds = tuple(
        paid.refund
        for paid in course.paid
        if paid.player == command.player and not paid.settled and _goes_back(desk, paid)
    )
    desk.emit(e.PlayerWithdrew(command.player, refunds, rule.clause))


def _goes_back(desk: Decision, paid: Paid) -> bool:
    """A fee as the book has it; money for chips as long as they were not given out."""
    course = desk.course
    if paid.about != "fee":
        seated = course.is_seated(paid.player)
        return paid.stage > course.stage or (paid.stage == course.stage and not seated)
    starts, until = starts_at(course, 1), course.terms.dates.withdraw_until
    if starts is None or course.sessions or course.stage > 1:
        return False
    return may_go_back(
        desk.rules.refunds.withdrawal,
        desk.order.at,
        starts,
        None if until is None else seconds(until),
    )


@carries_out
def name_substitute(desk: Decision, command: o.NameSubstitute) -> None:
    course, seating = desk.course, desk.rules.seating
    desk.entrant(command.player, "in")
    if seating.substitute is None:
        raise Refused(desk.rules.entry.fee.clause, "only who entered and paid plays")
    clause = seating.substitute.clause
    if not command.substitute.strip() or command.substitute in course.entrants:
        raise Refused(desk.rules.entry.once.clause, "a substitute is somebody without an entry")
    _check_not_refused(desk, command.substitute)
    if not _found_entitled(desk, command.substitute, command.entitled):
        raise Refused(
            clause_of(desk.rules.entry.entitled, clause),
            f"a substitute may be there and gamble too; the house has not found that of"
            f" {command.substitute}",
        )
    until = {
        "before-ballot": "ballot",
        "before-start": "start",
        "as-conditions-say": course.terms.entry.substitute_until or "never",
    }[seating.substitute.value]
    if course.terms.entry.substitute_until == "never" or until == "never":
        raise Refused(clause, "the conditions have no substitutes")
    if until == "ballot" and course.draws:
        raise Refused(clause_of(seating.never_after, clause), "the ballot has been held")
    starts = starts_at(course, 1)
    late = starts is not None and desk.order.at >= starts
    if course.sessions or course.stage > 1 or late:
        raise Refused(clause_of(seating.never_after, clause), "play has begun")
    desk.emit(e.SubstituteNamed(command.player, command.substitute, clause))


@carries_out
def close_entries(desk: Decision, command: o.CloseEntries) -> None:
    course, few = desk.course, desk.rules.few
    if not course.entries_open:
        raise Malformed("entries are closed already")
    entries, least = course.entries, course.terms.entry.least
    if least is not None and entries < least:
        must = few.value == "cancel" or course.terms.entry.cancelled_below_least
        if must or not command.go_ahead:
            raise Refused(
                few.clause, f"{entries} of at least {least} have entered: it is to be cancelled"
            )
    if entries < 1:
        raise Refused(desk.rules.entry.numbers.clause, "nobody has entered")
    desk.emit(e.EntriesClosed(entries, desk.rules.entry.numbers.clause))


@carries_out
def cancel(desk: Decision, command: o.Cancel) -> None:
    course, clause = desk.course, desk.rules.refunds.cancelled.clause
    if course.terms.format == "live" and course.playing:
        raise Refused(clause, "chips of value are on the tables: these sessions end first")
    held = [paid for paid in course.paid if paid.cents and not paid.settled]
    kept = [paid for paid in held if _forfeited(desk, paid)]
    refunds = tuple(paid.refund for paid in held if paid not in kept)
    desk.emit(e.TournamentCancelled(refunds, clause, sum(paid.cents for paid in kept)))


def _forfeited(desk: Decision, paid: Paid) -> bool:
    """A fee that was lost before is nobody's to get back, where the book says so."""
    standing = desk.course.entrants[paid.player].standing
    lost = desk.rules.refunds.forfeited is not None and standing in UNPLACED
    return lost and paid.about == "fee"
