"""The players of a lesson: what they wager, and what they decide when it is their turn."""

from bythebook.dealer_school.lesson import Lesson, Seat
from bythebook.deciders import tag_of
from bythebook.game import commands as c
from bythebook.game import legal
from bythebook.game.hands import total
from bythebook.game.state import State as Round
from bythebook.money import parse_amount
from bythebook.rulebooks import Game
from bythebook.table import orders as o
from bythebook.table.state import State

ENOUGH = 17  # a careful player asks for no card from here on
# How a lesson writes what a player decides.
WORDS: dict[str, type[c.Command]] = {
    "hit": c.Hit, "stand": c.Stand, "double": c.Double, "split": c.Split, "insure": c.Insure,
    "even-money": c.TakeEvenMoney, "surrender": c.Surrender,
}  # fmt: skip
# What a dealer sees of it.
SIGNALS = {
    "Hit": "taps the table: another card",
    "Stand": "waves a flat hand: no card",
    "Double": "puts chips beside the wager, one finger up: a double",
    "Split": "puts chips beside the wager, two fingers apart: a split",
    "Insure": "puts chips on the insurance line",
    "TakeEvenMoney": "asks for even money",
    "Surrender": "draws a line behind the wager: surrender",
    "NameJoker": "names the joker",
}


def wagers_of(lesson: Lesson, round_: int) -> list[o.Place]:
    """What is put down for a round, main wagers first."""
    placed = [
        o.Place(seat.box, seat.name, parse_amount(amount), wager)
        for seat in lesson.players
        if not seat.rounds or round_ in seat.rounds
        for wager, amount in seat.wagers.items()
    ]
    return sorted(placed, key=lambda one: one.wager != "main")


def wish(game: Game, lesson: Lesson, table: State) -> c.Command | None:
    """What the player in turn decides now; None: nobody wants anything."""
    round_ = table.playing
    open_ = [one for one in legal(game, round_) if not isinstance(one, c.CloseBetting)]
    seats = {seat.box: seat for seat in lesson.players}
    if round_.phase == "turns":
        return _of_turn(round_, open_, seats.get(round_.at[0]), table)
    if round_.phase == "naming":
        named = [one for one in open_ if isinstance(one, c.NameJoker)]
        return named[0] if named else None
    for one in open_:
        seat = seats.get(getattr(one, "box", 0))
        asked = seat is not None and seat.name == getattr(one, "player", "")
        if asked and seat is not None and _asks(seat, one):
            return one
    return None


def _asks(seat: Seat, command: c.Command) -> bool:
    words = {kind: word for word, kind in WORDS.items()}
    offered = isinstance(command, c.Insure | c.TakeEvenMoney | c.Surrender)
    return offered and words[type(command)] in seat.plays.split()


def _of_turn(
    round_: Round, open_: list[c.Command], seat: Seat | None, table: State
) -> c.Command | None:
    box, number = round_.at
    mine = [one for one in open_ if getattr(one, "box", 0) == box]
    offered = (c.Insure, c.TakeEvenMoney, c.Surrender)
    said = [word for word in (seat.plays.split() if seat else ()) if WORDS.get(word) not in offered]
    done = [one for one in decided(table) if getattr(one, "box", 0) == box]
    if len(done) < len(said):
        for one in mine:
            if isinstance(one, WORDS.get(said[len(done)], ())):
                return one
    careful: type[c.Command] = c.Stand
    if total(round_.hand(box, number).cards)[0] < ENOUGH:
        careful = c.Hit
    for kind in (careful, c.Stand, c.Hit):
        for one in mine:
            if type(one) is kind:
                return one
    return mine[0] if mine else None


def decided(table: State) -> list[c.Command]:
    """The decisions of this round so far, in order."""
    turned = (c.Hit, c.Stand, c.Double, c.Split)
    return [step.command for step in table.steps if isinstance(step.command, turned)]


def signal(command: c.Command, player: str) -> str:
    box = getattr(command, "box", 0)
    seen = SIGNALS.get(tag_of(command), "")
    rank = f" {command.rank}" if isinstance(command, c.NameJoker) else ""
    return f"{player} (box {box}) {seen}{rank}."
