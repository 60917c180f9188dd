"""A whole round on a phone, and a whole round without the mouse."""

import re
from typing import Literal

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Door
from tests.browser.contrast import faint
from tests.browser.floors import Floor
from tests.browser.people import Person, Player

THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
PAGES = {
    "": ["/", "/rulebooks", "/rulebooks/crown-blackjack", "/rulebooks/crown-blackjack/clauses/17.5",
         "/odds", "/record", "/record?sample=crown-blackjack", "/shoes/check", "/login", "/api",
         "/tournaments", "/jackpots", "/promotions"],
    "administrator": ["/people", "/account", "/pit"],
    "supervisor": ["/pit", "/pit/tables/pocket", "/tables/pocket/dealer", "/patrons",
                   "/patrons/ann"],
    "inspector": ["/inspector", "/inspector/ledger", "/inspector/rounds/pocket/1"],
    "cashier": ["/cage"],
}  # fmt: skip


def wider_than_the_phone(person: Person) -> int:
    width = person.page.evaluate("document.documentElement.scrollWidth")
    return int(width) - int(PHONE["viewport"]["width"])


def test_a_round_on_a_phone(door: Door, floor: Floor) -> None:
    table = floor.open_table("practice-crown", "pocket", deals="9 6 2 X X X")
    guest = door.guest_at(table, **PHONE)
    assert wider_than_the_phone(guest) <= 0
    guest.bets(4, "$25.00")
    guest.chooses("Deal")
    expect(guest.status).to_contain_text("11 against 6")
    assert wider_than_the_phone(guest) <= 0
    guest.chooses("Double")
    expect(guest.purse("Last round")).to_have_text("+$50.00")
    assert wider_than_the_phone(guest) <= 0
    guest.clicks("Book", exact=True)
    expect(guest.book.get_by_role("link", name="6.2.1(b)")).to_be_in_viewport()
    wide: dict[str, int] = {}
    unread: list[str] = []
    for name, paths in PAGES.items():
        person = door.come(Person, name, **PHONE)
        if name:
            person.logs_in()
        for path in paths:
            person.goes_to(path)
            if (pixels := wider_than_the_phone(person)) > 0:
                wide[path] = pixels
            for theme in THEMES:
                person.page.emulate_media(color_scheme=theme)
                unread += [f"{path}, {theme}: {found}" for found in faint(person.page)]
    assert wide == {}
    assert not unread, "\n".join(unread)


def test_a_round_without_the_mouse(door: Door, floor: Floor) -> None:
    floor.open_table("practice-crown-house", "keys", deals="9 6 2 X X X")
    guest = door.come(Player)
    guest.goes_to("/")
    keys = guest.page.keyboard
    guest.tabs_to("Join others at Keys")
    keys.press("Enter")
    expect(guest.purse("In hand")).to_have_text("$1,000.00")
    keys.press("4")
    expect(guest.page.get_by_role("radio", name="$25.00 chip")).to_be_checked()
    guest.tabs_to("Show 6 open boxes")
    keys.press("Enter")
    expect(guest.spot(5)).to_be_visible()
    guest.tabs_to(re.compile("^Bet, box 4"))
    keys.press("ArrowLeft")
    expect(guest.spot(5)).to_be_focused()
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(guest.spot(4)).to_have_accessible_name("Bet, box 4: your wager $25.00")
    keys.press(" ")
    keys.press("Backspace")
    expect(guest.spot(4)).to_have_accessible_name("Bet, box 4: your wager $25.00")
    keys.press("Enter")  # a wager is down: it deals
    expect(guest.status).to_contain_text("11 against 6")
    keys.press("p")  # greyed: the key says why not
    expect(guest.page.locator("[data-part=refusal]")).to_contain_text("8.5.6(a)")
    keys.press("d")
    expect(guest.purse("Last round")).to_have_text("+$50.00")
    keys.press("?")
    expect(guest.page.get_by_role("dialog", name="Keys")).to_be_visible()
    keys.press("Escape")
    expect(guest.page.get_by_role("dialog", name="Keys")).to_be_hidden()
    expect(guest.choice("Same again")).to_be_visible()  # until then the key has nothing to do
    keys.press("b")
    expect(guest.spot(4)).to_have_accessible_name("Bet, box 4: your wager $25.00")
    keys.press("c")
    expect(guest.spot(4)).to_have_accessible_name("Bet, box 4: no wager of yours")
