"""The automatic dealer of a tournament table, its clocks, and those who play by machine.

What follows from the rules alone the core knows (`tournaments.automatic`); here it gets its cards
from the sealed shoe and its seeds from the seals, and waits as long as people need.
"""

import hashlib

from msgspec.structs import replace

from bythebook.deciders import Command, Order, Person
from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house.activities.activity import ActivityTransaction, kind_and_id, root_of
from bythebook.house.activities.tournaments.running import (
    DEALER,
    RevealStack,
    SealStack,
    TableRun,
    order_in,
    rules_of,
)
from bythebook.house.cards.stacks import cutting_card_due, next_card
from bythebook.rulebooks.tables import PLAYER
from bythebook.table.dealing import runs_low
from bythebook.table.due import what_is_due
from bythebook.tournaments.rehearsal import players
from bythebook.tournaments.session import automatic
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.decision import game_in
from bythebook.tournaments.session.session import legal
from bythebook.tournaments.session.state import Session
from bythebook.tournaments.session.views import whose_turn
from bythebook.tournaments.session.wagering import is_ordered, to_act

COURSE = "tournament"
MOST_STEPS = 5000  # a hand has far fewer: more means that something goes round in circles
SPARE_SEALS = 3  # ballots may follow one another, and each was committed to beforehand
CUT_SECONDS = 10  # for whoever is offered the cut
PAUSE_SECONDS = 4  # between hands, for people to see what came of the last one
OFFER_SECONDS = 20  # for insurance and the like, where the terms set no time for decisions


def go_on(moving: ActivityTransaction, stream: str) -> None:
    """Everything at a table that needs nobody else; its result goes to the course."""
    for _ in range(MOST_STEPS):
        if not _step(moving, stream, begin=False):
            break
    else:
        raise BrokenInvariant(f"the automatic dealer of {stream} goes round in circles")
    if moving.state(stream).session.result is not None:
        course = f"{COURSE}/{root_of(kind_and_id(stream)[1])}"
        id = kind_and_id(stream)[1].partition(".")[2]
        if id in moving.state(course).course.playing:
            moving.kind(course).after_act(moving, course)


def next_deadline(run: TableRun) -> int | None:
    """When time alone, or a machine, makes something happen here."""
    session = run.session
    waits = session.on_break or session.open_dispute is not None
    if run.over or waits or session.phase == "seating":
        return None
    if _machine_in_turn(run):
        return 0
    if not run.virtual:
        return None
    if session.table.shoe.status == "to-cut" and run.stack is not None:
        return run.at + CUT_SECONDS
    match session.phase:
        case "between":
            return run.at + _pause(run)
        case "betting" if session.betting_seconds and to_act(session):
            first = session.players[to_act(session)[0]]
            times = 1 + first.restricted + first.directed
            return session.turn_since + session.betting_seconds * times
        case "playing" if whose_turn(session):
            seconds = session.terms.turn_seconds
            return session.turn_since + seconds if seconds else None
        case "playing":
            return session.turn_since + (session.terms.turn_seconds or OFFER_SECONDS)
    return None


def on_timer(moving: ActivityTransaction, stream: str) -> None:
    """That time has come: a hand begins, somebody's time is over, machines play."""
    run: TableRun = moving.state(stream)
    if not _machine_in_turn(run):
        if run.session.phase == "between":
            _step(moving, stream, begin=True)
        else:
            _time_is_over(moving, stream, run)
    for _ in range(MOST_STEPS):
        run = moving.state(stream)
        name = _machine_in_turn(run)
        if name:
            _play_for(moving, stream, run, name)
        elif not _step(moving, stream, begin=False):
            return
    raise BrokenInvariant(f"the machines at {stream} go round in circles")


# One step


def _step(moving: ActivityTransaction, stream: str, begin: bool) -> bool:
    """One thing more that the house does by itself; False if it waits for somebody."""
    run: TableRun = moving.state(stream)
    session = run.session
    if run.closed or session.phase == "over":
        return session.phase == "over" and _reveal(moving, stream, run)
    unused = len(run.chance) - session.seeds_used
    if unused < SPARE_SEALS and session.phase != "ballot":
        _, digest = moving.seal(stream)
        _act(moving, stream, run, c.Seal(digest))
        return True
    if session.phase == "seating":
        return _before_the_start(moving, stream, run)
    if not run.virtual or session.on_break or session.open_dispute is not None:
        return False
    return _deal(moving, stream, run, begin)


def _before_the_start(moving: ActivityTransaction, stream: str, run: TableRun) -> bool:
    session = run.session
    if session.terms.vouchers is not None and not session.container_seed:
        moving.seal(stream)
        _act(moving, stream, run, c.FillContainer(""))
        return True
    for name in run.automatic:
        if name in session.players and not session.players[name].seated:
            _as_player(moving, stream, name, c.TakeSeat())
            return True
    if not run.virtual:
        return False
    jokers = game_in(rules_of(run), session).rules.pack.jokers
    if jokers and not session.jokers_shown:
        _act(moving, stream, run, c.ShowJokers())
        return True
    if all(each.seated for each in session.active()):
        _act(moving, stream, run, c.Start())
        return True
    return False


def _deal(moving: ActivityTransaction, stream: str, run: TableRun, begin: bool) -> bool:
    """What the dealer does next, with the card that lies on top."""
    session, card, seed = run.session, "", ""
    rules, seeds = rules_of(run), moving.seeds(stream)
    if run.to_reveal:
        return _reveal(moving, stream, run)
    due = what_is_due(rules.table, session.table)
    if run.stack is None and due.what not in ("shuffle", "check", "put-right"):
        moving.seal(stream)
        moving.by_house(stream, DEALER, "house", SealStack())
        return True
    if due.what == "cut" and _offered_cut(run, due.player, moving.at):
        return False
    if session.phase == "between" and runs_low(rules.table, session.table):
        _act(moving, stream, run, c.Shuffle())
        return True
    if automatic.wants_card(session):
        if cutting_card_due(run):
            _act(moving, stream, run, c.CuttingCard())
            return True
        card = str(next_card(run, order_in(run, seeds)))
    if automatic.wants_seed(session) and session.seeds_used < len(run.chance):
        seed = seeds[run.chance[session.seeds_used]]
    order = automatic.next_step(
        rules,
        session,
        moving.at,
        card=card,
        seed=seed,
        chance=int.from_bytes(moving.entropy(8), "big") if due.what == "cut" else 0,
        wait=not _answered(run, moving.at),
    )
    if order is None or (isinstance(order.command, c.BeginHand) and not begin):
        return False
    moving.act(stream, replace(order, by=replace(order.by, name=DEALER)))
    return True


def _offered_cut(run: TableRun, player: str, at: int) -> bool:
    """Whether somebody is still to say where to cut: a machine, or who is away, never does."""
    there = player in run.session.players and run.session.players[player].seated
    return there and player not in run.automatic and at < run.at + CUT_SECONDS


def _answered(run: TableRun, at: int) -> bool:
    """Whether something is offered to players, and everybody has said what they want of it."""
    session = run.session
    round_ = session.table.round
    offered = session.phase == "playing" and round_ is not None and round_.due is None
    if not offered or whose_turn(session):
        return False
    return not waited_for(run, at)


def waited_for(run: TableRun, at: int) -> tuple[str, ...]:
    """Players to whom something is offered, and who have not said that they want no more."""
    rules, session = rules_of(run), run.session
    asked = (
        name
        for name, each in session.players.items()
        if each.active and each.seated and name not in (*run.ready, *run.automatic)
    )
    return tuple(
        name
        for name in asked
        if any(
            isinstance(command, c.Decide)
            for command in legal(rules, session, Person(name, PLAYER), at)
        )
    )


def _time_is_over(moving: ActivityTransaction, stream: str, run: TableRun) -> None:
    """The book's consequence for whoever let the time pass."""
    rules, session = rules_of(run), run.session
    waiting = to_act(session)
    if waiting and not session.players[waiting[0]].restricted:
        try:
            _act(moving, stream, run, c.CallTime(waiting[0]))
            return
        except (Refused, Malformed):
            pass  # this book has no such word: what it has follows
    order = automatic.next_step(rules, session, moving.at, wait=False)
    if order is not None:
        moving.act(stream, replace(order, by=replace(order.by, name=DEALER)))


# Sealed cards


def _reveal(moving: ActivityTransaction, stream: str, run: TableRun) -> bool:
    """Stacks that are over are shown; when play is over, the one in use is."""
    over = run.to_reveal or ((run.stack.number,) if run.stack is not None else ())
    if not over:
        return False
    moving.by_house(stream, DEALER, "house", RevealStack(over[0]))
    return True


# Machines


def _machine_in_turn(run: TableRun) -> str:
    session: Session = run.session
    if not run.automatic or session.on_break or session.open_dispute is not None:
        return ""
    if session.phase == "betting" and not is_ordered(rules_of(run), session):
        return next((name for name in to_act(session) if name in run.automatic), "")
    turn = whose_turn(session)
    return turn if turn in run.automatic else ""


def _play_for(moving: ActivityTransaction, stream: str, run: TableRun, name: str) -> None:
    """The first of what a machine would like that it may; or the book's word for doing nothing."""
    session = run.session
    # Nothing hangs on this chance: the same place at the same table plays the same again.
    chance = players.Chance(hashlib.sha256(f"{stream} {name} {run.told}".encode()).hexdigest())
    mind = players.temper(players.Chance(hashlib.sha256(name.encode()).hexdigest()))
    betting = session.phase == "betting"
    wanted = (
        players.wagers(session, name, mind, chance)
        if betting
        else players.decisions(session, name, chance)
    )
    for command in wanted:
        try:
            _as_player(moving, stream, name, command)
        except (Refused, Malformed):
            continue
        return
    order = automatic.next_step(rules_of(run), session, moving.at, wait=False)
    if order is None:
        raise BrokenInvariant(f"{name} can do nothing at {stream}")
    moving.act(stream, replace(order, by=replace(order.by, name=DEALER)))


def _as_player(moving: ActivityTransaction, stream: str, name: str, command: Command) -> None:
    moving.act(stream, Order(by=Person(name, PLAYER), at=moving.at, command=command))


def _act(moving: ActivityTransaction, stream: str, run: TableRun, command: Command) -> None:
    by = replace(automatic.staff_for(rules_of(run), command), name=DEALER)
    moving.act(stream, Order(by=by, at=moving.at, command=command))


def _pause(run: TableRun) -> int:
    people = [one for one in run.session.active() if one.player not in run.automatic]
    return PAUSE_SECONDS if people and run.session.hand else 0
