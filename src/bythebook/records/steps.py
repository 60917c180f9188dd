"""A round step by step: after each event, its sentence and clause, and how the table stands then.

For whoever looks back at a round with a slider. Nothing is shown that nobody saw: a card that lies
face down stays so until it is turned up, and one kept for the next round is not named.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from bythebook.game import events as e
from bythebook.game.evolve import evolve
from bythebook.game.hands import dealer_kind
from bythebook.game.state import Box, Hand, State, Table, Wager
from bythebook.money import format_amount
from bythebook.records.result import hand_kind, row_to_json
from bythebook.records.story import describe_total, tell_event
from bythebook.rulebooks.chapters.game import BlackjackGame, Game

FACE_DOWN = "??"


class StakeShown(msgspec.Struct, frozen=True, kw_only=True):
    """Money on a hand. `live`: it still lies there."""

    player: str
    amount: str
    free: str  # the value of free-bet tokens on it, or nothing
    live: bool


class WagerShown(msgspec.Struct, frozen=True, kw_only=True):
    """Money on a box beside its hands: side wagers, insurance, and main wagers before the deal."""

    player: str
    wager: str
    amount: str
    live: bool


class HandShown(msgspec.Struct, frozen=True, kw_only=True):
    cards: tuple[str, ...]
    total: int
    told: str  # the total in words, or nothing while there is no card
    in_turn: bool
    stakes: tuple[StakeShown, ...]


class BoxShown(msgspec.Struct, frozen=True, kw_only=True):
    box: int
    players: tuple[str, ...]  # the one in control first
    hands: tuple[HandShown, ...]
    wagers: tuple[WagerShown, ...]


class DealerShown(msgspec.Struct, frozen=True, kw_only=True):
    cards: tuple[str, ...]
    total: int
    told: str


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One event, and the table after it."""

    event: str
    text: str
    clause: str
    also: tuple[str, ...]
    box: int | None  # which place it is about; 0 is the dealer's
    hand: int | None
    card: str  # the card that came, if one did
    row: dict[str, Any] | None  # the wager settled, as `settle --json` has it
    phase: str
    dealer: DealerShown
    boxes: tuple[BoxShown, ...]
    net: dict[str, str]  # each player's chips so far: what lies on the layout is counted out
    meters: dict[str, str]


def replay_steps(
    game: Game, events: Iterable[e.Event], table: Table | None = None
) -> tuple[Step, ...]:
    """Every step of a round from its events; `table`: what stood on its meters before."""
    table = table or Table()
    return tuple(_steps(game, events, State(table=table, meters=dict(table.meters))))


def _steps(game: Game, events: Iterable[e.Event], state: State) -> Iterator[Step]:
    for event in events:
        before = state.rows
        state = evolve(state, event)
        if not isinstance(event, e.CardCalled):  # the card itself follows
            yield _step(game, state, event, before)


def _step(game: Game, state: State, event: Any, rows: tuple[e.Settled, ...]) -> Step:
    return Step(
        event=type(event).__name__,
        text=_sentence(state, event, rows),
        clause=event.clause,
        also=tuple(getattr(event, "also", ())),
        box=getattr(event, "box", e.DEALER if isinstance(event, _THE_DEALERS) else None),
        hand=getattr(event, "hand", None),
        card=_card(event),
        row=row_to_json(event) if isinstance(event, e.Settled) else None,
        phase=state.phase,
        dealer=_dealer(game, state),
        boxes=tuple(_boxes(game, state)),
        net={player: format_amount(cents) for player, cents in state.net.items()},
        meters={name: format_amount(cents) for name, cents in state.meters.items()},
    )


_THE_DEALERS = (e.HoleCardPeeked, e.HoleCardTurned, e.CardVoided, e.DealerStood, e.PlayersDone)


def _sentence(state: State, event: e.Event, rows: tuple[e.Settled, ...]) -> str:
    if isinstance(event, e.CardHeldOver):
        return "A card too many is kept for the next round, unseen"
    split = {box.number for box in state.boxes if len(box.hands) > 1}
    return tell_event(event, rows, split)


def _card(event: e.Event) -> str:
    match event:
        case e.CardDealt(hidden=True) | e.CardHeldOver():
            return FACE_DOWN
        case (
            e.CardDealt(card=card)
            | e.HoleCardTurned(card=card)
            | e.CardBurned(card=card)
            | e.CardVoided(card=card)
            | e.JokerNamed(card=card)
        ):
            return str(card)
        case _:
            return ""


def _dealer(game: Game, state: State) -> DealerShown:
    cards = tuple(map(str, state.dealer))
    told = ""
    if cards:
        rules, points = game.rules, state.dealer_total
        kind = "hard"
        if isinstance(rules, BlackjackGame):
            kind = dealer_kind(rules, state.dealer, points, state.dealer_soft)
        told = describe_total(kind, points)
    down = (FACE_DOWN,) if state.hole is not None else ()
    return DealerShown(cards=(*cards, *down), total=state.dealer_total, told=told)


def _boxes(game: Game, state: State) -> Iterator[BoxShown]:
    """Every box with a wager on it, from the first wager on."""
    known = {box.number: box for box in state.boxes}
    for number in sorted(known.keys() | {wager.box for wager in state.wagers}):
        box = known.get(number)
        here = [wager for wager in state.wagers if wager.box == number]
        players = box.order if box else tuple(dict.fromkeys(wager.player for wager in here))
        yield BoxShown(
            box=number,
            players=players,
            hands=tuple(_hands(game, state, box)) if box else (),
            wagers=(*map(_wager, here), *_insurances(state, number)),
        )


def _hands(game: Game, state: State, box: Box) -> Iterator[HandShown]:
    for number, hand in enumerate(box.hands, start=1):
        yield HandShown(
            cards=tuple(map(str, hand.cards)),
            total=hand.total,
            told=describe_total(hand_kind(game, hand), hand.total) if hand.cards else "",
            in_turn=state.phase != "over" and state.at == (box.number, number),
            stakes=tuple(_stakes(hand)),
        )


def _stakes(hand: Hand) -> Iterator[StakeShown]:
    for stake in hand.stakes:
        free = format_amount(stake.free) if stake.free else ""
        amount = format_amount(stake.real)
        yield StakeShown(player=stake.player, amount=amount, free=free, live=stake.live)


def _wager(wager: Wager) -> WagerShown:
    return WagerShown(
        player=wager.player,
        wager=wager.kind,
        amount=format_amount(wager.amount),
        live=wager.live,
    )


def _insurances(state: State, number: int) -> Iterator[WagerShown]:
    for insurance in state.insurances:
        if insurance.box == number:
            on = "" if insurance.owner == insurance.player else f" on {insurance.owner}"
            yield WagerShown(
                player=insurance.player,
                wager=f"insurance{on}",
                amount=format_amount(insurance.amount),
                live=insurance.live,
            )
