"""The school, for anybody who comes: drills by keyboard and by finger."""

import re

from playwright.sync_api import expect

from bythebook.records import parse_record
from bythebook.rulebooks import find_book
from bythebook.school.prepared import prepared_table
from bythebook.school.spots import Spot
from bythebook.web.pages.school.play import share_code
from tests.browser.browsers import hold_clock, time_passes
from tests.browser.conftest import PHONE, Door
from tests.browser.people import Person

RANKS = {"ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
         "eight": "8", "nine": "9"}  # fmt: skip
KEYS = {"hit": "h", "stand": "s", "double": "d", "split": "p"}


def spots() -> dict[str, Spot]:
    table = prepared_table(find_book("crown-blackjack").game("blackjack"), 10_000)
    assert table is not None
    return table.spots


def spot_on(person: Person) -> Spot:
    """The spot that lies on the table, read from what a screen reader hears."""

    def value(label: str | None) -> str:
        return RANKS.get((label or "").split()[0], "T")

    cards = person.page.locator("#mine [role=img]")
    expect(cards).to_have_count(2)
    mine = [value(cards.nth(at).get_attribute("aria-label")) for at in range(2)]
    up = value(person.page.locator("#dealer [role=img]").get_attribute("aria-label"))
    return next(
        spot
        for spot in spots().values()
        if sorted(spot.cards) == sorted(mine) and spot.up == up and spot.asks == "turn"
    )


def test_a_drill_by_keyboard_says_what_an_error_costs(door: Door) -> None:
    learner = door.come(Person)
    learner.goes_to("/school")
    learner.page.get_by_role("link", name="Drills").press("Enter")
    learner.goes_to("/school/drills?kind=pair")
    page = learner.page
    verdict = page.locator("#verdict")
    spot = spot_on(learner)
    page.keyboard.press(KEYS[spot.best])
    expect(verdict).to_contain_text("Right.")
    expect(page.locator("#accuracy")).to_have_text("100 % of 1")
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(verdict).to_be_empty()
    spot = spot_on(learner)
    worst = min(spot.values, key=lambda action: spot.values[action])
    page.keyboard.press(KEYS[worst])
    cents = round(spot.cost(worst) * 10_000)
    expect(verdict).to_contain_text(f"${cents / 100:.2f}")
    expect(page.locator("#streak")).to_have_text("0 (best 1)")
    lit = page.locator("td.lit")
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text(f"{spot.row} against {spot.up}")
    learner.clicks("My errors")
    expect(page.locator("td.heat.wrong")).to_have_count(1)
    expect(page.locator("td.heat.right")).to_have_count(1)
    page.reload()  # what a guest has practised is still there
    expect(page.locator("#accuracy")).to_have_text("50 % of 2")
    learner.goes_to("/school/drills?kind=weakest")
    assert spot_on(learner).key == spot.key


def test_a_timed_drill_on_a_phone_ends_by_itself(door: Door) -> None:
    learner = door.come(Person, **PHONE)
    hold_clock(learner.page)
    learner.goes_to("/school/drills?kind=hard&time=3")
    page = learner.page
    spot = spot_on(learner)
    expect(page.get_by_role("progressbar", name="Time left")).to_be_visible()
    time_passes(page, 3.2)
    best = spot.best.capitalize()
    expect(page.locator("#verdict")).to_contain_text(f"Time is up. {best} is best.")
    learner.clicks("Next")
    spot_on(learner)
    learner.clicks(re.compile("^Hit"))
    expect(page.locator("#accuracy")).to_contain_text("of 2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_shoe_is_counted_by_keyboard(door: Door) -> None:
    learner = door.come(Person)
    learner.goes_to("/school/counting?cards=10&game=reference-blackjack/blackjack")
    page = learner.page
    learner.clicks("Deal")
    running = 0
    for at in range(10):
        expect(page.locator("#left")).to_contain_text(f"Card {at + 1} of 10")
        rank = page.locator("#card [role=img]").get_attribute("aria-label") or ""
        value = RANKS.get(rank.split()[0], "T")
        running += 1 if value in "23456" else -1 if value in "TA" else 0
        page.keyboard.press("Enter")
    true = running * 52 // (312 - 10)
    expect(page.get_by_label("Running count", exact=True)).to_be_focused()
    page.keyboard.type(str(running))
    page.get_by_label("True count", exact=True).fill(str(true))
    page.get_by_label("Bet, units").fill("1")
    page.keyboard.press("Enter")
    expect(page.locator("#asks").first).to_have_text("All right.")
    expect(page.locator("#running-right")).to_have_text("100 % of 1")
    page.locator("#choices button").first.click()  # an index play near this count
    expect(page.locator("#plays-right")).to_contain_text("of 1")
    learner.clicks("Go on")
    expect(page.locator("#left")).to_contain_text("301 left in the shoe")


def test_games_are_ranked_and_a_rule_is_tried(door: Door) -> None:
    visitor = door.come(Person, **PHONE)
    visitor.goes_to("/odds")
    page = visitor.page
    games = page.locator("[data-front]")
    expect(games).to_have_count(11)
    game = games.filter(has=page.get_by_role("link", name="Reference Blackjack"))
    expect(game).to_contain_text("0.403 %")
    expect(game).to_contain_text("Perfect Pairs 6.11 %")
    visitor.presses(game.get_by_text("Try a rule"))
    visitor.presses(game.get_by_role("radio", name=re.compile("6 to 5")))
    expect(game.locator("[data-change]")).to_contain_text("points")
    figure = game.locator("[data-figure]")
    expect(figure).to_have_text("1.703 %")
    visitor.presses(game.get_by_role("radio", name=re.compile("hits soft 17")))
    expect(game.get_by_role("radio", name=re.compile("3 to 2"))).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_puzzle_of_the_day_and_a_shared_hand(door: Door) -> None:
    """Values come after the guess, and with a shared hand the whole round."""
    guesser = door.come(Person)
    guesser.goes_to("/school")
    guesser.page.get_by_role("link", name="The puzzle of the day").click()
    page = guesser.page
    page.locator("#choices button").first.click()
    expect(page.locator("#verdict .worth")).to_contain_text("%")
    record = (
        'game = "crown-blackjack/blackjack"\nwagers = ["1 ann 25"]\n'
        'cards = "8C 6D 8H TD TC"\nplay = ["1 stand"]\n'
    )
    guesser.goes_to(f"/school/hand/{share_code(parse_record(record), 'ann')}")
    expect(page.get_by_role("region", name="Replay")).to_be_hidden()
    page.keyboard.press("s")
    expect(page.locator("#verdict")).to_contain_text("Split is better.")
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
