"""No page keeps anybody out: axe finds nothing serious, whoever looks and whatever goes on.

Each page and state is looked at once, by turns with a desk or a phone, in the dark or in the light;
with `--slow` each in all four ways.
"""

import re
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import expect

from bythebook.house.demo import demo
from bythebook.house.demo.pools import open_pools
from tests.browser.barriers import WAYS, barriers
from tests.browser.conftest import Door
from tests.browser.evening import (
    call_for_the_pit,
    deal_real_cards,
    play_a_round,
    play_a_tournament,
)
from tests.browser.floors import Floor
from tests.browser.people import Dealer, Person, Player

STACKS = {"practice-crown": "X 8 5 6 9 8 X", "crown": "8 6 8 3 X X X X"}
PAGES = {
    "": ["/", "/login", "/tournaments", "/tournaments/harbour-cup", "/tournaments/practice-cup",
         "/jackpots", "/promotions", "/rulebooks", "/rulebooks/crown-blackjack?text=17.",
         "/rulebooks/crown-blackjack/clauses/17.5", "/rulebooks/diff", "/odds",
         "/odds?game=crown-blackjack/blackjack", "/record", "/record?sample=crown-blackjack",
         "/shoes/check", "/api", "/nowhere", "/school", "/school/card", "/school/dealers",
         "/school/counting", "/tables/crown", "/tables/crown/sign", "/shoes/crown"],
    "ann": ["/account", "/account/rounds", "/account/second", "/school/play",
            "/school/play/crown/1"],
    "supervisor": ["/pit", "/pit/tables/challenge", "/tables/crown-cards/dealer", "/patrons",
                   "/patrons/ann"],
    "manager": ["/pit/new", "/promotions/drafts/new"],
    "director": ["/desk", "/tournaments/new", "/tournaments/harbour-cup/direct",
                 "/tournaments/practice-cup/direct"],
    "dealer": ["/dealer"],
    "administrator": ["/people", "/account/prove"],
    "inspector": ["/inspector", "/inspector/ledger", "/inspector/rounds/crown/1"],
    "cashier": ["/cage"],
}  # fmt: skip
ALL = pytest.param("all", marks=pytest.mark.slow)


class Looks:
    """What was found so far."""

    def __init__(self, ways: str) -> None:
        self._ways = ways
        self._turn = count()
        self.found: list[str] = []

    def at(self, person: Person, state: str) -> None:
        ways = list(WAYS)
        if self._ways == "by turns":
            ways = [ways[next(self._turn) % len(ways)]]
        self.found += [f"{state}, {said}" for said in barriers(person.page, ways)]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """The demonstration, with something going on wherever one looks."""
    floor = Floor(tmp_path_factory.mktemp("barriers"))
    floor.open()
    for terms in demo.demo_tables():
        floor.open_table(terms.id, deals=STACKS.get(terms.id, ""))
    floor.run(open_pools(floor.house))
    play_a_round(floor)
    call_for_the_pit(floor)
    deal_real_cards(floor)
    play_a_tournament(floor, hands=1)
    yield floor
    floor.end()


@pytest.fixture(params=["by turns", ALL])
def looks(request: pytest.FixtureRequest) -> Iterator[Looks]:
    looks = Looks(request.param)
    yield looks
    assert not looks.found, "\n".join(looks.found)


def test_every_page_of_every_role(door: Door, floor: Floor, looks: Looks) -> None:
    for name, paths in PAGES.items():
        person = door.come(Person, name)
        person.expected = ("404",)
        if name:
            person.logs_in()
        for path in paths:
            person.goes_to(path)
            looks.at(person, f"{name or 'somebody'} at {path}")


@pytest.mark.slow  # what is looked at stays open longer than a busy table waits
def test_a_player_at_a_table(door: Door, floor: Floor, looks: Looks) -> None:
    table = floor.open_table("practice-crown", f"axe-{id(looks)}", deals="9 6 2 X X X")
    guest = door.come(Player)
    guest.goes_to(table)
    expect(guest.page.get_by_role("button", name="Sit down and play")).to_be_visible()
    looks.at(guest, "before a seat")
    guest.clicks("Sit down and play")
    expect(guest.purse("In hand")).to_have_text("$1,000.00")
    guest.bets(4, "$25.00")
    looks.at(guest, "a wager down")
    guest.clicks("More", exact=True)
    looks.at(guest, "the menu")
    for name, dialog in (("Keys", "Keys"), ("Dispute a decision", "Dispute a decision")):
        guest.clicks(re.compile(f"^{name}"))
        expect(guest.page.get_by_role("dialog", name=dialog)).to_be_visible()
        looks.at(guest, name)
        guest.page.keyboard.press("Escape")
        guest.clicks("More", exact=True)
    guest.page.keyboard.press("Escape")
    guest.clicks("Chips", exact=True)
    looks.at(guest, "more chips")
    guest.page.keyboard.press("Escape")
    guest.chooses("Deal")
    expect(guest.status).to_contain_text("11 against 6")
    looks.at(guest, "a decision")
    guest.page.keyboard.press("p")
    expect(guest.page.locator("[data-part=refusal]")).to_be_visible()
    looks.at(guest, "a refusal")
    guest.chooses("Double")
    expect(guest.purse("Last round")).to_have_text("+$50.00")
    looks.at(guest, "settled")
    guest.page.locator(".book .clause").first.click()
    looks.at(guest, "what a clause says")


def test_a_player_in_a_tournament(door: Door, floor: Floor, looks: Looks) -> None:
    guest = door.come(Player)
    guest.goes_to("/tournaments")
    guest.clicks("Play now Harbour Sprint")
    expect(guest.status).to_have_text("You cut the cards.")
    looks.at(guest, "the cut")
    guest.page.keyboard.press("n")
    expect(guest.status).to_have_text("Your wager, please.")
    looks.at(guest, "a wager in a tournament")
    guest.page.keyboard.press("f")
    expect(guest.page.get_by_role("dialog", name="Secret wager")).to_be_visible()
    looks.at(guest, "a secret wager")
    guest.page.keyboard.press("Escape")
    guest.page.get_by_role("link", name="Leaderboard").click()
    looks.at(guest, "one's own tournament")


@pytest.mark.slow  # what is looked at stays open longer than a busy table waits
def test_the_school(door: Door, floor: Floor, looks: Looks) -> None:
    learner = door.come(Person)
    learner.goes_to("/school/drills?kind=pair")
    choices = learner.page.locator("#choices button")
    expect(choices.first).to_be_visible()
    looks.at(learner, "a drill")
    choices.first.click()
    expect(learner.page.locator("#verdict")).to_contain_text("%")
    looks.at(learner, "what it cost")
    learner.clicks("My errors")
    looks.at(learner, "the heat map")
    learner.goes_to("/school/counting?cards=1")
    learner.clicks("Deal")
    learner.page.keyboard.press("Enter")
    expect(learner.page.get_by_label("Running count", exact=True)).to_be_focused()
    looks.at(learner, "a count")
    learner.goes_to("/school/puzzle")
    learner.page.locator("#choices button").first.click()
    expect(learner.page.locator("#verdict .worth")).to_contain_text("%")
    looks.at(learner, "a puzzle that was guessed")
    learner.goes_to("/school/dealers")
    learner.page.locator("summary").first.click()
    learner.page.get_by_role("button", name=re.compile("^Begin")).first.click()
    learner.page.wait_for_url("**/shifts/*")
    looks.at(learner, "a shift")


def test_those_who_run_tables(door: Door, floor: Floor, looks: Looks) -> None:
    dealer = door.come(Dealer, "dealer")
    dealer.logs_in("/tables/crown-cards/dealer")
    dealer.waits_for("ann decides")
    looks.at(dealer, "the console")
    for name in dealer.page.get_by_role("tab").all_inner_texts():
        dealer.page.get_by_role("tab", name=name.strip()).click()
        looks.at(dealer, f"the console, {name}")
    manager = door.come(Person, "manager")
    manager.logs_in("/pit/tables/challenge")
    acts = manager.page.locator("[data-open], .act-button")
    if acts.count():
        acts.first.click()
        looks.at(manager, "an order of the pit")
    manager.goes_to("/jackpots")
    for link in manager.page.get_by_role("link", name=re.compile("Desk")).all()[:1]:
        link.click()
        looks.at(manager, "the desk of a jackpot")
