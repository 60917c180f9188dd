"""The commands about heads: kept, compared, a key in another's place."""

import asyncio
import sys
from pathlib import Path

import pytest

from bythebook.house.heads.heads import heads_in, sign_heads
from bythebook.house.heads.keys import take_key
from bythebook.house.heads.notes import Signer, signer_in
from bythebook.house.log.choosing import open_store
from bythebook.house.people import people as p
from bythebook.house.service import House
from tests.commands.calling import Call

AT = 1_800_000_000
WITNESS = Signer("witness.example", bytes(31) + b"\2")


async def open_house(folder: Path, *names: str) -> None:
    """Some accounts, and a head when it closes."""
    house = House(open_store(folder, None), clock=lambda: float(AT))
    await house.open()
    await sign_heads(house, signer_in(folder / "heads.key", "house.example"), [WITNESS.key], 0)
    for name in names:
        await house.accounts.order(p.HOUSE, p.OpenAccount(name), AT)
    await house.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A house with heads over 1, 3 and 4 events."""
    asyncio.run(open_house(tmp_path / "log", "ann", "ben"))
    asyncio.run(open_house(tmp_path / "log", "cal"))
    return tmp_path


def saved(folder: Path) -> Path:
    """What somebody keeps elsewhere."""
    kept = folder / "kept"
    kept.mkdir()
    store = open_store(folder / "log", None)
    for head in heads_in(store):
        signed = head.with_signatures([WITNESS.sign_at(head.note.text, AT)])
        (kept / f"{head.size}.head").write_text(str(signed))
    store.close()
    return kept


def test_verify_compares_heads_that_were_kept(folder: Path, call: Call) -> None:
    data, kept = ("--data", str(folder / "log")), saved(folder)
    key = str(signer_in(folder / "log" / "heads.key").key)
    (folder / "key.txt").write_text(f"{key}\n")
    assert "3 signed heads fit\n" in call("verify", *data).out
    found = call("verify", *data, "--heads", str(kept), "--key", key)
    assert found.status == 0
    assert "6 signed heads fit\n" in found.out
    whose = ("--key", str(folder / "key.txt"), "--witness", str(WITNESS.key))
    found = call("verify", *data, "--heads", str(kept / "3.head"), *whose)
    assert "4 signed heads fit, 1 of them by witness.example too" in found.out


def test_verify_says_which_head_does_not_fit(folder: Path, call: Call) -> None:
    kept = saved(folder)
    asyncio.run(open_house(folder / "other", "ann"))
    found = call("verify", "--data", str(folder / "other"), "--heads", str(kept))
    assert found.status == 1
    assert "NOT CLEAN" in found.out
    assert "the head over 4 events (4.head) is not signed by any key of this log" in found.out


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--heads", "nowhere"), "No such file"),
        (("--heads", "."), "no head is in this folder"),
        (("--heads", "log/heads.key"), "this is no signed note"),
        (("--heads", "log/house.sqlite"), "this is no head"),
        (("--key", "x+y"), "is no key"),
        (("--key", "nowhere"), "No such file"),
        (("--witness", "x+y+z"), "is not base64"),
    ],
)
def test_what_is_no_head_and_no_key(
    folder: Path, more: tuple[str, str], says: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    found = call("verify", "--data", "log", *more)
    assert found.status == 2
    assert says in found.err


def test_heads_are_saved_and_one_goes_on_from_another(folder: Path, call: Call) -> None:
    data, kept = ("--data", str(folder / "log")), folder / "saved"
    assert "3 heads are in" in call("heads", "save", str(kept), *data).out
    assert sorted(file.name for file in kept.iterdir()) == ["1.head", "3.head", "4.head"]
    proof = folder / "proof.txt"
    proof.write_text(call("heads", "proof", "3", "4", *data).out)
    found = call("heads", "check", str(kept / "3.head"), str(kept / "4.head"), str(proof))
    assert (found.status, found.err) == (0, "")
    assert "The first 3 of 4 events" in found.out
    other = call("heads", "check", str(kept / "1.head"), str(kept / "4.head"), str(proof))
    assert other.status == 1
    assert call("heads", "proof", "3", "9", *data).status == 2


def test_another_key_takes_the_place_of_the_first(folder: Path, call: Call) -> None:
    data, kept = ("--data", str(folder / "log")), saved(folder)
    first = str(signer_in(folder / "log" / "heads.key").key)
    assert call("heads", "keys", *data).out == f"{first}  from event 1 on\n"
    done = call("heads", "rotate", *data)
    assert (done.status, done.err) == (0, "")
    second = str(signer_in(folder / "log" / "heads.key").key)
    assert second in done.out
    asyncio.run(open_house(folder / "log", "dan"))
    assert call("heads", "keys", *data).out.splitlines()[1] == f"{second}  from event 5 on"
    for key in (first, second):  # whoever trusts one of them can follow to the other
        found = call("verify", *data, "--heads", str(kept), "--key", key)
        assert found.status == 0
        assert "8 signed heads fit" in found.out
    assert call("heads", "rotate", "--data", str(folder)).status == 2
    assert call("heads", "keys", "--data", str(folder / "nowhere")).status == 2


def test_a_change_of_keys_that_was_broken_off_is_finished(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log has it already; the files do not."""
    log = folder / "log"
    old, new = signer_in(log / "heads.key"), signer_in(log / "heads.key.new", "house.example")
    store = open_store(log, None)
    take_key(store, new, AT, old)
    store.close()
    with monkeypatch.context() as broken_off:
        broken_off.setattr(Path, "rename", lambda self, to: sys.exit(9))
        assert call("heads", "rotate", "--data", str(log)).status == 9
    assert signer_in(log / "heads.key").key == old.key, "at no moment is there none"
    assert call("heads", "rotate", "--data", str(log)).status == 0
    assert signer_in(log / "heads.key").key == new.key
    assert not (log / "heads.key.new").exists()
    assert call("verify", "--data", str(log)).status == 0
