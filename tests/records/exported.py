"""Every round of a table, written down as a record and settled again from that record alone."""

from pathlib import Path

from msgspec.structs import replace

from bythebook import print_record, settle
from bythebook.game.events import Settled
from bythebook.game.state import State as Round
from bythebook.records.live import LiveRound, record_of, rounds_of
from bythebook.rulebooks.tables import TableRules
from bythebook.table import events as e


def check_records(rules: TableRules, log: list[e.Event]) -> list[str]:
    """The records of the rounds that are over, as they stand now: each settles as it did here."""
    live_rounds = list(rounds_of(rules, log))
    for live in live_rounds:
        for number in range(len(live.corrections)):
            check_record(replace(live, corrections=live.corrections[:number]), rules.book.folder)
    return [check_record(live, rules.book.folder) for live in live_rounds]


def check_record(live: LiveRound, rulebook: Path | None = None) -> str:
    """The record of a round; replayed, it comes to the same."""
    text = print_record(record_of(live))
    again = settle(text, rulebook).replay
    there = live.final_round
    assert rows(again.state) == rows(there), text
    assert moved(again.state) == moved(there), text
    assert again.state.voided == there.voided, text
    assert again.unused == (), text
    return text


def rows(round_: Round) -> list[Settled]:
    """What was settled; wagers taken off before the first card are not in a record."""
    return [row for row in round_.rows if row.stage != "betting"]


def moved(round_: Round) -> dict[str, int]:
    return {player: cents for player, cents in round_.net.items() if cents}
