"""bACEball clauses that only the course of a round shows: what comes first, and what is refused."""

from typing import get_args

import pytest

from bythebook import Refused, load_game, settle
from bythebook.cards import parse_card
from bythebook.game import State, Table, legal, play, refusal, start
from bythebook.game import commands as c
from bythebook.game.events import DEALER, BettingClosed, CardDealt, RoundEnded, Settled, Stage
from bythebook.game.side_wagers import MYSTERY
from bythebook.game.state import chips_on_layout
from tests.clauses import clause

GAME = load_game("star-baceball/baceball", decks=6)

# Box 1: king 9 8, 27. Box 4: 7 king king, 27. Box 7: three tens. The dealer: 9 9 9, 27 too.
STRIKES = """
game   = "star-baceball/baceball"
wagers = [
  "1 ann 10", "1 ann 5 strike-1", "1 ann 5 strike-2", "1 ann 5 strike-3", "1 ann 5 strike-out",
  "4 dan 10", "4 dan 5 strike-out", "4 dan 5 strike-3", "4 dan 5 strike-2", "4 dan 5 strike-1",
  "7 gus 10", "7 gus 5 strike-1", "7 gus 5 strike-2", "7 gus 5 strike-3", "7 gus 5 strike-out",
]
cards  = "KC 7D TC 9S 9C KD JC 9D 8H KH QC 9H"
"""

JACKPOTS = """
game        = "star-baceball/baceball"
side_wagers = ["jackpot"]
meters      = { baceball-major = "150000", baceball-minor = "15000", mystery-1 = "90" }
hits        = { mystery-1 = [3, 5] }
wagers      = [
  "1 ann 10", "1 ann 5 jackpot", "3 cyd 10", "3 cyd 5 jackpot", "5 eve 10", "5 eve 5 jackpot",
  "7 gus 10", "7 gus 5 jackpot",
]
cards       = "AH AC AD AS 9D AH 9H AD AS 9H AH AC AD AS 9S"
"""


def rows_of(text: str) -> list[tuple[int, str, str]]:
    """Box, wager and result of every settlement, in the order in which they are made."""
    return [(row.box, row.wager, row.result) for row in settle(text).rows]


def after_betting(*wagers: c.PlaceWager) -> State:
    state = start(GAME, Table(side_wagers=frozenset({"jackpot"})))
    for command in (*wagers, c.CloseBetting()):
        state, _ = play(GAME, state, command)
    return state


def dealt(state: State, cards: str) -> State:
    for card in cards.split():
        state, _ = play(GAME, state, c.Deal(parse_card(card)))
    return state


def refused_by(state: State, command: c.Command) -> str:
    """The clause that refuses the command now, or nothing."""
    refused = refusal(GAME, state, command)
    return refused.clause if refused is not None else ""


# The deal


@clause(
    "star-baceball 7.2",
    "star-baceball 7.3.1",
    "star-baceball 7.3.2",
    "star-baceball 7.3.3",
    "star-baceball 3.6",
)
def test_three_circuits_from_the_left_each_ending_with_the_dealer_face_up() -> None:
    settled = settle(STRIKES)
    cards = [event for event in settled.events if isinstance(event, CardDealt)]
    assert [event.box for event in cards] == [1, 4, 7, DEALER] * 3
    assert " ".join(str(event.card) for event in cards) == "KC 7D TC 9S 9C KD JC 9D 8H KH QC 9H"
    assert [event.clause for event in cards] == [
        *["7.3.1"] * 3, "7.3.2", *["7.3.3"] * 8,
    ]  # fmt: skip
    # No card of the dealer's is hidden: each counts as soon as it lies there.
    assert [event.total for event in cards if event.box == DEALER] == [9, 18, 27]


@clause("star-baceball 7.3.1")
def test_the_order_of_placing_does_not_change_the_order_of_dealing() -> None:
    settled = settle(
        'game = "star-baceball/baceball"\n'
        'wagers = ["6 fay 10", "2 bob 10"]\n'
        'cards = "7C 9D 8S 7C 9D 8S 7C 9D 8S"\n'
    )
    hands = {box.number: box.hands[0].total for box in settled.replay.state.boxes}
    assert hands == {2: 21, 6: 27}


@clause("star-baceball 8.1", "star-baceball 1.1:round-of-play")
def test_nothing_is_settled_before_the_last_card_and_nothing_happens_after_the_settlement() -> None:
    events = settle(STRIKES).events
    last_card = max(i for i, event in enumerate(events) if isinstance(event, CardDealt))
    settlements = [i for i, event in enumerate(events) if isinstance(event, Settled)]
    assert settlements[0] > last_card
    assert settlements[-1] < len(events) - 1
    assert isinstance(events[-1], RoundEnded)


@clause("star-baceball 7.2")
def test_jackpot_wagers_are_in_before_the_first_card() -> None:
    events = settle(JACKPOTS).events
    closed = next(i for i, event in enumerate(events) if isinstance(event, BettingClosed))
    assert not any(isinstance(event, CardDealt) for event in events[:closed])
    state = dealt(after_betting(c.PlaceWager(1, "ann", 1000)), "KC")
    assert refused_by(state, c.PlaceWager(1, "ann", 500, "jackpot")) == "5.4"


@clause("star-baceball 11.11.1")
@pytest.mark.parametrize("first", ["ann", "bob"])
def test_a_jackpot_wager_that_went_back_before_the_round_wins_no_mystery(first: str) -> None:
    """One stake of ann's lies there, and is paid once, whoever had one there before."""
    meters = {"baceball-major": 15000000, "baceball-minor": 1500000, "mystery-1": 9000}
    table = Table(side_wagers=frozenset({"jackpot"}), meters=meters, hits={"mystery-1": (1,)})
    state = start(GAME, table)
    for command in (
        c.PlaceWager(1, first, 1000), c.PlaceWager(1, first, 500, "jackpot"),
        c.ReturnWagers("5.4", first, 1), c.PlaceWager(1, "ann", 1000),
        c.PlaceWager(1, "ann", 500, "jackpot"), c.CloseBetting(),
    ):  # fmt: skip
        state, _ = play(GAME, state, command)
    state = dealt(state, "KC 9D QC 8D JC 7D")
    won = [(row.player, row.paid) for row in state.rows if row.line == MYSTERY]
    assert won == [("ann", 9000)]


# Wagers are locked


@clause("star-baceball 5.4", "star-baceball 1.1:round-of-play")
@pytest.mark.parametrize("cards", ["KC", "KC 9D", "KC 9D 8C 9H 7C"])
@pytest.mark.parametrize("wager", ["main", "strike-1", "strike-3", "strike-out", "jackpot"])
def test_no_wager_is_placed_once_the_first_card_is_out(cards: str, wager: str) -> None:
    state = dealt(after_betting(c.PlaceWager(1, "ann", 1000)), cards)
    assert refused_by(state, c.PlaceWager(2, "bob", 500, wager)) == "5.4"


@clause("star-baceball 5.4", "star-baceball 5.1.1")
def test_until_then_wagers_are_open_to_everybody() -> None:
    state = start(GAME)
    for command in (c.PlaceWager(1, "ann", 1000), c.PlaceWager(2, "bob", 500)):
        assert refused_by(state, command) == ""
        state, _ = play(GAME, state, command)
    assert [(w.player, w.kind, w.amount) for w in state.wagers] == [
        ("ann", "main", 1000),
        ("bob", "main", 500),
    ]


@clause("star-baceball 5.5")
@pytest.mark.parametrize(
    "command",
    [
        c.Hit(1, "ann"),
        c.Stand(1, "ann"),
        c.Double(1, "ann"),
        c.Split(1, "ann"),
        c.Surrender(1, "ann"),
        c.Insure(1, 500, "ann"),
        c.TakeEvenMoney(1, "ann"),
        c.Withdraw(1, "ann"),
        c.DeclareAbsent(1, "ann"),
        c.Proceed(),
    ],
    ids=lambda command: type(command).__name__,
)
def test_no_wager_is_raised_or_withdrawn_and_nobody_decides_anything(command: c.Command) -> None:
    state = dealt(after_betting(c.PlaceWager(1, "ann", 1000)), "8C 9D 8H 9H")
    assert refused_by(state, command) == "5.5"
    assert legal(GAME, state) == []
    with pytest.raises(Refused):
        play(GAME, state, command)


@clause("star-baceball 5.5")
def test_after_the_round_nothing_can_be_added_to_it() -> None:
    state = dealt(after_betting(c.PlaceWager(1, "ann", 1000)), "8C 9D 8H 9H 8S 9S")
    assert state.phase == "over"
    for command in (c.PlaceWager(1, "ann", 1000), c.Deal(parse_card("2C")), c.CloseBetting()):
        assert refused_by(state, command) == "5.5"


# The order of settlement


@clause(
    "star-baceball 8.1.1",
    "star-baceball 8.1.1.1",
    "star-baceball 8.1.1.2",
    "star-baceball 8.1.1.3",
    "star-baceball 8.1.1.4",
    "star-baceball 8.1.1.5",
    "star-baceball 8.1.1.6",
    "star-baceball 8.1.1.7",
    "star-baceball 8.1.1.8",
    "star-baceball 8.1.1.9",
    "star-baceball 8.1.1.10",
)
def test_area_by_area_from_the_right_losers_first_in_the_order_of_the_steps() -> None:
    assert rows_of(STRIKES) == [
        (7, "main", "loses"),
        (7, "strike-3", "wins"),
        (7, "strike-2", "wins"),
        (7, "strike-1", "wins"),
        (7, "strike-out", "wins"),
        (4, "strike-1", "loses"),
        (4, "strike-out", "loses"),
        (4, "strike-3", "wins"),
        (4, "strike-2", "wins"),
        (4, "main", "stand-off"),
        (1, "strike-3", "loses"),
        (1, "strike-2", "loses"),
        (1, "strike-out", "loses"),
        (1, "strike-1", "wins"),
        (1, "main", "stand-off"),
    ]


@clause(
    "star-baceball 8.1.1.1",
    "star-baceball 8.1.1.2",
    "star-baceball 8.1.1.3",
    "star-baceball 8.1.1.4",
    "star-baceball 8.1.1.5",
)
def test_all_five_collections_in_their_order() -> None:
    assert rows_of(
        'game = "star-baceball/baceball"\n'
        'wagers = ["2 bob 10", "2 bob 5 strike-out", "2 bob 5 strike-1", "2 bob 5 strike-2",'
        ' "2 bob 5 strike-3"]\n'
        'cards = "2C 9D 3C 9H 4C 9S"\n'
    ) == [
        (2, "strike-3", "loses"),
        (2, "strike-2", "loses"),
        (2, "strike-1", "loses"),
        (2, "strike-out", "loses"),
        (2, "main", "loses"),
    ]


@clause("star-baceball 8.1.1.10")
def test_a_winning_bet_is_paid_after_the_strikes() -> None:
    # King 9 king, 29, against 28: two Strikes win, one loses, and so does Strike Out.
    assert rows_of(
        'game = "star-baceball/baceball"\n'
        'wagers = ["3 cyd 10", "3 cyd 5 strike-1", "3 cyd 5 strike-2", "3 cyd 5 strike-3",'
        ' "3 cyd 5 strike-out"]\n'
        'cards = "KC TD 9C 9H KD 9S"\n'
    ) == [
        (3, "strike-2", "loses"),
        (3, "strike-out", "loses"),
        (3, "strike-3", "wins"),
        (3, "strike-1", "wins"),
        (3, "main", "wins"),
    ]


@clause("star-baceball 8.1.1.11", "star-baceball 8.3", "star-baceball 11.8")
def test_a_fixed_jackpot_is_the_last_payment_of_its_area() -> None:
    # Box 2 has two suited Aces, box 5 two mixed ones, box 6 none.
    assert rows_of(
        'game = "star-baceball/baceball"\n'
        'side_wagers = ["jackpot"]\n'
        'wagers = ["2 bob 5 jackpot", "2 bob 10", "5 eve 5 jackpot", "5 eve 10",'
        ' "5 eve 5 strike-3", "6 fay 10"]\n'
        'cards = "AC AD 9C 9D AC AH 9C 9H 8C KC 9C 8S"\n'
    ) == [
        (6, "main", "wins"),
        (5, "strike-3", "wins"),
        (5, "main", "wins"),
        (5, "jackpot", "wins"),
        (2, "main", "wins"),
        (2, "jackpot", "wins"),
    ]


@clause("star-baceball 8.1.1.11", "star-baceball 11.12")
def test_progressives_too_are_paid_area_by_area_from_the_right() -> None:
    """Amounts are worked out first, since shares need every hand; payment keeps to the areas."""
    settled = settle(JACKPOTS)
    paid = [(row.box, row.wager, row.paid) for row in settled.rows if row.result == "wins"]
    assert [box for box, _, _ in paid] == sorted((box for box, _, _ in paid), reverse=True)
    assert paid == [
        (7, "main", 10000),
        (7, "jackpot", 750000),
        (5, "main", 10000),
        (5, "jackpot", 15000000),
        (5, "jackpot", 4500),
        (3, "main", 1000),
        (3, "jackpot", 25000),
        (3, "jackpot", 4500),
        (1, "main", 10000),
        (1, "jackpot", 750000),
    ]


@clause("star-baceball 11.12")
def test_jackpots_alone_also_run_from_right_to_left() -> None:
    boxes = [row.box for row in settle(JACKPOTS).rows if row.wager == "jackpot"]
    assert boxes == sorted(boxes, reverse=True)


@clause("star-baceball 11.8")
def test_a_jackpot_is_a_payment_of_its_own_beside_the_home_run() -> None:
    rows = [row for row in settle(JACKPOTS).rows if row.box == 7]
    assert sorted((row.wager, row.paid, row.clause) for row in rows) == [
        ("jackpot", 750000, "11.9.2"),
        ("main", 10000, "5.1.1.2"),
    ]


@clause("star-baceball 8.4")
@pytest.mark.parametrize("text", [STRIKES, JACKPOTS], ids=["strikes", "jackpots"])
def test_every_wager_is_settled_once_and_no_chip_is_left_on_the_layout(text: str) -> None:
    settled = settle(text)
    state = settled.replay.state
    placed = [(w.box, w.wager, w.amount) for w in settled.replay.record.wagers]
    ended = [(row.box, row.wager, row.stake) for row in settled.rows if row.stake]
    assert sorted(ended) == sorted(placed)
    assert chips_on_layout(state) == 0
    assert state.house == -sum(state.net.values())
    stages: set[Stage] = {row.stage for row in settled.rows}
    assert stages == {"final"} <= set(get_args(Stage))
