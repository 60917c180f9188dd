"""Crown: cards left out of the deal, idle players, shoes that run out, wrong decks, voids."""

import pytest

from bythebook.cards import Card, parse_card
from bythebook.game.events import CardCalled, Settled
from bythebook.table import events as e
from tests.books.crown.test_opening import opened, quick_round, ready, seated
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o

AM, HDD = "area-manager", "higher-duties-dealer"


def rows(floor: Floor, player: str) -> list[Settled]:
    assert floor.state.last is not None
    return [row for row in floor.state.last.rows if row.player == player]


def paid(floor: Floor) -> list[tuple[str, int]]:
    """Who was paid what in this round so far."""
    assert floor.state.round is not None
    return [(row.player, row.paid) for row in floor.state.round.rows]


def moved(floor: Floor) -> list[str]:
    """The clauses of the cards called for, in order."""
    steps = [event.step for event in floor.log if isinstance(event, e.RoundMoved)]
    found = [event for step in steps for event in step.events]
    return [event.clause for event in found if isinstance(event, CardCalled)]


# The dealer without a first card


def without_first_card(first: str = "TC TD", second: str = "5H 6H") -> Floor:
    """Ann and ben get two cards each, and the dealer's place is passed over."""
    floor = seated("ann ben")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards(first)
    assert floor.due() == 0
    a, b = second.split()
    floor.deal(a, to=1)
    floor.ok(HDD, m.Resolve("missed"))
    floor.cards(b)
    return floor


@clause("crown-blackjack 17.7", "crown-blackjack 17.7.2")
def test_the_player_in_turn_may_have_the_dealer_take_the_first_card_now() -> None:
    floor = without_first_card()
    floor.no("8.5.1", "player", o.Decide(c.CallDealerCard(2)), by="ben")
    floor.play("ann", c.CallDealerCard(1))
    assert floor.due() == 0
    assert moved(floor)[-1] == "17.7.2"
    floor.cards("7D")
    # With a seven before her she draws to her 15, and again has the choice that she had.
    floor.hit("ann", 1)
    floor.cards("4S")
    floor.stand("ann", 1)
    floor.no("17.7.2", "player", o.Decide(c.CallDealerCard(2)), by="ben")
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), -cents(10))
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.7", "crown-blackjack 17.7.1")
def test_or_the_player_finishes_the_hand_first_and_then_the_dealer_takes_it() -> None:
    floor = without_first_card()
    floor.hit("ann", 1)
    floor.cards("4S")
    assert floor.due() is None
    floor.stand("ann", 1)
    assert floor.due() == 0
    assert moved(floor)[-1] == "17.7.1"
    floor.cards("7D")
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), -cents(10))


@clause("crown-blackjack 17.7")
def test_a_blackjack_waits_for_the_late_card_and_an_ace_still_opens_insurance() -> None:
    floor = without_first_card("AC TD", "KH 6H")
    assert paid(floor) == []
    floor.play("ben", c.CallDealerCard(2))
    floor.cards("7D")
    assert paid(floor) == [("ann", cents(15))]
    ace = without_first_card("AC TD", "KH 6H")
    ace.play("ben", c.CallDealerCard(2))
    ace.cards("AD")
    ace.play("ann", c.TakeEvenMoney(1))
    ace.play("ben", c.Insure(2, cents(5)))
    ace.proceed()
    ace.stand("ben", 2)
    ace.cards("KS")
    # Even money for ann; ben loses 10 and is paid 2 to 1 on 5.
    assert (ace.net("ann"), ace.net("ben")) == (cents(10), 0)


# A box without cards, or with one


@clause("crown-blackjack 17.8")
def test_a_staked_box_without_cards_is_void_with_its_side_wagers() -> None:
    floor = seated("ann ben", side_wagers=("any-pairs",))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 50)
    floor.bet("ben", 2, 10, "any-pairs")
    floor.cards("TC")
    floor.deal("7D", to=0)
    floor.ok(HDD, m.Resolve("missed"))
    floor.cards("TH")
    assert floor.due() == 2
    floor.no("17.8", "dealer", m.MissedCard())
    floor.ok(HDD, m.MissedCard())
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), 0)
    assert {(row.wager, row.result, row.clause) for row in rows(floor, "ben")} == {
        ("main", "returned", "17.8"),
        ("any-pairs", "returned", "17.8"),
    }
    assert floor.replayed() == floor.state


def one_card_only() -> Floor:
    """W23: box 2 has 50 and 10 on Any Pairs but only one card; box 1 stands on 20."""
    floor = seated("ann ben", decks=8, side_wagers=("any-pairs",))
    floor.bet("ann", 1, 20)
    floor.bet("ben", 2, 50)
    floor.bet("ben", 2, 10, "any-pairs")
    floor.cards("TD 9D 7H QC")
    floor.ok(HDD, m.MissedCard())
    floor.stand("ann", 1)
    return floor


@clause("crown-blackjack 17.8.1")
def test_w23_a_box_with_one_card_takes_a_second_on_its_turn() -> None:
    floor = one_card_only()
    floor.hit("ben", 2)
    floor.cards("9C")
    floor.stand("ben", 2)
    floor.cards("KS")
    assert floor.net("ann") == cents(20)
    assert floor.net("ben") == cents(110) + cents(50)
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.8.1")
def test_w23_or_its_player_takes_the_wagers_back() -> None:
    floor = one_card_only()
    floor.no("17.8.1", "player", o.Decide(c.Stand(2)), by="ben")
    floor.play("ben", c.TakeBack(2))
    floor.cards("KS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(20), 0)
    assert {row.clause for row in rows(floor, "ben")} == {"17.8.1"}


@clause("crown-blackjack 17.8.1")
def test_a_box_with_both_cards_has_no_such_choice() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D 5H")
    floor.no("17.8.1", "player", o.Decide(c.TakeBack(1)), by="ann")


# Idle players


IDLE = [
    ("blackjack", "8.5.4:direction"),
    ("crown-blackjack", "10.2.1:direction"),
    ("free-bet-blackjack", "11.4:direction"),
    ("blackjack-plus", "8.5.4:direction"),
]


def idle_clauses(floor: Floor) -> list[str]:
    return [entry.clause for entry in floor.entries("direct-hand")]


@clause(
    "crown-blackjack 8.5.4:direction",
    "crown-blackjack 10.2.1:direction",
    "crown-blackjack 11.4:direction",
)
@pytest.mark.parametrize(("game", "clause_id"), IDLE)
@pytest.mark.parametrize("gone", [False, True])
def test_after_a_reasonable_time_a_higher_duties_dealer_has_the_hand_finished(
    game: str, clause_id: str, gone: bool
) -> None:
    floor = seated("ann", game=game)
    finish = o.DirectHand(1, "ann", gone)
    floor.no(clause_id, HDD, finish)
    floor.bet("ann", 1, 10)
    floor.cards("6C 7D 5H")
    floor.clock += 59
    floor.no(clause_id, HDD, finish)
    floor.clock += 1
    floor.no(clause_id, "dealer", finish)
    floor.ok(HDD, finish)
    # Hard 11 draws; hard 12 or more stands. It is not doubled.
    assert floor.due() == 1
    floor.cards("AS")
    assert floor.due() == 0
    floor.cards("TS")
    assert floor.net("ann") == -cents(10)
    assert idle_clauses(floor) == [clause_id]
    assert floor.replayed() == floor.state


@clause("crown-blackjack 8.5.4:direction")
def test_how_long_is_reasonable_is_a_setting_of_the_table_and_counts_from_the_turn() -> None:
    floor = seated("ann ben", patience_seconds=90)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC TD 7D 5H 6H")
    floor.clock += 89
    floor.no("8.5.4:direction", HDD, o.DirectHand(1))
    floor.clock += 1
    floor.stand("ann", 1)
    # Ben's time begins now, however long ann took.
    floor.no("8.5.4:direction", HDD, o.DirectHand(2))
    floor.clock += 90
    floor.ok(HDD, o.DirectHand(2))
    assert floor.due() == 0
    assert floor.entries("direct-hand")[0].about == "box 2"


@clause(
    "crown-blackjack 8.5.4:direction",
    "crown-blackjack 10.2.1:direction",
    "crown-blackjack 11.4:direction",
)
@pytest.mark.parametrize(
    ("game", "second", "draws"),
    [
        ("blackjack", "AD", False),
        ("blackjack", "6D", False),
        ("blackjack-plus", "6D", False),
        ("crown-blackjack", "6D", True),
        ("crown-blackjack", "7D", False),
        ("free-bet-blackjack", "6D", True),
        ("free-bet-blackjack", "7D", False),
    ],
)
def test_a_soft_hand_is_finished_as_the_variation_has_it(
    game: str, second: str, draws: bool
) -> None:
    """Plain: soft 12 or more stands. Crown and Free Bet: soft 17 draws, soft 18 stands."""
    floor = seated("ann", game=game)
    floor.bet("ann", 1, 10)
    floor.cards(f"AC 8D {second}")
    floor.clock += 60
    floor.ok(HDD, o.DirectHand(1))
    assert floor.due() == (1 if draws else 0)
    if draws:
        # Ace, six and five are hard 12: enough.
        floor.cards("5S")
        assert floor.due() == 0
    floor.cards("TS")
    # The dealer has 18: only a soft 18 of ann's stands off.
    assert floor.net("ann") == (0 if second == "7D" else -cents(10))


# The shoe runs out


def nearly_empty(kept: str) -> Floor:
    """A shoe of four decks in which these cards are the last, in any order."""
    floor = seated("ann ben", decks=4)
    deck = four_decks()
    for word in kept.split():
        deck.remove(parse_card(word))
    # One card was burned unseen.
    for card in deck[1:]:
        floor.ok("dealer", m.FaceUp(card))
    return floor


def four_decks() -> list[Card]:
    return [parse_card(rank + suit) for rank in "A23456789TJQK" for suit in "CDHS"] * 4


@clause("crown-blackjack 17.11")
def test_when_the_shoe_runs_out_the_discards_are_shuffled_and_cut_and_play_goes_on() -> None:
    floor = nearly_empty("TC TD 7D 9H 8H")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC TD 7D 9H")
    floor.no("17.11", "dealer", o.Shuffle())
    floor.cards("8H")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.no("17.11", "dealer", o.Deal(parse_card("TS")))
    floor.ok("dealer", o.Shuffle())
    assert floor.clauses(e.CardsShuffled)[-1] == "17.11"
    # The five cards on the layout stay out; the rest is cut but not burned.
    assert len(floor.state.shoe.out) == 5
    floor.no("4.2.5", "player", o.Cut("ben", 38), by="ben")
    floor.no("4.1.2(a)", "dealer", o.Deal(parse_card("TS")))
    floor.ok("player", o.Cut("ben", 100), by="ben")
    floor.no("4.3.1", "dealer", o.Burn())
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))
    # Then everything is shuffled: the cutting card has long come out.
    assert floor.state.shoe.status == "unshuffled"
    assert floor.clauses(e.ShuffleDue)[-1] == "4.1.2(c)"
    ready(floor)
    quick_round(floor, "ann")
    assert floor.net("ann") == cents(20)
    assert floor.replayed() == floor.state


# Wrong cards


@clause("crown-blackjack 17.13.1", "crown-blackjack 17.13.2", "crown-blackjack 17.13.3")
def test_a_wrong_deck_voids_the_round_and_the_shoe_but_no_round_before() -> None:
    floor = seated("ann ben cal", side_wagers=("any-pairs",))
    quick_round(floor, "ann", "ben")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))
    floor.bet("ann", 1, 50)
    floor.bet("ann", 1, 10, "any-pairs")
    floor.bet("ben", 2, 40)
    floor.bet("ben", 2, 5, "any-pairs")
    floor.bet("cal", 3, 20)
    floor.cards("8C 9D AC 7S 8S 4H KC")
    floor.hit("ann", 1)
    floor.cards("KD")
    # Ann's pair was paid 110, ben's lost, cal's blackjack was paid 30, ann is bust with 26.
    floor.no("17.13.3", "dealer", m.WrongCards(missing=True))
    floor.ok(HDD, m.WrongCards(missing=True))
    # Every stake goes back, lost ones too; what was paid stays paid (Crown reading 65).
    assert floor.net("ann") == cents(10) + cents(110)
    assert floor.net("ben") == cents(10)
    assert floor.net("cal") == cents(30)
    assert floor.state.last is not None
    assert floor.state.last.voided == "17.13.2"
    floor.bet("ann", 1, 10)
    floor.no("17.13.3", "dealer", o.Deal(parse_card("TC")))
    floor.no("17.13.3", "dealer", o.Shuffle())
    floor.malformed(HDD, m.CardsVerified())
    floor.no("17.13.3", "dealer", o.ReplaceCards("wrong-cards"))
    floor.ok(HDD, o.ReplaceCards("wrong-cards"))
    floor.ok("dealer", o.Perform("check-cards"))
    ready(floor)
    assert floor.state.shoe.out == ()
    floor.cards("TC")
    assert floor.state.in_round
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.13.1", "crown-blackjack 17.13.3")
def test_found_between_rounds_a_wrong_deck_undoes_no_round() -> None:
    floor = seated("ann")
    quick_round(floor, "ann")
    floor.ok(HDD, m.WrongCards())
    assert floor.net("ann") == cents(10)
    floor.no("17.13.3", "dealer", o.Shuffle())
    assert floor.entries("wrong-cards")[0].clause == "17.13.3"


@clause("crown-blackjack 17.13.2")
def test_a_card_that_the_decks_cannot_hold_stops_the_round() -> None:
    """Four decks have four tens of clubs: the fifth belongs to none of them."""
    floor = seated("ann", decks=4)
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D")
    for _ in range(3):
        floor.ok("dealer", m.FaceUp(parse_card("TC")))
    floor.deal("TC")
    assert floor.state.astray[0].kind == "wrong-card"
    floor.no("17.13.2", HDD, m.Resolve("void"))
    floor.no("17.13.3", "dealer", m.WrongCards())
    floor.ok(HDD, m.WrongCards())
    assert floor.state.astray == ()
    assert floor.net("ann") == 0
    assert floor.state.last is not None
    assert floor.state.last.voided == "17.13.2"
    floor.no("17.13.3", "dealer", o.Shuffle())


# Voids


@clause("crown-blackjack 20.4", "crown-blackjack 20.3.1", "crown-blackjack 20.3.2")
@pytest.mark.parametrize("clause_id", ["20.3.1", "20.3.2"])
def test_a_round_voided_from_outside_gives_every_stake_on_it_back(clause_id: str) -> None:
    floor = opened(side_wagers=("any-pairs",))
    floor.players(ann=1, ben=2)
    ready(floor)
    floor.bet("ann", 1, 50)
    floor.bet("ben", 2, 40)
    floor.bet("ben", 2, 5, "any-pairs")
    floor.cards("6C 8D 9S 5H 8H")
    floor.play("ann", c.Double(1))
    floor.cards("2C")
    floor.no(clause_id, HDD, o.Invalidate(clause_id), why="the alarm rang")
    floor.no(clause_id, AM, o.Invalidate(clause_id))
    floor.ok(AM, o.Invalidate(clause_id), why="the alarm rang")
    # Ann's 100 and ben's 40 go back; the pair, paid 55 before, stays paid (Crown reading 64).
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(55))
    assert floor.state.last is not None
    assert floor.state.last.voided == clause_id
    assert floor.replayed() == floor.state
