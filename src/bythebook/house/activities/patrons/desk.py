"""What the casino knows of its patrons: for those who run it, and of each for themselves.

The orders beside it are forms made from the commands' own fields, for whoever may give them.
"""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from bythebook.casino import commands as c
from bythebook.casino.exclusions import POWERS
from bythebook.casino.state import (
    Exclusion,
    Lot,
    Patron,
    Scope,
    Voucher,
    limit_at,
    room_left,
)
from bythebook.deciders import tag_of
from bythebook.fields import FieldView, Values, ValueView, form_fields, named
from bythebook.house.people.people import INSPECTOR, PIT, PLAYER, Viewer
from bythebook.house.staff.desk_view import ActForm
from bythebook.house.staff.order_fields import game_titles
from bythebook.house.tables.live_table import LiveTable, stream_of
from bythebook.money import format_amount
from bythebook.rulebooks import Book, all_books, find_book
from bythebook.rulebooks.chapters.conduct import Act
from bythebook.rulebooks.tables import find_table_rules
from bythebook.structs import like
from bythebook.table.orders import Person
from bythebook.table.powers import outranks, title

SET_LIMIT = "set-loss-limit"  # the act of a book that knows loss limits
EXCHANGE = tag_of(c.ExchangeVoucher)


class ExclusionView(msgspec.Struct, frozen=True, kw_only=True):
    """From what somebody is kept, by which clause, who said so, and why."""

    scope: Scope
    says: str  # from what
    book: str
    game: str
    at: int
    by: str
    title: str  # of whoever said so, as the book calls it
    why: str
    clause: str
    may_end: bool = False  # the viewer could let them in again


class LimitView(msgspec.Struct, frozen=True, kw_only=True):
    """A loss limit as it applies now, and what will apply when its period is over."""

    cents: int
    days: int
    since: int
    ends: int
    left: int
    book: str
    clause: str
    changes: bool = False
    then_cents: int | None = None  # None: without a limit
    then_days: int = 0


class VoucherView(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    book: str
    book_title: str
    cents: int
    first: int
    last: int
    games: tuple[str, ...]  # their titles; none: all
    one_use: bool
    status: str  # to exchange, exchanged, not yet good, lapsed


class TokensView(msgspec.Struct, frozen=True, kw_only=True):
    """The tokens of one voucher, each where it is."""

    voucher: int
    book_title: str
    held: int
    staked: dict[str, int]  # by the title of the table
    taken: int
    last: int
    good: bool  # may be staked by now, where it is good


class PatronForm(msgspec.Struct, frozen=True):
    """An order about a patron that the viewer may give."""

    tag: str
    says: str
    about: str
    powers: tuple[tuple[str, str], ...]  # the clauses that it would rest on, each with its book
    fields: tuple[FieldView, ...]


class PatronView(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    exclusions: tuple[ExclusionView, ...] = ()
    limit: LimitView | None = None
    break_until: int = 0  # from wagering, while it lasts; by this clause of this book
    break_by: str = ""
    break_book: str = ""
    card_refused: str = ""  # their Player Card is none, by this clause of this book
    card_book: str = ""
    vouchers: tuple[VoucherView, ...] = ()
    tokens: tuple[TokensView, ...] = ()

    @property
    def excluded(self) -> ExclusionView | None:
        return next((one for one in self.exclusions if one.scope == "casino"), None)

    @property
    def open_vouchers(self) -> int:
        return sum(one.cents for one in self.vouchers if one.status in ("to exchange", "not yet"))

    @property
    def held(self) -> int:
        return sum(one.held for one in self.tokens)

    @property
    def on_layouts(self) -> int:
        return sum(sum(one.staked.values()) for one in self.tokens)

    @property
    def noted(self) -> bool:
        """Whether there is anything to say about them."""
        tokens = self.held or self.on_layouts
        kept = self.exclusions or self.limit or self.break_until or self.card_refused
        return bool(kept or self.open_vouchers or tokens)


class PatronDesk(msgspec.Struct, frozen=True):
    patron: PatronView
    forms: tuple[PatronForm, ...]


# What is known


def patron_view(
    name: str, patron: Patron | None, viewer: Viewer, tables: Mapping[str, LiveTable], now: int
) -> PatronView:
    if patron is None:
        return PatronView(name=name)
    titles = {stream_of(id): live.run.terms.title for id, live in tables.items()}
    return like(
        PatronView,
        patron,
        break_until=patron.break_until if patron.break_until > now else 0,
        exclusions=tuple(_exclusion(one, viewer) for one in patron.exclusions),
        limit=limit_view(patron, now),
        vouchers=tuple(_voucher(one, now) for one in patron.vouchers),
        tokens=tuple(_tokens(lot, patron.voucher(lot.voucher), titles, now) for lot in patron.lots),
    )


def _exclusion(one: Exclusion, viewer: Viewer) -> ExclusionView:
    book = find_book(one.book)
    says = "the casino"
    if one.scope == "game":
        says = f"{game_titles(book).get(one.game, one.game)} ({book.about.place})"
    return like(
        ExclusionView,
        one,
        says=says,
        by=one.by.name,
        title=title(find_table_rules(one.book).conduct, one.by.role),
        may_end=_may(viewer, one.book, one.scope),
    )


def limit_view(patron: Patron, now: int) -> LimitView | None:
    limit = limit_at(patron, now)
    if limit is None:
        return None
    coming = limit.coming
    return like(
        LimitView,
        limit,
        left=max(0, room_left(patron, now) or 0),
        changes=coming is not None,
        then_cents=coming.cents if coming is not None else None,
        then_days=coming.days if coming is not None else 0,
    )


def _voucher(one: Voucher, now: int) -> VoucherView:
    book = find_book(one.book)
    titles = game_titles(book)
    games = tuple(titles.get(game, game) for game in one.games)
    return like(VoucherView, one, book_title=_titled(book), games=games, status=_status(one, now))


def _status(one: Voucher, now: int) -> str:
    if one.exchanged_at:
        return "exchanged"
    if now >= one.last:
        return "lapsed"
    return "to exchange" if one.first <= now else "not yet"


def _tokens(lot: Lot, voucher: Voucher, titles: Mapping[str, str], now: int) -> TokensView:
    return like(
        TokensView,
        lot,
        book_title=_titled(find_book(voucher.book)),
        staked={titles.get(place, place): cents for place, cents in lot.staked.items()},
        last=voucher.last,
        good=voucher.first <= now < voucher.last,
    )


def _titled(book: Book) -> str:
    return f"{book.about.title}, {book.about.place}"


# What may be ordered


def _power(book: str, act: str) -> Act | None:
    return next(iter(find_table_rules(book).conduct.acts.get(act, ())), None)


def _looks_on(viewer: Viewer) -> bool:
    return INSPECTOR in viewer.house_roles and not viewer.book_roles


def _may(viewer: Viewer, book: str, scope: Scope) -> bool:
    """Whether somebody's rank at a book is enough to exclude from there, and to let in again."""
    act = _power(book, POWERS[scope])
    person = Person(viewer.name, viewer.role_at(book))
    ladder = find_table_rules(book).conduct
    return act is not None and not _looks_on(viewer) and outranks(ladder, person, act.by)


def patron_forms(viewer: Viewer) -> Iterator[PatronForm]:
    """What the viewer could order about anybody; letting in again stands at each exclusion."""
    scopes: dict[Scope, tuple[str, ...]] = {
        scope: tuple(book for book in all_books() if _may(viewer, book, scope)) for scope in POWERS
    }
    books = tuple(dict.fromkeys((*scopes["casino"], *scopes["game"])))
    if books:
        powers = tuple(
            (book, act.clause)
            for scope in ("casino", "game")
            for book in scopes[scope]
            if (act := _power(book, POWERS[scope])) is not None
        )
        about = "It binds at once: at every table, in tournaments, at the cage and at the door."
        fields = _by_book(form_fields(c.Exclude, lambda of: _values(books, of)), books, scopes)
        yield PatronForm(tag_of(c.Exclude), c.Exclude.says, about, powers, fields)
    if PIT in viewer.house_roles:
        every = tuple(book for book in all_books() if _power(book, EXCHANGE) is not None)
        about = "A dealer exchanges it at a table, once and whole, for tokens."
        fields = _by_book(form_fields(c.IssueVoucher, lambda of: _values(every, of)), every)
        yield PatronForm(tag_of(c.IssueVoucher), c.IssueVoucher.says, about, (), fields)


def own_forms(viewer: Viewer, limited: bool) -> Iterator[PatronForm]:
    """What somebody may order about themselves: a loss limit, where they play by a book that
    knows one."""
    powers = tuple(
        (book, act.clause)
        for book in all_books()
        if (act := _power(book, SET_LIMIT)) is not None and viewer.role_at(book) == PLAYER
    )
    if not powers or _looks_on(viewer):
        return
    commands: list[type[c.AboutPatron]] = [c.SetLimit, *([c.DropLimit] if limited else [])]
    books = tuple(book for book, _ in powers)
    about = {
        c.SetLimit: "Less applies at once. More, or another period, when the period is over.",
        c.DropLimit: "From the end of the current period.",
    }
    for command in commands:
        fields = form_fields(command, lambda of: _values(books, of))
        yield PatronForm(tag_of(command), command.says, about[command], powers, fields)


def _values(books: Iterable[str], of: str) -> Values:
    found = [find_book(book) for book in books]
    if of == "books":
        return {book.id: _titled(book) for book in found}
    return tuple(
        ValueView(game, says, book.id, _titled(book))
        for book in found
        for game, says in game_titles(book).items()
    )


def _by_book(
    asked: tuple[FieldView, ...],
    books: tuple[str, ...],
    scopes: Mapping[Scope, tuple[str, ...]] = {},
) -> tuple[FieldView, ...]:
    """The book comes first; then its games, and that from which it lets the viewer exclude."""
    made: list[FieldView] = []
    for field in sorted(asked, key=lambda field: field.name != "book"):
        match field.name:
            case "game" | "games":
                when = {"scope": ("game",)} if field.name == "game" else {}
                for book in books:
                    values = tuple(value for value in field.values if value.about == book)
                    only = {"book": (book,), **when}
                    made.append(replace(field, values=values, required=bool(when), when=only))
            case "scope":
                says: dict[Scope, str] = {"casino": "the casino", "game": "one game"}
                for book in books:
                    found = named({one: word for one, word in says.items() if book in scopes[one]})
                    default, only = found[0].value, {"book": (book,)}
                    made.append(replace(field, values=found, default=default, when=only))
            case _:
                made.append(field)
    return tuple(made)


def patron_desk(view: PatronView, viewer: Viewer) -> PatronDesk:
    """Somebody's page for those who run the casino."""
    again = form_fields(c.Readmit, but=("book", "scope", "game"))  # each exclusion says them itself
    end = PatronForm(tag_of(c.Readmit), c.Readmit.says, "", (), again)
    ends = (end,) if any(one.may_end for one in view.exclusions) else ()
    return PatronDesk(view, (*ends, *patron_forms(viewer)))


# At a table


def with_vouchers(
    acts: tuple[ActForm, ...], book: str, players: Mapping[str, Patron], now: int
) -> tuple[ActForm, ...]:
    """The orders of a table, where one exchanges a voucher: those that its players could hand over
    are there to choose from."""
    held = {
        name: {
            str(one.number): f"{one.number}: {format_amount(one.cents)}"
            for one in patron.vouchers
            if one.book == book and _status(one, now) == "to exchange"
        }
        for name, patron in players.items()
    }
    return tuple(_exchanging(act, held) if act.act == EXCHANGE else act for act in acts)


def _exchanging(act: ActForm, held: Mapping[str, Mapping[str, str]]) -> ActForm:
    some = {name: vouchers for name, vouchers in held.items() if vouchers}
    fields: list[FieldView] = []
    for field in act.fields:
        if field.name == "player":
            values = tuple(value for value in field.values if value.value in some)
            hint = "" if values else "Nobody at this table has a voucher to exchange."
            fields.append(replace(field, kind="choice", only=True, values=values, hint=hint))
        elif field.name == "voucher":
            fields += [
                replace(field, kind="choice", only=True, values=named(vouchers),
                        when={"player": (name,)})
                for name, vouchers in some.items()
            ]  # fmt: skip
        else:
            fields.append(field)
    return replace(act, fields=tuple(fields))
