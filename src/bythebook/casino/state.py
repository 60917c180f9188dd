"""A patron as the casino knows them: frozen values, folded from events."""

from typing import Literal

import msgspec

from bythebook.deciders import Person

Scope = Literal["game", "casino"]
DAY_SECONDS = 86_400


class Exclusion(msgspec.Struct, frozen=True, gc=False):
    """Somebody may not play a game any more, or may not be in the casino at all."""

    scope: Scope
    book: str
    game: str  # of which game; nothing where it is the casino
    at: int
    by: Person
    why: str
    clause: str

    @property
    def place(self) -> "Place":
        return place_of(self.scope, self.book, self.game)


Place = tuple[Scope, str, str]


def place_of(scope: Scope, book: str = "", game: str = "") -> Place:
    """From what somebody is kept: the casino is the same by every book."""
    return (scope, book, game) if scope == "game" else (scope, "", "")


class LossLimit(msgspec.Struct, frozen=True, gc=False):
    """The most a patron may lose, net, in a period of so many days; periods follow one another."""

    cents: int
    days: int
    since: int  # when the current period began
    book: str
    clause: str
    coming: "Coming | None" = None

    @property
    def ends(self) -> int:
        return self.since + self.days * DAY_SECONDS


class Coming(msgspec.Struct, frozen=True, gc=False):
    """What a patron asked for that would let them lose more: it waits for the period's end."""

    cents: int | None  # None: no limit any more
    days: int


class Voucher(msgspec.Struct, frozen=True, gc=False):
    """A promise of tokens, with its conditions; exchanged once, whole."""

    number: int
    book: str
    cents: int
    first: int  # from when, and until before when, its tokens may be staked
    last: int
    games: tuple[str, ...] = ()  # none: every game of the book
    one_use: bool = False  # a token whose wager was decided does not come back
    exchanged_at: int = 0


class Lot(msgspec.Struct, frozen=True, gc=False):
    """The tokens that one voucher was exchanged for: in hand, and on the layouts by place."""

    voucher: int
    held: int
    staked: dict[str, int] = {}
    taken: int = 0  # out of circulation

    @property
    def issued(self) -> int:
        return self.held + sum(self.staked.values()) + self.taken


class Patron(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    name: str
    version: int = 0
    now: int = 0
    exclusions: tuple[Exclusion, ...] = ()
    limit: LossLimit | None = None
    break_until: int = 0  # no wager anywhere before, and by which clause of which book
    break_by: str = ""
    break_book: str = ""
    card_refused: str = ""  # the clause by which their Player Card is none, and its book
    card_book: str = ""
    won: int = 0  # in the limit's period, by wagers that are decided: below nothing is lost
    lying: dict[str, int] = {}  # chips on the layouts, by place
    vouchers: tuple[Voucher, ...] = ()
    lots: tuple[Lot, ...] = ()

    def excluded_from(self, book: str = "", game: str = "") -> Exclusion | None:
        """By what a patron is kept out of the casino altogether, or else from a game."""
        by_place = {one.place: one for one in self.exclusions}
        return by_place.get(place_of("casino")) or by_place.get(place_of("game", book, game))

    def voucher(self, number: int) -> Voucher:
        return self.vouchers[number - 1]

    def staked(self, place: str) -> int:
        """Tokens that lie on a layout."""
        return sum(lot.staked.get(place, 0) for lot in self.lots)

    @property
    def held(self) -> int:
        return sum(lot.held for lot in self.lots)


def good_for(voucher: Voucher, book: str, game: str, at: int) -> bool:
    """Whether the conditions of a voucher let its tokens be staked on a game now."""
    named = not voucher.games or game in voucher.games
    return voucher.book == book and named and voucher.first <= at < voucher.last


def tokens_for(patron: Patron, book: str, game: str, at: int) -> int:
    """The tokens in a patron's hand that may be staked on a game now."""
    return sum(
        lot.held for lot in patron.lots if good_for(patron.voucher(lot.voucher), book, game, at)
    )


# The loss limit, and its one count


def limit_at(patron: Patron, at: int) -> LossLimit | None:
    """The limit that applies at a time: in the period of then, as it was asked for by then."""
    limit = patron.limit
    if limit is None or at < limit.ends:
        return limit
    coming = limit.coming or Coming(limit.cents, limit.days)
    if coming.cents is None:
        return None
    since, length = limit.ends, coming.days * DAY_SECONDS
    since += (at - since) // length * length
    return LossLimit(coming.cents, coming.days, since, limit.book, limit.clause)


def room_left(patron: Patron, at: int) -> int | None:
    """What a patron may still stake anywhere; None: no limit is set. Below nothing, it is over.

    The limit, less what is lost in its period, less every stake that lies. A new period begins
    with nothing lost; stakes that lie then still count until they are decided.
    """
    limit = limit_at(patron, at)
    if limit is None:
        return None
    same = patron.limit is not None and limit.since == patron.limit.since
    return limit.cents + (patron.won if same else 0) - sum(patron.lying.values())
