"""A table again, from its own streams alone: every order decided, card dealt and round settled.

Nothing of this asks what happened elsewhere in the house, so that tables can be looked at beside
one another. What they have to do with the rest (who could, money, pools, patrons) is `verifying`.
"""

from collections.abc import Sequence
from typing import cast

import msgspec
from msgspec.structs import replace

from bythebook.errors import ByTheBookError
from bythebook.game.events import Settled
from bythebook.game.state import State as Round
from bythebook.house.cards.shoes import check
from bythebook.house.cards.stacks import (
    added_to,
    check_addition,
    composition,
    cutting_card_due,
    next_card,
)
from bythebook.house.log.store import Row
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
from bythebook.house.verify.faults import Wrong, raise_if
from bythebook.house.verify.revisions import Earlier, earlier, explanation, tried
from bythebook.records import settle
from bythebook.records.live import LiveRound, RoundReader, record_of
from bythebook.rulebooks import Game
from bythebook.rulebooks.law import played_by
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.table import decide


class Found(msgspec.Struct):
    """What was looked at, and what today's rules would decide otherwise, in the log's order."""

    earlier: list[Earlier] = []
    orders: int = 0
    rounds: int = 0
    stacks: int = 0

    def add(self, others: Sequence["Found"]) -> None:
        """With what was found elsewhere, again in the order of the log."""
        for name in ("orders", "rounds", "stacks"):
            setattr(self, name, getattr(self, name) + sum(getattr(one, name) for one in others))
        self.earlier += (event for one in others for event in one.earlier)
        self.earlier.sort(key=lambda event: event.position)


class Table:
    """A table as its events leave it: they are believed."""

    def __init__(self, name: str, terms: h.Terms) -> None:
        if terms.id != name:
            raise Wrong(f"the table {name} is made under another name")
        self.rules = rules_of(terms)
        self.run = RunningTable(terms=terms)

    def today(self, happening: h.Happening) -> h.Happening:
        return h.as_today(self.rules, self.run.table, happening)

    def keep(self, secret: Row) -> None:
        """What lies behind the seal of a stack."""

    def read(self, happening: h.Happening, row: Row) -> None:
        """Whoever changed the law is judged by the new one from then on."""
        run = happen(self.run, happening)
        if run.terms is not self.run.terms:
            self.rules = rules_of(run.terms)
        self.run = run

    def end(self, last: Row) -> None:
        """What can only be said when everything has been read."""


class TableAgain(Table):
    """A table as the rules would have had it."""

    def __init__(self, name: str, terms: h.Terms, found: Found) -> None:
        super().__init__(name, terms)
        self.found = found
        self.vault = Vault()
        self.secrets: dict[int, Secret] = {}
        self.reader = RoundReader(self.rules)
        self.noted: dict[int, dict[str, int]] = {}  # by round: what its events would be worth more

    def keep(self, secret: Row) -> None:
        kept = secret_from_json(secret.data)
        self.secrets[kept.number] = kept

    def read(self, happening: h.Happening, row: Row) -> None:
        if isinstance(happening, h.Ordered):
            self._order(happening, row)
        elif isinstance(happening, h.TermsChanged):
            raise_if(_wrong_terms(self.run, happening.terms))
        elif isinstance(happening, h.StackSealed):
            self._sealed(happening)
        elif isinstance(happening, h.ChanceAdded):
            check_addition(self.run, happening.number, happening.player, happening.text)
        elif isinstance(happening, h.StackRevealed):
            self._revealed(happening)
        before = self.run
        super().read(happening, row)
        self.reader.rules = self.rules
        if isinstance(happening, h.Ordered) and isinstance(happening.order.command, STAKING):
            player = on_credit(before, self.run)
            raise_if(f"{player} stakes more than they have" if player else None)

    def end(self, last: Row) -> None:
        for over in self.reader.over:
            self._settle_again(over, last)

    def _order(self, happening: h.Ordered, row: Row) -> None:
        """Decide it again; deal the sealed card again; settle the finished rounds again."""
        self.found.orders += 1
        order = happening.order
        if self.run.terms.cards == "virtual":
            self._check_card(order.command)
        adopted = [event for event in happening.events if isinstance(event, e.EditionAdopted)]
        for new in adopted:
            played_by(replace(self.run.terms, edition=new.edition, revision=new.revision))
        decided = tried(lambda: tuple(decide(self.rules, self.run.table, order)))
        if adopted and not isinstance(decided, ByTheBookError):
            decided = tuple(_as_of_then(event, adopted[0]) for event in decided)
        if decided != happening.events:
            self._otherwise(happening, row, decided)
        for event in happening.events:
            for over in self.reader.read(event):
                self._settle_again(over, row)

    def _otherwise(
        self,
        happening: h.Ordered,
        row: Row,
        decided: tuple[e.Event, ...] | ByTheBookError,
    ) -> None:
        """Today an order brings about something else: a fault, unless our rules were mended."""
        fault = Wrong(_from_where(decided, happening.events))
        because = explanation(self.run.terms, decided, fault)
        cents = None
        if not isinstance(decided, ByTheBookError):
            cents = _worth_more(self.run, happening, decided)
        self.found.earlier.append(earlier(row, because, happening.events, decided, cents))
        noted = self.noted.setdefault(self.run.table.rounds + 1, {})
        for player, more in (cents or {}).items():
            noted[player] = noted.get(player, 0) + more

    def _settle_again(self, live: LiveRound, row: Row) -> None:
        """From its record alone, by the rules that it was played by."""
        self.found.rounds += 1
        record, final = record_of(live), live.final_round
        noted = self.noted.pop(live.number, {})
        again = tried(lambda: settle(record, revision=live.game.revision).replay.state)
        if not isinstance(again, ByTheBookError) and _comes_to(again) == _comes_to(final):
            return
        fault = Wrong(f"round {live.number} settles otherwise from its record")
        because = explanation(_law_of(self.run.terms, live.game), again, fault)
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
        self.found.earlier.append(replace(found, was=f"round {live.number}: {found.was}"))

    # Sealed cards

    def _check_card(self, command: o.Command) -> None:
        """What comes out is what lies on top, be it a card or the cutting card."""
        if not isinstance(command, o.Deal | o.CuttingCard):
            return
        cutting_card = cutting_card_due(self.run)
        if cutting_card != isinstance(command, o.CuttingCard):
            lay = "lay on top" if cutting_card else "lay deeper in the stack"
            raise Wrong(f"the cutting card {lay}")
        due = None if cutting_card else next_card(self.run, self.vault.order_in(self.run))
        if isinstance(command, o.Deal) and command.card != due:
            raise Wrong(f"{command.card} was dealt, but {due} lay on top of the sealed stack")

    def _sealed(self, happening: h.StackSealed) -> None:
        """What lies behind the seal is what was sealed: every card that was not out."""
        number = happening.number
        if number != self.run.stacks + 1:
            raise Wrong(f"stack {number} does not follow stack {self.run.stacks}")
        if self.run.stack is not None:
            raise Wrong(f"stack {number} was sealed while stack {self.run.stacks} was in use")
        secret = self.secrets.pop(number, None)
        if secret is None:
            raise Wrong(f"nothing was kept behind the seal of stack {number}")
        problem = check(bytes.fromhex(secret.seed), secret.before, happening.digest)
        if problem is not None:
            raise Wrong(f"stack {number} is not what was sealed: {problem}")
        due = composition(self.rules, self.run, self.vault.order_in(self.run))
        if secret.before != due or happening.cards != len(secret.before):
            raise Wrong(f"stack {number} has not the cards that it should have")
        self.found.stacks += 1
        self.vault.forget_before(min((*self.run.to_reveal, number)))
        self.vault.add_sealed(secret)

    def _revealed(self, happening: h.StackRevealed) -> None:
        number = happening.number
        if number not in self.run.to_reveal:
            raise Wrong(f"stack {number} is revealed before it is over")
        secret, order = self.vault.secret_of(number), self.vault.order_in(self.run)(number)
        shown = (happening.seed, happening.before, happening.after, happening.added)
        if (secret.seed, secret.before, order, added_to(self.run, number)) != shown:
            raise Wrong(f"stack {number} is revealed as something else than was kept")


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
