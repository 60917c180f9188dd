"""How fast the round engine is, beside RLCard's blackjack, and how fast `bythebook settle` answers.

Both play one box from a full shoe each round under the same policy, hit below 17; our engine gives
every event with its clause. Our commands are made once, before the clock: they are plain values,
while RLCard builds its deck anew in every game. The two are run in turns and compared by the median
of the ratios, in processor time, so that a busy machine disturbs both alike.
"""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bythebook.game import play, start
from bythebook.game.commands import CloseBetting, Command, Deal, Hit, PlaceWager, Proceed, Stand
from bythebook.rulebooks import load_game

ROUNDS = 2_000
TURNS = 9
GAME = load_game("crown-blackjack/blackjack", decks=6)
SHOE = [Deal(card) for card in GAME.rules.pack.cards(GAME.decks)]
PLACE, CLOSE = PlaceWager(1, "ann", 1000), CloseBetting()
HIT, STAND, PROCEED = Hit(1), Stand(1), Proceed()
EXAMPLE = Path(__file__).parents[1] / "examples" / "blackjack-challenge.round"


def play_by_the_book(rounds: int, seed: int) -> int:
    """Play rounds of Crown Blackjack, each from a full shoe, drawn at random without replacement.

    The number of events says that nothing was left out.
    """
    draw = random.Random(seed).random
    seen = 0
    for _ in range(rounds):
        shoe = list(SHOE)
        state, events = play(GAME, start(GAME), PLACE)
        state, events = play(GAME, state, CLOSE)
        while state.phase != "over":
            command: Command
            if state.due is not None:
                at = int(draw() * len(shoe))
                command, shoe[at] = shoe[at], shoe[-1]  # the last one fills its place
                shoe.pop()
            elif state.phase == "turns":
                command = HIT if state.hand(*state.at).total < 17 else STAND
            else:
                command = PROCEED
            state, events = play(GAME, state, command)
            seen += len(events)
    return seen


class HitBelow17:
    """The same policy as an RLCard agent: its observation begins with the player's score."""

    use_raw = False

    def step(self, state: Any) -> int:
        return 0 if state["obs"][0] < 17 else 1

    def eval_step(self, state: Any) -> tuple[int, dict[str, Any]]:
        return self.step(state), {}


def rlcard_player() -> Callable[[int], None]:
    import rlcard

    environment = rlcard.make("blackjack", config={"seed": 1})
    environment.set_agents([HitBelow17()])

    def run(rounds: int) -> None:
        for _ in range(rounds):
            environment.run(is_training=False)

    return run


def seconds_of(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def engine_ratio() -> None:
    rlcard_rounds = rlcard_player()
    play_by_the_book(200, seed=0)
    rlcard_rounds(200)
    ratios, ours, theirs = [], [], []
    for turn in range(TURNS):
        our_seconds = seconds_of(partial(play_by_the_book, ROUNDS, turn))
        their_seconds = seconds_of(partial(rlcard_rounds, ROUNDS))
        ratios.append(their_seconds / our_seconds)
        ours.append(ROUNDS / our_seconds)
        theirs.append(ROUNDS / their_seconds)
        print(f"  {turn + 1} of {TURNS}: {ratios[-1]:.2f}", flush=True)
    print(f"round engine   {statistics.median(ours):>8,.0f} rounds a second, events and clauses")
    print(f"RLCard         {statistics.median(theirs):>8,.0f} rounds a second")
    print(f"ratio          {statistics.median(ratios):>8.2f} (aim: 2)")


def settle_time() -> None:
    command = [sys.executable, "-m", "bythebook", "settle", str(EXAMPLE)]
    bare = [sys.executable, "-c", "pass"]
    ours: list[float] = []
    python: list[float] = []
    for _ in range(TURNS):
        for words, times in ((command, ours), (bare, python)):
            began = time.perf_counter()
            subprocess.run(words, check=True, capture_output=True)
            times.append(time.perf_counter() - began)
    print(f"bythebook settle, one file: {statistics.median(ours):.3f} s (aim: 0.35)")
    print(f"python alone:               {statistics.median(python):.3f} s")


if __name__ == "__main__":
    engine_ratio()
    if EXAMPLE.is_file():
        settle_time()
