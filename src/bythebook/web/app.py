"""The web side of the house as one application.

Each module of pages offers `handlers`; to add one, import it and put it into `PAGES`.
"""

from typing import Any

from litestar import Litestar
from litestar.datastructures import State

from bythebook.web import (
    api_affairs,
    api_shoes,
    api_tables,
    api_tournaments,
    pages_account,
    pages_cage,
    pages_dealer,
    pages_director,
    pages_inspector,
    pages_jackpots,
    pages_odds,
    pages_people,
    pages_pit,
    pages_promotions,
    pages_record,
    pages_rulebooks,
    pages_service,
    pages_shoes,
    pages_table,
    pages_tournaments,
    sockets,
)
from bythebook.web.assets import static_file
from bythebook.web.describing import description
from bythebook.web.errors_page import answer_problem, nowhere
from bythebook.web.metrics import Measured, Metrics
from bythebook.web.security import add_headers
from bythebook.web.settings import Settings
from bythebook.web.shell import Door

PAGES: list[Any] = [
    pages_account,
    pages_people,
    pages_dealer,
    pages_pit,
    pages_inspector,
    pages_cage,
    pages_jackpots,
    pages_promotions,
    pages_service,
    pages_odds,
    pages_record,
    pages_rulebooks,
    pages_shoes,
    pages_table,
    api_affairs,
    api_shoes,
    api_tables,
    api_tournaments,
    pages_director,
    pages_tournaments,
    sockets,
]


def create_app(house: Any, settings: Settings | None = None) -> Litestar:
    """The application for a house that has been opened; handlers find it in `request.app.state`."""
    metrics = Metrics()
    settings = settings or Settings()
    return Litestar(
        route_handlers=[
            static_file,
            nowhere,
            *(handler for pages in PAGES for handler in pages.handlers),
        ],
        state=State({"house": house, "settings": settings, "metrics": metrics}),
        middleware=[Measured(metrics), Door()],
        before_send=[add_headers],
        exception_handlers={Exception: answer_problem},
        on_shutdown=[pages_odds.close_odds, pages_inspector.close_verification],
        openapi_config=description(),
        request_max_body_size=settings.body_bytes_max,
        logging_config=None,
    )
