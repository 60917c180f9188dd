"""Side wagers and jackpot awards in a round: what each looks at, and how its line is settled.

Which line cards make and what it pays is asked of the pay table.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

import msgspec

from bythebook.errors import Malformed, given
from bythebook.game.events import MeterChanged, RowResult, Settled, Stage
from bythebook.game.hands import DEALER_22, TWENTY_ONE
from bythebook.game.lines.patterns import Sight, WholeHand
from bythebook.game.lines.pay_table import (
    left_on_meter,
    line_of_cards,
    line_of_tokens,
    rate_told,
    share_of_meter,
    stake_comes_back,
    winnings,
)
from bythebook.game.run import AnyRun
from bythebook.game.state import Box, Hand, State, Wager
from bythebook.money import CENTS, divide_up
from bythebook.rulebooks.chapters.game import Line, MeterShare, Mystery, SideWager, Table
from bythebook.rulebooks.chapters.patterns import Group
from bythebook.rulebooks.chapters.words import Authority

MYSTERY = "mystery jackpot"
FIRST_TWO = 2


def settle_sides(run: AnyRun, stage: Stage) -> None:
    """Settle every side wager of this stage: losers are collected, then winners paid."""
    if not run.state.wagers:
        return  # as in most rounds: nothing below would do anything
    all_of_them = sides_of(run, stage)
    due = [(wager, side) for wager, side in all_of_them if not _stands_off(run, wager, side, stage)]
    lines = [(wager, side, line_of(run.state, wager, side)) for wager, side in due]
    for wager, side, line in lines:
        if line is None and side.mystery is None:
            collect(run, wager, side, stage)
    # Fixed prizes are paid before shares of a meter.
    for wager, side, line in lines:
        if line is not None and line.share is None:
            pay(run, wager, side, line, stage)
    shares = shares_won(run, [(w, ln) for w, _, ln in lines if ln is not None and ln.share])
    for share in shares:
        pay_share(run, share, stage)
    draw_down_meters(run, shares)
    for wager, side in due:
        if side.looks_at == "server":
            pay_mystery(run, wager, side, stage)


def _stands_off(run: AnyRun, wager: Wager, side: SideWager, stage: Stage) -> bool:
    """Where the dealer's 22 ends also this wager, it goes back."""
    if side.dealer_22 is None or run.state.dealer_total != DEALER_22:
        return False
    outcome = side.dealer_22
    ending = Ending(outcome.result, outcome.clause, outcome.also, kept=wager.amount)
    settle_side(run, wager, stage, ending)
    return True


def sides_of(run: AnyRun, stage: Stage) -> list[tuple[Wager, SideWager]]:
    """The live side wagers settled at this stage, box by box in the order they were placed."""
    known = run.rules.side_wagers
    return [
        (wager, known[wager.kind])
        for wager in sorted(run.state.wagers, key=lambda w: w.box)
        if wager.live
        and known[wager.kind].settled.value == stage
        and not (run.state.missed and _waits_for_cards(run.state, wager, known[wager.kind]))
    ]


def _waits_for_cards(state: State, wager: Wager, side: SideWager) -> bool:
    """Whether a card that was left out of the initial deal has still to come for this wager."""
    if side.looks_at in ("tokens", "server"):
        return False
    late = side.asks_dealer_up and not state.dealer
    return late or len(state.box(wager.box).hands[0].cards) < FIRST_TWO


def any_side_looks_at(rules: Table, state: State, group: Group) -> bool:
    """Whether a side wager that is still open looks at these cards."""
    sides = rules.side_wagers
    return any(wager.live and group in sides[wager.kind].groups for wager in state.wagers)


def line_of(state: State, wager: Wager, side: SideWager) -> Line | None:
    """The line that the wager wins by, or None: the first that fits is the best paid."""
    box = state.box(wager.box)
    if side.looks_at == "tokens":
        each = side.tokens_counted is not None and side.tokens_counted.value == "each"
        return line_of_tokens(side, box.tokens_laid if each else box.tokens)
    if side.looks_at == "server":
        return None
    return line_of_cards(side, sights_of(state, box))


def sights_of(state: State, box: Box) -> list[Sight]:
    """What there is to look at: the same cards beside each hand of the box."""
    dealt = box.pair or box.hands[0].cards
    dealer = WholeHand(state.dealer_total, len(state.dealer))
    return [Sight(dealt, state.dealer, _as_it_stands(hand), dealer) for hand in box.hands]


def _as_it_stands(hand: Hand) -> WholeHand | None:
    """A hand to be compared, or paid already; none that went over or was given up."""
    if hand.total > TWENTY_ONE or any(stake.surrendered for stake in hand.stakes):
        return None
    return WholeHand(hand.total, len(hand.cards))


def collect(
    run: AnyRun, wager: Wager, side: SideWager, stage: Stage, step: tuple[str, ...] = ()
) -> None:
    loses = side.loses
    settle_side(run, wager, stage, Ending("loses", loses.clause, (*loses.also, *step)))


def pay(
    run: AnyRun,
    wager: Wager,
    side: SideWager,
    line: Line,
    stage: Stage,
    step: tuple[str, ...] = (),
) -> None:
    """Pay a line that does not touch a meter."""
    paid = run.paid_for(winnings(line, wager.amount))
    kept = wager.amount if stake_comes_back(side, line) else 0
    ending = Ending(
        "wins", line.clause, (*line.also, *step, *paid.by), odds=rate_told(line),
        paid=paid.cents, kept=kept, line=line.name, rounded=paid.rounded,
    )  # fmt: skip
    settle_side(run, wager, stage, ending)


class Ending(NamedTuple):
    """How a side wager ends, by which clauses, and what it gets."""

    result: RowResult
    clause: str
    also: tuple[str, ...] = ()
    odds: str = ""
    paid: int = 0
    kept: int = 0  # of the stake
    line: str = ""
    meters: tuple[str, ...] = ()
    rounded: bool = False


def settle_side(run: AnyRun, wager: Wager, stage: Stage, ending: Ending) -> None:
    if wager.player in run.state.box(wager.box).invalid:
        cited = Authority(clause=ending.clause, also=ending.also)
        result, paid, kept, clause, also = run.not_valid(
            ending.result, wager.amount, ending.kept, cited
        )
        ending = Ending(result, clause, also, paid=paid, kept=kept)
    standing = run.standing(wager.player, wager.box, wager.kind, wager.amount, wager.in_tokens)
    back, chips = run.going_back(ending.kept, wager.chips, ending.result)
    run.emit(
        Settled(
            wager.box, 0, wager.player, wager.kind, wager.amount, ending.result, ending.odds,
            ending.paid, ending.paid + back, ending.clause, (*ending.also, *standing), stage,
            wager.chips, ending.paid + chips, in_tokens=wager.in_tokens, line=ending.line,
            meters=ending.meters, rounded=ending.rounded,
        )
    )  # fmt: skip


# Shares of a progressive meter


class Share(msgspec.Struct, frozen=True):
    """What one wager gets of a meter."""

    wager: Wager
    line: Line
    meter: str
    paid: int
    odds: str
    also: tuple[str, ...]
    rounded: bool


def shares_won(run: AnyRun, winners: list[tuple[Wager, Line]]) -> list[Share]:
    """What the hands that won a part of a meter get, sharing where several did in this round."""
    shares = []
    lines: list[Line] = []
    for _, won in winners:
        if not any(won is known for known in lines):
            lines.append(won)
    for line in lines:
        share = given(line.share)
        wagers = [wager for wager, won in winners if won is line]
        people = {wager.player for wager in wagers}
        count = len(people) if share.per == "person" else len(wagers)
        each = run.paid_for(share_of_meter(share, meter_reading(run, share.meter), count))
        part = f"{share.percent}% of {share.meter}"
        odds = part if count == 1 else f"1/{count} of {part}"
        shared = () if count == 1 else (share.shared.clause,)
        also = (*line.also, *shared, *each.by)
        for wager in wagers:
            paid = each.cents if share.per == "hand" or wager.player in people else 0
            people.discard(wager.player)
            shares.append(Share(wager, line, share.meter, paid, odds, also, each.rounded))
    return shares


def pay_share(run: AnyRun, share: Share, stage: Stage, step: tuple[str, ...] = ()) -> None:
    ending = Ending(
        "wins", share.line.clause, (*share.also, *step), odds=share.odds, paid=share.paid,
        line=share.line.name, meters=(share.meter,), rounded=share.rounded,
    )  # fmt: skip
    settle_side(run, share.wager, stage, ending)


def draw_down_meters(run: AnyRun, shares: list[Share]) -> None:
    """What is left on the meters once the shares are paid, one hand after the other."""
    left: dict[str, int] = {}
    rules: dict[str, MeterShare] = {}
    for share in shares:
        rule = given(share.line.share)
        reading = left.get(rule.meter, meter_reading(run, rule.meter))
        left[rule.meter] = left_on_meter(rule, reading)
        rules[rule.meter] = rule
    for meter, amount in left.items():
        rule = rules[meter]
        least = rule.reset_dollars * CENTS
        run.emit(MeterChanged(meter, max(amount, least), rule.reset.clause))


def meter_reading(run: AnyRun, meter: str) -> int:
    reading = run.state.meters.get(meter)
    if reading is None:
        raise Malformed(f"the round won a part of {meter}: its meter must be given", "meters")
    return reading


def top_up_meters(run: AnyRun) -> None:
    """Where a meter never shows less than its floor, one that does is reset at once."""
    if not run.state.meters:
        return  # where none is shown none is below
    for side in run.rules.side_wagers.values():
        for line in side.lines:
            share = line.share
            if share is None or not share.never_below_reset:
                continue
            least = share.reset_dollars * CENTS
            if run.state.meters.get(share.meter, least) < least:
                run.emit(MeterChanged(share.meter, least, share.reset.clause))


# Mystery jackpots


def pay_mystery(run: AnyRun, wager: Wager, side: SideWager, stage: Stage) -> None:
    """Settle a wager that only the jackpot server decides."""
    assert side.mystery is not None
    hits = run.state.table.hits
    won = tuple(meter for meter in hits if wager.box in mystery_boxes(run, meter))
    paid = sum(mystery_share(run, side.mystery, meter, wager) for meter in won)
    if not won:
        collect(run, wager, side, stage)
        return
    also = (side.mystery.shared.clause, side.mystery.rounded.clause)
    odds = " and ".join(won)
    ending = Ending(
        "wins", side.mystery.clause, also, odds=odds, paid=paid, line=MYSTERY, meters=won
    )
    settle_side(run, wager, stage, ending)


def pay_mystery_on_top(run: AnyRun, wager: Wager, side: SideWager) -> None:
    """A mystery prize that comes on top of whatever the cards won."""
    assert side.mystery is not None
    for meter in run.state.table.hits:
        if wager.box in mystery_boxes(run, meter):
            paid = mystery_share(run, side.mystery, meter, wager)
            run.emit(
                Settled(
                    wager.box, 0, wager.player, wager.kind, 0, "wins", meter, paid, paid,
                    side.mystery.clause, (), "final", 0, paid, line=MYSTERY, meters=(meter,),
                )
            )  # fmt: skip


def mystery_boxes(run: AnyRun, meter: str) -> tuple[int, ...]:
    """The boxes drawn that really carry a wager which takes part."""
    return tuple(wager.box for wager in _drawn(run, meter))


def _drawn(run: AnyRun, meter: str) -> list[Wager]:
    """The wagers that take part on the boxes drawn, one of each box, in the order of the draw."""
    sides = run.rules.side_wagers
    kinds = {name for name, side in sides.items() if side.mystery is not None}
    ends = {(row.box, row.player, row.wager): row for row in run.state.rows if not row.excess}
    taking_part: dict[int, Wager] = {}
    for wager in run.state.wagers:
        if wager.kind in kinds and (wager.live or not _handed_back(ends, wager)):
            taking_part.setdefault(wager.box, wager)
    return [taking_part[box] for box in run.state.table.hits[meter] if box in taking_part]


def _handed_back(ends: dict[tuple[int, str, str], Settled], wager: Wager) -> bool:
    end = ends.get((wager.box, wager.player, wager.kind))
    return end is not None and end.result == "returned"


def mystery_share(run: AnyRun, mystery: Mystery, meter: str, wager: Wager) -> int:
    players = {other.box: other.player for other in _drawn(run, meter)}
    return mystery_shares(mystery, meter_reading(run, meter), players, run.payable)[wager.box]


def mystery_shares(
    mystery: Mystery, cents: int, players: dict[int, str], payable: Callable[[int], int]
) -> dict[int, int]:
    """An equal share for each box drawn, or each person once, on the first of their boxes;
    rounded up as the book says."""
    takers: Collection[int] = players
    if mystery.per == "person":
        takers = {player: box for box, player in reversed(players.items())}.values()
    each = divide_up(cents, len(takers))
    if mystery.rounded.value == "next-dollar":
        each = divide_up(each, CENTS) * CENTS
    else:
        each = payable(each)
    return {box: each if box in takers else 0 for box in players}


def mystery_won(state: State, meter: str) -> bool:
    """Whether somebody was paid from this mystery meter, and it stands."""
    return any(
        row.line == MYSTERY and row.result == "wins" and meter in row.meters for row in state.rows
    )


def reset_mysteries(run: AnyRun) -> None:
    """A mystery meter that was won starts again."""
    for meter in run.state.table.hits:
        for side in run.rules.side_wagers.values():
            if side.mystery is not None and mystery_won(run.state, meter):
                reset = side.mystery.reset_dollars * CENTS
                run.emit(MeterChanged(meter, reset, side.mystery.clause))
