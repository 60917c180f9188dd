"""What an operator does with a house's log from the command line."""

import datetime
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from bythebook.commands.choices import AsJson, OwnBooks, print_json, taking
from bythebook.commands.serve import DATA
from bythebook.errors import Malformed
from bythebook.money import format_amount
from bythebook.odds.sheet.notation import counted

if TYPE_CHECKING:
    from bythebook.house.log.store import ArchivingStore, Store
    from bythebook.house.people.people import AnyCommand
    from bythebook.house.verify.beside import Beside
    from bythebook.house.verify.verifying import Report

NOT_CLEAN = 1
SHORT = 20_000  # events
STATUS = {"clean": 0, "wrong": NOT_CLEAN, "earlier": 4, "unreadable": 5, "incomplete": 6}

Data = Annotated[str, typer.Option("--data", metavar="DIR", help="Where the log is kept.")]
Database = Annotated[
    str, typer.Option("--database", metavar="URL", help="The log is in PostgreSQL.")
]

Archive = Annotated[
    str,
    typer.Option(
        "--archive",
        metavar="FOLDER",
        help="Where the archives of closed days are [where the last one was put].",
    ),
]

users = typer.Typer(no_args_is_help=True, help="Accounts of the house.")


@contextmanager
def opened(
    data: str, database: str, read_only: bool = True, archive: str = ""
) -> Iterator["ArchivingStore"]:
    from bythebook.house.log.choosing import open_store

    folder = None if database else Path(data)
    if read_only and folder is not None and not folder.is_dir():
        raise Malformed("there is no such folder", str(folder))
    cold = Path(archive) if archive else None
    store = open_store(folder, database or None, read_only=read_only, archive=cold)
    try:
        yield store
    finally:
        store.close()


def verify_command(
    data: Data = DATA,
    database: Database = "",
    head: Annotated[
        str,
        typer.Option(metavar="POSITION:HASH", help="A head noted earlier: is it still there?"),
    ] = "",
    heads: Annotated[
        list[str] | None,
        typer.Option(metavar="FOLDER|FILE", help="Signed heads that were kept: do they fit?"),
    ] = None,
    key: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY|FILE", help="The house's key, as you noted it."),
    ] = None,
    witness: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY|FILE", help="The key of a witness who signs heads."),
    ] = None,
    archive: Archive = "",
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="N", min=0, help="In so many processes.")
    ] = 0,
    rulebook: OwnBooks = None,
    as_json: AsJson = False,
) -> None:
    """Replay the whole log: chain, money and every settlement again; name the first bad event.

    Exit status 0: clean; 1: not as it was written; 4: some was decided before a revision of our
    rules, and would be decided otherwise now; 5: played by rules that are not installed here;
    6: archived in files that are not at hand, and not looked at, as far as they are not.
    A long log is looked at on every core, table by table; -j 1 does without that.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from bythebook.commands.heads.kept import kept_in, keys_in
    from bythebook.house.verify.heads import Trust
    from bythebook.house.verify.verifying import verify

    noted = _noted(head) if head else None
    kept, trust = kept_in(heads or []), Trust(keys_in(key or []), keys_in(witness or []))
    with opened(data, database, archive=archive) as store:
        columns = (TextColumn("verifying"), BarColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        beside = _processes(data, database, archive, jobs or _cores_for(store))
        with Progress(*columns, console=console, transient=True) as bar, beside as others:
            task = bar.add_task("log", total=None)
            report = verify(
                store,
                lambda done, total: bar.update(task, completed=done, total=total),
                others,
                kept,
                trust,
            )
        missing = noted is not None and not _still_there(store, *noted)
    if as_json:
        print_json(_report_json(report, missing))
    else:
        print(tell_report(report))
        if missing and noted is not None:
            print(f"The head noted earlier, event {noted[0]}, is not in this log.")
    if not report.clean or missing:
        raise typer.Exit(NOT_CLEAN if missing else STATUS[report.outcome])


def _cores_for(store: "Store") -> int:
    """To start processes for a short log takes longer than to read it."""
    return (os.cpu_count() or 1) if store.head().position > SHORT else 1


@contextmanager
def _processes(data: str, database: str, archive: str, jobs: int) -> Iterator["Beside | None"]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from bythebook.house.log.choosing import open_store
    from bythebook.house.verify.beside import Beside

    if jobs == 1:
        yield None
        return
    cold = Path(archive) if archive else None
    open_log = partial(open_store, None if database else Path(data), database or None, True, cold)
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield Beside(open_log, pool)


def _report_json(report: "Report", missing: bool) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(report)
    head = f"{report.head.position}:{report.head.hash.hex()}"
    return {"outcome": report.outcome, **plain, "head": head, "head_missing": missing}


def _noted(text: str) -> tuple[int, str]:
    position, _, digest = text.partition(":")
    if not position.isdecimal() or len(digest) != 64:
        raise Malformed("a head is POSITION:HASH, as verify prints it", "--head")
    return int(position), digest.lower()


def _still_there(store: "Store", position: int, digest: str) -> bool:
    rows = store.read_log(position - 1, 1)
    return bool(rows) and rows[0].position == position and rows[0].hash.hex() == digest


def tell_report(report: "Report") -> str:
    lines = [
        f"{report.events} events in {report.streams} streams",
        f"{report.orders} orders decided again, {report.rounds} rounds settled again,"
        f" {report.stacks} sealed stacks opened",
        f"the ledger balances: {format_amount(report.cents)} on either side",
        f"head {report.head.position}:{report.head.hash.hex()}",
    ]
    if report.heads:
        lines.append(tell_heads(report))
    if report.archives:
        lines.append(f"{report.archives} archives of closed days are as they were sealed")
    unseen = list(map(str, report.unseen))
    lines += [f"never opened: {one}" for one in report.unopened]
    told = [str(one) for one in report.earlier]
    if report.fault is not None:
        faults = dict.fromkeys(map(str, (report.fault, *report.wrong_heads)))
        return "\n".join([*lines[:2], *told, "NOT CLEAN", *faults])
    if report.unreadable is not None:
        return "\n".join([*lines[:2], *told, f"unreadable: {report.unreadable}"])
    if unseen:
        return "\n".join([*lines[:2], *lines[3:], *told, *unseen, _incomplete(report)])
    if told:
        count = f"{len(told)} decided before a revision of our rules, neither clean nor tampered"
        return "\n".join([*lines, *told, count])
    return "\n".join([*lines, "clean"])


def _incomplete(report: "Report") -> str:
    if not report.undecided:
        return "incomplete: everything is in the store and good; those files were not compared"
    return (
        f"incomplete: the chain is whole; from event {report.undecided} on no decision was looked"
        " at, for want of what came before it"
    )


def tell_heads(report: "Report") -> str:
    signed = "".join(f", {many} of them by {name} too" for name, many in report.cosigned.items())
    return f"{report.heads} signed heads fit{signed}"


def export_command(
    name: Annotated[str, typer.Argument(metavar="ROUND", help="TABLE/NUMBER, like crown/12.")],
    data: Data = DATA,
    database: Database = "",
    archive: Archive = "",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Write it there.")
    ] = "",
    rulebook: OwnBooks = None,
) -> None:
    """Write a round of a live table as a record that `settle` settles identically."""
    from bythebook.house.staff.exporting import record_text

    with opened(data, database, archive=archive) as store:
        text = record_text(store, name)
    if output:
        Path(output).write_text(text, encoding="utf-8")
        print(f"{name} written to {output}", file=sys.stderr)
    else:
        print(text, end="")


def backup_command(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where the copy goes.")],
    data: Data = DATA,
    database: Database = "",
) -> None:
    """Copy the log while the house goes on; the copy can be verified by itself.

    Archives of closed days are copied by hand: the copy says which belong to it.
    """
    with opened(data, database) as store:
        where = store.backup(Path(folder))
    print(f"The copy is in {where}; bythebook verify --data {folder} checks it.")


def archive_command(
    until: Annotated[
        str, typer.Option(metavar="DAY", help="The last day that goes in: 2027-01-14, in UTC.")
    ],
    to: Annotated[str, typer.Option(metavar="FOLDER", help="Where the file goes.")],
    data: Data = DATA,
    database: Database = "",
    shrink: Annotated[
        bool,
        typer.Option(
            "--shrink", help="Give free room back to the disk too: with the house closed."
        ),
    ] = False,
) -> None:
    """Seal closed days in a file, check it, and take what they say out of the store.

    It goes on from the archive before, beside a house that is open. Broken off, it is finished the
    next time. What a start of the house needs stays in the store. Keep the file for ever: whoever
    reads or verifies those days needs it (--archive FOLDER).
    """
    from bythebook.house.archives.archiving import archive_days

    try:
        day = datetime.date.fromisoformat(until)
    except ValueError:
        raise Malformed("a day is written as 2027-01-14", "--until") from None
    folder = Path(to)
    with opened(data, database) as found:
        found.head()  # a log that is not there is not made by this
    with opened(data, database, read_only=False) as store:
        done = archive_days(store, day, folder, int(time.time()))
    if (new := done.archived) is None:
        print("Nothing happened since the archive before, up to the end of that day.")
    else:
        size = (folder / new.file).stat().st_size
        print(f"Events {new.first} to {new.last} are in {folder / new.file}: {size} bytes")
        print(f"sha256 {new.digest}")
    print(f"{counted(done.taken_out, 'event')} taken out of the store.")
    if shrink:
        with opened(data, database, read_only=False) as store:
            store.shrink()


HouseKey = Annotated[
    str,
    typer.Option(metavar="FILE", help="The house's key, as serve has it [in the data folder]."),
]


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """An account to be opened."""

    name: Annotated[str, typer.Argument(metavar="NAME")]
    title: Annotated[str, typer.Option(help="Who it is.")] = ""
    role: Annotated[
        list[str] | None,
        typer.Option(metavar="BOOK:ROLE", help="A role at a book, as its powers name it."),
    ] = None
    house_role: Annotated[
        list[str] | None, typer.Option(metavar="ROLE", help="cashier, inspector, pit …")
    ] = None
    administrator: Annotated[bool, typer.Option("--administrator")] = False
    rulebook: OwnBooks = None
    data: Data = DATA
    database: Database = ""
    key: HouseKey = ""


@users.command("add")
@taking(Account)
def user_add_command(asked: Account) -> None:
    """Open an account; prints a link by which its owner comes in once and sets a password."""
    import asyncio  # slow to load, and no other command needs it

    commands = _orders(asked)
    with opened(asked.data, asked.database, read_only=False) as store:
        token = asyncio.run(_add(store, asked, commands))
    print(f"/welcome/{token}")
    print("Open this path at the house's address: it works once, for a day.", file=sys.stderr)


def _orders(asked: Account) -> "list[AnyCommand]":
    from bythebook.house.people import people as p

    roles = [*(asked.house_role or ()), *([p.ADMINISTRATOR] if asked.administrator else [])]
    return [
        p.OpenAccount(asked.name, asked.title),
        *(p.GrantHouseRole(asked.name, role) for role in roles),
        *(p.GrantRole(asked.name, *_book_role(text)) for text in asked.role or ()),
    ]


def _book_role(text: str) -> tuple[str, str]:
    book, _, role = text.partition(":")
    if not book or not role:
        raise Malformed(f"{text!r} is not BOOK:ROLE, like crown-blackjack:dealer", "--role")
    return book, role


async def _add(store: "Store", asked: Account, commands: "list[AnyCommand]") -> str:
    from bythebook.house.log.committer import Committer
    from bythebook.house.log.snapshots import house_key
    from bythebook.house.people import people as p
    from bythebook.house.people.accounts import Accounts, nobody

    committer = Committer(store)
    key = house_key(*_key_place(asked.data, asked.database, asked.key))
    accounts = Accounts(committer, store, nobody, key=key)
    now = int(time.time())
    people = await accounts.people()
    for command in commands:  # all of it or nothing: an account without its link helps nobody
        for event in p.decide(people, p.Order(p.HOUSE, now, command)):
            people = p.evolve(people, event)
    for command in commands:
        await accounts.order(p.HOUSE, command, now)
    token = await accounts.make_link(p.HOUSE, asked.name, now)
    await committer.close()
    return token


def _key_place(data: str, database: str, key: str) -> tuple[Path | None, Path | None]:
    return None if database else Path(data), Path(key) if key else None


@users.command("rekey")
def user_rekey_command(
    before: Annotated[str, typer.Argument(metavar="FILE", help="The key until now.")],
    data: Data = DATA,
    database: Database = "",
    key: HouseKey = "",
) -> None:
    """After another file took the place of the house's key: keep second factors under it.

    With the house closed. Without this whoever has a second factor cannot give it any more.
    """
    import asyncio

    with opened(data, database) as found:
        found.head()  # a log that is not there is not made by this
    with opened(data, database, read_only=False) as store:
        whose = asyncio.run(_rekey(store, Path(before), *_key_place(data, database, key)))
    print(f"Kept under the new key: {', '.join(whose) or 'nothing'}.")


async def _rekey(store: "Store", before: Path, data: Path | None, key: Path | None) -> list[str]:
    from bythebook.house.log.committer import Committer
    from bythebook.house.log.snapshots import house_key, read_key
    from bythebook.house.people.accounts import Accounts, nobody

    if not before.exists():
        raise Malformed("there is no such file", str(before))
    if (new := house_key(data, key)) is None:
        raise Malformed("it must be said where the new key is", "--key")
    committer = Committer(store)
    old, now = Accounts(committer, store, nobody, key=read_key(before)), int(time.time())
    whose = await Accounts(committer, store, nobody, key=new).take_factors_from(old, now)
    await committer.close()
    return whose
