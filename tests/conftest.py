"""Settings of the whole test suite."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.browser.browsers import KeptBrowser

# Speed is measured by the benchmarks; a busy machine must not fail a test.
settings.register_profile("default", deadline=None, print_blob=True)
settings.register_profile("slow", deadline=None, print_blob=True, max_examples=2_000)
settings.load_profile("default")

HERE = Path(__file__).parent
# Every worker begins at a place of its own. What compiles comes first, so that one of them does it
# while the others are busy elsewhere; then the pages, which wait for much while the others work.
TURNS = {"odds": 0, "web": 1, "browser": 1}
LAST = 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: TURNS.get(item.path.relative_to(HERE).parts[0], LAST))


@pytest.fixture(scope="session")
def kept_browser() -> "Iterator[KeptBrowser]":
    from tests.browser.browsers import KeptBrowser  # whoever tests no pages need not wait for it

    kept = KeptBrowser()
    yield kept
    kept.end()
