"""What a player can do in a round, by name; whether it is legal now is asked of the engine."""

from collections.abc import Callable

from bythebook.cards import NAMED_JOKERS
from bythebook.environments.betting import BOX, PLAYER
from bythebook.game import State, legal
from bythebook.game import commands as c
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.game import BlackjackGame, Rules

PROCEED = "proceed"

_JOKERS = {f"joker-{rank}": rank for rank in NAMED_JOKERS}


def _always(rules: BlackjackGame) -> bool:
    return True


# Each decision, and whether a game has it. The first five have the same numbers in every game.
_DECISIONS: dict[str, Callable[[BlackjackGame], bool]] = {
    "stand": _always,
    "hit": _always,
    "double": _always,
    "split": _always,
    PROCEED: _always,
    "insure": lambda rules: rules.insurance is not None,
    "even-money": lambda rules: rules.even_money is not None,
    "surrender": lambda rules: rules.surrender is not None,
    "withdraw": lambda rules: rules.doubling.withdrawal is not None,
    **dict.fromkeys(_JOKERS, lambda rules: rules.joker_named is not None),
}

_NAMES: dict[type[c.Command], str] = {
    c.Stand: "stand",
    c.Hit: "hit",
    c.Double: "double",
    c.Split: "split",
    c.Proceed: PROCEED,
    c.Insure: "insure",
    c.TakeEvenMoney: "even-money",
    c.Surrender: "surrender",
    c.Withdraw: "withdraw",
}


_KINDS: dict[str, Callable[..., c.Command]] = {name: kind for kind, name in _NAMES.items()}


def actions_of(rules: Rules, bets: tuple[str, ...]) -> tuple[str, ...]:
    """The names of everything the player of a game can do: its decisions, then the bets."""
    decisions: tuple[str, ...] = ()
    if isinstance(rules, BlackjackGame):
        decisions = tuple(name for name, has in _DECISIONS.items() if has(rules))
    return (*decisions, *bets) or (PROCEED,)


def legal_decisions(game: Game, state: State) -> dict[str, c.Command]:
    """The decisions that are legal now, with the engine's command for each.

    What only other people or an irregularity can bring about is no decision of this player's.
    """
    decisions: dict[str, c.Command] = {}
    for command in legal(game, state):
        if isinstance(command, c.NameJoker):
            decisions[f"joker-{command.rank}"] = command
        elif type(command) in _NAMES:
            decisions[_NAMES[type(command)]] = command
    return decisions


def attempt(name: str, stake_cents: int) -> c.Command:
    """The command of an action that is not legal now, to ask the engine why."""
    if name in _JOKERS:
        return c.NameJoker(BOX, _JOKERS[name])
    if name == "insure":
        return c.Insure(BOX, stake_cents // 2, PLAYER)
    if name == PROCEED:
        return c.Proceed()
    if name in _KINDS:
        return _KINDS[name](BOX, player=PLAYER)
    return c.PlaceWager(BOX, PLAYER, stake_cents)
