"""The draw: overseen where the book wants it, by a seed that was sealed before anybody entered,
and by a public value that nobody could know before entries closed.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable

from bythebook.deciders import Revealed, carries_out, check_seed
from bythebook.draws import drawn_order, with_public_value
from bythebook.errors import Malformed
from bythebook.promotions import events as e
from bythebook.promotions.commands import (
    Attend,
    CorrectValue,
    Draw,
    EnterValue,
    PassOn,
    PublishResults,
    TellWinner,
)
from bythebook.promotions.course import check_confirmed
from bythebook.promotions.decision import HOUR, Decision
from bythebook.promotions.public_value import takes_value, written
from bythebook.promotions.state import Promotion, Slot
from bythebook.promotions.terms.document import PromotionTerms, slots
from bythebook.promotions.terms.wording import moment
from bythebook.rulebooks.chapters.promotions import PromotionRules
from bythebook.structs import nth

EXCLUDED = "excluded from the casino"


def is_overseen(rules: PromotionRules, terms: PromotionTerms) -> bool:
    """Whether a single prize is worth more than the book lets be drawn without a scrutineer."""
    over = rules.says.scrutiny.over_cents
    return any((prize.value_cents or 0) > over for prize in terms.prizes)


@carries_out
def attend(decision: Decision, _: Attend) -> None:
    if decision.state.scrutineer != decision.order.by.name:
        raise decision.refuse("another scrutineer was nominated, or none")
    if decision.state.attended_at is not None:
        raise Malformed("the scrutineer is there")
    decision.emit(e.ScrutineerAttended(**decision.signed()))


@carries_out
def enter_value(decision: Decision, command: EnterValue) -> None:
    """Once, when it is known: what the order of the draw will be, nobody could know before."""
    state = decision.state
    if not takes_value(decision.rules, state):
        raise decision.refuse("the terms name no public value for this draw")
    if state.values:
        raise decision.refuse("the public value is there: only somebody else can correct it")
    known = state.terms.value_at
    if known is None or decision.at < known:
        when = moment(known) if known is not None else "a moment that the terms do not name"
        raise decision.refuse(f"the public value is known from {when}")
    value = written(state.terms.value_form, command.value)
    decision.emit(e.ValueEntered(**decision.signed(), value=value))


@carries_out
def correct_value(decision: Decision, command: CorrectValue) -> None:
    state, why = decision.state, decision.order.why.strip()
    if not state.values:
        raise decision.refuse("there is no public value yet")
    if state.values[-1].by == decision.order.by.name:
        raise decision.refuse("whoever wrote the value down does not correct it")
    if not why:
        raise decision.refuse("say what was wrong with the value")
    value = written(state.terms.value_form, command.value)
    if value == state.value:
        raise Malformed("this is the value that is there", "value")
    decision.emit(e.ValueCorrected(**decision.signed(), value=value, why=why))


@carries_out
def draw(decision: Decision, command: Draw) -> None:
    state, says = decision.state, decision.says
    awarded_at = state.terms.awarded_at
    if awarded_at is not None and decision.at < awarded_at:
        clause = says.terms["awarded_at"].clause
        raise decision.refuse(f"prizes are drawn on {moment(awarded_at)}", clause)
    if state.pending is not None:
        clause = says.amending.clause if says.amending is not None else ""
        raise decision.refuse("an amendment waits: see to it, or take it back", clause)
    check_confirmed(decision)
    if says.republished is not None and state.outdated:
        clause = says.republished.clause
        raise decision.refuse("the terms as amended have not been published", clause)
    overseen = is_overseen(decision.rules, state.terms)
    if overseen and says.scrutiny.presence == "must" and state.attended_at is None:
        raise decision.refuse("a scrutineer must oversee this draw", says.scrutiny.clause)
    number = max(state.seals, default=0)
    seed = decision.seeds.get(number, "")
    if not seed:
        raise Malformed("the seed of this draw is not at hand")
    check_seed(state.seals[number], seed, decision.clause)
    if takes_value(decision.rules, state) and not state.values:
        raise decision.refuse("the public value that the terms name is not there yet")
    attended = state.attended_at is not None
    signed = decision.signed(says.scrutiny.clause if overseen and attended else "")
    decision.emit(Revealed(number, seed, decision.clause))
    scrutineer = state.scrutineer if attended else ""
    won, passed = winners(state, seed, command.kept_out)
    entries = tuple(one.entry for one in passed)
    decision.emit(e.Drawn(**signed, winners=won, scrutineer=scrutineer, passed_over=entries))
    _refuse(decision, passed)


def order_of(state: Promotion, seed: str) -> tuple[int, ...]:
    """All entries as they are drawn: by the secret, and by the public value where there is one."""
    seed = with_public_value(seed, state.value) if state.value else seed
    return drawn_order(seed, range(1, state.entered + 1))


def winners(
    state: Promotion, seed: str, kept_out: Collection[str] = ()
) -> tuple[tuple[e.Won, ...], tuple[e.Won, ...]]:
    """Who wins what: prizes one after the other, entries in the order in which they are drawn;
    and what would have been won by those who have no part in it any more."""
    drawn = iter(order_of(state, seed))
    people, won = _People(state), set[str]()
    found, passed = [], []
    for prize in range(1, len(slots(state.terms)) + 1):
        for entry in drawn:
            person = people(entry)
            if person in kept_out:
                passed.append(e.Won(prize, entry, person))
            elif person not in won:
                break
        else:
            break
        if state.terms.one_prize_each:
            won.add(person)
        found.append(e.Won(prize, entry, person))
    return tuple(found), tuple(passed)


def _refuse(decision: Decision, passed: Iterable[e.Won]) -> None:
    """Whose entry was drawn and passed over is refused the prize, and told of it: each once."""
    rule = decision.says.denials
    for person, one in {one.person: one for one in reversed(tuple(passed))}.items():
        prize = decision.state.prize(one.prize)
        denied = e.Denied(
            **decision.signed(rule.told.clause),
            number=len(decision.state.denials) + 1,
            prize=one.prize,
            person=person,
            address="",
            value_cents=(prize.value_cents or 0) if prize is not None else 0,
            reasons=EXCLUDED,
            registered=False,  # which is for claims
        )
        decision.emit(denied)


class _People:
    """Whose entry a number is."""

    def __init__(self, state: Promotion) -> None:
        self.entries = state.entries
        self.firsts = [entry.first for entry in state.entries]

    def __call__(self, number: int) -> str:
        return self.entries[bisect_right(self.firsts, number) - 1].person


def next_drawn(
    state: Promotion, slot: Slot, kept_out: Collection[str] = ()
) -> tuple[e.Won | None, tuple[e.Won, ...]]:
    """The entry that comes next in the order drawn, for a prize that was refused; and those before
    it of people who have no part in it any more."""
    used = {entry for other in state.slots for entry in (other.entry, *other.passed) if entry}
    used |= set(state.passed_over)
    refused = {denial.person for denial in state.denials if denial.prize == slot.prize}
    if state.terms.one_prize_each:
        refused |= {other.person for other in state.slots}
    people = _People(state)
    passed: list[e.Won] = []
    for entry in order_of(state, state.seed):
        person = people(entry)
        if entry in used or person in refused:
            continue
        won = e.Won(slot.prize, entry, person)
        if person not in kept_out:
            return won, tuple(passed)
        passed.append(won)
    return None, tuple(passed)


def slot_of(decision: Decision, number: int) -> Slot:
    return nth(decision.state.slots, number, "prize", "prize")


@carries_out
def publish_results(decision: Decision, _: PublishResults) -> None:
    if decision.state.results_at is not None:
        raise Malformed("these winners have been published")
    decision.emit(e.ResultsPublished(**decision.signed()))


@carries_out
def tell_winner(decision: Decision, command: TellWinner) -> None:
    slot, rule = slot_of(decision, command.prize), decision.says.telling
    if not slot.person:
        raise Malformed("nobody has won it", "prize")
    way = rule.methods.get(command.method)
    if way is None:
        raise decision.refuse(f"winners are not told by {command.method}")
    late = not decision.state.terms.presence and decision.at > slot.won_at + rule.hours * HOUR
    signed = decision.signed(way.clause)
    decision.emit(e.WinnerTold(**signed, prize=slot.prize, method=command.method, late=late))


@carries_out
def pass_on(decision: Decision, command: PassOn) -> None:
    slot = slot_of(decision, command.prize)
    if slot.status != "refused":
        raise decision.refuse("only a prize that was refused goes to somebody else")
    if decision.state.terms.unclaimed == "kept":
        raise decision.refuse("by the terms, a prize that was refused stays with the casino")
    won, passed = next_drawn(decision.state, slot, command.kept_out)
    if won is None:
        raise decision.refuse("no entry is left")
    _refuse(decision, passed)
    decision.emit(e.PassedOn(**decision.signed(), won=won))
