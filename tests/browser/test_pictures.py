"""The documents' pictures of the pages, taken at a floor with something going on at its tables."""

import hashlib
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bythebook.house.activities.tournaments.running import TableRun
from bythebook.house.demo import demo
from bythebook.house.demo.tournaments import open_tournaments
from bythebook.tournaments.session.state import Session
from bythebook.tournaments.session.views import whose_turn
from tests.browser import small_pictures
from tests.browser.browsers import hold_clock, time_passes
from tests.browser.conftest import PHONE, Door
from tests.browser.floors import Floor
from tests.browser.people import Dealer, Person, Player

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
BYTES_MAX = 250_000
MOVING_BYTES_MAX = 2_000_000
WAY = (0.05, 0.3, 0.55, 0.8, 1)  # how far what moves has come in each frame
STEP_SECONDS = 0.46  # as long as a card, a stake or a payment is looked at, and no longer
COMPILED_MS_MAX = 600_000  # odds are compiled before they are worked out for the first time
SMALL_PHONE = {**PHONE, "device_scale_factor": 1}
CUP, TABLE = "tournament/practice-cup", "session/practice-cup.1.1"
CUP_SEED = hashlib.sha256(b"cup").digest()
CUP_HANDS = 5
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


def seat(floor: Floor, name: str, table: str, box: int, cents: int = 0) -> None:
    floor.order(name, table, "join", box=box)
    if cents:
        floor.order(name, table, "buy-chips", cents=cents)


def play_a_round(floor: Floor) -> None:
    """Ann splits and doubles, ben follows on her box, at the Crown's first table."""
    seat(floor, "ann", "crown", 4, 40_000)
    seat(floor, "ben", "crown", 5, 40_000)
    floor.order("ann", "crown", "place", box=4, amount=2500, wager="main")
    floor.order("ben", "crown", "place", box=4, amount=5000, wager="main")
    for name in ("ann", "ben"):
        floor.order(name, "crown", "ready")
    floor.decide("ann", "crown", "Split", 4)
    floor.decide("ben", "crown", "Split", 4)
    floor.decide("ann", "crown", "Double", 4)
    floor.order("ben", "crown", "ready")
    floor.decide("ann", "crown", "Stand", 4)


def call_for_the_pit(floor: Floor) -> None:
    """A higher minimum is announced; dropped cards wait for a supervisor."""
    limits = {"main": [2500, 50000], "any-pairs": [500, 10000]}
    time = int(floor.clock()) + 20 * 60
    sign = {"kind": "new-limits", "time": time, "player": "", "limits": limits}
    floor.order("supervisor", "challenge", "display-sign", **sign)
    floor.order("dealer", "challenge", "perform", act="mishandled", player="")
    seat(floor, "ann", "challenge", 3, 20_000)


def deal_real_cards(floor: Floor) -> None:
    """At the table of real cards a round is in play; a pair of queens has won already."""
    table = "crown-cards"
    seat(floor, "ann", table, 1, 50_000)
    seat(floor, "ben", table, 3, 50_000)
    floor.order("dealer", table, "sign-on", name="dealer", role="dealer")
    floor.order("dealer", table, "shuffle")
    floor.order("ann", table, "cut", player="ann", from_front=150)
    floor.order("dealer", table, "insert", from_back=[80])
    floor.order("dealer", table, "burn")
    for name, box, amount, wager in (
        ("ann", 1, 2500, "main"), ("ben", 3, 10000, "main"), ("ben", 3, 2500, "perfect-pairs"),
    ):  # fmt: skip
        floor.order(name, table, "place", box=box, amount=amount, wager=wager)
    floor.order("dealer", table, "no-more-bets")
    for card in ("8C", "QD", "6S", "3H", "QH"):
        floor.order("dealer", table, "deal", card=card)


def play_a_tournament(floor: Floor) -> None:
    """Ann plays some hands against six automatic players; her decision is waited for."""
    floor.run(open_tournaments(floor.house))
    floor.ask("ann", CUP, "enter", player="ann", agreed=True, copy=True)
    floor.ask("director", CUP, "attend", present=True)
    floor.ask("director", CUP, "close-entries")
    floor.ask("director", CUP, "name-tables", tables=[{"id": "T1"}])
    floor.ask("director", CUP, "brief", understood=True)
    floor.ask("director", CUP, "draw-seats", seed="")
    start = int(floor.clock()) + 16 * 60
    floor.ask("director", CUP, "move-start", starts=start, notice_minutes=15)
    floor.time_passes(17)
    floor.ask("director", CUP, "start-session", table=1)
    floor.ask("director", CUP, "announce", text="The final begins at eight.")
    floor.ask("ann", TABLE, "take-seat")
    while (session := session_of(floor)).hand <= CUP_HANDS or not is_to_decide("ann", session):
        if is_to_decide("ann", session):
            command = {"type": "Stand", "box": session.players["ann"].box}
            floor.ask("ann", TABLE, "decide", command=command)
        elif whose_turn(session) == "ann":
            floor.ask("ann", TABLE, "wager", amount=100)
        else:
            floor.time_passes(0.1)
            time.sleep(0.2)


def is_to_decide(name: str, session: Session) -> bool:
    return session.phase == "playing" and whose_turn(session) == name


def session_of(floor: Floor) -> Session:
    run = floor.house.affairs.state(TABLE)
    assert isinstance(run, TableRun)
    return run.session


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
