"""A trainee's shift at a table: the state, and what happens by itself.

    shift = begin(lesson, "mia", at)        opened by the book, players seated, cards ready
    shift = take(shift, did, at)            `judging`: what the trainee does, judged at once

Everything at the table is an order that the table's own engine decides: the trainee's, those of
the players, of colleagues who are called, and the ones that plant what goes wrong. `given` are all
that were carried out, in order: whoever shows the table elsewhere gives the same.
"""

from functools import lru_cache
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from bythebook.cards import Card, parse_cards
from bythebook.dealer_school.findings import Finding
from bythebook.dealer_school.lesson import Given, Lesson, Plant, Want, command_for, rules_for
from bythebook.dealer_school.library import setup_for
from bythebook.dealer_school.players import decided, wagers_of
from bythebook.draws import drawn_order
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.rulebooks.tables import PLAYER, TableRules
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.cards.depths import cards_left
from bythebook.table.cards.orders import FaceUp
from bythebook.table.dealing import about_the_shoe, dealers_role
from bythebook.table.decision import game_of
from bythebook.table.due import what_is_due
from bythebook.table.powers import title
from bythebook.table.preparing import opening_orders
from bythebook.table.state import Duty, State
from bythebook.table.table import carry_out

SOON = 3600  # seconds: what has more time is done after the shift


class Open(msgspec.Struct, frozen=True):
    """Something that is wanted because of what was planted."""

    plant: int
    want: Want


class Shift(msgspec.Struct, frozen=True, kw_only=True):
    lesson: Lesson
    rules: TableRules
    trainee: o.Person
    began: int
    since: int  # when the trainee could first see what is wanted now
    now: int
    table: State = State()
    drawn: int = 0  # cards out of the shoe since the lesson began
    fired: frozenset[int] = frozenset()
    last: int = -1  # which of them fired last
    open: tuple[Open, ...] = ()
    paid: int = 0  # rounds whose wagers were paid and taken
    ended: bool = False
    findings: tuple[Finding, ...] = ()
    given: tuple[o.Order, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether the table itself waits for something to be put right."""
        return bool(self.table.irregular or self.table.checks)

    @property
    def planted(self) -> Plant | None:
        """What went wrong and is not put right yet."""
        if self.open:
            return self.lesson.planted[self.open[0].plant]
        return self.lesson.planted[self.last] if self.waits and self.last >= 0 else None


# The cards


def coming(shift: Shift) -> Card:
    """The card that comes out next: one that was kept first, then the shoe's."""
    shoe = shift.table.shoe
    if shoe.next:
        return shoe.next[0]
    if shoe.held is not None:
        return shoe.held
    return _card(shift, shift.drawn)


def seed_for(text: str) -> str:
    """Chance that anybody can work out again: a lesson is no secret."""
    return sha256(f"dealer school {text}".encode()).hexdigest()


UPCOMING = 4  # a lesson names no more of them at once


def upcoming(shift: Shift) -> tuple[Card, ...]:
    """The card that comes next, and those after it."""
    return (coming(shift), *(_card(shift, shift.drawn + more) for more in range(1, UPCOMING)))


def _card(shift: Shift, number: int) -> Card:
    told = parse_cards(shift.lesson.cards)
    if number < len(told):
        return told[number]
    game = game_of(shift.rules, shift.table)
    pack = game.rules.pack.cards(game.decks)
    times, place = divmod(number - len(told), len(pack))
    return _order(pack, told, f"{shift.lesson.seed} {times}")[place]


@lru_cache(maxsize=64)
def _order(whole: tuple[Card, ...], told: tuple[Card, ...], seed: str) -> tuple[Card, ...]:
    """A whole pack by the seed: what a lesson tells lies at the end, having been dealt."""
    pack = list(whole)
    for card in told:
        if card in pack:
            pack.remove(card)
    return (*drawn_order(seed_for(seed), pack), *told)


# Orders


def colleague(shift: Shift, role: str) -> o.Person:
    """Somebody else of this role, who is there when called."""
    return o.Person(f"the {title(shift.rules.conduct, role)}", role)


def carried(shift: Shift, order: o.Order) -> Shift:
    """The shift once an order was carried out; refused, it raises."""
    table, events = carry_out(shift.rules, shift.table, order)
    before, after = shift.table.shoe, table.shoe
    shuffled = any(isinstance(one, e.CardsShuffled | e.RackReloaded) for one in events)
    out = len(after.out) + after.unseen - len(before.out) - before.unseen
    drawn = shift.drawn if shuffled else shift.drawn + max(0, out)
    return replace(shift, table=table, drawn=drawn, given=(*shift.given, order))


def given_by(shift: Shift, given: Given) -> o.Order:
    """An order of the lesson's own: a player's, or somebody's of the staff."""
    names = {seat.name for seat in shift.lesson.players}
    by = o.Person(given.by, PLAYER) if given.by in names else colleague(shift, given.by)
    command = command_for(given.order, upcoming(shift))
    return o.Order(by=by, at=shift.now, command=command, why=given.why, asked=given.asked)


# The beginning


def begin(lesson: Lesson, trainee: str, at: int) -> Shift:
    """A table opened by its book, with the lesson's players at it."""
    rules = rules_for(lesson)
    role = lesson.role or rules.conduct.ladder[0].role
    shift = Shift(
        lesson=lesson,
        rules=rules,
        trainee=o.Person(trainee, role),
        began=at,
        since=at,
        now=at,
    )
    setup = setup_for(lesson)
    try:
        opened = opening_orders(rules, shift.table, setup, lambda r: colleague(shift, r), at)
        for order in opened:
            shift = carried(shift, order)
        for seat in lesson.players:
            by = o.Person(seat.name, PLAYER)
            for command in (o.Arrive(seat.name, card=seat.name), o.Sit(seat.name, seat.box)):
                shift = carried(shift, o.Order(by=by, at=at, command=command))
        if lesson.begins != "shuffle":
            shift = _made_ready(shift)
        if lesson.left:
            shift = _nearly_empty(shift)
    except Refused as no:
        raise Malformed(f"its table cannot be opened like that: {no}", "table") from None
    return advance(replace(shift, drawn=0))


def _made_ready(shift: Shift) -> Shift:
    """Shuffled, cut and burned by the colleague who was there before."""
    while command := about_the_shoe(shift.rules, shift.table, shift.lesson.seed):
        if isinstance(command, o.Burn) and shift.lesson.begins == "unburned":
            break
        if isinstance(command, o.DeclineCut):
            by = o.Person(command.player, PLAYER)
        else:
            by = colleague(shift, dealers_role(shift.rules, command))
        shift = carried(shift, o.Order(by=by, at=shift.now, command=command))
    return shift


def _nearly_empty(shift: Shift) -> Shift:
    """Most of the cards were out before the shift: those that would come last."""
    dealer = colleague(shift, shift.rules.conduct.ladder[0].role)
    game = game_of(shift.rules, shift.table)
    told = parse_cards(shift.lesson.cards)
    order = _order(game.rules.pack.cards(game.decks), told, f"{shift.lesson.seed} 0")
    last = order[: len(order) - len(told)]
    count = cards_left(shift.rules, shift.table) - shift.lesson.left
    for card in last[len(last) - count :]:
        shift = carried(shift, o.Order(by=dealer, at=shift.now, command=FaceUp(card)))
    return shift


# What happens by itself


def advance(shift: Shift) -> Shift:
    """Until the trainee must do something: wagers are put down, and what is planted happens."""
    while not shift.ended:
        went = _planted_now(shift) or _wagered(shift) or _ended(shift)
        if went is None:
            break
        shift = went
    return shift


def moment(shift: Shift) -> tuple[int, str]:
    """Where the shift is, as lessons name it: the round, and what comes next in it."""
    table, lesson = shift.table, shift.lesson
    if shift.waits or shift.open:
        return table.rounds, ""
    if unpaid(shift):
        return table.rounds, "over"
    if not table.in_round:
        lying = table.round is not None and any(w.live for w in table.round.wagers)
        if lying:
            return table.rounds + 1, "wagers"
        if table.rounds and f"{table.rounds} paid" not in _passed(shift):
            return table.rounds, "paid"
        return (table.rounds + 1, "start") if table.rounds < lesson.rounds else (0, "")
    due = what_is_due(shift.rules, table)
    if due.what == "card":
        return table.rounds + 1, f"card {cards_dealt(table) + 1}"
    if due.what == "decision":
        return table.rounds + 1, f"decision {len(decided(table)) + 1}"
    return table.rounds + 1, due.what if due.what == "offer" else ""


def cards_dealt(table: State) -> int:
    return sum(isinstance(step.command, c.Deal) for step in table.steps)


def _passed(shift: Shift) -> set[str]:
    """The moments `paid` at which everything that was planted there has happened."""
    waits = {
        plant.round
        for number, plant in enumerate(shift.lesson.planted)
        if plant.at == "paid" and number not in shift.fired
    }
    return {f"{round_} paid" for round_ in range(1, shift.table.rounds + 1) if round_ not in waits}


def unpaid(shift: Shift) -> bool:
    """Whether the last round is over, and nobody has said yet what is paid and taken."""
    last = shift.table.last
    over = shift.table.rounds > shift.paid and not shift.table.in_round
    return over and shift.lesson.pays and last is not None and not last.voided


def _planted_now(shift: Shift) -> Shift | None:
    """What is planted for this moment happens."""
    if shift.open:
        return None
    now = moment(shift)
    for number, plant in enumerate(shift.lesson.planted):
        first = plant.at == "wagers" and now[1] == "card 1"
        here = (plant.round, plant.at) == now or (first and plant.round == now[0])
        if number in shift.fired or not here:
            continue
        shift = replace(shift, fired=shift.fired | {number}, last=number, since=shift.now)
        for given in plant.gives:
            try:
                shift = carried(shift, given_by(shift, given))
            except (Refused, Malformed):
                return shift  # what came before made it impossible: it does not happen
        return replace(shift, open=tuple(Open(number, want) for want in plant.wants))
    return None


def _wagered(shift: Shift) -> Shift | None:
    """Players put their wagers down as soon as they may."""
    table = shift.table
    due = what_is_due(shift.rules, table).what
    unburned = shift.lesson.begins == "unburned" and due == "burn"
    if shift.open or moment(shift)[1] != "start" or not (due == "wagers" or unburned):
        return None
    before = len(shift.given)
    for place in wagers_of(shift.lesson, table.rounds + 1):
        order = o.Order(by=o.Person(place.player, PLAYER), at=shift.now, command=place)
        try:
            shift = carried(shift, order)
        except (Refused, Malformed):
            continue  # a wager that is not taken stays in the player's hand
    return replace(shift, since=shift.now) if len(shift.given) > before else None


def owed(shift: Shift) -> tuple[Duty, ...]:
    """What must be done or told because of something on this shift, and cannot wait for long."""
    return tuple(
        duty
        for duty in shift.table.duties
        if duty.since >= shift.began and (duty.before is None or duty.before - duty.since <= SOON)
    )


def _ended(shift: Shift) -> Shift | None:
    """All rounds are over and paid, and nothing that was planted is left."""
    table = shift.table
    over = table.rounds >= shift.lesson.rounds and not table.in_round and not unpaid(shift)
    if over and not shift.open and not shift.waits and not owed(shift):
        return replace(shift, ended=True)
    return None
