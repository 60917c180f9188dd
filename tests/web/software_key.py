"""A key in software: what a browser would send for one, for tests of the second factor."""

import json
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


def as_text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class SoftwareKey:
    def __init__(self, origin: str = "http://testserver.local", host: str = "") -> None:
        self.origin = origin
        self.host = host or origin.rpartition("/")[2]
        self.id = secrets.token_bytes(16)
        self.count = 0
        self._private = ec.generate_private_key(ec.SECP256R1())

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def _data(self, flags: int) -> bytes:
        self.count += 1
        known = sha256(self.host.encode()).digest()
        return known + bytes([flags]) + self.count.to_bytes(4, "big")

    def made(self, options: dict[str, Any]) -> dict[str, Any]:
        point = self._private.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        data = self._data(PRESENT | VERIFIED | WITH_KEY)
        data += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._sent({"clientDataJSON": client, "attestationObject": attested})

    def proves(self, options: dict[str, Any]) -> dict[str, Any]:
        data, client = self._data(PRESENT | VERIFIED), self._client("webauthn.get", options)
        signed = self._private.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._sent(
            {"clientDataJSON": client, "authenticatorData": data, "signature": signed}
        )

    def _sent(self, response: dict[str, bytes]) -> dict[str, Any]:
        text = {name: as_text(value) for name, value in response.items()}
        id = as_text(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": text}
