"""The lines of a record that begin with `!`: what went wrong, where, and by which clause.

line ──read_irregularity──▶ Irregularity ──command_of──▶ command ──line_of──▶ line
"""

import re
from collections.abc import Sequence
from typing import get_args

import msgspec

from bythebook.errors import Malformed, Refused, given
from bythebook.game import commands as c
from bythebook.game.events import DEALER, CardMissed, Settled, WagerTakenBack
from bythebook.game.returns import ONLY_VOIDS_FORFEIT
from bythebook.game.voids import void_rule
from bythebook.money import format_amount, parse_amount
from bythebook.rulebooks.chapters.game import Rules
from bythebook.table.state import Step

ANYBODY = "*"
FAILURES: dict[str, c.Failure] = {what: what for what in get_args(c.Failure)}
# These name the card they are about by its number among the record's cards.
OF_A_CARD = ("face-up", "ran-out", "no-card", "extra-card")
# These end the round: nothing is dealt after them.
ENDING = ("void", "foreign-card", "missing-card", "malfunction")

# These name the clause that lets it be done.
CITING = ("return", "forfeit", "trim", "shuffled")

FORMS = {
    "void": "void CLAUSE [forfeit PLAYER…]",
    "invalid": "invalid BOX PLAYER",
    "face-up": "face-up [N]",
    "ran-out": "ran-out [N] [no-burn|unseen|nothing-left]",
    "no-card": "no-card BOX|dealer [N]",
    "extra-card": "extra-card exposed|unexposed [N]",
    "foreign-card": "foreign-card",
    "missing-card": "missing-card",
    "malfunction": f"malfunction {'|'.join(FAILURES)} [at N]",
    "withdraw": "withdraw BOX PLAYER [at N]",
    "dealer-card": "dealer-card BOX",
    "refuse": "refuse BOX",
    "jackpot-failure": "jackpot-failure [at N]",
    "return": "return BOX|* PLAYER|* CLAUSE [WAGER…] [AMOUNT] [hand H] [settled] [at N]",
    "forfeit": "forfeit BOX|* PLAYER|* CLAUSE [WAGER…] [hand H] [settled] [at N]",
    "trim": "trim BOX PLAYER CLAUSE [WAGER] AMOUNT [hand H] [at N]",
    "shuffled": "shuffled CLAUSE [at N]",
}

_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_WAGER = re.compile(r"[a-z][a-z0-9-]{0,29}")


class Irregularity(msgspec.Struct, frozen=True):
    """One irregularity, understood. Box 0 is the dealer's place, or every box."""

    what: str
    box: int = DEALER
    player: str = ""
    clause: str = ""
    detail: str = ""  # how the device failed, whether the card was seen, whether one was burned
    card: int | None = None  # the number of the card it is about, or that comes next
    wagers: tuple[str, ...] = ()
    amount: int | None = None
    hand: int = 0
    settled_too: bool = False
    forfeits: tuple[str, ...] = ()  # whose fraud voids the round


def read_irregularity(text: str, where: str) -> Irregularity:
    """Understand one irregularity, or say how its kind is written."""
    what, *words = text.split()
    if what not in FORMS:
        known = ", ".join(f"! {form}" for form in FORMS.values())
        raise Malformed(f"no such irregularity; there are: {known}", where)
    irregularity = _read(what, words)
    if irregularity is None:
        raise Malformed(f"this is written: ! {FORMS[what]}", where)
    return irregularity


def _read(what: str, words: list[str]) -> Irregularity | None:
    at = None
    if len(words) >= 2 and words[-2] == "at" and FORMS[what].endswith("[at N]"):
        at = _number(words[-1])
        if at is None:
            return None
        words = words[:-2]
    match what, words:
        case "void", [clause]:
            return Irregularity(what, clause=clause)
        case "void", [clause, "forfeit", player, *others]:
            return Irregularity(what, clause=clause, forfeits=(player, *others))
        case "foreign-card" | "missing-card", []:
            return Irregularity(what)
        case "jackpot-failure", []:
            return Irregularity(what, card=at)
        case "malfunction", [detail] if detail in FAILURES:
            return Irregularity(what, detail=detail, card=at)
        case "invalid" | "withdraw", [box, player] if _number(box):
            return Irregularity(what, int(box), player, card=at)
        case "dealer-card" | "refuse", [box] if _number(box):
            return Irregularity(what, int(box))
        case "return" | "forfeit", [box, player, clause, *rest] if _number(box) or box == ANYBODY:
            number = DEALER if box == ANYBODY else int(box)
            name = "" if player == ANYBODY else player
            return _wagers_meant(Irregularity(what, number, name, clause, card=at), rest)
        case "trim", [box, player, clause, *rest] if _number(box):
            meant = _wagers_meant(Irregularity(what, int(box), player, clause, card=at), rest)
            return meant if meant is not None and meant.amount else None
        case "shuffled", [clause]:
            return Irregularity(what, clause=clause, card=at)
        case _:
            return _read_card(what, words)


def _read_card(what: str, words: list[str]) -> Irregularity | None:
    """An irregularity of one card: its number comes last, if it is given."""
    if what not in OF_A_CARD:
        return None
    detail = ""
    box = DEALER
    if what == "ran-out" and words[-1:] in (["no-burn"], ["unseen"], ["nothing-left"]):
        detail = words.pop()
    elif what == "extra-card":
        detail = words.pop(0) if words else ""
        if detail not in ("exposed", "unexposed"):
            return None
    elif what == "no-card":
        place = words.pop(0) if words else ""
        if place != "dealer" and not _number(place):
            return None
        box = DEALER if place == "dealer" else int(place)
    if len(words) > 1 or (words and not _number(words[0])):
        return None
    return Irregularity(what, box, detail=detail, card=int(words[0]) if words else None)


def _wagers_meant(irregularity: Irregularity, words: list[str]) -> Irregularity | None:
    """Read which wagers go back; a part goes back of one wager of one player on one box."""
    hand = 0
    settled_too = words[-1:] == ["settled"]
    if settled_too:
        words = words[:-1]
    if len(words) >= 2 and words[-2] == "hand":
        number = _number(words[-1])
        if number is None:
            return None
        hand, words = number, words[:-2]
    amount = None
    if words and words[-1][:1].isdigit():
        try:
            amount = parse_amount(words[-1])
        except Malformed:
            return None
        words = words[:-1]
    if not all(_WAGER.fullmatch(word) for word in words):
        return None
    part = amount is not None
    one = irregularity.box != DEALER and irregularity.player and len(words) <= 1
    if part and (irregularity.what == "forfeit" or settled_too or not one):
        return None
    return msgspec.structs.replace(
        irregularity, wagers=tuple(words), amount=amount, hand=hand, settled_too=settled_too
    )


def _number(word: str) -> int | None:
    return int(word) if _NUMBER.fullmatch(word) else None


# What is done about it


def why_not_forfeited(
    irregularity: Irregularity, rules: Rules, lines: Sequence[Irregularity | None]
) -> Refused | None:
    """A wager is forfeited only beside a void, by the clause that lets that void do it."""
    for line in lines:
        found = void_rule(rules, line.clause) if line is not None and line.what == "void" else None
        forfeit = found[1].forfeit if found is not None else None
        if forfeit is not None and forfeit.clause == irregularity.clause:
            return None
    return Refused(irregularity.clause, ONLY_VOIDS_FORFEIT)


def why_not_returned(irregularity: Irregularity, rules: Rules) -> Refused | None:
    """Why the clause cited does not let a wager go back in this game."""
    clause = irregularity.clause
    if rules.returns is None:
        return None
    rule = rules.returns.get(clause)
    if rule is None:
        return Refused(clause, f"by this clause no wager of {rules.title} goes back")
    if rule.wagers and set(irregularity.wagers or ("main",)) - set(rule.wagers):
        return Refused(clause, f"by this clause only {' and '.join(rule.wagers)} goes back")
    if irregularity.amount is not None and not rule.part:
        return Refused(clause, "by this clause a wager goes back whole")
    if irregularity.settled_too and not rule.settled:
        return Refused(clause, "by this clause only what is undecided goes back")
    return None


def trims(irregularity: Irregularity, rows: Sequence[Settled]) -> list[c.TrimSettled]:
    """The settled wagers that may be meant, in the order in which they were settled."""
    wager = irregularity.wagers[0] if irregularity.wagers else "main"
    place = (irregularity.box, irregularity.player, wager)
    return [
        c.TrimSettled(number, given(irregularity.amount), irregularity.clause)
        for number, row in enumerate(rows)
        if (row.box, row.player, row.wager) == place and irregularity.hand in (0, row.hand)
    ]


def command_of(irregularity: Irregularity) -> c.Command:
    """The command behind an irregularity that takes no card with it."""
    match irregularity.what:
        case "void":
            return c.VoidRound(irregularity.clause, irregularity.forfeits)
        case "invalid":
            return c.InvalidateWagers(irregularity.box, irregularity.player)
        case "no-card":
            return c.MissCard()
        case "foreign-card" | "missing-card":
            return c.FindWrongCard(irregularity.what == "missing-card")
        case "malfunction":
            return c.ReportMalfunction(FAILURES[irregularity.detail])
        case "withdraw":
            return c.TakeBack(irregularity.box, irregularity.player)
        case "dealer-card":
            return c.CallDealerCard(irregularity.box)
        case "refuse":
            return c.RefuseCard(irregularity.box)
        case "jackpot-failure":
            return c.FailJackpot()
        case _:
            return _return_of(irregularity)


def _return_of(irregularity: Irregularity) -> c.Command:
    if irregularity.amount is None:
        return c.ReturnWagers(
            irregularity.clause,
            irregularity.player,
            irregularity.box,
            irregularity.wagers,
            irregularity.what == "forfeit",
            hand=irregularity.hand,
            settled_too=irregularity.settled_too,
        )
    wager = irregularity.wagers[0] if irregularity.wagers else "main"
    return c.ReduceWager(
        irregularity.box,
        irregularity.player,
        irregularity.amount,
        irregularity.clause,
        wager,
        irregularity.hand or 1,
    )


# How it is written down


def line_of(step: Step, next_card: int, rows: Sequence[Settled]) -> str | None:
    """The line of a command that was given because something went wrong; of others None.

    `next_card` is the number of the card that comes next, `rows` what was settled before.
    """
    match step.command:
        case c.VoidRound(clause, forfeits):
            return " ".join(("void", clause, *(("forfeit", *forfeits) if forfeits else ())))
        case c.InvalidateWagers(box, player):
            return f"invalid {box} {player}"
        case c.FindWrongCard(missing):
            return "missing-card" if missing else "foreign-card"
        case c.ReportMalfunction(what):
            return f"malfunction {what} at {next_card}"
        case c.TakeBack(box):
            return f"withdraw {box} {_who_took_back(step)} at {next_card}"
        case c.CallDealerCard(box):
            return f"dealer-card {box}"
        case c.RefuseCard(box):
            return f"refuse {box}"
        case c.FailJackpot():
            return f"jackpot-failure at {next_card}"
        case c.ReturnWagers():
            return f"{_line_of_return(step.command)} at {next_card}"
        case c.ReduceWager():
            return f"{_line_of_part(step.command)} at {next_card}"
        case c.TrimSettled():
            return f"{_line_of_trim(step.command, rows[step.command.row])} at {next_card}"
        case _:
            return _line_of_card(step, next_card)


def _line_of_card(step: Step, next_card: int) -> str | None:
    match step.command:
        case c.BurnFaceUp():
            return f"face-up {next_card}"
        case c.RunOut(_, forgotten, unseen, nothing_left):
            burn = " no-burn" if forgotten else " unseen" if unseen else ""
            return f"ran-out {next_card}{' nothing-left' if nothing_left else burn}"
        case c.LayExtraCard(_, exposed):
            return f"extra-card {'exposed' if exposed else 'unexposed'} {next_card}"
        case c.MissCard():
            missed = next(event for event in step.events if isinstance(event, CardMissed))
            return f"no-card {missed.box if missed.box != DEALER else 'dealer'} {next_card}"
    return None


def _who_took_back(step: Step) -> str:
    """Named, or whoever decides for the box."""
    return next(event.player for event in step.events if isinstance(event, WagerTakenBack))


def _line_of_return(command: c.ReturnWagers) -> str:
    words = ["forfeit" if command.forfeited else "return"]
    words += [str(command.box or ANYBODY), command.player or ANYBODY]
    words += [command.clause, *command.wagers]
    words += ["hand", str(command.hand)] if command.hand else []
    words += ["settled"] if command.settled_too else []
    return " ".join(words)


def _line_of_part(command: c.ReduceWager) -> str:
    words = ["return", str(command.box), command.player, command.clause, command.wager]
    words += [format_amount(command.amount)]
    words += ["hand", str(command.hand)] if command.wager == "main" else []
    return " ".join(words)


def _line_of_trim(command: c.TrimSettled, row: Settled) -> str:
    words = [str(row.box), row.player, command.clause, row.wager, format_amount(command.amount)]
    words += ["hand", str(row.hand)] if row.hand else []
    return " ".join(("trim", *words))
