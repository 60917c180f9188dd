"""A dealer deals real cards: the console says what is due, players decide in their own browsers."""

from playwright.sync_api import expect

from bythebook.house.demo import demo
from tests.browser.conftest import Door
from tests.browser.floors import Floor
from tests.browser.people import Dealer, Person, Player


def player_at(door: Door, table: str, name: str, box: int) -> Player:
    """Somebody with an account, seated with chips for $200."""
    player = door.come(Player, name)
    player.logs_in(table)
    player.sits(box)
    player.buys(200)
    return player


def cards_are_made_ready(dealer: Dealer, player: Player) -> None:
    """Shuffled, cut by the first who came (4.2.3(a)), and the first card burned."""
    dealer.clicks("Come on duty")
    dealer.types("ok", f"Offer the cut to {player.name}")
    player.clicks("Cut here")
    dealer.waits_for("Put the cutting card in")
    dealer.types("ok", "Burn a card")
    dealer.types("ok", "Wagers are open")


def test_insurance_a_split_and_a_double(door: Door, floor: Floor) -> None:
    table = floor.open_table("crown-cards", "scanned")
    dealer = door.come(Dealer, "dealer")
    dealer.logs_in(f"{table}/dealer")
    dealer.waits_for("Shuffle the cards")
    ann = player_at(door, table, "ann", 1)
    cards_are_made_ready(dealer, ann)
    ann.bets(1, "$25.00")
    expect(dealer.page.get_by_role("region", name="The layout")).to_contain_text("ann $25 main")
    dealer.types("n", "The first card")
    dealer.deals("8c as 8h")
    dealer.waits_for("Offer insurance")
    ann.chooses("Insurance")
    expect(ann.purse("On the layout")).to_have_text("$37.50")
    dealer.types("ok", "ann decides: box 1")
    ann.chooses("Split")
    dealer.waits_for("A card to box 1")
    dealer.deals("3d")
    expect(ann.status).to_contain_text("hand 1 of 2: 11 against A")
    ann.chooses("Double")
    dealer.waits_for("A card to box 1")
    dealer.deals("td")
    dealer.waits_for("A card to box 1, hand 2")
    dealer.deals("ts")
    dealer.waits_for("ann decides: box 1, hand 2")
    dealer.types("s", "A card to the dealer")
    dealer.deals("7c")
    dealer.waits_for("Pay and collect")
    pay = dealer.page.get_by_role("tabpanel", name="Pay list")
    for row in ("insurance $12.50 loses 6.2.2(b)", "main $50.00 wins 1 to 1 6.2.1(c) $50.00"):
        expect(pay.get_by_role("row", name=row)).to_be_visible()
    expect(
        pay.get_by_role("row", name="hand 2 ann main $25.00 stands off 6.2.1(d)")
    ).to_be_visible()
    expect(pay).to_contain_text("To pay $50.00 · to collect $12.50")
    expect(ann.purse("Last round")).to_have_text("+$37.50")
    expect(ann.purse("In hand")).to_have_text("$237.50")


def test_a_card_to_the_wrong_box_and_a_void_round(door: Door, floor: Floor) -> None:
    table = floor.open_table("crown-cards", "wrong-box")
    dealer = door.come(Dealer, "dealer")
    dealer.logs_in(f"{table}/dealer")
    dealer.waits_for("Shuffle the cards")
    ann = player_at(door, table, "ann", 1)
    ben = player_at(door, table, "ben", 2)
    supervisor = door.come(Dealer, "supervisor")
    supervisor.logs_in(f"{table}/dealer")
    cards_are_made_ready(dealer, ann)
    ann.bets(1, "$25.00")
    ben.bets(2, "$25.00")
    dealer.types("n", "The first card")
    dealer.deals("9c 8d 6s")
    dealer.waits_for("A card to box 1")
    dealer.types("5h 2", "Put a card right")
    # The dealer may not rebuild a hand; the supervisor may (17.5).
    supervisor.waits_for("Put a card right")
    expect(supervisor.page.get_by_text("An irregular card: 5H")).to_be_visible()
    supervisor.clicks("Put it where it belongs")
    dealer.waits_for("A card to box 2")
    expect(ann.box(1)).to_contain_text("nine of clubs, five of hearts, total 14")
    expect(ben.book).to_contain_text("17.5")
    dealer.deals("3h")
    dealer.waits_for("ann decides: box 1")
    ann.chooses("Stand")
    dealer.waits_for("ben decides: box 2")
    supervisor.page.get_by_role("tab", name="Went wrong").click()
    supervisor.clicks("Void a round that cannot be finished")
    order = supervisor.page.get_by_role("dialog", name="Void a round that cannot be finished")
    order.get_by_label("Why").fill("several cards fell out of the shoe together")
    expect(order.get_by_role("status")).to_contain_text("It would be carried out now")
    order.get_by_role("button", name="Give the order").click()
    asked = supervisor.page.get_by_role("dialog", name="Declare the round void?")
    expect(asked).to_contain_text("To ann$25.00To ben$25.00")
    supervisor.is_sure("Declare the round void?")
    dealer.waits_for("Pay and collect")
    pay = dealer.page.get_by_role("tabpanel", name="Pay list")
    expect(pay.get_by_role("row", name="Box 1 ann main $25.00 returned 17.12")).to_be_visible()
    expect(pay.get_by_role("row", name="Box 2 ben main $25.00 returned 17.12")).to_be_visible()
    expect(pay).to_contain_text("To pay $0.00 · to collect $0.00")
    for player in (ann, ben):
        expect(player.book).to_contain_text("The round is void")
        expect(player.purse("In hand")).to_have_text("$200.00")


def test_the_demonstrations_tour_and_a_card_that_was_typed_wrongly(
    door: Door, floor: Floor
) -> None:
    """Whoever deals for the first time is never refused; what is for others is grey and says so."""
    floor.open_table("crown-cards", "tour")
    floor.run(demo.make_ready(floor.house, "tour"))
    dealer = door.come(Dealer, "dealer", viewport={"width": 1360, "height": 900})
    dealer.logs_in()
    dealer.page.wait_for_url("**/dealer")
    dealer.page.get_by_role("link", name="Deal at Tour").click()
    dealer.waits_for("Wagers are open")
    dealer.types("1 cleo 25", "Wagers are open")
    dealer.types("4 dan 25", "Wagers are open")
    dealer.types("ok", "The first card")
    dealer.deals("9c 5d 7h td")
    for box in range(1, 8):
        place = dealer.page.get_by_role("listitem").filter(has_text=f"Box {box}")
        expect(place).to_be_in_viewport(ratio=1)

    # The card is drawn before it is due: it lies there as a button, and no other comes first.
    dealer.page.get_by_role("tab", name="Went wrong").click()
    dealer.clicks("Use a card drawn too many as the next one", exact=True)
    early = dealer.page.get_by_role("dialog")
    early.get_by_label("Card", exact=True).fill("6s")
    early.get_by_role("button", name="Give the order").click()
    dealer.clicks("Deal the card that was kept: six of spades")
    dealer.waits_for("cleo decides: box 1")
    finish = dealer.page.get_by_role("button", name="Finish the hand by the book")
    expect(finish).to_be_disabled()
    expect(finish).to_contain_text("takes: Higher Duties Dealer (8.5.4:direction)")

    # It was the six of clubs (17.5): the dealer says so, and somebody higher stands behind it.
    expect(dealer.page.locator("#last-card")).to_contain_text("six of spades")
    dealer.page.get_by_role("button", name="Correct it").click()
    order = dealer.page.get_by_role("dialog", name="Correct the last card that was put down")
    expect(order.get_by_label("Put down by mistake")).to_have_value("6S")
    order.get_by_label("The card that lies there").fill("6c")
    expect(order.get_by_role("status")).to_contain_text("It would wait for a second person")
    order.get_by_role("button", name="Give the order").click()
    dealer.sees("It waits for a second person")
    # Until then nobody goes on from it; the dealer can take it back, and asks again.
    dealer.waits_for("The last card is to be corrected")
    dealer.types("s", "The last card is to be corrected")
    expect(dealer.page.get_by_role("alert")).to_contain_text("the table waits")
    dealer.clicks("Take it back")
    dealer.waits_for("cleo decides: box 1")
    dealer.types("fix 6c", "The last card is to be corrected")
    expect(dealer.page.locator("#due-controls")).to_contain_text("a Higher Duties Dealer, must")
    supervisor = door.come(Person, "supervisor")
    supervisor.logs_in()
    supervisor.page.wait_for_url("**/pit")
    waiting = supervisor.page.get_by_role("region", name="Waiting for a second person")
    expect(waiting).to_contain_text("correct the last card that was put down")
    waiting.get_by_role("button", name="Approve").click()
    dealer.waits_for("cleo decides: box 1")
    box4 = dealer.page.get_by_role("listitem").filter(has_text="Box 4")
    expect(box4).to_contain_text("five of diamonds, six of clubs")
    expect(dealer.page.locator("#last-card")).to_contain_text("six of clubs")
    dealer.line.fill("fix 16")  # by the line as well
    dealer.line.press("Enter")
    expect(dealer.page.get_by_role("alert")).to_have_text("fix, and the card that lies there.")

    # Paying is due when the round is over, with the pay list open.
    dealer.types("s", "dan decides: box 4")
    dealer.types("s", "A card to the dealer")
    dealer.deals("tc")
    dealer.waits_for("Pay and collect")
    pay = dealer.page.get_by_role("tabpanel", name="Pay list")
    expect(pay).to_contain_text("To pay $25.00 · to collect $25.00")
    dealer.clicks("Paid and collected")
    dealer.waits_for("Wagers are open")
