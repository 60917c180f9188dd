"""Crown 8.1.2: players' first two cards face down, and who sees them until they are turned up."""

import asyncio
import json
from typing import Any

import pytest

from bythebook.house.people.people import Viewer
from bythebook.house.tables.live_table import LiveTable, Watcher
from bythebook.house.tables.views import BoxView, Means
from tests.clauses import clause
from tests.house.tables.felt import Felt, felt_with, lines_in

ANN, BEN, CAL, NOBODY = Viewer("ann"), Viewer("ben"), Viewer("cal"), Viewer()
DEALER = Viewer("dee", book_roles={"crown-blackjack": "dealer"})


def dealt(cards: str, *more: dict[str, Any], **setup: Any) -> Felt:
    """Ann at box 1 and ben at 2, cal behind ann; real cards, the first two of each face down."""
    felt = felt_with("crown-cards", "ann", "ben", "cal", **setup)
    felt.staff("casino-manager", type="perform", act="allow-face-down")
    commands: list[dict[str, Any]] = [
        {"type": "shuffle"},
        {"type": "cut", "player": "ann", "from_front": 100},
        {"type": "insert", "from_back": [90]},
        {"type": "burn"},
        {"type": "place", "player": "ann", "box": 1, "amount": 1000},
        {"type": "place", "player": "ben", "box": 2, "amount": 1000},
        {"type": "place", "player": "cal", "box": 1, "amount": 1000},
        *more,
        *({"type": "deal", "card": card} for card in cards.split()),
    ]
    for command in commands:
        felt.staff("dealer", **command)
    return felt


def box(felt: Felt, viewer: Viewer, number: int) -> BoxView:
    live = LiveTable(felt.rules, felt.run, 1)
    return live.view(viewer, Means()).boxes[number - 1]


def seen(felt: Felt, viewer: Viewer, number: int) -> tuple[int, str, int]:
    """How many lie face down, which face up, and the total that is said."""
    hand = box(felt, viewer, number).hands[0]
    return hand.face_down, " ".join(hand.cards), hand.total


OTHERS = (BEN, CAL, DEALER, NOBODY)


@clause("crown-blackjack 8.1.2", "crown-blackjack 8.1.2(a)")
def test_whoever_the_cards_were_dealt_to_sees_them_and_nobody_else() -> None:
    """Not whoever wagers behind, not the dealer, not those who look on (Crown reading 31)."""
    felt = dealt("6C TD 7H 3S 9H")
    assert seen(felt, ANN, 1) == (0, "6C 3S", 9)
    assert seen(felt, BEN, 2) == (0, "TD 9H", 19)
    for viewer in OTHERS:
        assert seen(felt, viewer, 1) == (2, "", 0), viewer.name
    for viewer in (ANN, CAL, DEALER, NOBODY):
        assert seen(felt, viewer, 2) == (2, "", 0), viewer.name
    cards = LiveTable(felt.rules, felt.run, 1).view(NOBODY, Means()).dealer.cards
    assert cards == ("7H",)  # the dealer's own lies open


@clause("crown-blackjack 8.1.2")
def test_so_does_the_first_card_while_the_second_is_dealt() -> None:
    felt = dealt("AC")
    assert seen(felt, ANN, 1) == (0, "AC", 11)
    assert seen(felt, BEN, 1) == (1, "", 0)


@clause("crown-blackjack 8.1.2", "crown-blackjack 8.5.3")
def test_a_third_card_lies_open_and_tells_no_total() -> None:
    felt = dealt("6C TD 7H 2S 9H")
    felt.decide("ann", "Hit", 1)
    felt.staff("dealer", type="deal", card="4D")
    assert seen(felt, ANN, 1) == (0, "6C 2S 4D", 12)
    assert seen(felt, BEN, 1) == (2, "4D", 0)
    felt.decide("ann", "Hit", 1)
    felt.staff("dealer", type="deal", card="KD")  # 22: the hand is turned up and taken
    assert seen(felt, BEN, 1) == (0, "6C 2S 4D KD", 22)


@clause("crown-blackjack 8.1.2")
@pytest.mark.parametrize(
    ("cards", "command", "shown"),
    [
        ("6C TD 7H 5S 9H", "Double", [("6C", "5S")]),
        ("8C TD 7H 8S 9H", "Split", [("8C",), ("8S",)]),
    ],
)
def test_a_hand_that_is_doubled_or_split_is_turned_up(
    cards: str, command: str, shown: list[tuple[str, ...]]
) -> None:
    felt = dealt(cards)
    felt.decide("ann", command, 1)
    hands = box(felt, NOBODY, 1).hands
    assert [(hand.face_down, hand.cards) for hand in hands] == [(0, cards) for cards in shown]
    assert seen(felt, NOBODY, 2)[0] == 2


@clause("crown-blackjack 8.1.2", "crown-blackjack 8.4.1(a)")
def test_a_blackjack_is_turned_up_when_it_is_paid_and_also_where_it_waits() -> None:
    paid, waits = dealt("AC TD 7H KS 9H"), dealt("AC TD TH KS 9H")
    for felt in (paid, waits):
        assert seen(felt, NOBODY, 1) == (0, "AC KS", 21)
        assert seen(felt, NOBODY, 2) == (2, "", 0)


@clause("crown-blackjack 8.1.2", "crown-blackjack 14.4.1")
def test_a_pairs_wager_turns_up_the_cards_of_its_box() -> None:
    pairs = {"type": "place", "player": "cal", "box": 1, "amount": 500, "wager": "perfect-pairs"}
    felt = dealt("6C TD 7H 3S 9H", pairs)
    assert seen(felt, NOBODY, 1) == (0, "6C 3S", 9)
    assert seen(felt, NOBODY, 2) == (2, "", 0)


@clause("crown-blackjack 8.1.2")
def test_at_the_end_every_card_lies_open_and_the_next_round_hides_its_own() -> None:
    felt = dealt("6C TD 7H 9S 9H")
    felt.decide("ann", "Stand", 1)
    felt.decide("ben", "Stand", 2)
    assert seen(felt, NOBODY, 1) == (2, "", 0)  # standing hides what it stands on
    felt.staff("dealer", type="deal", card="TC")
    assert seen(felt, NOBODY, 1) == (0, "6C 9S", 15)
    assert seen(felt, ANN, 2) == (0, "TD 9H", 19)
    felt.bet("ann", 1)
    felt.staff("dealer", type="deal", card="2C")
    assert seen(felt, NOBODY, 1) == (1, "", 0)


@clause("crown-blackjack 8.1.1")
def test_without_leave_every_card_lies_open() -> None:
    felt = felt_with("crown-cards", "ann")
    for command in (
        {"type": "shuffle"},
        {"type": "cut", "player": "ann", "from_front": 100},
        {"type": "insert", "from_back": [90]},
        {"type": "burn"},
        {"type": "place", "player": "ann", "box": 1, "amount": 1000},
        {"type": "deal", "card": "6C"},
    ):
        felt.staff("dealer", **command)
    assert seen(felt, NOBODY, 1) == (0, "6C", 6)


def choices(felt: Felt, viewer: Viewer) -> dict[str, bool]:
    view = LiveTable(felt.rules, felt.run, 1).view(viewer, Means())
    return {choice.action: choice.legal for choice in view.choices}


@clause("crown-blackjack 8.1.2")
@pytest.mark.parametrize(
    ("cards", "own"),
    [
        ("6C TD 7H 5S 9H", {"double": True, "split": False}),  # 11
        ("8C TD 7H 8S 9H", {"double": False, "split": True}),
        ("TC TD 7H 6S 9H", {"double": False, "split": False}),
    ],
)
def test_what_a_hand_may_do_does_not_tell_what_it_is(cards: str, own: dict[str, bool]) -> None:
    felt = dealt(cards)
    assert choices(felt, ANN) == {"hit": True, "stand": True, **own}
    every = dict.fromkeys(("hit", "stand", "double", "split"), True)
    for viewer in OTHERS:
        assert choices(felt, viewer) == every
    view = LiveTable(felt.rules, felt.run, 1).view(BEN, Means())
    assert not any(choice.clause or choice.why for choice in view.choices)


@clause("crown-blackjack 8.1.2")
def test_the_running_book_names_no_card_and_no_total() -> None:
    felt = dealt("6C TD 7H 2S 9H")
    felt.decide("ann", "Hit", 1)
    felt.staff("dealer", type="deal", card="4D")
    felt.decide("ann", "Stand", 1)
    told = [line for line in lines_in(felt) if line.kind == "card"]
    assert [(line.says, line.card) for line in told] == [
        ("A card face down to box 1", ""),
        ("A card face down to box 2", ""),
        ("7H to the dealer: 7", "7H"),
        ("A card face down to box 1", ""),
        ("A card face down to box 2", ""),
        ("4D to box 1", "4D"),
    ]


@clause("crown-blackjack 8.1.2", "crown-blackjack 17.5")
def test_nor_does_it_when_a_hand_is_rebuilt() -> None:
    felt = dealt("6C TD 7H 2S 9H")
    felt.staff("higher-duties-dealer", type="announce-rebuild")
    felt.staff("higher-duties-dealer", type="rebuild", from_card=4, cards=["9H", "2S"])
    assert seen(felt, ANN, 1) == (0, "6C 9H", 15)
    assert seen(felt, BEN, 1) == (2, "", 0)
    told = str(lines_in(felt))
    assert "7H" in told  # the dealer's own: cards are named as they are looked for here
    assert not any(card in told for card in ("6C", "TD", "2S", "9H"))


@clause("crown-blackjack 8.1.2")
def test_what_goes_out_to_the_pages_has_just_what_each_may_see() -> None:
    """Everything that is sent while the round is dealt and played, to each of those who look."""
    felt = dealt("")
    live = LiveTable(felt.rules, felt.run, 1)
    watchers = {viewer.name: Watcher(viewer) for viewer in (ANN, BEN, CAL, DEALER, NOBODY)}
    for watcher in watchers.values():
        live.come(watcher)
    felt.after.append(lambda move: live.moved(move, None))
    for card in ["6C", "TD", "7H", "2S", "9H"]:
        felt.staff("dealer", type="deal", card=card)
    sent = {name: "".join(asyncio.run(w.take())) for name, w in watchers.items()}
    known = {
        name: {card for card in ("6C", "2S", "TD", "9H") if json.dumps(card) in text}
        for name, text in sent.items()
    }
    nobody: set[str] = set()
    assert known == {
        "ann": {"6C", "2S"}, "ben": {"TD", "9H"}, "cal": nobody, "dee": nobody, "": nobody,
    }  # fmt: skip
    assert all(json.dumps("7H") in text for text in sent.values())
