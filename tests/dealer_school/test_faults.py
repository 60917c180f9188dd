"""What is wrong with a lesson is told all at once, each fault with its line."""

import pytest

from bythebook.dealer_school.lesson import read_lesson
from bythebook.dealer_school.shift import begin
from bythebook.errors import Malformed

GOOD = """\
title = "A lesson"
book = "crown-blackjack"
teaches = ["17.2"]
says = "About it."
table = "shoe"

[[players]]
name = "Ann"
box = 1
wagers = { main = "25" }

[[planted]]
at = "card 2"
says = "It lies face up."
wants = [{ order = { type = "face-up", card = "next" }, clause = "17.2" }]
"""


def test_a_good_one_is_read() -> None:
    assert begin(read_lesson(GOOD), "mia", 0).table.players.keys() == {"Ann"}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('["17.2"]\nsays', '["99.9"]\nsays', "line 3: teaches: crown-blackjack has no clause"),
        ("crown-blackjack", "no-such-book", "line 2: book"),
        ("box = 1", 'box = "one"', "line 9: players[0].box"),
        ('main = "25"', 'main = "lots"', "line 10: players[0].wagers"),
        ("card 2", "teatime", "line 13: planted[0].at: start, wagers"),
        ("face-up", "no-order", "line 15: planted[0].wants[0]"),
        ('"next"', '"1Z"', "line 15: planted[0].wants[0]"),
        ('"17.2" }]', '"0.0" }]', "line 15: planted[0].wants[0]: crown-blackjack has no clause"),
        ('says = "About it."', 'sais = "About it."', "unknown field `sais`"),
        ("wants = ", "round = 3\nwants = ", "line 15: planted[0].round: the lesson has 1 rounds"),
    ],
)
def test_each_fault_has_its_line(old: str, new: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(Malformed) as caught:
        read_lesson(GOOD.replace(old, new, 1))
    assert says in caught.value.reason


def test_all_of_them_are_told() -> None:
    text = GOOD.replace('["17.2"]', '["9.9.9"]', 1).replace("card 2", "tea").replace("Ann", "A b")
    with pytest.raises(Malformed) as caught:
        read_lesson(text)
    assert [one.split(":")[0] for one in caught.value.reason.split("; ")] == [
        "line 3", "line 8", "line 13",
    ]  # fmt: skip


def test_a_table_that_cannot_be_opened_is_said() -> None:
    with pytest.raises(Malformed, match="no table is called"):
        begin(read_lesson(GOOD.replace('"shoe"', '"none"')), "mia", 0)
