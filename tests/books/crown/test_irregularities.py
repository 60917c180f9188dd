"""Crown: cards face up, too many, misplaced or left out; decisions skipped; hands rebuilt."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.game.events import Settled
from bythebook.table import events as e
from tests.books.crown.floor import AM, CM, HDD, quick_round, seated
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o


def dealt(cards: str, names: str = "ann ben", **changes: object) -> Floor:
    """Everybody at boxes 1, 2, … with 10, and these cards dealt."""
    floor = seated(names, **changes)
    for box, name in enumerate(names.split(), start=1):
        floor.bet(name, box, 10)
    floor.cards(cards)
    return floor


def hand(floor: Floor, box: int) -> str:
    assert floor.state.round is not None
    return " ".join(str(card) for card in floor.state.round.hand(box, 1).cards)


def next_cards(floor: Floor) -> str:
    return " ".join(str(card) for card in floor.state.shoe.next)


def burned(floor: Floor) -> str:
    return " ".join(str(card) for card in floor.state.shoe.burned)


def held_over(floor: Floor) -> bool:
    return floor.state.shoe.held_over


def last_rows(floor: Floor) -> list[Settled]:
    assert floor.state.last is not None
    return list(floor.state.last.rows)


# Face up, too many


@clause("crown-blackjack 17.2")
def test_a_card_face_up_in_the_shoe_is_discarded_and_the_next_takes_its_place() -> None:
    floor = dealt("TC")
    floor.no("17.2", "player", m.FaceUp(parse_card("AS")), by="ann")
    floor.ok("dealer", m.FaceUp(parse_card("AS")))
    assert burned(floor) == "AS"
    assert floor.clauses(e.CardBurned)[-1] == "17.2"
    assert floor.due() == 2
    floor.cards("TD 7D TH 9H")
    assert (hand(floor, 1), hand(floor, 2)) == ("TC TH", "TD 9H")
    # Again in the subsequent deal, before the card that ben draws.
    floor.stand("ann", 1)
    floor.hit("ben", 2)
    floor.ok("dealer", m.FaceUp(parse_card("2S")))
    floor.cards("3S")
    assert hand(floor, 2) == "TD 9H 3S"
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), -cents(10))
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.3")
def test_a_card_drawn_too_many_is_the_next_card_for_whoever_is_next() -> None:
    for decision, total in ((c.Hit(1), "TC 5H 6S"), (c.Stand(1), "TC 5H")):
        floor = dealt("TC 7D 5H", "ann")
        floor.deal("6S")
        assert floor.state.irregular[0].kind == "not-due"
        floor.no("17.5", "player", o.Decide(decision), by="ann")
        floor.no("17.3", "dealer", m.Resolve("burn"))
        floor.ok("dealer", m.Resolve("next-card"))
        assert next_cards(floor) == "6S"
        floor.play("ann", decision)
        floor.no("17.3", "dealer", o.Deal(parse_card("KC")))
        floor.cards("6S")
        assert floor.state.round is not None or floor.state.last is not None
        if isinstance(decision, c.Hit):
            floor.cards("TS")
            assert floor.net("ann") == cents(10)  # 21 against 17
        else:
            floor.cards("4S")
            assert floor.net("ann") == -cents(10)  # 15 against 7 + 6 + 4 = 17
        assert floor.clauses(e.CardsPutNext) == ["17.3"]
        assert [str(card) for card in last_hand(floor)] == total.split()


def last_hand(floor: Floor) -> list[object]:
    assert floor.state.last is not None
    return list(floor.state.last.hand(1, 1).cards)


@clause("crown-blackjack 17.3")
def test_drawn_between_decisions_it_may_be_reported_in_one_step() -> None:
    floor = dealt("TC 7D 5H", "ann")
    floor.no("17.3", "player", m.DrawnInError(parse_card("6S")), by="ann")
    floor.ok("dealer", m.DrawnInError(parse_card("6S")))
    assert next_cards(floor) == "6S"
    floor.ok("dealer", m.DrawnInError(parse_card("2S"), burned=True))
    floor.hit("ann", 1)
    assert floor.clauses(e.CardsPutNext) == ["17.3", "17.3"]


@clause("crown-blackjack 17.3.1")
def test_a_card_too_many_on_the_dealers_finished_hand_is_discarded_if_shown() -> None:
    floor = seated("ann")
    quick_round(floor, "ann")
    floor.deal("3C", to=0)
    floor.bet("ann", 1, 10)
    floor.no("17.5", "dealer", o.Deal(parse_card("TC")))
    floor.no("17.3.1", "dealer", m.Resolve("next-card"))
    floor.no("17.3.1", "dealer", m.Resolve("hold-over"))
    floor.ok("dealer", m.Resolve("burn"))
    assert burned(floor) == "3C"
    assert next_cards(floor) == ""
    assert floor.net("ann") == cents(10)
    floor.cards("TC")
    assert hand(floor, 1) == "TC"
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.3", "crown-blackjack 17.3.1")
def test_not_shown_it_is_the_first_card_of_the_next_round() -> None:
    floor = seated("ann")
    quick_round(floor, "ann")
    before = len(floor.state.shoe.out)
    floor.deal("3C", to=0, exposed=False)
    floor.no("17.3", "dealer", m.Resolve("burn"))
    floor.ok("dealer", m.Resolve("hold-over"))
    assert held_over(floor)
    assert floor.clauses(e.CardHeldOver) == ["17.3"]
    floor.bet("ann", 1, 10)
    floor.cards("3C")
    assert not held_over(floor)
    assert len(floor.state.shoe.out) == before + 1
    assert hand(floor, 1) == "3C"


@clause("crown-blackjack 17.4")
def test_cards_dealt_although_nobody_staked_are_burned_and_the_round_is_void() -> None:
    floor = seated("ann")
    for word in ("TC", "TD"):
        floor.deal(word, to=1)
        floor.no("17.4", "dealer", m.Resolve("void"))
        floor.no("17.4", "dealer", m.Resolve("next-card"))
        floor.ok(HDD, m.Resolve("void"))
    assert burned(floor) == "TC TD"
    assert floor.clauses(e.IrregularityResolved) == ["17.4", "17.4"]
    assert floor.state.rounds == 0
    floor.bet("ann", 1, 10)
    floor.cards("TH")
    assert hand(floor, 1) == "TH"
    assert floor.net("ann") == 0
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.3", "crown-blackjack 17.3.1")
def test_a_card_shown_before_any_wager_is_known_to_nobody_who_wagers() -> None:
    """Beyond the last hand that was finished: shown it is out, unseen it is the next."""
    floor = seated("ann")
    floor.deal("TC")
    floor.no("17.3.1", "dealer", m.Resolve("next-card"))
    floor.ok("dealer", m.Resolve("burn"))
    floor.ok("dealer", m.DrawnInError(parse_card("TS")))
    assert (floor.state.shoe.next, burned(floor)) == ((), "TC TS")
    floor.deal("TD", exposed=False)
    floor.no("17.3", "dealer", m.Resolve("burn"))
    floor.ok("dealer", m.Resolve("hold-over"))
    floor.bet("ann", 1, 10)
    floor.cards("TD")
    assert hand(floor, 1) == "TD"


@clause("crown-blackjack 17.3", "crown-blackjack 6.4")
def test_a_card_drawn_in_excess_with_wagers_down_is_the_first_of_their_round() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.ok("dealer", m.DrawnInError(parse_card("TC")))
    floor.no("6.4", "player", o.TakeOff(1, "ann"), by="ann")
    floor.no("17.3", "dealer", o.Deal(parse_card("TD")))
    floor.cards("TC")
    assert hand(floor, 1) == "TC"


# Hands rebuilt


@clause("crown-blackjack 17.5")
def test_a_misplaced_card_goes_where_it_was_due() -> None:
    floor = dealt("TC")
    floor.deal("5D", to=0)
    floor.no("17.5", "dealer", m.Resolve("rebuild"))
    floor.ok(HDD, m.Resolve("rebuild"))
    assert hand(floor, 2) == "5D"
    assert floor.due() == 0
    assert floor.entries("resolve")[0].clause == "17.5"
    floor.cards("7D TH 6H")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), -cents(10))
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.5")
def test_players_may_take_their_wagers_back_before_the_hand_is_rebuilt() -> None:
    floor = seated("ann ben", side_wagers=("any-pairs",))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.bet("ben", 2, 5, "any-pairs")
    floor.cards("TC")
    floor.no("6.4", "player", m.WithdrawWagers("ben", 2), by="ben")
    floor.deal("5D", to=0)
    floor.ok("player", m.WithdrawWagers("ben", 2), by="ben")
    floor.ok(HDD, m.Resolve("rebuild"))
    floor.no("6.4", "player", m.WithdrawWagers("ann", 1), by="ann")
    # Box 2 is out: the five is the dealer's card after all.
    floor.cards("TH")
    floor.stand("ann", 1)
    floor.cards("TS 2S")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), 0)
    back = [(row.wager, row.clause) for row in last_rows(floor) if row.player == "ben"]
    assert back == [("main", "17.5"), ("any-pairs", "17.5")]
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.5")
def test_where_everybody_takes_them_back_nothing_is_left_to_put_right() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.deal("5D", to=0)
    floor.ok("player", m.WithdrawWagers("ann", 1), by="ann")
    assert (floor.net("ann"), floor.state.irregular) == (0, ())
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    assert hand(floor, 1) == "TC"


SWAPPED = tuple(parse_cards("6H 5H"))


@clause("crown-blackjack 17.5", "crown-blackjack 17.5.2")
def test_until_a_card_of_the_subsequent_deal_the_cards_are_put_in_order() -> None:
    floor = dealt("TC TD 7D 5H 6H")
    floor.stand("ann", 1)
    floor.no("17.5", "dealer", m.Rebuild(4, SWAPPED))
    floor.ok(HDD, m.AnnounceRebuild())
    floor.ok(HDD, m.Rebuild(4, SWAPPED))
    assert (hand(floor, 1), hand(floor, 2)) == ("TC 6H", "TD 5H")
    # Ann decides anew, on another hand.
    floor.hit("ann", 1)
    floor.cards("4S")
    floor.stand("ann", 1)
    floor.no("17.5", HDD, m.AnnounceRebuild())
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), -cents(10))
    floor.no("17.5", HDD, m.AnnounceRebuild())
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.5")
def test_everybody_decides_anew_after_a_rebuild_also_whose_cards_stayed() -> None:
    """Whoever decided looked at the other hands too, and they are others now."""
    floor = dealt("TC TD TS 7D 5H 6H 4H", "ann ben cal")
    floor.stand("ann", 1)
    floor.ok(HDD, m.AnnounceRebuild())
    floor.ok(HDD, m.Rebuild(6, tuple(parse_cards("4H 6H"))))
    assert [hand(floor, box) for box in (1, 2, 3)] == ["TC 5H", "TD 4H", "TS 6H"]
    assert floor.state.playing.at == (1, 1)
    floor.hit("ann", 1)
    floor.cards("6C")
    assert hand(floor, 1) == "TC 5H 6C"


@clause("crown-blackjack 17.5.2")
def test_the_first_card_of_the_subsequent_deal_closes_the_window() -> None:
    floor = dealt("TC TD 7D 5H 6H")
    floor.ok(HDD, m.AnnounceRebuild())
    floor.hit("ann", 1)
    floor.cards("2S")
    floor.no("17.5", HDD, m.Rebuild(4, tuple(parse_cards("6H 5H 2S"))))


@clause("crown-blackjack 17.5", "crown-blackjack 17.5.2")
def test_before_a_full_rebuild_players_are_asked_too() -> None:
    floor = dealt("TC TD 7D 5H 6H")
    floor.no("17.5", HDD, m.Rebuild(4, SWAPPED))
    floor.ok(HDD, m.AnnounceRebuild())
    floor.ok("player", m.WithdrawWagers("ben", 2), by="ben")
    floor.ok(HDD, m.Rebuild(4, SWAPPED))
    floor.no("6.4", "player", m.WithdrawWagers("ann", 1), by="ann")
    assert hand(floor, 1) == "TC 6H"
    # Nobody is left at box 2: the five drawn for it is the next card, the dealer's second.
    assert next_cards(floor) == "5H"
    floor.stand("ann", 1)
    floor.cards("5H TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), 0)
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.5.1")
@pytest.mark.parametrize("settled", ["a pairs wager", "a blackjack"])
def test_any_interim_settlement_closes_the_window(settled: str) -> None:
    if settled == "a pairs wager":
        floor = seated("ann ben", side_wagers=("any-pairs",))
        floor.bet("ann", 1, 10)
        floor.bet("ben", 2, 10)
        floor.bet("ben", 2, 5, "any-pairs")
        floor.cards("TC TD 7D 5H")
        floor.ok(HDD, m.AnnounceRebuild())
        floor.cards("6H")
    else:
        floor = dealt("AC TD 7D KH 6H")
    floor.no("17.5", HDD, m.AnnounceRebuild())
    order = tuple(parse_cards("6H 5H" if settled == "a pairs wager" else "6H KH"))
    floor.no("17.5", HDD, m.Rebuild(4, order))


@clause("crown-blackjack 17.6")
def test_a_hand_on_a_box_without_a_wager_is_discarded_during_the_subsequent_deal() -> None:
    """In the initial deal each card goes where it was due; nobody chooses, having seen it."""
    floor = seated("ann ben")
    floor.ok("player", o.Sit("ben", 3), by="ben")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 3, 10)
    floor.cards("TC")
    floor.deal("TD", to=2)
    floor.no("17.5", "dealer", m.Resolve("discard"))
    floor.ok(HDD, m.Resolve("rebuild"))
    floor.no("17.5", "dealer", m.FindHand(2, tuple(parse_cards("9S 9C"))))
    floor.cards("7D TH 8H")
    floor.no("17.6", "player", m.FindHand(2, tuple(parse_cards("9S 9C"))), by="ann")
    floor.ok("dealer", m.FindHand(2, tuple(parse_cards("9S 9C"))))
    assert burned(floor) == "9S 9C"
    assert floor.clauses(e.CardBurned)[-2:] == ["17.6", "17.6"]
    floor.stand("ann", 1)
    floor.stand("ben", 3)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))
    assert floor.replayed() == floor.state


# Decisions skipped


def misheard() -> Floor:
    """Ann, on 12, asked for a card; the dealer took it for standing and ben drew a king."""
    floor = dealt("TC TD 7D 2H 5H")
    floor.put_down(c.Stand(1))
    floor.hit("ben", 2)
    floor.cards("KC")
    return floor


BACK = m.Rewind(5, box=1)


@clause("crown-blackjack 17.9", "crown-blackjack 17.3")
def test_after_a_skipped_decision_later_cards_are_used_again_in_order() -> None:
    floor = misheard()
    assert floor.state.round is not None
    floor.no("17.9", "player", BACK, by="ann")
    floor.no("17.9", "dealer", BACK, why="the dealer misheard")
    floor.no("17.9", HDD, BACK)  # it says why
    floor.ok(HDD, BACK, why="the dealer misheard")
    assert [entry.about for entry in floor.entries("rewind")] == ["box 1, back to card 5"]
    assert next_cards(floor) == "KC"
    assert floor.clauses(e.RoundRewound) == ["17.9"]
    assert floor.clauses(e.CardsPutNext) == ["17.3"]
    floor.hit("ann", 1)
    floor.no("17.3", "dealer", o.Deal(parse_card("9S")))
    floor.cards("KC")
    # 22: ann is bust with the king that had bust ben, who now stands on 15.
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (-cents(10), -cents(10))
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.9")
def test_several_cards_go_back_and_come_again_in_the_order_drawn() -> None:
    floor = dealt("TC TD 7D 2H 5H")
    floor.put_down(c.Stand(1))
    floor.hit("ben", 2)
    floor.cards("2C")
    floor.hit("ben", 2)
    floor.cards("3C")
    floor.ok(HDD, BACK, why="the dealer misheard")
    assert next_cards(floor) == "2C 3C"
    floor.hit("ann", 1)
    floor.cards("2C")
    floor.hit("ann", 1)
    floor.cards("3C")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    # Ann 17 stands off; ben's 15 loses.
    assert (floor.net("ann"), floor.net("ben")) == (0, -cents(10))


@clause("crown-blackjack 17.9")
def test_a_decision_of_the_players_own_was_neither_skipped_nor_misheard() -> None:
    """Ann drew a king to her 16 herself: no reason makes that the dealer's error."""
    floor = dealt("TC TD 7D 6H 5H")
    floor.hit("ann", 1)
    floor.cards("KC")
    floor.no("17.9", HDD, BACK, why="the dealer misheard")
    floor.no("17.9", CM, BACK, why="the dealer misheard")
    floor.put_down(c.Stand(2))
    floor.cards("2S")
    floor.ok(HDD, m.Rewind(6, box=2), why="ben was passed over")  # that one was the dealer's
    assert hand(floor, 1) == "TC 6H KC"
    assert floor.state.playing.at == (2, 1)


@clause("crown-blackjack 17.9")
def test_whoever_put_a_decision_down_does_not_find_that_it_was_wrong() -> None:
    """A Higher Duties Dealer deals, takes ann over 21, and would undo it for a reason."""
    floor = dealt("TC TD 7D 6H 5H")
    floor.put_down(c.Hit(1), HDD)
    floor.cards("KC")
    floor.no("17.9", HDD, BACK, why="ann had stood")
    floor.no("17.9", AM, BACK, by=HDD, why="ann had stood")  # the same person, higher up today
    floor.ok(HDD, BACK, by="hal", why="ann had stood")
    assert hand(floor, 1) == "TC 6H"


@clause("crown-blackjack 17.9")
@pytest.mark.parametrize(
    ("order", "understood"),
    [
        (m.Rewind(5), False),  # which box?
        (m.Rewind(5, box=3), False),  # nobody has a wager there
        (m.Rewind(5, box=2), True),  # what was put down there was box 1's
        (m.Rewind(5, decisions=1, box=1), True),  # ann's decision stands: ben's was his own
        (m.Rewind(5, decisions=2, box=1), True),  # every decision stands: there was no error
    ],
)
def test_it_is_said_for_which_box_the_dealer_got_it_wrong(
    order: m.Rewind, understood: bool
) -> None:
    floor = misheard()
    if understood:
        floor.no("17.9", HDD, order, why="the dealer misheard")
    else:
        floor.malformed(HDD, order, why="the dealer misheard")


@clause("crown-blackjack 17.9", "crown-blackjack 8.5.4")
def test_a_hand_played_by_the_book_for_somebody_absent_was_not_misheard() -> None:
    floor = dealt("TC TD 7D 6H 5H")
    floor.wait(5)
    floor.ok(HDD, o.DirectHand(1, "ann"))
    floor.hit("ben", 2)
    floor.cards("KC")
    floor.no("17.9", AM, BACK, why="ann was there after all")


@clause("crown-blackjack 17.9", "crown-blackjack 17.5", "crown-blackjack 17.5.1")
@pytest.mark.parametrize("back", [1, 2, 3, 4])
def test_the_initial_deal_and_its_settlement_are_no_skipped_decision(back: int) -> None:
    """A pair that was paid stays paid; a card in the wrong place has a rule of its own."""
    sides = {"perfect-pairs": (cents(5), cents(50))}
    limits = {"main": (cents(10), cents(500)), **sides}
    floor = seated("ann ben", side_wagers=("perfect-pairs",), limits=limits)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "perfect-pairs")
    floor.bet("ben", 2, 10)
    floor.cards("8C TD 7D 8C 5H")
    paid = floor.state.playing.rows
    assert [row.wager for row in paid] == ["perfect-pairs"]
    floor.put_down(c.Stand(1))
    floor.hit("ben", 2)
    floor.cards("2C")
    floor.no("17.5", HDD, m.Rewind(back, box=1), why="the dealer misheard")
    floor.ok(HDD, BACK, why="the dealer misheard")
    assert floor.state.playing.rows == paid
    assert floor.state.playing.at == (1, 1)


@clause("crown-blackjack 17.9", "crown-blackjack 17.5.2")
def test_a_card_for_one_hand_put_on_another_is_the_next_card() -> None:
    floor = seated("ann ben", side_wagers=("any-pairs",))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "any-pairs")
    floor.bet("ben", 2, 10)
    floor.cards("TC TD 7D 2H 5H")
    floor.hit("ann", 1)
    floor.deal("9S", to=2)
    floor.no("17.9", HDD, m.Resolve("rebuild"))
    floor.ok("dealer", m.Resolve("next-card"))
    assert floor.clauses(e.IrregularityResolved) == ["17.9"]
    assert floor.due() == 1
    floor.cards("9S")
    assert (hand(floor, 1), hand(floor, 2)) == ("TC 2H 9S", "TD 5H")


@clause("crown-blackjack 17.9.1")
def test_an_error_found_when_all_is_settled_changes_nothing() -> None:
    floor = misheard()
    floor.cards("TS")
    before = (floor.net("ann"), floor.net("ben"))
    assert before == (-cents(10), -cents(10))
    floor.no("17.9.1", HDD, BACK, why="the dealer misheard")
    assert (floor.net("ann"), floor.net("ben")) == before
    quick_round(floor, "ann")
    assert floor.net("ann") == 0


@clause("crown-blackjack 17.5")
@pytest.mark.parametrize(
    "command",
    [
        o.Deal(parse_card("4C")),
        o.Decide(c.Proceed()),
        o.OrderShuffle(),
        m.FaceUp(parse_card("4C")),
        m.DrawnInError(parse_card("4C")),
        m.MissedCard(),
    ],
    ids=repr,
)
def test_nothing_goes_on_before_an_irregular_card_is_put_right(command: o.Command) -> None:
    floor = dealt("TC 9D")
    floor.deal("7H", to=2)
    refused = floor.no("17.5", HDD, command, why="to get on with it")
    assert "7H did not go where it was due: put that right first" in str(refused)
