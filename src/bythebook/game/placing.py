"""Placing wagers and closing the betting: who may wager on what, and who then decides."""

from bythebook.errors import Refused
from bythebook.game.commands import CloseBetting, PlaceWager
from bythebook.game.events import DEALER, BettingClosed, Due, Settled, WagerPlaced
from bythebook.game.run import AnyRun
from bythebook.game.state import State, Table, Wager
from bythebook.money import format_amount, parse_amount
from bythebook.rulebooks.vocabulary import Cited, Game, InitialDeal, Rules, SideWager


def check_table(game: Game, table: Table) -> None:
    """Refuse a table that offers what the book does not allow at it."""
    rules = game.rules
    for name in sorted(table.side_wagers):
        side = rules.side_wagers.get(name)
        if side is None:
            raise Refused(rules.not_offered.clause, f"{name} is no wager of {rules.title}")
        for needed in side.requires:
            if game.choices[needed.choice] not in needed.values:
                allowed = " or ".join(needed.values)
                raise Refused(needed.clause, f"{name} needs {needed.choice} = {allowed}")
        for other in side.instead_of:
            if other.value in table.side_wagers:
                raise Refused(other.clause, f"{name} and {other.value} are not offered together")
    if table.box_maximum is not None and rules.limits.no_box_maximum is not None:
        raise Refused(
            rules.limits.no_box_maximum.clause, "the maximum binds each wager here, not the box"
        )


def offered(rules: Rules, state: State) -> frozenset[str]:
    """The side wagers that may be placed in this round."""
    always = (n for n, side in rules.side_wagers.items() if side.always_offered)
    return state.table.side_wagers.union(always)


# Placing


def may_place(rules: Rules, state: State, command: PlaceWager) -> Refused | None:
    if state.phase != "betting":
        return Refused(rules.wagering.closed.clause, "betting is closed")
    if not 1 <= command.box <= rules.boxes.value:
        return Refused(rules.boxes.clause, f"there are boxes 1 to {rules.boxes.value}")
    if command.amount <= 0:
        return Refused(rules.wagering.placed.clause, "a wager is more than nothing")
    if _wager_of(state, command.box, command.player, command.wager) is not None:
        return Refused(
            rules.wagering.placed.clause,
            f"{command.player} already has a {command.wager} wager on box {command.box}",
        )
    if command.wager == "main":
        return _may_place_main(rules, state, command)
    return _may_place_side(rules, state, command)


def _may_place_main(rules: Rules, state: State, command: PlaceWager) -> Refused | None:
    wagering = rules.wagering
    if command.token and wagering.tokens is None:
        clause = wagering.no_tokens or wagering.placed
        return Refused(clause.clause, "only chips are accepted")
    here = [w for w in state.wagers if w.box == command.box and w.kind == "main"]
    if len(here) >= wagering.players_per_box.value:
        most = wagering.players_per_box
        people = "player" if most.value == 1 else "players"
        return Refused(most.clause, f"at most {most.value} {people} on a box")
    return None


def _may_place_side(rules: Rules, state: State, command: PlaceWager) -> Refused | None:
    side = rules.side_wagers.get(command.wager)
    if side is None:
        return Refused(rules.not_offered.clause, f"{command.wager} is no wager of {rules.title}")
    if command.wager not in offered(rules, state):
        return Refused(side.clause, f"{command.wager} is not on offer at this table")
    if command.token and (side.no_tokens or rules.wagering.tokens is None):
        clause = side.no_tokens or rules.wagering.no_tokens or rules.wagering.placed
        return Refused(clause.clause, f"{command.wager} takes chips only")
    wrong = _wrong_stake(state, side, command)
    if wrong is not None:
        return wrong
    here = [w for w in state.wagers if w.box == command.box and w.kind == command.wager]
    if len(here) >= side.per_box.value and _least_entitled(rules, state, command, here) is None:
        return Refused(
            side.per_box.clause,
            f"at most {side.per_box.value} {command.wager} on a box, by order of entitlement",
        )
    return None


def _wrong_stake(state: State, side: SideWager, command: PlaceWager) -> Refused | None:
    """A wager whose stake is fixed takes that stake and no other."""
    if side.stakes is not None:
        allowed = [parse_amount(text) for text in side.stakes.value]
        if command.amount not in allowed:
            listed = " or ".join(side.stakes.value)
            return Refused(side.stakes.clause, f"a {command.wager} wager is {listed}")
    if side.signed_stake is not None:
        signed = side.signed_stake.value
        if signed and command.amount != parse_amount(signed):
            return Refused(side.signed_stake.clause, f"a {command.wager} wager is {signed}")
    if side.one_stake is not None:
        for wager in state.wagers:
            if wager.kind == command.wager and wager.amount != command.amount:
                return Refused(
                    side.one_stake.clause,
                    f"every {command.wager} wager is {format_amount(wager.amount)} at this table",
                )
    return None


def _wager_of(state: State, box: int, player: str, kind: str) -> Wager | None:
    for wager in state.wagers:
        if (wager.box, wager.player, wager.kind) == (box, player, kind):
            return wager
    return None


def _least_entitled(
    rules: Rules, state: State, command: PlaceWager, here: list[Wager]
) -> Wager | None:
    """The holder of a place who must make room for this player, if any."""
    order = control_order(rules, state, command.box)

    def rank(player: str) -> int:
        return order.index(player) if player in order else len(order)

    last = max(here, key=lambda wager: rank(wager.player))
    return last if rank(command.player) < rank(last.player) else None


def place(run: AnyRun, command: PlaceWager) -> None:
    rules = run.rules
    clause = rules.wagering.placed.clause
    side = rules.side_wagers.get(command.wager)
    if side is not None:
        clause = side.before.clause
        here = [w for w in run.state.wagers if w.box == command.box and w.kind == command.wager]
        if len(here) >= side.per_box.value:
            displaced = _least_entitled(run.rules, run.state, command, here)
            assert displaced is not None
            hand_back(run, displaced, displaced.amount, side.priority.clause)
    run.emit(
        WagerPlaced(
            command.box, command.player, command.wager, command.amount, command.token, clause
        )
    )


def hand_back(run: AnyRun, wager: Wager, amount: int, clause: str) -> None:
    """Give a wager back, or the part of it that should not be there."""
    chips = 0 if wager.token else amount
    run.emit(
        Settled(
            wager.box, 0, wager.player, wager.kind, amount, "returned", "", 0, amount, clause, (),
            "betting", chips, chips, token=wager.token, excess=amount < wager.amount,
        )
    )  # fmt: skip


# Control of a box


def control_order(rules: Rules, state: State, box: int) -> tuple[str, ...]:
    """Who has a main wager on the box, the one who decides first, the others by nearness.

    Somebody whose wager was void and went back stands last.
    """
    mains = [w for w in state.wagers if w.box == box and w.kind == "main" and w.live]
    voided = [w.player for w in state.wagers if w.box == box and w.kind == "main" and not w.live]
    if len(mains) <= 1:
        return (*(w.player for w in mains), *voided)
    controller = _controller(rules.wagering.control, state, box, mains)
    return (controller, *(w.player for w in mains if w.player != controller), *voided)


def _controller(
    preferences: tuple[Cited, ...],  # type: ignore[type-arg]
    state: State,
    box: int,
    mains: list[Wager],
) -> str:
    # Unless the table says who sits there, the first to wager on a box sits at it.
    seated = state.table.seated.get(box, mains[0].player)
    for preference in preferences:
        if preference.value == "seated" and any(w.player == seated for w in mains):
            return seated
        if preference.value == "highest":
            return max(mains, key=lambda wager: wager.amount).player
        if preference.value == "nearest":
            return mains[0].player
    return mains[0].player


# Closing


def may_close(rules: Rules, state: State, command: CloseBetting) -> Refused | None:
    if state.phase != "betting":
        return Refused(rules.wagering.closed.clause, "betting is closed already")
    mains = 0
    for wager in state.wagers:
        if wager.kind == "main":
            mains += 1
            continue
        side = rules.side_wagers[wager.kind]
        needs = side.needs
        if needs.value == "own-main" and not _has_main(state, wager.box, wager.player):
            return Refused(
                needs.clause,
                f"{wager.player} has {wager.kind} on box {wager.box} without a main wager there",
            )
        if needs.value == "box-main" and not _has_main(state, wager.box):
            return Refused(
                needs.clause,
                f"{wager.player} has {wager.kind} on box {wager.box}, which has no main wager",
            )
    if not mains:
        return Refused(rules.wagering.at_least_one.clause, "no round begins without a main wager")
    return None


def _has_main(state: State, box: int, player: str | None = None) -> bool:
    return any(
        w.kind == "main" and w.box == box and player in (None, w.player) for w in state.wagers
    )


def close(run: AnyRun, command: CloseBetting) -> None:
    rules = run.rules
    if len(run.state.wagers) > 1:
        _return_orphans(run)
    _trim_to_limits(run)
    boxes = sorted({w.box for w in run.state.wagers if w.kind == "main"})
    orders = [(box, control_order(run.rules, run.state, box)) for box in boxes]
    run.emit(
        BettingClosed(tuple(orders), _initial_deal(rules.deal, boxes), rules.wagering.closed.clause)
    )


def _initial_deal(deal: InitialDeal, boxes: list[int]) -> tuple[Due, ...]:
    first = [Due(box, 1, deal.first.clause) for box in boxes]
    second = [Due(box, 1, deal.second.clause) for box in boxes]
    dealer = Due(DEALER, 1, deal.dealer.clause)
    if deal.third is None:
        return (*first, dealer, *second)
    third = [Due(box, 1, deal.third.clause) for box in boxes]
    dealer_second = Due(DEALER, 1, deal.second.clause)
    dealer_third = Due(DEALER, 1, deal.third.clause)
    return (*first, dealer, *second, dealer_second, *third, dealer_third)


def _return_orphans(run: AnyRun) -> None:
    """A jackpot wager that lacks the main wager it needs is void and goes back, win or not."""
    for wager in run.state.wagers:
        side = run.rules.side_wagers.get(wager.kind)
        if side is None or side.without_main is None or not wager.live:
            continue
        plays = any(w.kind == "main" and w.player == wager.player for w in run.state.wagers)
        if not plays or not _has_main(run.state, wager.box):
            hand_back(run, wager, wager.amount, side.without_main.clause)


def _trim_to_limits(run: AnyRun) -> None:
    """Wagers found outside the limits after the deal: the excess goes back, win or lose."""
    limits = run.rules.limits
    void = limits.void_below if limits.void_below and limits.void_below.value else None
    if not run.state.table.limits and run.state.table.box_maximum is None and void is None:
        return
    for wager in run.state.wagers:
        if not wager.live:
            continue
        if void is not None and wager.kind == "main" and wager.amount < parse_amount(void.value):
            hand_back(run, wager, wager.amount, void.clause)
            continue
        most = run.state.table.limits.get(wager.kind, (0, wager.amount))[1]
        if wager.amount > most:
            hand_back(run, wager, wager.amount - most, limits.over_maximum.clause)
    if run.state.table.box_maximum is not None:
        for box in sorted({w.box for w in run.state.wagers}):
            _trim_box(run, box, run.state.table.box_maximum)


def _trim_box(run: AnyRun, box: int, room: int) -> None:
    rule = run.rules.limits.box_maximum
    assert rule is not None
    mains = {w.player: w for w in run.state.wagers if w.box == box and w.kind == "main" and w.live}
    order = control_order(run.rules, run.state, box)
    if rule.value == "last-placed-first":
        order = tuple(mains)
    for player in order:
        wager = mains[player]
        kept = min(wager.amount, room)
        room -= kept
        if kept < wager.amount:
            hand_back(run, wager, wager.amount - kept, rule.clause)
