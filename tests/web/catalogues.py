"""What the pages say, collected from templates, scripts and lists in Python, and the catalogues of
other languages brought up to it:

    .venv/bin/python -m tests.web.catalogues

writes every text that is new into each catalogue, untranslated, and takes out what nobody says any
more; translations are by hand.
"""

import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

import bythebook
from bythebook.web.show.languages import FOLDER, catalogue_of, languages

SOURCE = Path(bythebook.__file__).parent
PAGES = [("web/templates/**.html", "jinja2"), ("web/static/**.js", "javascript")]
PROGRAMS = [("**.py", "python")]
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "say": None,
    "sayMany": (2, 3),
}
KEYWORDS_OF_PROGRAMS: dict[str, tuple[int, ...] | None] = {
    "marked": None,
    "phrase": None,
    "phrases": (2, 3),
}
OPTIONS = {
    "web/templates/**.html": {"trimmed": "true", "silent": "false"},
    "web/static/**.js": {"parse_template_string": "true"},
}
WIDTH = 100

# Pages of the staff and of those who write rules: marked like all others, translated by whoever
# wants to.
STAFF = (
    "web/templates/account/people.html",
    "web/templates/api.html",
    "web/templates/cage/",
    "web/templates/common/",
    "web/templates/dealer/",
    "web/templates/heads/",
    "web/templates/inspector/",
    "web/templates/jackpots/acts.html",
    "web/templates/jackpots/desk",
    "web/templates/jackpots/new.html",
    "web/templates/odds/workbench.html",
    "web/templates/patrons/",
    "web/templates/pit/",
    "web/templates/promotions/desk.html",
    "web/templates/promotions/edit.html",
    "web/templates/promotions/prizes.html",
    "web/templates/rulebooks/",
    "web/templates/school/class.html",
    "web/templates/school/dealers.html",
    "web/templates/school/report.html",
    "web/templates/school/shift.html",
    "web/templates/tournaments/direct.html",
    "web/templates/tournaments/new.html",
    "web/static/common/document-fields.js",
    "web/static/common/order",
    "web/static/dealer/",
    "web/static/inspector/",
    "web/static/jackpots/new.js",
    "web/static/patrons/",
    "web/static/pit/",
    "web/static/promotions/edit.js",
    "web/static/rulebooks/",
    "web/static/school/class.js",
    "web/static/school/findings.js",
    "web/static/school/shift.js",
    "web/static/tournaments/new.js",
)


def is_for_players(message: Message) -> bool:
    return any(not file.startswith(STAFF) for file, _ in message.locations)


def said() -> Catalog:
    """Every text, with the files that say it."""
    found = Catalog()
    for file, _, text, _, _ in sorted(_extracted(), key=lambda one: one[0]):
        found.add(text, locations=[(file, 0)])
    return found


def _extracted() -> Iterator[tuple[str, int, str | tuple[str, ...], list[str], str | None]]:
    yield from extract_from_dir(SOURCE, PAGES, OPTIONS, KEYWORDS)
    yield from extract_from_dir(SOURCE, PROGRAMS, {}, KEYWORDS_OF_PROGRAMS)


def brought_up(tag: str, collected: Catalog) -> str:
    """A catalogue as it is written: all that is said, with what is known of it translated."""
    known = catalogue_of(tag)
    made = Catalog(locale=known.locale, header_comment=known.header_comment)
    for message in sorted(collected, key=lambda one: str(one.id)):
        if not message.id:
            continue
        before = known.get(message.id if isinstance(message.id, str) else message.id[0])
        several = isinstance(message.id, tuple | list)
        empty: str | tuple[str, ...] = ("",) * made.num_plurals if several else ""
        string = before.string if before is not None else empty
        files = sorted({(file, 0) for file, _ in message.locations})
        made.add(message.id, string, locations=files)
    written = io.BytesIO()
    write_po(written, made, width=WIDTH, omit_header=True, include_lineno=False)
    return head_of(tag) + written.getvalue().decode()


def head_of(tag: str) -> str:
    forms = catalogue_of(tag).plural_forms
    return (
        f"# By the Book in {languages()[tag]}.\n"
        'msgid ""\nmsgstr ""\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Language: {tag.replace("-", "_")}\\n"\n'
        f'"Plural-Forms: {forms}\\n"\n\n'
    )


def main() -> None:
    collected = said()
    for tag in list(languages())[1:]:
        path = FOLDER / f"{tag.replace('-', '_')}.po"
        path.write_text(brought_up(tag, collected), "utf-8")
        empty = sum(not any(one.string or "") for one in catalogue_of(tag) if one.id)
        print(f"{path.name}: {len(catalogue_of(tag))} texts, {empty} not translated")


if __name__ == "__main__":
    main()
