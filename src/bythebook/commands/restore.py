"""The command `restore`: a house as it was, from a copy; and what was acknowledged after that."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from bythebook.commands.choices import AsJson, OwnBooks, print_json, taking
from bythebook.commands.house import (
    NOT_CLEAN,
    STATUS,
    Archive,
    Data,
    Database,
    opened,
    tell_report,
)
from bythebook.commands.serve import DATA
from bythebook.errors import Malformed
from bythebook.money import format_amount
from bythebook.odds.sheet.notation import counted

if TYPE_CHECKING:
    from bythebook.house.log.store import Store
    from bythebook.house.restoring import Afterwards, Beginning, Later

SHOWN = 40  # commands that are listed; --json has all of them


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is restored, up to when, to where."""

    copy: Annotated[str, typer.Argument(metavar="COPY", help="A folder that `backup` made.")]
    data: Data = DATA
    database: Database = ""
    until: Annotated[
        str, typer.Option(metavar="TIME", help="As it was then: 2026-11-16T23:30:00+10:00.")
    ] = ""
    lost: Annotated[
        str, typer.Option(metavar="DIR", help="The log that is given up: lists what only it has.")
    ] = ""
    lost_database: Annotated[
        str, typer.Option(metavar="URL", help="The same, if it is in PostgreSQL.")
    ] = ""
    archive: Archive = ""
    rulebook: OwnBooks = None
    as_json: AsJson = False


@taking(Asked)
def restore_command(asked: Asked) -> None:
    """Make a house anew from a copy of its log, verify it, and list what came after.

    The new log goes to an empty folder (--data) or database. Exit status as of verify. Events of
    archived days are put back into it, from their files.
    """
    from bythebook.house.restoring import beginning, restore
    from bythebook.house.verify.verifying import verify
    from bythebook.promotions.terms.files import parse_moment

    until = parse_moment(asked.until, "--until") if asked.until else None
    with opened(asked.copy, "", archive=asked.archive) as copy:
        taken = beginning(copy, until)
        if not taken.head.position:
            raise Malformed("there is nothing in it up to then", asked.copy)
        restore(copy, taken, Path(asked.data), asked.database)
        with opened(asked.data, asked.database, archive=asked.archive) as restored:
            report = verify(restored)
        after = _after(asked, taken, copy)
    if asked.as_json:
        plain = {"outcome": report.outcome, "head": _head(taken), "at": taken.at}
        print_json({**plain, "after": msgspec.to_builtins(after)})
    else:
        print(f"Restored {_head(taken)}, to {asked.database or asked.data}.")
        print(tell_report(report))
        print(_told(after))
    if not report.clean or after.fault is not None:
        raise typer.Exit(STATUS[report.outcome] or NOT_CLEAN)


def _after(asked: Asked, taken: "Beginning", copy: "Store") -> "Afterwards":
    """What the log has that is given up; without one, what the copy has beyond that moment."""
    from bythebook.house.restoring import afterwards

    if not asked.lost and not asked.lost_database:
        return afterwards(taken, copy)
    with opened(asked.lost, asked.lost_database, archive=asked.archive) as lost:
        return afterwards(taken, lost)


def _head(taken: "Beginning") -> str:
    from bythebook.promotions.terms.wording import moment

    return f"{counted(taken.head.position, 'event')}, the last of {moment(taken.at)}"


def _told(after: "Afterwards") -> str:
    lines = []
    if not after.commands:
        lines.append("Nothing is known to have been acknowledged after that.")
    else:
        lines.append(f"Acknowledged after that, and not in it: {len(after.commands)}")
        lines += map(_line, after.commands[:SHOWN])
        if (more := len(after.commands) - SHOWN) > 0:
            lines.append(f"  and {more} more, which --json lists")
    if after.accounts:
        lines.append("What these would have more or less:")
        lines += (f"  {name}  {format_amount(cents)}" for name, cents in after.accounts.items())
    if after.seen:
        lines.append("Cards were dealt after that, so their stacks are known; shuffle anew at:")
        lines += (f"  {stream}" for stream in after.seen)
    if after.fault is not None:
        lines.append(f"The log that is given up is to be believed only up to: {after.fault}")
    return "\n".join(lines)


def _line(later: "Later") -> str:
    from bythebook.promotions.terms.wording import moment

    where, what = ", ".join(later.streams), ", ".join(later.what)
    return f"  {later.position}  {moment(later.at)}  {later.by}  {where}: {what}"
