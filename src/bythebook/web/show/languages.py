"""In which language a page speaks: what its reader chose, else what their browser prefers.

English stands in the templates and scripts themselves. Another language is a catalogue beside this
package (`web/languages/vi.po`), written by people and read as it is: nothing is compiled. Templates
say `{{ _("…") }}` or `{% trans %}`, scripts `say("…")` (`static/common/say.js`), and what stands in
a list in Python is `marked("…")` there, and translated where it is shown.
"""

from decimal import Decimal
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations, c2py
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from litestar.datastructures import Cookie

from bythebook.phrases import ENGLISH as IN_ENGLISH
from bythebook.phrases import Speaker
from bythebook.web.door.visits import Connection

FOLDER = Path(__file__).parents[1] / "languages"
ENGLISH = "en"
COOKIE = "bythebook-language"
COOKIE_SECONDS = 400 * 86_400  # browsers keep none for longer
SCRIPTS = "web/static/"
MANY = 200  # so far every kind of whole number has been met


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


class Translated(Speaker):
    """Who tells phrases of the house in another language than English."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self._known = translations(tag)

    def text(self, text: str) -> str:
        return self._known.gettext(text)

    def counted(self, number: int, one: str, many: str) -> str:
        return self._known.ngettext(one, many, number)

    def amount(self, cents: int, in_english: str) -> str:
        return str(format_decimal(Decimal(cents) / 100, "0.00", locale_of(self.tag)))


@lru_cache
def speaker(tag: str) -> Speaker:
    return IN_ENGLISH if tag == ENGLISH else Translated(tag)


NUMBERS = ""  # what no text is: which of the forms of a text goes with which kind of number


@lru_cache
def script_texts(tag: str) -> dict[str, Any]:
    """What scripts say, for those that are sent with a page; of English there is nothing to send.

    A text with a number in it has all its forms, by its singular; which of them a number takes
    scripts know by its kind (one, few, other …), and that is told them under no text at all.
    """
    if tag == ENGLISH:
        return {}
    catalogue = catalogue_of(tag)
    found: dict[str, Any] = {NUMBERS: _forms(catalogue, locale_of(tag))}
    for message in catalogue:
        says = message.string
        if not says or not any(SCRIPTS in place for place, _ in message.locations):
            continue
        if isinstance(says, str):
            found[str(message.id)] = says
        elif all(says):
            found[str(message.id[0])] = list(says)
    return found


def _forms(catalogue: Catalog, locale: Locale) -> dict[str, int]:
    """By kind of number, which of a text's forms it takes."""
    chosen = c2py(catalogue.plural_expr)
    return {str(locale.plural_form(number)): chosen(number) for number in range(MANY)}


# Whose language it is


def language_of(connection: Connection) -> str:
    """What the reader chose; else the first that the browser prefers and we have."""
    chosen = connection.cookies.get(COOKIE, "")
    if chosen in languages():
        return chosen
    return preferred(connection.headers.get("accept-language", ""))


def speaker_of(connection: Connection) -> Speaker:
    return speaker(language_of(connection))


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
