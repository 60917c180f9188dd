"""What a settled round comes to, as a value and as JSON."""

from pathlib import Path
from typing import Any

import msgspec

from bythebook.game.events import Event, Settled
from bythebook.game.hands import dealer_kind, kind
from bythebook.game.state import Hand
from bythebook.game.three_cards import kind as three_card_kind
from bythebook.money import format_amount
from bythebook.records.record import Record, parse_record, read_record
from bythebook.records.replay import Replay, replay
from bythebook.rulebooks.chapters.game import BlackjackGame, Game


class Settlement(msgspec.Struct, frozen=True):
    """A round settled: every wager's end, and what it comes to for each player."""

    replay: Replay

    @property
    def game(self) -> Game:
        return self.replay.game

    @property
    def rows(self) -> tuple[Settled, ...]:
        return self.replay.state.rows

    @property
    def events(self) -> list[Event]:
        return self.replay.events

    @property
    def net(self) -> dict[str, str]:
        """The change in each player's chips over the round."""
        return {player: format_amount(cents) for player, cents in self.replay.state.net.items()}

    def to_json(self) -> dict[str, Any]:
        """The round as the plain data that `bythebook settle --json` prints."""
        state = self.replay.state
        data: dict[str, Any] = {
            "game": self.game.id,
            "hands": [
                {
                    "box": box.number,
                    "hand": number,
                    "cards": [str(card) for card in hand.cards],
                    "total": hand.total,
                    "kind": hand_kind(self.game, hand),
                }
                for box in state.boxes
                for number, hand in enumerate(box.hands, start=1)
            ],
            "dealer": {
                "cards": [str(card) for card in state.dealer],
                "total": state.dealer_total,
                "kind": self.dealer_kind(),
            },
            "settlements": [row_to_json(row) for row in self.rows],
            "net": self.net,
            "meters": {name: format_amount(cents) for name, cents in state.meters.items()},
            "unused_cards": [str(card) for card in self.replay.unused],
            "void": state.voided or None,
        }
        if state.hole is not None:
            data["dealer"]["hole"] = str(state.hole)
        if state.held_over is not None:
            data["held_over"] = str(state.held_over)
        return data

    def dealer_kind(self) -> str:
        state = self.replay.state
        rules = self.game.rules
        if not isinstance(rules, BlackjackGame):
            return "hard"
        return dealer_kind(rules, state.dealer, state.dealer_total, state.dealer_soft)


def hand_kind(game: Game, hand: Hand) -> str:
    """One word for what a hand is."""
    if isinstance(game.rules, BlackjackGame):
        return kind(game.rules, hand)
    return three_card_kind(hand) if len(hand.cards) == 3 else "hard"


def row_to_json(row: Settled) -> dict[str, Any]:
    data: dict[str, Any] = {
        "box": row.box,
        "hand": row.hand or None,
        "player": row.player,
        "wager": row.wager,
        "stake": format_amount(row.stake),
        "result": row.result,
        "odds": row.odds or None,
        "paid": format_amount(row.paid),
        "returned": format_amount(row.returned),
        "clause": row.clause,
        "clauses": [row.clause, *row.also],
        "stage": row.stage,
    }
    if row.on and row.on != row.player:
        data["on"] = row.on
    if row.line:
        data["line"] = row.line
    if row.in_tokens:
        data["in_tokens"] = format_amount(row.in_tokens)
    if row.free:
        data["free"] = format_amount(row.free)
    return data


def settle(
    record: Record | str | Path, rulebook: Path | None = None, revision: int | None = None
) -> Settlement:
    """Settle a record, given as a value, as text, or as the path of its file.

    >>> settled = settle('''
    ... game = "star-blackjack-challenge/blackjack-challenge"
    ... wagers = ["1 ann 50"]
    ... cards = "AH AC TD 4D"
    ... ''')
    >>> settled.net, settled.rows[0].clause
    ({'ann': '100.00'}, '17.1.1.1')
    """
    if isinstance(record, Path):
        record = read_record(record.read_bytes())
    elif isinstance(record, str):
        record = parse_record(record)
    return Settlement(replay(record, rulebook, revision))
