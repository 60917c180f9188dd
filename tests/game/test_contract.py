"""What every game of every book keeps to: played at random from seeded shoes, many to a table.

Money is conserved after every event; every event and refusal cites a clause of the ledger; `legal`
and `decide` agree in both directions; folding the events gives the same round; and the round
written down, read again and settled again comes to the same.
"""

import random
from collections.abc import Callable
from typing import get_args

import pytest

from bythebook import Refused, print_record, settle
from bythebook.cards import Card
from bythebook.game import State, Table, decide, evolve, legal, play, refusal, start
from bythebook.game.commands import (
    BurnFaceUp,
    CloseBetting,
    Command,
    Deal,
    FailJackpot,
    Failure,
    FindWrongCard,
    Insure,
    InvalidateWagers,
    LayExtraCard,
    MissCard,
    ReduceWager,
    RefuseCard,
    ReportMalfunction,
    ReturnWagers,
    RunOut,
    VoidRound,
)
from bythebook.game.events import DEALER, Event
from bythebook.game.state import chips_on_layout
from bythebook.records.export import export_record
from bythebook.rulebooks import Clause, Game
from bythebook.rulebooks.plain import plain_clauses
from bythebook.table.decision import step as as_step
from bythebook.table.state import Step
from tests.game.any_games import BOOKS, EVERY_GAME, any_game, any_table, place_wagers
from tests.game.candidates import candidates

ROUNDS = 60


def clauses_of(game: Game) -> dict[str, Clause]:
    """Its book's, and those of the plain conduct, by which a book without its own is played."""
    return BOOKS[game.book].clauses | plain_clauses()


def check_events(game: Game, before: State, after: State, events: list[Event]) -> None:
    clauses = clauses_of(game)
    state = before
    for event in events:
        state = evolve(state, event)
        assert sum(state.net.values()) + state.house + chips_on_layout(state) == 0
        assert event.clause in clauses, event  # type: ignore[attr-defined]
        for clause in getattr(event, "also", ()):
            assert clause in clauses, event
    assert state == after


def check_order(before: State, after: State) -> None:
    """The dealer draws when everybody has played; a doubled hand gets one card and no more."""
    if after.due is not None and after.due.box == DEALER and (after.dealer or not after.missed):
        assert after.phase in ("dealing", "dealer")
    for old, new in zip(before.boxes, after.boxes, strict=True) if before.boxes else ():
        for hand, later in zip(old.hands, new.hands, strict=False):
            if hand.doubled and hand.done:
                assert later.cards == hand.cards
            for player in (*old.absent, *old.invalid):
                had, has = hand.stake_of(player), later.stake_of(player)
                if len(old.hands) == len(new.hands):
                    # It may go back by somebody's order; nothing is added to it.
                    assert has is None or had is not None
                    assert had is None or has is None or has.doubled <= had.doubled


def check_legality(game: Game, state: State) -> list[Command]:
    """Everything listed is carried out; everything else that one can think of is refused."""
    listed = legal(game, state)
    for command in candidates(game, state):
        if command in listed:
            assert decide(game, state, command)
            continue
        with pytest.raises(Refused) as refused:
            decide(game, state, command)
        assert refused.value.clause in clauses_of(game), command
    return listed


def some_amount(command: Command, chance: random.Random) -> Command:
    """Insurance for less than the most, now and then."""
    if isinstance(command, Insure) and command.amount > 500 and chance.random() < 0.5:
        return Insure(command.box, 500, command.player, command.on)
    return command


def disturb(
    step: Callable[[Command], None], game: Game, state: State, chance: random.Random
) -> None:
    """Something goes wrong, of the kinds that the book has a rule for."""
    box = chance.choice(state.boxes)
    player = chance.choice(box.order)
    kinds = ("main", "insurance", *sorted(game.rules.side_wagers))
    wagers = tuple(chance.sample(kinds, chance.randint(0, 2)))
    commands: list[Command] = [
        InvalidateWagers(box.number, player),
        *(VoidRound(voiding) for voiding in game.rules.void),
        *(VoidRound(voiding, (player,)) for voiding in game.rules.void),
        FindWrongCard(chance.random() < 0.5),
        *(ReportMalfunction(what) for what in get_args(Failure)),
        FailJackpot(),
        RefuseCard(box.number),
    ]
    for clause, rule in (game.rules.returns or {}).items():
        whose, where = chance.choice((player, "")), chance.choice((box.number, 0))
        commands.append(ReturnWagers(clause, whose, where, rule.wagers or wagers))
        if not rule.wagers:
            hand = chance.choice((1, 2))
            commands.append(ReturnWagers(clause, player, box.number, hand=hand))
        if rule.settled:
            commands.append(ReturnWagers(clause, player, 0, rule.wagers, settled_too=True))
        if rule.part:
            kind, hand = chance.choice(kinds), chance.choice((1, 2))
            commands.append(ReduceWager(box.number, player, 250, clause, kind, hand))
    if state.due is not None:
        # These are found while nothing is decided, and written down as the round's end.
        commands = [c for c in commands if not isinstance(c, InvalidateWagers | VoidRound)]
    for command in chance.sample(commands, len(commands)):
        if refusal(game, state, command) is None:
            step(command)
            return


def irregularity(
    shoe: list[Card], game: Game, state: State, chance: random.Random
) -> Command | None:
    """Something befalls the card that is due."""
    errors = game.rules.irregularities
    burns = errors is not None and errors.runs_out is not None and errors.runs_out.burn
    forgotten = burns and chance.random() < 0.5
    commands: list[Command] = [MissCard(), MissCard(), BurnFaceUp(shoe[-1])]
    commands.append(RunOut(shoe[-1] if burns and not forgotten else None, forgotten))
    command = chance.choice(commands)
    if refusal(game, state, command) is not None:
        return None
    if isinstance(command, BurnFaceUp) or (isinstance(command, RunOut) and command.card):
        shoe.pop()
    return command


def play_round(game: Game, table: Table, chance: random.Random) -> tuple[State, list[Step]]:
    shoe: list[Card] = list(game.rules.pack.cards(game.decks))
    chance.shuffle(shoe)
    state = start(game, table)
    taken: list[Step] = []

    def step(command: Command) -> None:
        nonlocal state
        after, events = play(game, state, command)
        assert events == decide(game, state, command)
        check_events(game, state, after, events)
        check_order(state, after)
        taken.append(as_step(command, events))
        state = after

    for command in place_wagers(game, table, state, chance):
        if refusal(game, state, command) is None:
            step(command)
    step(CloseBetting())
    while state.phase != "over":
        if state.due is not None:
            befalls = irregularity(shoe, game, state, chance) if chance.random() < 0.03 else None
            step(befalls or Deal(shoe.pop()))
            if state.due is not None and chance.random() < 0.01:
                disturb(step, game, state, chance)
        elif state.phase == "turns" and chance.random() < 0.05:
            disturb(step, game, state, chance)
        else:
            step(some_amount(chance.choice(check_legality(game, state)), chance))
    extra = LayExtraCard(shoe.pop(), chance.random() < 0.5)
    if chance.random() < 0.05 and refusal(game, state, extra) is None:
        step(extra)
    return state, taken


@EVERY_GAME
def test_every_game_keeps_the_contract(book_id: str, name: str) -> None:
    for seed in range(ROUNDS):
        keeps_the_contract(book_id, name, seed)


@pytest.mark.slow
@EVERY_GAME
def test_every_game_keeps_the_contract_for_long(book_id: str, name: str) -> None:
    for seed in range(ROUNDS, 10 * ROUNDS):
        keeps_the_contract(book_id, name, seed)


def keeps_the_contract(book_id: str, name: str, seed: int) -> None:
    chance = random.Random(f"{book_id}/{name}/{seed}")
    game = any_game(BOOKS[book_id], name, chance)
    table = any_table(game, chance)
    state, steps = play_round(game, table, chance)
    assert chips_on_layout(state) == 0
    text = print_record(export_record(game, table, steps))
    again = settle(text).replay
    assert again.state.rows == state.rows, text
    assert again.state.net == state.net, text
    assert again.state.meters == state.meters, text
    assert again.state.held_over == state.held_over, text
    assert again.unused == (), text
