"""The web side of the house as one application.

A module of pages answers at the addresses of its handlers; to add one, put it into `PAGES`.
"""

from types import ModuleType
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from bythebook.web.api import activities as api_activities
from bythebook.web.api import documents as api_documents
from bythebook.web.api import heads as api_heads
from bythebook.web.api import service as api_service
from bythebook.web.api import shoes as api_shoes
from bythebook.web.api import tables as api_tables
from bythebook.web.api import tournaments as api_tournaments
from bythebook.web.api.describing import description
from bythebook.web.api.metrics import Measured, Metrics
from bythebook.web.beside.reading import close_reader
from bythebook.web.door import second
from bythebook.web.door.errors_page import answer_problem, nowhere
from bythebook.web.door.limits import Limited
from bythebook.web.door.security import add_headers
from bythebook.web.door.shell import SessionMiddleware
from bythebook.web.live import sockets
from bythebook.web.pages import (
    account,
    cage,
    dealer,
    diff,
    director,
    inspector,
    jackpots,
    odds,
    patrons,
    people,
    pit,
    promotions,
    record,
    rulebooks,
    shoes,
    table,
    tournaments,
)
from bythebook.web.pages.design import workbench
from bythebook.web.pages.school import counting, dealers, drills, play
from bythebook.web.settings import Settings
from bythebook.web.show.assets import static_file

PAGES = (
    account, api_activities, api_documents, api_heads, api_service, api_shoes, api_tables,
    api_tournaments, cage, counting, dealer, dealers, diff, director, drills, inspector, jackpots,
    odds, patrons, people, pit, play, promotions, record, rulebooks, second, shoes, sockets, table,
    tournaments, workbench,
)  # fmt: skip


def handlers_in(*modules: ModuleType) -> list[BaseRouteHandler]:
    """Every address that is answered in one of these modules."""
    found = [value for module in modules for value in vars(module).values()]
    return [value for value in found if isinstance(value, BaseRouteHandler)]


def create_app(house: Any, settings: Settings | None = None) -> Litestar:
    """The application for a house that has been opened; handlers find it in `request.app.state`."""
    metrics = Metrics()
    settings = settings or Settings()
    return Litestar(
        route_handlers=[static_file, nowhere, *handlers_in(*PAGES)],
        state=State({"house": house, "settings": settings, "metrics": metrics}),
        middleware=[Measured(metrics), Limited(), SessionMiddleware()],
        before_send=[add_headers],
        exception_handlers={Exception: answer_problem},
        on_shutdown=[odds.close_odds, inspector.close_verification, close_reader],
        openapi_config=description(),
        request_max_body_size=settings.body_bytes_max,
        logging_config=None,
    )
