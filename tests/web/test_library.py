"""The pages about rulebooks, and what all pages of the library have in common."""

import csv
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from bythebook.rulebooks import built_in_books, find_book
from bythebook.web.show import rulebook_views
from tests.house.verify.amended import BOOK, installed
from tests.web.library import FakeDesk, Library, library


@pytest.fixture(scope="module")
def pages() -> Iterator[Library]:
    """The pages with a calculator that never answers."""
    with library(FakeDesk(queued_max=10_000).desk) as client:
        yield client


def ledger(book: str) -> list[dict[str, str]]:
    with (find_book(book).folder / "clauses.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def shown_ids(page: str) -> set[str]:
    """The clauses of a book's page that are not hidden."""
    rows = re.findall(r'<li id="([^"]+)" data-kind=.*?>', page, re.DOTALL)
    hidden = re.findall(r'<li id="([^"]+)" data-kind=[^>]*?\bhidden>', page, re.DOTALL)
    return {unescape(name) for name in rows} - {unescape(name) for name in hidden}


# Rulebooks


def test_the_six_books_are_listed(pages: Library) -> None:
    page = pages.get("/rulebooks").text
    for name in built_in_books():
        book = find_book(name)
        assert f'href="/rulebooks/{name}"' in page
        assert str(len(ledger(name))) in page
        assert book.about.authority in unescape(page)


@pytest.mark.parametrize("book", built_in_books())
def test_every_clause_of_a_book_has_its_page_and_its_data(pages: Library, book: str) -> None:
    rows = ledger(book)
    page = pages.get(f"/rulebooks/{book}")
    assert page.status_code == 200
    assert shown_ids(page.text) == {row["id"] for row in rows}
    for row in rows:
        address = f"/rulebooks/{book}/clauses/{quote(row['id'], safe='')}"
        data = pages.get(f"{address}.json").json()
        assert [data[key] for key in ("book", "id", "kind", "area", "role", "summary")] == [
            book, row["id"], row["kind"], row["area"], row["role"], row["summary"],
        ]  # fmt: skip
        assert pages.get(address).status_code == 200


def test_programs_get_the_same(pages: Library) -> None:
    books = pages.get("/api/rulebooks").json()
    assert {book["id"]: book["clauses"] for book in books} == {
        name: len(ledger(name)) for name in built_in_books()
    }
    clauses = pages.get("/api/rulebooks/star-baceball/clauses").json()
    assert [clause["id"] for clause in clauses] == [row["id"] for row in ledger("star-baceball")]
    one = quote(clauses[-1]["id"], safe="")
    assert pages.get(f"/api/rulebooks/star-baceball/clauses/{one}").json() == clauses[-1]
    assert pages.get("/api/rulebooks/nobody/clauses").status_code == 404
    assert pages.get("/api/rulebooks/star-baceball/clauses/99").status_code == 404


def test_a_clause_says_where_it_lives_and_what_proves_it(pages: Library) -> None:
    data = pages.get("/rulebooks/crown-blackjack/clauses/10.2.2(a).json").json()
    assert "games.crown-blackjack.dealer.soft_17" in data["where"]
    assert data["tests"]
    page = unescape(pages.get("/rulebooks/crown-blackjack/clauses/10.2.2(a)").text)
    for text in (data["summary"], *data["where"], *data["tests"]):
        assert text in page


def test_a_clause_names_its_parts_its_whole_and_its_readings(pages: Library) -> None:
    page = pages.get("/rulebooks/crown-blackjack/clauses/8.5.6(c)").text
    assert 'data-clause="8.5.6(c)(iv)"' in page
    assert "clauses/8.5.6" in page
    for name, reading in find_book("canberra-blackjack").readings.items():
        for clause in reading.clauses:
            address = f"/rulebooks/canberra-blackjack/clauses/{quote(clause, safe='')}"
            assert name in {r["name"] for r in pages.get(f"{address}.json").json()["readings"]}
            assert reading.question in unescape(pages.get(address).text)


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ({"area": "splitting"}, lambda row: row["area"] == "splitting"),
        ({"kind": "record"}, lambda row: row["kind"] == "record"),
        ({"role": "dealer", "kind": "rule"},
         lambda row: (row["role"], row["kind"]) == ("dealer", "rule")),
        ({"text": "SPLIT aces"}, lambda row: all(
            word in f"{row['id']} {row['summary']} {row['note']}".lower()
            for word in ("split", "aces"))),
        ({"text": "8.5.6(c)"}, lambda row: "8.5.6(c)" in " ".join(row.values())),
        ({"area": "no such area"}, lambda row: False),
    ],
)  # fmt: skip
def test_clauses_are_found_by_query(pages: Library, query: dict[str, str], wanted: Any) -> None:
    page = pages.get(f"/rulebooks/crown-blackjack?{urlencode(query)}").text
    assert shown_ids(page) == {row["id"] for row in ledger("crown-blackjack") if wanted(row)}


def test_proved_and_open_clauses_are_told_apart(pages: Library) -> None:
    kinds = {
        state: shown_ids(pages.get(f"/rulebooks/crown-blackjack?proof={state}").text)
        for state in ("proved", "open")
    }
    to_prove = {r["id"] for r in ledger("crown-blackjack") if r["kind"] in ("rule", "record")}
    assert kinds["proved"] | kinds["open"] == to_prove
    assert not kinds["proved"] & kinds["open"]
    assert "10.2.2(a)" in kinds["proved"]


def test_without_tests_nothing_is_said_of_them(
    pages: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(rulebook_views, "TESTS", tmp_path / "none")
    caches: list[Any] = [rulebook_views._proofs, rulebook_views.book_view]
    for cache in caches:
        cache.cache_clear()
    try:
        for address in ("/rulebooks", "/rulebooks/crown-blackjack"):
            page = pages.get(address).text
            assert "The tests are not installed here" in page
            assert 'data-proof="open"' not in page
        assert "not installed" in pages.get("/rulebooks/crown-blackjack/clauses/6.1").text
    finally:
        for cache in caches:
            cache.cache_clear()


def test_powers_are_shown_with_their_clauses(pages: Library) -> None:
    """Crown, 4.2.4: a player may decline the cut."""
    page = pages.get("/rulebooks/crown-blackjack").text
    power = re.search(r"<li>\s*<span>decline the cut.*?</li>", page, re.DOTALL)
    assert power is not None
    assert 'data-clause="4.2.4"' in power[0]


def test_powers_say_what_an_order_asks_for(pages: Library) -> None:
    """Under which heading and with which fields: as the command has it, on every desk."""
    page = pages.get("/rulebooks/tasmania-blackjack").text
    power = re.search(
        r"<li>\s*<span>[^<]*<code class=.muted.>confine</code>.*?</li>", page, re.DOTALL
    )
    assert power is not None
    words = " ".join(power[0].split())
    assert "Restrictions: Player" in words


def test_powers_beside_the_tables(pages: Library) -> None:
    """The Star's book has a jackpot, tournaments and promotions; the example has none of them."""
    page = pages.get("/rulebooks/star-blackjack-challenge").text
    _, _, beside = page.partition("Beside the tables")
    for title, act in (
        ("Blazing 7", "open-pool"), ("Tournaments", "draw-seats"), ("Promotions", "draw"),
    ):  # fmt: skip
        assert title in beside
        assert f'<code class="muted">{act}</code>' in beside
    assert "Beside the tables" not in pages.get("/rulebooks/reference-blackjack").text


@pytest.mark.parametrize(
    "address",
    ["/rulebooks/nobody", "/rulebooks/crown-blackjack/clauses/99.99", "/rulebooks/%2e%2e",
     "/rulebooks/crown-blackjack/clauses/.json", "/rulebooks/crown-blackjack/clauses/%00",
     "/record?sample=..%2F..%2Fpyproject", "/odds/sheets/x.html", "/odds/charts/x.csv",
     f"/api/odds/{'0' * 32}"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(pages: Library, address: str) -> None:
    assert pages.get(address).status_code == 404


# All of them


@pytest.mark.parametrize(
    "address",
    ["/rulebooks", "/rulebooks/star-baceball", "/rulebooks/tasmania-blackjack/clauses/1.2(a)",
     "/odds", "/odds?ask=1", "/odds?game=star-baceball/baceball", "/record",
     "/record?sample=blackjack-challenge"],
)  # fmt: skip
def test_pages_live_with_the_strict_policy(pages: Library, address: str) -> None:
    """No style or script in the page itself, nothing from elsewhere."""
    answer = pages.get(address)
    assert "style-src 'self'" in answer.headers["content-security-policy"]
    assert not re.search(r"<style|\sstyle=|\son\w+=", answer.text)
    scripts = re.findall(r"<script([^>]*)>", answer.text)
    assert all("src=" in one or "application/json" in one for one in scripts)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', answer.text)


# Editions


def test_a_book_with_several_editions_lets_one_be_chosen(
    pages: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(monkeypatch, BOOK):
        today = pages.get("/rulebooks/amended")
        earlier = pages.get("/rulebooks/amended@1.0")
        assert (today.status_code, earlier.status_code) == (200, 200)
        for page in (today.text, earlier.text):
            assert 'href="/rulebooks/amended@1.0"' in page
            assert 'href="/rulebooks/amended@2.0"' in page
        assert "13.2(z)" in shown_ids(today.text)
        assert "13.2(z)" not in shown_ids(earlier.text)
        assert "NI:preamble" in shown_ids(earlier.text)
        assert "/rulebooks/amended%401.0/clauses/13.1%28c%29" in earlier.text
        assert pages.get("/rulebooks/amended@1.0/clauses/NI:preamble").status_code == 200
        assert pages.get("/rulebooks/amended@2.0/clauses/NI:preamble").status_code == 404
        assert pages.get("/rulebooks/amended@3.0").status_code == 404
        listed = {book["id"]: book for book in pages.get("/api/rulebooks").json()}
        assert listed["amended"]["editions"] == ["1.0", "2.0"]
        odds = pages.get("/odds?game=amended/blackjack&edition=1.0").text
        assert re.search(r'<option value="1.0" selected>', odds)
        assert "pairs-play" in odds  # 2.0 has it no more
        assert "pairs-play" not in pages.get("/odds?game=amended/blackjack").text
        wrong = pages.get("/odds?game=amended/blackjack&edition=1.0&decks=99")
        assert wrong.status_code == 400
        assert re.search(r'<option value="1.0" selected>', wrong.text)  # the edition is kept
    assert "Editions" not in pages.get("/rulebooks/crown-blackjack").text
