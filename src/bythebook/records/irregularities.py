"""The lines of a record that begin with `!`: what went wrong, where, and by which clause."""

import re
from collections.abc import Sequence
from typing import get_args

import msgspec

from bythebook.errors import Malformed
from bythebook.game import commands as c
from bythebook.game.events import DEALER, Settled
from bythebook.money import parse_amount

ANYBODY = "*"
FAILURES: dict[str, c.Failure] = {what: what for what in get_args(c.Failure)}
# These name the card they are about by its number among the record's cards.
OF_A_CARD = ("face-up", "ran-out", "no-card", "extra-card")
# These end the round: nothing is dealt after them.
ENDING = ("void", "foreign-card", "missing-card", "malfunction")
# After these a card that has been in play may come again.
SHUFFLING = ("shuffled", "ran-out", "malfunction no-spare")

FORMS = {
    "void": "void CLAUSE [forfeit PLAYER…]",
    "invalid": "invalid BOX PLAYER",
    "face-up": "face-up [N]",
    "ran-out": "ran-out [N] [no-burn]",
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


class Trouble(msgspec.Struct, frozen=True):
    """One irregularity, understood. Box 0 is the dealer's place, or every box."""

    what: str
    box: int = DEALER
    player: str = ""
    clause: str = ""
    detail: str = ""  # how the device failed, whether the card was seen, that no card was burned
    card: int | None = None  # the number of the card it is about, or that comes next
    wagers: tuple[str, ...] = ()
    amount: int | None = None
    hand: int = 0
    settled_too: bool = False
    forfeits: tuple[str, ...] = ()  # whose fraud voids the round


def read_trouble(text: str, where: str) -> Trouble:
    """Understand one irregularity, or say how its kind is written."""
    what, *words = text.split()
    if what not in FORMS:
        known = ", ".join(f"! {form}" for form in FORMS.values())
        raise Malformed(f"no such irregularity; there are: {known}", where)
    trouble = _read(what, words)
    if trouble is None:
        raise Malformed(f"this is written: ! {FORMS[what]}", where)
    return trouble


def _read(what: str, words: list[str]) -> Trouble | None:
    at = None
    if len(words) >= 2 and words[-2] == "at" and FORMS[what].endswith("[at N]"):
        at = _number(words[-1])
        if at is None:
            return None
        words = words[:-2]
    match what, words:
        case "void", [clause]:
            return Trouble(what, clause=clause)
        case "void", [clause, "forfeit", player, *others]:
            return Trouble(what, clause=clause, forfeits=(player, *others))
        case "foreign-card" | "missing-card", []:
            return Trouble(what)
        case "jackpot-failure", []:
            return Trouble(what, card=at)
        case "malfunction", [detail] if detail in FAILURES:
            return Trouble(what, detail=detail, card=at)
        case "invalid" | "withdraw", [box, player] if _number(box):
            return Trouble(what, int(box), player, card=at)
        case "dealer-card" | "refuse", [box] if _number(box):
            return Trouble(what, int(box))
        case "return" | "forfeit", [box, player, clause, *rest] if _number(box) or box == ANYBODY:
            number = DEALER if box == ANYBODY else int(box)
            name = "" if player == ANYBODY else player
            return _wagers_meant(Trouble(what, number, name, clause, card=at), rest)
        case "trim", [box, player, clause, *rest] if _number(box):
            meant = _wagers_meant(Trouble(what, int(box), player, clause, card=at), rest)
            return meant if meant is not None and meant.amount else None
        case "shuffled", [clause]:
            return Trouble(what, clause=clause, card=at)
        case _:
            return _read_card(what, words)


def _read_card(what: str, words: list[str]) -> Trouble | None:
    """An irregularity of one card: its number comes last, if it is given."""
    if what not in OF_A_CARD:
        return None
    detail = ""
    box = DEALER
    if what == "ran-out" and words[-1:] == ["no-burn"]:
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
    return Trouble(what, box, detail=detail, card=int(words[0]) if words else None)


def _wagers_meant(trouble: Trouble, words: list[str]) -> Trouble | None:
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
    one = trouble.box != DEALER and trouble.player and len(words) <= 1
    if part and (trouble.what == "forfeit" or settled_too or not one):
        return None
    return msgspec.structs.replace(
        trouble, wagers=tuple(words), amount=amount, hand=hand, settled_too=settled_too
    )


def _number(word: str) -> int | None:
    return int(word) if _NUMBER.fullmatch(word) else None


# What is done about it


def trims(trouble: Trouble, rows: Sequence[Settled]) -> list[c.TrimSettled]:
    """The settled wagers that may be meant, in the order in which they were settled."""
    assert trouble.amount is not None
    wager = trouble.wagers[0] if trouble.wagers else "main"
    place = (trouble.box, trouble.player, wager)
    return [
        c.TrimSettled(number, trouble.amount, trouble.clause)
        for number, row in enumerate(rows)
        if (row.box, row.player, row.wager) == place and trouble.hand in (0, row.hand)
    ]


def command_of(trouble: Trouble) -> c.Command:
    """The command behind an irregularity that takes no card with it."""
    match trouble.what:
        case "void":
            return c.VoidRound(trouble.clause, trouble.forfeits)
        case "invalid":
            return c.InvalidateWagers(trouble.box, trouble.player)
        case "no-card":
            return c.MissCard()
        case "foreign-card" | "missing-card":
            return c.FindWrongCard(trouble.what == "missing-card")
        case "malfunction":
            return c.ReportMalfunction(FAILURES[trouble.detail])
        case "withdraw":
            return c.TakeBack(trouble.box, trouble.player)
        case "dealer-card":
            return c.CallDealerCard(trouble.box)
        case "refuse":
            return c.RefuseCard(trouble.box)
        case "jackpot-failure":
            return c.FailJackpot()
        case _:
            return _return_of(trouble)


def _return_of(trouble: Trouble) -> c.Command:
    if trouble.amount is None:
        return c.ReturnWagers(
            trouble.clause,
            trouble.player,
            trouble.box,
            trouble.wagers,
            trouble.what == "forfeit",
            hand=trouble.hand,
            settled_too=trouble.settled_too,
        )
    wager = trouble.wagers[0] if trouble.wagers else "main"
    return c.ReduceWager(
        trouble.box, trouble.player, trouble.amount, trouble.clause, wager, trouble.hand or 1
    )
