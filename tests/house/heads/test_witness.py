"""A witness: it signs what goes on from what it saw, and keeps both halves of a contradiction."""

from collections.abc import Callable
from email.message import Message
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request

import httpx
import msgspec
import pytest

from bythebook.commands.heads import witness as command
from bythebook.errors import Malformed
from bythebook.house.heads import heads as hd
from bythebook.house.heads import keys as k
from bythebook.house.heads.notes import Signer, read_head, sign_head
from bythebook.house.heads.tree import Pieces
from bythebook.house.heads.witness import Contradiction, Refusal, Witness
from bythebook.house.log.choosing import open_store
from bythebook.house.log.store import Store
from tests.commands.calling import Call
from tests.commands.conftest import call as call
from tests.house.inside import Inside
from tests.house.log.stores import write

OURS = Signer("house.example", bytes(32))
NEXT = Signer("house.example", bytes(31) + b"\1")
WITNESS = Signer("witness.example", bytes(31) + b"\2")
AT = 1_800_000_000


class Opened:
    """A house's log as it is published, without a network between."""

    def __init__(self, folder: Path, signer: Signer = OURS) -> None:
        self.store: Store = open_store(folder, None)
        self.signer = signer
        self.sent: list[str] = []
        self.deaf = False
        self.shows = ""  # another head than the latest, if somebody shows one
        k.take_key(self.store, signer, AT)

    def says(self, *texts: str, at: int = AT) -> None:
        """More events, and a head over all of them."""
        version = self.store.streams().get("a", 0)
        self.store.commit([write(f"c{version}", "a", version, *texts)])
        size = self.store.head().position
        root = Pieces(self.store)(0, size)
        head = sign_head(self.signer, size, root, at)
        self.store.keep_first(hd.HEAD, hd.head_key(size), str(head).encode())

    def get(self, path: str) -> str:
        match path.split("/")[2:]:
            case ["latest"]:
                return self.shows or str(hd.heads_in(self.store, 1)[0])
            case ["keys"]:
                rows = self.store.read(k.STREAM)
                return msgspec.json.encode([k.key_event(row.data) for row in rows]).decode()
            case ["consistency", old, new]:
                try:
                    return hd.proof_text(hd.proof_between(self.store, int(old), int(new)))
                except Malformed as no:
                    raise Refusal(no.reason) from None
        raise AssertionError(path)

    def post(self, path: str, text: str) -> str:
        if self.deaf:
            raise Malformed("the house answers 503")
        self.sent.append(text)
        size = int(path.split("/")[2])
        name = f"{hd.head_key(size)}/{WITNESS.key.timestamped.id.hex()}"
        self.store.keep_first(hd.COSIGNATURE, name, text.strip().encode())
        return ""


@pytest.fixture
def house(tmp_path: Path) -> Opened:
    opened = Opened(tmp_path / "log")
    opened.says("one", "two")
    return opened


def witness_of(house: Opened, folder: Path, *trusted: Signer) -> Witness:
    return Witness(house, folder / "kept", WITNESS, tuple(one.key for one in trusted))


def test_it_signs_and_keeps_what_goes_on_from_what_it_saw(house: Opened, tmp_path: Path) -> None:
    witness = witness_of(house, tmp_path, OURS)
    first = witness.look(AT)
    assert (first.head.size, first.new, first.told) == (3, True, "")
    assert not witness.look(AT + 1).new
    house.says("three")
    assert witness.look(AT + 2).head.size == 4
    kept = read_head((tmp_path / "kept" / "4.head").read_text())
    assert kept.note.signed_at(WITNESS.key.timestamped) == AT + 2
    assert kept.note.signed_at(OURS.key) == 0
    names = {file.name for file in (tmp_path / "kept").iterdir()}
    assert names == {"3.head", "4.head", "last.head", "house.key"}
    assert len(house.sent) == 2


def test_a_signature_that_did_not_arrive_is_sent_again(house: Opened, tmp_path: Path) -> None:
    witness = witness_of(house, tmp_path)
    house.deaf = True
    assert "answers 503" in witness.look(AT).told
    assert "answers 503" in witness.look(AT).told
    house.deaf = False
    assert witness.look(AT + 9) == witness.look(AT + 9)
    assert house.sent == [
        f"{WITNESS.sign_at(read_head(house.get('/heads/latest')).note.text, AT)}\n"
    ]


Rewrites = Callable[[Path], Opened]


def another_past(folder: Path) -> Opened:
    """The same number of events and more, but not the same."""
    other = Opened(folder / "other")
    other.says("one", "2", "three", "four")
    return other


def same_size(folder: Path) -> Opened:
    other = Opened(folder / "other")
    other.says("one", "2")
    return other


def cut_off(folder: Path) -> Opened:
    """The last event never happened; what is left is as it was."""
    other = Opened(folder / "other")
    other.says("one")
    return other


@pytest.mark.parametrize("rewritten", [another_past, same_size, cut_off])
def test_two_heads_that_contradict_each_other_are_kept_and_nothing_is_signed(
    house: Opened, tmp_path: Path, rewritten: Rewrites
) -> None:
    witness_of(house, tmp_path).look(AT)
    other = rewritten(tmp_path)
    witness = witness_of(other, tmp_path)
    for _ in range(2):  # also whoever looks again
        with pytest.raises(Contradiction, match="contradicts itself: the head over") as found:
            witness.look(AT)
        evidence = sorted(file.name for file in found.value.evidence.iterdir())
        assert evidence == ["kept-before.head", "shown-now.head"]
        assert "is not the beginning of" in str(found.value)
    assert read_head((tmp_path / "kept" / "last.head").read_text()).size == 3
    assert other.sent == []


def test_a_head_of_before_is_no_contradiction(house: Opened, tmp_path: Path) -> None:
    """A page that was kept somewhere on the way: what was seen since leads on from it."""
    witness = witness_of(house, tmp_path)
    early = house.get("/heads/latest")
    house.says("three")
    witness.look(AT)
    house.shows = early
    assert not witness.look(AT).new


def test_a_key_that_took_the_place_of_another_is_followed(house: Opened, tmp_path: Path) -> None:
    witness = witness_of(house, tmp_path, OURS)
    witness.look(AT)
    k.take_key(house.store, NEXT, AT, old=OURS)
    house.signer = NEXT
    house.says("three")
    assert witness.look(AT).head.note.signed_at(NEXT.key) == 0
    assert (tmp_path / "kept" / "house.key").read_text() == f"{NEXT.key}\n"


def test_whoever_shows_another_key_is_not_the_house(house: Opened, tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="none of those it shows"):
        witness_of(house, tmp_path, NEXT).look(AT)
    witness_of(house, tmp_path).look(AT)  # believed the first time
    stranger = Opened(tmp_path / "other", NEXT)
    stranger.says("one", "two")
    with pytest.raises(Malformed, match="none of those it shows"):
        witness_of(stranger, tmp_path).look(AT)


def test_a_head_that_somebody_else_signed_is_not_the_houses(house: Opened, tmp_path: Path) -> None:
    house.signer = NEXT
    house.says("three")
    with pytest.raises(Malformed, match="not signed by the house's key"):
        witness_of(house, tmp_path).look(AT)


# The command, with the house's own pages behind it


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    inside = Inside(tmp_path / "log")
    heads = inside.run(hd.sign_heads(inside.house, OURS, [WITNESS.key], every=0))

    def urlopen(request: Request, timeout: float) -> Any:
        path, data = request.full_url.removeprefix("http://house.test"), request.data
        if path.startswith("http"):
            raise URLError("no such house")
        method = "GET" if data is None else "POST"
        answer: httpx.Response = inside.ask("", method, path, content=data)
        if answer.status_code != 200:
            raise HTTPError(path, answer.status_code, answer.text, Message(), None)
        return BytesIO(answer.content)

    monkeypatch.setattr(command, "urlopen", urlopen)
    yield inside, heads
    inside.close()


def test_the_command_looks_once_and_the_house_publishes_its_signature(
    web: Any, tmp_path: Path, call: Call
) -> None:
    inside, heads = web
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "witness.key").write_text(WITNESS.secret_text())
    asked = ("witness", "http://house.test/", "--folder", str(folder), "--once")
    found = call(*asked, "--key", str(OURS.key))
    assert (found.status, found.err) == (0, "")
    assert str(WITNESS.key.timestamped) in found.out
    assert "the head over 1 events is signed and kept" in found.out
    signed = inside.run(heads.latest())
    assert signed.note.signed_at(WITNESS.key.timestamped) is not None
    assert "nothing new" in call(*asked).out
    unknown = call("witness", "http://house.test", "--folder", str(tmp_path / "w"), "--once")
    assert unknown.status == 0
    assert "did not take our signature" in unknown.err


def test_the_command_says_that_the_house_contradicts_itself(
    web: Any, tmp_path: Path, call: Call
) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    other = Opened(tmp_path / "other")
    other.says("one", "two")
    (folder / "last.head").write_text(other.get("/heads/latest"))
    found = call("witness", "http://house.test", "--folder", str(folder), "--once")
    assert found.status == 1
    assert "CONTRADICTION: house.example contradicts itself" in found.out


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("ftp://house.test", "begins with http"),
        ("house.test", "begins with http"),
        ("http://elsewhere.test", "does not answer"),
        ("http://house.test/nowhere", "answers 404"),
    ],
)
def test_an_address_where_no_house_is(
    web: Any, tmp_path: Path, call: Call, address: str, says: str
) -> None:
    found = call("witness", address, "--folder", str(tmp_path / "w"), "--once")
    assert found.status == 2
    assert says in found.err
