"""A house made anew from a copy: rehearsed in every run, on both stores."""

import asyncio
from pathlib import Path
from shutil import copytree

import pytest

from bythebook.house.people.credentials import PASSWORD
from bythebook.house.people.factors import CODE, FACTORS
from bythebook.house.people.people import HOUSE, OpenAccount
from bythebook.house.people.sessions import SESSION
from bythebook.house.service import House
from bythebook.house.verify.verifying import verify
from bythebook.promotions.terms.wording import moment
from tests.commands.calling import Call
from tests.house.log.stores import Place
from tests.house.tables.felt import BEGAN, Chance
from tests.house.verify.evenings import Evening

TABLE = "crown"
FIVE_PAST = "2027-01-15T08:05:00+00:00"  # five minutes after an evening begins


def to(place: Place) -> tuple[str, str]:
    if place.database:
        return "--database", place.database
    return "--data", str(place.data)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ann brings 100.00 and sits down; a copy is made; ten minutes later 50.00 more, and Zoe."""
    folder = tmp_path_factory.mktemp("house")
    evening = Evening(folder / "log", "restore")

    async def live() -> None:
        house = evening.house
        await house.open()
        await evening.open(TABLE)
        await house.accounts.credentials.set_password("ann", "a password of hers")
        await house.accounts.add_factor("ann", CODE, "", evening.time)
        await house.accounts.factors.add_secret("ann", b"hers", evening.time)
        await house.accounts.sessions.begin("ann", evening.time)
        await evening.at_cage("ann", 100_00)
        await evening.do("ann", TABLE, type="join", box=1)
        await evening.do("ann", TABLE, type="buy-chips", cents=40_00)
        house.store.backup(folder / "copy")
        await evening.passes(600)
        await evening.at_cage("ann", 50_00)
        await house.accounts.order(HOUSE, OpenAccount("zoe"), evening.time)
        await house.accounts.credentials.set_password("zoe", "what only zoe knows")
        await house.accounts.add_factor("zoe", CODE, "", evening.time)
        await house.accounts.factors.add_secret("zoe", b"zoe's", evening.time)
        house.store.backup(folder / "late")
        await house.close()

    asyncio.run(live())
    return folder


def test_what_is_restored_is_verified_and_played_on(place: Place, kept: Path, call: Call) -> None:
    said = call("restore", str(kept / "copy"), *to(place), "--lost", str(kept / "log"))
    assert said.status == 0, said
    assert "\nclean\n" in said.out
    # What only the lost log has: by hand, from the evening above.
    told = said.out.split("\nAcknowledged after that, and not in it: ")[1].splitlines()
    lines = [line.split("  ")[3:] for line in told if moment(BEGAN + 600) in line]
    assert ["cashier", "wallet/ann: Deposited"] in lines
    assert [HOUSE, "people: AccountOpened"] in lines
    assert [line for line in told if "wallet/" in line and "cashier" not in line] == [
        "  wallet/ann  50.00"
    ]
    assert "  cage  -50.00" in told
    assert "shuffle anew" not in said.out  # no card was dealt

    async def goes_on() -> int:
        house = House(place.open(), clock=lambda: BEGAN + 3600.0, entropy=Chance("again"))
        await house.open()
        await house.at_cage(HOUSE, "ann", 7_00, "deposit", "again")
        cents = (await house.cage.wallet("ann")).cents
        assert verify(house.store).clean
        await house.close()
        return cents

    assert asyncio.run(goes_on()) == 100_00 - 40_00 + 7_00


def test_a_house_as_it_was_at_a_moment(place: Place, kept: Path, call: Call) -> None:
    said = call("restore", str(kept / "late"), *to(place), "--until", FIVE_PAST)
    assert said.status == 0, said
    assert "  wallet/ann  50.00" in said.out
    store = place.open(read_only=True)
    assert verify(store).clean
    assert store.read("people")[-1].kind != "AccountOpened"
    # Hers still opens the house; nobody is logged in; zoe is nobody yet, and nothing is hers.
    cabinet = {(one.kind, one.key) for one in store.cabinet()}
    assert {key for kind, key in cabinet if kind in (PASSWORD, FACTORS)} == {"ann"}
    assert {(PASSWORD, "ann"), (FACTORS, "ann")} <= cabinet
    assert SESSION not in {kind for kind, _ in cabinet}


def test_nothing_is_written_over(place: Place, kept: Path, call: Call) -> None:
    copy = str(kept / "copy")
    assert call("restore", copy, *to(place)).status == 0
    again = call("restore", copy, *to(place))
    assert (again.status, again.out) == (2, "")
    assert "there is a house" in again.err


def test_a_log_that_does_not_follow_is_not_compared(kept: Path, tmp_path: Path, call: Call) -> None:
    changed = tmp_path / "changed"
    copytree(kept / "log", changed)
    Place(data=changed).behind_its_back("UPDATE log SET hash = zeroblob(32)")
    new = str(tmp_path / "new")
    said = call("restore", str(kept / "copy"), "--data", new, "--lost", str(changed))
    assert said.status == 2
    assert "it is another log, or was changed" in said.err


def test_what_cannot_be_restored_is_said(kept: Path, tmp_path: Path, call: Call) -> None:
    new, copy = str(tmp_path / "new"), str(kept / "copy")
    assert "no such folder" in call("restore", str(tmp_path / "none"), "--data", new).err
    assert "offset from UTC" in call("restore", copy, "--data", new, "--until", "2027-01-15").err
    assert "a time is written" in call("restore", copy, "--data", new, "--until", "soon").err
    early = call("restore", copy, "--data", new, "--until", "1999-01-01T00:00:00+00:00")
    assert (early.status, early.out) == (2, "")
    assert "nothing in it up to then" in early.err
    assert not Path(new).exists()
