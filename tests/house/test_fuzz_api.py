"""The API under fire: cases drawn from its own description, and commands of every kind, from every
role and from none. Nothing fails on our side, and what is refused has changed nothing."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
)

from bythebook.house.demo.demo import demo_tables
from bythebook.house.tables import table_log as h
from bythebook.web.pages.inspector import close_verification
from bythebook.web.pages.odds import close_odds
from tests.house.inside import Inside, the_app
from tests.house.tables import commands

TERMS = {terms.id: terms for terms in demo_tables()}
TABLES = ("crown", "crown-cards", "practice-jokers", "nowhere", "..", "crown%00")
ROLES = (
    "", "ann", "cashier", "dealer", "supervisor", "manager", "administrator", "inspector",
)  # fmt: skip
DESCRIBED = the_app().openapi_schema.to_schema()
SCHEMA = schemathesis.openapi.from_dict(DESCRIBED)
OPERATIONS = [(path, method) for path, about in DESCRIBED["paths"].items() for method in about]
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]
FEW = settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
MANY = settings(FEW, max_examples=60)


class Api:
    """A house whose API is asked by programs of all roles."""

    def __init__(self, folder: Path) -> None:
        self.inside = Inside(folder)
        self.inside.open_everybody()
        self.inside.pay_in("ann", 1_000_000)
        for id in ("crown", "crown-cards", "practice-jokers"):
            self.inside.open_table(replace(TERMS[id], clocks=h.Clocks(betting=9, turn=9)))
        self._count = 0

    def position(self) -> int:
        head = self.inside.run(self.inside.house.committer.call(self.inside.house.store.head))
        return head.position

    def ask(
        self, name: str, method: str, path: str, headers: dict[str, str] | None = None, **named: Any
    ) -> httpx.Response:
        """Ask; whatever is not done has left the log as it was."""
        before = self.position()
        answer = self.inside.ask(name, method, path, headers, **named)
        assert self.inside.complaints.heard == []
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert self.position() == before
            assert answer.json().get("refused", {}).get("clause", "-") != ""
        return answer

    def come_in(self, name: str) -> None:
        """Some requests end the session by which they come."""
        if name:
            self.inside.begin_session(name)

    def next_id(self) -> str:
        self._count += 1
        return f"api-{self._count}"

    def close(self) -> None:
        self.inside.run(close_verification(self.inside.app))
        self.inside.run(_closed_odds(self.inside))
        self.inside.close()


async def _closed_odds(inside: Inside) -> None:
    await close_odds(inside.app)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    opened = Api(tmp_path_factory.mktemp("api"))
    yield opened
    opened.close()


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_the_api_is_as_described_and_never_fails(api: Api, path: str, method: str) -> None:
    fire_at(api, path, method, FEW)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_the_api_is_as_described_and_never_fails_at_length(
    api: Api, path: str, method: str
) -> None:
    fire_at(api, path, method, settings(FEW, max_examples=300))


def fire_at(api: Api, path: str, method: str, amount: settings) -> None:
    roles = st.sampled_from(ROLES)

    @amount
    @given(case=SCHEMA[path][method].as_strategy(), name=roles)
    def fire(case: schemathesis.Case[Any], name: str) -> None:
        api.come_in(name)
        sent = case.as_transport_kwargs(base_url="http://house.test")
        headers = {key: str(value) for key, value in (sent.pop("headers") or {}).items()}
        headers = {key: value for key, value in headers.items() if key.lower() != "user-agent"}
        sent.pop("cookies", None)
        answer = api.ask(name, sent.pop("method"), sent.pop("url"), headers, **_for_httpx(sent))
        if answer.status_code != 204:  # which has nothing in it to be compared
            case.validate_response(answer, checks=CHECKS)

    fire()


def _for_httpx(sent: dict[str, Any]) -> dict[str, Any]:
    """The same request in the words of another client."""
    named = {key: value for key, value in sent.items() if key in ("params", "json", "files")}
    data = sent.get("data")
    if isinstance(data, bytes | str):
        named["content"] = data
    elif data is not None:
        named["data"] = data
    return named


def give(api: Api, name: str, table: str, body: bytes) -> httpx.Response:
    headers = {"content-type": "application/json"}
    path = f"/api/tables/{table}/commands"
    return api.ask(name, "POST", path, headers, content=body)


@MANY
@given(
    name=st.sampled_from(ROLES),
    table=st.sampled_from(TABLES[:3]),
    command=commands.COMMANDS,
    why=commands.ODD_TEXTS,
)
def test_any_command_by_the_api_is_answered(
    api: Api, name: str, table: str, command: dict[str, Any], why: str
) -> None:
    api.come_in(name)
    id = api.next_id()
    body = json.dumps({"id": id, "command": command, "why": why}).encode()
    answer = give(api, name, table, body)
    if answer.status_code in (200, 202, 409):
        [told] = answer.json().values()
        assert told["id"] == id
    else:
        assert answer.status_code in (400, 403)
        assert answer.json()["detail"]
    if not name:
        assert answer.status_code in (400, 403, 409)
    if answer.status_code == 200:
        before = api.position()
        again = give(api, name, table, body)
        assert (again.status_code, api.position()) == (200, before)


@MANY
@given(name=st.sampled_from(ROLES), table=st.sampled_from(TABLES), text=commands.TEXTS)
def test_any_body_is_answered_and_changes_nothing(
    api: Api, name: str, table: str, text: str
) -> None:
    api.come_in(name)
    before = api.position()
    answer = give(api, name, table, text.encode("utf-8", "surrogatepass"))
    assert answer.status_code in (400, 403, 404, 405)
    assert api.position() == before


@pytest.mark.parametrize("depth", [100, 10_000, 200_000])
def test_bodies_that_go_deep_are_no_fault_of_ours(api: Api, depth: int) -> None:
    for path, method in OPERATIONS:
        if method == "post":
            made = path.replace("{table}", "crown").replace("{name}", "ann")
            headers = {"content-type": "application/json"}
            for body in ("[" * depth, '{"id":"a","command":' + '{"a":' * depth):
                answer = api.ask("administrator", "POST", made, headers, content=body.encode())
                assert answer.status_code < 500
                api.come_in("administrator")
