"""The patrons of a table as it is driven: after every order they are what its layout shows."""

from bythebook.casino import Patron, decide, evolve
from bythebook.casino import events as e
from bythebook.casino.following import follows
from bythebook.casino.state import LossLimit, Voucher
from bythebook.deciders import Order, Person
from bythebook.game.state import Stake, Wager
from bythebook.table.state import State

ISSUED = 10**9
HOUSE = Person("the house", "house")
PLACE = "table/one"


class Followed:
    """Each with a loss limit and more tokens than anybody can stake."""

    def __init__(self, *names: str) -> None:
        self.patrons = {name: Patron(name=name) for name in names}
        self.started = False

    def _start(self, book: str) -> None:
        self.started = True
        for name, patron in self.patrons.items():
            for event in (
                e.PeriodBegan(LossLimit(1, 10**6, 0, "book", "limit"), "limit"),
                e.VoucherIssued(Voucher(1, book, ISSUED, 0, 10**12), "voucher"),
                e.VoucherExchanged(1, 1, "voucher"),
            ):
                patron = evolve(patron, event)
            self.patrons[name] = patron

    def follow(self, book: str, before: State, after: State) -> None:
        if not self.started:
            self._start(book)
        game = (book, after.setup.game if after.setup is not None else "")
        for command in follows(PLACE, game, "tokens", before, after, self.patrons):
            name = command.patron
            order = Order(by=HOUSE, at=max(after.now, self.patrons[name].now), command=command)
            for event in decide(self.patrons[name], order):
                self.patrons[name] = evolve(self.patrons[name], event)
        for name, patron in self.patrons.items():
            self._check(name, patron, after)

    def _check(self, name: str, patron: Patron, state: State) -> None:
        chips, tokens = lying(state, name)
        net = state.chips.get(name, 0)
        net += state.round.net.get(name, 0) if state.round is not None else 0
        # What was paid wrongly and not yet put right is no result of a wager (The Star 18.18).
        net -= sum(
            error.cents
            for error in state.payment_errors
            if error.player == name and error.booked and "rectified" not in error.steps
        )
        assert patron.lying.get(PLACE, 0) == chips
        assert patron.won - chips == net
        lot = patron.lots[0]
        assert patron.staked(PLACE) == tokens
        assert lot.held + lot.taken + tokens == ISSUED


def lying(state: State, name: str) -> tuple[int, int]:
    """What of somebody's lies on the layout in chips and in tokens, stake by stake."""
    chips = sum(one.amount for one in state.carried if one.player == name)
    tokens = 0
    round_ = state.round
    if round_ is None:
        return chips, tokens
    hands = [hand for box in round_.boxes for hand in box.hands]
    lie: list[Wager | Stake] = [one for one in round_.wagers if one.player == name]
    lie += [stake for hand in hands for stake in hand.stakes if stake.player == name]
    for one in lie:
        if one.live:
            chips, tokens = chips + one.chips, tokens + one.in_tokens
    chips += sum(one.amount for one in round_.insurances if one.live and one.player == name)
    return chips, tokens
