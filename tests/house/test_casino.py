"""What belongs to the casino binds at every table of it: exclusions, one loss limit, tokens."""

import asyncio
import inspect
import json
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.casino import commands
from bythebook.casino.commands import Exclude
from bythebook.casino.following import follows
from bythebook.casino.state import DAY_SECONDS, Patron, room_left
from bythebook.deciders import Order, Payment, Person
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.patrons.patron_link import PatronLink
from bythebook.house.activities.patrons.patrons import patron_stream
from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.log.store import Row
from bythebook.house.log.upcasting import as_row
from bythebook.house.people import people as p
from bythebook.house.people.accounts import Seen
from bythebook.house.people.sessions import Begun
from bythebook.house.service import Ack
from bythebook.house.tables import table_log as h
from bythebook.house.tables.running_table import in_hand
from bythebook.house.verify.faults import Wrong
from bythebook.house.verify.patrons import PatronsAgain
from bythebook.house.verify.verifying import NO_MARK, Replayer, first_fault, verify
from bythebook.table import orders as o
from bythebook.table.table import decide
from tests.clauses import clause
from tests.house.verify.evenings import Evening, mended, rows_of

CROWN, STAR = "crown-blackjack", "star-blackjack-challenge"
TABLES = ("crown", "crown-cards", "challenge", "challenge-2", "canberra", "practice-crown")


class Casino(Evening):
    """A house with some tables of each book, and money in everybody's wallet."""

    async def begin(self, *tables: str) -> None:
        await self.open(*(tables or TABLES))
        await self.house.accounts.order(p.HOUSE, p.OpenAccount("olga"), self.time)
        await self.house.accounts.order(p.HOUSE, p.GrantHouseRole("olga", p.PIT), self.time)
        for name in ("ann", "ben"):
            await self.at_cage(name, 1_000_000)

    async def about(self, name: str, by: str, why: str = "so", **command: Any) -> Ack:
        """An order about a patron, where no table is."""
        self._sent += 1
        viewer = await self.house.accounts.viewer(by)
        assert viewer is not None
        given = json.dumps({"patron": name, **command}).encode()
        ask = self.house.affairs.ask
        return await ask(patron_stream(name), viewer, given, f"p{self._sent}", why)

    def patron(self, name: str) -> Patron:
        found = self.house.affairs.state(patron_stream(name))
        assert isinstance(found, Patron)
        return found

    def chips(self, name: str, table: str) -> int:
        return in_hand(self.house.table(table).run, name)

    async def no(self, clause_id: str, work: Coroutine[Any, Any, Any]) -> Refused:
        with pytest.raises(Refused) as caught:
            await work
        assert caught.value.clause == clause_id, str(caught.value)
        return caught.value


Story = Callable[[Casino], Coroutine[Any, Any, None]]


def lived(folder: Path, story: Story) -> None:
    """An evening; afterwards the log is clean, and a house that opens on it knows the same."""

    async def live() -> None:
        casino = Casino(folder, story.__name__)
        await story(casino)
        known = casino.house.affairs.all_of("patron")
        await casino.house.close()
        again = Casino(folder, "again")
        await again.house.open()
        assert again.house.affairs.all_of("patron") == known
        await again.house.close()

    asyncio.run(live())
    report = verify(open_store(folder, None))
    assert report.clean, report.fault


async def sits(casino: Casino, name: str, table: str, box: int, cents: int = 100_000) -> None:
    await casino.do(name, table, type="join", box=box)
    await casino.do(name, table, type="buy-chips", cents=cents)


# Exclusions


@clause("crown-blackjack 20.2.3")
def test_excluded_at_one_table_is_excluded_everywhere(tmp_path: Path) -> None:
    async def story(casino: Casino) -> None:
        await casino.begin()
        await sits(casino, "ann", "crown-cards", 1)
        await sits(casino, "ann", "canberra", 1)
        await casino.do("ann", "canberra", type="place", box=1, player="", amount=2000)
        await casino.do("manager", "crown-cards", type="exclude", player="ann")
        for table in ("crown", "practice-crown"):
            no = await casino.no("20.2.3", casino.do("ann", table, type="join", box=2))
            assert no.book == CROWN
        # Where she sits already she is told of at once, and her wager goes back.
        await casino.house.look_at_clocks()
        assert casino.house.table("canberra").run.table.standing_of("ann").excluded == "20.2.3"
        assert casino.chips("ann", "canberra") == 100_000
        place = {"type": "place", "box": 1, "player": "", "amount": 2000}
        await casino.no("20.2.3", casino.do("ann", "canberra", **place))
        await casino.no("20.2.3", casino.at_cage("ann", 5000))
        # She has no way to ask for her chips: they go to her wallet, and she from the tables.
        await casino.house.clear_seats()
        for table in ("canberra", "crown-cards"):
            assert casino.chips("ann", table) == 0
            assert "ann" not in casino.house.table(table).run.table.players
        assert (await casino.house.wallet("ann")).cents == 1_000_000
        await casino.at_cage("ann", 5000, "withdraw")  # her own money is hers
        assert casino.house.turned_away("ann") is not None
        assert casino.house.turned_away("ben") is None

    lived(tmp_path, story)


def test_whoever_is_excluded_gets_their_chips_back_with_a_locked_account_too(
    tmp_path: Path,
) -> None:
    async def story(casino: Casino) -> None:
        await casino.begin("crown")
        await sits(casino, "ann", "crown", 1)
        await casino.do("manager", "crown", type="exclude", player="ann")
        await casino.house.accounts.order(p.HOUSE, p.LockAccount("ann"), casino.time)
        await casino.house.clear_seats()
        assert casino.chips("ann", "crown") == 0
        assert "ann" not in casino.house.table("crown").run.table.players
        assert (await casino.house.wallet("ann")).cents == 1_000_000

    lived(tmp_path, story)


@clause("crown-blackjack 20.2.3")
def test_nobody_who_is_excluded_gets_chips_where_they_still_sit(tmp_path: Path) -> None:
    """Neither from the wallet nor for cash, in the moment before they are got up."""

    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards", "crown")
        await sits(casino, "ann", "crown-cards", 1)
        await casino.do("dealer", "crown-cards", type="perform", act="fit-drop-box")
        await casino.do("manager", "crown", type="exclude", player="ann")
        buy = {"type": "buy-chips", "cents": 1000, "player": "ann"}
        for by in ("ann", "dealer"):
            await casino.no("20.2.3", casino.do(by, "crown-cards", **buy))
        assert casino.chips("ann", "crown-cards") == 100_000

    lived(tmp_path, story)


@clause("crown-blackjack 20.2.2", "crown-blackjack 20.2.3")
@pytest.mark.parametrize("act", ["bar", "exclude"])
def test_let_in_again_is_let_in_where_they_were_kept_out(tmp_path: Path, act: str) -> None:
    """Ann, who is there, and ben, who is not; also before the table has heard of anything else."""
    scope = {"scope": "game", "game": "blackjack"} if act == "bar" else {}

    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards")
        table, wager = "crown-cards", {"type": "place", "box": 1, "player": "", "amount": 2000}
        clause_id = "20.2.2" if act == "bar" else "20.2.3"
        await sits(casino, "ann", table, 1)
        if act == "exclude":
            await casino.do("manager", table, type=act, player="ben")
            await casino.no(clause_id, casino.do("ben", table, type="join", box=2))
            await casino.about("ben", "manager", type="readmit", book=CROWN)
            await casino.do("ben", table, type="join", box=2)
        for _ in range(2):
            await casino.do("manager", table, type=act, player="ann")
            await casino.about("ann", "manager", type="readmit", book=CROWN, **scope)
            await casino.do("ann", table, **wager)
            await casino.do("manager", table, type=act, player="ann")
            await casino.no(clause_id, casino.do("ann", table, **wager))
            await casino.do("ann", table, type="go")
            await casino.no(clause_id, casino.do("ann", table, type="join", box=1))
            await casino.about("ann", "manager", type="readmit", book=CROWN, **scope)
            await sits(casino, "ann", table, 1)

    lived(tmp_path, story)


@clause("star-blackjack-challenge 20.8.3")
def test_by_whom_and_for_whom_without_any_table(tmp_path: Path) -> None:
    async def story(casino: Casino) -> None:
        await casino.begin("crown")
        out = {"type": "exclude", "book": STAR}
        await casino.no("20.8.3", casino.about("ann", "dealer", **out))
        await casino.no("20.8.3", casino.about("ann", "ben", **out))
        with pytest.raises(Malformed, match="no account"):
            await casino.about("nobody", "manager", **out)
        await casino.about("ann", "manager", **out)
        no = await casino.no("20.8.3", casino.do("ann", "crown", type="join", box=1))
        assert no.book == STAR
        await casino.about("ann", "manager", type="readmit", book=STAR)
        await casino.do("ann", "crown", type="join", box=1)

    lived(tmp_path, story)


@clause("crown-blackjack 20.2.2")
def test_barred_in_mid_round_decides_nothing_more(tmp_path: Path) -> None:
    """A hand of hers is finished by the book: 11 draws, and the wager is settled."""

    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards", "crown")
        await sits(casino, "ann", "crown-cards", 1)
        await ready(casino, "crown-cards")
        await casino.do("ann", "crown-cards", type="place", box=1, player="", amount=2000)
        await casino.deal("crown-cards", "5C 6D 6H")
        await casino.do("manager", "crown-cards", type="bar", player="ann")
        for kind in ("Double", "Hit", "Stand"):
            await casino.no("20.2.2", casino.decide("ann", "crown-cards", kind, 1))
        # Kept from the game alone she may come and go: her chips are hers to take.
        await casino.house.clear_seats()
        assert "ann" in casino.house.table("crown-cards").run.table.players
        # Kept out of the casino, she is got up when her wager is settled, and not before.
        await casino.do("manager", "crown-cards", type="exclude", player="ann")
        await casino.house.clear_seats()
        assert casino.chips("ann", "crown-cards") == 98_000
        await casino.do("manager", "crown-cards", type="direct-hand", box=1, player="ann")
        await casino.no("20.2.3", casino.do("ann", "crown", type="join", box=1))
        await casino.deal("crown-cards", "9S TD")  # 20 against 16, which draws
        await casino.deal("crown-cards", "TH")  # and goes over
        await casino.house.clear_seats()
        assert (await casino.house.wallet("ann")).cents == 1_002_000

    lived(tmp_path, story)


@clause("crown-blackjack 20.2.2")
def test_barred_in_mid_round_insures_nothing(tmp_path: Path) -> None:
    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards")
        await sits(casino, "ann", "crown-cards", 1)
        await ready(casino, "crown-cards")
        await casino.do("ann", "crown-cards", type="place", box=1, player="", amount=2000)
        await casino.deal("crown-cards", "5C AD 6H")
        insure = {"type": "Insure", "box": 1, "amount": 1000, "player": "ann"}
        await casino.do("manager", "crown-cards", type="bar", player="ann")
        await casino.no("20.2.2", casino.do("ann", "crown-cards", type="decide", command=insure))

    lived(tmp_path, story)


@clause("crown-blackjack 20.2.2")
def test_barred_from_the_game_that_the_table_plays_by_now(tmp_path: Path) -> None:
    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards")
        change = {"type": "change-game", "game": "blackjack-plus", "agreed": []}
        await casino.do("manager", "crown-cards", **change)
        await sits(casino, "ann", "crown-cards", 1)
        await casino.do("manager", "crown-cards", type="bar", player="ann")
        assert [one.game for one in casino.patron("ann").exclusions] == ["blackjack-plus"]

    lived(tmp_path, story)


@clause("crown-blackjack 20.2.3")
def test_whom_a_table_excludes_is_called_as_the_house_spells_them(tmp_path: Path) -> None:
    """Otherwise somebody would be excluded who does not exist, and ann would play on."""

    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards")
        for name in ("ANN", "anm", "x" * 150, "a/b"):
            with pytest.raises(Malformed, match="no account"):
                await casino.do("manager", "crown-cards", type="exclude", player=name)
        for name in ("ANN", "x" * 150, "a/b"):
            with pytest.raises(Malformed, match="no account"):
                await casino.do("dealer", "crown-cards", type="arrive", player=name, card=name)
        # Whoever is there without an account is known by being there.
        await casino.do("dealer", "crown-cards", type="arrive", player="zed", card="zed")
        await casino.do("manager", "crown-cards", type="exclude", player="zed")
        await casino.about("zed", "manager", type="readmit", book=CROWN)
        await casino.do("manager", "crown-cards", type="exclude", player="ann")

    lived(tmp_path, story)


def test_a_name_that_is_too_long_to_ask_for_keeps_no_house_from_opening(tmp_path: Path) -> None:
    """A log may have one from before names were looked at."""
    name = "x" * 150
    stream = patron_stream(name)

    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards")
        command = Exclude(name, book=CROWN)
        by = Person("manager", demo.role_at(CROWN, "manager"))
        order = Order(by=by, at=casino.time, command=command, why="so")
        await casino.house.affairs.act(stream, "manager", order, "long")
        with pytest.raises(Malformed, match="at most"):
            await casino.about(name, "manager", type="readmit", book=CROWN)

    lived(tmp_path, story)


@clause("crown-blackjack 20.2.3")
def test_a_session_ends_and_nobody_logs_in(tmp_path: Path) -> None:
    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards")
        accounts, now = casino.house.accounts, casino.time
        await accounts.credentials.set_password("ann", "a long password indeed")
        seen = await accounts.log_in("ann", "a long password indeed", Begun("here"), now)
        token = getattr(seen, "token", "")
        assert isinstance(await accounts.look(token, now), Seen)
        await casino.about("ann", "manager", type="exclude", book=CROWN)
        assert isinstance(await accounts.look(token, now), Refused)
        log_in = accounts.log_in("ann", "a long password indeed", Begun("here"), now)
        await casino.no("20.2.3", log_in)

    lived(tmp_path, story)


async def ready(casino: Casino, table: str) -> None:
    """A table of real cards, shuffled and cut, before its first round."""
    await casino.do("dealer", table, type="shuffle")
    run = casino.house.table(table).run.table
    while run.shoe.status != "ready":
        kinds: dict[str, dict[str, Any]] = {
            "to-cut": {"type": "cut", "player": "ann", "from_front": 100},
            "to-insert": {"type": "insert", "from_back": [100]},
            "to-burn": {"type": "burn"},
        }
        command = kinds[run.shoe.status]
        await casino.do("ann" if command["type"] == "cut" else "dealer", table, **command)
        run = casino.house.table(table).run.table


@clause("crown-blackjack 20.2.3")
def test_no_deposit_passes_a_moment_after_an_exclusion_elsewhere(tmp_path: Path) -> None:
    """Another process excluded her, and this one does not know yet: the log does."""

    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards")
        await sits(casino, "ann", "crown-cards", 1)
        affairs, stream = casino.house.affairs, patron_stream("ann")
        await casino.about("ann", "ann", type="set-limit", book=STAR, cents=30_000, days=1)
        family = affairs.patron("ann")
        before = family.states[stream], family.versions[stream]
        await casino.about("ann", "manager", type="exclude", book=CROWN)
        known = family.states[stream]
        family.states[stream], family.versions[stream] = before
        await casino.no("20.2.3", casino.at_cage("ann", 5_000))
        assert family.states[stream] == known
        await casino.at_cage("ann", 5_000, "withdraw")  # what is hers is paid out all the same

    lived(tmp_path, story)


@clause("crown-blackjack 20.2.2")
def test_whom_another_process_met_first_is_barred_here(tmp_path: Path) -> None:
    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards")
        await sits(casino, "ann", "crown-cards", 1)
        await casino.about("ann", "ann", type="set-limit", book=STAR, cents=30_000, days=1)
        del casino.house.affairs.families[patron_stream("ann")]
        await casino.do("manager", "crown-cards", type="bar", player="ann")
        assert casino.patron("ann").limit is not None
        assert [one.clause for one in casino.patron("ann").exclusions] == ["20.2.2"]

    lived(tmp_path, story)


# Loss limits


def test_a_limit_set_at_a_table_is_on_the_page_of_whoever_set_it(tmp_path: Path) -> None:
    async def story(casino: Casino) -> None:
        await casino.begin("challenge")
        await sits(casino, "ann", "challenge", 1)
        ann = await casino.house.accounts.viewer("ann")
        assert ann is not None
        looks_on = await casino.house.watch("challenge", ann)
        limit = {"type": "set-loss-limit", "player": "", "amount": 50_000, "days": 1}
        await casino.do("ann", "challenge", **limit)
        assert looks_on.you == (await casino.house.view("challenge", ann)).you
        assert looks_on.you is not None
        assert looks_on.you.loss_limit == 50_000

    lived(tmp_path, story)


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 20.3")
def test_one_limit_spans_three_tables_and_a_period(tmp_path: Path) -> None:
    """$300 for a day: 100 at one table, 150 at the second, then 50 are left at the third."""

    async def story(casino: Casino) -> None:
        await casino.begin("challenge", "challenge-2", "crown")
        for table in ("challenge", "challenge-2", "crown"):
            await sits(casino, "ann", table, 1)
        await casino.about("ann", "ann", type="set-limit", book=STAR, cents=30_000, days=1)
        put = {"type": "place", "box": 1, "player": ""}
        await casino.do("ann", "challenge", **put, amount=10_000)
        await casino.do("ann", "challenge-2", **put, amount=15_000)
        assert room_left(casino.patron("ann"), casino.time) == 5_000
        await casino.no("20.3", casino.do("ann", "challenge", **put, amount=5_001))
        no = await casino.no("1.1:loss-limit", casino.do("ann", "crown", **put, amount=10_000))
        assert (no.book, no.reason) == (STAR, "50.00 is left of ann's limit")
        await casino.do("ann", "crown", **put, amount=5_000)
        assert room_left(casino.patron("ann"), casino.time) == 0
        # What is taken off is hers to stake elsewhere.
        await casino.do("ann", "challenge-2", type="take-off", box=1, player="")
        assert room_left(casino.patron("ann"), casino.time) == 15_000
        # More only when the period is over, and no pause brings anything back.
        await casino.about("ann", "ann", type="set-limit", book=STAR, cents=90_000, days=1)
        assert room_left(casino.patron("ann"), casino.time) == 15_000
        casino.time += DAY_SECONDS
        assert room_left(casino.patron("ann"), casino.time) == 90_000 - 15_000

    lived(tmp_path, story)


@clause("star-blackjack-challenge 20.4")
def test_a_break_from_wagering_is_one_at_every_table(tmp_path: Path) -> None:
    """While a limit is worked out for its next period; for play money nobody need wait."""

    async def story(casino: Casino) -> None:
        tables = ("challenge", "challenge-2", "crown")
        await casino.begin(*tables, "practice-challenge")
        for table in tables:
            await sits(casino, "ann", table, 1)
        await casino.do("ann", "practice-challenge", type="join", box=1)
        limit = {"type": "set-loss-limit", "player": "", "amount": 50_000, "days": 1}
        await casino.do("ann", "challenge", **limit)
        wager = {"type": "place", "box": 1, "player": "", "amount": 1000}
        until = casino.time + 600
        await casino.do("manager", "challenge", type="pause-player", player="ann", until=until)
        for table in tables:
            no = await casino.no("20.4", casino.do("ann", table, **wager))
            assert no.book in (STAR, "")
        await casino.do("ann", "practice-challenge", **wager)
        casino.time = until
        for table in tables:
            await casino.do("ann", table, **wager)

    lived(tmp_path, story)


@clause("star-blackjack-challenge 20.1", "star-blackjack-challenge 18.21.1")
def test_a_player_card_that_is_none_at_one_table_is_none_at_any(tmp_path: Path) -> None:
    """The casino issues it: refused at one table, it serves at no other until the staff of a table
    that asks for cards has seen a valid one. Books that ask for none play on; so does practice."""

    async def story(casino: Casino) -> None:
        await casino.begin("challenge-2", "challenge", "crown", "practice-challenge")
        for table in ("challenge-2", "challenge", "crown"):
            await sits(casino, "ann", table, 1)
        await casino.do("ann", "practice-challenge", type="join", box=1)
        wager = {"type": "place", "box": 1, "player": "", "amount": 1000}
        for table in ("challenge-2", "challenge"):
            await casino.do("ann", table, **wager)
        await casino.do("dealer", "challenge-2", type="find-invalid", player="ann", box=1)
        await casino.house.look_at_clocks()
        assert casino.patron("ann").card_refused == "20.1"
        assert casino.chips("ann", "challenge-2") == casino.chips("ann", "challenge") == 100_000
        [back] = casino.house.table("challenge").run.table.playing.rows
        assert (back.result, back.clause) == ("returned", "18.21.1")
        await casino.no("20.1", casino.do("ann", "challenge", **wager))
        for table in ("crown", "practice-challenge"):
            await casino.do("ann", table, **wager)
        # Coming again by her own word, or shown where nobody asks for cards, it is no better.
        await casino.do("ann", "challenge", type="go")
        await casino.do("ann", "challenge", type="join", box=1)
        await casino.no("5.1", casino.do("ann", "challenge", **wager))
        await casino.do("ann", "challenge-2", type="go")
        arrive = {"type": "arrive", "player": "ann"}
        await casino.do("dealer", "challenge-2", **arrive, card="ben")
        await casino.no("20.1", casino.do("ann", "challenge-2", **wager))
        await casino.do("ann", "challenge-2", type="go")
        await casino.do("dealer", "challenge-2", **arrive, card="ann")
        assert casino.patron("ann").card_refused == ""
        await sits(casino, "ann", "challenge-2", 1)
        await casino.do("ann", "challenge-2", **wager)
        # At the other table it is looked at when she comes to it.
        await casino.do("ann", "challenge", type="go")
        await sits(casino, "ann", "challenge", 1)
        await casino.do("ann", "challenge", **wager)

    lived(tmp_path, story)


@clause("star-blackjack-challenge 1.1:loss-limit")
def test_stakes_that_lie_elsewhere_count_as_soon_as_a_limit_is_set(tmp_path: Path) -> None:
    """100.00 lie at one table and 50.00 at another, where nobody does anything more."""

    async def story(casino: Casino) -> None:
        await casino.begin("crown", "challenge", "challenge-2")
        put = {"type": "place", "box": 1, "player": ""}
        for table, cents in (("challenge", 10_000), ("challenge-2", 5_000)):
            await sits(casino, "ann", table, 1)
            await casino.do("ann", table, **put, amount=cents)
        await sits(casino, "ann", "crown", 1)
        await casino.about("ann", "ann", type="set-limit", book=STAR, cents=30_000, days=1)
        await casino.house.look_at_clocks()
        assert casino.patron("ann").lying == {"table/challenge": 10_000, "table/challenge-2": 5_000}
        assert room_left(casino.patron("ann"), casino.time) == 15_000
        await casino.no("1.1:loss-limit", casino.do("ann", "crown", **put, amount=20_000))
        await casino.do("ann", "crown", **put, amount=15_000)

    lived(tmp_path, story)


@clause("star-blackjack-challenge 1.1:loss-limit")
def test_two_whose_names_begin_alike_are_counted_each_for_themselves(tmp_path: Path) -> None:
    """One card settles both: 20.00 are won and 30.00 lost, of limits of 500.00."""

    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards")
        await casino.house.accounts.order(p.HOUSE, p.OpenAccount("ann.b"), casino.time)
        await casino.at_cage("ann.b", 1_000_000)
        for box, name in enumerate(("ann", "ann.b"), start=1):
            await casino.about(name, name, type="set-limit", book=STAR, cents=50_000, days=1)
            await sits(casino, name, "crown-cards", box)
        await ready(casino, "crown-cards")
        put = {"type": "place", "player": ""}
        await casino.do("ann", "crown-cards", **put, box=1, amount=2_000)
        await casino.do("ann.b", "crown-cards", **put, box=2, amount=3_000)
        await casino.deal("crown-cards", "TC TD 7D TH 6C")
        await casino.decide("ann", "crown-cards", "Stand", 1)
        await casino.decide("ann.b", "crown-cards", "Stand", 2)
        await casino.deal("crown-cards", "TS")
        left = [room_left(casino.patron(name), casino.time) for name in ("ann", "ann.b")]
        assert left == [52_000, 47_000]

    lived(tmp_path, story)


@clause("star-blackjack-challenge 1.1:loss-limit")
def test_two_limits_set_at_once_over_stakes_at_one_table(tmp_path: Path) -> None:
    """10.00 and 25.00 lie there: the table is told of both at one time, and the log is clean."""

    async def story(casino: Casino) -> None:
        await casino.begin("crown")
        stakes = {"ann": 1_000, "ben": 2_500}
        for box, (name, cents) in enumerate(stakes.items(), start=1):
            await sits(casino, name, "crown", box)
            await casino.do(name, "crown", type="place", box=box, player="", amount=cents)
        for name in stakes:
            await casino.about(name, name, type="set-limit", book=STAR, cents=30_000, days=1)
        for _ in range(2):  # what lies is counted by the first telling and told by the second
            await casino.house.look_at_clocks()
        told = casino.house.table("crown").run.table.standing_of
        assert (told("ann").room, told("ben").room) == (29_000, 27_500)

    lived(tmp_path, story)


@clause("star-blackjack-challenge 1.1:loss-limit")
def test_with_a_limit_of_one_book_chips_are_bought_at_tables_of_another(tmp_path: Path) -> None:
    """The Crown has nobody declare what they buy; the limit binds there all the same."""

    async def story(casino: Casino) -> None:
        await casino.begin("crown", "challenge")
        await casino.about("ann", "ann", type="set-limit", book=STAR, cents=30_000, days=1)
        for table in ("crown", "challenge"):
            await sits(casino, "ann", table, 1)
            assert casino.chips("ann", table) == 100_000
        put = {"type": "place", "box": 1, "player": "", "amount": 30_001}
        await casino.no("1.1:loss-limit", casino.do("ann", "crown", **put))
        await casino.do("ann", "crown", type="go")

    lived(tmp_path, story)


def test_nobody_hears_when_somebody_plays_whose_name_begins_alike(tmp_path: Path) -> None:
    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards")
        for name in ("j.smith", "j.doe"):
            await casino.house.accounts.order(p.HOUSE, p.OpenAccount(name), casino.time)
            await casino.about(name, name, type="set-limit", book=STAR, cents=30_000, days=1)
        viewer = await casino.house.accounts.viewer("j.doe")
        assert viewer is not None
        with pytest.raises(Malformed):
            casino.house.affairs.watch(patron_stream("j.smith"), viewer)
        casino.house.affairs.watch(patron_stream("j.doe"), viewer)

    lived(tmp_path, story)


def test_at_practice_no_limit_is_set_and_no_voucher_exchanged(tmp_path: Path) -> None:
    """Neither would be the casino's: it is said, not taken and forgotten."""

    async def story(casino: Casino) -> None:
        await casino.begin("practice-crown", "practice-challenge")
        for table in ("practice-crown", "practice-challenge"):
            await casino.do("ann", table, type="join", box=1)
        limit = {"type": "set-loss-limit", "player": "", "amount": 3000}
        await casino.no("house:practice", casino.do("ann", "practice-challenge", **limit))
        voucher = {"type": "exchange-voucher", "player": "ann", "voucher": 1}
        for table in ("practice-crown", "practice-challenge"):
            await casino.no("house:practice", casino.do("dealer", table, **voucher))

    lived(tmp_path, story)


# Tokens


@clause("crown-blackjack 1.1:casino-promotional-token")
def test_nobody_stakes_a_token_they_do_not_hold(tmp_path: Path) -> None:
    """A voucher of 50.00: 20.00 staked and lost are gone, 20.00 that won are the dealer's."""

    async def story(casino: Casino) -> None:
        token = "1.1:casino-promotional-token"
        await casino.begin("crown-cards", "crown")
        await sits(casino, "ann", "crown-cards", 1)
        await ready(casino, "crown-cards")
        put = {"type": "place", "box": 1, "player": "", "amount": 2000, "token": True}
        await casino.no(token, casino.do("ann", "crown-cards", **put))
        first, last = casino.time - 10, casino.time + 10_000
        voucher: dict[str, Any] = {"book": CROWN, "cents": 5000, "first": first, "last": last}
        for nobody in ("ann", "dealer", "manager"):
            with pytest.raises((Refused, Malformed)):
                await casino.about("ann", nobody, type="issue-voucher", **voucher)
        await casino.about("ann", "olga", type="issue-voucher", **voucher)
        await casino.no(token, casino.do("ann", "crown-cards", **put))
        swap = {"type": "exchange-voucher", "player": "ann", "voucher": 1}
        await casino.no(token, casino.do("ann", "crown-cards", **swap))
        await casino.do("dealer", "crown-cards", **swap)
        await casino.no(token, casino.do("dealer", "crown-cards", **swap))
        await casino.do("ann", "crown-cards", **put)
        assert (casino.patron("ann").held, casino.patron("ann").staked("table/crown-cards")) == (
            3000,
            2000,
        )
        before = casino.chips("ann", "crown-cards")
        await casino.deal("crown-cards", "TC 9S TD")
        await casino.decide("ann", "crown-cards", "Stand", 1)
        await casino.deal("crown-cards", "TH")
        lot = casino.patron("ann").lots[0]
        assert (lot.held, lot.taken) == (3000, 2000), "the dealer keeps a token that won"
        assert casino.chips("ann", "crown-cards") == before + 2000, "its win is paid in chips"
        await casino.no(token, casino.do("ann", "crown-cards", **{**put, "amount": 4000}))

    lived(tmp_path, story)


@clause("crown-blackjack 1.1:casino-promotional-token", "star-blackjack-challenge 1.1:loss-limit")
def test_a_token_is_no_money_that_a_loss_limit_keeps_back(tmp_path: Path) -> None:
    """30.00 are left, and 40.00 in tokens may be staked beside them: none of it can be lost."""

    async def story(casino: Casino) -> None:
        await casino.begin("crown-cards")
        await sits(casino, "ann", "crown-cards", 1)
        await ready(casino, "crown-cards")
        first, last = casino.time - 10, casino.time + 10_000
        voucher: dict[str, Any] = {"book": CROWN, "cents": 4000, "first": first, "last": last}
        await casino.about("ann", "olga", type="issue-voucher", **voucher)
        swap = {"type": "exchange-voucher", "player": "ann", "voucher": 1}
        await casino.do("dealer", "crown-cards", **swap)
        await casino.about("ann", "ann", type="set-limit", book=STAR, cents=3_000, days=1)
        put = {"type": "place", "box": 1, "player": ""}
        await casino.do("ann", "crown-cards", **put, amount=4_000, token=True)
        assert room_left(casino.patron("ann"), casino.time) == 3_000
        await casino.no("1.1:loss-limit", casino.do("ann", "crown-cards", **put, amount=3_001))
        await casino.do("ann", "crown-cards", **put, amount=3_000)
        assert room_left(casino.patron("ann"), casino.time) == 0

    lived(tmp_path, story)


@clause("crown-blackjack 6.1", "crown-blackjack 1.1:casino-promotional-token")
def test_doubles_and_splits_in_further_tokens(tmp_path: Path) -> None:
    """50.00 in tokens: more than that is never added, and a dealer's blackjack returns tokens."""

    async def story(casino: Casino) -> None:
        token, table = "1.1:casino-promotional-token", "crown-cards"
        await casino.begin(table)
        await sits(casino, "ann", table, 1)
        await ready(casino, table)
        await has_tokens(casino, "ann", table, 5_000)
        put = {"type": "place", "box": 1, "player": "", "amount": 4_000}

        async def adds(kind: str, cents: int) -> None:
            command = {"type": kind, "box": 1, "in_tokens": cents}
            await casino.do("ann", table, type="decide", command=command)

        await casino.do("ann", table, **put)
        before = casino.chips("ann", table)
        await casino.deal(table, "8C 9S 8D")
        viewer = await casino.house.accounts.viewer("ann")
        assert viewer is not None
        view = await casino.house.view(table, viewer)
        offered = {choice.action: choice.tokens for choice in view.choices if choice.legal}
        assert offered["split"] == 4_000
        await casino.no("6.1", adds("Split", 4_001))
        await adds("Split", 4_000)
        lot = casino.patron("ann").lots[0]
        assert (lot.held, lot.staked) == (1_000, {f"table/{table}": 4_000})
        assert casino.chips("ann", table) == before, "no chip was added"
        await casino.deal(table, "3C")
        await casino.no(token, adds("Double", 1_500))
        await adds("Double", 1_000)
        assert casino.chips("ann", table) == before - 3_000, "and of the double the rest"
        await casino.deal(table, "TH")
        await casino.deal(table, "TC")
        await casino.decide("ann", table, "Stand", 1)
        await casino.deal(table, "TS")
        # 21 with 40.00 and 30.00 in chips and 10.00 in tokens; 18 with 40.00 in tokens; against 19.
        lot = casino.patron("ann").lots[0]
        assert (lot.held, lot.staked, lot.taken) == (0, {}, 5_000)
        assert casino.chips("ann", table) == before + 4_000 + 8_000

    lived(tmp_path, story)


@clause("crown-blackjack 8.5.5(b)")
def test_tokens_added_by_a_double_come_back_from_a_dealers_blackjack(tmp_path: Path) -> None:
    async def story(casino: Casino) -> None:
        table = "crown-cards"
        await casino.begin(table)
        await sits(casino, "ann", table, 1)
        await ready(casino, table)
        await has_tokens(casino, "ann", table, 5_000, one_use=True)
        await casino.do("ann", table, type="place", box=1, player="", amount=4_000)
        before = casino.chips("ann", table)
        await casino.deal(table, "6C KS 5D")
        command = {"type": "Double", "box": 1, "in_tokens": 4_000}
        await casino.do("ann", table, type="decide", command=command)
        await casino.deal(table, "TH AS")
        lot = casino.patron("ann").lots[0]
        assert (lot.held, lot.taken) == (5_000, 0), "what was added was not decided"
        assert casino.chips("ann", table) == before, "the original is lost"

    lived(tmp_path, story)


@clause("crown-blackjack 1.1:casino-promotional-token", "crown-blackjack 20.2.3")
def test_nobody_who_is_kept_out_gets_vouchers_or_tokens(tmp_path: Path) -> None:
    """Tokens are for wagers. She has one voucher from before; let in again, it is good again."""

    async def story(casino: Casino) -> None:
        await casino.begin(TABLE)
        await sits(casino, "ann", TABLE, 1)
        first, last = casino.time - 10, casino.time + 10_000
        voucher: dict[str, Any] = {"book": CROWN, "cents": 5_000, "first": first, "last": last}
        issue = {"type": "issue-voucher", **voucher}
        await casino.about("ann", "olga", **issue)
        await casino.do("manager", TABLE, type="exclude", player="ann")
        await casino.no("20.2.3", casino.about("ann", "olga", **issue))
        swap = {"type": "exchange-voucher", "player": "ann", "voucher": 1}
        await casino.no("20.2.3", casino.do("dealer", TABLE, **swap))
        assert casino.patron("ann").held == 0
        await casino.about("ann", "manager", type="readmit", book=CROWN)
        await casino.do("dealer", TABLE, **swap)
        assert casino.patron("ann").held == 5_000

    lived(tmp_path, story)


async def has_tokens(
    casino: Casino, name: str, table: str, cents: int, one_use: bool = False
) -> None:
    """The operator issues a voucher, and the table's dealer exchanges it."""
    first, last = casino.time - 10, casino.time + 10_000
    voucher: dict[str, Any] = {"book": CROWN, "cents": cents, "first": first, "last": last}
    await casino.about(name, "olga", type="issue-voucher", one_use=one_use, **voucher)
    number = len(casino.patron(name).vouchers)
    await casino.do("dealer", table, type="exchange-voucher", player=name, voucher=number)


# What `verify` says of a log that was changed: a table and its patrons no longer fit together


TABLE = "crown-cards"


async def limited_with_a_token(casino: Casino) -> None:
    """Ann has a loss limit, exchanges a voucher, stakes a token of 20.00 and wins."""
    await casino.begin(TABLE)
    await sits(casino, "ann", TABLE, 1)
    await ready(casino, TABLE)
    limit: dict[str, Any] = {"type": "set-limit", "cents": 50_000, "days": 1, "book": STAR}
    await casino.about("ann", "ann", **limit)
    await has_tokens(casino, "ann", TABLE, 5_000)
    await casino.do("ann", TABLE, type="place", box=1, player="", amount=2_000, token=True)
    await casino.deal(TABLE, "TC 7D TH")
    await casino.decide("ann", TABLE, "Stand", 1)
    await casino.deal(TABLE, "TS")


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    async def live() -> list[Row]:
        casino = Casino(tmp_path_factory.mktemp("house"), "honest")
        return await rows_of(casino, limited_with_a_token(casino))

    return asyncio.run(live())


def said(rows: list[Row]) -> str:
    """What is found, the chain being mended behind the change."""
    fault = first_fault(mended(rows), Replayer())
    return fault.reason if fault is not None else ""


def at(rows: list[Row], stream: str, command: str) -> int:
    """The first row of a stream with a command of this kind."""
    word = f'"command":{{"type":"{command}"'.encode()
    return next(n for n, row in enumerate(rows) if row.stream == stream and word in row.data)


def read_standing(rows: list[Row], place: int) -> o.Order:
    happening = h.happening_from_json(rows[place].data)
    assert isinstance(happening, h.Ordered)
    return happening.order


def read_again(rows: list[Row], place: int, **changes: Any) -> list[Row]:
    """The table is told something else of how somebody stands, and decides accordingly."""
    replayer = Replayer()
    for row in rows[:place]:
        replayer.read(row)
    table = replayer.tables[TABLE]
    order = read_standing(rows, place)
    order = replace(order, command=replace(order.command, **changes))
    events = tuple(decide(table.rules, table.run.table, order))
    forged = replace(rows[place], data=as_row(h.Ordered(order, events)))
    return [*rows[:place], forged, *rows[place + 1 :]]


def test_a_table_that_was_not_told_how_somebody_stands(honest: list[Row]) -> None:
    assert said(honest) == ""
    place = at(honest, f"table/{TABLE}", "read-standing")
    after = replace(honest[place + 1], cause=honest[place].cause)  # the first of its command now
    left_out = [*honest[:place], after, *honest[place + 2 :]]
    assert said(left_out) == "the table did not know how those who play stand"


def test_a_table_that_was_told_something_else(honest: list[Row]) -> None:
    place = at(honest, f"table/{TABLE}", "read-standing")
    told_then = read_standing(honest, place).command
    assert isinstance(told_then, o.ReadStanding)
    more = replace(told_then.standing, limit=900_000, room=900_000)
    told = read_again(honest, place, standing=more)
    assert said(told) == "ann stood otherwise than the table was told"
    told = read_again(honest, place, player="ben")
    assert said(told) == "the casino had nothing to say about ben"


def test_a_win_that_the_casino_was_not_told_of(honest: list[Row]) -> None:
    assert honest[-1].stream == "patron/ann"
    assert said(honest[:-1]) == UNTOLD


# Every kind of row by which a table tells the casino something, and whose stream it is in

UNTOLD = "its command did not tell the casino what happened at the table"
TOLD = {
    "exchange-voucher": "ann", "count-tokens": "ann", "count-play": "ann", "set-limit": "ann",
    "take-break": "ann", "refuse-card": "ben", "see-card": "ben", "exclude": "ben",
}  # fmt: skip


async def everything_is_told(casino: Casino) -> None:
    """Ann: a limit, a token, a break. Ben: a card that is refused and another; then he is out."""
    await casino.begin(TABLE, "challenge", "challenge-2")
    await sits(casino, "ann", "challenge", 1)
    await casino.do("ann", "challenge", type="set-loss-limit", player="", amount=50_000)
    await sits(casino, "ann", TABLE, 1)
    await ready(casino, TABLE)
    await has_tokens(casino, "ann", TABLE, 5_000)
    await casino.do("ann", TABLE, type="place", box=1, player="", amount=2_000, token=True)
    await casino.do("ann", "challenge", type="place", box=1, player="", amount=1_000)
    pause = {"type": "pause-player", "player": "ann", "until": casino.time + 600}
    await casino.do("manager", "challenge", **pause)
    await sits(casino, "ben", "challenge-2", 1)
    await casino.do("ben", "challenge-2", type="place", box=1, player="", amount=1_000)
    await casino.do("dealer", "challenge-2", type="find-invalid", player="ben", box=1)
    await casino.do("dealer", "challenge", type="arrive", player="ben", card="ben")
    await casino.do("manager", TABLE, type="exclude", player="ben")


@pytest.fixture(scope="module")
def all_told(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    async def live() -> list[Row]:
        casino = Casino(tmp_path_factory.mktemp("house"), "all told")
        return await rows_of(casino, everything_is_told(casino))

    return asyncio.run(live())


def without(rows: list[Row], place: int) -> list[Row]:
    """A log that ends with the command of this row, which is left out of it."""
    ends = max(n for n, row in enumerate(rows) if row.command == rows[place].command)
    return [*rows[:place], *rows[place + 1 : ends + 1]]


def test_all_kinds_of_rows_are_tried_by_which_a_table_tells_the_casino_something() -> None:
    source = inspect.getsource(PatronLink._ordered) + inspect.getsource(follows)
    kinds = set(re.findall(r"yield .*\bc\.(\w+)\(", source))
    assert {getattr(commands, kind).__struct_config__.tag for kind in kinds} == TOLD.keys()


@pytest.mark.parametrize("kind", TOLD)
def test_what_the_casino_should_have_been_told_is_missed(all_told: list[Row], kind: str) -> None:
    assert said(all_told) == ""
    place = at(all_told, patron_stream(TOLD[kind]), kind)
    assert said(without(all_told, place)) == UNTOLD


@pytest.mark.parametrize("kind", ["take-break", "refuse-card"])
def test_what_bound_at_one_table_before_the_casino_was_told(all_told: list[Row], kind: str) -> None:
    """Breaks from wagering, and Player Cards that were refused: in a log of then."""
    left_out = without(all_told, at(all_told, patron_stream(TOLD[kind]), kind))
    assert said([of_one_table(row) for row in left_out]) == ""
    *before, last = left_out
    assert last.stream.startswith("table/")
    assert said([*before, of_one_table(last)]) == NO_MARK, "and not later at the same table"


def of_one_table(row: Row) -> Row:
    """As a version wrote it that did not tell the casino of these."""
    return replace(row, data=row.data.replace(b'"shapes":8}', b'"shapes":7}'))


def test_another_thing_told_of_a_patron_than_happened(honest: list[Row]) -> None:
    *before, play, tokens = honest
    assert play.command == tokens.command
    swapped = [*before, replace(tokens, cause=play.cause), replace(play, cause=tokens.cause)]
    assert said(swapped) == "the table told something else about this patron"


def test_play_that_nobody_played(honest: list[Row]) -> None:
    place = at(honest, "patron/ann", "count-play")
    again = replace(honest[place], command="house/x", cause=b'{"by":"house"}')
    assert said([*honest, again]) == "nothing that was played or paid calls for this"


def test_tokens_that_the_casino_did_not_count(
    honest: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger is a count of its own: were no token ever posted, the layout would have one."""
    monkeypatch.setattr(PatronsAgain, "post", lambda *_: None)
    assert said(honest) == "there are other tokens on the table than the casino counts there"


def test_a_fee_that_the_casino_was_not_told_of(honest: list[Row]) -> None:
    replayer = Replayer()
    for row in honest:
        replayer.read(row)
    replayer.patrons.paid("tournament/winter", Payment("ann", -2_000, "wallet"), None)
    untold = "its command did not tell the casino what was paid"
    assert replayer.patrons.unfinished() == untold
    assert replayer.patrons.command_ended() is None
    replayer.patrons.paid("tournament/winter", Payment("ben", -2_000, "wallet"), None)
    assert replayer.patrons.unfinished() is None  # who has no limit is not counted


# The mark of a row, by which one of before the casino is told of play is known


def stripped(row: Row) -> Row:
    """As a version would have written it that told the casino nothing."""
    old = json.loads(row.data)
    old.pop("shapes", None)
    return replace(row, data=json.dumps(old, separators=(",", ":")).encode())


def of_before(row: Row) -> Row:
    """Nor did that version know of revisions."""
    old = json.loads(stripped(row).data)
    for name in ("edition", "revision", "rules"):
        old.get("terms", {}).pop(name, None)
    return replace(row, data=json.dumps(old, separators=(",", ":")).encode())


def test_whoever_strips_a_row_of_its_mark_is_found(honest: list[Row]) -> None:
    """Ann's win is kept from the casino, and the row that should have told it says it is old."""
    *before, told = honest
    assert told.stream == "patron/ann"
    command = [n for n, row in enumerate(honest) if row.command == told.command]
    by_table = [n for n in command if honest[n].stream == f"table/{TABLE}"]
    for place in by_table:
        before[place] = stripped(before[place])
    untold = [row for row in before if row.command != told.command or row.stream[:6] == "table/"]
    assert said(untold) == NO_MARK


def test_nor_does_it_help_to_strip_them_all(honest: list[Row]) -> None:
    """Terms name a revision, and there are patrons: either is as new as the mark."""
    assert said([stripped(row) for row in honest]) == NO_MARK
    no_patrons = [row for row in honest if not row.stream.startswith("patron/")]
    assert said([stripped(row) for row in no_patrons]) == NO_MARK
    assert said([of_before(row) for row in honest]) == NO_MARK


def test_what_was_written_before_the_mark_is_believed_until_the_first_that_has_it(
    honest: list[Row],
) -> None:
    at_first = next(n for n, row in enumerate(honest) if row.stream == f"table/{TABLE}")
    old, new, later = honest[at_first : at_first + 3]
    replayer = Replayer()
    for row in [*honest[:at_first], of_before(old), new]:
        replayer.read(row)
    assert not replayer.tables[TABLE].run.terms.revision
    with pytest.raises(Wrong, match=NO_MARK):
        replayer.read(stripped(later))
