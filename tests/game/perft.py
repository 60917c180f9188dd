"""Perft for rounds: every round that a tiny stock of cards can give, enumerated through the engine.

A leaf is one complete round: the cards drawn one by one from the stock, equal cards counted
separately, and the decisions taken. Insurance and doubles are of the full amount. A line that runs
out of cards is counted as short and has no result.
"""

from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from bythebook.cards import parse_cards
from bythebook.game import State, Table, legal, play, start
from bythebook.game.commands import (
    CloseBetting,
    Command,
    Deal,
    DeclareAbsent,
    Insure,
    PlaceWager,
    Proceed,
    Ride,
    TakeEvenMoney,
)
from bythebook.rulebooks import Game, load_game

STAKE = 2000


class Counts(NamedTuple):
    """Complete rounds, lines that ran short, and the sum of the player's results in cents."""

    rounds: int
    short: int
    net: int

    def plus(self, other: "Counts") -> "Counts":
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def enumerate_rounds(
    game_id: str,
    stock: str,
    sides: dict[str, int] | None = None,
    options: dict[str, str] | None = None,
    readings: dict[str, str] | None = None,
) -> Counts:
    """Count every round of a game that the stock can give, for one player on one box."""
    jokers = {"jokers": str(stock.split().count("JK"))} if "JK" in stock else {}
    game = load_game(game_id, options={**jokers, **(options or {})}, readings=readings)
    sides = sides or {}
    state = start(game, Table(side_wagers=frozenset(sides)))
    for wager, amount in {"main": STAKE, **sides}.items():
        state, _ = play(game, state, PlaceWager(1, "ann", amount, wager))
    state, _ = play(game, state, CloseBetting())
    cards = [Deal(card) for card in parse_cards(stock)]
    return _count(game, state, cards)


def _count(game: Game, state: State, stock: list[Deal]) -> Counts:
    if state.phase == "over":
        return Counts(1, 0, state.net["ann"])
    found = Counts(0, 0, 0)
    if state.due is not None:
        if not stock:
            return Counts(0, 1, 0)
        for index, deal in enumerate(stock):
            after, _ = play(game, state, deal)
            found = found.plus(_count(game, after, stock[:index] + stock[index + 1 :]))
        return found
    for command in choices(game, state):
        after, _ = play(game, state, command)
        found = found.plus(_count(game, after, stock))
    return found


def choices(game: Game, state: State) -> list[Command]:
    """What a player alone on a box can decide; a joker is always named, nobody is absent.

    Insurance and even money are taken when they are offered, also where a book leaves them open
    a little longer.
    """
    listed = [c for c in legal(game, state) if not isinstance(c, DeclareAbsent | Ride)]
    if state.phase == "turns":
        listed = [c for c in listed if not isinstance(c, Insure | TakeEvenMoney)]
    if state.phase == "naming":
        listed = [command for command in listed if not isinstance(command, Proceed)]
    return listed


# The golden file: one line a shoe, `game, readings | stock | side wagers | rounds | short | mean`.

GOLDEN = Path(__file__).with_name("perft.txt")


class Shoe(NamedTuple):
    read: str  # the game, and how it is read otherwise than usual
    stock: str
    sides: dict[str, int]
    rounds: int
    short: int
    mean: Fraction

    @property
    def name(self) -> str:
        return f"{self.read} {self.stock}"

    @property
    def game(self) -> str:
        return self.read.split()[0]

    @property
    def readings(self) -> dict[str, str]:
        return _pairs(" ".join(self.read.split()[1:]))


def _pairs(text: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in text.split())


def read_golden() -> list[Shoe]:
    """The shoes of the golden file, with what every engine must find in them."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [_shoe(line) for line in lines if line and not line.startswith("#")]


def _shoe(line: str) -> Shoe:
    read, stock, sides, rounds, short, mean = (part.strip() for part in line.split("|"))
    amounts = {wager: int(cents) for wager, cents in _pairs(sides).items()}
    return Shoe(read, stock, amounts, int(rounds), int(short), Fraction(mean))


def main() -> None:
    """Print the golden file anew: its own comments and shoes, counted by the engine as it is."""
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            print(line)
            continue
        shoe = _shoe(line)
        found = enumerate_rounds(shoe.game, shoe.stock, shoe.sides, readings=shoe.readings)
        mean = Fraction(found.net, found.rounds)
        told = " | ".join(line.split(" | ")[:3])
        print(f"{told} | {found.rounds} | {found.short} | {mean}", flush=True)


if __name__ == "__main__":
    main()
