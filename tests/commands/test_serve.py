"""`bythebook serve`: an address that it cannot have is said at once; room for whoever comes."""

import asyncio
import os
import signal
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.types import Receive, Scope, Send

from bythebook.cli import main
from bythebook.commands.serve import free_address
from bythebook.house.leaving import Leaving
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


def test_connections_that_say_nothing_keep_nobody_out() -> None:
    async def hello(scope: Scope, receive: Receive, send: Send) -> None:
        start: Any = {"type": "http.response.start", "status": 200, "headers": []}
        await send(start)
        body: Any = {"type": "http.response.body", "body": b"hello"}
        await send(body)

    async def live(port: int) -> str:
        serving = asyncio.create_task(listen(hello, "127.0.0.1", port, "", Leaving()))
        while not is_open(port) and not serving.done():
            await asyncio.sleep(0.01)
        with ExitStack() as stack:
            for _ in range(300):
                stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            async with httpx.AsyncClient(timeout=60) as client:
                answer = await client.get(f"http://127.0.0.1:{port}/")
        os.kill(os.getpid(), signal.SIGTERM)
        await serving
        return answer.text

    assert asyncio.run(live(free_port())) == "hello"
