"""The pages and addresses of tournaments: who comes in, what they do, and that nothing anybody
sends is more than a refusal."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bythebook.house.activities.tournaments.running import TableRun
from bythebook.house.activities.tournaments.tournaments import TournamentState
from bythebook.house.demo.tournaments import open_tournaments
from bythebook.web.settings import Settings
from tests.web.everybody import ALONE, CUP, WithTournaments

STAFF = {"dealer", "supervisor", "manager", "director", "inspector", "administrator"}
PEOPLE = ("", "guest", "ann", "cashier", *sorted(STAFF))
DOCUMENT = Path(__file__).parents[2] / "src/bythebook/house/demo/tournament.toml"


class Rooms(WithTournaments):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.open_everybody()
        self.tokens["guest"] = self.run(self.house.accounts.come_as_guest(self.time)).token
        for name in ("ann", "ben"):
            self.pay_in(name, 100_000)
        self.run(open_tournaments(self.house))

    def ask(self, *asked: Any, **named: Any) -> Any:
        self.app.state.house = self.house  # the application is shared by all houses here
        self.app.state.settings = Settings(now=lambda: self.time)
        return super().ask(*asked, **named)

    def table(self) -> TableRun:
        run = self.house.affairs.state(f"session/{ALONE}.1.1")
        assert isinstance(run, TableRun)
        return run


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rooms]:
    """With a table that plays; tests may only ask for what is refused, or say so."""
    made = Rooms(tmp_path_factory.mktemp("rooms"))
    made.to_the_table()
    yield made
    made.close()
    assert not made.complaints.heard


@pytest.fixture
def own_rooms(tmp_path: Path) -> Iterator[Rooms]:
    made = Rooms(tmp_path / "own")
    yield made
    made.close()
    assert not made.complaints.heard


EVERYBODY = (
    "/tournaments",
    f"/tournaments/{CUP}",
    f"/tournaments/{ALONE}",
    f"/tournaments/{ALONE}/tables/1.1",
    "/api/tournaments",
    f"/api/tournaments/{CUP}",
    f"/api/tournaments/{ALONE}/tables/1.1",
    f"/api/tournaments/{ALONE}/chart",
    f"/api/tournaments/{ALONE}/terms",
)
FOR_STAFF = {
    f"/tournaments/{ALONE}/direct": STAFF,
    f"/tournaments/{ALONE}/tables/1.1/dealer": {"dealer", "supervisor", "manager", "director"},
    f"/api/tables/{ALONE}.1.1/desk": STAFF,
    f"/api/tournaments/{ALONE}/desk": STAFF,
    "/tournaments/new": {"manager", "director"},
    f"/tournaments/new?of={ALONE}": {"manager", "director"},
}


@pytest.mark.parametrize("path", EVERYBODY)
def test_everybody_may_look(rooms: Rooms, path: str) -> None:
    for name in PEOPLE:
        assert rooms.ask(name, "GET", path).status_code == 200, (name, path)


@pytest.mark.parametrize("path", FOR_STAFF)
def test_the_desk_is_for_those_who_run_it(rooms: Rooms, path: str) -> None:
    for name in PEOPLE:
        status = rooms.ask(name, "GET", path).status_code
        if name in FOR_STAFF[path]:
            assert status == 200, (name, path)
        else:
            assert status in (303, 401, 403), (name, path, status)


def test_a_director_comes_to_the_desk_of_what_is_next(rooms: Rooms) -> None:
    """Practice is not what a director came for."""
    answer = rooms.ask("director", "GET", "/desk", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tournaments/{CUP}/direct")


def test_whoever_inspects_is_offered_no_order(rooms: Rooms) -> None:
    for address in (f"/api/tournaments/{ALONE}/desk", f"/api/tables/{ALONE}.1.1/desk"):
        seen = rooms.ask("inspector", "GET", address).json()
        assert not seen.get("acts")
    seen = rooms.ask("inspector", "GET", f"/api/tournaments/{ALONE}/tables/1.1").json()
    assert seen["at_once"] == []
    would = {"command": {"type": "break", "minutes": 5}}
    judged = rooms.post("inspector", f"/api/tables/{ALONE}.1.1/would", would).json()
    assert judged["would"] == "refused"
    answer = rooms.give("inspector", {"type": "announce", "text": "hello"})
    assert answer.status_code == 409
    reason = "this takes a tournament director; inspector is an inspector"
    assert answer.json()["refused"]["reason"] == reason


@pytest.mark.parametrize(
    "path",
    [
        "/tournaments/none",
        "/tournaments/none/direct",
        "/tournaments/none/tables/1.1",
        f"/tournaments/{ALONE}/tables/9.9",
        f"/tournaments/{ALONE}/tables/9.9/dealer",
        f"/api/tables/{ALONE}.9.9/desk",
        f"/tournaments/{ALONE}/tables/" + "x" * 300,
        f"/api/tournaments/{'y' * 300}",
        "/api/tournaments/none/desk",
        "/tournaments/new?example=none",
        "/tournaments/new?of=none",
        f"/api/tournaments/{ALONE}/chart?stage=x",
    ],
)
def test_what_is_not_there(rooms: Rooms, path: str) -> None:
    assert rooms.ask("director", "GET", path).status_code in (400, 404)


def test_nobody_becomes_a_guest_for_a_tournament_that_has_no_room(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name of a guest is taken for hours: only so many are in the house."""
    monkeypatch.setattr(rooms.house.own_cups, "most", 0)
    monkeypatch.setitem(rooms.tokens, "stranger", "nobody-knows-this")
    guests = rooms.run(rooms.house.accounts.guests())
    asked = {"data": {"format": "canberra"}, "headers": {"accept": "application/json"}}
    answer = rooms.ask("stranger", "POST", "/tournaments/practice", **asked)
    assert answer.status_code == 409
    assert "as there is room for" in answer.text
    assert rooms.run(rooms.house.accounts.guests()) == guests


def test_a_player_enters_and_withdraws(own_rooms: Rooms) -> None:
    rooms = own_rooms
    view = rooms.ask("ann", "GET", f"/api/tournaments/{CUP}").json()
    assert view["you"]["enter"]["legal"] is True
    enter = {"type": "enter", "player": "ann", "agreed": True, "copy": True}
    rooms.must("ann", enter, of=CUP)
    assert rooms.run(rooms.house.wallet("ann", fresh=True)).cents == 95_000
    again = rooms.give("ann", enter, of=CUP)
    assert again.status_code == 409
    assert again.json()["refused"]["clause"]
    for name in ("cashier", "dealer"):
        other = rooms.give(name, {**enter, "player": name}, of=CUP)
        assert other.status_code == 409, name
    for_ben = rooms.give("ann", {**enter, "player": "ben"}, of=CUP)
    assert for_ben.status_code == 409
    rooms.must("ann", {"type": "withdraw", "player": "ann"}, of=CUP)
    assert rooms.run(rooms.house.wallet("ann", fresh=True)).cents == 100_000
    # Whoever has left holds no place, and the largest line is for who does.
    rooms.must("ben", {**enter, "player": "ben"}, of=CUP)
    leaders = rooms.ask("", "GET", f"/api/tournaments/{CUP}").json()["leaders"]
    assert [(one["player"], one["place"]) for one in leaders] == [("ben", 0), ("ann", 0)]
    page = rooms.ask("", "GET", f"/tournaments/{CUP}").text
    assert not re.search(r'<tr class="[^"]*\bfirst\b', page)


def test_terms_are_read_checked_and_written_down(own_rooms: Rooms) -> None:
    rooms = own_rooms
    text = DOCUMENT.read_text().replace('id = "harbour-cup"', 'id = "spring-cup"')
    checked = rooms.post("director", "/api/tournaments/check", {"text": text}).json()
    assert (checked["id"], checked["problems"]) == ("spring-cup", [])
    worse = text.replace('method = "on the website or at the tournament desk"\n', "")
    problems = rooms.post("director", "/api/tournaments/check", {"text": worse}).json()["problems"]
    assert [one["clause"] for one in problems] == ["18.4.2(c)"]
    assert rooms.post("ann", "/api/tournaments", {"text": text}).status_code == 409
    made = rooms.post("director", "/api/tournaments", {"text": text, "practice": True})
    assert (made.status_code, made.json()) == (201, {"id": "spring-cup"})
    held = rooms.house.affairs.state("tournament/spring-cup")
    assert isinstance(held, TournamentState)
    assert held.practice
    assert rooms.post("director", "/api/tournaments", {"text": text}).status_code == 400
    page = rooms.ask("director", "GET", "/tournaments/new?of=spring-cup").text
    assert "spring-cup" in page
    rooms.must("manager", {"type": "name-director", "name": "director"}, of="spring-cup")
    amended = text.replace('title = "Harbour Cup"', 'title = "Spring Cup"')
    answer = rooms.post("director", "/api/tournaments/spring-cup/terms", {"text": amended})
    assert answer.status_code == 200, answer.text
    seen = rooms.ask("director", "GET", "/api/tournaments/spring-cup").json()
    assert seen["row"]["title"] == "Spring Cup"
    for bad in ("", "[", "id = 1", "kind = 'promotion'", "x = " + "[" * 5000, "\x00"):
        for path in ("check", "rehearse"):
            answer = rooms.post("director", f"/api/tournaments/{path}", {"text": bad})
            assert answer.status_code == 400, (bad[:20], path)


def test_the_desk_names_what_is_to_be_done(own_rooms: Rooms) -> None:
    rooms = own_rooms

    def steps() -> dict[str, Any]:
        desk = rooms.ask("director", "GET", f"/api/tournaments/{ALONE}/desk").json()
        return {step.get("act", ""): step for step in desk["steps"]}

    assert set(steps()) == {"attend", "close-entries"}
    rooms.must("director", {"type": "attend", "present": True})
    rooms.must("director", {"type": "close-entries"})
    assert {"name-tables", "brief", "draw-seats"} == set(steps())
    assert steps()["draw-seats"]["legal"] is False
    assert steps()["draw-seats"]["clause"] == "18.2.4"
    rooms.must("director", {"type": "name-tables", "tables": [{"id": "T1"}]})
    rooms.must("director", {"type": "brief", "understood": True})
    assert "legal" not in steps()["draw-seats"]  # as usual: it is
    rooms.must("director", {"type": "draw-seats", "seed": ""})
    assert steps()["start-session"]["why"] == "the start was announced for later"


def test_a_cancelled_tournament_leaves_nothing_to_do(own_rooms: Rooms) -> None:
    rooms = own_rooms
    rooms.must("director", {"type": "attend", "present": True}, of=CUP)
    rooms.must("director", {"type": "raise-dispute", "about": "the fee"}, of=CUP)
    rooms.must("director", {"type": "cancel"}, of=CUP)
    desk = rooms.ask("director", "GET", f"/api/tournaments/{CUP}/desk").json()
    assert not desk.get("steps")
    row = rooms.ask("", "GET", f"/tournaments/{CUP}").text
    assert " starts " not in row


def test_everybody_reads_when_it_starts_instead(rooms: Rooms) -> None:
    lines = rooms.ask("", "GET", f"/api/tournaments/{ALONE}").json()["lines"]
    moved = next(one["says"] for one in lines if "another time" in one["says"])
    starts = datetime.fromtimestamp(rooms.moved_to, UTC)
    assert f"{starts.day} {starts:%B %Y, %H:%M} (UTC)" in moved
    # Played and seated, somebody leads: the line of whoever does is the largest.
    page = rooms.ask("", "GET", f"/tournaments/{ALONE}").text
    assert re.search(r'<tr class="[^"]*\bfirst\b', page)


def test_a_table_is_offered_to_its_player_and_run_by_the_house(own_rooms: Rooms) -> None:
    rooms = own_rooms
    rooms.to_the_table()
    address = f"/api/tournaments/{ALONE}/tables/1.1"
    seen = rooms.ask("ann", "GET", address).json()
    assert [one["action"] for one in seen["moves"]] == ["take-seat"]
    rooms.must("ann", {"type": "take-seat"}, "1.1")
    for _ in range(40):
        rooms.time += 5
        rooms.run(rooms.house.affairs.look_at_clocks())
        seen = rooms.ask("ann", "GET", address).json()
        if seen["session"]["turn"] == "ann" and seen["session"]["phase"] == "betting":
            break
    wager = next(one for one in seen["moves"] if one["action"] == "wager")
    assert (wager["least"], wager["most"], seen["session"]["unit"]) == (25, 500, 25)
    onlooker = rooms.ask("ben", "GET", address).json()
    assert (onlooker["moves"], onlooker["choices"], onlooker["at_once"]) == ([], [], [])
    low = rooms.give("ann", {"type": "wager", "amount": 24}, "1.1")
    assert low.status_code == 409
    rooms.must("ann", {"type": "wager", "amount": 50}, "1.1")
    assert rooms.table().session.bets["ann"].amount == 50
    dealt = rooms.give("dealer", {"type": "deal", "card": "AS"}, "1.1")
    assert dealt.json()["refused"]["clause"] == "house:sealed-cards"


def test_a_table_waits_for_its_players(own_rooms: Rooms) -> None:
    rooms = own_rooms
    rooms.to_the_table()
    desk = rooms.ask("director", "GET", f"/api/tournaments/{ALONE}/desk").json()
    assert [one["says"] for one in desk["steps"]] == ["Table 1.1: players take their seats"]
    assert "taking seats" in rooms.ask("", "GET", f"/tournaments/{ALONE}").text


def test_finalists_begin_level(own_rooms: Rooms) -> None:
    """Whoever was second at the last table has as good a place as the first, with equal chips."""
    rooms = own_rooms
    rooms.to_the_table()
    rooms.must("ann", {"type": "take-seat"}, "1.1")
    for _ in range(20):
        rooms.ask("director", "GET", "/api/tournaments")  # somebody who is there stays logged in
        for _ in range(20):
            rooms.time += 60
            rooms.run(rooms.house.affairs.look_at_clocks())
        if rooms.table().session.phase == "over":
            break
    rooms.must("director", {"type": "draw-seats", "seed": ""})
    rooms.must("director", {"type": "start-session", "table": 1})
    seen = rooms.ask("", "GET", f"/api/tournaments/{ALONE}").json()
    playing = [one for one in seen["leaders"] if one.get("table") == "2.1"]
    assert len(playing) == 2
    assert {(one["place"], one["chips"]) for one in playing} == {(1, playing[0]["chips"])}
    # Of an automatic player who is out, the list says both.
    words = " ".join(rooms.ask("", "GET", f"/tournaments/{ALONE}").text.split())
    assert re.search(r">out</span> · <span[^>]*>automatic<", words)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.text(max_size=20),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside),
    max_leaves=8,
)
TAGS = st.sampled_from(
    ["enter", "withdraw", "make", "amend", "fill", "practice", "draw-seats", "rule", "seal-draw",
     "disqualify", "move-start", "name-tables", "start-session", "pay-prizes", "take-result",
     "wager", "pass", "hand-in", "decide", "deal", "ballot", "ready", "void-hand", "count-chips",
     "fill-container", "automate", "seal-shoe", "open", "note", "disqualify", "substitute"]
)  # fmt: skip
FIELDS = st.dictionaries(
    st.sampled_from(["player", "amount", "number", "form", "command", "seed", "terms", "players",
                     "table", "tables", "starts", "notice_minutes", "found", "clause", "hold"]),
    JUNK, max_size=4,
)  # fmt: skip


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    name=st.sampled_from(["ben", "cashier", "inspector", "guest"]),
    tag=TAGS,
    fields=FIELDS,
    where=st.sampled_from(["", "1.1", "9.9", "play-off.1", "x" * 80]),
)
def test_junk_is_refused_in_words(
    rooms: Rooms, name: str, tag: str, fields: dict[str, Any], where: str
) -> None:
    answer = rooms.give(name, {"type": tag, **fields}, where)
    assert answer.status_code in (400, 401, 403, 409), answer.text
    json.loads(answer.text)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(tag=TAGS, fields=FIELDS, where=st.sampled_from(["", "1.1"]))
def test_junk_of_those_who_may(rooms: Rooms, tag: str, fields: dict[str, Any], where: str) -> None:
    """The director may spoil this tournament, but nothing breaks."""
    answer = rooms.give("director", {"type": tag, **fields}, where)
    assert answer.status_code in (200, 400, 409), answer.text
    for address in (f"/api/tournaments/{ALONE}/desk", f"/api/tournaments/{ALONE}/tables/1.1"):
        assert rooms.ask("director", "GET", address).status_code == 200
