"""Crown: cards replaced, shuffled beforehand or wrong; the shuffling machine, and its failures."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.crown.floor import AM, CROWN, HDD, SETUP, opened, quick_round, ready, seated
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o

# Cards replaced


def shoe_is_over() -> Floor:
    """The round in which the cutting card came is finished; nothing has been shuffled yet."""
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.ok("dealer", o.CuttingCard())
    floor.cards("7D TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    return floor


@clause("crown-blackjack 4.4.1")
def test_after_the_last_round_and_before_the_shuffle_new_cards_may_come() -> None:
    floor = seated("ann")
    quick_round(floor, "ann")
    floor.no("4.4.1", HDD, o.ReplaceCards())
    floor = shoe_is_over()
    floor.no("4.4.1", "dealer", o.ReplaceCards())
    floor.ok(HDD, o.ReplaceCards())
    entry = floor.entries("replace-cards")[0]
    assert (entry.clause, entry.by.role) == ("4.4.1", HDD)
    assert floor.state.shoe.because == "replaced"
    after = shoe_is_over()
    after.ok("dealer", o.Shuffle())
    after.no("4.4.1", HDD, o.ReplaceCards())


@clause("crown-blackjack 4.4.2")
def test_unfit_cards_are_replaced_whenever_no_hand_is_in_progress() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D")
    floor.no("4.4.2", HDD, o.ReplaceCards("unfit"), why="a bent ten")
    floor.no("17.13.3", HDD, o.ReplaceCards("wrong-cards"))
    floor.cards("TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.no("4.4.2", "dealer", o.ReplaceCards("unfit"), why="a bent ten")
    floor.no("4.4.2", HDD, o.ReplaceCards("unfit"))
    floor.ok(HDD, o.ReplaceCards("unfit"), why="a bent ten")
    assert floor.state.shoe.status == "unshuffled"
    assert floor.entries("replace-cards")[0].why == "a bent ten"


@clause("crown-blackjack 4.4.3", "crown-blackjack 3.2.5")
def test_the_new_cards_are_secured_checked_shuffled_cut_and_burned() -> None:
    floor = shoe_is_over()
    floor.ok(HDD, o.ReplaceCards())
    for act in ("secure-cards", "check-cards"):
        assert act in str(floor.no("3.2.5", "dealer", o.Shuffle()))
        floor.ok("dealer", o.Perform(act))
    floor.bet("ann", 1, 10)
    floor.no("4.1.2(a)", "dealer", o.Deal(parse_card("TC")))
    floor.ok("dealer", o.Shuffle())
    floor.no("4.2.5", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.ok("dealer", o.Insert((90,)))
    assert floor.state.shoe.status == "to-burn"
    floor.ok("dealer", o.Burn())
    assert floor.clauses(e.CardBurned) == ["4.3.1", "4.3.1"]
    floor.cards("TC 7D TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(20)
    assert floor.replayed() == floor.state


# Cards shuffled before they come


@clause("crown-blackjack 3.2.5", "crown-blackjack 4.1.1")
def test_pre_shuffled_cards_need_no_check_and_go_straight_to_the_cut() -> None:
    floor = Floor(CROWN)
    floor.ok(AM, o.DisplaySign("limits", limits=SETUP.limits))
    floor.ok(AM, o.DisplaySign("game", text="blackjack"))
    floor.no("3.2.5", AM, o.Open(SETUP))
    floor.no("4.1.1", "player", o.Perform("use-pre-shuffled"))
    floor.ok("dealer", o.Perform("use-pre-shuffled", about="box 12"))
    floor.ok(AM, o.Open(SETUP))
    floor.players(ann=1)
    floor.ok("dealer", o.Shuffle(pre_shuffled=True))
    assert floor.state.shoe.status == "to-cut"
    assert floor.clauses(e.CardsShuffled) == ["4.1.1"]
    assert floor.state.register[-1].about == "pre-shuffled"
    floor.bet("ann", 1, 10)
    floor.no("4.2.5", "dealer", o.Deal(parse_card("TC")))
    floor.no("4.2.5", "player", o.Cut("ann", 38), by="ann")
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.ok("dealer", o.Insert((90,)))
    floor.ok("dealer", o.Burn())
    floor.cards("TC 7D TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)
    # Used once, they are shuffled as any others.
    floor.ok(HDD, o.OrderShuffle("mishandled"), why="dropped")
    floor.no("4.1.2(a)", "dealer", o.Shuffle(pre_shuffled=True))
    floor.ok("dealer", o.Shuffle())
    assert (floor.state.register[-1].act, floor.state.register[-1].about) == ("shuffle", "")
    assert floor.replayed() == floor.state


@clause("crown-blackjack 4.1.1")
def test_checked_cards_that_nobody_shuffled_do_not_go_straight_to_the_cut() -> None:
    floor = opened()
    floor.players(ann=1)
    floor.no("4.1.1", "dealer", o.Shuffle(pre_shuffled=True))


# The shuffling machine


def machine(names: str = "ann", **changes: object) -> Floor:
    return seated(names, dealing="device", **changes)


@clause("crown-blackjack 3.1.1", "crown-blackjack 4.2.2")
def test_with_a_machine_there_is_no_cutting_card_no_cut_and_no_burn() -> None:
    floor = opened(dealing="device")
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.no("4.2.2", "dealer", o.Deal(parse_card("TC")))
    floor.ok("dealer", o.Shuffle())
    assert floor.state.shoe.status == "ready"
    floor.no("4.2.2", "player", o.Cut("ann", 100), by="ann")
    floor.no("4.2.2", HDD, o.Cut(from_front=100))
    floor.no("4.2.2", "player", o.DeclineCut("ann"), by="ann")
    floor.no("4.2.2", "dealer", o.Insert((90,)))
    floor.no("4.3.1", "dealer", o.Burn())
    floor.no("3.1.1", "dealer", o.CuttingCard())
    floor.cards("TC 7D")
    floor.no("3.1.1", "dealer", o.CuttingCard())
    floor.cards("TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)


@clause("crown-blackjack 4.1.2(f)")
def test_with_a_machine_every_card_may_come_again_in_the_next_round() -> None:
    """Four decks, ten rounds, each with the same ten of clubs: no shoe could hold them."""
    floor = machine(decks=4)
    for _ in range(10):
        quick_round(floor, "ann")
        assert floor.state.shoe.out == ()
        assert floor.state.shoe.status == "ready"
    assert floor.net("ann") == 10 * cents(10)
    assert floor.clauses(e.RackReloaded) == ["4.1.2(f)"] * 10
    assert floor.clauses(e.ShuffleDue) == []
    assert floor.replayed() == floor.state
    shoe = seated("ann", decks=4)
    for _ in range(4):
        quick_round(shoe, "ann")
    shoe.bet("ann", 1, 10)
    shoe.deal("TC")
    assert shoe.state.irregular[0].kind == "wrong-card"


def w21(**changes: object) -> Floor:
    """W21 up to the fault: eight decks, Crown Pairs, a pair and a blackjack paid, a bust."""
    floor = machine("ann ben cal", decks=8, side_wagers=("crown-pairs",), **changes)
    floor.bet("ann", 1, 50)
    floor.bet("ann", 1, 10, "crown-pairs")
    floor.bet("ben", 2, 40)
    floor.bet("cal", 3, 30)
    floor.bet("cal", 3, 5, "crown-pairs")
    floor.cards("5C AD 9D 7S 5S JH 4H")
    floor.hit("ann", 1)
    floor.cards("4C")
    floor.hit("ann", 1)
    floor.cards("KD")
    return floor


@clause("crown-blackjack 17.12", "crown-blackjack 17.12.1", "crown-blackjack 20.4")
def test_w21_a_machine_fault_that_ends_the_round() -> None:
    floor = w21()
    fault = m.Malfunction(can_finish=False)
    floor.no("17.12", "dealer", fault)
    floor.ok(HDD, fault)
    assert floor.net("ann") == cents(120)
    assert floor.net("ben") == cents(60)
    assert floor.net("cal") == -cents(5)
    assert floor.state.last is not None
    assert floor.state.last.voided == "17.12"
    assert floor.entries("malfunction")[0].clause == "17.12"
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.12.1")
@pytest.mark.parametrize(
    ("reading", "nets"),
    [
        ("interim-stands", (120, 60, -5)),
        ("busts-stand", (70, 60, -5)),
        ("everything-undone", (0, 0, 0)),
    ],
)
def test_w21_under_each_reading_of_what_stands(reading: str, nets: tuple[int, ...]) -> None:
    floor = w21(readings={"void-round-stakes": reading})
    floor.ok(HDD, m.Malfunction(can_finish=False))
    assert tuple(floor.net(name) for name in ("ann", "ben", "cal")) == tuple(map(cents, nets))


@clause("crown-blackjack 17.12")
@pytest.mark.parametrize("spare", [True, False])
def test_a_round_that_can_be_finished_goes_on(spare: bool) -> None:
    """From another machine, or from a shoe: the fault alone voids nothing (Crown reading 78)."""
    floor = w21()
    floor.ok(HDD, m.Malfunction(spare=spare))
    assert floor.state.setup is not None
    assert floor.state.setup.dealing == ("device" if spare else "shoe")
    if not spare:
        # A shoe from now on: the cards are shuffled, cut and burned as for any other.
        floor.no("4.1.2(a)", "dealer", o.Deal(parse_card("TS")))
        floor.ok("dealer", o.Cut("cal", 100))
        floor.ok("dealer", o.Insert((90,)))
        floor.ok("dealer", o.Burn())
    floor.stand("cal", 3)
    floor.cards("TS")
    # The busted 50 is lost: 120 - 50; ben's 60 was paid; cal's 13 loses to 17.
    assert floor.net("ann") == cents(120) - cents(50)
    assert floor.net("ben") == cents(60)
    assert floor.net("cal") == -cents(35)


@clause("crown-blackjack 17.12")
def test_no_machine_no_malfunction() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D")
    floor.no("17.12", HDD, m.Malfunction(can_finish=False))


@clause("crown-blackjack 17.12", "crown-blackjack 17.12.1")
def test_cards_out_together_in_no_certain_order_void_the_round() -> None:
    floor = seated("ann ben")
    floor.bet("ann", 1, 20)
    floor.bet("ben", 2, 50)
    floor.cards("AC TD 6S KH 5H")
    floor.play("ben", c.Hit(2))
    together = o.VoidRound("17.12")
    floor.no("17.12", "dealer", together, why="two cards stuck together")
    floor.no("17.12", HDD, together)
    floor.ok(HDD, together, why="two cards stuck together")
    # Ann's blackjack was paid and stays paid.
    assert (floor.net("ann"), floor.net("ben")) == (cents(30), 0)
    floor.no("6.4", HDD, together, why="two cards stuck together")
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.12", "crown-blackjack 20.4")
def test_a_void_gives_back_insurance_and_pot_of_gold_as_well() -> None:
    """No interim settlements (Crown reading 64): the insurance lost its card, the pot waits."""
    floor = machine("ann ben", game="free-bet-blackjack", side_wagers=("pot-of-gold",))
    floor.bet("ann", 1, 40)
    floor.bet("ann", 1, 5, "pot-of-gold")
    floor.bet("ben", 2, 20)
    floor.cards("8S TD AD 8H 9H")
    floor.play("ann", c.Insure(1, cents(20)))
    floor.proceed()
    floor.play("ann", c.Split(1))
    floor.cards("TC")
    floor.stand("ann", 1)
    floor.cards("TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("2C")
    floor.ok(HDD, m.Malfunction(can_finish=False))
    assert (floor.net("ann"), floor.net("ben")) == (0, 0)
    assert floor.replayed() == floor.state


def test_only_the_clauses_that_void_a_round_do() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D")
    for other in ("17.5", "20.3.1", "17.13.2"):
        floor.no("17.12", HDD, o.VoidRound(other), why="for no good reason")
    floor.no("20.3.1", AM, o.Invalidate("17.12"), why="for no good reason")
    assert floor.state.in_round


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
    floor.ok("dealer", o.Perform("secure-cards"))
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
    entry = floor.entries("wrong-cards")[0]
    assert entry.clause == "17.13.3"
    assert "rounds that are over stand by 17.13.1" in entry.about


@clause("crown-blackjack 17.13.2")
def test_a_card_that_the_decks_cannot_hold_stops_the_round() -> None:
    """Four decks have four tens of clubs: the fifth belongs to none of them."""
    floor = seated("ann", decks=4)
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D")
    for _ in range(3):
        floor.ok("dealer", m.FaceUp(parse_card("TC")))
    floor.deal("TC")
    assert floor.state.irregular[0].kind == "wrong-card"
    floor.no("17.13.2", HDD, m.Resolve("void"))
    floor.no("17.13.3", "dealer", m.WrongCards())
    floor.ok(HDD, m.WrongCards())
    assert floor.state.irregular == ()
    assert floor.net("ann") == 0
    assert floor.state.last is not None
    assert floor.state.last.voided == "17.13.2"
    floor.no("17.13.3", "dealer", o.Shuffle())
