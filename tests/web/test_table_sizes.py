"""The table page on a desk and on a phone, in every situation; and the lobby."""

from collections.abc import Callable

import msgspec
import pytest
from litestar.testing import TestClient
from playwright.sync_api import FloatRect, Page, ViewportSize, expect

from bythebook.house.tables import views as v
from tests.browser.contrast import faint
from tests.web import table_fixtures
from tests.web import table_views as t
from tests.web.fake_table import site
from tests.web.table_fixtures import DESK, PHONE, Opener

chromium, opened = table_fixtures.chromium, table_fixtures.opened

EVERY_VIEW = [
    t.table, t.my_turn, t.offers, t.settled, t.free_bets, t.joker, t.withdrawing, t.strikes,
    t.cutting,
]  # fmt: skip


def overlaps(one: FloatRect, two: FloatRect) -> bool:
    slack = 1
    return (
        one["x"] + slack < two["x"] + two["width"]
        and two["x"] + slack < one["x"] + one["width"]
        and one["y"] + slack < two["y"] + two["height"]
        and two["y"] + slack < one["y"] + one["height"]
    )


PLACES = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .map((one) => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => ({ x, y, width, height }))"""


def places(page: Page, selector: str) -> list[FloatRect]:
    found: list[FloatRect] = page.evaluate(PLACES, selector)
    return found


@pytest.mark.parametrize("view", EVERY_VIEW)
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_overlaps_or_sticks_out(
    opened: Opener, view: Callable[[], v.TableView], size: ViewportSize
) -> None:
    page, _ = opened(view(), size)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"]
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        assert faint(page) == []
    for selector in (".box", ".spot", ".bar button", ".more button", ".hand"):
        found = places(page, selector)
        assert not any(overlaps(one, two) for at, one in enumerate(found) for two in found[:at]), (
            selector
        )
    for place in places(page, ".console button, .spot"):
        assert place["width"] >= 44 or size is DESK
        assert place["height"] >= 43.5 or size is DESK
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= size["width"]
    purse = places(page, ".purse :is(dt, dd)")
    for place in places(page, ".more button, .bar button"):
        assert not any(overlaps(place, sum_) for sum_ in purse)
    if size is DESK:  # everything fits the window
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
        felt = page.locator(".felt")
        assert felt.evaluate("felt => felt.scrollHeight - felt.clientHeight") <= 1


def test_the_theme_is_the_systems_until_one_is_chosen_and_kept(opened: Opener) -> None:
    page, _ = opened(t.table())
    console = page.locator(".console")
    dark, light = "rgb(8, 42, 33)", "rgb(230, 238, 230)"
    page.emulate_media(color_scheme="dark")
    expect(console).to_have_css("background-color", dark)
    page.emulate_media(color_scheme="light")
    expect(console).to_have_css("background-color", light)
    switch = page.get_by_role("button", name="Light theme")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(console).to_have_css("background-color", dark)
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(console).to_have_css("background-color", dark)
    page.emulate_media(color_scheme="dark")
    switch.press("Enter")
    expect(console).to_have_css("background-color", light)


def test_on_a_narrow_phone_large_sums_keep_clear_of_the_buttons(opened: Opener) -> None:
    rich = t.my_turn()
    you = msgspec.structs.replace(rich.you, chips=123_456_789)
    page, _ = opened(msgspec.structs.replace(rich, you=you), {"width": 340, "height": 740})
    expect(page.locator(".purse")).to_contain_text("$1,234,567.89")
    (more,) = places(page, ".more")
    assert not any(overlaps(more, sum_) for sum_ in places(page, ".purse :is(dt, dd)"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 340


def test_on_a_phone_the_book_lies_beside_the_name_of_the_game(opened: Opener) -> None:
    page, _ = opened(t.table(), PHONE)
    (book,), (sign,) = places(page, ".book-toggle"), places(page, ".table-sign")
    assert book["y"] + book["height"] <= sign["y"] + sign["height"]
    assert not overlaps(book, sign)


def test_on_a_phone_the_book_is_a_drawer(opened: Opener) -> None:
    page, _ = opened(t.table(), PHONE)
    expect(page.locator("#the-book")).to_be_hidden()
    page.get_by_role("button", name="Book", exact=True).click()
    expect(page.locator("#the-book")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#the-book")).to_be_hidden()


# The lobby


def test_the_lobby_offers_a_practice_table_without_an_account(opened: Opener) -> None:
    page, _ = opened(t.table(), path="/")
    expect(page.get_by_role("heading", name="Blackjack Challenge")).to_be_visible()
    alone, others = page.locator(".games > :first-child form").all()
    expect(alone).to_have_attribute("action", "/practice")
    assert alone.locator("[name=table]").input_value() == "felt-4"
    expect(alone.locator("button")).to_contain_text("Play now")
    expect(others).to_have_attribute("action", "/guest")
    assert others.locator("[name=next]").input_value() == "/tables/felt-4?sit"
    expect(others.locator("button")).to_contain_text("Join others")
    expect(page.locator(".seats")).to_have_attribute("aria-label", "2 of 7 boxes taken")
    page.get_by_role("radio", name="For money").check()
    expect(page.locator(".game").first).to_be_hidden()
    expect(page.locator("#nothing-found")).to_be_visible()
    page.get_by_role("radio", name="Practice").check()
    page.locator("[name=text]").fill("sydney chal")
    expect(page.locator(".game").first).to_be_visible()
    page.locator("[name=text]").fill("pontoon")
    expect(page.locator(".game").first).to_be_hidden()


def test_a_table_that_is_not_there() -> None:
    with TestClient(site()) as client:
        assert client.get("/tables/nowhere").status_code == 404
        assert "No table is open" in client.get("/").text
