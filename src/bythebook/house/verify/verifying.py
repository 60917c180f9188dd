"""Everything again, from the log alone: the chain, every decision, every settlement, every cent.

Changing an event breaks the chain. Whoever changes the chain as well, so that it fits, still has
to have done what the rules would have done: each order is decided again on the state of then, each
round is written down as a record and settled again, each sealed stack is opened and compared with
the cards that were dealt, whoever gave an order must have been able to give it, and the ledger must
come to nothing after every command.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import Literal, cast

import msgspec
from msgspec.structs import replace

from bythebook.errors import ByTheBookError
from bythebook.game.events import Settled
from bythebook.game.state import State as Round
from bythebook.house.activities.activity import kind_and_id
from bythebook.house.activities.patrons.patrons import COUNTING
from bythebook.house.cards.shoes import check
from bythebook.house.cards.stacks import composition, cutting_card_due, next_card
from bythebook.house.log.chain import Fault, check_chain
from bythebook.house.log.store import Head, Row, Store, whole_log
from bythebook.house.log.upcasting import casino_was_told
from bythebook.house.money import wallets as w
from bythebook.house.money.ledger import (
    Ledger,
    affair_posting,
    chips_account,
    table_postings,
    wallet_postings,
)
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import Vault
from bythebook.house.tables.running_table import (
    STAKING,
    RunningTable,
    Secret,
    happen,
    in_hand,
    on_credit,
    rules_of,
    secret_from_json,
)
from bythebook.house.tables.table_log import happening_from_json
from bythebook.house.verify.activities import BY_NAME, ActivitiesAgain, is_machine
from bythebook.house.verify.authority import Witness
from bythebook.house.verify.patrons import PatronsAgain
from bythebook.house.verify.pools import PoolsAgain
from bythebook.house.verify.revisions import Earlier, beside, earlier, explained, explanation, tried
from bythebook.records import settle
from bythebook.records.live import LiveRound, RoundReader, record_of
from bythebook.rulebooks import Game
from bythebook.rulebooks.law import Law, NotInstalled, played_by
from bythebook.rulebooks.tables import TableRules
from bythebook.table import State as TableState
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.table import decide

Progress = Callable[[int, int], None]  # events done, events in all
Outcome = Literal["clean", "earlier", "unreadable", "wrong"]
EVERY = 500


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
        return "earlier" if self.earlier else "clean"


class Wrong(Exception):
    """An event that cannot be what it should be: the one being read, unless another is named."""

    def __init__(self, reason: str, row: Row | None = None) -> None:
        super().__init__(reason)
        self.row = row


class _Unreadable(Exception):
    """Nothing can be said from here on: the rules are not here."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


# All that an event can do to whoever reads it: none of it may end the reading unsaid.
_FAULTS = (
    Wrong, ByTheBookError, AssertionError, LookupError, ValueError, TypeError, msgspec.MsgspecError,
)  # fmt: skip


def verify(store: Store, progress: Progress | None = None) -> Report:
    """Check the whole log as it is at this moment."""
    with store.one_moment():
        head = store.head()
        fault = check_chain(_told(store, head, progress, 0), head, store.stream_heads())
        replayer = Replayer()
        rows = _told(store, head, progress, head.position)
        if fault is not None:  # what was before it is still looked at: it may be wrong earlier
            rows = takewhile(_before(fault.position), rows)
        unreadable = None
        try:
            fault = first_fault(rows, replayer, to_the_end=fault is None) or fault
        except _Unreadable as error:
            unreadable = error.fault
        if fault is None and (reason := store.unsound()):
            fault = Fault(0, "", 0, reason)
    return replayer.report(head, fault, unreadable)


def _before(position: int) -> Callable[[Row], bool]:
    return lambda row: row.position < position


def first_fault(rows: Iterable[Row], replayer: "Replayer", to_the_end: bool = True) -> Fault | None:
    """The first event that the rules would not have brought about."""
    for row in rows:
        try:
            replayer.read(row)
        except NotInstalled as error:
            raise _Unreadable(Fault(row.position, row.stream, row.version, str(error))) from None
        except _FAULTS as error:
            return _fault(error, row)
    return replayer.end() if to_the_end else None


def _told(store: Store, head: Head, progress: Progress | None, before: int) -> Iterator[Row]:
    """The log in order; says how far it is: the chain is one half of the work."""
    for row in whole_log(store):
        if progress is not None and row.position % EVERY == 0:
            progress(before + row.position, 2 * head.position)
        yield row


def _fault(error: Exception, row: Row) -> Fault:
    if isinstance(error, Wrong) and error.row is not None:
        row = error.row
    return Fault(row.position, row.stream, row.version, _reason(error))


def _reason(error: Exception) -> str:
    if isinstance(error, Wrong):
        return str(error)
    return f"it does not follow from what was before it: {error}"


class _Table:
    """One table as it is replayed."""

    def __init__(self, rules: TableRules, terms: h.Terms) -> None:
        self.rules = rules
        self.run = RunningTable(terms=terms)
        self.vault = Vault()
        self.reader = RoundReader(rules)
        self.noted: dict[int, dict[str, int]] = {}  # by round: what its events would be worth more

    def goes_on(self, run: RunningTable) -> None:
        """As an event leaves it; whoever changed the law is judged by the new one from then on."""
        if run.terms is not self.run.terms:
            self.rules = self.reader.rules = rules_of(run.terms)
        self.run = run


class Replayer:
    """Reads the log event by event and checks each against what it should have been."""

    def __init__(self) -> None:
        self.tables: dict[str, _Table] = {}
        self.wallets: dict[str, w.Wallet] = {}
        self.witness = Witness()
        self.ledger = Ledger()
        self.affairs = ActivitiesAgain(self._table)
        self.pools = PoolsAgain(self.affairs.families)
        self.patrons = PatronsAgain(self.affairs.families)
        self.secrets: dict[tuple[str, int], Secret] = {}
        self.streams: set[str] = set()
        self.command = ""
        self.events = self.orders = self.rounds = self.stacks = 0
        self.earlier = self.affairs.earlier  # both find such events, in the order of the log
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
                secret = secret_from_json(row.data)
                self.secrets[name, secret.number] = secret
            case "wallet":
                self._wallet_event(name, row)
            case "people":
                _raise(self.witness.person_event(row))
            case "seal":
                self.affairs.read_seed(row)
            case _ if kind in BY_NAME:
                self._affair_event(row)
            case _:
                raise Wrong(f"there is no stream {row.stream} in a house")

    def _command_ended(self) -> None:
        """Between two commands no money is under way."""
        if self.ledger.in_transit():
            raise Wrong("its command left money between the cage and a table", self.last)
        if self.last is not None:
            self._beside(self.pools.unfinished(), self.last, self.pools.laws())
        self.pools.command_ended()
        if (problem := self.patrons.command_ended()) is not None:
            raise Wrong(problem, self.last)

    def _beside(self, problem: str | None, row: Row, laws: Iterable[Law]) -> None:
        """A table and its pool do not fit: a fault, unless the rules of either were mended."""
        if problem is None:
            return
        because = next((found for law in laws if (found := explained(law)) is not None), None)
        if because is None:
            raise Wrong(problem, row)
        self.earlier.append(beside(row, because, problem))
        self.pools.let_be()

    # Tables

    def _table(self, name: str) -> TableState | None:
        table = self.tables.get(name)
        return table.run.table if table is not None else None

    def _table_event(self, name: str, row: Row) -> None:
        happening = happening_from_json(row.data)
        if isinstance(happening, h.TableMade):
            if name in self.tables or happening.terms.id != name:
                raise Wrong(f"the table {name} is made twice, or under another name")
            self.tables[name] = _Table(rules_of(happening.terms), happening.terms)
            return
        table = self.tables[name]
        happening = h.as_today(table.rules, table.run.table, happening)
        _raise(self.witness.happening(table.run, happening))
        if isinstance(happening, h.Ordered):
            self._order(table, happening, row)
        elif isinstance(happening, h.TermsChanged):
            _raise(_wrong_terms(table.run, happening.terms))
        elif isinstance(happening, h.StackSealed):
            self._sealed(table, happening)
        elif isinstance(happening, h.StackRevealed):
            self._revealed(table, happening)
        before = table.run
        rules = table.rules
        table.goes_on(happen(before, happening))
        if isinstance(happening, h.Ordered) and isinstance(happening.order.command, STAKING):
            player = on_credit(before, table.run)
            _raise(f"{player} stakes more than they have" if player else None)
        if isinstance(happening, h.Ordered):
            states = (before.table, table.run.table)
            problem = self.pools.ordered(rules, name, happening, *states)
            self._beside(problem, row, self.pools.laws())
            if casino_was_told(row.data):
                _raise(self.patrons.ordered(rules, before.terms, happening, *states))
        for posting in table_postings(name, before.table, table.run.table, happening, row.position):
            self.ledger.post(posting)
        if isinstance(happening, h.ChipsBought | h.ChipsCashed):
            self._check_chips(table, happening.player)

    def _order(self, table: _Table, happening: h.Ordered, row: Row) -> None:
        """Decide it again; deal the sealed card again; settle the finished rounds again."""
        self.orders += 1
        order = happening.order
        if table.run.terms.cards == "virtual":
            self._check_card(table, order.command)
        adopted = [event for event in happening.events if isinstance(event, e.EditionAdopted)]
        for new in adopted:
            played_by(replace(table.run.terms, edition=new.edition, revision=new.revision))
        decided = tried(lambda: tuple(decide(table.rules, table.run.table, order)))
        if adopted and not isinstance(decided, ByTheBookError):
            decided = tuple(_as_of_then(event, adopted[0]) for event in decided)
        if decided != happening.events:
            self._otherwise(table, happening, row, decided)
        for event in happening.events:
            for over in table.reader.read(event):
                self._settle_again(table, over, row)

    def _otherwise(
        self,
        table: _Table,
        happening: h.Ordered,
        row: Row,
        decided: tuple[e.Event, ...] | ByTheBookError,
    ) -> None:
        """Today an order brings about something else: a fault, unless our rules were mended."""
        fault = Wrong(_from_where(decided, happening.events))
        because = explanation(table.run.terms, decided, fault)
        cents = None
        if not isinstance(decided, ByTheBookError):
            cents = _worth_more(table.run, happening, decided)
        self.earlier.append(earlier(row, because, happening.events, decided, cents))
        noted = table.noted.setdefault(table.run.table.rounds + 1, {})
        for player, more in (cents or {}).items():
            noted[player] = noted.get(player, 0) + more

    def _settle_again(self, table: _Table, live: LiveRound, row: Row) -> None:
        """From its record alone, by the rules that it was played by."""
        self.rounds += 1
        record, final = record_of(live), live.final_round
        noted = table.noted.pop(live.number, {})
        again = tried(lambda: settle(record, revision=live.game.revision).replay.state)
        if not isinstance(again, ByTheBookError) and _comes_to(again) == _comes_to(final):
            return
        fault = Wrong(f"round {live.number} settles otherwise from its record")
        because = explanation(_law_of(table.run.terms, live.game), again, fault)
        if isinstance(again, ByTheBookError):
            found = earlier(row, because, _rows(final), again, None)
        else:  # what its events have not been told to be worth already
            more = {
                player: again.net.get(player, 0) - final.net.get(player, 0) - noted.get(player, 0)
                for player in again.net.keys() | final.net.keys() | noted.keys()
            }
            if not any(more.values()):
                return
            found = earlier(row, because, _rows(final), _rows(again), more)
        self.earlier.append(replace(found, was=f"round {live.number}: {found.was}"))

    # Sealed cards

    def _check_card(self, table: _Table, command: o.Command) -> None:
        """What comes out is what lies on top, be it a card or the cutting card."""
        if not isinstance(command, o.Deal | o.CuttingCard):
            return
        cutting_card = cutting_card_due(table.run)
        if cutting_card != isinstance(command, o.CuttingCard):
            lay = "lay on top" if cutting_card else "lay deeper in the stack"
            raise Wrong(f"the cutting card {lay}")
        due = None if cutting_card else next_card(table.run, table.vault.order_of)
        if isinstance(command, o.Deal) and command.card != due:
            raise Wrong(f"{command.card} was dealt, but {due} lay on top of the sealed stack")

    def _sealed(self, table: _Table, happening: h.StackSealed) -> None:
        """What lies behind the seal is what was sealed: every card that was not out."""
        number = happening.number
        if number != table.run.stacks + 1:
            raise Wrong(f"stack {number} does not follow stack {table.run.stacks}")
        secret = self.secrets.pop((table.run.terms.id, number), None)
        if secret is None:
            raise Wrong(f"nothing was kept behind the seal of stack {number}")
        problem = check(bytes.fromhex(secret.seed), secret.before, happening.digest)
        if problem is not None:
            raise Wrong(f"stack {number} is not what was sealed: {problem}")
        due = composition(table.rules, table.run, table.vault.order_of)
        if secret.before != due or happening.cards != len(secret.before):
            raise Wrong(f"stack {number} has not the cards that it should have")
        self.stacks += 1
        table.vault.forget_before(min((*table.run.to_reveal, number)))
        table.vault.add_sealed(secret)

    def _revealed(self, table: _Table, happening: h.StackRevealed) -> None:
        number = happening.number
        if number not in table.run.to_reveal:
            raise Wrong(f"stack {number} is revealed before it is over")
        secret, order = table.vault.secret_of(number), table.vault.order_of(number)
        shown = (happening.seed, happening.before, happening.after)
        if (secret.seed, secret.before, order) != shown:
            raise Wrong(f"stack {number} is revealed as something else than was kept")

    # Money

    def _check_chips(self, table: _Table, player: str) -> None:
        """What the ledger has on somebody's chips is what the rounds and purchases come to."""
        run = table.run
        worked_out = run.bought.get(player, 0) + run.table.chips.get(player, 0)
        posted = self.ledger.balance(chips_account(player, run.terms.id))
        if posted != worked_out:
            raise Wrong(f"the ledger has {posted} cents for {player}, the rounds {worked_out}")

    def _wallet_event(self, name: str, row: Row) -> None:
        event = w.wallet_event(row.data)
        _raise(self.witness.at_cage(name, event))
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
                    self.patrons.paid(account, payment)
                continue
            problem = self.pools.pool_row(row.stream, acted)
            self._beside(problem, row, self.pools.laws(row.stream))
            by = acted.order.by
            book = self.affairs.book_of(row.stream, acted.order)
            self.patrons.post(row.stream, acted, row.position)
            if self.patrons.by_table(row.stream):
                _raise(self.patrons.patron_row(row.stream, acted))
            elif row.stream.startswith("patron/") and by == COUNTING:
                _raise(self.patrons.counted_by_house(acted))
            elif not is_machine(row.stream, by.name):
                _raise(self.witness.affair(by, book))

    # The end

    def end(self) -> Fault | None:
        """What can only be said when everything has been read."""
        last = self.last
        if last is None:
            return None
        try:
            self._command_ended()
            for table in self.tables.values():
                for over in table.reader.over:
                    self._settle_again(table, over, last)
            if self.ledger.total or self.patrons.tokens.total:
                raise Wrong("the ledger does not come to nothing")
        except _FAULTS as error:
            return _fault(error, last)
        return None

    def report(self, head: Head, fault: Fault | None, unreadable: Fault | None = None) -> Report:
        held = sum(cents for cents in self.ledger.balances.values() if cents > 0)
        return Report(
            events=self.events,
            streams=len(self.streams),
            orders=self.orders,
            rounds=self.rounds,
            stacks=self.stacks,
            cents=held,
            head=head,
            fault=fault,
            unreadable=unreadable,
            earlier=tuple(self.earlier),
        )


def _raise(reason: str | None) -> None:
    if reason is not None:
        raise Wrong(reason)


def _wrong_terms(run: RunningTable, new: h.Terms) -> str | None:
    """Only our own revisions change a table's terms, and only between rounds."""
    law = {"edition": new.edition, "revision": new.revision, "rules": new.rules}
    if replace(run.terms, **law) != new or played_by(new).edition != played_by(run.terms).edition:
        return "something else than the revision of its rules was changed"
    if new.revision < run.terms.revision:
        return "an earlier revision does not come after a later one"
    return "its rules changed in mid-round" if run.table.in_round else None


def _as_of_then(event: e.Event, adopted: e.EditionAdopted) -> e.Event:
    """An edition is adopted in the revision of that day, which need not be today's."""
    if not isinstance(event, e.EditionAdopted) or event.revision < adopted.revision:
        return event
    return replace(event, revision=adopted.revision, rules=adopted.rules)


def _law_of(terms: h.Terms, game: Game) -> h.Terms:
    """By what a round was played that may have been over before the terms changed."""
    if (game.edition, game.revision) == (terms.edition, terms.revision):
        return terms
    return replace(terms, edition=game.edition, revision=game.revision, rules="")


def _from_where(decided: tuple[e.Event, ...] | ByTheBookError, logged: tuple[e.Event, ...]) -> str:
    if isinstance(decided, ByTheBookError):
        return str(decided)
    pairs = enumerate(zip(decided, logged, strict=False), 1)
    place = next((n for n, (a, b) in pairs if a != b), min(len(decided), len(logged)) + 1)
    return f"this order brings about something else, from its event {place} on"


def _worth_more(
    run: RunningTable, happening: h.Ordered, decided: tuple[e.Event, ...]
) -> dict[str, int] | None:
    """What each player would have more in hand, had it been decided like that."""
    was = happen(run, happening)
    try:
        would_be = happen(run, h.Ordered(happening.order, cast(tuple[e.AnyEvent, ...], decided)))
    except (ByTheBookError, AssertionError, LookupError):
        return None
    players = {*was.table.players, *was.bought, *was.table.chips, *would_be.table.chips}
    return {player: in_hand(would_be, player) - in_hand(was, player) for player in players}


def _rows(round_: Round) -> list[Settled]:
    """What was settled; wagers taken off before the first card are not in a record."""
    return [row for row in round_.rows if row.stage != "betting"]


def _comes_to(round_: Round) -> tuple[list[Settled], dict[str, int]]:
    return _rows(round_), _moved(round_)


def _moved(round_: Round) -> dict[str, int]:
    return {player: cents for player, cents in round_.net.items() if cents}
