"""Order among players: by chips, by points, by the way they went out."""

from fractions import Fraction
from itertools import permutations

import pytest

from bythebook.errors import Malformed
from bythebook.tournaments.course.ranking import (
    Exit,
    Line,
    added,
    by_exit,
    by_value,
    cut,
    place_of,
    points,
    resolved,
)
from tests.clauses import clause


@clause("star-blackjack-challenge 21.10.2")
def test_most_chips_come_first_whatever_the_order_of_names() -> None:
    chips = {"ann": 1200, "bob": 2000, "cy": 1199}
    for names in permutations(chips):
        assert by_value({name: chips[name] for name in names}) == (("bob",), ("ann",), ("cy",))


@clause("star-blackjack-challenge 21.1.1:tie", "tasmania-blackjack 22.6.1")
@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (999, (("ann",), ("bob",))),
        (1000, (("ann", "bob"),)),
        (1001, (("bob",), ("ann",))),
    ],
)
def test_a_tie_is_the_same_value_to_the_chip(second: int, expected: object) -> None:
    assert by_value({"ann": 1000, "bob": second}) == expected


@clause("star-blackjack-challenge 21.10.3", "star-blackjack-challenge 21.1.1:play-off")
@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (0, Line((), (), 0, ("ann", "bob", "cy", "dee", "eve"))),
        (1, Line(("ann",), (), 0, ("bob", "cy", "dee", "eve"))),
        (2, Line(("ann",), ("bob", "cy", "dee"), 1, ("eve",))),
        (3, Line(("ann",), ("bob", "cy", "dee"), 2, ("eve",))),
        (4, Line(("ann", "bob", "cy", "dee"), (), 0, ("eve",))),
        (5, Line(("ann", "bob", "cy", "dee", "eve"), (), 0, ())),
        (6, Line(("ann", "bob", "cy", "dee", "eve"), (), 0, ())),
    ],
)
def test_only_those_whom_the_line_goes_through_play_off(count: int, expected: Line) -> None:
    places = (("ann",), ("bob", "cy", "dee"), ("eve",))
    assert cut(places, count) == expected


@clause("star-blackjack-challenge 21.10.3", "star-blackjack-challenge 21.10.4")
def test_worked_round_25_places() -> None:
    """The chips after the last hand, and the two players whose chips are gone."""
    remaining = {"P3": 1200, "P4": 1200, "P5": 2000}
    gone = [
        Exit(player="P1", hand=20, wager=300, removed=1),
        Exit(player="P2", hand=20, wager=200, removed=2),
    ]
    places = by_value(remaining) + by_exit(gone)
    assert places == (("P5",), ("P3", "P4"), ("P1",), ("P2",))
    assert cut(places, 2) == Line(("P5",), ("P3", "P4"), 1, ("P1", "P2"))
    assert [place_of(places, name) for name in ("P5", "P4", "P1", "P2")] == [1, 2, 4, 5]
    # After the second round of the play-off.
    settled = resolved(places, [name for g in by_value({"P3": 1100, "P4": 1250}) for name in g])
    assert cut(settled, 2).above == ("P5", "P4")


@clause("star-blackjack-challenge 21.10.4")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        # Hand, chips left, wager, order of taking: who ranks higher, then who went out first; the
        # keys after the deciding one speak for the other.
        ((8, 0, 50, 1), (7, 40, 900, 0)),
        ((8, 1, 50, 1), (8, 0, 900, 0)),
        ((8, 40, 50, 0), (8, 39, 900, 2)),
        ((8, 0, 201, 1), (8, 0, 200, 2)),
        ((8, 40, 201, 1), (8, 40, 200, 0)),
        ((8, 0, 200, 2), (8, 0, 200, 1)),
    ],
)
def test_who_went_out_first(
    first: tuple[int, int, int, int], second: tuple[int, int, int, int]
) -> None:
    high, low = (
        Exit(player=name, hand=key[0], residual=key[1], wager=key[2], removed=key[3])
        for name, key in (("high", first), ("low", second))
    )
    assert by_exit([low, high]) == (("high",), ("low",))
    assert by_exit([high, low]) == (("high",), ("low",))


def test_nothing_tells_them_apart() -> None:
    assert by_exit([Exit(player="ann", hand=3), Exit(player="bob", hand=3)]) == (("ann", "bob"),)


@clause("canberra-blackjack 19.3(a)(ix)(B)")
@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((("a",), ("b",), ("c",), ("d",)), {"a": 10, "b": 7, "c": 5, "d": 0}),
        (
            (("a", "b"), ("c",), ("d",)),
            {"a": Fraction(17, 2), "b": Fraction(17, 2), "c": 5, "d": 0},
        ),
        ((("a", "b", "c"), ("d",)), dict.fromkeys("abc", Fraction(22, 3)) | {"d": 0}),
        ((("a", "b", "c", "d"),), dict.fromkeys("abcd", Fraction(22, 4))),
        ((("a",), ("b", "c", "d")), {"a": 10} | dict.fromkeys("bcd", Fraction(4))),
        ((("a",), ("b",), ("c", "d")), {"a": 10, "b": 7} | dict.fromkeys("cd", Fraction(5, 2))),
    ],
)
def test_points_of_level_players_are_pooled_and_shared_exactly(
    places: tuple[tuple[str, ...], ...], expected: dict[str, Fraction]
) -> None:
    given = points(places, (10, 7, 5))
    assert given == expected
    assert sum(given.values()) == 22


@clause("canberra-blackjack 19.3(a)(xi)(B)", "canberra-blackjack 19.3(a)(ii)(D)")
def test_points_of_several_sessions_add_up_without_rounding() -> None:
    """Thirds three times are a whole: ann and bob are level on 22, cy is a third behind."""
    third = points((("ann", "x", "y"),), (10, 7, 5))
    total = added([third, third, third, {"bob": Fraction(22), "cy": Fraction(65, 3)}])
    assert by_value({name: total[name] for name in ("ann", "bob", "cy")}) == (
        ("ann", "bob"),
        ("cy",),
    )


def test_ties_among_strangers_stay() -> None:
    places = (("a", "b", "c"), ("d", "e"))
    assert resolved(places, ("c", "a")) == (("c",), ("a",), ("b",), ("d", "e"))
    with pytest.raises(Malformed):
        place_of(places, "z")
