"""Clauses of the Tasmanian rules that only the course of a round can show: when, in what order."""

from bythebook import load_game, settle
from bythebook.cards import parse_cards
from bythebook.game import commands as c
from bythebook.game import events as e
from bythebook.game import legal, play, refusal, start
from bythebook.game.state import State, Table
from bythebook.rulebooks import Game
from tests.clauses import clause

BLACKJACK = "tasmania-blackjack/blackjack"
PONTOON = "tasmania-blackjack/federal-pontoon"
JOKERS = "tasmania-blackjack/jokers-wild"


def events_of(game: str, wagers: str, cards: str, lines: str = "", more: str = "") -> list[e.Event]:
    """What happens in a round of six decks; wagers and lines are separated by commas."""

    def listed(text: str) -> str:
        return ", ".join(f'"{line.strip()}"' for line in text.split(",") if line.strip())

    return settle(
        f'game = "{game}"\ndecks = 6\n{more}\n'
        f'wagers = [{listed(wagers)}]\ncards = "{cards}"\nplay = [{listed(lines)}]\n'
    ).events


def begun(game: Game, *wagers: c.PlaceWager, cards: str, sides: str = "") -> State:
    """A round with these wagers and the betting closed, after these cards."""
    state = start(game, Table(side_wagers=frozenset(sides.split())))
    for wager in wagers:
        state, _ = play(game, state, wager)
    state, _ = play(game, state, c.CloseBetting())
    for card in parse_cards(cards):
        state, _ = play(game, state, c.Deal(card))
    return state


def where(events: list[e.Event], kind: type[e.Event], **fields: object) -> list[int]:
    """The places of the events of this kind whose fields have these values."""
    return [
        place
        for place, event in enumerate(events)
        if isinstance(event, kind)
        and all(getattr(event, name) == value for name, value in fields.items())
    ]


def cards_to(events: list[e.Event], box: int) -> list[int]:
    return where(events, e.CardDealt, box=box)


# Wagers


@clause("tasmania-blackjack 6.5")
def test_no_wager_is_made_or_raised_once_a_card_is_out() -> None:
    game = load_game(BLACKJACK, decks=6)
    state = begun(game, c.PlaceWager(1, "ann", 1000), cards="TC")
    for wager in (c.PlaceWager(1, "ann", 500), c.PlaceWager(2, "bob", 1000)):
        refused = refusal(game, state, wager)
        assert refused is not None
        assert refused.clause == "6.5"


@clause("tasmania-blackjack 6.5")
def test_no_part_of_a_wager_is_taken_back_in_blackjack() -> None:
    game = load_game(BLACKJACK, decks=6)
    state = begun(game, c.PlaceWager(1, "ann", 1000), cards="6C KD 5C")
    assert c.Double(1, "ann") in legal(game, state)
    for command in (c.Surrender(1, "ann"), c.Withdraw(1, "ann")):
        refused = refusal(game, state, command)
        assert refused is not None
        assert refused.clause == "6.5"


@clause("tasmania-blackjack 6.5:supernova")
def test_accepted_jackpot_wagers_close_all_wagering_before_any_card() -> None:
    game = load_game(BLACKJACK, decks=6)
    state = begun(
        game,
        c.PlaceWager(1, "ann", 1000),
        c.PlaceWager(1, "ann", 200, "supernova"),
        cards="",
        sides="supernova perfect-pairs",
    )
    assert not any(hand.cards for box in state.boxes for hand in box.hands)
    for wager in ("main", "supernova", "perfect-pairs"):
        assert refusal(game, state, c.PlaceWager(2, "bob", 200, wager)) is not None


@clause("tasmania-blackjack 21.2")
def test_a_pontoon_wager_is_made_before_the_first_card() -> None:
    game = load_game(PONTOON, decks=6)
    state = begun(game, c.PlaceWager(1, "ann", 1000), cards="KC")
    assert refusal(game, state, c.PlaceWager(2, "bob", 1000)) is not None
    assert refusal(game, start(game), c.CloseBetting()) is not None


# The deal and what is announced


@clause("tasmania-blackjack 10:intro", "tasmania-blackjack 10:second-card")
def test_cards_go_round_from_the_left_with_one_to_the_dealer() -> None:
    events = events_of(
        BLACKJACK,
        "5 eve 10, 2 bob 10, 4 dee 10",  # the order of placing does not matter
        "9C 9D 9H 9S TC TD TH TS",
        "2 stand, 4 stand, 5 stand",
    )
    dealt = [event.box for event in events if isinstance(event, e.CardDealt)]
    assert dealt == [2, 4, 5, e.DEALER, 2, 4, 5, e.DEALER]


@clause("tasmania-blackjack 9.1(b)")
def test_a_hand_with_an_ace_is_announced_soft_until_eleven_would_bust_it() -> None:
    events = events_of(BLACKJACK, "1 ann 10", "AC 9D 3C 4C TC TD", "1 hit, 1 hit, 1 stand")
    announced = [
        (event.total, event.soft)
        for event in events
        if isinstance(event, e.CardDealt) and event.box == 1
    ]
    assert announced == [(11, True), (14, True), (18, True), (18, False)]


@clause("tasmania-blackjack 12.1(a)", "tasmania-blackjack 20.9(a)", "tasmania-blackjack 20.9(b)",
        "tasmania-blackjack 20.11")  # fmt: skip
def test_pairs_then_blackjacks_are_settled_before_any_third_card() -> None:
    events = events_of(
        BLACKJACK,
        "1 ann 10, 1 ann 5 perfect-pairs, 2 bob 10, 2 bob 5 perfect-pairs",
        "AC 6C 9D KC 6D 2C TC TD",
        "2 hit, 2 hit",
        'side_wagers = ["perfect-pairs"]',
    )
    (lost,) = where(events, e.Settled, wager="perfect-pairs", result="loses")
    (won,) = where(events, e.Settled, wager="perfect-pairs", result="wins")
    (blackjack,) = where(events, e.Settled, wager="main", clause="12.1(a)")
    (began,) = where(events, e.PlayBegan)
    initial, third = cards_to(events, 2)[1], cards_to(events, 2)[2]
    assert initial < lost < won < blackjack < began < third


@clause("tasmania-blackjack 11.2", "tasmania-blackjack 13.1")
def test_insurance_stays_open_until_the_first_third_card() -> None:
    game = load_game(BLACKJACK, decks=6)
    wagers = c.PlaceWager(1, "ann", 1000), c.PlaceWager(2, "bob", 1000)
    state = begun(game, *wagers, cards="TC TD AD 9C 4D")
    state, _ = play(game, state, c.Proceed())
    state, _ = play(game, state, c.Stand(1))
    assert refusal(game, state, c.Insure(2, 500, "bob")) is None
    state, _ = play(game, state, c.Hit(2))
    state, _ = play(game, state, c.Deal(parse_cards("2C")[0]))
    refused = refusal(game, state, c.Insure(2, 500, "bob"))
    assert refused is not None
    assert refused.clause == "11.2"


@clause("tasmania-blackjack 11.2", "tasmania-blackjack 13.1")
def test_a_double_whose_card_has_not_come_closes_no_insurance() -> None:
    """Tasmania reading 21: bob, behind ann, is asked whether he follows; cy waits at box 2."""
    game = load_game(BLACKJACK, decks=6)
    wagers = [c.PlaceWager(1, "ann", 1000), c.PlaceWager(1, "bob", 1000)]
    state = begun(game, *wagers, c.PlaceWager(2, "cy", 1000), cards="6C TD AD 5C 4D")
    state, _ = play(game, state, c.Proceed())
    state, _ = play(game, state, c.Double(1, "ann", 1000))
    assert state.phase == "following"
    for box, name in ((1, "ann"), (1, "bob"), (2, "cy")):
        assert refusal(game, state, c.Insure(box, 501, name)) is not None  # half the original
        state, _ = play(game, state, c.Insure(box, 500, name))
    state, _ = play(game, state, c.Proceed())
    state, _ = play(game, state, c.Deal(parse_cards("2C")[0]))
    assert {(i.box, i.player) for i in state.insurances} == {(1, "ann"), (1, "bob"), (2, "cy")}
    refused = refusal(game, state, c.Insure(2, 500, "cy"))
    assert refused is not None
    assert refused.clause == "11.2"


@clause("tasmania-blackjack 11.2", "tasmania-blackjack 13.1")
def test_where_nobody_draws_it_stays_open_until_the_dealers_second_card() -> None:
    """Tasmania reading 21."""
    game = load_game(BLACKJACK, decks=6)
    state = begun(game, c.PlaceWager(1, "ann", 1000), cards="TC AD 9C")
    state, _ = play(game, state, c.Proceed())
    state, _ = play(game, state, c.Stand(1))
    assert refusal(game, state, c.Insure(1, 500, "ann")) is None
    state, _ = play(game, state, c.Deal(parse_cards("4C")[0]))
    refused = refusal(game, state, c.Insure(1, 500, "ann"))
    assert refused is not None
    assert refused.clause == "11.2"


# The players' turns


@clause("tasmania-blackjack 13.1:entitlement")
def test_the_players_are_asked_from_the_dealers_left() -> None:
    events = events_of(
        BLACKJACK,
        "3 cy 10, 1 ann 10, 2 bob 10",
        "TC TD TH 9C 8C 8D 8H TS",
        "1 stand, 2 stand, 3 stand",
    )
    turns = [event.player for event in events if isinstance(event, e.TurnCame)]
    assert turns == ["ann", "bob", "cy"]


@clause("tasmania-blackjack 13.1:bust")
def test_a_bust_hand_is_collected_before_the_next_card() -> None:
    events = events_of(
        BLACKJACK,
        "1 ann 10, 1 zoe 5, 2 bob 10",
        "TC TD 9C 6C 3D KC 5C TH",
        "1 hit, 2 hit, 2 stand",
    )
    collected = where(events, e.Settled, box=1, result="loses")
    assert len(collected) == 2
    assert cards_to(events, 1)[-1] < collected[0] < collected[1] < cards_to(events, 2)[-1]


@clause("tasmania-blackjack 13.2")
def test_neither_a_blackjack_nor_a_21_is_asked_for_a_decision() -> None:
    game = load_game(BLACKJACK, decks=6)
    wagers = [c.PlaceWager(box, name, 1000) for box, name in ((1, "ann"), (2, "bob"), (3, "cy"))]
    state = begun(game, *wagers, cards="AC TD TH 9C KC 6D 8H")
    assert state.at == (2, 1)
    state, _ = play(game, state, c.Hit(2))
    state, _ = play(game, state, c.Deal(parse_cards("5C")[0]))
    assert state.hand(2, 1).total == 21
    assert state.at == (3, 1)
    for box in (1, 2):
        assert refusal(game, state, c.Hit(box)) is not None
        assert refusal(game, state, c.Stand(box)) is not None


@clause("tasmania-blackjack 14.3")
def test_the_first_split_hand_is_finished_before_the_second_gets_a_card() -> None:
    events = events_of(
        BLACKJACK, "1 ann 10", "8C 9D 8D 2H 2S 7S 9H TD", "1 split, 1 hit, 1 hit, 1 stand, 1 stand"
    )
    hands = [event.hand for event in events if isinstance(event, e.CardDealt) and event.box == 1]
    assert hands == [1, 1, 1, 1, 1, 2]
    closed = where(events, e.HandStood, box=1, hand=1)[0]
    assert closed < where(events, e.CardDealt, box=1, hand=2)[0]


@clause("tasmania-blackjack 15.2")
def test_the_others_are_asked_before_the_doubled_hand_gets_its_card() -> None:
    events = events_of(BLACKJACK, "1 ann 10, 1 bob 10", "6C 9D 5C 9C TD", "1 double, 1 bob double")
    ann, bob = where(events, e.HandDoubled, box=1)
    (asked,) = where(events, e.FollowersAsked, box=1)
    assert ann < asked < bob < cards_to(events, 1)[-1]


# The end of the round


@clause("tasmania-blackjack 17:intro")
def test_what_is_left_is_settled_when_the_dealer_is_done() -> None:
    events = events_of(BLACKJACK, "1 ann 10, 2 bob 10", "TC TD TH 9C 8C 2C TS", "1 stand, 2 stand")
    (stood,) = where(events, e.DealerStood)
    settled = where(events, e.Settled)
    assert len(settled) == 2
    assert cards_to(events, e.DEALER)[-1] < stood < min(settled)


@clause("tasmania-blackjack 24.4.5:payment")
def test_a_jackpot_is_paid_when_the_hand_is_over() -> None:
    events = events_of(
        BLACKJACK,
        "1 ann 10, 1 ann 2 supernova",
        "TC TD TH 9C",
        "1 stand",
        'side_wagers = ["supernova"]\nmeters = { mystery-1 = "500" }\nhits = { mystery-1 = [1] }',
    )
    (paid,) = where(events, e.Settled, wager="supernova", result="wins")
    (stood,) = where(events, e.DealerStood)
    assert stood < paid < where(events, e.RoundEnded)[0]


# Federal Pontoon


@clause("tasmania-blackjack 21.3.1", "tasmania-blackjack 21.3.4", "tasmania-blackjack 21:surrender",
        "tasmania-blackjack 21.8.1")  # fmt: skip
def test_pontoons_are_paid_then_surrender_is_offered_then_cards_go_on() -> None:
    events = events_of(
        PONTOON,
        "1 ann 10, 2 bob 10, 3 cy 10",
        "9C AC 9D KD 7C KC 4D 6D 8D",
        "1 surrender, 3 hit, 3 stand",
    )
    (paid,) = where(events, e.Settled, box=2, stage="interim")
    (offered,) = where(events, e.OffersOpened)
    (given_up,) = where(events, e.WagerSurrendered, box=1)
    assert paid < offered < given_up < cards_to(events, 3)[2]


@clause("tasmania-blackjack 21.3.1")
def test_there_is_no_even_money_on_a_pontoon() -> None:
    game = load_game(PONTOON, decks=6)
    wagers = c.PlaceWager(1, "ann", 1000), c.PlaceWager(2, "bob", 1000)
    state = begun(game, *wagers, cards="AC KD AD KC 8D")
    assert state.rows[0].paid == 1500
    assert refusal(game, state, c.TakeEvenMoney(1, "ann")) is not None


@clause("tasmania-blackjack 21.3.3")
def test_a_21_is_paid_before_any_further_card() -> None:
    events = events_of(
        PONTOON, "1 ann 10, 2 bob 10", "KC KD 9D 5C 4D 6C 6D 8D", "1 hit, 2 hit, 2 stand"
    )
    (paid,) = where(events, e.Settled, box=1)
    assert cards_to(events, 1)[-1] < paid < cards_to(events, 2)[-1]


@clause("tasmania-blackjack 21.4.2", "tasmania-blackjack 21.4.2:in-addition")
def test_the_super_bonus_is_paid_at_the_end_on_top_of_the_table_odds() -> None:
    events = events_of(PONTOON, "1 ann 25, 2 bob 10", "7H KC 7C 7H QC 7H JC", "1 hit, 2 stand")
    (odds,) = where(events, e.Settled, player="ann", wager="main", paid=5000)
    (bonus,) = where(events, e.Settled, player="ann", wager="super-bonus", paid=500_000)
    (stood,) = where(events, e.DealerStood)
    assert odds < stood < bonus < where(events, e.RoundEnded)[0]


# Jokers Wild


@clause("tasmania-blackjack 23.4")
def test_a_joker_is_named_before_the_next_card() -> None:
    game = load_game(JOKERS, decks=6)
    wagers = c.PlaceWager(1, "ann", 1000), c.PlaceWager(2, "bob", 1000)
    state = begun(game, *wagers, cards="5C TD 9D 3C 8D")
    state, _ = play(game, state, c.Hit(1))
    state, _ = play(game, state, c.Deal(parse_cards("JK")[0]))
    assert state.phase == "naming"
    assert refusal(game, state, c.Deal(parse_cards("2C")[0])) is not None
    assert refusal(game, state, c.Hit(1)) is not None
    named = c.NameJoker(1, "4", "ann")
    assert refusal(game, state, c.NameJoker(1, "4", "bob")) is not None
    state, _ = play(game, state, named)
    assert state.hand(1, 1).total == 12


@clause("tasmania-blackjack 23.5")
def test_each_joker_of_the_dealer_is_replaced_before_anything_else() -> None:
    events = events_of(JOKERS, "1 ann 10", "TC JK JK 9D 8D JK TH", "1 stand")
    voided = where(events, e.CardVoided)
    first, second = cards_to(events, e.DEALER)
    assert voided == [first - 2, first - 1, second - 1]


@clause("tasmania-blackjack 23.11")
def test_a_mystery_wager_is_paid_when_the_hand_is_over() -> None:
    events = events_of(JOKERS, "1 ann 50 token, 2 bob 10", "AC TC 6D KC 9C TD 5D", "2 stand")
    (paid,) = where(events, e.Settled, player="ann")
    assert where(events, e.DealerStood)[0] < paid
