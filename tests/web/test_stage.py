"""Nothing is shown, said or written in the book before its card: a round on the table page, step by
step on a clock that the test holds."""

import re
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from bythebook.house.tables import views as v
from tests.browser.browsers import hold_clock, time_passes
from tests.web import table_fixtures
from tests.web import table_views as t
from tests.web.fake_table import FakeTable
from tests.web.table_fixtures import DESK, PHONE, Opener, box, status, until

chromium, opened = table_fixtures.chromium, table_fixtures.opened

CARD, MONEY, TURN = 0.351, 0.451, 0.501  # what each is looked at, and a moment more


def down() -> v.TableView:
    """Ann has 25 on box 3 and 5 on its pairs; the round before still lies there for the others."""
    wagers = (t.wager(3, t.ME, 2500), t.wager(3, t.ME, 500, "any-pairs"))
    mine = v.BoxView(number=3, sits=t.ME, wagers=wagers)
    return t.table(boxes=t.boxes(7, mine), you=t.you(chips=45000, round_won=-3000))


def after(version: int = 11) -> v.TableView:
    """Ten and eight against a hole card of seven: eighteen beats the dealer's seventeen."""
    return replace(t.settled(), version=version)


def told(number: int, kind: str, says: str, **more: Any) -> v.LineView:
    return t.line(number, says, "7.1", kind=kind, **more)


ROUND = (
    told(10, "order", "No more bets"),
    told(11, "card", "TS to box 3: 10", box=3, hand=1, card="TS", total=10),
    told(12, "card", "TC to the dealer: 10", card="TC", total=10),
    told(13, "card", "8D to box 3: 18", box=3, hand=1, card="8D", total=18),
    told(14, "card", "A card face down to the dealer", total=10),
    told(15, "money", "any-pairs loses", box=3, hand=1, player=t.ME, wager="any-pairs", cents=-500),
    told(16, "decision", "Box 3 stands", box=3, hand=1),
    told(17, "card", "7H turned up by the dealer: 17", card="7H", total=17, did="turned"),
    told(18, "money", "main wins", box=3, hand=1, player=t.ME, wager="main", cents=2500),
)


def patch(view: v.TableView, *lines: v.LineView) -> dict[str, Any]:
    """What the house sends: the table without what is for one person alone, and that afterwards."""
    public = {name: getattr(view, name) for name in view.__struct_fields__}
    del public["you"]
    return {"patch": public | {"lines": lines}}


def deal(page: Page, table: FakeTable) -> None:
    """The whole round comes in one message, as it does where nobody else is to decide."""
    hold_clock(page)
    table.tell(patch(after(), *ROUND))
    table.tell({"patch": {"version": 11, "you": after().you}})
    expect(page.locator(".table.is-held")).to_be_visible()


def seen(page: Page) -> tuple[int, int, str, str]:
    """My cards, the dealer's, the dealer's total, and the newest line of the book."""
    cards = [page.locator(f"{where} .fan .card").count() for where in (".box.mine", ".dealer")]
    total = page.locator(".dealer .total").inner_text() if cards[1] else ""
    return cards[0], cards[1], total, in_the_book(page)[-1]


def in_the_book(page: Page) -> list[str]:
    """The lines without their sums."""
    return [
        re.sub(r" [+−].*", "", line) for line in page.locator(".book li > span").all_inner_texts()
    ]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_comes_before_its_card(opened: Opener, size: Any) -> None:
    page, table = opened(down(), size, moving=True)
    spoken, purse = page.locator("#announcer"), page.locator("[data-part=purse]")
    expect(page.get_by_role("button", name="Deal")).to_be_visible()
    deal(page, table)
    assert seen(page) == (1, 0, "", "TS to box 3: 10")
    expect(status(page)).to_have_text("The cards are dealt.")
    expect(page).to_have_title("Table 4 · By the Book")
    time_passes(page, CARD)
    assert seen(page) == (1, 1, "10", "TC to the dealer: 10")
    expect(spoken).not_to_contain_text("8D to box 3")
    time_passes(page, CARD)
    assert seen(page) == (2, 1, "10", "8D to box 3: 18")
    expect(box(page, 3).locator(".total")).to_have_text("18")
    time_passes(page, CARD)
    assert seen(page)[:3] == (2, 2, "10")
    expect(page.locator(".dealer .card-back")).to_have_count(1)
    expect(box(page, 3)).not_to_contain_text("−$5.00")
    time_passes(page, CARD)
    expect(box(page, 3).locator(".outcomes")).to_contain_text("Any Pairs −$5.00")
    expect(spoken).not_to_contain_text("turned up")
    time_passes(page, MONEY)
    assert seen(page)[:3] == (2, 2, "17")
    expect(page.locator(".dealer .card-back")).to_have_count(0)
    expect(page.locator(".dealer .card.turned")).to_have_count(1)
    expect(purse).to_contain_text("$450.00")
    expect(purse).not_to_contain_text("+$20.00")
    expect(page.locator("[data-part=bar]")).to_have_attribute("data-mode", "bet")
    time_passes(page, TURN)
    expect(box(page, 3)).to_contain_text("+$25.00")
    expect(purse).to_contain_text("$500.00")
    expect(status(page)).to_have_text("The dealer pays and takes.")
    time_passes(page, MONEY)
    expect(page.locator(".table.is-held")).to_have_count(0)
    expect(status(page)).to_have_text("Place your wagers.")
    expect(purse).to_contain_text("$505.00")
    expect(purse).to_contain_text("+$20.00")
    time_passes(page, 0.1)
    said = spoken.inner_text()
    order = ["TS to box 3", "TC to the dealer", "8D to box 3", "7H turned up", "main wins"]
    assert [said.index(words) for words in order] == sorted(map(said.index, order))


@pytest.mark.parametrize("how", ["key", "tap"])
def test_a_key_or_a_tap_shows_the_rest_and_does_nothing_else(opened: Opener, how: str) -> None:
    page, table = opened(down(), moving=True)
    deal(page, table)
    if how == "key":
        page.get_by_role("button", name="Deal").focus()
        page.keyboard.press("Tab")  # goes on over the page
        expect(page.locator(".table.is-held")).to_have_count(1)
        page.get_by_role("button", name="Deal").focus()
        page.keyboard.press("Enter")
    else:
        page.locator(".inscription").click(force=True, position={"x": 5, "y": 5})
    assert seen(page) == (2, 2, "17", "main wins")
    expect(status(page)).to_have_text("Place your wagers.")
    assert in_the_book(page)[-9:] == [line.says for line in ROUND]
    time_passes(page, 9)
    assert table.commands == []


def test_a_newer_round_finishes_the_one_before(opened: Opener) -> None:
    page, table = opened(down(), moving=True)
    deal(page, table)
    mine = v.BoxView(
        number=3, sits=t.ME, controls=t.ME, hands=(t.hand("9C", 9, t.stake(t.ME, 2500)),)
    )
    due = v.DueView(what="card", clause="7.1", says="a card to the dealer", phase="dealing")
    newer = t.table(version=12, boxes=t.boxes(7, mine), due=due)
    first = replace(
        told(20, "card", "9C to box 3: 9", box=3, hand=1, card="9C", total=9), round=219
    )
    table.tell(patch(newer, first))
    expect(page.locator(".book li > span").last).to_have_text("9C to box 3: 9")
    assert in_the_book(page)[-10:-1] == [line.says for line in ROUND]
    assert page.locator(".box.mine .card").count() == 1
    expect(page.locator(".table.is-held")).to_have_count(1)


def test_what_went_wrong_and_a_whole_view_are_shown_at_once(opened: Opener) -> None:
    page, table = opened(down(), moving=True)
    hold_clock(page)
    wrong = told(19, "wrong", "The round is void")
    table.tell(patch(after(), *ROUND, wrong))
    expect(status(page)).to_have_text("Place your wagers.")
    expect(page.locator(".table.is-held")).to_have_count(0)
    table.show(replace(t.my_turn(), version=12))
    expect(status(page)).to_contain_text("Your turn")
    expect(page.locator(".card.dealt")).to_have_count(0)


def test_the_speed_is_chosen_and_kept(opened: Opener) -> None:
    page, table = opened(down(), moving=True)
    page.get_by_role("button", name="More").click()
    speeds = page.get_by_role("group", name="How fast the cards come")
    expect(speeds.get_by_role("radio", name="Normal")).to_be_checked()
    speeds.get_by_role("radio", name="Slow").check()
    page.reload()
    expect(status(page)).to_have_text("Your wagers are down.")
    expect(page.locator("[name=speed][value=slow]")).to_be_checked()
    deal(page, table)
    time_passes(page, CARD)
    assert seen(page)[:2] == (1, 0)
    time_passes(page, CARD)
    assert seen(page)[:2] == (1, 1)
    page.get_by_role("button", name="More").click()
    speeds.get_by_role("radio", name="At once").check()
    assert seen(page) == (2, 2, "17", "main wins")
    expect(page.locator(".table.is-held")).to_have_count(0)


def test_who_wants_less_motion_is_shown_everything_at_once(opened: Opener) -> None:
    page, table = opened(down())
    hold_clock(page)
    table.tell(patch(after(), *ROUND))
    expect(status(page)).to_have_text("Place your wagers.")
    expect(page.locator(".card.dealt, .sliding")).to_have_count(0)
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("radio", name="At once")).to_be_disabled()
    expect(page.get_by_role("radio", name="At once")).to_be_checked()


HEARD = """() => {
  const { play } = window.Sounds.prototype;
  window.heard = [];
  window.Sounds.prototype.play = function (name) {
    if (this.on) window.heard.push(name);
    play.call(this, name);
  };
}"""


def test_sounds_are_behind_one_switch_and_a_jackpot_has_its_moment(opened: Opener) -> None:
    meters = {"any-pairs": 14821035}
    page, table = opened(replace(down(), signs=t.signs(meters=meters)), moving=True)
    switch = page.get_by_role("button", name="Sounds")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")  # it is kept
    page.evaluate(
        "async (path) => { window.Sounds = (await import(path)).Sounds; }",
        page.evaluate(
            "performance.getEntriesByType('resource').map((one) => one.name)"
            ".find((name) => name.endsWith('common/sounds.js'))"
        ),
    )
    page.evaluate(HEARD)
    won = [
        replace(row, result="wins", odds="100% of any-pairs", paid=14821035, returned=14821035,
                meters=("any-pairs",)) if row.wager == "any-pairs" else row
        for row in after().rows
    ]  # fmt: skip
    hold_clock(page)
    table.tell(patch(replace(after(), rows=tuple(won)), *ROUND))
    expect(page.locator(".table.is-held")).to_be_visible()
    expect(page.locator(".moment")).to_have_count(0)
    for _ in range(4):
        time_passes(page, CARD)
    moment = page.locator(".moment")
    expect(moment).to_contain_text("Any Pairs")
    assert moment.locator(".moment-amount").inner_text().replace("\n", "") == "$148,210.35"
    expect(moment).to_contain_text("You · box 3")
    time_passes(page, 4.2)
    expect(page.locator(".dealer .card-back")).to_have_count(1)  # it is looked at for a while
    page.keyboard.press(" ")
    until(page, lambda: page.evaluate("window.heard").count("card") == 4)
    assert page.evaluate("window.heard")[:5] == ["card"] * 4 + ["jackpot"]
