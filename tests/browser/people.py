"""Everybody in front of a browser: what they do, in their own words.

What a page offers is found as a screen reader finds it, by role and by name: a button that cannot
be found that way fails the test.
"""

import re
from typing import Literal

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Locator, Page, expect

from tests.browser.browsers import SECONDS_MAX
from tests.web.visitors import PASSWORD

TABS_MAX = 150
Role = Literal["button", "checkbox", "link", "spinbutton", "textbox"]


class Person:
    """Somebody with a browser of their own."""

    def __init__(
        self, context: BrowserContext, address: str, name: str = "", by_touch: bool = False
    ) -> None:
        self.name = name
        self.by_touch = by_touch
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.page.set_default_timeout(SECONDS_MAX * 1000)
        self.complaints: list[str] = []  # of the browser: what a script did wrong
        self.expected: tuple[str, ...] = ()  # complaints that belong to the test, by their words
        self.page.on("pageerror", self._page_error)
        self.page.on("console", self._console)

    def _page_error(self, error: Error) -> None:
        self.complaints.append(f"{self.page.url}: {error}")

    def _console(self, line: ConsoleMessage) -> None:
        belongs = any(words in line.text for words in self.expected)
        if line.type in ("error", "warning") and not belongs:
            self.complaints.append(f"{self.page.url}: {line.text}")

    def goes_to(self, path: str) -> None:
        self.page.goto(self.address + path)

    def logs_in(self, next: str = "/", password: str = PASSWORD) -> None:
        self.goes_to(f"/login?next={next}")
        self.page.get_by_label("Name").fill(self.name)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Log in").click()
        # Whoever says no more lands where they work.
        at = re.compile(r"^(?!.*/login)") if next == "/" else self.address + next
        self.page.wait_for_url(at)

    def presses(self, what: Locator) -> None:
        """With the mouse, or with a finger."""
        if self.by_touch:
            what.tap()
        else:
            what.click()

    def clicks(self, name: str | re.Pattern[str], exact: bool = False) -> None:
        self.presses(self.page.get_by_role("button", name=name, exact=exact))

    def is_sure(self, question: str) -> None:
        """Of a grave order: says yes to what is asked before it is given."""
        asked = self.page.get_by_role("dialog", name=question)
        self.presses(asked.get_by_role("button", name="Yes"))
        expect(asked).to_have_count(0)

    def tabs_to(self, name: str | re.Pattern[str], role: Role = "button") -> None:
        """By the Tab key alone."""
        wanted = self.page.get_by_role(role, name=name).and_(self.page.locator(":focus"))
        for _ in range(TABS_MAX):
            self.page.keyboard.press("Tab")
            if wanted.count():
                return
        raise AssertionError(f"the Tab key does not come to {name}")

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()


class Player(Person):
    """At a table, with chips."""

    @property
    def status(self) -> Locator:
        """What the table waits for."""
        return self.page.locator("[data-part=status]")

    def box(self, number: int) -> Locator:
        items = self.page.get_by_role("list", name="Boxes").get_by_role("listitem")
        return items.filter(has_text=re.compile(rf"^\s*Box {number},"))

    def spot(self, box: int, wager: str = "Bet") -> Locator:
        return self.page.get_by_role("button", name=f"{wager}, box {box}:")

    def choice(self, name: str) -> Locator:
        choices = self.page.get_by_role("region", name="Your choices")
        return choices.get_by_role("button", name=re.compile(rf"^{name}"))

    @property
    def dealer(self) -> Locator:
        return self.page.get_by_role("region", name="Dealer")

    @property
    def book(self) -> Locator:
        return self.page.get_by_role("complementary", name="The book")

    def sits(self, box: int) -> None:
        # In the bar one box is offered; the others have a button of their own.
        self.presses(self.page.get_by_role("button", name=f"Sit at box {box}").first)
        expect(self.box(box)).to_contain_text("your box")

    def buys(self, dollars: int) -> None:
        self.presses(self.page.get_by_role("button", name="Buy chips").first)
        dialog = self.page.get_by_role("dialog", name="Buy chips")
        dialog.get_by_label("Amount in dollars").fill(str(dollars))
        self.presses(dialog.get_by_role("button", name="Buy", exact=True))
        expect(self.purse("In hand")).to_have_text(f"${dollars:,}.00")

    def bets(self, box: int, chip: str, wager: str = "Bet") -> None:
        """One chip, as "$25.00", on a spot; returns when the house has it."""
        self.presses(self.page.get_by_role("radio", name=f"{chip} chip"))
        spot = self.spot(box, wager)
        self.presses(spot)
        expect(spot).to_have_accessible_name(re.compile(re.escape(f"your wager {chip}")))
        expect(spot).not_to_have_class(re.compile("pending"))

    def chooses(self, name: str) -> None:
        self.presses(self.choice(name))

    def purse(self, title: str) -> Locator:
        return self.page.locator(f"[data-part=purse] dt:text-is('{title}') + dd")


class Dealer(Person):
    """At the console of a table of real cards."""

    @property
    def due(self) -> Locator:
        return self.page.locator("#due-says")

    @property
    def line(self) -> Locator:
        return self.page.get_by_label("A card, a decision or a wager")

    def types(self, line: str, due: str | re.Pattern[str]) -> None:
        """A line and Enter; `due` is what the console wants next."""
        self.line.fill(line)
        self.line.press("Enter")
        self.waits_for(due)

    def waits_for(self, due: str | re.Pattern[str]) -> None:
        expect(self.due).to_contain_text(due)

    def deals(self, cards: str) -> None:
        """Card by card, each once the one before has been taken down."""
        for card in cards.split():
            left = self.cards_left()
            self.line.fill(card)
            self.line.press("Enter")
            expect(self.page.locator("#facts")).to_contain_text(f"{left - 1} of ")

    def cards_left(self) -> int:
        facts = self.page.locator("#facts")
        expect(facts).to_contain_text("cards left")
        found = re.search(r"(\d+) of \d+ cards left", facts.inner_text())
        assert found is not None
        return int(found[1])
