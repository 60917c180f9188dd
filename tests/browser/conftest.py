"""A house, a browser, and people to sit in front of it."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.browser.browsers import KeptBrowser
from tests.browser.floors import Floor
from tests.browser.people import Person, Player

DESK = {"width": 1360, "height": 850}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
    "device_scale_factor": 2,
}  # fmt: skip

P = TypeVar("P", bound=Person)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--pictures", action="store_true", help="take the documents' pictures of the pages anew"
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: "pytest.CallInfo[None]"
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails shows what everybody saw."""
    report = yield
    door = getattr(item, "funcargs", {}).get("door")
    if report.failed and call.when == "call" and isinstance(door, Door):
        for person in door.came:
            report.sections.append(
                (f"{person.name or 'somebody'} at {person.page.url}", seen(person))
            )
    return report


def seen(person: Person) -> str:
    try:
        return person.page.locator("body").aria_snapshot()
    except Error as error:
        return str(error)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pictures take minutes, for their odds are worked out: they are taken when asked for."""
    wanted = config.getoption("--pictures", default=False)
    return True if collection_path.name == "test_pictures.py" and not wanted else None


@pytest.fixture(scope="module")
def browser(kept_browser: KeptBrowser) -> Iterator[Browser]:
    with kept_browser.running() as browser:
        yield browser


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """One house for all tests of a process: each opens a table of its own."""
    floor = Floor(tmp_path_factory.mktemp("floor"))
    floor.open()
    yield floor
    floor.end()


class Door:
    """Where people come in; afterwards it is looked what their browsers complained of."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self.came: list[Person] = []

    def come(self, kind: type[P], name: str = "", **context: Any) -> P:
        """Somebody with a window as on a desk, not logged in yet."""
        # What a browser adds to a shuffle nobody can foresee: who knows the cards does without.
        # Nor does anybody look on while cards fly, unless that is what a test is about.
        likes = {"chance": context.pop("chance", "off"), "speed": context.pop("speed", "none")}
        made = self._browser.new_context(**{"viewport": DESK, "color_scheme": "dark", **context})
        for what, value in likes.items():
            kept = f"'bythebook.{what}'"
            made.add_init_script(
                f"if (!localStorage.getItem({kept})) localStorage.setItem({kept}, '{value}')"
            )
        person = kind(made, self._address, name, by_touch="has_touch" in context)
        self.came.append(person)
        return person

    def guest_at(self, table: str, **context: Any) -> Player:
        """Somebody without an account, seated at box 4 of a practice table with play chips."""
        guest = self.come(Player, **context)
        guest.goes_to(table)
        guest.clicks("Sit down and play")
        expect(guest.box(4)).to_contain_text("your box")
        expect(guest.purse("In hand")).to_have_text("$1,000.00")
        return guest

    def close(self) -> None:
        complaints = [said for person in self.came for said in person.complaints]
        for person in self.came:
            person.context.close()
        assert complaints == []


@pytest.fixture
def door(browser: Browser, floor: Floor) -> Iterator[Door]:
    floor.complaints.heard.clear()
    door = Door(browser, floor.address)
    yield door
    door.close()
    assert floor.complaints.heard == []
