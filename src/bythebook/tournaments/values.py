"""What a tournament's course and its tables tell each other.

    course ──SessionTerms──▶ session (one table, one session) ──SessionResult──▶ course

The course knows entries, fees, stages and prizes; a session knows hands, wagers and chips. Chips
of a tournament are counted in whole units of their own: one unit is one chip point, never cents,
except in the live format, where a point is a cent.
"""

from typing import Literal

import msgspec

Format = Literal["chips", "live", "elimination"]
Cards = Literal["virtual", "scanned"]


class Limits(msgspec.Struct, frozen=True):
    """From this hand on: the least and the most of a wager."""

    from_hand: int
    least: int
    most: int


class Length(msgspec.Struct, frozen=True, kw_only=True):
    """One of the three; a clock only decides which hand is the last."""

    hands: int | None = None
    shoes: int | None = None
    minutes: int | None = None


class Seat(msgspec.Struct, frozen=True):
    box: int
    player: str
    chips: int


class Vouchers(msgspec.Struct, frozen=True):
    """Mystery vouchers put into the container before play, each with its value."""

    values: tuple[int, ...]


class SessionTerms(msgspec.Struct, frozen=True, kw_only=True):
    """How one table plays one session; made by the course, fixed once play has begun."""

    id: str  # unique within the tournament: "2.3" is the third table of the second stage
    book: str
    game: str  # within the book: "blackjack"
    format: Format
    cards: Cards = "virtual"
    decks: int | None = None
    options: dict[str, str] = {}
    readings: dict[str, str] = {}
    boxes: int = 7
    seats: tuple[Seat, ...]
    marker: int = 0  # the box that begins; 0: as the book says
    length: Length
    limits: tuple[Limits, ...]  # in order of hands, the first from hand 1
    unit: int = 1  # wagers in multiples of this; 0: of the minimum, whatever it is in that hand
    chips: tuple[int, ...] = ()  # denominations in use: payments go up to what they can make
    advancing: int  # how many of this table go on (in a final: how many places matter)
    final: bool = False
    ties: Literal["play-off", "ballot", "share"] = "play-off"  # for places that matter
    every_place: bool = False  # each of them matters, not only the line: as in a final
    elimination_hands: tuple[int, ...] = ()
    eliminated_each: int = 1
    play_off_hands: int = 1  # a further set of hands, where a session is played by hands
    play_off_by_hands: bool = False  # also where it is played by shoes
    play_off_chips: int = 0  # everybody's in it; 0: those they hold
    still_level: Literal["again", "share"] = "again"  # after a set of further hands
    secret_wagers: int = 0  # each player's allowance in this session
    pass_cards: int = 0
    pass_card_saves: bool = False  # also whoever has fewer chips than the minimum may play one
    side_wagers: tuple[str, ...] = ()
    vouchers: Vouchers | None = None
    double_your_bet: bool = False
    betting_seconds: int = 0  # 0: no limit
    turn_seconds: int = 0
    paper_forms: bool = False  # written by hand: faults show only when they are read
    deals_from_largest: bool = True  # the last hand of a final with secret wagers from everybody
    cash_out: bool = False  # the conditions turn chips into money at the end
    compulsory: bool = False  # everybody there wagers at least the minimum in every hand
    first: bool = False  # the tournament begins with it: everybody has the same bank
    # Where chips may be bought only by those with fewer than this, by what that is called.
    sold_below: dict[str, int] = {}
    ordered: bool = True  # wagers are made in the marker's order, where the book leaves it open
    deals_from_marker: bool = True  # where the book lets the deal begin there
    # Where the book leaves it to the conditions: what becomes of a late player, and of the chips
    # of somebody disqualified.
    late: Literal["book", "deducted", "lost"] = "book"
    late_rounds: int = 0  # of deductions, at most; 0: no number is said
    disqualified_keeps: bool = False
    # Chips that may be bought between hands, by what that is called: the last hand after which;
    # 0: as long as the session lasts.
    sold_until: dict[str, int] = {}
    edition: str = ""  # of the book; with the two below as `rulebooks.law` has it
    revision: int = 0
    rules: str = ""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where a player stands when a session is over."""

    player: str
    box: int
    chips: int
    out_at: int = 0  # the hand of elimination; 0: played to the end
    out_order: int = 0  # of those eliminated: 1 went first
    disqualified: bool = False
    lost_place: bool = False  # was not there in time
    advances: bool = False


class SessionResult(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody by place, best first; those within one group are level, and it stays so."""

    id: str
    places: tuple[tuple[str, ...], ...]
    standings: tuple[Standing, ...]
    hands: int
    chips_missing: int = 0  # found when they were returned to the inventory
