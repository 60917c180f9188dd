"""Sockets under fire: whatever is sent, the house answers in words, and refusals change nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bythebook.house.demo.demo import demo_tables
from bythebook.house.tables import table_log as h
from tests.house.inside import Inside, Line
from tests.house.served import Said, answer_in
from tests.house.tables import commands

TERMS = {terms.id: terms for terms in demo_tables()}
WATCHED = ("crown", "crown-cards", "practice-challenge")
PEOPLE = ("", "ann", "cashier", "dealer", "supervisor", "manager", "administrator", "inspector")
MANY = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
VERY_MANY = settings(MANY, max_examples=5_000)


class Fire:
    """Tables in different states, and somebody of each role at each of them."""

    def __init__(self, folder: Path) -> None:
        self.inside = Inside(folder)
        self.inside.open_everybody()
        self.inside.pay_in("ann", 1_000_000)
        self.inside.pay_in("ben", 1_000_000)
        for id in WATCHED:
            self.inside.open_table(replace(TERMS[id], clocks=h.Clocks(betting=9, turn=9)))
        self.lines = {(n, t): self.inside.line(n, t) for n in PEOPLE for t in WATCHED}
        self._count = 0
        self._in_the_middle_of_a_round()

    def _in_the_middle_of_a_round(self) -> None:
        ann = self.lines["ann", "crown"]
        for command in (
            {"type": "join", "box": 1},
            {"type": "buy-chips", "cents": 100_000},
            {"type": "place", "box": 1, "amount": 2500},
            {"type": "ready"},
        ):
            self.next_id()
            assert ann.command(command, self.id)["kind"] == "ack"
        assert self.inside.house.table("crown").run.table.in_round

    @property
    def id(self) -> str:
        return f"fire-{self._count}"

    def next_id(self) -> str:
        self._count += 1
        return self.id

    def line(self, name: str, table: str) -> Line:
        """Somebody's socket; one that was closed is opened anew."""
        if self.lines[name, table].closed:
            self.lines[name, table] = self.inside.line(name, table)
        return self.lines[name, table]

    def send(self, name: str, table: str, text: str) -> Said | None:
        """Send something; refused or not understood, nothing anywhere has changed."""
        line, live = self.line(name, table), self.inside.house.table(table)
        before, seen, heard = live.run, dict(line.seen.view), len(line.seen.told)
        line.say(text)
        assert self.inside.complaints.heard == []
        assert live.stopped is None
        told = line.seen.told[heard:]
        assert len(told) <= 1
        answer = answer_in(told[0]) if told else None
        if answer is None or answer["kind"] in ("refused", "malformed"):
            assert live.run == before
            assert line.seen.view["version"] == seen["version"]
            assert {**line.seen.view, "lines": []} == {**seen, "lines": []}
        return answer

    def close(self) -> None:
        for line in self.lines.values():
            line.close()
        self.inside.close()


@pytest.fixture(scope="module")
def fire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fire]:
    lit = Fire(tmp_path_factory.mktemp("fire"))
    yield lit
    lit.close()


def shoot(fire: Fire, name: str, table: str, command: Said, why: str) -> None:
    id = fire.next_id()
    text = json.dumps({"id": id, "command": command, "why": why})
    answer = fire.send(name, table, text)
    assert answer is not None
    assert answer["id"] == id
    if answer["kind"] == "refused":
        assert answer["clause"]
        assert answer["reason"]
    elif answer["kind"] == "malformed":
        assert answer["reason"]
        assert "please send it again" not in answer["reason"]
    if name == "":
        assert answer["kind"] in ("refused", "malformed")
    if name == "inspector" and command.get("type") not in ("approve", "deny"):
        assert answer["kind"] in ("refused", "malformed")


people = st.sampled_from(PEOPLE)
tables = st.sampled_from(WATCHED)


@MANY
@given(name=people, table=tables, command=commands.COMMANDS, why=commands.ODD_TEXTS)
def test_any_command_with_any_values_is_answered(
    fire: Fire, name: str, table: str, command: Said, why: str
) -> None:
    shoot(fire, name, table, command, why)


@pytest.mark.slow
@VERY_MANY
@given(name=people, table=tables, command=commands.COMMANDS, why=commands.ODD_TEXTS)
def test_any_command_with_any_values_is_answered_at_length(
    fire: Fire, name: str, table: str, command: Said, why: str
) -> None:
    shoot(fire, name, table, command, why)


@MANY
@given(name=people, table=tables, text=commands.TEXTS)
def test_any_text_is_answered_and_changes_nothing(
    fire: Fire, name: str, table: str, text: str
) -> None:
    before = fire.inside.house.table(table).version
    fire.send(name, table, text)
    assert fire.inside.house.table(table).version == before


@MANY
@given(data=st.binary(max_size=200))
def test_any_bytes_change_nothing(fire: Fire, data: bytes) -> None:
    line, live = fire.line("ann", "crown"), fire.inside.house.table("crown")
    before = live.version
    line.say_bytes(data)
    assert fire.inside.complaints.heard == []
    assert live.version == before


@pytest.mark.parametrize("tag", sorted(commands.tags()))
def test_every_command_is_understood_from_everybody(fire: Fire, tag: str) -> None:
    """Its name alone, and with all it needs left out or of another type."""
    for name in PEOPLE:
        for table in WATCHED:
            shoot(fire, name, table, {"type": tag, "box": "one", "cents": [], "card": {}}, "")
            if tag not in ("open-now", "go", "shuffle", "close", "announce-closing", "ready"):
                shoot(fire, name, table, {"type": tag}, "")


@pytest.mark.parametrize("id", ["", "x" * 65, "\x00", "a\nb", 7, None, ["a"]])
def test_an_id_that_is_none_is_told(fire: Fire, id: object) -> None:
    text = json.dumps({"id": id, "command": {"type": "ready"}})
    answer = fire.send("ann", "crown", text)
    assert answer is not None
    assert answer["kind"] == "malformed"


@pytest.mark.parametrize("table", ["nowhere", "crown%00", "..", "é", "x" * 500])
def test_a_table_that_is_not_there_is_told(fire: Fire, table: str) -> None:
    line = fire.inside.line("ann", table)
    assert line.closed
    line.close()
