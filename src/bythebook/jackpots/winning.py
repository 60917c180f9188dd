"""Prizes: recorded once, undone where a round was, approved, paid; several in one moment."""

from collections.abc import Iterable, Iterator

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game.lines.pay_table import left_on_meter, share_of_meter
from bythebook.game.side_wagers import mystery_shares
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.decision import Decision
from bythebook.jackpots.state import Pool, Registration, Win
from bythebook.jackpots.terms import MICROS, game_of_pool
from bythebook.money import CENTS
from bythebook.rulebooks.chapters.game import MeterShare, SideWager
from bythebook.rulebooks.chapters.jackpots import Simultaneous
from bythebook.table.powers import title

WHOLE = 100  # percent


@carries_out
def record(decision: Decision, command: c.RecordWins) -> None:
    """What a round paid from meters, as its own rows say; the meters fall by it and start again."""
    known = decision.registration(command.table, command.round)
    for drawn in command.draws:
        _draw_down(decision, known, command, drawn)
    clause = decision.jackpot.won.clause
    standing = {(w.box, w.meters) for w in decision.pool.wins_of(command.table, command.round)}
    for won in command.wins:
        entry = decision.entry(known, won.box)
        counts = entry.status in ("in", "carried") or _noted(decision, command, won.box)
        if entry.player != won.player or not counts:
            raise Refused(clause, f"{won.player} has no wager on box {won.box} that counts")
        if (won.box, won.meters) in standing:
            raise Refused(clause, f"that win on box {won.box} was recorded already")
        standing.add((won.box, won.meters))
        if won.cents < 0:
            raise Malformed("a prize is nothing or more", "cents")
        if not won.meters:
            raise Malformed("a prize comes from a meter", "meters")
        _check_source(decision, command, won)
    if not command.wins:
        raise Malformed("nobody won", "wins")
    first = len(decision.pool.wins) + 1
    decision.emit(
        e.WinsRecorded(decision.order.at, command.table, command.round, first, command.wins, clause)
    )
    incorrect = decision.jackpot.incorrect
    for number, won in enumerate(command.wins, start=first):
        if incorrect is not None and _noted(decision, command, won.box):
            decision.emit(e.WinReferred(number, True, incorrect.clause))
    # A round that was one of a moment and is put right is of that moment still.
    _share_anew(decision, command.table, command.round, {won.meters for won in command.wins})


def _noted(decision: Decision, command: c.RecordWins, box: int) -> bool:
    """Whether the wager was found to be wrong before its round was over: somebody decides."""
    where = (command.table, command.round, box)
    return any((told.table, told.round, told.box) == where for told in decision.pool.reports)


def _draw_down(
    decision: Decision, known: Registration, command: c.RecordWins, drawn: c.Drawn
) -> None:
    meter = decision.pool.meter(drawn.meter)
    if decision.pool.terms.meter(drawn.meter).hidden:
        raise Malformed(f"{drawn.meter} is not won by cards", "draws")
    again = any(draw.meter == drawn.meter for draw in known.draws)
    if not again and not drawn.late and drawn.before != meter.cents:
        clause = decision.jackpot.won.clause
        raise Refused(clause, f"the round was paid from another reading of {drawn.meter}")
    if not 0 <= drawn.left <= drawn.before:
        raise Malformed("a prize leaves no more than there was", "draws")
    cents = drawn.before - drawn.left
    topped_up = decision.lacks(meter, meter.micros - cents * MICROS)
    clause = decision.jackpot.below_minimum.clause
    decision.emit(e.MeterDrawn(command.table, command.round, drawn.meter, cents, topped_up, clause))


def _check_source(decision: Decision, command: c.RecordWins, won: c.Won) -> None:
    """A prize comes from what this round took of a meter."""
    known = decision.registration(command.table, command.round)
    taken = {draw.meter for draw in known.draws if not draw.put_back}
    for meter in won.meters:
        decision.pool.meter(meter)
        hit = known.hits.get(meter)
        if meter not in taken or (hit is not None and won.box not in hit):
            clause = decision.jackpot.won.clause
            raise Refused(clause, f"box {won.box} won nothing from {meter} in that round")


@carries_out
def undo(decision: Decision, command: c.UndoWins) -> None:
    """A round was put right: its wins are none, and a meter nobody won holds its prize again."""
    known = decision.registration(command.table, command.round)
    clause = decision.jackpot.given_back.clause
    standing = {
        (win.box, win.meters): win.number
        for win in decision.pool.wins_of(command.table, command.round)
    }
    for key in command.wins:
        if key not in standing:
            meters = " and ".join(key[1])
            raise Refused(clause, f"box {key[0]} has no win from {meters} to be undone")
    numbers = tuple(standing[key] for key in command.wins)
    if numbers:
        decision.emit(e.WinsUndone(numbers, command.cause, clause))
    left = decision.pool.wins_of(command.table, command.round)
    for meter in command.restored:
        if any(meter in win.meters for win in left):
            raise Refused(clause, f"somebody else won from {meter} in that round")
        if not any(draw.meter == meter and not draw.put_back for draw in known.draws):
            raise Refused(clause, f"nothing was taken of {meter} in that round")
        if decision.pool.held_for_others(known, meter):
            raise Refused(clause, f"others of that moment have what was taken of {meter}")
        put_back(decision, command.table, command.round, meter)
    if not numbers and not command.restored:
        raise Malformed("nothing is to be undone")
    _share_anew(decision, command.table, command.round, {meters for _, meters in command.wins})


def put_back(decision: Decision, table: str, number: int, meter: str) -> None:
    known = decision.registration(table, number)
    draws = [draw for draw in known.draws if draw.meter == meter and not draw.put_back]
    decision.emit(
        e.PrizePutBack(
            table,
            number,
            meter,
            sum(draw.micros for draw in draws),
            sum(draw.topped_up for draw in draws),
            decision.jackpot.given_back.clause,
        )
    )


# Approval and payment


def _waiting(decision: Decision, number: int, *status: str) -> Win:
    win = decision.pool.win(number)
    if win.status not in status:
        raise Refused(decision.clause, f"win {number} is {win.status.replace('-', ' ')}")
    return win


@carries_out
def authorise(decision: Decision, command: c.AuthoriseWin) -> None:
    win = _waiting(decision, command.win, "to-authorise", "referred")
    incorrect = decision.jackpot.incorrect
    if win.incorrect and incorrect is not None:
        decision.check_rank(incorrect.refused_by, incorrect.clause, "a prize of a wrong wager")
    decision.emit(e.WinAuthorised(win.number, decision.order.by, decision.clause))


@carries_out
def refer(decision: Decision, command: c.ReferWin) -> None:
    win = _waiting(decision, command.win, "to-authorise", "owed")
    decision.emit(e.WinReferred(win.number, False, decision.clause))


@carries_out
def refuse(decision: Decision, command: c.RefuseWin) -> None:
    """Only where the wager was wrong, and once that has been reported; the meter gets it back."""
    win = _waiting(decision, command.win, "referred", "to-authorise", "owed")
    incorrect = decision.jackpot.incorrect
    if incorrect is None or not win.incorrect:
        raise Refused(decision.clause, "nothing was wrong with its wager")
    where = (win.table, win.round, win.box)
    for report in decision.pool.reports:
        if (report.table, report.round, report.box) == where and not report.told:
            raise Refused(incorrect.told.clause, f"the {report.to} is told first")
    decision.emit(e.WinRefused(win.number, decision.order.by, decision.clause))
    others = decision.pool.wins_of(win.table, win.round)
    for meter in win.meters:
        if not any(meter in other.meters for other in others):
            put_back(decision, win.table, win.round, meter)
    _raise_shares(decision, win, tuple(other for other in others if other.meters == win.meters))


def _raise_shares(decision: Decision, refused: Win, others: tuple[Win, ...]) -> None:
    """Those who did win share the jackpot, all of it, as if the one refused had never been there.
    That was a mystery: of wins by cards no book says it."""
    known, mystery = decision.registration(refused.table, refused.round), _side(decision).mystery
    if mystery is None or not others:
        return
    players = {other.box: other.player for other in others}
    shares = [
        mystery_shares(mystery, draw.micros // MICROS, players, payable=int)
        for draw in known.draws
        if draw.meter in refused.meters and not draw.put_back
    ]
    for other in others:
        more = sum(share[other.box] for share in shares) - other.cents - other.raised_cents
        if more > 0:
            decision.emit(e.ShareRaised(other.number, more, mystery.shared.clause))


@carries_out
def reclaim(decision: Decision, command: c.ReclaimWin) -> None:
    win = decision.pool.win(command.win)
    if not win.over_cents:
        raise Refused(decision.clause, f"nothing was paid too much on win {win.number}")
    decision.emit(e.WinReclaimed(win.number, win.over_cents, command.money, decision.clause))


@carries_out
def mark_paid(decision: Decision, command: c.MarkPaid) -> None:
    win = decision.pool.win(command.win)
    authorised = decision.jackpot.authorised
    if win.status in ("to-authorise", "referred"):
        if authorised is None:
            raise Refused(decision.clause, "this prize is approved before it is paid")
        who = title(decision.rules.conduct, authorised.value)
        raise Refused(authorised.clause, f"the {who} approves this prize before it is paid")
    if win.status != "undone" or not win.top_up_cents:
        _waiting(decision, command.win, "owed", "authorised")
    cents = win.top_up_cents or win.cents
    decision.emit(e.WinPaid(win.number, cents, decision.clause))


# Several in one moment


@carries_out
def determine_simultaneous(decision: Decision, command: c.DetermineSimultaneous) -> None:
    """What each should have had: what is owed on top of that, and what was paid too much."""
    rules = decision.jackpot.simultaneous
    if rules is None:
        raise Malformed(f"{decision.rules.book.id} has no rule for that")
    wins = [decision.pool.win(number) for number in command.wins]
    if len(set(command.wins)) != len(wins) or len(wins) < 2:
        raise Malformed("two wins or more", "wins")
    if not all(win.stands for win in wins):
        raise Refused(rules.tables.clause, "one of them does not stand")
    if len({win.table for win in wins}) < 2:
        raise Refused(rules.same_round.clause, "at one table wins of one round share anyway")
    shares = _share_rules(decision)
    if len({win.meters for win in wins}) != 1 or not all(win.line in shares for win in wins):
        raise Refused(rules.tables.clause, "they are not shares of one meter")
    if any(win.determined for win in wins):
        raise Refused(rules.tables.clause, "that has been determined for one of them")
    _check_one_moment(decision, rules, wins)
    shown = _reading(decision.pool, decision.pool.moment(command.wins))
    due = tuple(_should_have_had(decision, rules, wins, shown))
    decision.emit(e.SimultaneousDetermined(due, decision.order.by, rules.tables.clause))


def _should_have_had(
    decision: Decision, rules: Simultaneous, wins: list[Win], shown: int
) -> Iterator[e.Shared]:
    """What each win of one moment comes to, beside what its player has had of it."""
    shares = _share_rules(decision)
    whole = any(shares[win.line].percent == WHOLE for win in wins)
    for win in sorted(wins, key=lambda win: win.number):
        share = shares[win.line]
        alike = sum(other.line == win.line for other in wins)
        first = share.percent == WHOLE or not whole
        meter = shown if first else share.reset_dollars * CENTS
        cents = share_of_meter(share, meter, alike)
        clause = share.shared.clause if first else rules.whole_first.clause
        yield _beside(win, cents, clause)


def _beside(win: Win, cents: int, clause: str) -> e.Shared:
    had = win.had_cents
    return e.Shared(win.number, cents, max(0, cents - had), clause, max(0, had - cents))


def _reading(pool: Pool, moment: Iterable[int]) -> int:
    """What the meter showed in that moment: the first of them was paid from it, and it was shown
    whether or not that one stands."""
    return pool.win(min(moment)).before


def _share_anew(
    decision: Decision, table: str, number: int, won: Iterable[tuple[str, ...]]
) -> None:
    """A round of one moment was put right: all that stand share what was shown then, one that is
    left alone has it alone, and the meter holds what they leave of it."""
    rules, pool = decision.jackpot.simultaneous, decision.pool
    known = decision.registration(table, number)
    for meters in sorted(set(won)):
        wins = [win for win in pool.all_wins(known) if win.meters == meters]
        moment = pool.moment(win.number for win in wins)
        left = [pool.win(one) for one in sorted(moment) if pool.win(one).stands]
        if rules is None or all(win.table == table for win in left):
            continue
        shown = _reading(pool, moment)
        due = tuple(_should_have_had(decision, rules, left, shown))
        several = len({win.table for win in left}) > 1
        clause = rules.tables.clause if several else rules.same_round.clause
        decision.emit(e.SharedAnew(due, clause))
        _draw_anew(decision, moment, shown)


def _draw_anew(decision: Decision, moment: set[int], shown: int) -> None:
    """Each round of a moment took of the meter what those before it left: where one of them took
    nothing after all, the others took of more."""
    pool, shares = decision.pool, _share_rules(decision)
    if pool.forgotten(moment):
        return
    rounds: dict[tuple[str, int], list[Win]] = {}
    for win in (pool.win(number) for number in sorted(moment)):
        rounds.setdefault((win.table, win.round), [])
        if win.stands:
            rounds[win.table, win.round].append(win)
    meter = shares[pool.win(min(moment)).line].meter
    least = pool.terms.meter(meter).reset_cents
    anew = []
    for (table, number), wins in rounds.items():
        if not wins:
            continue
        left = shown
        for win in wins:
            left = left_on_meter(shares[win.line], left)
        took, lacked = shown - left, max(0, least - left)
        shown = left + lacked
        known = decision.registration(table, number)
        held = [draw for draw in known.draws if draw.meter == meter and not draw.put_back]
        has = sum(draw.micros for draw in held), sum(draw.topped_up for draw in held)
        if has != (took * MICROS, lacked * MICROS):
            anew.append((table, number, took, lacked * MICROS))
    for table, number, _, _ in anew:
        put_back(decision, table, number, meter)
    clause = decision.jackpot.below_minimum.clause
    for table, number, took, lacked in anew:
        now = decision.pool.meter(meter)
        topped_up = max(lacked, decision.lacks(now, now.micros - took * MICROS))
        decision.emit(e.MeterDrawn(table, number, meter, took, topped_up, clause))


def _check_one_moment(decision: Decision, rules: Simultaneous, wins: list[Win]) -> None:
    """A table has one round at a time, and whoever won in that round won in the same moment."""
    rounds = {(win.table, win.round) for win in wins}
    if len(rounds) > len({win.table for win in wins}):
        reason = "two rounds of one table are not of one moment"
        raise Refused(rules.same_round.clause, reason)
    for table, number in sorted(rounds):
        for other in decision.pool.wins_of(table, number):
            if other.meters == wins[0].meters and other not in wins:
                reason = f"prize {other.number} was won in the same round as one of them"
                raise Refused(rules.same_round.clause, reason)


def _side(decision: Decision) -> SideWager:
    terms = decision.pool.terms
    return game_of_pool(decision.rules, terms).rules.side_wagers[terms.wager]


def _share_rules(decision: Decision) -> dict[str, MeterShare]:
    return {line.name: line.share for line in _side(decision).lines if line.share is not None}
