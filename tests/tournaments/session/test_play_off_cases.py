"""Play-offs worked out by hand from the clauses, book by book: who plays on, how long, who comes
where.

Everybody begins with 1000. In each hand everybody loses the wager, so that a count is what was held
before less the wager. Hands of a play-off follow one another until the clause has its order.
"""

from typing import Any, NamedTuple

import pytest

from bythebook.draws import drawn_order
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    CANBERRA,
    CROWN,
    NAMES,
    SEED,
    STAR,
    TASMANIA,
    Floor,
    all_lose,
    with_stacks,
)

Wagers = dict[str, int]
Places = tuple[tuple[str, ...], ...]


class Case(NamedTuple):
    """A session of one hand, and the play-off that follows."""

    says: str
    book: str
    advancing: int
    last: Wagers  # lost in the last hand of the session
    play_off: tuple[Wagers, ...]  # lost in each hand of the play-off
    places: Places
    stacks: Wagers = {}  # before the last hand, where not 1000
    terms: dict[str, Any] = {}


# The Star, 21.10.3: a count after every round until an order is determined. 21.10.4: who is
# eliminated in one round is placed by what is left, then the smaller wager, then whose chips went.
AT_THE_STAR = (
    # 950; 900, 900, 900 for the second place. 850, 850, 800: dee is behind. 750 and 800.
    Case("three level for one place", STAR, 2, {"ann": 50, "bob": 100, "cy": 100, "dee": 100},
         ({"bob": 50, "cy": 50, "dee": 100}, {"bob": 100, "cy": 50}),
         (("ann",), ("cy",), ("bob",), ("dee",))),
    # 900 each for two places. 850, 850, 800: two are above the third, which is all that matters.
    Case("three level for two places", STAR, 2, {"ann": 100, "bob": 100, "cy": 100},
         ({"ann": 50, "bob": 50, "cy": 100},), (("ann", "bob"), ("cy",))),
    # 900 each for two places. 850, 800, 800: ann has the first. 750 and 700: bob the second.
    Case("one is through, two go on", STAR, 2, {"ann": 100, "bob": 100, "cy": 100},
         ({"ann": 50, "bob": 100, "cy": 100}, {"bob": 50, "cy": 100}),
         (("ann",), ("bob",), ("cy",))),
    # 300 each, and both lose it all: nothing is left, and ann's wager was no smaller than bob's, so
    # it is whose chips were removed first. In this second round the marker is on box two (21.9.2)
    # and the deal begins there (21.9.3): bob's. Where it begins on the dealer's left (7.1), ann's.
    Case("both out in one round", STAR, 2, {"ann": 100, "bob": 100, "cy": 50},
         ({"ann": 300, "bob": 300},), (("cy",), ("ann",), ("bob",)), {"ann": 400, "bob": 400}),
    Case("both out in one round dealt from the left", STAR, 2, {"ann": 100, "bob": 100, "cy": 50},
         ({"ann": 300, "bob": 300},), (("cy",), ("bob",), ("ann",)), {"ann": 400, "bob": 400},
         {"deals_from_marker": False}),
    # 350 each. 0 and 100.
    Case("one is out", STAR, 2, {"ann": 100, "bob": 100, "cy": 50},
         ({"ann": 350, "bob": 250},), (("cy",), ("bob",), ("ann",)), {"ann": 450, "bob": 450}),
)  # fmt: skip

# Canberra, 19.3(a)(viii)(B) and (xi)(D): additional rounds, as many as the conditions say; they are
# counted when they have been played. Its conditions may leave whoever is still level level.
AT_CANBERRA = (
    # 950 each. After one of two rounds 900 and 850, after both 800 and 800: two more. 650 and 700.
    Case("two rounds, and two more", CANBERRA, 1, {"ann": 50, "bob": 50},
         ({"ann": 50, "bob": 100}, {"ann": 100, "bob": 50},
          {"ann": 50, "bob": 50}, {"ann": 100, "bob": 50}),
         (("bob",), ("ann",)), terms={"play_off_hands": 2}),
    # The same first two rounds, where the conditions have them share then.
    Case("still level, they share", CANBERRA, 1, {"ann": 50, "bob": 50},
         ({"ann": 50, "bob": 100}, {"ann": 100, "bob": 50}), (("ann", "bob"),),
         terms={"play_off_hands": 2, "still_level": "share"}),
    # 150 each. 100 and 0 after the first round: nobody is left to play the second against.
    Case("one is out before the rounds are over", CANBERRA, 1, {"ann": 50, "bob": 50},
         ({"ann": 50, "bob": 150},), (("ann",), ("bob",)), {"ann": 200, "bob": 200},
         {"play_off_hands": 2}),
    # New chips of 500 for everybody level. 450, 400 and 400 for two places; 300 and 350.
    Case("with new chips", CANBERRA, 2, {"ann": 50, "bob": 50, "cy": 50},
         ({"ann": 50, "bob": 100, "cy": 100}, {"bob": 200, "cy": 150}),
         (("ann",), ("cy",), ("bob",)), terms={"play_off_chips": 500}),
)  # fmt: skip

# Crown, 18.4.6(a): the terms say how winners are determined. Ours: one extra round for a place.
AT_CROWN = (
    # 900 each for one place. 850, 850, 800: two play another. 750 and 800.
    Case("three for one place", CROWN, 1, {"ann": 100, "bob": 100, "cy": 100},
         ({"ann": 50, "bob": 50, "cy": 100}, {"ann": 100, "bob": 50}),
         (("bob",), ("ann",), ("cy",))),
    # 1000 - 50 is above. 900, 900, 900 for two places: 850, 800, 800; then 700 and 750.
    Case("three for two places below the first", CROWN, 3,
         {"ann": 50, "bob": 100, "cy": 100, "dee": 100},
         ({"bob": 50, "cy": 100, "dee": 100}, {"cy": 100, "dee": 50}),
         (("ann",), ("bob",), ("dee",), ("cy",))),
    # A final: every place matters. 900, 900 and 800, 800: first the first two, then the others.
    Case("in a final every place", CROWN, 4, {"ann": 100, "bob": 100, "cy": 200, "dee": 200},
         ({"ann": 100, "bob": 50}, {"cy": 50, "dee": 100}),
         (("bob",), ("ann",), ("cy",), ("dee",)), terms={"final": True}),
)  # fmt: skip

# Tasmania, 22.6.4: who is level on the line plays a further set; 22.6.2 for whoever has nothing.
AT_TASMANIA = (
    # 950; 900, 900 for the second place. 850 and 850, again level: another. 800 and 750.
    Case("until they are not level", TASMANIA, 2, {"ann": 50, "bob": 100, "cy": 100, "dee": 200},
         ({"bob": 50, "cy": 50}, {"bob": 50, "cy": 100}), (("ann",), ("bob",), ("cy",), ("dee",))),
    # 900, 900 and 900, three for two: 800, 850, 800. Bob is through; 750 and 700.
    Case("three for two", TASMANIA, 2, {"ann": 100, "bob": 100, "cy": 100},
         ({"ann": 100, "bob": 50, "cy": 100}, {"ann": 50, "cy": 100}),
         (("bob",), ("ann",), ("cy",))),
    # 100 and 100. Ann loses it all, bob keeps 50: the minimum, and the place.
    Case("one loses everything", TASMANIA, 2, {"ann": 100, "bob": 100, "cy": 50},
         ({"ann": 100, "bob": 50},), (("cy",), ("bob",), ("ann",)), {"ann": 200, "bob": 200}),
)  # fmt: skip

CASES = (*AT_THE_STAR, *AT_CANBERRA, *AT_CROWN, *AT_TASMANIA)


def played(case: Case) -> Floor:
    """The last hand, the count, and each hand of the play-off, which must be asked for."""
    stacks = dict.fromkeys(case.last, 1000)
    terms = {"advancing": case.advancing, "length": Length(hands=1), **case.terms}
    floor = Floor(case.book, stacks, **terms).seal().start()
    with_stacks(floor, **case.stacks)
    all_lose(floor, False, **case.last)
    floor.staff(c.RecordTotals())
    for wagers in case.play_off:
        assert floor.state.stage == "play-off"
        floor.staff(c.BeginHand())
        assert set(floor.state.playing) == set(wagers)
        floor.wager(**wagers)
        floor.staff(c.NoMoreBets())
        floor.play_out(losing_cards(len(wagers)))
    return floor


def losing_cards(players: int) -> str:
    tens, sevens = ([f"{rank}{suit}" for suit in "SHDSH"[:players]] for rank in "T7")
    return " ".join([*tens, "TC", *sevens, "QD"])


@clause("star-blackjack-challenge 21.10.3", "star-blackjack-challenge 21.10.4")
@clause("canberra-blackjack 19.3(a)(xi)(D)", "crown-blackjack 18.4.6(a)")
@clause("tasmania-blackjack 22.6.4")
@pytest.mark.parametrize("case", CASES, ids=[f"{case.book} {case.says}" for case in CASES])
def test_a_play_off_ends_as_the_clause_has_it(case: Case) -> None:
    floor = played(case)
    assert (floor.state.stage, floor.state.phase) == ("session", "ranked")
    assert floor.places() == case.places


@clause("star-blackjack-challenge 21.10.3", "star-blackjack-challenge 21.11.4")
@pytest.mark.parametrize(("advancing", "plays_on"), [(2, False), (1, True)])
def test_who_is_sent_away_from_a_play_off_leaves_the_places_to_the_others(
    advancing: int, plays_on: bool
) -> None:
    """900 each. Without cy two are level for two places: nothing is left to play for, and no hand
    begins; for one place they play."""
    last = {"ann": 100, "bob": 100, "cy": 100}
    floor = played(Case("", STAR, advancing, last, (), ()))
    floor.staff(c.Disqualify("cy", "advice"), "asked somebody who watches")
    floor.staff(c.BeginHand())
    assert (floor.state.stage == "play-off") == plays_on
    if plays_on:
        floor.wager(ann=50, bob=100)
        floor.staff(c.NoMoreBets())
        floor.play_out(losing_cards(2))
    first = (("ann",), ("bob",)) if plays_on else (("ann", "bob"),)
    assert floor.places() == (*first, ("cy",))


@clause("tasmania-blackjack 22.6.2", "canberra-blackjack 19.3(a)(viii)(B)")
@clause("crown-blackjack 18.4.6(a)")
@pytest.mark.parametrize(
    ("book", "by"), [(TASMANIA, "22.6.2"), (CANBERRA, "19.3(a)(viii)(B)"), (CROWN, "18.4.6(a)")]
)
@pytest.mark.parametrize("held", [200, 140])
def test_who_cannot_play_on_is_balloted(book: str, by: str, held: int) -> None:
    """After the last hand 100 each, which both lose in the first of the play-off; or 40 each, less
    than the minimum: no hand can begin. Cy is above; the ballot draws who has the second place."""
    last = {"ann": 100, "bob": 100, "cy": 50}
    hands = ({"ann": 100, "bob": 100},) if held == 200 else ()
    floor = played(Case("", book, 2, last, hands, (), {"ann": held, "bob": held}))
    if not hands:
        floor.staff(c.BeginHand())
    needed = floor.last(e.BallotNeeded)
    assert (needed.players, needed.places, needed.clause) == (("ann", "bob"), 1, by)
    floor.staff(c.Ballot(SEED))
    assert floor.places() == (("cy",), *((name,) for name in drawn_order(SEED, NAMES[:2])))


# Tasmania, elimination: 22.10.4 to 22.10.6


class Survival(NamedTuple):
    """An elimination hand, and the play-off among those level for the lowest."""

    says: str
    each: int  # so many go
    hand: Wagers
    play_off: tuple[Wagers, ...]
    out: tuple[str, ...]
    chips: Wagers  # afterwards: who stays has the count of the elimination hand again


SURVIVALS = (
    # 950, 900, 900, 900, one goes: 850, 800, 850. Cy. Bob and dee have 900 again.
    Survival("one of three", 1, {"ann": 50, "bob": 100, "cy": 100, "dee": 100},
             ({"bob": 50, "cy": 100, "dee": 50},), ("cy",),
             {"ann": 950, "bob": 900, "cy": 0, "dee": 900}),
    # 900 each, two of four go: 850, 800, 750, 700. Dee leaves; the rest play again: 800, 700, 650.
    # Cy leaves, and ann and bob have 900 again.
    Survival("two of four, one after each hand", 2,
             {"ann": 100, "bob": 100, "cy": 100, "dee": 100},
             ({"ann": 50, "bob": 100, "cy": 150, "dee": 200}, {"ann": 50, "bob": 100, "cy": 100}),
             ("dee", "cy"), {"ann": 900, "bob": 900, "cy": 0, "dee": 0}),
    # 900 each, two of four go: 850, 850, 800, 800. Both of the lowest leave at once.
    Survival("two of four, both at once", 2, {"ann": 100, "bob": 100, "cy": 100, "dee": 100},
             ({"ann": 50, "bob": 50, "cy": 100, "dee": 100},), ("cy", "dee"),
             {"ann": 900, "bob": 900, "cy": 0, "dee": 0}),
    # 900 each, one of three goes: 850, 800, 800. Ann is safe; bob and cy: 700 and 750.
    Survival("whoever is above the tie is safe", 1, {"ann": 100, "bob": 100, "cy": 100},
             ({"ann": 50, "bob": 100, "cy": 100}, {"bob": 100, "cy": 50}), ("bob",),
             {"ann": 900, "bob": 0, "cy": 900}),
)  # fmt: skip


def survived(case: Survival, **stacks: int) -> Floor:
    floor = Floor(
        TASMANIA, dict.fromkeys(case.hand, 1000), format="elimination", length=Length(hands=4),
        elimination_hands=(1,), eliminated_each=case.each, advancing=1,
    ).seal().start()  # fmt: skip
    with_stacks(floor, **stacks)
    all_lose(floor, True, **case.hand)
    for wagers in case.play_off:
        assert floor.state.stage == "survival"
        all_lose(floor, False, **wagers)
    return floor


@clause("tasmania-blackjack 22.10.4", "tasmania-blackjack 22.10.5")
@pytest.mark.parametrize("case", SURVIVALS, ids=[case.says for case in SURVIVALS])
def test_a_play_off_for_survival(case: Survival) -> None:
    floor = survived(case)
    assert floor.state.stage == "session"
    assert tuple(event.player for event in floor.all(e.PlayerGone)) == case.out
    assert floor.chips() == case.chips


@clause("tasmania-blackjack 22.10.6")
def test_who_all_lose_everything_in_a_play_off_are_balloted() -> None:
    """200 each are level for the lowest, two of them to go, and lose them all in one hand: one of
    the three stays, with 200 again."""
    lost = dict.fromkeys(("ann", "bob", "cy"), 200)
    case = Survival("", 2, {**lost, "dee": 50}, (lost,), (), {})
    floor = survived(case, ann=400, bob=400, cy=400)
    assert floor.last(e.BallotNeeded).clause == "22.10.6"
    floor.staff(c.Ballot(SEED))
    stays = drawn_order(SEED, NAMES[:3])[0]
    assert floor.chips() == {**dict.fromkeys(NAMES[:3], 0), stays: 200, "dee": 950}
