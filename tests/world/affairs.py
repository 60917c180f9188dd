"""Who runs what is beside the tables: pools, promotions, tournaments, and the casino's own people.

They look at the affair as it is at one of the processes, as a page would show it, and send what
they want by the API: sensible things, and things that nobody should be allowed.
"""

import hashlib
import random
from types import SimpleNamespace
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.casino import commands as c
from bythebook.deciders import Command
from bythebook.house.activities.tournaments.dealing import waited_for
from bythebook.house.activities.tournaments.running import TableRun
from bythebook.house.activities.tournaments.tournaments import TournamentState
from bythebook.house.people import people as p
from bythebook.jackpots import commands as j
from bythebook.promotions import commands as r
from bythebook.rulebooks.chapters.tournament_course import find_tournament_rules
from bythebook.rulebooks.chapters.tournament_play import find_play_rules
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.rehearsal import players as minds
from bythebook.tournaments.session.views import whose_turn
from tests.house.activities.tournament_life import manager_of
from tests.promotions.test_any_order import any_command
from tests.tournaments.session.test_any_order import an_order
from tests.world.people import Clerk, Work
from tests.world.promises import Asked

Todo = tuple[str, Asked]


def to_affair(clerk: Clerk, stream: str, command: Command | dict[str, Any]) -> Todo:
    """A command to a pool, a patron, a promotion, a tournament or one of its tables."""
    said = {"id": clerk.new_id(), "command": msgspec.to_builtins(command), "why": "so it was"}
    asked = Asked(f"{clerk.name}/{stream}/{said['id']}", clerk.name, said, clerk.now)
    return f"/api/affairs/{stream}/commands", asked


# The casino


def about_patrons(names: tuple[str, ...], books: tuple[str, ...]) -> Work:
    """Somebody of the pit: exclusions, vouchers, and letting in again."""

    def work(clerk: Clerk) -> Todo:
        chance = clerk.chance
        name, book = chance.choice(names), chance.choice(books)
        until = int(clerk.clock) + chance.choice((-10, 10**6))
        command = chance.choice(
            (
                c.Exclude(name, book=book),
                *[c.Readmit(name, book=one) for one in books] * 4,
                c.IssueVoucher(name, chance.choice((500, 5_000)), 0, until, book=book),
                c.IssueVoucher(name, 5_000, 0, until, one_use=True, book=book),
                c.SetLimit(name, 50_000, book=book),
            )
        )
        return to_affair(clerk, f"patron/{name}", command)

    return work


def own_limits(books: tuple[str, ...]) -> Work:
    """A patron who sets limits, drops them, and tries to give themselves a voucher."""

    def work(clerk: Clerk) -> Todo:
        chance, book = clerk.chance, clerk.chance.choice(books)
        until = int(clerk.clock) + 10**6
        command = chance.choice(
            (
                c.SetLimit(clerk.name, chance.choice((5_000, 500_000)), book=book),
                c.DropLimit(clerk.name, book=book),
                c.IssueVoucher(clerk.name, 5_000, 0, until, book=book),
                c.Readmit(clerk.name, book=book),
            )
        )
        return to_affair(clerk, f"patron/{clerk.name}", command)

    return work


def locks(names: tuple[str, ...]) -> Work:
    """An administrator who locks accounts, and unlocks them."""
    locked = set[str]()

    def work(clerk: Clerk) -> Todo:
        name = clerk.chance.choice(names)
        command: p.AnyCommand = p.UnlockAccount(name) if name in locked else p.LockAccount(name)
        locked.symmetric_difference_update({name})
        said = msgspec.to_builtins(command)
        return "/api/people/orders", Asked("", clerk.name, said, clerk.now)

    return work


# Pools


def pool_orders(terms: dict[str, Any], tables: tuple[str, ...]) -> Work:
    """Whatever the staff of a pool may do to it; more often what gets it going again."""

    def work(clerk: Clerk) -> Todo:
        chance = clerk.chance
        number, box, table = chance.randrange(4), chance.randint(1, 3), chance.choice(tables)
        meter = chance.choice(terms["meters"])["name"]
        commands: list[Command | dict[str, Any]] = [
            j.AskCorrection(meter, chance.choice((-100, 2500))),
            j.AnswerCorrection(number, chance.random() < 0.5),
            *[j.ReportServerFailure()] * (chance.random() < 0.2),
            *[j.ServerBack()] * 3,
            *[j.SensorDown(table, box)] * (chance.random() < 0.3),
            *[j.SensorUp(table, one) for one in (1, 2, 3)],
            j.TellReport(number),
            *[j.AuthoriseWin(number)] * 2,
            j.RefuseWin(number),
            *[j.MarkPaid(number)] * 2,
            j.DetermineSimultaneous((number, number + 1)),
            *[j.OpenPool()] * 3,
            j.ClosePool(),
            {"type": "link-table", "table": table},
        ]
        return to_affair(clerk, f"pool/{terms['id']}", chance.choice(commands))

    return work


# Promotions


def promotion_orders(book: str, id: str) -> Work:
    """Anything of a promotion; who may not is refused."""

    def work(clerk: Clerk) -> Todo:
        command = any_command(clerk.chance, book)
        if isinstance(command, r.Nominate):
            command = r.Nominate("supervisor")
        if isinstance(command, r.Enter) and clerk.chance.random() < 0.8:
            command = replace(command, person=clerk.name)
        return to_affair(clerk, f"promotion/{id}", command)

    return work


# Tournaments


def _course(clerk: Clerk, cup: str) -> TournamentState | None:
    process = clerk.world.a_process(clerk.chance)
    found = process.house.affairs.state(f"tournament/{cup}") if process is not None else None
    return found if isinstance(found, TournamentState) else None


def _session(clerk: Clerk, stream: str) -> TableRun | None:
    process = clerk.world.a_process(clerk.chance)
    found = process.house.affairs.state(stream) if process is not None else None
    return found if isinstance(found, TableRun) else None


def at_a_cup(cup: str) -> Work:
    """A player of a tournament: what is due, now and then anything."""

    def work(clerk: Clerk) -> Todo | None:
        held = _course(clerk, cup)
        for table in held.course.playing if held is not None else ():
            stream = f"session/{cup}.{table}"
            run = _session(clerk, stream)
            if run is None or clerk.name not in run.session.players:
                continue
            if clerk.chance.random() < 0.1:
                return to_affair(clerk, stream, _anything(clerk.chance, run))
            command = _due(clerk, run, table)
            return to_affair(clerk, stream, command) if command is not None else None
        return None

    return work


def _due(clerk: Clerk, run: TableRun, table: str) -> Command | dict[str, Any] | None:
    name, session = clerk.name, run.session
    if not session.players[name].seated:
        return {"type": "take-seat"}
    if whose_turn(session) == name and name not in run.automatic:
        seed = hashlib.sha256(f"{table}{name}{run.told}{clerk.chance.random()}".encode())
        chance, mind = minds.Chance(seed.hexdigest()), minds.Temper(boldness=5, secretive=True)
        betting = session.phase == "betting"
        wanted = (
            minds.wagers(session, name, mind, chance)
            if betting
            else minds.decisions(session, name, chance)
        )
        return clerk.chance.choice(wanted[:3]) if wanted else None
    if session.phase == "playing" and name in waited_for(run, int(clerk.clock)):
        return {"type": "ready"}
    return None


def _anything(chance: random.Random, run: TableRun) -> Command:
    book = run.session.terms.book
    about: Any = SimpleNamespace(rules=find_play_rules(book), terms=run.session.terms)
    command: Command = an_order(chance, about)
    return command


def runs_a_cup(cup: str) -> Work:
    """The director: whatever comes next, and sometimes something else."""

    def work(clerk: Clerk) -> Todo | None:
        held = _course(clerk, cup)
        if held is None:
            return None
        for table in held.course.playing:
            if (asked := _dispute(clerk, f"session/{cup}.{table}")) is not None:
                return asked
        command = _next_of(held, clerk.chance)
        if command is None or clerk.chance.random() < 0.1:
            command = clerk.chance.choice((o.Announce("good luck"), o.Rule(1, "they stand")))
        clerk.name = _staff_for(held, msgspec.to_builtins(command)["type"])
        return to_affair(clerk, f"tournament/{cup}", command)

    return work


def _dispute(clerk: Clerk, stream: str) -> Todo | None:
    """Play waits for a ruling: sooner or later there is one."""
    run = _session(clerk, stream)
    open_ones = [one.number for one in run.session.disputes if not one.ruling] if run else []
    if not open_ones or clerk.chance.random() < 0.3:
        return None
    clerk.name = clerk.chance.choice(("director", "manager"))
    return to_affair(clerk, stream, {"type": "rule-on", "number": open_ones[0], "ruling": "on"})


def _staff_for(held: TournamentState, act: str) -> str:
    """Whoever of the two may, the director first."""
    book = held.course.terms.book
    may = find_tournament_rules(book).rules.acts[act].by
    roles = {"director": find_play_rules(book).play.roles.director[0], "manager": manager_of(book)}
    return next((name for name, role in roles.items() if role in may), "director")


def _next_of(held: TournamentState, chance: random.Random) -> Any:
    course = held.course
    if course.playing:
        return None
    tables = sorted({seat.table for seat in course.drawn})
    match course.phase:
        case "open" | "between":
            ways: list[Any] = [{"type": "draw-seats", "seed": ""}, o.Brief(True)]
            ways += [o.StartSession(table) for table in tables]
            return chance.choice(ways)
        case "playing":
            if course.level:
                return o.PlayOff()
            return o.StartSession(chance.choice(tables)) if tables else None
        case "decided":
            return o.PlayOff() if course.level else {"type": "award-places"}
        case "over" | "cancelled":
            return None
    return {"type": "pay-prizes"}
