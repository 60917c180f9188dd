"""The running book: what happened at a table, line by line, as everybody there may know it.

Only what is listed here is told. A card that nobody has seen has no face in these lines, and what
concerns one player alone (loss limits, warnings, disputes) is left to the registers.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Any

from bythebook.game import events as g
from bythebook.game.state import State as Round
from bythebook.house.tables import table_log as h
from bythebook.house.tables.inscription import in_words
from bythebook.house.tables.views import LineView
from bythebook.money import Amount
from bythebook.phrases import both, phrase, phrases
from bythebook.records.story import Called, tell_event
from bythebook.table import State as TableState
from bythebook.table import events as e
from bythebook.table.cards.face_down import as_seen
from bythebook.table.orders import TakeOff

LINES_PER_EVENT = 1000  # a line's number is its event's version and its place within it

# What the round tells that only repeats what is to be seen anyway.
_SILENT = frozenset(
    (g.CardCalled, g.TurnCame, g.PlayersDone, g.HandHit, g.RoundEnded, g.MeterChanged)
)
_DECISIONS = frozenset((
    g.HandStood, g.HandDoubled, g.HandSplit, g.StakeMatched, g.StakeMoved, g.InsurancePlaced,
    g.InsuranceClaimed, g.EvenMoneyTaken, g.WagerSurrendered, g.JokerNamed, g.AbsenceDeclared,
))  # fmt: skip
_WRONG = frozenset((
    g.CardBurned, g.CardHeldOver, g.CardsRanOut, g.WrongCardFound, g.DeviceFailed,
    g.JackpotFailed, g.ReturnOrdered, g.CardMissed, g.RoundVoided, g.WagersInvalidated,
))  # fmt: skip


def _sign(event: e.SignDisplayed) -> str:
    sign = event.sign
    if sign.player:
        return phrase("A marker stands at a player's box")
    limits = [
        phrase("{wager} {least} to {most}", wager=wager, least=Amount(least), most=Amount(most))
        for wager, (least, most) in sign.limits.items()
    ]
    if limits:
        every = reduce(lambda a, b: phrase("{first}, {second}", first=a, second=b), limits)
        return phrase("A sign goes up ({kind}): {text}", kind=sign.kind, text=every)
    if sign.text:
        return phrase("A sign goes up ({kind}): {text}", kind=sign.kind, text=sign.text)
    return phrase("A sign goes up ({kind})", kind=sign.kind)


def _limits(event: e.LimitsChanged) -> str:
    least, most = event.limits.get("main", (0, 0))
    return phrase("New limits: {least} to {most}", least=Amount(least), most=Amount(most))


def _irregular_card(event: e.IrregularCardFound) -> str:
    if event.exposed:
        return phrase(
            "{card} did not go where it was due: the table waits until that is put right",
            card=str(event.card),
        )
    return phrase("A card did not go where it was due: the table waits until that is put right")


def _cut(event: e.CardsCut) -> str:
    if event.player:
        return phrase(
            "{player} cut the cards, {n} from the front", player=event.player, n=event.from_front
        )
    return phrase("The staff cut the cards, {n} from the front", n=event.from_front)


_TOLD: dict[type[e.Event], Callable[[Any], str]] = {
    e.TableOpened: lambda v: phrase("The table is open"),
    e.ClosingAnnounced: lambda v: (
        phrases(v.rounds, "The table closes in {n} round", "The table closes in {n} rounds")
        if v.rounds
        else phrase("The table is about to close")
    ),
    e.TableClosed: lambda v: phrase("The table is closed"),
    e.GameChanged: lambda v: phrase("The game has changed"),
    e.EditionAdopted: lambda v: phrase(
        "From now on the table plays by edition {edition}", edition=v.edition
    ),
    e.FaceDownAllowed: lambda v: phrase(
        "From the next round on players' first cards lie face down"
    ),
    e.SignDisplayed: _sign,
    e.LimitsChanged: _limits,
    e.CardsShuffled: lambda v: phrase("The cards are shuffled"),
    e.ShuffleDue: lambda v: (
        phrase("The cards will be shuffled now")
        if v.at_once
        else phrase("The cards are shuffled after this round")
    ),
    e.CutDeclined: lambda v: phrase("{player} does not cut", player=v.player),
    e.CardsCut: _cut,
    e.CuttingCardInserted: lambda v: phrase(
        "The cutting card goes in, {n} from the back", n=both(*map(str, v.from_back))
    ),
    e.CardBurned: lambda v: (
        phrase("A card is burned")
        if v.card is None
        else phrase("{card} is burned", card=str(v.card))
    ),
    e.BurnForgotten: lambda v: phrase("The burn was forgotten: the first card stays in play"),
    e.CuttingCardOut: lambda v: phrase("The cutting card comes out"),
    e.CardReplaced: lambda v: phrase("A card is replaced by its like"),
    e.RackReloaded: lambda v: phrase("The discards go back into the device"),
    e.ChecksDue: lambda v: phrase("The cards are checked before play goes on"),
    e.CardsChecked: lambda v: phrase("The cards have been checked"),
    e.BettingCalled: lambda v: phrase("No more bets"),
    e.BettingReopened: lambda v: phrase("Wagers may be placed again"),
    e.IrregularCardFound: _irregular_card,
    e.IrregularityResolved: lambda v: phrase("That is put right ({how})", how=v.how),
    e.CardsPutNext: lambda v: phrase("Cards drawn before are used first"),
    e.NextBurned: lambda v: phrase("The cards drawn before are burned"),
    e.EntryTakenBack: lambda v: phrase("The last card was put down wrongly"),
    e.RoundRewound: lambda v: phrase("The round goes back to where it went wrong"),
    e.LastRoundCorrected: lambda v: phrase("An earlier round is decided anew"),
    e.WithdrawalsOpened: lambda v: phrase("Wagers may be taken back"),
    e.WithdrawalsClosed: lambda v: phrase("No more wagers are taken back"),
    e.PlayHeldUp: lambda v: (
        phrase("No round begins for the moment") if v.clause else phrase("Rounds may begin")
    ),
    e.WagerSuspended: lambda v: phrase("{wager} is closed for the moment", wager=v.wager),
    e.WagerResumed: lambda v: phrase("{wager} is open again", wager=v.wager),
    e.DealingChanged: lambda v: phrase("Cards are dealt another way from here on"),
}


def lines_of(
    happening: h.Happening,
    before: TableState,
    version: int,
    round_number: int,
    called: Called = in_words,
) -> Iterator[LineView]:
    """What one event of the stream adds to the book; `called`: the name of each wager here."""
    number = version * LINES_PER_EVENT
    if isinstance(happening, h.StackSealed):
        says = phrase(
            "{n} cards shuffled and sealed: {digest}…",
            n=happening.cards,
            digest=happening.digest[:16],
        )
        yield LineView(number=number, at=happening.at, says=says, kind="order")
    elif isinstance(happening, h.StackRevealed):
        says = phrase("Stack {n} is revealed: anybody can check it", n=happening.number)
        yield LineView(number=number, at=happening.at, says=says, kind="order")
    elif isinstance(happening, h.Ordered):
        for place, line in enumerate(_of_order(happening, before, called)):
            yield LineView(
                number=number + place,
                at=happening.order.at,
                round=round_number,
                **line,
            )


def _of_order(happening: h.Ordered, before: TableState, called: Called) -> Iterator[dict[str, Any]]:
    command = happening.order.command
    if isinstance(command, TakeOff):
        given = [event for event in happening.events if isinstance(event, e.OrderGiven)]
        says = phrase(
            "{player} takes {wager} off box {box}",
            player=command.player,
            wager=called(command.wager),
            box=command.box,
        )
        clause = given[0].clause if given else ""
        where = {"box": command.box, "player": command.player, "wager": command.wager}
        yield {"says": says, "clause": clause, "kind": "wager", "did": "taken", **where}
        return
    yield from told(happening.events, before.round, as_seen(before, happening.events), called)


def told(
    events: Sequence[e.Event],
    round_: Round | None,
    seen: Callable[[Any], Any],
    called: Called = in_words,
) -> Iterator[dict[str, Any]]:
    """The lines that a table's events make, the round being this before them.

    `seen`: what of the round's events those who read it may see; nothing: it is passed over.
    """
    boxes = round_.boxes if round_ is not None else ()
    rows = round_.rows if round_ is not None else ()
    split = {box.number for box in boxes if len(box.hands) > 1}
    for event in events:
        if isinstance(event, e.RoundMoved):
            for moved in event.step.events:
                if isinstance(moved, g.Settled):
                    rows = (*rows, moved)
                if isinstance(moved, g.HandSplit):
                    split.add(moved.box)
                shown = seen(moved) if type(moved) not in _SILENT else None
                if shown is not None:
                    yield _line(shown, rows, split, called)
        elif type(event) in _TOLD:
            says = _TOLD[type(event)](event)
            wrong = isinstance(
                event, e.IrregularCardFound | e.ChecksDue | e.PlayHeldUp | e.RoundRewound
            )
            clause = str(getattr(event, "clause", ""))
            yield {"says": says, "clause": clause, "kind": "wrong" if wrong else "order"}


def _line(
    moved: Any, rows: tuple[g.Settled, ...], split: set[int], called: Called
) -> dict[str, Any]:
    line: dict[str, Any] = {
        "clause": str(moved.clause),
        "box": getattr(moved, "box", 0),
        "hand": getattr(moved, "hand", 0),
    }
    if isinstance(moved, g.CardHeldOver):
        return line | {"says": phrase("A card too many, unseen, is kept"), "kind": "wrong"}
    line["says"] = tell_event(moved, rows, split, called)
    if isinstance(moved, g.CardDealt | g.HoleCardTurned):
        line["kind"] = "card"
        if isinstance(moved, g.HoleCardTurned):
            line["did"] = "turned"
        if isinstance(moved, g.HoleCardTurned) or not moved.hidden:
            line["card"] = str(moved.card)
        line["total"], line["soft"] = moved.total, moved.soft
    elif isinstance(moved, g.Settled):
        line["kind"], line["player"], line["wager"] = "money", moved.player, moved.wager
        line["cents"] = moved.chips_out - moved.chips_in
    elif isinstance(moved, g.WagerPlaced):
        line["kind"], line["player"], line["wager"] = "wager", moved.player, moved.wager
    elif type(moved) in _DECISIONS:
        line["kind"] = "decision"
        if isinstance(moved, g.HandSplit):
            line["did"] = "split"
    elif type(moved) in _WRONG:
        line["kind"] = "wrong"
    return line
