"""One order as it unfolds: the events so far, and the table as they leave it."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from bythebook import deciders
from bythebook.deciders import MINUTE, tag_of
from bythebook.errors import Malformed, Refused
from bythebook.game.commands import AnyCommand
from bythebook.game.commands import Command as RoundCommand
from bythebook.game.events import AnyEvent
from bythebook.game.events import Event as RoundEvent
from bythebook.game.round import play, refusal
from bythebook.game.state import State as Round
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.conduct import Act, Conduct
from bythebook.rulebooks.chapters.irregularities import Irregularities
from bythebook.rulebooks.tables import TableRules
from bythebook.table import events as e
from bythebook.table.evolve import balanced, evolve, round_moved
from bythebook.table.orders import Order, Setup
from bythebook.table.people.duties import due_after
from bythebook.table.state import Duty, Entry, Player, State, Step


class Decision(deciders.Decision[State]):
    """An order at a table."""

    __slots__ = ("act", "rules")
    evolve = staticmethod(evolve)
    order: Order

    def __init__(self, rules: TableRules, state: State, order: Order, act: Act) -> None:
        super().__init__(state, order, act.clause)
        self.rules = rules
        self.act = act  # the power by which the order is given

    @property
    def conduct(self) -> Conduct:
        return self.rules.conduct

    def game(self) -> Game:
        return game_of(self.rules, self.state)

    def irregularities(self) -> Irregularities:
        found = self.game().rules.irregularities
        if found is None:
            raise Malformed(f"{self.rules.book.id} says nothing about irregularities")
        return found

    def check_nothing_irregular(self) -> None:
        """A card that did not go where it was due is put right before anything else."""
        if self.state.irregular:
            irregular = self.state.irregular[0].card
            clause = self.irregularities().rebuild.clause
            raise Refused(clause, f"{irregular} did not go where it was due: put that right first")

    def player(self, name: str) -> Player:
        return player_of(self.state, name)

    def record(self, about: str = "", player: str = "", act: str = "", clause: str = "") -> None:
        """Write the act into the register, and whom it obliges us to tell."""
        name = act or tag_of(self.order.command)
        self.emit(
            e.Recorded(
                Entry(
                    len(self.state.register) + 1,
                    self.at,
                    self.order.by,
                    name,
                    clause or self.act.clause,
                    self.order.why,
                    player,
                    about,
                    self.order.approved,
                    self.order.second,
                    self.order.asked,
                )
            )
        )
        for told in self.act.then_tell:
            before = None if told.minutes is None else self.at + told.minutes * MINUTE
            self.emit(e.DutyArose(Duty(told.to, name, told.clause, self.at, before, player)))
        for duty in due_after(self.conduct, name, self.at, player):
            self.emit(e.DutyArose(duty))

    def play(self, command: RoundCommand) -> Round:
        """Give the round a command; refused, it raises."""
        if self.state.round is None:
            raise Refused(self.game().rules.wagering.locked.clause, "no round is being played")
        after, events = play(self.game(), self.state.round, command)
        moved = e.RoundMoved(step(command, events))
        # The round has applied its events one by one: they need not be folded a second time.
        self.state = balanced(round_moved(self.state, moved.step, after))
        self.events.append(moved)
        return after

    def play_last(self, command: RoundCommand) -> None:
        """Tell the last round, which is over, what came after it; what it will not hear, it is not
        told: a card that it knows already, held over and dealt again. Nor is there one to tell
        before a table's first round."""
        if not self.state.past:
            return
        last = self.state.past[-1].round
        if refusal(self.game(), last, command) is None:
            self.emit(e.LastRoundMoved(step(command, play(self.game(), last, command)[1])))

    def past_steps_with(self, command: RoundCommand, back: int) -> tuple[Step, ...]:
        """The steps of a round that is over, with one more command given to it after its end."""
        past = self.state.past[-back]
        _, events = play(self.game(), past.round, command)
        return (*past.steps, step(command, events))

    def why_not(self, command: RoundCommand) -> Refused | None:
        if self.state.round is None:
            return Refused(self.game().rules.wagering.locked.clause, "no round is being played")
        return refusal(self.game(), self.state.round, command)


def told(rules: TableRules, state: State, order: Order, clause: str = "") -> Decision:
    """What is told to a table by a machine or by the casino: no power of anybody's at the table."""
    desk = Decision(rules, state, order, Act(says="", by=order.by.role, clause=clause))
    desk.note()
    return desk


def step(command: RoundCommand, events: Sequence[RoundEvent]) -> Step:
    """The classes are open for the engine's sake; what is written down is one of those known."""
    return Step(cast(AnyCommand, command), cast(tuple[AnyEvent, ...], tuple(events)))


def player_of(state: State, name: str) -> Player:
    found = state.players.get(name)
    if found is None:
        raise Malformed(f"{name or 'nobody'} is not at this table")
    return found


def game_of(rules: TableRules, state: State) -> Game:
    """The game in play, with every choice made."""
    return _in_play(rules, state).game


def cards_of(rules: TableRules, state: State) -> int:
    """How many cards the whole shoe or device has."""
    return _in_play(rules, state).cards


class _InPlay(NamedTuple):
    """What follows from a table's set-up; rules and set-up are compared by identity."""

    rules: TableRules
    setup: Setup
    game: Game
    cards: int


# Worked out once for a table, not once for an order. The entry keeps its set-up alive, so that no
# other can have the same identity; there are few at a time, and then they are forgotten together.
_IN_PLAY: dict[int, _InPlay] = {}
_IN_PLAY_MAX = 10_000


def _in_play(rules: TableRules, state: State) -> _InPlay:
    setup = state.setup
    if setup is None:
        raise Malformed("the table has not been opened")
    known = _IN_PLAY.get(id(setup))
    if known is not None and known.rules is rules:
        return known
    game = game_for(rules, setup)
    found = _InPlay(rules, setup, game, len(game.rules.pack.cards(game.decks)))
    if len(_IN_PLAY) >= _IN_PLAY_MAX:
        _IN_PLAY.clear()
    _IN_PLAY[id(setup)] = found
    return found


def game_for(rules: TableRules, setup: Setup) -> Game:
    """The game that a table of this set-up plays, whether it is open or not."""
    game = rules.book.game(setup.game, setup.decks, setup.options, setup.readings)
    return game.for_tournament() if setup.tournament else game
