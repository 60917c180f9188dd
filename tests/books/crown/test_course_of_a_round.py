"""Crown's four games: what only the order of events, or many rounds at once, can show."""

from functools import reduce
from itertools import product

import msgspec
import pytest

from bythebook import Refused, Settlement, settle
from bythebook.cards import Card, format_cards, parse_card
from bythebook.game import State, Table, evolve, legal, play, refusal, start
from bythebook.game import commands as c
from bythebook.game.decisions import cannot_double
from bythebook.game.events import (
    DEALER,
    BettingClosed,
    CardCalled,
    CardDealt,
    DealerStood,
    Event,
    HandHit,
    InsurancePlaced,
    OffersOpened,
    PlayBegan,
    RoundEnded,
    Settled,
    TurnCame,
    WagerPlaced,
)
from bythebook.game.state import chips_on_layout
from bythebook.rulebooks import load_game
from bythebook.rulebooks.chapters.game import BlackjackGame, Game
from tests.clauses import clause
from tests.records.cases import load_cases

BLACKJACK = "crown-blackjack/blackjack"
CROWN = "crown-blackjack/crown-blackjack"
FREE_BET = "crown-blackjack/free-bet-blackjack"
PLUS = "crown-blackjack/blackjack-plus"
GAMES = (BLACKJACK, CROWN, FREE_BET, PLUS)


def played(
    game: str, wagers: list[str], cards: str, decisions: list[str], more: str = ""
) -> Settlement:
    """A record of these lines, settled."""
    return settle(
        f'game = "{game}"\ndecks = 6\n{more}\n'
        f'wagers = {wagers}\ncards = "{cards}"\nplay = {decisions}\n'
    )


def opened(game: Game, boxes: list[int], cards: str) -> State:
    """A round with 50 on each box and these cards dealt, waiting for whoever is next."""
    state = start(game, Table())
    for box in boxes:
        state, _ = play(game, state, c.PlaceWager(box, f"p{box}", 5000))
    state, _ = play(game, state, c.CloseBetting())
    for word in cards.split():
        state, _ = play(game, state, c.Deal(parse_card(word)))
    return state


def first(events: list[Event], kind: type[Event]) -> int:
    return next(i for i, event in enumerate(events) if isinstance(event, kind))


def dealt(events: list[Event]) -> list[CardDealt]:
    return [event for event in events if isinstance(event, CardDealt)]


# Closing the betting, and the deal


@clause("crown-blackjack 6.1.1", "crown-blackjack 6.1.2", "crown-blackjack 6.4")
@pytest.mark.parametrize("name", GAMES)
def test_no_wager_is_placed_after_the_call_nor_after_the_first_card(name: str) -> None:
    game = load_game(name, 6)
    late = c.PlaceWager(2, "p2", 5000)
    more = c.PlaceWager(1, "p1", 1000)
    state, _ = play(game, start(game), c.PlaceWager(1, "p1", 5000))
    assert refusal(game, state, late) is None
    state, _ = play(game, state, c.CloseBetting())
    refused = refusal(game, state, late)
    assert refused is not None
    assert refused.clause == "6.1.1"
    for word in ("TC", "7D", "9C"):
        state, _ = play(game, state, c.Deal(parse_card(word)))
        assert refusal(game, state, late) is not None
        assert refusal(game, state, more) is not None
    assert chips_on_layout(state) == 5000


@clause("crown-blackjack 6.1", "crown-blackjack 8.3.1(a)", "crown-blackjack 1.1:blackjack-wager")
def test_every_main_wager_lies_there_before_the_call_and_the_call_comes_before_the_cards() -> None:
    events = played(
        BLACKJACK, ["1 p1 50", "3 p3 20"], "TC 9C 7D 9H 9S TD", ["1 stand", "3 stand"]
    ).events
    closing = first(events, BettingClosed)
    placed = [i for i, event in enumerate(events) if isinstance(event, WagerPlaced)]
    assert placed == [0, 1]
    assert max(placed) < closing < first(events, CardDealt)


@clause("crown-blackjack 6.6.1(a)", "crown-blackjack 6.6.1(b)", "crown-blackjack 6.6.1(c)")
def test_the_call_fixes_who_decides_and_the_line_behind() -> None:
    wagers = ["1 p2 10", "2 p1 20", "1 p1 500", "1 p3 30", "2 p3 5"]
    settled = played(BLACKJACK, wagers, "TC 9C 7D 9H 9S TD", ["1 stand", "2 stand"])
    closed = next(event for event in settled.events if isinstance(event, BettingClosed))
    lines = {control.box: control.players for control in closed.orders}
    assert lines == {1: ("p2", "p1", "p3"), 2: ("p1", "p3")}
    turns = [event.player for event in settled.events if isinstance(event, TurnCame)]
    assert turns == ["p2", "p1"]


@clause("crown-blackjack 6.6.1(a)", "crown-blackjack 8.3.1(a)")
def test_nobody_decides_where_the_wager_went_back_before_the_call() -> None:
    game = load_game(BLACKJACK, 6)
    state = start(game, Table())
    for box in (1, 2):
        state, _ = play(game, state, c.PlaceWager(box, f"p{box}", 5000))
    state, _ = play(game, state, c.ReturnWagers("6.1", "p2", 2))
    state, _ = play(game, state, c.CloseBetting())
    assert [box.number for box in state.boxes] == [1]
    state, _ = play(game, state, c.Deal(parse_card("TC")))
    assert state.due is not None
    assert state.due.box == DEALER


@clause("crown-blackjack 8.3.1(b)", "crown-blackjack 8.3.1(c)", "crown-blackjack 8.3.1(d)")
@pytest.mark.parametrize("name", GAMES)
def test_one_card_a_box_from_the_left_then_the_dealers_then_a_second_round(name: str) -> None:
    wagers = ["5 p5 50", "2 p2 50", "7 p7 50"]
    settled = played(name, wagers, "2C 5C 7C 6D TC TH TS TD 5D", ["2 stand", "5 stand", "7 stand"])
    initial = dealt(settled.events)[:7]
    assert [(event.box, str(event.card)) for event in initial] == [
        (2, "2C"), (5, "5C"), (7, "7C"), (DEALER, "6D"), (2, "TC"), (5, "TH"), (7, "TS"),
    ]  # fmt: skip
    assert [event.clause for event in initial] == [*["8.3.1(b)"] * 3, "8.3.1(c)", *["8.3.1(d)"] * 3]


@clause("crown-blackjack 8.1", "crown-blackjack 8.1.1")
@pytest.mark.parametrize("name", GAMES)
def test_every_card_comes_openly_out_of_the_shoe_in_its_order(name: str) -> None:
    shoe = "8C 6D 8D 3C TC TH TS 9D"
    settled = played(name, ["1 p1 50"], shoe, ["1 split", "1 double", "1 stand"])
    seen = [str(event.card) for event in dealt(settled.events)]
    left = format_cards(settled.replay.unused).split()
    assert [*seen, *left] == shoe.split()
    assert settled.replay.state.dealer == tuple(map(parse_card, seen[1:2] + seen[6:]))


@clause("crown-blackjack 8.3.1(c)", "crown-blackjack 8.1.1")
def test_players_decide_on_one_open_card_of_the_dealer() -> None:
    game = load_game(BLACKJACK, 6)
    state = opened(game, [1], "TC 7D 6C")
    assert (len(state.dealer), state.due) == (1, None)
    assert c.Stand(1, "p1") in legal(game, state)


# Between the deals


@clause("crown-blackjack 14.4.1", "crown-blackjack 15.4.1", "crown-blackjack 16.5.1")
@pytest.mark.parametrize("name", GAMES)
def test_pairs_wagers_won_and_lost_are_settled_before_a_blackjack_is_paid(name: str) -> None:
    pairs = ["perfect-pairs", "crown-pairs", "any-pairs"]
    wagers = ["1 p1 50", "2 p2 50", *(f"{box} p{box} 5 {pair}" for box in (1, 2) for pair in pairs)]
    settled = played(name, wagers, "AC 9C 7D KC 9C TD", ["2 stand"], f"side_wagers = {pairs}")
    rows = [(row.wager, row.box, row.stage) for row in settled.rows]
    assert sorted(rows[:6]) == sorted((pair, box, "interim") for box in (1, 2) for pair in pairs)
    assert rows[6] == ("main", 1, "interim")
    assert rows[7] == ("main", 2, "final")


@clause("crown-blackjack 8.4.1(a)", "crown-blackjack 13.4.2(a)")
@pytest.mark.parametrize("name", GAMES)
def test_a_blackjack_paid_at_once_is_paid_before_anybody_gets_a_third_card(name: str) -> None:
    settled = played(name, ["1 p1 50", "2 p2 50"], "TC AC 7D 6C KC 5C TD", ["1 hit"])
    paid = first(settled.events, Settled)
    assert paid < first(settled.events, PlayBegan) < first(settled.events, HandHit)
    assert settled.rows[0].box == 2


@clause("crown-blackjack 6.2.2", "crown-blackjack 8.3.2", "crown-blackjack 8.3.2(a)")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("shown", "A23456789TJQK")
def test_insurance_is_offered_against_an_ace_alone_and_before_the_subsequent_deal(
    name: str, shown: str
) -> None:
    game = load_game(name, 6)
    state = opened(game, [1, 2], f"TC 9H {shown}D 6C 9S")
    asked = [command for command in legal(game, state) if isinstance(command, c.Insure)]
    assert bool(asked) is (shown == "A")
    if shown == "A":
        assert {command.player for command in asked} == {"p1", "p2"}
        assert {command.amount for command in asked} == {2500}
        state, _ = play(game, state, c.Proceed())
        assert not any(isinstance(command, c.Insure) for command in legal(game, state))


@clause("crown-blackjack 8.5.7(b)")
def test_lost_insurance_is_collected_on_the_dealers_second_card() -> None:
    settled = played(BLACKJACK, ["1 p1 50"], "TC AD 9C 2D 3D KD 5D", ["1 insure 25", "1 stand"])
    events = settled.events
    assert isinstance(events[first(events, OffersOpened) + 1], InsurancePlaced)
    second = next(
        i for i, e in enumerate(events) if isinstance(e, CardDealt) and str(e.card) == "2D"
    )
    collected = events[second + 1]
    assert isinstance(collected, Settled)
    assert (collected.wager, collected.result, collected.returned) == ("insurance", "loses", 0)
    assert settled.replay.state.dealer_total == 21


# The players' turns


@clause("crown-blackjack 8.5.1", "crown-blackjack 6.6")
def test_turns_go_from_the_left_box_by_box() -> None:
    wagers = ["9 p9 50", "4 p4 50", "1 p1 50"]
    play_lines = ["1 hit", "1 stand", "4 stand", "9 stand"]
    settled = played(BLACKJACK, wagers, "2C 5C 7C 6D TC TH TS 5S TD 9D", play_lines)
    turns = [(e.box, e.player) for e in settled.events if isinstance(e, TurnCame)]
    assert turns == [(1, "p1"), (4, "p4"), (9, "p9")]


@clause("crown-blackjack 8.5.3", "crown-blackjack 3.2.1(a)", "crown-blackjack 1.1:soft-total")
def test_a_total_goes_with_every_card_and_says_whether_an_ace_still_counts_eleven() -> None:
    settled = played(
        BLACKJACK,
        ["1 p1 50"],
        "AC 7D 2C 3C AD 9C 4C TD",
        ["1 hit", "1 hit", "1 hit", "1 hit", "1 stand"],
    )
    totals = [(e.total, e.soft) for e in dealt(settled.events) if e.box == 1]
    assert totals == [(11, True), (13, True), (16, True), (17, True), (16, False), (20, False)]


@clause("crown-blackjack 8.5.2", "crown-blackjack 8.5.2(a)")
@pytest.mark.parametrize("name", [BLACKJACK, CROWN, FREE_BET])
def test_a_card_drawn_because_of_the_sign_cites_the_sign(name: str) -> None:
    cited = {}
    for sign in ("on", "off"):
        more = f'options = {{ forced-draw = "{sign}" }}'
        decisions = ["1 hit", "1 hit", "1 stand"]
        settled = played(name, ["1 p1 50"], "5C 7D 3C 4C 5D TD", decisions, more)
        cited[sign] = [e.clause for e in settled.events if isinstance(e, HandHit)]
    assert cited == {"on": ["8.5.2", "8.5.1(d)"], "off": ["8.5.1(d)", "8.5.1(d)"]}


@clause("crown-blackjack 8.5.5(c)", "crown-blackjack 8.5.1(d)")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("shown", ["7D", "KD", "AD"])
def test_a_blackjack_neither_doubles_nor_draws(name: str, shown: str) -> None:
    game = load_game(name, 6)
    state = opened(game, [1, 2], f"AC TH {shown} TC 6H")
    for command in (c.Double(1, "p1"), c.Hit(1, "p1"), c.Split(1, "p1")):
        assert refusal(game, state, command) is not None
    if state.phase == "offers":
        state, _ = play(game, state, c.Proceed())
    assert state.at == (2, 1)
    assert refusal(game, state, c.Double(1, "p1")) is not None


@clause("crown-blackjack 8.5.5(a)", "crown-blackjack 11.6.1", "crown-blackjack 13.4.4(a)")
@pytest.mark.parametrize("name", GAMES)
def test_which_two_cards_may_double(name: str) -> None:
    game = load_game(name, 6)
    for one, two in product("A23456789T", repeat=2):
        state = opened(game, [1, 2], f"{one}C 9H 7D {two}D TH")
        ranks = {one, two}
        points = sum(10 if rank == "T" else 0 if rank == "A" else int(rank) for rank in (one, two))
        if name == PLUS:
            allowed = ranks != {"A", "T"}
        else:
            allowed = "A" not in ranks and points in (9, 10, 11)
        assert (c.Double(1, "p1") in legal(game, state)) is allowed, (one, two)


@clause("crown-blackjack 8.5.6(a)", "crown-blackjack 8.5.1(b)")
@pytest.mark.parametrize("name", GAMES)
def test_two_cards_split_by_value(name: str) -> None:
    game = load_game(name, 6)
    for one, two in product("A23456789TJQK", repeat=2):
        state = opened(game, [1, 2], f"{one}C 9H 7D {two}D TH")
        equal = one == two or {one, two} <= set("TJQK")
        assert (c.Split(1, "p1") in legal(game, state)) is equal, (one, two)


@clause("crown-blackjack 8.5.6(b)", "crown-blackjack 8.5.6(c)", "crown-blackjack 8.5.6(d)")
@pytest.mark.parametrize("name", GAMES)
def test_split_hands_are_played_out_one_after_the_other(name: str) -> None:
    decisions = ["1 split", "1 split", "1 hit", "1 stand", "1 stand", "1 stand"]
    settled = played(name, ["1 p1 50"], "8C 7D 8D 8H 2C 9C TC TH TD", decisions)
    events = settled.events[first(settled.events, PlayBegan) :]
    drawn = [(e.hand, str(e.card)) for e in dealt(events) if e.box == 1]
    assert drawn == [(1, "8H"), (1, "2C"), (1, "9C"), (2, "TC"), (3, "TH")]
    asked = [e.hand for e in events if isinstance(e, TurnCame)]
    assert [hand for hand in asked if hand > 1] == [2, 3]
    totals = {hand: total for e in dealt(events) for hand, total in [(e.hand, e.total)] if e.box}
    assert totals == {1: 19, 2: 18, 3: 18}


@clause(
    "crown-blackjack 8.5.6(c)(i)",
    "crown-blackjack 8.5.6(c)(ii)",
    "crown-blackjack 8.5.6(c)(iii)",
    "crown-blackjack 8.5.6(c)(iv)",
)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_split_hand_may_choose(name: str) -> None:
    game = load_game(name, 6)
    pair, _ = play(game, opened(game, [1, 2], "8C 9H 7D 8D TH"), c.Split(1, "p1"))
    for card, doubles, splits in (
        ("3C", True, False),
        ("4C", name == PLUS, False),
        ("8H", name == PLUS, True),
    ):
        state, _ = play(game, pair, c.Deal(parse_card(card)))
        chosen = {type(command) for command in legal(game, state)}
        assert {c.Stand, c.Hit} <= chosen
        assert (c.Double in chosen) is doubles
        assert (c.Split in chosen) is splits


@clause("crown-blackjack 8.5.6(c)(iv)", "crown-blackjack 13.4.4(c)")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("card", ["AH", "5C", "8C", "TC"])
def test_split_aces_get_one_card_and_no_choice(name: str, card: str) -> None:
    game = load_game(name, 6)
    state, _ = play(game, opened(game, [1, 2], "AC 9H 7D AD TH"), c.Split(1, "p1"))
    state, _ = play(game, state, c.Deal(parse_card(card)))
    assert state.due is not None
    assert (state.due.box, state.due.hand) == (1, 2)
    state, _ = play(game, state, c.Deal(parse_card(card)))
    assert state.at == (2, 1)
    assert [len(hand.cards) for hand in state.box(1).hands] == [2, 2]


@clause("crown-blackjack 17.4")
def test_no_round_is_dealt_to_nobody() -> None:
    """Nobody has staked: no more bets cannot be called for a round."""
    game = load_game(BLACKJACK, 6)
    refused = refusal(game, start(game, Table()), c.CloseBetting())
    assert isinstance(refused, Refused)
    assert refused.clause == "17.4"


@clause("crown-blackjack 13.4.4(c)", "crown-blackjack 8.5.6(c)(iv)")
def test_split_aces_are_doubled_in_no_game() -> None:
    for name, cited in ((BLACKJACK, "8.5.6(c)(iv)"), (PLUS, "13.4.4(c)")):
        game = load_game(name, 6)
        assert isinstance(game.rules, BlackjackGame)
        state, _ = play(game, opened(game, [1, 2], "AC 9H 7D AD TH"), c.Split(1, "p1"))
        state, _ = play(game, state, c.Deal(parse_card("8C")))
        refused = cannot_double(game.rules, state.hand(1, 1))
        assert refused is not None
        assert refused.clause == cited


@clause("crown-blackjack 8.5.3", "crown-blackjack 17.3")
@pytest.mark.parametrize("name", GAMES)
def test_no_card_is_dealt_before_somebody_asks_for_it(name: str) -> None:
    """A card comes as a player decides; the one after a decision to stand is the dealer's."""
    game = load_game(name, 6)
    state = opened(game, [1], "TC 7D 5H")
    refused = refusal(game, state, c.Deal(parse_card("2C")))
    assert isinstance(refused, Refused)
    assert refused.clause == "8.5.3"
    asked, _ = play(game, state, c.Hit(1, "p1"))
    asked, _ = play(game, asked, c.Deal(parse_card("2C")))
    assert [str(card) for card in asked.hand(1, 1).cards] == ["TC", "5H", "2C"]
    assert isinstance(refusal(game, asked, c.Deal(parse_card("2C"))), Refused)


# The dealer


@clause("crown-blackjack 8.5.7(a)", "crown-blackjack 3.2.1(b)", "crown-blackjack 10.2.2(a)")
@clause("crown-blackjack 11.5.1", "crown-blackjack 13.1")
@pytest.mark.parametrize("name", GAMES)
def test_when_the_dealer_takes_a_third_card(name: str) -> None:
    game = load_game(name, 6)
    for one, two in product("A23456789T", repeat=2):
        state = opened(game, [1], f"TC {one}D 8C")
        if state.phase == "offers":
            state, _ = play(game, state, c.Proceed())
        state, _ = play(game, state, c.Stand(1, "p1"))
        _, events = play(game, state, c.Deal(parse_card(two + "H")))
        low = sum(1 if rank == "A" else 10 if rank == "T" else int(rank) for rank in (one, two))
        soft = "A" in (one, two)
        points = low + 10 if soft else low
        draws = points < 17 or (points == 17 and soft and name in (CROWN, FREE_BET))
        called = any(isinstance(e, CardCalled) and e.box == DEALER for e in events)
        assert called is draws, (one, two)
        assert any(isinstance(e, DealerStood) for e in events) is not draws, (one, two)


# The dealer's blackjack against every mixture of split hands

OPEN, BUST, DOUBLED, DOUBLED_BUST = "open", "bust", "doubled", "doubled and bust"
# On a split 8: the cards that make it so, and the decisions.
HAND_AFTER_SPLIT = {
    OPEN: ("TC", ["1 stand"]),
    BUST: ("5C KC", ["1 hit"]),
    DOUBLED: ("3C 7C", ["1 double"]),
    DOUBLED_BUST: ("5C KC", ["1 double"]),
}
SINGLE_HAND = {
    OPEN: ("TC 8C", "", ["1 stand"]),
    BUST: ("TC 6C", "KC", ["1 hit"]),
    DOUBLED: ("6C 5C", "7C", ["1 double"]),
    DOUBLED_BUST: ("TC 6C", "KC", ["1 double"]),
}
ORIGINAL = 50


def constellations(name: str) -> list[tuple[str, ...]]:
    """One to three hands, each ending in one of the ways it can in this game."""
    ends = [OPEN, BUST, DOUBLED] + [DOUBLED_BUST] * (name == PLUS)
    return [hands for count in (1, 2, 3) for hands in product(ends, repeat=count)]


def line_up(hands: tuple[str, ...]) -> tuple[str, list[str]]:
    """Cards and decisions that bring these hands about before a dealer's king and ace."""
    if len(hands) == 1:
        pair, drawn, decisions = SINGLE_HAND[hands[0]]
        one, two = pair.split()
        return f"{one} KD {two} {drawn} AD", decisions
    splits = ["1 split"] * (len(hands) - 1)
    again = "8H" if len(hands) == 3 else ""
    cards = " ".join(HAND_AFTER_SPLIT[hand][0] for hand in hands)
    decisions = [line for hand in hands for line in HAND_AFTER_SPLIT[hand][1]]
    return f"8C KD 8D {again} {cards} AD", splits + decisions


def real_stakes(name: str, hands: tuple[str, ...]) -> list[int]:
    """What lies on each hand in chips: Free Bet's tokens are none."""
    if name == FREE_BET:
        return [ORIGINAL] + [0] * (len(hands) - 1)
    return [ORIGINAL * 2 if hand in (DOUBLED, DOUBLED_BUST) else ORIGINAL for hand in hands]


@clause("crown-blackjack 8.5.5(b)", "crown-blackjack 8.5.6(f)", "crown-blackjack 8.5.6(g)")
@clause("crown-blackjack 1.1:blackjack-wager", "crown-blackjack 11.8.2")
@pytest.mark.parametrize("reading", ["original-covers-busts", "busted-plus-one"])
@pytest.mark.parametrize("name", GAMES)
def test_what_the_dealers_blackjack_takes(name: str, reading: str) -> None:
    more = f'readings = {{ dealer-blackjack-after-bust = "{reading}" }}'
    for hands in constellations(name):
        over = [hand in (BUST, DOUBLED_BUST) for hand in hands]
        stakes = real_stakes(name, hands)
        busted = sum(stake for stake, bust in zip(stakes, over, strict=True) if bust)
        still = sum(stakes) - busted
        if reading == "original-covers-busts":
            loss = max(busted, min(ORIGINAL, busted + still))
        else:
            loss = busted + min(ORIGINAL, still)
        cards, decisions = line_up(hands)
        settled = played(name, [f"1 p1 {ORIGINAL}"], cards, decisions, more)
        assert settled.net == {"p1": f"-{loss}.00"}, hands
        # Nothing open, nothing for the dealer's ace to decide.
        assert len(settled.replay.unused) == (1 if all(over) else 0), hands


# Settlement


def crown_rounds() -> list[str]:
    return [
        case.record
        for _, stem, case in load_cases()
        if stem in ("crown-blackjack-worked", "crown-blackjack-clauses") and case.net is not None
    ]


def counted(cards: tuple[Card, ...]) -> int:
    """What cards count, worked out here a second time: aces 1, then one of them 11 if it fits."""
    low = sum(
        {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(k.rank) or int(k.rank) for k in cards
    )
    return low + 10 if low <= 11 and any(card.rank == "A" for card in cards) else low


@clause("crown-blackjack 3.2.1", "crown-blackjack 3.2.2", "crown-blackjack 3.2.3")
@clause("crown-blackjack 3.2.4")
def test_every_hand_of_every_round_is_settled_on_what_its_cards_count() -> None:
    for record in crown_rounds():
        state = settle(record).replay.state
        assert state.dealer_total == counted(state.dealer), record
        for box in state.boxes:
            for hand in box.hands:
                assert hand.total == counted(hand.cards), record
    with pytest.raises(Exception, match="unknown key 'totals'"):
        settle('game = "crown-blackjack/blackjack"\ntotals = [20]\nwagers = []\ncards = ""\n')


@clause("crown-blackjack 9.1.1", "crown-blackjack 9.1.2", "crown-blackjack 1.1:round-of-play")
def test_a_round_runs_from_the_call_until_every_wager_is_cleared_or_paid() -> None:
    for record in crown_rounds():
        settled = settle(record)
        events = settled.events
        assert isinstance(events[-1], RoundEnded)
        assert sum(isinstance(event, BettingClosed) for event in events) == 1
        assert first(events, BettingClosed) < first(events, CardDealt)
        state = settled.replay.state
        assert chips_on_layout(state) == 0, record
        for row in settled.rows:
            assert (row.paid > 0) is (row.result == "wins"), record
            if row.result == "loses" and "8.5" not in row.clause:
                assert row.returned == 0, record


@clause("crown-blackjack 1.1:round-of-play", "crown-blackjack 6.4")
def test_when_the_round_is_over_nobody_can_do_anything_in_it() -> None:
    settled = played(BLACKJACK, ["1 p1 50"], "TC 7D 9C TD", ["1 stand"])
    game, state = settled.game, settled.replay.state
    assert legal(game, state) == []
    for command in (c.Hit(1), c.PlaceWager(2, "p2", 5000), c.Deal(parse_card("AS"))):
        with pytest.raises(Refused):
            play(game, state, command)


@clause("crown-blackjack 8.5.8(a)")
def test_the_events_alone_rebuild_every_hand_and_every_payment() -> None:
    for record in crown_rounds():
        replay = settle(record).replay
        empty = start(replay.game, replay.state.table)
        assert reduce(evolve, replay.events, empty) == replay.state, record


# Variations stand on the plain rules


def changed(name: str) -> set[str]:
    """The settings in which a variation's rules differ from plain Blackjack's, in value."""
    plain, own = (_values(load_game(game, 6).rules) for game in (BLACKJACK, name))
    return {key for key in plain.keys() | own.keys() if plain.get(key) != own.get(key)}


def _values(rules: object, path: str = "") -> dict[str, object]:
    if isinstance(rules, msgspec.Struct):
        found: dict[str, object] = {path: True}
        for field in msgspec.structs.fields(rules):
            if field.name not in ("clause", "also", "title"):
                inner = f"{path}.{field.name}" if path else field.name
                found |= _values(getattr(rules, field.name), inner)
        return found
    return {path: rules} if not isinstance(rules, dict) else {}


@clause("crown-blackjack 10.1", "crown-blackjack 11.1", "crown-blackjack 13.1")
def test_each_variation_changes_what_its_own_rules_say_and_nothing_else() -> None:
    assert isinstance(load_game(CROWN, 6).rules, BlackjackGame)
    assert changed(CROWN) == {"dealer.soft_17.value", "absent_player.soft"}
    free_bet = changed(FREE_BET)
    assert {key.split(".")[0] for key in free_bet} == {
        "dealer", "absent_player", "doubling", "splitting", "settlement",
    }  # fmt: skip
    assert {key for key in free_bet if key.startswith("doubling")} == {"doubling.amount.value"}
    assert {key.split(".")[1] for key in free_bet if key.startswith("splitting")} <= {
        "token", "token_not_for_tens",
    }  # fmt: skip
    assert {key.split(".")[1] for key in free_bet if key.startswith("settlement")} == {
        "dealer_22", "dealer_22_blackjack",
    }  # fmt: skip
    plus = changed(PLUS)
    assert {key.split(".")[0] for key in plus} == {
        "blackjack", "at_once", "decisions", "doubling", "settlement", "insurance", "even_money",
    }  # fmt: skip
    assert {key for key in plus if key.startswith("doubling")} == {
        "doubling.cards.value", "doubling.totals.value",
    }  # fmt: skip
