"""`bythebook serve`: the house in the browser."""

import socket
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated
from zoneinfo import available_timezones

import msgspec
import typer

from bythebook.commands.choices import OwnBooks, taking
from bythebook.errors import Malformed
from bythebook.money import parse_amount
from bythebook.structs import like

HEADS_SECONDS = 300
DATA = "house"  # the folder beside where one stands, unless said otherwise


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000
    data: Annotated[str, typer.Option(metavar="DIR", help="Where the log is kept (SQLite).")] = DATA
    database: Annotated[
        str, typer.Option(metavar="URL", help="Keep it in PostgreSQL instead: postgresql://…")
    ] = ""
    archive: Annotated[
        str,
        typer.Option(
            metavar="FOLDER", help="Where archives of closed days are [where the last was put]."
        ),
    ] = ""
    key: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="The key of sessions and snapshots; made if missing [in the data folder].",
        ),
    ] = ""
    heads: Annotated[
        bool, typer.Option("--heads/--no-heads", help="Sign heads of the log, for others to keep.")
    ] = True
    heads_key: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="The key that signs heads of the log; made if missing [in the data folder].",
        ),
    ] = ""
    heads_name: Annotated[
        str, typer.Option(metavar="NAME", help="What that key is called, if it is made now.")
    ] = ""
    heads_every: Annotated[
        int,
        typer.Option(min=0, metavar="SECONDS", help="Between heads; 0: when tables close alone."),
    ] = HEADS_SECONDS
    witness: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="A witness whose signatures of heads we publish."),
    ] = None
    rulebook: OwnBooks = None
    demo: Annotated[bool, typer.Option("--demo/--no-demo", help="What an empty log becomes.")] = (
        True
    )
    https: Annotated[
        bool, typer.Option("--https", help="Browsers come by https, through a proxy.")
    ] = False
    proxies: Annotated[
        int, typer.Option(min=0, max=9, help="How many proxies stand before this process.")
    ] = 0
    origin: Annotated[
        list[str] | None, typer.Option(metavar="ORIGIN", help="Another origin of our own pages.")
    ] = None
    time_zone: Annotated[
        str,
        typer.Option(metavar="ZONE", help="In which pages tell times [the reader's own]."),
    ] = ""
    open_metrics: Annotated[
        bool, typer.Option("--open-metrics", help="Show /metrics to anybody.")
    ] = False
    drain: Annotated[
        int,
        typer.Option(
            metavar="SECONDS", min=0, help="Told to stop, /healthz says so this long before."
        ),
    ] = 0
    prove_minutes: Annotated[
        int,
        typer.Option(min=0, help="How lately staff has proved itself before money moves."),
    ] = 15
    second_above: Annotated[
        str, typer.Option(metavar="AMOUNT", help="Above this by a second factor; 0: never.")
    ] = "10000"
    require_second: Annotated[
        bool | None,
        typer.Option(
            "--require-second/--no-require-second",
            help="Nobody is of the staff without a second factor [with --https].",
        ),
    ] = None
    require_second_of_players: Annotated[
        bool,
        typer.Option(
            "--require-second-of-players", help="Nobody plays with an account without one either."
        ),
    ] = False
    strict_codes: Annotated[
        bool,
        typer.Option(
            "--strict-codes", help="A code is good in its own half minute alone: clocks must agree."
        ),
    ] = False
    breached: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="SHA-1 digests of passwords that nobody may choose, in order."
        ),
    ] = ""
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="How much an address or account may ask for."),
    ] = None


@taking(Asked)
def serve_command(asked: Asked) -> None:
    """Open the house: live tables in the browser."""
    address = free_address(asked.host, asked.port)
    from bythebook.web.door.limits import limits_of
    from bythebook.web.serving import Serving, serve

    serve(
        like(
            Serving,
            asked,
            host=address,
            data=Path(asked.data) if not asked.database else None,
            database=asked.database or None,
            archive=Path(asked.archive) if asked.archive else None,
            key=Path(asked.key) if asked.key else None,
            breached=Path(asked.breached) if asked.breached else None,
            heads_key=Path(asked.heads_key) if asked.heads_key else None,
            witnesses=tuple(asked.witness or ()),
            origins=tuple(asked.origin or ()),
            zone=zone_of(asked.time_zone),
            limits=limits_of(asked.limit or []),
            second_above=parse_amount(asked.second_above) if asked.second_above != "0" else 0,
        )
    )


def zone_of(name: str) -> str:
    """A time zone that there is."""
    if name and name not in available_timezones():
        near = get_close_matches(name, available_timezones(), 1)
        raise Malformed(
            "there is no such time zone" + (f": {near[0]}?" if near else ""), f"--time-zone {name}"
        )
    return name


def free_address(host: str, port: int) -> str:
    """The address of this host in figures, if nobody listens there yet.

    Looked at before anything is made: the web server would share the port with whoever has it, and
    visitors would come now to one house, now to the other.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except (OSError, UnicodeError) as error:
        said = error.strerror if isinstance(error, OSError) else "that is no name of a host"
        raise Malformed(f"cannot listen there: {said}", f"{host}:{port}") from None
    return str(address[0])
