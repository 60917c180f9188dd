"""Every byte that leaves the house, looked at as it leaves: nothing in it is a secret to whoever
gets it. Cards that nobody has seen, seeds behind seals, others' money, others' sessions."""

from bythebook.house.service import House
from tests.house.canary import cards_in, unseen_of
from tests.world.promises import Wrong

RUN = 6  # cards that nobody has seen, in the order in which they lie: no accident in many years
LEAST_SUM = 10**6  # cents: a smaller sum may stand there for another reason


class Eyes:
    def __init__(self, tokens: dict[str, str], money: frozenset[str]) -> None:
        self._tokens = tokens
        self._money = money  # who may know what others have
        self._runs: dict[tuple[str, int, int, int], set[tuple[str, ...]]] = {}
        self.looked = 0

    def look(self, house: House, name: str, text: str) -> None:
        self.looked += 1
        for other, token in self._tokens.items():
            if other != name and token in text:
                raise Wrong(f"{name} got the token of {other}")
        for live in house.tables.values():
            stack = live.run.stack
            if stack is None or not live.vault.knows(stack.number):
                continue
            if live.vault.secret_of(stack.number).seed in text:
                raise Wrong(f"{name} got the seed of table {live.id}")
        self._look_for_money(house, name, text)
        self._look_for_cards(house, name, text)

    def _look_for_money(self, house: House, name: str, text: str) -> None:
        if name in self._money:
            return
        own = house.cage.known(name).cents if name else 0
        for other in self._tokens:
            cents = house.cage.known(other).cents
            # Whoever has just as much sees their own.
            if other != name and cents != own and cents >= LEAST_SUM and str(cents) in text:
                raise Wrong(f"{name} got what {other} has at the cage: {cents}")

    def _look_for_cards(self, house: House, name: str, text: str) -> None:
        cards = cards_in(text)
        if len(cards) < RUN:
            return
        told = {tuple(cards[place : place + RUN]) for place in range(len(cards) - RUN + 1)}
        for live in house.tables.values():
            run = live.run
            if run.stack is None or not live.vault.knows(run.stack.number):
                continue
            key = (live.id, run.stack.number, run.drawn, run.stack.cut)
            if key not in self._runs:
                self._runs = {kept: runs for kept, runs in self._runs.items() if kept[0] != live.id}
                order, unseen = unseen_of(live)
                self._runs[key] = {
                    tuple(str(card) for card in order[place : place + RUN])
                    for place in range(len(order) - RUN + 1)
                    if unseen.issuperset(range(place, place + RUN))
                }
            if told & self._runs[key]:
                raise Wrong(f"{name} sees cards of {live.id} that nobody has seen")
