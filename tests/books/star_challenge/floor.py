"""A Blackjack Challenge table for the tests of this book: opened, loaded, a round played."""

from typing import Any

import msgspec

from bythebook.cards import CARDS, parse_card
from tests.table.floor import Floor, cents, m, o

STAR = "star-blackjack-challenge"
SIDES = ("any-pairs", "perfect-pairs", "star-pairs")
SHOE = o.Setup(
    game="blackjack-challenge",
    boxes=7,
    dealing="shoe",
    decks=6,
    layout="D",
    side_wagers=SIDES,
    limits={"main": (cents(10), cents(500)), **dict.fromkeys(SIDES, (cents(5), cents(50)))},
    chips=(250, 500, 2500),
)
DEVICE = msgspec.structs.replace(SHOE, dealing="device")
BLAZING = msgspec.structs.replace(
    DEVICE, side_wagers=("blazing-7s",), meters={"blazing-7s": cents(12000)}
)


def changed(setup: o.Setup, **changes: Any) -> o.Setup:
    return msgspec.structs.replace(setup, **changes)


def prepared(setup: o.Setup = SHOE, offered: tuple[str, ...] | None = None) -> Floor:
    """A closed table with everything done that must come before it opens."""
    floor = Floor(STAR)
    floor.ok("supervisor", o.DisplaySign("limits", setup=setup))
    floor.ok("dealer", o.Perform("check-cards"))
    if "blazing-7s" in setup.side_wagers:
        floor.ok("dealer", o.Perform("confirm-recorder"))
        floor.ok("supervisor", o.DisplaySign("blazing-7s", setup=setup))
        floor.ok("supervisor", o.DisplaySign("blazing-7s-minimum", setup=setup))
    offer(floor, setup if offered is None else changed(setup, side_wagers=offered))
    return floor


def offer(floor: Floor, setup: o.Setup) -> None:
    """The operator chooses to offer the side wagers that are at its discretion."""
    for wager in setup.side_wagers:
        if f"offer-{wager}" in floor.rules.conduct.acts:
            floor.ok("operator", o.Perform(f"offer-{wager}"))


def opened(setup: o.Setup = SHOE, **seats: int) -> Floor:
    floor = prepared(setup)
    floor.ok("supervisor", o.Open(setup))
    floor.players(**seats)
    return floor


def load(floor: Floor, who: str = "ann") -> None:
    """Shuffle; with a shoe, cut and insert; burn."""
    assert floor.state.setup is not None
    floor.ok("dealer", o.Shuffle())
    if floor.state.setup.dealing == "shoe":
        floor.ok("player", o.Cut(who, 100), by=who)
        floor.ok("dealer", o.Insert((60,)))
    floor.ok("dealer", o.Burn())


def ready(setup: o.Setup = SHOE, **seats: int) -> Floor:
    """Open, the players seated, the cards ready; ann cuts, who comes first."""
    floor = opened(setup, **(seats or {"ann": 1}))
    load(floor)
    return floor


def plain_round(floor: Floor, *names: str) -> None:
    """These players wager $10 each on their seats, stand on 20 and win against the dealer's 19.

    The cards change from round to round, so that no deck runs out of any.
    """
    tens = [rank + suit for suit in "CDHS" for rank in "TJQK"]
    start = floor.state.rounds * 5
    boxes = sorted((floor.state.players[name].seat, name) for name in names)
    for box, name in boxes:
        floor.bet(name, box, 10)
    drawn = [tens[(start + at) % 16] for at in range(2 * len(boxes) + 1)]
    nine = "9" + "CDHS"[floor.state.rounds % 4]
    floor.cards(" ".join([*drawn[: len(boxes)], nine, *drawn[len(boxes) : -1]]))
    for box, name in boxes:
        floor.stand(name, box)
    floor.cards(drawn[-1])


def place(box: int, player: str, amount: float, wager: str = "main") -> o.Place:
    return o.Place(box, player, cents(amount), wager)


def round_with_cutting_card(floor: Floor, at: int) -> None:
    """ann on box 1 and ben on box 3; the cutting card comes before card number `at`."""
    floor.bet("ann", 1, 10)
    floor.bet("ben", 3, 10)
    for number, card in enumerate(["TC", "TS", "9D", "QH", "QS"], start=1):
        if number == at:
            floor.ok("dealer", o.CuttingCard())
        floor.deal(card)
    floor.stand("ann", 1)
    floor.stand("ben", 3)
    if at == 6:
        floor.ok("dealer", o.CuttingCard())
    floor.deal("TD")


def run_down(floor: Floor, left: int, keep: str) -> None:
    """Burn cards found face up until so many are left, of which `keep` names the first."""
    kept = keep.split()
    pack = [str(card) for card in CARDS.values() if not card.joker] * 6
    for card in (*kept, *[str(card) for card in floor.state.shoe.out]):
        pack.remove(card)
    unseen = floor.state.shoe.unseen
    for card in pack[: len(pack) - (left - len(kept)) - unseen]:
        floor.ok("dealer", m.FaceUp(parse_card(card)))
