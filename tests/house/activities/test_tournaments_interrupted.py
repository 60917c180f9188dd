"""Tournaments of the house when things do not run smoothly: called off, overtaken, forged, slow
players, real cards."""

import asyncio
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from bythebook.errors import Refused
from bythebook.house.activities import service
from bythebook.house.activities.tournaments.acts import session_desk
from bythebook.house.activities.tournaments.running import TableRun, pack_now
from bythebook.house.activities.tournaments.table_views import table_view
from bythebook.house.log.store import Row
from bythebook.house.verify.activities import ActivitiesAgain
from bythebook.house.verify.verifying import verify
from bythebook.rulebooks.chapters.tournament_play import find_play_rules
from bythebook.tournaments.session import automatic
from bythebook.tournaments.session.views import whose_turn
from tests.clauses import clause
from tests.house.activities.tournament_life import (
    PLAYERS,
    WALLET,
    Life,
    clock_before,
    lived,
    opened,
    seated,
    small_terms,
)
from tests.house.log.stores import Place


def test_a_tournament_called_off_gives_everything_back(place: Place) -> None:
    terms = small_terms("crown")

    async def play(life: Life) -> None:
        await seated(life)
        for _ in range(6):
            await life.move("1.1")
        await life.order("cancel", why="the lights are out")
        assert await life.wallets(*PLAYERS) == dict.fromkeys(PLAYERS, WALLET)
        assert life.run("1.1").closed
        assert life.run("1.2").closed
        with pytest.raises(Refused, match="is off"):
            await life.give("ann", "leave-seat", "1.1")
        before = life.house.affairs.families[life.stream].version
        life.clock.now += 3600
        await life.house.affairs.look_at_clocks()
        assert life.house.affairs.families[life.stream].version == before

    lived(place, terms, play)


def test_a_clock_that_is_put_back_holds_nothing_up(tmp_path: Path) -> None:
    """Both the desk and the tables; and who is kept out."""
    terms = small_terms("crown")

    async def play(life: Life) -> None:
        await seated(life)
        await life.move("1.1")
        life.clock.now -= 3600
        await life.move("1.1")
        await life.order("cancel", why="the lights are out")
        assert life.held.course.phase == "cancelled"

    lived(Place(tmp_path / "data"), terms, play)


def test_two_houses_on_one_log_run_one_tournament(place: Place) -> None:
    terms = small_terms("tasmania-chips")
    clock = clock_before(terms)

    async def play() -> None:
        house = opened(place, clock, "one of two")
        async with house as first, opened(place, clock, "the other") as second:
            one, other = Life(first, clock, terms), Life(second, clock, terms)
            other.count = 10**6
            await seated(one)
            await second.affairs.follow(await second.committer.call(second.store.streams))
            for turn in range(2000):
                life = (one, other)[turn % 2]
                playing = life.held.course.playing
                if not playing and not one.held.course.playing:
                    break
                for table in playing:
                    try:
                        await life.move(table)
                    except (Refused, AssertionError):
                        continue  # the other house was first: what is new is known by now
            for each in (first, second):  # what the other did last may not have been heard of yet
                await each.affairs.follow(await each.committer.call(each.store.streams))
            assert one.held.course == other.held.course
            assert one.held.course.phase == "between"

    asyncio.run(play())
    report = verify(place.open())
    assert report.clean, report


def test_a_snapshot_is_as_good_as_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 3)
    place = Place(data=tmp_path / "data")
    terms = small_terms("canberra-knock-out")
    clock = clock_before(terms)

    async def play() -> None:
        async with opened(place, clock) as house:
            life = Life(house, clock, terms)
            await seated(life)
            before = life.held
        async with opened(place, clock) as house:
            family = house.affairs.families[life.stream]
            assert family.kept[life.stream] >= 3
            assert house.affairs.state(life.stream) == before

    asyncio.run(play())
    place.close()


def test_a_card_that_did_not_lie_on_top_is_found(tmp_path: Path) -> None:
    """With the chain mended: the sealed shoe tells."""
    place = Place(data=tmp_path / "data")
    terms = small_terms("crown")

    async def play(life: Life) -> None:
        await seated(life)
        for _ in range(40):
            await life.move("1.1")

    lived(place, terms, play)
    store, stream = place.open(), f"session/{terms.id}.1.1"
    rows = store.read(stream)
    deal = next(row for row in rows if b'"type":"deal"' in row.data)

    def again(changed: Row) -> None:
        reader = ActivitiesAgain(lambda _: None, [])
        for seed in store.read(f"seal/{stream}"):
            reader.read_seed(seed)
        for row in rows[: deal.version]:
            list(reader.read(changed if row.version == deal.version else row))

    again(deal)
    start = deal.data.index(b'"card":"') + 8
    card = b"2C" if deal.data[start : start + 2] != b"2C" else b"3C"
    forged = replace(deal, data=deal.data[:start] + card + deal.data[start + 2 :])
    with pytest.raises(ValueError, match="lay on top of the sealed shoe"):
        again(forged)
    place.close()


def test_whoever_lets_the_time_pass_is_dealt_with_by_the_book(tmp_path: Path) -> None:
    terms = small_terms("crown")
    assert terms.play.betting_seconds == 25

    async def play(life: Life) -> None:
        await seated(life)
        for _ in range(100):  # nobody of those who are offered the cut wants it
            if life.run("1.1").session.phase == "betting":
                break
            life.clock.now += 1
            await life.house.affairs.look_at_clocks()
        session = life.run("1.1").session
        slow = whose_turn(session)
        assert session.phase == "betting"
        life.clock.now += 24
        await life.house.affairs.look_at_clocks()
        assert not life.run("1.1").session.players[slow].restricted
        life.clock.now += 1
        await life.house.affairs.look_at_clocks()
        assert life.run("1.1").session.players[slow].restricted  # the minimum only
        for _ in range(3):
            life.clock.now += 25
            await life.house.affairs.look_at_clocks()
        assert whose_turn(life.run("1.1").session) != slow

    lived(Place(tmp_path / "data"), terms, play)


def test_real_cards_are_entered_by_whoever_deals(tmp_path: Path) -> None:
    """The director deals from a pack on the table; nothing is sealed but the ballots."""
    terms = replace(small_terms("crown"), cards="scanned")
    chance = random.Random(7)
    rules = find_play_rules(terms.book)

    async def play(life: Life) -> None:
        await seated(life)
        pack = [str(card) for card in pack_now(life.run("1.1"))]
        chance.shuffle(pack)
        await life.give("director", "start", "1.1")
        for _ in range(600):
            run = life.run("1.1")
            if run.over:
                break
            wants = automatic.wants_card(run.session)
            card = pack.pop() if wants else ""
            order = automatic.next_step(rules, run.session, life.clock.now, card=card)
            turn = whose_turn(run.session)
            if order is not None:
                await life.send("director", "1.1", order.command)
            elif run.session.phase == "ballot":
                await life.give("director", "ballot", "1.1", seed="")
            elif turn:
                await life.act_for(turn, "1.1", run)
            else:
                await life.give("director", "decide", "1.1", command={"type": "Proceed"})
        assert life.run("1.1").over
        assert life.run("1.1").stack is None
        assert "1.1" in life.held.course.results

    lived(Place(tmp_path / "data"), terms, play)


@clause("crown-blackjack 8.1.2")
def test_first_cards_face_down_are_seen_by_their_player_at_a_tournament_too(tmp_path: Path) -> None:
    terms = replace(small_terms("crown"), cards="scanned")
    rules = find_play_rules(terms.book)

    async def play(life: Life) -> None:
        await seated(life)
        await life.give("director", "start", "1.1")
        await life.give("director", "perform", "1.1", act="allow-face-down")
        while (run := life.run("1.1")).session.table.round is None or dealt_to(run) == ():
            order = automatic.next_step(rules, run.session, life.clock.now)
            if automatic.wants_card(run.session):
                await life.give("director", "deal", "1.1", card=str(pack_now(run)[0]))
            elif order is not None:
                await life.send("director", "1.1", order.command)
            else:
                await life.act_for(whose_turn(run.session), "1.1", run)
        (box, player, card), now = dealt_to(run)[0], life.clock.now
        for name in (*run.session.players, "director"):
            view = table_view(run, life.held, "1.1", life.viewer(name), now)
            hand = next(one for one in view.boxes if one.number == box).hands[0]
            shown = ((card,), 0) if name == player else ((), 1)
            assert (hand.cards, hand.face_down) == shown, name
            assert not any(card in line.says for line in view.lines if line.kind == "card")

    lived(Place(tmp_path / "data"), terms, play)


def dealt_to(run: TableRun) -> tuple[tuple[int, str, str], ...]:
    """The boxes with a card, whose they are, and the first."""
    boxes = run.session.table.playing.boxes
    names = {each.box: name for name, each in run.session.players.items()}
    return tuple(
        (box.number, names[box.number], str(box.hands[0].cards[0]))
        for box in boxes
        if box.hands[0].cards
    )


def test_what_goes_wrong_with_real_cards_is_put_right_at_the_table(tmp_path: Path) -> None:
    """A card goes to the wrong box: the dealer may not put it right, whoever is above may."""
    terms = replace(small_terms("crown"), cards="scanned")
    rules = find_play_rules(terms.book)

    async def play(life: Life) -> None:
        await seated(life)
        await life.give("director", "start", "1.1")
        while not automatic.wants_card((run := life.run("1.1")).session):
            order = automatic.next_step(rules, run.session, life.clock.now)
            if order is not None:
                await life.send("director", "1.1", order.command)
            else:
                await life.act_for(whose_turn(run.session), "1.1", run)
        cards = pack_now(run)
        round_ = run.session.table.round
        assert round_ is not None
        assert round_.due is not None
        wrong = next(box.number for box in round_.boxes if box.number != round_.due.box)
        await life.give("director", "deal", "1.1", card=str(cards[0]), to=wrong)
        run = life.run("1.1")
        assert run.session.table.irregular
        view = table_view(run, life.held, "1.1", life.viewer("director"), life.clock.now)
        assert view.due.what == "put-right"
        assert list(view.due.ways) == ["rebuild", "missed"]
        assert view.due.ways["rebuild"] == "17.5"
        desk = session_desk(run, life.held, life.viewer("director"), life.clock.now)
        tags = {act.type for act in desk.acts}
        assert {"face-up", "rebuild", "rewind", "wrong-cards", "missed-card"} <= tags
        await life.give("director", "resolve", "1.1", how="rebuild")
        run = life.run("1.1")
        assert not run.session.table.irregular
        told = [line.says for line in run.lines]
        assert any("did not go where it was due" in line for line in told)
        assert "That is put right (rebuild)" in told

    lived(Place(tmp_path / "data"), terms, play)
