"""What the casino knows of somebody, in front of browsers: tokens, exclusions, one loss limit."""

import re
import time
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Route, expect

from bythebook.errors import Refused
from bythebook.house.activities.tournaments.conducting import dated
from bythebook.house.people import people as p
from bythebook.tournaments.terms.files import read_document
from tests.browser.browsers import SECONDS_MAX
from tests.browser.conftest import PHONE, Door
from tests.browser.floors import Floor
from tests.browser.people import Dealer, Person, Player
from tests.clauses import clause
from tests.web.visitors import PASSWORD

EXAMPLE = Path(__file__).parents[2] / "examples/tournaments/tasmania-chips.toml"


def comes_to_the_casino(floor: Floor, name: str) -> None:
    """An account with $2,000 at the cage: what is found about somebody stays, so each has one."""
    accounts = floor.house.accounts
    floor.run(accounts.order(p.HOUSE, p.OpenAccount(name), int(floor.clock())))
    floor.run(accounts.credentials.set_password(name, PASSWORD))
    floor.run(floor.house.at_cage("cashier", name, 200_000, "deposit", f"first {name}"))


def ready_table(floor: Floor, id: str, player: str) -> str:
    """A table of real cards, where no clock runs; somebody sits at box 4 with $500."""
    address = floor.open_table("crown-cards", id)
    floor.order(player, id, "join", box=4)
    floor.order(player, id, "buy-chips", cents=50_000)
    floor.order("dealer", id, "shuffle")
    floor.order(player, id, "cut", player=player, from_front=100)
    floor.order("dealer", id, "insert", from_back=[78])
    floor.order("dealer", id, "burn")
    return address


def order_about(dealer: Person, player: str, act: str) -> Locator:
    """An order of the console about a player: its form."""
    dealer.page.get_by_role("tab", name="Players").click()
    dealer.page.get_by_label(f"Order about {player}").select_option(label=act)
    return dealer.page.get_by_role("dialog")


def of_the_crown(person: Person, part: Locator) -> None:
    part.get_by_label("By which book").select_option("crown-blackjack")


def typed_moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M", time.localtime(seconds))


@clause("crown-blackjack 1.1:casino-promotional-token")
def test_a_token_is_staked_by_whoever_holds_one(door: Door, floor: Floor) -> None:
    comes_to_the_casino(floor, "tess")
    table = ready_table(floor, "vouchers", "tess")
    tess = door.come(Player, "tess")
    tess.logs_in(table)
    token = tess.page.get_by_role("radio", name=re.compile("token"))
    expect(tess.page.get_by_role("radio", name="$25.00 chip")).to_be_visible()
    expect(token).to_have_count(0)
    tess.page.keyboard.press("t")
    tess.bets(4, "$25.00")
    expect(tess.spot(4)).not_to_have_accessible_name(re.compile("tokens"))
    with pytest.raises(Refused, match=r"0\.00 in tokens") as no:
        floor.order("tess", "vouchers", "place", box=4, player="", amount=2500, token=True)
    assert no.value.clause == "1.1:casino-promotional-token"
    tess.clicks("Clear")

    manager = door.come(Person, "manager")
    manager.logs_in("/patrons")
    manager.page.get_by_label("Anybody with an account").fill("tess")
    manager.clicks("Look up")
    vouchers = manager.page.get_by_role("region", name="Vouchers", exact=True).first
    vouchers.get_by_text("Issue a voucher").first.click()
    of_the_crown(manager, vouchers)
    vouchers.get_by_label("Worth").fill("50")
    vouchers.get_by_label("From", exact=True).fill(typed_moment(floor.clock() - 3600))
    vouchers.get_by_label("Until", exact=True).fill(typed_moment(floor.clock() + 7200))
    vouchers.get_by_role("button", name="Issue a voucher").click()
    manager.is_sure("Issue this voucher?")
    expect(vouchers).to_contain_text("to exchange")
    expect(token).to_have_count(0)  # a voucher is no token yet

    dealer = door.come(Dealer, "dealer")
    dealer.logs_in(f"{table}/dealer")
    form = order_about(dealer, "tess", "Exchange a voucher")
    expect(form.get_by_label("Number of the voucher")).to_have_value("1")
    form.get_by_role("button", name="Give the order").click()
    expect(form).to_have_count(0)

    expect(tess.purse("Tokens in hand")).to_have_text("$50.00")
    tess.page.get_by_role("radio", name="$25.00 chip").click()
    tess.page.keyboard.press("t")
    expect(token).to_be_checked()
    tess.presses(tess.spot(4))
    expect(tess.spot(4)).to_have_accessible_name(
        re.compile(r"your wager \$25\.00, \$25\.00 of it in tokens")
    )
    expect(tess.purse("Tokens in hand")).to_have_text("$25.00")
    expect(tess.purse("In hand")).to_have_text("$500.00")
    expect(dealer.page.get_by_label("The layout")).to_contain_text("$25 in tokens")
    manager.goes_to("/patrons/tess")
    expect(manager.page.get_by_role("region", name="Tokens").first).to_contain_text(
        "Vouchers $25.00"
    )


def is_announced(floor: Floor) -> str:
    now, stream = int(floor.clock()), "tournament/open-to-all"
    terms = dated(read_document(EXAMPLE.read_bytes()), closes=now + 3600, starts=now + 7200)
    dates = replace(terms.dates, withdraw_until=None)
    terms = replace(terms, id="open-to-all", dates=dates)
    floor.ask("director", stream, "make", terms=msgspec.to_builtins(terms))
    floor.ask("manager", stream, "name-director", name="director")
    floor.ask("director", stream, "practice")
    floor.ask("director", stream, "attend", present=True)
    floor.ask("director", stream, "confirm-conditions")
    floor.ask("manager", stream, "publish")
    return "/tournaments/open-to-all"


@clause("crown-blackjack 20.2.3")
def test_excluded_at_one_table_is_refused_everywhere(door: Door, floor: Floor) -> None:
    comes_to_the_casino(floor, "eve")
    here, there = ready_table(floor, "out-here", "eve"), floor.open_table("crown", "out-there")
    cup = is_announced(floor)
    eve, entering = door.come(Player, "eve"), door.come(Player, "eve", **PHONE)
    eve.expected = entering.expected = ("409", "403")
    eve.logs_in(here)
    entering.logs_in(cup)
    entering.presses(entering.page.get_by_label("I have read the terms"))

    manager = door.come(Dealer, "manager")
    manager.logs_in(f"{here}/dealer")
    form = order_about(manager, "eve", "Exclude")
    form.get_by_label("Why").fill("asked for it herself")
    form.get_by_role("button", name="Give the order").click()
    expect(form).to_have_count(0)

    eve.sees(re.compile("excluded from the casino"))
    entering.clicks(re.compile("^Enter for"))
    entering.sees(re.compile(r"Eve is excluded from the casino \(clause 20\.2\.3\)"))
    eve.goes_to(there)
    eve.sees("Eve is excluded from the casino")
    expect(eve.page.get_by_role("alert").get_by_role("link", name="20.2.3")).to_be_visible()
    eve.goes_to("/account")
    eve.sees("What is yours at the cage is paid out")
    eve.clicks("Log out")
    eve.goes_to("/login")
    eve.page.get_by_label("Name").fill("eve")
    eve.page.get_by_label("Password").fill(PASSWORD)
    eve.clicks("Log in")
    expect(eve.page.get_by_role("alert")).to_contain_text("Eve is excluded from the casino. 20.2.3")

    cashier = door.come(Person, "cashier")
    cashier.expected = ("409",)
    cashier.logs_in("/cage")
    cashier.goes_to("/cage?player=eve")
    cashier.page.get_by_label("Amount").fill("20")
    cashier.clicks("Deposit")
    expect(cashier.page.get_by_role("alert")).to_contain_text("Eve is excluded from the casino")
    cashier.clicks("Withdraw")
    cashier.sees("Paid out")

    manager.goes_to("/patrons/eve")
    part = manager.page.get_by_role("region", name="Exclusions")
    expect(part).to_contain_text("asked for it herself")
    again = part.get_by_role("form", name="Let in again to the casino")
    again.get_by_label("Why").fill("a year is over")
    again.get_by_role("button", name="Let in again").click()
    expect(part).to_contain_text("None.")
    eve.logs_in(there)
    eve.sits(4)


def test_what_is_being_written_is_not_lost_to_what_others_do(door: Door, floor: Floor) -> None:
    """The page is told of a change, asks for it, and meanwhile somebody has begun to write."""
    comes_to_the_casino(floor, "ida")
    about, stream = {"patron": "ida", "book": "crown-blackjack"}, "patron/ida"
    game = {"scope": "game", "game": "free-bet-blackjack"}
    floor.ask("manager", stream, "exclude", "asked for it", **about, **game)
    manager = door.come(Person, "manager")
    manager.logs_in("/patrons/ida")
    part = manager.page.get_by_role("region", name="Exclusions")
    why = part.get_by_label("Why").first
    expect(why).to_be_visible()
    asked: list[Route] = []
    manager.page.route("**/patrons/ida", lambda route: asked.append(route))
    floor.ask("manager", stream, "exclude", "asked for it too", **about, scope="casino", game="")
    for _ in range(10 * SECONDS_MAX):
        if asked:
            break
        manager.page.wait_for_timeout(100)
    assert asked
    why.fill("a year is over")
    manager.page.unroute("**/patrons/ida")  # what was held goes on
    # What the page asked for is there: whatever nobody writes in says so.
    expect(manager.page.locator("[data-part=state]")).to_have_text("excluded")
    expect(why).to_have_value("a year is over")
    expect(part).not_to_contain_text("asked for it too")
    why.fill("")
    expect(part).to_contain_text("asked for it too")


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 20.3")
def test_a_loss_limit_spans_three_tables(door: Door, floor: Floor) -> None:
    """$100 for a day: 40 lie at one table, 40 at the next, and 20 are left at the third."""
    comes_to_the_casino(floor, "lou")
    tables = {id: ready_table(floor, id, "lou") for id in ("lou-one", "lou-two", "lou-three")}
    lou = door.come(Player, "lou", **PHONE)
    lou.expected = ("409",)
    lou.logs_in("/account")
    part = lou.page.get_by_role("region", name="Your loss limit")
    part.get_by_text("Set a loss limit").first.click()
    part.get_by_label("At most").fill("100")
    lou.presses(part.get_by_role("button", name="Set a loss limit"))
    lou.is_sure("Set this loss limit?")
    expect(part).to_contain_text("$100.00")
    for id in ("lou-one", "lou-two"):
        floor.order("lou", id, "place", box=4, player="", amount=4000)
    expect(part).to_contain_text("Left$20.00")

    lou.goes_to(tables["lou-three"])
    expect(lou.purse("Loss limit left")).to_have_text("$20.00")
    lou.presses(lou.page.get_by_role("radio", name="$25.00 chip"))
    lou.presses(lou.spot(4))
    lou.sees("20.00 is left of lou's limit")
    expect(lou.page.get_by_role("link", name="1.1", exact=True)).to_be_visible()
    lou.presses(lou.page.get_by_role("radio", name="$5.00 chip"))
    lou.presses(lou.spot(4))
    expect(lou.purse("Loss limit left")).to_have_text("$10.00")
    floor.order("lou", "lou-two", "take-off", box=4, player="")
    expect(lou.purse("Loss limit left")).to_have_text("$50.00")

    # More waits until the period is over, and the page says so.
    lou.goes_to("/account")
    part.get_by_text("Change it").click()
    part.get_by_label("At most").fill("900")
    lou.presses(part.get_by_role("button", name="Change the limit"))
    lou.is_sure("Set this loss limit?")
    expect(part).to_contain_text("$900.00 in 1 day.")
    expect(part).to_contain_text("Left$50.00")
