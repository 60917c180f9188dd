"""The documents' pictures of the pages, taken at a floor with something going on at its tables."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bythebook.house.demo import demo
from tests.browser import small_pictures
from tests.browser.browsers import hold_clock, time_passes
from tests.browser.conftest import PHONE, Door
from tests.browser.evening import (
    call_for_the_pit,
    deal_real_cards,
    play_a_round,
    play_a_tournament,
    seat,
)
from tests.browser.floors import Floor
from tests.browser.people import Dealer, Person, Player

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
BYTES_MAX = 250_000
MOVING_BYTES_MAX = 2_000_000
WAY = (0.05, 0.3, 0.55, 0.8, 1)  # how far what moves has come in each frame
STEP_SECONDS = 0.46  # as long as a card, a stake or a payment is looked at, and no longer
COMPILED_MS_MAX = 600_000  # odds are compiled before they are worked out for the first time
SMALL_PHONE = {**PHONE, "device_scale_factor": 1}
CUP_SEED = hashlib.sha256(b"cup").digest()
STACKS = {"practice-crown": "X 8 5 6 9 8 X", "crown": "8 6 8 3 X X X X"}


class Album:
    """Where the pictures go."""

    def __init__(self, blank: Page) -> None:
        self._blank = blank

    def film(self, page: Page) -> small_pictures.Film:
        return small_pictures.Film(page, self._blank)

    def show(self, film: small_pictures.Film, name: str) -> None:
        path = PICTURES / f"house-{name}.png"
        film.write(path)
        assert path.stat().st_size < MOVING_BYTES_MAX, name

    def take(self, page: Page, name: str) -> None:
        path = PICTURES / f"house-{name}.png"
        small_pictures.take(page, path, self._blank)
        assert path.stat().st_size < BYTES_MAX, name


@pytest.fixture(scope="module")
def album(browser: Browser) -> Iterator[Album]:
    blank = browser.new_page()
    yield Album(blank)
    blank.close()


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """The demonstration, with people at some of its tables and advice at those for practice."""
    floor = Floor(tmp_path_factory.mktemp("demonstration"), advice=True)
    floor.open()
    for terms in demo.demo_tables():
        floor.open_table(terms.id, deals=STACKS.get(terms.id, ""))
    play_a_round(floor)
    call_for_the_pit(floor)
    deal_real_cards(floor)
    yield floor
    floor.end()


def test_a_table_with_advice(door: Door, floor: Floor, album: Album) -> None:
    """Ben stands on 19; ann has two eights against a six, and is told what each choice is worth."""
    table = "practice-crown"
    seat(floor, "ben", table, 2)
    seat(floor, "ann", table, 4)
    ann, phone = door.come(Player, "ann"), door.come(Player, "ann", **SMALL_PHONE)
    guest = door.come(Player)
    guest.goes_to("/login")
    guest.clicks("Come in as a guest")
    guest.goes_to(f"/tables/{table}")
    guest.sits(6)
    guest.bets(6, "$100.00")
    for player in (ann, phone):
        player.logs_in(f"/tables/{table}")
    floor.order("ben", table, "place", box=2, amount=10000, wager="main")
    ann.bets(4, "$25.00")
    ann.bets(4, "$5.00", "Perfect Pairs")
    ann.chooses("I am ready")
    guest.chooses("I am ready")
    expect(guest.dealer).to_contain_text("six")
    floor.decide("ben", table, "Stand", 2)
    for player, name in ((ann, "table"), (phone, "phone")):
        worth = player.choice("Split").get_by_text("%")
        expect(worth).to_be_visible(timeout=COMPILED_MS_MAX)
        album.take(player.page, name)


def test_a_round_in_motion(door: Door, floor: Floor, album: Album) -> None:
    """Eleven against a six is doubled and wins: card by card, and the chips on their way."""
    table = floor.open_table("practice-crown", "evening", deals="9 6 2 X X X")
    guest = door.guest_at(table, speed="normal")
    guest.bets(4, "$25.00")
    guest.page.mouse.move(0, 0)
    film = album.film(guest.page)
    hold_clock(guest.page)
    film.add(1, last=1.0)
    for press, steps in (("Enter", 3), ("d", 5)):
        guest.page.keyboard.press(press)
        expect(guest.page.locator(".is-held")).to_be_visible()
        for _ in range(steps):
            film.add(*WAY)
            time_passes(guest.page, STEP_SECONDS)
        expect(guest.page.locator(".is-held")).to_be_hidden()
        film.add(1, last=1.6)
    album.show(film, "round")


def test_the_lobby(door: Door, floor: Floor, album: Album) -> None:
    visitor, phone = door.come(Person), door.come(Person, **SMALL_PHONE)
    for person, name in ((visitor, "lobby"), (phone, "phone-lobby")):
        person.goes_to("/")
        album.take(person.page, name)


def test_the_staff(door: Door, floor: Floor, album: Album) -> None:
    dealer, supervisor = door.come(Dealer, "dealer"), door.come(Person, "supervisor")
    dealer.logs_in("/tables/crown-cards/dealer")
    dealer.waits_for("ann decides")
    dealer.page.get_by_role("button", name="Go off duty").wait_for()
    album.take(dealer.page, "dealer")
    supervisor.logs_in("/pit")
    album.take(supervisor.page, "pit")


def test_the_inspector(door: Door, floor: Floor, album: Album) -> None:
    inspector = door.come(Person, "inspector")
    inspector.logs_in("/inspector/rounds/crown/1")
    slider = inspector.page.get_by_role("slider", name="Step of the round")
    slider.press("ArrowLeft")
    slider.blur()
    album.take(inspector.page, "replay")


def test_the_library(door: Door, floor: Floor, album: Album) -> None:
    visitor = door.come(Person)
    visitor.goes_to("/rulebooks/crown-blackjack?text=17.")
    album.take(visitor.page, "rulebook")


def test_odds(door: Door, floor: Floor, album: Album) -> None:
    visitor = door.come(Person)
    visitor.goes_to("/odds?game=crown-blackjack/blackjack&ask=1")
    expect(visitor.page.locator("#edge")).to_be_visible(timeout=COMPILED_MS_MAX)
    visitor.page.evaluate("document.getElementById('results').scrollIntoView()")
    album.take(visitor.page, "odds")


def test_a_tournament(door: Door, floor: Floor, album: Album) -> None:
    ann, director = door.come(Player, "ann"), door.come(Person, "director")
    ann.logs_in("/tournaments")
    director.logs_in("/tournaments")
    with floor.chance.seeded(CUP_SEED):
        play_a_tournament(floor)
    ann.goes_to("/tournaments/practice-cup/tables/1.1")
    expect(ann.status).to_contain_text("Your turn")
    album.take(ann.page, "tournament-table")
    for person, where, name in ((ann, "", "tournament"), (director, "/direct", "director")):
        person.goes_to(f"/tournaments/practice-cup{where}")
        expect(person.page.get_by_role("img", name="Chips after each hand")).to_be_visible()
        album.take(person.page, name)
