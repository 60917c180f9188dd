"""`bythebook witness`: follow a house, and sign its heads as long as they go on from each other."""

import sys
import time
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import typer

from bythebook.errors import Malformed

if TYPE_CHECKING:
    from bythebook.house.heads.witness import Seen, Witness

CONTRADICTED = 1
ANSWER_SECONDS_MAX = 30
ANSWER_BYTES_MAX = 1_000_000
KEY_FILE = "witness.key"


class Web:
    """A house at an address."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Malformed("an address begins with http:// or https://", address)
        self._address = address.rstrip("/")

    def get(self, path: str) -> str:
        return self._ask(Request(self._address + path))

    def post(self, path: str, text: str) -> str:
        headers = {"content-type": "text/plain; charset=utf-8"}
        return self._ask(Request(self._address + path, text.encode(), headers))

    def _ask(self, request: Request) -> str:
        from bythebook.house.heads.witness import Refusal

        try:
            with urlopen(request, timeout=ANSWER_SECONDS_MAX) as answer:
                text = bytes(answer.read(ANSWER_BYTES_MAX)).decode()
        except HTTPError as error:
            kind = Refusal if error.code in (400, 404) else Malformed
            raise kind(f"the house answers {error.code}", request.full_url) from None
        except (OSError, HTTPException, UnicodeDecodeError) as error:
            raise Malformed(f"the house does not answer: {error}", request.full_url) from None
        return text


def witness_command(
    address: Annotated[str, typer.Argument(metavar="URL", help="Where the house is.")],
    folder: Annotated[
        str, typer.Option(metavar="DIR", help="Where heads are kept, and our own key.")
    ] = "witness",
    key: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY|FILE", help="The house's key; without it, the one that it shows first."
        ),
    ] = None,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="What our own key is called, if it is made now.")
    ] = "",
    every: Annotated[int, typer.Option(min=1, metavar="SECONDS", help="Between looks.")] = 300,
    once: Annotated[bool, typer.Option("--once", help="Look once.")] = False,
) -> None:
    """Follow a house: check that each head goes on from the last, sign it, and keep it.

    Exit status 1: the house has signed two heads that contradict each other; both are kept.
    """
    from bythebook.commands.heads.kept import keys_in
    from bythebook.house.heads.notes import signer_in
    from bythebook.house.heads.witness import Witness

    home = Path(folder)
    trusted, web = keys_in(key or []), Web(address)
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    signer = signer_in(home / KEY_FILE, name)
    print(f"This witness signs with the key {signer.key.timestamped}", flush=True)
    witness = Witness(web, home, signer, trusted)
    while not _looked(witness, once) or not once:
        time.sleep(every)


def _looked(witness: "Witness", once: bool) -> bool:
    from bythebook.house.heads.witness import Contradiction

    try:
        seen = witness.look(int(time.time()))
    except Contradiction as found:
        print(f"CONTRADICTION: {found}", flush=True)
        raise typer.Exit(CONTRADICTED) from None
    except Malformed as error:
        if once:
            raise
        print(f"bythebook: {error}", file=sys.stderr, flush=True)
        return False
    _tell(seen)
    return True


def _tell(seen: "Seen") -> None:
    head = seen.head
    if seen.new:
        print(f"{head.origin}: the head over {head.size} events is signed and kept", flush=True)
    else:
        print(f"nothing new since the head over {head.size} events", flush=True)
    if seen.told:
        print(f"the house did not take our signature: {seen.told}", file=sys.stderr, flush=True)
