"""bACEball: opening and closing a table, its equipment, its cards, shuffle and burn."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.baceball.floor import (
    BOOK,
    LIMITS,
    ROUND,
    SETUP,
    SUPERVISOR,
    equipped,
    load,
    loaded,
    opened,
    played,
)
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o

# Opening


@clause("star-baceball 2.1")
@pytest.mark.parametrize("boxes", [6, 8])
def test_a_table_has_seven_places(boxes: int) -> None:
    floor = equipped()
    floor.no("2.1", SUPERVISOR, o.Open(replace(SETUP, boxes=boxes)))
    floor.ok(SUPERVISOR, o.Open(SETUP))
    assert floor.state.setup is not None
    assert floor.state.setup.boxes == 7


@clause("star-baceball 3.6", "star-baceball 3.1", "star-baceball 5.1", "star-baceball 6.1")
@pytest.mark.parametrize(
    ("changes", "by"),
    [
        ({"dealing": "shoe"}, "3.6"),
        ({"decks": 5}, "3.1"),
        ({"decks": 8}, "3.1"),
        ({"layout": "C"}, "2.2"),
        ({"side_wagers": ("perfect-pairs",)}, "5.1"),
        ({"limits": {kind: pair for kind, pair in LIMITS.items() if kind != "main"}}, "6.1"),
        ({"limits": {**LIMITS, "main": (1000, 999)}}, "6.1"),
    ],
)
def test_nothing_outside_the_book_is_opened(changes: dict[str, Any], by: str) -> None:
    equipped().no(by, SUPERVISOR, o.Open(replace(SETUP, **changes)))


@clause("star-baceball 2.1")
def test_a_table_opens_once() -> None:
    floor = opened()
    floor.no("2.1", SUPERVISOR, o.Open(SETUP))


@clause("star-baceball 2.3", "star-baceball 2.5", "star-baceball 11.4", "star-baceball 6.1")
@pytest.mark.parametrize("layout", ["A", "B"])
def test_a_jackpot_needs_its_recorder_its_meters_and_its_stake_on_display(layout: str) -> None:
    setup = replace(SETUP, layout=layout)
    floor = Floor(BOOK)
    floor.no("6.1", SUPERVISOR, o.Open(setup))
    floor.ok(SUPERVISOR, o.DisplaySign("limits", limits=LIMITS))
    floor.ok("dealer", o.Perform("fit-drop-box"))
    floor.no("2.3", SUPERVISOR, o.Open(setup))
    floor.ok("dealer", o.Perform("confirm-recorder"))
    floor.no("2.5", SUPERVISOR, o.Open(setup))
    floor.ok(SUPERVISOR, o.DisplaySign("prize-meters"))
    floor.no("11.4", SUPERVISOR, o.Open(setup))
    ten = replace(setup, options={"jackpot-stake": "10"})
    floor.ok(SUPERVISOR, o.DisplaySign("jackpot-stake", text="$5", setup=ten))
    floor.no("11.4", SUPERVISOR, o.Open(setup))  # 10 on the sign, 5 at the table
    floor.ok(SUPERVISOR, o.DisplaySign("jackpot-stake", setup=setup))
    floor.ok(SUPERVISOR, o.Open(setup))
    assert floor.state.meters == {"baceball-major": 15_000_000, "baceball-minor": 1_500_000}


@clause("star-baceball 2.3", "star-baceball 2.5")
def test_without_a_jackpot_no_such_equipment_is_asked_for() -> None:
    floor = Floor(BOOK)
    floor.ok(SUPERVISOR, o.DisplaySign("limits", limits=LIMITS))
    floor.ok("dealer", o.Perform("fit-drop-box"))
    floor.ok(SUPERVISOR, o.Open(replace(SETUP, side_wagers=(), meters={})))
    load(floor)
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.no("5.1.6", "player", o.Place(1, "ann", 500, "jackpot"), by="ann")


@clause("star-baceball 2.3")
def test_the_recorder_is_confirmed_afresh_each_time_the_table_opens() -> None:
    floor = opened()
    floor.ok(SUPERVISOR, o.Close())
    for kind in ("limits", "prize-meters", "jackpot-stake"):
        limits = LIMITS if kind == "limits" else {}
        floor.ok(SUPERVISOR, o.DisplaySign(kind, limits=limits))
    floor.no("2.3", SUPERVISOR, o.Open(SETUP))


@clause("star-baceball 6.1", "star-baceball 2.5", "star-baceball 11.4")
def test_the_signs_that_must_be_up_stay_up() -> None:
    floor = loaded()
    for kind, by in (("limits", "6.1"), ("prize-meters", "2.5"), ("jackpot-stake", "11.4")):
        floor.no(by, SUPERVISOR, o.RemoveSign(kind))
    floor.ok(SUPERVISOR, o.DisplaySign("jackpot-stake", text="$5 a hand"))  # a better one may come


@clause("star-baceball 6.5.3", "star-baceball 6.5.1.1")
def test_so_do_those_of_a_kept_minimum() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    higher = {**LIMITS, "main": (cents(50), cents(500))}
    floor.ok(SUPERVISOR, o.ChangeLimits(higher, protect=True))
    floor.no("6.5.3", SUPERVISOR, o.RemoveSign("both-minimums"))
    floor.no("6.5.1.1", SUPERVISOR, o.RemoveSign("old-minimum", "ann"))


# Cards before they are used


@clause("star-baceball 3.4", "star-baceball 3.5")
@pytest.mark.parametrize(("act", "by"), [("check-cards", "3.4"), ("secure-cards", "3.5")])
def test_cards_may_be_checked_and_must_be_kept_secure_both_on_record(act: str, by: str) -> None:
    floor = Floor(BOOK)
    floor.no(by, "player", o.Perform(act), by="ann")
    floor.no(by, "inspector", o.Perform(act))
    floor.ok("dealer", o.Perform(act, about="by the deck-checking device"))
    floor.ok(SUPERVISOR, o.Perform(act, about="by hand"))
    assert [(x.by.role, x.clause) for x in floor.entries(act)] == [
        ("dealer", by),
        (SUPERVISOR, by),
    ]


@clause("star-baceball 3.4")
def test_the_check_is_a_choice_so_a_table_opens_without_it() -> None:
    floor = loaded()
    assert floor.entries("check-cards") == []
    assert floor.state.phase == "open"


@clause("star-baceball 3.8")
def test_cards_are_replaced_only_when_a_round_is_over() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S 8C 9H 8D 2D")
    floor.no("3.8", SUPERVISOR, o.ReplaceCards())
    floor.cards("3S")
    floor.no("3.8", "dealer", o.ReplaceCards())
    floor.ok(SUPERVISOR, o.ReplaceCards())
    assert [x.clause for x in floor.entries("replace-cards")] == ["3.8"]
    floor.bet("ann", 1, 10)
    floor.no("4.1.1", "dealer", o.Deal(parse_card("9S")))
    load(floor)
    assert floor.state.shoe.out == ()
    floor.cards(ROUND)
    assert floor.net("ann") == cents(20)
    assert floor.replayed() == floor.state


@clause("star-baceball 4.5")
def test_mishandled_cards_are_reported_to_a_supervisor_who_confirms_they_are_all_there() -> None:
    floor = loaded()
    dropped = o.Perform("mishandled", about="four cards on the floor")
    floor.no("4.5", "player", dropped, by="ann")
    floor.no("4.5", "dealer", dropped)
    floor.no("4.5", "dealer", dropped, second=o.Person("dan", "dealer"))
    floor.no("4.5", SUPERVISOR, dropped, by="sue", second=o.Person("sue", SUPERVISOR))
    floor.ok("dealer", dropped, second=o.Person("sue", SUPERVISOR))
    assert [(x.clause, x.about) for x in floor.entries("mishandled")] == [
        ("4.5", "four cards on the floor")
    ]


# Shuffle


@clause("star-baceball 4.1", "star-baceball 4.1.1")
def test_nothing_is_dealt_before_the_cards_are_shuffled() -> None:
    floor = opened()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.no("4.1.1", "dealer", o.Deal(parse_card("9S")))
    floor.no("4.1", "player", o.Shuffle(), by="ann")
    floor.ok("dealer", o.Shuffle())
    assert floor.clauses(e.CardsShuffled) == ["4.1.1"]
    floor.ok("dealer", o.Burn())
    floor.cards(ROUND)
    assert floor.net("ann") == cents(10)


@clause("star-baceball 4.1")
@pytest.mark.parametrize(
    "command", [o.Cut("ann", 100), o.Insert((60,)), o.DeclineCut("ann"), o.CuttingCard()]
)
def test_no_cut_and_no_cutting_card_exist(command: o.Command) -> None:
    floor = opened()
    floor.players(ann=1)
    floor.ok("dealer", o.Shuffle())
    floor.malformed("dealer", command)
    assert floor.state.shoe.status == "to-burn"


@clause("star-baceball 4.1.2")
def test_a_supervisor_who_doubts_the_mixing_has_the_cards_shuffled_after_the_round() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S 8C 9H")
    doubt = o.OrderShuffle()
    floor.no("4.1.2", "dealer", doubt, why="the same cards again")
    floor.no("4.1.2", SUPERVISOR, doubt)
    floor.ok(SUPERVISOR, doubt, why="the same cards again")
    floor.no("12.6", "dealer", o.Shuffle())
    floor.cards("8D 2D 3S")
    assert floor.net("ann") == cents(10)
    floor.bet("ann", 1, 10)
    floor.no("4.1.1", "dealer", o.Deal(parse_card("9S")))
    load(floor)
    floor.cards(ROUND)
    assert floor.net("ann") == cents(20)
    assert [(x.clause, x.why) for x in floor.entries("order-shuffle")] == [
        ("4.1.2", "the same cards again")
    ]


@clause("star-baceball 4.1.2")
def test_between_rounds_it_is_done_at_once_and_otherwise_no_round_needs_a_shuffle() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    played(floor)
    assert len(floor.state.shoe.out) == 12
    floor.ok(SUPERVISOR, o.OrderShuffle(), why="the same cards again")
    floor.bet("ann", 1, 10)
    floor.no("4.1.1", "dealer", o.Deal(parse_card("9S")))


@clause("star-baceball 4.2", "star-baceball 3.5")
def test_pre_shuffled_cards_are_riffled_if_a_player_asks_and_a_supervisor_approves() -> None:
    floor = opened()
    floor.players(ann=1)
    riffle = o.Perform("riffle")
    sue = o.Person("sue", SUPERVISOR)
    floor.no("3.5", "dealer", riffle, asked="ann", approved=sue)
    floor.ok("dealer", o.Perform("secure-cards", about="pre-shuffled"))
    floor.no("4.2", "dealer", riffle, approved=sue)
    floor.no("4.2", "dealer", riffle, asked="ann")
    floor.no("4.2", "dealer", riffle, asked="ann", approved=o.Person("dan", "dealer"))
    floor.no("4.2", "player", riffle, by="ann", asked="ben", approved=sue)
    floor.ok("dealer", riffle, asked="ann", approved=sue)
    assert [x.clause for x in floor.entries("riffle")] == ["4.2"]
    load(floor)
    floor.no("4.2", "dealer", riffle, asked="ann", approved=sue)
    floor.ok(SUPERVISOR, o.OrderShuffle(), why="the same cards again")
    floor.no("3.5", "dealer", riffle, asked="ann", approved=sue)  # these came out of the device


@clause("star-baceball 4.2", "star-baceball 4.3")
def test_neither_request_nor_hand_shuffle_is_a_duty() -> None:
    """The dealer may; a table on which neither was done is dealt all the same."""
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    assert floor.entries("riffle") == floor.entries("hand-shuffle") == []


@clause("star-baceball 4.3")
def test_the_dealer_may_shuffle_by_hand_before_loading() -> None:
    floor = opened()
    floor.no("4.3", "player", o.Perform("hand-shuffle"), by="ann")
    floor.ok("dealer", o.Perform("hand-shuffle"))
    load(floor)
    floor.no("4.3", "dealer", o.Perform("hand-shuffle"))
    floor.ok(SUPERVISOR, o.ReplaceCards())
    floor.ok("dealer", o.Perform("hand-shuffle"))
    assert [x.clause for x in floor.entries("hand-shuffle")] == ["4.3", "4.3"]


# Burn


@clause("star-baceball 4.4")
def test_one_card_of_each_loading_is_burned_unseen() -> None:
    floor = opened()
    floor.players(ann=1)
    floor.no("4.4", "dealer", o.Burn())
    floor.ok("dealer", o.Shuffle())
    floor.no("4.4", "dealer", o.Burn(parse_card("TC")))
    floor.no("4.4", "dealer", o.Burn(parse_card("TC")), asked="ann")
    floor.ok("dealer", o.Burn())
    assert floor.clauses(e.CardBurned) == ["4.4"]
    assert (floor.state.shoe.unseen, floor.state.shoe.out) == (1, ())
    floor.no("4.4", "dealer", o.Burn())
    played(floor)
    floor.no("4.4", "dealer", o.Burn())
    floor.ok(SUPERVISOR, o.ReplaceCards())
    load(floor)
    assert floor.clauses(e.CardBurned) == ["4.4", "4.4"]


@clause("star-baceball 4.4")
def test_the_burn_does_not_close_the_betting() -> None:
    """It belongs to the loading: the card that closes the betting is the first one dealt."""
    floor = opened()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    load(floor)
    floor.bet("ann", 1, 5, "strike-1")
    floor.cards("KC 9D 8C 9H 9C 9S")
    assert floor.net("ann") == cents(10)


@clause("star-baceball 12.7", "star-baceball 4.4")
def test_a_forgotten_burn_leaves_the_first_card_in_play() -> None:
    floor = opened()
    floor.players(ann=1)
    floor.ok("dealer", o.Shuffle())
    floor.bet("ann", 1, 10)
    floor.cards("9S")
    assert floor.clauses(e.BurnForgotten) == ["12.7"]
    assert floor.clauses(e.CardBurned) == []
    floor.no("4.4", "dealer", o.Burn())
    floor.cards("8C 9H 8D 2D 3S")
    assert floor.net("ann") == cents(10)
    assert floor.state.shoe.unseen == 0
    assert len(floor.state.shoe.out) == 6
    assert floor.replayed() == floor.state


@clause("star-baceball 12.1", "star-baceball 4.4")
def test_a_burned_face_up_card_does_not_stand_for_the_burn_of_the_loading() -> None:
    floor = opened()
    floor.players(ann=1)
    floor.ok("dealer", o.Shuffle())
    floor.ok("dealer", m.FaceUp(parse_card("KC")))
    assert floor.state.shoe.status == "to-burn"


# Closing


@clause("star-baceball 14.8")
@pytest.mark.parametrize(("seconds", "enough"), [(1199, False), (1200, True), (1201, True)])
def test_a_table_with_players_closes_after_twenty_minutes_of_a_sign(
    seconds: int, enough: bool
) -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.no("14.8", SUPERVISOR, o.Close())
    floor.ok(SUPERVISOR, o.DisplaySign("closing", time=floor.clock + seconds))
    floor.clock += seconds - 1
    floor.no("14.8", SUPERVISOR, o.Close())
    floor.clock += 1
    floor.no("14.8", "dealer", o.Close())
    if not enough:
        floor.no("14.8", SUPERVISOR, o.Close())
        return
    floor.ok(SUPERVISOR, o.Close())
    assert floor.state.phase == "closed"
    assert floor.clauses(e.TableClosed) == ["14.8"]


@clause("star-baceball 14.8")
def test_a_changed_closing_sign_starts_the_count_again_and_no_round_is_cut_short() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.ok(SUPERVISOR, o.DisplaySign("closing", time=1200))
    floor.clock = 600
    floor.ok(SUPERVISOR, o.DisplaySign("closing", time=1700))
    floor.clock = 1699
    floor.bet("ann", 1, 10)
    floor.cards("9S 8C 9H 8D 2D")
    floor.clock = 1800
    floor.no("14.8", SUPERVISOR, o.Close())
    floor.cards("3S")
    floor.no("14.8", SUPERVISOR, o.Close())
    floor.ok(SUPERVISOR, o.DisplaySign("closing", time=3000))
    floor.clock = 3000
    floor.ok(SUPERVISOR, o.Close())
    assert floor.net("ann") == cents(10)
    assert floor.replayed() == floor.state


@clause("star-baceball 14.8")
def test_an_empty_table_closes_without_notice() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.ok(SUPERVISOR, o.Close())
    assert floor.state.phase == "closed"
