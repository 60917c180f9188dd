"""Promotions of a house: drafted, published, entered, drawn, claimed, and left where they are."""

import random

from msgspec.structs import replace

from bythebook.deciders import Command
from bythebook.house.service import House
from bythebook.promotions import Promotion
from bythebook.promotions import commands as c
from bythebook.promotions.commands import Paid
from tests.logs.floor import Time, named, staff_of
from tests.logs.jackpots import Desk
from tests.promotions.offers import (
    CLOSES,
    DRAWN,
    HOUR,
    NONE_OF,
    OPERATOR,
    START,
    VALUE,
    prize,
    terms,
)
from tests.promotions.test_any_order import any_command

SCRUTINEER = "scrutineer"
EARLY = START - 90 * HOUR
PEOPLE = ("ann", "ben", "cal")


class PromotionWalk:
    """One promotion, driven on step by step."""

    def __init__(self, house: House, time: Time, book: str, id: str, seed: str) -> None:
        self.house = house
        self.time = time
        self.book = book
        self.operator = named(OPERATOR[book])
        self.desk = Desk(house, f"promotion/{id}", seed)
        self.chance = random.Random(f"{seed} {id}")

    @property
    def state(self) -> Promotion | None:
        state = self.house.affairs.state(self.desk.stream)
        return state if isinstance(state, Promotion) else None

    async def give(self, command: Command, by: str = "") -> bool:
        return await self.desk.give(by or self.operator, command)

    async def draft(self, presence: bool) -> None:
        whole = terms(
            self.book,
            prize("travel", cash_alternative_cents=40_000),
            prize("other", dollars=50, number=2),
            presence=presence,
            unclaimed="next-drawn" if presence else "kept",
            paid_by="transfer",
        )
        assert await self.give(c.Draft(whole))

    async def to_be_opened(self) -> None:
        await self.give(c.Lodge())
        await self.give(c.Nominate(SCRUTINEER))
        await self.give(c.Confirm(NONE_OF))
        assert await self.give(c.Publish(("premises", "website"), "the poster at the door"))

    async def opened(self) -> None:
        assert await self.give(c.Open())
        for person in PEOPLE:
            await self.give(c.Enter(person), person)
        assert await self.give(c.Enter("zoe", entries=3))

    async def drawn(self) -> None:
        await self.give(c.Attend(), SCRUTINEER)
        assert await self.give(c.EnterValue(VALUE))
        assert await self.give(c.Draw())
        await self.give(c.PublishResults())

    async def claimed(self) -> None:
        """Whoever was drawn is told and claims; the first prize is handed over."""
        assert self.state is not None
        for number in (1, 2, 3):
            slot = self.state.slot(number)
            if slot is None:
                continue
            await self.give(c.TellWinner(number, "mail"))
            await self.give(c.TellInspector(number, "ivy"))
            wants = "cash" if number == 1 else "prize"
            claim = c.Claim(number, slot.person, wants, True)  # type: ignore[arg-type]
            if not await self.give(claim, slot.person):
                await self.give(claim)
        await self.give(c.Award(1, (Paid("transfer", 40_000),)))

    async def anything(self, orders: int) -> None:
        """Orders of any kind, by anybody."""
        for _ in range(orders):
            command = any_command(self.chance, self.book)
            if isinstance(command, c.Nominate):
                command = replace(command, scrutineer=SCRUTINEER)
            names = [self.operator] * 4 + [*staff_of(self.book), *PEOPLE]
            await self.give(command, self.chance.choice(names))


async def make_promotions(house: House, time: Time, books: tuple[str, ...], seed: str) -> None:
    """Of every book two that go by the rules, and some that anything happens to."""
    time.now = EARLY
    walks = {
        (book, kind): PromotionWalk(house, time, book, f"{kind}-{number}", seed)
        for number, book in enumerate(books, start=1)
        for kind in ("draft", "open", "drawn", "claimed", "wild", "wilder", "wildest")
    }
    moments = (EARLY, EARLY, START, CLOSES, DRAWN, DRAWN + HOUR, DRAWN + 30 * HOUR)
    for moment, now in enumerate(moments):
        time.now = now
        for (_, kind), walk in walks.items():
            wild = kind.startswith("wild")
            if moment == 0:
                await walk.draft(presence=kind == "wilder")
            elif kind != "draft":
                await _go_on(walk, kind, moment)
            if wild and moment:
                await walk.anything(60)


async def _go_on(walk: PromotionWalk, kind: str, moment: int) -> None:
    """What the rules have done at this moment."""
    try:
        if moment == 1:
            await walk.to_be_opened()
        elif moment == 2:
            await walk.opened()
        elif moment == 3 and kind != "open":
            await walk.give(c.Close())
        elif moment == 4 and kind != "open":
            await walk.drawn()
        elif moment == 5 and kind not in ("open", "drawn"):
            await walk.claimed()
    except AssertionError:
        if not kind.startswith("wild"):
            raise  # what others ordered there may have come between
