"""A new key in the place of the old one: in the log, signed by both, and then in its file."""

import os
from contextlib import suppress
from pathlib import Path

from bythebook.errors import Malformed
from bythebook.house.heads.keys import keys_in, take_key
from bythebook.house.heads.notes import Key, signer_in
from bythebook.house.log.store import Store

NEW, OLD = ".new", ".old"


def rotate(store: Store, file: Path, at: int) -> tuple[Key, Path]:
    """Broken off, it is finished the next time. Says the new key, and where the old one is."""
    if not file.exists():
        raise Malformed("there is no key here whose place another could take", str(file))
    old, beside = signer_in(file), file.with_name(file.name + NEW)
    new = signer_in(beside, old.key.name)
    if keys_in(store).current != new.key:
        take_key(store, new, at, old)
    kept = file.with_name(f"{file.name}.{old.key.id.hex()}{OLD}")
    with suppress(FileExistsError):  # it was broken off here
        os.link(file, kept)
    beside.rename(file)  # at no moment is there none
    return new.key, kept
