"""A witness: somebody else who follows a house's heads, and signs those that go on from each other.

    fetch the latest head ──▶ signed by the house? ──▶ does the last one that we kept lead to it?
        yes: sign, keep it in our folder, tell the house
        no:  two heads that contradict each other: keep both, sign nothing more

Nothing is known here of what happens in the house: hashes and signatures are enough.
"""

import os
from pathlib import Path
from typing import Protocol

import msgspec

from bythebook.errors import NOT_JSON, Malformed
from bythebook.house.heads.heads import read_proof
from bythebook.house.heads.keys import KeyTaken, follow_keys
from bythebook.house.heads.merkle import is_consistent
from bythebook.house.heads.notes import Key, SignedHead, Signer, read_head, read_key

LAST, HOUSE_KEY = "last.head", "house.key"


class House(Protocol):
    """A house as it is seen from outside."""

    def get(self, path: str) -> str:
        """A text that it publishes; what it does not give is `Malformed`."""

    def post(self, path: str, text: str) -> str: ...


class Refusal(Malformed):
    """The house answered, and not with what was asked for."""


class Contradiction(Exception):
    """Two heads that the house signed cannot both be of one log."""

    def __init__(self, old: SignedHead, new: SignedHead, evidence: Path) -> None:
        super().__init__(old, new, evidence)
        self.old, self.new, self.evidence = old, new, evidence

    def __str__(self) -> str:
        old, new = self.old, self.new
        first, then = (old, new) if old.size <= new.size else (new, old)
        return (
            f"{old.origin} contradicts itself: the head over {first.size} events"
            f" (signed at {first.at}) is not the beginning of the head over {then.size} events"
            f" (signed at {then.at}). Something among the first {first.size} events was changed,"
            f" put in or left out. Both heads are kept in {self.evidence}"
        )


class Seen(msgspec.Struct, frozen=True):
    """What came of a look."""

    head: SignedHead
    new: bool  # it was not known before
    told: str = ""  # why the house did not take our signature, if so


class Witness:
    """Looks at a house, from a folder of its own."""

    def __init__(
        self, house: House, folder: Path, signer: Signer, trusted: tuple[Key, ...] = ()
    ) -> None:
        self._house = house
        self._folder = folder
        self._signer = signer
        self._trusted = trusted

    def look(self, now: int) -> Seen:
        """Once: what is new is checked against what was kept, signed and kept."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        head = read_head(self._house.get("/heads/latest"))
        self._check_signed(head)
        last = self._last()
        if last is not None:
            if last.origin != head.origin:
                raise Malformed(f"this is {head.origin}, not {last.origin} as before", "house")
            if not self._leads(last, head):
                raise Contradiction(last, head, self._keep_evidence(last, head))
            if head.size < last.size:
                return Seen(last, new=False)
            if head.size == last.size:
                return Seen(last, new=False, told=self._tell(last, head))
        signed = head.with_signatures([self._signer.sign_at(head.note.text, now)])
        write_whole(self._folder / f"{head.size}.head", str(signed))
        write_whole(self._folder / LAST, str(signed))
        return Seen(signed, new=True, told=self._tell(signed, head))

    def _tell(self, signed: SignedHead, shown: SignedHead) -> str:
        """Send our signature, unless the house shows it; why it was not taken, if so."""
        ours = self._signer.key.timestamped
        if shown.note.signed_at(ours) is not None:
            return ""
        try:
            for one in signed.note.signatures:
                if ours.made(one):
                    self._house.post(f"/heads/{signed.size}/signatures", f"{one}\n")
        except Malformed as no:
            return str(no)
        return ""

    def _last(self) -> SignedHead | None:
        file = self._folder / LAST
        return read_head(file.read_text("utf-8")) if file.exists() else None

    def _check_signed(self, head: SignedHead) -> None:
        """By the key that is trusted, or by one that took its place with both signing it."""
        file = self._folder / HOUSE_KEY
        known = self._trusted
        if file.exists():
            known += tuple(read_key(line) for line in file.read_text("utf-8").splitlines())
        try:
            events = msgspec.json.decode(self._house.get("/heads/keys"), type=list[KeyTaken])
        except NOT_JSON as error:
            raise Malformed(f"its keys cannot be read: {error}", "house") from None
        followed = follow_keys(events, known)
        if head.note.signed_at(followed[-1]) is None or head.origin != followed[-1].name:
            raise Malformed("the head is not signed by the house's key", "house")
        write_whole(file, f"{followed[-1]}\n")

    def _leads(self, last: SignedHead, head: SignedHead) -> bool:
        """Whether the smaller of the two is the beginning of the larger."""
        old, new = sorted((last, head), key=lambda one: one.size)
        if old.size == new.size:
            return old.root == new.root
        try:
            proof = read_proof(self._house.get(f"/heads/consistency/{old.size}/{new.size}"))
        except Refusal:
            return False  # it has signed both, and cannot show it
        return is_consistent(old.size, old.root, new.size, new.root, proof)

    def _keep_evidence(self, last: SignedHead, head: SignedHead) -> Path:
        evidence = self._folder / f"contradiction-{last.size}-{head.size}"
        evidence.mkdir(mode=0o700, exist_ok=True)
        write_whole(evidence / "kept-before.head", str(last))
        write_whole(evidence / "shown-now.head", str(head))
        return evidence


def write_whole(file: Path, text: str) -> None:
    """All of it or what was there before, also if the machine stops in the middle."""
    part = file.with_name(f"{file.name}.part")
    with part.open("w", encoding="utf-8") as made:
        made.write(text)
        made.flush()
        os.fsync(made.fileno())
    part.replace(file)
