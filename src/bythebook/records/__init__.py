"""The `.round` record: parse, print, replay, settle, explain."""

from bythebook.records.record import Record, parse_record, print_record, read_record
from bythebook.records.replay import Replay, replay
from bythebook.records.result import Settlement, settle

__all__ = [
    "Record",
    "Replay",
    "Settlement",
    "parse_record",
    "print_record",
    "read_record",
    "replay",
    "settle",
]
