"""Blackjack Challenge: side wagers kept for main bettors, closing the betting, refused wagers."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.star_challenge.floor import DEVICE, SHOE, place, ready
from tests.clauses import clause
from tests.table.floor import c, cents, o

RESTRICTED = [
    ("any-pairs", "13.3", "13.3.1", "13.3.2"),
    ("perfect-pairs", "14.4", "14.4.1", "14.4.2"),
    ("star-pairs", "15.4", "15.4.1", "15.4.2"),
]


# Side wagers for those with a main wager


@clause("star-blackjack-challenge 13.3", "star-blackjack-challenge 13.3.1")
@clause("star-blackjack-challenge 13.3.2", "star-blackjack-challenge 14.4")
@clause("star-blackjack-challenge 14.4.1", "star-blackjack-challenge 14.4.2")
@clause("star-blackjack-challenge 15.4", "star-blackjack-challenge 15.4.1")
@clause("star-blackjack-challenge 15.4.2")
@pytest.mark.parametrize(("wager", "power", "told", "sign"), RESTRICTED)
def test_a_gaming_manager_keeps_a_side_wager_for_those_with_a_main_wager(
    wager: str, power: str, told: str, sign: str
) -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 1, 5, wager)  # before the restriction: ann's main wager is enough
    floor.ok("player", o.TakeOff(1, "ben", wager), by="ben")
    restrict = o.RequireMain(wager)
    floor.no(told, "gaming-manager", restrict)
    for to in ("surveillance", "inspector"):  # notices about another wager are none about this
        floor.ok("gaming-manager", o.Tell(to, "require-main", wager="blazing-7s"))
    floor.no(told, "gaming-manager", restrict)
    floor.ok("gaming-manager", o.Tell("surveillance", "require-main", wager=wager))
    floor.no(told, "gaming-manager", restrict)  # an inspector as well
    other = ready(SHOE, ann=1)
    other.ok("supervisor", o.DisplaySign(f"{wager}-main-only"))
    other.ok("gaming-manager", o.Tell("inspector", "require-main", wager=wager))
    other.no(told, "gaming-manager", restrict)  # and Surveillance too
    floor.ok("gaming-manager", o.Tell("inspector", "require-main", wager=wager))
    floor.no(sign, "gaming-manager", restrict)
    for another, *_ in RESTRICTED:
        if another != wager:
            floor.ok("supervisor", o.DisplaySign(f"{another}-main-only"))
    floor.no(sign, "gaming-manager", restrict)  # those signs are about other wagers
    floor.ok("supervisor", o.DisplaySign(f"{wager}-main-only"))
    floor.no(power, "supervisor", restrict)
    floor.ok("gaming-manager", restrict)
    entries = [entry.act for entry in floor.state.register]
    assert entries.index("tell") < entries.index("require-main")
    floor.no(sign, "supervisor", o.RemoveSign(f"{wager}-main-only"))  # it must stay up
    floor.no(power, "player", place(1, "ben", 5, wager), by="ben")
    floor.bet("ann", 1, 5, wager)
    floor.bet("ben", 2, 10)
    floor.bet("ben", 1, 5, wager)  # a main wager of one's own, on whichever box


@clause("star-blackjack-challenge 13.3.1", "star-blackjack-challenge 14.4.1")
def test_a_notice_about_one_side_wager_is_not_used_up_by_another() -> None:
    floor = ready(SHOE, ann=1)
    for wager in ("any-pairs", "perfect-pairs"):
        for to in ("surveillance", "inspector"):
            floor.ok("gaming-manager", o.Tell(to, "require-main", wager=wager))
        floor.ok("supervisor", o.DisplaySign(f"{wager}-main-only"))
    for wager in ("any-pairs", "perfect-pairs"):
        floor.ok("gaming-manager", o.RequireMain(wager))
    assert [entry.clause for entry in floor.entries("require-main")] == ["13.3", "14.4"]


@clause("star-blackjack-challenge 13.3")
def test_the_main_wager_must_still_be_there_at_the_first_card() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    for to in ("surveillance", "inspector"):
        floor.ok("gaming-manager", o.Tell(to, "require-main", wager="any-pairs"))
    floor.ok("supervisor", o.DisplaySign("any-pairs-main-only"))
    floor.ok("gaming-manager", o.RequireMain("any-pairs"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.bet("ben", 1, 5, "any-pairs")
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    floor.no("13.3", "dealer", o.Deal(parse_card("8C")))
    floor.ok("player", o.TakeOff(1, "ben", "any-pairs"), by="ben")
    floor.cards("8C")


# Closing the betting


@clause("star-blackjack-challenge 7.1:no-more-bets", "star-blackjack-challenge 7.1:cut-off")
@clause("star-blackjack-challenge 5.3", "star-blackjack-challenge 5.4")
def test_the_call_announces_and_the_first_card_closes() -> None:
    """The dealer may call; what cuts off the betting is the first card."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.no("7.1:no-more-bets", "player", o.NoMoreBets(), by="ann")
    floor.ok("dealer", o.NoMoreBets())
    assert floor.clauses(e.BettingCalled) == ["7.1:no-more-bets"]
    assert [entry.clause for entry in floor.entries("no-more-bets")] == ["7.1:no-more-bets"]
    floor.bet("ben", 2, 10)
    floor.cards("TC")
    floor.no("5.3", "player", place(3, "ben", 10), by="ben")
    floor.no("5.4", "player", o.TakeOff(2, "ben"), by="ben")
    floor.no("5.4", "player", o.Leave("ben"), by="ben")


@clause("star-blackjack-challenge 7.1:no-more-bets")
def test_no_call_is_needed() -> None:
    floor = ready(SHOE, ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D QH")
    floor.no("7.1:no-more-bets", "dealer", o.NoMoreBets())
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(10)


@clause("star-blackjack-challenge 20.16")
def test_a_supervisor_refuses_a_wager_before_the_first_card_on_grounds() -> None:
    """Challenge reading 60: side wagers that rested on it go back too."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 1, 5, "any-pairs")
    floor.bet("ben", 2, 10)
    refuse = o.RefuseWager(1, "ann")
    floor.no("20.16", "supervisor", refuse)  # no grounds given
    floor.no("20.16", "dealer", refuse, why="argues")
    floor.malformed("supervisor", o.RefuseWager(1, ""), why="argues")
    floor.ok("supervisor", refuse, why="argues")
    assert floor.state.round is not None
    left = [(w.box, w.player, w.kind) for w in floor.state.round.wagers if w.live]
    assert left == [(2, "ben", "main")]
    assert [(x.player, x.why) for x in floor.entries("refuse-wager")] == [("ann", "argues")]
    floor.cards("TC 9D")
    floor.no("20.16", "supervisor", o.RefuseWager(2, "ben"), why="argues")
    floor.cards("QH")
    floor.stand("ben", 2)
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(10))


# Decisions


@clause("star-blackjack-challenge 9.4")
def test_a_player_shows_decisions_for_their_own_hand_and_each_is_put_down() -> None:
    floor = ready(DEVICE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("5C TS 9D 5D 8S")
    floor.no("9.1", "player", o.Decide(c.Stand(2)), by="ben")  # ann first, from the left
    floor.no("5.4", "player", o.Decide(c.Hit(1, "ann")), by="ben")
    floor.no("9.4", "inspector", o.Decide(c.Hit(1)))
    floor.hit("ann", 1)  # a scratch, tap or knock
    floor.cards("8C")
    floor.stand("ann", 1)  # a wave of the hand
    floor.ok("dealer", o.Decide(c.Stand(2)))  # put down by the dealer who saw the signal
    decided = [
        step.command for step in floor.state.steps if isinstance(step.command, c.Hit | c.Stand)
    ]
    assert [type(command).__name__ for command in decided] == ["Hit", "Stand", "Stand"]
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (-cents(10), -cents(10))


@clause("star-blackjack-challenge 18.10", "star-blackjack-challenge 5.7")
@pytest.mark.parametrize(("waited", "gone", "allowed"), [(59, False, False), (60, False, True)])
def test_a_silent_hand_is_drawn_until_it_exceeds_eleven(
    waited: int, gone: bool, allowed: bool
) -> None:
    floor = ready(DEVICE, ann=1)
    floor.bet("ann", 1, 10)
    floor.no("18.10", "dealer", o.DirectHand(1, gone=True))  # no cards yet
    floor.cards("5C 9D 6D")
    direct = o.DirectHand(1, gone=gone)
    at = floor.clock + waited
    if not allowed:
        floor.no("18.10", "dealer", direct, at=at)
        floor.ok("dealer", o.DirectHand(1, gone=True), at=at)  # not there at all: no waiting
    else:
        floor.ok("dealer", direct, at=at)
    floor.cards("AC")  # 12: it exceeds 11 and stops
    assert floor.due() == 0
    floor.cards("TD")
    assert floor.net("ann") == -cents(10)


@clause("star-blackjack-challenge 18.10", "star-blackjack-challenge 5.7")
def test_control_passes_before_the_book_plays_a_hand() -> None:
    """Challenge reading 44: ann is gone, ben has money on the box too, so ben decides."""
    floor = ready(DEVICE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 1, 10)
    floor.cards("5C 9D 8D")
    floor.no("5.7.1", "player", o.Decide(c.Hit(1)), by="ben")  # ann sits there
    floor.ok("dealer", o.DirectHand(1, "ann", gone=True))
    floor.play("ben", c.Hit(1))
    floor.cards("7C")
    floor.stand("ben", 1)
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))


@clause("star-blackjack-challenge 17.2", "star-blackjack-challenge 1.1:round-of-play")
def test_a_round_ends_when_wagers_are_paid_and_cards_are_in_the_rack() -> None:
    floor = ready(SHOE, ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    assert floor.clauses(e.RoundFinished) == []
    floor.cards("TD")
    assert floor.clauses(e.RoundFinished) == ["17.2"]
    assert floor.state.round is None
    assert floor.state.last is not None
    assert floor.state.last.phase == "over"
    assert [str(card) for card in floor.state.shoe.out] == ["TC", "9D", "QH", "TD"]
