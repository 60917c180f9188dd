"""A bACEball table for the tests of this book: opened, loaded, a round played, what lies there."""

from typing import Any

from msgspec.structs import replace

from bythebook.cards import CARDS, Card, parse_cards
from tests.table.floor import Floor, cents, o

BOOK = "star-baceball"
SUPERVISOR = "gaming-supervisor"
LIMITS: o.Limits = {
    "main": (cents(10), cents(500)),
    "strike-1": (cents(5), cents(100)),
    "strike-2": (cents(5), cents(100)),
    "strike-3": (cents(5), cents(100)),
    "strike-out": (cents(5), cents(50)),
}
SETUP = o.Setup(
    game="baceball",
    boxes=7,
    dealing="device",
    decks=6,
    layout="A",
    side_wagers=("jackpot",),
    limits=LIMITS,
    chips=(100, 500, 2500, 10000),
    meters={"baceball-major": cents(150_000), "baceball-minor": cents(15_000)},
    options={"jackpot-stake": "5"},
)
# A round of box 1 alone, which it wins: 9 9 2, 20, against 8 8 3, 19.
ROUND = "9S 8C 9H 8D 2D 3S"


def equipped(setup: o.Setup = SETUP) -> Floor:
    """Everything there that must be there before the table opens."""
    floor = Floor(BOOK)
    floor.ok(SUPERVISOR, o.DisplaySign("limits", setup=setup))
    floor.ok("dealer", o.Perform("confirm-recorder"))
    floor.ok("dealer", o.Perform("fit-drop-box"))
    floor.ok(SUPERVISOR, o.DisplaySign("prize-meters"))
    floor.ok(SUPERVISOR, o.DisplaySign("jackpot-stake", setup=setup))
    return floor


def opened(**changes: Any) -> Floor:
    """An open table whose cards are not shuffled yet."""
    setup = replace(SETUP, **changes)
    floor = equipped(setup)
    floor.ok(SUPERVISOR, o.Open(setup))
    return floor


def load(floor: Floor) -> None:
    floor.ok("dealer", o.Shuffle())
    floor.ok("dealer", o.Burn())


def loaded(**changes: Any) -> Floor:
    """An open table with shuffled cards, the first of them burned."""
    floor = opened(**changes)
    load(floor)
    return floor


def played(floor: Floor, player: str = "ann", box: int = 1) -> None:
    """One round of $10 that the player wins."""
    floor.bet(player, box, 10)
    floor.cards(ROUND)


def with_jackpot(cards: str = "") -> Floor:
    """Ann on box 1: a Bet of $30 and a jackpot wager."""
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 30)
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards(cards)
    return floor


def worked_21() -> Floor:
    """Round 1 as far as the card with a different back."""
    floor = loaded()
    floor.players(ben=2, eve=5)
    floor.bet("ben", 2, 50)
    floor.bet("ben", 2, 10, "strike-1")
    floor.bet("ben", 2, 5, "jackpot")
    floor.bet("eve", 5, 25)
    floor.bet("eve", 5, 5, "jackpot")
    floor.cards("KD 3S 9C 4H QS")
    return floor


def hand(floor: Floor, box: int) -> str:
    """The cards on a box in the round being dealt; box 0 is the dealer's."""
    round_ = floor.state.round
    assert round_ is not None
    cards = round_.box(box).hands[0].cards if box else round_.dealer
    return " ".join(map(str, cards))


def stakes(floor: Floor) -> dict[tuple[int, str], tuple[str, int]]:
    """How each wager of the last round ended, and what went back of it."""
    assert floor.state.last is not None
    return {(r.box, r.wager): (r.result, r.returned) for r in floor.state.last.rows}


def nearly_empty() -> Floor:
    """Five cards are left in the device: 4S 9D QH 8C KD. Ann, ben and cyd have made their wagers.

    Twelve rounds of seven areas and three of one have taken 306 cards, and one was burned.
    """
    floor = loaded(limits={**LIMITS, "main": (100, 50000)})
    floor.players(ann=1, ben=2, cyd=3)
    rest: list[Card] = [card for card in CARDS.values() if not card.joker] * 6
    for card in parse_cards("4S 9D QH 8C KD TC"):
        rest.remove(card)
    for boxes in [7] * 12 + [1] * 3:
        for box in range(1, boxes + 1):
            floor.bet(("ann", "ben", "cyd")[min(box, 3) - 1] if box <= 3 else "cyd", box, 1)
        for _ in range(3 * (boxes + 1)):
            floor.ok("dealer", o.Deal(rest.pop()))
    assert rest == []
    floor.bet("ann", 1, 20)
    floor.bet("ann", 1, 5, "strike-2")
    floor.bet("ben", 2, 20)
    floor.bet("ben", 2, 5, "strike-2")
    floor.bet("cyd", 3, 20)
    return floor
