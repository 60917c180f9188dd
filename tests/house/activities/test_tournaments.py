"""A tournament through the house from its terms to its prizes, on every store."""

import asyncio
import re

import pytest

from bythebook.house.activities.tournaments.revealing import shoe_in_session
from bythebook.house.cards.shoe_files import check_shoe, understand
from bythebook.house.log.store import Store, whole_log
from bythebook.house.verify.verifying import verify
from bythebook.tournaments.terms.document import seconds
from tests.house.activities.tournament_life import WALLET, Clock, Life, opened, small_terms
from tests.house.log.stores import Place

PLAYERS = ("ann", "ben", "cal", "dee")
WEEK = 7 * 24 * 3600


def start_of(life_terms: object) -> Clock:
    terms = life_terms
    return Clock(seconds(terms.dates.starts) - 5 * WEEK)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "example", ["tasmania-chips", "tasmania-elimination", "crown", "star", "canberra-knock-out"]
)
def test_a_tournament_from_terms_to_prizes(place: Place, example: str) -> None:
    terms = small_terms(example)
    clock = start_of(terms)

    async def begin() -> None:
        async with opened(place, clock) as house:
            life = Life(house, clock, terms)
            await life.furnish(PLAYERS)
            await life.publish()
            await life.enter(*PLAYERS)
            fee = terms.money.fee_cents
            assert fee
            assert await life.wallets(*PLAYERS) == dict.fromkeys(PLAYERS, WALLET - fee)
            await life.to_the_tables()
            await life.sit_down()
            for _ in range(20):
                for table in life.held.course.playing:
                    await life.move(table)

    async def end() -> None:
        async with opened(place, clock) as house:  # as the log has it
            life = Life(house, clock, terms)
            await life.play_out()
            assert len(life.held.course.waiting) == 2
            await life.to_the_tables()
            await life.sit_down()
            await life.play_out()
            await life.finish()
            course = life.held.course
            assert course.phase == "over"
            prizes = {share.player: share.cents for share in course.shares}
            paid_in = len(PLAYERS) * (terms.money.fee_cents or 0)
            added = sum(one.value_cents for one in terms.money.added if one.kind == "cash")
            assert sum(prizes.values()) == paid_in + added - course.commission
            fee = terms.money.fee_cents or 0
            wanted = {name: WALLET - fee + prizes.get(name, 0) for name in PLAYERS}
            assert await life.wallets(*PLAYERS) == wanted

    asyncio.run(begin())
    asyncio.run(end())
    store = place.open()
    report = verify(store)
    assert report.clean, report
    check_stacks(store)


def check_stacks(store: Store) -> None:
    """Every stack was sealed, and its file says what anybody can check again."""
    shown = 0
    for row in whole_log(store):
        told = re.findall(rb'"type":"StackRevealed","number":(\d+)', row.data)
        sealed = [row.data for row in store.read(row.stream)] if told else []
        for number in map(int, told):
            shoe = shoe_in_session(store, row.stream.removeprefix("session/"), number)
            mark = f'"type":"StackSealed","number":{number},"digest":"{shoe.digest}"'.encode()
            assert any(mark in data for data in sealed)
            assert [step.wrong for step in check_shoe(understand(shoe))] == [""] * 4
            shown += 1
    assert shown >= 3  # two tables and the final
