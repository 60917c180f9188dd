"""What a table's rounds mean for the pool that it is linked to, and what the pool tells the table.

    before ──order──▶ after       follows(…)  ──▶ commands to the pool: registered, won, given back
    pool ──▶ readings, hits       what the table is told (`ReadMeters`) before it pays

What a round came to stands in its own rows. It is compared with what the pool has of it, so that
a round put right later, or looked at twice, gives just what is still to be told.
"""

from collections.abc import Iterable, Iterator, Sequence

from bythebook.deciders import Command, Event
from bythebook.game.events import MeterChanged, Settled
from bythebook.game.lines.pay_table import left_on_meter
from bythebook.game.side_wagers import MYSTERY
from bythebook.game.state import State as Round
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.state import EntryStatus, Pool, Registration, Win, readings
from bythebook.rulebooks.chapters.game import MeterShare, SideWager
from bythebook.rulebooks.chapters.jackpots import Jackpot
from bythebook.rulebooks.tables import TableRules
from bythebook.table import events as t
from bythebook.table.decision import game_of
from bythebook.table.meters import SPEAKER
from bythebook.table.orders import Order, ReadMeters, ReturnStake
from bythebook.table.state import State

BACK = ("returned", "withdrawn")


# What the pool tells the table


def needs_reading(events: Iterable[t.Event]) -> bool:
    """Whether an order paid from a meter: it is then decided again on what the pool shows."""
    return any(
        isinstance(told, MeterChanged)
        for event in events
        if isinstance(event, t.RoundMoved)
        for told in event.step.events
    )


def reading(pool: Pool, at: int) -> Order:
    """What the meters show now, as an order to a linked table."""
    return Order(by=SPEAKER, at=at, command=ReadMeters(readings(pool)))


def drawn(events: Iterable[Event], at: int) -> Order | None:
    """The mystery jackpots that were just drawn, as an order to their table; None: none was."""
    hits = [event for event in events if isinstance(event, e.MysteryHit)]
    if not hits:
        return None
    command = ReadMeters(
        {hit.meter: hit.cents for hit in hits}, {hit.meter: hit.boxes for hit in hits}
    )
    return Order(by=SPEAKER, at=at, command=command)


def shows(pool: Pool, state: State) -> bool:
    """Whether a table shows every meter of its pool; else it is told before anything is paid."""
    return state.phase != "open" or set(pool.meters) <= set(state.meters)


def wrong_stakes(jackpot: Jackpot, pool: Pool, table: str, state: State) -> Iterator[ReturnStake]:
    """Stakes noted as wrong that still lie at a table, or were taken there.

    What was won with one is decided first; if that stands, so does the stake.
    """
    rules, wager = jackpot.incorrect, pool.terms.wager
    if rules is None or rules.stake_back is None:
        return
    for report in pool.reports:
        round_ = _round(state, report.round) if report.table == table else None
        known = pool.registration(table, report.round)
        if round_ is None or known is None or not _won_nothing(pool, known, report.box):
            continue
        if not _went_back(wager, report.box, report.player, round_):
            (says,) = (says for cause, says in rules.causes.items() if cause == report.cause)
            yield ReturnStake(report.round, report.box, report.player, wager, says.clause)


def _went_back(wager: str, box: int, player: str, round_: Round) -> bool:
    rows = [row for row in round_.rows if (row.wager, row.box, row.player) == (wager, box, player)]
    return any(row.result in BACK for row in rows)


def _won_nothing(pool: Pool, known: Registration, box: int) -> bool:
    """Nothing was drawn for a box, or all of it was refused."""
    wins = [win for win in pool.all_wins(known) if win.box == box]
    drawn = any(box in boxes for boxes in known.hits.values())
    return all(win.status == "refused" for win in wins) if wins else not drawn


# What the table tells the pool


def follows(
    jackpot: Jackpot, rules: TableRules, pool: Pool, table: str, before: State, after: State
) -> tuple[Command, ...]:
    """What the pool is told, in this order, because an order changed a linked table like that."""
    if after.setup is None:
        return ()
    side = game_of(rules, after).rules.side_wagers.get(pool.terms.wager)
    if side is None:
        return ()
    commands: list[Command] = []
    # Of a round that nobody has touched everything was told when it changed last.
    over = after.rounds if after.past is before.past else 0
    for known in pool.rounds.get(table, ()):
        round_ = _round(after, known.round) if known.round > over else None
        if round_ is not None and round_ is not _round(before, known.round):
            commands += _told(pool, side, table, known, before, round_)
    if jackpot.carried is not None:
        commands += _returned_later(pool, table, after)
    if _accepted(jackpot, after):
        crossed = before.rounds != after.rounds or not _accepted(jackpot, before)
        commands += _accepted_now(pool, table, after, crossed)
    return tuple(commands)


def _accepted_now(pool: Pool, table: str, after: State, crossed: bool) -> Iterator[c.Register]:
    """The wagers of a round when they become final; never in the middle of one not followed."""
    number = after.rounds + 1
    known = pool.registration(table, number)
    if known is None and not crossed:
        return
    counted = {entry.box for entry in known.entries if entry.status == "in"} if known else set()
    # A wager that was found to be wrong lies there still, and counts for nothing.
    counted |= {told.box for told in pool.reports if (told.table, told.round) == (table, number)}
    wagers = tuple(one for one in _live(after, pool.terms.wager) if one.box not in counted)
    if wagers:
        yield c.Register(table, number, wagers)


def _accepted(jackpot: Jackpot, state: State) -> bool:
    """Whether the wagers of the round now open are accepted for good."""
    if state.in_round:
        return True
    return jackpot.counted.value == "no-more-bets" and state.called_under is not None


def _live(state: State, wager: str) -> tuple[c.Entered, ...]:
    """Jackpot wagers that lie in the round, by box."""
    wagers = state.round.wagers if state.round is not None else ()
    live = [c.Entered(one.box, one.player) for one in wagers if one.live and one.kind == wager]
    return tuple(sorted(live, key=lambda one: one.box))


def _round(state: State, number: int) -> Round | None:
    """A round of the table by its number: the one being played, or one of the last."""
    if number == state.rounds + 1:
        return state.round
    back = state.rounds - number + 1
    return state.past[-back].round if 1 <= back <= len(state.past) else None


def _told(
    pool: Pool,
    side: SideWager,
    table: str,
    known: Registration,
    before: State,
    round_: Round,
) -> Iterator[Command]:
    """What the pool does not know yet of a round it has counted."""
    wager, number = pool.terms.wager, known.round
    won = {(one.box, one.meters): one for one in _wins(side, wager, round_)}
    recorded = {(win.box, win.meters): win for win in pool.wins_of(table, number)}
    changed = {key for key, win in recorded.items() if not _same(win, won.get(key))}
    # Where one share of a meter was none, or another, the meter is shared out anew.
    shares = {share.meter for share in _shares(side).values()}
    anew = shares & {meter for _, meters in changed for meter in meters}
    undone = tuple(key for key in recorded if key in changed or anew.intersection(key[1]))
    none = {*anew, *_won_by_nobody(known, won, round_.phase == "over")}
    restored = tuple(meter for meter in sorted(none) if not pool.held_for_others(known, meter))
    if undone or restored:
        yield c.UndoWins(table, number, undone, restored, _cause(round_, wager))
    # What somebody has refused since stays refused, whatever else changes in that round.
    refused = {(win.box, win.meters) for win in pool.all_wins(known) if win.status == "refused"}
    known_of = (recorded.keys() - set(undone)) | refused
    new = [one for key, one in won.items() if key not in known_of]
    if new:
        yield c.RecordWins(table, number, *_drawn(side, new, known, before, round_, anew))
    yield from _stakes(wager, table, known, round_)


def _same(win: Win, now: c.Won | None) -> bool:
    """Whether a win stands as it was recorded."""
    if now is None:
        return False
    return (win.player, win.line, win.cents) == (now.player, now.line, now.cents)


def _won_by_nobody(
    known: Registration, won: Iterable[tuple[int, tuple[str, ...]]], over: bool
) -> list[str]:
    """Meters that the round took from for nobody; of a mystery that is known at its end."""
    wanted = {meter for _, meters in won for meter in meters}
    taken = [draw.meter for draw in known.draws if not draw.put_back]
    return [meter for meter in taken if meter not in wanted and (over or meter not in known.hits)]


def _wins(side: SideWager, wager: str, round_: Round) -> Iterator[c.Won]:
    shares = _shares(side)
    for row in round_.rows:
        if row.wager != wager or row.result != "wins":
            continue
        if row.line == MYSTERY or row.line in shares:
            yield c.Won(row.box, row.player, row.meters, row.line, row.paid)


def _shares(side: SideWager) -> dict[str, MeterShare]:
    return {line.name: line.share for line in side.lines if line.share is not None}


def _drawn(
    side: SideWager,
    new: Sequence[c.Won],
    known: Registration,
    before: State,
    round_: Round,
    anew: set[str],
) -> tuple[tuple[c.Won, ...], tuple[c.Drawn, ...]]:
    """What these wins took of the meters, one hand after the other, from what was shown."""
    shares = _shares(side)
    left: dict[str, int] = {}
    shown: dict[str, int] = {}
    standing = {draw.meter for draw in known.draws if not draw.put_back} - anew
    earlier = _round(before, known.round)
    wins = []
    for one in new:
        if one.line not in shares:
            wins.append(one)
            continue
        meter = shares[one.line].meter
        if meter not in shown:
            second = meter in standing and earlier is not None and meter in earlier.meters
            paid_from = earlier.meters if second and earlier is not None else round_.table.meters
            left[meter] = shown[meter] = paid_from[meter]
        left[meter] = left_on_meter(shares[one.line], left[meter])
        wins.append(c.Won(one.box, one.player, one.meters, one.line, one.cents, shown[meter]))
    late = known.round <= before.rounds
    draws = tuple(c.Drawn(meter, shown[meter], rest, late) for meter, rest in left.items())
    return tuple(wins), draws


def _stakes(
    wager: str, table: str, known: Registration, round_: Round
) -> Iterator[c.TakeBack | c.CarryOver]:
    """Stakes that the round gave back or left down since."""
    back: dict[str, list[int]] = {}
    carried = []
    for entry in known.entries:
        if entry.status not in ("in", "carried"):
            continue
        status, clause = _status(wager, entry.box, entry.player, round_)
        if status == "back" and entry.status == "in":
            back.setdefault(clause, []).append(entry.box)
        elif status == "carried" and entry.status == "in":
            carried.append(entry.box)
    for clause, boxes in back.items():
        yield c.TakeBack(table, known.round, tuple(boxes), clause)
    if carried:
        yield c.CarryOver(table, known.round, tuple(carried))


def _status(wager: str, box: int, player: str, round_: Round) -> tuple[EntryStatus, str]:
    """Where a stake is by now, and by which clause."""
    for one in round_.wagers:
        if one.live and (one.box, one.player, one.kind) == (box, player, wager):
            return "in", ""
    rows = [row for row in _rows(wager, round_) if (row.box, row.player) == (box, player)]
    if not rows:
        return "in", ""
    last = rows[-1]
    if last.result in BACK:
        return "back", last.clause
    return ("carried" if last.result == "carried" else "in"), last.clause


def _rows(wager: str, round_: Round) -> list[Settled]:
    """What became of stakes; a mystery prize on top of one has no stake of its own."""
    return [row for row in round_.rows if row.wager == wager and row.stake and not row.excess]


def _cause(round_: Round, wager: str) -> str:
    if round_.voided:
        return round_.voided
    rows = [row for row in _rows(wager, round_) if row.result in BACK]
    return rows[-1].clause if rows else ""


def _returned_later(pool: Pool, table: str, after: State) -> Iterator[c.TakeBack]:
    """Stakes that were carried over and then went back to their players after all."""
    wager, rounds = pool.terms.wager, pool.rounds.get(table, ())
    if not any(entry.status == "carried" for known in rounds for entry in known.entries):
        return
    waiting = {(one.box, one.player) for one in after.carried if one.wager == wager}
    waiting |= {(one.box, one.player) for one in _live(after, wager)}
    for known in rounds:
        boxes = tuple(
            entry.box
            for entry in known.entries
            if entry.status == "carried" and (entry.box, entry.player) not in waiting
        )
        if boxes:
            yield c.TakeBack(table, known.round, boxes, _carried_clause(after))


def _carried_clause(after: State) -> str:
    for entry in reversed(after.register):
        if entry.act == "carried-returned":
            return entry.clause
    return ""
