"""A pool and its tables: made, opened, closed; tables that are alike are linked, others are not."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.decision import Decision
from bythebook.jackpots.facts import TableFacts, pay_table
from bythebook.jackpots.state import Pool, lacking_seals
from bythebook.jackpots.terms import TEXT_MAX, check_terms, figures, game_of_pool
from bythebook.rulebooks.chapters.jackpots import Figure
from bythebook.rulebooks.chapters.words import Cited


@carries_out
def change_terms(decision: Decision, command: c.ChangeTerms) -> None:
    """Only while the pool is closed and stands alone; what players put in stays where it is."""
    pool, jackpot = decision.pool, decision.jackpot
    if pool.phase == "open":
        raise Refused(jackpot.no_change.clause, "nothing is changed while the pool is open")
    if pool.tables:
        raise Refused(jackpot.no_change.clause, "the tables that are linked rely on its terms")
    new, old = command.terms, pool.terms
    if (new.id, new.book, new.wager) != (old.id, old.book, old.wager):
        raise Malformed("a pool stays what it is: another jackpot is another pool", "terms")
    check_terms(decision.rules, new)
    gone = set(pool.meters) - {meter.name for meter in new.meters}
    if gone:
        raise Refused(jackpot.no_change.clause, f"what is in {', '.join(sorted(gone))} is owed")
    for meter in new.meters:
        known = pool.meters.get(meter.name)
        if known is not None and known.cents < meter.reset_cents:
            clause = jackpot.below_minimum.clause
            raise Refused(clause, f"{meter.name} shows less than that: it is corrected first")
    decision.emit(e.TermsChanged(new, decision.clause))


@carries_out
def link(decision: Decision, command: c.LinkTable) -> None:
    table, facts, pool = command.table, command.facts, decision.pool
    links = decision.jackpot.links
    if not table.strip() or len(table) > TEXT_MAX:
        raise Malformed("a table has a name", "table")
    if table in pool.tables:
        raise Refused(links.one_pool.clause, f"{table} is linked already")
    if facts.pool not in ("", pool.terms.id):
        raise Refused(links.one_pool.clause, f"{table} is linked to the pool {facts.pool}")
    if facts.name not in links.games:
        known = ", ".join(links.games)
        raise Refused(links.other_game.clause, f"{facts.name} is not one of {known}")
    _check_alike(decision, facts)
    if links.device is not None and facts.dealing != "device":
        raise Refused(links.device.clause, "its cards come from a shuffling device")
    if not facts.display:
        raise Refused(links.display.clause, "it must show what the meters stand at")
    decision.emit(e.TableLinked(table, facts, links.games[facts.name].clause))


def _check_alike(decision: Decision, facts: TableFacts) -> None:
    """Pay table, rate, seed and stake are those of the pool, so those of every other table."""
    terms, links = decision.pool.terms, decision.jackpot.links
    side = game_of_pool(decision.rules, terms).rules.side_wagers[terms.wager]
    if facts.pay_table != pay_table(side):
        raise Refused(links.pay_table.clause, "its pay table is another")
    if facts.rates != {meter.name: meter.rate_ppm for meter in terms.meters}:
        raise Refused(links.rate.clause, "it would add to the meters at another rate")
    if facts.seeds != {meter.name: meter.reset_cents for meter in terms.meters}:
        raise Refused(links.seed.clause, "its meters start from other values")
    if facts.stake_cents != terms.stake_cents:
        raise Refused(links.stake.clause, "its stake is another")


@carries_out
def unlink(decision: Decision, command: c.UnlinkTable) -> None:
    decision.linked(command.table)
    for win in decision.pool.wins:
        owed = win.top_up_cents or (win.stands and win.status != "paid")
        if win.table == command.table and owed:
            raise Refused(decision.jackpot.won.clause, f"a prize of {win.player}'s is not paid")
    decision.emit(e.TableUnlinked(command.table, decision.clause))


@carries_out
def approve_figures(decision: Decision, command: c.ApproveFigures) -> None:
    """Of the figures as they stand; what a document has approved, it does not approve otherwise."""
    pool, approval = decision.pool, decision.jackpot.approval
    document, now = command.document.strip(), figures(decision.pool.terms)
    if not document or len(document) > TEXT_MAX:
        raise Malformed(f"a document has a name, of up to {TEXT_MAX} characters", "document")
    wanted = approval.value if approval is not None else ()
    if not command.figures or not set(command.figures) <= set(wanted):
        raise Malformed(f"one or more of {', '.join(wanted)}", "figures")
    for figure in command.figures:
        if pool.approved(figure, document) not in (None, now[figure]):
            raise Refused(decision.clause, f"{document} has approved another {figure}")
    covered = {figure: now[figure] for figure in command.figures}
    order = decision.order
    decision.emit(e.FiguresApproved(order.by, order.at, document, covered, decision.clause))


def _check_approved(pool: Pool, approval: Cited[tuple[Figure, ...]]) -> None:
    """Every figure by a document that the authority gave, and just the values that it covers."""
    now = figures(pool.terms)
    for figure in approval.value:
        document = pool.terms.approvals.get(figure, "").strip()
        found = pool.approved(figure, document)
        if found is None:
            by = f" by {document}" if document else ""
            raise Refused(approval.clause, f"the {figure} has not been approved{by}")
        if found != now[figure]:
            reason = f"the {figure} has been changed since {document} approved it"
            raise Refused(approval.clause, reason)


@carries_out
def open_pool(decision: Decision, command: c.OpenPool) -> None:
    pool, approval = decision.pool, decision.jackpot.approval
    if pool.phase == "open":
        raise Refused(decision.clause, "the pool is open already")
    if approval is not None:
        _check_approved(pool, approval)
    lacking = lacking_seals(pool)
    if lacking:
        drawn = decision.jackpot.drawn
        clause = drawn.clause if drawn is not None else decision.clause
        raise Refused(clause, f"the hidden value of {', '.join(lacking)} is not sealed")
    decision.emit(e.PoolOpened(decision.clause))


@carries_out
def close_pool(decision: Decision, command: c.ClosePool) -> None:
    """No more wagers are counted; those that were still win."""
    if decision.pool.phase == "closed":
        raise Refused(decision.clause, "the pool is closed already")
    decision.emit(e.PoolClosed(decision.clause))
