"""A pool and its tables: made, opened, closed; tables that are alike are linked, others are not."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.decision import Decision
from bythebook.jackpots.facts import TableFacts, pay_table
from bythebook.jackpots.state import lacking_seals
from bythebook.jackpots.terms import TEXT_MAX, check_terms, game_of_pool


@carries_out
def change_terms(office: Decision, command: c.ChangeTerms) -> None:
    """Only while the pool is closed and stands alone; what players put in stays where it is."""
    pool, jackpot = office.pool, office.jackpot
    if pool.phase == "open":
        raise Refused(jackpot.no_change.clause, "nothing is changed while the pool is open")
    if pool.tables:
        raise Refused(jackpot.no_change.clause, "the tables that are linked rely on its terms")
    new, old = command.terms, pool.terms
    if (new.id, new.book, new.wager) != (old.id, old.book, old.wager):
        raise Malformed("a pool stays what it is: another jackpot is another pool", "terms")
    check_terms(office.rules, new)
    gone = set(pool.meters) - {meter.name for meter in new.meters}
    if gone:
        raise Refused(jackpot.no_change.clause, f"what is in {', '.join(sorted(gone))} is owed")
    for meter in new.meters:
        known = pool.meters.get(meter.name)
        if known is not None and known.cents < meter.reset_cents:
            clause = jackpot.below_minimum.clause
            raise Refused(clause, f"{meter.name} shows less than that: it is corrected first")
    office.emit(e.TermsChanged(new, office.clause))


@carries_out
def link(office: Decision, command: c.LinkTable) -> None:
    table, facts, pool = command.table, command.facts, office.pool
    links = office.jackpot.links
    if not table.strip() or len(table) > TEXT_MAX:
        raise Malformed("a table has a name", "table")
    if table in pool.tables:
        raise Refused(links.one_pool.clause, f"{table} is linked already")
    if facts.pool not in ("", pool.terms.id):
        raise Refused(links.one_pool.clause, f"{table} is linked to the pool {facts.pool}")
    if facts.name not in links.games:
        known = ", ".join(links.games)
        raise Refused(links.other_game.clause, f"{facts.name} is not one of {known}")
    _check_alike(office, facts)
    if links.device is not None and facts.dealing != "device":
        raise Refused(links.device.clause, "its cards come from a shuffling device")
    if not facts.display:
        raise Refused(links.display.clause, "it must show what the meters stand at")
    office.emit(e.TableLinked(table, facts, links.games[facts.name].clause))


def _check_alike(office: Decision, facts: TableFacts) -> None:
    """Pay table, rate, seed and stake are those of the pool, so those of every other table."""
    terms, links = office.pool.terms, office.jackpot.links
    side = game_of_pool(office.rules, terms).rules.side_wagers[terms.wager]
    if facts.pay_table != pay_table(side):
        raise Refused(links.pay_table.clause, "its pay table is another")
    if facts.rates != {meter.name: meter.rate_ppm for meter in terms.meters}:
        raise Refused(links.rate.clause, "it would add to the meters at another rate")
    if facts.seeds != {meter.name: meter.reset_cents for meter in terms.meters}:
        raise Refused(links.seed.clause, "its meters start from other values")
    if facts.stake_cents != terms.stake_cents:
        raise Refused(links.stake.clause, "its stake is another")


@carries_out
def unlink(office: Decision, command: c.UnlinkTable) -> None:
    office.linked(command.table)
    for win in office.pool.wins:
        if win.table == command.table and win.stands and win.status != "paid":
            raise Refused(office.jackpot.won.clause, f"a prize of {win.player}'s is not paid")
    office.emit(e.TableUnlinked(command.table, office.clause))


@carries_out
def open_pool(office: Decision, command: c.OpenPool) -> None:
    pool, approval = office.pool, office.jackpot.approval
    if pool.phase == "open":
        raise Refused(office.clause, "the pool is open already")
    for figure in approval.value if approval is not None else ():
        if not pool.terms.approvals.get(figure, "").strip():
            assert approval is not None
            raise Refused(approval.clause, f"the {figure} has not been approved")
    lacking = lacking_seals(pool)
    if lacking:
        clause = office.jackpot.drawn.clause if office.jackpot.drawn is not None else office.clause
        raise Refused(clause, f"the hidden value of {', '.join(lacking)} is not sealed")
    office.emit(e.PoolOpened(office.clause))


@carries_out
def close_pool(office: Decision, command: c.ClosePool) -> None:
    """No more wagers are counted; those that were still win."""
    if office.pool.phase == "closed":
        raise Refused(office.clause, "the pool is closed already")
    office.emit(e.PoolClosed(office.clause))
