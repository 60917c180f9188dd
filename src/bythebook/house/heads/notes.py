"""Signed notes, as transparency logs write them: a text, and below it who signed it.

    by-the-book/crown              a head: the house's name, how many events, the root over them
    1234
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

    — by-the-book/crown Az3grlgt…  the house's signature, by Ed25519
    — by-the-book/crown 7vCa0gAA…  the same with its time
    — a-witness.example jWbPPwAA…  somebody else's, with theirs

The forms are C2SP's `signed-note`, `tlog-checkpoint` and `tlog-cosignature` (version 1): programs
of others read them too. A key is named NAME+ID+KEY (a *verifier key*); its other half lies in a
file that only its owner reads.
"""

import binascii
import re
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from bythebook.errors import Malformed
from bythebook.house.heads.merkle import HASH_BYTES
from bythebook.house.secret_files import keep_secret

ED25519, TIMESTAMPED = 1, 4  # how something is signed: the text alone, or with the time of signing
KEY_FILE = "heads.key"  # in the folder of a house
NAME_MAX = 120
NOTE_BYTES_MAX = 64_000
SIGNATURES_MAX = 100
SIZE_MAX = 1 << 62
SECRET = "PRIVATE+KEY+"  # how a secret key begins, as in Go's `note`
DASH = "\u2014 "

_NAME = re.compile(rf"[^\s+\x00-\x1f]{{1,{NAME_MAX}}}")
_SIZE = re.compile("0|[1-9][0-9]{0,18}")


def base64(data: bytes) -> str:
    return b64encode(data).decode()


def from_base64(text: str, what: str = "base64") -> bytes:
    try:
        data = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if not text or base64(data) != text:  # one way to write a value, not several
        raise Malformed(f"{text[:60]!a} is not base64", what)
    return data


def check_key_name(name: str) -> str:
    if _NAME.fullmatch(name) is None or not name.isprintable():
        raise Malformed(
            f"a key's name has 1 to {NAME_MAX} characters, and no space or plus among them", "name"
        )
    return name


def key_id(name: str, kind: int, public: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


class Signature(msgspec.Struct, frozen=True):
    """A line below a note."""

    name: str
    key: bytes  # the id of the key, four bytes
    value: bytes

    def __str__(self) -> str:
        return f"{DASH}{self.name} {base64(self.key + self.value)}"


class Key(msgspec.Struct, frozen=True):
    """By which somebody's signatures are known."""

    name: str
    public: bytes
    kind: int = ED25519

    def __str__(self) -> str:
        shown = base64(bytes([self.kind]) + self.public)
        return f"{self.name}+{self.id.hex()}+{shown}"

    @property
    def id(self) -> bytes:
        return key_id(self.name, self.kind, self.public)

    @property
    def timestamped(self) -> "Key":
        """The same key where it signs with the time."""
        return Key(self.name, self.public, TIMESTAMPED)

    def made(self, signature: Signature) -> bool:
        """Whether a signature says that it is by this key; it may be forged."""
        return (signature.name, signature.key) == (self.name, self.id)

    def signed_at(self, text: str, signature: Signature) -> int | None:
        """When this key signed a text; 0 if it does not say when, None if it did not at all."""
        if not self.made(signature):
            return None
        at, value, message = 0, signature.value, text.encode()
        if self.kind == TIMESTAMPED:
            at, value = int.from_bytes(value[:8], "big"), value[8:]
            message = _with_time(text, at)
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(value, message)
        except (InvalidSignature, ValueError):
            return None
        return at


def _with_time(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def read_key(text: str) -> Key:
    """A verifier key, as it is printed."""
    name, _, rest = text.strip().partition("+")
    digest, _, shown = rest.partition("+")
    if not (name and digest and shown):
        raise Malformed(f"{text[:60]!a} is no key: NAME+ID+KEY, as it is printed", "key")
    data = from_base64(shown, "key")
    if len(data) != 33 or data[0] not in (ED25519, TIMESTAMPED):
        raise Malformed("only keys of Ed25519 are known here", "key")
    key = Key(check_key_name(name), data[1:], data[0])
    if key.id.hex() != digest.lower():
        raise Malformed("the key does not fit its id: a character is wrong", "key")
    return key


class Signer:
    """The secret half of a key."""

    def __init__(self, name: str, seed: bytes) -> None:
        self._seed = seed
        self._secret = Ed25519PrivateKey.from_private_bytes(seed)
        self.key = Key(check_key_name(name), self._secret.public_key().public_bytes_raw())

    @classmethod
    def new(cls, name: str) -> "Signer":
        return cls(name, secrets.token_bytes(32))

    def secret_text(self) -> str:
        shown = base64(bytes([ED25519]) + self._seed)
        return f"{SECRET}{self.key.name}+{self.key.id.hex()}+{shown}"

    def sign(self, text: str) -> Signature:
        return Signature(self.key.name, self.key.id, self._secret.sign(text.encode()))

    def sign_at(self, text: str, at: int) -> Signature:
        """With the time at which it was signed."""
        value = at.to_bytes(8, "big") + self._secret.sign(_with_time(text, at))
        return Signature(self.key.name, self.key.timestamped.id, value)


def read_secret(text: str, place: str) -> Signer:
    name, _, rest = text.strip().removeprefix(SECRET).partition("+")
    digest, _, shown = rest.partition("+")
    data = from_base64(shown, place) if text.startswith(SECRET) else b""
    if len(data) != 33 or data[0] != ED25519:
        raise Malformed(f"this is no secret key: one begins with {SECRET}", place)
    signer = Signer(name, data[1:])
    if signer.key.id.hex() != digest:
        raise Malformed("the key does not fit its id: the file is damaged", place)
    return signer


def signer_in(file: Path, name: str = "") -> Signer:
    """The secret key in a file, which is made if there is none; `name`: what it is called then."""
    try:
        if not file.exists():
            signer = Signer.new(name or f"bythebook-{secrets.token_hex(4)}")
            keep_secret(file, f"{signer.secret_text()}\n".encode())
        return read_secret(file.read_text("utf-8"), str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed(f"no key can be kept or read there: {error}", str(file)) from None


class Note(msgspec.Struct, frozen=True):
    """A text and those who signed it."""

    text: str
    signatures: tuple[Signature, ...] = ()

    def __str__(self) -> str:
        return self.text + "\n" + "".join(f"{line}\n" for line in self.signatures)

    def with_signatures(self, more: Iterable[Signature]) -> "Note":
        """Each once."""
        return Note(self.text, tuple(dict.fromkeys((*self.signatures, *more))))

    def signed_at(self, key: Key) -> int | None:
        """When somebody signed it; 0 if not said, None if never. A forged one spoils the note."""
        times = [key.signed_at(self.text, one) for one in self.signatures if key.made(one)]
        return None if None in times else max((at for at in times if at is not None), default=None)


def read_note(text: str) -> Note:
    """A signed note, taken apart; whether anybody really signed it is asked afterwards."""
    if len(text) > NOTE_BYTES_MAX:
        raise Malformed("a head has no more than 64,000 characters", "note")
    if any(sign < " " and sign != "\n" for sign in text):
        raise Malformed("there are control characters in it", "note")
    body, found, below = text.rpartition("\n\n")
    if not found or not below.endswith("\n"):
        raise Malformed("this is no signed note: a text, an empty line, signatures", "note")
    lines = below.splitlines()
    if len(lines) > SIGNATURES_MAX:
        raise Malformed(f"more than {SIGNATURES_MAX} signatures", "note")
    return Note(body + "\n", tuple(read_signature(line) for line in lines))


def read_signature(line: str) -> Signature:
    name, _, shown = line.removeprefix(DASH).partition(" ")
    data = from_base64(shown, "signature") if line.startswith(DASH) else b""
    if _NAME.fullmatch(name) is None or len(data) < 5:
        raise Malformed(f"{line[:60]!a} is no signature: {DASH}NAME BASE64", "signature")
    return Signature(name, data[:4], data[4:])


class SignedHead(msgspec.Struct, frozen=True, dict=True):
    """How many events a house had, and the root over them, signed."""

    origin: str  # the house's name
    size: int
    root: bytes
    note: Note

    def __str__(self) -> str:
        return str(self.note)

    @cached_property
    def at(self) -> int:
        """When the house says that it signed; nobody has checked this one."""
        times = [
            int.from_bytes(one.value[:8], "big")
            for one in self.note.signatures
            if one.name == self.origin and len(one.value) == 72
        ]
        return max(times, default=0)

    def with_signatures(self, more: Iterable[Signature]) -> "SignedHead":
        return msgspec.structs.replace(self, note=self.note.with_signatures(more))


def head_text(origin: str, size: int, root: bytes) -> str:
    return f"{origin}\n{size}\n{base64(root)}\n"


def sign_head(signer: Signer, size: int, root: bytes, at: int) -> SignedHead:
    text = head_text(signer.key.name, size, root)
    note = Note(text, (signer.sign(text), signer.sign_at(text, at)))
    return SignedHead(signer.key.name, size, root, note)


def read_head(text: str) -> SignedHead:
    """A head as somebody kept it."""
    note = read_note(text)
    lines = note.text.split("\n")
    if len(lines) < 4 or "" in lines[:-1] or _SIZE.fullmatch(lines[1]) is None:
        raise Malformed("this is no head: a name, a number of events, a hash", "head")
    size, root = int(lines[1]), from_base64(lines[2], "head")
    if size > SIZE_MAX or len(root) != HASH_BYTES:
        raise Malformed("this is no head: a name, a number of events, a hash", "head")
    return SignedHead(lines[0], size, root, note)
