"""The lobby: a table of one's own at once, others as the second choice, and back to where one
plays from anywhere."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from bythebook.house.people.people import Viewer
from bythebook.house.tables.advising import DECLINE, Advised, HandAdvice, Worth
from bythebook.house.tables.live_table import LiveTable, encode
from bythebook.house.tables.requests import Asked, Join
from tests.browser.conftest import DESK, PHONE, Door
from tests.browser.floors import Floor
from tests.browser.people import Person, Player

WIDTHS: dict[str, dict[str, Any]] = {"desk": {"viewport": DESK}, "phone": PHONE}


def table_of(person: Person) -> str:
    return person.page.url.removeprefix(person.address)


@pytest.mark.parametrize("width", WIDTHS)
def test_play_now_and_back_to_it_from_anywhere(door: Door, floor: Floor, width: str) -> None:
    context = WIDTHS[width]
    shared = floor.open_table("practice-plus", f"alone-{width}")
    guest = door.come(Player, **context)
    guest.goes_to("/")
    guest.sees("“Play now” opens a practice table of your own")
    game = guest.page.get_by_role("region", name="Blackjack Plus")
    expect(game).to_contain_text("$5 to $200 a wager · play chips")
    guest.clicks(f"Play now at Alone {width}")
    expect(guest.box(4)).to_contain_text("your box")
    expect(guest.purse("In hand")).to_have_text("$1,000.00")
    mine = table_of(guest)
    assert mine == f"/tables/own-alone-{width}-1"
    guest.bets(4, "$25.00")
    expect(guest.page.get_by_role("link", name="Your table", exact=True)).to_have_count(0)

    # From a page that has nothing to do with tables, one click.
    guest.goes_to("/rulebooks")
    guest.presses(guest.page.get_by_role("link", name="Your table", exact=True))
    expect(guest.spot(4)).to_have_accessible_name("Bet, box 4: your wager $25.00")
    assert table_of(guest) == mine
    guest.goes_to("/")
    guest.presses(guest.page.get_by_role("link", name=re.compile("^Back to Blackjack Plus")))
    expect(guest.spot(4)).to_have_accessible_name("Bet, box 4: your wager $25.00")
    guest.goes_to("/")
    guest.clicks(f"Play now at Alone {width}")
    guest.page.wait_for_url(guest.address + mine)

    # Somebody else has a table of their own, and cannot come to this one.
    other = door.come(Player, **context)
    other.goes_to("/")
    other.clicks(f"Play now at Alone {width}")
    expect(other.box(4)).to_contain_text("your box")
    assert table_of(other) == f"/tables/own-alone-{width}-2"
    other.expected = ("404",)
    other.goes_to(mine)
    other.sees("There is no table")

    # Left, it is gone; others are the second choice.
    guest.clicks("Leave")
    guest.presses(guest.page.get_by_role("dialog").get_by_role("button", name="Leave"))
    guest.page.wait_for_url(guest.address + "/")
    expect(guest.page.get_by_role("link", name="Your table", exact=True)).to_have_count(0)
    guest.presses(guest.page.get_by_role("link", name=f"Join others at Alone {width}"))
    expect(guest.box(4)).to_contain_text("your box")
    assert table_of(guest) == shared


def test_the_eighth_guest_has_a_table_as_well(door: Door, floor: Floor) -> None:
    table = floor.open_table("practice-plus", "crowded")
    for box in range(1, 8):
        viewer = Viewer(f"guest-crowd-{box}")
        floor.run(floor.house.command("crowded", viewer, Asked(f"c{box}", Join(box))))
    guest = door.come(Player)
    guest.goes_to("/")
    expect(guest.page.get_by_role("link", name="Watch others at Crowded")).to_be_visible()
    guest.goes_to(table)
    guest.clicks("Sit down and play")
    expect(guest.box(4)).to_contain_text("your box")
    assert table_of(guest) == "/tables/own-crowded-1"
    guest.goes_to(table)
    expect(guest.page.locator("[data-part=bar]")).to_contain_text("Others have every box here.")
    guest.clicks("Play at a table of your own")
    guest.page.wait_for_url(f"{guest.address}/tables/own-crowded-1")


def test_values_come_to_buttons_that_keep_their_size(door: Door, floor: Floor) -> None:
    """Insurance and "no" each have a place for what they are worth before it is known."""
    guest = door.guest_at(floor.open_table("practice-crown", "valued", deals="X A 9 X"))
    guest.bets(4, "$25.00")
    guest.chooses("Deal")
    expect(guest.choice("Insurance")).to_be_visible()
    [player] = floor.house.tables["valued"].run.table.players
    no, yes = Worth(action=DECLINE, value=-0.2461, best=True), Worth(action="insure", value=-0.28)
    hand = HandAdvice(player=player, box=4, hand=1, stake=2500, choices=(no, yes))
    sizes: list[Any] = [DESK, PHONE["viewport"]]
    for size in sizes:
        guest.page.reload()
        guest.page.set_viewport_size(size)
        buttons = [guest.choice("Insurance"), guest.choice("No, thank you")]
        for button in buttons:
            expect(button.locator(".worth")).to_have_text("…")
        before = [button.bounding_box() for button in buttons]
        advised = encode({"advice": Advised(1, (hand,))})
        floor.run(told(floor.house.tables["valued"], player, advised))
        expect(buttons[0]).to_contain_text("−28.0 %")
        expect(buttons[1]).to_contain_text("−24.6 %")
        expect(buttons[1]).to_have_class(re.compile("best"))
        assert [button.bounding_box() for button in buttons] == before


async def told(live: LiveTable, name: str, message: str) -> None:
    live.tell(name, message)


def test_practice_is_out_of_the_staffs_way_unless_asked_for(door: Door, floor: Floor) -> None:
    floor.open_table("practice-plus", "quiet")
    guest = door.come(Player)
    guest.goes_to("/")
    guest.clicks("Play now at Quiet")
    expect(guest.box(4)).to_contain_text("your box")
    inspector = door.come(Person, "inspector")
    inspector.logs_in()
    own = inspector.page.get_by_text("Quiet 1", exact=True)
    for path in ("/pit", "/inspector/ledger", "/inspector"):
        inspector.goes_to(path)
        shown = inspector.page.locator("main").inner_text()
        assert "Quiet" not in shown, path
        assert "@own-quiet-1" not in shown, path
    inspector.goes_to("/pit")
    inspector.page.get_by_role("link", name="With practice tables").click()
    expect(own.first).to_be_visible()
    inspector.goes_to("/inspector/ledger")
    inspector.page.get_by_role("link", name="With play money").click()
    expect(inspector.page.get_by_text("@own-quiet-1").first).to_be_visible()
    expect(inspector.page.get_by_text("All accounts together: $0.00")).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_game_whose_book_says_nothing_of_tables(door: Door, floor: Floor, width: str) -> None:
    """Reference Blackjack: a table of one's own, a round, and by what conduct it is run."""
    floor.open_table("practice-reference", f"american-{width}")
    guest = door.come(Player, **WIDTHS[width])
    guest.goes_to("/")
    guest.clicks(f"Play now at American {width}")
    expect(guest.box(4)).to_contain_text("your box")
    guest.bets(4, "$25.00")
    guest.chooses("Deal")
    for _ in range(9):
        expect(guest.page.locator("[data-part=bar] button:not([disabled])").first).to_be_visible()
        if guest.page.get_by_role("button", name=re.compile("Same again")).count():
            break
        for name in ("Stand", "No, thank you"):
            if guest.choice(name).count():
                guest.chooses(name)
                break
    rounds = floor.house.tables[f"own-american-{width}-1"].run.table.rounds
    assert rounds == 1
    guest.goes_to(f"/tables/own-american-{width}-1/sign")
    guest.sees("this one is run by the plain conduct, edition 1")
    guest.presses(guest.page.get_by_role("link", name="What that says"))
    guest.sees("This book does not say how its tables are run.")


def test_the_way_around_on_a_phone_is_a_menu(door: Door) -> None:
    """Nothing scrolls sideways: every place is a tap, or Enter and Tab, away."""
    visitor = door.come(Person, **PHONE)
    visitor.goes_to("/")
    places = visitor.page.get_by_role("navigation", name="Main").get_by_role("link")
    expect(places).to_have_count(0)
    visitor.clicks("Menu", exact=True)
    expect(places).to_have_count(8)
    for at in range(8):
        box = places.nth(at).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("button", name="Menu", exact=True).focus()
    visitor.page.keyboard.press("Enter")
    visitor.tabs_to("School", "link")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/school")
