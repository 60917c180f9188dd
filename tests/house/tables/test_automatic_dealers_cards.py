"""The automatic dealer and its cards: cut, cutting card, burn, shuffle, device; staff between."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.cards import parse_cards
from bythebook.errors import Malformed, Refused
from bythebook.house.tables import table_log as h
from bythebook.house.tables.table_dealer import SUPERVISOR
from bythebook.table import events as e
from bythebook.table import orders as o
from tests.house.tables.felt import Felt, begin, felt_with, order_a_shuffle, terms_of

# The cut


def test_the_cut_goes_from_the_far_right_round_the_table_each_for_a_while() -> None:
    """Crown 4.2.1(a), 4.2.4: whoever declines, or does nothing, passes it on; the staff cuts."""
    felt = felt_with("crown", "ann", "ben", "cat")
    felt.bet("ann", 1)
    order_a_shuffle(felt)
    assert (felt.due.what, felt.due.player, felt.due.clock) == ("cut", "cat", "cut")
    assert felt.due.until == felt.time + 8
    felt.passes(7)
    assert felt.due.player == "cat"
    felt.passes(1)
    assert (felt.due.player, felt.due.until) == ("ann", felt.time + 8)
    felt.player("ann", type="decline-cut")
    assert (felt.due.player, felt.due.until) == ("ben", felt.time + 8)
    felt.passes(8)
    assert felt.due.what == "wagers"
    cut = felt.orders(o.Cut)[-1].order
    assert cut.by == o.Person(SUPERVISOR, "higher-duties-dealer")
    assert [x.player for x in felt.events(e.CutDeclined)] == ["cat", "ann", "ben"]


def test_a_player_cuts_within_the_books_bounds_and_the_stack_turns_there() -> None:
    """Crown 4.2.5: 52 from either end, thirteen more or less; 312 cards."""
    felt = felt_with("crown", "ann")
    order_a_shuffle(felt)
    assert felt.due.depth == (52, 260)
    for outside in (0, 38, 274, 312):
        with pytest.raises(Refused) as caught:
            felt.player("ann", type="cut", from_front=outside)
        assert caught.value.clause == "4.2.5"
    for nowhere in (-1, 313):
        with pytest.raises(Malformed):
            felt.player("ann", type="cut", from_front=nowhere)
    assert felt.due.what == "cut"
    felt.player("ann", type="cut", from_front=200)
    stack = felt.run.stack
    assert stack is not None
    assert stack.cut == 200
    order = felt.vault.order_of(stack.number)
    felt.bet("ann", 1)
    felt.ready("ann")
    assert felt.dealt()[:3] == list(order[201:204]), "the first after the cut was burned"


def test_the_cut_after_the_cutting_card_is_for_the_player_of_that_box() -> None:
    """Canberra 5.2(b): the cutting card came while box 2 was due a card."""
    felt = felt_with("canberra", "ann", "ben", "cat")
    stack = felt.run.stack
    assert stack is not None
    felt.run = replace(felt.run, stack=replace(stack, markers=(stack.cards - 1,)))
    begin(felt, "8C 9C 7C 7D 6H 9H 8H KS", "ann", "ben", "cat")
    for name, box in (("ann", 1), ("ben", 2), ("cat", 3)):
        felt.decide(name, "Stand", box)
    assert (felt.due.what, felt.due.player, felt.due.clause) == ("cut", "ben", "5.2(b)")


def test_in_tasmania_any_player_may_cut() -> None:
    felt = felt_with("hobart", "ann", "ben")
    felt.bet("ann", 1)
    order_a_shuffle(felt)
    assert felt.due.clause == "5.1:player-cut"
    felt.player("ben", type="cut", from_front=100)
    assert felt.due.what == "wagers"
    assert felt.run.stack is not None
    assert felt.run.stack.cut == 100


# Cutting cards, markers, burning, shuffling


def play_rounds(felt: Felt, names: tuple[str, ...], rounds: int = 60) -> None:
    """Everybody stands wherever they may; until the next stack is sealed."""
    began = felt.run.stacks
    for _ in range(rounds):
        for box, name in enumerate(names, start=1):
            felt.bet(name, box)
        for name in names:
            if felt.due.what == "wagers":
                felt.ready(name)
        for _ in range(300):
            if felt.due.what not in ("decision", "offer"):
                break
            felt.passes(1)
        if felt.run.stacks > began:
            return
    raise AssertionError("the cards were never shuffled")


FAST = h.Clocks(betting=20, turn=1, offer=1, cut=1)


@pytest.mark.parametrize("table", ["canberra", "crown", "hobart", "jokers"])
def test_the_cutting_card_comes_out_exactly_where_it_lies(table: str) -> None:
    felt = Felt(terms_of(table, FAST, patience_seconds=1))
    names = ("ann", "ben", "cat", "dan", "eve", "fay", "gus")
    for box, name in enumerate(names, start=1):
        felt.sit(name, box, 1_000_000)
    sealed = felt.run.stack
    assert sealed is not None
    order = felt.vault.order_of(sealed.number)
    [inserted] = felt.orders(o.Insert)
    [behind] = inserted.order.command.from_back  # type: ignore[attr-defined]
    burned = len(felt.orders(o.Burn))
    play_rounds(felt, names)
    place = felt.log.index(felt.orders(o.CuttingCard)[0])
    before = [x for x in felt.orders(o.Deal) if felt.log.index(x) < place]
    assert sealed.cards - burned - len(before) == behind
    after = next(n for n, x in enumerate(felt.log) if isinstance(x, h.StackRevealed))
    dealt = [x for x in felt.orders(o.Deal) if felt.log.index(x) < after]
    turned = order[sealed.cut :] + order[: sealed.cut]
    cards = [x.order.command.card for x in dealt]  # type: ignore[attr-defined]
    assert cards == list(turned[burned : burned + len(dealt)])
    revealed = felt.log[after]
    assert isinstance(revealed, h.StackRevealed)
    assert revealed.after == order


@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
@pytest.mark.parametrize("markers", [None, 1, 2])
def test_tasmanian_markers_lie_where_the_book_wants_them(decks: int, markers: int | None) -> None:
    """5.2: four or five decks one marker, at most about one deck from the back; from six one or
    two, each at least three decks from the front; as many as the area's other tables use."""
    if markers == 2 and decks < 6:
        return
    felt = felt_with("hobart", decks=decks, area_markers=markers)
    assert felt.held_by is None
    assert felt.due.what == "wagers"
    [inserted] = felt.events(e.CuttingCardInserted)
    assert len(set(inserted.from_back)) == (markers or 1)
    assert not inserted.badly
    for back in inserted.from_back:
        assert 0 < back <= 52 if decks < 6 else 0 < back <= 52 * decks - 3 * 52


def test_two_markers_come_out_one_after_the_other() -> None:
    felt = Felt(terms_of("hobart", FAST, area_markers=2, patience_seconds=1))
    names = ("ann", "ben", "cat", "dan", "eve", "fay", "gus")
    for box, name in enumerate(names, start=1):
        felt.sit(name, box, 1_000_000)
    [inserted] = felt.events(e.CuttingCardInserted)
    play_rounds(felt, names)
    left = []
    for out in felt.orders(o.CuttingCard):
        before = felt.log[: felt.log.index(out)]
        dealt = [x for x in before if isinstance(x, h.Ordered)]
        left.append(312 - sum(isinstance(x.order.command, o.Deal) for x in dealt))
    assert left == sorted(inserted.from_back, reverse=True)


def test_a_cutting_card_on_top_means_a_new_shoe_and_new_time_to_wager() -> None:
    """Crown 4.1.2(b); the wagers were laid before the new cards were sealed."""
    felt = felt_with("crown", "ann")
    stack = felt.run.stack
    assert stack is not None
    felt.run = replace(felt.run, stack=replace(stack, markers=(stack.cards - felt.run.drawn,)))
    felt.bet("ann", 1)
    felt.ready("ann")
    assert (felt.due.what, felt.due.player) == ("cut", "ann")
    felt.player("ann", type="cut", from_front=100)
    assert felt.run.stacks == 2
    assert (felt.due.what, felt.due.clock, felt.due.ready) == ("wagers", "betting", ())
    assert not felt.due.called
    assert not felt.dealt()
    felt.player("ann", type="undo-bets")
    assert felt.you("ann").chips == 100_000


# Devices


@pytest.mark.parametrize("table", ["canberra", "crown", "hobart"])
def test_a_device_takes_the_discards_back_and_is_sealed_anew_after_each_round(table: str) -> None:
    felt = felt_with(table, "ann", dealing="device")
    assert felt.run.stacks == 1
    begin(felt, "TC 7D 9H TS", "ann")
    felt.decide("ann", "Stand", 1)
    assert felt.run.table.rounds == 1
    kinds = [type(x) for x in felt.commands[-1]][-2:]
    assert kinds == [h.StackRevealed, h.StackSealed]
    assert felt.run.revealed == (1,)
    assert felt.run.stack is not None
    assert Counter(felt.vault.order_of(2)) == felt.pack()


@pytest.mark.parametrize("rounds", [1, 3])
def test_where_the_discards_go_back_after_the_initial_deal_the_device_is_no_shoe(
    rounds: int,
) -> None:
    """Star 7.2: whatever is not on the layout comes again, sealed anew in every round."""
    felt = felt_with("challenge", "ann")
    for number in range(1, rounds + 1):
        begin(felt, "TC 7D 9H", "ann")
        assert (felt.due.what, felt.run.stacks) == ("decision", number + 1)
        assert felt.events(e.RackReloaded)[-1].clause == "7.2"
        assert number in felt.run.revealed
        lying = Counter(parse_cards("TC 7D 9H"))
        assert Counter(felt.vault.secret_of(number + 1).before) + lying == felt.pack()
        felt.rig("KS")
        felt.decide("ann", "Stand", 1)
        assert felt.run.table.rounds == number
    assert len(felt.orders(o.ReloadRack)) == rounds
    assert {one.order.by.role for one in felt.orders(o.ReloadRack)} == {"dealer"}


def test_from_a_shoe_the_discards_stay_in_the_rack() -> None:
    felt = felt_with("challenge", "ann", dealing="shoe", side_wagers=(), layout="A", meters={})
    begin(felt, "TC 7D 9H KS", "ann")
    felt.decide("ann", "Stand", 1)
    assert (felt.run.stacks, felt.orders(o.ReloadRack)) == (1, [])


def test_low_cards_go_through_the_device_before_the_next_wagers_and_not_after() -> None:
    felt = felt_with("baceball", "ann")
    felt.rig("9S 8C 9H 8D 2D 3S")
    felt.shorten(130)
    begin(felt, "", "ann")
    assert felt.run.table.rounds == 1
    assert felt.run.stacks == 2, "124 of 312 cards are left, fewer than two fifths"
    assert Counter(felt.vault.order_of(2)) == felt.pack()
    assert felt.due.what == "wagers"
    assert len(felt.orders(o.Burn)) == 2, "4.4: each loading"


def test_two_fifths_of_the_cards_are_enough() -> None:
    felt = felt_with("baceball", "ann")
    felt.rig("9S 8C 9H 8D 2D 3S")
    felt.shorten(131)
    begin(felt, "", "ann")
    assert (felt.run.table.rounds, felt.run.stacks) == (1, 1)


# Cards run out


@pytest.mark.parametrize(
    ("table", "clause", "left"),
    [
        ("canberra", "14.6", 4),
        ("crown", "17.11", 4),
        ("hobart", "19.10", 4),
        ("challenge", "18.9", 2),  # in the initial deal: after it the discards are back
    ],
)
def test_when_cards_run_out_the_discards_are_shuffled_sealed_and_dealt_on(
    table: str, clause: str, left: int
) -> None:
    felt = felt_with(table, "ann")
    felt.rig("2C 7D 3H 2S")
    felt.shorten(left)
    begin(felt, "", "ann")
    for _ in range(40):
        if felt.due.what == "cut":
            assert felt.due.player == "ann"
            felt.player("ann", type="cut", from_front=felt.due.depth[0])
        elif felt.due.what == "decision" and felt.run.stacks == 1:
            felt.decide("ann", "Hit", 1)
        elif felt.due.what in ("decision", "offer"):
            felt.passes(30)
        else:
            break
    assert felt.run.table.rounds == 1
    shuffled = [x for x in felt.events(e.CardsShuffled) if not x.new_shoe]
    assert [x.clause for x in shuffled] == [clause]
    second = felt.vault.secret_of(2)
    assert len(second.before) == sum(felt.pack().values()) - len(shuffled[0].out)
    assert 1 in felt.run.revealed


def test_baceball_deals_on_from_the_discards_after_another_burn() -> None:
    """12.6 with 4.4: everything in the rack is shuffled, in the middle of the round."""
    felt = felt_with("baceball", "ann")
    felt.shorten(4)
    begin(felt, "", "ann")
    assert felt.run.table.rounds == 1
    assert [x.clause for x in felt.events(e.CardsShuffled)][-1] == "12.6"
    assert felt.run.stacks == 2


# Staff in between


def test_a_void_in_mid_round_gives_the_wagers_back_and_the_next_round_begins() -> None:
    felt = felt_with("canberra", "ann")
    begin(felt, "TC 7D 9H TS", "ann")
    felt.staff("gaming-shift-manager", type="void-round", clause="16.3", why="a fire")
    assert felt.run.table.rounds == 1
    assert felt.you("ann").chips == 100_000
    assert felt.due.what == "wagers"
    begin(felt, "", "ann")
    assert felt.run.table.in_round or felt.run.table.rounds == 2


def test_a_hold_up_stops_the_next_round_and_the_page_says_why() -> None:
    """bACEball 12.12 and after: when the jackpot's equipment fails, somebody decides first."""
    felt = felt_with("baceball", "ann")
    felt.staff("dealer", type="jackpot-failure", wager="jackpot")
    felt.bet("ann", 1)
    felt.passes(25)
    assert not felt.dealt()
    assert isinstance(felt.held_by, Refused)
    assert felt.due.clause == felt.held_by.clause == felt.run.table.held_up
    assert not felt.run.table.called, "no call that no card follows"


def test_a_check_waits_for_people_and_then_the_round_goes_on() -> None:
    """Star 18.15.3: after a missing card the decks are verified before anything else."""
    felt = felt_with("challenge", "ann")
    begin(felt, "TC 7D 9H KS", "ann")
    felt.staff("supervisor", type="wrong-cards", missing=True)
    assert felt.due.what == "check"
    felt.passes(40)
    assert felt.due.what == "check"
    felt.staff("supervisor", type="verify-cards")
    assert felt.due.what == "wagers"
    assert felt.you("ann").chips == 100_000, "the round was void"
    begin(felt, "", "ann")
    assert felt.run.table.in_round or felt.run.table.rounds == 2


def test_a_check_before_the_deal_holds_the_deal_up() -> None:
    """bACEball 3.9: at any time."""
    felt = felt_with("baceball", "ann")
    felt.bet("ann", 1)
    felt.staff("gaming-supervisor", type="order-check")
    assert felt.due.what == "check"
    felt.passes(30)
    assert not felt.dealt()
    felt.staff("dealer", type="verify-cards")
    assert felt.run.stacks == 2, "they were shuffled with it: other cards, new time to wager"
    assert (felt.due.what, felt.due.until) == ("wagers", felt.time + 20)
    felt.passes(20)
    assert felt.run.table.rounds == 1


def test_when_the_time_on_the_closing_sign_has_come_no_round_begins() -> None:
    """Star 20.13: a sign with the time, twenty minutes before."""
    felt = felt_with("challenge", "ann")
    closes = felt.time + 20 * 60
    felt.staff("supervisor", type="display-sign", kind="closing", time=closes)
    felt.bet("ann", 1)
    felt.time = closes - 1
    felt.settle(felt.move())
    assert felt.run.table.rounds + felt.run.table.in_round == 1, "a second before it does"
    while felt.run.table.in_round:
        felt.passes(1)
    felt.bet("ann", 1)
    felt.passes(30)
    assert felt.run.table.rounds == 1
    assert felt.due.clause == "20.13"
    assert "closing sign" in felt.due.says
    felt.player("ann", type="undo-bets")
    felt.staff("supervisor", type="close")
    assert felt.run.table.phase == "closed"
    assert felt.run.stack is None
    assert felt.run.to_reveal == ()
    assert felt.run.revealed == tuple(range(1, felt.run.stacks + 1))
    assert felt.due.what == "open"


@pytest.mark.parametrize("game", ["blackjack-plus", "crown-blackjack", "free-bet-blackjack"])
def test_another_game_at_crown_begins_with_its_own_cards_sealed(game: str) -> None:
    """5.3.3: the running shoe is ended first; 5.3.2(b): all who play agree."""
    felt = felt_with("crown", "ann", side_wagers=(), limits={"main": (1000, 50000)})
    begin(felt, "TC 7D 9H TS", "ann")
    felt.decide("ann", "Stand", 1)
    change: dict[str, Any] = {"type": "change-game", "game": game, "agreed": ["ann"]}
    with pytest.raises(Refused) as caught:
        felt.staff("area-manager", **change)
    assert caught.value.clause == "5.3.3"
    order_a_shuffle(felt)
    felt.player("ann", type="cut", from_front=100)
    felt.staff("area-manager", **change)
    assert (felt.due.what, felt.due.player) == ("cut", "ann"), "4.2.3(d)"
    felt.player("ann", type="cut", from_front=100)
    begin(felt, "", "ann")
    while felt.run.table.in_round:
        felt.passes(1)
    assert felt.run.table.rounds == 2
    stack = felt.run.stack
    assert stack is not None
    before = Counter(felt.vault.secret_of(stack.number).before)
    assert before == felt.pack()


def test_after_a_malfunction_the_rest_of_the_devices_cards_is_dealt_from_a_shoe() -> None:
    """Star 19.5: no other device is at hand. It had the discards, the burned card among them."""
    felt = felt_with("challenge", "ann")
    begin(felt, "TC 7D 6H", "ann")
    felt.staff("supervisor", type="malfunction")
    assert felt.run.stacks == 3
    third = Counter(felt.vault.secret_of(3).before)
    assert third + Counter(felt.dealt()) == felt.pack()
