"""Tokens are things: issued for a voucher, staked, kept or given back; none is made or lost."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bythebook.casino import commands as c
from bythebook.casino.state import tokens_for
from bythebook.errors import Malformed, Refused
from tests.casino.desk import HOUSE, NOW, OPERATOR, Desk
from tests.clauses import clause

BOOK, GAME = "star-baceball", "baceball"
CLAUSE = "1.1:casino-promotional-token"
FIRST, LAST = NOW - 100_000, NOW + 1_000_000


def counted(
    lying: int, taken: int = 0, decided: int = 0, place: str = "table/one"
) -> c.CountTokens:
    return c.CountTokens("ann", place, BOOK, GAME, lying, taken, decided, CLAUSE)


def with_tokens(cents: int = 5_000, **terms: Any) -> Desk:
    desk = Desk(BOOK)
    desk.ok(OPERATOR, c.IssueVoucher("ann", cents, FIRST, LAST, **terms, book=BOOK))
    desk.ok("dealer", c.ExchangeVoucher("ann", len(desk.patron.vouchers), book=BOOK))
    return desk


@clause("star-baceball 1.1:casino-promotional-token")
def test_nobody_stakes_what_they_do_not_hold() -> None:
    desk = Desk(BOOK)
    desk.no(CLAUSE, HOUSE, counted(100))
    desk = with_tokens()
    desk.no(CLAUSE, HOUSE, counted(5_001))
    desk.ok(HOUSE, counted(5_000))
    assert (desk.patron.held, desk.patron.staked("table/one")) == (0, 5_000)
    desk.no(CLAUSE, HOUSE, counted(1, place="table/two"))


@clause("star-baceball 1.1:casino-promotional-token")
def test_a_voucher_is_exchanged_once_for_its_value_while_it_is_good() -> None:
    desk = Desk(BOOK)
    desk.no(CLAUSE, "dealer", c.ExchangeVoucher("ann", 1, book=BOOK))
    desk.ok(OPERATOR, c.IssueVoucher("ann", 5_000, FIRST, LAST, book=BOOK))
    assert tokens_for(desk.patron, BOOK, GAME, desk.at) == 0, "a voucher is no token"
    desk.ok("dealer", c.ExchangeVoucher("ann", 1, book=BOOK))
    assert tokens_for(desk.patron, BOOK, GAME, desk.at) == 5_000
    desk.no(CLAUSE, "dealer", c.ExchangeVoucher("ann", 1, book=BOOK))
    desk.ok(OPERATOR, c.IssueVoucher("ann", 100, FIRST, LAST, book=BOOK))
    desk.at = LAST
    desk.no(CLAUSE, "dealer", c.ExchangeVoucher("ann", 2, book=BOOK))


@clause("crown-blackjack 1.1:casino-promotional-token")
def test_a_voucher_is_exchanged_at_tables_of_its_own_book() -> None:
    crown = "crown-blackjack"
    desk = Desk(BOOK)
    desk.ok(OPERATOR, c.IssueVoucher("ann", 5_000, FIRST, LAST, book=BOOK))
    desk.no(CLAUSE, "dealer", c.ExchangeVoucher("ann", 1, book=crown))
    assert desk.patron.lots == ()
    desk.ok("dealer", c.ExchangeVoucher("ann", 1, book=BOOK))


@clause("star-baceball 1.1:casino-promotional-token")
def test_conditions_of_the_voucher_bind_its_tokens() -> None:
    desk = with_tokens(games=(GAME,))
    assert tokens_for(desk.patron, BOOK, GAME, desk.at) == 5_000
    assert tokens_for(desk.patron, BOOK, "another", desk.at) == 0
    assert tokens_for(desk.patron, "crown-blackjack", GAME, desk.at) == 0
    desk.no(CLAUSE, HOUSE, replace(counted(100), game="another"))
    desk = with_tokens()
    desk.at = LAST
    desk.no(CLAUSE, HOUSE, counted(100))


@clause("star-baceball 1.1:casino-promotional-token")
def test_taken_tokens_are_out_of_circulation_and_others_come_back() -> None:
    desk = with_tokens()
    desk.ok(HOUSE, counted(3_000))
    desk.ok(HOUSE, counted(1_000, taken=2_000))
    assert (desk.patron.held, desk.patron.staked("table/one")) == (2_000, 1_000)
    desk.ok(HOUSE, counted(0))
    assert (desk.patron.held, desk.patron.lots[0].taken) == (3_000, 2_000)
    desk.ok(HOUSE, counted(0, taken=-2_000))
    assert (desk.patron.held, desk.patron.lots[0].taken) == (5_000, 0), "the round was made void"


@clause("star-baceball 1.1:casino-promotional-token")
def test_a_token_for_one_use_stays_with_the_dealer_once_its_wager_is_decided() -> None:
    desk = with_tokens(one_use=True)
    desk.ok(HOUSE, counted(3_000))
    desk.ok(HOUSE, counted(0, decided=2_000))  # 1,000 of a void wager, 2,000 of one that won
    assert (desk.patron.held, desk.patron.lots[0].taken) == (3_000, 2_000)
    desk.ok(HOUSE, counted(0, decided=-2_000))  # that round is made void afterwards
    assert (desk.patron.held, desk.patron.lots[0].taken) == (5_000, 0)


def test_only_the_operator_issues_and_sums_are_sums() -> None:
    desk = Desk(BOOK)
    desk.malformed("dealer", c.IssueVoucher("ann", 100, FIRST, LAST, book=BOOK))
    desk.malformed(OPERATOR, c.IssueVoucher("ann", 0, FIRST, LAST, book=BOOK))
    chips_alone = "canberra-blackjack"  # where no dealer exchanges any
    desk.malformed(OPERATOR, c.IssueVoucher("ann", 100, FIRST, LAST, book=chips_alone))
    desk.malformed(OPERATOR, c.IssueVoucher("ann", 100, LAST, FIRST, book=BOOK))
    desk.malformed("player", counted(0))


@given(
    st.lists(st.integers(1, 900), min_size=1, max_size=4),
    st.lists(
        st.tuples(st.sampled_from(("a", "b")), st.integers(0, 900), st.integers(-300, 300),
                  st.integers(-300, 300)),
        max_size=12,
    ),
)  # fmt: skip
def test_no_token_is_made_or_lost(
    vouchers: list[int], moves: list[tuple[str, int, int, int]]
) -> None:
    """Any counts at all: issued is in hand, on layouts and out of circulation; none below zero."""
    desk = Desk(BOOK)
    for number, cents in enumerate(vouchers, start=1):
        desk.ok(
            OPERATOR, c.IssueVoucher("ann", cents, FIRST, LAST, one_use=number % 2 == 0, book=BOOK)
        )
        desk.ok("dealer", c.ExchangeVoucher("ann", number, book=BOOK))
    for place, lying, taken, decided in moves:
        try:
            desk.ok(HOUSE, counted(lying, taken, decided, place))
        except (Refused, Malformed):
            continue
        patron = desk.patron
        out = sum(lot.taken for lot in patron.lots)
        assert patron.held + patron.staked("a") + patron.staked("b") + out == sum(vouchers)
        assert patron.staked(place) == lying
        assert min([patron.held, out, *(lot.held for lot in patron.lots)]) >= 0
