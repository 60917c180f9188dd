"""The trainer at practice tables: what choices are worth is told only once one is made.

Whoever trains gets no advice. When they decide, their choice is judged by the advice that they did
not get, and noted in the same history as their drills.
"""

from collections.abc import Iterator

import msgspec

from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.game.state import Hand
from bythebook.game.state import State as Round
from bythebook.house.people.people import Viewer
from bythebook.house.people.practice import Practice
from bythebook.house.tables.advising import DECLINE, Adviser, HandAdvice, Worth
from bythebook.house.tables.live_table import LiveTable, encode
from bythebook.house.tables.requests import Asked, Ready, asked_from_json
from bythebook.house.tables.running_table import setup_of
from bythebook.rulebooks.chapters.game import Game
from bythebook.school.history import answered
from bythebook.school.prepared import prepared_table
from bythebook.school.spots import NEVER_MIND, OFFER, TURN, key_of
from bythebook.table.orders import Decide
from bythebook.table.settings import with_dealing

PATIENCE_SECONDS = 5.0  # for advice that is still being worked out when somebody decides
ACTIONS: dict[type[c.Command], str] = {
    c.Hit: "hit", c.Stand: "stand", c.Double: "double", c.Split: "split", c.Insure: "insure",
    c.TakeEvenMoney: "even-money", c.Surrender: "surrender", c.Withdraw: "withdraw",
    c.NameJoker: "joker", c.Proceed: DECLINE,
}  # fmt: skip
FIRST_TWO = 2


class Chosen(msgspec.Struct, frozen=True):
    """A choice that was made, and what was to be known about it before."""

    key: str  # of its spot
    by_chart: str
    taken: Worth
    advice: HandAdvice


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """What a choice was worth, and how its maker stands since."""

    box: int
    hand: int
    stake: int  # cents
    taken: str
    best: str
    right: bool
    cost: float  # in original wagers
    choices: tuple[Worth, ...]
    asked: int
    all_right: int
    streak: int
    best_streak: int


class Trainer:
    """Knows who trains, and judges what they do."""

    def __init__(self, adviser: Adviser, practice: Practice) -> None:
        self._adviser = adviser
        self._practice = practice

    def follow(self, name: str, on: bool) -> None:
        """Somebody wants to be trained from now on, or not any more."""
        if on and name:
            self._adviser.untold.add(name)
        else:
            self._adviser.untold.discard(name)

    def trains(self, name: str) -> bool:
        return name in self._adviser.untold

    async def before(self, live: LiveTable, viewer: Viewer, text: str) -> list[Chosen]:
        """What a message chooses, if it is a decision: asked before it is carried out."""
        if not self.trains(viewer.name) or not live.run.terms.practice:
            return []
        try:
            action, rank, box = _decision(asked_from_json(text, viewer.name))
        except (Malformed, Refused):
            return []  # whoever carries it out says what is wrong with it
        round_ = live.run.table.round
        if not action or round_ is None:
            return []
        said = await self._adviser.wait(live, PATIENCE_SECONDS)
        hands = said.of(viewer.name).hands if said is not None else ()
        return [
            chosen
            for advice in hands
            if box in (0, advice.box) and len(advice.choices) > 1
            for chosen in _chosen(live, round_, advice, action, rank)
        ]

    async def judge(self, live: LiveTable, viewer: Viewer, chosen: Chosen, now: int) -> str:
        """Note a choice that has been carried out, and say what it was worth."""
        best = chosen.advice.choices[0]
        cost = best.value - chosen.taken.value
        right = cost < NEVER_MIND or chosen.taken.action == chosen.by_chart
        game = _game(live).id
        before = await self._practice.of(viewer.name, game)
        after = answered(before, chosen.key, right=right, cost=cost, seconds=0, now=now)
        await self._practice.keep(viewer.name, game, after, now, viewer.guest)
        judgement = Judgement(
            box=chosen.advice.box,
            hand=chosen.advice.hand,
            stake=chosen.advice.stake,
            taken=_named(chosen.taken),
            best=_named(best),
            right=right,
            cost=cost,
            choices=chosen.advice.choices,
            asked=after.asked,
            all_right=after.right,
            streak=after.streak,
            best_streak=after.best_streak,
        )
        return encode({"judged": judgement})


def _named(worth: Worth) -> str:
    return f"{worth.action} {worth.rank}".strip()


def _game(live: LiveTable) -> Game:
    setup = with_dealing(live.rules, setup_of(live.run))
    return live.rules.book.game(setup.game, setup.decks, setup.options, setup.readings)


def _decision(asked: Asked) -> tuple[str, str, int]:
    """The action, the rank that a joker is named, and the box; no action: it is no decision."""
    if isinstance(asked.what, Ready):
        return DECLINE, "", 0
    if not isinstance(asked.what, Decide):
        return "", "", 0
    command = asked.what.command
    if isinstance(command, c.Insure) and command.on not in ("", command.player):
        return "", "", 0  # another's wager: no choice about a hand of one's own
    action = ACTIONS.get(type(command), "")
    return action, getattr(command, "rank", ""), getattr(command, "box", 0)


def _chosen(
    live: LiveTable, round_: Round, advice: HandAdvice, action: str, rank: str
) -> Iterator[Chosen]:
    for worth in advice.choices:
        if (worth.action, worth.rank) == (action, rank):
            hand = round_.box(advice.box).hands[advice.hand - 1]
            key = spot_key(round_, hand)
            table = prepared_table(_game(live), advice.stake)
            spot = table.spots.get(key) if table is not None else None
            by_chart = spot.by_chart.replace(" ", "-") if spot is not None else ""
            yield Chosen(key, by_chart, worth, advice)


def spot_key(round_: Round, hand: Hand) -> str:
    """Two cards are a spot of their own; other hands go by their total."""
    values = ["T" if card.value == 10 else card.rank for card in (*hand.cards, round_.dealer[0])]
    *mine, up = values
    if len(mine) == FIRST_TWO and not hand.split:
        first, second = sorted(mine, key="A T98765432".index)
        return key_of((first, second), up, OFFER if round_.phase == "offers" else TURN)
    return f"{'soft' if hand.soft else 'hard'} {hand.total} v {up}"
