"""Worlds in every run; the seeds that ever failed; that a seed is the same world each time."""

import pytest

from bythebook.house.activities.tournaments import dealing
from bythebook.web.door import errors_page
from tests.world.seeds import FAILED
from tests.world.world import EVENING_SECONDS, Report, World

SEEDS = 20  # of whole evenings
SHORT, SHORT_SECONDS = range(SEEDS, 110), 8.0  # what begins badly is mended after so long

CROWDED = 3
A_CUP = 2  # the seed of an evening with a tournament


def lived(seed: int, seconds: float = EVENING_SECONDS) -> Report:
    report = World(seed, seconds).run()
    again = f"./run world --seed {seed} --evening {seconds:g}"
    assert not report.wrong, f"{again}: {report.wrong}"
    return report


@pytest.mark.parametrize("seed", range(SEEDS))
def test_an_evening_in_which_much_goes_wrong(seed: int) -> None:
    assert lived(seed).acknowledged > 0


@pytest.mark.parametrize("some", range(SHORT.start, SHORT.stop, 10))
def test_many_evenings_that_begin_badly(some: int) -> None:
    for seed in range(some, some + 10):
        lived(seed, SHORT_SECONDS)


@pytest.mark.parametrize("seed", [seed for seed in FAILED if seed >= SEEDS])
def test_what_went_wrong_once_goes_right(seed: int) -> None:
    lived(seed)


def test_an_evening_of_hundreds() -> None:
    report = World(CROWDED, 3.0, crowd=200).run()
    assert not report.wrong
    assert report.looked > 1_000


def test_a_seed_is_the_same_world_each_time() -> None:
    once, again = lived(1), lived(1)
    assert once.trace == again.trace
    assert once.digest == again.digest
    assert lived(2).digest != once.digest


def test_a_secret_in_an_answer_is_seen_as_one_on_a_socket_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World(1, SHORT_SECONDS)
    secret = world.tokens["administrator"]
    monkeypatch.setattr(errors_page, "problem_of", lambda _: errors_page.Problem(404, secret))
    assert "got the token of administrator" in world.run().wrong


def test_a_table_of_a_tournament_that_stands_still_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dealing, "next_deadline", lambda _: None)
    monkeypatch.setattr(dealing, "go_on", lambda *_: None)
    assert "tables do not go on" in World(A_CUP, 1.0).run().wrong
