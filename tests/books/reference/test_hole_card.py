"""The hole card: when it comes, who sees it, what it may and may not change.

Its clauses are proved one by one in `tests/rounds/reference-blackjack-clauses.toml`; here stands
what only the course of a round shows.
"""

import dataclasses
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bythebook import Game, Malformed, load_game, settle
from bythebook.cards import Card, parse_card, parse_cards
from bythebook.game import State, evolve, legal, play, refusal, start
from bythebook.game import commands as c
from bythebook.game import events as e
from bythebook.records.story import explain, tell_settlement
from bythebook.rulebooks import built_in_books, find_book, load_book
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.rulebooks.loader import check_games
from bythebook.rulebooks.show.book import book_page
from bythebook.rulebooks.tables import find_table_rules
from tests.books.canberra.floor import almost_empty
from tests.clauses import clause
from tests.game import brute_force
from tests.game.perft import enumerate_rounds
from tests.table.floor import o

GAME_ID = "reference-blackjack/blackjack"
GAME = load_game(GAME_ID)
EVERY_RANK = [parse_card(f"{rank}S") for rank in "A23456789TJQK"]


def at_table(*boxes: int, game: Game = GAME) -> State:
    state = start(game)
    for box in boxes:
        state, _ = play(game, state, c.PlaceWager(box, f"p{box}", 1000))
    return play(game, state, c.CloseBetting())[0]


def deal(state: State, cards: str, game: Game = GAME) -> tuple[State, list[e.Event]]:
    told: list[e.Event] = []
    for card in parse_cards(cards):
        state, events = play(game, state, c.Deal(card))
        told += events
    return state, told


def kinds(events: list[e.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


Break = Callable[[str], str]


def instead(old: str, new: str) -> Break:
    def changed(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return changed


# The deal


@clause(
    "reference-blackjack 3.2",
    "reference-blackjack 4.1",
    "reference-blackjack 4.2",
    "reference-blackjack 4.3",
    "reference-blackjack 4.4",
)
def test_the_order_of_the_deal_and_its_clauses() -> None:
    state, events = deal(at_table(1, 4), "2C 3C 4C 5C 6C 7C")
    dealt = [event for event in events if isinstance(event, e.CardDealt)]
    assert [(d.box, str(d.card), d.clause, d.hidden) for d in dealt] == [
        (1, "2C", "4.1", False),
        (4, "3C", "4.1", False),
        (e.DEALER, "4C", "4.2", False),
        (1, "5C", "4.3", False),
        (4, "6C", "4.3", False),
        (e.DEALER, "7C", "4.4", True),
    ]
    late = refusal(GAME, state, c.PlaceWager(2, "cal", 1000))
    assert late is not None
    assert late.clause == "3.2"


@clause("reference-blackjack 4.4", "reference-blackjack 10.1")
def test_the_hole_card_is_kept_apart_until_it_is_turned_up() -> None:
    state, events = deal(at_table(1), "TC 4D 9H 7S")
    hidden = events[-3]
    assert isinstance(hidden, e.CardDealt)
    assert (hidden.total, hidden.soft) == (4, False)  # as before: nobody has seen it
    assert (state.dealer, state.dealer_total) == (parse_cards("4D"), 4)
    assert state.hole == parse_card("7S")
    state, events = play(GAME, state, c.Stand(1))
    turned = events[kinds(events).index("HoleCardTurned")]
    assert turned == e.HoleCardTurned(parse_card("7S"), 11, False, "10.1")
    assert kinds(events)[:3] == ["HandStood", "PlayersDone", "HoleCardTurned"]
    assert (state.dealer, state.dealer_total, state.hole) == (parse_cards("4D 7S"), 11, None)
    state, _ = deal(state, "8C")
    assert (state.phase, state.net) == ("over", {"p1": 0})  # 19 against 19


# What the hole card may change


def variants(cards: str, holes: list[Card], game: Game = GAME) -> dict[str, State]:
    """The round after the deal, for one box, with each of these cards face down."""
    return {str(hole): deal(at_table(1, game=game), f"{cards} {hole}", game)[0] for hole in holes}


def same_but_for_the_hole(states: dict[str, State]) -> bool:
    return len({repr(replace(state, hole=None)) for state in states.values()}) == 1


@clause("reference-blackjack 4.4", "reference-blackjack 5.1", "reference-blackjack 9.1")
@pytest.mark.parametrize("cards", ["TC AD 6H", "AC AD KH", "8C AD 8H"])
def test_the_offers_do_not_depend_on_it(cards: str) -> None:
    game = load_game(GAME_ID, options={"surrender": "late"})
    states = variants(cards, EVERY_RANK, game)
    assert same_but_for_the_hole(states)
    assert len({repr(legal(game, state)) for state in states.values()}) == 1
    assert {state.phase for state in states.values()} == {"offers"}


@clause("reference-blackjack 4.4", "reference-blackjack 4.5")
@pytest.mark.parametrize(
    ("cards", "holes"),
    [
        ("8C AD 8H", "A23456789"),  # looked at, no blackjack
        ("8C KD 8H", "23456789TJQK"),
        ("8C 9D 8H", "A23456789TJQK"),  # not looked at
        ("8C 2D 8H", "A23456789TJQK"),
    ],
)
def test_neither_do_the_turns(cards: str, holes: str) -> None:
    """Insured, split, doubled and drawn to: the same round whatever lies face down."""
    states = variants(cards, [parse_card(f"{rank}S") for rank in holes])
    steps: list[c.Command] = [c.Split(1), c.Deal(parse_card("3C")), c.Double(1)]
    steps += [c.Deal(parse_card("5D")), c.Deal(parse_card("2H")), c.Hit(1)]
    if cards[3] == "A":
        steps = [c.Insure(1, 500), c.Proceed(), *steps]
    for step in steps:
        states = {hole: play(GAME, state, step)[0] for hole, state in states.items()}
        assert same_but_for_the_hole(states)
        assert len({repr(legal(GAME, state)) for state in states.values()}) == 1


@clause("reference-blackjack 4.5")
@pytest.mark.parametrize("up", EVERY_RANK, ids=str)
def test_a_blackjack_and_nothing_else_ends_the_round_before_the_turns(up: Card) -> None:
    for hole in EVERY_RANK:
        state, events = deal(at_table(1), f"TC {up} 7H {hole}")
        if state.phase == "offers":
            state, more = play(GAME, state, c.Proceed())
            events += more
        blackjack = {up.value, hole.value} == {10, 11}
        assert state.phase == ("over" if blackjack else "turns"), hole
        peeks = [event for event in events if isinstance(event, e.HoleCardPeeked)]
        wanted = [e.HoleCardPeeked(blackjack, "4.5")] if up.value >= 10 else []
        assert peeks == wanted, hole


@clause("reference-blackjack 4.5", "reference-blackjack 4.6", "reference-blackjack 5.3")
def test_how_a_blackjack_ends_the_round() -> None:
    state, _ = deal(at_table(1), "TC AD 9H KS")
    state, _ = play(GAME, state, c.Insure(1, 500))
    _, events = play(GAME, state, c.Proceed())
    told = [(type(event).__name__, getattr(event, "clause", "")) for event in events]
    assert told == [
        ("HoleCardPeeked", "4.5"),
        ("HoleCardTurned", "4.5"),
        ("Settled", "5.3"),
        ("PlayersDone", "4.5"),
        ("DealerStood", "10.1"),
        ("Settled", "11.5"),
        ("RoundEnded", "3.3"),
    ]


@clause("reference-blackjack 5.4", "reference-blackjack 5.9")
def test_what_waited_is_settled_when_the_dealer_has_looked() -> None:
    state, _ = deal(at_table(1, 2), "TC AC AD 9H KH 8S")
    state, _ = play(GAME, state, c.Insure(1, 500))
    state, events = play(GAME, state, c.Proceed())
    assert kinds(events) == ["HoleCardPeeked", "Settled", "Settled", "PlayBegan", "TurnCame"]
    assert [(row.wager, row.result, row.stage) for row in state.rows] == [
        ("insurance", "loses", "interim"),
        ("main", "wins", "interim"),
    ]


@clause("reference-blackjack 10.3")
def test_the_dealer_turns_it_up_also_when_nothing_depends_on_it() -> None:
    state, _ = deal(at_table(1), "TC 6D 6H 5S")
    state, _ = play(GAME, state, c.Hit(1))
    state, events = deal(state, "KD")
    assert kinds(events)[-4:] == ["PlayersDone", "HoleCardTurned", "DealerStood", "RoundEnded"]
    assert [event.clause for event in events if isinstance(event, e.DealerStood)] == ["10.3"]
    assert (state.dealer_total, state.hole) == (11, None)


def test_the_events_alone_give_the_same_round() -> None:
    record = """
        game = "reference-blackjack/blackjack"
        wagers = ["1 ann 10"]
        cards = "8C AD 8H 6S 3C TD 9H"
        play = ["1 insure", "1 split", "1 double", "1 stand"]
    """
    replayed = settle(record).replay
    state = start(GAME)
    for event in replayed.events:
        state = evolve(state, event)
    assert state == replayed.state
    assert state.dealer == parse_cards("AD 6S")


# How it is told


def test_nobody_is_told_what_it_is_before_it_is_turned_up() -> None:
    record = """
        game = "reference-blackjack/blackjack"
        decks = 1
        wagers = ["1 ann 10"]
        cards = "8C AD 7H 6S 4C"
        play = ["1 hit", "1 stand"]
    """
    settled = settle(record)
    story = explain(settled)
    before, _, after = story.partition("turned up by the dealer")
    assert before.count("6S") == 1  # in that very line
    assert "A card face down to the dealer [4.4]" in before
    assert "no blackjack [4.5]" in before
    assert after.startswith(": soft 17 [10.1]")
    assert "1 deck)" in tell_settlement(settled)


def test_a_void_round_says_that_it_was_never_turned_up() -> None:
    record = """
        game = "reference-blackjack/blackjack"
        wagers = ["1 ann 10"]
        cards = "8C 9D 7H 6S"
        play = ["! void 13.1"]
    """
    settled = settle(record)
    assert "9D (6S face down)" in tell_settlement(settled)
    assert settled.to_json()["dealer"]["cards"] == ["9D"]
    assert settled.to_json()["dealer"]["hole"] == "6S"


# The options, beside a separate program

PLAIN = brute_force.GAMES[GAME_ID]
VARIANTS = [
    ("dealer", "hits-soft-17", dataclasses.replace(PLAIN, hits_soft_17=True), "AS 6D 5C TD 2H 9S"),
    ("hands", "2", dataclasses.replace(PLAIN, max_hands=2), "8C 8H 8D KD 3C 5S"),
    ("hands", "3", dataclasses.replace(PLAIN, max_hands=3), "8C 8H 8D 8S KD 3C"),
    ("resplit-aces", "yes", dataclasses.replace(PLAIN, aces_split_again=True), "AS AD AH KC 6C 9D"),
    (
        "double",
        "hard-9-to-11",
        dataclasses.replace(PLAIN, doubles_on="hard 9 to 11"),
        "AS 4D 5C 6H TS 8D",
    ),
    (
        "double-after-split",
        "no",
        dataclasses.replace(PLAIN, doubles_after_split=False),
        "8C 8H 3D TS 6C 2D",
    ),
    (
        "surrender",
        "late",
        dataclasses.replace(PLAIN, surrender_against="A23456789TJQK"),
        "AS KD 6C 9H 5D TC",
    ),
    (
        "blackjack-pays",
        "6 to 5",
        dataclasses.replace(PLAIN, blackjack_pays=(6, 5)),
        "AS KD AC TH 9S 5C",
    ),
]


@clause(
    "reference-blackjack 5.8",
    "reference-blackjack 7.2",
    "reference-blackjack 7.5",
    "reference-blackjack 8.2",
    "reference-blackjack 8.6",
    "reference-blackjack 9.1",
    "reference-blackjack 10.2",
)
@pytest.mark.parametrize(
    ("option", "value", "rules", "stock"), VARIANTS, ids=[f"{v[0]} {v[1]}" for v in VARIANTS]
)
def test_every_option_is_what_a_separate_program_takes_it_for(
    option: str, value: str, rules: brute_force.Game, stock: str
) -> None:
    """Every round that the stock can give: the two agree, and the option makes a difference."""
    found = enumerate_rounds(GAME_ID, stock, options={option: value})
    assert tuple(found) == brute_force.enumerate_rounds(GAME_ID, stock, rules=rules)
    assert tuple(found) != brute_force.enumerate_rounds(GAME_ID, stock)


# At a table


def test_a_shuffle_in_mid_round_leaves_it_where_it_lies(tmp_path: Path) -> None:
    """Canberra's tables with a hole card: one that lies face down is not shuffled back in."""
    folder = tmp_path / "mine"
    shutil.copytree(find_book("canberra-blackjack").folder, folder)
    path = folder / "rules.toml"
    hole_card = 'hole_card = { dealt = { clause = "6.2" }, peek = { clause = "8.1" } }'
    changed = instead('draws = { clause = "12.1" }', f'draws = {{ clause = "12.1" }}\n{hole_card}')
    path.write_text(changed(path.read_text(encoding="utf-8")), encoding="utf-8")
    floor, left = almost_empty(5)
    floor.rules = find_table_rules("mine", folder=folder)
    floor.bet("ann", 1, 10)
    floor.call()
    for card in left[:4]:
        floor.ok("dealer", o.Deal(card))
    assert floor.state.round is not None
    assert floor.state.round.hole == left[3]
    floor.hit("ann", 1)
    floor.ok("dealer", o.Deal(left[4]))
    floor.hit("ann", 1)
    floor.ok("dealer", o.Shuffle())
    assert sorted(map(str, floor.state.shoe.out)) == sorted(map(str, left))
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.cards("TD")  # 16 now
    floor.stand("ann", 1)
    floor.cards("TC 7C")  # 2, 2, a ten and a seven
    assert floor.net("ann") == -1000
    assert floor.replayed() == floor.state


# The book


def blackjack_games() -> Iterator[BlackjackGame]:
    for book in map(find_book, built_in_books()):
        for name in book.games:
            rules = book.game(name).rules
            if isinstance(rules, BlackjackGame):
                yield rules


def test_no_approved_game_has_a_hole_card() -> None:
    with_one = [rules.title for rules in blackjack_games() if rules.dealer.hole_card is not None]
    assert with_one == ["Reference Blackjack"]


def test_the_book_says_that_it_is_no_official_one() -> None:
    book = find_book("reference-blackjack")
    assert "unofficial" in book.about.title
    assert book.about.authority == "approved by nobody"
    assert book.readings == {}
    assert "Readings" not in book_page(book)
    check_games(book)


def with_irregularities(more: str) -> Break:
    """The book with a few rules about errors, and these."""
    return instead(
        "[mechanism]",
        f"""
[games.blackjack.irregularities]
face_up = {{ clause = "13.1" }}
in_error = {{ clause = "13.1" }}
burned_in_error = {{ value = "stays-burned", clause = "13.1" }}
extra_exposed = {{ clause = "13.1" }}
extra_unexposed = {{ value = "burned", clause = "13.1" }}
rebuild = {{ clause = "13.1", until = "settlement", decisions = "taken-anew" }}
{more}

[mechanism]""",
    )


NO_FIRST_CARD = """
no_first_card.finish = { clause = "13.1" }
no_first_card.take = { clause = "13.1" }
no_first_card.offers = { clause = "13.1" }
"""
MISSING_CARDS = 'one_card = { clause = "13.1" }\nno_cards = { clause = "13.1" }'


def own_book(folder: Path, changes: Break) -> Path:
    shutil.copytree(find_book("reference-blackjack").folder, folder)
    path = folder / "rules.toml"
    path.write_text(changes(path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("breaks", "place", "words"),
    [
        (
            instead('before = { value = "turns"', 'before = { value = "first-card"'),
            "insurance",
            "before the turns",
        ),
        (
            instead(
                'second = { clause = "4.3" }',
                'second = { clause = "4.3" }\nthird = { clause = "4.3" }',
            ),
            "deal",
            "third circuit",
        ),
        (
            instead("split_aces = { value = false", "split_aces = { value = true"),
            "doubling",
            "one card each",
        ),
        (with_irregularities(NO_FIRST_CARD), "irregularities", "no_first_card"),
    ],
    ids=["insurance", "three circuits", "doubled aces", "missing first card"],
)
def test_what_does_not_go_with_a_hole_card_is_refused(
    breaks: Break, place: str, words: str, tmp_path: Path
) -> None:
    folder = own_book(tmp_path / "mine", breaks)
    with pytest.raises(Malformed) as malformed:
        load_book(folder).game("blackjack")
    assert malformed.value.where == f"mine/rules.toml: games.blackjack.{place}"
    assert words in malformed.value.reason


def test_a_left_out_hole_card_is_put_right_not_played_around(tmp_path: Path) -> None:
    """Where a book plays on without a card of a box, the dealer's hole card must still come."""
    folder = own_book(tmp_path / "mine", with_irregularities(MISSING_CARDS))
    game = load_book(folder).game("blackjack")
    state, _ = deal(at_table(1, game=game), "TC 9D", game)
    assert refusal(game, state, c.MissCard()) is None
    state, _ = deal(state, "7H", game)
    refused = refusal(game, state, c.MissCard())
    assert refused is not None
    assert "the dealer" in refused.reason
    assert state.due == e.Due(e.DEALER, 1, "4.4", hidden=True)
