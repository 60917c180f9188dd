"""Pages at a table that a test plays by hand: a browser, and where things are on the page."""

import time
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from litestar.testing import TestClient
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    ViewportSize,
    expect,
)

from bythebook.house.tables import views as v
from tests.browser.browsers import SECONDS_MAX, KeptBrowser
from tests.web.fake_table import FakeTable, row, site

DESK: ViewportSize = {"width": 1360, "height": 850}
PHONE: ViewportSize = {"width": 390, "height": 844}
Opener = Callable[..., tuple[Page, FakeTable]]


@pytest.fixture(scope="module")
def chromium(kept_browser: KeptBrowser) -> Iterator[Browser]:
    with kept_browser.running() as browser:
        yield browser


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Opener]:
    """Opens pages at a fake table; nothing may be complained of on the console."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []
    clients: list[TestClient[Any]] = []

    def note(line: ConsoleMessage) -> None:
        if line.type == "error":
            complaints.append(line.text)

    def open_page(
        view: v.TableView, size: ViewportSize = DESK, path: str = "", moving: bool = False
    ) -> tuple[Page, FakeTable]:
        motion: Literal["reduce", "no-preference"] = "no-preference" if moving else "reduce"
        context = chromium.new_context(viewport=size, reduced_motion=motion)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(SECONDS_MAX * 1000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", note)
        client = TestClient(site(row(view)))
        clients.append(client.__enter__())
        table = FakeTable(view)
        table.open_at(page, client, path)
        if path != "/":
            expect(status(page)).not_to_have_text("Coming to the table…")
        return page, table

    yield open_page
    for context in contexts:
        context.close()
    for client in clients:
        client.__exit__(None, None, None)
    assert complaints == []


def box(page: Page, number: int) -> Locator:
    return page.locator(f".box[data-box='{number}']")


def spot(page: Page, number: int, wager: str = "main") -> Locator:
    return page.locator(f".spot[data-box='{number}'][data-wager='{wager}']")


def label(page: Page, number: int, wager: str = "main") -> Locator:
    return spot(page, number, wager).locator(".stake-label")


def silence(asked: dict[str, Any]) -> dict[str, Any]:
    """An answer that does not come."""
    return {}


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait for something that the page sends."""
    last = time.monotonic() + SECONDS_MAX
    while time.monotonic() < last:
        if true():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it did not come")


def status(page: Page) -> Locator:
    return page.locator("[data-part=status]")
