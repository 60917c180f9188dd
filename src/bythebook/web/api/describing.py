"""The API's description: what Litestar finds in the handlers, and what holds for all of them."""

from typing import Any

from litestar import Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from bythebook.web.door.shell import COOKIE, CSRF_HEADER

METHODS = ("get", "post", "put", "patch", "delete")
PROBLEM = {
    "description": "It did not work: the answer says why, and by which clause it was refused",
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "required": ["status_code", "detail"],
                "properties": {
                    "status_code": {"type": "integer"},
                    "detail": {"type": "string"},
                    "clause": {"type": "string"},
                    "where": {"type": "string"},
                    "extra": {},
                },
            }
        }
    },
}


def with_problems(schema: dict[str, Any]) -> dict[str, Any]:
    """Every operation can fail in the same way."""
    paths = {
        path: {
            method: {**about, "responses": {**_answers(about), "default": PROBLEM}}
            if method in METHODS
            else about
            for method, about in methods.items()
        }
        for path, methods in schema.get("paths", {}).items()
    }
    return {**schema, "paths": paths}


def _answers(about: dict[str, Any]) -> dict[str, Any]:
    """An answer without content has none, whatever type its handler gives."""
    return {
        status: {"description": answer["description"]} if status == "204" else answer
        for status, answer in about["responses"].items()
    }


class Described(JsonRenderPlugin):
    """The description as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, with_problems(openapi_schema))


def description() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="By the Book",
        version="1",
        description="The house: the same commands and views as its pages.",
        path="/api/openapi.json",
        render_plugins=[Described(path="/")],
        components=Components(
            security_schemes={
                "session": SecurityScheme(
                    type="apiKey",
                    name=COOKIE,
                    security_scheme_in="cookie",
                    description=f"By https it is called `__Host-{COOKIE}`.",
                ),
                "token": SecurityScheme(
                    type="apiKey", name=CSRF_HEADER, security_scheme_in="header"
                ),
            }
        ),
        security=[{"session": []}, {"session": [], "token": []}],
    )
