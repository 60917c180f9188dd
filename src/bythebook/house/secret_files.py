"""A secret in a file of its own: for its owner alone, whole or not at all, never another's."""

import os
import secrets
from pathlib import Path


def keep_secret(file: Path, content: bytes) -> bool:
    """Whether it is there now; if there is one already, of whoever was quicker, that one stays."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as made:
            made.write(content)
            made.flush()
            os.fsync(made.fileno())
        os.link(part, file)
    except FileExistsError:
        return False
    finally:
        part.unlink(missing_ok=True)
    return True
