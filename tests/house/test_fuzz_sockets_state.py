"""Anybody asks for anything at one table: whatever comes of it, the house stays right."""

import itertools
import json
import random
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from bythebook.house.demo.demo import demo_tables
from bythebook.house.log.snapshots import restored, snapshot_of
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import stream_of
from bythebook.house.tables.projecting import Projection
from bythebook.house.tables.running_table import in_hand
from bythebook.house.verify.verifying import verify
from bythebook.phrases import plain
from tests.house.floor_life import Cards, Habit, dealer_with, player_at, supervisor
from tests.house.inside import Inside, Line
from tests.house.log.logged import table_at
from tests.house.served import Said, answer_in
from tests.house.tables import commands
from tests.house.tables.following import comparable

TERMS = {terms.id: terms for terms in demo_tables()}
CLOCKS = h.Clocks(betting=3, turn=3, offer=2, cut=2)
WALLET = 3_000_000
PEOPLE = ("ann", "ben", "dealer", "supervisor", "manager", "inspector", "")


class AnybodyAsksForAnything(RuleBasedStateMachine):
    """People at a table: most act sensibly, some ask for anything at all."""

    @initialize(
        table=st.sampled_from(sorted(TERMS)),
        seed=st.integers(0, 2**32),
    )
    def opened(self, table: str, seed: int) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.inside = Inside(Path(self._folder.name))
        self.table = table
        self.inside.open_everybody()
        for name in ("ann", "ben"):
            self.inside.pay_in(name, WALLET)
        self.inside.open_table(replace(TERMS[table], clocks=CLOCKS))
        self.random = random.Random(seed)
        self.habits: dict[str, Habit] = {
            "ann": player_at("ann", 1),
            "ben": player_at("ben", 2),
            "dealer": dealer_with(Cards(random.Random(seed))),
            "supervisor": supervisor,
            "manager": supervisor,
        }
        self.lines: dict[str, Line] = {}
        for name in PEOPLE:
            self.lines[name] = self.inside.line(name, table)
        self.numbers = itertools.count(1)

    @property
    def live(self) -> Any:
        return self.inside.house.table(self.table)

    # What people do

    @rule(name=st.sampled_from(["ann", "ben", "dealer", "supervisor", "manager"]))
    def somebody_acts_sensibly(self, name: str) -> None:
        command = self.habits[name](self.lines[name].seen.view, self.random)
        if command is not None:
            self.give(name, command)

    @rule(count=st.integers(3, 12))
    def play_goes_on(self, count: int) -> None:
        for name in ("ann", "ben", "dealer") * count:
            self.somebody_acts_sensibly(name)

    @rule(name=st.sampled_from(PEOPLE), command=commands.COMMANDS)
    def somebody_asks_for_anything(self, name: str, command: Said) -> None:
        self.give(name, command)

    @rule(name=st.sampled_from(PEOPLE), text=commands.TEXTS)
    def somebody_sends_anything(self, name: str, text: str) -> None:
        before = self.live.version
        self.lines[name].say(text)
        assert self.live.version == before

    @rule(name=st.sampled_from(PEOPLE))
    def somebody_sends_the_last_again(self, name: str) -> None:
        line = self.lines[name]
        done = [told for told in line.seen.told if "ack" in told or "waiting" in told]
        if not done or not line.said:
            return
        id = next(iter(done[-1].values()))["id"]
        if id in line.said:
            before = self.live.run
            line.say(line.said[id])
            assert answer_in(line.seen.told[-1]) is not None
            assert next(iter(line.seen.told[-1])) == next(iter(done[-1]))
            assert self.live.run == before

    @rule(seconds=st.integers(1, 40))
    def time_passes(self, seconds: int) -> None:
        self.inside.time_passes(seconds)

    @rule(name=st.sampled_from(PEOPLE))
    def somebody_loses_the_connection(self, name: str) -> None:
        said = self.lines[name].said
        self.lines[name].close()
        self.lines[name] = self.inside.line(name, self.table)
        self.lines[name].said = said

    def give(self, name: str, command: Said) -> None:
        """A refusal changes nothing: neither the version nor what anybody sees."""
        line, live = self.lines[name], self.live
        before, run = live.version, live.run
        shown = {one: dict(line.seen.view) for one, line in self.lines.items()}
        id = f"{name}-{next(self.numbers)}"
        text = json.dumps({"id": id, "command": command, "why": "so", "asked": "ann"})
        line.said[id] = text
        told = len(line.seen.told)
        line.say(text)
        assert len(line.seen.told) == told + 1
        answer = answer_in(line.seen.told[-1])
        assert answer is not None
        assert answer["id"] == id
        if answer["kind"] in ("refused", "malformed"):
            assert (live.version, live.run) == (before, run)
            for one, other in self.lines.items():
                assert other.seen.view == shown[one]
            assert answer["kind"] == "malformed" or answer["clause"]
        else:
            assert live.version > before

    # What must hold, whatever they do

    @invariant()
    def nobody_complains(self) -> None:
        if hasattr(self, "inside"):
            assert self.inside.complaints.heard == []
            assert self.live.stopped is None

    @invariant()
    def patches_make_the_whole_view(self) -> None:
        """Whoever applies what changes sees exactly what somebody sees who comes anew."""
        if not hasattr(self, "inside"):
            return
        anew = Projection(self.live.rules)
        anew.update(self.live.run, self.live.held_by)
        assert anew.parts == self.live.projection.parts
        self.inside.run(self.inside.quiet())
        for name, line in self.lines.items():
            viewer = self.inside.viewer(name)
            view = self.inside.run(self.inside.house.view(self.table, viewer))
            fresh = json.loads(msgspec.json.Encoder(enc_hook=plain).encode(view))
            assert comparable(line.seen.view) == comparable(fresh), name

    @invariant()
    def money_is_conserved(self) -> None:
        if not hasattr(self, "inside"):
            return
        run = self.live.run
        for name in {*run.bought, *run.table.players}:
            assert in_hand(run, name) >= 0
        assert sum(run.table.chips.values()) + run.table.house == 0
        if run.terms.practice:
            return
        for name in ("ann", "ben"):
            wallet = self.inside.run(self.inside.house.wallet(name, fresh=True))
            assert wallet.cents >= 0

    def teardown(self) -> None:
        if not hasattr(self, "inside"):
            return
        try:
            self.check_log()
        finally:
            for line in self.lines.values():
                line.close()
            self.inside.close()
            self._folder.cleanup()

    def check_log(self) -> None:
        """The log alone gives the very same table; so does what is kept beside it."""
        live, store = self.live, self.inside.house.store
        again = self.inside.run(self.inside.house.committer.call(table_at, store, self.table))
        assert again.version == live.version
        assert again.run == live.run
        assert list(again.lines) == list(live.lines)
        stamp, stream = self.inside.house.stamp, stream_of(self.table)
        snapshot = snapshot_of(stamp, stream, live.run, live.version, live.lines)
        if snapshot is not None:
            kept = restored(stamp, snapshot)
            assert kept is not None
            assert (kept.run, list(kept.lines)) == (live.run, list(live.lines))
        report = self.inside.run(self.inside.house.committer.call(verify, store))
        assert report.clean, report


def run_machine(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        AnybodyAsksForAnything,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_whatever_anybody_asks_for_the_table_stays_right() -> None:
    run_machine(6, 25)


@pytest.mark.slow
def test_whatever_anybody_asks_for_at_length_the_table_stays_right() -> None:
    run_machine(80, 50)
