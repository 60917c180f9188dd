"""Heads as a house makes them: when, by whom, over what; and who may sign beside it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bythebook.errors import Malformed
from bythebook.house.heads import heads as hd
from bythebook.house.heads import keys as k
from bythebook.house.heads.merkle import is_consistent, leaf_hash, root_of
from bythebook.house.heads.notes import SignedHead, Signer, read_head
from bythebook.house.log.choosing import open_store
from bythebook.house.log.commits import cause_of
from bythebook.house.log.outages import is_outage
from bythebook.house.log.store import Append, NewEvent, Store, Unavailable, Write
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.house.verify.verifying import verify
from bythebook.web.serving import Serving, serve_heads
from tests.house.log.stores import Place
from tests.house.tables.felt import BEGAN
from tests.house.verify.evenings import Evening

OURS = Signer("house.example", bytes(32))
OTHER = Signer("house.example", bytes(31) + b"\1")
WITNESS = Signer("witness.example", bytes(31) + b"\2")


def on(place: Place, work: Callable[[House], Awaitable[None]], signer: Signer = OURS) -> None:
    """Something done with a house that signs heads."""

    async def live() -> None:
        house = House(place.open(), clock=lambda: float(BEGAN))
        await house.open()
        await hd.sign_heads(house, signer, [WITNESS.key], every=0)
        try:
            await work(house)
        finally:
            await house.close()

    asyncio.run(live())


async def somebody_comes(house: House, *names: str) -> None:
    for name in names:
        await house.accounts.order(p.HOUSE, p.OpenAccount(name), BEGAN)


async def made(house: House) -> SignedHead:
    assert house.heads is not None
    return await house.heads.make()


def root_in(store: Store, size: int) -> bytes:
    return root_of(leaf_hash(one) for one in store.hashes(0, size))


def test_a_head_is_over_all_events_and_is_made_once(place: Place) -> None:
    async def work(house: House) -> None:
        first = await made(house)
        assert first.size == 1  # the key itself
        assert await made(house) == first
        await somebody_comes(house, "ann", "ben")
        second = await made(house)
        assert (second.size, second.root) == (3, root_in(house.store, 3))
        assert second.note.signed_at(OURS.key) == 0
        assert (second.origin, second.at) == ("house.example", BEGAN)
        assert house.heads is not None
        assert await house.heads.latest() == second
        assert await house.heads.of(1) == first
        assert [one.size for one in await house.heads.listed()] == [3, 1]
        assert [one.size for one in await house.heads.listed(before=3)] == [1]
        proof = await house.heads.between(1, 3)
        assert is_consistent(1, first.root, 3, second.root, proof)
        assert hd.read_proof(hd.proof_text(proof)) == proof
        with pytest.raises(hd.NoSuchHead):
            await house.heads.of(2)
        for old, new in ((0, 3), (3, 1), (1, 4)):
            with pytest.raises(Malformed, match="not the beginning"):
                await house.heads.between(old, new)

    on(place, work)
    assert verify(place.open(read_only=True)).clean


def test_the_house_signs_once_more_when_it_closes(place: Place) -> None:
    async def work(house: House) -> None:
        await somebody_comes(house, "ann")

    on(place, work)
    store = place.open()
    assert hd.heads_in(store, 1)[0].size == store.head().position == 2


def test_two_processes_share_the_key_and_the_heads(place: Place) -> None:
    async def work(house: House) -> None:
        beside = House(place.open(), clock=lambda: float(BEGAN + 1))
        await beside.open()
        await hd.sign_heads(beside, OURS, every=0)
        await somebody_comes(beside, "ann")
        both = await asyncio.gather(made(house), made(beside))
        assert both[0] == both[1]
        await somebody_comes(house, "ben")
        assert (await made(beside)).size == 3
        await beside.close()

    on(place, work)
    assert [row.kind for row in place.open().read(k.STREAM)] == ["KeyTaken"]


def test_another_key_signs_nothing_over_the_same_log(place: Place) -> None:
    async def nothing(house: House) -> None:
        pass

    on(place, nothing)
    with pytest.raises(Malformed, match="signed by the key house"):
        on(place, nothing, OTHER)


def test_a_key_takes_the_place_of_another(place: Place) -> None:
    """Whoever still has the old one signs nothing over the event that says so."""

    async def work(house: House) -> None:
        before = await made(house)
        store = place.open()
        k.take_key(store, OTHER, BEGAN, old=OURS)
        k.take_key(store, OTHER, BEGAN, old=OURS)  # again: it is so already
        with pytest.raises(Unavailable, match="signed by another key now") as no:
            await made(house)
        assert not is_outage(no.value), "the log itself goes on"
        assert [key for key, _ in k.keys_in(store).taken] == [OURS.key, OTHER.key]
        assert house.heads is not None
        assert await house.heads.latest() == before

    on(place, work)
    on(place, lambda house: asyncio.sleep(0), OTHER)
    store = place.open()
    assert [(head.size, head.note.signed_at(OTHER.key)) for head in hd.heads_in(store)] == [
        (2, 0), (1, None),
    ]  # fmt: skip
    keys = k.keys_in(store)
    assert [keys.in_force(size) for size in (0, 1, 2, 9)] == [
        None, OURS.key, OTHER.key, OTHER.key,
    ]  # fmt: skip
    assert verify(store).clean


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (k.taking(OTHER, BEGAN), "takes the place of another"),
        (k.taking(OTHER, BEGAN, WITNESS), "takes the place of another"),
        (k.taking(WITNESS, BEGAN, OURS), "keeps its name"),
        (k.KeyTaken(str(OTHER.key), BEGAN, (), str(OURS.key)), "not signed by both"),
        (
            k.KeyTaken(
                str(OTHER.key), BEGAN, k.taking(OTHER, BEGAN, OURS).signatures[:1], str(OURS.key)
            ),
            "not signed by both",
        ),
        (
            k.KeyTaken(str(OTHER.key), BEGAN, k.taking(OTHER, 7, OURS).signatures, str(OURS.key)),
            "not signed by both",
        ),
    ],
    ids=["first again", "a stranger's", "another name", "unsigned", "by one", "of another day"],
)
def test_whoever_has_the_database_alone_puts_no_key_in_anothers_place(
    tmp_path: Path, event: k.KeyTaken, says: str
) -> None:
    place = Place(data=tmp_path)
    store = place.open()
    k.take_key(store, OURS, BEGAN)
    row = NewEvent("KeyTaken", msgspec.json.encode(event))
    store.commit([Write("x", cause_of("the house"), (Append(k.STREAM, 1, (row,)),))])
    with pytest.raises(Malformed, match=says):
        k.keys_in(store)
    fault = verify(store).fault
    assert fault is not None
    assert says in fault.reason
    place.close()


def test_a_witness_signs_beside_the_house(place: Place) -> None:
    async def work(house: House) -> None:
        heads = house.heads
        assert heads is not None
        head = await heads.latest()
        signed = await heads.cosign(head.size, WITNESS.sign_at(head.note.text, 77))
        assert signed.note.signed_at(WITNESS.key.timestamped) == 77
        assert read_head(str(signed)) == signed
        # Again, and later: when it was first seen is what counts.
        assert await heads.cosign(head.size, WITNESS.sign_at(head.note.text, 99)) == signed
        assert await heads.latest() == signed
        for bad, says in (
            (OTHER.sign_at(head.note.text, 77), "no witness of this house"),
            (WITNESS.sign(head.note.text), "no witness of this house"),
            (WITNESS.sign_at("something else", 77), "did not sign this head"),
        ):
            with pytest.raises(Malformed, match=says):
                await heads.cosign(head.size, bad)
        with pytest.raises(hd.NoSuchHead):
            await heads.cosign(500, WITNESS.sign_at(head.note.text, 77))

    on(place, work)


def test_a_head_is_due_when_a_table_closes(tmp_path: Path) -> None:
    """Nobody waits for a clock: it is made as soon as the table has closed."""

    async def live() -> None:
        evening = Evening(tmp_path, "heads")
        await evening.house.open()
        heads = await hd.sign_heads(evening.house, OURS, every=0)
        await evening.open("hobart")
        before = (await heads.latest()).size
        await evening.do("ann", "hobart", type="join", box=1)
        await asyncio.sleep(0)
        assert (await heads.latest()).size == before
        await evening.do("manager", "hobart", type="perform", act="recheck-cards")
        await evening.do("manager", "hobart", type="close")
        while (await heads.latest()).size == before:
            await asyncio.sleep(0)
        assert (await heads.latest()).size == evening.house.store.head().position
        await evening.house.close()

    asyncio.run(live())


def test_a_house_opens_before_the_tree_over_a_long_log_is_grown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hd, "AT_ONCE_EVENTS", 2)

    async def live() -> None:
        house = House(open_store(tmp_path, None))
        await somebody_comes(house, "ann", "ben", "cal")
        heads = await hd.sign_heads(house, OURS, every=0)
        assert await heads.listed() == []
        while not await heads.listed():
            await asyncio.sleep(0)
        assert (await heads.latest()).size == 4
        await house.close()

    asyncio.run(live())


@pytest.mark.parametrize(
    ("asked", "file"),
    [
        ({}, "heads.key"),
        ({"heads_key": "apart/our.key"}, "apart/our.key"),
        ({"heads": False}, ""),
        ({"data": None, "database": "postgresql://house@db/house"}, ""),
    ],
    ids=["in the data folder", "apart", "none", "a database without a key"],
)
def test_what_a_house_that_is_served_signs_with(
    tmp_path: Path, asked: dict[str, Any], file: str
) -> None:
    if "heads_key" in asked:
        asked = {"heads_key": tmp_path / asked["heads_key"]}
    witnesses = (str(WITNESS.key),)
    named: dict[str, Any] = {"data": tmp_path, "heads_name": "casino.example"}
    serving = Serving(witnesses=witnesses, **(named | asked))

    async def live() -> None:
        house = House(open_store(tmp_path, None))
        await serve_heads(house, serving)
        assert (house.heads is not None) is bool(file)
        if house.heads is not None:
            assert house.heads.key.name == "casino.example"
            assert house.heads.witnesses == (WITNESS.key.timestamped,)
            assert (tmp_path / file).stat().st_mode & 0o777 == 0o600
        await house.close()

    asyncio.run(live())
