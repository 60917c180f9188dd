"""Whether those who stand behind an event could have been behind it, as far as the log can tell.

Every command names who asked for it. What it brings about is theirs, or the automatic dealer's, or
an order that had waited for them. A role is one that the person had been given by then; one that
was taken away, or went with a locked account, may still act a moment longer, because people are
looked up first and commands decided afterwards.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from bythebook.casino.decision import OPERATOR
from bythebook.errors import ByTheBookError
from bythebook.game.commands import Proceed
from bythebook.house.log.commits import read_cause
from bythebook.house.log.store import Row
from bythebook.house.money import wallets as w
from bythebook.house.people import people as p
from bythebook.house.tables import table_log as h
from bythebook.house.tables.approvals import Request
from bythebook.house.tables.automatic_dealer import NAME
from bythebook.house.tables.running_table import RunningTable
from bythebook.house.tables.table_dealer import SUPERVISOR
from bythebook.rulebooks.chapters.conduct import AT_CONSOLE, BEFORE_ROUND
from bythebook.rulebooks.tables import PLAYER
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.meters import SPEAKER
from bythebook.table.people.told import SPEAKER as CASINO
from bythebook.table.rounds import takes_no_part

PUT_BACK_SECONDS = 24 * 3600  # the most that a clock is ever put back
MOMENT_SECONDS = 300  # how long somebody may still act who has lost a role meanwhile
OPENING_SECONDS = 24 * 3600  # how long a house that has just begun pays in for its players itself
# All that the automatic dealer ever orders; it also says that play goes on.
BY_MACHINE = (
    o.Shuffle, o.DeclineCut, o.Cut, o.Insert, o.Burn, o.NoMoreBets, o.Deal, o.CuttingCard,
    o.ReloadRack, o.DirectHand, o.TakeOff, m.JackpotFailure,
)  # fmt: skip


_orders = msgspec.json.Decoder(p.Order)


class Witness:
    """Follows who is who. What it finds wrong with an event it says in words; else None."""

    def __init__(self) -> None:
        self.people = p.People()
        self.by = ""  # who asked for what is being read
        # A name, a book (or none), a role: until when, if it was taken away.
        self._held: dict[tuple[str, str, str], int | None] = {}
        self._out: dict[str, int] = {}  # whose account was locked or closed, and when
        self._began = 0  # when the first of all this was written
        self.signs_heads = False
        self._to_come: list[p.AnyEvent] = []  # of the people's stream, in this command
        self._granted: tuple[Request, o.Person] | None = None
        self._latest = 0  # when money or an account was last moved

    def begin(self, row: Row) -> None:
        """A new command."""
        self.by = read_cause(row.cause).by
        self._to_come, self._granted = [], None

    def by_house(self) -> str | None:
        """What only the house itself writes."""
        return None if self.by == p.HOUSE else f"{self.by} asked for what only the house does"

    # Accounts

    def person_event(self, row: Row) -> str | None:
        """Decided again, an order about an account must bring about the same."""
        event = p.event_from_json(row.data)
        if row.cause:
            try:
                order = _orders.decode(row.cause)
                self._to_come = p.decide(self.people, order)
            except ByTheBookError as no:
                return f"this order about an account would be refused: {no}"
            if (wrong := self._dated(order.at)) is not None:
                return wrong
        if not self._to_come or self._to_come.pop(0) != event:
            return "this order about an account brings about something else"
        self.people = p.evolve(self.people, event)
        self._follow(event)
        return None

    def _follow(self, event: p.AnyEvent) -> None:
        match event:
            case p.RoleGranted(name=name, book=book, role=role):
                self._held[name, book, role] = None
            case p.HouseRoleGranted(name=name, role=role):
                self._held[name, "", role] = None
            case p.RoleRevoked(name=name, at=at, book=book, role=role):
                self._held[name, book, role] = at
            case p.HouseRoleRevoked(name=name, at=at, role=role):
                self._held[name, "", role] = at
            case p.AccountLocked(name=name, at=at) | p.AccountClosed(name=name, at=at):
                self._out[name] = at
            case p.AccountUnlocked(name=name):
                self._out.pop(name, None)

    def _was(self, name: str, book: str, role: str, at: int) -> bool:
        """Whether somebody had a role, or had just lost it."""
        ended = (self._held.get((name, book, role), 0), self._out.get(name))
        return all(end is None or at <= end + MOMENT_SECONDS for end in ended)

    def wrong_password(self, kept: Mapping[str, bytes]) -> str | None:
        """Whether somebody's password is another than the one that they chose, as the log says."""
        for account in self.people.accounts.values():
            made = kept.get(account.name.casefold())
            if made is not None and not p.knows_password(account, made):
                return f"the password that is kept for {account.name} is not the one that was set"
        return None

    def at_cage(self, name: str, event: w.AnyWalletEvent) -> str | None:
        """Money over the counter is a cashier's business."""
        if self.people.find(name) is None:
            return f"nobody of the name {name} had an account"
        if event.cents > w.MOST:
            return f"{event.cents} cents are more than anybody can move at once"
        if (wrong := self._dated(event.at)) is not None:
            return wrong
        if not isinstance(event, w.Deposited | w.Withdrawn):
            return None
        if event.by != self.by:
            return f"{event.by} is named at the cage, but {self.by} asked for it"
        if event.by == p.HOUSE:
            # Houses from before there were heads did so at any time.
            late = self.signs_heads and event.at > self._began + OPENING_SECONDS
            return "the house itself pays nobody in once it is open" if late else None
        was_cashier = self._was(event.by, "", p.CASHIER, event.at)
        return None if was_cashier else f"{event.by} was no cashier"

    def _dated(self, at: int) -> str | None:
        """Clocks are put right by minutes; nobody writes down today what happened years ago."""
        if at < self._latest - PUT_BACK_SECONDS:
            return f"this is dated {self._latest - at} seconds before what was written earlier"
        self._latest = max(self._latest, at)
        self._began = self._began or at
        return None

    def affair(self, by: o.Person, book: str, at: int) -> str | None:
        """Whoever gave an order in an affair of the house asked for it, and was what they said."""
        if self.by == p.HOUSE:
            return None
        if by.name != self.by:
            return f"{by.name} is named, but {self.by} asked for it"
        if by.role == OPERATOR:
            acts = self._was(by.name, "", p.PIT, at)
            return None if acts else f"{by.name} did not act for the operator"
        if by.role != PLAYER and not self._was(by.name, book, by.role, at):
            return f"{by.name} was no {by.role} at {book}"
        return None

    # Tables

    def happening(self, run: RunningTable, happening: h.Happening) -> str | None:
        """Whether whoever asked could have brought this about at a table."""
        match happening:
            case h.Ordered(order=order):
                return self._order(run, order)
            case h.ChipsBought() | h.ChipsCashed():
                return self._chips(run, happening)
            case h.PlayerReady(player=player) | h.ChanceAdded(player=player):
                return self._is_asker(player)
            case h.ApprovalAsked(number=number, order=order):
                if number != run.asked + 1:
                    return "the numbers of waiting orders do not follow one another"
                return self._is_asker(order.by.name) or self._had_role(run, order.by, order.at)
            case h.ApprovalAnswered():
                return self._answer(run, happening)
            case h.TermsChanged(by=by):
                return None if by == self.by == p.HOUSE else "only the house takes up a revision"
            case h.StackSealed() | h.StackRevealed() | h.ClockStarted():
                if run.terms.cards != "virtual":
                    return "there is no automatic dealer at this table"
        return None

    def _order(self, run: RunningTable, order: o.Order) -> str | None:
        granted, self._granted = self._granted, None
        if order.by in (SPEAKER, CASINO):
            return None  # what they say is compared with the pool, and with the patrons
        if order.by.name in (NAME, SUPERVISOR):
            return _machine(run, order)
        if run.terms.cards == "virtual" and isinstance(order.command, o.Deal):
            return "a person dealt a card where the automatic dealer does"
        if granted is not None:
            return _as_granted(order, *granted)
        if self.by == p.HOUSE:
            return None  # a table that the house itself opened: it names ranks, not people
        if order.approved is not None or order.second is not None:
            return "nobody has answered for this order"
        return self._is_asker(order.by.name) or self._had_role(run, order.by, order.at)

    def _is_asker(self, name: str) -> str | None:
        return None if name == self.by else f"{name} is named, but {self.by} asked for it"

    def _had_role(self, run: RunningTable, person: o.Person, at: int) -> str | None:
        name, book = person.name, run.terms.book
        if self.people.find(name) is None:
            guest = name.casefold().startswith(p.GUEST_PREFIX)
            if guest and run.terms.practice and person.role == PLAYER:
                return None
            return f"nobody of the name {name} had an account"
        if person.role == PLAYER or self._was(name, book, person.role, at):
            return None
        known = (name, book, person.role) in self._held
        return f"{name} was {'no longer' if known else 'never'} {person.role} at {book}"

    def _answer(self, run: RunningTable, answer: h.ApprovalAnswered) -> str | None:
        request = next((r for r in run.requests if r.number == answer.number), None)
        if request is None:
            return f"no order waited under number {answer.number}"
        if answer.granted:
            self._granted = (request, answer.by)
        return self._is_asker(answer.by.name) or self._had_role(run, answer.by, answer.at)

    def _chips(self, run: RunningTable, moved: h.ChipsBought | h.ChipsCashed) -> str | None:
        """From one's own wallet; for cash where cards are real; for nothing at practice. The house
        itself sells some only where it makes a table ready, before anything is played there."""
        if (moved.money == "play") != run.terms.practice:
            return "play money is for practice tables, and nothing else is"
        if moved.money == "cash" and run.terms.cards == "virtual":
            return "nobody sells or takes chips for cash at virtual cards"
        if moved.player == self.by and moved.money != "cash":
            return None
        staff = any((self.by, run.terms.book) == held[:2] for held in self._held)
        staff = staff or (self.by == p.HOUSE and not run.table.rounds)
        if moved.money == "wallet" or not staff:
            return f"{self.by} does not handle the chips of {moved.player}"
        return None


def _machine(run: RunningTable, order: o.Order) -> str | None:
    """The automatic dealer deals by the book, and waits until the time is over."""
    command = order.command
    goes_on = isinstance(command, o.Decide) and isinstance(command.command, Proceed)
    at_console = (*BEFORE_ROUND, *AT_CONSOLE)
    console = isinstance(command, o.Perform) and command.act in at_console
    by_machine = isinstance(command, BY_MACHINE) or goes_on or console
    if run.terms.cards != "virtual" or not by_machine:
        return "the automatic dealer gives no such order"
    if isinstance(command, o.DirectHand) and not takes_no_part(run.table, command.player):
        clock = run.clock
        if clock is None or clock.what != "turn" or not clock.until or order.at < clock.until:
            return "the hand was played before its player's time was over"
    return None


def _as_granted(order: o.Order, request: Request, by: o.Person) -> str | None:
    asked = replace(request.order, at=order.at)
    if order in (replace(asked, approved=by), replace(asked, second=by)):
        return None
    return "this is not the order that was approved"
