"""Orders and events as JSON: what a log holds, and what is sent to a table."""

from typing import get_args

import msgspec

from bythebook.errors import Malformed
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.events import AnyEvent
from bythebook.table.orders import Order, Person

# Every command that a table knows: what a message may hold.
AnyCommand = (
    o.SignOn | o.SignOff | o.DisplaySign | o.RemoveSign | o.Perform | o.Tell | o.Open
    | o.AnnounceClosing | o.Close | o.ChangeGame | o.Arrive | o.Sit | o.Leave | o.AllowSeveral
    | o.GiveUp | o.Reserve | o.Release | o.CapPlayers | o.Vacate | o.ChangeLimits | o.RaiseKept
    | o.GrantLimits | o.EndLimits | o.Warn | o.HoldToMinimum | o.HoldAlways | o.Confine
    | o.AllowElsewhere | o.Lift | o.RequireMain | o.SuspendWager | o.ResumeWager | o.Shuffle
    | o.OrderShuffle | o.DeclineCut | o.Cut | o.Insert | o.BadlyCut | o.Burn | o.CuttingCard
    | o.ReplaceCards | o.ReplaceCard | o.ReloadRack | o.Place | o.TakeOff | o.RefuseWager
    | o.NoMoreBets | o.Deal | o.Decide | o.DirectHand | o.VoidRound | o.VoidLastRound
    | o.SetLossLimit | o.DeclareChips | o.FindInvalid | o.FindOverLimit | o.Pause | o.VoidWagers
    | o.Bar | o.Exclude | o.Invalidate | o.RaiseDispute | o.DecideDispute | o.ReviewDispute
    | o.FindPaymentError | o.Rectify | o.ReportMonth | m.FaceUp | m.CheckFaces | m.OrderCheck
    | m.DrawnInError | m.Resolve | m.Rebuild | m.Rewind | m.MissedCard | m.AnnounceRebuild
    | m.RestartShoe | m.ReplaceDevice | m.DeviceBack | m.WrongCards | m.CardsVerified
    | m.Malfunction | m.WithdrawWagers | m.JackpotFailure
)  # fmt: skip

COMMANDS: dict[str, type[o.Command]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyCommand)
}


class _Order(msgspec.Struct, frozen=True, kw_only=True):
    """An order whose command is read apart: its class is open, what is written down is not."""

    by: Person
    at: int
    command: msgspec.Raw
    why: str = ""
    approved: Person | None = None
    second: Person | None = None
    asked: str = ""


_orders = msgspec.json.Decoder(_Order)
# The log also holds what the prize meters told a table; nobody sends it.
_commands: msgspec.json.Decoder[AnyCommand | o.ReadMeters] = msgspec.json.Decoder(
    AnyCommand | o.ReadMeters
)
_events: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def command_from_json(data: bytes | msgspec.Raw) -> o.Command:
    try:
        return _commands.decode(data)
    except msgspec.DecodeError as error:
        raise Malformed(str(error), "command") from None


def order_from_json(data: bytes) -> Order:
    try:
        read = _orders.decode(data)
    except msgspec.DecodeError as error:
        raise Malformed(str(error), "order") from None
    fields = {name: getattr(read, name) for name in _Order.__struct_fields__}
    return Order(**(fields | {"command": command_from_json(read.command)}))


def event_from_json(data: bytes) -> AnyEvent:
    try:
        return _events.decode(data)
    except msgspec.DecodeError as error:
        raise Malformed(str(error), "event") from None
