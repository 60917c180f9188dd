"""Blackjack Challenge: rounds rebuilt or void, missing and foreign cards, invalidated outcomes."""

import pytest

from bythebook import load_game
from bythebook.cards import parse_card, parse_cards
from bythebook.game import play, refusal, start
from bythebook.table import events as e
from tests.books.star_challenge.floor import BLAZING, SHOE, changed, load, plain_round, ready
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o

UNDONE = changed(SHOE, readings={"void-round-stakes": "everything-undone"})


def dealt_to(floor: Floor, box: int) -> list[str]:
    assert floor.state.round is not None
    if box == 0:
        return [str(card) for card in floor.state.round.dealer]
    return [str(card) for card in floor.state.round.hand(box, 1).cards]


def mixed_round(setup: o.Setup = SHOE) -> Floor:
    """ann is paid a blackjack, ben a pair and then busts, cal is paid 21, dot is to decide."""
    floor = ready(setup, ann=1, ben=2, cal=3, dot=4)
    for name, box in (("ann", 1), ("ben", 2), ("cal", 3), ("dot", 4)):
        floor.bet(name, box, 10)
    floor.bet("ben", 2, 5, "any-pairs")
    floor.bet("dot", 4, 5, "any-pairs")
    floor.cards("AC 8C 5C TC 9D KC 8D 6D 7D")
    floor.hit("ben", 2)
    floor.cards("KH")
    floor.hit("cal", 3)
    floor.cards("QC")
    return floor


STANDING = {"ann": 20, "ben": 55, "cal": 10, "dot": 0}  # payments stand, all else goes back


def nets(floor: Floor) -> dict[str, float]:
    return {name: floor.net(name) / 100 for name in ("ann", "ben", "cal", "dot")}


# Rebuilding


@clause("star-blackjack-challenge 18.8")
def test_a_card_put_in_the_wrong_place_is_put_right() -> None:
    floor = ready(SHOE, ann=1, ben=3)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 3, 10)
    floor.deal("TC", to=3)  # box 1 was due
    assert floor.clauses(e.IrregularCardFound) == ["18.8"]
    floor.no("18.8", "dealer", o.Deal(parse_card("8C")))
    floor.no("18.8", "player", m.Resolve("rebuild"), by="ann")
    floor.ok("dealer", m.Resolve("rebuild"))
    assert dealt_to(floor, 1) == ["TC"]
    floor.cards("TS 9D QH 8S")
    floor.stand("ann", 1)
    floor.stand("ben", 3)
    floor.cards("TD")  # 19
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), -cents(10))
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 18.8")
def test_cards_found_out_of_order_are_dealt_anew_in_their_true_order() -> None:
    """ann and ben got each other's second card; both accept the result."""
    floor = ready(SHOE, ann=1, ben=3)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 3, 10)
    floor.cards("TC TS 9D 8S QH")
    floor.malformed("dealer", m.Rebuild(4, tuple(parse_cards("QH 8C"))))  # not these cards
    floor.no("18.8", "player", m.Rebuild(4, tuple(parse_cards("QH 8S"))), by="ann")
    floor.ok("dealer", m.Rebuild(4, tuple(parse_cards("QH 8S"))))
    assert (dealt_to(floor, 1), dealt_to(floor, 3)) == (["TC", "QH"], ["TS", "8S"])
    floor.stand("ann", 1)
    floor.stand("ben", 3)
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), -cents(10))
    assert [entry.clause for entry in floor.entries("rebuild")] == ["18.8"]


@clause("star-blackjack-challenge 18.8")
def test_a_decision_stands_only_if_the_hand_seen_is_the_same() -> None:
    """Challenge reading 90. ann's hand is untouched, so her stand counts; ben is asked again."""
    floor = ready(SHOE, ann=1, ben=3)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 3, 10)
    floor.cards("TC TS 9D QH 2S")
    floor.stand("ann", 1)
    floor.hit("ben", 3)
    floor.cards("8S")
    floor.ok("dealer", m.Rebuild(5, tuple(parse_cards("8S 2S"))))
    assert dealt_to(floor, 3) == ["TS", "8S"]
    assert floor.state.round is not None
    assert floor.state.round.at == (3, 1)
    assert floor.due() is None
    floor.stand("ben", 3)
    floor.no("18.2", "dealer", o.Deal(parse_card("TD")))  # 2S is drawn already
    floor.cards("2S 7D")  # 18
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), -cents(10))


@clause("star-blackjack-challenge 18.8")
def test_a_round_that_is_over_is_rebuilt_until_the_next_one_begins() -> None:
    """Challenge reading 89. The dealer drew two cards in the wrong order: 9-8 is 17, not 9-2-8."""
    floor = ready(SHOE, ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D 8H")
    floor.stand("ann", 1)
    floor.cards("2C 8S")  # 19 beats 18
    assert floor.net("ann") == -cents(10)
    floor.ok("dealer", m.Rebuild(4, tuple(parse_cards("8S 2C"))))
    assert floor.clauses(e.LastRoundCorrected) == ["18.8"]
    assert floor.net("ann") == cents(10)
    assert floor.state.house == -cents(10)
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 18.8", "star-blackjack-challenge 18.8:void")
def test_once_the_next_round_has_begun_the_result_stands() -> None:
    floor = ready(SHOE, ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D 8H")
    floor.stand("ann", 1)
    floor.cards("2C 8S")
    floor.bet("ann", 1, 10)
    floor.cards("5C")
    floor.malformed("dealer", m.Rebuild(4, tuple(parse_cards("8S 2C"))))
    late = floor.no("18.8:void", "supervisor", o.VoidLastRound("18.8:void"), why="too late")
    assert late.reason == "only between rounds"
    assert floor.net("ann") == -cents(10)


# Voiding


@clause("star-blackjack-challenge 18.8:void", "star-blackjack-challenge 18.8.1")
def test_a_round_that_cannot_be_rebuilt_is_void_and_payments_made_stand() -> None:
    """Challenge reading 66: what was paid stands; every other stake goes back, lost ones too."""
    floor = mixed_round()
    out = floor.state.shoe.out
    floor.no("18.8:void", "dealer", o.VoidRound("18.8:void"), why="order lost")
    floor.ok("supervisor", o.VoidRound("18.8:void"), why="order lost")
    assert nets(floor) == STANDING
    assert floor.state.house == -cents(85)
    assert floor.state.round is None
    # Play goes on with the cards that remain.
    assert (floor.state.shoe.status, floor.state.shoe.out) == ("ready", out)
    plain_round(floor, "ann")
    assert floor.net("ann") == cents(30)
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 18.8:void")
def test_by_the_other_reading_everything_is_undone() -> None:
    floor = mixed_round(UNDONE)
    floor.ok("supervisor", o.VoidRound("18.8:void"), why="order lost")
    assert nets(floor) == {"ann": 0, "ben": 0, "cal": 0, "dot": 0}


@clause("star-blackjack-challenge 18.8:void")
def test_a_misplaced_card_may_void_the_round_by_a_supervisors_authority() -> None:
    floor = ready(SHOE, ann=1, ben=3)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 3, 10)
    floor.cards("TC TS 9D")
    floor.deal("QH", to=3)
    floor.no("18.8:void", "dealer", m.Resolve("void"), why="order lost")
    floor.no("18.8:void", "supervisor", m.Resolve("void"))  # it says why
    floor.ok("supervisor", m.Resolve("void"), why="order lost")
    assert (floor.net("ann"), floor.net("ben")) == (0, 0)
    assert floor.state.irregular == ()
    assert floor.state.shoe.status == "ready"


@clause("star-blackjack-challenge 18.8:void")
def test_the_round_just_over_may_still_be_void() -> None:
    """Found before the next round: ann's stand was on cards that were the dealer's."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 20)
    floor.cards("TC AS 9D QH KS")  # ben's blackjack is paid at once
    floor.stand("ann", 1)
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(40))
    floor.no("18.8", "dealer", m.Rebuild(3, tuple(parse_cards("QH 9D KS TD"))))  # she must decide
    floor.bet("ann", 1, 10)  # the next round's wager does not end it
    floor.no("18.8:void", "dealer", o.VoidLastRound("18.8:void"), why="cards swapped")
    floor.no("18.8:void", "supervisor", o.VoidLastRound("18.8:void"))  # it says why
    floor.no("18.8:void", "supervisor", o.VoidLastRound("20.9.1"), why="shortcut")
    floor.ok("supervisor", o.VoidLastRound("18.8:void"), why="cards swapped")
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(40))
    floor.no("5.4", "supervisor", o.VoidLastRound("18.8:void"), why="again")


@clause("star-blackjack-challenge 18.8:void")
def test_a_round_before_the_last_stands() -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    plain_round(floor, "ann")
    floor.no("18.8:void", "supervisor", o.VoidLastRound("18.8:void", back=2), why="order lost")
    assert floor.net("ann") == cents(20)


@clause("star-blackjack-challenge 18.8:void")
def test_void_round_is_for_its_own_clause() -> None:
    floor = mixed_round()
    for other in ("18.15.2", "19.4", "20.9.1", "20.9.2"):
        floor.no("18.8:void", "supervisor", o.VoidRound(other), why="shortcut")


# By each reading


@clause("star-blackjack-challenge 18.15.2", "star-blackjack-challenge 19.4")
@pytest.mark.parametrize("reading", ["payments-stand", "everything-undone"])
@pytest.mark.parametrize("by", ["18.15.2", "19.4"])
def test_missing_cards_and_a_failing_device_void_the_round_in_progress_alone(
    by: str, reading: str
) -> None:
    """Results of rounds that are complete stand; an incorrect deal reaches back until the next."""
    game = load_game(
        "star-blackjack-challenge/blackjack-challenge", readings={"void-round-stakes": reading}
    )
    state = start(game)
    dealt = map(c.Deal, parse_cards("TC 9D 8H"))
    for command in (c.PlaceWager(1, "ann", 1000), c.CloseBetting(), *dealt):
        state, _ = play(game, state, command)
    assert refusal(game, state, c.VoidRound(by)) is None
    for command in (c.Stand(1), c.Deal(parse_card("TD"))):
        state, _ = play(game, state, command)
    assert state.phase == "over"
    refused = refusal(game, state, c.VoidRound(by))
    assert refused is not None
    assert refused.clause == by
    assert refusal(game, state, c.VoidRound("18.8:void")) is None


CANCELLED = {"ann": 0, "ben": 0, "cal": 0, "dot": 0}
STANDS = changed(SHOE, readings={"invalidated-outcome": "payments-stand"})


@clause("star-blackjack-challenge 18.15.2", "star-blackjack-challenge 20.9.1")
@clause("star-blackjack-challenge 20.9.2", "star-blackjack-challenge 20.10")
@pytest.mark.parametrize(
    ("order", "setup", "left"),
    [
        (m.WrongCards(), SHOE, STANDING),
        (m.WrongCards(), UNDONE, CANCELLED),
        (o.Invalidate("20.9.1"), SHOE, CANCELLED),
        (o.Invalidate("20.9.1"), STANDS, STANDING),
        (o.Invalidate("20.9.2"), SHOE, CANCELLED),
        (o.Invalidate("20.9.2"), STANDS, STANDING),
        # Who is named for the fraud loses every stake of the round, what was paid included.
        (o.Invalidate("20.9.2", ("ann",)), SHOE, CANCELLED | {"ann": -10}),
        (o.Invalidate("20.9.2", ("ann",)), STANDS, STANDING | {"ann": -10}),
        (o.Invalidate("20.9.2", ("dot",)), STANDS, STANDING | {"dot": -15}),
    ],
)
def test_what_was_paid_before_a_void_stands_or_goes_back_by_its_rule_and_reading(
    order: o.Command, setup: o.Setup, left: dict[str, float]
) -> None:
    floor = mixed_round(setup)
    floor.ok("supervisor", order, why="it was found out")
    assert nets(floor) == left
    assert floor.state.house == -sum(cents(dollars) for dollars in left.values())


@clause("star-blackjack-challenge 20.10", "star-blackjack-challenge 20.9.1")
def test_nobody_forfeits_a_wager_to_a_fire() -> None:
    for setup in (SHOE, STANDS):
        floor = mixed_round(setup)
        floor.no("20.9.1", "supervisor", o.Invalidate("20.9.1", ("ann",)), why="fire")


@clause("star-blackjack-challenge 18.15.1")
def test_the_entry_says_by_which_rule_rounds_before_it_stand() -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.ok("supervisor", m.WrongCards(missing=True))
    (entry,) = floor.entries("wrong-cards")
    assert entry.about == "a card is missing; rounds that are over stand by 18.15.1"


# Missing and foreign cards


@clause("star-blackjack-challenge 18.15", "star-blackjack-challenge 18.15.1")
@clause("star-blackjack-challenge 18.15.2", "star-blackjack-challenge 18.15.3")
@clause("star-blackjack-challenge 18.15.4")
@pytest.mark.parametrize("missing", [True, False])
def test_a_missing_or_foreign_card_voids_the_round_and_the_rest_of_the_cards(
    missing: bool,
) -> None:
    floor = mixed_round()
    floor.no("18.15.3", "dealer", m.WrongCards(missing))
    floor.wait(1)
    floor.ok("supervisor", m.WrongCards(missing))
    assert nets(floor) == STANDING
    assert floor.state.last is not None
    assert floor.state.last.voided == "18.15.2"
    assert [(d.to, d.clause, d.since) for d in floor.state.duties] == [
        ("surveillance", "18.15.4", 60),
        ("inspector", "18.15.4", 60),
    ]
    floor.bet("ann", 1, 10)
    floor.no("18.15.3", "dealer", o.Deal(parse_card("9C")))
    floor.no("18.15.3", "dealer", o.Shuffle())
    floor.ok("dealer", o.Tell("surveillance", "wrong-cards"))
    floor.ok("dealer", o.Tell("inspector", "wrong-cards"))
    assert floor.state.duties == ()
    floor.no("18.15.3", "dealer", m.CardsVerified())
    floor.ok("supervisor", m.CardsVerified())
    assert floor.state.shoe.status == "unshuffled"
    load(floor, "dot")  # the remaining cards are void: all are shuffled, cut from the far right
    assert floor.state.shoe.out == ()
    floor.cards("9C")
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 18.15.1")
def test_earlier_rounds_stand_and_between_rounds_there_is_none_to_void() -> None:
    """Challenge reading 91."""
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.ok("supervisor", m.WrongCards(missing=True))
    assert floor.net("ann") == cents(10)
    assert floor.state.last is not None
    assert floor.state.last.voided == ""
    assert len(floor.state.duties) == 2


@clause("star-blackjack-challenge 18.15.2", "star-blackjack-challenge 18.8:void")
@pytest.mark.parametrize(
    ("cards", "nets", "meter"),
    [("TC 7D 7D QH 7D", (0, 12000 - 5), 10000), ("TC 7D 7D QH", (0, 0), 12000)],
)
def test_a_jackpot_confirmed_before_the_void_stands_and_no_other(
    cards: str, nets: tuple[float, float], meter: float
) -> None:
    """Challenge reading 67: cal's prize came with the initial deal, or that was not complete."""
    floor = ready(BLAZING, ann=1, cal=3)
    for name, box in (("ann", 1), ("cal", 3)):
        floor.bet(name, box, 25)
        floor.bet(name, box, 5, "blazing-7s")
    floor.cards(cards)
    floor.ok("supervisor", o.VoidRound("18.8:void"), why="order lost")
    assert (floor.net("ann"), floor.net("cal")) == (cents(nets[0]), cents(nets[1]))
    assert floor.state.meters == {"blazing-7s": cents(meter)}


@clause("star-blackjack-challenge 18.15", "star-blackjack-challenge 18.15.4")
def test_a_seventh_card_of_a_kind_is_foreign_and_only_that_order_resolves_it() -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.bet("ann", 1, 10)
    for _ in range(5):
        floor.ok("dealer", m.FaceUp(parse_card("7D")))
    floor.cards("7D")  # the sixth
    floor.deal("7D")
    assert floor.clauses(e.IrregularCardFound) == ["18.15.2"]
    for how in ("void", "burn", "next-card", "rebuild"):
        floor.no("18.15.2", "supervisor", m.Resolve(how), why="order lost")
    floor.ok("supervisor", m.WrongCards())
    assert floor.net("ann") == cents(10)  # the first round's
    assert floor.state.irregular == ()
    assert len(floor.state.duties) == 2


# Invalidated outcomes and devices


@clause("star-blackjack-challenge 20.9.1", "star-blackjack-challenge 20.10")
def test_an_outcome_disrupted_by_fire_is_cancelled_and_wagers_are_refunded() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC TS 9D QH 2S")
    floor.no("20.9.1", "dealer", o.Invalidate("20.9.1"), why="fire")
    floor.no("20.9.1", "supervisor", o.Invalidate("20.9.1"))
    floor.no("20.9.1", "supervisor", o.Invalidate("20.9.1", forfeits=("ben",)), why="fire")
    floor.ok("supervisor", o.Invalidate("20.9.1"), why="fire")
    assert (floor.net("ann"), floor.net("ben")) == (0, 0)
    assert [entry.why for entry in floor.entries("invalidate")] == ["fire"]
    floor.ok("supervisor", o.Close())  # Challenge reading 141: no sign of twenty minutes in a fire
    assert floor.state.phase == "closed"


@clause("star-blackjack-challenge 20.9.2", "star-blackjack-challenge 20.10")
@pytest.mark.parametrize(("forfeits", "cal"), [((), 0), (("cal",), -15)])
def test_fraud_cancels_the_outcome_and_a_supervisor_may_forfeit_the_wager(
    forfeits: tuple[str, ...], cal: float
) -> None:
    """Challenge reading 95: refunds by default, a forfeit only by a direction naming the player."""
    floor = ready(SHOE, ann=1, cal=2)
    floor.bet("ann", 1, 10)
    floor.bet("cal", 2, 10)
    floor.bet("cal", 2, 5, "any-pairs")
    floor.cards("TC TS 9D QH 2S")  # cal's pair wager is lost by now
    floor.no("20.9.2", "dealer", o.Invalidate("20.9.2", forfeits), why="cards bent")
    floor.ok("supervisor", o.Invalidate("20.9.2", forfeits), why="cards bent")
    assert (floor.net("ann"), floor.net("cal")) == (0, cents(cal))
    named = [entry.about for entry in floor.entries("invalidate")]
    assert named == [f"forfeits: {', '.join(forfeits) or 'nobody'}"]
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 20.10", "star-blackjack-challenge 20.9.2")
def test_a_forfeited_jackpot_goes_back_to_its_meter() -> None:
    floor = ready(BLAZING, ann=1)
    floor.bet("ann", 1, 25)
    floor.bet("ann", 1, 5, "blazing-7s")
    floor.cards("7D 7D 7D")
    floor.stand("ann", 1)
    floor.cards("TC")
    assert (floor.net("ann"), floor.state.meters) == (
        cents(12000 - 5 - 25),
        {"blazing-7s": cents(10000)},
    )
    floor.ok("supervisor", o.Invalidate("20.9.2", ("ann",)), why="a switched seven")
    assert (floor.net("ann"), floor.state.meters) == (-cents(30), BLAZING.meters)


@clause("star-blackjack-challenge 20.9.2")
def test_the_round_just_over_may_be_cancelled_and_nothing_before_it() -> None:
    floor = ready(SHOE, ann=1)
    floor.no("20.9.2", "supervisor", o.Invalidate("20.9.2"), why="fraud")  # none was played
    plain_round(floor, "ann")
    plain_round(floor, "ann")
    floor.ok("supervisor", o.Invalidate("20.9.2"), why="fraud")
    assert floor.net("ann") == cents(10)


@clause("star-blackjack-challenge 20.9.1", "star-blackjack-challenge 20.9.2")
@pytest.mark.parametrize("by", ["18.8:void", "18.15.2", "19.4"])
def test_an_outcome_is_cancelled_on_the_two_grounds_of_its_rule_alone(by: str) -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.no("20.9.1", "supervisor", o.Invalidate(by), why="because")
    assert floor.net("ann") == cents(10)


@clause("star-blackjack-challenge 20.6", "star-blackjack-challenge 20.8")
@clause("star-blackjack-challenge 20.8.1")
def test_the_wagers_of_somebody_with_a_banned_device_are_void() -> None:
    """Challenge reading 95: void means returned. Whoever else has a wager plays on."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC TS 9D QH QS")
    floor.no("20.8.1", "dealer", o.VoidWagers("ben"), why="a counting device")
    floor.no("20.8.1", "supervisor", o.VoidWagers("ben"))
    floor.malformed("supervisor", o.VoidWagers(""), why="a counting device")
    floor.ok("supervisor", o.VoidWagers("ben"), why="a counting device")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), 0)
    (entry,) = floor.entries("void-wagers")
    assert (entry.player, entry.why, entry.clause) == ("ben", "a counting device", "20.8.1")


@clause("star-blackjack-challenge 20.8.1")
def test_what_the_cheat_was_paid_in_the_round_goes_back_too() -> None:
    """Any wager made by the person is void: the pair that was paid has no result either."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.bet("ben", 2, 5, "any-pairs")
    floor.cards("TC TS 9D QH TD")
    floor.ok("supervisor", o.VoidWagers("ben"), why="a counting device")
    floor.stand("ann", 1)
    floor.cards("TH")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), 0)


@clause("star-blackjack-challenge 20.6", "star-blackjack-challenge 20.8.2")
@clause("star-blackjack-challenge 20.8.3")
@pytest.mark.parametrize(
    ("command", "by"), [(o.Bar("ben"), "20.8.2"), (o.Exclude("ben"), "20.8.3")]
)
def test_such_a_person_is_barred_from_the_game_or_excluded(command: o.Command, by: str) -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.no(by, "dealer", command, why="a computer")
    floor.ok("supervisor", command, why="a computer")
    floor.no(by, "player", o.Place(2, "ben", cents(10)), by="ben")
    floor.no(by, "player", o.Sit("ben", 3), by="ben")
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.no(by, "player", o.Arrive("ben", "ben"), by="ben")
    floor.bet("ann", 1, 10)


@clause("star-blackjack-challenge 20.8.4")
def test_detaining_the_holder_of_a_device_is_put_down() -> None:
    floor = ready(SHOE, ann=1)
    detain = o.Perform("detain", about="police called", player="ann")
    floor.no("20.8.4", "dealer", detain, why="a computer")
    floor.no("20.8.4", "supervisor", detain)
    floor.ok("supervisor", detain, why="a computer")
    assert [(d.to, d.clause) for d in floor.state.duties] == [("inspector", "20.8.4")]
    assert [(x.player, x.clause) for x in floor.entries("detain")] == [("ann", "20.8.4")]


@clause("star-blackjack-challenge 20.7")
def test_staff_and_inspectors_on_duty_are_beyond_those_powers() -> None:
    """Their equipment is their duty's: the orders reach players at the table and nobody else."""
    floor = ready(SHOE, ann=1)
    floor.ok("dealer", o.SignOn("dee", "dealer"))
    floor.ok("inspector", o.SignOn("ivy", "inspector"), by="ivy")
    for name in ("dee", "ivy"):
        for command in (o.Bar(name), o.Exclude(name), o.VoidWagers(name)):
            floor.malformed("supervisor", command, why="a card counter of the house")
    assert floor.entries("bar") == []


def test_a_double_stays_with_the_box_when_a_round_is_void() -> None:
    """A doubled stake and a split stake go back whole."""
    floor = ready(SHOE, ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("8C 9D 8D")
    floor.play("ann", c.Split(1))
    floor.cards("3C")
    floor.play("ann", c.Double(1))
    floor.cards("9C")
    floor.cards("5H")
    floor.ok("supervisor", o.VoidRound("18.8:void"), why="order lost")
    assert floor.net("ann") == 0
    assert floor.state.house == 0
