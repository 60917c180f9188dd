"""A director alone with automatic players: every format of the examples runs to its prizes, and
not a cent of it is money."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bythebook.errors import Refused
from bythebook.tournaments.terms.document import TournamentTerms, seconds
from bythebook.tournaments.terms.files import read_document
from bythebook.tournaments.values import Length
from tests.house.activities.tournament_life import EXAMPLES, Life, lived
from tests.house.log.stores import Place

FORMATS = sorted(path.stem for path in EXAMPLES.glob("*.toml") if path.stem != "with-faults")
DAY = 24 * 3600
ENTRIES = 14  # the least that the examples want


def quick(example: str) -> TournamentTerms:
    """An example with the sessions cut to a few hands."""
    terms = read_document((EXAMPLES / f"{example}.toml").read_bytes())
    stages = tuple(
        replace(
            stage,
            length=Length(hands=3),
            limits=stage.limits[:1],
            elimination_hands=(2,) if stage.elimination_hands else (),
            starts=None,
        )
        for stage in terms.stages
    )
    rebuys = terms.money.rebuys
    return replace(
        terms,
        cards="virtual",
        stages=stages,
        money=replace(terms.money, rebuys=rebuys and replace(rebuys, until_hand=2)),
    )


async def run(life: Life) -> None:
    """Everything that the desk says is to be done, until nothing is left."""
    full = life.terms.structure.begins == "table-full"
    for _ in range(60):
        course = life.held.course
        if course.phase == "over":
            return
        if course.phase == "open":
            await life.order("name-tables", tables=[{"id": "T1"}, {"id": "T2"}])
            await life.order("brief", understood=True)
            await life.order("close-entries")
        elif course.phase == "between":
            await next_stage(life)
        elif course.phase == "playing":
            await tables(life, full)
        elif course.phase == "decided":
            await life.order("play-off" if course.level else "award-places")
            await life.play_out()
        else:
            await life.order("pay-prizes")
    raise AssertionError("the tournament goes on and on")


async def next_stage(life: Life) -> None:
    course = life.held.course
    coming = life.terms.stage(course.stage + 1)
    held = course.held.get(course.stage + 1)
    if coming.kind == "repechage" and coming.may_be_held and held is None:
        await life.order("hold-repechage", hold=True)
    await life.order("draw-seats", seed="")
    starts = life.terms.dates.starts
    assert starts is not None
    life.clock.now = max(life.clock.now, seconds(starts))


async def tables(life: Life, full: bool) -> None:
    course = life.held.course
    if course.level and not course.playing:
        await life.order("play-off")
    for table in sorted({seat.table for seat in course.drawn}):
        if f"{course.stage}.{table}" not in course.sessions:
            await life.order("start-session", table=table)
    await life.play_out()
    seated = {seat.player for seat in life.held.course.drawn}
    waiting = [one for one in life.held.course.field if one.player not in seated]
    if full and life.held.course.stage == 1 and waiting and life.held.course.phase == "playing":
        await life.order("draw-seats", seed="")


@pytest.mark.parametrize("example", FORMATS)
def test_every_format_runs_by_itself(tmp_path: Path, example: str) -> None:
    terms = quick(example)

    async def play(life: Life) -> None:
        await life.furnish(())
        await life.publish(practice=True)
        await life.give(life.staff_for("enter"), "fill", players=ENTRIES)
        await run(life)
        course = life.held.course
        assert course.money_in == course.money_out > 0
        assert len(life.held.automatic) == ENTRIES
        streams = await life.house.committer.call(life.house.store.streams)
        assert not [stream for stream in streams if stream.startswith("wallet/")]

    lived(Place(tmp_path / "data"), terms, play)


def test_automatic_players_are_for_practice_alone(tmp_path: Path) -> None:
    terms = quick("crown")

    async def play(life: Life) -> None:
        await life.furnish(("ann",))
        await life.publish()
        with pytest.raises(Refused, match="nothing is for money"):
            await life.give("director", "fill", players=3)
        with pytest.raises(Refused, match="before the terms are published"):
            await life.give("director", "practice")
        with pytest.raises(Refused, match="for automatic players"):
            await life.order(
                "enter", player="auto-1", money="cash", entitled=True, agreed=True, copy=True
            )

    lived(Place(tmp_path / "data"), terms, play)
