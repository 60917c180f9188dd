"""What the house may keep, and when a fee goes back."""

import pytest

from bythebook.errors import BrokenInvariant
from bythebook.rulebooks.chapters.tournament_course import TournamentRules, find_tournament_rules
from bythebook.tournaments.course.fees import DAY, Pool, commission_on, may_go_back, pool_of
from tests.clauses import clause

STAR = find_tournament_rules("star-blackjack-challenge").rules
CANBERRA = find_tournament_rules("canberra-blackjack").rules
CROWN = find_tournament_rules("crown-blackjack").rules
TASMANIA = find_tournament_rules("tasmania-blackjack").rules
START = 2_000_000_000


@clause("tasmania-blackjack 22.1:refund")
@pytest.mark.parametrize(
    ("before", "goes_back"),
    [
        (22 * DAY, True),
        (21 * DAY + 1, True),
        (21 * DAY, True),
        (21 * DAY - 1, False),
        (10 * DAY, False),
        (0, False),
    ],
)
def test_three_weeks_are_twenty_one_full_days(before: int, goes_back: bool) -> None:
    assert may_go_back(TASMANIA.refunds.withdrawal, START - before, START, None) is goes_back


@clause(
    "star-blackjack-challenge 21.3.2",
    "star-blackjack-challenge 21.4.2(i)",
    "crown-blackjack 18.4.2(d)",
    "crown-blackjack 18.4.8(a)(iv)",
)
@pytest.mark.parametrize("rules", [STAR, CROWN])
def test_a_period_that_the_conditions_have(rules: TournamentRules) -> None:
    until = START - 7 * DAY
    withdrawal = rules.refunds.withdrawal
    assert may_go_back(withdrawal, until - 1, START, until)
    assert may_go_back(withdrawal, until, START, until)
    assert not may_go_back(withdrawal, until + 1, START, until)
    assert not may_go_back(withdrawal, until, START, None)


@clause("canberra-blackjack 19.21")
def test_fees_never_go_back_on_a_withdrawal_in_canberra() -> None:
    assert not may_go_back(CANBERRA.refunds.withdrawal, START - 400 * DAY, START, START)


@clause("tasmania-blackjack 22.1.1", "tasmania-blackjack 22.1.1:pool")
@pytest.mark.parametrize(("rate", "kept"), [(0, 0), (999, 99900), (1000, 100000)])
def test_up_to_a_tenth_may_be_kept(rate: int, kept: int) -> None:
    """Worked round 23: 80 fees of $125."""
    fees = 80 * 12500
    commission = commission_on(fees, rate, TASMANIA.pooling.commission)
    assert commission == kept
    assert pool_of(fees, commission, 0, 0).prizes == fees - kept


@clause("tasmania-blackjack 22.1.1")
def test_above_a_tenth_is_never_kept() -> None:
    with pytest.raises(BrokenInvariant):
        commission_on(80 * 12500, 1001, TASMANIA.pooling.commission)


@clause("tasmania-blackjack 22.1.1")
@pytest.mark.parametrize(("fees", "kept"), [(999, 99), (1000, 100), (1009, 100), (1010, 101)])
def test_a_part_of_a_cent_stays_with_the_players(fees: int, kept: int) -> None:
    assert commission_on(fees, 1000, TASMANIA.pooling.commission) == kept


@clause("canberra-blackjack 19.20")
def test_worked_round_25_commission() -> None:
    commission = commission_on(41 * 11000, 1000, CANBERRA.pooling.commission)
    assert commission == 45100
    assert pool_of(41 * 11000, commission, 0, 0).prizes == 405900


@clause("star-blackjack-challenge 21.3.2")
def test_all_fees_are_the_pool_where_nothing_may_be_kept() -> None:
    assert STAR.pooling.commission is None
    assert commission_on(41 * 11000, 1000, STAR.pooling.commission) == 0


@clause("star-blackjack-challenge 21.3.1", "tasmania-blackjack 22.1:added-value")
def test_worked_round_23_pool() -> None:
    pool = pool_of(1_000_000, 100_000, 100_000, 0)
    assert pool == Pool(fees=1_000_000, commission=100_000, added=100_000)
    assert pool.prizes == 1_000_000


@clause("star-blackjack-challenge 21.3.3")
@pytest.mark.parametrize(("promised", "made_up"), [(999, 0), (1000, 0), (1001, 1), (5000, 4000)])
def test_a_guarantee_is_made_good_by_the_house(promised: int, made_up: int) -> None:
    pool = pool_of(900, 0, 100, promised)
    assert pool.topped_up == made_up
    assert pool.prizes == max(1000, promised)
