"""What a person asks of a running table, carried out as one move: may they, and what follows."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.house.cards.stacks import BY_HAND, check_addition
from bythebook.house.log.store import Row
from bythebook.house.money import wallets as w
from bythebook.house.people.people import INSPECTOR, Viewer
from bythebook.house.tables import requests as r
from bythebook.house.tables import table_log as h
from bythebook.house.tables.approvals import asked_for, helped, overtaken, request_of
from bythebook.house.tables.projecting import may_join
from bythebook.house.tables.running_table import TableTransaction, at_stake, in_hand
from bythebook.money import format_amount
from bythebook.phrases import phrase
from bythebook.rulebooks.tables import PLAYER
from bythebook.table import orders as o
from bythebook.table.people.seats import check_standing
from bythebook.table.powers import outranks
from bythebook.table.preparing import opening_orders

GUESTS = "house:guests"
CARDS = "house:virtual-cards"
READ_ONLY = "house:inspector"
STAFF = "house:staff"
PLAY_MONEY = "house:practice"
ACCEPTS = "accept-cash"  # the act of a book that says where cash taken at a table goes
PLAY_CHIPS = 100_000  # cents: what practice begins with
PLAY_CHIPS_MOST = 10_000_000


class Outcome(msgspec.Struct, frozen=True):
    """What beside the table's own stream the move changes."""

    wallet: w.AnyWalletEvent | None = None
    waiting: int = 0  # the number of the approval that was asked for
    reason: str = ""


class RequestHandler:
    """One person's request as it becomes a move."""

    def __init__(self, move: TableTransaction, viewer: Viewer, wallet: w.Wallet) -> None:
        self.move = move
        self.viewer = viewer
        self.wallet = wallet
        self.person = o.Person(viewer.name, viewer.role_at(move.run.terms.book))

    @property
    def name(self) -> str:
        return self.viewer.name

    @property
    def practice(self) -> bool:
        return self.move.run.terms.practice

    def handle(self, asked: r.Asked) -> Outcome:
        what = asked.what
        self._check_person(what)
        if isinstance(what, r.Request):
            return _REQUESTS[type(what)](self, what)
        if self.person.role == PLAYER and getattr(what, "player", None) == "":
            what = replace(what, player=self.name)
        if isinstance(what, o.Place):
            self._declare_brought(what.player)
        order = self._order(what, asked.why, asked.asked)
        return self._ordered(order)

    def _check_person(self, what: r.Request | o.Command) -> None:
        if not self.name:
            raise Refused(GUESTS, phrase("take a seat at a practice table, or log in, first"))
        if self.move.run.terms.own:
            self._check_own(what)
        read_only = INSPECTOR in self.viewer.house_roles
        if read_only and not isinstance(what, r.Approve | r.Deny):
            raise Refused(READ_ONLY, phrase("an inspector sees everything and changes nothing"))
        if not read_only and not may_join(self.move.run, self.viewer):
            self._check_not_playing(what)
        virtual = self.move.run.terms.cards == "virtual"
        if virtual and isinstance(what, BY_HAND):
            raise Refused(CARDS, phrase("cards are dealt by the automatic dealer here"))
        if self.practice and isinstance(what, o.SetLossLimit | o.ExchangeVoucher):
            raise Refused(
                PLAY_MONEY, phrase("for play money nobody sets a limit or exchanges a voucher")
            )

    def _check_own(self, what: r.Request | o.Command) -> None:
        """Nobody sits down, or puts anything down, at a table that is somebody else's."""
        players = self.move.run.table.players
        if self.name in players or (isinstance(what, r.Join) and not players):
            return
        if self.person.role == PLAYER or self._plays(what):
            raise Refused(PLAY_MONEY, phrase("this is somebody's own practice table"))

    def _check_not_playing(self, what: r.Request | o.Command) -> None:
        """Whoever may not play here wagers nothing; what they have down or in hand is theirs."""
        if self.viewer.guest:
            raise Refused(GUESTS, phrase("guests play at practice tables; log in to play here"))
        stranger = self.person.role == PLAYER and self.name not in self.move.run.table.players
        if stranger or self._plays(what):
            raise Refused(
                STAFF, phrase("{player} does not play at tables of this book", player=self.name)
            )

    def _plays(self, what: r.Request | o.Command) -> bool:
        """Whether somebody asks to play themselves."""
        if isinstance(what, r.Join | r.Rebet):
            return True
        if isinstance(what, r.BuyChips | o.Arrive | o.Sit | o.Place):
            return (what.player or self.name) == self.name
        return False

    def _order(self, command: o.Command, why: str = "", asked: str = "") -> o.Order:
        run = self.move.run
        if isinstance(command, o.DisplaySign) and run.table.phase != "open":
            # A sign is made from the settings: those that the table is to be opened with.
            command = replace(command, setup=command.setup or run.terms.setup)
        return o.Order(by=self.person, at=self.move.at, command=command, why=why, asked=asked)

    def _ordered(self, order: o.Order) -> Outcome:
        """Carried out; or it waits, where the book wants a second person behind it."""
        before = self.move.run
        try:
            self._carry_out(order)
        except Refused as no:
            asked = asked_for(before, self.move.rules, before.table, order, no)
            self.move.happen(asked)
            return Outcome(waiting=asked.number, reason=no.reason)
        return Outcome()

    def _carry_out(self, order: o.Order) -> None:
        before = self.move.run
        self.move.order(order)
        waits = overtaken(before, self.move.rules, before.table, self.move.run.table)
        if waits is not None:
            raise waits

    # Coming and going

    def join(self, what: r.Join) -> Outcome:
        run = self.move.run
        if run.table.phase != "open":
            clause = self.move.rules.conduct.acts["open"][0].clause
            raise Refused(clause, phrase("the table is not open"))
        if self.name not in run.table.players:
            self.move.order(self._order(o.Arrive(self.name, self.name)))
        if what.box:
            self.move.order(self._order(o.Sit(self.name, what.box)))
        if self.practice and not in_hand(self.move.run, self.name):
            self._chips(PLAY_CHIPS, "play")
        return Outcome()

    def _chips(self, cents: int, money: h.Money, player: str = "") -> None:
        self.move.happen(h.ChipsBought(player or self.name, cents, self.move.at, money))

    def buy_chips(self, what: r.BuyChips) -> Outcome:
        w.check_amount(what.cents)
        player = self._player(what.player)
        self.move.hear_of_patrons()
        check_standing(self.move.run.table, player)
        if self.practice:
            if what.cents + in_hand(self.move.run, player) > PLAY_CHIPS_MOST:
                raise Malformed(phrase("that is more play money than anybody needs"))
            self._chips(what.cents, "play", player)
            return Outcome()
        if player != self.name:
            if ACCEPTS in self.move.rules.conduct.acts:
                cash = o.Perform(ACCEPTS, format_amount(what.cents), player)
                self.move.order(self._order(cash))
            self._chips(what.cents, "cash", player)
            self._declare(player, what.cents)
            return Outcome()
        w.check_can_take(self.wallet, what.cents)
        self._chips(what.cents, "wallet")
        self._declare(player, what.cents)
        return Outcome(w.MovedToTable(what.cents, self.move.at, self.move.run.terms.id))

    def _declare(self, name: str, cents: int) -> None:
        """Chips bought by somebody with a loss limit are declared, where the book has one."""
        declares = self.move.rules.conduct.protection is not None
        if declares and self.move.run.table.standing_of(name).limit is not None:
            self.move.order(self._order(o.DeclareChips(name, cents, bought=True)))

    def _declare_brought(self, name: str) -> None:
        """At virtual cards the house knows what somebody has there, and says so for them."""
        if self.move.rules.conduct.protection is None or self.move.run.terms.cards != "virtual":
            return
        self.move.hear_of_patrons()
        run = self.move.run
        player = run.table.players.get(name)
        if player is None or player.declared or run.table.in_round:
            return
        if run.table.standing_of(name).limit is not None:
            self.move.order(self._order(o.DeclareChips(name, in_hand(run, name))))

    def _player(self, named: str) -> str:
        """Whose chips: one's own; for the staff, those of somebody at the table."""
        player = named or self.name
        if player != self.name and self.person.role == PLAYER:
            raise Refused(
                w.CAGE,
                phrase(
                    "{player} does not handle the chips of {other}", player=self.name, other=player
                ),
            )
        if player != self.name and not self.practice and self.move.run.terms.cards == "virtual":
            raise Refused(w.CAGE, phrase("nobody sells or takes chips for cash at virtual cards"))
        if player not in self.move.run.table.players:
            raise Malformed(phrase("{player} is not at this table", player=player))
        return player

    def cash_out(self, what: r.CashOut) -> Outcome:
        player = self._player(what.player)
        has, may = in_hand(self.move.run, player), self._free(player)
        cents = may if what.cents is None else what.cents
        if may < min(has, cents or has):
            assert self.move.pool is not None
            raise self.move.pool.no_use(player)
        w.check_amount(cents)
        if cents > has:
            raise Refused(
                w.CAGE, phrase("{player} has fewer chips in hand than that", player=player)
            )
        return self._cash(player, cents)

    def _cash(self, player: str, cents: int) -> Outcome:
        if not cents:
            return Outcome()
        money: h.Money = "play" if self.practice else "wallet" if player == self.name else "cash"
        self.move.happen(h.ChipsCashed(player, cents, self.move.at, money))
        if money != "wallet":
            return Outcome()
        return Outcome(w.MovedFromTable(cents, self.move.at, self.move.run.terms.id))

    def go(self, what: r.Go) -> Outcome:
        player = self.move.run.table.players.get(self.name)
        if player is not None:
            declared = self._takes_away() if self._is_limited() else None
            self.move.order(self._order(o.Leave(self.name, declared)))
        return self._cash(self.name, self._free(self.name))

    def _is_limited(self) -> bool:
        return self.move.run.table.standing_of(self.name).limit is not None

    def _free(self, player: str) -> int:
        """Chips in hand without a prize that waits for approval: it stays at the table."""
        held = self.move.pool.held_back(player) if self.move.pool is not None else 0
        return max(0, in_hand(self.move.run, player) - held)

    def _takes_away(self) -> int:
        """What somebody who leaves has in chips: wagers that no card has followed go back first."""
        run = self.move.run
        goes_back = 0 if run.table.in_round else at_stake(run, self.name)
        return in_hand(run, self.name) + goes_back

    # Around a round

    def ready(self, what: r.Ready) -> Outcome:
        run = self.move.run
        asked = run.clock is not None and run.clock.what in ("betting", "offer")
        if self.name not in run.table.players or not asked:
            raise Malformed(phrase("nothing waits for you"))
        if self.name in run.ready:
            raise Malformed(phrase("you have said so already"))
        self.move.happen(h.PlayerReady(self.name, self.move.at))
        return Outcome()

    def add_chance(self, what: r.AddChance) -> Outcome:
        check_addition(self.move.run, what.number, self.name, what.text)
        self.move.happen(h.ChanceAdded(what.number, self.name, what.text, self.move.at))
        return Outcome()

    def undo_bets(self, what: r.UndoBets) -> Outcome:
        """Side wagers first: they need the main one."""
        round_ = self.move.run.table.round
        mine = [w for w in round_.wagers if w.live and w.player == self.name] if round_ else []
        for wager in sorted(mine, key=lambda wager: wager.kind == "main"):
            self.move.order(self._order(o.TakeOff(wager.box, self.name, wager.kind)))
        return Outcome()

    def rebet(self, what: r.Rebet) -> Outcome:
        last = self.move.run.wagers.get(self.name, ())
        if not last:
            raise Malformed(phrase("there is no earlier round to wager as in"))
        self._declare_brought(self.name)
        for box, wager, amount in sorted(last, key=lambda one: one[1] != "main"):
            self.move.order(self._order(o.Place(box, self.name, amount, wager)))
        return Outcome()

    # Second persons

    def approve(self, what: r.Approve) -> Outcome:
        run, at = self.move.run, self.move.at
        request = request_of(run, what.number, self.person)
        order = helped(self.move.rules, run.table, request, self.person, at)
        self.move.happen(h.ApprovalAnswered(what.number, self.person, True, at))
        self._carry_out(order)
        return Outcome()

    def deny(self, what: r.Deny) -> Outcome:
        request_of(self.move.run, what.number, self.person)
        self.move.happen(h.ApprovalAnswered(what.number, self.person, False, self.move.at))
        return Outcome()

    def open_now(self, what: r.OpenNow) -> Outcome:
        """Everything by the one who asks, as far as their rank goes."""
        rules, run = self.move.rules, self.move.run

        def who(role: str) -> o.Person:
            if not outranks(rules.conduct, self.person, role):
                clause = rules.conduct.acts["open"][0].clause
                raise Refused(
                    clause, phrase("that takes a {role}: give the orders one by one", role=role)
                )
            return self.person

        for order in opening_orders(rules, run.table, run.terms.setup, who, self.move.at):
            self.move.order(order)
        return Outcome()


_REQUESTS: dict[type[r.Request], Callable[[RequestHandler, Any], Outcome]] = {
    r.Join: RequestHandler.join,
    r.BuyChips: RequestHandler.buy_chips,
    r.CashOut: RequestHandler.cash_out,
    r.Go: RequestHandler.go,
    r.Ready: RequestHandler.ready,
    r.AddChance: RequestHandler.add_chance,
    r.UndoBets: RequestHandler.undo_bets,
    r.Rebet: RequestHandler.rebet,
    r.Approve: RequestHandler.approve,
    r.Deny: RequestHandler.deny,
    r.OpenNow: RequestHandler.open_now,
}


def outcome_in(rows: Iterable[Row]) -> Outcome:
    """What came of a command that is in the log already."""
    for row in rows:
        if row.kind == h.ApprovalAsked.__name__ and row.data:  # archived: nothing waits any more
            waits = h.happening_from_json(row.data)
            assert isinstance(waits, h.ApprovalAsked)
            return Outcome(waiting=waits.number, reason=waits.reason)
    return Outcome()
