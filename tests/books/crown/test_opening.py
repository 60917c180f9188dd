"""Crown: opening a table, what must be shown and checked first, changing the game, closing."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.rulebooks.chapters.conduct import Shown
from bythebook.table import events as e
from tests.books.crown.floor import AM, CROWN, SETUP, dressed, opened, quick_round, ready, seated
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o

PAIRS = ("perfect-pairs", "crown-pairs", "any-pairs")


# Opening


@clause("crown-blackjack 7.1", "crown-blackjack 5.1", "crown-blackjack 3.2.5")
def test_a_table_opens_only_with_limits_and_game_shown_and_cards_checked() -> None:
    floor = Floor(CROWN)
    floor.no("7.1", "area-manager", o.Open(SETUP))
    floor.ok("area-manager", o.DisplaySign("limits", limits=SETUP.limits))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.no("3.2.5", "area-manager", o.Open(SETUP))  # nobody had them under lock until now
    floor.ok("dealer", o.Perform("secure-cards"))
    floor.no("5.1", "area-manager", o.Open(SETUP))
    floor.ok("area-manager", o.DisplaySign("game", text="blackjack"))
    floor.ok("area-manager", o.Open(SETUP))
    assert floor.state.phase == "open"
    assert floor.state.limits == {"main": (cents(10), cents(500))}


@clause("crown-blackjack 7.1")
def test_the_sign_shows_a_minimum_and_a_maximum_for_main_wagers() -> None:
    floor = dressed(SETUP)
    for wrong in ({}, {"main": (0, 500)}, {"main": (1000, 999)}):
        floor.no("7.1", "area-manager", o.Open(floor.with_setup(SETUP, limits=wrong)))
    floor.no("7.1", "area-manager", o.Open(floor.with_setup(SETUP, limits={"any-pairs": (5, 9)})))
    box_too = floor.with_setup(SETUP, box_maximum=cents(800))
    floor.no("7.1", "area-manager", o.Open(box_too))  # that of a box is on the sign as well
    floor.ok("area-manager", o.DisplaySign("limits", setup=box_too))
    floor.ok("area-manager", o.Open(box_too))
    assert floor.state.box_maximum == cents(800)


@clause("crown-blackjack 5.1", "crown-blackjack 7.1")
def test_what_the_signs_show_is_what_is_played() -> None:
    floor = dressed(SETUP)
    floor.ok("area-manager", o.DisplaySign("game", text="crown-blackjack"))
    floor.no("5.1", "area-manager", o.Open(SETUP))
    floor.ok("area-manager", o.DisplaySign("game", text="blackjack"))
    floor.ok("area-manager", o.DisplaySign("limits", limits={"main": (cents(10), cents(600))}))
    floor.no("7.1", "area-manager", o.Open(SETUP))
    floor.ok("area-manager", o.DisplaySign("limits", limits=SETUP.limits))
    floor.ok("area-manager", o.Open(SETUP))
    # Once it is open, no sign may say something else than is enforced.
    floor.no("5.1", "area-manager", o.DisplaySign("game", text="crown-blackjack"))
    floor.no("7.1", "area-manager", o.DisplaySign("limits", limits={"main": (500, 600)}))


@clause("crown-blackjack 5.1")
def test_no_round_begins_while_the_game_in_play_is_not_displayed() -> None:
    floor = seated()
    floor.bet("ann", 1, 10)
    floor.ok("area-manager", o.RemoveSign("game"))
    floor.no("5.1", "dealer", o.Deal(parse_card("TC")))
    floor.ok("area-manager", o.DisplaySign("game", text="blackjack"))
    floor.cards("TC")
    assert floor.state.in_round


@clause("crown-blackjack 2.1", "crown-blackjack 2.2.1")
@pytest.mark.parametrize(("boxes", "opens"), [(0, False), (1, True), (9, True), (10, False)])
def test_a_table_has_nine_places_or_fewer(boxes: int, opens: bool) -> None:
    setup = Floor(CROWN).with_setup(SETUP, boxes=boxes)
    floor = dressed(setup)
    if opens:
        floor.ok("area-manager", o.Open(setup))
        floor.players(ann=boxes)
        floor.ok("player", o.Arrive("ben", card="ben"), by="ben")
        floor.no("2.1", "player", o.Sit("ben", boxes + 1), by="ben")
    else:
        floor.no("2.1", "area-manager", o.Open(setup))


@clause("crown-blackjack 2.2.1", "crown-blackjack 2.3.1", "crown-blackjack 2.3.2")
def test_the_layout_is_one_of_four_and_cards_come_from_a_shoe_or_a_machine() -> None:
    for layout in "ABCD":
        for dealing in ("shoe", "device"):
            opened(
                game="free-bet-blackjack",
                layout=layout,
                dealing=dealing,
                side_wagers=(*PAIRS, "pot-of-gold"),
            )
    setup = Floor(CROWN).with_setup(SETUP, layout="E")
    dressed(setup).no("2.2.1", "area-manager", o.Open(setup))
    setup = Floor(CROWN).with_setup(SETUP, dealing="hand")
    dressed(setup).no("2.3.1", "area-manager", o.Open(setup))


@clause(
    "crown-blackjack 3.1", "crown-blackjack 5.2", "crown-blackjack 12.1", "crown-blackjack 12.5.1",
    "crown-blackjack 16.2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("clause_id", "changes"),
    [
        ("3.1", {"decks": 5}),
        ("3.1", {"decks": 7}),
        ("16.2", {"decks": 4, "side_wagers": ("any-pairs",)}),
        ("12.5.1", {"game": "free-bet-blackjack", "decks": 4, "side_wagers": ("pot-of-gold",)}),
        ("12.1", {"side_wagers": ("pot-of-gold",)}),
        ("5.2", {"side_wagers": ("blazing-7s",)}),
    ],
)
def test_what_the_book_does_not_allow_is_refused_at_opening(
    clause_id: str, changes: dict[str, Any]
) -> None:
    setup = Floor(CROWN).with_setup(SETUP, **changes)
    dressed(setup).no(clause_id, "area-manager", o.Open(setup))


def test_all_four_variations_open_with_what_they_may_offer() -> None:
    for game in ("blackjack", "crown-blackjack", "blackjack-plus"):
        for decks in (6, 8):
            opened(game=game, decks=decks, side_wagers=PAIRS)
        opened(game=game, decks=4, side_wagers=("perfect-pairs", "crown-pairs"))
    opened(game="free-bet-blackjack", side_wagers=(*PAIRS, "pot-of-gold"))


@clause("crown-blackjack 5.2")
@pytest.mark.parametrize("wager", [*PAIRS, "pot-of-gold"])
def test_a_side_wager_is_offered_only_with_its_odds_displayed(wager: str) -> None:
    game = "free-bet-blackjack" if wager == "pot-of-gold" else "blackjack"
    setup = Floor(CROWN).with_setup(SETUP, game=game, side_wagers=(wager,))
    floor = dressed(setup)
    floor.ok("area-manager", o.RemoveSign("odds"))
    floor.no("5.2", "area-manager", o.Open(setup))
    floor.ok("area-manager", o.DisplaySign("odds"))  # of nothing
    floor.no("5.2", "area-manager", o.Open(setup))
    floor.ok("area-manager", o.DisplaySign("odds", setup=setup))
    floor.ok("area-manager", o.Open(setup))


OTHER_ODDS = [
    ("blackjack", "perfect-pairs", {"options": {**SETUP.options, "pairs-table": "B"}}),
    ("blackjack", "crown-pairs", {"options": {**SETUP.options, "pairs-table": "B"}}),
    ("blackjack", "perfect-pairs", {"decks": 8}),
    ("free-bet-blackjack", "pot-of-gold", {"options": {**SETUP.options, "pot-of-gold-table": "2"}}),
]


@clause(
    "crown-blackjack 5.2", "crown-blackjack 14.4.3", "crown-blackjack 15.4.3",
    "crown-blackjack 12.5.1",
)  # fmt: skip
@pytest.mark.parametrize(("game", "wager", "other"), OTHER_ODDS)
def test_the_odds_displayed_are_those_that_are_paid(
    game: str, wager: str, other: dict[str, Any]
) -> None:
    """Option A on the sign and B at the table, six decks and eight, version 1 and 2."""
    setup = Floor(CROWN).with_setup(SETUP, game=game, side_wagers=(wager,))
    options = {**setup.options, **other.get("options", {})}
    played = Floor(CROWN).with_setup(setup, **{**other, "options": options})
    floor = dressed(setup)
    floor.no("5.2", "area-manager", o.Open(played))
    floor.ok("area-manager", o.DisplaySign("odds", setup=played))
    floor.no("5.2", "area-manager", o.Open(setup))
    floor.ok("area-manager", o.Open(played))
    shown = floor.state.sign("odds")
    assert shown is not None
    assert shown.says is not None
    assert set(shown.says.odds) == {wager}
    # By name too: option A or B, and the version that the sign stipulates (12.5.1).
    named = {"pairs-table": "A"} | ({"pot-of-gold-table": "1"} if wager == "pot-of-gold" else {})
    assert shown.says.options == named | {
        name: value for name, value in options.items() if name in named
    }


# Changing the game


def end_shoe(floor: Floor) -> None:
    floor.ok("higher-duties-dealer", o.OrderShuffle("end-shoe"))


CHANGE = o.ChangeGame("crown-blackjack")


def test_the_game_does_not_change_while_a_card_is_to_be_put_right() -> None:
    """It belongs to a round of the game as it was: another game would know of no such round."""
    floor = seated("ann")
    quick_round(floor, "ann")
    floor.deal("3C", to=0)
    floor.ok("area-manager", o.OrderShuffle(), why="so")
    agreed = replace(CHANGE, agreed=("ann",))
    assert "put that right first" in str(floor.no("17.5", "area-manager", agreed))
    floor.ok("dealer", m.Resolve("burn"))
    floor.ok("area-manager", agreed)


@clause("crown-blackjack 5.3", "crown-blackjack 5.3.1")
def test_with_nobody_there_an_area_manager_changes_the_game_at_once() -> None:
    floor = opened()
    floor.no("5.3", "higher-duties-dealer", CHANGE)
    floor.ok("area-manager", CHANGE)
    assert floor.state.setup is not None
    assert floor.state.setup.game == "crown-blackjack"
    sign = floor.state.sign("game")
    assert sign is not None
    assert sign.text == "crown-blackjack"
    assert floor.entries("change-game")[0].by.role == "area-manager"
    assert floor.replayed() == floor.state


@clause("crown-blackjack 5.3.2(a)", "crown-blackjack 5.3")
@pytest.mark.parametrize(("seconds", "enough"), [(1199, False), (1200, True), (1201, True)])
def test_with_players_there_a_notice_hangs_for_twenty_minutes(seconds: int, enough: bool) -> None:
    floor = opened()
    floor.players(ann=1)
    floor.no("5.3.2(a)", "area-manager", CHANGE)
    notice = o.DisplaySign("next-game", time=floor.clock + seconds, text="crown-blackjack")
    floor.ok("area-manager", notice)
    floor.clock += seconds - 1
    floor.no("5.3.2(a)", "area-manager", CHANGE)
    floor.clock += 1
    if enough:
        floor.ok("area-manager", CHANGE)
    else:
        floor.no("5.3.2(a)", "area-manager", CHANGE)


@clause("crown-blackjack 5.3.2(a)", "crown-blackjack 5.1")
def test_the_notice_names_the_game_and_leaves_the_sign_of_the_present_one_up() -> None:
    floor = opened()
    floor.players(ann=1)
    notice = o.DisplaySign("next-game", time=floor.clock + 1200, text="blackjack-plus")
    floor.ok("area-manager", notice)
    floor.wait(20)
    sign = floor.state.sign("game")
    assert sign is not None
    assert sign.text == "blackjack"
    floor.no("5.3.2(a)", "area-manager", CHANGE)
    floor.ok("area-manager", o.ChangeGame("blackjack-plus"))


@clause("crown-blackjack 5.3.2(b)")
def test_the_game_changes_at_once_if_every_player_agrees() -> None:
    floor = opened()
    floor.players(ann=1, ben=2)
    agreed = o.ChangeGame("crown-blackjack", agreed=("ann",))
    floor.no("5.3.2(a)", "area-manager", agreed)
    floor.no("5.3.2(a)", "area-manager", o.ChangeGame("crown-blackjack", agreed=("ann", "cal")))
    floor.ok("area-manager", o.ChangeGame("crown-blackjack", agreed=("ann", "ben")))
    assert floor.state.setup is not None
    assert floor.state.setup.game == "crown-blackjack"


@clause("crown-blackjack 5.3.3")
def test_a_running_shoe_is_ended_first_and_a_new_one_begins() -> None:
    floor = seated("ann")
    quick_round(floor, "ann")
    agreed = o.ChangeGame("crown-blackjack", agreed=("ann",))
    floor.no("5.3.3", "area-manager", agreed)
    floor.no("5.3.3", "dealer", o.OrderShuffle("end-shoe"))
    end_shoe(floor)
    floor.ok("area-manager", agreed)
    floor.bet("ann", 1, 10)
    floor.no("4.1.2(a)", "dealer", o.Deal(parse_card("TC")))
    ready(floor)
    assert floor.state.shoe.rounds == 0
    assert floor.state.shoe.out == ()
    # Crown Blackjack: the dealer draws to soft 17.
    floor.cards("TC 6D TH")
    floor.stand("ann", 1)
    floor.cards("AS")
    assert floor.due() == 0
    floor.cards("4S")
    assert floor.net("ann") == cents(10) - cents(10)


@clause("crown-blackjack 5.3.3")
def test_with_a_shuffling_machine_the_game_changes_between_rounds() -> None:
    floor = seated("ann", dealing="device")
    agreed = o.ChangeGame("crown-blackjack", agreed=("ann",))
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D")
    floor.no("5.3", "area-manager", agreed)
    floor.cards("TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.ok("area-manager", agreed)


@clause("crown-blackjack 5.3", "crown-blackjack 5.3.2(b)")
def test_other_side_wagers_or_another_pay_table_are_a_change_too() -> None:
    floor = opened(side_wagers=("perfect-pairs",))
    floor.players(ann=1)
    table_b = o.ChangeGame("blackjack", ("perfect-pairs",), {"pairs-table": "B"}, agreed=("ann",))
    floor.no("5.3.2(a)", "area-manager", o.ChangeGame("blackjack", ("perfect-pairs",), {}))
    floor.ok("area-manager", table_b)
    ready(floor)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 10, "perfect-pairs")
    floor.cards("KH 6C KD")
    floor.stand("ann", 1)
    floor.cards("TS 5D")
    # Six decks, option B: a coloured pair at 10 to 1; 20 against the dealer's 21.
    assert floor.net("ann") == cents(100) - cents(10)


ANOTHER_TABLE = [
    ("perfect-pairs", {"options": {**SETUP.options, "pairs-table": "B"}}),  # reading 62
    ("perfect-pairs", {"decks": 8}),
    ("perfect-pairs", {"side_wagers": ("crown-pairs",)}),
    ("any-pairs", {"options": {"forced-draw": "on"}}),
]


@clause("crown-blackjack 5.3.2(a)", "crown-blackjack 5.3", "crown-blackjack 14.4.3")
@pytest.mark.parametrize(("wager", "other"), ANOTHER_TABLE)
def test_the_notice_says_all_that_is_to_change(wager: str, other: dict[str, Any]) -> None:
    """The name of the game alone announces neither odds nor decks nor side wagers."""
    floor = opened(side_wagers=(wager,))
    floor.players(ann=1)
    floor.ok("area-manager", o.DisplaySign("forced-draw"))
    change = o.ChangeGame("blackjack", **{"side_wagers": (wager,), **other})
    plain = o.DisplaySign("next-game", time=floor.clock + 1200, text="blackjack")
    floor.ok("area-manager", plain)
    floor.wait(20)
    floor.no("5.3.2(a)", "area-manager", change)
    floor.ok("area-manager", msgspec.structs.replace(plain, time=floor.clock + 1200, **other))
    announced = floor.state.sign("next-game")
    assert announced is not None
    assert announced.says is not None
    named = {"pairs-table": "A", "forced-draw": "off"} | other.get("options", {})
    assert {name: announced.says.options[name] for name in ("pairs-table", "forced-draw")} == {
        name: named[name] for name in ("pairs-table", "forced-draw")
    }
    floor.no("5.3.2(a)", "area-manager", change)
    floor.wait(20)
    floor.ok("area-manager", change)
    # The signs of the new table went up with it.
    sign = floor.state.sign("odds")
    assert sign is not None
    assert sign.since == floor.clock or other == {"options": {"forced-draw": "on"}}
    assert floor.state.sign("next-game") is None
    assert floor.replayed() == floor.state


@clause("crown-blackjack 5.3.2(a)", "crown-blackjack 12.5.1")
def test_the_notice_stipulates_the_version_that_is_to_come() -> None:
    floor = opened(game="free-bet-blackjack", side_wagers=("pot-of-gold",))
    floor.players(ann=1)
    options = {**SETUP.options, "pot-of-gold-table": "2"}
    change = o.ChangeGame("free-bet-blackjack", ("pot-of-gold",), options)
    floor.no("5.3.2(a)", "area-manager", change)
    notice = o.DisplaySign(
        "next-game", time=floor.clock + 1200, text="free-bet-blackjack", options=options
    )
    floor.ok("area-manager", notice)
    shown = floor.state.sign("next-game")
    assert shown is not None
    assert shown.says is not None
    assert shown.says.options["pot-of-gold-table"] == "2"
    floor.wait(20)
    floor.ok("area-manager", change)


@clause("crown-blackjack 5.3", "crown-blackjack 14.4.3")
def test_other_decks_that_pay_otherwise_are_a_change_of_the_wager() -> None:
    """New cards are no way round the notice: eight decks pay a perfect pair otherwise than six."""
    floor = opened(side_wagers=("perfect-pairs",), options={"pairs-table": "B"})
    floor.players(ann=1)
    floor.no("5.3", "area-manager", o.ReplaceCards(decks=8), why="worn")
    floor.ok("area-manager", o.ReplaceCards(decks=6), why="worn")
    without = opened()
    without.players(ann=1)
    without.ok("area-manager", o.ReplaceCards(decks=8), why="worn")


@clause("crown-blackjack 5.2")
def test_a_side_wager_added_later_needs_its_odds_displayed_too() -> None:
    """There must be a place for them, blank until then; they stand on it once the game changes."""
    floor = opened()
    added = o.ChangeGame("blackjack", ("any-pairs",))
    floor.no("5.2", "area-manager", added)
    floor.ok("area-manager", o.DisplaySign("odds"))
    assert shown_odds(floor) == {}
    floor.ok("area-manager", added)
    assert shown_odds(floor) == {"any-pairs": {"any pair": "11 to 1"}}  # 16.5.2


def shown_odds(floor: Floor) -> dict[str, dict[str, str]]:
    sign = floor.state.sign("odds")
    assert sign is not None
    assert sign.says is not None
    return sign.says.odds


@clause("crown-blackjack 5.3")
def test_the_limits_in_force_stay_in_force_when_the_game_or_the_cards_change() -> None:
    floor = opened()
    new = {"main": (cents(5), cents(300)), "any-pairs": (cents(5), cents(50))}
    floor.ok("area-manager", o.ChangeLimits(new, box_maximum=cents(600), units={"main": cents(5)}))
    floor.ok("area-manager", o.DisplaySign("odds"))
    floor.ok("area-manager", o.ChangeGame("blackjack", ("any-pairs",), decks=8))
    floor.ok("area-manager", o.ReplaceCards(), why="worn")
    setup = floor.state.setup
    assert setup is not None
    assert (setup.limits, setup.box_maximum, setup.units) == (new, cents(600), {"main": cents(5)})
    assert (floor.state.limits, floor.state.box_maximum) == (new, cents(600))
    assert floor.state.units == {"main": cents(5)}
    assert floor.replayed() == floor.state


# Closing


@clause("crown-blackjack 20.5")
def test_a_table_with_players_closes_three_rounds_after_the_notice() -> None:
    floor = seated("ann")
    floor.no("20.5", "higher-duties-dealer", o.Close())
    floor.no("20.5", "dealer", o.AnnounceClosing())
    floor.ok("higher-duties-dealer", o.AnnounceClosing())
    for _ in range(3):
        floor.no("20.5", "higher-duties-dealer", o.Close())
        quick_round(floor, "ann")
    floor.no("20.5", "dealer", o.Close())
    floor.ok("higher-duties-dealer", o.Close())
    assert floor.state.phase == "closed"
    assert floor.net("ann") == 3 * cents(10)
    assert floor.clauses(e.TableClosed) == ["20.5"]
    assert floor.replayed() == floor.state


@clause("crown-blackjack 20.5")
def test_rounds_before_the_notice_do_not_count_and_an_empty_table_needs_none() -> None:
    floor = seated("ann")
    for _ in range(3):
        quick_round(floor, "ann")
    floor.no("20.5", "higher-duties-dealer", o.Close())
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.ok("higher-duties-dealer", o.Close())


# Equipment and records


@clause("crown-blackjack 8.5.8(a)")
def test_the_cards_of_a_round_go_to_the_rack_and_each_hand_can_be_laid_out_again() -> None:
    floor = seated("ann ben")
    quick_round(floor, "ann", "ben")
    assert floor.clauses(e.RoundFinished) == ["8.5.8(a)"]
    assert floor.state.last is not None
    hands = [[str(card) for card in box.hands[0].cards] for box in floor.state.last.boxes]
    assert hands == [["TC", "TH"], ["TC", "TH"]]
    assert [str(card) for card in floor.state.last.dealer] == ["7D", "TS"]
    assert [str(card) for card in floor.state.shoe.out] == ["TC", "TC", "7D", "TH", "TH", "TS"]


@clause(
    "crown-blackjack 1.1:dealer", "crown-blackjack 1.1:inspector", "crown-blackjack 8.1.2(b)",
    "crown-blackjack 18.2.3", "crown-blackjack 19.2",
)  # fmt: skip
def test_inspector_and_surveillance_come_and_go_as_they_must() -> None:
    floor = opened()
    for role in ("inspector", "surveillance"):
        floor.ok(role, o.SignOn("ivy", role))
        assert [person.role for person in floor.state.staff] == [role]
        floor.ok(role, o.SignOff("ivy"))
    assert floor.state.staff == ()
    # Others who are of no rank here do not come by themselves; they are known all the same.
    for role in ("tournament-director", "scrutineer"):
        floor.no("1.1:dealer", role, o.SignOn("ivy", role))
        floor.ok("dealer", o.SignOn("ivy", role))
        floor.no("1.1:dealer", role, o.SignOff("ivy"))
        floor.ok("dealer", o.SignOff("ivy"))
    floor.malformed("dealer", o.SignOn("ivy", "pit-boss"))


@clause("crown-blackjack 3.2.5")
def test_cards_are_locked_away_until_they_are_needed() -> None:
    floor = Floor(CROWN)
    floor.no("3.2.5", "player", o.Perform("secure-cards"))
    floor.ok("dealer", o.Perform("secure-cards", about="six decks, cage 4"))
    entry = floor.entries("secure-cards")[0]
    assert (entry.clause, entry.about) == ("3.2.5", "six decks, cage 4")


@clause("crown-blackjack 2.3.6")
def test_cash_is_taken_only_where_a_drop_box_is_fitted() -> None:
    floor = opened()
    floor.no("2.3.6", "dealer", o.Perform("accept-cash", about="$200"))
    floor.no("2.3.6", "player", o.Perform("fit-drop-box"))
    floor.ok("dealer", o.Perform("fit-drop-box"))
    floor.ok("dealer", o.Perform("accept-cash", about="$200"))
    assert [x.clause for x in floor.entries("accept-cash")] == ["2.3.6"]


@clause("crown-blackjack 20.13")
def test_a_copy_of_the_rules_is_given_to_whoever_asks() -> None:
    floor = opened()
    floor.players(ann=1)
    floor.no("20.13", "player", o.Perform("show-rules"), by="ann")
    floor.no("20.13", "dealer", o.Perform("show-rules"))
    floor.ok("dealer", o.Perform("show-rules"), asked="ann")
    assert floor.entries("show-rules")[0].clause == "20.13"


@clause("crown-blackjack 5.1")
def test_whatever_sign_shows_the_game_names_it_by_what_is_typed() -> None:
    """By what the book has it show, not by what kind of sign it is called."""
    floor = opened()
    conduct = floor.rules.conduct
    tonight = Shown(clause="5.1", shows=("game",), announces=True)
    signs = {**conduct.signs, "tonight": tonight}
    floor.rules = replace(floor.rules, conduct=replace(conduct, signs=signs))
    floor.ok("area-manager", o.DisplaySign("tonight", text="blackjack-plus"))
    sign = floor.state.sign("tonight")
    assert sign is not None
    assert sign.says is not None
    assert sign.says.game == "blackjack-plus"


PUBLISHED = {"published": "2025-06-10"}
TENTH = 1_749_513_600  # 10 June 2025, 0:00 UTC


@clause("crown-blackjack 0:effect")
def test_no_table_plays_by_these_rules_before_they_are_published() -> None:
    """Crown reading 93: signed on the third, published on the tenth."""
    setup = replace(SETUP, options={**SETUP.options, **PUBLISHED})
    floor = dressed(setup)
    floor.no("0:effect", AM, o.Open(setup), at=TENTH - 1)
    floor.ok(AM, o.Open(setup), at=TENTH)


@clause("crown-blackjack 0:effect")
def test_nor_does_an_open_table_change_to_a_game_of_unpublished_rules() -> None:
    floor = opened()
    change = o.ChangeGame("crown-blackjack", options=PUBLISHED)
    floor.no("0:effect", AM, change, at=TENTH - 1)
    floor.ok(AM, change, at=TENTH)


@pytest.mark.parametrize("day", ["soon", "2025-6-10", "2025-02-30", ""])
def test_a_day_of_publication_is_a_day(day: str) -> None:
    wrong = replace(SETUP, options={**SETUP.options, "published": day})
    dressed(SETUP).malformed(AM, o.Open(wrong))
