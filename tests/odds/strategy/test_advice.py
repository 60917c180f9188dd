"""Advice where a record stops: exact values, the engine's own legality, and clear refusals."""

import pytest

from bythebook.errors import Malformed
from bythebook.game import legal
from bythebook.odds import analyse
from bythebook.odds.strategy.advice import Advice, advise
from bythebook.records import parse_record
from bythebook.records.stopped import stopped_at
from bythebook.rulebooks import load_game


def advice_for(game: str, cards: str, *play: str, wagers: str = '"1 ann 25"') -> list[Advice]:
    lines = ", ".join(f'"{line}"' for line in play)
    text = f'game = "{game}"\nwagers = [{wagers}]\ncards = "{cards}"\nplay = [{lines}]\n'
    return advise(*stopped_at(parse_record(text)))


def values(advice: Advice) -> dict[str, float]:
    return {choice.action: choice.value for choice in advice.choices}


def test_sixteen_against_ten_as_published() -> None:
    """Six decks, S17, ten-six against a ten after the peek: -0.5347 to hit, -0.5410 to stand."""
    (advice,) = advice_for("reference-blackjack/blackjack", "TC TD 6H 5S")
    worth = values(advice)
    assert worth["hit"] == pytest.approx(-0.534676, abs=1e-6)
    assert worth["stand"] == pytest.approx(-0.540954, abs=1e-6)
    assert advice.choices[0].action == "hit"
    assert advice.choices[0].best


@pytest.mark.parametrize(
    "game",
    [
        "crown-blackjack/blackjack",
        "crown-blackjack/free-bet-blackjack",
        "canberra-blackjack/blackjack",
        "star-blackjack-challenge/blackjack-challenge",
        "tasmania-blackjack/blackjack",
    ],
)
def test_first_decision_is_worth_what_the_analysis_says(game: str) -> None:
    """With nobody else's cards on the table, both look at the same shoe."""
    cells = {(cell.hand, cell.up): cell for cell in analyse(load_game(game), stake=2500).cells}
    for cards, hand, up in (("9C 6D 7H", ("7", "9"), "6"), ("8C TD 8H", ("8", "8"), "T")):
        (advice,) = advice_for(game, cards)
        cell = cells[hand, up]
        for action, value in cell.values.items():
            assert values(advice)[action] == pytest.approx(value, abs=1e-12), action
        assert advice.choices[0].action == cell.action


def test_other_boxes_cards_are_seen() -> None:
    """With small cards gone more tens are left: better to stand on 16 against a six."""
    plain = values(advice_for("crown-blackjack/blackjack", "TC 6D 6H")[0])
    seen = values(
        advice_for("crown-blackjack/blackjack", "TC 5C 6D 6H 4C", wagers='"1 ann 25", "2 bob 25"')[
            0
        ]
    )
    assert seen["stand"] > plain["stand"]
    assert seen["hit"] < plain["hit"]


def test_what_is_barred_carries_its_clause() -> None:
    (advice,) = advice_for("crown-blackjack/blackjack", "TC 6D 6H")
    barred = {one.action: one.clause for one in advice.barred}
    assert barred["double"] == "8.5.5(a)"
    assert barred["split"] == "8.5.6(a)"


def test_exactly_the_legal_actions_have_a_value() -> None:
    text = 'game = "canberra-blackjack/blackjack"\nwagers = ["1 ann 25"]\ncards = "8C 6D 8H"\n'
    game, state = stopped_at(parse_record(text))
    (advice,) = advise(game, state)
    named = {type(command).__name__.lower() for command in legal(game, state)}
    assert {choice.action for choice in advice.choices} == named - {"declareabsent"}


def test_offers_before_the_turns() -> None:
    """A blackjack against an ace: declining is worth 1.5 unless a ten comes, evens are evens."""
    (advice,) = advice_for("canberra-blackjack/blackjack", "AC AD TH")
    worth = values(advice)
    unseen = 8 * 52 - 3
    assert worth["decline"] == pytest.approx(1.5 * (1 - (8 * 16 - 1) / unseen), abs=1e-12)
    assert worth["even money"] == 1.0
    tens = (8 * 16 - 1) / unseen
    insured = worth["decline"] + tens - 0.5 * (1 - tens)
    assert worth["insure"] == pytest.approx(insured, abs=1e-12)


def test_withdrawing_a_double() -> None:
    (advice,) = advice_for("tasmania-blackjack/federal-pontoon", "6C KD 5H 2S", "1 double")
    worth = values(advice)
    assert worth["withdraw"] == -1.0
    assert advice.choices[0].action == "withdraw"  # thirteen against a king


def test_naming_a_joker() -> None:
    (advice,) = advice_for("tasmania-blackjack/jokers-wild", "JK 6D TH")
    assert advice.choices[0].action == "joker A"
    assert advice.choices[0].value == pytest.approx(1.5)
    assert len(advice.choices) == 10


def test_a_split_hand_knows_its_rights() -> None:
    (advice,) = advice_for("crown-blackjack/blackjack", "8C 6D 8H 3S", "1 split")
    assert advice.hand == 1
    assert advice.choices[0].action == "double"
    (last,) = advice_for(
        "crown-blackjack/blackjack", "8C 6D 8H 8S 8D", "1 split", "1 split"
    )  # three hands are the most
    assert "split" in {one.action for one in last.barred}


@pytest.mark.parametrize(
    ("cards", "says"),
    [("TC 9D", "too few cards"), ("AC 9D TH", "the round is over")],
)
def test_nothing_to_decide(cards: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        advice_for("crown-blackjack/blackjack", cards)


def test_games_without_decisions_are_told_so() -> None:
    with pytest.raises(Malformed):
        advice_for("star-baceball/baceball", "2C 3D 4H 5S 6C 7D")
