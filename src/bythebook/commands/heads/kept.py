"""Heads and keys as people keep them: files in a folder, a line of text."""

from pathlib import Path
from typing import TYPE_CHECKING

from bythebook.errors import Malformed, naming

if TYPE_CHECKING:
    from bythebook.house.heads.notes import Key, SignedHead
    from bythebook.house.verify.heads import KeptHead

ENDS = (".head", ".txt")
FILE_BYTES_MAX = 200_000


def head_from(file: Path) -> "SignedHead":
    """The head in a file."""
    from bythebook.house.heads.notes import read_head

    with naming(str(file)):
        if file.stat().st_size > FILE_BYTES_MAX:
            raise Malformed("this is too large for a head")
        try:
            text = file.read_bytes().decode().replace("\r\n", "\n")
        except UnicodeDecodeError:
            raise Malformed("this is no head: it is no text") from None
        return read_head(text.rstrip("\n") + "\n")


def kept_in(places: list[str]) -> "list[KeptHead]":
    """Every head in these folders and files."""
    from bythebook.house.verify.heads import KeptHead

    found: list[KeptHead] = []
    for place in places:
        path = Path(place)
        files = [path]
        if path.is_dir():
            files = sorted(one for one in path.iterdir() if one.suffix in ENDS and one.is_file())
            if not files:
                raise Malformed(f"no head is in this folder: no file {' or '.join(ENDS)}", place)
        found += [KeptHead(file.name, head_from(file)) for file in files]
    return found


def keys_in(given: list[str]) -> "tuple[Key, ...]":
    """Keys as they are printed, or in files with a key to a line."""
    from bythebook.house.heads.notes import read_key

    found: list[Key] = []
    for text in given:
        if "+" in text:
            found.append(read_key(text))
            continue
        with naming(text):
            lines = Path(text).read_text("utf-8", errors="replace").splitlines()
            found += [read_key(line) for line in lines if line.strip()]
    return tuple(found)
