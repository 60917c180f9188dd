"""A round in plain text: the dealer, the hands, what may be done, and at the end what was paid."""

from collections.abc import Sequence

from bythebook.cards import format_cards
from bythebook.environments.betting import BOX, PLAYER
from bythebook.game import State
from bythebook.game.hands import dealer_kind
from bythebook.game.state import Hand
from bythebook.money import format_amount
from bythebook.records.result import hand_kind
from bythebook.records.story import columns, describe_row, describe_total, signed
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.game import BlackjackGame, Rules

FACE_DOWN = "??"


def draw(game: Game, state: State, may: Sequence[str]) -> str:
    """The table as the player sees it."""
    lines = [f"{game.rules.title} ({game.id}, {game.decks} decks)"]
    if state.boxes:
        lines += ["", *columns([_dealer(game.rules, state), *_hands(game, state)])]
    if state.phase == "over":
        split = {BOX} if len(state.box(BOX).hands) > 1 else set()
        paid = [(describe_row(row, split), row.clause) for row in state.rows]
        lines += ["", *columns(paid), "", f"  In all: {signed(state.net[PLAYER])}"]
    if may:
        lines += ["", f"  You may: {', '.join(may)}"]
    return "\n".join(lines)


def _dealer(rules: Rules, state: State) -> tuple[str, str, str, str]:
    cards = format_cards(state.dealer) + (f" {FACE_DOWN}" if state.hole is not None else "")
    kind = "hard"
    if isinstance(rules, BlackjackGame):
        kind = dealer_kind(rules, state.dealer, state.dealer_total, state.dealer_soft)
    return "Dealer", cards, describe_total(kind, state.dealer_total), ""


def _hands(game: Game, state: State) -> list[tuple[str, str, str, str]]:
    hands = state.box(BOX).hands
    return [
        (
            f"Hand {number}" + (" <" if _in_play(state, number) else ""),
            format_cards(hand.cards),
            describe_total(hand_kind(game, hand), hand.total),
            _stakes(hand),
        )
        for number, hand in enumerate(hands, start=1)
    ]


def _in_play(state: State, number: int) -> bool:
    return state.phase in ("naming", "turns", "withdrawing") and state.at == (BOX, number)


def _stakes(hand: Hand) -> str:
    """What lies on the hand, as long as something does."""
    stake = hand.stake_of(PLAYER)
    if stake is None or not stake.live:
        return ""
    parts = [format_amount(stake.real)] if stake.real else []
    parts += [f"{format_amount(stake.free)} by token"] if stake.free else []
    return " and ".join(parts)
