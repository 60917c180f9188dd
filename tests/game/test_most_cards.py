"""The most cards a hand may have: it is closed by that clause where nothing else closes it."""

from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.game import commands as c
from bythebook.game import play, start
from bythebook.game.events import HandClosed
from bythebook.rulebooks import load_game
from bythebook.rulebooks.chapters.game import BlackjackGame
from tests.clauses import clause


@clause("crown-blackjack 13.4.3(a)")
def test_five_cards_are_the_most_also_where_they_do_not_win_by_themselves() -> None:
    game = load_game("crown-blackjack/blackjack-plus", 6)
    assert isinstance(game.rules, BlackjackGame)
    at_once = replace(game.rules.at_once, five_cards=None)
    game = replace(game, rules=replace(game.rules, at_once=at_once))
    state, _ = play(game, start(game), c.PlaceWager(1, "ann", 1000))
    state, _ = play(game, state, c.CloseBetting())
    for word in ("2C", "7D", "2D"):
        state, _ = play(game, state, c.Deal(parse_card(word)))
    for word in ("2H", "2S"):
        state, _ = play(game, state, c.Hit(1))
        state, _ = play(game, state, c.Deal(parse_card(word)))
        assert not state.hand(1, 1).done  # of three and of four cards: ann may go on
    state, _ = play(game, state, c.Hit(1))
    state, events = play(game, state, c.Deal(parse_card("3C")))
    assert state.hand(1, 1).done
    closed = [event.clause for event in events if isinstance(event, HandClosed)]
    assert closed == ["13.4.3(a)"]
