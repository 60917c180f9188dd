"""The automatic dealer of a table: its sealed cards, its clocks, and when a round goes on.

Where a book wants a higher rank for something that a machine must do here (an idle hand, a cut that
nobody will make), it acts in that rank's place, and the log says so.
"""

from collections.abc import Callable, Set

from bythebook.cards import Card
from bythebook.draws import Entropy
from bythebook.game import commands as c
from bythebook.game.round import refusal
from bythebook.house.cards.shoes import digest_of, shuffled
from bythebook.house.cards.stacks import added_to, composition
from bythebook.house.tables import table_log as h
from bythebook.house.tables.automatic_dealer import NAME, Dealer, deal_next
from bythebook.house.tables.choices import waited_for
from bythebook.house.tables.live_table import Vault
from bythebook.house.tables.running_table import RunningTable, Secret, TableTransaction
from bythebook.rulebooks.chapters.conduct import CALLED, OVER, PAID, REFERRED
from bythebook.rulebooks.tables import TableRules
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.console import order_of, step_due, to_announce, waits
from bythebook.table.dealing import dealers_role, runs_low
from bythebook.table.decision import game_of
from bythebook.table.due import Expected
from bythebook.table.rounds import takes_no_part
from bythebook.table.state import Duty

SUPERVISOR = "automatic supervisor"


Here = Callable[[str], bool]  # whether a player is connected: asked at practice tables only


def table_dealer(move: TableTransaction, vault: Vault, entropy: Entropy, here: Here) -> Dealer:
    """The dealer that goes on with this move."""
    return Dealer(AtTable(move, vault, entropy, here if move.run.terms.practice else everybody))


class AtTable:
    """Orders, sealed cards and clocks become part of the move."""

    def __init__(self, move: TableTransaction, vault: Vault, entropy: Entropy, here: Here) -> None:
        self.move = move
        self.vault = vault
        self.entropy = entropy
        self.here = here

    @property
    def run(self) -> RunningTable:
        return self.move.run

    @property
    def rules(self) -> TableRules:
        return self.move.rules

    def order_of(self, number: int) -> tuple[Card, ...]:
        return self.vault.order_in(self.run)(number)

    def give(self, command: o.Command) -> None:
        conduct = self.rules.conduct
        role = dealers_role(self.rules, command)
        by = o.Person(NAME if role == conduct.ladder[0].role else SUPERVISOR, role)
        named = command.act if isinstance(command, o.Perform) else ""
        act = conduct.acts.get(named or str(type(command).__struct_config__.tag), ())
        asked = NAME if act and act[0].asked is not None else ""
        self.move.order(o.Order(by=by, at=self.move.at, command=command, asked=asked))

    def seal(self) -> None:
        seed = self.entropy(32)
        before = composition(self.rules, self.run, self.order_of)
        after = shuffled(before, seed)
        number = self.run.stacks + 1
        secret = Secret(number, seed.hex(), before)
        self.vault.add(secret, after)
        self.move.secrets.append(secret)
        digest = digest_of(seed, before, after)
        self.move.happen(h.StackSealed(number, digest, len(before), self.move.at))

    def to_reveal(self) -> tuple[int, ...]:
        return self.run.to_reveal

    def reveal(self, number: int) -> None:
        secret = self.vault.secret_of(number)
        order, added = self.order_of(number), added_to(self.run, number)
        at = self.move.at
        self.move.happen(h.StackRevealed(number, secret.seed, secret.before, order, at, added))

    def first(self) -> bool | None:
        table, pool = self.run.table, self.move.pool
        if table.phase != "open":
            return False
        if pool is not None and (wager := pool.failed(table)):
            self.give(m.JackpotFailure(wager))
            return True
        return None

    def offers_cut(self, player: str) -> bool:
        """For a while; then it goes on round the table, and to the staff."""
        key = f"cut:{self.run.stacks}:{len(self.run.table.shoe.declined)}"
        seconds = self.run.terms.clocks.cut
        return self.here(player) and not self._time_is_up("cut", key, seconds)

    # Clocks

    def _time_is_up(self, what: h.ClockKind, key: str, seconds: int, ready: bool = False) -> bool:
        """Whether the wait for this is over; begins it if it has not begun."""
        clock, move = self.run.clock, self.move
        if clock is None or clock.key != key:
            if seconds == 0 and what in ("cut", "turn"):
                return what == "cut"
            move.happen(h.ClockStarted(what, key, move.at + seconds if seconds else 0))
            return False
        return ready or bool(clock.until and move.at >= clock.until)

    # The round

    def wagers(self) -> bool:
        table = self.run.table
        if self._open_console():
            return True
        if prizes := [duty for duty in table.duties if not duty.to and duty.act == PAID]:
            return self._pay(prizes)
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
            self.give(o.Perform(CALLED))
        pool = self.move.pool
        referred = pool is not None and pool.waits_for_approval(table.rounds)
        self.give(o.Perform(REFERRED if referred else PAID))
        self.give(o.Perform(OVER))
        return True

    def _pay(self, prizes: list[Duty]) -> bool:
        """What was won of a meter, unless it must be approved first: then everybody waits."""
        pool = self.move.pool
        if pool is not None and pool.waits_for_approval(self.run.table.rounds):
            return False
        for duty in prizes:
            self.give(o.Perform(PAID, player=duty.player))
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
        trial = AtTable(self.move.fork(), self.vault, self.entropy, self.here)
        conduct = trial.rules.conduct
        announced = trial.run.table.called or to_announce(conduct, trial.run.table)
        if not announced and "no-more-bets" in conduct.acts:
            trial.give(o.NoMoreBets())
        while step := step_due(conduct, trial.run.table):
            trial.give(order_of(conduct, step[0]))
        deal_next(trial)
        self.move.go_on_with(trial.move)

    def _refresh_device(self) -> bool:
        """Before the first wager, cards that run low go through the device again."""
        table = self.run.table
        if table.carried or not runs_low(self.rules, table):
            return False
        self.give(o.Shuffle())
        return True

    def decision(self, due: Expected) -> bool:
        """A hand waits for its player; idle or gone, it is played by the book's rule."""
        round_ = self.run.table.round
        assert round_ is not None
        assert due.box is not None
        hands, cards = len(round_.box(due.box).hands), len(round_.hand(due.box, due.hand).cards)
        key = f"turn:{self.run.table.rounds}:{due.box}:{due.hand}:{hands}:{cards}"
        seconds = self.run.terms.clocks.turn
        setup = self.run.table.setup
        if takes_no_part(self.run.table, due.player):
            self.give(o.DirectHand(due.box, due.player, gone=True))
            return True
        if seconds and setup is not None and self._keeps_others_waiting(due.player):
            seconds = min(seconds, max(1, setup.patience_seconds))
            key += ":gone"  # a clock of its own, also for who goes in the middle of a turn
        if not self._time_is_up("turn", key, seconds):
            return False
        self.give(o.DirectHand(due.box, due.player, gone=True))
        return True

    def offer(self) -> bool:
        """Until everybody who could take something up has answered, or the time is over."""
        round_ = self.run.table.round
        assert round_ is not None
        game = game_of(self.rules, self.run.table)
        table = self.run.table
        asked = {name for name in waited_for(game, round_) if not takes_no_part(table, name)}
        key = f"offer:{self.run.table.rounds}:{round_.phase}:{round_.at[0]}:{round_.at[1]}"
        if asked:
            ready = self._answered(asked)
            if not self._time_is_up("offer", key, self.run.terms.clocks.offer, ready):
                return False
        if refusal(game, round_, c.Proceed()) is not None:
            return False
        self.give(o.Decide(c.Proceed()))
        return True


def everybody(_: str) -> bool:
    return True
