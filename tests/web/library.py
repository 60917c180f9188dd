"""A house that is only its library, and a workshop for odds that works out nothing."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import TestClient

from bythebook.web.app import handlers_in
from bythebook.web.beside.diff_asked import DiffAsked
from bythebook.web.beside.odds_asked import Asked
from bythebook.web.beside.odds_jobs import OddsDesk
from bythebook.web.beside.odds_worker import Told
from bythebook.web.beside.reading import close_reader
from bythebook.web.door.errors_page import answer_problem
from bythebook.web.door.security import add_headers
from bythebook.web.pages import diff, odds, record, rulebooks
from bythebook.web.pages.design import workbench
from bythebook.web.settings import Settings
from bythebook.web.show.assets import static_file

Library = TestClient[Litestar]


class FakeWorkshop:
    """Takes work and leaves it to the test to finish it."""

    def __init__(self, told: Any) -> None:
        self.told = told
        self.jobs: dict[int, tuple[Asked | DiffAsked, Future[dict[str, Any]]]] = {}
        self.abandoned: list[int] = []
        self.closed = False

    def submit(self, number: int, asked: Asked | DiffAsked) -> Future[dict[str, Any]]:
        future: Future[dict[str, Any]] = Future()
        self.jobs[number] = (asked, future)
        return future

    def abandon(self, number: int) -> None:
        self.abandoned.append(number)

    def begin(self, number: int, step: str = "working", progress: float = 0.5) -> None:
        self.jobs[number][1].set_running_or_notify_cancel()
        self.told(Told(number, step, progress))

    def finish(self, number: int, answer: dict[str, Any]) -> None:
        self.jobs[number][1].set_result(answer)

    def close(self) -> None:
        self.closed = True


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class FakeDesk:
    """A desk with a workshop and a clock that the test holds."""

    def __init__(self, **named: Any) -> None:
        self.workshops: list[FakeWorkshop] = []
        self.clock = Clock()
        self.desk = OddsDesk(workshop=self._make, clock=self.clock, **named)

    def _make(self, told: Any) -> FakeWorkshop:
        self.workshops.append(FakeWorkshop(told))
        return self.workshops[-1]

    @property
    def workshop(self) -> FakeWorkshop:
        return self.workshops[-1]


@contextmanager
def library(desk: OddsDesk | None = None) -> Iterator[Library]:
    state: dict[str, object] = {"settings": Settings(), "house": None}
    if desk is not None:
        state["odds_desk"] = desk
    pages = (diff, rulebooks, odds, record, workbench)
    app = Litestar(
        [static_file, *handlers_in(*pages)],
        state=State(state),
        before_send=[add_headers],
        exception_handlers={Exception: answer_problem},
        on_shutdown=[odds.close_odds, close_reader],
        openapi_config=None,
        logging_config=None,
    )
    with TestClient(app, raise_server_exceptions=False) as client:
        client.headers["accept"] = "text/html"
        yield client
