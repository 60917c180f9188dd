"""The page of what is different between two books or games, its prices, and what it refuses."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bythebook.rulebooks import shelf
from bythebook.web.beside import diff_asked as a
from bythebook.web.beside.odds_worker import work
from tests.web.library import FakeDesk, Library, library

BOOK = Path(__file__).parents[1] / "rulebooks" / "house-rules"
PLAIN, HITS = "crown-blackjack@4.2/blackjack", "crown-blackjack@4.2/crown-blackjack"


@pytest.fixture(scope="module")
def fake() -> FakeDesk:
    return FakeDesk(queued_max=10_000)


@pytest.fixture(scope="module")
def pages(fake: FakeDesk) -> Iterator[Library]:
    with library(fake.desk) as client:
        yield client


@pytest.fixture
def amended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house whose books include one with two editions."""
    known = shelf._built_in() | {"house-rules": BOOK}
    monkeypatch.setattr(shelf, "_built_in", lambda: known)


def address(old: str, new: str, **more: str) -> str:
    return f"/rulebooks/diff?{urlencode({'old': old, 'new': new} | more)}"


def text_of(page: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.text))


def test_the_rulebooks_lead_to_it_and_it_asks_for_two(pages: Library) -> None:
    assert 'href="/rulebooks/diff"' in pages.get("/rulebooks").text
    page = pages.get("/rulebooks/diff")
    assert page.status_code == 200
    for name in ("crown-blackjack@4.2", PLAIN, "star-baceball@2016-08-17/baceball"):
        assert page.text.count(f'value="{name}"') == 2


@pytest.mark.usefixtures("amended")
def test_two_editions_are_compared_at_once(pages: Library) -> None:
    page = pages.get(address("house-rules@1", "house-rules@2"))
    assert page.status_code == 200
    told = text_of(page)
    for words in ("1 added, 1 gone, 2 reworded", "A blackjack pays six to five.",
                  "10 changed", "not about the round", "minutes 20", "minutes 30",
                  "Said as before, by another clause", "Work out what it is worth"):  # fmt: skip
        assert words in told
    assert '<span class="clause">0:order(1)</span>' in page.text  # it has no page any more
    assert 'href="/rulebooks/house-rules/clauses/9.2%3Asix-to-five"' in page.text


def test_an_edition_that_is_not_named_is_the_newest(pages: Library) -> None:
    page = pages.get(address("crown-blackjack/blackjack", "crown-blackjack/crown-blackjack"))
    assert f'value="{PLAIN}" selected' in page.text
    assert f"{PLAIN} → {HITS}" in page.text


# Prices


def test_prices_come_from_the_queue(pages: Library, fake: FakeDesk) -> None:
    asked = address(PLAIN, HITS, price="1", decks="8")
    waiting = pages.get(asked)
    assert waiting.status_code == 200
    (job,) = re.findall(r'data-job="([0-9a-f]{32})"', waiting.text)
    assert pages.get(f"/rulebooks/diff/{job}.html").status_code == 404
    number, (question, _) = next(
        (n, j) for n, j in fake.workshop.jobs.items() if isinstance(j[0], a.DiffAsked)
    )
    assert question == a.DiffAsked(old=PLAIN, new=HITS, decks=8)
    assert pages.get(f"/api/odds/{job}").json()["what"] == "diff"
    fake.workshop.begin(number)
    fake.workshop.finish(number, work(0, question))
    done = pages.get(asked)
    assert "data-job" not in done.text
    told = text_of(done)
    assert "8 decks; strategy best" in told
    assert re.search(r"dealer.soft_17 main \+0\.2\d{5} ", told)
    assert "No figure at this table is changed by: 1, 4." in told
    kept = pages.get(f"/rulebooks/diff/{job}.html")
    assert kept.status_code == 200
    assert "sandbox" in kept.headers["content-security-policy"]
    data = pages.get(f"/rulebooks/diff/{job}.json").json()
    assert data["worth"][0]["decks"] == {"old": 8, "new": 8}
    for name in (f"{job}.exe", "0" * 32 + ".html", "x", f"{job}"):
        assert pages.get(f"/rulebooks/diff/{name}").status_code == 404


def test_a_table_that_nobody_deals_is_said_by_the_worker() -> None:
    answer = work(0, a.DiffAsked(old=PLAIN, new=HITS, decks=5))
    assert answer["error"]["reason"] == "'5' is not one of 4, 6, 8"
    assert answer["error"]["clause"] == "3.1"


def test_when_too_many_wait_the_words_are_there_all_the_same() -> None:
    with library(FakeDesk(queued_max=0).desk) as client:
        page = client.get(address(PLAIN, HITS, price="1"))
        assert page.status_code == 429
        assert "too much to do" in text_of(page)
        body = {"old": PLAIN, "new": HITS}
        assert client.post("/api/rulebooks/diff", json=body).status_code == 429


# For programs


def test_programs_get_the_same(pages: Library) -> None:
    found = pages.get(f"/api{address(PLAIN, HITS)}")
    assert found.status_code == 200
    assert [s["setting"] for s in found.json()["settings"]][:2] == [
        "the game itself",
        "dealer.soft_17",
    ]
    job = pages.post("/api/rulebooks/diff", json={"old": HITS, "new": PLAIN})
    assert job.status_code == 202
    assert pages.get(f"/api/odds/{job.json()['job']}").status_code == 202


# What cannot be compared


@pytest.mark.parametrize(
    ("fields", "says"),
    [({"old": "nobody", "new": PLAIN}, "no rulebook 'nobody'"),
     ({"old": PLAIN, "new": "crown-blackjack"}, "a game is compared with a game"),
     ({"old": PLAIN}, "choose two"),
     ({"old": "crown-blackjack@9", "new": "crown-blackjack"}, "no edition '9'"),
     ({"old": "/etc", "new": "crown-blackjack"}, "no rulebook"),
     ({"old": "../../tests/rulebooks/house-rules", "new": "crown-blackjack"}, "no rulebook"),
     ({"old": PLAIN, "new": HITS, "decks": "many"}, "not a whole number"),
     ({"old": PLAIN, "new": HITS, "decks": "0"}, "from 1 to 99"),
     ({"old": "x" * 500, "new": HITS}, "too long")],
)  # fmt: skip
def test_what_cannot_be_compared_is_said(pages: Library, fields: Any, says: str) -> None:
    page = pages.get(f"/rulebooks/diff?{urlencode(fields)}")
    assert page.status_code == 400
    assert says in text_of(page).replace("&#39;", "'")


def test_what_somebody_types_is_escaped(pages: Library) -> None:
    page = pages.get(address("<script>alert(1)</script>", '"><img src=x>', decks='"><b>'))
    assert page.status_code == 400
    for raw in ("<script>alert", "<img src=x", '"><b>'):
        assert raw not in page.text


PIECES = st.lists(
    st.sampled_from(["crown-blackjack", "@", "4.2", "/", "blackjack", "star-baceball", "..", "\0"])
    | st.text(max_size=5),
    max_size=5,
).map("".join)


@settings(max_examples=60, deadline=None)
@given(old=PIECES, new=PIECES, decks=st.text(max_size=3))
def test_anything_gets_an_answer(pages: Library, old: str, new: str, decks: str) -> None:
    fields = {"old": old, "new": new, "decks": decks}
    query = urlencode(fields, errors="replace")
    for at in ("/rulebooks/diff", "/api/rulebooks/diff"):
        assert pages.get(f"{at}?{query}").status_code in (200, 400)
    assert pages.post("/api/rulebooks/diff", json=fields).status_code == 400
