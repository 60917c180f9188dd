"""`bythebook verify-archive`: whether a file of closed days is whole, checked offline."""

from pathlib import Path
from typing import Annotated

import typer

from bythebook.errors import Malformed

NOT_SO = 1


def verify_archive_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An archive of closed days.")],
    key: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY|FILE", help="The house's key, as you noted it."),
    ] = None,
    head: Annotated[
        str, typer.Option(metavar="FILE", help="The same head, as somebody else kept it.")
    ] = "",
) -> None:
    """Check an archive by itself: its chain, and that it is in a log over which a head is signed.

    Whether the house decided by the rules is what `verify --archive` finds out, with its log.
    """
    from bythebook.commands.heads.kept import head_from, keys_in
    from bythebook.house.archives.files import ArchiveFile
    from bythebook.house.archives.proving import wrong_in

    if not Path(file).is_file():
        raise Malformed("there is no such file", file)
    keys, kept = keys_in(key or []), head_from(Path(head)) if head else None
    archive = ArchiveFile(Path(file))
    wrong = list(wrong_in(archive, keys, kept))
    header = archive.header
    print(f"events {header.first} to {header.last}, the last {header.hash.hex()}")
    for line in wrong:
        print(f"  NOT SO  {line}")
    if wrong:
        raise typer.Exit(NOT_SO)
    print("Every event follows from the one before it.")
    if not header.head:
        print("No head was signed over them: whose log they are of is not said.")
    elif not key:
        print("A signed head is over them; give --key to check who signed it.")
    else:
        print("They are in the log over which the house signed a head.")
