"""Signed notes: read and written as others do, and nothing else is taken for one."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bythebook.errors import Malformed
from bythebook.house.heads import notes as n
from bythebook.house.secret_files import keep_secret

# The example of Go's package `note`, whose signatures are the same in every run.
SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
SIGNATURE = (
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
)
SIGNED = f"{TEXT}\n\u2014 PeterNeumann {SIGNATURE}\n"

HOUSE = n.Signer("house.example/log", bytes(range(32)))
WITNESS = n.Signer("witness.example", bytes(range(1, 33)))


def test_a_published_note_is_signed_and_read_as_published() -> None:
    signer = n.read_secret(SECRET, "here")
    assert str(signer.key) == KEY
    assert n.read_key(KEY) == signer.key
    assert str(n.Note(TEXT, (signer.sign(TEXT),))) == SIGNED
    assert n.read_note(SIGNED).signed_at(signer.key) == 0
    assert signer.secret_text() == SECRET


def test_a_head_says_how_many_which_and_when() -> None:
    head = n.sign_head(HOUSE, 1234, b"\7" * 32, 1_800_000_000)
    again = n.read_head(str(head))
    assert again == head
    assert (again.origin, again.size, again.root, again.at) == (
        "house.example/log", 1234, b"\7" * 32, 1_800_000_000,
    )  # fmt: skip
    assert (
        again.note.text == "house.example/log\n1234\nBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=\n"
    )
    assert again.note.signed_at(HOUSE.key) == 0
    assert again.note.signed_at(HOUSE.key.timestamped) == 1_800_000_000


def test_somebody_else_signs_below() -> None:
    head = n.sign_head(HOUSE, 5, bytes(32), 10)
    both = head.with_signatures([WITNESS.sign_at(head.note.text, 20)])
    again = n.read_head(str(both))
    assert again.note.signed_at(WITNESS.key.timestamped) == 20
    assert again.note.signed_at(HOUSE.key) == 0
    assert again.at == 10
    assert head.note.signed_at(WITNESS.key.timestamped) is None
    assert both.with_signatures(both.note.signatures) == both


def test_another_text_key_or_time_is_not_what_was_signed() -> None:
    head = n.sign_head(HOUSE, 5, bytes(32), 10)
    other = n.Note(head.note.text.replace("5", "6"), head.note.signatures)
    assert other.signed_at(HOUSE.key) is None
    assert other.signed_at(HOUSE.key.timestamped) is None
    assert head.note.signed_at(n.Signer(HOUSE.key.name, bytes(32)).key) is None
    _, timed = head.note.signatures
    later = n.Signature(timed.name, timed.key, (11).to_bytes(8, "big") + timed.value[8:])
    assert n.Note(head.note.text, (later,)).signed_at(HOUSE.key.timestamped) is None


def test_one_forged_signature_spoils_a_note_with_a_good_one() -> None:
    note = n.sign_head(HOUSE, 5, bytes(32), 10).note
    forged = n.Signature(HOUSE.key.name, HOUSE.key.id, bytes(64))
    assert note.with_signatures([forged]).signed_at(HOUSE.key) is None


HEAD = str(n.sign_head(HOUSE, 987, b"\3" * 32, 10)).encode()


@given(st.integers(0, 8 * len(HEAD) - 1))
def test_no_bit_of_a_head_can_be_changed(bit: int) -> None:
    whole = bytearray(HEAD)
    whole[bit // 8] ^= 1 << bit % 8
    try:
        head = n.read_head(whole.decode())
    except (Malformed, UnicodeDecodeError):
        return
    both = (HOUSE.key, HOUSE.key.timestamped)
    assert None in [head.note.signed_at(key) for key in both]


@given(st.text())
def test_what_is_no_head_is_malformed_and_nothing_worse(text: str) -> None:
    for read in (n.read_head, n.read_note, n.read_key, n.read_signature):
        with pytest.raises(Malformed):
            read(text)
    with pytest.raises(Malformed):
        n.read_secret(text, "here")


GOOD = str(n.sign_head(HOUSE, 5, bytes(32), 10))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GOOD.replace("\n5\n", "\n05\n"), "a number of events"),
        (GOOD.replace("\n5\n", "\n-5\n"), "a number of events"),
        (GOOD.replace("\n5\n", "\n9999999999999999999\n"), "a number of events"),
        (GOOD.replace("AAA=", "AA==", 1), "a number of events, a hash"),
        (GOOD.replace("AAA=", "AAB=", 1), "is not base64"),
        (GOOD.replace("\n\n", "\n"), "no signed note"),
        (GOOD.rstrip("\n"), "no signed note"),
        (GOOD.replace("\u2014", "-"), "is no signature"),
        (GOOD.replace("\n\n", "\nmore\t\n\n"), "control characters"),
        (GOOD.replace("\n\n", f"\n{'x' * 70_000}\n\n"), "no more than 64,000"),
        (GOOD + GOOD.splitlines(keepends=True)[-1] * 120, "signatures"),
    ],
    ids=[
        "leading zero", "negative", "huge", "short hash", "another way to write", "no gap",
        "no end", "no dash", "control", "long", "many",
    ],
)  # fmt: skip
def test_a_head_that_is_not_quite_one(text: str, says: str) -> None:
    """Each is refused for what is wrong with it, and not for something else."""
    with pytest.raises(Malformed, match=says):
        n.read_head(text)


def test_a_head_may_say_more_below_its_hash() -> None:
    assert n.read_head(GOOD.replace("\n\n", "\nmore\n\n")).size == 5


@pytest.mark.parametrize(
    ("key", "says"),
    [
        (KEY.replace("c74f20a3", "c74f20a4"), "does not fit its id"),
        (KEY.replace("ARpc", "ARpd"), "does not fit its id"),
        ("PeterNeumann+c74f20a3+AA==", "only keys of Ed25519"),
        ("Peter Neumann+c74f20a3+" + KEY.rpartition("+")[2], "no space or plus"),
    ],
)
def test_a_key_with_a_wrong_character(key: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        n.read_key(key)


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "keys" / "heads.key"
    made = n.signer_in(file, "house.example")
    assert file.stat().st_mode & 0o777 == 0o600
    assert n.signer_in(file, "another.example").key == made.key
    assert made.key.name == "house.example"
    assert not keep_secret(file, b"another"), "whoever is later uses the first"
    assert [one.name for one in file.parent.iterdir()] == ["heads.key"]
    file.write_text(file.read_text().replace("+", "-"))
    with pytest.raises(Malformed, match="no secret key"):
        n.signer_in(file)


def test_every_house_has_a_name_of_its_own(tmp_path: Path) -> None:
    names = {n.signer_in(tmp_path / str(each)).key.name for each in range(3)}
    assert len(names) == 3
