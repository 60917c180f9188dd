"""A shift in words: what the trainee sees now, and what an order means."""

from bythebook.cards import Card
from bythebook.dealer_school.players import signal, wish
from bythebook.dealer_school.shift import Shift, coming, owed, unpaid
from bythebook.deciders import Command, tag_of
from bythebook.errors import Malformed, Refused
from bythebook.game.decisions import decider
from bythebook.money import format_amount
from bythebook.table import orders as o
from bythebook.table.decision import game_of
from bythebook.table.due import what_is_due
from bythebook.table.powers import entry_of, title

MAIN = "main"
_BETWEEN = {
    "shuffle": "The cards lie before you, not shuffled.",
    "cut": "The stack is to be cut; no player wants to.",
    "insert": "The cards are cut. The cutting card is in your hand.",
    "burn": "The shoe is loaded, and no card has been drawn yet.",
    "put-right": "A card lies where none was due.",
    "check": "The cards cannot be dealt on as they are.",
}
_DETAILS = ("to", "box", "player", "how", "wager", "clause")


def scene(shift: Shift) -> list[str]:
    """What is to be seen at the table now, without what the book says about it."""
    if shift.ended:
        return ["The shift is over."]
    planted = shift.planted
    if planted is not None:
        return [planted.says]
    if owed(shift):
        return ["What has just happened still asks for something."]
    if unpaid(shift) and not shift.waits:
        return ["The round is over: pay and take, box by box."]
    return _by_due(shift)


def _by_due(shift: Shift) -> list[str]:
    table = shift.table
    due = what_is_due(shift.rules, table)
    card = f"The next card out of the shoe is {coming(shift)}."
    match due.what:
        case "wagers":
            return [*_lying(shift), card]
        case "card":
            return [card]
        case "cut" if due.player:
            return [f"{due.player} does not want to cut."]
        case "decision":
            wants = wish(game_of(shift.rules, table), shift.lesson, table)
            place = table.playing.box(due.box or 0)
            name = decider(place, place.hands[due.hand - 1]) or "Nobody"
            return [signal(wants, name)] if wants is not None else []
        case "offer":
            wants = wish(game_of(shift.rules, table), shift.lesson, table)
            if wants is None:
                return ["Nobody wants more of what is offered."]
            return [signal(wants, str(getattr(wants, "player", "")))]
    return [_BETWEEN[due.what]] if due.what in _BETWEEN else []


def _lying(shift: Shift) -> list[str]:
    round_ = shift.table.round
    wagers = [one for one in round_.wagers if one.live] if round_ is not None else []
    if not wagers:
        return ["Nobody has put a wager down."]
    said = ", ".join(
        f"{w.player} {format_amount(w.amount)} on box {w.box}"
        + (f" ({wager_title(shift, w.kind)})" if w.kind != MAIN else "")
        for w in wagers
    )
    return [f"Wagers lie there: {said}. Nobody wants to add to them."]


def words_of(shift: Shift, command: Command) -> str:
    """What an order does, in the words of the book's own acts, with what it is about."""
    order = o.Order(by=shift.trainee, at=shift.now, command=command)
    if isinstance(command, o.Decide):
        inner = command.command
        box = getattr(inner, "box", 0)
        words = tag_of(inner)
        spaced = "".join(f" {c.lower()}" if c.isupper() else c for c in words).strip()
        return f"{spaced}, box {box}" if box else spaced
    try:
        says = entry_of(shift.rules, shift.table, order).says
    except (Refused, Malformed):
        says = tag_of(command).replace("-", " ")
    about = [_card(command)]
    for name in _DETAILS:
        value = getattr(command, name, None)
        if value not in (None, "", MAIN) and not (name == "box" and value == 0):
            about.append(_detail(shift, command, name, value))
    told = ", ".join(one for one in about if one)
    return f"{says} ({told})" if told else says


def _card(command: Command) -> str:
    card = getattr(command, "card", None)
    return str(card) if isinstance(card, Card) else ""


def _detail(shift: Shift, command: Command, name: str, value: object) -> str:
    if isinstance(command, o.Tell):
        return title(shift.rules.conduct, str(value)) if name == "to" else str(value)
    if name in ("to", "box"):
        return "the dealer's place" if value == 0 else f"box {value}"
    return f"clause {value}" if name == "clause" else str(value)


def wager_title(shift: Shift, wager: str) -> str:
    """How a wager is called at the table; nothing, for the one that everybody has."""
    sides = game_of(shift.rules, shift.table).rules.side_wagers
    if wager == MAIN:
        return ""
    return sides[wager].title if wager in sides else wager


def payment_in_words(shift: Shift, box: int, player: str, wager: str, cents: int) -> str:
    called = wager_title(shift, wager)
    where = f"{player}, box {box}" + (f", {called}" if called else "")
    if cents > 0:
        return f"pay {format_amount(cents)} ({where})"
    return f"take {format_amount(-cents)} ({where})" if cents else f"leave it ({where})"
