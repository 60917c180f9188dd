"""Draws worked out by hand: whose entries come in which order, who has which prize, who is next.

The terms state how prizes are awarded (22.7.1, 15.7.1, 19.5.1): one after the other, by entries in
the order in which they are drawn. That order follows from the seed and the public value, as
`test_draws` works it out; here it is given.
"""

from typing import Any, NamedTuple

import pytest

from bythebook.promotions import commands as c
from tests.clauses import clause
from tests.promotions.offers import BOOKS, CROWN, DRAWN, HOUR, STAR, Run, prize

AWARDED = {book: "22.7.1" if book == STAR else "15.7.1" for book in BOOKS} | {CROWN: "19.5.1"}
OF_SIX = (5, 6, 1, 3, 2, 4)
OF_TEN = (7, 2, 5, 9, 8, 10, 3, 6, 4, 1)

Winner = tuple[str, int]  # and with which entry
NOBODY: Winner = ("", 0)


class Case(NamedTuple):
    """Who entered how often, how many prizes there are, and who is refused which, one by one."""

    says: str
    entries: dict[str, int]  # numbered in this order
    drawn: tuple[int, ...]
    prizes: int
    winners: tuple[Winner, ...]
    refused: tuple[tuple[int, Winner], ...] = ()  # a prize, and to whom it goes then
    terms: dict[str, Any] = {}


FOUR = {"ann": 3, "ben": 3, "cal": 2, "dee": 2}  # 1 to 3, 4 to 6, 7 and 8, 9 and 10
NEXT = {"unclaimed": "next-drawn"}

CASES = (
    # Ann has 1 to 4, ben 5 and 6. First ben; 6 is ben's again, who has a prize; then ann by 1; for
    # the third prize nobody is left without one.
    Case("one prize a person", {"ann": 4, "ben": 2}, OF_SIX, 3,
         (("ben", 5), ("ann", 1), NOBODY)),
    # The same entries where a person may have several: 5, 6 and 1 as they come.
    Case("several prizes a person", {"ann": 4, "ben": 2}, OF_SIX, 3,
         (("ben", 5), ("ben", 6), ("ann", 1)), terms={"one_prize_each": False}),
    # 7 is cal's and 2 ann's. Cal is refused: 5 is next, ben's. Ben is refused too: 9, dee's.
    Case("refused and refused again", FOUR, OF_TEN, 2, (("cal", 7), ("ann", 2)),
         ((1, ("ben", 5)), (1, ("dee", 9))), NEXT),
    # Of the first prize as above. Ann is refused the second: 7, 2, 5 and 9 have been drawn for
    # prizes, 8 is next. It is cal's, who was refused another prize and has none.
    Case("the next of all prizes together", FOUR, OF_TEN, 2, (("cal", 7), ("ann", 2)),
         ((1, ("ben", 5)), (1, ("dee", 9)), (2, ("cal", 8))), NEXT),
    # Ann is refused the second: 5 is ben's. Cal is refused the first: 9 is dee's. Dee is refused
    # it as well: of 8, 10, 3 the first is cal's and the second dee's, who were refused it; 3 is
    # ann's, who was refused the other.
    Case("whoever was refused a prize does not get it by another entry", FOUR, OF_TEN, 2,
         (("cal", 7), ("ann", 2)), ((2, ("ben", 5)), (1, ("dee", 9)), (1, ("ann", 3))), NEXT),
    # Ben is refused the only prize: 6 is ben's again, also where one may have several. 1 is ann's.
    Case("nor where a person may have several", {"ann": 4, "ben": 2}, OF_SIX, 1, (("ben", 5),),
         ((1, ("ann", 1)),), {**NEXT, "one_prize_each": False}),
    # Whoever has a prize is passed over when another is passed on: 2 is ann's, who has the second;
    # of six, 6 is ben's, 1 is ann's, and 3, 2, 4 too: nobody is left.
    Case("nobody is left", {"ann": 4, "ben": 2}, OF_SIX, 2, (("ben", 5), ("ann", 1)),
         ((1, NOBODY),), NEXT),
)  # fmt: skip


def drawn(book: str, case: Case) -> Run:
    run = Run(book, prize("travel", number=case.prizes), **case.terms).opened()
    for person, entries in case.entries.items():
        run.give(c.Enter(person, entries=entries))
    assert run.now.entered == len(case.drawn)
    run.valued().give(c.Draw(), at=DRAWN)
    return run


def winners(run: Run) -> tuple[Winner, ...]:
    return tuple((slot.person, slot.entry) if slot.person else NOBODY for slot in run.now.slots)


@clause("star-blackjack-challenge 22.7.1", "star-baceball 15.7.1", "crown-blackjack 19.5.1")
@pytest.mark.parametrize("case", CASES, ids=[case.says for case in CASES])
@pytest.mark.parametrize("book", BOOKS)
def test_prizes_go_by_the_order_drawn(book: str, case: Case) -> None:
    run = drawn(book, case)
    have = list(case.winners)
    assert winners(run) == tuple(have)
    for hours, (number, goes_to) in enumerate(case.refused, start=1):
        run.give(c.Deny(number, run.winner(number), "1 High Street"), why="not of age")
        if goes_to == NOBODY:
            run.refused(c.PassOn(number), AWARDED[book])
            continue
        run.give(c.PassOn(number), at=DRAWN + hours * HOUR)
        have[number - 1] = goes_to
        assert winners(run) == tuple(have)
        # The two days in which a winner is told count from then (22.8, 15.8, 19.6).
        assert run.now.slots[number - 1].won_at == DRAWN + hours * HOUR
