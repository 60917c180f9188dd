"""Whole tournaments by automatic players: the money comes out even, and twice is the same."""

import pytest

from bythebook.deciders import Command, Payment, Person
from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.tournament_play import find_play_rules
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course.course import evolve, payments
from bythebook.tournaments.course.state import Course
from bythebook.tournaments.rehearsal.players import (
    Chance,
    Temper,
    decisions,
    in_words,
    temper,
    wagers,
)
from bythebook.tournaments.rehearsal.rehearsal import Rehearsed, rehearse, seed_from
from bythebook.tournaments.rehearsal.summary import summarise
from bythebook.tournaments.rehearsal.table import Table
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.secret import number_in_words
from bythebook.tournaments.session.session import evolve as evolve_session
from bythebook.tournaments.session.session import legal
from bythebook.tournaments.session.state import Session
from bythebook.tournaments.terms.document import session_terms
from tests.tournaments.course.courses import example

FORMATS = (
    "star", "canberra-knock-out", "canberra-points", "canberra-sit-and-go", "crown",
    "tasmania-chips", "tasmania-live", "tasmania-elimination", "jokers-wild",
)  # fmt: skip


def all_payments(rehearsed: Rehearsed) -> list[Payment]:
    return [payment for event in rehearsed.events for payment in payments(rehearsed.course, event)]


def check(rehearsed: Rehearsed) -> None:
    """Everything that must be so, whoever played and however it went."""
    course = rehearsed.course
    assert course.phase == "over"
    moved = all_payments(rehearsed)
    assert sum(payment.cents for payment in moved) == 0
    paid = next(event for event in rehearsed.events if isinstance(event, e.PrizesPaid))
    prizes = sum(share.cents for share in paid.shares)
    assert prizes == paid.fees - paid.commission + paid.added + paid.topped_up + paid.house_adds
    # Money in, worked out from the entries alone.
    money = course.terms.money
    fees = sum(isinstance(each, e.PlayerEntered | e.ReserveSeated) for each in rehearsed.events)
    chips = sum(
        each.cents for each in rehearsed.events if isinstance(each, e.BuyInPaid | e.ChipsBought)
    )
    came_in = -sum(p.cents for p in moved if p.cents < 0 and p.person != "house")
    assert came_in == fees * (money.fee_cents or 0) + chips
    summary = summarise(rehearsed)
    assert summary.money_in == summary.money_out
    assert summary.prizes == prizes
    # Every winner holds a place, and nobody who fell out does.
    for share in paid.shares:
        assert course.entrants[share.player].standing in ("in", "out")
    assert sum(stage.hands for stage in summary.stages) <= summary.hands


def check_replay(rehearsed: Rehearsed) -> None:
    again: Course | None = None
    for event in rehearsed.events:
        again = evolve(again, event)
    assert again == rehearsed.course
    for table in rehearsed.tables.values():
        session: Session | None = None
        for each in table.events:
            session = evolve_session(session, each)
        assert session == table.session


@pytest.mark.parametrize("name", FORMATS)
def test_thirty_entries_from_first_to_last(name: str) -> None:
    rehearsed = rehearse(example(name), entries=30, seed=seed_from(1))
    check(rehearsed)
    check_replay(rehearsed)


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_two_hundred_entries_from_first_to_last(name: str) -> None:
    rehearsed = rehearse(example(name), entries=200, seed=seed_from(2))
    check(rehearsed)
    check_replay(rehearsed)


def test_the_same_seed_gives_the_same_and_another_does_not() -> None:
    terms = example("canberra-sit-and-go")
    first = rehearse(terms, entries=14, seed=seed_from(4))
    assert rehearse(terms, entries=14, seed=seed_from(4)) == first
    assert rehearse(terms, entries=14, seed=seed_from(5)) != first


def test_things_happen_in_a_rehearsal() -> None:
    """People withdraw, come late, break rules: a rehearsal in which all goes well shows little."""
    rehearsed = rehearse(example("canberra-knock-out"), entries=80, seed=seed_from(2))
    seen = {type(event) for event in rehearsed.events}
    assert {
        e.PlayerWithdrew, e.PlaceLost, e.PlayerDisqualified, e.ReserveSeated, e.DisputeRuled,
    } <= seen  # fmt: skip
    assert sum(table.refused for table in rehearsed.tables.values()) > 0


@pytest.mark.parametrize("entries", [0, 2001, 211])
def test_a_rehearsal_has_a_field_that_the_terms_allow(entries: int) -> None:
    with pytest.raises(Malformed):
        rehearse(example("crown"), entries=entries, seed=seed_from(1))


def test_the_chart_has_every_hand_of_a_table() -> None:
    rehearsed = rehearse(example("canberra-sit-and-go"), entries=14, seed=seed_from(4))
    summary = summarise(rehearsed)
    assert [chart.table for chart in summary.charts] == list(rehearsed.tables)
    for chart in summary.charts:
        table = rehearsed.tables[chart.table]
        assert len(chart.hands) > table.result.hands
        assert {len(one.chips) for one in chart.series} == {len(chart.hands)}
        lines = {one.player: one.chips for one in chart.series}
        for seat in table.session.terms.seats:
            assert lines[seat.player][0] == seat.chips
        for standing in table.result.standings:
            if not standing.out_at:
                assert lines[standing.player][-1] == standing.chips


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (7, "seven"),
        (19, "nineteen"),
        (20, "twenty"),
        (21, "twenty-one"),
        (100, "one hundred"),
        (999, "nine hundred ninety-nine"),
        (1000, "one thousand"),
        (21_350, "twenty-one thousand three hundred fifty"),
    ],
)
def test_amounts_in_words_as_a_form_reads_them(number: int, text: str) -> None:
    assert in_words(number) == text
    assert number_in_words(text) == number


class _Watched(Table):
    """A table that looks whether its players end up with something that is legal."""

    looked = 0

    def _try(self, player: str, wanted: list[Command]) -> bool:
        allowed = legal(self.rules, self.state, Person(player, "player"), self.now)
        kinds = {_kind(command) for command in allowed}
        acted = super()._try(player, wanted)
        if acted and not any(isinstance(command, c.HandIn) for command in wanted):
            assert any(_kind(command) in kinds for command in wanted)
            self.looked += 1
        return acted


def _kind(command: Command) -> object:
    return type(command.command) if isinstance(command, c.Decide) else type(command)


@pytest.mark.parametrize("name", ["star", "tasmania-elimination"])
def test_players_do_what_is_legal(name: str) -> None:
    terms = example(name)
    chance = Chance(seed_from(9))
    session = session_terms(terms, 1, 1, {box: f"p{box}" for box in range(1, 6)})
    minds = {seat.player: temper(chance) for seat in session.seats}
    table = _Watched(find_play_rules(terms.book), session, minds, chance)
    table.play(1000)
    assert table.looked > 50


def test_bold_players_bet_more_and_the_last_hands_matter() -> None:
    terms = example("crown")
    session = session_terms(terms, 3, 1, {1: "ann", 2: "bob"})
    table = Table(
        find_play_rules(terms.book),
        session,
        {"ann": Temper(boldness=0), "bob": Temper(boldness=9)},
        Chance(seed_from(3)),
    )
    staked = {"ann": 0, "bob": 0}
    played = table.play(1000)
    for event in played.events:
        if type(event).__name__ == "WagerMade":
            staked[event.player] += event.amount  # type: ignore[attr-defined]
    assert staked["bob"] > staked["ann"] > 0
    assert wagers(played.session, "ann", Temper(boldness=0), Chance(seed_from(1)))
    assert decisions(played.session, "ann", Chance(seed_from(1))) == []


class _Offering(Table):
    """A table that asks those who passed, each time insurance is offered, fifty times."""

    asked = 0

    def _who_insures(self) -> tuple[str, list[Command]] | None:
        assert self.state.round is not None
        with_a_hand = {place.number for place in self.state.round.boxes}
        for player in self.state.playing:
            if self.state.players[player].box not in with_a_hand:
                self.asked += 1
                for number in range(50):
                    assert decisions(self.state, player, Chance(seed_from(number))) == []
        return super()._who_insures()


def test_whoever_passed_has_nothing_to_insure() -> None:
    terms = example("crown")
    session = session_terms(terms, 1, 1, {box: f"p{box}" for box in range(1, 8)})
    chance = Chance(seed_from(7))
    minds = {seat.player: Temper(boldness=3, careful=True) for seat in session.seats}
    table = _Offering(find_play_rules(terms.book), session, minds, chance)
    table.play(1000)
    assert table.asked > 0
