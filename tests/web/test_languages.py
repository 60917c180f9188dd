"""Pages speak other languages: everything they say there is in the catalogues, and nothing else."""

import json
import re
from datetime import UTC, datetime

import pytest
from babel.messages.catalog import Message

from bythebook.commands.serve import zone_of
from bythebook.errors import Malformed
from bythebook.web.show.languages import FOLDER, catalogue_of, languages, preferred, script_texts
from bythebook.web.show.templating import money, when
from tests.web.catalogues import brought_up, is_for_players, said
from tests.web.visitors import Browser, SmallHouse, browser, send

OTHERS = [tag for tag in languages() if tag != "en"]
PLACES = re.compile(r"%\((\w+)\)s|(?<!%)\{(\w+)\}|(</?[a-z]+)")


def texts(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


@pytest.mark.parametrize("tag", OTHERS)
def test_catalogues_have_just_what_the_pages_say(tag: str) -> None:
    """After a change of wording: .venv/bin/python -m tests.web.catalogues"""
    written = (FOLDER / f"{tag.replace('-', '_')}.po").read_text("utf-8")
    assert written == brought_up(tag, said())


@pytest.mark.parametrize("tag", OTHERS)
def test_everything_is_translated_with_all_that_is_filled_in(tag: str) -> None:
    for message in catalogue_of(tag):
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        if not any(texts(message)) and not is_for_players(message):
            continue
        assert all(texts(message)), message.id
        # What is filled in, and the tags around it: the same, in whatever order.
        wanted = sorted(PLACES.findall(ids(message)[-1]))
        for text in texts(message):
            assert sorted(PLACES.findall(text)) == wanted, (message.id, text)


@pytest.mark.parametrize(
    ("header", "tag"),
    [
        ("", "en"),
        ("vi-VN,vi;q=0.9,en;q=0.8", "vi"),
        ("fr-FR, zh-CN;q=0.7, en;q=0.5", "zh-Hans"),
        ("zh-TW, zh-Hant;q=0.9, vi;q=0.1", "vi"),
        ("en-AU,vi;q=0.9", "en"),
        ("vi;q=0, en", "en"),
        ("de, *", "en"),
        ("vi;q=high, zh", "zh-Hans"),
        ("," * 10_000 + "vi", "en"),
    ],
)
def test_the_browser_says_which_language_it_prefers(header: str, tag: str) -> None:
    assert preferred(header) == tag


def test_a_reader_chooses_and_stays_with_it(visitor: Browser) -> None:
    plain = visitor.get("/login").text
    assert '<html lang="en"' in plain
    assert 'id="catalogue"' not in plain
    preferring = visitor.get("/login", headers={"accept-language": "vi"}).text
    assert '<html lang="vi"' in preferring
    answer = send(visitor, "/language", {"language": "zh-Hans", "next": "/login"})
    assert answer.headers["location"] == "/login"
    page = visitor.get("/login", headers={"accept-language": "vi"}).text
    assert '<html lang="zh-Hans"' in page
    assert "登录" in page
    sent = re.search(r'id="catalogue">(.*?)</script>', page, re.DOTALL)
    assert sent is None or json.loads(sent[1]) == script_texts("zh-Hans")


def test_no_other_language_and_no_way_elsewhere(visitor: Browser) -> None:
    assert send(visitor, "/language", {"language": "../en"}).status_code == 400
    away = send(visitor, "/language", {"language": "vi", "next": "//elsewhere.example/"})
    assert away.headers["location"] == "/"
    visitor.cookies.set("bythebook-language", "tlh")
    assert '<html lang="en"' in visitor.get("/login").text


def test_sums_and_moments_as_they_are_written_there() -> None:
    assert money(-123456, "vi") == "−1.234,56\N{NO-BREAK SPACE}$"
    assert money(123456, "zh-Hans") == "$1,234.56"
    noon = int(datetime(2026, 1, 15, 1, tzinfo=UTC).timestamp())
    assert "15 Jan" not in str(when(noon))
    assert "Jan 15, 2026, 12:00:00" in str(when(noon, zone="Australia/Melbourne"))
    assert "12:00:00 15 thg 1, 2026" in str(when(noon, "vi", "Australia/Melbourne"))


def test_times_stand_in_the_casinos_own_zone(house: SmallHouse) -> None:
    with browser(house.app(zone="Australia/Hobart")) as visitor:
        assert 'data-zone="Australia/Hobart"' in visitor.get("/login").text


def test_a_zone_that_there_is() -> None:
    assert (zone_of(""), zone_of("Australia/Hobart")) == ("", "Australia/Hobart")
    with pytest.raises(Malformed, match="no such time zone: Australia/Hobart"):
        zone_of("Australia/Hobat")
