"""A table's side of its patrons: what it must know of them, what its rounds mean for them.

Every order at the table is looked at. What the casino knows that the table does not is told first;
then the order is decided; then stakes, results and tokens are counted: all in one append.
"""

import logging
from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from bythebook.casino import commands as c
from bythebook.casino.following import follows
from bythebook.casino.standing import standing
from bythebook.casino.state import Patron, tokens_for
from bythebook.deciders import Order as AnyOrder
from bythebook.deciders import Person
from bythebook.house.activities.activity import ActivityTransaction, Family, Kind
from bythebook.house.activities.patrons.patrons import COUNTING, KIND, Patrons, patron_stream
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import stream_of
from bythebook.house.tables.running_table import RunningTable, setup_of
from bythebook.house.tables.views import Means
from bythebook.rulebooks.tables import PLAYER, TableRules
from bythebook.structs import like
from bythebook.table import State as TableState
from bythebook.table import orders as o
from bythebook.table.decision import game_of
from bythebook.table.people.protection import room_here
from bythebook.table.people.standing import Standing
from bythebook.table.people.told import SPEAKER

log = logging.getLogger("bythebook.house")

Find = Callable[[str], Family]  # the family of a patron's stream, met or not
Check = Callable[[str, bool], None]  # whether somebody is called so, who is at the table or not


class PatronLink:
    """As one move finds the patrons, and leaves them."""

    def __init__(
        self,
        find: Find,
        kinds: Mapping[str, Kind],
        terms: h.Terms,
        rules: TableRules,
        check: Check = lambda *_: None,
    ) -> None:
        self.moving: dict[str, ActivityTransaction] = {}  # by name: those that were asked about
        self.asked: dict[str, tuple[Family, int]] = {}  # who was relied upon, at which versions
        self._find = find
        self._kinds = kinds
        self._terms = terms
        self._rules = rules
        self._check = check

    def fork(self) -> "PatronLink":
        other = PatronLink(self._find, self._kinds, self._terms, self._rules, self._check)
        other.asked = self.asked
        other.moving = {name: moving.fork() for name, moving in self.moving.items()}
        return other

    def patron(self, name: str) -> Patron | None:
        """Somebody as they are now; None: the casino has nothing to say about them."""
        moving = self.moving.get(name)
        states = self._find(name).states if moving is None else moving.states
        found = states.get(patron_stream(name))
        return found if isinstance(found, Patron) else None

    # Before an order

    def tell(self, table: TableState, at: int, order: o.Order | None = None) -> Iterator[o.Order]:
        """What the table must know, and does not: before an order is decided, or at any time."""
        if order is not None and isinstance(order.command, o.Arrive):
            self._check(order.command.player, True)
        names = dict.fromkeys((*table.players, *_concerned(order)))
        for name in names:
            if name not in self.asked:
                family = self._find(name)
                self.asked[name] = family, family.versions.get(patron_stream(name), 0)
        for name in names:
            patron = self.patron(name)
            if patron is None:
                continue
            due = self.standing(patron, table, at)
            if due != _known(table, name):
                yield o.Order(by=SPEAKER, at=at, command=o.ReadStanding(name, due))

    def standing(self, patron: Patron, table: TableState, at: int) -> Standing:
        """How somebody stands at this table; for play money only whether they may be here."""
        found = standing(patron, self._terms.book, self._game(table), at)
        if self._terms.practice:
            by, whence = found.excluded_by, found.excluded_from
            return Standing(excluded=found.excluded, excluded_by=by, excluded_from=whence)
        own = limits_of_its_own(table).get(patron.name)
        if found.limit is None and own is not None:
            return replace(found, limit=own, room=room_here(table, patron.name) or 0)
        return found

    def _game(self, table: TableState) -> str:
        return (table.setup or self._terms.setup).game

    # After it

    def after(self, before: TableState, after: TableState, order: o.Order) -> None:
        """What happened is the patrons' too; or it is refused, and did not happen."""
        if not self._terms.practice:
            for command in self._counted(before, after):
                self._act(COUNTING, order, command)
        for by, told in self._ordered(after, order):
            self._check(told.patron, told.patron in after.players)
            self._act(by, order, told)

    def _counted(self, before: TableState, after: TableState) -> Iterator[c.AboutPatron]:
        names = dict.fromkeys((*before.chips, *after.chips, *after.players))
        known = {name: self.patron(name) or Patron(name=name) for name in names}
        clause = ""
        if after.setup is not None:
            wagering = game_of(self._rules, after).rules.wagering
            clause = (wagering.tokens or wagering.placed).clause
        game = (self._terms.book, self._game(after))
        yield from follows(stream_of(self._terms.id), game, clause, before, after, known)

    def _ordered(self, table: TableState, order: o.Order) -> Iterator[tuple[Person, c.AboutPatron]]:
        """Orders at a table that are about a person, wherever they play."""
        command, by = order.command, order.by
        book, edition = self._terms.book, self._terms.edition
        match command:
            case o.Bar(player=name):
                yield by, c.Exclude(name, "game", self._game(table), book=book, edition=edition)
            case o.Exclude(player=name):
                yield by, c.Exclude(name, book=book, edition=edition)
            case o.SetLossLimit(player=name) if not self._terms.practice:
                limit = (command.amount, command.days)
                yield Person(name, PLAYER), c.SetLimit(name, *limit, book=book, edition=edition)
            case o.Pause(player=name, until=until) if not self._terms.practice:
                yield by, c.TakeBreak(name, until, book=book, edition=edition)
            case o.FindInvalid(player=name) if not self._terms.practice:
                yield by, c.RefuseCard(name, book=book, edition=edition)
            case o.Arrive(player=name, card=card) if self._shown(name, card, by):
                yield by, c.SeeCard(name, book=book, edition=edition)
            case o.ExchangeVoucher(player=name) if not self._terms.practice:
                number = command.voucher
                yield by, c.ExchangeVoucher(name, number, book=book, edition=edition)

    def _shown(self, name: str, card: str, by: Person) -> bool:
        """Whether a card in place of one that was refused is seen, by the staff of a table that
        asks for cards."""
        asked = self._rules.conduct.protection is not None and not self._terms.practice
        patron = self.patron(name)
        refused = patron is not None and bool(patron.card_refused)
        return refused and asked and card == name and by.role != PLAYER

    def _act(self, by: Person, order: o.Order, command: c.AboutPatron) -> None:
        name = command.patron
        moving = self.moving.get(name)
        if moving is None:
            family = self._find(name)
            moving = self.moving[name] = ActivityTransaction(family, self._kinds, order.at, bytes)
        patron = self.patron(name)
        at = max(order.at, patron.now if patron is not None else 0)
        law = self._terms if self._terms.edition else None  # of before terms named theirs: today's
        moving.act(patron_stream(name), AnyOrder(by=by, at=at, command=command, why=order.why), law)

    # To come back to

    def mark(self) -> dict[str, ActivityTransaction]:
        return {name: moving.fork() for name, moving in self.moving.items()}

    def back_to(self, mark: dict[str, ActivityTransaction]) -> None:
        self.moving = mark

    @property
    def moved(self) -> tuple[ActivityTransaction, ...]:
        return tuple(moving for moving in self.moving.values() if moving.rows)

    def relied_on(self) -> Iterator[tuple[Family, str, int]]:
        """Patrons that were asked about and stay as they are, at these versions."""
        for name, (family, version) in self.asked.items():
            moving = self.moving.get(name)
            if moving is None or not moving.rows:
                yield family, patron_stream(name), version


def limits_of_its_own(table: TableState) -> dict[str, int]:
    """Loss limits from before the casino kept them: each binds at its table until the player sets
    one for the casino."""
    known = ((name, told.standing) for name, told in table.standings.items())
    return {name: one.limit for name, one in known if one.limit is not None and not one.limit_by}


def warn_of_limits(id: str, table: TableState) -> None:
    for name in limits_of_its_own(table):
        log.warning(
            "%s set a loss limit at table %s alone, from before the casino keeps them", name, id
        )


def means_at(patron: object, run: RunningTable, wallet: int, now: int) -> Means:
    """What somebody has to play with at a table; for play money nothing but whether they may."""
    if not isinstance(patron, Patron):
        return Means(wallet=wallet)
    book, game = run.terms.book, setup_of(run).game
    found = standing(patron, book, game, now)
    practice = run.terms.practice
    tokens = 0 if practice else tokens_for(patron, book, game, now)
    room = None if practice or found.limit is None else max(0, found.room)
    return like(Means, found, wallet=wallet, tokens=tokens, room=room)


def _concerned(order: o.Order | None) -> Iterator[str]:
    """Whom an order is about or by, at the table or not."""
    if order is None:
        return
    player = getattr(order.command, "player", "")
    if isinstance(player, str) and player:
        yield player
    if order.by.role == PLAYER:
        yield order.by.name


def _known(table: TableState, name: str) -> Standing:
    """How somebody stands as far as the table knows: what it was told, and play here since."""
    return replace(table.standing_of(name), room=room_here(table, name) or 0)


def patrons_again(families: Mapping[str, Family], terms: h.Terms, rules: TableRules) -> PatronLink:
    """The same for whoever reads the log."""

    def find(name: str) -> Family:
        return families.get(patron_stream(name)) or Family(patron_stream(name))

    return PatronLink(find, {KIND: Patrons()}, terms, rules)
