"""A pool becomes prizes, to the cent and to the last one."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.tournament_course import find_tournament_rules
from bythebook.tournaments.course.prizes import (
    Distribution,
    Prize,
    Rounding,
    Share,
    by_amounts,
    by_percentages,
    by_score,
    distribute,
    divide,
)
from tests.clauses import clause

CANBERRA = find_tournament_rules("canberra-blackjack").rules.finish.ties.value
CROWN = find_tournament_rules("crown-blackjack").rules.finish.ties.value
TASMANIA = find_tournament_rules("tasmania-blackjack").rules.finish.ties.value


def cents_of(paid: Distribution) -> dict[str, int]:
    return {share.player: share.cents for share in paid.shares}


def money(*cents: int) -> tuple[Prize, ...]:
    return tuple(Prize(each) for each in cents)


@clause(
    "canberra-blackjack 19.19",
    "canberra-blackjack 19.20",
    "canberra-blackjack 19.3(a)(xi)(C)",
    "canberra-blackjack 19.3(a)(xi)(A)",
)
def test_worked_round_25_of_canberra() -> None:
    prizes = by_percentages(405900, (5000, 3000, 2000))
    assert prizes == (202950, 121770, 81180)
    paid = distribute(
        (("win",), ("b", "c", "d", "e")), money(*prizes), CANBERRA, ("d", "win", "c", "e", "b")
    )
    assert cents_of(paid) == {"win": 202950, "d": 50738, "c": 50738, "e": 50737, "b": 50737}
    assert sum(cents_of(paid).values()) == 405900
    assert paid.house_adds == 0


@clause("tasmania-blackjack 22.6.5", "tasmania-blackjack 22.10.9")
def test_worked_round_23_of_tasmania() -> None:
    prizes = money(500000, 300000, 200000)
    two = distribute((("ann", "bob"), ("cy",)), prizes, TASMANIA, ())
    assert cents_of(two) == {"ann": 400000, "bob": 400000, "cy": 200000}
    assert two.house_adds == 0
    three = distribute((("ann", "bob", "cy"),), prizes, TASMANIA, ())
    assert cents_of(three) == dict.fromkeys(("ann", "bob", "cy"), 333334)
    assert three.house_adds == 2


@clause("crown-blackjack 18.4.7(b)")
def test_worked_round_25_of_crown() -> None:
    """$1,000.00 and $501.01 between X and Y; X sits first clockwise."""
    paid = distribute((("Y", "X"),), money(100000, 50101), CROWN, ("X", "Y"))
    assert cents_of(paid) == {"X": 75051, "Y": 75050}


@clause("canberra-blackjack 19.3(a)(xi)", "canberra-blackjack 19.3(a)(xi)(C)")
@pytest.mark.parametrize(
    ("places", "expected"),
    [
        # Nobody level; then two, three, four of them at the first place, in the middle, at the
        # last that is paid, and across it.
        ((("a",), ("b",), ("c",), ("d",), ("e",)), {"a": 500, "b": 300, "c": 201}),
        ((("a", "b"), ("c",), ("d",), ("e",)), {"a": 400, "b": 400, "c": 201}),
        ((("a",), ("b", "c"), ("d",), ("e",)), {"a": 500, "b": 251, "c": 250}),
        ((("a",), ("b",), ("c", "d"), ("e",)), {"a": 500, "b": 300, "c": 101, "d": 100}),
        ((("a",), ("b",), ("c",), ("d", "e")), {"a": 500, "b": 300, "c": 201}),
        ((("a", "b", "c"), ("d",), ("e",)), {"a": 334, "b": 334, "c": 333}),
        ((("a",), ("b", "c", "d"), ("e",)), {"a": 500, "b": 167, "c": 167, "d": 167}),
        ((("a",), ("b",), ("c", "d", "e")), {"a": 500, "b": 300, "c": 67, "d": 67, "e": 67}),
        ((("a", "b", "c", "d"), ("e",)), {"a": 251, "b": 250, "c": 250, "d": 250}),
        ((("a",), ("b", "c", "d", "e")), {"a": 500, "b": 126, "c": 125, "d": 125, "e": 125}),
        ((("a", "b", "c", "d", "e"),), {"a": 201, "b": 200, "c": 200, "d": 200, "e": 200}),
    ],
)
def test_ties_at_every_place(places: tuple[tuple[str, ...], ...], expected: dict[str, int]) -> None:
    paid = distribute(places, money(500, 300, 201), CANBERRA, "abcde")
    assert cents_of(paid) == expected


@pytest.mark.parametrize(
    ("rounding", "cents", "expected"),
    [
        ("one-each", 900, [300, 300, 300]),
        ("one-each", 901, [301, 300, 300]),
        ("one-each", 902, [301, 301, 300]),
        ("up", 900, [300, 300, 300]),
        ("up", 901, [301, 301, 301]),
        ("up", 902, [301, 301, 301]),
    ],
)
def test_cents_that_do_not_divide(rounding: Rounding, cents: int, expected: list[int]) -> None:
    assert list(divide(cents, ("a", "b", "c"), rounding).values()) == expected


def test_the_order_says_who_is_first_not_the_name() -> None:
    paid = distribute((("a", "b", "c"),), money(200), CANBERRA, ("c", "b", "a"))
    assert cents_of(paid) == {"c": 67, "b": 67, "a": 66}


@clause("canberra-blackjack 19.19")
def test_prizes_that_nobody_holds_go_to_the_first() -> None:
    paid = distribute((("a",), ("b",)), money(500, 300, 201), CANBERRA, ("a", "b"))
    assert cents_of(paid) == {"a": 701, "b": 300}


def test_things_go_by_the_order_and_to_one_each() -> None:
    listed = (Prize(300, "a watch"), Prize(100), Prize(0, "a book"))
    paid = distribute((("a", "b"), ("c",)), listed, CANBERRA, ("b", "a", "c"))
    assert paid.shares == (
        Share("b", 1, 2, 200, "a watch"),
        Share("a", 1, 2, 200),
        Share("c", 3, 1, 0, "a book"),
    )


def test_shares_that_are_not_the_whole_are_refused() -> None:
    for shares in ((5000, 4999), (5000, 5001), (10001, -1)):
        with pytest.raises(Malformed):
            by_percentages(1000, shares)


@clause("canberra-blackjack 19.19", "star-blackjack-challenge 21.3.2")
def test_amounts_are_a_floor_and_the_rest_goes_with_them() -> None:
    assert by_amounts(1000, (500, 300, 200)) == (500, 300, 200)
    assert by_amounts(2000, (500, 300, 200)) == (1000, 600, 400)
    assert by_amounts(1001, (500, 300, 200)) == (501, 300, 200)
    with pytest.raises(Malformed):
        by_amounts(999, (500, 300, 200))
    with pytest.raises(Malformed):
        by_amounts(1, (0, 0))
    assert by_amounts(0, (0, 0)) == (0, 0)


def test_nobody_left_wins_nothing() -> None:
    assert distribute((), money(0), CANBERRA, ()) == Distribution(())
    with pytest.raises(Malformed):
        distribute((), money(1), CANBERRA, ())


def test_chips_into_money_in_proportion() -> None:
    assert by_score(100, {"a": 1, "b": 1, "c": 1}) == {"a": 34, "b": 33, "c": 33}
    assert by_score(1000, {"a": 700, "b": 300, "c": 0}) == {"a": 700, "b": 300, "c": 0}
    with pytest.raises(Malformed):
        by_score(1, {"a": 0})


GROUPS = st.lists(st.integers(1, 5), min_size=1, max_size=6)


@given(
    GROUPS,
    st.lists(st.integers(0, 100_000), min_size=1, max_size=8),
    st.sampled_from(["one-each", "up"]),
)
def test_a_pool_is_always_paid_whole_and_fairly(
    sizes: list[int], prizes: list[int], rounding: Rounding
) -> None:
    names = [f"p{number}" for number in range(sum(sizes))]
    left = iter(names)
    places = tuple(tuple(next(left) for _ in range(size)) for size in sizes)
    paid = distribute(places, money(*prizes), rounding, names)
    cents = dict.fromkeys(names, 0) | cents_of(paid)
    assert sum(cents.values()) == sum(prizes) + paid.house_adds
    assert paid.house_adds < len(names) if rounding == "up" else paid.house_adds == 0
    for group in places:
        most, least = max(cents[name] for name in group), min(cents[name] for name in group)
        assert most - least <= {"one-each": 1, "up": 0}[rounding]


@given(st.integers(0, 10**9), st.lists(st.integers(0, 10_000), min_size=1, max_size=7))
def test_percentages_pay_everything_and_nobody_a_cent_too_little(
    pool: int, parts: list[int]
) -> None:
    shares = [part * 10_000 // (sum(parts) or 1) for part in parts]
    shares[0] += 10_000 - sum(shares)
    prizes = by_percentages(pool, shares)
    assert sum(prizes) == pool
    for prize, share in zip(prizes[1:], shares[1:], strict=True):
        assert 0 <= Fraction(pool * share, 10_000) - prize < 1
