"""A Tasmanian table for the tests of this book: opened, started, a round played, its cards."""

from typing import Any

from bythebook.cards import CARDS, Card, parse_card
from bythebook.rulebooks.tables import TableRules
from bythebook.table import events as e
from tests.table.floor import Floor, cents, m, o

TASMANIA = "tasmania-blackjack"
MR = "management-representative"
MAIN = {"main": (cents(10), cents(500))}
PAIRS = {**MAIN, "perfect-pairs": (cents(1), cents(100))}
NEW = {"main": (cents(20), cents(500))}


def setup(**changes: Any) -> o.Setup:
    """A six-deck Blackjack table with a shoe, $10 to $500, chips from $2.50."""
    wanted: dict[str, Any] = {
        "game": "blackjack",
        "boxes": 7,
        "dealing": "shoe",
        "decks": 6,
        "layout": "A",
        "limits": MAIN,
        "chips": (250, 500, 2500),
    }
    return o.Setup(**{**wanted, **changes})


def pairs_setup(**changes: Any) -> o.Setup:
    wanted = {"layout": "A-pairs", "side_wagers": ("perfect-pairs",), "limits": PAIRS}
    return setup(**{**wanted, **changes})


def supernova_setup(**changes: Any) -> o.Setup:
    wanted = {
        "layout": "C",
        "side_wagers": ("supernova",),
        "options": {"supernova-stake": "2"},
        "meters": {"mystery-1": cents(1000)},
        "chips": (100, 250, 500),
    }
    return setup(**{**wanted, **changes})


def pontoon_setup(**changes: Any) -> o.Setup:
    return setup(**{"game": "federal-pontoon", "layout": "B", **changes})


def ready(wanted: o.Setup, rules: TableRules | None = None) -> Floor:
    """Everything done that the book wants before this table opens."""
    floor = Floor(TASMANIA)
    floor.rules = rules or floor.rules
    floor.ok("dealer", o.SignOn("ivy", "inspector"))
    floor.ok("dealer", o.SignOn("dee", "dealer"))
    floor.ok("inspector", o.DisplaySign("limits", setup=wanted))
    floor.ok("dealer", o.Perform("check-cards"))
    if wanted.dealing == "device":
        floor.ok("casino-operator", o.Perform("choose-shuffler"))
    if "supernova" in wanted.side_wagers:
        floor.ok("dealer", o.Perform("confirm-sensors"))
        floor.ok(MR, o.Perform("open-terminal"))
        floor.ok("inspector", o.DisplaySign("supernova", setup=wanted))
    if wanted.game == "federal-pontoon":
        floor.ok("inspector", o.DisplaySign("odds", setup=wanted))
    return floor


def opened(wanted: o.Setup | None = None) -> Floor:
    wanted = wanted or setup()
    floor = ready(wanted)
    floor.ok(MR, o.Open(wanted))
    return floor


def shuffled(floor: Floor, who: str = "ann", back: tuple[int, ...] = (60,)) -> None:
    """Shuffled, cut by a player, the marker in: or, with a shuffling shoe, shuffled."""
    floor.ok("dealer", o.Shuffle())
    assert floor.state.setup is not None
    if floor.state.setup.dealing == "shoe":
        floor.ok("player", o.Cut(who, 100), by=who)
        floor.ok("dealer", o.Insert(back))


def started(wanted: o.Setup | None = None, /, **seats: int) -> Floor:
    """An open table with these players seated and the cards ready."""
    floor = opened(wanted)
    seats = seats or {"ann": 1}
    floor.players(**seats)
    shuffled(floor, next(iter(seats)))
    return floor


def shoe_is(floor: Floor) -> str:
    """Whether the shoe is ready, and what it waits for otherwise."""
    return floor.state.shoe.status


def quick_round(floor: Floor, dollars: float = 10, **boxes: int) -> None:
    """A round that everybody stands through on 20 against a dealer's 20: nobody wins."""
    boxes = boxes or {"ann": 1}
    for name, box in boxes.items():
        floor.bet(name, box, dollars)
    firsts = ("TC", "TD", "TH", "TS", "JC", "JD", "JH")[: len(boxes)]
    seconds = ("QC", "QD", "QH", "QS", "KC", "KD", "KH")[: len(boxes)]
    floor.cards(" ".join((*firsts, "JS", *seconds)))
    for name, box in sorted(boxes.items(), key=lambda entry: entry[1]):
        floor.stand(name, box)
    floor.cards("KS")
    assert floor.state.in_round is False


def tell(floor: Floor, act: str = "change-limits", player: str = "") -> None:
    floor.ok("dealer", o.Tell("surveillance", act, player))


def marked(floor: Floor, player: str = "ann", box: int = 1) -> None:
    """The higher limit marker stands there and Surveillance has been told."""
    floor.ok(MR, o.DisplaySign("personal-limits", player=player, boxes=(box,)))
    tell(floor, "personal-limits", player)


def betting(**dollars: float) -> Floor:
    """A table with these wagers down, box by box."""
    floor = started(**{name: at for at, name in enumerate(dollars, start=1)})
    for at, (name, amount) in enumerate(dollars.items(), start=1):
        floor.bet(name, at, amount)
    return floor


def hand(floor: Floor, box: int) -> list[str]:
    assert floor.state.round is not None
    return [str(card) for card in floor.state.round.hand(box, 1).cards]


def resolutions(floor: Floor) -> list[tuple[str, str]]:
    return [(x.how, x.clause) for x in floor.log if isinstance(x, e.IrregularityResolved)]


def emptied(floor: Floor, keep: str, decks: int = 4) -> None:
    """Take cards out of play, as found face up, until only these are left in the shoe."""
    left: dict[Card, int] = {card: decks for card in CARDS.values() if not card.joker}
    for text in keep.split():
        left[parse_card(text)] -= 1
    for card, count in left.items():
        for _ in range(count):
            floor.ok("dealer", m.FaceUp(card))
