"""Everything again, from the log alone: the chain, every decision, every settlement, every cent.

Changing an event breaks the chain. Whoever changes the chain as well, so that it fits, still has
to have done what the rules would have done: each order is decided again on the state of then, each
round is written down as a record and settled again, each sealed stack is opened and compared with
the cards that were dealt, whoever gave an order must have been able to give it, and the ledger must
come to nothing after every command.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal

import msgspec

from bythebook.house.activities.activity import kind_and_id
from bythebook.house.activities.patrons.patrons import COUNTING
from bythebook.house.activities.patrons.patrons import KIND as PATRON
from bythebook.house.activities.tournaments.running import TableRun
from bythebook.house.archives.shelf import is_husk
from bythebook.house.cards.stacks import over_unopened
from bythebook.house.heads.keys import HouseKeys
from bythebook.house.log.chain import Fault, check_chain
from bythebook.house.log.store import Head, Row, Store, whole_log
from bythebook.house.log.upcasting import casino_was_told, casino_was_told_all
from bythebook.house.money import wallets as w
from bythebook.house.money.ledger import (
    Ledger,
    affair_posting,
    chips_account,
    table_postings,
    wallet_postings,
)
from bythebook.house.people.credentials import PASSWORD
from bythebook.house.tables import table_log as h
from bythebook.house.tables.table_log import happening_from_json
from bythebook.house.verify.activities import BY_NAME, ActivitiesAgain, is_machine
from bythebook.house.verify.archives import ArchivesAgain, Unseen, look_at_archives
from bythebook.house.verify.authority import Witness
from bythebook.house.verify.beside import Beside
from bythebook.house.verify.faults import FAULTS, Unreadable, Wrong, earliest, fault_of, raise_if
from bythebook.house.verify.heads import NOBODY, HeadsAgain, KeptHead, Trust
from bythebook.house.verify.patrons import PatronsAgain
from bythebook.house.verify.pools import PoolsAgain
from bythebook.house.verify.revisions import Earlier, explained, moved_together
from bythebook.house.verify.tables import Found, Table, TableAgain
from bythebook.rulebooks.law import Law
from bythebook.table import State as TableState

Progress = Callable[[int, int], None]  # events done, events in all
Outcome = Literal["clean", "earlier", "incomplete", "unreadable", "wrong"]
EVERY = 500
NO_MARK = "it has not the mark of the version that wrote it"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was looked at, and the first thing that is wrong, if anything is."""

    events: int
    streams: int
    orders: int
    rounds: int
    stacks: int
    cents: int  # at the cage, in wallets and on tables: what the ledger holds on its one side
    head: Head
    fault: Fault | None = None
    unreadable: Fault | None = None  # where rules are named that are not installed here
    earlier: tuple[Earlier, ...] = ()  # what was decided before a revision, and would not be now
    heads: int = 0  # signed, and kept here or by others: so many are beginnings of this log
    cosigned: dict[str, int] = {}  # by witness: how many of them
    wrong_heads: tuple[Fault, ...] = ()
    archives: int = 0  # files with closed days that are at hand, and as they were
    unseen: tuple[Unseen, ...] = ()  # what is archived in files that are not
    undecided: int = 0  # from this event on nothing could be decided again, because of that
    unopened: tuple[str, ...] = ()  # stacks that were committed to, are over, and were never shown

    @property
    def clean(self) -> bool:
        return self.outcome == "clean"

    @property
    def outcome(self) -> Outcome:
        """The worst that can be said of it."""
        if self.fault is not None:
            return "wrong"
        if self.unreadable is not None:
            return "unreadable"
        if self.unseen:
            return "incomplete"
        return "earlier" if self.earlier else "clean"


def verify(
    store: Store,
    progress: Progress = lambda done, total: None,
    beside: Beside | None = None,
    kept: Sequence[KeptHead] = (),
    trust: Trust = NOBODY,
) -> Report:
    """Check the whole log as it is at this moment; `beside`: with other processes for tables;
    `kept`: against heads of it, too."""
    with store.one_moment():
        head = store.head()
        total = 2 * head.position
        heads, looked = HeadsAgain(store, kept, trust), look_at_archives(store)
        husks = Husks()
        chained = heads.follow(husks.follow(_told(store, progress, 0, total)))
        fault = check_chain(chained, head, store.stream_heads(), looked.archived)
        fault = earliest([looked.fault, fault])
        compared = heads.compared(fault is None, head.position)
        # What was before a fault is still looked at: it may be wrong earlier.
        whole, until = fault is None and not husks.first, head.position + 1
        until = min(fault.position if fault else until, husks.first or until)
        if looked.archived and fault is not None:
            beside = None  # whole streams cannot be read then, but what is before the fault can
        at_work = beside.look_at(store.streams(), until, whole) if beside else []
        replayer = Replayer(tables_too=beside is None)
        # Not one more is asked for: it may be one that cannot be read.
        rows = islice(_told(store, progress, head.position, total), max(0, until - 1))
        found = first_fault(rows, replayer, to_the_end=whole)
        alone = [table.result() for table in at_work]
        replayer.found.add([table.found for table in alone])
        found = earliest([*(table.fault for table in alone), found])
        unreadable = found if isinstance(found, Unreadable) else None
        fault = fault if found is None or unreadable else found
        if fault is None and not unreadable:
            reason = store.unsound() or replayer.witness.wrong_password(store.all_kept(PASSWORD))
            fault = Fault(0, "", 0, reason) if reason else None
    report = replayer.report(head, fault or next(iter(compared.wrong), None), unreadable)
    return msgspec.structs.replace(
        report,
        heads=compared.fit,
        cosigned=compared.cosigned,
        wrong_heads=compared.wrong,
        archives=looked.files,
        unseen=looked.unseen,
        undecided=husks.first,
    )


class Husks:
    """Finds the first event that is not here: from there on nothing can be decided again."""

    def __init__(self) -> None:
        self.first = 0

    def follow(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            if not row.data and not self.first and is_husk(row):
                self.first = row.position
            yield row


def first_fault(rows: Iterable[Row], replayer: "Replayer", to_the_end: bool = True) -> Fault | None:
    """The first event that the rules would not have brought about."""
    for row in rows:
        try:
            replayer.read(row)
        except FAULTS as error:
            return fault_of(error, row)
    return replayer.end() if to_the_end else None


def _told(store: Store, progress: Progress, before: int, total: int) -> Iterator[Row]:
    """The log in order; says how far it is: the chain is one half of the work."""
    for row in whole_log(store, husks=True):
        if row.position % EVERY == 0:
            progress(before + row.position, total)
        yield row


class Replayer:
    """Reads the log event by event and checks each against what it should have been."""

    def __init__(self, tables_too: bool = True) -> None:
        self.found = Found()
        self._tables_too = tables_too  # otherwise somebody else looks at each by itself
        self.tables: dict[str, Table] = {}
        self.wallets: dict[str, w.Wallet] = {}
        self.witness = Witness()
        self.keys = HouseKeys()
        self.archives = ArchivesAgain()
        self.ledger = Ledger()
        self.affairs = ActivitiesAgain(self._table, self.found.earlier)
        self.pools = PoolsAgain(self.affairs.families)
        self.patrons = PatronsAgain(self.affairs.families)
        self.streams: set[str] = set()
        self._casino = False  # whether something was written since the casino is told of play
        self._all_told: set[str] = set()  # tables with rows since it is told of all that is done
        self.command = ""
        self.events = 0
        self.last: Row | None = None

    def read(self, row: Row) -> None:
        if row.command != self.command:
            self._command_ended()
            self.command = row.command
            if not row.stream.startswith("people"):
                self.witness.begin(row)
        self.events += 1
        self.streams.add(row.stream)
        self.last = row
        kind, _, name = row.stream.partition("/")
        match kind:
            case "table":
                self._table_event(name, row)
            case "shoe":
                self.tables[name].keep(row)
            case "wallet":
                self._wallet_event(name, row)
            case "people":
                raise_if(self.witness.person_event(row))
            case "seal":
                self.affairs.read_seed(row)
            case "keys":
                self._casino = True
                raise_if(self.witness.by_house() or self.keys.read(row))
                self.witness.signs_heads = True
            case "archive":
                raise_if(self.witness.by_house() or self.archives.read(row))
            case _ if kind in BY_NAME:
                self._since_casino(row, kind == PATRON)
                self._affair_event(row)
            case _:
                raise Wrong(f"there is no stream {row.stream} in a house")

    def _command_ended(self) -> None:
        """Between two commands no money is under way."""
        if self.ledger.in_transit():
            raise Wrong("its command left money between the cage and a table", self.last)
        if self.last is not None:
            self._beside(self.pools.unfinished(), self.last, self.pools.laws())
            self._beside(self.patrons.unfinished(), self.last, self.patrons.laws())
        self.pools.command_ended()
        if (problem := self.patrons.command_ended()) is not None:
            raise Wrong(problem, self.last)

    def _beside(self, problem: str | None, row: Row, laws: Iterable[Law]) -> None:
        """A table and its pool, or those who play there, do not fit: a fault, unless the rules of
        either were mended."""
        if problem is None:
            return
        because = next((found for law in laws if (found := explained(law)) is not None), None)
        if because is None:
            raise Wrong(problem, row)
        self.found.earlier.append(moved_together(row, because, problem))
        self.pools.let_be()
        self.patrons.let_be()

    def _since_casino(self, row: Row, must_be: bool) -> bool:
        """Whether a row was written since the casino is told of what happens at its tables.

        That is as old as patrons, and as the revisions that terms name. Rows of before come before
        all others: whoever strips a later one of its mark would have it believed untold.
        """
        told = casino_was_told(row.data)
        if not told and (must_be or self._casino):
            raise Wrong(NO_MARK)
        self._casino |= told
        return told

    def _told_all(self, table: str, row: Row) -> bool:
        """Whether a table's row was written since the casino is told of breaks and refused cards.

        A version that does not tell of them cannot read what one that does has written at a table;
        so there its rows come first, while at other tables it may still be at work beside it.
        """
        told = casino_was_told_all(row.data)
        if not told and table in self._all_told:
            raise Wrong(NO_MARK)
        if told:
            self._all_told.add(table)
        return told

    # Tables

    def _table(self, name: str) -> TableState | None:
        table = self.tables.get(name)
        return table.run.table if table is not None else None

    def _table_event(self, name: str, row: Row) -> None:
        happening = happening_from_json(row.data)
        if isinstance(happening, h.TableMade):
            if name in self.tables:
                raise Wrong(f"the table {name} is made twice")
            self._since_casino(row, happening.terms.revision > 0)
            self.tables[name] = self._made(name, happening.terms)
            return
        table = self.tables[name]
        told = self._since_casino(row, table.run.terms.revision > 0)
        happening = table.today(happening)
        raise_if(self.witness.happening(table.run, happening))
        before, rules = table.run, table.rules
        table.read(happening, row)
        if isinstance(happening, h.Ordered):
            states = (before.table, table.run.table)
            problem = self.pools.ordered(rules, name, happening, *states)
            self._beside(problem, row, self.pools.laws())
            if told:
                told_all = self._told_all(name, row)
                raise_if(self.patrons.ordered(rules, before.terms, happening, *states, told_all))
        for posting in table_postings(name, before.table, table.run.table, happening, row.position):
            self.ledger.post(posting)
        if isinstance(happening, h.ChipsBought | h.ChipsCashed):
            self._check_chips(table, happening.player)

    def _made(self, name: str, terms: h.Terms) -> Table:
        return TableAgain(name, terms, self.found) if self._tables_too else Table(name, terms)

    # Money

    def _check_chips(self, table: Table, player: str) -> None:
        """What the ledger has on somebody's chips is what the rounds and purchases come to."""
        run = table.run
        worked_out = run.bought.get(player, 0) + run.table.chips.get(player, 0)
        posted = self.ledger.balance(chips_account(player, run.terms.id))
        if posted != worked_out:
            raise Wrong(f"the ledger has {posted} cents for {player}, the rounds {worked_out}")

    def _wallet_event(self, name: str, row: Row) -> None:
        event = w.wallet_event(row.data)
        raise_if(self.witness.at_cage(name, event))
        self.wallets[name] = w.change(self.wallets.get(name, w.Wallet(name)), event)
        for posting in wallet_postings(name, event, row.position):
            self.ledger.post(posting)

    # Affairs

    def _affair_event(self, row: Row) -> None:
        """Pools, tournaments, promotions: who asked, what it brought about, what it moved."""
        account = self.affairs.family(row.stream).id
        for acted, payment in self.affairs.read(row):
            if payment is not None:
                self.ledger.post(affair_posting(account, payment, acted.order.at, row.position))
                if BY_NAME[kind_and_id(row.stream)[0]].counted:
                    self.patrons.paid(account, payment, self.affairs.law_of(row.stream))
                continue
            problem = self.pools.pool_row(row.stream, acted)
            self._beside(problem, row, self.pools.laws(row.stream))
            by = acted.order.by
            book = self.affairs.book_of(row.stream, acted.order)
            self.patrons.post(row.stream, acted, row.position)
            if self.patrons.by_table(row.stream):
                problem = self.patrons.patron_row(row.stream, acted)
                self._beside(problem, row, self.patrons.laws())
            elif row.stream.startswith("patron/") and by == COUNTING:
                self._beside(self.patrons.counted_by_house(acted), row, self.patrons.laws())
            elif not is_machine(row.stream, by.name):
                raise_if(self.witness.affair(by, book, acted.order.at))

    # The end

    def end(self) -> Fault | None:
        """What can only be said when everything has been read."""
        last = self.last
        if last is None:
            return None
        try:
            self._command_ended()
            for table in self.tables.values():
                table.end(last)
            if self.ledger.total or self.patrons.tokens.total:
                raise Wrong("the ledger does not come to nothing")
        except FAULTS as error:
            return fault_of(error, last)
        return None

    def report(self, head: Head, fault: Fault | None, unreadable: Fault | None = None) -> Report:
        held = sum(cents for cents in self.ledger.balances.values() if cents > 0)
        return Report(
            events=self.events,
            streams=len(self.streams),
            orders=self.found.orders,
            rounds=self.found.rounds,
            stacks=self.found.stacks,
            cents=held,
            head=head,
            fault=fault,
            unreadable=unreadable,
            earlier=tuple(self.found.earlier),
            unopened=tuple(self._unopened()),
        )

    def _unopened(self) -> Iterator[str]:
        """Whoever withholds a stack, or puts it aside, is named."""
        for name, table in self.tables.items():
            for number in over_unopened(table.run, table.run.table.phase != "open"):
                yield f"stack {number} of table {name}"
        for family in self.affairs.families.values():
            for stream, state in family.states.items():
                if isinstance(state, TableRun):
                    for number in over_unopened(state, state.over):
                        yield f"stack {number} of {stream}"
