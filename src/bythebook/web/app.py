"""The web side of the house as one application.

Each module of pages offers `handlers`; to add one, import it and put it into `PAGES`.
"""

from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from bythebook.web.assets import static_file
from bythebook.web.settings import Settings

PAGES: list[Any] = []


def create_app(house: Any, settings: Settings | None = None) -> Litestar:
    """The application for a house that has been opened; handlers find it in `request.app.state`."""
    settings = settings or Settings()
    return Litestar(
        route_handlers=[static_file, *(handler for page in PAGES for handler in page.handlers)],
        state=State({"house": house, "settings": settings}),
        openapi_config=OpenAPIConfig(
            title="By the Book",
            version="1",
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=settings.body_bytes_max,
    )
