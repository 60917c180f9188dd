"""`bythebook serve`: an address that it cannot have is said at once; room for whoever comes."""

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.types import Receive, Scope, Send

from bythebook.cli import main
from bythebook.commands.serve import free_address
from bythebook.house.demo import demo
from bythebook.house.leaving import Leaving
from bythebook.house.service import House
from bythebook.house.tables.advising import Adviser
from bythebook.web import serving
from bythebook.web.door import connections
from bythebook.web.serving import Serving, address_of, listen
from tests.house.served import free_port


def test_a_port_that_somebody_has_is_not_shared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        # As the web server of another house has it.
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit) as stop:
            main(["serve", "--port", str(port), "--data", str(tmp_path / "house")])
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert f"127.0.0.1:{port}: cannot listen there: Address already in use" in said
    assert not (tmp_path / "house").exists()


# 192.0.2.1 is kept for documents: no machine has it.
@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", "a" * 300, "."])
def test_a_host_that_is_not_here(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["serve", "--host", host, "--port", str(free_port())])
    assert stop.value.code == 2
    assert "cannot listen there" in capsys.readouterr().err


def test_a_host_may_be_given_by_name() -> None:
    """The web server wants figures."""
    assert free_address("localhost", free_port()) in ("127.0.0.1", "::1")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("::1", "http://[::1]:80"),
        ("::", "http://127.0.0.1:80"),
    ],
)
def test_where_the_house_says_that_it_is(host: str, address: str) -> None:
    assert address_of(Serving(host=host, port=80)) == address


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    start: Any = {"type": "http.response.start", "status": 200, "headers": []}
    await send(start)
    body: Any = {"type": "http.response.body", "body": b"hello"}
    await send(body)


@asynccontextmanager
async def listening(most: int | None = None) -> AsyncIterator[int]:
    port = free_port()
    open_ = asyncio.create_task(listen(hello, "127.0.0.1", port, "", Leaving(), most=most))
    while not is_open(port) and not open_.done():
        await asyncio.sleep(0.01)
    yield port
    os.kill(os.getpid(), signal.SIGTERM)
    await open_


async def said_by(one: socket.socket) -> bytes:
    """What comes, as soon as it comes; nothing when the other side has ended it."""
    one.setblocking(False)
    async with asyncio.timeout(60):
        return await asyncio.get_running_loop().sock_recv(one, 1000)


def test_connections_of_one_address_keep_nobody_else_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """From another address one is answered, and of the first no more stay than are allowed."""
    monkeypatch.setattr(connections, "LOOK_SECONDS", 0.01)

    async def live() -> tuple[str, int]:
        async with listening(most=10) as port:
            with ExitStack() as stack:
                idle = [
                    stack.enter_context(socket.create_connection(("127.0.0.1", port)))
                    for _ in range(300)
                ]
                ended = 0
                for said in asyncio.as_completed([said_by(one) for one in idle]):
                    assert await said == b""
                    ended += 1
                    if ended == len(idle) - 10:
                        break
                other = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
                async with httpx.AsyncClient(timeout=60, transport=other) as client:
                    answer = await client.get(f"http://127.0.0.1:{port}/")
        return answer.text, ended

    assert asyncio.run(live()) == ("hello", 290)


@pytest.mark.parametrize("words", [b"", b"GET / HTTP/1.1\r\nHost:", b"PRI * HTTP/2.0\r\n\r\nSM"])
def test_who_does_not_say_what_they_want_is_not_waited_for(
    words: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "HEADERS_SECONDS", 0.05)

    async def live() -> bytes:
        async with listening() as port:
            with socket.create_connection(("127.0.0.1", port)) as one:
                one.sendall(words)
                while said := await said_by(one):
                    assert said.startswith(b"HTTP/1.1 40")  # told why, perhaps, and then ended
        return said

    assert asyncio.run(live()) == b""


def test_those_who_came_last_go_first() -> None:
    with ExitStack() as stack:
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = server.getsockname()[1]

        def come(address: str) -> socket.socket:
            client = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
            stack.enter_context(client)
            return stack.enter_context(server.accept()[0])

        watch = connections.Connections(port, 2)
        first = [come("127.0.0.1"), come("127.0.0.1")]
        watch.look()
        late, elsewhere = come("127.0.0.1"), come("127.0.0.2")
        watch.look()
        assert late.recv(1) == b""
        for one in (*first, elsewhere):
            one.setblocking(False)
            with pytest.raises(BlockingIOError):
                one.recv(1)
            waits = one.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert waits == connections.TAKES_NOTHING_SECONDS * 1000


def test_advice_is_warmed_up_before_the_doors_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first decision is then answered as quickly as any other, also after a cold start."""
    order: list[str] = []
    practice = next(terms for terms in demo.demo_tables() if terms.id == "practice-crown")

    async def one_table(house: House, asked: Serving) -> None:
        await demo.open_table(house, practice)

    async def warm(adviser: Adviser, work: object, about: object) -> None:
        order.append("warmed up")

    async def doors(*_: object) -> None:
        order.append("open")

    monkeypatch.setattr(serving, "_first_start", one_table)
    monkeypatch.setattr(Adviser, "_beside", warm)
    monkeypatch.setattr(serving, "listen", doors)
    serving.serve(Serving(data=tmp_path, heads=False))
    assert order == ["warmed up", "open"]
