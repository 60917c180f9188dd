"""Secrets that can be recognised wherever they turn up, and who may know each of them."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from bythebook.cards import Card
from bythebook.house.tables.live_table import LiveTable
from bythebook.house.tables.running_table import in_hand
from bythebook.money import format_amount
from bythebook.web.door.visits import Visit
from tests.house.inside import Inside

RUN = 5  # so many cards in the order in which they lie are no accident
_CARD = re.compile(r'\b([A2-9TJQK])([CDHS])\b|"([A2-9TJQK])",\s*"([CDHS])"')

# Deny by default: who is not named may not know it.
STAFF = frozenset({"dealer", "supervisor", "manager", "administrator", "inspector"})
MONEY = frozenset({"cashier", "inspector"})


class Secret(msgspec.Struct, frozen=True):
    what: str
    text: str
    known_to: frozenset[str] = frozenset()


def amounts(cents: int) -> tuple[str, ...]:
    """A sum as it could be written."""
    return (str(cents), format_amount(cents), f"{cents / 100:,.2f}")


def cards_in(text: str) -> list[str]:
    """Every card that is named, in order, however it is written."""
    return [a + b or c + d for a, b, c, d in _CARD.findall(text.replace("&#34;", '"'))]


def declared(live: LiveTable, name: str) -> str:
    """What somebody with a loss limit has declared to the dealer of a table last (Star 20.2)."""
    register = reversed(live.run.table.register)
    acts = (one for one in register if (one.act, one.player) == ("declare-chips", name))
    return next((one.about.split()[-1] for one in acts), "")


class Canary:
    """What nobody may hear of, as the house stands now."""

    def __init__(self, inside: Inside) -> None:
        self._inside = inside
        self._kept: list[Secret] = []

    def add(self, what: str, text: str, *known_to: str) -> None:
        """A secret that the test itself has brought about."""
        self._kept.append(Secret(what, text, frozenset(known_to)))

    def look(self) -> "Watch":
        """All secrets of this moment."""
        return Watch(tuple(self._secrets()), self._runs())

    def _secrets(self) -> Iterator[Secret]:
        yield from self._kept
        yield from self._sessions()
        yield from self._seeds()
        yield from self._money()
        yield Secret("a password's hash", "$argon2")

    def _sessions(self) -> Iterator[Secret]:
        for name, token in self._inside.tokens.items():
            yield Secret(f"the token of {name}", token, frozenset({name}))
            csrf = Visit(token=token).csrf
            yield Secret(f"what forms of {name} carry", csrf, frozenset({name}))

    def _seeds(self) -> Iterator[Secret]:
        revealed = {
            live.vault.secret_of(number).seed if live.vault.knows(number) else ""
            for live in self._inside.house.tables.values()
            for number in live.run.revealed
        }
        sealed = {
            live.vault.secret_of(live.run.stack.number).seed
            for live in self._inside.house.tables.values()
            if live.run.stack is not None
        }
        assert sealed.isdisjoint(revealed)
        assert sealed <= set(self._inside.chance.seeds)
        for seed in sealed:
            yield Secret("a seed", seed)

    def _money(self) -> Iterator[Secret]:
        for name in ("ann", "ben"):
            known = MONEY | {name}
            wallet = self._inside.run(self._inside.house.wallet(name, fresh=True))
            for text in amounts(wallet.cents):
                yield Secret(f"what {name} has at the cage", text, known)
            tables = self._inside.house.tables.values()
            told = {declared(live, name) for live in tables}  # at others there may be as many
            for live in tables:
                if chips := in_hand(live.run, name):
                    for text in amounts(chips):
                        who = known | STAFF if text in told else known
                        yield Secret(f"the chips of {name}", text, who)

    def _runs(self) -> set[tuple[str, ...]]:
        """Cards in a row of which at least two have not been seen: one that follows by chance is
        no leak, and whether it was is asked elsewhere."""
        found: set[tuple[str, ...]] = set()
        for live in self._inside.house.tables.values():
            order, unseen = unseen_of(live)
            for place in range(len(order) - RUN + 1):
                if len(unseen & set(range(place, place + RUN))) > 1:
                    found.add(tuple(str(card) for card in order[place : place + RUN]))
        return found


class Watch(msgspec.Struct, frozen=True):
    """The secrets of one moment."""

    secrets: tuple[Secret, ...]
    runs: set[tuple[str, ...]]

    def check(self, name: str, where: str, text: str) -> None:
        """Nothing in this text that is not for whoever gets it."""
        for secret in self.secrets:
            if name not in secret.known_to:
                assert secret.text not in text, f"{name or 'a visitor'} got {secret} at {where}"
        cards = cards_in(text)
        for place in range(len(cards) - RUN + 1):
            seen = tuple(cards[place : place + RUN])
            assert seen not in self.runs, f"{name or 'a visitor'} sees {seen} at {where}"


def unseen_of(live: LiveTable) -> tuple[tuple[Card, ...], set[int]]:
    """The stack in use as it lies after the cut, and the places in it that nobody has seen."""
    run = live.run
    if run.stack is None:
        return (), set()
    order = live.vault.order_of(run.stack.number)
    cut = run.stack.cut % len(order)
    order = order[cut:] + order[:cut]
    burned = set(range(run.table.shoe.unseen))
    return order, burned | set(range(run.drawn, len(order)))


def texts_of(answer: Any) -> str:
    """All of an answer: its status, headers and body."""
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    return f"{answer.status_code}\n{headers}\n\n{answer.text}"
