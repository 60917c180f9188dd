"""A tournament through the house from its terms to its prizes, on every store."""

import asyncio
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.casino.state import Patron, room_left
from bythebook.errors import Refused
from bythebook.house.activities.tournaments.revealing import seals_in_session, shoe_in_session
from bythebook.house.activities.tournaments.tournaments import TournamentKind
from bythebook.house.cards.shoe_files import check_shoe, understand
from bythebook.house.log.store import Store, whole_log
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.people.proofs import PROOF, Proofs
from bythebook.house.verify.verifying import verify
from bythebook.tournaments.course.orders import PayPrizes
from bythebook.tournaments.terms.document import seconds
from tests.clauses import clause
from tests.house.activities.tournament_life import (
    PLAYERS,
    WALLET,
    Life,
    clock_before,
    entered,
    lived,
    opened,
    seated,
    small_terms,
)
from tests.house.log.stores import Place
from tests.house.tables.felt import terms_of


@pytest.mark.parametrize(
    "example", ["tasmania-chips", "tasmania-elimination", "crown", "star", "canberra-knock-out"]
)
def test_a_tournament_from_terms_to_prizes(place: Place, example: str) -> None:
    terms = small_terms(example)
    clock = clock_before(terms)

    async def begin() -> None:
        async with opened(place, clock) as house:
            life = Life(house, clock, terms)
            await entered(life)
            fee = terms.money.fee_cents
            assert fee
            assert await life.wallets(*PLAYERS) == dict.fromkeys(PLAYERS, WALLET - fee)
            await life.to_the_tables()
            await life.sit_down()
            for _ in range(20):
                for table in life.held.course.playing:
                    await life.move(table)

    async def end() -> None:
        async with opened(place, clock) as house:  # as the log has it
            life = Life(house, clock, terms)
            await life.play_out()
            assert len(life.held.course.waiting) == 2
            await life.to_the_tables()
            await life.sit_down()
            await life.play_out()
            await life.order("award-places")
            approved = TournamentKind().approved_cents(life.held, PayPrizes())
            house.accounts.proofs = Proofs(second_above=approved - 1)
            with pytest.raises(Refused) as no:
                await life.order("pay-prizes")
            assert no.value.clause == PROOF
            house.accounts.proofs = Proofs(second_above=approved)
            await life.order("pay-prizes")
            course = life.held.course
            assert course.phase == "over"
            prizes = {share.player: share.cents for share in course.shares}
            assert approved == sum(prizes.values())
            paid_in = len(PLAYERS) * (terms.money.fee_cents or 0)
            added = sum(one.value_cents for one in terms.money.added if one.kind == "cash")
            assert sum(prizes.values()) == paid_in + added - course.commission
            fee = terms.money.fee_cents or 0
            wanted = {name: WALLET - fee + prizes.get(name, 0) for name in PLAYERS}
            assert await life.wallets(*PLAYERS) == wanted

    asyncio.run(begin())
    asyncio.run(end())
    store = place.open()
    report = verify(store)
    assert report.clean, report
    check_stacks(store)


def check_stacks(store: Store) -> None:
    """Every stack was sealed, and its file says what anybody can check again."""
    shown = added = 0
    for row in whole_log(store):
        told = re.findall(rb'"type":"StackRevealed","number":(\d+)', row.data)
        rows = store.read(row.stream) if told else []
        table = row.stream.removeprefix("session/")
        for number in map(int, told):
            shoe = shoe_in_session(rows, table, number)
            mark = f'"type":"StackSealed","number":{number},"digest":"{shoe.digest}"'.encode()
            assert any(mark in one.data for one in rows)
            assert [step.wrong for step in check_shoe(understand(shoe))] == [""] * 4
            shown += 1
            added += len(shoe.added)
        if told:
            seals = seals_in_session(rows)
            assert [seal.number for seal in seals if seal.opened_at is None] == []
    assert shown >= 3  # two tables and the final
    assert added >= 3


@clause("crown-blackjack 18.4.2(a)(ii)", "crown-blackjack 18.4.2(a)(iv)")
def test_the_house_finds_who_may_enter(place: Place) -> None:
    """By the account and the casino's own knowledge; by criteria, a person does."""
    terms = small_terms("crown")
    entry = replace(terms.entry, criteria="members of the club")
    chosen = tuple(item for item in terms.not_applicable if item != "criteria")
    selective = replace(terms, entry=entry, not_applicable=chosen)

    async def play(life: Life) -> None:
        await life.furnish(PLAYERS)
        await life.publish()
        own: dict[str, Any] = {"player": "ann", "entitled": True, "agreed": True, "copy": True}
        with pytest.raises(Refused) as refused:
            await life.give("ann", "enter", **own)
        assert refused.value.clause == "18.4.2(a)(ii)"
        with pytest.raises(Refused):
            await life.give("ann", "find-entitled", player="ann")
        await life.order("find-entitled", player="ann")
        await life.give("ann", "enter", **own)
        await life.order("refuse-entry", player="ben")
        with pytest.raises(Refused) as refused:
            await life.give("ben", "enter", **(own | {"player": "ben"}))
        assert refused.value.clause == "18.4.2(a)(iii)"
        assert await life.wallets("ben") == {"ben": WALLET}

    lived(place, selective, play)


@clause("crown-blackjack 20.2.2", "crown-blackjack 18.4.2(a)(ii)")
def test_whoever_is_kept_from_a_game_has_no_part_in_a_tournament_of_it(tmp_path: Path) -> None:
    """Barred before: no entry, whoever gives it. Barred in mid-session: nothing more to say."""
    terms = small_terms("crown")

    async def play(life: Life) -> None:
        await life.furnish(PLAYERS)
        await life.publish()

        async def bar(name: str, game: str, act: str = "exclude") -> None:
            told = {"type": act, "patron": name, "book": terms.book, "scope": "game"}
            given = msgspec.json.encode({**told, "game": game})
            who = life.viewer("manager")
            await life.house.affairs.ask(f"patron/{name}", who, given, f"{act} {game}", "signals")

        await bar("ann", "blackjack-plus")
        await life.enter("ann", "cal", "dee")  # of another game
        await bar("ben", terms.game)
        own: dict[str, Any] = {"player": "ben", "entitled": True, "agreed": True, "copy": True}
        for by, name in (("ben", "ben"), ("director", "ben"), ("director", "BEN")):
            with pytest.raises(Refused) as refused:
                await life.give(by, "enter", **{**own, "player": name})
            assert refused.value.clause == "20.2.2"
        with pytest.raises(Refused) as refused:
            await life.give("director", "seat-reserve", player="ben", instead_of="ann")
        assert refused.value.clause == "20.2.2"
        assert await life.wallets("ben") == {"ben": WALLET}
        await bar("ben", terms.game, "readmit")
        await life.enter("ben")
        await life.to_the_tables()
        await life.sit_down()
        await bar("ann", terms.game)
        [table] = [t for t in life.held.course.playing if "ann" in life.run(t).session.players]
        with pytest.raises(Refused) as refused:
            await life.give("ann", "wager", table, player="ann", amount=100)
        assert refused.value.clause == "20.2.2"
        # Nor does anybody of the staff for her.
        box = life.run(table).session.players["ann"].box
        for act, given in (
            ("wager", {"player": "ann", "amount": 100}),
            ("take-seat", {"player": "ann"}),
            ("decide", {"command": {"type": "Hit", "box": box}}),
        ):
            with pytest.raises(Refused) as refused:
                await life.give("director", act, table, **given)
            assert refused.value.clause == "20.2.2"

    lived(Place(tmp_path / "data"), terms, play)


@clause("tasmania-blackjack 22.3.4", "tasmania-blackjack 22.9.4", "crown-blackjack 20.2.3")
def test_whoever_is_excluded_in_mid_session_is_got_up_and_the_others_play_on(
    tmp_path: Path,
) -> None:
    """Without clocks everybody would wait for her for ever. A minimum is forfeit in each hand; the
    second is an elimination hand, and leaves one of two."""
    terms = small_terms("tasmania-elimination")

    async def play(life: Life) -> None:
        await seated(life)
        [table] = [t for t in life.held.course.playing if "ann" in life.run(t).session.players]
        while life.run(table).session.phase != "betting":
            await life.move(table)
        order, now = life.house.accounts.order, life.house.now
        await order(p.HOUSE, p.OpenAccount("mara"), now)
        await order(p.HOUSE, p.GrantRole("mara", "crown-blackjack", "casino-manager"), now)
        mara = Viewer("mara", False, frozenset(), {"crown-blackjack": "casino-manager"})
        out = {"type": "exclude", "patron": "ann", "book": "crown-blackjack"}
        given = msgspec.json.encode(out)
        await life.house.affairs.ask("patron/ann", mara, given, "out", "signals")
        await life.house.affairs.look_at_clocks()
        assert not life.run(table).session.players["ann"].seated
        await life.play_out(600)
        chips = life.run(table).session.players["ann"].chips
        least = terms.stages[0].limits[0].least
        begun = terms.stages[0].chips
        assert begun is not None
        assert chips == begun - 2 * least

    lived(Place(tmp_path / "data"), terms, play)


@clause("star-blackjack-challenge 20.3", "star-blackjack-challenge 21.2.1")
def test_what_a_tournament_costs_counts_for_a_loss_limit(tmp_path: Path) -> None:
    """Challenge reading 102. The fee is 110.00: of a limit of 100.00 nobody pays it, of one of
    150.00 it leaves 40.00; what is given back when the tournament is off makes room again."""
    terms = small_terms("star")

    async def play(life: Life) -> None:
        await life.furnish(PLAYERS)
        await life.publish()

        def left(name: str) -> int | None:
            patron = life.house.affairs.state(f"patron/{name}")
            assert isinstance(patron, Patron)
            return room_left(patron, life.clock.now)

        for name, cents in (("ann", 10_000), ("ben", 15_000)):
            told = {"type": "set-limit", "patron": name, "book": terms.book, "days": 30}
            given = msgspec.json.encode({**told, "cents": cents})
            await life.house.affairs.ask(f"patron/{name}", life.viewer(name), given, "limit")
        with pytest.raises(Refused) as refused:
            await life.enter("ann")
        assert refused.value.clause == "1.1:loss-limit"
        assert await life.wallets("ann") == {"ann": WALLET}
        assert terms.money.fee_cents == 11_000
        await life.enter("ben", "cal")
        assert (left("ann"), left("ben")) == (10_000, 4_000)
        await life.order("cancel", why="no room")
        assert await life.wallets("ben") == {"ben": WALLET}
        assert left("ben") == 15_000

    lived(Place(tmp_path / "data"), terms, play)


async def at_table(life: Life, act: str) -> None:
    """What the one who runs the floor asks of table T1."""
    told = {"id": f"{act} {life.clock.now}", "command": {"type": act}}
    await life.house.give("T1", life.viewer("manager"), msgspec.json.encode(told))


async def close_table(life: Life) -> None:
    await at_table(life, "announce-closing")
    life.clock.now += 20 * 60
    await at_table(life, "close")


@clause("crown-blackjack 18.2.4", "crown-blackjack 18.2.5")
def test_tables_of_the_house_are_one_thing_at_a_time(place: Place) -> None:
    """Open for other play, a table is no tournament's; a tournament's, it is not opened."""
    terms = small_terms("crown")

    async def play(life: Life) -> None:
        await life.furnish(PLAYERS)
        await life.house.make_table(replace(terms_of("crown"), id="T1"), "setup")
        await life.publish()
        await life.enter(*PLAYERS)
        await life.order("close-entries")
        await at_table(life, "open-now")
        lie = [{"id": "T1", "in_use": False}, {"id": "T2"}]
        with pytest.raises(Refused) as refused:
            await life.order("name-tables", tables=lie)
        assert refused.value.clause == "18.2.5"
        await close_table(life)
        await life.order("name-tables", tables=lie)
        await at_table(life, "open-now")  # until it is played, it may be used
        await life.order("brief", understood=True)
        await life.order("draw-seats")
        life.clock.now = seconds(terms.dates.starts)  # type: ignore[arg-type]
        await life.order("start-session", table=1)
        assert life.held.course.at == {"1.1": "T2"}
        with pytest.raises(Refused) as refused:
            await life.order("start-session", table=2)
        assert refused.value.clause == "18.2.5"
        await close_table(life)
        await life.order("start-session", table=2)
        with pytest.raises(Refused) as refused:
            await at_table(life, "open-now")
        assert refused.value.clause == "18.2.5"

    lived(place, terms, play)
