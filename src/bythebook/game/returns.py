"""Wagers that go back while the round goes on, whole or in part, or are forfeited."""

from collections.abc import Iterator

from bythebook.errors import Refused
from bythebook.game.commands import ReduceWager, ReturnWagers, TrimSettled
from bythebook.game.events import (
    CardCalled,
    HandDropped,
    ReturnOrdered,
    RowResult,
    Settled,
    SettlementReversed,
    SettlementTrimmed,
    Stage,
)
from bythebook.game.run import AnyRun
from bythebook.game.settlement import return_insurance
from bythebook.game.state import Box, Insurance, Stake, State, Wager
from bythebook.money import Odds
from bythebook.rulebooks.chapters.game import BlackjackGame, Rules

MAIN = "main"
INSURANCE = "insurance"
ONLY_VOIDS_FORFEIT = "a wager is forfeited only where the round is voided by a clause that says so"


# Whole wagers


def may_return(rules: Rules, state: State, command: ReturnWagers) -> Refused | None:
    locked = rules.wagering.locked.clause
    if not command.clause:
        return Refused(locked, "wagers stay down unless a clause says otherwise")
    if command.forfeited and not _forfeits(rules, command.clause):
        return Refused(command.clause, ONLY_VOIDS_FORFEIT)
    wagers, insurances, stakes = _matching(state, command)
    undone = command.settled_too and _settled(state, command)
    if not (wagers or insurances or stakes or undone):
        return Refused(locked, "no such wager is on the layout")
    return None


def _forfeits(rules: Rules, clause: str) -> bool:
    """Whether a clause takes wagers together with a void; a tournament has clauses of its own."""
    forfeiting = [void.forfeit for void in rules.void.values() if void.forfeit is not None]
    return rules.returns is None or any(said.clause == clause for said in forfeiting)


def _settled(state: State, command: ReturnWagers) -> list[int]:
    """The rows of this player that were settled in the round, before anything was undone.

    Where wagers are named, those that have a stake, each once.
    """

    def meant(row: Settled) -> bool:
        if row.player != command.player or row.stage in ("betting", "void"):
            return False
        if not command.wagers:
            return True
        return row.wager in command.wagers and command.box in (0, row.box) and row.stake > 0

    back = {(row.box, row.player, row.wager) for row in state.rows if row.stage == "void"}
    found = [number for number, row in enumerate(state.rows) if meant(row)]
    if not command.wagers:
        return found
    rows = state.rows
    return [n for n in found if (rows[n].box, rows[n].player, rows[n].wager) not in back]


def order_back(run: AnyRun, command: ReturnWagers) -> None:
    run.emit(
        ReturnOrdered(
            command.box, command.player, command.wagers, command.forfeited, command.clause,
            hand=command.hand, settled_too=command.settled_too,
        )
    )  # fmt: skip
    give_back(run, command)


def give_back(run: AnyRun, command: ReturnWagers) -> None:
    """Give back or forfeit everything that is meant, and what rested on it."""
    wagers, insurances, stakes = _matching(run.state, command)
    clause = command.clause
    result: RowResult = "loses" if command.forfeited else "returned"
    for number in _settled(run.state, command) if command.settled_too else ():
        row = run.state.rows[number]
        if command.wagers and row.result == "wins":
            _stake_of_prize(run, row, clause)
        else:
            run.emit(SettlementReversed(number, clause))
    for box, hand, stake in stakes:
        end_stake(run, box, hand, stake, clause, result)
    for wager in wagers:
        end_wager(run, wager, clause, result)
    for insurance in insurances:
        if command.forfeited:
            _forfeit_insurance(run, insurance, clause)
        else:
            return_insurance(run, insurance, clause, _stage(run.state))
    emptied = {box for box, _, _ in stakes} | {w.box for w in wagers if w.kind == MAIN}
    for number in sorted(emptied):
        leave_box(run, number, clause)


def _stake_of_prize(run: AnyRun, row: Settled, clause: str) -> None:
    """The stake goes back, as far as it was taken; its prize is somebody else's to undo."""
    taken = row.stake - (row.returned - row.paid)
    run.emit(
        Settled(
            row.box, row.hand, row.player, row.wager, 0, "returned", "", 0, taken, clause, (),
            "void", 0, taken,
        )
    )  # fmt: skip


def _matching(
    state: State, command: ReturnWagers
) -> tuple[list[Wager], list[Insurance], list[tuple[int, int, Stake]]]:
    """The live side wagers (before the deal, main wagers too), insurances and stakes meant."""

    def meant(box: int, player: str, kind: str) -> bool:
        return (
            command.box in (0, box)
            and command.player in ("", player)
            and (not command.wagers or kind in command.wagers)
        )

    wagers = [w for w in state.wagers if w.live and meant(w.box, w.player, w.kind)]
    insurances = [i for i in state.insurances if i.live and meant(i.box, i.player, INSURANCE)]
    stakes = [
        (box.number, number, stake)
        for box in state.boxes
        for number, hand in enumerate(box.hands, start=1)
        for stake in hand.stakes
        if stake.live and meant(box.number, stake.player, MAIN) and command.hand in (0, number)
    ]
    return wagers, insurances, stakes


def _stage(state: State) -> Stage:
    return "betting" if state.phase == "betting" else "void"


def end_stake(
    run: AnyRun, box: int, hand: int, stake: Stake, clause: str, result: RowResult = "returned"
) -> None:
    """A stake that is not decided goes back, or is lost all the same."""
    back, chips = (stake.real, stake.chips) if result == "returned" else (0, 0)
    run.emit(
        Settled(
            box, hand, stake.player, MAIN, stake.real, result, "", 0, back, clause, (), "void",
            stake.chips, chips, in_tokens=stake.in_tokens,
        )
    )  # fmt: skip


def end_wager(run: AnyRun, wager: Wager, clause: str, result: RowResult = "returned") -> None:
    """The same of a wager; it may also be carried to the next round."""
    back, chips = (wager.amount, wager.chips) if result == "returned" else (0, 0)
    run.emit(
        Settled(
            wager.box, 0, wager.player, wager.kind, wager.amount, result, "", 0, back, clause, (),
            _stage(run.state), wager.chips, chips, in_tokens=wager.in_tokens,
        )
    )  # fmt: skip


def _forfeit_insurance(run: AnyRun, insurance: Insurance, clause: str) -> None:
    run.emit(
        Settled(
            insurance.box, 0, insurance.player, INSURANCE, insurance.amount, "loses", "", 0, 0,
            clause, (), "void", insurance.chips, 0, in_tokens=insurance.in_tokens,
            on=insurance.owner,
        )
    )  # fmt: skip


# What that leaves


def leave_box(run: AnyRun, number: int, clause: str) -> None:
    """A main wager has left a box: so does whatever rested on it, and its hands if none is left."""
    for wager in list(_unsupported(run, number)):
        end_wager(run, wager, run.rules.side_wagers[wager.kind].needs.clause)
    if run.state.phase == "betting":
        return
    box = run.state.box(number)
    for insurance in run.state.insurances:
        if insurance.live and insurance.box == number and insurance.owner not in box.originals:
            return_insurance(run, insurance, clause, "void")
    for at, hand in enumerate(box.hands, start=1):
        if not hand.done and not hand.live():
            run.emit(HandDropped(number, at, clause))
    _go_on_after_split(run, number)


def _unsupported(run: AnyRun, number: int) -> Iterator[Wager]:
    """Side wagers on a box that need a main wager which is no longer there, settled or not."""
    players = _main_players(run.state, number)
    for wager in run.state.wagers:
        side = run.rules.side_wagers.get(wager.kind)
        if side is None or not wager.live or wager.box != number:
            continue
        needs = side.needs.value
        if (needs == "own-main" and wager.player not in players) or (
            needs == "box-main" and not players
        ):
            yield wager


def _main_players(state: State, number: int) -> set[str]:
    if state.phase == "betting":
        mains = [w for w in state.wagers if w.live and w.kind == MAIN]
        return {w.player for w in mains if w.box == number}
    return set(state.box(number).originals)


def _go_on_after_split(run: AnyRun, number: int) -> None:
    """Nobody can match a split any more whose second hand has lost the wager it was formed with."""
    state, rules = run.state, run.rules
    if state.phase != "following" or state.at[0] != number or not state.split_open:
        return
    assert isinstance(rules, BlackjackGame)
    if state.hand(number, state.at[1] + 1).done:
        run.emit(CardCalled(number, state.at[1], rules.splitting.second_card.clause))


# A part of a wager


def may_reduce(rules: Rules, state: State, command: ReduceWager) -> Refused | None:
    locked = rules.wagering.locked.clause
    if not command.clause:
        return Refused(locked, "wagers stay down unless a clause says otherwise")
    found = _the_wager(state, command)
    if found is None:
        what = f"{command.player} has no {command.wager} wager there"
        return Refused(locked, what)
    whole = found.real if isinstance(found, Stake) else found.amount
    if not 0 < command.amount < whole:
        return Refused(locked, "a part is more than nothing and less than the whole wager")
    return None


def _the_wager(state: State, command: ReduceWager) -> Stake | Wager | None:
    if command.wager == MAIN and state.phase != "betting":
        if not state.has_box(command.box):
            return None
        box: Box = state.box(command.box)
        if not 1 <= command.hand <= len(box.hands):
            return None
        stake = box.hands[command.hand - 1].stake_of(command.player)
        return stake if stake is not None and stake.live else None
    place = (command.box, command.player, command.wager)
    for wager in state.wagers:
        if wager.live and (wager.box, wager.player, wager.kind) == place:
            return wager
    return None


def reduce(run: AnyRun, command: ReduceWager) -> None:
    found = _the_wager(run.state, command)
    assert found is not None
    hand = command.hand if isinstance(found, Stake) else 0
    run.emit(
        ReturnOrdered(
            command.box, command.player, (command.wager,), False, command.clause, command.amount,
            hand,
        )
    )  # fmt: skip
    chips = min(command.amount, found.chips)  # tokens go back last
    run.emit(
        Settled(
            command.box, hand, command.player, command.wager, command.amount, "returned", "", 0,
            command.amount, command.clause, (), _stage(run.state), chips, chips,
            in_tokens=command.amount - chips, excess=True,
        )
    )  # fmt: skip


# Stakes that were settled already


def may_trim(rules: Rules, state: State, command: TrimSettled) -> Refused | None:
    locked = rules.wagering.locked.clause
    if not 0 <= command.row < len(state.rows):
        return Refused(locked, "nothing like that was settled")
    row = state.rows[command.row]
    if row.stage in ("betting", "void") or row.result not in ("wins", "loses", "stand-off"):
        return Refused(locked, "that wager was not decided")
    if not 0 < command.amount < row.chips_in:
        return Refused(locked, "a part is more than nothing and less than the whole wager")
    if _is_whole_prize(rules, row):
        return Refused(locked, "a prize that is no odds on the stake is not divided")
    return None


def _is_whole_prize(rules: Rules, row: Settled) -> bool:
    """Whether it was won as so many stakes together or out of a meter, not at odds."""
    if row.meters:
        return True
    side = rules.side_wagers.get(row.wager)
    lines = side.lines if side is not None else ()
    return any(line.name == row.line and line.times is not None for line in lines)


def trim_settled(run: AnyRun, command: TrimSettled) -> None:
    row = run.state.rows[command.row]
    paid = row.paid
    if row.odds:
        paid = run.payable(Odds.parse(row.odds).winnings(row.stake + row.free - command.amount))
    run.emit(SettlementTrimmed(command.row, command.amount, paid, command.clause))
