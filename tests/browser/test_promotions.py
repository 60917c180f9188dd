"""A promotion in front of browsers: written and checked, entered from a phone, drawn, refused."""

import re
import time

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Door
from tests.browser.floors import Floor
from tests.browser.people import Person

WORDS = {
    "value_source": "The close of the ASX 200.",
    "manner": "By a draw among all entries.",
    "awarded_where": "At the main bar.",
    "eligibility": "Members over 18.",
    "reservations": "None.",
    "claiming": "At the desk.",
    "winner_told": "By telephone.",
    "results": "On the website.",
}
DESK = "/promotions/summer-draw/desk"


def part(person: Person, name: str) -> Locator:
    """A panel of the desk by its heading."""
    return person.page.get_by_role("region", name=name, exact=True)


def writes_terms(page: Page, floor: Floor) -> None:
    """A hat is to be won: what is missing or forbidden is said as one writes."""
    problems = page.get_by_role("complementary", name="To put right")
    expect(problems).to_contain_text("when entries close")
    page.get_by_label("Title").fill("Summer Draw")
    expect(page.get_by_label("Short name")).to_have_value("summer-draw")
    soon = time.strftime("%Y-%m-%dT%H:%M", time.localtime(floor.clock() + 120))
    later = time.strftime("%Y-%m-%dT%H:%M", time.localtime(floor.clock() + 180))
    for moment, when in (("closes_at", soon), ("value_at", later), ("awarded_at", later)):
        page.fill(f"#{moment}", when)
    page.select_option("#value_form", "figure")
    for name, words in WORDS.items():
        page.fill(f"#{name}", words)
    is_the_same_as_text(page)
    page.select_option("#presence", "no")
    stake = page.locator("[data-in=least_stake]")
    stake.get_by_role("button", name="None").click()
    prize = page.get_by_role("group", name="Prize 1", exact=True)
    prize.get_by_label("Name").fill("A hat")
    prize.get_by_label("What it is worth").fill("250")
    prize.get_by_label("What the prize is").fill("a carton of cigarettes")
    prize.get_by_label("Conditions").fill("None.")
    part_form = page.get_by_role("group", name="Prize 1, part 1")
    part_form.get_by_label("Kind").select_option("other")
    expect(problems).to_contain_text("tobacco cannot be a prize")
    prize.get_by_label("What the prize is").fill("a straw hat")
    expect(problems).to_contain_text("the terms are complete")


def is_the_same_as_text(page: Page) -> None:
    """What is filled in stands in the text, and what is changed there is filled in."""
    page.get_by_text("As text").click()
    text = page.get_by_label("The terms (TOML)")
    expect(text).to_have_value(re.compile('title = "Summer Draw"'))
    for before, after in (("Summer Draw", "Autumn Draw"), ("Autumn Draw", "Summer Draw")):
        expect(text).to_have_value(re.compile(before))
        text.fill(text.input_value().replace(before, after))
        text.press("Tab")
        expect(page.get_by_label("Title")).to_have_value(after)
    for name, words in WORDS.items():
        expect(page.locator(f"#{name}")).to_have_value(words)


def test_a_promotion_from_its_terms_to_its_register(floor: Floor, door: Door) -> None:
    manager = door.come(Person, "manager")
    manager.expected = ("409",)
    manager.logs_in("/promotions")
    manager.goes_to("/promotions/drafts/new?book=crown-blackjack")
    page = manager.page
    page.get_by_label("Begin like").select_option(label="A holiday for two, with cash in its place")
    manager.clicks("Take this one")
    expect(page.get_by_label("Title")).to_have_value("Holiday draw")
    expect(page.get_by_role("complementary", name="To put right")).to_contain_text("4 to")
    manager.goes_to("/promotions/drafts/new?book=crown-blackjack")
    writes_terms(page, floor)
    manager.clicks("Draft it")
    page.wait_for_url(f"**{DESK}")

    # Published and begun; a player enters from a phone, and the desk shows it at once.
    forbidden = part(manager, "Terms").get_by_role("group", name="No prize is or includes")
    for box in forbidden.get_by_role("checkbox").all():
        box.check()
    manager.clicks("Answer for the prizes")
    expect(page.get_by_text("Prizes confirmed by")).to_be_visible()
    part(manager, "Terms").get_by_label("Where the marketing").fill("the poster")
    manager.clicks("Publish")
    expect(page.get_by_text("published", exact=True)).to_be_visible()
    manager.clicks("Begin")
    ann = door.come(Person, "ann", **PHONE)
    ann.logs_in("/promotions/summer-draw")
    ann.clicks("Enter", exact=True)
    expect(part(ann, "Your entries").get_by_role("listitem")).to_have_text("1")
    expect(part(manager, "Entries").get_by_role("rowheader", name="ann").first).to_be_visible()

    # What somebody has begun to write is still there when others have acted.
    part(manager, "Course").get_by_label("Scrutineer").fill("su")
    ann.clicks("Enter", exact=True)
    expect(part(manager, "Entries").get_by_role("row")).to_have_count(3)
    expect(part(manager, "Course").get_by_label("Scrutineer")).to_have_value("su")
    page.reload()

    manager.clicks("Close entries")
    manager.sees("clause 19.5.6")
    floor.time_passes(4)
    manager.clicks("Close entries")
    course = part(manager, "Course")
    course.get_by_label("The public value").fill("8,214.50")
    manager.clicks("Write down the public value")
    manager.is_sure("Is it what the source says")
    expect(course.get_by_text("8214.5", exact=True)).to_be_visible()
    page.get_by_role("button", name="Draw", exact=True).click()
    drawing = page.get_by_role("dialog", name="Draw the winners now?")
    expect(drawing).not_to_contain_text("ann")  # of chance nothing is told beforehand
    manager.is_sure("Draw the winners now?")
    won = part(manager, "Prizes")
    expect(won).to_contain_text("ann")
    won.get_by_role("button", name="Told", exact=True).click()
    expect(won).to_contain_text("told by in person")

    # Refused with reasons: the register has it, and the duty to tell why.
    won.get_by_text("Refuse it to somebody").click()
    won.get_by_label("Address").fill("1 High Street")
    won.get_by_label("Reasons").fill("Excluded since May.")
    won.get_by_role("button", name="Refuse", exact=True).click()
    manager.is_sure("Refuse this prize?")
    expect(part(manager, "Refused claims")).to_contain_text("1 High Street")
    expect(part(manager, "Due")).to_contain_text("Tell ann why prize 1 was refused")
    part(manager, "Refused claims").get_by_role("button", name="Told why").click()
    manager.clicks("The results are published")
    expect(part(manager, "Due")).not_to_contain_text("to do")
    manager.clicks("End the promotion")
    manager.is_sure("Is everything done?")
    expect(page.get_by_text("ended", exact=True)).to_be_visible()
    ann.page.reload()
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_desk_by_the_keyboard_alone(floor: Floor, door: Door) -> None:
    manager = door.come(Person, "manager")
    manager.logs_in("/promotions")
    manager.tabs_to("New promotion", "link")
    manager.page.keyboard.press("Enter")
    manager.page.wait_for_url("**/promotions/drafts/new")
    manager.page.get_by_label("Title").focus()
    manager.page.keyboard.type("By keys")
    manager.tabs_to("Draft it")
    manager.page.keyboard.press("Enter")
    manager.page.wait_for_url("**/promotions/by-keys/desk")
    expect(part(manager, "Terms")).to_contain_text("to put right")
    manager.tabs_to("Change the terms", "link")
    manager.page.keyboard.press("Enter")
    manager.page.wait_for_url("**/edit")
    expect(manager.page.get_by_label("Title")).to_have_value("By keys")
