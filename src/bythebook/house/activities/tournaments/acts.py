"""All that can be asked of a tournament or one of its tables, as forms for the pages of the desk.

Whether an act may be done, and by whom, is the book's affair; here is only how it is asked for.
"""

from typing import Literal

import msgspec

FieldType = Literal["text", "long", "number", "check", "choice", "player", "moment", "tables"]


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to fill in."""

    name: str
    label: str
    type: FieldType = "text"
    choices: tuple[str, ...] = ()
    default: str = ""
    optional: bool = False


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """One act: `says` is its button."""

    tag: str
    says: str
    group: str
    fields: tuple[Field, ...] = ()


_PLAYER = Field("player", "Player", "player")
_MONEY = Field("money", "Paid by", "choice", ("wallet", "cash"), "cash")
_FINDINGS = ("breach", "deliberate", "absent", "chips-added", "chips-hidden", "no-buy-in")
_NUMBER = Field("number", "Dispute", "number")

COURSE: tuple[Form, ...] = (
    Form("practice", "Declare it practice", "terms"),
    Form("tell-regulator", "Record what was sent to the regulator", "terms", (
        Field("reference", "Reference"),)),
    Form("publish", "Publish the terms", "terms"),
    Form("name-director", "Name who runs it", "people", (Field("name", "Account"),)),
    Form("name-deputy", "Name a deputy", "people", (Field("name", "Account"),)),
    Form("attend", "Be present, or leave", "people", (
        Field("present", "Present", "check", default="yes"),)),
    Form("enter", "Enter a player", "entries", (
        Field("player", "Player"), _MONEY,
        Field("entitled", "May be here and gamble, and meets the criteria", "check"),
        Field("agreed", "Has agreed in writing", "check"),
        Field("copy", "Has a copy of the terms", "check"),
        Field("publicity", "Permits publicity", "check"),
        Field("reserve", "As a reserve", "check"))),
    Form("fill", "Fill with automatic players", "entries", (
        Field("players", "How many", "number", default="7"),)),
    Form("refuse-entry", "Refuse an entry", "entries", (Field("player", "Applicant"),)),
    Form("withdraw", "Withdraw a player", "entries", (_PLAYER,)),
    Form("name-substitute", "Name a substitute", "entries", (
        _PLAYER, Field("substitute", "Substitute"),
        Field("entitled", "May be here and gamble", "check"))),
    Form("close-entries", "Close entries", "entries", (
        Field("go_ahead", "Although they are few", "check"),)),
    Form("cancel", "Cancel the tournament", "entries"),
    Form("name-tables", "Name the tables", "sessions", (
        Field("tables", "Tables, by their names", "tables"),)),
    Form("brief", "Players were told how it is played", "sessions", (
        Field("understood", "They have understood", "check"),)),
    Form("practise", "Practice hands were played", "sessions", (
        Field("hands", "Hands", "number", default="1"),)),
    Form("draw-seats", "Hold the ballot", "sessions", ()),
    Form("move-start", "Move the start", "sessions", (
        Field("starts", "New start", "moment"),
        Field("notice_minutes", "Minutes of notice", "number", default="15"))),
    Form("pay-buy-in", "Take a buy-in", "sessions", (_PLAYER, _MONEY)),
    Form("buy-chips", "Sell chips", "sessions", (
        _PLAYER, Field("what", "What", "choice", ("re-buy", "add-on", "buy-back"), "re-buy"),
        _MONEY)),
    Form("lose-place", "Somebody was not there in time", "sessions", (_PLAYER,)),
    Form("seat-reserve", "Seat a reserve", "sessions", (
        _PLAYER, Field("instead_of", "Instead of", "player"), _MONEY)),
    Form("start-session", "Start a table", "sessions", (Field("table", "Table", "number"),)),
    Form("hold-repechage", "Decide on the second chance", "sessions", (
        Field("hold", "It is held", "check", default="yes"),)),
    Form("announce", "Announce", "order", (Field("text", "Announcement", "long"),)),
    Form("disqualify", "Disqualify", "order", (
        _PLAYER, Field("finding", "Finding", "choice", _FINDINGS, "breach"),
        Field("refund", "The fee goes back", "check"))),
    Form("raise-dispute", "Write down a dispute", "order", (Field("about", "About", "long"),)),
    Form("rule", "Rule on a dispute", "order", (
        _NUMBER, Field("ruling", "Ruling", "long"))),
    Form("play-off", "Play off", "end"),
    Form("award-places", "Award the places", "end"),
    Form("pay-prizes", "Pay the prizes", "end"),
)  # fmt: skip

TABLE: tuple[Form, ...] = (
    Form("take-seat", "Seat a player", "seats", (_PLAYER,)),
    Form("leave-seat", "A player leaves", "seats", (
        _PLAYER, Field("for_good", "For good", "check"),
        Field("approved", "With leave", "check"))),
    Form("show-jokers", "Show the jokers", "seats"),
    Form("fill-container", "Fill the container", "seats", ()),
    Form("start", "Start", "seats"),
    Form("signal", "Give the signal", "hand"),
    Form("begin-hand", "Call for wagers", "hand", (
        Field("last", "The last hand", "check"),)),
    Form("wager", "A wager", "hand", (
        _PLAYER, Field("amount", "Chips", "number"),
        Field("lies", "Found lying there", "check"))),
    Form("pass", "A pass card", "hand", (_PLAYER,)),
    Form("check-form", "Check a form", "hand", (_PLAYER,)),
    Form("return-form", "Return a faulty form", "hand", (_PLAYER,)),
    Form("draw-voucher", "A mystery voucher", "hand", (_PLAYER,)),
    Form("call-time", "Time is up", "hand", (_PLAYER,)),
    Form("direct", "Tell a player to keep the pace", "hand", (_PLAYER,)),
    Form("miss", "No wager was made", "hand", (_PLAYER,)),
    Form("no-more-bets", "No more bets", "hand", (
        Field("first", "First box, if by mistake", "number", default="0", optional=True),)),
    Form("deal", "Deal", "hand", (Field("card", "Card"),)),
    Form("cutting-card", "The cutting card", "hand"),
    Form("shuffle", "A new shoe", "hand"),
    Form("find-short", "A wager below the minimum", "hand", (_PLAYER,)),
    Form("wrong-start", "The deal began at the wrong box", "hand"),
    Form("void-hand", "Void the hand", "hand", (Field("clause", "By clause"),)),
    Form("announce", "Announce secret wagers", "hand"),
    Form("count-chips", "Count the chips", "order", ()),
    Form("set-time-limit", "Set a time for wagers", "order", (
        Field("seconds", "Seconds", "number", default="30"),)),
    Form("break", "Give a break", "order", (
        Field("minutes", "Minutes", "number", default="10"),)),
    Form("end-break", "End the break", "order"),
    Form("dispute", "Write down a dispute", "order", (Field("about", "About", "long"),)),
    Form("rule-on", "Rule on a dispute", "order", (
        _NUMBER, Field("ruling", "Ruling", "long"))),
    Form("disqualify", "Disqualify", "order", (
        _PLAYER, Field("reason", "Reason", default="rules"),
        Field("deliberate", "Deliberately", "check"),
        Field("brought", "Chips brought in", "number", default="0", optional=True))),
    Form("end-early", "End the session here", "order", (
        Field("agreed", "Everybody has agreed", "check"),)),
    Form("note", "Write something down", "order", (
        Field("act", "Act"), Field("about", "About", "long", optional=True),
        Field("player", "Player", "player", optional=True))),
    Form("ballot", "Draw the ballot", "end", ()),
    Form("record-totals", "Write the totals down", "end"),
    Form("return-chips", "Return the chips", "end"),
    Form("announce-result", "Announce the result", "end"),
)  # fmt: skip
