"""A hand found wrong when chips had been counted by it: how long it is put right, book by book.

Expected stacks are worked out by hand from the wagers and the cards in each test.
"""

import pytest

from bythebook.cards import parse_cards
from bythebook.deciders import events_in
from bythebook.errors import Malformed
from bythebook.game import commands as g
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.evolve import BY_THE_HAND, LASTING
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    CANBERRA,
    CROWN,
    IN_ORDER,
    REBUILDS,
    STAR,
    TASMANIA,
    THREE,
    Floor,
    form,
    settled_with_two_cards_changed_round,
    two_cards_changed_round,
)

NOT_IN_TURN = {CANBERRA: 1000, STAR: 900}  # bob's 19 against 19: at The Star the dealer wins
VOID = o.VoidLastRound("14.5")
MANAGER = "gaming-shift-manager"


# Until the next first card: at Canberra and The Star


@clause("canberra-blackjack 14.4", "canberra-blackjack 19.18")
@clause("star-blackjack-challenge 18.8", "star-blackjack-challenge 21.5.8")
@pytest.mark.parametrize("book", [CANBERRA, STAR])
@pytest.mark.parametrize("counted", [False, True])
def test_the_last_hand_is_put_right_and_the_totals_are_counted_anew(
    book: str, counted: bool
) -> None:
    floor = settled_with_two_cards_changed_round(book, length=Length(hands=1))
    assert floor.state.phase == "counting"
    if counted:
        floor.staff(c.RecordTotals())
        assert floor.state.totals == {"ann": 1100, "bob": NOT_IN_TURN[book]}
        assert (floor.places(), floor.state.phase) == ((("ann",), ("bob",)), "ranked")
        floor.staff(c.ReturnChips())
    floor.role(REBUILDS[book], IN_ORDER)
    assert (floor.state.phase, floor.places(), floor.state.totals) == ("counting", (), {})
    assert not floor.state.chips_returned
    floor.staff(c.RecordTotals())
    assert floor.state.totals == {"ann": 1100, "bob": 1100}
    assert floor.state.play_off is not None  # they are level for the one place
    assert floor.state.chart == ((1, {"ann": 1100, "bob": 1100}),)
    assert floor.refolded() == floor.state


@clause("star-blackjack-challenge 21.5.8")
@pytest.mark.parametrize("book", [CANBERRA, STAR])
def test_a_result_that_was_announced_stands(book: str) -> None:
    floor = settled_with_two_cards_changed_round(book, length=Length(hands=1)).finish()
    refused = floor.refused(IN_ORDER, role=REBUILDS[book])
    assert refused.clause == floor.rules.play.ranking.announced.clause


def bob_is_out_by_mistake() -> Floor:
    """19 against 19 leaves bob the lowest: 1100, 1000, 1050. In order they are 1100, 1100, 1050."""
    floor = Floor(CANBERRA, THREE, cards="scanned", elimination_hands=(1,)).start()
    floor.begin(ann=100, bob=100, cy=50)
    floor.staff(c.NoMoreBets())
    floor.deal("TS 9H JS 9D TH 2C JH")
    floor.stand("ann")
    floor.act("bob", g.Hit)
    floor.deal("8C")
    floor.stand("bob", "cy")
    floor.deal("TD")
    assert floor.last(e.PlayerGone).player == "bob"
    return floor


CHANGED_ROUND = m.Rebuild(8, parse_cards("TD 8C"))


@clause("canberra-blackjack 14.4", "canberra-blackjack 19.3(a)(viii)(A)")
def test_an_elimination_hand_is_put_right_and_another_is_out() -> None:
    floor = bob_is_out_by_mistake()
    floor.role("supervisor", CHANGED_ROUND)
    assert floor.last(e.PlayerGone).player == "cy"
    assert [each.player for each in floor.state.active()] == ["ann", "bob"]
    assert floor.chips() == {"ann": 1100, "bob": 1100, "cy": 0}
    assert [(each.player, each.residual) for each in floor.state.exits] == [("cy", 1050)]
    assert set(floor.state.table.players) == {"ann", "bob"}
    assert floor.refolded() == floor.state
    floor.begin(bob=50, ann=50)
    assert floor.state.playing == ("ann", "bob")


@clause("canberra-blackjack 14.4")
def test_wagers_of_the_next_hand_come_off_where_its_first_card_is_not_out() -> None:
    floor = bob_is_out_by_mistake()
    floor.begin(cy=200)
    assert floor.state.bets
    floor.role("supervisor", CHANGED_ROUND)
    assert (floor.state.hand, floor.state.phase, floor.state.bets) == (1, "between", {})
    assert floor.chips() == {"ann": 1100, "bob": 1100, "cy": 0}
    assert floor.state.shoe_hands == 1
    floor.begin(bob=50, ann=50)
    assert (floor.state.hand, floor.state.playing) == (2, ("ann", "bob"))


@clause("star-blackjack-challenge 18.8", "star-blackjack-challenge 21.7.1")
def test_whatever_was_used_for_the_next_hand_comes_back() -> None:
    floor = settled_with_two_cards_changed_round(STAR, pass_cards=1, secret_wagers=1)
    floor.begin()
    floor.by("bob", c.PlayPass())
    floor.by("ann", c.HandIn(form(100)))
    floor.role("dealer", IN_ORDER)
    each = floor.state.players
    assert (each["bob"].passes, each["ann"].secrets, floor.state.handed) == (1, 1, {})
    assert floor.refolded() == floor.state


@clause("star-blackjack-challenge 18.8", "star-blackjack-challenge 21.10.3")
def test_a_hand_of_a_play_off_is_put_right_and_it_goes_on() -> None:
    floor = Floor(STAR, {"ann": 1000, "bob": 1000}, cards="scanned", length=Length(hands=1)).start()
    floor.hand("TS 9H 7D TH 9C KD", ann=100, bob=100)  # both win
    floor.staff(c.RecordTotals())
    assert floor.state.stage == "play-off"
    floor.begin(bob=100, ann=100)
    floor.staff(c.NoMoreBets())
    floor.deal("9H TS 9D 2C TH")  # from the marker, at bob's box
    floor.act("bob", g.Hit)
    floor.deal("8C")
    floor.stand("bob", "ann")
    floor.deal("TD")
    assert (floor.state.phase, floor.places()) == ("ranked", (("ann",), ("bob",)))
    floor.role("dealer", IN_ORDER)
    assert floor.chips() == {"ann": 1200, "bob": 1200}
    assert (floor.state.phase, floor.state.stage) == ("between", "play-off")
    assert floor.refolded() == floor.state


@clause("star-blackjack-challenge 18.8:void")
def test_a_last_hand_that_cannot_be_rebuilt_is_played_again_before_chips_are_counted() -> None:
    floor = settled_with_two_cards_changed_round(STAR, length=Length(hands=1))
    floor.staff(c.RecordTotals())
    floor.role("supervisor", o.VoidLastRound("18.8:void"), "the discards are mixed up")
    assert floor.chips() == {"ann": 1000, "bob": 1000}
    assert (floor.state.hand, floor.state.phase) == (0, "between")
    floor.begin()
    assert (floor.state.hand, floor.state.marker, floor.state.last) == (1, 1, True)


def test_what_has_nothing_to_do_with_the_hand_lasts() -> None:
    """Somebody is sent away, somebody goes for a while, a seed is sealed: all of it stays."""
    floor = Floor(STAR, THREE | {"di": 1000}, cards="scanned").start()
    floor.begin(ann=100, bob=100, cy=100, di=100)
    floor.staff(c.NoMoreBets())
    floor.deal("TS 9H JS JD 9D TH 2C JH JC")
    floor.stand("ann")
    floor.act("bob", g.Hit)
    floor.deal("8C")
    floor.stand("bob", "cy", "di")
    floor.deal("TD")
    floor.staff(c.Disqualify("cy", "rules"), "a telephone")
    floor.by("di", c.LeaveSeat())
    floor.seal()
    floor.role("dealer", m.Rebuild(10, parse_cards("TD 8C")))
    assert floor.chips() == {"ann": 1100, "bob": 1100, "cy": 0, "di": 1100}
    assert floor.state.players["cy"].gone == "disqualified"
    assert not floor.state.players["di"].seated
    assert len(floor.state.digests) == 1
    assert floor.refolded() == floor.state


# When the next round has begun: at Canberra the hand is void, and those after it stand


def ann_and_bob_lost(**changes: object) -> Floor:
    """19 and 16 against 20: bob has nothing left, and cy is level. Hand 2 has its first card."""
    stacks = {"ann": 1000, "bob": 100, "cy": 1000}
    floor = Floor(CANBERRA, stacks, **({"cards": "scanned"} | changes)).start()
    floor.hand("TS 9H JS TD 9C 7H JH KD", ann=100, bob=100, cy=100)
    assert floor.chips() == {"ann": 900, "bob": 0, "cy": 1000}
    assert floor.last(e.PlayerGone).player == "bob"
    floor.begin(cy=100, ann=100)
    floor.staff(c.NoMoreBets())
    return floor.deal("TH")


@clause("canberra-blackjack 14.5", "canberra-blackjack A:void", "canberra-blackjack 19.14")
def test_chips_of_a_void_hand_go_back_and_who_went_out_by_it_plays_the_next() -> None:
    floor = ann_and_bob_lost(length=Length(hands=2))
    floor.role(MANAGER, VOID, "two cards had changed places")
    assert floor.last(e.HandCorrected).changes == {"ann": 100, "bob": 100}
    assert floor.chips() == {"ann": 1000, "bob": 100, "cy": 1000}
    assert "bob" not in floor.state.playing
    assert floor.refolded() == floor.state
    floor.play_out("9D 7S TC 8S KH")  # 20 and 17 against 17
    assert floor.chips() == {"ann": 1100, "bob": 100, "cy": 1000}
    assert floor.state.phase == "between"  # one hand more, for the void one
    floor.begin(cy=100, ann=100, bob=100)
    assert floor.state.playing == ("ann", "bob", "cy")
    assert (floor.state.hand, floor.state.last) == (3, True)


@clause("canberra-blackjack 14.5")
def test_chips_that_are_not_there_any_more_are_written_down() -> None:
    """ann had won 100, and all she has lies in the later hand, which stands."""
    floor = Floor(CANBERRA, {"ann": 400, "bob": 1000}, cards="scanned").start()
    floor.hand("TS 9H 7D TH 9C KD", ann=100, bob=100)
    assert floor.chips() == {"ann": 500, "bob": 1100}
    floor.begin(bob=100, ann=500)
    floor.staff(c.NoMoreBets())
    floor.deal("TH")
    floor.role(MANAGER, VOID, "two cards had changed places")
    assert floor.chips() == {"ann": 500, "bob": 1000}
    noted = floor.last(e.Noted)
    assert (noted.player, noted.about, noted.clause) == ("ann", "100 chips of hand 1", "14.5")


@clause("canberra-blackjack 14.5")
def test_a_hand_further_back_is_void_too() -> None:
    floor = Floor(CANBERRA, THREE, cards="scanned").start()
    floor.hand("TS 9H JS TD 9C 7H JH KD", ann=100, bob=100, cy=100)
    floor.hand("TS 9H JS 7D TH 9C JH KC", bob=50, cy=50, ann=50)  # all win
    assert floor.chips() == {"ann": 950, "bob": 950, "cy": 1050}
    floor.role(MANAGER, o.VoidLastRound("14.5", back=2), "seen on the recording")
    assert floor.chips() == {"ann": 1050, "bob": 1050, "cy": 1050}
    assert floor.state.made_up == 1
    assert floor.refolded() == floor.state


@clause("canberra-blackjack 14.4", "canberra-blackjack 14.5")
def test_what_was_put_right_and_counted_before_lasts_when_the_last_hand_is_settled_anew() -> None:
    """Hand 1 took 100 of everybody and is void; hand 2 gave bob 0 for his 19, and should 100."""
    floor = Floor(CANBERRA, {"ann": 1000, "bob": 1000}, cards="scanned").start()
    floor.hand("TS 9H TD 9C 7H KD", ann=100, bob=100)
    two_cards_changed_round(floor, bob=100, ann=100)
    assert floor.chips() == {"ann": 1000, "bob": 900}
    floor.role(MANAGER, o.VoidLastRound("14.5", back=2), "seen on the recording")
    floor.staff(c.CountChips({"ann": 1090, "bob": 1010}))
    floor.role(REBUILDS[CANBERRA], IN_ORDER)
    assert floor.chips() == {"ann": 1100, "bob": 1100}
    assert floor.state.made_up == 1
    assert (floor.state.hidden, floor.state.surplus) == ({"ann": 10}, {"bob": 10})
    assert floor.refolded() == floor.state


def test_of_every_event_it_is_said_whether_it_lasts() -> None:
    kinds = set(events_in(vars(e))) - {e.SessionOpened}
    assert set(LASTING) | set(BY_THE_HAND) == kinds
    assert not set(LASTING) & set(BY_THE_HAND)


@clause("canberra-blackjack 19.18")
def test_by_whom_an_elimination_hand_was_survived_stands_when_the_next_has_begun() -> None:
    floor = bob_is_out_by_mistake()
    floor.begin(cy=100, ann=100)
    floor.staff(c.NoMoreBets())
    floor.deal("TC")
    before = floor.state
    assert floor.refused(VOID, role=MANAGER, why="two cards").clause == "19.18"
    assert floor.state == before


@clause("star-blackjack-challenge 18.8")
def test_at_the_star_the_next_first_card_ends_it() -> None:
    floor = settled_with_two_cards_changed_round(STAR)
    floor.begin(bob=100, ann=100)
    floor.staff(c.NoMoreBets())
    floor.deal("TC")
    with pytest.raises(Malformed):
        floor.role("dealer", IN_ORDER)
    late = o.VoidLastRound("18.8:void")
    assert floor.refused(late, role="supervisor", why="late").clause == "18.8:void"


# What was settled stands: at Crown and in Tasmania


@clause("crown-blackjack 17.5.1", "crown-blackjack 17.9.1", "tasmania-blackjack 19.4")
@pytest.mark.parametrize(
    ("book", "clauses"), [(CROWN, ("17.5", "17.9.1")), (TASMANIA, ("19.4", "19.8"))]
)
def test_where_settled_hands_stand_the_count_stands(book: str, clauses: tuple[str, str]) -> None:
    floor = Floor(book, THREE, cards="scanned", format="elimination", elimination_hands=(1,))
    floor.start()
    if floor.rules.play.ending.signal_elimination is not None:
        floor.staff(c.Signal())
    floor.begin(ann=100, bob=100, cy=50)
    floor.staff(c.NoMoreBets())
    floor.play_out("TS 9H JS 9D TH 9C JH TD")
    before = floor.state
    role = REBUILDS[book]
    assert floor.refused(CHANGED_ROUND, role=role).clause == clauses[0]
    assert floor.refused(m.Rewind(5), role=role, why="nobody heard it").clause == clauses[1]
    with pytest.raises(Malformed):
        floor.role(role, o.VoidLastRound("17.5"), "late")
    assert floor.state == before
