"""A small house for the tests of the web side."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visitors import Browser, SmallHouse, browser


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SmallHouse]:
    opened = SmallHouse(tmp_path / "house")
    yield opened
    opened.close()


@pytest.fixture
def visitor(house: SmallHouse) -> Iterator[Browser]:
    """A browser that has not been here before."""
    with browser(house.app()) as client:
        yield client
