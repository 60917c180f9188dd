"""What the operator chooses and how an open clause is read: in which games, and what is usual."""

import pytest

from bythebook.errors import Malformed
from bythebook.rulebooks import find_book
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.rulebooks.loader import load_book
from tests.clauses import clause

BLACKJACK, PONTOON, JOKERS = "blackjack", "federal-pontoon", "jokers-wild"
GAMES = (BLACKJACK, PONTOON, JOKERS)

# A choice, a value of it, and the games whose rules have something to choose there.
OPTIONS = (
    ("shuffler", "device", GAMES),
    ("jokers", "4", (JOKERS,)),  # 23.3: added to the decks of that competition
    ("supernova-stake", "2", (BLACKJACK, PONTOON)),  # 24.5.1: a Blackjack or Pontoon box wager
    ("mystery-seed", "100", (BLACKJACK, PONTOON)),
)
READINGS = (
    ("dealer-blackjack-after-bust", "original-covers-busts", GAMES),
    ("ten-shown", "ten-only", (BLACKJACK, JOKERS)),  # a Pontoon never waits: 21.3.1
    ("declined-split", "first-pair-only", GAMES),
    ("super-bonus-after-split", "never", (PONTOON,)),
    ("mystery-wager-win", "winnings-and-value", (JOKERS,)),
    ("void-round-stakes", "everything-undone", GAMES),
    ("busted-double-against-dealer-blackjack", "returned", (PONTOON,)),
    ("mystery-share", "per-box", (BLACKJACK, PONTOON)),
    ("super-bonus-small-wager", "nothing", (PONTOON,)),
    ("supernova-after-failure", "others-settled", (BLACKJACK, PONTOON)),
)


@clause(
    "tasmania-blackjack 5.5",
    "tasmania-blackjack 12.1(a)",
    "tasmania-blackjack 14.5",
    "tasmania-blackjack 14.8:busted",
    "tasmania-blackjack 19.11(a)",
    "tasmania-blackjack 21.4.2:fifty-dollar-bonus",
    "tasmania-blackjack 21.5.3",
    "tasmania-blackjack 21.6",
    "tasmania-blackjack 23.3",
    "tasmania-blackjack 23.11",
    "tasmania-blackjack 24.3",
    "tasmania-blackjack 24.5.6",
    "tasmania-blackjack 24.6:levels",
    "tasmania-blackjack 24.9.2",
)
@pytest.mark.parametrize("game", GAMES)
def test_a_choice_is_for_the_games_that_it_is_about(game: str) -> None:
    book = find_book("tasmania-blackjack")
    for name, value, games in OPTIONS:
        if game in games:
            assert book.game(game, None, {name: value}).choices[name] == value
        else:
            with pytest.raises(Malformed, match="has no option"):
                book.game(game, None, {name: value})
    for name, value, games in READINGS:
        if game in games:
            assert book.game(game, None, {}, {name: value}).choices[name] == value
        else:
            with pytest.raises(Malformed):
                book.game(game, None, {}, {name: value})


@clause(
    "tasmania-blackjack 4.1",
    "tasmania-blackjack 5.5",
    "tasmania-blackjack 21.1",
    "tasmania-blackjack 23.3",
    "tasmania-blackjack 24.6:levels",
)
def test_what_is_played_where_nobody_chooses() -> None:
    """Six decks from an ordinary shoe: 312 cards, of Pontoon 288, and eight jokers among them."""
    book = find_book("tasmania-blackjack")
    for name, cards in ((BLACKJACK, 312), (PONTOON, 288), (JOKERS, 320)):
        game = book.game(name)
        assert (game.decks, game.choices["shuffler"]) == (6, "shoe")
        assert len(game.rules.pack.cards(game.decks)) == cards
    mystery = book.game(BLACKJACK).rules.side_wagers["supernova"].mystery
    assert mystery is not None
    assert mystery.reset_dollars == 0


@clause("tasmania-blackjack 21:intro", "tasmania-blackjack 22.1")
@pytest.mark.parametrize(
    ("name", "soft_17", "players"), [(PONTOON, "hits", 3), (JOKERS, "stands", 1)]
)
def test_the_rules_of_blackjack_apply_but_for_what_is_its_own(
    name: str, soft_17: str, players: int
) -> None:
    """Three hands on an area, chips paid up to the next one; the dealer and the box differ."""
    book = load_book(find_book("tasmania-blackjack").folder)
    plain, own = book.game(BLACKJACK).rules, book.game(name).rules
    assert isinstance(plain, BlackjackGame)
    assert isinstance(own, BlackjackGame)
    assert own.splitting == plain.splitting
    assert (own.splitting.hands.value, own.payment.value) == (3, "next-chip")
    assert (own.dealer.soft_17.value, own.wagering.players_per_box.value) == (soft_17, players)
