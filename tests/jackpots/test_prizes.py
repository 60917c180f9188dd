"""Prizes and mysteries: recorded once, undone with their round, approved, paid, proved."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card, parse_cards
from bythebook.deciders import Event, Person, Revealed, Sealed
from bythebook.draws import digest_of, drawn_between
from bythebook.errors import BrokenInvariant, Malformed, Refused, given
from bythebook.game.events import Settled
from bythebook.game.side_wagers import MYSTERY
from bythebook.house.activities.pools.desk import pool_desk
from bythebook.house.activities.pools.pools import Pools
from bythebook.house.money.ledger import HOUSE
from bythebook.house.people.people import VISITOR
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.evolve import evolve
from bythebook.jackpots.following import needs_reading, shows
from bythebook.jackpots.pool import decide
from bythebook.jackpots.reconciling import reconcile
from bythebook.jackpots.terms import MICROS
from bythebook.rulebooks.chapters.jackpots import METERS
from bythebook.table import events as t
from bythebook.table.console import after_win
from tests.books.baceball import floor as baceball
from tests.books.tasmania import floor as tasmania
from tests.clauses import clause
from tests.jackpots.hall import Hall, baceball_terms, blazing_terms, seed_of, supernova_terms
from tests.jackpots.linked_tables import (
    ANN,
    BEN,
    aces_hall,
    aces_table,
    blazing_hall,
    linked,
    malformed,
    nova_hall,
    nova_table,
    refused,
    star_table,
    three_bets,
    wins,
    worked_25,
)
from tests.jackpots.mystery_again import check_mystery
from tests.records.exported import check_records
from tests.table.floor import Floor, cents, m, o

DIAMONDS, SUITED = "three sevens of diamonds", "three suited sevens"
SHOWN = cents(10_001)


def won(cents_: int = SHOWN, box: int = 1, line: str = DIAMONDS, before: int = SHOWN) -> c.Won:
    return c.Won(box, "ann" if box == 1 else "ben", ("blazing-7s",), line, cents_, before)


def drawn(before: int = SHOWN, left: int = 0, **more: Any) -> tuple[c.Drawn, ...]:
    return (c.Drawn("blazing-7s", before, left, **more),)


def one_wager() -> Hall:
    hall = linked(Hall(blazing_terms()))
    hall.meters(c.Register("t1", 1, (ANN,)))
    return hall


# Recorded once


def test_a_win_is_recorded_once() -> None:
    hall = one_wager()
    hall.meters(c.RecordWins("t1", 1, (won(),), drawn()))
    refused(hall, "16.8", c.RecordWins("t1", 1, (won(),), drawn(hall.shown("blazing-7s"))))
    (win,) = hall.now.wins
    with pytest.raises(BrokenInvariant):
        evolve(hall.now, e.WinsRecorded(0, "t1", 1, 2, (won(),), "16.8"))
    with pytest.raises(BrokenInvariant):
        evolve(hall.now, e.WinsRecorded(0, "t1", 1, 1, (), "16.8"))
    assert (win.number, win.status, win.cents) == (1, "owed", SHOWN)
    hall.check()


@pytest.mark.parametrize("by", [-1, 0, 1])
def test_a_round_is_paid_from_what_the_meter_shows(by: int) -> None:
    hall = one_wager()
    command = c.RecordWins("t1", 1, (won(before=SHOWN + by),), drawn(SHOWN + by))
    if by:
        refused(hall, "16.8", command)
        hall.meters(replace(command, draws=drawn(SHOWN + by, late=True)))
    else:
        hall.meters(command)
    assert hall.shown("blazing-7s") == cents(10_000)
    assert hall.now.meters["blazing-7s"].won == (SHOWN + by) * MICROS
    hall.check()


def test_wins_that_cannot_be() -> None:
    hall = one_wager()
    refused(hall, "16.8", c.RecordWins("t1", 1, (won(),)))
    refused(hall, "16.7", c.RecordWins("t1", 2, (won(),), drawn()))
    refused(hall, "16.7", c.RecordWins("t1", 1, (won(box=2),), drawn()))
    other = replace(won(), player="ben")
    refused(hall, "16.8", c.RecordWins("t1", 1, (other,), drawn()))
    malformed(hall, c.RecordWins("t1", 1, (), drawn()))
    malformed(hall, c.RecordWins("t1", 1, (won(-1),), drawn()))
    malformed(hall, c.RecordWins("t1", 1, (replace(won(), meters=()),), drawn()))
    malformed(hall, c.RecordWins("t1", 1, (won(),), drawn(left=SHOWN + 1)))
    malformed(hall, c.RecordWins("t1", 1, (won(),), (c.Drawn("major", 0, 0),)))
    hall.meters(c.TakeBack("t1", 1, (1,), "18.17.1"))
    refused(hall, "16.8", c.RecordWins("t1", 1, (won(),), drawn(cents(10_000))))


@pytest.mark.parametrize(("left", "lacks"), [(10_000.01, 0), (10_000, 0), (9_999.99, 0.01)])
def test_a_meter_is_topped_up_to_its_minimum(left: float, lacks: float) -> None:
    seed = replace(blazing_terms().meters[0], seed_cents=cents(11_000))
    hall = linked(Hall(blazing_terms(meters=(seed,))))
    hall.meters(c.Register("t1", 1, (ANN,)))
    shown = cents(11_001)
    one = won(shown - cents(left), line=SUITED, before=shown)
    hall.meters(c.RecordWins("t1", 1, (one,), drawn(shown, cents(left))))
    assert hall.shown("blazing-7s") == cents(left + lacks)
    assert hall.now.meters["blazing-7s"].topped_up == cents(lacks) * MICROS
    hall.check()


# Undone with the round


def test_a_win_that_was_none_goes_back_into_the_meter() -> None:
    hall = linked(Hall(blazing_terms()), "t1", "t2")
    hall.meters(c.Register("t1", 1, (ANN,)))
    hall.meters(c.RecordWins("t1", 1, (won(),), drawn()))
    hall.meters(c.Register("t2", 1, (ANN, BEN)))
    assert hall.shown("blazing-7s") == cents(10_002)
    key = ((1, ("blazing-7s",)),)
    refused(hall, "18.17.1", c.UndoWins("t1", 1, ((2, ("blazing-7s",)),)))
    refused(hall, "18.17.1", c.UndoWins("t1", 1, (), ("blazing-7s",)))
    malformed(hall, c.UndoWins("t1", 1, ()))
    hall.meters(c.UndoWins("t1", 1, key, ("blazing-7s",), "18.8"))
    assert hall.shown("blazing-7s") == cents(10_003)
    refused(hall, "18.17.1", c.UndoWins("t1", 1, key))
    refused(hall, "18.17.1", c.UndoWins("t1", 1, (), ("blazing-7s",)))
    assert [win.status for win in hall.now.wins] == ["undone"]
    account = reconcile(hall.log).meters[0]
    assert (account.wins, account.paid_cents) == (0, 0)
    hall.check()


def test_a_round_void_after_its_jackpot_was_paid_gives_it_back() -> None:
    """bACEball undoes everything: the major is in the meter again, with what came since."""
    hall = aces_hall("150000.00", wagers=1)
    floor = hall.link("b1", aces_table(hall))
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards("AD 7C AD 7H AD 9C")
    assert hall.shown("baceball-major") == cents(50_000)
    assert floor.net("ann") == cents(150_000 + 100 - 5)
    floor.bet("ann", 1, 10)
    floor.ok(baceball.SUPERVISOR, o.Invalidate("14.4.1"), why="marked cards", asked="inspector")
    assert floor.net("ann") <= 0
    assert [win.status for win in hall.now.wins] == ["undone"]
    assert hall.shown("baceball-major") == cents(150_000) - 50
    hall.check()


def test_a_round_rebuilt_after_its_end_may_have_other_winners() -> None:
    """The last two cards were swapped: ben, not ann, has the three aces of diamonds."""
    hall = aces_hall("150000.00", wagers=2)
    floor = hall.link("b1", aces_table(hall))
    floor.players(ann=1, ben=2)
    for name, box in (("ann", 1), ("ben", 2)):
        floor.bet(name, box, 10)
        floor.bet(name, box, 5, "jackpot")
    floor.cards("AD AD 7C AD AD 7H AD 9S 9C")
    assert wins(hall) == [("ann", cents(150_000), cents(150_000))]
    cards = tuple(parse_cards("9S AD 9C"))
    floor.ok(baceball.SUPERVISOR, m.Rebuild(7, cards), why="swapped")
    assert wins(hall) == [("ben", cents(150_000), cents(150_000))]
    assert hall.shown("baceball-major") == cents(50_000)
    assert hall.now.meters["baceball-major"].won == cents(150_000) * MICROS
    hall.check()
    check_records(floor.rules, floor.log)


# Approval and payment


@clause("tasmania-blackjack 24.8")
@pytest.mark.parametrize("level", [6_172, 6_173, 6_174, None])
def test_prizes_from_the_agreed_level_on_are_approved_before_they_are_paid(
    level: int | None,
) -> None:
    """The prize is $6,173 each."""
    hall = nova_hall(authorise_cents=None if level is None else cents(level))
    floor = worked_25(hall)
    floor.cards("TD 8S 9C 6C 9H")
    floor.stand("ann", 1)
    floor.stand("dee", 4)
    floor.cards("TS")
    if level is not None and level <= 6_173:
        hall.no("24.8", "inspector", c.MarkPaid(1))
        hall.no("24.8", "dealer", c.AuthoriseWin(1))
        hall.ok("dealer", c.ReferWin(1))
        hall.no("24.8", "inspector", c.MarkPaid(1))
        hall.ok("inspector", c.AuthoriseWin(1))
    else:
        hall.no("24.8", "inspector", c.AuthoriseWin(1))
    hall.no("24.4.5:payment", "dealer", c.MarkPaid(1))
    hall.ok("inspector", c.MarkPaid(1))
    hall.no("24.4.5:payment", "inspector", c.MarkPaid(1))
    told = hall.log[-1]
    assert told == e.WinPaid(1, cents(6_173), "24.4.5:payment")
    hall.no("24.5.3", hall.top, c.UnlinkTable("n1"))
    with pytest.raises(Malformed):
        decide(hall.rules, hall.pool, hall.order("inspector", c.MarkPaid(3)))


# Wrong wagers


CAUSES = ("foreign-chip", "sensor-without-chip", "under-minimum", "no-main-game")


@clause(
    "tasmania-blackjack 24.7",
    "tasmania-blackjack 24.7:foreign-chip",
    "tasmania-blackjack 24.7:sensor-without-chip",
    "tasmania-blackjack 24.7:under-minimum",
    "tasmania-blackjack 24.7:no-main-game",
    "tasmania-blackjack 24.5.8",
    "tasmania-blackjack 24.5.8:audit",
)
@pytest.mark.parametrize("cause", CAUSES)
def test_a_wrong_wager_is_noted_comes_off_the_levels_and_is_reported(cause: Any) -> None:
    hall = linked(Hall(supernova_terms()))
    hall.meters(c.Register("t1", 1, (ANN, BEN)))
    assert hall.shown("mystery-1") == cents(1000) + 100
    before = len(hall.log)
    hall.ok("dealer", c.NoteIncorrectWager("t1", 1, 2, cause), by="dee", why="seen", at=99)
    assert hall.shown("mystery-1") == cents(1000) + 50
    given, back, noted = hall.log[before:]
    assert isinstance(given, e.OrderGiven)
    assert (given.by.name, given.at, given.why) == ("dee", 99, "seen")
    assert isinstance(back, e.TakenBack)
    assert back.boxes == (2,)
    assert isinstance(noted, e.IncorrectNoted)
    assert (noted.player, noted.cause, noted.clause) == ("ben", cause, f"24.7:{cause}")
    assert [(r.to, r.told) for r in hall.now.reports] == [("government-inspectorate", False)]
    hall.no("24.5.8:audit", "dealer", c.TellReport(1))
    hall.ok("inspector", c.TellReport(1))
    assert hall.now.reports[0].told
    hall.no("24.5.8:audit", "inspector", c.TellReport(1))
    hall.no("24.7", "dealer", c.NoteIncorrectWager("t1", 1, 2, cause))
    hall.no("24.4.3", "dealer", c.NoteIncorrectWager("t1", 1, 3, cause))
    with pytest.raises(Malformed):
        decide(hall.rules, hall.pool, hall.order("inspector", c.TellReport(2)))
    hall.check()


def test_books_without_the_rule_note_no_wrong_wagers() -> None:
    hall = one_wager()
    with pytest.raises(Malformed):
        decide(hall.rules, hall.pool, hall.order("dealer", c.TellReport(1)))


def test_the_prize_of_a_wrong_wager_waits_for_casino_management() -> None:
    """It is refused only once the inspectorate knows, and then the pool stays."""
    for refuse in (True, False):
        hall = nova_hall("12000.00", stakes=1)
        floor = hall.link("n1", nova_table(ann=1))
        floor.bet("ann", 1, 10)
        floor.bet("ann", 1, 2, "supernova")
        floor.no_more_bets()
        floor.cards("TD 9C 6C")
        floor.stand("ann", 1)
        floor.cards("TS")
        hall.no("24.7", "casino-management", c.RefuseWin(1))
        hall.ok("dealer", c.NoteIncorrectWager("n1", 1, 1, "foreign-chip"))
        hall.no("24.8", "inspector", c.MarkPaid(1))
        hall.no("24.7", "inspector", c.AuthoriseWin(1))
        if refuse:
            hall.no("24.5.8:audit", "casino-management", c.RefuseWin(1))
            hall.ok("inspector", c.TellReport(1))
            hall.no("24.7", "management-representative", c.RefuseWin(1))
            hall.ok("casino-management", c.RefuseWin(1))
            assert hall.now.wins[0].status == "refused"
            assert hall.shown("mystery-1") == cents(12_000)
        else:
            hall.ok("casino-management", c.AuthoriseWin(1))
            hall.ok("inspector", c.MarkPaid(1))
            assert hall.now.wins[0].status == "paid"
            assert hall.shown("mystery-1") == 0
        hall.check()


@clause("tasmania-blackjack 24.5.6", "tasmania-blackjack 24.7")
def test_a_refused_share_is_the_other_winners() -> None:
    """12,000 shared by two, one refused: only the other has won, and wins all of it."""
    hall = nova_hall("12000.00", stakes=2)
    floor = worked_25(hall)
    floor.cards("TD 8S 9C 6C 9H")
    floor.hit("ann", 1)
    floor.cards("KS")
    floor.stand("dee", 4)
    floor.cards("TS")
    assert [got for _, got, _ in wins(hall)] == [cents(6_000)] * 2
    hall.ok("inspector", c.MarkPaid(2))
    hall.ok("dealer", c.NoteIncorrectWager("n1", 1, 1, "foreign-chip"))
    hall.ok("inspector", c.TellReport(1))
    hall.ok("casino-management", c.RefuseWin(1))
    assert hall.log[-1] == e.ShareRaised(2, cents(6_000), "24.5.6")
    ann, dee = hall.now.wins
    assert (ann.status, ann.over_cents) == ("refused", cents(6_000))
    assert (dee.status, dee.top_up_cents) == ("owed", cents(6_000))
    assert hall.shown("mystery-1") == 0
    assert reconcile(hall.log).meters[0].paid_cents == cents(12_000)
    hall.ok("inspector", c.MarkPaid(2))
    hall.ok("inspector", c.ReclaimWin(1))
    assert [(win.over_cents, win.top_up_cents) for win in hall.now.wins] == [(0, 0)] * 2
    hall.check()


@clause("tasmania-blackjack 24.5.6", "tasmania-blackjack 24.7")
def test_who_is_refused_one_of_two_boxes_has_the_share_on_the_other() -> None:
    """Ann has one share of 12,000, on the first of her boxes: that was wrong, not the other."""
    hall = nova_hall("12000.00", stakes=2)
    floor = hall.link("n1", nova_table(ann=1))
    for box in (1, 2):
        floor.bet("ann", box, 10)
        floor.bet("ann", box, 2, "supernova")
    floor.no_more_bets()
    floor.cards("TD 8S 9C 6C 9H")
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("TS")
    assert [got for _, got, _ in wins(hall)] == [cents(12_000), 0]
    hall.ok("dealer", c.NoteIncorrectWager("n1", 1, 1, "foreign-chip"))
    hall.ok("inspector", c.TellReport(1))
    hall.ok("casino-management", c.RefuseWin(1))
    assert [(win.over_cents, win.top_up_cents) for win in hall.now.wins] == [
        (cents(12_000), 0),
        (0, cents(12_000)),
    ]
    hall.check()


@clause("tasmania-blackjack 24.5.6", "tasmania-blackjack 24.7")
def test_one_refused_after_the_other_leaves_the_whole_to_the_last() -> None:
    """12,000 by three, 4,000 each; without ann 6,000 each, which is paid; without ben 12,000."""
    hall = linked(nova_hall("12000.00", stakes=3))
    boxes = {1: "ann", 2: "ben", 3: "cal"}
    entered = tuple(c.Entered(box, name) for box, name in boxes.items())
    hall.meters(c.Register("t1", 1, entered))
    paid = (c.Won(box, name, ("mystery-1",), MYSTERY, cents(4_000)) for box, name in boxes.items())
    hall.meters(c.RecordWins("t1", 1, tuple(paid)))
    for box in (1, 2):
        hall.ok("dealer", c.NoteIncorrectWager("t1", 1, box, "foreign-chip"))
        hall.ok("inspector", c.TellReport(box))
        hall.ok("casino-management", c.RefuseWin(box))
        hall.ok("inspector", c.MarkPaid(3))
    told = [event.cents for event in hall.log if isinstance(event, e.WinPaid)]
    assert told == [cents(2_000), cents(6_000)]  # beside the 4,000 of the round
    assert [win.over_cents for win in hall.now.wins] == [cents(4_000), cents(4_000), 0]
    assert reconcile(hall.log).meters[0].paid_cents == cents(12_000)
    hall.check()


# Mysteries


def test_nobody_wins_until_the_hidden_value_is_reached() -> None:
    """One millionth of a cent below it, exactly at it."""
    for short, hit in ((1, False), (0, True)):
        meter = replace(
            supernova_terms().meters[0],
            seed_cents=cents(11_999),
            rate_ppm=500_000,
            least_cents=cents(12_000),
            most_cents=cents(12_000),
        )
        hall = linked(Hall(supernova_terms(meters=(meter,))))
        known = hall.now.meters["mystery-1"]
        lower = replace(known, micros=known.micros - short, seeded=known.seeded - short)
        hall.pool = replace(hall.now, meters={"mystery-1": lower})
        events = hall.meters(c.Register("t1", 1, (ANN,)))
        assert any(isinstance(event, e.MysteryHit) for event in events) == hit


@pytest.mark.parametrize("winners", ["wager", "round"])
def test_the_stake_that_reaches_it_is_found_in_the_order_of_the_boxes(winners: str) -> None:
    """The third of five stakes reaches it; the last two are in the meter that starts again."""
    meter = replace(
        supernova_terms().meters[0],
        seed_cents=cents(11_998.50),
        least_cents=cents(12_000),
        most_cents=cents(12_000),
    )
    hall = linked(Hall(supernova_terms(meters=(meter,), winners=winners)))
    wagers = tuple(c.Entered(box, f"p{box}") for box in (7, 2, 5, 3, 1))
    events = hall.meters(c.Register("t1", 1, wagers))
    hit = next(event for event in events if isinstance(event, e.MysteryHit))
    assert (hit.reached_by, hit.cents) == (3, cents(12_000))
    assert hit.boxes == ((3,) if winners == "wager" else (1, 2, 3, 5, 7))
    assert hall.shown("mystery-1") == 100
    shown = next(event for event in events if isinstance(event, Revealed))
    assert (shown.number, shown.seed) == (1, seed_of(1))
    assert hall.now.seals["mystery-1"].number == 2
    paid = [c.Won(box, f"p{box}", ("mystery-1",), "mystery jackpot", 1) for box in hit.boxes]
    hall.meters(c.RecordWins("t1", 1, tuple(paid)))
    if winners == "wager":
        other = c.Won(5, "p5", ("mystery-1",), "mystery jackpot", 1)
        refused(hall, "24.5.3", c.RecordWins("t1", 1, (other,)))
    malformed(hall, c.RecordWins("t1", 1, (), (c.Drawn("mystery-1", 100, 0),)))
    hall.check()


@clause("tasmania-blackjack 24.5.6")
def test_whose_stake_went_back_before_has_no_share_of_it() -> None:
    """Ann's stake counts no more when ben's, in the same round, reaches the hidden value."""
    meter = replace(
        supernova_terms().meters[0],
        seed_cents=cents(11_999),
        least_cents=cents(12_000),
        most_cents=cents(12_000),
        rate_ppm=500_000,
    )
    short = 500_000  # millionths of a cent, so that one stake alone does not reach it
    hall = linked(Hall(supernova_terms(meters=(meter,), winners="round")))
    known = hall.now.meters["mystery-1"]
    lower = replace(known, micros=known.micros - short, seeded=known.seeded - short)
    hall.pool = replace(hall.now, meters={"mystery-1": lower})
    hall.meters(c.Register("t1", 1, (ANN,)))
    hall.meters(c.TakeBack("t1", 1, (ANN.box,), "24.9.2"))
    events = hall.meters(c.Register("t1", 1, (BEN, c.Entered(3, "cal"))))
    hit = next(event for event in events if isinstance(event, e.MysteryHit))
    assert hit.boxes == (BEN.box, 3)


def test_hidden_values_differ_and_lie_within_their_bounds() -> None:
    terms = supernova_terms().meters[0]
    values = [drawn_between(seed_of(n), terms.least_cents, terms.most_cents) for n in range(500)]
    assert len(set(values)) > 400
    assert terms.least_cents <= min(values) < max(values) <= terms.most_cents


def _two_hits() -> Hall:
    meter = replace(
        supernova_terms().meters[0],
        seed_cents=100,
        rate_ppm=500_000,
        least_cents=cents(5),
        most_cents=cents(9),
    )
    hall = linked(Hall(supernova_terms(meters=(meter,))))
    for number in range(1, 20):
        hall.meters(c.Register("t1", number, (ANN, BEN)))
    return hall


def test_every_mystery_can_be_proved_from_the_log() -> None:
    hall = _two_hits()
    checked = check_mystery(hall.log)
    hits = [event for event in hall.log if isinstance(event, e.MysteryHit)]
    assert len(checked) == len(hits) >= 2
    for one, hit in zip(checked, hits, strict=True):
        hidden = drawn_between(seed_of(one.seal), cents(5), cents(9))
        assert one.hidden_cents == hidden
        assert hidden <= hit.cents < hidden + 100


@pytest.mark.parametrize("what", ["seed", "later", "other", "unsaid"])
def test_a_mystery_that_was_tampered_with_is_found(what: str) -> None:
    hall = _two_hits()
    log: list[Event] = list(hall.log)
    at = next(n for n, event in enumerate(log) if isinstance(event, e.MysteryHit))
    hit, shown = log[at], log[at + 1]
    assert isinstance(hit, e.MysteryHit)
    assert isinstance(shown, Revealed)
    if what == "seed":
        log[at + 1] = replace(shown, seed=seed_of(99))
    elif what == "other":
        log[at] = replace(hit, reached_by=3 - hit.reached_by)
    elif what == "later":
        log[at] = replace(hit, cents=hit.cents - 1)
    else:
        del log[at]
    with pytest.raises(Malformed):
        check_mystery(log)


def test_what_is_sealed_is_sealed_properly() -> None:
    hall = linked(Hall(supernova_terms()))
    refused(hall, "24.4.5", c.SealMystery("mystery-1", 2, "0" * 64))
    malformed(hall, c.SealMystery("mystery-2", 2, "0" * 64))
    hall.pool = replace(hall.now, seals={})
    malformed(hall, c.SealMystery("mystery-1", 3, "0" * 64))
    malformed(hall, c.SealMystery("mystery-1", 2, "0" * 63))
    malformed(hall, c.Register("t1", 1, (ANN,)))
    events = hall.ok(METERS, c.SealMystery("mystery-1", 2, digest_of(seed_of(2))))
    assert events == (Sealed(2, digest_of(seed_of(2)), "mystery-1", "24.4.5"),)
    malformed(hall, c.Register("t1", 1, (ANN,)))
    order = hall.order(METERS, c.Register("t1", 1, (ANN,)))
    with pytest.raises(Refused):
        decide(hall.rules, hall.pool, order, {2: seed_of(3)})
    assert decide(hall.rules, hall.pool, order, {2: seed_of(2)})
    star_hall = linked(Hall(blazing_terms()))
    malformed(star_hall, c.SealMystery("blazing-7s", 1, "0" * 64))


def test_a_mystery_of_baceball_is_paid_on_top_and_one_stake_wins_it() -> None:
    terms = baceball_terms()
    mystery = replace(
        terms.meters[2], seed_cents=cents(499.90), least_cents=cents(500), most_cents=cents(500)
    )
    hall = Hall(replace(terms, meters=(*terms.meters[:2], mystery)))
    meters = {"baceball-major": cents(100_000), "baceball-minor": cents(10_000)}
    floor = hall.link("b1", baceball.loaded(meters=meters))
    floor.players(ann=1, ben=2)
    for name, box in (("ann", 1), ("ben", 2)):
        floor.bet(name, box, 10)
        floor.bet(name, box, 5, "jackpot")
    floor.deal("AS")
    floor.cards("9H 7C AS 9D 7H KS 9C 9S")
    # Ann's ten cents reached it; her two suited aces are paid beside it.
    assert wins(hall) == [("ann", cents(500), 0)]
    assert floor.net("ann") == cents(10 + 500 + 250 - 5)
    assert hall.shown("mystery-1") == 10
    hall.check()
    check_records(floor.rules, floor.log)


def test_a_mystery_stands_though_its_round_is_void() -> None:
    hall = nova_hall(authorise_cents=0)
    floor = worked_25(hall)
    floor.cards("TD 8S")
    floor.ok("inspector", m.Malfunction(can_finish=False), why="two cards at once")
    assert wins(hall) == [("ann", cents(6_173), 0), ("dee", cents(6_173), 0)]
    assert floor.net("ann") == cents(6_173 - 2)
    hall.check()


# Simultaneous wins


def test_what_is_not_simultaneous() -> None:
    hall = linked(Hall(blazing_terms()), "t1", "t2")
    hall.meters(c.Register("t1", 1, (ANN, BEN)))
    hall.meters(c.Register("t2", 1, (ANN,)))
    shown = cents(10_003)
    two = (won(before=shown), won(box=2, before=shown))
    hall.meters(c.RecordWins("t1", 1, two, drawn(shown)))
    hall.no("16.11.4(i)", "surveillance", c.DetermineSimultaneous((1, 2)))
    for numbers in ((1,), (1, 1), (1, 3)):
        order = hall.order("surveillance", c.DetermineSimultaneous(numbers))
        with pytest.raises(Malformed):
            decide(hall.rules, hall.pool, order)
    again = cents(10_000)
    hall.meters(c.RecordWins("t2", 1, (won(again, before=again),), drawn(again)))
    hall.meters(c.UndoWins("t1", 1, ((2, ("blazing-7s",)),)))
    hall.no("16.11.4(ii)", "surveillance", c.DetermineSimultaneous((2, 3)))
    hall.ok("surveillance", c.DetermineSimultaneous((1, 3)))
    told = hall.log[-1]
    assert isinstance(told, e.SimultaneousDetermined)
    # Half of $10,003 each is less than the minimum: nothing is owed to the second.
    assert [share.due_cents for share in told.shares] == [cents(10_000)] * 2


def test_what_is_owed_on_top_is_paid_apart() -> None:
    hall = linked(Hall(blazing_terms()), "t1", "t2")
    seed = replace(hall.now.terms.meters[0], seed_cents=cents(40_000))
    hall = linked(Hall(blazing_terms(meters=(seed,))), "t1", "t2")
    for table in ("t1", "t2"):
        hall.meters(c.Register(table, 1, (ANN,)))
    shown = cents(40_002)
    hall.meters(c.RecordWins("t1", 1, (won(shown, before=shown),), drawn(shown)))
    low = cents(10_000)
    hall.meters(c.RecordWins("t2", 1, (won(low, before=low),), drawn(low)))
    hall.ok("supervisor", c.MarkPaid(2))
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2)))
    assert [win.top_up_cents for win in hall.now.wins] == [0, cents(10_001)]
    assert [win.status for win in hall.now.wins] == ["owed", "owed"]
    hall.ok("supervisor", c.MarkPaid(2))
    assert hall.log[-1] == e.WinPaid(2, cents(10_001), "16.8")
    hall.no("16.8", "supervisor", c.MarkPaid(2))
    # Together they have what the meter showed: the first hands back what was the other's.
    assert hall.now.wins[0].over_cents == cents(20_001)
    assert reconcile(hall.log).meters[0].paid_cents == shown
    hall.check()


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(ii)")
def test_two_of_one_moment_share_the_meter_and_the_first_hands_back() -> None:
    """120,000 shown, 60,000 each: paid were 120,000 and, from the meter reset, 50,000."""
    seed = replace(blazing_terms().meters[0], seed_cents=cents(120_000) - 200,
                   reset_cents=cents(50_000))  # fmt: skip
    options = {"blazing-7s-stake": "5", "reset": "50000"}
    hall = linked(Hall(blazing_terms(meters=(seed,), options=options)), "t1", "t2")
    for table, who in (("t1", ANN), ("t2", BEN)):
        hall.meters(c.Register(table, 1, (who,)))
    shown, low = cents(120_000), cents(50_000)
    assert hall.shown("blazing-7s") == shown
    hall.meters(c.RecordWins("t1", 1, (won(shown, before=shown),), drawn(shown)))
    hall.meters(c.RecordWins("t2", 1, (won(low, box=2, before=low),), drawn(low)))
    hall.ok("supervisor", c.MarkPaid(1))
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2)))
    told = hall.log[-1]
    assert isinstance(told, e.SimultaneousDetermined)
    assert [(s.due_cents, s.owed_cents, s.over_cents) for s in told.shares] == [
        (cents(60_000), 0, cents(60_000)),
        (cents(60_000), cents(10_000), 0),
    ]
    hall.ok("supervisor", c.MarkPaid(2))
    hall.ok(hall.top, c.UnlinkTable("t1"))  # who owes something may never come back
    hall.no("16.11.1", "supervisor", c.ReclaimWin(2))
    hall.no("16.11.1", "dealer", c.ReclaimWin(1))
    hall.ok("supervisor", c.ReclaimWin(1))
    assert hall.log[-1] == e.WinReclaimed(1, cents(60_000), "cash", "16.11.1")
    hall.no("16.11.1", "supervisor", c.ReclaimWin(1))
    hall.no("16.11.4(ii)", "surveillance", c.DetermineSimultaneous((1, 2)))  # once
    assert reconcile(hall.log).meters[0].paid_cents == cents(120_000)
    hall.check()


def two_of_one_moment() -> Hall:
    """The first was paid 1 more than its share, the second 1,000 less."""
    hall = linked(Hall(blazing_terms()), "t1", "t2")
    for table in ("t1", "t2"):
        hall.meters(c.Register(table, 1, (ANN,)))
    hall.meters(c.RecordWins("t1", 1, (won(before=SHOWN + 100),), drawn(SHOWN + 100)))
    less = cents(9_000)
    hall.meters(c.RecordWins("t2", 1, (won(less, before=less),), drawn(cents(10_000))))
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2)))
    assert [win.over_cents for win in hall.now.wins] == [cents(1), 0]
    return hall


def test_of_a_win_that_was_none_only_what_was_paid_on_top_is_handed_back() -> None:
    """The rounds themselves take back what they paid, whatever was over of it."""
    hall = two_of_one_moment()
    hall.ok("supervisor", c.MarkPaid(2))
    for table in ("t1", "t2"):
        hall.meters(c.UndoWins(table, 1, ((1, ("blazing-7s",)),), (), "18.8"))
    assert [win.over_cents for win in hall.now.wins] == [0, cents(1_000)]
    assert reconcile(hall.log).meters[0].paid_cents == 0
    hall.check()


def test_what_was_handed_back_of_a_win_that_was_none_is_paid_out_again() -> None:
    """Its round takes back all that it paid, also what the player has handed back since."""
    hall = two_of_one_moment()
    hall.ok("supervisor", c.ReclaimWin(1))
    refused_then = evolve(hall.now, e.WinRefused(1, Person("sue", "supervisor"), "16.8"))
    assert refused_then.win(1).over_cents == SHOWN - cents(1)
    hall.meters(c.UndoWins("t1", 1, ((1, ("blazing-7s",)),), (), "18.8"))
    undone = hall.now
    assert (undone.win(1).over_cents, undone.win(1).top_up_cents) == (0, cents(1))
    assert pool_desk(undone, {}, VISITOR).wins[-1].open
    hall.no("16.8", hall.top, c.UnlinkTable("t1"))  # the house owes, and pays first
    hall.ok("supervisor", c.MarkPaid(1))
    paid = hall.log[-1]
    assert paid == e.WinPaid(1, cents(1), "16.8")
    assert [(one.person, one.cents) for one in Pools().payments(undone, paid)] == [
        (HOUSE, -cents(1)),
        ("ann", cents(1)),
    ]
    assert (hall.now.win(1).status, hall.now.win(1).top_up_cents) == ("undone", 0)
    hall.no("16.8", "supervisor", c.MarkPaid(1))
    hall.ok(hall.top, c.UnlinkTable("t1"))
    hall.check()


@clause("star-baceball 11.13.1")
def test_majors_of_one_moment_at_two_tables_share_as_in_one_round() -> None:
    """150,000 shown: 75,000 each; the second was paid the 100,000 that a major is at least."""
    hall = aces_hall("150000.00")
    floors = [hall.link(name, aces_table(hall)) for name in ("b1", "b2")]
    for floor, name, box in ((floors[0], "ann", 1), (floors[1], "eve", 5)):
        floor.players(**{name: box})
        floor.bet(name, box, 10)
        floor.bet(name, box, 5, "jackpot")
    floors[0].cards("AD 7C AD 7H AD")
    floors[1].cards("AD 7C AD 7H AD")
    floors[0].cards("9C")
    floors[1].cards("9C")
    assert [(who, got) for who, got, _ in wins(hall)] == [
        ("ann", cents(150_000)),
        ("eve", cents(100_000)),
    ]
    hall.no("11.13", "gaming-supervisor", c.DetermineSimultaneous((1, 2)))
    hall.ok("gaming-manager", c.DetermineSimultaneous((1, 2)))
    told = hall.log[-1]
    assert isinstance(told, e.SimultaneousDetermined)
    assert [(s.due_cents, s.over_cents) for s in told.shares] == [
        (cents(75_000), cents(75_000)),
        (cents(75_000), cents(25_000)),
    ]
    hall.ok("gaming-supervisor", c.ReclaimWin(1))
    hall.ok("gaming-supervisor", c.ReclaimWin(2))
    hall.check()


def test_what_a_hidden_value_won_is_shared_by_its_round_alone() -> None:
    terms = baceball_terms()
    mystery = replace(
        terms.meters[2], seed_cents=cents(499.90), least_cents=cents(500), most_cents=cents(500)
    )
    hall = linked(Hall(replace(terms, meters=(*terms.meters[:2], mystery))), "b1", "b2")
    full = hall.now.meters
    prize = c.Won(1, "ann", ("mystery-1",), MYSTERY, cents(500))
    for table in ("b1", "b2"):
        hall.meters(c.Register(table, 1, (ANN,)))
        hall.pool = replace(hall.now, meters=full)
        hall.meters(c.RecordWins(table, 1, (prize,)))
    hall.no("11.13", "gaming-manager", c.DetermineSimultaneous((1, 2)))


def test_only_some_books_let_wins_be_simultaneous() -> None:
    hall = Hall(supernova_terms())
    order = hall.order("surveillance", c.DetermineSimultaneous((1, 2)))
    with pytest.raises(Malformed):
        decide(hall.rules, hall.pool, order)


# What a table is told


def test_a_reading_is_needed_only_where_a_meter_pays() -> None:
    hall = blazing_hall(15_000)
    floor = hall.link("t1", star_table())
    three_bets(floor)
    assert not needs_reading(floor.deal("7D"))
    floor.cards("9C 9D 7D 7D 8C")
    assert needs_reading(floor.ok("dealer", o.Deal(parse_cards("8D")[0])))


def test_whether_a_table_shows_every_meter() -> None:
    hall = Hall(supernova_terms())
    closed = Floor("tasmania-blackjack")
    assert shows(hall.now, closed.state)
    open_ = tasmania.opened(tasmania.supernova_setup(meters={}))
    assert not shows(hall.now, open_.state)
    open_.ok(METERS, o.ReadMeters({"mystery-1": 5}))
    assert shows(hall.now, open_.state)


@clause("star-baceball 8.2")
def test_a_winning_hand_lies_there_until_it_is_paid() -> None:
    """The cards go to the rack with the end of the round, which follows the payment."""
    floor = baceball.loaded()
    floor.players(ann=1, ben=7)
    for name, box in (("ann", 1), ("ben", 7)):
        floor.bet(name, box, 10)
        floor.bet(name, box, 5, "jackpot")
    floor.cards("AS 9H 7C AS 9D 7H KS 9C")
    assert floor.state.round is not None
    assert len(floor.state.round.box(1).hands[0].cards) == 3
    events = floor.deal("9S")
    paid = [
        at
        for at, event in enumerate(events)
        if isinstance(event, t.RoundMoved)
        and any(
            isinstance(row, Settled) and row.wager == "jackpot" and row.result == "wins"
            for row in event.step.events
        )
    ]
    collected = [at for at, event in enumerate(events) if isinstance(event, t.RoundFinished)]
    assert len(paid) == len(collected) == 1
    assert paid[0] < collected[0]
    assert floor.state.duties == ()  # 250 from the float is handed over with the round


@clause("star-baceball 8.2")
@pytest.mark.parametrize(("ace", "meter"), [("AD", "baceball-major"), ("AC", "baceball-minor")])
def test_no_card_of_the_next_round_while_a_share_of_the_jackpot_is_not_paid(
    ace: str, meter: str
) -> None:
    floor = baceball.loaded()
    floor.players(ann=1, ben=7)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    shown = floor.state.set_up.meters[meter]
    floor.cards(f"{ace} 9C {ace} 9D {ace} 8S")
    won = [row.paid for row in given(floor.state.last).rows if row.wager == "jackpot"]
    assert won == [shown]
    owed = [(duty.to, duty.act, duty.player, duty.clause) for duty in floor.state.duties]
    assert owed == [("", "pay-jackpot", "ann", "8.2")]
    next_ = after_win(floor.rules.conduct, floor.state)
    due = [(order.act, order.player, by) for order, by in next_]
    assert due == [("pay-jackpot", "ann", "8.2")]  # as the dealer's page shows it
    floor.bet("ben", 7, 10)
    floor.no("8.2", "dealer", o.Deal(parse_card("2S")))
    for collects in (o.Shuffle(), o.ReplaceCards(), m.ReplaceDevice("device")):
        floor.no("8.2", "gaming-supervisor", collects)
    floor.no("8.2", "dealer", o.Perform("pay-jackpot", player="ann"))
    floor.no("8.2", "gaming-supervisor", o.Perform("pay-jackpot", player="ben"))
    floor.ok("gaming-supervisor", o.Perform("pay-jackpot", player="ann"))
    floor.no("8.2", "gaming-supervisor", o.Perform("pay-jackpot", player="ann"))  # once
    floor.cards("2S")
    assert floor.state.in_round
    assert floor.replayed() == floor.state
