"""A small house for the tests of the web side."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar

from bythebook.web.app import create_app
from bythebook.web.settings import Settings
from tests.web.visitors import Browser, SmallHouse, browser


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SmallHouse]:
    opened = SmallHouse(tmp_path / "house")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def building() -> Litestar:
    """One application for many houses, because putting its routes together takes a while."""
    return create_app(None)


@pytest.fixture
def visitor(house: SmallHouse, building: Litestar) -> Iterator[Browser]:
    """A browser that has not been here before."""
    building.state.house, building.state.settings = house, Settings(now=house.clock)
    with browser(building) as client:
        yield client
