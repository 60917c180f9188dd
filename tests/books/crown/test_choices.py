"""Crown: what a game is made with when nobody chooses, and which choices a game does not have."""

from typing import Any

import pytest

from bythebook import Malformed, Refused, settle
from bythebook.rulebooks import load_game
from tests.clauses import clause

GAMES = ("blackjack", "crown-blackjack", "free-bet-blackjack", "blackjack-plus")
# Of the readings that concern one variation, the games that have nothing for them to decide.
NOT_ASKED = {
    "blackjack-against-dealer-21": ("stand-off", ("blackjack-plus",)),
    "dealer-blackjack-against-21": ("stand-off", ("blackjack-plus",)),
    "pot-of-gold-against-22": ("stand-off", ("blackjack", "crown-blackjack", "blackjack-plus")),
    "pot-of-gold-tokens": ("each-players", ("blackjack", "crown-blackjack", "blackjack-plus")),
}


@clause(
    "crown-blackjack 3.1", "crown-blackjack 3.1.1", "crown-blackjack 8.5.2(a)",
    "crown-blackjack 14.4.3", "crown-blackjack 12.5.1",
)  # fmt: skip
@pytest.mark.parametrize("name", GAMES)
def test_what_nobody_chooses(name: str) -> None:
    """Six decks in a shoe, no compulsory draw without its sign, the first of two pay tables."""
    game = load_game(f"crown-blackjack/{name}")
    usual = {"decks": "6", "shuffler": "shoe", "forced-draw": "off", "pairs-table": "A"}
    if name == "free-bet-blackjack":
        usual["pot-of-gold-table"] = "1"
    assert {key: game.choices[key] for key in usual} == usual


@clause("crown-blackjack 14.4.3", "crown-blackjack 12.5.1")
@pytest.mark.parametrize(
    ("game", "wager", "cards", "play", "chosen", "paid"),
    [
        # Option A: 25 to 1 for a perfect pair; B: 30 to 1.
        ("blackjack", "perfect-pairs", "KH 7C KH TD", '"1 stand"', "", 12500),
        ("blackjack", "perfect-pairs", "KH 7C KH TD", '"1 stand"', 'pairs-table = "B"', 15000),
        # Three tokens, two of them for doubles: version 1 pays 30 to 1, version 2 pays 25 to 1.
        (
            "free-bet-blackjack", "pot-of-gold", "8C 7D 8H 3C TC 3D TS TD",
            '"1 split", "1 double", "1 double"', "", 15000,
        ),
        (
            "free-bet-blackjack", "pot-of-gold", "8C 7D 8H 3C TC 3D TS TD",
            '"1 split", "1 double", "1 double"', 'pot-of-gold-table = "2"', 12500,
        ),
    ],
)  # fmt: skip
def test_what_the_pay_tables_pay(
    game: str, wager: str, cards: str, play: str, chosen: str, paid: int
) -> None:
    record = f"""
        game = "crown-blackjack/{game}"
        side_wagers = ["{wager}"]
        options = {{ {chosen} }}
        wagers = ["1 p1 10", "1 p1 5 {wager}"]
        cards = "{cards}"
        play = [{play}]
    """
    rows = [row for row in settle(record).rows if row.wager == wager]
    assert [row.paid for row in rows] == [paid]


def answer(name: str, **chosen: Any) -> Exception | None:
    """Why there is no such game, if so."""
    try:
        load_game(f"crown-blackjack/{name}", **chosen)
    except (Refused, Malformed) as error:
        return error
    return None


@clause("crown-blackjack 3.1")
@pytest.mark.parametrize("name", GAMES)
def test_four_six_or_eight_decks(name: str) -> None:
    for decks in range(1, 13):
        said = answer(name, decks=decks)
        if decks in (4, 6, 8):
            assert said is None
        else:
            assert isinstance(said, Refused)
            assert said.clause == "3.1"


@clause("crown-blackjack 12.5.1")
def test_pot_of_gold_has_two_versions_and_only_free_bet_has_them() -> None:
    for version in ("1", "2"):
        load_game("crown-blackjack/free-bet-blackjack", options={"pot-of-gold-table": version})
    for version in ("0", "3"):
        said = answer("free-bet-blackjack", options={"pot-of-gold-table": version})
        assert isinstance(said, Refused)
        assert said.clause == "12.5.1"
    for name in GAMES:
        if name != "free-bet-blackjack":
            with pytest.raises(Malformed, match="has no option 'pot-of-gold-table'"):
                load_game(f"crown-blackjack/{name}", options={"pot-of-gold-table": "1"})


@clause(
    "crown-blackjack 11.3.4(b)", "crown-blackjack 12.4.1", "crown-blackjack 12.4.2",
    "crown-blackjack 13.4.2(a)",
)  # fmt: skip
@pytest.mark.parametrize("reading", NOT_ASKED)
def test_a_reading_is_no_choice_where_it_decides_nothing(reading: str) -> None:
    value, games = NOT_ASKED[reading]
    for name in GAMES:
        if name in games:
            with pytest.raises(Malformed, match=f"has no reading '{reading}'"):
                load_game(f"crown-blackjack/{name}", readings={reading: value})


OF_ITS_OWN = [
    ("blackjack", "perfect-pairs", "KH 7C KH TD", '"1 stand"', 25),
    ("blackjack", "crown-pairs", "KH 7C KH TD", '"1 stand"', 25),
    ("blackjack", "any-pairs", "KH 7C KH TD", '"1 stand"', 11),
    ("free-bet-blackjack", "pot-of-gold", "6C 7D 5H TC TS", '"1 double"', 3),
]


@clause("crown-blackjack 7.2.2")
@pytest.mark.parametrize(("game", "wager", "cards", "play", "odds"), OF_ITS_OWN)
@pytest.mark.parametrize(("cents", "stands"), [(199, False), (200, True)])
def test_a_side_wager_is_void_below_the_minimum_approved_for_it(
    game: str, wager: str, cards: str, play: str, odds: int, cents: int, stands: bool
) -> None:
    """Five dollars for the others, two for this one: found late, a cent less goes back."""
    record = f"""
        game = "crown-blackjack/{game}"
        side_wagers = ["{wager}"]
        options = {{ approved-minimum = "5", approved-minimum-{wager} = "2" }}
        wagers = ["1 p1 10", "1 p1 {cents / 100:.2f} {wager}"]
        cards = "{cards}"
        play = [{play}]
    """
    (row,) = (row for row in settle(record).rows if row.wager == wager)
    if stands:
        assert (row.result, row.paid) == ("wins", odds * cents)
    else:
        assert (row.result, row.paid, row.returned, row.clause) == ("returned", 0, cents, "7.2.2")


@clause("crown-blackjack 7.2.2")
def test_only_free_bet_has_a_minimum_for_pot_of_gold() -> None:
    chosen = {"approved-minimum-pot-of-gold": "2"}
    for name in GAMES:
        said = answer(name, options=chosen)
        assert (said is None) is (name == "free-bet-blackjack"), name
