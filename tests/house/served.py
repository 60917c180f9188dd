"""A house served by a process of its own: started, visited over real sockets, killed."""

import asyncio
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.house.log.stores import Place

START_SECONDS_MAX = 300
ANSWER_SECONDS_MAX = 300  # on a machine that has much else to do
COOKIE = "bythebook"
GONE = (OSError, httpx.HTTPError, ConnectionClosed, EOFError, TimeoutError)

Said = dict[str, Any]  # a message, as it came or went
# A line of a log; who was turned away at the door is no fault of the house.
_LOGGED = re.compile(r"^\d{4}-\d\d-\d\d [\d:,]+ (?!bythebook\.door:)\S+: ", re.MULTILINE)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Visitor(msgspec.Struct, frozen=True):
    """Somebody who has logged in: a session outlives the process that began it."""

    name: str
    token: str
    csrf: str

    @property
    def headers(self) -> dict[str, str]:
        return {"cookie": f"{COOKIE}={self.token}"} if self.token else {}


class Served:
    """`bythebook serve` on a log at some place."""

    def __init__(self, place: Place, folder: Path) -> None:
        self._place = place
        self._errors = folder / f"errors-{free_port()}.txt"
        self._process: subprocess.Popen[str] | None = None
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    # The process

    def start(self, *options: str) -> None:
        """Returns when it answers."""
        assert self._process is None
        self.port = free_port()
        where = (
            ["--data", str(self._place.data)]
            if self._place.data is not None
            else ["--database", str(self._place.database)]
        )
        command = [sys.executable, "-m", "bythebook", "serve", "--no-demo", *where]
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port), *options],
                stdout=subprocess.DEVNULL,
                stderr=errors,
                text=True,
            )
        self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        assert self._process is not None
        until = time.monotonic() + START_SECONDS_MAX
        with self._browser() as browser:
            while time.monotonic() < until:
                assert self._process.poll() is None, self._said()
                try:
                    if browser.get("/healthz").status_code == 200:
                        return
                except httpx.HTTPError:
                    time.sleep(0.05)
        raise AssertionError("the house did not open")

    def _browser(self) -> httpx.Client:
        # Nothing is encrypted here: reading all certificates of the machine would take longer.
        return httpx.Client(base_url=self.address, timeout=ANSWER_SECONDS_MAX, verify=False)

    def kill(self) -> None:
        """At once, whatever it is doing."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None

    def stop(self) -> int:
        """As an operator does; says how it ended."""
        self.tell_to_stop()
        return self.ended()

    def tell_to_stop(self) -> None:
        assert self._process is not None
        self._process.terminate()

    def ended(self) -> int:
        assert self._process is not None
        status = self._process.wait(timeout=ANSWER_SECONDS_MAX)
        self._process = None
        return status

    def end(self) -> None:
        if self._process is not None:
            self.kill()

    def complaints(self) -> str:
        """All that it said, if any of it is in its log because something was not as it should be.

        What else may be there is not the house's: the interpreter's remarks on processes beside it
        that lost it in the middle of their work.
        """
        said = self._said()
        return said if _LOGGED.search(said) else ""

    def _said(self) -> str:
        return self._errors.read_text() if self._errors.exists() else ""

    # Visitors

    def log_in(self, name: str, password: str) -> Visitor:
        """By the form, as a browser does."""
        with self._browser() as browser:
            csrf = csrf_in(browser.get("/login").text)
            form = {"csrf": csrf, "name": name, "password": password, "next": "/account"}
            answer = browser.post("/login", data=form)
            assert answer.status_code == 303, answer.text
            page = browser.get("/account").text
            return Visitor(name, browser.cookies[COOKIE], csrf_in(page))

    def send(
        self, visitor: Visitor, path: str, fields: dict[str, str] | None = None
    ) -> httpx.Response:
        """A form, as a browser sends it."""
        with self._browser() as browser:
            form = {"csrf": visitor.csrf, **(fields or {})}
            return browser.post(path, data=form, headers=visitor.headers)

    @asynccontextmanager
    async def socket(self, visitor: Visitor, table: str) -> AsyncIterator[ClientConnection]:
        address = f"ws://127.0.0.1:{self.port}/tables/{table}/live"
        async with connect(
            address, additional_headers=visitor.headers, max_size=None, ping_interval=None
        ) as line:
            yield line

    def program(self, visitor: Visitor) -> httpx.AsyncClient:
        """Somebody's program, for the API."""
        headers = {**visitor.headers, "x-csrf-token": visitor.csrf}
        return httpx.AsyncClient(
            base_url=self.address, headers=headers, timeout=ANSWER_SECONDS_MAX, verify=False
        )


def csrf_in(page: str) -> str:
    found = re.search(r'<meta name="csrf-token" content="([^"]+)">', page)
    assert found is not None
    return found[1]


# One command and its answer

ANSWERS = ("ack", "refused", "malformed", "waiting")


def answer_in(message: Said) -> Said | None:
    """What a message answers, if it is an answer."""
    for kind in ANSWERS:
        if kind in message:
            return {"kind": kind, **message[kind]}
    return None


async def by_socket(line: ClientConnection, said: Said) -> Said:
    """Give a command on a socket and wait for its answer; what else comes is passed over."""
    await line.send(json.dumps(said))
    async with asyncio.timeout(ANSWER_SECONDS_MAX):
        while True:
            for text in str(await line.recv()).split("\n"):
                answer = answer_in(json.loads(text))
                if answer is not None and answer["id"] == said["id"]:
                    return answer


async def by_api(program: httpx.AsyncClient, table: str, said: Said) -> Said:
    """The same by the API."""
    answer = await program.post(f"/api/tables/{table}/commands", json=said)
    body = answer.json()
    found = answer_in(body)
    if found is not None:
        expected = {"ack": 200, "waiting": 202, "refused": 409}[found["kind"]]
        assert answer.status_code == expected
        return found
    assert answer.status_code == 400, answer.text
    return {"kind": "malformed", "id": said["id"], "reason": body["detail"]}
