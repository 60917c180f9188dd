"""Real cards, dealt by people: the table says what is due, and what came otherwise is resolved."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.table import Expected, what_is_due
from tests.books.tasmania import floor as tasmania
from tests.records.exported import check_records
from tests.table.floor import Floor, c, cents, m, o

STAR = "star-blackjack-challenge"
LIMITS = {"main": (cents(10), cents(500))}
SETUP = o.Setup(
    game="blackjack-challenge", boxes=7, dealing="shoe", decks=6, layout="A", limits=LIMITS
)


def opened() -> Floor:
    floor = Floor(STAR)
    floor.ok("supervisor", o.DisplaySign("limits", limits=LIMITS))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.ok("supervisor", o.Open(SETUP))
    floor.players(ann=1, ben=3)
    return floor


def due(floor: Floor) -> Expected:
    return what_is_due(floor.rules, floor.state)


def shown(floor: Floor) -> tuple[str, str, int | None, str]:
    expected = due(floor)
    return expected.what, expected.clause, expected.box, expected.player


def test_the_table_says_step_by_step_what_is_due() -> None:
    floor = Floor(STAR)
    assert due(floor).what == "open"
    floor = opened()
    assert shown(floor) == ("shuffle", "4.4.1", None, "")
    floor.ok("dealer", o.Shuffle())
    assert shown(floor) == ("cut", "4.5.1", None, "ann")
    floor.ok("player", o.DeclineCut("ann"), by="ann")
    assert shown(floor) == ("cut", "4.6", None, "ben")
    floor.ok("player", o.Cut("ben", 100), by="ben")
    assert shown(floor) == ("insert", "4.8", None, "")
    floor.ok("dealer", o.Insert((60,)))
    assert shown(floor) == ("burn", "4.9.2", None, "")
    floor.ok("dealer", o.Burn())
    assert due(floor).what == "wagers"
    floor.bet("ann", 1, 10)
    floor.bet("ben", 3, 10)
    floor.cards("TC")
    for box, card in ((3, "9D"), (0, "7H"), (1, "8C"), (3, "5S")):
        assert (due(floor).what, due(floor).box) == ("card", box)
        floor.cards(card)
    assert (due(floor).what, due(floor).box, due(floor).player) == ("decision", 1, "ann")
    floor.stand("ann", 1)
    floor.stand("ben", 3)
    assert (due(floor).what, due(floor).box) == ("card", 0)
    floor.cards("TS")
    assert due(floor).what == "wagers"
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(-10))


def in_deal() -> Floor:
    """Wagers on boxes 1 and 3; the first card is out; box 3 is due."""
    floor = opened()
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.ok("dealer", o.Insert((60,)))
    floor.ok("dealer", o.Burn())
    floor.bet("ann", 1, 10)
    floor.bet("ben", 3, 10)
    floor.cards("TC")
    return floor


@pytest.mark.parametrize(
    ("to", "kind"), [(1, "misplaced"), (0, "misplaced"), (2, "no-wager"), (7, "no-wager")]
)
def test_a_card_put_elsewhere_waits_to_be_put_right(to: int, kind: str) -> None:
    floor = in_deal()
    floor.deal("9D", to=to)
    assert [card.kind for card in floor.state.irregular] == [kind]
    assert (due(floor).what, due(floor).ways) == (
        "put-right",
        {"rebuild": "18.8", "void": "18.8:void"},
    )
    floor.no("18.8", "dealer", o.Deal(parse_card("7H")))
    floor.no("18.8", "player", o.Decide(c.Stand(1)), by="ann")
    floor.ok("dealer", m.Resolve("rebuild"))
    assert floor.state.round is not None
    assert [str(card) for card in floor.state.round.box(3).hands[0].cards] == ["9D"]
    assert (due(floor).what, due(floor).box) == ("card", 0)


def test_a_card_put_where_it_is_due_is_no_irregularity() -> None:
    floor = in_deal()
    floor.deal("9D", to=3)
    assert floor.state.irregular == ()


def test_a_card_that_nobody_was_due_is_the_next_one() -> None:
    floor = in_deal()
    floor.cards("9D 7H 8C 5S")
    floor.deal("4C", to=1)  # ann has not asked for one
    assert due(floor).ways == {"next-card": "18.2"}
    floor.ok("dealer", m.Resolve("next-card"))
    floor.stand("ann", 1)
    floor.hit("ben", 3)
    floor.no("18.2", "dealer", o.Deal(parse_card("KD")))  # another card than the one drawn
    floor.cards("4C")
    assert floor.state.round is not None
    assert floor.state.round.box(3).hands[0].total == 18


def test_a_card_the_decks_cannot_hold_stops_the_table() -> None:
    """Six decks hold six tens of clubs: the seventh does not belong here."""
    floor = in_deal()
    for _ in range(5):
        floor.ok("dealer", m.FaceUp(parse_card("TC")))
    floor.deal("TC")
    assert [card.kind for card in floor.state.irregular] == ["wrong-card"]
    floor.ok("supervisor", m.WrongCards())
    assert (due(floor).what, due(floor).clause) == ("check", "18.15.3")
    assert (floor.net("ann"), floor.net("ben")) == (0, 0)
    assert {duty.to for duty in floor.state.duties} == {"surveillance", "inspector"}
    assert floor.replayed() == floor.state


def test_when_the_cards_run_out_the_discards_are_due_to_be_shuffled() -> None:
    floor = in_deal()
    left = floor.rules.book.game("blackjack-challenge", 6).rules.pack.cards(6)
    rest = list(left)
    rest.remove(parse_card("TC"))
    for card in rest[1:]:  # the one burned unseen is out as well
        floor.ok("dealer", m.FaceUp(card))
    assert (due(floor).what, due(floor).clause) == ("shuffle", "18.9")
    floor.no("18.9", "dealer", o.Deal(rest[0]))
    floor.ok("dealer", o.Shuffle())
    assert due(floor).what == "cut"


def test_a_card_that_nobody_saw_is_dealt_to_nobody_twice_and_is_still_one_card() -> None:
    floor = tasmania.started(ann=1)
    for _ in range(2):
        floor.deal("AC", to=4, exposed=False)
        floor.ok("inspector", m.Resolve("hold-over"))
    assert floor.state.shoe.held_over
    assert floor.state.shoe.out.count(parse_card("AC")) == 0


def test_a_joker_that_was_named_left_the_shoe_as_a_joker() -> None:
    """Shuffled in mid-round, the rest is what a whole shoe has beside the cards on the layout."""
    floor = tasmania.started(tasmania.setup(game="jokers-wild"), ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("JK 8D 4H")
    floor.play("ann", c.NameJoker(1, "5"))
    floor.ok("inspector", o.OrderShuffle(), why="a run of cards")
    floor.ok("player", o.Cut("ann", 50), by="ann")
    floor.ok("dealer", o.Insert((60,)))
    assert floor.state.shoe.out == parse_cards("JK 4H 8D")
    floor.hit("ann", 1)
    floor.cards("JK")
    floor.play("ann", c.NameJoker(1, "T"))
    floor.stand("ann", 1)
    floor.cards("JK 9S")
    (text,) = check_records(floor.rules, floor.log)
    assert "! shuffled 5.4 at 4" in text
