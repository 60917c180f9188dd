"""Rulebooks, odds and records, for anybody who comes."""

from playwright.sync_api import expect

from bythebook.web.pages.odds import close_odds
from tests.browser.conftest import PHONE, Door
from tests.browser.floors import Floor
from tests.browser.people import Person

# Crown: two eights split against a six; eleven doubled to 21, eighteen; the dealer has 26.
RECORD = """\
game = "crown-blackjack/blackjack"
wagers = ["1 ann 25"]
cards = "8C 6D 8H 3S TD TC KD KS"
play = ["1 split", "1 double", "1 stand"]
"""


def leave_the_sums(floor: Floor) -> None:
    """They are proved elsewhere; whoever asks next begins with an empty queue."""
    floor.run(close_odds(floor.app))
    del floor.app.state["odds_desk"]


def test_a_clause_is_opened(door: Door) -> None:
    visitor = door.come(Person)
    visitor.goes_to("/rulebooks")
    page = visitor.page
    page.get_by_role("region", name="Crown Sydney").get_by_role("heading").get_by_role(
        "link"
    ).click()
    expect(page.get_by_role("heading", name="Blackjack, Crown Sydney")).to_be_visible()
    page.get_by_label("Words or number").fill("6.2.1(b)")
    clause = page.get_by_role("link", name="6.2.1(b)", exact=True)
    clause.click()
    card = page.get_by_role("dialog", name="Clause 6.2.1(b)")
    expect(card).to_contain_text("dealer")
    card.get_by_role("link", name="All about this clause").click()
    expect(page.get_by_role("heading", name="Clause 6.2.1(b)")).to_be_visible()
    expect(page.locator("main")).to_contain_text("proved")


def test_a_record_is_settled_and_an_error_marked(door: Door) -> None:
    visitor = door.come(Person)
    visitor.goes_to("/record")
    visitor.expected = ("409 (Conflict)",)
    page = visitor.page
    page.get_by_label("As text").fill(RECORD)
    visitor.clicks("Settle it")
    wagers = page.get_by_role("region", name="Every wager")
    expect(wagers.get_by_role("row", name="Box 1, ann: main, hand 1 50.00 wins")).to_be_visible()
    expect(wagers.get_by_role("link", name="6.2.1(b)").first).to_be_visible()
    expect(page.get_by_role("region", name="Crown Sydney")).to_contain_text("+75.00")
    page.get_by_label("As text").fill(RECORD.replace("1 split", "1 double"))
    visitor.clicks("Settle it")
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text("line 4")
    expect(problem.get_by_role("link", name="8.5.5(a)")).to_be_visible()
    marked = page.get_by_role("list", name="The record, line by line").locator("[aria-current]")
    expect(marked).to_contain_text("1 double")


def test_odds_are_worked_out_with_progress(door: Door, floor: Floor) -> None:
    visitor = door.come(Person)
    visitor.goes_to("/odds?game=crown-blackjack/blackjack")
    visitor.clicks("Work it out")
    expect(visitor.page.get_by_role("progressbar").first).to_be_visible()
    expect(visitor.page.get_by_text("Working out Blackjack")).to_be_visible()
    leave_the_sums(floor)


def test_two_games_are_compared_by_keyboard(door: Door, floor: Floor) -> None:
    visitor = door.come(Person)
    visitor.goes_to("/rulebooks")
    page = visitor.page
    page.get_by_role("link", name="Compare two").press("Enter")
    page.get_by_label("Old").focus()
    page.keyboard.type("Blackjack (Crown")
    page.keyboard.press("Tab")
    page.keyboard.type("Crown Blackjack")
    for key in ("Tab", "Tab", "Enter"):  # past the decks, to the first button
        page.keyboard.press(key)
    old, new = "crown-blackjack@4.2/blackjack", "crown-blackjack@4.2/crown-blackjack"
    expect(page.get_by_role("heading", name=f"{old} → {new}")).to_be_visible()
    settings = page.get_by_role("region", name="Settings that are different")
    expect(settings.get_by_role("row", name="dealer.soft_17")).to_contain_text("stands")
    settings.get_by_role("link", name="10.2.2(a)").first.press("Enter")
    expect(page.get_by_role("dialog", name="Clause 10.2.2(a)")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Work out what it is worth").press("Enter")
    expect(page.get_by_role("progressbar", name="Working out what it is worth")).to_be_visible()
    leave_the_sums(floor)


def test_a_comparison_fits_a_phone(door: Door) -> None:
    visitor = door.come(Person, **PHONE)
    visitor.goes_to("/rulebooks/diff?old=crown-blackjack&new=canberra-blackjack")
    expect(visitor.page.get_by_role("region", name="Clauses that are different")).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == 390
