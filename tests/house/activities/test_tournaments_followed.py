"""A tournament's table over the socket of any table: the whole view first, then what changes, for
each only what is theirs to see; and commands that are answered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bythebook.house.activities.tournaments.table_views import SessionTableView
from bythebook.phrases import plain
from bythebook.tournaments.session.views import whose_turn
from tests.house.activities.test_tournaments_leaks import Rooms, form, large, wait_for
from tests.house.activities.tournament_life import PLAYERS, small_terms
from tests.house.inside import Line

TABLE = "1.1"
SECRET = "123450"


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    made = Rooms(tmp_path / "data", large(small_terms("tasmania-chips")))
    made.begin()
    yield made
    made.close()
    assert not made.complaints.heard


def name_of(rooms: Rooms) -> str:
    return f"{rooms.life.terms.id}.{TABLE}"


def lines_at(rooms: Rooms) -> dict[str, Line]:
    return {name: rooms.line(name, name_of(rooms)) for name in ("", *PLAYERS)}


def whole(rooms: Rooms, name: str) -> dict[str, Any]:
    view: SessionTableView = rooms.house.sessions.view(name_of(rooms), rooms.viewer(name))
    return dict(msgspec.json.decode(msgspec.json.Encoder(enc_hook=plain).encode(view)))


def test_what_changes_makes_the_whole_and_tells_no_secret(rooms: Rooms) -> None:
    life, followed = rooms.life, lines_at(rooms)
    turn = wait_for(rooms, TABLE, "betting")
    written = form(turn, life.run(TABLE).session.players[turn].box)
    said = followed[turn].command({"type": "hand-in", "form": written, "alone": True}, "form")
    assert said["version"] == followed[turn].seen.version
    told = False
    for _ in range(200):
        session = life.run(TABLE).session
        rooms.run(rooms.quiet())
        told = told or session.announced
        for name, line in followed.items():
            seen = {**line.seen.view, "lines": line.seen.view["lines"][-200:]}
            assert seen == whole(rooms, name), name
            if not told and name != turn:
                assert SECRET not in "".join(line.texts), name
        if session.hand == 2:
            break
        rooms.run(life.move(TABLE))
    assert told
    assert sum(text.startswith('{"view"') for text in followed[""].texts) == 1
    for line in followed.values():
        line.close()


def test_a_command_is_acknowledged_refused_by_a_clause_or_malformed(rooms: Rooms) -> None:
    followed = lines_at(rooms)
    turn = wait_for(rooms, TABLE, "betting")
    line = followed[turn]
    refused = line.command({"type": "wager", "amount": 9}, "few")
    assert line.seen.told[-1].keys() == {"refused"}
    assert (refused["book"], refused["reason"]) == ("tasmania-blackjack", "a wager is at least 10")
    line.command({"type": "wager"}, "nothing")
    assert line.seen.told[-1].keys() == {"malformed"}
    line.command({"type": "wager", "amount": 50}, "fifty")
    assert line.seen.told[-1].keys() == {"ack"}
    line.command({"type": "wager", "amount": 50}, "fifty")  # sent again, it acts once
    assert line.seen.told[-1].keys() == {"ack"}
    assert rooms.life.run(TABLE).session.bets[turn].amount == 50
    assert whose_turn(rooms.life.run(TABLE).session) != turn
    followed[""].command({"type": "take-seat"}, "visitor")
    assert followed[""].seen.told[-1].keys() == {"refused"}
    assert rooms.line("", f"{rooms.life.terms.id}.9.9").closed
    for each in followed.values():
        each.close()
