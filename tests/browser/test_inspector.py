"""The inspector replays a round and verifies the log; anybody checks a shoe that is over."""

import json
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Door
from tests.browser.floors import Floor
from tests.browser.people import Dealer, Person, Player


def a_double_won(door: Door, table: str) -> Player:
    """Eleven against a six, doubled to 21; the dealer has 26."""
    guest = door.guest_at(table)
    guest.bets(4, "$25.00")
    guest.chooses("Deal")
    guest.chooses("Double")
    expect(guest.purse("Last round")).to_have_text("+$50.00")
    return guest


def test_a_round_is_replayed_step_by_step(door: Door, floor: Floor) -> None:
    table = floor.open_table("practice-crown", "replayed", deals="9 6 2 X X X")
    a_double_won(door, table)
    inspector = door.come(Person, "inspector")
    inspector.logs_in("/inspector")
    page = inspector.page
    page.get_by_label("Practice too").check()
    page.get_by_role("button", name="Search").click()
    page.get_by_label("Table").select_option("Replayed")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Replayed, 1").click()
    slider = page.get_by_role("slider", name="Step of the round")
    expect(slider).to_have_attribute("aria-valuetext", "16 of 16: The round is over")
    replay = page.get_by_role("region", name="Replay")
    slider.press("ArrowLeft")
    expect(replay).to_contain_text("main 50.00 wins 1 to 1: 50.00")
    expect(replay.get_by_role("link", name="6.2.1(b)")).to_be_visible()
    expect(replay).to_contain_text("nine of clubs, two of hearts, ten of clubs")
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^1 of 16: .* wagers 25.00"))
    expect(replay).not_to_contain_text("nine of clubs")
    replay.get_by_role("button", name="A step on (K)").click()
    slider.press("k")
    expect(slider).to_have_attribute("aria-valuetext", "3 of 16: 9C to box 4: 9")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download .round").click()
    assert settled(download.value.path()) == "50.00"


def settled(record: Path) -> str:
    """What the file's only player won, by the command that anybody can run."""
    command = [sys.executable, "-m", "bythebook", "settle", "--json", str(record)]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    (net,) = json.loads(told.stdout)["net"].values()
    return str(net)


def test_the_log_is_verified(door: Door, floor: Floor) -> None:
    a_double_won(door, floor.open_table("practice-crown", "verified", deals="9 6 2 X X X"))
    inspector = door.come(Person, "inspector")
    inspector.logs_in("/inspector")
    inspector.clicks("Verify now")
    log = inspector.page.get_by_role("region", name="The log")
    expect(log).to_contain_text("Nothing was altered.")
    expect(log).to_contain_text(re.compile("[1-9][0-9]* rounds settled again"))
    head = floor.run(floor.house.committer.call(floor.house.store.head))
    expect(log).to_contain_text(f"The log ends with {head.hash.hex()}")


def test_a_player_adds_to_the_shuffle_by_browser_and_by_hand(door: Door, floor: Floor) -> None:
    """By itself for each stack; then by keyboard alone something of their own."""
    table = floor.open_table("practice-crown", "added", deals="9 6 2 X X X")
    guest = door.guest_at(table, chance="on", **PHONE)
    page = guest.page
    added = page.get_by_role("button", name="added by you")
    expect(added).to_be_visible()
    added.focus()
    page.keyboard.press("Enter")
    field = page.get_by_role("dialog").get_by_label("What you add")
    expect(field).to_have_value(re.compile(r"[0-9a-f]{32}"))
    field.fill("my own words?")
    page.keyboard.press("Enter")
    expect(field).to_be_visible()  # a question mark is none of what can be added
    field.fill("my own words")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="added by you: my own")).to_be_visible()
    guest.goes_to(table.replace("tables", "shoes"))
    expect(page.get_by_text("not yet")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_shoe_that_is_over_is_checked(door: Door, floor: Floor) -> None:
    """The digest noted before the first wager fits what is shown at the end."""
    table = floor.open_table("practice-crown", "checked", deals="9 6 2 X X X")
    guest = door.guest_at(table)
    seal = guest.page.get_by_role("link", name="sealed")
    noted = (seal.get_attribute("title") or "").split()[-1]
    assert re.fullmatch("[0-9a-f]{64}", noted)
    link = seal.get_attribute("href") or ""
    keeper = door.come(Person)
    keeper.goes_to(link)
    keeper.sees("This shoe is still in use")
    expect(keeper.page.get_by_label("The digest that you noted")).to_have_value(noted)
    supervisor = door.come(Dealer, "supervisor")
    supervisor.logs_in(f"{table}/dealer")
    supervisor.page.get_by_role("tab", name="Orders").click()
    supervisor.page.get_by_label("Search the orders").fill("abnormal")
    supervisor.clicks("Have the cards shuffled because they come in an abnormal sequence")
    order = supervisor.page.get_by_role("dialog", name="Have the cards shuffled")
    order.get_by_label("Why").fill("the same card came four times running")
    order.get_by_role("button", name="Give the order").click()
    expect(order).to_be_hidden()
    expect(seal).not_to_have_attribute("title", re.compile(noted))
    keeper.page.reload()
    verdict = keeper.page.get_by_role("region", name="What was found")
    expect(verdict.get_by_role("status")).to_contain_text("all 5 statements are so")
