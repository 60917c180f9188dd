"""Orders and events as JSON: what a log holds, and what is sent to a table."""

from typing import Any

from bythebook.deciders import reader, tags, union
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.table import HANDLERS, TOLD

COMMANDS = tags(*HANDLERS)  # what a message may hold
# The log also holds what a table was told; nobody sends it.
AnyCommand = union((*HANDLERS, *TOLD))
_Order: Any = o.Order

command_from_json = reader(AnyCommand, "command")
order_from_json = reader(_Order[AnyCommand], "order")
event_from_json = reader(e.AnyEvent, "event")
