"""A round played from a shoe: whatever card is due is dealt until the player must decide."""

import numpy as np

from bythebook.environments.betting import Wagers
from bythebook.environments.shoe import Shoe
from bythebook.game import State, Table, play, refusal, start
from bythebook.game.commands import Command, Deal, RunOut
from bythebook.game.events import CardBurned, CardDealt, CardVoided, HoleCardTurned
from bythebook.rulebooks import Game
from bythebook.table.decision import step
from bythebook.table.state import Step


class Dealing:
    """The round as it stands, how it came to that, and the shoe from which it is dealt."""

    def __init__(self, game: Game, table: Table, shoe: Shoe) -> None:
        self.game = game
        self.table = table
        self.shoe = shoe
        self.begin()

    def begin(self) -> None:
        self.state: State = start(self.game, self.table)
        self.steps: list[Step] = []

    def bet(self, wagers: Wagers) -> None:
        for command in wagers.commands():
            self._carry_out(command)

    def decide(self, command: Command, chance: np.random.Generator) -> None:
        self._carry_out(command)
        self.deal(chance)

    def deal(self, chance: np.random.Generator) -> None:
        """Deal every card that is due."""
        while self.state.due is not None:
            if not self.shoe.cards:
                self._run_out(chance)
            self._carry_out(Deal(self.shoe.draw()))

    def _carry_out(self, command: Command) -> None:
        self.state, events = play(self.game, self.state, command)
        self.steps.append(step(command, events))
        for event in events:
            match event:
                case CardDealt(hidden=True):
                    continue
                case CardDealt() | CardVoided() | HoleCardTurned():
                    self.shoe.show(event.card)

    def _run_out(self, chance: np.random.Generator) -> None:
        """Shuffle the cards of the rounds before; one of them is burned where the book says so."""
        told = [event for taken in self.steps for event in taken.events]
        used = [e.card for e in told if isinstance(e, CardDealt | CardVoided | CardBurned)]
        self.shoe.shuffle(chance, used)
        if refusal(self.game, self.state, RunOut()) is None:
            self._carry_out(RunOut())
        elif refusal(self.game, self.state, RunOut(self.shoe.cards[-1])) is None:
            self._carry_out(RunOut(self.shoe.draw()))
