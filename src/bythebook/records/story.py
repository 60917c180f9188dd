"""A settled round told to people: what happened, what was paid, and by which clause."""

from collections.abc import Callable, Container, Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from bythebook.cards import format_cards
from bythebook.game import events as e
from bythebook.game.side_wagers import MYSTERY
from bythebook.money import Amount, format_amount, odds_told
from bythebook.phrases import both, opening, phrase
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
    if hand and box in split:
        return phrase("Box {box}, hand {hand}", box=box, hand=hand)
    return phrase("Box {box}", box=box)


def describe_total(kind: str, total: int) -> str:
    if kind in ("hard", "soft"):
        return f"{kind} {total}" if kind == "soft" else str(total)
    return f"{kind}, {total}"


Called = Callable[[str], str]  # what a kind of wager is called where it is told


def describe_row(row: e.Settled, split: Container[int] = (), called: Called = str) -> str:
    """One wager's end in a line."""
    return phrase(
        "{place}, {player}: {wager} {outcome}",
        place=_place(row.box, row.hand, split),
        player=row.player,
        wager=_wager(row, called),
        outcome=_outcome(row),
    )


def _wager(row: e.Settled, called: Called) -> str:
    """What it is called and how much it is, as far as chips or tokens lie there."""
    wager = called(row.wager)
    if row.on and row.on != row.player:
        wager = phrase("{wager} on {owner}", wager=wager, owner=row.on)
    by_token = phrase("{amount} by token", amount=Amount(row.free))
    parts = [Amount(row.stake)] * bool(row.stake) + [by_token] * bool(row.free)
    if parts:
        wager = phrase("{wager} {amount}", wager=wager, amount=both(*parts))
    if row.in_tokens:
        tokens = Amount(row.in_tokens)
        return phrase("{wager} ({amount} in tokens)", wager=wager, amount=tokens)
    return wager


def _outcome(row: e.Settled) -> str:
    back = Amount(row.returned)
    match row.result:
        case "wins":
            return _wins(row)
        case "loses" if row.returned:
            return phrase("loses, {amount} goes back", amount=back)
        case "loses":
            return phrase("loses")
        case "stand-off":
            return phrase("stands off")
        case "returned" if not row.stake:
            return phrase("gets {amount} back", amount=back)
        case "returned":
            return phrase("goes back over the maximum") if row.excess else phrase("goes back")
        case "surrendered":
            return phrase("surrendered: {amount} goes back", amount=back)
        case "withdrawn":
            return phrase("withdrawn: {amount} goes back", amount=back)
        case _:
            return phrase("is carried to the next round")


def _wins(row: e.Settled) -> str:
    paid, odds = Amount(row.paid), odds_told(row.odds)
    line = row.line if row.line != MYSTERY else ""
    if row.odds and line:
        return phrase("wins {odds}, {line}: {amount}", odds=odds, line=line, amount=paid)
    if row.odds:
        return phrase("wins {odds}: {amount}", odds=odds, amount=paid)
    if line:
        return phrase("wins, {line}: {amount}", line=line, amount=paid)
    return phrase("wins: {amount}", amount=paid)


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
        return phrase("Undone: {what}", what=describe_row(rows[event.row], split, called))
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
            return phrase("the dealer")
        if event.hand and event.box in self.split:
            return phrase("box {box}, hand {hand}", box=event.box, hand=event.hand)
        return phrase("box {box}", box=event.box)


def _summaries(book: Book, event: Any, told: set[str]) -> Iterator[str]:
    for clause in (event.clause, *getattr(event, "also", ())):
        if clause not in told:
            told.add(clause)
            yield f"    {clause}: {book.clause(clause).summary}"


def _money(event: Any) -> Amount:
    return Amount(event.amount)


def _total(event: Any) -> str:
    return phrase("soft {total}", total=event.total) if event.soft else str(event.total)


def _card_dealt(event: e.CardDealt, where: _Where) -> str:
    place = where(event)
    if event.hidden:
        return phrase("A card face down to {place}", place=place)
    if not event.total:
        return phrase("{card} to {place}", card=str(event.card), place=place)
    card, total = str(event.card), _total(event)
    return phrase("{card} to {place}: {total}", card=card, place=place, total=total)


def _betting_closed(event: e.BettingClosed, _: _Where) -> str:
    if not event.orders:
        return phrase("No more bets")
    decides = [
        phrase("{player} decides for box {box}", player=one.players[0], box=one.box)
        for one in event.orders
    ]
    all_of_them = reduce(lambda a, b: phrase("{first}; {second}", first=a, second=b), decides)
    return phrase("No more bets: {decides}", decides=all_of_them)


def _return_ordered(event: e.ReturnOrdered, where: _Where) -> str:
    what = both(*map(where.called, event.wagers)) if event.wagers else phrase("wagers")
    if event.player:
        what = phrase("{player}'s {wagers}", player=event.player, wagers=what)
    else:
        what = phrase("Everybody's {wagers}", wagers=what)
    if event.box:
        what = phrase("{wagers} on box {box}", wagers=what, box=event.box)
    if event.amount:
        what = phrase("{wagers}, {amount} of it", wagers=what, amount=_money(event))
    if event.forfeited:
        return phrase("By order, {wagers}: it is forfeited", wagers=what)
    return phrase("By order, {wagers}: it goes back", wagers=what)


def _whose(box: int) -> str:
    return phrase("the dealer") if box == e.DEALER else phrase("box {box}", box=box)


def _wagered(event: e.WagerPlaced, where: _Where) -> str:
    filled = {
        "player": event.player,
        "amount": _money(event),
        "box": event.box,
        "wager": where.called(event.wager),
    }
    if event.token:
        return phrase("{player} wagers {amount} in tokens on box {box}: {wager}", **filled)
    return phrase("{player} wagers {amount} on box {box}: {wager}", **filled)


def _sum(event: Any) -> str:
    """What is put down, and how much of it in tokens."""
    amount = _money(event)
    if not event.in_tokens:
        return amount
    if event.in_tokens == event.amount:
        return phrase("{amount} in tokens", amount=amount)
    tokens = Amount(event.in_tokens)
    return phrase("{amount}, {tokens} of it in tokens", amount=amount, tokens=tokens)


def _doubled(event: e.HandDoubled, where: _Where) -> str:
    player, place = event.player, where(event)
    if event.free:
        return phrase("{player} doubles {place} by token", player=player, place=place)
    put = _sum(event)
    return phrase("{player} doubles {place} with {amount}", player=player, place=place, amount=put)


def _matched(event: e.StakeMatched, where: _Where) -> str:
    player, place = event.player, where(event)
    if event.free:
        return phrase("{player} backs {place} by token", player=player, place=place)
    put = _sum(event)
    return phrase("{player} backs {place} with {amount}", player=player, place=place, amount=put)


def _insured(event: e.InsurancePlaced, _: _Where) -> str:
    return phrase(
        "{player} insures {owner}'s wager, box {box}: {amount}",
        player=event.player,
        owner=event.owner,
        box=event.box,
        amount=_sum(event),
    )


def _asks_to_insure(event: e.InsuranceClaimed, _: _Where) -> str:
    return phrase(
        "{player} asks to insure {owner} for {amount}",
        player=event.player,
        owner=event.owner,
        amount=_sum(event),
    )


def _burned(event: e.CardBurned, _: _Where) -> str:
    card = str(event.card)
    match event.why:
        case "face-up":
            return phrase("{card} was lying face up: it is out of play", card=card)
        case "ran-out":
            return phrase("{card} is burned after the shuffle: it is out of play", card=card)
        case _:
            return phrase("{card} is a card too many: it is out of play", card=card)


def _failed(event: e.DeviceFailed, _: _Where) -> str:
    match event.what:
        case "disadvantage":
            return phrase("The shuffling device has failed: somebody is put at a disadvantage")
        case "cannot-finish":
            return phrase("The shuffling device has failed: the round cannot be finished")
        case "spare":
            return phrase("The shuffling device has failed: the cards are moved to another")
        case _:
            return phrase("The shuffling device has failed: there is no other at hand")


# What a settled round tells beside its hands and payments.
_WENT_WRONG = (
    e.CardBurned, e.CardHeldOver, e.CardsRanOut, e.BurnForgotten, e.WrongCardFound, e.DeviceFailed,
    e.JackpotFailed, e.ReturnOrdered, e.WagerTakenBack, e.CardMissed, e.CardRefused,
    e.WagersInvalidated,
)  # fmt: skip

_SENTENCES: dict[type[e.Event], Callable[[Any, _Where], str]] = {
    e.WagerPlaced: _wagered,
    e.BettingClosed: _betting_closed,
    e.CardDealt: _card_dealt,
    e.HoleCardPeeked: lambda v, w: (
        phrase("The dealer looks at the card face down: blackjack")
        if v.blackjack
        else phrase("The dealer looks at the card face down: no blackjack")
    ),
    e.HoleCardTurned: lambda v, w: phrase(
        "{card} turned up by the dealer: {total}", card=str(v.card), total=_total(v)
    ),
    e.CardBurned: _burned,
    e.CardHeldOver: lambda v, w: phrase(
        "{card}, a card too many, is kept for the next round", card=str(v.card)
    ),
    e.CardsRanOut: lambda v, w: (
        phrase("The cards have run out, and there are no discards to shuffle")
        if v.nothing_left
        else phrase("The cards have run out: the discards are shuffled")
    ),
    e.BurnForgotten: lambda v, w: phrase("No card was burned: the first one stays in play"),
    e.WrongCardFound: lambda v, w: (
        phrase("A card is missing")
        if v.missing
        else phrase("A card turned up that does not belong to the decks")
    ),
    e.DeviceFailed: _failed,
    e.JackpotFailed: lambda v, w: phrase("The jackpot's equipment has failed"),
    e.ReturnOrdered: _return_ordered,
    e.WagerTakenBack: lambda v, w: phrase(
        "{player} takes back what is undecided on box {box}", player=v.player, box=v.box
    ),
    e.DealerCardAsked: lambda v, w: phrase(
        "Box {box} wants the dealer's first card now", box=v.box
    ),
    e.CardMissed: lambda v, w: phrase("The card due to {place} was left out", place=_whose(v.box)),
    e.FirstCardFoundMissing: lambda v, w: phrase(
        "The dealer has no first card: box {box} may finish before it is taken", box=v.box
    ),
    e.CardRefused: lambda v, w: phrase(
        "{player} refuses the card drawn in error for box {box}", player=v.player, box=v.box
    ),
    e.OffersClosed: lambda v, w: phrase("The offers are over, and play goes on"),
    e.CardVoided: lambda v, w: phrase(
        "{card} to the dealer is void: another card is drawn", card=str(v.card)
    ),
    e.JokerDue: lambda v, w: phrase("The joker of {place} is to be named", place=w(v)),
    e.JokerNamed: lambda v, w: phrase(
        "The joker of {place} is a {rank}: {total}", place=w(v), rank=v.card.rank, total=v.total
    ),
    e.OffersOpened: lambda v, w: phrase(
        "The dealer makes the offers that come before the subsequent deal"
    ),
    e.InsuranceClaimed: _asks_to_insure,
    e.InsurancePlaced: _insured,
    e.EvenMoneyTaken: lambda v, w: phrase(
        "{player} asks for even money on box {box}", player=v.player, box=v.box
    ),
    e.WagerSurrendered: lambda v, w: phrase(
        "{player} surrenders on box {box}", player=v.player, box=v.box
    ),
    e.PlayBegan: lambda v, w: phrase("The subsequent deal begins"),
    e.TurnCame: lambda v, w: phrase("{player} decides for {place}", player=v.player, place=w(v)),
    e.HandHit: lambda v, w: opening(phrase("{place} takes a card", place=w(v))),
    e.HandStood: lambda v, w: opening(phrase("{place} stands", place=w(v))),
    e.HandClosed: lambda v, w: opening(phrase("{place} takes no more cards", place=w(v))),
    e.HandDropped: lambda v, w: phrase(
        "Nobody has a wager left on {place}: it is out of play", place=w(v)
    ),
    e.HandDoubled: _doubled,
    e.HandSplit: lambda v, w: opening(phrase("{place} is split", place=w(v))),
    e.StakeMatched: _matched,
    e.StakeMoved: lambda v, w: phrase(
        "{player}'s wager rides on {place}", player=v.player, place=w(v)
    ),
    e.FollowersAsked: lambda v, w: (
        phrase("The others on box {box} may follow the split", box=v.box)
        if v.split
        else phrase("The others on box {box} may follow the double", box=v.box)
    ),
    e.WithdrawalOffered: lambda v, w: phrase(
        "The doubled part on {place} may be taken back", place=w(v)
    ),
    e.WithdrawalClosed: lambda v, w: phrase("Nobody takes back more"),
    e.SplittingEnded: lambda v, w: phrase(
        "A split was passed up: no more splits on box {box}", box=v.box
    ),
    e.AbsenceDeclared: lambda v, w: phrase(
        "{player} is not there to decide for box {box}", player=v.player, box=v.box
    ),
    e.WagersInvalidated: lambda v, w: phrase(
        "{player}'s wagers on box {box} are not valid", player=v.player, box=v.box
    ),
    e.PlayersDone: lambda v, w: phrase("Every hand is decided"),
    e.DealerStood: lambda v, w: phrase("The dealer takes no more cards"),
    e.SettlementTrimmed: lambda v, w: phrase(
        "{amount} of that stake was not valid and goes back", amount=_money(v)
    ),
    e.MeterChanged: lambda v, w: phrase(
        "{meter} now shows {amount}", meter=v.meter, amount=_money(v)
    ),
    e.RoundVoided: lambda v, w: phrase("The round is void"),
    e.RoundEnded: lambda v, w: phrase("The round is over"),
}
