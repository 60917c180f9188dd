"""The pit: a higher minimum after its sign, and an order that a second person stands behind."""

import re
import time
import tomllib
from urllib.parse import quote

from playwright.sync_api import Route, expect

from bythebook.rulebooks.documents import write_table
from tests.browser.conftest import PHONE, Door
from tests.browser.floors import Floor
from tests.browser.people import Dealer, Person, Player
from tests.clauses import clause


def test_a_supervisor_raises_the_minimum(door: Door, floor: Floor) -> None:
    """Star 6.5: a sign for twenty minutes first."""
    table = floor.open_table("challenge", "raised")
    ann = door.come(Player, "ann")
    ann.logs_in(table)
    ann.sits(4)
    signs = ann.page.get_by_role("region", name="The table")
    expect(signs).to_contain_text("$10 – $500")
    supervisor = door.come(Person, "supervisor")
    supervisor.logs_in(f"/pit{table}")
    limits = supervisor.page.get_by_role("region", name="Limits and signs")
    limits.get_by_label("main, lowest").fill("600")
    expect(limits.get_by_role("status")).to_contain_text("not above the highest")
    expect(limits.get_by_role("button", name="Put the sign up")).to_be_disabled()
    limits.get_by_label("main, lowest").fill("25")
    expect(limits.get_by_role("status")).to_contain_text("must be up for 20 minutes")
    expect(limits.get_by_role("button", name="Change now")).to_be_disabled()
    limits.get_by_role("button", name="Put the sign up").click()
    expect(limits).to_contain_text("Announced: main $25 to $500")
    expect(limits.get_by_role("button", name="Put into force")).to_be_disabled()
    notices = ann.page.locator("[data-part=notices]")
    expect(notices).to_contain_text(re.compile(r"limits \$25 – \$500.*in (20|19) min \d+ s"))
    floor.time_passes(minutes=21)
    supervisor.page.reload()
    limits.get_by_role("button", name="Put into force").click()
    asked = supervisor.page.get_by_role("dialog", name="Change the limits?")
    expect(asked.locator(".moves")).to_have_text("Main minimum$10.00 → $25.00")
    supervisor.page.keyboard.press("Escape")  # nothing is done that is not meant
    supervisor.sees("Nothing was done.")
    expect(signs).to_contain_text("$10 – $500")
    limits.get_by_role("button", name="Put into force").click()
    supervisor.tabs_to("Yes")
    supervisor.page.keyboard.press("Enter")
    expect(limits).to_contain_text("In force: main $25 to $500")
    expect(signs).to_contain_text("$25 – $500")
    ann.buys(100)
    ann.spot(4).click()  # with the usual chip, which is not above the minimum
    expect(ann.spot(4)).to_have_accessible_name("Bet, box 4: your wager $25.00")


def test_a_second_person_stands_behind_an_order(door: Door, floor: Floor) -> None:
    """Star 4.6.1: cards were dropped; a supervisor verifies that all were recovered."""
    table = floor.open_table("challenge", "dropped")
    dealer = door.come(Dealer, "dealer")
    dealer.logs_in(f"{table}/dealer")
    dealer.page.get_by_role("tab", name="Orders").click()
    dealer.page.get_by_label("Search the orders").fill("verify that all cards")
    dealer.clicks("Have a supervisor verify that all cards dropped")
    order = dealer.page.get_by_role(
        "dialog", name="Have a supervisor verify that all cards dropped"
    )
    expect(order.get_by_role("status")).to_contain_text("It would wait for a second person")
    order.get_by_role("button", name="Give the order").click()
    dealer.sees("It waits for a second person")
    supervisor = door.come(Person, "supervisor")
    supervisor.logs_in("/pit")
    waiting = supervisor.page.get_by_role("region", name="Waiting for a second person")
    expect(waiting).to_contain_text("must sign as well")
    expect(waiting.get_by_role("link", name="4.6.1")).to_be_visible()
    waiting.get_by_role("button", name="Approve").click()
    expect(waiting).to_contain_text("Nothing waits")
    supervisor.goes_to(f"/pit{table}")
    register = supervisor.page.get_by_role("region", name="Registers")
    entry = register.get_by_role("row", name="have a supervisor verify that all cards dropped")
    expect(entry).to_contain_text("were recovered with supervisor")


@clause("crown-blackjack 20.12")
def test_a_ruling_reaches_the_player_and_an_ended_session_the_log_in(
    door: Door, floor: Floor
) -> None:
    table = floor.open_table("crown", "ruled")
    ann, phone = door.come(Player, "ann"), door.come(Person, "ann", **PHONE)
    ann.expected = phone.expected = ("401",)
    ann.logs_in(table)
    ann.sits(4)
    floor.order("ann", "ruled", "raise-dispute", player="ann", about="I said stand")
    floor.order("manager", "ruled", "decide-dispute", dispute=1, ruling="The card stays")
    ruling = ann.page.locator(".ruling")
    expect(ruling).to_contain_text("Your dispute was decided")
    expect(ruling).to_contain_text("Casino Manager: The card stays 20.12")
    complaint = "you may complain to an inspector (Gaming and Liquor Administration Act 2007"
    expect(ruling).to_contain_text(complaint)
    ann.tabs_to("I have read it")
    ann.page.keyboard.press("Enter")
    expect(ruling).to_have_count(0)
    ann.page.reload()
    expect(ann.box(4)).to_contain_text("your box")
    expect(ruling).to_have_count(0)  # said once; the account page keeps it
    phone.logs_in("/account")
    kept = phone.page.get_by_role("region", name="A ruling on your dispute")
    expect(kept).to_contain_text("The card stays")
    expect(kept).to_contain_text(complaint)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390

    # Her session ends elsewhere: the table loses her at once, and shows the way back to it.
    token = next(c["value"] for c in ann.context.cookies() if c["name"] == "bythebook")
    floor.run(floor.house.accounts.log_out(token))
    over = ann.page.get_by_role("dialog", name="Your session is over")
    link = over.get_by_role("link", name="Log in")
    expect(link).to_have_attribute("href", f"/login?next={quote(table, safe='')}")
    expect(link).to_be_focused()


def test_a_table_is_made_from_a_form_that_knows_its_book(door: Door, floor: Floor) -> None:
    floor.open_table("crown", "pattern")
    manager = door.come(Person, "manager")
    manager.logs_in("/pit")
    page = manager.page
    page.get_by_role("link", name="New table").click()
    manager.goes_to("/pit/new?like=pattern")
    status = page.locator("#verdict")
    page.get_by_label("Short name").fill("fresh-one")
    page.get_by_label("Name", exact=True).fill("Fresh 1")
    page.get_by_label("Name", exact=True).press("Tab")
    expect(status).to_contain_text("The book would let it be opened like that.")
    boxes = page.locator(".field").filter(has=page.get_by_label(re.compile("^Boxes")))
    expect(boxes.get_by_role("link", name="2.1")).to_be_visible()
    expect(boxes).to_contain_text("1 to 9.")
    lowest = page.get_by_label("main, lowest")
    lowest.fill("900")
    lowest.press("Tab")
    expect(status).to_contain_text("Not like that")
    lowest.fill("25")
    lowest.press("Tab")
    expect(status).to_contain_text("The book would let it be opened like that.")

    # As text, both ways.
    page.get_by_text("As text").click()
    text = page.get_by_label("The table (TOML")
    expect(text).to_have_value(re.compile('title = "Fresh 1"'))
    written = tomllib.loads(text.input_value())
    assert written["setup"]["limits"]["main"][0] == 2500
    written["setup"]["limits"]["main"] = [5000, 50000]
    text.fill(write_table(written))
    text.press("Tab")
    expect(lowest).to_have_value("50")

    # Sent straight from the text it is as it was written, however slowly that is read.
    def slowly(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    manager.expected = ("400 (Bad Request)",)
    page.route("**/api/documents/read", slowly)
    text.fill("title = ")
    manager.clicks("Put it on the floor")
    expect(status).to_contain_text("The text: ")
    written["setup"]["limits"]["main"] = [5000, 60000]
    text.fill(write_table(written))
    manager.clicks("Put it on the floor")
    page.wait_for_url("**/pit/tables/fresh-one")
    made = floor.house.tables["fresh-one"].run.terms
    assert (made.title, made.setup.limits["main"]) == ("Fresh 1", (5000, 60000))
    phone = door.come(Person, "manager", **PHONE)
    phone.logs_in("/pit/new?like=pattern")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
