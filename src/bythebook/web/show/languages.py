"""In which language a page speaks: what its reader chose, else what their browser prefers.

English stands in the templates and scripts themselves. Another language is a catalogue beside this
package (`web/languages/vi.po`), written by people and read as it is: nothing is compiled. Templates
say `{{ _("…") }}` or `{% trans %}`, scripts `say("…")` (`static/common/say.js`), and what stands in
a list in Python is `marked("…")` there, and translated where it is shown.
"""

from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from litestar.datastructures import Cookie

from bythebook.web.door.visits import Connection

FOLDER = Path(__file__).parents[1] / "languages"
ENGLISH = "en"
COOKIE = "bythebook-language"
COOKIE_SECONDS = 400 * 86_400  # browsers keep none for longer
SCRIPTS = "web/static/"


def marked(text: str) -> str:
    """The same text: so that it gets into the catalogues."""
    return text


def tag_of(catalogue: str) -> str:
    """`zh_Hans` as web pages write it: `zh-Hans`."""
    return catalogue.replace("_", "-")


@lru_cache(maxsize=1)
def languages() -> dict[str, str]:
    """Every language there is, each by its own name."""
    tags = [ENGLISH, *sorted(tag_of(path.stem) for path in FOLDER.glob("*.po"))]
    return {tag: str(locale_of(tag).get_display_name(tag.replace("-", "_"))) for tag in tags}


def locale_of(tag: str) -> Locale:
    return Locale.parse(tag, sep="-")


def catalogue_of(tag: str) -> Catalog:
    path = FOLDER / f"{tag.replace('-', '_')}.po"
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


@lru_cache
def translations(tag: str) -> NullTranslations:
    """What the texts of the pages are in this language; of English, themselves."""
    if tag == ENGLISH:
        return NullTranslations()
    written = BytesIO()
    write_mo(written, catalogue_of(tag))
    written.seek(0)
    return GNUTranslations(written)


@lru_cache
def script_texts(tag: str) -> dict[str, str]:
    """What scripts say, for those that are sent with a page; of English there is nothing to send.

    Of a text with a number in it the key is its singular: a language that tells numbers apart would
    need its forms here, and `sayMany` to choose.
    """
    if tag == ENGLISH:
        return {}
    found: dict[str, str] = {}
    for message in catalogue_of(tag):
        if message.string and any(SCRIPTS in place for place, _ in message.locations):
            several = isinstance(message.id, tuple | list)
            key, says = (
                (message.id[0], message.string[0]) if several else (message.id, message.string)
            )
            found[str(key)] = str(says)
    return found


# Whose language it is


def language_of(connection: Connection) -> str:
    """What the reader chose; else the first that the browser prefers and we have."""
    chosen = connection.cookies.get(COOKIE, "")
    if chosen in languages():
        return chosen
    return preferred(connection.headers.get("accept-language", ""))


def preferred(header: str) -> str:
    """The best of ours for `vi-VN,vi;q=0.9,en;q=0.8`; any Chinese but traditional is simplified."""
    wanted: list[tuple[float, str]] = []
    for part in header[:500].split(","):
        tag, _, rest = part.strip().partition(";")
        weight = rest.strip().removeprefix("q=") if rest else "1"
        try:
            wanted.append((-float(weight), tag.strip().lower()))
        except ValueError:
            continue  # what is not understood is not wished for
    for wish, tag in sorted(wanted, key=lambda one: one[0]):
        if wish < 0 and (found := _ours(tag)):
            return found
    return ENGLISH


def _ours(tag: str) -> str:
    parts = tag.split("-")
    if {"hant", "tw", "hk", "mo"} & set(parts):
        return ""
    return next((ours for ours in languages() if ours.split("-")[0].lower() == parts[0]), "")


def language_cookie(tag: str, secure: bool) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=tag,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
        max_age=COOKIE_SECONDS,
    )
