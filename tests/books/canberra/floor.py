"""A table of Casino Canberra for the tests of this book: opened, shuffled, a round played."""

from typing import Any

from msgspec.structs import replace

from bythebook.cards import CARDS, Card, parse_card
from tests.table.floor import Floor, cents, m, o

CANBERRA = "canberra-blackjack"
MANAGER = "gaming-shift-manager"
COMMISSION = o.Person("approval 2018/7", "commission")
DEE = o.Person("dee", "dealer")
LIMITS = {"main": (cents(10), cents(500))}
SIDES = {
    "perfect-pairs": {**LIMITS, "perfect-pairs": (cents(5), cents(50))},
    "pairs-play": {**LIMITS, "pairs-play": (cents(5), cents(50))},
}
SETUP = o.Setup(
    game="blackjack",
    boxes=7,
    decks=8,
    layout="plain",
    limits=LIMITS,
    box_maximum=cents(500),
    units={"main": cents("2.50")},
    chips=(250, 500, 2500),
)
PAIRS = "perfect-pairs"
DECK = tuple(card for card in CARDS.values() if not card.joker)


def setup_for(side: str = "", **changes: Any) -> o.Setup:
    """The table as it is to be opened, with a side wager or without."""
    if side:
        changes = {"side_wagers": (side,), "layout": side, "limits": SIDES[side], **changes}
    return replace(SETUP, **changes)


def prepared(side: str = "", setup: o.Setup | None = None) -> Floor:
    """Everything done that the book wants before a table opens."""
    setup = setup or setup_for(side)
    floor = Floor(CANBERRA)
    floor.ok("supervisor", o.Perform("confirm-layout"), approved=COMMISSION)
    floor.ok("dealer", o.Perform("check-cards"))
    floor.ok("supervisor", o.Perform("determine-shuffle"))
    floor.ok("supervisor", o.DisplaySign("limits", setup=setup))
    floor.ok("supervisor", o.DisplaySign("multiples", setup=setup))
    if side:
        floor.ok("supervisor", o.Perform(f"confirm-{side}-layout"), approved=COMMISSION)
        floor.ok("supervisor", o.DisplaySign(side, setup=setup))
    return floor


def opened(side: str = "", **changes: Any) -> Floor:
    setup = setup_for(side, **changes)
    floor = prepared(side, setup)
    floor.ok("supervisor", o.Open(setup))
    return floor


def shuffled(floor: Floor, who: str) -> None:
    """Shuffled; from a shoe also cut and the cutting card back in."""
    floor.ok("dealer", o.Shuffle())
    setup = floor.state.setup
    assert setup is not None
    if setup.dealing == "shoe":
        floor.ok("player", o.Cut(who, 100), by=who)
        floor.ok("dealer", o.Insert((100,)))


def ready(side: str = "", seats: dict[str, int] | None = None, **changes: Any) -> Floor:
    """A table with ann at box 1 and ben at box 2 (unless others are named), ready to deal."""
    floor = opened(side, **changes)
    seats = seats or {"ann": 1, "ben": 2}
    floor.players(**seats)
    shuffled(floor, next(iter(seats)))
    return floor


def a_round(floor: Floor, player: str = "ann", box: int = 1, dollars: float | str = 10) -> None:
    """One round that this player wins, 19 against 17; the suits change so that cards suffice."""
    suit = "DHSC"[floor.state.rounds % 4]
    floor.bet(player, box, dollars)
    floor.cards(f"T{suit} 7{suit} 9{suit}")
    floor.stand(player, box)
    floor.cards(f"T{suit}")


def last_round(floor: Floor) -> None:
    """Ann wins $10 in the round in which the cutting card comes out."""
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.ok("dealer", o.CuttingCard())
    floor.cards("9C")
    floor.stand("ann", 1)
    floor.cards("TS")


def status(floor: Floor) -> str:
    """How ready the cards are."""
    return floor.state.shoe.status


def almost_empty(left: int, seats: dict[str, int] | None = None) -> tuple[Floor, list[Card]]:
    """A shoe of four decks in which so many cards are left; the rest lies burned in the rack."""
    floor = ready(seats=seats, decks=4)
    pack = [card for card in DECK for _ in range(4)]
    pack.sort(key=lambda card: (card.value, str(card)))
    for card in pack[left:]:
        floor.ok("dealer", m.FaceUp(card))
    return floor, pack[:left]


def pack_without(decks: int, text: str) -> list[Card]:
    """All cards of so many decks but these."""
    pack = [card for card in DECK for _ in range(decks)]
    for card in text.split():
        pack.remove(parse_card(card))
    return pack


def failing(decks: int = 8) -> Floor:
    """Ann has 19 against a 7 when the automated shoe fails."""
    floor = ready(seats={"ann": 1, "ben": 3, "cal": 5}, dealing="device", decks=decks)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    return floor
