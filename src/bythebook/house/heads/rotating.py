"""A new key in the place of the old one: in the log, signed by both, and then in its file."""

from pathlib import Path

from bythebook.errors import Malformed
from bythebook.house.heads.keys import keys_in, take_key
from bythebook.house.heads.notes import Key, Signer, signer_in, write_secret
from bythebook.house.log.store import Store

NEW, OLD = ".new", ".old"


def rotate(store: Store, file: Path, at: int) -> tuple[Key, Path]:
    """Broken off, it is finished the next time. Says the new key, and where the old one is."""
    if not file.exists():
        raise Malformed("there is no key here whose place another could take", str(file))
    old, beside = signer_in(file), file.with_name(file.name + NEW)
    if not beside.exists():
        write_secret(beside, Signer.new(old.key.name))
    new = signer_in(beside)
    if keys_in(store).current != new.key:
        take_key(store, new, at, old)
    kept = file.with_name(f"{file.name}.{old.key.id.hex()}{OLD}")
    file.rename(kept)
    beside.rename(file)
    return new.key, kept
