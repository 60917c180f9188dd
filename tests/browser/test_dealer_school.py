"""The dealers' school: a shift at the real console, judged act by act, and a class with a code."""

import asyncio
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Door
from tests.browser.floors import Floor
from tests.browser.people import Dealer, Person


def begins(trainee: Dealer, lesson: str) -> None:
    trainee.goes_to("/school")
    trainee.presses(trainee.page.get_by_role("link", name="Deal Shifts at"))
    trainee.presses(trainee.page.get_by_role("heading", name="Blackjack, Crown Sydney"))
    trainee.clicks(f"Begin: {lesson}, Crown Sydney")
    trainee.waits_for("Wagers are open")


@pytest.mark.parametrize("width", ["desk", "phone"])
def test_a_shift_at_the_console(door: Door, width: str) -> None:
    """A guest deals it: a wrong card, a call, a payment that is wrong, and the report of it all."""
    trainee = door.come(Dealer, **(PHONE if width == "phone" else {}))
    begins(trainee, "A card on the wrong box")
    task = trainee.page.get_by_role("region", name="Your shift")
    expect(task).to_contain_text("Ann 25.00 on box 1, Ben 50.00 on box 2")
    expect(task).to_contain_text("Next card: ten of clubs")
    expect(trainee.page.get_by_role("tab", name="Pay list")).to_be_hidden()
    trainee.types("n", "The first card")
    trainee.types("tc", "Put a card right")
    # The card for box 2 lies at the dealer's place: a dealer may not rebuild (17.5), and calls.
    expect(task).to_contain_text("The card for box 2 lies at your own place")
    trainee.clicks("Call the Higher Duties Dealer")
    expect(task).to_contain_text("Right: Call the Higher Duties Dealer 17.5")
    trainee.waits_for("A card to the dealer")
    trainee.deals("8d")  # 7D came: that is wrong, and is taken down all the same
    expect(task).to_contain_text("Wanted: deal a card (7D)")
    trainee.deals("th ts")
    expect(task).to_contain_text("Ann (box 1) waves a flat hand: no card.")
    trainee.types("s", "Ben decides")
    trainee.types("h", "A card to box 2")
    trainee.deals("9h td")
    # 20 against 18 wins 25; Ben's 24 loses 50, of which only 25 is taken.
    expect(task).to_contain_text("The round is over: pay and take")
    expect(task).not_to_contain_text("pay 25")
    ann = task.get_by_label("Box 1, Ann: pay, or with a minus take")
    trainee.presses(task.get_by_role("button", name="Box 1, Ann: a chip of $25"))
    expect(ann).to_have_value("25.00")
    task.get_by_label("Box 2, Ben: pay, or with a minus take").fill("-25")
    task.get_by_role("button", name="Pay and take").focus()
    trainee.page.keyboard.press("Enter")
    expect(task).to_contain_text("Paid wrongly: Take 25.00 (Ben, box 2)")
    expect(task).to_contain_text("Wanted: take 50.00 (Ben, box 2) (+$25.00)")
    expect(task).to_contain_text("The shift is over.")
    trainee.presses(task.get_by_role("link", name="The report"))
    expect(trainee.page.get_by_role("heading", name="Read again")).to_be_visible()
    again = trainee.page.locator(".read-again")
    expect(again).to_contain_text("8.3.1(c)")
    expect(trainee.page.get_by_role("row", name=re.compile("payment .*take 25"))).to_have_count(1)


def test_a_class_is_watched_as_it_deals(door: Door, floor: Floor) -> None:
    teacher = door.come(Dealer, "supervisor")
    teacher.logs_in("/school/dealers")
    teacher.presses(teacher.page.get_by_role("heading", name="Blackjack, Crown Sydney"))
    teacher.clicks("Open a class: A card lies face up in the shoe, Crown Sydney")
    code = teacher.page.locator(".class-code").inner_text()
    expect(teacher.page.get_by_text("0 of 30 tables taken")).to_be_visible()
    trainees = [comes(door, code, "Mia"), comes(door, code, "Bo", **PHONE)]
    expect(teacher.page.get_by_text("2 of 30 tables taken")).to_be_visible()
    tables = teacher.page.locator("#class-tables > li")
    mia, bo = (
        tables.filter(has=teacher.page.get_by_role("link", name=n, exact=True))
        for n in ("Mia", "Bo")
    )
    trainees[0].types("n", "The first card")
    trainees[0].deals("tc td")
    expect(mia).to_contain_text("The next card, AS, lies face up in the shoe.")
    trainees[0].deals("as")  # it is out of play (17.2)
    expect(mia).to_contain_text("Wanted: discard a card found face up (AS)")
    expect(mia).to_contain_text("3 right, 1 wrong")
    expect(bo).to_contain_text("nothing yet")
    stranger = door.come(Person)
    stranger.expected = ("404",)
    teacher.presses(teacher.page.get_by_role("link", name="Mia", exact=True))
    expect(teacher.page.get_by_text("only looking")).to_be_visible()
    stranger.goes_to(teacher.page.url.removeprefix(teacher.address))
    stranger.sees("There is no such shift")

    # Long after the tables are gone the trainer still reads how everybody did.
    shifts = floor.app.state["school"].shifts
    for table in shifts.tables.values():
        table.touched = 0
    floor.run(asyncio.to_thread(shifts.sweep))
    teacher.goes_to("/school/dealers")
    teacher.presses(teacher.page.get_by_role("heading", name="Earlier reports"))
    row = teacher.page.get_by_role("row").filter(has_text="Mia")
    expect(row).to_contain_text(f"class {code}")
    teacher.presses(row.get_by_role("link", name="Report of Mia"))
    teacher.sees("Mia: 75.0 % right in 4 acts")


def comes(door: Door, code: str, name: str, **context: Any) -> Dealer:
    trainee = door.come(Dealer, **context)
    trainee.goes_to("/school/dealers")
    trainee.page.get_by_label("Class code").fill(code.lower())
    trainee.page.get_by_label("Your name").fill(name)
    trainee.clicks("Join")
    trainee.waits_for("Wagers are open")
    return trainee
