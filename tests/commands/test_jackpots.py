"""`bythebook jackpots`: every pool added up from the log, for people and for programs."""

import asyncio
import json

import pytest
from msgspec.structs import replace

from bythebook.cli import main
from bythebook.house.log.chain import hash_of
from bythebook.house.log.store import whole_log
from bythebook.house.verify.verifying import Replayer, first_fault
from tests.house.activities.pool_floor import BLAZING, SUPERNOVA, Time, opened, staff
from tests.house.log.stores import Place

# Three wagers of 5.00 at 5.5555 % add 83.3325 cents. Three sevens of diamonds take what is shown,
# 12,000.83, and the house makes up to 10,000 what is left. A void round takes 27.7775 cents off,
# which the house makes up again; the next wager adds as much.
SEVENS = """\
Blazing 7's (sevens, star-blackjack-challenge): 2 linked tables, 5.00 a wager, open
  blazing-7s
    seed              12000.00000000
    contributed           1.11110000  4 wagers
    taken back           -0.27777500  1 wager
    topped up         10000.27445000
    won              -12000.83000000  1 prize, 12001.00 paid
    comes to          10000.27777500
    shows             10000.27        agrees
"""
NOVA = """\
Supernova (nova, tasmania-blackjack): 0 linked tables, 2.00 a wager, closed
  mystery-1
    seed                100.00000000
    comes to            100.00000000
    shows               100.00        agrees
"""


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        main(["jackpots", *arguments])
        status = 0
    except SystemExit as left:
        status = int(left.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def where(place: Place) -> list[str]:
    return ["--data", str(place.data)] if place.data else ["--database", str(place.database)]


@pytest.fixture
def played(place: Place) -> Place:
    async def evening() -> None:
        async with opened(place, Time()) as floor:
            await floor.people()
            options = {"blazing-7s-stake": "5"}
            await floor.open("challenge", "one", "two", cards="scanned", options=options)
            await floor.pool(BLAZING, "one", "two")
            await floor.order("nova", type="make-pool", terms=SUPERNOVA)
            await floor.sit("one", "ann", 1, "blazing-7s")
            await floor.sit("one", "ben", 2, "blazing-7s")
            await floor.sit("two", "ben", 1, "blazing-7s")
            await floor.deal("two", "9D 8C")
            await floor.deal("one", "7D 9C 7D 7D 8C")  # ann wins
            void = {"type": "void-round", "clause": "18.8:void"}
            await floor.do(staff("supervisor"), "two", why="cards fell", **void)
            await floor.bet("two", "ben", 1, "blazing-7s")
            await floor.deal("two", "9D")

    asyncio.run(evening())
    return place


def test_every_pool_is_told_with_what_went_in_and_out(
    played: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = told(capsys, *where(played))
    assert (status, err) == (0, "")
    nova, sevens = out.split("\n\n")
    assert nova + "\n" == NOVA
    assert sevens == SEVENS


def test_the_same_as_data(played: Place, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, *where(played), "--json")
    assert status == 0
    nova, sevens = json.loads(out)
    assert (nova["id"], sevens["id"], sevens["stake"]) == ("nova", "sevens", "5.00")
    assert sevens["meters"] == [
        {
            "meter": "blazing-7s",
            "seed": "12000.00000000",
            "contributed": "1.11110000",
            "taken back": "-0.27777500",
            "topped up": "10000.27445000",
            "won": "-12000.83000000",
            "put back": "0.00000000",
            "corrected": "0.00000000",
            "comes to": "10000.27777500",
            "contributions": 4,
            "wins": 1,
            "paid": "12001.00",
            "shows": "10000.27",
            "agrees": True,
        }
    ]


def test_the_ledger_has_on_a_pools_account_what_its_meters_show(played: Place) -> None:
    replayer = Replayer()
    assert first_fault(whole_log(played.open()), replayer) is None
    assert replayer.ledger.balance("pool/sevens") == 1_000_027
    assert replayer.ledger.balance("pool/nova") == 10_000


def test_a_house_without_jackpots_and_places_without_a_house(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    place.open()
    assert told(capsys, *where(place)) == (0, "No jackpots.\n", "")
    assert told(capsys, *where(place), "--json") == (0, "[]\n", "")
    status, out, err = told(capsys, "--data", "no/such/folder")
    assert (status, out) == (2, "")
    assert "there is no such folder" in err


def test_a_log_that_cannot_be_is_not_added_up(
    played: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody who has the file takes the first prize out of the numbers, with a hash that fits."""
    for row in played.open().read("pool/sevens"):
        changed = replace(row, data=row.data.replace(b'"first":1', b'"first":2'))
        set_data = "UPDATE log SET data = ? WHERE position = ?"
        played.behind_its_back(set_data, changed.data, row.position)
        if changed != row:
            status, out, err = told(capsys, *where(played))
            assert (status, out) == (2, "")
            assert f"event {row.position} cannot be read: it is not as it was written" in err
        set_hash = "UPDATE log SET hash = ? WHERE position = ?"
        played.behind_its_back(set_hash, hash_of(changed), row.position)
    status, out, err = told(capsys, *where(played))
    assert (status, out) == (3, "")
    assert "wins are numbered one after the other" in err
    assert "Traceback" not in err
