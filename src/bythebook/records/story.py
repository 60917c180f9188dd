"""A settled round told to people: what happened, what was paid, and by which clause."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bythebook.cards import format_cards
from bythebook.game import events as e
from bythebook.money import format_amount
from bythebook.records.result import Settlement, hand_kind
from bythebook.rulebooks import Book, find_book

WIDTH = 62


def signed(cents: int) -> str:
    return f"+{format_amount(cents)}" if cents > 0 else format_amount(cents)


def tell_settlement(settled: Settlement, rulebook: Path | None = None) -> str:
    """The round hand by hand, then each payment with its clause, then what it comes to."""
    game, state = settled.game, settled.replay.state
    book = find_book(game.book, rulebook)
    lines = [
        f"{game.rules.title}, {book.about.place} ({game.id}, {game.decks} decks)",
        "",
    ]
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            place = f"Box {box.number}" + (f", hand {number}" if len(box.hands) > 1 else "")
            total = describe_total(hand_kind(game, hand), hand.total)
            lines.append(f"  {place:<14}{format_cards(hand.cards):<24}{total}")
    dealer = describe_total(settled.dealer_kind(), state.dealer_total)
    lines.append(f"  {'Dealer':<14}{format_cards(state.dealer):<24}{dealer}")
    lines.append("")
    lines += [
        f"  {describe_row(row):<{WIDTH}}  {', '.join((row.clause, *row.also))}"
        for row in settled.rows
    ]
    lines.append("")
    for player, cents in state.net.items():
        lines.append(f"  {player:<14}{signed(cents):>14}")
    for meter, cents in state.meters.items():
        lines.append(f"  {meter:<14}{format_amount(cents):>14}  on the meter")
    if settled.replay.unused:
        lines += ["", f"  Not used: {format_cards(settled.replay.unused)}"]
    return "\n".join(lines)


def describe_total(kind: str, total: int) -> str:
    if kind in ("hard", "soft"):
        return f"{kind} {total}" if kind == "soft" else str(total)
    return f"{kind}, {total}"


def describe_row(row: e.Settled) -> str:
    """One wager's end in a line."""
    place = f"Box {row.box}" + (f" hand {row.hand}" if row.hand > 1 else "")
    wager = row.wager + (f" on {row.on}" if row.on and row.on != row.player else "")
    stake = f" {format_amount(row.stake)}" if row.stake else ""
    token = f" ({format_amount(row.in_tokens)} in tokens)" if row.in_tokens else ""
    return f"{place}, {row.player}: {wager}{stake}{token} {_outcome(row)}"


def _outcome(row: e.Settled) -> str:
    line = f", {row.line}" if row.line else ""
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
    book = find_book(settled.game.book, rulebook)
    lines = [f"{settled.game.rules.title}, {book.about.place}: {book.about.version}", ""]
    told: set[str] = set()
    for event in settled.events:
        sentence = _SENTENCES[type(event)](event)
        lines.append(f"- {sentence} [{event.clause}]")  # type: ignore[attr-defined]
        lines += _summaries(book, event, told)
    lines.append("")
    lines += [f"{player}: {signed(cents)}" for player, cents in settled.replay.state.net.items()]
    return "\n".join(lines)


def _summaries(book: Book, event: Any, told: set[str]) -> Iterator[str]:
    for clause in (event.clause, *getattr(event, "also", ())):
        if clause not in told:
            told.add(clause)
            yield f"    {clause}: {book.clause(clause).summary}"


def _place(event: Any) -> str:
    if event.box == e.DEALER:
        return "the dealer"
    return f"box {event.box}" + (f", hand {event.hand}" if event.hand > 1 else "")


def _money(event: Any) -> str:
    return format_amount(event.amount)


def _card_dealt(event: e.CardDealt) -> str:
    total = f"{'soft ' if event.soft else ''}{event.total}"
    return f"{event.card} to {_place(event)}: {total}"


def _betting_closed(event: e.BettingClosed) -> str:
    controls = "; ".join(f"{o.players[0]} decides for box {o.box}" for o in event.orders)
    return f"No more bets: {controls}"


def _token(event: Any) -> str:
    return "by token" if event.free else f"with {_money(event)}"


_SENTENCES: dict[type[e.Event], Callable[[Any], str]] = {
    e.WagerPlaced: lambda v: (
        f"{v.player} wagers {_money(v)}{' in tokens' if v.token else ''} on box {v.box}: {v.wager}"
    ),
    e.BettingClosed: _betting_closed,
    e.CardDealt: _card_dealt,
    e.CardCalled: lambda v: f"A card is due to {_place(v)}",
    e.CardVoided: lambda v: f"{v.card} to the dealer is void: another card is drawn",
    e.JokerDue: lambda v: f"The joker of {_place(v)} is to be named",
    e.JokerNamed: lambda v: f"The joker of {_place(v)} is a {v.card.rank}: {v.total}",
    e.OffersOpened: lambda v: "The dealer makes the offers that come before the subsequent deal",
    e.InsuranceClaimed: lambda v: f"{v.player} asks to insure {v.owner} for {_money(v)}",
    e.InsurancePlaced: lambda v: f"{v.player} insures {v.owner}'s wager, box {v.box}: {_money(v)}",
    e.EvenMoneyTaken: lambda v: f"{v.player} asks for even money on box {v.box}",
    e.WagerSurrendered: lambda v: f"{v.player} surrenders on box {v.box}",
    e.PlayBegan: lambda v: "The subsequent deal begins",
    e.TurnCame: lambda v: f"{v.player} decides for {_place(v)}",
    e.HandHit: lambda v: f"{_place(v).capitalize()} takes a card",
    e.HandStood: lambda v: f"{_place(v).capitalize()} stands",
    e.HandClosed: lambda v: f"{_place(v).capitalize()} takes no more cards",
    e.HandDoubled: lambda v: f"{v.player} doubles {_place(v)} {_token(v)}",
    e.HandSplit: lambda v: f"{_place(v).capitalize()} is split",
    e.StakeMatched: lambda v: f"{v.player} backs {_place(v)} {_token(v)}",
    e.StakeMoved: lambda v: f"{v.player}'s wager rides on {_place(v)}",
    e.FollowersAsked: lambda v: (
        f"The others on box {v.box} may follow the {'split' if v.split else 'double'}"
    ),
    e.WithdrawalOffered: lambda v: f"The doubled part on {_place(v)} may be taken back",
    e.WithdrawalClosed: lambda v: "Nobody takes back more",
    e.SplittingEnded: lambda v: f"A split was passed up: no more splits on box {v.box}",
    e.AbsenceDeclared: lambda v: f"{v.player} is not there to decide for box {v.box}",
    e.PlayersDone: lambda v: "Every hand is decided",
    e.DealerStood: lambda v: "The dealer takes no more cards",
    e.Settled: describe_row,
    e.SettlementReversed: lambda v: f"Settlement {v.row + 1} is undone",
    e.MeterChanged: lambda v: f"{v.meter} now shows {_money(v)}",
    e.RoundVoided: lambda v: "The round is void",
    e.RoundEnded: lambda v: "The round is over",
}
