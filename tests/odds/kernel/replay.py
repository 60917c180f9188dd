"""Rounds played twice: by compiled code from a script, then card by card through the round engine.

The engine gets the same cards in the same order and takes the same decisions. Each must be legal
there, each hand and each wager must come to the same cent, and no card may be left over.
"""

import random
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.game import State, Table, play, refusal, start
from bythebook.game.commands import (
    CloseBetting,
    Command,
    Deal,
    Double,
    Hit,
    Insure,
    NameJoker,
    PlaceWager,
    Proceed,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
    Withdraw,
)
from bythebook.money import parse_amount
from bythebook.odds.kernel import scratch as q
from bythebook.odds.kernel.packing import Packed, card_words, pack
from bythebook.odds.kernel.scripts import play_scripts
from bythebook.odds.kernel.sides import Sides, compile_sides, keep_for_sides
from bythebook.odds.kernel.three_cards import pack_three_cards
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import MOST_BOXES, MOST_HANDS, Tables, compile_game
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.game import BlackjackGame

STAKE = 2505  # an odd sum: halves and 3 to 2 leave fractions of a cent
METER = 12_345_678
DESKS = 250  # rounds that are played at a time, from the same cards
FORESEEN = 160  # more cards than a round of seven boxes has ever taken here

# How many boxes play: mostly one, because every box costs the engine time.
BOXES = (*(1,) * 14, 2, 2, 2, 3, 4, 5, 7)
WITH_SIDES = 0.25  # of the rounds; every wager costs the engine time too


class Both(NamedTuple):
    """A game as both engines play it."""

    game: Game
    packed: Packed
    sides: Sides
    table: Table
    opened: dict[int, State]  # by number of boxes: wagers placed, no card dealt


def both(game: Game, offered: dict[str, int], stake: int = STAKE) -> Both:
    meters = dict.fromkeys(_meters(game), METER)
    if isinstance(game.rules, BlackjackGame):
        tables = compile_game(game, stake)
        packed = pack([tables], np.zeros((1, tables.hands.size, k.VALUES), dtype=np.int32))
    else:
        packed = pack_three_cards(game, [stake])
    table = Table(side_wagers=frozenset(offered), meters=meters)
    opened = {}
    for boxes in range(1, MOST_BOXES + 1):
        state = start(game, table)
        for box in range(1, boxes + 1):
            for wager, amount in {"main": stake, **offered}.items():
                state, _ = play(game, state, PlaceWager(box, f"p{box}", amount, wager))
        opened[boxes], _ = play(game, state, CloseBetting())
    sides = compile_sides(game, offered, meters)
    keep_for_sides(sides, packed.terms, np.zeros(1, dtype=q.DESK))
    return Both(game, packed, sides, table, opened)


def _meters(game: Game) -> set[str]:
    lines = [line for side in game.rules.side_wagers.values() for line in side.lines]
    return {line.share.meter for line in lines if line.share is not None}


def offers(game: Game) -> list[dict[str, int]]:
    """Side wagers with their stakes: as many as may lie there at once, then those left out."""
    left = [
        name
        for name, side in game.rules.side_wagers.items()
        if all(game.choices[need.choice] in need.values for need in side.requires)
    ]
    found: list[dict[str, int]] = []
    while left:
        offered: dict[str, int] = {}
        for name in left:
            side = game.rules.side_wagers[name]
            if len(offered) < q.MOST_SIDES and not any(
                other.value in offered for other in side.instead_of
            ):
                stakes = side.stakes.value if side.stakes is not None else ("5",)
                offered[name] = parse_amount(stakes[len(found) % len(stakes)])
        found.append(offered)
        left = [name for name in left if name not in offered]
    return found or [{}]


# Plans and scripts


def random_plans(tables: Tables, counts: int, chance: random.Random) -> NDArray[np.int32]:
    """Legal actions, offers, withdrawals and sensible names, all at random."""
    numbers = np.random.default_rng(chance.getrandbits(64))
    shape = (counts, tables.hands.size, k.VALUES)
    plans = numbers.integers(0, 16, shape) << k.OFFER_BITS
    plans |= numbers.integers(0, 2, shape) << k.WITHDRAW_BIT
    for layer in range(k.LAYERS):
        legal = tables.mask[layer][:, None] >> np.arange(len(k.ACTIONS)) & 1
        liking = numbers.random((*shape, len(k.ACTIONS)))
        liking[..., k.SPLIT] += 0.5  # pairs are rare enough
        actions = np.where(legal[None, :, None, :], liking, -1).argmax(axis=-1)
        plans |= actions << (k.PLAY_BITS * layer)
    if tables.hands.plain < tables.hands.size:
        liking = numbers.random((*shape, k.VALUES))
        sensible = tables.hands.joker_as[None, :, None, :] >= 0
        plans |= np.where(sensible, liking, -1).argmax(axis=-1) << k.NAME_BITS
    return plans.astype(np.int32)


def scripted_desks(pair: Both, chance: random.Random, rounds: int) -> NDArray[Any]:
    """Desks with cards in a random order and random digits to decide by.

    Every second time the shoe holds a few ranks only, often in two suits, so that pairs, sevens,
    aces and tens come together more often than in a full one.
    """
    pack_of_cards = pair.game.rules.pack
    cards = list(pack_of_cards.cards(pair.game.decks))
    if chance.random() < 0.5:
        ranks = [*chance.sample("A23456789TJQK", chance.randint(1, 3)), chance.choice("A7T8")]
        suits = chance.choice(("CDHS", "DS"))
        chosen = [card for card in cards if card.rank in ranks and card.suit in suits]
        cards = [*chosen, *(card for card in cards if card.joker)] if chosen else cards
    cards *= -(-FORESEEN // len(cards))  # so that they never run out
    numbers = np.random.default_rng(chance.getrandbits(64))
    desks = np.zeros(rounds, dtype=q.DESK)
    words = card_words([k.CODE_OF_CARD[card] for card in cards])
    desks["shoe"][:, : len(words)] = numbers.permuted(np.tile(words, (rounds, 1)), axis=1)
    desks["size"] = len(words)
    desks["boxes"] = chance.choice(BOXES)
    desks["source"] = q.DECISIONS_CHOSEN
    desks["careful"] = 1
    desks["three_cards"] = not isinstance(pair.game.rules, BlackjackGame)
    desks["script"][:, :, q.CHOICE] = numbers.integers(0, 5040, (rounds, q.MOST_CHOICES))
    return desks


def play_desks(pair: Both, desks: NDArray[Any]) -> None:
    keep_for_sides(pair.sides, pair.packed.terms, desks)
    play_scripts(pair.packed.table, pair.sides.lines, pair.packed.terms, pair.sides.record, desks)


# The engine's side

_DEALS = tuple(Deal(card) for card in k.CARD_OF_CODE)
_PROCEED = Proceed()
_ACTIONS = {
    k.STAND: Stand, k.HIT: Hit, k.DOUBLE: Double, k.SPLIT: Split, k.GIVE_UP: Surrender,
}  # fmt: skip
_OFFERED = tuple(q.TAKES + offer for offer in (k.INSURE, k.EVEN_MONEY, k.SURRENDER))

Digits = list[tuple[int, int]]


@lru_cache(maxsize=32)
def commands_of(box: int, stake: int) -> dict[int, Command]:
    """What the holder of a box can say, by the numbers under which compiled code writes it down."""
    number = box + 1
    commands: dict[int, Command] = {at: action(number) for at, action in _ACTIONS.items()}
    commands[q.TAKES + k.INSURE] = Insure(number, stake // 2)
    commands[q.TAKES + k.EVEN_MONEY] = TakeEvenMoney(number)
    commands[q.TAKES + k.SURRENDER] = Surrender(number)
    commands[q.WITHDRAWS] = Withdraw(number)
    for value, rank in enumerate(k.VALUE_NAMES):
        commands[q.NAMES + value] = NameJoker(number, rank)
    return commands


class Script(NamedTuple):
    """What compiled code was given and did in a round, as plain numbers."""

    boxes: int
    shoe: list[int]
    rows: list[list[int]]
    made: int
    logged: int


def replay(pair: Both, script: Script, strictly: bool) -> tuple[State, int]:
    """Play the round through the engine; say how many cards it took.

    Strictly, the engine also lists what is legal at every decision: there must be as many choices,
    and the same one taken, as in compiled code.
    """
    game, state = pair.game, pair.opened[script.boxes]
    stake = int(pair.packed.terms["stake"][0])
    said = [
        (what, commands_of(box, stake)[what]) for _, _, box, what in script.rows[: script.logged]
    ]
    said.reverse()
    digits = [(row[q.CHOICE], row[q.WIDTH]) for row in script.rows[: script.made]]
    digits.reverse()
    dealt = 0
    offered = False
    while state.phase != "over":
        command: Command = _PROCEED
        if state.due is not None:
            command = _DEALS[script.shoe[dealt] >> q.VALUE_BITS]
            dealt += 1
        elif state.phase == "offers":
            if strictly and not offered:
                taken = _offers_taken(game, state, script.boxes, stake, digits)
                assert taken == [c for what, c in reversed(said) if what in _OFFERED]
            offered = True
            if said and said[-1][0] in _OFFERED:
                command = said.pop()[1]
        else:
            if state.phase != "withdrawing" or (said and said[-1][0] == q.WITHDRAWS):
                command = said.pop()[1]
            if strictly:
                assert command == _chosen(game, state, stake, digits)
        state, _ = play(game, state, command)
    assert not said
    assert not strictly or not digits
    return state, dealt


def _digit(digits: Digits, options: int) -> int:
    choice, width = digits.pop()
    assert width == options
    return choice % width


def _offers_taken(
    game: Game, state: State, boxes: int, stake: int, digits: Digits
) -> list[Command]:
    """Follow the script's digits through all that the engine would let each box take."""
    taken: list[Command] = []
    for box in range(boxes):
        while True:
            known = [commands_of(box, stake)[what] for what in _OFFERED]
            options = [c for c in known if refusal(game, state, c) is None]
            chosen = _digit(digits, 1 + len(options)) if options else 0
            if chosen == 0:
                break
            taken.append(options[chosen - 1])
            state, _ = play(game, state, taken[-1])
    return taken


def _chosen(game: Game, state: State, stake: int, digits: Digits) -> Command:
    """What the script's digit means among all that the engine would let the hand do."""
    commands = commands_of(state.at[0] - 1, stake)
    known = [commands[action] for action in _ACTIONS]
    if state.phase == "withdrawing":
        known = [_PROCEED, commands[q.WITHDRAWS]]
    elif state.phase == "naming":
        known = [commands[q.NAMES + value] for value in range(k.VALUES)]
    options = [c for c in known if refusal(game, state, c) is None]
    if options == [_PROCEED]:  # the doubled part has just been taken back
        return _PROCEED
    return options[_digit(digits, len(options))]


# Both results

Money = dict[tuple[int, str, int], int]  # by box, wager, and hand where it is a main wager


def engine_money(state: State) -> Money:
    """What each wager left its player with; a double handed back counts for the whole box."""
    money: Money = {}
    for row in state.rows:
        key = (row.box, row.wager, row.hand)
        money[key] = money.get(key, 0) + row.returned - row.stake
    for box in {row.box for row in state.rows if row.wager == "main" and row.hand == 0}:
        hands = [key for key in money if key[:2] == (box, "main")]
        money[box, "main", 0] = sum(money.pop(key) for key in hands)
    return {key: net for key, net in money.items() if net or key[1] == "main"}


def compare(pair: Both, desks: NDArray[Any], every: int) -> None:
    """Replay what was played on the desks; every so many-th round strictly."""
    rows = int(max(desks["at"].max(), desks["logged"].max()))
    assert rows < q.MOST_CHOICES
    assert not desks["short"].any()
    shoes = desks["shoe"][:, :FORESEEN].tolist()
    scripts = desks["script"][:, :rows].tolist()
    for at, desk in enumerate(desks):
        boxes = int(desk["boxes"])
        script = Script(boxes, shoes[at], scripts[at], int(desk["at"]), int(desk["logged"]))
        state, dealt = replay(pair, script, at % every == 0)
        assert dealt == desk["position"], script
        assert [box.tokens for box in state.boxes] == desk["tokens"][:boxes].tolist(), script
        expected = engine_money(state)
        assert kernel_money(pair, desk, expected) == expected, script


def kernel_money(pair: Both, desk: Any, expected: Money) -> Money:
    """The same from the desk, as far as it can be told apart there and here."""
    results, lines = desk["result"].tolist(), desk["side_line"].tolist()
    pays, winners = pair.sides.record["net"][0], desk["side_winners"].tolist()
    nets, hands = desk["hand"][:, q.NET].tolist(), desk["hands"].tolist()
    money: Money = {}
    for box in range(int(desk["boxes"])):
        number = box + 1
        if desk["three_cards"]:
            money[number, "main", 1] = results[box][q.MAIN]
        elif (number, "main", 0) in expected:
            money[number, "main", 0] = results[box][q.MAIN]
        else:
            first = box * MOST_HANDS
            own = nets[first : first + hands[box]]
            assert sum(own) == results[box][q.MAIN]
            money |= {(number, "main", at): net for at, net in enumerate(own, start=1)}
        if desk["extras"]:
            money[number, "insurance", 0] = results[box][q.INSURANCE]
            money[number, "super-bonus", 0] = results[box][q.BONUS]
        for at, name in enumerate(pair.sides.names):
            money[number, name, 0] = int(pays[at, lines[box][at], winners[box][at]])
    return {key: net for key, net in money.items() if net or key[1] == "main"}


class Pairs(NamedTuple):
    """A game without side wagers, and with every set of them that may lie there together."""

    bare: Both
    with_sides: tuple[Both, ...]


def pairs_of(game: Game) -> Pairs:
    return Pairs(both(game, {}), tuple([both(game, offered) for offered in offers(game)]))


def replay_rounds(game: Game, seed: str, rounds: int, every: int = 10) -> None:
    """Play so many random rounds both ways, some with all the side wagers that may lie there."""
    replay_pairs(pairs_of(game), seed, rounds, every)


def replay_pairs(pairs: Pairs, seed: str, rounds: int, every: int = 10) -> None:
    """The same for a game that has been made ready, which takes as long as a hundred rounds."""
    chance = random.Random(f"{pairs.bare.game.id} {seed}")
    for _ in range(0, rounds, DESKS):
        with_sides = chance.random() < WITH_SIDES
        pair = chance.choice(pairs.with_sides) if with_sides else pairs.bare
        desks = scripted_desks(pair, chance, min(DESKS, rounds))
        play_desks(pair, desks)
        compare(pair, desks, every)
