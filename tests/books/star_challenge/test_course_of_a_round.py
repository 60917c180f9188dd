"""Blackjack Challenge: what only the course of a round shows, clause by clause."""

import pytest

import bythebook
from bythebook import Refused
from bythebook.cards import parse_cards
from bythebook.game import State, Table, commands, events, legal, play, refusal, start
from bythebook.game.state import chips_on_layout
from tests.clauses import clause

GAME = "star-blackjack-challenge/blackjack-challenge"
PAIRS = ("any-pairs", "perfect-pairs", "star-pairs")


def happened(record: str) -> list[events.Event]:
    """The events of a record of this game."""
    return bythebook.settle(f'game = "{GAME}"\n{record}').events


def cards_dealt(of: list[events.Event]) -> list[tuple[int, int, str]]:
    """Every card in the order dealt: to which box and hand."""
    return [(e.box, e.hand, str(e.card)) for e in of if isinstance(e, events.CardDealt)]


def first(of: list[events.Event], kind: type[events.Event]) -> int:
    """Where in the course of the round an event of this kind comes first."""
    return next(i for i, event in enumerate(of) if isinstance(event, kind))


def settled_at(of: list[events.Event], box: int, wager: str = "main") -> int:
    """Where in the course of the round a wager of this box is settled."""
    return next(
        i
        for i, event in enumerate(of)
        if isinstance(event, events.Settled) and (event.box, event.wager) == (box, wager)
    )


def begun(wagers: list[commands.PlaceWager], cards: str, table: Table | None = None) -> State:
    """A round with these wagers placed, betting closed and these cards dealt."""
    game = bythebook.load_game(GAME)
    state = start(game, table)
    for command in (*wagers, commands.CloseBetting(), *map(commands.Deal, parse_cards(cards))):
        state, _ = play(game, state, command)
    return state


def why_not(state: State, command: commands.Command) -> Refused | None:
    return refusal(bythebook.load_game(GAME), state, command)


ANN_AND_BOB = [commands.PlaceWager(1, "ann", 1000), commands.PlaceWager(2, "bob", 1000)]


# The deal


@clause("star-blackjack-challenge 7.1", "star-blackjack-challenge 3.8")
def test_cards_go_round_from_the_left_face_up_and_the_dealer_gets_one() -> None:
    course = happened("""
wagers = ["6 cal 10", "4 bob 10", "2 ann 10"]
cards = "TC 5C KC 9D 9C 6C 8C 4S TH"
play = ["2 stand", "4 double", "6 stand"]
""")
    assert cards_dealt(course) == [
        (2, 1, "TC"),
        (4, 1, "5C"),
        (6, 1, "KC"),
        (0, 1, "9D"),
        (2, 1, "9C"),
        (4, 1, "6C"),
        (6, 1, "8C"),
        (4, 1, "4S"),  # the double's card lies open like every other
        (0, 1, "TH"),
    ]
    assert not any(e.hidden for e in course if isinstance(e, events.CardDealt))
    assert first(course, events.PlayersDone) < len(course) - 1
    dealers = [i for i, e in enumerate(course) if isinstance(e, events.CardDealt) and e.box == 0]
    assert dealers[1] > first(course, events.PlayersDone)


@clause(
    "star-blackjack-challenge 5.3",
    "star-blackjack-challenge 7.1:cut-off",
    "star-blackjack-challenge 13.1",
    "star-blackjack-challenge 14.2",
    "star-blackjack-challenge 15.2",
    "star-blackjack-challenge 16.2",
)
@pytest.mark.parametrize("wager", ["main", *PAIRS, "blazing-7s"])
def test_a_wager_is_placed_before_the_first_card_and_not_after_it(wager: str) -> None:
    game = bythebook.load_game(GAME)
    table = Table(side_wagers=frozenset({*PAIRS, "blazing-7s"}), meters={"blazing-7s": 1_000_000})
    late = commands.PlaceWager(1, "cal", 500, wager)
    state = start(game, table)
    for command in (*ANN_AND_BOB, commands.PlaceWager(1, "cal", 1000)):
        state, _ = play(game, state, command)
    if wager != "main":
        assert refusal(game, state, late) is None
    dealt = begun(ANN_AND_BOB, "TC", table)
    refused = refusal(game, dealt, late)
    assert refused is not None
    assert refused.clause == "5.3"


@clause("star-blackjack-challenge 5.4")
def test_after_the_first_card_nothing_but_doubling_and_splitting_adds_or_takes_a_stake() -> None:
    state = begun(ANN_AND_BOB, "8C TC AD 8D 9C")
    offered = {type(command) for command in legal(bythebook.load_game(GAME), state)}
    assert offered == {
        commands.Hit,
        commands.Stand,
        commands.Double,
        commands.Split,
        commands.DeclareAbsent,
    }
    for command in (
        commands.Insure(1, 500),
        commands.TakeEvenMoney(1),
        commands.Surrender(1),
        commands.Withdraw(1),
    ):
        refused = why_not(state, command)
        assert refused is not None
        assert refused.clause == "5.4"


@clause(
    "star-blackjack-challenge 5.7.1",
    "star-blackjack-challenge 5.7.2",
    "star-blackjack-challenge 5.7.3",
    "star-blackjack-challenge 5.9",
)
def test_who_decides_for_a_box_is_settled_before_the_first_card() -> None:
    course = happened("""
seated = { 1 = "", 2 = "dan", 3 = "" }
wagers = ["1 ann 10", "1 bob 30", "1 cal 20", "2 ann 50", "2 dan 10", "3 eve 10", "3 ann 10"]
cards = "TC TD TH 9D 9C 9S 9H TS"
play = ["1 bob stand", "2 dan stand", "3 eve stand"]
""")
    closed = course[first(course, events.BettingClosed)]
    assert isinstance(closed, events.BettingClosed)
    assert [(o.box, o.players[0], o.clause) for o in closed.orders] == [
        (1, "bob", "5.7.2"),
        (2, "dan", "5.7.1"),
        (3, "eve", "5.7.3"),
    ]
    assert first(course, events.BettingClosed) < first(course, events.CardDealt)
    turns = [(e.box, e.player) for e in course if isinstance(e, events.TurnCame)]
    assert turns == [(1, "bob"), (2, "dan"), (3, "eve")]


# The interim settlement


@clause(
    "star-blackjack-challenge 13.8",
    "star-blackjack-challenge 14.9",
    "star-blackjack-challenge 15.9",
)
@pytest.mark.parametrize("wager", PAIRS)
def test_pairs_are_settled_between_the_initial_deal_and_the_next_card(wager: str) -> None:
    course = happened(f"""
side_wagers = ["{wager}"]
wagers = ["1 ann 10", "1 ann 5 {wager}", "2 bob 10", "2 bob 5 {wager}"]
cards = "2C TC 9D 2D 8C 4S TS 9H"
play = ["1 hit", "1 hit", "1 stand", "2 stand"]
""")
    dealt = [i for i, event in enumerate(course) if isinstance(event, events.CardDealt)]
    for box, result in ((1, "wins"), (2, "loses")):
        at = settled_at(course, box, wager)
        row = course[at]
        assert isinstance(row, events.Settled)
        assert row.result == result
        assert dealt[4] < at < dealt[5]


@clause("star-blackjack-challenge 8.1.1", "star-blackjack-challenge 8.1.2")
@pytest.mark.parametrize(
    ("shown", "waits"),
    [*((rank, False) for rank in "23456789"), *((rank, True) for rank in "TJQKA")],
)
def test_a_blackjack_waits_exactly_while_the_dealer_may_still_make_one(
    shown: str, waits: bool
) -> None:
    state = begun(ANN_AND_BOB, f"AC TC {shown}D KC 5C")
    paid = [row for row in state.rows if row.box == 1]
    assert [(row.paid, row.clause) for row in paid] == ([] if waits else [(2000, "8.1.1")])
    refused = why_not(state, commands.Hit(1))
    assert refused is not None


@clause(
    "star-blackjack-challenge 9.5", "star-blackjack-challenge 9.6", "star-blackjack-challenge 9.7"
)
@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("6S 9S", ("loses", 0, "9.5")),
        ("6S 6H", ("wins", 1000, "9.6")),
        ("2S 2H 3S", ("wins", 1000, "9.7")),
    ],
)
def test_a_hand_that_is_decided_is_settled_before_the_next_box_decides(
    drawn: str, expected: tuple[str, int, str]
) -> None:
    game = bythebook.load_game(GAME)
    state = begun(ANN_AND_BOB, "4C TC AD 5C 8C")
    for card in parse_cards(drawn):
        state, _ = play(game, state, commands.Hit(1))
        state, _ = play(game, state, commands.Deal(card))
    row = state.rows[0]
    assert (row.result, row.paid, row.clause) == expected
    assert state.at == (2, 1)
    assert len(state.dealer) == 1


# Decisions


@clause("star-blackjack-challenge 9.1", "star-blackjack-challenge 9.4:deal")
def test_boxes_decide_from_the_left_and_every_card_is_told_with_its_total() -> None:
    course = happened("""
wagers = ["7 cal 10", "1 ann 10", "4 bob 10"]
cards = "2C AC TC 9D 3C 5C 6C 4S 5S TS TH"
play = ["1 hit", "1 hit", "1 stand", "4 hit", "4 stand", "7 stand"]
""")
    turns = [e.box for e in course if isinstance(e, events.TurnCame)]
    assert turns == [1, 4, 7]
    told: dict[int, list[tuple[int, bool]]] = {}
    for event in course:
        if isinstance(event, events.CardDealt):
            told.setdefault(event.box, []).append((event.total, event.soft))
    assert told[1] == [(2, False), (5, False), (9, False), (14, False)]
    assert told[4] == [(11, True), (16, True), (16, False)]
    assert told[7] == [(10, False), (16, False)]
    assert told[0] == [(9, False), (19, False)]
    # Box 4 is asked while box 1 is finished and box 7 has not been asked.
    order = [e.box for e in course if isinstance(e, events.TurnCame | events.HandStood)]
    assert order == [1, 1, 4, 4, 7, 7]


@clause(
    "star-blackjack-challenge 9.1.1",
    "star-blackjack-challenge 9.1.2",
    "star-blackjack-challenge 9.1.3",
    "star-blackjack-challenge 9.1.4",
    "star-blackjack-challenge 9.2",
    "star-blackjack-challenge 10.1",
    "star-blackjack-challenge 11.1",
)
@pytest.mark.parametrize(
    ("cards", "may"),
    [
        ("6C 9D 6D", "hit stand double split"),  # a pair of 12
        ("5C 9D 5D", "hit double split"),  # a pair of 10: no standing
        ("5C 9D 6D", "hit double"),
        ("TC 9D 2D", "hit stand double"),
        ("KC 9D TD", "hit stand double split"),
        ("AC 9D AD", "hit stand double split"),
    ],
)
def test_the_choices_on_two_cards(cards: str, may: str) -> None:
    state = begun(ANN_AND_BOB[:1], cards)
    names = {
        commands.Hit: "hit",
        commands.Stand: "stand",
        commands.Double: "double",
        commands.Split: "split",
    }
    offered = legal(bythebook.load_game(GAME), state)
    found = {names[type(c)] for c in offered if type(c) in names}
    assert found == set(may.split())


@clause("star-blackjack-challenge 9.3")
def test_every_total_from_twelve_to_twenty_may_draw_and_21_may_not() -> None:
    game = bythebook.load_game(GAME)
    for second in "2345678":  # ten with 2 to 8: 12 to 18
        assert why_not(begun(ANN_AND_BOB, f"TC TD 6D {second}C 9C"), commands.Hit(1)) is None
    for cards in ("TC TD 6D 9C 9D", "TC TD 6D KC 9D", "AC TD 6D 9C 9D"):
        assert why_not(begun(ANN_AND_BOB, cards), commands.Hit(1)) is None
    state = begun(ANN_AND_BOB, "TC TD 6D 9C 9D")
    state, _ = play(game, state, commands.Hit(1))
    state, _ = play(game, state, commands.Deal(parse_cards("2S")[0]))
    assert state.hand(1, 1).done
    for command in (commands.Hit(1), commands.Double(1), commands.Split(1), commands.Stand(1)):
        assert why_not(state, command) is not None


@clause("star-blackjack-challenge 10.2")
def test_a_double_takes_one_card_and_no_other_decision() -> None:
    game = bythebook.load_game(GAME)
    state = begun(ANN_AND_BOB, "2C TD 6D 3C 9D")
    state, _ = play(game, state, commands.Double(1))
    assert state.due is not None
    assert (state.due.box, state.due.clause) == (1, "10.2")
    state, happened_now = play(game, state, commands.Deal(parse_cards("4S")[0]))
    assert events.HandClosed(1, 1, "10.2") in happened_now
    assert state.at == (2, 1)
    assert not [c for c in legal(game, state) if getattr(c, "box", 0) == 1]


@clause("star-blackjack-challenge 10.3")
def test_others_are_asked_before_the_double_card_is_dealt() -> None:
    course = happened("""
wagers = ["1 ann 10", "1 bob 20"]
cards = "5C 8D 6C 9S TH"
play = ["1 double", "1 bob double 15"]
""")
    doubled = [e for e in course if isinstance(e, events.HandDoubled)]
    assert [(e.player, e.amount, e.clause) for e in doubled] == [
        ("ann", 1000, "10.1"),
        ("bob", 1500, "10.3"),
    ]
    third = [i for i, e in enumerate(course) if isinstance(e, events.CardDealt) and e.box == 1][2]
    assert course.index(doubled[1]) < third


@clause("star-blackjack-challenge 11.2", "star-blackjack-challenge 11.3")
def test_a_split_hand_is_finished_before_the_next_gets_its_second_card() -> None:
    course = happened("""
wagers = ["1 ann 10"]
cards = "8C 7D 8D 8H 2C TC 3C TD 5C 4H TS"
play = ["1 split", "1 split", "1 double", "1 double", "1 hit", "1 stand"]
""")
    after_the_deal = cards_dealt(course)[3:]
    assert after_the_deal == [
        (1, 1, "8H"),
        (1, 1, "2C"),
        (1, 1, "TC"),
        (1, 2, "3C"),
        (1, 2, "TD"),
        (1, 3, "5C"),
        (1, 3, "4H"),
        (0, 1, "TS"),
    ]
    totals = [e.total for e in course if isinstance(e, events.CardDealt)][3:10]
    assert totals == [16, 10, 20, 11, 21, 13, 17]


@clause("star-blackjack-challenge 11.3")
def test_a_split_hand_of_two_cards_may_stand_draw_double_or_split_again() -> None:
    game = bythebook.load_game(GAME)
    for rank in "A268T":
        state = begun(ANN_AND_BOB, f"{rank}C TC 6D {rank}D 9C")
        state, _ = play(game, state, commands.Split(1))
        state, _ = play(game, state, commands.Deal(parse_cards(f"{rank}H")[0]))
        for command in (commands.Hit(1), commands.Double(1), commands.Split(1)):
            assert why_not(state, command) is None, (rank, command)
        standing = why_not(state, commands.Stand(1))
        assert (standing is None) == (rank != "2"), rank


@clause("star-blackjack-challenge 11.4.1", "star-blackjack-challenge 11.5.1")
def test_every_wager_on_a_split_hand_equals_its_players_original() -> None:
    course = happened("""
wagers = ["1 ann 10", "1 bob 25"]
cards = "8C 7D 8D 8H TC 9C TD TS"
play = ["1 split", "1 bob split", "1 split", "1 bob split", "1 stand", "1 stand", "1 stand"]
""")
    matched = [(e.hand, e.player, e.amount) for e in course if isinstance(e, events.StakeMatched)]
    assert matched == [(2, "ann", 1000), (2, "bob", 2500), (2, "ann", 1000), (2, "bob", 2500)]


# By which clause


@clause(
    "star-blackjack-challenge 7.1", "star-blackjack-challenge 9.1",
    "star-blackjack-challenge 9.1.3", "star-blackjack-challenge 9.1.4",
    "star-blackjack-challenge 9.2", "star-blackjack-challenge 9.3",
    "star-blackjack-challenge 10.2", "star-blackjack-challenge 11.1",
    "star-blackjack-challenge 11.2", "star-blackjack-challenge 11.4.1",
    "star-blackjack-challenge 11.5.1", "star-blackjack-challenge 11.5.2",
    "star-blackjack-challenge 12.1",
)  # fmt: skip
def test_every_step_of_a_round_rests_on_its_own_clause() -> None:
    """ann splits, bob matches her; cal draws from 9 by compulsion, then freely; dot doubles."""
    course = happened("""
wagers = ["1 ann 10", "1 bob 10", "2 cal 10", "3 dot 10"]
cards = "8C 5C 6C 7D 8D 4C 5D TC 9C 3C 9S TS TD"
play = ["1 split", "1 bob split", "1 stand", "1 stand", "2 hit", "2 hit", "3 double"]
""")
    kinds = (
        events.CardDealt, events.HandSplit, events.StakeMatched, events.HandStood, events.HandHit,
        events.HandClosed, events.HandDoubled,
    )  # fmt: skip
    told = [(type(e).__name__, e.box, e.hand, e.clause) for e in course if isinstance(e, kinds)]
    assert told == [
        ("CardDealt", 1, 1, "7.1"),
        ("CardDealt", 2, 1, "7.1"),
        ("CardDealt", 3, 1, "7.1"),
        ("CardDealt", 0, 1, "7.1"),
        ("CardDealt", 1, 1, "7.1"),
        ("CardDealt", 2, 1, "7.1"),
        ("CardDealt", 3, 1, "7.1"),
        ("HandSplit", 1, 1, "11.1"),
        ("StakeMatched", 1, 2, "11.4.1"),
        ("StakeMatched", 1, 2, "11.5.1"),
        ("CardDealt", 1, 1, "11.2"),
        ("HandStood", 1, 1, "9.1.3"),
        ("CardDealt", 1, 2, "11.2"),
        ("HandStood", 1, 2, "9.1.3"),
        ("HandHit", 2, 1, "9.2"),
        ("CardDealt", 2, 1, "9.2"),
        ("HandHit", 2, 1, "9.1.4"),
        ("CardDealt", 2, 1, "9.1.4"),
        ("HandClosed", 2, 1, "9.3"),
        ("HandDoubled", 3, 1, "10.1"),
        ("CardDealt", 3, 1, "10.2"),
        ("HandClosed", 3, 1, "9.3"),
        ("CardDealt", 0, 1, "12.1"),
    ]


@clause("star-blackjack-challenge 9.4:deal")
def test_a_card_is_dealt_only_to_give_effect_to_a_decision() -> None:
    game = bythebook.load_game(GAME)
    state = begun(ANN_AND_BOB, "8C TC AD 9D 9C")
    card = commands.Deal(parse_cards("2C")[0])
    refused = why_not(state, card)
    assert refused is not None
    assert refused.clause == "9.4:deal"
    state, _ = play(game, state, commands.Hit(1))
    assert why_not(state, card) is None


@clause("star-blackjack-challenge 11.5.1", "star-blackjack-challenge 11.5.2")
def test_another_player_at_a_split_is_asked_to_match_or_stays_on_the_first_hand() -> None:
    course = happened("""
wagers = ["1 ann 10", "1 bob 10"]
cards = "8C 7D 8D TC 9C TS"
play = ["1 split", "1 stand", "1 stand"]
""")
    assert [e.clause for e in course if isinstance(e, events.FollowersAsked)] == ["11.5.1"]
    of_bob = [e for e in course if isinstance(e, events.Settled) and e.player == "bob"]
    assert [(e.hand, e.stake) for e in of_bob] == [(1, 1000)]
    game = bythebook.load_game(GAME)
    state = begun([*ANN_AND_BOB[:1], commands.PlaceWager(1, "bob", 1000)], "8C 7D 8D")
    state, _ = play(game, state, commands.Split(1))
    refused = why_not(state, commands.Ride(1, "bob"))
    assert refused is not None
    assert refused.clause == "11.5.2"


@clause("star-blackjack-challenge 18.10")
@pytest.mark.parametrize(("cards", "drawn"), [("5C 9D 4D 2C 3S TH", 2), ("TC 9D 2D TH", 0)])
def test_what_is_done_for_a_silent_player_is_done_by_that_rule(cards: str, drawn: int) -> None:
    course = happened(f"""
wagers = ["1 ann 10"]
cards = "{cards}"
play = ["1 absent"]
""")
    called = [e for e in course if isinstance(e, events.CardCalled) and e.box == 1]
    assert [e.clause for e in called] == ["18.10"] * drawn
    closed = [e.clause for e in course if isinstance(e, events.HandClosed)]
    assert closed == ["18.10"]


@clause("star-blackjack-challenge 1.1:blackjack", "star-blackjack-challenge 11.3.1")
def test_a_blackjack_is_called_one_in_every_hand_that_has_it() -> None:
    settled = bythebook.settle(f"""
game = "{GAME}"
wagers = ["1 ann 10", "2 bob 10"]
cards = "AC AS AD AH KC TC 9S KD"
play = ["1 split", "1 stand"]
""").to_json()
    assert [hand["kind"] for hand in settled["hands"]] == ["blackjack", "soft", "blackjack"]
    assert settled["dealer"]["kind"] == "blackjack"


@clause(
    "star-blackjack-challenge 9.1.1", "star-blackjack-challenge 9.3",
    "star-blackjack-challenge 10.1",
)  # fmt: skip
@pytest.mark.parametrize("total", range(4, 22))
def test_any_total_below_21_may_be_doubled_on_two_cards_and_on_three(total: int) -> None:
    """Challenge reading 33; three cards make at least six."""
    low = {4: "2C 2D", 5: "2C 3D"}
    two = low.get(total) or (
        f"2C {total - 2}D" if total <= 11 else f"TC {str(total - 10).replace('10', 'T')}D"
    )
    if total == 21:
        two = "TC 9D"  # and two more; 21 on two cards is a blackjack
    first_card, second = two.split()
    state = begun(ANN_AND_BOB[:1], f"{first_card} 9H {second}")
    if total < 21:
        assert why_not(state, commands.Double(1)) is None
        assert why_not(state, commands.Double(1, amount=1001)) is not None
        return
    game = bythebook.load_game(GAME)
    for command in (commands.Hit(1), commands.Deal(parse_cards("2C")[0])):
        state, _ = play(game, state, command)
    assert why_not(state, commands.Double(1)) is not None


# Side wagers


@clause(
    "star-blackjack-challenge 13.1", "star-blackjack-challenge 14.2",
    "star-blackjack-challenge 15.2", "star-blackjack-challenge 16.2",
    "star-blackjack-challenge 13.8", "star-blackjack-challenge 14.9",
    "star-blackjack-challenge 15.9", "star-blackjack-challenge 16.6",
)  # fmt: skip
@pytest.mark.parametrize(
    ("wager", "placed", "cards", "paid", "settled"),
    [
        ("any-pairs", "13.1", "8C 9D 8C TH", 5500, "13.7"),
        ("any-pairs", "13.1", "8C 8D TC TH", 0, "13.8"),  # the dealer's eight makes no pair
        ("perfect-pairs", "14.2", "8C 9D 8C TH", 15000, "14.8.3"),
        ("perfect-pairs", "14.2", "8C 9D 8S TH", 5000, "14.8.2"),
        ("perfect-pairs", "14.2", "8C 9D 8H TH", 2500, "14.8.1"),
        ("perfect-pairs", "14.2", "8C 8D TC TH", 0, "14.9"),
        ("star-pairs", "15.2", "AC 8D AD TH", 15000, "15.8.4"),
        ("star-pairs", "15.2", "8C 9D 8C TH", 10000, "15.8.3"),
        ("star-pairs", "15.2", "8C 9D 8S TH", 4000, "15.8.2"),
        ("star-pairs", "15.2", "8C 9D 8H TH", 2500, "15.8.1"),
        ("star-pairs", "15.2", "8C 8D TC TH", 0, "15.9"),
        ("blazing-7s", "16.2", "7C TD 7H TH", 10000, "16.8.1:two-player-sevens"),
        ("blazing-7s", "16.2", "8C 7D 7H TH", 5000, "16.8.1:one-player-seven-one-dealer-seven"),
        ("blazing-7s", "16.2", "8C 7D TC TH", 0, "16.6"),  # the dealer's seven alone
    ],
)
def test_a_side_wager_sees_the_cards_of_its_rule_and_is_placed_and_settled_by_it(
    wager: str, placed: str, cards: str, paid: int, settled: str
) -> None:
    """Blackjack Challenge rules 13 to 16: $5 on the initial cards of box 1, paid by its odds."""
    course = happened(f"""
side_wagers = ["{wager}"]
wagers = ["1 ann 10", "1 ann 5 {wager}"]
cards = "{cards}"
play = ["1 stand"]
""")
    down = [e for e in course if isinstance(e, events.WagerPlaced) and e.wager == wager]
    assert [e.clause for e in down] == [placed]
    row = course[settled_at(course, 1, wager)]
    assert isinstance(row, events.Settled)
    assert (row.paid, row.clause) == (paid, settled)


@clause(
    "star-blackjack-challenge 13.5", "star-blackjack-challenge 14.6",
    "star-blackjack-challenge 15.6",
)  # fmt: skip
@pytest.mark.parametrize(
    ("wager", "by"), [("any-pairs", "13.5"), ("perfect-pairs", "14.6"), ("star-pairs", "15.6")]
)
def test_places_left_over_go_in_the_order_of_wagering_wherever_somebody_plays(
    wager: str, by: str
) -> None:
    """Three without a main wager on box 1 have its places; a fourth comes from the next box."""
    game = bythebook.load_game(GAME)
    state = start(game, Table(side_wagers=frozenset({wager})))
    boxes = {"ann": 1, "fay": 7, "eve": 6, "dan": 5, "bob": 2}
    for name, box in boxes.items():
        state, _ = play(game, state, commands.PlaceWager(box, name, 1000))
    for name in ("fay", "eve", "dan"):
        state, _ = play(game, state, commands.PlaceWager(1, name, 500, wager))
    refused = refusal(game, state, commands.PlaceWager(1, "bob", 500, wager))
    assert refused is not None
    assert refused.clause == by
    assert refusal(game, state, commands.PlaceWager(1, "ann", 500, wager)) is None


@clause("star-blackjack-challenge 16.12")
@pytest.mark.parametrize(("suit", "left"), [("D", 1_000_000), ("S", 1_800_000)])
def test_the_display_after_a_share_was_paid_rests_on_the_rule_for_its_minimum(
    suit: str, left: int
) -> None:
    course = happened(f"""
side_wagers = ["blazing-7s"]
meters = {{ blazing-7s = "20000.00" }}
wagers = ["1 ann 10", "1 ann 5 blazing-7s"]
cards = "7{suit} 7{suit} 7{suit} TH"
play = ["1 stand"]
""")
    moved = [e for e in course if isinstance(e, events.MeterChanged)]
    assert [(e.amount, e.clause) for e in moved] == [(left, "16.12")]


# The dealer and the end


@clause(
    "star-blackjack-challenge 12.1",
    "star-blackjack-challenge 17.1",
    "star-blackjack-challenge 1.1:round-of-play",
)
def test_the_dealer_draws_last_and_what_is_left_is_settled_after_that() -> None:
    settled = bythebook.settle(f"""
game = "{GAME}"
wagers = ["1 ann 10", "2 bob 10", "3 cal 10"]
cards = "TC TD AC 2D 8C 9C KS 4S 9S 3H"
play = ["1 stand", "2 stand"]
""")
    course, state = settled.events, settled.replay.state
    dealers = [i for i, e in enumerate(course) if isinstance(e, events.CardDealt) and e.box == 0]
    done, stood = first(course, events.PlayersDone), first(course, events.DealerStood)
    assert dealers[0] < settled_at(course, 3) < done < dealers[1] < dealers[-1] < stood
    assert stood < settled_at(course, 1) < settled_at(course, 2)
    # The round of play begins with its first card and ends when everything is paid or collected.
    assert first(course, events.BettingClosed) < first(course, events.CardDealt)
    assert isinstance(course[-1], events.RoundEnded)
    assert chips_on_layout(state) == 0
    assert legal(settled.game, state) == []
    assert why_not(state, commands.PlaceWager(1, "ann", 1000)) is not None


@clause("star-blackjack-challenge 12.2")
@pytest.mark.parametrize(
    ("cards", "draws"),
    [
        ("TH 6H", True),
        ("TH 7H", False),
        ("AH 5H", True),
        ("AH 6H", False),
        ("AH 9H", False),
        ("9H 7H", True),
        ("9H 8H", False),
        ("TH KH", False),
    ],
)
def test_the_dealer_draws_to_16_and_stands_on_17_soft_or_hard(cards: str, draws: bool) -> None:
    game = bythebook.load_game(GAME)
    shown, drawn = cards.split()
    state = begun(ANN_AND_BOB[:1], f"TC {shown} 3C")
    for command in (commands.Stand(1), commands.Deal(parse_cards(drawn)[0])):
        state, _ = play(game, state, command)
    assert (state.due is not None) == draws
    assert (state.phase == "over") != draws


@clause("star-blackjack-challenge 12.3")
def test_the_dealer_says_by_which_clause_no_card_is_drawn() -> None:
    course = happened("""
wagers = ["1 ann 10", "2 bob 10"]
cards = "AC TC TD KC 4C 9S 6D"
play = ["2 hit"]
""")
    assert events.DealerStood("12.3") in course
    dealers = [e for e in course if isinstance(e, events.CardDealt) and e.box == 0]
    assert [e.total for e in dealers] == [10, 16]


# Blazing 7's


@clause("star-blackjack-challenge 16.11.3")
@pytest.mark.parametrize("suit", "DS")
def test_fixed_prizes_are_paid_before_shares_of_the_jackpot(suit: str) -> None:
    course = happened(f"""
side_wagers = ["blazing-7s"]
meters = {{ blazing-7s = "100000.00" }}
wagers = [
  "1 ann 10", "1 ann 5 blazing-7s", "2 bob 10", "2 bob 5 blazing-7s",
  "3 cal 10", "3 cal 5 blazing-7s", "4 dan 10", "4 dan 5 blazing-7s",
]
cards = "7{suit} 7C 7{suit} 7H 7{suit} 7{suit} 7H 7{suit} 9C TH"
play = ["1 stand", "2 stand", "3 stand", "4 stand"]
""")
    paid = [
        (e.box, e.paid) for e in course if isinstance(e, events.Settled) and e.wager == "blazing-7s"
    ]
    share = 5_000_000 if suit == "D" else 950_000
    assert paid == [(2, 100_000), (4, 5_000), (1, share), (3, share)]
    assert first(course, events.MeterChanged) > settled_at(course, 4, "blazing-7s")


@clause("star-blackjack-challenge 16.7")
def test_a_blazing_stake_is_gone_before_the_first_card_and_no_prize_brings_it_back() -> None:
    game = bythebook.load_game(GAME)
    table = Table(side_wagers=frozenset({"blazing-7s"}), meters={"blazing-7s": 1_000_000})
    wagers = [*ANN_AND_BOB, commands.PlaceWager(1, "ann", 250, "blazing-7s")]
    state = begun(wagers, "7C TC 8D 7H", table)
    assert state.net["ann"] == -1250
    state, _ = play(game, state, commands.Deal(parse_cards("9C")[0]))
    assert state.net["ann"] == -1250 + 5000
    row = state.rows[0]
    assert (row.stake, row.paid, row.returned) == (250, 5000, 5000)


@clause("star-blackjack-challenge 16.12")
@pytest.mark.parametrize(
    ("reset", "left"), [("10000", 2_700_000), ("25000", 2_700_000), ("50000", 5_000_000)]
)
def test_the_display_falls_to_its_minimum_and_no_lower(reset: str, left: int) -> None:
    course = happened(f"""
side_wagers = ["blazing-7s"]
options = {{ reset = "{reset}" }}
meters = {{ blazing-7s = "30000.00" }}
wagers = ["1 ann 10", "1 ann 5 blazing-7s"]
cards = "7S 7S 7S TH"
play = ["1 stand"]
""")
    assert events.MeterChanged("blazing-7s", left, "16.12") in course


@clause("star-blackjack-challenge 5.10.1", "star-blackjack-challenge 5.10.2")
def test_the_controllers_wager_lies_nearest_and_the_others_in_line_behind_it() -> None:
    of = happened(
        'seated = { 1 = "cal" }\n'
        'wagers = ["1 ann 10", "1 bob 30", "1 cal 20"]\ncards = "TC 8D 9C TH"\nplay = ["1 stand"]'
    )
    closed = next(event for event in of if isinstance(event, events.BettingClosed))
    assert [order.players for order in closed.orders] == [("cal", "ann", "bob")]
