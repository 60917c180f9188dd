"""What machines ask about: is the house well, how much does it do, what does its API offer."""

import asyncio
from typing import Any

import msgspec
from litestar import MediaType, Response, get
from litestar.exceptions import PermissionDeniedException
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest

from bythebook.house.people.people import ADMINISTRATOR
from bythebook.web.api.metrics import Metrics
from bythebook.web.door.security import from_this_machine, settings_of
from bythebook.web.door.shell import accounts_of, viewer_of
from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import page

ANSWER_SECONDS_MAX = 5


class Health(msgspec.Struct, frozen=True):
    status: str


@get("/healthz", tags=["service"], opt={"no_session": True})
async def healthz(request: Asked) -> Response[Health]:
    """Whether the house can read and write its log, and stays: 200 if so, otherwise 503."""
    house = request.app.state.house
    away = "the log cannot be written" if house.committer.outage.reason else ""
    if reason := house.leaving.reason or away:
        return Response(Health(reason), status_code=503)
    try:
        await asyncio.wait_for(accounts_of(request).people(), ANSWER_SECONDS_MAX)
    except Exception:
        return Response(Health("the log does not answer"), status_code=503)
    return Response(Health("ok"))


@get("/metrics", include_in_schema=False)
async def metrics(request: Asked) -> Response[bytes]:
    """Figures for Prometheus: for this machine and administrators, unless set otherwise."""
    seen = (
        settings_of(request.scope).open_metrics
        or from_this_machine(request.scope)
        or ADMINISTRATOR in viewer_of(request).house_roles
    )
    if not seen:
        raise PermissionDeniedException("These figures are for the house alone.")
    kept: Metrics = request.app.state.metrics
    kept.tell_of(request.app.state.house.committer.outage)
    content = generate_latest(REGISTRY) + generate_latest(kept.registry)
    return Response(content, media_type=CONTENT_TYPE_LATEST)


class Operation(msgspec.Struct, frozen=True):
    method: str
    path: str
    says: str
    statuses: tuple[str, ...]


def operations(schema: dict[str, Any]) -> dict[str, list[Operation]]:
    """What the API offers, by tag."""
    found: dict[str, list[Operation]] = {}
    for path, methods in sorted(schema.get("paths", {}).items()):
        for method, about in methods.items():
            if not isinstance(about, dict) or "responses" not in about:
                continue
            says = about.get("description") or about.get("summary", "")
            operation = Operation(method.upper(), path, says, tuple(about["responses"]))
            found.setdefault((about.get("tags") or ["other"])[0], []).append(operation)
    return dict(sorted(found.items()))


@get("/api", include_in_schema=False, media_type=MediaType.HTML)
async def api_page(request: Asked) -> Response[str]:
    """The API on a page of our own."""
    state = request.app.state
    if "operations" not in state:  # the same for everybody, and slow to make
        state.operations = operations(request.app.openapi_schema.to_schema())
    return page(request, "api.html", operations=state.operations)
