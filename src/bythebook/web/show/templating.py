"""Pages from templates: every value is escaped, every page knows who is looking at it.

A handler ends with `return page(request, "table/lobby.html", tables=tables)`. Beside what it is
given, a template has:

    viewer        who is looking (`Viewer`); `viewer.name` is empty for a visitor without a name
    visit         the session behind the request, with `visit.csrf`
    csrf_field    the hidden field that every form with method="post" needs
    path          the path of this page, to mark where one is
    navigation    the places this viewer may go to
    running       the tables where they play now, the last move first
    asset(name)   the address of a static file, changed whenever a file changes
    clause(b, c)  a chip that shows what clause c of book b says
    ordinal(n)    1st, 2nd
    money(cents)  dollars and cents, with a true minus sign
    when(seconds) a moment as <time>: in the casino's zone, if it has one, else in the reader's own
    language      in which the page speaks; `_("…")` and {% trans %} are texts of its catalogue
    head(titles)  the head of a table; "#Paid" is a column of numbers
    |builtins     a view as plain lists and dictionaries, for |tojson
    |told         what the house says (`bythebook.phrases`), in the language of the page
"""

from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

import msgspec
from babel.dates import format_datetime
from babel.numbers import format_currency
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import MediaType, Response
from markupsafe import Markup

from bythebook.phrases import plain, told
from bythebook.web.door.security import settings_of
from bythebook.web.door.visits import Asked, visit_of
from bythebook.web.show.assets import asset
from bythebook.web.show.languages import (
    ENGLISH,
    language_of,
    languages,
    locale_of,
    script_texts,
    speaker,
    translations,
)
from bythebook.web.show.navigation import cup_of, navigation, tables_of

FOLDER = Path(__file__).parents[1] / "templates"


def clause_address(book: str, clause: str) -> str:
    return f"/rulebooks/{quote(book, safe='')}/clauses/{quote(clause, safe='')}"


def clause_chip(book: str, clause: str) -> Markup:
    """A link to a clause; with scripts it opens the clause's summary in place."""
    if not clause:
        return Markup("")
    return Markup('<a class="clause" href="{}" data-book="{}" data-clause="{}">{}</a>').format(
        clause_address(book, clause), book, clause, clause
    )


def money(cents: int, language: str = ENGLISH) -> str:
    sign = "−" if cents < 0 else ""
    if language == ENGLISH:
        return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02}"
    amount = format_currency(Decimal(abs(cents)) / 100, "AUD", locale=locale_of(language))
    return sign + amount.replace("AU$", "$")  # there is no other dollar in the house


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    teens = 10 < number % 100 < 20
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def when(seconds: int, language: str = ENGLISH, zone: str = "") -> Markup:
    moment = datetime.fromtimestamp(seconds, UTC)
    if zone:
        written = format_datetime(
            moment, "medium", tzinfo=ZoneInfo(zone), locale=locale_of(language)
        )
    else:
        written = f"{moment:%Y-%m-%d %H:%M} UTC"
    return Markup('<time datetime="{}">{}</time>').format(
        moment.isoformat(timespec="seconds"), written
    )


def table_head(*titles: str) -> Markup:
    cell, of_numbers = Markup('<th scope="col"{}>{}</th>'), Markup(' class="number"')
    cells = [cell.format(of_numbers if t.startswith("#") else "", t.lstrip("#")) for t in titles]
    return Markup("<thead><tr>{}</tr></thead>").format(Markup("").join(cells))


@lru_cache
def environment(language: str = ENGLISH, zone: str = "") -> Environment:
    """Everything is escaped, and a name that a template misspells is an error, not a blank."""
    made = Environment(
        extensions=["jinja2.ext.i18n"],
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        asset=asset,
        clause=clause_chip,
        head=table_head,
        ordinal=ordinal,
        money=partial(money, language=language),
        when=partial(when, language=language, zone=zone),
        language=language,
        languages=languages(),
        zone=zone,
        script_texts=script_texts(language),
    )
    made.policies["ext.i18n.trimmed"] = True
    known = translations(language)
    made.install_gettext_callables(  # type: ignore[attr-defined]
        known.gettext, known.ngettext, newstyle=True
    )
    made.filters["builtins"] = partial(
        msgspec.to_builtins, enc_hook=partial(plain, speaker=speaker(language))
    )
    made.filters["told"] = partial(told, speaker=speaker(language))
    return made


def render(request: Asked, template: str, **context: Any) -> str:
    visit = visit_of(request)
    zone = settings_of(request.scope).zone
    return (
        environment(language_of(request), zone)
        .get_template(template)
        .render(
            viewer=visit.viewer,
            visit=visit,
            csrf_field=Markup('<input type="hidden" name="csrf" value="{}">').format(visit.csrf),
            path=request.url.path,
            navigation=navigation(visit.viewer),
            running=tables_of(request),
            own_cup=cup_of(request),
            **context,
        )
    )


def download(content: str | bytes, media_type: str, name: str) -> Response[Any]:
    """A file to keep, under this name."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)


def page(request: Asked, template: str, status: int = 200, **context: Any) -> Response[str]:
    """A page as an answer."""
    return Response(
        render(request, template, **context), status_code=status, media_type=MediaType.HTML
    )
