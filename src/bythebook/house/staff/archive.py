"""Looking back: the rounds and the money of the house, read out of the log as it grows.

An archive follows the log at its own pace, page by page between the house's commits. It takes from
it what an inspector may see and nothing else: tables, wallets and patrons; what lies behind sealed
cards is never looked at here.
"""

import asyncio
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import msgspec

from bythebook.casino.state import Patron
from bythebook.errors import Malformed
from bythebook.game.events import Settled
from bythebook.house.activities.activity import acted_from_json
from bythebook.house.activities.patrons.patrons import Patrons
from bythebook.house.log.committer import Committer
from bythebook.house.log.store import Row, Store
from bythebook.house.money import wallets as w
from bythebook.house.money.ledger import (
    Ledger,
    Posting,
    is_play,
    table_postings,
    token_postings,
    wallet_postings,
)
from bythebook.house.staff.exporting import round_in, terms_in
from bythebook.house.tables import table_log as h
from bythebook.house.tables.running_table import rules_of
from bythebook.records.live import LiveRound, RoundReader
from bythebook.rulebooks.tables import TableRules
from bythebook.table import State
from bythebook.table import events as e

PAGE = 2000  # events read at once
ROWS_KEPT = 5000  # rounds of a table that can be searched
ROUNDS_KEPT = 200  # rounds of a table that can be replayed without reading it all again
POSTINGS_KEPT = 5000
TABLES, WALLETS = "table", "wallet"
PATRONS = Patrons()
IN_ROUND = (e.RoundBegan, e.RoundMoved, e.RoundFinished)


class RoundRow(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is over, in a line."""

    table: str
    title: str
    book: str
    game: str
    number: int
    began_at: int
    ended_at: int
    net: dict[str, int]  # what each player won or lost, in cents
    dealer: str
    void: str  # the clause, if it was void
    corrected: int  # how often it was decided anew
    clauses: frozenset[str]  # by which its wagers were settled


class Past:
    """One table's rounds."""

    def __init__(self, rules: TableRules, terms: h.Terms) -> None:
        self.rules = rules
        self.terms = terms
        self.reader = RoundReader(rules)
        self.rows: OrderedDict[int, RoundRow] = OrderedDict()
        self.rounds: OrderedDict[int, LiveRound] = OrderedDict()
        self.events: dict[int, list[int]] = {}  # by round: where its events lie in the log
        self._since: list[int] = []  # those since the last round
        self._times: dict[int, int] = {}  # by position in the table's events

    @property
    def state(self) -> State:
        return self.reader.state

    def take_in(self, happening: h.Happening, position: int) -> None:
        """What happened at the table next."""
        if isinstance(happening, h.TermsChanged):
            self.reader.rules = rules_of(happening.terms)
        if isinstance(happening, h.Ordered):
            for _ in self.read(happening, position):
                pass

    def read(self, happening: h.Ordered, position: int) -> Iterator[LiveRound]:
        """Take in an order; the rounds that nothing can change any more come out."""
        finished = False
        if any(isinstance(event, IN_ROUND) for event in happening.events):
            self._since.append(position)
        known = {live.number: live for live in self.reader.over}
        for event in h.as_today(self.reader.rules, self.reader.state, happening).events:
            over = list(self.reader.read(event))
            if isinstance(event, e.RoundBegan | e.RoundFinished):
                self._times[self.reader.position] = happening.order.at
            finished |= isinstance(event, e.RoundFinished | e.LastRoundMoved | e.LastRoundCorrected)
            for live in over:
                self._keep(live)
            yield from over
            if isinstance(event, e.RoundFinished):
                self.events[self.state.rounds], self._since = self._since, []
            elif isinstance(event, e.LastRoundMoved | e.LastRoundCorrected):
                self._put_right(known, position)
        if finished:
            for live in self.reader.over:
                self._keep(live)

    def _put_right(self, known: dict[int, LiveRound], position: int) -> None:
        """An event that came after a round is one of its events too."""
        for live in self.reader.over:
            found = self.events.setdefault(live.number, [])
            if known.get(live.number) not in (None, live) and position not in found:
                found.append(position)

    def _keep(self, live: LiveRound) -> None:
        self.rows[live.number] = self.row_of(live)
        self.rounds[live.number] = live
        if len(self.rows) > ROWS_KEPT:
            number, _ = self.rows.popitem(last=False)
            self.events.pop(number, None)
        if len(self.rounds) > ROUNDS_KEPT:
            self.rounds.popitem(last=False)

    def row_of(self, live: LiveRound) -> RoundRow:
        final = live.final_round
        return RoundRow(
            table=self.terms.id,
            title=self.terms.title,
            book=self.terms.book,
            game=live.game.rules.title,
            number=live.number,
            began_at=self._times.get(live.began, 0),
            ended_at=self._times.get(live.ended, 0),
            net=dict(final.net),
            dealer=" ".join(map(str, final.dealer)),
            void=final.voided,
            corrected=len(live.corrections),
            clauses=frozenset(_clauses(final.rows)),
        )


def positions_of(store: Store, table: str, number: int) -> list[int]:
    """Where the events of a round lie in the log, for somebody who reads it once."""
    rows = store.read(f"{TABLES}/{table}")
    terms = terms_in(rows, table)
    past = Past(rules_of(terms), terms)
    for row in rows[1:]:
        past.take_in(h.happening_from_json(row.data), row.position)
    if not past.events.get(number):
        raise Malformed(f"the table {table} has no round {number} that is over")
    return past.events[number]


def _clauses(rows: tuple[Settled, ...]) -> Iterator[str]:
    for row in rows:
        yield row.clause
        yield from row.also


class Sought(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody looks for; an empty field asks for nothing."""

    table: str = ""
    player: str = ""
    act: str = ""
    clause: str = ""
    round: int = 0
    since: int = 0
    until: int = 0
    practice: bool = False  # also at practice tables; one that is named is looked at anyway

    def looks_at(self, terms: h.Terms) -> bool:
        return self.table == terms.id or (not self.table and (self.practice or not terms.practice))

    def finds(self, row: RoundRow) -> bool:
        return (
            not self.act  # acts stand in the register
            and self.table in ("", row.table)
            and (not self.player or self.player in row.net)
            and (not self.clause or self.clause == row.void or self.clause in row.clauses)
            and self.round in (0, row.number)
            and self.since <= row.ended_at
            and (not self.until or row.began_at <= self.until)
        )


class Books(msgspec.Struct, frozen=True):
    """A ledger as somebody looks at it."""

    balances: dict[str, int]
    postings: list[Posting]

    @property
    def total(self) -> int:
        return sum(self.balances.values())


class Postings:
    """One ledger, and the latest that was posted in it."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self._latest: deque[Posting] = deque(maxlen=POSTINGS_KEPT)

    def post(self, postings: Iterator[Posting]) -> None:
        for posting in postings:
            self.ledger.post(posting)
            self._latest.append(posting)

    def balances(self, shown: Callable[[str], bool]) -> dict[str, int]:
        """Every account that holds something, or owes it."""
        held = self.ledger.balances.items()
        return {name: cents for name, cents in held if cents and shown(name)}

    def latest(self, account: str, limit: int, shown: Callable[[str], bool]) -> list[Posting]:
        """The latest first; of one account alone, if one is named."""
        found = (
            posting
            for posting in reversed(self._latest)
            if (shown(posting.taken) if not account else account in (posting.taken, posting.given))
        )
        return list(islice(found, limit))


class Archive:
    """Everything that has been read so far. It is read and asked in worker threads."""

    def __init__(self, committer: Committer, store: Store) -> None:
        self._committer = committer
        self._store = store
        self._reading = asyncio.Lock()
        self._lock = threading.Lock()  # held while what was read is changed or looked through
        self.position = 0
        self.behind = 0  # events that are still to be read
        self.tables: dict[str, Past] = {}
        self.patrons: dict[str, Patron] = {}
        self._money = Postings()
        self._tokens = Postings()  # and vouchers: no money, in a ledger of their own

    async def catch_up(self, seconds: float) -> None:
        """Read what is new, for so long at most."""
        ends = time.monotonic() + seconds
        async with self._reading:
            head = await self._committer.call(self._store.head)
            while self.position < head.position and time.monotonic() < ends:
                rows = await self._committer.call(self._store.read_log, self.position, PAGE)
                if not rows:
                    break
                await asyncio.to_thread(self._take_in_all, rows)
            self.behind = max(0, head.position - self.position)

    def _take_in_all(self, rows: Sequence[Row]) -> None:
        with self._lock:
            for row in rows:
                self._take_in(row)
            self.position = rows[-1].position

    def _take_in(self, row: Row) -> None:
        kind, _, name = row.stream.partition("/")
        if kind == WALLETS:
            self._money.post(wallet_postings(name, w.wallet_event(row.data), row.position))
        elif kind == TABLES:
            self._table_event(name, row)
        elif kind == PATRONS.name:
            self._patron_row(name, row)

    def _patron_row(self, name: str, row: Row) -> None:
        acted = acted_from_json(PATRONS, row.data)
        for event in acted.events:
            before = self.patrons.get(name)
            posted = token_postings(name, before, event, acted.order.at, row.position)
            self._tokens.post(posted)
            self.patrons[name] = PATRONS.evolved(before, event)

    def _table_event(self, name: str, row: Row) -> None:
        happening = h.happening_from_json(row.data)
        if isinstance(happening, h.TableMade):
            self.tables[name] = Past(rules_of(happening.terms), happening.terms)
            return
        past = self.tables[name]
        before = past.state
        past.take_in(happening, row.position)
        self._money.post(table_postings(name, before, past.state, happening, row.position))

    # Asking

    def rounds(self, sought: Sought, limit: int) -> list[RoundRow]:
        """The rounds that are looked for, the latest first."""
        with self._lock:
            found = [
                row
                for past in self.tables.values()
                if sought.looks_at(past.terms)
                for row in past.rows.values()
                if sought.finds(row)
            ]
        found.sort(key=lambda row: (row.ended_at, row.number), reverse=True)
        return found[:limit]

    def books(self, account: str, limit: int, practice: bool = False) -> tuple[Books, Books]:
        """Money, and vouchers with their tokens: balances, and the latest postings.

        Play money comes to nothing by itself: it is left out unless it is asked for.
        """
        with self._lock:
            plays = {table for table, past in self.tables.items() if past.terms.practice}

            def shown(name: str) -> bool:
                return practice or not is_play(name, plays)

            return (
                Books(self._money.balances(shown), self._money.latest(account, limit, shown)),
                Books(self._tokens.balances(shown), self._tokens.latest(account, limit, shown)),
            )

    def events_of(self, table: str, number: int) -> list[int]:
        """Where the events of a round lie in the log."""
        with self._lock:
            past = self.tables.get(table)
            found = past.events.get(number, []) if past is not None else []
            if not found:
                raise Malformed(f"no round {number} is over at table {table}")
            return list(found)

    async def round(self, table: str, number: int) -> LiveRound:
        """One round whole; an old one is read out of the log again."""
        past = self.tables.get(table)
        if past is None:
            raise Malformed(f"there is no table {table}")
        found = past.rounds.get(number)
        if found is None and 0 < number <= past.state.rounds:
            rows = await self._committer.call(self._store.read, f"{TABLES}/{table}")
            found = await asyncio.to_thread(round_in, rows, table, number)
        if found is None:
            raise Malformed(f"no round {number} is over at table {table}")
        return found
