"""A round that begins at another box than the lowest: in tournaments the marker says where."""

import pytest

from bythebook.cards import format_cards
from bythebook.errors import Malformed, Refused
from bythebook.records import parse_record, print_record, settle
from tests.clauses import clause

ROUND = """
game = "tasmania-blackjack/blackjack"
decks = 6
first = 4
wagers = ["1 ann 10", "4 bob 10", "6 cal 10"]
cards = "TS 9D KC 8D TH 7C 9H KD TD"
play = ["4 stand", "6 hit", "1 stand"]
"""


@clause("tasmania-blackjack 22.7")
def test_dealing_and_deciding_go_round_from_the_first_box() -> None:
    """Bob 20 behind the marker, then Cal 16 who hits 26, then Ann 19 who stands; the dealer 18."""
    settled = settle(parse_record(ROUND))
    boxes = {box.number: box.hands[0] for box in settled.replay.state.boxes}
    assert format_cards(boxes[4].cards) == "TS TH"
    assert format_cards(boxes[6].cards) == "9D 7C KD"
    assert format_cards(boxes[1].cards) == "KC 9H"
    assert settled.replay.state.net == {"bob": 1000, "cal": -1000, "ann": 1000}


def test_it_is_read_and_printed_again() -> None:
    record = parse_record(ROUND)
    assert record.first == 4
    assert parse_record(print_record(record)) == record


@pytest.mark.parametrize("word", ["0", "-1", "1.5", '"four"', "true"])
def test_what_is_no_box_is_malformed(word: str) -> None:
    with pytest.raises(Malformed, match="first"):
        parse_record(ROUND.replace("first = 4", f"first = {word}"))


def test_a_box_that_the_layout_does_not_have_is_refused() -> None:
    with pytest.raises(Refused):
        settle(parse_record(ROUND.replace("first = 4", "first = 8")))
    assert parse_record(ROUND.replace("first = 4", "first = 7")).first == 7
