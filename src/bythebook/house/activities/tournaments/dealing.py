"""What a tournament adds to the automatic dealer: seats, turns to wager, time called, machines that
play, seals for ballots; and how orders and sealed cards reach a table's stream.

What follows from the rules alone the core knows (`tournaments.session.automatic`).
"""

import hashlib

from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.deciders import Command, Order, Person
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.activity import ActivityTransaction, kind_and_id, root_of
from bythebook.house.activities.tournaments.running import (
    DEALER,
    RevealStack,
    SealStack,
    TableRun,
    order_in,
    rules_of,
)
from bythebook.house.tables.approvals import correction
from bythebook.house.tables.automatic_dealer import Dealer
from bythebook.rulebooks.tables import PLAYER, TableRules
from bythebook.table import orders as o
from bythebook.table.dealing import runs_low
from bythebook.table.due import Expected
from bythebook.tournaments.rehearsal import players
from bythebook.tournaments.session import automatic
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.decision import game_in
from bythebook.tournaments.session.session import legal
from bythebook.tournaments.session.views import whose_turn
from bythebook.tournaments.session.wagering import is_ordered, to_act

COURSE = "tournament"
SPARE_SEALS = 3  # ballots may follow one another, and each was committed to beforehand
CUT_SECONDS = 10  # for whoever is offered the cut
PAUSE_SECONDS = 4  # between hands, for people to see what came of the last one
OFFER_SECONDS = 20  # for insurance and the like, where the terms set no time for decisions


def go_on(moving: ActivityTransaction, stream: str, time_has_come: bool = False) -> None:
    """Everything at a table that needs nobody else; its result goes to the course.

    Machines play, and a hand begins, only when their time has come.
    """
    Dealer(AtSession(moving, stream, time_has_come)).go_on()
    if moving.state(stream).session.result is not None:
        course = f"{COURSE}/{root_of(kind_and_id(stream)[1])}"
        id = kind_and_id(stream)[1].partition(".")[2]
        if id in moving.state(course).course.playing:
            moving.kind(course).after_act(moving, course)


# Who is waited for, and how long


def next_deadline(run: TableRun) -> int | None:
    """When time alone, or a machine, makes something happen here."""
    session = run.session
    if run.over or _waits(run) or session.phase == "seating":
        return None
    if _machine_in_turn(run):
        return 0
    if not run.virtual:
        return None
    if session.table.shoe.status == "to-cut" and run.stack is not None:
        return run.at + CUT_SECONDS
    match session.phase:
        case "between":
            people = any(one.player not in run.automatic for one in session.active())
            return run.at + (PAUSE_SECONDS if people and session.hand else 0)
        case "betting" if session.betting_seconds and to_act(session):
            first = session.players[to_act(session)[0]]
            times = 1 + first.restricted + first.directed
            return session.turn_since + session.betting_seconds * times
        case "playing":
            seconds = session.terms.turn_seconds
            if not seconds and whose_turn(session):
                return None
            return session.turn_since + (seconds or OFFER_SECONDS)
    return None


def _waits(run: TableRun) -> bool:
    """Whether nobody goes on here: a break, a dispute, or an entry that may be wrong."""
    if run.session.on_break or run.session.open_dispute is not None:
        return True
    return correction(run, rules_of(run).table, run.table) is not None


def waited_for(run: TableRun, at: int) -> tuple[str, ...]:
    """Players to whom something is offered, and who have not said that they want no more."""
    rules, session = rules_of(run), run.session

    def could(name: str) -> bool:
        open_ = legal(rules, session, Person(name, PLAYER), at)
        return any(isinstance(command, c.Decide) for command in open_)

    return tuple(
        name
        for name, each in session.players.items()
        if each.active and each.seated and name not in (*run.ready, *run.automatic) and could(name)
    )


def _machine_in_turn(run: TableRun) -> str:
    session = run.session
    if not run.automatic or _waits(run):
        return ""
    if session.phase == "betting" and not is_ordered(rules_of(run), session):
        return next((name for name in to_act(session) if name in run.automatic), "")
    turn = whose_turn(session)
    return turn if turn in run.automatic else ""


# The dealer at a tournament table


class AtSession:
    """Orders and sealed cards become rows of the table's stream."""

    def __init__(self, moving: ActivityTransaction, stream: str, time_has_come: bool) -> None:
        self.moving = moving
        self.stream = stream
        self.entropy = moving.entropy
        self.machines_play = time_has_come
        self.may_begin = time_has_come  # one hand at a time

    @property
    def run(self) -> TableRun:
        run: TableRun = self.moving.state(self.stream)
        return run

    @property
    def rules(self) -> TableRules:
        return rules_of(self.run).table

    def give(self, command: o.Command) -> None:
        """Shuffles, cards and the cutting card mean something to the session as well."""
        match command:
            case o.Shuffle():
                self.act(c.Shuffle())
            case o.CuttingCard():
                self.act(c.CuttingCard())
            case o.Deal(card=card):
                self.act(c.Deal(str(card)))
            case _:
                self.act(command)

    def act(self, command: Command, why: str = "") -> None:
        by = replace(automatic.staff_for(rules_of(self.run), command), name=DEALER)
        self.moving.act(self.stream, Order(by=by, at=self.moving.at, command=command, why=why))

    def seal(self) -> None:
        self.moving.seal(self.stream)
        self.moving.by_house(self.stream, DEALER, "house", SealStack())

    def to_reveal(self) -> tuple[int, ...]:
        """When play is over, the stack in use has had its time too."""
        run = self.run
        last = (run.stack.number,) if run.over and run.stack is not None else ()
        return (*run.to_reveal, *last) if not run.closed else ()

    def reveal(self, number: int) -> None:
        self.moving.by_house(self.stream, DEALER, "house", RevealStack(number))

    def order_of(self, number: int) -> tuple[Card, ...]:
        return order_in(self.run, self.moving.seeds(self.stream))(number)

    def _time_is_up(self) -> bool:
        until = next_deadline(self.run)
        return until is not None and until <= self.moving.at

    def first(self) -> bool | None:
        run, session = self.run, self.run.session
        if run.over:
            return False
        if len(run.chance) - session.seeds_used < SPARE_SEALS and session.phase != "ballot":
            _, digest = self.moving.seal(self.stream)
            self.act(c.Seal(digest))
            return True
        if session.phase == "seating":
            return self._before_the_start()
        machine = _machine_in_turn(run)
        if machine:
            return self.machines_play and self._play_for(machine)
        if not run.virtual or session.on_break or session.open_dispute is not None:
            return False
        if automatic.wants_seed(session):
            self.act(c.Ballot(""))  # by the seed that was sealed for it
            return True
        about_cards = session.phase in ("betting", "playing")
        about_cards |= session.phase == "between" and not session.shuffle_due
        return None if about_cards else self._by_the_book()

    def _before_the_start(self) -> bool:
        run, session = self.run, self.run.session
        away = [name for name, each in session.players.items() if not each.seated and each.active]
        machines = [name for name in away if name in run.automatic]
        if session.terms.vouchers is not None and not session.container_seed:
            self.moving.seal(self.stream)
            self.act(c.FillContainer(""))
        elif machines:
            self._as_player(machines[0], c.TakeSeat())
        elif not run.virtual:
            return False
        elif game_in(rules_of(run), session).rules.pack.jokers and not session.jokers_shown:
            self.act(c.ShowJokers())
        elif away:
            return False
        else:
            self.act(c.Start())
        return True

    def _by_the_book(self, wait: bool = True) -> bool:
        """The next order of the staff that follows from the rules alone, if there is one."""
        rules, session = rules_of(self.run), self.run.session
        order = automatic.next_step(rules, session, self.moving.at, wait=wait)
        if order is None:
            return False
        if isinstance(order.command, c.BeginHand):
            if not (self.may_begin and self._time_is_up()):
                return False
            self.may_begin = False
        self.act(order.command, order.why)
        return True

    # What the table waits for

    def offers_cut(self, player: str) -> bool:
        """A machine, or whoever is away, never says where to cut."""
        each = self.run.session.players.get(player)
        there = each is not None and each.seated and player not in self.run.automatic
        return there and not self._time_is_up()

    def wagers(self) -> bool:
        session = self.run.session
        if session.phase == "between" and runs_low(self.rules, session.table):
            self.give(o.Shuffle())
            return True
        late = session.phase == "betting" and self._time_is_up()
        return (late and self._call_time()) or self._by_the_book(wait=not late)

    def _call_time(self) -> bool:
        """Where the book has such a word, it is said first."""
        first = to_act(self.run.session)[0]
        if self.run.session.players[first].restricted:
            return False
        try:
            self.act(c.CallTime(first))
        except (Refused, Malformed):
            return False
        return True

    def decision(self, due: Expected) -> bool:
        return self._by_the_book(wait=not self._time_is_up())

    def offer(self) -> bool:
        asked = whose_turn(self.run.session) or waited_for(self.run, self.moving.at)
        return self._by_the_book(wait=bool(asked) and not self._time_is_up())

    # Machines

    def _play_for(self, name: str) -> bool:
        """The first of what a machine would like that it may; or what the book has for nothing."""
        run, stream = self.run, self.stream
        # Nothing hangs on this chance: the same place at the same table plays the same again.
        chance = players.Chance(hashlib.sha256(f"{stream} {name} {run.told}".encode()).hexdigest())
        mind = players.temper(players.Chance(hashlib.sha256(name.encode()).hexdigest()))
        wanted = (
            players.wagers(run.session, name, mind, chance)
            if run.session.phase == "betting"
            else players.decisions(run.session, name, chance)
        )
        for command in wanted:
            try:
                self._as_player(name, command)
            except (Refused, Malformed):
                continue
            return True
        return self._by_the_book(wait=False)

    def _as_player(self, name: str, command: Command) -> None:
        order = Order(by=Person(name, PLAYER), at=self.moving.at, command=command)
        self.moving.act(self.stream, order)
