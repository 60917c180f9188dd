"""bACEball: cards that run out or do not belong, and a device that fails."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.errors import Malformed
from bythebook.table import events as e
from bythebook.table.cards.depths import cards_left
from bythebook.table.table import decide
from tests.books.baceball.floor import (
    ROUND,
    SUPERVISOR,
    hand,
    load,
    loaded,
    nearly_empty,
    played,
    stakes,
    with_jackpot,
    worked_21,
)
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o

WHY = "it spills its cards"


# Cards run out


def nets(floor: Floor) -> dict[str, int]:
    assert floor.state.last is not None
    return dict(floor.state.last.net)


@clause("star-baceball 12.6", "star-baceball 4.1", "star-baceball 4.4")
def test_worked_round_11_the_cards_run_out_in_a_round() -> None:
    floor = nearly_empty()
    assert cards_left(floor.rules, floor.state) == 5
    floor.cards("4S 9D QH 8C")
    floor.no("12.6", "dealer", o.Shuffle())
    floor.cards("KD")
    floor.no("12.6", "dealer", o.Deal(parse_card("7H")))
    floor.ok("dealer", o.Shuffle())
    assert floor.clauses(e.CardsShuffled) == ["4.1.1", "12.6"]
    # The cards on the layout stay there; everything else, the burned card too, is in the device.
    assert " ".join(map(str, floor.state.shoe.out)) == "4S KD 9D QH 8C"
    assert cards_left(floor.rules, floor.state) == 312 - 5
    floor.ok("dealer", o.Burn())
    assert cards_left(floor.rules, floor.state) == 312 - 5 - 1
    floor.cards("7H 6S JC 3D JS 5H 2S")
    assert nets(floor) == {"ann": -cents(10), "ben": cents(15), "cyd": cents(20)}
    played(floor)
    assert floor.replayed() == floor.state


@clause("star-baceball 12.7", "star-baceball 12.6")
def test_worked_round_11_when_the_burn_is_forgotten_as_well() -> None:
    floor = nearly_empty()
    floor.cards("4S 9D QH 8C KD")
    floor.ok("dealer", o.Shuffle())
    floor.cards("TC")
    assert floor.clauses(e.BurnForgotten) == ["12.7"]
    assert hand(floor, 2) == "9D TC"
    floor.cards("7H 6S JC 3D JS 5H")
    assert nets(floor) == {"ann": cents(30), "ben": cents(30), "cyd": cents(20)}
    assert floor.state.last is not None
    assert floor.state.last.dealer_total == 19


# Foreign and missing cards


@clause(
    "star-baceball 12.9",
    "star-baceball 12.9.2",
    "star-baceball 12.9.3",
    "star-baceball 12.12",
    "star-baceball 12.12.1",
)
def test_worked_round_21_a_foreign_card_and_a_jackpot_wager_that_wins_in_the_next_round() -> None:
    floor = worked_21()
    before = dict(floor.state.meters)
    floor.no("12.9", "dealer", m.WrongCards())
    floor.ok(SUPERVISOR, m.WrongCards())
    assert stakes(floor) == {
        (5, "main"): ("returned", cents(25)),
        (5, "jackpot"): ("carried", 0),
        (2, "strike-1"): ("returned", cents(10)),
        (2, "main"): ("returned", cents(50)),
        (2, "jackpot"): ("carried", 0),
    }
    assert (floor.net("ben"), floor.net("eve"), floor.state.house) == (-cents(5), -cents(5), 0)
    floor.bet("ben", 2, 50)
    floor.no("12.9.3", "dealer", o.Deal(parse_card("AH")))
    floor.no("12.9.3", "dealer", o.Shuffle())
    floor.ok("player", o.Leave("eve"), by="eve")
    assert floor.net("eve") == 0
    assert floor.clauses(e.CarriedReturned) == ["12.12.1"]
    assert [(x.player, x.clause) for x in floor.entries("carried-returned")] == [("eve", "12.12.1")]
    floor.ok("dealer", m.CardsVerified())
    load(floor)
    floor.cards("AH TC AH 9D 9C 6H")
    assert stakes(floor) == {
        (2, "main"): ("wins", cents(100)),
        (2, "jackpot"): ("wins", cents(250)),
    }
    assert floor.net("ben") == cents(50 + 250 - 5)
    assert floor.state.meters == before
    assert floor.replayed() == floor.state


@clause("star-baceball 12.9.1", "star-baceball 12.9.3")
@pytest.mark.parametrize("missing", [True, False])
def test_a_round_that_is_over_stands(missing: bool) -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    played(floor)
    floor.ok(SUPERVISOR, m.WrongCards(missing=missing))
    assert floor.net("ann") == cents(20)
    assert floor.clauses(e.LastRoundCorrected) == []
    floor.bet("ann", 1, 10)
    floor.no("12.9.3", "dealer", o.Deal(parse_card("9S")))


@clause("star-baceball 12.9.1", "star-baceball 12.9")
def test_only_the_round_in_which_it_is_found_is_void() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    floor.bet("ann", 1, 500)
    floor.cards("2C")
    floor.ok(SUPERVISOR, m.WrongCards(missing=True))
    assert floor.net("ann") == cents(10)
    (entry,) = floor.entries("wrong-cards")
    assert entry.about == "a card is missing; rounds that are over stand by 12.9.1"


@clause("star-baceball 12.9", "star-baceball 12.9.2", "star-baceball 3.1")
@pytest.mark.parametrize("card", ["9S", "JK"])
def test_a_card_the_six_decks_do_not_have_is_found_by_the_table_itself(card: str) -> None:
    """The seventh nine of spades; a joker."""
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    for _ in range(5):
        floor.ok("dealer", m.FaceUp(parse_card("9S")))
    floor.cards("9S")
    floor.deal(card)
    floor.no("12.9", "dealer", m.WrongCards())
    floor.ok(SUPERVISOR, m.WrongCards())
    assert floor.state.irregular == ()
    assert floor.net("ann") == 0
    assert floor.clauses(e.ChecksDue) == ["12.9.3"]
    assert floor.state.last is not None
    assert [row.clause for row in floor.state.last.rows] == ["12.9.2"]


# The device fails


def worked_23() -> Floor:
    floor = loaded()
    floor.players(ann=1, ben=2)
    floor.bet("ann", 1, 100)
    floor.bet("ann", 1, 10, "strike-out")
    floor.bet("ann", 1, 5, "jackpot")
    floor.bet("ben", 2, 40)
    floor.cards("QS 6C 7H KH")
    return floor


@clause("star-baceball 13.4", "star-baceball 13.1.2", "star-baceball 13.1")
@pytest.mark.parametrize("spare", [True, False])
def test_worked_round_23_a_failure_to_somebodys_disadvantage(spare: bool) -> None:
    floor = worked_23()
    fails = m.Malfunction(disadvantage=True, spare=spare)
    floor.no("13.1", "dealer", fails, why=WHY)
    floor.no("13.1", SUPERVISOR, fails)
    floor.ok(SUPERVISOR, fails, why=WHY)
    assert stakes(floor) == {
        (2, "main"): ("returned", cents(40)),
        (1, "strike-out"): ("returned", cents(10)),
        (1, "main"): ("returned", cents(100)),
        (1, "jackpot"): ("returned", cents(5)),
    }
    assert (floor.net("ann"), floor.net("ben"), floor.state.carried) == (0, 0, ())
    assert [(x.clause, x.why) for x in floor.entries("malfunction")] == [("13.1", WHY)]
    assert floor.replayed() == floor.state


@clause("star-baceball 13.4")
def test_earlier_rounds_stand() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    floor.bet("ann", 1, 100)
    floor.cards("2C")
    floor.ok(SUPERVISOR, m.Malfunction(disadvantage=True), why=WHY)
    assert floor.net("ann") == cents(10)


@clause(
    "star-baceball 13.1",
    "star-baceball 13.1.1",
    "star-baceball 13.1.2",
    "star-baceball 13.1.3",
    "star-baceball 13.1.4",
    "star-baceball 13.2",
)
def test_with_all_four_conditions_the_cards_are_moved_and_the_round_goes_on() -> None:
    floor = worked_23()
    floor.ok(SUPERVISOR, m.Malfunction(spare=True), why=WHY)
    assert floor.clauses(e.DealingChanged) == ["13.2"]
    assert (floor.due(), hand(floor, 1), hand(floor, 2), hand(floor, 0)) == (
        2, "QS KH", "6C", "7H",
    )  # fmt: skip
    assert floor.state.shoe.status == "ready"
    floor.cards("9C 8D TC 2C 9D")
    # Three tens against 24; 17 against 24.
    assert floor.net("ann") == cents(-100 + 300 - 5)
    assert floor.net("ben") == -cents(40)
    assert floor.clauses(e.CardReplaced) == []


@clause("star-baceball 13.1", "star-baceball 13.1.3", "star-baceball 13.1.4")
@pytest.mark.parametrize(
    "fails",
    [m.Malfunction(spare=False), m.Malfunction(spare=True, movable=False)],
    ids=["no other device", "cards cannot be moved"],
)
def test_without_a_device_to_move_the_cards_to_the_round_ends_as_a_disadvantage(
    fails: m.Malfunction,
) -> None:
    floor = worked_23()
    floor.ok(SUPERVISOR, fails, why=WHY)
    assert (floor.net("ann"), floor.net("ben")) == (0, 0)
    assert floor.state.last is not None
    assert {row.clause for row in floor.state.last.rows} == {"13.4"}


@clause("star-baceball 13.1.1")
@pytest.mark.parametrize("bet", [True, False])
def test_before_the_first_card_nothing_is_void_and_the_device_is_simply_changed(bet: bool) -> None:
    """Also with wagers down, and when only the burned card is out."""
    floor = loaded()
    floor.players(ann=1)
    if bet:
        floor.bet("ann", 1, 10)
    floor.ok(SUPERVISOR, m.Malfunction(disadvantage=True, spare=True), why=WHY)
    assert floor.state.last is None
    if not bet:
        floor.bet("ann", 1, 10)
    floor.ok("dealer", o.Burn())  # another device: one card is burned again
    floor.cards(ROUND)
    assert floor.net("ann") == cents(10)


@clause("star-baceball 3.6", "star-baceball 13.4")
def test_without_a_device_no_round_begins_until_one_is_there() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S")
    floor.ok(SUPERVISOR, m.Malfunction(disadvantage=True, spare=False), why=WHY)
    assert floor.net("ann") == 0
    floor.bet("ann", 1, 10)
    floor.no("13.4", "dealer", o.Deal(parse_card("9H")))
    floor.no("3.6", "dealer", m.ReplaceDevice("device"))
    floor.malformed(SUPERVISOR, m.ReplaceDevice("shoe"))
    floor.ok(SUPERVISOR, m.ReplaceDevice("device"))
    floor.ok("dealer", o.Shuffle())
    floor.ok("dealer", o.Burn())
    floor.cards(ROUND)
    assert floor.net("ann") == cents(10)


@clause("star-baceball 3.6", "star-baceball 13.4")
@pytest.mark.parametrize("dealt", [True, False])
def test_without_another_device_no_round_begins_until_there_is_one(dealt: bool) -> None:
    floor = loaded()
    floor.players(ann=1)
    if dealt:
        floor.bet("ann", 1, 10)
        floor.cards("9S")
    floor.ok(SUPERVISOR, m.Malfunction(spare=False), why=WHY)
    floor.bet("ann", 1, 10)
    floor.no("13.4", "dealer", o.Deal(parse_card("9S")))
    floor.no("3.6", "dealer", m.ReplaceDevice("device"))
    floor.ok(SUPERVISOR, m.ReplaceDevice("device"))
    load(floor)
    floor.cards(ROUND)
    assert floor.net("ann") == cents(10)


@clause(
    "star-baceball 13.3.1",
    "star-baceball 13.3.2",
    "star-baceball 13.3.3",
    "star-baceball 13.3.4",
)
def test_damaged_cards_are_replaced_by_their_like_and_the_game_goes_on() -> None:
    floor = worked_23()
    left = cards_left(floor.rules, floor.state)
    damaged = parse_cards("TC 9D")
    floor.ok(SUPERVISOR, m.Malfunction(spare=True, damaged=damaged), why=WHY)
    replaced = [event for event in floor.log if isinstance(event, e.CardReplaced)]
    assert [(event.card, event.clause) for event in replaced] == [
        (damaged[0], "13.3.3"),
        (damaged[1], "13.3.3"),
    ]
    assert floor.clauses(e.DealingChanged) == ["13.3.2"]
    # Six decks again, in device, layout and rack together: all six of each may still come.
    assert cards_left(floor.rules, floor.state) == left == 312 - 1 - 4
    floor.cards("9C 8D TC 2C 9D")
    assert floor.net("ann") == cents(-100 + 300 - 5)
    for _ in range(5):
        floor.ok("dealer", m.FaceUp(damaged[0]))
    floor.bet("ben", 2, 10)
    floor.deal("TC")
    assert [a.kind for a in floor.state.irregular] == ["wrong-card"]


@clause("star-baceball 13.3.3", "star-baceball 13.4")
@pytest.mark.parametrize("disadvantage", [True, False])
def test_damage_is_made_good_whatever_becomes_of_the_round(disadvantage: bool) -> None:
    floor = with_jackpot("9S 8C")
    fails = m.Malfunction(
        disadvantage=disadvantage, spare=disadvantage, damaged=(parse_card("KC"),)
    )
    floor.ok(SUPERVISOR, fails, why=WHY)
    assert floor.clauses(e.CardReplaced) == ["13.3.3"]
    assert (floor.net("ann"), floor.state.carried) == (0, ())


@clause("star-baceball 13.3.3", "star-baceball 3.1")
def test_a_card_foreign_to_the_decks_is_no_replacement() -> None:
    floor = worked_23()
    floor.no("3.1", SUPERVISOR, m.Malfunction(spare=True, damaged=parse_cards("JK")), why=WHY)


@clause("star-baceball 3.6")
def test_this_book_never_deals_from_a_shoe() -> None:
    """No failure leads to one: a round that cannot go on from a device ends."""
    floor = worked_23()
    floor.ok(SUPERVISOR, m.Malfunction(spare=False), why=WHY)
    assert floor.state.setup is not None
    assert floor.state.setup.dealing == "device"
    order = floor.order("player", m.WithdrawWagers("ann"), by="ann")
    with pytest.raises(Malformed):
        decide(floor.rules, floor.state, order)
