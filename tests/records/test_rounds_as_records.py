"""A round at a table in which something went wrong, written down, settles the same."""

from collections.abc import Callable

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.game.round import legal
from bythebook.table.decision import game_of
from tests.books.baceball import floor as baceball
from tests.books.canberra import floor as canberra
from tests.books.crown import floor as crown
from tests.books.star_challenge import floor as star
from tests.books.tasmania import floor as tasmania
from tests.records.exported import check_records
from tests.table.floor import Floor, c, cents, m, o

TABLES: dict[str, tuple[Callable[[], Floor], str]] = {
    # The table with a shuffling device, and who speaks for it in every case.
    "canberra": (lambda: canberra.ready(dealing="device"), canberra.MANAGER),
    "crown": (lambda: crown.seated("ann ben", dealing="device"), "area-manager"),
    "star": (lambda: star.ready(star.DEVICE, ann=1, ben=2), "supervisor"),
    "tasmania": (
        lambda: tasmania.started(tasmania.setup(dealing="device"), ann=1, ben=2),
        "inspector",
    ),
}
WHY = "it is so"


def dealt(book: str) -> tuple[Floor, str]:
    """Ann on 12 and ben on 18 against a six; ann's card is asked for."""
    make, role = TABLES[book]
    floor = make()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 20)
    floor.cards("7C TS 6D 5H 8S")
    floor.put_down(c.Hit(1))
    return floor, role


def finish(floor: Floor) -> None:
    """Ann draws to 20, ben stands on 18, the dealer has 17: both win."""
    make_ready(floor)
    floor.cards("8D")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TD AS")


def make_ready(floor: Floor) -> None:
    """After a move to an ordinary shoe: cut, the cutting card in, one burned, where it is due."""
    if floor.state.shoe.status == "to-cut":
        floor.ok("player", o.Cut("ben", 100), by="ben")
    if floor.state.shoe.status == "to-insert":
        floor.ok("dealer", o.Insert((90,)))
    if floor.state.shoe.status == "to-burn":
        floor.ok("dealer", o.Burn())


def lines(floor: Floor) -> list[str]:
    """What went wrong, as the record of the last round has it."""
    *_, record = check_records(floor.rules, floor.log)
    return [line.strip(' ",') for line in record.splitlines() if '"! ' in line]


@pytest.mark.parametrize("book", TABLES)
def test_cards_that_lay_face_up(book: str) -> None:
    make, _ = TABLES[book]
    floor = make()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 20)
    floor.ok("dealer", m.FaceUp(parse_card("4C")))
    floor.cards("7C TS")
    floor.ok("dealer", m.FaceUp(parse_card("4D")))
    floor.cards("6D 5H 8S")
    floor.ok("dealer", m.FaceUp(parse_card("4H")))
    floor.hit("ann", 1)
    finish(floor)
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(20))
    assert lines(floor) == ["! face-up 1", "! face-up 4", "! face-up 8"]


def test_a_card_that_lay_face_up_when_no_other_comes() -> None:
    floor = tasmania.started(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("AS AH KD")
    floor.ok("dealer", m.FaceUp(parse_card("4C")))
    floor.play("ann", c.TakeEvenMoney(1))
    floor.proceed()
    assert floor.net("ann") == cents(10)
    assert lines(floor) == ["! face-up 4"]


def test_a_card_that_lay_face_up_before_a_round_was_none_of_its_cards() -> None:
    floor = star.ready(star.SHOE, ann=1)
    floor.ok("dealer", m.FaceUp(parse_card("4C")))
    star.plain_round(floor, "ann")
    floor.ok("dealer", m.FaceUp(parse_card("4D")))
    assert lines(floor) == []


@pytest.mark.parametrize("missing", [True, False])
@pytest.mark.parametrize("book", ["crown", "star"])
def test_a_card_that_is_missing_or_does_not_belong(book: str, missing: bool) -> None:
    floor, role = dealt(book)
    floor.ok(role, m.WrongCards(missing), why=WHY)
    assert (floor.net("ann"), floor.net("ben")) == (0, 0)
    assert lines(floor) == ["! missing-card" if missing else "! foreign-card"]


def test_a_wrong_card_that_was_dealt_is_no_card_of_the_round() -> None:
    floor, role = dealt("star")
    floor.deal("JK")
    floor.ok(role, m.WrongCards(), why=WHY)
    assert lines(floor) == ["! foreign-card"]


@pytest.mark.parametrize(
    ("book", "fails", "what", "voided"),
    [
        ("canberra", m.Malfunction(can_finish=False), "cannot-finish", "16.3"),
        ("canberra", m.Malfunction(spare=True), "no-spare", ""),
        ("crown", m.Malfunction(can_finish=False), "cannot-finish", "17.12"),
        ("crown", m.Malfunction(spare=True), "spare", ""),
        ("crown", m.Malfunction(spare=False), "no-spare", ""),
        ("star", m.Malfunction(disadvantage=True, spare=True), "disadvantage", "19.4"),
        ("star", m.Malfunction(spare=True), "spare", ""),
        ("star", m.Malfunction(spare=True, movable=False), "no-spare", ""),
        ("tasmania", m.Malfunction(can_finish=False), "cannot-finish", "19.11(a)"),
        ("tasmania", m.Malfunction(can_finish=True), "", ""),
    ],
)
def test_a_device_that_fails(book: str, fails: m.Malfunction, what: str, voided: str) -> None:
    floor, role = dealt(book)
    floor.ok(role, fails, why=WHY)
    assert floor.state.in_round is not bool(voided)
    if not voided:
        finish(floor)
    assert floor.state.last is not None
    assert floor.state.last.voided == voided
    won = (0, 0) if voided else (cents(10), cents(20))
    assert (floor.net("ann"), floor.net("ben")) == won
    assert lines(floor) == ([f"! malfunction {what} at 6"] if what else [])
    assert floor.replayed() == floor.state


@pytest.mark.parametrize(
    ("fails", "what"),
    [
        (m.Malfunction(disadvantage=True, spare=True), "disadvantage"),
        (m.Malfunction(can_finish=False, spare=True), "cannot-finish"),
        (m.Malfunction(spare=False), "no-spare"),
        (m.Malfunction(spare=True), "spare"),
    ],
)
def test_a_device_that_fails_without_decisions(fails: m.Malfunction, what: str) -> None:
    floor = baceball.loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards("9S 8C")
    floor.ok("dealer", m.FaceUp(parse_card("KC")))
    floor.ok(baceball.SUPERVISOR, fails, why=WHY)
    if what == "spare":
        floor.cards("9H 8D 2D 3S")
    assert lines(floor) == ["! face-up 3", f"! malfunction {what} at 4"]


def test_wagers_taken_back_when_no_device_is_left() -> None:
    floor, role = dealt("star")
    floor.ok(role, m.Malfunction(spare=False))
    # It is an order, which is recorded; the round lists it all the same among what is open.
    assert floor.state.round is not None
    assert c.TakeBack(2, "ben") in legal(game_of(floor.rules, floor.state), floor.state.round)
    floor.malformed("player", o.Decide(c.TakeBack(2)), by="ben")
    floor.ok("player", m.WithdrawWagers("ben"), by="ben")
    make_ready(floor)
    floor.cards("8D")
    floor.stand("ann", 1)
    floor.cards("TD AS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), 0)
    assert lines(floor) == ["! malfunction no-spare at 6", "! return * ben 19.5.1 at 6"]


@pytest.mark.parametrize("book", ["crown", "star"])
def test_a_device_that_fails_when_only_a_burned_card_has_come(book: str) -> None:
    """The card that lay face up began the round: it is a round whose device has failed."""
    make, role = TABLES[book]
    floor = make()
    floor.bet("ann", 1, 10)
    floor.ok("dealer", m.FaceUp(parse_card("4C")))
    fails = m.Malfunction(can_finish=False, disadvantage=True)
    floor.ok(role, fails, why=WHY)
    what = {"crown": "cannot-finish", "star": "disadvantage"}[book]
    assert lines(floor) == ["! face-up 1", f"! malfunction {what} at 2"]


# Rounds put right


def test_going_back_leaves_a_card_that_lay_face_up_out_of_play() -> None:
    floor, _ = dealt("crown")
    floor.ok("dealer", m.FaceUp(parse_card("4C")))
    floor.cards("8D")
    floor.ok("higher-duties-dealer", m.Rewind(5, box=1), why="misheard")
    assert floor.state.shoe.next == parse_cards("8D")
    floor.hit("ann", 1)
    finish(floor)
    assert lines(floor) == ["! face-up 6"]
    assert floor.net("ann") == cents(10)


def test_a_burned_card_is_no_decision_to_go_back_to() -> None:
    floor, _ = dealt("crown")
    floor.ok("dealer", m.FaceUp(parse_card("4C")))
    floor.cards("8D")
    floor.malformed("higher-duties-dealer", m.Rewind(5, decisions=2, box=1), why="misheard")
    floor.no("17.9", "higher-duties-dealer", m.Rewind(5, decisions=1, box=1), why="misheard")


@pytest.mark.parametrize("first", [True, False], ids=["burned first", "burned later"])
@pytest.mark.parametrize("over", [True, False], ids=["over", "in progress"])
def test_a_burned_card_that_belonged_to_the_round_after_all(first: bool, over: bool) -> None:
    """The dealer's nine was taken for a card that lay face up; put right, it is not burned."""
    floor = star.ready(star.SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    if first:
        floor.ok("dealer", m.FaceUp(parse_card("9C")))
    floor.cards("TC 7D")
    if not first:
        floor.ok("dealer", m.FaceUp(parse_card("9C")))
    floor.cards("6H")
    floor.ok("dealer", m.FaceUp(parse_card("2C")))
    if over:
        floor.stand("ann", 1)
        floor.cards("TD")
        assert floor.net("ann") == -cents(10)
        floor.ok("supervisor", m.Rebuild(4, parse_cards("9C TD")), why=WHY)
    else:
        floor.ok("supervisor", m.Rebuild(2, parse_cards("7D 6H 9C")), why=WHY)
        assert floor.state.shoe.next == parse_cards("9C")
        floor.stand("ann", 1)
        floor.cards("9C TD")
    # The dealer has 26.
    assert floor.net("ann") == cents(10)
    assert floor.state.shoe.burned == parse_cards("2C")
    assert lines(floor) == ["! face-up 4" if over else "! face-up 2"]
    assert floor.replayed() == floor.state


# Whatever else a table's round has, its record has too


def test_both_hands_of_a_split_doubled_by_token() -> None:
    floor = crown.seated("ann", game="free-bet-blackjack")
    floor.bet("ann", 1, 10)
    floor.cards("5C 6D 5S")
    floor.play("ann", c.Split(1))
    floor.cards("6H")
    floor.play("ann", c.Double(1))
    floor.cards("9H 5D")
    floor.play("ann", c.Double(1))
    floor.cards("8H TD TH")
    (record,) = check_records(floor.rules, floor.log)
    assert record.count('"1 double"') == 2
    assert floor.net("ann") == cents(40)


def test_a_sign_that_shows_a_fixed_stake() -> None:
    limits = {**baceball.LIMITS, "jackpot": (cents(5), cents(5))}
    floor = baceball.loaded(limits=limits)
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards(baceball.ROUND)
    (record,) = check_records(floor.rules, floor.log)
    assert 'main = ["10", "500"]' in record
    assert "jackpot = [" not in record


def test_limits_of_a_players_own_for_every_box() -> None:
    floor = crown.seated("ann")
    high = {"main": (cents(10), cents(2000))}
    marker = o.DisplaySign("personal-limits", limits=high, player="ann", boxes=(1,))
    floor.ok("area-manager", marker)
    floor.ok("area-manager", o.GrantLimits("ann", cents(2000), cents(10)), asked="ann")
    crown.quick_round(floor, "ann", dollars=1000)
    (record,) = check_records(floor.rules, floor.log)
    assert floor.net("ann") == cents(1000)
    assert "boxes" not in record
