"""The table page in a real browser, against a table that a test plays by hand."""

import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from bythebook.game.commands import AnyCommand
from bythebook.house.tables import views as v
from bythebook.house.tables.choices import ACTIONS
from tests.browser.browsers import hold_clock, time_passes
from tests.web import table_fixtures
from tests.web import table_views as t
from tests.web.fake_table import SITE, FakeTable
from tests.web.table_fixtures import Opener, box, label, silence, spot, status, until

chromium, opened = table_fixtures.chromium, table_fixtures.opened


# Wagers


def test_clicks_are_gathered_into_one_wager(opened: Opener) -> None:
    """The least is 10: the first chip of 5 puts that down; the next two make it 20."""
    page, table = opened(t.table())
    table.answer = silence
    hold_clock(page)
    page.locator("[data-does='chip 500']").click()
    for _ in range(3):
        spot(page, 3).click()
    expect(label(page, 3)).to_have_text("$20")
    assert table.commands == []
    time_passes(page, 1)
    until(page, lambda: len(table.commands) == 1)
    assert table.commands == [{"type": "place", "box": 3, "amount": 2000, "wager": "main"}]
    ids = [message["id"] for message in table.heard]
    assert all(len(given) == 36 for given in ids)


def test_a_wager_is_changed_by_taking_it_off_and_placing_it_anew(opened: Opener) -> None:
    mine = v.BoxView(number=3, sits=t.ME, wagers=(t.wager(3, t.ME, 2000),))
    page, table = opened(t.table(boxes=t.boxes(7, mine)))
    page.keyboard.press("3")  # the chip of 25
    spot(page, 3).click()
    until(page, lambda: len(table.commands) == 2)
    assert table.commands == [
        {"type": "take-off", "box": 3, "wager": "main"},
        {"type": "place", "box": 3, "amount": 4500, "wager": "main"},
    ]


def test_less_than_the_least_is_nothing(opened: Opener) -> None:
    mine = v.BoxView(number=3, sits=t.ME, wagers=(t.wager(3, t.ME, 1000),))
    page, table = opened(t.table(boxes=t.boxes(7, mine)))
    hold_clock(page)
    spot(page, 3).click(modifiers=["Shift"])
    time_passes(page, 1)
    until(page, lambda: bool(table.commands))
    time_passes(page, 9)
    assert table.commands == [{"type": "take-off", "box": 3, "wager": "main"}]


def test_a_wager_stops_at_the_most_and_at_what_is_in_hand(opened: Opener) -> None:
    page, table = opened(t.table(you=t.you(chips=60000)))
    table.answer = silence
    hold_clock(page)
    page.keyboard.press("4")  # the chip of 100
    for _ in range(8):
        spot(page, 3).click()
    expect(label(page, 3)).to_have_text("$500")
    spot(page, 3, "any-pairs").click()  # 100 more is what is left
    expect(label(page, 3, "any-pairs")).to_have_text("$100")
    spot(page, 4).click()
    expect(page.locator("#toasts")).to_contain_text("You have $0.00 in hand.")
    expect(page.locator(".toast", has_text="At most $500.00")).to_have_count(1)  # said three times
    time_passes(page, 1)
    until(page, lambda: bool(table.commands))
    assert table.commands[0]["amount"] == 50000


def test_a_stake_that_is_fixed_is_placed_with_any_chip(opened: Opener) -> None:
    sevens = t.spot("blazing-7s", "Blazing 7's", 500, 500)
    page, table = opened(t.table(signs=t.signs(spots=(t.MAIN, sevens))))
    table.answer = silence
    expect(page.locator("[data-part=limits]")).to_have_text("Limits$10 – $500Blazing 7's$5")
    hold_clock(page)
    page.keyboard.press("4")  # the chip of 100
    spot(page, 3, "blazing-7s").click()
    spot(page, 3, "blazing-7s").click()
    time_passes(page, 1)
    until(page, lambda: bool(table.commands))
    assert table.commands == [{"type": "place", "box": 3, "amount": 500, "wager": "blazing-7s"}]
    expect(page.locator("#toasts")).to_be_empty()


def test_a_refused_wager_says_why_and_comes_back(opened: Opener) -> None:
    page, table = opened(t.table())
    table.answer = lambda asked: {
        "refused": {
            "id": asked["id"], "clause": "6.4", "book": "star-blackjack-challenge",
            "reason": "box 3 is kept for cal",
        }
    }  # fmt: skip
    spot(page, 3).click()
    told = page.locator("[data-part=refusal]")
    expect(told).to_contain_text("box 3 is kept for cal")
    expect(told.locator(".clause")).to_have_text("6.4")
    expect(spot(page, 3)).to_have_text("Bet")


def test_the_same_again_and_ready(opened: Opener) -> None:
    page, table = opened(t.settled())
    page.keyboard.press("b")
    until(page, lambda: table.commands == [{"type": "rebet"}])
    mine = v.BoxView(number=3, sits=t.ME, wagers=(t.wager(3, t.ME, 2500),))
    table.show(t.table(version=11, boxes=t.boxes(7, mine)))
    expect(page.get_by_role("button", name="Deal")).to_be_visible()
    page.locator("body").press("Enter")
    until(page, lambda: table.commands[-1] == {"type": "ready"})
    page.keyboard.press("c")
    until(page, lambda: table.commands[-1] == {"type": "undo-bets"})


def test_arrows_go_over_the_spots_and_keys_place_chips(opened: Opener) -> None:
    """Box 1 is at the dealer's left, so at the right: to the left of box 3 lies box 4."""
    page, table = opened(t.table())
    expect(spot(page, 3)).to_be_visible()
    right, left = spot(page, 1).bounding_box(), spot(page, 7).bounding_box()
    assert right is not None
    assert left is not None
    assert right["x"] > left["x"]
    spot(page, 3).focus()
    page.keyboard.press("ArrowLeft")
    expect(spot(page, 4)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(spot(page, 3, "any-pairs")).to_be_focused()
    page.keyboard.press(" ")
    until(page, lambda: bool(table.commands))
    assert table.commands[0]["wager"] == "any-pairs"
    expect(spot(page, 3, "any-pairs")).to_be_focused()
    assert page.locator(".spot[tabindex='0']").count() == 1


@pytest.mark.parametrize("how", ["right click", "long press", "key"])
def test_one_chip_is_taken_off(opened: Opener, how: str) -> None:
    """Of 30 with a chip of 100 picked the smallest that lies there goes: 25 stay."""
    mine = v.BoxView(number=3, sits=t.ME, wagers=(t.wager(3, t.ME, 3000),))
    page, table = opened(t.table(boxes=t.boxes(7, mine)))
    table.answer = silence
    page.keyboard.press("4")
    hold_clock(page)
    if how == "right click":
        spot(page, 3).click(button="right")
    elif how == "key":
        spot(page, 3).press("Backspace")
    else:
        finger = {"pointerType": "touch", "bubbles": True}
        spot(page, 3).dispatch_event("pointerdown", finger)
        time_passes(page, 0.51)
        spot(page, 3).dispatch_event("contextmenu")  # as some browsers add
        spot(page, 3).dispatch_event("pointerup", finger)
        spot(page, 3).dispatch_event("click")
    expect(label(page, 3)).to_have_text("$25")
    time_passes(page, 1)
    until(page, lambda: bool(table.commands))
    assert table.commands[0] == {"type": "take-off", "box": 3, "wager": "main"}


def test_enter_deals_once_a_wager_is_down(opened: Opener) -> None:
    """The first Enter on a spot puts a chip down; with 10 there the next one deals."""
    page, table = opened(t.table())
    spot(page, 3).focus()
    page.keyboard.press("Enter")
    expect(label(page, 3)).to_have_text("$10")
    page.keyboard.press("Enter")
    until(page, lambda: {"type": "ready"} in table.commands)
    placed = {"type": "place", "box": 3, "amount": 1000, "wager": "main"}
    assert table.commands[:2] == [placed, {"type": "ready"}]


def test_the_same_again_and_deal_is_one_press(opened: Opener) -> None:
    page, table = opened(t.settled())
    page.locator("body").press("Enter")
    until(page, lambda: len(table.commands) == 2)
    assert table.commands == [{"type": "rebet"}, {"type": "ready"}]
    page.get_by_role("button", name="Deal again").click()
    until(page, lambda: len(table.commands) == 4)
    assert table.commands[2:] == [{"type": "rebet"}, {"type": "ready"}]


# Decisions


def decision(table: FakeTable) -> Any:
    assert table.commands[-1]["type"] == "decide"
    return table.commands[-1]["command"]


def test_my_turn_is_unmistakable(opened: Opener) -> None:
    page, _ = opened(t.my_turn())
    expect(status(page)).to_have_text("Your turn · box 3, hand 1 of 2: 11 against 9♣")
    expect(page).to_have_title("● Your turn · Table 4 · By the Book")
    assert "my-turn" in (box(page, 3).get_attribute("class") or "")
    expect(page.locator("#announcer")).to_contain_text("Your turn")
    expect(page.locator("#announcer")).to_contain_text("Hit or Double $25")
    spoken = box(page, 3).locator(".visually-hidden").first
    expect(spoken).to_have_text(
        "Box 3, your box: hand 1, eight of spades, three of diamonds, total 11; "
        "hand 2, eight of diamonds, total 8, your turn."
    )
    expect(box(page, 3).locator(".says")).to_contain_text("bob rides")


@pytest.mark.parametrize(("key", "command"), [
    ("h", {"type": "Hit", "box": 3, "player": "ann"}),
    ("D", {"type": "Double", "box": 3, "player": "ann"}),
])  # fmt: skip
def test_letters_decide(opened: Opener, key: str, command: dict[str, Any]) -> None:
    page, table = opened(t.my_turn())
    expect(status(page)).to_contain_text("Your turn")
    page.keyboard.press(key)
    until(page, lambda: bool(table.commands))
    assert decision(table) == command


def test_what_is_closed_says_by_which_clause(opened: Opener) -> None:
    page, table = opened(t.my_turn())
    stand = page.get_by_role("button", name="Stand")
    expect(stand).to_contain_text("below 12 a card must be drawn")
    expect(stand).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".closed-choice .clause").first).to_have_text("9.2")
    hold_clock(page)
    page.keyboard.press("s")
    expect(page.locator("[data-part=refusal]")).to_contain_text("below 12 a card must be drawn")
    page.keyboard.press("p")
    refusal = page.locator("[data-part=refusal]")
    expect(refusal.locator(".clause")).to_have_text("11.1")
    assert table.commands == []
    table.show(t.table(version=11))
    expect(refusal).to_be_hidden()  # though no time has passed: it would be there for a while


def test_a_double_for_less(opened: Opener) -> None:
    page, table = opened(t.my_turn())
    page.locator(".less summary").click()
    field = page.locator(".less input")
    for wrong in ("25.01", "0", "ten"):
        field.fill(wrong)
        field.press("Enter")
        expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("10")
    field.press("Enter")
    until(page, lambda: bool(table.commands))
    assert decision(table) == {"type": "Double", "box": 3, "player": "ann", "amount": 1000}


def test_a_double_and_a_split_in_tokens(opened: Opener) -> None:
    """Beside them, as far as there are tokens in hand; nobody who has none is asked."""
    view = t.my_turn()
    choices = (
        t.choice("double", least=1, most=2500, usual=2500, tokens=2500),
        t.choice("split", tokens=2500),
    )
    page, table = opened(replace(view, choices=choices))
    expect(page.locator(".less summary")).to_have_text(["less…"])
    table.show(replace(view, choices=choices, you=t.you(tokens=2000), version=view.version + 1))
    expect(page.locator(".less summary")).to_have_text(["less, tokens…", "tokens…"])
    page.locator(".less summary").first.click()
    amount, tokens = page.locator(".less").first.locator("input").all()
    amount.fill("10")
    tokens.fill("10.01")
    tokens.press("Enter")
    expect(tokens).to_have_attribute("aria-invalid", "true")
    tokens.fill("10")
    tokens.press("Enter")
    until(page, lambda: bool(table.commands))
    double = {"type": "Double", "box": 3, "player": "ann", "amount": 1000, "in_tokens": 1000}
    assert decision(table) == double
    page.locator(".less summary").last.click()
    page.locator(".less").last.locator("input").press("Enter")
    until(page, lambda: len(table.commands) == 2)
    assert decision(table) == {"type": "Split", "box": 3, "player": "ann", "in_tokens": 2000}


def test_insurance_even_money_and_no(opened: Opener) -> None:
    page, table = opened(t.offers())
    expect(status(page)).to_contain_text("The dealer offers")
    page.keyboard.press("i")
    until(page, lambda: len(table.commands) == 1)
    assert decision(table) == {"type": "Insure", "box": 4, "player": "ann", "amount": 2500}
    page.keyboard.press("e")
    until(page, lambda: len(table.commands) == 2)
    assert decision(table) == {"type": "TakeEvenMoney", "box": 3, "player": "ann"}
    page.keyboard.press("Enter")
    until(page, lambda: table.commands[-1] == {"type": "ready"})


@pytest.mark.parametrize(("key", "rank"), [("9", "9"), ("a", "A"), ("0", "T"), ("k", "K")])
def test_a_joker_is_named_by_its_rank(opened: Opener, key: str, rank: str) -> None:
    page, table = opened(t.joker())
    expect(page.get_by_role("button", name="The joker is a ten")).to_be_visible()
    page.keyboard.press(key)
    until(page, lambda: bool(table.commands))
    assert decision(table) == {"type": "NameJoker", "box": 3, "player": "ann", "rank": rank}


def test_a_double_is_taken_back(opened: Opener) -> None:
    page, table = opened(t.withdrawing())
    page.keyboard.press("w")
    until(page, lambda: bool(table.commands))
    assert decision(table) == {"type": "Withdraw", "box": 3, "player": "ann"}


def test_the_cards_are_cut_by_a_slider(opened: Opener) -> None:
    page, table = opened(t.cutting())
    page.locator(".cut input").fill("100")
    expect(page.locator(".cut output")).to_have_text("100 cards from the front")
    page.get_by_role("button", name="Cut here").click()
    until(page, lambda: bool(table.commands))
    assert table.commands == [{"type": "cut", "player": "ann", "from_front": 100}]


@pytest.mark.parametrize(
    ("key", "command"), [("u", {"type": "cut", "from_front": 100}), ("n", {"type": "decline-cut"})]
)
def test_the_cards_are_cut_by_a_key(opened: Opener, key: str, command: dict[str, Any]) -> None:
    page, table = opened(t.cutting())
    page.locator(".cut input").fill("100")
    page.locator("h1").click()
    page.keyboard.press(key)
    until(page, lambda: bool(table.commands))
    assert table.commands == [{"player": "ann", **command}]


def test_every_action_becomes_a_command_of_the_game(opened: Opener) -> None:
    """What the house offers and what the page can ask for must be the same words."""
    page, _ = opened(t.my_turn())
    ask = """async (actions) => {
      const m = await import('/static/table/choices.js');
      const choice = { box: 3, player: 'ann', usual: 500, on: '' };
      const value = { joker: '9' };
      return actions.map((action) => m.commandOf({ ...choice, action }, value[action]).command);
    }"""
    for kind, command in zip(ACTIONS, page.evaluate(ask, list(ACTIONS.values())), strict=True):
        read: Any = msgspec.convert(command, AnyCommand)
        assert isinstance(read, kind)
        assert read.box == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("says", "me", "told"),
    [
        ("ann wagers $5.00", "ann", "You wager $5.00"),
        ("ann's box pays joanne-ann and ann", "ann", "Your box pays joanne-ann and you"),
        ("Trần wagers", "n", "Trần wagers"),  # within a word, whatever its letters
        ("n.n has won", "n.n", "You have won"),
        ("nan has won", "n.n", "nan has won"),
    ],
)
def test_who_is_meant_is_told_so(opened: Opener, says: str, me: str, told: str) -> None:
    page, _ = opened(t.my_turn())
    ask = "async (given) => (await import('/static/common/words.js')).toMe(...given)"
    assert page.evaluate(ask, [says, me]) == told


def test_advice_is_shown_beside_the_choices_and_can_be_put_away(opened: Opener) -> None:
    page, table = opened(t.my_turn())
    expect(status(page)).to_contain_text("Your turn")
    worth = [
        {"action": "double", "value": 0.412, "best": True},
        {"action": "hit", "value": 0.318},
    ]
    places = "[...document.querySelectorAll('.bar button')].map((one) => one.offsetLeft)"
    before = page.evaluate(places)
    hands = [{"box": 3, "hand": 1, "choices": worth}]
    table.tell({"advice": {"version": 10, "hands": hands}})
    expect(page.locator(".choice.best")).to_contain_text("Double $25")
    expect(page.locator(".choice.best .worth")).to_contain_text("+41.2 %")
    expect(page.get_by_role("button", name="Hit")).to_contain_text("+31.8 %")
    assert page.evaluate(places) == before  # nothing moves when it comes
    page.get_by_role("button", name="More").click()
    page.locator("[data-preference=values]").uncheck()
    expect(page.locator(".worth")).to_have_count(0)


# Seats


def test_sitting_down_at_an_open_box(opened: Opener) -> None:
    stranger = t.you(here=False, seat=0, chips=0)
    page, table = opened(t.table(you=stranger, boxes=t.boxes(7)))
    page.get_by_role("button", name="Sit at box 5").click()
    until(page, lambda: bool(table.commands))
    assert table.commands == [{"type": "join", "box": 5}]


@pytest.mark.parametrize(("chips", "offered"), [(0, "bar"), (900, "bar"), (1000, "more")])
def test_chips_are_offered_in_one_place(opened: Opener, chips: int, offered: str) -> None:
    """The least wager is 10: with less in hand the bar offers chips, otherwise the corner does."""
    page, _ = opened(t.table(you=t.you(chips=chips)))
    buy = page.locator(".console").get_by_role("button", name=re.compile("hips$"))
    expect(buy).to_have_count(1)
    expect(
        page.locator(f".{offered}").get_by_role("button", name=re.compile("hips$"))
    ).to_have_count(1)


def test_play_now_sits_at_once_and_only_once(opened: Opener) -> None:
    stranger = t.you(here=False, seat=0, chips=0)
    page, table = opened(t.table(you=stranger), path="/tables/felt-4?sit=3")
    until(page, lambda: bool(table.commands))
    expect(page).to_have_url(f"{SITE}/tables/felt-4")
    hold_clock(page)
    time_passes(page, 9)
    assert table.commands == [{"type": "join", "box": 5}]  # of 2 4 5 6 7 that in the middle


def test_a_visitor_becomes_a_guest_first(opened: Opener) -> None:
    visitor = t.you(name="", guest=True, here=False, seat=0, may_play=False)
    page, table = opened(t.table(you=visitor))
    page.evaluate("""() => {
      HTMLFormElement.prototype.submit = function () { window.posted = this.elements.next.value; };
    }""")
    page.get_by_role("button", name="Sit down and play").click()
    assert page.evaluate("window.posted") == "/tables/felt-4?sit"
    assert table.commands == []


# What is shown


def test_results_lie_on_the_hands_with_their_clauses(opened: Opener) -> None:
    page, _ = opened(t.settled())
    won = box(page, 3).locator(".hand .outcome")
    expect(won.locator("b")).to_have_text("+$25.00")
    expect(won.locator(".clause")).to_have_text("17.1.3")
    lost = box(page, 3).locator(".outcomes .outcome")
    expect(lost).to_contain_text("Any Pairs −$5.00")
    expect(lost.locator(".clause")).to_have_text("13.8")
    purse = page.locator("[data-part=purse]")
    expect(purse).to_contain_text("+$20.00")


def test_side_wagers_have_their_names_above_their_chips_and_in_their_ends(opened: Opener) -> None:
    page, table = opened(t.strikes())
    lies = spot(page, 3, "strike-2")
    assert lies.inner_text().split() == ["2.", "Strike", "5", "$5"]
    ended = [
        replace(row, wager=wager, box=3, hand=0)
        for row in t.settled().rows[:1]
        for wager in ("strike-1", "strike-2", "jackpot")
    ]
    table.show(replace(t.strikes(), version=11, rows=(*ended, t.settled().rows[1])))
    outcomes = box(page, 3).locator(".outcomes .outcome")
    expect(outcomes).to_have_text(
        [re.compile(f"^{name} −\\$5.00") for name in ("1. Strike", "2. Strike", "Jackpot")]
    )


@pytest.mark.parametrize("width", [1360, 390])
def test_alone_the_hand_is_large_and_open_boxes_fold_away(opened: Opener, width: int) -> None:
    """And nothing shrinks once the round is settled."""
    size = {"width": width, "height": 850}
    mine = replace(t.settled().boxes[2], turn=1)
    due = v.DueView(what="decision", clause="9.1", says="", box=3, hand=1, player=t.ME)
    playing = t.table(boxes=t.boxes(7, mine), due=due, choices=(t.choice("hit"),))
    company = replace(playing, boxes=t.boxes(7, mine, v.BoxView(number=1, sits="ben")))
    page, table = opened(company, size)
    among = box(page, 3).locator(".card").first.bounding_box()
    expect(box(page, 5)).to_be_visible()
    table.show(replace(playing, version=11))
    expect(box(page, 5)).to_be_hidden()
    large = box(page, 3).locator(".card").first.bounding_box()
    assert among is not None
    assert large is not None
    assert large["width"] > 1.15 * among["width"]
    # Whoever wants no motion sees it at its size at once, not only after some frames.
    widths = page.locator(".boxes").evaluate("""boxes => [false, true].map((alone) => {
      boxes.classList.toggle("alone", alone);
      return boxes.querySelector(".card").getBoundingClientRect().width;
    })""")
    assert widths == pytest.approx([among["width"], large["width"]], abs=0.5)
    table.show(replace(t.settled(), version=12))
    expect(status(page)).to_have_text("Place your wagers.")
    over = box(page, 3).locator(".card").first.bounding_box()
    assert over is not None
    assert over["width"] == pytest.approx(large["width"], abs=0.5)
    page.get_by_role("button", name="Show 6 open boxes").click()
    expect(spot(page, 5)).to_be_visible()
    page.get_by_role("button", name="Fold away 6 open boxes").click()
    expect(spot(page, 5)).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_free_double_says_so_and_shows_the_token(opened: Opener) -> None:
    view = t.free_bets()
    free = t.choice("double", number=2, free=True, least=1, most=2000, usual=2000)
    page, table = opened(replace(view, choices=(view.choices[0], free)))
    double = page.get_by_role("button", name="Free double")
    expect(double.locator(".free-token")).to_be_visible()
    expect(page.locator(".less")).to_have_count(0)
    page.keyboard.press("d")
    until(page, lambda: bool(table.commands))
    assert decision(table) == {"type": "Double", "box": 3, "player": "ann"}


def test_tokens_are_told_apart_from_chips(opened: Opener) -> None:
    page, _ = opened(t.free_bets())
    stakes = box(page, 3).locator(".stake")
    expect(stakes.nth(0)).to_contain_text("$20 + $20 free")
    expect(stakes.nth(1)).to_contain_text("$20 free")
    assert box(page, 3).locator(".free-token").count() == 2


def test_the_book_shows_text_as_text_and_opens_clauses(opened: Opener) -> None:
    page, table = opened(t.table())
    told = t.line(4, "<img src=x onerror=alert(1)> wins 2 to 1: 50.00", "8.1.1", cents=5000)
    table.tell({"patch": {"version": 11, "lines": [told]}})
    newest = page.locator(".book li").last
    expect(newest).to_contain_text("<img src=x onerror=alert(1)> wins 2 to 1 +$50.00")
    newest.locator(".clause").click()
    expect(page.locator(".popover:popover-open")).to_contain_text("in our words")


def test_the_book_speaks_to_its_reader_and_of_what_lies_there(opened: Opener) -> None:
    """A wager that is changed is taken off and placed anew: it stays one line."""
    page, table = opened(t.table())

    def wager(number: int, says: str, did: str = "", wager: str = "main") -> v.LineView:
        more: dict[str, Any] = {"kind": "wager", "box": 3, "player": t.ME, "did": did}
        return t.line(number, says, "6.1", wager=wager, **more)

    lines = [
        wager(4, "ann wagers 25.00 on box 3: bet"),
        wager(5, "ann takes bet off box 3", "taken"),
        wager(6, "ann wagers 50.00 on box 3: bet"),
        wager(7, "ann wagers 5.00 on box 3: Any Pairs", wager="any-pairs"),
        t.line(8, "No more bets: ann decides for box 3", "7.1"),
        t.line(9, "Box 3, ann: bet 50.00 loses", "13.1:entitlement", kind="money", player=t.ME),
        t.line(10, "ann's wager rides on box 3; joanne passes; ann passes", "7.1"),
    ]
    table.tell({"patch": {"version": 11, "lines": lines}})
    newest = page.locator(".book li > span")
    expect(newest).to_have_count(8)
    assert newest.all_inner_texts()[3:] == [
        "You wager 50.00 on box 3: bet",
        "You wager 5.00 on box 3: Any Pairs",
        "No more bets: you decide for box 3",
        "Box 3, you: bet 50.00 loses",
        "Your wager rides on box 3; joanne passes; you pass",
    ]
    expect(page.locator(".book .clause").nth(6)).to_have_text("13.1")
    expect(page.locator("#announcer")).to_contain_text("Box 3, you: bet 50.00 loses.")
    expect(page.locator("#announcer")).not_to_contain_text("You wager")


def test_rulebook_sign_and_seal_open_beside_the_table(opened: Opener) -> None:
    page, _ = opened(t.table())
    page.locator(".book .clause").first.click()
    away = page.locator(".felt .place a, .seal, .table-menu a, .popover:popover-open a")
    expect(away).to_have_count(5)
    for link in away.all():
        expect(link).to_have_attribute("target", "_blank")
        expect(link).to_have_attribute("rel", "noopener")


def test_only_new_lines_and_changed_boxes_come_in_a_patch(opened: Opener) -> None:
    page, table = opened(t.table())
    expect(page.locator(".book li")).to_have_count(4)  # with the round's heading
    changed = v.BoxView(number=5, sits="dan")
    again = [t.LINES[-1], t.line(4, "dan sits down", "2.1")]
    table.tell({"patch": {"version": 12, "boxes": [changed], "lines": again}})
    expect(box(page, 5).locator(".who")).to_have_text("dan")
    expect(box(page, 3).locator(".who")).to_have_text("You")
    expect(page.locator(".book li")).to_have_count(5)


def test_signs_count_down(opened: Opener) -> None:
    """The house's clock may be far from the browser's: seconds are counted by the house's."""
    sign = v.SignView(
        kind="limits", since=0, time=1_800_000_000 + 1200, limits={"main": (2500, 50000)}
    )
    page, _ = opened(t.table(signs=t.signs(signs=(sign,))))
    expect(page.locator(".notices")).to_contain_text("limits $25 – $500")
    expect(page.locator(".notices b")).to_contain_text("in 19 min")
    told = page.get_by_role("status").get_by_role("list").get_by_role("listitem")
    expect(told).to_have_count(1)
    # The seconds run, and the notice stays what it is: it is not said anew every second.
    told.evaluate("item => { item.same = true; }")
    hold_clock(page)
    before = told.inner_text()
    time_passes(page, 2)
    expect(told).not_to_have_text(before)
    assert told.evaluate("item => item.same === true")


@pytest.mark.parametrize("width", [1360, 390])
def test_what_the_felt_says_is_there_for_those_who_listen(opened: Opener, width: int) -> None:
    page, _ = opened(t.table(), {"width": width, "height": 850})
    said = page.locator(".inscription").aria_snapshot()
    assert "pays" in said
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_shoe_is_sealed(opened: Opener) -> None:
    page, _ = opened(t.table())
    expect(page.locator(".shoe-head")).to_have_text("6 decks, 61 % left")
    seal = page.locator(".seal")
    expect(seal).to_have_text("sealed 7c1e…9a04")
    expect(seal).to_have_attribute("href", f"/shoes/check?shoe=felt-4.9&digest={t.DIGEST}")


# A lost connection


def test_what_was_not_answered_is_sent_again_under_the_same_id(opened: Opener) -> None:
    page, table = opened(t.my_turn())
    table.answer = silence
    expect(status(page)).to_contain_text("Your turn")
    page.keyboard.press("h")
    until(page, lambda: len(table.heard) == 1)
    table.sockets[-1].close()
    expect(page.locator("[data-part=lost]")).to_be_visible()
    until(page, lambda: len(table.heard) == 2)
    assert table.heard[0] == table.heard[1]
    expect(page.locator("[data-part=lost]")).to_be_hidden()
    expect(status(page)).to_contain_text("Your turn")


def test_a_view_that_stays_behind_is_asked_for_anew(opened: Opener) -> None:
    page, table = opened(t.my_turn())
    table.answer = lambda asked: {"ack": {"id": asked["id"], "version": 12}}
    expect(status(page)).to_contain_text("Your turn")
    table.view = t.table(version=12)  # and no patch says so
    page.keyboard.press("h")
    expect(status(page)).to_contain_text("Choose a chip")


def test_a_session_that_is_over_is_told(opened: Opener) -> None:
    page, table = opened(t.table())
    expect(status(page)).to_contain_text("Choose a chip")
    hold_clock(page)
    table.tell({"gone": {"reason": "Your session has ended."}})
    expect(page.locator("[data-part=lost]")).to_contain_text("Your session has ended.")
    time_passes(page, 600)
    assert len(table.sockets) == 1
