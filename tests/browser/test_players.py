"""Players at tables of virtual cards: split, double and insurance; two on one box; lost lines."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Door
from tests.browser.floors import Floor
from tests.browser.people import Player


def test_insurance_against_a_blackjack(door: Door, floor: Floor) -> None:
    """19 loses $25 to the dealer's blackjack (6.2.1(f)); $12.50 of insurance win 2 to 1."""
    guest = door.guest_at(floor.open_table("practice-crown", "insured", deals="X A 9 X"))
    guest.bets(4, "$25.00")
    guest.chooses("Deal")
    expect(guest.status).to_contain_text("The dealer offers · box 4: 19 against A")
    guest.chooses("Insurance")
    guest.chooses("Stand")
    expect(guest.dealer).to_contain_text("blackjack")
    expect(guest.box(4)).to_contain_text("−$25.00")
    expect(guest.box(4).get_by_role("link", name="6.2.1(f)")).to_be_visible()
    expect(guest.box(4)).to_contain_text("Insurance +$25.00")
    expect(guest.box(4).get_by_role("link", name="6.2.2(a)")).to_be_visible()
    expect(guest.purse("In hand")).to_have_text("$1,000.00")


def test_two_on_one_box(door: Door, floor: Floor) -> None:
    """Ann splits and doubles; ben, on her box, follows the split and not the double."""
    table = floor.open_table("crown", "shared", deals="8 6 8 3 X X X X")
    ann, ben = door.come(Player, "ann"), door.come(Player, "ben")
    for player, box in ((ann, 4), (ben, 6)):
        player.logs_in(table)
        player.sits(box)
        player.buys(200)
    for player in (ann, ben):
        player.bets(4, "$25.00")
    expect(ann.spot(4)).to_have_accessible_name("Bet, box 4: your wager $25.00, ben: $25.00")
    for player in (ann, ben):
        player.chooses("I am ready")
    expect(ann.status).to_contain_text("Your turn · box 4: 16 against 6")
    closed = ann.choice("Double")
    expect(closed).to_be_disabled()
    expect(closed).to_contain_text("hard 9, 10 or 11")
    ann.chooses("Split")
    ben.chooses("Split too")
    expect(ann.status).to_contain_text("hand 1 of 2: 11 against 6")
    ann.chooses("Double")
    expect(ben.status).to_contain_text("You may follow")
    ben.chooses("No, thank you")
    expect(ann.status).to_contain_text("hand 2 of 2: 18 against 6")
    hands = re.compile(r"hand 1, eight of .+, three of .+, total 21; hand 2, eight of .+, total 18")
    expect(ann.box(4)).to_contain_text(hands)
    expect(ben.box(4)).to_contain_text(hands)
    expect(ben.choice("Stand")).to_be_hidden()
    ann.chooses("Stand")
    # The dealer's 26 pays $50 and $25 on ann's two hands, $25 each on ben's (6.2.1(b)).
    expect(ann.dealer).to_contain_text("total 26")
    expect(ann.purse("Last round")).to_have_text("+$75.00")
    expect(ann.purse("In hand")).to_have_text("$275.00")
    expect(ben.purse("Last round")).to_have_text("+$50.00")
    expect(ben.purse("In hand")).to_have_text("$250.00")
    expect(ann.box(4)).to_contain_text("+$50.00")
    expect(ben.box(4).get_by_role("link", name="6.2.1(b)").first).to_be_visible()


def test_a_reload_and_a_lost_line_in_mid_hand(door: Door, floor: Floor) -> None:
    guest = door.guest_at(floor.open_table("practice-crown", "lost", deals="9 6 2 X X X"))
    guest.bets(4, "$25.00")
    guest.chooses("Deal")
    expect(guest.status).to_contain_text("11 against 6")
    guest.page.reload()
    expect(guest.status).to_contain_text("11 against 6")
    expect(guest.box(4)).to_contain_text("your box: nine of")
    expect(guest.purse("On the layout")).to_have_text("$25.00")
    lost = guest.page.get_by_text("The connection is lost.")
    guest.expected = ("WebSocket", "ERR_INTERNET_DISCONNECTED")
    guest.context.set_offline(True)
    expect(lost).to_be_visible()
    guest.chooses("Double")
    guest.context.set_offline(False)
    # Sent when the line is back, and carried out once: $50 were staked, and 21 beats 26 (6.2.1(b)).
    expect(guest.purse("Last round")).to_have_text("+$50.00")
    expect(guest.purse("In hand")).to_have_text("$1,050.00")
    expect(lost).to_be_hidden()
