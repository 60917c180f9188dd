"""A game with settings of somebody's own, as a book: in a folder of this process, gone with it.

So whatever can be asked of a book can be asked of what somebody only tries, its PAR sheet too.
"""

import datetime
import os
import shutil
import tempfile
import time
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock

from bythebook.errors import Malformed
from bythebook.rulebooks import Book, load_book
from bythebook.rulebooks.writing.beginning import new_book
from bythebook.rulebooks.writing.changes import settings_of

SETTINGS_MAX = 40
NAME = "variant"
KEPT = 512  # folders at once
_FOLDERS = tempfile.TemporaryDirectory(prefix="bythebook-variants-")
_LOCK = Lock()  # around writing and reading: a folder is not taken away under somebody's hands


def given_settings(book: Book, game: str, given: dict[str, str]) -> dict[str, str]:
    """Only what is different from the game as it is, in order."""
    if not given:
        return {}
    now = {setting.path: setting.value for setting in settings_of(book.game(game).rules)}
    wanted = {path: text.strip() for path, text in sorted(given.items()) if text.strip()}
    different = {path: text for path, text in wanted.items() if now.get(path) != text}
    if len(different) > SETTINGS_MAX:
        raise Malformed(f"at most {SETTINGS_MAX} settings at once", "set")
    return different


def variant_files(book: Book, game: str, settings: dict[str, str]) -> dict[str, str]:
    """The files of a book that says only this."""
    title = f"{book.game(game).rules.title}, changed"
    return new_book(book, game, title, settings, {}, datetime.date.today())


def variant_of(book: Book, game: str, settings: dict[str, str]) -> Book:
    with _LOCK:
        return _loaded(_written(book, game, settings), game)


def _written(book: Book, game: str, settings: dict[str, str]) -> Path:
    """The folder of a variant, marked as used now."""
    key = sha256(repr((book.source, game, tuple(settings.items()))).encode()).hexdigest()[:16]
    folder = Path(_FOLDERS.name) / key / NAME
    is_new = not folder.exists()
    if is_new:
        files = variant_files(book, game, settings)
        draft = folder.with_name("draft")
        draft.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            (draft / file).write_text(text, encoding="utf-8")
        draft.rename(folder)  # whole, or not there
    now = time.time_ns()
    os.utime(folder.parent, ns=(now, now))
    if is_new:
        _make_room()
    return folder


def _make_room() -> None:
    """Strangers try settings without end: what was used longest ago goes, and is written again
    when somebody asks for it."""
    folders = sorted(Path(_FOLDERS.name).iterdir(), key=lambda one: one.stat().st_mtime_ns)
    for old in folders[: max(0, len(folders) - KEPT)]:
        shutil.rmtree(old, ignore_errors=True)


@lru_cache(maxsize=256)
def _loaded(folder: Path, game: str) -> Book:
    made = load_book(folder)
    made.game(game)  # whatever does not go together is said now
    return made
