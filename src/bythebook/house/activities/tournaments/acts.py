"""All that can be asked of a tournament and of its tables, as forms for the pages of the desk.

Whether an act may be done, and by whom, is the book's affair; here is only how it is asked for.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from bythebook.deciders import Command, Person, tag_of
from bythebook.fields import FieldView, Kind, Sources, ValueView, questions
from bythebook.house.staff.desk_view import may_give
from bythebook.house.staff.order_fields import values_of
from bythebook.rulebooks.tables import TableRules
from bythebook.table.orders import Perform
from bythebook.table.state import State
from bythebook.tournaments.session.commands import TABLE_COMMANDS


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """One act: `says` is its button."""

    tag: str
    says: str
    group: str
    fields: tuple[FieldView, ...] = ()


def form_of(command: type[Command], sources: Sources) -> Form:
    """A command as it is asked for."""
    return Form(tag_of(command), command.says, command.group, questions(command, sources))


def field(
    name: str, label: str, kind: Kind = "text", default: Any = None, optional: bool = False
) -> FieldView:
    return FieldView(
        name=name, label=label, kind=kind, default=default, required=not optional, only=not optional
    )


def with_players(form: Form, players: tuple[str, ...]) -> Form:
    """A form in which one of these players is chosen."""
    values = tuple(ValueView(player, player) for player in players)
    fields = tuple(
        msgspec.structs.replace(one, kind="choice", values=values)
        if one.kind == "player" or (one.kind == "choice" and not one.values)
        else one
        for one in form.fields
    )
    return msgspec.structs.replace(form, fields=fields)


_PLAYER = field("player", "Player", "choice")
_NUMBER = field("number", "Dispute", "whole")

TABLE: tuple[Form, ...] = (
    Form("take-seat", "Seat a player", "seats", (_PLAYER,)),
    Form("leave-seat", "A player leaves", "seats", (
        _PLAYER, field("for_good", "For good", "yes"),
        field("approved", "With leave", "yes"))),
    Form("show-jokers", "Show the jokers", "seats"),
    Form("fill-container", "Fill the container", "seats", ()),
    Form("start", "Start", "seats"),
    Form("signal", "Give the signal", "hand"),
    Form("begin-hand", "Call for wagers", "hand", (
        field("last", "The last hand", "yes"),)),
    Form("wager", "A wager", "hand", (
        _PLAYER, field("amount", "Chips", "whole"),
        field("lies", "Found lying there", "yes"))),
    Form("pass", "A pass card", "hand", (_PLAYER,)),
    Form("check-form", "Check a form", "hand", (_PLAYER,)),
    Form("return-form", "Return a faulty form", "hand", (_PLAYER,)),
    Form("draw-voucher", "A mystery voucher", "hand", (_PLAYER,)),
    Form("call-time", "Time is up", "hand", (_PLAYER,)),
    Form("direct", "Tell a player to keep the pace", "hand", (_PLAYER,)),
    Form("miss", "No wager was made", "hand", (_PLAYER,)),
    Form("no-more-bets", "No more bets", "hand", (
        field("first", "First box, if by mistake", "whole", 0, True),)),
    Form("deal", "Deal", "hand", (
        field("card", "Card"), field("to", "Box, if not where it is due", "whole", None, True),
        field("exposed", "Face up", "yes", True))),
    Form("cutting-card", "The cutting card", "hand"),
    Form("shuffle", "Shuffle the cards", "hand"),
    Form("find-short", "A wager below the minimum", "hand", (_PLAYER,)),
    Form("wrong-start", "The deal began at the wrong box", "hand"),
    Form("void-hand", "Void the hand", "hand", (field("clause", "By clause"),)),
    Form("announce", "Announce secret wagers", "hand"),
    Form("count-chips", "Count the chips", "order", ()),
    Form("set-time-limit", "Set a time for wagers", "order", (
        field("seconds", "Seconds", "whole", 30),)),
    Form("break", "Give a break", "order", (
        field("minutes", "Minutes", "whole", 10),)),
    Form("end-break", "End the break", "order"),
    Form("dispute", "Write down a dispute", "order", (field("about", "About", "long"),)),
    Form("rule-on", "Rule on a dispute", "order", (
        _NUMBER, field("ruling", "Ruling", "long"))),
    Form("disqualify", "Disqualify", "order", (
        _PLAYER, field("reason", "Reason", default="rules"),
        field("deliberate", "Deliberately", "yes"),
        field("brought", "Chips brought in", "whole", 0, True))),
    Form("end-early", "End the session here", "order", (
        field("agreed", "Everybody has agreed", "yes"),)),
    Form("note", "Write something down", "order", (
        field("act", "Act"), field("about", "About", "long", optional=True),
        field("player", "Player", "choice", optional=True))),
    Form("ballot", "Draw the ballot", "end", ()),
    Form("record-totals", "Write the totals down", "end"),
    Form("return-chips", "Return the chips", "end"),
    Form("announce-result", "Announce the result", "end"),
)  # fmt: skip


def table_forms(rules: TableRules, state: State, person: Person) -> Iterator[tuple[Form, str]]:
    """What is ordered at a tournament table as at any other of the book, for whoever may ever give
    it: the form, and the clause of the power."""
    conduct = rules.conduct
    for command in TABLE_COMMANDS:
        tag = tag_of(command)
        if command is Perform:
            acts = [act for entries in conduct.acts.values() for act in entries if act.record]
        else:
            acts = list(conduct.acts.get(tag, ()))
        able = [act for act in acts if may_give(conduct, act, person.role)]
        if not able:
            continue
        asked = questions(command, lambda of: values_of(rules, state, of))
        if command is Perform:
            named = {
                name: entries[0].says
                for name, entries in conduct.acts.items()
                if any(act in able for act in entries)
            }
            values = tuple(ValueView(name, says) for name, says in named.items())
            asked = tuple(
                msgspec.structs.replace(one, kind="choice", values=values, only=True)
                if one.name == "act"
                else one
                for one in asked
            )
        says = able[0].says if len(able) == 1 else command.__doc__ or tag
        yield Form(tag, upper_first(says.split(":")[0].rstrip(".")), "cards", asked), able[0].clause


def upper_first(words: str) -> str:
    return words[:1].upper() + words[1:]
