"""`evolve(pool, event)`: how each event changes a pool. No rules here, only bookkeeping.

Two things are checked after every event, always: a meter holds what went in less what came out,
and it falls only by a recorded win, a stake taken back or an approved correction.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from bythebook.deciders import Event, Revealed, Sealed
from bythebook.errors import BrokenInvariant, ensure
from bythebook.jackpots import events as e
from bythebook.jackpots.state import (
    KEPT_ROUNDS,
    Approval,
    Correction,
    Draw,
    Entry,
    EntryStatus,
    Meter,
    Pool,
    Registration,
    Report,
    Seal,
    Win,
    WinStatus,
)
from bythebook.jackpots.terms import MICROS, PoolTerms
from bythebook.structs import like, with_nth

MAY_FALL = (e.MysteryHit, e.MeterDrawn, e.TakenBack, e.MeterCorrected)


def evolve(pool: Pool | None, event: Event) -> Pool:
    """The pool after the event; None before its first."""
    if pool is None:
        if not isinstance(event, e.PoolMade):
            raise BrokenInvariant("a pool begins by being made")
        return Pool(terms=event.terms, meters=_seeded(event.terms, {}))
    after = EVOLVE[type(event)](pool, event)
    if after.meters is not pool.meters:
        _check(pool, after, event)
    return after


def _check(before: Pool, after: Pool, event: Event) -> None:
    for name, meter in after.meters.items():
        was = before.meters.get(name)
        if meter is was:
            continue
        ensure(meter.micros == meter.explained, f"{name} does not hold what went in and out")
        ensure(meter.micros >= 0, f"{name} would stand below nothing")
        fell = was is not None and meter.micros < was.micros
        ensure(not fell or isinstance(event, MAY_FALL), f"{name} falls without a recorded reason")


# The pool and its tables


def _seeded(terms: PoolTerms, known: dict[str, Meter]) -> dict[str, Meter]:
    meters = {}
    for meter in terms.meters:
        seed = meter.seed_cents * MICROS
        new = Meter(name=meter.name, micros=seed, seeded=seed)
        meters[meter.name] = known.get(meter.name, new)
    return meters


def _terms_changed(pool: Pool, event: e.TermsChanged) -> Pool:
    return replace(pool, terms=event.terms, meters=_seeded(event.terms, pool.meters))


def _figures_approved(pool: Pool, event: e.FiguresApproved) -> Pool:
    return replace(pool, approvals=(*pool.approvals, like(Approval, event)))


def _table_linked(pool: Pool, event: e.TableLinked) -> Pool:
    return replace(pool, tables={**pool.tables, event.table: event.facts})


def _table_unlinked(pool: Pool, event: e.TableUnlinked) -> Pool:
    tables = {name: facts for name, facts in pool.tables.items() if name != event.table}
    sensors = {name: down for name, down in pool.sensors.items() if name != event.table}
    return replace(pool, tables=tables, sensors=sensors)


def _sealed(pool: Pool, event: Sealed) -> Pool:
    seal = Seal(event.number, event.digest)
    return replace(pool, seals={**pool.seals, event.about: seal}, sealed=event.number)


def _revealed(pool: Pool, event: Revealed) -> Pool:
    left = {meter: seal for meter, seal in pool.seals.items() if seal.number != event.number}
    return replace(pool, seals=left)


# Meters and rounds


def _moved(pool: Pool, name: str, **by: int) -> dict[str, Meter]:
    """The meters, one of them with these entries changed by so much."""
    meter = pool.meters[name]
    gone = by.get("won", 0)
    change = sum(by.values()) - 2 * gone
    entries = {entry: getattr(meter, entry) + amount for entry, amount in by.items()}
    return {**pool.meters, name: replace(meter, micros=meter.micros + change, **entries)}


def _contributed(pool: Pool, each: dict[str, int], count: int) -> dict[str, Meter]:
    meters = dict(pool.meters)
    for name, micros in each.items():
        meter = meters[name]
        amount = micros * count
        meters[name] = replace(
            meter, micros=meter.micros + amount, contributed=meter.contributed + amount
        )
    return meters


def _with_round(pool: Pool, table: str, known: Registration) -> dict[str, tuple[Registration, ...]]:
    old = pool.rounds[table]
    new = tuple(known if one.round == known.round else one for one in old)
    return {**pool.rounds, table: new}


def _round(pool: Pool, table: str, number: int) -> Registration:
    found = pool.registration(table, number)
    if found is None:
        raise BrokenInvariant(f"round {number} of {table} was not counted")
    return found


def _marked(entries: Iterable[Entry], boxes: Iterable[int], status: EntryStatus) -> Any:
    wanted = set(boxes)
    return tuple(replace(one, status=status) if one.box in wanted else one for one in entries)


def _registered(pool: Pool, event: e.Registered) -> Pool:
    entries = tuple(Entry(wager.box, wager.player) for wager in event.wagers)
    on = {(w.box, w.player) for w in event.wagers if w.box not in event.counted}
    old = tuple(
        replace(known, entries=tuple(_carried_on(entry, on) for entry in known.entries))
        if on
        else known
        for known in pool.rounds.get(event.table, ())
    )
    same = pool.registration(event.table, event.round)
    if same is not None:  # wagers that came when others had gone back
        boxes = {entry.box for entry in entries}
        left = tuple(entry for entry in same.entries if entry.box not in boxes)
        kept = (*old[:-1], replace(old[-1], entries=(*left, *entries)))
    else:
        kept = (*old[1 - KEPT_ROUNDS :], Registration(event.round, entries))
    return replace(
        pool,
        meters=_contributed(pool, event.each, len(event.counted)),
        rounds={**pool.rounds, event.table: kept},
    )


def _carried_on(entry: Entry, on: set[tuple[int, str]]) -> Entry:
    waits = entry.status == "carried" and (entry.box, entry.player) in on
    return replace(entry, status="on") if waits else entry


def _drawn(pool: Pool, event: e.MysteryHit | e.MeterDrawn) -> Pool:
    """Something was won from a meter: by a hidden value that was reached, or by hands."""
    micros = event.cents * MICROS
    known = _round(pool, event.table, event.round)
    if isinstance(event, e.MysteryHit):
        known = replace(known, hits={**known.hits, event.meter: event.boxes})
    known = replace(known, draws=(*known.draws, Draw(event.meter, micros, event.topped_up)))
    return replace(
        pool,
        meters=_moved(pool, event.meter, won=micros, topped_up=event.topped_up),
        rounds=_with_round(pool, event.table, known),
    )


def _prize_put_back(pool: Pool, event: e.PrizePutBack) -> Pool:
    known = _round(pool, event.table, event.round)
    draws = tuple(
        replace(draw, put_back=True) if draw.meter == event.meter else draw for draw in known.draws
    )
    hits = {meter: boxes for meter, boxes in known.hits.items() if meter != event.meter}
    return replace(
        pool,
        meters=_moved(pool, event.meter, won=-event.micros, topped_up=-event.topped_up),
        rounds=_with_round(pool, event.table, replace(known, draws=draws, hits=hits)),
    )


def _taken_back(pool: Pool, event: e.TakenBack) -> Pool:
    known = _round(pool, event.table, event.round)
    ensure(
        all((one := known.entry(box)) and one.status in ("in", "carried") for box in event.boxes),
        "a stake is taken back that does not count",
    )
    entries = _marked(known.entries, event.boxes, "back")
    meters = _contributed(pool, event.each, -len(event.boxes))
    for name, micros in event.topped_up.items():
        meter = meters[name]
        topped_up = meter.topped_up + micros
        meters[name] = replace(meter, micros=meter.micros + micros, topped_up=topped_up)
    return replace(
        pool,
        meters=meters,
        rounds=_with_round(pool, event.table, replace(known, entries=entries)),
    )


def _carried_over(pool: Pool, event: e.CarriedOver) -> Pool:
    known = _round(pool, event.table, event.round)
    entries = _marked(known.entries, event.boxes, "carried")
    return replace(pool, rounds=_with_round(pool, event.table, replace(known, entries=entries)))


# Wins


def _wins_recorded(pool: Pool, event: e.WinsRecorded) -> Pool:
    ensure(event.first == len(pool.wins) + 1, "wins are numbered one after the other")
    level = pool.terms.authorise_cents
    known = _round(pool, event.table, event.round)
    standing = {(win.box, win.meters) for win in pool.wins_of(event.table, event.round)}
    wins = []
    for number, won in enumerate(event.wins, start=event.first):
        ensure((won.box, won.meters) not in standing, "a win is recorded once")
        standing.add((won.box, won.meters))
        status: WinStatus = "owed"
        if level is not None and won.cents >= level:
            status = "to-authorise"
        where = {"at": event.at, "table": event.table, "round": event.round}
        wins.append(like(Win, won, number=number, status=status, **where))
    numbers = (*known.wins, *(win.number for win in wins))
    return replace(
        pool,
        wins=(*pool.wins, *wins),
        rounds=_with_round(pool, event.table, replace(known, wins=numbers)),
    )


def _with_win(pool: Pool, number: int, **changes: Any) -> Pool:
    return replace(pool, wins=with_nth(pool.wins, number, **changes))


def _wins_undone(pool: Pool, event: e.WinsUndone) -> Pool:
    """The round takes back what it paid; what moved since is put right, either way."""
    for number in event.numbers:
        over = pool.win(number).on_top_cents
        owed = {"over_cents": max(0, over), "top_up_cents": max(0, -over)}
        pool = _with_win(pool, number, status="undone", **owed)
    return pool


def _win_referred(pool: Pool, event: e.WinReferred) -> Pool:
    incorrect = event.incorrect or pool.win(event.win).incorrect
    return _with_win(pool, event.win, status="referred", incorrect=incorrect)


def _simultaneous(pool: Pool, event: e.SimultaneousDetermined) -> Pool:
    for share in event.shares:
        owed, over = share.owed_cents, share.over_cents
        win = pool.win(share.win)
        status = "owed" if owed else win.status
        raised = win.raised_cents - win.top_up_cents + owed
        changes = {"top_up_cents": owed, "raised_cents": raised, "over_cents": over}
        together = tuple(one.win for one in event.shares)
        changed = {"determined": True, "together": together, **changes}
        pool = _with_win(pool, share.win, status=status, **changed)
    return pool


def _shared_anew(pool: Pool, event: e.SharedAnew) -> Pool:
    """What is owed or over now is all there is: what was before is settled with it."""
    wins = [pool.win(share.win) for share in event.shares]
    several = len({win.table for win in wins}) > 1
    # The moment stays whole: what was shown in it is known by its first, even if that was none.
    moment = {number for win in wins for number in (win.number, *win.together)}
    for share in event.shares:
        win = pool.win(share.win)
        changes = {
            "status": "owed" if share.owed_cents else win.status,
            "top_up_cents": share.owed_cents,
            "raised_cents": win.raised_cents - win.top_up_cents + share.owed_cents,
            "over_cents": share.over_cents,
            "determined": several,
            "together": tuple(sorted(moment)),
        }
        pool = _with_win(pool, share.win, **changes)
    return pool


def _win_refused(pool: Pool, event: e.WinRefused) -> Pool:
    """Its round has paid it, and somebody what was owed on top: so much is to be handed back."""
    win = pool.win(event.win)
    return _with_win(pool, event.win, status="refused", over_cents=win.had_cents, top_up_cents=0)


def _share_raised(pool: Pool, event: e.ShareRaised) -> Pool:
    win = pool.win(event.win)
    waits = win.status in ("to-authorise", "referred", "authorised")
    status = win.status if waits else "owed"
    top_up, raised = win.top_up_cents + event.cents, win.raised_cents + event.cents
    return _with_win(pool, event.win, status=status, top_up_cents=top_up, raised_cents=raised)


def _win_reclaimed(pool: Pool, event: e.WinReclaimed) -> Pool:
    win = pool.win(event.win)
    left, reclaimed = win.over_cents - event.cents, win.reclaimed_cents + event.cents
    ensure(left >= 0, "no more is handed back than was paid")
    return _with_win(pool, event.win, over_cents=left, reclaimed_cents=reclaimed)


def _win_paid(pool: Pool, event: e.WinPaid) -> Pool:
    status = "undone" if pool.win(event.win).status == "undone" else "paid"
    return _with_win(pool, event.win, status=status, top_up_cents=0)


# Corrections, failures, wrong wagers


def _correction_asked(pool: Pool, event: e.CorrectionAsked) -> Pool:
    return replace(pool, corrections=(*pool.corrections, like(Correction, event)))


def _correction_denied(pool: Pool, event: e.CorrectionDenied) -> Pool:
    return replace(pool, corrections=with_nth(pool.corrections, event.number, answer="denied"))


def _meter_corrected(pool: Pool, event: e.MeterCorrected) -> Pool:
    ensure(event.approved.name != event.by.name, "nobody approves their own correction")
    return replace(
        pool,
        meters=_moved(pool, event.meter, corrected=event.cents * MICROS),
        corrections=with_nth(pool.corrections, event.number, answer="approved"),
    )


def _sensor_failed(pool: Pool, event: e.SensorFailed) -> Pool:
    down = tuple(sorted({*pool.sensors.get(event.table, ()), event.box}))
    return replace(pool, sensors={**pool.sensors, event.table: down})


def _sensor_restored(pool: Pool, event: e.SensorRestored) -> Pool:
    down = tuple(box for box in pool.sensors.get(event.table, ()) if box != event.box)
    return replace(pool, sensors={**pool.sensors, event.table: down})


def _incorrect_noted(pool: Pool, event: e.IncorrectNoted) -> Pool:
    return replace(pool, reports=(*pool.reports, like(Report, event)))


def _adjustment_noted(pool: Pool, event: e.AdjustmentNoted) -> Pool:
    nowhere = {"table": "", "round": 0, "box": 0, "player": "", "cause": ""}
    return replace(pool, reports=(*pool.reports, like(Report, event, **nowhere)))


EVOLVE: dict[type[Event], Callable[[Pool, Any], Pool]] = {
    e.OrderGiven: lambda pool, _: pool,  # for whoever reads the log
    e.TermsChanged: _terms_changed,
    e.FiguresApproved: _figures_approved,
    e.TableLinked: _table_linked,
    e.TableUnlinked: _table_unlinked,
    e.PoolOpened: lambda pool, _: replace(pool, phase="open"),
    e.PoolClosed: lambda pool, _: replace(pool, phase="closed"),
    Sealed: _sealed,
    Revealed: _revealed,
    e.Registered: _registered,
    e.MysteryHit: _drawn,
    e.MeterDrawn: _drawn,
    e.PrizePutBack: _prize_put_back,
    e.TakenBack: _taken_back,
    e.CarriedOver: _carried_over,
    e.WinsRecorded: _wins_recorded,
    e.WinsUndone: _wins_undone,
    e.WinAuthorised: lambda pool, event: _with_win(
        pool, event.win, status="authorised", incorrect=False
    ),
    e.WinReferred: _win_referred,
    e.WinRefused: _win_refused,
    e.WinReclaimed: _win_reclaimed,
    e.ShareRaised: _share_raised,
    e.WinPaid: _win_paid,
    e.SimultaneousDetermined: _simultaneous,
    e.SharedAnew: _shared_anew,
    e.CorrectionAsked: _correction_asked,
    e.CorrectionDenied: _correction_denied,
    e.MeterCorrected: _meter_corrected,
    e.ServerFailed: lambda pool, _: replace(pool, server=False),
    e.ServerRestored: lambda pool, _: replace(pool, server=True),
    e.SensorFailed: _sensor_failed,
    e.SensorRestored: _sensor_restored,
    e.IncorrectNoted: _incorrect_noted,
    e.AdjustmentNoted: _adjustment_noted,
    e.ReportTold: lambda pool, event: replace(
        pool, reports=with_nth(pool.reports, event.number, told=True)
    ),
}
