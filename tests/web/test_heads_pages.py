"""Heads where anybody can fetch them, and where a witness sends its signature."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bythebook.house.heads.heads import read_proof, sign_heads
from bythebook.house.heads.merkle import is_consistent
from bythebook.house.heads.notes import Signer, read_head, read_key
from bythebook.house.people import people as p
from tests.house.inside import Inside

OURS = Signer("house.example", bytes(32))
WITNESS = Signer("witness.example", bytes(31) + b"\2")


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A house with heads over 1, 3 and 6 events."""
    made = Inside(tmp_path_factory.mktemp("heads"))
    heads = made.run(sign_heads(made.house, OURS, [WITNESS.key], every=0))
    for name, role in (("ann", ""), ("iva", p.INSPECTOR)):
        made.open_account(name, *([role] if role else []))
        made.open_account(f"{name}-2")
        made.run(heads.make())
    yield made
    assert made.complaints.heard == []
    made.close()


def text(inside: Inside, path: str) -> str:
    answer = inside.ask("", "GET", path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert "set-cookie" not in answer.headers
    return answer.text


def test_anybody_fetches_heads_and_the_key_that_signed_them(inside: Inside) -> None:
    latest = read_head(text(inside, "/heads/latest"))
    key = read_key(text(inside, "/heads/key").splitlines()[-1])
    assert key == OURS.key
    assert latest.note.signed_at(key) == 0
    assert text(inside, f"/heads/{latest.size}") == text(inside, f"/heads/{latest.size}/head")
    told = inside.ask("", "GET", "/api/heads").json()
    assert [one["size"] for one in told] == [6, 3, 1]
    assert inside.ask("", "GET", "/api/heads?before=3").json() == told[2:]


def test_the_proof_between_two_heads(inside: Inside) -> None:
    old, new = read_head(text(inside, "/heads/3")), read_head(text(inside, "/heads/6"))
    proof = read_proof(text(inside, "/heads/consistency/3/6"))
    assert is_consistent(3, old.root, 6, new.root, proof)
    assert not is_consistent(3, new.root, 6, new.root, proof)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/heads/2", 404),
        ("/heads/-1", 404),
        ("/heads/99999999999999999999", 404),
        ("/heads/x", 404),
        ("/heads/consistency/0/3", 400),
        ("/heads/consistency/3/2", 400),
        ("/heads/consistency/3/700", 400),
        ("/api/heads?before=-1", 400),
        ("/api/heads?before=99999999999999999999", 400),
    ],
)
def test_what_is_not_there(inside: Inside, path: str, status: int) -> None:
    assert inside.ask("", "GET", path).status_code == status


def test_a_witness_sends_its_signature_without_a_session(inside: Inside) -> None:
    head = read_head(text(inside, "/heads/3"))
    line = str(WITNESS.sign_at(head.note.text, 77))
    answer = inside.ask("", "POST", "/heads/3/signatures", content=f"{line}\n")
    assert answer.status_code == 200
    signed = read_head(text(inside, "/heads/3"))
    assert str(signed) == answer.text
    assert signed.note.signed_at(WITNESS.key.timestamped) == 77
    listed = inside.ask("", "GET", "/api/heads").json()
    assert [one["witnesses"] for one in listed] == [[], ["witness.example"], []]


@pytest.mark.parametrize(
    ("path", "line", "status"),
    [
        ("/heads/3/signatures", str(OURS.sign_at("x", 1)), 400),
        ("/heads/3/signatures", str(WITNESS.sign_at("x", 1)), 400),
        ("/heads/700/signatures", str(WITNESS.sign_at("x", 1)), 404),
        ("/heads/3/signatures", "", 400),
        ("/heads/3/signatures", b"\xff", 400),
        ("/heads/3/signatures", "x" * 2000, 400),
    ],
    ids=["no witness", "of something else", "no head", "empty", "no text", "long"],
)
def test_no_other_signature_is_taken(
    inside: Inside, path: str, line: str | bytes, status: int
) -> None:
    before = text(inside, "/heads/6")
    assert inside.ask("", "POST", path, content=line).status_code == status
    assert text(inside, "/heads/6") == before


def test_pages_show_a_head_to_be_photographed(inside: Inside) -> None:
    for name, path in (("", "/heads"), ("iva", "/inspector")):
        shown = inside.ask(name, "GET", path, headers={"accept": "text/html"})
        assert shown.status_code == 200
        assert "/heads/6/code.svg" in shown.text
        assert str(OURS.sign(read_head(text(inside, "/heads/6")).note.text))[-40:-1] in (
            shown.text.replace("&#43;", "+")
        )
    picture = inside.ask("", "GET", "/heads/6/code.svg")
    assert picture.headers["content-type"] == "image/svg+xml; charset=utf-8"
    assert picture.content.startswith(b"<?xml")


def test_a_house_without_a_key_has_no_heads(tmp_path: Path) -> None:
    other = Inside(tmp_path)
    other.open_account("iva", p.INSPECTOR)
    for path in ("/heads", "/heads/latest", "/heads/key", "/heads/consistency/1/1", "/api/heads"):
        assert other.ask("", "GET", path).status_code == 404
    page = other.ask("iva", "GET", "/inspector", headers={"accept": "text/html"})
    assert "A head to keep" not in page.text
    other.close()
