"""bACEball: cards that lie, fall or go wrong, and rounds put right or declared void."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.errors import Malformed
from bythebook.table import events as e
from bythebook.table.table import decide
from tests.books.baceball.floor import ROUND, SUPERVISOR, hand, load, loaded, opened, played, stakes
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o


def two_boxes() -> Floor:
    """Ann on box 1, ben on box 2, each with a Bet of $10 and a 1st and 3rd Strike of $5."""
    floor = loaded()
    floor.players(ann=1, ben=2)
    for player, box in (("ann", 1), ("ben", 2)):
        floor.bet(player, box, 10)
        floor.bet(player, box, 5, "strike-1")
        floor.bet(player, box, 5, "strike-3")
    return floor


# Face up in the device


@clause("star-baceball 12.1")
def test_a_card_found_face_up_is_burned_and_the_next_one_takes_its_place() -> None:
    floor = two_boxes()
    floor.cards("9S")
    floor.no("12.1", "player", m.FaceUp(parse_card("KC")), by="ann")
    floor.ok("dealer", m.FaceUp(parse_card("KC")))
    assert floor.state.shoe.burned == (parse_card("KC"),)
    assert floor.due() == 2
    floor.cards("8C 8S 9H 7C 8D 2D KD 3S")
    assert floor.clauses(e.CardBurned) == ["4.4", "12.1"]
    # Ben's 1st Strike is decided by the 8 that came instead of the king: 8 7 king, 25, beats 19.
    assert stakes(floor)[2, "strike-1"] == ("loses", 0)
    assert stakes(floor)[2, "strike-3"] == ("wins", cents(15))
    assert (floor.net("ann"), floor.net("ben")) == (cents(10 - 5 - 5), cents(10 - 5 + 10))
    assert floor.replayed() == floor.state


@clause("star-baceball 12.1")
def test_a_burned_card_is_not_drawn_again_before_a_shuffle() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    for _ in range(6):
        floor.ok("dealer", m.FaceUp(parse_card("KC")))
    floor.deal("KC")
    assert [a.kind for a in floor.state.irregular] == ["wrong-card"]


@clause("star-baceball 12.1.1")
def test_more_wrongly_faced_cards_are_looked_for_after_the_round() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S 8C")
    floor.ok("dealer", m.FaceUp(parse_card("KC")))
    floor.no("12.1.1", SUPERVISOR, m.CheckFaces())
    floor.cards("9H 8D 2D 3S")
    floor.no("12.1.1", "dealer", m.CheckFaces())
    floor.ok(SUPERVISOR, m.CheckFaces())
    assert floor.net("ann") == cents(10)
    floor.bet("ann", 1, 10)
    floor.no("12.1.1", "dealer", o.Deal(parse_card("9S")))
    floor.no("12.1.1", "dealer", o.Shuffle())
    floor.ok("dealer", m.CardsVerified())
    floor.no("4.1.1", "dealer", o.Deal(parse_card("9S")))
    load(floor)
    floor.cards(ROUND)
    assert floor.net("ann") == cents(20)


# A check at any time


@clause("star-baceball 3.9")
@pytest.mark.parametrize("role", [SUPERVISOR, "gaming-manager", "inspector"])
def test_a_check_of_the_cards_holds_the_round_up_and_no_more(role: str) -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S 8C 9H")
    floor.no("3.9", "dealer", m.OrderCheck())
    floor.no("3.9", "player", m.OrderCheck(), by="ann")
    floor.ok(role, m.OrderCheck())
    floor.no("3.9", "dealer", o.Deal(parse_card("8D")))
    floor.ok("dealer", m.CardsVerified())
    floor.cards("8D 2D 3S")
    assert floor.net("ann") == cents(10)
    assert [(x.by.role, x.clause) for x in floor.entries("order-check")] == [(role, "3.9")]
    played(floor)
    assert floor.net("ann") == cents(20)
    assert floor.replayed() == floor.state


@clause("star-baceball 3.9")
def test_between_rounds_the_checked_cards_are_shuffled_and_burned_again() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    floor.ok("inspector", m.OrderCheck())
    floor.bet("ann", 1, 10)
    floor.no("3.9", "dealer", o.Deal(parse_card("9S")))
    floor.ok("dealer", m.CardsVerified())
    load(floor)
    floor.cards(ROUND)
    assert floor.net("ann") == cents(20)


# Cards dealt or burned in error


@clause("star-baceball 12.2")
@pytest.mark.parametrize("burned", [False, True])
def test_a_card_drawn_or_burned_in_error_is_the_next_one(burned: bool) -> None:
    floor = two_boxes()
    floor.cards("9S")
    floor.ok("dealer", m.DrawnInError(parse_card("KC"), burned=burned))
    floor.no("12.2", "dealer", o.Deal(parse_card("8C")))
    floor.cards("KC 8S 9H 7C 8D 2D 3D 3S")
    assert stakes(floor)[2, "strike-1"] == ("wins", cents(15))
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(10 + 10 - 5))
    assert floor.clauses(e.CardsPutNext) == ["12.2"]


@clause("star-baceball 12.2", "star-baceball 5.4", "star-baceball 5.5")
def test_drawn_between_rounds_it_opens_the_next_one_with_the_wagers_as_they_lie() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.ok("dealer", m.DrawnInError(parse_card("KC")))
    floor.no("5.4", "player", o.Place(1, "ann", cents(5), "strike-1"), by="ann")
    floor.no("5.5", "player", o.TakeOff(1, "ann"), by="ann")
    floor.no("12.2", "dealer", o.Deal(parse_card("9S")))
    floor.cards("KC 8C 9H 8D 2D 3S")
    assert floor.net("ann") == cents(10)
    assert len(floor.state.shoe.out) == 6


@clause("star-baceball 12.2", "star-baceball 7.3.1")
@pytest.mark.parametrize("burned", [False, True])
def test_drawn_while_nobody_has_a_bet_it_is_out_of_play(burned: bool) -> None:
    """Otherwise everybody would wager on a first card that they know."""
    floor = loaded()
    floor.players(ann=1)
    floor.ok("dealer", m.DrawnInError(parse_card("KC"), burned=burned))
    assert (floor.state.shoe.next, floor.state.shoe.burned) == ((), parse_cards("KC"))
    assert floor.clauses(e.CardBurned)[-1] == "7.3.1"
    played(floor)
    assert floor.net("ann") == cents(10)


@clause("star-baceball 12.2", "star-baceball 12.4")
def test_a_card_given_to_the_dealer_too_early_belongs_to_whoever_was_due() -> None:
    """Seen or unseen: before the dealer's hand is complete nothing is kept for the next round."""
    floor = two_boxes()
    floor.cards("9S")
    floor.deal("KC", to=0, exposed=False)
    floor.no("12.5", "dealer", o.Deal(parse_card("8S")))
    floor.no("12.5", "dealer", m.Resolve("hold-over"))
    floor.no("12.5", "dealer", m.Resolve("burn"))
    floor.ok("dealer", m.Resolve("rebuild"))
    assert (hand(floor, 2), hand(floor, 0), floor.due()) == ("KC", "", 0)
    assert floor.state.shoe.held_over is False


# Worked round 19


@clause("star-baceball 12.3")
def test_worked_round_19a_a_fourth_exposed_card_is_burned() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 30)
    floor.cards("9S 8C 9H 8D 2D 3S")
    floor.deal("AH", to=0)
    floor.no("12.3", "dealer", m.Resolve("hold-over"))
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.clauses(e.IrregularityResolved) == ["12.3"]
    assert parse_card("AH") in floor.state.shoe.burned
    assert floor.net("ann") == cents(30)
    assert floor.state.last is not None
    assert floor.state.last.dealer_total == 19
    floor.bet("ann", 1, 30)
    floor.cards("QD")
    assert hand(floor, 1) == "QD"


@clause("star-baceball 12.4")
def test_worked_round_19b_a_fourth_unexposed_card_opens_the_next_round() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 30)
    floor.cards("9S 8C 9H 8D 2D 3S")
    floor.deal("QD", to=0, exposed=False)
    floor.no("12.4", "dealer", m.Resolve("burn"))
    floor.ok("dealer", m.Resolve("hold-over"))
    assert floor.clauses(e.CardHeldOver) == ["12.4"]
    assert (floor.state.shoe.held_over, len(floor.state.shoe.out)) == (True, 6)
    # It counts as never drawn: betting for the next round is open.
    floor.bet("ann", 1, 30)
    floor.bet("ann", 1, 10, "strike-1")
    floor.cards("QD 5C 2H TH 6D 4S")
    assert stakes(floor) == {(1, "strike-1"): ("wins", cents(30)), (1, "main"): ("loses", 0)}
    assert floor.net("ann") == cents(30 - 10)
    assert floor.replayed() == floor.state


@clause("star-baceball 12.4", "star-baceball 12.3")
def test_the_kept_card_is_burned_if_somebody_sees_it_before_it_is_dealt() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    floor.deal("QD", to=0, exposed=False)
    floor.ok("dealer", m.Resolve("hold-over"))
    floor.bet("ann", 1, 10)
    floor.ok("dealer", m.FaceUp(parse_card("QD")))
    assert floor.clauses(e.CardBurned) == ["4.4", "12.3"]
    assert floor.state.shoe.held_over is False
    floor.bet("ann", 1, 5, "strike-1")
    floor.cards(ROUND)
    assert floor.net("ann") == cents(10 + 10 - 5)


# Misplaced cards: the round is put right


@clause("star-baceball 12.5")
def test_a_card_on_the_wrong_area_goes_where_it_was_due_and_strikes_follow() -> None:
    floor = two_boxes()
    floor.cards("9S")
    floor.deal("KC", to=1)
    floor.no("12.5", "player", m.Resolve("rebuild"), by="ann")
    floor.ok("dealer", m.Resolve("rebuild"))
    assert (hand(floor, 1), hand(floor, 2)) == ("9S", "KC")
    floor.cards("8S 9H 7C 8D 2D 3D 3S")
    assert stakes(floor)[1, "strike-1"] == ("loses", 0)
    assert stakes(floor)[2, "strike-1"] == ("wins", cents(15))
    assert floor.clauses(e.IrregularityResolved) == ["12.5"]


@clause("star-baceball 12.5")
def test_an_error_found_before_the_next_round_changes_the_result_for_everybody() -> None:
    """Box 1's and box 2's third cards were swapped: 9 9 king, 28, and 8 7 2, 17, against 19."""
    floor = two_boxes()
    floor.cards("9S 8C 8S 9H 7C 8D 2D KD 3S")
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(15))
    true_order = m.Rebuild(7, parse_cards("KD 2D 3S"))
    floor.no("12.5", "player", true_order, by="ann")
    floor.bet("ann", 1, 10)
    floor.ok("dealer", true_order)
    assert (floor.net("ann"), floor.net("ben")) == (cents(10 - 5 + 10), cents(-10 - 5 - 5))
    assert floor.state.house == cents(5)
    assert floor.clauses(e.LastRoundCorrected) == ["12.5"]
    assert floor.replayed() == floor.state


@clause("star-baceball 12.5")
def test_once_the_next_rounds_first_card_is_out_the_result_stands() -> None:
    floor = two_boxes()
    floor.cards("9S 8C 8S 9H 7C 8D 2D KD 3S")
    floor.bet("ann", 1, 10)
    floor.cards("2C")
    order = floor.order("dealer", m.Rebuild(7, parse_cards("KD 2D 3S")))
    with pytest.raises(Malformed):
        decide(floor.rules, floor.state, order)
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(15))
    floor.no("12.5", SUPERVISOR, o.VoidLastRound("12.5"), why="swapped")


@clause("star-baceball 12.5", "star-baceball 12.12")
def test_a_round_that_cannot_be_rebuilt_is_void_by_a_supervisor_and_money_goes_back() -> None:
    floor = two_boxes()
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards("KS")
    floor.deal("8C", to=0)
    floor.no("12.5", "dealer", m.Resolve("void"), why="nobody knows")
    floor.no("12.5", SUPERVISOR, m.Resolve("void"))
    floor.ok(SUPERVISOR, m.Resolve("void"), why="nobody knows")
    # The 1st Strike on the king falls with the round; the jackpot stake stays for the next.
    assert stakes(floor) == {
        (1, "strike-1"): ("returned", cents(5)),
        (1, "strike-3"): ("returned", cents(5)),
        (1, "jackpot"): ("carried", 0),
        (1, "main"): ("returned", cents(10)),
        (2, "strike-1"): ("returned", cents(5)),
        (2, "strike-3"): ("returned", cents(5)),
        (2, "main"): ("returned", cents(10)),
    }
    assert (floor.net("ann"), floor.net("ben"), floor.state.house) == (-cents(5), 0, 0)
    assert [(x.clause, x.why) for x in floor.entries("resolve")] == [("12.5", "nobody knows")]


@clause("star-baceball 12.5")
def test_a_round_is_declared_void_only_by_this_rule_by_a_supervisor_with_a_reason() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S 8C")
    floor.no("12.5", "dealer", o.VoidRound("12.5"), why="cards fell")
    floor.no("12.5", SUPERVISOR, o.VoidRound("12.5"))
    floor.no("12.5", SUPERVISOR, o.VoidRound("14.5"), why="cards fell")
    floor.ok(SUPERVISOR, o.VoidRound("12.5"), why="cards fell")
    assert floor.net("ann") == 0


@clause("star-baceball 12.5", "star-baceball 14.4.2")
@pytest.mark.parametrize("by", ["12.9.2", "13.4", "14.4.1", "14.5"])
def test_each_way_of_ending_a_round_has_its_own_clauses(by: str) -> None:
    """Void by 12.5, cancelled by 14.4.1 or 14.4.2: no other ground serves for either."""
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    floor.no("12.5", SUPERVISOR, o.VoidLastRound(by), why="because")
    floor.no("14.4.1", SUPERVISOR, o.Invalidate("12.5"), why="because")
    if not by.startswith("14.4"):
        floor.no("14.4.1", SUPERVISOR, o.Invalidate(by), why="because")
    assert floor.net("ann") == cents(10)


@clause("star-baceball 12.5")
def test_a_finished_round_is_void_too_until_the_next_begins() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 30)
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards("AS 8C AH 8D 2D 3S")
    assert floor.net("ann") == cents(30 + 100 - 5)
    floor.no("12.5", "dealer", o.VoidLastRound("12.5"), why="order unknown")
    floor.no("12.5", SUPERVISOR, o.VoidLastRound("12.5"))
    floor.ok(SUPERVISOR, o.VoidLastRound("12.5"), why="order unknown")
    assert floor.net("ann") == -cents(5)
    assert [(x.player, x.amount) for x in floor.state.carried] == [("ann", cents(5))]
    assert floor.replayed() == floor.state


@clause("star-baceball 12.5")
def test_a_round_before_the_last_stands() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    played(floor)
    floor.no("12.5", SUPERVISOR, o.VoidLastRound("12.5", back=2), why="order unknown")
    assert floor.net("ann") == cents(20)


@clause("star-baceball 12.5.1")
def test_after_a_void_round_play_goes_on_with_the_cards_that_are_left() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S 8C 9H")
    floor.ok(SUPERVISOR, o.VoidRound("12.5"), why="cards fell")
    shoe = floor.state.shoe
    assert (shoe.status, len(shoe.out), shoe.unseen) == ("ready", 3, 1)
    played(floor)
    assert (floor.net("ann"), len(floor.state.shoe.out)) == (cents(10), 9)


@clause("star-baceball 12.5")
@pytest.mark.parametrize("bets_again", [True, False])
def test_a_round_declared_void_is_not_rebuilt_afterwards(bets_again: bool) -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards(ROUND)
    floor.ok(SUPERVISOR, o.VoidLastRound("12.5"), why="order unknown")
    if bets_again:
        floor.bet("ann", 1, 10)
    floor.no("12.5", "dealer", m.Rebuild(5, parse_cards("3S 2D")))
    assert floor.net("ann") == (0 if bets_again else -cents(5))


@clause("star-baceball 12.8")
@pytest.mark.parametrize("exposed", [True, False])
def test_cards_beyond_the_dealers_third_are_burned_when_the_round_is_rebuilt(
    exposed: bool,
) -> None:
    """Seen or not: in a reconstruction nothing is kept under the device for the next round."""
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "strike-3")
    floor.cards("9S 8C 9H 8D 2D KS")
    floor.deal("QD", to=0, exposed=exposed)
    assert floor.net("ann") == -cents(15)
    floor.ok("dealer", m.Rebuild(5, parse_cards("KS 2D QD")))
    assert floor.net("ann") == cents(10 + 10)
    assert floor.clauses(e.NextBurned) == ["12.8"]
    assert parse_card("QD") in floor.state.shoe.burned
    assert (floor.state.shoe.held_over, floor.state.irregular) == (False, ())
    floor.bet("ann", 1, 10)
    floor.cards("2C")
    assert hand(floor, 1) == "2C"
    assert floor.replayed() == floor.state


@clause("star-baceball 12.8")
def test_a_card_too_many_that_the_rebuilt_round_does_not_need_is_burned() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    floor.deal("QD", to=0, exposed=False)
    floor.ok("dealer", m.Rebuild(5, parse_cards("3S 2D")))
    assert parse_card("QD") in floor.state.shoe.burned
    assert floor.clauses(e.NextBurned) == ["12.8"]
    assert (floor.state.irregular, floor.state.shoe.held_over) == ((), False)


@clause("star-baceball 12.8")
def test_a_card_laid_aside_comes_back_and_the_last_one_is_surplus() -> None:
    """One lay face up, it seemed, and was the third of box 1; the dealer's last was not due."""
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S 8C 9H 8D")
    floor.ok("dealer", m.FaceUp(parse_card("KD")))
    floor.cards("3S 4C")
    assert floor.net("ann") == cents(10)
    floor.ok("dealer", m.Rebuild(5, parse_cards("KD 3S 4C")))
    assert floor.state.last is not None
    assert floor.state.last.dealer_total == 19
    assert floor.state.last.hand(1, 1).total == 28
    assert parse_card("4C") in floor.state.shoe.burned
    assert parse_card("KD") not in floor.state.shoe.burned
    assert floor.clauses(e.NextBurned) == ["12.8"]


def with_an_irregular_card() -> Floor:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S")
    floor.deal("KC", to=4)
    return floor


@clause("star-baceball 8.5", "star-baceball 13.4", "star-baceball 14.3.1", "star-baceball 12.9.2")
@pytest.mark.parametrize(
    "command",
    [
        m.Malfunction(disadvantage=True),
        m.Malfunction(spare=False),
        m.WrongCards(),
        o.VoidWagers("ann"),
        o.VoidRound("12.5"),
        o.Invalidate("14.4.1"),
    ],
    ids=repr,
)
def test_an_irregular_card_that_is_there_when_the_round_ends_goes_to_the_rack_with_the_others(
    command: o.Command,
) -> None:
    floor = with_an_irregular_card()
    floor.ok(SUPERVISOR, command, why="it cannot go on")
    assert (floor.net("ann"), floor.state.irregular, floor.state.round) == (0, (), None)
    assert floor.state.shoe.out == parse_cards("9S KC")
    assert floor.replayed() == floor.state


# A hand without a Bet


@clause("star-baceball 12.11")
def test_a_hand_on_an_area_without_a_bet_is_void_and_the_others_keep_their_cards() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S 8C 9H 8D")
    for few in ("KC", "KC KD"):
        floor.no("12.5", "dealer", m.FindHand(4, parse_cards(few)))
    floor.malformed("dealer", m.FindHand(1, parse_cards("KC KD KH")))
    floor.no("2.1", "dealer", m.FindHand(9, parse_cards("KC KD KH")))
    floor.ok("dealer", m.FindHand(4, parse_cards("KC KD KH")))
    assert floor.clauses(e.CardBurned)[-3:] == ["12.11"] * 3
    floor.cards("2D 3S")
    assert floor.net("ann") == cents(10)
    assert floor.state.shoe.burned == parse_cards("KC KD KH")
    assert set(stakes(floor)) == {(1, "main")}


@clause("star-baceball 12.11", "star-baceball 12.2", "star-baceball 12.5")
@pytest.mark.parametrize("dealt", ["9S", "9S 8C 9H", "9S 8C 9H 8D 2D"])
def test_a_single_card_on_such_an_area_goes_where_it_was_due_whatever_it_is(dealt: str) -> None:
    """Nobody who has seen it chooses whether it counts."""
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards(dealt)
    where = floor.due()
    assert where is not None
    before = hand(floor, where)
    floor.deal("KC", to=4)
    floor.no("12.5", "dealer", m.Resolve("discard"))
    floor.no("12.5", "dealer", m.Resolve("burn"))
    floor.ok("dealer", m.Resolve("rebuild"))
    held = floor.state.round or floor.state.last
    assert held is not None
    cards = held.dealers_cards if where == 0 else held.hand(where, 1).cards
    assert " ".join(map(str, cards)) == f"{before} KC".strip()


@clause("star-baceball 12.11", "star-baceball 12.5")
def test_while_the_deal_runs_such_a_card_may_also_go_where_it_was_due() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S")
    floor.deal("8C", to=4)
    floor.ok("dealer", m.Resolve("rebuild"))
    assert (hand(floor, 0), floor.due()) == ("8C", 1)
    floor.cards("9H 8D 2D 3S")
    assert floor.net("ann") == cents(10)


@clause("star-baceball 7.3.1", "star-baceball 12.2")
def test_no_round_begins_without_a_bet() -> None:
    floor = opened()
    floor.players(ann=1)
    load(floor)
    floor.deal("9S", to=1)
    assert floor.state.in_round is False
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.state.shoe.burned == (parse_card("9S"),)
    played(floor)
    assert floor.net("ann") == cents(10)
