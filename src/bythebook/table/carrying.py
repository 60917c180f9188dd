"""Wagers of a void round that stay down for the next: placed again, marked, or given back."""

from bythebook.game import commands as c
from bythebook.table import events as e
from bythebook.table.decision import Decision
from bythebook.table.state import Carried, Sign

MARKER = "carried-wager"


def mark_carried(desk: Decision) -> None:
    """When a newcomer joins, buttons show whose wager was carried over."""
    rules = desk.conduct.carried
    if rules is None:
        return
    owners: dict[str, list[int]] = {}
    for carried in desk.state.carried:
        owners.setdefault(carried.player, []).append(carried.box)
    for player, boxes in owners.items():
        text = f"box {', '.join(map(str, boxes))}"
        sign = Sign(MARKER, desk.at, None, {}, text, player)
        desk.emit(e.SignDisplayed(sign, rules.marked.clause))


def _unmark(desk: Decision, carried: Carried, clause: str) -> None:
    others = [other for other in desk.state.carried if other.player == carried.player]
    if not others and desk.state.sign(MARKER, carried.player) is not None:
        desk.emit(e.SignRemoved(MARKER, carried.player, clause))


def place_carried(desk: Decision, player: str, box: int) -> None:
    """Such a wager lies there again once its box has its owner's main wager.

    Where it cannot (the wager is closed, or the owner has placed another), it goes back at the
    first card.
    """
    rules = desk.conduct.carried
    if rules is None:
        return
    for carried in desk.state.carried:
        again = c.PlaceWager(box, player, carried.amount, carried.wager)
        if (carried.box, carried.player) != (box, player) or desk.why_not(again) is not None:
            continue
        desk.emit(e.WagerMarkedCarried(box, player, carried.wager, carried.amount, rules.clause))
        desk.play(again)
        _unmark(desk, carried, rules.marked.clause)


def return_carried(desk: Decision, player: str = "") -> None:
    """Its owner leaves or does not wager there: it goes back, and a notification is due."""
    rules = desk.conduct.carried
    if rules is None:
        return
    for carried in desk.state.carried:
        if player and carried.player != player:
            continue
        clause = rules.leaves.clause
        desk.emit(
            e.CarriedReturned(carried.box, carried.player, carried.wager, carried.amount, clause)
        )
        _unmark(desk, carried, clause)
        desk.record(
            about=f"{carried.wager} on box {carried.box} given back",
            player=carried.player,
            act="carried-returned",
            clause=clause,
        )
