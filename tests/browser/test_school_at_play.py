"""What the school has of play itself: the trainer, one's own rounds, the printed card."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from bythebook.house.tables.advising import Advised, Adviser, HandAdvice, Worth
from bythebook.house.tables.live_table import LiveTable
from bythebook.house.training import Trainer
from tests.browser.conftest import DESK, PHONE, Door
from tests.browser.evening import seat
from tests.browser.floors import Floor
from tests.browser.people import Person
from tests.web.library import FakeDesk

WIDTHS: dict[str, dict[str, Any]] = {"desk": {"viewport": DESK}, "phone": PHONE}
STAKE = 2500  # cents


class Known(Adviser):
    """Whatever is asked, these are the choices and what they are worth."""

    async def wait(self, live: LiveTable, seconds: float) -> Advised | None:
        round_ = live.run.table.round
        if round_ is None or round_.phase != "turns":
            return None
        (player,) = live.run.table.players
        worth = (
            Worth(action="double", value=0.0008, best=True), Worth(action="hit", value=-0.15),
        )  # fmt: skip
        advice = HandAdvice(player=player, box=round_.at[0], hand=1, stake=STAKE, choices=worth)
        return Advised(live.version, (advice,))


@pytest.fixture
def known(floor: Floor) -> Iterator[None]:
    before = floor.app.state["trainer"]
    floor.app.state["trainer"] = Trainer(Known(), floor.house.accounts.practice)
    yield
    floor.app.state["trainer"] = before


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("width", WIDTHS)
def test_the_trainer_says_what_a_choice_cost_once_it_is_made(
    door: Door, floor: Floor, width: str
) -> None:
    """Eleven against a six is hit: 15.08 % of $25 are $3.77."""
    table = floor.open_table("practice-crown", f"trained-{width}", deals="9 6 2 X X X")
    guest = door.guest_at(table, **WIDTHS[width])
    guest.clicks("More", exact=True)
    guest.page.get_by_label("Train me").check()
    guest.page.keyboard.press("Escape")
    guest.bets(4, "$25.00")
    guest.chooses("Deal")
    expect(guest.status).to_contain_text("11 against 6")
    bar = guest.page.get_by_role("region", name="Your choices")
    expect(bar).not_to_contain_text("%")
    guest.chooses("Hit")
    judged = guest.page.locator("[data-part=judged]")
    expect(judged).to_have_text(
        "Double is better. Hit −15.0 %, double +0.1 %: $3.77. 0 % of 1, streak 0"
    )
    guest.page.reload()
    expect(guest.status).not_to_have_text("Coming to the table…")
    guest.clicks("More", exact=True)
    expect(guest.page.get_by_label("Train me")).to_be_checked()
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= max(
        390, guest.page.evaluate("innerWidth")
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_my_play(door: Door, floor: Floor, tmp_path: Path, width: str) -> None:
    """A round of mine against what was to be expected, in the replay, and as files to keep."""
    table = f"mine-{width}"
    floor.open_table("practice-crown", table, deals="9 6 2 X X X")
    seat(floor, "ann", table, 4)
    floor.order("ann", table, "place", box=4, amount=STAKE, wager="main")
    floor.order("ann", table, "ready")
    floor.decide("ann", table, "Double", 4)
    ann = door.come(Person, "ann", **WIDTHS[width])
    ann.logs_in("/school/play")
    page = ann.page
    luck = page.get_by_role("region", name="Result and expectation")
    expect(luck).to_contain_text("standard deviations")
    expect(page.get_by_role("img", name=re.compile("^Result .* expected"))).to_be_visible()
    row = page.get_by_role("row").filter(has_text=f"Mine {width}")
    expect(row).to_contain_text("$50.00")  # the double won
    with page.expect_download() as waits:
        ann.presses(row.get_by_role("link", name=re.compile(r"as \.round$")))
    waits.value.save_as(tmp_path / "mine.round")
    assert '"4 double 25"' in (tmp_path / "mine.round").read_text("utf-8")
    with page.expect_download() as waits:
        ann.presses(page.get_by_role("link", name="Download as CSV"))
    waits.value.save_as(tmp_path / "mine.csv")
    assert f"Mine {width},1," in (tmp_path / "mine.csv").read_text("utf-8")
    ann.presses(row.get_by_role("link", name=f"Mine {width}, 1", exact=True))
    expect(page.get_by_role("slider", name="Step of the round")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def chart(rows: int) -> dict[str, Any]:
    """As large as any game's: hard and soft totals and pairs against ten cards."""
    cells = [{"code": "H", "steps": []} for _ in range(10)]
    sections = [
        {"title": title, "rows": [{"name": str(at), "cells": cells} for at in range(rows)]}
        for title in ("Hard totals", "Soft totals", "Pairs")
    ]
    codes = {"H": "hit", "S": "stand", "D": "double, or else hit", "P": "split"}
    return {
        "columns": [*"23456789TA"], "sections": sections, "insures": False, "codes": codes,
        "notes": ["by the number of cards"], "house_edge": 0.005,
    }  # fmt: skip


def test_the_card_is_printed_on_one_sheet(door: Door, floor: Floor) -> None:
    fake, state = FakeDesk(), floor.app.state
    before = state.get("odds_desk")
    state["odds_desk"] = fake.desk
    visitor = door.come(Person)
    visitor.goes_to("/school/card")
    page = visitor.page
    visitor.sees("Working out")
    fake.workshop.begin(1)
    fake.workshop.finish(1, {"result": {"chart": chart(rows=17)}})
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    state["odds_desk"] = before
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    expect(page.locator(".card-sheet table.chart")).to_have_count(3)
    printed = page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
