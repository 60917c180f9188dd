"""Where the tests find a real browser, and how they start it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

FLAGS = [
    "--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip


def chromium() -> str:
    """The program: $CHROMIUM, or chromium on the path. Without one a machine of CI fails."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if found is not None:
        return found
    missing = "NO BROWSER: install chromium or set CHROMIUM; nothing of the pages is proved here"
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)


@contextmanager
def running_browser() -> Iterator[Browser]:
    """While it runs this thread has an event loop of its own: keep it for a module at most."""
    program = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()
