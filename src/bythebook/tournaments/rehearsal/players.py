"""Automatic players for a rehearsal: sensible, each with a temper, the same for the same seed.

They say what they would like to do, best first; whoever runs the table lets them do the first of
it that the rules allow.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from bythebook.deciders import Command
from bythebook.draws import below, words
from bythebook.game import commands as g
from bythebook.game.hands import total
from bythebook.game.state import Hand
from bythebook.game.state import State as Round
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.state import Competitor, Form, Session, limits_now, unit_now

Item = TypeVar("Item")

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_LAST_HANDS = 3
_DEALER_STRONG = 7


class Chance:
    """Numbers out of a seed, in the order in which they are asked for."""

    def __init__(self, seed: str) -> None:
        self._source: Iterator[int] = words(seed)

    def below(self, bound: int) -> int:
        return below(bound, self._source)

    def one_in(self, times: int) -> bool:
        return self.below(times) == 0

    def seed(self) -> str:
        """A seed of its own for something else."""
        return "".join(f"{next(self._source):016x}" for _ in range(4))

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        left = list(items)
        for place in range(len(left) - 1):
            chosen = place + self.below(len(left) - place)
            left[place], left[chosen] = left[chosen], left[place]
        return left


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody plays."""

    boldness: int  # 0 to 9
    secretive: bool = False
    careful: bool = False  # lays down a pass card when ahead
    careless: bool = False  # now and then puts down what is not allowed
    late: int = 0  # comes in this hand of a session; 0: in time


def temper(chance: Chance) -> Temper:
    return Temper(
        boldness=chance.below(10),
        secretive=chance.one_in(2),
        careful=chance.one_in(3),
        careless=chance.one_in(8),
        late=2 if chance.one_in(30) else 0,
    )


def in_words(number: int) -> str:
    """An amount as a form wants it written.

    >>> in_words(1255)
    'one thousand two hundred fifty-five'
    """
    if number < len(_ONES):
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    for scale, name in ((1_000_000, "million"), (1_000, "thousand"), (100, "hundred")):
        if number >= scale:
            many, rest = divmod(number, scale)
            return f"{in_words(many)} {name}" + (f" {in_words(rest)}" if rest else "")
    return ""


# Wagers


def wagers(session: Session, player: str, mind: Temper, chance: Chance) -> list[Command]:
    """What somebody would like to do when a wager is due."""
    me = session.players[player]
    least, most = limits_now(session)
    amount = _amount(session, me, mind, chance)
    wanted: list[Command] = []
    ahead = _lead(session, me) > 0
    if mind.careless and chance.one_in(12):
        wanted.append(c.Wager(most + unit_now(session)))
    if session.terms.vouchers is not None and session.marker == me.box and chance.one_in(2):
        wanted.append(c.DrawVoucher())
    if me.passes and ((mind.careful and ahead and chance.one_in(4)) or me.chips < least):
        wanted.append(c.PlayPass())
    if me.secrets and mind.secretive and (_hands_left(session) == 0 or chance.one_in(10)):
        wanted.append(_secret(me, amount))
    return [*wanted, c.Wager(amount), c.Wager(least), c.PlayPass()]


def _secret(me: Competitor, amount: int) -> c.HandIn:
    form = Form(
        name=me.player,
        seat=me.box,
        figures=str(amount),
        words=in_words(amount),
        type="main wager",
        signed=True,
    )
    return c.HandIn(form, alone=True)


def _amount(session: Session, me: Competitor, mind: Temper, chance: Chance) -> int:
    """Little while there is time; what is needed to catch up or to stay ahead at the end."""
    least, most = limits_now(session)
    lead = _lead(session, me)
    wish = least * (1 + chance.below(2 + mind.boldness // 2))
    if _hands_left(session) < _LAST_HANDS:
        wish = least if lead > most else max(wish, abs(lead) + unit_now(session))
    wish = min(wish, most, me.chips)
    return max(least, wish - wish % unit_now(session))


def _lead(session: Session, me: Competitor) -> int:
    """By how much one is ahead of the best of the others; below nothing: behind."""
    others = [each.chips for each in session.active() if each.player != me.player]
    return me.chips - max(others, default=0)


def _hands_left(session: Session) -> int:
    hands = session.terms.length.hands
    return 99 if hands is None else max(0, hands - session.hand)


# Decisions


def decisions(session: Session, player: str, chance: Chance) -> list[Command]:
    """What somebody would like to do with the hand that waits for it; nothing: stay silent."""
    round_ = session.round
    me = session.players[player]
    if round_ is None:
        return []
    if round_.phase == "offers":
        insures = chance.one_in(25)
        holds = any(place.number == me.box for place in round_.boxes)  # whoever passed has no hand
        return [c.Decide(g.Insure(me.box, _half(round_, me.box)))] if insures and holds else []
    if round_.at[0] != me.box:
        return []
    hand = round_.box(me.box).hands[round_.at[1] - 1]
    if round_.phase == "naming":
        return [c.Decide(g.NameJoker(me.box, rank)) for rank in _names(hand)]
    if round_.phase != "turns":
        return []
    return [c.Decide(command) for command in _plays(round_, me.box, hand)]


def _half(round_: Round, box: int) -> int:
    return max(1, sum(round_.box(box).originals.values()) // 2)


def _names(hand: Hand) -> str:
    """The value that makes the best hand of a joker, then any other."""
    named = tuple(card for card in hand.cards if not card.joker)
    missing = 21 - total(named)[0]
    best = "A" if missing in (1, 11) or missing > 11 else "T" if missing == 10 else str(missing)
    return best + "A23456789T" if best in "A23456789T" else "A23456789T"


def _plays(round_: Round, box: int, hand: Hand) -> list[g.AnyCommand]:
    shown = round_.dealer[0].value if round_.dealer else 10
    strong = shown >= _DEALER_STRONG or shown == 1
    ranks = {card.rank for card in hand.cards}
    hit, stand = g.Hit(box), g.Stand(box)
    first = len(hand.cards) == 2
    if first and len(ranks) == 1 and ranks <= {"A", "8"}:
        return [g.Split(box), hit, stand]
    if first and not hand.soft and hand.total in (10, 11):
        return [g.Double(box), hit, stand]
    enough = 18 if hand.soft else 17 if strong else 12
    return [stand, hit] if hand.total >= enough else [hit, stand]
