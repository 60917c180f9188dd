"""A table of Crown for the tests of this book: opened, ready, with players, a round played."""

from typing import Any

from bythebook.cards import Card, parse_card
from bythebook.table.cards.shoe import cutter
from tests.table.floor import Floor, cents, m, o

CROWN = "crown-blackjack"
MINUTE = 60
SETUP = o.Setup(
    game="blackjack",
    boxes=7,
    dealing="shoe",
    decks=6,
    layout="B",
    limits={"main": (cents(10), cents(500))},
    chips=(cents(2.5), cents(5), cents(25), cents(100)),
    options={"approved-minimum": "5"},
)
AM, CM, HDD = "area-manager", "casino-manager", "higher-duties-dealer"


def dressed(setup: o.Setup) -> Floor:
    """A closed table with everything up and checked that this setup asks for."""
    floor = Floor(CROWN)
    floor.ok("area-manager", o.DisplaySign("limits", setup=setup))
    floor.ok("area-manager", o.DisplaySign("game", text=setup.game))
    if setup.side_wagers:
        floor.ok("area-manager", o.DisplaySign("odds", setup=setup))
    if setup.options.get("forced-draw") == "on":
        floor.ok("area-manager", o.DisplaySign("forced-draw", setup=setup))
    floor.ok("dealer", o.Perform("secure-cards"))
    floor.ok("dealer", o.Perform("check-cards"))
    return floor


def opened(**changes: Any) -> Floor:
    """An open table of plain Blackjack, or as the changes have it."""
    changes["options"] = {**SETUP.options, **changes.get("options", {})}
    setup = Floor(CROWN).with_setup(SETUP, **changes)
    floor = dressed(setup)
    floor.ok("area-manager", o.Open(setup))
    return floor


def ready(floor: Floor, burn: bool = True) -> None:
    """Shuffle, cut and burn; whoever is offered the cut takes it."""
    floor.ok("dealer", o.Shuffle())
    if floor.state.shoe.status == "to-cut":
        rules = floor.rules.conduct.shuffle.cut
        assert rules is not None
        name, _ = cutter(rules, floor.state)
        if name:
            floor.ok("player", o.Cut(name, 100), by=name)
        else:
            floor.ok("higher-duties-dealer", o.Cut(from_front=100))
        floor.ok("dealer", o.Insert((90,)))
    if burn and floor.state.shoe.status == "to-burn":
        floor.ok("dealer", o.Burn())


def seated(names: str = "ann ben", **changes: Any) -> Floor:
    """An open table with these players at boxes 1, 2, … and the cards ready."""
    floor = opened(**changes)
    floor.players(**{name: box for box, name in enumerate(names.split(), start=1)})
    ready(floor)
    return floor


def quick_round(floor: Floor, *who: str, dollars: float = 10) -> None:
    """A round in which each of these, at their own box, has 20 and the dealer 17: all win."""
    for name in who:
        floor.bet(name, floor.state.players[name].seat, dollars)
    floor.cards(" ".join(["TC"] * len(who) + ["7D"] + ["TH"] * len(who)))
    for name in who:
        floor.stand(name, floor.state.players[name].seat)
    floor.cards("TS")


def nearly_empty(kept: str) -> Floor:
    """A shoe of four decks in which these cards are the last, in any order."""
    floor = seated("ann ben", decks=4)
    deck = four_decks()
    for word in kept.split():
        deck.remove(parse_card(word))
    # One card was burned unseen.
    for card in deck[1:]:
        floor.ok("dealer", m.FaceUp(card))
    return floor


def four_decks() -> list[Card]:
    return [parse_card(rank + suit) for rank in "A23456789TJQK" for suit in "CDHS"] * 4
