"""Jackpots on pages: who sees what, what each may do, and that nothing anybody types is a 500."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from bythebook.house.activities.pools.pools import Pools
from bythebook.house.activities.tournaments.tables import SessionKind
from bythebook.house.activities.tournaments.tournaments import TournamentKind
from bythebook.table.messages import COMMANDS
from tests.house.activities.pool_floor import BLAZING
from tests.web.floor_of_two import STAR, STRANGER, VIRTUAL, Floor, floor_at, text_of

PEOPLE = ("ann", "dealer", "supervisor", "manager", "elsewhere", "inspector", "cashier", STRANGER)
RUNS = {"dealer", "supervisor", "manager", "inspector"}
FORMS = re.compile(r"data-act='([^']*)'")


class Stage(Floor):
    """The floor, with orders to jackpots."""

    def order(self, name: str, command: dict[str, Any], pool: str = "sevens", why: str = "") -> Any:
        self.sent += 1
        body = {"id": f"order-{self.sent}", "command": command, "why": why}
        return self.post(name, f"/api/affairs/pool/{pool}/commands", body)

    def done(self, name: str, act: str, why: str = "", **fields: Any) -> None:
        answer: Response = self.order(name, {"type": act, **fields}, why=why)
        assert answer.status_code == 200, answer.text

    def refused(self, name: str, act: str, why: str = "", **fields: Any) -> dict[str, str]:
        answer: Response = self.order(name, {"type": act, **fields}, why=why)
        assert answer.status_code == 409, answer.text
        told: dict[str, str] = answer.json()["refused"]
        return told


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with floor_at(tmp_path / "house") as floor:
        floor.__class__ = Stage
        assert isinstance(floor, Stage)
        floor.done("manager", "make-pool", terms=BLAZING)
        yield floor


def forms_in(page: str) -> list[dict[str, Any]]:
    return [json.loads(html.unescape(found)) for found in FORMS.findall(page)]


def test_the_list_and_the_display_are_for_everybody_and_the_desk_for_those_who_run_it(
    stage: Stage,
) -> None:
    stage.done("manager", "link-table", table=VIRTUAL)
    stage.done("manager", "open-pool")
    for name in PEOPLE:
        for path in ("/jackpots", "/jackpots/sevens"):
            page = stage.get(name, path)
            assert page.status_code == 200, (name, path)
            assert "$12,000.00" in text_of(page)
            assert "Challenge 1" in text_of(page)
        assert ("Set up a jackpot" in stage.get(name, "/jackpots").text) == (
            name in RUNS - {"inspector"} or name == "elsewhere"
        )
        status = stage.get(name, "/jackpots/sevens/desk").status_code
        assert (status == 200) == (name in RUNS), (name, status)
        desk = stage.seen_by(name).get(
            "/api/jackpots/sevens/desk", headers={"accept": "application/json"}
        )
        assert (desk.status_code == 200) == (name in RUNS), name


def test_acts_are_greyed_for_those_who_may_not(stage: Stage) -> None:
    """A dealer reports failures (18.17.1), a supervisor puts down payments, a manager opens."""
    may = {
        name: {
            act["tag"]
            for act in stage.json(name, "/api/jackpots/sevens/desk")["acts"]
            if act["may"]
        }
        for name in RUNS
    }
    assert may["inspector"] == set()
    assert may["dealer"] == {"report-server-failure"}
    assert may["supervisor"] == may["dealer"] | {
        "ask-correction", "server-back", "mark-paid", "reclaim-win",
    }  # fmt: skip
    assert may["manager"] > may["supervisor"] | {"open-pool", "link-table", "answer-correction"}
    assert "determine-simultaneous" not in may["manager"]  # that is for surveillance
    page = stage.get("dealer", "/jackpots/sevens/desk").text
    assert "takes: gaming manager" in page.lower()


def test_every_form_of_the_desk_gives_a_command_that_there_is(stage: Stage) -> None:
    stage.done("manager", "link-table", table=VIRTUAL)
    stage.done("supervisor", "ask-correction", why="missed", meter="blazing-7s", cents=100)
    acts = {form["type"] for form in forms_in(stage.get("manager", "/jackpots/sevens/desk").text)}
    assert acts <= Pools.by_people
    assert acts >= {
        "open-pool", "report-server-failure", "ask-correction", "answer-correction",
        "unlink-table", "determine-simultaneous",
    }  # fmt: skip
    forms = forms_in(stage.get("manager", "/jackpots/sevens/desk").text)
    assert {"type": "answer-correction", "number": 1, "approved": True} in forms
    stage.done("manager", "answer-correction", number=1, approved=True)
    stage.done("manager", "open-pool")
    acts = {form["type"] for form in forms_in(stage.get("manager", "/jackpots/sevens/desk").text)}
    assert {"close-pool", "unlink-table"} <= acts
    assert not {"open-pool", "answer-correction"} & acts
    shown = stage.json("ann", "/api/jackpots/sevens")["meters"][0]["cents"]
    assert shown == 1_200_100


def test_a_refusal_says_why_and_by_which_clause_of_which_book(stage: Stage) -> None:
    told = stage.refused("manager", "link-table", table="crown-cards")
    assert (told["clause"], told["book"]) == ("16.2", STAR)
    assert "does not offer blazing-7s" in told["reason"]
    assert stage.refused("ann", "open-pool")["clause"] == "16.1"
    stage.done("manager", "open-pool")
    assert stage.refused("manager", "change-terms", terms=BLAZING)["clause"] == "16.10.2"


def test_a_grave_order_is_asked_about_once_with_what_it_would_move(stage: Stage) -> None:
    def asked(name: str, command: dict[str, Any]) -> Any:
        stage.sent += 1
        body = {"id": f"order-{stage.sent}", "command": command, "why": "", "ask_first": True}
        return stage.post(name, "/api/affairs/pool/sevens/commands", body)

    def version() -> int:
        return stage.house.affairs.families["pool/sevens"].version

    before = version()
    failed = {"type": "report-server-failure"}
    told = asked("manager", failed).json()
    assert told == {
        "asks": {
            "question": "Has the equipment failed? No wager is counted until it works again.",
            "moves": [{"what": "Blazing 7's", "cents": 1_200_000, "before": 1_200_000}],
        }
    }
    assert version() == before, "nothing has happened"
    assert asked("ann", failed).status_code == 409, "who may not is told so at once"
    assert "ack" in asked("manager", {"type": "link-table", "table": VIRTUAL}).json(), "no question"
    stage.done("manager", "report-server-failure")
    assert version() == before + 2
    refused = asked("manager", failed)
    assert (refused.status_code, refused.json()["refused"]["clause"]) == (409, "18.17.1")


def test_whatever_moves_a_prize_a_pool_or_a_limit_is_grave() -> None:
    """What a jackpot's staff does without a question moves none of them."""
    plain = {tag for tag in Pools.by_people if not Pools.commands[tag].grave}
    assert plain == {
        "ask-correction", "link-table", "make-pool", "note-incorrect-wager", "open-pool",
        "refer-win", "sensor-down", "sensor-up", "server-back", "tell-report",
    }  # fmt: skip
    of_limits = {"change-limits", "raise-kept", "personal-limits", "end-personal-limits"}
    of_rounds = {"void-round", "void-last-round", "void-wagers", "invalidate", "jackpot-failure"}
    assert all(COMMANDS[tag].grave for tag in of_limits | of_rounds)
    of_places = {"award-places", "pay-prizes", "cancel", "disqualify", "refuse-entry"}
    assert all(TournamentKind.commands[tag].grave for tag in of_places)
    at_tables = {"disqualify", "end-early", "void-hand", "jackpot-failure", "void-last-round"}
    assert all(SessionKind.commands[tag].grave for tag in at_tables & set(SessionKind.commands))
    assert {"disqualify", "end-early", "void-hand"} <= set(SessionKind.commands)


def test_what_the_meters_have_shown_is_told_in_steps(stage: Stage) -> None:
    (points,) = stage.json(STRANGER, "/api/jackpots/sevens/history")["meters"].values()
    assert [point["cents"] for point in points] == [1_200_000]
    stage.done("supervisor", "ask-correction", why="missed", meter="blazing-7s", cents=100)
    stage.done("manager", "answer-correction", number=1)
    stage.done("supervisor", "ask-correction", why="too much", meter="blazing-7s", cents=-50)
    stage.done("manager", "answer-correction", number=2)
    (points,) = stage.json(STRANGER, "/api/jackpots/sevens/history")["meters"].values()
    assert [(point["cents"], point["falls"]) for point in points] == [
        (1_200_000, False),
        (1_200_100, False),
        (1_200_050, True),
    ]


def test_the_form_has_every_jackpot_of_the_books_that_somebody_runs(stage: Stage) -> None:
    def offered(name: str) -> list[dict[str, Any]]:
        found = re.search(r"data-forms='([^']*)'", stage.get(name, "/jackpots").text)
        assert found is not None
        forms: list[dict[str, Any]] = json.loads(html.unescape(found[1]))
        return forms

    def asked(form: dict[str, Any]) -> dict[str, dict[str, Any]]:
        return {field["name"]: field for field in form["fields"]}

    (blazing,) = offered("manager")
    assert blazing["stake_option"] == "blazing-7s-stake"
    assert list(asked(blazing)) == ["id", "title", "stake_cents", "meters"]  # no more is wanted
    assert asked(blazing)["stake_cents"]["hint"] == "2.50 or 5.00."
    assert asked(blazing)["stake_cents"]["clause"] == "16.3"
    (meter,) = blazing["terms"]["meters"]
    assert (meter["name"], meter["reset_cents"]) == ("blazing-7s", 1_000_000)
    assert "approvals" not in asked(blazing)
    (nova,) = offered("elsewhere")
    levels = asked(nova)["meters"]["default"]
    assert [level["name"] for level in levels] == [f"mystery-{number}" for number in range(1, 6)]
    assert [level["name"] for level in nova["terms"]["meters"]] == ["mystery-1"]
    assert asked(nova)["authorise_cents"]["clause"] == "24.8"


JUNK: tuple[dict[str, Any], ...] = (
    {},
    {"type": 7},
    {"type": "nothing"},
    {"type": "register", "table": VIRTUAL, "round": 1, "wagers": []},
    {"type": "seal-mystery", "meter": "x", "number": 1, "digest": "0"},
    {"type": "link-table"},
    {"type": "link-table", "table": "x" * 5000},
    {"type": "link-table", "table": VIRTUAL, "facts": {}},
    {"type": "unlink-table", "table": ""},
    {"type": "ask-correction", "meter": "none", "cents": 1},
    {"type": "ask-correction", "meter": "blazing-7s", "cents": 10**30},
    {"type": "ask-correction", "meter": "blazing-7s", "cents": "1"},
    {"type": "answer-correction", "number": -1},
    {"type": "mark-paid", "win": 10**9},
    {"type": "authorise-win", "win": 1},
    {"type": "determine-simultaneous", "wins": [1, 2]},
    {"type": "note-incorrect-wager", "table": "a", "round": 1, "box": 1, "cause": "none"},
    {"type": "sensor-down", "table": VIRTUAL, "box": 0},
    {"type": "make-pool", "terms": {}},
    {"type": "make-pool", "terms": {**BLAZING, "book": "none"}},
    {"type": "make-pool", "terms": {**BLAZING, "wager": "none"}},
    {"type": "make-pool", "terms": {**BLAZING, "options": {"none": "1"}}},
    {"type": "make-pool", "terms": {**BLAZING, "meters": []}},
    {"type": "make-pool", "terms": {**BLAZING, "stake_cents": -5}},
    {"type": "make-pool", "terms": {**BLAZING, "stake_cents": 10**40}},
    {"type": "change-terms", "terms": {**BLAZING, "title": ""}},
)


def test_nothing_that_is_typed_gives_an_error_of_ours(stage: Stage) -> None:
    for name in ("manager", "dealer", "ann", STRANGER):
        for command in JUNK:
            for pool in ("sevens", "other", "no%00pe", "%2F", "é" * 60):
                answer = stage.order(name, command, pool)
                where = (name, pool, command, answer.text)
                assert answer.status_code in (400, 401, 403, 404, 409), where
    desk = stage.json("manager", "/api/jackpots/sevens/desk")
    assert desk["corrections"] == []
    assert [meter["cents"] for meter in desk["meters"]] == [1_200_000]


def test_jackpots_that_are_not_there(stage: Stage) -> None:
    for path in ("/jackpots/none", "/jackpots/none/desk", "/jackpots/%00", "/jackpots/a.b"):
        assert stage.get("manager", path).status_code == 404
    for path in ("/api/jackpots/none", "/api/jackpots/none/history", "/api/jackpots/none/desk"):
        assert stage.get("manager", path).status_code == 404
