"""The draw: overseen where the book wants it, by a seed that was sealed before anybody entered."""

from bisect import bisect_right
from collections.abc import Mapping

from bythebook.deciders import Event, Revealed, check_seed
from bythebook.draws import drawn_order
from bythebook.errors import Malformed
from bythebook.promotions import events as e
from bythebook.promotions.commands import PassOn, TellWinner
from bythebook.promotions.decision import HOUR, Asked
from bythebook.promotions.state import Promotion, Slot
from bythebook.promotions.terms.document import PromotionTerms, slots
from bythebook.promotions.terms.wording import moment
from bythebook.rulebooks.chapters.promotions import PromotionRules

Events = tuple[Event, ...]


def is_overseen(rules: PromotionRules, terms: PromotionTerms) -> bool:
    """Whether a single prize is worth more than the book lets be drawn without a scrutineer."""
    over = rules.says.scrutiny.over_cents
    return any((prize.value_cents or 0) > over for prize in terms.prizes)


def attend(asked: Asked) -> Events:
    if asked.state.scrutineer != asked.order.by.name:
        raise asked.refuse("another scrutineer was nominated, or none")
    if asked.state.attended_at is not None:
        raise Malformed("the scrutineer is there")
    return (e.ScrutineerAttended(**asked.signed()),)


def draw(asked: Asked, seeds: Mapping[int, str]) -> Events:
    state, says = asked.state, asked.says
    awarded_at = state.terms.awarded_at
    if awarded_at is not None and asked.at < awarded_at:
        clause = says.terms["awarded_at"].clause
        raise asked.refuse(f"prizes are drawn on {moment(awarded_at)}", clause)
    if state.pending is not None:
        clause = says.amending.clause if says.amending is not None else ""
        raise asked.refuse("an amendment waits: see to it, or take it back", clause)
    overseen = is_overseen(asked.rules, state.terms)
    if overseen and says.scrutiny.presence == "must" and state.attended_at is None:
        raise asked.refuse("a scrutineer must oversee this draw", says.scrutiny.clause)
    number = max(state.seals, default=0)
    seed = seeds.get(number, "")
    if not seed:
        raise Malformed("the seed of this draw is not at hand")
    check_seed(state.seals[number], seed, asked.clause)
    attended = state.attended_at is not None
    signed = asked.signed(says.scrutiny.clause if overseen and attended else "")
    return (
        Revealed(number, seed, asked.clause),
        e.Drawn(
            **signed,
            winners=winners(state, seed),
            scrutineer=state.scrutineer if attended else "",
        ),
    )


def winners(state: Promotion, seed: str) -> tuple[e.Won, ...]:
    """Who wins what: prizes one after the other, entries in the order in which they are drawn."""
    drawn = iter(drawn_order(seed, range(1, state.entered + 1)))
    people, won = _People(state), set[str]()
    found = []
    for prize in range(1, len(slots(state.terms)) + 1):
        for entry in drawn:
            person = people(entry)
            if person not in won:
                break
        else:
            break
        if state.terms.one_prize_each:
            won.add(person)
        found.append(e.Won(prize, entry, person))
    return tuple(found)


class _People:
    """Whose entry a number is."""

    def __init__(self, state: Promotion) -> None:
        self.entries = state.entries
        self.firsts = [entry.first for entry in state.entries]

    def __call__(self, number: int) -> str:
        return self.entries[bisect_right(self.firsts, number) - 1].person


def next_drawn(state: Promotion, slot: Slot) -> e.Won | None:
    """The entry that comes next in the order drawn, for a prize that was refused."""
    used = {entry for other in state.slots for entry in (other.entry, *other.passed) if entry}
    refused = {denial.person for denial in state.denials if denial.prize == slot.prize}
    if state.terms.one_prize_each:
        refused |= {other.person for other in state.slots}
    people = _People(state)
    for entry in drawn_order(state.seed, range(1, state.entered + 1)):
        person = people(entry)
        if entry not in used and person not in refused:
            return e.Won(slot.prize, entry, person)
    return None


def slot_of(asked: Asked, number: int) -> Slot:
    slot = asked.state.slot(number)
    if slot is None:
        raise Malformed(f"there is no prize {number}", "prize")
    return slot


def tell_winner(asked: Asked) -> Events:
    command: TellWinner = asked.command
    slot, rule = slot_of(asked, command.prize), asked.says.telling
    if not slot.person:
        raise Malformed("nobody has won it", "prize")
    way = rule.methods.get(command.method)
    if way is None:
        raise asked.refuse(f"winners are not told by {command.method}")
    late = not asked.state.terms.presence and asked.at > slot.won_at + rule.hours * HOUR
    signed = asked.signed(way.clause)
    return (e.WinnerTold(**signed, prize=slot.prize, method=command.method, late=late),)


def pass_on(asked: Asked) -> Events:
    command: PassOn = asked.command
    slot = slot_of(asked, command.prize)
    if slot.status != "refused":
        raise asked.refuse("only a prize that was refused goes to somebody else")
    if asked.state.terms.unclaimed == "kept":
        raise asked.refuse("by the terms, a prize that was refused stays with the casino")
    won = next_drawn(asked.state, slot)
    if won is None:
        raise asked.refuse("no entry is left")
    return (e.PassedOn(**asked.signed(), won=won),)
