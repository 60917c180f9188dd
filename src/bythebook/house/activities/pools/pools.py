"""Jackpot pools among the affairs of the house: streams pool/ID.

Tables that are linked to a pool move it as they play (`pool_side`); people give it orders like any
other affair. The pool's account in the ledger holds what its meters show, to the cent.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bythebook.deciders import Command, Event, Order, Payment, tags
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.activity import ActivityTransaction, Kind, Tables
from bythebook.house.money.ledger import HOUSE
from bythebook.house.tables.live_table import stream_of
from bythebook.house.tables.running_table import RunningTable, in_hand, setup_of
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.evolve import evolve
from bythebook.jackpots.facts import TableFacts, facts_of
from bythebook.jackpots.pool import HANDLERS, decide
from bythebook.jackpots.state import Pool, lacking_seals
from bythebook.jackpots.terms import MICROS, PoolTerms
from bythebook.rulebooks.chapters.jackpots import (
    METERS,
    Jackpot,
    load_jackpot_rules,
)
from bythebook.rulebooks.law import Law, played_by
from bythebook.rulebooks.tables import TableRules
from bythebook.table import State as TableState
from bythebook.table.decision import game_for
from bythebook.table.orders import Setup

NAME = "prize-meters"  # by which the meters themselves act
KIND = "pool"


class LinkThisTable(Command, frozen=True, tag="link-table"):
    """As people ask for it: what the table is like, the house sees for itself."""

    table: str


class Pools(Kind):
    name = family = KIND
    commands = tags(c.MakePool, *HANDLERS)
    by_people = frozenset(commands) - frozenset(tags(*c.BY_METERS))
    asked = tags(LinkThisTable)
    events = e.AnyEvent
    state = Pool
    machines = frozenset({NAME})
    counted = True

    def decide(self, state: Any, order: Order, seeds: Mapping[int, str]) -> Sequence[Event]:
        rules = load_jackpot_rules(played_by(self._terms(state, order.command)))
        return decide(rules, state, order, seeds)

    def evolve(self, state: Any, event: Any) -> Any:
        return evolve(state, event)

    def approved_cents(self, state: Any, command: Command) -> int:
        if not isinstance(command, c.AuthoriseWin | c.MarkPaid) or not isinstance(state, Pool):
            return 0
        return next((win.cents for win in state.wins if win.number == command.win), 0)

    def _terms(self, state: Any, command: Command) -> PoolTerms:
        if isinstance(command, c.MakePool):
            return command.terms
        if not isinstance(state, Pool):
            raise Malformed("there is no such pool")
        return state.terms

    def law_of(self, state: Any) -> Law | None:
        return state.terms if isinstance(state, Pool) else None

    def under(self, state: Any, terms: Any) -> Any:
        return msgspec.structs.replace(state, terms=terms)

    def at_rest(self, state: Any, tables: Tables) -> bool:
        """None of its wagers lies at a table."""
        found = [tables(name) for name in state.tables]
        return not any(table and lies_there(table, state.terms.wager) for table in found)

    def prepared(self, till: Any, state: Any, command: Command) -> Command:
        """What a table is like, the house sees for itself."""
        if isinstance(command, c.UnlinkTable) and isinstance(state, Pool):
            live = till.tables.get(command.table)
            if live is not None:
                _check_free(state, command.table, live.run)
        if isinstance(command, c.SensorDown):
            live = till.tables.get(command.table)
            boxes = setup_of(live.run).boxes if live is not None else command.box
            if command.box > boxes:
                raise Malformed(f"that table has {boxes} boxes", "box")
        if not isinstance(command, LinkThisTable):
            return command
        live = till.tables.get(command.table)
        if live is None or not isinstance(state, Pool):
            raise Malformed(f"there is no table {command.table[:60]}", "table")
        pools = till.affairs.all_of(KIND).values()
        linked = [pool.terms.id for pool in pools if command.table in pool.tables]
        facts = table_facts(live.rules, live.run, state, linked[0] if linked else "")
        return c.LinkTable(command.table, facts)

    def relies_on(self, till: Any, state: Any, command: Command) -> Mapping[str, int]:
        """A table is taken off its pool while none of its wagers lies there."""
        live = till.tables.get(command.table) if isinstance(command, c.UnlinkTable) else None
        return {stream_of(live.id): live.version} if live is not None else {}

    def named(self, id: str, command: Command) -> None:
        if isinstance(command, c.MakePool) and command.terms.id != id:
            raise Malformed("its terms name another pool", "id")

    def after_act(self, moving: ActivityTransaction, stream: str) -> None:
        seal_hidden_values(moving, stream)

    def payments(self, state: Any, event: Any) -> Sequence[Payment]:
        """Between the meters and the tables, and what the house puts in; cents as shown."""
        if isinstance(event, e.WinPaid):
            return _top_up(state, event)
        if isinstance(event, e.WinReclaimed):
            win = state.win(event.win)
            return (
                Payment(win.player, -event.cents, event.money, "jackpot handed back", win.at),
                Payment(HOUSE, event.cents, "house", "jackpot handed back"),
            )
        if not isinstance(event, _MOVING):
            return ()
        more = _shown(evolve(state, event)) - _shown(state)
        house = more
        if isinstance(event, e.Registered | e.TakenBack | e.PrizePutBack):
            topped_up = event.topped_up.values() if isinstance(event, e.TakenBack) else ()
            house = sum(topped_up) // MICROS
        elif isinstance(event, e.MeterDrawn | e.MysteryHit):
            house = more + event.cents
        payments = []
        if more != house and not isinstance(event, _BY_HOUSE):
            payments.append(Payment(event.table, house - more, "table", "jackpot"))
        if house:
            payments.append(Payment(HOUSE, -house, "house", "jackpot"))
        return payments


_BY_HOUSE = (e.PoolMade, e.TermsChanged, e.MeterCorrected)
_MOVING = (
    *_BY_HOUSE, e.Registered, e.TakenBack, e.MeterDrawn, e.MysteryHit, e.PrizePutBack,
)  # fmt: skip


def _check_free(pool: Pool, table: str, run: RunningTable) -> None:
    """Nothing lies at the table that is the jackpot's."""
    jackpot = jackpot_of(pool)
    if lies_there(run.table, pool.terms.wager):
        clause = jackpot.links.own_tables.clause
        raise Refused(clause, "jackpot wagers lie there: after this round")
    for win in pool.wins:
        if win.table == table and win.over_cents and in_hand(run, win.player):
            reason = f"{win.player} has chips there, and has not handed back what is over"
            raise Refused(jackpot.won.clause, reason)
    between = run.table.phase == "open" and not run.table.in_round
    if between and pool.registration(table, run.table.rounds) is not None:
        # Whatever went back of it, or was no prize after all, the meters would never hear of.
        reason = "its last round may still be put right: when the next has begun, or it is closed"
        raise Refused(jackpot.given_back.clause, reason)


def _shown(pool: Pool | None) -> int:
    return sum(meter.cents for meter in pool.meters.values()) if pool is not None else 0


def _top_up(pool: Pool, event: e.WinPaid) -> Sequence[Payment]:
    """What a round paid, it paid in chips; what is owed on top, the cage pays for the house."""
    win = pool.win(event.win)
    if not win.top_up_cents:
        return ()
    return (
        Payment(HOUSE, -event.cents, "house", "jackpot shared"),
        Payment(win.player, event.cents, "cash", "jackpot shared", win.at),
    )


def seal_hidden_values(moving: ActivityTransaction, stream: str) -> None:
    """Every mystery meter has a hidden value, fixed before the wagers that it is won by."""
    pool = moving.state(stream)
    for meter in lacking_seals(pool) if isinstance(pool, Pool) else ():
        number, digest = moving.seal(stream)
        moving.by_house(stream, NAME, METERS, c.SealMystery(meter, number, digest))


def lies_there(table: TableState, wager: str) -> bool:
    """Whether such wagers are down, in a round or for the next one."""
    round_ = table.round
    if any(stake.wager == wager for stake in table.carried):
        return True
    if round_ is None or (round_.phase == "over" and not table.in_round):
        return False
    return any(one.kind == wager and (one.live or table.in_round) for one in round_.wagers)


def table_facts(rules: TableRules, run: RunningTable, pool: Pool, linked_to: str) -> TableFacts:
    """What a table is like, for the pool that it is to be linked to."""
    links = jackpot_of(pool).links
    facts = facts_of_setup(rules, setup_of(run), pool, linked_to)
    if facts is None:
        title = run.terms.title
        raise Refused(links.other_game.clause, f"{title} does not offer {pool.terms.wager}")
    if run.terms.practice:
        raise Refused(links.own_tables.clause, "play money adds to no jackpot")
    return facts


def facts_of_setup(
    rules: TableRules, setup: Setup, pool: Pool, linked_to: str = ""
) -> TableFacts | None:
    """The same of a table that is, or would be, set up like that; None: it has no such wager."""
    wager = pool.terms.wager
    facts = facts_of(
        game_for(rules, setup),
        wager,
        rates={meter.name: meter.rate_ppm for meter in pool.terms.meters},
        dealing=setup.dealing,
        pool=linked_to,
    )
    if facts is None or wager not in setup.side_wagers:
        return None
    if facts.stake_cents is None and wager in setup.limits:
        least, most = setup.limits[wager]
        if least == most:
            facts = msgspec.structs.replace(facts, stake_cents=least)
    return facts


def jackpot_of(pool: Pool) -> Jackpot:
    return load_jackpot_rules(played_by(pool.terms)).jackpot(pool.terms.wager)
