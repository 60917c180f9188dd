"""A jackpot in front of browsers: set up and linked at its desk, hit at one table while another and
a screen on the floor look on, paid, and added up again from the log."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, expect
from typer.testing import CliRunner

from bythebook.cli import app
from bythebook.house.demo import demo
from tests.browser import small_pictures
from tests.browser.conftest import PHONE, Door
from tests.browser.floors import Floor
from tests.browser.people import Person, Player

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "house-jackpot.png"
SCREEN = {"viewport": {"width": 1360, "height": 760}}
DESK = "/jackpots/blazing-sevens/desk"


def open_scanned(floor: Floor, id: str, title: str) -> str:
    """A Challenge table with real cards, ready for wagers."""
    terms = next(terms for terms in demo.demo_tables() if terms.id == "challenge")
    terms = replace(terms, id=id, title=title, cards="scanned")
    floor.run(demo.open_table(floor.house, terms))
    for act in ("shuffle", "burn"):
        floor.order("dealer", id, act)
    return f"/tables/{id}"


def bets(floor: Floor, name: str, table: str) -> None:
    floor.order(name, table, "join", box=1)
    floor.order(name, table, "buy-chips", cents=20_000)
    floor.order(name, table, "place", box=1, amount=1000, wager="main")
    floor.order(name, table, "place", box=1, amount=500, wager="blazing-7s")


def deals(floor: Floor, table: str, cards: str) -> None:
    if not floor.house.table(table).run.table.in_round:
        floor.order("dealer", table, "perform", act="remove-wagers")  # 16.7
    for card in cards.split():
        floor.order("dealer", table, "deal", card=card)


def panel(person: Person, name: str) -> Locator:
    return person.page.get_by_role("region", name=name, exact=True)


def set_up(manager: Person) -> None:
    """12,000 to begin with, 5 % of every wager of 5.00."""
    page = manager.page
    page.get_by_text("Set up a jackpot", exact=True).click()
    page.get_by_label("Jackpot", exact=True).select_option(
        label="Blazing 7's (Blackjack Challenge)"
    )
    page.get_by_label("Title").fill("Blazing Sevens")
    page.get_by_label("Short name").fill("blazing-sevens")
    page.get_by_label("Begins with").fill("12,000")
    expect(page.get_by_text("The house keeps 95 %")).to_be_visible()
    page.get_by_text("As text").click()
    text = page.get_by_label("The terms (TOML)")
    expect(text).to_have_value(re.compile("seed_cents = 1200000"))
    terms = tomllib.loads(text.input_value())
    assert terms["options"] == {"blazing-7s-stake": "5"}
    assert terms["meters"][0]["seed_cents"] == 1_200_000
    manager.clicks("Set up")
    page.wait_for_url(f"**{DESK}")


def test_a_jackpot_is_hit_with_two_tables_watching_the_display(
    floor: Floor, door: Door, browser: Browser, pytestconfig: pytest.Config
) -> None:
    one = open_scanned(floor, "sevens-one", "Sevens 1")
    two = open_scanned(floor, "sevens-two", "Sevens 2")
    manager = door.come(Person, "manager")
    manager.logs_in("/jackpots")
    set_up(manager)
    linked = panel(manager, "Linked tables")
    for title in ("Sevens 1", "Sevens 2"):
        row = linked.get_by_role("listitem").filter(has_text=title)
        row.get_by_role("button", name="Link").click()
        expect(row.get_by_role("button", name="Take off")).to_be_visible()
    manager.clicks("Open the jackpot")
    expect(manager.page.get_by_text("open", exact=True)).to_be_visible()

    screen = door.come(Person, "", **SCREEN)
    screen.goes_to("/jackpots/blazing-sevens")
    figure = screen.page.locator("[data-meter=blazing-7s] .figure")
    expect(figure).to_have_text("$12,000.00")
    ann, ben = door.come(Player, "ann", **PHONE), door.come(Player, "ben")
    ann.logs_in(one)
    ben.logs_in(two)

    # 25 cents of each wager go into the meter when its round begins, for everybody to see.
    bets(floor, "ann", "sevens-one")
    bets(floor, "ben", "sevens-two")
    deals(floor, "sevens-two", "9C")
    expect(figure).to_have_text("$12,000.25")
    deals(floor, "sevens-one", "7D 7D")
    expect(figure).to_have_text("$12,000.50")
    for player in (ann, ben):
        expect(meter_at(player)).to_have_text("$12,000.50")

    # Three sevens of diamonds: paid to the next chip, from 10,000 again, at every table.
    deals(floor, "sevens-one", "7D")
    won = screen.page.get_by_role("status").filter(has_text="won at Sevens 1")
    expect(won).to_have_text("Blazing 7's won at Sevens 1: $12,000.50")
    expect(figure).to_have_text("$10,000.00")
    lately = panel(screen, "Won lately").get_by_role("listitem")
    expect(lately).to_contain_text("$12,000.50 Blazing 7's at Sevens 1")
    if pytestconfig.getoption("--pictures"):
        take_picture(screen, browser)
    for player in (ann, ben):
        expect(meter_at(player)).to_have_text("$10,000.00won at $12,000.50")
    expect(screen.page.locator("body")).not_to_contain_text("ann")

    # The desk knows whose it is, and puts down that it was paid; the log adds up to the same.
    prize = panel(manager, "Prizes").get_by_role("row").filter(has_text="Sevens 1, box 1")
    expect(prize).to_contain_text("ann")
    expect(prize).to_contain_text("$12,000.50")
    prize.get_by_role("button", name="Paid").click()
    expect(manager.page.get_by_role("dialog").locator(".moves")).to_contain_text("ann")
    manager.is_sure("Has this prize been paid?")
    expect(prize.get_by_text("paid", exact=True)).to_be_visible()
    expect(panel(manager, "Meters")).to_contain_text("$10,000.00")
    check_log(floor)


def meter_at(player: Player) -> Locator:
    return player.page.locator('[data-part="meters"] .meter').first


def take_picture(screen: Person, browser: Browser) -> None:
    expect(screen.page.get_by_role("img", name="Blazing 7's: from $12,000")).to_be_visible()
    blank = browser.new_page()
    small_pictures.take(screen.page, PICTURE, blank)
    blank.close()


def check_log(floor: Floor) -> None:
    told = CliRunner().invoke(app, ["jackpots", "--json", "--data", str(floor._folder)])
    assert told.exit_code == 0, told.output
    pool = next(pool for pool in json.loads(told.stdout) if pool["id"] == "blazing-sevens")
    (meter,) = pool["meters"]
    assert meter["agrees"]
    assert (meter["contributions"], meter["wins"]) == (2, 1)
    assert (meter["paid"], meter["shows"]) == ("12000.50", "10000.00")


def test_a_meter_is_put_right_by_two_people(floor: Floor, door: Door) -> None:
    """One asks with a reason, another approves; whoever asked cannot."""
    manager, supervisor = door.come(Person, "manager"), door.come(Person, "supervisor")
    manager.expected = supervisor.expected = ("409",)
    manager.logs_in("/jackpots")
    page = manager.page
    page.get_by_text("Set up a jackpot", exact=True).click()
    # What the authority has to approve is asked for before, not when it cannot open.
    page.get_by_label("Jackpot", exact=True).select_option(label="bACEball jackpot (bACEball)")
    manager.clicks("Set up")
    expect(page.get_by_role("alert")).to_have_text(
        "Rate of increase: say which document approved it."
    )
    page.get_by_label("Jackpot", exact=True).select_option(
        label="Blazing 7's (Blackjack Challenge)"
    )
    page.get_by_label("Short name").fill("put-right")
    manager.clicks("Set up")
    page.wait_for_url("**/jackpots/put-right/desk")
    supervisor.logs_in("/jackpots/put-right/desk")
    theirs = panel(supervisor, "Meters")
    theirs.get_by_text("Put a meter right").click()
    theirs.get_by_label("Why").fill("a wager was not counted")
    for amount in ("12.505", "12.50"):
        theirs.get_by_label("By how much").fill(amount)
        supervisor.clicks("Ask for it")
        if amount == "12.505":
            refused = supervisor.page.get_by_role("alert")
            expect(refused).to_contain_text("dollars and cents, such as 12.50")
    expect(theirs).to_contain_text("supervisor asks for Blazing 7's to be put right by $12.50")
    expect(theirs.get_by_role("button", name="Approve")).to_be_disabled()
    ours = panel(manager, "Meters")
    ours.get_by_role("button", name="Approve").click()
    asked = page.get_by_role("dialog", name="Is that your answer?")
    expect(asked).to_contain_text("Blazing 7's$10,000.00 → $10,012.50")
    manager.is_sure("Is that your answer?")
    expect(ours.get_by_role("row").filter(has_text="Blazing 7's")).to_contain_text("$10,012.50")
    # A refusal says why, with its clause, and nothing has changed.
    ours.get_by_text("Put a meter right").click()
    ours.get_by_label("By how much").fill("-100")
    ours.get_by_label("Why").fill("too much")
    manager.clicks("Ask for it")
    expect(page.get_by_role("alert")).to_contain_text(
        "would show less than it starts from (clause 16.12)"
    )
    # One click on "Equipment failed" acts on nothing: what stands there is said, and asked for.
    manager.clicks("Equipment failed")
    failed = page.get_by_role("dialog", name="Has the equipment failed?")
    expect(failed).to_contain_text("$10,012.50, unchanged")
    expect(failed.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Nothing was done.")
    expect(page.locator("[data-part=state]")).not_to_contain_text("failed")
    manager.clicks("Equipment failed")
    manager.tabs_to("Yes")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=state]")).to_contain_text("equipment failed")
    for path in ("/jackpots", "/jackpots/put-right", "/jackpots/put-right/desk"):
        phone = door.come(Person, "manager", **PHONE)
        phone.logs_in(path)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
