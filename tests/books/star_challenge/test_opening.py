"""Blackjack Challenge: opening, equipment, layouts, side wagers on offer, closing."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from bythebook.table.state import Says
from tests.books.star_challenge.floor import (
    BLAZING,
    DEVICE,
    SHOE,
    SIDES,
    STAR,
    changed,
    offer,
    opened,
    prepared,
    ready,
)
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o

# Opening


@clause("star-blackjack-challenge 2.2.1")
@pytest.mark.parametrize("boxes", [4, 5, 7, 8])
def test_a_layout_has_five_to_seven_boxes(boxes: int) -> None:
    floor = prepared()
    order = o.Open(changed(SHOE, boxes=boxes))
    if 5 <= boxes <= 7:
        floor.ok("supervisor", order)
        assert floor.state.setup is not None
        assert floor.state.setup.boxes == boxes
    else:
        floor.no("2.2.1", "supervisor", order)


LAYOUTS = {
    "A": (),
    "B": ("any-pairs", "blazing-7s"),
    "C": ("perfect-pairs", "star-pairs", "blazing-7s"),
    "D": ("any-pairs", "perfect-pairs", "star-pairs", "blazing-7s"),
}


@clause("star-blackjack-challenge 2.2.2.3", "star-blackjack-challenge diagram:D")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("wager", [*SIDES, "blazing-7s"])
def test_a_side_wager_needs_a_place_on_the_layout(layout: str, wager: str) -> None:
    """Challenge reading 8: B for Any Pairs, C for the two others, D for all, sensors not on A."""
    setup = changed(
        DEVICE, layout=layout, side_wagers=(wager,), meters={"blazing-7s": cents(10000)}
    )
    floor = prepared(setup)
    if wager in LAYOUTS[layout]:
        floor.ok("supervisor", o.Open(setup))
        assert floor.state.setup is not None
        assert floor.state.setup.side_wagers == (wager,)
    else:
        floor.no("2.2.2.3", "supervisor", o.Open(setup))


@clause("star-blackjack-challenge 2.2.2.3", "star-blackjack-challenge diagram:A")
def test_the_plain_layout_is_for_the_game_alone() -> None:
    plain = changed(SHOE, layout="A", side_wagers=())
    prepared(plain).ok("supervisor", o.Open(plain))


@clause("star-blackjack-challenge 2.2.2.3", "star-blackjack-challenge 1.1:invalid-wager")
def test_lucky_lucky_has_no_rules_and_is_not_offered() -> None:
    """Challenge reading 7: the cloth may have a place for it, the document has no rule."""
    floor = prepared()
    floor.no("1.1:invalid-wager", "supervisor", o.Open(changed(SHOE, side_wagers=("lucky-lucky",))))
    floor.no("2.2.2.3", "supervisor", o.Open(changed(SHOE, layout="E", side_wagers=())))


@clause("star-blackjack-challenge 3.1", "star-blackjack-challenge 3.1.1")
def test_eight_decks_exclude_star_pairs_and_blazing_sevens() -> None:
    floor = prepared(BLAZING)
    eight = changed(DEVICE, decks=8)
    floor.no("3.1.1", "supervisor", o.Open(changed(eight, side_wagers=("star-pairs",))))
    floor.no("3.1.1", "supervisor", o.Open(changed(BLAZING, decks=8)))
    for decks in (5, 7, 9):
        floor.no("3.1", "supervisor", o.Open(changed(DEVICE, decks=decks)))
    floor.ok("operator", o.Perform("offer-perfect-pairs"))
    floor.ok("supervisor", o.Open(changed(eight, side_wagers=("any-pairs", "perfect-pairs"))))


@clause("star-blackjack-challenge 3.1.1")
def test_eight_decks_do_not_come_in_later_either() -> None:
    for setup in (DEVICE, BLAZING):
        floor = ready(setup, ann=1)
        floor.no("3.1.1", "supervisor", o.ReplaceCards(decks=8))
        floor.no("3.1", "supervisor", o.ReplaceCards(decks=7))
    without = ready(changed(DEVICE, side_wagers=("any-pairs",)), ann=1)
    without.ok("supervisor", o.ReplaceCards(decks=8))
    assert without.state.setup is not None
    assert without.state.setup.decks == 8


@clause("star-blackjack-challenge 2.3.4.1", "star-blackjack-challenge 2.3.4.3")
def test_a_progressive_needs_its_recorder_and_a_device() -> None:
    floor = Floor(STAR)
    floor.ok("supervisor", o.DisplaySign("limits", limits=BLAZING.limits))
    floor.ok("dealer", o.Perform("check-cards"))
    offer(floor, BLAZING)
    floor.no("2.3.4.1", "supervisor", o.Open(BLAZING))
    floor.ok("dealer", o.Perform("confirm-recorder"))
    floor.no("2.3.4.3", "supervisor", o.Open(changed(BLAZING, dealing="shoe")))
    floor.no("16.3", "supervisor", o.Open(BLAZING))
    for kind in ("blazing-7s", "blazing-7s-minimum"):
        floor.ok("supervisor", o.DisplaySign(kind, setup=BLAZING))
    floor.ok("supervisor", o.Open(BLAZING))
    assert floor.state.meters == {"blazing-7s": cents(12000)}


@clause("star-blackjack-challenge 16.3", "star-blackjack-challenge 16.12")
def test_the_stake_and_the_least_jackpot_on_the_signs_are_those_in_force() -> None:
    plain = {"blazing-7s-stake": "2.50", "reset": "10000"}
    setup = changed(BLAZING, options=plain)
    floor = prepared(setup)
    floor.no(
        "16.3", "supervisor", o.Open(changed(BLAZING, options={**plain, "blazing-7s-stake": "5"}))
    )
    floor.no("16.12", "supervisor", o.Open(changed(BLAZING, options={**plain, "reset": "25000"})))
    floor.ok("supervisor", o.Open(setup))
    signs = {sign.kind: sign.says for sign in floor.state.signs}
    assert signs["blazing-7s"] == Says(stakes={"blazing-7s": (250,)})
    assert signs["blazing-7s-minimum"] == Says(floors={"blazing-7s": 1_000_000})
    for kind, by in (("blazing-7s", "16.3"), ("blazing-7s-minimum", "16.12")):
        floor.no(by, "supervisor", o.RemoveSign(kind))


@clause("star-blackjack-challenge 16.12")
def test_the_least_jackpot_is_one_of_three() -> None:
    """10,000, 25,000 or 50,000: with each the table opens, with another no sign can say it."""
    for dollars in (10_000, 25_000, 50_000):
        setup = changed(BLAZING, options={"reset": str(dollars)}, meters={"blazing-7s": 0})
        floor = prepared(setup)
        for other in (dollars - 1, dollars + 1):
            wrong = changed(setup, options={"reset": str(other)})
            floor.no("16.12", "supervisor", o.DisplaySign("blazing-7s-minimum", setup=wrong))
            floor.no("16.12", "supervisor", o.Open(wrong))
        floor.ok("supervisor", o.Open(setup))
        signs = {sign.kind: sign.says for sign in floor.state.signs}
        assert signs["blazing-7s-minimum"] == Says(floors={"blazing-7s": cents(dollars)})


@clause("star-blackjack-challenge 2.3.4.1")
def test_a_table_without_a_progressive_needs_no_recorder() -> None:
    floor = Floor(STAR)
    floor.ok("supervisor", o.DisplaySign("limits", limits=DEVICE.limits))
    floor.ok("dealer", o.Perform("check-cards"))
    offer(floor, DEVICE)
    floor.ok("supervisor", o.Open(DEVICE))
    assert floor.entries("confirm-recorder") == []


@clause("star-blackjack-challenge 6.7.2")
def test_low_limit_gaming_uses_a_device() -> None:
    floor = prepared()
    floor.no("6.7.2", "supervisor", o.Open(changed(SHOE, low_limit=True)))
    floor.ok("supervisor", o.Open(changed(DEVICE, low_limit=True)))
    assert floor.state.phase == "open"


@clause("star-blackjack-challenge 2.3.1")
def test_cards_come_from_a_device_or_a_shoe_and_a_table_opens_once() -> None:
    floor = prepared()
    floor.no("2.3.1", "supervisor", o.Open(changed(SHOE, dealing="hand")))
    floor.ok("supervisor", o.Open(SHOE))
    floor.no("2.3.1", "supervisor", o.Open(SHOE))


@clause("star-blackjack-challenge 14.1", "star-blackjack-challenge 15.1")
@clause("star-blackjack-challenge 16.1")
@pytest.mark.parametrize(
    ("wager", "by", "closed_by"),
    [
        ("perfect-pairs", "14.1", "14.2"),
        ("star-pairs", "15.1", "15.2"),
        ("blazing-7s", "16.1", "16.2"),
    ],
)
def test_the_operator_chooses_what_is_offered(wager: str, by: str, closed_by: str) -> None:
    """Not chosen, the wager is refused though the cloth has a place for it; chosen, it is taken."""
    without = ready(changed(DEVICE, side_wagers=()))
    without.bet("ann", 1, 25)
    without.no(closed_by, "player", o.Place(1, "ann", cents(5), wager), by="ann")
    setup = changed(DEVICE, side_wagers=(wager,), meters={"blazing-7s": cents(10000)})
    floor = prepared(setup, offered=())
    floor.no(by, "supervisor", o.Open(setup))  # it has not been chosen
    floor.no(by, "supervisor", o.Perform(f"offer-{wager}"))
    floor.ok("operator", o.Perform(f"offer-{wager}"))
    floor.ok("supervisor", o.Open(setup))
    floor.no(by, "gaming-manager", o.Perform(f"offer-{wager}"))  # only while it is closed
    floor.players(ann=1)
    floor.bet("ann", 1, 25)
    floor.bet("ann", 1, 5, wager)
    assert floor.state.round is not None
    assert [w.kind for w in floor.state.round.wagers] == ["main", wager]
    assert [entry.clause for entry in floor.entries(f"offer-{wager}")] == [by]


@clause("star-blackjack-challenge 13.2", "star-blackjack-challenge 14.3")
@clause("star-blackjack-challenge 15.3")
@pytest.mark.parametrize(
    ("wager", "by"), [("any-pairs", "13.2"), ("perfect-pairs", "14.3"), ("star-pairs", "15.3")]
)
def test_the_sign_shows_what_a_pairs_wager_takes(wager: str, by: str) -> None:
    shown = {name: both for name, both in SHOE.limits.items() if name != wager}
    setup = changed(SHOE, limits=shown)
    prepared(setup).no(by, "supervisor", o.Open(setup))
    prepared(SHOE).ok("supervisor", o.Open(SHOE))
    not_offered = changed(setup, side_wagers=tuple(n for n in SIDES if n != wager))
    prepared(not_offered).ok("supervisor", o.Open(not_offered))


@clause("star-blackjack-challenge 2.4.1")
def test_the_drop_box_comes_off_on_record() -> None:
    floor = opened()
    floor.no("2.4.1", "dealer", o.Perform("remove-drop-box"))
    floor.ok("supervisor", o.Perform("remove-drop-box", about="table runs cashless"))
    (entry,) = floor.entries("remove-drop-box")
    assert (entry.by.role, entry.clause) == ("supervisor", "2.4.1")


@clause("star-blackjack-challenge 3.4", "star-blackjack-challenge 3.5")
def test_cards_are_checked_before_use_and_secured() -> None:
    floor = Floor(STAR)
    floor.ok("supervisor", o.DisplaySign("limits", limits=SHOE.limits))
    floor.no("3.5", "player", o.Perform("secure-cards"))
    floor.ok("dealer", o.Perform("secure-cards", about="six decks, pre-shuffled, in the safe"))
    floor.no("3.4", "supervisor", o.Open(SHOE))  # secured is not yet checked
    floor.no("3.4", "player", o.Perform("check-cards"))
    floor.ok("dealer", o.Perform("check-cards", about="by deck-checking device"))
    offer(floor, SHOE)
    floor.ok("supervisor", o.Open(SHOE))
    assert [entry.act for entry in floor.state.register[:3]] == [
        "display-sign",
        "secure-cards",
        "check-cards",
    ]


# Closing


@clause("star-blackjack-challenge 20.13")
def test_a_table_with_players_closes_after_a_sign_of_twenty_minutes() -> None:
    floor = ready(ann=1)
    floor.no("20.13", "supervisor", o.Close())
    floor.ok("supervisor", o.DisplaySign("closing", time=floor.clock + 20 * 60))
    start = floor.clock
    floor.no("20.13", "supervisor", o.Close(), at=start + 20 * 60 - 1)
    floor.no("20.13", "dealer", o.Close(), at=start + 20 * 60)
    floor.ok("supervisor", o.Close(), at=start + 20 * 60)
    assert floor.state.phase == "closed"
    assert floor.state.players == {}
    assert floor.clauses(e.TableClosed) == ["20.13"]
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 20.13")
@pytest.mark.parametrize(("named", "serves"), [(20 * 60 - 1, False), (20 * 60, True)])
def test_the_time_on_the_closing_sign_is_twenty_minutes_off(named: int, serves: bool) -> None:
    """A sign that names an earlier time is no notice, however long it has been up."""
    floor = ready(ann=1)
    floor.ok("supervisor", o.DisplaySign("closing", time=floor.clock + named))
    floor.wait(30)
    if serves:
        floor.ok("supervisor", o.Close())
    else:
        floor.no("20.13", "supervisor", o.Close())


@clause("star-blackjack-challenge 20.13")
def test_taking_the_closing_sign_down_starts_the_clock_again() -> None:
    floor = ready(ann=1)
    end = floor.clock + 20 * 60
    floor.ok("supervisor", o.DisplaySign("closing", time=end))
    floor.wait(5)
    floor.ok("supervisor", o.RemoveSign("closing"))
    floor.no("20.13", "supervisor", o.Close(), at=end)
    floor.ok("supervisor", o.DisplaySign("closing", time=floor.clock + 20 * 60))
    floor.no("20.13", "supervisor", o.Close(), at=end)
    floor.ok("supervisor", o.Close(), at=end + 5 * 60)


@clause("star-blackjack-challenge 20.13")
def test_an_empty_table_closes_at_once_and_a_round_is_finished_first() -> None:
    empty = opened()
    empty.ok("supervisor", o.Close())
    assert empty.state.phase == "closed"
    floor = ready(ann=1)
    floor.ok("supervisor", o.DisplaySign("closing", time=floor.clock + 20 * 60))
    floor.wait(19)
    floor.bet("ann", 1, 10)
    floor.no("20.13", "supervisor", o.Close(), at=floor.clock + 60)  # wagers lie on the layout
    floor.cards("TC 7D 8H")
    floor.wait(1)
    floor.no("20.13", "supervisor", o.Close())
    floor.stand("ann", 1)
    floor.cards("TD")
    floor.ok("supervisor", o.Close())
    assert floor.net("ann") == cents(10)


def test_a_closed_table_takes_no_orders_but_those_that_ready_it() -> None:
    floor = ready(ann=1)
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.ok("supervisor", o.Close())
    floor.no("5.1", "player", o.Arrive("ann", "ann"), by="ann")
    floor.no("4.4.1", "dealer", o.Shuffle())
    floor.no("18.1", "dealer", m.FaceUp(parse_card("8C")))
    floor.no("6.1", "supervisor", o.Open(SHOE))  # signs and checks are for one opening
    floor.ok("supervisor", o.DisplaySign("limits", limits=SHOE.limits))
    floor.no("3.4", "supervisor", o.Open(SHOE))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.no("14.1", "supervisor", o.Open(SHOE))
    offer(floor, SHOE)
    floor.ok("supervisor", o.Open(SHOE))
    assert floor.state.phase == "open"
