"""A settled round told to people: what happened, what was paid, and by which clause."""

from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path
from typing import Any

from bythebook.cards import format_cards
from bythebook.game import events as e
from bythebook.game.side_wagers import MYSTERY
from bythebook.money import format_amount
from bythebook.records.result import Settlement, hand_kind
from bythebook.rulebooks import Book, find_book


def signed(cents: int) -> str:
    return f"+{format_amount(cents)}" if cents > 0 else format_amount(cents)


def tell_settlement(settled: Settlement, rulebook: Path | None = None) -> str:
    """The round hand by hand, then each payment with its clause, then what it comes to."""
    game, state = settled.game, settled.replay.state
    book = find_book(game.book, game.edition, folder=rulebook)
    split = {box.number for box in state.boxes if len(box.hands) > 1}
    decks = "1 deck" if game.decks == 1 else f"{game.decks} decks"
    lines = [f"{game.rules.title}, {book.about.place} ({game.id}, {decks})", ""]
    hands = [
        (
            _place(box.number, number, split),
            format_cards(hand.cards),
            describe_total(hand_kind(game, hand), hand.total),
        )
        for box in state.boxes
        for number, hand in enumerate(box.hands, start=1)
    ]
    dealer = describe_total(settled.dealer_kind(), state.dealer_total)
    face_down = f" ({state.hole} face down)" if state.hole is not None else ""
    lines += columns([*hands, ("Dealer", format_cards(state.dealer) + face_down, dealer)])
    lines.append("")
    lines += columns(
        [(describe_row(row, split), ", ".join((row.clause, *row.also))) for row in settled.rows]
    )
    lines.append("")
    wrong = [event for event in settled.events if isinstance(event, _WENT_WRONG)]
    if wrong:
        where = _Where(split)
        sentences = [(_SENTENCES[type(event)](event, where), event.clause) for event in wrong]
        lines += [*columns(sentences), ""]
    if state.voided:
        lines += [f"  The round is void ({state.voided}).", ""]
    lines += columns([(player, f"{signed(cents):>12}") for player, cents in state.net.items()])
    if state.meters:
        readings = [(m, f"{format_amount(c):>12}") for m, c in state.meters.items()]
        lines += ["", "  On the meters afterwards:", *columns(readings)]
    if settled.replay.unused:
        lines += ["", f"  Not used: {format_cards(settled.replay.unused)}"]
    return "\n".join(lines)


def columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows side by side, each column as wide as its widest entry."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  " + "  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _place(box: int, hand: int, split: Container[int]) -> str:
    return f"Box {box}, hand {hand}" if hand and box in split else f"Box {box}"


def describe_total(kind: str, total: int) -> str:
    if kind in ("hard", "soft"):
        return f"{kind} {total}" if kind == "soft" else str(total)
    return f"{kind}, {total}"


Called = Callable[[str], str]  # what a kind of wager is called where it is told


def describe_row(row: e.Settled, split: Container[int] = (), called: Called = str) -> str:
    """One wager's end in a line."""
    on = f" on {row.on}" if row.on and row.on != row.player else ""
    wager = called(row.wager) + on
    parts = [format_amount(row.stake)] if row.stake else []
    parts += [f"{format_amount(row.free)} by token"] if row.free else []
    stake = f" {' and '.join(parts)}" if parts else ""
    token = f" ({format_amount(row.in_tokens)} in tokens)" if row.in_tokens else ""
    return (
        f"{_place(row.box, row.hand, split)}, {row.player}: {wager}{stake}{token} {_outcome(row)}"
    )


def _outcome(row: e.Settled) -> str:
    line = f", {row.line}" if row.line and row.line != MYSTERY else ""
    match row.result:
        case "wins":
            odds = f" {row.odds}" if row.odds else ""
            return f"wins{odds}{line}: {format_amount(row.paid)}"
        case "loses":
            back = f", {format_amount(row.returned)} goes back" if row.returned else ""
            return f"loses{back}"
        case "stand-off":
            return "stands off"
        case "returned":
            over = " over the maximum" if row.excess else ""
            if not row.stake:
                return f"gets {format_amount(row.returned)} back"
            return f"goes back{over}"
        case "surrendered" | "withdrawn":
            return f"{row.result}: {format_amount(row.returned)} goes back"
        case _:
            return "is carried to the next round"


# The whole story, event by event


def explain(settled: Settlement, rulebook: Path | None = None) -> str:
    """Everything that happened, in order, each with the clause it rests on and what that says."""
    state = settled.replay.state
    book = find_book(settled.game.book, settled.game.edition, folder=rulebook)
    split = {box.number for box in state.boxes if len(box.hands) > 1}
    lines = [f"{settled.game.rules.title}, {book.about.place}: {book.about.version}", ""]
    told: set[str] = set()
    for event in settled.events:
        if isinstance(event, e.CardCalled):
            continue  # the card itself follows
        sentence = tell_event(event, state.rows, split)
        lines.append(f"- {sentence} [{event.clause}]")  # type: ignore[attr-defined]
        lines += _summaries(book, event, told)
    lines.append("")
    lines += columns([(player, f"{signed(cents):>12}") for player, cents in state.net.items()])
    return "\n".join(lines)


def tell_event(
    event: e.Event, rows: Sequence[e.Settled], split: Container[int] = (), called: Called = str
) -> str:
    """One event in a sentence; `rows` is what was settled so far, `split` the boxes with hands."""
    if isinstance(event, e.SettlementReversed):
        return f"Undone: {describe_row(rows[event.row], split, called)}"
    if isinstance(event, e.Settled):
        return describe_row(event, split, called)
    return _SENTENCES[type(event)](event, _Where(split, called))


class _Where:
    """Names the hand an event is about; a hand is numbered only on a box that was split."""

    def __init__(self, split: Container[int], called: Called = str) -> None:
        self.split = split
        self.called = called

    def __call__(self, event: Any) -> str:
        if event.box == e.DEALER:
            return "the dealer"
        return _place(event.box, event.hand, self.split).replace("Box", "box")


def _summaries(book: Book, event: Any, told: set[str]) -> Iterator[str]:
    for clause in (event.clause, *getattr(event, "also", ())):
        if clause not in told:
            told.add(clause)
            yield f"    {clause}: {book.clause(clause).summary}"


def _money(event: Any) -> str:
    return format_amount(event.amount)


def _card_dealt(event: e.CardDealt, where: _Where) -> str:
    if event.hidden:
        return f"A card face down to {where(event)}"
    total = f": {'soft ' if event.soft else ''}{event.total}" if event.total else ""
    return f"{event.card} to {where(event)}{total}"


def _betting_closed(event: e.BettingClosed, _: _Where) -> str:
    controls = "; ".join(f"{o.players[0]} decides for box {o.box}" for o in event.orders)
    return f"No more bets: {controls}"


def _return_ordered(event: e.ReturnOrdered, where: _Where) -> str:
    whose = f"{event.player}'s" if event.player else "Everybody's"
    what = " and ".join(map(where.called, event.wagers)) if event.wagers else "wagers"
    place = f" on box {event.box}" if event.box else ""
    part = f", {_money(event)} of it" if event.amount else ""
    fate = "is forfeited" if event.forfeited else "goes back"
    return f"By order, {whose} {what}{place}{part}: it {fate}"


def _whose(box: int) -> str:
    return "the dealer" if box == e.DEALER else f"box {box}"


def _token(event: Any) -> str:
    return "by token" if event.free else f"with {_money(event)}{_in_tokens(event)}"


def _in_tokens(event: Any) -> str:
    if not event.in_tokens:
        return ""
    if event.in_tokens == event.amount:
        return " in tokens"
    return f", {format_amount(event.in_tokens)} of it in tokens"


_WHY_BURNED = {
    "face-up": "was lying face up",
    "ran-out": "is burned after the shuffle",
    "extra": "is a card too many",
}
_FAILURES = {
    "disadvantage": "somebody is put at a disadvantage",
    "cannot-finish": "the round cannot be finished",
    "spare": "the cards are moved to another",
    "no-spare": "there is no other at hand",
}

# What a settled round tells beside its hands and payments.
_WENT_WRONG = (
    e.CardBurned, e.CardHeldOver, e.CardsRanOut, e.BurnForgotten, e.WrongCardFound, e.DeviceFailed,
    e.JackpotFailed, e.ReturnOrdered, e.WagerTakenBack, e.CardMissed, e.CardRefused,
    e.WagersInvalidated,
)  # fmt: skip

_SENTENCES: dict[type[e.Event], Callable[[Any, _Where], str]] = {
    e.WagerPlaced: lambda v, w: (
        f"{v.player} wagers {_money(v)}{' in tokens' if v.token else ''}"
        f" on box {v.box}: {w.called(v.wager)}"
    ),
    e.BettingClosed: _betting_closed,
    e.CardDealt: _card_dealt,
    e.HoleCardPeeked: lambda v, w: (
        f"The dealer looks at the card face down: {'' if v.blackjack else 'no '}blackjack"
    ),
    e.HoleCardTurned: lambda v, w: (
        f"{v.card} turned up by the dealer: {'soft ' if v.soft else ''}{v.total}"
    ),
    e.CardBurned: lambda v, w: f"{v.card} {_WHY_BURNED[v.why]}: it is out of play",
    e.CardHeldOver: lambda v, w: f"{v.card}, a card too many, is kept for the next round",
    e.CardsRanOut: lambda v, w: (
        "The cards have run out, and there are no discards to shuffle"
        if v.nothing_left
        else "The cards have run out: the discards are shuffled"
    ),
    e.BurnForgotten: lambda v, w: "No card was burned: the first one stays in play",
    e.WrongCardFound: lambda v, w: (
        "A card is missing" if v.missing else "A card turned up that does not belong to the decks"
    ),
    e.DeviceFailed: lambda v, w: f"The shuffling device has failed: {_FAILURES[v.what]}",
    e.JackpotFailed: lambda v, w: "The jackpot's equipment has failed",
    e.ReturnOrdered: _return_ordered,
    e.WagerTakenBack: lambda v, w: f"{v.player} takes back what is undecided on box {v.box}",
    e.DealerCardAsked: lambda v, w: f"Box {v.box} wants the dealer's first card now",
    e.CardMissed: lambda v, w: f"The card due to {_whose(v.box)} was left out",
    e.FirstCardFoundMissing: lambda v, w: (
        f"The dealer has no first card: box {v.box} may finish before it is taken"
    ),
    e.CardRefused: lambda v, w: f"{v.player} refuses the card drawn in error for box {v.box}",
    e.OffersClosed: lambda v, w: "The offers are over, and play goes on",
    e.CardVoided: lambda v, w: f"{v.card} to the dealer is void: another card is drawn",
    e.JokerDue: lambda v, w: f"The joker of {w(v)} is to be named",
    e.JokerNamed: lambda v, w: f"The joker of {w(v)} is a {v.card.rank}: {v.total}",
    e.OffersOpened: lambda v, w: "The dealer makes the offers that come before the subsequent deal",
    e.InsuranceClaimed: lambda v, w: (
        f"{v.player} asks to insure {v.owner} for {_money(v)}{_in_tokens(v)}"
    ),
    e.InsurancePlaced: lambda v, w: (
        f"{v.player} insures {v.owner}'s wager, box {v.box}: {_money(v)}{_in_tokens(v)}"
    ),
    e.EvenMoneyTaken: lambda v, w: f"{v.player} asks for even money on box {v.box}",
    e.WagerSurrendered: lambda v, w: f"{v.player} surrenders on box {v.box}",
    e.PlayBegan: lambda v, w: "The subsequent deal begins",
    e.TurnCame: lambda v, w: f"{v.player} decides for {w(v)}",
    e.HandHit: lambda v, w: f"{w(v).capitalize()} takes a card",
    e.HandStood: lambda v, w: f"{w(v).capitalize()} stands",
    e.HandClosed: lambda v, w: f"{w(v).capitalize()} takes no more cards",
    e.HandDropped: lambda v, w: f"Nobody has a wager left on {w(v)}: it is out of play",
    e.HandDoubled: lambda v, w: f"{v.player} doubles {w(v)} {_token(v)}",
    e.HandSplit: lambda v, w: f"{w(v).capitalize()} is split",
    e.StakeMatched: lambda v, w: f"{v.player} backs {w(v)} {_token(v)}",
    e.StakeMoved: lambda v, w: f"{v.player}'s wager rides on {w(v)}",
    e.FollowersAsked: lambda v, w: (
        f"The others on box {v.box} may follow the {'split' if v.split else 'double'}"
    ),
    e.WithdrawalOffered: lambda v, w: f"The doubled part on {w(v)} may be taken back",
    e.WithdrawalClosed: lambda v, w: "Nobody takes back more",
    e.SplittingEnded: lambda v, w: f"A split was passed up: no more splits on box {v.box}",
    e.AbsenceDeclared: lambda v, w: f"{v.player} is not there to decide for box {v.box}",
    e.WagersInvalidated: lambda v, w: f"{v.player}'s wagers on box {v.box} are not valid",
    e.PlayersDone: lambda v, w: "Every hand is decided",
    e.DealerStood: lambda v, w: "The dealer takes no more cards",
    e.SettlementTrimmed: lambda event, where: (
        f"{format_amount(event.amount)} of that stake was not valid and goes back"
    ),
    e.MeterChanged: lambda v, w: f"{v.meter} now shows {_money(v)}",
    e.RoundVoided: lambda v, w: "The round is void",
    e.RoundEnded: lambda v, w: "The round is over",
}
