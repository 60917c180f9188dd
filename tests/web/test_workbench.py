"""The workbench: any setting of a game changed, beside itself or another game, kept as a book."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest

from bythebook.errors import Malformed
from bythebook.rulebooks import find_book, load_book
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.rulebooks.writing.faults import check_book
from bythebook.web.beside import odds_asked as a
from bythebook.web.beside import variants
from tests.web.library import FakeDesk, Library, library

GAME = "reference-blackjack/blackjack"
TIES = {"game": GAME, "set.settlement.equal": "loses"}
BOTH = TIES | {"set.dealer.soft_17": "hits", "ask": "1"}


@pytest.fixture
def fake() -> FakeDesk:
    return FakeDesk(queued_max=100)


@pytest.fixture
def pages(fake: FakeDesk) -> Iterator[Library]:
    with library(fake.desk) as client:
        yield client


def asked_of(fake: FakeDesk) -> list[a.Asked]:
    found = [asked for asked, _ in fake.workshop.jobs.values()]
    return [asked for asked in found if isinstance(asked, a.Asked)]


def answer(edge: float, code: str) -> dict[str, Any]:
    chart = {
        "columns": ["2", "A"], "codes": {code: "says"},
        "sections": [
            {"title": "Hard", "rows": [{"name": "16", "cells": [{"code": "S"}, {"code": code}]}]}
        ],
    }  # fmt: skip
    figures = {
        "house_edge": edge, "player_return": 1 - edge, "standard_deviation": 1.15,
        "frequencies": {"double": 0.1}, "side_wagers": {},
    }  # fmt: skip
    return {"result": {"figures": figures, "chart": chart, "choices": []}}


def test_every_setting_is_there_to_be_changed(pages: Library) -> None:
    text = pages.get(f"/workbench?{urlencode({'game': GAME})}").text
    for path in ("settlement.equal", "dealer.soft_17", "side_wagers.perfect-pairs.lines[0].odds"):
        assert f'name="set.{path}"' in text
    assert "0 changed" in text


def test_asked_for_both_games_and_then_each_change_alone(pages: Library, fake: FakeDesk) -> None:
    """One after the other: a page with many changes leaves the queue to others."""
    address = f"/workbench?{urlencode(BOTH)}"

    def asked() -> list[dict[str, str]]:
        assert pages.get(address).status_code == 200
        return [asked.settings for asked in asked_of(fake)]

    whole = {"dealer.soft_17": "hits", "settlement.equal": "loses"}
    one, other = ({path: value} for path, value in whole.items())
    wanted = [whole, {}, one, other]
    assert asked() == wanted[:2]
    for number, known in enumerate((2, 3, 4, 4), 1):
        fake.workshop.finish(number, answer(0.004, "H"))
        assert asked() == wanted[:known]


def test_a_value_that_is_as_it_is_changes_nothing(pages: Library) -> None:
    same = a.asked_from([("game", GAME), ("set.settlement.equal", "stand-off")], GAME)
    assert a.read_question(same).asked.settings == {}
    changed = a.read_question(a.asked_from([("game", GAME), ("set.settlement.equal", "loses")], ""))
    rules = changed.game.rules
    assert isinstance(rules, BlackjackGame)
    assert rules.settlement.equal.result == "loses"
    again = a.read_question(a.asked_from(a.fields_of(changed.asked), ""))
    assert (again.id, changed.asked.game) == (changed.id, GAME)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("settlement.eqal", "loses", "did you mean settlement.equal?"),
        ("dealer.soft_17", "hit", "did you mean hits?"),
        ("settlement.bust", "absent", "it cannot be absent"),
        ("splitting.hands", "99999999999", "is no whole number"),
        ("pack.without", "ZZZ", ""),
        ("insurance", "absent", ""),
    ],
)
def test_what_cannot_be_is_said(pages: Library, path: str, value: str, says: str) -> None:
    answer = pages.get(f"/workbench?{urlencode({'game': GAME, f'set.{path}': value, 'ask': 1})}")
    assert answer.status_code in ((400,) if says else (200, 400))
    assert says in answer.text.replace("&#39;", "'")


def test_folders_of_variants_are_only_so_many(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whoever tries settings without end does not fill the disk; what is gone comes again."""
    monkeypatch.setattr(variants, "_FOLDERS", SimpleNamespace(name=str(tmp_path)))
    monkeypatch.setattr(variants, "KEPT", 3)
    book = find_book("reference-blackjack")

    def made(hands: int) -> Path:
        changed = variants.variant_of(book, "blackjack", {"splitting.hands": str(hands)})
        rules = changed.game("blackjack").rules
        assert isinstance(rules, BlackjackGame)
        assert rules.splitting is not None
        assert rules.splitting.hands.value == hands
        assert changed.folder.is_dir()
        return changed.folder

    first, second = made(5), made(6)
    made(7)
    assert made(5) == first, "used again"
    made(8)
    assert len(list(tmp_path.iterdir())) == 3
    assert first.is_dir()
    assert not second.exists(), "the one that was used longest ago"
    assert made(6) == second
    for value in ("9", "x", "10"):
        with suppress(Malformed):
            variants.variant_of(book, "blackjack", {"splitting.hands": value})
    assert len(list(tmp_path.iterdir())) == 3


def test_saved_it_is_a_book_without_faults(pages: Library, tmp_path: Path) -> None:
    packed = pages.get(f"/workbench/book.zip?{urlencode(BOTH)}")
    assert packed.status_code == 200
    zipfile.ZipFile(io.BytesIO(packed.content)).extractall(tmp_path)
    [checked] = check_book(tmp_path / "my-game")
    assert checked.faults == ()
    rules = load_book(tmp_path / "my-game").game("blackjack").rules
    assert isinstance(rules, BlackjackGame)
    assert (rules.dealer.soft_17.value, rules.settlement.equal.result) == ("hits", "loses")


def test_side_by_side_with_what_is_played_otherwise(pages: Library, fake: FakeDesk) -> None:
    address = f"/workbench?{urlencode(BOTH)}"
    edges = {1: 0.0942, 2: 0.0040, 3: 0.0021, 4: 0.0882}
    for number, edge in edges.items():
        assert "data-job" in pages.get(address).text
        fake.workshop.finish(number, answer(edge, "H" if number != 2 else "Rh"))
    text = " ".join(pages.get(address).text.split())
    assert "data-job" not in text
    assert "9.4200 %" in text
    assert '<td>A</td><td class="do-R">Rh</td>' in text
    assert '<td class="do-H">H</td>' in text
    for each in ("+9.0200", "−0.1900", "+8.4200"):  # together, and each alone
        assert each in text


def test_beside_another_game(pages: Library, fake: FakeDesk) -> None:
    other = "crown-blackjack/blackjack"
    pages.get(f"/workbench?{urlencode(BOTH | {'beside': other})}")
    assert [asked.game for asked in asked_of(fake)] == [GAME, other]


def test_the_page_of_its_odds_and_its_sheet_are_about_the_changed_game(
    pages: Library, fake: FakeDesk
) -> None:
    changed = a.read_question(a.asked_from([*TIES.items(), ("side", "all")], ""))
    answer = pages.get(f"{a.address_of(changed.asked)}&then=sheet")
    assert answer.status_code == 200
    assert "<code>settlement.equal = loses</code>" in answer.text
    assert 'name="set.settlement.equal" value="loses"' in answer.text
    assert [asked.settings for asked in asked_of(fake)] == [{"settlement.equal": "loses"}]
