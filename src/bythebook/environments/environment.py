"""One round of any game as a Gymnasium environment: one player, one box, cards from a shoe.

The round engine plays; this only draws the cards, asks what is legal and counts in units. A step is
one decision. The reward comes with the step that ends the round: what the player's chips changed
by, in units of the stake.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from gymnasium import Env, spaces
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from bythebook.cards import Card, parse_cards
from bythebook.environments.actions import PROCEED, actions_of, attempt, legal_decisions
from bythebook.environments.betting import (
    PLAYER,
    check_meters,
    names_of_bets,
    sides_on_offer,
    ways_to_bet,
)
from bythebook.environments.dealing import Dealing
from bythebook.environments.observation import Observation, observation_space, observe
from bythebook.environments.picture import draw
from bythebook.environments.shoe import Shoe
from bythebook.errors import Malformed, Refused, ensure
from bythebook.game import State, Table, refusal
from bythebook.game.commands import Command
from bythebook.records import Record
from bythebook.records.export import export_record
from bythebook.rulebooks import load_game

Action = int | np.integer[Any]
Info = dict[str, Any]
Step = tuple[Observation, float, bool, bool, Info]


class RoundEnv(Env[Observation, Action]):
    """A round of a game; docs/environments.md says what is seen, done and rewarded."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game_id: str,
        *,
        decks: int | None = None,
        options: Mapping[str, str] | None = None,
        readings: Mapping[str, str] | None = None,
        rulebook: str | Path | None = None,
        side_wagers: Mapping[str, int] | None = None,  # on offer, and for how many cents
        meters: Mapping[str, int] | None = None,  # what a jackpot shows as a round begins, in cents
        stake_cents: int = 10_000,
        spread: Sequence[int] = (1,),  # how many stakes the main wager may be
        penetration: float | None = None,  # of a shoe kept between rounds; none: a fresh shuffle
        illegal: Literal["penalty", "raise"] = "penalty",
        penalty: float = 1.0,
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        folder = None if rulebook is None else Path(rulebook)
        self.game = load_game(game_id, decks, options, readings, folder)
        sides = sides_on_offer(self.game, side_wagers or {}, stake_cents)
        check_meters(self.game, sides, meters or {})
        self.table = Table(side_wagers=frozenset(sides), meters=dict(meters or {}))
        self.stake_cents = stake_cents
        self.ways_to_bet = ways_to_bet(stake_cents, spread, sides)
        self._bets = names_of_bets(self.ways_to_bet)
        self.actions = actions_of(self.game.rules, self._bets)
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = observation_space(self.game, len(self.ways_to_bet))
        if illegal not in ("penalty", "raise"):
            raise Malformed(f"{illegal!r} is not penalty or raise", "illegal")
        if not penalty >= 0:
            raise Malformed(f"{penalty} is less than nothing", "penalty")
        self.illegal = illegal
        self.penalty = penalty
        self.render_mode = render_mode
        shoe = Shoe(self.game.rules.pack.cards(self.game.decks), penetration)
        self._round = Dealing(self.game, self.table, shoe)
        self._wager = 0  # which of the ways to bet lies on the table
        self._running = False
        self._may: dict[str, Command | None] = {}
        for wagers in self.ways_to_bet:  # what the book refuses is better said now than in a round
            self._round.bet(wagers)
            self._round.begin()

    @property
    def state(self) -> State:
        """The round as the engine has it."""
        return self._round.state

    # What Gymnasium asks for

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin a round. `options={"cards": "8C 6D 8H"}` has these leave the shoe first."""
        super().reset(seed=seed)
        first = _first_cards(options or {})
        shoe = self._round.shoe
        if seed is not None or shoe.cut_card_is_out:
            shoe.shuffle(self.np_random)
        shoe.stack(first)
        self._round.begin()
        self._running = True
        self._wager = 0
        if len(self.ways_to_bet) == 1:
            self._bet(0)
        self._look()
        return self._observation(), self._info()

    def step(self, action: Action) -> Step:
        """Decide. An illegal action changes nothing: it costs the penalty, or raises."""
        if not self._running:
            raise ResetNeeded("no round is being played: call reset first")
        if not self.action_space.contains(action):
            raise InvalidAction(f"{action!r} is not one of the {len(self.actions)} actions")
        refused = self._act(self.actions[action])
        if refused is not None:
            if self.illegal == "raise":
                raise refused
            why = {"clause": refused.clause, "reason": refused.reason}
            return self._observation(), -self.penalty, False, False, self._info() | {"refused": why}
        self._running = self.state.phase != "over"
        self._look()
        if self._running:
            return self._observation(), 0.0, False, False, self._info()
        net = self.state.net[PLAYER] / self.stake_cents
        return self._observation(), net, True, False, self._info() | {"net": net}

    def render(self) -> str:
        """The round in plain text."""
        return draw(self.game, self.state, [name for name in self.actions if name in self._may])

    # What else it offers

    def action_masks(self) -> NDArray[np.int8]:
        """Which actions are legal now: 1 or 0 for each."""
        return np.array([name in self._may for name in self.actions], np.int8)

    def record(self) -> Record:
        """The round as far as it went, as a record that can be settled and explained."""
        return export_record(self.game, self.table, self._round.steps)

    # A round

    def _bet(self, way: int) -> None:
        self._wager = way
        self._round.bet(self.ways_to_bet[way])
        self._round.deal(self.np_random)

    def _look(self) -> None:
        """Find out what may be done now, and by which command where the engine carries it out."""
        if not self._running:
            self._may = {}
        elif self.state.phase == "betting":
            self._may = dict.fromkeys(self._bets)
        elif self.state.phase == "over":  # decided without the player: its end is still to come
            self._may = {PROCEED: None}
        else:
            self._may = {**legal_decisions(self.game, self.state)}

    def _act(self, name: str) -> Refused | None:
        """Do it, or say why not."""
        if name not in self._may:
            refused = refusal(self.game, self.state, attempt(name, self.stake_cents))
            ensure(refused is not None, f"{name} is neither listed as legal nor refused")
            return refused
        command = self._may[name]
        if command is not None:
            self._round.decide(command, self.np_random)
        elif name in self._bets:
            self._bet(self._bets.index(name))
        return None

    def _observation(self) -> Observation:
        return observe(self.game, self.state, self._wager, self._round.shoe.unseen)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks()}


def _first_cards(options: Mapping[str, Any]) -> tuple[Card, ...]:
    for name in options:
        if name != "cards":
            raise Malformed(f"{name!r} is no option of a reset; there is only cards", "options")
    return parse_cards(options.get("cards", ""))
