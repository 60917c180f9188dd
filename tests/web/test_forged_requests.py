"""Nothing is done that a page of another site sends: tokens in forms, origins."""

import re
from typing import Any

import pytest
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.web.door.shell import still_here
from bythebook.web.door.visits import Visit
from tests.web.visitors import JSON, PASSWORD, Browser, SmallHouse, browser, is_in, log_in, token_of

# Tokens in forms


def test_a_form_without_its_token_is_turned_away(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    fields = {"name": "ann", "password": PASSWORD}
    assert visitor.post("/login", data=fields).status_code == 403, "no cookie at all"
    token = token_of(visitor.get("/login"))
    for wrong in ({}, {"csrf": ""}, {"csrf": token[:-1]}, {"csrf": token + "x"}, {"csrf": "é"}):
        assert visitor.post("/login", data={**fields, **wrong}).status_code == 403
    assert is_in(visitor, "")
    assert visitor.post("/login", data={**fields, "csrf": token}).status_code == 303


def test_the_token_of_another_browser_does_not_do(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    with browser(house.app()) as other:
        token = token_of(other.get("/login"))
    visitor.get("/login")
    fields = {"name": "ann", "password": PASSWORD, "csrf": token}
    assert visitor.post("/login", data=fields).status_code == 403


def test_the_token_from_before_the_log_in_does_not_do_after_it(
    house: SmallHouse, visitor: Browser
) -> None:
    house.open_account("ann")
    old = token_of(visitor.get("/login"))
    log_in(visitor, "ann")
    assert visitor.post("/logout", data={"csrf": old}).status_code == 403
    assert is_in(visitor, "ann")


def test_programs_send_the_token_in_a_header(house: SmallHouse, visitor: Browser) -> None:
    house.open_account("ann")
    who = {"name": "ann", "password": PASSWORD}
    token = visitor.get("/api/session").json()["csrf"]
    assert visitor.post("/api/session", json=who).status_code == 403
    header = {"x-csrf-token": token}
    came = visitor.post("/api/session", json=who, headers=header)
    assert came.status_code == 201
    assert came.json()["name"] == "ann"
    new = {"x-csrf-token": came.json()["csrf"]}
    assert visitor.post("/api/session/end", headers=header).status_code == 403
    assert visitor.post("/api/session/end", headers=new).status_code == 204
    assert is_in(visitor, "")


def test_the_token_tells_nothing_of_the_cookie() -> None:
    visit = Visit(token="secret")
    assert "secret" not in visit.csrf
    assert visit.csrf == Visit(token="secret").csrf != Visit(token="secret2").csrf
    assert Visit().csrf == ""


# A witness has no session: what it sends counts by its signature alone.
WITHOUT_A_SESSION = {"/heads/x/signatures"}


def test_every_unsafe_route_wants_the_token(house: SmallHouse) -> None:
    app = house.app()
    with browser(app) as client:
        client.get("/login")
        for route in app.routes:
            for method in set(getattr(route, "methods", ())) & {"POST", "PUT", "PATCH", "DELETE"}:
                path = re.sub(r"{[^}]*}", "x", route.path)
                if path in WITHOUT_A_SESSION:
                    continue
                answer = client.request(method, path, headers=JSON)
                assert (method, path, answer.status_code) == (method, path, 403)


# Origins


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"origin": "http://testserver.local"}, 303),
        ({"origin": "HTTP://TESTSERVER.local"}, 303),
        ({"origin": "http://allowed.example"}, 303),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://testserver.local.evil.example"}, 403),
        ({"origin": "http://testserver.local:8000"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "http://["}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-origin", "origin": "http://testserver.local"}, 303),
    ],
)
def test_requests_come_from_our_own_pages(
    house: SmallHouse, headers: dict[str, str], status: int
) -> None:
    with browser(house.app(origins=("http://allowed.example",))) as client:
        token = token_of(client.get("/login"))
        fields = {"csrf": token, "next": "/"}
        assert client.post("/guest", data=fields, headers=headers).status_code == status


def test_over_https_an_origin_without_it_is_another_one(house: SmallHouse) -> None:
    with browser(house.app(https=True), base_url="https://testserver.local") as client:
        token = token_of(client.get("/login"))
        for scheme, status in (("http", 403), ("https", 303)):
            origin = {"origin": f"{scheme}://testserver.local"}
            answer = client.post("/guest", data={"csrf": token}, headers=origin)
            assert answer.status_code == status


@websocket("/probe")
async def probe(socket: WebSocket[Any, Any, Any]) -> None:
    """Says who is there, as often as it is asked."""
    await socket.accept()
    while True:
        await socket.receive_text()
        viewer = await still_here(socket)
        await socket.send_text(viewer.name if isinstance(viewer, Viewer) else "gone")


def test_sockets_come_from_our_own_pages_and_know_their_viewer(house: SmallHouse) -> None:
    house.open_account("ann")
    app = house.own_app()
    app.register(probe)
    with browser(app) as client:
        log_in(client, "ann")
        ours = {"origin": "http://testserver.local"}
        with client.websocket_connect("/probe", headers=ours) as socket:
            socket.send_text("?")
            assert socket.receive_text() == "ann"
            house.order(p.LockAccount("ann"))
            socket.send_text("?")
            assert socket.receive_text() == "gone"
        theirs = {"origin": "http://evil.example"}
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/probe", headers=theirs):
            pass
