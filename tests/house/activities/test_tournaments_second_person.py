"""Orders at a tournament table that the book wants a second person behind: as at any table."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.deciders import tag_of
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.tournaments.acts import session_desk, would_be
from bythebook.house.activities.tournaments.dealing import next_deadline
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.staff.staff_desk import StaffDesk
from bythebook.rulebooks.tables import find_table_rules
from bythebook.table.dealing import about_the_shoe
from bythebook.table.orders import Person, Shuffle
from bythebook.tournaments.session.views import whose_turn
from tests.clauses import clause
from tests.house.activities.tournament_life import Life, lived, seated, small_terms
from tests.house.log.stores import Place

STAFF = {"sam": "supervisor", "dan": "dealer", "eva": "dealer"}
TABLE = "1.1"


class Staffed(Life):
    """With staff of the ranks that a table has."""

    async def hire(self) -> None:
        order, now = self.house.accounts.order, self.house.now
        for name, role in STAFF.items():
            await order(p.HOUSE, p.OpenAccount(name), now)
            await order(p.HOUSE, p.GrantRole(name, self.terms.book, role), now)

    def viewer(self, name: str) -> Viewer:
        if name in STAFF:
            return Viewer(name, False, frozenset(), {self.terms.book: STAFF[name]})
        return super().viewer(name)

    async def no(self, kind: type[Exception], by: str, act: str, **fields: Any) -> Any:
        before = self.run(TABLE)
        with pytest.raises(kind) as caught:
            await self.give(by, act, TABLE, **fields)
        assert self.run(TABLE) == before
        return caught.value

    async def device_fails(self) -> None:
        """Between two hands, for good: by 18.3(b) the shoe is replaced, and so are the cards."""
        for _ in range(300):
            if self.run(TABLE).session.hand == 1 and self.run(TABLE).session.phase == "between":
                break
            await self.move(TABLE)
        await self.give("dan", "malfunction", TABLE)
        assert self.run(TABLE).table.held_up == "18.3(b)"


def desk_of(life: Staffed, name: str) -> StaffDesk:
    return session_desk(life.run(TABLE), life.held, life.viewer(name), life.clock.now)


def life_at_canberra(tmp_path: Path, play: Any, cards: str = "virtual") -> None:
    """A tournament with an automated shoe."""

    async def live(life: Staffed) -> None:
        await life.hire()
        await seated(life)
        await play(life)

    terms = replace(small_terms("canberra-points"), cards=cards)
    lived(Place(tmp_path / "data"), terms, live, kind=Staffed)


@clause("canberra-blackjack 18.3(b)", "canberra-blackjack 2.4")
@pytest.mark.parametrize("dealing", ["device", "shoe"])
def test_after_a_device_has_failed_two_people_let_play_go_on(tmp_path: Path, dealing: str) -> None:
    async def play(life: Staffed) -> None:
        await life.device_fails()
        sealed = life.run(TABLE).seals
        for _ in range(20):
            await life.move(TABLE)
        assert life.run(TABLE).session.hand <= 2
        assert life.run(TABLE).session.phase in ("between", "betting")  # no card comes
        wanted = {"type": "replace-device", "dealing": dealing}
        verdict = would_be(life.run(TABLE), life.viewer("sam"), wanted, "", life.clock.now)
        assert (verdict.would, verdict.clause) == ("waits", "2.4")
        desk = session_desk(life.run(TABLE), life.held, life.viewer("sam"), life.clock.now)
        assert "replace-device" in {act.type for act in desk.acts}
        assert not {act.type for act in desk.acts} & {"face-up", "deal", "burn"}
        await life.give("sam", "replace-device", TABLE, dealing=dealing)
        [request] = life.run(TABLE).requests
        assert (request.number, request.clause, request.order.by.name) == (1, "2.4", "sam")
        assert life.run(TABLE).table.held_up
        for name, yours in (("dan", True), ("sam", False)):
            desk = session_desk(life.run(TABLE), life.held, life.viewer(name), life.clock.now)
            assert [waits.yours for waits in desk.requests] == [yours]
        await life.give("dan", "approve", TABLE, number=1)
        table = life.run(TABLE).table
        assert life.run(TABLE).requests == ()
        assert not table.held_up
        assert table.setup is not None
        assert table.setup.dealing == dealing
        entry = next(one for one in reversed(table.register) if one.act == "replace-device")
        assert (entry.by, entry.second) == (Person("sam", "supervisor"), Person("dan", "dealer"))
        await life.play_out()
        assert TABLE in life.held.course.results
        assert life.run(TABLE).seals > sealed

    life_at_canberra(tmp_path, play)


@clause("canberra-blackjack 2.4")
def test_only_another_person_of_the_right_rank_stands_behind_an_order(tmp_path: Path) -> None:
    async def play(life: Staffed) -> None:
        await life.device_fails()
        await life.give("sam", "replace-device", TABLE, dealing="device")
        assert (await life.no(Refused, "sam", "approve", number=1)).clause == "2.4"
        assert (await life.no(Refused, "ann", "approve", number=1)).clause == "2.4"
        assert (await life.no(Refused, "ann", "deny", number=1)).clause == "2.4"
        await life.no(Malformed, "dan", "approve", number=2)
        await life.give("eva", "deny", TABLE, number=1)
        assert life.run(TABLE).table.held_up
        await life.no(Malformed, "dan", "approve", number=1)
        await life.give("sam", "replace-device", TABLE, dealing="device")
        assert [request.number for request in life.run(TABLE).requests] == [2]

    life_at_canberra(tmp_path, play)


@clause("canberra-blackjack 2.4")
def test_the_director_orders_as_a_supervisor_does_and_needs_the_second_person_too(
    tmp_path: Path,
) -> None:
    async def play(life: Staffed) -> None:
        await life.give("director", "start", TABLE)
        await life.give("director", "replace-cards", TABLE)
        assert not life.run(TABLE).table.register
        await life.give("eva", "approve", TABLE, number=1)
        entry = life.run(TABLE).table.register[-1]
        assert (entry.act, entry.by.name, entry.second) == (
            "replace-cards",
            "director",
            Person("eva", "dealer"),
        )

    life_at_canberra(tmp_path, play, cards="scanned")


@clause("canberra-blackjack 14.4")
def test_a_table_waits_until_somebody_has_answered_for_a_corrected_entry(tmp_path: Path) -> None:
    """Nobody goes on from a card that may not lie there, machines no more than the dealer."""

    async def play(life: Staffed) -> None:
        rules = find_table_rules(life.terms.book)
        await life.give("dan", "start", TABLE)
        while (about := about_the_shoe(rules, life.run(TABLE).table, 0)) is not None:
            fields = msgspec.structs.asdict(about) if not isinstance(about, Shuffle) else {}
            await life.give("dan", tag_of(about), TABLE, **fields)
        await life.give("dan", "begin-hand", TABLE)
        while name := whose_turn(life.run(TABLE).session):
            await life.give(name, "wager", TABLE, amount=10)
        await life.give("dan", "no-more-bets", TABLE)
        await life.give("dan", "deal", TABLE, card="9C")
        wrong = {"was": "9C", "cards": ["9D"]}
        [act] = [act for act in desk_of(life, "dan").acts if act.type == "correct-entry"]
        assert (act.clause, desk_of(life, "dan").last_card) == ("14.4", "9C")
        command = {"type": act.type, **wrong}
        would = would_be(life.run(TABLE), life.viewer("dan"), command, "", life.house.now)
        assert (would.would, would.clause) == ("waits", "14.4")
        table, sessions = f"{life.terms.id}.{TABLE}", life.house.sessions
        sent = msgspec.json.encode({"id": "one", "command": command})
        assert (await sessions.give(table, life.viewer("dan"), sent)).waiting == 1
        due = sessions.view(table, life.viewer("dan")).due
        assert (due.correcting, due.clause) == (1, "14.4")
        refused = await life.no(Refused, "dan", "deal", card="5D")
        assert refused.clause == "14.4"
        assert next_deadline(life.run(TABLE)) is None
        await life.give("sam", "approve", TABLE, number=1)
        first = life.run(TABLE).table.playing.boxes[0]
        assert [str(card) for card in first.hands[0].cards] == ["9D"]
        assert not sessions.view(table, life.viewer("dan")).due.correcting
        await life.give("dan", "deal", TABLE, card="5D")

    life_at_canberra(tmp_path, play, cards="scanned")


def test_what_lacks_more_than_a_second_person_is_refused_at_once(tmp_path: Path) -> None:
    async def play(life: Staffed) -> None:
        refused = await life.no(Refused, "dan", "replace-device", dealing="device")
        assert refused.clause == "18.3(b)"  # no dealer orders it
        for act in ("deal", "face-up", "drawn-in-error"):
            card: Any = "8C" if act == "deal" else msgspec.to_builtins(parse_card("8C"))
            refused = await life.no(Refused, "dan", act, card=card)
            assert refused.clause == "house:sealed-cards"

    life_at_canberra(tmp_path, play)


def test_a_device_that_fails_in_a_hand_leaves_no_card_in_two_places(tmp_path: Path) -> None:
    """By 18.3(a) the round is finished from a shoe: what was burned unseen stays out of it."""

    async def play(life: Staffed) -> None:
        for _ in range(300):
            round_ = life.run(TABLE).table.round
            if round_ is not None and round_.phase == "turns":
                break
            await life.move(TABLE)
        before = life.run(TABLE)
        await life.give("dan", "malfunction", TABLE)
        after = life.run(TABLE)
        assert after.table.setup is not None
        assert after.table.setup.dealing == "shoe"
        assert after.stack is not None
        assert before.stack is not None
        assert after.stack.number > before.stack.number
        shoe = after.table.shoe
        cards = after.packs[after.stack.number]
        assert len(cards) + len(shoe.out) + shoe.unseen == 312

    life_at_canberra(tmp_path, play)


@clause("canberra-blackjack 2.4")
def test_a_page_is_told_that_an_order_waits_and_offers_it_to_who_may_help(tmp_path: Path) -> None:
    async def play(life: Staffed) -> None:
        await life.device_fails()
        table, sessions = f"{life.terms.id}.{TABLE}", life.house.sessions
        command = {"type": "replace-device", "dealing": "device"}
        would = would_be(life.run(TABLE), life.viewer("sam"), command, "", life.house.now)
        assert (would.would, would.clause) == ("waits", "2.4")
        sent = msgspec.json.encode({"id": "one", "command": command})
        ack = await sessions.give(table, life.viewer("sam"), sent)
        assert ack.waiting == 1
        offered = {
            name: [one.command["type"] for one in sessions.view(table, life.viewer(name)).at_once]
            for name in ("sam", "dan")
        }
        assert "approve" not in offered["sam"]
        assert offered["dan"][-2:] == ["approve", "deny"]
        agreed = msgspec.json.encode({"id": "two", "command": {"type": "approve", "number": 1}})
        assert not (await sessions.give(table, life.viewer("dan"), agreed)).waiting
        assert not life.run(TABLE).table.held_up

    life_at_canberra(tmp_path, play)
