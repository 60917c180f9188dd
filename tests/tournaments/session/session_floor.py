"""A tournament table for tests: give orders as people give them, see what happened."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.cards import parse_cards
from bythebook.deciders import Event, Order, Person
from bythebook.draws import digest_of
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.rulebooks.chapters.tournament_play import PlayRules, find_play_rules
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.dealing import about_the_shoe
from bythebook.table.events import RoundMoved
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.automatic import staff_for, wants_card
from bythebook.tournaments.session.commands import command_from_json
from bythebook.tournaments.session.events import TableMoved, event_from_json
from bythebook.tournaments.session.evolve import balanced
from bythebook.tournaments.session.session import decide, evolve
from bythebook.tournaments.session.state import Form, Session
from bythebook.tournaments.session.views import whose_turn
from bythebook.tournaments.session.wagering import to_act
from bythebook.tournaments.values import Length, Limits, Seat, SessionTerms

STAR = "star-blackjack-challenge"
CANBERRA = "canberra-blackjack"
CROWN = "crown-blackjack"
TASMANIA = "tasmania-blackjack"
GAMES = {
    STAR: "blackjack-challenge",
    CANBERRA: "blackjack",
    CROWN: "blackjack",
    TASMANIA: "blackjack",
}
BOOKS = tuple(GAMES)
NAMES = ("ann", "bob", "cy", "dee", "eve")
TWO, THREE, FOUR = (dict.fromkeys(NAMES[:count], 1000) for count in (2, 3, 4))
# Who puts a deal right: the lowest rank that the book's table.toml names.
REBUILDS = {
    CANBERRA: "supervisor",
    CROWN: "higher-duties-dealer",
    STAR: "dealer",
    TASMANIA: "inspector",
}
IN_ORDER = m.Rebuild(6, parse_cards("TD 8C"))  # see settled_with_two_cards_changed_round
SEED = "5b" * 32
OTHER_SEED = "a7" * 32


def terms_of(book: str, stacks: dict[str, int], **changes: Any) -> SessionTerms:
    """Plain terms: boxes in the order of the names, ten hands, 50 to 500, one goes on."""
    seats = tuple(Seat(box, name, chips) for box, (name, chips) in enumerate(stacks.items(), 1))
    fields: dict[str, Any] = {
        "id": "1.1",
        "book": book,
        "game": GAMES[book],
        "format": "chips",
        "seats": seats,
        "length": Length(hands=10),
        "limits": (Limits(1, 50, 500),),
        "advancing": 1,
    }
    return SessionTerms(**(fields | changes))


class Floor:
    """Keeps the session, and makes sure that events alone rebuild it."""

    def __init__(self, book: str, stacks: dict[str, int], **changes: Any) -> None:
        self.rules: PlayRules = find_play_rules(book)
        self.terms = terms_of(book, stacks, **changes)
        self.now = 1_000
        self.log: list[Event] = []
        self.session: Session | None = None
        self.staff(c.Open(self.terms))

    @property
    def state(self) -> Session:
        assert self.session is not None
        return self.session

    def give(self, by: Person, command: o.Command, why: str = "") -> tuple[Event, ...]:
        sent = command_from_json(msgspec.json.encode(command))
        assert sent == command
        order = Order(by=by, at=self.now, command=sent, why=why)
        events = decide(self.rules, self.session, order)
        for event in events:
            written = event_from_json(msgspec.json.encode(event))
            assert written == event
            self.session = evolve(self.session, written)
            self.log.append(written)
        return events

    def staff(self, command: o.Command, why: str = "") -> tuple[Event, ...]:
        """By the lowest of those who may."""
        return self.give(staff_for(self.rules, command), command, why)

    def role(self, role: str, command: o.Command, why: str = "") -> tuple[Event, ...]:
        return self.give(Person("somebody", role), command, why)

    def by(self, name: str, command: o.Command) -> tuple[Event, ...]:
        return self.give(Person(name, "player"), command)

    def refused(self, command: o.Command, name: str = "", role: str = "", why: str = "") -> Refused:
        """The refusal of an order: a player's, somebody's of a role, or the usual staff's."""
        by = staff_for(self.rules, command)
        if name or role:
            by = Person(name or "somebody", role or "player")
        with pytest.raises(Refused) as caught:
            self.give(by, command, why)
        assert caught.value.clause in self.rules.book.clauses
        return caught.value

    def malformed(self, command: o.Command, why: str = "") -> Malformed:
        with pytest.raises(Malformed) as caught:
            self.staff(command, why)
        return caught.value

    # Whole stretches

    def start(self, *absent: str) -> "Floor":
        """Everybody but those named takes the seat; the session starts."""
        for name in self.state.players:
            if name not in absent:
                self.by(name, c.TakeSeat())
        self.staff(c.Start())
        return self if self.state.phase != "between" else self.ready()

    def ready(self) -> "Floor":
        """Shuffle, cut, cutting card and burn, as far as they are due."""
        while self.prepare():
            pass
        return self

    def prepare(self) -> bool:
        """The next thing that the cards need."""
        wanted = about_the_shoe(self.rules.table, self.state.table, 0)
        if wanted is not None:
            self.staff(c.Shuffle() if isinstance(wanted, o.Shuffle) else wanted)
        return wanted is not None

    def seal(self, seed: str = SEED) -> "Floor":
        self.staff(c.Seal(digest_of(seed)))
        return self

    def begin(self, **wagers: int) -> "Floor":
        """Begin a hand; those named wager, in the order in which they must."""
        if not self.state.shuffle_due:
            self.ready()
        self.staff(c.BeginHand())
        return self.wager(**wagers)

    def wager(self, **wagers: int) -> "Floor":
        for name in to_act(self.state):
            if name not in wagers:
                break
            self.by(name, c.Wager(wagers[name]))
        return self

    def deal(self, cards: str) -> "Floor":
        for card in parse_cards(cards):
            self.staff(c.Deal(str(card)))
        return self

    def act(self, name: str, kind: type[g.Command], **fields: Any) -> tuple[Event, ...]:
        """A decision of a player at the player's own box."""
        box = self.state.players[name].box
        return self.by(name, c.Decide(kind(box, **fields)))  # type: ignore[arg-type]

    def stand(self, *names: str) -> "Floor":
        for name in names:
            self.act(name, g.Stand)
        return self

    def hand(self, cards: str, **wagers: int) -> "Floor":
        """A whole hand in which everybody stands."""
        self.begin(**wagers)
        self.staff(c.NoMoreBets())
        return self.play_out(cards)

    def play_out(self, cards: str) -> "Floor":
        for card in parse_cards(cards):
            self.stand_all()
            self.staff(c.Deal(str(card)))
        self.stand_all()
        return self

    def stand_all(self) -> None:
        """Whoever is asked stands; insurance and the like are passed over."""
        while self.state.phase == "playing" and not wants_card(self.state):
            name = whose_turn(self.state)
            if name:
                self.act(name, g.Stand)
            else:
                self.staff(c.Decide(g.Proceed()))

    def chips(self) -> dict[str, int]:
        return {name: each.chips for name, each in self.state.players.items()}

    def last(self, kind: type[Event]) -> Any:
        """The last event of a kind."""
        return next(event for event in reversed(self.log) if isinstance(event, kind))

    def all(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.log if isinstance(event, kind)]

    def count(self, kind: type[Event]) -> int:
        return len(self.all(kind))

    def refolded(self) -> Session | None:
        """The session rebuilt from its log alone."""
        session: Session | None = None
        for event in self.log:
            session = evolve(session, event)
        return session

    def finish(self) -> "Floor":
        """Count, return the chips, announce."""
        self.staff(c.RecordTotals())
        self.staff(c.ReturnChips())
        self.staff(c.AnnounceResult())
        return self

    def places(self) -> tuple[tuple[str, ...], ...]:
        return self.state.places

    def settlements(self) -> list[Any]:
        """Every row that rounds have settled."""
        return [
            inner
            for event in self.log
            if isinstance(event, TableMoved)
            for moved in event.events
            if isinstance(moved, RoundMoved)
            for inner in moved.step.events
            if type(inner).__name__ == "Settled"
        ]


def with_stacks(floor: Floor, **stacks: int) -> Floor:
    """The same table later on: stacks as earlier hands have left them."""
    state = floor.state
    players = {
        name: replace(each, chips=stacks.get(name, each.chips))
        for name, each in state.players.items()
    }
    held = sum(each.chips for each in players.values())
    later: Session = replace(state, players=players, house=state.issued - held)
    floor.session = balanced(later)
    return floor


def all_lose(floor: Floor, signal: bool = False, **wagers: int) -> None:
    """A hand in which everybody stands on 17 and the dealer has 20: each loses the wager."""
    if signal:
        floor.staff(c.Signal())
    floor.hand(losing(len(wagers)), **wagers)


def losing(players: int) -> str:
    """The cards of such a hand."""
    return _alike(players, "7", "TC", "QD")


def all_win(floor: Floor, **wagers: int) -> None:
    """Nineteen for everybody, seventeen for the dealer."""
    floor.hand(_alike(len(wagers), "9", "9C", "8D"), **wagers)


def _alike(players: int, second: str, dealer: str, last: str) -> str:
    suits = "SHDSH"[:players]
    hands = [[f"{rank}{suit}" for suit in suits] for rank in ("T", second)]
    return " ".join([*hands[0], dealer, *hands[1], last])


def settled_with_two_cards_changed_round(book: str, **changes: object) -> Floor:
    floor = Floor(book, TWO, **({"cards": "scanned"} | changes)).start()
    two_cards_changed_round(floor, ann=100, bob=100)
    return floor


def two_cards_changed_round(floor: Floor, **wagers: int) -> None:
    """The dealer took bob's second card, and bob the dealer's: 19 against 19, not 21 against 17."""
    floor.begin(**wagers)
    floor.staff(c.NoMoreBets())
    floor.deal("TS 9H 9D TH 2C")
    floor.stand("ann")
    floor.act("bob", g.Hit)
    floor.deal("8C")
    floor.stand("bob")
    floor.deal("TD")


def form(amount: int, words: str = "", name: str = "ann", seat: int = 1, **changes: Any) -> Form:
    """A form filled in properly."""
    fields: dict[str, Any] = {
        "name": name,
        "seat": seat,
        "figures": str(amount),
        "words": words or WORDS[amount],
        "type": "main wager",
        "signed": True,
    }
    return Form(**(fields | changes))


WORDS = {
    49: "forty-nine",
    50: "fifty",
    51: "fifty-one",
    100: "one hundred",
    150: "one hundred and fifty",
    200: "two hundred",
    250: "two hundred and fifty",
    300: "three hundred",
    301: "three hundred and one",
    400: "four hundred",
    450: "four hundred and fifty",
    451: "four hundred and fifty-one",
    500: "five hundred",
    501: "five hundred and one",
    600: "six hundred",
    1000: "one thousand",
}
