"""Casino Canberra clauses that only the course of a round shows: order, offers, citations."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bythebook import load_game, settle
from bythebook.cards import parse_card
from bythebook.game import State, Table, legal, play, refusal, start
from bythebook.game import commands as c
from bythebook.game.events import (
    DEALER,
    CardDealt,
    Event,
    HandClosed,
    InsurancePlaced,
    OffersOpened,
    PlayBegan,
    RoundEnded,
    Settled,
    TurnCame,
)
from tests.clauses import clause

GAME = load_game("canberra-blackjack/blackjack")

CHOICES = (c.Hit, c.Stand, c.Double, c.Split)


def at_table(*wagers: c.PlaceWager, sides: Sequence[str] = ()) -> State:
    """A round whose betting has just been closed."""
    state = start(GAME, Table(side_wagers=frozenset(sides)))
    for command in (*wagers, c.CloseBetting()):
        state, _ = play(GAME, state, command)
    return state


def go_on(state: State, *steps: str | c.Command) -> State:
    """Deal the cards and carry out the commands, in turn."""
    for step in steps:
        if isinstance(step, str):
            commands: list[c.Command] = [c.Deal(parse_card(card)) for card in step.split()]
        else:
            commands = [step]
        for command in commands:
            state, _ = play(GAME, state, command)
    return state


def main(box: int, player: str, dollars: int = 10) -> c.PlaceWager:
    return c.PlaceWager(box, player, dollars * 100)


def choices(state: State, box: int, player: str) -> set[str]:
    """Which of hit, stand, double and split this player may now say for the box."""
    return {
        type(command).__name__.lower()
        for command in legal(GAME, state)
        if isinstance(command, CHOICES) and (command.box, command.player) == (box, player)
    }


def events_of(wagers: str, cards: str, play: str, more: str = "") -> list[Event]:
    """What happens in a round written on three lines, words separated by commas."""
    lines = [
        ", ".join(f'"{word.strip()}"' for word in text.split(",") if word.strip())
        for text in (wagers, play)
    ]
    record = f"""
        game = "canberra-blackjack/blackjack"
        wagers = [{lines[0]}]
        cards = "{cards}"
        play = [{lines[1]}]
        {more}
    """
    return settle(record).events


def first(events: list[Event], kind: type[Event]) -> int:
    return next(at for at, event in enumerate(events) if isinstance(event, kind))


# Wagers and the deal


@clause(
    "canberra-blackjack 4.1",
    "canberra-blackjack 4.3",
    "canberra-blackjack 6.2",
    "canberra-blackjack 17.5",
)
def test_everybody_may_wager_until_the_call_and_nobody_after_it() -> None:
    state = start(GAME, Table(side_wagers=frozenset({"perfect-pairs"})))
    late = main(3, "cal")
    side = c.PlaceWager(1, "ana", 500, "perfect-pairs")
    for wager in (main(1, "ana"), main(2, "ben")):
        assert refusal(GAME, state, c.Deal(parse_card("TS"))) is not None
        assert refusal(GAME, state, late) is None
        state = go_on(state, wager)
    assert refusal(GAME, state, side) is None
    state = go_on(state, c.CloseBetting())
    for _ in range(2):  # after the call, and after the first card
        for command in (late, side, main(2, "cal")):
            refused = refusal(GAME, state, command)
            assert refused is not None
            assert refused.clause in ("6.2", "4.3", "17.5")
        state = go_on(state, "TS")


@clause("canberra-blackjack 17.17")
def test_pairs_play_closes_with_the_betting() -> None:
    side = c.PlaceWager(1, "ana", 500, "pairs-play")
    state = start(GAME, Table(side_wagers=frozenset({"pairs-play"})))
    state = go_on(state, main(1, "ana"))
    assert refusal(GAME, state, side) is None
    state = go_on(state, c.CloseBetting(), "TS")
    assert refusal(GAME, state, side) is not None


@clause(
    "canberra-blackjack 6.1",
    "canberra-blackjack 6.2(a)",
    "canberra-blackjack 6.2(b)",
    "canberra-blackjack 6.2(c)",
)
def test_every_card_is_seen_as_it_leaves_the_shoe_the_dealers_too() -> None:
    events = events_of("5 eve 10, 2 ben 10", "TS 9H 6D 7S 8D 9C TH", "2 stand, 5 stand")
    dealt = [event for event in events if isinstance(event, CardDealt)]
    assert [(event.box, str(event.card), event.total) for event in dealt] == [
        (2, "TS", 10), (5, "9H", 9), (DEALER, "6D", 6), (2, "7S", 17), (5, "8D", 17),
        (DEALER, "9C", 15), (DEALER, "TH", 25),
    ]  # fmt: skip
    assert [event.clause for event in dealt[:5]] == [
        "6.2(a)", "6.2(a)", "6.2(b)", "6.2(c)", "6.2(c)",
    ]  # fmt: skip


@clause("canberra-blackjack A:round-of-play")
def test_a_round_runs_from_its_cards_to_its_settlement() -> None:
    state = start(GAME, Table())
    state = go_on(state, main(1, "ana"))
    assert refusal(GAME, state, c.VoidRound("16.3")) is not None
    state = go_on(state, c.CloseBetting(), "TS")
    assert refusal(GAME, state, c.VoidRound("16.3")) is None
    state = go_on(state, "7C 9S", c.Stand(1), "TD")
    assert state.phase == "over"
    assert refusal(GAME, state, c.Hit(1)) is not None
    assert refusal(GAME, state, main(1, "ana")) is not None


# Insurance of others' wagers: which clause gave each his place


@clause("canberra-blackjack 7.2(a)", "canberra-blackjack 7.2(b)", "canberra-blackjack 7.2(c)")
@pytest.mark.parametrize(
    ("wagers", "boxes", "claims", "placed"),
    [
        pytest.param(
            "1 tom 80, 1 rob 10, 1 sam 10", 1,
            "1 sam insure 30 on tom, 1 rob insure 30 on tom",
            [("rob", 3000, "7.2(a)"), ("sam", 1000, "7.2(a)")],
            id="same box",
        ),
        pytest.param(
            "1 tom 80, 1 sam 10, 2 rob 10", 2,
            "1 rob insure 30 on tom, 1 sam insure 30 on tom",
            [("sam", 3000, "7.2(a)"), ("rob", 1000, "7.2(b)")],
            id="same box, then the nearest",
        ),
        pytest.param(
            "1 tom 80, 2 rob 10, 3 sam 10", 3,
            "1 sam insure 40 on tom, 1 rob insure 25 on tom",
            [("rob", 2500, "7.2(b)"), ("sam", 1500, "7.2(b)")],
            id="nearest box",
        ),
        pytest.param(
            "1 tom 80, 2 rob 10, 2 sam 10", 2,
            "1 sam insure 30 on tom, 1 rob insure 30 on tom",
            [("rob", 3000, "7.2(b)"), ("sam", 1000, "7.2(b)")],
            id="front to back on the nearest box",
        ),
        pytest.param(
            "1 kim 20, 2 rob 10, 3 tom 80, 4 sam 10", 4,
            "1 rob insure 5 on kim, 3 rob insure 30 on tom, 3 sam insure 30 on tom",
            [("rob", 500, "7.2(b)"), ("sam", 3000, "7.2(c)"), ("rob", 1000, "7.2(b)")],
            id="equally far",
        ),
    ],
)  # fmt: skip
def test_each_insurer_of_another_has_his_place_by_its_clause(
    wagers: str, boxes: int, claims: str, placed: list[tuple[str, int, str]]
) -> None:
    stands = ", ".join(f"{box} stand" for box in range(1, boxes + 1))
    cards = f"{'TS ' * boxes}AS {'9S ' * boxes}JC"
    events = events_of(wagers, cards, f"{claims}, {stands}")
    found = [event for event in events if isinstance(event, InsurancePlaced)]
    assert [(event.player, event.amount, event.clause) for event in found] == placed


@clause("canberra-blackjack 7.3", "canberra-blackjack 7.2")
def test_all_insurance_lies_on_the_line_before_the_subsequent_deal() -> None:
    events = events_of(
        "1 tom 80, 2 rob 10",
        "TS TD AC 2S 9D 5D JC",
        "1 rob insure 40 on tom, 2 insure 5, 1 hit, 1 stand, 2 stand",
    )
    placed = [at for at, event in enumerate(events) if isinstance(event, InsurancePlaced)]
    assert len(placed) == 2
    assert first(events, OffersOpened) < min(placed)
    assert max(placed) < first(events, PlayBegan) < first(events, TurnCame)


Place = tuple[int, str]  # a box, and who has a wager there
Claim = tuple[Place, Place, int]  # whose wager, who asks to insure it, for how much


@st.composite
def claims_at_a_table(draw: st.DrawFn) -> tuple[list[Place], set[Place], list[Claim]]:
    """Everybody at a table in dealing order, who insures his own wager, and what others ask for."""
    layout = draw(st.dictionaries(st.integers(1, 9), st.integers(1, 3), min_size=1, max_size=5))
    people = [(box, f"{'abc'[at]}{box}") for box in sorted(layout) for at in range(layout[box])]
    insured = draw(st.sets(st.sampled_from(people), max_size=2))
    pairs = [(o, i) for o in people for i in people if o != i and o not in insured]
    asked = draw(st.permutations(pairs))[: draw(st.integers(0, 14))]
    return people, insured, [(o, i, draw(st.integers(1, 50)) * 100) for o, i in asked]


def granted(people: list[Place], claims: list[Claim]) -> list[Claim]:
    """Who gets how much on wagers of 100, straight from the order of preference."""
    totals = dict.fromkeys(people, 0)
    given_out: list[Claim] = []
    for owner in people:
        asked = {insurer: amount for who, insurer, amount in claims if who == owner}
        queue = [p for p in people if p in asked and p[0] == owner[0]]
        room = 5000
        for distance in range(1, 9):
            left = [p for p in people if p in asked and p[0] == owner[0] - distance]
            right = [p for p in people if p in asked and p[0] == owner[0] + distance]
            while left and right:
                behind = totals[right[0]] < totals[left[0]]
                queue.append((right if behind else left).pop(0))
            queue += left + right
        for insurer in queue:
            amount = min(asked[insurer], room)
            room -= amount
            totals[insurer] += amount
            if amount:
                given_out.append((owner, insurer, amount))
    return given_out


@clause("canberra-blackjack 7.2(a)", "canberra-blackjack 7.2(b)", "canberra-blackjack 7.2(c)")
@given(claims_at_a_table())
def test_any_claims_at_any_table_are_filled_in_the_order_of_preference(
    table: tuple[list[Place], set[Place], list[Claim]],
) -> None:
    people, insured, claims = table
    boxes = len({box for box, _ in people})
    state = at_table(*(main(box, who, 100) for box, who in people))
    state = go_on(state, f"{'TS ' * boxes}AS {'9S ' * boxes}")
    own = [c.Insure(box, 5000, who) for box, who in sorted(insured)]
    others = [c.Insure(o[0], amount, i[1], o[1]) for o, i, amount in claims]
    state, events = play(GAME, go_on(state, *own, *others), c.Proceed())
    placed = [event for event in events if isinstance(event, InsurancePlaced)]
    assert [(e.box, e.owner, e.player, e.amount) for e in placed] == [
        (*owner, insurer, amount) for owner, (_, insurer), amount in granted(people, claims)
    ]


# The interim settlement


UP_CARDS_PAID_AT_ONCE = "23456789"
UP_CARDS_WAITED_FOR = "TJQKA"


@clause("canberra-blackjack 8.1(a)")
@pytest.mark.parametrize("rank", UP_CARDS_PAID_AT_ONCE + UP_CARDS_WAITED_FOR)
def test_a_blackjack_is_paid_at_once_unless_the_dealer_may_have_one(rank: str) -> None:
    waits = rank in UP_CARDS_WAITED_FOR
    events = events_of("1 ana 20", f"AS {rank}C KS" + (" 8D" if waits else ""), "")
    (row,) = [event for event in events if isinstance(event, Settled)]
    assert (row.stage, row.paid) == ("final" if waits else "interim", 3000)
    assert row.clause == ("13.1(c)" if waits else "8.1(a)")


@clause("canberra-blackjack 8.1(a)")
@pytest.mark.parametrize("rank", UP_CARDS_PAID_AT_ONCE + UP_CARDS_WAITED_FOR)
def test_read_as_the_card_ten_only_a_ten_and_an_ace_hold_it_up(rank: str) -> None:
    waits = rank in "TA"
    reading = 'readings = { ten-shown = "ten-only" }'
    events = events_of("1 ana 20", f"AS {rank}C KS" + (" 8D" if waits else ""), "", reading)
    (row,) = [event for event in events if isinstance(event, Settled)]
    assert row.stage == ("final" if waits else "interim")


@clause(
    "canberra-blackjack 8.1",
    "canberra-blackjack 17.11(a)",
    "canberra-blackjack 17.11(b)",
    "canberra-blackjack 17.13",
)
def test_pairs_and_blackjacks_are_settled_between_the_two_deals() -> None:
    events = events_of(
        "1 ana 10, 1 ana 5 perfect-pairs, 2 ben 10, 2 ben 5 perfect-pairs",
        "AS 8S 6C KS 8D TD TH",
        "2 stand",
        'side_wagers = ["perfect-pairs"]',
    )
    begins = first(events, PlayBegan)
    settled = [(at, event) for at, event in enumerate(events) if isinstance(event, Settled)]
    before = [(event.box, event.wager, event.result) for at, event in settled if at < begins]
    assert before == [
        (1, "perfect-pairs", "loses"), (2, "perfect-pairs", "wins"), (1, "main", "wins"),
    ]  # fmt: skip
    assert (
        max(at for at, e in enumerate(events[:begins]) if isinstance(e, CardDealt)) < settled[0][0]
    )
    turn = events[first(events, TurnCame)]
    assert isinstance(turn, TurnCame)
    assert (turn.box, turn.clause) == (2, "9.1")


@clause(
    "canberra-blackjack 8.1(b)",
    "canberra-blackjack 17.22(a)",
    "canberra-blackjack 17.22(b)",
    "canberra-blackjack 17.24",
)
def test_pairs_play_comes_first_and_takes_no_offer_away() -> None:
    sides = ["pairs-play"]
    wagers = (main(1, "ana"), main(2, "ben"))
    pairs = [c.PlaceWager(box, who, 500, "pairs-play") for box, who in ((1, "ana"), (2, "ben"))]
    state = go_on(at_table(*wagers, *pairs, sides=sides), "AS 8S AC KS 8D")
    rows = [(row.box, row.wager, row.result) for row in state.rows]
    assert rows == [(1, "pairs-play", "loses"), (2, "pairs-play", "wins")]
    assert state.phase == "offers"
    assert c.TakeEvenMoney(1, "ana") in legal(GAME, state)
    assert c.Insure(2, 500, "ben", "ben") in legal(GAME, state)
    state = go_on(state, c.Proceed())
    assert choices(state, 2, "ben") == {"hit", "stand", "double", "split"}


@clause("canberra-blackjack 8.1(b)")
def test_even_money_is_offered_to_each_owner_on_the_box_and_once() -> None:
    state = go_on(at_table(main(1, "ana"), main(1, "ben")), "AS AC KS")
    offered = [command for command in legal(GAME, state) if isinstance(command, c.TakeEvenMoney)]
    assert offered == [c.TakeEvenMoney(1, "ana"), c.TakeEvenMoney(1, "ben")]
    state = go_on(state, c.TakeEvenMoney(1, "ben"))
    offered = [command for command in legal(GAME, state) if isinstance(command, c.TakeEvenMoney)]
    assert offered == [c.TakeEvenMoney(1, "ana")]


@clause("canberra-blackjack 17.10")
@pytest.mark.parametrize(
    ("cards", "paid"), [("8S 6C 8S", 12500), ("8S 6C 8C", 6000), ("8S 6C 8H", 3000)]
)
def test_a_pair_is_paid_once_by_the_one_kind_it_is(cards: str, paid: int) -> None:
    side = c.PlaceWager(1, "ana", 500, "perfect-pairs")
    state = go_on(at_table(main(1, "ana"), side, sides=["perfect-pairs"]), cards)
    assert [row.paid for row in state.rows] == [paid]


# Decisions


@clause("canberra-blackjack 9.1")
def test_boxes_play_clockwise_and_each_to_its_end() -> None:
    events = events_of(
        "5 eve 10, 2 ben 10, 7 gus 10",
        "8S TH 9C 6D 8D 6H 9D TD TC 5C KS KH",
        "2 split, 2 stand, 2 stand, 5 hit, 7 stand",
    )
    turns = [(event.box, event.hand) for event in events if isinstance(event, TurnCame)]
    assert list(dict.fromkeys(turns)) == [(2, 1), (2, 2), (5, 1), (7, 1)]


@clause(
    "canberra-blackjack 9.1(a)",
    "canberra-blackjack 9.1(b)",
    "canberra-blackjack 9.1(c)",
    "canberra-blackjack 9.1(d)",
    "canberra-blackjack 9.2(b)",
)
@pytest.mark.parametrize(
    ("cards", "open_to"),
    [
        ("8S 6C 8D", {"hit", "stand", "double", "split"}),
        ("KS 6C TD", {"hit", "stand", "double", "split"}),
        ("9S 6C TD", {"hit", "stand", "double"}),
        ("AS 6C AD", {"hit", "stand", "double", "split"}),
        ("AS 6C 9D", {"hit", "stand", "double"}),
        ("5S 6C 5D", {"hit", "double", "split"}),
        ("5S 6C 6D", {"hit", "double"}),
        ("5S 6C 7D", {"hit", "stand", "double"}),
    ],
)
def test_what_two_cards_leave_open(cards: str, open_to: set[str]) -> None:
    state = go_on(at_table(main(1, "ana")), cards)
    assert choices(state, 1, "ana") == open_to


@clause("canberra-blackjack 9.1(c)", "canberra-blackjack 9.1(d)", "canberra-blackjack 11.1")
def test_a_third_card_leaves_only_drawing_and_standing() -> None:
    state = go_on(at_table(main(1, "ana")), "4S 6C 4D", c.Hit(1))
    state = go_on(state, "4H")
    assert choices(state, 1, "ana") == {"hit", "stand"}


@clause("canberra-blackjack 9.2(a)")
@pytest.mark.parametrize("third", ["TS 9C 4S 7D", "AS 9C 4S 6D"])
def test_twenty_one_ends_the_hand_by_its_clause(third: str) -> None:
    wagers = (main(1, "ana"), main(2, "ben"))
    box_1, dealer, again, drawn = third.split()
    state = go_on(at_table(*wagers), f"{box_1} TD {dealer} {again} 9S", c.Hit(1))
    state, events = play(GAME, state, c.Deal(parse_card(drawn)))
    assert HandClosed(1, 1, "9.2(a)") in events
    assert choices(state, 1, "ana") == set()
    assert choices(state, 2, "ben") == {"hit", "stand", "double"}


@clause("canberra-blackjack 9.2(a)", "canberra-blackjack A:blackjack")
def test_a_blackjack_that_waits_is_never_asked() -> None:
    events = events_of("1 ana 10, 2 ben 10", "AS TS TC KS 9S 8D", "2 stand")
    assert [event.box for event in events if isinstance(event, TurnCame)] == [2]


# Splits and doubles


@clause("canberra-blackjack 10.3", "canberra-blackjack 10.5")
def test_split_aces_are_left_no_choice() -> None:
    wagers = (main(1, "ana"), main(2, "ben"))
    state = go_on(at_table(*wagers), "AS TS 6C AD 9S", c.Split(1), "AH")
    assert state.hand(1, 1).done
    assert choices(state, 1, "ana") == set()
    state, events = play(GAME, state, c.Deal(parse_card("2D")))
    assert HandClosed(1, 2, "10.5") in events
    assert choices(state, 1, "ana") == set()
    assert choices(state, 2, "ben") != set()
    assert [len(hand.cards) for hand in state.box(1).hands] == [2, 2]


@clause("canberra-blackjack 10.4")
def test_the_second_hand_has_one_card_while_the_first_is_played() -> None:
    state = go_on(at_table(main(1, "ana")), "8S 6C 8D", c.Split(1), "2S", c.Hit(1), "3S")
    assert [len(hand.cards) for hand in state.box(1).hands] == [3, 1]
    state = go_on(state, c.Stand(1))
    assert state.due is not None
    assert (state.due.box, state.due.hand, state.due.clause) == (1, 2, "10.4")


@clause("canberra-blackjack 10.6")
def test_split_hands_have_the_choices_of_any_hand() -> None:
    state = go_on(at_table(main(1, "ana")), "8S 6C 8D", c.Split(1), "3S")
    assert choices(state, 1, "ana") == {"hit", "double"}
    state = go_on(state, c.Hit(1), "5S")
    assert choices(state, 1, "ana") == {"hit", "stand"}
    state = go_on(state, c.Stand(1), "8H")
    assert choices(state, 1, "ana") == {"hit", "stand", "double", "split"}


@clause(
    "canberra-blackjack 10.1",
    "canberra-blackjack 10.2(a)",
    "canberra-blackjack 11.1",
    "canberra-blackjack 11.2",
    "canberra-blackjack 11.3",
)
def test_others_on_the_box_may_follow_and_never_lead() -> None:
    state = go_on(at_table(main(1, "ana"), main(1, "ben")), "8S 6C 8D")
    assert choices(state, 1, "ana") == {"hit", "stand", "double", "split"}
    assert choices(state, 1, "ben") == set()
    doubled = go_on(state, c.Double(1))
    assert choices(doubled, 1, "ben") == {"double"}
    split = go_on(state, c.Split(1))
    assert choices(split, 1, "ben") == {"split"}
    split = go_on(split, c.Proceed(), "3S")
    assert choices(split, 1, "ben") == set()
    assert choices(go_on(split, c.Double(1)), 1, "ben") == {"double"}
    # Drawing instead of either closes both to everybody.
    drawn = go_on(state, c.Hit(1), "2S")
    assert choices(drawn, 1, "ben") == set()
    assert choices(drawn, 1, "ana") == {"hit", "stand"}


@clause("canberra-blackjack 14.7", "canberra-blackjack 4.5(b)")
def test_control_passes_from_the_absent_who_then_has_no_say() -> None:
    state = go_on(at_table(main(1, "ana"), main(1, "ben"), main(1, "cal")), "8S 6C 8D")
    state = go_on(state, c.DeclareAbsent(1, "ana"))
    assert [choices(state, 1, who) != set() for who in ("ana", "ben", "cal")] == [
        False, True, False,
    ]  # fmt: skip
    state = go_on(state, c.Split(1, "ben"))
    assert choices(state, 1, "ana") == set()
    assert choices(state, 1, "cal") == {"split"}


# The dealer and the settlement


@clause("canberra-blackjack 12.1")
def test_the_dealer_draws_when_every_hand_is_finished() -> None:
    events = events_of(
        "1 ana 10, 2 ben 10",
        "TS TD AC 2S 4D 5D 3D 8C",
        "1 insure 5, 1 hit, 1 stand, 2 hit, 2 stand",
    )
    dealt = [event.box for event in events if isinstance(event, CardDealt)]
    assert dealt == [1, 2, DEALER, 1, 2, 1, 2, DEALER]


@clause("canberra-blackjack 13.1", "canberra-blackjack 7.6(a)")
def test_every_main_wager_has_one_result_by_rule_13_and_insurance_none_of_them() -> None:
    events = events_of(
        "1 ana 10, 2 ben 10, 3 cal 10, 4 dan 10, 5 eve 10",
        "AS TS 9S TD TH AC KS 9D 9H 6D 8H KC 7D",
        "2 insure 5, 2 stand, 3 stand, 4 hit, 5 stand",
    )
    rows = [event for event in events if isinstance(event, Settled)]
    mains = {row.box: (row.result, row.clause) for row in rows if row.wager == "main"}
    assert mains == {
        1: ("wins", "13.1(c)"),
        2: ("wins", "13.1(b)"),
        3: ("stand-off", "13.1(g)"),
        4: ("loses", "13.1(d)"),
        5: ("stand-off", "13.1(g)"),
    }
    assert len(rows) == 6
    (insurance,) = [row for row in rows if row.wager == "insurance"]
    assert (insurance.result, insurance.clause) == ("loses", "7.6(a)")
    assert isinstance(events[-1], RoundEnded)
