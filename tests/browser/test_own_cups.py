"""A tournament that anybody plays at once, from the lobby, with automatic players around them."""

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from bythebook.house.activities.tournaments import own_cups
from bythebook.tournaments.terms.document import TournamentTerms
from bythebook.tournaments.values import Length
from tests.browser.browsers import hold_clock, time_passes
from tests.browser.conftest import PHONE, Door
from tests.browser.floors import Floor
from tests.browser.people import Player

WHOLE = dict(own_cups.formats())
CHOICES_MAX = 12
STEPS_MAX = 40


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hand to a stage."""

    def shortened(terms: TournamentTerms) -> TournamentTerms:
        stages = (replace(one, length=Length(hands=1)) for one in terms.stages)
        return replace(terms, stages=tuple(stages))

    made = {id: shortened(terms) for id, terms in WHOLE.items() if terms.format == "chips"}
    monkeypatch.setattr(own_cups, "formats", lambda: made)


def plays_a_hand(player: Player) -> None:
    """By keyboard: the least wager, and stands as soon as that may be, until the table is over."""
    page = player.page
    over = re.compile("You finished|You go on|others still play")
    asked = re.compile("Your wager|Your turn|offers|cut the cards|" + over.pattern)
    for _ in range(CHOICES_MAX):
        expect(player.status).to_have_text(asked)
        said = player.status.inner_text()
        if over.search(said):
            return
        if "wager" in said:
            page.keyboard.press("w")
        elif "cut" in said:
            page.keyboard.press("n")
        elif "offers" in said:
            page.keyboard.press("Enter")
        else:
            stand = player.choice("Stand")
            page.keyboard.press("s" if stand.get_attribute("aria-disabled") is None else "h")
        expect(player.status).not_to_have_text(said)
    raise AssertionError("the hand has no end")


def finishes(player: Player, of: int) -> int:
    """To the place, over the final if it comes to that; returns it."""
    plays_a_hand(player)
    expect(player.status).to_have_text(re.compile("You finished|You go on"))
    if "go on" in player.status.inner_text():
        player.presses(player.page.get_by_role("link", name="To your seat"))
        player.page.wait_for_url("**/tables/2.1")
        player.clicks("Take my seat")
        plays_a_hand(player)
    expect(player.status).to_have_text(re.compile(rf"^You finished \d+(st|nd|rd|th) of {of}\.$"))
    found = re.search(r"\d+", player.status.inner_text())
    assert found is not None
    return int(found[0])


def test_a_guest_plays_a_tournament_at_once(door: Door, floor: Floor) -> None:
    """One click from the lobby; out, they read their place; a way back from everywhere."""
    guest = door.come(Player)
    guest.goes_to("/")
    guest.clicks(re.compile("^Play now Harbour Sprint"))
    guest.page.wait_for_url("**/tournaments/practice-*/tables/1.*")
    place = finishes(guest, of=42)
    guest.goes_to("/rulebooks")
    guest.page.get_by_role("link", name="Your tournament").click()
    expect(guest.page.get_by_role("heading", name="Harbour Sprint")).to_be_visible()
    board = guest.page.get_by_role("region", name="Your entry")
    expect(board).to_contain_text(f"You finished {place}")
    guest.clicks("Leave this tournament")
    guest.page.wait_for_url("**/tournaments")
    expect(guest.page.get_by_role("link", name="Your tournament")).to_have_count(0)
    assert not floor.house.own_cups.families


def test_on_a_phone_and_another_after_it(door: Door) -> None:
    guest = door.come(Player, **PHONE)
    guest.goes_to("/tournaments")
    guest.clicks("Play now Capital Seven")
    assert finishes(guest, of=7) <= 7
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390
    first = guest.page.url
    guest.clicks("Play another")
    guest.page.wait_for_url(lambda url: url != first)
    expect(guest.status).to_have_text(re.compile("Your wager|wagers|cut"))
    guest.goes_to("/")
    guest.presses(guest.page.get_by_role("link", name="Back to Capital Seven"))
    guest.page.wait_for_url("**/tables/1.1")
    guest.goes_to("/tournaments")
    expect(guest.page.get_by_role("button", name="Go on Capital Seven")).to_be_visible()


def test_nothing_is_shown_before_its_card_at_a_tournament_table_either(door: Door) -> None:
    """At another speed than at once: card by card, the turn when they lie there; a key skips."""
    guest = door.come(Player, speed="slow")
    guest.goes_to("/tournaments")
    guest.clicks("Play now Capital Seven")
    page, held = guest.page, guest.page.locator(".table.is-held")
    expect(guest.status).to_have_text("You cut the cards.")
    page.keyboard.press("n")
    expect(guest.status).to_have_text("Your wager, please.")
    hold_clock(page)
    cards = page.locator("[data-part=boxes] .fan > *")
    before = cards.count()
    page.keyboard.press("w")
    expect(held).to_be_visible()
    seen = [cards.count()]
    for _ in range(STEPS_MAX):
        time_passes(page, 0.8)
        seen.append(cards.count())
        if seen[-1] >= before + 3:
            break
        assert "Your turn" not in guest.status.inner_text()
    assert seen[-1] >= before + 3
    assert all(0 <= later - earlier <= 1 for earlier, later in pairwise(seen))
    expect(held).to_be_visible()
    page.keyboard.press(" ")
    expect(held).to_have_count(0)
    asked = re.compile("Your turn|offers|your |You finished")
    expect(guest.status).to_have_text(asked)
