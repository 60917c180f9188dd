"""Tables and those who play at them side by side: what play meant for each, worked out again.

A table and its patrons move in one command. So the rows of a patron in a command are just those
that the rows of the table in it call for, and a table was told how people stood before it decided.
"""

from collections.abc import Iterator, Mapping

from bythebook.casino.commands import CountPlay, RefuseCard, TakeBreak
from bythebook.casino.following import lying_in_tokens, paid
from bythebook.casino.state import Patron
from bythebook.deciders import Order, Payment
from bythebook.house.activities.activity import Acted, Family, kind_and_id
from bythebook.house.activities.patrons.patron_link import PatronLink, patrons_again
from bythebook.house.activities.patrons.patrons import KIND, patron_stream
from bythebook.house.money.ledger import Ledger, token_postings, tokens_account
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import stream_of
from bythebook.rulebooks.law import Law
from bythebook.rulebooks.tables import TableRules
from bythebook.table import State as TableState
from bythebook.table.orders import ReadStanding


class PatronsAgain:
    """What is wrong it says in words; else None."""

    def __init__(self, families: Mapping[str, Family]) -> None:
        self.families = families
        self._links: dict[str, PatronLink] = {}  # by table: those that have moved in this command
        self._to_come: dict[str, list[Order]] = {}  # by stream: what the patron is still told
        self._tables: dict[str, TableState] = {}  # as this command leaves them
        self._paid: dict[str, list[Payment]] = {}  # by place, what it moves there
        self._told_all = True  # whether the version that wrote this command told all of it
        self._laws: list[Law] = []  # by which the tables and activities of this command go
        self._let_be = False
        self.tokens = Ledger()

    def unfinished(self) -> str | None:
        """What a command should have told the casino besides."""
        if any(map(self._must_be_told, self._to_come.values())):
            return "its command did not tell the casino what happened at the table"
        if any(self._paid_to_come()):
            return "its command did not tell the casino what was paid"
        return None

    def command_ended(self) -> str | None:
        tables = self._tables
        self._links, self._to_come, self._tables, self._paid = {}, {}, {}, {}
        self._laws, self._let_be = [], False
        if any(map(self._miscounted, tables, tables.values())):
            return "there are other tokens on the table than the casino counts there"
        return None

    def _must_be_told(self, to_come: list[Order]) -> bool:
        """Before the casino was told of breaks and refused cards, each bound at its table alone."""
        at_table_alone = () if self._told_all else (TakeBreak, RefuseCard)
        return any(not isinstance(order.command, at_table_alone) for order in to_come)

    def let_be(self) -> None:
        """What is left of this command was decided before our rules were mended."""
        self._to_come = {
            stream: [order for order in orders if not isinstance(order.command, CountPlay)]
            for stream, orders in self._to_come.items()
        }
        self._paid, self._let_be = {}, True

    def laws(self) -> tuple[Law, ...]:
        """By what those were played that have something to tell in this command."""
        return tuple(self._laws)

    def _miscounted(self, place: str, table: TableState) -> bool:
        """Whether the layout and the ledger have different tokens of anybody."""
        names = table.round.net if table.round is not None else ()
        return any(
            lying_in_tokens(table, name) != self.tokens.balance(tokens_account(name, place))
            for name in names
        )

    def ordered(
        self,
        rules: TableRules,
        terms: h.Terms,
        happening: h.Ordered,
        before: TableState,
        after: TableState,
        told_all: bool,
    ) -> str | None:
        """An order at a table, given when it was like this, which left it like that; `told_all`:
        written by a version that tells the casino of breaks and refused cards, too."""
        self._told_all = told_all
        link = self._links.get(terms.id) or patrons_again(self.families, terms, rules)
        self._links[terms.id] = link
        self._laws.append(terms)
        order = happening.order
        if not terms.practice:
            self._tables[stream_of(terms.id)] = after
        if isinstance(order.command, ReadStanding):
            problem = _told(link, order.command, before, order.at)
        else:
            untold = any(link.tell(before, order.at, order))
            problem = "the table did not know how those who play stand" if untold else None
        if problem is not None:
            return problem
        known = {name: len(moving.rows) for name, moving in link.moving.items()}
        link.after(before, after, order)
        for name, moving in link.moving.items():
            for stream, acted in moving.rows[known.get(name, 0) :]:
                self._to_come.setdefault(stream, []).append(acted.order)
        return None

    def post(self, stream: str, acted: Acted, position: int) -> None:
        """Vouchers and tokens of a patron's row, into the ledger."""
        kind, name = kind_and_id(stream)
        if kind != KIND:
            return
        family = self.families.get(stream)
        before = family.states.get(stream) if family is not None else None
        for event in acted.events:
            for posting in token_postings(name, before, event, acted.order.at, position):
                self.tokens.post(posting)

    def paid(self, place: str, payment: Payment, law: Law | None) -> None:
        """Money of something that patrons pay to take part in, and by which law that goes."""
        self._laws += [law] if law is not None else []
        if not self._let_be:
            self._paid.setdefault(place, []).append(payment)

    def _paid_to_come(self) -> Iterator[CountPlay]:
        """What of it the casino is still to be told."""
        people = {payment.person for payments in self._paid.values() for payment in payments}
        families = {name: self.families.get(patron_stream(name)) for name in people}
        found = {n: f.states.get(patron_stream(n)) for n, f in families.items() if f is not None}
        patrons = {name: one for name, one in found.items() if isinstance(one, Patron)}
        for place, payments in self._paid.items():
            yield from paid(place, payments, patrons)

    def by_table(self, stream: str) -> bool:
        """Whether a table of this command has something to tell about this patron."""
        return bool(self._to_come.get(stream))

    def patron_row(self, stream: str, acted: Acted) -> str | None:
        """It is told as it was; who gave the order was looked at where it was given."""
        same = self._to_come[stream].pop(0) == acted.order
        return None if same else "the table told something else about this patron"

    def counted_by_house(self, acted: Acted) -> str | None:
        """Where no table calls for it, money that was paid does."""
        told = acted.order.command
        if self._let_be:
            return None
        if not isinstance(told, CountPlay) or told not in self._paid_to_come():
            return "nothing that was played or paid calls for this"
        these = (told.patron, told.decided)
        left = [one for one in self._paid[told.place] if (one.person, one.decided) != these]
        self._paid[told.place] = left
        return None


def _told(link: PatronLink, command: ReadStanding, before: TableState, at: int) -> str | None:
    patron = link.patron(command.player)
    if not isinstance(patron, Patron):
        return f"the casino had nothing to say about {command.player}"
    if command.standing != link.standing(patron, before, at):
        return f"{command.player} stood otherwise than the table was told"
    return None
