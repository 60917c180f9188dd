"""A pool's events added up, meter by meter: what went in, what came out, what must be left.

Adds from the events alone and shares nothing with `evolve`, so that the two can be compared.
Amounts are micros, millionths of a cent, except where a name says cents.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Event
from bythebook.jackpots import events as e
from bythebook.jackpots.commands import Won
from bythebook.jackpots.terms import MICROS
from bythebook.structs import like


class MeterAccount(msgspec.Struct, frozen=True, kw_only=True):
    meter: str
    seed: int = 0
    contributions: int = 0  # how many stakes
    contributed: int = 0
    taken_back: int = 0  # how many stakes
    returned: int = 0
    topped_up: int = 0
    draws: int = 0  # how often something was taken
    won: int = 0
    put_back: int = 0
    wins: int = 0  # prizes that were recorded, those undone or refused since left out
    paid_cents: int = 0  # what those come to; rounding and guaranteed sums are the house's
    corrections: int = 0
    corrected: int = 0

    @property
    def now(self) -> int:
        into = self.seed + self.contributed + self.topped_up + self.corrected + self.put_back
        return into - self.returned - self.won


class PoolAccount(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: str
    book: str
    stake_cents: int
    retained_ppm: int
    events: int
    meters: tuple[MeterAccount, ...]


class _Books:
    """The accounts while the events are being read."""

    def __init__(self) -> None:
        self.meters: dict[str, MeterAccount] = {}
        self.wins: dict[int, Won] = {}
        self.made: e.PoolMade | e.TermsChanged | None = None
        self.events = 0

    def add(self, meter: str, **amounts: int) -> None:
        account = self.meters[meter]
        changed = {name: getattr(account, name) + by for name, by in amounts.items()}
        self.meters[meter] = replace(account, **changed)

    def read(self, event: Event) -> None:
        self.events += 1
        match event:
            case e.PoolMade() | e.TermsChanged():
                self.made = event
                for terms in event.terms.meters:
                    new = MeterAccount(meter=terms.name, seed=terms.seed_cents * MICROS)
                    self.meters.setdefault(terms.name, new)
            case e.Registered():
                count = len(event.counted)
                for meter, micros in event.each.items():
                    self.add(meter, contributions=count, contributed=micros * count)
            case e.TakenBack():
                count = len(event.boxes)
                for meter, micros in event.each.items():
                    lacked = event.topped_up.get(meter, 0)
                    self.add(meter, taken_back=count, returned=micros * count, topped_up=lacked)
            case e.MysteryHit() | e.MeterDrawn():
                self.add(event.meter, draws=1, won=event.cents * MICROS, topped_up=event.topped_up)
            case e.PrizePutBack():
                self.add(event.meter, put_back=event.micros, topped_up=-event.topped_up)
            case e.MeterCorrected():
                self.add(event.meter, corrections=1, corrected=event.cents * MICROS)
            case _:
                self.read_win(event)

    def read_win(self, event: Event) -> None:
        match event:
            case e.WinsRecorded():
                for number, won in enumerate(event.wins, start=event.first):
                    self.wins[number] = won
                    self.count(won, 1)
            case e.WinsUndone():
                for number in event.numbers:
                    self.count(self.wins[number], -1)
            case e.WinRefused():
                self.count(self.wins[event.win], -1)
            case e.SimultaneousDetermined():
                for share in event.shares:
                    # Old logs do not say what was over: it was left where it was.
                    if share.owed_cents or share.over_cents:
                        self.change(share.win, share.due_cents - self.wins[share.win].cents)
            case e.SharedAnew():
                for share in event.shares:
                    self.change(share.win, share.due_cents - self.wins[share.win].cents)
            case e.ShareRaised():
                self.change(event.win, event.cents)

    def change(self, number: int, by: int) -> None:
        """A prize came to more or less than its round paid."""
        won = self.wins[number]
        self.wins[number] = replace(won, cents=won.cents + by)
        self.add(won.meters[0], paid_cents=by)

    def count(self, won: Won, sign: int) -> None:
        """A prize from several levels at once is one prize, put down to the first of them."""
        self.add(won.meters[0], wins=sign, paid_cents=sign * won.cents)


def reconcile(events: Iterable[Event]) -> PoolAccount:
    """The account of one pool from its whole log."""
    books = _Books()
    for event in events:
        books.read(event)
    assert books.made is not None
    meters = tuple(books.meters.values())
    return like(PoolAccount, books.made.terms, events=books.events, meters=meters)
