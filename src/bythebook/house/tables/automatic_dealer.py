"""The automatic dealer: goes on by the book until somebody else must act, and waits no longer
than the clocks allow.

It gives the same orders as a dealer of flesh and blood, and they are judged the same. Where a book
wants a higher rank for something that a machine must do here (an idle hand, a cut that nobody will
make), it acts in that rank's place, and the log says so.
"""

from collections.abc import Callable, Set
from typing import Protocol

from bythebook.cards import Card
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.game.round import refusal
from bythebook.house.cards.shoes import digest_of, shuffled
from bythebook.house.cards.stacks import composition, cutting_card_due, next_card
from bythebook.house.tables import table_log as h
from bythebook.house.tables.choices import waited_for
from bythebook.house.tables.running_table import RunningTable, Secret, TableTransaction
from bythebook.rulebooks.tables import TableRules
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.console import CALLED, OVER, PAID, REFERRED, waits
from bythebook.table.dealing import behind_cutting_card, cut_at, dealers_role, runs_low
from bythebook.table.decision import game_of
from bythebook.table.due import Expected, what_is_due

NAME = "automatic dealer"
SUPERVISOR = "automatic supervisor"
MOST_STEPS = 2000  # a round has far fewer: more means that something goes round in circles


class Vault(Protocol):
    """Where sealed cards lie: nobody but the automatic dealer looks."""

    def order_of(self, number: int) -> tuple[Card, ...]:
        """The stack as it was sealed, before any cut."""

    def secret_of(self, number: int) -> Secret: ...

    def add(self, secret: Secret, order: tuple[Card, ...]) -> None: ...


Entropy = Callable[[int], bytes]
Here = Callable[[str], bool]  # whether a player is connected: asked at practice tables only


class Automatic:
    """Goes on with one move at a table of virtual cards."""

    def __init__(self, move: TableTransaction, vault: Vault, entropy: Entropy, here: Here) -> None:
        self.move = move
        self.vault = vault
        self.entropy = entropy
        self.here = here if move.run.terms.practice else _all
        self.held_by: Refused | Malformed | None = None  # why it does not go on

    @property
    def run(self) -> RunningTable:
        return self.move.run

    @property
    def rules(self) -> TableRules:
        return self.move.rules

    def go_on(self) -> None:
        """Everything that needs nobody else."""
        for _ in range(MOST_STEPS):
            try:
                if not self._step():
                    return
            except (Refused, Malformed) as no:
                self.held_by = no  # somebody of the staff must put it right
                return
        raise AssertionError("the automatic dealer goes round in circles")

    def _step(self) -> bool:
        """One thing more; False if it is somebody else's turn."""
        run = self.run
        for number in run.to_reveal:
            self._reveal(number)
            return True
        if run.table.phase != "open":
            return False
        if self.move.pool is not None and (wager := self.move.pool.failed(run.table)):
            self._order(m.JackpotFailure(wager))
            return True
        due = what_is_due(self.rules, run.table)
        if run.stack is None and due.what not in ("shuffle", "check", "put-right"):
            self._seal()
            return True
        match due.what:
            case "shuffle":
                self._order(o.Shuffle())
            case "cut":
                return self._cut(due)
            case "insert":
                self._order(o.Insert(behind_cutting_card(self.rules, run.table)))
            case "burn":
                self._order(o.Burn())
            case "wagers":
                return self._wagers()
            case "card":
                self._card()
            case "decision":
                return self._decision(due)
            case "offer":
                return self._offer()
            case _:
                return False  # checks and irregular cards are for people
        return True

    def _order(self, command: o.Command) -> None:
        """In the rank that the book wants for it, and never below the dealer's."""
        conduct = self.rules.conduct
        role = dealers_role(self.rules, command)
        by = o.Person(NAME if role == conduct.ladder[0].role else SUPERVISOR, role)
        named = command.act if isinstance(command, o.Perform) else ""
        act = conduct.acts.get(named or str(type(command).__struct_config__.tag), ())
        asked = NAME if act and act[0].asked is not None else ""
        self.move.order(o.Order(by=by, at=self.move.at, command=command, asked=asked))

    # Cards

    def _seal(self) -> None:
        """Shuffle what is in the stack, and commit to its order before anybody sees a card."""
        seed = self.entropy(32)
        before = composition(self.rules, self.run, self.vault.order_of)
        after = shuffled(before, seed)
        number = self.run.stacks + 1
        secret = Secret(number, seed.hex(), before)
        self.vault.add(secret, after)
        self.move.secrets.append(secret)
        digest = digest_of(seed, before, after)
        self.move.happen(h.StackSealed(number, digest, len(before), self.move.at))

    def _reveal(self, number: int) -> None:
        secret = self.vault.secret_of(number)
        order = self.vault.order_of(number)
        at = self.move.at
        self.move.happen(h.StackRevealed(number, secret.seed, secret.before, order, at))

    def next_card(self) -> Card:
        return next_card(self.run, self.vault.order_of)

    def _card(self) -> None:
        if cutting_card_due(self.run):
            self._order(o.CuttingCard())
        else:
            self._order(o.Deal(self.next_card()))

    def _cut(self, due: Expected) -> bool:
        """Offered to a player for a while; then it goes on round the table, and to the staff."""
        if due.player and self.here(due.player):
            shoe = self.run.table.shoe
            key = f"cut:{self.run.stacks}:{len(shoe.declined)}"
            if not self._time_is_up("cut", key, self.run.terms.clocks.cut):
                return False
        if due.player:
            self._order(o.DeclineCut(due.player))
            return True
        chance = int.from_bytes(self.entropy(8), "big")
        self._order(o.Cut("", cut_at(self.rules, self.run.table, chance)))
        return True

    # Clocks

    def _time_is_up(self, what: h.ClockKind, key: str, seconds: int, ready: bool = False) -> bool:
        """Whether the wait for this is over; begins it if it has not begun."""
        clock = self.run.clock
        if clock is None or clock.key != key:
            if seconds == 0 and what in ("cut", "turn"):
                return what == "cut"
            until = self.move.at + seconds if seconds else 0
            self.move.happen(h.ClockStarted(what, key, until))
            return False
        return ready or bool(clock.until and self.move.at >= clock.until)

    # The round

    def _wagers(self) -> bool:
        table = self.run.table
        if self._open_console():
            return True
        live = [w for w in table.round.wagers if w.live] if table.round is not None else []
        bettors = {wager.player for wager in live if wager.kind == "main"}
        if not bettors:
            return self._refresh_device() if not live else False
        # Cards sealed since are others: whoever wagered before may think again.
        key = f"betting:{table.rounds}:{self.run.stacks}"
        ready = self._answered(bettors)
        if not self._time_is_up("betting", key, self.run.terms.clocks.betting, ready):
            return False
        self._begin_round()
        return True

    def _open_console(self) -> bool:
        """After a jackpot: the inspector is called, the prize paid or referred, the game over."""
        console, table = self.rules.conduct.console, self.run.table
        if console is None or not waits(console, table):
            return False
        if any(duty.act == CALLED for duty in table.duties):
            self._order(o.Perform(CALLED))
        pool = self.move.pool
        referred = pool is not None and pool.waits_for_approval(table.rounds)
        self._order(o.Perform(REFERRED if referred else PAID))
        self._order(o.Perform(OVER))
        return True

    def _answered(self, asked: Set[str]) -> bool:
        """Whether everybody has who is there: nobody waits for somebody who has gone.

        If nobody is there, nobody is kept waiting: a page may only be loading again.
        """
        if asked <= self.run.ready:
            return True
        there = {name for name in asked if self.here(name)}
        return bool(there) and there <= self.run.ready

    def _keeps_others_waiting(self, player: str) -> bool:
        """Whether at practice somebody has gone whose turn it is, and another is there."""
        if not self.run.terms.practice or self.here(player):
            return False
        return any(map(self.here, self.run.table.players))

    def _begin_round(self) -> None:
        """No more bets and the first card go together: a call that no card follows helps nobody."""
        trial = Automatic(self.move.fork(), self.vault, self.entropy, _all)
        trial._call_and_deal()
        self.move.go_on_with(trial.move)

    def _call_and_deal(self) -> None:
        if not self.run.table.called and "no-more-bets" in self.rules.conduct.acts:
            self._order(o.NoMoreBets())
        self._card()

    def _refresh_device(self) -> bool:
        """Before the first wager, cards that run low go through the device again."""
        table = self.run.table
        if table.carried or not runs_low(self.rules, table):
            return False
        self._order(o.Shuffle())
        return True

    def _decision(self, due: Expected) -> bool:
        """A hand waits for its player; idle or gone, it is played by the book's rule."""
        round_ = self.run.table.round
        assert round_ is not None
        assert due.box is not None
        hands, cards = len(round_.box(due.box).hands), len(round_.hand(due.box, due.hand).cards)
        key = f"turn:{self.run.table.rounds}:{due.box}:{due.hand}:{hands}:{cards}"
        seconds = self.run.terms.clocks.turn
        setup = self.run.table.setup
        if seconds and setup is not None and self._keeps_others_waiting(due.player):
            seconds = min(seconds, max(1, setup.patience_seconds))
            key += ":gone"  # a clock of its own, also for who goes in the middle of a turn
        if not self._time_is_up("turn", key, seconds):
            return False
        self._order(o.DirectHand(due.box, due.player, gone=True))
        return True

    def _offer(self) -> bool:
        """Until everybody who could take something up has answered, or the time is over."""
        round_ = self.run.table.round
        assert round_ is not None
        game = game_of(self.rules, self.run.table)
        asked = waited_for(game, round_)
        key = f"offer:{self.run.table.rounds}:{round_.phase}:{round_.at[0]}:{round_.at[1]}"
        if asked:
            ready = self._answered(asked)
            if not self._time_is_up("offer", key, self.run.terms.clocks.offer, ready):
                return False
        if refusal(game, round_, c.Proceed()) is not None:
            return False
        self._order(o.Decide(c.Proceed()))
        return True


def _all(_: str) -> bool:
    return True
