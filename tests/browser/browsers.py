"""Where the tests find a real browser, how they start it, and how they hold a page's clock."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

SECONDS_MAX = 300  # for anything that a page is waited for: the machine may be busy

# What Playwright leaves out of chromium, which this replaces, and the pages under its address bar:
# a window, without a bar to see, would load and run those two for half a second of a core each.
LEFT_OUT = [
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades",
    "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding",
    "PreconnectToSearch", "ThirdPartyStoragePartitioning",
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
]  # fmt: skip
FLAGS = [
    "--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
    "--disable-features=" + ",".join(LEFT_OUT),
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


class KeptBrowser:
    """One browser for all tests of a process, started for the first that wants it.

    Playwright leaves its event loop behind as the running one of the thread, and nobody else could
    then run one. So it is that only as long as somebody uses the browser, which is for a module.
    """

    def __init__(self) -> None:
        program = chromium()
        expect.set_options(timeout=SECONDS_MAX * 1000)
        self._playwright = sync_playwright().start()
        self._loop = asyncio._get_running_loop()
        self._browser = self._playwright.chromium.launch(
            executable_path=program, args=FLAGS, timeout=SECONDS_MAX * 1000
        )
        asyncio._set_running_loop(None)

    @contextmanager
    def running(self) -> Iterator[Browser]:
        """The browser, for a module: what was opened in it is closed afterwards."""
        asyncio._set_running_loop(self._loop)
        try:
            yield self._browser
            for context in self._browser.contexts:
                context.close()
        finally:
            asyncio._set_running_loop(None)

    def end(self) -> None:
        asyncio._set_running_loop(self._loop)
        self._browser.close()
        self._playwright.stop()


def hold_clock(page: Page) -> None:
    """Stop a page's clock: what it does after a while, it does when `time_passes`, and only then.

    How long a test takes to click is then no matter, nor how long it would have had to wait.
    """
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 0.1)


def time_passes(page: Page, seconds: float) -> None:
    """On a clock that is held; returns when the page has done all that it does in that time."""
    page.clock.run_for(round(seconds * 1000))
    page.evaluate(
        "new Promise((done) => { const channel = new MessageChannel();"
        " channel.port1.onmessage = () => done(); channel.port2.postMessage(0); })"
    )
