"""A whole casino at once (`tests/logs/casino.py`): whatever happens, chips, prize money, vouchers
and tokens are each conserved, and the log is clean.
"""

import asyncio
from pathlib import Path

import pytest

from bythebook.casino.state import Patron
from bythebook.house.log.choosing import open_store
from bythebook.house.service import House
from bythebook.house.verify.verifying import verify
from tests.house.tables.felt import Chance
from tests.logs.casino import live
from tests.logs.floor import Time

SEEDS = ["a casino", "another casino"]
# Few of what anybody orders is carried out: where it was too little, more is ordered, not for ever.
CARRIED_OUT, MORE_ORDERS = 3, 200
MORE = [pytest.param(f"casino {number}", marks=pytest.mark.slow) for number in range(60)]


@pytest.mark.parametrize("seed", [*SEEDS, *MORE])
def test_nothing_is_made_or_lost(tmp_path: Path, seed: str) -> None:
    async def run() -> None:
        time = Time()
        house = House(open_store(tmp_path, None), clock=time, entropy=Chance(seed))
        await house.open()
        casino = await live(house, time, seed)
        for _ in range(MORE_ORDERS):
            if casino.given > CARRIED_OUT:
                break
            await casino.about_somebody()
        assert casino.given > CARRIED_OUT
        for patron in house.affairs.all_of("patron").values():
            assert isinstance(patron, Patron)
            exchanged = sum(one.cents for one in patron.vouchers if one.exchanged_at)
            lying = sum(sum(lot.staked.values()) for lot in patron.lots)
            taken = sum(lot.taken for lot in patron.lots)
            assert patron.held + lying + taken == exchanged
            moved[0] += taken
        await house.close()

    moved = [0]
    asyncio.run(run())
    assert moved[0] > 0, "tokens were staked and taken"
    report = verify(open_store(tmp_path, None))
    assert report.clean, report.fault
