"""Placing wagers and closing the betting: who may wager on what, and who then decides."""

from bisect import bisect_left
from functools import lru_cache

from bythebook.errors import Refused, given
from bythebook.game.commands import CloseBetting, PlaceWager
from bythebook.game.events import DEALER, BettingClosed, Control, Due, Settled, WagerPlaced
from bythebook.game.run import AnyRun
from bythebook.game.side_wagers import top_up_meters
from bythebook.game.state import State, Table, Wager
from bythebook.money import Amount, parse_amount
from bythebook.phrases import either, phrase
from bythebook.rulebooks.chapters.game import (
    BlackjackGame,
    Game,
    Limits,
    Preference,
    Rules,
    SideWager,
)
from bythebook.rulebooks.chapters.words import Cited


def check_table(game: Game, table: Table) -> None:
    """Refuse a table that offers what the book does not allow at it."""
    rules = game.rules
    for name in sorted(table.side_wagers):
        side = rules.side_wagers.get(name)
        if side is None:
            raise _no_such_wager(rules, name)
        for needed in side.requires:
            if game.choices[needed.choice] not in needed.values:
                allowed = " or ".join(needed.values)
                raise Refused(
                    needed.clause,
                    phrase(
                        "{wager} needs {choice} = {allowed}",
                        wager=name,
                        choice=needed.choice,
                        allowed=allowed,
                    ),
                )
        for other in side.instead_of:
            if other.value in table.side_wagers:
                raise Refused(
                    other.clause,
                    phrase(
                        "{wager} and {other} are not offered together",
                        wager=name,
                        other=other.value,
                    ),
                )
    if table.box_maximum is not None and rules.limits.no_box_maximum is not None:
        raise Refused(
            rules.limits.no_box_maximum.clause,
            phrase("the maximum binds each wager here, not the box"),
        )


def offered(rules: Rules, state: State) -> frozenset[str]:
    """The side wagers that may be placed in this round."""
    always = (n for n, side in rules.side_wagers.items() if side.always_offered)
    return state.table.side_wagers.union(always)


# Placing


def may_place(rules: Rules, state: State, command: PlaceWager) -> Refused | None:
    if state.phase != "betting":
        return Refused(rules.wagering.closed.clause, phrase("betting is closed"))
    if not 1 <= command.box <= rules.boxes.value:
        return Refused(rules.boxes.clause, phrase("there are boxes 1 to {n}", n=rules.boxes.value))
    if command.amount <= 0:
        return Refused(rules.wagering.placed.clause, phrase("a wager is more than nothing"))
    if command.wager == "main":
        wrong = _may_place_main(rules, state, command)
    else:
        wrong = _may_place_side(rules, state, command)
    people = rules.wagering.people_per_box
    if wrong is None and people is not None:
        here = {w.player for w in state.wagers if w.box == command.box and w.live}
        if len(here | {command.player}) > people.value:
            return Refused(people.clause, phrase("at most {n} players on a box", n=people.value))
    return wrong


def _second_part(rules: Rules, state: State, command: PlaceWager, clause: str) -> Refused | None:
    """A wager is placed once, but it may be made up of chips and tokens."""
    tokens = rules.wagering.tokens
    for wager in _live(state, command.box, command.wager):
        if wager.player != command.player:
            continue
        if tokens is not None and tokens.voucher is not None:
            return Refused(tokens.voucher.clause, phrase("nothing is added to a mystery wager"))
        there = wager.in_tokens if command.token else wager.chips
        if there or tokens is None:
            what = phrase(
                "{player} already has a {wager} wager on box {box}",
                player=command.player,
                wager=command.wager,
                box=command.box,
            )
            return Refused(clause, what)
    return None


def _no_such_wager(rules: Rules, name: str) -> Refused:
    if name == "insurance" and isinstance(rules, BlackjackGame) and rules.insurance is not None:
        return Refused(
            rules.insurance.offered.clause, phrase("insurance comes after the initial deal")
        )
    clause = rules.elsewhere.get(name, rules.not_offered).clause
    return Refused(clause, phrase("{wager} is no wager of {game}", wager=name, game=rules.title))


def _may_place_main(rules: Rules, state: State, command: PlaceWager) -> Refused | None:
    wagering = rules.wagering
    if command.token and wagering.tokens is None:
        clause = wagering.no_tokens or wagering.placed
        return Refused(clause.clause, phrase("only chips are accepted"))
    limit = wagering.boxes_per_player
    if limit is not None:
        mains = [w for w in state.wagers if w.live and w.kind == "main"]
        boxes = {w.box for w in mains if w.player == command.player}
        if len(boxes | {command.box}) > limit.value:
            return Refused(limit.clause, phrase("a player has at most {n} box", n=limit.value))
    here = [w.player for w in _live(state, command.box, "main")]
    if command.player in here:
        return _second_part(rules, state, command, wagering.players_per_box.clause)
    forms = state.table.forms
    people = [player for player in here if player not in forms]
    if command.player not in forms and len(people) >= wagering.players_per_box.value:
        most = wagering.players_per_box
        called = "player" if most.value == 1 else "players"
        return Refused(
            most.clause, phrase("at most {n} {wager} on a box", n=most.value, wager=called)
        )
    return None


def _may_place_side(rules: Rules, state: State, command: PlaceWager) -> Refused | None:
    side = rules.side_wagers.get(command.wager)
    if side is None:
        return _no_such_wager(rules, command.wager)
    if command.wager not in offered(rules, state):
        return Refused(
            side.clause, phrase("{wager} is not on offer at this table", wager=command.wager)
        )
    if command.token and (side.no_tokens or rules.wagering.tokens is None):
        clause = side.no_tokens or rules.wagering.no_tokens or rules.wagering.placed
        return Refused(clause.clause, phrase("{wager} takes chips only", wager=command.wager))
    wrong = _wrong_stake(state, side, command)
    if wrong is not None:
        return wrong
    here = _live(state, command.box, command.wager)
    if any(w.player == command.player for w in here):
        return _second_part(rules, state, command, side.per_box.clause)
    full = len(here) >= side.per_box.value
    if full and _least_entitled(rules, state, side, command, here) is None:
        return Refused(
            side.per_box.clause,
            phrase(
                "at most {n} {wager} on a box, by order of entitlement",
                n=side.per_box.value,
                wager=command.wager,
            ),
        )
    return None


def _wrong_stake(state: State, side: SideWager, command: PlaceWager) -> Refused | None:
    """A wager whose stake is fixed takes that stake and no other."""
    if side.stakes is not None:
        allowed = [parse_amount(text) for text in side.stakes.value]
        if command.amount not in allowed:
            listed = either(*side.stakes.value)
            return Refused(
                side.stakes.clause,
                phrase("a {wager} wager is {amount}", wager=command.wager, amount=listed),
            )
    if side.signed_stake is not None:
        signed = side.signed_stake.value
        if signed and command.amount != parse_amount(signed):
            return Refused(
                side.signed_stake.clause,
                phrase("a {wager} wager is {amount}", wager=command.wager, amount=signed),
            )
    if side.one_stake is not None:
        for wager in state.wagers:
            other = wager.live and wager.kind == command.wager
            if other and wager.amount != command.amount:
                return Refused(
                    side.one_stake.clause,
                    phrase(
                        "every {wager} wager is {amount} at this table",
                        wager=command.wager,
                        amount=Amount(wager.amount),
                    ),
                )
    return None


def _live(state: State, box: int, kind: str) -> list[Wager]:
    """The wagers of a kind on a box that have not been handed back, in the order of placing."""
    return [w for w in state.wagers if w.live and w.box == box and w.kind == kind]


def _least_entitled(
    rules: Rules, state: State, side: SideWager, command: PlaceWager, here: list[Wager]
) -> Wager | None:
    """The holder of a place who must make room for this player, if any."""
    order = control_order(rules, state, command.box).players
    placed = [w.player for w in here]

    def rank(player: str) -> tuple[int, int, int]:
        at = placed.index(player) if player in placed else len(placed)
        if player in order:
            return order.index(player), 0, at
        away = 0
        if side.priority.value == "clockwise":
            boxes = [w.box for w in state.wagers if w.kind == "main" and w.player == player]
            size = rules.boxes.value
            away = min(((box - command.box) % size for box in boxes), default=size)
        return len(order), away, at

    last = max(here, key=lambda wager: rank(wager.player))
    return last if rank(command.player) < rank(last.player) else None


def place(run: AnyRun, command: PlaceWager) -> None:
    rules = run.rules
    clause = rules.wagering.placed.clause
    side = rules.side_wagers.get(command.wager)
    if side is not None:
        clause = side.before.clause
        here = _live(run.state, command.box, command.wager)
        second_part = any(w.player == command.player for w in here)
        if len(here) >= side.per_box.value and not second_part:
            displaced = given(_least_entitled(rules, run.state, side, command, here))
            hand_back(run, displaced, displaced.amount, side.priority.clause)
    run.emit(
        WagerPlaced(
            command.box, command.player, command.wager, command.amount, command.token, clause
        )
    )


def hand_back(run: AnyRun, wager: Wager, amount: int, clause: str) -> None:
    """Give a wager back, or the part of it that should not be there."""
    # An excess goes back from the chips first.
    chips = min(amount, wager.chips)
    run.emit(
        Settled(
            wager.box, 0, wager.player, wager.kind, amount, "returned", "", 0, amount, clause, (),
            "betting", chips, chips, in_tokens=amount - chips, excess=amount < wager.amount,
        )
    )  # fmt: skip


# Control of a box


def control_order(rules: Rules, state: State, box: int) -> Control:
    """Who has a main wager on the box, who decides for it, and by which clause."""
    mains = _live(state, box, "main")
    control = rules.wagering.control
    if len(mains) <= 1:
        players = tuple([w.player for w in mains])
        return Control(box, players, players, control[0].clause)
    left = list(mains)
    deciders: list[str] = []
    clause = ""
    while left:
        player, by = _controller(control, state, box, left)
        clause = clause or by
        deciders.append(player)
        left = [wager for wager in left if wager.player != player]
    others = [w.player for w in mains if w.player != deciders[0]]
    return Control(box, (deciders[0], *others), tuple(deciders), clause)


def _controller(
    preferences: tuple[Preference, ...], state: State, box: int, mains: list[Wager]
) -> tuple[str, str]:
    # Unless the table says who sits there, the first to wager on a box sits at it.
    seated = state.table.seated.get(box, mains[0].player)
    highest = max(wager.amount for wager in mains)
    tied = [wager for wager in mains if wager.amount == highest]
    for preference in preferences:
        known = preference.value == "sitter" and box in state.table.seated
        if (known or preference.value == "seated") and _sits_there(state, box, mains, seated):
            return seated, preference.clause
        if preference.value == "highest" and len(tied) == 1:
            return tied[0].player, preference.clause
    # The nearest is the first placed; where the highest decides, the first of those.
    by_height = any(preference.value == "highest" for preference in preferences)
    return (tied if by_height else mains)[0].player, preferences[-1].clause


def _sits_there(state: State, box: int, mains: list[Wager], seated: str) -> bool:
    """Somebody seated counts if they wager here; nobody takes the seat of one who is away."""
    first = _live(state, box, "main")[0].player
    return any(w.player == seated for w in mains) and seated == state.table.seated.get(box, first)


# Closing


def may_close(rules: Rules, state: State, command: CloseBetting) -> Refused | None:
    if state.phase != "betting":
        return Refused(rules.wagering.closed.clause, phrase("betting is closed already"))
    mains = 0
    for wager in state.wagers:
        if not wager.live:
            continue
        if wager.kind == "main":
            mains += 1
            continue
        side = rules.side_wagers[wager.kind]
        needs = side.needs
        if needs.value == "own-main" and not _has_main(state, wager.box, wager.player):
            return Refused(
                needs.clause,
                phrase(
                    "{player} has {wager} on box {box} without a main wager there",
                    player=wager.player,
                    wager=wager.kind,
                    box=wager.box,
                ),
            )
        if needs.value == "box-main" and not _has_main(state, wager.box):
            return Refused(
                needs.clause,
                phrase(
                    "{player} has {wager} on box {box}, which has no main wager",
                    player=wager.player,
                    wager=wager.kind,
                    box=wager.box,
                ),
            )
    if not mains:
        return Refused(
            rules.wagering.at_least_one.clause, phrase("no round begins without a main wager")
        )
    return None


def _has_main(state: State, box: int, player: str | None = None) -> bool:
    for wager in _live(state, box, "main"):  # noqa: SIM110 - asked for every box of every round
        if player in (None, wager.player):
            return True
    return False


def close(run: AnyRun, command: CloseBetting) -> None:
    """Fix who decides for each box; then hand back what lies outside the limits, and deal.

    Control is settled on the wagers as they were placed: what is over the limits is only found
    once the first card is out.
    """
    rules = run.rules
    boxes = sorted({w.box for w in run.state.wagers if w.kind == "main" and w.live})
    begin = bisect_left(boxes, run.state.table.first)
    boxes = boxes[begin:] + boxes[:begin]
    orders = tuple([control_order(rules, run.state, box) for box in boxes])
    _return_orphans(run)
    _trim_to_limits(run, orders)
    if run.events and rules.limits.warned is not None:
        # A wager that goes back for that reason leaves its box without cards.
        boxes = [box for box in boxes if _has_main(run.state, box)]
    top_up_meters(run)
    run.emit(BettingClosed(orders, _initial_deal(rules, boxes), rules.wagering.closed.clause))


def _initial_deal(rules: Rules, boxes: list[int]) -> tuple[Due, ...]:
    deal = rules.deal
    third = deal.third.clause if deal.third is not None else ""
    hole_card = rules.dealer.hole_card if isinstance(rules, BlackjackGame) else None
    hole = hole_card.dealt.clause if hole_card is not None else ""
    hidden = hole_card is not None and hole_card.face_up is None
    clauses = (deal.first.clause, deal.dealer.clause, deal.second.clause, third, hole)
    return _order_of_deal(clauses, tuple(boxes), hidden)


@lru_cache(maxsize=1024)
def _order_of_deal(
    clauses: tuple[str, str, str, str, str], boxes: tuple[int, ...], hidden: bool
) -> tuple[Due, ...]:
    """Circuit by circuit; the dealer's place comes last in each.

    Of two circuits the second gives the dealer a card only where there is a hole card.
    """
    if not boxes:
        return ()
    first, dealer, second, third, hole = clauses
    order = [*(Due(box, 1, first) for box in boxes), Due(DEALER, 1, dealer)]
    order += [Due(box, 1, second) for box in boxes]
    if third:
        order.append(Due(DEALER, 1, second))
        order += [Due(box, 1, third) for box in (*boxes, DEALER)]
    elif hole:
        order.append(Due(DEALER, 1, hole, hidden=hidden))
    return tuple(order)


def _return_orphans(run: AnyRun) -> None:
    """A jackpot wager that lacks the main wager it needs is void and goes back, win or not."""
    for wager in run.state.wagers:
        side = run.rules.side_wagers.get(wager.kind)
        if side is None or side.without_main is None or not wager.live:
            continue
        mains = [w for w in run.state.wagers if w.kind == "main" and w.live]
        plays = any(w.player == wager.player for w in mains)
        if not plays or not _has_main(run.state, wager.box):
            hand_back(run, wager, wager.amount, side.without_main.clause)


def _trim_to_limits(run: AnyRun, orders: tuple[Control, ...]) -> None:
    """Wagers found outside the limits after the deal: the excess goes back, win or lose."""
    table, limits = run.state.table, run.rules.limits
    if not (
        table.limits
        or table.personal
        or table.box_maximum is not None
        or run.rules.has_approved_minima
    ):
        return
    void, side_void = _approved(limits)
    for wager in run.state.wagers:
        side = run.rules.side_wagers.get(wager.kind)
        if not wager.live or (side is not None and side.stake_is_fixed):
            continue
        own = side.void_below if side is not None else None
        least = void if wager.kind == "main" else own if own and own.value else side_void
        if least is not None and wager.amount < parse_amount(least.value):
            hand_back(run, wager, wager.amount, least.clause)
        else:
            _trim_wager(run, wager)
    if table.box_maximum is not None:
        for order in orders:
            _trim_box(run, order, table.box_maximum)
    _return_unsupported(run)


def _approved(limits: Limits) -> tuple[Cited[str] | None, Cited[str] | None]:
    """The least that is approved for a main wager and for a side wager, where it is given.

    A book that says nothing of side wagers has it for main wagers only.
    """
    main = limits.void_below if limits.void_below and limits.void_below.value else None
    side = limits.void_side_below
    return main, side if side is None or side.value else main


def _trim_wager(run: AnyRun, wager: Wager) -> None:
    table, limits = run.state.table, run.rules.limits
    if wager.kind == "main" and limits.after_result is not None:
        return
    least, most = table.limits_of(wager.player, wager.kind, wager.box) or (0, wager.amount)
    warned = wager.player in table.warned
    if wager.amount < least and limits.warned is not None and warned:
        hand_back(run, wager, wager.amount, limits.warned.clause)
    elif wager.amount > most:
        hand_back(run, wager, wager.amount - most, limits.over_maximum.clause)


def _trim_box(run: AnyRun, order: Control, most: int) -> None:
    rule, table = given(run.rules.limits.box_maximum), run.state.table
    mains = {wager.player: wager for wager in _live(run.state, order.box, "main")}
    players = tuple(mains) if rule.value == "last-placed-first" else order.players
    own = {player for player in mains if table.has_own(player, "main", order.box)}
    room = most
    if holders_go_first(run.rules.limits):
        room -= sum(min(mains[player].amount, most) for player in own)
        players = tuple([player for player in players if player not in own])
    for player in players:
        if player not in mains:
            continue
        wager = mains[player]
        alone = player in own and room == most
        kept = wager.amount if alone else min(wager.amount, max(room, 0))
        room -= kept
        if kept < wager.amount:
            hand_back(run, wager, wager.amount - kept, rule.clause)


def holders_go_first(limits: Limits) -> bool:
    """Whether limits of one's own go beyond the box's also where somebody else came first."""
    beyond = limits.own_beyond_box
    return beyond is not None and beyond.value == "always"


def _return_unsupported(run: AnyRun) -> None:
    """Side wagers whose main wager went back go back with it."""
    for wager in run.state.wagers:
        side = run.rules.side_wagers.get(wager.kind)
        if side is None or not wager.live or side.needs.value == "active-player":
            continue
        owner = wager.player if side.needs.value == "own-main" else None
        if not _has_main(run.state, wager.box, owner):
            hand_back(run, wager, wager.amount, side.needs.clause)
