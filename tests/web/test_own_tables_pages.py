"""By pages and by the API to a practice table of one's own, and what is answered where not."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bythebook.house.demo import demo
from bythebook.house.people.people import INSPECTOR
from tests.house.inside import Inside
from tests.web.visitors import JSON

PRACTICE = "practice-crown"


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    made = Inside(tmp_path)
    for terms in demo.demo_tables():
        if terms.id in (PRACTICE, "crown"):
            made.open_table(terms)
    for name in ("ann", "ben"):
        made.open_account(name)
    made.open_account("ines", INSPECTOR)
    yield made
    made.close()


def play(inside: Inside, name: str, table: str) -> tuple[int, str]:
    answer = inside.ask(name, "POST", "/practice", data={"table": table})
    return answer.status_code, answer.headers.get("location", "")


def test_by_the_lobby(inside: Inside) -> None:
    assert play(inside, "ann", PRACTICE) == (303, "/tables/own-crown-1")
    assert play(inside, "ann", PRACTICE) == (303, "/tables/own-crown-1"), "it is running"
    assert play(inside, "ben", PRACTICE) == (303, "/tables/own-crown-2")
    page = inside.ask("ann", "GET", "/rulebooks").text
    assert 'href="/tables/own-crown-1"' in page
    assert inside.ask("ann", "GET", "/tables/own-crown-1").status_code == 200
    for path in ("/tables/own-crown-1", "/tables/own-crown-1/sign", "/api/tables/own-crown-1"):
        assert inside.ask("ben", "GET", path, JSON).status_code in (400, 404), path
        assert inside.ask("ines", "GET", path, JSON).status_code == 200, path
    assert "own-crown" not in inside.ask("ben", "GET", "/").text.replace("own-crown-2", "")


@pytest.mark.parametrize("table", ["", "crown", "nowhere", "own-crown-1", "\u0000", "x" * 5000])
def test_what_is_no_practice_table_is_said(inside: Inside, table: str) -> None:
    assert play(inside, "ann", table)[0] == 400
    assert inside.house.own_tables.of("ann") == []


def test_who_only_looks_gets_none_and_is_told_why(inside: Inside) -> None:
    answer = inside.ask("ines", "POST", "/practice", data={"table": PRACTICE})
    assert answer.status_code == 409
    assert "changes nothing" in answer.text


def test_where_there_is_no_room_there_are_others(inside: Inside) -> None:
    inside.house.own_tables.most = 1
    assert play(inside, "ann", PRACTICE)[1] == "/tables/own-crown-1"
    assert play(inside, "ben", PRACTICE) == (303, f"/tables/{PRACTICE}?sit")


def test_by_the_api(inside: Inside) -> None:
    made = inside.ask("ann", "POST", f"/api/tables/{PRACTICE}/own", JSON, json={})
    assert made.status_code == 201
    assert (made.json()["id"], made.json()["practice"]) == ("own-crown-1", True)
    nobody = inside.ask("", "POST", f"/api/tables/{PRACTICE}/own", JSON, json={})
    assert nobody.status_code in (401, 403)
    assert inside.ask("ann", "POST", "/api/tables/crown/own", JSON, json={}).status_code == 400
