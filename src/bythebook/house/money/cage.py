"""The cage: everybody's money as this process knows it, and its way into the log."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from bythebook.house.log.commits import Commits, Part, cause_of
from bythebook.house.log.committer import Committer
from bythebook.house.log.store import Append, NewEvent, Store
from bythebook.house.money import wallets as w
from bythebook.house.tables.table_log import encode

NO_WALLET = w.Wallet("")


class WalletPart(Part):
    """A wallet as a command leaves it."""

    def __init__(self, cage: "Cage", wallet: w.Wallet, events: Sequence[w.AnyWalletEvent]) -> None:
        self._cage = cage
        self._before = self._after = wallet
        self._events = events
        for event in events:
            if isinstance(event, w.TAKING):
                w.check_can_take(self._after, event.cents)
            self._after = w.change(self._after, event)

    def appends(self) -> Iterable[Append]:
        events = tuple(NewEvent(type(event).__name__, encode(event)) for event in self._events)
        return (Append(w.stream_of(self._before.name), self._before.version, events),)

    async def written(self) -> None:
        self._cage.keep(self._after)


class Cage:
    """Reads wallets, and moves money over the counter."""

    def __init__(self, committer: Committer, store: Store, commits: Commits, alone: bool) -> None:
        self._committer = committer
        self._store = store
        self._commits = commits
        self._alone = alone
        self._known: dict[str, w.Wallet] = {}

    def known(self, name: str) -> w.Wallet:
        """Somebody's wallet as far as it was read."""
        return self._known.get(name, NO_WALLET)

    async def wallet(self, name: str, fresh: bool = False) -> w.Wallet:
        if not name:
            return NO_WALLET
        known = self._known.get(name, w.Wallet(name))
        if fresh or known.version == 0 or not self._alone:
            rows = await self._committer.call(self._store.read, w.stream_of(name), known.version)
            for row in rows:
                known = w.change(known, w.wallet_event(row.data))
            self.keep(known)
        return known

    def keep(self, wallet: w.Wallet) -> None:
        """As it was read or written; somebody may have known more of it by then."""
        if wallet.version > self.known(wallet.name).version:
            self._known[wallet.name] = wallet

    def part(self, wallet: w.Wallet, *events: w.AnyWalletEvent) -> Part:
        """What a command does to a wallet that was read for it."""
        return WalletPart(self, wallet, events)

    async def over_the_counter(
        self,
        by: str,
        name: str,
        cents: int,
        kind: Literal["deposit", "withdraw"],
        id: str,
        now: Callable[[], int],
        judged: Callable[[], Iterable[Part]] = tuple,
    ) -> w.Wallet:
        """Money in or out; `id` makes a resend harmless. `judged`: what else must still be so."""
        w.check_amount(cents)

        async def decide() -> Sequence[Part]:
            still = tuple(judged())
            made = (w.Deposited if kind == "deposit" else w.Withdrawn)(cents, now(), by)
            return (self.part(await self.wallet(name, fresh=True), made), *still)

        await self._commits.decide_and_write(
            f"cage:{by}/{id}", cause_of(by, (kind, name, cents)), decide
        )
        return await self.wallet(name, fresh=True)
