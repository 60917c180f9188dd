"""Every round of a table, written down as a record and settled again from that record alone."""

from bythebook import print_record, settle
from bythebook.game.events import Settled, SettlementTrimmed
from bythebook.game.state import State as Round
from bythebook.records.export import export_record
from bythebook.rulebooks.tables import TableRules
from bythebook.table import State, evolve
from bythebook.table import events as e
from bythebook.table.desk import game_of


def check_records(rules: TableRules, log: list[e.Event]) -> list[str]:
    """The records of the rounds that ended or were put right since: each settles as it did here."""
    records, state, game = [], State(), None
    for event in log:
        if isinstance(event, e.RoundBegan):
            game = game_of(rules, state)  # a failing device changes it in mid-round
        state = evolve(state, event)
        corrected = isinstance(event, e.LastRoundCorrected) and event.back == 1
        if isinstance(event, e.RoundFinished) or corrected:
            past = state.past[-1]
            events = [told for step in past.steps for told in step.events]
            assert game is not None
            if any(isinstance(told, SettlementTrimmed) for told in events):
                continue  # no line of a record says it
            text = print_record(export_record(game, past.start.table, events))
            again = settle(text).replay
            assert rows(again.state) == rows(past.round), text
            assert moved(again.state) == moved(past.round), text
            assert again.state.voided == past.round.voided, text
            assert again.unused == (), text
            records.append(text)
    return records


def rows(round_: Round) -> list[Settled]:
    """What was settled; wagers taken off before the first card are not in a record."""
    return [row for row in round_.rows if row.stage != "betting"]


def moved(round_: Round) -> dict[str, int]:
    return {player: cents for player, cents in round_.net.items() if cents}
