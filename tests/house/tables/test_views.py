"""What is seen of a table: the same for all but `you`; patches that add up; nothing unseen."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.errors import ByTheBookError, Refused
from bythebook.game.round import legal
from bythebook.house.demo import demo
from bythebook.house.log.snapshots import Stamp, restored, snapshot_of
from bythebook.house.log.store import Snapshot
from bythebook.house.people.people import Viewer
from bythebook.house.tables.choices import ACTIONS, choices
from bythebook.house.tables.inscription import called
from bythebook.house.tables.live_table import LiveTable
from bythebook.house.tables.projecting import Projection, lobby_row, the_game, with_readings
from bythebook.house.tables.running_table import RunningTable, TableTransaction, happen
from bythebook.house.tables.views import ChoiceView, Means
from bythebook.phrases import plain
from bythebook.table import events as e
from tests.house.tables.felt import BEGAN, Felt, begin, felt_with, lines_in, terms_of
from tests.house.tables.guests import DECISIONS

VIRTUAL = [t.id for t in demo.demo_tables() if t.cards == "virtual" and not t.practice]
WITH_TURNS = [name for name in VIRTUAL if name != "baceball"]
RANKS = ("A", *"23456789", "T")
STAMP = Stamp(b"a key of a house that is no secret")


def chosen(felt: Felt) -> tuple[ChoiceView, ...]:
    round_ = felt.run.table.round
    assert round_ is not None
    return choices(the_game(felt.rules, felt.run), round_)


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value, enc_hook=plain))


def take(felt: Felt, choice: ChoiceView, random: Random) -> None:
    """What a page would send for a choice."""
    more: dict[str, Any] = {}
    if choice.action == "insure":
        kind, more = "Insure", {"amount": choice.most, "on": choice.on or choice.player}
    elif choice.action == "joker":
        kind, more = "NameJoker", {"rank": random.choice(choice.values)}
    else:
        kind = DECISIONS[choice.action]
    felt.decide(choice.player, kind, choice.box, **more)


def play_at_random(felt: Felt, names: tuple[str, ...], random: Random, rounds: int) -> None:
    for _ in range(rounds):
        for box, name in enumerate(names, start=1):
            with suppress(Refused):  # some books let nobody wager where another sits
                felt.bet(name, 1 if random.random() < 0.2 else box)
        for _ in range(200):
            if felt.due.what in ("decision", "offer"):
                mine = [c for c in chosen(felt) if c.legal]
                if mine and random.random() < 0.7:
                    take(felt, random.choice(mine), random)
                    continue
            if felt.run.table.round is None:
                break
            felt.passes(1 if random.random() < 0.5 else 8)


# Patches


class Page:
    """Keeps what it is told, as pages do, and is compared with everything made anew."""

    def __init__(self, felt: Felt) -> None:
        self.felt = felt
        self.projection = Projection(felt.rules)
        self.run = felt.run
        self.projection.update(self.run)
        self.view = as_json(self.projection.parts)
        self.compared = 0
        felt.after.append(self.moved)

    def moved(self, move: TableTransaction) -> None:
        """After each event, not only after each move: a reader may stop at any of them."""
        for happening in move.happened:
            self.run = happen(self.run, happening)
            self._follow(None)
        self._follow(self.felt.held_by)

    def _follow(self, held_by: Any) -> None:
        patch = as_json(self.projection.update(self.run, held_by))
        boxes = {box["number"]: box for box in self.view["boxes"]}
        boxes |= {box["number"]: box for box in patch.pop("boxes", ())}
        self.view |= patch
        self.view["boxes"] = [boxes[n] for n in sorted(boxes) if n <= self.view["signs"]["boxes"]]
        fresh = Projection(self.felt.rules)
        fresh.update(self.run, held_by)
        assert self.view == as_json(fresh.parts)
        self.compared += 1


@pytest.mark.parametrize("table", VIRTUAL)
def test_what_changed_added_up_is_what_there_is(table: str) -> None:
    felt = Felt(terms_of(table), seed=f"views {table}")
    page = Page(felt)
    names = ("ann", "ben", "cat")
    for box, name in enumerate(names, start=1):
        felt.sit(name, box)
    play_at_random(felt, names, Random(table), rounds=3)
    assert felt.run.table.rounds >= 3
    assert page.compared > 30


def test_limits_signs_and_seats_change_on_the_page_as_well() -> None:
    felt = Felt(terms_of("challenge"), seed="signs")
    page = Page(felt)
    felt.sit("ann", 1)
    limits = {"main": [2000, 40000], "any-pairs": [500, 10000]}
    sign: dict[str, Any] = {"kind": "new-limits", "time": felt.time + 1200, "limits": limits}
    felt.staff("supervisor", type="display-sign", **sign)
    shown = [s for s in page.view["signs"]["signs"] if s["kind"] == "new-limits"]
    assert shown == [{**sign, "since": BEGAN}]
    felt.time += 1200
    felt.staff("supervisor", type="change-limits", limits=limits)
    [spot] = [s for s in page.view["signs"]["spots"] if s["wager"] == "main"]
    assert (spot["least"], spot["most"]) == (2000, 40000)
    felt.staff("supervisor", type="suspend-wager", wager="blazing-7s", why="broken")
    [spot] = [s for s in page.view["signs"]["spots"] if s["wager"] == "blazing-7s"]
    assert spot["closed"] in felt.rules.book.clauses
    felt.player("ann", type="go")
    assert all("sits" not in box for box in page.view["boxes"])


@pytest.mark.parametrize(
    ("table", "wager", "cents"),
    [("challenge", "blazing-7s", 500), ("baceball", "jackpot", 500), ("hobart", "supernova", 200)],
)
def test_a_spot_whose_stake_is_fixed_says_so(table: str, wager: str, cents: int) -> None:
    felt = felt_with(table, "ann")
    [spot] = [s for s in Page(felt).view["signs"]["spots"] if s["wager"] == wager]
    assert (spot["least"], spot["most"]) == (cents, cents)
    felt.bet("ann", 1)
    felt.player("ann", type="place", box=1, amount=cents, wager=wager)


def test_a_call_is_shown_no_longer_when_a_jackpot_wager_comes_after_it() -> None:
    """Tasmania 24.4.3: the button has still to be pressed for it; until then wagers are taken."""
    felt = felt_with("hobart", "ann")
    felt.bet("ann", 1)
    felt.staff("dealer", type="no-more-bets")
    assert Page(felt).view["due"]["called"]
    felt.player("ann", type="place", box=1, amount=200, wager="supernova")
    shown = []
    while "order" in (due := Page(felt).view["due"]):
        shown.append((due["order"]["clause"], due.get("called", False)))
        felt.staff("dealer", **due["order"]["command"])
    steps = [("24.4.1", False), ("24.4.2", False), ("24.4.3", False), ("24.4.4", True)]
    assert shown == steps
    assert due["called"]


# Who sees what


def live_of(felt: Felt) -> LiveTable:
    live = LiveTable(felt.rules, RunningTable(terms=felt.run.terms), 1)
    move = TableTransaction(felt.rules, live.run, 0)
    for happening in felt.log:
        move.happen(happening)
    live.moved(move, felt.held_by)
    return live


def test_everybody_sees_the_same_but_for_what_is_theirs_alone() -> None:
    felt = felt_with("challenge", "ann", "ben")
    felt.player("ann", type="set-loss-limit", amount=7777)
    begin(felt, "8C 9C AD 8H 9H", "ann", "ben")
    live = live_of(felt)
    viewers = {
        "nobody": Viewer(),
        "ann": felt.viewer("ann"),
        "ben": felt.viewer("ben"),
        "dealer": felt.viewer("dan", "dealer"),
        "inspector": Viewer("iva", False, frozenset({"inspector"})),
    }
    views = {
        name: as_json(live.view(viewer, Means(wallet=4321))) for name, viewer in viewers.items()
    }
    yours = {name: view.pop("you") for name, view in views.items()}
    assert len({json.dumps(view, sort_keys=True) for view in views.values()}) == 1
    assert "7777" not in json.dumps(views["nobody"]), "a loss limit is one's own"
    assert yours["ann"]["loss_limit"] == 7777
    assert [name for name, you in yours.items() if you["loss_limit"]] == ["ann"]
    assert (yours["ann"]["chips"], yours["ben"]["chips"]) == (99_000, 99_000)
    assert [you["chips"] for name, you in yours.items() if name not in ("ann", "ben")] == [0] * 3
    assert yours["nobody"]["name"] == ""
    assert [name for name, you in yours.items() if you["may_play"]] == ["ann", "ben"]
    assert [name for name, you in yours.items() if you["acts"]] == ["dealer"]
    assert (yours["dealer"]["role"], yours["ann"]["role"]) == ("dealer", "player")


def test_what_is_ones_own_adds_up_through_a_round() -> None:
    felt = felt_with("crown", "ann")
    begin(felt, "TC 7D 9H TS", "ann")
    you = felt.you("ann")
    assert (you.chips, you.won, you.round_won, you.seat, you.here) == (99_000, 0, -1000, 1, True)
    felt.decide("ann", "Stand", 1)  # nineteen against seventeen
    you = felt.you("ann")
    assert (you.chips, you.won, you.round_won) == (101_000, 1000, 1000)


# Choices


@pytest.mark.parametrize("table", WITH_TURNS)
def test_in_a_turn_four_choices_stand_there_open_or_closed_by_a_clause(table: str) -> None:
    """Two different cards of more than eleven: no split; some books close the double too."""
    felt = felt_with(table, "ann", "ben")
    begin(felt, "9C 5C 7D 6H 6D", "ann", "ben")
    mine = [c for c in chosen(felt) if c.player == "ann"]
    four = {c.action: c for c in mine if c.action in ("hit", "stand", "double", "split")}
    assert len(four) == 4
    assert not four["split"].legal
    for choice in mine:
        assert choice.legal == (not choice.clause)
        assert choice.legal or (choice.clause in felt.rules.book.clauses and choice.why)
    round_ = felt.run.table.round
    assert round_ is not None
    game = the_game(felt.rules, felt.run)
    allowed = {ACTIONS[type(c)] for c in legal(game, round_) if type(c) in ACTIONS}
    assert {c.action for c in chosen(felt) if c.legal} == allowed
    assert all(c.box == 1 for c in chosen(felt))


@pytest.mark.parametrize(
    ("table", "clause"), [("crown", ""), ("canberra", "9.2(b)"), ("challenge", "9.2")]
)
def test_below_twelve_some_books_let_nobody_stand(table: str, clause: str) -> None:
    """At Crown only under a sign that says so (8.5.2(a)); there is none here."""
    felt = felt_with(table, "ann")
    begin(felt, "6C 7D 5H", "ann")
    [stand] = [c for c in chosen(felt) if c.action == "stand"]
    assert (stand.legal, stand.clause) == (not clause, clause)


def test_a_joker_is_one_choice_with_every_name_it_may_have() -> None:
    felt = felt_with("jokers", "ann")
    begin(felt, "JK 7D 9H TS", "ann")
    assert (felt.due.what, felt.due.phase) == ("offer", "naming")
    [joker] = chosen(felt)
    assert (joker.action, joker.player, joker.values) == ("joker", "ann", RANKS)
    felt.decide("ann", "NameJoker", 1, rank="T")
    hand = felt.fresh_parts()["boxes"][0].hands[0]
    assert hand.cards == ("JK=T", "9H")
    assert hand.total == 19


def test_whoever_backs_a_box_has_choices_of_their_own_and_its_holder_none_meanwhile() -> None:
    felt = felt_with("crown", "ann", "ben")
    felt.rig("8C 7D 8H TC 9C TS")
    felt.bet("ann", 1, 2000)
    felt.bet("ben", 1, 1000)
    felt.ready("ann")
    felt.ready("ben")
    box = felt.fresh_parts()["boxes"][0]
    assert (box.controls, box.riders, box.turn) == ("ann", ("ben",), 1)
    assert {c.player for c in chosen(felt)} == {"ann"}
    felt.decide("ann", "Split", 1)
    found = chosen(felt)
    assert {c.player for c in found} == {"ben"}
    assert "split" in {c.action for c in found if c.legal}


def test_at_canberra_others_wagers_may_be_insured_and_the_choice_says_whose() -> None:
    felt = felt_with("canberra", "ann", "ben")
    begin(felt, "8C 9C AD 8H 7H", "ann", "ben")
    insure = {(c.player, c.box, c.on): c.most for c in chosen(felt) if c.action == "insure"}
    assert insure[("ann", 1, "")] == 500
    assert insure[("ben", 1, "ann")] == 500
    felt.decide("ben", "Insure", 1, amount=500, on="ann")
    assert felt.fresh_parts()["boxes"][0].insured == (), "ann could still insure it herself"
    assert felt.you("ben").chips == 100_000 - 1000 - 500
    felt.ready("ann")
    felt.ready("ben")
    box = felt.fresh_parts()["boxes"][0]
    assert [(i.player, i.amount) for i in box.insured] == [("ben", 500)]


def test_what_somebody_offers_to_insure_others_for_cannot_be_spent_twice() -> None:
    """Otherwise the offer would end in chips that are not there, and nobody could go on."""
    felt = Felt(terms_of("canberra"))
    felt.sit("ann", 1)
    felt.sit("ben", 2, 1450)
    begin(felt, "8C 9C AD 8H 7H", "ann", "ben")
    with pytest.raises(Refused):
        felt.decide("ben", "Insure", 1, amount=500, on="ann")
    felt.decide("ben", "Insure", 1, amount=450, on="ann")
    for more in ({"type": "cash-out", "cents": 1}, {"type": "cash-out"}):
        with pytest.raises(ByTheBookError):
            felt.player("ben", **more)
    felt.ready("ann")
    felt.ready("ben")
    assert felt.held_by is None
    assert felt.due.what == "decision"
    assert felt.you("ben").chips == 0


def test_a_free_bet_shows_as_what_the_house_put_down() -> None:
    felt = felt_with("free-bet", "ann")
    begin(felt, "5C 7D 6H 8S TS", "ann")
    [double] = [c for c in chosen(felt) if c.action == "double"]
    assert double.legal
    assert {c.action for c in chosen(felt) if c.free} == {"double"}
    felt.decide("ann", "Double", 1)
    hand = felt.fresh_parts()["boxes"][0].hands[0]
    [stake] = hand.stakes
    assert (stake.amount, stake.free) == (1000, 1000)
    assert hand.doubled


def test_wagers_and_games_go_by_the_names_that_people_know() -> None:
    """Three books have a game called Blackjack: each says whose it is."""
    felt = felt_with("baceball", "ann")
    game = the_game(felt.rules, felt.run)
    assert [called(game, wager) for wager in ("main", "strike-1", "insurance")] == [
        "bet", game.rules.side_wagers["strike-1"].title, "insurance",
    ]  # fmt: skip
    titles = {
        (signs.book, signs.game): signs.game_title
        for table in VIRTUAL
        for signs in [felt_with(table).fresh_parts()["signs"]]
    }
    assert len(set(titles.values())) == len(titles)
    assert titles["crown-blackjack", "blackjack"] == "Blackjack, Crown Sydney"
    assert titles["tasmania-blackjack", "blackjack"] == "Blackjack, Tasmania"


def test_meters_are_shown_as_they_stand() -> None:
    felt = felt_with("challenge", "ann")
    before = felt.fresh_parts()["signs"].meters
    assert before == {"blazing-7s": 4_128_050}
    felt.rig("TC 7D 9H TS")
    felt.bet("ann", 1)
    side = felt.rules.book.game("blackjack-challenge", 6, {"shuffler": "device"}, {}).rules
    stake = 500 if "blazing-7s" in side.side_wagers else 0
    felt.bet("ann", 1, stake, "blazing-7s")
    felt.ready("ann")
    felt.decide("ann", "Stand", 1)
    after = felt.fresh_parts()["signs"].meters
    assert after == felt.run.table.meters


def test_a_meter_that_the_table_was_not_told_of_yet_has_its_name_too() -> None:
    """It was linked since its last round: the lobby had no name for it, and answered 500."""
    felt = felt_with("challenge", "ann")
    row = lobby_row(felt.rules, felt.run)
    shown = with_readings(felt.rules, felt.run, row, {"mystery-1": 500_000})
    assert shown.meters == {**row.meters, "mystery-1": 500_000}
    assert shown.meter_titles == {**row.meter_titles, "mystery-1": "Mystery 1"}


# What is due, in words


def test_what_is_due_is_said_in_words() -> None:
    felt = Felt(terms_of("crown"), is_open=False)
    assert (felt.due.what, felt.due.says) == ("open", "the table is closed")
    felt.open()
    assert (felt.due.what, felt.due.says) == ("wagers", "place your wagers")
    felt.sit("ann", 1)
    begin(felt, "8C 7D 8H 3S 2D", "ann")
    assert felt.due.says == "ann decides for box 1"
    felt.decide("ann", "Split", 1)
    felt.decide("ann", "Hit", 1)
    while felt.due.hand == 1 and felt.due.what == "decision":
        felt.decide("ann", "Stand", 1)
    assert felt.due.says == "ann decides for box 1, hand 2"


def test_at_real_cards_the_dealer_reads_every_step() -> None:
    felt = felt_with("crown-cards", "ann")
    says = []
    for command in (
        {"type": "shuffle"},
        {"type": "cut", "player": "ann", "from_front": 100},
        {"type": "insert", "from_back": [78]},
        {"type": "burn"},
        {"type": "place", "player": "ann", "box": 1, "amount": 1000},
        {"type": "deal", "card": "8C"},
        {"type": "deal", "card": "AD"},
        {"type": "deal", "card": "9H"},
    ):
        says.append(felt.due.says)
        felt.staff("dealer", **command)
    says.append(felt.due.says)
    assert says == [
        "the cards are shuffled",
        "ann may cut",
        "the cutting card goes in",
        "a card is burned",
        "place your wagers",
        "place your wagers",
        "a card to the dealer",
        "a card to box 1",
        "an offer to the players",
    ]


# The running book


def dealt_at_real_cards(*cards: str) -> Felt:
    felt = felt_with("crown-cards", "ann")
    commands: list[dict[str, Any]] = [
        {"type": "shuffle"},
        {"type": "cut", "player": "ann", "from_front": 100},
        {"type": "insert", "from_back": [78]},
        {"type": "burn"},
        {"type": "place", "player": "ann", "box": 1, "amount": 1000},
        *({"type": "deal", "card": card} for card in cards),
    ]
    for command in commands:
        felt.staff("dealer", **command)
    return felt


@pytest.mark.parametrize("exposed", [False, True])
def test_an_irregular_card_that_nobody_saw_has_no_face_in_the_book(exposed: bool) -> None:
    felt = dealt_at_real_cards("8C", "7D")
    felt.staff("dealer", type="deal", card="KS", to=0, exposed=exposed)
    assert felt.due.what == "put-right"
    parts = json.dumps(as_json(felt.fresh_parts()))
    told = json.dumps(as_json(lines_in(felt)))
    assert ("KS" in told) is exposed
    assert "KS" not in parts


def test_cards_kept_to_come_next_have_no_face_when_nobody_saw_them() -> None:
    felt = dealt_at_real_cards("8C", "7D", "9H")
    felt.staff("dealer", type="deal", card="KS", exposed=False)  # ann has yet to decide
    assert "next-card" in felt.due.ways
    felt.staff("area-manager", type="resolve", how="next-card", why="so")
    assert len(felt.events(e.CardsPutNext)) == 1
    told = [line for line in lines_in(felt) if line.kind != "card"]
    assert all("KS" not in line.says for line in told)
    assert "KS" not in json.dumps(as_json(felt.fresh_parts()))


def test_a_card_too_many_kept_for_the_next_round_has_no_face() -> None:
    """Crown 17.3: drawn for the dealer after the round, not turned up."""
    felt = dealt_at_real_cards("TC", "7D", "9H")
    felt.decide("ann", "Stand", 1)
    felt.staff("dealer", type="deal", card="QS")
    felt.staff("dealer", type="deal", card="KS", to=0, exposed=False)
    assert felt.due.ways == {"hold-over": "17.3"}
    felt.staff("area-manager", type="resolve", how="hold-over", why="so")
    told = [line.says for line in lines_in(felt)]
    assert not [says for says in told if "KS" in says]
    assert "KS" not in json.dumps(as_json(felt.fresh_parts()))


def test_a_burned_card_has_no_face_unless_a_player_asked_to_see_it() -> None:
    felt = felt_with("crown", "ann")
    assert [line.says for line in lines_in(felt) if "burned" in line.says] == ["A card is burned"]


@pytest.mark.parametrize("table", VIRTUAL)
def test_no_line_tells_a_card_before_it_is_dealt(table: str) -> None:
    """Each line with a card comes with the very event that dealt it; numbers count up."""
    felt = Felt(terms_of(table), seed=f"lines {table}")
    names = ("ann", "ben")
    for box, name in enumerate(names, start=1):
        felt.sit(name, box)
    play_at_random(felt, names, Random(f"lines {table}"), rounds=3)
    told = lines_in(felt)
    shown = [line.card for line in told if line.card]
    assert shown == [str(card) for card in felt.dealt()]
    numbers = [line.number for line in told]
    assert numbers == sorted(set(numbers))
    for line in told:
        assert line.says
        assert not line.clause or line.clause in felt.rules.book.clauses


# Kept beside the log


@pytest.mark.parametrize("table", VIRTUAL)
def test_a_snapshot_gives_the_same_table_back_at_any_moment(table: str) -> None:
    felt = Felt(terms_of(table), seed=f"kept {table}")
    names = ("ann", "ben")
    for box, name in enumerate(names, start=1):
        felt.sit(name, box)
    checked = 0

    def check(_: TableTransaction) -> None:
        nonlocal checked
        snapshot = snapshot_of(STAMP, "table/x", felt.run, 7, ())
        assert snapshot is not None
        kept = restored(STAMP, snapshot)
        assert kept is not None
        assert kept.run == felt.run
        checked += 1

    felt.after.append(check)
    play_at_random(felt, names, Random(f"kept {table}"), rounds=2)
    assert checked > 5


def test_a_snapshot_by_other_sources_or_with_orders_that_wait_is_none() -> None:
    felt = felt_with("crown", "ann")
    snapshot = snapshot_of(STAMP, "table/x", felt.run, 7, ())
    assert snapshot is not None
    assert restored(STAMP, None) is None
    assert restored(STAMP, replace(snapshot, code="other")) is None
    assert restored(STAMP, Snapshot(snapshot.stream, 7, snapshot.code, b"{")) is None
    canberra = felt_with("canberra")
    canberra.staff("supervisor", type="replace-cards")
    assert snapshot_of(STAMP, "table/y", canberra.run, 7, ()) is None
