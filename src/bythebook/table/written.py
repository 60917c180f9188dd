"""A table's settings as somebody writes them down: amounts in dollars, as in a record."""

import msgspec

from bythebook.money import parse_amount
from bythebook.structs import like
from bythebook.table.orders import Setup


class WrittenSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    game: str
    limits: dict[str, tuple[str, str]]
    chips: tuple[str, ...]
    layout: str = ""
    dealing: str = "shoe"
    boxes: int = 7
    decks: int | None = None
    side_wagers: tuple[str, ...] = ()
    units: dict[str, str] = {}
    meters: dict[str, str] = {}
    box_maximum: str | None = None
    options: dict[str, str] = {}
    readings: dict[str, str] = {}
    patience_seconds: int = 30


def setup_of(told: WrittenSetup) -> Setup:
    """The same as a table is opened with."""
    return like(
        Setup,
        told,
        limits={wager: tuple(map(parse_amount, span)) for wager, span in told.limits.items()},
        box_maximum=parse_amount(told.box_maximum) if told.box_maximum is not None else None,
        units={wager: parse_amount(unit) for wager, unit in told.units.items()},
        chips=tuple(sorted(map(parse_amount, told.chips))),
        meters={meter: parse_amount(amount) for meter, amount in told.meters.items()},
    )
