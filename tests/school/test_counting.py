"""Counting drills against counts made by hand, and index plays against published ones."""

from fractions import Fraction

import pytest

from bythebook.cards import parse_cards
from bythebook.errors import Malformed
from bythebook.odds.simulate.systems import SYSTEMS, read_count, read_spread
from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.school.counting import Counted, Turn, after, all_turns, counted, played

FLAT = read_spread("1:1,2:4")
PACK = tuple(find_book("crown-blackjack").game("blackjack", 4).rules.pack.cards(1))


def test_a_hand_made_count() -> None:
    """Six low cards and two high ones of a pack: four up, on forty-four cards left."""
    seen = tuple(parse_cards("2C 3C 4C 5C 6C 2D KC AC"))
    shoe = seen + tuple(card for card in PACK if card not in seen)
    told = after(read_count("hi-lo"), shoe, 8, FLAT)
    assert told.running == 4
    assert told.unseen == 44
    assert told.true == 4  # 4 * 52 / 44 = 4.7
    assert told.units == 4
    halves = after(read_count("halves"), shoe, 8, FLAT)  # .5 1 1 1.5 1 .5 -1 -1
    assert halves.running == Fraction(7, 2)


def test_a_true_count_is_rounded_down_below_nought_too() -> None:
    seen = tuple(parse_cards("KC"))
    shoe = seen + tuple(card for card in PACK if card not in seen)
    told = after(read_count("hi-lo"), shoe, 1, FLAT)
    assert told.running == -1
    assert (told.true, told.units) == (-2, 1)  # -1.02


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_ends_at_nought_when_all_but_nothing_is_seen(system: str) -> None:
    """A pack without tens does not balance: it begins where that says, and ends all the same."""
    for game in ("blackjack", "federal-pontoon"):
        rules = find_book("tasmania-blackjack").game(game).rules
        shoe = tuple(rules.pack.cards(4))
        count = read_count(system)
        told = after(count, shoe, len(shoe) - 1, FLAT)
        assert told.running == -count.tag(shoe[-1])


def test_there_is_something_seen_and_something_left() -> None:
    for seen in (0, 52):
        with pytest.raises(Malformed, match="from 1 to 51"):
            after(read_count("zen"), PACK, seen, FLAT)


def test_what_is_kept_of_answers() -> None:
    told = after(read_count("hi-lo"), tuple(PACK), 20, FLAT)
    right = counted(
        Counted(), told, running=told.running, true=told.true, units=told.units, cards=20,
        seconds=10,
    )  # fmt: skip
    assert right == Counted(
        asked=1, running_right=1, true_right=1, bets_right=1, cards=20, seconds=10, fastest=120
    )
    wrong = counted(
        right, told, running=told.running + 2, true=99, units=told.units, cards=20, seconds=5
    )
    assert (wrong.asked, wrong.running_right, wrong.off, wrong.fastest) == (2, 1, 8, 120)
    assert played(played(wrong, True), False).plays_right == 1


def test_index_plays_turn_where_they_are_published() -> None:
    """The best known of them (Schlesinger's eighteen), of six decks; within one, as ever."""
    published = {
        ("insurance", "A"): 3, ("hard 16", "T"): 0, ("hard 15", "T"): 4, ("pair T", "5"): 5,
        ("pair T", "6"): 4, ("hard 10", "T"): 4, ("hard 12", "3"): 2, ("hard 12", "2"): 3,
        ("hard 11", "A"): 1, ("hard 9", "2"): 1, ("hard 10", "A"): 4, ("hard 9", "7"): 3,
        ("hard 16", "9"): 5, ("hard 13", "2"): -1, ("hard 12", "4"): 0, ("hard 12", "5"): -2,
        ("hard 12", "6"): -1, ("hard 13", "3"): -2,
    }  # fmt: skip
    turns = all_turns()["reference-blackjack/blackjack"]["hi-lo"]
    known = {(turn.row, turn.up): turn.at for turn in turns}
    assert all(abs(known[place] - at) <= 1 for place, at in published.items())
    turn = Turn("hard 16", "T", "hit", "stand", 0)
    assert [turn.right(count) for count in (-1, 0, 1)] == ["hit", "stand", "stand"]


def test_every_game_with_decisions_has_index_plays() -> None:
    deciding = {
        f"{book}/{name}"
        for book in built_in_books()
        for name in find_book(book).games
        if isinstance(find_book(book).game(name).rules, BlackjackGame)
    }
    assert set(all_turns()) == deciding
    for game, by_system in all_turns().items():
        assert set(by_system) == set(SYSTEMS), game


def test_each_system_has_indices_of_its_own() -> None:
    """Insurance, as published for shoes: from +3 with tags of one, from +5 with tags of two."""
    game = all_turns()["reference-blackjack/blackjack"]
    at = {name: t.at for name, turns in game.items() for t in turns if t.row == "insurance"}
    assert at == {"hi-lo": 3, "hi-opt-1": 3, "hi-opt-2": 5, "omega-2": 5, "zen": 5}
    assert len(set(game.values())) == len(SYSTEMS)
