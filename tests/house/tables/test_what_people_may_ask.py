"""What people may ask of a table, what it costs, and what is refused by which rule."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.errors import ByTheBookError, Malformed, Refused
from bythebook.house.money import wallets as w
from bythebook.house.people.people import ADMINISTRATOR, CASHIER, INSPECTOR, PLAYER, Viewer
from bythebook.house.tables import table_log as h
from bythebook.house.tables.request_handler import PLAY_CHIPS
from bythebook.house.tables.running_table import in_hand
from bythebook.table import orders as o
from tests.clauses import clause
from tests.house.tables.felt import WALLET, Felt, begin, felt_with, terms_of, unchanged

GUEST = Viewer("guest-1")
CHIPS = 100_000


def refused(felt: Felt, name: str, **command: Any) -> str:
    """The clause by which a player is refused."""
    no = unchanged(felt, felt.viewer(name), Refused, **command)
    return str(no.clause)


# Who


def test_a_guest_plays_for_nothing_only() -> None:
    money, practice = Felt(terms_of("crown")), Felt(terms_of("practice-crown"))
    for command in ({"type": "join", "box": 1}, {"type": "arrive"}, {"type": "ready"}):
        assert unchanged(money, GUEST, Refused, **command).clause == "house:guests"
    practice.ask(GUEST, type="join", box=1)
    assert in_hand(practice.run, GUEST.name) == PLAY_CHIPS


@pytest.mark.parametrize("table", ["crown", "practice-crown"])
def test_somebody_without_a_name_asks_for_nothing(table: str) -> None:
    felt = Felt(terms_of(table))
    for command in ({"type": "join", "box": 1}, {"type": "go"}, {"type": "open-now"}):
        assert unchanged(felt, Viewer(), Refused, **command).clause == "house:guests"


@pytest.mark.parametrize(
    "command",
    [
        {"type": "join", "box": 1},
        {"type": "join", "box": 0},
        {"type": "arrive"},
        {"type": "arrive", "player": "dan"},
        {"type": "sit", "box": 1},
        {"type": "buy-chips", "cents": 1000},
        {"type": "buy-chips", "cents": 1000, "player": "dan"},
        {"type": "place", "box": 1, "amount": 1000},
        {"type": "place", "box": 1, "amount": 1000, "player": "dan"},
        {"type": "rebet"},
    ],
)
@pytest.mark.parametrize("role", ["dealer", "area-manager", "surveillance"])
def test_staff_of_a_book_does_not_play_there(role: str, command: dict[str, Any]) -> None:
    felt = Felt(terms_of("crown"))
    no = unchanged(felt, felt.viewer("dan", role), Refused, **command)
    assert no.clause == "house:staff"


def test_staff_of_one_book_plays_at_another_and_at_practice() -> None:
    canberra = Felt(terms_of("canberra"))
    dealer = Viewer("dan", False, frozenset({PLAYER}), {"crown-blackjack": "dealer"})
    canberra.ask(dealer, type="join", box=1)
    canberra.ask(dealer, type="buy-chips", cents=1000)
    assert canberra.run.bought == {"dan": 1000}
    practice = Felt(terms_of("practice-crown"))
    practice.ask(dealer, type="join", box=1)
    practice.ask(dealer, type="place", box=1, amount=1000)


@pytest.mark.parametrize("roles", [{CASHIER}, {ADMINISTRATOR}, {CASHIER, ADMINISTRATOR}])
def test_whoever_is_no_player_of_the_house_does_not_play(roles: set[str]) -> None:
    felt = Felt(terms_of("crown"))
    viewer = Viewer("cal", False, frozenset(roles))
    for command in ({"type": "join", "box": 1}, {"type": "arrive"}, {"type": "no-more-bets"}):
        assert unchanged(felt, viewer, Refused, **command).clause == "house:staff"


def test_somebody_who_may_play_no_longer_takes_their_chips_home() -> None:
    """A role given to a player at the table ends the play, not the ownership."""
    felt = felt_with("crown", "ann")
    felt.bet("ann", 1, 1000)
    now = felt.viewer("ann", "dealer")
    no = unchanged(felt, now, Refused, type="place", box=1, amount=1000)
    assert no.clause == "house:staff"
    felt.ask(now, type="undo-bets")
    felt.ask(now, type="go")
    assert felt.wallet("ann").cents == WALLET
    assert "ann" not in felt.run.table.players


def test_an_inspector_changes_nothing() -> None:
    felt = felt_with("crown", "ann")
    inspector = Viewer("iva", False, frozenset({INSPECTOR}), {"crown-blackjack": "inspector"})
    for command in (
        {"type": "join", "box": 1},
        {"type": "void-round", "clause": "20.9"},
        {"type": "raise-dispute", "player": "ann", "about": "so"},
        {"type": "deal", "card": "8C"},
        {"type": "buy-chips", "cents": 100, "player": "ann"},
        {"type": "open-now"},
    ):
        assert unchanged(felt, inspector, Refused, **command).clause == "house:inspector"
    for number in ("approve", "deny"):
        unchanged(felt, inspector, Malformed, type=number, number=1)  # nothing waits


@pytest.mark.parametrize(
    "command",
    [
        {"type": "deal", "card": "8C"},
        {"type": "insert", "from_back": [78]},
        {"type": "burn"},
        {"type": "cutting-card"},
        {"type": "replace-card", "card": "8C"},
        {"type": "face-up", "card": "8C"},
        {"type": "drawn-in-error", "card": "8C"},
        {"type": "rebuild", "from_card": 1, "cards": ["8C"]},
        {"type": "missed-card"},
        {"type": "restart-shoe"},
    ],
)
def test_nobody_handles_cards_where_there_are_none_to_handle(command: dict[str, Any]) -> None:
    felt = felt_with("crown", "ann")
    begin(felt, "TC 7D 6H", "ann")
    viewer = felt.viewer("dan", "casino-manager")
    assert unchanged(felt, viewer, Refused, **command).clause == "house:virtual-cards"


def test_where_cards_are_scanned_a_dealer_deals_them() -> None:
    felt = felt_with("crown-cards", "ann")
    for command in (
        {"type": "shuffle"},
        {"type": "cut", "player": "ann", "from_front": 100},
        {"type": "insert", "from_back": [78]},
        {"type": "burn"},
    ):
        felt.staff("dealer", **command)
    felt.bet("ann", 1)
    for card in ("8c", "6D", "th"):
        felt.staff("dealer", type="deal", card=card)
    assert felt.due.what == "decision"
    assert [str(card) for card in felt.dealt()] == ["8C", "6D", "TH"]
    assert felt.run.stack is None


# Chips


def test_chips_come_from_the_wallet_to_the_cent() -> None:
    felt = Felt(terms_of("crown"))
    felt.player("ann", type="join", box=1)
    assert refused(felt, "ann", type="buy-chips", cents=WALLET + 1) == w.CAGE
    for cents in (0, -1, 10**11 + 1, 10**30):
        unchanged(felt, felt.viewer("ann"), Malformed, type="buy-chips", cents=cents)
    felt.player("ann", type="buy-chips", cents=WALLET - 1)
    felt.player("ann", type="buy-chips", cents=1)
    assert (felt.wallet("ann").cents, in_hand(felt.run, "ann")) == (0, WALLET)
    assert refused(felt, "ann", type="buy-chips", cents=1) == w.CAGE


def test_chips_go_back_to_the_wallet_but_not_those_that_lie_on_the_layout() -> None:
    felt = felt_with("crown", "ann")
    felt.bet("ann", 1, 2500)
    rest = CHIPS - 2500
    assert felt.you("ann").chips == rest
    assert refused(felt, "ann", type="cash-out", cents=rest + 1) == w.CAGE
    felt.player("ann", type="cash-out", cents=rest - 1)
    assert felt.you("ann").chips == 1
    felt.player("ann", type="cash-out")  # all there is
    assert (felt.you("ann").chips, felt.wallet("ann").cents) == (0, WALLET - 2500)
    unchanged(felt, felt.viewer("ann"), Malformed, type="cash-out")
    felt.player("ann", type="undo-bets")
    assert felt.you("ann").chips == 2500


def test_nobody_handles_the_chips_of_others() -> None:
    felt = felt_with("crown", "ann", "ben")
    for kind in ("buy-chips", "cash-out"):
        assert refused(felt, "ben", type=kind, cents=100, player="ann") == w.CAGE
        no = unchanged(
            felt, felt.viewer("dan", "dealer"), Refused, type=kind, cents=100, player="ann"
        )
        assert no.clause == w.CAGE, "there is no cash over a virtual table"


def test_one_must_be_at_the_table_to_buy_chips_there() -> None:
    felt = Felt(terms_of("crown"))
    unchanged(felt, felt.viewer("ann"), Malformed, type="buy-chips", cents=1000)
    scanned = Felt(terms_of("crown-cards"))
    dealer = scanned.viewer("dan", "dealer")
    unchanged(scanned, dealer, Malformed, type="buy-chips", cents=1000, player="ann")


def test_a_dealer_sells_and_takes_chips_for_cash_where_cards_are_real() -> None:
    felt = Felt(terms_of("crown-cards"))
    felt.player("ann", type="join", box=1)
    felt.staff("dealer", type="perform", act="fit-drop-box")
    felt.staff("dealer", type="buy-chips", cents=5000, player="ann")
    felt.staff("dealer", type="cash-out", cents=2000, player="ann")
    money = [x for x in felt.log if isinstance(x, h.ChipsBought | h.ChipsCashed)]
    assert [(x.player, x.cents, x.money) for x in money] == [
        ("ann", 5000, "cash"),
        ("ann", 2000, "cash"),
    ]
    assert felt.wallet("ann").cents == WALLET
    assert felt.you("ann").chips == 3000


def test_nobody_wagers_more_than_they_have() -> None:
    felt = Felt(terms_of("crown"))
    felt.sit("ann", 1, 1999)
    assert refused(felt, "ann", type="place", box=1, amount=2000) == "6.1"
    felt.bet("ann", 1, 1999)
    assert felt.you("ann").chips == 0


@pytest.mark.parametrize(
    ("cards", "kind", "more"),
    [
        ("5C 7D 6H TS", "Double", {}),
        ("8C 7D 8H TS", "Split", {}),
        ("8C AD 9H TS", "Insure", {"amount": 500, "on": "ann"}),
    ],
)
def test_what_needs_more_chips_is_refused_and_nothing_changes(
    cards: str, kind: str, more: dict[str, Any]
) -> None:
    needed = 500 if kind == "Insure" else 1000
    for bought in (1000 + needed - 1, 1000 + needed):
        felt = Felt(terms_of("crown"))
        felt.sit("ann", 1, bought)
        begin(felt, cards, "ann")
        command = {"type": kind, "box": 1, "player": "ann", **more}
        if bought < 1000 + needed:
            no = unchanged(felt, felt.viewer("ann"), Refused, type="decide", command=command)
            assert no.clause in felt.rules.book.clauses
            assert "chips" in no.reason
            felt.player("ann", type="buy-chips", cents=1)
        felt.player("ann", type="decide", command=command)
        assert in_hand(felt.run, "ann") >= 0


def test_a_rider_who_cannot_pay_does_not_stop_the_split() -> None:
    felt = Felt(terms_of("crown"))
    felt.sit("ann", 1, 10_000)
    felt.sit("ben", 2, 1000)
    felt.rig("8C 7D 8H TC 9C TS")
    felt.bet("ann", 1)
    felt.bet("ben", 1)
    felt.ready("ann")
    felt.ready("ben")
    felt.decide("ann", "Split", 1)
    assert felt.due.phase == "following"
    follow = {"type": "Split", "box": 1, "player": "ben"}
    unchanged(felt, felt.viewer("ben"), Refused, type="decide", command=follow)
    felt.ready("ben")
    assert felt.due.what == "decision"


# Coming and going


def test_going_takes_everything_along() -> None:
    felt = felt_with("crown", "ann")
    felt.bet("ann", 1, 2500)
    felt.player("ann", type="go")
    assert felt.wallet("ann").cents == WALLET
    assert felt.run.table.players == {}
    assert in_hand(felt.run, "ann") == 0
    assert felt.run.clock is None


def test_nobody_goes_in_the_middle_of_their_hand() -> None:
    felt = felt_with("crown", "ann")
    begin(felt, "TC 7D 6H TS", "ann")
    locked = felt.rules.book.game("blackjack", 6, {}, {}).rules.wagering.locked.clause
    assert refused(felt, "ann", type="go") == locked


def test_somebody_sent_away_still_gets_their_chips() -> None:
    felt = felt_with("canberra", "ann")
    felt.staff("gaming-shift-manager", type="bar", player="ann", why="cheating")
    felt.player("ann", type="go")
    assert felt.wallet("ann").cents == WALLET


def test_going_twice_or_from_nowhere_changes_nothing() -> None:
    felt = felt_with("crown", "ann")
    felt.player("ann", type="go")
    before = len(felt.log)
    felt.player("ann", type="go")
    assert len(felt.log) == before


def test_joining_twice_moves_the_seat_and_buys_nothing() -> None:
    felt = Felt(terms_of("practice-crown"))
    felt.player("ann", type="join", box=1)
    felt.player("ann", type="join", box=4)
    assert felt.run.table.players["ann"].seat == 4
    assert felt.you("ann").chips == PLAY_CHIPS
    felt.player("ben", type="join", box=1)
    clause = refused(felt, "ben", type="join", box=4)
    assert clause in felt.rules.book.clauses


@pytest.mark.parametrize("box", [-1, 8, 10**20])
def test_there_is_no_such_box(box: int) -> None:
    felt = Felt(terms_of("crown"))
    unchanged(felt, felt.viewer("ann"), ByTheBookError, type="join", box=box)


def test_nobody_joins_a_closed_table() -> None:
    felt = Felt(terms_of("crown"), is_open=False)
    assert refused(felt, "ann", type="join", box=1) in felt.rules.book.clauses


# Around the round


def test_the_same_wagers_again() -> None:
    felt = felt_with("crown", "ann")
    unchanged(felt, felt.viewer("ann"), Malformed, type="rebet")
    felt.rig("TC 7D 9H TS")
    felt.bet("ann", 1, 2500)
    felt.bet("ann", 1, 500, "perfect-pairs")
    felt.ready("ann")
    felt.decide("ann", "Stand", 1)
    felt.player("ann", type="rebet")
    round_ = felt.run.table.round
    assert round_ is not None
    wagers = sorted((x.box, x.kind, x.amount) for x in round_.wagers if x.live)
    assert wagers == [(1, "main", 2500), (1, "perfect-pairs", 500)]


def test_the_same_wagers_again_or_none_of_them() -> None:
    felt = Felt(terms_of("crown"))
    felt.sit("ann", 1, 3000)
    felt.rig("TC 7D 6H TS 9C")
    felt.bet("ann", 1, 1500)
    felt.bet("ann", 1, 500, "perfect-pairs")
    felt.ready("ann")
    felt.decide("ann", "Stand", 1)
    chips = felt.you("ann").chips
    assert chips < 2000
    assert refused(felt, "ann", type="rebet") in felt.rules.book.clauses
    assert felt.you("ann").chips == chips


def test_taking_everything_off_takes_side_wagers_off_first() -> None:
    felt = felt_with("crown", "ann", "ben")
    felt.bet("ann", 1, 2500)
    felt.bet("ann", 1, 500, "perfect-pairs")
    felt.bet("ben", 2)
    felt.player("ann", type="undo-bets")
    assert felt.you("ann").chips == CHIPS
    assert felt.you("ben").chips == CHIPS - 1000


def test_nothing_is_taken_off_after_the_first_card() -> None:
    felt = felt_with("crown", "ann")
    felt.rig("TC 7D 6H TS")
    felt.bet("ann", 1, 2500)
    felt.bet("ann", 1, 500, "perfect-pairs")
    felt.ready("ann")
    command = {"type": "take-off", "box": 1, "wager": "main"}
    assert refused(felt, "ann", **command) in felt.rules.book.clauses


def test_ready_counts_only_when_something_waits_and_only_once() -> None:
    felt = felt_with("crown", "ann", "ben")
    unchanged(felt, felt.viewer("ann"), Malformed, type="ready")
    felt.bet("ann", 1)
    felt.bet("ben", 2)
    felt.ready("ann")
    unchanged(felt, felt.viewer("ann"), Malformed, type="ready")
    unchanged(felt, felt.viewer("cat"), Malformed, type="ready")


def test_several_boxes_take_leave_and_then_they_may_be_played() -> None:
    """Crown 6.7."""
    felt = felt_with("crown", "ann")
    felt.bet("ann", 1)
    assert refused(felt, "ann", type="place", box=2, amount=1000) == "6.7"
    assert refused(felt, "ann", type="allow-several", player="ann") in felt.rules.book.clauses
    role = felt.rules.conduct.acts["allow-several"][0].by
    felt.staff(role, type="allow-several", player="ann")
    felt.bet("ann", 2)
    assert felt.you("ann").several


def test_a_loss_limit_needs_chips_declared_and_takes_them_into_account() -> None:
    """Star 20.2.1, 20.2.3, 20.3."""
    felt = felt_with("challenge", "ann")
    felt.player("ann", type="set-loss-limit", amount=3000)
    assert felt.you("ann").loss_limit == 3000
    felt.player("ann", type="buy-chips", cents=5000)
    declared = felt.orders(o.DeclareChips)
    assert [x.order.command for x in declared] == [o.DeclareChips("ann", 5000, bought=True)]
    assert refused(felt, "ann", type="place", box=1, amount=3001) == "20.3"
    felt.bet("ann", 1, 3000)
    felt.player("ann", type="go")
    [left] = felt.orders(o.Leave)
    assert left.order.command == o.Leave("ann", CHIPS + 5000), "the wager goes back first"
    assert felt.wallet("ann").cents == WALLET


@clause("crown-blackjack 2.3.6", "star-blackjack-challenge 2.4", "star-baceball 2.6")
@pytest.mark.parametrize(
    ("table", "by"), [("crown-cards", "2.3.6"), ("challenge", "2.4"), ("baceball", "2.6")]
)
def test_nobody_sells_chips_for_cash_without_a_drop_box(table: str, by: str) -> None:
    felt = Felt(replace(terms_of(table), cards="scanned"))
    felt.player("ann", type="join", box=1)
    if table == "baceball":  # which opens with one
        felt.staff("dealer", type="buy-chips", cents=5000, player="ann")
    else:
        dealer = felt.viewer("dan", "dealer")
        no = unchanged(felt, dealer, Refused, type="buy-chips", cents=5000, player="ann")
        assert no.clause == by
        felt.staff("dealer", type="perform", act="fit-drop-box")
        felt.staff("dealer", type="buy-chips", cents=5000, player="ann")
    (entry,) = [entry for entry in felt.run.table.register if entry.act == "accept-cash"]
    assert (entry.player, entry.about, entry.clause) == ("ann", "50.00", by)


def test_chips_sold_for_cash_are_declared_too() -> None:
    felt = Felt(replace(terms_of("challenge"), cards="scanned"))
    felt.player("ann", type="join", box=1)
    felt.player("ann", type="set-loss-limit", amount=3000)
    felt.staff("dealer", type="perform", act="fit-drop-box")
    felt.staff("dealer", type="buy-chips", cents=700, player="ann")
    assert [x.order.command for x in felt.orders(o.DeclareChips)] == [
        o.DeclareChips("ann", 700, bought=True)
    ]


@clause("star-blackjack-challenge 20.2.2")
def test_chips_brought_are_declared_before_a_wager_and_by_the_house_where_it_knows_them() -> None:
    felt = Felt(terms_of("challenge"))
    felt.player("ann", type="join", box=1)
    felt.player("ann", type="buy-chips", cents=5000)
    felt.player("ann", type="set-loss-limit", amount=3000)
    felt.bet("ann", 1, 2000)
    assert [x.order.command for x in felt.orders(o.DeclareChips)] == [o.DeclareChips("ann", 5000)]
    felt = Felt(replace(terms_of("challenge"), cards="scanned"))
    felt.player("ann", type="join", box=1)
    felt.player("ann", type="buy-chips", cents=5000)
    felt.player("ann", type="set-loss-limit", amount=3000)
    assert refused(felt, "ann", type="place", box=1, amount=2000) == "20.2.2"
    felt.player("ann", type="declare-chips", amount=5000)
    felt.bet("ann", 1, 2000)


# Opening


def test_a_table_is_opened_by_somebody_of_the_rank_that_everything_takes() -> None:
    felt = Felt(terms_of("crown"), is_open=False)
    for role in ("dealer", "higher-duties-dealer"):
        no = unchanged(felt, felt.viewer("dan", role), Refused, type="open-now")
        assert no.clause in felt.rules.book.clauses
    unchanged(felt, felt.viewer("ann"), Refused, type="open-now")
    felt.staff("area-manager", name="mia", type="open-now")
    assert felt.run.table.phase == "open"
    given = {x.order.by.name for x in felt.log if isinstance(x, h.Ordered)}
    assert given == {"mia", "automatic dealer", "automatic supervisor"}


def test_where_the_regulator_approves_a_layout_nobody_opens_by_one_button() -> None:
    """Canberra 1.1: each act by itself, approved by the Commission."""
    felt = Felt(terms_of("canberra"), is_open=False)
    manager = felt.viewer("mia", "gaming-shift-manager")
    no = unchanged(felt, manager, Refused, type="open-now")
    assert "commission" in no.reason
    outcome = felt.ask(manager, type="perform", act="confirm-layout")
    assert outcome.waiting == 1
    inspector = Viewer("iva", False, frozenset({INSPECTOR}), {"canberra-blackjack": "commission"})
    felt.ask(inspector, type="approve", number=1)
    assert "confirm-layout" in felt.run.table.done
